"""Settling a round: the score sheet, and the steps from which every rule set builds its settlement.

A `Sheet` is what people at a table know when a round is over. A rule set's ``settle`` walks through a
`Settling` in the order a person would do the arithmetic; where a ledger is wanted, every step writes its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from hanalearn.rules.compiled import Listed, Rules, list_teyaku, list_yaku
from hanalearn.rules.model import Teyaku, Value, Yaku

Op = Literal["set", "add", "multiply", "pay"]


class Raises(NamedTuple):
    """How often each raise was made in the round."""

    mizu_kotsu: int = 0
    kotsu: int = 0
    repeats: int = 0


NO_RAISES = Raises()


#: What a seat showed, each teyaku with its cards.
Shown = tuple[tuple[Teyaku, int], ...]


class Sheet(NamedTuple):
    """A finished round as its score sheet. Seats are the active ones, the round's dealer first.

    ``field``: the dealt field as a set. ``captured``: a set a seat. ``teyaku``: what each seat showed, with
    the cards (0 where the sheet does not know them). ``fuke``: the seat that declared it.
    ``bids``: what the two seats of an auction bid; no two bids, no seats.
    """

    rules: Rules
    field: int
    captured: tuple[int, ...]
    teyaku: tuple[Shown, ...]
    raises: Raises = NO_RAISES
    played_out: bool = True
    fuke: int | None = None
    bids: tuple[int, int] | None = None


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


class Settling:
    """A settlement under way. ``rows`` is the ledger, or None where nobody asked for one."""

    def __init__(self, sheet: Sheet, *, ledger: bool = True) -> None:
        seats = len(sheet.captured)
        self.sheet = sheet
        self.captured = sheet.captured
        self.rules = sheet.rules
        self.seats = range(seats)
        self.played_out = sheet.played_out
        self.stake = 0
        self.field_multiplier = 1
        self.card_points = [0] * seats
        self.totals = [0] * seats
        self.yaku: list[Sequence[Listed]] = [()] * seats
        self.made: list[Sequence[Yaku]] = [()] * seats
        self.payments = [0] * seats
        self.winner: int | None = None
        self.cutoff: list[str] = []
        self.fuke: int | None = None
        self.void = False
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

    # --- the stake ---

    def set_stake(self, rule: str, brights: int) -> None:
        """The multiplier of the field: 1, and 1 for each of ``brights`` dealt to it."""
        lying = self.sheet.field & brights
        self.stake = self.field_multiplier = 1 + lying.bit_count()
        if self.rows is not None:
            self._row("honba", None, "set", self.stake, self.stake, rule, lying, n=lying.bit_count())

    def raise_stake(self, kind: Literal["mizu_kotsu", "kotsu", "repeats"], rule: str) -> None:
        """Add 1 to the multiplier for every raise of this kind."""
        raised: int = getattr(self.sheet.raises, kind)
        if raised:
            self.stake += raised
            self.field_multiplier = self.stake
            if self.rows is not None:
                self._row(kind.replace("_", "-"), None, "add", raised, self.stake, rule, n=raised)

    def set_amount(self, amount: int, rule: str, step: str = "stake", **words: object) -> None:
        """The stake as an amount that was agreed or bid."""
        self.stake = amount
        if self.rows is not None:
            self._row(step, None, "set", amount, amount, rule, 0, n=amount, **words)

    def times(self, factor: int, rule: str, step: str, **words: object) -> None:
        """Multiply the stake."""
        self.stake *= factor
        if self.rows is not None:
            self._row(step, None, "multiply", factor, self.stake, rule, 0, **words)

    def set_wager(self, wager: int, rule: str) -> None:
        """What every player put into the pot."""
        self.stake = wager
        if self.rows is not None:
            self._row("wager", None, "set", wager, wager, rule, n=wager)

    # --- points and yaku ---

    def count_cards(self, seat: int, rule: str) -> None:
        """Card points, kind by kind."""
        captured = self.captured[seat]
        points = self.card_points[seat] = self.totals[seat] = self.rules.card_points(captured)
        if self.rows is None:
            return
        counted = 0
        for kind, each, of_kind in self.rules.values:
            cards = captured & of_kind
            if not cards or not each:
                continue
            amount = each * cards.bit_count()
            op: Op = "add" if counted else "set"
            counted += amount
            n = cards.bit_count()
            self._row("card-points", seat, op, amount, counted, rule, cards, n=n, kind=kind, each=each)
        if not points:
            self._row("card-points", seat, "set", 0, 0, rule, captured, n=captured.bit_count())

    def find_yaku(self, seat: int, *, teyaku_count: bool = True) -> None:
        """List the seat's teyaku, then its dekiyaku; without ``teyaku_count`` teyaku are worth 0."""
        rules, shown = self.rules, self.sheet.teyaku[seat]
        listed = [list_teyaku(teyaku, cards, counts=teyaku_count) for teyaku, cards in shown] if shown else []
        made = self.made[seat] = rules.made(self.captured[seat])
        for yaku in made:
            twice = yaku.doubled_by and any(t.id == yaku.doubled_by for t, _ in shown)
            listed.append(list_yaku(yaku, times=2) if twice else rules.listed[yaku.id])
        self.yaku[seat] = listed

    def add_yaku(self, seat: int) -> None:
        """Add the points of the seat's own yaku to its total."""
        for yaku in self.yaku[seat]:
            self.totals[seat] += yaku.points
            if self.rows is not None and (yaku.points or yaku.value == 0):
                total = self.totals[seat]
                self._row("yaku", seat, "add", yaku.points, total, yaku.clause, yaku.cards, yaku=yaku.id)

    def deduct_yaku(self, seat: int, rule: str, of: Sequence[int] = ()) -> None:
        """Deduct the points of every opponent's yaku from the seat's total; opponents are all, or ``of``."""
        for other in of or self.seats:
            for yaku in self.yaku[other]:
                if other != seat and yaku.points:
                    self.totals[seat] -= yaku.points
                    if self.rows is not None:
                        total = self.totals[seat]
                        self._row(
                            "deduct", seat, "add", -yaku.points, total, rule, yaku.cards,
                            yaku=yaku.id, other=other,
                        )  # fmt: skip

    def multiply_total(
        self, seat: int, by: int, rule: str, step: str, cards: int = 0, **words: object
    ) -> None:
        """Multiply the seat's total."""
        self.totals[seat] *= by
        if self.rows is not None and by != 1:
            self._row(step, seat, "multiply", by, self.totals[seat], rule, cards, n=by, **words)

    # --- what stopped the round ---

    def who_cut_off(self) -> int | None:
        """The seat that completed a cut-off, if one did."""
        for seat in self.seats:
            for yaku in self.made[seat]:
                if yaku.stops:
                    return seat
        return None

    def stopping_teyaku(self) -> tuple[int, Teyaku, int] | None:
        """The seat, teyaku and cards that stopped the round before play: the most wagers, then turn order."""
        best = None
        for seat in self.seats:
            for teyaku, cards in self.sheet.teyaku[seat]:
                if teyaku.stops and (best is None or teyaku.wagers > best[1].wagers):
                    best = seat, teyaku, cards
        return best

    def stops_of(self, seat: int) -> list[Yaku]:
        """The seat's cut-offs that count: of two, the larger, unless option ``double_cutoff`` says both."""
        stops = [y for y in self.made[seat] if y.stops]
        if len(stops) > 1 and self.option("double_cutoff") == "larger":
            stops = [max(stops, key=lambda y: max(self.rules.number(y.multiplier), y.wagers))]
        self.cutoff = [y.id for y in stops]
        return stops

    def multiply_stake(self, seat: int) -> None:
        """Multiply the stake by the seat's cut-off."""
        for yaku in self.stops_of(seat):
            factor = self.rules.number(yaku.multiplier)
            self.stake *= factor
            if self.rows is not None:
                self._row(
                    "cut-off", None, "multiply", factor, self.stake, yaku.clause, yaku.cards, yaku=yaku.id
                )

    def win_yaku(self, seat: int) -> None:
        """The stake is what the seat's yaku are worth together."""
        for yaku in self.yaku[seat]:
            first = not self.cutoff
            self.cutoff.append(yaku.id)
            self.stake += yaku.points
            if self.rows is not None:
                op: Op = "set" if first else "add"
                self._row(
                    "yaku-value", None, op, yaku.points, self.stake, yaku.clause, yaku.cards, yaku=yaku.id
                )

    def add_wagers(self, wagers: int, rule: str, yaku: str, cards: int, *, instead: bool) -> None:
        """Each loser pays so many more ``wagers``; with ``instead``, so many and not the one in the pot."""
        amount = wagers * int(self.option("wager"))
        self.stake = amount if instead else self.stake + amount
        if self.rows is not None:
            op: Op = "set" if instead else "add"
            self._row("cut-off-wagers", None, op, amount, self.stake, rule, cards, yaku=yaku, n=wagers)

    # --- who wins, and who pays ---

    def highest(self) -> list[int]:
        """The seats with the highest total, in turn order."""
        top = max(self.totals)
        return [s for s in self.seats if self.totals[s] == top]

    def wins(self, seat: int, rule: str) -> None:
        """The seat wins; ``rule`` is the clause that decided it, and has a row of its own."""
        self.winner = seat
        self.decided_by = rule
        if self.rows is not None:
            self._row("winner", seat, "add", 0, self.totals[seat], rule)

    def collect(self, rule: str) -> None:
        """Every other seat pays the stake to the winner."""
        assert self.winner is not None
        self.collect_from({seat: self.stake for seat in self.seats if seat != self.winner}, rule)

    def collect_from(self, amounts: dict[int, int], rule: str) -> None:
        """Each of these seats pays its amount to the winner."""
        assert self.winner is not None
        for seat, amount in amounts.items():
            self.pay(seat, -amount, rule)
        self.pay(self.winner, sum(amounts.values()), rule)

    def collect_score(self, rule: str, nothing: str) -> None:
        """Every other seat pays the winner's score; a score below 0 costs ``nothing``."""
        assert self.winner is not None
        self.stake = max(self.totals[self.winner], 0)
        self.collect(rule if self.totals[self.winner] >= 0 else nothing)

    def nobody_wins(self, rule: str, *, void: bool = False, fuke: int | None = None) -> None:
        """Nobody wins and nobody pays; ``void`` where the round does not count at all."""
        self.void, self.fuke, self.winner = void, fuke, None
        self.cutoff = []
        self.decided_by = rule

    def pool(self, sides: tuple[tuple[int, ...], ...]) -> None:
        """Give every seat the captures of its whole side."""
        captured = list(self.captured)
        for side in sides:
            together = 0
            for seat in side:
                together |= self.captured[seat]
            for seat in side:
                captured[seat] = together
        self.captured = tuple(captured)

    def share(self, sides: tuple[tuple[int, ...], ...]) -> None:
        """Give every seat what was counted for the first of its side."""
        for first, *others in sides:
            for seat in others:
                self.card_points[seat], self.totals[seat] = self.card_points[first], self.totals[first]
                self.yaku[seat] = self.yaku[first]

    def pay(self, seat: int, amount: int, rule: str) -> None:
        """The seat gains the amount, or loses it where it is below 0."""
        self.payments[seat] += amount
        if self.rows is not None:
            self._row("payment", seat, "pay", amount, self.payments[seat], rule, winner=self.winner)


def settled(sheet: Sheet, *, ledger: bool = True) -> Settling:
    """The settlement of a score sheet."""
    settling = Settling(sheet, ledger=ledger)
    sheet.rules.rule_set.settle(settling)
    return settling
