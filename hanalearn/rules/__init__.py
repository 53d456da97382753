"""The rule sets: one file a family, each a page of rules written as data with its few hooks."""

from __future__ import annotations

from collections.abc import Mapping

from hanalearn.rules.compiled import Rules
from hanalearn.rules.model import RuleSet
from hanalearn.rules.shishibo import SHISHIBO

RULE_SETS: dict[str, RuleSet] = {rule_set.id: rule_set for rule_set in (SHISHIBO,)}

_compiled: dict[tuple[object, ...], Rules] = {}


def rules(variant: str, players: int, options: Mapping[str, object] | None = None) -> Rules:
    """The rules in force at a table, compiled once for each combination.

    Raises ValueError with a message that names the field for an unknown variant, number of players or option.
    """
    if variant not in RULE_SETS:
        raise ValueError(f"variant: {variant!r} is not one of {', '.join(RULE_SETS)}")
    compiled = Rules(RULE_SETS[variant], players, options)
    key = (variant, players, *compiled.options.values())
    return _compiled.setdefault(key, compiled)


__all__ = ["RULE_SETS", "RuleSet", "Rules", "rules"]
