"""The command line: answers in JSON and in words, samples, checks, and every fault in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support import VARIANTS, payments, refusal, run, run_on, sheet_of, some_tables

from hanalearn import __version__
from hanalearn.cards import DECK
from hanalearn.game import new_round, record_of
from hanalearn.rules import RULE_SETS

SHEET = sheet_of(["1R 2R 3R 1B", "7A 6A 4C1", "5C1"], raises={"kotsu": 2})
RECORD: dict[str, Any] = {
    "hanalearn": 1,
    "variant": "shishibo",
    "players": 3,
    "deal": {"seed": 7},
    "actions": [],
}


def finished_record() -> dict[str, Any]:
    from random import Random

    round_ = new_round("shishibo", 3, 7)
    round_.play_randomly(Random(7))
    return record_of(round_)


def outside(
    *arguments: str, stdin: bytes | None = b"", env: dict[str, str] | None = None, shell: str = ""
) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, as a person runs it; ``shell`` is put behind it."""
    root = str(Path(__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": root, **(env or {})}
    command: Sequence[str] | str = [sys.executable, "-m", "hanalearn", *arguments]
    if shell:
        import shlex

        command = ["sh", "-c", f"{shlex.join(command)} {shell}"]
    return subprocess.run(command, input=stdin, capture_output=True, env=environment, timeout=60)


# --- answers --------------------------------------------------------------------------------------


def test_replay_answers_for_a_round_that_has_begun_whose_turn_it_is_and_what_is_legal() -> None:
    ran = run_on("replay", RECORD)
    answer = json.loads(ran.out)

    assert (ran.status, ran.err) == (0, "")
    assert (answer["finished"], answer["turn"], answer["legal"]) == (False, 0, ["mizu-kotsu", "pass"])
    assert answer["record"] == record_of(new_round("shishibo", 3, 7))
    assert [event["event"] for event in answer["events"]] == ["dealt", "field"]


def test_the_record_in_an_answer_gives_the_same_answer() -> None:
    first = run_on("replay", finished_record())
    again = run_on("replay", json.loads(first.out)["record"])

    assert again == first


@pytest.mark.parametrize("command, data", [("replay", finished_record()), ("score", SHEET)])
def test_the_answer_has_the_fields_of_the_contract(command: str, data: object) -> None:
    answer = json.loads(run_on(command, data).out)

    assert {"variant", "void", "winner", "multiplier", "cutoff", "fuke", "seats", "ledger"} <= set(answer)
    for seat in answer["seats"]:
        assert set(seat) == {"card_points", "yaku", "total", "payment"}
    for row in answer["ledger"]:
        assert set(row) == {"step", "seat", "op", "amount", "after", "cards", "rule", "tag", "text"}
    if command == "replay":
        assert answer["finished"] is True
        for event in answer["events"]:
            assert {"event", "action", "seat", "cards", "rule", "tag", "text"} <= set(event)
            assert event["text"]


def test_without_json_the_answer_is_told_in_words() -> None:
    ran = run("score", "-", stdin=json.dumps(SHEET).encode())

    assert ran.status == 0
    assert "Seat 0: 45 points, +12" in ran.out  # (1 + 2) × 2 = 6 from each
    assert "[S]" in ran.out and "[H]" in ran.out
    told = run("replay", "-", stdin=json.dumps(RECORD).encode())
    assert "Seat 0 is to act: mizu-kotsu, pass" in told.out


def test_a_file_is_read_as_standard_input_is(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(SHEET), encoding="utf-8")

    assert run("score", str(file), "--json") == run_on("score", SHEET)


@pytest.mark.parametrize("data, kind", [(RECORD, "round record"), (SHEET, "score sheet")])
def test_check_says_what_a_good_file_is(data: object, kind: str) -> None:
    ran = run_on("check", data)

    assert (ran.status, ran.err) == (0, "")
    assert kind in ran.out


# --- samples --------------------------------------------------------------------------------------


def sample(*more: str, variant: str = "shishibo", players: int = 3, count: int = 5) -> list[dict[str, Any]]:
    ran = run("sample", "--variant", variant, "--players", str(players), "--count", str(count), *more)
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("policy", ["random", "thumb"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_sampled_record_replays_to_the_result_beside_it(variant: str, policy: str) -> None:
    for players in RULE_SETS[variant].players:
        for line in sample("--policy", policy, variant=variant, players=players, count=4):
            assert set(line) == {"record", "result"}
            assert {"hands", "field", "pile"} == set(line["record"]["deal"])
            answer = json.loads(run_on("replay", line["record"]).out)
            assert answer["finished"]
            assert {key: answer[key] for key in line["result"]} == line["result"]
            assert answer["record"] == line["record"]
            assert sum(payments(line["result"])) == 0


def test_the_same_seed_gives_the_same_lines_and_another_does_not() -> None:
    assert sample("--seed", "4") == sample("--seed", "4") != sample("--seed", "5")
    assert sample() == sample("--seed", "1")
    assert sample("--seed", "4", count=5)[:3] == sample("--seed", "4", count=3)
    assert sample(count=0) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_sample_plays_by_the_options_it_is_given(variant: str) -> None:
    for table in some_tables(variant):
        pairs = [
            word
            for name, value in table.options.items()
            for word in ("--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}")
        ]
        for line in sample(*pairs, variant=variant, players=table.players, count=2):
            assert line["record"]["options"] == table.options


# --- pictures -------------------------------------------------------------------------------------


def test_deck_writes_every_face_and_the_back_and_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deck"
    ran = run("deck", str(folder))

    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("49 pictures written to ")
    assert ran.out.rstrip().endswith(": 1B.svg to 12C3.svg, and back.svg")
    assert {file.name for file in folder.iterdir()} == {f"{c.notation}.svg" for c in DECK} | {"back.svg"}
    moon = (folder / "8B.svg").read_text(encoding="utf-8")
    assert moon.startswith("<svg ")
    assert "<title>Susuki grass with full moon</title>" in moon
    assert run("deck", str(folder)) == ran  # a second time writes over the first


def test_sheet_writes_a_page_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    call = ("sheet", "enshu-wagers", "--players", "3", "--option", "wager=4")
    file = tmp_path / "sheet.svg"
    printed, written = run(*call), run(*call, "--out", str(file))

    assert (printed.status, written.status, printed.err, written.err) == (0, 0, "", "")
    assert file.read_text(encoding="utf-8") == printed.out
    assert written.out.startswith("The sheet of Enshu-bana for wagers is written to ")
    assert "3 players: 7 cards in each hand, 6 on the field." in printed.out
    assert "The wager of each player: 4." in printed.out


def test_sheet_is_for_the_fewest_players_where_none_are_named() -> None:
    assert "3 players: 7 cards in each hand, 6 on the field." in run("sheet", "shishibo").out
    six = run("sheet", "oi-bana", "--players", "6").out
    assert "6 players: 8 cards in each hand. One hand is laid out as the table." in six


@pytest.mark.parametrize("call", [("deck",), ("sheet", "sakura", "--out")], ids=" ".join)
def test_what_cannot_be_written_is_refused_in_one_line(call: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("kept", encoding="utf-8")
    for place in (str(file / "below"), "a\x00b", "x" * 5000):
        assert "cannot be written" in refusal(run(*call, place))
    assert "cannot be written" in refusal(run("deck", str(file)))
    assert file.read_text(encoding="utf-8") == "kept"


# --- faults ---------------------------------------------------------------------------------------


SAMPLE = ("sample", "--variant", "shishibo", "--players", "3")


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay",),
        ("score",),
        ("check",),
        ("replay", "a", "b"),
        ("fly",),
        ("--fly",),
        ("replay", "-", "--fly"),
        ("sample",),
        ("sample", "--variant", "shishibo"),
        ("sample", "--variant", "koi-koi", "--players", "3"),
        ("sample", "--variant", "shishibo", "--players", "two"),
        ("sample", "--variant", "shishibo", "--players", "2"),
        (*SAMPLE, "--count", "-1"),
        (*SAMPLE, "--count", "1.5"),
        (*SAMPLE, "--seed", "x"),
        (*SAMPLE, "--option", "stack_subsets"),
        (*SAMPLE, "--option", "stack_subsets=1"),
        (*SAMPLE, "--option", "stop=true"),
        (*SAMPLE, "--option", "double_cutoff=larger", "--option", "double_cutoff=larger"),
        (*SAMPLE, "--option", "a: b\nc=1"),
        (*SAMPLE, "--option", "stack_subsets=a\nb"),
        (*SAMPLE, "--policy", "perfect"),
        ("sample", "--variant", "shishibo", "--players", "9" * 5000),
        ("deck",),
        ("deck", "a", "b"),
        ("sheet",),
        ("sheet", "koi-koi"),
        ("sheet", "shishibo", "--players", "2"),
        ("sheet", "shishibo", "--players", "x"),
        ("sheet", "shishibo", "--option", "wager=1"),
        ("sheet", "sakura", "--option", "stake"),
        ("--port", "x"),
        ("fly\nhigh",),
        ("replay", "a", "b\nc"),
        ("replay", "-", "--fly\nhigh"),
        ("replay", "a", "\x1b[2J"),
        ("replay", "a", "b: c\nd"),
        ("score", "a", "x" * 50_000),
    ],
    ids=lambda arguments: " ".join(arguments)[:60].replace("\n", "_"),
)
def test_a_call_that_cannot_be_is_refused_in_one_line(arguments: tuple[str, ...]) -> None:
    refusal(run(*arguments))


@pytest.mark.parametrize("name", ["no-such-file", "", "a\nb", "a: b\nc", "a\x00b", "x" * 5000, "\udcff", "."])
@pytest.mark.parametrize("command", ["replay", "score", "check"])
def test_a_file_that_cannot_be_read_is_refused_in_one_line(command: str, name: str) -> None:
    refusal(run(command, name))


def test_a_file_without_end_is_refused() -> None:
    assert "larger" in refusal(run("replay", "/dev/zero"))


def test_help_and_version_are_asked_for_and_no_fault() -> None:
    assert run("--version") == (0, f"hanalearn {__version__}\n", "")
    for command in (
        (),
        ("replay",),
        ("score",),
        ("check",),
        ("sample",),
        ("deck",),
        ("sheet",),
        ("shishibo",),
        ("lab",),
    ):
        ran = run(*command, "--help")
        assert (ran.status, ran.err) == (0, "")
        assert "usage: hanalearn" in ran.out


# --- as a process ---------------------------------------------------------------------------------


def test_the_module_runs_as_a_command() -> None:
    ran = outside("score", "-", "--json", stdin=json.dumps(SHEET).encode())

    assert (ran.returncode, ran.stderr) == (0, b"")
    assert payments(json.loads(ran.stdout)) == [12, -6, -6]


def test_a_fault_leaves_status_2_and_one_line() -> None:
    ran = outside("replay", "-", stdin=b"{")

    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.count(b"\n") == 1


def test_standard_input_that_is_closed_is_a_fault_in_one_line() -> None:
    ran = outside("replay", "-", shell="<&-")

    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.count(b"\n") == 1, ran.stderr.decode()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_an_output_that_knows_few_letters_is_no_reason_for_a_traceback(encoding: str) -> None:
    """A Windows console or pipe: macrons, arrows and the multiplication sign may be replaced, not raise."""
    for extra in ((), ("--json",)):
        ran = outside(
            "score", "-", *extra, stdin=json.dumps(SHEET).encode(), env={"PYTHONIOENCODING": encoding}
        )
        assert b"Traceback" not in ran.stderr, ran.stderr.decode()
        assert ran.returncode == 0


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    ran = outside(*SAMPLE, "--count", "300", shell="| head -n 1")

    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(b"\n") == 1


def test_an_output_that_is_full_is_one_line() -> None:
    ran = outside("score", "-", stdin=json.dumps(SHEET).encode(), shell="> /dev/full")

    assert b"Traceback" not in ran.stderr, ran.stderr.decode()
    assert ran.stderr.count(b"\n") == 1
