"""The engine equals the referee, a second implementation that shares no line with it, at every step."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
import referee
from support import ALL_OPTIONS, at_table, check_round, referee_of

from hanalearn.rules import rules

ROUNDS = 1500


def test_random_rounds_equal_the_referee_step_by_step() -> None:
    """Turn, legal actions, every card's place, the answer, the score sheet, the replay of the record."""
    random = Random(20_000)
    seen: Counter[str] = Counter()
    for i in range(ROUNDS):
        players = 3 + i % 5
        check_round(rules("shishibo", players, ALL_OPTIONS[i % len(ALL_OPTIONS)]), random, seen)

    # The sample reaches what it is meant to reach: 5 numbers of players with 8 combinations of options.
    assert len([key for key in seen if key.startswith("option.")]) == 5 * 6
    assert {key for key in seen if key.startswith("end.")} >= {
        "end.played out, highest",
        "end.played out, fuke",
        "end.played out, tie",
        "end.cut-off: akatan",
        "end.cut-off: aotan",
        "end.cut-off: shiko",
    }
    assert seen["hand yaku shown"] > 20
    assert seen["event.mizu-kotsu"] and seen["event.repeat"] and seen["event.dealer-retires"]


def test_the_referee_shares_nothing_with_the_package() -> None:
    source = Path(referee.__file__).read_text(encoding="utf-8")

    assert "import hanalearn" not in source
    assert "from hanalearn" not in source


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_the_referee_deals_itself_and_comes_to_an_end(players: int) -> None:
    """Its own rounds are a different sample of deals: their deals are none of ours dealt again."""
    random = Random(players)
    for _ in range(20):
        other = referee.random_round("shishibo", players, random)
        assert other.finished
        assert sum(seat["payment"] for seat in other.answer()["seats"]) == 0


@pytest.mark.parametrize(
    "hands, field",
    [
        (["5A 5R 5C1 5C2 1B 2A 3B", None, None], None),
        ([None, "9A 9R 9C1 9C2 1B 2A 3B", None], None),
        ([None, None, "12B 12C1 12C2 12C3 1B 2A 3B"], None),
        ([None, None, None], "4A 4R 4C1 4C2 1B 2A"),
    ],
)
def test_both_deal_again_what_the_rules_deal_again(hands: list[str | None], field: str | None) -> None:
    with pytest.raises(AssertionError, match="misdeal"):
        at_table(hands, field)


def test_the_referee_is_asked_about_the_same_deal() -> None:
    round_ = at_table(players=6).round
    other = referee_of(round_)

    assert [len(hand) for hand in other.hands] == [7] * 6
    assert other.misdealt() is None
