"""Sakura / Higo-bana: the simple game, the game with yaku, and Oi-bana, the chase."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar

from .cards import CARD_NAMED, Card, Kind, by_month, read_cards
from .common import Question, RuleSet, Sheet, SheetSeat, WholeNumber, Yaku

if TYPE_CHECKING:
    from .table import Referee

GAJI = CARD_NAMED["11C"]
RAINMAN = CARD_NAMED["11B"]
YELLOW_PAULOWNIA = CARD_NAMED["12C1"]


# --- how all three are played ---------------------------------------------------------------------


class SakuraFamily(RuleSet):
    """The rules of play: hiki, the gaji, the trash."""

    twenties = tuple(read_cards("1B 3B 8B 12B"))
    gaji_month: int | None = None  # of the cards the gaji has taken

    def misdealt(self, hands: list[list[Card]], field: list[Card]) -> str | None:
        """Nothing is dealt again: four of a month on the table are a hiki."""
        return None

    def points(self, card: Card) -> int:
        """Card points of one card: twenties 20, Ribbons 10, other pictures 5."""
        if card in self.twenties:
            return 20
        if card.kind == Kind.RIBBON:
            return 10
        if card.kind != Kind.CHAFF:
            return 5
        if card == YELLOW_PAULOWNIA and self.chosen["card_values"] == "even":
            return 10
        return 0

    def points_of(self, cards: list[Card]) -> int:
        """Card points."""
        return sum(self.points(card) for card in cards)

    def fishing(self, table: Referee) -> Generator[Question, str, bool]:
        """Hiki, gaji thrown out, play, the rest of the gaji's suit. Returns whether it is played out."""
        self.hiki(table)
        if GAJI in table.field:
            table.field.remove(GAJI)  # not replaced [H]
            table.trash.append(GAJI)
        played_out = yield from self.hana_awase(table)
        if played_out:
            self.rest_of_the_suit(table)
        return played_out

    def hiki(self, table: Referee) -> None:
        """Four of a month dealt to the table: the Oya takes them all."""
        for cards in by_month(table.field):
            if len(cards) == 4:
                for card in cards:
                    table.field.remove(card)
                self.win(table, table.active[0], cards)

    def win(self, table: Referee, seat: int, cards: list[Card]) -> None:
        """Captured cards lie with the seat; those worth nothing go to the trash, except the gaji."""
        for card in cards:
            if self.points(card) or card == GAJI:
                table.captured[seat].append(card)
            else:
                table.trash.append(card)

    def captures(self, card: Card, field: list[Card]) -> list[list[Card]]:
        """The gaji takes any one card, or all three where three of a month lie there."""
        if card != GAJI:
            return super().captures(card, field)
        outcomes: list[list[Card]] = []
        for cards in by_month(field):
            outcomes += [cards] if len(cards) == 3 else [[one] for one in cards]
        return outcomes or [[]]

    def place(self, table: Referee, seat: int, card: Card, taken: list[Card]) -> None:
        """As always; a gaji that finds nothing to take is thrown away [H]."""
        if not taken:
            (table.trash if card == GAJI else table.field).append(card)
            return
        for other in taken:
            table.field.remove(other)
        if card == GAJI:
            self.gaji_month = taken[0].month
        self.win(table, seat, [card, *taken])

    def rest_of_the_suit(self, table: Referee) -> None:
        """Who used the gaji takes what is left of the month it took."""
        rest = [card for card in table.field if card.month == self.gaji_month]
        for seat in table.active:
            if GAJI in table.captured[seat] and rest:
                for card in rest:
                    table.field.remove(card)
                self.win(table, seat, rest)


# --- the simple game ------------------------------------------------------------------------------


