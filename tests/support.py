"""What the engine's tests share: deals laid out by hand, the command line as a function, the case files, a
round checked step by step against the referee.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import referee

from hanalearn import cli
from hanalearn.cards import ALL, DECK, card_ids, ids_of, written
from hanalearn.game import Deal, Event, FormatError, Round, read_record, read_sheet, record_of, sheet_json
from hanalearn.game.deal import as_set, deal
from hanalearn.game.round import SHOW
from hanalearn.render.answer import answer_of_sheet, result_of_round
from hanalearn.rules import RULE_SETS, Rules, RulesError, RuleSet, rules
from hanalearn.rules.model import Bid, DeclareFuke, Option

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

VARIANTS = list(RULE_SETS)
STACK, DOUBLE, HAND = "stack_subsets", "double_cutoff", "hand_yaku_points"

#: The 48 cards so that neighbours differ in month and kind: hands dealt from it are no misdeal and hold no
#: hand yaku.
MIXED = [4 * (i % 12) + (i + i // 12) % 4 for i in range(len(DECK))]


# --- every table there can be ---------------------------------------------------------------------


def values_of(option: Option) -> list[object]:
    """Every value of an option; of a whole number its default, its least and another."""
    values: list[object] = [value for value, _ in option.values]
    if option.least is not None:
        values += [n for n in (option.least, option.least + 6) if n not in values]
    return values


@cache
def all_options(variant: str) -> tuple[dict[str, object], ...]:
    """Every combination of the values of all options of a rule set."""
    options = RULE_SETS[variant].options
    return tuple(
        dict(zip([option.name for option in options], values, strict=True))
        for values in product(*(values_of(option) for option in options))
    )


@cache
def all_tables(variant: str) -> tuple[Rules, ...]:
    """Every number of players with every combination of options that it may have, the players in turn."""
    tables = []
    for options in all_options(variant):
        for players in RULE_SETS[variant].players:
            with contextlib.suppress(RulesError):
                tables.append(rules(variant, players, options))
    return tuple(tables)


def settings_of(table: Rules) -> list[str]:
    """A table's option values, each with the number of players: what a sample has to reach."""
    return [
        f"{name}={json.dumps(value)}, {table.players} players" for name, value in table.options.items()
    ] or [f"{table.players} players"]


@cache
def some_tables(variant: str) -> tuple[Rules, ...]:
    """Few tables among which every option value meets every number of players."""
    tables = list(all_tables(variant))
    Random(variant).shuffle(tables)
    reached: set[str] = set()
    chosen = []
    for table in tables:
        if not reached.issuperset(settings_of(table)):
            reached.update(settings_of(table))
            chosen.append(table)
    return tuple(chosen)


def pick(legal: Sequence[str], random: Random) -> str:
    """One of the legal actions, written out: ``bid N`` stands for any whole number above 0."""
    action = legal[int(random.random() * len(legal))]
    return action.replace("bid N", f"bid {1 + int(random.random() * 40)}")


def do_something(round_: Round, random: Random) -> None:
    """Any legal action."""
    round_.play(pick(round_.legal_text(), random))


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


#: Building the parser takes most of the time of a call, and it is the same for every call.
_parser = cache(cli._parser)


def run(*arguments: str, stdin: bytes = b"") -> Ran:
    """Run the command line in this process. An exception that leaves it fails the test that asked."""
    out, err = io.StringIO(), io.StringIO()
    fake = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "stdin", fake),
        mock.patch.object(cli, "_parser", _parser),
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
    *,
    misdealt: bool = False,
) -> Deal:
    """A deal of which some cards matter. ``pile``: the first cards drawn; what is None is filled up.

    The rules deal it again where ``misdealt``, and only there.
    """
    named = [card_ids(hand) if hand is not None else None for hand in hands]
    named += [None] * (table.seats_dealt - len(named))
    on_field = card_ids(field) if field is not None else None
    first = card_ids(pile)
    used = {n for some in (*named, on_field, first) if some for n in some}
    rest = [n for n in MIXED if n not in used]

    def take(count: int) -> list[int]:
        taken, rest[:] = rest[:count], rest[count:]
        return taken

    size = table.hand_size
    dealt = tuple(tuple(sorted(take(size) if hand is None else hand)) for hand in named)
    lying = tuple(sorted(take(table.field_size) if on_field is None else on_field))
    undealt = (*first, *rest)
    held = [n for hand in dealt for n in hand]
    later = (*undealt, *held) if table.hands_return else undealt
    assert len({*held, *lying, *undealt}) == len(DECK)
    again = table.misdeal(tuple(as_set(hand) for hand in dealt), as_set(lying)) is not None
    assert again == misdealt, "whether the deal of this test is dealt again"
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
    hands: Sequence[str | None] | None = None,
    field: str | None = None,
    pile: str = "",
    *,
    variant: str = "shishibo",
    players: int = 3,
    options: dict[str, object] | None = None,
    actions: str = "",
) -> Told:
    """A round from a deal laid out by hand, after some actions."""
    table = rules(variant, players, options)
    events: list[Event] = []
    return Told(Round(table, lay_out(table, hands or (), field, pile), events.append), events).play(actions)


