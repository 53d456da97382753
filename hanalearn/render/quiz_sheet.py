"""A quiz on paper: the questions of a seed to hand out, and their key apart.

Both are made from a quiz's own views, so what a view hides before the answer is on no sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from hanalearn import words
from hanalearn.activities.asking import Asked
from hanalearn.activities.quiz import Quiz, Task
from hanalearn.activities.quiz_view import options_in_words, places, table_title
from hanalearn.activities.written import AskedInWriting
from hanalearn.lessons.story import choice_text
from hanalearn.render.html import CARD_WIDTH, Html
from hanalearn.render.pictures import image

LETTERS = "abcdefghijklmnopqrstuvwxyz"
STYLE = (
    "<style>.hl-sheet{max-width:46rem;line-height:1.4}"
    ".hl-sheet li{margin:0 0 1.5rem;break-inside:avoid}"
    ".hl-sheet ol ol{list-style:lower-alpha;padding-left:1.6rem}.hl-sheet ol ol li{margin:0}"
    ".hl-places{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;margin:.5rem 0}"
    ".hl-places figure{margin:0}.hl-places figcaption{font-size:.85em}"
    ".hl-places div{display:flex;flex-wrap:wrap;gap:4px;align-items:center}"
    ".hl-blank{border-bottom:1px solid;display:inline-block;width:12rem}"
    "</style>"
)


@dataclass(frozen=True, slots=True)
class QuizSheet:
    """A set of questions and, apart from it, its ``key``. A notebook shows the questions alone."""

    questions: Html
    key: Html

    def _repr_html_(self) -> str:
        return self.questions.html

    def __repr__(self) -> str:
        return self.questions.text


def quiz_sheet(quiz: Quiz) -> QuizSheet:
    """The sheet of a quiz that nobody has begun; every answer of it is shown on the way."""
    asked, solved = [], []
    while not quiz.over:
        task = quiz.task(quiz.at)
        asked.append(_Printed(task, quiz.view(None)))
        for action in ("reveal", "next"):
            quiz.do({"seq": quiz.seq, "do": action})
            if action == "reveal":
                solved.append(_Solved(task, quiz.view(None)))
    facts = [words.say("quiz.sheet.seed", rules=table_title(quiz.rules), seed=quiz.seed)]
    facts += options_in_words(quiz.rules)
    game, count = words.say(f"variant.{quiz.rules.variant}"), len(asked)
    title = words.say("quiz.sheet", game=game, n=count)
    name = f'<p>{escape(words.say("quiz.sheet.name"))} <span class="hl-blank"></span></p>'
    return QuizSheet(
        _page(title, facts, [one.html for one in asked], [one.lines for one in asked], name),
        _page(
            words.say("quiz.sheet.key", game=game, n=count),
            facts,
            [one.html for one in solved],
            [one.lines for one in solved],
        ),
    )


def _page(title: str, facts: list[str], items: list[str], lines: list[list[str]], name: str = "") -> Html:
    """A page of numbered items, as HTML and as text."""
    said = "".join(f"<p>{escape(fact)}</p>" for fact in facts)
    body = "".join(f"<li>{item}</li>" for item in items)
    html = f'{STYLE}<section class="hl-sheet"><h2>{escape(title)}</h2>{said}{name}<ol>{body}</ol></section>'
    text = [title, *facts]
    for number, (first, *rest) in enumerate(lines, start=1):
        text += ["", f"{number}. {first}", *(f"   {line}" for line in rest)]
    return Html(html, "\n".join(text))


class _Printed:
    """A question on the sheet: what lies there, what is asked, where the answer goes."""

    def __init__(self, task: Task, view: dict[str, Any]) -> None:
        ask = view["ask"]
        self.text = str(ask["text"])
        self.places = [place for place in places(view) if place["cards"]]
        self.choices = offered(task)
        self.to_ring = words.say("quiz.sheet.ring") if "pick" in ask else ""
        self.lines = list(self._lines())
        self.html = "".join(self._html())

    def _lines(self) -> Iterator[str]:
        yield from self.text.split("\n")
        for place in self.places:
            yield f"{place['label']}: {' '.join(_noted(card) for card in _cards(place))}"
        for letter, choice in zip(LETTERS, self.choices, strict=False):
            yield f"{letter}) {choice}"
        if not self.choices:
            yield self.to_ring or f"{words.say('quiz.sheet.number')} ____________"

    def _html(self) -> Iterator[str]:
        yield escape(self.text).replace("\n", "<br>")
        yield f'<div class="hl-places">{"".join(map(_row, self.places))}</div>'
        if self.choices:
            yield f"<ol>{''.join(f'<li>{escape(choice)}</li>' for choice in self.choices)}</ol>"
        elif self.to_ring:
            yield escape(self.to_ring)
        else:
            yield f'{escape(words.say("quiz.sheet.number"))} <span class="hl-blank"></span>'


class _Solved:
    """The answer of a question in the key: what is right, why, and by which clause."""

    def __init__(self, task: Task, view: dict[str, Any]) -> None:
        ask = view["ask"]
        # A teacher's question has no reason beyond its answer.
        why = "" if isinstance(task.asked, AskedInWriting) else str(ask["why"])
        why = why.removeprefix(words.say("question.shown")).strip()
        lines = [words.say("quiz.sheet.answer", answer="; ".join(right(task))), *filter(None, [why])]
        if ask["rule"]:
            lines.append(f"{ask['rule']['text']} [{ask['rule']['tag']}] {ask['rule']['source']}")
        self.lines = [line for part in lines for line in part.split("\n")]
        self.html = "<br>".join(map(escape, self.lines))


def offered(task: Task) -> list[str]:
    """The answers to choose from, in words."""
    if isinstance(task.asked, AskedInWriting):
        return [answer.text for answer in task.asked.written.answers]
    assert isinstance(task.asked, Asked)
    return [choice_text(choice, task.stage.company) for choice in task.asked.question.choices]


def right(task: Task) -> list[str]:
    """The right answers: choices with their letter, cards in notation, numbers."""
    texts = offered(task)
    if isinstance(task.asked, AskedInWriting):
        written = task.asked.written
        found = [i for i, answer in enumerate(written.answers) if answer.correct]
        return [f"{LETTERS[i]}) {texts[i]}" for i in found] or written.right
    assert isinstance(task.asked, Asked)
    question = task.asked.question
    accepted = sorted(words.say("cards.none") if a == "-" else a for a in question.accepted)
    letters = [i for i, choice in enumerate(question.choices) if choice.value in question.accepted]
    return [f"{LETTERS[i]}) {texts[i]}" for i in letters] or accepted


def _cards(place: dict[str, object]) -> list[dict[str, Any]]:
    cards = place["cards"]
    assert isinstance(cards, list)
    return cards


def _noted(card: dict[str, Any]) -> str:
    """A card in notation; its picture in words where its name is asked for."""
    if card.get("back"):
        return "?"
    return str(card["id"] if card["kind"] else card["spoken"])


def _row(place: dict[str, object]) -> str:
    """Cards in a row under their name; of those that lie face down only how many there are."""
    shown = [card for card in _cards(place) if not card.get("back")]
    pictures = "".join(image(card["id"], card["spoken"], CARD_WIDTH, card["spoken"]) for card in shown)
    down = len(_cards(place)) - len(shown)
    hidden = f"<span>{down} × {escape(words.say('card.back'))}</span>" if down else ""
    label = escape(str(place["label"]))
    return f"<figure><figcaption>{label}</figcaption><div>{pictures}{hidden}</div></figure>"
