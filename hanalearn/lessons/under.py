"""The same round, or the same score sheet, under other options of its game.

What cannot be is refused by a ValueError whose one line says why.
"""

from __future__ import annotations

from hanalearn import words
from hanalearn.game.record import action_texts
from hanalearn.game.round import IllegalAction, Round
from hanalearn.game.sheet import read_sheet, sheet_json
from hanalearn.rules import Rules
from hanalearn.rules.settling import Sheet


def same_deal(round_: Round, rules: Rules) -> Round:
    """A new round from the deal of ``round_``, which must be one that ``rules`` deal too."""
    old = round_.rules
    shape = (old.hand_size, old.field_size, old.new_table)
    if shape != (rules.hand_size, rules.field_size, rules.new_table):
        raise ValueError(words.say("refused.option.deal"))
    return Round(rules, round_.deal)


def same_actions(round_: Round, rules: Rules) -> Round:
    """The deal and the actions of ``round_`` under ``rules``."""
    again = same_deal(round_, rules)
    for text in action_texts(round_):
        try:
            again.play(text)
        except IllegalAction:
            raise ValueError(words.say("refused.option.action", action=text)) from None
    return again


def same_sheet(sheet: Sheet, rules: Rules) -> Sheet:
    """The score sheet under ``rules``."""
    if any(sheet.captured) or any(sheet.teyaku):  # else no card was played: nothing could disagree
        read_sheet(sheet_json(sheet._replace(rules=rules)))
    return sheet._replace(rules=rules)
