"""Two settlements of the same cards, row by row; the same cards under every rule set, or another option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from hanalearn import words
from hanalearn.game.sheet import with_bonus
from hanalearn.lessons.telling import Company, at_table, row_text
from hanalearn.rules import RULE_SETS, Rules, rules
from hanalearn.rules.model import Bid, DeclareFuke, Teyaku
from hanalearn.rules.settling import Raises, Row, Settling, Sheet, Shown, settled

State = Literal["same", "changed", "before", "after"]

#: What each of two bid where a sheet knows of no auction.
UNKNOWN_BID = 1


class Pair(NamedTuple):
    """A row of two ledgers: ``same`` or ``changed`` in both, or only ``before``, or only ``after``."""

    state: State
    before: Row | None
    after: Row | None

    @property
    def row(self) -> Row:
        """The row as it is after, where it is there."""
        found = self.after or self.before
        assert found is not None
        return found


def differences(before: Settling, after: Settling) -> list[Pair]:
    """The rows of both ledgers in their order; what counts the same thing stands in one pair."""
    old, new = _by_what(before), _by_what(after)
    pairs: list[Pair] = []
    waiting = list(old)
    for what, row in new.items():
        if what in old:
            # What is gone stands where it stood: before the next row that is still there.
            while waiting and (first := waiting.pop(0)) != what:
                if first not in new:
                    pairs.append(Pair("before", old[first], None))
            pairs.append(Pair(_state(old[what], row), old[what], row))
        else:
            pairs.append(Pair("after", None, row))
    told = {id(pair.before) for pair in pairs}
    return pairs + [Pair("before", row, None) for row in old.values() if id(row) not in told]


def _by_what(settling: Settling) -> dict[tuple[object, ...], Row]:
    """The rows of a ledger, each by what it counts, of whom; of several such also by which of them it is."""
    seen: Counter[tuple[object, ...]] = Counter()
    found: dict[tuple[object, ...], Row] = {}
    for row in settling.rows or []:
        seat = None if row.step == "winner" else row.seat
        what = (row.step, seat, row.words.get("yaku"), row.words.get("kind"), row.words.get("other"))
        seen[what] += 1
        found[(*what, seen[what])] = row
    return found


def _state(before: Row, after: Row) -> State:
    same = before.seat == after.seat and (before.amount, before.after) == (after.amount, after.after)
    decided = before.step != "winner" or before.rule == after.rule
    return "same" if same and decided else "changed"


def sentences(before: Settling, after: Settling, seats: list[int], company: Company) -> list[str]:
    """What differs in the result: who wins, totals, payments. ``seats``: the number of each settled seat."""
    names = [company.names[seat] for seat in seats]
    found = list(_winners(before, after, names))
    for key, old, new in (
        ("compare.total", before.totals, after.totals),
        ("compare.payment", before.payments, after.payments),
    ):
        form = "+d" if key == "compare.payment" else "d"
        found += [
            words.say(key, who=name, n=f"{n:{form}}", m=f"{m:{form}}")
            for name, m, n in zip(names, old, new, strict=True)
            if m != n
        ]
    return found or [words.say("compare.nothing")]


def _winners(before: Settling, after: Settling, names: list[str]) -> Iterator[str]:
    if before.winner == after.winner:
        return
    was = None if before.winner is None else names[before.winner]
    if after.winner is None:
        yield words.say("compare.nobody", other=was)
    elif was is None:
        yield words.say("compare.somebody", who=names[after.winner])
    else:
        yield words.say("compare.winner", who=names[after.winner], other=was)


def pair_text(pair: Pair, seats: list[int], company: Company) -> str:
    """What the row of a pair counts, in one sentence."""
    return row_text(at_table(pair.row, seats), company)


# --- under every rule set ---


@dataclass(frozen=True, slots=True)
class Case:
    """A score sheet under one rule set.

    ``notes`` say what of the sheet the game does not know; without a ``settling``, ``reason`` says why it
    cannot be settled here.
    """

    variant: str
    settling: Settling | None = None
    notes: tuple[str, ...] = ()
    reason: str = ""


def everywhere(sheet: Sheet) -> list[Case]:
    """The sheet as it is, then its captured cards under every other rule set with its usual options."""
    own = sheet.rules.variant
    return [Case(own, settled(sheet)), *(_elsewhere(sheet, v) for v in RULE_SETS if v != own)]


def _elsewhere(sheet: Sheet, variant: str) -> Case:
    rule_set, seats = RULE_SETS[variant], len(sheet.captured)
    fitting = [players for players in rule_set.players if min(players, rule_set.active) == seats]
    if not fitting:
        numbers = sorted({min(players, rule_set.active) for players in rule_set.players})
        told = words.say("compare.or", rest=", ".join(map(str, numbers[:-1])), last=numbers[-1])
        return Case(variant, reason=words.say("compare.seats", numbers=told if numbers[1:] else numbers[0]))
    moved = _Moved(sheet, rules(variant, min(fitting)))
    stops = [any(yaku.stops for yaku in moved.rules.made(cards)) for cards in sheet.captured]
    if sum(stops) > 1:
        return Case(variant, reason=words.say("compare.two-stops"))
    return Case(variant, settled(moved.sheet(any(stops))), tuple(moved.notes))


@dataclass(slots=True)
class _Moved:
    """A score sheet carried over to the rules of another game; ``notes`` tell what was left behind."""

    old: Sheet
    rules: Rules
    notes: list[str] = field(default_factory=list)

    def sheet(self, cut_off: bool) -> Sheet:
        """The sheet. ``cut_off``: whether captured cards make a yaku that ends the round here."""
        old, phases = self.old, self.rules.rule_set.phases
        teyaku = self._teyaku()
        before_play = any(t.stops for shown in teyaku for t, _ in shown)
        stopped = cut_off or before_play
        if before_play and any(old.captured):
            self._note("before-play")
        elif stopped is old.played_out:
            self._note("ends" if stopped else "goes-on")
        if old.fuke is not None and not any(isinstance(phase, DeclareFuke) for phase in phases):
            self._note("fuke")
        return Sheet(
            self.rules, self._field(), old.captured, teyaku, self._raises(), not stopped, bids=self._bids()
        )

    def _note(self, key: str, **gaps: object) -> None:
        self.notes.append(words.say(f"compare.note.{key}", "", **gaps))

    def _teyaku(self) -> tuple[Shown, ...]:
        unknown: list[str] = []
        beside: list[str] = []
        kept: list[Shown] = []
        for cards, shown in zip(self.old.captured, self.old.teyaku, strict=True):
            fits: dict[str, tuple[Teyaku, int]] = {}
            for teyaku, made_of in shown:
                own = self._own(teyaku, made_of)
                if own is None:
                    unknown += [] if teyaku.bonus_of else [teyaku.id]
                elif own.group in fits:
                    beside.append(teyaku.id)
                else:
                    fits[own.group] = own, made_of
            kept.append(with_bonus(self.rules, tuple(fits.values()), cards))
        for key, ids in (("teyaku", unknown), ("beside", beside)):
            if ids:
                self._note(key, yaku=words.phrase(words.yaku(id_) for id_ in dict.fromkeys(ids)))
        return tuple(kept)

    def _own(self, teyaku: Teyaku, cards: int) -> Teyaku | None:
        """The hand yaku of this game that is called the same, where the shown cards make it here too."""
        own = self.rules.teyaku.get(teyaku.id)
        if own is None or own.bonus_of or (cards and not own.shown_from(cards, self.rules.kinds)):
            return None
        return own

    def _field(self) -> int:
        cards = self.old.field
        if not self.rules.rule_set.field_counts:
            return cards
        if cards.bit_count() == self.rules.field_size and self.rules.misdeal((), cards) is None:
            return cards
        self._note("other-field" if cards else "no-field")
        return 0

    def _raises(self) -> Raises:
        limits, kept = self.rules.rule_set.raise_limits, {}
        for name, made in self.old.raises._asdict().items():
            limit = limits.get(name, 0)
            kept[name] = made if limit is None else min(made, limit)
        if sum(kept.values()) < sum(self.old.raises):
            self._note("raises")
        return Raises(**kept)

    def _bids(self) -> tuple[int, int] | None:
        auction = any(isinstance(phase, Bid) for phase in self.rules.rule_set.phases)
        if auction:
            self._note("no-auction", n=UNKNOWN_BID)
            return UNKNOWN_BID, UNKNOWN_BID
        if self.old.bids:
            self._note("bids")
        return None
