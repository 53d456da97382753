"""Stories: a round, a settlement or an explanation as immutable frames, one thing told in each.

A story is made by replaying with a listener, so what it tells is what the engine did. Sentences are added
when a frame is shown (`hanalearn.lessons.telling`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from hanalearn import words
from hanalearn.game.round import Event, Round
from hanalearn.lessons.telling import Company, at_table, outcome, rule, told
from hanalearn.lessons.under import same_actions, same_sheet
from hanalearn.rules import Rules
from hanalearn.rules.settling import Row, Settling, Sheet, settled


@dataclass(frozen=True, slots=True)
class Note:
    """A remark of the author, in at most two sentences; ``rule`` is the clause it is about, if it is."""

    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together where there is no table: ``key`` names them (``group.<key>`` of the words).

    ``lit`` are those of ``cards`` that the frame is about. ``seat`` is whose they are.
    """

    key: str
    cards: int
    lit: int = 0
    seat: int | None = None
    words: dict[str, object] = field(default_factory=dict)


Spread = tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer on offer: ``value`` is given, ``key`` is its sentence, a ``seat`` is shown by its name."""

    value: str
    key: str
    seat: int | None = None
    words: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """Something to foretell from what lies on the table; the engine has given the answer.

    ``key`` names its sentence (``question.<key>``), ``rule`` the clause that decides, ``seat`` whom it is
    about. An answer is text: the value of one of ``choices``; with ``among``, the notation of cards of that
    set in deck order (``"-"``: none); otherwise a whole number. ``accepted`` are the right ones. ``reasons``
    says why a wrong answer, or one wrong card of it, is wrong; ``otherwise`` is told where no reason fits.
    ``proof`` are frames that play out what the rules do.
    """

    key: str
    rule: str
    accepted: frozenset[str]
    otherwise: Event
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    among: int | None = None
    reasons: dict[str, Event] = field(default_factory=dict)
    proof: tuple[Frame, ...] = ()
    words: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Frame:
    """One step: what lies there (``scene``), and the one thing that is ``told`` of it.

    A scene is a round as it stood, never to be played on, or a `Spread`. ``settling`` and ``rows``: the
    settlement as far as its rows have been told; ``lit`` are the cards that the frame is about.
    """

    scene: Round | Spread
    told: Event | Row | Note | Question
    settling: Settling | None = None
    rows: int = 0
    lit: int = 0


@dataclass(frozen=True, slots=True)
class Story:
    """What a walk steps through. ``names``: one a seat.

    ``again`` tells the same under other rules of the game, or raises a ValueError that says why that cannot
    be; None where it is told in one way alone.
    """

    rules: Rules
    frames: tuple[Frame, ...]
    names: tuple[str, ...]
    title: str = ""
    again: Callable[[Rules], Story] | None = field(default=None, compare=False, repr=False)

    @property
    def seats(self) -> list[int]:
        """The number at the table of each settled seat."""
        scene = self.frames[-1].scene
        return list(scene.active) if isinstance(scene, Round) else list(range(len(self.names)))

    @property
    def settling(self) -> Settling | None:
        """The settlement it ends with, if it does."""
        return self.frames[-1].settling

    @property
    def clauses(self) -> set[str]:
        """The clauses that its frames name, those of its questions and their answers included."""
        return _clauses(self.frames)


def _clauses(frames: Sequence[Frame]) -> set[str]:
    named: set[str] = set()
    for frame in frames:
        named.add(frame.told.rule)
        if isinstance(frame.told, Question):
            named |= {event.rule for event in (frame.told.otherwise, *frame.told.reasons.values())}
            named |= _clauses(frame.told.proof)
    return named - {""}


def said(frame: Frame, rules: Rules, company: Company) -> dict[str, object]:
    """What a frame tells, in words: ``text``, ``why``, ``rule``, ``cards``, as `telling.told` gives them."""
    what = frame.told
    if isinstance(what, Note):
        clause = rule(rules, what.rule) if what.rule else None
        why = clause["text"] if clause and clause["text"] != what.text else ""
        return {"text": what.text, "why": why, "rule": clause, "cards": []}
    if isinstance(what, Question):
        gaps = {
            name: words.names_of(cards) if name.startswith("card") and isinstance(cards, int) else cards
            for name, cards in what.words.items()
        }
        text = company.by(f"question.{what.key}", what.seat, **gaps)
        return {"text": text, "why": "", "rule": None, "cards": []}
    telling = told(what, rules, company)
    if isinstance(what, Row) and what.step == "winner":
        return telling | {"text": company.by("event.why.winner", what.seat), "why": words.clause(what.rule)}
    if isinstance(what, Row) and what.op == "pay":
        telling["text"] = company.say("told.payment", text=telling["text"], n=f"{what.after:+d}")
    elif isinstance(what, Row):
        register = "told.stake" if what.seat is None else "told.seat"
        telling["text"] = company.by(register, what.seat, text=telling["text"], n=what.after)
    return telling


def choice_text(choice: Choice, company: Company) -> str:
    """An answer on offer, in words."""
    who = company.names[choice.seat] if choice.seat is not None else ""
    return words.say(choice.key, "", who=who, **choice.words)


class Teller:
    """Replays a round and keeps a frame of everything that it hears."""

    def __init__(self, round_: Round) -> None:
        self.frames: list[Frame] = []
        self._actions = list(round_.actions)
        # Dealing is heard too, and who hears of it looks at the round.
        self.round = Round.__new__(Round)
        self.round.__init__(round_.rules, round_.deal, self._hear)  # type: ignore[misc]
        if not self.round.revealed:
            self.add(Note(words.say("told.undealt")))

    def _hear(self, event: Event) -> None:
        self.frames.append(Frame(self.round.copy(), event))

    def act(self) -> None:
        """Do the next action."""
        self.round.push(self._actions[len(self.round.actions)])

    def add(self, told: Note | Question) -> None:
        """Put a remark or a question between two events."""
        self.frames.append(Frame(self.round.copy(), told))

    def settle(self) -> None:
        """Tell the settlement of the finished round row by row, and how the round ends."""
        self.frames += settled_frames(self.round.copy(), self.round.settle(ledger=True), self.round.active)


def ledger_frames(scene: Round | Spread, settling: Settling, seats: Sequence[int]) -> Iterator[Frame]:
    """A frame for each row of a settlement. ``seats``: the number of each settled seat at the table.

    Of cards that are laid out, each row lights up its own.
    """
    for shown, row in zip(count(1), settling.rows or [], strict=False):
        yield Frame(_lit(scene, row), at_table(row, list(seats)), settling, shown, row.cards)


def settled_frames(scene: Round | Spread, settling: Settling, seats: Sequence[int]) -> Iterator[Frame]:
    """A frame for each row of a settlement, and one for what it comes to."""
    yield from ledger_frames(scene, settling, seats)
    yield Frame(scene, outcome(settling, list(seats)), settling, len(settling.rows or []))


def _lit(scene: Round | Spread, row: Row) -> Round | Spread:
    """Cards that are laid out, those of a row lit: the honba counts the dealt field, all else captures."""
    if isinstance(scene, Round):
        return scene
    return tuple(
        replace(group, lit=group.cards & row.cards if (group.key == "field") == (row.step == "honba") else 0)
        for group in scene
    )


def names_at(players: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """What the seats are called; who is given no name has the usual one of the seat."""
    return (*names, *words.say("names").split()[len(names) :])[:players]


def round_story(round_: Round, *, names: Sequence[str] = (), title: str = "") -> Story:
    """A round as far as it was played, and its settlement."""
    teller = Teller(round_)
    for _ in round_.actions:
        teller.act()
    if round_.finished:
        teller.settle()

    def again(rules: Rules) -> Story:
        return round_story(same_actions(round_, rules), names=names, title=title)

    return Story(round_.rules, tuple(teller.frames), names_at(round_.rules.players, names), title, again)


def sheet_spread(sheet: Sheet) -> Spread:
    """A score sheet laid out: the dealt field where it counts, and what every seat captured."""
    field_ = [Group("field", sheet.field)] if sheet.rules.rule_set.field_counts else []
    captured = [Group("captured", cards, seat=seat) for seat, cards in enumerate(sheet.captured)]
    return (*field_, *captured)


def sheet_story(sheet: Sheet, *, names: Sequence[str] = (), title: str = "") -> Story:
    """A score sheet and its settlement, row by row."""
    settling = settled(sheet)
    frames = tuple(settled_frames(sheet_spread(sheet), settling, settling.seats))

    def again(rules: Rules) -> Story:
        return sheet_story(same_sheet(sheet, rules), names=names, title=title)

    return Story(sheet.rules, frames, names_at(len(sheet.captured), names), title, again)
