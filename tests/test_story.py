"""Stories: scripts are read strictly, scenes show the table as it stood, the engine answers questions, and
walks hide what comes after an open question.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from support import VARIANTS, at_table, nothing_won, settled, sheet_of, some_tables

from hanalearn import words
from hanalearn.activities import Walk
from hanalearn.cards import mask, written
from hanalearn.game import Event, FormatError, Round, new_round, read_sheet
from hanalearn.game.deal import as_set, deal
from hanalearn.lessons import questions
from hanalearn.lessons.script import MOST_TEXT, read_script
from hanalearn.lessons.story import (
    Frame,
    Note,
    Question,
    Story,
    names_at,
    round_story,
    said,
    sheet_spread,
    sheet_story,
)
from hanalearn.lessons.story import settled as settle
from hanalearn.lessons.telling import Company
from hanalearn.rules.settling import Row

#: Shishibo, 2-honba, all cards laid down by hand: Ume holds the Pine ribbon, and the others two ribbons each.
ROUND = """\
title A round of our own
game shishibo
players 3
names Ume Kiku Hagi
seed 9

note Nobody has seen a card yet.
ask stake
pass
pass
pass
kotsu
kotsu
kotsu
ask stake
show tanichi
ask takes
8A
1C1
ask stops
5A
rest thumb
ask winner
ask pays
"""

SHEET = """\
title The source's own example
game shishibo
field 8B 4C1 5R 6C1 9C1 10C2
seat 1R 1C1 2R 2C1 3R 3C1
seat sanbon-4: 4A 4R 4C1 4C2
seat 7A 7R
stopped

