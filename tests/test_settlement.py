"""The settlement: hand-worked score sheets, every row of the ledger, the payment followed from its rows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import referee
from support import (
    DOUBLE,
    HAND,
    STACK,
    VARIANTS,
    follow,
    payments,
    random_sheet,
    settled,
    sheet_of,
    some_tables,
    without_order,
)

from hanalearn.cards import written
from hanalearn.game import FormatError, read_sheet
from hanalearn.rules import RULE_SETS
from hanalearn.rules.settling import Settling

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
    assert decided_by(sheet_of(captured)) == clause


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
        ("winner", 0, "add", 0, 55, "", "shishibo.cut-off"),
        ("payment", 1, "pay", -16, -16, "", "shishibo.payment"),
        ("payment", 2, "pay", -16, -16, "", "shishibo.payment"),
        ("payment", 0, "pay", 32, 32, "", "shishibo.payment"),
    ]
    assert all(row["text"] for row in answer["ledger"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_sheets_sum_to_zero_follow_from_their_rows_and_equal_the_referee(variant: str) -> None:
    random = Random(variant)
    tables = some_tables(variant)
    decided = set()
    for i in range(max(200, 4 * len(tables))):
        table = tables[i % len(tables)]
        sheet = random_sheet(random, table)
        answer = settled(sheet)
        seats = len(answer["seats"])
        _, totals, paid = follow(answer["ledger"], seats)

        assert paid == payments(answer)
        assert sum(paid) == 0
        if not table.sides:  # a side is counted once, at its first seat
            assert totals == [seat["total"] for seat in answer["seats"]]
        assert without_order({k: v for k, v in answer.items() if k != "ledger"}) == without_order(
            referee.score(sheet)
        )
        for row in answer["ledger"]:
            assert table.clauses[row["rule"]].tag == row["tag"]
            assert row["text"] and "{" not in row["text"]
        decided.add(decided_by(sheet))
    assert len(decided) > 1
    assert all(decided)


def decided_by(sheet: dict[str, Any]) -> str:
    """The clause that decided who wins."""
    settling = Settling(read_sheet(sheet))
    settling.rules.rule_set.settle(settling)
    return settling.decided_by


# --- Enshu-bana for wagers ------------------------------------------------------------------------


def wagers(captured: list[str], **named: Any) -> Any:
    """The answer to a sheet of Enshu-bana for wagers."""
    return settled(sheet_of(captured, variant="enshu-wagers", field="", **named))


@pytest.mark.parametrize("captured, paid", [(["1B", "2A"], [1, -1]), (["1B", "2A", "4A"], [2, -1, -1])])
def test_the_highest_score_takes_the_wager_of_each_other(captured: list[str], paid: list[int]) -> None:
    """20 beats 10: each loser is down the one wager in the pot."""
    answer = wagers(captured)

    assert (answer["winner"], payments(answer), answer["multiplier"]) == (0, paid, 1)


@pytest.mark.parametrize("wager", [1, 2, 25])
@pytest.mark.parametrize(
    "value, each",
    [("extra", 1 + 2), ("total", 2)],
)
def test_option_wager_multiplies_all_and_option_cutoff_pays_says_how_much(
    wager: int, value: str, each: int
) -> None:
    """Akatan is worth 2 wagers: beside the one in the pot, or with it. Three players."""
    options = {"wager": wager, "cutoff_pays": value}
    answer = wagers(["4A", "1R 2R 3R", "5A"], options=options, played_out=False)

    assert payments(answer) == [-each * wager, 2 * each * wager, -each * wager]
    assert wagers(["1B", "4A", "5A"], options=options)["seats"][0]["payment"] == 2 * wager


@pytest.mark.parametrize(
    "cards, id_, worth", [("1B 3B 8B 12B", "shiko", 3), ("1R 2R 3R", "akatan", 2), ("6R 9R 10R", "aotan", 2)]
)
def test_what_each_cut_off_costs_the_others_in_wagers(cards: str, id_: str, worth: int) -> None:
    """1 + worth from each of two; it adds nothing to the total, and all points are forfeited."""
    answer = wagers([cards, "2A 4A 5A 6A 7A", "8A"])

    assert (answer["cutoff"], yaku(answer, 0)) == ([id_], [(id_, f"{worth}w")])
    assert payments(answer) == [2 * (1 + worth), -(1 + worth), -(1 + worth)]
    assert answer["seats"][0]["total"] == answer["seats"][0]["card_points"]


@pytest.mark.parametrize(
    "value, pays, cutoff, each",
    [
        ("larger", "extra", ["shiko"], 1 + 3),
        ("product", "extra", ["shiko", "akatan"], 1 + 3 + 2),
        ("larger", "total", ["shiko"], 3),
        ("product", "total", ["shiko", "akatan"], 3 + 2),
    ],
)
def test_option_double_cutoff_of_wagers_is_the_larger_or_the_sum(
    value: str, pays: str, cutoff: list[str], each: int
) -> None:
    answer = wagers([BOTH_CUT_OFFS, "4A"], options={DOUBLE: value, "cutoff_pays": pays})

    assert (answer["cutoff"], payments(answer)) == (cutoff, [each, -each])
    assert yaku(answer, 0) == [("shiko", "3w"), ("akatan", "2w")]


@pytest.mark.parametrize("variant", ["enshu-wagers", "enshu-points"])
@pytest.mark.parametrize("value, total", [(20, 45), (30, 55)])
def test_option_bright_points(variant: str, value: int, total: int) -> None:
    """A Bright, the Rainman as an Animal, an Animal and a Ribbon: 20 or 30, + 10 + 10 + 5."""
    answer = settled(sheet_of(["1B 11B 2A 7R 4C1", "4A"], variant=variant, options={"bright_points": value}))

    assert answer["seats"][0]["total"] == total


@pytest.mark.parametrize(
    "variant, value, made, total",
    [
        # 7A 6A 11B: 30 card points
        ("enshu-wagers", False, [("shishibochushin", 100)], 130),
        ("enshu-wagers", True, [("shishibo", 50), ("shishichu", 50), ("shishibochushin", 100)], 230),
        ("enshu-points", False, [("shishibochushin", 100)], 130),
        ("enshu-points", True, [("shishibo", 50), ("shishichu", 50), ("shishibochushin", 100)], 230),
    ],
)
def test_option_stack_subsets_of_enshu_bana(
    variant: str, value: bool, made: list[tuple[str, int]], total: int
) -> None:
    answer = settled(sheet_of([CHUSHIN, "1B"], variant=variant, options={STACK: value}))

    assert (yaku(answer, 0), answer["seats"][0]["total"]) == (made, total)


@pytest.mark.parametrize(
    "teyaku, shima, total",
    [
        ([], 50, 65),  # 10 + 5 + 50
        (["sanbon-5"], 100, 165),  # the same player showed the triplet: 10 + 5 + 50 + 100
        (["sanbon-9"], 50, 115),  # a triplet of another month
    ],
)
def test_a_shima_of_wagers_counts_twice_beside_the_own_triplet_of_its_month(
    teyaku: list[str], shima: int, total: int
) -> None:
    answer = wagers(["5A 5R 5C1 5C2", "1B 2A"], teyaku=(teyaku, []))

    assert yaku(answer, 0)[-1] == ("shima-5", shima)
    assert answer["seats"][0]["total"] == total


def test_a_shima_is_not_doubled_by_the_triplet_that_somebody_else_showed() -> None:
    """Seat 0: 15 + 50; seat 1: 50 + 50 for the triplet of the Irises, which it lost."""
    answer = wagers(["5A 5R 5C1 5C2", "1B 3B 2A"], teyaku=([], ["sanbon-5"]))

    assert [seat["total"] for seat in answer["seats"]] == [65, 100]


def test_each_of_two_shown_triplets_counts_in_wagers() -> None:
    """10 + 50 + 50."""
    answer = wagers(["2A", "1B"], teyaku=(["sanbon-12", "sanbon-5"], []))

    assert yaku(answer, 0) == [("sanbon-5", 50), ("sanbon-12", 50)]
    assert (answer["seats"][0]["total"], answer["winner"]) == (110, 0)


@pytest.mark.parametrize(
    "teyaku, winner, cutoff, each",
    [
        ((["shihon"], ["shihon"], ["shisou"]), 2, "shisou", 11),
        ((["shihon"], [], ["shihon"]), 0, "shihon", 3),
        (([], ["shisou", "sanbon-5"], ["shihon"]), 1, "shisou", 11),
    ],
)
def test_a_stopping_teyaku_wins_before_play_and_a_triplet_beside_it_adds_nothing(
    teyaku: Any, winner: int, cutoff: str, each: int
) -> None:
    """10 or 2 wagers and the one in the pot, from each of two."""
    answer = wagers(["", "", ""], teyaku=teyaku, played_out=False)

    assert (answer["winner"], answer["cutoff"]) == (winner, [cutoff])
    assert payments(answer) == [2 * each if seat == winner else -each for seat in range(3)]


@pytest.mark.parametrize("variant", ["enshu-wagers", "enshu-points"])
@pytest.mark.parametrize(
    "captured, winner", [(["2A", "4A", "5A"], 0), (["4R", "2A", "5A"], 1), (["4R", "5R", "2A"], 2)]
)
def test_at_a_tie_of_enshu_bana_the_earlier_seat_wins(variant: str, captured: list[str], winner: int) -> None:
    sheet = sheet_of(captured, variant=variant)

    assert settled(sheet)["winner"] == winner
    assert decided_by(sheet) == f"{variant}.{'tie' if winner < 2 else 'highest'}"


# --- Enshu-bana for points ------------------------------------------------------------------------


def points(captured: list[str], **named: Any) -> Any:
    """The answer to a sheet of Enshu-bana for points, in which nobody pays."""
    answer = settled(sheet_of(captured, variant="enshu-points", field="", **named))
    assert not any(payments(answer))
    assert (answer["cutoff"], answer["void"], answer["multiplier"]) == ([], False, 1)
    return answer


@pytest.mark.parametrize("value, total", [(3, 240), (5, 400)])
def test_option_shiko_multiplier(value: int, total: int) -> None:
    """Four Brights are 80 points, times 3 or 5."""
    answer = points(["1B 3B 8B 12B", "4A"], options={"shiko_multiplier": value})

    assert (yaku(answer, 0), answer["seats"][0]["total"]) == ([("shiko", f"x{value}")], total)


@pytest.mark.parametrize("value, total", [(2, 30), (3, 45)])
@pytest.mark.parametrize("cards, id_", [("1R 2R 3R", "akatan"), ("6R 9R 10R", "aotan")])
def test_option_ribbon_multiplier(cards: str, id_: str, value: int, total: int) -> None:
    """Three Ribbons are 15 points, times 2 or 3."""
    answer = points([cards, "4A"], options={"ribbon_multiplier": value})

    assert (yaku(answer, 0), answer["seats"][0]["total"]) == ([(id_, f"x{value}")], total)


@pytest.mark.parametrize(
    "value, small, large",
    [
        # Moon, Cuckoo and Akatan: card points 20 + 10 + 15 = 45, Tsukihoto 50, a shown sanbon 50, × 2
        # Four Brights, Cuckoo and Akatan: 80 + 10 + 15 = 105, Tsukihoto 50, × 3 × 2
        ("add-first", (45 + 50 + 50) * 2, (105 + 50) * 6),
        ("multiply-first", 45 * 2 + 50 + 50, 105 * 6 + 50),
    ],
)
def test_option_multiplier_order(value: str, small: int, large: int) -> None:
    """290 or 190; 930 or 680."""
    options = {"multiplier_order": value}
    answer = points(["8B 4A 1R 2R 3R", "5A"], teyaku=(["sanbon-5"], []), options=options)
    assert answer["seats"][0]["total"] == small
    assert points([BOTH_CUT_OFFS + " 4A", "5A"], options=options)["seats"][0]["total"] == large


def test_all_three_multipliers_of_points_multiply_one_another() -> None:
    """Four Brights 80 and six Ribbons 30: 110 × 3 × 2 × 2 = 1320; with 5 and 3: 110 × 5 × 3 × 3 = 4950."""
    cards = BOTH_CUT_OFFS + " 6R 9R 10R"

    assert points([cards, "4A"])["seats"][0]["total"] == 1320
    most = {"shiko_multiplier": 5, "ribbon_multiplier": 3}
    assert points([cards, "4A"], options=most)["seats"][0]["total"] == 4950


@pytest.mark.parametrize(
    "teyaku, total",
    [(["shisou"], 60), (["sanbon-5"], 60), (["sanbon-9", "shisou"], 110), (["sanbon-5", "sanbon-12"], 110)],
)
def test_option_teyaku_of_points_adds_50_for_each_or_refuses_them(teyaku: list[str], total: int) -> None:
    """10 for an Animal."""
    assert points(["2A", "1B"], teyaku=(teyaku, []))["seats"][0]["total"] == total
    with pytest.raises(FormatError, match=r"seats\[0\].teyaku\[0\]"):
        points(["2A", "1B"], teyaku=(teyaku, []), options={"teyaku": False})


def test_a_shima_of_points_is_not_doubled_by_the_triplet() -> None:
    """15 + 50 for the triplet + 50."""
    answer = points(["5A 5R 5C1 5C2", "1B"], teyaku=(["sanbon-5"], []))

    assert (yaku(answer, 0), answer["seats"][0]["total"]) == ([("sanbon-5", 50), ("shima-5", 50)], 115)


@pytest.mark.parametrize("value, total", [(20, 230), (30, 270)])
@pytest.mark.parametrize("variant", ["enshu-wagers", "enshu-points"])
def test_who_captures_everything_has_the_deck_total(variant: str, value: int, total: int) -> None:
    """4 Brights at 20 or 30, the Rainman and 9 Animals at 10, 10 Ribbons at 5."""
    everything = written(range(48))
    answer = settled(sheet_of([everything, ""], variant=variant, options={"bright_points": value}))

    assert answer["seats"][0]["card_points"] == total


# --- the comprehensive set ------------------------------------------------------------------------


def full(captured: list[str], **named: Any) -> Any:
    """The answer to a sheet of the comprehensive set; the field is flat unless one is named."""
    return settled(sheet_of(captured, variant="enshu-comprehensive", **named))


def totals(answer: Any) -> list[int]:
    return [seat["total"] for seat in answer["seats"]]


def test_who_captures_everything_in_the_comprehensive_set_has_270() -> None:
    assert full([written(range(48)), ""])["seats"][0]["card_points"] == 270


@pytest.mark.parametrize(
    "field, raises, multiplier",
    [
        ("1C1 2C1 4C1 5C1 6C1 7C1", {}, 1),
        ("11B 2C1 4C1 5C1 6C1 7C1", {}, 1),  # the Rainman is no Bright
        ("1B 3B 8B 12B 6C1 7C1", {}, 5),
        ("1B 2C1 4C1 5C1 6C1 7C1", {"mizu_kotsu": 3, "kotsu": 5, "repeats": 40}, 50),  # 2 + 3 + 5 + 40
    ],
)
def test_the_field_multiplier_has_no_upper_limit(field: str, raises: dict[str, int], multiplier: int) -> None:
    """30 against 10 and 10 card points, each times the multiplier; the others pay the winner's score."""
    answer = full(["1B", "2A", "4A"], field=field, raises=raises)

    assert answer["multiplier"] == multiplier
    assert totals(answer) == [30 * multiplier, 10 * multiplier, 10 * multiplier]
    assert payments(answer) == [60 * multiplier, -30 * multiplier, -30 * multiplier]


