"""Quizzes: asked one by one, scored by the first answer, nothing of an answer shown before it is given."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import fake_families
import pytest
from fake_families import RIGHT, WRONG
from support import VARIANTS

from hanalearn import words
from hanalearn.activities.asking import shut
from hanalearn.activities.board import Board
from hanalearn.activities.quiz import Quiz
from hanalearn.game import FormatError, Round, new_round
from hanalearn.game.deal import deal
from hanalearn.lessons.progress import Progress
from hanalearn.lessons.quiz import families
from hanalearn.lessons.quiz.item import Item
from hanalearn.lessons.quiz.plan import plan
from hanalearn.lessons.quiz.report import read_report
from hanalearn.lessons.quiz.written import read_written
from hanalearn.lessons.story import Frame, Question, names_at, said
from hanalearn.lessons.telling import Company
from hanalearn.rules import Rules, rules


@pytest.fixture(autouse=True)
def a_word_for_the_fake_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_TEXT", {"question.month": "Which month?"} | words._TEXT)


def quiz(**named: Any) -> Quiz:
    return Quiz("shishibo", source=fake_families, **named)


def do(asked: Quiz, *actions: str) -> Any:
    for action in actions:
        asked.do({"seq": asked.seq, "do": action})
        assert asked.refused is None, asked.refused
    return asked.view(None)


def refused(asked: Quiz, action: str) -> str:
    """The reason of a refusal, which changed nothing else."""
    before = asked.view(None)
    asked.do({"seq": asked.seq, "do": action})
    view: Any = asked.view(None)
    assert view["refused"], action
    assert view | {"refused": None} == before | {"refused": None}
    return str(view["refused"]["text"])


def family_at(asked: Quiz) -> str:
    return asked.slots[asked.at].family


def answer(asked: Quiz, *, rightly: bool = True) -> Any:
    return do(asked, *(RIGHT if rightly else WRONG)[family_at(asked)])


# --- the plan ---


def test_the_same_seed_asks_the_same_and_another_seed_something_else() -> None:
    assert quiz(seed=3).slots == quiz(seed=3).slots
    assert quiz(seed=3).slots != quiz(seed=4).slots
    assert json.dumps(quiz(seed=3).view(None)) == json.dumps(quiz(seed=3).view(None))


def test_every_family_is_asked_once_before_any_is_asked_again() -> None:
    asked = [slot.family for slot in plan(["a", "b", "c"], 9, 1)]

    assert [sorted(asked[at : at + 3]) for at in (0, 3, 6)] == [["a", "b", "c"]] * 3


@pytest.mark.parametrize(
    "names, asked",
    [("pays", {"pays"}), ("yaku", {"made"}), (("payment", "month"), {"pays", "month"}), ((), set(RIGHT))],
)
def test_families_are_chosen_by_name_or_by_group(names: Any, asked: set[str]) -> None:
    assert {slot.family for slot in quiz(families=names, count=8).slots} == asked


@pytest.mark.parametrize(
    "named, problem",
    [
        ({"families": "koi"}, "families: koi is not one of yaku, payment, pays, takes, made, month"),
        ({"families": ("pays", 7)}, "families: 7 is not one of"),
        ({"count": 0}, "count: must be a whole number from 1 to 200, not 0"),
        ({"count": "ten"}, "count: must be a whole number"),
        ({"count": True}, "count: must be a whole number"),
        ({"seed": -1}, "seed: must be a whole number from 0"),
        ({"players": 2}, "players: shishibo is for 3 to 7 players, not 2"),
        ({"options": {"koi": 1}}, "koi"),
    ],
)
def test_what_does_not_exist_is_one_clear_line(named: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError) as raised:
        quiz(**named)
    assert problem in str(raised.value)
    assert "\n" not in str(raised.value)


def test_an_unknown_rule_set_is_refused_by_its_name() -> None:
    with pytest.raises(ValueError, match="variant: koi-koi is not one of enshu"):
        Quiz("koi-koi", source=fake_families)


# --- asking and answering ---


def test_nothing_of_the_answer_is_sent_before_it_is_given() -> None:
    """The sentence of the right answer, its clause and its proof are in no view of an open question."""
    asked = quiz(count=8)
    while not asked.over:
        task = asked.task(asked.at)
        question = task.frame.told
        assert isinstance(question, Question)
        company = Company(task.stage.names, "shishibo")
        right = str(said(Frame((), question.otherwise), task.stage.rules, company)["text"])
        for action in ("", "pick 4R", "answer x", "follow", "next", "step 1", "hint"):
            asked.do({"seq": asked.seq, "do": action})
            view: Any = asked.view(None)
            sent = json.dumps(view, ensure_ascii=False)
            assert right not in sent
            assert words.clause(question.rule) not in sent
            assert view["ledger"] is None
            assert view["ask"]["rule"] is None
            assert view["walk"] is None
        do(asked, "reveal")
        assert right in json.dumps(asked.view(None), ensure_ascii=False)
        do(asked, "next")


def test_the_name_of_a_card_is_not_written_beside_it_where_it_is_asked_for() -> None:
    asked = quiz(families="month")
    view: Any = asked.view(None)
    (shown,) = view["spread"][0]["cards"]

    assert (shown["month"], shown["kind"], shown["tag"]) == (None, "", "")
    assert shown["spoken"] == words.say("card.shows.11A")
    view = do(asked, "answer 11")
    assert view["spread"][0]["cards"][0]["month"] == 11


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_that_is_asked_about_tells_no_stake_no_points_and_no_moves(variant: str) -> None:
    """Whatever round it is: what is asked for would otherwise stand beside the question."""
    players = 2 if variant == "matsu-kiri-bozu" else 4 if variant.startswith("sakura") else 3
    round_ = new_round(variant, players, 5)
    random = Random(5)
    for _ in range(25):
        if round_.turn is None:
            break
        round_.push(round_.parse(random.choice(round_.legal_text()).replace("bid N", "bid 7")))
    company = Company(names_at(players), variant, round_.turn)
    view: Any = shut(Board(round_, round_.turn, company, [], 0).view())

    assert (view["phase"], view["stake"], view["log"]) == (None, None, None)
    assert all(seat["notes"] == [] and seat["points"] == "" for seat in view["seats"])
    assert '"do"' not in json.dumps(view)


def test_a_hand_that_the_viewer_may_not_see_is_in_no_view() -> None:
    table = rules("shishibo", 3)

    class Source:
        GROUPS: dict[str, tuple[str, ...]] = {}  # noqa: RUF012

        def families(self, rules: Rules) -> list[str]:
            return ["made"]

        def item(self, rules: Rules, family: str, seed: int) -> Item:
            made = fake_families.item(rules, "made", seed).question
            scene = Round(rules, deal(rules, Random(seed)))
            for _ in range(6):
                scene.push(scene.parse(scene.legal_text()[-1]))
            return Item(rules, family, seed, Frame(scene, made), names_at(3), viewer=1)

    asked = Quiz("shishibo", source=Source(), families="made", count=1)
    scene = asked.task(0).frame.scene
    assert isinstance(scene, Round)
    for action in ("", "answer no", "back", "answer yes"):
        asked.do({"seq": asked.seq, "do": action})
        view: Any = asked.view(None)
        hands = [[card.get("id") for card in seat["hand"]["cards"]] for seat in view["seats"]]
        assert hands[0] == hands[2] == [None] * 7
        assert len(set(hands[1])) == 7
        assert view["report"]["text"].count(": ") == 2  # the field and the viewer's own hand
    assert table.players == 3


def test_a_wrong_answer_is_told_why_it_is_wrong_by_which_clause_and_what_follows() -> None:
    asked = quiz(families="pays")
    view = do(asked, "answer 8")

    assert view["quiz"]["state"] == "wrong"
    assert view["ask"] is None
    assert view["told"]["text"] == words.say("event.why.multiplied-twice")
    assert view["told"]["rule"]["id"] == "shishibo.payment"
    assert view["walk"]["back"] == {"do": "back", "label": "Try again"}
    last = view["walk"]["last"]
    view = do(asked, f"step {last}")
    assert view["ledger"]["outcome"].startswith("Ume wins and receives 4")
    view = do(asked, "back")
    assert (view["ledger"], view["walk"]) == (None, None)
    view = do(asked, "answer 4")
    assert view["ask"]["why"] == "Right. Kiku pays 4."
    assert asked.results()[0]["outcome"] == "wrong"


def test_cards_are_picked_and_the_wrong_one_among_them_is_told_why() -> None:
    asked = quiz(families="takes")
    view = do(asked, "pick 8B", "pick 4R", "answer")
    assert "the months differ" in view["told"]["text"]
    view = do(asked, "back")
    assert view["ask"]["pick"]["picked"] == ["4R", "8B"]
    view = do(asked, "pick 4R", "pick 8C1", "answer")
    assert view["quiz"]["state"] == "right"


def test_after_the_answer_a_question_is_locked() -> None:
    for last in (RIGHT["made"], ["reveal"], [*WRONG["made"], "reveal"]):
        asked = quiz(families="made")
        do(asked, *last)
        for late in ("answer yes", "answer no", "reveal", "hint", "pick 1R", "back", "step 0"):
            assert refused(asked, late)
        assert len(asked.results()) == 1


def test_what_the_rules_do_can_be_followed_once_a_question_is_over() -> None:
    asked = quiz(families="pays")
    assert refused(asked, "follow")
    do(asked, "answer 4")
    view = do(asked, "follow")
    assert view["walk"]["back"]["label"] == "Back to the question"
    assert refused(asked, "reveal")
    assert do(asked, "back")["quiz"]["state"] == "right"
    assert do(asked, "follow", "next")["quiz"]["at"] == 2


def test_hints_come_one_by_one_light_their_cards_and_are_counted() -> None:
    asked = quiz(families="takes")
    view: Any = asked.view(None)
    assert view["quiz"]["hints"] == {"label": "Hints", "given": [], "left": 2}
    view = do(asked, "hint", "hint")
    assert (len(view["quiz"]["hints"]["given"]), view["quiz"]["hints"]["left"]) == (2, 0)
    assert view["spread"][1]["cards"][1]["mark"] == "counted"
    assert refused(asked, "hint")
    view = do(asked, *RIGHT["takes"])
    assert view["quiz"]["score"] == {
        "right": 0,
        "hinted": 1,
        "answered": 1,
        "text": "Right at once: 0 of 1. 1 more with hints.",
    }
    assert asked.results()[0]["hints"] == 2


def test_without_hints_none_is_offered() -> None:
    asked = quiz(families="made")
    assert "hint" not in json.dumps([c["do"] for c in asked.view(None)["ask"]["choices"]])  # type: ignore[index]
    assert refused(asked, "hint")


def test_the_rule_set_and_the_options_in_force_stand_on_every_question() -> None:
    asked = quiz(count=4, options={"hand_yaku_points": "ignore"}, players=4)
    while not asked.over:
        view: Any = asked.view(None)
        assert view["quiz"]["rules"] == "Shishibo, 4 players"
        assert view["quiz"]["options"] == [words.clause("shishibo.hand_yaku_points=ignore")]
        do(asked, "reveal", "next")
    assert quiz().view(None)["quiz"]["options"] == []  # type: ignore[index]


@pytest.mark.parametrize(
    "intent",
    [
        "", "answer", "answer ", "answer 1.5", "answer ²", "answer maybe", "pick 8B", "pick", "next",
        "reveal it", "again", "mistakes", "due", "back", "step 0", "hint 1", "follow",
        "option stack_subsets=true", "schedule on", "schedule maybe", "forget", "progress {}",
        "restore", "restore {}", "restore [", "restore " + "[" * 99_000,
        "answer " + "9" * 300, "x" * 99_000, "answer\nyes",
    ],
)  # fmt: skip
def test_a_malformed_intent_changes_nothing(intent: str) -> None:
    assert refused(quiz(families="made"), intent)


@pytest.mark.parametrize("intent", [None, 7, [], {"do": "reveal"}, {"seq": 0, "do": ["reveal"]}])
def test_what_is_no_intent_is_refused(intent: Any) -> None:
    asked = quiz()
    asked.do(intent)
    assert asked.refused


def test_a_stale_intent_is_refused() -> None:
    asked = quiz(families="made")
    do(asked, "answer yes")
    asked.do({"seq": 0, "do": "next"})
    assert asked.refused == {"text": words.say("refused.stale"), "rule": None}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_family_is_asked_hinted_refuted_and_answered(variant: str) -> None:
    """Of the real families: whatever is done with a question, its views, its report and its state hold."""
    asked = Quiz(variant, seed=7, count=len(Quiz(variant).families))
    while not asked.over:
        task = asked.task(asked.at)
        question = task.frame.told
        assert isinstance(question, Question)
        right = str(task.stage.said(Frame((), question.otherwise))["text"])
        for _ in task.hints:
            assert right not in json.dumps(do(asked, "hint"), ensure_ascii=False)
        text = asked.view(None)["report"]["text"]  # type: ignore[index]
        assert read_report(text, families).question.accepted == question.accepted
        if question.among is None:
            wrong = next((c.value for c in question.choices if c.value not in question.accepted), "987654")
            view = do(asked, f"answer {wrong}")
            for step in range(view["walk"]["last"] + 1):
                do(asked, f"step {step}")
            again = Quiz(variant, seed=7, count=asked.count)
            again.restore(asked.state())
            assert again.view(None) | {"seq": 0} == asked.view(None) | {"seq": 0}
            do(asked, "back", f"answer {min(question.accepted)}")
        else:
            cards = min(question.accepted).split()
            do(asked, *(f"pick {card}" for card in cards if card != "-"), "answer")
        assert asked.view(None)["quiz"]["state"] == "right"  # type: ignore[index]
        do(asked, "next")
    assert {row["family"] for row in asked.results()} == set(asked.families)


# --- the end ---


def test_the_result_counts_family_by_family_and_offers_the_mistakes() -> None:
    asked = quiz(count=4)
    wrong = asked.slots[1]
    for at in range(4):
        if at == 1:
            answer(asked, rightly=False)
            do(asked, "back")
        answer(asked)
        view = do(asked, "next")
    assert view["quiz"]["state"] == "over"
    assert view["quiz"]["score"]["text"] == "Right at once: 3 of 4."
    rows = {row["family"]: row["right"] for row in view["quiz"]["summary"]["rows"]}
    assert sum(rows.values()) == 3
    assert [choice["do"] for choice in view["ask"]["choices"]] == ["again", "mistakes"]
    view = do(asked, "mistakes")
    assert (view["quiz"]["at"], view["quiz"]["last"]) == (1, 1)
    assert asked.slots == [wrong]


def test_new_questions_are_those_of_the_next_seed() -> None:
    asked = quiz(count=1, families="made", seed=5)
    answer(asked)
    do(asked, "next")
    assert refused(asked, "mistakes") == words.say("refused.quiz.none")
    do(asked, "again")
    assert asked.slots == quiz(count=1, families="made", seed=6).slots


def test_results_are_rows_for_a_table() -> None:
    asked = quiz(count=1, families="pays", seed=2, options={"stack_subsets": True})
    assert asked.results() == []
    do(asked, "answer 8", "back", "answer 4")
    assert asked.results() == [
        {
            "question": 1,
            "variant": "shishibo",
            "players": 3,
            "options": "stack_subsets=true",
            "family": "pays",
            "seed": asked.slots[0].seed,
            "prompt": "What does Kiku pay?",
            "answers": "8 | 4",
            "hints": 0,
            "outcome": "wrong",
            "right_at_once": False,
        }
    ]


# --- reports ---


def test_a_report_makes_the_question_again() -> None:
    asked = quiz(families="takes", options={"double_cutoff": "product"}, players=4)
    view: Any = asked.view(None)
    text = view["report"]["text"]
    again = read_report(text, fake_families)

    assert "# Field: 4R 8B 8C1 11A" in text.split("\n")
    assert (again.family, again.seed) == asked.slots[0]
    assert (again.rules.players, again.rules.options["double_cutoff"]) == (4, "product")
    assert again.frame == asked.task(0).frame


@pytest.mark.parametrize(
    "old, new, problem",
    [
        ("questions 1", "questions 2", "questions: must be 1"),
        ("questions 1\n", "", "questions: is missing"),
        ("game shishibo", "game koi-koi", "variant: 'koi-koi' is not one of"),
        ("players 3", "players three", "players: must be a whole number, not three"),
        ("players 3", "players 3\nplayers 3", "line 5: players is given twice"),
        ("players 3", "players 3\noption stack_subsets", "line 5: stack_subsets must be"),
        ("family made", "family koi", "family: koi is not one of shishibo"),
        ("family made", "family made\nanswer yes", "line 6: answer is no word of a report"),
        ("family made", "x" * 20_000, "longer than"),
    ],
)
def test_a_report_that_cannot_be_right_names_its_line(old: str, new: str, problem: str) -> None:
    view: Any = quiz(families="made").view(None)
    with pytest.raises(FormatError) as raised:
        read_report(view["report"]["text"].replace(old, new), fake_families)
    assert problem in str(raised.value)


# --- a reload ---


@pytest.mark.parametrize("at", range(12))
def test_a_reload_in_the_middle_loses_nothing(at: int) -> None:
    """At every point of a way through a quiz, a new one takes up the page's copy and shows the same."""
    way = ["pick 4R", "answer", "step 0", "back", "hint", "pick 4R", "pick 8B", "pick 8C1", "answer", "next"]
    asked = quiz(families="takes", count=2)
    do(asked, *[*way, "reveal", "next"][:at])
    kept: Any = asked.view(None)["quiz"]
    fresh = quiz(families="takes", count=2)
    do(fresh, f"restore {kept['keep']['text']}")

    assert fresh.view(None) | {"seq": 0} == asked.view(None) | {"seq": 0}
    assert fresh.results() == asked.results()
    assert fresh.state() == asked.state()


