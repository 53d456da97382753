"""The examples: each is walked to its end, and together they show every rule, ending and option of a game."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from support import VARIANTS, ending, endings_of, follow

from hanalearn import words
from hanalearn.activities import Walk
from hanalearn.game import Event, FormatError, Round
from hanalearn.lessons.examples import example, names
from hanalearn.lessons.story import Note, Question, Story, said
from hanalearn.lessons.telling import Company, ledger_json
from hanalearn.render.answer import answer_of_sheet
from hanalearn.rules import RULE_SETS, rules
from hanalearn.rules.model import Play, RuleSet
from hanalearn.rules.settling import Row

MOST_BYTES = 40_000  # of a view

#: What each settled seat gains or loses, worked out by hand from the rules.
PAID: dict[str, list[int]] = {
    # rounds
    "enshu-comprehensive-drop-out": [0, 0, 0],  # (55 − 100) × 7 × 2 is below 0
    "enshu-comprehensive-fourth-card": [-70, -70, 140],  # 120 − 50
    "enshu-comprehensive-fuke": [0, 0, 0],
    "enshu-comprehensive-three-players": [170, -85, -85],  # 85, own yaku not added
    "enshu-wagers-before-play": [6, -3, -3],  # 1 + 2
    "enshu-wagers-drawn-cut-off": [-3, -3, 6],
    "enshu-wagers-three-together": [-1, -1, 2],
    "enshu-wagers-triplet": [-1, -1, 2],
    "enshu-wagers-two-players": [3, -3],
    "matsu-kiri-bozu-difference": [277, -277],  # 383 − 106
    "matsu-kiri-bozu-five-brights": [100, -100],
    "matsu-kiri-bozu-two-at-once": [-100, 100],  # 50 + 50
    "oi-bana-new-table": [-66, 66],  # 33 × 2
    "oi-bana-no-auction": [0, 0, 0],
    "oi-bana-rainman": [-54, 54],  # 27 × 2
    "sakura-basa": [-2, 4, -2],
    "sakura-partnership": [1, -1, 1, -1],
    "sakura-simple-gaji": [1, -1],  # 130 − 95
    "sakura-simple-hiki": [1, -1],  # 140 − 85
    "sakura-simple-stop": [-1, -1, 2],  # 55 against 15 and 20
    "sakura-two-players": [1, -1],
    "shishibo-akatan": [8, -4, -4],
    "shishibo-drawn-cut-off": [-3, -3, 6],
    "shishibo-full-round": [12, -6, -6],  # 3 + 3 kotsu
    "shishibo-seven-players": [16, -8, -8],  # (1 + 1 + 1 + 1) × 2
    "shishibo-three-together": [2, -1, -1],
    # settlements
    "enshu-comprehensive-akatan": [-90, 180, -90],  # 45 × 1 × 2
    "enshu-comprehensive-aotan": [100, -100],  # (75 − 50) × 2 × 2
    "enshu-comprehensive-below-zero": [0, 0, 0],
    "enshu-comprehensive-double-larger": [810, -405, -405],  # 135 × 3
    "enshu-comprehensive-double-product": [1620, -810, -810],  # 135 × 6
    "enshu-comprehensive-fuke-declared": [0, 0, 0],
    "enshu-comprehensive-hand-yaku": [0, 0, 0],  # 15 + 150 − 200 is the highest
    "enshu-comprehensive-highest": [300, -150, -150],  # 75 × 2
    "enshu-comprehensive-own-yaku-added": [210, -105, -105],  # 55 + 250 − 200
    "enshu-comprehensive-shiko": [1440, -720, -720],  # 120 × 2 × 3
    "enshu-comprehensive-tie-left": [-30, -30, 60],
    "enshu-comprehensive-tie-turn": [-30, 60, -30],
    "enshu-wagers-akatan": [-3, -3, 6],
    "enshu-wagers-aotan-total": [2, -2],
    "enshu-wagers-double-larger": [-4, 8, -4],  # 1 + 3
    "enshu-wagers-double-product": [-6, 12, -6],  # 1 + 3 + 2
    "enshu-wagers-four-of-a-month": [2, -1, -1],  # 75, 70, 65
    "enshu-wagers-highest": [-1, 2, -1],
    "enshu-wagers-shihon-total": [20, -10, -10],  # 2 × 5
    "enshu-wagers-shiko": [-4, 8, -4],
    "enshu-wagers-shisou": [-11, 22, -11],  # 1 + 10
    "enshu-wagers-subsets-counted": [1, -1],  # 230 against 165
    "enshu-wagers-tie": [1, -1],
    "matsu-kiri-bozu-akatan": [40, -40],
    "matsu-kiri-bozu-aotan": [50, -50],
    "matsu-kiri-bozu-botankiri": [50, -50],
    "matsu-kiri-bozu-ganbo": [50, -50],
    "matsu-kiri-bozu-goko": [100, -100],
    "matsu-kiri-bozu-ichinisan": [50, -50],
    "matsu-kiri-bozu-no-yaku": [-14, 14],  # 120 − 106
    "matsu-kiri-bozu-one-two-three-and-five": [-150, 150],
    "matsu-kiri-bozu-tie": [0, 0],
    "oi-bana-basa": [60, -60],
    "oi-bana-bid-of-the-loser": [30, -30],
    "oi-bana-bid-of-the-winner": [20, -20],
    "oi-bana-both-have-yaku": [4, -4],
    "oi-bana-chu": [24, -24],
    "oi-bana-highest": [-30, 30],
    "oi-bana-moon-and-cup": [4, -4],
    "oi-bana-not-exceeded": [12, -12],
    "oi-bana-shira-basa": [-16, 16],
    "oi-bana-subtract-only": [6, -6],  # −25 against −95: 70 ahead
    "oi-bana-tie": [15, -15],
    "sakura-basa-with-chu": [6, -6],  # 2 × 3
    "sakura-both-have-yaku": [1, -1],
    "sakura-chu": [6, -6],  # 3 × 2
    "sakura-not-exceeded": [1, -1],
    "sakura-oya-gachi": [2, -1, -1],
    "sakura-shira-basa": [2, -2],
    "sakura-simple-even-values": [1, -1],
    "sakura-simple-games": [4, -2, -2],  # 80 and 110 behind
    "sakura-simple-stopped-early": [0, 0],
    "sakura-simple-tie": [0, 0],
    "sakura-subtract-only": [1, -1],
    "sakura-two-yaku": [4, -2, -2],
    "shishibo-aotan": [-4, 8, -4],  # (1 + 1) × 2
    "shishibo-double-larger": [12, -6, -6],  # 2 × 3
    "shishibo-double-product": [24, -12, -12],  # 2 × 3 × 2
    "shishibo-four-of-a-month": [-1, 2, -1],  # 75, 80, 75
    "shishibo-fuke": [-4, -4, 8],  # 2 + 1 + 1
    "shishibo-hand-yaku-ignored": [-1, 2, -1],
    "shishibo-played-out": [-2, 4, -2],  # 1 + 1
    "shishibo-shiko": [24, -12, -12],  # (2 + 2) × 3
    "shishibo-source": [8, -4, -4],  # 2 × 2, the source's own
    "shishibo-subsets-counted": [-1, 2, -1],  # 230 against 215
    "shishibo-tie": [-1, 2, -1],
}

#: Totals of games in which nobody pays.
TOTALS: dict[str, list[int]] = {
    "enshu-points-blue-ribbons": [115, 95, 340],  # (70 + 50 + 50) × 2
    "enshu-points-two-players": [390, 120],  # (95 + 100) × 2
    "enshu-points-multipliers": [2025, 135, 65],  # 135 × 5 × 3
    "enshu-points-highest": [240, 130, 65],  # 80 × 3
    "enshu-points-four-of-a-month": [65, 70],
    "enshu-points-tie": [15, 15],
    "enshu-points-multiply-first": [140, 150],  # 45 × 2 + 50
    "enshu-points-without-hand-yaku": [100, 230],  # 50 + 50, and 30 + 200
    "enshu-points-hand-yaku": [65, 70, 10],
}

#: The one round that stops before play: it is about what comes before.
UNFINISHED = ["shishibo-before-play"]


@cache
def told(name: str) -> Story:
    """The story of an example."""
    return example(name).story


@cache
def stories(variant: str) -> dict[str, Story]:
    """The stories of the examples of a rule set, by name."""
    return {name: told(name) for name in names() if told(name).rules.variant == variant}


def ending_of(story: Story) -> str:
    scene, settling = story.frames[-1].scene, story.settling
    assert settling is not None
    sheet = answer_of_sheet(settling.sheet)
    if isinstance(scene, Round):
        # Where it was stopped or played out, and which seats played, the round knows best.
        seats: list[Any] = [{"total": 0} for _ in range(story.rules.players)]
        for seat, total in zip(scene.active, settling.totals, strict=True):
            seats[seat] = {"total": total}
        return ending(scene, sheet | {"seats": seats})
    return ending(_Sheet(settling), sheet)  # type: ignore[arg-type]


class _Sheet:
    """A score sheet where `ending` asks a round."""

    def __init__(self, settling: Any) -> None:
        self.active, self.played_out = list(settling.seats), settling.played_out


# --- every example --------------------------------------------------------------------------------


def test_every_example_is_named_after_its_game_and_has_a_title() -> None:
    for name in names():
        assert name.startswith(f"{told(name).rules.variant}-")
        assert example(name).title == told(name).title != name
    assert len(set(titles := [(told(n).rules.variant, example(n).title) for n in names()])) == len(titles)


def test_every_example_has_a_payment_or_a_total_that_was_worked_out_by_hand() -> None:
    assert {*PAID, *TOTALS, *UNFINISHED} == set(names())


@pytest.mark.parametrize("name", PAID)
def test_the_payments_are_those_worked_out_by_hand(name: str) -> None:
    settling = told(name).settling
    assert settling is not None
    assert settling.payments == PAID[name]


@pytest.mark.parametrize("name", TOTALS)
def test_the_totals_are_those_worked_out_by_hand(name: str) -> None:
    settling = told(name).settling
    assert settling is not None
    assert settling.totals == TOTALS[name]
    assert not any(settling.payments)


@pytest.mark.parametrize("name", names())
def test_every_frame_is_walked_to_the_end_and_its_view_is_small(name: str) -> None:
    walk = Walk(told(name))
    for step in range(walk.last + 1):
        walk.do({"seq": walk.seq, "do": f"step {step}"})
        assert (walk.step, walk.refused) == (step, None)
        shown(walk)
        question = walk.story.frames[step].told
        if isinstance(question, Question):
            wrong_ways_lead_back(walk, question)
            walk.do({"seq": walk.seq, "do": "reveal"})
            assert shown(walk)["ask"]["rule"]
    view = shown(walk)
    assert walk.step == walk.last
    assert (view["ledger"] is None) == (name in UNFINISHED)
    if view["ledger"]:
        assert view["ledger"]["outcome"] and view["ledger"]["decided"]


def shown(walk: Walk) -> Any:
    """The view, which must be JSON and within its size."""
    text = json.dumps(walk.view(None), ensure_ascii=False)
    assert len(text.encode()) <= MOST_BYTES
    return json.loads(text)


def wrong_ways_lead_back(walk: Walk, question: Question) -> None:
    """A wrong answer plays out to its end and is taken back."""
    if question.among is not None:
        wrong = next(iter(question.reasons), "")  # where each card is right, none is wrong
        walk.do({"seq": walk.seq, "do": f"pick {wrong}"})
        walk.do({"seq": walk.seq, "do": "answer"})
    else:
        values = [choice.value for choice in question.choices] or ["123456"]
        wrong = next(value for value in values if value not in question.accepted)
        walk.do({"seq": walk.seq, "do": f"answer {wrong}"})
    for step in range(len(walk.aside)):
        walk.do({"seq": walk.seq, "do": f"step {step}"})
        assert shown(walk)["told"]["text"]
    walk.do({"seq": walk.seq, "do": "back"})


@pytest.mark.parametrize("name", names())
def test_every_frame_is_told_in_at_most_two_sentences_with_its_reason(name: str) -> None:
    story = told(name)
    company = Company(story.names, story.rules.variant)
    for frame in story.frames:
        telling = said(frame, story.rules, company)
        # A row's own sentence or two, and what it comes to.
        most = 3 if isinstance(frame.told, Row) else 2
        assert 0 < sentences(str(telling["text"])) <= most, telling["text"]
        assert sentences(str(telling["why"])) <= 2
        if not isinstance(frame.told, Note | Question):
            assert telling["rule"]


def sentences(text: str) -> int:
    return len(re.findall(r"[.?!](?:\s|$)", text))


@pytest.mark.parametrize("name", names())
def test_a_house_rule_is_told_as_one(name: str) -> None:
    """The tag beside a sentence is the tag of its clause in the rules."""
    story = told(name)
    company = Company(story.names, story.rules.variant)
    clauses = {clause.id: clause for clause in story.rules.clauses.values()}
    for frame in story.frames:
        rule: Any = said(frame, story.rules, company)["rule"]
        if rule:
            assert (rule["tag"], rule["source"]) == (clauses[rule["id"]].tag, clauses[rule["id"]].source)
            assert rule["tagtext"] == words.say(f"tag.{clauses[rule['id']].tag}")


@pytest.mark.parametrize("name", [name for name in names() if name not in UNFINISHED])
def test_the_numbers_told_are_those_of_the_arithmetic(name: str) -> None:
    """Each row of the ledger ends in what its register is then; the last frame tells the stake."""
    story = told(name)
    company = Company(story.names, story.rules.variant)
    settling = story.settling
    assert settling is not None
    ledger: Any = ledger_json(settling, story.seats, company)
    follow(ledger, story.rules.players)  # each `after` follows from what stands before it
    rows = [frame for frame in story.frames if isinstance(frame.told, Row)]
    assert len(rows) == len(ledger)
    for frame, row in zip(rows, ledger, strict=True):
        text = str(said(frame, story.rules, company)["text"])
        if row["step"] != "winner":
            assert re.findall(r"[-+]?\d+", text)[-1] in (str(row["after"]), f"{row['after']:+d}"), text
    last = story.frames[-1].told
    assert isinstance(last, Event)
    if last.what == "settled":
        assert last.words["n"] == settling.stake
        assert story.seats.index(last.seat or 0) == settling.winner


@pytest.mark.parametrize("name", names())
def test_a_stake_that_is_told_is_that_of_the_table(name: str) -> None:
    """The field event's number is the stake of the scene, which is Brights on the field and 1, or agreed."""
    story = told(name)
    for frame in story.frames:
        if isinstance(frame.told, Event) and frame.told.what == "field":
            assert isinstance(frame.scene, Round)
            assert frame.told.words["n"] == frame.scene.stake


