"""Well-known misreadings: what the engine says of the same cards under a deliberately wrong rule.

Each has a name, under which its sentence stands in the catalogue, and the clause that refutes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from hanalearn import words
from hanalearn.cards import DECK, mask
from hanalearn.game.round import Event
from hanalearn.lessons.quiz.draft import points_clause
from hanalearn.rules import RULE_SETS, Rules, RulesError
from hanalearn.rules.compiled import option_clause
from hanalearn.rules.settling import Row

#: Yaku of Koi-Koi that a learner may bring along.
KOI_KOI = {
    "hanami-zake": mask("3B 9A"),
    "tsukimi-zake": mask("8B 9A"),
    "inoshikacho": mask("6A 7A 10A"),
}

#: Plants that beginners take for one another, each the other's.
LOOK_ALIKE = {1: 8, 8: 1, 2: 3, 3: 2, 4: 7, 7: 4, 5: 11, 11: 5, 6: 9, 9: 6, 10: 12, 12: 10}


class Misreading(NamedTuple):
    """A wrong reading of the rules: ``rules`` are those it would take to be right."""

    because: Event
    rules: Rules


@lru_cache(maxsize=64)
def of_cards(rules: Rules) -> tuple[Misreading, ...]:
    """Wrong readings of what cards count."""
    rule_set, clause = rules.rule_set, points_clause(rules)
    found = []
    if rule_set.counts_as:
        pictured = sum(1 << n for n in rule_set.counts_as)
        as_pictured = Rules(replace(rule_set, counts_as={}), rules.players, rules.options)
        found.append(Misreading(Event("why.counted-as-pictured", clause, None, pictured), as_pictured))
    special = 0
    for entry in rule_set.special:
        if not entry.option or rules.options[entry.option] == entry.value:
            special |= entry.cards
    if special:
        usual = Rules(replace(rule_set, special=()), rules.players, rules.options)
        found.append(Misreading(Event("why.as-usual", clause, None, special), usual))
    return (*found, *of_options(rules))


@lru_cache(maxsize=64)
def of_options(rules: Rules) -> tuple[Misreading, ...]:
    """What other tables agree on, read into this one. Of options that are numbers there are none."""
    found = []
    for option in rules.rule_set.options:
        for value, _ in option.values if option.least is None else ():
            if value == rules.options[option.name]:
                continue
            with suppress(RulesError):
                other = Rules(rules.rule_set, rules.players, {**rules.options, option.name: value})
                if other.sides != rules.sides:
                    continue
                agreed = words.clause(option_clause(rules.variant, option, value))
                key = "why.subset-twice" if option.name == "stack_subsets" and value else "why.other-table"
                gaps: dict[str, object] = {} if key == "why.subset-twice" else {"agreed": agreed}
                found.append(Misreading(Event(key, rules.in_force(option.name), words=gaps), other))
    return tuple(found)


@lru_cache(maxsize=64)
def elsewhere(rules: Rules) -> tuple[Rules, ...]:
    """The other rule sets, each with its usual options and as few players as it allows."""
    return tuple(
        Rules(rule_set, rule_set.players[0])
        for rule_set in RULE_SETS.values()
        if rule_set.id != rules.variant
    )


def card_points(rules: Rules, cards: int) -> Iterator[tuple[int, Event]]:
    """What some cards would count under each misreading, and what they count in other games."""
    for because, misread in of_cards(rules):
        yield misread.card_points(cards), because
    clause = points_clause(rules)
    for other in elsewhere(rules):
        gaps: dict[str, object] = {"game": words.say(f"variant.{other.variant}")}
        yield other.card_points(cards), Event("why.elsewhere", clause, words=gaps)


def koi_koi(rules: Rules) -> list[str]:
    """The yaku of Koi-Koi that do not exist here."""
    here = {yaku.cards for yaku in rules.rule_set.dekiyaku}
    return [name for name, cards in KOI_KOI.items() if cards not in here]


def register(rows: list[Row], seat: int | None, *, leave: str = "", factor: str = "multiply") -> int:
    """What the register of ``seat`` (None: the stake) comes to when the ledger is followed wrongly.

    Rows of step ``leave`` are left out; each factor is left out (``"leave"``), added (``"add"``) or taken
    twice (``"twice"``).
    """
    after = 0
    for row in rows:
        if row.seat != seat or row.op == "pay" or row.step in (leave, "winner"):
            continue
        if row.op == "set":
            after = row.amount
        elif row.op == "add" or factor == "add":
            after += row.amount
        elif factor != "leave":
            after *= row.amount**2 if factor == "twice" else row.amount
    return after


def looks_like(one: int, other: int) -> bool:
    """Whether two cards are of plants that are taken for one another."""
    return LOOK_ALIKE[DECK[one].month] == DECK[other].month
