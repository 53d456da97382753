"""A question of a quiz, and what makes it again."""

from __future__ import annotations

from dataclasses import dataclass

from hanalearn.game.round import Event
from hanalearn.lessons.story import Frame, Question
from hanalearn.rules import Rules
from hanalearn.rules.settling import Sheet

VERSION = 1  # of the questions: raised when the same seed asks something else


@dataclass(frozen=True, slots=True)
class Item:
    """One question: ``frame`` is what lies there, and its ``told`` is the `Question`.

    ``family`` and ``seed`` make the same item again under the same ``rules``. ``hints`` lead to the answer
    step by step: which part of the table, which month, which card. ``viewer`` is the seat through whose eyes
    the scene is seen (None: nothing is hidden). ``sheet`` is the score sheet that it is about, if it is.
    """

    rules: Rules
    family: str
    seed: int
    frame: Frame
    names: tuple[str, ...]
    hints: tuple[Event, ...] = ()
    viewer: int | None = None
    sheet: Sheet | None = None

    @property
    def question(self) -> Question:
        """What is asked."""
        assert isinstance(self.frame.told, Question)
        return self.frame.told