ask winner
ask points 1
ask pays
"""


def frames_of(story: Story) -> list[str]:
    company = Company(story.names, story.rules.variant)
    return [str(said(frame, story.rules, company)["text"]) for frame in story.frames]


def asked(story: Story) -> list[Question]:
    return [frame.told for frame in story.frames if isinstance(frame.told, Question)]


# --- scripts --------------------------------------------------------------------------------------


def test_a_script_tells_its_round_with_remarks_and_questions_where_they_stand() -> None:
    story = read_script(ROUND)
    texts = frames_of(story)

    assert (story.title, story.names) == ("A round of our own", ("Ume", "Kiku", "Hagi"))
    assert texts[2] == "Nobody has seen a card yet."
    assert texts[3] == "What is the soba now, in honba?"
    # Crane and Moon lie on the field: 1 + 2, then three kotsu; the Moon is the only Susuki there.
    assert [sorted(q.accepted) for q in asked(story)] == [["3"], ["6"], ["8B"], ["no"], ["0"], ["6"]]
    assert texts[-1] == "Ume wins and receives 6 from each of the other two."


def test_a_script_of_a_score_sheet_tells_its_settlement() -> None:
    story = read_script(SHEET)

    assert story.settling is not None
    assert story.settling.payments == [8, -4, -4]
    # Kiku: one Animal 10, one ribbon 5, and 50 for the shown triplet.
    assert [sorted(q.accepted) for q in asked(story)] == [["0"], ["65"], ["4"]]
    assert frames_of(story)[-1] == "Ume wins and receives 4 from each of the other two."


def test_a_note_may_name_the_rule_it_is_about() -> None:
    text = ROUND.replace("note Nobody has seen a card yet.", "rule double_cutoff Only one counts here.")
    story = read_script(text)
    note = next(frame for frame in story.frames if isinstance(frame.told, Note))
    told = said(note, story.rules, Company(story.names, "shishibo"))

    assert told["text"] == "Only one counts here."
    assert told["why"] == words.clause("shishibo.double_cutoff=larger")
    assert told["rule"]["tag"] == "H"  # type: ignore[index]
    for name in ("redeal", "shishibo.redeal"):
        plain = read_script(ROUND.replace("note Nobody has seen a card yet.", f"rule {name}"))
        assert "shishibo.redeal" in plain.clauses
        assert words.clause("shishibo.redeal") in frames_of(plain)


def test_the_clauses_of_a_story_are_those_of_its_events_rows_questions_and_ways_out() -> None:
    clauses = read_script(SHEET).clauses

    assert {"shishibo.soba", "shishibo.akatan", "shishibo.cut-off", "shishibo.payment"} <= clauses
    assert "shishibo.fuke" not in clauses
    assert clauses <= set(read_script(SHEET).rules.clauses)


@pytest.mark.parametrize(
    "old, new, line, problem",
    [
        ("game shishibo", "game koi-koi", 2, "koi-koi"),
        ("players 3", "players 2", 3, "3 to 7 players"),
        ("players 3", "players three", 3, "must be a whole number, not three"),
        ("players 3", "players", 3, "players: says nothing"),
        ("players 3", "players 3\nplayers 3", 4, "players: is given twice"),
        ("players 3", "players 3\noption stop=true", 4, "no such option"),
        ("players 3", "players 3\noption double_cutoff", 4, "must be written name=value"),
        ("players 3", "option stack_subsets=true\noption double_cutoff=sum", 4, "larger, product"),
        ("players 3", "players 3\noption stack_subsets=true\noption stack_subsets=true", 5, "given twice"),
        ("names Ume Kiku Hagi", "names Ume Kiku", 4, "must be 3 names"),
        ("names Ume Kiku Hagi", "names Ume Kiku " + "H" * 25, 4, "at most 24 characters"),
        ("seed 9", "seed -1", 5, "must be a whole number, not -1"),
        ("seed 9", "seed 9\nhand 1B 1R", 6, "deal.hands"),
        ("seed 9", "hand 1B 1R", 5, "must be 3 hands"),
        ("seed 9", "seed 9\nbids 20 30", 6, "bids belongs to a score sheet"),
        ("seed 9", "seed 9\nstopped", 6, "stopped belongs to a score sheet"),
        ("note Nobody has seen a card yet.", "note", 7, "note: says nothing"),
        (
            "note Nobody has seen a card yet.",
            "rule koi-koi It ends.",
            7,
            "no option and no clause of shishibo",
        ),
        ("note Nobody has seen a card yet.", "note Now.\nplayers 4", 8, "must stand before all that happens"),
        ("note Nobody has seen a card yet.", "ask who", 7, "not one of takes, stops, stake, winner, pays"),
        ("note Nobody has seen a card yet.", "ask stake 3", 7, "stake stands alone, without 3"),
        ("note Nobody has seen a card yet.", "ask takes", 7, "needs a card to be placed"),
        ("note Nobody has seen a card yet.", "ask winner", 7, "when the round is over"),
        ("show tanichi", "show soppe", 16, "legal: show tanichi, pass (shishibo.hand-yaku"),
        ("8A\n", "8A>10R\n", 18, "is not legal here"),
        ("8A\n", "9R\n", 18, "is not legal here"),
        ("8A\n", "4A\n", 18, "hana-awase.hand"),
        ("rest thumb", "rest koi", 22, "rest: koi is not one of random, thumb"),
        ("ask winner", "8A", 23, "comes after the end of the round"),
        ("ask winner", "ask points 3", 23, "seat 3 does not play"),
        ("ask winner", "ask points one", 23, "must be a whole number"),
        ("ask winner", "ask stops", 23, "needs an action after it"),
    ],
)
def test_every_fault_of_a_round_names_its_line(old: str, new: str, line: int, problem: str) -> None:
    assert ROUND.count(old) == 1 or old in ("8A\n", "ask winner")
    with pytest.raises(FormatError) as raised:
        read_script(ROUND.replace(old, new, 1))

    assert str(raised.value).startswith(f"line {line}: "), raised.value
    assert problem in str(raised.value)


@pytest.mark.parametrize(
    "old, new, line, problem",
    [
        ("game shishibo", "game koi-koi", 2, "koi-koi"),
        ("field 8B 4C1 5R 6C1 9C1 10C2", "field 8B 4C1", 3, "must be the 6 cards"),
        ("field 8B", "field 8B 8B", 3, "8B"),
        ("seat 7A 7R", "seat 7A 4R", 6, "4R is also captured by seat 1"),
        ("seat sanbon-4:", "seat sanbon-13:", 5, "no teyaku sanbon-13"),
        ("seat 7A 7R", "seat 7A 13R", 6, "13R"),
        ("stopped", "stopped now", 7, "stands alone"),
        ("stopped", "stopped\nraises kotsu", 8, "must be a whole number"),
        ("stopped", "stopped\nraises kotsu=1 kotsu=2", 8, "given twice"),
        ("stopped", "stopped\nraises kotsu=4", 8, "from 0 to 3"),
        ("stopped", "stopped\nfuke 1", 8, "only for enshu-comprehensive"),
        ("stopped", "stopped\nplayers 3", 8, "players belongs to a round"),
        ("stopped", "stopped\nseed 3", 8, "seed belongs to a round"),
        ("ask winner", "ask stake", 9, "cannot be said of a score sheet"),
        ("ask winner", "pass", 9, "cannot be said of a score sheet"),
        ("ask winner", "ask points 3", 9, "seat 3 does not play"),
    ],
)
def test_every_fault_of_a_score_sheet_names_its_line(old: str, new: str, line: int, problem: str) -> None:
    with pytest.raises(FormatError) as raised:
        read_script(SHEET.replace(old, new, 1))

    assert str(raised.value).startswith(f"line {line}: "), raised.value
    assert problem in str(raised.value)


@pytest.mark.parametrize(
    "text, place",
    [("", "game"), ("# nothing\n\n", "game"), ("title Empty", "game"), ("game shishibo", "seed")],
)
def test_a_script_that_lacks_its_game_or_its_cards_is_told_so(text: str, place: str) -> None:
    with pytest.raises(FormatError, match="is missing") as raised:
        read_script(text)
    assert raised.value.place == place


def test_comments_empty_lines_tabs_and_line_ends_of_another_system_change_nothing() -> None:
    text = "\ufeff" + ROUND.replace("seed 9\n", "seed\t 9  # the deal\n\n# more\n").replace("\n", "\r\n")

    assert frames_of(read_script(text)) == frames_of(read_script(ROUND))


@pytest.mark.parametrize(
    "text",
    [
        "note \x1b[2J" + "x",
        "note a\u202eb",
        "title \x00",
        "names U\x07me Kiku Hagi",
        "\u2028".join("abc"),
        "x" * MOST_TEXT,
        "note\n" * (MOST_TEXT // 4),
        "seed " + "9" * 5000,
        "hand " + "1B " * 5000,
        "ask points ²",
        "rest " + "thumb " * 1000,
        "seat " + ":" * 1000,
        "bids " + "1 " * 9000,
        "option a=" + "b" * 5000,
        "ｓｅｅｄ 9",
        "\ud800",
    ],
)
@pytest.mark.parametrize("before", ["", "game shishibo\n", ROUND, SHEET])
def test_hostile_text_is_a_fault_in_one_short_printable_line(before: str, text: str) -> None:
    with pytest.raises(FormatError) as raised:
        read_script(before + text)
    message = str(raised.value)
    assert message.isprintable()
    assert len(message) < 1000


def test_a_fault_behind_an_odd_character_still_names_the_line_an_editor_shows() -> None:
    """Only the ends of lines count lines: what some programs take for one, such as a form feed, does not."""
    with pytest.raises(FormatError, match=r"^line 2: "):
        read_script("title A\x0cB\u2028C\ngame koi-koi\nseed 1")


@pytest.mark.parametrize("given", [(), ("Ann",), ("Ann", "Bo", "Cy", "Di")])
def test_who_is_given_no_name_has_the_usual_one(given: tuple[str, ...]) -> None:
    assert names_at(3, given) == (*given, *("Ume", "Kiku", "Hagi")[len(given) :])[:3]


# --- scenes ---------------------------------------------------------------------------------------


def lying(scene: Round) -> list[int]:
    """Where the cards of a scene lie, but for the pile, as sets."""
    drawn = 0 if scene.drawn is None else 1 << scene.drawn
    return [*map(as_set, scene.hands), *scene.captured, scene.field, scene.trash, drawn]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_scene_shows_the_table_as_it_was_when_its_event_was_told(variant: str) -> None:
    """No card is lost or doubled, and between two events the field changes by the cards of the second."""
    for seed, table in enumerate(some_tables(variant)):
        round_ = Round(table, deal(table, Random(seed)))
        round_.play_randomly(Random(seed))
        before: Round | None = None
        for frame in round_story(round_).frames:
            scene, event = frame.scene, frame.told
            assert isinstance(scene, Round)
            conserved(scene)
            if isinstance(event, Event) and before is not None and before.revealed:
                lays = event.what.endswith(".lays")
                if lays or event.what.endswith(".takes") or event.what.endswith(".throws"):
                    assert scene.field == before.field & ~event.taken | (event.cards if lays else 0)
                elif event.what in ("hiki", "gaji-out", "gaji-rest"):
                    assert scene.field == before.field & ~event.cards
                elif event.what == "new-table":
                    assert scene.field == event.cards
            before = scene
        assert before is not None and before.finished


def conserved(scene: Round) -> None:
    if not scene.revealed:
        assert scene.pile_left == 48
        return
    together = 0
    for cards in lying(scene):
        assert not together & cards
        together |= cards
    out = [seat for seat in range(len(scene.hands)) if seat not in scene.active]
    twice = 0 if scene.play_began else sum(len(scene.hands[seat]) for seat in out)
    assert together.bit_count() + scene.pile_left - twice == 48


def test_the_card_from_the_hand_is_told_before_the_drawn_card_lies_there() -> None:
    told = at_table(["7A 1R 2R 3R 4R 5R 6R"], "7C1 8B 9A 10A 11B 12B", "8A", actions="pass, pass, pass")
    told.play("nashi, nashi, nashi, 7A")
    played, drawn = round_story(told.round).frames[-2:]

    assert isinstance(played.scene, Round) and isinstance(drawn.scene, Round)
    assert (played.told.what, drawn.told.what) == ("plays.takes", "draws.takes")  # type: ignore[union-attr]
    assert written_set(played.scene.field) == "8B 9A 10A 11B 12B"
    assert played.scene.captured[0] == mask("7A 7C1")
    assert (played.scene.turn, played.scene.pile_left) == (0, 21)
    assert written_set(drawn.scene.field) == "9A 10A 11B 12B"
    assert drawn.scene.captured[0] == mask("7A 7C1 8A 8B")
    assert (drawn.scene.turn, drawn.scene.pile_left) == (0, 20)


def written_set(cards: int) -> str:
    return written(n for n in range(48) if cards >> n & 1)


def test_hiki_and_the_gaji_still_lie_on_the_table_when_it_is_revealed() -> None:
    field = "1B 1R 1C1 1C2 2A 3B 11C 12B"
    told = at_table([None] * 2, field, variant="sakura-simple", players=2)
    frames = {frame.told.what: frame.scene for frame in round_story(told.round).frames}  # type: ignore[union-attr]

    assert frames["field"].field == mask(field)
    assert frames["hiki"].field == mask("2A 3B 11C 12B")
    assert frames["gaji-out"].field == mask("2A 3B 12B")


def test_before_the_deal_no_card_is_anywhere() -> None:
    """In comprehensive Enshu-bana the blind raise comes first: the walk shows no hand and a whole pile."""
    walk = Walk(new_round("enshu-comprehensive", 3, 1))
    view: Any = walk.view(None)

    assert [seat["hand"]["cards"] for seat in view["seats"]] == [[], [], []]
    assert view["field"]["cards"] == []
    assert view["pile"]["count"] == 48
    assert view["told"]["text"] == words.say("told.undealt")


def test_a_row_of_a_sheet_lights_the_cards_it_counts_and_no_others() -> None:
    frames = read_script(SHEET).frames
    lit = {
        frame.told.step: [
            (group.key, group.seat, written_set(group.lit)) for group in frame.scene if group.lit
        ]  # type: ignore[union-attr]
        for frame in frames
        if isinstance(frame.told, Row)
    }

    assert lit["honba"] == [("field", None, "8B")]
    assert lit["cut-off"] == [("captured", 0, "1R 2R 3R")]
    assert lit["payment"] == []


# --- questions ------------------------------------------------------------------------------------


def test_what_a_card_may_take() -> None:
    """Two Plums: either. The Boar finds no Bush clover. Each card of another month has its reason."""
    told = at_table(["2A 7A 1R 3R 4R 5R 6R"], "2C1 2C2 8B 9A 10A 12B", actions="pass, pass, pass")
    round_ = told.play("nashi, nashi, nashi").round
    plum, boar = questions.takes(round_, 4), questions.takes(round_, 24)

    assert plum.accepted == {"2C1 2C2"}
    assert plum.rule == "hana-awase.two"
    assert plum.among == mask("2C1 2C2 8B 9A 10A 12B")
    assert set(plum.reasons) == {"8B", "9A", "10A", "12B"}
    assert boar.accepted == {"-"}
    assert boar.rule == "hana-awase.none"
    assert boar.otherwise.what == "why.takes-nothing"


def test_what_a_wild_card_and_the_gaji_may_take() -> None:
    """The Crane takes anything; a Plum takes its month or the Moon on the field; the gaji takes anything."""
    wild = at_table(
        ["1B 2R 3R 4R 5R 6R 7R 9R"], "2A 3C1 4C1 5C1 6C1 8B 9C1 10C1", variant="matsu-kiri-bozu", players=2
    )
    assert questions.takes(wild.round, 0).accepted == {"2A 3C1 4C1 5C1 6C1 8B 9C1 10C1"}
    assert questions.takes(wild.round, 5).accepted == {"2A 8B"}
    assert set(questions.takes(wild.round, 5).reasons) == {"3C1", "4C1", "5C1", "6C1", "9C1", "10C1"}
    gaji = at_table(
        ["11C 2R 3R 4R 5R 6R 7R 9R"], "2A 3C1 4C1 5C1 6C1 8B 9C1 10C1", variant="sakura-simple", players=2
    )
    assert questions.takes(gaji.round, 43).accepted == {"2A 3C1 4C1 5C1 6C1 8B 9C1 10C1"}


def stopping(told: Any, action: str) -> Question:
    before = told.round
    after = before.copy()
    after.play(action)
    return questions.stops(before, after)


def test_whether_a_move_stops_the_round_and_what_does_or_does_not() -> None:
    hands = ["1R 2R 3R 4R 5R 7R 11R", "4A 4C2 5A 6R 7A 8A 9A", "9R 10A 10R 11B 11A 12C1 12C2"]
    pile = "4C1 5C1 6A 6C1 7C1 9C1 9C2 11C 5C2"
    told = at_table(hands, "1C1 2C1 3C1 8B 10C1 12B", pile, actions="pass, pass, pass")
    told.play("nashi, nashi, nashi")
    first = stopping(told, "1R")
    assert (first.accepted, first.otherwise.what) == ({"no"}, "why.goes-on")
    assert first.otherwise.words == {"yaku": "akatan"}
    assert first.otherwise.cards == mask("2R 3R")
    for action in ("1R", "2R"):
        told.round.play(action)
        while told.round.turn != 0:
            told.round.play(told.round.legal_text()[0])
    last = stopping(told, "3R")
    assert (last.accepted, last.rule, last.otherwise.what) == ({"yes"}, "shishibo.akatan", "why.stops")


def test_a_round_can_be_stopped_by_more_than_a_cut_off() -> None:
    """A shown hand, a player who stops, an auction that fails: each says so in its own words."""
    four = at_table(["8B 8A 8C1 8C2 1R 2R 3R"], variant="enshu-wagers")
    assert stopping(four, "show shihon").otherwise.rule == "enshu-wagers.teyaku-stops"
    assert stopping(four, "show shihon").accepted == {"yes"}
    assert stopping(four, "pass").accepted == {"no"}

    stop = at_table(
        ["8B 1R 2R 3R 4R 5R 6R"], "8A 9A 10A 11A 12B 7A", variant="sakura-simple", options={"stop": True}
    )
    stop.play("8B")
    assert stopping(stop, "stop").otherwise.rule == "sakura-simple.stopped"
    assert stopping(stop, "continue").otherwise.what == "why.nothing-stops"

    auction = at_table(variant="oi-bana", actions="bid 10, pass")
    assert stopping(auction, "pass").otherwise.rule == "oi-bana.void"


def test_the_stake_at_any_moment() -> None:
    """Crane and Moon on the field: 1 + 2; a blind raise makes 4, a kotsu 5."""
    told = at_table(None, "1B 8B 2C1 3C1 5C1 6C1")
    assert questions.stake(told.round).accepted == {"3"}
    told.play("mizu-kotsu, pass, pass")
    assert questions.stake(told.round).accepted == {"4"}
    told.play("nashi, kotsu")
    assert questions.stake(told.round).accepted == {"5"}
    assert [frame.told.after for frame in questions.stake(told.round).proof] == [3, 4, 5]  # type: ignore[union-attr]


def of_a_sheet(sheet: dict[str, Any]) -> tuple[Any, list[int], Any]:
    read = read_sheet(sheet)
    settling = settle(read)
    return settling, list(settling.seats), sheet_spread(read)


def reasons(question: Question) -> dict[str, str]:
    return {answer: event.what.removeprefix("why.") for answer, event in question.reasons.items()}


def test_what_a_loser_pays_and_the_known_ways_to_misread_it() -> None:
    """One Bright and two kotsu make 4, Shikō triples: 12. Misread: 4 + 3, 4, 12 × 3, the winner's 120."""
    sheet = sheet_of(["1B 3B 8B 12B", "7A", "10A"], field="8B 2C1 3C1 4C1 5C1 6C1", raises={"kotsu": 2})
    pays = questions.pays(*of_a_sheet(sheet))

    assert pays.accepted == {"12"}
    assert pays.seat == 1
    assert reasons(pays) == {
        "7": "added-multiplier",
        "4": "forgot-multiplier",
        "36": "multiplied-twice",
        "120": "paid-points",
    }


