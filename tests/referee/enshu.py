"""Enshu-bana: with wagers, for points, and the comprehensive set; what Shishibo shares with them."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar

from .cards import CARD_NAMED, Card, Kind, by_month, has_of_a_month, read_cards
from .common import Question, RuleSet, Sheet, SheetSeat, Shown, WholeNumber, Yaku

if TYPE_CHECKING:
    from .table import Referee

LIGHTNING = CARD_NAMED["11C"]
WILLOW = 11


# --- kinds, yaku and hand yaku --------------------------------------------------------------------


class EnshuFamily(RuleSet):
    """What the Enshu-bana games and Shishibo share: kinds, yaku and how hand yaku are shown."""

    shima_months = (5, 9, 12)
    four_holds_three: ClassVar[bool] = False  # whether four of a month in hand count as sanbon too
    card_points: ClassVar[dict[Kind, int]]
    teyaku: ClassVar[list[Yaku]]  # in the order of the page, without cards
    cut_offs: ClassVar[list[Yaku]]
    earned: ClassVar[list[Yaku]] = [
        Yaku("tsukihoto", read_cards("8B 4A"), 50),
        Yaku("shishibo", read_cards("7A 6A"), 50),
        Yaku("shishichu", read_cards("7A 11B"), 50),
        Yaku("shishibochushin", read_cards("7A 6A 11B"), 100),
        Yaku("shima-5", read_cards("5A 5R 5C1 5C2"), 50),
        Yaku("shima-9", read_cards("9A 9R 9C1 9C2"), 50),
        Yaku("shima-12", read_cards("12B 12C1 12C2 12C3"), 50),
    ]

    def kind(self, card: Card) -> Kind:
        """What the card counts as: the Rainman is an Animal."""
        return Kind.ANIMAL if card.name == "11B" else card.kind

    def points_of(self, cards: list[Card]) -> int:
        """Card points."""
        return sum(self.card_points[self.kind(card)] for card in cards)

    def cut_offs_in(self, captured: list[Card]) -> list[Yaku]:
        """The cut-off yaku made, in the order of the table."""
        won = set(captured)
        return [yaku for yaku in self.cut_offs if won.issuperset(yaku.cards)]

    def earned_in(self, captured: list[Card]) -> list[Yaku]:
        """The other earned yaku made, in the order of the table.

        Shishibochushin replaces the two pairs inside it, unless `stack_subsets` [H].
        """
        won = set(captured)
        made = [yaku for yaku in self.earned if won.issuperset(yaku.cards)]
        if not self.chosen["stack_subsets"] and "shishibochushin" in [yaku.id for yaku in made]:
            made = [yaku for yaku in made if yaku.id not in ("shishibo", "shishichu")]
        return made

    def deciding(self, cut_offs: list[Yaku]) -> list[Yaku]:
        """Which of the cut-offs of one seat count: the larger, or all with `product` [H]."""
        if self.chosen["double_cutoff"] == "product":
            return cut_offs
        return [max(cut_offs, key=lambda yaku: yaku.multiplier + yaku.wagers)]

    def stops(self, captured: list[Card]) -> bool:
        """A cut-off yaku ends the round at once."""
        return bool(self.cut_offs_in(captured))

    # Hand yaku

    def sets_in(self, hand: list[Card]) -> list[Shown]:
        """Shisou (four and three, or four and four), shihon (four of a month), sanbon (three).

        Those the rule set has, in the order of the table, sanbon by month.
        """
        months = by_month(hand)
        fours = [cards for cards in months if len(cards) == 4]
        threes = [cards for cards in months if len(cards) == 3]
        sets = []
        if fours and len(fours + threes) > 1:
            sets.append(Shown("shisou", [card for cards in fours + threes for card in cards]))
        if fours:
            sets.append(Shown("shihon", fours[0]))
        for cards in months:
            if len(cards) == 3 or (len(cards) == 4 and self.four_holds_three):
                sets.append(Shown(f"sanbon-{cards[0].month}", cards))
        known = [yaku.id for yaku in self.teyaku]
        return [one for one in sets if one.id in known]

    def junk_in(self, hand: list[Card]) -> list[Shown]:
        """Soppe, toichi or tanichi."""
        pictures = [self.kind(card) for card in hand if self.kind(card) != Kind.CHAFF]
        if pictures == []:
            return [Shown("soppe", list(hand))]
        if pictures == [Kind.ANIMAL]:
            return [Shown("toichi", list(hand))]
        if pictures == [Kind.RIBBON]:
            return [Shown("tanichi", list(hand))]
        return []

    def offers(self, hand: list[Card]) -> list[list[Shown]]:
        """Everything a seat may show: one set, one junk yaku or both."""
        sets = self.sets_in(hand)
        junk = self.junk_in(hand)
        return [[one] for one in sets + junk] + [[one, other] for one in sets for other in junk]

    def hand_yaku(self, table: Referee) -> Generator[Question, str, dict[int, list[Shown]]]:
        """Who holds a hand yaku may show it. Returns what was shown."""
        shown: dict[int, list[Shown]] = {}
        for seat in table.active:
            offers = self.offers(table.hands[seat])
            shown[seat] = []
            if offers:
                texts = [" ".join(["show", *(one.id for one in offer)]) for offer in offers]
                action = yield Question(seat, [*texts, "pass"])
                if action != "pass":
                    shown[seat] = offers[texts.index(action)]
        return shown

    def teyaku_of(self, seat: SheetSeat) -> list[Yaku]:
        """The shown yaku in the order of the page."""
        return [
            dataclasses.replace(yaku, cards=shown.cards)
            for yaku in self.teyaku
            for shown in seat.teyaku
            if shown.id == yaku.id
        ]

    def earned_of(self, seat: SheetSeat) -> list[Yaku]:
        """The earned yaku a seat has made, cut-offs apart."""
        return self.earned_in(seat.captured)

    def entry(self, seat: SheetSeat) -> dict[str, Any]:
        """A seat's card points and yaku, and the points of both together as its total."""
        points = self.points_of(seat.captured)
        yaku = self.teyaku_of(seat) + self.cut_offs_in(seat.captured) + self.earned_of(seat)
        return {
            "card_points": points,
            "yaku": [one.as_dict() for one in yaku],
            "total": points + sum(one.points for one in yaku),
            "payment": 0,
        }

    def cut_off_by(self, sheet: Sheet) -> tuple[int | None, list[Yaku]]:
        """Who stopped the round, and with which of the cut-offs that count."""
        for number, seat in enumerate(sheet.seats):
            made = self.cut_offs_in(seat.captured)
            if made:
                return number, self.deciding(made)
        return None, []


