"""The rules in force at one table: a rule set, its options, the number of players, compiled to tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from hanalearn.cards import ALL, CHAFF, DECK, DECK_SIZE, Kind, ids_of, month_mask
from hanalearn.rules.matching import full_months, months_of_three
from hanalearn.rules.model import Bid, Clause, Misdeal, Option, Play, RuleSet, Teyaku, Value, Yaku


class RulesError(ValueError):
    """A table asks for what a rule set lacks; ``place`` names the field, ``problem`` says why."""

    def __init__(self, place: str, problem: str) -> None:
        self.place, self.problem = place, problem
        super().__init__(f"{place}: {problem}")


@dataclass(frozen=True, slots=True)
class Move:
    """A card finding its place: what changes on the field, what is captured and kept, what is thrown away.

    Laying down puts the card itself on the field; taking removes cards from the field, which are kept or
    thrown away with the card. So ``field ^= change; captured |= kept; trash |= thrown`` is every placement.
    ``stops``: the cut-offs of which it captures cards. ``suit``: the month that a gaji takes from.
    """

    card: int
    change: int
    kept: int = 0
    thrown: int = 0
    stops: tuple[Yaku, ...] = ()
    suit: int = 0

    @property
    def taken(self) -> int:
        """The field cards that are taken, as a set; 0 where the card is laid down or thrown away."""
        return self.change & ~(1 << self.card)

    @property
    def gained(self) -> int:
        """The cards that are captured: those taken and the card itself, or none."""
        return self.kept | self.thrown if self.taken else 0


class Listed(NamedTuple):
    """A yaku that a seat has: its id, its value (points, ``"x2"`` for a multiplier, ``"2w"`` for wagers).

    ``cards`` are those that make it, ``points`` what it adds to a total, ``clause`` its rule.
    """

    id: str
    value: int | str
    cards: int
    points: int
    clause: str


def list_yaku(yaku: Yaku, times: int = 1) -> Listed:
    """A dekiyaku as a settlement lists it, its points counting so many ``times``."""
    points = yaku.points * times
    value: int | str = points
    if yaku.wagers:
        value = f"{yaku.wagers}w"
    elif yaku.multiplier != 1:
        value = f"x{yaku.multiplier}"
    return Listed(yaku.id, value, yaku.cards, points, yaku.clause)


def list_teyaku(teyaku: Teyaku, cards: int, *, counts: bool) -> Listed:
    """A teyaku shown with these ``cards`` as a settlement lists it; worth 0 where teyaku do not count."""
    points = teyaku.points if counts else 0
    return Listed(teyaku.id, f"{teyaku.wagers}w" if teyaku.wagers else points, cards, points, teyaku.clause)


class Moves(dict[int, tuple[Move, ...]]):
    """The moves of one card, by the cards of its reach that lie on the field; worked out when first asked."""

    def __init__(self, rules: Rules, card: int) -> None:
        super().__init__()
        self._rules, self._card = rules, card
        self._taking: dict[int, Move] = {}

    def __missing__(self, lying: int) -> tuple[Move, ...]:
        rule_set = self._rules.rule_set
        found = tuple([self._move(taken) for taken in rule_set.takes(self._rules, self._card, lying)])
        if not rule_set.wild >> self._card & 1:  # a wild card sees the whole field: too many to remember
            self[lying] = found
        return found

    def _move(self, taken: int) -> Move:
        """The move that takes these cards, or none."""
        if taken not in self._taking:
            self._taking[taken] = self._new_move(taken)
        return self._taking[taken]

    def _new_move(self, taken: int) -> Move:
        rules, card, own = self._rules, self._card, 1 << self._card
        if taken:
            gained = taken | own
            stops = tuple(yaku for yaku in rules.stops if yaku.cards & gained)
            suit = month_mask(DECK[ids_of(taken)[0]].month) if rules.gaji & own else 0
            return Move(card, taken, gained & rules.kept, gained & ~rules.kept, stops, suit)
        if rules.gaji & own:
            return Move(card, 0, thrown=own)  # a gaji that finds nothing does not stay on the field
        return Move(card, own)


class Rules:
    """A rule set as it is played at one table.

    ``options`` maps option names to values; what is left out has its default. Raises `RulesError` for a
    number of players, an option or a value the rule set lacks.
    """

    def __init__(self, rule_set: RuleSet, players: int, options: Mapping[str, object] | None = None) -> None:
        if players not in rule_set.deals:
            if players in rule_set.refused:
                raise RulesError("players", rule_set.refused[players])
            low, high = rule_set.players[0], rule_set.players[-1]
            number = f"{low} to {high}" if low < high else str(low)
            raise RulesError("players", f"{rule_set.id} is for {number} players, not {players}")
        self.rule_set = rule_set
        self.players = players
        self.options = options_in_force(rule_set, options or {})
        for name, needed in rule_set.needs.items():
            if self.options[name] and players != needed:
                raise RulesError(f"options.{name}", f"needs {needed} players, not {players}")
        sizes = rule_set.deals[players]
        if isinstance(sizes, str):
            hand, _, table = str(self.options[sizes]).partition("/")
            sizes = int(hand), int(table)
        self.hand_size, self.field_size = sizes
        self.seats_dealt = min(players, rule_set.seats_dealt)
        #: Hands go back into the pile when more seats are dealt than play.
        self.hands_return = self.seats_dealt > rule_set.active

    @property
    def variant(self) -> str:
        """The id of the rule set."""
        return self.rule_set.id

    def number(self, value: int | str) -> int:
        """A number of the rule set, which may be the name of the option that sets it."""
        return value if isinstance(value, int) else int(self.options[value])

    @cached_property
    def stops(self) -> tuple[Yaku, ...]:
        """The cut-off yaku."""
        return tuple(y for _, _, y in self.dekiyaku if y.stops)

    @cached_property
    def gaji(self) -> int:
        """The wild card whose user gets what is left of the suit it took, as a set; 0 where there is none."""
        return self.rule_set.wild if self.rule_set.trash else 0

    @cached_property
    def asks_to_stop(self) -> bool:
        """Whether a player may end the round after a match."""
        return any(p.stop and self.options[p.stop] for p in self.rule_set.phases if isinstance(p, Play))

    @cached_property
    def points(self) -> dict[Kind, int]:
        """Card points by the kind a card counts as."""
        return {kind: self.number(points) for kind, points in self.rule_set.points.items()}

    @cached_property
    def kinds(self) -> dict[Kind, int]:
        """The cards that count as each kind in this game, as sets."""
        kinds = dict.fromkeys(Kind, 0)
        for c in DECK:
            kinds[self.rule_set.counts_as.get(c.id, c.kind)] |= 1 << c.id
        return kinds

    @cached_property
    def values(self) -> tuple[tuple[Kind, int, int], ...]:
        """``(kind, points of each, set of cards)``: together all 48 cards, kind by kind, dearest first."""
        special = [
            entry
            for entry in self.rule_set.special
            if not entry.option or self.options[entry.option] == entry.value
        ]
        rows = []
        for kind, cards in self.kinds.items():
            for entry in special:
                if entry.cards & cards:
                    rows.append((kind, entry.points, entry.cards & cards))
                    cards &= ~entry.cards
            rows.append((kind, self.points[kind], cards))
        return tuple(rows)

    @cached_property
    def worth(self) -> tuple[tuple[int, int], ...]:
        """``(set of cards, points of each)`` for all cards that are worth anything."""
        return tuple((cards, points) for _, points, cards in self.values if points)

    @cached_property
    def kept(self) -> int:
        """The cards that stay with whoever captures them; the others are thrown away."""
        if not self.rule_set.trash:
            return ALL
        kept = self.rule_set.wild
        for cards, _ in self.worth:
            kept |= cards
        return kept

    @property
    def table_size(self) -> int:
        """How many cards the table has that is played on: those dealt to it, or a hand that is laid out."""
        return self.field_size or self.hand_size

    @cached_property
    def new_table(self) -> bool:
        """Whether a new table is laid after an auction."""
        return any(isinstance(p, Bid) and bool(self.options[p.new_table]) for p in self.rule_set.phases)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together; empty where each plays alone."""
        for option, sides in self.rule_set.sides.items():
            if self.options[option]:
                return sides
        return ()

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats that play together with ``seat``, itself included."""
        return next((side for side in self.sides if seat in side), (seat,))

    def with_bonuses(
        self, shown: tuple[tuple[Teyaku, int], ...], captured: int
    ) -> tuple[tuple[Teyaku, int], ...]:
        """What a seat showed, each followed by the bonus for its fourth card where that was captured."""
        if not shown or not self.bonuses:
            return shown
        found = []
        for teyaku, cards in shown:
            found.append((teyaku, cards))
            bonus = self.bonuses.get(teyaku.id)
            fourth = month_mask(teyaku.months[0]) & ~cards & captured if bonus else 0
            if bonus and fourth:
                found.append((bonus, fourth))
        return tuple(found)

    @cached_property
    def dekiyaku(self) -> tuple[tuple[int, int, Yaku], ...]:
        """Each dekiyaku after its cards and those of the larger yaku that would replace it (0: none)."""
        table = [replace(y, multiplier=self.number(y.multiplier)) for y in self.rule_set.dekiyaku]
        by_id = {y.id: y for y in table}
        stack = self.options.get("stack_subsets", False)
        return tuple((y.cards, by_id[y.within].cards if y.within and not stack else 0, y) for y in table)

    @cached_property
    def listed(self) -> dict[str, Listed]:
        """Each dekiyaku as a settlement lists it, by its id."""
        return {yaku.id: list_yaku(yaku) for _, _, yaku in self.dekiyaku}

    @cached_property
    def teyaku(self) -> dict[str, Teyaku]:
        """The teyaku by id."""
        return {t.id: t for t in self.rule_set.teyaku}

    @cached_property
    def bonuses(self) -> dict[str, Teyaku]:
        """The bonus teyaku by the id of the one whose fourth card earns it."""
        return {t.bonus_of: t for t in self.rule_set.teyaku if t.bonus_of}

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses by id; those of options are ``<variant>.<option>=<value>``."""
        found = {c.id: c for c in self.rule_set.clauses}
        for option in self.rule_set.options:
            for value, tag in option.values:
                id_ = option_clause(self.rule_set.id, option, value)
                found[id_] = Clause(id_, tag, option.source)
        return found

    @cached_property
    def _in_force(self) -> dict[str, str]:
        return {o.name: option_clause(self.variant, o, self.options[o.name]) for o in self.rule_set.options}

    def in_force(self, name: str) -> str:
        """The id of the clause that option ``name`` has chosen at this table."""
        return self._in_force[name]

    @cached_property
    def reach(self) -> tuple[int, ...]:
        """For each card, the cards that matter to it when they lie on the field."""
        prey, wild = self.rule_set.prey, self.rule_set.wild
        return tuple(ALL if wild >> c.id & 1 else month_mask(c.month) | prey for c in DECK)

    @cached_property
    def moves(self) -> tuple[Moves, ...]:
        """For each card, by the cards of its `reach` that lie on the field: the moves it allows."""
        return tuple(Moves(self, c.id) for c in DECK)

    def misdeal(self, hands: tuple[int, ...], field: int) -> tuple[Misdeal, int, int] | None:
        """Why a deal is dealt again: the rule, the month, the hand's seat (-1: the field); or None."""
        for rule in self.rule_set.misdeals:
            places = ((-1, field),) if rule.where == "field" else enumerate(hands)
            for seat, cards in places:
                if rule.count == 4 and not full_months(cards):
                    continue  # most deals end here
                for month in rule.months:
                    if (cards & month_mask(month)).bit_count() >= rule.count:
                        return rule, month, seat
        return None

    @cached_property
    def hands_misdealt(self) -> bool:
        """Whether a hand can be the reason to deal again."""
        return any(rule.where == "hand" for rule in self.rule_set.misdeals)

    def held(self, hand: int) -> list[tuple[Teyaku, int]]:
        """The teyaku in a dealt hand, each with the cards that make it."""
        months = months_of_three(hand)
        if not months and (hand & CHAFF).bit_count() < self._least_chaff:
            return []
        found = [(t, t.shown_from(hand, self.kinds)) for span, t in self._to_hold if t.chaff or span & months]
        return [(t, cards) for t, cards in found if cards]

    @cached_property
    def _to_hold(self) -> tuple[tuple[int, Teyaku], ...]:
        """The teyaku that a dealt hand can hold, each after the set of all cards of its months."""
        to_hold = [t for t in self.rule_set.teyaku if not t.bonus_of]
        return tuple((sum(month_mask(month) for month in t.months), t) for t in to_hold)

    @cached_property
    def _least_chaff(self) -> int:
        return min((t.chaff for t in self.rule_set.teyaku if t.chaff), default=DECK_SIZE)

    def shows(self, held: list[tuple[Teyaku, int]]) -> list[tuple[tuple[Teyaku, int], ...]]:
        """Every choice among the ``held`` teyaku that may be shown together: at most one of each group."""
        shows: list[tuple[tuple[Teyaku, int], ...]] = []
        for first in reversed(held):
            group = first[0].group
            after = [show for show in shows if all(t.group != group for t, _ in show)]
            shows = [(first,), *((first, *show) for show in after), *shows]
        return sorted(shows, key=len)

    def made(self, captured: int) -> list[Yaku]:
        """The dekiyaku among the captured cards, in the order of the table, without replaced ones."""
        found = []
        for cards, larger, yaku in self.dekiyaku:
            if captured & cards == cards and not (larger and captured & larger == larger):
                found.append(yaku)
        return found

    def card_points(self, captured: int) -> int:
        """The points of captured cards, without yaku."""
        total = 0
        for cards, points in self.worth:
            total += points * (captured & cards).bit_count()
        return total

    def kind_of(self, card: int) -> Kind:
        """What a card counts as in this game."""
        return self.rule_set.counts_as.get(card, DECK[card].kind)


def option_clause(variant: str, option: Option, value: Value) -> str:
    """The clause id of one alternative: ``shishibo.stack_subsets=false``; of a number, ``enshu-
    wagers.wager``.
    """
    if option.least is not None:
        return f"{variant}.{option.name}"
    return f"{variant}.{option.name}={str(value).lower()}"


def options_in_force(rule_set: RuleSet, options: Mapping[str, object]) -> dict[str, Value]:
    """All options of the rule set with their values; ValueError for an unknown name or value."""
    known: dict[str, Option] = {o.name: o for o in rule_set.options}
    for name, value in options.items():
        if name not in known:
            names = ", ".join(known)
            raise RulesError(f"options.{name}", f"{rule_set.id} has no such option; it has {names}")
        if not known[name].allows(value):
            raise RulesError(f"options.{name}", f"{value!r} is not {known[name].allowed}")
    return {name: options.get(name, option.default) for name, option in known.items()}  # type: ignore[misc]
