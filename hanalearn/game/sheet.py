"""The score sheet as JSON: what people at a real table write down when a round is over."""

from __future__ import annotations

from collections.abc import Sequence

from hanalearn.cards import DECK, month_mask, written
from hanalearn.game.deal import as_set
from hanalearn.game.formats import MOST_NUMBER, Faults, Fields, FormatError, shown
from hanalearn.game.record import read_variant, rules_for
from hanalearn.rules import RULE_SETS, Rules
from hanalearn.rules.model import Bid, DeclareFuke, Play, Teyaku
from hanalearn.rules.settling import NO_RAISES, Raises, Sheet

Held = tuple[tuple[Teyaku, int], ...]


def read_sheet(data: object) -> Sheet:
    """The sheet that ``data`` tells; `FormatError`, naming the place, for any fault."""
    fields, faults = Fields(data), Faults()
    variant, options = read_variant(fields)
    seats = list(fields.objects("seats")) if variant in RULE_SETS else []
    table = rules_for(variant, _players(variant, len(seats)), options)
    held: dict[int, int] = {}
    captured: list[int] = []
    teyaku: list[Held] = []
    for number, seat in enumerate(seats):
        with faults.part():
            captured.append(_read_captured(seat, number, held))
        with faults.part():
            teyaku.append(_read_teyaku(table, seat))
        with faults.part():
            if len(captured) == len(teyaku):
                _check_bonuses(table, seat, teyaku[-1], captured[-1])
        with faults.part():
            seat.done()
    field, raises, played_out, fuke, bids = 0, NO_RAISES, True, None, None
    with faults.part():
        allowed = sorted({min(players, table.rule_set.active) for players in table.rule_set.players})
        if len(seats) not in allowed:
            numbers = " or ".join(map(str, allowed))
            raise FormatError("seats", f"must be the {numbers} active seats, not {len(seats)}")
    with faults.part():
        raises = _read_raises(table, Fields(fields.get("raises", dict, {}), "raises"))
    with faults.part():
        field = _read_field(table, fields)
    with faults.part():
        bids = _read_bids(table, fields)
    with faults.part():
        played_out = fields.get("played_out", bool, True)
        if not faults.found:
            _check_stops(table, captured, teyaku, played_out)
    with faults.part():
        fuke = _read_fuke(table, fields, captured, teyaku)
    with faults.part():
        fields.done()
    faults.done()
    shown = tuple(with_bonus(table, t, cards) for t, cards in zip(teyaku, captured, strict=True))
    return Sheet(table, field, tuple(captured), shown, raises, played_out, fuke, bids)


def _players(variant: str, seats: int) -> int:
    """The fewest players with so many active seats; a sheet lists the active ones only."""
    rule_set = RULE_SETS.get(variant)
    if rule_set is None:
        return 0
    fitting = [p for p in rule_set.players if min(p, rule_set.active) == seats]
    return min(fitting, default=rule_set.players[0])


def _read_captured(seat: Fields, number: int, held: dict[int, int]) -> int:
    cards = seat.cards("captured")
    for n in cards:
        if n in held:
            problem = f"{DECK[n].notation} is also captured by seat {held[n]}"
            raise FormatError(seat.at("captured"), problem)
        held[n] = number
    return as_set(cards)


def _read_teyaku(table: Rules, seat: Fields) -> Held:
    groups: dict[str, str] = {}
    shown_ones = []
    for i, name in enumerate(seat.strings("teyaku", [])):
        place = f"{seat.at('teyaku')}[{i}]"
        if name not in table.teyaku or table.options.get("teyaku") is False:
            raise FormatError(place, f"{table.variant} has no teyaku {shown(name)}")
        teyaku = table.teyaku[name]
        if teyaku.group in groups:
            other = groups[teyaku.group]
            problem = f"{name} cannot stand together with {other}: at most one of a group"
            raise FormatError(place, problem)
        groups[teyaku.group] = name
        shown_ones.append((teyaku, 0))
    order = list(table.teyaku)
    return tuple(sorted(shown_ones, key=lambda t: order.index(t[0].id)))


def with_bonus(table: Rules, shown: Held, captured: int) -> Held:
    """The shown teyaku, each followed by its bonus where all four of the month were captured."""
    listed = {teyaku.id for teyaku, _ in shown}
    found: list[tuple[Teyaku, int]] = []
    for teyaku, cards in shown:
        found.append((teyaku, cards))
        bonus = table.bonuses.get(teyaku.id)
        if bonus and bonus.id not in listed and not month_mask(teyaku.months[0]) & ~captured:
            found.append((bonus, 0))
    return tuple(found)


