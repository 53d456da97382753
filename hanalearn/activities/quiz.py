"""A quiz: one question after another, each answered, or its answer shown, before the next is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hanalearn import rules as rule_sets
from hanalearn import words
from hanalearn.activities.activity import Activity, View
from hanalearn.activities.asking import (
    Answering,
    Asked,
    Stage,
    bar,
    bare,
    button,
    empty_table,
    light,
    shut,
    step_of,
)
from hanalearn.activities.board import Json
from hanalearn.activities.quiz_view import (
    family_name,
    options_in_words,
    position,
    progress_view,
    score_view,
    summary_view,
    table_title,
)
from hanalearn.activities.written import AskedInWriting
from hanalearn.game.formats import MOST_NUMBER, Fields, FormatError, load, shown
from hanalearn.game.round import Event, Round
from hanalearn.lessons.progress import Outcome, Progress, mistake_id, question_of, skill_id
from hanalearn.lessons.quiz.item import VERSION
from hanalearn.lessons.quiz.plan import MOST, Slot, Source, chosen, plan
from hanalearn.lessons.quiz.report import report, settings
from hanalearn.lessons.quiz.written import Written
from hanalearn.lessons.story import Frame, Note, Question, choice_text, names_at
from hanalearn.lessons.telling import event_text

STATE = 1  # the version of what `Quiz.state` gives
#: The family of a teacher's own questions; their seed is their place in the file.
OWN = "own"


#: Questions about what a card is: its name, month and kind are not written beside its picture.
NAMELESS = ("name", "kind", "month")


def _families() -> Source:
    from hanalearn.lessons.quiz import families

    return families


def _settled_seats(frame: Frame) -> list[int]:
    """The table's number of each seat that is settled; those of a score sheet are numbered as they stand."""
    if isinstance(frame.scene, Round):
        return list(frame.scene.active)
    return list(frame.settling.seats) if frame.settling else []


