"""The catalogue: a sentence for everything the engine says, and no sentence that nothing says."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest
from fake_families import all_is_said
from support import VARIANTS, at_table, nothing_won, random_sheet, run, run_on, settled, sheet_of, some_tables

import hanalearn
from hanalearn import words
from hanalearn.activities import Play, Settlement, Walk
from hanalearn.activities.rules_panel import panel
from hanalearn.cards import ALL, DECK, Kind, ids_of, written
from hanalearn.game import Event, FormatError, new_round, read_sheet
from hanalearn.game.round import replayed
from hanalearn.lessons.examples import example, names
from hanalearn.lessons.explainers import explain, ids, topics
from hanalearn.lessons.quiz.families import families, item
from hanalearn.lessons.story import Question
from hanalearn.lessons.telling import Company, event_text, settled_event
from hanalearn.render import html
from hanalearn.render.quiz import question_json
from hanalearn.render.sheet import page_of
from hanalearn.rules import RULE_SETS, Rules, RuleSet
from hanalearn.words import en

PACKAGE = Path(hanalearn.__file__).parent


class Listening(dict[str, str]):
    """A catalogue that notes which of its texts are asked for."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__(texts)
        self.said: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.said.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        if key in self:
            self.said.add(key)
        return super().get(key, default)


@cache
def literals() -> tuple[str, ...]:
    """Every string that stands in the package's Python, but for the catalogue itself."""
    return tuple(_literals())


def _literals() -> Iterator[str]:
    for path in PACKAGE.rglob("*.py"):
        if path.name != "en.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def everything_is_said(variant: str) -> Iterator[Any]:
    """Play, walk, settle, refuse, score and replay until every sentence of a rule set has had its turn.

    Yields every view and answer, as JSON.
    """
    tables = some_tables(variant)
    for i in range(max(8, len(tables))):
        yield from a_play_is_said(tables[i % len(tables)], i)
    yield from asked_for_teyaku_and_fuke(variant)
    for name in names():
        if example(name).story.rules.variant == variant:
            yield from a_walk_is_said(Walk(example(name).story))
            run("explain", name)
    for topic in topics(tables[0]):
        for id_ in ids(tables[0], topic) or [""]:
            yield from a_walk_is_said(Walk(explain(tables[0], topic, id_)))
    for family in families(tables[0]):
        for seed in range(12):
            question_json(item(tables[0], family, seed))
    for table in tables[:6]:
        yield from sheets_are_said(table)
        yield [html.points_html(table).text, html.house_rules_html(table).text]
        yield [html.yaku_html(table, which).text for which in ("teyaku", "cut-offs", "earned")]
        yield [page_of(table).svg()]
        yield panel(table, may_change=True)


def a_play_is_said(table: Rules, i: int) -> Iterator[Any]:
    random = Random(i)
    play = Play(
        table.variant,
        players=table.players,
        you=i % 2,
        seed=i,
        options=dict(table.options),
        opponents="random",
        pace=("turn", "step")[i % 2],
    )
    for action in ("", "undo", "pace fast"):
        play.do({"seq": play.seq, "do": action})
        yield play.view(play.you)
    while play.round.turn is not None:
        mine = play.round.turn == play.you
        action = random.choice(play.round.legal_text()).replace("bid N", "bid 7") if mine else "next"
        play.do({"seq": play.seq, "do": action})
        yield play.view(random.choice((play.you, 1 - play.you, None)))
        play.do({"seq": play.seq, "do": "pass" if not mine else "1Z"})
        play.do({"seq": -1, "do": "x"})
    play.do({"seq": play.seq, "do": "pass"})
    yield play.view(play.you)
    yield from a_walk_is_said(Walk(play.round))
    yield json.loads(run_on("replay", play.record()).out)
    run_on("check", play.record())


def a_walk_is_said(walk: Walk) -> Iterator[Any]:
    """Every frame of a walk, and of its questions what is told before, beside and after."""
    for step in range(walk.last + 1):
        walk.do({"seq": walk.seq, "do": f"step {step}"})
        yield walk.view(None)
        question = walk.story.frames[step].told
        if not isinstance(question, Question):
            continue
        wrong = ["1", "-1", *(choice.value for choice in question.choices), *question.reasons]
        for given in wrong:
            if question.among is not None:
                walk.do({"seq": walk.seq, "do": f"pick {given}"})
                walk.do({"seq": walk.seq, "do": "answer"})
            elif given not in question.accepted:
                walk.do({"seq": walk.seq, "do": f"answer {given}"})
            yield walk.view(None)
            walk.do({"seq": walk.seq, "do": "back"})
            if question.among is not None:
                walk.do({"seq": walk.seq, "do": f"pick {given}"})
        walk.do({"seq": walk.seq, "do": "reveal"})
        yield walk.view(None)


