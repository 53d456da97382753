"""The families of questions: which there are, which apply at a table, and the item of one for a seed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from hanalearn.lessons.quiz import cards, counted, dealt, held, made, paid, placed
from hanalearn.lessons.quiz.draft import Draft
from hanalearn.lessons.quiz.item import Item
from hanalearn.lessons.story import Frame, names_at
from hanalearn.rules import Rules


class Family(NamedTuple):
    """How the questions of a family are made, and at which tables there are any."""

    group: str
    applies: Callable[[Rules], bool]
    make: Callable[[Rules, Random], Draft]


FAMILIES: dict[str, Family] = {
    "name": Family("cards", cards.has_months, cards.name),
    "month": Family("cards", cards.has_months, cards.month),
    "kind": Family("cards", counted.is_counted, cards.kind),
    "worth": Family("points", counted.is_counted, cards.worth),
    "card-points": Family("points", counted.is_counted, counted.points),
    "elsewhere": Family("points", counted.is_counted, counted.elsewhere),
    "takes": Family("play", placed.is_played, placed.takes),
    "captures": Family("play", placed.is_played, placed.captures),
    "stops": Family("play", placed.may_stop, placed.stops),
    "misdeal": Family("deal", dealt.is_judged, dealt.misdeal),
    "cleared": Family("deal", dealt.is_cleared, dealt.cleared),
    "stake": Family("payment", dealt.has_stake, dealt.stake),
    "teyaku": Family("yaku", held.has_teyaku, held.held),
    "together": Family("yaku", held.may_be_asked_together, held.together),
    "made": Family("yaku", made.has_yaku, made.made),
    "missing": Family("yaku", made.has_yaku, made.missing),
    "possible": Family("yaku", made.has_yaku, made.possible),
    "total": Family("points", counted.adds_to_points, counted.total),
    "otherwise": Family("points", counted.has_telling_options, counted.otherwise),
    "winner": Family("payment", counted.is_counted, paid.winner),
    "tie": Family("payment", paid.can_tie, paid.tie),
    "dealer": Family("payment", counted.is_counted, paid.next_dealer),
    "pays": Family("payment", paid.is_paid, paid.pays),
    "ledger": Family("payment", counted.is_counted, paid.ledger),
    "fuke": Family("payment", paid.has_fuke, paid.fuke),
}

#: Families that are chosen together, under one name.
GROUPS: dict[str, tuple[str, ...]] = {
    group: tuple(name for name, family in FAMILIES.items() if family.group == group)
    for group in ("cards", "deal", "play", "yaku", "points", "payment")
}


@lru_cache(maxsize=64)
def _families(rules: Rules) -> tuple[str, ...]:
    return tuple(name for name, family in FAMILIES.items() if family.applies(rules))


def families(rules: Rules) -> list[str]:
    """The families that apply at a table, each shown by its rules' data or by settlements of a sample."""
    return list(_families(rules))


def item(rules: Rules, family: str, seed: int) -> Item:
    """The question of a family for a seed, the same on every Python; KeyError for an unknown family."""
    draft = FAMILIES[family].make(rules, Random(seed))
    return Item(
        rules,
        family,
        seed,
        Frame(draft.scene, draft.question, draft.settling, draft.rows),
        draft.names or names_at(rules.players),
        draft.hints,
        draft.viewer,
        draft.sheet,
    )
