"""A match: rounds played one after another by the same people, saved and loaded as JSON.

What is stored are names, options, length and the rounds themselves, as records or score sheets. Dealer,
standings and matchboxes always follow from them.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hanalearn.game.deal import deal
from hanalearn.game.formats import MOST_NUMBER, Faults, Fields, FormatError, load, shown, within
from hanalearn.game.record import VERSION, read_record, read_variant, record_of, rules_for
from hanalearn.game.round import Round
from hanalearn.game.sheet import read_sheet, sheet_json
from hanalearn.rules.settling import Settling, Sheet, settled

MOST_NAME = 40  # characters


@dataclass(frozen=True, slots=True)
class Played:
    """One round of a match: a `Round`, perhaps unfinished, or a settled `Sheet`, and who sat where.

    ``names``: one a seat of the round or sheet, the round's dealer first.
    """

    game: Round | Sheet
    names: tuple[str, ...]

    @property
    def finished(self) -> bool:
        """Whether it is over; a sheet always is."""
        return not isinstance(self.game, Round) or self.game.finished

    def settled(self) -> tuple[Settling, tuple[str, ...]]:
        """The settlement, and the name of each of its seats."""
        if isinstance(self.game, Round):
            return self.game.settle(), tuple(self.names[seat] for seat in self.game.active)
        return settled(self.game, ledger=False), self.names


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands: ``payment`` in the variant's unit, ``total`` of points, rounds won.

    ``box`` holds the matchsticks left, where the rule set counts them, else None; it may be below 0.
    """

    name: str
    payment: int
    total: int
    won: int
    box: int | None


