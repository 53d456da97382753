"""What a family makes: a scene, the question about it, the hints that lead to its answer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hanalearn import words
from hanalearn.cards import DECK, ids_of
from hanalearn.game.round import Event, Round
from hanalearn.lessons.questions import NO, YES
from hanalearn.lessons.story import Choice, Question, Spread
from hanalearn.rules import Rules
from hanalearn.rules.settling import Settling, Sheet, settled

Reasons = dict[str, Event]


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before it is an `Item`. ``sheet`` is the score sheet it is about, where it is about one.

    ``settling`` and ``rows``: the ledger that lies open, as far as it is told. ``names``: of the seats, where
    they are not the usual ones.
    """

    scene: Round | Spread
    question: Question
    hints: tuple[Event, ...]
    viewer: int | None = None
    sheet: Sheet | None = None
    settling: Settling | None = None
    rows: int = 0
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Wrong:
    """Wrong answers with their reasons, each the first that was found; ``right`` ones are never taken in."""

    right: frozenset[str]
    reasons: Reasons = field(default_factory=dict)

    def add(self, answer: object, reason: Event) -> None:
        """Take in a wrong answer; no number below 0 unless the right one is."""
        text = str(answer)
        below = text.startswith("-") and not any(right.startswith("-") for right in self.right)
        if text not in self.right and not below:
            self.reasons.setdefault(text, reason)


def number(key: str, right: int, otherwise: Event, wrong: Wrong | None = None, **gaps: object) -> Question:
    """A question that is answered by a whole number. ``otherwise`` tells the right one; its seat is asked
    about.
    """
    return Question(
        key=key,
        rule=otherwise.rule,
        accepted=frozenset([str(right)]),
        otherwise=otherwise,
        seat=otherwise.seat,
        reasons=wrong.reasons if wrong else {},
        words=gaps,
    )


def yes_or_no(
    key: str, right: bool, because: Event, mistaken: Event | None = None, **gaps: object
) -> Question:
    """A question answered by yes or no. ``mistaken`` is told of the wrong answer where it is not
    ``because``.
    """
    return Question(
        key=key,
        rule=because.rule,
        accepted=frozenset([YES if right else NO]),
        otherwise=because,
        seat=because.seat,
        choices=(Choice(YES, "answer.yes"), Choice(NO, "answer.no")),
        reasons={NO if right else YES: mistaken or because},
        words=gaps,
    )


def about(question: Question, facts: str) -> Question:
    """The question after the ``facts`` that no cards show, such as raises."""
    if not facts:
        return question
    return replace(question, key=f"{question.key}.after", words={**question.words, "facts": facts})


def flower(n: int) -> str:
    """The plant of a card."""
    return DECK[n].flower


def hint(what: str, rule: str, seat: int | None = None, cards: int = 0, **gaps: object) -> Event:
    """A step of the ladder of hints."""
    return Event(what, rule, seat, cards, words=gaps)


def of_month(rule: str, cards: int, seat: int | None = None) -> Event:
    """The hint that names the months of some cards."""
    flowers = dict.fromkeys(flower(n) for n in ids_of(cards))
    return hint("hint.month-of", rule, seat, flowers=words.phrase(flowers))


def by_rule(rule: str) -> Event:
    """The hint that quotes the rule which decides."""
    return hint("hint.rule", rule, text=words.clause(rule))


def points_clause(rules: Rules) -> str:
    """The clause of card points, as the settlement names it."""
    from hanalearn.lessons.quiz.situations import plain_sheet

    rows = settled(plain_sheet(rules, 1)).rows or []
    return next(row.rule for row in rows if row.step == "card-points")
