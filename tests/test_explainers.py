"""The explainers: what they show is what the engine says, in every game and under every option."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from support import VARIANTS, some_tables

from hanalearn import notebook
from hanalearn.activities import Walk
from hanalearn.cards import ids_of, mask, written
from hanalearn.game import Event
from hanalearn.game.near import teyaku_standings
from hanalearn.lessons.explainers import explain, ids, topics
from hanalearn.lessons.story import Frame, Question, Story, said
from hanalearn.lessons.telling import Company
from hanalearn.rules import RULE_SETS, Rules, rules
from hanalearn.rules.settling import Row

MOST_BYTES = 40_000  # of a view


def table_of(variant: str, players: int | None = None, **options: object) -> Rules:
    """A table with the fewest players, unless more are asked for."""
    return rules(variant, players or RULE_SETS[variant].players[0], options)


@cache
def stories(table: Rules) -> tuple[Story, ...]:
    """Everything that can be explained at a table."""
    asked = ((topic, id_) for topic in topics(table) for id_ in ids(table, topic) or [""])
    return tuple(explain(table, topic, id_) for topic, id_ in asked)


def of(table: Rules, topic: str) -> Iterator[tuple[str, Story]]:
    """The stories of a topic by the id of their yaku."""
    return ((id_, explain(table, topic, id_)) for id_ in ids(table, topic))


def events(story: Story, what: str) -> list[tuple[Frame, Event]]:
    """The frames that tell an event whose name begins so."""
    told = ((frame, frame.told) for frame in story.frames)
    return [(frame, e) for frame, e in told if isinstance(e, Event) and e.what.startswith(what)]


def asked(story: Story, key: str) -> list[tuple[Frame, Question]]:
    told = ((frame, frame.told) for frame in story.frames)
    return [(frame, q) for frame, q in told if isinstance(q, Question) and q.key == key]


def rows(story: Story) -> list[tuple[str, int]]:
    """The rows of the ledger that are told: step, and what it makes."""
    return [(f.told.step, f.told.after) for f in story.frames if isinstance(f.told, Row)]


def lying(frame: Frame, key: str, seat: int | None = None) -> int:
    """The cards that lie in a group of a frame; 0 where there is none."""
    assert isinstance(frame.scene, tuple)
    return next((g.cards for g in frame.scene if g.key == key and g.seat == seat), 0)


def notation(cards: int) -> str:
    return written(ids_of(cards))


# --- every frame ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_explainer_is_walked_to_its_end(variant: str) -> None:
    for story in stories(table_of(variant)):
        walk = Walk(story)
        for step in range(walk.last + 1):
            walk.do({"seq": walk.seq, "do": f"step {step}"})
            view = seen(walk)
            assert view["walk"]["at"] == step
            assert view["refused"] is None
            if view["ask"]:
                assert view["walk"]["reach"] == step
                walk.do({"seq": walk.seq, "do": "reveal"})
                assert seen(walk)["ask"]["rule"]
            else:
                assert view["told"]["rule"]["id"] in story.rules.clauses


def seen(walk: Walk) -> Any:
    text = json.dumps(walk.view(None), ensure_ascii=False)
    assert len(text.encode()) <= MOST_BYTES
    return json.loads(text)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_frame_is_told_in_at_most_two_sentences(variant: str) -> None:
    """At tables that have every option value with every number of players."""
    for table in some_tables(variant):
        for story in stories(table):
            company = Company(story.names, variant)
            for frame in story.frames:
                telling = said(frame, table, company)
                text = str(telling["text"])
                # A row's own sentence or two, and what it comes to.
                most = 3 if isinstance(frame.told, Row) else 2
                assert 0 < len(re.findall(r"[.?!](?:\s|$)", text)) <= most, text
                assert "{" not in text
                assert isinstance(frame.told, Question) or telling["rule"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_card_lies_in_two_hands_or_captures(variant: str) -> None:
    """The dealt field and what was shown are told beside captures, so they may name a card again."""
    for story in stories(table_of(variant)):
        for frame in story.frames:
            assert isinstance(frame.scene, tuple)
            seen = 0
            for group in frame.scene:
                assert group.lit & ~group.cards == 0
                if group.key in ("hand", "captured"):
                    assert not seen & group.cards
                    seen |= group.cards


def test_what_can_be_explained_of_each_game() -> None:
    everything = ["misdeals", "stake", "matching", "teyaku", "groups", "yaku", "replaced"]
    assert topics(table_of("shishibo")) == everything
    assert topics(table_of("enshu-wagers")) == everything
    assert topics(table_of("enshu-points")) == everything
    assert topics(table_of("enshu-comprehensive")) == everything
    assert topics(table_of("sakura")) == ["misdeals", "stake", "matching", "yaku"]
    assert topics(table_of("oi-bana")) == ["misdeals", "stake", "matching", "yaku"]
    assert topics(table_of("matsu-kiri-bozu")) == ["misdeals", "stake", "matching", "yaku"]
    assert topics(table_of("sakura-simple")) == ["misdeals", "stake", "matching"]


def test_hand_yaku_that_are_not_played_with_are_not_explained() -> None:
    table = table_of("enshu-points", teyaku=False)

    assert topics(table) == ["misdeals", "stake", "matching", "yaku", "replaced"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_yaku_teyaku_and_misdeal_gives_its_clause(variant: str) -> None:
    table = table_of(variant)
    rule_set = table.rule_set
    told = set().union(*(story.clauses for story in stories(table)))

    of_yaku = {y.clause for y in (*rule_set.dekiyaku, *rule_set.teyaku)}
    assert of_yaku | {rule.clause for rule in rule_set.misdeals} <= told
    assert {f"hana-awase.{n}" for n in ("none", "one", "two", "three")} <= told
    assert not rule_set.wild_rule or rule_set.wild_rule in told


# --- yaku -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_yaku_is_made_and_missed_as_the_engine_says(variant: str) -> None:
    for table in some_tables(variant):
        made_of = {y.id: cards for cards, _, y in table.dekiyaku}
        for id_, story in of(table, "yaku"):
            made = [frame for frame, e in events(story, "explain.made.") if e.words["yaku"] == id_]
            near = events(story, "explain.look-alike") + events(story, "explain.lost")
            assert lying(made[0], "captured", 0) == made_of[id_]
            assert id_ in {y.id for y in table.made(lying(made[0], "captured", 0))}
            assert len(near) == 1
            own = lying(near[0][0], "captured", 0)
            assert id_ not in {y.id for y in table.made(own)}
            assert (made_of[id_] & ~own).bit_count() == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_card_after_the_other_is_captured_and_the_rest_is_missing(variant: str) -> None:
    table = table_of(variant)
    for id_, story in of(table, "yaku"):
        whole = next(cards for cards, _, y in table.dekiyaku if y.id == id_)
        steps = events(story, "explain.captures")
        for n, (frame, event) in enumerate(steps, start=1):
            own = lying(frame, "captured", 0)
            assert own.bit_count() == n
            assert event.taken == lying(frame, "missing") == whole & ~own
        assert len(steps) == whole.bit_count() - 1


def test_poetry_ribbons_card_by_card() -> None:
    """The curtain of March is no ribbon; two raises the soba from 1 to 2."""
    story = explain(table_of("shishibo"), "yaku", "akatan")
    (field, question), *_ = asked(story, "completes")
    ((near, event),) = events(story, "explain.look-alike")

    assert notation(lying(field, "field")) == "3B 3R 4R 5R"
    assert question.accepted == {"3R"}
    assert sorted(question.reasons) == ["3B", "4R", "5R"]
    assert notation(lying(near, "captured", 0)) == "1R 2R 3B"
    assert (notation(event.cards), notation(event.taken)) == ("3B", "3R")
    assert [q.accepted for _, q in asked(story, "made")] == [{"no"}]
    assert rows(story) == [("cut-off", 2)]
    assert (
        texts(story)[4]
        == "Ume has made Akatan (Poetry Ribbons). The round ends, and the soba is multiplied by 2."
    )


def texts(story: Story) -> list[str]:
    company = Company(story.names, story.rules.variant)
    return [str(said(frame, story.rules, company)["text"]) for frame in story.frames]


def test_four_of_a_month_have_no_look_alike_so_an_opponent_captures_the_last() -> None:
    story = explain(table_of("shishibo"), "yaku", "shima-5")
    ((frame, _),) = events(story, "explain.lost")

    assert notation(lying(frame, "captured", 0)) == "5A 5R 5C1"
    assert notation(lying(frame, "captured", 1)) == "5C2"
    assert [q.accepted for _, q in asked(story, "possible")] == [{"no"}]


def test_a_look_alike_is_a_card_that_its_captor_keeps() -> None:
    """In Sakura chaff without points is thrown away, so the Deer is missed by its ribbon."""
    ((frame, _),) = events(explain(table_of("sakura"), "yaku", "ho"), "explain.look-alike")

    assert notation(lying(frame, "captured", 0)) == "6A 9A 10R"


@pytest.mark.parametrize(
    ("variant", "id_", "options", "what", "n"),
    [
        ("shishibo", "shiko", {}, "explain.made.cut-off", 3),
        ("shishibo", "shishibochushin", {}, "explain.made.points", 100),
        ("enshu-wagers", "shiko", {}, "explain.made.wagers", 3),
        ("enshu-points", "shiko", {"shiko_multiplier": 5}, "explain.made.times", 5),
        ("enshu-comprehensive", "aotan", {}, "explain.made.cut-off", 2),
        ("sakura", "nomi", {}, "explain.made.points", 50),
        ("matsu-kiri-bozu", "akatan", {}, "explain.made.wins", 40),
    ],
)
def test_what_a_yaku_is_worth(variant: str, id_: str, options: Any, what: str, n: int) -> None:
    story = explain(table_of(variant, **options), "yaku", id_)
    made = [e for _, e in events(story, "explain.made.") if e.words["yaku"] == id_]

    assert [(e.what, e.words["n"]) for e in made] == [(what, n)]


def test_what_a_yaku_costs_the_others() -> None:
    """Only opponents are charged for it, or both count, as the option says."""
    source = explain(table_of("sakura"), "yaku", "nomi")
    own = explain(table_of("enshu-comprehensive"), "yaku", "tsukihoto")
    total = explain(table_of("enshu-wagers", cutoff_pays="total", wager=5), "yaku", "shiko")

    assert rows(source) == [("deduct", -50)]
    assert rows(own) == [("deduct", -50)]
    assert rows(total) == [("cut-off-wagers", 15)]


def test_a_shima_counts_twice_beside_its_shown_triplet() -> None:
    ((frame, event),) = events(explain(table_of("enshu-wagers"), "yaku", "shima-9"), "explain.doubled")

    assert event.words["n"] == 100
    assert notation(lying(frame, "shown", 0)) == "9A 9R 9C1"


def test_a_larger_yaku_replaces_the_pairs_inside_it_or_counts_beside_them() -> None:
    replaced = explain(table_of("shishibo"), "replaced")
    stacked = explain(table_of("shishibo", stack_subsets=True), "replaced")

    assert [e.words["yaku"] for _, e in events(replaced, "explain.replaced")] == ["shishibo", "shishichu"]
    assert [q.accepted for _, q in asked(replaced, "worth")] == [{"100"}]
    assert [(e.words["n"], e.rule) for _, e in events(replaced, "explain.worth-otherwise")] == [
        (200, "shishibo.stack_subsets=true")
    ]
    assert [e.words["yaku"] for _, e in events(stacked, "explain.beside")] == ["shishibo", "shishichu"]
    assert [q.accepted for _, q in asked(stacked, "worth")] == [{"200"}]
    assert [e.words["n"] for _, e in events(stacked, "explain.worth-otherwise")] == [100]


def test_a_pair_is_completed_to_the_larger_yaku() -> None:
    story = explain(table_of("enshu-wagers"), "yaku", "shishichu")
    ((frame, event),) = events(story, "explain.with-more")

    assert notation(event.cards) == "6A"
    assert notation(lying(frame, "captured", 0)) == "6A 7A 11B"
    assert len(events(story, "explain.replaced")) == 1


# --- hand yaku ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_hand_yaku_is_held_and_missed_as_the_engine_says(variant: str) -> None:
    for table in some_tables(variant):
        for id_, story in of(table, "teyaku"):
            if table.teyaku[id_].bonus_of:
                continue
            holds, off = events(story, "explain.holds")[0], events(story, "explain.not-held")[0]
            hand, near = lying(holds[0], "hand", 0), lying(off[0], "hand", 0)
            assert hand.bit_count() == near.bit_count() == table.hand_size
            assert (id_, holds[1].cards) in [(t.id, cards) for t, cards in table.held(hand)]
            assert id_ not in {t.id for t, _ in table.held(near)}
            assert [held.short for held in teyaku_standings(table, near) if held.teyaku.id == id_] == [1]
            assert (hand & ~near).bit_count() == 1
            assert table.misdeal((hand,), 0) is table.misdeal((near,), 0) is None
            alone = {t.id for t, _ in table.held(hand)} == {id_}
            assert alone or id_ == "shisou"


def test_the_lightning_is_no_junk_in_the_comprehensive_rule_set() -> None:
    story = explain(table_of("enshu-comprehensive"), "teyaku", "soppe")

    assert [notation(e.cards) for _, e in events(story, "explain.not-held")] == ["11C"]


def test_four_three_holds_more_than_one_hand_yaku() -> None:
    """Seven cards of two months; the eighth is another's, and four and three are found in it too."""
    story = explain(table_of("enshu-wagers"), "teyaku", "shisou")
    ((frame, event),) = events(story, "explain.holds")

    assert notation(event.cards) == "1B 1R 1C1 1C2 2A 2R 2C1"
    assert notation(lying(frame, "hand", 0)) == "1B 1R 1C1 1C2 2A 2R 2C1 3B"
    assert events(story, "explain.also-held")[0][1].words["others"] == "Shihon (four of a month)"
    assert rows(story) == [("cut-off-wagers", 11)]
    assert len(events(story, "explain.ends-before-play")) == 1