def highest(totals: list[int]) -> int:
    """Who has the most; a tie goes to the earlier seat."""
    return totals.index(max(totals))


# --- raising the stake ----------------------------------------------------------------------------


class RaisedStake(EnshuFamily):
    """What the comprehensive set and Shishibo share: Brights on the field and raises set the stake."""

    most_active = 3
    card_points: ClassVar[dict[Kind, int]] = {
        Kind.BRIGHT: 30,
        Kind.ANIMAL: 10,
        Kind.RIBBON: 5,
        Kind.CHAFF: 0,
    }
    cut_offs: ClassVar[list[Yaku]] = [
        Yaku("shiko", read_cards("1B 3B 8B 12B"), multiplier=3),
        Yaku("akatan", read_cards("1R 2R 3R"), multiplier=2),
        Yaku("aotan", read_cards("6R 9R 10R"), multiplier=2),
    ]

    def stake(self, sheet: Sheet) -> int:
        """Field multiplier or honba: 1, and 1 for each Bright on the field and for each raise."""
        brights = [card for card in sheet.field if self.kind(card) == Kind.BRIGHT]
        return 1 + len(brights) + sheet.mizu_kotsu + sheet.kotsu + sheet.repeats

    def enter_or_retire(
        self, table: Referee, raisers: list[int], *, always_bound: bool
    ) -> Generator[Question, str, int]:
        """Passes until three are in; who raised blindly must enter in the first one, or in each.

        Nobody is asked once three are left. Returns how often the pass was repeated.
        """
        bound = raisers
        repeats = 0
        while True:
            for seat in list(table.active):
                if len(table.active) > self.most_active and seat not in bound:
                    action = yield Question(seat, ["enter", "retire"])
                    if action == "retire":
                        table.take_back(seat)
            if len(table.active) <= self.most_active:
                return repeats
            if not always_bound:
                bound = []
            repeats += 1

    def kotsu(self, table: Referee) -> Generator[Question, str, int]:
        """Each seat may raise once. Returns how many did."""
        raises = 0
        for seat in table.active:
            action = yield Question(seat, ["kotsu", "nashi"])
            if action == "kotsu":
                raises += 1
        return raises


