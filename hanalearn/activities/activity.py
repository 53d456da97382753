"""What all activities share: watchers, a sequence number, and the refusal of intents that do not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeGuard

from hanalearn import words
from hanalearn.game.formats import shown

View = dict[str, object]
Intent = dict[str, object]


class Activity:
    """Something a person does at a table.

    ``view(seat)`` is all that the seat's viewer may know, as plain JSON; ``do(intent)`` acts on
    ``{"seq": int, "do": str}``. An intent comes from outside and is never trusted: one that is malformed,
    stale, out of turn or illegal changes nothing but ``refused``.
    """

    def __init__(self) -> None:
        self.seq = 0
        self.refused: View | None = None
        self._watchers: list[Callable[[], None]] = []

    def watch(self, changed: Callable[[], None]) -> None:
        """Call ``changed`` after every intent."""
        self._watchers.append(changed)

    def unwatch(self, changed: Callable[[], None]) -> None:
        """Stop calling ``changed``."""
        if changed in self._watchers:
            self._watchers.remove(changed)

    def do(self, intent: Intent) -> None:
        """Carry out an intent, or refuse it; then tell the watchers. Never raises for what came in."""
        self.refused = None
        self._answer(intent)
        for changed in list(self._watchers):
            changed()

    def view(self, seat: int | None) -> View:
        """What the viewer at ``seat`` may know; None: a viewer from whom nothing is hidden."""
        raise NotImplementedError

    def _act(self, action: str, seat: object) -> None:
        """Carry out a well-formed, timely intent."""
        raise NotImplementedError

    def _answer(self, intent: object) -> None:
        if not _well_formed(intent):
            self.refuse("refused.unknown", action=shown(intent))
        elif intent["seq"] != self.seq:
            self.refuse("refused.stale")
        else:
            self._act(str(intent["do"]), intent.get("seat"))

    def changed(self) -> None:
        """Note that the state is a new one."""
        self.seq += 1

    def refuse(self, key: str, rule: Mapping[str, object] | None = None, **gaps: str) -> None:
        """Answer an intent with the reason why it changed nothing."""
        self.refused = {"text": words.say(key, "", **gaps), "rule": rule}


def _well_formed(intent: object) -> TypeGuard[Intent]:
    return (
        isinstance(intent, dict)
        and type(intent.get("seq")) is int
        and isinstance(intent.get("do"), str)
        and len(intent["do"]) <= 200
    )
