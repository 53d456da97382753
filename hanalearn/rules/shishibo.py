"""Shishibo 猪牡忠臣: three to seven players, three of them active; points decide who wins, the soba what is
paid.

Source: "Shishibo Rules". It lost its point values; those here are borrowed from the comprehensive rule
set of Enshu-bana, the same game with the same yaku [H]. Only the Rainman's 10 points and Akatan's
doubling are [S].
"""

from __future__ import annotations

from hanalearn.cards import BRIGHTS, Kind, card, mask, month_mask
from hanalearn.rules import hana_awase
from hanalearn.rules.model import (
    BlindRaise,
    Clause,
    Join,
    Misdeal,
    Option,
    Play,
    Raise,
    Reveal,
    RuleSet,
    ShowTeyaku,
    Teyaku,
    Yaku,
)
from hanalearn.rules.settling import Settling

PAGE = "Shishibo Rules"
ENSHU = "Enshu-bana, comprehensive rule set"

FUKE_LIMIT = 15  # card points, all captured cards counted

RAINMAN = card("11B").id
FOUR_BRIGHTS = BRIGHTS & ~(1 << RAINMAN)
EVERY_MONTH = tuple(range(1, 13))
REDEALT_MONTHS = (5, 9, 12)  # Iris, Chrysanthemum, Paulownia
COMMON_MONTHS = tuple(m for m in EVERY_MONTH if m not in REDEALT_MONTHS)


def settle_stake(s: Settling) -> None:
    """The soba: the honba of the field, and 1 for every raise."""
    s.set_stake("shishibo.soba", FOUR_BRIGHTS)
    s.raise_stake("mizu_kotsu", "shishibo.mizu-kotsu")
    s.raise_stake("repeats", "shishibo.repeat")
    s.raise_stake("kotsu", "shishibo.kotsu")


def settle(s: Settling) -> None:
    """Soba, points and yaku, then who wins: a cut-off, else a fuke, else the highest total."""
    settle_stake(s)
    teyaku_count = s.option("hand_yaku_points") == "add"
    for seat in s.seats:
        s.count_cards(seat, "shishibo.card-points")
        s.find_yaku(seat, teyaku_count=teyaku_count)
        s.add_yaku(seat)

    if (winner := s.who_cut_off()) is not None:
        s.multiply_stake(winner)
        s.wins(winner, "shishibo.cut-off")
    elif low := [seat for seat in s.seats if s.played_out and fuke(s, seat)]:
        s.fuke = low[0]
        s.wins(low[0], "shishibo.fuke" if len(low) == 1 else "shishibo.tie")
    else:
        best = s.highest()
        s.wins(best[0], "shishibo.highest" if len(best) == 1 else "shishibo.tie")
    s.collect("shishibo.payment")


def fuke(s: Settling, seat: int) -> bool:
    """Fifteen card points or less, and no hand yaku shown [S]."""
    return s.card_points[seat] <= FUKE_LIMIT and not s.sheet.teyaku[seat]


