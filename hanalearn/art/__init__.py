"""The deck's pictures: 48 faces and a back, drawn by this package as plain SVG text.

Every picture is a complete SVG document, 60 wide and 96 high, without ids, links, text or fonts, so it
may be saved, shown as an image or put into a page any number of times. Cards are named by their
notation (``1B`` to ``12C3``); what a card is called and what it counts is not known here.

>>> face("8B").startswith("<svg ")
True
>>> len(faces())
48
"""

from functools import cache

from .back import waves
from .cards import pictures
from .frame import card
from .palette import HEIGHT, WIDTH

__all__ = ["back", "contact_sheet", "face", "faces"]


@cache
def _faces() -> dict[str, str]:
    return {notation: card(*picture) for notation, picture in pictures().items()}


def faces() -> dict[str, str]:
    """Return the SVG of all 48 faces by notation, in the order of the deck (id 0 to 47)."""
    return dict(_faces())


def face(notation: str) -> str:
    """Return the SVG of one face; ``notation`` as in ``"4C2"``, upper or lower case.

    Raises KeyError, with the notation in its message, if the deck has no such card.
    """
    try:
        return _faces()[notation.upper()]
    except KeyError:
        raise KeyError(f"the deck has no card {notation!r}; cards are 1B to 12C3") from None


@cache
def back() -> str:
    """Return the SVG of a card's back."""
    return card(*waves())


@cache
def contact_sheet() -> str:
    """Return one SVG with all 48 faces: a column for each month, the first card on top."""
    gap = 6
    wide, high = 12 * (WIDTH + gap) + gap, 4 * (HEIGHT + gap) + gap
    placed = ""
    for index, svg in enumerate(_faces().values()):
        x, y = gap + index // 4 * (WIDTH + gap), gap + index % 4 * (HEIGHT + gap)
        placed += svg.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}">{placed}</svg>'
    )
