"""The walk through a new game in CONTRIBUTING.md, done as it stands there on a copy of the project."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with Tsukimi added: the file, the words, the test and the notebook of the walk."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "hanalearn", folder / "hanalearn", ignore=shutil.ignore_patterns("__pycache__"))
    rules, words, test = BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    (folder / "hanalearn/rules/tsukimi.py").write_text(rules, "utf-8")
    catalogue = folder / "hanalearn/words/en.py"
    text = catalogue.read_text("utf-8").rstrip()
    assert text.endswith("}")
    catalogue.write_text(text[:-1] + words + "}\n", "utf-8")
    (folder / "tests").mkdir()
    (folder / "tests/test_tsukimi.py").write_text(test, "utf-8")
    (folder / "notebooks").mkdir()
    sources = ["from hanalearn.notebook import play", 'play("tsukimi", players=2)']
    cells = [
        {
            "cell_type": "code",
            "id": f"c{n}",
            "metadata": {},
            "source": s,
            "outputs": [],
            "execution_count": None,
        }
        for n, s in enumerate(sources)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": cells}
    (folder / "notebooks/tsukimi.ipynb").write_text(json.dumps(notebook), "utf-8")
    return folder


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, so that its hanalearn is the one imported."""
    return subprocess.run(
        [sys.executable, *command], cwd=copy, env={"PYTHONPATH": str(copy), "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_new_game_deals_plays_and_settles_by_the_command_line(copy: Path) -> None:
    """Five sampled rounds are complete, pay 0 in all, and replay to the same answer."""
    sampled = run(copy, "-m", "hanalearn", "sample", "--variant", "tsukimi", "--players", "2", "--count", "5")
    assert sampled.returncode == 0, sampled.stderr
    for line in sampled.stdout.splitlines():
        round_ = json.loads(line)
        assert sum(seat["payment"] for seat in round_["result"]["seats"]) == 0
        (copy / "record.json").write_text(json.dumps(round_["record"]), "utf-8")
        replayed = json.loads(run(copy, "-m", "hanalearn", "replay", "record.json", "--json").stdout)
        assert {key: replayed[key] for key in round_["result"]} == round_["result"]


def test_its_own_test_passes(copy: Path) -> None:
    """The hand-worked value of the walk is right."""
    done = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_tsukimi.py")
    assert done.returncode == 0, done.stdout


def test_its_notebook_runs(copy: Path) -> None:
    """The two cells of the notebook run without an error."""
    options = ("--nbval-lax", "--nbval-current-env", "-q", "-p", "no:cacheprovider")
    done = run(copy, "-m", "pytest", *options, "notebooks/tsukimi.ipynb")
    assert done.returncode == 0, done.stdout


def test_a_learner_can_play_it_to_the_end(copy: Path) -> None:
    """The view has words for everything that happens in a round of the new game."""
    program = (
        "import json; from hanalearn.activities import Play; p = Play('tsukimi', players=2)\n"
        "while p.round.turn is not None:\n"
        "    json.dumps(p.view(0)); p.do({'seq': p.seq, 'do': p.round.legal_text()[0]})\n"
        "print(p.view(0)['ledger']['outcome'])"
    )
    done = run(copy, "-c", program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