class SakuraSimple(SakuraFamily):
    """Sakura without yaku: the highest card points win as many games as the margin is worth."""

    variant = "sakura-simple"
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]] = {
        "card_values": ("common", "even"),
        "stop": (False, True),
    }
    deals: ClassVar[dict[int, tuple[int, int]]] = {
        2: (8, 8),
        3: (7, 6),
        4: (5, 8),
        5: (4, 8),
        6: (3, 12),
        7: (3, 6),
    }
    margins = (30, 60, 120)  # each is one game more

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Fishing to the end, or until somebody stops."""
        played_out = yield from self.fishing(table)
        seats = [SheetSeat([], table.captured[seat]) for seat in table.active]
        return Sheet([], 0, 0, 0, seats, played_out)

    def after_capture(self, table: Referee, seat: int) -> Generator[Question, str, bool]:
        """With `stop` the player may end the hand, while a card is left to play or draw [H]."""
        if self.chosen["stop"] and self.goes_on(table):
            action = yield Question(seat, ["stop", "continue"])
            return action == "stop"
        return False

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """Each loser is compared with the winner separately; a tie for the top scores nothing."""
        points = [self.points_of(seat.captured) for seat in sheet.seats]
        winner = points.index(max(points)) if points.count(max(points)) == 1 else None
        games = [0 for _ in points]
        if winner is not None:
            for number, own in enumerate(points):
                games[number] = -sum(points[winner] - own >= margin for margin in self.margins)
            games[winner] = -sum(games)
        return self.answer(
            [
                {"card_points": own, "yaku": [], "total": own, "payment": won}
                for own, won in zip(points, games, strict=True)
            ],
            winner,
        )


# --- with yaku ------------------------------------------------------------------------------------


class SakuraWithYaku(SakuraFamily):
    """What Sakura with yaku and Oi-bana share: the yaku, the totals and what multiplies the stake."""

    yaku: ClassVar[list[Yaku]] = [
        Yaku("nomi", read_cards("3B 8B 9A"), 50),
        Yaku("omotesugawara", read_cards("1B 2A 3B"), 50),
        Yaku("akatan", read_cards("1R 2R 3R"), 50),
        Yaku("aotan", read_cards("6R 9R 10R"), 50),
        Yaku("kusatan", read_cards("4R 5R 7R"), 50),
        Yaku("ho", read_cards("6A 9A 10A"), 50),
        Yaku("to", read_cards("4A 5A 7A"), 50),
        Yaku("inoshikagan", read_cards("7A 8A 10A"), 50),
    ]

    def yaku_in(self, captured: list[Card]) -> list[Yaku]:
        """The yaku made, in the order of the table; a shared card counts in both."""
        won = set(captured)
        return [yaku for yaku in self.yaku if won.issuperset(yaku.cards)]

    def entries(self, sides: list[list[Card]]) -> list[dict[str, Any]]:
        """Card points, yaku and total of each side's captured cards.

        Own yaku are added; where exactly one side has any, every other deducts them. With
        `subtract-only` none is added and every side deducts those of all the others [H].
        """
        made = [self.yaku_in(captured) for captured in sides]
        values = [sum(one.points for one in yaku) for yaku in made]
        makers = [value for value in values if value > 0]
        entries = []
        for captured, yaku, value in zip(sides, made, values, strict=True):
            points = self.points_of(captured)
            of_others = sum(values) - value
            if self.chosen["yaku_scoring"] == "subtract-only":
                total = points - of_others
            elif len(makers) == 1:
                total = points + value - of_others
            else:
                total = points + value
            entries.append(
                {
                    "card_points": points,
                    "yaku": [one.as_dict() for one in yaku],
                    "total": total,
                    "payment": 0,
                }
            )
        return entries

    def multiplier(self, totals: list[int]) -> int:
        """Basa, shira-basa (the same without any yaku made) and chu, by the margin over the next."""
        best, following = sorted(totals, reverse=True)[:2]
        margin = best - following
        if self.chosen["threshold"] == "more-than":
            margin -= 1
        if margin >= 100:
            return 3 if self.chosen["chu"] else 2
        if margin >= 50 and self.chosen["chu"]:
            return 2
        return 1


class Sakura(SakuraWithYaku):
    """Sakura with yaku: the highest total takes the stake of each other player, or side."""

    variant = "sakura"
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]] = {
        "card_values": ("common", "even"),
        "two_player_deal": ("10/10", "10/8", "8/8"),
        "partnership": (False, True),
        "yaku_scoring": ("source", "subtract-only"),
        "stake": WholeNumber(1, 1),
        "chu": (False, True),
        "threshold": ("at-least", "more-than"),
    }
    deals: ClassVar[dict[int, tuple[int, int]]] = {**SakuraSimple.deals, 2: (10, 10)}

    def sizes(self, players: int) -> tuple[int, int]:
        """`two_player_deal` is read with two players only. ValueError: a partnership not of four."""
        if self.chosen["partnership"] and players != 4:
            raise ValueError("players: a partnership needs four")
        if players == 2:
            hand, field = self.chosen["two_player_deal"].split("/")
            return int(hand), int(field)
        return super().sizes(players)

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Fishing to the end."""
        played_out = yield from self.fishing(table)
        seats = [SheetSeat([], table.captured[seat]) for seat in table.active]
        return Sheet([], 0, 0, 0, seats, played_out)

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """A tie goes to the Oya (oya-gachi), then to the earlier seat."""
        sides = [seat.captured for seat in sheet.seats]
        if self.chosen["partnership"]:
            sides = [sides[0] + sides[2], sides[1] + sides[3]]  # [H]
        entries = self.entries(sides)
        totals = [entry["total"] for entry in entries]
        winner = totals.index(max(totals))
        pay = self.chosen["stake"] * self.multiplier(totals)
        for number, entry in enumerate(entries):
            entry["payment"] = pay * (len(entries) - 1) if number == winner else -pay
        if self.chosen["partnership"]:
            entries = [dict(entry) for entry in [*entries, *entries]]
        return self.answer(entries, winner)


