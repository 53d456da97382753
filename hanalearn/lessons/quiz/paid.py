"""Questions about how a round ends: who wins, what is paid, the ledger, fuke, ties, who deals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from hanalearn import words
from hanalearn.cards import ALL
from hanalearn.game.round import Event
from hanalearn.lessons import questions
from hanalearn.lessons.explainers.parts import phase_of
from hanalearn.lessons.questions import NOBODY
from hanalearn.lessons.quiz.chance import aimed, draw, happens, some, varied
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
from hanalearn.lessons.quiz.misread import of_options
from hanalearn.lessons.quiz.situations import facts, laid_out, plain_sheet, result, seats_of, sheet
from hanalearn.lessons.story import Choice, Question, ledger_frames, names_at
from hanalearn.lessons.telling import Company, at_table, row_text
from hanalearn.rules import Rules
from hanalearn.rules.model import DeclareFuke
from hanalearn.rules.settling import Row, Settling, Sheet, settled

FEW, MANY = 24, 64
SAMPLE = 60
LITTLE = 3.0  # how much is left over of rounds in which somebody has little
NEAR = 8  # who has less than so small a part of all card points is asked about fuke

#: The registers of a ledger, and how likely it is asked about the first two: their numbers are few.
PAYMENT, STAKE, SEAT = "ledger.payment", "ledger.stake", "ledger.seat"
PAYMENTS, STAKES = 0.1, 0.15

Settled = tuple[Sheet, Settling]


def _settled(rules: Rules, random: Random, *, most_left: float = 0.4) -> Settled:
    made = sheet(rules, random, most_left=most_left)
    return made, result(made)


@lru_cache(maxsize=64)
def is_paid(rules: Rules) -> bool:
    """Whether anything is paid."""
    random = Random(4)
    return any(any(_settled(rules, random)[1].payments) for _ in range(SAMPLE))


# --- who wins ---


def _swapped(made: Sheet, one: int, other: int) -> Sheet:
    """The sheet with what two seats have exchanged."""
    captured, teyaku = list(made.captured), list(made.teyaku)
    captured[one], captured[other] = captured[other], captured[one]
    teyaku[one], teyaku[other] = teyaku[other], teyaku[one]
    return made._replace(captured=tuple(captured), teyaku=tuple(teyaku))


def _can_be_nobody(rules: Rules) -> bool:
    """Whether a round can end without a winner: where nobody has anything, nobody wins."""
    return result(plain_sheet(rules)).winner is None


def winner(rules: Rules, random: Random) -> Draft:
    """Who wins the round? Each seat as often, and nobody as often where that can be."""
    nobody = _can_be_nobody(rules)
    wanted = draw(random, [*map(str, range(seats_of(rules))), *([NOBODY] if nobody else [])])
    made = _won_by(rules, random, wanted)
    own = settled(made)
    seats, scene = list(own.seats), laid_out(made)
    question = questions.winner(own, seats, scene)
    choices = tuple(choice for choice in question.choices if nobody or choice.value != NOBODY)
    wrong = (choice for choice in choices if choice.value not in question.accepted)
    reasons = {c.value: _why_not(own, None if c.value == NOBODY else int(c.value)) for c in wrong}
    question = replace(question, choices=choices, reasons=reasons)
    return Draft(scene, question, _hints_of_winner(made, own), sheet=made)


def _won_by(rules: Rules, random: Random, wanted: str) -> Sheet:
    """A sheet whose round is won by a seat, or by nobody."""

    def make() -> Settled:
        made, own = _settled(rules, random)
        if own.winner is not None and own.winner != int(wanted):
            made = _swapped(made, own.winner, int(wanted))
            own = result(made)
        return made, own

    if wanted == NOBODY:
        return _tied(rules, random)
    return aimed(random, (wanted,), make, lambda found: str(found[1].winner))[0]


def _tied(rules: Rules, random: Random) -> Sheet:
    """A sheet on which two seats or more share the highest total, and nothing else decides."""
    while True:
        made, own = _settled(rules, random)
        if len(own.highest()) > 1 and not own.cutoff and own.fuke is None and not _one_side(rules, own):
            return made


def _one_side(rules: Rules, own: Settling) -> bool:
    """Whether those with the highest total are partners."""
    return any(set(own.highest()) <= set(side) for side in rules.sides)


def _hints_of_winner(made: Sheet, own: Settling) -> tuple[Event, ...]:
    rule, won = own.decided_by, own.winner
    captured = 0 if won is None else made.captured[won]
    months = (of_month(rule, captured),) if captured else ()
    return hint("hint.all-captured", rule), *months, by_rule(rule)


def _why_not(own: Settling, seat: int | None) -> Event:
    """Why a seat, or nobody, does not win."""
    rule, won = own.decided_by, own.winner
    if seat is None:
        return Event("why.somebody", rule)
    if won is None:
        return Event("why.tie-nobody", rule, seat)
    if own.cutoff:
        return Event("why.stopped-first", rule, seat)
    if own.fuke is not None:
        return Event("why.fuke-first", rule, seat)
    if own.totals[seat] == own.totals[won]:
        return Event("why.tie-order", rule, seat, words={"n": own.totals[seat]})
    if own.card_points[seat] > own.card_points[won]:
        return Event("why.most-cards", rule, seat)
    return Event("why.lower", rule, seat, words={"n": own.totals[seat]})


# --- ties, and who deals ---


def _around(random: Random, seats: int, right: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players as they sit, and the names of the seats from the dealer on.

    Whoever is the right answer, each player is so as often as any other.
    """
    table = names_at(seats)
    dealer = (int(random.random() * seats) - right) % seats
    return table, (*table[dealer:], *table[:dealer])


