"""What a card may take from the field in the common round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanalearn.cards import DECK, ids_of, month_mask

if TYPE_CHECKING:
    from hanalearn.rules.compiled import Rules


def takes(rules: Rules, card: int, lying: int) -> list[int]:
    """The sets that ``card`` may take from the cards ``lying`` on the field; 0 where it is laid down.

    None of its month: it is laid down. One: that. Two: either. Three: all of them.
    """
    same = lying & month_mask(DECK[card].month)
    if same.bit_count() == 3:
        return [same]
    return [1 << n for n in ids_of(same)] or [0]


def each_or_all_three(lying: int, *, together: int) -> list[int]:
    """Any one card of the field; three of a month, where it is one of ``together``, as one choice."""
    found = []
    for month in range(1, 13):
        same = lying & month_mask(month)
        if same.bit_count() == 3 and same & together:
            found.append(same)
        else:
            found += [1 << n for n in ids_of(same)]
    return found
