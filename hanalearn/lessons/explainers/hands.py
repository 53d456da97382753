"""Hands made to order: which hold a teyaku and little else, and which miss it by one card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, permutations, product
from operator import or_

from hanalearn.cards import ALL, CHAFF, DECK, ids_of, month_mask
from hanalearn.rules import Rules
from hanalearn.rules.model import Teyaku


def cores(teyaku: Teyaku) -> Iterator[int]:
    """The cards of months that make it, each way; no card where chaff makes it."""
    for months in permutations(teyaku.months, len(teyaku.counts)):
        counted = zip(months, teyaku.counts, strict=True)
        for cards in product(*(combinations(ids_of(month_mask(m)), count) for m, count in counted)):
            yield sum(1 << n for of_a_month in cards for n in of_a_month)


def hand_with(rules: Rules, *wanted: Teyaku) -> int | None:
    """A full hand that holds all ``wanted`` and as few others as can be; None where no hand can."""
    best: tuple[int, int] | None = None
    chaff = next((t for t in wanted if t.chaff), None)
    for picked in product(*(cores(t) for t in wanted)):
        core = reduce(or_, picked)
        hand = _filled_with_chaff(rules, core, chaff) if chaff else _filled(rules, core)
        held = {t.id for t, _ in rules.held(hand)}
        fits = hand.bit_count() == rules.hand_size and all(t.id in held for t in wanted)
        if fits and rules.misdeal((hand,), 0) is None and (best is None or len(held) < best[0]):
            best = len(held), hand
            if len(held) == len(wanted):
                break
    return best[1] if best else None


def _filled(rules: Rules, core: int) -> int:
    """``core`` and one card of each other month, of every kind, until the hand is full."""
    hand = core
    for month in range(1, 13):
        if hand.bit_count() < rules.hand_size and not hand & month_mask(month):
            hand |= 1 << 4 * (month - 1) + month % 3
    return hand


def _filled_with_chaff(rules: Rules, core: int, teyaku: Teyaku) -> int:
    """``core`` with junk, one card of each month and then a second, and cards of the other kind."""
    hand = core
    for _ in range(2):
        for month in range(1, 13):
            junk = ids_of(teyaku.junk & month_mask(month) & ~hand)
            if junk and (hand & teyaku.junk).bit_count() < teyaku.chaff:
                hand |= 1 << junk[0]
    others = rules.kinds[teyaku.other] & ~hand if teyaku.other else 0
    for n in sorted(ids_of(others), key=lambda n: (hand & month_mask(DECK[n].month)).bit_count()):
        if hand.bit_count() < rules.hand_size:
            hand |= 1 << n
    return hand


def one_card_off(rules: Rules, teyaku: Teyaku, hand: int, made_of: int) -> tuple[int, int] | None:
    """The card to leave out of ``hand`` and the one in its place, by which the teyaku is not held.

    Rather a hand that holds no other teyaku, and a card that looks like the one left out. Both as sets.
    """
    misses = []
    for out, put in product(ids_of(made_of), ids_of(ALL & ~hand)):
        near = hand & ~(1 << out) | 1 << put
        held = [t.id for t, _ in rules.held(near)]
        if teyaku.id not in held and rules.misdeal((near,), 0) is None:
            misses.append((len(held), not _alike(teyaku, out, put), -out, put))
    if not misses:
        return None
    *_, out, put = min(misses)
    return 1 << -out, 1 << put


def _alike(teyaku: Teyaku, out: int, put: int) -> bool:
    """Of junk, a card pictured as chaff that is none here; else a card of the same pictured kind."""
    if teyaku.chaff and CHAFF & ~teyaku.junk:
        return bool(CHAFF & ~teyaku.junk & 1 << put)
    return DECK[out].kind is DECK[put].kind
