"""The score sheet as JSON: what people at a real table write down when a round is over."""

from __future__ import annotations

from collections.abc import Sequence

from hanalearn.cards import DECK, written
from hanalearn.game.deal import as_set
from hanalearn.game.formats import MOST_NUMBER, Faults, Fields, FormatError, shown
from hanalearn.game.record import read_variant, rules_for
from hanalearn.rules import RULE_SETS, Rules
from hanalearn.rules.model import Teyaku
from hanalearn.rules.settling import NO_RAISES, Raises, Sheet


def read_sheet(data: object) -> Sheet:
    """The sheet that ``data`` tells; `FormatError`, naming the place, for any fault."""
    fields, faults = Fields(data), Faults()
    variant, options = read_variant(fields)
    # A sheet lists active seats only: the fewest players are enough to find the rules in force.
    fewest = RULE_SETS[variant].players[0] if variant in RULE_SETS else 0
    table = rules_for(variant, fewest, options)
    seats = list(fields.objects("seats"))
    held: dict[int, int] = {}
    captured, teyaku = [], []
    for number, seat in enumerate(seats):
        with faults.part():
            captured.append(_read_captured(seat, number, held))
        with faults.part():
            teyaku.append(_read_teyaku(table, seat))
        with faults.part():
            seat.done()
    field, raises, played_out = 0, NO_RAISES, True
    with faults.part():
        if len(seats) != table.rule_set.active:
            problem = f"must be the {table.rule_set.active} active seats, not {len(seats)}"
            raise FormatError("seats", problem)
    with faults.part():
        raises = _read_raises(table, Fields(fields.get("raises", dict, {}), "raises"))
    with faults.part():
        field = _read_field(table, fields)
    for name, only in (("fuke", "enshu-comprehensive"), ("bids", "oi-bana")):
        with faults.part():
            if fields.raw(name) is not None:
                raise FormatError(name, f"is written only for {only}")
    with faults.part():
        played_out = fields.get("played_out", bool, True)
        _check_stops(table, captured, played_out)
    with faults.part():
        fields.done()
    faults.done()
    return Sheet(table, field, tuple(captured), tuple(teyaku), raises, played_out)


def _read_captured(seat: Fields, number: int, held: dict[int, int]) -> int:
    cards = seat.cards("captured")
    for n in cards:
        if n in held:
            problem = f"{DECK[n].notation} is also captured by seat {held[n]}"
            raise FormatError(seat.at("captured"), problem)
        held[n] = number
    return as_set(cards)


def _read_teyaku(table: Rules, seat: Fields) -> tuple[tuple[Teyaku, int], ...]:
    groups: dict[str, str] = {}
    shown_ones = []
    for i, name in enumerate(seat.strings("teyaku", [])):
        place = f"{seat.at('teyaku')}[{i}]"
        if name not in table.teyaku:
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


def _read_raises(table: Rules, fields: Fields) -> Raises:
    limits = table.rule_set.raise_limits
    counts, faults = {}, Faults()
    for name in Raises._fields:
        with faults.part():
            counts[name] = fields.whole(name, 0, limits.get(name, MOST_NUMBER), 0)
    with faults.part():
        fields.done()
    faults.done()
    return Raises(**counts)


def _read_field(table: Rules, fields: Fields) -> int:
    cards = fields.cards("field")
    size = table.rule_set.field_size
    if len(cards) != size:
        raise FormatError("field", f"must be the {size} cards dealt to it, not {len(cards)}")
    if table.misdeal((), as_set(cards)):
        raise FormatError("field", "is a misdeal, which is dealt again: four cards of one month")
    return as_set(cards)


def _check_stops(table: Rules, captured: Sequence[int], played_out: bool) -> None:
    stopped: tuple[int, str] | None = None
    for seat, cards in enumerate(captured):
        for yaku in table.made(cards):
            if not yaku.stops:
                continue
            if stopped and stopped[0] != seat:
                first = f"seat {stopped[0]} has {stopped[1]}"
                raise FormatError(
                    f"seats[{seat}].captured",
                    f"{yaku.id} cannot have stopped the round as well: {first}",
                )
            stopped = (seat, yaku.id)
    if not played_out and not stopped:
        raise FormatError("played_out", "is false, but no seat has a yaku that stops the round")


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
    }
