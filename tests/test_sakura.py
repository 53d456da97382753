"""Sakura: the simple game, the game with yaku and the chase, by rounds and score sheets worked by hand.

Every value of every option of the three rule sets is shown by at least one case here.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, TypeVar

import pytest
from support import Told, assert_conserved, at_table, follow, payments, settled, sheet_of, to_come, values_of

from hanalearn.cards import CHAFF, ids_of, mask, written
from hanalearn.game import FormatError, IllegalAction, new_round, read_record, record_of, sheet_json
from hanalearn.game.deal import as_set
from hanalearn.render.answer import result_of_round
from hanalearn.rules import RULE_SETS, RulesError, rules
from hanalearn.rules.sakura import games

SIMPLE, SAKURA, OI_BANA = "sakura-simple", "sakura", "oi-bana"
ALL_THREE = (SIMPLE, SAKURA, OI_BANA)

#: (rule set, option, value as JSON) of every case that shows what a value of an option does.
SHOWN: set[tuple[str, str, str]] = set()

Row = TypeVar("Row", bound="tuple[Any, ...]")


def on(variant: str, options: str, rows: list[Row]) -> list[Row]:
    """The rows of a parametrized test, whose first columns are the values of these options of a rule set."""
    for row in rows:
        for column, name in enumerate(options.split()):
            SHOWN.add((variant, name, json.dumps(row[column])))
    return rows


def score(variant: str, captured: list[str], options: dict[str, Any] | None = None, **extra: Any) -> Any:
    """The answer to a score sheet; in Oi-bana 20 and 30 were bid, unless other bids are given."""
    sheet = sheet_of(captured, variant=variant, field="", options=options)
    if variant == OI_BANA:
        sheet["bids"] = {"bid": [20, 30]}
    return settled(sheet | extra)


def totals(answer: dict[str, Any]) -> list[int]:
    return [seat["total"] for seat in answer["seats"]]


def yaku(answer: dict[str, Any], seat: int) -> list[tuple[str, object]]:
    return [(y["id"], y["value"]) for y in answer["seats"][seat]["yaku"]]


def names(cards: int) -> str:
    """A set of cards as it is written."""
    return written(ids_of(cards))


def won(told: Told) -> list[str]:
    return [names(cards) for cards in told.round.captured]


def finish(told: Told) -> Told:
    """Play on to the end, always the first legal action, and never stop."""
    round_ = told.round
    while round_.turn is not None:
        legal = round_.legal_text()
        round_.play("continue" if "continue" in legal else legal[0])
    assert_conserved(round_)
    return told


def count_of(told: Told, seat: int, what: str) -> int:
    """How many cards a seat has played (``plays``) or drawn (``draws``)."""
    return sum(e.seat == seat and e.what.startswith(f"{what}.") for e in told.events)


# --- the deals ------------------------------------------------------------------------------------

TABLE = [(3, 7, 6, 21), (4, 5, 8, 20), (5, 4, 8, 20), (6, 3, 12, 18), (7, 3, 6, 21)]


@pytest.mark.parametrize(
    "variant, players, hand, table, pile",
    [(SIMPLE, 2, 8, 8, 24), (SAKURA, 2, 10, 10, 18)] + [(v, *row) for v in (SIMPLE, SAKURA) for row in TABLE],
)
def test_hands_table_and_pile_for_every_number_of_players(
    variant: str, players: int, hand: int, table: int, pile: int
) -> None:
    """players × hand + table + pile = 48: 2 × 8 + 8 + 24, 2 × 10 + 10 + 18, 3 × 7 + 6 + 21, 4 × 5 + 8 + 20,
    5 × 4 + 8 + 20, 6 × 3 + 12 + 18, 7 × 3 + 6 + 21.
    """
    assert players * hand + table + pile == 48
    dealt = new_round(variant, players, 5).deal

    assert [len(cards) for cards in dealt.hands] == [hand] * players
    assert (len(dealt.field), len(dealt.pile)) == (table, pile)


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("variant", [SIMPLE, SAKURA])
def test_from_three_players_on_hands_and_pile_last_equally_long(variant: str, players: int) -> None:
    """As many pile cards as hand cards: every card played is followed by one drawn."""
    told = finish(at_table(variant=variant, players=players))
    hand = rules(variant, players).hand_size

    for seat in range(players):
        assert (count_of(told, seat, "plays"), count_of(told, seat, "draws")) == (hand, hand)


@pytest.mark.parametrize(
    "value, hand, table, pile, drawn",
    on(SAKURA, "two_player_deal", [("10/10", 10, 10, 18, 9), ("10/8", 10, 8, 20, 10), ("8/8", 8, 8, 24, 12)]),
)
def test_the_three_deals_for_two_and_how_long_hands_and_pile_last(
    value: str, hand: int, table: int, pile: int, drawn: int
) -> None:
    """2 × 10 + 10 + 18: the last two turns have no draw. 2 × 10 + 8 + 20: even. 2 × 8 + 8 + 24: after the
    hands 24 - 16 = 8 cards are drawn out, 4 by each.
    """
    told = finish(at_table(variant=SAKURA, players=2, options={"two_player_deal": value}))
    dealt = told.round.deal

    assert ([len(h) for h in dealt.hands], len(dealt.field), len(dealt.pile)) == ([hand] * 2, table, pile)
    for seat in range(2):
        assert (count_of(told, seat, "plays"), count_of(told, seat, "draws")) == (hand, drawn)
    order = [(e.seat, e.what.partition(".")[0]) for e in told.events if "." in e.what]
    even = [(0, "plays"), (0, "draws"), (1, "plays"), (1, "draws")]
    if value == "10/10":
        assert order == even * 9 + [(0, "plays"), (1, "plays")]
    elif value == "10/8":
        assert order == even * 10
    else:
        assert order == even * 8 + [(0, "draws"), (1, "draws")] * 4


def test_the_deal_for_two_is_not_read_with_three() -> None:
    table = rules(SAKURA, 3, {"two_player_deal": "8/8"})

    assert (table.hand_size, table.field_size) == (7, 6)


# --- card values ----------------------------------------------------------------------------------

WHOLE_DECK = written(range(48))


@pytest.mark.parametrize(
    "variant, value, total",
    [
        (variant, *row)
        for variant in ALL_THREE
        for row in on(variant, "card_values", [("common", 230), ("even", 240)])
    ],
)
def test_the_card_points_of_the_whole_deck(variant: str, value: str, total: int) -> None:
    """4 × 20 + 10 × 10 + 10 × 5 = 80 + 100 + 50 = 230; the yellow Paulownia's 10 make it 240."""
    answer = score(variant, [WHOLE_DECK, ""], {"card_values": value})

    assert answer["seats"][0]["card_points"] == total


@pytest.mark.parametrize("variant", ALL_THREE)
@pytest.mark.parametrize(
    "cards, points",
    [
        ("1B 3B 8B 12B", 4 * 20),
        ("11B", 5),  # the Rainman is no Bright here
        ("11A", 5),
        ("2A 4A 5A 6A 7A 8A 9A 10A", 8 * 5),
        ("1R 2R 3R 4R 5R 6R 7R 9R 10R 11R", 10 * 10),
        ("11C 12C1 1C1", 0),
    ],
)
def test_card_points_by_kind(variant: str, cards: str, points: int) -> None:
    assert score(variant, [cards, ""])["seats"][0]["card_points"] == points


@pytest.mark.parametrize("variant", ALL_THREE)
@pytest.mark.parametrize("value, winner, points", [("common", 1, 0), ("even", 0, 10)])
def test_the_yellow_paulownia_can_decide_the_hand(variant: str, value: str, winner: int, points: int) -> None:
    """0 | 5 as common values, 10 | 5 as even ones."""
    answer = score(variant, ["12C1", "4A"], {"card_values": value})

    assert (answer["winner"], answer["seats"][0]["card_points"]) == (winner, points)


# --- the simple game: what a margin is worth ------------------------------------------------------


@pytest.mark.parametrize(
    "margin, worth",
    [(0, 0), (29, 0), (30, 1), (59, 1), (60, 2), (119, 2), (120, 3), (229, 3), (240, 3)],
)
def test_how_many_games_a_margin_is_worth(margin: int, worth: int) -> None:
    """30, 60 and 120 are the limits. Card points come in fives, so 29, 59 and 119 occur on no table."""
    assert games(margin) == worth