@pytest.mark.parametrize(
    "value, expected",
    [
        # card points 45 (8B 4A 4R), 20, 10; yaku 50 + 100, 50, 0
        ("deduct-only", [45 - 50, 20 - 150, 10 - 200]),
        ("add-too", [45 + 150 - 50, 20 + 50 - 150, 10 - 200]),
    ],
)
def test_option_own_yaku(value: str, expected: list[int]) -> None:
    """Field multiplier 2. The ranking is the same; a winner below 0 is paid nothing."""
    answer = full(
        ["8B 4A 4R", "7A 6A", "2A"],
        field="1B 2C1 4C1 5C1 6C1 7C1",
        teyaku=(["soppe"], [], []),
        options={"own_yaku": value},
    )

    assert totals(answer) == [2 * n for n in expected]
    assert answer["winner"] == 0
    won = max(2 * expected[0], 0)
    assert payments(answer) == [2 * won, -won, -won]


def test_a_winner_whose_score_is_below_0_is_paid_nothing_and_the_ledger_says_so() -> None:
    """30 - 100, 20 - 50 and 10 - 150 with a soppe and a sanbon: -30 is the highest."""
    answer = full(["1B", "2A 4A", "5A"], teyaku=(["sanbon-4"], ["soppe"], []))

    assert totals(answer) == [30 - 100, 20 - 50, 10 - 150]
    assert (answer["winner"], payments(answer)) == (1, [0, 0, 0])
    assert answer["ledger"][-1]["rule"] == "enshu-comprehensive.nothing"


