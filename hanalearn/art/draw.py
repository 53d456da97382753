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
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}


def num(value: float) -> str:
    """Return ``value`` with one decimal at most, in as few characters as SVG allows."""
    tenths = round(value * 10)
    sign, whole, part = "-" * (tenths < 0), abs(tenths) // 10, abs(tenths) % 10
    if not part:
        return f"{sign * (whole > 0)}{whole}"
    return f"{sign}{whole or ''}.{part}"


def pair(point: Point) -> str:
    """Return a point as path data."""
    return f"{num(point[0])} {num(point[1])}"


def compact(d: str) -> str:
    """Return path data ``d`` (M L H V C Q Z, either case) in relative steps without spare space.

    Every end point is rounded from its true place, so errors do not add up.
    """
    out = ""
    true, drawn, start = [0.0, 0.0], [0.0, 0.0], ([0.0, 0.0], [0.0, 0.0])
    tokens = _TOKEN.findall(d)
    at, command, last = 0, "", ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        kind = command.upper()
        values = [float(token) for token in tokens[at : at + _COUNT[kind]]]
        at += len(values)
        if kind == "Z":
            true, drawn = list(start[0]), list(start[1])
            out, last = out + "z", "z"
            continue
        axes = {"H": (0,), "V": (1,)}.get(kind, (0, 1)) * (len(values) // 2 or 1)
        if command.islower():
            values = [value + true[axis] for value, axis in zip(values, axes, strict=True)]
        steps = [round(value - drawn[axis], 1) for value, axis in zip(values, axes, strict=True)]
        for value, step, axis in list(zip(values, steps, axes, strict=True))[-2:]:
            true[axis], drawn[axis] = value, drawn[axis] + step
        if kind == "M":
            start = (list(true), list(drawn))
            command = "l" if command.islower() else "L"
        if kind.lower() != last:
            out, last = out + kind.lower(), "l" if kind == "M" else kind.lower()
            spaced = True
        else:
            spaced = False
        for step in steps:
            text = num(step)
            out += text if spaced or text[0] == "-" else " " + text
            spaced = False
    return re.sub(r"(\.\d) \.", r"\1.", out)


def _stroke(colour: str, width: float) -> str:
    """Return the attributes of a stroke; the frame sets ``LINE`` as the width to inherit."""
    if not colour:
        return ""
    weight = "" if width == LINE else f' stroke-width="{num(width)}"'
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
    at = f'cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"'
    return f'<circle {at} fill="{fill}"{_stroke(key, width)}/>'


def dots(points: Iterable[Point], fill: str, size: float, halo: float = 0) -> str:
    """Return round dots of diameter ``size`` as one path: short strokes with round ends."""
    return line("".join(f"M{pair(point)}h.1" for point in points), fill, size, halo)


def place(
    markup: str, x: float, y: float, scale: float = 1, turn: float = 0, flip: bool = False
) -> str:
    """Return ``markup``, drawn around its own origin, turned, mirrored and moved to ``(x, y)``."""
    steps = f"translate({num(x)} {num(y)})"
    if turn:
        steps += f"rotate({num(turn)})"
    if flip:
        steps += f"scale(-{scale:g} {scale:g})"
    elif scale != 1:
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
        f"M{pair(polar(centre, inner, angle))}L{pair(polar(centre, outer, angle))}"
        for angle in angles
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
