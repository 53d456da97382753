"""Comparing: two ledgers row by row, the same cards under every rule set, under two values of an option."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from support import VARIANTS, random_sheet, settled, sheet_of, some_tables

from hanalearn import notebook, words
from hanalearn.cards import DECK, ids_of, mask
from hanalearn.game import new_round, read_sheet, record_of
from hanalearn.lessons.compare import Case, differences, everywhere, pair_text, sentences
from hanalearn.lessons.examples import example, names
from hanalearn.lessons.story import names_at
from hanalearn.lessons.story import settled as settle
from hanalearn.lessons.telling import Company
from hanalearn.lessons.under import same_sheet
from hanalearn.render.compare import everywhere_html, option_html
from hanalearn.rules import RULE_SETS, rules
from hanalearn.rules.settling import Settling, Sheet

#: The example of the source: 15 card points each in Shishibo, the Moon on the field.
SOURCE = sheet_of(
    ["1R 1C1 2R 2C1 3R 3C1", "4A 4R 4C1 4C2", "7A 7R"],
    field="8B 4C1 5R 6C1 9C1 10C2",
    teyaku=[[], ["sanbon-4"]],
    played_out=False,
)


def cases(data: Any) -> dict[str, Case]:
    return {case.variant: case for case in everywhere(read_sheet(data))}


def totals(case: Case) -> list[int]:
    assert case.settling is not None
    return case.settling.totals


def paid(case: Case) -> list[int]:
    assert case.settling is not None
    return case.settling.payments


def under(data: Any, **options: object) -> tuple[Settling, Settling]:
    """A sheet settled as it is, and under other options."""
    sheet = read_sheet(data)
    table = rules(sheet.rules.variant, sheet.rules.players, {**sheet.rules.options, **options})
    return settle(sheet), settle(same_sheet(sheet, table))


def company_of(settling: Settling) -> Company:
    return Company(names_at(len(settling.captured)), settling.rules.variant)


# --- row by row -----------------------------------------------------------------------------------


def test_each_row_is_the_same_changed_or_in_one_ledger_only() -> None:
    """Boar, Butterflies, Rainman: 30 + 100, or 30 + 50 + 50 + 100. The pairs stand before the three."""
    before, after = under(sheet_of(["7A 6A 11B", "1R", "2R"]), stack_subsets=True)
    company = company_of(before)
    told = [
        (pair.state, pair_text(pair, [0, 1, 2], company))
        for pair in differences(before, after)
        if pair.row.seat in (0, None)
    ]

    assert told[:5] == [
        ("same", "A flat field, without Brights, starts at 1-honba."),
        ("same", "3 Animals at 10 points each."),
        ("after", "Shishibo (Boar and Butterflies)."),
        ("after", "Shishichū (Boar and Rainman)."),
        ("changed", "Shishibochūshin (Boar, Butterflies, Rainman)."),
    ]
    three = next(pair for pair in differences(before, after) if pair.state == "changed")
    assert three.before is not None and three.after is not None
    assert (three.before.after, three.after.after) == (130, 230)
    backwards = [pair.state for pair in differences(after, before)]
    assert backwards[:5] == ["same", "same", "before", "before", "changed"]


def test_a_point_value_that_changes_is_one_changed_row() -> None:
    """Two Brights at 20 or at 30, an Animal at 10: 50, or 70."""
    sheet = sheet_of(["1B 3B 2A", "1R", "2R"], variant="enshu-wagers", field="")
    before, after = under(sheet, bright_points=30)
    changed = [pair for pair in differences(before, after) if pair.state != "same"]

    assert [(pair.state, pair.before.after, pair.after.after) for pair in changed] == [  # type: ignore[union-attr]
        ("changed", 40, 60),
        ("changed", 50, 70),
        ("changed", 50, 70),
    ]
    assert sentences(before, after, [0, 1, 2], company_of(before)) == ["Ume has a total of 70 instead of 50."]


def test_the_order_of_two_steps_makes_them_change_and_none_vanish() -> None:
    """15 and 20 points; Akatan doubles, Boar and Butterflies add 50: (35 + 50) × 2, or 35 × 2 + 50."""
    sheet = sheet_of(["1R 2R 3R 7A 6A", "4R", "5R"], variant="enshu-points", field="")
    before, after = under(sheet, multiplier_order="multiply-first")

    assert (before.totals[0], after.totals[0]) == (170, 120)
    states = [pair.state for pair in differences(before, after)]
    assert "before" not in states and "after" not in states
    assert len(states) == len(before.rows or [])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_settlement_does_not_differ_from_itself(variant: str) -> None:
    random = Random(variant)
    for table in some_tables(variant):
        sheet = read_sheet(random_sheet(random, table))
        before, after = settle(sheet), settle(sheet)
        assert {pair.state for pair in differences(before, after)} <= {"same"}
        told = sentences(before, after, list(before.seats), company_of(before))
        assert told == ["Nothing changes: the result is the same."]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_row_of_both_ledgers_stands_in_one_pair_and_in_order(variant: str) -> None:
    random = Random(variant)
    tables = some_tables(variant)
    for first, second in pairwise(tables):
        one = settle(read_sheet(random_sheet(random, first)))
        other = settle(read_sheet(random_sheet(random, second)))
        pairs = differences(one, other)
        assert [pair.after for pair in pairs if pair.after] == other.rows
        assert sorted(map(id, (pair.before for pair in pairs if pair.before))) == sorted(
            map(id, one.rows or [])
        )
        for pair in pairs:
            assert (pair.before is None, pair.after is None) == (
                pair.state == "after",
                pair.state == "before",
            )


def test_a_winner_can_come_and_go() -> None:
    """All ways to be told of who wins, with the winners put in by hand."""
    before, after = under(sheet_of(["1B 3B", "8B", "12B"]), stack_subsets=True)
    company = company_of(before)
    after.winner = None
    assert sentences(before, after, [0, 1, 2], company) == ["Nobody wins, where Ume did."]
    assert sentences(after, before, [0, 1, 2], company) == ["Ume wins, where nobody did."]
    after.winner = 2
    assert sentences(before, after, [0, 1, 2], company) == ["Hagi wins instead of Ume."]


# --- under every rule set -------------------------------------------------------------------------


def test_the_example_of_the_source_under_every_rule_set() -> None:
    """Worked by hand.

    Shishibo: 1 Bright on the field, 2-honba; Akatan × 2 = 4 from each. Kiku has 15 + 50.
    Wagers: the same points, no triplet of Wisteria; Akatan costs 2 wagers beside the one in the pot: 3.
    Points: Akatan doubles 15 to 30; nobody pays.
    Comprehensive: field 2. Ume (15 - 50) × 2 × 2 = -140, Kiku (15 - 0) × 2 = 30, Hagi (15 - 50) × 2 = -70.
    Ume wins by the cut-off, and a score below 0 is paid nothing.
    Sakura: Ribbons are worth 10, Animals 5: 30, 15, 15. The simple game: a margin of 15 is no game.
    With yaku: Akatan 50, Ume alone has one: 80, -35, -35. The margin of 115 is basa: 2 from each.
    Oi-bana and Matsu-Kiri-Bōzu are settled between two.
    """
    found = cases(SOURCE)

    assert list(found) == ["shishibo", *(variant for variant in RULE_SETS if variant != "shishibo")]
    worked = {
        "shishibo": ([15, 65, 15], [8, -4, -4]),
        "enshu-wagers": ([15, 15, 15], [6, -3, -3]),
        "enshu-points": ([30, 15, 15], [0, 0, 0]),
        "enshu-comprehensive": ([-140, 30, -70], [0, 0, 0]),
        "sakura-simple": ([30, 15, 15], [0, 0, 0]),
        "sakura": ([80, -35, -35], [4, -2, -2]),
    }
    assert {v: (totals(found[v]), paid(found[v])) for v in worked} == worked
    assert {v: case.settling.winner for v, case in found.items() if case.settling} == dict.fromkeys(worked, 0)
    for variant in ("oi-bana", "matsu-kiri-bozu"):
        assert found[variant].settling is None
        assert found[variant].reason == "Not for this number of players: it is settled between 2 players."


def test_what_a_game_does_not_know_is_left_out_and_said() -> None:
    found = cases(SOURCE)
    lacking = "Left out, since this game lacks it as a hand yaku: Sanbon (three of Wisteria)."
    goes_on = "Nothing stops this round here, so it would have gone on; it is settled as it stands."

    assert found["shishibo"].notes == found["enshu-comprehensive"].notes == ()
    assert found["enshu-wagers"].notes == (lacking,)
    assert found["enshu-points"].notes == found["sakura"].notes == (lacking, goes_on)


def test_field_and_raises_count_where_the_game_has_them() -> None:
    """2 for the Moon, a blind raise, two kotsu: 5-honba, Akatan × 2 = 10; elsewhere three raises are lost."""
    found = cases(SOURCE | {"raises": {"mizu_kotsu": 1, "kotsu": 2}})

    assert paid(found["shishibo"]) == [20, -10, -10]
    assert totals(found["enshu-comprehensive"]) == [(15 - 50) * 5 * 2, 15 * 5, (15 - 50) * 5]
    assert words.say("compare.note.raises") in found["sakura"].notes
    many = cases(SOURCE | {"raises": {"mizu_kotsu": 5}})["enshu-comprehensive"]
    assert many.notes == (words.say("compare.note.raises"),)
    assert many.settling is not None and many.settling.field_multiplier == 1 + 1 + 3


def test_a_game_whose_field_is_not_known_is_settled_as_without_brights() -> None:
    """Akatan alone: 1-honba × 2 from each; 15 points × 1 × 2."""
    sheet = sheet_of(["1R 2R 3R", "4R", "5R"], variant="enshu-points", field="")
    found = cases(sheet)
    unknown = "The dealt field is not known, so a field without Brights is counted."
    ends = "This round would have ended here with the yaku that stops it; it is settled as it stands."

    assert (paid(found["shishibo"]), totals(found["enshu-comprehensive"])) == ([4, -2, -2], [30, 5, 5])
    assert set(found["shishibo"].notes) == {ends, unknown}
    # Three Irises on the field are played in Shishibo, and dealt again in the comprehensive set.
    irises = sheet_of(["1R 2R 3R", "4R", "7R"], field="5A 5R 5C1 1C1 2C1 3B", played_out=False)
    assert cases(irises)["enshu-comprehensive"].notes == (
        "The dealt field could not lie like this here, so a field without Brights is counted.",
    )


def test_an_auction_is_known_to_one_game_alone() -> None:
    """Crane, Warbler, Curtain against three Ribbons.

    Oi-bana: 45 + 50 against 30 - 50, a margin of 115: twice the bid of 30. Sakura: twice the stake of 1.
    Matsu-Kiri-Bōzu: 100 + 10 + 20 card points, and One Two Three wins its 50.
    """
    bid = read_sheet(
        {
            "variant": "oi-bana",
            "seats": [{"captured": "1B 2A 3B"}, {"captured": "1R 2R 4R"}],
            "bids": {"bid": [20, 30]},
        }
    )
    found = {case.variant: case for case in everywhere(bid)}
    assert paid(found["oi-bana"]) == [60, -60]
    assert (totals(found["sakura"]), paid(found["sakura"])) == ([95, -20], [2, -2])
    assert (totals(found["matsu-kiri-bozu"]), paid(found["matsu-kiri-bozu"])) == ([130, 15], [50, -50])
    assert "There is no auction here, so the bids are left out." in found["sakura"].notes
    assert found["shishibo"].reason.endswith("between 3 players.")

    back = everywhere(found["sakura"].settling.sheet)  # type: ignore[union-attr]
    chase = next(case for case in back if case.variant == "oi-bana")
    assert paid(chase) == [2, -2]  # a bid of 1, twice
    assert chase.notes == ("There was no auction, so a bid of 1 is taken.",)


def test_two_who_stop_the_round_are_possible_only_where_nothing_stops_it() -> None:
    sheet = sheet_of(["1R 2R 3R", "6R 9R 10R", "4R"], variant="enshu-points", field="")
    found = cases(sheet)

    # Each has three Ribbons and doubles them: 30, 30, 5.
    assert totals(found["enshu-points"]) == [30, 30, 5]
    assert found["sakura"].settling is not None
    for variant in ("shishibo", "enshu-wagers", "enshu-comprehensive"):
        assert found[variant].settling is None
        assert found[variant].reason == words.say("compare.two-stops")


def test_a_hand_yaku_that_ends_a_round_before_play_is_told() -> None:
    """Four of Wisteria: 100 points in Shishibo; for wagers it wins before play, 1 + 2 from each."""
    sheet = sheet_of(["1B", "2A", "3B"], teyaku=[[], ["shihon"]])
    found = cases(sheet)

    assert totals(found["shishibo"]) == [30, 110, 30]
    assert paid(found["enshu-wagers"]) == [-3, 6, -3]
    assert found["enshu-wagers"].notes == (words.say("compare.note.before-play"),)


def test_of_one_group_one_hand_yaku_is_kept_and_a_fourth_card_earned() -> None:
    """For wagers two triplets stand together; elsewhere one set may be shown.

    Shishibo: 50. The comprehensive set: 50 for the triplet of Iris, 100 for its fourth card.
    """
    sheet = sheet_of(
        ["5A 5R 5C1 5C2", "2A", "3B"],
        variant="enshu-wagers",
        field="",
        teyaku=[["sanbon-5", "sanbon-9"]],
    )
    found = cases(sheet)
    ids = {v: [y.id for y in case.settling.yaku[0]] for v, case in found.items() if case.settling}

    assert ids["enshu-wagers"] == ["sanbon-5", "sanbon-9", "shima-5"]
    assert ids["shishibo"] == ["sanbon-5", "shima-5"]
    assert ids["enshu-comprehensive"] == ["sanbon-5", "sanbon-bonus-5", "shima-5"]
    beside = "Left out, since it may not be shown beside another here: Sanbon (three of Chrysanthemum)."
    assert beside in found["shishibo"].notes


def test_a_junk_hand_with_the_lightning_is_none_in_the_comprehensive_set() -> None:
    """Where the shown cards are known: the Lightning is chaff in Shishibo, and no junk in Enshu-bana."""
    table = rules("shishibo", 3)
    soppe = table.teyaku["soppe"]
    hand = mask("1C1 2C1 3C1 4C1 5C1 6C1 11C")
    sheet = Sheet(table, mask("7C1 8C1 9C1 10C1 12C1 3B"), (0, 0, 0), (((soppe, hand),), (), ()))
    found = {case.variant: case for case in everywhere(sheet)}

    assert totals(found["shishibo"]) == [100, 0, 0]
    assert found["enshu-comprehensive"].notes == (
        "Left out, since this game lacks it as a hand yaku: Soppe (all chaff).",
    )


def test_a_declared_fuke_is_left_out_where_nobody_declares_it() -> None:
    sheet = example("enshu-comprehensive-fuke-declared").story.settling
    assert sheet is not None
    found = {case.variant: case for case in everywhere(sheet.sheet)}

    assert "The declared fuke is left out: nobody declares it here." in found["shishibo"].notes
    assert found["shishibo"].settling is not None and found["shishibo"].settling.winner is not None


@pytest.mark.parametrize("variant", VARIANTS)
def test_numbers_are_those_of_a_score_sheet_of_that_game(variant: str) -> None:
    """Cards at random, carried over: scoring a sheet that is written for the other game gives the same."""
    random = Random(variant)
    table = some_tables(variant)[0]
    for _ in range(6):
        sheet = read_sheet(random_sheet(random, table))
        for case in everywhere(sheet)[1:]:
            settling = case.settling
            if settling is None or any(t.stops for shown in settling.sheet.teyaku for t, _ in shown):
                continue
            moved = settling.sheet
            fields = RULE_SETS[case.variant].field_counts
            told: dict[str, Any] = {
                "variant": case.variant,
                "seats": [
                    {
                        "captured": " ".join(_notation(cards)),
                        "teyaku": [t.id for t, _ in shown if not t.bonus_of],
                    }
                    for cards, shown in zip(moved.captured, moved.teyaku, strict=True)
                ],
                "played_out": moved.played_out,
            }
            if fields:
                # A field that is not known is settled like any flat one.
                flat = "1C1 2C1 4C1 6C1 7C1 8C1"
                told["field"] = " ".join(_notation(moved.field)) or flat
                told["raises"] = moved.raises._asdict()
            if moved.bids:
                told["bids"] = {"bid": list(moved.bids)}
            answer = settled(told)
            assert [seat["total"] for seat in answer["seats"]] == settling.totals
            assert [seat["payment"] for seat in answer["seats"]] == settling.payments


def _notation(cards: int) -> list[str]:
    return [DECK[n].notation for n in ids_of(cards)]


def test_every_example_that_is_settled_can_be_compared() -> None:
    for settling in filter(None, (example(name).story.settling for name in names())):
        found = everywhere(settling.sheet)
        assert [case.variant for case in found].count(settling.rules.variant) == 1
        assert {case.variant for case in found} == set(RULE_SETS)
        assert found[0].settling is not None and found[0].settling.payments == settling.payments
        assert all(case.settling or case.reason for case in found)


# --- in a notebook --------------------------------------------------------------------------------


def test_a_notebook_compares_an_example_in_a_table_and_in_text() -> None:
    shown = notebook.compare("shishibo-source")

    assert shown.html.count("<caption>") == shown.html.count("<table") == 1
    assert shown.html.count('<th scope="rowgroup"') == 8
    assert shown.html.count("<tbody>") == shown.html.count("</tbody>") == 8
    assert shown.html.count('<th scope="row"') == 6 * 3
    assert shown.html.count("<img") == shown.html.count(' alt="') == 12
    lines = shown.text.split("\n")
    assert lines[0] == "The same captured cards under every rule set, each with its usual options"
    at = lines.index("Shishibo: Ume wins and receives 4 from each of the others.")
    assert lines[at + 1 : at + 5] == [
        "  Whoever completes a cut-off yaku wins at once, whatever the totals are. [S]",
        "  Ume: 15 [H] card points, Akatan (Poetry Ribbons), ends the round, soba × 2; total 15, payment +8",
        "  Kiku: 15 [H] card points, Sanbon (three of Wisteria), 50 points [H]; total 65, payment -4",
        "  Hagi: 15 [H] card points, no yaku; total 15, payment -4",
    ]


def test_house_rules_of_a_comparison_are_marked_and_nothing_else_is() -> None:
    """In Shishibo card points are borrowed, in Sakura the cards of a yaku; Akatan is the source's own."""
    text = notebook.compare("shishibo-source").text

    assert "Akatan (Poetry Ribbons), 50 points [H]; total 80" in text
    assert "Akatan (Poetry Ribbons), ends the round, soba × 2;" in text
    assert (
        "payment +0 [H]" in text
    )  # below 0 the winner is paid nothing: a house rule of the comprehensive set
    html = notebook.compare("shishibo-source").html
    marks = re.findall(r'<abbr title="([^"]*)">\[H\]</abbr>', html)
    assert set(marks) == {"house rule: the source is silent"}
    assert len(marks) == text.count("[H]")