class Match:
    """A match of ``names`` (in table order, the first dealer first) over ``length`` rounds.

    Raises `FormatError` for a number of players, an option, a name or a length that cannot be.
    """

    def __init__(
        self,
        variant: str,
        names: Sequence[str],
        options: Mapping[str, object] | None = None,
        length: int | None = None,
    ) -> None:
        self.rules = rules_for(variant, len(names), dict(options or {}))
        _check_names(names)
        self.names = tuple(names)
        self.length = self.rules.rule_set.match_length if length is None else length
        self.rounds: list[Played] = []

    # --- what follows from the rounds ---

    @property
    def dealer(self) -> str:
        """Who deals the round that is being played, or the next one."""
        dealer = self.names[0]
        for played in self.rounds:
            if played.finished:
                dealer = self._next_dealer(played, dealer)
        return dealer

    def _next_dealer(self, played: Played, dealer: str) -> str:
        settling, names = played.settled()
        first = self.names.index(dealer)
        won = None if settling.winner is None else self.names.index(names[settling.winner]) - first
        return self.names[(first + self.rules.rule_set.deals_next(won)) % len(self.names)]

    @property
    def counted(self) -> int:
        """How many rounds count towards the length: the finished ones that were not void."""
        return sum(played.finished and not played.settled()[0].void for played in self.rounds)

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return self.counted >= self.length

    def standings(self) -> list[Standing]:
        """How the players stand, in table order."""
        payment, total, won = (dict.fromkeys(self.names, 0) for _ in range(3))
        for played in self.rounds:
            if not played.finished:
                continue
            settling, names = played.settled()
            for seat, name in enumerate(names):
                payment[name] += settling.payments[seat]
                total[name] += 0 if settling.void else settling.totals[seat]
            if settling.winner is not None:
                for name in self._winners(settling, names):
                    won[name] += 1
        boxes = self.rules.options.get("matchsticks")
        return [
            Standing(n, payment[n], total[n], won[n], None if boxes is None else int(boxes) + payment[n])
            for n in self.names
        ]

    def _winners(self, settling: Settling, names: tuple[str, ...]) -> list[str]:
        assert settling.winner is not None
        return [names[seat] for seat in self.rules.side_of(settling.winner)]

    # --- playing on ---

    @property
    def seats(self) -> tuple[str, ...]:
        """The names in the order of the next round's seats: from the dealer on."""
        first = self.names.index(self.dealer)
        return self.names[first:] + self.names[:first]

    @property
    def current(self) -> Round | None:
        """The round that is being played, if one is."""
        last = self.rounds[-1] if self.rounds else None
        return last.game if last and isinstance(last.game, Round) and not last.finished else None

    def deal(self, seed: int) -> Round:
        """Begin the next round; ValueError while one is being played or when the match is over."""
        self._may_begin()
        round_ = Round(self.rules, deal(self.rules, Random(seed)))
        self.rounds.append(Played(round_, self.seats))
        return round_

    def add(self, game: Round | Sheet, names: Sequence[str] | None = None) -> None:
        """Add a round or a sheet; FormatError where it does not belong to this match.

        ``names``: who sat at the sheet's seats, where not everybody was active.
        """
        self._may_begin()
        if game.rules.variant != self.rules.variant:
            raise FormatError("variant", f"{game.rules.variant} is not {self.rules.variant}, as the match is")
        if game.rules.options != self.rules.options:
            raise FormatError("options", "are not those of the match")
        if isinstance(game, Round):
            if game.rules.players != len(self.names):
                problem = f"{game.rules.players} are not the {len(self.names)} players of the match"
                raise FormatError("players", problem)
            self.rounds.append(Played(game, self.seats))
            return
        self.rounds.append(Played(game, self._names_of(game, names)))

    def _names_of(self, sheet: Sheet, names: Sequence[str] | None) -> tuple[str, ...]:
        seats = len(sheet.captured)
        if names is None:
            if seats != len(self.names):
                raise FormatError("names", f"are needed: {seats} of {len(self.names)} players were active")
            return self.seats
        if len(names) != seats:
            raise FormatError("names", f"must be {seats}, one a seat, not {len(names)}")
        for name in names:
            if name not in self.names or list(names).count(name) > 1:
                raise FormatError("names", f"{shown(name)} is not one player of the match")
        first = self.names.index(names[0])
        turn_order = [name for name in self.names[first:] + self.names[:first] if name in names]
        # The two of an auction sit as they bid, not as they are placed at the table.
        if list(names) != turn_order and sheet.bids is None:
            raise FormatError("names", f"must be in turn order: {', '.join(turn_order)}")
        return tuple(names)

    def _may_begin(self) -> None:
        if self.current:
            raise ValueError("a round is being played")
        if self.over:
            raise ValueError("the match is over")

    # --- saving and loading ---

    def to_json(self) -> dict[str, object]:
        """The match as JSON; reading it gives the same match, also half-way through a round."""
        rounds: list[dict[str, object]] = []
        for played in self.rounds:
            if isinstance(played.game, Round):
                rounds.append({"record": record_of(played.game)})
                continue
            entry: dict[str, object] = {"sheet": sheet_json(played.game)}
            if len(played.names) != len(self.names):
                entry["names"] = list(played.names)
            rounds.append(entry)
        return {
            "hanalearn": VERSION,
            "match": {
                "variant": self.rules.variant,
                "options": dict(self.rules.options),
                "names": list(self.names),
                "length": self.length,
            },
            "rounds": rounds,
        }

    @classmethod
    def from_json(cls, data: object) -> Match:
        """The match that ``data`` tells; `FormatError`, naming the place, for any fault."""
        fields, faults = Fields(data), Faults()
        with faults.part():
            if fields.get("hanalearn", int) != VERSION:
                raise FormatError("hanalearn", f"must be {VERSION}, the only version there is")
        with faults.part():
            head = Fields(fields.get("match", dict), "match")
            with within("match"):
                variant, options = read_variant(head)
            names = head.strings("names")
            length = head.whole("length", 1, MOST_NUMBER) if head.has("length") else None
            head.done()
            with within("match"):
                match = cls(variant, names, options, length)
        with faults.part():
            rounds = list(fields.objects("rounds"))
            fields.done()
        faults.done()
        for entry in rounds:
            match._read_round(entry)
        return match

    def _read_round(self, entry: Fields) -> None:
        if self.current:
            raise FormatError(entry.place, "comes after a round that is not finished")
        if self.over:
            raise FormatError(entry.place, f"is more than the {self.length} rounds of the match")
        record, sheet = entry.raw("record"), entry.raw("sheet")
        if (record is None) == (sheet is None):
            raise FormatError(entry.place, "must hold either a record or a sheet")
        names = entry.strings("names") if sheet is not None and entry.has("names") else None
        entry.done()
        if record is not None:
            with within(entry.at("record")):
                self.add(read_record(record))
            return
        with within(entry.at("sheet")):
            game = read_sheet(sheet)
        with within(entry.place):
            self.add(game, names)

    def save(self, path: Path) -> None:
        """Write the match to a file: whole or not at all, so that an interruption costs nothing."""
        text = json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        try:
            with open(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(part, path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: Path) -> Match:
        """Read a match from a file; `FormatError` for a fault in it, OSError where it cannot be read."""
        return cls.from_json(load(path.read_bytes()))


def _check_names(names: Sequence[str]) -> None:
    for i, name in enumerate(names):
        place = f"names[{i}]"
        if not name.strip() or len(name) > MOST_NAME or not name.isprintable():
            raise FormatError(place, f"must be a name of 1 to {MOST_NAME} printable characters")
        if name in names[:i]:
            raise FormatError(place, f"{name} is named twice")
