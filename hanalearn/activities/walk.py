"""Walking through a round that was played: one action a step, with what happened and why."""

from __future__ import annotations

from collections.abc import Sequence

from hanalearn import words
from hanalearn.activities.activity import Activity, View
from hanalearn.activities.board import Board
from hanalearn.game.formats import shown
from hanalearn.game.round import Event, Round
from hanalearn.lessons.telling import Company, settled_event


class Walk(Activity):
    """A round, step by step. Step 0 is the deal; step ``n`` is what follows from its ``n``-th action.

    ``names``: one a seat. Every hand lies open, since the round is over.
    """

    def __init__(self, round_: Round, *, names: Sequence[str] = ()) -> None:
        super().__init__()
        players = round_.rules.players
        self.names = tuple(list(names) or words.say("names").split())[:players]
        self.actions = list(round_.actions)
        self._whole = round_
        self.last = len(self.actions)
        self.step = 0

    def _at(self, step: int) -> tuple[Round, list[Event], int]:
        """The round after ``step`` actions, all events so far, and where those of the step begin."""
        told: list[Event] = []
        round_ = Round(self._whole.rules, self._whole.deal, told.append)
        fresh = 0
        for action in self.actions[:step]:
            fresh = len(told)
            round_.push(action)
        if round_.finished:
            told.append(settled_event(round_))
        return round_, told, fresh

    def _act(self, action: str, seat: object) -> None:
        word, _, number = action.partition(" ")
        if word != "step" or not number.isdecimal() or len(number) > 6 or int(number) > self.last:
            self.refuse("refused.unknown", action=shown(action))
            return
        self.step = int(number)
        self.changed()

    def view(self, seat: int | None) -> View:
        """The table at the present step; every viewer sees all hands."""
        round_, told, fresh = self._at(self.step)
        board = Board(round_, None, Company(self.names, round_.rules.variant), told, fresh)
        view = board.view()
        view |= {"seq": self.seq, "refused": self.refused, "ask": None, "controls": []}
        view["walk"] = {
            "at": self.step,
            "last": self.last,
            "label": words.say("walk.label"),
            "text": words.say("walk.text", n=self.step, m=self.last),
        }
        return view
