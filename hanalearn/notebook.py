"""What a lesson's code cells call: one short line each, and a reader may change it.

>>> from hanalearn.notebook import cards, deck, house_rules, play, points, settle, walk, yaku
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hanalearn.activities import Play, Settlement, Walk
from hanalearn.game import read_record, read_sheet
from hanalearn.lessons.examples import example
from hanalearn.render.html import (
    Html,
    cards_html,
    deck_html,
    house_rules_html,
    points_html,
    yaku_html,
)
from hanalearn.rules import RULE_SETS, Rules, rules
from hanalearn.widgets import LedgerView, TableView

if TYPE_CHECKING:
    import pandas

__all__ = ["cards", "deck", "house_rules", "play", "points", "settle", "walk", "yaku"]


class SettlementView(LedgerView):
    """A settlement, row by row; ``to_pandas`` gives its ledger as a table."""

    activity: Settlement

    def to_pandas(self) -> pandas.DataFrame:
        """The ledger as a DataFrame: one row a step, columns as in the score sheet's answer."""
        import pandas

        return pandas.DataFrame(self.activity.rows())


def play(
    variant: str = "shishibo",
    *,
    players: int = 3,
    you: int = 0,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    opponents: str = "thumb",
    pace: str = "turn",
) -> TableView:
    """Play a round against ``opponents`` (``"random"`` or ``"thumb"``) from the seat ``you``."""
    activity = Play(
        variant, players=players, you=you, seed=seed, options=options, opponents=opponents, pace=pace
    )
    return TableView(activity, seat=you)


def walk(record: str | Mapping[str, object]) -> TableView:
    """Step through a round: the name of an example, or a record as a dict."""
    data = example(record) if isinstance(record, str) else dict(record)
    return TableView(Walk(read_record(data)), seat=None)


def settle(sheet: str | Mapping[str, object]) -> SettlementView:
    """Settle a score sheet: the name of an example, or a sheet as a dict."""
    data = example(sheet) if isinstance(sheet, str) else dict(sheet)
    return SettlementView(Settlement(read_sheet(data)))


def cards(text: str, variant: str = "shishibo") -> Html:
    """Show some cards, ``"1B 3B 8B"``, with the names they have in this game."""
    return cards_html(text, _fewest(variant))


def deck(variant: str) -> Html:
    """The deck month by month, with the kinds that cards count as in this game."""
    return deck_html(_fewest(variant))


def yaku(variant: str, which: str) -> Html:
    """The yaku of a rule set as a table: ``"teyaku"``, ``"cut-offs"`` or ``"earned"``."""
    if which not in ("teyaku", "cut-offs", "earned"):
        raise ValueError(f"which: {which!r} is not teyaku, cut-offs or earned")
    return yaku_html(_fewest(variant), which)


def points(variant: str) -> Html:
    """The card points of a rule set as a table."""
    return points_html(_fewest(variant))


def house_rules(variant: str) -> Html:
    """What the sources leave open, how it is played here, and what else people play."""
    return house_rules_html(_fewest(variant))


def _fewest(variant: str) -> Rules:
    fewest = RULE_SETS[variant].players[0] if variant in RULE_SETS else 0
    return rules(variant, fewest)
