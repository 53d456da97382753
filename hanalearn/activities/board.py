"""The view of a round: what one viewer may know of it, in words and plain JSON."""

from __future__ import annotations

from collections.abc import Sequence

from hanalearn import words
from hanalearn.cards import DECK, MONTHS, Kind, ids_of
from hanalearn.game.deal import as_set
from hanalearn.game.round import Event, Round
from hanalearn.lessons.telling import (
    Company,
    at_table,
    change_text,
    event_text,
    outcome_text,
    row_text,
    rule,
    told,
)
from hanalearn.rules import Rules
from hanalearn.rules.compiled import Move
from hanalearn.rules.model import (
    BID,
    CONTINUE,
    SHOW,
    STOP,
    Bid,
    BlindRaise,
    DeclareFuke,
    Join,
    Raise,
    Reveal,
    ShowTeyaku,
)
from hanalearn.rules.settling import Row, Settling

Json = dict[str, object]


class Board:
    """A round as ``viewer`` sees it. ``viewer`` None sees every hand.

    ``told`` are all events so far; those from position ``fresh`` on happened since the viewer last acted.
    ``lit`` are cards that are counted just now.
    """

    def __init__(
        self,
        round_: Round,
        viewer: int | None,
        company: Company,
        told: Sequence[Event],
        fresh: int,
        lit: int = 0,
    ) -> None:
        self.round = round_
        self.rules: Rules = round_.rules
        self.viewer = viewer
        self.company = company
        self.told = told
        self.fresh = fresh
        self.lit = lit

    def view(self) -> Json:
        """Everything but ``seq``, ``refused``, ``ask`` and ``controls``, which the activity adds."""
        return {
            "answered": 0,
            "walk": None,
            "title": words.say(
                "table.title",
                game=words.say(f"variant.{self.rules.variant}"),
                players=self.rules.players,
            ),
            "phase": self._phase(),
            "stake": self._stake(),
            "live": " ".join(event_text(e, self.company) for e in self.told[self.fresh :]),
            "field": {
                "label": words.say("table.field"),
                "cards": [self.card(n, marks=True) for n in ids_of(self.round.field_seen)],
            },
            "drawn": self._drawn(),
            "pile": self._pile(),
            "seats": [self._seat(seat) for seat in range(self.rules.players)],
            "log": self._log(),
            "ledger": self._ledger(),
        }

    # --- cards ---

    def card(self, n: int, *, marks: bool = False, moves: list[Json] | None = None) -> Json:
        """An open card."""
        return open_card(self.rules, n, self._mark(n) if marks else None, moves)

    def _mark(self, n: int) -> str | None:
        if self.lit >> n & 1:
            return "counted"
        for event in reversed(self.told[self.fresh :]):
            if event.what.endswith(".takes") and (event.cards | event.taken) >> n & 1:
                return "taken"
            if event.what.endswith(".lays") and event.cards >> n & 1:
                return "laid"
        return None

    def _moves(self, n: int) -> list[Json]:
        round_ = self.round
        if round_.turn is None or round_.turn != self.viewer or not round_.playing:
            return []
        moves = [m for m in round_.legal() if isinstance(m, Move) and m.card == n]
        return [
            {
                "do": round_.text(move),
                "on": DECK[ids_of(move.taken)[0]].notation if move.taken else "-",
                "takes": [DECK[t].notation for t in ids_of(move.taken)],
                "text": _what_it_does(move, chosen=len(moves) > 1),
            }
            for move in moves
        ]

    def _drawn(self) -> Json | None:
        drawn = self.round.drawn
        if drawn is None:
            return None
        return open_card(self.rules, drawn, "drawn", self._moves(drawn))

    # --- the table ---

    def _phase(self) -> Json:
        round_ = self.round
        phases = self.rules.rule_set.phases
        ids = [phase.id for phase in phases if not isinstance(phase, Reveal)]
        begun = phases[: phases.index(round_.phase)]
        at = len(ids) if round_.finished else sum(not isinstance(phase, Reveal) for phase in begun)
        ids.append("settled")
        now = "next" if isinstance(round_.phase, Reveal) else "now"
        states = ["done" if i < at else now if i == at else "next" for i in range(len(ids))]
        return {
            "label": words.say("phases"),
            "steps": [
                {
                    "id": id_,
                    "label": words.say(f"phase.{id_}"),
                    "state": state,
                    "statetext": words.say(f"phase.{state}"),
                }
                for id_, state in zip(ids, states, strict=True)
            ],
        }

    def _stake(self) -> Json | None:
        settling = self.round.stake_so_far(ledger=True)
        if not settling.rows:
            return None
        say = self.company.say
        return {
            "label": say("stake.label"),
            "value": say("stake.value", n=settling.stake),
            "parts": [
                {
                    "label": say(f"stake.part.{row.step}"),
                    "value": str(row.amount) if row.op == "set" else say("stake.part.add", n=row.amount),
                    "cards": [DECK[n].notation for n in ids_of(row.cards)],
                }
                for row in settling.rows
            ],
        }

    def _pile(self) -> Json:
        left = self.round.pile_left
        text = words.say("table.pile.text", cards=words.count("cards.count", left))
        return {
            "label": words.say("table.pile"),
            "count": left,
            "text": text if left else words.say("table.pile.empty"),
        }

    def _seat(self, seat: int) -> Json:
        round_ = self.round
        dealt = seat < len(round_.hands)
        out = None
        if not dealt:
            out = words.say("seat.sits-out")
        elif seat == round_.laid_out:
            out = words.say("seat.laid-out")
        elif seat not in round_.active:
            out = words.say("seat.outbid" if round_.bids else "seat.retired")
        captured = round_.captured[seat] if dealt else 0
        turn = round_.turn == seat
        return {
            "seat": seat,
            "name": self.company.names[seat],
            "you": seat == self.viewer,
            "badges": [words.say("seat.dealer")] if dealt and seat == round_.dealer else [],
            "turn": turn,
            "turntext": self.company.by("seat.turn", seat) if turn else "",
            "out": out,
            "hand": {
                "label": self.company.by("seat.hand", seat),
                "cards": self._hand(seat) if not out else [],
                "empty": words.say("seat.hand.empty"),
            },
            "captured": [
                {
                    "kind": kind.value,
                    "label": words.kind_name(kind, many=True),
                    "cards": [self.card(n, marks=True) for n in ids_of(captured & self.rules.kinds[kind])],
                }
                for kind in Kind
            ],
            "capturedlabel": self.company.by("seat.captured", seat),
            "capturedempty": words.say("seat.captured.none"),
            "notes": self._notes(seat, captured),
            "points": words.say("seat.points", n=self.rules.card_points(captured)),
        }

    def _hand(self, seat: int) -> list[Json]:
        round_ = self.round
        if not round_.revealed:
            return []  # nothing is dealt yet
        hand = as_set(round_.hands[seat])
        open_ = hand if self.viewer is None else round_.may_see(self.viewer, seat)
        shown = round_.may_see(-1, seat) if seat in round_.shown else 0
        cards = [
            open_card(self.rules, n, "shown" if shown >> n & 1 else None, self._moves(n))
            for n in ids_of(open_)
        ]
        # A card that is not open is only counted: nothing about it leaves the kernel.
        back: Json = {"back": True, "spoken": words.say("card.back")}
        return cards + [back] * (hand & ~open_).bit_count()

    def _notes(self, seat: int, captured: int) -> list[str]:
        worth = self.rules.options.get("hand_yaku_points") != "ignore"
        notes = []
        for teyaku, _ in self.round.shown.get(seat, ()):
            key = "seat.note.stops" if teyaku.stops else "seat.note.shown"
            points = teyaku.points if worth else 0
            notes.append(words.say(key, yaku=words.yaku(teyaku.id), n=points))
        for y in self.rules.made(captured):
            if y.points:
                notes.append(words.say("seat.note.made", yaku=words.yaku(y.id), n=y.points))
            else:
                notes.append(words.yaku(y.id))
        blind = isinstance(self.round.phase, BlindRaise) and not self.round.may_see(seat, seat)
        if blind and seat == self.viewer:
            notes.append(words.say("seat.note.hidden"))
        return notes

    def _log(self) -> Json:
        entries = [
            {**told(event, self.rules, self.company), "new": i >= self.fresh}
            for i, event in enumerate(self.told)
        ]
        return {"label": words.say("table.log"), "entries": entries}

    def _ledger(self) -> Json | None:
        if not self.round.finished:
            return None
        return ledger_view(self.round.settle(ledger=True), list(self.round.active), self.company)

    # --- what is asked ---

    def ask(self) -> Json:
        """The question to the seat whose turn it is, with its choices."""
        round_ = self.round
        phase, stake = round_.phase, round_.stake
        if round_.turn is None:
            return question(self.company, "over", rule(self.rules, self.rules.rule_set.paid), [])
        clause = rule(self.rules, phase.clause)
        if isinstance(phase, BlindRaise):
            choices = [
                choice("mizu-kotsu", self._mizu_kotsu(stake + 1)),
                choice("pass", self.company.say("do.pass.mizu-kotsu")),
            ]
            asked = question(self.company, "mizu-kotsu", clause, choices, n=stake)
            if len(round_.hands) <= self.rules.rule_set.active:
                asked["why"] = self.company.say("ask.mizu-kotsu.why.free", n=stake)
            return asked
        if isinstance(phase, Join):
            choices = [choice(word, self.company.say(f"do.{word}.text")) for word in map(str, round_.legal())]
            return question(self.company, "join", clause, choices, m=len(round_.active))
        if isinstance(phase, Raise):
            choices = [
                choice("kotsu", self.company.say("do.kotsu.text", n=stake + 1)),
                choice("nashi", self.company.say("do.nashi.text", n=stake)),
            ]
            return question(self.company, "kotsu", clause, choices, n=stake)
        if isinstance(phase, DeclareFuke):
            choices = [
                choice("fuke", words.say("do.fuke.text")),
                choice("pass", words.say("do.pass.fuke")),
            ]
            return question(self.company, "fuke", clause, choices)
        if isinstance(phase, Bid):
            bids: list[Json] = [
                {
                    "do": f"{BID}{n}",
                    "label": words.say("do.bid", n=n),
                    "text": words.say("do.bid.text"),
                }
                for n in self._bids_on_offer()
            ]
            passing = choice("pass", words.say("do.pass.bid"))
            return question(self.company, "bid", clause, [*bids, passing])
        if round_.may_stop:
            choices = [choice(word, words.say(f"do.{word}.text")) for word in (STOP, CONTINUE)]
            return question(self.company, "stop", clause, choices)
        if isinstance(phase, ShowTeyaku):
            return question(self.company, "teyaku", clause, [self._show(str(a)) for a in round_.legal()])
        if round_.drawn is not None:
            chosen = rule(self.rules, round_.rule_for(round_.drawn))
            return question(self.company, "drawn", chosen, [], card=words.card_name(DECK[round_.drawn]))
        matching = len({m.card for m in round_.legal() if isinstance(m, Move) and m.gained})
        return {
            "text": words.say("ask.play"),
            "why": words.count("ask.play.why", matching),
            "rule": clause,
            "choices": [],
        }

    def _mizu_kotsu(self, stake: int) -> str:
        """What a blind raise brings; who plays anyway need not be told that it binds."""
        binds = len(self.round.hands) > self.rules.rule_set.active
        return self.company.say("do.mizu-kotsu.text" if binds else "do.mizu-kotsu.free", n=stake)

    def _bids_on_offer(self) -> list[int]:
        """Some bids worth a button: any whole number may be bid, these are sure to play."""
        highest = max(self.round.bids.values(), default=0)
        return [highest + 1, highest + 5, highest + 10, highest + 20] if highest else [5, 10, 20, 30]

    def _show(self, action: str) -> Json:
        if not action.startswith(SHOW):
            return choice(action, self.company.say("do.pass.teyaku"))
        ids = action.removeprefix(SHOW).split()
        worth = self.rules.options.get("hand_yaku_points") != "ignore"
        shown = [self.rules.teyaku[id_] for id_ in ids]
        points = sum(t.points for t in shown) if worth else 0
        stops = any(t.stops for t in shown)
        label = words.say("do.show", yaku=words.phrase(words.yaku(id_) for id_ in ids))
        text = words.say("do.show.text.stops") if stops else words.say("do.show.text", n=points)
        return {"do": action, "label": label, "text": text}


