"""The deck, and how cards are written."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


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


def by_month(cards: Sequence[Card]) -> list[list[Card]]:
    """The cards of each month that is there, in deck order."""
    return [list(group) for _, group in itertools.groupby(sorted(cards), lambda card: card.month)]


def has_of_a_month(cards: Sequence[Card], number: int, months: Sequence[int]) -> bool:
    """Whether at least `number` cards of one of these months are among the cards."""
    found = [card.month for card in cards]
    return any(found.count(month) >= number for month in months)
