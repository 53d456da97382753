"""What a learner can do by now: mastery of each skill, and the mistakes that come back later.

A skill is a family of questions in one rule set, ``shishibo/stake@1``; a mistake is one question that was
not answered rightly at once, ``shishibo/3/stack_subsets=true/stake/4711@1`` (players, options other than the
default, seed). The number behind ``@`` is the version of the questions. The document is JSON::

    {"hanalearn-progress": 1, "revision": 12, "schedule": true, "reset": 0,
     "skills": {"shishibo/stake@1": {"asked": 14, "right": 9, "last": "rrwhrs", "at": 1767520000}},
     "mistakes": {"shishibo/3//stake/4711@1": {"state": 1, "step": 0, "stability": 0.2,
                                               "difficulty": 6.4, "due": 1767520060, "at": 1767520000}}}

Times are whole seconds since 1970, UTC. ``last`` are the latest outcomes, oldest first: ``r``ight at once,
right with a ``h``int, right after a ``w``rong answer, ``s``hown. Where two documents have the same entry, the
newer one (``at``) counts; what is older than ``reset`` is gone. When a mistake comes back is decided by FSRS,
a spaced repetition scheduler (package ``fsrs``); without that package nothing is scheduled.

Everything stays on the learner's machine: in memory, and in a file where there is a home for one.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import IO, Literal, TypeVar

from hanalearn.game.formats import Fields, FormatError, load, shown
from hanalearn.lessons.quiz.item import VERSION as QUESTIONS

VERSION = 1
LAST = 10  # outcomes that mastery looks at
MASTERED = 8  # so many of them right at once
MOST_SKILLS = 500
MOST_MISTAKES = 60
MOST_MIRRORED = 20_000  # characters of the document that a browser keeps
LATEST = 2**33  # a time beyond this is no time

Outcome = Literal["right", "hinted", "wrong", "shown"]

_SKILL = re.compile(r"[\w.-]{1,40}/[\w.-]{1,40}@\d{1,4}")
_MISTAKE = re.compile(r"[\w.-]{1,40}/\d{1,2}/[\w.=,/ -]{0,200}/[\w.-]{1,40}/\d{1,16}@\d{1,4}")
#: An entry wherever it stands in a text: entries hold no object.
_ENTRY = re.compile(r'"([^"\\]{1,300})"\s*:\s*(\{[^{}]*\})')


@dataclass(frozen=True, slots=True)
class Skill:
    """How often a family was asked, how often answered rightly at once, and the latest outcomes."""

    asked: int
    right: int
    last: str
    at: int

    @property
    def mastery(self) -> int:
        """How many of the latest ten were right at once, 0 to 10."""
        return self.last.count("r")

    @property
    def mastered(self) -> bool:
        """Whether nearly all of the latest ten were right at once."""
        return self.mastery >= MASTERED


@dataclass(frozen=True, slots=True)
class Mistake:
    """A question that comes back: what the scheduler remembers of it, when it is ``due``, when last asked."""

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: int
    at: int


Entry = TypeVar("Entry", Skill, Mistake)


def skill_id(variant: str, family: str) -> str:
    """The id of a skill, of the present version of the questions."""
    return f"{variant}/{family}@{QUESTIONS}"


def mistake_id(variant: str, players: int, options: Mapping[str, object], family: str, seed: int) -> str:
    """The id of a question. ``options``: those that differ from the default."""
    settings = ",".join(f"{name}={value}".lower() for name, value in sorted(options.items()))
    return f"{variant}/{players}/{settings}/{family}/{seed}@{QUESTIONS}"


def question_of(id_: str) -> tuple[str, int]:
    """The family and the seed in the id of a question."""
    *_, family, seed = id_.rpartition("@")[0].split("/")
    return family, int(seed)


class Progress:
    """A learner's progress, in memory and, with ``path``, in that file.

    Reading never fails: what cannot be read is left out, told in ``note`` (one line, "" where all was good),
    and kept beside the file. ``clock`` gives the seconds since 1970.
    """

    def __init__(self, path: Path | None = None, *, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.clock = clock
        self.skills: dict[str, Skill] = {}
        self.mistakes: dict[str, Mistake] = {}
        self.schedule = True
        self.revision = 0
        self.reset_at = 0
        self.note = ""
        if path is not None:
            with self._locked():
                self._read_file()

    # --- learning ---

    @property
    def can_schedule(self) -> bool:
        """Whether the scheduler is installed."""
        return find_spec("fsrs") is not None

    def record(self, skill: str, question: str, outcome: Outcome) -> None:
        """Note how a question was answered. ``skill`` and ``question`` are ids."""
        with self._kept():
            now = self._now()
            was = self.skills.get(skill, Skill(0, 0, "", 0))
            last = (was.last + outcome[0])[-LAST:]
            self.skills[skill] = Skill(was.asked + 1, was.right + (outcome == "right"), last, now)
            known = self.mistakes.get(question)
            if self.schedule and self.can_schedule and (known or outcome in ("wrong", "shown")):
                self.mistakes[question] = _reviewed(known, outcome, now)

    def due(self) -> list[str]:
        """The ids of the mistakes that come back now, the longest due first."""
        if not self.schedule:
            return []
        now = self._now()
        return sorted(
            (id_ for id_, m in self.mistakes.items() if m.due <= now), key=lambda id_: self.mistakes[id_].due
        )

    def set_schedule(self, on: bool) -> None:
        """Whether mistakes come back."""
        with self._kept():
            self.schedule = on

    def reset(self) -> None:
        """Forget everything, here and wherever this document is merged into."""
        with self._kept():
            self.reset_at = self._now() + 1  # what was learned within this second goes too
            self.skills, self.mistakes = {}, {}

    def _now(self) -> int:
        return int(self.clock())

    # --- the document ---

    def text(self) -> str:
        """The document."""
        return self._text(self.skills, self.mistakes)

    def mirror(self) -> str:
        """The document for a browser to keep: where it is too long, without its oldest entries."""
        skills, mistakes = dict(self.skills), dict(self.mistakes)
        text = self._text(skills, mistakes)
        while len(text) > MOST_MIRRORED:
            shorter: dict[str, Skill] | dict[str, Mistake] = mistakes or skills
            for id_ in sorted(shorter, key=lambda id_: shorter[id_].at)[: len(shorter) // 8 + 1]:
                del shorter[id_]
            text = self._text(skills, mistakes)
        return text

    def _text(self, skills: Mapping[str, Skill], mistakes: Mapping[str, Mistake]) -> str:
        document = {
            "hanalearn-progress": VERSION,
            "revision": self.revision,
            "schedule": self.schedule,
            "reset": self.reset_at,
            "skills": {id_: asdict(entry) for id_, entry in skills.items()},
            "mistakes": {id_: asdict(entry) for id_, entry in mistakes.items()},
        }
        return json.dumps(document, separators=(",", ":"))

    def merge(self, text: str) -> None:
        """Take from another document what is newer there; ``note`` says what of it was left out."""
        with self._kept():
            self._take(text.encode("utf-8", "replace"))

    def _take(self, data: bytes) -> None:
        """Merge a document, entry by entry; of a broken one, the entries that can still be read."""
        faults: list[str] = []
        whole, schedule, reset, revision = _entries(data, faults)
        found = _Found({}, {})
        for id_, value in whole:
            try:
                found.read(id_, value)
            except FormatError as error:
                faults.append(str(error))
        if reset > self.reset_at:
            self.reset_at = reset
            self.skills = {id_: e for id_, e in self.skills.items() if e.at >= reset}
            self.mistakes = {id_: e for id_, e in self.mistakes.items() if e.at >= reset}
        _newer(self.skills, found.skills, self.reset_at, MOST_SKILLS)
        _newer(self.mistakes, found.mistakes, self.reset_at, MOST_MISTAKES)
        if revision > self.revision:  # who wrote last says whether mistakes come back
            self.revision, self.schedule = revision, schedule
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            self.note = f"{shown(faults[0], 200)}{more}"
            self._keep_aside(data)

    # --- the file ---

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Change the document together with its file: other processes' entries are taken in first."""
        with self._locked():
            self.note = ""
            if self.path is not None:
                self._read_file()
            yield
            self.revision += 1
            _newer(self.mistakes, {}, self.reset_at, MOST_MISTAKES)
            if self.path is not None:
                self._write(self.path, self.text().encode())

    def _read_file(self) -> None:
        assert self.path is not None
        try:
            data = self.path.read_bytes()
        except OSError:
            return  # nothing was kept yet, or it cannot be read: writing will tell
        self._take(data)

    def _write(self, path: Path, data: bytes) -> None:
        """Replace a file in one step: whoever reads it finds the old or the new one, never a half."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".progress-", delete=False) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            try:
                os.replace(file.name, path)
            except OSError:
                os.unlink(file.name)
                raise
        except OSError as error:
            self.note = f"{shown(str(path), 200)}: cannot be written: {error.strerror}"

    def _keep_aside(self, data: bytes) -> None:
        """Keep a document of which something was left out; the same one only once."""
        if self.path is not None:
            name = f"left-out-{sha256(data).hexdigest()[:8]}.json"
            if not (self.path.parent / name).exists():
                note = self.note
                self._write(self.path.parent / name, data)
                self.note = note

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other processes out; where files cannot be locked, the newer entry still wins."""
        lock = self._lock_file() if self.path is not None else None
        try:
            if lock is not None:
                _lock(lock)
            yield
        finally:
            if lock is not None:
                lock.close()  # which unlocks it

    def _lock_file(self) -> IO[bytes] | None:
        assert self.path is not None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return open(self.path.with_suffix(".lock"), "ab")
        except OSError:
            return None


