"""What a lesson's code cells call: one short line each, and a reader may change it.

>>> from hanalearn.notebook import cards, compare, contact_sheet, deck, explain, house_rules
>>> from hanalearn.notebook import own_quiz, play, points, quiz, quiz_sheet, settle, walk, yaku
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hanalearn.activities import Play, Quiz, Settlement, Walk
from hanalearn.game import load, read_record, read_sheet
from hanalearn.game.formats import shown
from hanalearn.lessons.examples import example
from hanalearn.lessons.explainers import explain as story_of
from hanalearn.lessons.progress import Progress, progress_file
from hanalearn.lessons.quiz.written import read_written
from hanalearn.lessons.story import Story, round_story, sheet_story
from hanalearn.render.compare import everywhere_html, option_html
from hanalearn.render.html import (
    Html,
    cards_html,
    contact_sheet_html,
    deck_html,
    house_rules_html,
    points_html,
    yaku_html,
)
from hanalearn.render.quiz_sheet import QuizSheet
from hanalearn.render.quiz_sheet import quiz_sheet as sheet_of
from hanalearn.rules import RULE_SETS, Rules, rules
from hanalearn.rules.settling import Settling
from hanalearn.widgets import LedgerView, TableView

if TYPE_CHECKING:
    import pandas

__all__ = [
    "cards",
    "compare",
    "contact_sheet",
    "deck",
    "explain",
    "house_rules",
    "own_quiz",
    "play",
    "points",
    "quiz",
    "quiz_sheet",
    "settle",
    "walk",
    "yaku",
]


class SettlementView(LedgerView):
    """A settlement, row by row; ``to_pandas`` gives its ledger as a table."""

    activity: Settlement

    def to_pandas(self) -> pandas.DataFrame:
        """The ledger as a DataFrame: one row a step, columns as in the score sheet's answer."""
        import pandas

        return pandas.DataFrame(self.activity.rows())


class QuizView(TableView):
    """A quiz; ``to_pandas`` gives a row for each question that is over."""

    activity: Quiz

    def to_pandas(self) -> pandas.DataFrame:
        """How each question was answered, in the order asked; columns as in `Quiz.results`."""
        import pandas

        return pandas.DataFrame(self.activity.results())


def play(
    variant: str = "shishibo",
    *,
    players: int = 3,
    you: int = 0,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    opponents: str = "thumb",
    pace: str = "turn",
) -> TableView:
    """Play a round against ``opponents`` (``"random"`` or ``"thumb"``) from the seat ``you``."""
    activity = Play(
        variant, players=players, you=you, seed=seed, options=options, opponents=opponents, pace=pace
    )
    return TableView(activity, seat=you)


def walk(story: str | Mapping[str, object]) -> TableView:
    """Step through an example by its name, or a record or score sheet as a dict."""
    return TableView(Walk(_story(story)), seat=None)


def explain(
    variant: str,
    topic: str,
    id: str = "",
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> TableView:
    """Step through what a rule does: ``explain("shishibo", "yaku", "akatan")``.

    ``id`` names the yaku, for the topics ``"yaku"`` and ``"teyaku"``. ValueError names what is possible.
    """
    if not isinstance(variant, str):
        raise ValueError(f"variant: {shown(variant)} is not one of {', '.join(RULE_SETS)}")
    table = rules(variant, _fewest(variant).players if players is None else players, options)
    return TableView(Walk(story_of(table, topic, id)), seat=None)


def quiz(
    variant: str = "shishibo",
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    families: str | Sequence[str] = (),
    count: int = 10,
    seed: int = 1,
    presenter: bool = False,
) -> QuizView:
    """Questions about a rule set, the same for the same ``seed``: ``quiz("shishibo", families="yaku")``.

    For a ``presenter`` each answer is hidden until it is shown, and nothing is counted. A learner's progress
    is kept on this computer. ValueError names what is possible.
    """
    asked = Quiz(
        variant,
        players=players,
        options=options,
        families=families,
        count=count,
        seed=seed,
        presenter=presenter,
        progress=None if presenter else Progress(progress_file()),
    )
    return QuizView(asked, seat=None)


def own_quiz(
    questions: str | Path | Sequence[Mapping[str, object]],
    variant: str = "shishibo",
    *,
    presenter: bool = False,
) -> QuizView:
    """A teacher's own questions in the JSON format of jupyterquiz: the name of a file, or a list of dicts.

    ``variant`` is the rule set that they are about. ValueError names the place of the first fault.
    """
    if isinstance(questions, str | Path):
        try:
            data = load(Path(questions).read_bytes())
        except OSError as error:
            raise ValueError(f"questions: {shown(str(questions))}: {error.strerror}") from None
    else:
        data = list(questions)
    return QuizView(Quiz(variant, written=read_written(data), presenter=presenter), seat=None)


def quiz_sheet(
    variant: str = "shishibo",
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    families: str | Sequence[str] = (),
    count: int = 10,
    seed: int = 1,
) -> QuizSheet:
    """The questions of a quiz to print, the same for the same ``seed``; ``.key`` holds the answers."""
    table = Quiz(variant, players=players, options=options, families=families, count=count, seed=seed)
    return sheet_of(table)


def settle(sheet: str | Mapping[str, object]) -> SettlementView:
    """Settle a score sheet: the name of an example, or a sheet as a dict."""
    return SettlementView(Settlement(_settling(_story(sheet)).sheet))


def compare(sheet: str | Mapping[str, object], option: str = "", *, to: object = None) -> Html:
    """Settle the same captured cards under every rule set; with ``option``, under two values of it.

    ``sheet`` is the name of an example, or a score sheet or record as a dict. ``to`` is the other value of
    the option; without it, the one that follows the sheet's own.
    """
    story = _story(sheet)
    settling = _settling(story)
    names = [story.names[seat] for seat in story.seats]
    if option:
        return option_html(settling.sheet, option, to, names)
    return everywhere_html(settling.sheet, names)


def _settling(story: Story) -> Settling:
    if story.settling is None:
        raise ValueError("sheet: the round is not over, so there is nothing to settle")
    return story.settling


def _story(given: str | Mapping[str, object]) -> Story:
    if isinstance(given, str):
        return example(given).story
    data = dict(given)
    return round_story(read_record(data)) if "deal" in data else sheet_story(read_sheet(data))


def cards(text: str, variant: str = "shishibo") -> Html:
    """Show some cards, ``"1B 3B 8B"``, with the names they have in this game."""
    return cards_html(text, _fewest(variant))


def contact_sheet(size: int = 80) -> Html:
    """All 48 cards month by month, and the back, each ``size`` px wide."""
    return contact_sheet_html(size)


def deck(variant: str) -> Html:
    """The deck month by month, with the kinds that cards count as in this game."""
    return deck_html(_fewest(variant))


def yaku(variant: str, which: str) -> Html:
    """The yaku of a rule set as a table: ``"teyaku"``, ``"cut-offs"`` or ``"earned"``."""
    if which not in ("teyaku", "cut-offs", "earned"):
        raise ValueError(f"which: {which!r} is not teyaku, cut-offs or earned")
    return yaku_html(_fewest(variant), which)


def points(variant: str) -> Html:
    """The card points of a rule set as a table."""
    return points_html(_fewest(variant))


def house_rules(variant: str) -> Html:
    """What the sources leave open, how it is played here, and what else people play."""
    return house_rules_html(_fewest(variant))


def _fewest(variant: str) -> Rules:
    fewest = RULE_SETS[variant].players[0] if variant in RULE_SETS else 0
    return rules(variant, fewest)
