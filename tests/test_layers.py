"""What importing the engine costs: nothing but the standard library, and none of the heavy packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = ("cards", "words", "rules", "game", "players", "lessons", "activities", "render.answer", "cli")


def loaded_by(*names: str) -> set[str]:
    """The top-level packages that a fresh Python has loaded after importing some modules."""
    imports = "; ".join(f"import {name}" for name in names)
    code = f"{imports}; import sys; print(*sorted({{n.partition('.')[0] for n in sys.modules}}))"
    ran = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return set(ran.stdout.split())


@pytest.fixture(scope="module")
def bare() -> set[str]:
    """What is loaded in this environment before anything is imported (path files of installed packages)."""
    return loaded_by("sys", "re")


def test_importing_the_package_loads_no_heavy_package(bare: set[str]) -> None:
    heavy = {"pandas", "plotly", "ipywidgets", "anywidget", "numpy", "IPython", "traitlets", "voila"}

    assert not (loaded_by("hanalearn") - bare) & heavy


def test_the_engine_runs_on_the_standard_library_alone(bare: set[str]) -> None:
    loaded = loaded_by(*(f"hanalearn.{name}" for name in ENGINE)) - bare

    assert loaded - set(sys.stdlib_module_names) - {"hanalearn"} == set()


def test_a_round_is_played_without_loading_the_deck_s_pictures() -> None:
    code = (
        "from hanalearn.game import new_round; from random import Random; "
        "new_round('shishibo', 5, 1).play_randomly(Random(1)); "
        "print('hanalearn.art' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert ran.stdout.strip() == "False"
