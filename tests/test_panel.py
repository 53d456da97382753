"""The rules in force beside every activity, and telling the same again under another option."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest
from support import VARIANTS, all_tables, some_tables

from hanalearn import words
from hanalearn.activities import Play, Settlement, Walk
from hanalearn.activities.activity import Activity
from hanalearn.activities.rules_panel import panel
from hanalearn.cards import ALL, DECK, written
from hanalearn.game import new_round, read_sheet
from hanalearn.lessons.examples import example
from hanalearn.lessons.explainers import explain
from hanalearn.lessons.glossary import TERMS, glossary
from hanalearn.lessons.script import read_script
from hanalearn.lessons.story import sheet_story
from hanalearn.rules import RULE_SETS, rules

MOST_BYTES = 40_000

#: Kiku: 3 Animals, 30 points, and all three yaku of the Boar. Ume: 90 + 20 + 5 points, two yaku of 50.
SUBSETS = "shishibo-subsets-counted"


def do(activity: Activity, action: str) -> Any:
    """The view after an intent."""
    activity.do({"seq": activity.seq, "do": action})
    return activity.view(None)


def opened(variant: str, players: int | None = None, **options: object) -> Any:
    """The panel of a table as JSON reads it back."""
    table = rules(variant, players or RULE_SETS[variant].players[0], options)
    return json.loads(json.dumps(panel(table, may_change=True)))


def yaku_of(shown: Any) -> dict[str, Any]:
    return {row["id"]: row for group in shown["yaku"]["groups"] for row in group["rows"]}


# --- what the panel shows -------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_panel_is_complete_and_small_at_every_table(variant: str) -> None:
    """All 48 cards once, twelve months, every option with one value in force, every yaku with its cards."""
    for table in some_tables(variant):
        shown: Any = panel(table, may_change=True)
        assert len(json.dumps(shown)) <= MOST_BYTES
        assert list(shown["cards"]) == [card.notation for card in DECK]
        months = [[card["id"] for card in row["cards"]] for row in shown["months"]["rows"]]
        assert list(chain.from_iterable(months)) == [card.notation for card in DECK]
        assert {row["name"]: row["value"] for row in shown["options"]["rows"]} == {
            name: str(value).lower() for name, value in table.options.items()
        }
        for row in shown["options"]["rows"]:
            now = [value["value"] for value in row["values"] if value["now"]]
            assert now == ([] if row["number"] else [row["value"]])
            assert row["rule"]["text"] and row["rule"]["tag"] in "SDH"
        made = {y.id: written(n for n in range(48) if cards >> n & 1) for cards, _, y in table.dekiyaku}
        rows = yaku_of(shown)
        assert {id_: " ".join(row["cards"]) for id_, row in rows.items() if row["cards"]} == made
        shows = table.options.get("teyaku", True)
        bases = {re.sub(r"-\d+$", "", t.id) for t in table.rule_set.teyaku} if shows else set()
        assert {id_ for id_, row in rows.items() if not row["cards"]} == bases


@pytest.mark.parametrize("variant", VARIANTS)
def test_card_points_of_the_panel_add_up_to_the_deck(variant: str) -> None:
    for table in some_tables(variant):
        rows: Any = panel(table, may_change=False)["points"]["rows"]  # type: ignore[index]
        assert sum(row["points"] * row["count"] for row in rows) == table.card_points(ALL)
        assert sum(len(row["cards"]) for row in rows) == 48


def test_yaku_are_worth_what_the_contract_says() -> None:
    """Taken from the rules: Shikō triples the soba; in the points game it multiplies by 3, or by 5."""
    assert yaku_of(opened("shishibo"))["shiko"]["worth"] == "ends the round, soba × 3"
    assert yaku_of(opened("enshu-points"))["shiko"]["worth"] == "score × 3"
    assert yaku_of(opened("enshu-points", shiko_multiplier=5))["shiko"]["worth"] == "score × 5"
    assert yaku_of(opened("enshu-wagers"))["shisou"]["worth"] == "ends the round, 10 wagers"
    assert yaku_of(opened("enshu-comprehensive"))["sanbon-bonus"]["worth"] == "100 points"
    assert yaku_of(opened("matsu-kiri-bozu"))["akatan"]["worth"] == "wins 40"
    assert yaku_of(opened("sakura"))["akatan"]["worth"] == "50 points"
    assert yaku_of(opened("shishibo"))["sanbon"]["worth"] == "50 points"
    assert yaku_of(opened("shishibo", hand_yaku_points="ignore"))["sanbon"]["worth"] == "0 points"


def test_where_no_yaku_stops_a_round_they_are_said_to_multiply() -> None:
    labels = [group["label"] for group in opened("enshu-points")["yaku"]["groups"]]

    assert labels == ["Hand yaku, shown before play", "Yaku that multiply", "Earned yaku"]
    assert opened("sakura-simple")["yaku"]["groups"] == []
    assert opened("sakura-simple")["yaku"]["none"] == "This game has no yaku."


def test_every_house_rule_of_the_options_is_marked() -> None:
    """hand_yaku_points: to add them is a house rule, to ignore them is what the source says."""
    shown = opened("shishibo")
    tags = {
        row["name"]: {value["value"]: value["rule"]["tag"] for value in row["values"]}
        for row in shown["options"]["rows"]
    }

    assert tags == {
        "stack_subsets": {"false": "H", "true": "H"},
        "double_cutoff": {"larger": "H", "product": "H"},
        "hand_yaku_points": {"add": "H", "ignore": "S"},
    }
    assert shown["points"]["rule"]["tag"] == "H"
    assert {row["tag"] for row in shown["tags"]["rows"]} == {"S", "D", "H"}


def test_what_cannot_be_changed_has_no_intent() -> None:
    fixed: Any = panel(rules("enshu-wagers", 3), may_change=False)
    assert fixed["options"]["fixed"] == "At this table the options stay as they are."
    assert not any(value["do"] for row in fixed["options"]["rows"] for value in row["values"])
    assert not any(row["number"] for row in fixed["options"]["rows"])

    changeable = {row["name"]: row for row in opened("enshu-wagers")["options"]["rows"]}
    assert changeable["wager"]["number"]["do"] == "option wager="
    assert [value["do"] for value in changeable["cutoff_pays"]["values"]] == [
        None,
        "option cutoff_pays=total",
    ]
    for players, do_ in ((3, None), (4, "option partnership=true")):
        rows = {row["name"]: row for row in opened("sakura", players)["options"]["rows"]}
        assert rows["partnership"]["values"][1]["do"] == do_


# --- the glossary ---------------------------------------------------------------------------------


def test_every_term_of_the_glossary_is_used_by_some_game() -> None:
    used = {term.id for variant in VARIANTS for term in glossary(some_tables(variant)[0])}

    assert used == set(TERMS)


def test_a_glossary_holds_the_words_of_its_own_game_alone() -> None:
    def terms(variant: str, **options: object) -> set[str]:
        return {row["id"] for row in opened(variant, **options)["glossary"]["rows"]}

    assert {"soba", "honba", "mizu-kotsu", "kotsu", "nashi", "biki", "fuke"} <= terms("shishibo")
    assert {"gaji", "hiki", "basa", "shira-basa", "chu", "oya-gachi"} <= terms("sakura")
    assert {"eldest-hand", "oi-bana"} <= terms("oi-bana") - terms("sakura")
    assert {"multiplier", "matchsticks"} <= terms("enshu-comprehensive") - terms("shishibo")
    assert {"pot", "wager"} <= terms("enshu-wagers") - terms("enshu-points")
    assert {"wild", "bozu"} <= terms("matsu-kiri-bozu")
    assert not terms("sakura-simple") & {"yaku", "teyaku", "basa", "soba", "fuke", "uchikiriyaku"}
    assert "teyaku" in terms("enshu-points")
    assert "teyaku" not in terms("enshu-points", teyaku=False)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_term_is_explained_in_at_most_two_sentences_and_once(variant: str) -> None:
    for table in all_tables(variant)[:1]:
        terms = glossary(table)
        assert Counter(term.name for term in terms).most_common(1)[0][1] == 1
        for term in terms:
            assert term.text.endswith(".") and term.text.count(".") <= 2
            assert all(name.strip() == name != "" for name in term.also)


def test_aliases_are_kanji_english_and_what_hawaii_says() -> None:
    rows = {row["id"]: row for row in opened("sakura")["glossary"]["rows"]}
    assert (rows["oya"]["kanji"], rows["oya"]["also"]) == ("親", ["dealer"])
    assert rows["rainman"]["also"] == ["Ono no Michikaze", "poet (Hawaii)"]
    assert rows["shira-basa"]["also"] == ["shira basu", "shiru basa"]
    months = opened("sakura")["months"]["rows"]
    assert [row["also"] for row in months if row["also"]] == [["pampas (Hawaii)"], ["rain (Hawaii)"]]
    assert months[0]["cards"][0] == {"id": "1B", "kanji": "鶴", "romaji": "tsuru"}
    assert yaku_of(opened("enshu-wagers"))["shiko"]["also"] == ["四光", "Tennō", "Emperor"]


# --- one key away from every activity -------------------------------------------------------------


@pytest.mark.parametrize(
    "activity",
    [
        lambda: Play(seed=2),
        lambda: Walk(example(SUBSETS).story),
        lambda: Settlement(example(SUBSETS).story.settling.sheet),
    ],
)
def test_the_panel_is_sent_when_it_is_asked_for_and_no_longer(activity: Any) -> None:
    at = activity()
    assert at.view(None)["panel"] is None
    seq = at.seq
    assert do(at, "rules")["panel"]["title"] == "Rules in force: Shishibo, 3 players"
    assert at.refused is None
    assert do(at, "rules close")["panel"] is None
    assert at.seq == seq  # a choice that was on its way is still timely
    assert at.view(None)["changed"] is None


def test_a_game_that_is_played_keeps_its_options() -> None:
    play = Play(seed=2)
    view = do(play, "option stack_subsets=true")

    assert view["refused"]["text"] == "At this table the options stay as they are."
    assert play.rules.options["stack_subsets"] is False


@pytest.mark.parametrize(
    "action",
    [
        "option",
        "option ",
        "option stack_subsets",
        "option stack_subsets=1",
        "option stack_subsets=True",
        "option wager=3",
        "option hand_yaku_points=",
        "option =",
        "option double_cutoff=larger=product",
        "rules open",
    ],
)
def test_an_option_that_does_not_exist_changes_nothing(action: str) -> None:
    walk = Walk(example(SUBSETS).story)
    before = walk.view(None)
    view = do(walk, action)

    assert view["refused"] is not None
    assert {key: view[key] for key in view if key != "refused"} == {
        key: before[key] for key in before if key != "refused"
    }


# --- the same under another option ----------------------------------------------------------------


def test_a_sheet_settled_under_another_option_says_what_changed() -> None:
    """With the pairs Kiku has 30 + 200 = 230 and wins; without them 30 + 100 = 130 against Ume's 215.

    A flat field: the winner gets 1 from each.
    """
    at = Settlement(example(SUBSETS).story.settling.sheet)
    assert at.settling.totals == [215, 230, 75]
    view = do(at, "option stack_subsets=false")

    assert (at.settling.totals, at.settling.payments) == ([215, 130, 75], [2, -1, -1])
    assert view["ledger"]["payments"][0] == {"name": "Ume", "text": "+2"}
    changed = view["changed"]
    assert changed["rule"]["id"] == "shishibo.stack_subsets=false"
    assert changed["texts"] == [
        "Ume wins instead of Kiku.",
        "Kiku has a total of 130 instead of 230.",
        "Ume comes to +2 instead of -1.",
        "Kiku comes to -1 instead of +2.",
    ]
    rows = [(row["seat"], row["step"], row["state"], row["before"], row["after"]) for row in changed["rows"]]
    assert rows == [
        ("Kiku", "Yaku", "before", "+50 → 80", ""),
        ("Kiku", "Yaku", "before", "+50 → 130", ""),
        ("Kiku", "Yaku", "changed", "+100 → 230", "+100 → 130"),
        ("Ume", "Winner", "changed", "Kiku", "Ume"),
        ("Kiku", "Payment", "changed", "+2", "-1"),
        ("Ume", "Payment", "changed", "-1", "+2"),
    ]


def test_an_option_that_does_not_matter_is_said_to_change_nothing() -> None:
    at = Settlement(example("shishibo-fuke").story.settling.sheet)
    view = do(at, "option stack_subsets=true")

    assert view["changed"]["texts"] == ["Nothing changes: the result is the same."]
    assert view["changed"]["rows"] == []


def test_a_number_is_an_option_too() -> None:
    """Everybody put in 1: with 4 each of the losers is 4 down."""
    at = Settlement(example("enshu-wagers-highest").story.settling.sheet)
    winner = at.settling.winner
    do(at, "option wager=4")

    assert at.refused is None
    assert [at.settling.payments[seat] for seat in at.settling.seats if seat != winner] == [-4, -4]


def answered(walk: Walk) -> None:
    """Have every question of a walk answered."""
    for step in range(walk.last + 1):
        do(walk, f"step {step}")
        do(walk, "reveal")


def test_a_walk_stays_where_it_is_under_another_option() -> None:
    """The same actions, so the same cards lie there; remarks of the author may be wrong and are left out."""
    walk = Walk(example("shishibo-akatan").story)
    answered(walk)
    at = next(n for n, f in enumerate(walk.story.frames) if getattr(f.told, "what", "") == "cut-off.ends")
    before = do(walk, f"step {at}")
    view = do(walk, "option hand_yaku_points=ignore")

    assert view["refused"] is None
    assert view["told"] == before["told"]
    for zone in ("field", "pile", "stake"):
        assert view[zone] == before[zone]
    for zone in ("hand", "captured"):
        assert [seat[zone] for seat in view["seats"]] == [seat[zone] for seat in before["seats"]]
    # Sanbon are worth 50 or nothing: 40 + 50 and 10 + 50.
    assert view["changed"]["texts"] == [
        "Kiku has a total of 40 instead of 90.",
        "Hagi has a total of 10 instead of 60.",
    ]
    assert view["live"].startswith("Kiku has a total of 40 instead of 90. ")
    notes = [line.removeprefix("note ") for line in example("shishibo-akatan").text.split("\n")]
    texts = [walk.stage.said(frame)["text"] for frame in walk.story.frames]
    assert not set(notes) & set(texts)

    back = do(walk, "option hand_yaku_points=add")
    assert (back["told"], back["walk"], back["title"]) == (before["told"], before["walk"], before["title"])
    assert not do(walk, f"step {at}")["live"].startswith("Kiku has a total")


def test_what_changed_is_not_told_before_an_open_question() -> None:
    walk = Walk(example(SUBSETS).story)
    view = do(walk, "option stack_subsets=false")
    later = "A question is still open. What changes in the result is told after it."
    assert view["changed"]["texts"] == [later]
    assert view["changed"]["rows"] == []
    assert (view["walk"]["at"], view["ledger"]) == (0, None)

    answered(walk)
    assert do(walk, "step 0")["changed"]["texts"][0] == "Ume wins instead of Kiku."


def test_an_answered_question_stays_answered() -> None:
    walk = Walk(example(SUBSETS).story)
    answered(walk)
    do(walk, "option stack_subsets=false")

    assert walk.reach == walk.last


@pytest.mark.parametrize(
    ("name", "setting", "reason"),
    [
        ("sakura-simple-stop", "stop=false", "continue is not possible then"),
        ("sakura-two-players", "two_player_deal=8/8", "it changes how the cards are dealt"),
        ("oi-bana-new-table", "new_table=false", "it changes how the cards are dealt"),
        ("sakura-two-players", "partnership=true", "needs 4 players, not 2"),
        ("enshu-points-hand-yaku", "teyaku=false", ""),
    ],
)
def test_what_the_actions_do_not_agree_with_is_refused(name: str, setting: str, reason: str) -> None:
    walk = Walk(example(name).story)
    before = dict(walk.rules.options)
    view = do(walk, f"option {setting}")

    assert reason in view["refused"]["text"]
    assert view["refused"]["text"].startswith("The same cannot be told with this option: ")
    assert view["refused"]["rule"]["id"] == f"{walk.rules.variant}.{setting}"
    assert walk.rules.options == before
    assert view["changed"] is None


def test_a_stopped_hand_cannot_be_settled_where_nobody_may_stop() -> None:
    sheet = {
        "variant": "sakura-simple",
        "options": {"stop": True},
        "seats": [{"captured": "1B"}, {"captured": "2A"}],
        "played_out": False,
    }
    at = Settlement(read_sheet(sheet))

    assert do(at, "option stop=false")["refused"]["rule"]["id"] == "sakura-simple.stop=false"
    assert at.settling.option("stop") is True


def test_what_a_script_leaves_to_an_opponent_is_played_the_same_again() -> None:
    script = "game shishibo\nplayers 3\nseed 3\nrest thumb\n"
    walk = Walk(read_script(script))
    played = walk.story.frames[-1].scene.actions  # type: ignore[union-attr]
    do(walk, "option stack_subsets=true")

    assert walk.refused is None
    assert walk.story.frames[-1].scene.actions == played  # type: ignore[union-attr]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_intent_of_every_panel_is_answered(variant: str) -> None:
    """In walks through rounds: another option is told, or refused with its clause; the rules say which."""
    for table in some_tables(variant)[:6]:
        round_ = new_round(variant, table.players, 5, dict(table.options))
        round_.play_randomly(Random(5))
        walk = Walk(round_)
        offered = do(walk, "rules")["panel"]["options"]["rows"]
        for row in offered:
            number = [f"{row['number']['do']}8"] if row["number"] else []
            for action in [value["do"] for value in row["values"] if value["do"]] + number:
                fresh = Walk(round_)
                view = do(fresh, action)
                json.dumps(view)
                name, _, value = action.removeprefix("option ").partition("=")
                if view["refused"]:
                    assert view["refused"]["rule"]["id"].startswith(f"{variant}.{name}")
                    assert fresh.rules is table
                else:
                    assert str(fresh.rules.options[name]).lower() == value
                    assert view["changed"]["texts"]


def test_an_explainer_is_told_again_under_another_option() -> None:
    """The three yaku of the Boar together: 100, or with the pairs inside 200."""
    walk = Walk(explain(rules("shishibo", 3), "replaced"))
    worth = [f.told.accepted for f in walk.story.frames if getattr(f.told, "key", "") == "worth"]
    do(walk, "option stack_subsets=true")
    again = [f.told.accepted for f in walk.story.frames if getattr(f.told, "key", "") == "worth"]

    assert (worth, again) == ([frozenset({"100"})], [frozenset({"200"})])


def test_a_story_without_another_way_to_be_told_keeps_its_options() -> None:
    story = sheet_story(example("shishibo-fuke").story.settling.sheet)  # type: ignore[union-attr]
    assert Walk(story).may_change
    walk = Walk(type(story)(story.rules, story.frames, story.names))

    assert not walk.may_change
    assert do(walk, "option stack_subsets=true")["refused"]["text"] == words.say("rules.fixed")
