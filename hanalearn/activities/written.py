"""Putting a question to a reader that a teacher wrote: the same intents, in the teacher's own words."""

from __future__ import annotations

from hanalearn import words
from hanalearn.activities.asking import Answering, button
from hanalearn.activities.board import Json
from hanalearn.game.round import Round
from hanalearn.lessons.quiz.written import Written, number_of
from hanalearn.lessons.story import Frame, Note, Spread
from hanalearn.lessons.telling import Company
from hanalearn.rules import Rules


class AskedInWriting(Answering):
    """A teacher's question. Its answers are known by their number: ``answer 2``, or ``pick 2`` of several."""

    def __init__(self, written: Written) -> None:
        super().__init__()
        self.written = written

    @property
    def by_picking(self) -> bool:
        return self.written.many

    def accepts(self, given: str) -> bool:
        written = self.written
        if written.answers:
            right = [str(i) for i, answer in enumerate(written.answers) if answer.correct]
            return given.split() == right
        number = number_of(given)
        span = None if number is None else written.span_of(number)
        return span is not None and span.correct

    def pick(self, text: str) -> int:
        return 1 << int(text) if self.written.many and self._is_answer(text) else 0

    def as_written(self, given: str) -> str:
        given, written = given.strip(), self.written
        if written.many:
            return "" if given else " ".join(map(str, self._picked(self.picked))) or "-"
        if written.answers:
            return given if self._is_answer(given) else ""
        return given.replace(" ", "") if number_of(given) is not None else ""

    def _is_answer(self, text: str) -> bool:
        return text in map(str, range(len(self.written.answers)))

    def _picked(self, picked: int) -> list[int]:
        return [i for i in range(len(self.written.answers)) if picked >> i & 1]

    def aside(self, scene: Round | Spread) -> tuple[Frame, ...]:
        return (Frame(scene, Note(self._why_wrong(self.answers[-1]))),)

    def _why_wrong(self, given: str) -> str:
        """The teacher's feedback on a wrong answer, or that it is wrong."""
        written = self.written
        if written.answers:
            chosen = [written.answers[int(i)] for i in given.split() if i != "-"]
            wrong = [answer for answer in chosen if not answer.correct]
            told = next((answer.feedback for answer in wrong if answer.feedback), "")
            return told or words.say("question.written.wrong" if wrong else "question.written.more")
        number = number_of(given)
        span = None if number is None else written.span_of(number)
        return (span.feedback if span else written.default) or words.say("question.written.wrong")

    def ask(self, text: object, rules: Rules, company: Company) -> Json:
        written = self.written
        asking: Json = {"text": text, "why": words.say("question.written"), "rule": None, "choices": []}
        if self.done:
            if self.right:
                return asking | {"why": f"{words.say('question.right')} {self._praise()}".strip()}
            right = "; ".join(written.right)
            return asking | {"why": f"{words.say('question.shown')} {right}"}
        reveal = button("reveal", words.say("do.reveal"))
        if written.many:
            picks = [self._to_pick(i) for i in range(len(written.answers))]
            asking["choices"] = [*picks, button("answer", words.say("do.answer")), reveal]
        elif written.answers:
            choices = [button(f"answer {i}", answer.text) for i, answer in enumerate(written.answers)]
            asking["choices"] = [*choices, reveal]
        else:
            asking["number"] = {
                "do": "answer ",
                "label": words.say("question.written.number"),
                "button": words.say("do.answer"),
            }
            asking["choices"] = [reveal]
        return asking

    def _to_pick(self, i: int) -> Json:
        """An answer of several; ``on`` says whether it is chosen."""
        on = bool(self.picked >> i & 1)
        text = words.say("question.written.chosen") if on else ""
        return button(f"pick {i}", self.written.answers[i].text, text) | {"on": on}

    def _praise(self) -> str:
        """The teacher's feedback on the right answer."""
        if self.written.answers:
            right = [answer for answer in self.written.answers if answer.correct]
            return right[0].feedback if len(right) == 1 else ""
        number = number_of(self.answers[-1])
        span = None if number is None else self.written.span_of(number)
        return span.feedback if span else ""
