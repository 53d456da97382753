"""The yaku of a table as a list to look things up in: what each is called, made of and worth."""

from __future__ import annotations

from typing import NamedTuple

from hanalearn import words
from hanalearn.rules import Rules
from hanalearn.rules.model import Teyaku, Yaku

#: Shown before play; ending the round or multiplying; adding points.
WHICH = ("teyaku", "cut-offs", "earned")


class Entry(NamedTuple):
    """A yaku of the list. ``cards`` is a set, 0 where any month or any chaff can make it."""

    id: str
    name: str
    also: tuple[str, ...]
    worth: str
    clause: str
    cards: int


def listed(rules: Rules, which: str) -> list[Entry]:
    """The yaku of one kind (of `WHICH`); teyaku that differ in their month alone are one entry."""
    if which != "teyaku":
        return [
            _entry(rules, yaku, yaku.id, words.yaku(yaku.id), yaku.cards)
            for _, _, yaku in rules.dekiyaku
            if (yaku.stops or yaku.multiplier != 1) is (which == "cut-offs")
        ]
    if rules.options.get("teyaku") is False:
        return []
    found: dict[str, Entry] = {}
    for teyaku in rules.rule_set.teyaku:
        base = teyaku.id.rpartition("-")[0] if teyaku.id[-1].isdigit() else teyaku.id
        any_month = f"yaku.{base}.any"
        name = words.say(any_month) if words.has(any_month) else words.yaku(teyaku.id)
        found.setdefault(base, _entry(rules, teyaku, base, name, 0))
    return list(found.values())


def _entry(rules: Rules, yaku: Yaku | Teyaku, id_: str, name: str, cards: int) -> Entry:
    also = f"yaku.also.{id_}"
    names = tuple(words.say(also, rules.variant).split(", ")) if words.has(also, rules.variant) else ()
    return Entry(id_, name, names, worth(rules, yaku), yaku.clause, cards)


def heading(rules: Rules, which: str) -> str:
    """What the list is called: where nothing stops a round, there are yaku that multiply instead."""
    multiplies = which == "cut-offs" and not rules.stops
    return words.say("sheet.multiply" if multiplies else f"yaku.table.{which}")


def worth(rules: Rules, yaku: Yaku | Teyaku) -> str:
    """What a yaku is worth in this game, in words."""
    if yaku.wagers:
        return words.say("yaku.worth.wagers", n=yaku.wagers)
    if isinstance(yaku, Yaku) and yaku.multiplier != 1:
        key = "yaku.worth.stops" if yaku.stops else "yaku.worth.times"
        return words.say(key, rules.variant, n=yaku.multiplier)
    ignored = isinstance(yaku, Teyaku) and rules.options.get("hand_yaku_points") == "ignore"
    return words.say("yaku.worth.points", rules.variant, n=0 if ignored else yaku.points)