def test_what_is_kept_of_a_quiz_holds_no_answer_that_was_not_given() -> None:
    kept = json.dumps(quiz(families="takes").state())
    assert "8B" not in kept
    assert "8C1" not in kept


def test_a_reload_after_new_questions_takes_up_the_new_ones() -> None:
    asked = quiz(families="made", count=1)
    do(asked, "answer yes", "next", "again")
    fresh = quiz(families="made", count=1)
    fresh.restore(asked.state())
    assert (fresh.slots, fresh.seed) == (asked.slots, 2)


@pytest.mark.parametrize(
    "change",
    [
        {"hanalearn-quiz": 2},
        {"questions": 99},
        {"quiz": "another"},
        {"seed": "1"},
        {"slots": []},
        {"slots": [["koi", 1]]},
        {"slots": [["takes", -1]]},
        {"slots": "takes"},
        {"at": 3},
        {"at": 1},
        {"aside": "1"},
        {"asked": {"7": {}}},
        {"asked": {"x": {}}},
        {"asked": {"0": {"answers": ["9Z"], "picked": "-", "hints": 0, "done": True}}},
        {"asked": {"0": {"answers": ["8C1 8B"], "picked": "-", "hints": 0, "done": True}}},
        {"asked": {"0": {"answers": ["8B 8C1", "4R"], "picked": "-", "hints": 0, "done": True}}},
        {"asked": {"0": {"answers": [], "picked": "-", "hints": 3, "done": True}}},
        {"asked": {"0": {"answers": [], "picked": "-", "hints": 0, "done": True, "score": 9}}},
        {"more": 1},
    ],
)
def test_a_state_that_cannot_be_is_refused_and_changes_nothing(change: dict[str, Any]) -> None:
    asked = quiz(families="takes", count=2)
    state = asked.state() | change
    assert refused(asked, f"restore {json.dumps(state)}").startswith("This cannot be taken in: ")