def _what_it_does(move: Move, *, chosen: bool) -> str:
    """A move in a few words; ``chosen``: whether the card could do something else."""
    if move.taken:
        return words.say("move.take", cards=words.names_of(move.taken))
    if not move.change:
        return words.say("move.throw")
    return words.say("move.lay.choice" if chosen else "move.lay")


def question(
    company: Company, key: str, clause: Json | dict[str, str], choices: list[Json], **gaps: object
) -> Json:
    """An ``ask`` of the view: text, reason, clause, choices."""
    return {
        "text": company.say(f"ask.{key}", **gaps),
        "why": company.say(f"ask.{key}.why", **gaps),
        "rule": clause,
        "choices": choices,
    }


def choice(word: str, text: str) -> Json:
    """A button of an ``ask``."""
    return {"do": word, "label": words.say(f"do.{word}"), "text": text}


def open_card(rules: Rules, n: int, mark: str | None = None, moves: list[Json] | None = None) -> Json:
    """A card as a view shows it: named as this game counts it."""
    card, kind, points = DECK[n], rules.kind_of(n), rules.card_points(1 << n)
    return {
        "id": card.notation,
        "name": words.card_name(card),
        "spoken": words.spoken(card, kind),
        "month": card.month,
        "monthname": MONTHS[card.month - 1].english,
        "kind": kind.value,
        "tag": words.say("card.tag", month=card.month, kind=words.kind_name(kind)),
        "points": points,
        "pointstext": words.count("card.points", points),
        "moves": moves or [],
        "mark": mark,
        "marktext": words.say(f"mark.{mark}") if mark else "",
    }