def test_a_misreading_that_gives_the_right_payment_is_no_misreading() -> None:
    """2-honba and Akatan: 2 × 2 is 2 + 2, so adding is not told to be wrong. Twice is 8."""
    sheet = sheet_of(["1R 2R 3R", "7A", "10A"], field="8B 2C1 3C1 4C1 5C1 6C1")
    pays = questions.pays(*of_a_sheet(sheet))

    assert pays.accepted == {"4"}
    assert reasons(pays) == {"2": "forgot-multiplier", "8": "multiplied-twice", "15": "paid-points"}


def test_of_a_score_that_is_paid_the_multipliers_are_misread_too() -> None:
    """75 card points, a field of 2, nothing deducted: 150. Left out 75, added 77, twice 300."""
    sheet = sheet_of(["1B 8B 9A 9R", "7A", "10A"], variant="enshu-comprehensive", raises={"kotsu": 1})
    pays = questions.pays(*of_a_sheet(sheet))

    assert pays.accepted == {"150"}
    assert reasons(pays) == {
        "75": "forgot-multiplier",
        "77": "added-multiplier",
        "300": "multiplied-twice",
    }


def test_where_nobody_pays_the_question_is_about_one_who_did_not_win() -> None:
    sheet = sheet_of(["1B 8B", "7A"], variant="sakura-simple", field="")  # 40 to 5: one game
    assert questions.pays(*of_a_sheet(sheet)).accepted == {"1"}
    close = sheet_of(["7A", "1B"], variant="sakura-simple", field="")  # 5 to 20: no game
    pays = questions.pays(*of_a_sheet(close))
    assert (pays.seat, pays.accepted) == (0, {"0"})
    tie = questions.pays(*of_a_sheet(sheet_of(["1B", "8B"], variant="sakura-simple", field="")))
    assert (tie.accepted, tie.rule) == ({"0"}, "sakura-simple.tie")


