"""The common round (hana-awase), and what the parts tell each other."""

from __future__ import annotations

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from .cards import CARD_NAMED, Card, has_of_a_month, write_cards

if TYPE_CHECKING:
    from .table import Referee

# --- what the parts tell each other ---------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """The rules wait for one of `actions` from `seat`.

    `same`: other ways to write some of the actions. `bid N` stands for any whole number above 0.
    """

    seat: int
    actions: list[str]
    same: dict[str, str] = dataclasses.field(default_factory=dict)

    def understand(self, text: str) -> str | None:
        """The action a text means; None: it is not legal. Card names may be in either case."""
        for written in (text, text.upper()):
            if written in self.actions and written != "bid N":
                return written
            if written in self.same:
                return self.same[written]
        if "bid N" in self.actions and re.fullmatch("bid [1-9][0-9]*", text):
            return text
        return None


@dataclass(frozen=True)
class Yaku:
    """A scoring set: worth `points`, or `wagers`, or it multiplies by `multiplier`."""

    id: str
    cards: list[Card]
    points: int = 0
    multiplier: int = 1
    wagers: int = 0

    def as_dict(self) -> dict[str, Any]:
        """As the score sheet's answer lists it."""
        value: int | str = self.points
        if self.multiplier > 1:
            value = f"x{self.multiplier}"
        if self.wagers:
            value = f"{self.wagers}w"
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
    fuke: int | None = None  # which of the seats declared it, where it is declared
    bids: list[int] = dataclasses.field(default_factory=list)  # of the two seats that play, the Oya's first


@dataclass(frozen=True)
class WholeNumber:
    """The values of an option that may be any whole number from `least`."""

    default: int
    least: int


# --- the common round -----------------------------------------------------------------------------