@dataclass(slots=True)
class Task:
    """A question of a quiz where it is asked: what lies there, its hints, and how far the reader is."""

    slot: Slot
    stage: Stage
    frame: Frame
    asked: Answering
    hints: tuple[Event, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """How it was answered, once it is."""
        if not self.asked.right:
            return "shown"
        if len(self.asked.answers) > 1:
            return "wrong"
        return "hinted" if self.asked.hints else "right"


class Quiz(Activity):
    """``count`` questions about a rule set, the same for the same ``seed``.

    ``families`` are names of families or of groups of them (``"yaku"``, ``"points"``, ``"payment"``); without
    any, all are mixed. ``written`` are a teacher's own questions, asked in their order instead. ``progress``
    takes in how each question was answered. For a ``presenter`` nothing is answered: the answer is hidden
    until ``reveal``. Raises ValueError, one line, for what does not exist.

    Intents of an open question: those of a walk's (``pick X``, ``answer``, ``answer TEXT``, ``reveal``), and
    ``hint``. After a wrong answer: ``step N`` in what follows, ``back`` to try again, ``reveal``. Of one that
    is over: ``follow`` (see what the rules do), ``next``. At the end: ``again`` (another seed), ``mistakes``
    (those not answered rightly at once), ``due`` (earlier mistakes that come back today). At any time:
    ``restore STATE``, ``progress DOCUMENT`` (merge), ``schedule on``, ``schedule off``, ``forget``.

    The view is that of a walk; ``walk`` is None but in what follows. A choice that can be on or off has
    ``on``. Keys never answer by themselves: arrows move between choices and steps. Further keys::

        "quiz": {"label", "rules", "options": [sentence], "family", "at": 1, "last": 10, "text",
                 "state": "open" | "wrong" | "right" | "shown" | "over", "statetext",
                 "score": {"right": 2, "hinted": 1, "answered": 4, "text"},
                 "hints": {"label", "given": [sentence], "left": 2},
                 "summary": None, or at the end {"label", "columns": {"family", "asked", "right", "hinted"},
                            "rows": [{"family", "asked", "right", "hinted"}]},
                 "keep": {"id", "text"}}     to be kept by the page; `restore TEXT` takes it up after a reload
        "report": {"label", "text", "told"}  to be copied; None at the end and for a teacher's own questions
        "progress": {"label", "kept": where, "note": what could not be read, "revision": 7, "text": document,
                     "skills": [{"family", "text", "mastered": bool}], "due": 3,
                     "schedule": {"on", "label", "text", "do"}, "tools": {"export": label,
                     "import": {"do": "progress ", "label"}, "forget": {"do", "label", "text"}}}

    ``progress`` is None where none is kept. The page keeps its ``text`` whenever ``revision`` has changed,
    and sends it back as ``progress TEXT`` when it is loaded.
    """

    LONGEST = 100_000

    def __init__(
        self,
        variant: str = "shishibo",
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        families: str | Sequence[str] = (),
        count: int = 10,
        seed: int = 1,
        progress: Progress | None = None,
        presenter: bool = False,
        written: Sequence[Written] = (),
        source: Source | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(variant, str) or variant not in rule_sets.RULE_SETS:
            raise ValueError(f"variant: {shown(variant)} is not one of {', '.join(rule_sets.RULE_SETS)}")
        fewest = rule_sets.RULE_SETS[variant].players[0]
        self.rules = rule_sets.rules(variant, fewest if players is None else players, options)
        for name, value, low, high in (("count", count, 1, MOST), ("seed", seed, 0, MOST_NUMBER)):
            if type(value) is not int or not low <= value <= high:
                problem = f"must be a whole number from {low} to {high}, not {shown(value)}"
                raise ValueError(f"{name}: {problem}")
        self.source = source or _families()
        self.written = tuple(written)
        self.families = [OWN] if written else chosen(self.source, self.rules, families)
        self.progress = progress
        self.presenter = presenter
        self.count = len(written) or count
        self.seed = seed
        self._id = self._name()
        self._start(self._planned())

    def _name(self) -> str:
        """What the page keeps this quiz's state under."""
        asked = [written.text for written in self.written] or self.families
        named = mistake_id(self.rules.variant, self.rules.players, settings(self.rules), OWN, self.seed)
        return f"{named}/{self.count}/{' '.join(asked)}"[:1000]

    # --- the questions ---

    def _planned(self) -> list[Slot]:
        if self.written:
            return [Slot(OWN, i) for i in range(len(self.written))]
        return plan(self.families, self.count, self.seed)

    def _start(self, slots: list[Slot]) -> None:
        """Begin with the first of some questions."""
        self.slots = slots
        self.at = 0
        self._tasks: dict[int, Task] = {}
        self._aside: tuple[Frame, ...] = ()
        self._aside_step = 0

    @property
    def over(self) -> bool:
        """Whether all questions are answered."""
        return self.at == len(self.slots)

    def task(self, at: int) -> Task:
        """The question at a place, from 0."""
        if at not in self._tasks:
            self._tasks[at] = self._task(self.slots[at])
        return self._tasks[at]

    def _task(self, slot: Slot) -> Task:
        if slot.family == OWN:
            written = self.written[slot.seed]
            text = f"{written.text}\n{written.code}".strip()
            stage = Stage(self.rules, names_at(self.rules.players))
            return Task(slot, stage, Frame((), Note(text)), AskedInWriting(written))
        item = self.source.item(self.rules, slot.family, slot.seed)
        stage = Stage(item.rules, item.names, viewer=item.viewer)
        return Task(slot, stage, item.frame, Asked(item.question), item.hints)

    def _answered(self) -> list[Task]:
        """The questions that are over."""
        return [task for task in self._tasks.values() if task.asked.done]

    @property
    def mistakes(self) -> list[Slot]:
        """The questions that were not answered rightly at once."""
        return [task.slot for task in self._answered() if task.outcome in ("wrong", "shown")]

    @property
    def due(self) -> list[Slot]:
        """Earlier mistakes at this table that come back now."""
        if self.progress is None or self.written:
            return []
        possible = self.source.families(self.rules)
        found = []
        for id_ in self.progress.due():
            slot = Slot(*question_of(id_))
            if slot.family in possible and self._mistake(slot) == id_:
                found.append(slot)
        return found[:MOST]

    def _mistake(self, slot: Slot) -> str:
        return mistake_id(self.rules.variant, self.rules.players, settings(self.rules), *slot)

    def results(self) -> list[dict[str, object]]:
        """A row a question that is over, in the order asked; ``outcome`` as in `Progress`."""
        rows: list[dict[str, object]] = []
        for at, task in sorted(self._tasks.items()):
            if task.asked.done:
                rows.append(
                    {
                        "question": at + 1,
                        "variant": self.rules.variant,
                        "players": self.rules.players,
                        "options": ",".join(
                            f"{name}={value}" for name, value in settings(self.rules).items()
                        ),
                        "family": task.slot.family,
                        "seed": task.slot.seed,
                        "prompt": task.stage.said(task.frame)["text"],
                        "answers": " | ".join(task.asked.answers),
                        "hints": task.asked.hints,
                        "outcome": task.outcome,
                        "right_at_once": task.outcome == "right",
                    }
                )
        return rows

    # --- intents ---

    def _act(self, action: str, seat: object) -> None:
        word, _, rest = action.partition(" ")
        if word in ("progress", "restore", "schedule", "forget"):
            self._keep(action, word, rest)
        elif len(action) > Activity.LONGEST:
            self.refuse("refused.unknown", action=shown(action))
        elif word in ("again", "mistakes", "due") and not rest and self.over:
            self._another(action)
        elif not self.over and self._at_question(action, word, rest):
            self.changed()
        elif self.refused is None:
            self.refuse("refused.unknown", action=shown(action))

    def _at_question(self, action: str, word: str, rest: str) -> bool:
        """Carry out an intent of the present question; False where it cannot be."""
        task = self.task(self.at)
        asked = task.asked
        if self._aside and word == "step":
            step = step_of(rest, len(self._aside) - 1)
            self._aside_step = self._aside_step if step is None else step
            return step is not None
        if self._aside and action == "back":
            self._leave()
        elif action == "next" and asked.done:
            self._leave()
            self.at += 1
        elif action == "follow" and asked.done and not self._aside and self._proof(task):
            self._aside = self._proof(task)
        elif action == "hint" and not (asked.done or self._aside or self.presenter):
            if asked.hints == len(task.hints):
                return False
            asked.hints += 1
        elif word == "reveal" and not rest and not asked.done:
            self._leave()
            asked.act(word, rest)
            self._settle(task)
        elif word in ("pick", "answer") and not (self._aside or self.presenter):
            return self._take_answer(task, word, rest)
        else:
            return False
        return True

    def _take_answer(self, task: Task, word: str, rest: str) -> bool:
        refusal = task.asked.act(word, rest)
        if refusal == "refused.answer":
            self.refuse(refusal, action=shown(rest))
        if refusal:
            return False
        if task.asked.done:
            self._settle(task)
        elif word == "answer":
            self._aside, self._aside_step = task.asked.aside(task.frame.scene), 0
        return True

    def _leave(self) -> None:
        """Go back from what follows to the question."""
        self._aside, self._aside_step = (), 0

    def _proof(self, task: Task) -> tuple[Frame, ...]:
        return task.frame.told.proof if isinstance(task.frame.told, Question) else ()

    def _settle(self, task: Task) -> None:
        """Note how a question of the engine was answered, once it is over."""
        if self.progress is not None and not self.presenter and task.slot.family != OWN:
            skill = skill_id(self.rules.variant, task.slot.family)
            self.progress.record(skill, self._mistake(task.slot), task.outcome)

    def _another(self, action: str) -> None:
        """Begin another set of questions; refuse one that would be empty."""
        slots = self.mistakes if action == "mistakes" else self.due
        if action == "again":
            self.seed += 1
            slots = self._planned()
        if not slots:
            self.refuse("refused.quiz.none")
            return
        self._start(slots)
        self.changed()

    # --- what is kept ---

    def _keep(self, action: str, word: str, rest: str) -> None:
        try:
            if word == "restore":
                self.restore(load(rest.encode("utf-8", "replace")))
            elif self.progress is None:
                raise FormatError("", words.say("progress.none"))
            elif word == "progress":
                self.progress.merge(rest)
            elif action == "forget":
                self.progress.reset()
            elif action in ("schedule on", "schedule off"):
                self.progress.set_schedule(rest == "on")
            else:
                self.refuse("refused.unknown", action=shown(action))
                return
        except FormatError as error:
            self.refuse("refused.quiz.kept", problem=str(error))
        else:
            self.changed()

    def state(self) -> dict[str, object]:
        """All that a reload must not lose, as plain JSON; it holds no answer that was not given."""
        return {
            "hanalearn-quiz": STATE,
            "questions": VERSION,
            "quiz": self._id,
            "seed": self.seed,
            "slots": [list(slot) for slot in self.slots],
            "at": self.at,
            "aside": self._aside_step if self._aside and not self._following() else None,
            "asked": {
                str(at): {
                    "answers": task.asked.answers,
                    "picked": task.asked.as_written("") if task.asked.by_picking else "",
                    "hints": task.asked.hints,
                    "done": task.asked.done,
                }
                for at, task in self._tasks.items()
            },
        }

    def _following(self) -> bool:
        """Whether the reader sees what follows of a question that is over."""
        return not self.over and self.task(self.at).asked.done

    def restore(self, data: object) -> None:
        """Take up the quiz where `state` left it; a FormatError where it is not a state of this quiz."""
        fields = Fields(data)
        for name, needed in (("hanalearn-quiz", STATE), ("questions", VERSION)):
            if fields.get(name, int) != needed:
                raise FormatError(name, f"must be {needed}, the version in use")
        if fields.get("quiz", str) != self._id:
            raise FormatError("quiz", "is another quiz than this one")
        seed = fields.whole("seed", 0, MOST_NUMBER)
        slots = [self._slot(value, f"slots[{i}]") for i, value in enumerate(fields.get("slots", list))]
        if not 0 < len(slots) <= MOST:
            raise FormatError("slots", f"must be 1 to {MOST} questions, not {len(slots)}")
        at = fields.whole("at", 0, len(slots))
        tasks = {}
        for name, value in fields.get("asked", dict).items():
            place = step_of(str(name), len(slots) - 1)
            if place is None:
                raise FormatError("asked", f"{shown(name)} is the place of no question")
            tasks[place] = self._task_again(slots[place], Fields(value, f"asked.{place}"))
        if not all(place in tasks and tasks[place].asked.done for place in range(at)):
            raise FormatError("at", "must be the first question that is open, or the last that is not")
        step = None if fields.raw("aside") is None else fields.whole("aside", 0, 10**6)
        fields.done()
        self._start(slots)
        self.seed, self.at, self._tasks = seed, at, dict(sorted(tasks.items()))
        if step is not None and at in tasks and tasks[at].asked.answers and not tasks[at].asked.done:
            self._aside = tasks[at].asked.aside(tasks[at].frame.scene)
            self._aside_step = min(step, len(self._aside) - 1)

    def _slot(self, value: object, place: str) -> Slot:
        possible = [OWN] if self.written else self.source.families(self.rules)
        most = len(self.written) - 1 if self.written else MOST_NUMBER
        if not isinstance(value, list) or len(value) != 2 or value[0] not in possible:
            raise FormatError(place, f"must be a family of this quiz and a seed, not {shown(value)}")
        if type(value[1]) is not int or not 0 <= value[1] <= most:
            raise FormatError(place, f"must have a seed from 0, not {shown(value[1])}")
        return Slot(*value)

    def _task_again(self, slot: Slot, fields: Fields) -> Task:
        task = self._task(slot)
        answers, picked = fields.strings("answers"), fields.get("picked", str)
        hints, done = fields.whole("hints", 0, len(task.hints)), fields.get("done", bool)
        fields.done()
        if not task.asked.again(answers, picked, hints, done=done):
            raise FormatError(fields.at("answers"), "cannot have been given to this question")
        return task

    # --- the view ---

    def view(self, seat: int | None) -> View:
        """The present question, what follows a wrong answer, or the result; the same for every viewer."""
        if self.over:
            return self._result()
        task = self.task(self.at)
        frame = self._aside[self._aside_step] if self._aside else self._with_hints(task)
        telling = task.stage.said(frame)
        view = task.stage.scene(frame)
        if not task.asked.done and not self._aside:
            view = shut(view)
            if isinstance(frame.told, Question) and frame.told.key in NAMELESS:
                view = bare(view)
        ask = None if self._aside else self._ask(task, telling["text"])
        told_now = ask["why"] if ask and (task.asked.done or task.asked.hints) else telling["text"]
        view |= self._shared() | {
            "controls": [button("reveal", words.say("do.reveal"))] if self._wrong(task) else [],
            "told": None if ask else telling,
            "ask": ask,
            "ledger": task.stage.ledger(frame, _settled_seats(frame)),
            "live": told_now,
            "walk": self._bar(task),
        }
        return view | {
            "quiz": self._quiz_view(task),
            "report": self._report(task, view),
            "progress": self._progress_view(),
        }

    def _wrong(self, task: Task) -> bool:
        """Whether the reader sees what follows a wrong answer."""
        return bool(self._aside) and not task.asked.done

    def _bar(self, task: Task) -> Json | None:
        if not self._aside:
            return None
        back = words.say("do.quiz.back" if task.asked.done else "do.quiz.try")
        last = len(self._aside) - 1
        return bar(self._aside_step, last, last, "walk.aside", back)

    def _with_hints(self, task: Task) -> Frame:
        """The question's frame, the cards that its hints point to lit."""
        lit = 0
        for hint in task.hints[: task.asked.hints]:
            lit |= hint.cards | hint.taken
        return light(task.frame, lit) if lit else task.frame

    def _ask(self, task: Task, text: object) -> Json:
        """The question; hints and the way on stand among its choices."""
        asked, company = task.asked, task.stage.company
        ask = asked.ask(text, task.stage.rules, company)
        choices = ask["choices"]
        assert isinstance(choices, list)
        if asked.done:
            last = self.at == len(self.slots) - 1
            choices.append(button("next", words.say("do.quiz.result" if last else "do.quiz.next")))
            if self._proof(task):
                choices.append(button("follow", words.say("do.quiz.follow")))
        elif self.presenter:
            ask = {"text": text, "why": self._on_offer(task), "rule": None, "choices": choices[-1:]}
        else:
            left = len(task.hints) - asked.hints
            if left:
                choices.append(
                    button("hint", words.say("do.quiz.hint"), words.count("quiz.hints.left", left))
                )
            hints = self._hints(task)
            ask["why"] = hints[-1] if hints else words.say("question.quiz")
        return ask

    def _on_offer(self, task: Task) -> str:
        """The answers that a class may choose from."""
        told = task.frame.told
        texts = (
            [choice_text(c, task.stage.company) for c in told.choices] if isinstance(told, Question) else []
        )
        if isinstance(task.asked, AskedInWriting):
            texts = [answer.text for answer in task.asked.written.answers]
        return words.say("quiz.on-offer", answers=" / ".join(texts)) if texts else words.say("quiz.presenter")

    def _hints(self, task: Task) -> list[str]:
        return [event_text(hint, task.stage.company) for hint in task.hints[: task.asked.hints]]

    def _result(self) -> View:
        """The view at the end: how many were right, family by family, and what to do next."""
        mistakes, due = len(self.mistakes), len(self.due)
        choices = [button("again", words.say("do.quiz.again"))]
        if mistakes:
            text = words.count("quiz.mistakes", mistakes)
            choices.append(button("mistakes", words.say("do.quiz.mistakes"), text))
        if due:
            choices.append(button("due", words.say("do.quiz.due"), words.count("quiz.due", due)))
        if self.written:
            choices = choices[1:]
        score = self._score()
        ask = {"text": words.say("quiz.over"), "why": score["text"], "rule": None, "choices": choices}
        return (
            empty_table(table_title(self.rules))
            | self._shared()
            | {
                "controls": [],
                "told": None,
                "ask": ask,
                "ledger": None,
                "live": f"{ask['text']} {ask['why']}",
                "walk": None,
                "quiz": self._quiz_view(None),
                "report": None,
                "progress": self._progress_view(),
            }
        )

    def _quiz_view(self, task: Task | None) -> Json:
        state = "over"
        if task is not None:
            done = "right" if task.asked.right else "shown"
            state = done if task.asked.done else "wrong" if self._aside else "open"
        last = len(self.slots)
        return {
            "label": words.say("quiz"),
            "rules": table_title(self.rules),
            "options": options_in_words(self.rules),
            "family": family_name(task.slot.family) if task else "",
            "at": min(self.at + 1, last),
            "last": last,
            "text": words.say("quiz.text", n=self.at + 1, m=last) if task else words.say("quiz.over"),
            "state": state,
            "statetext": words.say(f"quiz.state.{state}"),
            "score": self._score(),
            "hints": {
                "label": words.say("quiz.hints"),
                "given": self._hints(task) if task else [],
                "left": len(task.hints) - task.asked.hints if task else 0,
            },
            "summary": None if task else summary_view([(t.slot.family, t.outcome) for t in self._answered()]),
            "keep": {"id": self._id, "text": json.dumps(self.state(), separators=(",", ":"))},
        }

    def _score(self) -> Json:
        score = score_view([task.outcome for task in self._answered()])
        return score | {"text": ""} if self.presenter else score

    def _report(self, task: Task, view: View) -> Json | None:
        if task.slot.family == OWN:
            return None
        text = report(self.rules, task.slot, position(view))
        return {"label": words.say("quiz.report"), "text": text, "told": words.say("quiz.report.told")}

    def _progress_view(self) -> Json | None:
        if self.progress is None:
            return None
        return progress_view(self.progress, self.rules, self.families, len(self.due))
