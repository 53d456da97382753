"""The back: waves on indigo, a ground no face has."""

from .draw import line, shape
from .palette import INDIGO, PAPER


def waves() -> tuple[str, str]:
    """Return the picture of the back and its ground."""

    def arcs(row: int, reach: float) -> str:
        foot, rise = 12 + 9 * row, reach * 1.33
        return "".join(
            f"M{x - reach} {foot}c0-{rise} {2 * reach}-{rise} {2 * reach} 0"
            for x in range(-10 * (row % 2), 80, 20)
        )

    rows = "".join(
        shape(arcs(row, 10), INDIGO, PAPER, 1.8) + line(arcs(row, 5.5), PAPER) for row in range(11)
    )
    return rows, INDIGO
