"""Two simple opponents: one plays at random, one by a rule of thumb that a person can read and beat."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hanalearn.game.round import ANY_BID, Action
from hanalearn.game.sight import Sight
from hanalearn.rules.compiled import Move
from hanalearn.rules.model import (
    BID,
    CONTINUE,
    ENTER,
    KOTSU,
    MIZU_KOTSU,
    NASHI,
    PASS,
    RETIRE,
    STOP,
)

Opponent = Callable[[Sight, Random], Action]

#: How much of its points a yaku is worth when only one more of its cards is captured.
ON_THE_WAY = 0.3
#: With so many points more than anyone, the thumb stops the hand.
STOP_MARGIN = 30
#: A cut-off is worth about this many points to whoever completes it.
CUT_OFF_WORTH = 60


def at_random(sight: Sight, random: Random) -> Action:
    """Any legal action, but for entering: half of the seats that may retire do, more with every pass."""
    if sight.legal[0] == ENTER:
        return ENTER if random.random() < 0.5 ** (sight.passes + 1) else RETIRE
    if sight.legal[0] == ANY_BID:
        return f"{BID}{1 + int(random.random() * 40)}" if random.random() < 0.5 else PASS
    return sight.legal[int(random.random() * len(sight.legal))]


def by_thumb(sight: Sight, random: Random) -> Action:
    """Take what is worth most, lay down what is worth least; enter and raise with a promising hand."""
    first = sight.legal[0]
    if isinstance(first, Move):
        moves = [action for action in sight.legal if isinstance(action, Move)]
        return max(moves, key=lambda move: (gain(sight, move), random.random()))
    if first == ENTER:
        return ENTER if promise(sight) >= 50 + 20 * sight.passes else RETIRE
    if first == KOTSU:
        return KOTSU if promise(sight) >= 90 else NASHI
    if first == ANY_BID:
        return f"{BID}{int(promise(sight)) // 4}" if promise(sight) >= 20 else PASS
    if first == STOP:
        mine = sight.rules.card_points(sight.captured[sight.seat])
        others = (c for seat, c in enumerate(sight.captured) if seat != sight.seat)
        return STOP if mine >= max(map(sight.rules.card_points, others)) + STOP_MARGIN else CONTINUE
    # A hand yaku is worth showing, fuke worth declaring; a blind raise is not worth making.
    return PASS if first == MIZU_KOTSU else first


def gain(sight: Sight, move: Move) -> float:
    """What a move is worth at once: card points, and yaku made or brought nearer."""
    if not move.gained:
        # What lies on the field, anyone may take.
        return -worth(sight, 1 << move.card)
    return worth(sight, move.gained)


def worth(sight: Sight, cards: int) -> float:
    """The worth of capturing some cards, given what the seat has captured already."""
    rules = sight.rules
    before = sight.captured[sight.seat]
    total = float(rules.card_points(cards)) + 1
    for yaku in rules.rule_set.dekiyaku:
        new = yaku.cards & cards & ~before
        lost = any(
            yaku.cards & captured for seat, captured in enumerate(sight.captured) if seat != sight.seat
        )
        if not new or lost:
            continue
        value = yaku.points or CUT_OFF_WORTH
        missing = (yaku.cards & ~(before | cards)).bit_count()
        total += value if not missing else value * ON_THE_WAY / missing
    return total


def promise(sight: Sight) -> float:
    """How much the hand promises: the worth of what each card could take from the field now."""
    moves, reach = sight.rules.moves, sight.rules.reach
    total = 0.0
    for n in range(len(moves)):
        if sight.hand >> n & 1:
            lying = sight.field & reach[n]
            total += max(max(gain(sight, move), 0) for move in moves[n][lying])
    return total


OPPONENTS: dict[str, Opponent] = {"random": at_random, "thumb": by_thumb}