def test_a_notebook_compares_two_values_of_an_option() -> None:
    shown = notebook.compare("shishibo-subsets-counted", option="stack_subsets")
    lines = shown.text.split("\n")

    assert lines[:5] == [
        "Shishibo, two ways to play: Smaller yaku inside Shishibochūshin",
        "true: Shishibochūshin and both pairs inside it count: 200 points. [H]",
        "false: Shishibochūshin's 100 points replace the 50 of each pair inside it. [H]",
        "Ume wins instead of Kiku.",
        "Kiku has a total of 130 instead of 230.",
    ]
    assert "Kiku: Shishibo (Boar and Butterflies). [H] +50 → 80 | - (no longer)" in lines
    assert "Ume wins and collects from the others. [S] -1 | +2 (changed)" in lines
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', shown.html)
    assert heads == ["Step", "true", "false"]
    assert shown.html.count("<strong>changed</strong>") == 4
    assert shown.html.count("<strong>no longer</strong>") == 2


def test_the_other_value_can_be_named() -> None:
    """The winner's own bid of 20, twice; the loser's was the highest. A wager of 4."""
    winner = notebook.compare("oi-bana-basa", option="stake_bid", to="winner")
    assert "Ume comes to +40 instead of +60." in winner.text
    loser = notebook.compare("oi-bana-basa", option="stake_bid", to="loser")
    assert "Nothing changes" in loser.text
    wager = notebook.compare("enshu-wagers-highest", option="wager", to=4)
    assert re.search(r"comes to \+8 instead of \+2\.", wager.text)


