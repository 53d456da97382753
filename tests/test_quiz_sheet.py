"""Quizzes for teachers: on paper with the key apart, in their own words; what the notebook's lines give."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fake_families
import pytest

from hanalearn import notebook, words
from hanalearn.activities import quiz as quiz_module
from hanalearn.activities.quiz import Quiz
from hanalearn.game import FormatError
from hanalearn.lessons.quiz.written import number_of, read_written
from hanalearn.render.quiz_sheet import quiz_sheet


@pytest.fixture(autouse=True)
def with_fake_families(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(words, "_TEXT", {"question.month": "Which month?"} | words._TEXT)
    monkeypatch.setattr(quiz_module, "_families", lambda: fake_families)
    monkeypatch.setenv("HANALEARN_HOME", str(tmp_path))
    yield


# --- on paper ---


def test_the_same_seed_prints_the_same_sheet() -> None:
    first, again = (quiz_sheet(Quiz("shishibo", seed=3)) for _ in range(2))
    assert first == again
    assert first != quiz_sheet(Quiz("shishibo", seed=4))


def test_the_sheet_asks_and_only_the_key_answers() -> None:
    sheet = quiz_sheet(Quiz("shishibo", families=("pays", "takes", "made"), count=3, seed=1))
    for page in (sheet.questions.text, sheet.questions.html):
        assert "What does Kiku pay?" in page
        assert "Kiku pays 4." not in page
        assert words.say("question.shown") not in page
    for page in (sheet.key.text, sheet.key.html):
        assert "Answer: 4" in page
        assert "Answer: 8B 8C1" in page
        assert "Answer: a) Yes" in page
        assert "Kiku pays 4." in page
        assert words.say("question.shown") not in page
        assert "[S]" in page
    assert "Shishibo, 3 players. Seed 1." in sheet.questions.text
    assert sheet._repr_html_() == sheet.questions.html


def test_options_that_are_not_the_default_stand_on_the_sheet() -> None:
    sheet = quiz_sheet(Quiz("shishibo", count=1, options={"hand_yaku_points": "ignore"}))
    assert words.clause("shishibo.hand_yaku_points=ignore") in sheet.questions.text


def test_a_card_whose_name_is_asked_for_is_not_named_on_the_sheet() -> None:
    sheet = quiz_sheet(Quiz("shishibo", families="month", count=1))
    assert words.say("card.shows.11A") in sheet.questions.text
    assert "11A" not in sheet.questions.text
    assert 'alt="' + words.say("card.shows.11A") in sheet.questions.html


def test_a_teacher_s_words_are_shown_as_they_are_and_run_nothing() -> None:
    own = [
        {
            "question": "<script>alert(1)</script> & more",
            "type": "multiple_choice",
            "answers": [{"answer": "<b>", "correct": True}, {"answer": "no", "correct": False}],
        }
    ]
    sheet = quiz_sheet(Quiz("shishibo", written=read_written(own)))
    assert "<script>" not in sheet.questions.html + sheet.key.html
    assert "&lt;script&gt;" in sheet.questions.html
    assert "Answer: a) &lt;b&gt;" in sheet.key.html


# --- the jupyterquiz format ---


def choice(**fields: Any) -> dict[str, Any]:
    answers = [{"answer": "A", "correct": True}, {"answer": "B", "correct": False}]
    return {"question": "Which?", "type": "multiple_choice", "answers": answers} | fields


def numeric(*answers: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"question": "How many?", "type": "numeric", "answers": list(answers)} | fields


def test_all_three_kinds_are_read() -> None:
    many, one, number = read_written(
        [
            choice(type="many_choice", answer_cols=2, code="print(1)"),
            choice(),
            numeric(
                {"type": "value", "value": 3.14, "correct": True, "feedback": "Yes."},
                {"type": "range", "range": [3, 3.5], "correct": False, "feedback": "Near."},
                {"type": "default", "feedback": "No."},
                precision=2,
            ),
        ]
    )
    assert (many.many, many.code, many.right) == (True, "print(1)", ["A"])
    assert (one.many, [answer.text for answer in one.answers]) == (False, ["A", "B"])
    # Two significant digits: 3.1 is 3.14 here, and 3.2 falls into the range.
    found = [number.span_of(n) for text in ("3.1", "22/7", "3.2", "3.5") if (n := number_of(text))]
    assert [span.feedback if span else number.default for span in found] == ["Yes.", "Yes.", "Near.", "No."]


@pytest.mark.parametrize(
    "data, line",
    [
        ({}, "file: must be a list of questions, not {}"),
        ([], "file: must be a list of questions, not []"),
        ([choice()] * 201, "file: must be at most 200 questions, not 201"),
        ([choice(), 7], "[1]: must be an object, not 7"),
        ([choice(question=7)], "[0].question: must be text, not 7"),
        ([choice(question=" ")], "[0].question: must say something"),
        ([choice(question="x" * 2001)], "[0].question: must be at most 2000 characters, not 2001"),
        (
            [choice(type="string")],
            "[0].type: must be many_choice, multiple_choice or numeric, not string",
        ),
        ([choice(answers="A")], "[0].answers: must be a list, not A"),
        ([choice(answers=[])], "[0].answers: must be 1 to 26 answers, not 0"),
        ([choice(answer=1)], "[0].answer: is not a field here; known are question, type, "),
        ([choice(answers=[{"answer": "A"}])], "[0].answers[0].correct: is missing; it must be true or false"),
        ([choice(answers=[{"answer": "A", "correct": 1}])], "[0].answers[0].correct: must be true or false"),
        ([choice(answers=[{"correct": True}])], "[0].answers[0].answer: is missing; an answer needs"),
        (
            [choice(answers=[{"answer": "A", "correct": True, "feeback": ""}])],
            "[0].answers[0].feeback: is not a field here",
        ),
        (
            [choice(answers=[{"answer": a, "correct": True} for a in "AB"])],
            "[0].answers: must have exactly one that is correct, not 2",
        ),
        (
            [choice(type="many_choice", answers=[{"answer": "A", "correct": False}])],
            "[0].answers: must have at least one that is correct, not 0",
        ),
        (
            [choice(answers=[{"answer": "A", "correct": c} for c in (True, False)])],
            "[0].answers: has A twice",
        ),
        ([numeric({"correct": True})], "[0].answers[0].value: is missing; a numeric answer needs"),
        ([numeric({"value": "3", "correct": True})], "[0].answers[0].value: must be a number, not 3"),
        ([numeric({"value": float("inf"), "correct": True})], "[0].answers[0].value: must be a number"),
        ([numeric({"range": [3], "correct": True})], "[0].answers[0].range: must be two numbers, not [3]"),
        ([numeric({"range": [3, 3], "correct": True})], "[0].answers[0].range: must begin below its end"),
        ([numeric({"range": [3, None], "correct": True})], "[0].answers[0].range[1]: must be a number"),
        ([numeric({"value": 3, "correct": False})], "[0].answers: must have at least one that is correct"),
        (
            [numeric({"value": 3, "correct": True}, precision=0)],
            "[0].precision: must be a whole number from 1",
        ),
    ],
)
def test_every_fault_of_a_teacher_s_file_names_its_place(data: Any, line: str) -> None:
    with pytest.raises(FormatError) as raised:
        read_written(data)
    assert str(raised.value).startswith(line)
    assert str(raised.value).isprintable()


def test_all_faults_of_a_file_are_found_at_once() -> None:
    with pytest.raises(FormatError) as raised:
        read_written([choice(question=1), choice(), choice(type="x")])
    assert [error.place for error in (raised.value, *raised.value.also)] == ["[0].question", "[2].type"]


# --- the notebook ---


def test_a_quiz_in_a_notebook_keeps_progress_and_gives_a_table(tmp_path: Path) -> None:
    view = notebook.quiz("shishibo", families="payment", count=2, seed=3)
    for action in ("answer 4", "next", "answer 8", "reveal"):
        view.activity.do({"seq": view.activity.seq, "do": action})
    table = view.to_pandas()

    assert list(table["outcome"]) == ["right", "shown"]
    assert table.to_csv(index=False).startswith("question,variant,players,options,family,seed,prompt,")
    assert (tmp_path / "progress.json").exists()
    assert json.loads(json.dumps(view.view)) == view.view


def test_a_presenter_keeps_no_progress(tmp_path: Path) -> None:
    assert notebook.quiz("shishibo", presenter=True).view["progress"] is None
    assert not list(tmp_path.iterdir())


def test_a_teacher_s_file_is_asked_in_a_notebook(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps([choice()]))
    for given in (str(file), file, [choice()]):
        assert notebook.own_quiz(given).view["ask"]["text"] == "Which?"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call, problem",
    [
        (lambda: notebook.quiz("koi-koi"), "variant: koi-koi is not one of"),
        (lambda: notebook.quiz(7), "variant: 7 is not one of"),  # type: ignore[arg-type]
        (lambda: notebook.quiz("shishibo", families="koi"), "families: koi is not one of"),
        (lambda: notebook.quiz("shishibo", count=0), "count: must be a whole number"),
        (lambda: notebook.quiz_sheet("shishibo", seed="x"), "seed: must be a whole number"),  # type: ignore[arg-type]
        (lambda: notebook.own_quiz("nowhere.json"), "questions: nowhere.json: No such file"),
        (lambda: notebook.own_quiz([]), "file: must be a list of questions"),
    ],
)
def test_a_bad_argument_gives_one_clear_line(call: Any, problem: str) -> None:
    with pytest.raises(ValueError) as raised:
        call()
    assert problem in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_sheet_in_a_notebook_is_the_same_for_a_class() -> None:
    assert notebook.quiz_sheet("shishibo", count=4, seed=8) == notebook.quiz_sheet(
        "shishibo", count=4, seed=8
    )