def nothing_won(teyaku: str) -> Told:
    """Two players: the 14 Brights and Animals stay in the pile, and of the Ribbons only Willow's is captured.

    Seat 0 takes the chaff of months 1 to 6 with chaff, so seat 1's Ribbons of those months find nothing.
    Drawn: 8C2, 9C2, 10C2, 12C2 take chaff; 9R, 10R, 12C3 find nothing; seat 0's last card, 11R, takes 11C.
    """
    pile = "8C1 8C2 9C1 9C2 9R 10C1 10C2 10R 12C1 12C2 12C3 11C 11R 7R"
    told = at_table(
        ["1C2 2C2 3C2 4C2 5C2 6C2 7C1", "1R 2R 3R 4R 5R 6R 7C2"],
        "1C1 2C1 3C1 4C1 5C1 6C1",
        pile,
        variant="enshu-comprehensive",
        players=2,
        actions=f"pass, pass, nashi, nashi, {teyaku}",
    )
    return told.play(", ".join(f"{m}C2, {m}R" for m in range(1, 7)) + ", 7C1, 7C2")


def sheet_of(
    captured: Sequence[str],
    *,
    variant: str = "shishibo",
    field: str = "1C1 2C1 4C1 5C1 6C1 7C1",
    teyaku: Sequence[Sequence[str]] = (),
    raises: dict[str, int] | None = None,
    options: dict[str, object] | None = None,
    played_out: bool = True,
    fuke: int | None = None,
) -> dict[str, Any]:
    """A score sheet; the field is flat unless one is named."""
    shown = [*teyaku, *[()] * (len(captured) - len(teyaku))]
    return {
        "variant": variant,
        "options": options or {},
        "field": field,
        "raises": raises or {},
        "seats": [
            {"captured": cards, "teyaku": list(names)} for cards, names in zip(captured, shown, strict=True)
        ],
        "played_out": played_out,
        "fuke": fuke,
    }


def settled(sheet: dict[str, Any]) -> dict[str, Any]:
    """The answer to a score sheet."""
    return answer_of_sheet(read_sheet(sheet))


def payments(answer: dict[str, Any]) -> list[int]:
    """What each seat gains or loses."""
    return [seat["payment"] for seat in answer["seats"]]


def random_sheet(random: Random, table: Rules) -> dict[str, Any]:
    """A sheet as people might write one; some cards are left over, some teyaku shown."""
    rule_set = table.rule_set
    seats = min(table.players, rule_set.active)
    share = 48 // seats
    while True:
        order = random.sample(range(48), 48)
        captured = [written(order[share * s : share * s + random.randint(0, share)]) for s in range(seats)]
        if random.random() < 0.3:
            captured[-1] = written(order[share * (seats - 1) : share * (seats - 1) + 3])
        teyaku = []
        for _ in range(seats):
            shown = {t.group: t.id for t in rule_set.teyaku if random.random() < 0.04}
            teyaku.append(list(shown.values()))
        sheet = sheet_of(
            captured,
            variant=table.variant,
            field=written(random.sample(range(48), 6)) if rule_set.field_counts else "",
            teyaku=teyaku,
            raises={
                name: random.randint(0, 4 if limit is None else limit)
                for name, limit in rule_set.raise_limits.items()
            },
            options=dict(table.options),
        )
        if any(isinstance(phase, DeclareFuke) for phase in rule_set.phases) and random.random() < 0.3:
            sheet["fuke"] = random.randrange(seats)
        if any(isinstance(phase, Bid) for phase in rule_set.phases):
            sheet["bids"] = {"bid": sorted(random.randint(1, 40) for _ in range(2))}
        try:
            settled(sheet)
        except FormatError:  # two seats with a cut-off, a field that is dealt again, a fuke that may not be
            continue
        return sheet


# --- comparing ------------------------------------------------------------------------------------