@pytest.mark.parametrize(
    ("variant", "id_", "lies"),
    [
        ("shishibo", "sanbon-1", "face-up"),
        ("shishibo", "soppe", "whole-hand"),
        ("shishibo", "toichi", "taken-back"),
        ("enshu-comprehensive", "tanichi", "whole-hand"),
    ],
)
def test_how_the_shown_cards_lie_afterwards(variant: str, id_: str, lies: str) -> None:
    story = explain(table_of(variant), "teyaku", id_)
    ((frame, event),) = events(story, "explain.lies.")

    assert event.what == f"explain.lies.{lies}"
    assert (lying(frame, "hand", 0).bit_count() == 7) == (lies == "taken-back")


def test_a_hand_yaku_that_adds_nothing_says_by_which_rule() -> None:
    story = explain(table_of("shishibo", hand_yaku_points="ignore"), "teyaku", "shihon")

    assert [e.rule for _, e in events(story, "explain.shown.")] == ["shishibo.hand_yaku_points=ignore"]


def test_the_fourth_card_earns_a_bonus_only_for_its_captor() -> None:
    story = explain(table_of("enshu-comprehensive"), "teyaku", "sanbon-bonus-5")
    ((won, event),), ((lost, _),) = events(story, "explain.fourth"), events(story, "explain.no-fourth")

    assert (notation(event.cards), event.words["n"]) == ("5C2", 100)
    assert notation(lying(won, "captured", 0)) == "5A 5R 5C1 5C2"
    assert (notation(lying(lost, "captured", 0)), notation(lying(lost, "captured", 1))) == (
        "5A 5R 5C1",
        "5C2",
    )
    assert [q.accepted for _, q in asked(story, "earned")] == [{"no"}]


