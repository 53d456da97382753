"""Questions about teyaku: which one a hand holds, and which may be shown side by side."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from random import Random

from hanalearn import words
from hanalearn.cards import CHAFF, DECK, ids_of, month_mask
from hanalearn.game.round import Event
from hanalearn.lessons.explainers.held import shows_teyaku
from hanalearn.lessons.quiz.chance import draw, happens
from hanalearn.lessons.quiz.draft import Draft, Reasons, hint, of_month, yes_or_no
from hanalearn.lessons.quiz.situations import EVERY_MONTH, hand_for
from hanalearn.lessons.story import Choice, Group, Question
from hanalearn.rules import Rules
from hanalearn.rules.model import Teyaku

NONE = "none"
PAIRS = 40  # hands made to find out which teyaku can be held together

Hand = tuple[int, list[tuple[Teyaku, int]]]
"""A hand, and what it holds."""


def has_teyaku(rules: Rules) -> bool:
    """Whether teyaku are shown at this table."""
    return shows_teyaku(rules) is not None


def family_of(teyaku: Teyaku) -> str:
    """What a teyaku is called whatever its month: ``sanbon`` of ``sanbon-4``."""
    return teyaku.id.rpartition("-")[0] if teyaku.id[-1].isdigit() else teyaku.id


def _families(rules: Rules) -> dict[str, list[Teyaku]]:
    """The teyaku that can be held, by family, in the order of the table."""
    found: dict[str, list[Teyaku]] = {}
    for teyaku in rules.rule_set.teyaku:
        if not teyaku.bonus_of:
            found.setdefault(family_of(teyaku), []).append(teyaku)
    return found


def _called(family: str) -> str:
    """A family in words."""
    any_month = f"yaku.{family}.any"
    return words.say(any_month) if words.has(any_month) else words.yaku(family)


# --- which is held ---


def held(rules: Rules, random: Random) -> Draft:
    """Which teyaku does this hand hold, the dearest if there are several? As often as any of them, none."""
    families = _families(rules)
    wanted = draw(random, [*families, NONE])
    while True:
        hand = _without(rules, random) if wanted == NONE else _with(rules, random, families[wanted])
        found = rules.held(hand) if hand else []
        best = _dearest(found)
        if hand and (not found if wanted == NONE else best and family_of(best[0]) == wanted):
            break
    assert hand is not None
    phase = shows_teyaku(rules)
    assert phase is not None
    also = {family_of(t) for t, _ in found}
    reasons: Reasons = {}
    for family, own in families.items():
        if family in also and family != wanted:
            reasons[family] = Event("why.less", own[0].clause, words={"name": _called(family)})
        elif family != wanted:
            key = "why.more-than-three" if _has_too_many(hand, own[0]) else "why.not-held"
            reasons[family] = Event(key, own[0].clause, words={"name": _called(family)})
    if best:
        because = Event("why.holds", best[0].clause, 0, best[1], words={"yaku": best[0].id})
        reasons[NONE] = because
    else:
        because = Event("why.holds-none", phase.clause, 0)
    question = Question(
        key="hand-yaku",
        rule=because.rule,
        accepted=frozenset([wanted]),
        otherwise=because,
        seat=0,
        choices=(
            *(Choice(f, "answer.text", words={"text": _called(f)}) for f in families),
            Choice(NONE, "answer.none-held"),
        ),
        reasons=reasons,
    )
    shown = best[1] if best else _most_alike(hand)
    hints = (
        hint("hint.hand", because.rule, 0, hand),
        of_month(because.rule, shown) if best and best[0].months else hint("hint.kinds", because.rule),
        hint("hint.counted", because.rule, None, shown),
    )
    return Draft((Group("hand", hand, seat=0),), question, hints)


def _has_too_many(hand: int, teyaku: Teyaku) -> bool:
    """Whether a hand has four of a month where a teyaku asks for exactly three."""
    exactly_three = teyaku.counts == (3,) and not teyaku.or_more
    return exactly_three and any(month_mask(m) & ~hand == 0 for m in EVERY_MONTH)


def _dearest(found: list[tuple[Teyaku, int]]) -> tuple[Teyaku, int] | None:
    """The teyaku that is worth the most; None where there is none, or two are worth the same."""
    ranked = sorted(found, key=lambda one: (-one[0].wagers, -one[0].points))
    if not ranked or (len(ranked) > 1 and _value(ranked[0][0]) == _value(ranked[1][0])):
        return None
    return ranked[0]


def _value(teyaku: Teyaku) -> tuple[int, int]:
    return teyaku.wagers, teyaku.points


def _with(rules: Rules, random: Random, own: list[Teyaku]) -> int | None:
    return hand_for(rules, random, draw(random, own))


def _without(rules: Rules, random: Random) -> int | None:
    """A hand that comes close to a teyaku and holds none: a card too few, or a card that does not count."""
    teyaku = draw(random, [t for t in rules.rule_set.teyaku if not t.bonus_of])
    hand = hand_for(rules, random, teyaku)
    if hand is None:
        return None
    looks = ids_of(CHAFF & ~teyaku.junk & ~hand) if teyaku.chaff else []
    core = dict((t.id, cards) for t, cards in rules.held(hand))[teyaku.id]
    out = draw(random, ids_of(core))
    put = draw(
        random, looks if looks and happens(random, 0.5) else [c.id for c in DECK if not hand >> c.id & 1]
    )
    near = hand & ~(1 << out) | 1 << put
    return near if rules.misdeal((near,), 0) is None else None


def _most_alike(hand: int) -> int:
    """The cards of the month that a hand has the most of; of a hand with hardly anything else its chaff."""
    chaff = hand & CHAFF
    if chaff.bit_count() > hand.bit_count() - 3:
        return chaff
    return max((hand & month_mask(m) for m in EVERY_MONTH), key=int.bit_count)


# --- side by side ---


@lru_cache(maxsize=64)
def _pairs(rules: Rules) -> tuple[tuple[Teyaku, Teyaku, bool], ...]:
    """Pairs of teyaku, one of each two families, that a hand can hold together; whether both may be shown."""
    random = Random(3)
    families = _families(rules)
    found = []
    for one, other in [*combinations(families, 2), *((f, f) for f in families)]:
        for _ in range(PAIRS):
            first, second = draw(random, families[one]), draw(random, families[other])
            if first.id != second.id and (hand := hand_for(rules, random, first, second)):
                found.append((first, second, _side_by_side(rules, hand, first, second)))
                break
    return tuple(found)


def _side_by_side(rules: Rules, hand: int, first: Teyaku, second: Teyaku) -> bool:
    ids = {first.id, second.id}
    return any(ids <= {t.id for t, _ in show} for show in rules.shows(rules.held(hand)))


def may_be_asked_together(rules: Rules) -> bool:
    """Whether some teyaku may be shown together and some may not."""
    return has_teyaku(rules) and len({both for _, _, both in _pairs(rules)}) > 1


def together(rules: Rules, random: Random) -> Draft:
    """May a seat that holds two teyaku show both?"""
    both = happens(random, 0.5)
    families = _families(rules)
    while True:
        one, other, _ = draw(random, [pair for pair in _pairs(rules) if pair[2] is both])
        first, second = (draw(random, families[family_of(t)]) for t in (one, other))
        hand = hand_for(rules, random, first, second) if first.id != second.id else None
        if hand and _side_by_side(rules, hand, first, second) is both:
            break
    phase = shows_teyaku(rules)
    assert phase is not None
    names: dict[str, object] = {"first": words.yaku(first.id), "second": words.yaku(second.id)}
    because = Event("explain.together" if both else "explain.one-of", phase.groups, 0, words=names)
    mistaken = Event("why.apart" if both else "why.one-group", phase.groups, words=names)
    question = yes_or_no("together", both, because, mistaken, **names)
    cards = dict((t.id, c) for t, c in rules.held(hand))
    hints = (
        hint("hint.hand", phase.groups, 0, hand),
        of_month(phase.groups, cards[first.id] if first.months else cards[second.id]),
        hint("hint.counted", phase.groups, None, cards[first.id] & cards[second.id] or cards[first.id]),
    )
    return Draft((Group("hand", hand, seat=0),), question, hints)
