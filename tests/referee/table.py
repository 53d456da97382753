"""The table: one round with the text interface of the round record."""

from __future__ import annotations

from typing import Any

from .cards import DECK, Card, read_cards
from .common import Question, RuleSet, Sheet
from .enshu import EnshuComprehensive, EnshuPoints, EnshuWagers
from .matsu_kiri_bozu import MatsuKiriBozu
from .sakura import OiBana, Sakura, SakuraSimple
from .shishibo import Shishibo

RULE_SETS: dict[str, type[RuleSet]] = {
    "enshu-wagers": EnshuWagers,
    "enshu-points": EnshuPoints,
    "enshu-comprehensive": EnshuComprehensive,
    "shishibo": Shishibo,
    "sakura-simple": SakuraSimple,
    "sakura": Sakura,
    "oi-bana": OiBana,
    "matsu-kiri-bozu": MatsuKiriBozu,
}


def rule_set(variant: str, options: dict[str, Any]) -> RuleSet:
    """The rules of a variant. ValueError: no such variant, or options it does not have."""
    if variant not in RULE_SETS:
        raise ValueError(f"unknown rule set {variant}")
    return RULE_SETS[variant](options)


class Referee:
    """One round at a table: asks whose turn it is, accepts legal actions, gives the answer.

    `hands` (in deck order) and `captured` are one list a player, `field`, `pile` (next card first)
    and `trash` (thrown-away cards, in the Sakura games) one list each; together they always hold
    the 48 cards. `active` lists the seats still in, the dealer first.
    """

    def __init__(
        self,
        variant: str,
        options: dict[str, Any],
        players: int,
        hands: list[str],
        field: str,
        pile: str,
    ) -> None:
        """Lay out a deal.

        `pile`: the draw pile in the order of play; it may name more cards (all 48), of which those
        that are neither dealt nor kept in a hand are drawn. `field`: as in a round record; in
        Oi-bana with `new_table` it is the table that is turned up after the bidding, and `""`
        turns it up from the top of `pile`. ValueError: not a deal of these rules.
        """
        self.rules = rule_set(variant, options)
        self.rules.sizes(players)
        self.players = players
        self.hands = [sorted(read_cards(hand)) for hand in hands]
        self.field = read_cards(field)
        self.captured: list[list[Card]] = [[] for _ in range(players)]
        self.trash: list[Card] = []
        self.active = list(range(min(players, self.rules.most_hands)))
        self.may_not_look: list[int] = []
        self.order = read_cards(pile)  # in which the cards of the pile come, whenever they are in it
        self._check_hands()
        self.rules.lay_out(self)
        self.hands += [[] for _ in range(players - len(hands))]  # who sits out has no hand
        self._stack_pile()

        self._question: Question | None = None
        self._sheet: Sheet | None = None
        self._script = self.rules.play(self)
        self._misdeal = self.rules.misdealt(self.hands, self.field)
        if self._misdeal is None:
            self._go_on(None)

    def _check_hands(self) -> None:
        """ValueError: a wrong number of hands or cards, or a card dealt twice."""
        hand_size, _ = self.rules.sizes(self.players)
        if len(self.hands) != len(self.active):
            raise ValueError(f"hands: {len(self.active)} hands are dealt")
        if any(len(hand) != hand_size for hand in self.hands):
            raise ValueError(f"hands: each has {hand_size} cards")
        if len(set().union(*self.hands)) < hand_size * len(self.hands):
            raise ValueError("hands: a card is dealt twice")

    def _stack_pile(self) -> None:
        """The pile is what no hand and no field holds. ValueError: its order names too few."""
        elsewhere = set(self.field).union(*self.hands)
        self.pile = [card for card in self.order if card not in elsewhere]
        if len(self.pile) + len(elsewhere) < len(DECK):
            raise ValueError("pile: a card is missing")

    def _go_on(self, action: str | None) -> None:
        """Play on to the next question, or to the end."""
        try:
            self._question = self._script.send(action)  # type: ignore[arg-type]
        except StopIteration as end:
            self._question = None
            self._sheet = end.value

    # What the rules do at the table

    def take_back(self, seat: int) -> None:
        """The seat is out of this round; its hand goes back into the pile."""
        self.active.remove(seat)
        self.hands[seat] = []
        self._stack_pile()

    def turn_up_new_field(self, size: int) -> None:
        """The field goes back into the pile; as many new cards are turned up."""
        self.field = []
        self._stack_pile()
        self.field = self.pile[:size]
        del self.pile[:size]

    def land(self, seat: int, card: Card, taken: list[Card]) -> None:
        """A played card captures the taken cards, or stays on the field where there are none."""
        if not taken:
            self.field.append(card)
            return
        for other in taken:
            self.field.remove(other)
        self.captured[seat] += [card, *taken]

    # What players and tests do

    def misdealt(self) -> str | None:
        """Why the rules deal again (`field-month`, `field-three`, `hand-month`); None: they do not."""
        return self._misdeal

    @property
    def finished(self) -> bool:
        """Whether the round is over."""
        return self._sheet is not None

    @property
    def turn(self) -> int | None:
        """The seat that is asked; None after the end and in a misdeal."""
        return None if self._question is None else self._question.seat

    def legal(self) -> list[str]:
        """The actions of the seat that is asked; none after the end and in a misdeal.

        A bid is listed as `bid N`.
        """
        return [] if self._question is None else list(self._question.actions)

    def do(self, action: str) -> None:
        """Take an action. Card names may be written in either case. ValueError: it is not legal."""
        meant = None if self._question is None else self._question.understand(action)
        if meant is None:
            legal = ", ".join(self.legal()) or "nothing"
            raise ValueError(f"{action} is not legal; legal: {legal}")
        self._go_on(meant)

    def seen(self, seat: int) -> list[Card]:
        """The cards of its own hand that the seat may look at now."""
        return [] if seat in self.may_not_look else list(self.hands[seat])

    def answer(self) -> dict[str, Any]:
        """The score sheet's answer without the ledger, one entry a player.

        ValueError: the round is not over.
        """
        if self._sheet is None:
            raise ValueError("the round is not over")
        answer = self.rules.settle(self._sheet)
        seats: list[dict[str, Any]] = [
            {"card_points": 0, "yaku": [], "total": 0, "payment": 0} for _ in range(self.players)
        ]
        for seat, entry in zip(self.active, answer["seats"], strict=True):
            seats[seat] = entry
        answer["seats"] = seats
        for key in ("winner", "fuke"):
            if answer[key] is not None:
                answer[key] = self.active[answer[key]]
        return answer