# --- the chase ------------------------------------------------------------------------------------


class OiBana(SakuraWithYaku):
    """Oi-bana: all bid, the two highest bidders play for the bid."""

    variant = "oi-bana"
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]] = {
        "card_values": ("common", "even"),
        "yaku_scoring": ("source", "subtract-only"),
        "chu": (False, True),
        "threshold": ("at-least", "more-than"),
        "new_table": (False, True),
        "stake_bid": ("highest", "winner", "loser"),
    }
    deals: ClassVar[dict[int, tuple[int, int]]] = {players: (8, 8) for players in range(3, 7)}
    most_active = 2
    new_field: tuple[Card, ...] = ()  # which cards the new table has, where a record says so

    def deal(self, cards: list[Card], players: int) -> tuple[list[list[Card]], list[Card]]:
        """With six all 48 are dealt as hands and the one with the Rainman is the table."""
        hands, field = super().deal(cards, players)
        if self.chosen["new_table"]:
            return hands, []  # it is turned up after the bidding
        for hand in hands:
            if players == 6 and RAINMAN in hand:
                field = hand
        return hands, field

    def lay_out(self, table: Referee) -> None:
        """With six the Rainman's owner lays out the hand as the table and is out.

        With `new_table` the field of a record is the one that is turned up later: its cards come
        first in the pile. Until then a record does not say which cards lie on the table (with six
        it does), so that all that are not in a hand count as the pile.
        """
        if self.chosen["new_table"]:
            if len(table.field) not in (0, 8):
                raise ValueError("field: 8 cards are turned up")
            self.new_field = tuple(table.field)
            table.order = table.field + [card for card in table.order if card not in table.field]
            table.field = []
        if table.players == 6:
            for seat, hand in enumerate(table.hands):
                if RAINMAN in hand:
                    if not self.chosen["new_table"] and sorted(table.field) != hand:
                        raise ValueError("field: the hand with the Rainman is the table")
                    table.field = table.field or hand
                    table.hands[seat] = []
                    table.active.remove(seat)
        elif not self.chosen["new_table"]:
            super().lay_out(table)

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Bidding, the other hands go back, fishing for two."""
        bids = yield from self.bidding(table)
        if len(bids) < 2:
            return Sheet([], 0, 0, 0, [SheetSeat([], []) for _ in table.active], True)
        highest, second = sorted(bids, key=lambda seat: -bids[seat])[:2]  # equal: the earlier
        for seat in list(table.active):
            if seat not in (highest, second):
                table.take_back(seat)
        table.active = [second, highest]  # the second highest is Oya [S]
        if self.chosen["new_table"]:
            table.turn_up_new_field(8)
            if self.new_field and set(self.new_field) != set(table.field):
                raise ValueError("field: a card is in a hand that is played")
        played_out = yield from self.fishing(table)
        seats = [SheetSeat([], table.captured[seat]) for seat in table.active]
        return Sheet([], 0, 0, 0, seats, played_out, bids=[bids[seat] for seat in table.active])

    def bidding(self, table: Referee) -> Generator[Question, str, dict[int, int]]:
        """One round from eldest hand. Returns the bids of those who did not pass, in turn."""
        bids = {}
        eldest_first = sorted(table.active, key=lambda seat: (seat == 0, seat))
        for seat in eldest_first:
            action = yield Question(seat, ["bid N", "pass"])
            if action != "pass":
                bids[seat] = int(action.removeprefix("bid "))
        return bids

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """The winner receives the bid; without two bids the round is void. Tie: the Oya."""
        entries = self.entries([seat.captured for seat in sheet.seats])
        if len(sheet.bids) < 2:
            return self.answer(entries, None, void=True)
        totals = [entry["total"] for entry in entries]
        winner = totals.index(max(totals))
        bid = {
            "highest": max(sheet.bids),
            "winner": sheet.bids[winner],
            "loser": sheet.bids[1 - winner],
        }[self.chosen["stake_bid"]]
        pay = bid * self.multiplier(totals)
        entries[winner]["payment"] = pay
        entries[1 - winner]["payment"] = -pay
        return self.answer(entries, winner)
