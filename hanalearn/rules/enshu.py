"""Enshu-bana 遠州花: three rule sets with the same yaku, for wagers, for points, and the comprehensive one.

Source: "Enshu-bana". The Rainman counts as an Animal in all three, so the Brights are exactly four.
"""

from __future__ import annotations

from typing import NamedTuple

from hanalearn.cards import BRIGHTS, CHAFF, Kind, card, mask, month_mask
from hanalearn.rules import hana_awase
from hanalearn.rules.compiled import Rules
from hanalearn.rules.model import (
    BlindRaise,
    Clause,
    DeclareFuke,
    Join,
    Misdeal,
    Option,
    Play,
    Raise,
    Reveal,
    RuleSet,
    ShowTeyaku,
    Tag,
    Teyaku,
    Yaku,
)
from hanalearn.rules.settling import Settling

PAGE = "Enshu-bana"

RAINMAN = card("11B").id
FOUR_BRIGHTS = BRIGHTS & ~(1 << RAINMAN)
WILLOW = month_mask(11)
JUNK = CHAFF & ~WILLOW  # the Lightning never counts as junk
EVERY_MONTH = tuple(range(1, 13))
SET_MONTHS = (5, 9, 12)  # Iris, Chrysanthemum, Paulownia
COMMON_MONTHS = tuple(m for m in EVERY_MONTH if m not in SET_MONTHS)

FUKE_LIMIT = 15  # card points, Willow cards not counted

STACK_SUBSETS = Option("stack_subsets", ((False, "H"), (True, "H")), PAGE)
DOUBLE_CUTOFF = Option("double_cutoff", (("larger", "H"), ("product", "H")), PAGE)
BRIGHT_POINTS = Option("bright_points", ((20, "S"), (30, "S")), PAGE)


class Worth(NamedTuple):
    """What a cut-off, or a yaku that multiplies, is worth."""

    multiplier: int | str = 1
    wagers: int = 0
    stops: bool = False


def dekiyaku(variant: str, brights: Worth, ribbons: Worth, *, doubled: bool = False) -> tuple[Yaku, ...]:
    """The list of dekiyaku, the same in all local forms but for what the first three are worth.

    ``doubled``: a Shima counts twice beside the triplet of its month.
    """

    def rule(id_: str) -> str:
        return f"{variant}.{id_}"

    return (
        Yaku("shiko", mask("1B 3B 8B 12B"), rule("shiko"), 0, *brights),
        Yaku("akatan", mask("1R 2R 3R"), rule("akatan"), 0, *ribbons),
        Yaku("aotan", mask("6R 9R 10R"), rule("aotan"), 0, *ribbons),
        Yaku("tsukihoto", mask("8B 4A"), rule("tsukihoto"), 50),
        Yaku("shishibo", mask("7A 6A"), rule("shishibo"), 50, within="shishibochushin"),
        Yaku("shishichu", mask("7A 11B"), rule("shishichu"), 50, within="shishibochushin"),
        Yaku("shishibochushin", mask("7A 6A 11B"), rule("shishibochushin"), 100),
        *(
            Yaku(f"shima-{m}", month_mask(m), rule("shima"), 50, doubled_by=f"sanbon-{m}" if doubled else "")
            for m in SET_MONTHS
        ),
    )


def clauses(variant: str, *tagged: tuple[str, Tag]) -> tuple[Clause, ...]:
    """The clauses of one rule set, each with its tag; all from the one page."""
    own = tuple(Clause(f"{variant}.{id_}", tag, PAGE) for id_, tag in tagged)
    return (*hana_awase.clauses(PAGE, matching="H"), *own)


def triplet(month: int) -> tuple[Teyaku, ...]:
    """The triplet of a month in the comprehensive rule set; of three months its fourth card is worth more."""
    own = Teyaku(f"sanbon-{month}", "set", "enshu-comprehensive.sanbon", 50, months=(month,), counts=(3,))
    if month not in SET_MONTHS:
        return (own,)
    bonus = Teyaku(
        f"sanbon-bonus-{month}", f"bonus-{month}", "enshu-comprehensive.bonus", 100, bonus_of=own.id
    )
    return own, bonus


# --- A. For wagers ---


def wagers_stake(s: Settling) -> None:
    """The wager that every player put into the pot."""
    s.set_wager(int(s.option("wager")), "enshu-wagers.wager")


