"""What all activities share: watchers, a sequence number, and the refusal of intents that do not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeGuard

from hanalearn import words
from hanalearn.activities.rules_panel import panel
from hanalearn.game.formats import FormatError, option_value, shown
from hanalearn.lessons.telling import rule
from hanalearn.rules import Rules, RulesError
from hanalearn.rules import rules as rules_at
from hanalearn.rules.compiled import option_clause

View = dict[str, object]
Intent = dict[str, object]


class Activity:
    """Something a person does at a table.

    ``view(seat)`` is all that the seat's viewer may know, as plain JSON; ``do(intent)`` acts on
    ``{"seq": int, "do": str}``. An intent comes from outside and is never trusted: one that is malformed,
    stale, out of turn or illegal changes nothing but ``refused``.

    Every activity answers ``rules`` and ``rules close``, which open and close the ``panel`` of its view, and
    ``option NAME=VALUE``, which tells the same again under other `rules` where the activity can.
    """

    #: The rules in force.
    rules: Rules
    #: The longest intent that is read, in characters.
    LONGEST = 200

    def __init__(self) -> None:
        self.seq = 0
        self.refused: View | None = None
        self._panel_open = False
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

    @property
    def may_change(self) -> bool:
        """Whether the same can be told again under other options."""
        return False

    def _under(self, rules: Rules) -> None:
        """Tell the same under ``rules``; a ValueError says in its one line why that cannot be."""
        raise NotImplementedError

    def _shared(self) -> View:
        """What the view of every activity holds."""
        opened = panel(self.rules, may_change=self.may_change) if self._panel_open else None
        return {"seq": self.seq, "refused": self.refused, "panel": opened, "changed": self._change()}

    def _change(self) -> View | None:
        """What the last change of an option changed; None before the first."""
        return None

    def _answer(self, intent: object) -> None:
        if not _well_formed(intent, self.LONGEST):
            self.refuse("refused.unknown", action=shown(intent))
            return
        action = str(intent["do"])
        if intent["seq"] != self.seq:
            self.refuse("refused.stale")
        elif action in ("rules", "rules close"):
            self._panel_open = action == "rules"
        elif action.startswith("option "):
            self._set_option(action)
        else:
            self._act(action, intent.get("seat"))

    def _set_option(self, action: str) -> None:
        """``option NAME=VALUE``: tell the same with that option changed, or say why it cannot be."""
        name, _, text = action.removeprefix("option ").partition("=")
        option = next((o for o in self.rules.rule_set.options if o.name == name), None)
        value = option_value(text)
        if option is None or not option.allows(value):
            self.refuse("refused.unknown", action=shown(action))
        elif not self.may_change:
            self.refuse("rules.fixed", rule(self.rules, self.rules.in_force(name)))
        elif value != self.rules.options[name]:
            try:
                options = {**self.rules.options, name: value}
                self._under(rules_at(self.rules.variant, self.rules.players, options))
            except ValueError as error:
                clause = option_clause(self.rules.variant, option, value)  # type: ignore[arg-type]
                reason = error.problem if isinstance(error, FormatError | RulesError) else str(error)
                self.refuse("refused.option", rule(self.rules, clause), reason=shown(reason, 300))
            else:
                self.changed()

    def changed(self) -> None:
        """Note that the state is a new one."""
        self.seq += 1

    def refuse(self, key: str, rule: Mapping[str, object] | None = None, **gaps: str) -> None:
        """Answer an intent with the reason why it changed nothing."""
        self.refused = {"text": words.say(key, "", **gaps), "rule": rule}


def _well_formed(intent: object, longest: int) -> TypeGuard[Intent]:
    return (
        isinstance(intent, dict)
        and type(intent.get("seq")) is int
        and isinstance(intent.get("do"), str)
        and len(intent["do"]) <= longest
    )
