"""A round of Shishibo phase by phase, from deals laid out by hand; and what each seat may see of it."""

from __future__ import annotations

import pytest
from support import at_table, lay_out, places, state

from hanalearn.cards import ids_of, mask, written
from hanalearn.game import IllegalAction, Round, deal
from hanalearn.game.deal import as_set
from hanalearn.game.round import Event
from hanalearn.rules import rules

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
    from random import Random

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


def akatan_by_hand() -> Round:
    return at_table(
        RIBBONS, RIBBONS_FIELD, "12C1 10C2 6C2 11C 10R 1C2", actions=f"{TO_PLAY}, 1R, 4A, 9R, 2R, 5A, 8C1, 3R"
    ).round


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
    """1B takes 1R: the fourth Bright and the third Poetry ribbon together."""
    told = at_table(
        ["1B 2A 2R 3B 3C1 8B 12B", "4A 5A 6A 7A 9A 10A 11A", "4C1 5C1 6C1 7C1 9R 10C1 11R"],
        "1R 2C1 3R 8C1 8C2 12C1",
        "4R 5R 6R 7R 9C1 10R 11B 4C2 5C2 6C2 7C2 9C2",
        actions=f"{TO_PLAY}, 3B, 4A, 5C1, 8B>8C1, 6A, 9R, 12B, 7A, 10C1, 2R, 11A, 4C1, 1B",
    )

    assert [(e.what, e.rule) for e in told.events[-3:]] == [
        ("cut-off", "shishibo.shiko"),
        ("cut-off", "shishibo.akatan"),
        ("cut-off.ends", "shishibo.cut-off"),
    ]


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
