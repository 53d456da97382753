"""Near misses: of a seat's captures, which yaku are made, which are close, which are dead, and why.

Only what the viewer may know is used: a missing card lies on the field, in the viewer's own hand, with an
opponent, in the trash, or it is hidden (in the pile or in another hand).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hanalearn.cards import ALL, ids_of, month_mask
from hanalearn.game.round import Round
from hanalearn.rules import Rules
from hanalearn.rules.model import Teyaku, Yaku

Where = Literal["hand", "field", "hidden", "captured", "trash"]
State = Literal["made", "replaced", "near", "open", "dead"]


@dataclass(frozen=True, slots=True)
class Missing:
    """A card that a yaku lacks: its number, where it is as far as the viewer knows, and who holds it."""

    card: int
    where: Where
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a yaku stands for a seat.

    ``made``; ``replaced`` by the larger yaku named in ``by``; ``near``: one card away; ``open``: more
    than one card away; ``dead``: a missing card is out of reach. ``missing`` lists what it lacks, in deck
    order.
    """

    yaku: Yaku
    state: State
    missing: tuple[Missing, ...] = ()
    by: str = ""


def standings(round_: Round, seat: int, viewer: int) -> list[Standing]:
    """How every dekiyaku stands for ``seat``, in the order of the table, as far as ``viewer`` may know."""
    side = round_.rules.side_of(seat)
    own = 0
    for partner in side:
        own |= round_.captured[partner]
    made = {yaku.id for yaku in round_.rules.made(own)}
    found = []
    for cards, larger, yaku in round_.rules.dekiyaku:
        missing = tuple(_locate(round_, n, side, viewer) for n in ids_of(cards & ~own))
        if yaku.id in made:
            found.append(Standing(yaku, "made"))
        elif not missing:
            by = next(y.id for c, _, y in round_.rules.dekiyaku if c == larger)
            found.append(Standing(yaku, "replaced", by=by))
        elif round_.finished or any(m.where in ("captured", "trash") for m in missing):
            found.append(Standing(yaku, "dead", missing))
        else:
            found.append(Standing(yaku, "near" if len(missing) == 1 else "open", missing))
    return found


def _locate(round_: Round, n: int, side: tuple[int, ...], viewer: int) -> Missing:
    """Where a card that ``side`` has not captured is, as far as ``viewer`` may know."""
    bit = 1 << n
    for seat, captured in enumerate(round_.captured):
        if captured & bit and seat not in side:
            return Missing(n, "captured", seat)
    if round_.trash & bit:
        return Missing(n, "trash")
    if round_.field_seen & bit or n == round_.drawn:
        return Missing(n, "field")
    for seat in range(len(round_.hands)):
        if round_.may_see(viewer, seat) & bit:
            return Missing(n, "hand", seat)
    return Missing(n, "hidden")


def hidden_from(round_: Round, viewer: int) -> int:
    """The cards that ``viewer`` cannot place: in the pile or in another hand, as a set."""
    seen = round_.trash | round_.field_seen | (1 << round_.drawn if round_.drawn is not None else 0)
    for seat in range(len(round_.hands)):
        seen |= round_.captured[seat] | round_.may_see(viewer, seat)
    return ALL & ~seen


@dataclass(frozen=True, slots=True)
class Held:
    """How a teyaku stands for a dealt hand: ``short`` cards are lacking (0: it is held).

    ``excludes`` are the other held teyaku that may not be shown with it.
    """

    teyaku: Teyaku
    short: int
    excludes: tuple[str, ...] = ()


def teyaku_standings(rules: Rules, hand: int) -> list[Held]:
    """How every teyaku of the game stands for a dealt hand, in the order of the table."""
    held = {teyaku.id: teyaku for teyaku, _ in rules.held(hand)}
    found = []
    for teyaku in rules.rule_set.teyaku:
        if teyaku.bonus_of:
            continue
        rivals = [t.id for t in held.values() if t.group == teyaku.group and t.id != teyaku.id]
        short = 0 if teyaku.id in held else max(1, _short(rules, teyaku, hand))
        found.append(Held(teyaku, short, tuple(rivals) if not short else ()))
    return found


def _short(rules: Rules, teyaku: Teyaku, hand: int) -> int:
    """How many cards of the hand would have to be others for the teyaku."""
    if teyaku.chaff:
        size = hand.bit_count()
        odd = (hand & rules.kinds[teyaku.other] & ~teyaku.junk).bit_count() if teyaku.other else 0
        return size - min((hand & teyaku.junk).bit_count(), teyaku.chaff) - min(odd, size - teyaku.chaff)
    counts = sorted((((hand & month_mask(m)).bit_count(), m) for m in teyaku.months), reverse=True)
    return sum(max(need - counts[i][0], 0) for i, need in enumerate(teyaku.counts))