def _result(row: Row, company: Company) -> str:
    """What a row comes to, as a view shows it: the stake so far, a seat's points, or what it is paid."""
    if row.op == "pay":
        return f"{row.after:+d}"
    return company.say(f"ledger.after.{'stake' if row.seat is None else 'points'}", n=row.after)


def ledger_view(settling: Settling, seats: list[int], company: Company, *, rows: int | None = None) -> Json:
    """A settlement as a view shows it. ``seats``: the number of each settled seat at the table.

    With ``rows``, only so many of its rows; the outcome stays open until the last.
    """
    whole = settling.rows or []
    told_rows = whole if rows is None else whole[:rows]
    shown, lit = [], 0
    for inner in told_rows:
        row = at_table(inner, seats)
        lit |= row.cards
        shown.append(
            {
                "step": company.say(f"ledger.step.{row.step}"),
                "seat": "" if row.seat is None else company.names[row.seat],
                "op": row.op,
                "amount": change_text(row),
                "after": _result(row, company),
                "cards": [DECK[n].notation for n in ids_of(row.cards)],
                "text": row_text(row, company),
                "rule": rule(settling.rules, row.rule),
            }
        )
    # A stake by itself is not decided: nobody has won it yet.
    settled = len(shown) == len(whole) and bool(settling.decided_by)
    return {
        "label": words.say("ledger"),
        "columns": {key: words.say(f"ledger.{key}") for key in ("step", "seat", "amount", "after", "why")},
        "rows": shown,
        "outcome": outcome_text(settling, seats, company) if settled else "",
        "decided": rule(settling.rules, settling.decided_by) if settled else None,
        "payments": [
            {"name": company.names[seat], "text": f"{settling.payments[i]:+d}"}
            for i, seat in enumerate(seats)
            if settled
        ],
        "cards": {DECK[n].notation: open_card(settling.rules, n) for n in ids_of(lit)},
    }


__all__ = ["Board", "choice", "ledger_view", "open_card", "question"]