def state(round_: Round) -> dict[str, object]:
    """All that can be known of a round: its open attributes, the phase, what is legal, the cards to come."""
    names = [name for name in Round.__slots__ if name[0] != "_" and name not in ("rules", "deal", "listener")]
    values = {name: getattr(round_, name) for name in names}
    return copy.deepcopy({name: v for name, v in values.items() if name != "phase"}) | {
        "phase": round_.phase.id,
        "legal": round_.legal_text(),
        "pile_left": round_.pile_left,
        "stake": round_.stake,
    }


def as_record(round_: Round) -> str:
    """The record of a round as it is written."""
    return json.dumps(record_of(round_))


def to_come(round_: Round) -> list[int]:
    """The cards of the pile in the order in which they will be turned over, once play has begun."""
    return list(round_.pile)[len(round_.pile) - round_.pile_left :]


def places(round_: Round) -> list[int]:
    """Where every card of a round lies: hands, captures, field, trash, drawn card and pile, as sets.

    While hands can still go back, the pile is the undealt cards and the hands that went back.
    """
    hands = [as_set(hand) for hand in round_.hands]
    if round_.play_began:
        pile = as_set(to_come(round_))
    else:
        pile = as_set(round_.deal.pile)
        for seat in range(len(hands)):
            if seat not in round_.active:
                pile |= hands[seat]
                hands[seat] = 0
    drawn = 0 if round_.drawn is None else 1 << round_.drawn
    return [*hands, *round_.captured, round_.field, round_.trash, drawn, pile]


def assert_conserved(round_: Round) -> None:
    """The 48 cards are all there, none of them twice, and none that is worth anything is thrown away."""
    lying = places(round_)
    together = 0
    for cards in lying:
        assert not together & cards, "a card lies in two places"
        together |= cards
    assert together == ALL, "a card is missing"
    assert not round_.rules.card_points(round_.trash)
    if round_.revealed:
        assert lying[-1].bit_count() == round_.pile_left


