"""Cards as pictures that say what they show: for a notebook, for a terminal, for files."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from html import escape

from hanalearn import art, words
from hanalearn.cards import DECK, Card, CardSet

HAND_WIDTH = 64  # px


def described(card: Card) -> str:
    """The SVG of a card's face with its name and what it shows."""
    return _titled(art.face(card.notation), words.card_name(card), words.describe(card))


def described_back() -> str:
    """The SVG of a card's back with its name and what it shows."""
    return _titled(art.back(), words.say("card.back"), words.say("card.shows.back"))


def _titled(svg: str, title: str, description: str) -> str:
    head, _, rest = svg.partition(">")
    return f'{head} role="img"><title>{escape(title)}</title><desc>{escape(description)}</desc>{rest}'


def files() -> dict[str, str]:
    """The whole deck by file name: ``1B.svg`` to ``12C3.svg`` in the order of the deck, then ``back.svg``."""
    return {f"{card.notation}.svg": described(card) for card in DECK} | {"back.svg": described_back()}


@cache
def source(name: str) -> str:
    """The address of a picture that carries it in itself; ``name`` is a card's notation or ``back``."""
    svg = art.back() if name == "back" else art.face(name)
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()


def image(name: str, alt: str, width: int, title: str = "") -> str:
    """A picture in HTML, ``width`` px wide; as an image it cannot disturb anything else on the page."""
    hover = f' title="{escape(title)}"' if title else ""
    return f'<img src="{source(name)}" alt="{escape(alt)}"{hover} width="{width}" style="flex:none">'


def row(cards: Iterable[Card]) -> str:
    """Some cards beside one another in HTML, each with its name and what it shows."""
    images = "".join(
        image(card.notation, words.card_name(card), HAND_WIDTH, words.describe(card)) for card in cards
    )
    return f'<div style="display:flex;flex-wrap:wrap;gap:4px">{images or words.say("cards.none")}</div>'


def told(cards: CardSet) -> str:
    """Some cards in a terminal: a line each, the notation and the name."""
    lines = [f"{card.notation:5}{words.card_name(card)}" for card in cards]
    return "\n".join(lines) or words.say("cards.none")