def test_who_wins_and_that_of_a_side_both_do() -> None:
    sides = sheet_of(["1B", "2A", "8B", "4A"], variant="sakura", field="", options={"partnership": True})
    winner = questions.winner(*of_a_sheet(sides))
    assert winner.accepted == {"0", "2"}
    assert [choice.value for choice in winner.choices] == ["0", "1", "2", "3", "nobody"]
    # The partner's total is the side's: two Brights.
    settling, seats, scene = of_a_sheet(sides)
    assert questions.points(settling, 2, seats, scene).accepted == {"40"}
    assert questions.points(settling, 2, seats, scene).proof

    void = questions.winner(*of_a_sheet(sheet_of(["1B", "9R", "7A"], variant="enshu-comprehensive", fuke=1)))
    assert (void.accepted, void.rule) == ({"nobody"}, "enshu-comprehensive.fuke")


def test_a_total_is_proved_by_the_rows_of_its_seat_alone() -> None:
    sheet = sheet_of(["1B 8B 4A", "7A 6A", "10A 9A"])
    settling, seats, scene = of_a_sheet(sheet)
    points = questions.points(settling, 0, seats, scene)

    assert points.accepted == {"120"}  # 60 + 10 and the Moon with the Cuckoo
    assert [frame.told.after for frame in points.proof] == [60, 70, 120]  # type: ignore[union-attr]
    assert {frame.told.seat for frame in points.proof} == {0}  # type: ignore[union-attr]


