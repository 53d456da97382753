"""The README's own code runs, and what it says the command line has is there."""

from __future__ import annotations

import re
from pathlib import Path

from hanalearn.cli import _parser
from hanalearn.rules import RULE_SETS

README = (Path(__file__).resolve().parent.parent / "README.md").read_text("utf-8")


def test_its_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})


def test_it_names_every_rule_set() -> None:
    assert [name for name in RULE_SETS if f"`{name}`" not in README] == []


def test_every_command_it_lists_exists() -> None:
    listed = set(re.findall(r"^\| `hanalearn (\w+)", README, re.MULTILINE))
    assert listed
    assert [name for name in listed if f"    {name} " not in _parser().format_help()] == []
