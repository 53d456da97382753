"""Words for ids: every sentence a person reads comes from the catalogue of one language.

The engine emits ids and numbers; whoever shows them asks here. Nothing in this room knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanalearn.cards import DECK, MONTHS, Card, Kind, ids_of
from hanalearn.words import en

_TEXT = en.TEXT


def say(key: str, variant: str = "", **words: object) -> str:
    """The text of ``key`` with its gaps filled; KeyError names a key that the catalogue lacks.

    Where the game ``variant`` says it in its own way, the catalogue has ``key@variant``.
    """
    text = _TEXT.get(f"{key}@{variant}") or _TEXT[key]
    return text.format(**words) if words else text


def has(key: str, variant: str = "") -> bool:
    """Whether the catalogue has the key."""
    return key in _TEXT or f"{key}@{variant}" in _TEXT


def count(key: str, n: int, variant: str = "", **words: object) -> str:
    """The text of ``key`` for a number: ``.none`` for 0 where there is one, ``.one``, or ``.other``."""
    form = "one" if n == 1 else "none" if n == 0 and has(key + ".none", variant) else "other"
    return say(f"{key}.{form}", variant, n=n, **words)


def by(key: str, who: str, variant: str = "", *, you: bool, **words: object) -> str:
    """A sentence about somebody; in the ``.you`` form where the reader is meant."""
    if you and has(key + ".you", variant):
        return say(key + ".you", variant, **words)
    return say(key, variant, who=who, **words)


def card_name(card: Card) -> str:
    """A card's full name: ``Pine with Crane``, ``Plum Poetry ribbon``, ``Iris chaff 2``."""
    flower = card.flower
    if card.notation == "11C":
        return say("card.lightning")
    if card.notation == "12C1":
        return say("card.yellow", flower=flower)
    if card.kind is Kind.CHAFF:
        return say("card.chaff", flower=flower, nth=card.notation[-1])
    key = "card.ribbon" if card.kind is Kind.RIBBON else "card.picture"
    return say(key, flower=flower, picture=card.english.lower())


def spoken(card: Card, kind: Kind) -> str:
    """What a screen reader says of a card that counts as ``kind``."""
    return say(
        "card.spoken",
        name=card_name(card),
        month=MONTHS[card.month - 1].english,
        kind=kind_name(kind),
    )


def describe(card: Card) -> str:
    """What the picture of a card shows, in one sentence."""
    return say(f"card.shows.{card.notation}")


def kind_name(kind: Kind, *, many: bool = False) -> str:
    """A kind's name in the singular or plural."""
    return say(f"{'kinds' if many else 'kind'}.{kind.value}")


def names_of(cards: int) -> str:
    """The names of a set of cards as a phrase: ``Pine with crane and Pine chaff 1``."""
    return phrase(card_name(DECK[n]) for n in ids_of(cards))


def phrase(parts: Iterable[str]) -> str:
    """Some parts as a list in a sentence."""
    parts = list(parts)
    if not parts:
        return say("cards.none")
    if len(parts) == 1:
        return parts[0]
    return say("cards.and", rest=", ".join(parts[:-1]), last=parts[-1])


def yaku(id_: str) -> str:
    """The name of a yaku or teyaku; ``sanbon-4`` names its plant."""
    if has(f"yaku.{id_}"):
        return say(f"yaku.{id_}")
    base, _, month = id_.rpartition("-")
    return say(f"yaku.{base}", flower=MONTHS[int(month) - 1].flower)


def clause(id_: str) -> str:
    """A clause in one or two short sentences. What a family of games shares stands under its name alone."""
    if has(f"clause.{id_}"):
        return say(f"clause.{id_}")
    variant, _, name = id_.partition(".")
    return say(f"clause.{variant.partition('-')[0]}.{name}")