# --- what they show together ----------------------------------------------------------------------


def in_force(rule_set: RuleSet) -> set[str]:
    """The clauses of a rule set, without those of the common round that it replaces by its own."""
    common = {clause.id for clause in rule_set.clauses if clause.id.startswith("hana-awase.")}
    play = next(phase for phase in rule_set.phases if isinstance(phase, Play))
    replaced = {"hana-awase.end"} - {play.ends}
    replaced |= {"hana-awase.field-misdeal"} - {misdeal.clause for misdeal in rule_set.misdeals}
    table = rules(rule_set.id, rule_set.players[0])
    return set(table.clauses) - (common & replaced)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_clause_and_every_value_of_an_option_is_named_by_some_frame(variant: str) -> None:
    named = set().union(*(story.clauses for story in stories(variant).values()))

    assert sorted(in_force(RULE_SETS[variant]) - named) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_are_two_full_rounds_and_a_settlement_for_every_ending(variant: str) -> None:
    finished = {name: story for name, story in stories(variant).items() if name not in UNFINISHED}
    rounds = [story for story in finished.values() if isinstance(story.frames[-1].scene, Round)]
    played = [
        s for s in rounds if any(isinstance(f.told, Event) and "plays." in f.told.what for f in s.frames)
    ]
    assert len(played) >= 2
    sheets = [story for story in finished.values() if not isinstance(story.frames[-1].scene, Round)]
    ways = {ending_of(story) for story in sheets}
    assert [way for way in endings_of(RULE_SETS[variant]) if way not in ways] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_yaku_of_the_game_is_made_or_shown_in_some_example(variant: str) -> None:
    made: set[str] = set()
    for story in stories(variant).values():
        if story.settling is not None:
            made |= {yaku.id for listed in story.settling.yaku for yaku in listed}
    wanted = {yaku.id for yaku in RULE_SETS[variant].dekiyaku}
    wanted |= {teyaku.id for teyaku in RULE_SETS[variant].teyaku if "-" not in teyaku.id}
    assert wanted - made == set()
    families = {t.id.rpartition("-")[0] for t in RULE_SETS[variant].teyaku if "-" in t.id}
    assert families <= {id_.rpartition("-")[0] for id_ in made}


