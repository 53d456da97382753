"""Matsu-Kiri-Bōzu: wild cards, yaku that stop the round, the difference; rounds and sheets worked by hand.

Every value of every option of the rule set is shown by at least one case here.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

import pytest
from support import Told, assert_conserved, at_table, follow, lay_out, payments, settled, sheet_of, values_of

from hanalearn.cards import DECK, card_ids, ids_of, mask, written
from hanalearn.game import FormatError, IllegalAction, Match, read_record, read_sheet, record_of, sheet_json
from hanalearn.render.answer import result_of_round
from hanalearn.rules import RULE_SETS, rules

MATSU = "matsu-kiri-bozu"

#: (option, value as JSON) of every case that shows what a value of an option does.
SHOWN: set[tuple[str, str]] = set()

Row = TypeVar("Row", bound="tuple[Any, ...]")


def on(option: str, rows: list[Row]) -> list[Row]:
    """The rows of a parametrized test, whose first column is the value of an option."""
    for row in rows:
        SHOWN.add((option, json.dumps(row[0])))
    return rows


def score(captured: list[str], **extra: Any) -> Any:
    """The answer to a score sheet."""
    return settled(sheet_of(captured, variant=MATSU, field="") | extra)


def totals(answer: dict[str, Any]) -> list[int]:
    return [seat["total"] for seat in answer["seats"]]


def names(cards: int) -> str:
    """A set of cards as it is written."""
    return written(ids_of(cards))


def won(told: Told) -> list[str]:
    return [names(cards) for cards in told.round.captured]


def two(
    hands: list[str | None] | None = None,
    field: str = "",
    pile: str = "",
    actions: str = "",
    **options: object,
) -> Told:
    return at_table(hands, field, pile, variant=MATSU, players=2, options=options, actions=actions)


def ways(told: Told, name: str) -> list[str]:
    """The legal actions with one hand card."""
    return [text for text in told.round.legal_text() if text.partition(">")[0] == name]


# --- card points ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards, points",
    [
        ("1B", 100),
        ("8B", 100),
        ("12B", 100),
        ("3B", 20),
        ("11B", 20),  # the Rainman is a Bright here
        ("2A 4A 5A 6A 7A 8A 9A 10A 11A", 9 * 10),
        ("1R 2R 3R 4R 5R 6R 7R 9R 10R 11R", 10 * 5),
        ("1C1 11C 12C1", 3),  # each 1, Lightning and yellow Paulownia too
        ("", 0),
    ],
)
def test_card_points_by_kind(cards: str, points: int) -> None:
    assert score([cards, ""])["seats"][0]["card_points"] == points


def test_the_whole_deck_has_504_points_and_all_six_yaku_add_up() -> None:
    """3 × 100 + 2 × 20 + 9 × 10 + 10 × 5 + 24 = 504; 100 + 50 + 50 + 40 + 50 + 50 = 340 are paid."""
    answer = score([written(range(48)), ""])

    assert answer["seats"][0]["card_points"] == answer["seats"][0]["total"] == 300 + 40 + 90 + 50 + 24 == 504
    assert answer["cutoff"] == [id_ for id_, _, _, _ in YAKU]
    assert payments(answer) == [340, -340]


# --- the yaku -------------------------------------------------------------------------------------

#: id, value, cards, and for each card the one from the hand that takes it.
YAKU = [
    ("goko", 100, "1B 3B 8B 11B 12B", "1C1 3C1 8C1 11C 12C1"),
    ("ichinisan", 50, "1B 2A 3B", "1C1 2C1 3C1"),
    ("aotan", 50, "6R 9R 10R", "6C1 9C1 10C1"),
    ("akatan", 40, "1R 2R 3R", "1C1 2C1 3C1"),
    ("botankiri", 50, "4A 5A 6A", "4C1 5C1 6C1"),
    ("ganbo", 50, "7A 8A 10A", "7C1 8C1 10C1"),
]


@pytest.mark.parametrize("id_, value, cards", [row[:3] for row in YAKU])
@pytest.mark.parametrize("maker", [0, 1])
def test_each_yaku_wins_its_value_whoever_has_more_card_points(
    id_: str, value: int, cards: str, maker: int
) -> None:
    """The other has 130 card points (100 + 20 + 10), more than any maker but of Gokō, which needs 12B."""
    other = "12C1 12C2" if id_ == "goko" else "12B 11B 11A"
    answer = score([cards, other] if maker == 0 else [other, cards], played_out=False)

    assert (answer["winner"], answer["cutoff"]) == (maker, [id_])
    assert [y["value"] for y in answer["seats"][maker]["yaku"]] == [value]
    assert payments(answer) == ([value, -value] if maker == 0 else [-value, value])


@pytest.mark.parametrize("cards", [row[2] for row in YAKU])
def test_with_one_card_missing_there_is_no_yaku_and_the_difference_is_paid(cards: str) -> None:
    for missing in cards.split():
        rest = " ".join(card for card in cards.split() if card != missing)
        answer = score([rest, missing])
        points = totals(answer)
        assert answer["cutoff"] == []
        assert payments(answer) == [points[0] - points[1], points[1] - points[0]]


def test_the_table_of_yaku_is_complete() -> None:
    assert [(y.id, y.points, y.cards) for y in RULE_SETS[MATSU].dekiyaku] == [
        (id_, value, mask(cards)) for id_, value, cards, _ in YAKU
    ]


@pytest.mark.parametrize(
    "cards, cutoff, value",
    [
        ("1B 3B 8B 11B 12B 2A", ["goko", "ichinisan"], 100 + 50),
        ("1B 2A 3B 1R 2R 3R", ["ichinisan", "akatan"], 50 + 40),
        ("6R 9R 10R 7A 8A 10A", ["aotan", "ganbo"], 50 + 50),
        ("6R 9R 10R 4A 5A 6A", ["aotan", "botankiri"], 50 + 50),
        ("4A 5A 6A 7A 8A 10A", ["botankiri", "ganbo"], 50 + 50),
        ("1B 2A 3B 8B 11B 12B 1R 2R 3R", ["goko", "ichinisan", "akatan"], 100 + 50 + 40),
    ],
)
def test_two_yaku_at_once_add_up(cards: str, cutoff: list[str], value: int) -> None:
    answer = score(["9A", cards], played_out=False)

    assert (answer["cutoff"], payments(answer)) == (cutoff, [-value, value])
    stake, _, paid = follow(answer["ledger"], 2)
    assert (stake, paid) == (value, payments(answer))


def filled(cards: str, partners: str) -> tuple[list[str], str, list[str]]:
    """Hands and field for a yaku that lies on the field, and pile cards that are of other months too.

    Seat 0 holds the partners; all other cards come from other months, chaff first, then ribbons.
    """
    months = {DECK[n].month for n in card_ids(cards)}
    others = [c.notation for c in sorted(DECK, key=lambda c: ("CRAB".index(c.kind.value), c.id))]
    rest = [name for name in others if DECK[card_ids(name)[0]].month not in months]

    def take(size: int, named: str = "") -> str:
        found = named.split()
        while len(found) < size:
            found.append(rest.pop(0))
        return " ".join(found)

    return [take(8, partners), take(8)], take(8, cards), rest


def stay_out(told: Told, yaku: int) -> None:
    """Seat 1, or a drawn card that finds its place: take nothing of the yaku."""
    legal = zip(told.round.legal(), told.round.legal_text(), strict=True)
    told.play(next(text for move, text in legal if not move.taken & yaku))  # type: ignore[union-attr]


def play_for(told: Told, cards: str, partners: str, count: int) -> None:
    """Seat 0 takes the first ``count`` cards of the yaku, each with its partner from the hand."""
    yaku = mask(cards)
    for card, own in list(zip(cards.split(), partners.split(), strict=True))[:count]:
        while told.round.turn != 0 or told.round.drawn is not None:
            stay_out(told, yaku)
        # The target is named only where another card, a wild one, could be taken instead.
        told.play(own if own in told.round.legal_text() else f"{own}>{card}")


@pytest.mark.parametrize("id_, value, cards, partners", YAKU)
def test_each_yaku_formed_by_the_hand_card_ends_the_round_before_the_draw(
    id_: str, value: int, cards: str, partners: str
) -> None:
    """Seat 0 takes card by card; the last one is the last event but the end, and nothing is drawn."""
    hands, field, pile = filled(cards, partners)
    told = two(list(hands), field, " ".join(pile))
    play_for(told, cards, partners, len(cards.split()))
    answer: Any = result_of_round(told.round)

    assert (told.round.finished, told.round.played_out, told.round.turn) == (True, False, None)
    assert told.whats()[-3:] == ["plays.takes", "cut-off", "cut-off.ends"]
    assert told.events[-2].rule == f"{MATSU}.{id_}"
    assert (answer["cutoff"], payments(answer)) == ([id_], [value, -value])
    assert_conserved(told.round)


@pytest.mark.parametrize("id_, value, cards, partners", YAKU)
def test_each_yaku_formed_by_the_drawn_card_ends_the_round(
    id_: str, value: int, cards: str, partners: str
) -> None:
    """All but the last card are taken from the hand; the last partner is drawn in the same turn.

    Of n cards seat 0 takes n - 1 by hand, so its draw of that turn is pile card 2 × (n - 2), from 0.
    """
    *firsts, last = partners.split()
    hands, field, pile = filled(cards, " ".join(firsts))
    at = 2 * (len(firsts) - 1)
    told = two(list(hands), field, " ".join([*pile[:at], last]))
    play_for(told, cards, " ".join([*firsts, last]), len(firsts))
    if told.round.drawn is not None:  # a wild lies there too, so the place is asked
        told.play(f">{cards.split()[-1]}")
    answer: Any = result_of_round(told.round)

    assert (told.round.finished, told.round.played_out) == (True, False)
    assert told.whats()[-3:] == ["draws.takes", "cut-off", "cut-off.ends"]
    assert names(told.events[-3].cards) == last
    assert (answer["cutoff"], payments(answer)) == ([id_], [value, -value])


def test_one_capture_that_completes_two_yaku_is_paid_for_both() -> None:
    """6R 9R, 7A 8A by chaff, then the Deer takes the Maple ribbon: Aotan 50 + Ganbo 50 = 100."""
    cards, partners = "6R 9R 7A 8A 10R", "6C1 9C1 7C1 8C1 10A"
    hands, field, pile = filled(cards, partners)
    told = two(list(hands), field, " ".join(pile))
    play_for(told, cards, partners, 5)
    answer: Any = result_of_round(told.round)

    assert told.whats()[-4:] == ["plays.takes", "cut-off", "cut-off", "cut-off.ends"]
    assert (answer["cutoff"], payments(answer)) == (["aotan", "ganbo"], [100, -100])


def test_two_seats_cannot_both_have_stopped_the_round() -> None:
    with pytest.raises(FormatError) as raised:
        score(["4A 5A 6A", "7A 8A 10A"])
    assert raised.value.place == "seats[1].captured"


def test_a_round_that_no_yaku_stopped_was_played_out() -> None:
    with pytest.raises(FormatError) as raised:
        score(["4A 5A", "7A 8A"], played_out=False)
    assert raised.value.place == "played_out"


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_a_sheet_has_two_seats(seats: int) -> None:
    with pytest.raises(FormatError, match=r"^seats: "):
        score(["1B", "2A", "4A"][:seats])


# --- a wild from the hand -------------------------------------------------------------------------

WILD_FIELD = "2C1 3C1 4A 4R 4C1 10C1 10C2 11B"


@pytest.mark.parametrize(
    "value, wisterias",
    on("wild_takes", [("month", ["1B>4A"]), ("one", ["1B>4A", "1B>4R", "1B>4C1"])]),
)
def test_option_wild_takes_all_three_of_another_month_or_one_of_them(
    value: str, wisterias: list[str]
) -> None:
    """It takes any card of the field, and is never laid down."""
    told = two(["1B 5A 6A 7A 9A 12C1 12C2 8C1", None], WILD_FIELD, wild_takes=value)

    expected = ["1B>2C1", "1B>3C1", *wisterias, "1B>10C1", "1B>10C2", "1B>11B"]
    assert ways(told, "1B") == expected
    with pytest.raises(IllegalAction):
        told.play("1B>-")


@pytest.mark.parametrize(
    "value, action, taken",
    on(
        "wild_takes",
        [
            ("month", "1B>4A", "1B 4A 4R 4C1"),  # 100 + 10 + 5 + 1
            ("month", "1B>4R", "1B 4A 4R 4C1"),  # any of the three names them
            ("month", "1B>4C1", "1B 4A 4R 4C1"),
            ("month", "1B>10C2", "1B 10C2"),
            ("one", "1B>4A", "1B 4A"),
            ("one", "1B>4R", "1B 4R"),
            ("one", "1B>11B", "1B 11B"),
        ],
    ),
)
def test_what_a_wild_from_the_hand_takes(value: str, action: str, taken: str) -> None:
    """9C1 is drawn and finds nothing."""
    told = two(["1B 5A 6A 7A 9A 12C1 12C2 8C1", None], WILD_FIELD, "9C1", action, wild_takes=value)

    assert won(told)[0] == taken
    assert_conserved(told.round)


@pytest.mark.parametrize("value", [row[0] for row in on("wild_takes", [("month",), ("one",)])])
@pytest.mark.parametrize(
    "wild, three", [("1B", "1R 1C1 1C2"), ("8B", "8A 8C1 8C2"), ("12B", "12C1 12C2 12C3")]
)
def test_the_three_of_a_wilds_own_month_are_always_taken_together(wild: str, three: str, value: str) -> None:
    """One outcome, and each of five other cards one more; it is written with the first of the three."""
    hand = f"{wild} 5A 6A 7A 9A 10A 11A 11R"
    field = f"{three} 2C1 3C1 4C1 6C1 7C1"
    told = two([hand, None], field, "5C1", wild_takes=value)
    own = [f"{wild}>{name}" for name in three.split()]

    assert len(ways(told, wild)) == 6
    assert [way for way in ways(told, wild) if way in own] == own[:1]
    for action in own:
        twin = two([hand, None], field, "5C1", action, wild_takes=value)
        assert won(twin)[0] == names(mask(f"{wild} {three}"))
        assert record_of(twin.round)["actions"] == own[:1]


@pytest.mark.parametrize("value", ["month", "one"])
def test_of_two_cards_of_its_own_month_a_wild_takes_one(value: str) -> None:
    told = two(["12B 5A 6A 7A 9A 10A 11A 11R", None], "12C1 12C2 2C1 3C1 4C1 6C1 7C1 9C1", wild_takes=value)

    assert ways(told, "12B")[-2:] == ["12B>12C1", "12B>12C2"]


def test_a_wild_takes_a_wild() -> None:
    """The Crane takes the Full moon: 100 + 100."""
    told = two(["1B 5A 6A 7A 9A 10A 11A 11R", None], "8B 2C1 3C1 4C1 4C2 6C1 7C1 9C1", "12C1", "1B>8B")

    assert won(told)[0] == "1B 8B"
    assert told.round.rules.card_points(told.round.captured[0]) == 200


@pytest.mark.parametrize("value, taken", on("wild_takes", [("month", "1B 8B 8A 8C1"), ("one", "1B 8B")]))
def test_a_wild_among_three_of_its_month_is_taken_by_another_wild_with_them_or_alone(
    value: str, taken: str
) -> None:
    """8B 8A 8C1 lie there: 100 + 100 + 10 + 1, or 200."""
    hands: list[str | None] = ["1B 5A 6A 7A 9A 10A 11A 11R", None]
    told = two(hands, "8B 8A 8C1 2C1 3C1 4C1 6C1 7C1", "12C1", "1B>8B", wild_takes=value)

    assert won(told)[0] == taken


def test_a_wild_from_the_hand_lies_down_only_on_an_empty_field() -> None:
    """4C2 and 5C2 take three each, 6R takes 6C1 and 7R 7C1: seat 0 lays the Crane on an empty table."""
    told = two(
        ["4C2 1B 2A 2R 9A 9R 10A 11A", "6R 2C1 3R 8A 9C1 10C1 11R 12C1"],
        "4A 4R 4C1 5A 5R 5C1 6C1 7C1",
        "5C2 7R 3C1",
        "4C2, 6R",
    )
    assert (told.round.turn, told.round.field) == (0, 0)
    assert ways(told, "1B") == ["1B"]
    told.play("1B")

    assert "plays.lays" in told.whats()
    assert names(told.round.field) == "1B"
    assert ">-" in told.round.legal_text()  # 3C1, drawn, may take the Crane or be laid beside it


# --- a wild on the field --------------------------------------------------------------------------

MOON_FIELD = "8B 2C1 3C1 4C1 5C1 6C1 7C1 9C1"


def test_any_card_may_take_a_wild_or_be_played_normally() -> None:
    """10A has no Maple there: it takes the Moon or is laid beside it. 2A takes the Plum or the Moon."""
    told = two(["10A 2A 8A 11A 11R 10R 12C1 12C2", None], MOON_FIELD)

    assert ways(told, "10A") == ["10A>8B", "10A>-"]
    assert ways(told, "2A") == ["2A>2C1", "2A>8B"]
    assert ways(told, "8A") == ["8A"]  # of its own month it is an ordinary match, and must be taken


@pytest.mark.parametrize(
    "action, captured, field",
    [
        ("10A>8B", "8B 10A", "2C1 3C1 4C1 5C1 6C1 7C1 9C1 11C"),
        ("10A>-", "", "2C1 3C1 4C1 5C1 6C1 7C1 8B 9C1 10A"),
        ("2A>8B", "2A 8B", "2C1 3C1 4C1 5C1 6C1 7C1 9C1 11C"),
        ("2A>2C1", "2A 2C1", "3C1 4C1 5C1 6C1 7C1 8B 9C1"),
    ],
)
def test_where_the_cards_go(action: str, captured: str, field: str) -> None:
    """11C is drawn; where the Moon still lies it waits for its place."""
    told = two(["10A 2A 8A 11A 11R 10R 12C1 12C2", None], MOON_FIELD, "11C", action)

    assert (won(told)[0], names(told.round.field)) == (captured, field)
    assert told.round.drawn == (card_ids("11C")[0] if "8B" in field else None)


def test_a_drawn_card_too_may_take_a_wild_or_be_laid_beside_it_or_match_its_month() -> None:
    """Beside 10A laid down: 11C, then 10C1, with the Moon on the field."""
    hands: list[str | None] = ["10A 2A 8A 11A 11R 10R 12C1 12C2", None]
    told = two(hands, MOON_FIELD, "11C", "10A>-")
    assert told.round.legal_text() == [">8B", ">-"]
    told.play(">8B")
    assert won(told)[0] == "8B 11C"

    told = two(hands, MOON_FIELD, "10C1", "10A>-")
    assert told.round.legal_text() == [">8B", ">10A"]
    with pytest.raises(IllegalAction):
        told.play(">-")
    told.play(">10A")
    assert won(told)[0] == "10A 10C1"


def test_three_of_a_wilds_month_go_to_the_fourth_together_and_to_another_card_the_wild_alone() -> None:
    """8B 8A 8C1: 8C2 takes all three; 10A takes 8B alone or is laid down."""
    hands: list[str | None] = ["10A 8C2 2A 11A 11R 10R 12C1 12C2", None]
    field = "8B 8A 8C1 2C1 3C1 4C1 5C1 6C1"

    told = two(hands, field, "11C")
    assert (ways(told, "8C2"), ways(told, "10A")) == (["8C2"], ["10A>8B", "10A>-"])
    assert won(two(hands, field, "11C", "8C2"))[0] == "8B 8A 8C1 8C2"
    assert won(two(hands, field, "11C", "10A>8B"))[0] == "8B 10A"


def test_two_wilds_on_the_field_are_two_choices() -> None:
    told = two(["10A 2A 8A 11A 11R 10R 12C1 12C2", None], "8B 1B 2C1 3C1 4C1 5C1 6C1 7C1")

    assert ways(told, "10A") == ["10A>1B", "10A>8B", "10A>-"]
    assert ways(told, "8A") == ["8A>1B", "8A>8B"]


# --- a drawn wild ---------------------------------------------------------------------------------


def test_a_drawn_wild_must_capture_and_the_player_chooses() -> None:
    """9A is laid down, then the Phoenix is turned over: any card, also the one laid just now."""
    told = two(["9A 5A 6A 7A 10A 11A 11R 8A", None], "2C1 3C1 4A 4R 4C1 1C1 1C2 11B", "12B", "9A")

    assert told.round.turn == 0
    assert told.round.legal_text() == [">1C1", ">1C2", ">2C1", ">3C1", ">4A", ">9A", ">11B"]
    with pytest.raises(IllegalAction):
        told.play(">-")
    told.play(">4C1")
    assert won(told)[0] == "4A 4R 4C1 12B"


def ordinary(move: Any) -> bool:
    """Whether a card takes its own month, as in the common round; the Moon may take anything."""
    return move.card == card_ids("8B")[0] or {DECK[n].month for n in ids_of(move.taken)} == {
        DECK[move.card].month
    }


#: Months 2 to 7 and 9 to 12 lie in hands, on the field and in the first 16 pile cards.
OUT_HANDS: list[str | None] = ["2A 2R 3B 3R 4A 4R 5R 6R", "5A 6A 7A 7R 9A 9R 10A 10R"]
OUT_FIELD = "2C1 3C1 4C1 5C1 6C1 7C1 9C1 12C1"
OUT_PILE = "2C2 3C2 4C2 5C2 6C2 7C2 9C2 10C1 10C2 11B 11A 11R 11C 12B 12C2 12C3"
OUT_LAST = "1B 8B 8A 1R 8C1 1C1 8C2 1C2"


def test_a_drawn_wild_lies_down_on_an_empty_field_and_cards_without_a_partner_are_scored_by_nobody() -> None:
    """40 cards of ten months pair up. Draws 17 to 24: 1B laid | 8B takes 1B | 8A laid | 1R laid beside it |
    8C1 takes 8A | 1C1 takes 1R | 8C2 laid | 1C2 laid. Those two stay: 504 - 1 - 1 = 502.
    """
    told = two(OUT_HANDS, OUT_FIELD, f"{OUT_PILE} {OUT_LAST}")
    round_ = told.round
    while round_.turn is not None:
        legal = list(zip(round_.legal(), round_.legal_text(), strict=True))
        taking = [text for move, text in legal if move.taken and ordinary(move)]
        told.play(taking[0] if taking else legal[0][1])
    answer: Any = result_of_round(round_)
    placed = [e for e in told.events if "." in e.what]

    assert [(e.what, e.seat, names(e.cards), names(e.taken)) for e in placed[32:]] == [
        ("draws.lays", 0, "1B", ""),
        ("draws.takes", 1, "8B", "1B"),
        ("draws.lays", 0, "8A", ""),
        ("draws.lays", 1, "1R", ""),
        ("draws.takes", 0, "8C1", "8A"),
        ("draws.takes", 1, "1C1", "1R"),
        ("draws.lays", 0, "8C2", ""),
        ("draws.lays", 1, "1C2", ""),
    ]
    assert (round_.played_out, answer["cutoff"], names(round_.field)) == (True, [], "1C2 8C2")
    points = totals(answer)
    assert sum(points) == 502
    assert payments(answer) == [points[0] - points[1], points[1] - points[0]]


# --- the difference, a tie, the next dealer -------------------------------------------------------


@pytest.mark.parametrize(
    "captured, points, paid",
    [
        (["8B 4A", "12B 5R 1C1"], [110, 106], [4, -4]),  # 100 + 10 | 100 + 5 + 1
        (["2C1", "1B 8B 3B"], [1, 220], [-219, 219]),
        (["1B 8B 12B 3B", ""], [320, 0], [320, -320]),
        (["1R 2R 4C1", "3B"], [11, 20], [-9, 9]),
    ],
)
def test_without_a_yaku_the_higher_card_points_win_the_difference(
    captured: list[str], points: list[int], paid: list[int]
) -> None:
    answer = score(captured)

    assert (totals(answer), payments(answer), answer["cutoff"]) == (points, paid, [])
    assert follow(answer["ledger"], 2) == (abs(paid[0]), points, paid)


def test_every_row_of_a_difference() -> None:
    """110 - 106 = 4."""
    answer = score(["8B 4A", "12B 5R 1C1"])

    keys = ("step", "seat", "op", "amount", "after", "cards")
    assert [tuple(row[key] for key in keys) for row in answer["ledger"]] == [
        ("card-points", 0, "set", 100, 100, "8B"),
        ("card-points", 0, "add", 10, 110, "4A"),
        ("card-points", 1, "set", 100, 100, "12B"),
        ("card-points", 1, "add", 5, 105, "5R"),
        ("card-points", 1, "add", 1, 106, "1C1"),
        ("difference", None, "set", 4, 4, ""),
        ("winner", 0, "add", 0, 110, ""),
        ("payment", 1, "pay", -4, -4, ""),
        ("payment", 0, "pay", 4, 4, ""),
    ]


TIES = [["8B", "12B"], ["", ""], ["3B 4A", "11B 5R 6R"]]  # 100 | 100, 0 | 0, 30 | 30


@pytest.mark.parametrize("captured", TIES)
def test_a_tie_scores_nothing(captured: list[str]) -> None:
    answer = score(captured)

    assert (answer["winner"], answer["void"], payments(answer)) == (None, False, [0, 0])


@pytest.mark.parametrize("captured", TIES)
def test_after_a_tie_the_same_player_deals_and_else_the_winner(captured: list[str]) -> None:
    """Kiku wins 4 (106 | 110) and deals; a tie leaves the deal with her; then Ume, at seat 1, wins 50."""
    match = Match(MATSU, ["Ume", "Kiku"])

    def add(captured: list[str], **extra: Any) -> None:
        match.add(read_sheet(sheet_of(captured, variant=MATSU, field="", **extra)))

    assert match.length == 12
    add(captured)
    assert match.dealer == "Ume"
    add(["12B 5R 1C1", "8B 4A"])
    assert match.dealer == "Kiku"
    add(captured)
    assert (match.dealer, match.seats) == ("Kiku", ("Kiku", "Ume"))
    add(["8B", "4A 5A 6A"], played_out=False)
    assert match.dealer == "Ume"
    assert [(s.name, s.payment, s.won) for s in match.standings()] == [
        ("Ume", -4 + 50, 1),
        ("Kiku", 4 - 50, 1),
    ]
    assert match.counted == 4


def test_the_sheet_of_a_stopped_round_settles_as_the_round() -> None:
    id_, value, cards, partners = YAKU[4]
    hands, field, pile = filled(cards, partners)
    told = two(list(hands), field, " ".join(pile))
    play_for(told, cards, partners, 3)
    answer = settled(json.loads(json.dumps(sheet_json(told.round.sheet()))))

    assert (answer["cutoff"], payments(answer)) == ([id_], [value, -value])
    assert answer == {k: v for k, v in result_of_round(told.round).items() if k in answer}


# --- the deal -------------------------------------------------------------------------------------


def test_eight_cards_each_and_eight_on_the_table_and_the_pile_is_drawn_out() -> None:
    """2 × 8 + 8 + 24 = 48: 16 draws beside the hand cards, then 4 by each."""
    dealt = two(field=MOON_FIELD).round.deal

    assert ([len(h) for h in dealt.hands], len(dealt.field), len(dealt.pile)) == ([8, 8], 8, 24)


@pytest.mark.parametrize("month", range(1, 13))
def test_four_of_a_month_on_the_field_are_dealt_again(month: int) -> None:
    four = [c.notation for c in DECK if c.month == month]
    others = [f"{m % 12 + 1}R" for m in range(month, month + 11) if m % 12 + 1 not in (8, 12, month)]
    table = rules(MATSU, 2)
    dealt = lay_out(table, field=" ".join([*four, *others[:4]]), misdealt=True)
    fine = lay_out(table, field=" ".join([*four[:3], *others[:5]]))

    assert (len(dealt.field), len(fine.field)) == (8, 8)
    record: Any = record_of(two(field=MOON_FIELD).round)
    record["deal"] = {
        "hands": [written(hand) for hand in dealt.hands],
        "field": written(dealt.field),
        "pile": written(dealt.pile),
    }
    with pytest.raises(FormatError) as raised:
        read_record(record)
    assert raised.value.place == "deal.field"


# --- exposed wilds --------------------------------------------------------------------------------


def test_the_opponent_sees_the_wilds_of_a_hand_and_nothing_else() -> None:
    """Seat 0 holds Crane and Phoenix, seat 1 the Moon; each sees its own hand whole."""
    hands: list[str | None] = ["1B 12B 2A 3B 4A 5A 6A 7A", "8B 2R 3R 4R 5R 6R 7R 9A"]
    round_ = two(hands, "2C1 3C1 4C1 5C1 6C1 7C1 9C1 10C1").round

    assert names(round_.may_see(1, 0)) == "1B 12B"
    assert names(round_.may_see(0, 1)) == "8B"
    assert (names(round_.may_see(0, 0)), names(round_.may_see(1, 1))) == (
        names(mask(hands[0] or "")),
        names(mask(hands[1] or "")),
    )


def test_an_exposed_wild_stays_a_hand_card_until_it_is_played() -> None:
    """The Crane takes 10C1; the Phoenix still lies open."""
    hands: list[str | None] = ["1B 12B 2A 3B 4A 5A 6A 7A", "8B 2R 3R 4R 5R 6R 7R 9A"]
    told = two(hands, "2C1 3C1 4C1 5C1 6C1 7C1 9C1 10C1", "11C", "1B>10C1")

    assert won(told)[0] == "1B 10C1"
    assert names(told.round.may_see(1, 0)) == "12B"
    assert "12B>2C1" not in told.round.legal_text()  # it is seat 1's turn
    assert names(told.round.may_see(0, 1)) == "8B"


def test_a_hand_without_a_wild_shows_nothing() -> None:
    round_ = two(["2A 3B 4A 5A 6A 7A 9A 10A", None], "8B 1B 12B 2C1 3C1 4C1 5C1 6C1").round

    assert (round_.may_see(1, 0), round_.may_see(0, 1)) == (0, 0)


# --- every option ---------------------------------------------------------------------------------


def test_every_value_of_every_option_is_shown_by_a_case_above() -> None:
    options = RULE_SETS[MATSU].options

    assert {(o.name, json.dumps(value)) for o in options for value in values_of(o)} == SHOWN