# --- walks ----------------------------------------------------------------------------------------


def do(walk: Walk, action: str) -> Any:
    walk.do({"seq": walk.seq, "do": action})
    return walk.view(None)


def at_question(key: str, text: str = ROUND) -> Walk:
    """A walk at its first question of this kind, earlier ones shown."""
    walk = Walk(read_script(text))
    while True:
        view = do(walk, f"step {walk.reach}")
        told = walk.story.frames[walk.step].told
        if isinstance(told, Question) and told.key == key:
            return walk
        assert view["ask"]
        do(walk, "reveal")


def test_nothing_beyond_an_open_question_is_in_any_view() -> None:
    """Whatever is asked for, no sentence of a later frame and no later settlement is sent."""
    story = read_script(ROUND)
    texts = frames_of(story)
    last = len(texts) - 1
    for question in [at for at, frame in enumerate(story.frames) if isinstance(frame.told, Question)]:
        walk = Walk(story)
        for at in range(question):
            if isinstance(story.frames[at].told, Question):
                do(walk, f"step {at}")
                do(walk, "reveal")
        later = set(texts[question + 1 :]) - set(texts[: question + 1])
        for action in (
            "step 0",
            f"step {question}",
            f"step {last}",
            "pick 8B",
            "back",
            "answer x",
            f"step {question}",
        ):
            sent = json.dumps(do(walk, action), ensure_ascii=False)
            assert walk.step <= question
            assert not [text for text in later if json.dumps(text, ensure_ascii=False)[1:-1] in sent]
        view: Any = walk.view(None)
        assert view["walk"]["reach"] == question
        assert view["ledger"] is None
        assert view["ask"]["rule"] is None
        right = story.frames[question].told
        assert isinstance(right, Question)
        company = Company(story.names, "shishibo")
        assert str(said(Frame((), right.otherwise), story.rules, company)["text"]) not in json.dumps(view)


