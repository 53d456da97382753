"""Settling a round: the score sheet, and the steps from which every rule set builds its settlement.

A `Sheet` is what people at a table know when a round is over. A rule set's ``settle`` walks through a
`Settling` in the order a person would do the arithmetic; where a ledger is wanted, every step writes its row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from hanalearn.cards import Kind
from hanalearn.rules.compiled import Rules
from hanalearn.rules.model import Teyaku, Value, Yaku

Op = Literal["set", "add", "multiply", "pay"]


class Raises(NamedTuple):
    """How often each raise was made in the round."""

    mizu_kotsu: int = 0
    kotsu: int = 0
    repeats: int = 0


NO_RAISES = Raises()


class Sheet(NamedTuple):
    """A finished round as its score sheet. Seats are the active ones, the round's dealer first.

    ``field``: the dealt field as a set. ``captured``: a set a seat. ``teyaku``: what each seat showed, with
    the cards (0 where the sheet does not know them).
    """

    rules: Rules
    field: int
    captured: tuple[int, ...]
    teyaku: tuple[tuple[tuple[Teyaku, int], ...], ...]
    raises: Raises = NO_RAISES
    played_out: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """One step of the arithmetic.

    There is one register for the stake (``seat`` None) and one a seat. ``set``, ``add`` and ``multiply``
    change that register by ``amount``; ``pay`` adds ``amount`` to the seat's payment. ``after`` is what
    the register, or the payment, is then. ``cards`` is the set the step counts, ``words`` what its
    sentence names.
    """

    step: str
    seat: int | None
    op: Op
    amount: int
    after: int
    rule: str
    cards: int = 0
    words: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Listed:
    """A yaku of the answer: its id, its value (points, or ``"x2"`` for a multiplier), its cards."""

    id: str
    value: int | str
    cards: int


class Settling:
    """A settlement under way. ``rows`` is the ledger, or None where nobody asked for one."""

    def __init__(self, sheet: Sheet, *, ledger: bool = True) -> None:
        seats = len(sheet.captured)
        self.sheet = sheet
        self.rules = sheet.rules
        self.seats = range(seats)
        self.played_out = sheet.played_out
        self.stake = 0
        self.field_multiplier = 1
        self.card_points = [0] * seats
        self.totals = [0] * seats
        self.yaku: list[list[Listed]] = [[] for _ in self.seats]
        self.made: list[list[Yaku]] = [[] for _ in self.seats]
        self.payments = [0] * seats
        self.winner: int | None = None
        self.cutoff: list[str] = []
        self.fuke: int | None = None
        self.rows: list[Row] | None = [] if ledger else None
        self.decided_by = ""

    def option(self, name: str) -> Value:
        """The value of an option at this table."""
        return self.rules.options[name]

    def _row(
        self,
        step: str,
        seat: int | None,
        op: Op,
        amount: int,
        after: int,
        rule: str,
        cards: int = 0,
        **words: object,
    ) -> None:
        assert self.rows is not None
        self.rows.append(Row(step, seat, op, amount, after, rule, cards, words))

    def set_stake(self, rule: str, brights: int) -> None:
        """The honba: 1, and 1 for each of ``brights`` on the dealt field."""
        lying = self.sheet.field & brights
        self.stake = self.field_multiplier = 1 + lying.bit_count()
        if self.rows is not None:
            self._row("honba", None, "set", self.stake, self.stake, rule, lying, n=lying.bit_count())

    def raise_stake(self, kind: Literal["mizu_kotsu", "kotsu", "repeats"], rule: str) -> None:
        """Add 1 to the honba for every raise of this kind."""
        raised: int = getattr(self.sheet.raises, kind)
        if raised:
            self.stake += raised
            self.field_multiplier = self.stake
            if self.rows is not None:
                self._row(kind.replace("_", "-"), None, "add", raised, self.stake, rule, n=raised)

    def count_cards(self, seat: int, rule: str) -> None:
        """Card points, kind by kind."""
        captured = self.sheet.captured[seat]
        points = self.card_points[seat] = self.totals[seat] = self.rules.card_points(captured)
        if self.rows is None:
            return
        counted = 0
        for kind in Kind:
            cards = captured & self.rules.kinds[kind]
            each = self.rules.rule_set.points[kind]
            if not cards or not each:
                continue
            amount = each * cards.bit_count()
            op: Op = "add" if counted else "set"
            counted += amount
            n = cards.bit_count()
            self._row("card-points", seat, op, amount, counted, rule, cards, n=n, kind=kind, each=each)
        if not points:
            self._row("card-points", seat, "set", 0, 0, rule, captured, n=captured.bit_count())

    def add_teyaku(self, seat: int, *, worth: bool) -> None:
        """The shown teyaku; without ``worth`` they are listed with value 0."""
        for teyaku, cards in self.sheet.teyaku[seat]:
            points = teyaku.points if worth else 0
            self._add(seat, teyaku.id, points, cards, teyaku.clause)

    def add_dekiyaku(self, seat: int) -> None:
        """The yaku formed from captured cards: points are added, multipliers only listed."""
        self.made[seat] = self.rules.made(self.sheet.captured[seat])
        for yaku in self.made[seat]:
            if yaku.multiplier > 1:
                self.yaku[seat].append(Listed(yaku.id, f"x{yaku.multiplier}", yaku.cards))
            else:
                self._add(seat, yaku.id, yaku.points, yaku.cards, yaku.clause)

    def _add(self, seat: int, yaku: str, points: int, cards: int, rule: str) -> None:
        self.yaku[seat].append(Listed(yaku, points, cards))
        self.totals[seat] += points
        if self.rows is not None:
            self._row("yaku", seat, "add", points, self.totals[seat], rule, cards, yaku=yaku)

    def who_cut_off(self) -> int | None:
        """The seat that completed a cut-off, if one did."""
        for seat in self.seats:
            for yaku in self.made[seat]:
                if yaku.stops:
                    return seat
        return None

    def multiply_stake(self, seat: int, double: str) -> None:
        """Multiply the stake by the seat's cut-off; option ``double`` says what two of them do."""
        stops = [y for y in self.made[seat] if y.stops]
        if len(stops) > 1 and self.option(double) == "larger":
            stops = [max(stops, key=lambda y: y.multiplier)]
        for yaku in stops:
            self.cutoff.append(yaku.id)
            self.stake *= yaku.multiplier
            if self.rows is not None:
                factor = yaku.multiplier
                self._row(
                    "cut-off", None, "multiply", factor, self.stake, yaku.clause, yaku.cards, yaku=yaku.id
                )

    def highest(self) -> list[int]:
        """The seats with the highest total, in turn order."""
        top = max(self.totals)
        return [s for s in self.seats if self.totals[s] == top]

    def wins(self, seat: int, rule: str) -> None:
        """The seat wins; ``rule`` is the clause that decided it."""
        self.winner = seat
        self.decided_by = rule

    def collect(self, rule: str) -> None:
        """Every other seat pays the stake to the winner."""
        assert self.winner is not None
        for seat in self.seats:
            if seat != self.winner:
                self._pay(seat, -self.stake, rule)
        self._pay(self.winner, self.stake * (len(self.seats) - 1), rule)

    def _pay(self, seat: int, amount: int, rule: str) -> None:
        self.payments[seat] += amount
        if self.rows is not None:
            self._row("payment", seat, "pay", amount, self.payments[seat], rule, winner=self.winner)
