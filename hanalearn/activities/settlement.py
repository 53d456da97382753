"""The settlement of a score sheet or of a finished round, to be looked at row by row."""

from __future__ import annotations

from collections.abc import Sequence

from hanalearn import words
from hanalearn.activities.activity import Activity, View
from hanalearn.activities.board import ledger_view
from hanalearn.game.formats import shown
from hanalearn.lessons.telling import Company, ledger_json
from hanalearn.rules.settling import Settling, Sheet


class Settlement(Activity):
    """A settled sheet. ``names``: one a seat of the sheet."""

    def __init__(self, sheet: Sheet, *, names: Sequence[str] = ()) -> None:
        super().__init__()
        self.settling = Settling(sheet)
        sheet.rules.rule_set.settle(self.settling)
        seats = len(sheet.captured)
        self.names = tuple(list(names) or words.say("names").split())[:seats]

    @property
    def _company(self) -> Company:
        return Company(self.names, self.settling.rules.variant)

    def rows(self) -> list[dict[str, object]]:
        """The ledger as in the score sheet's answer."""
        return ledger_json(self.settling, list(self.settling.seats), self._company)

    def _act(self, action: str, seat: object) -> None:
        self.refuse("refused.unknown", action=shown(action))

    def view(self, seat: int | None) -> View:
        """The ledger; nothing in it is secret."""
        seats = list(self.settling.seats)
        ledger = ledger_view(self.settling, seats, self._company)
        return {"seq": self.seq, "answered": 0, "refused": self.refused, "ledger": ledger}
