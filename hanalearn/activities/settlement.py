"""The settlement of a score sheet or of a finished round, to be looked at row by row."""

from __future__ import annotations

from collections.abc import Sequence

from hanalearn import words
from hanalearn.activities.activity import Activity, View
from hanalearn.activities.board import ledger_view
from hanalearn.activities.changed import result_changed
from hanalearn.game.formats import shown
from hanalearn.lessons.telling import Company, ledger_json
from hanalearn.lessons.under import same_sheet
from hanalearn.rules import Rules
from hanalearn.rules.settling import Settling, Sheet, settled


class Settlement(Activity):
    """A settled sheet. ``names``: one a seat of the sheet.

    Intents: ``option NAME=VALUE`` settles the same sheet under another option.
    """

    def __init__(self, sheet: Sheet, *, names: Sequence[str] = ()) -> None:
        super().__init__()
        self.settling, self.rules = settled(sheet), sheet.rules
        #: The settlement before an option was changed.
        self._before: Settling | None = None
        seats = len(sheet.captured)
        self.names = tuple(list(names) or words.say("names").split())[:seats]

    @property
    def _company(self) -> Company:
        return Company(self.names, self.settling.rules.variant)

    def rows(self) -> list[dict[str, object]]:
        """The ledger as in the score sheet's answer."""
        return ledger_json(self.settling, list(self.settling.seats), self._company)

    @property
    def may_change(self) -> bool:
        """A sheet can be settled under any options that agree with it."""
        return True

    def _under(self, rules: Rules) -> None:
        sheet = same_sheet(self.settling.sheet, rules)
        self._before, self.settling, self.rules = self.settling, settled(sheet), rules

    def _change(self) -> View | None:
        if self._before is None:
            return None
        return result_changed(self._before, self.settling, list(self.settling.seats), self._company)

    def _act(self, action: str, seat: object) -> None:
        self.refuse("refused.unknown", action=shown(action))

    def view(self, seat: int | None) -> View:
        """The ledger; nothing in it is secret."""
        seats = list(self.settling.seats)
        ledger = ledger_view(self.settling, seats, self._company)
        return self._shared() | {"answered": 0, "ledger": ledger}
