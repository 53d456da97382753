"""What a rule set is made of: clauses, options, yaku, phases. Plain frozen data.

A rule set is written down once, in its own file beside this one, as a `RuleSet`. Everything that teaches,
scores, draws or plays asks the engine, and the engine asks this data.

Tags: ``S`` the source says so, ``D`` it follows from the source by arithmetic or logic, ``H`` a house rule
chosen here because the source is silent or ambiguous.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from hanalearn.cards import CHAFF, Kind, month_mask

if TYPE_CHECKING:
    from hanalearn.rules.settling import Settling

MIZU_KOTSU, PASS = "mizu-kotsu", "pass"
ENTER, RETIRE = "enter", "retire"
KOTSU, NASHI = "kotsu", "nashi"
SHOW = "show "  # followed by the ids of the teyaku

Tag = Literal["S", "D", "H"]
Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of the rules: ``id`` finds its words, ``source`` names the page and section."""

    id: str
    tag: Tag
    source: str


@dataclass(frozen=True, slots=True)
class Option:
    """A clause with alternatives. ``values`` pairs each allowed value with its tag; the first is the
    default.
    """

    name: str
    values: tuple[tuple[Value, Tag], ...]
    source: str

    @property
    def default(self) -> Value:
        """The value in force where a table names none."""
        return self.values[0][0]

    def allows(self, value: object) -> bool:
        """Whether ``value`` is one of the alternatives; ``True`` is not 1 here."""
        return any(value == v and type(value) is type(v) for v, _ in self.values)


@dataclass(frozen=True, slots=True)
class Yaku:
    """A dekiyaku, formed from captured cards.

    ``cards`` is a card set as an integer. ``points`` are added to the total; ``multiplier`` multiplies the
    stake. ``stops``: a cut-off (uchikiriyaku). ``within`` names a larger yaku that contains this one and,
    unless option ``stack_subsets`` is on, replaces it.
    """

    id: str
    cards: int
    clause: str
    points: int = 0
    multiplier: int = 1
    stops: bool = False
    within: str = ""


Display = Literal["face-up", "whole hand", "taken back"]


@dataclass(frozen=True, slots=True)
class Teyaku:
    """A yaku held in the dealt hand. At most one of each ``group`` may be shown.

    Either ``count`` cards of one month (of ``months``), or ``chaff`` chaff cards with every other card
    counting as ``other``. ``display`` says how the shown cards lie afterwards.
    """

    id: str
    group: str
    points: int
    clause: str
    display: Display
    months: tuple[int, ...] = ()
    count: int = 0
    chaff: int = 0
    other: Kind | None = None

    def shown_from(self, hand: int, kinds: dict[Kind, int]) -> int:
        """The cards of ``hand`` (a set) that make this teyaku, or 0. ``kinds``: what cards count as."""
        for month in self.months:
            cards = hand & month_mask(month)
            if cards.bit_count() == self.count:
                return cards
        if self.chaff and (hand & CHAFF).bit_count() == self.chaff:
            rest = hand & ~CHAFF
            if not rest or (self.other and rest & ~kinds[self.other] == 0):
                return hand
        return 0


@dataclass(frozen=True, slots=True)
class Misdeal:
    """A deal that is dealt again: ``count`` or more cards of one of ``months`` in one ``where``."""

    where: Literal["field", "hand"]
    count: int
    months: tuple[int, ...]
    clause: str


@dataclass(frozen=True)
class BlindRaise:
    """Every dealt seat in turn may raise before looking at its hand; who did is bound to enter."""

    clause: str
    refused: str
    id: str = "mizu-kotsu"
    actions: ClassVar[tuple[str, ...]] = (MIZU_KOTSU, PASS)


@dataclass(frozen=True)
class Join:
    """Enter or retire, pass after pass, until ``active`` seats remain. Every pass with more raises by 1."""

    clause: str
    active: int
    bound: str
    repeat: str
    returned: str
    dealer: str
    id: str = "join"
    actions: ClassVar[tuple[str, ...]] = (ENTER, RETIRE)


@dataclass(frozen=True)
class Raise:
    """Each active seat in turn, once, from the dealer: raise by 1 or not."""

    clause: str
    id: str = "kotsu"
    actions: ClassVar[tuple[str, ...]] = (KOTSU, NASHI)


@dataclass(frozen=True)
class ShowTeyaku:
    """Each active seat that holds a teyaku shows what it wants of it."""

    clause: str
    silent: str
    id: str = "teyaku"
    actions: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True)
class Play:
    """Play a hand card, draw a card, in turn, until a cut-off or until no card is left."""

    clause: str
    id: str = "play"
    actions: ClassVar[tuple[str, ...]] = ()


Phase = BlindRaise | Join | Raise | ShowTeyaku | Play


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game as data. ``seats_dealt`` and ``active`` are most seats that get a hand, and that play.

    ``points``: card points by the kind a card *counts as*; ``counts_as`` lists the cards whose kind in
    this game is not the pictured one. ``told`` gives the clause of what happens outside the phases.
    ``settle_stake`` settles the stake alone, as it stands at any moment; ``settle`` the whole round, in
    the order a person would do it.
    """

    id: str
    players: range
    hand_size: int
    field_size: int
    seats_dealt: int
    active: int
    points: dict[Kind, int]
    counts_as: dict[int, Kind]
    misdeals: tuple[Misdeal, ...]
    phases: tuple[Phase, ...]
    teyaku: tuple[Teyaku, ...]
    dekiyaku: tuple[Yaku, ...]
    options: tuple[Option, ...]
    clauses: tuple[Clause, ...]
    told: dict[str, str]
    settle_stake: Callable[[Settling], None]
    settle: Callable[[Settling], None]
    match_length: int
    raise_limits: dict[str, int] = field(default_factory=dict)
