"""Every game, played to its end in a bare notebook of one line a game."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from servers import GAMES, Server
from tables import Table, run_all_in_lab, until_drawn

from hanalearn.activities import Play

SEED = 5  # of the notebook bench/games.ipynb
FAMILIES = ("enshu-comprehensive", "oi-bana", "matsu-kiri-bozu")


def played_to_the_end(table: Table, name: str) -> None:
    """Play with the mouse; the engine, given the same choices, comes to the same payments."""
    table.by_mouse()
    play = Play(name, players=GAMES[name], seed=SEED)
    for do in table.chosen:
        play.do({"seq": play.seq, "do": do})
        assert play.refused is None, do
    ledger: Any = play.view(0)["ledger"]
    assert table.payments() == {p["name"]: int(p["text"]) for p in ledger["payments"]}
    assert sum(table.payments().values()) == 0


def test_every_game_is_played_to_its_end_in_voila(page: Page, voila: Server) -> None:
    page.goto(f"{voila.address}voila/render/bench/games.ipynb")
    expect(Table(page, len(GAMES) - 1).root).to_be_visible(timeout=60_000)
    for nth, name in enumerate(GAMES):
        played_to_the_end(Table(page, nth), name)


def test_a_game_of_each_family_is_played_to_its_end_in_jupyterlab(page: Page, lab: Server) -> None:
    run_all_in_lab(page, lab, "bench/games.ipynb")
    for nth, name in enumerate(GAMES):
        # JupyterLab draws the cells near the window only, and keeps those that were drawn.
        until_drawn(page, lambda n=nth: Table(page, n).root.count() > 0)
        if name in FAMILIES:
            played_to_the_end(Table(page, nth), name)
