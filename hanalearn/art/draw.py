"""The few strokes every picture is made of. Each function returns SVG text or path data.

Angles are degrees, 0 to the right and 90 downwards, as SVG turns. Nothing carries an id, so any
number of faces can share a page.
"""

import re
from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, radians, sin

from .palette import INK, LINE, PAPER

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]

_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_AXES = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xyxyxy", "Q": "xyxy", "Z": ""}


def grid(value: float) -> int:
    """Return a length in the tenths of a card unit that are written into the SVG."""
    return round(10 * value)


def compact(d: str) -> str:
    """Return path data in card units (M L H V C Q Z, either case) as short SVG path data.

    The result has relative steps on the grid. Each end point is rounded from its true place, so
    errors do not add up.
    """
    tokens = _TOKEN.findall(d)
    true, drawn = {"x": 0.0, "y": 0.0}, {"x": 0, "y": 0}
    start = (true, drawn)
    out, command, implied = "", "", ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        kind, step = command.upper(), command.lower()
        axes = _AXES[kind]
        if kind == "Z":
            true, drawn = dict(start[0]), dict(start[1])
        origin = dict.fromkeys("xy", 0.0) if command == kind else dict(true)
        corner = dict(drawn)
        numbers = ""
        for axis in axes:
            true[axis] = origin[axis] + float(tokens.pop(0))
            drawn[axis] = grid(true[axis])
            offset = str(drawn[axis] - corner[axis])
            numbers += offset if offset[0] == "-" or not numbers else f" {offset}"
        if step == implied:
            out += numbers if numbers[0] == "-" else f" {numbers}"
        else:
            out += step + numbers
        # Further points after a move are lines, in SVG and here.
        implied = "l" if kind == "M" else step if axes else ""
        if kind == "M":
            start = (dict(true), dict(drawn))
            command = "l" if command == step else "L"
    return out


def pair(point: Point) -> str:
    """Return a point as path data in card units."""
    return f"{point[0]:.2f} {point[1]:.2f}"


def _stroke(colour: str, width: float) -> str:
    """Return the attributes of a stroke; the frame sets ``LINE`` as the width to inherit."""
    if not colour:
        return ""
    weight = "" if width == LINE else f' stroke-width="{grid(width)}"'
    return f' stroke="{colour}"{weight}'


def shape(d: str, fill: str, key: str = "", width: float = LINE) -> str:
    """Return a filled path; ``key`` is the colour of the keyline drawn outside of it."""
    return f'<path fill="{fill}"{_stroke(key, width)} d="{compact(d)}"/>'


def line(d: str, stroke: str = INK, width: float = LINE, halo: float = 0) -> str:
    """Return an open line with round ends, on a paper-coloured ``halo`` of that total width."""
    drawn = compact(d)
    under = f'<path{_stroke(PAPER, halo)} d="{drawn}"/>' if halo else ""
    return f'{under}<path{_stroke(stroke, width)} d="{drawn}"/>'


def disc(x: float, y: float, radius: float, fill: str, key: str = "", width: float = LINE) -> str:
    """Return a filled circle, with a keyline if ``key`` names its colour."""
    at = f'cx="{grid(x)}" cy="{grid(y)}" r="{grid(radius)}"'
    return f'<circle {at} fill="{fill}"{_stroke(key, width)}/>'


def dots(points: Iterable[Point], fill: str, size: float, halo: float = 0) -> str:
    """Return round dots of diameter ``size`` as one path: short strokes with round ends."""
    return line("".join(f"M{pair(point)}h.1" for point in points), fill, size, halo)


def place(markup: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Return ``markup``, drawn around its own origin, turned and moved to ``(x, y)``."""
    steps = f"translate({grid(x)} {grid(y)})"
    if turn:
        steps += f"rotate({turn:g})"
    if scale != 1:
        steps += f"scale({scale:g})"
    return f'<g transform="{steps}">{markup}</g>'


def polar(centre: Point, radius: float, angle: float) -> Point:
    """Return the point at ``radius`` and ``angle`` from ``centre``."""
    turn = radians(angle)
    return centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)


def around(count: int, turn: float = -90) -> list[float]:
    """Return ``count`` angles spread evenly round a circle, the first at ``turn``."""
    return [turn + 360 * k / count for k in range(count)]


def along(curve: Curve, t: float) -> tuple[Point, float]:
    """Return the point at ``t`` (0 to 1) on a quadratic curve, and the curve's angle there."""
    (ax, ay), (bx, by), (cx, cy) = curve
    x = (1 - t) ** 2 * ax + 2 * t * (1 - t) * bx + t * t * cx
    y = (1 - t) ** 2 * ay + 2 * t * (1 - t) * by + t * t * cy
    dx = (1 - t) * (bx - ax) + t * (cx - bx)
    dy = (1 - t) * (by - ay) + t * (cy - by)
    return (x, y), degrees(atan2(dy, dx))


def bent(curve: Curve) -> str:
    """Return path data of a quadratic curve."""
    return f"M{pair(curve[0])}Q{pair(curve[1])} {pair(curve[2])}"


def polygon(points: Sequence[Point]) -> str:
    """Return closed path data through ``points``."""
    return "M" + "L".join(pair(point) for point in points) + "Z"


def soft(points: Sequence[Point]) -> str:
    """Return closed path data that rounds off every corner of a polygon."""

    def middle(a: Point, b: Point) -> str:
        return pair(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))

    after = [*points[1:], points[0]]
    steps = [f"Q{pair(a)} {middle(a, b)}" for a, b in zip(points, after, strict=True)]
    return f"M{middle(points[-1], points[0])}{''.join(steps)}Z"


def rays(centre: Point, inner: float, outer: float, angles: Iterable[float]) -> str:
    """Return path data of straight lines that radiate from ``centre``."""
    return "".join(
        f"M{pair(polar(centre, inner, angle))}L{pair(polar(centre, outer, angle))}" for angle in angles
    )


def rosette(centre: Point, radius: float, petals: int, turn: float = -90) -> str:
    """Return path data of a flower with round petals, the first one at angle ``turn``."""
    half, valley = 180 / petals, radius * (0.72 if petals < 8 else 0.84)
    d = f"M{pair(polar(centre, valley, turn - half))}"
    for angle in around(petals, turn):
        left = polar(centre, radius * 1.16, angle - half * 0.8)
        right = polar(centre, radius * 1.16, angle + half * 0.8)
        d += f"C{pair(left)} {pair(right)} {pair(polar(centre, valley, angle + half))}"
    return d + "Z"


def blade(base: Point, length: float, width: float, angle: float, bend: float = 0) -> str:
    """Return path data of a pointed leaf from ``base``; ``bend`` shifts its tip sideways."""
    tip = polar(polar(base, length, angle), bend, angle + 90)
    middle = polar(base, length * 0.45, angle)
    left, right = polar(middle, width, angle - 90), polar(middle, width, angle + 90)
    return f"M{pair(base)}Q{pair(left)} {pair(tip)}Q{pair(right)} {pair(base)}Z"
