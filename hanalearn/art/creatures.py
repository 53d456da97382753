"""Animals, people and things. Animals face left; each is drawn around its own origin."""

from .draw import blade, disc, dots, line, pair, polar, polygon, rosette, shape
from .palette import BOLD, FINE, GREEN, INDIGO, INK, LINE, OCHRE, PAPER, RED, VIOLET, YELLOW


def _eye(x: float, y: float, size: float = 2.6) -> str:
    return dots([(x, y)], INK, size * 0.55, size)


def crane() -> str:
    """Return a crane that stands with its head raised."""
    tail = "".join(
        shape(blade((8, 0), length, 4.2, angle), INK, PAPER, 1)
        for length, angle in ((19, 12), (21, 28), (21, 45), (18, 62))
    )
    legs = "M-3 8L-4 30M-4 30l-5 1.5M-4 30l4 1.8M4 8L6 30M6 30l-5 1.5M6 30l4 1.8"
    return (
        line(legs, INK, 1.6, 3.2)
        + tail
        + line("M-10-3C-19-9-16-15-12-19C-9-22-9-25-11-28", INK, 4.2, 6.2)
        + shape("M-14-1C-14-9-6-14 3-12C11-10 16-2 19 6C11 12-1 14-8 9C-12 6-14 3-14-1Z", PAPER, INK)
        + line("M-8-4C0-7 9-2 14 4M-8 .5C-2-2 6 1 10 6M-7 5C-3 3.5 2 5 5 8.5", INK, 1.1)
        + shape("M-8-27C-8-32-12-33-14-30L-23-28L-14-26C-11-24-8-25-8-27Z", PAPER, INK, 1.4)
        + shape("M-8.4-28.6C-9-32-12.5-32.6-14-30Z", RED)
        + dots([(-12.4, -28.2)], INK, 1.4)
    )


def phoenix() -> str:
    """Return a phoenix in flight with raised wings and three sweeping tail plumes."""
    plumes = (
        ("M4 2C20 0 31 12 28 28C26 38 17 42 17 53C11 45 15 37 19 29C23 19 15 9 2 8Z", OCHRE, (22, 24)),
        ("M3 4C14 9 19 20 11 31C4 40-4 42-3 54C-10 45-5 36 2 28C9 19 7 11-1 9Z", RED, (8.5, 28)),
        ("M0 6C8 14 6 24-4 30C-12 35-17 36-19 45C-23 35-17 28-9 24C-2 19 0 12-4 9Z", INDIGO, (-5, 27)),
    )
    tail = "".join(shape(d, fill, PAPER) + disc(x, y, 2.6, YELLOW, INK, 1.2) for d, fill, (x, y) in plumes)
    far = "M-6-4C-14-12-15-24-9-35C-6-30-4-28-1-28C-1-23 1-20 3-18C3-12 3-6 1-2Z"
    near = "M-3-4C-2-15 8-27 27-31C26-26 25-23 26-20C22-18 21-15 22-12C18-10 16-7 16-4C12-2 9 1 5 2Z"
    return (
        tail
        + shape(far, YELLOW, INK)
        + line("M-9-26L-5-12M-4-23L-2-10", INK, FINE)
        + shape(
            "M-18-11C-17-17-9-17-8-11C-7-6-2-8 4-6C10-3 11 4 7 9C1 12-8 9-11 2C-13-2-14-6-18-11Z", RED, PAPER
        )
        + line("M-9-2q1.5 2 3 0M-6 3q1.5 2 3 0M-1-1q1.5 2 3 0M-1 6q1.5 2 3 0", YELLOW, 1.2)
        + shape(near, YELLOW, INK)
        + line("M6-7L22-24M8-4L20-14M9-1L15-6", INK, FINE)
        + shape("M-3-3C-2-10 4-15 11-17C12-11 9-3 4 1C1 2-3 1-3-3Z", RED, INK, 1.2)
        + shape("M-17-12.5L-24-9.5L-16.5-8.5Z", YELLOW, INK, 1)
        + line("M-13-15C-15-20-13-23-10-24M-12-15C-12-19-9-21-7-21M-10-14C-8-17-6-17-4-17", RED, 1.8, 3.6)
        + _eye(-13, -11.4, 3)
    )


def warbler() -> str:
    """Return a small round bush warbler with a cocked tail."""
    body = "M-12-4C-12-10-5-12-1-8C3-5 8-3 12-6L20-12L21-8C17-2 14 5 8 8C2 11-6 10-9 5C-11 2-12-1-12-4Z"
    return (
        line("M-2 8L-3 13M3 8L2 13", INK, LINE)
        + shape(body, GREEN, PAPER, 1.8)
        + shape("M-11.6-2C-8-3-3 1 0 8.8C-8 10-11.5 4-11.6-2Z", YELLOW)
        + shape("M-2-4C4-4 9 0 14-3C11 4 4 7-1 2Z", INK, PAPER, 0.9)
        + shape("M-11.5-5.8L-17-3.5L-11.5-2.3Z", INK)
        + _eye(-7.6, -5.4)
    )