def test_a_cut_off_wins_below_0_too_and_costs_nothing() -> None:
    """Akatan: (15 - 100) × 2 = -170; the other has 30."""
    answer = full(["1R 2R 3R", "1B"], teyaku=([], ["soppe"]), played_out=False)

    assert (totals(answer), answer["winner"], payments(answer)) == ([-170, 30], 0, [0, 0])


@pytest.mark.parametrize(
    "cards, id_, times", [("1B 3B 8B 12B", "shiko", 3), ("1R 2R 3R", "akatan", 2), ("6R 9R 10R", "aotan", 2)]
)
def test_each_cut_off_multiplies_its_makers_score(cards: str, id_: str, times: int) -> None:
    """Card points 120, 15, 15, less an opponent's sanbon of 50, times 2 for the field, times the cut-off."""
    answer = full(
        ["4A", cards, "5A"], field="1B 2C1 4C1 5C1 6C1 7C1", teyaku=(["sanbon-4"], [], []), played_out=False
    )
    score = ((120 if id_ == "shiko" else 15) - 50) * 2 * times

    assert (answer["cutoff"], answer["winner"], answer["seats"][1]["total"]) == ([id_], 1, score)
    assert payments(answer) == [-max(score, 0), 2 * max(score, 0), -max(score, 0)]


