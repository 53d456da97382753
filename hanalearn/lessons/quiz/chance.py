"""Drawing lots for questions, on ``Random.random`` alone, so that a seed means the same on every Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")
A = TypeVar("A")

TRIES = 200  # situations made for one question


def draw(random: Random, among: Sequence[T]) -> T:
    """One of some things, each as likely."""
    return among[int(random.random() * len(among))]


def happens(random: Random, likely: float) -> bool:
    """Whether something happens that is so likely."""
    return random.random() < likely


def shuffled(random: Random, things: Sequence[T]) -> list[T]:
    """Some things in a random order."""
    order = [random.random() for _ in things]
    return [things[i] for i in sorted(range(len(things)), key=order.__getitem__)]


def some(random: Random, things: Sequence[T], count: int) -> list[T]:
    """So many of some things."""
    return shuffled(random, things)[:count]


def aimed(random: Random, answers: Sequence[A], make: Callable[[], T | None], answer: Callable[[T], A]) -> T:
    """A situation with an answer that was drawn before: so no answer is more frequent than another.

    ``make`` may fail by giving None. Where the drawn answer does not turn up, another situation stands in.
    """
    wanted = draw(random, answers)
    instead = None
    tries = 0
    while instead is None or tries < TRIES:
        tries += 1
        made = make()
        if made is None:
            if tries > 100 * TRIES:
                raise ValueError("no such situation turns up")
            continue
        if answer(made) == wanted:
            return made
        instead = made
    return instead


def varied(random: Random, count: int, make: Callable[[], T], answer: Callable[[T], int]) -> T:
    """One of ``count`` situations: an answer of those that turned up, then a situation that has it.

    It flattens the answers where nobody knows beforehand which there are.
    """
    by_answer: dict[int, list[T]] = {}
    for _ in range(count):
        made = make()
        by_answer.setdefault(answer(made), []).append(made)
    return draw(random, by_answer[draw(random, sorted(by_answer))])
