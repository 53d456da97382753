"""Matsu-Kiri-Bōzu 松桐坊主: two players, three wild cards: Pine, Paulownia, and the bald monk, the Moon.

Source: "Matsu-Kiri-Bozu".
"""

from __future__ import annotations

from hanalearn.cards import ALL, DECK, Kind, mask, month_mask
from hanalearn.rules import hana_awase
from hanalearn.rules.compiled import Rules
from hanalearn.rules.matching import each_or_all_three, singles, takes
from hanalearn.rules.model import Clause, Misdeal, Option, Play, Reveal, RuleSet, Special, Yaku
from hanalearn.rules.settling import Settling

PAGE = "Matsu-Kiri-Bozu"

WILD = mask("1B 8B 12B")  # Crane, Full moon, Phoenix
EVERY_MONTH = tuple(range(1, 13))


def wild_takes(rules: Rules, n: int, lying: int) -> list[int]:
    """A wild takes any card; any card may take a wild of another month instead of being played normally."""
    month = month_mask(DECK[n].month)
    if WILD >> n & 1:
        together = ALL if rules.options["wild_takes"] == "month" else month
        return each_or_all_three(lying, together=together) or [0]
    usual = takes(rules, n, lying)
    foreign = singles(lying & WILD & ~month)
    taking = sorted([taken for taken in usual if taken] + foreign, key=lambda taken: taken & -taken)
    return taking + [taken for taken in usual if not taken]


def no_stake(s: Settling) -> None:
    """What is paid depends on the yaku, or on the difference in points."""


def settle(s: Settling) -> None:
    """A yaku wins its value; without one, the higher card points win the difference."""
    for seat in s.seats:
        s.count_cards(seat, "matsu-kiri-bozu.card-points")
        s.find_yaku(seat)
    maker = s.who_cut_off()
    best = s.highest()
    if maker is not None:
        s.win_yaku(maker)
        s.wins(maker, "matsu-kiri-bozu.yaku")
    elif len(best) == 1:
        s.set_amount(max(s.totals) - min(s.totals), "matsu-kiri-bozu.difference", "difference")
        s.wins(best[0], "matsu-kiri-bozu.difference")
    else:
        s.nobody_wins("matsu-kiri-bozu.tie")
        return
    s.collect("matsu-kiri-bozu.payment")


MATSU_KIRI_BOZU = RuleSet(
    id="matsu-kiri-bozu",
    deals={2: (8, 8)},
    seats_dealt=2,
    active=2,
    points={Kind.BRIGHT: 20, Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 1},
    counts_as={},
    special=(Special(WILD, 100),),
    misdeals=(Misdeal("field", 4, EVERY_MONTH, "hana-awase.field-misdeal"),),
    phases=(
        Reveal("matsu-kiri-bozu.deal", field="matsu-kiri-bozu.exposed"),
        Play(
            "hana-awase.hand",
            cut_off="matsu-kiri-bozu.yaku",
            ends="matsu-kiri-bozu.end",
            draws_on=True,
        ),
    ),
    dekiyaku=tuple(
        Yaku(id_, mask(cards), f"matsu-kiri-bozu.{id_}", points, stops=True)
        for points, id_, cards in (
            (100, "goko", "1B 3B 8B 11B 12B"),
            (50, "ichinisan", "1B 2A 3B"),
            (50, "aotan", "6R 9R 10R"),
            (40, "akatan", "1R 2R 3R"),
            (50, "botankiri", "4A 5A 6A"),
            (50, "ganbo", "7A 8A 10A"),
        )
    ),
    options=(Option("wild_takes", (("month", "H"), ("one", "H")), PAGE),),
    clauses=(
        *hana_awase.clauses(PAGE),
        Clause("matsu-kiri-bozu.deal", "S", PAGE),
        Clause("matsu-kiri-bozu.exposed", "S", PAGE),
        Clause("matsu-kiri-bozu.wild", "S", PAGE),
        Clause("matsu-kiri-bozu.end", "H", PAGE),
        Clause("matsu-kiri-bozu.card-points", "S", PAGE),
        Clause("matsu-kiri-bozu.goko", "S", PAGE),
        Clause("matsu-kiri-bozu.ichinisan", "S", PAGE),
        Clause("matsu-kiri-bozu.aotan", "S", PAGE),
        Clause("matsu-kiri-bozu.akatan", "S", PAGE),
        Clause("matsu-kiri-bozu.botankiri", "S", PAGE),
        Clause("matsu-kiri-bozu.ganbo", "S", PAGE),
        Clause("matsu-kiri-bozu.yaku", "S", PAGE),
        Clause("matsu-kiri-bozu.difference", "S", PAGE),
        Clause("matsu-kiri-bozu.tie", "H", PAGE),
        Clause("matsu-kiri-bozu.payment", "H", PAGE),
    ),
    paid="matsu-kiri-bozu.payment",
    settle_stake=no_stake,
    settle=settle,
    takes=wild_takes,
    wild=WILD,
    prey=WILD,
    exposed=WILD,
    wild_rule="matsu-kiri-bozu.wild",
)
