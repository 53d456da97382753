"""What the engine's tests share: deals laid out by hand, the command line as a function, the case files, a
round checked step by step against the referee.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import referee

from hanalearn import cli
from hanalearn.cards import ALL, DECK, card_ids, written
from hanalearn.game import Deal, Event, Round, read_record, read_sheet, record_of, sheet_json
from hanalearn.game.deal import as_set, deal, misdealt
from hanalearn.game.round import SHOW
from hanalearn.render.answer import answer_of_sheet, result_of_round
from hanalearn.rules import RULE_SETS, Rules, rules

CASES = Path(__file__).parent / "cases"

#: Every rule set of the contract, so that a case of one that is not there yet can be told from a wrong id.
OF_THE_CONTRACT = {
    "enshu-wagers",
    "enshu-points",
    "enshu-comprehensive",
    "shishibo",
    "sakura-simple",
    "sakura",
    "oi-bana",
    "matsu-kiri-bozu",
}

STACK, DOUBLE, HAND = "stack_subsets", "double_cutoff", "hand_yaku_points"
ALL_OPTIONS: list[dict[str, object]] = [
    {STACK: stack, DOUBLE: double, HAND: hand}
    for stack, double, hand in product((False, True), ("larger", "product"), ("add", "ignore"))
]

#: The 48 cards so that neighbours differ in month and kind: hands dealt from it are no misdeal and hold no
#: hand yaku.
MIXED = [4 * (i % 12) + (i + i // 12) % 4 for i in range(len(DECK))]


# --- the case files -------------------------------------------------------------------------------


def all_cases() -> list[dict[str, Any]]:
    """Every case file, by name."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*.json"))]


def is_collected(case: dict[str, Any]) -> bool:
    """Whether a case is run: it is not if its rule set is one of the contract that is not there yet."""
    told = case.get("record") or case.get("sheet") or {}
    return told.get("variant") not in OF_THE_CONTRACT - set(RULE_SETS)


# --- the command line -----------------------------------------------------------------------------


class Ran(NamedTuple):
    """What a command left behind: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


def run(*arguments: str, stdin: bytes = b"") -> Ran:
    """Run the command line in this process. An exception that leaves it fails the test that asked."""
    out, err = io.StringIO(), io.StringIO()
    fake = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "stdin", fake),
    ):
        try:
            status = cli.main(list(arguments))
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
    return Ran(status, out.getvalue(), err.getvalue())


def run_on(command: str, data: object) -> Ran:
    """Run a command on a file: JSON for a value, the bytes as they are for bytes."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    extra = () if command == "check" else ("--json",)
    return run(command, "-", *extra, stdin=raw)


def faults(ran: Ran) -> list[str]:
    """What ``check`` says of a broken file, one fault a line, after checking how it says it."""
    assert ran.status == 2, ran
    assert ran.out == ""
    assert ran.err.endswith("\n")
    assert "Traceback" not in ran.err
    lines = ran.err.removesuffix("\n").split("\n")
    for line in lines:
        assert line.isprintable(), f"control characters reach the terminal: {line[:300]!r}"
        assert 0 < len(line) < 1000, f"a line of {len(line)} characters"
    return lines


def tells(told: list[str], line: str) -> bool:
    """Whether ``check`` tells a fault; a file that cannot be read at all is told as by every command."""
    return line in told or f"hanalearn: {line}" in told


def refusal(ran: Ran) -> str:
    """The one line of a refused call or file, after checking that it is refused as the contract says."""
    assert len(ran.err.splitlines()) == 1, ran.err[:300]  # splitlines knows every line end there is
    assert ran.err.startswith("hanalearn: ")
    (line,) = faults(ran)
    return line.removeprefix("hanalearn: ")


# --- rounds laid out by hand ----------------------------------------------------------------------