def _lock(file: IO[bytes]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows, or Python in a browser
        return
    fcntl.flock(file, fcntl.LOCK_EX)


# --- reading a document ---


@dataclass(slots=True)
class _Found:
    """The good entries of a document."""

    skills: dict[str, Skill]
    mistakes: dict[str, Mistake]

    def read(self, id_: str, value: object) -> None:
        """Take an entry in; FormatError where it is none."""
        fields = Fields(value, shown(id_, 80))
        if _SKILL.fullmatch(id_):
            self.skills[id_] = _skill(fields)
        elif _MISTAKE.fullmatch(id_):
            self.mistakes[id_] = _mistake(fields)
        else:
            raise FormatError(shown(id_, 80), "is the id of no skill and no mistake")


def _entries(data: bytes, faults: list[str]) -> tuple[list[tuple[str, object]], bool, int, int]:
    """The entries of a document, good or not; whether mistakes come back; its reset; its revision."""
    try:
        fields = Fields(load(data))
        if fields.get("hanalearn-progress", int) != VERSION:
            raise FormatError("hanalearn-progress", f"must be {VERSION}, the only version there is")
    except FormatError as error:
        faults.append(str(error))
        if error.place == "hanalearn-progress":
            return [], True, 0, 0  # another program's, or one of a later version: it is kept as it is
        return _rescued(data.decode("utf-8", "replace")), True, 0, 0
    entries: list[tuple[str, object]] = []
    schedule, reset, revision = True, 0, 0
    for name in ("skills", "mistakes"):
        try:
            entries += fields.get(name, dict, {}).items()
        except FormatError as error:
            faults.append(str(error))
    try:
        schedule = fields.get("schedule", bool, True)
        reset = fields.whole("reset", 0, LATEST, 0)
        revision = fields.whole("revision", 0, 2**53, 0)
    except FormatError as error:
        faults.append(str(error))
    return entries, schedule, reset, revision


def _rescued(text: str) -> list[tuple[str, object]]:
    """The entries that stand whole in a text that is no JSON: one that was cut off, say."""
    found: list[tuple[str, object]] = []
    for id_, value in _ENTRY.findall(text):
        try:
            found.append((id_, load(value.encode())))
        except FormatError:
            continue  # told already: the whole text is no JSON
    return found


def _skill(fields: Fields) -> Skill:
    asked = fields.whole("asked", 1, 10**9)
    right = fields.whole("right", 0, asked)
    last = fields.get("last", str)
    if not re.fullmatch(f"[rhws]{{1,{LAST}}}", last):
        raise FormatError(fields.at("last"), f"must be 1 to {LAST} of the letters r, h, w, s")
    at = fields.whole("at", 0, LATEST)
    fields.done()
    return Skill(asked, right, last, at)


def _mistake(fields: Fields) -> Mistake:
    state = fields.whole("state", 1, 3)
    step = None if fields.raw("step") is None else fields.whole("step", 0, 9)
    if (step is None) != (state == 2):
        raise FormatError(fields.at("step"), "must be given while a question is learned, and only then")
    stability = _number(fields, "stability", 0.001, 36500)
    difficulty = _number(fields, "difficulty", 1, 10)
    due, at = fields.whole("due", 0, LATEST), fields.whole("at", 0, LATEST)
    fields.done()
    return Mistake(state, step, stability, difficulty, due, at)


def _number(fields: Fields, name: str, low: float, high: float) -> float:
    value = fields.raw(name)
    if type(value) not in (int, float) or not isfinite(value) or not low <= value <= high:  # type: ignore[arg-type,operator]
        raise FormatError(fields.at(name), f"must be a number from {low} to {high}, not {shown(value)}")
    return float(value)  # type: ignore[arg-type]


def _newer(ours: dict[str, Entry], theirs: Mapping[str, Entry], reset: int, most: int) -> None:
    """Take in what is newer, unless it was reset since; of too many, the newest stay."""
    for id_, entry in theirs.items():
        if entry.at >= reset and (id_ not in ours or _rank(ours[id_]) < _rank(entry)):
            ours[id_] = entry
    for id_ in sorted(ours, key=lambda id_: ours[id_].at)[: max(0, len(ours) - most)]:
        del ours[id_]


def _rank(entry: Skill | Mistake) -> tuple[int, int]:
    """Entries of the same second: the one that was asked more often, or comes later, is the newer."""
    return entry.at, entry.asked if isinstance(entry, Skill) else entry.due


# --- the scheduler ---


def _reviewed(known: Mistake | None, outcome: Outcome, now: int) -> Mistake:
    """What FSRS makes of an answer to a question, new or asked before."""
    from fsrs import Card, Rating, Scheduler, State

    card = Card(card_id=0)
    if known is not None:
        card = Card(
            card_id=0,
            state=State(known.state),
            step=known.step,
            stability=known.stability,
            difficulty=known.difficulty,
            due=_time(known.due),
            last_review=_time(known.at),
        )
    rating = {"right": Rating.Good, "hinted": Rating.Hard}.get(outcome, Rating.Again)
    # The same answers bring a question back at the same time on every machine.
    card, _ = Scheduler(enable_fuzzing=False).review_card(card, rating, _time(now))
    assert card.stability is not None and card.difficulty is not None
    due = min(int(card.due.timestamp()), LATEST)
    return Mistake(int(card.state), card.step, round(card.stability, 4), round(card.difficulty, 4), due, now)


def _time(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


# --- where it is kept ---


def progress_file() -> Path | None:
    """The file of this learner: in HANALEARN_HOME, else in the platform's folder for data; None: no home."""
    named = os.environ.get("HANALEARN_HOME")
    if named:
        return Path(named) / "progress.json"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    elif os.name == "nt":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "hanalearn" / "progress.json"