def can_tie(rules: Rules) -> bool:
    """Whether ties have to be known: somebody wins them, or there are more than two to tie."""
    return bool(rules.worth) and (not _can_be_nobody(rules) or seats_of(rules) > 2)


def tie(rules: Rules, random: Random) -> Draft:
    """Some have the same total: who wins? Where nobody wins a tie, mostly one that is below the highest."""
    seats, nobody = seats_of(rules), _can_be_nobody(rules)
    made = (
        _tied_below(rules, random)
        if nobody and happens(random, 1 - 1 / (seats + 1))
        else _tied(rules, random)
    )
    own = settled(made)
    won, rule = own.winner, own.decided_by
    table, names = _around(random, seats, won or 0)
    accepted = {NOBODY} if won is None else {names[s] for s in rules.side_of(won)}
    choices = [Choice(name, "answer.text", words={"text": name}) for name in table]
    if nobody:
        choices.append(Choice(NOBODY, "answer.nobody"))
    wrong = [c.value for c in choices if c.value not in accepted]
    question = Question(
        key="tie",
        rule=rule,
        accepted=frozenset(accepted),
        otherwise=Event("why.nobody" if won is None else "why.winner", rule, won),
        seat=0,
        choices=tuple(choices),
        reasons={v: _why_not(own, None if v == NOBODY else names.index(v)) for v in wrong},
        proof=tuple(ledger_frames(laid_out(made), own, list(own.seats))),
        words={"totals": ", ".join(f"{names[s]} {own.totals[s]}" for s in own.seats)},
    )
    hints = (hint("hint.totals", rule), hint("hint.dealt", rule, 0), by_rule(rule))
    return Draft((), question, hints, sheet=made, names=names)


def _tied_below(rules: Rules, random: Random) -> Sheet:
    """A sheet with a winner, on which two seats or more share a lower total."""
    while True:
        made, own = _settled(rules, random)
        if own.winner is not None and len(set(own.totals)) < len(own.totals):
            return made


