"""What can be foretold in a round: each maker asks the engine and puts its answer into a `Question`.

A wrong answer is told why it is wrong by reasons that are `Event` s, so their sentences and clauses stand in
the catalogue like those of everything else.
"""

from __future__ import annotations

from dataclasses import replace

from hanalearn.cards import DECK, ids_of, written
from hanalearn.game.near import standings
from hanalearn.game.round import Event, Round, replayed
from hanalearn.lessons.story import Choice, Question, Spread, ledger_frames
from hanalearn.rules.model import Play
from hanalearn.rules.settling import Row, Settling

YES, NO, NOBODY, NOTHING = "yes", "no", "nobody", "-"


def cards_answer(cards: int) -> str:
    """A set of cards as an answer: notation in deck order, ``-`` for none."""
    return written(ids_of(cards)) or NOTHING


def takes(round_: Round, card: int) -> Question:
    """Which field cards may ``card`` take? ``round_`` stands before it is placed."""
    field, rule, shown = round_.field, round_.rule_for(card), 1 << card
    may = 0
    for move in round_.moves_of(card):
        may |= move.taken
    reasons = {
        DECK[n].notation: Event("why.other-month", rule, None, shown, 1 << n) for n in ids_of(field & ~may)
    }
    return Question(
        key="takes",
        rule=rule,
        accepted=frozenset([cards_answer(may)]),
        otherwise=Event("why.takes" if may else "why.takes-nothing", rule, None, shown, may),
        among=field,
        reasons=reasons,
        words={"card": shown},
    )


def stops(before: Round, after: Round) -> Question:
    """Does what the seat to act does now stop the round? ``after`` stands behind that action."""
    seat = before.turn
    assert seat is not None
    stopped = after.finished and not after.played_out
    reason = _what_stopped(after) if stopped else _why_it_goes_on(after, seat)
    return Question(
        key="stops",
        rule=reason.rule,
        accepted=frozenset([YES if stopped else NO]),
        otherwise=reason,
        seat=seat,
        choices=(Choice(YES, "answer.stops"), Choice(NO, "answer.goes-on")),
    )


def _what_stopped(round_: Round) -> Event:
    """The yaku that was completed, or what else ended the round, in its own words."""
    heard: list[Event] = []
    replayed(round_, heard.append)
    made = next((event for event in heard if event.what == "cut-off"), None)
    return replace(made, what="why.stops") if made else heard[-1]


def _why_it_goes_on(round_: Round, seat: int) -> Event:
    """The stopping yaku that ``seat`` is closest to, and what it lacks."""
    stopping = [standing for standing in standings(round_, seat, seat) if standing.yaku.stops]
    if not stopping:
        ends = next(phase.ends for phase in round_.rules.rule_set.phases if isinstance(phase, Play))
        return Event("why.nothing-stops", ends)
    yaku = min(stopping, key=lambda standing: len(standing.missing)).yaku
    lacking = yaku.cards & ~round_.captured[seat]
    return Event("why.goes-on", yaku.clause, seat, lacking, words={"yaku": yaku.id})


def stake(round_: Round) -> Question:
    """What is the stake as it stands?"""
    return stake_of(round_.stake_so_far(ledger=True), round_.copy(), round_.phase.clause)


def stake_of(settling: Settling, scene: Round | Spread, clause: str) -> Question:
    """What is the stake that is settled so far? ``clause``: the reason where no row of it gives one."""
    proof = tuple(ledger_frames(scene, settling, list(settling.seats)))
    rule = settling.rows[-1].rule if settling.rows else clause
    return Question(
        key="stake",
        rule=rule,
        accepted=frozenset([str(settling.stake)]),
        otherwise=Event("why.stake", rule, words={"n": settling.stake}),
        proof=proof,
    )


def winner(settling: Settling, seats: list[int], scene: Round | Spread) -> Question:
    """Who wins? ``seats``: the number of each settled seat at the table. Of a side, either seat is right."""
    won = settling.winner
    right = {NOBODY} if won is None else {str(seats[seat]) for seat in settling.rules.side_of(won)}
    key = "why.nobody" if won is None else "why.winner"
    return Question(
        key="winner",
        rule=settling.decided_by,
        accepted=frozenset(right),
        otherwise=Event(key, settling.decided_by, None if won is None else seats[won]),
        choices=(*(Choice(str(s), "answer.seat", s) for s in seats), Choice(NOBODY, "answer.nobody")),
        proof=tuple(ledger_frames(scene, settling, seats)),
    )


def pays(settling: Settling, seats: list[int], scene: Round | Spread) -> Question:
    """What does the first loser pay?"""
    loser = min(settling.seats, key=lambda seat: (settling.payments[seat] >= 0, seat == settling.winner))
    amount = -settling.payments[loser]
    paid = (row.rule for row in settling.rows or [] if row.op == "pay" and row.seat == loser)
    rule = next(paid, settling.decided_by)
    return Question(
        key="pays",
        rule=rule,
        accepted=frozenset([str(amount)]),
        otherwise=Event("why.pays", rule, seats[loser], words={"n": amount}),
        seat=seats[loser],
        reasons={str(n): Event(f"why.{key}", rule, seats[loser]) for n, key in _misread(settling, amount)},
        proof=tuple(ledger_frames(scene, settling, seats)),
    )


def _misread(settling: Settling, amount: int) -> list[tuple[int, str]]:
    """Payments that come of well-known misreadings, with the name of each; never the right one."""
    if settling.winner is None:
        return []
    rows = settling.rows or []
    multiplied = [row for row in rows if row.op == "multiply" and row.seat in (None, settling.winner)]
    found = [(settling.totals[settling.winner], "paid-points")]
    if multiplied:
        before = multiplied[0].after // multiplied[0].amount
        twice = amount
        for row in multiplied:
            twice *= row.amount
        found += [
            (twice, "multiplied-twice"),
            (before, "forgot-multiplier"),
            (before + sum(row.amount for row in multiplied), "added-multiplier"),
        ]
    return [(n, key) for n, key in dict(found).items() if n != amount and n > 0]


def points(settling: Settling, seat: int, seats: list[int], scene: Round | Spread) -> Question:
    """What does a seat's total come to? ``seat`` is its place among those settled."""
    counted = seats[settling.rules.side_of(seat)[0]]
    proof = []
    for frame in ledger_frames(scene, settling, seats):
        row = frame.told
        if isinstance(row, Row) and row.seat == counted and row.op != "pay" and row.step != "winner":
            proof.append((row.rule, frame))
    rule = proof[0][0] if proof else settling.decided_by
    total = settling.totals[seat]
    return Question(
        key="points",
        rule=rule,
        accepted=frozenset([str(total)]),
        otherwise=Event("why.points", rule, seats[seat], words={"n": total}),
        seat=seats[seat],
        proof=tuple(frame for _, frame in proof),
    )
