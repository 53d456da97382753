"""Putting a question to a reader: what lies there, how it is asked, what an answer leads to.

A walk asks between two steps of its story, a quiz asks one question after another; both ask in this way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hanalearn import words
from hanalearn.activities.activity import View
from hanalearn.activities.board import Board, Json, ledger_view, open_card
from hanalearn.cards import DECK, card, ids_of
from hanalearn.game.round import Event, Round
from hanalearn.lessons.questions import cards_answer
from hanalearn.lessons.story import Choice, Frame, Group, Question, Spread, choice_text, said
from hanalearn.lessons.telling import Company, rule, told
from hanalearn.rules import Rules


class Answering:
    """How far the reader is with a question: what is picked, answers given, hints taken, whether it is over.

    ``picked`` are numbers of cards, or of answers that are written out, as a set.
    """

    def __init__(self) -> None:
        self.picked = 0
        self.answers: list[str] = []
        self.hints = 0
        self.done = False

    @property
    def right(self) -> bool:
        """Whether the last answer given is right."""
        return self.answers[-1:] != [] and self.accepts(self.answers[-1])

    def act(self, word: str, rest: str) -> str:
        """``pick X`` (on or off), ``answer``, ``answer TEXT`` or ``reveal``; the key of a refusal, or ""."""
        if self.done:
            return "refused.unknown"
        if word == "reveal":
            self.done = True
            return ""
        if word == "pick":
            picked = self.pick(rest)
            self.picked ^= picked
            return "" if picked else "refused.unknown"
        given = self.as_written(rest)
        if not given:
            return "refused.answer"
        self.answers.append(given)
        self.done = self.accepts(given)
        return ""

    def again(self, answers: Sequence[str], picked: str, hints: int, *, done: bool) -> bool:
        """Take up a question where it was left; False where that cannot have been so.

        ``picked`` is written as an answer by picking is; "" for a question that is answered otherwise.
        """
        for given in [*answers, picked]:
            if self.by_picking:
                self.picked = 0
                for word in given.split():
                    self.picked |= self.pick(word)
            if self.as_written("" if self.by_picking else given) != given:
                return False
        self.answers, self.hints = list(answers), hints
        self.done = done or self.right
        return not any(map(self.accepts, answers[:-1]))

    @property
    def by_picking(self) -> bool:
        """Whether it is answered by what is picked."""
        raise NotImplementedError

    def accepts(self, given: str) -> bool:
        """Whether an answer, written as the question writes it, is right."""
        raise NotImplementedError

    def pick(self, text: str) -> int:
        """What ``pick TEXT`` picks, as a set of one; 0 where it is nothing to choose from."""
        raise NotImplementedError

    def as_written(self, given: str) -> str:
        """An answer as the question writes it, whatever the signs and zeros in front; "" where it is none."""
        raise NotImplementedError

    def aside(self, scene: Round | Spread) -> tuple[Frame, ...]:
        """What the last answer, a wrong one, leads to: why it is wrong, then what the rules do."""
        raise NotImplementedError

    def ask(self, text: object, rules: Rules, company: Company) -> Json:
        """The ``ask`` of a view: how to answer, or once it is over what is right and by which clause."""
        raise NotImplementedError


class Asked(Answering):
    """A question of the engine, and how far the reader is with it."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question

    @property
    def by_picking(self) -> bool:
        return self.question.among is not None

    def accepts(self, given: str) -> bool:
        return given in self.question.accepted

    def pick(self, text: str) -> int:
        card = next((1 << c.id for c in DECK if c.notation == text), 0)
        return card & (self.question.among or 0)

    def as_written(self, given: str) -> str:
        question, given = self.question, given.strip()
        if question.among is not None:
            return "" if given else cards_answer(self.picked)
        if question.choices:
            return given if any(given == choice.value for choice in question.choices) else ""
        digits = given[1:] if given[:1] in ("+", "-") else given
        return str(int(given)) if digits.isascii() and digits.isdecimal() and len(digits) <= 15 else ""

    def aside(self, scene: Round | Spread) -> tuple[Frame, ...]:
        question, given = self.question, self.answers[-1]
        reasons = [question.reasons[part] for part in [given, *given.split()] if part in question.reasons]
        because = reasons[0] if reasons else question.otherwise
        return (light(Frame(scene, because), because.taken), *question.proof)

    def ask(self, text: object, rules: Rules, company: Company) -> Json:
        question = self.question
        asking: Json = {
            "text": text,
            "why": words.say("question.first"),
            "rule": None,
            "choices": [],
        }
        if self.done:
            verdict = "question.right" if self.right else "question.shown"
            right = told(question.otherwise, rules, company)
            return asking | {
                "why": f"{words.say(verdict)} {right['text']}",
                "rule": rule(rules, question.rule),
            }
        reveal = button("reveal", words.say("do.reveal"))
        if question.choices:
            asking["choices"] = [*(_choice(c, company) for c in question.choices), reveal]
        elif question.among is not None:
            asking["pick"] = {
                "cards": [DECK[n].notation for n in ids_of(question.among)],
                "picked": [DECK[n].notation for n in ids_of(self.picked)],
                "label": words.say("question.pick"),
            }
            asking["choices"] = [button("answer", words.say("do.answer")), reveal]
        else:
            asking["number"] = {
                "do": "answer ",
                "label": words.say("question.number"),
                "button": words.say("do.answer"),
            }
            asking["choices"] = [reveal]
        return asking