def test_asking_for_a_later_step_leads_to_the_open_question_and_says_why() -> None:
    walk = Walk(read_script(ROUND))
    before = walk.seq
    view = do(walk, f"step {walk.last}")

    assert walk.step == 3
    assert walk.seq == before + 1
    assert view["refused"]["text"] == words.say("refused.unanswered")
    assert do(walk, f"step {walk.last}")["refused"]
    assert (walk.step, walk.seq) == (3, before + 1)


def test_a_right_number_opens_the_way_and_says_why_it_is_right() -> None:
    for written_as in ("3", " 3 ", "+3", "03"):
        walk = at_question("stake")
        view = do(walk, f"answer {written_as}")
        assert walk.reach > 3
        assert view["ask"]["why"] == "Right. The soba is 3-honba."
        assert view["live"] == view["ask"]["why"]
        assert view["ask"]["rule"]["id"] == "shishibo.soba"
        assert do(walk, "step 4")["told"]["text"] == "Ume passes and looks at the hand."
        assert do(walk, "step 3")["ask"]["why"] == "Right. The soba is 3-honba."


def test_a_wrong_number_plays_out_what_the_rules_do_and_is_taken_back() -> None:
    walk = at_question("stake")
    view = do(walk, "answer 2")
    assert view["told"]["text"] == "The soba is 3-honba."
    assert view["walk"]["back"]["do"] == "back"
    assert view["walk"]["last"] == 1
    view = do(walk, "step 1")
    assert view["told"]["text"] == "2 Brights lie on the dealt field: 2 + 1. The soba is 3."
    assert view["ledger"]["outcome"] == ""  # a stake is nobody's yet
    assert do(walk, "step 2")["refused"]
    view = do(walk, "back")
    assert view["ask"]["number"]
    assert walk.reach == 3
    assert do(walk, "answer 3")["ask"]["why"].startswith("Right.")


