"""One round: whose turn it is, what is legal, what happens. It keeps the actions; all else follows from them.

A declaration is its own word (``"kotsu"``, ``"show sanbon-4"``), a placement is a `Move` of the compiled
rules; `Round.text` and `Round.parse` translate between them and the notation of records.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hanalearn import rules as rule_sets
from hanalearn.cards import ALL, DECK, CardSet, ids_of, month_mask
from hanalearn.game.deal import Deal, as_set, deal
from hanalearn.game.formats import MOST_NUMBER
from hanalearn.rules.compiled import Move, Rules
from hanalearn.rules.hana_awase import MATCHING
from hanalearn.rules.matching import full_months
from hanalearn.rules.model import (
    BID,
    CONTINUE,
    ENTER,
    FUKE,
    KOTSU,
    MIZU_KOTSU,
    PASS,
    RETIRE,
    SHOW,
    STOP,
    Bid,
    BlindRaise,
    DeclareFuke,
    Join,
    Phase,
    Play,
    Raise,
    Reveal,
    ShowTeyaku,
    Teyaku,
)
from hanalearn.rules.settling import Raises, Settling, Sheet, settled

Action = Move | str

MOST_DIGITS = 16  # of a bid, so that no text of a record is turned into an endless number
ANY_BID = BID + "N"
RANDOM_BIDS = 40  # the highest bid of random play

UNSEEN = (Reveal, BlindRaise)  # phases in which not everybody has looked at the own hand

Draw = Callable[[], float]  # a source of random numbers, from 0 to below 1

_MONTH_OF = tuple(month_mask(c.month) for c in DECK)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: ``what`` is the id of its sentence, ``rule`` of its clause.

    ``cards`` are those seen by all; ``seat`` is who did it; ``words`` are what the sentence names.
    ``action`` is the position, in the record, of the action that caused it (-1: the deal).
    """

    what: str
    rule: str
    seat: int | None = None
    cards: int = 0
    taken: int = 0
    action: int = -1
    words: dict[str, object] = field(default_factory=dict)


Listener = Callable[[Event], None]


class IllegalAction(ValueError):
    """An action that the rules do not allow now; ``rule`` is the clause that forbids it, where one does."""

    def __init__(self, action: str, legal: Sequence[str], rule: str = "") -> None:
        self.action, self.legal, self.rule = action, list(legal), rule
        allowed = ", ".join(legal) if legal else "none, the round is over"
        super().__init__(f"{action} is not legal here; legal: {allowed}")


