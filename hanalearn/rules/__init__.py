"""The rule sets: one file a family, each a page of rules written as data with its few hooks.

Every module of this package is looked through for `RuleSet` objects, so a new game is a new file here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from hanalearn.rules.compiled import Rules, RulesError
from hanalearn.rules.model import RuleSet


def _found() -> dict[str, RuleSet]:
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    defined = (value for module in modules for value in vars(module).values())
    return {value.id: value for value in defined if isinstance(value, RuleSet)}


RULE_SETS: dict[str, RuleSet] = _found()

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