def settle_wagers(s: Settling) -> None:
    """The pot goes to who stopped the round, else to the highest score."""
    wagers_stake(s)
    for seat in s.seats:
        s.count_cards(seat, "enshu-wagers.card-points")
        s.find_yaku(seat)
        s.add_yaku(seat)
    instead = s.option("cutoff_pays") == "total"
    rule = s.rules.in_force("cutoff_pays")

    if (shown := s.stopping_teyaku()) is not None:
        winner, teyaku, cards = shown
        s.cutoff = [teyaku.id]
        s.add_wagers(teyaku.wagers, rule, teyaku.id, cards, instead=instead)
        s.wins(winner, "enshu-wagers.teyaku-stops")
    elif (stopped := s.who_cut_off()) is not None:
        for yaku in s.stops_of(stopped):
            s.add_wagers(yaku.wagers, rule, yaku.id, yaku.cards, instead=instead)
            instead = False  # a second cut-off adds to the first
        s.wins(stopped, "enshu-wagers.cut-off")
    else:
        best = s.highest()
        s.wins(best[0], "enshu-wagers.highest" if len(best) == 1 else "enshu-wagers.tie")
    s.collect("enshu-wagers.payment")


ENSHU_WAGERS = RuleSet(
    id="enshu-wagers",
    deals={2: (8, 8), 3: (7, 6)},
    seats_dealt=3,
    active=3,
    points={Kind.BRIGHT: "bright_points", Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 0},
    counts_as={RAINMAN: Kind.ANIMAL},
    misdeals=(Misdeal("field", 4, EVERY_MONTH, "hana-awase.field-misdeal"),),
    phases=(
        Reveal("enshu-wagers.deal", field="enshu-wagers.pot"),
        ShowTeyaku(
            "enshu-wagers.teyaku",
            silent="enshu-wagers.silent",
            groups="enshu-wagers.groups",
            ends="enshu-wagers.teyaku-stops",
        ),
        Play("hana-awase.hand", cut_off="enshu-wagers.cut-off", ends="enshu-wagers.end"),
    ),
    teyaku=(
        Teyaku(
            "shisou", "stop", "enshu-wagers.shisou", wagers=10, stops=True,
            months=EVERY_MONTH, counts=(4, 3), or_more=True,
        ),
        Teyaku(
            "shihon", "stop", "enshu-wagers.shihon", wagers=2, stops=True,
            months=EVERY_MONTH, counts=(4,),
        ),
        *(
            Teyaku(f"sanbon-{m}", f"sanbon-{m}", "enshu-wagers.sanbon", 50, months=(m,), counts=(3,))
            for m in SET_MONTHS
        ),
    ),
    dekiyaku=dekiyaku(
        "enshu-wagers", Worth(wagers=3, stops=True), Worth(wagers=2, stops=True), doubled=True
    ),
    options=(
        STACK_SUBSETS,
        DOUBLE_CUTOFF,
        Option("wager", ((1, "H"),), PAGE, least=1),
        BRIGHT_POINTS,
        Option("cutoff_pays", (("extra", "H"), ("total", "H")), PAGE),
    ),
    clauses=clauses(
        "enshu-wagers",
        ("deal", "H"),
        ("pot", "S"),
        ("wager", "S"),
        ("teyaku", "S"),
        ("silent", "S"),
        ("groups", "S"),
        ("teyaku-stops", "H"),
        ("shisou", "S"),
        ("shihon", "S"),
        ("sanbon", "S"),
        ("shiko", "S"),
        ("akatan", "S"),
        ("aotan", "S"),
        ("tsukihoto", "S"),
        ("shishibo", "S"),
        ("shishichu", "S"),
        ("shishibochushin", "S"),
        ("shima", "D"),
        ("card-points", "S"),
        ("end", "S"),
        ("cut-off", "S"),
        ("highest", "S"),
        ("tie", "H"),
        ("payment", "S"),
    ),
    paid="enshu-wagers.payment",
    settle_stake=wagers_stake,
    settle=settle_wagers,
)  # fmt: skip


# --- B. For points ---


def no_stake(s: Settling) -> None:
    """Nothing is paid."""


def settle_points(s: Settling) -> None:
    """Points and added yaku, times the yaku that multiply; the highest score wins, nobody pays."""
    add_first = s.option("multiplier_order") == "add-first"
    for seat in s.seats:
        s.count_cards(seat, "enshu-points.card-points")
        s.find_yaku(seat)
        if add_first:
            s.add_yaku(seat)
            multiply_by_yaku(s, seat)
        else:
            multiply_by_yaku(s, seat)
            s.add_yaku(seat)
    best = s.highest()
    s.wins(best[0], "enshu-points.highest" if len(best) == 1 else "enshu-points.tie")


def multiply_by_yaku(s: Settling, seat: int) -> None:
    """Multiply the seat's total by each of its yaku that multiply."""
    for yaku in s.made[seat]:
        s.multiply_total(
            seat, s.rules.number(yaku.multiplier), yaku.clause, "multiply", yaku.cards, yaku=yaku.id
        )


