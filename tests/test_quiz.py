"""Questions of quizzes: right by the referee in every family of every rule set, the same for the same seed,
wrong for a reason, nothing to gain by guessing; and the command that asks them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from math import sqrt
from random import Random

import pytest
from quizzes import checked, guessed
from support import VARIANTS, refusal, run, some_tables

from hanalearn.cards import DECK, mask
from hanalearn.lessons.quiz import chance, families, misread
from hanalearn.lessons.quiz.item import Item
from hanalearn.lessons.story import said
from hanalearn.lessons.telling import Company, event_text
from hanalearn.render.quiz import question_json
from hanalearn.rules import RULE_SETS, Rules, rules
from hanalearn.rules.settling import Row

QUESTIONS = 30
USUAL = {variant: rules(variant, RULE_SETS[variant].players[0]) for variant in VARIANTS}
ALL = [(variant, family) for variant, table in USUAL.items() for family in families.families(table)]


@cache
def items(variant: str, family: str) -> tuple[Item, ...]:
    """The first questions of a family at the usual table."""
    return tuple(families.item(USUAL[variant], family, seed) for seed in range(QUESTIONS))


def found(table: Rules, family: str, card: str) -> Item:
    """A question of a family about a single card."""
    asked = (families.item(table, family, seed) for seed in range(2000))
    return next(item for item in asked if item.frame.scene[0].cards == mask(card))  # type: ignore[index]


def reason(item: Item, answer: str) -> str:
    """What is told of a wrong answer."""
    return event_text(item.question.reasons[answer], Company(item.names, item.rules.variant))


# --- all families ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variant, family", ALL)
def test_the_referee_gives_the_same_answers_and_wrong_ones_have_reasons(variant: str, family: str) -> None:
    for item in items(variant, family):
        checked(item)


@pytest.mark.parametrize("variant", VARIANTS)
def test_so_it_is_at_every_table(variant: str) -> None:
    for number, table in enumerate(some_tables(variant)):
        for family in families.families(table):
            checked(families.item(table, family, number))


@pytest.mark.parametrize("variant, family", ALL)
def test_blind_guessing_gains_nothing(variant: str, family: str) -> None:
    """A loose bound for few questions: 5 points and four standard deviations; the soak has the exact one."""
    guesses = guessed(items(variant, family))
    spread = 4 * sqrt(max(guesses.chance, 0.05) * (1 - guesses.chance) / QUESTIONS)

    assert guesses.most <= 0.05 + spread


@pytest.mark.parametrize("variant, family", ALL)
def test_a_family_asks_more_than_one_thing(variant: str, family: str) -> None:
    asked = [question_json(item) for item in items(variant, family)]

    assert len({tuple(one["accepted"]) for one in asked}) > 1  # type: ignore[arg-type]
    assert len({json.dumps(one | {"seed": 0}) for one in asked}) > QUESTIONS // 2


@pytest.mark.parametrize("variant, family", ALL)
def test_hints_lead_on_step_by_step(variant: str, family: str) -> None:
    for item in items(variant, family):
        texts = [event_text(hint, Company(item.names, variant)) for hint in item.hints]
        assert len(set(texts)) == len(texts) >= 1
        prompt = said(item.frame, item.rules, Company(item.names, variant))["text"]
        assert prompt not in texts


def test_the_same_seed_asks_the_same_whatever_python_does_with_hashes() -> None:
    program = (
        "import json; from hanalearn.lessons.quiz import families; "
        "from hanalearn.render.quiz import question_json; from hanalearn.rules import RULE_SETS, rules\n"
        "for id_, rule_set in RULE_SETS.items():\n"
        "    table = rules(id_, rule_set.players[-1])\n"
        "    for family in families.families(table):\n"
        "        print(json.dumps(question_json(families.item(table, family, 11))))"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]

    assert told[0] == told[1]
    assert told[0].count("\n") > 100


def test_chance_is_drawn_from_random_alone() -> None:
    """No other method of the generator: those may differ between versions of Python."""

    class Alone(Random):
        def _only(self, *_: object, **__: object) -> float:
            raise AssertionError("drawn otherwise than by random()")

        choice = choices = shuffle = sample = randint = randrange = getrandbits = uniform = _only  # type: ignore[assignment]

    for variant, family in ALL:
        families.FAMILIES[family].make(USUAL[variant], Alone(3))


@pytest.mark.parametrize(
    "variant, here, not_here",
    [
        ("shishibo", "stops stake misdeal teyaku together fuke pays", "cleared"),
        ("enshu-points", "teyaku total otherwise", "stops stake pays fuke"),
        ("sakura-simple", "cleared takes pays", "made total stops misdeal teyaku tie"),
        ("oi-bana", "stake cleared made", "misdeal stops fuke"),
        ("matsu-kiri-bozu", "stops made misdeal", "teyaku stake total fuke otherwise"),
    ],
)
def test_families_are_those_that_make_sense_in_a_game(variant: str, here: str, not_here: str) -> None:
    own = families.families(USUAL[variant])

    assert set(here.split()) <= set(own)
    assert not set(not_here.split()) & set(own)


def test_options_and_players_decide_too() -> None:
    """Without hand yaku none is asked about; with three to tie, ties are asked about in the simple game."""
    assert "teyaku" not in families.families(rules("enshu-points", 2, {"teyaku": False}))
    assert "tie" in families.families(rules("sakura-simple", 3))
    assert "stake" not in families.families(rules("oi-bana", 4, {"stake_bid": "loser"}))


def test_groups_hold_every_family_once() -> None:
    grouped = [family for group in families.GROUPS.values() for family in group]

    assert sorted(grouped) == sorted(families.FAMILIES)
    assert not set(families.GROUPS) & set(families.FAMILIES)


# --- worked out by hand ---------------------------------------------------------------------------


def test_the_rainman_is_an_animal_in_shishibo_and_a_wrong_answer_is_told_so() -> None:
    item = found(USUAL["shishibo"], "kind", "11B")

    assert item.question.accepted == {"A"}
    assert (
        reason(item, "B")
        == "Willow with rainman is pictured like one, but in this game it counts as something else."
    )


def test_the_rainman_is_a_bright_in_matsu_kiri_bozu() -> None:
    assert found(USUAL["matsu-kiri-bozu"], "kind", "11B").question.accepted == {"B"}


def test_a_ribbon_is_worth_10_in_sakura_and_5_is_that_of_another_game() -> None:
    item = found(USUAL["sakura"], "worth", "4R")

    assert item.question.accepted == {"10"}
    assert reason(item, "5") == "That is what it comes to in Enshu-bana for wagers."


def test_the_crane_is_worth_100_in_matsu_kiri_bozu() -> None:
    """Wild 100; as a Bright like the Curtain it would be 20; in the comprehensive Enshu-bana it is 30."""
    item = found(USUAL["matsu-kiri-bozu"], "worth", "1B")

    assert item.question.accepted == {"100"}
    assert item.question.reasons["20"].what == "why.as-usual"
    assert item.question.reasons["30"].what == "why.elsewhere"


def test_card_points_under_the_misreading_that_the_rainman_is_a_bright() -> None:
    """Rainman 10 and Pine ribbon 5; as a Bright the Rainman would be 30. In Sakura 5 + 10, and 20 + 10."""
    cards = mask("11B 1R")
    for variant, right, misreading in (("shishibo", 15, 35), ("sakura", 15, 30)):
        found_ = {because.what: n for n, because in misread.card_points(USUAL[variant], cards)}
        assert USUAL[variant].card_points(cards) == right
        assert found_["why.counted-as-pictured"] == misreading


def test_a_ledger_followed_wrongly() -> None:
    """3 + 1, times 2, is 8. The factor added: 6; twice: 16; left out: 4. Without the added 1: 6."""
    rows = [
        Row("honba", None, "set", 3, 3, "x"),
        Row("kotsu", None, "add", 1, 4, "x"),
        Row("cut-off", None, "multiply", 2, 8, "x"),
        Row("payment", 0, "pay", 8, 8, "x"),
    ]

    assert misread.register(rows, None) == 8
    assert misread.register(rows, None, factor="add") == 6
    assert misread.register(rows, None, factor="twice") == 16
    assert misread.register(rows, None, factor="leave") == 4
    assert misread.register(rows, None, leave="kotsu") == 6


def test_yaku_of_koi_koi_that_exist_here_are_none_to_trip_over() -> None:
    assert set(misread.koi_koi(USUAL["shishibo"])) == {"hanami-zake", "tsukimi-zake", "inoshikacho"}
    asked = items("sakura", "made")
    foreign = [item for item in asked if any("koi-koi" in e.what for e in item.question.reasons.values())]
    assert foreign
    for item in foreign:
        (answer,) = (a for a, e in item.question.reasons.items() if e.what == "why.koi-koi")
        captured = item.frame.scene[0].cards  # type: ignore[index]
        assert not misread.KOI_KOI[answer] & ~captured


def test_ribbons_of_two_groups_stop_no_round() -> None:
    """Somewhere three ribbons are captured that are not of one group, and the answer yes is told why not."""
    asked = (families.item(USUAL["shishibo"], "stops", seed) for seed in range(200))
    item = next(i for i in asked if any(e.what == "why.ribbons-mixed" for e in i.question.reasons.values()))

    assert item.question.accepted == {"no"}
    assert reason(item, "yes").startswith("Ribbons of another group do not count")


def test_a_gaji_may_take_every_card_of_the_table() -> None:
    asked = (families.item(USUAL["sakura"], "takes", seed) for seed in range(300))
    item = next(i for i in asked if i.question.words["card"] == mask("11C"))
    scene = item.frame.scene

    assert item.question.accepted == {" ".join(c.notation for c in DECK if scene.field >> c.id & 1)}  # type: ignore[union-attr]


def test_after_a_tie_of_the_simple_game_the_same_player_deals() -> None:
    asked = items("sakura-simple", "dealer")
    ties = [item for item in asked if str(item.question.words["told"]).startswith("Nobody")]

    assert ties
    assert all(item.question.accepted == {item.names[0]} for item in ties)


def test_a_wanted_answer_is_looked_for_and_numbers_are_flattened() -> None:
    """Nine of ten draws give 1: looked for, 0 comes up every time; among many, as often as 1."""

    def make() -> int:
        return int(random.random() < 0.9)

    random = Random(1)
    assert {chance.aimed(random, (0,), make, int) for _ in range(20)} == {0}
    drawn = [chance.varied(random, 100, make, int) for _ in range(400)]
    assert 140 < sum(drawn) < 260


# --- the command ----------------------------------------------------------------------------------


def lines_of(*arguments: str) -> list[dict[str, object]]:
    ran = run("quiz", *arguments, "--json")
    assert ran.status == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def test_the_command_asks_the_same_for_the_same_seed_and_every_family_in_turn() -> None:
    first = lines_of("--variant", "shishibo", "--count", "24", "--seed", "5")

    assert first == lines_of("--variant", "shishibo", "--count", "24", "--seed", "5")
    assert first != lines_of("--variant", "shishibo", "--count", "24", "--seed", "6")
    assert {line["family"] for line in first} == set(families.families(USUAL["shishibo"]))


def test_a_line_tells_all_that_another_program_needs() -> None:
    (line,) = lines_of(
        "--variant", "sakura", "--family", "total", "--count", "1", "--players", "4", "--option", "chu=true"
    )

    assert (line["variant"], line["players"], line["family"], line["form"]) == (
        "sakura",
        4,
        "total",
        "number",
    )
    assert line["options"]["chu"] is True  # type: ignore[index]
    sheet = line["position"]["sheet"]  # type: ignore[index]
    assert len(sheet["seats"]) == 4
    settled = json.loads(run("score", "-", "--json", stdin=json.dumps(sheet).encode()).out)
    names = line["names"]
    asked = next(seat for seat in range(4) if f"total of {names[seat]}?" in str(line["prompt"]))  # type: ignore[index]
    assert line["accepted"] == [str(settled["seats"][asked]["total"])]
    for told in line["reasons"]:  # type: ignore[attr-defined]
        assert set(told) == {"answer", "text", "clause", "tag", "why"}


def test_a_round_shows_the_hand_of_the_viewer_alone() -> None:
    lines = lines_of("--variant", "sakura", "--family", "takes", "--count", "5")
    for line in lines:
        hands = line["position"]["hands"]  # type: ignore[index]
        assert hands[line["viewer"]]
        assert not any(hand for seat, hand in enumerate(hands) if seat != line["viewer"])


def test_the_text_asks_first_and_answers_when_it_is_told_to() -> None:
    asking = run("quiz", "--variant", "shishibo", "--count", "24")
    answering = run("quiz", "--variant", "shishibo", "--count", "24", "--answers")

    assert asking.status == answering.status == 0
    assert asking.out.startswith("Shishibo, 3 players\n\n1. ")
    assert "The answer:" not in asking.out
    assert answering.out.count("The answer:") == 24
    assert set(asking.out.splitlines()) <= set(answering.out.splitlines())


def test_the_families_of_a_game_are_listed() -> None:
    ran = run("quiz", "--variant", "matsu-kiri-bozu", "--list")
    names = [line.split()[0] for line in ran.out.splitlines()]

    assert names == families.families(USUAL["matsu-kiri-bozu"])
    assert "stops        what stops the round" in ran.out.splitlines()


REFUSED = [
    ("--variant shishibo --family koi", "families: koi is not one of cards, deal"),
    ("--variant shishibo --count -1", "--count: must be a whole number from 0"),
    ("--variant shishibo --seed -3", "--seed: must be a whole number from 0"),
    ("--variant shishibo --players 2", "players: shishibo is for 3 to 7 players, not 2"),
    ("--variant shishibo --option chu=true", "options.chu"),
    ("--variant koi-koi", "argument --variant"),
    ("--count 1", "the following arguments are required: --variant"),
]


@pytest.mark.parametrize("arguments, told", REFUSED)
def test_a_call_that_cannot_be_is_one_line(arguments: str, told: str) -> None:
    assert told in refusal(run("quiz", *arguments.split()))


def test_no_question_is_no_fault() -> None:
    assert lines_of("--variant", "sakura", "--count", "0") == []