@pytest.mark.parametrize(
    ("variant", "answers"),
    [
        ("shishibo", ["yes", "no"]),  # a set and a junk yaku; two sets
        ("enshu-wagers", ["yes", "no"]),  # a triplet beside Four-Three; Four-Three and Four of a kind
        ("enshu-points", ["yes"]),  # any
        ("enshu-comprehensive", ["yes", "no"]),
    ],
)
def test_one_hand_yaku_of_each_group_may_be_shown(variant: str, answers: list[str]) -> None:
    table = table_of(variant)
    questions = asked(explain(table, "groups"), "together")

    assert [min(q.accepted) for _, q in questions] == answers
    for frame, question in questions:
        held = table.held(lying(frame, "hand", 0))
        most = max(len({t.group for t, _ in show}) for show in table.shows(held))
        assert ("yes" in question.accepted) == (most > 1)


# --- the deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_engine_rejects_and_accepts_the_deals_as_told(variant: str) -> None:
    for table in some_tables(variant):
        story = explain(table, "misdeals")
        rejected = [rule for rule, _ in judged(story, "explain.misdeal.")]
        assert rejected == list(table.rule_set.misdeals)
        accepted = [*judged(story, "explain.too-few."), *judged(story, "explain.other-month.")]
        assert len(accepted) >= len(rejected)
        assert all(rule is None for rule, _ in accepted)
        assert all(sizes == {table.hand_size} for _, sizes in accepted)