ENSHU_POINTS = RuleSet(
    id="enshu-points",
    deals={2: (8, 8), 3: (7, 6)},
    seats_dealt=3,
    active=3,
    points={Kind.BRIGHT: "bright_points", Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 0},
    counts_as={RAINMAN: Kind.ANIMAL},
    misdeals=(Misdeal("field", 4, EVERY_MONTH, "hana-awase.field-misdeal"),),
    phases=(
        Reveal("enshu-points.deal", field="enshu-points.field"),
        ShowTeyaku(
            "enshu-points.teyaku",
            silent="enshu-points.silent",
            groups="enshu-points.groups",
            option="teyaku",
        ),
        Play("hana-awase.hand", ends="enshu-points.end"),
    ),
    teyaku=(
        Teyaku(
            "shisou", "shisou", "enshu-points.shisou", 50,
            months=EVERY_MONTH, counts=(4, 3), or_more=True,
        ),
        *(
            Teyaku(
                f"sanbon-{m}", f"sanbon-{m}", "enshu-points.sanbon", 50,
                months=(m,), counts=(3,), or_more=True,
            )
            for m in SET_MONTHS
        ),
    ),
    dekiyaku=dekiyaku("enshu-points", Worth("shiko_multiplier"), Worth("ribbon_multiplier")),
    options=(
        STACK_SUBSETS,
        BRIGHT_POINTS,
        Option("teyaku", ((True, "S"), (False, "S")), PAGE),
        Option("shiko_multiplier", ((3, "S"), (5, "S")), PAGE),
        Option("ribbon_multiplier", ((2, "S"), (3, "S")), PAGE),
        Option("multiplier_order", (("add-first", "H"), ("multiply-first", "H")), PAGE),
    ),
    clauses=clauses(
        "enshu-points",
        ("deal", "D"),
        ("field", "S"),
        ("teyaku", "S"),
        ("silent", "S"),
        ("groups", "S"),
        ("shisou", "S"),
        ("sanbon", "S"),
        ("shiko", "S"),
        ("akatan", "S"),
        ("aotan", "S"),
        ("tsukihoto", "S"),
        ("shishibo", "S"),
        ("shishichu", "S"),
        ("shishibochushin", "S"),
        ("shima", "S"),
        ("card-points", "D"),
        ("end", "D"),
        ("highest", "S"),
        ("tie", "H"),
    ),
    paid="enshu-points.highest",
    settle_stake=no_stake,
    settle=settle_points,
)  # fmt: skip


# --- C. The comprehensive rule set ---


def field_multiplier(s: Settling) -> None:
    """The Brights of the field and 1, and 1 for every raise."""
    s.set_stake("enshu-comprehensive.field", FOUR_BRIGHTS)
    s.raise_stake("mizu_kotsu", "enshu-comprehensive.mizu-kotsu")
    s.raise_stake("kotsu", "enshu-comprehensive.kotsu")
    s.raise_stake("repeats", "enshu-comprehensive.repeat")


def settle_comprehensive(s: Settling) -> None:
    """A score is what one captured, less what the opponents' yaku are worth, times all multipliers."""
    field_multiplier(s)
    for seat in s.seats:
        s.find_yaku(seat)
    stopped = s.who_cut_off()
    own_too, rule = s.option("own_yaku") == "add-too", s.rules.in_force("own_yaku")
    for seat in s.seats:
        s.count_cards(seat, "enshu-comprehensive.card-points")
        if own_too:
            s.add_yaku(seat)
        s.deduct_yaku(seat, rule)
        s.multiply_total(seat, s.stake, "enshu-comprehensive.field", "field-multiplier")
        if seat == stopped:
            for yaku in s.stops_of(seat):
                s.multiply_total(
                    seat, s.rules.number(yaku.multiplier), yaku.clause, "multiply", yaku.cards, yaku=yaku.id
                )
    if s.sheet.fuke is not None:
        s.nobody_wins("enshu-comprehensive.fuke", void=True, fuke=s.sheet.fuke)
        return
    if stopped is not None:
        s.wins(stopped, "enshu-comprehensive.cut-off")
    else:
        best = s.highest()
        first = best[0] if len(best) == 1 or best[0] == 0 else tie_break(s, best)
        s.wins(first, "enshu-comprehensive.highest" if len(best) == 1 else s.rules.in_force("tie_break"))
    s.collect_score("enshu-comprehensive.payment", "enshu-comprehensive.nothing")


def tie_break(s: Settling, best: list[int]) -> int:
    """Of seats that tie without the dealer: the last, or the first, in turn order."""
    return best[-1] if s.option("tie_break") == "left" else best[0]


def may_declare_fuke(rules: Rules, captured: int, shown: bool) -> bool:
    """Fifteen card points or less without the Willow cards, and no teyaku shown."""
    return not shown and rules.card_points(captured & ~WILLOW) <= FUKE_LIMIT