def lay_out(
    table: Rules,
    hands: Sequence[str | None] = (),
    field: str | None = None,
    pile: str = "",
) -> Deal:
    """A deal of which some cards matter. ``pile``: the first cards drawn; what is None is filled up."""
    named = [card_ids(hand) if hand is not None else None for hand in hands]
    named += [None] * (table.seats_dealt - len(named))
    on_field = card_ids(field) if field is not None else None
    first = card_ids(pile)
    used = {n for some in (*named, on_field, first) if some for n in some}
    rest = [n for n in MIXED if n not in used]

    def take(count: int) -> list[int]:
        taken, rest[:] = rest[:count], rest[count:]
        return taken

    size = table.rule_set.hand_size
    dealt = tuple(tuple(sorted(take(size) if hand is None else hand)) for hand in named)
    lying = tuple(sorted(take(table.rule_set.field_size) if on_field is None else on_field))
    undealt = (*first, *rest)
    held = [n for hand in dealt for n in hand]
    later = (*undealt, *held) if table.hands_return else undealt
    assert len({*held, *lying, *undealt}) == len(DECK)
    assert misdealt(table, dealt, lying) is None, "the deal of this test is a misdeal"
    return Deal(dealt, lying, undealt, later)


@dataclass
class Told:
    """A round with all that was told about it."""

    round: Round
    events: list[Event]

    def play(self, actions: str) -> Told:
        """Play some actions, written with commas between them."""
        for action in actions.split(","):
            if action.strip():
                self.round.play(action.strip())
        return self

    def whats(self) -> list[str]:
        """The ids of the events."""
        return [event.what for event in self.events]


def at_table(
    hands: Sequence[str | None] = (),
    field: str | None = None,
    pile: str = "",
    *,
    players: int = 3,
    options: dict[str, object] | None = None,
    actions: str = "",
) -> Told:
    """A Shishibo round from a deal laid out by hand, after some actions."""
    table = rules("shishibo", players, options)
    events: list[Event] = []
    return Told(Round(table, lay_out(table, hands, field, pile), events.append), events).play(actions)


def sheet_of(
    captured: Sequence[str],
    *,
    field: str = "1C1 2C1 4C1 5C1 6C1 7C1",
    teyaku: Sequence[Sequence[str]] = ((), (), ()),
    raises: dict[str, int] | None = None,
    options: dict[str, object] | None = None,
    played_out: bool = True,
) -> dict[str, Any]:
    """A Shishibo score sheet; the field is flat unless one is named."""
    return {
        "variant": "shishibo",
        "options": options or {},
        "field": field,
        "raises": raises or {},
        "seats": [
            {"captured": cards, "teyaku": list(names)} for cards, names in zip(captured, teyaku, strict=True)
        ],
        "played_out": played_out,
    }


def settled(sheet: dict[str, Any]) -> dict[str, Any]:
    """The answer to a score sheet."""
    return answer_of_sheet(read_sheet(sheet))


def payments(answer: dict[str, Any]) -> list[int]:
    """What each seat gains or loses."""
    return [seat["payment"] for seat in answer["seats"]]


# --- comparing ------------------------------------------------------------------------------------


def state(round_: Round) -> dict[str, object]:
    """All that can be known of a round: its open attributes, the phase, what is legal, the cards to come."""
    names = [name for name in Round.__slots__ if name[0] != "_" and name not in ("rules", "deal", "listener")]
    values = {name: getattr(round_, name) for name in names}
    copied = {name: list(v) if isinstance(v, list | tuple) else v for name, v in values.items()}
    return copied | {
        "hands": [list(hand) for hand in round_.hands],
        "phase": round_.phase.id,
        "legal": round_.legal_text(),
        "pile_left": round_.pile_left,
        "stake": round_.stake,
    }


def to_come(round_: Round) -> list[int]:
    """The cards of the pile in the order in which they will be turned over, once play has begun."""
    return list(round_.pile)[len(round_.pile) - round_.pile_left :]