@pytest.mark.parametrize(
    "value, cutoff, times", [("larger", ["shiko"], 3), ("product", ["shiko", "akatan"], 6)]
)
def test_option_double_cutoff_of_the_comprehensive_set(value: str, cutoff: list[str], times: int) -> None:
    """120 + 15 = 135 card points."""
    answer = full([BOTH_CUT_OFFS, "4A"], options={DOUBLE: value})

    assert (answer["cutoff"], totals(answer)) == (cutoff, [135 * times, 10])
    assert payments(answer) == [135 * times, -135 * times]


@pytest.mark.parametrize(
    "value, deducted",
    [(False, 100), (True, 200)],
)
def test_option_stack_subsets_of_the_comprehensive_set_is_seen_in_what_others_lose(
    value: bool, deducted: int
) -> None:
    """Chūshin costs the others 100, or 100 + 50 + 50; its maker has 30 card points."""
    answer = full([CHUSHIN, "1B 3B"], options={STACK: value})

    assert totals(answer) == [30, 60 - deducted]
    assert payments(answer) == [30, -30]


@pytest.mark.parametrize(
    "captured, left, turn",
    [
        (["2A", "4A", "5A"], 0, 0),  # a tie with the dealer: the dealer
        (["2A", "4A", "5R"], 0, 0),
        (["4R", "4A", "5A"], 2, 1),  # without the dealer: the last, or the next
        (["4R", "5R", "5A"], 2, 2),
        (["4R", "5A", "5R"], 1, 1),
    ],
)
@pytest.mark.parametrize("value", ["left", "turn"])
def test_option_tie_break(captured: list[str], left: int, turn: int, value: str) -> None:
    """10 points each for an Animal, 5 for a Ribbon."""
    sheet = sheet_of(captured, variant="enshu-comprehensive", options={"tie_break": value})
    answer = settled(sheet)

    assert answer["winner"] == (left if value == "left" else turn)
    best = max(totals(answer))
    tie = totals(answer).count(best) > 1
    assert decided_by(sheet) == (
        f"enshu-comprehensive.tie_break={value}" if tie else "enshu-comprehensive.highest"
    )


