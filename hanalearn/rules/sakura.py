"""Sakura, or Higo-bana, the fishing game of Hawaii: the simple game, the one with yaku, and the chase (Oi-
bana).

Source: "Sakura (Hawaiian Hanafuda)". The names and cards of its yaku are read back from published
Hawaiian lists [H]; that each is worth 50 is [S].
"""

from __future__ import annotations

from hanalearn.cards import ALL, Kind, card, mask
from hanalearn.rules import hana_awase
from hanalearn.rules.compiled import Rules
from hanalearn.rules.matching import each_or_all_three, takes
from hanalearn.rules.model import Bid, Clause, Option, Play, Reveal, RuleSet, Special, Tag, Yaku
from hanalearn.rules.settling import Settling

PAGE = "Sakura, Hawaiian hanafuda"

GAJI = card("11C").id
RAINMAN = card("11B").id
YELLOW = mask("12C1")

POINTS: dict[Kind, int | str] = {Kind.BRIGHT: 20, Kind.ANIMAL: 5, Kind.RIBBON: 10, Kind.CHAFF: 0}
COUNTS_AS = {RAINMAN: Kind.ANIMAL}  # a five-point card like any other picture
SPECIAL = (Special(YELLOW, 10, "card_values", "even"),)
CARD_VALUES = Option("card_values", (("common", "S"), ("even", "S")), PAGE)

GAMES = ((120, 3), (60, 2), (30, 1))  # margin, games it is worth
YAKU_POINTS = 50
BASA, CHU = 100, 50  # margins


def sakura_takes(rules: Rules, n: int, lying: int) -> list[int]:
    """The gaji takes any one card, or three of a month together; all others as in the common round."""
    if n != GAJI:
        return takes(rules, n, lying)
    return each_or_all_three(lying, together=ALL) or [0]


def play(variant: str, stop: str = "") -> Play:
    """The play of all three games: the pile is drawn out, hiki and gaji as everywhere in Hawaii."""
    return Play(
        "hana-awase.hand",
        ends="sakura.end",
        draws_on=True,
        stop=stop,
        stopped=f"{variant}.stopped" if stop else "",
        hiki="sakura.hiki",
        gaji=GAJI,
        gaji_out="sakura.gaji-out",
        gaji_rest="sakura.gaji-rest",
    )


def clauses(variant: str, *tagged: tuple[str, Tag]) -> tuple[Clause, ...]:
    """The clauses of one game after those all three share; all from the one page."""
    shared: tuple[tuple[str, Tag], ...] = (
        ("end", "S"),
        ("hiki", "S"),
        ("gaji", "S"),
        ("gaji-out", "S"),
        ("gaji-rest", "S"),
        ("card-points", "S"),
    )
    return (
        *hana_awase.clauses(PAGE),
        *(Clause(f"sakura.{id_}", tag, PAGE) for id_, tag in shared),
        *(Clause(f"{variant}.{id_}", tag, PAGE) for id_, tag in tagged if (id_, tag) not in shared),
    )


# --- The simple game ---


def no_stake(s: Settling) -> None:
    """What is paid depends on the margins alone."""


def settle_simple(s: Settling) -> None:
    """The highest card points win, from each loser as many games as the margin is worth."""
    for seat in s.seats:
        s.count_cards(seat, "sakura.card-points")
    best = s.highest()
    if len(best) > 1:
        s.nobody_wins("sakura-simple.tie")
        return
    winner = best[0]
    s.wins(winner, "sakura-simple.highest")
    margins = {seat: s.totals[winner] - s.totals[seat] for seat in s.seats if seat != winner}
    s.collect_from({seat: games(margin) for seat, margin in margins.items()}, "sakura-simple.games")


def games(margin: int) -> int:
    """How many games a margin is worth."""
    return next((worth for least, worth in GAMES if margin >= least), 0)


