"""Sentences for what the engine reports: an event, a clause, a row of the ledger, a settlement.

A `Company` knows what the seats are called and who is reading, so that one place decides between
"Kiku plays" and "You play".
"""

from __future__ import annotations

from dataclasses import dataclass

from hanalearn import words
from hanalearn.cards import DECK, Kind, ids_of, written
from hanalearn.game.round import Event, Round
from hanalearn.rules import Rules
from hanalearn.rules.settling import Row, Settling


@dataclass(frozen=True, slots=True)
class Company:
    """The people at a table of ``variant``: a name a seat, and the reader's seat (None: a reader outside)."""

    names: tuple[str, ...]
    variant: str
    reader: int | None = None

    def by(self, key: str, seat: int | None, **gaps: object) -> str:
        """A sentence about ``seat``."""
        if seat is None:
            return words.say(key, self.variant, **gaps)
        return words.by(key, self.names[seat], self.variant, you=seat == self.reader, **gaps)

    def say(self, key: str, **gaps: object) -> str:
        """A sentence of this game."""
        return words.say(key, self.variant, **gaps)


def seats_by_number(variant: str, players: int) -> Company:
    """A company without names: ``Seat 0``, ``Seat 1`` …"""
    return Company(tuple(words.say("seat.number", n=n) for n in range(players)), variant)


def rule(rules: Rules, id_: str) -> dict[str, str]:
    """A clause as a view shows it: id, tag and what it means, source, sentence."""
    clause = rules.clauses[id_]
    return {
        "id": id_,
        "tag": clause.tag,
        "tagtext": words.say(f"tag.{clause.tag}"),
        "source": clause.source,
        "text": words.clause(id_),
    }


def event_text(event: Event, company: Company) -> str:
    """One sentence: what happened."""
    gaps = dict(event.words)
    if "yaku" in gaps:
        gaps["yaku"] = words.yaku(str(gaps["yaku"]))
    if event.cards:
        gaps["cards"] = words.names_of(event.cards)
    if event.taken:
        gaps["taken"] = words.names_of(event.taken)
    return company.by(f"event.{event.what}", event.seat, **gaps)


def row_text(row: Row, company: Company) -> str:
    """One sentence: what a row of the ledger counts."""
    gaps = dict(row.words)
    if row.step == "winner":
        return words.clause(row.rule)
    if row.step == "payment":
        if row.amount > 0:
            return company.by("ledger.receives", row.seat)
        winner = company.names[int(str(gaps["winner"]))]
        return company.by("ledger.payment", row.seat, winner=winner)
    if "other" in gaps:
        gaps["other"] = company.names[int(str(gaps["other"]))]
    if "yaku" in gaps:
        gaps["yaku"] = words.yaku(str(gaps["yaku"]))
        return company.say(f"ledger.{row.step}", **gaps)
    n = int(str(gaps.pop("n")))
    kind = gaps.pop("kind", None)
    if isinstance(kind, Kind):
        gaps |= {"kind": words.kind_name(kind), "kinds": words.kind_name(kind, many=True)}
    elif row.step == "card-points":
        n = 0
    return words.count(f"ledger.{row.step}", n, company.variant, **gaps)


def told(what: Event | Row, rules: Rules, company: Company) -> dict[str, object]:
    """What happened, why the rule says so (empty where that was said already), its clause, its cards."""
    text = event_text(what, company) if isinstance(what, Event) else row_text(what, company)
    why = words.clause(what.rule)
    cards = what.cards | what.taken if isinstance(what, Event) else what.cards
    return {
        "text": text,
        "why": why if why != text else "",
        "rule": rule(rules, what.rule),
        "cards": [DECK[n].notation for n in ids_of(cards)],
    }


def ledger_json(settling: Settling, seats: list[int], company: Company) -> list[dict[str, object]]:
    """The ledger of the score sheet's answer. ``seats``: the number of each settled seat at the table."""
    rows = settling.rows or []
    return [
        {
            "step": row.step,
            "seat": None if row.seat is None else seats[row.seat],
            "op": row.op,
            "amount": row.amount,
            "after": row.after,
            "cards": written(ids_of(row.cards)),
            "rule": row.rule,
            "tag": settling.rules.clauses[row.rule].tag,
            "text": row_text(at_table(row, seats), company),
        }
        for row in rows
    ]


def at_table(row: Row, seats: list[int]) -> Row:
    """A row with seats as they are numbered at the table, not among those that played."""
    gaps = dict(row.words)
    for who in ("winner", "other"):
        if gaps.get(who) is not None:
            gaps[who] = seats[int(str(gaps[who]))]
    seat = None if row.seat is None else seats[row.seat]
    return Row(row.step, seat, row.op, row.amount, row.after, row.rule, row.cards, gaps)


def outcome(settling: Settling, seats: list[int], action: int = -1) -> Event:
    """What a settlement comes to: who wins what, by which clause. ``action``: the last of the round."""
    if settling.winner is None:
        return Event("void", settling.decided_by, action=action)
    won: dict[str, object] = {"n": settling.stake}
    return Event("settled", settling.decided_by, seats[settling.winner], action=action, words=won)


def outcome_text(settling: Settling, seats: list[int], company: Company) -> str:
    """One sentence: who wins what, or why nobody does."""
    if settling.winner is not None:
        return company.by("ledger.outcome", seats[settling.winner], n=settling.stake)
    return company.say("ledger.outcome.void" if settling.void else "ledger.outcome.tie")


def change_text(row: Row) -> str:
    """What a row changes, in signs; nothing for a row that only names the winner."""
    if row.step == "winner":
        return ""
    if row.op in ("add", "pay"):
        return f"{row.amount:+d}"
    return words.say(f"ledger.op.{row.op}", n=row.amount)


def settled_event(round_: Round) -> Event:
    """The last event of a finished round: who wins what, by which clause."""
    return outcome(round_.settle(), round_.active, len(round_.actions) - 1)
