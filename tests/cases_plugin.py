"""Says at the end of a test run how many of the contract's cases were left alone, and why."""

from __future__ import annotations

from typing import Any

import pytest
from support import all_cases, is_collected


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Count the cases of rule sets that are not there yet, wherever the cases were run."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    if not any("test_cases.py" in report.nodeid for report in reports):
        return
    others = sum(not is_collected(case) for case in all_cases())
    terminalreporter.write_line(f"cases of other rule sets, not collected: {others}")