def cuckoo() -> str:
    """Return a cuckoo in flight with raised wings, a barred breast and a long tail."""
    far = "M-7-3C-14-9-16-19-11-29C-8-25-6-23-3-23C-3-19-1-16 1-15C1-10 2-5 1-1Z"
    near = "M-5-3C-4-14 5-23 20-28C20-24 19-21 20-18C17-16 16-14 17-11C14-9 12-7 12-4C9-2 7 0 4 1Z"
    return (
        shape("M9-2L28-6L26-1L29 3L25 4.5L26 9L9 4Z", INK, PAPER, 1)
        + line("M14 1L23-1.6M14 2.4L22.6 4", PAPER, FINE)
        + shape(far, OCHRE, PAPER)
        + shape("M-19-2C-18-8-11-9-7-6C0-4 8-4 14 1C9 7-2 9-9 6C-14 5-17 3-19-2Z", INK, PAPER)
        + shape("M-14 1.4C-8 0 2 1 9 3.4C3 6.8-7 6.8-14 1.4Z", PAPER)
        + line("M-8.6 2L-9.2 4M-4.6 2L-5.2 5.2M-.6 2L-1 5.6M3.4 2.6L3 5.2", INK, 1.2)
        + shape(near, INK, PAPER)
        + line("M2-8L15-21M4-5L13-12", PAPER, FINE)
        + shape("M-18.4-4.4L-24-1.6L-18-1Z", YELLOW, INK, 0.8)
        + _eye(-13.4, -3.8, 3)
    )


def goose() -> str:
    """Return one wild goose in flight, its neck stretched out."""
    body = "M-12-1C-8-5 0-6 6-4C10-3 13-3 16-5L15 0C10 5 0 7-6 4C-9 3-11 2-12-1Z"
    head = "M-10-3C-13-2-15-4-18-4C-20-4-22-2-24 0C-20 .6-18 1-16 1C-14 1-12 2-9 2Z"
    return (
        shape("M-4-3C-10-8-13-16-11-23C-5-19 1-12 3-3Z", INK, PAPER)
        + shape(body, OCHRE, PAPER)
        + shape(head, INK, PAPER)
        + dots([(-18.4, -2)], PAPER, 1.2)
        + shape("M-4-1C-3-11 3-19 14-24C14-20 13-18 14-15C11-13 11-10 12-7C8-6 7-2 4 1Z", INK, PAPER)
        + line("M2-6L9-16M4-3L9-9", PAPER, FINE)
    )


def butterfly(fill: str = YELLOW, spot: str = RED) -> str:
    """Return a butterfly from above."""
    wings = ""
    for s in (-1, 1):
        lower = (
            f"M0 1C{7 * s} 0 {14 * s} 3 {12 * s} 9C{11 * s} 12 {9 * s} 11 {8 * s} 15C{4 * s} 12 {s} 7 0 1Z"
        )
        upper = f"M0-1C{4 * s}-12 {14 * s}-15 {17 * s}-9C{18 * s}-3 {9 * s} 1 0 1Z"
        wings += shape(lower, spot, INK) + shape(upper, fill, INK)
        wings += dots([(11 * s, -7)], spot, 4.6) + dots([(8 * s, 7)], fill, 3)
    return wings + line("M0-4V7", INK, 2.8) + line("M0-5C-1-9-3-11-5-12M0-5C1-9 3-11 5-12", INK, 1.1)


def boar() -> str:
    """Return a wild boar at a run, its bristles raised."""
    body = (
        "M-25 5C-26 2-24 0-22-1C-20-5-17-8-13-10L-13-16L-8-12L-6-16L-3-13L0-17L2-13L6-17L8-13"
        "L12-16L13-12L17-14L18-9C22-6 24 0 22 6L26 13L23 17L16 11C12 13 4 14-2 12L-9 18L-13 16"
        "L-9 10C-14 10-17 8-19 8C-22 8-24 7-25 5Z"
    )
    return (
        line("M14 8L17 17L13 18.5M-4 9L-1 18L-5 19", INK, 3.8, 5.2)
        + line("M21-5C25-7 26-4 25-1", INK, 1.6)
        + shape(body, INK, PAPER)
        + line("M-3-7L1-9M4-3L8-5M-1 1L3-1M9-8L13-9M11 1L15-1M5 6L9 4M16 6L19 4", OCHRE, 1.6)
        + shape("M-17 4.6C-20 4.6-22 2.4-21.6-1.4C-20 .6-18 1.2-16 1.4Z", PAPER)
        + line("M-24 5.6L-17 6", OCHRE, FINE)
        + dots([(-14, -4)], RED, 3)
        + dots([(-14, -4)], INK, 1.3)
    )


