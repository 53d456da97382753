"""What a card may take from the field in the common round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanalearn.cards import DECK, month_mask

if TYPE_CHECKING:
    from hanalearn.rules.compiled import Rules

_MONTHS = tuple(month_mask(month) for month in range(1, 13))
_FIRST = sum(month & -month for month in _MONTHS)  # the first card of every month


def takes(rules: Rules, card: int, lying: int) -> list[int]:
    """The sets that ``card`` may take from the cards ``lying`` on the field; 0 where it is laid down.

    None of its month: it is laid down. One: that. Two: either. Three: all of them.
    """
    same = lying & month_mask(DECK[card].month)
    return [same] if same.bit_count() == 3 else singles(same) or [0]


def each_or_all_three(lying: int, *, together: int) -> list[int]:
    """Any one card of the field; three of a month, where it is one of ``together``, as one choice."""
    if not months_of_three(lying):
        return singles(lying)
    found = []
    for month in _MONTHS:
        same = lying & month
        if same.bit_count() == 3 and same & together:
            found.append(same)
        elif same:
            found += singles(same)
    return found


def singles(cards: int) -> list[int]:
    """Each card of a set as a set of its own, in deck order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest)
        cards ^= lowest
    return found


def full_months(cards: int) -> int:
    """The first card of every month of which the set has all four."""
    pairs = cards & cards >> 1
    return pairs & pairs >> 2 & _FIRST


def months_of_three(cards: int) -> int:
    """The first card of every month of which the set has three or four."""
    shifted = cards >> 1
    both, either = cards & shifted, cards | shifted
    return (both & either >> 2 | either & both >> 2) & _FIRST
