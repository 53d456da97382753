"""What one seat may see of a round: all that an opponent, a coach or a view is ever given."""

from __future__ import annotations

from dataclasses import dataclass

from hanalearn.game.round import Action, Round
from hanalearn.rules import Rules


@dataclass(frozen=True, slots=True)
class Sight:
    """A round through the eyes of ``seat``. Sets of cards are integers.

    ``hand`` is empty while the seat may not look at it. ``known`` are, for each seat, the cards of its hand
    that lie open. ``legal`` is empty when another seat is to act.
    """

    rules: Rules
    seat: int
    phase: str
    legal: tuple[Action, ...]
    hand: int
    known: tuple[int, ...]
    field: int
    captured: tuple[int, ...]
    active: tuple[int, ...]
    passes: int
    stake: int
    pile_left: int


def sight(round_: Round, seat: int) -> Sight:
    """What ``seat`` may see now."""
    return Sight(
        rules=round_.rules,
        seat=seat,
        phase=round_.phase.id,
        legal=tuple(round_.legal()) if round_.turn == seat else (),
        hand=round_.may_see(seat, seat),
        known=tuple(round_.may_see(seat, other) for other in range(len(round_.hands))),
        field=round_.field_seen,
        captured=tuple(round_.captured),
        active=tuple(round_.active),
        passes=round_.passes,
        stake=round_.stake,
        pile_left=round_.pile_left,
    )
