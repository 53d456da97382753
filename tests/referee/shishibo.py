"""Shishibo."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar

from .cards import Card, has_of_a_month
from .common import Question, Sheet, SheetSeat, WholeNumber, Yaku
from .enshu import RaisedStake, highest

if TYPE_CHECKING:
    from .table import Referee


class Shishibo(RaisedStake):
    """Shishibo: points decide who wins, the soba what is paid."""

    variant = "shishibo"
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]] = {
        "stack_subsets": (False, True),
        "double_cutoff": ("larger", "product"),
        "hand_yaku_points": ("add", "ignore"),
    }
    deals: ClassVar[dict[int, tuple[int, int]]] = {players: (7, 6) for players in range(3, 8)}
    most_hands = 6  # seven hands would need 55 cards

    teyaku: ClassVar[list[Yaku]] = [
        Yaku("shihon", [], 100),
        *[Yaku(f"sanbon-{month}", [], 50) for month in range(1, 13)],
        Yaku("soppe", [], 100),  # the Lightning is chaff here [D]
        Yaku("toichi", [], 50),
        Yaku("tanichi", [], 50),
    ]

    def misdealt(self, hands: list[list[Card]], field: list[Card]) -> str | None:
        """As always, and `hand-month`: four of month 5, 9 or 12 in a hand [S]."""
        if any(has_of_a_month(hand, 4, self.shima_months) for hand in hands):
            return super().misdealt(hands, field) or "hand-month"
        return super().misdealt(hands, field)

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Mizu-kotsu, enter or retire, kotsu, hand yaku, play."""
        field = list(table.field)
        raisers = yield from self.mizu_kotsu(table)
        repeats = yield from self.enter_or_retire(table, raisers, always_bound=False)
        kotsu = yield from self.kotsu(table)
        teyaku = yield from self.hand_yaku(table)
        played_out = yield from self.hana_awase(table)
        seats = [SheetSeat(teyaku[seat], table.captured[seat]) for seat in table.active]
        return Sheet(field, len(raisers), kotsu, repeats, seats, played_out)

    def mizu_kotsu(self, table: Referee) -> Generator[Question, str, list[int]]:
        """Every dealt seat may raise before it looks at its hand. Returns who did."""
        table.may_not_look = list(table.active)
        raisers = []
        for seat in table.active:
            action = yield Question(seat, ["mizu-kotsu", "pass"])
            table.may_not_look.remove(seat)
            if action == "mizu-kotsu":
                raisers.append(seat)
        return raisers

    def teyaku_of(self, seat: SheetSeat) -> list[Yaku]:
        """The shown yaku; worth 0 with `hand_yaku_points: ignore` [S]."""
        yaku = super().teyaku_of(seat)
        if self.chosen["hand_yaku_points"] == "ignore":
            yaku = [dataclasses.replace(one, points=0) for one in yaku]
        return yaku

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """Cut-off, else fuke, else the highest total; both others pay honba times multiplier."""
        entries = [self.entry(seat) for seat in sheet.seats]
        honba = self.stake(sheet)

        # Ties go to the earlier seat: every search starts at the dealer.
        winner, cut_offs = self.cut_off_by(sheet)
        fuke: int | None = None
        if winner is None and sheet.played_out:
            for number, seat in enumerate(sheet.seats):
                if fuke is None and entries[number]["card_points"] <= 15 and not seat.teyaku:
                    winner = fuke = number
        if winner is None:
            winner = highest([entry["total"] for entry in entries])

        stake = honba * math.prod(yaku.multiplier for yaku in cut_offs)
        for number, entry in enumerate(entries):
            entry["payment"] = stake * (len(entries) - 1) if number == winner else -stake
        return self.answer(entries, winner, multiplier=honba, cutoff=cut_offs, fuke=fuke)