@pytest.mark.parametrize(
    "captured, margin, worth",
    [
        (["1B 2A", ""], 25, 0),  # 20 + 5
        (["1B 1R", ""], 30, 1),  # 20 + 10
        (["1B 3B 1R 4R 2A", "5R"], 55, 1),  # 20 + 20 + 10 + 10 + 5 = 65; 10
        (["1B 3B 1R 4R", ""], 60, 2),
        (["1B 3B 8B 12B 1R 2R 3R 4R 2A", "5R"], 115, 2),  # 80 + 40 + 5 = 125; 10
        (["1B 3B 8B 12B 1R 2R 3R 4R", "4C1"], 120, 3),  # 80 + 40; 0
    ],
)
@pytest.mark.parametrize("winner", [0, 1])
def test_the_games_for_a_margin_between_two(
    captured: list[str], margin: int, worth: int, winner: int
) -> None:
    answer = score(SIMPLE, captured if winner == 0 else captured[::-1])
    points = totals(answer)

    assert (answer["winner"], points[winner] - points[1 - winner]) == (winner, margin)
    assert payments(answer)[winner] == worth
    assert payments(answer)[1 - winner] == -worth


def test_each_loser_is_compared_with_the_winner_separately() -> None:
    """125 | 105 | 90 | 65 | 5 (20, 35, 60, 120 behind): 0, 1, 2 and 3 games, together 6."""
    answer = score(
        SIMPLE,
        [
            "1B 3B 8B 12B 1R 2R 3R 4R 2A",  # 80 + 40 + 5 = 125
            "5R 6R 7R 9R 10R 11R 4A 5A 6A 7A 8A 9A 10A 11A 11B",  # 60 + 45 = 105
            "",
        ],
    )
    assert totals(answer) == [125, 105, 0]
    assert payments(answer) == [3, 0, -3]

    answer = score(
        SIMPLE,
        [
            "11R",  # 10
            "1B 3B 8B 12B 1R 2R 3R 4R",  # 120
            "5R 6R 7R 9R 10R 4A 5A",  # 50 + 10 = 60: exactly 60 behind
            "6A 7A 8A 9A 10A 11A 11B",  # 35: 85 behind
            "1C1 2C1",  # 0: 120 behind
        ],
    )
    assert totals(answer) == [10, 120, 60, 35, 0]
    assert payments(answer) == [-2, 2 + 2 + 2 + 3, -2, -2, -3]
    assert answer["winner"] == 1


@pytest.mark.parametrize(
    "captured, points",
    [
        (["1B", "3B", "2A"], [20, 20, 5]),
        (["2A", "1B 1R", "3B 3R"], [5, 30, 30]),
        (["", "", ""], [0, 0, 0]),
        (["1B 3B", "8B 1R 2R", "12B 3R 4A 5A"], [40, 40, 40]),
    ],
)
def test_a_tie_for_the_top_scores_nothing(captured: list[str], points: list[int]) -> None:
    answer = score(SIMPLE, captured)

    assert totals(answer) == points
    assert (answer["winner"], answer["void"], payments(answer)) == (None, False, [0, 0, 0])


def test_the_simple_game_has_no_yaku_and_no_stake() -> None:
    """Akatan is 30 card points and nothing else: exactly 1 game from a loser with 0."""
    answer = score(SIMPLE, ["1R 2R 3R", ""])

    assert (yaku(answer, 0), totals(answer), payments(answer)) == ([], [30, 0], [1, -1])


# --- the simple game: stopping --------------------------------------------------------------------

STOP = {"stop": True}
#: Seat 0 can take 1B with 1R, then turns over 3B for 3R; seat 1 can take 4R.
STOP_HANDS = ["1R 2A 2R 5A 6A 7A 8B 9A", "4C1 2C1 5C1 6C1 7C1 8A 9R 10A"]
STOP_FIELD = "1B 3R 4R 10C1 11B 12B 12C1 8C1"


def may_stop(actions: str = "", value: bool = True, pile: str = "3B 11A") -> Told:
    return at_table(
        STOP_HANDS, STOP_FIELD, pile, variant=SIMPLE, players=2, options={"stop": value}, actions=actions
    )


@pytest.mark.parametrize("value, asked", on(SIMPLE, "stop", [(False, False), (True, True)]))
def test_option_stop_asks_after_a_match_from_the_hand(value: bool, asked: bool) -> None:
    """1R takes 1B: with the option seat 0 is asked before it draws, without it the turn goes on."""
    told = may_stop("1R", value)

    assert (told.round.legal_text() == ["stop", "continue"]) == asked
    assert told.round.turn == (0 if asked else 1)
    assert won(told)[0] == ("1B 1R" if asked else "1B 1R 3B 3R")


def test_the_player_is_asked_again_after_a_match_by_the_drawn_card() -> None:
    """1R takes 1B, 3B takes 3R, each followed by the question; then it is seat 1's turn."""
    told = may_stop("1R, continue")

    assert (told.round.turn, told.round.legal_text()) == (0, ["stop", "continue"])
    assert won(told)[0] == "1B 1R 3B 3R"
    told.play("continue")
    assert told.round.turn == 1
    assert "4C1" in told.round.legal_text()


def test_a_card_that_is_laid_down_asks_nothing() -> None:
    """2A finds no Plum; 5C2 is drawn and finds no Iris: no match, no question."""
    told = may_stop("2A", pile="5C2")

    assert told.round.turn == 1
    assert "stop" not in told.round.legal_text()


def test_stopping_after_the_hand_card_ends_the_hand_before_the_draw() -> None:
    """1B 1R = 30, the other 0: a margin of 30 is 1 game."""
    told = may_stop("1R, stop")
    answer: Any = result_of_round(told.round)

    assert (told.round.finished, told.round.played_out, told.round.turn) == (True, False, None)
    assert [e.what for e in told.events if "draws" in e.what] == []
    assert (told.events[-1].what, told.events[-1].rule) == ("stopped", "sakura-simple.stopped")
    assert (totals(answer), payments(answer)) == ([30, 0], [1, -1])


def test_stopping_after_the_drawn_card() -> None:
    """1B 1R 3B 3R = 60: 2 games."""
    answer: Any = result_of_round(may_stop("1R, continue, stop").round)

    assert (totals(answer), payments(answer)) == ([60, 0], [2, -2])


def test_who_stops_may_lose() -> None:
    """60 against seat 1's 10 for 4R 4C1, who stops: a margin of 50 is 1 game for seat 0."""
    told = may_stop("1R, continue, continue, 4C1, stop")
    answer: Any = result_of_round(told.round)

    assert (told.events[-1].what, told.events[-1].seat) == ("stopped", 1)
    assert (answer["winner"], totals(answer), payments(answer)) == (0, [60, 10], [1, -1])


def test_nobody_is_asked_once_no_card_is_left_to_play_or_draw() -> None:
    """Every match but the last is followed by the question: the last pile card, 12C3, takes a Paulownia."""
    hands, field, pile = REST[0]
    pile = pile.replace(" 12C3", "") + " 12C3"
    told = finish(at_table(hands, field, pile, variant=SIMPLE, players=2, options=STOP, actions="11C>1B"))
    matches = [e for e in told.events if e.what.endswith(".takes")]
    events = [e for e in told.events if e.what != "gaji-rest"]

    assert (events[-2].what, names(events[-2].cards), events[-1].what) == (
        "draws.takes",
        "12C3",
        "played-out",
    )
    assert told.round.actions.count("continue") == len(matches) - 1
    assert told.round.played_out


def test_after_a_stop_the_user_of_the_gaji_takes_no_rest_of_the_suit() -> None:
    """The gaji takes 1B; 1R stays on the field: 20 points, no game."""
    told = at_table(
        ["11C 2A 2R 5A 6A 7A 8B 9A", None],
        "1B 1R 4R 10C1 11B 12B 12C1 8C1",
        variant=SIMPLE,
        players=2,
        options=STOP,
        actions="11C>1B, stop",
    )
    answer: Any = result_of_round(told.round)

    assert "gaji-rest" not in told.whats()
    assert (won(told)[0], "1R" in names(told.round.field)) == ("1B 11C", True)
    assert (totals(answer), payments(answer)) == ([20, 0], [0, 0])


def test_a_stopped_hand_on_paper() -> None:
    """30 | 0: 1 game, played out or not; only the option lets it be stopped."""
    captured = ["1B 1R", ""]

    assert payments(score(SIMPLE, captured, STOP, played_out=False)) == [1, -1]
    assert payments(score(SIMPLE, captured, STOP)) == [1, -1]
    with pytest.raises(FormatError) as raised:
        score(SIMPLE, captured, {"stop": False}, played_out=False)
    assert raised.value.place == "played_out"


