"""What every card has: its outline, its black border and the ground under the picture."""

from .palette import CORNER, HEIGHT, INK, LINE, PAPER, WIDTH


def card(picture: str, ground: str = PAPER) -> str:
    """Return a complete SVG document: ``picture`` on its ground within the black border."""
    edge = f'x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="{CORNER - 1}"'
    # The inner svg clips what runs off the card; a clipPath would need an id.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" fill="none" stroke-width="{LINE}" '
        'stroke-linecap="round" stroke-linejoin="round" paint-order="stroke">'
        f'<rect {edge} fill="{ground}"/>'
        f'<svg x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" '
        f'viewBox="1 1 {WIDTH - 2} {HEIGHT - 2}">{picture}</svg>'
        f'<rect {edge} stroke="{INK}" stroke-width="2"/></svg>'
    )