def asked_for_teyaku_and_fuke(variant: str) -> Iterator[Any]:
    """Plays from deals laid out by hand: seat 0 holds three Irises; fuke may be declared at the end."""
    if not RULE_SETS[variant].teyaku:
        return
    starts = [(at_table(["5A 5R 5C1 1B 2A 3B 4A"], variant=variant), 0)]
    if variant == "enshu-comprehensive":
        starts += [(nothing_won("pass"), 0), (nothing_won("pass"), -1)]
    for told, first in starts:
        play = Play(variant, players=told.round.rules.players, opponents="random", pace="step")
        play._start(told.round.deal, told.round.actions)
        while play.round.phase.id != "play" and play.round.turn is not None:
            yield play.view(play.round.turn)
            # Seat 0 raises nothing, shows what it can, and declares fuke or does not.
            legal = play.round.legal_text()
            action = legal[first] if play.round.phase.id in ("teyaku", "fuke") else legal[-1]
            play.do({"seq": play.seq, "do": action if play.round.turn == 0 else "next"})
            yield play.view(0)


def sheets_are_said(table: Rules) -> Iterator[Any]:
    """Sheets at random; one with each teyaku, one with the cards of each dekiyaku, if there are any."""
    random = Random(1)
    sheets = [random_sheet(random, table) for _ in range(8)]
    first = sheets[0]
    for yaku in table.rule_set.dekiyaku:
        seats = [{"captured": "", "teyaku": []} for _ in first["seats"]]
        seats[0]["captured"] = words_of(yaku.cards)
        sheets.append(first | {"seats": seats, "fuke": None})
    for teyaku in table.rule_set.teyaku:
        seats = [{"captured": "", "teyaku": []} for _ in first["seats"]]
        seats[0]["teyaku"] = [teyaku.bonus_of, teyaku.id] if teyaku.bonus_of else [teyaku.id]
        seats[0]["captured"] = "5A 9A 12B" if teyaku.bonus_of else ""
        sheets.append(first | {"seats": seats, "fuke": None, "played_out": True})
    lowest = [
        {"captured": "4C1", "teyaku": []},
        *({"captured": "", "teyaku": []} for _ in first["seats"][1:]),
    ]
    ones = {"bids": {"bid": [1, 1]}} if "bids" in first else {}
    sheets.append(first | {"seats": lowest, "fuke": None} | ones)
    for sheet in sheets:
        try:
            read = read_sheet(sheet)
        except FormatError:
            continue  # a stopping teyaku, or hand yaku that this table does not play with
        yield settled(sheet)
        run_on("check", sheet)
        yield Settlement(read).view(None)


def words_of(cards: int) -> str:
    return written(ids_of(cards))


@pytest.fixture(scope="module")
def told() -> dict[str, list[Any]]:
    """By rule set, everything that is told in a broad sample."""
    return {}


@pytest.fixture(scope="module")
def said(told: dict[str, list[Any]]) -> set[str]:
    listening = Listening(en.TEXT)
    patch = pytest.MonkeyPatch()
    patch.setattr(words, "_TEXT", listening)
    try:
        for variant in VARIANTS:
            told[variant] = list(everything_is_said(variant))
        assert list(all_is_said())
        for command in (
            (),
            ("lab",),
            ("replay",),
            ("score",),
            ("check",),
            ("sample",),
            ("explain",),
            ("deck",),
            ("sheet",),
        ):
            run(*command, "--help")
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


#: Said of what hardly happens in a sample; tests of rounds and the contract's cases make each happen.
RARE = ("event.hiki", "event.gaji-rest", "event.plays.throws", "event.draws.throws")


def clause_keys() -> set[str]:
    """The keys of all clauses that the rule sets' data give as a reason."""
    listening = Listening(en.TEXT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "_TEXT", listening)
        for rule_set in RULE_SETS.values():
            for id_ in named_by(rule_set) & {clause.id for clause in rule_set.clauses}:
                words.clause(id_)
    return listening.said


def test_no_text_of_the_catalogue_is_left_unused(said: set[str]) -> None:
    """Said in a broad sample, or named somewhere in the package; each game's own way to say it is said."""
    known = said | set(literals()) | composed() | clause_keys()
    unused = {key for key in en.TEXT if key not in known and not key.startswith(RARE)}

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


