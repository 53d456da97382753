"""The 48 cards of hanafuda: months, kinds, names, notation, and sets of cards.

A card is a number from 0 to 47, ``4 * (month - 1) + position``, and a set of cards is an integer whose
bit ``n`` says whether card ``n`` is in it. `Card` and `CardSet` are the readable side of those integers:
the engine computes with the numbers, people and programs read the names.

The kind of a card here is the *pictured* kind, which never changes. What a card counts as depends on the
rule set (see `hanalearn.rules`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

DECK_SIZE = 48
ALL = (1 << DECK_SIZE) - 1


class Kind(Enum):
    """The four pictured kinds; the value is the letter of the notation."""

    BRIGHT = "B"
    ANIMAL = "A"
    RIBBON = "R"
    CHAFF = "C"


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the deck: its number (1 to 12), its plant in English, kanji and romaji."""

    number: int
    english: str
    flower: str
    kanji: str
    romaji: str

    @property
    def cards(self) -> CardSet:
        """The four cards of the month."""
        return CardSet(month_mask(self.number))


@dataclass(frozen=True, slots=True)
class Card:
    """One card. ``id`` is 0 to 47, ``notation`` is ``1B`` to ``12C3``, ``english`` names the picture."""

    id: int
    month: int
    kind: Kind
    notation: str
    english: str
    kanji: str
    romaji: str

    @property
    def flower(self) -> str:
        """The plant of the card's month in English: ``Pine`` to ``Paulownia``."""
        return MONTHS[self.month - 1].flower

    def __str__(self) -> str:
        return self.notation

    # Shown in a notebook a card needs its picture and its name, which stand on higher floors: they are
    # imported when it is shown, never before.

    def _repr_svg_(self) -> str:
        from hanalearn.render.pictures import described

        return described(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from hanalearn.render.pictures import told

        printer.text(told(CardSet(1 << self.id)))


MONTHS = tuple(
    Month(number, *names)
    for number, names in enumerate(
        (
            ("January", "Pine", "松", "matsu"),
            ("February", "Plum", "梅", "ume"),
            ("March", "Cherry", "桜", "sakura"),
            ("April", "Wisteria", "藤", "fuji"),
            ("May", "Iris", "菖蒲", "ayame"),
            ("June", "Peony", "牡丹", "botan"),
            ("July", "Bush clover", "萩", "hagi"),
            ("August", "Susuki grass", "芒", "susuki"),
            ("September", "Chrysanthemum", "菊", "kiku"),
            ("October", "Maple", "紅葉", "momiji"),
            ("November", "Willow", "柳", "yanagi"),
            ("December", "Paulownia", "桐", "kiri"),
        ),
        start=1,
    )
)

_POETRY = ("R", "Poetry ribbon", "赤短", "akatan")
_BLUE = ("R", "Blue ribbon", "青短", "aotan")
_PLAIN = ("R", "Plain ribbon", "短冊", "tanzaku")
_CHAFF = ("C", "Chaff", "カス", "kasu")

#: Position 0 to 3 of every month: kind letter and the picture's name in English, kanji and romaji.
_PICTURES = (
    (("B", "Crane", "鶴", "tsuru"), _POETRY, _CHAFF, _CHAFF),
    (("A", "Bush warbler", "鶯", "uguisu"), _POETRY, _CHAFF, _CHAFF),
    (("B", "Curtain", "幕", "maku"), _POETRY, _CHAFF, _CHAFF),
    (("A", "Cuckoo", "不如帰", "hototogisu"), _PLAIN, _CHAFF, _CHAFF),
    (("A", "Eight-plank bridge", "八橋", "yatsuhashi"), _PLAIN, _CHAFF, _CHAFF),
    (("A", "Butterflies", "蝶", "chō"), _BLUE, _CHAFF, _CHAFF),
    (("A", "Boar", "猪", "inoshishi"), _PLAIN, _CHAFF, _CHAFF),
    (("B", "Full moon", "月", "tsuki"), ("A", "Geese", "雁", "kari"), _CHAFF, _CHAFF),
    (("A", "Sake cup", "盃", "sakazuki"), _BLUE, _CHAFF, _CHAFF),
    (("A", "Deer", "鹿", "shika"), _BLUE, _CHAFF, _CHAFF),
    (
        ("B", "Rainman", "小野道風", "Ono no Michikaze"),
        ("A", "Swallow", "燕", "tsubame"),
        _PLAIN,
        ("C", "Lightning", "鬼札", "gaji"),
    ),
    (("B", "Phoenix", "鳳凰", "hōō"), ("C", "Yellow chaff", "カス", "kasu"), _CHAFF, _CHAFF),
)


def _deck() -> Iterator[Card]:
    for month, pictures in enumerate(_PICTURES, start=1):
        letters = [letter for letter, *_ in pictures]
        for position, (letter, english, kanji, romaji) in enumerate(pictures):
            # Several cards of one kind in a month are told apart by a number: 4C1, 4C2.
            nth = letters[: position + 1].count(letter) if letters.count(letter) > 1 else ""
            yield Card(
                4 * (month - 1) + position,
                month,
                Kind(letter),
                f"{month}{letter}{nth}",
                english,
                kanji,
                romaji,
            )


DECK = tuple(_deck())
_BY_NOTATION = {card.notation: card for card in DECK}


def month_mask(month: int) -> int:
    """The set of the four cards of ``month`` (1 to 12) as an integer."""
    return 0b1111 << 4 * (month - 1)


def card(notation: str) -> Card:
    """The card written ``notation``, in either case; ValueError for a card that does not exist."""
    try:
        return _BY_NOTATION[notation.upper()]
    except KeyError:
        raise ValueError(f"{notation}: there is no such card") from None


def mask(notation: str) -> int:
    """The set written ``notation`` (``"1B 2A"``) as an integer; ValueError as for `card_ids`."""
    total = 0
    for n in card_ids(notation):
        total |= 1 << n
    return total


def card_ids(notation: str) -> list[int]:
    """The cards written ``notation``, in the order written; ValueError for an unknown or repeated one."""
    ids: list[int] = []
    for word in notation.split():
        n = card(word).id
        if n in ids:
            raise ValueError(f"{DECK[n].notation} is named twice")
        ids.append(n)
    return ids


def ids_of(cards: int) -> list[int]:
    """The members of a set given as an integer, in deck order."""
    ids = []
    while cards:
        lowest = cards & -cards
        ids.append(lowest.bit_length() - 1)
        cards ^= lowest
    return ids


def written(ids: Iterable[int]) -> str:
    """The notation of some cards in the order given: ``"1B 2A"``."""
    return " ".join(DECK[n].notation for n in ids)


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards, such as a hand: iterates over `Card` in deck order, has the operators of a set, and
    shows its cards in a notebook.

    ``mask`` is the integer the engine uses.
    """

    mask: int = 0

    @classmethod
    def parse(cls, notation: str) -> CardSet:
        """The set written ``"1B 2A"``; ValueError for an unknown card or one named twice."""
        return cls(mask(notation))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        """The set of the given cards."""
        return cls(sum(1 << n for n in {c.id for c in cards}))

    def __iter__(self) -> Iterator[Card]:
        return (DECK[n] for n in ids_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, item: object) -> bool:
        return isinstance(item, Card) and bool(self.mask >> item.id & 1)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __le__(self, other: CardSet) -> bool:
        return self.mask & other.mask == self.mask

    def __str__(self) -> str:
        return written(ids_of(self.mask))

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"

    def _repr_html_(self) -> str:
        from hanalearn.render.pictures import row

        return row(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from hanalearn.render.pictures import told

        printer.text(told(self))


def of_kind(kind: Kind) -> int:
    """All cards of a pictured kind as an integer set."""
    return CardSet.of(c for c in DECK if c.kind is kind).mask


BRIGHTS = of_kind(Kind.BRIGHT)
ANIMALS = of_kind(Kind.ANIMAL)
RIBBONS = of_kind(Kind.RIBBON)
CHAFF = of_kind(Kind.CHAFF)