@pytest.mark.parametrize("variant", [SAKURA, OI_BANA])
def test_the_other_games_cannot_be_stopped(variant: str) -> None:
    with pytest.raises(FormatError) as raised:
        score(variant, ["1B 1R", ""], played_out=False)
    assert raised.value.place == "played_out"
    with pytest.raises(RulesError, match=r"^options\.stop: "):
        rules(variant, 3, STOP)


def test_the_sheet_of_a_stopped_round_settles_as_the_round() -> None:
    round_ = may_stop("1R, continue, stop").round

    answer = settled(json.loads(json.dumps(sheet_json(round_.sheet()))))
    assert answer == {k: v for k, v in result_of_round(round_).items() if k in answer}


# --- gaji -----------------------------------------------------------------------------------------

GAJI_HAND = "1B 2A 3B 5A 6A 7A 8B 11C"
GAJI_FIELD = "4A 4R 4C1 9R 10A 10R 12B 12C1"
TAKES = ["11C>4A", "11C>9R", "11C>10A", "11C>10R", "11C>12B", "11C>12C1"]


def with_gaji(hand: str = GAJI_HAND, field: str = GAJI_FIELD, pile: str = "", actions: str = "") -> Told:
    return at_table([hand, None], field, pile, variant=SIMPLE, players=2, actions=actions)


def test_the_gaji_from_the_hand_takes_any_one_card_or_three_of_a_month_and_must_take() -> None:
    """Three Wisterias are one outcome, two Maples and two Paulownias two each; it is never laid down."""
    legal = with_gaji().round.legal_text()

    assert [text for text in legal if text.startswith("11C")] == TAKES


@pytest.mark.parametrize("named", ["4A", "4R", "4C1"])
def test_any_of_the_three_names_the_gajis_three(named: str) -> None:
    """5 + 10 + 0, and the gaji stays with its suit; the Wisteria chaff goes to the trash."""
    told = with_gaji(pile="7R", actions=f"11C>{named}")

    assert won(told)[0] == "4A 4R 11C"
    assert names(told.round.trash) == "4C1"
    assert told.round.rules.card_points(told.round.captured[0]) == 15
    assert record_of(told.round)["actions"] == ["11C>4A"]


@pytest.mark.parametrize("wrong", ["11C", "11C>-", "11C>4C2", "11C>11B", ">4A"])
def test_the_gaji_is_not_placed_otherwise(wrong: str) -> None:
    with pytest.raises(IllegalAction) as raised:
        with_gaji(actions=wrong)
    assert raised.value.legal == with_gaji().round.legal_text()


@pytest.mark.parametrize("taken", ["9R", "10A", "10R", "12B", "12C1"])
def test_the_gaji_takes_the_card_of_the_players_choice(taken: str) -> None:
    """7R is drawn and finds nothing."""
    told = with_gaji(pile="7R", actions=f"11C>{taken}")

    assert "11C" in won(told)[0].split()
    assert taken not in names(told.round.field).split()
    assert names(told.round.trash) == ("12C1" if taken == "12C1" else "")


def test_a_drawn_gaji_must_take_and_the_player_chooses() -> None:
    """2A is laid down, then the gaji is turned over: any of the field, the Plum included."""
    told = with_gaji("1B 2A 3B 5A 6A 7A 8B 9C1", pile="11C", actions="2A")

    assert told.round.turn == 0
    assert told.round.legal_text() == [">2A", ">4A", ">9R", ">10A", ">10R", ">12B", ">12C1"]
    with pytest.raises(IllegalAction):
        told.play(">-")
    told.play(">4C1")
    assert won(told)[0] == "4A 4R 11C"
    assert told.round.turn == 1


TWO_HIKI = "1B 1R 1C1 1C2 2A 2R 2C1 2C2"


def test_a_drawn_gaji_takes_the_only_card_there_is_without_a_question() -> None:
    """Two hiki empty the table; 3B is laid down alone, and the gaji takes it."""
    told = with_gaji("3B 4A 5A 6A 7A 8B 9A 10A", TWO_HIKI, "11C", "3B")

    assert told.round.turn == 1
    assert told.whats()[-2:] == ["plays.lays", "draws.takes"]
    assert names(told.round.field) == ""
    assert "3B" in won(told)[0].split()


def test_the_gaji_from_the_hand_is_thrown_away_when_the_field_is_empty() -> None:
    """Two hiki empty the table: the gaji finds nothing and goes to the trash, where 4 chaff lie."""
    told = with_gaji("3B 4A 5A 6A 7A 8B 9A 11C", TWO_HIKI, "10A")

    assert names(told.round.field) == ""
    assert [text for text in told.round.legal_text() if text.startswith("11C")] == ["11C"]
    told.play("11C")
    assert "plays.throws" in told.whats()
    assert names(told.round.trash) == "1C1 1C2 2C1 2C2 11C"
    assert names(told.round.field) == "10A"


#: Months 1 to 10 lie in hands, on the field and in the first 16 pile cards, so all 40 are taken by then.
DRAWN_OUT_HANDS = ["1B 1R 2A 2R 3B 3R 4A 4R", "5A 5R 6A 6R 7A 7R 8B 8A"]
DRAWN_OUT_FIELD = "1C1 2C1 3C1 4C1 5C1 6C1 7C1 8C1"
DRAWN_OUT_PILE = (
    "1C2 2C2 3C2 4C2 5C2 6C2 7C2 8C2 9A 9R 9C1 9C2 10A 10R 10C1 10C2 11C 11B 11A 11R 12B 12C1 12C2 12C3"
)


def test_empty_hands_only_draw_a_gaji_on_an_empty_field_is_thrown_away_and_the_last_willow_stays_dead() -> (
    None
):
    """Draws 17 to 24, from seat 0 in turn: gaji thrown | 11B laid | 11A takes 11B | 11R laid | 12B laid |
    12C1 takes 12B | 12C2 laid | 12C3 takes 12C2. 11R stays: 230 - 10 = 220 points are won.
    """
    told = finish(at_table(DRAWN_OUT_HANDS, DRAWN_OUT_FIELD, DRAWN_OUT_PILE, variant=SIMPLE, players=2))
    placed = [e for e in told.events if "." in e.what]

    assert [(e.what, e.seat, names(e.cards), names(e.taken)) for e in placed[32:]] == [
        ("draws.throws", 0, "11C", ""),
        ("draws.lays", 1, "11B", ""),
        ("draws.takes", 0, "11A", "11B"),
        ("draws.lays", 1, "11R", ""),
        ("draws.lays", 0, "12B", ""),
        ("draws.takes", 1, "12C1", "12B"),
        ("draws.lays", 0, "12C2", ""),
        ("draws.takes", 1, "12C3", "12C2"),
    ]
    assert names(told.round.field) == "11R"
    assert sum(totals(result_of_round(told.round))) == 230 - 10  # type: ignore[arg-type]
    # all the 24 chaff, the gaji and the yellow Paulownia among them
    assert told.round.trash == CHAFF
    assert (told.events[-1].what, told.events[-1].rule) == ("played-out", "sakura.end")


@pytest.mark.parametrize("variant", [SIMPLE, SAKURA])
def test_a_gaji_dealt_to_the_table_is_thrown_away_and_not_replaced(variant: str) -> None:
    """The Rainman beside it stays: 8 - 1 = 7 cards lie there, for three players 6 - 1 = 5."""
    field = "1C1 2C1 3C1 4C1 5C1 11B 11C 12C1"
    told = at_table(None, field, variant=variant, players=4)

    assert (told.round.trash, names(told.round.field)) == (mask("11C"), field.replace(" 11C", ""))
    assert told.round.pile_left == 20
    assert [(e.what, e.rule) for e in told.events if e.cards == mask("11C")] == [
        ("gaji-out", "sakura.gaji-out")
    ]
    three = at_table(None, "1C1 2C1 3C1 4C1 5C1 11C", variant=variant, players=3)
    assert names(three.round.field) == "1C1 2C1 3C1 4C1 5C1"


def test_three_of_a_month_dealt_to_the_table_are_taken_together_by_the_fourth() -> None:
    """4C2 takes 4A 4R 4C1: 5 + 10, both chaff to the trash."""
    told = with_gaji("1B 2A 3B 4C2 6A 7A 8B 9A", pile="7R", actions="4C2")

    assert (won(told)[0], names(told.round.trash)) == ("4A 4R", "4C1 4C2")