def places(round_: Round) -> list[int]:
    """Where every card of a round lies: hands, captures, field, drawn card and pile, as sets.

    While hands can still go back, the pile is the undealt cards and the hands that went back.
    """
    hands = [as_set(hand) for hand in round_.hands]
    if round_.phase.id == "play":
        pile = as_set(to_come(round_))
    else:
        pile = as_set(round_.deal.pile)
        for seat in range(len(hands)):
            if seat not in round_.active:
                pile |= hands[seat]
                hands[seat] = 0
    drawn = 0 if round_.drawn is None else 1 << round_.drawn
    return [*hands, *round_.captured, round_.field, drawn, pile]


def assert_conserved(round_: Round) -> None:
    """The 48 cards are all there, none of them twice."""
    lying = places(round_)
    _assert_all_there(lying)
    assert lying[-1].bit_count() == round_.pile_left


def _assert_all_there(lying: Sequence[int]) -> None:
    together = 0
    for cards in lying:
        assert not together & cards, "a card lies in two places"
        together |= cards
    assert together == ALL, "a card is missing"


def without_order(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer whose cards of a yaku are sorted: their order is free."""
    seats = [
        seat | {"yaku": [y | {"cards": sorted(y["cards"].split())} for y in seat["yaku"]]}
        for seat in answer["seats"]
    ]
    return answer | {"seats": seats}


def without_teyaku_cards(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as its score sheet gives it: a sheet does not know which cards showed a teyaku."""
    ids = {t.id for t in RULE_SETS[answer["variant"]].teyaku}
    seats = [
        seat | {"yaku": [y | {"cards": ""} if y["id"] in ids else y for y in seat["yaku"]]}
        for seat in answer["seats"]
    ]
    ledger = [
        {k: v for k, v in row.items() if k != "cards"} if row["step"] == "yaku" else row
        for row in answer["ledger"]
    ]
    return answer | {"seats": seats, "ledger": ledger}


def follow(ledger: Iterable[dict[str, Any]], seats: int) -> tuple[int, list[int], list[int]]:
    """Follow ``op`` and ``amount`` of a ledger alone: the stake, each seat's register, each payment."""
    registers: dict[int | None, int] = {}
    paid = [0] * seats
    for row in ledger:
        seat, op, amount = row["seat"], row["op"], row["amount"]
        if op == "pay":
            paid[seat] += amount
            assert row["after"] == paid[seat]
            continue
        if op == "set":
            registers[seat] = amount
        elif op == "add":
            registers[seat] += amount
        else:
            assert op == "multiply"
            registers[seat] *= amount
        assert row["after"] == registers[seat]
    return registers[None], [registers.get(seat, 0) for seat in range(seats)], paid


# --- a round against the referee ------------------------------------------------------------------


def referee_of(round_: Round) -> referee.Referee:
    """The referee at the same deal."""
    dealt = round_.deal
    return referee.Referee(
        round_.rules.variant,
        dict(round_.rules.options),
        round_.rules.players,
        [written(hand) for hand in dealt.hands],
        written(dealt.field),
        written(dealt.later),
    )


def check_round(table: Rules, random: Random, seen: Counter[str]) -> Round:
    """Play a round, every choice at random, beside the referee; AssertionError for any difference.

    Checked at every step: whose turn, the legal actions in any order, where each card lies, what a seat
    may see of its own hand. At the end: the answer, the payments' sum, the score sheet, the replay of
    the record to the byte. ``seen`` counts what occurred, by ``event.``, ``clause.`` and ``end.`` keys.
    """
    events: list[Event] = []
    round_ = Round(table, deal(table, random), events.append)
    other = referee_of(round_)
    assert other.misdealt() is None
    while round_.turn is not None:
        assert round_.turn == other.turn
        legal = round_.legal_text()
        assert sorted(legal) == sorted(other.legal())
        _same_table(round_, other)
        action = legal[int(random.random() * len(legal))]
        round_.play(action)
        other.do(action)
    assert other.finished
    assert other.turn is None
    _same_table(round_, other)

    result = result_of_round(round_)
    assert without_order(other.answer()) == without_order({k: v for k, v in result.items() if k != "ledger"})
    assert sum(payments(result)) == 0
    sheet = json.loads(json.dumps(sheet_json(round_.sheet())))
    on_paper = answer_of_sheet(read_sheet(sheet))
    assert _at_seats(on_paper, round_.active, table.players) == without_teyaku_cards(
        {k: v for k, v in result.items()}
    )

    text = json.dumps(record_of(round_))
    again: list[Event] = []
    twin = read_record(json.loads(text), again.append)
    assert json.dumps(record_of(twin)) == text
    assert again == events
    assert result_of_round(twin) == result
    _count(round_, result, events, seen)
    return round_


def _same_table(round_: Round, other: referee.Referee) -> None:
    dealt = len(round_.hands)
    at = places(round_)
    _assert_all_there(at)
    assert round_.active == other.active
    assert at[-1].bit_count() == round_.pile_left
    assert round_.field == _as_set(other.field)
    for seat in range(dealt):
        hand = _as_set(other.hands[seat])
        assert at[seat] == hand
        assert at[dealt + seat] == _as_set(other.captured[seat])
        if seat in round_.active:
            assert round_.may_see(seat, seat) == (0 if seat in other.may_not_look else hand)
    if round_.phase.id == "play":
        # The referee leaves a card that waits for its place on top of the pile.
        drawn = [] if round_.drawn is None else [round_.drawn]
        assert drawn + to_come(round_) == [_NUMBER[card.name] for card in other.pile]
    else:
        assert at[-1] == _as_set(other.pile)


_NUMBER = {card.notation: card.id for card in DECK}


def _as_set(cards: Iterable[referee.Card]) -> int:
    total = 0
    for card in cards:
        total |= 1 << _NUMBER[card.name]
    return total


def _at_seats(answer: dict[str, Any], active: list[int], players: int) -> dict[str, Any]:
    """A sheet's answer with its seats numbered as at the table."""

    def number(seat: int | None) -> int | None:
        return None if seat is None else active[seat]

    seats: list[dict[str, Any]] = [
        {"card_points": 0, "yaku": [], "total": 0, "payment": 0} for _ in range(players)
    ]
    for i, seat in enumerate(answer["seats"]):
        seats[active[i]] = seat
    ledger = [
        {k: v for k, v in row.items() if not (k == "cards" and row["step"] == "yaku")}
        | {"seat": number(row["seat"])}
        for row in answer["ledger"]
    ]
    for row in ledger:
        for i, seat in enumerate(active):
            # Two passes, so that a number that was put in is not replaced again.
            row["text"] = row["text"].replace(f"Seat {i}", f"Seat <{seat}>")
        row["text"] = row["text"].replace("<", "").replace(">", "")
    ids = {t.id for t in RULE_SETS[answer["variant"]].teyaku}
    kept = [y["cards"] for seat in seats for y in seat["yaku"] if y["id"] in ids]
    assert not any(kept)
    return answer | {
        "winner": number(answer["winner"]),
        "fuke": number(answer["fuke"]),
        "seats": seats,
        "ledger": ledger,
    }


def _count(round_: Round, result: dict[str, Any], events: list[Event], seen: Counter[str]) -> None:
    players = round_.rules.players
    seen.update(f"event.{event.what}" for event in events)
    seen.update(f"clause.{event.rule}" for event in events)
    seen.update(f"clause.{row['rule']}" for row in result["ledger"])
    seen.update(f"yaku.{y['id']}" for seat in result["seats"] for y in seat["yaku"])
    for name, value in round_.rules.options.items():
        seen[f"option.{name}={json.dumps(value)}, {players} players"] += 1
    if result["cutoff"]:
        seen[f"end.cut-off: {' and '.join(result['cutoff'])}"] += 1
    elif result["fuke"] is not None:
        seen["end.played out, fuke"] += 1
    else:
        top = max(result["seats"][seat]["total"] for seat in round_.active)
        best = [seat for seat in round_.active if result["seats"][seat]["total"] == top]
        seen["end.played out, highest" if len(best) == 1 else "end.played out, tie"] += 1
    seen["actions"] += len(round_.actions)
    seen["hand yaku shown"] += sum(str(action).startswith(SHOW) for action in round_.actions)
