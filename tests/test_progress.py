"""Progress: what was learned is kept, whatever else stands in a file and however many write it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hanalearn.lessons import progress as module
from hanalearn.lessons.progress import (
    MOST_MIRRORED,
    MOST_MISTAKES,
    Mistake,
    Progress,
    Skill,
    mistake_id,
    progress_file,
    question_of,
    skill_id,
)

NOW = 1_767_520_000
STAKE, MADE = "shishibo/stake@1", "sakura/made@1"
FIRST, SECOND = "shishibo/3//stake/11@1", "shishibo/3/stack_subsets=true/stake/12@1"
GOOD = {"asked": 4, "right": 3, "last": "rwrr", "at": NOW}
MISTAKE = {"state": 1, "step": 0, "stability": 0.2, "difficulty": 6.4, "due": NOW + 60, "at": NOW}


def at(seconds: int, path: Path | None = None) -> Progress:
    """A progress whose clock stands so many seconds after NOW."""
    return Progress(path, clock=lambda: NOW + seconds)


def document(**parts: Any) -> dict[str, Any]:
    whole = {"hanalearn-progress": 1, "revision": 3, "schedule": True, "reset": 0}
    return whole | {"skills": {STAKE: GOOD}, "mistakes": {FIRST: MISTAKE}} | parts


def merged(value: Any) -> Progress:
    taken = at(0)
    taken.merge(value if isinstance(value, str) else json.dumps(value))
    return taken


# --- skills and mistakes ---


def test_a_skill_counts_what_was_asked_and_looks_at_the_latest_ten() -> None:
    kept = at(0)
    for outcome in ["wrong", "shown", "hinted", *["right"] * 8]:
        kept.record(STAKE, FIRST, outcome)  # type: ignore[arg-type]
    skill = kept.skills[STAKE]

    assert (skill.asked, skill.right, skill.last) == (11, 8, "shrrrrrrrr")
    assert (skill.mastery, skill.mastered) == (8, True)
    assert not Skill(7, 7, "rrrrrrr", NOW).mastered


def test_ids_name_rule_set_table_family_seed_and_version() -> None:
    options = {"stack_subsets": True, "double_cutoff": "product"}

    assert skill_id("oi-bana", "stake") == "oi-bana/stake@1"
    id_ = mistake_id("shishibo", 4, options, "card.points", 7)
    assert id_ == "shishibo/4/double_cutoff=product,stack_subsets=true/card.points/7@1"
    assert question_of(id_) == ("card.points", 7)


def test_only_mistakes_come_back_and_what_is_answered_well_comes_later_each_time() -> None:
    """FSRS with its usual settings: a failed new card in a minute, then 10 minutes, then days."""
    clock = [NOW]
    kept = Progress(clock=lambda: clock[0])
    kept.record(STAKE, SECOND, "right")
    kept.record(STAKE, FIRST, "shown")
    assert list(kept.mistakes) == [FIRST]
    assert kept.mistakes[FIRST].due == NOW + 60
    assert kept.due() == []
    waits = []
    for _ in range(4):
        clock[0] = kept.mistakes[FIRST].due
        assert kept.due() == [FIRST]
        kept.record(STAKE, FIRST, "right")
        waits.append(kept.mistakes[FIRST].due - clock[0])
    assert waits[0] == 600
    assert waits[1] >= 86_400
    assert waits == sorted(waits)
    clock[0] = kept.mistakes[FIRST].due
    kept.record(STAKE, FIRST, "wrong")
    assert kept.mistakes[FIRST].due - clock[0] == 600


def test_without_the_scheduler_or_where_it_is_off_nothing_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = at(0)
    kept.set_schedule(False)
    kept.record(STAKE, FIRST, "wrong")
    assert kept.mistakes == {}
    kept.set_schedule(True)
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    kept.record(STAKE, FIRST, "wrong")
    assert (kept.mistakes, kept.can_schedule) == ({}, False)
    assert kept.skills[STAKE].asked == 2


# --- documents ---


def test_a_document_read_back_is_the_same() -> None:
    kept = merged(document(mistakes={FIRST: MISTAKE, SECOND: MISTAKE | {"state": 2, "step": None}}))

    assert kept.note == ""
    assert kept.skills == {STAKE: Skill(4, 3, "rwrr", NOW)}
    assert kept.mistakes[FIRST] == Mistake(1, 0, 0.2, 6.4, NOW + 60, NOW)
    again = merged(kept.text())
    assert (again.skills, again.mistakes, again.note) == (kept.skills, kept.mistakes, "")


def test_of_the_same_entry_the_newer_one_counts() -> None:
    ours = at(100)
    ours.record(STAKE, SECOND, "right")
    for at_, last in ((NOW + 99, "r"), (NOW + 101, "rwrr")):
        ours.merge(json.dumps(document(skills={STAKE: GOOD | {"at": at_}})))
        assert ours.skills[STAKE].last == last


def test_who_wrote_last_says_whether_mistakes_come_back() -> None:
    assert merged(document(schedule=False)).schedule is False
    ours = at(0)
    for _ in range(5):
        ours.record(STAKE, FIRST, "right")
    ours.merge(json.dumps(document(schedule=False)))
    assert ours.schedule is True


def test_a_reset_forgets_also_what_comes_from_elsewhere() -> None:
    kept = at(10)
    kept.record(STAKE, FIRST, "wrong")
    elsewhere = kept.text()
    kept.reset()
    kept.merge(elsewhere)
    assert (kept.skills, kept.mistakes) == ({}, {})
    other = merged(elsewhere)
    other.merge(kept.text())
    assert (other.skills, other.mistakes) == ({}, {})
    later = at(20)
    later.merge(kept.text())
    later.record(STAKE, FIRST, "right")
    assert later.skills[STAKE].asked == 1


@pytest.mark.parametrize(
    "bad, problem",
    [
        ({"skills": {STAKE: GOOD, MADE: GOOD | {"right": 9}}}, "sakura/made@1.right: must be"),
        ({"skills": {STAKE: GOOD, MADE: GOOD | {"last": "rrx"}}}, "sakura/made@1.last: must be"),
        ({"skills": {STAKE: GOOD, MADE: GOOD | {"last": "r" * 11}}}, "sakura/made@1.last: must be"),
        ({"skills": {STAKE: GOOD, MADE: GOOD | {"at": 2**60}}}, "sakura/made@1.at: must be"),
        ({"skills": {STAKE: GOOD, MADE: GOOD | {"asked": True}}}, "sakura/made@1.asked: must be"),
        ({"skills": {STAKE: GOOD, MADE: GOOD | {"more": 1}}}, "sakura/made@1.more: is not a field"),
        ({"skills": {STAKE: GOOD, MADE: 7}}, "sakura/made@1: must be an object, not 7"),
        ({"skills": {STAKE: GOOD, "../../etc": GOOD}}, "../../etc: is the id of no skill"),
        ({"mistakes": {FIRST: MISTAKE, SECOND: MISTAKE | {"state": 4}}}, "state: must be"),
        ({"mistakes": {FIRST: MISTAKE, SECOND: MISTAKE | {"state": 2}}}, "step: must be given"),
        ({"mistakes": {FIRST: MISTAKE, SECOND: MISTAKE | {"stability": 0}}}, "stability: must be a number"),
        ({"mistakes": {FIRST: MISTAKE, SECOND: MISTAKE | {"stability": float("nan")}}}, "stability: must be"),
        ({"mistakes": {FIRST: MISTAKE, SECOND: MISTAKE | {"difficulty": True}}}, "difficulty: must be"),
        ({"mistakes": {FIRST: MISTAKE, SECOND: []}}, "must be an object, not []"),
        ({"mistakes": {FIRST: MISTAKE}, "revision": "x"}, "revision: must be a whole number"),
        ({"schedule": "yes"}, "schedule: must be true or false"),
    ],
)
def test_a_bad_entry_costs_no_other_and_is_told_in_one_line(bad: dict[str, Any], problem: str) -> None:
    kept = merged(document(**bad))

    assert kept.skills == {STAKE: Skill(4, 3, "rwrr", NOW)}
    assert list(kept.mistakes) == [FIRST]
    assert problem in kept.note
    assert kept.note.isprintable() and len(kept.note) < 300


def test_a_bad_part_costs_no_other() -> None:
    assert list(merged(document(skills=[1, 2])).mistakes) == [FIRST]
    assert list(merged(document(mistakes="none")).skills) == [STAKE]


def test_of_a_document_that_was_cut_off_the_whole_entries_are_rescued() -> None:
    text = json.dumps(document(skills={STAKE: GOOD, MADE: GOOD}), separators=(",", ":"))
    for end in range(len(text)):
        kept = merged(text[:end])
        assert kept.note
        for id_ in (STAKE, MADE):
            whole = f'"{id_}":{json.dumps(GOOD, separators=(",", ":"))}'
            assert (id_ in kept.skills) is (whole in text[:end])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "7",
        "[]",
        '"x"',
        "{}",
        '{"hanalearn-progress": 2}',
        "[" * 90_000,
        "\ud800",
        "\x00",
        "9" * 99,
    ],
)
def test_a_foreign_document_changes_nothing_and_is_told(text: str) -> None:
    kept = merged(document())
    kept.merge(text)

    assert (list(kept.skills), list(kept.mistakes)) == ([STAKE], [FIRST])
    assert kept.note.isprintable()
    assert kept.note


def test_the_page_s_copy_stays_short_and_keeps_the_newest() -> None:
    skills = {f"game-{n}/family-{n}@1": GOOD | {"at": NOW + n} for n in range(400)}
    mistakes = {f"shishibo/3//stake/{n}@1": MISTAKE | {"at": NOW + n} for n in range(100)}
    kept = merged(document(skills=skills, mistakes=mistakes))
    again = merged(kept.mirror())

    assert len(kept.mistakes) == MOST_MISTAKES
    assert len(kept.mirror()) <= MOST_MIRRORED
    assert again.note == ""
    assert again.skills["game-399/family-399@1"].at == NOW + 399


# --- the file ---


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "er" / "progress.json"
    kept = at(0, file)
    kept.record(STAKE, FIRST, "wrong")
    fresh = at(5, file)

    assert (fresh.skills, fresh.mistakes, fresh.note) == (kept.skills, kept.mistakes, "")
    assert sorted(path.name for path in file.parent.iterdir()) == ["progress.json", "progress.lock"]


def test_a_broken_file_is_kept_aside_and_the_good_part_of_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    broken = json.dumps(document())[:-20]
    file.write_text(broken)
    for _ in range(3):
        kept = at(0, file)
    assert list(kept.skills) == [STAKE]
    assert kept.note
    kept.record(MADE, SECOND, "right")
    aside = list(tmp_path.glob("left-out-*.json"))
    assert [path.read_text() for path in aside] == [broken]
    assert sorted(at(0, file).skills) == sorted([STAKE, MADE])


def test_a_file_that_is_no_text_or_a_folder_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    file.write_bytes(b"\xff\xfe\x00" * 100)
    assert at(0, file).note
    folder = tmp_path / "a" / "progress.json"
    folder.mkdir(parents=True)
    kept = at(0, folder)
    kept.record(STAKE, FIRST, "right")
    assert kept.skills[STAKE].asked == 1
    assert "cannot be written" in kept.note


WRITER = """
import sys
from pathlib import Path
from hanalearn.lessons.progress import Progress
kept = Progress(Path(sys.argv[1]))
for n in range(40):
    kept.record("shishibo/stake@1", f"shishibo/3//stake/{n}@1", "right")
    kept.record(f"shishibo/own-{sys.argv[2]}@1", f"shishibo/3//stake/{n}@1", "hinted")
"""


def test_processes_that_write_at_the_same_time_lose_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    command = [sys.executable, "-c", WRITER, str(file)]
    writers = [subprocess.Popen([*command, str(n)]) for n in range(3)]

    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0]
    kept = Progress(file)
    assert kept.note == ""
    assert kept.skills[STAKE].asked == 120
    assert [kept.skills[f"shishibo/own-{n}@1"].asked for n in range(3)] == [40, 40, 40]


def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HANALEARN_HOME", str(tmp_path))
    assert progress_file() == tmp_path / "progress.json"
    monkeypatch.delenv("HANALEARN_HOME")
    if os.name == "posix" and sys.platform != "darwin":
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        assert progress_file() == tmp_path / "data" / "hanalearn" / "progress.json"
        monkeypatch.delenv("XDG_DATA_HOME")
        monkeypatch.setenv("HOME", str(tmp_path))
        assert progress_file() == tmp_path / ".local" / "share" / "hanalearn" / "progress.json"
