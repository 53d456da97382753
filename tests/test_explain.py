"""``hanalearn explain``: a walk as text and as JSON, from a record, a score sheet, a script or an example."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support import refusal, run, sheet_of

from hanalearn import words
from hanalearn.game import new_round, record_of
from hanalearn.lessons.examples import example, names
from hanalearn.render.walk import walk_json, walk_text

SCRIPT = example("shishibo-akatan").text
SHEET = sheet_of(["1R 2R 3R 1B", "7A 6A 4C1", "5C1"], raises={"kotsu": 2})
RECORD: dict[str, Any] = {
    "hanalearn": 1,
    "variant": "shishibo",
    "players": 3,
    "deal": {"seed": 7},
    "actions": ["pass"],
}


def frames(*arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    ran = run("explain", *arguments, "--json", stdin=stdin)
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def text(*arguments: str, stdin: bytes = b"") -> str:
    ran = run("explain", *arguments, stdin=stdin)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def test_without_a_file_the_examples_are_listed_with_their_titles() -> None:
    lines = text().splitlines()
    assert len(lines) == len(names())
    assert [line.split()[0] for line in lines] == names()
    listed = {line["name"]: line["title"] for line in frames()}
    assert listed["shishibo-akatan"] == "Akatan, completed by a hand card"
    assert "Akatan, completed by a hand card" in text()


def test_an_example_a_script_and_standard_input_are_explained_alike(tmp_path: Path) -> None:
    file = tmp_path / "akatan.txt"
    file.write_text(SCRIPT, encoding="utf-8")

    assert text("shishibo-akatan") == text(str(file)) == text("-", stdin=SCRIPT.encode())
    assert frames("shishibo-akatan") == frames("-", stdin=b"\xef\xbb\xbf" + SCRIPT.encode())


def test_the_text_tells_what_happened_why_and_what_lies_where_if_it_changed() -> None:
    told = text("shishibo-akatan")

    assert told.startswith("Akatan, completed by a hand card\nShishibo: Ume, Kiku and Hagi\n")
    assert "[H] house rule: the source is silent" in told.splitlines()[2]
    # Frame 16: the ribbon takes the Sake cup; the hand and the field change, and the pile does not.
    told_16 = told.split("\n\n")[16].splitlines()
    assert told_16 == [
        "16. Ume plays Chrysanthemum blue ribbon and takes Chrysanthemum with sake cup.",
        "   One card of its month lies on the field, so both are captured. [S] Shishibo Rules",
        "   Field: 2R 2C2 3C1 3C2 12B",
        "   Hand of Ume: 1B 1R 2C1 9C1 10C1 11A",
        "   Captured by Ume: 9A 9R",
    ]
    assert "Kiku pays the soba to Ume. Payment: -4." in told
    assert told.rstrip().endswith("[S] Shishibo Rules")


def test_a_question_is_told_with_its_answer_and_the_clause_that_decides() -> None:
    told = text("shishibo-akatan")
    at = told.index("What is the soba now")
    lines = told[at:].splitlines()

    assert lines[1] == "   The answer: 2. The soba is 2-honba."
    assert lines[2].endswith("[S] Shishibo Rules")
    assert "Yes, it stops / No, it goes on" in told
    assert "The answer: Yes, it stops. It completes Akatan (Poetry Ribbons), which stops the round." in told


def test_json_has_one_object_a_frame_with_its_position_question_and_row() -> None:
    told = frames("shishibo-akatan")
    fields = {"frame", "of", "text", "why", "rule", "cards", "question", "position", "ledger"}

    assert [frame["frame"] for frame in told] == list(range(1, len(told) + 1))
    assert all(set(frame) == fields and frame["of"] == len(told) for frame in told)
    first = told[0]["position"]
    assert first["hands"][0] == "1B 1R 2C1 9R 9C1 10C1 11A"
    assert (first["field"], first["pile"], first["drawn"]) == ("2R 2C2 3C1 3C2 9A 12B", 21, None)
    assert first["captured"] == ["", "", ""]
    asked = [frame["question"] for frame in told if frame["question"]]
    assert [question["form"] for question in asked] == [
        "number",
        "cards",
        "cards",
        "choice",
        "choice",
        "number",
    ]
    takes = asked[1]
    assert (takes["accepted"], takes["among"]) == (["9A"], "2R 2C2 3C1 3C2 9A 12B")
    assert takes["reasons"]["12B"].endswith("cannot take Paulownia with phoenix: the months differ.")
    pays = asked[-1]
    assert (pays["accepted"], set(pays["reasons"])) == (["4"], {"2", "8", "80"})
    rows = [frame["ledger"] for frame in told if frame["ledger"]]
    assert [row["step"] for row in rows][:2] == ["honba", "card-points"]
    assert [(row["seat"], row["after"]) for row in rows if row["op"] == "pay"] == [(1, -4), (2, -4), (0, 8)]
    assert all(set(row) >= {"step", "seat", "op", "amount", "after", "rule", "tag", "text"} for row in rows)


def test_a_drawn_card_that_waits_lies_by_itself() -> None:
    waiting = [frame for frame in frames("shishibo-akatan") if frame["position"]["drawn"]]

    assert waiting[0]["text"] == "Ume turns over Cherry poetry ribbon and must choose."
    assert waiting[0]["position"]["drawn"] == "3R"
    assert "Turned over: 3R" in text("shishibo-akatan")


def test_cards_that_were_never_dealt_are_in_no_position() -> None:
    """Comprehensive Enshu-bana raises blindly before the deal: the hands are empty, the pile is whole."""
    told = frames("enshu-comprehensive-drop-out")
    undealt = [frame for frame in told if frame["position"]["pile"] == 48]

    assert len(undealt) == 8  # before the deal, two remarks, five seats that are asked
    assert all(not any(frame["position"]["hands"]) and not frame["position"]["field"] for frame in undealt)
    assert "48 cards" in text("enshu-comprehensive-drop-out")


def test_a_score_sheet_is_explained_row_by_row_with_the_cards_it_counts() -> None:
    told = frames("-", stdin=json.dumps(SHEET).encode())
    groups = told[0]["position"]["groups"]

    assert [group["label"] for group in groups] == [
        "Field",
        "Captured by Ume",
        "Captured by Kiku",
        "Captured by Hagi",
    ]
    assert groups[1]["cards"] == "1B 1R 2R 3R"
    cut_off = next(frame for frame in told if frame["ledger"] and frame["ledger"]["step"] == "cut-off")
    assert cut_off["position"]["groups"][1]["lit"] == "1R 2R 3R"
    assert (cut_off["ledger"]["amount"], cut_off["ledger"]["after"]) == (2, 6)  # (1 + 2) × 2
    assert "Ume wins and receives 6 from each of the other two." in text(
        "-", stdin=json.dumps(SHEET).encode()
    )


def test_a_record_is_explained_as_far_as_it_goes() -> None:
    told = frames("-", stdin=json.dumps(RECORD).encode())
    assert [frame["text"] for frame in told][1:] == [
        told[1]["text"],
        "Ume passes and looks at the hand.",
    ]
    whole = new_round("shishibo", 3, 7)
    from random import Random

    whole.play_randomly(Random(7))
    assert frames("-", stdin=json.dumps(record_of(whole)).encode())[-1]["rule"]["id"].startswith("shishibo.")


@pytest.mark.parametrize(
    "data, problem",
    [
        (b"", "game: is missing"),
        (b"\xff", "not UTF-8"),
        (b"game shishibo\nseed 1\nfly", "line 3: fly is not legal here"),
        (b"game shishibo\nseed 1\nnote \x1b[2J", "line 3: holds a character that cannot be printed"),
        (b"{", "not JSON"),
        (b"[]", "must be an object"),
        (b'{"variant": "shishibo"}', "seats"),
        (b'{"match": {}}', "match: cannot be explained"),
        (json.dumps(RECORD | {"actions": ["fly"]}).encode(), "actions[0]"),
        (b"x" * (4 * 2**20 + 1), "larger than 4 MB"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(data: bytes, problem: str) -> None:
    assert problem in refusal(run("explain", "-", stdin=data))
    assert problem in refusal(run("explain", "-", "--json", stdin=data))


@pytest.mark.parametrize("file", ["koi-koi", "shishibo-akatn", "a\x00b", "x" * 5000, ""])
def test_what_is_no_file_and_no_example_is_refused_in_one_line(file: str) -> None:
    assert "is no file and no example" in refusal(run("explain", file))


def test_a_file_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(run("explain", str(tmp_path)))


@pytest.mark.parametrize("name", names())
def test_every_example_is_explained_in_words_that_a_terminal_can_show(name: str) -> None:
    story = example(name).story
    lines = list(walk_text(story))
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) < 300
    numbered = [line for line in lines if line.partition(".")[0].isdecimal()]
    assert len(numbered) == len(story.frames) == len(list(walk_json(story)))


def test_the_help_tells_what_explain_takes() -> None:
    ran = run("explain", "--help")
    assert words.say("cli.explain.file").split()[0] in ran.out
    assert "the name of an example" in " ".join(ran.out.split())


def test_the_script_in_the_readme_is_explained() -> None:
    readme = (Path(__file__).resolve().parent.parent / "README.md").read_text("utf-8")
    (script,) = re.findall(r"```\n(title .*?)```", readme, re.DOTALL)
    told = text("-", stdin=script.encode())

    assert told.startswith("A round of our own\n")
    assert "The answer: 3. The soba is 3-honba." in told  # Crane and Moon on the field, and 1
