"""The browser for tests: an installed Chromium or Chrome, cut off from the network, silent on the console."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

pytest_plugins = ["cases_plugin", "servers"]

# A state is waited for, however slow the machine: this only says when to give up.
expect.set_options(timeout=30_000)

HERE = Path(__file__).parent
#: The allowed console messages that were heard in this run.
HEARD = pytest.StashKey[set[str]]()
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # a page that asks anything of another host gets no address for it
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
NO_BROWSER = (
    "No Chromium or Chrome found: install one (Debian: apt install chromium), run "
    "'playwright install chromium', or name one in HANALEARN_CHROME."
)


def find_browser(own: str) -> str | None:
    """The browser to run: HANALEARN_CHROME, else an installed one, else ``own`` (Playwright's)."""
    named = os.environ.get("HANALEARN_CHROME")
    if named:
        return shutil.which(named)
    installed = (shutil.which(name) for name in BROWSERS)
    return next(filter(None, installed), own if Path(own).exists() else None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Any) -> dict[str, Any]:
    """pytest-playwright's launch arguments with the browser found here; fails where there is none."""
    browser = find_browser(playwright.chromium.executable_path)
    if browser is None:
        pytest.fail(NO_BROWSER, pytrace=False)
    return {**browser_type_launch_args, "executable_path": browser, "args": list(FLAGS)}


def allowed_messages() -> frozenset[str]:
    """Console messages known to be harmless, one a line, exact; ``#`` begins a comment."""
    lines = (HERE / "console-allowed.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a run of everything, an allowed message that no longer occurs fails too."""
    config = session.config
    whole = (
        not config.option.keyword and not config.option.markexpr and config.args == config.getini("testpaths")
    )
    stale = allowed_messages() - config.stash.get(HEARD, set())
    if whole and stale and session.exitstatus == 0:
        print("\nNo longer heard, so take them out of console-allowed.txt:", *sorted(stale), sep="\n")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def new_context(
    new_context: Callable[..., Any], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Any]]:
    """pytest-playwright's contexts; a console error or an uncaught error on any page fails the test."""
    heard: list[str] = []

    def open_context(**options: Any) -> Any:
        context = new_context(**options)
        context.on("console", lambda m: heard.append(m.text) if m.type == "error" else None)
        context.on("weberror", lambda e: heard.append(str(e.error)))
        return context

    yield open_context
    allowed = allowed_messages()
    request.config.stash.setdefault(HEARD, set()).update(allowed.intersection(heard))
    unknown = [text for text in heard if text not in allowed]
    if unknown:
        pytest.fail("the page reported errors:\n" + "\n".join(unknown), pytrace=False)


@pytest.fixture(scope="session")
def shots() -> Path:
    """The folder for screenshots: HANALEARN_SHOTS, else tests/out, which ignores itself in git."""
    folder = Path(os.environ.get("HANALEARN_SHOTS") or HERE / "out")
    folder.mkdir(parents=True, exist_ok=True)
    if folder == HERE / "out":
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    return folder