def next_dealer(rules: Rules, random: Random) -> Draft:
    """Who deals the next round? Now and then after a round that nobody won.

    Where more sit at the table than play, those who played are any of them.
    """
    players, after_tie = rules.players, _can_be_nobody(rules) and happens(random, 0.3)
    made = _tied(rules, random) if after_tie else sheet(rules, random)
    own = settled(made)
    played = sorted(some(random, range(players), seats_of(rules)))
    won = None if own.winner is None else played[own.winner]
    right, rule = rules.rule_set.deals_next(won), own.decided_by
    table, names = _around(random, players, right)
    by_winner = rules.rule_set.next_dealer == "winner"
    told, key = words.say("quiz.fact.nobody-won"), "why.same-dealer"
    if own.winner is not None:
        side = (names[played[seat]] for seat in rules.side_of(own.winner))
        told = words.say("quiz.fact.won", who=words.phrase(side))
        key = "why.winner-deals" if by_winner else "why.deal-rotates"
    question = Question(
        key="dealer",
        rule=rule,
        accepted=frozenset([names[right]]),
        otherwise=Event(key, rule, right),
        seat=0,
        choices=tuple(Choice(name, "answer.text", words={"text": name}) for name in table),
        reasons={
            name: Event(_deals_not(rules, won, seat), rule, seat)
            for seat, name in enumerate(names)
            if seat != right
        },
        words={"told": told, "table": words.phrase(table)},
    )
    turns = "hint.winner-deals" if by_winner else "hint.deal-rotates"
    return Draft((), question, (hint(turns, rule), by_rule(rule)), sheet=made, names=names)


def _deals_not(rules: Rules, won: int | None, player: int) -> str:
    """Why a player does not deal next."""
    if won is None:
        return "why.deal-stays"
    if rules.rule_set.next_dealer == "winner":
        return "why.not-the-winner"
    return "why.winner-deals-not" if player == won else "why.not-next"


# --- what is paid ---


def pays(rules: Rules, random: Random) -> Draft:
    """What does a loser pay?"""

    def make() -> Settled:
        for _ in range(SAMPLE):
            made, own = _settled(rules, random)
            if own.winner is not None:
                break
        return made, own

    def amount(found: Settled) -> int:
        return -min(found[1].payments)

    made, own = varied(random, MANY, make, amount)
    own = settled(made)
    scene = laid_out(made)
    question = questions.pays(own, list(own.seats), scene)
    wrong = Wrong(question.accepted, dict(question.reasons))
    loser = question.seat
    assert loser is not None
    for misread in of_options(rules):
        there = result(made._replace(rules=misread.rules))
        wrong.add(-there.payments[loser], misread.because)
    question = about(replace(question, reasons=wrong.reasons), facts(made))
    rule = own.decided_by
    hints = (
        hint("hint.all-captured", rule),
        hint("hint.winner", rule, own.winner) if own.winner is not None else by_rule(rule),
        by_rule(question.rule),
    )
    return Draft(scene, question, hints, sheet=made)


# --- cells of the ledger ---


def ledger(rules: Rules, random: Random) -> Draft:
    """What does the next step of the ledger come to?"""
    company = Company(names_at(seats_of(rules)), rules.variant)

    def make() -> tuple[Sheet, Settling, int]:
        while True:
            made = sheet(rules, random)
            own = settled(made)
            rows = [at_table(row, list(own.seats)) for row in own.rows or []]
            asked = [i for i, row in enumerate(rows) if _is_work(row, row_text(row, company))]
            register = PAYMENT if happens(random, PAYMENTS) else STAKE if happens(random, STAKES) else SEAT
            asked = [i for i in asked if _register(rows[i]) == register]
            last = [i for i in asked if rows[i].step != "card-points"]
            if asked:
                return made, own, draw(random, last if last and happens(random, 0.6) else asked)

    made, own, at = varied(random, FEW, make, lambda found: (found[1].rows or [])[found[2]].after)
    row = (own.rows or [])[at]
    seats, scene = list(own.seats), laid_out(made)
    told = at_table(row, seats)
    because = Event("why.ledger", row.rule, row.seat, words={"n": row.after})
    wrong = Wrong(frozenset([str(row.after)]))
    for n, reason in _misread_row(row, own):
        wrong.add(n, reason)
    question = number(_register(row), row.after, because, wrong, text=row_text(told, company))
    frames = list(ledger_frames(scene, own, seats))
    question = replace(question, proof=tuple(frames[at : at + 1]))
    hints = (
        hint("hint.ledger", row.rule, None, row.cards),
        of_month(row.rule, row.cards) if row.cards else by_rule(row.rule),
        hint("hint.before", row.rule, n=_before(own, at)),
    )
    return Draft(scene, question, hints, sheet=made, settling=own, rows=at)


def _register(row: Row) -> str:
    """Which register a row changes, by the key of the question about it."""
    return PAYMENT if row.op == "pay" else STAKE if row.seat is None else SEAT


