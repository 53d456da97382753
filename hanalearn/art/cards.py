"""The 48 pictures, composed from plants, creatures and ribbons, a function for each month."""

from collections.abc import Callable

from . import creatures as c
from . import plants as p
from .draw import disc, place, shape
from .palette import GREEN, INDIGO, INK, OCHRE, PAPER, RED, VIOLET, YELLOW
from .ribbons import blue_ribbon, plain_ribbon, poetry_ribbon


def many(part: Callable[..., str], *rows: tuple[object, ...]) -> str:
    """Return ``part(*row)`` for each row, later rows on top."""
    return "".join(part(*row) for row in rows)


def pine() -> dict[str, str]:
    trunk = p.wood("M30 98C24 80 40 68 31 50C24 36 36 26 33 -4", 6)
    trunk += p.wood(
        "M15 27C22 30 26 30 31 36M14 59C20 62 26 62 31 68M46 43C40 46 34 46 30 52M47 77C42 80 36 80 31 86", 3
    )
    left = many(p.pine_tuft, (15, 26, 15), (14, 58, 15), (13, 92, 15))
    right = many(p.pine_tuft, (46, 42, 15), (47, 76, 15))
    return {
        "1B": disc(41, 31, 22, RED)
        + place(c.crane(), 31, 47, 1.08)
        + many(p.pine_tuft, (53, 84, 13), (7, 85, 13), (17, 98, 15), (45, 99, 16), (31, 101, 12)),
        "1R": trunk + left + right + poetry_ribbon(34, 50),
        "1C1": trunk + left + right + p.pine_tuft(34, 15, 16),
        "1C2": p.wood("M44 97C36 88 20 80 24 62C26 46 42 44 38 24", 6)
        + p.wood("M16 45C22 48 26 48 30 53M46 57C40 60 30 58 25 62", 3)
        + many(p.pine_tuft, (38, 24, 18), (16, 44, 15), (46, 56, 15), (15, 74, 15), (42, 92, 16)),
    }


def plum() -> dict[str, str]:
    tree = p.wood("M60 98L40 76L24 66L14 40L18 20L10 -2", 6)
    tree += p.wood("M32 70L45 52L40 32L50 8M19 54L31 40V22", 3.4)
    return {
        "2A": p.wood("M-2 70L18 75L38 65L62 70", 6)
        + p.wood("M18 75L10 98M38 65L47 40L42 20L50 -2M46 42L56 28M30 69L36 84L52 92", 3.4)
        + many(p.plum_blossom, (44, 20, 11), (51, 56, 10), (12, 80, 11), (38, 84, 11, -60))
        + p.plum_buds((56, 26), (53, 92))
        + place(c.warbler(), 26, 53, 1.25),
        "2R": tree
        + p.plum_buds((50, 8))
        + many(p.plum_blossom, (15, 36, 11), (46, 30, 11, -60), (44, 80, 12), (13, 78, 11, -50))
        + poetry_ribbon(30, 50),
        "2C1": tree
        + p.wood("M24 66L13 79", 3.4)
        + p.plum_buds((31, 20), (50, 8))
        + many(p.plum_blossom, (16, 34, 12), (44, 42, 13, -60), (40, 80, 12), (14, 76, 11, -50)),
        "2C2": p.wood("M0 98L20 78L40 68L47 44L40 24L44 -2", 6)
        + p.wood("M28 74L15 54L20 34L8 10M45 52L30 38L32 18M38 69L56 92", 3.4)
        + p.plum_buds((8, 9), (32, 17))
        + many(p.plum_blossom, (17, 50, 13), (45, 36, 12, -50), (45, 80, 12), (15, 26, 9)),
    }