SAKURA_SIMPLE = RuleSet(
    id="sakura-simple",
    deals={2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)},
    seats_dealt=7,
    active=7,
    points=POINTS,
    counts_as=COUNTS_AS,
    special=SPECIAL,
    phases=(
        Reveal("sakura-simple.deal", field="sakura-simple.table"),
        play("sakura-simple", stop="stop"),
    ),
    dekiyaku=(),
    options=(CARD_VALUES, Option("stop", ((False, "S"), (True, "S")), PAGE)),
    clauses=clauses(
        "sakura-simple",
        ("deal", "S"),
        ("table", "S"),
        ("stopped", "S"),
        ("highest", "S"),
        ("tie", "S"),
        ("games", "S"),
    ),
    paid="sakura-simple.games",
    settle_stake=no_stake,
    settle=settle_simple,
    next_dealer="rotates",
    takes=sakura_takes,
    wild=1 << GAJI,
    wild_rule="sakura.gaji",
    trash=True,
)


# --- With yaku ---

YAKU = tuple(
    Yaku(id_, mask(cards), f"sakura.{id_}", YAKU_POINTS)
    for id_, cards in (
        ("nomi", "3B 8B 9A"),
        ("omotesugawara", "1B 2A 3B"),
        ("akatan", "1R 2R 3R"),
        ("aotan", "6R 9R 10R"),
        ("kusatan", "4R 5R 7R"),
        ("ho", "6A 9A 10A"),
        ("to", "4A 5A 7A"),
        ("inoshikagan", "7A 8A 10A"),
    )
)
YAKU_CLAUSES: tuple[tuple[str, Tag], ...] = tuple((yaku.id, "H") for yaku in YAKU)
YAKU_SCORING = Option("yaku_scoring", (("source", "S"), ("subtract-only", "H")), PAGE)
CHU_OPTION = Option("chu", ((False, "S"), (True, "S")), PAGE)
THRESHOLD = Option("threshold", (("at-least", "H"), ("more-than", "H")), PAGE)


def agreed_stake(s: Settling) -> None:
    """What each loser pays without basa."""
    s.set_amount(int(s.option("stake")), "sakura.stake")


def settle_sakura(s: Settling) -> None:
    """Card points and yaku of each seat, or side; the stake, doubled by a large margin."""
    agreed_stake(s)
    sides = s.rules.sides
    players = [side[0] for side in sides] or list(s.seats)
    s.pool(sides)
    count(s, players)
    s.share(sides)
    winner = best_of(s, players)
    multiply_by_margin(s, players)
    if sides:
        for seat in s.seats:
            s.pay(seat, s.stake if seat in sides[winner] else -s.stake, "sakura.payment")
    else:
        s.collect("sakura.payment")


def count(s: Settling, players: list[int]) -> None:
    """Card points; 50 for each own yaku; what the opponents' yaku cost."""
    for seat in players:
        s.count_cards(seat, "sakura.card-points")
        s.find_yaku(seat)
    makers = [seat for seat in players if s.yaku[seat]]
    rule = s.rules.in_force("yaku_scoring")
    only_subtract = s.option("yaku_scoring") == "subtract-only"
    for seat in players:
        if not only_subtract:
            s.add_yaku(seat)
        # By the source others deduct only where one player alone has yaku.
        if only_subtract or (len(makers) == 1 and seat not in makers):
            s.deduct_yaku(seat, rule, of=players)


def best_of(s: Settling, players: list[int]) -> int:
    """The highest total wins; at a tie the Oya, then the earlier seat."""
    top = max(s.totals[seat] for seat in players)
    best = [seat for seat in players if s.totals[seat] == top]
    s.wins(best[0], "sakura.highest" if len(best) == 1 else "sakura.oya-gachi")
    return best[0]


def multiply_by_margin(s: Settling, players: list[int]) -> None:
    """Chu and basa: the margin over the next highest multiplies the stake."""
    assert s.winner is not None
    margin = s.totals[s.winner] - max(s.totals[seat] for seat in players if seat != s.winner)
    made = any(s.yaku[seat] for seat in players)
    if reaches(s, margin, BASA):
        factor = 3 if s.option("chu") else 2
        s.times(factor, "sakura.basa" if made else "sakura.shira-basa", "basa", n=margin)
    elif s.option("chu") and reaches(s, margin, CHU):
        s.times(2, s.rules.in_force("chu"), "chu", n=margin)


def reaches(s: Settling, margin: int, limit: int) -> bool:
    """Whether the margin is large enough, as option ``threshold`` reads it."""
    return margin > limit or (margin == limit and s.option("threshold") == "at-least")


