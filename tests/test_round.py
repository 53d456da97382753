"""Rounds of Shishibo and Enshu-bana phase by phase, from deals laid out by hand; what each seat may see."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from support import Told, at_table, lay_out, nothing_won, payments, pick, places, state

from hanalearn.cards import DECK, card, ids_of, mask, written
from hanalearn.game import IllegalAction, Round, deal, new_round
from hanalearn.game.deal import as_set
from hanalearn.game.round import Event
from hanalearn.game.sight import sight
from hanalearn.render.answer import result_of_round
from hanalearn.rules import RULE_SETS, rules
from hanalearn.rules.compiled import Move

BLIND = "pass, pass, pass"
NO_KOTSU = "nashi, nashi, nashi"
TO_PLAY = f"{BLIND}, {NO_KOTSU}"

#: Seat 0 holds the Poetry ribbons, and their months lie on the field: three plays make akatan.
RIBBONS = ["1R 2R 3R 4R 5R 7R 11R", "4A 5A 6A 7A 8A 9A 10A", "4C1 5C1 6C1 7C1 8C1 9R 11B"]
RIBBONS_FIELD = "1C1 2C1 3C1 8B 10C1 12B"


# --- the deal and the soba ------------------------------------------------------------------------


@pytest.mark.parametrize("players, hands, pile", [(3, 3, 21), (4, 4, 14), (5, 5, 7), (6, 6, 0), (7, 6, 0)])
def test_six_on_the_field_seven_a_hand_the_rest_in_the_pile(players: int, hands: int, pile: int) -> None:
    """48 - 6 - 7 × hands: 21, 14, 7, 0."""
    round_ = at_table(players=players).round

    assert [len(hand) for hand in round_.hands] == [7] * hands
    assert round_.field.bit_count() == 6
    assert round_.pile_left == pile


def test_with_seven_the_last_seat_sits_out_and_a_reason_is_given() -> None:
    told = at_table(players=7)

    (event,) = [e for e in told.events if e.what == "sits-out"]
    assert (event.seat, event.rule) == (6, "shishibo.seven")
    assert told.round.active == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "field, honba",
    [
        ("1C1 2C1 3C1 4C1 5C1 6C1", 1),  # flat
        ("1B 2C1 3C1 4C1 5C1 6C1", 2),
        ("1B 3B 4C1 5C1 6C1 7C1", 3),
        ("1B 3B 8B 4C1 5C1 6C1", 4),
        ("1B 3B 8B 12B 5C1 6C1", 5),
        ("11B 2C1 3C1 4C1 5C1 6C1", 1),  # the Rainman is an Animal
        ("1B 3B 8B 11B 12B 6C1", 5),
    ],
)
def test_the_soba_is_the_brights_of_the_field_and_one(field: str, honba: int) -> None:
    told = at_table(field=field)

    (event,) = [e for e in told.events if e.what == "field"]
    assert told.round.stake == honba
    assert (event.cards, event.words["n"], event.rule) == (mask(field), honba, "shishibo.soba")


def test_every_raise_adds_one_to_the_soba_as_it_is_made() -> None:
    """1 Bright + 1 = 2; mizu-kotsu 3, 4; a repeat 5; kotsu 6, 7, 8."""
    told = at_table(field="1B 2C1 3C1 4C1 5C1 6C1", players=4)
    stakes = [told.round.stake]
    for action in [
        "mizu-kotsu",
        "pass",
        "mizu-kotsu",
        "pass",
        "enter",
        "enter",
        "enter",
        "enter",
        "enter",
        "retire",
        "kotsu",
        "kotsu",
        "kotsu",
    ]:
        told.play(action)
        stakes.append(told.round.stake)

    assert stakes == [2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 6, 7, 8]


# --- mizu-kotsu -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players, asked", [(3, 3), (4, 4), (5, 5), (6, 6), (7, 6)])
def test_every_dealt_seat_is_asked_for_mizu_kotsu_in_turn_and_none_is_one_too_many(
    players: int, asked: int
) -> None:
    round_ = at_table(players=players).round
    turns = []
    while round_.phase.id == "mizu-kotsu":
        turns.append(round_.turn)
        assert round_.legal() == ["mizu-kotsu", "pass"]
        round_.play("mizu-kotsu")

    assert turns == list(range(asked))
    assert round_.mizu_kotsu == asked


def test_who_raised_blindly_is_not_asked_in_the_first_pass_but_in_the_second() -> None:
    """Seats 0 and 2 of four are bound: seats 1 and 3 are asked; all enter, so all four are asked again."""
    told = at_table(players=4, actions="mizu-kotsu, pass, mizu-kotsu, pass")
    turns = []
    for _ in range(2):
        turns.append(told.round.turn)
        told.play("enter")

    assert turns == [1, 3]
    assert [(e.seat, e.rule) for e in told.events if e.what == "bound"] == [
        (0, "shishibo.bound"),
        (2, "shishibo.bound"),
    ]
    assert told.round.passes == 1
    assert (told.round.turn, told.round.legal()) == (0, ["enter", "retire"])
    assert told.play("retire").round.active == [1, 2, 3]


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_where_all_are_bound_the_first_pass_asks_nobody_and_repeats(players: int) -> None:
    """All raise blindly: 1 + raises, and 1 for the pass that left them all in."""
    dealt = min(players, 6)
    told = at_table(field="1C1 2C1 3C1 4C1 5C1 6C1", players=players)
    told.play(", ".join(["mizu-kotsu"] * dealt))

    assert (told.round.turn, told.round.phase.id, told.round.passes) == (0, "join", 1)
    assert told.round.stake == 1 + dealt + 1


def test_with_three_players_mizu_kotsu_binds_nobody_to_anything() -> None:
    told = at_table(actions="mizu-kotsu, mizu-kotsu, mizu-kotsu")

    assert (told.round.phase.id, told.round.turn) == ("kotsu", 0)
    assert "bound" not in told.whats()


# --- enter or retire ------------------------------------------------------------------------------


def test_three_players_are_never_asked_to_enter() -> None:
    assert at_table(actions=BLIND).round.phase.id == "kotsu"


def test_the_last_three_cannot_retire() -> None:
    """Of six, three retire at once: the others are in without a word."""
    told = at_table(players=6, actions="pass, pass, pass, pass, pass, pass, retire, retire, retire")

    assert (told.round.phase.id, told.round.turn, told.round.active) == ("kotsu", 3, [3, 4, 5])
    with pytest.raises(IllegalAction) as refused:
        told.round.play("retire")
    assert refused.value.legal == ["kotsu", "nashi"]


def test_a_pass_ends_as_soon_as_three_are_left_even_in_its_middle() -> None:
    told = at_table(players=4, actions="pass, pass, pass, pass, enter, retire")

    assert (told.round.phase.id, told.round.active, told.round.passes) == ("kotsu", [0, 2, 3], 0)


def test_passes_repeat_without_limit_and_each_adds_one() -> None:
    """Five enter 20 times: 1 + 20 repeats; two retire in pass 21, the last of them ends it without one."""
    told = at_table(field="1C1 2C1 3C1 4C1 5C1 6C1", players=5, actions="pass, pass, pass, pass, pass")
    for _ in range(20 * 5):
        told.play("enter")
    told.play("enter, retire, enter, enter, enter")

    assert told.round.stake == 1 + 20 + 1
    told.play("enter, enter, enter, retire")
    assert (told.round.active, told.round.stake) == ([0, 2, 3], 22)
    assert [e.words["n"] for e in told.events if e.what == "repeat"] == [5] * 20 + [4]


def test_only_seats_still_in_are_asked_in_a_later_pass() -> None:
    told = at_table(players=6, actions="pass, pass, pass, pass, pass, pass")
    told.play("retire, enter, enter, enter, enter, enter")
    turns = []
    for _ in range(5):
        turns.append(told.round.turn)
        told.play("enter")

    assert turns == [1, 2, 3, 4, 5]


def test_a_dealer_who_retires_passes_the_rights_to_the_next_seat_still_in() -> None:
    """Seat 0 retires, then seat 1: seat 2 is dealer, asked first for kotsu, first to play, first at a tie."""
    told = at_table(players=5, actions="pass, pass, pass, pass, pass, retire, retire")

    assert [(e.what, e.seat) for e in told.events if e.what == "dealer-retires"] == [
        ("dealer-retires", 1),
        ("dealer-retires", 2),
    ]
    assert (told.round.dealer, told.round.turn) == (2, 2)
    told.play("nashi, nashi, nashi")
    assert (told.round.phase.id, told.round.turn) == ("play", 2)


def test_a_retiring_seat_that_does_not_deal_passes_no_rights_on() -> None:
    told = at_table(players=4, actions="pass, pass, pass, pass, enter, retire")

    assert "dealer-retires" not in told.whats()
    assert told.round.dealer == 0


def test_returned_hands_are_drawn_and_the_pile_is_then_21_cards() -> None:
    """Of six, all three hands of the pile come from retired seats: 3 × 7 = 21, in the order of the deal."""
    told = at_table(players=6, actions="pass, pass, pass, pass, pass, pass, enter, retire, retire")
    before = told.round.pile_left
    told.play("retire, nashi, nashi, nashi")
    round_ = told.round
    back = as_set([n for seat in (1, 2, 3) for n in round_.deal.hands[seat]])

    assert before == 14
    assert (as_set(round_.pile), len(round_.pile)) == (back, 21)
    assert list(round_.pile) == [n for n in round_.deal.later if back >> n & 1]
    assert round_.hands[1:4] == [[], [], []]


def test_later_order_is_a_shuffle_of_its_own_and_covers_every_card_that_can_return() -> None:
    for players in (4, 5, 6, 7):
        dealt = deal(rules("shishibo", players), Random(players))
        assert sorted(dealt.later) == list(range(48))
        assert dealt.later[:6] != tuple(sorted(dealt.later)[:6])
    assert deal(rules("shishibo", 3), Random(3)).later == deal(rules("shishibo", 3), Random(3)).pile


# --- kotsu ----------------------------------------------------------------------------------------


def test_only_the_three_are_asked_for_kotsu_once_each_from_the_dealer() -> None:
    told = at_table(players=5, actions="pass, pass, pass, pass, pass, retire, enter, retire")
    turns = []
    while told.round.phase.id == "kotsu":
        turns.append(told.round.turn)
        assert told.round.legal() == ["kotsu", "nashi"]
        told.play("kotsu")

    assert turns == [1, 3, 4]
    assert told.round.kotsu == 3


# --- hand yaku ------------------------------------------------------------------------------------

SET_AND_JUNK = "12C1 12C2 12C3 1C1 1C2 2C1 2C2"
TWO_TRIPLETS = "4A 4R 4C1 8B 8A 8C1 1B"


def test_only_a_seat_that_holds_a_hand_yaku_is_asked_and_may_pass() -> None:
    told = at_table([None, "4A 4R 4C1 1B 2A 3B 5A", None], actions=TO_PLAY)

    assert (told.round.phase.id, told.round.turn) == ("teyaku", 1)
    assert told.round.legal() == ["show sanbon-4", "pass"]
    told.play("pass")
    assert (told.round.phase.id, told.round.shown) == ("play", {})
    assert told.events[-1] == Event("shows-nothing", "shishibo.silent", 1, action=6)


def test_where_nobody_holds_one_nobody_is_asked() -> None:
    assert at_table(actions=TO_PLAY).round.phase.id == "play"


def test_of_two_triplets_one_is_shown() -> None:
    told = at_table([TWO_TRIPLETS, None, None], actions=TO_PLAY)

    assert told.round.legal() == ["show sanbon-4", "show sanbon-8", "pass"]
    with pytest.raises(IllegalAction):
        told.round.play("show sanbon-4 sanbon-8")
    told.play("show sanbon-8")
    assert [(t.id, written(ids_of(c))) for t, c in told.round.shown[0]] == [("sanbon-8", "8B 8A 8C1")]


@pytest.mark.parametrize("text", ["show sanbon-12 soppe", "show soppe sanbon-12", "show  soppe   sanbon-12 "])
def test_a_set_and_a_junk_yaku_may_be_shown_together_named_in_either_order(text: str) -> None:
    told = at_table([SET_AND_JUNK, None, None], actions=TO_PLAY)

    assert told.round.legal() == ["show sanbon-12", "show soppe", "show sanbon-12 soppe", "pass"]
    told.play(text)
    assert [t.id for t, _ in told.round.shown[0]] == ["sanbon-12", "soppe"]
    assert [(e.what, e.rule) for e in told.events[-2:]] == [
        ("shows", "shishibo.sanbon"),
        ("shows", "shishibo.soppe"),
    ]


# --- play -----------------------------------------------------------------------------------------


def test_a_card_that_finds_nothing_stays_on_the_field() -> None:
    told = at_table(["1B 2A 3B 4A 5A 6A 7A", None, None], "8C1 9C1 10C1 11C 12C1 11R", "8C2", actions=TO_PLAY)
    told.play("1B")

    assert [(e.what, e.rule) for e in told.events[-2:]] == [
        ("plays.lays", "hana-awase.none"),
        ("draws.takes", "hana-awase.one"),
    ]
    assert told.round.field == mask("1B 9C1 10C1 11C 12C1 11R")


def test_a_card_that_finds_one_takes_it_and_cannot_be_laid_down() -> None:
    told = at_table(["1B 2A 3B 4A 5A 6A 7A", None, None], "1C1 9C1 10C1 11C 12C1 11R", "8C2", actions=TO_PLAY)

    for wrong in ("1B>-", "1B>1C1", "1B>9C1"):
        with pytest.raises(IllegalAction) as refused:
            told.round.play(wrong)
        assert refused.value.rule == "hana-awase.one"
    told.play("1B")
    assert told.round.captured[0] == mask("1B 1C1")


def test_a_card_that_finds_two_takes_the_one_that_is_named() -> None:
    told = at_table(["1B 2A 3B 4A 5A 6A 7A", None, None], "1C1 1C2 10C1 11C 12C1 11R", "8C2", actions=TO_PLAY)

    assert told.round.legal_text()[:2] == ["1B>1C1", "1B>1C2"]
    with pytest.raises(IllegalAction) as refused:
        told.round.play("1B")
    assert refused.value.rule == "hana-awase.two"
    told.play("1b>1c2")
    assert told.round.captured[0] == mask("1B 1C2")


def test_a_card_that_finds_three_takes_all() -> None:
    told = at_table(["1B 2A 3B 4A 5A 6A 7A", None, None], "1R 1C1 1C2 11C 12C1 11R", "8C2", actions=TO_PLAY)

    assert told.round.legal_text()[0] == "1B"
    told.play("1B")
    assert told.round.captured[0] == mask("1B 1R 1C1 1C2")
    assert told.events[-2].rule == "hana-awase.three"


def test_another_card_may_be_played_although_one_could_take() -> None:
    told = at_table(["1B 2A 3B 4A 5A 6A 7A", None, None], "1C1 9C1 10C1 11C 12C1 11R", "8C2", actions=TO_PLAY)
    told.play("2A")

    assert (told.round.captured[0], told.round.field >> 4 & 1) == (0, 1)


def test_a_drawn_card_places_itself_unless_two_of_its_month_lie_there() -> None:
    told = at_table(["1B 2A 3B 4A 5A 6A 7A", None, None], "8C1 8C2 10C1 11C 12C1 11R", "8B", actions=TO_PLAY)
    told.play("1B")

    assert (told.round.turn, told.round.legal_text()) == (0, [">8C1", ">8C2"])
    assert (told.round.drawn, told.round.pile_left) == (28, 20)
    assert told.events[-1].what == "turns"
    with pytest.raises(IllegalAction):
        told.round.play("2A")
    told.play(">8c1")
    assert (told.round.captured[0], told.round.turn, told.round.drawn) == (mask("8B 8C1"), 1, None)


def test_a_hand_card_laid_down_may_be_taken_by_the_card_drawn_after_it() -> None:
    told = at_table(["1B 2A 3B 4A 5A 6A 7A", None, None], "8C1 9C1 10C1 11C 12C1 11R", "1C1", actions=TO_PLAY)
    told.play("1B")

    assert told.round.captured[0] == mask("1B 1C1")


def test_seven_turns_each_empty_hands_and_pile_and_the_round_is_over() -> None:
    told = at_table(actions=TO_PLAY)
    turns = []
    while told.round.turn is not None:
        if told.round.drawn is None:
            turns.append(told.round.turn)
        told.play(told.round.legal_text()[0])

    assert told.round.played_out
    assert turns == [0, 1, 2] * 7
    assert (told.events[-1].what, told.events[-1].rule) == ("played-out", "hana-awase.end")
    assert (told.round.pile_left, [len(h) for h in told.round.hands]) == (0, [0, 0, 0])
    assert told.round.legal() == []
    with pytest.raises(IllegalAction, match="the round is over") as refused:
        told.round.play("1B")
    assert refused.value.rule == "hana-awase.end"


# --- cut-offs -------------------------------------------------------------------------------------


AKATAN = "1R, 4A, 9R, 2R, 5A, 8C1, 3R"
AKATAN_PILE = "12C1 10C2 6C2 11C 10R 1C2"


def akatan_by_hand() -> Round:
    return at_table(RIBBONS, RIBBONS_FIELD, AKATAN_PILE, actions=f"{TO_PLAY}, {AKATAN}").round


def test_a_cut_off_by_a_hand_card_ends_the_round_before_the_draw() -> None:
    """Six cards were drawn in six turns; the seventh turn draws none: 21 - 6 = 15 are left."""
    round_ = akatan_by_hand()

    assert (round_.finished, round_.played_out, round_.turn) == (True, False, None)
    assert round_.pile_left == 15
    assert [y.id for y in round_.rules.made(round_.captured[0])] == ["akatan"]


def test_a_cut_off_by_a_drawn_card_ends_the_round_before_the_next_turn() -> None:
    """Seat 0 takes 1R with 1C2 and 2R with 2C2 from its hand; 3R is turned over and takes 3C1."""
    told = at_table(
        ["1C2 2C2 4A 5A 6A 7A 8A", "4R 5R 6C1 7C1 8C1 9C1 10C1", None],
        "1R 2R 3C1 11C 12C1 12C2",
        "9R 9C2 10R 10C2 11R 11A 3R",
        actions=TO_PLAY,
    )
    for wanted in ("1C2", None, None, "2C2", None, None, "4A"):
        legal = told.round.legal_text()
        told.play(wanted if wanted else legal[0])
        while told.round.drawn is not None:
            told.play(told.round.legal_text()[0])

    assert told.whats()[-3:] == ["draws.takes", "cut-off", "cut-off.ends"]
    assert (told.events[-1].seat, told.events[-1].rule) == (0, "shishibo.cut-off")
    assert (told.round.finished, told.round.played_out, told.round.drawn) == (True, False, None)


def test_a_cut_off_by_a_chosen_drawn_card_leaves_no_card_waiting() -> None:
    told = at_table(
        ["1C2 2C2 4A 5A 6A 7A 8A", "4R 5R 6C1 7C1 8C1 9C1 10C1", None],
        "1R 2R 3C1 3C2 12C1 12C2",
        "9R 9C2 10R 10C2 11R 11A 3R",
        actions=TO_PLAY,
    )
    for wanted in ("1C2", None, None, "2C2", None, None, "4A"):
        told.play(wanted if wanted else told.round.legal_text()[0])
        while told.round.drawn is not None:
            told.play(told.round.legal_text()[0])

    assert (told.round.finished, told.round.drawn) == (True, None)
    assert sum(cards.bit_count() for cards in places(told.round)) == 48


def test_two_cut_offs_by_one_capture_are_both_told() -> None:
    assert [(e.what, e.rule) for e in two_cut_offs("shishibo", TO_PLAY).events[-3:]] == [
        ("cut-off", "shishibo.shiko"),
        ("cut-off", "shishibo.akatan"),
        ("cut-off.ends", "shishibo.cut-off"),
    ]


def two_cut_offs(variant: str, before_play: str) -> Told:
    """1B takes 1R: the fourth Bright and the third Poetry ribbon together."""
    return at_table(
        ["1B 2A 2R 3B 3C1 8B 12B", "4A 5A 6A 7A 9A 10A 11A", "4C1 5C1 6C1 7C1 9R 10C1 11R"],
        "1R 2C1 3R 8C1 8C2 12C1",
        "4R 5R 6R 7R 9C1 10R 11B 4C2 5C2 6C2 7C2 9C2",
        variant=variant,
        actions=f"{before_play}, 3B, 4A, 5C1, 8B>8C1, 6A, 9R, 12B, 7A, 10C1, 2R, 11A, 4C1, 1B",
    )


# --- Enshu-bana: the deal and the end -------------------------------------------------------------

ENSHU = ("enshu-wagers", "enshu-points", "enshu-comprehensive")
WAGERS, POINTS, FULL = ENSHU
#: What is answered before play, by so many players, where nobody holds a teyaku.
BEFORE_PLAY = {WAGERS: "", POINTS: "", FULL: "pass, pass, pass, nashi, nashi, nashi"}


def to_the_end(told: Told, random: Random | None = None) -> Round:
    """Play the first legal action, or any, until the round is over; fuke is not declared."""
    while told.round.turn is not None:
        legal = told.round.legal_text()
        if told.round.phase.id == "fuke":
            told.play("pass")
        else:
            told.play(random.choice(legal) if random else legal[0])
    return told.round


@pytest.mark.parametrize(
    "variant, players, actions, left",
    [
        (WAGERS, 2, "", 8),  # 48 - 2 × 8 - 8 = 24 in the pile, 2 × 8 drawn
        (WAGERS, 3, "", 0),  # 48 - 3 × 7 - 6 = 21, 3 × 7 drawn
        (POINTS, 2, "", 8),
        (POINTS, 3, "", 0),
        (FULL, 2, "pass, pass, nashi, nashi", 14),  # 48 - 2 × 7 - 6 = 28, 2 × 7 drawn
        (FULL, 3, BEFORE_PLAY[FULL], 0),
        (FULL, 4, "pass, pass, pass, pass, nashi, nashi, nashi, nashi, retire", 0),  # 14 + 7 returned
    ],
)
def test_an_enshu_round_ends_with_the_hands_and_the_rest_of_the_pile_is_not_drawn(
    variant: str, players: int, actions: str, left: int
) -> None:
    for seed in range(20):
        told = at_table(variant=variant, players=players, actions=actions)
        round_ = to_the_end(told, Random(seed))
        if round_.played_out:
            break

    (end,) = [e for e in told.events if e.what == "played-out"]
    assert end.rule == f"{variant}.end"
    assert (round_.pile_left, [len(hand) for hand in round_.hands]) == (left, [0] * players)


@pytest.mark.parametrize("variant", [WAGERS, FULL])
def test_akatan_stops_a_round_for_wagers_and_of_the_comprehensive_set(variant: str) -> None:
    told = at_table(RIBBONS, RIBBONS_FIELD, AKATAN_PILE, variant=variant, actions=BEFORE_PLAY[variant])
    told.play(AKATAN)

    assert (told.round.finished, told.round.played_out) == (True, False)
    assert [(e.what, e.rule) for e in told.events[-2:]] == [
        ("cut-off", f"{variant}.akatan"),
        ("cut-off.ends", f"{variant}.cut-off"),
    ]


@pytest.mark.parametrize("variant", [WAGERS, FULL])
def test_two_cut_offs_by_one_capture_of_enshu_bana_are_both_told_and_the_larger_counts(variant: str) -> None:
    """For wagers shiko's 3 and the one in the pot: 4. In the comprehensive set the maker's score:

    card points less 100 for seat 1's Shishibochūshin, × 1 for a field without Brights, × 3 for shiko.
    """
    told = two_cut_offs(variant, BEFORE_PLAY[variant])
    assert [e.rule for e in told.events if e.what == "cut-off"] == [f"{variant}.shiko", f"{variant}.akatan"]
    result: Any = result_of_round(told.round)

    assert (result["cutoff"], result["winner"]) == (["shiko"], 0)
    assert [y["id"] for y in result["seats"][1]["yaku"]] == ["shishibochushin"]
    won = 4 if variant == WAGERS else (result["seats"][0]["card_points"] - 100) * 3
    assert won > 0
    assert payments(result) == [2 * won, -won, -won]


def test_no_yaku_stops_a_round_for_points() -> None:
    told = at_table(RIBBONS, RIBBONS_FIELD, AKATAN_PILE, variant=POINTS).play(AKATAN)

    assert "akatan" in [y.id for y in told.round.rules.made(told.round.captured[0])]
    assert told.round.turn is not None
    assert to_the_end(told).played_out


# --- Enshu-bana: stopping teyaku ------------------------------------------------------------------

FOURS = ["4A 4R 4C1 4C2 1B 2A 3B", "7A 7R 7C1 7C2 1R 2R 3R", "8B 8A 8C1 8C2 10A 10R 10C1"]
LIES_OPEN = "5A 6A 9A 11A 12B 6R"


@pytest.mark.parametrize(
    "actions, winner, cutoff, each",
    [
        # seat 2 holds a Four-Three: 10 wagers and the one in the pot
        ("show shihon, show shihon, show shisou", 2, "shisou", 11),
        ("pass, pass, show shisou", 2, "shisou", 11),
        # equal values: the earlier seat; 2 + 1
        ("show shihon, show shihon, pass", 0, "shihon", 3),
        ("pass, show shihon, show shihon", 1, "shihon", 3),
    ],
)
def test_all_are_asked_before_a_stopping_teyaku_counts_and_the_higher_then_the_earlier_wins(
    actions: str, winner: int, cutoff: str, each: int
) -> None:
    told = at_table(FOURS, LIES_OPEN, variant=WAGERS)
    for action in actions.split(", "):
        assert not told.round.finished
        told.play(action)

    assert (told.round.finished, told.round.played_out, told.round.turn) == (True, False, None)
    assert (told.events[-1].what, told.events[-1].rule) == ("teyaku-stops", "enshu-wagers.teyaku-stops")
    assert [len(hand) for hand in told.round.hands] == [7, 7, 7]
    result: Any = result_of_round(told.round)
    assert (result["winner"], result["cutoff"]) == (winner, [cutoff])
    assert payments(result) == [2 * each if seat == winner else -each for seat in range(3)]


def test_a_stopping_teyaku_that_is_not_shown_stops_nothing() -> None:
    told = at_table(FOURS, LIES_OPEN, variant=WAGERS, actions="pass, pass, pass")

    assert (told.round.phase.id, told.round.turn) == ("play", 0)


def test_a_shown_triplet_does_not_stop_a_round_for_wagers() -> None:
    told = at_table(["5A 5R 5C1 1B 2A 3B 4A"], variant=WAGERS, actions="show sanbon-5")

    assert told.round.phase.id == "play"
    assert seen(told.round, 1, 0) == "5A 5R 5C1"


def test_without_teyaku_in_the_options_nobody_is_asked_for_one() -> None:
    hand = "4A 4R 4C1 4C2 5A 5R 5C1"

    assert at_table([hand], variant=POINTS).round.phase.id == "teyaku"
    assert at_table([hand], variant=POINTS, options={"teyaku": False}).round.phase.id == "play"


# --- the comprehensive set: raises and dropping out -----------------------------------------------


def test_the_phases_of_the_comprehensive_set_come_in_the_order_of_the_contract() -> None:
    ids = [phase.id for phase in rules(FULL, 4).rule_set.phases]

    assert ids == ["mizu-kotsu", "deal", "kotsu", "join", "teyaku", "play", "fuke"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_mizu_kotsu_comes_before_the_deal_and_nobody_sees_a_card(players: int) -> None:
    """Field, hands and pile stay unknown until the last has answered; the deal is told after that."""
    told = at_table(None, "1B 3B 8B 12B 2A 4A", variant=FULL, players=players)
    for seat in range(players):
        assert (told.round.phase.id, told.round.turn) == ("mizu-kotsu", seat)
        assert all(told.round.may_see(a, b) == 0 for a in range(players) for b in range(players))
        assert (told.round.field_seen, told.round.pile_left) == (0, 48)
        assert not {"dealt", "field"} & set(told.whats())
        assert sight(told.round, seat).field == sight(told.round, seat).hand == 0
        told.play("pass")

    assert told.round.phase.id == "kotsu"
    assert {"dealt", "field"} <= set(told.whats())
    assert told.round.field_seen == mask("1B 3B 8B 12B 2A 4A")
    assert all(told.round.may_see(seat, seat).bit_count() == 7 for seat in range(players))


def test_the_multiplier_counts_the_field_only_once_it_lies_there() -> None:
    """1; mizu-kotsu 2, 3; four Brights dealt 7; kotsu 8, 9; the Rainman is no Bright."""
    told = at_table(None, "1B 3B 8B 12B 11B 4A", variant=FULL)
    stakes = [told.round.stake]
    for action in ("mizu-kotsu", "mizu-kotsu", "pass", "kotsu", "nashi", "kotsu"):
        told.play(action)
        stakes.append(told.round.stake)

    assert stakes == [1, 2, 3, 7, 8, 8, 9]


@pytest.mark.parametrize(
    "actions, asked",
    [
        ("mizu-kotsu, mizu-kotsu, mizu-kotsu", 3),
        ("mizu-kotsu, pass, mizu-kotsu, mizu-kotsu", 4),
        ("pass, mizu-kotsu, mizu-kotsu, pass, mizu-kotsu", 5),
        ("pass, pass, pass, pass, pass", 5),
    ],
)
def test_at_most_three_may_raise_before_the_deal(actions: str, asked: int) -> None:
    told = at_table(variant=FULL, players=5)
    for i, action in enumerate(actions.split(", ")):
        assert (told.round.phase.id, told.round.turn) == ("mizu-kotsu", i)
        told.play(action)

    assert i + 1 == asked
    assert (told.round.phase.id, told.round.turn) == ("kotsu", 0)
    assert told.round.mizu_kotsu == actions.count("mizu-kotsu")


def test_kotsu_comes_before_dropping_out_once_each_and_stands_when_its_player_drops() -> None:
    """Flat field: 1, + 5 kotsu = 6, whoever drops."""
    told = at_table(None, "1C1 2C1 4C1 5C1 6C1 7C1", variant=FULL, players=5, actions="pass, " * 5)
    turns = []
    while told.round.phase.id == "kotsu":
        turns.append(told.round.turn)
        assert told.round.legal() == ["kotsu", "nashi"]
        told.play("kotsu")
    told.play("retire, enter, retire")

    assert turns == [0, 1, 2, 3, 4]
    assert (told.round.phase.id, told.round.active, told.round.stake) == ("play", [1, 3, 4], 6)


@pytest.mark.parametrize("players", [2, 3])
def test_with_two_or_three_players_nobody_is_asked_to_drop_out(players: int) -> None:
    told = at_table(
        variant=FULL, players=players, actions=", ".join(["pass"] * players + ["nashi"] * players)
    )

    assert (told.round.phase.id, told.round.passes) == ("play", 0)


def test_who_raised_before_the_deal_is_asked_in_no_pass() -> None:
    """Seats 0 and 2 of four are bound; 1 and 3 join three times over: 1 + 2 mizu-kotsu + 3 repeats."""
    told = at_table(None, "1C1 2C1 4C1 5C1 6C1 7C1", variant=FULL, players=4)
    told.play("mizu-kotsu, pass, mizu-kotsu, pass, nashi, nashi, nashi, nashi")
    turns = []
    for _ in range(6):
        turns.append(told.round.turn)
        assert told.round.legal() == ["enter", "retire"]
        told.play("enter")

    assert turns == [1, 3] * 3
    assert (told.round.passes, told.round.stake) == (3, 6)
    assert [(e.seat, e.rule) for e in told.events if e.what == "bound"] == [
        (0, "enshu-comprehensive.bound"),
        (2, "enshu-comprehensive.bound"),
    ]
    told.play("enter, retire")
    assert (told.round.active, told.round.phase.id) == ([0, 1, 2], "play")


def test_with_three_bound_of_five_the_other_two_drop_and_the_three_play() -> None:
    told = at_table(variant=FULL, players=5, actions="mizu-kotsu, mizu-kotsu, mizu-kotsu")
    told.play("nashi, nashi, nashi, nashi, nashi, retire, retire")

    assert (told.round.phase.id, told.round.active) == ("play", [0, 1, 2])


def test_a_dealer_who_drops_hands_the_rights_to_the_next_seat_still_in() -> None:
    told = at_table(variant=FULL, players=5, actions="pass, " * 5 + "nashi, " * 5 + "retire, retire")

    assert [(e.what, e.seat, e.rule) for e in told.events if e.what == "dealer-retires"] == [
        ("dealer-retires", 1, "enshu-comprehensive.dealer-drops"),
        ("dealer-retires", 2, "enshu-comprehensive.dealer-drops"),
    ]
    assert (told.round.dealer, told.round.turn, told.round.phase.id) == (2, 2, "play")


def test_dropped_hands_go_back_into_the_pile_which_is_then_21() -> None:
    """48 - 6 - 5 × 7 = 7 undealt, and two hands of seven."""
    told = at_table(variant=FULL, players=5, actions="pass, " * 5 + "nashi, " * 5)
    assert told.round.pile_left == 7
    told.play("enter, retire, retire")
    round_ = told.round

    assert (round_.pile_left, round_.active) == (21, [0, 3, 4])
    back = [n for seat in (1, 2) for n in round_.deal.hands[seat]]
    assert as_set(round_.pile) == as_set(back) | as_set(round_.deal.pile)


# --- the comprehensive set: teyaku, bonus and fuke ------------------------------------------------


@pytest.mark.parametrize(
    "hand, show",
    [("8A 1C1 1C2 2C1 2C2 3C1 3C2", "show toichi"), ("7R 1C1 1C2 2C1 2C2 3C1 3C2", "show tanichi"),
     ("1C1 1C2 2C1 2C2 3C1 3C2 4C1", "show soppe")],
)  # fmt: skip
def test_junk_lies_open_in_the_comprehensive_set_until_it_is_played(hand: str, show: str) -> None:
    """Unlike in Shishibo, toichi and tanichi are not taken back."""
    told = at_table([hand], "8C1 9C1 10C1 11C 12C1 11R", variant=FULL, actions=f"{BEFORE_PLAY[FULL]}, {show}")

    assert told.round.phase.id == "play"
    assert seen(told.round, 1, 0) == written(ids_of(mask(hand)))
    played = told.round.legal_text()[0].partition(">")[0]
    told.play(told.round.legal_text()[0])
    assert seen(told.round, 2, 0) == written(ids_of(mask(hand) & ~mask(played)))


def after_a_triplet(action: str) -> Any:
    """Seat 0 shows the Irises, the fourth lies on the field; the result after ``action`` and an end."""
    told = at_table(
        ["5A 5R 5C1 1B 2A 3B 4A", "1R 2R 3C1 4R 6R 7R 8A", "1C1 3R 4C1 6C1 7C1 8B 9R"],
        "5C2 9C1 10C1 11C 12C1 11R",
        variant=FULL,
        actions=f"{BEFORE_PLAY[FULL]}, show sanbon-5",
    ).play(action)
    return result_of_round(to_the_end(told))


def test_who_captures_the_fourth_card_of_a_shown_triplet_gets_a_bonus_named_by_that_card() -> None:
    """5A takes 5C2; what follows may bring the other two as well, which the bonus does not ask for."""
    listed = [(y["id"], y["value"], y["cards"]) for y in after_a_triplet("5A")["seats"][0]["yaku"]]

    assert listed[:2] == [("sanbon-5", 50, "5A 5R 5C1"), ("sanbon-bonus-5", 100, "5C2")]


def test_a_triplet_of_another_month_earns_no_bonus() -> None:
    told = at_table(
        ["4A 4R 4C1 1B 2A 3B 5A"], "4C2 9C1 10C1 11C 12C1 11R", variant=FULL,
        actions=f"{BEFORE_PLAY[FULL]}, show sanbon-4, 4A",
    )  # fmt: skip
    result: Any = result_of_round(to_the_end(told))

    assert [y["id"] for y in result["seats"][0]["yaku"]][:1] == ["sanbon-4"]
    assert not [y for y in result["seats"][0]["yaku"] if "bonus" in y["id"]]


def played_to_fuke(seed: int) -> Told | None:
    """A round of the comprehensive set up to the question of fuke, where somebody is asked.

    Some seats take as little as they can, the others as much.
    """
    random = Random(seed)
    events: list[Event] = []
    told = Told(new_round(FULL, 2 + seed % 4, seed, listener=events.append), events)
    poor = [seat for seat in range(5) if random.random() < 0.6]
    while told.round.turn is not None and told.round.phase.id != "fuke":
        legal = told.round.legal()
        moves = [action for action in legal if isinstance(action, Move)]
        if moves:
            choose = min if told.round.turn in poor else max
            told.round.push(choose(moves, key=lambda move: told.round.rules.card_points(move.gained)))
        else:
            told.play(pick(told.round.legal_text(), random))
    return told if told.round.turn is not None else None


def test_fuke_is_asked_of_who_has_15_points_or_less_without_willow_and_showed_nothing() -> None:
    """Worked out from the captures: Bright 30, Animal and Rainman 10, Ribbon 5; month 11 is left out.

    Of those asked in turn the first who declares makes the round void; where all pass it is settled.
    """
    asked_seats = Counter[int]()
    for seed in range(200):
        told = played_to_fuke(seed)
        if told is None:
            continue
        low = [
            seat
            for seat in told.round.active
            if sum(
                {"B": 30, "A": 10, "R": 5, "C": 0}[DECK[n].kind.value]
                for n in ids_of(told.round.captured[seat])
                if DECK[n].month != 11
            )
            <= 15
            and seat not in told.round.shown
        ]
        for seat in low[:-1]:
            assert (told.round.turn, told.round.legal()) == (seat, ["fuke", "pass"])
            told.play("pass")
        assert told.round.turn == low[-1]
        asked_seats[len(low)] += 1
        passed = told.round.copy()
        passed.play("pass")
        assert passed.finished
        assert (passed.fuke, passed.settle().void) == (None, False)
        told.play("fuke")
        result: Any = result_of_round(told.round)
        assert (told.round.finished, result["void"], result["winner"]) == (True, True, None)
        assert (result["fuke"], result["cutoff"]) == (low[-1], [])
        assert not any(payments(result))
        assert told.events[-1].what == "fuke"
        assert told.events[-1].rule == "enshu-comprehensive.fuke"
        assert [e.rule for e in told.events if e.what == "no-fuke"] == ["enshu-comprehensive.no-fuke"] * (
            len(low) - 1
        )
    assert asked_seats[1] > 5


def test_willow_does_not_count_towards_the_15_points_and_all_who_may_are_asked_in_turn() -> None:
    """Seat 0 has 5 points, all of Willow; seat 1 none. Seat 0 passes, seat 1 declares: void, nobody pays."""
    told = nothing_won("pass")
    assert [told.round.rules.card_points(c) for c in told.round.captured] == [5, 0]
    assert (told.round.phase.id, told.round.turn) == ("fuke", 0)
    told.play("pass")
    assert told.round.turn == 1
    told.play("fuke")
    result: Any = result_of_round(told.round)

    assert (result["void"], result["fuke"], result["winner"], payments(result)) == (True, 1, None, [0, 0])
    assert [seat["total"] for seat in result["seats"]] == [5, 0]  # as counted


def test_the_first_who_declares_fuke_ends_it() -> None:
    told = nothing_won("pass").play("fuke")

    assert (told.round.finished, told.round.fuke) == (True, 0)


def test_where_all_pass_on_fuke_the_round_is_settled() -> None:
    """5 against 0 points, multiplier 1: seat 1 pays 5."""
    result: Any = result_of_round(nothing_won("pass").play("pass, pass").round)

    assert (result["void"], result["winner"], payments(result)) == (False, 0, [5, -5])


def test_who_showed_a_teyaku_is_not_asked_for_fuke() -> None:
    told = nothing_won("show soppe")

    assert (told.round.phase.id, told.round.turn) == ("fuke", 1)
    told.play("pass")
    # Seat 1 has 0 points less the soppe of seat 0; seat 0 has 5 and wins 5.
    result: Any = result_of_round(told.round)
    assert [seat["total"] for seat in result["seats"]] == [5, -100]
    assert payments(result) == [5, -5]


def test_fuke_is_not_asked_after_a_cut_off() -> None:
    """Seats 1 and 2 have 15 points or less when Akatan stops the round; nobody is asked."""
    told = at_table(RIBBONS, RIBBONS_FIELD, AKATAN_PILE, variant=FULL, actions=BEFORE_PLAY[FULL])
    told.play(AKATAN)

    assert any(told.round.rules.card_points(told.round.captured[seat]) <= 15 for seat in (1, 2))
    assert (told.round.finished, told.round.fuke) == (True, None)


# --- Oi-bana with six -----------------------------------------------------------------------------


def test_with_six_in_oi_bana_the_rainmans_hand_is_the_table_its_owner_is_told_out_and_no_pile_is_left() -> (
    None
):
    """6 × 8 = 48: five hands and the table hold every card while bids are made; the owner is told out."""
    events: list[Event] = []
    round_ = new_round("oi-bana", 6, 1, listener=events.append)
    owner = next(seat for seat, hand in enumerate(round_.deal.hands) if card("11B").id in hand)

    assert as_set(round_.deal.hands[owner]) == round_.field
    assert owner not in round_.active
    assert round_.pile_left == 0
    assert [(e.seat, e.rule) for e in events if e.what == "sits-out"] == [(owner, "oi-bana.rainman")]


# --- what a seat may see --------------------------------------------------------------------------


def seen(round_: Round, viewer: int, seat: int) -> str:
    return written(ids_of(round_.may_see(viewer, seat)))


def test_nobody_sees_a_hand_before_its_seat_has_answered_the_blind_raise() -> None:
    round_ = at_table(RIBBONS, RIBBONS_FIELD).round

    assert all(seen(round_, viewer, seat) == "" for viewer in range(3) for seat in range(3))
    round_.play("mizu-kotsu")
    assert seen(round_, 0, 0) == RIBBONS[0]
    assert seen(round_, 1, 1) == seen(round_, 2, 2) == ""
    round_.play("pass")
    round_.play("pass")
    assert [seen(round_, seat, seat) for seat in range(3)] == RIBBONS
    assert all(seen(round_, a, b) == "" for a in range(3) for b in range(3) if a != b)


@pytest.mark.parametrize(
    "hand, show, lying",
    [
        ("4A 4R 4C1 1B 2A 3B 5A", "show sanbon-4", "4A 4R 4C1"),
        ("4A 4R 4C1 4C2 2A 3B 5A", "show shihon", "4A 4R 4C1 4C2"),
        ("1C1 1C2 2C1 2C2 3C1 3C2 4C1", "show soppe", "1C1 1C2 2C1 2C2 3C1 3C2 4C1"),
    ],
)
def test_shown_sets_and_soppe_lie_open_for_all_and_leave_as_they_are_played(
    hand: str, show: str, lying: str
) -> None:
    told = at_table([hand, None, None], "8C1 9C1 10C1 11C 12C1 11R", actions=f"{TO_PLAY}, {show}")

    assert [seen(told.round, viewer, 0) for viewer in (1, 2)] == [lying, lying]
    played = lying.split()[0]
    told.play(played)
    assert seen(told.round, 1, 0) == lying.removeprefix(played).strip()
    assert seen(told.round, 0, 1) == ""


@pytest.mark.parametrize(
    "hand, show",
    [("8A 1C1 1C2 2C1 2C2 3C1 3C2", "show toichi"), ("7R 1C1 1C2 2C1 2C2 3C1 3C2", "show tanichi")],
)
def test_toichi_and_tanichi_are_seen_while_the_others_are_asked_and_then_taken_back(
    hand: str, show: str
) -> None:
    other = "4A 4R 4C1 5A 6A 9A 10A"
    told = at_table([hand, other, None], actions=f"{TO_PLAY}, {show}")

    assert told.round.phase.id == "teyaku"
    assert seen(told.round, 1, 0) == seen(told.round, 2, 0) == written(ids_of(mask(hand)))
    told.play("show sanbon-4")
    assert told.round.phase.id == "play"
    assert seen(told.round, 1, 0) == seen(told.round, 2, 0) == ""
    assert seen(told.round, 0, 1) == "4A 4R 4C1"
    (event,) = [e for e in told.events if e.what == "shows" and e.seat == 0]
    assert event.cards == mask(hand)


def test_a_set_shown_beside_a_toichi_stays_open_when_the_toichi_is_taken_back() -> None:
    hand = "4A 4C1 4C2 1C1 1C2 2C1 2C2"
    told = at_table([hand, None, None], actions=f"{TO_PLAY}, show sanbon-4 toichi")

    assert told.round.phase.id == "play"
    assert seen(told.round, 1, 0) == "4A 4C1 4C2"


def test_a_hand_that_went_back_is_seen_by_nobody_else() -> None:
    round_ = at_table(players=4, actions="pass, pass, pass, pass, retire").round

    assert [seen(round_, viewer, 0) for viewer in (1, 2, 3)] == ["", "", ""]
    for _ in range(3):
        round_.play("nashi")
    assert seen(round_, 0, 0) == ""


def test_a_seat_that_sits_out_has_no_hand_to_see_and_sees_none() -> None:
    round_ = at_table(players=7, actions="pass, pass, pass, pass, pass, pass").round

    assert seen(round_, 0, 6) == seen(round_, 6, 6) == ""
    assert [seen(round_, 6, seat) for seat in range(6)] == [""] * 6


# --- acting and going back ------------------------------------------------------------------------


def test_undo_goes_back_action_by_action_to_the_deal_and_no_further() -> None:
    round_ = at_table(RIBBONS, RIBBONS_FIELD, "12C1 10C2", actions=TO_PLAY).round
    states = []
    for action in ("1R", "4A", "9R"):
        states.append(state(round_))
        round_.play(action)
    for before in reversed(states):
        round_.undo()
        assert state(round_) == before
    while round_.actions:
        round_.undo()
    assert state(round_) == state(Round(round_.rules, round_.deal))
    with pytest.raises(IndexError):
        round_.undo()


def test_an_illegal_action_changes_nothing() -> None:
    round_ = akatan_by_hand()
    round_.undo()
    before = state(round_)
    for wrong in ("1B", "", " ", "pass", "3R>3C1", "9R", ">3C1", "show soppe", "3R 4R", "３R"):
        with pytest.raises(IllegalAction) as refused:
            round_.play(wrong)
        assert refused.value.legal == round_.legal_text()
        assert state(round_) == before


@pytest.mark.parametrize(
    "actions, wrong, clause",
    [
        ("", "kotsu", "shishibo.mizu-kotsu"),
        ("pass, pass, pass, pass", "fold", "shishibo.join"),
        ("pass, pass, pass, pass, retire", "mizu-kotsu", "shishibo.kotsu"),
        ("pass, pass, pass, pass, retire, nashi, nashi, nashi", "12B", "hana-awase.hand"),
    ],
)
def test_a_refusal_names_the_clause_that_forbids_it(actions: str, wrong: str, clause: str) -> None:
    told = at_table(["12B 1R 2R 3R 4R 5R 7R"], players=4, actions=actions)

    with pytest.raises(IllegalAction) as refused:
        told.round.play(wrong)
    assert refused.value.rule == clause
    assert clause in told.round.rules.clauses


def test_a_copy_goes_its_own_way() -> None:
    round_ = akatan_by_hand()
    round_.undo()
    twin = round_.copy()
    assert state(twin) == state(round_)
    twin.play("3R")

    assert (twin.finished, round_.finished) == (True, False)


@pytest.mark.parametrize("variant", sorted(RULE_SETS))
def test_a_copy_is_the_same_in_every_slot_and_shares_nothing_that_changes(variant: str) -> None:
    players = RULE_SETS[variant].players[-1]
    for seed in range(5):
        random = Random(seed)
        round_ = new_round(variant, players, random)
        while round_.turn is not None:
            twin, replay = round_.copy(), Round(round_.rules, round_.deal)
            for action in round_.actions:
                replay.push(action)
            slots = {name: deepcopy(getattr(round_, name)) for name in Round.__slots__ if name != "rules"}
            assert {name: getattr(twin, name) for name in slots} == slots
            assert {name: getattr(replay, name) for name in slots} == slots
            twin.play_randomly(random)
            assert twin.finished
            assert {name: getattr(round_, name) for name in slots} == slots
            legal = round_.legal()
            action = legal[int(random.random() * len(legal))]
            round_.push("bid 7" if action == "bid N" else action)


def test_a_round_that_is_not_over_has_no_sheet() -> None:
    with pytest.raises(ValueError, match="not over"):
        at_table().round.sheet()


def test_events_name_the_action_that_caused_them() -> None:
    told = at_table(RIBBONS, RIBBONS_FIELD, "12C1", actions=f"{TO_PLAY}, 1R")

    assert {e.action for e in told.events if e.what in ("dealt", "field")} == {-1}
    assert [e.action for e in told.events if e.what in ("plays.takes", "draws.takes")] == [6, 6]


def test_the_deal_of_a_test_holds_every_card_once() -> None:
    table = rules("shishibo", 6)
    dealt = lay_out(table)

    assert sorted([*dealt.field, *dealt.pile, *(n for h in dealt.hands for n in h)]) == list(range(48))
