"""Matsu-Kiri-Bozu."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar

from .cards import Card, Kind, by_month, read_cards
from .common import Question, RuleSet, Sheet, SheetSeat, WholeNumber, Yaku

if TYPE_CHECKING:
    from .table import Referee


class MatsuKiriBozu(RuleSet):
    """Matsu-Kiri-Bozu: three wild cards; the first yaku stops the round and is paid."""

    variant = "matsu-kiri-bozu"
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]] = {"wild_takes": ("month", "one")}
    deals: ClassVar[dict[int, tuple[int, int]]] = {2: (8, 8)}

    wild = tuple(read_cards("1B 8B 12B"))
    card_points: ClassVar[dict[Kind, int]] = {
        Kind.BRIGHT: 20,  # Curtain and Rainman
        Kind.ANIMAL: 10,
        Kind.RIBBON: 5,
        Kind.CHAFF: 1,
    }
    yaku: ClassVar[list[Yaku]] = [
        Yaku("goko", read_cards("1B 3B 8B 11B 12B"), 100),
        Yaku("ichinisan", read_cards("1B 2A 3B"), 50),
        Yaku("aotan", read_cards("6R 9R 10R"), 50),
        Yaku("akatan", read_cards("1R 2R 3R"), 40),
        Yaku("botankiri", read_cards("4A 5A 6A"), 50),
        Yaku("ganbo", read_cards("7A 8A 10A"), 50),
    ]

    def points_of(self, cards: list[Card]) -> int:
        """Card points; a wild card is worth 100."""
        return sum(100 if card in self.wild else self.card_points[card.kind] for card in cards)

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Play until a yaku is formed, or hands and pile are exhausted."""
        played_out = yield from self.hana_awase(table)
        seats = [SheetSeat([], table.captured[seat]) for seat in table.active]
        return Sheet([], 0, 0, 0, seats, played_out)

    def captures(self, card: Card, field: list[Card]) -> list[list[Card]]:
        """From the hand and from the pile alike."""
        if card in self.wild:
            return self.captures_of_a_wild(card, field)
        # Any card may take a wild one of another month, or is played normally instead.
        wild = [[other] for other in sorted(field) if other in self.wild and other.month != card.month]
        return wild + super().captures(card, field)

    def captures_of_a_wild(self, card: Card, field: list[Card]) -> list[list[Card]]:
        """Any one card, but three of a month together; it must capture unless the field is empty.

        With `wild_takes: one` only those of its own month are taken together.
        """
        outcomes: list[list[Card]] = []
        for cards in by_month(field):
            together = self.chosen["wild_takes"] == "month" or cards[0].month == card.month
            if len(cards) == 3 and together:
                outcomes.append(cards)
            else:
                outcomes += [[one] for one in cards]
        return outcomes or [[]]

    def yaku_in(self, captured: list[Card]) -> list[Yaku]:
        """The yaku made, in the order of the table."""
        won = set(captured)
        return [yaku for yaku in self.yaku if won.issuperset(yaku.cards)]

    def stops(self, captured: list[Card]) -> bool:
        """The round stops as soon as a yaku is formed."""
        return bool(self.yaku_in(captured))

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """A yaku's value, two at once added up [H]; else the difference of the card points."""
        points = [self.points_of(seat.captured) for seat in sheet.seats]
        made = [self.yaku_in(seat.captured) for seat in sheet.seats]
        winner: int | None = None
        stopping: list[Yaku] = []
        pay = 0
        for number, yaku in enumerate(made):
            if yaku:
                winner, stopping, pay = number, yaku, sum(one.points for one in yaku)
        if not stopping and points[0] != points[1]:
            winner = points.index(max(points))
            pay = max(points) - min(points)
        entries = [
            {
                "card_points": own,
                "yaku": [one.as_dict() for one in yaku],
                "total": own,
                "payment": pay if number == winner else -pay,
            }
            for number, (own, yaku) in enumerate(zip(points, made, strict=True))
        ]
        return self.answer(entries, winner, cutoff=stopping)