# --- hiki -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [SIMPLE, SAKURA])
def test_four_of_a_month_on_the_table_go_to_the_oya_before_play(variant: str) -> None:
    """20 + 10; the two chaff go to the trash; it is still the Oya's turn."""
    told = at_table(None, "1B 1R 1C1 1C2 3C1 4C1 5C1 12C1", variant=variant, players=5)

    assert (won(told), names(told.round.trash)) == (["1B 1R", "", "", "", ""], "1C1 1C2")
    assert (names(told.round.field), told.round.turn) == ("3C1 4C1 5C1 12C1", 0)
    assert [(e.what, e.seat, e.rule) for e in told.events if e.what == "hiki"] == [("hiki", 0, "sakura.hiki")]


def test_two_and_three_hiki_at_once() -> None:
    """Six players have 12 cards on the table: 3 × 4. 30 + 15 + 15 = 60."""
    field = "1B 1R 1C1 1C2 2A 2R 2C1 2C2 4A 4R 4C1 4C2"
    told = at_table(None, field, variant=SIMPLE, players=6)

    assert (won(told)[0], told.round.field) == ("1B 1R 2A 2R 4A 4R", 0)
    assert told.round.rules.card_points(told.round.captured[0]) == 60


def test_a_willow_hiki_goes_to_the_oya_with_the_gaji() -> None:
    """Hiki comes before the gaji is thrown out: 5 + 5 + 10 + 0 = 20."""
    told = at_table(None, "11B 11A 11R 11C 3C1 4C1 5C1 12C1", variant=SIMPLE, players=2)

    assert (won(told)[0], told.round.trash) == ("11B 11A 11R 11C", 0)
    assert "gaji-out" not in told.whats()
    assert told.round.rules.card_points(told.round.captured[0]) == 20


def test_a_card_won_by_hiki_counts_towards_a_yaku() -> None:
    """Hiki of Susuki gives the Oya 8B; 3C1 takes 3B, seat 1's 1B takes 1C1, 9C1 takes 9A: Nomi."""
    told = at_table(
        ["3C1 9C1 4A 5A 6A 7A 10A 12C2 4R 5R", "1B 1C2 2A 2R 3R 4C1 5C1 6R 7R 10R"],
        "8B 8A 8C1 8C2 3B 9A 1C1 2C1 11A 12C1",
        "6C1 7C1 10C1",
        variant=SAKURA,
        players=2,
        actions="3C1, 1B, 9C1",
    )

    assert won(told)[0] == "3B 8B 8A 9A"
    assert [y.id for y in told.round.rules.made(told.round.captured[0])] == ["nomi"]


# --- the rest of the gaji's suit ------------------------------------------------------------------

LAST = " 1R 11R"  # drawn by seat 0 and by seat 1 as the last cards of all
ONE_PINE = "1B 2C1 3C1 4C1 5C1 9C1 10C1 12C1"
THREE_PINES = "1B 1C1 1C2 4C1 5C1 9C1 10C1 12C1"
MIDDLE = "2C2 3C2 4C2 5C2 6C1 6C2 7C1 7C2 8C1 8C2 9R 9C2 10A 10R 10C2 11B 11A 12B 12C2 12C3"
REST_HANDS = ["11C 2A 3B 4A 5A 6A 7A 8B", "2R 3R 4R 5R 6R 7R 8A 9A"]
#: Hands, field and the whole pile; the gaji takes 1B, which lies alone or with two more Pines.
REST: list[tuple[list[str], str, str]] = [
    (REST_HANDS, ONE_PINE, f"1C1 1C2 {MIDDLE}{LAST}"),
    (REST_HANDS, THREE_PINES, f"2C1 3C1 {MIDDLE}{LAST}"),
]


@pytest.mark.parametrize("variant", [SIMPLE, SAKURA])
@pytest.mark.parametrize("hands, field, pile", REST, ids=["took one", "took three"])
def test_what_is_left_of_the_suit_goes_to_the_user_of_the_gaji(
    hands: list[str], field: str, pile: str, variant: str
) -> None:
    """The last Pine, 1R, and the last Willow, 11R, lie there at the end: 1R is seat 0's, 11R stays dead;
    230 - 10 = 220 points are won.
    """
    options: dict[str, object] = {"two_player_deal": "8/8"} if variant == SAKURA else {}
    told = at_table(hands, field, pile, variant=variant, players=2, options=options, actions="11C>1B")
    finish(told)

    (rest,) = [e for e in told.events if e.what == "gaji-rest"]
    assert (rest.seat, names(rest.cards), rest.rule) == (0, "1R", "sakura.gaji-rest")
    assert names(told.round.field) == "11R"
    assert "1R" in won(told)[0].split()
    assert sum(map(told.round.rules.card_points, told.round.captured)) == 220


def test_the_user_of_a_drawn_gaji_takes_the_rest_of_the_suit() -> None:
    """Seat 1 turns the gaji over and takes 1B: it gets 1R, although seat 0 drew that card."""
    pile = f"12B 11C 1C2 {MIDDLE.replace(' 12B', '')} 11R 1R"
    hands = ["1C1 2A 3B 4A 5A 6A 7A 8B", REST_HANDS[1]]
    told = at_table(hands, ONE_PINE, pile, variant=SIMPLE, players=2, actions="2A, 3R, >1B")
    finish(told)

    (rest,) = [e for e in told.events if e.what == "gaji-rest"]
    assert (rest.seat, names(rest.cards), names(told.round.field)) == (1, "1R", "11R")
    assert "1B" in won(told)[1].split() and "1R" in won(told)[1].split()


def test_a_gaji_that_took_willow_leaves_two_willows_that_pair_up() -> None:
    """11C takes 11B; 11A is laid, 11R, the last card, takes it: nothing is left, all 230 points are won."""
    field = ONE_PINE.replace("1B ", "11B ")
    pile = f"1C1 1C2 {MIDDLE.replace('11B', '1B')}{LAST}"
    told = finish(at_table(REST_HANDS, field, pile, variant=SIMPLE, players=2, actions="11C>11B"))

    assert told.round.field == 0
    assert "gaji-rest" not in told.whats()
    assert sum(map(told.round.rules.card_points, told.round.captured)) == 230


def test_a_rest_without_points_goes_to_the_trash() -> None:
    """The last Pine is 1C1: its user takes it, and as a zero-point card it is thrown away."""
    pile = f"1R 1C2 {MIDDLE} 1C1 11R"
    told = finish(at_table(REST_HANDS, ONE_PINE, pile, variant=SIMPLE, players=2, actions="11C>1B"))

    (rest,) = [e for e in told.events if e.what == "gaji-rest"]
    assert names(rest.cards) == "1C1"
    assert "1C1" in names(told.round.trash).split()
    assert names(told.round.field) == "11R"


# --- trash and matching ---------------------------------------------------------------------------


@pytest.mark.parametrize("value, kept, thrown", [("common", "", "12C1 12C2"), ("even", "12C1", "12C2")])
def test_captured_zero_point_cards_go_to_the_trash(value: str, kept: str, thrown: str) -> None:
    """12C2 takes 12C1: both worth 0, or the yellow one 10."""
    told = at_table(
        ["12C2 2A 3B 5A 6A 7A 8B 9A", None],
        "1C1 4C1 4C2 5C1 6C1 10C1 11B 12C1",
        "7R",
        variant=SIMPLE,
        players=2,
        options={"card_values": value},
        actions="12C2",
    )

    assert (won(told)[0], names(told.round.trash)) == (kept, thrown)


def test_a_matching_hand_card_need_not_be_played_but_a_drawn_one_must_take() -> None:
    """5A could take 5C1; 2A is discarded instead. 5R is turned over and takes 5C1 without a question."""
    told = at_table(
        ["2A 3B 5A 6A 7A 8B 9A 10A", None],
        "1C1 1C2 4C1 5C1 6C1 8C1 11B 12C1",
        "5R",
        variant=SIMPLE,
        players=2,
        actions="2A",
    )

    assert won(told)[0] == "5R"
    assert told.whats()[-2:] == ["plays.lays", "draws.takes"]


# --- Sakura: the yaku -----------------------------------------------------------------------------

YAKU = [
    ("nomi", "3B 8B 9A", 45),  # 20 + 20 + 5
    ("omotesugawara", "1B 2A 3B", 45),
    ("akatan", "1R 2R 3R", 30),  # 3 × 10
    ("aotan", "6R 9R 10R", 30),
    ("kusatan", "4R 5R 7R", 30),
    ("ho", "6A 9A 10A", 15),  # 3 × 5
    ("to", "4A 5A 7A", 15),
    ("inoshikagan", "7A 8A 10A", 15),
]


