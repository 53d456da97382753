"""Playing, walking, settling: what a viewer may know, and intents from outside, which are never trusted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as with_settings
from hypothesis import strategies as st
from support import (
    VARIANTS,
    as_record,
    at_table,
    lay_out,
    payments,
    pick,
    referee_of,
    settled,
    sheet_of,
    some_tables,
)

from hanalearn import words
from hanalearn.activities import Play, Settlement, Walk
from hanalearn.activities.board import open_card
from hanalearn.cards import DECK
from hanalearn.game import Deal, Event, Round, new_round, read_record, read_sheet
from hanalearn.game.round import replayed
from hanalearn.render.answer import result_of_round
from hanalearn.rules import RULE_SETS, Rules, rules
from hanalearn.rules.compiled import Move

NOTATION = re.compile(r"(?<![0-9A-Za-z])(?:1[0-2]|[1-9])[BARC][1-3]?(?![0-9A-Za-z])")
NAMES = {words.card_name(card): card.notation for card in DECK}
A_NAME = re.compile("|".join(map(re.escape, NAMES)))


def play_at(table: Rules, **named: Any) -> Play:
    """A `Play` at a table."""
    return Play(table.variant, players=table.players, options=dict(table.options), **named)


def play_from(dealt: Deal, players: int = 3, **named: Any) -> Play:
    """A `Play` of a deal laid out by hand."""
    play = Play(players=players, **named)
    play._start(dealt, [])
    return play


def answer(play: Play, random: Random | None = None) -> None:
    """The learner, or the next opponent, does something legal."""
    if play.round.turn == play.you:
        legal = play.round.legal_text()
        action = pick(legal[:1] if random is None else legal, random or Random(0))
    else:
        action = "next"
    play.do({"seq": play.seq, "do": action})
    assert play.refused is None, play.refused


def played(play: Play, random: Random) -> Iterator[Play]:
    """The play at every step until the round is over."""
    yield play
    while play.round.turn is not None:
        answer(play, random)
        yield play


# --- what a viewer may know -----------------------------------------------------------------------


def open_to(round_: Round, viewer: int) -> set[str]:
    """The cards that ``viewer`` may see or was told of, worked out by the referee and from the actions."""
    other = referee_of(Round(round_.rules, round_.deal))
    twin = Round(round_.rules, round_.deal)
    lying: list[Any] = []
    for action in round_.actions:
        text = twin.text(action)
        if text.startswith("show "):
            lying += shown_by(text, [DECK[n] for n in twin.deal.hands[twin.turn or 0]])
        lying += other.field  # the log names what lay there
        other.do(text)
        twin.push(action)
    if not (round_.rules.variant == "enshu-comprehensive" and round_.phase.id == "mizu-kotsu"):
        lying += other.field  # only the comprehensive set raises before the deal
        lying += [card for hand in other.hands for card in hand if card in getattr(other.rules, "wild", ())]
    lying += [card for captured in other.captured for card in captured] + other.trash
    lying += other.pile[:1] if round_.drawn is not None else []
    dealt = len(round_.hands)
    if viewer < dealt and viewer not in other.may_not_look:
        # A hand that went back is seen by who held it until play begins.
        lying += other.hands[viewer] or [DECK[n] for n in round_.hands[viewer]]
    if round_.rules.new_table:
        lying += [DECK[n] for n in round_.deal.field]
        if round_.rules.players == 6:
            lying += [DECK[n] for hand in round_.deal.hands if DECK_NUMBER["11B"] in hand for n in hand]
    return {str(card) for card in lying}


DECK_NUMBER = {card.notation: card.id for card in DECK}


def shown_by(text: str, hand: list[Any]) -> list[Any]:
    """The cards of a dealt hand that an action shows."""
    months = [card.month for card in hand]
    cards = []
    for name in text.removeprefix("show ").split():
        kind, _, month = name.partition("-")
        if kind == "sanbon":
            cards += [card for card in hand if card.month == int(month)]
        elif kind == "shihon":
            cards += [card for card in hand if months.count(card.month) == 4]
        elif kind == "shisou":
            cards += [card for card in hand if months.count(card.month) >= 3]
        else:
            cards += hand
    return cards


def assert_nothing_hidden_is_in(view: dict[str, Any], round_: Round, viewer: int) -> None:
    text = json.dumps(view, ensure_ascii=False)
    named = {NAMES[name] for name in A_NAME.findall(text)} | set(NOTATION.findall(text))
    assert not named - open_to(round_, viewer)


@pytest.mark.parametrize("pace", ["turn", "step"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_view_holds_a_card_that_its_seat_may_not_see(variant: str, pace: str) -> None:
    """Searched in the whole JSON of every seat, by notation and by name, at every step of several rounds."""
    random = Random(f"{variant} {pace}")
    for seed, table in enumerate(some_tables(variant)[:6]):
        play = play_at(table, you=seed % 2, seed=seed, opponents="random", pace=pace)
        for i, at in enumerate(played(play, random)):
            # Every seat in turn; all of them where cards are shown, and at the end.
            every = at.round.phase.id != "play" or at.round.finished
            for seat in range(table.players) if every else [i % table.players]:
                assert_nothing_hidden_is_in(at.view(seat), at.round, seat)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_before_the_deal_of_the_comprehensive_set_no_view_holds_any_card(players: int) -> None:
    """Mizu-kotsu is declared before the cards are dealt: no hand, no field, no count of either."""
    play = Play("enshu-comprehensive", players=players, seed=3, pace="step")
    while play.round.phase.id == "mizu-kotsu":
        for seat in range(players):
            view: Any = play.view(seat)
            text = json.dumps(view, ensure_ascii=False)
            assert not NOTATION.findall(text)
            assert not A_NAME.findall(text)
            assert view["field"]["cards"] == []
            assert (view["pile"]["count"], view["drawn"]) == (48, None)
        answer(play)
    after: Any = play.view(0)
    assert len(after["field"]["cards"]) == 6
    assert len(hand_of(after, 0)) == 7


def test_a_blind_raise_is_blind_for_the_learner_too() -> None:
    """Seat 0 is asked first: not one card of any hand is in its view, and a note says why."""
    play = Play(seed=3)
    view: Any = play.view(0)

    text = json.dumps({key: view[key] for key in view if key not in ("field", "log", "stake")})
    assert not NOTATION.findall(text)
    assert [len(seat["hand"]["cards"]) for seat in view["seats"]] == [7, 7, 7]
    assert all(card == view["seats"][0]["hand"]["cards"][0] for card in view["seats"][0]["hand"]["cards"])
    assert words.say("seat.note.hidden") in view["seats"][0]["notes"]
    answer(play)
    seen: Any = play.view(0)
    assert [card["id"] for card in seen["seats"][0]["hand"]["cards"]] == [
        DECK[n].notation for n in play.round.hands[0]
    ]


def hand_of(view: Any, seat: int) -> list[str]:
    return [card["id"] for card in view["seats"][seat]["hand"]["cards"] if "id" in card]


def test_a_shown_sanbon_lies_open_in_every_view_and_leaves_it_as_it_is_played() -> None:
    table = rules("shishibo", 3)
    dealt = lay_out(table, ["4A 4R 4C1 1B 2A 3B 5A", None, None], "8C1 9C1 10C1 11C 12C1 11R")
    play = play_from(dealt)
    for action in ("pass", "nashi", "show sanbon-4"):
        play.do({"seq": play.seq, "do": action})
        assert play.refused is None
    assert [hand_of(play.view(seat), 0) for seat in (1, 2)] == [["4A", "4R", "4C1"]] * 2
    cards: Any = play.view(1)["seats"]
    assert [card["mark"] for card in cards[0]["hand"]["cards"] if "id" in card] == ["shown"] * 3
    play.do({"seq": play.seq, "do": "4R"})
    assert hand_of(play.view(1), 0) == ["4A", "4C1"]


def test_a_toichi_is_taken_back_out_of_every_other_view() -> None:
    table = rules("shishibo", 3)
    dealt = lay_out(table, ["8A 1C1 1C2 2C1 2C2 3C1 3C2", "4A 4R 4C1 5A 6A 9A 10A", None])
    play = play_from(dealt, pace="step")
    while play.round.phase.id != "teyaku":
        answer(play)
    play.do({"seq": play.seq, "do": "show toichi"})
    assert len(hand_of(play.view(1), 0)) == 7
    while play.round.phase.id == "teyaku":
        answer(play)
    assert hand_of(play.view(1), 0) == []
    assert len(hand_of(play.view(0), 0)) == 7


def test_what_one_seat_is_asked_is_not_told_to_another_where_it_tells_of_the_hand() -> None:
    """Seat 0 may show a sanbon of Wisteria: seat 1 learns that it is asked, not which choices it has."""
    dealt = lay_out(rules("shishibo", 3), ["4A 4R 4C1 1B 2A 3B 5A", None, None])
    play = play_from(dealt)
    for action in ("pass", "nashi"):
        play.do({"seq": play.seq, "do": action})
    assert play.round.phase.id == "teyaku"

    own, other = (json.dumps(play.view(seat), ensure_ascii=False) for seat in (0, 1))
    assert "sanbon-4" in own
    assert "sanbon-4" not in other
    assert words.yaku("sanbon-4") not in other


def test_how_many_cards_of_a_hand_find_their_month_is_told_to_its_seat_alone() -> None:
    """Two deals that differ in seat 0's hand and the pile alone give seat 1 the same view."""
    views = []
    for hand in ("1B 2A 3B 4A 5A 6A 7A", "8A 2A 3B 4A 9A 6A 10A"):
        dealt = lay_out(
            rules("shishibo", 3),
            [hand, "1R 2R 3C1 4R 5R 6R 7R", "1C1 3R 4C1 5C1 6C1 7C1 10R"],
            "8C1 9C1 10C1 11C 12C1 11R",
        )
        play = play_from(dealt)
        for action in ("pass", "nashi"):
            play.do({"seq": play.seq, "do": action})
        assert play.round.phase.id == "play"
        views.append(json.dumps(play.view(1)))
    assert views[0] == views[1]