def test_cards_are_picked_and_put_back_and_a_wrong_one_is_told_why() -> None:
    walk = at_question("takes")
    view = do(walk, "pick 1B")
    assert view["ask"]["pick"]["picked"] == ["1B"]
    assert view["ask"]["pick"]["cards"] == ["1B", "4R", "6C1", "8B", "10C2", "11A"]
    assert do(walk, "pick 7A")["refused"]  # not on the field
    assert do(walk, "pick 8b")["refused"]
    view = do(walk, "answer")
    assert view["told"]["text"] == "Susuki grass with geese cannot take Pine with crane: the months differ."
    do(walk, "back")
    do(walk, "pick 1B")
    assert (
        do(walk, "answer")["told"]["text"] == "Susuki grass with geese may take Susuki grass with full moon."
    )
    do(walk, "back")
    view = do(walk, "pick 8B")
    assert view["ask"]["pick"]["picked"] == ["8B"]
    assert do(walk, "answer")["ask"]["why"].startswith("Right.")


def test_a_choice_is_answered_by_its_value_and_a_wrong_one_is_told_why() -> None:
    walk = at_question("stops")
    assert [choice["do"] for choice in walk.view(None)["ask"]["choices"]] == [
        "answer yes",
        "answer no",
        "reveal",
    ]  # type: ignore[index]
    view = do(walk, "answer yes")
    assert view["told"]["text"].endswith("so the round goes on.")
    do(walk, "back")
    assert do(walk, "answer no")["ask"]["why"].startswith("Right.")


