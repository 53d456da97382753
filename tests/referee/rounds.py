"""Score sheets and random rounds."""

from __future__ import annotations

import random
from typing import Any

from .cards import DECK, read_cards, write_cards
from .common import Sheet, SheetSeat, Shown
from .table import Referee, rule_set


def score(sheet: dict[str, Any]) -> dict[str, Any]:
    """Settle a valid score sheet: the answer without the ledger."""
    rules = rule_set(sheet["variant"], sheet.get("options", {}))
    raises = sheet.get("raises", {})
    seats = [
        SheetSeat(
            [Shown(id, []) for id in seat.get("teyaku", [])],
            read_cards(seat["captured"]),
        )
        for seat in sheet["seats"]
    ]
    return rules.settle(
        Sheet(
            read_cards(sheet.get("field", "")),
            raises.get("mizu_kotsu", 0),
            raises.get("kotsu", 0),
            raises.get("repeats", 0),
            seats,
            sheet.get("played_out", True),
            sheet.get("fuke"),
            sheet.get("bids", {}).get("bid", []),
        )
    )


def random_round(
    variant: str, players: int, rng: random.Random, options: dict[str, Any] | None = None
) -> Referee:
    """A finished round: dealt until it is no misdeal, then every choice uniformly at random.

    Enter and retire are equally likely too, so that a round always comes to an end. Bids are from
    1 to 40 and as likely as a pass.
    """
    referee = random_deal(variant, players, rng, options)
    while not referee.finished:
        action = rng.choice(referee.legal())
        if action == "bid N":
            action = f"bid {rng.randint(1, 40)}"
        referee.do(action)
    return referee


def random_deal(
    variant: str, players: int, rng: random.Random, options: dict[str, Any] | None = None
) -> Referee:
    """A round that is about to begin: dealt until it is no misdeal."""
    rules = rule_set(variant, options or {})
    cards = list(DECK)
    while True:
        rng.shuffle(cards)
        pile = list(cards)
        hands, field = rules.deal(pile, players)
        if len(hands) > rules.most_active:
            # Hands will come back: another shuffle says where each card would lie in the pile.
            pile = list(DECK)
            rng.shuffle(pile)
        referee = Referee(
            variant,
            options or {},
            players,
            [write_cards(hand) for hand in hands],
            write_cards(field),
            write_cards(pile),
        )
        if referee.misdealt() is None:
            return referee
