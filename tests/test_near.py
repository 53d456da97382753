"""Near misses: what is made, close or dead, and where a missing card is as far as the viewer may know."""

from __future__ import annotations

from random import Random

import pytest

from hanalearn.cards import ALL, card, mask
from hanalearn.game import new_round
from hanalearn.game.near import hidden_from, standings, teyaku_standings
from hanalearn.rules import RULE_SETS, rules


def test_one_card_away_lies_on_the_field_in_a_hand_or_out_of_sight() -> None:
    """Seat 0 has two Poetry Ribbons; the third is put on the field, in its own hand, in another hand."""
    round_ = new_round("shishibo", 3, 1)
    while not round_.playing:
        round_.play(round_.legal_text()[-1])
    third = card("3R").id
    round_.captured = [mask("1R 2R"), 0, 0]
    round_.hands, round_.field = [[], [], []], 1 << third

    def akatan(viewer: int = 0) -> tuple[str, str, int | None]:
        found = next(s for s in standings(round_, 0, viewer) if s.yaku.id == "akatan")
        (missing,) = found.missing
        assert missing.card == third
        return found.state, missing.where, missing.seat

    assert akatan() == ("near", "field", None)
    round_.field = 0
    assert akatan() == ("near", "hidden", None)
    round_.hands = [[third], [], []]
    assert akatan() == ("near", "hand", 0)
    assert akatan(viewer=1) == ("near", "hidden", None)
    round_.hands = [[], [third], []]
    assert akatan() == ("near", "hidden", None)
    round_.hands, round_.captured = [[], [], []], [mask("1R 2R"), mask("3R"), 0]
    assert akatan() == ("dead", "captured", 1)


def test_a_larger_yaku_replaces_the_pairs_inside_it() -> None:
    round_ = new_round("shishibo", 3, 1)
    round_.captured = [mask("7A 6A 11B"), 0, 0]
    found = {s.yaku.id: (s.state, s.by) for s in standings(round_, 0, 0)}
    assert found["shishibochushin"] == ("made", "")
    assert found["shishibo"] == ("replaced", "shishibochushin")
    assert found["shishichu"] == ("replaced", "shishibochushin")
    assert found["shiko"][0] == "open"


def test_a_side_counts_what_both_partners_captured() -> None:
    round_ = new_round("sakura", 4, 1, {"partnership": True})
    round_.captured = [mask("3B 8B"), 0, mask("9A"), 0]
    assert standings(round_, 0, 0)[0].state == "made"
    assert standings(round_, 1, 1)[0].state == "dead"


@pytest.mark.parametrize("variant", RULE_SETS)
def test_no_viewer_learns_where_a_hidden_card_is(variant: str) -> None:
    """Through whole rounds, what stands as hidden is exactly what lies in the pile or in another hand."""
    for seed in range(6):
        random = Random(seed)
        round_ = new_round(variant, RULE_SETS[variant].players[0], seed)
        while round_.turn is not None:
            for viewer in range(len(round_.hands)):
                known = ALL & ~hidden_from(round_, viewer)
                for standing in standings(round_, viewer, viewer):
                    for missing in standing.missing:
                        assert (missing.where == "hidden") == (not known >> missing.card & 1)
            legal = round_.legal_text()
            action = legal[int(random.random() * len(legal))]
            round_.play("bid 5" if action == "bid N" else action)


def test_of_a_dealt_hand_it_is_told_what_is_held_what_lacks_and_what_excludes() -> None:
    """Three Wisterias and three Peonies: two triplets of one group; four of a month lacks one card."""
    table = rules("shishibo", 3)
    found = {h.teyaku.id: h for h in teyaku_standings(table, mask("4A 4R 4C1 6A 6R 6C1 1B"))}
    assert found["sanbon-4"].short == 0
    assert found["sanbon-4"].excludes == ("sanbon-6",)
    assert found["shihon"].short == 1
    assert found["sanbon-1"].short == 2
    assert found["soppe"].short == 7 - 2
