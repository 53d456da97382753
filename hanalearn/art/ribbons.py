"""The ribbons. The three kinds differ by their marks as well as by their colour."""

from .draw import line, place, shape
from .palette import INDIGO, INK, PAPER, RED

_SLIP = "M-6.5-28C-3-30 3-26 6.5-28V28C3 30-3 26-6.5 28Z"
# Dabs and sweeps of a brush that run down the slip like a cursive hand; they are no letters.
_DABS = "M-3-20.5L2-22M-2.4-11L3-10M2.6 .5L-2.4 2.6M-.4 16.6L1 17.6"
_SWEEPS = (
    "M3.4-19C1-13-4.5-13.5-2.4-17.4M-3.6-7.4C2.5-9.5 4.5-4.5-1.4-2.8"
    "M-3.4 6.6C0 3.6 5 5.6 1.4 9.6C-1 11.6-3.6 10.6-3 8.6M2 12.6C-5 14.6-4 20.6 3 21"
)
# Chevrons at both ends, as on a woven sash.
_BANDS = "M-5-20L0-16L5-20M-5-15L0-11L5-15M-5 15L0 19L5 15M-5 20L0 24L5 20"


def _slip(fill: str, marks: str, x: float, y: float) -> str:
    paper = shape(_SLIP, PAPER, PAPER, 4.4) + shape(_SLIP, fill, INK, 2)
    return place(paper + marks, x, y, 1, 8)


def poetry_ribbon(x: float, y: float) -> str:
    """Return the red ribbon with brush strokes (pine, plum, cherry)."""
    return _slip(RED, line(_DABS, INK, 2.8) + line(_SWEEPS, INK, 2), x, y)


def plain_ribbon(x: float, y: float) -> str:
    """Return the red ribbon without a mark (wisteria, iris, bush clover, willow)."""
    return _slip(RED, "", x, y)


def blue_ribbon(x: float, y: float) -> str:
    """Return the blue ribbon with chevrons (peony, chrysanthemum, maple)."""
    return _slip(INDIGO, line(_BANDS, PAPER, 1.5), x, y)