def deer() -> str:
    """Return a stag that looks back over its shoulder."""
    body = (
        "M-17-20C-19-26-12-29-8-25L0-20C1-17-2-16-4-16.5L-8-16C-8-12-6-9-3-8C4-10 13-11 18-7"
        "C22-4 21 2 20 6L22 14L20.5 28H16.5L17 15L12 8C7 7 0 8-5 7L-6 15L-7 28H-11L-11 14"
        "C-15 9-17 3-16-3C-16-9-16-15-17-20Z"
    )
    antlers = "M-13-25C-18-31-18-36-14-42M-17-32L-22-37M-10-26C-10-32-6-34-5-41M-8.6-32L-3-34"
    return (
        line("M-4 6L-2.4 27M11 6L12.4 27", INK, 3)
        + line(antlers, INK, 2.2, 3.8)
        + shape(body, OCHRE, PAPER, 1.6)
        + shape("M-13.6-23.4C-17-24-20.4-26-22-29.4C-23-24-20.4-20-16.4-19Z", OCHRE, PAPER, 1.2)
        + shape("M19-6L26-2L20 1Z", PAPER, INK)
        + dots([(-1, -3), (5, -5), (11, -5), (2, 1), (8, 0), (14, 0), (16, -4)], PAPER, 2.5)
        + _eye(-8.6, -21.6, 3)
        + dots([(-0.4, -18.8)], INK, 2)
    )


def swallow() -> str:
    """Return a swallow in a dive, with long wings and a forked tail."""
    return (
        shape("M5 0C14-1 22-5 31-12C26-4 19 1 12 3C19 4 26 8 30 15C20 11 11 7 5 3Z", INK, PAPER, 1)
        + shape("M-6-2C-4-13 5-24 19-30C15-19 12-8 5 2Z", INK, PAPER, 1)
        + shape("M-6 2C-2 10 6 18 17 22C15 13 12 6 5 1Z", INDIGO, PAPER, 1)
        + shape("M-16 0C-15-6-9-7-4-5C2-4 7-1 9 2C4 5-4 6-9 4C-13 4-15 2-16 0Z", INK, PAPER, 1)
        + shape("M-15 1C-12 0-9 1-7 4.4C-11 5-14 3-15 1Z", RED)
        + shape("M-7 4.4C-5 1 2 1 7 3C3 5.4-3 6-7 4.4Z", PAPER)
        + shape("M-15.4-2L-20 .4L-15.4 1.2Z", YELLOW, INK, 0.8)
        + _eye(-11.4, -2.2, 2.8)
    )


def cup() -> str:
    """Return a wide, shallow lacquered sake cup with a gold lining."""
    return (
        shape("M-7 9L-10 16H10L7 9Z", RED, PAPER, 2)
        + shape("M-23-4C-22 6-11 12 0 12C11 12 22 6 23-4C23-14-23-14-23-4Z", RED, PAPER, 2)
        + shape("M-20-4.4C-20-11.4 20-11.4 20-4.4C20 1.8-20 1.8-20-4.4Z", YELLOW, INK)
        + shape("M-16-3C-11-6 11-6 16-3C10 .6-10 .6-16-3Z", PAPER)
        + shape(rosette((0, 6.2), 4, 5), YELLOW)
        + line("M-15 3C-13 6-11 7-8.5 8M15 3C13 6 11 7 8.5 8", YELLOW, 1.1)
    )


def bridge() -> str:
    """Return a bridge of four pairs of planks, each pair laid beside the end of the last, in card units."""
    turn, long, half = -20, 25, 4.4
    posts, planks, start = "", "", (-5.0, 92.0)
    for _ in range(4):
        posts += f"M{pair(polar(start, 4, turn))}v22"
        end = polar(start, long, turn)
        corners = [
            polar(point, side * half, turn + 90)
            for point, side in ((start, 1), (end, 1), (end, -1), (start, -1))
        ]
        planks += shape(polygon(corners), YELLOW, INK) + line(f"M{pair(start)}L{pair(end)}", INK, FINE)
        start = polar(polar(end, -7, turn), -2 * half, turn + 90)
    return line(posts, INK, 2.6, 4) + planks


