"""The Shishibo lesson in real Voilà and JupyterLab: a round played to its end, by mouse and by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from servers import Server, lab_server, write_lessons
from tables import Table, run_all_in_lab, until_drawn

from hanalearn.activities import Play

SEED = 20  # the lesson's round


def agrees_with_the_engine(table: Table) -> None:
    """Playing the same choices in the engine gives the payments that the page shows."""
    play = Play("shishibo", players=3, seed=SEED)
    for do in table.chosen:
        play.do({"seq": play.seq, "do": do})
        assert play.refused is None, do
    ledger: Any = play.view(0)["ledger"]
    assert table.payments() == {p["name"]: int(p["text"]) for p in ledger["payments"]}
    assert sum(table.payments().values()) == 0


@pytest.mark.parametrize("how", ["by_mouse", "by_keyboard"])
def test_a_round_is_played_to_its_settlement_in_voila(page: Page, voila: Server, how: str) -> None:
    page.goto(voila.address)
    table = Table(page)
    expect(table.root).to_be_visible(timeout=60_000)
    getattr(table, how)()
    agrees_with_the_engine(table)


@pytest.fixture
def lab_table(page: Page, lab: Server) -> Table:
    return opened_in_lab(page, lab)


def opened_in_lab(page: Page, lab: Server) -> Table:
    """The lesson's table, drawn in JupyterLab."""
    run_all_in_lab(page, lab, "shishibo.ipynb")
    table = Table(page)
    # JupyterLab draws the cells near the window only.
    until_drawn(page, lambda: table.root.count() > 0)
    table.root.scroll_into_view_if_needed()
    expect(table.root).to_be_visible(timeout=60_000)
    return table


@pytest.mark.parametrize("how", ["by_mouse", "by_keyboard"])
def test_a_round_is_played_to_its_settlement_in_jupyterlab(lab_table: Table, how: str) -> None:
    getattr(lab_table, how)()
    agrees_with_the_engine(lab_table)


def test_a_reload_with_a_live_kernel_shows_the_table_again(page: Page, tmp_path: Path) -> None:
    # A server of its own: a kernel that earlier tests left behind would answer for old outputs.
    with lab_server(write_lessons(tmp_path / "lessons"), tmp_path / "home") as server:
        shows_the_table_after_a_reload(page, opened_in_lab(page, server))


def shows_the_table_after_a_reload(page: Page, table: Table) -> None:
    before = table.seq
    table.root.locator('button.hl-choice[data-do="pass"]').click()
    expect(table.root).not_to_have_attribute("data-seq", before)
    at = table.seq
    # Outputs come back from the file: it is saved as a learner would save it, through the menu's command.
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.reload()
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    until_drawn(page, lambda: table.root.count() > 0)
    expect(table.root).to_have_attribute("data-seq", at)
