"""The engine equals the referee, a second implementation that shares no line with it, at every step."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
import referee
from support import (
    VARIANTS,
    all_tables,
    at_table,
    check_round,
    endings_of,
    lay_out,
    referee_of,
    settings_of,
    some_tables,
)

from hanalearn.game import Round
from hanalearn.rules import RULE_SETS, rules

ROUNDS = 240


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_rounds_equal_the_referee_step_by_step(variant: str) -> None:
    """Turn, legal actions, every card's place, the answer, the score sheet, the replay of the record."""
    random = Random(20_000)
    seen: Counter[str] = Counter()
    tables = some_tables(variant)
    for i in range(max(ROUNDS, 2 * len(tables))):
        check_round(tables[i % len(tables)], random, seen)

    # The sample reaches every option value with every number of players, and more than one way to end.
    wanted = {f"option.{setting}" for table in all_tables(variant) for setting in settings_of(table)}
    assert wanted == {key for key in seen if key.startswith("option.")}
    ends = {key.removeprefix("end.") for key in seen if key.startswith("end.")}
    assert len(ends & set(endings_of(RULE_SETS[variant]))) >= 2


def test_the_referee_shares_nothing_with_the_package() -> None:
    files = sorted(Path(referee.__file__).parent.rglob("*.py"))
    assert len(files) > 5

    for file in files:
        source = file.read_text(encoding="utf-8")
        assert "import hanalearn" not in source, file.name
        assert "from hanalearn" not in source, file.name


def test_the_referee_knows_every_rule_set_option_value_and_number_of_players_of_the_engine() -> None:
    for variant in VARIANTS:
        plain = referee.RULE_SETS[variant]
        rule_set = RULE_SETS[variant]
        assert set(plain.deals) == set(rule_set.players)
        assert list(plain.options) == [option.name for option in rule_set.options]
        for option in rule_set.options:
            values = plain.options[option.name]
            if isinstance(values, referee.WholeNumber):
                assert (values.default, values.least) == (option.default, option.least)
            else:
                assert values == tuple(value for value, _ in option.values)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_referee_deals_itself_and_comes_to_an_end(variant: str) -> None:
    """Its own rounds are a different sample of deals: their deals are none of ours dealt again."""
    random = Random(variant)
    for table in some_tables(variant):
        for _ in range(3):
            other = referee.random_round(variant, table.players, random, dict(table.options))
            assert other.finished
            assert sum(seat["payment"] for seat in other.answer()["seats"]) == 0


MISDEALS = [
    ("shishibo", "field", "4A 4R 4C1 4C2 1B 2A"),
    ("shishibo", "hand", "5A 5R 5C1 5C2 1B 2A 3B"),
    ("shishibo", "hand", "9A 9R 9C1 9C2 1B 2A 3B"),
    ("shishibo", "hand", "12B 12C1 12C2 12C3 1B 2A 3B"),
    ("enshu-wagers", "field", "4A 4R 4C1 4C2 1B 2A"),
    ("enshu-points", "field", "12B 12C1 12C2 12C3 1B 2A"),
    ("enshu-comprehensive", "field", "4A 4R 4C1 4C2 1B 2A"),
    ("enshu-comprehensive", "field", "5A 5R 5C1 1B 2A 3B"),
    ("enshu-comprehensive", "field", "9A 9C1 9C2 1B 2A 3B"),
    ("enshu-comprehensive", "field", "12B 12C1 12C3 1B 2A 3B"),
    ("enshu-comprehensive", "hand", "5A 5R 5C1 5C2 1B 2A 3B"),
    ("enshu-comprehensive", "hand", "9A 9R 9C1 9C2 1B 2A 3B"),
    ("enshu-comprehensive", "hand", "12B 12C1 12C2 12C3 1B 2A 3B"),
]


@pytest.mark.parametrize("variant, where, cards", MISDEALS)
@pytest.mark.parametrize("seat", [0, 2])
def test_both_deal_again_what_the_rules_deal_again(variant: str, where: str, cards: str, seat: int) -> None:
    hands: list[str | None] = [None, None, None]
    if where == "hand":
        hands[seat] = cards
    dealt = lay_out(rules(variant, 3), hands, cards if where == "field" else None, misdealt=True)

    assert referee_of(Round(rules(variant, 3), dealt)).misdealt() is not None


def test_the_referee_is_asked_about_the_same_deal() -> None:
    round_ = at_table(players=6).round
    other = referee_of(round_)

    assert [len(hand) for hand in other.hands] == [7] * 6
    assert other.misdealt() is None
