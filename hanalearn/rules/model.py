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
from hanalearn.rules import matching

if TYPE_CHECKING:
    from hanalearn.rules.compiled import Rules
    from hanalearn.rules.settling import Settling

MIZU_KOTSU, PASS = "mizu-kotsu", "pass"
ENTER, RETIRE = "enter", "retire"
KOTSU, NASHI = "kotsu", "nashi"
FUKE = "fuke"
STOP, CONTINUE = "stop", "continue"
BID = "bid "  # followed by a whole number; "bid N" stands for any
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
    default. With ``least``, every whole number from there on is allowed.
    """

    name: str
    values: tuple[tuple[Value, Tag], ...]
    source: str
    least: int | None = None

    @property
    def default(self) -> Value:
        """The value in force where a table names none."""
        return self.values[0][0]

    @property
    def allowed(self) -> str:
        """The allowed values, for an error line."""
        if self.least is not None:
            return f"a whole number from {self.least}"
        return "one of " + ", ".join(str(value).lower() for value, _ in self.values)

    def allows(self, value: object) -> bool:
        """Whether ``value`` is one of the alternatives; ``True`` is not 1 here."""
        if self.least is not None:
            return type(value) is int and value >= self.least
        return any(value == v and type(value) is type(v) for v, _ in self.values)


@dataclass(frozen=True, slots=True)
class Yaku:
    """A dekiyaku, formed from captured cards.

    ``cards`` is a card set as an integer. ``points`` are added to the total; ``multiplier`` multiplies (a
    text names the option that sets it); ``wagers`` are paid by each loser. ``stops``: a cut-off
    (uchikiriyaku). ``within`` names a larger yaku that contains this one and, unless option
    ``stack_subsets`` is on, replaces it. ``doubled_by`` names a teyaku which, shown by the same seat,
    doubles the points.
    """

    id: str
    cards: int
    clause: str
    points: int = 0
    multiplier: int | str = 1
    wagers: int = 0
    stops: bool = False
    within: str = ""
    doubled_by: str = ""


Display = Literal["face-up", "whole hand", "taken back"]


@dataclass(frozen=True, slots=True)
class Teyaku:
    """A yaku held in the dealt hand. At most one of each ``group`` may be shown.

    Either ``counts`` cards of as many different ``months`` (with ``or_more``, also more of each), or
    ``chaff`` cards of ``junk`` with every other card counting as ``other``. ``points`` are added to the
    total; ``wagers`` are paid by each loser. ``stops``: it ends the round before play. ``display`` says
    how the shown cards lie afterwards. ``bonus_of`` names the teyaku whose fourth card earns this one.
    """

    id: str
    group: str
    clause: str
    points: int = 0
    wagers: int = 0
    display: Display = "face-up"
    months: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    or_more: bool = False
    chaff: int = 0
    junk: int = CHAFF
    other: Kind | None = None
    stops: bool = False
    bonus_of: str = ""

    def shown_from(self, hand: int, kinds: dict[Kind, int]) -> int:
        """The cards of ``hand`` (a set) that make this teyaku, or 0. ``kinds``: what cards count as."""
        if self.chaff:
            rest = hand & ~self.junk
            fits = not rest or (self.other and rest & ~kinds[self.other] == 0)
            return hand if fits and (hand & self.junk).bit_count() == self.chaff else 0
        shown = 0
        for count in self.counts:
            shown |= (new := self._of_a_month(hand & ~shown, count))
            if not new:
                return 0
        return shown

    def _of_a_month(self, hand: int, count: int) -> int:
        for month in self.months:
            cards = hand & month_mask(month)
            if cards.bit_count() == count or (self.or_more and cards.bit_count() > count):
                return cards
        return 0


@dataclass(frozen=True, slots=True)
class Misdeal:
    """A deal that is dealt again: ``count`` or more cards of one of ``months`` in one ``where``."""

    where: Literal["field", "hand"]
    count: int
    months: tuple[int, ...]
    clause: str


@dataclass(frozen=True)
class Reveal:
    """The cards are dealt and the field is turned face up. Nobody is asked."""

    clause: str
    field: str
    sits_out: str = ""
    id: str = "deal"
    actions: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True)
class BlindRaise:
    """Every dealt seat in turn may raise before looking at its hand, at most ``limit`` of them.

    Who did must enter.
    """

    clause: str
    refused: str
    limit: int = 0
    id: str = "mizu-kotsu"
    actions: ClassVar[tuple[str, ...]] = (MIZU_KOTSU, PASS)


@dataclass(frozen=True)
class Join:
    """Enter or retire, pass after pass, until ``active`` seats remain. Every pass with more raises by 1.

    Seats that raised blindly are not asked in the first pass, or with ``always`` in any. The other fields
    are the clauses of what happens: a bound seat, a repeated pass, a returned hand, a dealer who retires, the
    seats that remain.
    """

    clause: str
    active: int
    bound: str
    repeat: str
    returned: str
    dealer: str
    remain: str
    always: bool = False
    id: str = "join"
    actions: ClassVar[tuple[str, ...]] = (ENTER, RETIRE)


@dataclass(frozen=True)
class Raise:
    """Each seat still in, once, in turn from the dealer: raise by 1 or not."""

    clause: str
    id: str = "kotsu"
    actions: ClassVar[tuple[str, ...]] = (KOTSU, NASHI)


@dataclass(frozen=True)
class ShowTeyaku:
    """Each active seat that holds a teyaku shows what it wants of it. ``option`` can switch this off.

    ``groups`` is the clause of what may be shown together, ``ends`` that of a teyaku that stops the round.
    """

    clause: str
    silent: str
    groups: str
    ends: str = ""
    option: str = ""
    id: str = "teyaku"
    actions: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True)
class Bid:
    """Each seat bids once, from the one after the dealer. The two highest play; the second of them is dealer.

    ``void``: with fewer than two bids the round is over. ``new_table`` names the option by which the old
    table is shuffled in as well.
    """

    clause: str
    void: str
    dealer: str
    returned: str
    new_table: str = ""
    id: str = "bid"
    actions: ClassVar[tuple[str, ...]] = (BID + "N", PASS)


@dataclass(frozen=True)
class Play:
    """Play a hand card, draw a card, in turn, until a cut-off or until the hands are empty.

    With ``draws_on`` the pile is drawn out too. ``stop`` names the option by which a player may end the round
    after a match. ``hiki``: four of a month dealt to the field go to the dealer. ``gaji`` is a card that,
    dealt to the field, is thrown away, and whose user gets what is left of its suit (``rest``).
    """

    clause: str
    cut_off: str = ""
    ends: str = "hana-awase.end"
    draws_on: bool = False
    stop: str = ""
    stopped: str = ""
    hiki: str = ""
    gaji: int | None = None
    gaji_out: str = ""
    gaji_rest: str = ""
    id: str = "play"
    actions: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True)
class DeclareFuke:
    """After a played-out round, seats that ``may`` are asked in turn; the first who declares ends it.

    ``may`` is given the rules, a seat's captured cards as a set, and whether it showed a teyaku.
    """

    clause: str
    silent: str
    may: Callable[[Rules, int, bool], bool]
    id: str = "fuke"
    actions: ClassVar[tuple[str, ...]] = (FUKE, PASS)


Phase = Reveal | BlindRaise | Join | Raise | Bid | ShowTeyaku | Play | DeclareFuke


@dataclass(frozen=True, slots=True)
class Special:
    """Cards worth something else than their kind, always or where ``option`` has ``value``."""

    cards: int
    points: int
    option: str = ""
    value: Value = ""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game as data, with the few hooks that data cannot say.

    ``deals``: for each number of players, how many cards go to a hand and to the field (a text names the
    option that says it, ``"10/8"``). ``seats_dealt`` and ``active`` are most seats that get a hand, and
    that play. ``points``: card points by the kind a card *counts as* (a text names the option that sets
    them); ``counts_as`` lists the cards whose kind in this game is not the pictured one, ``special``
    those with points of their own. ``settle_stake`` settles the stake alone, as it stands at any moment;
    ``settle`` the whole round, in the order a person would do it. ``paid`` is the clause of the payment.
    ``next_dealer`` deals the next round; where nobody won, the same player does.

    ``raise_limits``: the most raises of each kind that a round can have, None where there is no limit.
    ``needs``: options that only a certain number of players has. ``refused``: why some number of players
    cannot play. ``takes``: what a card may take (see `matching.takes`). ``wild`` cards reach the whole
    field, ``prey`` may be taken by any card, ``exposed`` lie open in every hand; ``wild_rule`` is their
    clause. ``trash``: captured cards without points are thrown away. ``sides``: the seats that play
    together under an option, by its name. ``table_hand``: with all cards dealt to hands, the hand with
    this card is the table.
    """

    id: str
    deals: dict[int, tuple[int, int] | str]
    seats_dealt: int
    active: int
    points: dict[Kind, int | str]
    counts_as: dict[int, Kind]
    phases: tuple[Phase, ...]
    dekiyaku: tuple[Yaku, ...]
    options: tuple[Option, ...]
    clauses: tuple[Clause, ...]
    paid: str
    settle_stake: Callable[[Settling], None]
    settle: Callable[[Settling], None]
    match_length: int = 12
    next_dealer: Literal["winner", "rotates"] = "winner"
    misdeals: tuple[Misdeal, ...] = ()
    teyaku: tuple[Teyaku, ...] = ()
    special: tuple[Special, ...] = ()
    raise_limits: dict[str, int | None] = field(default_factory=dict)
    needs: dict[str, int] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    takes: Callable[[Rules, int, int], list[int]] = matching.takes
    wild: int = 0
    prey: int = 0
    exposed: int = 0
    wild_rule: str = ""
    trash: bool = False
    sides: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    table_hand: int | None = None

    @property
    def players(self) -> range:
        """The numbers of players it is for."""
        return range(min(self.deals), max(self.deals) + 1)

    def deals_next(self, winner: int | None) -> int:
        """The place, counted from the dealer, that deals the next round.

        ``winner`` is the place of who won; after a round that nobody won the same player deals.
        """
        if winner is None:
            return 0
        return winner if self.next_dealer == "winner" else 1

    @property
    def field_counts(self) -> bool:
        """Whether the dealt field sets a multiplier."""
        return bool(self.raise_limits)
