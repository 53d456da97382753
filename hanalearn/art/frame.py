"""What every card has: its outline, its black border and the ground under the picture."""

from .draw import grid
from .palette import BORDER, CORNER, HEIGHT, INK, LINE, PAPER, RIM, WIDTH


def _box(inset: float) -> str:
    """Return the place of a rectangle that lies ``inset`` within the card's outline."""
    wide, high = grid(WIDTH - 2 * inset), grid(HEIGHT - 2 * inset)
    return f'x="{grid(inset)}" y="{grid(inset)}" width="{wide}" height="{high}"'


def card(picture: str, ground: str = PAPER) -> str:
    """Return a complete SVG document: ``picture`` on its ground within the black border.

    The narrow paper rim outside the border keeps the card's edge visible on a dark page.
    """
    edge, middle = RIM + BORDER * 0.75, RIM + BORDER / 2
    wide, high = grid(WIDTH), grid(HEIGHT)
    flood = "" if ground == PAPER else f'<path fill="{ground}" d="M0 0h{wide}v{high}H0z"/>'
    # The inner svg clips what runs off the picture (a clipPath would need an id); its square
    # corners end under the border.
    inside = f"{grid(edge)} {grid(edge)} {grid(WIDTH - 2 * edge)} {grid(HEIGHT - 2 * edge)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {wide} {high}" fill="none" stroke-width="{grid(LINE)}" '
        'stroke-linecap="round" stroke-linejoin="round" paint-order="stroke">'
        f'<rect width="{wide}" height="{high}" rx="{grid(CORNER)}" fill="{PAPER}"/>'
        f'<svg {_box(edge)} viewBox="{inside}">{flood}{picture}</svg>'
        f'<rect {_box(middle)} rx="{grid(CORNER - middle)}" stroke="{INK}" '
        f'stroke-width="{grid(BORDER)}"/></svg>'
    )