@pytest.mark.parametrize("value", [0, 1, 100, 10**6])
def test_option_matchsticks_fills_the_boxes_and_changes_no_payment(value: int) -> None:
    """10 against 5: the loser pays 10, whatever its box holds."""
    assert payments(full(["2A", "4R"], options={"matchsticks": value})) == [10, -10]


@pytest.mark.parametrize("id_, worth", [(t.id, t.points) for t in RULE_SETS["enshu-comprehensive"].teyaku])
def test_every_teyaku_of_the_comprehensive_set_is_deducted_from_the_others(id_: str, worth: int) -> None:
    """The others lose 50 to 150; a bonus stands beside its triplet, which costs 50 more."""
    bonus = id_.startswith("sanbon-bonus-")
    month = id_.rpartition("-")[2]
    shown = [f"sanbon-{month}", id_] if bonus else [id_]
    own = {"5": "5A", "9": "9A", "12": "12C1"}[month] if bonus else "2A"
    answer = full([own, "1B 3B"], teyaku=(shown, []))

    assert yaku(answer, 0) == ([(f"sanbon-{month}", 50)] if bonus else []) + [(id_, worth)]
    assert answer["seats"][1]["total"] == 60 - worth - (50 if bonus else 0)


@pytest.mark.parametrize(
    "month, four, points_",
    [(5, "5A 5R 5C1 5C2", 15), (9, "9A 9R 9C1 9C2", 15), (12, "12B 12C1 12C2 12C3", 30)],
)
def test_a_bonus_stands_beside_the_shima_of_its_month(month: int, four: str, points_: int) -> None:
    """All four captured by who showed the triplet: 50 + 100 + 50 are deducted from the other's 20."""
    answer = full([four, "2A 4A"], teyaku=([f"sanbon-{month}"], []))

    assert yaku(answer, 0) == [
        (f"sanbon-{month}", 50),
        (f"sanbon-bonus-{month}", 100),
        (f"shima-{month}", 50),
    ]
    assert totals(answer) == [points_, 20 - 200]