@pytest.mark.parametrize("variant", [SAKURA, OI_BANA])
@pytest.mark.parametrize("id_, cards, points", YAKU)
def test_each_yaku_is_worth_50_and_with_one_card_missing_nothing(
    variant: str, id_: str, cards: str, points: int
) -> None:
    """The only maker: points + 50, and the other, with nothing, goes to -50."""
    answer = score(variant, [cards, ""])
    assert yaku(answer, 0) == [(id_, 50)]
    assert totals(answer) == [points + 50, -50]

    for missing in cards.split():
        rest = " ".join(card for card in cards.split() if card != missing)
        assert yaku(score(variant, [rest, missing]), 0) == []


def test_the_table_of_yaku_is_complete() -> None:
    for variant in (SAKURA, OI_BANA):
        assert [(y.id, names(y.cards)) for y in RULE_SETS[variant].dekiyaku] == [
            (id_, cards) for id_, cards, _ in YAKU
        ]


def test_exactly_four_cards_stand_in_two_yaku_and_rain_and_phoenix_in_none() -> None:
    times = Counter(card for _, cards, _ in YAKU for card in cards.split())

    assert {card for card, n in times.items() if n > 1} == {"3B", "7A", "9A", "10A"}
    assert max(times.values()) == 2
    assert not {"11B", "11A", "11R", "12B"} & set(times)


@pytest.mark.parametrize(
    "cards, made, total",
    [
        ("1B 2A 3B 8B 9A", ["nomi", "omotesugawara"], 70 + 100),  # Curtain: 3 × 20 + 2 × 5
        ("6A 9A 10A 7A 8A", ["ho", "inoshikagan"], 25 + 100),  # Deer
        ("4A 5A 7A 8A 10A", ["to", "inoshikagan"], 25 + 100),  # Boar
        ("3B 8B 9A 6A 10A", ["nomi", "ho"], 55 + 100),  # Sake cup: 2 × 20 + 3 × 5
        ("4A 5A 7A 8A 10A 6A 9A 3B 8B", ["nomi", "ho", "to", "inoshikagan"], 75 + 200),  # 40 + 7 × 5
    ],
)
def test_a_card_shared_by_two_yaku_counts_in_both(cards: str, made: list[str], total: int) -> None:
    """The only maker: the other, with nothing, loses 50 for each."""
    answer = score(SAKURA, [cards, ""])

    assert yaku(answer, 0) == [(id_, 50) for id_ in made]
    assert totals(answer) == [total, -50 * len(made)]


def test_all_eight_yaku_at_once() -> None:
    """4 × 20 + 10 × 10 + 10 × 5 = 230, + 8 × 50 = 630; the other loses 400."""
    assert totals(score(SAKURA, [WHOLE_DECK, ""])) == [630, -400]


# --- Sakura: whose yaku count ---------------------------------------------------------------------

ONE_MAKER = ["1R 2R 3R", "1B", "4A"]  # Akatan, 30 | 20 | 5
TWO_MAKERS = ["1R 2R 3R", "6R 9R 10R", "1B 3B"]  # Akatan, 30 | Aotan, 30 | 40
TWO_OF_ONE = ["1B", "1R 2R 3R 6R 9R 10R", "4A"]  # 20 | both, 60 | 5


@pytest.mark.parametrize(
    "value, captured, expected",
    on(
        SAKURA,
        "yaku_scoring",
        [
            ("source", ONE_MAKER, [80, -30, -45]),  # 30 + 50 | 20 - 50 | 5 - 50
            ("source", TWO_MAKERS, [80, 80, 40]),  # 30 + 50 | 30 + 50 | 40: two makers, nobody deducts
            ("source", TWO_OF_ONE, [-80, 160, -95]),  # 20 - 100 | 60 + 100 | 5 - 100
            ("source", ["1B", "3B", "4A"], [20, 20, 5]),
            ("subtract-only", ONE_MAKER, [30, -30, -45]),
            ("subtract-only", TWO_MAKERS, [-20, -20, -60]),  # 30 - 50 | 30 - 50 | 40 - 100
            ("subtract-only", TWO_OF_ONE, [-80, 60, -95]),
            ("subtract-only", ["1B", "3B", "4A"], [20, 20, 5]),
        ],
    ),
)
def test_option_yaku_scoring(value: str, captured: list[str], expected: list[int]) -> None:
    assert totals(score(SAKURA, captured, {"yaku_scoring": value})) == expected


@pytest.mark.parametrize(
    "value, captured, expected",
    on(
        OI_BANA,
        "yaku_scoring",
        [
            ("source", ["1R 2R 3R", "1B 8B"], [80, -10]),  # 30 + 50 | 40 - 50
            ("source", ["1R 2R 3R", "6R 9R 10R 1B"], [80, 100]),  # 30 + 50 | 50 + 50
            ("subtract-only", ["1R 2R 3R", "1B 8B"], [30, -10]),
            ("subtract-only", ["1R 2R 3R", "6R 9R 10R 1B"], [-20, 0]),  # 30 - 50 | 50 - 50
        ],
    ),
)
def test_option_yaku_scoring_of_the_chase(value: str, captured: list[str], expected: list[int]) -> None:
    assert totals(score(OI_BANA, captured, {"yaku_scoring": value})) == expected


def test_every_row_of_a_deduction() -> None:
    """30 + 50 = 80; 20 - 50 = -30. The margin of 110 is basa: 2 × 1 to the winner."""
    answer = score(SAKURA, ["1R 2R 3R", "1B"])

    keys = ("step", "seat", "op", "amount", "after", "rule")
    assert [tuple(row[key] for key in keys) for row in answer["ledger"]] == [
        ("stake", None, "set", 1, 1, "sakura.stake"),
        ("card-points", 0, "set", 30, 30, "sakura.card-points"),
        ("card-points", 1, "set", 20, 20, "sakura.card-points"),
        ("yaku", 0, "add", 50, 80, "sakura.akatan"),
        ("deduct", 1, "add", -50, -30, "sakura.yaku_scoring=source"),
        ("winner", 0, "add", 0, 80, "sakura.highest"),
        ("basa", None, "multiply", 2, 2, "sakura.basa"),
        ("payment", 1, "pay", -2, -2, "sakura.payment"),
        ("payment", 0, "pay", 2, 2, "sakura.payment"),
    ]


# --- Sakura: stake, basa, chu ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "stake, expected",
    on(SAKURA, "stake", [(1, [-1, 2, -1]), (7, [-7, 14, -7]), (1000, [-1000, 2000, -1000])]),
)
def test_each_loser_pays_the_stake(stake: int, expected: list[int]) -> None:
    """20 | 40 | 5: a margin of 20 multiplies nothing."""
    assert payments(score(SAKURA, ["1B", "3B 8B", "4A"], {"stake": stake})) == expected


def test_basa_multiplies_the_agreed_stake_for_every_loser() -> None:
    """100 over the next highest: 7 × 2 = 14 from each of three."""
    captured = ["", "1B 8B 12B 1R 2R 4R 6R 9R", "5R", "4C1"]

    assert payments(score(SAKURA, captured, {"stake": 7})) == [-14, 42, -14, -14]


#: Captures of winner and loser by margin. Without any yaku the loser has nothing.
WITHOUT_YAKU = {
    45: ["1B 12B 4A", ""],
    50: ["1B 12B 1R", ""],
    55: ["1B 12B 1R 4A", ""],
    95: ["1B 8B 12B 1R 2R 4R 4A", ""],  # 60 + 30 + 5
    100: ["1B 8B 12B 1R 2R 4R 6R", ""],  # 60 + 40
    105: ["1B 8B 12B 1R 2R 4R 6R 4A", ""],
}
#: The winner's Akatan: 30 + 50 = 80; the loser's card points - 50.
WITH_YAKU = {
    45: ["1R 2R 3R", "8B 12B 4R 5R 6R 9R 4A"],  # 85 - 50 = 35
    50: ["1R 2R 3R", "8B 12B 4R 5R 6R 9R"],  # 30
    55: ["1R 2R 3R", "8B 12B 4R 5R 6R 4A"],  # 25
    95: ["1R 2R 3R", "8B 4R 4A"],  # 35 - 50 = -15
    100: ["1R 2R 3R", "8B 4R"],  # -20
    105: ["1R 2R 3R", "8B 4A"],  # -25
}
FACTORS = [
    (False, "at-least", 45, 1),
    (False, "at-least", 50, 1),
    (False, "at-least", 95, 1),
    (False, "at-least", 100, 2),
    (False, "at-least", 105, 2),
    (False, "more-than", 55, 1),
    (False, "more-than", 100, 1),
    (False, "more-than", 105, 2),
    (True, "at-least", 45, 1),
    (True, "at-least", 50, 2),
    (True, "at-least", 55, 2),
    (True, "at-least", 95, 2),
    (True, "at-least", 100, 3),
    (True, "at-least", 105, 3),
    (True, "more-than", 45, 1),
    (True, "more-than", 50, 1),
    (True, "more-than", 55, 2),
    (True, "more-than", 95, 2),
    (True, "more-than", 100, 2),  # no basa, but more than 50
    (True, "more-than", 105, 3),
]


