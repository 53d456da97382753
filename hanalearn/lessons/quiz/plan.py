"""Which questions a quiz asks: families by name or by group, and the same ones for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

from hanalearn.game.formats import shown
from hanalearn.lessons.quiz.item import Item
from hanalearn.rules import Rules

MOST = 200  # questions of one quiz


class Source(Protocol):
    """Who makes questions: `hanalearn.lessons.quiz.families`, or something small in a test."""

    @property
    def GROUPS(self) -> dict[str, tuple[str, ...]]:
        """Families that are chosen together, under one name."""

    def families(self, rules: Rules) -> list[str]:
        """The families of questions that these rules allow."""

    def item(self, rules: Rules, family: str, seed: int) -> Item:
        """The question of a family for a seed."""


class Slot(NamedTuple):
    """A place in a quiz: the question of ``family`` for ``seed``."""

    family: str
    seed: int


def chosen(source: Source, rules: Rules, names: str | Sequence[str]) -> list[str]:
    """The families with these names, groups taken apart; without names all of them.

    Raises a ValueError that names what is possible.
    """
    possible = source.families(rules)
    groups = {name: [f for f in families if f in possible] for name, families in source.GROUPS.items()}
    found: list[str] = []
    for name in [names] if isinstance(names, str) else names:
        if name in possible:
            found.append(name)
        elif isinstance(name, str) and groups.get(name):
            found += groups[name]
        else:
            on_offer = ", ".join([*(group for group in groups if groups[group]), *possible])
            raise ValueError(f"families: {shown(name)} is not one of {on_offer}")
    return list(dict.fromkeys(found)) or possible


def plan(families: Sequence[str], count: int, seed: int) -> list[Slot]:
    """``count`` questions for a seed: every family once before any comes again."""
    random = Random(seed)
    slots: list[Slot] = []
    bag: list[str] = []
    while len(slots) < count:
        # On ``random()`` alone, as deals are, so that a seed means the same everywhere.
        bag = bag or sorted(families, key=lambda _: random.random())
        slots.append(Slot(bag.pop(), int(random.random() * 2**31)))
    return slots
