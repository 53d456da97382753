"""The figures: what the README quotes is what was measured, and everything that measures them works."""

from __future__ import annotations

import cProfile
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import figures
import pytest
from figures import BARE, LESSON, OUT, README, TAUGHT, Counts, Figure, Samples
from playwright.sync_api import Browser
from servers import Server
from tables import Table

from hanalearn import serve
from hanalearn.rules import RULE_SETS

TINY = Counts(rounds=2, plain_rounds=1, chunks=1, imports=1, starts=0, visits=0, series=1)
CLICKS = 12  # more than a round's first questions: cards are played too


@pytest.fixture
def samples() -> Samples:
    return defaultdict(list)


def test_the_readme_quotes_the_committed_figures() -> None:
    found = json.loads(OUT.read_text("utf-8"))
    readme = README.read_text("utf-8")
    assert figures.with_section(readme, figures.section(found)) == readme
    assert "stopped" not in found["made"]


def test_the_committed_figures_are_all_that_there_are() -> None:
    found = json.loads(OUT.read_text("utf-8"))
    needs_a_peer = {"open-spiel"}
    assert set(figures.all_figures()) - needs_a_peer == set(found["figures"]) - needs_a_peer
    assert found["targets"] == {name: row["met"] for name, row in found["figures"].items() if "met" in row}


def test_a_readme_without_a_place_for_the_figures_is_refused() -> None:
    with pytest.raises(ValueError, match="figures"):
        figures.with_section("# hanalearn\n", "")


@pytest.mark.parametrize(
    "unit, target, value, floor, expected",
    [
        ("rounds/s", 8, 0.001, 0.009, {"value": 1000.0, "floor": 111.0, "ratio": 9.0, "met": True}),
        ("rounds/s", 8, 0.001, 0.007, {"value": 1000.0, "floor": 143.0, "ratio": 7.0, "met": False}),
        ("ms", 1.5, 0.015, 0.010, {"value": 15.0, "floor": 10.0, "ratio": 1.5, "met": True}),
        ("MB", 1.25, 6e7, 4e7, {"value": 60.0, "floor": 40.0, "ratio": 1.5, "met": False}),
    ],
)
def test_minimum_stands_against_minimum(
    unit: str, target: float, value: float, floor: float, expected: dict[str, Any], samples: Samples
) -> None:
    figure = Figure("what", unit, "ours", "the floor", "theirs", target)
    samples["ours"], samples["theirs"] = [value, 9e9], [9e9, floor]
    row = figure.row(samples)
    assert row is not None
    assert expected == {key: row[key] for key in expected}


def test_what_was_not_measured_is_left_out(samples: Samples) -> None:
    samples["visit/lesson"] = [1.0]
    assert figures.summary(samples, {}, {}) == {"made": {}, "figures": {}, "targets": {}}


def test_the_95th_percentile_is_not_exceeded_by_95_of_100() -> None:
    assert figures.percentile([float(n) for n in range(100, 0, -1)], 95) == 95
    assert figures.percentile([float(n) for n in range(1, 41)], 95) == 38


def test_every_rule_set_and_both_imports_are_measured(samples: Samples) -> None:
    figures.measure_engine(samples, TINY)
    figures.measure_imports(samples, TINY)
    rows = figures.summary(samples, {}, {})["figures"]
    wanted = {f"engine/{variant}" for variant in RULE_SETS} | {"import/hanalearn", "import/hanalearn.rules"}
    assert wanted == set(rows)
    assert all(row["value"] > 0 and row["ratio"] > 0 for row in rows.values())


def test_the_same_rounds_are_played_every_time() -> None:
    assert figures.play_rounds(LESSON, 5) == figures.play_rounds(LESSON, 5)


@pytest.fixture
def visits(browser: Browser, voila: Server) -> Iterator[dict[str, figures.Visit]]:
    """The page with one button and the lesson, both open."""
    with ExitStack() as stack:
        yield {
            subject.name: stack.enter_context(
                figures.visit(browser, subject, replace(voila, address=f"{voila.address}voila/render/{path}"))
            )
            for subject, path in ((BARE, "bench/button.ipynb"), (TAUGHT, f"{LESSON}.ipynb"))
        }


def test_a_page_and_the_clicks_on_it_are_measured(visits: dict[str, figures.Visit], samples: Samples) -> None:
    bare, lesson = visits["bare"], visits["lesson"]
    for visited in (bare, lesson):
        visited.come_to_rest()
        assert visited.begun < visited.seen < visited.begun + 60
        assert visited.kernel.memory_full_info().uss > 10e6
    assert 0 < sum(bare.received) < sum(lesson.received)

    begun = int(Table(lesson.page).seq)
    figures.click(samples, "voila", bare.page, lesson.page, CLICKS)
    assert bare.page.get_by_text(f"{CLICKS} clicks", exact=True).count() == 1
    assert int(Table(lesson.page).seq) >= begun + CLICKS
    for name in ("bare", "lesson"):
        (median,), (p95,) = samples[f"click/voila/{name}"], samples[f"click-p95/voila/{name}"]
        assert 0 < median <= p95 < 10


def test_the_profile_tells_the_costliest_functions_and_cells() -> None:
    of_play, of_lesson, of_cells = figures.profiles(TINY).values()
    assert isinstance(of_play, list) and isinstance(of_lesson, list) and isinstance(of_cells, dict)
    assert len(of_play) == len(of_lesson) == figures.COSTLIEST
    assert any(str(row["function"]) == "game/round.py: _place" for row in of_play)
    notebook = json.loads((serve.notebooks_folder() / f"{LESSON}.ipynb").read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert {cell.splitlines()[0] for cell in cells} == set(of_cells)


def test_a_profile_names_no_folder_of_this_machine() -> None:
    profile = cProfile.Profile()
    profile.runcall(figures.play_rounds, LESSON, 2)
    assert not any(str(row["function"]).startswith("/") for row in figures.costliest(profile))