def judged(story: Story, what: str) -> list[tuple[Any, set[int]]]:
    """What the engine says of the deals of some frames, and the sizes of their hands."""
    found = []
    for frame, _ in events(story, what):
        assert isinstance(frame.scene, tuple)
        hands = tuple(g.cards for g in frame.scene if g.key == "hand")
        misdeal = story.rules.misdeal(hands, lying(frame, "field"))
        found.append((misdeal[0] if misdeal else None, {hand.bit_count() for hand in hands}))
    return found


@pytest.mark.parametrize(
    ("variant", "answers"),
    [
        ("shishibo", "no yes no yes yes"),
        ("enshu-wagers", "no yes"),
        ("enshu-comprehensive", "no yes no yes yes no yes yes"),
        ("matsu-kiri-bozu", "no yes"),
        ("sakura", ""),
    ],
)
def test_whether_a_deal_is_played_is_asked(variant: str, answers: str) -> None:
    """A deal that is repeated; one card fewer; as many of a month that the rule does not name."""
    questions = asked(explain(table_of(variant), "misdeals"), "played")

    assert [min(q.accepted) for _, q in questions] == answers.split()


def test_a_table_with_four_of_a_month_is_cleared_in_sakura() -> None:
    story = explain(table_of("sakura-simple"), "misdeals")

    assert len(events(story, "explain.never-repeated")) == 1
    ((frame, event),) = events(story, "hiki")
    assert notation(event.cards) == "1B 1R 1C1 1C2"
    assert notation(lying(frame, "captured", 0)) == "1B 1R"  # chaff is thrown away
    assert [notation(e.cards) for _, e in events(story, "gaji-out")] == ["11C"]