def rules_in(value: Any) -> Iterator[str]:
    """The clause of every rule, event, row and refusal in a view or an answer."""
    if isinstance(value, dict):
        rule = value.get("rule", value.get("decided"))
        if isinstance(rule, str):
            yield rule
        elif isinstance(rule, dict):
            yield rule["id"]
        for inner in value.values():
            yield from rules_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from rules_in(inner)


def named_by(rule_set: RuleSet) -> set[str]:
    """The clauses that the data of a rule set give as a reason: of yaku, misdeals, phases, payment."""
    named = {y.clause for y in rule_set.dekiyaku} | {t.clause for t in rule_set.teyaku}
    named |= {m.clause for m in rule_set.misdeals} | {rule_set.paid}
    for phase in rule_set.phases:
        texts = [getattr(phase, name) for name in phase.__dataclass_fields__]
        named.update(text for text in texts if isinstance(text, str))
    return named


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_clause_is_given_as_a_reason_somewhere(
    variant: str, said: set[str], told: dict[str, list[Any]]
) -> None:
    """Told in a broad sample, or by the rules' data; a house rule stands in the table of them."""
    assert said
    table = some_tables(variant)[0]
    given = set(rules_in(told[variant])) | named_beside_their_definition() | named_by(table.rule_set)
    given |= {clause.id for clause in table.clauses.values() if clause.tag == "H"}
    options = {f"{variant}.{option.name}" for option in table.rule_set.options}
    silent = [id_ for id_ in table.clauses if id_ not in given and id_.partition("=")[0] not in options]

    assert not silent, ", ".join(silent)


#: Words that belong to one game's talk about its stake: no other game may be told of them.
OWN_WORDS = {
    "soba": ("shishibo",),
    "honba": ("shishibo",),
    "matchsticks": ("enshu-comprehensive",),
    "the pot": ("enshu-wagers",),
    "wager": ("enshu-wagers",),
    "multiplier": ("shishibo", "enshu-comprehensive", "enshu-points"),
    "bid": ("oi-bana",),
    "gaji": ("sakura-simple", "sakura", "oi-bana"),
    "basa": ("sakura", "oi-bana"),
    "fuke": ("shishibo", "enshu-comprehensive"),
    "mizu-kotsu": ("shishibo", "enshu-comprehensive"),
}


