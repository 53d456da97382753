"""For every test run: properties are seeded; the end counts the contract's cases that were left alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from support import all_cases, is_collected

# The same examples in every run, and no verdict by the clock.
settings.register_profile("seeded", derandomize=True, deadline=None, database=None)
settings.load_profile("seeded")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Count the cases of rule sets that are not there yet, where the cases were run."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    if any("test_cases.py" in report.nodeid for report in reports):
        others = sum(not is_collected(case) for case in all_cases())
        terminalreporter.write_line(f"cases of other rule sets, not collected: {others}")
