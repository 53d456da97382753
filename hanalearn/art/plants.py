"""The twelve plants, each as a few parts that cards.py arranges. Lengths are in card units."""

from .draw import (
    Point,
    along,
    around,
    bent,
    blade,
    disc,
    dots,
    line,
    pair,
    place,
    polar,
    polygon,
    rays,
    rosette,
    shape,
    soft,
)
from .palette import (
    FINE,
    GREEN,
    INK,
    LINE,
    OCHRE,
    PAPER,
    RED,
    ROSE,
    VIOLET,
    YELLOW,
)


def wood(d: str, width: float) -> str:
    """Return a branch."""
    return line(d, INK, width, width + LINE)


def stem(d: str) -> str:
    """Return a soft green stem."""
    return line(d, GREEN, 2, 2 + LINE)


def pine_tuft(x: float, y: float, radius: float) -> str:
    """Return one fan of needles that opens upwards from ``(x, y)``."""
    needles = 11
    step = 196 / (2 * needles - 2)
    outline = [(x, y + radius * 0.12)] + [
        polar((x, y), radius * (0.78 if k % 2 else 1), step * k - 188) for k in range(2 * needles - 1)
    ]
    gaps = [step * k - 188 for k in range(3, 2 * needles - 3, 2)]
    return (
        shape(polygon(outline), GREEN, PAPER)
        + line(rays((x, y), radius * 0.32, radius * 0.72, gaps), PAPER, 0.8)
        + disc(x, y, radius * 0.18, RED)
    )


def plum_blossom(x: float, y: float, radius: float, turn: float = -90) -> str:
    """Return a red blossom with five round petals."""
    here = (x, y)
    return (
        shape(rosette(here, radius, 5, turn), RED, PAPER)
        + line(rays(here, 0, radius * 0.5, around(5, turn)), YELLOW, FINE)
        + dots([polar(here, radius * 0.56, angle) for angle in around(5, turn)], YELLOW, 1.8)
        + disc(x, y, radius * 0.2, YELLOW)
    )


def plum_buds(*points: Point) -> str:
    """Return round closed buds."""
    return dots(points, RED, 4.4, 5.8)


def cherry_blossom(x: float, y: float, radius: float, turn: float = -90) -> str:
    """Return a pale blossom with five notched petals."""
    here = (x, y)

    def at(reach: float, angle: float) -> str:
        return pair(polar(here, radius * reach, angle))

    d = f"M{at(0.34, turn - 36)}"
    for angle in around(5, turn):
        d += f"Q{at(0.98, angle - 42)} {at(1, angle - 13)}L{at(0.8, angle)}L{at(1, angle + 13)}"
        d += f"Q{at(0.98, angle + 42)} {at(0.34, angle + 36)}"
    return (
        shape(d + "Z", ROSE, RED, 1.2)
        + line(rays(here, 0, radius * 0.5, around(5, turn)), RED, FINE)
        + disc(x, y, radius * 0.2, RED)
    )


def leaves(fill: str, *blades: tuple[float, float, float, float]) -> str:
    """Return broad pointed leaves, each ``(x, y, length, angle)``."""
    d = "".join(blade((x, y), length, length * 0.34, angle) for x, y, length, angle in blades)
    ribs = "".join(rays((x, y), length * 0.2, length * 0.7, [angle]) for x, y, length, angle in blades)
    return shape(d, fill, PAPER) + line(ribs, PAPER, 0.7)


def raceme(x: float, y: float, length: float, width: float) -> str:
    """Return a hanging cluster, broad at ``(x, y)`` and ending in a point below."""
    steps = int(length / 3.8)
    petals = f"M{x} {y + length - 3}v2"
    inner: list[Point] = []
    for k in range(steps):
        half = width / 2 * (1 - k / steps) ** 0.8 * (0.75 if k == 0 else 1)
        low = y + length * k / steps
        petals += f"M{pair((x - half, low))}l1.2 1.2M{pair((x + half, low))}l-1.2 1.2"
        if half > 3:
            inner += [(x - half * 0.38, low + 1.3), (x + half * 0.38, low + 1.3)]
    return line(f"M{x} {y - 4}v{length}", GREEN, 1.1) + line(petals, VIOLET, 3.2) + dots(inner, VIOLET, 2.8)


def feathered_leaf(start: Point, bend: Point, end: Point) -> str:
    """Return pairs of leaflets along a curved stalk and one at its tip."""
    stalk, length, d = (start, bend, end), 9, ""
    for t in (0.15, 0.4, 0.65, 0.9):
        point, angle = along(stalk, t)
        for side in (-58, 58):
            d += blade(point, length, length * 0.36, angle + side)
    tip, angle = along(stalk, 1)
    d += blade(tip, length, length * 0.36, angle)
    return line(bent(stalk)) + shape(d, INK, PAPER, FINE)