def cherry() -> dict[str, str]:
    twig = p.wood("M-2 46C14 50 30 38 62 44", 4)
    return {
        "3B": p.wood("M-2 34C14 40 40 24 62 32", 4)
        + many(
            p.cherry_blossom,
            (8, 12, 14),
            (33, 10, 14, -70),
            (54, 24, 14),
            (20, 36, 14, -60),
            (46, 44, 13, -80),
        )
        + c.curtain(),
        "3R": p.leaves(OCHRE, (13, 48, 17, 110))
        + twig
        + many(p.cherry_blossom, (12, 22, 15), (48, 20, 15, -70), (10, 76, 16, -60), (49, 66, 16))
        + poetry_ribbon(30, 50),
        "3C1": p.leaves(OCHRE, (6, 49, 17, -72), (53, 50, 17, 78), (25, 44, 31, -82))
        + p.wood("M-2 52C14 44 46 56 62 46", 4)
        + many(
            p.cherry_blossom,
            (13, 16, 16),
            (47, 17, 16, -64),
            (30, 47, 18, -70),
            (12, 80, 16),
            (47, 80, 17, -60),
        ),
        "3C2": p.leaves(OCHRE, (33, 43, 20, -60), (13, 48, 18, 120))
        + twig
        + many(
            p.cherry_blossom, (17, 22, 17, -70), (30, 60, 17, -64), (52, 82, 14), (10, 86, 13), (53, 16, 11)
        ),
    }


def wisteria() -> dict[str, str]:
    leaf = many(p.feathered_leaf, ((2, 2), (15, 8), (22, 22)), ((58, 2), (46, 6), (40, 20)))
    return {
        "4A": disc(31, 29, 15, RED)
        + disc(25, 24, 14, PAPER)
        + many(p.raceme, (8, 24, 42, 13), (53, 24, 34, 12))
        + many(p.feathered_leaf, ((30, 0), (22, 4), (4, 12)), ((30, 0), (38, 4), (56, 12)))
        + place(c.cuckoo(), 30, 75, 1.05, -6),
        "4R": leaf
        + many(p.raceme, (11, 30, 50, 16), (49, 28, 60, 16), (27.5, 66, 28, 11))
        + plain_ribbon(31, 52),
        "4C1": leaf + many(p.raceme, (11, 30, 46, 17), (30, 32, 60, 18), (49, 28, 52, 17)),
        "4C2": many(p.feathered_leaf, ((30, 0), (24, 8), (8, 14)), ((30, 0), (38, 8), (52, 16)))
        + many(p.raceme, (12, 26, 62, 17), (31, 22, 46, 17), (49, 28, 54, 17)),
    }


def iris() -> dict[str, str]:
    return {
        "5A": p.sword_leaves((5, 74, -91, 1), (29, 82, -88, 2), (56, 34, -90, 1), (38, 28, -93, 2))
        + p.stem("M19 98V30")
        + c.ripples(INDIGO, (4, 68, 1), (40, 62, 2))
        + p.iris_flower(18, 26, 1.1)
        + c.bridge()
        + p.stem("M47 98V80")
        + p.iris_flower(47, 80, 0.9)
        + c.ripples(INDIGO, (20, 92, 1)),
        "5R": p.sword_leaves((6, 50, -92, 2), (13, 54, -89, 1), (33, 48, -91, 1), (56, 72, -91, 2))
        + p.stem("M21 98V34")
        + p.stem("M44 98V60")
        + many(p.iris_flower, (19, 26, 1.15), (43, 66, 1))
        + plain_ribbon(40, 40),
        "5C1": p.sword_leaves(
            (7, 50, -91, 1), (14, 44, -90, -1), (32, 46, -91, 2), (49, 86, -90, 3), (56, 64, -91, 2)
        )
        + p.stem("M21 98V34")
        + p.stem("M43 98V60")
        + many(p.iris_flower, (21, 28, 1.25), (41, 60, 1.15)),
        "5C2": p.sword_leaves(
            (4, 64, -90, -1), (11, 88, -90, -3), (29, 30, -92, 2), (48, 50, -90, 2), (55, 44, -90, 3)
        )
        + p.stem("M39 98V34")
        + p.stem("M18 98V70")
        + many(p.iris_flower, (39, 30, 1.25), (19, 66, 1.15)),
    }