SAKURA = RuleSet(
    id="sakura",
    deals={2: "two_player_deal", 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)},
    seats_dealt=7,
    active=7,
    points=POINTS,
    counts_as=COUNTS_AS,
    special=SPECIAL,
    phases=(Reveal("sakura.deal", field="sakura.table"), play("sakura")),
    dekiyaku=YAKU,
    options=(
        CARD_VALUES,
        Option("two_player_deal", (("10/10", "S"), ("10/8", "D"), ("8/8", "S")), PAGE),
        Option("partnership", ((False, "S"), (True, "S")), PAGE),
        YAKU_SCORING,
        Option("stake", ((1, "S"),), PAGE, least=1),
        CHU_OPTION,
        THRESHOLD,
    ),
    clauses=clauses(
        "sakura",
        ("deal", "S"),
        ("table", "S"),
        *YAKU_CLAUSES,
        ("stake", "S"),
        ("highest", "S"),
        ("oya-gachi", "S"),
        ("basa", "S"),
        ("shira-basa", "S"),
        ("payment", "S"),
    ),
    paid="sakura.payment",
    settle_stake=agreed_stake,
    settle=settle_sakura,
    needs={"partnership": 4},
    sides={"partnership": ((0, 2), (1, 3))},
    next_dealer="rotates",
    takes=sakura_takes,
    wild=1 << GAJI,
    wild_rule="sakura.gaji",
    trash=True,
)


# --- Oi-bana, the chase ---


def bid_stake(s: Settling) -> None:
    """The bid that is played for, once two have bid."""
    if s.sheet.bids:
        s.set_amount(max(s.sheet.bids), s.rules.in_force("stake_bid"), "bid")


def settle_oi_bana(s: Settling) -> None:
    """Two players as in Sakura; the winner receives the bid, doubled by a large margin."""
    if not s.sheet.bids:
        s.nobody_wins("oi-bana.void", void=True)
        return
    players = list(s.seats)
    count(s, players)
    winner = best_of(s, players)
    bids = s.sheet.bids
    which = {"highest": max(bids), "winner": bids[winner], "loser": bids[1 - winner]}
    s.set_amount(which[str(s.option("stake_bid"))], s.rules.in_force("stake_bid"), "bid")
    multiply_by_margin(s, players)
    s.collect("oi-bana.payment")


OI_BANA = RuleSet(
    id="oi-bana",
    deals={3: (8, 8), 4: (8, 8), 5: (8, 8), 6: (8, 0)},
    seats_dealt=6,
    active=2,
    points=POINTS,
    counts_as=COUNTS_AS,
    special=SPECIAL,
    phases=(
        Reveal("oi-bana.deal", field="oi-bana.table", sits_out="oi-bana.rainman"),
        Bid(
            "oi-bana.bid",
            void="oi-bana.void",
            dealer="oi-bana.oya",
            returned="oi-bana.returned",
            new_table="new_table",
        ),
        play("oi-bana"),
    ),
    dekiyaku=YAKU,
    options=(
        CARD_VALUES,
        YAKU_SCORING,
        CHU_OPTION,
        THRESHOLD,
        Option("new_table", ((False, "H"), (True, "S")), PAGE),
        Option("stake_bid", (("highest", "H"), ("winner", "H"), ("loser", "H")), PAGE),
    ),
    clauses=(
        *clauses(
            "oi-bana",
            ("deal", "S"),
            ("table", "S"),
            ("rainman", "S"),
            ("bid", "S"),
            ("void", "H"),
            ("oya", "S"),
            ("returned", "H"),
            ("payment", "S"),
        ),
        *(Clause(f"sakura.{id_}", tag, PAGE) for id_, tag in YAKU_CLAUSES),
        Clause("sakura.highest", "S", PAGE),
        Clause("sakura.oya-gachi", "S", PAGE),
        Clause("sakura.basa", "S", PAGE),
        Clause("sakura.shira-basa", "S", PAGE),
    ),
    paid="oi-bana.payment",
    settle_stake=bid_stake,
    settle=settle_oi_bana,
    refused={7: "oi-bana is for 3 to 6 players: seven hands would need 56 cards, and a deck has 48"},
    next_dealer="rotates",
    takes=sakura_takes,
    wild=1 << GAJI,
    wild_rule="sakura.gaji",
    trash=True,
    table_hand=RAINMAN,
)