def sword_leaves(*blades: tuple[float, float, float, float]) -> str:
    """Return leaves from the ground, each ``(x, length, angle, bend)``."""
    d = "".join(blade((x, 98), length, 4.4, angle, bend) for x, length, angle, bend in blades)
    return shape(d, GREEN, PAPER)


def iris_flower(x: float, y: float, scale: float = 1) -> str:
    """Return a flower of which three petals stand and three fall."""
    stand = (
        "M-1 1C-9-3-10-11-6-15C-2-12-1-6 0 0ZM1 1C9-3 10-11 6-15C2-12 1-6 0 0Z"
        "M0 1C-5-6-4-14 0-18C4-14 5-6 0 1Z"
    )
    fall = (
        "M-1-1C-8-4-15-2-15 5C-15 8-13 10-11 10C-11 6-6 4 0 3Z"
        "M1-1C8-4 15-2 15 5C15 8 13 10 11 10C11 6 6 4 0 3Z"
    )
    front = "M-2-1C-7 4-6 11 0 14C6 11 7 4 2-1Z"
    flower = (
        shape(stand, VIOLET, PAPER)
        + shape(fall, VIOLET, PAPER)
        + shape(front, VIOLET, PAPER)
        + line("M0 3V9M-6 1.2L-10 2.6M6 1.2L10 2.6", YELLOW, 1.9)
    )
    return place(flower, x, y, scale)


def peony_flower(x: float, y: float, radius: float, turn: float = -90) -> str:
    """Return a full round flower: three rings of petals within one another."""
    here = (x, y)
    return (
        shape(rosette(here, radius, 9, turn), RED, PAPER)
        + shape(rosette(here, radius * 0.68, 7, turn + 20), ROSE, INK, 1)
        + shape(rosette(here, radius * 0.46, 6, turn), RED, PAPER)
        + disc(x, y, radius * 0.2, YELLOW, INK, 0.8)
        + dots([polar(here, radius * 0.1, angle) for angle in around(3)], INK, 1)
    )


def peony_leaf(x: float, y: float, length: float, angle: float) -> str:
    """Return a leaf of three broad fingers with pale ribs."""
    here = (x, y)
    fingers = [(0, 1.0), (-38, 0.8), (38, 0.8)]
    d = "".join(blade(here, length * reach, length * 0.3, angle + turn) for turn, reach in fingers)
    ribs = "".join(rays(here, length * 0.2, length * reach * 0.72, [angle + turn]) for turn, reach in fingers)
    return shape(d, GREEN, PAPER) + line(ribs, PAPER, 0.8)


def clover_stem(start: Point, bend: Point, end: Point, bare: float = 0.12) -> str:
    """Return an arching stem with three-fold leaves and, further up, small flowers.

    ``bare`` is the part of the stem, from its foot, without leaves.
    """
    stalk = (start, bend, end)
    twigs, leaflets, flowers = bent(stalk), "", list[Point]()
    for k in range(6):
        point, angle = along(stalk, bare + (0.93 - bare) * k / 5)
        side, size = angle + (85 if k % 2 else -85), 1 - 0.08 * k
        foot = polar(point, 3 * size, side)
        twigs += f"M{pair(point)}L{pair(foot)}"
        for turn in (-72, 0, 72):
            leaflets += blade(foot, 9.4 * size, 5.6 * size, side + turn)
        if k > 1:
            flowers += [polar(point, 2.2, side + 180), polar(point, 4.9, side + 210)]
    tip, angle = along(stalk, 1)
    flowers += [tip, polar(tip, 3, angle + 150), polar(tip, 3, angle - 150)]
    return line(twigs, INK, 1.5) + shape(leaflets, GREEN) + dots(flowers, RED, 4)


def hill(crest: str) -> str:
    """Return the great dark hill under the line ``crest``, with pale tufts of grass on it."""
    grass = ""
    for x, y, size in ((30, 82, 15), (11, 96, 17), (49, 96, 17), (30, 102, 14)):
        for k in range(-2, 3):
            grass += blade((x + 0.9 * k, y), size - 1.4 * k * k, 1.2, 17 * k - 90, 1.5 * k)
    return shape(f"{crest}V98H-2Z", INK, PAPER) + shape(grass, PAPER)