@pytest.mark.parametrize("by_margin, basa", [(WITH_YAKU, "basa"), (WITHOUT_YAKU, "shira-basa")])
@pytest.mark.parametrize(
    "variant, chu, threshold, margin, factor",
    [(variant, *row) for variant in (SAKURA, OI_BANA) for row in on(variant, "chu threshold", FACTORS)],
)
def test_what_a_margin_multiplies(
    variant: str,
    chu: bool,
    threshold: str,
    margin: int,
    factor: int,
    by_margin: dict[int, list[str]],
    basa: str,
) -> None:
    """The stake of 1, or the bid of 30, × 1, 2 or 3. Totals come in fives: 49 and 99 occur on no table."""
    answer = score(variant, by_margin[margin], {"chu": chu, "threshold": threshold})
    points = totals(answer)
    stake = (30 if variant == OI_BANA else 1) * factor

    assert points[0] - points[1] == margin
    assert payments(answer) == [stake, -stake]
    applied = [(r["step"], r["rule"]) for r in answer["ledger"] if r["op"] == "multiply"]
    if factor == 1:
        assert applied == []
    elif margin > 100 or (margin == 100 and threshold == "at-least"):
        assert applied == [("basa", f"sakura.{basa}")]
    else:
        assert applied == [("chu", f"{variant}.chu=true")]
    assert follow(answer["ledger"], 2) == (stake, points, payments(answer))


def test_the_margin_is_that_over_the_next_highest() -> None:
    """100 | 5 | 0: 95 over seat 1, although 100 over seat 2, so the stake stays 1."""
    assert payments(score(SAKURA, [WITHOUT_YAKU[100][0], "4A", ""])) == [2, -1, -1]


def test_a_yaku_of_a_loser_makes_it_basa_and_not_shira_basa() -> None:
    """Winner 80 + 7 × 10 + 5 × 5 = 175, - 50 = 125; loser 15, Inoshikagan, without a bonus: margin 110."""
    answer = score(
        SAKURA,
        ["1B 3B 8B 12B 1R 2R 4R 5R 6R 9R 11R 4A 5A 6A 11A 11B", "7A 8A 10A"],
        {"yaku_scoring": "subtract-only"},
    )

    assert totals(answer) == [125, 15]
    assert payments(answer) == [2, -2]
    assert [r["rule"] for r in answer["ledger"] if r["step"] == "basa"] == ["sakura.basa"]


# --- Sakura: who wins -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "captured, winner",
    [
        (["1B", "3B", "8B"], 0),  # 20 each: the Oya
        (["4A", "3B", "8B"], 1),  # 5 | 20 | 20: the earlier seat
        (["4A", "5A", "8B"], 2),
        (["", "", ""], 0),
        (["1R 2R 3R", "6R 9R 10R", "8B"], 0),  # 80 | 80
        (["8B", "1R 2R 3R", "6R 9R 10R"], 1),
    ],
)
def test_at_a_tie_the_oya_wins_then_the_earlier_seat(captured: list[str], winner: int) -> None:
    answer = score(SAKURA, captured)

    assert answer["winner"] == winner
    assert payments(answer) == [2 if seat == winner else -1 for seat in range(3)]


def test_at_a_tie_of_the_chase_the_oya_wins() -> None:
    """20 | 20: the second highest bidder has seat 0."""
    answer = score(OI_BANA, ["1B", "3B"])

    assert (answer["winner"], payments(answer)) == (0, [30, -30])


# --- Sakura: two partnerships ---------------------------------------------------------------------

PARTNERS = ["1R 2R", "8B", "3R", "4A"]


@pytest.mark.parametrize(
    "value, points, made, expected",
    on(
        SAKURA,
        "partnership",
        [
            # 20 | 20 | 10 | 5: no yaku, and of two with 20 the Oya
            (False, [20, 20, 10, 5], [], [3, -1, -1, -1]),
            # 30 + 50 = 80 against 25 - 50 = -25: 105 ahead, basa
            (True, [80, -25, 80, -25], [("akatan", 50)], [2, -2, 2, -2]),
        ],
    ),
)
def test_option_partnership_pools_captures_and_yaku(
    value: bool, points: list[int], made: list[tuple[str, object]], expected: list[int]
) -> None:
    answer = score(SAKURA, PARTNERS, {"partnership": value})

    assert (answer["winner"], totals(answer), payments(answer)) == (0, points, expected)
    assert yaku(answer, 0) == yaku(answer, 2) == made
    assert yaku(answer, 1) == yaku(answer, 3) == []
    if value:
        assert [seat["card_points"] for seat in answer["seats"]] == [30, 25, 30, 25]


@pytest.mark.parametrize(
    "captured, winner, expected",
    [
        (["4A", "8B", "5A", "6A"], 1, [-3, 3, -3, 3]),  # 10 | 25
        (["1B", "8B", "4A", "5A"], 0, [3, -3, 3, -3]),  # 25 | 25: the Oya's side
        (["", "8B", "8A 12B 4A", ""], 0, [3, -3, 3, -3]),  # 30 | 20, all of it the partner's
    ],
)
def test_the_winner_of_a_partnership_is_the_first_of_its_side(
    captured: list[str], winner: int, expected: list[int]
) -> None:
    """A stake of 3: each of the two receives it, each of the others pays it."""
    answer = score(SAKURA, captured, {"partnership": True, "stake": 3})

    assert (answer["winner"], payments(answer)) == (winner, expected)
    _, _, paid = follow(answer["ledger"], 4)
    assert paid == expected


def test_both_sides_with_yaku_deduct_nothing_by_the_source() -> None:
    """Akatan of 0 + 2: 30 + 50; Aotan of 1 + 3: 30 + 50 + 5 for the Cuckoo: seat 1's side by 5."""
    answer = score(SAKURA, ["1R 2R", "6R 9R", "3R", "10R 4A"], {"partnership": True})

    assert (totals(answer), answer["winner"]) == ([80, 85, 80, 85], 1)
    assert payments(answer) == [-1, 1, -1, 1]


@pytest.mark.parametrize("players", [2, 3, 5, 6, 7])
def test_a_partnership_needs_four(players: int) -> None:
    with pytest.raises(RulesError, match=r"^options\.partnership: .*4"):
        rules(SAKURA, players, {"partnership": True})
    with pytest.raises(FormatError) as raised:
        score(SAKURA, ["1B", *[""] * (players - 1)], {"partnership": True})
    assert raised.value.place == "options.partnership"


def test_a_played_round_of_two_partnerships_pools_what_each_seat_took() -> None:
    told = finish(at_table(variant=SAKURA, players=4, options={"partnership": True}))
    round_, answer = told.round, result_of_round(told.round)
    captured = round_.captured

    for seat in range(4):
        together = captured[seat] | captured[(seat + 2) % 4]
        assert answer["seats"][seat]["card_points"] == round_.rules.card_points(together)  # type: ignore[index]
    paid = payments(answer)  # type: ignore[arg-type]
    assert (paid[0], paid[1]) == (paid[2], paid[3]) == (paid[0], -paid[0])


# --- Oi-bana: the auction -------------------------------------------------------------------------


def chase(
    players: int = 4,
    actions: str = "",
    hands: list[str | None] | None = None,
    field: str | None = None,
    pile: str = "",
    **options: object,
) -> Told:
    return at_table(hands, field, pile, variant=OI_BANA, players=players, options=options, actions=actions)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bids_are_asked_from_eldest_hand_around_to_the_dealer(players: int) -> None:
    """8 cards each and 8 on the table: 48 - 8 × (players + 1) = 16, 8 or 0 undealt."""
    round_ = chase(players).round
    asked = []
    while round_.phase.id == "bid" and not round_.finished:
        asked.append(round_.turn)
        assert round_.legal_text() == ["bid N", "pass"]
        round_.play(f"bid {len(asked)}")

    assert asked == [*range(1, players), 0]
    assert [len(hand) for hand in round_.deal.hands] == [8] * players
    assert (len(round_.deal.field), len(round_.deal.pile)) == (8, 40 - 8 * players)


