"""Words for ids: every sentence a person reads comes from the catalogue of one language.

The engine emits ids and numbers; whoever shows them asks here. Nothing in this room knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanalearn.cards import DECK, MONTHS, Card, Kind, ids_of
from hanalearn.words import en

_TEXT = en.TEXT


def say(key: str, **words: object) -> str:
    """The text of ``key`` with its gaps filled; KeyError names a key that the catalogue lacks."""
    return _TEXT[key].format(**words) if words else _TEXT[key]


def has(key: str) -> bool:
    """Whether the catalogue has the key."""
    return key in _TEXT


def count(key: str, n: int, **words: object) -> str:
    """The text of ``key`` for a number: ``.none`` for 0 where there is one, ``.one``, or ``.other``."""
    form = "one" if n == 1 else "none" if n == 0 and has(key + ".none") else "other"
    return say(f"{key}.{form}", n=n, **words)


def by(key: str, who: str, *, you: bool, **words: object) -> str:
    """A sentence about somebody; in the ``.you`` form where the reader is meant."""
    if you and has(key + ".you"):
        return say(key + ".you", **words)
    return say(key, who=who, **words)


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
    base, _, month = id_.partition("-")
    if not has(f"yaku.{id_}") and month:
        return say(f"yaku.{base}", flower=MONTHS[int(month) - 1].flower)
    return say(f"yaku.{id_}")


def clause(id_: str) -> str:
    """A clause in one or two short sentences."""
    return say(f"clause.{id_}")