def curtain() -> str:
    """Return a striped curtain, hung in a bow across the whole card, in card units."""
    stripes = ""
    for k in range(5):
        x = 14 * k - 5
        stripes += f"M{x} 58C{x + 1.5} 70 {x - 1.5} 82 {x} 98H{x + 7}C{x + 5.5} 82 {x + 8.5} 70 {x + 7} 58Z"
    band = "M-2 46C16 57 44 57 62 46V59C44 70 16 70-2 59Z"
    crests = "".join(
        shape(rosette((x, y), 4.4, 5), PAPER) + dots([(x, y)], VIOLET, 2)
        for x, y in ((8, 57), (22.5, 60.6), (37.5, 60.6), (52, 57))
    )
    return (
        shape("M-2 48V98H62V48C44 58 16 58-2 48Z", PAPER)
        + shape(stripes, RED)
        + shape(band, VIOLET, PAPER, 2)
        + line("M-2 46C16 57 44 57 62 46", INK, BOLD, 4)
        + crests
    )


def umbrella() -> str:
    """Return an open paper umbrella."""
    canopy = "M-24 4C-20-8-8-14 0-14C8-14 20-8 24 4C20 1 16 1 12 4C8 1 4 1 0 4C-4 1-8 1-12 4C-16 1-20 1-24 4Z"
    return (
        line("M0-12V30", INK, 2, 3.4)
        + shape(canopy, YELLOW, INK)
        + line("M0-13C-6-8-10-3-12 4M0-13V4M0-13C6-8 10-3 12 4", INK, FINE)
        + line("M-18.4-3.4C-10-10 10-10 18.4-3.4", RED, 2.4)
        + line("M0-17V-14", INK, 2.6)
    )


def courtier() -> str:
    """Return Ono no Michikaze in court dress, one hand raised for the umbrella."""
    return (
        shape("M-7 24H-2V30H-7ZM5 24H10V30H5Z", INK)
        + shape("M-10 10L-13 26H16L12 10Z", RED, PAPER)
        + line("M-4 16V25M3 16V25M9.4 16V25", PAPER, FINE)
        + shape("M-5-8C-9-4-13 4-15 13C-8 17 9 17 17 14C16 4 13-4 7-8Z", INDIGO, PAPER)
        + line("M0-7C3 0 3 8 2 15", PAPER, 1.1)
        + shape("M6-3C14 0 20 6 20 12L9 15C8 8 5 4 2 2Z", INDIGO, PAPER)
        + shape("M-5-4C-9-3-13-3-17-7L-20-2C-19 4-15 9-9 9C-5 8-3 1-5-4Z", INDIGO, PAPER)
        + disc(-18.4, -5.4, 2, PAPER, INDIGO, 0.8)
        + shape("M-6-12C-6-18 5-18 5-12C5-8 2-6-1-6C-4-6-6-9-6-12Z", PAPER, INK, 1.2)
        + shape("M-7-14C-5-16 3-17 6-12C9-17 8-25 2-26C-3-27-6-22-4-18Z", INK, PAPER, 1)
        + dots([(-3.8, -11.6), (-0.4, -11.4)], INK, 1.2)
        + line("M-3.2-8.6h1.8", RED, 1)
    )


def frog() -> str:
    """Return a frog in mid-leap, facing left."""
    return (
        line("M4 2L10-1L9 6L14 8M-3 4L-6 9M0 4L-1 9", GREEN, 2.2, 3.8)
        + shape("M-9-3C-8-8-3-8-1-4C4-3 7 0 6 3C3 6-4 6-7 2C-9 1-10-1-9-3Z", GREEN, PAPER)
        + _eye(-5.4, -4.6, 3)
    )


def storm_cloud() -> str:
    """Return a storm cloud that rolls across the upper edge of the card, in card units."""
    cloud = "M-2-2H64V20C60 26 52 26 49 20C47 28 36 30 32 22C28 30 16 30 14 21C10 27 2 26-2 20Z"
    curls = (
        "M9 18C4 18 4 11 9 11C12 11 12 15 9.6 15M27 19C22 19 21 11 27 11C31 11 31 16 28 16"
        "M45 17C40 17 40 9 45 9C49 9 49 14 46 14"
    )
    return shape(cloud, INK, PAPER) + line(curls, PAPER, 1.2)


def bolts() -> str:
    """Return two flashes of lightning across the card, in card units."""
    near = "M31 10L13 40L23 37L11 63L20 61L6 97L36 51L26 54L39 29L29 32L45 10Z"
    far = "M52 14L43 44L49 43L41 67L58 37L51 38L60 14Z"
    return shape(far, PAPER, INK) + shape(near, YELLOW, INK, 2)


def ripples(colour: str, *rows: tuple[float, float, int]) -> str:
    """Return wavy lines on water, each ``(x, y, number of waves)``, in card units."""
    wave = "q2.5-3 5 0q2.5 3 5 0"
    return line("".join(f"M{x} {y}{wave * count}" for x, y, count in rows), colour, 1.5)
