"""A plain referee: a second, slow implementation of complete rounds, written from the rules alone.

It is the oracle the engine is compared with and the denominator of its speed ratio. It shares no
line with `hanalearn` and imports nothing of it. Cards are objects in lists; a round is told from
top to bottom by a generator that stops wherever the rules ask a player something.

Where things are: `Referee` is the table (hands, field, pile, captures) and the text interface;
`RuleSet` has the common round (hana-awase); one subclass a rule set tells its own phases, in the
order of its rules page, and settles a `Sheet`, which a finished round becomes.
"""

from __future__ import annotations

import dataclasses
import random
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

# --- the deck -------------------------------------------------------------------------------------


class Kind(Enum):
    """The kind a card is pictured as; what it counts as is a matter of the rule set."""

    BRIGHT = "B"
    ANIMAL = "A"
    RIBBON = "R"
    CHAFF = "C"


@dataclass(frozen=True, order=True)
class Card:
    """One of the 48 cards. Cards compare in deck order: by month, then by position (0-3)."""

    month: int
    position: int
    kind: Kind = dataclasses.field(compare=False)
    name: str = dataclasses.field(compare=False)

    def __str__(self) -> str:
        return self.name


MONTHS = (
    "1B 1R 1C1 1C2",
    "2A 2R 2C1 2C2",
    "3B 3R 3C1 3C2",
    "4A 4R 4C1 4C2",
    "5A 5R 5C1 5C2",
    "6A 6R 6C1 6C2",
    "7A 7R 7C1 7C2",
    "8B 8A 8C1 8C2",
    "9A 9R 9C1 9C2",
    "10A 10R 10C1 10C2",
    "11B 11A 11R 11C",
    "12B 12C1 12C2 12C3",
)
DECK = [
    Card(month, position, Kind(name.lstrip("0123456789")[0]), name)
    for month, names in enumerate(MONTHS, start=1)
    for position, name in enumerate(names.split())
]
CARD_NAMED = {card.name: card for card in DECK}


def read_cards(text: str) -> list[Card]:
    """The cards of a text such as `"1B 2a 12C1"`, in its order.

    ValueError: an unknown card, or one named twice.
    """
    cards = []
    for name in text.upper().split():
        if name not in CARD_NAMED:
            raise ValueError(f"unknown card {name}")
        cards.append(CARD_NAMED[name])
    if len(set(cards)) < len(cards):
        raise ValueError(f"a card is named twice in {text}")
    return cards


def write_cards(cards: Sequence[Card]) -> str:
    """The cards' names with spaces between them."""
    return " ".join(card.name for card in cards)


# --- what the parts tell each other ---------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """The rules wait for one of `actions` from `seat`."""

    seat: int
    actions: list[str]


@dataclass(frozen=True)
class Yaku:
    """A scoring set: worth `points`, or it multiplies the stake by `multiplier`."""

    id: str
    cards: list[Card]
    points: int = 0
    multiplier: int = 1

    def as_dict(self) -> dict[str, Any]:
        """As the score sheet's answer lists it."""
        value = f"x{self.multiplier}" if self.multiplier > 1 else self.points
        return {"id": self.id, "value": value, "cards": write_cards(self.cards)}


@dataclass(frozen=True)
class Shown:
    """A hand yaku and the cards that show it (none from a score sheet)."""

    id: str
    cards: list[Card]


@dataclass(frozen=True)
class SheetSeat:
    """What a seat has when the round is over: the hand yaku it showed and the cards it won."""

    teyaku: list[Shown]
    captured: list[Card]


@dataclass(frozen=True)
class Sheet:
    """What people at a table know when the round is over; the active seats only, dealer first."""

    field: list[Card]
    mizu_kotsu: int
    kotsu: int
    repeats: int
    seats: list[SheetSeat]
    played_out: bool


# --- the common round -----------------------------------------------------------------------------