# --- A. with wagers -------------------------------------------------------------------------------


class EnshuWagers(EnshuFamily):
    """Enshu-bana A: the pot goes to the highest score, or at once to who makes a stopping yaku."""

    variant = "enshu-wagers"
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]] = {
        "stack_subsets": (False, True),
        "double_cutoff": ("larger", "product"),
        "wager": WholeNumber(1, 1),
        "bright_points": (20, 30),
        "cutoff_pays": ("extra", "total"),
    }
    deals: ClassVar[dict[int, tuple[int, int]]] = {2: (8, 8), 3: (7, 6)}
    draws_out = False  # with two players the rest of the pile is not drawn [S]

    card_points: ClassVar[dict[Kind, int]] = {Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 0}
    teyaku: ClassVar[list[Yaku]] = [
        Yaku("shisou", [], wagers=10),
        Yaku("shihon", [], wagers=2),
        *[Yaku(f"sanbon-{month}", [], 50) for month in EnshuFamily.shima_months],
    ]
    cut_offs: ClassVar[list[Yaku]] = [
        Yaku("shiko", read_cards("1B 3B 8B 12B"), wagers=3),
        Yaku("akatan", read_cards("1R 2R 3R"), wagers=2),
        Yaku("aotan", read_cards("6R 9R 10R"), wagers=2),
    ]

    def points_of(self, cards: list[Card]) -> int:
        """Card points; `bright_points` says what a Bright is worth."""
        brights = [card for card in cards if self.kind(card) == Kind.BRIGHT]
        others = [card for card in cards if card not in brights]
        points: int = self.chosen["bright_points"] * len(brights)
        return points + super().points_of(others)

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Hand yaku, play; a stopping hand yaku ends the round before the first turn."""
        teyaku = yield from self.hand_yaku(table)
        shown = [one.id for seat in table.active for one in teyaku[seat]]
        played_out = False
        if "shisou" not in shown and "shihon" not in shown:
            played_out = yield from self.hana_awase(table)
        seats = [SheetSeat(teyaku[seat], table.captured[seat]) for seat in table.active]
        return Sheet([], 0, 0, 0, seats, played_out)

    def offers(self, hand: list[Card]) -> list[list[Shown]]:
        """At most one of shisou and shihon, with any sanbon."""
        held = self.sets_in(hand)
        return [offer for offer in some_of(held) if not {"shisou", "shihon"} <= {one.id for one in offer}]

    def earned_of(self, seat: SheetSeat) -> list[Yaku]:
        """A shima is worth 100 where the same player showed the triplet [D]."""
        shown = [one.id for one in seat.teyaku]
        return [
            dataclasses.replace(yaku, points=100) if yaku.id.replace("shima", "sanbon") in shown else yaku
            for yaku in super().earned_of(seat)
        ]

    def stopped_by(self, sheet: Sheet) -> tuple[int | None, list[Yaku]]:
        """Who stopped the round, and with which yaku.

        Several stopping hand yaku: the higher value, then the earlier seat [H].
        """
        stopping = [
            (number, yaku)
            for number, seat in enumerate(sheet.seats)
            for yaku in self.teyaku_of(seat)
            if yaku.wagers
        ]
        if stopping:
            number, yaku = max(stopping, key=lambda one: one[1].wagers)
            return number, [yaku]
        return self.cut_off_by(sheet)

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """The pot: everybody's wager, and for a stopping yaku its value from every other player."""
        entries = [self.entry(seat) for seat in sheet.seats]
        winner, stopping = self.stopped_by(sheet)
        if winner is None:
            winner = highest([entry["total"] for entry in entries])

        wagers = sum(yaku.wagers for yaku in stopping)
        if not stopping or self.chosen["cutoff_pays"] == "extra":
            wagers += 1  # the one placed at the start of the round
        loss = wagers * self.chosen["wager"]
        for number, entry in enumerate(entries):
            entry["payment"] = loss * (len(entries) - 1) if number == winner else -loss
        return self.answer(entries, winner, cutoff=stopping)


