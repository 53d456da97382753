"""The settlement: hand-worked score sheets, every row of the ledger, the payment followed from its rows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import referee
from support import (
    ALL_OPTIONS,
    DOUBLE,
    HAND,
    STACK,
    follow,
    payments,
    settled,
    sheet_of,
    without_order,
)

from hanalearn.cards import written
from hanalearn.game import FormatError
from hanalearn.rules import RULE_SETS, rules

BOTH_CUT_OFFS = "1B 3B 8B 12B 1R 2R 3R"
CHUSHIN = "7A 6A 11B"


def rows(answer: dict[str, Any], *keys: str) -> list[tuple[object, ...]]:
    return [tuple(row[key] for key in keys) for row in answer["ledger"]]


def yaku(answer: dict[str, Any], seat: int) -> list[tuple[str, object]]:
    return [(y["id"], y["value"]) for y in answer["seats"][seat]["yaku"]]


# --- the worked values of the contract ------------------------------------------------------------


def test_the_worked_example_of_the_source() -> None:
    """2-honba, Akatan: 2 × 2 = 4 from each: +8, -4, -4."""
    answer = settled(sheet_of(["1R 2R 3R", "4R 5R 7R 11R", "4A 5A"], field="8B 4C1 5C1 6C1 9C1 10C1"))

    assert payments(answer) == [8, -4, -4]
    assert (answer["multiplier"], answer["cutoff"]) == (2, ["akatan"])


def test_a_flat_field_and_a_plain_win() -> None:
    """1-honba: +2, -1, -1."""
    assert payments(settled(sheet_of(["1B 3B", "8B", "12B"]))) == [2, -1, -1]


def test_one_bright_two_kotsu_and_shiko() -> None:
    """(1 + 1 + 2) × 3 = 12 from each: +24, -12, -12."""
    sheet = sheet_of(["1B 3B 8B 12B", "4A 5A", "6A 7A"], field="1B 2C1 4C1 5C1 6C1 7C1", raises={"kotsu": 2})

    assert payments(settled(sheet)) == [24, -12, -12]


def test_all_three_kinds_of_raise_add_up() -> None:
    """3 Brights + 1 = 4, + 6 mizu-kotsu + 9 repeats + 3 kotsu = 22; Aotan doubles: 44 from each."""
    sheet = sheet_of(
        ["4A", "6R 9R 10R", "5A"],
        field="1B 3B 12B 11B 5C1 6C1",
        raises={"mizu_kotsu": 6, "repeats": 9, "kotsu": 3},
    )
    answer = settled(sheet)

    assert (answer["multiplier"], payments(answer)) == (22, [-44, 88, -44])


# --- points and yaku ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "captured, points",
    [
        ("", 0),
        ("1C1 4C2 11C 12C1", 0),
        ("1B", 30),
        ("11B", 10),  # the Rainman
        ("2A", 10),
        ("7R", 5),
        ("1B 11B 2A 7R 4C1", 55),  # 30 + 10 + 10 + 5
        ("1B 3B 11B 11A 5R 5C1 5C2", 85),  # 2 × 30 + 2 × 10 + 5
    ],
)
def test_card_points(captured: str, points: int) -> None:
    seat = settled(sheet_of([captured, "8B 8A", "12B 10A"]))["seats"][0]

    assert (seat["card_points"], seat["total"]) == (points, points)


@pytest.mark.parametrize(
    "captured, made, total",
    [
        ("8B 4A", [("tsukihoto", 50)], 90),  # 30 + 10 + 50
        ("7A 6A", [("shishibo", 50)], 70),  # 20 + 50
        ("7A 11B", [("shishichu", 50)], 70),
        (CHUSHIN, [("shishibochushin", 100)], 130),  # 30 + 100: the pairs inside are replaced
        ("5A 5R 5C1 5C2", [("shima-5", 50)], 65),  # 10 + 5 + 50
        ("9A 9R 9C1 9C2", [("shima-9", 50)], 65),
        ("12B 12C1 12C2 12C3", [("shima-12", 50)], 80),  # 30 + 50
        # in the order of the table: 30 + 10 + 10 + 10 + 10 + 50 + 100 + 15 + 50
        (
            "8B 4A 7A 6A 11B 5A 5R 5C1 5C2",
            [("tsukihoto", 50), ("shishibochushin", 100), ("shima-5", 50)],
            285,  # 30 + 5 × 10 + 5 = 85, + 200
        ),
    ],
)
def test_earned_yaku_add_their_points(captured: str, made: list[tuple[str, int]], total: int) -> None:
    answer = settled(sheet_of([captured, "1B 3B", "2A 10A"]))

    assert yaku(answer, 0) == made
    assert answer["seats"][0]["total"] == total


@pytest.mark.parametrize(
    "captured, id_, multiplier, total",
    [("1B 3B 8B 12B", "shiko", 3, 120), ("1R 2R 3R", "akatan", 2, 15), ("6R 9R 10R", "aotan", 2, 15)],
)
def test_a_cut_off_multiplies_the_stake_and_adds_no_points(
    captured: str, id_: str, multiplier: int, total: int
) -> None:
    answer = settled(sheet_of(["4A 5A", captured, "10A 11A"]))

    assert yaku(answer, 1) == [(id_, f"x{multiplier}")]
    assert answer["seats"][1]["total"] == total
    assert payments(answer) == [-multiplier, 2 * multiplier, -multiplier]


@pytest.mark.parametrize("id_, points", [(t.id, t.points) for t in RULE_SETS["shishibo"].teyaku])
def test_every_hand_yaku_adds_its_points(id_: str, points: int) -> None:
    """10 for the Bush warbler and the hand yaku."""
    answer = settled(sheet_of(["2A", "1B", "3B"], teyaku=([id_], (), ())))

    assert yaku(answer, 0) == [(id_, points)]
    assert answer["seats"][0]["total"] == 10 + points


def test_a_set_and_a_junk_yaku_are_listed_in_the_order_of_the_table_before_earned_ones() -> None:
    """7A 6A: 20, + 50 + 100 + 50."""
    answer = settled(sheet_of(["7A 6A", "1B", "3B"], teyaku=(["soppe", "sanbon-12"], (), ())))

    assert yaku(answer, 0) == [("sanbon-12", 50), ("soppe", 100), ("shishibo", 50)]
    assert answer["seats"][0]["total"] == 220


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value, made, total",
    [
        (False, [("shishibochushin", 100)], 130),  # 30 + 100
        (True, [("shishibo", 50), ("shishichu", 50), ("shishibochushin", 100)], 230),  # 30 + 50 + 50 + 100
    ],
)
def test_option_stack_subsets(value: bool, made: list[tuple[str, int]], total: int) -> None:
    answer = settled(sheet_of([CHUSHIN, "1B", "3B"], options={STACK: value}))

    assert (yaku(answer, 0), answer["seats"][0]["total"]) == (made, total)


@pytest.mark.parametrize(
    "value, cutoff, stake",
    [("larger", ["shiko"], 2 * 3), ("product", ["shiko", "akatan"], 2 * 3 * 2)],
)
def test_option_double_cutoff(value: str, cutoff: list[str], stake: int) -> None:
    """2-honba. Both yaku stay listed."""
    sheet = sheet_of(
        ["4A", BOTH_CUT_OFFS, "5A"], field="8B 2C1 4C1 5C1 6C1 7C1", options={DOUBLE: value}, played_out=False
    )
    answer = settled(sheet)

    assert answer["cutoff"] == cutoff
    assert payments(answer) == [-stake, 2 * stake, -stake]
    assert yaku(answer, 1) == [("shiko", "x3"), ("akatan", "x2")]


def test_of_two_equal_cut_offs_the_first_of_the_table_counts() -> None:
    """Akatan and Aotan, both × 2."""
    answer = settled(sheet_of(["1R 2R 3R 6R 9R 10R", "4A", "5A"]))

    assert (answer["cutoff"], payments(answer)) == (["akatan"], [4, -2, -2])


def test_all_three_cut_offs_together_as_a_product() -> None:
    """3 × 2 × 2 = 12."""
    answer = settled(sheet_of([BOTH_CUT_OFFS + " 6R 9R 10R", "4A", "5A"], options={DOUBLE: "product"}))

    assert (answer["cutoff"], payments(answer)) == (["shiko", "akatan", "aotan"], [24, -12, -12])


@pytest.mark.parametrize("value, listed, total, winner", [("add", 100, 120, 0), ("ignore", 0, 20, 1)])
def test_option_hand_yaku_points(value: str, listed: int, total: int, winner: int) -> None:
    """20 + soppe 100 beats 60; without its points it does not, and it is still listed."""
    answer = settled(
        sheet_of(["2A 4A", "1B 3B", "8A 10A 5A"], teyaku=(["soppe"], (), ()), options={HAND: value})
    )

    assert yaku(answer, 0) == [("soppe", listed)]
    assert (answer["seats"][0]["total"], answer["winner"]) == (total, winner)


def test_a_hand_yaku_without_points_still_prevents_fuke() -> None:
    answer = settled(
        sheet_of(["1B 8B", "3B 12B 5A", "4R 5R 7R"], teyaku=((), (), ["sanbon-4"]), options={HAND: "ignore"})
    )

    assert (answer["fuke"], answer["winner"]) == (None, 1)


# --- who wins -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "captured, fuke",
    [
        ("4R 5R 7R", 2),  # 15: at the limit
        ("2A 4R", 2),  # 15
        ("", 2),
        ("4R 5R 7R 11R", None),  # 20
        ("2A 11B", None),  # 20: the Rainman counts as 10
    ],
)
def test_fuke_is_fifteen_card_points_or_less(captured: str, fuke: int | None) -> None:
    answer = settled(sheet_of(["1B 8B 3R", "3B 12B 5A", captured]))

    assert answer["fuke"] == fuke
    assert answer["winner"] == (1 if fuke is None else fuke)


def test_fuke_wins_whatever_the_totals_are() -> None:
    """Seat 0 has 5 cards points + shima-... 65 and more; seat 2 has 0 and wins the stake of 1."""
    answer = settled(sheet_of(["5A 5R 5C1 5C2 1B", "3B 12B", ""]))

    assert [seat["total"] for seat in answer["seats"]] == [95, 60, 0]  # 10 + 5 + 30 + 50
    assert payments(answer) == [-1, -1, 2]


def test_fuke_needs_a_round_that_was_played_out() -> None:
    """With a cut-off the low seats do not count; without one `played_out: false` is an error."""
    stopped = settled(sheet_of(["4R", "1R 2R 3R", "7R"], played_out=False))

    assert (stopped["fuke"], stopped["winner"]) == (None, 1)
    with pytest.raises(FormatError, match="played_out"):
        settled(sheet_of(["4R", "1B 2R 3R", "7R"], played_out=False))


def test_a_cut_off_comes_before_fuke_even_in_a_round_that_was_played_out() -> None:
    answer = settled(sheet_of(["4R", "1R 2R 3R", "7R"], played_out=True))

    assert (answer["fuke"], payments(answer)) == (None, [-2, 4, -2])


def test_a_shown_hand_yaku_prevents_fuke_for_its_seat_alone() -> None:
    """Seats 1 and 2 have 15 or less; seat 1 showed a sanbon, so seat 2 wins."""
    answer = settled(sheet_of(["1B 8B", "4R 5R", "7R"], teyaku=((), ["sanbon-4"], ())))

    assert (answer["fuke"], payments(answer)) == (2, [-1, -1, 2])


@pytest.mark.parametrize(
    "captured, winner", [(["1B 8B", "4R", "5R"], 1), (["4R 5R", "1B 8B", ""], 0), (["", "", ""], 0)]
)
def test_of_two_fuke_seats_the_earlier_in_turn_order_wins(captured: list[str], winner: int) -> None:
    """Not the lower points: seat 0's 10 beat seat 2's 0."""
    answer = settled(sheet_of(captured))

    assert (answer["fuke"], answer["winner"]) == (winner, winner)
    assert answer["ledger"][-1]["rule"] == "shishibo.payment"


@pytest.mark.parametrize(
    "captured, winner",
    [
        (["1B", "3B", "8B"], 0),  # 30 each
        (["2A 4A", "3B", "8B"], 1),  # 20, 30, 30
        (["3B", "2A 4A", "8B"], 0),  # 30, 20, 30
        (["2A 4A", "5A 10A", "8B"], 2),
    ],
)
def test_at_a_tie_dealer_goes_before_middle_and_middle_before_last(captured: list[str], winner: int) -> None:
    assert settled(sheet_of(captured))["winner"] == winner


@pytest.mark.parametrize(
    "captured, clause",
    [
        (["1R 2R 3R", "4A", "5A"], "shishibo.cut-off"),
        (["1B", "3B", "4R"], "shishibo.fuke"),
        (["1B", "4R", "5R"], "shishibo.tie"),
        (["1B 4R", "3B", "8B"], "shishibo.highest"),
        (["1B", "3B", "8B"], "shishibo.tie"),
    ],
)
def test_the_clause_that_decided_is_named(captured: list[str], clause: str) -> None:
    from hanalearn.game import read_sheet
    from hanalearn.rules.settling import Settling

    settling = Settling(read_sheet(sheet_of(captured)))
    settling.rules.rule_set.settle(settling)

    assert settling.decided_by == clause


# --- the ledger -----------------------------------------------------------------------------------


def test_every_row_of_the_ledger_with_its_clause_in_the_order_of_the_arithmetic() -> None:
    """8B: 1 + 1 = 2; 1 blind, 2 repeats, 3 kotsu: 8. Akatan doubles: 16 from each."""
    sheet = sheet_of(
        ["1R 2R 3R 1B 2A", "7A 6A 4C1", "5C1"],
        field="8B 4C2 5C2 6C1 9C1 10C1",
        teyaku=((), ["sanbon-4"], ()),
        raises={"mizu_kotsu": 1, "repeats": 2, "kotsu": 3},
        played_out=False,
    )
    answer = settled(sheet)

    assert rows(answer, "step", "seat", "op", "amount", "after", "cards", "rule") == [
        ("honba", None, "set", 2, 2, "8B", "shishibo.soba"),
        ("mizu-kotsu", None, "add", 1, 3, "", "shishibo.mizu-kotsu"),
        ("repeats", None, "add", 2, 5, "", "shishibo.repeat"),
        ("kotsu", None, "add", 3, 8, "", "shishibo.kotsu"),
        ("card-points", 0, "set", 30, 30, "1B", "shishibo.card-points"),
        ("card-points", 0, "add", 10, 40, "2A", "shishibo.card-points"),
        ("card-points", 0, "add", 15, 55, "1R 2R 3R", "shishibo.card-points"),
        ("card-points", 1, "set", 20, 20, "6A 7A", "shishibo.card-points"),
        ("yaku", 1, "add", 50, 70, "", "shishibo.sanbon"),
        ("yaku", 1, "add", 50, 120, "6A 7A", "shishibo.shishibo"),
        ("card-points", 2, "set", 0, 0, "5C1", "shishibo.card-points"),
        ("cut-off", None, "multiply", 2, 16, "1R 2R 3R", "shishibo.akatan"),
        ("payment", 1, "pay", -16, -16, "", "shishibo.payment"),
        ("payment", 2, "pay", -16, -16, "", "shishibo.payment"),
        ("payment", 0, "pay", 32, 32, "", "shishibo.payment"),
    ]
    assert all(row["text"] for row in answer["ledger"])


def random_sheet(random: Random, options: dict[str, object]) -> dict[str, Any]:
    """A sheet as people might write one; some cards are left over, some teyaku shown."""
    while True:
        order = random.sample(range(48), 48)
        captured = [
            written(order[12 * s : 12 * s + random.randint(0, 14 if s == 2 else 12)]) for s in range(3)
        ]
        teyaku: list[list[str]] = []
        for _ in range(3):
            shown = [f"sanbon-{random.randint(1, 12)}"] if random.random() < 0.2 else []
            shown += ["toichi"] if random.random() < 0.1 else []
            teyaku.append(shown)
        sheet = sheet_of(
            captured,
            field=written(random.sample(range(48), 6)),
            teyaku=teyaku,
            raises={"mizu_kotsu": random.randint(0, 6), "kotsu": random.randint(0, 3),
                    "repeats": random.randint(0, 4)},
            options=options,
        )  # fmt: skip
        try:
            settled(sheet)
        except FormatError:  # two seats with a cut-off, or a field that is dealt again
            continue
        return sheet


@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_random_sheets_sum_to_zero_follow_from_their_rows_and_equal_the_referee(
    options: dict[str, object],
) -> None:
    random = Random(str(options))
    clauses = rules("shishibo", 3, options).clauses
    decided = set()
    for _ in range(120):
        sheet = random_sheet(random, options)
        answer = settled(sheet)
        stake, totals, paid = follow(answer["ledger"], 3)

        assert paid == payments(answer)
        assert sum(paid) == 0
        assert totals == [seat["total"] for seat in answer["seats"]]
        assert paid[answer["winner"]] == 2 * stake
        assert without_order({k: v for k, v in answer.items() if k != "ledger"}) == without_order(
            referee.score(sheet)
        )
        assert all(clauses[row["rule"]].tag == row["tag"] for row in answer["ledger"])
        decided.add("cut-off" if answer["cutoff"] else "fuke" if answer["fuke"] is not None else "highest")
    assert decided == {"cut-off", "fuke", "highest"}