ENSHU_COMPREHENSIVE = RuleSet(
    id="enshu-comprehensive",
    deals=dict.fromkeys(range(2, 6), (7, 6)),
    seats_dealt=5,
    active=3,
    points={Kind.BRIGHT: 30, Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 0},
    counts_as={RAINMAN: Kind.ANIMAL},
    misdeals=(
        Misdeal("field", 4, EVERY_MONTH, "enshu-comprehensive.field-misdeal"),
        Misdeal("field", 3, SET_MONTHS, "enshu-comprehensive.set-misdeal"),
        Misdeal("hand", 4, SET_MONTHS, "enshu-comprehensive.hand-misdeal"),
    ),
    phases=(
        BlindRaise(
            "enshu-comprehensive.mizu-kotsu",
            refused="enshu-comprehensive.no-mizu-kotsu",
            limit=3,
        ),
        Reveal("enshu-comprehensive.deal", field="enshu-comprehensive.field"),
        Raise("enshu-comprehensive.kotsu"),
        Join(
            "enshu-comprehensive.join",
            active=3,
            bound="enshu-comprehensive.bound",
            repeat="enshu-comprehensive.repeat",
            returned="enshu-comprehensive.returned",
            dealer="enshu-comprehensive.dealer-drops",
            remain="enshu-comprehensive.last-three",
            always=True,
        ),
        ShowTeyaku(
            "enshu-comprehensive.teyaku",
            silent="enshu-comprehensive.silent",
            groups="enshu-comprehensive.groups",
        ),
        Play(
            "hana-awase.hand", cut_off="enshu-comprehensive.cut-off", ends="enshu-comprehensive.end"
        ),
        DeclareFuke(
            "enshu-comprehensive.fuke", silent="enshu-comprehensive.no-fuke", may=may_declare_fuke
        ),
    ),
    teyaku=(
        Teyaku(
            "shisou", "set", "enshu-comprehensive.shisou", 150,
            months=EVERY_MONTH, counts=(4, 3), or_more=True,
        ),
        Teyaku(
            "shihon", "set", "enshu-comprehensive.shihon", 100, months=COMMON_MONTHS, counts=(4,)
        ),
        *(teyaku for m in EVERY_MONTH for teyaku in triplet(m)),
        Teyaku("soppe", "junk", "enshu-comprehensive.soppe", 100, display="whole hand", chaff=7, junk=JUNK),
        Teyaku(
            "toichi", "junk", "enshu-comprehensive.toichi", 50, display="whole hand",
            chaff=6, junk=JUNK, other=Kind.ANIMAL,
        ),
        Teyaku(
            "tanichi", "junk", "enshu-comprehensive.tanichi", 50, display="whole hand",
            chaff=6, junk=JUNK, other=Kind.RIBBON,
        ),
    ),
    dekiyaku=dekiyaku("enshu-comprehensive", Worth(3, stops=True), Worth(2, stops=True)),
    options=(
        STACK_SUBSETS,
        DOUBLE_CUTOFF,
        Option("own_yaku", (("deduct-only", "S"), ("add-too", "H")), PAGE),
        Option("tie_break", (("left", "S"), ("turn", "H")), PAGE),
        Option("matchsticks", ((100, "H"),), PAGE, least=0),
    ),
    clauses=clauses(
        "enshu-comprehensive",
        ("mizu-kotsu", "S"),
        ("no-mizu-kotsu", "H"),
        ("deal", "S"),
        ("field", "S"),
        ("field-misdeal", "S"),
        ("set-misdeal", "S"),
        ("hand-misdeal", "H"),
        ("kotsu", "S"),
        ("join", "S"),
        ("bound", "S"),
        ("repeat", "S"),
        ("returned", "H"),
        ("dealer-drops", "S"),
        ("last-three", "S"),
        ("teyaku", "S"),
        ("silent", "S"),
        ("groups", "S"),
        ("shisou", "S"),
        ("shihon", "S"),
        ("sanbon", "S"),
        ("bonus", "H"),
        ("soppe", "S"),
        ("toichi", "S"),
        ("tanichi", "S"),
        ("shiko", "S"),
        ("akatan", "S"),
        ("aotan", "S"),
        ("tsukihoto", "S"),
        ("shishibo", "S"),
        ("shishichu", "S"),
        ("shishibochushin", "S"),
        ("shima", "S"),
        ("end", "S"),
        ("fuke", "H"),
        ("no-fuke", "S"),
        ("card-points", "S"),
        ("cut-off", "S"),
        ("highest", "S"),
        ("payment", "S"),
        ("nothing", "H"),
    ),
    paid="enshu-comprehensive.payment",
    settle_stake=field_multiplier,
    settle=settle_comprehensive,
    raise_limits={"mizu_kotsu": 3, "kotsu": 5, "repeats": None},
)  # fmt: skip
