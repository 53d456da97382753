"""The deal with its numbers, and which deals are dealt again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from hanalearn import words
from hanalearn.cards import MONTHS, ids_of, month_mask
from hanalearn.game.deal import Deal, as_set, deal
from hanalearn.game.round import Event, Round
from hanalearn.lessons.explainers.parts import phase_of, story, yes_or_no
from hanalearn.lessons.explainers.placed import cleared
from hanalearn.lessons.story import Frame, Group, Spread, Story
from hanalearn.rules import Rules, RulesError
from hanalearn.rules.model import PASS, Misdeal, Reveal

OF_THE_DEAL = ("dealt", "sits-out", "field")  # events
SEEDS = range(1, 30)

#: The sentences of a deal that is repeated, of one with too few cards, of one with another month.
REPEATED = {"field": "explain.misdeal.field", "hand": "explain.misdeal.hand"}
TOO_FEW = {"field": "explain.too-few.field", "hand": "explain.too-few.hand"}
OTHER_MONTH = {"field": "explain.other-month.field", "hand": "explain.other-month.hand"}

Dealt = tuple[tuple[int, ...], int]
"""The hands and the field, as sets."""


def misdeals(rules: Rules) -> Story:
    """The deal in numbers; for every misdeal a deal that is repeated, and some that look close and stand."""
    frames = [*_numbers(rules)]
    for rule in rules.rule_set.misdeals:
        frames += _misdeal(rules, rule)
    if not rules.rule_set.misdeals:
        frames.append(Frame(frames[-1].scene, Event("explain.never-repeated", _reveal(rules).clause)))
    frames += cleared(rules)
    return story(rules, frames, words.say("topic.misdeals"))


def _reveal(rules: Rules) -> Reveal:
    phase = phase_of(rules, Reveal)
    assert phase is not None
    return phase


# --- the numbers ---


def _numbers(rules: Rules) -> Iterator[Frame]:
    """An example of the deal, as the engine tells of it; then the deals for other numbers of players."""
    heard: list[Event] = []
    round_ = Round(rules, deal(rules, Random(1)), heard.append)
    while not round_.revealed:
        round_.push(PASS)
    scene = _laid_out((tuple(as_set(hand) for hand in round_.hands), round_.table))
    yield from (Frame(scene, event) for event in heard if event.what in OF_THE_DEAL)
    told = {(rules.hand_size, rules.field_size)}
    for players in rules.rule_set.players:
        with suppress(RulesError):
            other = Rules(rules.rule_set, players, rules.options)
            sizes = other.hand_size, other.field_size
            if sizes not in told:
                told.add(sizes)
                yield _deal_for(other)


def _deal_for(rules: Rules) -> Frame:
    """The numbers of a deal, over the field of one."""
    reveal = _reveal(rules)
    gaps: dict[str, object] = {"players": rules.players, "n": rules.hand_size, "m": rules.field_size}
    scene = (Group("field", Round(rules, deal(rules, Random(1))).table),)
    if rules.field_size:
        return Frame(scene, Event("explain.deal-for", reveal.clause, words=gaps))
    return Frame(scene, Event("explain.deal-laid-out", reveal.sits_out, words=gaps))


def _laid_out(dealt: Dealt, lit: int = 0) -> Spread:
    hands, field = dealt
    lying = [Group("hand", cards, cards & lit, seat) for seat, cards in enumerate(hands) if cards]
    return (Group("field", field, field & lit), *lying)


# --- the misdeals ---


def _misdeal(rules: Rules, rule: Misdeal) -> Iterator[Frame]:
    """A deal that the rule rejects; one card fewer; as many of a month that the rule does not name."""
    yield from _judged(rules, rule, rule.count, rule.months)
    yield from _judged(rules, rule, rule.count - 1, rule.months)
    yield from _judged(rules, rule, rule.count, [m for m in range(1, 13) if m not in rule.months])


def _judged(rules: Rules, rule: Misdeal, count: int, months: tuple[int, ...] | list[int]) -> Iterator[Frame]:
    """A deal with ``count`` cards of one of ``months`` where the rule looks: is it played?"""
    found = _example(rules, rule, count, months)
    if found is None:
        return
    dealt, month, lit = found
    seat = None if rule.where == "field" else 0
    rejected = rules.misdeal(*dealt) is not None
    gaps: dict[str, object] = {"n": count, "flower": MONTHS[month - 1].flower}
    if rejected:
        what = REPEATED
    elif month in rule.months:
        what, gaps["m"] = TOO_FEW, rule.count
    else:
        what = OTHER_MONTH
        gaps["flowers"] = words.phrase(MONTHS[m - 1].flower for m in rule.months)
    because = Event(what[rule.where], rule.clause, seat, words=gaps)
    yield Frame(_laid_out(dealt), yes_or_no("played", not rejected, because))
    yield Frame(_laid_out(dealt, lit), because)


def _example(
    rules: Rules, rule: Misdeal, count: int, months: tuple[int, ...] | list[int]
) -> tuple[Dealt, int, int] | None:
    """A deal with so many cards of a month in place, judged by ``rule`` or accepted; its month, its cards."""
    expected = rule if count == rule.count and tuple(months) == rule.months else None
    for seed in SEEDS:
        dealt = deal(rules, Random(seed))
        for month in months:
            cards = sum(1 << n for n in ids_of(month_mask(month))[:count])
            arranged = _arranged(rules, dealt, rule, cards, month_mask(month))
            judged = rules.misdeal(*arranged)
            if (judged[0] if judged else None) is expected:
                return arranged, month, cards
    return None


def _arranged(rules: Rules, dealt: Deal, rule: Misdeal, cards: int, month: int) -> Dealt:
    """The deal after cards were exchanged, so that of a month exactly ``cards`` lie on the field, or in the
    hand of seat 0.
    """
    places = [as_set(hand) for hand in dealt.hands] + [as_set(dealt.field), as_set(dealt.pile)]
    at = len(dealt.hands) if rule.where == "field" else 0
    rest = max(i for i, cards_there in enumerate(places) if i != at and cards_there & ~month)
    for n in ids_of(cards & ~places[at]):
        _exchange(places, at, places[at] & ~month, 1 << n)
    for n in ids_of(places[at] & month & ~cards):
        _exchange(places, rest, places[rest] & ~month, 1 << n)
    return tuple(places[: len(dealt.hands)]), places[len(dealt.hands)]


def _exchange(places: list[int], at: int, free: int, card: int) -> None:
    """Bring ``card`` to a place, and one of the ``free`` cards there to where it came from."""
    lowest = free & -free
    source = next(i for i, cards in enumerate(places) if cards & card)
    places[at] ^= card | lowest
    places[source] ^= card | lowest