def _is_work(row: Row, text: str) -> bool:
    """Whether a row takes some arithmetic: its result does not stand in its sentence, and is not nothing."""
    counts = row.step != "winner" and (row.after or row.op == "pay")
    return bool(counts) and str(abs(row.after)) not in re.findall(r"\d+", text)


def _before(own: Settling, at: int) -> int:
    """What the register of a row was before it."""
    rows = own.rows or []
    row = rows[at]
    same = [r.after for r in rows[:at] if (r.seat, r.op == "pay") == (row.seat, row.op == "pay")]
    return same[-1] if same else 0


def _misread_row(row: Row, own: Settling) -> Iterator[tuple[int, Event]]:
    """What well-known mistakes make of a row."""
    if row.op == "pay":
        yield -row.after, Event("why.sign", row.rule)
        if row.amount > 0 and len(own.seats) > 2:
            yield row.after // (len(own.seats) - 1), Event("why.from-each", row.rule)
        if own.winner is not None:
            yield -own.totals[own.winner], Event("why.paid-points", row.rule)
    elif row.op == "multiply":
        before = row.after // row.amount if row.amount else 0
        yield before + row.amount, Event("why.factor-added", row.rule)
        yield before * row.amount**2, Event("why.factor-twice", row.rule)
        yield before, Event("why.factor-left", row.rule)
    elif row.op == "add":
        yield row.amount, Event("why.step-alone", row.rule)
        yield row.after - row.amount, Event("why.step-left-out", row.rule)
        yield row.after - 2 * row.amount, Event("why.taken-off", row.rule)


# --- fuke ---


def _declared(rules: Rules) -> DeclareFuke | None:
    return phase_of(rules, DeclareFuke)


@lru_cache(maxsize=64)
def has_fuke(rules: Rules) -> bool:
    """Whether there is fuke: it is asked for, or a settlement can be decided by it."""
    if _declared(rules):
        return True
    random = Random(5)
    return any(_settled(rules, random, most_left=LITTLE)[1].fuke is not None for _ in range(2 * SAMPLE))


def fuke(rules: Rules, random: Random) -> Draft:
    """May a seat declare fuke, or does it win by it? As often as not it has a little too much."""
    phase = _declared(rules)

    def make() -> tuple[Sheet, Settling, int] | None:
        made, own = _settled(rules, random, most_left=LITTLE)
        if not made.played_out:
            return None
        seat = min(own.seats, key=lambda s: (own.card_points[s], random.random()))
        return (made, own, seat) if own.card_points[seat] <= rules.card_points(ALL) // NEAR else None

    def right(found: tuple[Sheet, Settling, int]) -> bool:
        made, own, seat = found
        if phase:
            return phase.may(rules, made.captured[seat], bool(made.teyaku[seat]))
        return own.fuke == seat

    found = aimed(random, (True, False), make, right)
    made, own, seat = found
    rule, n = phase.clause if phase else _fuke_clause(rules), own.card_points[seat]
    yes = right(found)
    gaps: dict[str, object] = {"n": n}
    if yes:
        because = Event("why.fuke", rule, seat, words=gaps)
    elif made.teyaku[seat]:
        because = Event("why.fuke-shown", rule, seat)
    elif own.fuke is not None and result(_swapped(made, seat, own.fuke)).fuke == own.fuke:
        because = Event("why.fuke-earlier", own.decided_by, own.fuke)
    else:
        because = Event("why.fuke-too-much", rule, seat, words=gaps)
    question = yes_or_no("fuke", yes, because)
    hints = (
        hint("hint.captured", rule, seat, made.captured[seat]),
        by_rule(rule),
        hint("hint.points", rule, seat, n=n),
    )
    return Draft(laid_out(made), replace(question, seat=seat), hints, sheet=made)


@lru_cache(maxsize=64)
def _fuke_clause(rules: Rules) -> str:
    """The clause of fuke, as a settlement names it in which one seat alone has little."""
    random = Random(5)
    found = (_settled(rules, random, most_left=LITTLE)[1] for _ in range(2 * SAMPLE))
    return max(
        (own for own in found if own.fuke is not None), key=lambda own: sorted(own.card_points)[1]
    ).decided_by
