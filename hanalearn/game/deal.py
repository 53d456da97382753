"""A deal fixes all chance of a round: one order of the 48 cards and, where hands can return, of the later
pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat, starmap
from random import Random
from typing import NamedTuple

from hanalearn.cards import DECK_SIZE
from hanalearn.rules import Rules
from hanalearn.rules.model import Misdeal

_BIT = tuple(1 << n for n in range(DECK_SIZE))


class Deal(NamedTuple):
    """Cards by number. ``hands``: one a dealt seat, in deck order; ``field``; ``pile``: the undealt cards.

    ``later`` is the order in which cards come in play once returned hands are shuffled in: cards of it that
    are not in the pile then are passed over. Where no hand can return it is the pile.
    """

    hands: tuple[tuple[int, ...], ...]
    field: tuple[int, ...]
    pile: tuple[int, ...]
    later: tuple[int, ...]


def as_set(cards: Sequence[int]) -> int:
    """Card numbers as a set."""
    total = 0
    for n in cards:
        total |= _BIT[n]
    return total


def shuffled(random: Random) -> list[int]:
    """The 48 cards in random order. Ours, on ``random()`` alone, so that a seed means the same everywhere."""
    numbers = list(starmap(random.random, repeat((), DECK_SIZE)))
    return sorted(range(DECK_SIZE), key=numbers.__getitem__)


def deal(rules: Rules, random: Random) -> Deal:
    """Shuffle and deal until the rules accept it."""
    while True:
        dealt = dealt_out(rules, shuffled(random))
        if misdealt(rules, dealt.hands, dealt.field) is None:
            return dealt._replace(later=tuple(shuffled(random))) if rules.hands_return else dealt


def dealt_out(rules: Rules, order: Sequence[int]) -> Deal:
    """The 48 cards in this ``order``: the hands from the dealer on, the field, the pile."""
    size = rules.hand_size
    start = size * rules.seats_dealt
    end = start + rules.field_size
    hands = tuple([tuple(sorted(order[at : at + size])) for at in range(0, start, size)])
    pile = tuple(order[end:])
    return Deal(hands, tuple(sorted(order[start:end])), pile, pile)


def misdealt(
    rules: Rules, hands: tuple[tuple[int, ...], ...], field: tuple[int, ...]
) -> tuple[Misdeal, int, int] | None:
    """Why a deal is dealt again: the rule, the month, the seat of the hand (-1: the field); or None."""
    looked_at = hands if rules.hands_misdealt else ()
    return rules.misdeal(tuple([as_set(hand) for hand in looked_at]), as_set(field))
