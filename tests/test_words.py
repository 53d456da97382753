"""The catalogue: a sentence for everything the engine says, and no sentence that nothing says."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest
from support import ALL_OPTIONS, at_table, check_round, run, run_on, settled, sheet_of

import hanalearn
from hanalearn import words
from hanalearn.activities import Play, Settlement, Walk
from hanalearn.cards import DECK
from hanalearn.game import Event, new_round, read_sheet
from hanalearn.game.round import replayed
from hanalearn.lessons.telling import Company, event_text
from hanalearn.render import html
from hanalearn.rules import RULE_SETS, rules
from hanalearn.words import en

PACKAGE = Path(hanalearn.__file__).parent
SHISHIBO = RULE_SETS["shishibo"]


class Listening(dict[str, str]):
    """A catalogue that notes which of its texts are asked for."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__(texts)
        self.said: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.said.add(key)
        return super().__getitem__(key)


def literals() -> Iterator[str]:
    """Every string that stands in the package's Python, but for the catalogue itself."""
    for path in PACKAGE.rglob("*.py"):
        if path.name != "en.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def everything_is_said() -> None:
    """Play, walk, settle, refuse, score, replay and ask for help until every sentence has had its turn."""
    for i in range(60):
        random = Random(i)
        options, players = ALL_OPTIONS[i % 8], 3 + i % 5
        play = Play(
            players=players,
            you=i % 3,
            seed=i,
            options=options,
            opponents="random",
            pace=("turn", "step")[i % 2],
        )
        for action in ("", "undo", "pace fast"):
            play.do({"seq": play.seq, "do": action})
            play.view(play.you)
        while play.round.turn is not None:
            mine = play.round.turn == play.you
            play.do({"seq": play.seq, "do": random.choice(play.round.legal_text()) if mine else "next"})
            for seat in (play.you, (play.you + 1) % 3, None):
                play.view(seat)
            play.do({"seq": play.seq, "do": "pass" if not mine else "1Z"})
            play.do({"seq": -1, "do": "x"})
        play.do({"seq": play.seq, "do": "pass"})
        play.view(play.you)
        walk = Walk(play.round)
        walk.do({"seq": 0, "do": f"step {walk.last}"})
        walk.view(None)
        run_on("replay", play.record())
        run_on("check", play.record())
    for captured in (
        ["1B 3B 8B 12B 1R 2R 3R", "7A 6A 11B 8A", "4C1"],
        ["6R 9R 10R", "7A 11B 4A", "12B 12C1 12C2 12C3"],
        ["8B 4A", "5A 5R 5C1 5C2 7A 6A", "9A 9R 9C1 9C2"],
    ):
        ids = [t.id for t in SHISHIBO.teyaku]
        for i in range(0, len(ids), 3):
            shown = [[id_] for id_ in (ids[i : i + 3] + ids)[:3]]
            for field in ("1C1 2C1 4C1 5C1 6C1 7C1", "1B 2C1 4C1 5C1 6C1 7C1", "1B 3B 4C1 5C1 6C1 7C1"):
                sheet = sheet_of(
                    captured, field=field, teyaku=shown, raises={"mizu_kotsu": 1, "kotsu": 2, "repeats": 2}
                )
                run_on("score", sheet)
                run_on("check", sheet)
                Settlement(read_sheet(sheet)).view(None)
    for options in ALL_OPTIONS:
        table = rules("shishibo", 3, options)
        html.points_html(table), html.house_rules_html(table)
        for which in ("teyaku", "cut-offs", "earned"):
            html.yaku_html(table, which)
    for command in ((), ("lab",), ("replay",), ("score",), ("check",), ("sample",)):
        run(*command, "--help")


@pytest.fixture(scope="module")
def said() -> set[str]:
    listening = Listening(en.TEXT)
    patch = pytest.MonkeyPatch()
    patch.setattr(words, "_TEXT", listening)
    try:
        everything_is_said()
    finally:
        patch.undo()
    return listening.said


def composed() -> set[str]:
    """Keys that an f-string such as ``f"widget.{name}"`` can give with a name that stands in the package."""
    heads = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                heads.add(str(node.values[0].value))
    names = set(literals())
    return {
        key for key in en.TEXT for head in heads
        if head.endswith((".", "-")) and key.startswith(head) and key.removeprefix(head) in names
    }  # fmt: skip


def test_no_text_of_the_catalogue_is_left_unused(said: set[str]) -> None:
    """Said in a broad sample, or named somewhere in the package."""
    unused = set(en.TEXT) - said - set(literals()) - composed()

    assert not unused, ", ".join(sorted(unused))


def named_beside_their_definition() -> set[str]:
    """The strings of the package apart from those that define a `Clause`."""
    found = Counter(literals())
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Clause":
                inner = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
                found.subtract(value for value in inner if isinstance(value, str))
    return {text for text, count in found.items() if count > 0}


def test_every_clause_is_given_as_a_reason_somewhere(said: set[str]) -> None:
    """Told in a broad sample, or named by the engine or the rules' data (no round shows a misdeal)."""
    named = named_beside_their_definition()
    silent = [id_ for id_ in rules("shishibo", 3).clauses if f"clause.{id_}" not in said and id_ not in named]

    assert not silent, ", ".join(silent)


