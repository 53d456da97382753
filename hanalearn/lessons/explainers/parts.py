"""What all explainers are made of: cards laid out, score sheets of a few cards, yes-or-no questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from hanalearn import words
from hanalearn.game.round import Event
from hanalearn.lessons.questions import NO, YES
from hanalearn.lessons.story import Choice, Frame, Group, Question, Spread, Story, names_at
from hanalearn.lessons.telling import at_table
from hanalearn.rules import Rules, RulesError
from hanalearn.rules.compiled import option_clause
from hanalearn.rules.model import Bid, Phase, Teyaku
from hanalearn.rules.settling import NO_RAISES, Raises, Settling, Sheet

#: What two players bid in an example: the dealer first.
BIDS = 20, 30

P = TypeVar("P", bound=Phase)
Answer = TypeVar("Answer")


def story(rules: Rules, frames: Sequence[Frame], subject: str) -> Story:
    """The story of an explainer. ``subject``: what it is about, in words."""
    title = words.say("explain.title", game=words.say(f"variant.{rules.variant}"), subject=subject)
    return Story(rules, tuple(frames), names_at(rules.players), title)


def phase_of(rules: Rules, kind: type[P]) -> P | None:
    """The phase of this kind, in games that have one."""
    return next((phase for phase in rules.rule_set.phases if isinstance(phase, kind)), None)


def captures(*cards: int, lit: int = 0) -> Spread:
    """What each seat has captured, from seat 0 on."""
    return tuple(Group("captured", c, c & lit, seat) for seat, c in enumerate(cards))


def sheet_of(
    rules: Rules,
    *captured: int,
    field: int = 0,
    shown: Sequence[tuple[Teyaku, int]] = (),
    raises: Raises = NO_RAISES,
) -> Sheet:
    """A score sheet with a few captured cards, and what seat 0 has ``shown``. The round was stopped."""
    seats = min(rules.players, rules.rule_set.active)
    return Sheet(
        rules,
        field,
        (*captured, *[0] * (seats - len(captured))),
        (tuple(shown), *[()] * (seats - 1)),
        raises,
        played_out=False,
        bids=BIDS if phase_of(rules, Bid) else None,
    )


def rows_of(settling: Settling, scene: Spread, yaku: str) -> Iterator[Frame]:
    """What a yaku counts for beside its own points: the first row of each step that names it."""
    told = {"yaku"}
    for shown, row in enumerate(settling.rows or [], start=1):
        if row.words.get("yaku") == yaku and row.step not in told:
            told.add(row.step)
            yield Frame(scene, at_table(row, list(settling.seats)), settling, shown, row.cards)


def yes_or_no(
    key: str, right: bool, otherwise: Event, *, seat: int | None = None, **gaps: object
) -> Question:
    """A question that is answered by yes or no."""
    return Question(
        key=key,
        rule=otherwise.rule,
        accepted=frozenset([YES if right else NO]),
        otherwise=otherwise,
        seat=seat,
        choices=(Choice(YES, "answer.yes"), Choice(NO, "answer.no")),
        words=gaps,
    )


def decided_by(rules: Rules, ask: Callable[[Rules], Answer]) -> Iterator[tuple[str, str, Answer]]:
    """The options on which ``ask`` depends: clause in force, clause of another value, the answer under it."""
    now = ask(rules)
    for option in rules.rule_set.options:
        for value, _ in option.values:
            with suppress(RulesError):
                other = Rules(rules.rule_set, rules.players, {**rules.options, option.name: value})
                if (answer := ask(other)) != now:
                    clause = option_clause(rules.variant, option, value)
                    yield rules.in_force(option.name), clause, answer
