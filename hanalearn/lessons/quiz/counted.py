"""Questions about numbers of a score sheet: card points, totals, the same cards under another rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from hanalearn import words
from hanalearn.cards import ids_of, month_mask
from hanalearn.game.deal import as_set
from hanalearn.game.round import Event
from hanalearn.lessons import questions
from hanalearn.lessons.explainers.held import shows_teyaku
from hanalearn.lessons.quiz.chance import draw, happens, some, varied
from hanalearn.lessons.quiz.draft import (
    Draft,
    Wrong,
    about,
    by_rule,
    hint,
    number,
    of_month,
    points_clause,
)
from hanalearn.lessons.quiz.misread import card_points as misread_points
from hanalearn.lessons.quiz.misread import elsewhere as other_games
from hanalearn.lessons.quiz.misread import of_cards, of_options, register
from hanalearn.lessons.quiz.situations import EVERY_MONTH, facts, laid_out, result, sheet, telling_facts
from hanalearn.lessons.story import Group
from hanalearn.rules import Rules
from hanalearn.rules.compiled import option_clause
from hanalearn.rules.settling import Settling, Sheet, settled

#: Situations among which one is chosen so that no number is frequent.
FEW, MANY = 6, 40
PAYMENTS = 0.2  # how many of those questions are asked that are about one of few payments
SAMPLE = 60  # sheets by which it is found out what an option changes

# --- card points ---


def points(rules: Rules, random: Random) -> Draft:
    """How many card points are these cards worth? Pairs of some months, as they are captured."""
    cards = varied(random, MANY, lambda: _some_pairs(rules, random), rules.card_points)
    clause, right = points_clause(rules), rules.card_points(cards)
    wrong = Wrong(frozenset([str(right)]))
    for n, because in misread_points(rules, cards):
        wrong.add(n, because)
    otherwise = Event("why.card-points", clause, 0, words={"n": right})
    counted = as_set([n for n in ids_of(cards) if rules.card_points(1 << n)])
    hints = (
        hint("hint.captured", clause, 0, cards),
        *((of_month(clause, counted),) if counted else ()),
        by_rule(clause),
    )
    return Draft((Group("captured", cards, seat=0),), number("card-points", right, otherwise, wrong), hints)


def _some_pairs(rules: Rules, random: Random) -> int:
    """Two cards of each of a few months, rather pictures than chaff."""
    cards = 0
    for month in some(random, EVERY_MONTH, 2 + int(random.random() * 4)):
        of_month_ = ids_of(month_mask(month))
        first = draw(random, of_month_[:2])
        cards |= 1 << first | 1 << draw(random, [n for n in of_month_ if n != first])
    return cards & rules.kept


# --- totals ---


@lru_cache(maxsize=64)
def adds_to_points(rules: Rules) -> bool:
    """Whether anything but card points makes a total here."""
    random = Random(1)
    found = (result(sheet(rules, random)) for _ in range(SAMPLE))
    return any(own.totals != own.card_points for own in found)


def total(rules: Rules, random: Random) -> Draft:
    """What is the total of a seat? Rather of one whose total is more than its card points."""

    def make() -> tuple[Sheet, Settling, int]:
        for _ in range(FEW):
            made = sheet(rules, random)
            own = result(made)
            telling = [s for s in own.seats if own.totals[s] != own.card_points[s]]
            if telling:
                break
        return made, own, draw(random, telling or list(own.seats))

    made, own, seat = varied(random, FEW, make, lambda found: found[1].totals[found[2]])
    own = settled(made)
    scene = laid_out(made)
    question = questions.points(own, seat, list(own.seats), scene)
    wrong = Wrong(question.accepted)
    for n, because in _misread_totals(made, own, seat):
        wrong.add(n, because)
    question = about(replace(question, reasons=wrong.reasons), telling_facts(made))
    return Draft(scene, question, _hints(made, own, seat, question.rule), sheet=made)


def _misread_totals(made: Sheet, own: Settling, seat: int) -> Iterator[tuple[int, Event]]:
    """The totals to which well-known mistakes lead."""
    rows, rules = own.rows or [], made.rules
    counted = rules.side_of(seat)[0]
    factors = [row for row in rows if row.seat == counted and row.op == "multiply"]
    for factor, key in (
        ("add", "why.factor-added"),
        ("twice", "why.factor-twice"),
        ("leave", "why.factor-left"),
    ):
        if factors:
            yield register(rows, counted, factor=factor), Event(key, factors[-1].rule)
    for step, key in (("yaku", "why.yaku-left-out"), ("deduct", "why.deduction-left-out")):
        left_out = [row for row in rows if row.seat == counted and row.step == step]
        if left_out:
            yield register(rows, counted, leave=step), Event(key, left_out[0].rule)
    for because, misread in of_cards(rules):
        yield settled(made._replace(rules=misread)).totals[seat], because
    if own.card_points[seat] != own.totals[seat]:
        yield own.card_points[seat], Event("why.only-card-points", points_clause(rules))


def _hints(made: Sheet, own: Settling, seat: int, rule: str) -> tuple[Event, ...]:
    yaku = 0
    for listed in own.yaku[seat]:
        yaku |= listed.cards
    first = hint("hint.captured", rule, seat, made.captured[seat])
    second = of_month(rule, yaku) if yaku else by_rule(rule)
    return first, second, hint("hint.points", points_clause(made.rules), seat, n=own.card_points[seat])


# --- the same cards elsewhere ---


def elsewhere(rules: Rules, random: Random) -> Draft:
    """What do the same cards count here, when they count so much in another game?"""
    clause = points_clause(rules)

    def make() -> tuple[int, Rules]:
        while True:
            cards, other = _some_pairs(rules, random), draw(random, other_games(rules))
            if other.card_points(cards) != rules.card_points(cards):
                return cards, other

    cards, other = varied(random, MANY, make, lambda found: rules.card_points(found[0]))
    right, there = rules.card_points(cards), other.card_points(cards)
    game = words.say(f"variant.{other.variant}")
    wrong = Wrong(frozenset([str(right)]))
    wrong.add(there, Event("why.elsewhere", clause, words={"game": game}))
    for n, because in misread_points(rules, cards):
        wrong.add(n, because)
    otherwise = Event("why.card-points", clause, 0, words={"n": right})
    question = number("elsewhere", right, otherwise, wrong, game=game, n=there)
    unlike = as_set([n for n in ids_of(cards) if rules.card_points(1 << n) != other.card_points(1 << n)])
    hints = (
        hint("hint.captured", clause, 0, cards),
        of_month(clause, unlike),
        hint("hint.unlike", clause, None, unlike),
    )
    return Draft((Group("captured", cards, seat=0),), question, hints)


@lru_cache(maxsize=64)
def telling_options(rules: Rules) -> tuple[str, ...]:
    """The options, but for numbers, of which another value changes a total or a payment now and then."""
    random = Random(2)
    sheets = [sheet(rules, random) for _ in range(SAMPLE)]
    found = []
    for option in rules.rule_set.options:
        if any(_changes(made, other) for made in sheets for other in _others(rules, option.name)):
            found.append(option.name)
    return tuple(found)


def _others(rules: Rules, name: str) -> list[Rules]:
    """The same rules with another value of an option, which is no number."""
    return [m.rules for m in of_options(rules) if m.rules.options[name] != rules.options[name]]


def _changes(made: Sheet, other: Rules) -> tuple[Settling, str] | None:
    """The settlement under other rules, and what changes in it: totals or payments; None where nothing
    does.
    """
    if any(made.teyaku) and not shows_teyaku(other):
        return None
    here, there = result(made), result(made._replace(rules=other))
    if here.totals != there.totals:
        return there, "totals"
    return (there, "payments") if here.payments != there.payments else None


def otherwise(rules: Rules, random: Random) -> Draft:
    """What would a total, or a payment, be under another value of an option?"""

    def make() -> tuple[Sheet, Settling, str, Rules, str, int]:
        while True:
            name = draw(random, telling_options(rules))
            other = draw(random, _others(rules, name))
            for _ in range(SAMPLE):
                made = sheet(rules, random)
                if (changed := _changes(made, other)) is None:
                    continue
                there, what = changed
                if what == "payments" and not happens(random, PAYMENTS):
                    break
                here = result(made)
                differ = [s for s in there.seats if getattr(here, what)[s] != getattr(there, what)[s]]
                return made, there, what, other, name, draw(random, differ)

    def answer(found: tuple[Sheet, Settling, str, Rules, str, int]) -> int:
        return int(getattr(found[1], found[2])[found[5]])

    made, there, what, other, name, seat = varied(random, 3, make, answer)
    right, here = int(getattr(there, what)[seat]), int(getattr(result(made), what)[seat])
    option = next(o for o in rules.rule_set.options if o.name == name)
    agreed = option_clause(rules.variant, option, other.options[name])
    wrong = Wrong(frozenset([str(right)]))
    wrong.add(here, Event("why.rule-here", rules.in_force(name)))
    if what == "payments":
        wrong.add(-right, Event("why.sign", agreed))
    because = Event("why.otherwise", agreed, seat, words={"n": right})
    key = "otherwise.total" if what == "totals" else "otherwise.payment"
    question = number(key, right, because, wrong, agreed=words.clause(agreed))
    scene = laid_out(made)
    hints = (
        hint("hint.captured", agreed, seat, made.captured[seat]),
        hint("hint.here", rules.in_force(name), n=here),
        by_rule(rules.in_force(name)),
    )
    told = facts(made) if what == "payments" else telling_facts(made)
    return Draft(scene, about(question, told), hints, sheet=made)


def has_telling_options(rules: Rules) -> bool:
    """Whether an option that is no number changes a settlement."""
    return bool(telling_options(rules))


def is_counted(rules: Rules) -> bool:
    """Whether cards count points at all."""
    return bool(rules.worth)