def _choice(choice: Choice, company: Company) -> Json:
    return button(f"answer {choice.value}", choice_text(choice, company))


def button(do: str, label: str, text: str = "") -> Json:
    """A choice of an ``ask``, or a tool of ``controls``."""
    return {"do": do, "label": label, "text": text}


@dataclass(frozen=True, slots=True)
class Stage:
    """Where frames are shown: the rules in force, who sits there, whose eyes look on, what it is called.

    ``viewer`` None sees every hand.
    """

    rules: Rules
    names: tuple[str, ...]
    title: str = ""
    viewer: int | None = None

    @property
    def company(self) -> Company:
        """The people at the table, as a reader of this stage hears of them."""
        return Company(self.names, self.rules.variant, self.viewer)

    def said(self, frame: Frame) -> Json:
        """What the frame tells, in words."""
        return said(frame, self.rules, self.company)

    def scene(self, frame: Frame, events: Sequence[Event] = ()) -> View:
        """What lies there. ``events`` are the latest, of which the last may be the one that is told."""
        if isinstance(frame.scene, Round):
            told_now = bool(events) and events[-1] is frame.told
            fresh = len(events) - told_now
            view = Board(frame.scene, self.viewer, self.company, events, fresh, frame.lit).view()
            return view | {"spread": None, "title": self.title or view["title"]}
        title = self.title or words.say(f"variant.{self.rules.variant}")
        return empty_table(title) | {"spread": [self._group(group) for group in frame.scene]}

    def _group(self, group: Group) -> Json:
        """Cards of a spread, under their name."""
        return {
            "label": self.company.by(f"group.{group.key}", group.seat, **group.words),
            "empty": words.say("seat.captured.none"),
            "cards": [
                open_card(self.rules, n, "counted" if group.lit >> n & 1 else None)
                for n in ids_of(group.cards)
            ],
        }

    def ledger(self, frame: Frame, seats: list[int]) -> Json | None:
        """The settlement as far as the frame tells it. ``seats``: the table's number of each settled seat."""
        if frame.settling is None:
            return None
        return ledger_view(frame.settling, seats, self.company, rows=frame.rows)


def empty_table(title: str) -> View:
    """The view of a table where nothing lies."""
    empty = dict.fromkeys(("phase", "stake", "field", "drawn", "pile", "log"))
    return empty | {"answered": 0, "title": title, "seats": [], "spread": []}


def shut(view: View) -> View:
    """The view of a table while something is asked of it, without what the table itself would answer.

    Left out are the phase, the stake, what was told, the seats' made yaku and points, the moves of cards.
    """
    closed = _each_card(view, lambda one: {**one, "moves": []})
    quiet = [{**seat, "notes": [], "points": ""} for seat in closed["seats"]]  # type: ignore[attr-defined]
    return closed | {"phase": None, "stake": None, "log": None, "seats": quiet}


def bare(view: View) -> View:
    """The view with what the picture of a card shows in place of its name, month and kind."""

    def shown(named: Json) -> Json:
        picture = words.describe(card(str(named["id"])))
        nameless = dict.fromkeys(("monthname", "kind", "tag"), "")
        return {**named, **nameless, "month": None, "name": picture, "spoken": picture}

    return _each_card(view, shown)


def _each_card(view: View, change: Callable[[Json], Json]) -> View:
    """The view with every open card of it changed."""

    def changed(value: object) -> object:
        if isinstance(value, list):
            return [changed(one) for one in value]
        if not isinstance(value, dict):
            return value
        if "spoken" in value:
            return value if value.get("back") else change(value)
        return {name: changed(one) for name, one in value.items()}

    return {name: changed(value) for name, value in view.items()}


def light(frame: Frame, cards: int) -> Frame:
    """The frame with more of its cards lit."""
    if isinstance(frame.scene, Round):
        return replace(frame, lit=frame.lit | cards)
    scene = tuple(replace(group, lit=group.lit | group.cards & cards) for group in frame.scene)
    return replace(frame, scene=scene)


def bar(at: int, last: int, reach: int, text: str, back: str) -> Json:
    """The ``walk`` of a view: where the reader is among frames. ``back``: the label of the way out, or ""."""
    return {
        "at": at,
        "last": last,
        "reach": reach,
        "label": words.say("walk.label"),
        "text": words.say(text, n=at + 1, m=last + 1),
        "back": {"do": "back", "label": back} if back else None,
    }


def step_of(text: str, last: int) -> int | None:
    """The number of a step, which is at most ``last``; None where the text is no such number."""
    fits = text.isascii() and text.isdecimal() and len(text) <= 6 and int(text) <= last
    return int(text) if fits else None