def peony() -> dict[str, str]:
    low = many(p.peony_leaf, (18, 62, 32, 125), (42, 62, 32, 55), (30, 68, 30, 90))
    high = many(p.peony_leaf, (18, 26, 24, -120), (42, 26, 24, -60))
    return {
        "6A": many(p.peony_leaf, (18, 80, 24, 165), (42, 78, 24, 15))
        + p.peony_flower(29, 75, 22)
        + place(c.butterfly(VIOLET, YELLOW), 13, 17, 0.68, -22)
        + place(c.butterfly(), 39, 35, 1.05, 18),
        "6R": low + high + many(p.peony_flower, (20, 32, 20), (42, 74, 18, -70)) + blue_ribbon(36, 48),
        "6C1": low + high + p.peony_flower(30, 44, 27),
        "6C2": low
        + high
        + p.stem("M42 26C46 38 42 50 40 60")
        + many(p.peony_flower, (20, 30, 19), (38, 68, 22, -70)),
    }


def clover() -> dict[str, str]:
    fountain = many(
        p.clover_stem,
        ((14, 98), (8, 30), (26, 6)),
        ((26, 98), (34, 44), (52, 18)),
        ((38, 98), (48, 76), (55, 54), 0.2),
    )
    return {
        "7A": many(p.clover_stem, ((8, 98), (6, 22), (26, 8), 0.4), ((20, 98), (34, 40), (54, 14), 0.45))
        + place(c.boar(), 30.5, 70, 1.05),
        "7R": fountain + plain_ribbon(34, 52),
        "7C1": fountain,
        "7C2": many(
            p.clover_stem,
            ((46, 98), (52, 30), (34, 6)),
            ((34, 98), (26, 44), (8, 18)),
            ((22, 98), (12, 76), (5, 54), 0.2),
        ),
    }


def susuki() -> dict[str, str]:
    crest = "M-2 68C10 50 50 50 62 68"
    return {
        "8B": disc(30, 38, 24, PAPER) + p.hill("M-2 74C10 56 50 56 62 74"),
        "8A": p.hill(crest)
        + many(place, *((c.goose(), x, y, 0.74, -10) for x, y in ((47, 20), (20, 34), (43, 48)))),
        "8C1": many(p.susuki_plume, (8, 72, 38, 7), (22, 66, 61, 13), (42, 66, 45, 11)) + p.hill(crest),
        "8C2": many(p.susuki_plume, (53, 74, 50, -9), (37, 66, 60, -14), (20, 66, 30, -9)) + p.hill(crest),
    }


def kiku() -> dict[str, str]:
    low = many(p.kiku_leaf, (27, 64, 22, 165), (33, 70, 22, 15), (27, 84, 22, 150), (33, 88, 22, 30))
    return {
        "9A": p.stem("M38 98V30")
        + many(p.kiku_leaf, (36, 46, 18, 160), (40, 44, 18, 10))
        + many(p.chrysanthemum, (20, 21, 17), (46, 26, 13, RED))
        + many(p.kiku_leaf, (36, 88, 18, 160), (40, 90, 18, 10))
        + place(c.cup(), 30, 66, 1.1),
        "9R": p.stem("M30 98C28 80 24 60 20 30")
        + low
        + many(p.chrysanthemum, (18, 26, 17), (43, 78, 15, RED))
        + blue_ribbon(36, 46),
        "9C1": p.stem("M30 98C28 80 24 60 20 30M30 84C34 70 40 60 42 52")
        + low
        + many(p.chrysanthemum, (21, 25, 19), (43, 54, 15, RED)),
        "9C2": p.stem("M30 98C30 80 36 60 40 30M30 84C26 70 20 60 18 52")
        + low
        + many(p.chrysanthemum, (38, 25, 19), (17, 53, 16)),
    }


