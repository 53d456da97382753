"""The cases of the contract: every record and score sheet of a rule set that is there gives what it must."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from support import all_cases, faults, is_collected, refusal, run_on, tells, without_order

COLLECTED = [case for case in all_cases() if is_collected(case)]
KINDS = ("replay", "open", "sheet", "invalid")


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in COLLECTED if case["name"].startswith(kind + "-")]


def command_for(case: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return ("replay", case["record"]) if "record" in case else ("score", case["sheet"])


def answer(case: dict[str, Any]) -> dict[str, Any]:
    ran = run_on(*command_for(case))
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == 1
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_every_collected_case_is_of_a_kind_that_is_run() -> None:
    assert len(COLLECTED) == sum(len(of_kind(kind)) for kind in KINDS)
    assert all(of_kind(kind) for kind in KINDS)


@pytest.mark.parametrize("case", of_kind("replay") + of_kind("sheet"))
def test_a_finished_round_and_a_sheet_come_to_what_the_case_says(case: dict[str, Any]) -> None:
    found = without_order(answer(case))
    expected = without_order(case["expect"])

    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("case", of_kind("open"))
def test_an_open_record_names_the_turn_and_what_is_legal(case: dict[str, Any]) -> None:
    found = answer(case)

    assert {key: found[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", of_kind("invalid"))
def test_a_broken_file_is_refused_by_one_line_that_names_the_fault(case: dict[str, Any]) -> None:
    command, data = command_for(case)
    line = refusal(run_on(command, data))

    for pattern in case["expect"]["error"]:
        # The contract's places hold square brackets, so a pattern is either a plain text or alternatives.
        assert any(part in line for part in pattern.split("|")) or re.search(pattern, line), line
    assert tells(faults(run_on("check", data)), line)
