"""Questions about a card that finds its place: what it may take, how much it captures, what it stops.

They are asked in rounds under way, through the eyes of the seat that plays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from random import Random

from hanalearn.cards import BRIGHTS, DECK, RIBBONS, ids_of, month_mask
from hanalearn.game.deal import Deal, deal
from hanalearn.game.round import Event, Round
from hanalearn.lessons import questions
from hanalearn.lessons.quiz.chance import aimed, draw, happens, shuffled
from hanalearn.lessons.quiz.draft import Draft, Wrong, hint, number, of_month, yes_or_no
from hanalearn.lessons.quiz.misread import looks_like
from hanalearn.lessons.quiz.situations import dealt_with, round_until
from hanalearn.rules import Rules
from hanalearn.rules.model import Play, Yaku

ROUNDS = 12  # looked through for a rare situation before one is arranged
WILD = -1  # a wild card comes; else it is the number of cards it may take

#: How likely each of these is asked: no card is seldom right, nor are all of them.
NOTHING, WILD_COMES = 0.1, 0.1


def is_played(rules: Rules) -> bool:
    """Whether cards are played."""
    return any(isinstance(phase, Play) for phase in rules.rule_set.phases)


def takes(rules: Rules, random: Random) -> Draft:
    """Which cards of the field may a hand card take?"""
    if happens(random, NOTHING):
        wanted = 0
    elif rules.rule_set.wild and happens(random, WILD_COMES):
        wanted = WILD
    else:
        wanted = draw(random, (1, 2, 3))

    def fits(round_: Round, n: int) -> bool:
        if rules.rule_set.wild >> n & 1:
            return wanted == WILD and bool(round_.field)
        return wanted == _may(round_, n).bit_count()

    round_, card = _position(rules, random, wanted, fits)
    seat = round_.turn
    assert seat is not None
    question = questions.takes(round_, card)
    rule, may = question.rule, _may(round_, card)
    reasons = {}
    for notation, reason in question.reasons.items():
        alike = next(c for c in DECK if c.notation == notation)
        if looks_like(card, alike.id):
            plants: dict[str, object] = {"flower": alike.flower, "own": DECK[card].flower}
            reason = replace(reason, what="why.look-alike", words=plants)
        reasons[notation] = reason
    hints = (
        hint("hint.field", rule, None, round_.field),
        of_month(rule, 1 << card),
        hint("hint.taken", rule, None, may) if may else hint("hint.nothing", rule),
    )
    return Draft(round_, replace(question, reasons=reasons), hints, viewer=seat)


def captures(rules: Rules, random: Random) -> Draft:
    """How many cards does a hand card capture, itself included? Where every way to place it captures as
    many.
    """

    wanted = draw(random, (0, 2, 4))

    def fits(round_: Round, n: int) -> bool:
        gained = {move.gained.bit_count() for move in round_.moves_of(n)}
        return gained == {wanted}

    round_, card = _position(rules, random, {0: 0, 2: 1, 4: 3}[wanted], fits)
    seat = round_.turn
    right, rule = round_.moves_of(card)[0].gained.bit_count(), round_.rule_for(card)
    same = (round_.field & month_mask(DECK[card].month)).bit_count()
    wrong = Wrong(frozenset([str(right)]))
    if right == 0:
        wrong.add(1, Event("why.laid-down", rule))
        wrong.add(2, Event("why.no-match", rule, None, 1 << card))
    elif right == 4:
        wrong.add(2, Event("why.three-together", rule))
        wrong.add(3, Event("why.itself-too", rule))
    else:
        if same == 2:
            wrong.add(3, Event("why.takes-both", rule))
        wrong.add(1, Event("why.itself-too", rule))
        wrong.add(0, Event("why.must-take", rule))
    question = number(
        "captures", right, Event("why.captures", rule, seat, words={"n": right}), wrong, card=1 << card
    )
    hints = (
        hint("hint.field", rule, None, round_.field),
        of_month(rule, 1 << card),
        hint("hint.taken", rule, None, _may(round_, card)) if right else hint("hint.nothing", rule),
    )
    return Draft(round_, question, hints, viewer=seat)


def _may(round_: Round, card: int) -> int:
    """The field cards that a card may take."""
    may = 0
    for move in round_.moves_of(card):
        may |= move.taken
    return may


def _position(
    rules: Rules, random: Random, wanted: int, fits: Callable[[Round, int], bool]
) -> tuple[Round, int]:
    """A round in which a seat is to play, and a card of its hand that ``fits``.

    Where none turns up for long, the deal is arranged: ``wanted`` cards of a month lie on the field.
    """
    for tried in count():
        arranged = ROUNDS <= tried < 3 * ROUNDS
        dealt = _arranged(rules, random, wanted) if arranged else None
        first = 0 if arranged else int(random.random() * 2 * rules.hand_size)
        cards: list[int] = []

        def look(
            round_: Round, first: int = first, cards: list[int] = cards, any_: bool = tried >= 3 * ROUNDS
        ) -> bool:
            seat, begun = round_.turn, round_.playing and len(round_.actions) >= first
            if begun and seat is not None and not round_.may_stop and round_.drawn is None:
                cards[:] = [n for n in round_.hands[seat] if any_ or fits(round_, n)]
            return bool(cards)

        if (round_ := round_until(rules, random, look, dealt)) is not None:
            return round_, draw(random, cards)
    raise AssertionError("rounds never end")


def _arranged(rules: Rules, random: Random, wanted: int) -> Deal | None:
    """A deal in which the dealer has a card, and ``wanted`` others of its month lie on the field."""
    if wanted == WILD:
        card = draw(random, ids_of(rules.rule_set.wild))
        return dealt_with(rules, random, 0, card)
    card, *others = shuffled(random, ids_of(month_mask(1 + int(random.random() * 12))))
    return dealt_with(rules, random, sum(1 << n for n in others[:wanted]), card)


# --- what stops a round ---


def may_stop(rules: Rules) -> bool:
    """Whether a capture can stop a round."""
    return bool(rules.stops)


def stops(rules: Rules, random: Random) -> Draft:
    """Does the round stop with this capture? One that completes a cut-off, or leaves one card to it."""

    def make() -> tuple[Round, Event, bool] | None:
        return _capture(rules, random, stopping)

    stopping = happens(random, 0.5)
    round_, told, _ = aimed(random, (stopping,), make, lambda found: found[2])
    seat = told.seat
    assert seat is not None
    captured = round_.captured[seat]
    made = next((y for y in rules.stops if not y.cards & ~captured), None)
    near = min(rules.stops, key=lambda y: (y.cards & ~captured).bit_count())
    if made:
        because = Event("why.stops", made.clause, seat, made.cards, words={"yaku": made.id})
        question = yes_or_no("captured-now", True, because, cards=told.cards | told.taken)
    else:
        missing = near.cards & ~captured
        because = Event("why.goes-on", near.clause, seat, missing, words={"yaku": near.id})
        mistaken = _mistaken(rules, captured, near, because)
        question = yes_or_no("captured-now", False, because, mistaken, cards=told.cards | told.taken)
    decides = made or near
    hints = (
        hint("hint.captured", decides.clause, seat, captured),
        of_month(decides.clause, decides.cards),
        hint("hint.needs", decides.clause, None, decides.cards, yaku=decides.id),
    )
    return Draft(round_, question, hints, viewer=seat)


def _capture(rules: Rules, random: Random, stopping: bool) -> tuple[Round, Event, bool] | None:
    """A capture of a random round as it is told: the first that stops it, or one of those after which a
    cut-off lacks one card.
    """
    heard: list[tuple[Round, Event, bool]] = []

    def listen(event: Event) -> None:
        if not event.what.endswith(".takes") or event.seat is None:
            return
        captured = round_.captured[event.seat]
        lacking = min((y.cards & ~captured).bit_count() for y in rules.stops)
        if lacking == 0 if stopping else lacking == 1:
            heard.append((round_.copy(), event, lacking == 0))

    round_ = Round(rules, deal(rules, random))
    round_.listener = listen
    round_.play_randomly(random)
    return draw(random, heard) if heard else None


def _mistaken(rules: Rules, captured: int, near: Yaku, because: Event) -> Event:
    """Why it may seem that a cut-off is made: a card stands in for the missing one."""
    missing = near.cards & ~captured
    stand_ins = (
        (BRIGHTS, "why.rainman-is-none"),
        (RIBBONS, "why.ribbons-mixed"),
    )
    for kind, key in stand_ins:
        extra = captured & kind & ~near.cards
        if missing & kind and extra and not near.cards & ~kind:
            return replace(because, what=key, taken=extra)
    made = next((y for y in rules.made(captured) if not y.stops), None)
    if made:
        return Event("why.stops-nothing", made.clause, None, made.cards, words={"yaku": made.id})
    return because