def test_who_captures_a_triplet_that_another_showed_gets_no_bonus() -> None:
    """Seat 1 has all four Irises: a shima of 50; seat 0 keeps the 50 of the triplet alone."""
    answer = full(["2A", "5A 5R 5C1 5C2"], teyaku=(["sanbon-5"], []))

    assert (yaku(answer, 0), yaku(answer, 1)) == ([("sanbon-5", 50)], [("shima-5", 50)])


def test_a_set_and_junk_stack_and_both_are_deducted() -> None:
    """50 + 100 from the other's 30."""
    answer = full(["2A", "1B"], teyaku=(["soppe", "sanbon-12"], []))

    assert (yaku(answer, 0), totals(answer)) == ([("sanbon-12", 50), ("soppe", 100)], [10, -120])


def test_fuke_makes_the_sheet_void_but_points_stay_as_counted() -> None:
    """Seat 1 has 15; the Rainman and the Swallow are Willow and count for nothing there."""
    answer = full(["1B 3B", "4R 5R 7R 11B 11A", "2A 4A"], fuke=1)

    assert (answer["void"], answer["fuke"], answer["winner"], answer["cutoff"]) == (True, 1, None, [])
    assert (payments(answer), totals(answer)) == ([0, 0, 0], [60, 35, 20])