class RuleSet(ABC):
    """The common round (hana-awase). A subclass adds its phases, its yaku and its settlement."""

    variant: ClassVar[str]
    options: ClassVar[dict[str, tuple[Any, ...]]]  # every option with its values, default first
    fewest_players: ClassVar[int]
    most_players: ClassVar[int]
    most_hands: ClassVar[int]
    most_active: ClassVar[int]  # seats that play on when the others' hands have gone back
    hand_size: ClassVar[int]
    field_size: ClassVar[int]

    def __init__(self, options: dict[str, Any]) -> None:
        """ValueError: an option the rule set lacks, or a value that is not listed."""
        self.chosen = {name: values[0] for name, values in self.options.items()}
        for name, value in options.items():
            if not any(
                value == listed and type(value) is type(listed)
                for listed in self.options.get(name, ())
            ):
                raise ValueError(f"{self.variant} has no option {name}={value!r}")
            self.chosen[name] = value

    def misdealt(self, hands: list[list[Card]], field: list[Card]) -> str | None:
        """Why the cards are dealt again: `field-month`, four of a month on the field. Else None."""
        return "field-month" if has_four(field, range(1, 13)) else None

    @abstractmethod
    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """The whole round, phase by phase; returns the sheet it ends with."""

    @abstractmethod
    def stops(self, captured: list[Card]) -> bool:
        """Whether a player who has just captured holds something that ends the round."""

    @abstractmethod
    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """The score sheet's answer without the ledger; seats are the sheet's."""

    def captures(self, card: Card, field: list[Card]) -> list[list[Card]]:
        """What the card may take when played: one list of taken cards for each outcome."""
        same_month = sorted(other for other in field if other.month == card.month)
        if len(same_month) == 2:
            return [[other] for other in same_month]
        return [same_month]

    def hand_actions(self, hand: list[Card], field: list[Card]) -> list[str]:
        """Every way to play a card of the hand; the target is written only where there is a choice.

        No card may be laid down whose month is on the field.
        """
        actions = []
        for card in hand:
            outcomes = self.captures(card, field)
            if len(outcomes) == 1:
                actions.append(card.name)
            else:
                actions += [f"{card}>{taken[0]}" for taken in outcomes]
        return actions

    def hana_awase(self, table: Referee) -> Generator[Question, str, bool]:
        """Play from the hand and from the pile, in turn from the dealer.

        Returns True when hands and pile are empty, False when a capture stopped the round.
        """
        while table.pile or any(table.hands[seat] for seat in table.active):
            for seat in table.active:
                hand = table.hands[seat]
                if hand:
                    action = yield Question(seat, self.hand_actions(hand, table.field))
                    name, _, target = action.partition(">")
                    card = CARD_NAMED[name]
                    taken = chosen(self.captures(card, table.field), target)
                    hand.remove(card)
                    table.land(seat, card, taken)
                    if taken and self.stops(table.captured[seat]):
                        return False
                if table.pile:
                    card = table.pile[0]  # turned over, it lies on the pile until it is placed
                    outcomes = self.captures(card, table.field)
                    target = ""
                    if len(outcomes) > 1:
                        action = yield Question(seat, [f">{taken[0]}" for taken in outcomes])
                        target = action.removeprefix(">")
                    taken = chosen(outcomes, target)
                    table.pile.pop(0)
                    table.land(seat, card, taken)
                    if taken and self.stops(table.captured[seat]):
                        return False
        return True


def chosen(outcomes: list[list[Card]], target: str) -> list[Card]:
    """The outcome that takes the named card; the only one where no name was asked for."""
    for taken in outcomes:
        if target and taken[0].name == target:
            return taken
    return outcomes[0]


def has_four(cards: list[Card], months: Sequence[int]) -> bool:
    """Whether all four cards of one of these months are among the cards."""
    found = [card.month for card in cards]
    return any(found.count(month) == 4 for month in months)


# --- Enshu-bana family ----------------------------------------------------------------------------


class EnshuFamily(RuleSet):
    """What the Enshu-bana games and Shishibo share: kinds, earned yaku and their options."""

    shima_months = (5, 9, 12)
    cut_offs: ClassVar[list[Yaku]]
    earned: ClassVar[list[Yaku]]
    card_points: ClassVar[dict[Kind, int]]

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
        return [max(cut_offs, key=lambda yaku: yaku.multiplier)]