@pytest.mark.parametrize(
    ("option", "to", "message"),
    [
        ("nothing", None, "has no 'nothing'"),
        ("wager", None, "say which other number"),
        ("wager", 1, "is the value of wager that the sheet has"),
        ("wager", 0, "a whole number from 1"),
        ("cutoff_pays", "half", "one of extra, total"),
    ],
)
def test_what_cannot_be_compared_is_told_in_one_line(option: str, to: object, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        notebook.compare("enshu-wagers-highest", option=option, to=to)


def test_a_round_that_is_not_over_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="the round is not over"):
        notebook.compare(record_of(new_round("shishibo", 3, 1)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_comparison_is_well_formed_and_says_in_text_what_it_says_in_html(variant: str) -> None:
    random = Random(variant)
    for table in some_tables(variant)[:4]:
        sheet = read_sheet(random_sheet(random, table))
        shown = everywhere_html(sheet)
        for tag in ("table", "tbody", "tr", "th", "td", "div"):
            assert shown.html.count(f"<{tag}>") + shown.html.count(f"<{tag} ") == shown.html.count(
                f"</{tag}>"
            )
        for case in everywhere(sheet):
            for note in (*case.notes, case.reason):
                assert note in shown.text
        for option in table.rule_set.options:
            if option.least is None and option.name not in ("partnership", "teyaku", "stop"):
                assert option_html(sheet, option.name).text.startswith(words.say(f"variant.{variant}"))