def susuki_plume(x: float, y: float, height: float, lean: float) -> str:
    """Return a stalk with a drooping plume; ``lean`` is how far its tip goes sideways."""
    stalk = ((x, y), (x, y - height * 0.8), (x + lean, y - height))
    side = 1 if lean > 0 else -1
    hairs = ""
    for k in range(7):
        point, _ = along(stalk, 0.46 + 0.54 * k / 6)
        hairs += blade(point, 16 - 1.1 * k, 3, 90 - side * (58 - 5 * k), side * 3)
    grass = blade((x, y), height * 0.75, 2.2, -90, -0.4 * lean)
    return shape(grass, GREEN, PAPER) + shape(hairs, OCHRE, PAPER, 0.8) + line(bent(stalk), INK, 1.6)


def chrysanthemum(x: float, y: float, radius: float, fill: str = YELLOW) -> str:
    """Return a flower of sixteen narrow petals round a small heart, ``fill`` red or yellow."""
    here = (x, y)
    heart, key = (YELLOW, PAPER) if fill == RED else (RED, INK)
    between = [angle + 11.25 for angle in around(16)]
    return (
        shape(rosette(here, radius, 16), fill, key, 1.2)
        + line(rays(here, radius * 0.3, radius * 0.82, between), key, 0.8)
        + disc(x, y, radius * 0.25, heart, key, FINE)
    )


def kiku_leaf(x: float, y: float, length: float, angle: float) -> str:
    """Return a leaf of five round lobes."""
    here = (x, y)
    half = [(0.12, 60), (0.62, 72), (0.7, 44), (0.4, 30), (0.96, 34), (0.98, 20), (0.66, 14)]
    outline = [polar(here, length * r, angle - a) for r, a in half]
    outline += [polar(here, length * 1.2, angle - 5), polar(here, length * 1.2, angle + 5)]
    outline += [polar(here, length * r, angle + a) for r, a in reversed(half)]
    ribs = rays(here, length * 0.15, length * 0.8, [angle])
    ribs += rays(here, length * 0.25, length * 0.62, [angle - 36, angle + 36])
    return shape(soft(outline), GREEN, PAPER) + line(ribs, PAPER, 0.8)


def maple_leaf(x: float, y: float, size: float, turn: float = -90, fill: str = RED) -> str:
    """Return a leaf of seven pointed fingers with its stalk; ``turn`` is where it points."""
    here = (x, y)
    fingers = [(-130, 0.5), (-86, 0.8), (-43, 0.96), (0, 1.06), (43, 0.96), (86, 0.8), (130, 0.5)]
    key = INK if fill == YELLOW else PAPER
    outline, ribs = [polar(here, size * 0.2, turn + 180)], ""
    for angle, reach in fingers:
        outline += [
            polar(here, size * out, turn + angle + step)
            for step, out in ((-14, reach * 0.64), (0, reach), (14, reach * 0.64))
        ]
        outline.append(polar(here, size * 0.4, turn + angle + 21.5))
        ribs += rays(here, 0, size * reach * 0.5, [turn + angle])
    return (
        line(rays(here, 0, size, [turn + 180]), INK, LINE)
        + shape(polygon(outline[:-1]), fill, key, 1.2)
        + line(ribs, key, 0.7)
    )


def willow_strand(x: float, length: float, sway: float, fill: str = GREEN, top: float = 0) -> str:
    """Return one hanging strand with narrow leaves on both sides, from ``top`` down."""
    stalk = ((x, top), (x + sway, top + length * 0.5), (x + sway * 0.4, top + length))
    count = round(length / 7.5)
    d = ""
    for k in range(1, count + 1):
        point, _ = along(stalk, k / count)
        d += blade(point, 11, 3, 90 + (30 if k % 2 else -30))
    return line(bent(stalk), fill, 1.2) + shape(d, fill)


def kiri_leaf(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Return a broad three-cornered leaf that hangs down from ``(x, y)``."""
    outline = (
        "M0 0C-4-5-12-6-15-1C-19 0-19 7-15 9C-14 14-9 17-6 15C-5 19-2 22 0 24"
        "C2 22 5 19 6 15C9 17 14 14 15 9C19 7 19 0 15-1C12-6 4-5 0 0Z"
    )
    ribs = "M0 3V20M-11 1L0 3L11 1M-10 10L0 3L10 10"
    return place(shape(outline, GREEN, PAPER, 1.8) + line(ribs, PAPER, 1), x, y, scale, turn)


def kiri_spike(x: float, y: float, height: float, turn: float = 0) -> str:
    """Return an upright flower spike of small bells."""
    count = int(height / 5)
    bells = f"M0 {1.5 - height}v-1"
    for k in range(count):
        low, reach = -height * (0.25 + 0.68 * k / count), 4.8 - 2.4 * k / count
        for side in (-1, 1):
            bells += f"M{pair((side * 1.4, low))}L{pair((side * reach, low - 2))}"
    spike = line(f"M0 14V{-height}") + line(bells, VIOLET, 3.8, 5.2)
    return place(spike, x, y, 1, turn)