def test_the_misread_payment_is_told_and_its_proof_is_the_ledger() -> None:
    walk = at_question("pays")
    view = do(walk, "answer 210")
    assert view["told"]["text"] == words.say("event.why.paid-points")
    last = view["walk"]["last"]
    view = do(walk, f"step {last}")
    assert view["ledger"]["outcome"].startswith("Ume wins and receives 6")
    do(walk, "back")
    assert walk.view(None)["ledger"] is None
    assert do(walk, "answer 6")["ask"]["why"] == "Right. Kiku pays 6."


def test_an_answer_can_be_shown_and_then_no_other_is_taken() -> None:
    walk = at_question("stake")
    view = do(walk, "reveal")
    assert view["ask"]["why"] == "The answer: The soba is 3-honba."
    for late in ("answer 3", "reveal", "pick 8B"):
        assert do(walk, late)["refused"]


@pytest.mark.parametrize(
    "intent",
    [
        "answer", "answer ", "answer ²", "answer 1.5", "answer --3", "answer 9999999999999999", "answer yes",
        "pick 8B", "pick", "back", "step", "step -1", "step 9999999", "reveall", "", "answer\n3x",
    ],
)  # fmt: skip
def test_a_malformed_intent_at_a_question_changes_nothing(intent: str) -> None:
    walk = at_question("stake")
    before = walk.view(None) | {"refused": None}
    view = do(walk, intent)

    assert view["refused"]
    assert view | {"refused": None} == before


def test_a_stale_intent_is_refused_at_a_question_and_beside_the_way() -> None:
    walk = at_question("stake")
    walk.do({"seq": walk.seq - 1, "do": "answer 3"})
    assert walk.refused == {"text": words.say("refused.stale"), "rule": None}
    assert walk.reach == 3
    do(walk, "answer 2")
    for intent in ("answer 3", "pick 8B", "reveal", "step 99"):
        assert do(walk, intent)["refused"]
    assert walk.aside


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_walk_shows_every_step_forwards_and_backwards_alike(variant: str) -> None:
    table = some_tables(variant)[0]
    round_ = Round(table, deal(table, Random(3)))
    round_.play_randomly(Random(3))
    walk = Walk(round_)
    forwards = []
    for step in range(walk.last + 1):
        view = do(walk, f"step {step}")
        forwards.append({k: v for k, v in view.items() if k != "seq"})
        assert view["told"]["text"]
    for step in reversed(range(walk.last + 1)):
        view = do(walk, f"step {step}")
        assert {k: v for k, v in view.items() if k != "seq"} == forwards[step]


def test_an_unfinished_round_is_walked_as_far_as_it_went() -> None:
    told = at_table(actions="pass, pass")
    walk = Walk(told.round)

    assert walk.last == 3  # the deal, the field, two who passed
    assert do(walk, f"step {walk.last}")["ledger"] is None


def test_a_fuke_is_told_to_its_void_end() -> None:
    """Nobody captured points: the first seat declares, and the last frame says that nobody pays."""
    story = round_story(nothing_won("pass").play("fuke").round)

    assert frames_of(story)[-1] == "Nobody wins and nobody pays."
    assert isinstance(story.frames[-1].told, Event)
    assert story.frames[-1].told.rule == "enshu-comprehensive.fuke"


def test_a_sheet_is_told_row_by_row_as_its_answer_lists_it() -> None:
    sheet = sheet_of(["1R 2R 3R 1B", "7A 6A 4C1", "5C1"], teyaku=((), ["sanbon-4"], ()), raises={"kotsu": 2})
    story = sheet_story(read_sheet(sheet))
    rows = [frame.told for frame in story.frames if isinstance(frame.told, Row)]

    assert [row.rule for row in rows] == [row["rule"] for row in settled(sheet)["ledger"]]
    assert [row.after for row in rows] == [row["after"] for row in settled(sheet)["ledger"]]
