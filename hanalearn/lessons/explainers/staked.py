"""The stake as it grows: the field, the raises, and what multiplies it when the round ends."""

from __future__ import annotations

from collections.abc import Iterator

from hanalearn import words
from hanalearn.cards import ALL, BRIGHTS, ids_of, month_mask
from hanalearn.game.round import Event
from hanalearn.lessons import questions
from hanalearn.lessons.explainers.parts import sheet_of, story
from hanalearn.lessons.story import Frame, Group, Spread, Story, ledger_frames, sheet_spread
from hanalearn.rules import Rules
from hanalearn.rules.settling import NO_RAISES, Raises, Row, Settling, Sheet, settled

MOST_RAISES = 2  # of each kind, in an example


def stake(rules: Rules) -> Story:
    """What is played for, from the deal to the end of a round; the engine settles every step."""
    field = full_field(rules, 2 if rules.rule_set.field_counts else 0)
    scene = (Group("field", field),)
    settling = _before(rules, sheet_of(rules, field=field))
    if rules.rule_set.field_counts:
        frames = [*_fields(rules), *_raised(rules, field)]
    elif settling.rows:
        frames = [*ledger_frames(scene, settling, list(settling.seats))]
    else:
        frames = [Frame(scene, Event("explain.no-stake", rules.rule_set.paid))]
    frames += _at_the_end(rules, field)
    return story(rules, frames, words.say("topic.stake"))


def _before(rules: Rules, sheet: Sheet) -> Settling:
    """The stake as it stands before play."""
    settling = Settling(sheet)
    rules.rule_set.settle_stake(settling)
    return settling


# --- the field ---


def _scoring(rules: Rules) -> int:
    """The cards that raise the stake when they lie on the dealt field."""
    flat = _before(rules, sheet_of(rules)).stake
    return sum(1 << n for n in ids_of(ALL) if _before(rules, sheet_of(rules, field=1 << n)).stake > flat)


def full_field(rules: Rules, number: int, with_card: int = 0) -> int:
    """A full field with so many scoring cards, no other Bright but ``with_card``, one card of each month."""
    scoring = _scoring(rules)
    field = with_card | sum(1 << n for n in ids_of(scoring)[:number])
    for month in range(1, 13):
        plain = [n for n in ids_of(month_mask(month) & ~scoring & ~BRIGHTS)]
        if field.bit_count() < rules.table_size and not field & month_mask(month):
            field |= 1 << plain[month % len(plain)]
    return field


def _fields(rules: Rules) -> Iterator[Frame]:
    """Fields with 0, 1, 2 … scoring cards, and one with a Bright that does not score."""
    scoring = _scoring(rules)
    fields = [full_field(rules, n) for n in range(scoring.bit_count() + 1)]
    idle = [full_field(rules, 0, 1 << n) for n in ids_of(BRIGHTS & ~scoring)]
    for field in [*fields[:2], *idle, *fields[2:]]:
        settling = _before(rules, sheet_of(rules, field=field))
        scene = (Group("field", field),)
        if field in (*idle, fields[2]):
            yield Frame(scene, questions.stake_of(settling, scene, settling.rules.rule_set.paid))
        yield from ledger_frames(scene, settling, list(settling.seats))


def _raised(rules: Rules, field: int) -> Iterator[Frame]:
    """Each kind of raise on top of the one before, in the order in which the engine adds them."""
    most = {kind: _most(rules, kind) for kind in rules.rule_set.raise_limits}
    _, *kinds = _before(rules, sheet_of(rules, field=field, raises=Raises(**most))).rows or []
    raises = NO_RAISES
    for kind in (row.step.replace("-", "_") for row in kinds):
        for n in range(1, most[kind] + 1):
            raises = raises._replace(**{kind: n})
            settling = _before(rules, sheet_of(rules, field=field, raises=raises))
            *_, last = ledger_frames((Group("field", field),), settling, list(settling.seats))
            yield last


def _most(rules: Rules, kind: str) -> int:
    """How many raises of a kind an example shows: passes are repeated where more are dealt than play."""
    if kind == "repeats" and not rules.hands_return:
        return 0
    limit = rules.rule_set.raise_limits[kind]
    return min(MOST_RAISES, rules.seats_dealt, MOST_RAISES if limit is None else limit)


# --- the end ---


def _at_the_end(rules: Rules, field: int) -> Iterator[Frame]:
    """Whatever changes the stake, or multiplies, in settlements of ever more captured cards, each once."""
    told = {_step(row) for row in _before(rules, sheet_of(rules, field=field)).rows or []}
    by_payment = not _has_stake(rules)
    asked = False
    previous: tuple[Spread, Settling] | None = None
    for captured in _endings(rules):
        sheet = sheet_of(rules, captured, field=field)
        settling, scene = settled(sheet), sheet_spread(sheet)
        seats = list(settling.seats)
        grown = False
        for frame in ledger_frames(scene, settling, seats):
            row = frame.told
            if not isinstance(row, Row) or not _counts(row, by_payment) or _step(row) in told:
                continue
            told.add(_step(row))
            by_margin = _is_by_margin(row) and not grown
            if by_margin and previous and not _has_step(previous[1], row):
                yield _leads("explain.not-yet", row, *previous)
            if by_margin:
                yield _leads("explain.leads", row, scene, settling)
            if not asked and any(settling.payments):
                asked = True
                yield Frame(scene, questions.pays(settling, seats, scene))
            grown = True
            yield frame
        previous = scene, settling


def _endings(rules: Rules) -> Iterator[int]:
    """What the winner may have captured: each yaku that multiplies or stops, then ever more dear cards."""
    yield from (cards for cards, _, yaku in rules.dekiyaku if yaku.stops or yaku.multiplier != 1)
    dearest = [n for cards, _ in sorted(rules.worth, key=lambda w: -w[1]) for n in ids_of(cards)]
    for without_yaku in (True, False):
        own = 0
        for n in dearest:
            if not (without_yaku and rules.made(own | 1 << n)):
                own |= 1 << n
                yield own


def _counts(row: Row, by_payment: bool) -> bool:
    """Whether a row tells how the stake changes; where none does, what a loser pays tells it."""
    if row.op == "pay":
        return row.amount < 0 and by_payment
    return row.seat is None or (row.op == "multiply" and row.seat == 0)


def _has_stake(rules: Rules) -> bool:
    """Whether any settlement has a row of the stake."""
    return any(
        row.seat is None
        for captured in _endings(rules)
        for row in settled(sheet_of(rules, captured)).rows or []
    )


def _is_by_margin(row: Row) -> bool:
    """Whether a row is due to the lead of the winner: not to a yaku, nor to what was at stake before."""
    return "yaku" not in row.words and (row.op == "pay" or (row.op == "multiply" and row.seat is None))


def _step(row: Row) -> tuple[object, ...]:
    """What makes a row another than those told before."""
    amount = row.amount if row.op in ("multiply", "pay") else None
    return row.step, row.rule, amount, row.words.get("yaku")


def _has_step(settling: Settling, step: Row) -> bool:
    """Whether a settlement multiplies the stake by the same step already."""
    return any(row.step == step.step and row.op == "multiply" for row in settling.rows or [])


def _leads(what: str, row: Row, scene: Spread, settling: Settling) -> Frame:
    """By how much the winner leads, for a row that depends on it."""
    margin = settling.totals[0] - max(settling.totals[1:])
    return Frame(scene, Event(what, row.rule, 0, words={"n": margin}))
