"""The rule sets as data: matching, kinds, misdeals, hand yaku, options, clauses; against a plain count."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
import referee
from hypothesis import given
from hypothesis import settings as with_settings
from hypothesis import strategies as st
from support import DOUBLE, HAND, STACK, VARIANTS, all_options, all_tables, at_table, some_tables

from hanalearn.cards import ALL, DECK, Kind, ids_of, mask, written
from hanalearn.rules import RULE_SETS, rules
from hanalearn.rules.matching import full_months, months_of_three

SHISHIBO = RULE_SETS["shishibo"]
ALL_OPTIONS = all_options("shishibo")
TABLE = rules("shishibo", 3)
WITH_TEYAKU = [variant for variant in VARIANTS if RULE_SETS[variant].teyaku]
#: What is answered before teyaku are shown, by three.
TO_TEYAKU = {
    "shishibo": "pass, pass, pass, nashi, nashi, nashi",
    "enshu-comprehensive": "pass, pass, pass, nashi, nashi, nashi",
    "enshu-wagers": "",
    "enshu-points": "",
}

#: From shishibo.md and enshu.md: which clauses the source says itself, which follow, which are house rules.
TAGS = {
    "shishibo": {
        "S": (
            "deal redeal soba mizu-kotsu bound join repeat kotsu hand-yaku akatan cut-off fuke highest "
            "tie payment"
        ),
        "H": (
            "seven no-mizu-kotsu last-three returned dealer-retires silent groups shihon sanbon soppe toichi "
            "tanichi shiko aotan tsukihoto shishibo shishichu shishibochushin shima card-points"
        ),
    },
    "enshu-wagers": {
        "S": (
            "pot teyaku shisou shihon sanbon shiko akatan aotan tsukihoto shishibo shishichu "
            "shishibochushin card-points end cut-off highest payment"
        ),
        "D": "shima",
        "H": "teyaku-stops tie",
    },
    "enshu-points": {
        "S": (
            "field teyaku shisou shiko akatan aotan tsukihoto shishibo shishichu shishibochushin shima "
            "highest"
        ),
        "D": "deal card-points end",
        "H": "tie",
    },
    "enshu-comprehensive": {
        "S": (
            "mizu-kotsu deal field field-misdeal set-misdeal kotsu join bound repeat dealer-drops teyaku "
            "silent shisou shihon sanbon soppe toichi tanichi shiko akatan aotan tsukihoto shishibo "
            "shishichu shishibochushin shima end no-fuke card-points cut-off highest payment"
        ),
        "H": "no-mizu-kotsu hand-misdeal returned bonus nothing",
    },
}


def cards_of(ids: int) -> list[referee.Card]:
    return referee.read_cards(written(ids_of(ids)))


# --- matching -------------------------------------------------------------------------------------


def test_what_a_card_may_take_in_the_common_round_for_every_card_and_every_field_of_its_month() -> None:
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


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_any_card_may_take_from_any_field_is_what_a_plain_look_gives(variant: str) -> None:
    random = Random(variant)
    for table in some_tables(variant):
        plain: Any = referee.rule_set(variant, dict(table.options))
        for _ in range(60):
            field = random.sample(range(48), random.randint(0, 12))
            n = random.choice([n for n in range(48) if n not in field])
            lying = cards_of(sum(1 << f for f in field))
            moves = table.moves[n][sum(1 << f for f in field) & table.reach[n]]
            outcomes = plain.captures(referee.DECK[n], lying)
            assert sorted(cards_of(move.taken) for move in moves) == sorted(map(sorted, outcomes))


# --- kinds and points -----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rainman_counts_as_an_animal_but_in_matsu_kiri_bozu_and_every_other_card_as_pictured(
    variant: str,
) -> None:
    table = rules(variant, RULE_SETS[variant].players[0])
    for c in DECK:
        rainman = c.notation == "11B" and variant != "matsu-kiri-bozu"
        assert table.kind_of(c.id) is (Kind.ANIMAL if rainman else c.kind)
        assert table.kinds[table.kind_of(c.id)] >> c.id & 1
    assert sum(cards.bit_count() for cards in table.kinds.values()) == 48


@pytest.mark.parametrize(
    "variant, options, total",
    [
        ("shishibo", {}, 270),  # 4 × 30 + (9 + Rainman) × 10 + 10 × 5 = 120 + 100 + 50
        ("enshu-wagers", {}, 230),  # 4 × 20 + 100 + 50
        ("enshu-wagers", {"bright_points": 30}, 270),
        ("enshu-points", {}, 230),
        ("enshu-points", {"bright_points": 30}, 270),
        ("enshu-comprehensive", {}, 270),
        ("sakura-simple", {}, 230),  # 4 × 20 + 10 × 10 + 10 × 5 = 80 + 100 + 50
        ("sakura-simple", {"card_values": "even"}, 240),  # and 10 for the yellow Paulownia
        ("sakura", {}, 230),
        ("sakura", {"card_values": "even"}, 240),
        ("oi-bana", {}, 230),
        ("oi-bana", {"card_values": "even"}, 240),
        ("matsu-kiri-bozu", {}, 504),  # 3 × 100 + 2 × 20 + 9 × 10 + 10 × 5 + 24 = 300 + 40 + 90 + 50 + 24
    ],
)
def test_what_the_whole_deck_is_worth(variant: str, options: dict[str, object], total: int) -> None:
    for players in RULE_SETS[variant].players:
        assert rules(variant, players, options).card_points(ALL) == total


@pytest.mark.parametrize("variant", VARIANTS)
@with_settings(max_examples=40)
@given(captured=st.integers(0, ALL))
def test_card_points_of_any_cards_are_what_a_plain_count_gives(variant: str, captured: int) -> None:
    for table in some_tables(variant):
        plain: Any = referee.rule_set(variant, dict(table.options))
        assert table.card_points(captured) == plain.points_of(cards_of(captured))


@pytest.mark.parametrize("variant", WITH_TEYAKU)
@with_settings(max_examples=40)
@given(captured=st.integers(0, ALL))
def test_dekiyaku_of_any_cards_are_what_a_plain_look_gives(variant: str, captured: int) -> None:
    cards = cards_of(captured)
    for table in some_tables(variant):
        plain: Any = referee.rule_set(variant, dict(table.options))
        made = [y.id for y in table.made(captured)]
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
def test_every_dekiyaku_of_enshu_bana_and_shishibo_is_made_by_its_cards_and_not_with_one_missing(
    cards: str, made: list[str]
) -> None:
    for variant in WITH_TEYAKU:
        table = rules(variant, 3)
        assert [y.id for y in table.made(mask(cards))] == made
        for missing in cards.split():
            rest = mask(cards) & ~mask(missing)
            assert not {y.id for y in table.made(rest)} & set(made)


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
def test_what_a_hand_may_show_in_shishibo(hand: str, offers: list[str]) -> None:
    assert_offered("shishibo", hand, offers)


def assert_offered(
    variant: str, hand: str, offers: list[str], options: dict[str, object] | None = None
) -> None:
    """Seat 0, of three or with eight cards of two, is asked with these choices; with none it is not asked."""
    eight = len(hand.split()) == 8
    told = at_table(
        [hand], variant=variant, players=2 if eight else 3, options=options, actions=TO_TEYAKU[variant]
    )
    asked = told.round.turn == 0 and told.round.phase.id == "teyaku"

    assert asked == bool(offers)
    if asked:
        assert told.round.legal() == [*(f"show {offer}" for offer in offers), "pass"]


FOUR_THREE = "4A 4R 4C1 4C2 5A 5R 5C1"
FOUR_FOUR = "4A 4R 4C1 4C2 5A 5R 5C1 5C2"
FIVES_AND_NINES = "5A 5R 5C1 5C2 9A 9R 9C1"
JUNK = "1C1 1C2 2C1 2C2 3C1 3C2 4C1"
NO_SET = "1B 2A 3B 4A 5A 6A 7A"


@pytest.mark.parametrize(
    "hand, offers",
    [
        (NO_SET, []),
        ("4A 4R 4C1 4C2 1B 2A 3B", ["shihon"]),
        ("5A 5R 5C1 5C2 1B 2A 3B", ["shihon"]),  # any month, and four are not a triplet
        ("5A 5R 5C1 1B 2A 3B 4A", ["sanbon-5"]),
        ("9A 9R 9C1 1B 2A 3B 4A", ["sanbon-9"]),
        ("12B 12C1 12C2 1B 2A 3B 4A", ["sanbon-12"]),
        ("4A 4R 4C1 1B 2A 3B 5A", []),  # a triplet of another month is nothing
        # two triplets count each
        ("5A 5R 5C1 9A 9R 9C1 1B", ["sanbon-5", "sanbon-9", "sanbon-5 sanbon-9"]),
        # one of shisou and shihon, with any triplet
        (FOUR_THREE, ["shisou", "shihon", "sanbon-5", "shisou sanbon-5", "shihon sanbon-5"]),
        ("4A 4R 4C1 4C2 1B 1R 1C1", ["shisou", "shihon"]),
        # four and four in an eight-card hand are a Four-Three
        (FOUR_FOUR, ["shisou", "shihon"]),
        (FOUR_THREE + " 1B", ["shisou", "shihon", "sanbon-5", "shisou sanbon-5", "shihon sanbon-5"]),
        (JUNK, []),  # junk is nothing here
    ],
)
def test_what_a_hand_may_show_in_enshu_wagers(hand: str, offers: list[str]) -> None:
    assert_offered("enshu-wagers", hand, offers)


@pytest.mark.parametrize(
    "hand, offers",
    [
        (NO_SET, []),
        ("4A 4R 4C1 4C2 1B 2A 3B", []),  # there is no shihon
        ("5A 5R 5C1 1B 2A 3B 4A", ["sanbon-5"]),
        ("5A 5R 5C1 5C2 1B 2A 3B", ["sanbon-5"]),  # four contain a triplet
        ("4A 4R 4C1 1B 2A 3B 5A", []),
        ("4A 4R 4C1 4C2 1B 1R 1C1", ["shisou"]),
        (FOUR_THREE, ["shisou", "sanbon-5", "shisou sanbon-5"]),
        (
            FIVES_AND_NINES,
            [
                "shisou", "sanbon-5", "sanbon-9", "shisou sanbon-5", "shisou sanbon-9", "sanbon-5 sanbon-9",
                "shisou sanbon-5 sanbon-9",
            ],
        ),
        (FOUR_FOUR, ["shisou", "sanbon-5", "shisou sanbon-5"]),
        (JUNK, []),
    ],
)  # fmt: skip
def test_what_a_hand_may_show_in_enshu_points(hand: str, offers: list[str]) -> None:
    assert_offered("enshu-points", hand, offers)
    assert_offered("enshu-points", hand, [], {"teyaku": False})


@pytest.mark.parametrize(
    "hand, offers",
    [
        (NO_SET, []),
        ("4A 4R 4C1 4C2 1B 2A 3B", ["shihon"]),
        ("4A 4R 4C1 1B 2A 3B 5A", ["sanbon-4"]),  # any month
        ("5A 5R 5C1 1B 2A 3B 4A", ["sanbon-5"]),
        # all sets are of one group: the player picks one
        ("4A 4R 4C1 8B 8A 8C1 1B", ["sanbon-4", "sanbon-8"]),
        (FOUR_THREE, ["shisou", "shihon", "sanbon-5"]),
        ("4A 4R 4C1 4C2 1B 1R 1C1", ["shisou", "shihon", "sanbon-1"]),
        (JUNK, ["soppe"]),
        ("8A 1C1 1C2 2C1 2C2 3C1 3C2", ["toichi"]),
        ("11B 1C1 1C2 2C1 2C2 3C1 3C2", ["toichi"]),  # the Rainman is an Animal
        ("7R 1C1 1C2 2C1 2C2 3C1 3C2", ["tanichi"]),
        ("1B 4C1 4C2 2C1 2C2 3C1 3C2", []),  # a Bright with six junk is nothing
        # the Lightning never counts as junk
        ("11C 1C2 2C1 2C2 3C1 3C2 4C1", []),
        ("11B 11C 1C2 2C1 2C2 3C1 3C2", []),
        ("7R 11C 1C2 2C1 2C2 3C1 3C2", []),
        # a set and junk together
        ("12C1 12C2 12C3 1C1 1C2 2C1 2C2", ["sanbon-12", "soppe", "sanbon-12 soppe"]),
        ("4R 4C1 4C2 1C1 1C2 2C1 2C2", ["sanbon-4", "tanichi", "sanbon-4 tanichi"]),
    ],
)
def test_what_a_hand_may_show_in_enshu_comprehensive(hand: str, offers: list[str]) -> None:
    assert_offered("enshu-comprehensive", hand, offers)


@pytest.mark.parametrize("variant", WITH_TEYAKU)
def test_teyaku_of_random_hands_of_sets_and_of_junk_are_what_a_plain_look_gives(variant: str) -> None:
    random = Random(variant)
    shown = Counter[str]()
    for table in {table.hand_size: table for table in all_tables(variant)}.values():
        plain: Any = referee.rule_set(variant, {})
        for i in range(1200):
            ids = any_hand(table.hand_size, random, i)
            cards = sorted(referee.read_cards(written(ids)))
            hand = sum(1 << n for n in ids)
            if table.misdeal((hand,), 0):
                continue  # dealt again: nobody can hold it
            expected = {
                frozenset((one.id, tuple(sorted(one.cards))) for one in offer)
                for offer in plain.offers(cards)
            }
            found = {
                frozenset((t.id, tuple(cards_of(made))) for t, made in offer)
                for offer in table.shows(table.held(hand))
            }
            assert found == expected
            shown.update(t.id for offer in table.shows(table.held(hand)) for t, _ in offer)
    assert set(shown) == {t.id for t in RULE_SETS[variant].teyaku if not t.bonus_of}


def any_hand(size: int, random: Random, i: int) -> list[int]:
    """A hand at random; two of three are of few months or of junk."""
    some: list[int] = list(range(48))
    if i % 3 == 1:
        months = random.sample(range(12), 3)
        some = [n for n in some if n // 4 in months]
    elif i % 3 == 2:
        some = [n for n in some if DECK[n].kind is Kind.CHAFF] + [random.randrange(48)]
    random.shuffle(some)
    return sorted(dict.fromkeys(some[: size + 1]))[:size] if len(set(some)) > size else sorted(set(some))


MONTHS = range(1, 13)
#: Points, wagers, whether it stops, how the cards lie; by rule set and teyaku.
TEYAKU: dict[str, dict[str, tuple[int, int, bool, str]]] = {
    "shishibo": {
        "shihon": (100, 0, False, "face-up"),
        **{f"sanbon-{m}": (50, 0, False, "face-up") for m in MONTHS},
        "soppe": (100, 0, False, "whole hand"),
        "toichi": (50, 0, False, "taken back"),
        "tanichi": (50, 0, False, "taken back"),
    },
    "enshu-wagers": {
        "shisou": (0, 10, True, "face-up"),
        "shihon": (0, 2, True, "face-up"),
        **{f"sanbon-{m}": (50, 0, False, "face-up") for m in (5, 9, 12)},
    },
    "enshu-points": {
        "shisou": (50, 0, False, "face-up"),
        **{f"sanbon-{m}": (50, 0, False, "face-up") for m in (5, 9, 12)},
    },
    "enshu-comprehensive": {
        "shisou": (150, 0, False, "face-up"),
        "shihon": (100, 0, False, "face-up"),
        **{f"sanbon-{m}": (50, 0, False, "face-up") for m in MONTHS},
        **{f"sanbon-bonus-{m}": (100, 0, False, "face-up") for m in (5, 9, 12)},
        "soppe": (100, 0, False, "whole hand"),
        "toichi": (50, 0, False, "whole hand"),  # unlike Shishibo's it stays open
        "tanichi": (50, 0, False, "whole hand"),
    },
}


@pytest.mark.parametrize("variant", WITH_TEYAKU)
def test_every_teyaku_has_its_worth_and_its_way_to_lie(variant: str) -> None:
    teyaku = RULE_SETS[variant].teyaku

    assert {t.id: (t.points, t.wagers, t.stops, t.display) for t in teyaku} == TEYAKU[variant]


# --- misdeals -------------------------------------------------------------------------------------


@given(st.integers(0, ALL))
def test_months_of_which_there_are_many_are_found_all_at_once(cards: int) -> None:
    counts = {4 * m: (cards >> 4 * m & 15).bit_count() for m in range(12)}

    assert ids_of(full_months(cards)) == [first for first, count in counts.items() if count == 4]
    assert ids_of(months_of_three(cards)) == [first for first, count in counts.items() if count >= 3]


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


def test_three_of_a_month_are_no_misdeal_anywhere_in_shishibo() -> None:
    three = mask("5A 5R 5C1 9A 9R 9C1")

    assert TABLE.misdeal((three | mask("1B"),), three) is None


@pytest.mark.parametrize("month", range(1, 13))
def test_the_comprehensive_set_deals_three_of_month_5_9_or_12_on_the_field_again(month: int) -> None:
    """And four of any month there, and four of 5, 9 or 12 in a hand; never three in a hand."""
    table = rules("enshu-comprehensive", 4)
    lying = 7 << 4 * (month - 1)
    special = month in (5, 9, 12)

    three, four = table.misdeal((), lying), table.misdeal((), lying | lying << 1)
    assert (three is not None) == special
    if three:
        assert (three[0].clause, three[1], three[2]) == ("enshu-comprehensive.set-misdeal", month, -1)
    assert four is not None
    assert (four[0].clause, four[1]) == ("enshu-comprehensive.field-misdeal", month)
    assert table.misdeal((lying, lying << 1), 0) is None
    held = table.misdeal((0, 15 << 4 * (month - 1)), 0)
    assert (held is not None) == special
    if held:
        assert (held[0].clause, held[1], held[2]) == ("enshu-comprehensive.hand-misdeal", month, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_misdeals_of_random_deals_of_few_months_are_what_a_plain_look_gives(variant: str) -> None:
    random = Random(variant)
    plain: Any = referee.rule_set(variant, {})
    table = all_tables(variant)[0]
    found = Counter[bool]()
    for _ in range(400):
        months = random.sample(range(12), 5)
        cards = random.sample([n for n in range(48) if n // 4 in months], 14)
        hand, field = cards[:8], cards[8:]
        again = table.misdeal((sum(1 << n for n in hand),), sum(1 << n for n in field))
        expected = plain.misdealt([[referee.DECK[n] for n in hand]], [referee.DECK[n] for n in field])
        assert (again is not None) == (expected is not None)
        found[again is not None] += 1
    assert found[False] and bool(found[True]) == bool(RULE_SETS[variant].misdeals)


# --- options and players --------------------------------------------------------------------------

YES_NO, NO_YES = ((True, "S"), (False, "S")), ((False, "S"), (True, "S"))
SUBSETS: Any = ((False, "H"), (True, "H"))
LARGER = (("larger", "H"), ("product", "H"))
BRIGHTS = ((20, "S"), (30, "S"))
COMMON = (("common", "S"), ("even", "S"))
SCORING = (("source", "S"), ("subtract-only", "H"))
LEAST = (("at-least", "H"), ("more-than", "H"))

#: From the contract: every option with its values and their tags, the default first; a number's least.
OPTIONS: dict[str, dict[str, Any]] = {
    "shishibo": {STACK: SUBSETS, DOUBLE: LARGER, HAND: (("add", "H"), ("ignore", "S"))},
    "enshu-wagers": {
        STACK: SUBSETS,
        DOUBLE: LARGER,
        "wager": (1, 1),
        "bright_points": BRIGHTS,
        "cutoff_pays": (("extra", "H"), ("total", "H")),
    },
    "enshu-points": {
        STACK: SUBSETS,
        "bright_points": BRIGHTS,
        "teyaku": YES_NO,
        "shiko_multiplier": ((3, "S"), (5, "S")),
        "ribbon_multiplier": ((2, "S"), (3, "S")),
        "multiplier_order": (("add-first", "H"), ("multiply-first", "H")),
    },
    "enshu-comprehensive": {
        STACK: SUBSETS,
        DOUBLE: LARGER,
        "own_yaku": (("deduct-only", "S"), ("add-too", "H")),
        "tie_break": (("left", "S"), ("turn", "H")),
        "matchsticks": (100, 0),
    },
    "sakura-simple": {"card_values": COMMON, "stop": NO_YES},
    "sakura": {
        "card_values": COMMON,
        "two_player_deal": (("10/10", "S"), ("10/8", "D"), ("8/8", "S")),
        "partnership": NO_YES,
        "yaku_scoring": SCORING,
        "stake": (1, 1),
        "chu": NO_YES,
        "threshold": LEAST,
    },
    "oi-bana": {
        "card_values": COMMON,
        "yaku_scoring": SCORING,
        "chu": NO_YES,
        "threshold": LEAST,
        "new_table": ((False, "H"), (True, "S")),
        "stake_bid": (("highest", "H"), ("winner", "H"), ("loser", "H")),
    },
    "matsu-kiri-bozu": {"wild_takes": (("month", "H"), ("one", "H"))},
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_option_has_the_values_of_the_contract_with_their_tags_the_default_first(variant: str) -> None:
    found = {
        o.name: o.values if o.least is None else (o.default, o.least) for o in RULE_SETS[variant].options
    }

    assert found == OPTIONS[variant]
    table = rules(variant, RULE_SETS[variant].players[0])
    assert table.options == {o.name: o.default for o in RULE_SETS[variant].options}


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_no_value_of_an_option_is_refused_by_its_name(variant: str) -> None:
    players = RULE_SETS[variant].players[0]
    for option in RULE_SETS[variant].options:
        wrong: list[object] = [
            None,
            "",
            "x",
            [],
            {},
            1.0,
            -1,
            2**0.5,
            "True",
            str(option.default).upper() + " ",
        ]
        wrong += [1, 0] if isinstance(option.default, bool) else [True, False]
        for value in wrong:
            with pytest.raises(ValueError, match=rf"^options\.{option.name}: "):
                rules(variant, players, {option.name: value})
    for foreign in {name for names in OPTIONS.values() for name in names} - set(OPTIONS[variant]):
        with pytest.raises(ValueError, match=rf"^options\.{foreign}: "):
            rules(variant, players, {foreign: False})


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


@pytest.mark.parametrize(
    "variant, low, high",
    [
        ("shishibo", 3, 7), ("enshu-wagers", 2, 3), ("enshu-points", 2, 3), ("enshu-comprehensive", 2, 5),
        ("sakura-simple", 2, 7), ("sakura", 2, 7), ("oi-bana", 3, 6), ("matsu-kiri-bozu", 2, 2),
    ],
)  # fmt: skip
def test_each_rule_set_is_for_so_many(variant: str, low: int, high: int) -> None:
    assert RULE_SETS[variant].players == range(low, high + 1)
    for players in (-1, 0, 1, low - 1, high + 1, 100):
        with pytest.raises(ValueError, match=r"^players: "):
            rules(variant, players)


@pytest.mark.parametrize(
    "variant, players, hand, field",
    [
        ("enshu-wagers", 2, 8, 8),
        ("enshu-wagers", 3, 7, 6),
        ("enshu-points", 2, 8, 8),
        ("enshu-points", 3, 7, 6),
        *[("enshu-comprehensive", n, 7, 6) for n in range(2, 6)],
        *[("shishibo", n, 7, 6) for n in range(3, 8)],
    ],
)
def test_how_many_cards_go_to_a_hand_and_to_the_field(
    variant: str, players: int, hand: int, field: int
) -> None:
    table = rules(variant, players)

    assert (table.hand_size, table.field_size) == (hand, field)
    dealt = at_table(variant=variant, players=players).round.deal
    assert [len(cards) for cards in dealt.hands] == [hand] * min(players, 6)
    assert len(dealt.field) == field


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


@pytest.mark.parametrize("variant", sorted(TAGS))
def test_every_clause_has_the_tag_of_the_contract(variant: str) -> None:
    own = {c.id: c.tag for c in RULE_SETS[variant].clauses}
    expected = {f"{variant}.{name}": tag for tag, names in TAGS[variant].items() for name in names.split()}

    assert {id_: own[id_] for id_ in expected} == expected
    if variant == "shishibo":
        assert set(expected) == {id_ for id_ in own if id_.startswith("shishibo.")}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_clause_names_a_source_and_stands_once(variant: str) -> None:
    ids = [c.id for c in RULE_SETS[variant].clauses]

    assert len(ids) == len(set(ids))
    assert all(clause.source for clause in all_tables(variant)[0].clauses.values())


@pytest.mark.parametrize("variant", VARIANTS)
def test_everything_in_the_rule_set_points_to_a_clause_that_is_there(variant: str) -> None:
    rule_set = RULE_SETS[variant]
    named = {y.clause for y in rule_set.dekiyaku} | {t.clause for t in rule_set.teyaku}
    named |= {m.clause for m in rule_set.misdeals} | {rule_set.paid}
    for phase in rule_set.phases:
        texts = {getattr(phase, name) for name in phase.__dataclass_fields__ if name != "id"}
        named |= {text for text in texts if isinstance(text, str) and "." in text}

    assert named <= set(all_tables(variant)[0].clauses)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_clause_in_force_is_that_of_the_chosen_value(variant: str) -> None:
    for table in some_tables(variant):
        for option in table.rule_set.options:
            clause = table.clauses[table.in_force(option.name)]
            value = table.options[option.name]
            shown = str(value).lower() if isinstance(value, bool) else value
            number = option.least is not None
            assert clause.id == f"{variant}.{option.name}" + ("" if number else f"={shown}")
