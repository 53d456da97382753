"""The answers of ``hanalearn score`` and ``hanalearn replay``: JSON by the format, and a text for people."""

from __future__ import annotations

from hanalearn.cards import ids_of, written
from hanalearn.game.record import record_of
from hanalearn.game.round import Event, Round, replayed
from hanalearn.lessons.telling import (
    Company,
    event_text,
    ledger_json,
    rule,
    seats_by_number,
    settled_event,
)
from hanalearn.rules.settling import Settling, Sheet, settled

Json = dict[str, object]


def answer_of_sheet(sheet: Sheet) -> Json:
    """The answer to a score sheet."""
    settling = settled(sheet)
    seats = list(settling.seats)
    return _answer(settling, seats, len(seats), seats_by_number(sheet.rules.variant, len(seats)))


def answer_of_round(round_: Round) -> Json:
    """The answer to a record: finished, whose turn and what is legal if not, and all that happened."""
    company = seats_by_number(round_.rules.variant, round_.rules.players)
    events: list[Event] = []
    replayed(round_, events.append)
    answer: Json = {"variant": round_.rules.variant, "finished": round_.finished}
    if round_.finished:
        settling = round_.settle(ledger=True)
        answer |= _answer(settling, round_.active, round_.rules.players, company)
        events.append(settled_event(round_))
    else:
        answer |= {"turn": round_.turn, "phase": round_.phase.id, "legal": round_.legal_text()}
    answer["record"] = record_of(round_)
    answer["events"] = [_event(round_, event, company) for event in events]
    return answer


def result_of_round(round_: Round) -> Json:
    """The score sheet's answer of a finished round."""
    company = seats_by_number(round_.rules.variant, round_.rules.players)
    settling = round_.settle(ledger=True)
    return _answer(settling, round_.active, round_.rules.players, company)


def _answer(settling: Settling, seats: list[int], players: int, company: Company) -> Json:
    blank: Json = {"card_points": 0, "yaku": [], "total": 0, "payment": 0}
    rows = [dict(blank) for _ in range(players)]
    for i, seat in enumerate(seats):
        rows[seat] = {
            "card_points": settling.card_points[i],
            "yaku": [
                {"id": y.id, "value": y.value, "cards": written(ids_of(y.cards))} for y in settling.yaku[i]
            ],
            "total": settling.totals[i],
            "payment": settling.payments[i],
        }
    return {
        "variant": settling.rules.variant,
        "void": settling.void,
        "winner": None if settling.winner is None else seats[settling.winner],
        "multiplier": settling.field_multiplier,
        "cutoff": settling.cutoff,
        "fuke": None if settling.fuke is None else seats[settling.fuke],
        "seats": rows,
        "ledger": ledger_json(settling, seats, company),
    }


def _event(round_: Round, event: Event, company: Company) -> Json:
    clause = rule(round_.rules, event.rule)
    return {
        "event": event.what,
        "action": event.action if event.action >= 0 else None,
        "seat": event.seat,
        "cards": written(ids_of(event.cards)),
        "taken": written(ids_of(event.taken)),
        "rule": event.rule,
        "tag": clause["tag"],
        "text": event_text(event, company),
        "why": clause["text"],
    }


def as_text(answer: Json) -> str:
    """An answer for reading in a terminal: what happened, the ledger, what each seat gains or loses."""
    lines = [str(event["text"]) for event in _list(answer.get("events"))]
    if answer.get("finished") is False:
        lines += [
            "",
            f"Seat {answer['turn']} is to act: {', '.join(map(str, _plain(answer['legal'])))}",
        ]
    ledger = _list(answer.get("ledger"))
    if ledger:
        lines += [""] if lines else []
        lines += [_ledger_line(row) for row in ledger]
        lines.append("")
        for number, seat in enumerate(_list(answer["seats"])):
            lines.append(f"Seat {number}: {seat['total']} points, {int(str(seat['payment'])):+d}")
    return "\n".join(lines)


def _ledger_line(row: Json) -> str:
    sign = {"set": "= ", "add": "+ ", "multiply": "× ", "pay": ""}[str(row["op"])]
    amount = f"{int(str(row['amount'])):+d}" if row["op"] == "pay" else f"{sign}{row['amount']}"
    seat = "" if row["seat"] is None else f"seat {row['seat']}"
    return f"{seat:7} {amount:>6} → {row['after']:>4}  {row['text']} [{row['tag']}]"


def _list(value: object) -> list[Json]:
    return value if isinstance(value, list) else []


def _plain(value: object) -> list[object]:
    return value if isinstance(value, list) else []
