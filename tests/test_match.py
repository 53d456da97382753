"""A match: who deals next, how the players stand, saved and loaded half-way, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hanalearn.game import FormatError, Match, Standing, read_record, read_sheet
from hanalearn.rules import RULE_SETS

NAMES = ("Ume", "Kiku", "Hagi", "Momiji", "Yanagi", "Kiri", "Fuji")
AKATAN = {
    "variant": "shishibo",
    "field": "8B 4C1 5R 6C1 9C1 10C2",
    "seats": [{"captured": "4A"}, {"captured": "1R 2R 3R"}, {"captured": "7A"}],
    "played_out": False,
}


def match_of(variant: str, players: int, length: int = 3) -> Match:
    return Match(variant, NAMES[:players], length=length)


def test_the_winner_of_shishibo_deals_next_and_the_stake_is_added_up() -> None:
    """2-honba x Akatan 2 = 4 from each: Kiku +8, then she deals, and her seat is 0."""
    match = match_of("shishibo", 3)
    match.add(read_sheet(AKATAN))
    assert match.dealer == "Kiku"
    assert match.seats == ("Kiku", "Hagi", "Ume")
    # The same sheet again: now seat 1 is Hagi.
    match.add(read_sheet(AKATAN))
    assert match.dealer == "Hagi"
    assert match.standings() == [
        Standing("Ume", -4 - 4, 10 + 10, 0, None),
        Standing("Kiku", 8 - 4, 15 + 10, 1, None),
        Standing("Hagi", -4 + 8, 10 + 15, 1, None),
    ]


def test_sakura_rotates_whoever_wins() -> None:
    match = match_of("sakura", 3)
    for dealer in ("Ume", "Kiku", "Hagi"):
        assert match.dealer == dealer
        match.deal(1).play_randomly(Random(1))


def test_a_tie_of_the_simple_game_leaves_the_deal() -> None:
    """20 | 20 | 5: no score, and the same Oya deals again."""
    sheet = {"variant": "sakura-simple", "seats": [{"captured": c} for c in ("1B", "3B", "2A")]}
    match = match_of("sakura-simple", 3)
    match.add(read_sheet(sheet))
    assert match.dealer == "Ume"
    assert match.counted == 1


def test_a_void_auction_does_not_count_and_leaves_the_deal() -> None:
    match = match_of("oi-bana", 3)
    round_ = match.deal(1)
    while not round_.finished:
        round_.play("pass")
    assert (match.counted, match.dealer, match.over) == (0, "Ume", False)


def test_matchboxes_start_equal_and_may_go_below_zero() -> None:
    """5 matchsticks each; the winner's score of 60 is paid by both: 5 - 60 = -55."""
    match = Match("enshu-comprehensive", NAMES[:3], {"matchsticks": 5})
    match.add(
        read_sheet(
            {
                "variant": "enshu-comprehensive",
                "options": {"matchsticks": 5},
                "field": "1C1 2C1 4C1 5C1 6C1 7C1",
                "seats": [{"captured": "8B 1B"}, {"captured": "4A"}, {"captured": "5A 6A"}],
            }
        )
    )
    assert [s.box for s in match.standings()] == [5 + 120, -55, -55]


def test_where_some_sat_out_the_names_say_who_played() -> None:
    match = match_of("shishibo", 4)
    sheet = read_sheet(AKATAN)
    with pytest.raises(FormatError, match="names: are needed"):
        match.add(sheet)
    match.add(sheet, ["Hagi", "Momiji", "Ume"])
    assert {s.name: s.payment for s in match.standings()} == {"Ume": -4, "Kiku": 0, "Hagi": -4, "Momiji": 8}
    assert match.dealer == "Momiji"