def test_the_deal_is_told_in_its_numbers_for_every_number_of_players() -> None:
    sakura = explain(table_of("sakura"), "misdeals")
    sizes = [(e.words["players"], e.words["n"], e.words["m"]) for _, e in events(sakura, "explain.deal-for")]
    assert events(sakura, "dealt")[0][1].words == {"n": 10, "m": 10}
    assert sizes == [(3, 7, 6), (4, 5, 8), (5, 4, 8), (6, 3, 12), (7, 3, 6)]

    oi_bana = explain(table_of("oi-bana"), "misdeals")
    ((frame, event),) = events(oi_bana, "explain.deal-laid-out")
    assert (event.words["players"], event.rule) == (6, "oi-bana.rainman")
    assert lying(frame, "field") & mask("11B")

    seven = explain(table_of("shishibo", 7), "misdeals")
    assert [e.seat for _, e in events(seven, "sits-out")] == [6]


# --- the stake ------------------------------------------------------------------------------------


def test_the_soba_grows_with_the_field_and_the_raises() -> None:
    """Fields with 0 and 1 Bright, with the Rainman alone, with 2, 3 and 4; then four raises on two."""
    story = explain(table_of("shishibo"), "stake")

    assert [after for step, after in rows(story) if step == "honba"] == [1, 2, 1, 3, 4, 5]
    assert [after for step, after in rows(story) if "kotsu" in step] == [4, 5, 6, 7]
    assert rows(story)[-3:] == [("cut-off", 9), ("cut-off", 6), ("cut-off", 6)]  # 3 × 3, 3 × 2
    assert [q.accepted for _, q in asked(story, "stake")] == [{"1"}, {"3"}]
    assert [q.accepted for _, q in asked(story, "pays")] == [{"9"}]