def maple() -> dict[str, str]:
    branch = p.wood("M64 2C40 8 32 30 32 52C32 70 26 84 28 100", 2.8)
    return {
        "10A": p.wood("M64 20C50 16 40 6 20 -2", 3.4)
        + many(p.maple_leaf, (52, 33, 17, 80), (38, 22, 15, 110, YELLOW), (9, 14, 14, 60))
        + place(c.deer(), 27, 66, 1.02),
        "10R": branch
        + many(
            p.maple_leaf,
            (21.9, 24, 21, 160),
            (50.7, 36, 17, 30, YELLOW),
            (16.4, 64, 18, 150, YELLOW),
            (46.4, 78, 20, 40),
        )
        + blue_ribbon(31, 50),
        "10C1": branch
        + many(
            p.maple_leaf,
            (21.5, 22, 21, 165),
            (49.8, 44, 18, 25, YELLOW),
            (14.9, 56, 20, 150),
            (44, 80, 18, 40),
            (16, 86, 15, 150, YELLOW),
        ),
        "10C2": p.wood("M-4 2C20 8 28 30 28 52C28 70 34 84 32 100", 2.8)
        + many(
            p.maple_leaf,
            (38.8, 24, 22, 20),
            (11.6, 44, 17, 150, GREEN),
            (45.2, 58, 20, 30, YELLOW),
            (11.7, 76, 20, 150),
            (42.4, 86, 13, 30),
        ),
    }


def willow() -> dict[str, str]:
    full = many(
        p.willow_strand,
        (5, 84, 4),
        (14, 62, -3, INK),
        (23, 90, 4),
        (33, 72, -3, INK),
        (43, 92, 4),
        (54, 70, -3, INK),
    )
    stream = shape("M-2 84C8 79 18 87 30 83H62V98H-2Z", INDIGO, PAPER) + c.ripples(PAPER, (3, 91, 2))
    stream += shape("M23 98C25 90 34 84 44 84H62V98Z", GREEN, PAPER)
    return {
        "11B": many(
            p.willow_strand, (6, 64, 3), (15, 34, -2, INK), (26, 20, 2), (44, 18, 2, INK), (55, 50, -2)
        )
        + stream
        + place(c.umbrella(), 27, 25, 1, 10)
        + place(c.courtier(), 40, 54, 1.03)
        + place(c.frog(), 12, 79, 1, 28),
        "11A": many(
            p.willow_strand, (7, 56, 3), (17, 40, -3, INK), (28, 26, 2), (40, 34, 3, INK), (53, 88, -3)
        )
        + place(c.swallow(), 26, 62, 1.15, -24),
        "11R": full + plain_ribbon(30, 50),
        "11C": many(p.willow_strand, (8, 60, 3, INK, 16), (50, 74, -3, INK, 16))
        + c.bolts()
        + c.storm_cloud(),
    }


def kiri() -> dict[str, str]:
    crest = many(p.kiri_spike, (30, 52, 44), (19, 56, 36, -16), (41, 56, 36, 16))
    crest += many(p.kiri_leaf, (13, 60, 1, 24), (47, 60, 1, -24), (30, 62, 1.3))
    return {
        "12B": p.kiri_spike(6, 84, 28)
        + many(p.kiri_leaf, (8, 80, 0.9, 10), (53, 80, 0.9, -10), (31, 86, 0.9))
        + place(c.phoenix(), 28, 38),
        "12C1": shape("M-2 70H62V98H-2Z", YELLOW, INK) + place(crest, 3, -1, 0.9),
        "12C2": crest,
        "12C3": many(p.kiri_spike, (17, 46, 38, -6), (43, 46, 38, 6))
        + many(p.kiri_leaf, (16, 46, 1.15, 12), (44, 48, 1.15, -12), (30, 68, 1.1)),
    }


GROUNDS = {"8B": RED, "11C": RED}
MONTHS = (pine, plum, cherry, wisteria, iris, peony, clover, susuki, kiku, maple, willow, kiri)


def pictures() -> dict[str, tuple[str, str]]:
    """Return each picture and its ground by notation, in the order of the deck."""
    return {
        notation: (picture, GROUNDS.get(notation, PAPER))
        for month in MONTHS
        for notation, picture in month().items()
    }