@pytest.mark.parametrize(
    "actions, bids, active",
    [
        ("bid 10, bid 30, pass, bid 20", {1: 10, 2: 30, 0: 20}, [0, 2]),
        ("bid 30, bid 20, bid 10, pass", {1: 30, 2: 20, 3: 10}, [2, 1]),
        ("bid 20, bid 20, bid 20, pass", {1: 20, 2: 20, 3: 20}, [2, 1]),  # equal: the earlier is higher
        ("bid 10, bid 30, bid 10, pass", {1: 10, 2: 30, 3: 10}, [1, 2]),  # the earlier of two seconds
        ("bid 5, pass, pass, bid 5", {1: 5, 0: 5}, [0, 1]),  # the dealer bids last
        ("pass, pass, bid 1, bid 2", {3: 1, 0: 2}, [3, 0]),
        ("bid 999999999999999, pass, pass, bid 1", {1: 999999999999999, 0: 1}, [0, 1]),
    ],
)
def test_the_two_highest_play_and_the_second_of_them_is_oya(
    actions: str, bids: dict[int, int], active: list[int]
) -> None:
    told = chase(4, actions)

    assert told.round.bids == bids
    assert (told.round.active, told.round.turn, told.round.dealer) == (active, active[0], active[0])
    assert [(e.what, e.seat) for e in told.events if e.what in ("auction", "second-bid")] == [
        ("auction", active[1]),
        ("second-bid", active[0]),
    ]


@pytest.mark.parametrize(
    "wrong", ["bid 0", "bid -1", "bid 1.5", "bid 01", "bid", "bid x", "bid  5", "bid N", "5"]
)
def test_a_bid_is_a_whole_number_above_0(wrong: str) -> None:
    with pytest.raises(IllegalAction) as raised:
        chase(3, wrong)
    assert raised.value.legal == ["bid N", "pass"]


@pytest.mark.parametrize("bidder", [None, 1, 2, 0])
def test_fewer_than_two_bids_make_a_finished_void_round(bidder: int | None) -> None:
    actions = ", ".join("bid 40" if seat == bidder else "pass" for seat in (1, 2, 0))
    told = chase(3, actions)
    answer: Any = result_of_round(told.round)

    assert (told.round.finished, told.round.turn) == (True, None)
    assert (told.events[-1].what, told.events[-1].rule) == ("no-auction", "oi-bana.void")
    assert (answer["void"], answer["winner"], answer["cutoff"]) == (True, None, [])
    assert [(seat["total"], seat["payment"]) for seat in answer["seats"]] == [(0, 0)] * 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_pile_has_24_cards_and_8_are_drawn_out_after_the_hands(players: int) -> None:
    """48 - 2 × 8 - 8 = 24: 16 are drawn beside the hand cards, 4 more by each."""
    told = chase(players, ", ".join(["bid 2", "bid 3"] + ["pass"] * (players - 2)))
    kept = [set(told.round.hands[seat]) for seat in told.round.active]

    assert told.round.active == [1, 2]
    assert told.round.pile_left == 24
    assert kept == [set(told.round.deal.hands[1]), set(told.round.deal.hands[2])]
    assert [told.round.hands[seat] for seat in range(players) if seat not in (1, 2)] == [[]] * (players - 2)
    finish(told)
    for seat in (1, 2):
        assert (count_of(told, seat, "plays"), count_of(told, seat, "draws")) == (8, 12)


def test_outbid_seats_pay_and_win_nothing() -> None:
    answer: Any = result_of_round(finish(chase(5, "pass, bid 2, pass, bid 3, pass")).round)

    assert [answer["seats"][seat]["payment"] for seat in (0, 1, 3)] == [0, 0, 0]
    assert abs(answer["seats"][2]["payment"]) in (3, 6)
    assert sum(payments(answer)) == 0


# --- Oi-bana: six, and seven ----------------------------------------------------------------------

SIX: list[str | None] = [
    "1B 2A 3B 4A 5A 6A 7A 8B",
    "1R 2R 3R 4R 5R 6R 7R 8A",
    "1C1 2C1 3C1 4C1 5C1 6C1 7C1 8C1",
    "1C2 2C2 3C2 4C2 5C2 6C2 11B 11C",  # the Rainman's, with the gaji
    "9A 9R 9C1 9C2 7C2 8C2 11A 11R",
    "10A 10R 10C1 10C2 12B 12C1 12C2 12C3",
]


def test_with_six_the_rainmans_hand_is_the_table_and_its_owner_is_not_asked() -> None:
    """6 × 8 = 48. Seat 3 holds 11B: asked are 1, 2, 4, 5, 0; its gaji is thrown out as play begins."""
    told = chase(6, hands=SIX)
    round_ = told.round
    assert (round_.laid_out, names(round_.field)) == (3, SIX[3])
    asked = []
    for action in ("pass", "bid 10", "pass", "bid 5", "pass"):
        asked.append(round_.turn)
        round_.play(action)

    assert asked == [1, 2, 4, 5, 0]
    assert round_.active == [5, 2]
    assert (names(round_.field), names(round_.trash)) == ("1C2 2C2 3C2 4C2 5C2 6C2 11B", "11C")
    assert round_.pile_left == 24
    # What is drawn are the hands of seats 0, 1 and 4.
    assert as_set(to_come(round_)) == sum(as_set(round_.deal.hands[seat]) for seat in (0, 1, 4))
    answer: Any = result_of_round(finish(told).round)
    assert [answer["seats"][seat]["payment"] for seat in (0, 1, 3, 4)] == [0] * 4


def test_four_of_a_month_in_the_rainmans_hand_go_to_the_oya() -> None:
    """The table holds the four Pines and, with the Rainman, 3 Plums: the Oya, seat 1, has 20 + 10."""
    hands: list[str | None] = [
        "1B 1R 1C1 1C2 2A 2R 2C1 11B",
        "2C2 3R 4R 5R 6R 7R 8A 9A",
        "3B 4A 5A 6A 7A 8B 9R 10A",
        "3C1 4C1 5C1 6C1 7C1 8C1 9C1 10C1",
        "3C2 4C2 5C2 6C2 7C2 8C2 9C2 10C2",
        "10R 11A 11R 11C 12B 12C1 12C2 12C3",
    ]
    told = chase(6, "bid 1, bid 2, pass, pass, pass", hands)

    assert told.round.active == [1, 2]
    assert won(told) == ["", "1B 1R", "", "", "", ""]
    assert names(told.round.field) == "2A 2R 2C1 11B"
    assert [(e.what, e.seat) for e in told.events if e.what == "hiki"] == [("hiki", 1)]


@pytest.mark.parametrize("seat", range(6))
def test_the_record_of_six_names_the_rainmans_hand_as_the_field(seat: int) -> None:
    hands = SIX[3:] + SIX[:3]
    hands = hands[6 - seat :] + hands[: 6 - seat]
    told = chase(6, "bid 1, bid 2, pass, pass, pass", hands)
    record: Any = record_of(told.round)

    assert record["deal"]["field"] == SIX[3]
    assert told.round.laid_out == seat
    assert record_of(read_record(json.loads(json.dumps(record)))) == record


def test_seven_are_refused_because_56_cards_would_be_needed() -> None:
    with pytest.raises(RulesError, match=r"^players: .*56"):
        rules(OI_BANA, 7)
    record: Any = record_of(new_round(OI_BANA, 6, 1))
    with pytest.raises(FormatError, match=r"^players: .*56"):
        read_record(record | {"players": 7})


@pytest.mark.parametrize("players", [1, 2, 8])
def test_other_numbers_are_refused_by_the_numbers_that_can_be(players: int) -> None:
    with pytest.raises(RulesError, match=r"^players: .*3 to 6"):
        rules(OI_BANA, players)


# --- Oi-bana: a new table -------------------------------------------------------------------------

AUCTION = "bid 2, bid 3, pass"
OLD = "1C1 2C1 3C1 4C1 5C1 6C1 7C1 8C1"
NEW = "1C2 2C2 3C2 4C2 5C2 6C2 9C1 10C1"
CHASE_HANDS: list[str | None] = [None, "1B 2A 3B 4A 5A 6A 7A 8B", "1R 2R 3R 4R 5R 6R 7R 8A"]


