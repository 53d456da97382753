"""Shishibo as data: matching, kinds, misdeals, hand yaku, options, clauses; each against a plain count."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
import referee
from hypothesis import given
from hypothesis import strategies as st
from support import ALL_OPTIONS, DOUBLE, HAND, STACK, at_table

from hanalearn.cards import ALL, DECK, Kind, ids_of, mask, written
from hanalearn.rules import RULE_SETS, rules
from hanalearn.rules.compiled import month_counts

SHISHIBO = RULE_SETS["shishibo"]
TABLE = rules("shishibo", 3)
PLAIN = referee.rule_set("shishibo", {})
TO_TEYAKU = "pass, pass, pass, nashi, nashi, nashi"

#: From shishibo.md: which clauses the source says itself, which follow, which are house rules.
TAGS = {
    "S": (
        "deal redeal soba mizu-kotsu bound join repeat kotsu hand-yaku akatan cut-off fuke highest "
        "tie payment"
    ),
    "H": (
        "seven no-mizu-kotsu last-three returned dealer-retires silent groups shihon sanbon soppe toichi "
        "tanichi shiko aotan tsukihoto shishibo shishichu shishibochushin shima card-points"
    ),
}


def cards_of(ids: int) -> list[referee.Card]:
    return referee.read_cards(written(ids_of(ids)))


# --- matching -------------------------------------------------------------------------------------


def test_what_a_card_may_take_for_every_card_and_every_field_of_its_month() -> None:
    """None: it lies down. One: takes it. Two: either of them. Three: all."""
    for c in DECK:
        others = [n for n in range(48) if DECK[n].month == c.month and n != c.id]
        for size in range(4):
            for lying in combinations(others, size):
                field = sum(1 << n for n in lying)
                moves = TABLE.moves[c.id][field]
                assert {move.card for move in moves} == {c.id}
                taken = [move.taken for move in moves]
                assert taken == ([1 << lying[0], 1 << lying[1]] if size == 2 else [field])


# --- kinds and points -----------------------------------------------------------------------------


def test_the_rainman_counts_as_an_animal_and_every_other_card_as_pictured() -> None:
    for c in DECK:
        assert TABLE.kind_of(c.id) is (Kind.ANIMAL if c.notation == "11B" else c.kind)
        assert TABLE.kinds[TABLE.kind_of(c.id)] >> c.id & 1
    assert sum(cards.bit_count() for cards in TABLE.kinds.values()) == 48


def test_the_deck_is_worth_4_brights_10_animals_10_ribbons() -> None:
    """4 × 30 + (9 + Rainman) × 10 + 10 × 5 = 120 + 100 + 50 = 270."""
    assert TABLE.card_points(ALL) == 270


@given(st.integers(0, ALL))
def test_card_points_and_dekiyaku_of_any_cards_are_what_a_plain_count_gives(captured: int) -> None:
    cards = cards_of(captured)

    assert TABLE.card_points(captured) == PLAIN.points_of(cards)  # type: ignore[attr-defined]
    for options in ALL_OPTIONS:
        plain: Any = referee.rule_set("shishibo", options)
        made = [y.id for y in rules("shishibo", 3, options).made(captured)]
        assert made == [y.id for y in plain.cut_offs_in(cards) + plain.earned_in(cards)]


@pytest.mark.parametrize(
    "cards, made",
    [
        ("1B 3B 8B 12B", ["shiko"]),
        ("1B 3B 8B 11B", []),  # the Rainman is no Bright here
        ("1R 2R 3R", ["akatan"]),
        ("6R 9R 10R", ["aotan"]),
        ("8B 4A", ["tsukihoto"]),
        ("7A 6A", ["shishibo"]),
        ("7A 11B", ["shishichu"]),
        ("6A 11B", []),
        ("7A 6A 11B", ["shishibochushin"]),
        ("5A 5R 5C1 5C2", ["shima-5"]),
        ("9A 9R 9C1 9C2", ["shima-9"]),
        ("12B 12C1 12C2 12C3", ["shima-12"]),
        ("4A 4R 4C1 4C2", []),  # four of another month is no shima
    ],
)
def test_every_dekiyaku_is_made_by_its_cards_and_not_with_one_missing(cards: str, made: list[str]) -> None:
    assert [y.id for y in TABLE.made(mask(cards))] == made
    for missing in cards.split():
        rest = mask(cards) & ~mask(missing)
        assert not {y.id for y in TABLE.made(rest)} & set(made)


# --- hand yaku ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand, offers",
    [
        ("1B 2A 3B 4A 5A 6A 7A", []),
        ("4A 4R 4C1 4C2 1B 2A 3B", ["shihon"]),
        ("4A 4R 4C1 1B 2A 3B 5A", ["sanbon-4"]),
        # three of months 5, 9, 12 do count; only all four are dealt again
        ("5A 5R 5C1 1B 2A 3B 4A", ["sanbon-5"]),
        ("9A 9R 9C1 1B 2A 3B 4A", ["sanbon-9"]),
        ("12B 12C1 12C2 1B 2A 3B 4A", ["sanbon-12"]),
        # two triplets: one of them, as both are sets
        ("4A 4R 4C1 8B 8A 8C1 1B", ["sanbon-4", "sanbon-8"]),
        ("4A 4R 4C1 4C2 8B 8A 8C1", ["shihon", "sanbon-8"]),
        ("1C1 1C2 2C1 2C2 3C1 3C2 4C1", ["soppe"]),
        # the Lightning is chaff
        ("11C 1C2 2C1 2C2 3C1 3C2 4C1", ["soppe"]),
        ("8A 1C1 1C2 2C1 2C2 3C1 3C2", ["toichi"]),
        # the Rainman is an Animal: a toichi
        ("11B 1C1 1C2 2C1 2C2 3C1 3C2", ["toichi"]),
        ("11B 11C 1C2 2C1 2C2 3C1 3C2", ["toichi"]),
        ("7R 1C1 1C2 2C1 2C2 3C1 3C2", ["tanichi"]),
        # a Bright with six chaff is nothing
        ("1B 4C1 4C2 2C1 2C2 3C1 3C2", []),
        # two pictures are too many
        ("8A 7R 1C1 1C2 2C1 2C2 3C1", []),
        # a set and a junk yaku: either, or both together
        ("12C1 12C2 12C3 1C1 1C2 2C1 2C2", ["sanbon-12", "soppe", "sanbon-12 soppe"]),
        ("4A 4C1 4C2 1C1 1C2 2C1 2C2", ["sanbon-4", "toichi", "sanbon-4 toichi"]),
        ("4R 4C1 4C2 1C1 1C2 2C1 2C2", ["sanbon-4", "tanichi", "sanbon-4 tanichi"]),
        (
            "12C1 12C2 12C3 4C1 4C2 4R 1C1",
            ["sanbon-4", "sanbon-12", "tanichi", "sanbon-4 tanichi", "sanbon-12 tanichi"],
        ),
    ],
)
def test_what_a_hand_may_show(hand: str, offers: list[str]) -> None:
    round_ = at_table([hand], actions=TO_TEYAKU).round
    asked = round_.turn == 0 and round_.phase.id == "teyaku"

    assert asked == bool(offers)
    if asked:
        assert round_.legal() == [*(f"show {offer}" for offer in offers), "pass"]


@pytest.mark.parametrize("seed", range(3))
def test_hand_yaku_of_random_hands_and_of_random_junk_are_what_a_plain_look_gives(seed: int) -> None:
    random = Random(seed)
    junk = [n for n in range(48) if DECK[n].kind is Kind.CHAFF]
    plain: Any = PLAIN
    shown = Counter[str]()
    for i in range(800):
        ids = random.sample(range(48), 7)
        if i % 3 == 0:
            ids = random.sample(junk, 6)
            ids.append(random.choice([n for n in range(48) if n not in ids]))
        if any([DECK[n].month for n in ids].count(month) == 4 for month in (5, 9, 12)):
            continue  # dealt again: nobody can hold it
        cards = sorted(referee.read_cards(written(ids)))
        expected = {s.id: sorted(s.cards) for s in plain.sets_in(cards) + plain.junk_in(cards)}
        told = at_table([written(ids)], actions=TO_TEYAKU)
        asked = told.round.turn == 0 and told.round.phase.id == "teyaku"
        singles = [text.removeprefix("show ") for text in told.round.legal_text() if text.count(" ") == 1]
        assert set(singles if asked else []) == set(expected)
        if asked:
            told.play(f"show {random.choice(singles)}")
            ((teyaku, made),) = told.round.shown[0]
            assert cards_of(made) == expected[teyaku.id]
            shown[teyaku.id] += 1
    assert {"soppe", "toichi", "tanichi"} < set(shown) and len(shown) > 12


@pytest.mark.parametrize(
    "id_, points, display",
    [
        ("shihon", 100, "face-up"),
        *[(f"sanbon-{m}", 50, "face-up") for m in range(1, 13)],
        ("soppe", 100, "whole hand"),
        ("toichi", 50, "taken back"),
        ("tanichi", 50, "taken back"),
    ],
)
def test_every_hand_yaku_has_its_points_and_its_way_to_lie(id_: str, points: int, display: str) -> None:
    teyaku = TABLE.teyaku[id_]

    assert (teyaku.points, teyaku.display) == (points, display)


def test_there_are_no_other_hand_yaku() -> None:
    assert len(TABLE.teyaku) == 16


# --- misdeals -------------------------------------------------------------------------------------


@given(st.integers(0, ALL))
def test_months_are_counted_all_at_once(cards: int) -> None:
    counts = month_counts(cards)

    assert [counts >> 4 * m & 15 for m in range(12)] == [(cards >> 4 * m & 15).bit_count() for m in range(12)]


@pytest.mark.parametrize("month", range(1, 13))
def test_four_of_any_month_on_the_field_are_dealt_again(month: int) -> None:
    lying = 15 << 4 * (month - 1)
    field = lying | (mask("1B 2A") if month > 2 else mask("11B 12B"))

    found = TABLE.misdeal((), field)

    assert found is not None
    assert (found[0].clause, found[1], found[2]) == ("hana-awase.field-misdeal", month, -1)
    assert TABLE.misdeal((), field & ~(1 << 4 * (month - 1))) is None


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("seat", range(6))
def test_four_in_a_hand_are_dealt_again_only_of_months_5_9_and_12(month: int, seat: int) -> None:
    hands = [0] * 6
    hands[seat] = 15 << 4 * (month - 1)

    found = rules("shishibo", 6).misdeal(tuple(hands), mask("1B 2A 3B 4A 5A 6A"))

    if month in (5, 9, 12):
        assert found is not None
        assert (found[0].clause, found[1], found[2]) == ("shishibo.redeal", month, seat)
    else:
        assert found is None


def test_three_of_a_month_are_no_misdeal_anywhere() -> None:
    three = mask("5A 5R 5C1 9A 9R 9C1")

    assert TABLE.misdeal((three | mask("1B"),), three) is None


# --- options and players --------------------------------------------------------------------------


def test_the_defaults_are_the_first_values_of_the_contract() -> None:
    assert TABLE.options == {STACK: False, DOUBLE: "larger", HAND: "add"}


def test_each_option_has_the_values_of_the_contract_with_their_tags() -> None:
    assert {o.name: o.values for o in SHISHIBO.options} == {
        STACK: ((False, "H"), (True, "H")),
        DOUBLE: (("larger", "H"), ("product", "H")),
        HAND: (("add", "H"), ("ignore", "S")),
    }


@pytest.mark.parametrize(
    "options, names",
    [
        ({"wager": 2}, "options.wager"),
        ({STACK: 1}, "options.stack_subsets"),
        ({STACK: "true"}, "options.stack_subsets"),
        ({STACK: None}, "options.stack_subsets"),
        ({DOUBLE: "both"}, "options.double_cutoff"),
        ({DOUBLE: True}, "options.double_cutoff"),
        ({HAND: "ADD"}, "options.hand_yaku_points"),
    ],
)
def test_an_unknown_option_or_value_is_refused_by_its_name(options: dict[str, object], names: str) -> None:
    with pytest.raises(ValueError) as raised:
        rules("shishibo", 3, options)

    assert str(raised.value).startswith(names + ": ")


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 8, 100])
def test_it_is_for_three_to_seven(players: int) -> None:
    with pytest.raises(ValueError, match=r"^players: .*3 to 7"):
        rules("shishibo", players)


@pytest.mark.parametrize("players, dealt", [(3, 3), (4, 4), (5, 5), (6, 6), (7, 6)])
def test_at_most_six_get_a_hand(players: int, dealt: int) -> None:
    assert rules("shishibo", players).seats_dealt == dealt


def test_an_unknown_rule_set_is_refused_by_its_name() -> None:
    with pytest.raises(ValueError, match=r"^variant: 'koi-koi'"):
        rules("koi-koi", 2)


def test_a_table_is_compiled_once_for_the_same_rules() -> None:
    for options in (None, *ALL_OPTIONS):
        assert rules("shishibo", 3, options) is rules("shishibo", 3, options)
    assert len({id(rules("shishibo", 3, options)) for options in ALL_OPTIONS}) == 8
    assert rules("shishibo", 3) is not rules("shishibo", 4)


# --- clauses --------------------------------------------------------------------------------------


def test_every_clause_of_shishibo_has_the_tag_of_the_contract() -> None:
    own = {c.id: c.tag for c in SHISHIBO.clauses if c.id.startswith("shishibo.")}
    expected = {f"shishibo.{name}": tag for tag, names in TAGS.items() for name in names.split()}

    assert own == expected


def test_every_clause_names_a_source_and_stands_once() -> None:
    ids = [c.id for c in SHISHIBO.clauses]

    assert len(ids) == len(set(ids))
    assert all(clause.source for clause in TABLE.clauses.values())


def test_everything_in_the_rule_set_points_to_a_clause_that_is_there() -> None:
    named = {y.clause for y in SHISHIBO.dekiyaku} | {t.clause for t in SHISHIBO.teyaku}
    named |= {m.clause for m in SHISHIBO.misdeals}
    for phase in SHISHIBO.phases:
        fields = ("clause", "refused", "bound", "repeat", "returned", "dealer", "silent")
        named |= {getattr(phase, name) for name in fields if hasattr(phase, name)}

    assert named <= set(TABLE.clauses)


@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_the_clause_in_force_is_that_of_the_chosen_value(options: dict[str, object]) -> None:
    table = rules("shishibo", 4, options)

    for name, value in options.items():
        clause = table.clauses[table.in_force(name)]
        shown = str(value).lower() if isinstance(value, bool) else value
        assert clause.id == f"shishibo.{name}={shown}"
