"""Blind guessers of quizzes, and the right answers worked out by the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hanalearn.cards import ids_of, written
from hanalearn.lessons.quiz.item import Item
from hanalearn.lessons.story import choice_text
from hanalearn.lessons.telling import Company

RARE = 200  # an answer to a number that comes up less often than once in so many is nothing to guess


@dataclass(frozen=True)
class Guesses:
    """What blind guessing comes to in a family, each as a part of 1.

    ``first`` and ``longest`` are None where an answer is typed. ``chance`` is what guessing at random among
    the answers on offer comes to; of numbers, among those that come up.
    """

    chance: float
    first: float | None
    longest: float | None
    frequent: float

    @property
    def most(self) -> float:
        """By how much the best of the three guessers beats chance."""
        return max(self.first or 0.0, self.longest or 0.0, self.frequent) - self.chance


def on_offer(item: Item) -> list[tuple[str, str]]:
    """The answers that can be seen without knowing anything, each with the text that is read.

    Of cards to pick: each by itself, none, all of them.
    """
    question = item.question
    if question.choices:
        company = Company(item.names, item.rules.variant)
        return [(choice.value, choice_text(choice, company)) for choice in question.choices]
    if question.among is None:
        return []
    cards = [written([n]) for n in ids_of(question.among)]
    together = written(ids_of(question.among))
    return [(answer, answer) for answer in [*cards, "-", together]]


def guessed(items: Sequence[Item]) -> Guesses:
    """How the three guessers fare: the first answer, the longest text, the answer that is right most often."""
    right: Counter[str] = Counter()
    chances, first, longest = [], 0, 0
    for item in items:
        offered, accepted = on_offer(item), item.question.accepted
        texts = dict(offered)
        right.update({texts.get(answer, answer) for answer in accepted})
        if offered:
            shown = len(offered) - (item.question.among is not None)
            chances.append(len(accepted) / shown)
            first += offered[0][0] in accepted
            longest += max(offered, key=lambda one: len(one[1]))[0] in accepted
    frequent = max(right.values()) / len(items)
    if not chances:
        answers = sum(count * RARE >= len(items) for count in right.values())
        return Guesses(1 / answers, None, None, frequent)
    n = len(items)
    return Guesses(sum(chances) / n, first / n, longest / n, frequent)