@pytest.mark.parametrize("value, table", on(OI_BANA, "new_table", [(False, OLD), (True, NEW)]))
def test_option_new_table(value: bool, table: str) -> None:
    """48 - 16 = 32 = 8 + 24: the old table goes into the shuffle, whose first eight cards are the new one."""
    told = chase(3, AUCTION, CHASE_HANDS, OLD, NEW, new_table=value)
    round_ = told.round
    coming = set(written(to_come(round_)).split())

    assert names(round_.field) == table
    assert round_.pile_left == 24
    assert ("new-table" in told.whats()) == value
    assert (set(OLD.split()) <= coming) == value
    assert (set(NEW.split()) <= coming) != value
    assert_conserved(finish(told).round)
    record = record_of(round_)
    assert record["deal"]["field"] == table  # type: ignore[index]
    assert record_of(read_record(json.loads(json.dumps(record)))) == record


def test_a_gaji_on_the_new_table_is_thrown_out_and_one_on_the_old_table_goes_back_into_the_pile() -> None:
    new = chase(3, AUCTION, CHASE_HANDS, OLD, NEW.replace("10C1", "11C"), new_table=True).round
    assert (names(new.trash), names(new.field)) == ("11C", "1C2 2C2 3C2 4C2 5C2 6C2 9C1")

    told = chase(3, AUCTION, CHASE_HANDS, OLD.replace("8C1", "11C"), NEW, new_table=True)
    assert told.round.trash == 0
    assert "11C" in written(to_come(told.round)).split()
    assert "gaji-out" not in told.whats()


def test_hiki_on_the_new_table_goes_to_the_oya() -> None:
    """The four Chrysanthemums, 5 + 10, to seat 1, the second highest bidder."""
    told = chase(3, AUCTION, CHASE_HANDS, OLD, "9A 9R 9C1 9C2 1C2 2C2 3C2 4C2", new_table=True)

    assert (won(told), names(told.round.field)) == (["", "9A 9R", ""], "1C2 2C2 3C2 4C2")


def test_hiki_on_the_old_table_waits_for_the_auction() -> None:
    told = chase(3, "", CHASE_HANDS, "9A 9R 9C1 9C2 1C2 2C2 3C2 4C2")
    assert told.round.captured == [0, 0, 0]
    told.play(AUCTION)
    assert won(told) == ["", "9A 9R", ""]


def test_with_six_the_rainmans_hand_goes_into_the_shuffle_of_a_new_table() -> None:
    told = chase(6, "bid 1, bid 2, pass, pass, pass", SIX, new_table=True)
    round_ = told.round

    assert round_.active == [1, 2]
    assert round_.pile_left + round_.field.bit_count() + round_.trash.bit_count() == 32
    assert_conserved(finish(told).round)


# --- Oi-bana: what is paid ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value, captured, winner, stake",
    on(
        OI_BANA,
        "stake_bid",
        [
            # 20 | 5 and 5 | 20, bids 20 and 30
            ("highest", ["1B", "4A"], 0, 30),
            ("highest", ["4A", "1B"], 1, 30),
            ("winner", ["1B", "4A"], 0, 20),
            ("winner", ["4A", "1B"], 1, 30),
            ("loser", ["1B", "4A"], 0, 30),
            ("loser", ["4A", "1B"], 1, 20),
            # 100 | 0, shira-basa: × 2
            ("highest", WITHOUT_YAKU[100], 0, 60),
            ("winner", WITHOUT_YAKU[100], 0, 40),
            ("loser", WITHOUT_YAKU[100], 0, 60),
            ("loser", WITHOUT_YAKU[100][::-1], 1, 40),
        ],
    ),
)
def test_option_stake_bid(value: str, captured: list[str], winner: int, stake: int) -> None:
    answer = score(OI_BANA, captured, {"stake_bid": value})

    assert answer["winner"] == winner
    assert payments(answer)[winner] == stake
    assert payments(answer)[1 - winner] == -stake
    assert [r["rule"] for r in answer["ledger"] if r["step"] == "bid"] == [f"oi-bana.stake_bid={value}"]
    assert follow(answer["ledger"], 2)[::2] == (stake, payments(answer))


def test_the_bids_of_a_played_round_are_those_of_its_sheet() -> None:
    """Seat 2 bid 3, seat 1 bid 2: on paper seat 0 is the Oya with 2."""
    sheet: Any = sheet_json(finish(chase(3, AUCTION, CHASE_HANDS, OLD)).round.sheet())

    assert sheet["bids"] == {"winner": 1, "bid": [2, 3]}
    assert len(sheet["seats"]) == 2


@pytest.mark.parametrize("bids", [{"bid": [20, 20]}, {"winner": 1, "bid": [1, 2]}, {"bid": [1, 2**53 - 1]}])
def test_bids_that_can_be(bids: dict[str, Any]) -> None:
    """20 | 5: the winner has the higher bid; equal bids may stand."""
    stake = bids["bid"][1]

    assert payments(score(OI_BANA, ["1B", "4A"], bids=bids)) == [stake, -stake]


@pytest.mark.parametrize(
    "bids, place",
    [
        ([20, 30], "bids"),
        ("20 30", "bids"),
        ({}, "bids.bid"),
        ({"bid": 30}, "bids.bid"),
        ({"bid": []}, "bids.bid"),
        ({"bid": [30]}, "bids.bid"),
        ({"bid": [10, 20, 30]}, "bids.bid"),
        ({"bid": [30, 20]}, "bids.bid"),  # the Oya's is the lower
        ({"bid": [0, 30]}, "bids.bid"),
        ({"bid": [-1, 30]}, "bids.bid"),
        ({"bid": [20.0, 30]}, "bids.bid"),
        ({"bid": [True, 30]}, "bids.bid"),
        ({"bid": ["20", "30"]}, "bids.bid"),
        ({"bid": [20, None]}, "bids.bid"),
        ({"bid": [1, 10**18]}, "bids.bid"),
        ({"bid": [20, 30], "winner": 0}, "bids.winner"),
        ({"bid": [20, 30], "winner": 2}, "bids.winner"),
        ({"bid": [20, 30], "winner": True}, "bids.winner"),
        ({"bid": [20, 30], "winner": None}, "bids.winner"),
        ({"bid": [20, 30], "loser": 0}, "bids.loser"),
    ],
)
def test_bids_that_cannot_be_are_refused_at_their_place(bids: Any, place: str) -> None:
    with pytest.raises(FormatError) as raised:
        score(OI_BANA, ["1B", "4A"], bids=bids)
    assert raised.value.place == place


def test_a_sheet_of_the_chase_without_bids_is_refused_and_of_another_game_with_them() -> None:
    with pytest.raises(FormatError, match=r"^bids: is missing"):
        settled(sheet_of(["1B", "4A"], variant=OI_BANA, field=""))
    for variant in (SIMPLE, SAKURA):
        with pytest.raises(FormatError, match=r"^bids: "):
            score(variant, ["1B", "4A"], bids={"bid": [20, 30]})


@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_a_sheet_of_the_chase_has_the_two_that_play(seats: int) -> None:
    with pytest.raises(FormatError, match=r"^seats: "):
        score(OI_BANA, ["1B", "2A", "4A", "5A"][:seats])


# --- every option ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ALL_THREE)
def test_every_value_of_every_option_is_shown_by_a_case_above(variant: str) -> None:
    """Of a whole number two values at least."""
    for option in RULE_SETS[variant].options:
        shown = {value for v, name, value in SHOWN if (v, name) == (variant, option.name)}
        if option.least is None:
            assert shown == {json.dumps(value) for value in values_of(option)}, option.name
        else:
            assert len(shown) >= 2, option.name
    assert {name for v, name, _ in SHOWN if v == variant} == {o.name for o in RULE_SETS[variant].options}


@pytest.mark.parametrize("variant, players", [(SIMPLE, 2), (SAKURA, 4), (OI_BANA, 5)])
def test_what_is_won_and_what_stays_dead_make_up_the_deck(variant: str, players: int) -> None:
    """Card points won + points left on the field = 230, however it was played."""
    played = 0
    for seed in range(20):
        round_ = new_round(variant, players, seed)
        round_.play_randomly(Random(seed))
        if not round_.played_out:
            continue  # a void auction
        played += 1
        points = round_.rules.card_points
        assert sum(map(points, round_.captured)) + points(round_.field) == 230
    assert played > 10
