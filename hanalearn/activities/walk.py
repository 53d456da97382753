"""Walking through a story, frame by frame; a question in it is answered before what follows is shown."""

from __future__ import annotations

from collections.abc import Sequence

from hanalearn import words
from hanalearn.activities.activity import Activity, View
from hanalearn.activities.asking import Asked, Stage, bar, step_of
from hanalearn.activities.board import Json
from hanalearn.activities.changed import changed_view, result_changed, told_otherwise
from hanalearn.game.formats import shown
from hanalearn.game.round import Event, Round
from hanalearn.lessons.story import Frame, Question, Story, round_story
from hanalearn.rules import Rules
from hanalearn.rules.settling import Row

LOG = 8  # events of a walk's log


class Walk(Activity):
    """A story, frame by frame. Every hand lies open, since the round is over.

    Intents: ``step N``; of a question ``pick 4A`` (a card, on or off), ``answer``, ``answer TEXT`` and
    ``reveal``; after a wrong answer ``back``. Nothing beyond an open question is shown or sent. A story that
    can be told `again` is told under another option by ``option NAME=VALUE``.
    """

    def __init__(self, story: Story | Round, *, names: Sequence[str] = ()) -> None:
        super().__init__()
        self._tell(round_story(story, names=names) if isinstance(story, Round) else story)
        self.step = 0
        #: The story as it was told before an option was changed, and whether that was the last intent.
        self._before: Story | None = None
        self._just_changed = False

    def _tell(self, story: Story) -> None:
        self.story, self.rules = story, story.rules
        self.stage = Stage(story.rules, story.names, story.title)
        self.last = len(story.frames) - 1
        #: By frame: what the reader did with its question.
        self.asked = {
            at: Asked(frame.told) for at, frame in enumerate(story.frames) if isinstance(frame.told, Question)
        }
        #: What plays out after a wrong answer, and where in it the reader is.
        self.aside: tuple[Frame, ...] = ()
        self.aside_step = 0

    @property
    def reach(self) -> int:
        """The last frame that may be shown: that of the first open question."""
        return next((at for at, asked in self.asked.items() if not asked.done), self.last)

    # --- intents ---

    def _act(self, action: str, seat: object) -> None:
        self._just_changed = False
        word, _, rest = action.partition(" ")
        if word == "step":
            self._step(action, rest)
        elif word == "back" and self.aside:
            self.aside, self.aside_step = (), 0
            self.changed()
        elif word in ("pick", "answer", "reveal"):
            self._answer_question(action, word, rest)
        else:
            self.refuse("refused.unknown", action=shown(action))

    def _step(self, action: str, number: str) -> None:
        step = step_of(number, len(self.aside) - 1 if self.aside else self.last)
        if step is None:
            self.refuse("refused.unknown", action=shown(action))
        elif self.aside:
            self.aside_step = step
            self.changed()
        elif step > self.reach:
            if self.step != self.reach:
                self.step = self.reach  # the question that comes first is shown
                self.changed()
            self.refuse("refused.unanswered")
        else:
            self.step = step
            self.changed()

    def _answer_question(self, action: str, word: str, rest: str) -> None:
        asked = self.asked.get(self.step)
        refusal = "refused.unknown" if asked is None or self.aside else asked.act(word, rest)
        if asked is None or refusal:
            self.refuse(refusal, action=shown(rest if refusal == "refused.answer" else action))
            return
        if word == "answer" and not asked.done:
            self.aside, self.aside_step = asked.aside(self.story.frames[self.step].scene), 0
        self.changed()

    # --- other options ---

    @property
    def may_change(self) -> bool:
        """Whether the story can be told under other options."""
        return self.story.again is not None

    def _under(self, rules: Rules) -> None:
        """Tell the story under ``rules``; the reader stays where it tells the same, questions answered."""
        assert self.story.again is not None
        before, answered, at = self.story, list(self.asked.values()), self.step
        self._tell(before.again(rules))  # type: ignore[misc]
        for old, new in zip(answered, self.asked.values(), strict=False):
            if old.done and old.question.key == new.question.key:
                new.done, new.answers = True, old.answers
        self.step = min(_same_place(before, at, self.story), self.reach)
        self._before, self._just_changed = before, True

    def _change(self) -> View | None:
        """What the last option changed; of a result that is still to be foretold nothing is said."""
        before = self._before
        if before is None:
            return None
        if not all(asked.done for asked in self.asked.values()):
            return changed_view(before.rules, self.rules, [words.say("compare.later")])
        if before.settling is None or self.story.settling is None:
            return changed_view(before.rules, self.rules, told_otherwise(before, self.story))
        return result_changed(before.settling, self.story.settling, self.story.seats, self.stage.company)

    # --- the view ---

    def view(self, seat: int | None) -> View:
        """The frame that is shown; every viewer sees all hands."""
        frame = self.aside[self.aside_step] if self.aside else self.story.frames[self.step]
        asked = None if self.aside else self.asked.get(self.step)
        telling = self.stage.said(frame)
        ask = asked.ask(telling["text"], self.story.rules, self.stage.company) if asked else None
        shared = self._shared()
        live = str(ask["why"] if asked and ask and asked.done else telling["text"])
        if self._just_changed and shared["changed"]:
            live = " ".join([*shared["changed"]["texts"], live])  # type: ignore[index]
        return (
            self.stage.scene(frame, self._told_until())
            | shared
            | {
                "controls": [],
                "told": None if ask else telling,
                "ask": ask,
                "ledger": self.stage.ledger(frame, self.story.seats),
                "live": live,
                "walk": self._bar(),
            }
        )

    def _bar(self) -> Json:
        if self.aside:
            last = len(self.aside) - 1
            return bar(self.aside_step, last, last, "walk.aside", words.say("do.back"))
        return bar(self.step, self.last, self.reach, "walk.text", "")

    def _told_until(self) -> list[Event]:
        """The latest events of the story up to the shown frame: earlier ones are a few steps back."""
        frames = self.story.frames[: self.step + 1]
        return [f.told for f in frames if isinstance(f.told, Event)][-LOG:]


def _same_place(before: Story, at: int, after: Story) -> int:
    """The step of ``after`` that is most like step ``at`` of ``before``: as many actions, the same told."""
    frame = before.frames[at]

    def likeness(step: int) -> tuple[bool, bool, int]:
        other = after.frames[step]
        return _actions(other) == _actions(frame), _what(other) == _what(frame), -abs(step - at)

    return max(range(len(after.frames)), key=likeness)


def _actions(frame: Frame) -> int:
    return len(frame.scene.actions) if isinstance(frame.scene, Round) else 0


def _what(frame: Frame) -> tuple[object, ...]:
    """What a frame tells, without its numbers."""
    told = frame.told
    if isinstance(told, Event):
        return told.what, told.seat, told.cards
    if isinstance(told, Row):
        return told.step, told.seat, *(told.words.get(name) for name in ("yaku", "kind", "other"))
    return (told.key if isinstance(told, Question) else told.rule,)