def sentences(value: Any) -> Iterator[str]:
    """The texts for people in a view or an answer; the name of the Lightning says gaji in every game."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("record", "id", "do", "rule", "step", "event", "raises", "romaji") or isinstance(
                inner, dict
            ):
                yield from sentences(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from sentences(inner)
    elif isinstance(value, str):
        yield value.replace(words.say("card.lightning"), "Lightning")


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_game_is_told_in_the_words_of_another(
    variant: str, said: set[str], told: dict[str, list[Any]]
) -> None:
    assert said
    texts = set(sentences(told[variant]))
    wrong = {
        (word, text)
        for word, games in OWN_WORDS.items()
        if variant not in games
        for text in texts
        if re.search(rf"\b{word}", text, re.IGNORECASE)
    }

    assert sorted(wrong) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_table_of_card_points_adds_up_to_the_deck(variant: str) -> None:
    """Points times cards, over all rows, are what the whole deck is worth at this table."""
    for table in some_tables(variant):
        shown = html.points_html(table).html
        rows = re.findall(r"<tr><th[^>]*>[^<]*.*?</th><td>(\d+)</td><td>(\d+)</td></tr>", shown)
        assert sum(int(points) * int(count) for points, count in rows) == table.card_points(ALL)
        assert sum(int(count) for _, count in rows) == 48


def test_every_clause_yaku_option_phase_and_refusal_has_its_words() -> None:
    missing = []
    for variant in VARIANTS:
        rule_set, table = RULE_SETS[variant], some_tables(variant)[0]
        needed = [f"option.{option.name}" for option in rule_set.options]
        needed += [f"phase.{phase.id}" for phase in rule_set.phases if phase.actions or phase.id != "deal"]
        needed += [f"variant.{variant}"] + [f"tag.{tag}" for tag in "SDH"]
        missing += [key for key in needed if not words.has(key, variant)]
        assert all(words.clause(id_) for id_ in table.clauses)
        assert all(words.yaku(y.id) for y in (*rule_set.dekiyaku, *rule_set.teyaku))
    assert missing == []


def test_the_catalogue_names_no_clause_yaku_phase_or_game_that_is_not_there() -> None:
    listening = Listening(en.TEXT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "_TEXT", listening)
        for variant in VARIANTS:
            for id_ in some_tables(variant)[0].clauses:
                words.clause(id_)
    assert {key for key in en.TEXT if key.startswith("clause.")} == {
        key for key in listening.said if key.startswith("clause.")
    }
    yaku = {y.id for rule_set in RULE_SETS.values() for y in rule_set.dekiyaku}
    yaku |= {re.sub(r"-\d+$", "", t.id) for rule_set in RULE_SETS.values() for t in rule_set.teyaku}
    named = {key.partition(".")[2] for key in en.TEXT if key.startswith("yaku.")}
    assert {name for name in named if "." not in name} == yaku
    assert {key.partition("@")[2] for key in en.TEXT if "@" in key} <= set(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_event_has_its_sentence_for_the_one_who_acts_and_for_the_others(variant: str) -> None:
    tables = some_tables(variant)
    names = tuple(f"Seat {n}" for n in range(7))
    for i in range(max(30, len(tables))):
        table = tables[i % len(tables)]
        events: list[Event] = []
        round_ = new_round(variant, table.players, i, dict(table.options))
        round_.play_randomly(Random(i))
        replayed(round_, events.append)
        for event in [*events, settled_event(round_)]:
            seat = 0 if event.seat is None else event.seat
            outside, own = (event_text(event, Company(names, variant, reader)) for reader in (None, seat))
            assert event.rule in table.clauses
            for text in (outside, own):
                assert (text[0].isupper() or text[0].isdigit()) and text.endswith(".")
                assert "{" not in text
            if event.seat is not None and words.has(f"event.{event.what}.you", variant):
                assert own != outside
                assert own.startswith(("You", "The", "Your", "A ", "Hiki: you"))


def test_every_sentence_of_an_event_is_of_an_event_that_the_package_names() -> None:
    keys = {key.partition("@")[0].removesuffix(".you") for key in en.TEXT if key.startswith("event.")}
    names = set(literals())
    # What is played is told as `plays.takes`: the package names both halves.
    halves = names | {text.removeprefix(".") for text in names} | {"plays", "draws"}
    unknown = [
        key
        for key in keys
        if key.removeprefix("event.") not in names and not halves.issuperset(key.split(".")[1:])
    ]

    assert unknown == []


def test_all_forms_of_a_sentence_have_the_same_gaps_but_who() -> None:
    """A gap that one form lacks is a fact that only some readers are told."""

    def gaps(key: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(en.TEXT[key]) if name}

    different = {}
    for key in en.TEXT.keys() - {"seat.you"}:  # what a learner is called
        base, at, variant = key.partition("@")
        plain_key = base.removesuffix(".you") + at + variant
        if base.endswith(".you"):
            assert plain_key in en.TEXT, f"{key} has no form for the others"
            if gaps(key) != (plain := gaps(plain_key) - {"who"}):
                different[key] = plain ^ gaps(key)
        elif at and base + ".you" in en.TEXT:
            assert f"{base}.you@{variant}" in en.TEXT, f"{key} has no form for the one who acts"
        if base.endswith(".one") and not key.startswith("clause."):
            assert base.removesuffix(".one") + ".other" + at + variant in en.TEXT
    assert different == {}


def test_no_two_cards_have_the_same_name() -> None:
    names = Counter(words.card_name(card) for card in DECK)

    assert len(names) == 48
    assert words.card_name(DECK[0]) == "Pine with crane"


def test_every_card_is_described_in_one_sentence_of_its_own() -> None:
    shows = [words.describe(card) for card in DECK] + [words.say("card.shows.back")]

    assert len(set(shows)) == 49
    for text in shows:
        assert text[0].isupper() and text.endswith(".") and text.count(".") == 1


def test_a_description_names_the_plant_and_the_kind_of_ribbon() -> None:
    marks = {"Poetry": "red poetry ribbon", "Blue": "blue ribbon", "Plain": "red ribbon without a mark"}
    for card in DECK:
        text = words.describe(card).lower()
        assert card.flower.lower().split()[-1].removesuffix("y") in text  # peony, peonies
        if card.kind is Kind.RIBBON:
            assert marks[card.english.partition(" ")[0]] in text
        else:
            assert "ribbon" not in text


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
    anywhere = {key.partition("@")[0] for key in en.TEXT}
    missing = [
        (key, file)
        for key, file in keys_asked_for()
        if "." in key and key not in anywhere and key + ".other" not in anywhere
    ]

    assert missing == []