def without_order(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer whose cards of a yaku are sorted: their order is free."""
    seats = [
        seat | {"yaku": [y | {"cards": sorted(y["cards"].split())} for y in seat["yaku"]]}
        for seat in answer["seats"]
    ]
    return answer | {"seats": seats}


#: Rows of the ledger that name cards which a score sheet need not know: those of a shown teyaku.
OF_A_YAKU = ("yaku", "deduct", "cut-off-wagers")


def without_teyaku_cards(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as its score sheet gives it: a sheet does not know which cards showed a teyaku."""
    ids = {t.id for t in RULE_SETS[answer["variant"]].teyaku}
    seats = [
        seat | {"yaku": [y | {"cards": ""} if y["id"] in ids else y for y in seat["yaku"]]}
        for seat in answer["seats"]
    ]
    ledger = [
        {k: v for k, v in row.items() if k != "cards"} if row["step"] in OF_A_YAKU else row
        for row in answer["ledger"]
    ]
    return answer | {"seats": seats, "ledger": ledger}


def follow(ledger: Iterable[dict[str, Any]], seats: int) -> tuple[int, list[int], list[int]]:
    """Follow ``op`` and ``amount`` of a ledger alone: the stake (0 where nothing is staked), each seat's
    register, each payment.
    """
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
    return registers.get(None, 0), [registers.get(seat, 0) for seat in range(seats)], paid


# --- a round against the referee ------------------------------------------------------------------


def referee_of(round_: Round) -> referee.Referee:
    """The referee at the same deal. Of two tables it is told of none: the second comes out of the pile."""
    dealt, new_table = round_.deal, round_.rules.new_table
    return referee.Referee(
        round_.rules.variant,
        dict(round_.rules.options),
        round_.rules.players,
        [written(hand) for hand in dealt.hands],
        "" if new_table else written(ids_of(round_.table)),
        written(dealt.later),
    )


def check_round(table: Rules, random: Random, seen: Counter[str]) -> Round:
    """Play a round, every choice at random, beside the referee; AssertionError for any difference.

    Checked at every step: whose turn, the legal actions in any order, where each card lies, what a seat
    may see of its own hand. At the end: the answer, the payments, the score sheet, the replay of the
    record to the byte. ``seen`` counts what occurred, by ``event.``, ``clause.``, ``yaku.``, ``end.`` and
    ``option.`` keys.
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
        action = pick(legal, random)
        round_.play(action)
        other.do(action)
    assert other.finished
    assert other.turn is None
    _same_table(round_, other)

    result = result_of_round(round_)
    assert without_order(other.answer()) == without_order({k: v for k, v in result.items() if k != "ledger"})
    assert sum(payments(result)) == 0
    _, _, paid = follow(result["ledger"], table.players)
    assert paid == payments(result)
    if not result["void"] or result["fuke"] is not None:
        check_sheet(round_, result)  # a void auction leaves nothing to write down

    text = json.dumps(record_of(round_))
    again: list[Event] = []
    twin = read_record(json.loads(text), again.append)
    assert json.dumps(record_of(twin)) == text
    assert _recorded(again, table) == _recorded(events, table)
    assert result_of_round(twin) == result
    _count(round_, result, events, seen)
    return round_


def _recorded(events: list[Event], table: Rules) -> list[Event]:
    """The events that a record tells: of two tables it names the one that is played on."""
    return [event for event in events if not (table.new_table and event.what == "field")]


def check_sheet(round_: Round, result: dict[str, Any]) -> None:
    """The score sheet of a finished round, written and read back, settles to the round's result."""
    sheet = json.loads(json.dumps(sheet_json(round_.sheet())))
    on_paper = answer_of_sheet(read_sheet(sheet))
    assert _at_seats(on_paper, round_.active, round_.rules.players) == without_teyaku_cards(result)


def _same_table(round_: Round, other: referee.Referee) -> None:
    dealt = len(round_.hands)
    at = places(round_)
    assert_conserved(round_)
    assert round_.active == other.active
    assert round_.trash == _as_set(other.trash)
    for seat in range(dealt):
        hand = _as_set(other.hands[seat])
        assert at[seat] == hand
        assert at[dealt + seat] == _as_set(other.captured[seat])
        if seat in round_.active:
            assert round_.may_see(seat, seat) == (0 if seat in other.may_not_look else hand)
    if round_.rules.new_table and not round_.play_began:
        return  # the referee knows no table before the one that is played on
    assert round_.field == _as_set(other.field)
    if round_.play_began:
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
        {k: v for k, v in row.items() if not (k == "cards" and row["step"] in OF_A_YAKU)}
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


def ending(round_: Round, result: dict[str, Any]) -> str:
    """How a round ended, in a few words."""
    if result["void"]:
        return "void" if result["fuke"] is None else "void, fuke"
    if result["cutoff"]:
        return f"cut-off: {' and '.join(result['cutoff'])}"
    if result["fuke"] is not None:
        return "fuke"
    top = max(result["seats"][seat]["total"] for seat in round_.active)
    tie = sum(result["seats"][seat]["total"] == top for seat in round_.active) > 1
    how = "played out" if round_.played_out else "stopped"
    below = ", below 0" if top < 0 else ""
    return f"{how}, {'tie' if tie else 'highest'}{below}"


def endings_of(rule_set: RuleSet) -> list[str]:
    """The ways in which a round of a rule set can end, as far as its data tell."""
    stops = [yaku for yaku in rule_set.dekiyaku if yaku.stops]
    found = [f"cut-off: {teyaku.id}" for teyaku in rule_set.teyaku if teyaku.stops]
    found += [f"cut-off: {yaku.id}" for yaku in stops]
    for one, other in combinations(stops, 2):
        # One capture completes both where a month has a card of each.
        months = [{n // 4 for n in range(48) if yaku.cards >> n & 1} for yaku in (one, other)]
        if "double_cutoff" in {o.name for o in rule_set.options} and months[0] & months[1]:
            found.append(f"cut-off: {one.id} and {other.id}")
    found += ["played out, highest", "played out, tie"]
    if any(isinstance(phase, DeclareFuke) for phase in rule_set.phases):
        found.append("void, fuke")
    elif any(clause.id.endswith(".fuke") for clause in rule_set.clauses):
        found.append("fuke")
    return found


def _count(round_: Round, result: dict[str, Any], events: list[Event], seen: Counter[str]) -> None:
    seen.update(f"event.{event.what}" for event in events)
    clauses = {event.rule for event in events} | {row["rule"] for row in result["ledger"]}
    clauses.add(round_.settle().decided_by)
    clauses.update(round_.rules.in_force(option.name) for option in round_.rules.rule_set.options)
    seen.update(f"clause.{id_}" for id_ in clauses)
    seen.update(f"yaku.{y['id']}" for seat in result["seats"] for y in seat["yaku"])
    seen.update(f"option.{setting}" for setting in settings_of(round_.rules))
    seen[f"end.{ending(round_, result)}"] += 1
    seen["rounds"] += 1
    seen["actions"] += len(round_.actions)
    seen["hand yaku shown"] += sum(str(action).startswith(SHOW) for action in round_.actions)