def told_events(variant: str) -> set[str]:
    return {
        frame.told.what
        for story in stories(variant).values()
        for frame in story.frames
        if isinstance(frame.told, Event)
    }


@pytest.mark.parametrize(
    "variant, events",
    [
        ("shishibo", ["mizu-kotsu", "bound", "repeat", "retire", "dealer-retires", "sits-out", "cut-off"]),
        ("enshu-wagers", ["shows", "teyaku-stops", "cut-off", "turns"]),
        ("enshu-points", ["shows", "turns", "played-out"]),
        ("enshu-comprehensive", ["mizu-kotsu", "bound", "repeat", "dealer-retires", "fuke", "cut-off"]),
        ("sakura-simple", ["hiki", "gaji-rest", "stopped", "turns"]),
        ("sakura", ["hiki", "gaji-out", "gaji-rest", "turns"]),
        ("oi-bana", ["no-bid", "auction", "new-table", "no-auction", "sits-out", "gaji-out", "gaji-rest"]),
        ("matsu-kiri-bozu", ["cut-off", "turns", "played-out"]),
    ],
)  # fmt: skip
def test_the_special_things_of_each_game_are_seen_happening(variant: str, events: list[str]) -> None:
    assert [event for event in events if event not in told_events(variant)] == []


def test_cut_offs_come_by_hand_cards_and_by_drawn_cards() -> None:
    before: set[str] = set()
    for variant in VARIANTS:
        for story in stories(variant).values():
            events = [f.told for f in story.frames if isinstance(f.told, Event)]
            before |= {one.what for one, other in pairwise(events) if other.what == "cut-off"}
    assert {"plays.takes", "draws.takes"} <= before


@pytest.mark.parametrize("variant", VARIANTS)
def test_rounds_ask_two_to_seven_times_and_most_settlements_too(variant: str) -> None:
    for name, story in stories(variant).items():
        asked = sum(isinstance(frame.told, Question) for frame in story.frames)
        assert asked <= 7, name
        assert asked >= (2 if isinstance(story.frames[0].scene, Round) else 1), name


def test_an_example_that_is_not_there_is_refused_with_those_that_are_called_nearly_so() -> None:
    with pytest.raises(FormatError, match="no example koi; hanalearn explain lists those there are"):
        example("koi")
    with pytest.raises(FormatError, match="no example shishibo-akatn; did you mean shishibo-akatan"):
        example("shishibo-akatn")
