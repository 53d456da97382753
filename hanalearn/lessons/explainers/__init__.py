"""Explainers: what a rule does, seen happening, in every game from its data alone.

An explainer is a function of the rules in force, and of a yaku where it is about one; it gives a `Story`
whose every outcome the engine has worked out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hanalearn.game.formats import shown
from hanalearn.lessons.explainers.dealt import misdeals
from hanalearn.lessons.explainers.held import groups, shows_teyaku, teyaku
from hanalearn.lessons.explainers.made import replaced, yaku
from hanalearn.lessons.explainers.placed import matching
from hanalearn.lessons.explainers.staked import stake
from hanalearn.lessons.story import Story
from hanalearn.rules import Rules

#: The explainers of a whole topic, and those of one yaku.
_OF_A_TOPIC: dict[str, Callable[[Rules], Story]] = {
    "misdeals": misdeals,
    "stake": stake,
    "matching": matching,
    "groups": groups,
    "replaced": replaced,
}
_OF_A_YAKU: dict[str, Callable[[Rules, str], Story]] = {"yaku": yaku, "teyaku": teyaku}


def topics(rules: Rules) -> list[str]:
    """What can be explained of these rules."""
    found = ["misdeals", "stake", "matching"]
    if ids(rules, "teyaku"):
        found += ["teyaku", "groups"]
    if ids(rules, "yaku"):
        found.append("yaku")
    if any(yaku.within for yaku in rules.rule_set.dekiyaku):
        found.append("replaced")
    return found


def ids(rules: Rules, topic: str) -> list[str]:
    """The yaku, or teyaku, that ``topic`` can explain; empty for a topic that is about none."""
    if topic == "yaku":
        return [yaku.id for yaku in rules.rule_set.dekiyaku]
    return list(rules.teyaku) if topic == "teyaku" and shows_teyaku(rules) else []


def explain(rules: Rules, topic: str, id_: str = "") -> Story:
    """The explainer of a topic; ``id_`` names the yaku where it is about one.

    Raises a ValueError that names what is possible.
    """
    if topic not in topics(rules):
        raise ValueError(f"topic: {shown(topic)} is not one of {', '.join(topics(rules))}")
    if topic in _OF_A_TOPIC:
        if id_:
            raise ValueError(f"id: {topic} is about no single yaku, so {shown(id_)} must be left out")
        story = _OF_A_TOPIC[topic](rules)
    elif id_ not in ids(rules, topic):
        raise ValueError(f"id: {shown(id_)} is not one of {', '.join(ids(rules, topic))}")
    else:
        story = _OF_A_YAKU[topic](rules, id_)
    return replace(story, again=lambda others: explain(others, topic, id_))


__all__ = [
    "explain",
    "groups",
    "ids",
    "matching",
    "misdeals",
    "replaced",
    "stake",
    "teyaku",
    "topics",
    "yaku",
]