class Round:
    """A round being played, from a `Deal` and the rules in force.

    Read ``turn`` (the seat to act, None when the round is over), ``phase``, ``legal()``; act with ``play``
    (text, checked) or ``push`` (an element of ``legal()``, unchecked). ``listener`` is told every `Event`.
    """

    __slots__ = (
        "_asked",
        "_from_hand",
        "_held",
        "_next_seat",
        "_phase_at",
        "_pile_at",
        "actions",
        "active",
        "bids",
        "bound",
        "captured",
        "deal",
        "drawn",
        "field",
        "finished",
        "fuke",
        "gaji",
        "hands",
        "kotsu",
        "laid_out",
        "listener",
        "looked",
        "may_stop",
        "mizu_kotsu",
        "passes",
        "phase",
        "pile",
        "played_out",
        "playing",
        "revealed",
        "rules",
        "shown",
        "table",
        "trash",
        "turn",
    )

    def __init__(self, rules: Rules, deal: Deal, listener: Listener | None = None) -> None:
        self.rules = rules
        self.deal = deal
        self.listener = listener
        self.actions: list[Action] = []
        self.hands = [list(hand) for hand in deal.hands]
        self.field = as_set(deal.field)
        self.pile: Sequence[int] = deal.pile
        self.captured = [0] * len(self.hands)
        self.active = list(range(len(self.hands)))
        #: Seats that may see their own hand; those that raised blindly and must enter; what seats showed.
        self.looked = 0
        self.bound = 0
        self.shown: dict[int, tuple[tuple[Teyaku, int], ...]] = {}
        self.mizu_kotsu = self.kotsu = self.passes = 0
        #: The card turned over that waits for its place, or None.
        self.drawn: int | None = None
        self.turn: int | None = None
        self.revealed = self.playing = self.finished = self.played_out = False
        #: The seat that declared fuke, in games that ask for it.
        self.fuke: int | None = None
        #: What was thrown away; the user of the gaji and the suit it took; what each seat bid.
        self.trash = 0
        self.gaji: tuple[int, int] | None = None
        self.bids: dict[int, int] = {}
        #: The field that is played on, as dealt; whether ``turn`` is asked to stop after a match.
        self.table = self.field
        self.may_stop = self._from_hand = False
        #: The seat whose hand is the table, where all cards were dealt to hands.
        self.laid_out: int | None = None
        self._asked: list[int] = []
        self._held: dict[int, list[tuple[Teyaku, int]]] = {}
        self._pile_at = 0
        self._next_seat: dict[int, int] = {}
        self._phase_at = 0
        #: The phase the round is in; after the end, the last one.
        self.phase: Phase = rules.rule_set.phases[0]
        if not deal.field:
            self._lay_out_table_hand()
        self._next_phase()

    # --- what is asked ---

    @property
    def dealer(self) -> int:
        """The seat with the dealer's rights: seat 0, or the next one still in."""
        return self.active[0]

    @property
    def play_began(self) -> bool:
        """Whether the pile is settled: returned hands, if any, have been shuffled in."""
        return bool(self._next_seat)

    @property
    def pile_left(self) -> int:
        """How many cards lie in the draw pile."""
        if not self.revealed:
            return len(DECK)
        if self.play_began:
            return len(self.pile) - self._pile_at
        out = sum(len(hand) for seat, hand in enumerate(self.hands) if seat not in self.active)
        return len(self.deal.pile) + out

    @property
    def raises(self) -> Raises:
        """The raises of the round so far."""
        return Raises(self.mizu_kotsu, self.kotsu, self.passes)

    @property
    def field_seen(self) -> int:
        """The field as everybody sees it; empty before it is dealt."""
        return self.field if self.revealed else 0

    def stake_so_far(self, *, ledger: bool = False) -> Settling:
        """The settlement of the stake alone, with the raises made so far and without a cut-off."""
        s = Settling(self._sheet_of(()), ledger=ledger)
        if not self.revealed:
            s.sheet = s.sheet._replace(field=0)
        self.rules.rule_set.settle_stake(s)
        return s

    @property
    def stake(self) -> int:
        """What the stake is now, without a cut-off: 0 where nothing is paid."""
        return self.stake_so_far().stake

    def legal(self) -> list[Action]:
        """The actions open to ``turn``, cards in deck order; empty when the round is over."""
        seat = self.turn
        if seat is None:
            return []
        if self.may_stop:
            return [STOP, CONTINUE]
        if self.playing:
            return [
                m
                for n in ([self.drawn] if self.drawn is not None else self.hands[seat])
                for m in self.moves_of(n)
            ]
        if self.phase.actions:
            return list(self.phase.actions)
        shows = self.rules.shows(self._held[seat])
        return [*(SHOW + " ".join(t.id for t, _ in show) for show in shows), PASS]

    def moves_of(self, n: int) -> tuple[Move, ...]:
        """Every way for card ``n`` to find its place on the field as it lies."""
        return self.rules.moves[n][self.field & self.rules.reach[n]]

    def may_see(self, viewer: int, seat: int) -> int:
        """The cards of ``seat``'s hand that ``viewer`` may see, as a set."""
        if seat >= len(self.hands) or not self.revealed:
            return 0
        hand = as_set(self.hands[seat])
        if viewer == seat:
            return hand if self.looked >> seat & 1 else 0
        if seat not in self.active:
            return 0
        lying = self.rules.rule_set.exposed
        for teyaku, cards in self.shown.get(seat, ()):
            # Toichi and tanichi go back into the hand as soon as all have been asked.
            if teyaku.display != "taken back" or isinstance(self.phase, ShowTeyaku):
                lying |= cards
        return hand & lying

    # --- text ---

    def text(self, action: Action) -> str:
        """An action, legal now, as a record writes it."""
        if isinstance(action, str):
            return action
        head = "" if self.drawn is not None else DECK[action.card].notation
        if head and len(self.moves_of(action.card)) == 1:
            return head
        return f"{head}>{DECK[ids_of(action.taken)[0]].notation if action.taken else '-'}"

    def legal_text(self) -> list[str]:
        """The legal actions as records write them."""
        return [self.text(a) for a in self.legal()]

    def parse(self, text: str) -> Action:
        """The legal action written ``text``; `IllegalAction` otherwise. Cards are read in either case."""
        written = text.strip()
        if self.playing and not self.may_stop:
            written = written.upper()
        elif written.startswith(SHOW):
            named = written.split()[1:]
            known = list(self.rules.teyaku)
            if len(set(named)) == len(named) and all(name in known for name in named):
                written = SHOW + " ".join(sorted(named, key=known.index))
        legal = self.legal()
        for action in legal:
            if self.text(action) == written and action != ANY_BID:
                return action
        if ANY_BID in legal and (number := written.removeprefix(BID)) != written and _is_bid(number):
            return written
        for action in legal:
            if isinstance(action, Move) and self._means(action, written):
                return action
        raise IllegalAction(text, self.legal_text(), self.why_illegal(written))

    def _means(self, move: Move, written: str) -> bool:
        """Whether ``written`` names a move by another of the three cards that it takes together."""
        head, taking, name = written.partition(">")
        drawn = self.drawn is not None
        if not taking or move.taken.bit_count() != 3 or (not drawn and len(self.moves_of(move.card)) == 1):
            return False
        taken = [DECK[n].notation for n in ids_of(move.taken)]
        return name in taken and head == ("" if drawn else DECK[move.card].notation)

    def why_illegal(self, text: str) -> str:
        """The clause that forbids an action, as far as one does; else ``""``."""
        if self.turn is None:
            return "hana-awase.end"
        phase = self.phase
        if isinstance(phase, ShowTeyaku):
            held = [t.id for t, _ in self._held[self.turn]]
            named = text.removeprefix(SHOW).split()
            together = text.startswith(SHOW) and set(named) <= set(held)
            return phase.groups if together else phase.clause
        if not isinstance(phase, Play):
            return phase.clause
        name = text.partition(">")[0]
        n = next((c.id for c in DECK if c.notation == name), self.drawn)
        if n is None or (name and n not in self.hands[self.turn]):
            return "hana-awase.hand"
        return self._rule_of(n, self.field)

    def rule_for(self, n: int) -> str:
        """The clause by which card ``n`` finds its place on the field as it lies."""
        taken = 0
        for move in self.moves_of(n):
            taken |= move.taken
        return self._rule_of(n, self.field, taken)

    def _rule_of(self, n: int, field: int, taken: int = 0) -> str:
        """The clause by which card ``n`` is placed on ``field``, taking ``taken``."""
        own = self.rules.rule_set
        if own.wild >> n & 1 or taken & ~_MONTH_OF[n]:
            return own.wild_rule
        return MATCHING[(field & _MONTH_OF[n]).bit_count()]

    # --- acting ---

    def play(self, text: str) -> None:
        """Do the action written ``text``; `IllegalAction`, and no change, if the rules forbid it."""
        self.push(self.parse(text))

    def push(self, action: Action) -> None:
        """Do an action that is an element of ``legal()``."""
        self.actions.append(action)
        if not isinstance(action, str):
            self._play_card(action)
        elif self.may_stop:
            self._stop_or_continue(action)
        else:
            self._declare(action)

    def undo(self) -> None:
        """Take back the last action; IndexError if there is none."""
        actions = self.actions
        actions.pop()
        listener, self.listener = self.listener, None
        self.__init__(self.rules, self.deal)  # type: ignore[misc]
        for action in actions:
            self.push(action)
        self.listener = listener

    def copy(self) -> Round:
        """The same round in the same state, without its listener; from here on each goes its own way."""
        twin = object.__new__(Round)
        for name in Round.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.listener = None
        twin.actions, twin.captured = self.actions[:], self.captured[:]
        twin.active, twin._asked = self.active[:], self._asked[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.shown, twin.bids = self.shown.copy(), self.bids.copy()
        return twin

    def play_randomly(self, random: Random) -> None:
        """Play to the end at random: a card, then what it takes; a declaration evenly, but for entering.

        Half of those who may retire do, and more with every pass: entering has no other limit.
        """
        draw = random.random
        while not self.finished:
            if self.playing and not self.may_stop:
                self._play_card(self._move_at_random(draw), draw)
            else:
                self.push(self._declared_at_random(draw))

    def _move_at_random(self, draw: Draw) -> Move:
        """A card and what it takes, chosen and noted as an action."""
        n = self.drawn
        if n is None:
            hand = self.hands[self.turn]  # type: ignore[index]
            n = hand[int(draw() * len(hand))]
        choices = self.moves_of(n)
        move = choices[int(draw() * len(choices))]
        self.actions.append(move)
        return move

    def _declared_at_random(self, draw: Draw) -> Action:
        phase = self.phase
        if isinstance(phase, Join):
            return ENTER if draw() < 0.5 ** (self.passes + 1) else RETIRE
        if isinstance(phase, Bid):
            return f"{BID}{1 + int(draw() * RANDOM_BIDS)}" if draw() < 0.5 else PASS
        legal = phase.actions or self.legal()
        return legal[int(draw() * len(legal))]

    # --- inside ---

    def _tell(
        self, what: str, rule: str, seat: int | None = None, cards: int = 0, taken: int = 0,
        **words: object,
    ) -> None:  # fmt: skip
        if self.listener:
            at = len(self.actions) - 1
            self.listener(Event(what, rule, seat, cards, taken, at, words))

    def _next_phase(self) -> None:
        """Begin the next phase in which a seat is to act; after the last, the round is finished."""
        self.turn = None
        phases = self.rules.rule_set.phases
        while self._phase_at < len(phases):
            self.phase = phase = phases[self._phase_at]
            self._phase_at += 1
            if not isinstance(phase, UNSEEN):
                self.looked = -1
            self._asked = _BEGUN[type(phase)](self, phase)
            if self._asked:
                self.turn = self._asked[0]
                return
        self.finished = True

    def _declare(self, action: str) -> None:
        """The seat whose turn it is declares something; then the next one is asked."""
        _ANSWERED[type(self.phase)](self, self.phase, self._asked.pop(0), action)
        if self._asked:
            self.turn = self._asked[0]
        elif not self.finished:
            self._next_phase()

    # Each phase begins with the seats that are to act, in turn, and hears what each of them declares.

    def _reveal(self, phase: Reveal) -> list[int]:
        self.revealed = True
        if self.listener:
            self._tell("dealt", phase.clause, n=self.rules.hand_size, m=self.rules.field_size)
            without = range(len(self.hands), self.rules.players)
            for seat in without if self.laid_out is None else [self.laid_out]:
                self._tell("sits-out", phase.sits_out, seat)
            self._tell("field", phase.field, cards=self.field, n=self.stake)
        return []

    def _ask_all(self, phase: BlindRaise | Raise) -> list[int]:
        return self.active[:]

    def _raise_blindly(self, phase: BlindRaise, seat: int, action: str) -> None:
        self.looked |= 1 << seat
        if action == MIZU_KOTSU:
            self.mizu_kotsu += 1
            self.bound |= 1 << seat
            self._tell("mizu-kotsu", phase.clause, seat)
            if self.mizu_kotsu == phase.limit:
                self._asked = []
        else:
            self._tell("no-mizu-kotsu", phase.refused, seat)

    def _raise(self, phase: Raise, seat: int, action: str) -> None:
        self.kotsu += action == KOTSU
        self._tell(action, phase.clause, seat)

    def _start_join(self, phase: Join) -> list[int]:
        if len(self.active) <= phase.active:
            return []
        for seat in self.active:
            if self.bound >> seat & 1:
                self._tell("bound", phase.bound, seat)
        asked = self._not_bound()
        return asked or self._another_pass(phase)

    def _not_bound(self) -> list[int]:
        return [seat for seat in self.active if not self.bound >> seat & 1]

    def _join(self, phase: Join, seat: int, action: str) -> None:
        self._tell(action, phase.clause, seat)
        if action == RETIRE:
            was_dealer = seat == self.dealer
            self.active.remove(seat)
            self._tell("returned", phase.returned, seat)
            if was_dealer:
                self._tell("dealer-retires", phase.dealer, self.dealer)
        if len(self.active) == phase.active:
            self._asked = []
            self._tell("remain", phase.remain)
        elif not self._asked:
            self._asked = self._another_pass(phase)

    def _another_pass(self, phase: Join) -> list[int]:
        """Raise by 1 and ask again those who may still retire."""
        self.passes += 1
        self._tell("repeat", phase.repeat, n=len(self.active))
        return self._not_bound() if phase.always else self.active[:]

    def _ask_holders(self, phase: ShowTeyaku) -> list[int]:
        if phase.option and not self.rules.options[phase.option]:
            return []
        held = [(seat, self.rules.held(as_set(self.hands[seat]))) for seat in self.active]
        self._held = {seat: teyaku for seat, teyaku in held if teyaku}
        return list(self._held)

    def _show(self, phase: ShowTeyaku, seat: int, action: str) -> None:
        if action == PASS:
            self._tell("shows-nothing", phase.silent, seat)
        else:
            named = action.removeprefix(SHOW).split()
            self.shown[seat] = tuple(held for held in self._held[seat] if held[0].id in named)
            for teyaku, cards in self.shown[seat]:
                self._tell("shows", teyaku.clause, seat, cards, yaku=teyaku.id, display=teyaku.display)
        if not self._asked and any(t.stops for show in self.shown.values() for t, _ in show):
            self._end("teyaku-stops", phase.ends)

    def _ask_bidders(self, phase: Bid) -> list[int]:
        """From eldest hand, the seat after the dealer, around to the dealer."""
        return [s for s in [*range(1, len(self.hands)), 0] if s in self.active]

    def _bid(self, phase: Bid, seat: int, action: str) -> None:
        if action == PASS:
            self._tell("no-bid", phase.clause, seat)
        else:
            self.bids[seat] = int(action.removeprefix(BID))
            self._tell("bid", phase.clause, seat, n=self.bids[seat])
        if self._asked:
            return
        if len(self.bids) < 2:
            self._end("no-auction", phase.void)
            return
        # Of equal bids the earlier counts as the higher: sorting keeps their order.
        highest, oya, *_ = sorted(self.bids, key=lambda s: -self.bids[s])
        self.active = [oya, highest]
        self._tell("auction", phase.clause, highest, n=self.bids[highest])
        self._tell("second-bid", phase.dealer, oya)
        self._tell("hands-returned", phase.returned)

    def _ask_low(self, phase: DeclareFuke) -> list[int]:
        return [s for s in self.active if phase.may(self.rules, self.captured[s], s in self.shown)]

    def _declare_fuke(self, phase: DeclareFuke, seat: int, action: str) -> None:
        if action == FUKE:
            self.fuke = seat
            self._asked = []
            self._end("fuke", phase.clause, seat)
        else:
            self._tell("no-fuke", phase.silent, seat)

    def _lay_out_table_hand(self) -> None:
        """All cards went to hands: one hand, found by a card in it, is the table; its owner is out."""
        rule_set = self.rules.rule_set
        if rule_set.table_hand is None or self.rules.field_size:
            return
        owner = next(s for s, hand in enumerate(self.hands) if rule_set.table_hand in hand)
        self.field = self.table = as_set(self.hands[owner])
        self.hands[owner] = []
        self.active.remove(owner)
        self.laid_out = owner

    def _start_play(self, phase: Play) -> list[int]:
        self.playing = True
        following = self.active[1:] + self.active[:1]
        self._next_seat = dict(zip(self.active, following, strict=True))
        if len(self.active) < len(self.hands):
            self._take_hands_back()
        if phase.hiki:
            self._clear_table(phase)
        return self.active[:1]

    def _take_hands_back(self) -> None:
        """Shuffle the hands that are not played into the pile, and the table too where a new one is laid."""
        out = [seat for seat in range(len(self.hands)) if seat not in self.active]
        stock = ALL & ~self.table
        for seat in self.active:
            stock &= ~as_set(self.hands[seat])
        if self.rules.new_table:
            stock |= self.table
        # A record that was broken off need not name returned cards: they then come last, in deck order.
        pile = [n for n in self.deal.later if stock >> n & 1]
        if len(pile) < stock.bit_count():
            pile += ids_of(stock & ~as_set(pile))
        for seat in out:
            self.hands[seat] = []
        size = self.rules.table_size if self.rules.new_table else 0
        self.pile = tuple(pile[size:])
        if size:
            self.field = self.table = as_set(pile[:size])
            self._tell("new-table", self.phase.clause, cards=self.field)

    def _clear_table(self, phase: Play) -> None:
        """Four of a month dealt to the table go to the dealer; then a gaji on it is thrown away."""
        for first in ids_of(full_months(self.field)):
            four = _MONTH_OF[first]
            self.field &= ~four
            self._gain(self.active[0], four)
            self._tell("hiki", phase.hiki, self.active[0], four)
        if phase.gaji is not None and self.field >> phase.gaji & 1:
            gaji = 1 << phase.gaji
            self.field &= ~gaji
            self.trash |= gaji
            self._tell("gaji-out", phase.gaji_out, None, gaji)

    def _gain(self, seat: int, cards: int) -> None:
        """Give captured cards to a seat; those that count for nothing are thrown away."""
        kept = self.rules.kept
        self.captured[seat] |= cards & kept
        self.trash |= cards & ~kept

    def _play_card(self, move: Move, draw: Draw | None = None) -> None:
        """The chosen card finds its place, and the play goes on from there."""
        from_hand = self.drawn is None
        if from_hand:
            self.hands[self.turn].remove(move.card)  # type: ignore[index]
        self.drawn = None
        self._place(move, from_hand, draw)

    def _place(self, move: Move | None, from_hand: bool, draw: Draw | None = None) -> None:
        """Put cards on the table until a choice is to be made: the chosen one, then those turned over.

        Without a move, go on after a card that was placed before, ``from_hand`` or not. With ``draw`` cards
        are chosen here too, at random. It is the one place where cards land, so its names are local: random
        play is the inner loop of all statistics.
        """
        seat = self.turn
        assert seat is not None
        rules, listener, actions, next_seat = self.rules, self.listener, self.actions, self._next_seat
        moves, reach, asks = rules.moves, rules.reach, rules.asks_to_stop
        hands, pile, at, end = self.hands, self.pile, self._pile_at, len(self.pile)
        field, captured = self.field, self.captured
        while True:
            if move:
                if listener:
                    self._pile_at = at
                    self._tell_placed(seat, move, field, from_hand)
                field ^= move.change
                if move.kept:
                    captured[seat] |= move.kept
                    if move.stops and self._cut_off(seat, move):
                        break
                    if move.suit:
                        self.gaji = seat, move.suit
                if move.thrown:
                    self.trash |= move.thrown
                if asks and move.taken and self._asks_to_stop(from_hand, at):
                    break
            if from_hand and at < end:
                from_hand = False
                card = pile[at]
                at += 1
            else:
                seat = next_seat[seat]
                if not hands[seat] and (seat := self._who_draws_on(seat, at)) < 0:
                    break
                self.turn = seat
                if hand := hands[seat]:
                    if not draw:
                        break
                    from_hand = True
                    card = hand.pop(int(draw() * len(hand)))
                else:
                    from_hand = False
                    card = pile[at]
                    at += 1
            choices = moves[card][field & reach[card]]
            if len(choices) == 1:
                move = choices[0]
                if from_hand:
                    actions.append(move)
            elif draw:
                move = choices[int(draw() * len(choices))]
                actions.append(move)
            else:
                self.drawn, self.field, self._pile_at = card, field, at
                self._tell("turns", "hana-awase.draw", seat, 1 << card)
                break
        self.field, self._pile_at = field, at
        if seat < 0:
            self._played_out()

    def _who_draws_on(self, seat: int, at: int) -> int:
        """With an empty hand at ``seat``: who is next to play or draw; -1 when the play is over."""
        assert isinstance(self.phase, Play)
        draws_on = self.phase.draws_on and at < len(self.pile)
        for _ in self.active:
            if draws_on or self.hands[seat]:
                return seat
            seat = self._next_seat[seat]
        return -1

    def _cut_off(self, seat: int, move: Move) -> bool:
        """Whether a capture completed a cut-off, which ends the round."""
        captured, ended = self.captured[seat], False
        for yaku in move.stops:
            if captured & yaku.cards == yaku.cards:
                self._tell("cut-off", yaku.clause, seat, yaku.cards, yaku=yaku.id)
                ended = True
        if ended:
            assert isinstance(self.phase, Play)
            self._end("cut-off.ends", self.phase.cut_off, seat)
        return ended

    def _asks_to_stop(self, from_hand: bool, at: int) -> bool:
        """After a match, whether the player is asked to stop: not when no card is left to play or draw."""
        self.may_stop = at < len(self.pile) or any(self.hands)
        self._from_hand = from_hand
        return self.may_stop

    def _stop_or_continue(self, action: str) -> None:
        assert isinstance(self.phase, Play)
        self.may_stop = False
        if action == STOP:
            self._end("stopped", self.phase.stopped, self.turn)
        else:
            self._place(None, self._from_hand)

    def _tell_placed(self, seat: int, move: Move, field: int, from_hand: bool) -> None:
        # A listener may look at the round: it finds the card where it lands.
        self.field = field ^ move.change
        self.captured[seat] |= move.kept
        self.trash |= move.thrown
        does = "takes" if move.taken else "lays" if move.change else "throws"
        rule = self._rule_of(move.card, field, move.taken)
        self._tell(f"{'plays' if from_hand else 'draws'}.{does}", rule, seat, 1 << move.card, move.taken)

    def _played_out(self) -> None:
        """The hands are empty: what is left are declarations, or nothing."""
        phase = self.phase
        assert isinstance(phase, Play)
        self.playing, self.played_out = False, True
        if self.gaji:
            seat, suit = self.gaji
            if rest := self.field & suit:
                self.field &= ~rest
                self._gain(seat, rest)
                self._tell("gaji-rest", phase.gaji_rest, seat, rest)
        self._tell("played-out", phase.ends)
        self._next_phase()

    def _end(self, what: str, rule: str, seat: int | None = None) -> None:
        self.finished = True
        self.turn = None
        self._tell(what, rule, seat)

    # --- what it comes to ---

    def sheet(self) -> Sheet:
        """The finished round as its score sheet: the active seats only."""
        if not self.finished:
            raise ValueError("the round is not over yet")
        return self._sheet_of(self.active)

    def _sheet_of(self, seats: Sequence[int]) -> Sheet:
        return Sheet(
            self.rules,
            as_set(self.deal.field),
            tuple([self.captured[s] for s in seats]),
            tuple([self.rules.with_bonuses(self.shown.get(s, ()), self.captured[s]) for s in seats])
            if self.shown
            else ((),) * len(seats),
            self.raises,
            self.played_out,
            None if self.fuke is None else self.active.index(self.fuke),
            self._auctioned() if self.bids else None,
        )

    def _auctioned(self) -> tuple[int, int] | None:
        """What the two who play bid, the dealer first; None without an auction."""
        if len(self.bids) < 2 or len(self.active) != 2:
            return None
        oya, highest = self.active
        return self.bids[oya], self.bids[highest]

    def settle(self, *, ledger: bool = False) -> Settling:
        """The settlement of the finished round; its seats are places in ``active``."""
        return settled(self.sheet(), ledger=ledger)


#: By the kind of phase: how it begins, with the seats that are to act; what happens when one declares.
_BEGUN: dict[type, Callable[[Round, Any], list[int]]] = {
    Reveal: Round._reveal,
    BlindRaise: Round._ask_all,
    Join: Round._start_join,
    Raise: Round._ask_all,
    Bid: Round._ask_bidders,
    ShowTeyaku: Round._ask_holders,
    Play: Round._start_play,
    DeclareFuke: Round._ask_low,
}
_ANSWERED: dict[type, Callable[[Round, Any, int, str], None]] = {
    BlindRaise: Round._raise_blindly,
    Join: Round._join,
    Raise: Round._raise,
    Bid: Round._bid,
    ShowTeyaku: Round._show,
    DeclareFuke: Round._declare_fuke,
}


def _is_bid(number: str) -> bool:
    """Whether a bid is written as it should be: a whole number above 0, without leading zeros."""
    written = number.isascii() and number.isdecimal() and number[0] != "0" and len(number) <= MOST_DIGITS
    return written and int(number) < MOST_NUMBER


def new_round(
    variant: str,
    players: int,
    seed: int | Random,
    options: dict[str, object] | None = None,
    listener: Listener | None = None,
) -> Round:
    """A freshly dealt round; the same seed gives the same deal on every Python."""
    rules = rule_sets.rules(variant, players, options)
    random = seed if isinstance(seed, Random) else Random(seed)
    return Round(rules, deal(rules, random), listener)


def replayed(round_: Round, listener: Listener) -> Round:
    """The same round played again with a listener, which so hears every event from the deal on."""
    twin = Round(round_.rules, round_.deal, listener)
    for action in round_.actions:
        twin.push(action)
    return twin


__all__ = ["Action", "CardSet", "Event", "IllegalAction", "Round", "new_round", "replayed"]