# --- progress ---


def test_how_a_question_was_answered_is_kept_once_and_not_again_after_a_reload(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    asked = quiz(families="made", count=2, progress=Progress(file))
    do(asked, "answer yes", "next", "answer no", "reveal")
    fresh = quiz(families="made", count=2, progress=Progress(file))
    fresh.restore(asked.state())
    view: Any = fresh.view(None)
    (skill,) = view["progress"]["skills"]

    assert skill["text"] == "1 of the latest 2 right at once; asked 2 in all."
    assert Progress(file).skills["shishibo/made@1"].last == "rs"


def test_the_browser_s_copy_is_merged_and_a_broken_one_is_told() -> None:
    known = Progress()
    known.record("shishibo/made@1", "shishibo/3//made/1@1", "right")
    asked = quiz(families="made", progress=Progress())
    view = do(asked, f"progress {known.mirror()}")
    assert len(view["progress"]["skills"]) == 1
    view = do(asked, "progress {")
    assert len(view["progress"]["skills"]) == 1
    assert view["progress"]["note"].startswith("Something could not be read")
    assert do(asked, "forget")["progress"]["skills"] == []


def test_mistakes_come_back_when_they_are_due_and_only_where_that_is_wanted() -> None:
    now = [1_767_520_000.0]
    asked = quiz(families="made", count=1, progress=Progress(clock=lambda: now[0]))
    mistake = asked.slots[0]
    view = do(asked, "answer no", "reveal", "next")
    assert view["progress"]["due"] == 0
    now[0] += 86_400
    view = asked.view(None)
    assert view["progress"]["due"] == 1
    assert "FSRS" in view["progress"]["schedule"]["text"]
    assert do(asked, "schedule off")["progress"]["due"] == 0
    do(asked, "schedule on", "due")
    assert asked.slots == [mistake]
    do(asked, "answer yes", "next")
    assert asked.view(None)["progress"]["due"] == 0  # type: ignore[index]


# --- presenters and teachers ---


def test_a_presenter_s_answers_are_hidden_until_they_are_shown() -> None:
    asked = quiz(presenter=True, count=4, progress=Progress())
    while not asked.over:
        view: Any = asked.view(None)
        assert [choice["do"] for choice in view["ask"]["choices"]] == ["reveal"]
        assert not {"pick", "number"} & set(view["ask"])
        for intent in (*RIGHT[family_at(asked)], "hint", "next"):
            refused(asked, intent)
        do(asked, "reveal", "next")
    assert asked.progress is not None
    assert asked.progress.skills == {}
    assert asked.view(None)["quiz"]["score"]["text"] == ""  # type: ignore[index]


OWN: list[dict[str, Any]] = [
    {
        "question": "Which ribbons make Akatan?",
        "type": "many_choice",
        "answers": [
            {"answer": "Pine", "correct": True},
            {"answer": "Peony", "correct": False, "feedback": "That is a blue one."},
            {"answer": "Plum", "correct": True},
        ],
    },
    {
        "question": "Who deals next?",
        "type": "multiple_choice",
        "answers": [
            {"answer": "The winner", "correct": True, "feedback": "As always here."},
            {"answer": "The loser", "correct": False},
        ],
    },
    {
        "question": "What is half of seven?",
        "type": "numeric",
        "answers": [
            {"value": 3.5, "correct": True, "feedback": "Exactly."},
            {"range": [0, 3], "correct": False, "feedback": "Too little."},
            {"type": "default", "feedback": "No."},
        ],
    },
]


def test_a_teacher_s_questions_are_asked_in_their_own_words() -> None:
    asked = Quiz("shishibo", written=read_written(OWN), source=fake_families)
    view = do(asked, "pick 0", "pick 1")
    assert view["ask"]["text"] == "Which ribbons make Akatan?"
    assert [choice.get("on") for choice in view["ask"]["choices"]] == [True, True, False, None, None]
    assert do(asked, "answer")["told"]["text"] == "That is a blue one."
    view = do(asked, "back", "pick 1", "answer")
    assert view["told"]["text"] == words.say("question.written.more")
    assert do(asked, "back", "pick 2", "answer")["quiz"]["state"] == "right"
    assert do(asked, "next", "answer 1")["told"]["text"] == words.say("question.written.wrong")
    assert do(asked, "back", "answer 0")["ask"]["why"] == "Right. As always here."
    assert do(asked, "next", "answer 2.9")["told"]["text"] == "Too little."
    assert do(asked, "back", "answer 3")["told"]["text"] == "No."
    assert do(asked, "back", "answer 7/2")["ask"]["why"] == "Right. Exactly."
    assert [row["outcome"] for row in asked.results()] == ["wrong"] * 3
    fresh = Quiz("shishibo", written=read_written(OWN), source=fake_families)
    fresh.restore(asked.state())
    assert fresh.results() == asked.results()


@pytest.mark.parametrize(
    "intent",
    [
        "answer",
        "answer ",
        "answer 3/0",
        "answer 1e9",
        "answer nan",
        "answer " + "9" * 100,
        "pick 0",
        "answer ½",
    ],
)
def test_what_is_no_number_is_no_answer_to_a_teacher_s_question(intent: str) -> None:
    asked = Quiz("shishibo", written=read_written(OWN[2:]), source=fake_families)
    assert refused(asked, intent)


def test_a_teacher_s_answers_are_in_no_view_before_they_are_given() -> None:
    asked = Quiz("shishibo", written=read_written(OWN), source=fake_families)
    sent = json.dumps(asked.view(None))
    assert "correct" not in sent
    assert "a blue one" not in sent
