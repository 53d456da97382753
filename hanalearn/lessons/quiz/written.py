"""Questions that a teacher wrote, in the JSON format of jupyterquiz.

A file is a list of questions: ``many_choice`` (all right answers are to be chosen), ``multiple_choice``
(one) and ``numeric``, whose answers are a ``value``, a ``range`` (its end not included) or the ``default``
feedback.
``precision`` is the number of significant digits that are compared. Every fault is a `FormatError` that names
the place, ``[2].answers[0].correct``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from hanalearn.game.formats import Faults, Fields, FormatError, shown

MOST = 200  # questions of one file
MOST_ANSWERS = 26  # of one question: the sheet letters them
LONGEST = 2000  # characters of a text

_NUMBER = re.compile(r"[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})")


@dataclass(frozen=True, slots=True)
class Answer:
    """A text to choose."""

    text: str
    correct: bool
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from ``low`` to ``high``: that one number, or with ``open_end`` without the last."""

    low: Fraction
    high: Fraction
    correct: bool
    feedback: str = ""
    open_end: bool = False

    def holds(self, number: Fraction, precision: int | None) -> bool:
        """Whether a number lies in it; of a single value, as far as the precision tells them apart."""
        if self.open_end:
            return self.low <= number < self.high
        return _rounded(number, precision) == _rounded(self.low, precision)


@dataclass(frozen=True, slots=True)
class Written:
    """A question in a teacher's own words: ``answers`` to choose from, or ``spans`` of numbers.

    ``many``: all right answers are to be chosen. ``default`` is told of a number that lies in no span.
    """

    text: str
    code: str = ""
    answers: tuple[Answer, ...] = ()
    many: bool = False
    spans: tuple[Span, ...] = ()
    precision: int | None = None
    default: str = ""

    @property
    def right(self) -> list[str]:
        """The right answers in words."""
        if self.answers:
            return [answer.text for answer in self.answers if answer.correct]
        spans = [span for span in self.spans if span.correct]
        return [
            f"{_decimal(s.low)} ≤ n < {_decimal(s.high)}" if s.open_end else _decimal(s.low) for s in spans
        ]

    def span_of(self, number: Fraction) -> Span | None:
        """The first span that a number lies in."""
        return next((span for span in self.spans if span.holds(number, self.precision)), None)


def number_of(text: str) -> Fraction | None:
    """A number written as a decimal or as a fraction of two; None where it is none."""
    parts = text.replace(" ", "").split("/")
    if len(parts) > 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    above, below = Fraction(parts[0]), Fraction(parts[1]) if len(parts) == 2 else Fraction(1)
    return above / below if below else None


def read_written(data: object) -> list[Written]:
    """The questions of a file; a `FormatError` that knows all faults."""
    if not isinstance(data, list) or not data:
        raise FormatError("file", f"must be a list of questions, not {shown(data)}")
    if len(data) > MOST:
        raise FormatError("file", f"must be at most {MOST} questions, not {len(data)}")
    faults, found = Faults(), []
    for i, value in enumerate(data):
        with faults.part():
            found.append(_question(Fields(value, f"[{i}]")))
    faults.done()
    return found


def _question(fields: Fields) -> Written:
    text, kind = _text(fields, "question"), fields.get("type", str)
    if not text:
        raise FormatError(fields.at("question"), "must say something")
    if kind not in ("many_choice", "multiple_choice", "numeric"):
        problem = f"must be many_choice, multiple_choice or numeric, not {shown(kind)}"
        raise FormatError(fields.at("type"), problem)
    fields.raw("answer_cols")  # says how the original lays the answers out
    code, answers = _text(fields, "code", ""), list(fields.objects("answers"))
    if not 0 < len(answers) <= MOST_ANSWERS:
        raise FormatError(fields.at("answers"), f"must be 1 to {MOST_ANSWERS} answers, not {len(answers)}")
    if kind == "numeric":
        precision = fields.whole("precision", 1, 15) if fields.has("precision") else None
        fields.done()
        spans, default = _spans(fields.at("answers"), answers)
        return Written(text, code, spans=spans, precision=precision, default=default)
    fields.done()
    choices = tuple(_answer(answer) for answer in answers)
    right = sum(choice.correct for choice in choices)
    if not right or (kind == "multiple_choice" and right > 1):
        needed = "at least one" if kind == "many_choice" else "exactly one"
        raise FormatError(fields.at("answers"), f"must have {needed} that is correct, not {right}")
    texts = [choice.text for choice in choices]
    if len(set(texts)) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise FormatError(fields.at("answers"), f"has {shown(twice)} twice")
    return Written(text, code, answers=choices, many=kind == "many_choice")


def _answer(fields: Fields) -> Answer:
    text, code = _text(fields, "answer", ""), _text(fields, "code", "")
    if not text and not code:
        raise FormatError(fields.at("answer"), "is missing; an answer needs a text or a code")
    fields.raw("hide")  # whether the original keeps back if it is right
    correct, feedback = fields.get("correct", bool), _text(fields, "feedback", "")
    fields.done()
    return Answer(f"{text} {code}".strip(), correct, feedback)


def _spans(place: str, answers: Sequence[Fields]) -> tuple[tuple[Span, ...], str]:
    """The numbers of a numeric question, and the feedback of all others."""
    spans, default = [], ""
    for fields in answers:
        kind, feedback = fields.get("type", str, "value"), _text(fields, "feedback", "")
        if kind == "default":
            default = feedback
            fields.raw("correct")  # it never is
        elif fields.has("range"):
            ends = fields.get("range", list)
            if len(ends) != 2:
                raise FormatError(fields.at("range"), f"must be two numbers, not {shown(ends)}")
            low, high = (_number(end, f"{fields.at('range')}[{i}]") for i, end in enumerate(ends))
            if low >= high:
                raise FormatError(fields.at("range"), f"must begin below its end, not {shown(ends)}")
            spans.append(Span(low, high, fields.get("correct", bool), feedback, open_end=True))
        else:
            if not fields.has("value"):
                raise FormatError(fields.at("value"), "is missing; a numeric answer needs a value or a range")
            value = _number(fields.raw("value"), fields.at("value"))
            spans.append(Span(value, value, fields.get("correct", bool), feedback))
        fields.done()
    if not any(span.correct for span in spans):
        raise FormatError(place, "must have at least one that is correct, not 0")
    return tuple(spans), default


def _number(value: object, place: str) -> Fraction:
    if type(value) not in (int, float) or not isfinite(value):  # type: ignore[arg-type]
        raise FormatError(place, f"must be a number, not {shown(value)}")
    return Fraction(str(value))


def _text(fields: Fields, name: str, default: str | None = None) -> str:
    text = fields.get(name, str, default).strip()
    if len(text) > LONGEST:
        raise FormatError(fields.at(name), f"must be at most {LONGEST} characters, not {len(text)}")
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)


def _rounded(number: Fraction, digits: int | None) -> Fraction:
    """A number to so many significant digits."""
    return number if digits is None else Fraction(f"{float(number):.{digits}g}")


def _decimal(number: Fraction) -> str:
    return str(int(number)) if number.denominator == 1 else f"{float(number):.15g}"