@pytest.mark.parametrize("variant", RULE_SETS)
def test_a_match_of_every_game_is_the_same_after_loading_at_any_point(variant: str, tmp_path: Path) -> None:
    """Half-way through rounds too: JSON, dealer, standings and the rest of the round are equal."""
    players = RULE_SETS[variant].players[-1]
    match, random = match_of(variant, players), Random(3)
    file = tmp_path / "match.json"
    for seed in range(30):
        if match.over:
            break
        round_ = match.deal(seed)
        round_.play("bid 7" if "bid N" in round_.legal_text() else round_.legal_text()[0])
        match.save(file)
        again = Match.load(file)
        assert again.to_json() == match.to_json()
        assert (again.dealer, again.standings()) == (match.dealer, match.standings())
        assert again.current is not None
        assert again.current.legal_text() == round_.legal_text()
        round_.play_randomly(random)
    assert match.over
    assert sum(s.payment for s in match.standings()) == 0
    assert [p.name for p in tmp_path.iterdir()] == ["match.json"]


def test_a_match_that_cannot_be_written_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of("sakura", 2)
    file = tmp_path / "match.json"
    match.save(file)
    before = file.read_bytes()
    match.deal(1)

    def full(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no room"):
        match.save(file)
    assert file.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["match.json"]


def test_no_round_begins_while_one_is_played_or_after_the_last() -> None:
    match = match_of("sakura", 2, length=1)
    round_ = match.deal(1)
    with pytest.raises(ValueError, match="being played"):
        match.deal(2)
    round_.play_randomly(Random(1))
    with pytest.raises(ValueError, match="over"):
        match.deal(2)


def broken(**changes: Any) -> dict[str, Any]:
    """A small match as JSON, with some values changed by their dotted place."""
    match = match_of("shishibo", 3)
    match.add(read_sheet(AKATAN))
    data: dict[str, Any] = json.loads(json.dumps(match.to_json()))
    for place, value in changes.items():
        *path, last = place.split("__")
        inner: Any = data
        for step in path:
            inner = inner[int(step) if step.isdecimal() else step]
        inner[last] = value
    return data


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hanalearn": 2}, "hanalearn: must be 1"),
        ({"match__variant": "koi-koi"}, "match.variant: "),
        ({"match__options": {"wager": 1}}, "match.options.wager: "),
        ({"match__names": ["Ume", "Kiku"]}, "match.players: "),
        ({"match__names": ["Ume", "Ume", "Hagi"]}, r"match.names\[1\]: Ume is named twice"),
        ({"match__names": ["Ume", " ", "Hagi"]}, r"match.names\[1\]: "),
        ({"match__length": 0}, "match.length: "),
        ({"match__length": True}, "match.length: "),
        ({"match__dealer": "Ume"}, "match.dealer: is not a field here"),
        ({"rounds": {}}, "rounds: must be a list"),
        ({"rounds__0__sheet__variant": "sakura"}, r"rounds\[0\]"),
        ({"rounds__0__sheet__seats__0__captured": "1R"}, r"rounds\[0\].sheet.seats\[1\].captured: "),
        ({"rounds__0__sheet__options": {"double_cutoff": "product"}}, r"rounds\[0\].options: "),
        ({"rounds__0__names": ["Ume", "Hagi", "Kiku"]}, r"rounds\[0\].names: must be in turn order"),
        ({"rounds__0__names": ["Ume", "Kiku", "Fuji"]}, r"rounds\[0\].names: Fuji"),
        ({"rounds__0__record": {}}, r"rounds\[0\]: must hold either"),
        ({"rounds__0__winner": 0}, r"rounds\[0\].winner: is not a field here"),
    ],
)
def test_a_broken_match_is_refused_with_its_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        Match.from_json(broken(**changes))


def test_a_round_after_an_unfinished_one_is_refused() -> None:
    match = match_of("shishibo", 3)
    match.deal(1)
    data: Any = match.to_json()
    data["rounds"] *= 2
    with pytest.raises(FormatError, match=r"rounds\[1\]: comes after a round that is not finished"):
        Match.from_json(data)


def test_a_record_of_another_number_of_players_is_refused() -> None:
    match = match_of("shishibo", 3)
    record = {
        "hanalearn": 1, "variant": "shishibo", "players": 4, "deal": {"seed": 1}, "actions": [],
    }  # fmt: skip
    with pytest.raises(FormatError, match="players: 4"):
        match.add(read_record(record))
