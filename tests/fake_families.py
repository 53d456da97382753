"""Four tiny families of questions whose answers are known by hand, for the tests of quizzes.

Every question of a family is the same whatever its seed, so each test can say the right answer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from hanalearn.activities.quiz import Quiz
from hanalearn.cards import mask
from hanalearn.game.round import Event
from hanalearn.game.sheet import read_sheet
from hanalearn.lessons import questions
from hanalearn.lessons.progress import Progress
from hanalearn.lessons.quiz.item import Item
from hanalearn.lessons.story import Choice, Frame, Group, Question, names_at, sheet_spread
from hanalearn.rules import Rules
from hanalearn.rules.settling import settled

GROUPS = {"yaku": ("made", "gone"), "payment": ("pays",)}

#: The worked example of the source: Ume makes Akatan, so the soba of 2 is doubled and each other pays 4.
SHEET = {
    "field": "8B 4C1 5R 6C1 9C1 10C2",
    "seats": [
        {"captured": "1R 1C1 2R 2C1 3R 3C1"},
        {"teyaku": ["sanbon-4"], "captured": "4A 4R 4C1 4C2"},
        {"captured": "7A 7R"},
    ],
    "played_out": False,
}

#: By family: a right answer, as intents, and two wrong ones.
RIGHT = {
    "pays": ["answer 4"],
    "takes": ["pick 8B", "pick 8C1", "answer"],
    "made": ["answer yes"],
    "month": ["answer 11"],
}
WRONG = {
    "pays": ["answer 8"],
    "takes": ["pick 4R", "answer"],
    "made": ["answer no"],
    "month": ["answer 12"],
}


def families(rules: Rules) -> list[str]:
    """What can be asked."""
    return list(RIGHT)


def item(rules: Rules, family: str, seed: int) -> Item:
    """The question of a family; the seed changes nothing but the item's own."""
    frame, hints = {"pays": _pays, "takes": _takes, "made": _made, "month": _month}[family](rules)
    return Item(rules, family, seed, frame, names_at(rules.players), hints)


def _pays(rules: Rules) -> tuple[Frame, tuple[Event, ...]]:
    sheet = read_sheet({"variant": rules.variant, "options": dict(rules.options), **SHEET})
    spread, settling = sheet_spread(sheet), settled(sheet)
    return Frame(spread, questions.pays(settling, [0, 1, 2], spread)), ()


def _takes(rules: Rules) -> tuple[Frame, tuple[Event, ...]]:
    field, clause = mask("4R 8B 8C1 11A"), "hana-awase.hand"
    other = {name: Event("why.other-month", clause, None, mask("8A"), mask(name)) for name in ("4R", "11A")}
    question = Question(
        "takes",
        clause,
        frozenset(["8B 8C1"]),
        Event("why.takes", clause, None, mask("8A"), mask("8B 8C1")),
        among=field,
        reasons=other,
        words={"card": mask("8A")},
    )
    spread = (Group("played", mask("8A")), Group("field", field))
    # Sentences of the catalogue that lead from the place to the card.
    hints = (
        Event("explain.dealt-field", clause, None, 0, field),
        Event("explain.dealt-field", clause, None, 0, mask("8B")),
    )
    return Frame(spread, question), hints


def _made(rules: Rules) -> tuple[Frame, tuple[Event, ...]]:
    clause = "shishibo.akatan"
    right = Event("explain.made.cut-off", clause, 0, mask("1R 2R 3R"), words={"yaku": "akatan", "n": 2})
    choices = (Choice("yes", "answer.yes"), Choice("no", "answer.no"))
    question = Question("made", clause, frozenset(["yes"]), right, 0, choices, words={"yaku": "Akatan"})
    return Frame((Group("captured", mask("1R 2R 3R 7A"), seat=0),), question), ()


def _month(rules: Rules) -> tuple[Frame, tuple[Event, ...]]:
    clause = "shishibo.payment"
    question = Question(
        "month", clause, frozenset(["11"]), Event("why.stake", clause, words={"n": 11}), words={}
    )
    return Frame((Group("played", mask("11A")),), question), ()


def all_is_said() -> Iterator[Any]:
    """The views of quizzes with one and with two mistakes, hints and questions that come back."""
    for count in (1, 2):
        clock = [1_767_520_000.0]
        quiz = Quiz(
            "shishibo",
            families="takes",
            count=count,
            progress=Progress(clock=lambda now=clock: now[0]),  # type: ignore[misc]
            source=sys.modules[__name__],  # type: ignore[arg-type]
        )
        wrong = ["hint", *WRONG["takes"], "back", "reveal", "next"] * count
        hinted = ["hint", "hint", *RIGHT["takes"], "next"] * count
        for action in [*wrong, "again", *hinted, *WRONG["takes"]]:
            quiz.do({"seq": quiz.seq, "do": action})
            yield quiz.view(None)
            clock[0] += 3600
        yield quiz.view(None)