def test_a_viewer_from_outside_sees_every_hand() -> None:
    view: Any = Play(seed=2).view(None)

    assert [len(hand_of(view, seat)) for seat in range(3)] == [7, 7, 7]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_view_is_plain_json_that_says_the_same_when_read_back(variant: str) -> None:
    play = play_at(some_tables(variant)[0], seed=4)
    for at in played(play, Random(4)):
        view = at.view(0)
        assert json.loads(json.dumps(view)) == view


def rules_shown(value: Any) -> Iterator[dict[str, str]]:
    """Every rule that stands anywhere in a view."""
    if isinstance(value, dict):
        if isinstance(value.get("rule"), dict):
            yield value["rule"]
        for inner in value.values():
            yield from rules_shown(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from rules_shown(inner)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_rule_a_view_shows_has_its_tag_source_and_sentence(variant: str) -> None:
    seen = set()
    for seed, table in enumerate(some_tables(variant)[:4]):
        for at in played(play_at(table, seed=seed, opponents="random"), Random(seed)):
            for rule in rules_shown(at.view(0)):
                clause = table.clauses[rule["id"]]
                assert (rule["tag"], rule["source"]) == (clause.tag, clause.source)
                assert rule["text"] and rule["tagtext"]
                seen.add(rule["id"])
    assert len(seen) >= 8


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_choice_for_a_drawn_card_is_explained_by_the_rule_that_gives_it(variant: str) -> None:
    """Two of its month: the common rule. A wild card, or one that may take a wild one: the wild rule."""
    own = RULE_SETS[variant]
    random = Random(variant)
    explained = set()
    for _ in range(60):
        play = Play(variant, players=own.players[0], seed=random.randrange(10**6), opponents="random")
        for at in played(play, random):
            if at.round.drawn is None or at.round.turn != at.you or at.round.may_stop:
                continue
            drawn = at.round.drawn
            foreign = at.round.field & own.prey & ~(15 << drawn // 4 * 4)
            wild = bool(own.wild >> drawn & 1 or foreign)
            ask: Any = at.view(at.you)["ask"]
            assert ask["rule"]["id"] == (own.wild_rule if wild else "hana-awase.two")
            explained.add(wild)
    assert False in explained


@pytest.mark.parametrize("variant", [v for v in VARIANTS if RULE_SETS[v].wild])
def test_no_match_is_said_only_of_a_card_that_stays_on_the_field_for_want_of_one(variant: str) -> None:
    """A card that could take a wild one and is laid down has a match; a gaji thrown away does not stay."""
    random = Random(variant)
    for seed in range(20):
        play = Play(variant, players=RULE_SETS[variant].players[0], seed=seed, opponents="random")
        for at in played(play, random):
            if at.round.turn != at.you or not at.round.playing or at.round.may_stop:
                continue
            moves = [action for action in at.round.legal() if isinstance(action, Move)]
            view: Any = at.view(at.you)
            cards = [*view["seats"][at.you]["hand"]["cards"], *([view["drawn"]] if view["drawn"] else [])]
            for card in cards:
                own = [move for move in moves if DECK[move.card].notation == card["id"]]
                for shown in card["moves"]:
                    if shown["text"] == words.say("move.lay"):
                        assert [move.taken for move in own] == [0], (card["id"], shown)
                        assert own[0].change


@pytest.mark.parametrize("value, told", [("add", 50), ("ignore", 0)])
def test_the_points_a_note_tells_are_those_that_are_scored(value: str, told: int) -> None:
    """With `hand_yaku_points: ignore` a shown sanbon adds nothing, so no note may promise 50."""
    options: dict[str, object] = {"hand_yaku_points": value}
    dealt = lay_out(rules("shishibo", 3, options), ["4A 4R 4C1 1B 2A 3B 5A", None, None])
    play = play_from(dealt, options=options)
    for action in ("pass", "nashi", "show sanbon-4"):
        play.do({"seq": play.seq, "do": action})
    view: Any = play.view(0)
    (note,) = [note for note in view["seats"][0]["notes"] if words.yaku("sanbon-4") in note]

    assert re.findall(r"\d+ points", note) == [f"{told} points"]


# --- intents --------------------------------------------------------------------------------------


def a_play(**named: Any) -> Play:
    play = Play(seed=11, **named)
    while play.round.phase.id != "play":
        play.do({"seq": play.seq, "do": play.round.legal_text()[-1]})
    return play


def deep(levels: int) -> object:
    value: object = []
    for _ in range(levels):
        value = [value]
    return value


MALFORMED: list[Any] = [
    None, 7, "4A", [], {}, {"seq": 1}, {"do": "4A"}, {"seq": None, "do": "4A"}, {"seq": "1", "do": "4A"},
    {"seq": True, "do": "4A"}, {"seq": 1.0, "do": "4A"}, {"seq": 1, "do": None}, {"seq": 1, "do": ["4A"]},
    {"seq": 1, "do": {"do": "4A"}}, {"seq": 1, "do": "x" * 201}, {"seq": 1, "do": 4}, b"4A",
    {"seq": float("nan"), "do": "4A"}, {"seq": 10**400, "do": "4A"}, deep(5000),
    {"seq": deep(5000), "do": "4A"},
]  # fmt: skip


@pytest.mark.parametrize("intent", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_intent_is_refused_with_a_reason_and_changes_nothing(intent: Any) -> None:
    play = a_play()
    before = [play.view(seat) | {"refused": None} for seat in (0, 1, None)]
    play.do(intent)

    assert [play.view(seat) | {"refused": None} for seat in (0, 1, None)] == before
    refused: Any = play.view(0)["refused"]
    assert refused["text"]
    assert refused["text"].isprintable()
    assert len(refused["text"]) < 300
    json.dumps(refused)


@pytest.mark.parametrize(
    "action",
    ["1B>1C1", "", " ", "pass", "kotsu", "mizu-kotsu", "show soppe", "next", "undo ", "NEW", "pace", "pace ",
     "pace fast", "step 1", ">4A", "-", "4A>-", "4A 4R", "\x00", "4A\n", "{action}", "{0}", "%s", "<b>", "猪",
     "\ud800", "x" * 200],
)  # fmt: skip
def test_an_illegal_intent_is_refused_with_what_is_possible_and_changes_nothing(action: str) -> None:
    play = a_play()
    if action.strip() in play.round.legal_text():
        action = "4A>4A"
    before = play.view(0) | {"refused": None}
    play.do({"seq": play.seq, "do": action})

    assert play.view(0) | {"refused": None} == before
    refused: Any = play.view(0)["refused"]
    assert refused["text"].isprintable()
    if refused["rule"] is not None:
        assert refused["rule"]["id"] in play.rules.clauses


def test_an_illegal_card_is_refused_by_the_clause_that_forbids_it() -> None:
    play = a_play()
    other = next(DECK[n].notation for n in range(48) if n not in play.round.hands[0])
    play.do({"seq": play.seq, "do": other})

    refused: Any = play.view(0)["refused"]
    assert refused["rule"]["id"] == "hana-awase.hand"
    assert refused["rule"]["text"] == words.clause("hana-awase.hand")
    assert all(text in refused["text"] for text in play.round.legal_text())


def test_a_stale_intent_is_refused_and_an_intent_counts_once() -> None:
    play = a_play()
    first = {"seq": play.seq, "do": play.round.legal_text()[0]}
    play.do(first)
    after = play.view(0)
    play.do(first)

    assert play.view(0) == after | {"refused": {"text": words.say("refused.stale"), "rule": None}}
    for seq in (play.seq + 1, play.seq - 1, -1, 0, 10**30):
        play.do({"seq": seq, "do": play.round.legal_text()[0]})
        assert play.view(0) == after | {"refused": {"text": words.say("refused.stale"), "rule": None}}


@pytest.mark.parametrize("seat", [1, 2, -1, 99, "0", [0], {"seat": 0}])
def test_an_intent_for_another_seat_is_refused(seat: object) -> None:
    play = a_play()
    before = play.view(0)
    play.do({"seq": play.seq, "do": play.round.legal_text()[0], "seat": seat})

    assert play.view(0) | {"refused": None} == before
    assert play.refused is not None


def test_out_of_turn_the_learner_may_only_ask_for_the_next_step() -> None:
    play = Play(seed=5, pace="step")
    answer(play)
    assert play.round.turn == 1
    before = play.view(0)
    for action in ("pass", "mizu-kotsu", "kotsu"):
        play.do({"seq": play.seq, "do": action})
        refused: Any = play.refused
        assert play.names[1] in refused["text"]
        assert play.view(0) | {"refused": None} == before
    play.do({"seq": play.seq, "do": "next"})
    assert (play.refused, play.round.turn) == (None, 2)


def test_after_the_end_nothing_is_played_but_a_new_round() -> None:
    play = Play(seed=6)
    for _ in played(play, Random(6)):
        pass
    before = play.view(0)
    for action in ("pass", "next", "1B", ">1B"):
        play.do({"seq": play.seq, "do": action})
        assert play.view(0) | {"refused": None} == before
        assert play.refused is not None
    assert before["ledger"] is not None
    play.do({"seq": play.seq, "do": "new"})
    assert (play.refused, play.seed, play.round.actions) == (None, 7, [])


@pytest.mark.parametrize("kind", ["turn", "over"])
def test_a_refusal_by_the_rules_names_a_clause(kind: str) -> None:
    """Out of turn, and after the end: these are rules of the game, unlike a stale or malformed intent."""
    play = Play(seed=6, pace="step" if kind == "turn" else "turn")
    if kind == "turn":
        answer(play)
    else:
        for _ in played(play, Random(6)):
            pass
    play.do({"seq": play.seq, "do": "pass"})
    refused: Any = play.refused

    assert refused["rule"] is not None
    assert refused["rule"]["id"] in play.rules.clauses


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
INTENTS = st.one_of(
    JSON,
    st.fixed_dictionaries(
        {"seq": st.integers(-1, 9) | JSON, "do": st.text(max_size=12) | JSON}, optional={"seat": JSON}
    ),
)


@with_settings(max_examples=60)
@given(INTENTS, st.sampled_from(VARIANTS))
def test_whatever_comes_in_is_answered_without_an_exception(intent: Any, variant: str) -> None:
    players = RULE_SETS[variant].players[0]
    walk = Walk(new_round(variant, players, 1))
    for activity in (Play(variant, players=players, seed=11), walk, Settlement(read_sheet(SHEET))):
        activity.do(intent)
        json.dumps(activity.view(0))


SHEET = sheet_of(["1R 2R 3R 1B", "7A 6A 4C1", "5C1"], teyaku=((), ["sanbon-4"], ()), raises={"kotsu": 2})


# --- playing, undoing, pace -----------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_undo_takes_back_the_learners_last_choice_and_playing_on_gives_the_same(variant: str) -> None:
    undone = 0
    for seed in range(12):
        random = Random(seed)
        tables = some_tables(variant)
        play = play_at(tables[seed % len(tables)], seed=seed, pace=("turn", "step")[seed % 2])
        for _ in range(random.randint(1, 12)):
            if play.round.turn is not None:
                answer(play, random)
        while play.round.turn not in (None, 0):
            answer(play)
        if play.round.turn is None:
            continue
        before, record = state_of(play), json.dumps(play.record())
        chosen = pick(play.round.legal_text()[:1], random)
        play.do({"seq": play.seq, "do": chosen})
        after = json.dumps(play.record())
        play.do({"seq": play.seq, "do": "undo"})
        assert play.refused is None
        assert json.dumps(play.record()) == record
        assert state_of(play) == before
        play.do({"seq": play.seq, "do": chosen})
        assert json.dumps(play.record()) == after
        undone += 1
    assert undone > 2


def state_of(play: Play) -> tuple[object, ...]:
    view = play.view(None)
    return (
        play.seed,
        play.pace,
        {k: v for k, v in view.items() if k not in ("seq", "live", "log", "field", "seats")},
    )


def test_there_is_nothing_to_undo_before_the_first_choice() -> None:
    play = Play(seed=8, you=2)
    before = play.view(2)
    play.do({"seq": play.seq, "do": "undo"})

    assert play.refused == {"text": words.say("refused.undo"), "rule": None}
    assert play.view(2) | {"refused": None} == before
    off = {control["do"]: control["off"] for control in before["controls"]}  # type: ignore[attr-defined]
    assert off == {"undo": True, "same": False, "new": False, "pace step": False}


def test_the_same_deal_again_is_the_same_deal_and_a_new_round_is_not() -> None:
    play = Play(seed=9)
    deals = [play.round.deal]
    for action in ("same", "new", "same", "new"):
        play.do({"seq": play.seq, "do": action})
        deals.append(play.round.deal)

    assert deals[0] == deals[1] != deals[2] == deals[3] != deals[4]
    assert Play(seed=11).round.deal == deals[4]


def test_by_steps_one_action_of_an_opponent_is_seen_at_a_time_and_the_end_is_the_same() -> None:
    """The opponents' choices depend on the deal and the actions, not on the pace."""
    records = []
    for pace in ("turn", "step"):
        play = Play(seed=12, pace=pace)
        while play.round.turn is not None:
            done = len(play.round.actions)
            answer(play)
            if pace == "step":
                assert len(play.round.actions) == done + 1
        records.append(json.dumps(play.record()))
    assert records[0] == records[1]


def test_the_pace_can_be_changed_in_the_middle_of_a_round() -> None:
    play = Play(seed=13)
    for action, pace in (("pace step", "step"), ("pace turn", "turn")):
        play.do({"seq": play.seq, "do": action})
        assert (play.refused, play.pace) == (None, pace)
    play.do({"seq": play.seq, "do": "pace step"})
    answer(play)
    assert play.round.turn == 1
    play.do({"seq": play.seq, "do": "pace turn"})
    assert play.round.turn == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_learner_who_does_anything_legal_comes_to_the_end_of_a_round(variant: str) -> None:
    for i, table in enumerate(some_tables(variant)):
        play = play_at(table, you=i % 2, seed=i)
        for _ in range(300):
            if play.round.turn is None:
                break
            answer(play, Random(i))
        result = result_of_round(play.round)
        ledger: Any = play.view(play.you)["ledger"]
        seats = play.round.active
        assert [int(paid["text"]) for paid in ledger["payments"]] == [payments(result)[s] for s in seats]
        assert len(ledger["rows"]) == len(result["ledger"])  # type: ignore[arg-type]
        assert sum(payments(result)) == 0
        assert ledger["outcome"] and ledger["decided"]["text"]
        assert as_record(read_record(json.loads(json.dumps(play.record())))) == json.dumps(play.record())


@pytest.mark.parametrize(
    "named, field",
    [
        ({"variant": "koi-koi"}, "variant"),
        ({"players": 2}, "players"),
        ({"you": 3}, "you"),
        ({"you": -1}, "you"),
        ({"players": 7, "you": 6}, "you"),
        ({"options": {"stop": True}}, "options.stop"),
        ({"opponents": "perfect"}, "opponents"),
        ({"pace": "fast"}, "pace"),
    ],
)
def test_a_play_that_cannot_be_is_refused_by_the_name_of_what_is_wrong(
    named: dict[str, Any], field: str
) -> None:
    with pytest.raises(ValueError) as raised:
        Play(**named)
    assert str(raised.value).startswith(field + ":")


def test_watchers_are_told_of_every_intent_until_they_leave() -> None:
    play, calls = Play(seed=14), []

    def changed() -> None:
        calls.append(play.seq)

    play.watch(changed)
    play.do({"seq": play.seq, "do": "pass"})
    play.do({"seq": -1, "do": "pass"})
    play.unwatch(changed)
    play.unwatch(changed)
    play.do({"seq": play.seq, "do": "new"})

    assert calls == [1, 1]


# --- walking and settling -------------------------------------------------------------------------


def test_a_walk_has_a_frame_for_every_event_and_every_row_of_the_ledger_and_one_for_the_end() -> None:
    """27 actions or less, but more frames: the deal, each card, each row; the ledger grows row by row."""
    round_ = at_table(["1R 2R 3R 4R 5R 7R 11R"], "1C1 2C1 3C1 8B 10C1 12B", actions="pass, pass, pass").round
    round_.play_randomly(Random(2))
    events: list[Event] = []
    replayed(round_, events.append)
    rows = result_of_round(round_)["ledger"]
    walk = Walk(round_)
    assert walk.last + 1 == len(events) + len(rows) + 1  # type: ignore[arg-type]
    shown = []
    for step in range(walk.last + 1):
        walk.do({"seq": walk.seq, "do": f"step {step}"})
        view: Any = walk.view(0)
        assert (view["walk"]["at"], view["walk"]["last"], view["walk"]["reach"]) == (
            step,
            walk.last,
            walk.last,
        )
        assert view["told"]["text"] and view["told"]["rule"]
        assert view["ask"] is None and view["spread"] is None
        shown.append(len(view["ledger"]["rows"]) if view["ledger"] else 0)
    assert shown == [0] * len(events) + [*range(1, len(rows) + 1), len(rows)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "step", ["step -1", "step 999", "step", "step ", "step 1.0", "step ²", "step 1 2", "4A"]
)
def test_a_walk_refuses_a_step_that_is_not_there(step: str) -> None:
    walk = Walk(new_round("shishibo", 3, 1))
    before = walk.view(0)
    walk.do({"seq": walk.seq, "do": step})

    assert walk.refused is not None
    assert walk.view(0) | {"refused": None} == before


def test_a_settlement_is_the_ledger_of_its_sheet_in_words_and_refuses_intents() -> None:
    settlement = Settlement(read_sheet(SHEET), names=["Ume", "Kiku", "Hagi"])
    view: Any = settlement.view(None)
    plain = settled(SHEET)["ledger"]

    assert [row["rule"]["id"] for row in view["ledger"]["rows"]] == [row["rule"] for row in plain]
    assert [paid["text"] for paid in view["ledger"]["payments"]] == ["+12", "-6", "-6"]
    assert view["ledger"]["payments"][0]["name"] == "Ume"
    settlement.do({"seq": settlement.seq, "do": "undo"})
    assert settlement.refused is not None


def test_each_result_of_the_ledger_says_what_it_is_a_result_of() -> None:
    """1 + 2 kotsu, twice for Akatan; 30 + 3 × 5 against 2 × 10 + 50 + 50; then both others pay 6."""
    view: Any = Settlement(read_sheet(SHEET), names=["Ume", "Kiku", "Hagi"]).view(None)
    assert [(row["seat"], row["after"]) for row in view["ledger"]["rows"]] == [
        ("", "soba 1"),
        ("", "soba 3"),
        ("Ume", "points 30"),
        ("Ume", "points 45"),
        ("Kiku", "points 20"),
        ("Kiku", "points 70"),
        ("Kiku", "points 120"),
        ("Hagi", "points 0"),
        ("", "soba 6"),
        ("Ume", "points 45"),
        ("Kiku", "-6"),
        ("Hagi", "-6"),
        ("Ume", "+12"),
    ]


@pytest.mark.parametrize(
    ("variant", "players", "worth"),
    [
        ("shishibo", 3, {"1B": 30, "11B": 10, "9A": 10, "2R": 5, "11C": 0}),  # the Rainman is an Animal here
        ("matsu-kiri-bozu", 2, {"1B": 100, "3B": 20, "11B": 20, "9A": 10, "2R": 5, "11C": 1}),
    ],
)
def test_a_card_says_its_month_its_kind_and_its_points_in_this_game(
    variant: str, players: int, worth: dict[str, int]
) -> None:
    table = rules(variant, players)
    for n, notation in ((one.id, one.notation) for one in DECK if one.notation in worth):
        seen, points = open_card(table, n), worth[notation]
        month, kind = int(notation[:-1]), notation[-1]
        counts = "A" if (variant, notation) == ("shishibo", "11B") else kind
        assert (seen["month"], seen["kind"], seen["points"]) == (month, counts, points)
        assert seen["pointstext"] == ("1 point" if points == 1 else f"{points} points")
