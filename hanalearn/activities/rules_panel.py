"""The rules in force as a view shows them beside a game, a walk or a quiz, when a reader asks for them.

Plain JSON. ``label`` s are headings; a ``rule`` is a clause as everywhere: ``id``, ``tag``, ``tagtext``,
``source``, ``text``. Cards are named by their notation; ``cards`` holds each once, as ledgers do. ::

    {"title": "Rules in force: Shishibo, 3 players",
     "close": {"do": "rules close", "label"},
     "tags": {"label", "rows": [{"tag": "S", "text"}]},
     "options": {"label", "fixed": "" or why none can be changed, "rows": [
         {"name": "stack_subsets", "label", "value": "false", "rule": of the value in force,
          "values": [{"value", "rule", "now": bool, "nowtext", "do": "option stack_subsets=true" or None}],
          "number": None or {"do": "option wager=", "label", "button", "value": 1}}]},
     "yaku": {"label", "none": "" or that there are none, "groups": [
         {"label", "rows": [{"id", "name", "also": [], "worth", "cards": ["1R"], "rule"}]}]},
     "points": {"label", "columns": {"kind", "points", "count"}, "rule",
                "rows": [{"kind", "label", "points": 30, "count": 4, "cards"}]},
     "months": {"label", "rows": [{"month": 1, "name", "flower", "kanji", "romaji", "also",
                                   "cards": [{"id", "kanji", "romaji"}]}]},
     "glossary": {"label", "alsolabel", "rows": [{"id", "name", "kanji", "also", "text"}]},
     "cards": {"1B": a card as in every view}}

``also`` are further names. A yaku without cards is made of any month, or of chaff. A value's ``do`` is None
where it is in force or cannot be had at this table; the number that the reader writes follows the ``do`` of a
``number``.
"""

from __future__ import annotations

from hanalearn import words
from hanalearn.activities.board import Json, open_card
from hanalearn.cards import DECK, MONTHS, ids_of
from hanalearn.lessons.glossary import glossary
from hanalearn.lessons.telling import rule
from hanalearn.lessons.yaku_list import WHICH, heading, listed
from hanalearn.rules import Rules, RulesError
from hanalearn.rules import rules as rules_at
from hanalearn.rules.compiled import option_clause
from hanalearn.rules.model import Option, Value


def panel(rules: Rules, *, may_change: bool) -> Json:
    """The rules in force. ``may_change``: whether the reader may set options, each by its ``do``."""
    return {
        "title": words.say("rules.title", game=words.say(f"variant.{rules.variant}"), players=rules.players),
        "close": {"do": "rules close", "label": words.say("rules.close")},
        "tags": {
            "label": words.say("rules.tags"),
            "rows": [{"tag": tag, "text": words.say(f"tag.{tag}")} for tag in "SDH"],
        },
        "options": {
            "label": words.say("rules.options"),
            "fixed": "" if may_change else words.say("rules.fixed"),
            "rows": [_option(rules, option, may_change) for option in rules.rule_set.options],
        },
        "yaku": _yaku(rules),
        "points": _points(rules),
        "months": _months(),
        "glossary": {
            "label": words.say("rules.glossary"),
            "alsolabel": words.say("rules.also"),
            "rows": [
                {"id": t.id, "name": t.name, "kanji": t.kanji, "also": list(t.also), "text": t.text}
                for t in glossary(rules)
            ],
        },
        "cards": {card.notation: open_card(rules, card.id) for card in DECK},
    }


# --- options ---


def _option(rules: Rules, option: Option, may_change: bool) -> Json:
    now = rules.options[option.name]
    number = option.least is not None
    return {
        "name": option.name,
        "label": words.say(f"option.{option.name}"),
        "value": written(now),
        "rule": rule(rules, rules.in_force(option.name)),
        "values": [] if number else [_value(rules, option, v, may_change) for v, _ in option.values],
        "number": _number(option, now) if number and may_change else None,
    }


def _value(rules: Rules, option: Option, value: Value, may_change: bool) -> Json:
    now = rules.options[option.name] == value
    can = may_change and not now and can_have(rules, option, value)
    return {
        "value": written(value),
        "rule": rule(rules, option_clause(rules.variant, option, value)),
        "now": now,
        "nowtext": words.say("rules.option.now") if now else "",
        "do": f"option {option.name}={written(value)}" if can else None,
    }


def _number(option: Option, now: Value) -> Json:
    name = words.say(f"option.{option.name}")
    return {
        "do": f"option {option.name}=",
        "label": words.say("rules.option.number", name=name, n=option.least),
        "button": words.say("rules.option.change"),
        "value": now,
    }


def can_have(rules: Rules, option: Option, value: Value) -> bool:
    """Whether a table of so many players can have this value: a partnership needs four."""
    try:
        rules_at(rules.variant, rules.players, {**rules.options, option.name: value})
    except RulesError:
        return False
    return True


def written(value: Value) -> str:
    """A value as intents and scripts write it."""
    return str(value).lower()


# --- what the cards are worth ---


def _yaku(rules: Rules) -> Json:
    groups = [
        {
            "label": heading(rules, which),
            "rows": [
                {
                    "id": entry.id,
                    "name": entry.name,
                    "also": list(entry.also),
                    "worth": entry.worth,
                    "cards": _notation(entry.cards),
                    "rule": rule(rules, entry.clause),
                }
                for entry in entries
            ],
        }
        for which in WHICH
        if (entries := listed(rules, which))
    ]
    none = "" if groups else words.say("rules.yaku.none")
    return {"label": words.say("rules.yaku"), "none": none, "groups": groups}


def _points(rules: Rules) -> Json:
    clause = next(id_ for id_ in rules.clauses if id_.endswith(".card-points"))
    return {
        "label": words.say("rules.points"),
        "columns": {column: words.say(f"points.table.{column}") for column in ("kind", "points", "count")},
        "rule": rule(rules, clause),
        "rows": [
            {
                "kind": kind.value,
                "label": words.kind_name(kind, many=True),
                "points": points,
                "count": cards.bit_count(),
                "cards": _notation(cards),
            }
            for kind, points, cards in rules.values
            if cards
        ],
    }


def _months() -> Json:
    return {
        "label": words.say("rules.months"),
        "rows": [
            {
                "month": month.number,
                "name": month.english,
                "flower": month.flower,
                "kanji": month.kanji,
                "romaji": month.romaji,
                "also": _also(month.number),
                "cards": [{"id": c.notation, "kanji": c.kanji, "romaji": c.romaji} for c in month.cards],
            }
            for month in MONTHS
        ],
    }


def _also(month: int) -> list[str]:
    key = f"month.also.{month}"
    return [words.say(key)] if words.has(key) else []


def _notation(cards: int) -> list[str]:
    return [DECK[n].notation for n in ids_of(cards)]