def test_passes_are_repeated_where_more_are_dealt_than_play() -> None:
    three, five = (explain(table_of("shishibo", players), "stake") for players in (3, 5))

    assert [row for row in rows(three) if row[0] == "repeats"] == []
    assert rows(five)[6:12] == [
        ("mizu-kotsu", 4),
        ("mizu-kotsu", 5),
        ("repeats", 6),
        ("repeats", 7),
        ("kotsu", 8),
        ("kotsu", 9),
    ]


def test_a_large_margin_multiplies_the_agreed_stake() -> None:
    """Three Brights are 60; four Brights and two ribbons 100; with the third ribbon a yaku is made."""
    story = explain(table_of("sakura", stake=10, chu=True), "stake")

    assert rows(story) == [("stake", 10), ("chu", 20), ("basa", 30), ("basa", 30)]
    assert [e.words["n"] for _, e in events(story, "explain.leads")] == [60, 100, 210]
    assert [e.words["n"] for _, e in events(story, "explain.not-yet")] == [40, 90]


def test_a_margin_that_must_be_exceeded() -> None:
    """100 is too little with a yaku and without; a fifth ribbon makes it 110, a yaku 210."""
    story = explain(table_of("sakura", threshold="more-than"), "stake")

    assert [e.words["n"] for _, e in events(story, "explain.not-yet")] == [100, 100]
    assert [e.words["n"] for _, e in events(story, "explain.leads")] == [110, 210]


def test_what_is_at_stake_in_the_other_games() -> None:
    wagers = explain(table_of("enshu-wagers", wager=2), "stake")
    assert rows(wagers) == [
        ("wager", 2),
        ("cut-off-wagers", 8),  # 2 + 3 × 2
        ("cut-off-wagers", 6),
        ("cut-off-wagers", 6),
    ]
    points = explain(table_of("enshu-points", shiko_multiplier=5), "stake")
    assert rows(points) == [("multiply", 400), ("multiply", 30), ("multiply", 30)]  # 80 × 5, 15 × 2
    assert asked(points, "pays") == []
    simple = explain(table_of("sakura-simple"), "stake")
    assert rows(simple) == [("payment", -1), ("payment", -2), ("payment", -3)]
    assert [e.words["n"] for _, e in events(simple, "explain.leads")] == [40, 60, 120]
    assert [e.words["n"] for _, e in events(simple, "explain.not-yet")] == [20, 40, 110]
    bid = explain(table_of("oi-bana", stake_bid="loser"), "stake")
    assert rows(bid)[-1] == ("basa", 60)  # seat 0 wins, and seat 1 has bid 30
    monk = explain(table_of("matsu-kiri-bozu"), "stake")
    assert [after for step, after in rows(monk) if step == "yaku-value"] == [100, 50, 50, 40, 50, 50]
    assert rows(monk)[-1] == ("difference", 100)
    comprehensive = explain(table_of("enshu-comprehensive"), "stake")
    assert events(comprehensive, "explain.leads") == []  # no margin matters here
    assert rows(comprehensive)[-4:] == [
        ("field-multiplier", 360),  # 120 × 3
        ("multiply", 1080),
        ("multiply", 90),  # 15 × 3 × 2
        ("multiply", 90),
    ]


# --- matching -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_outcome_of_a_card_is_a_move_of_the_engine(variant: str) -> None:
    """What is asked is what the moves may take, and after it every move is shown, and nothing else."""
    for table in some_tables(variant):
        story = explain(table, "matching")
        for at, frame in enumerate(story.frames):
            if not isinstance(frame.told, Question):
                continue
            (card,), field = ids_of(lying(frame, "played", 0)), lying(frame, "field")
            moves = table.moves[card][field & table.reach[card]]
            may = notation(sum({1 << n for move in moves for n in ids_of(move.taken)}))
            assert frame.told.accepted == {may or "-"}
            for move, after in zip(moves, story.frames[at + 1 :], strict=False):
                assert isinstance(after.told, Event)
                assert (after.told.cards, after.told.taken) == (1 << card, move.taken)
                assert lying(after, "field") == field ^ move.change
                assert lying(after, "captured", 0) == move.gained & table.kept