def _check_bonuses(table: Rules, seat: Fields, shown: Held, captured: int) -> None:
    """A listed bonus stands beside its triplet and was earned by capturing a card of the month."""
    listed = {teyaku.id for teyaku, _ in shown}
    for teyaku, _ in shown:
        if not teyaku.bonus_of:
            continue
        place, triplet = seat.at("teyaku"), table.teyaku[teyaku.bonus_of]
        if triplet.id not in listed:
            raise FormatError(place, f"{teyaku.id} counts only beside {triplet.id}")
        if not captured & month_mask(triplet.months[0]):
            raise FormatError(place, f"{teyaku.id} needs a captured card of month {triplet.months[0]}")


def _read_raises(table: Rules, fields: Fields) -> Raises:
    limits = table.rule_set.raise_limits
    counts, faults = {}, Faults()
    for name in Raises._fields:
        with faults.part():
            limit = limits.get(name, 0)
            counts[name] = fields.whole(name, 0, MOST_NUMBER if limit is None else limit, 0)
    with faults.part():
        fields.done()
    faults.done()
    return Raises(**counts)


def _read_field(table: Rules, fields: Fields) -> int:
    """The dealt field; where it sets no multiplier it may be left out, and is not looked at closely."""
    if not table.rule_set.field_counts:
        return as_set(fields.cards("field", ""))
    cards = fields.cards("field")
    size = table.field_size
    if len(cards) != size:
        raise FormatError("field", f"must be the {size} cards dealt to it, not {len(cards)}")
    again = table.misdeal((), as_set(cards))
    if again:
        raise FormatError("field", f"is a misdeal, which is dealt again: {again[0].count} of one month")
    return as_set(cards)


def _read_fuke(table: Rules, fields: Fields, captured: Sequence[int], teyaku: Sequence[Held]) -> int | None:
    """The seat that declared fuke, which must have been allowed to."""
    if fields.raw("fuke") is None:
        return None
    phase = next((p for p in table.rule_set.phases if isinstance(p, DeclareFuke)), None)
    if phase is None:
        raise FormatError("fuke", "is written only for enshu-comprehensive")
    seat = fields.whole("fuke", 0, len(captured) - 1)
    if any(y.stops for cards in captured for y in table.made(cards)):
        raise FormatError("fuke", "cannot be declared after a cut-off")
    if not phase.may(table, captured[seat], bool(teyaku[seat])):
        raise FormatError("fuke", f"seat {seat} may not declare it: too many points, or a shown teyaku")
    return seat


def _read_bids(table: Rules, fields: Fields) -> tuple[int, int] | None:
    """What the dealer and the other player bid; needed where there is an auction, and only there."""
    auction = any(isinstance(p, Bid) for p in table.rule_set.phases)
    if not auction:
        if fields.raw("bids") is not None:
            raise FormatError("bids", "is written only for oi-bana")
        return None
    given = Fields(fields.get("bids", dict), "bids")
    given.whole("winner", 1, 1, 1)
    bid = given.get("bid", list)
    given.done()
    if len(bid) != 2 or not all(type(n) is int and 1 <= n < MOST_NUMBER for n in bid):
        raise FormatError("bids.bid", f"must be two whole numbers from 1, not {shown(bid)}")
    if bid[0] > bid[1]:
        raise FormatError("bids.bid", "must have the lower bid first: the second highest bidder is seat 0")
    return bid[0], bid[1]


def _check_stops(table: Rules, captured: Sequence[int], teyaku: Sequence[Held], played_out: bool) -> None:
    before_play = any(t.stops for shown_ones in teyaku for t, _ in shown_ones)
    stopped: tuple[int, str] | None = None
    for seat, cards in enumerate(captured):
        if before_play and cards:
            problem = "must be empty: a teyaku ended the round before play"
            raise FormatError(f"seats[{seat}].captured", problem)
        for yaku in table.made(cards):
            if not yaku.stops:
                continue
            if stopped and stopped[0] != seat:
                first = f"seat {stopped[0]} has {stopped[1]}"
                problem = f"{yaku.id} cannot have stopped the round as well: {first}"
                raise FormatError(f"seats[{seat}].captured", problem)
            stopped = (seat, yaku.id)
    may_stop = any(isinstance(p, Play) and p.stop and table.options[p.stop] for p in table.rule_set.phases)
    if not played_out and not stopped and not before_play and not may_stop:
        raise FormatError("played_out", "is false, but nothing that stops a round is there")


def sheet_json(sheet: Sheet) -> dict[str, object]:
    """The sheet as JSON; reading it settles the same."""
    return {
        "variant": sheet.rules.variant,
        "options": dict(sheet.rules.options),
        "field": written(n for n in range(len(DECK)) if sheet.field >> n & 1),
        "raises": sheet.raises._asdict(),
        "seats": [
            {
                "teyaku": [t.id for t, _ in teyaku],
                "captured": written(n for n in range(len(DECK)) if cards >> n & 1),
            }
            for teyaku, cards in zip(sheet.teyaku, sheet.captured, strict=True)
        ],
        "played_out": sheet.played_out,
        "fuke": sheet.fuke,
        "bids": None if sheet.bids is None else {"winner": 1, "bid": list(sheet.bids)},
    }