@pytest.mark.parametrize(
    "captured, teyaku",
    [
        (["1B", "2A 4A"], []),  # 20 points
        (["1B", "4R 5R 7R 10R"], []),
        (["1B", "2A"], ["sanbon-4"]),  # a shown teyaku
        (["1R 2R 3R", "2A"], []),  # after a cut-off
    ],
)
def test_a_fuke_that_may_not_be_declared_is_an_error(captured: list[str], teyaku: list[str]) -> None:
    with pytest.raises(FormatError, match=r"^fuke: "):
        full(captured, teyaku=([], teyaku), fuke=1)


@pytest.mark.parametrize("fuke", [-1, 2, 3, True, "1", 1.0])
def test_a_fuke_of_no_seat_of_the_sheet_is_an_error(fuke: Any) -> None:
    with pytest.raises(FormatError, match=r"^fuke: "):
        full(["1B", "2A"], fuke=fuke)


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v != "enshu-comprehensive"])
def test_fuke_is_written_only_for_the_comprehensive_set(variant: str) -> None:
    sheet = random_sheet(Random(1), some_tables(variant)[0]) | {"fuke": 0}
    with pytest.raises(FormatError, match=r"^fuke: "):
        settled(sheet)


@pytest.mark.parametrize(
    "variant, named, place",
    [
        # more raises than can be, or fewer than none
        ("enshu-comprehensive", {"raises": {"mizu_kotsu": 4}}, "raises.mizu_kotsu"),
        ("enshu-comprehensive", {"raises": {"kotsu": 6}}, "raises.kotsu"),
        ("enshu-comprehensive", {"raises": {"repeats": -1}}, "raises.repeats"),
        ("enshu-wagers", {"raises": {"kotsu": 1}}, "raises.kotsu"),
        ("enshu-points", {"raises": {"repeats": 1}}, "raises.repeats"),
        # a field that is dealt again, or is not six cards
        ("enshu-comprehensive", {"field": "4A 4R 4C1 4C2 5C1 6C1"}, "field"),
        ("enshu-comprehensive", {"field": "5A 5R 5C1 1C1 2C1 6C1"}, "field"),
        ("enshu-comprehensive", {"field": "12B 12C1 12C3 1C1 2C1 6C1"}, "field"),
        ("enshu-comprehensive", {"field": "1C1 2C1"}, "field"),
        ("enshu-comprehensive", {"field": ""}, "field"),
        # teyaku that may not stand together, that are not there, bonuses that were not earned
        ("enshu-wagers", {"teyaku": (["shisou", "shihon"],)}, "seats[0].teyaku[1]"),
        ("enshu-wagers", {"teyaku": (["sanbon-4"],)}, "seats[0].teyaku[0]"),
        ("enshu-wagers", {"teyaku": (["soppe"],)}, "seats[0].teyaku[0]"),
        ("enshu-points", {"teyaku": (["shihon"],)}, "seats[0].teyaku[0]"),
        ("enshu-comprehensive", {"teyaku": (["shisou", "sanbon-4"],)}, "seats[0].teyaku[1]"),
        ("enshu-comprehensive", {"teyaku": (["soppe", "toichi"],)}, "seats[0].teyaku[1]"),
        ("enshu-comprehensive", {"teyaku": (["sanbon-bonus-5"],)}, "seats[0].teyaku"),
        ("enshu-comprehensive", {"teyaku": (["sanbon-5", "sanbon-bonus-9"],)}, "seats[0].teyaku"),
        ("enshu-comprehensive", {"teyaku": (["sanbon-5", "sanbon-bonus-5"],)}, "seats[0].teyaku"),
        ("enshu-comprehensive", {"teyaku": (["sanbon-4", "sanbon-bonus-4"],)}, "seats[0].teyaku[1]"),
        # captures beside a stopping teyaku
        ("enshu-wagers", {"teyaku": (["shihon"],), "played_out": False}, "seats[0].captured"),
        # a round that nothing stopped
        ("enshu-wagers", {"played_out": False}, "played_out"),
        ("enshu-points", {"played_out": False}, "played_out"),
        ("enshu-comprehensive", {"played_out": False}, "played_out"),
    ],
)  # fmt: skip
def test_a_sheet_that_cannot_be_is_refused_at_its_place(
    variant: str, named: dict[str, Any], place: str
) -> None:
    with pytest.raises(FormatError) as raised:
        settled(sheet_of(["1B", "2A"], variant=variant, **named))
    assert raised.value.place == place