def some_of(held: list[Shown]) -> list[list[Shown]]:
    """Every choice of one or more of them."""
    return [
        list(offer) for number in range(1, len(held) + 1) for offer in itertools.combinations(held, number)
    ]


# --- B. for points --------------------------------------------------------------------------------


class EnshuPoints(EnshuWagers):
    """Enshu-bana B: dealt and counted as A, but no yaku stops the round and nothing is paid."""

    variant = "enshu-points"
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]] = {
        "stack_subsets": (False, True),
        "bright_points": (20, 30),
        "teyaku": (True, False),
        "shiko_multiplier": (3, 5),
        "ribbon_multiplier": (2, 3),
        "multiplier_order": ("add-first", "multiply-first"),
    }
    teyaku: ClassVar[list[Yaku]] = [
        Yaku("shisou", [], 50),
        *[Yaku(f"sanbon-{month}", [], 50) for month in EnshuFamily.shima_months],
    ]
    four_holds_three = True  # four of such a month in hand contain a triplet [D]

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Hand yaku, play."""
        teyaku = yield from self.hand_yaku(table)
        played_out = yield from self.hana_awase(table)
        seats = [SheetSeat(teyaku[seat], table.captured[seat]) for seat in table.active]
        return Sheet([], 0, 0, 0, seats, played_out)

    def offers(self, hand: list[Card]) -> list[list[Shown]]:
        """Any of those held; nobody is asked with `teyaku: false`."""
        return some_of(self.sets_in(hand)) if self.chosen["teyaku"] else []

    def stops(self, captured: list[Card]) -> bool:
        """No yaku stops the round."""
        return False

    def cut_offs_in(self, captured: list[Card]) -> list[Yaku]:
        """What stops a round in A multiplies the score."""
        times = {
            "shiko": self.chosen["shiko_multiplier"],
            "akatan": self.chosen["ribbon_multiplier"],
            "aotan": self.chosen["ribbon_multiplier"],
        }
        return [
            Yaku(yaku.id, yaku.cards, multiplier=times[yaku.id]) for yaku in super().cut_offs_in(captured)
        ]

    def earned_of(self, seat: SheetSeat) -> list[Yaku]:
        """A shima is never doubled."""
        return self.earned_in(seat.captured)

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """Card points and added yaku, times every multiplier; the highest score wins the round."""
        entries = [self.entry(seat) for seat in sheet.seats]
        for seat, entry in zip(sheet.seats, entries, strict=True):
            times = math.prod(yaku.multiplier for yaku in self.cut_offs_in(seat.captured))
            added = entry["total"] - entry["card_points"]
            entry["total"] *= times
            if self.chosen["multiplier_order"] == "multiply-first":
                entry["total"] = entry["card_points"] * times + added
        return self.answer(entries, highest([entry["total"] for entry in entries]))


# --- C. the comprehensive set ---------------------------------------------------------------------


class EnshuComprehensive(RaisedStake):
    """Enshu-bana C: raises, dropping out, and scores paid in matchsticks."""

    variant = "enshu-comprehensive"
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]] = {
        "stack_subsets": (False, True),
        "double_cutoff": ("larger", "product"),
        "own_yaku": ("deduct-only", "add-too"),
        "tie_break": ("left", "turn"),
        "matchsticks": WholeNumber(100, 0),
    }
    deals: ClassVar[dict[int, tuple[int, int]]] = {players: (7, 6) for players in range(2, 6)}
    draws_out = False
    most_mizu_kotsu = 3

    teyaku: ClassVar[list[Yaku]] = [
        Yaku("shisou", [], 150),
        Yaku("shihon", [], 100),
        *[Yaku(f"sanbon-{month}", [], 50) for month in range(1, 13)],
        Yaku("soppe", [], 100),
        Yaku("toichi", [], 50),
        Yaku("tanichi", [], 50),
    ]

    def misdealt(self, hands: list[list[Card]], field: list[Card]) -> str | None:
        """As always; `field-three`, three of month 5, 9 or 12 on the field; four in a hand."""
        if has_of_a_month(field, 3, self.shima_months):
            return super().misdealt(hands, field) or "field-three"
        if any(has_of_a_month(hand, 4, self.shima_months) for hand in hands):
            return super().misdealt(hands, field) or "hand-month"
        return super().misdealt(hands, field)

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Mizu-kotsu, kotsu, drop-out, hand yaku, play, fuke."""
        field = list(table.field)
        raisers = yield from self.mizu_kotsu(table)
        kotsu = yield from self.kotsu(table)
        repeats = yield from self.enter_or_retire(table, raisers, always_bound=True)
        teyaku = yield from self.hand_yaku(table)
        played_out = yield from self.hana_awase(table)
        seats = [SheetSeat(teyaku[seat], table.captured[seat]) for seat in table.active]
        fuke = None
        if played_out:
            fuke = yield from self.fuke(table, seats)
        return Sheet(field, len(raisers), kotsu, repeats, seats, played_out, fuke)

    def mizu_kotsu(self, table: Referee) -> Generator[Question, str, list[int]]:
        """Before the deal at most three may raise. Returns who did."""
        table.may_not_look = list(table.active)
        raisers: list[int] = []
        for seat in table.active:
            if len(raisers) < self.most_mizu_kotsu:
                action = yield Question(seat, ["mizu-kotsu", "pass"])
                if action == "mizu-kotsu":
                    raisers.append(seat)
        table.may_not_look = []
        return raisers

    def junk_in(self, hand: list[Card]) -> list[Shown]:
        """The Lightning never counts as junk."""
        return [] if LIGHTNING in hand else super().junk_in(hand)

    def fuke(self, table: Referee, seats: list[SheetSeat]) -> Generator[Question, str, int | None]:
        """Who has 15 points or less without Willow, and showed no hand yaku, may declare it.

        Returns the number of the first who does among the active seats.
        """
        for number, seat in enumerate(seats):
            without_willow = [card for card in seat.captured if card.month != WILLOW]
            if self.points_of(without_willow) <= 15 and not seat.teyaku:
                action = yield Question(table.active[number], ["fuke", "pass"])
                if action == "fuke":
                    return number
        return None

    def teyaku_of(self, seat: SheetSeat) -> list[Yaku]:
        """The shown yaku; a bonus follows a triplet of month 5, 9 or 12 whose fourth card was won."""
        yaku = []
        for one in super().teyaku_of(seat):
            yaku.append(one)
            for month in self.shima_months:
                if one.id == f"sanbon-{month}":
                    yaku += self.bonus(month, one.cards, seat)
        return yaku

    def bonus(self, month: int, shown: list[Card], seat: SheetSeat) -> list[Yaku]:
        """The bonus for a shown triplet, if it is due.

        A score sheet does not say which three were shown: all four captured, or it lists the bonus.
        """
        id = f"sanbon-bonus-{month}"
        won = [card for card in seat.captured if card.month == month]
        if shown:
            fourth = [card for card in won if card not in shown]
            return [Yaku(id, fourth, 100)] if fourth else []
        listed = id in [one.id for one in seat.teyaku]
        return [Yaku(id, [], 100)] if listed or len(won) == 4 else []

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """Card points less the opponents' yaku, multiplied; the others pay the winner's score each."""
        entries = [self.entry(seat) for seat in sheet.seats]
        stake = self.stake(sheet)
        cutter, cut_offs = self.cut_off_by(sheet)

        own = [entry["total"] - entry["card_points"] for entry in entries]
        for number, entry in enumerate(entries):
            score = entry["card_points"] - (sum(own) - own[number])
            if self.chosen["own_yaku"] == "add-too":
                score += own[number]
            score *= stake
            if number == cutter:
                score *= math.prod(yaku.multiplier for yaku in cut_offs)
            entry["total"] = score

        if sheet.fuke is not None:
            return self.answer(entries, None, multiplier=stake, fuke=sheet.fuke, void=True)
        winner = cutter
        if winner is None:
            # Tie: the dealer, then from the last seat backwards, or in turn.
            others = list(range(1, len(entries)))
            if self.chosen["tie_break"] == "left":
                others.reverse()
            winner = max([0, *others], key=lambda number: entries[number]["total"])
        pay = max(0, entries[winner]["total"])
        for number, entry in enumerate(entries):
            entry["payment"] = pay * (len(entries) - 1) if number == winner else -pay
        return self.answer(entries, winner, multiplier=stake, cutoff=cut_offs)
