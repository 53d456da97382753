"""Questions about the deal: is it dealt again, what leaves the table before play, what is at stake."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hanalearn import words
from hanalearn.cards import BRIGHTS, DECK, MONTHS, ids_of, month_mask
from hanalearn.game.deal import as_set, deal, dealt_out
from hanalearn.game.deal import shuffled as deck_in_random_order
from hanalearn.game.round import Event, Round
from hanalearn.game.sight import sight
from hanalearn.lessons.explainers.dealt import OTHER_MONTH, REPEATED, TOO_FEW
from hanalearn.lessons.explainers.parts import phase_of
from hanalearn.lessons.questions import cards_answer, stake_of
from hanalearn.lessons.quiz.chance import TRIES, draw, happens, some
from hanalearn.lessons.quiz.draft import (
    Draft,
    Wrong,
    about,
    by_rule,
    hint,
    number,
    of_month,
    yes_or_no,
)
from hanalearn.lessons.quiz.situations import EVERY_MONTH, facts, field_dealt, plain_sheet, raises
from hanalearn.lessons.story import Group, Question, names_at
from hanalearn.players import OPPONENTS
from hanalearn.rules import Rules
from hanalearn.rules.model import Bid, Misdeal, Play
from hanalearn.rules.settling import Settling, Sheet

FIELD, HAND = "field", "hand"
NONE, GAJI = 0.12, 0.12  # how likely nothing leaves the table, or the gaji alone


# --- misdeals ---


def is_judged(rules: Rules) -> bool:
    """Whether there are deals that are dealt again."""
    return bool(rules.rule_set.misdeals)


def misdeal(rules: Rules, random: Random) -> Draft:
    """Do this field and this hand have to be dealt again? As often as not they come close and stand."""
    again = happens(random, 0.5)
    while True:
        where = draw(random, (FIELD, HAND))
        month = draw(random, EVERY_MONTH)
        count = draw(random, (3, 4))
        hand, field = _dealt(rules, random, where, month, count)
        judged = rules.misdeal((hand,), field)
        if (judged is not None) == again:
            break
    place = field if where == FIELD else hand
    lit = place & month_mask(month)
    seat = None if where == FIELD else 0
    because = _judgement(rules, judged, where, month, count)
    scene = (Group("field", field), Group("hand", hand, seat=0))
    hints = (
        hint("hint.field" if where == FIELD else "hint.hand", because.rule, seat, place),
        of_month(because.rule, lit),
        by_rule(because.rule),
    )
    question = yes_or_no("misdeal", again, because)
    return Draft(scene, question, hints)


def _dealt(rules: Rules, random: Random, where: str, month: int, count: int) -> tuple[int, int]:
    """A hand and a field, of which one has ``count`` cards of a month, and no place more of another."""
    order = deck_in_random_order(random)
    lit = some(random, ids_of(month_mask(month)), count)
    rest = [n for n in order if n not in lit]
    hand_size, field_size = rules.hand_size, rules.table_size
    if where == FIELD:
        field = [*lit, *rest[: field_size - count]]
        return as_set(rest[field_size : field_size + hand_size]), as_set(field)
    return as_set([*lit, *rest[: hand_size - count]]), as_set(rest[hand_size : hand_size + field_size])


def _judgement(
    rules: Rules, judged: tuple[Misdeal, int, int] | None, where: str, month: int, count: int
) -> Event:
    """Why these cards are dealt again as they were ``judged``, or why they stand."""
    own = [rule for rule in rules.rule_set.misdeals if rule.where == where]
    seat = None if where == FIELD else 0
    gaps: dict[str, object] = {"n": count, "flower": MONTHS[month - 1].flower}
    if not own:
        return Event("why.hand-stands", rules.rule_set.misdeals[0].clause, 0, words=gaps)
    if judged:
        return Event(REPEATED[where], judged[0].clause, seat, words=gaps)
    named = next((r for r in own if month in r.months), None)
    if named:
        return Event(TOO_FEW[where], named.clause, seat, words=gaps | {"m": named.count})
    gaps["flowers"] = words.phrase(MONTHS[m - 1].flower for m in own[0].months)
    return Event(OTHER_MONTH[where], own[0].clause, seat, words=gaps)


# --- what leaves the table ---


def is_cleared(rules: Rules) -> bool:
    """Whether cards that are dealt to the field can leave it before play."""
    play = phase_of(rules, Play)
    return bool(play and play.hiki and rules.field_size and not rules.new_table)


def cleared(rules: Rules, random: Random) -> Draft:
    """Which cards leave the table before the first card is played?"""
    play = phase_of(rules, Play)
    assert play is not None
    gaji = 0 if play.gaji is None else 1 << play.gaji
    month = draw(random, EVERY_MONTH)
    nothing = happens(random, NONE)
    alone = not nothing and happens(random, GAJI)
    four = month_mask(month)
    if nothing or alone:  # three of a month come close to four
        lit = as_set(some(random, ids_of(four & ~gaji), 3)) | (gaji if alone else 0)
    else:
        lit = four | (gaji if happens(random, 0.4) else 0)
    rest = [n for n in deck_in_random_order(random) if not (lit | four | gaji) >> n & 1]
    field = lit | as_set(rest[: rules.field_size - lit.bit_count()])
    gone = field & ~_after_deal(rules, random, field).field
    rule = play.hiki if gone & ~gaji else play.gaji_out
    reasons = {DECK[n].notation: Event("why.stays", rule, None, 0, 1 << n) for n in ids_of(field & ~gone)}
    question = Question(
        key="cleared",
        rule=rule,
        accepted=frozenset([cards_answer(gone)]),
        otherwise=Event("why.leave" if gone else "why.none-leaves", rule, None, gone),
        among=field,
        reasons=reasons,
    )
    hints = (hint("hint.field", rule, None, field), of_month(rule, gone or lit), by_rule(rule))
    return Draft((Group("field", field),), question, hints)


def _after_deal(rules: Rules, random: Random, field: int) -> Round:
    """A round with this field, as it stands when the first card is to be played."""
    rest = [n for n in deck_in_random_order(random) if not field >> n & 1]
    held = rules.hand_size * rules.seats_dealt
    dealt = dealt_out(rules, [*rest[:held], *ids_of(field), *rest[held:]])
    round_ = Round(rules, dealt._replace(later=tuple(deck_in_random_order(random))))
    while not round_.playing:
        bidding = isinstance(round_.phase, Bid)
        round_.push(f"bid {1 + len(round_.bids)}" if bidding else round_.legal()[-1])
    return round_


# --- the stake ---


def has_stake(rules: Rules) -> bool:
    """Whether the stake grows before play: by the field and raises, or in an auction."""
    return bool(rules.rule_set.raise_limits) or _bids_decide(rules)


def _bids_decide(rules: Rules) -> bool:
    """Whether the stake is known as soon as all have bid."""
    return phase_of(rules, Bid) is not None and rules.options.get("stake_bid") == "highest"


def stake(rules: Rules, random: Random) -> Draft:
    """What is the stake, after these raises or bids?"""
    return _after_raises(rules, random) if rules.rule_set.raise_limits else _after_bids(rules, random)


def _after_raises(rules: Rules, random: Random) -> Draft:
    wanted = 1 + int(random.random() * 7)
    for _ in range(TRIES):
        made = plain_sheet(rules)._replace(field=field_dealt(rules, random), raises=raises(rules, random))
        own = _stake(made)
        if own.stake == wanted:
            break
    scene = (Group("field", made.field),)
    question = stake_of(own, scene, rules.rule_set.paid)
    rows = own.rows or []
    wrong = Wrong(question.accepted)
    for misread in _stakes_misread(made):
        wrong.add(*misread)
    wrong.add(own.stake - 1, Event("why.without-one", rows[0].rule))
    for row in rows[1:]:
        gaps: dict[str, object] = {"kind": words.say(f"stake.part.{row.step}")}
        wrong.add(own.stake - row.amount, Event("why.raise-left-out", row.rule, words=gaps))
    asked = Question(
        key="stake",
        rule=rows[0].rule,
        accepted=question.accepted,
        otherwise=replace(question.otherwise, rule=rows[0].rule),
        reasons=wrong.reasons,
        proof=question.proof,
    )
    bright = rows[0].cards
    hints = (
        hint("hint.field", rows[0].rule, None, made.field),
        of_month(rows[0].rule, bright) if bright else hint("hint.no-bright", rows[0].rule),
        hint("hint.first-stake", rows[0].rule, None, bright, n=rows[0].after),
    )
    return Draft(scene, about(asked, facts(made)), hints, sheet=made)


def _stake(made: Sheet) -> Settling:
    own = Settling(made)
    made.rules.rule_set.settle_stake(own)
    return own


def _stakes_misread(made: Sheet) -> list[tuple[int, Event]]:
    """What the stake would be if a card that only looks like a Bright were one."""
    counts_as = made.rules.rule_set.counts_as
    stand_ins = BRIGHTS & ~made.field & ~sum(1 << n for n in counts_as)
    found = []
    for n in ids_of(made.field & BRIGHTS):
        if n in counts_as and stand_ins:
            own = _stake(made._replace(field=made.field & ~(1 << n) | stand_ins & -stand_ins))
            rule = (own.rows or [])[0].rule
            found.append((own.stake, Event("why.counted-as-pictured", rule, None, 1 << n)))
    return found


def _after_bids(rules: Rules, random: Random) -> Draft:
    """An auction that was held: what is played for?"""
    while True:
        round_ = _after_random_bids(rules, random)
        if len(round_.bids) > 1:
            break
    own = round_.stake_so_far(ledger=True)
    rule = (own.rows or [])[0].rule
    bids = sorted(round_.bids.values())
    wrong = Wrong(frozenset([str(own.stake)]))
    wrong.add(bids[-2], Event("why.second-bid", rule))
    wrong.add(sum(bids[-2:]), Event("why.bids-added", rule))
    names = names_at(rules.players)
    told = [words.say("quiz.fact.bid", who=names[seat], n=n) for seat, n in round_.bids.items()]
    otherwise = Event("why.stake", rule, words={"n": own.stake})
    question = number("stake", own.stake, otherwise, wrong)
    hints = (hint("hint.bids", rule), by_rule(rule))
    return Draft((), about(question, words.say("quiz.fact.auction", bids=", ".join(told))), hints)


def _after_random_bids(rules: Rules, random: Random) -> Round:
    """A round after its auction."""
    round_ = Round(rules, deal(rules, random))
    while isinstance(round_.phase, Bid) and round_.turn is not None:
        round_.push(OPPONENTS["random"](sight(round_, round_.turn), random))
    return round_
