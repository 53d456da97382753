"""The rule sets: one file a family, each a page of rules written as data with its few hooks."""

from __future__ import annotations

from collections.abc import Mapping

from hanalearn.rules.compiled import Rules, RulesError
from hanalearn.rules.enshu import ENSHU_COMPREHENSIVE, ENSHU_POINTS, ENSHU_WAGERS
from hanalearn.rules.matsu_kiri_bozu import MATSU_KIRI_BOZU
from hanalearn.rules.model import RuleSet
from hanalearn.rules.sakura import OI_BANA, SAKURA, SAKURA_SIMPLE
from hanalearn.rules.shishibo import SHISHIBO

RULE_SETS: dict[str, RuleSet] = {
    rule_set.id: rule_set
    for rule_set in (
        ENSHU_WAGERS,
        ENSHU_POINTS,
        ENSHU_COMPREHENSIVE,
        SHISHIBO,
        SAKURA_SIMPLE,
        SAKURA,
        OI_BANA,
        MATSU_KIRI_BOZU,
    )
}

_compiled: dict[tuple[str, int, str], Rules] = {}


def rules(variant: str, players: int, options: Mapping[str, object] | None = None) -> Rules:
    """The rules in force at a table, compiled once for each combination.

    Raises `RulesError`, a ValueError, for an unknown variant, number of players or option.
    """
    key = (variant, players, repr(sorted(options.items())) if options else "")
    if key not in _compiled:
        if variant not in RULE_SETS:
            raise RulesError("variant", f"{variant!r} is not one of {', '.join(RULE_SETS)}")
        _compiled[key] = Rules(RULE_SETS[variant], players, options)
    return _compiled[key]


__all__ = ["RULE_SETS", "RuleSet", "Rules", "RulesError", "rules"]