def outcomes(variant: str, **options: object) -> list[str]:
    """Every placement that is shown: ``card > what it takes``."""
    story = explain(table_of(variant, **options), "matching")
    placed = [e for _, e in events(story, "plays.")]
    return [f"{notation(e.cards)} > {notation(e.taken) or e.what.rpartition('.')[2]}" for e in placed]


def test_none_one_two_and_three_of_a_month() -> None:
    assert outcomes("shishibo") == [
        "1C2 > lays",
        "1C2 > 1B",
        "1C2 > 1B",
        "1C2 > 1R",
        "1C2 > 1B 1R 1C1",
    ]


def test_wild_cards_take_any_card_and_are_taken_by_any() -> None:
    """After the four usual placements: the Crane as prey, with a card of the month and without; then wild."""
    shared = ["2C2 > 1B", "2C2 > lays", "2C2 > 1B", "2C2 > 2A", "1B > 2C1", "1B > 3B", "1B > 2C1"]
    own = ["1B > 1R 1C1 1C2", "1B > 2C1", "1B > lays"]

    assert outcomes("matsu-kiri-bozu")[5:] == [*shared, "1B > 4R 4C1 4C2", *own]
    one = outcomes("matsu-kiri-bozu", wild_takes="one")
    assert one[5:] == [*shared, "1B > 4R", "1B > 4C1", "1B > 4C2", *own]


def test_the_gaji_takes_any_card_and_at_the_end_the_rest_of_its_suit() -> None:
    assert outcomes("sakura")[5:] == [
        "11C > 1R",
        "11C > 2C1",
        "11C > 1R",
        "11C > 3R 3C1 3C2",
        "11C > 1R",
        "11C > 11B 11A 11R",
        "11C > throws",
        "11C > 1B",
    ]
    ((frame, event),) = events(explain(table_of("sakura"), "matching"), "gaji-rest")
    assert notation(event.cards) == "1R"
    assert notation(lying(frame, "captured", 0)) == "1B 1R 11C"


# --- asking for one -------------------------------------------------------------------------------


def test_a_notebook_explains_a_yaku_in_one_line() -> None:
    view = notebook.explain("shishibo", "yaku", "akatan")

    assert isinstance(view.activity, Walk)
    assert view.activity.story.title == "Shishibo: Akatan (Poetry Ribbons)"
    five = notebook.explain("shishibo", "stake", players=5, options={"double_cutoff": "product"})
    assert isinstance(five.activity, Walk)
    assert five.activity.story.rules.players == 5


@pytest.mark.parametrize(
    ("asking", "problem"),
    [
        (("shishibo", "yakus"), "topic: yakus is not one of misdeals, stake, matching, teyaku, groups"),
        (("sakura-simple", "yaku", "akatan"), "topic: yaku is not one of misdeals, stake, matching"),
        (("sakura", "yaku"), "id:  is not one of nomi, omotesugawara, akatan, aotan"),
        (("sakura", "yaku", "shiko"), "id: shiko is not one of nomi, omotesugawara, akatan"),
        (("sakura", "yaku", 7), "id: 7 is not one of nomi"),
        (("sakura", ["yaku"]), 'topic: ["yaku"] is not one of misdeals'),
        (("sakura", "stake", "nomi"), "id: stake is about no single yaku, so nomi must be left out"),
        (("bridge", "stake"), "variant: 'bridge' is not one of "),
        ((None, "stake"), "variant: null is not one of "),
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_explained_is_told_what_can(asking: Any, problem: str) -> None:
    with pytest.raises(ValueError) as error:
        notebook.explain(*asking)

    assert str(error.value).startswith(problem)
    assert "\n" not in str(error.value)