class Shishibo(EnshuFamily):
    """Shishibo: points decide who wins, the soba what is paid."""

    variant = "shishibo"
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "stack_subsets": (False, True),
        "double_cutoff": ("larger", "product"),
        "hand_yaku_points": ("add", "ignore"),
    }
    fewest_players = 3
    most_players = 7
    most_hands = 6  # seven hands would need 55 cards
    most_active = 3
    hand_size = 7
    field_size = 6

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
    earned: ClassVar[list[Yaku]] = [
        Yaku("tsukihoto", read_cards("8B 4A"), 50),
        Yaku("shishibo", read_cards("7A 6A"), 50),
        Yaku("shishichu", read_cards("7A 11B"), 50),
        Yaku("shishibochushin", read_cards("7A 6A 11B"), 100),
        Yaku("shima-5", read_cards("5A 5R 5C1 5C2"), 50),
        Yaku("shima-9", read_cards("9A 9R 9C1 9C2"), 50),
        Yaku("shima-12", read_cards("12B 12C1 12C2 12C3"), 50),
    ]
    hand_yaku_points: ClassVar[dict[str, int]] = {
        "shihon": 100,
        **{f"sanbon-{month}": 50 for month in range(1, 13)},
        "soppe": 100,
        "toichi": 50,
        "tanichi": 50,
    }

    def misdealt(self, hands: list[list[Card]], field: list[Card]) -> str | None:
        """As always, and `hand-month`: four of month 5, 9 or 12 in a hand [S]."""
        if any(has_four(hand, self.shima_months) for hand in hands):
            return super().misdealt(hands, field) or "hand-month"
        return super().misdealt(hands, field)

    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """Mizu-kotsu, enter or retire, kotsu, hand yaku, play."""
        field = list(table.field)
        raisers = yield from self.mizu_kotsu(table)
        repeats = yield from self.enter_or_retire(table, raisers)
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

    def enter_or_retire(self, table: Referee, raisers: list[int]) -> Generator[Question, str, int]:
        """Passes until three are in; who raised blindly must enter in the first one.

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
            if len(table.active) == self.most_active:
                return repeats
            bound = []
            repeats += 1

    def kotsu(self, table: Referee) -> Generator[Question, str, int]:
        """Each of the three may raise once. Returns how many did."""
        raises = 0
        for seat in table.active:
            action = yield Question(seat, ["kotsu", "nashi"])
            if action == "kotsu":
                raises += 1
        return raises

    def hand_yaku(self, table: Referee) -> Generator[Question, str, dict[int, list[Shown]]]:
        """Who holds a hand yaku may show one set, one junk yaku or both. Returns what was shown."""
        shown: dict[int, list[Shown]] = {}
        for seat in table.active:
            sets = self.sets_in(table.hands[seat])
            junk = self.junk_in(table.hands[seat])
            offers = [[one] for one in sets + junk]
            offers += [[one, other] for one in sets for other in junk]
            shown[seat] = []
            if offers:
                texts = [" ".join(["show", *(one.id for one in offer)]) for offer in offers]
                action = yield Question(seat, [*texts, "pass"])
                if action != "pass":
                    shown[seat] = offers[texts.index(action)]
        return shown

    def sets_in(self, hand: list[Card]) -> list[Shown]:
        """Shihon (four of a month), then sanbon (exactly three), by month."""
        fours, threes = [], []
        for month in sorted({card.month for card in hand}):
            cards = [card for card in hand if card.month == month]
            if len(cards) == 4:
                fours.append(Shown("shihon", cards))
            if len(cards) == 3:
                threes.append(Shown(f"sanbon-{month}", cards))
        return fours + threes

    def junk_in(self, hand: list[Card]) -> list[Shown]:
        """Soppe, toichi or tanichi; the Lightning is chaff here [D]."""
        pictures = [self.kind(card) for card in hand if self.kind(card) != Kind.CHAFF]
        if pictures == []:
            return [Shown("soppe", list(hand))]
        if pictures == [Kind.ANIMAL]:
            return [Shown("toichi", list(hand))]
        if pictures == [Kind.RIBBON]:
            return [Shown("tanichi", list(hand))]
        return []

    def teyaku_of(self, seat: SheetSeat) -> list[Yaku]:
        """The shown yaku in the order of the page; worth 0 with `hand_yaku_points: ignore` [S]."""
        yaku = []
        for id, points in self.hand_yaku_points.items():
            if self.chosen["hand_yaku_points"] == "ignore":
                points = 0
            yaku += [Yaku(id, shown.cards, points) for shown in seat.teyaku if shown.id == id]
        return yaku

    def stops(self, captured: list[Card]) -> bool:
        """A cut-off yaku ends the round at once."""
        return bool(self.cut_offs_in(captured))

    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """Cut-off, else fuke, else the highest total; both others pay honba times multiplier."""
        entries: list[dict[str, Any]] = []
        for seat in sheet.seats:
            points = self.points_of(seat.captured)
            yaku = self.teyaku_of(seat)
            yaku += self.cut_offs_in(seat.captured) + self.earned_in(seat.captured)
            entries.append(
                {
                    "card_points": points,
                    "yaku": [one.as_dict() for one in yaku],
                    "total": points + sum(one.points for one in yaku),
                }
            )

        brights = [card for card in sheet.field if self.kind(card) == Kind.BRIGHT]
        honba = 1 + len(brights) + sheet.mizu_kotsu + sheet.repeats + sheet.kotsu

        # Ties go to the earlier seat: every search below starts at the dealer.
        winner: int | None = None
        fuke: int | None = None
        cut_offs: list[Yaku] = []
        for number, seat in enumerate(sheet.seats):
            made = self.cut_offs_in(seat.captured)
            if winner is None and made:
                winner, cut_offs = number, self.deciding(made)
        if winner is None and sheet.played_out:
            for number, seat in enumerate(sheet.seats):
                if fuke is None and entries[number]["card_points"] <= 15 and not seat.teyaku:
                    winner = fuke = number
        if winner is None:
            totals = [entry["total"] for entry in entries]
            winner = totals.index(max(totals))

        stake = honba
        for one in cut_offs:
            stake *= one.multiplier
        for number, entry in enumerate(entries):
            entry["payment"] = stake * (len(entries) - 1) if number == winner else -stake
        return {
            "variant": self.variant,
            "void": False,
            "winner": winner,
            "multiplier": honba,
            "cutoff": [one.id for one in cut_offs],
            "fuke": fuke,
            "seats": entries,
        }


RULE_SETS: dict[str, type[RuleSet]] = {"shishibo": Shishibo}


def rule_set(variant: str, options: dict[str, Any]) -> RuleSet:
    """The rules of a variant. ValueError: no such variant, or options it does not have."""
    if variant not in RULE_SETS:
        raise ValueError(f"unknown rule set {variant}")
    return RULE_SETS[variant](options)


# --- the table ------------------------------------------------------------------------------------


class Referee:
    """One round at a table: asks whose turn it is, accepts legal actions, gives the answer.

    `hands` (in deck order) and `captured` are one list a player, `field` and `pile` (next card
    first) one list each; together they always hold the 48 cards. `active` lists the seats still in,
    the dealer first.
    """

    def __init__(
        self,
        variant: str,
        options: dict[str, Any],
        players: int,
        hands: list[str],
        field: str,
        pile: str,
    ) -> None:
        """Lay out a deal.

        `pile`: the draw pile in the order of play; it may name more cards (all 48), of which those
        that are neither dealt nor kept in a hand are drawn. ValueError: not a deal of these rules.
        """
        self.rules = rule_set(variant, options)
        if not self.rules.fewest_players <= players <= self.rules.most_players:
            raise ValueError(f"{variant} is not for {players} players")
        self.players = players
        self.hands = [sorted(read_cards(hand)) for hand in hands]
        self.field = read_cards(field)
        self.captured: list[list[Card]] = [[] for _ in range(players)]
        self.active = list(range(min(players, self.rules.most_hands)))
        self.may_not_look: list[int] = []
        self._order = read_cards(pile)
        self._check_deal()
        self.hands += [[] for _ in range(players - len(hands))]  # who sits out has no hand
        self._stack_pile()

        self._question: Question | None = None
        self._sheet: Sheet | None = None
        self._script = self.rules.play(self)
        self._misdeal = self.rules.misdealt(self.hands, self.field)
        if self._misdeal is None:
            self._go_on(None)

    def _check_deal(self) -> None:
        """ValueError: a wrong number of hands or cards, or a card dealt twice."""
        if len(self.hands) != len(self.active):
            raise ValueError(f"hands: {len(self.active)} hands are dealt")
        if any(len(hand) != self.rules.hand_size for hand in self.hands):
            raise ValueError(f"hands: each has {self.rules.hand_size} cards")
        if len(self.field) != self.rules.field_size:
            raise ValueError(f"field: {self.rules.field_size} cards are dealt")
        dealt = self.field + [card for hand in self.hands for card in hand]
        if len(set(dealt)) < len(dealt):
            raise ValueError("a card is dealt twice")

    def _stack_pile(self) -> None:
        """The pile is what no hand and no field holds. ValueError: its order names too few."""
        elsewhere = set(self.field).union(*self.hands)
        self.pile = [card for card in self._order if card not in elsewhere]
        if len(self.pile) + len(elsewhere) < len(DECK):
            raise ValueError("pile: a card is missing")

    def _go_on(self, action: str | None) -> None:
        """Play on to the next question, or to the end."""
        try:
            self._question = self._script.send(action)  # type: ignore[arg-type]
        except StopIteration as end:
            self._question = None
            self._sheet = end.value

    # What the rules do at the table

    def take_back(self, seat: int) -> None:
        """The seat is out of this round; its hand goes back into the pile."""
        self.active.remove(seat)
        self.hands[seat] = []
        self._stack_pile()

    def land(self, seat: int, card: Card, taken: list[Card]) -> None:
        """A played card captures the taken cards, or stays on the field where there are none."""
        if not taken:
            self.field.append(card)
            return
        for other in taken:
            self.field.remove(other)
        self.captured[seat] += [card, *taken]

    # What players and tests do

    def misdealt(self) -> str | None:
        """Why the rules deal again (`field-month`, `hand-month`); None: the deal is played."""
        return self._misdeal

    @property
    def finished(self) -> bool:
        """Whether the round is over."""
        return self._sheet is not None

    @property
    def turn(self) -> int | None:
        """The seat that is asked; None after the end and in a misdeal."""
        return None if self._question is None else self._question.seat

    def legal(self) -> list[str]:
        """The actions of the seat that is asked; none after the end and in a misdeal."""
        return [] if self._question is None else list(self._question.actions)

    def do(self, action: str) -> None:
        """Take an action. Card names may be written in either case. ValueError: it is not legal."""
        legal = self.legal()
        if action.upper() in legal:
            action = action.upper()
        if action not in legal:
            raise ValueError(f"{action} is not legal; legal: {', '.join(legal) or 'nothing'}")
        self._go_on(action)

    def seen(self, seat: int) -> list[Card]:
        """The cards of its own hand that the seat may look at now."""
        return [] if seat in self.may_not_look else list(self.hands[seat])

    def answer(self) -> dict[str, Any]:
        """The score sheet's answer without the ledger, one entry a player.

        ValueError: the round is not over.
        """
        if self._sheet is None:
            raise ValueError("the round is not over")
        answer = self.rules.settle(self._sheet)
        seats: list[dict[str, Any]] = [
            {"card_points": 0, "yaku": [], "total": 0, "payment": 0} for _ in range(self.players)
        ]
        for seat, entry in zip(self.active, answer["seats"], strict=True):
            seats[seat] = entry
        answer["seats"] = seats
        for key in ("winner", "fuke"):
            if answer[key] is not None:
                answer[key] = self.active[answer[key]]
        return answer


# --- score sheets and random rounds ---------------------------------------------------------------


def score(sheet: dict[str, Any]) -> dict[str, Any]:
    """Settle a valid score sheet: the answer without the ledger."""
    rules = rule_set(sheet["variant"], sheet.get("options", {}))
    raises = sheet.get("raises", {})
    seats = [
        SheetSeat(
            [Shown(id, []) for id in seat.get("teyaku", [])],
            read_cards(seat["captured"]),
        )
        for seat in sheet["seats"]
    ]
    return rules.settle(
        Sheet(
            read_cards(sheet["field"]),
            raises.get("mizu_kotsu", 0),
            raises.get("kotsu", 0),
            raises.get("repeats", 0),
            seats,
            sheet.get("played_out", True),
        )
    )


def random_round(
    variant: str, players: int, rng: random.Random, options: dict[str, Any] | None = None
) -> Referee:
    """A finished round: dealt until it is no misdeal, then every choice uniformly at random.

    Enter and retire are equally likely too, so that a round always comes to an end.
    """
    rules = rule_set(variant, options or {})
    cards = list(DECK)
    while True:
        rng.shuffle(cards)
        undealt = list(cards)
        hands = []
        for _ in range(min(players, rules.most_hands)):
            hands.append(write_cards(undealt[: rules.hand_size]))
            del undealt[: rules.hand_size]
        field = write_cards(undealt[: rules.field_size])
        pile = undealt[rules.field_size :]
        if len(hands) > rules.most_active:
            # Hands will come back: another shuffle says where each card would lie in the pile.
            pile = list(DECK)
            rng.shuffle(pile)
        referee = Referee(variant, options or {}, players, hands, field, write_cards(pile))
        if referee.misdealt() is None:
            break
    while not referee.finished:
        referee.do(rng.choice(referee.legal()))
    return referee
