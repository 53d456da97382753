"""Records and score sheets that are wrong in every field and way: one line, status 2, no traceback."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as with_settings
from hypothesis import strategies as st
from support import (
    VARIANTS,
    all_tables,
    assert_conserved,
    at_table,
    faults,
    refusal,
    run_on,
    sheet_of,
    tells,
)

from hanalearn.game import FormatError, load, new_round, read_record, record_of, sheet_json
from hanalearn.game.formats import MOST_BYTES

Path = tuple[str | int, ...]


def a_record() -> dict[str, Any]:
    round_ = new_round("shishibo", 4, 3)
    for action in ("pass", "mizu-kotsu", "pass", "pass", "retire", "nashi", "kotsu", "nashi"):
        round_.play(action)
    round_.play_randomly(random.Random(1))
    return json.loads(json.dumps(record_of(round_)))  # type: ignore[no-any-return]


RECORD = a_record()
SHEET = sheet_of(
    ["1R 2R 3R 1B", "7A 6A 4C1", "5C1"],
    teyaku=((), ["sanbon-4"], ()),
    raises={"mizu_kotsu": 1, "kotsu": 2, "repeats": 3},
    options={"stack_subsets": True, "double_cutoff": "product", "hand_yaku_points": "ignore"},
    played_out=False,
)
FILES = {"replay": RECORD, "score": SHEET}


def files_of(variant: str) -> dict[str, Any]:
    """A record and a sheet of a rule set, of the most players, no option with its default."""
    table = [table for table in all_tables(variant) if not table.new_table and not table.sides][-1]
    for seed in range(1000):
        round_ = new_round(variant, table.players, seed, dict(table.options))
        round_.play_randomly(random.Random(seed))
        if round_.settle().winner is not None:
            break
    files = {"replay": record_of(round_), "score": sheet_json(round_.sheet())}
    return json.loads(json.dumps(files))  # type: ignore[no-any-return]


OTHERS = {variant: files_of(variant) for variant in VARIANTS if variant != "shishibo"}
#: One value of each type of JSON, the worst of texts and numbers: enough where the whole list was tried.
SOME_WRONG: list[Any] = [None, True, -1, 1.5, 2**63, "", "1B 1B", "a\nb: c", [], {"a": 1}, float("nan")]

#: What stands in for a field: one of each type of JSON, and values at the edges of each.
WRONG: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    1.5,
    2**53,
    2**63,
    "",
    "x",
    "1B",
    "1B 1B",
    " ",
    [],
    [[]],
    ["1B"],
    [None],
    {},
    {"a": 1},
    float("nan"),
    float("inf"),
    "\x00",
    "a\nb",
    "\u2028",
    "\ud800",
    "\x1b[31m",
    "a: b\nc",
    "猪" * 3000,
]

#: Fields that may be left out, with the value that then stands.
DEFAULTS: dict[Path, Any] = {
    ("options",): {},
    ("raises",): {},
    ("played_out",): True,
    ("fuke",): None,
    ("bids",): None,
}


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    """The way to every field and element."""
    if at:
        yield at
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from paths(inner, (*at, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from paths(inner, (*at, i))


def changed(data: Any, at: Path, value: Any) -> Any:
    data = copy.deepcopy(data)
    inner = data
    for step in at[:-1]:
        inner = inner[step]
    inner[at[-1]] = value
    return data


def without(data: Any, at: Path) -> Any:
    data = copy.deepcopy(data)
    inner = data
    for step in at[:-1]:
        inner = inner[step]
    del inner[at[-1]]
    return data


def is_answered(command: str, data: object) -> bool:
    """Whether the file is accepted; if not, it is refused as it must be."""
    ran = run_on(command, data)
    told = run_on("check", data)
    if ran.status == 0:
        assert (ran.err, told.err) == ("", "")
        assert isinstance(json.loads(ran.out), dict)
        return True
    line = refusal(ran)
    # `check` finds out by itself whether it has a record or a sheet.
    if command == ("replay" if is_a_record(data) else "score"):
        assert tells(faults(told), line)
    return False


def is_a_record(data: object) -> bool:
    """Whether a value, or what is written in some bytes, is an object with a deal."""
    if isinstance(data, bytes):
        try:
            data = load(data)
        except FormatError:
            return False
    return isinstance(data, dict) and "deal" in data


FIELDS = [(command, at) for command, data in FILES.items() for at in paths(data)]
#: Actions are many and alike: the first of each phase and the last.
FIELDS = [(c, at) for c, at in FIELDS if at[0] != "actions" or len(at) == 1 or at[1] in (0, 4, 5, 8, 9)]


#: Of the other rule sets what the first two files lack: their own options, their sheets.
OTHER_FIELDS = [
    (variant, command, at)
    for variant, files in OTHERS.items()
    for command, data in files.items()
    for at in paths(data)
    if (at[0] != "actions" or at == ("actions",)) and not (command == "replay" and at[0] == "deal")
]


def name_of(value: object) -> str:
    return ".".join(map(str, value)) if isinstance(value, tuple) else str(value)


def test_the_two_files_are_in_order() -> None:
    assert is_answered("replay", RECORD)
    assert is_answered("score", SHEET)


@pytest.mark.parametrize("command, at", FIELDS, ids=name_of)
def test_a_field_of_the_wrong_type_or_value_is_refused_in_one_line(command: str, at: Path) -> None:
    kind = type(_value_at(FILES[command], at))
    for value in WRONG:
        accepted = is_answered(command, changed(FILES[command], at, value))
        # Of the right type it may be another value that is right as well; of another it is a fault.
        if accepted and value is not None:
            assert type(value) is kind, f"{at}: {value!r} was accepted"
        if accepted and value is None:
            assert at in DEFAULTS


@pytest.mark.parametrize("variant", sorted(OTHERS))
def test_the_files_of_every_rule_set_are_in_order(variant: str) -> None:
    for command, data in OTHERS[variant].items():
        assert is_answered(command, data)


@pytest.mark.parametrize("variant, command, at", OTHER_FIELDS, ids=name_of)
def test_a_wrong_type_or_value_in_a_file_of_any_rule_set_is_refused_in_one_line(
    variant: str, command: str, at: Path
) -> None:
    kind = type(_value_at(OTHERS[variant][command], at))
    for value in SOME_WRONG:
        accepted = is_answered(command, changed(OTHERS[variant][command], at, value))
        if accepted:
            # Nothing but its own type; left out, so to say, a bid, fuke or winner may be.
            assert type(value) is kind or (value is None and at in DEFAULTS), f"{at}: {value!r}"


def _value_at(data: Any, at: Path) -> Any:
    for step in at:
        data = data[step]
    return data


@pytest.mark.parametrize("command, at", [(c, at) for c, at in FIELDS if isinstance(at[-1], str)], ids=name_of)
def test_a_missing_field_is_named_unless_it_has_a_default(command: str, at: Path) -> None:
    data = without(FILES[command], at)
    optional = at in DEFAULTS or at[0] in ("options", "raises") or at[-1] == "teyaku"
    if at == ("played_out",) or optional:
        assert is_answered(command, data)
    else:
        assert str(at[-1]) in refusal(run_on(command, data))


OBJECTS: list[tuple[str, Path]] = [
    ("replay", ()), ("replay", ("deal",)), ("replay", ("options",)),
    ("score", ()), ("score", ("raises",)), ("score", ("options",)), ("score", ("seats", 1)),
]  # fmt: skip


@pytest.mark.parametrize("command, at", OBJECTS, ids=name_of)
@pytest.mark.parametrize(
    "name", ["colour", "Variant", " seats", "", "a\nb", "a: b\nc", "\x1b[2J", "\u2028", "x" * 5000]
)
def test_an_unknown_field_is_refused_in_one_line(command: str, at: Path, name: str) -> None:
    line = refusal(run_on(command, changed(FILES[command], (*at, name), 1)))

    if name.isalpha() and len(name) < 10:
        assert name in line


@pytest.mark.parametrize("command, at", OBJECTS, ids=name_of)
def test_a_field_given_twice_is_refused_even_with_the_same_value(command: str, at: Path) -> None:
    """A JSON reader keeps the last of them without a word: two readers of one file might disagree."""
    data = FILES[command]
    names = list(_value_at(data, at)) or ["colour"]
    for name in names:
        value = json.dumps(_value_at(data, at).get(name))
        marked = json.dumps(changed(data, (*at, "\x01"), 0))
        text = marked.replace('"\\u0001": 0', f"{json.dumps(name)}: {value}")
        if name not in _value_at(data, at):
            text = text.replace(f'"{name}": {value}', f'"{name}": 1, "{name}": 1')
        line = refusal(run_on(command, text.encode()))
        assert name in line
        assert "twice" in line


@pytest.mark.parametrize("name", ["a\\nb", "a: \\nb", "\\u2028", "\\u001b[2J", "x" * 100_000, "\\ud800"])
def test_a_strange_name_given_twice_is_refused_in_one_line(name: str) -> None:
    refusal(run_on("score", f'{{"{name}": 1, "{name}": 1}}'.encode()))


# --- cards ----------------------------------------------------------------------------------------


def test_a_card_in_two_places_is_refused_wherever_it_stands() -> None:
    """Every place of the deal against every other: the second place and the card are named."""
    places: list[Path] = [("deal", "hands", i) for i in range(4)] + [("deal", "field"), ("deal", "pile")]
    for first in places:
        for second in places:
            if first == second:
                continue
            mine, theirs = (_value_at(RECORD, at).split() for at in (first, second))
            if first[-1] == "pile" and second[1] == "hands":
                continue  # a returned hand stands in the pile as well
            if second[-1] == "pile":
                data = changed(RECORD, second, " ".join([*theirs, mine[0]]))
                if mine[0] in theirs or first == ("deal", "hands", 0):
                    continue
            else:
                data = changed(RECORD, second, " ".join([mine[0], *theirs[1:]]))
            line = refusal(run_on("replay", data))
            assert mine[0] in line or theirs[0] in line


@pytest.mark.parametrize("place", [("deal", "hands", 1), ("deal", "field"), ("deal", "pile")], ids=name_of)
def test_a_card_twice_in_one_place_is_refused_in_either_case(place: Path) -> None:
    cards = _value_at(RECORD, place).split()
    for twice in (cards[0], cards[0].lower()):
        line = refusal(run_on("replay", changed(RECORD, place, " ".join([*cards[:-1], twice]))))
        assert cards[0] in line
        assert name_of(place[1]) in line


def test_a_deal_of_47_or_49_cards_is_refused() -> None:
    pile = RECORD["deal"]["pile"].split()
    kept = [card for card in pile if card not in RECORD["deal"]["hands"][0].split()]

    assert kept[0] in refusal(
        run_on("replay", changed(RECORD, ("deal", "pile"), " ".join(c for c in pile if c != kept[0])))
    )
    refusal(run_on("replay", changed(RECORD, ("deal", "pile"), " ".join([*pile, pile[0]]))))
    refusal(run_on("replay", changed(RECORD, ("deal", "pile"), " ".join([*pile, "13A"]))))
    refusal(run_on("replay", changed(RECORD, ("deal", "pile"), "")))


def test_a_hand_that_is_played_cannot_stand_in_the_pile_too() -> None:
    pile = RECORD["deal"]["pile"].split()
    held = RECORD["deal"]["hands"][1].split()[0]
    line = refusal(run_on("replay", changed(RECORD, ("deal", "pile"), " ".join([*pile, held]))))

    assert held in line
    assert "deal.pile" in line


def test_a_record_that_stops_before_play_may_name_only_the_undealt_cards_and_still_plays_to_its_end() -> None:
    """`pile` holds at least the undealt cards; the order of the rest is then open, but no card may vanish."""
    dealt = [c for hand in RECORD["deal"]["hands"] for c in hand.split()]
    undealt = [c for c in RECORD["deal"]["pile"].split() if c not in dealt]
    data = changed(changed(RECORD, ("deal", "pile"), " ".join(undealt)), ("actions",), ["pass"])
    assert is_answered("replay", data)

    round_ = read_record(data)
    while round_.turn is not None:
        round_.push(round_.legal()[-1])
        assert_conserved(round_)


@pytest.mark.parametrize("data, place", [(RECORD, "deal.field"), (SHEET, "field")], ids=["record", "sheet"])
def test_a_misdealt_field_is_refused(data: Any, place: str) -> None:
    command = "replay" if data is RECORD else "score"
    at: Path = tuple(place.split("."))
    line = refusal(run_on(command, changed(data, at, "4A 4R 4C1 4C2 5C1 6C1")))

    assert place in line


def test_a_hand_with_four_of_month_5_9_or_12_is_refused_and_with_four_of_another_is_not() -> None:
    record: Any = record_of(at_table(["4A 4R 4C1 4C2 1B 2A 3B"]).round)
    assert is_answered("replay", record)
    for month, four in ((5, "5A 5R 5C1 5C2"), (9, "9A 9R 9C1 9C2"), (12, "12B 12C1 12C2 12C3")):
        wanted, had = four.split(), ["4A", "4R", "4C1", "4C2"]
        swap = {**dict(zip(wanted, had, strict=True)), **dict(zip(had, wanted, strict=True))}
        text = json.dumps(record)
        words = json.loads(text)["deal"]
        deal = {
            "hands": [" ".join(swap.get(c, c) for c in hand.split()) for hand in words["hands"]],
            "field": " ".join(swap.get(c, c) for c in words["field"].split()),
            "pile": " ".join(swap.get(c, c) for c in words["pile"].split()),
        }
        line = refusal(run_on("replay", record | {"deal": deal}))
        assert "deal.hands[0]" in line, month


# --- the file itself ------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["replay", "score", "check"])
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b" ",
        b"\n",
        b"{",
        b"}",
        b"[]",
        b"null",
        b"1",
        b'"x"',
        b"nul",
        b"{,}",
        b'{"a" 1}',
        b"{} {}",
        b"\x00",
        b"\xff\xfe{}",
        b"{\xe9}",
        b'{"a": "\xff"}',
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        b"NaN",
        b"-Infinity",
        b'{"a": 1e999}',
        b"1" * 5000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"{'a': 1}",
        b"// {}",
        b'{"variant": "shishibo"',
        b'{"a": "\n"}',
        b'{"a": "\\u12"}',
        b"[" * 990 + b"]" * 990,
        b'{"seats": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"options": {"stack_subsets": ' + b"[" * 900 + b"]" * 900 + b"}}",
        b'{"variant": "shishibo", "seats": [], "options": {"stack_subsets": '
        + b"[" * 950
        + b"]" * 950
        + b"}}",
        "{}".encode("utf-16"),
        b"0" * (MOST_BYTES + 1),
        b" " * (MOST_BYTES + 1),
        b'{"variant": "' + b"x" * (MOST_BYTES - 100) + b'"}',
        b'{"a": 0.' + b"1" * 1_000_000 + b"}",
        b'{"a": ' + b"9" * 1_000_000 + b"}",
    ],
    ids=lambda raw: repr(raw[:16]) if isinstance(raw, bytes) else str(raw),
)
def test_what_is_no_record_and_no_sheet_is_refused_in_one_line(command: str, raw: bytes) -> None:
    (faults if command == "check" else refusal)(run_on(command, raw))


def test_a_byte_order_mark_before_the_file_is_accepted() -> None:
    assert is_answered("replay", b"\xef\xbb\xbf" + json.dumps(RECORD).encode())
    assert is_answered("score", b"\xef\xbb\xbf" + json.dumps(SHEET).encode())


@pytest.mark.parametrize("depth", range(880, 1000, 24))
def test_no_depth_of_nesting_gets_past_the_refusal(depth: int) -> None:
    """The value is read, and then has to be shown in the line: both have their limits."""
    nest = "[" * depth + "]" * depth
    for at in ("variant", "options", "seats", "field", "raises", "played_out"):
        data = json.dumps(changed(SHEET, (at,), "@")).replace('"@"', nest)
        refusal(run_on("score", data.encode()))
    option = json.dumps(changed(SHEET, ("options", "stack_subsets"), "@")).replace('"@"', nest)
    refusal(run_on("score", option.encode()))


def test_a_huge_number_is_refused_where_it_stands() -> None:
    for at in (("raises", "kotsu"), ("raises", "repeats"), ("played_out",)):
        data = json.dumps(changed(SHEET, at, "@"))
        for number in ("1e999", "-1e999", "1" * 21, "9" * 100_000, "9007199254740993", "-0.0", "1E400"):
            refusal(run_on("score", data.replace('"@"', number).encode()))
    seed = json.dumps(changed(RECORD, ("deal",), {"seed": "@"}))
    for number in ("-1", "9007199254740993", "1.0", "1" * 21, "NaN"):
        refusal(run_on("replay", seed.replace('"@"', number).encode()))


def test_the_longest_line_of_a_refusal_is_short_whatever_stands_in_the_file() -> None:
    long = "x" * 1_000_000
    for data in (
        changed(SHEET, ("variant",), long),
        changed(SHEET, ("options", "stack_subsets"), long),
        changed(SHEET, ("options", long), 1),
        changed(SHEET, (long,), 1),
        changed(SHEET, ("seats", 0, "captured"), long),
        changed(SHEET, ("seats", 1, "teyaku"), [long]),
        changed(SHEET, ("field",), long),
    ):
        refusal(run_on("score", data))
    for data in (changed(RECORD, ("actions", 0), long), changed(RECORD, ("players",), 10**19)):
        refusal(run_on("replay", data))


def test_load_raises_only_its_own_error() -> None:
    for raw in (b"[" * 10_000, b"\xff", b"{", b"9" * 30):
        with pytest.raises(FormatError):
            load(raw)


# --- check ----------------------------------------------------------------------------------------


def test_check_tells_all_faults_of_a_sheet_at_once() -> None:
    """Six faults in six places, each named with its place, in any order."""
    sheet = copy.deepcopy(SHEET)
    sheet["field"] = "1C1 2C1"
    sheet["raises"]["kotsu"] = 4
    sheet["seats"][0]["captured"] = "1R 8R"
    sheet["seats"][1]["teyaku"] = ["sanbon-13"]
    sheet["seats"][2]["colour"] = "red"
    sheet["played_out"] = "no"
    told = faults(run_on("check", sheet))

    for place in (
        "field",
        "raises.kotsu",
        "seats[0].captured",
        "seats[1].teyaku[0]",
        "seats[2].colour",
        "played_out",
    ):
        assert [line for line in told if line.startswith(place + ":")], place
    assert len(told) == len(set(told)) == 6
    assert tells(told, refusal(run_on("score", sheet)))


def test_check_tells_all_faults_of_a_deal_at_once() -> None:
    record = copy.deepcopy(RECORD)
    record["deal"]["hands"][0] = "1B 2A"
    record["deal"]["hands"][2] = "1B 13A 2A 3B 4A 5A 6A"
    record["deal"]["field"] = 7
    record["colour"] = "red"
    told = faults(run_on("check", record))

    for place in ("deal.hands[0]", "deal.hands[2]", "deal.field", "colour"):
        assert [line for line in told if line.startswith(place + ":")], place
    assert tells(told, refusal(run_on("replay", record)))


# --- anything at all ------------------------------------------------------------------------------

TEXT = st.text(max_size=12) | st.sampled_from(
    ["1B", "1B 2A", "shishibo", "pass", "a\nb", "x: y\nz", "\ud800"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXT
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)


@with_settings(max_examples=120)
@given(st.sampled_from(FIELDS), ANYTHING)
def test_anything_in_place_of_any_field_is_answered_or_refused_in_one_line(
    field: tuple[str, Path], value: Any
) -> None:
    command, at = field
    is_answered(command, changed(FILES[command], at, value))


@with_settings(max_examples=60)
@given(st.sampled_from(OBJECTS), TEXT, ANYTHING)
def test_anything_beside_any_field_is_refused_in_one_line(
    where: tuple[str, Path], name: str, value: Any
) -> None:
    command, at = where
    is_answered(command, changed(FILES[command], (*at, name), value))


@with_settings(max_examples=120)
@given(st.sampled_from(sorted(FILES)), st.integers(0, 10**6), st.binary(max_size=4), st.integers(0, 4))
def test_a_file_damaged_anywhere_is_answered_or_refused_in_one_line(
    command: str, where: int, bytes_: bytes, dropped: int
) -> None:
    raw = json.dumps(FILES[command]).encode()
    where %= len(raw)
    is_answered(command, raw[:where] + bytes_ + raw[where + dropped :])


@with_settings(max_examples=60)
@given(ANYTHING, st.sampled_from(["replay", "score"]))
def test_any_json_at_all_is_refused_in_one_line(value: Any, command: str) -> None:
    assert not is_answered(command, json.dumps(value).encode())
