"""How a card finds its place: what it may take, wild cards and the cards that may be taken by any.

Every outcome is a move that the engine made on a small table: one card in each hand, and no pile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from hanalearn import words
from hanalearn.cards import DECK_SIZE, ids_of, month_mask
from hanalearn.game.deal import Deal
from hanalearn.game.round import Event, Round
from hanalearn.lessons import questions
from hanalearn.lessons.explainers.parts import phase_of, story
from hanalearn.lessons.story import Frame, Group, Spread, Story
from hanalearn.rules import Rules, RulesError
from hanalearn.rules.compiled import Move
from hanalearn.rules.model import BID, Bid, Play

EVERY_MONTH = range(1, 13)
OTHERS = 3  # cards of other months on a field
AFTER = ("hiki", "gaji-out", "gaji-rest", "played-out")  # events told of a table


def matching(rules: Rules) -> Story:
    """A card comes to a field with none, one, two, three of its month; then what only some games have."""
    frames: list[Frame] = []
    card = _ordinary(rules)
    month = ids_of(month_mask(card // 4 + 1) & ~(1 << card))
    for n in range(4):
        field = sum(1 << m for m in month[:n]) | _others(rules, card)
        frames += _comes(rules, card, field)
    for prey in ids_of(rules.rule_set.prey)[:1]:
        frames += _comes(rules, card, _others(rules, card) | 1 << prey)
        frames += _comes(rules, card, 1 << month[0] | 1 << prey)
    for wild in ids_of(rules.rule_set.wild)[:1]:
        frames += _wild(rules, wild)
    frames += [*cleared(rules), *_rest(rules)]
    return story(rules, frames, words.say("topic.matching"))


def _ordinary(rules: Rules) -> int:
    """A card of the first month without a wild card or prey: the last of its month."""
    special = rules.rule_set.wild | rules.rule_set.prey
    return next(4 * month - 1 for month in EVERY_MONTH if not month_mask(month) & special)


def _others(rules: Rules, card: int, number: int = OTHERS) -> int:
    """Some cards that have nothing to do with ``card``: one of each month, neither wild nor prey."""
    special = rules.rule_set.wild | rules.rule_set.prey
    months = [m for m in EVERY_MONTH if m != card // 4 + 1 and not month_mask(m) & special]
    return sum(1 << 4 * (m - 1) + m % 3 for m in months[:number])


def _wild(rules: Rules, wild: int) -> Iterator[Frame]:
    """A wild card: on single cards, on three of a month, on three of its own, on no card at all."""
    few = _others(rules, wild, 2)
    foreign = next(m for m in EVERY_MONTH if m != wild // 4 + 1 and not month_mask(m) & few)
    own = month_mask(wild // 4 + 1) & ~(1 << wild)
    yield from _comes(rules, wild, few)
    yield from _comes(rules, wild, few & -few | sum(1 << n for n in ids_of(month_mask(foreign))[1:]))
    yield from _comes(rules, wild, few & -few | own)
    yield from _comes(rules, wild, 0)


# --- what the engine does ---


def _comes(rules: Rules, card: int, field: int) -> Iterator[Frame]:
    """A card comes to a field: what it may take is asked, then every move is made."""
    before = _table(rules, 1 << card, field)
    played = Group("played", 1 << card, seat=0)
    if field:
        yield Frame((played, Group("field", field)), questions.takes(before, card))
    for move in before.moves_of(card):
        event, after = placed(rules, move, field)
        yield Frame(_after(after, event.cards | event.taken), event)


def placed(rules: Rules, move: Move, field: int) -> tuple[Event, Round]:
    """What the engine tells of a move, and the table after it."""
    heard: list[Event] = []
    round_ = _table(rules, 1 << move.card, field)
    round_.listener = heard.append
    round_.push(move)
    return heard[0], round_


def _table(rules: Rules, hand: int, field: int, heard: list[Event] | None = None) -> Round:
    """A round about to be played: seat 0 holds ``hand``, the others the last cards of the deck that are free.

    There is no pile, so nothing is drawn. As few play as can: how a card matches is the same for all numbers.
    """
    rules = _fewest(rules)
    seats = min(rules.players, rules.rule_set.active)
    free = [n for n in reversed(range(DECK_SIZE)) if not (hand | field | rules.rule_set.wild) >> n & 1]
    hands = (tuple(ids_of(hand)), *[(n,) for n in free[: seats - 1]])
    deal = Deal(hands, tuple(ids_of(field)), (), ())
    round_ = Round(rules, deal, heard.append if heard is not None else None)
    while not round_.playing:
        bidding = isinstance(round_.phase, Bid)
        # The second highest bidder plays first: seat 0, which bids last.
        round_.push(f"{BID}{2 - len(round_.bids)}" if bidding else round_.legal()[-1])
    return round_


def _fewest(rules: Rules) -> Rules:
    """The same rules for as few players as they allow."""
    for players in rules.rule_set.players:
        with suppress(RulesError):
            return Rules(rules.rule_set, players, rules.options)
    return rules


def _after(round_: Round, lit: int) -> Spread:
    """The field, what seat 0 captured, and what was thrown away."""
    lying = [Group("field", round_.field, round_.field & lit)]
    captured = round_.captured[0]
    lying.append(Group("captured", captured, captured & lit, 0))
    if round_.trash:
        lying.append(Group("trash", round_.trash, round_.trash & lit))
    return tuple(lying)


# --- what happens before and after play ---


def cleared(rules: Rules) -> Iterator[Frame]:
    """What leaves the dealt field before play, in games that clear it: four of a month, a dealt gaji."""
    play = phase_of(rules, Play)
    if play is None or not play.hiki:
        return
    four = month_mask(1)
    gaji = 0 if play.gaji is None else 1 << play.gaji
    field = four | gaji | 1 << 4 | 1 << 9
    heard: list[Event] = []
    round_ = _table(rules, 1 << 12, field, heard)
    yield Frame((Group("field", field),), Event("explain.dealt-field", play.hiki))
    lying, captured, trash = field, 0, 0
    for event in _told(heard):
        lying &= ~event.cards
        captured |= event.cards & round_.captured[0]
        trash |= event.cards & round_.trash
        scene = (Group("field", lying), Group("captured", captured, event.cards & captured, 0))
        thrown = (Group("trash", trash, event.cards & trash),) if trash else ()
        yield Frame((*scene, *thrown), event)


def _rest(rules: Rules) -> Iterator[Frame]:
    """What is left of the suit that the gaji took, when the round ends."""
    play = phase_of(rules, Play)
    if play is None or play.gaji is None:
        return
    field = 0b11
    heard: list[Event] = []
    round_ = _table(rules, 1 << play.gaji, field, heard)
    round_.push(round_.legal()[0])
    yield Frame(_after(round_, heard[-1].cards | heard[-1].taken), heard[-1])
    while round_.turn is not None:
        round_.push(round_.legal()[0])
    for event in _told(heard):
        yield Frame(_after(round_, event.cards), event)


def _told(heard: Sequence[Event]) -> Iterator[Event]:
    return (event for event in heard if event.what in AFTER)
