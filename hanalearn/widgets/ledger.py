"""The settlement as a widget."""

from __future__ import annotations

from hanalearn.widgets.table import PartView


class LedgerView(PartView):
    """The settlement of a finished round: every step of the arithmetic; empty before."""

    ZONES = ("ledger",)