SHISHIBO = RuleSet(
    id="shishibo",
    deals=dict.fromkeys(range(3, 8), (7, 6)),
    seats_dealt=6,
    active=3,
    points={Kind.BRIGHT: 30, Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 0},
    counts_as={RAINMAN: Kind.ANIMAL},
    misdeals=(
        Misdeal("field", 4, EVERY_MONTH, "hana-awase.field-misdeal"),
        Misdeal("hand", 4, REDEALT_MONTHS, "shishibo.redeal"),
    ),
    phases=(
        Reveal("shishibo.deal", field="shishibo.soba", sits_out="shishibo.seven"),
        BlindRaise("shishibo.mizu-kotsu", refused="shishibo.no-mizu-kotsu"),
        Join(
            "shishibo.join",
            active=3,
            bound="shishibo.bound",
            repeat="shishibo.repeat",
            returned="shishibo.returned",
            dealer="shishibo.dealer-retires",
            remain="shishibo.last-three",
        ),
        Raise("shishibo.kotsu"),
        ShowTeyaku("shishibo.hand-yaku", silent="shishibo.silent", groups="shishibo.groups"),
        Play("hana-awase.hand", cut_off="shishibo.cut-off"),
    ),
    teyaku=(
        Teyaku("shihon", "set", "shishibo.shihon", 100, months=COMMON_MONTHS, counts=(4,)),
        *(Teyaku(f"sanbon-{m}", "set", "shishibo.sanbon", 50, months=(m,), counts=(3,)) for m in EVERY_MONTH),
        Teyaku("soppe", "junk", "shishibo.soppe", 100, display="whole hand", chaff=7),
        Teyaku("toichi", "junk", "shishibo.toichi", 50, display="taken back", chaff=6, other=Kind.ANIMAL),
        Teyaku("tanichi", "junk", "shishibo.tanichi", 50, display="taken back", chaff=6, other=Kind.RIBBON),
    ),
    dekiyaku=(
        Yaku("shiko", mask("1B 3B 8B 12B"), "shishibo.shiko", multiplier=3, stops=True),
        Yaku("akatan", mask("1R 2R 3R"), "shishibo.akatan", multiplier=2, stops=True),
        Yaku("aotan", mask("6R 9R 10R"), "shishibo.aotan", multiplier=2, stops=True),
        Yaku("tsukihoto", mask("8B 4A"), "shishibo.tsukihoto", points=50),
        Yaku("shishibo", mask("7A 6A"), "shishibo.shishibo", points=50, within="shishibochushin"),
        Yaku("shishichu", mask("7A 11B"), "shishibo.shishichu", points=50, within="shishibochushin"),
        Yaku("shishibochushin", mask("7A 6A 11B"), "shishibo.shishibochushin", points=100),
        Yaku("shima-5", month_mask(5), "shishibo.shima", points=50),
        Yaku("shima-9", month_mask(9), "shishibo.shima", points=50),
        Yaku("shima-12", month_mask(12), "shishibo.shima", points=50),
    ),
    options=(
        Option("stack_subsets", ((False, "H"), (True, "H")), ENSHU),
        Option("double_cutoff", (("larger", "H"), ("product", "H")), ENSHU),
        Option("hand_yaku_points", (("add", "H"), ("ignore", "S")), PAGE),
    ),
    clauses=(
        *hana_awase.clauses(PAGE),
        Clause("shishibo.deal", "S", PAGE),
        Clause("shishibo.seven", "H", PAGE),
        Clause("shishibo.redeal", "S", PAGE),
        Clause("shishibo.soba", "S", PAGE),
        Clause("shishibo.mizu-kotsu", "S", PAGE),
        Clause("shishibo.no-mizu-kotsu", "H", PAGE),
        Clause("shishibo.bound", "S", PAGE),
        Clause("shishibo.join", "S", PAGE),
        Clause("shishibo.last-three", "H", PAGE),
        Clause("shishibo.repeat", "S", PAGE),
        Clause("shishibo.returned", "H", PAGE),
        Clause("shishibo.dealer-retires", "H", ENSHU),
        Clause("shishibo.kotsu", "S", PAGE),
        Clause("shishibo.hand-yaku", "S", PAGE),
        Clause("shishibo.silent", "H", PAGE),
        Clause("shishibo.groups", "H", ENSHU),
        Clause("shishibo.shihon", "H", ENSHU),
        Clause("shishibo.sanbon", "H", ENSHU),
        Clause("shishibo.soppe", "H", ENSHU),
        Clause("shishibo.toichi", "H", ENSHU),
        Clause("shishibo.tanichi", "H", ENSHU),
        Clause("shishibo.shiko", "H", ENSHU),
        Clause("shishibo.akatan", "S", PAGE),
        Clause("shishibo.aotan", "H", ENSHU),
        Clause("shishibo.tsukihoto", "H", ENSHU),
        Clause("shishibo.shishibo", "H", ENSHU),
        Clause("shishibo.shishichu", "H", ENSHU),
        Clause("shishibo.shishibochushin", "H", ENSHU),
        Clause("shishibo.shima", "H", ENSHU),
        Clause("shishibo.card-points", "H", ENSHU),
        Clause("shishibo.cut-off", "S", PAGE),
        Clause("shishibo.fuke", "S", PAGE),
        Clause("shishibo.highest", "S", PAGE),
        Clause("shishibo.tie", "S", PAGE),
        Clause("shishibo.payment", "S", PAGE),
    ),
    paid="shishibo.payment",
    settle_stake=settle_stake,
    settle=settle,
    raise_limits={"mizu_kotsu": 6, "kotsu": 3, "repeats": None},
)