@pytest.mark.parametrize("variant", ["enshu-wagers", "enshu-comprehensive"])
def test_a_cut_off_made_by_two_seats_is_an_error(variant: str) -> None:
    with pytest.raises(FormatError, match=r"^seats\[1\]\.captured: "):
        settled(sheet_of(["1R 2R 3R", "6R 9R 10R"], variant=variant))


@pytest.mark.parametrize("seats", [0, 1, 4, 5])
@pytest.mark.parametrize("variant", ["enshu-wagers", "enshu-points", "enshu-comprehensive"])
def test_a_sheet_of_enshu_bana_has_two_or_three_seats(variant: str, seats: int) -> None:
    captured = ["1B", "2A", "4A", "5A", "6A"][:seats]
    with pytest.raises(FormatError, match=r"^seats: "):
        settled(sheet_of(captured, variant=variant))


def test_every_row_of_the_ledger_of_the_comprehensive_set_in_the_order_of_the_arithmetic() -> None:
    """1B: 2; + 1 + 2 + 1 = 6. Seat 0: (15 - 50) × 6 × 2; seat 1: 20 × 6, its Shishibo not added."""
    sheet = sheet_of(
        ["1R 2R 3R", "7A 6A"],
        variant="enshu-comprehensive",
        field="1B 4C2 5C2 6C1 9C1 10C1",
        raises={"mizu_kotsu": 1, "kotsu": 2, "repeats": 1},
        played_out=False,
    )
    answer = settled(sheet)
    full_ = "enshu-comprehensive"

    assert rows(answer, "step", "seat", "op", "amount", "after", "cards", "rule") == [
        ("honba", None, "set", 2, 2, "1B", f"{full_}.field"),
        ("mizu-kotsu", None, "add", 1, 3, "", f"{full_}.mizu-kotsu"),
        ("kotsu", None, "add", 2, 5, "", f"{full_}.kotsu"),
        ("repeats", None, "add", 1, 6, "", f"{full_}.repeat"),
        ("card-points", 0, "set", 15, 15, "1R 2R 3R", f"{full_}.card-points"),
        ("deduct", 0, "add", -50, -35, "6A 7A", f"{full_}.own_yaku=deduct-only"),
        ("field-multiplier", 0, "multiply", 6, -210, "", f"{full_}.field"),
        ("multiply", 0, "multiply", 2, -420, "1R 2R 3R", f"{full_}.akatan"),
        ("card-points", 1, "set", 20, 20, "6A 7A", f"{full_}.card-points"),
        ("field-multiplier", 1, "multiply", 6, 120, "", f"{full_}.field"),
        ("winner", 0, "add", 0, -420, "", f"{full_}.cut-off"),
        ("payment", 1, "pay", 0, 0, "", f"{full_}.nothing"),
        ("payment", 0, "pay", 0, 0, "", f"{full_}.nothing"),
    ]