class RuleSet(ABC):
    """The common round (hana-awase). A subclass adds its phases, its yaku and its settlement."""

    variant: ClassVar[str]
    options: ClassVar[dict[str, tuple[Any, ...] | WholeNumber]]  # the values, default first
    deals: ClassVar[dict[int, tuple[int, int]]]  # cards a hand and on the field, by players
    most_hands: ClassVar[int] = 7
    most_active: ClassVar[int] = 7  # seats that play on when the others' hands have gone back
    draws_out: ClassVar[bool] = True  # with empty hands the rest of the pile is drawn in turn

    def __init__(self, options: dict[str, Any]) -> None:
        """ValueError: an option the rule set lacks, or a value that is not listed."""
        self.chosen: dict[str, Any] = {
            name: values.default if isinstance(values, WholeNumber) else values[0]
            for name, values in self.options.items()
        }
        for name, value in options.items():
            if not allowed(self.options.get(name, ()), value):
                raise ValueError(f"{self.variant} has no option {name}={value!r}")
            self.chosen[name] = value

    # The deal

    def sizes(self, players: int) -> tuple[int, int]:
        """How many cards a hand and the field have. ValueError: not for so many players."""
        if players not in self.deals:
            raise ValueError(f"players: {self.variant} is not for {players}")
        return self.deals[players]

    def deal(self, cards: list[Card], players: int) -> tuple[list[list[Card]], list[Card]]:
        """Hands and field from shuffled cards, which are taken out of the list."""
        hand_size, field_size = self.sizes(players)
        hands = []
        for _ in range(min(players, self.most_hands)):
            hands.append(cards[:hand_size])
            del cards[:hand_size]
        field = cards[:field_size]
        del cards[:field_size]
        return hands, field

    def lay_out(self, table: Referee) -> None:
        """Hands and field are on the table. ValueError: it is not a field of these rules."""
        _, field_size = self.sizes(table.players)
        if len(table.field) != field_size:
            raise ValueError(f"field: {field_size} cards are dealt")
        if set(table.field).intersection(card for hand in table.hands for card in hand):
            raise ValueError("field: a card is dealt twice")

    def misdealt(self, hands: list[list[Card]], field: list[Card]) -> str | None:
        """Why the cards are dealt again: `field-month`, four of a month on the field. Else None."""
        return "field-month" if has_of_a_month(field, 4, range(1, 13)) else None

    # What a subclass must say

    @abstractmethod
    def play(self, table: Referee) -> Generator[Question, str, Sheet]:
        """The whole round, phase by phase; returns the sheet it ends with."""

    @abstractmethod
    def settle(self, sheet: Sheet) -> dict[str, Any]:
        """The score sheet's answer without the ledger; seats are the sheet's."""

    def answer(
        self,
        entries: list[dict[str, Any]],
        winner: int | None,
        *,
        multiplier: int = 1,
        cutoff: Sequence[Yaku] = (),
        fuke: int | None = None,
        void: bool = False,
    ) -> dict[str, Any]:
        """The answer in the form of the score sheet."""
        return {
            "variant": self.variant,
            "void": void,
            "winner": winner,
            "multiplier": multiplier,
            "cutoff": [one.id for one in cutoff],
            "fuke": fuke,
            "seats": entries,
        }

    # Turns

    def captures(self, card: Card, field: list[Card]) -> list[list[Card]]:
        """What the card may take when played: one list of taken cards for each outcome.

        No card may be laid down whose month is on the field.
        """
        same_month = sorted(other for other in field if other.month == card.month)
        if len(same_month) == 2:
            return [[other] for other in same_month]
        return [same_month]

    def place(self, table: Referee, seat: int, card: Card, taken: list[Card]) -> None:
        """A played card captures the taken cards, or stays on the field where there are none."""
        table.land(seat, card, taken)

    def stops(self, captured: list[Card]) -> bool:
        """Whether a player who has just captured holds something that ends the round."""
        return False

    def after_capture(self, table: Referee, seat: int) -> Generator[Question, str, bool]:
        """What follows each capture. Returns True where the round ends with it."""
        yield from ()
        return self.stops(table.captured[seat])

    def goes_on(self, table: Referee) -> bool:
        """Whether a card is left to play, or to draw where the pile is drawn out."""
        if self.draws_out and table.pile:
            return True
        return any(table.hands[seat] for seat in table.active)

    def hand_question(self, seat: int, hand: list[Card], field: list[Card]) -> Question:
        """Every way to play a card of the hand."""
        actions: list[str] = []
        same: dict[str, str] = {}
        for card in hand:
            outcomes = self.captures(card, field)
            if len(outcomes) == 1:
                actions.append(card.name)
            else:
                actions += ways(card.name, outcomes)
                same |= other_ways(card.name, outcomes)
        return Question(seat, actions, same)

    def hana_awase(self, table: Referee) -> Generator[Question, str, bool]:
        """Play from the hand and from the pile, in turn from the dealer.

        Returns True when the round is played out, False when a capture stopped it.
        """
        while self.goes_on(table):
            for seat in table.active:
                hand = table.hands[seat]
                if hand:
                    action = yield self.hand_question(seat, hand, table.field)
                    name, _, _ = action.partition(">")
                    card = CARD_NAMED[name]
                    taken = chosen(name, self.captures(card, table.field), action)
                    hand.remove(card)
                    self.place(table, seat, card, taken)
                    if taken and (yield from self.after_capture(table, seat)):
                        return False
                if table.pile:
                    card = table.pile[0]  # turned over, it lies on the pile until it is placed
                    outcomes = self.captures(card, table.field)
                    taken = outcomes[0]
                    if len(outcomes) > 1:
                        action = yield Question(seat, ways("", outcomes), other_ways("", outcomes))
                        taken = chosen("", outcomes, action)
                    table.pile.pop(0)
                    self.place(table, seat, card, taken)
                    if taken and (yield from self.after_capture(table, seat)):
                        return False
        return True


def allowed(values: tuple[Any, ...] | WholeNumber, value: Any) -> bool:
    """Whether an option may have the value; True is not 1."""
    if isinstance(values, WholeNumber):
        return type(value) is int and value >= values.least
    return any(value == listed and type(value) is type(listed) for listed in values)


def ways(name: str, outcomes: list[list[Card]]) -> list[str]:
    """How to write each outcome of playing a card (`""`: the drawn one).

    The target is written only where there is a choice: the first taken card, `-` for none.
    """
    if len(outcomes) == 1:
        return [name]
    return [f"{name}>{taken[0] if taken else '-'}" for taken in outcomes]


def other_ways(name: str, outcomes: list[list[Card]]) -> dict[str, str]:
    """Where there is a choice, any of the cards that are taken together may be named."""
    return {f"{name}>{other}": f"{name}>{taken[0]}" for taken in outcomes for other in taken[1:]}


def chosen(name: str, outcomes: list[list[Card]], action: str) -> list[Card]:
    """The outcome an action names."""
    return outcomes[ways(name, outcomes).index(action)]
