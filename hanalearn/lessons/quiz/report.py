"""A question as a few lines of text that make it again: for a report to whoever maintains the questions.

The lines are those of scripts; what lies on the table stands behind ``#`` for the eye::

    questions 1
    hanalearn 0.1.0
    game shishibo
    players 3
    option double_cutoff=product
    family stake
    seed 4711
    # Field: 8B 4C1 5R 6C1 9C1 10C2
"""

from __future__ import annotations

from collections.abc import Iterable

from hanalearn import __version__
from hanalearn.game.formats import MOST_NUMBER, FormatError, option_value, shown
from hanalearn.game.record import rules_for
from hanalearn.lessons.quiz.item import VERSION, Item
from hanalearn.lessons.quiz.plan import Slot, Source
from hanalearn.rules import Rules

MOST_TEXT = 10_000
_NEEDED = ("questions", "game", "players", "family", "seed")


def report(rules: Rules, slot: Slot, position: Iterable[str] = ()) -> str:
    """The lines that make a question again. ``position``: what its viewer sees, a line a place."""
    lines = [f"questions {VERSION}", f"hanalearn {__version__}"]
    lines += [f"game {rules.variant}", f"players {rules.players}"]
    lines += [f"option {name}={value}" for name, value in settings(rules).items()]
    lines += [f"family {slot.family}", f"seed {slot.seed}", *(f"# {line}" for line in position)]
    return "\n".join(lines)


def settings(rules: Rules) -> dict[str, str]:
    """The options that differ from the default, written as scripts write them."""
    return {
        option.name: str(rules.options[option.name]).lower()
        for option in rules.rule_set.options
        if rules.options[option.name] != option.default
    }


def read_report(text: str, source: Source) -> Item:
    """The question that a report is about; `FormatError` names the line that cannot be right."""
    if len(text) > MOST_TEXT:
        raise FormatError("", f"the report is longer than {MOST_TEXT} characters")
    found: dict[str, str] = {}
    options: dict[str, object] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        if word == "option":
            name, equals, value = rest.partition("=")
            if not equals or name in options:
                raise FormatError(f"line {number}", f"{shown(rest)} must be an option=value of its own")
            options[name] = option_value(value)
        elif word in (*_NEEDED, "hanalearn"):
            if word in found:
                raise FormatError(f"line {number}", f"{word} is given twice")
            found[word] = rest.strip()
        elif word:
            raise FormatError(f"line {number}", f"{shown(word)} is no word of a report")
    for word in _NEEDED:
        if word not in found:
            raise FormatError(word, f"is missing: a line must say it, such as: {word} …")
    if found["questions"] != str(VERSION):
        raise FormatError("questions", f"must be {VERSION}: other versions ask something else for a seed")
    rules = rules_for(found["game"], _whole("players", found["players"]), options)
    if found["family"] not in source.families(rules):
        raise FormatError("family", f"{shown(found['family'])} is not one of {rules.variant}")
    return source.item(rules, found["family"], _whole("seed", found["seed"]))


def _whole(place: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 16 or int(text) > MOST_NUMBER:
        raise FormatError(place, f"must be a whole number, not {shown(text)}")
    return int(text)