def test_every_clause_yaku_option_phase_and_refusal_has_its_words() -> None:
    table = rules("shishibo", 3)
    needed = [f"clause.{id_}" for id_ in table.clauses]
    needed += [f"option.{option.name}" for option in SHISHIBO.options]
    needed += [f"phase.{phase.id}" for phase in SHISHIBO.phases]
    needed += [f"variant.{id_}" for id_ in RULE_SETS]
    needed += [f"tag.{tag}" for tag in "SDH"]

    assert [key for key in needed if not words.has(key)] == []
    assert all(words.yaku(y.id) for y in (*SHISHIBO.dekiyaku, *SHISHIBO.teyaku))


def test_the_catalogue_names_no_clause_yaku_or_phase_that_is_not_there() -> None:
    table = rules("shishibo", 3)
    yaku = {y.id for y in SHISHIBO.dekiyaku} | {t.id.partition("-")[0] for t in SHISHIBO.teyaku}
    found = {key.partition(".")[2] for key in en.TEXT if key.startswith("clause.")}

    assert found == set(table.clauses)
    named = {key.partition(".")[2] for key in en.TEXT if key.startswith("yaku.")}
    assert {name for name in named if "." not in name} == yaku


def test_every_event_has_its_sentence_for_the_one_who_acts_and_for_the_others() -> None:
    events: list[Event] = []
    for i in range(120):
        round_ = new_round("shishibo", 3 + i % 5, i)
        round_.play_randomly(Random(i))
        replayed(round_, events.append)
    table = rules("shishibo", 3)
    for event in events:
        seat = 0 if event.seat is None else event.seat
        names = tuple(f"Seat {n}" for n in range(7))
        outside, own = (event_text(event, Company(names, reader)) for reader in (None, seat))
        assert event.rule in table.clauses
        for text in (outside, own):
            assert (text[0].isupper() or text[0].isdigit()) and text.endswith(".")
            assert "{" not in text
        if event.seat is not None and words.has(f"event.{event.what}.you"):
            assert own != outside
            assert own.startswith(("You", "The", "Your", "A "))
    happened = {event.what for event in events} | {"settled", "cut-off", "cut-off.ends"}
    listed = {re.sub(r"^event\.|\.you$", "", key) for key in en.TEXT if key.startswith("event.")}
    assert listed == happened


def test_both_forms_of_a_sentence_have_the_same_gaps_but_who() -> None:
    """A gap that one form lacks is a fact that only some readers are told."""

    def gaps(key: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(en.TEXT[key]) if name}

    different = {}
    for key in en.TEXT:
        if key.endswith(".you") and key.removesuffix(".you") in en.TEXT:
            plain = gaps(key.removesuffix(".you")) - {"who"}
            if gaps(key) != plain:
                different[key] = plain ^ gaps(key)
        if key.endswith(".one") and not key.startswith("clause."):
            assert key.removesuffix(".one") + ".other" in en.TEXT
    assert different == {}


def test_no_two_cards_have_the_same_name() -> None:
    names = Counter(words.card_name(card) for card in DECK)

    assert len(names) == 48
    assert words.card_name(DECK[0]) == "Pine with crane"


@pytest.mark.parametrize("word", ["simply", "just", "obviously", "easy", "easily", "of course", "clearly"])
def test_no_sentence_talks_down_to_its_reader(word: str) -> None:
    """`just taken` and `just laid` are marks on cards and speak of time."""
    marks = {"mark.taken", "mark.laid"}
    pattern = re.compile(rf"\b{word}\b", re.IGNORECASE)

    assert [key for key, text in en.TEXT.items() if pattern.search(text) and key not in marks] == []


def test_a_number_chooses_its_form() -> None:
    assert words.count("cards.count", 1) == "1 card"
    assert words.count("cards.count", 0) == "0 cards"
    assert words.count("cards.count", 2) == "2 cards"


def test_a_ledger_tells_how_many_of_what() -> None:
    texts = [row["text"] for row in settled(sheet_of(["1B 2A 4A 5R", "3B", "8B"]))["ledger"]]

    assert "A flat field, without Brights, starts at 1-honba." in texts
    assert "2 Animals at 10 points each." in texts
    assert "1 Bright at 30 points." in texts


def test_the_sample_of_rounds_reaches_every_kind_of_event() -> None:
    seen: Counter[str] = Counter()
    random = Random(3)
    for i in range(60):
        check_round(rules("shishibo", 3 + i % 5, ALL_OPTIONS[i % 8]), random, seen)

    assert {"event.dealt", "event.bound", "event.returned", "event.turns", "event.kotsu"} <= set(seen)
    assert at_table().events[0].what == "dealt"


def keys_asked_for() -> Iterator[tuple[str, str]]:
    """Literal keys given to `say`, `count` and `by` in the package, with the file."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called: Any = node.func
            name = getattr(called, "attr", getattr(called, "id", ""))
            first = node.args[0]
            if name in ("say", "count", "by", "refuse") and isinstance(first, ast.Constant):
                yield str(first.value), path.name


def test_every_key_the_package_asks_for_is_in_the_catalogue() -> None:
    missing = [
        (key, file)
        for key, file in keys_asked_for()
        if "." in key and not (words.has(key) or words.has(key + ".other"))
    ]

    assert missing == []
