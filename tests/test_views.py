"""The table view: what it draws, how it is played by mouse and keyboard, and what the widget answers."""

from __future__ import annotations

import json
import mimetypes
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Page, Route, expect

from hanalearn import art, words
from hanalearn.activities import Walk
from hanalearn.lessons.examples import example
from hanalearn.lessons.explainers import explain
from hanalearn.lessons.story import Question, Story
from hanalearn.rules import rules
from hanalearn.widgets import FieldView, HandView, LedgerView, TableView
from hanalearn.widgets import page as shared_page

HERE = Path(__file__).parent / "views"
STATIC = Path(__file__).parent.parent / "hanalearn" / "widgets" / "static"
SAMPLES = ("mizu-kotsu", "play", "drawn", "ledger", "walk", "ten", "number", "pick", "aside", "rules")
WIDTHS = (320, 360, 768, 1280, 1920)
THEMES = ("light", "dark")
BASE = "http://127.0.0.1:1/"  # nothing listens there: every request is answered by `serve`
LABELS = json.loads((HERE / "labels.json").read_text(encoding="utf-8"))


def walked(story: Story, key: str, *intents: str) -> dict[str, Any]:
    """The view of a walk at its first question called ``key``, after some intents there."""
    walk = Walk(story)
    while not isinstance(told := story.frames[walk.reach].told, Question) or told.key != key:
        for intent in (f"step {walk.reach}", "reveal"):
            walk.do({"seq": walk.seq, "do": intent})
    for intent in (f"step {walk.reach}", *intents):
        walk.do({"seq": walk.seq, "do": intent})
    assert walk.refused is None
    return walk.view(None)


def sample(name: str) -> dict[str, Any]:
    """A view model: of a walk as it is, or from tests/views."""
    matching = explain(rules("shishibo", 3), "matching")
    live = {
        "number": lambda: walked(example("shishibo-akatan").story, "stake"),
        "pick": lambda: walked(matching, "takes", "pick 2C1"),
        "aside": lambda: walked(matching, "takes", "pick 2C1", "answer"),
        "rules": lambda: walked(example("shishibo-akatan").story, "stake", "rules"),
    }
    if name in live:
        return live[name]()
    view: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return view


def serve(route: Route) -> None:
    name = route.request.url.removeprefix(BASE)
    file = next(folder / name for folder in (HERE, STATIC) if (folder / name).is_file())
    route.fulfill(body=file.read_text(encoding="utf-8"), content_type=mimetypes.guess_type(name)[0])


class Table:
    """The stand-in page: opens views of sample models, moves on their state, tells what they sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route(BASE + "**", serve)
        page.goto(BASE + "page.html")
        page.wait_for_function("window.table && window.checks")

    def open(self, view: dict[str, Any], zones: tuple[str, ...] = ()) -> None:
        shared = {"faces": art.faces(), "back": art.back(), "labels": LABELS}
        self.page.evaluate(
            "([page, view, zones]) => { table.open(page, view, zones) }", [shared, view, list(zones)]
        )

    def set(self, view: dict[str, Any], model: int = 0) -> None:
        self.page.evaluate("([n, view]) => table.models[n].set('view', view)", [model, view])

    def sent(self, model: int = 0) -> list[dict[str, Any]]:
        intents: list[dict[str, Any]] = self.page.evaluate("n => table.models[n].sent", model)
        return intents

    def answers(self, view: dict[str, Any]) -> None:
        """The kernel answers every intent with this view."""
        self.page.evaluate("view => { table.models[0].answer = () => view }", view)

    def hand(self, card: str) -> Any:
        return self.page.locator(f"[data-zone=hand] [data-card='{card}']")

    def field(self, card: str) -> Any:
        return self.page.locator(f"[data-zone=field] [data-card='{card}']")

    def focused(self) -> str:
        key: str = self.page.evaluate(
            "document.activeElement.dataset.key ?? document.activeElement.dataset.zone ?? ''"
        )
        return key


@pytest.fixture
def table(page: Page) -> Table:
    return Table(page)


@pytest.fixture
def play(table: Table) -> Table:
    """A table in mid-play: the cuckoo may take either of two Wisterias, other cards have one move."""
    table.open(sample("play"))
    return table


def without(view: dict[str, Any], card: str) -> dict[str, Any]:
    """The view with a card gone from the own hand and ``seq`` one higher."""
    hand = next(seat for seat in view["seats"] if seat["you"])["hand"]
    hand["cards"] = [one for one in hand["cards"] if one["id"] != card]
    return {**view, "seq": view["seq"] + 1}


# --- drawing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLES)
def test_a_whole_table_draws_every_zone_that_has_something_to_show(table: Table, name: str) -> None:
    view = sample(name)
    table.open(view)
    seated = any(seat["you"] for seat in view["seats"])
    wanted = {
        "hand": seated,
        "controls": bool(view["controls"]) or "panel" in view,
        **{zone: bool(view[zone]) for zone in ("phase", "stake", "field", "seats", "log", "walk", "ledger")},
        **{zone: bool(view.get(zone)) for zone in ("ask", "told", "spread", "panel", "changed")},
    }
    drawn = table.page.locator("[data-zone]:visible").evaluate_all("all => all.map(z => z.dataset.zone)")
    assert {zone for zone, there in wanted.items() if there} == set(drawn)


def test_every_word_of_a_view_reaches_the_page(play: Table) -> None:
    view = sample("play")
    text = play.page.locator(".hl-root").inner_text()
    words_shown = [
        view["title"],
        view["ask"]["text"],
        view["ask"]["why"],
        view["ask"]["rule"]["tagtext"],
        view["stake"]["value"],
        view["pile"]["text"],
        *(step["label"] for step in view["phase"]["steps"]),
        *(part["label"] for part in view["stake"]["parts"]),
        *(card["name"] for card in view["field"]["cards"]),
        *(move["text"] for card in view["seats"][0]["hand"]["cards"] for move in card["moves"]),
        *(seat["name"] for seat in view["seats"]),
        *(seat["points"] for seat in view["seats"]),
        *(note for seat in view["seats"] for note in seat["notes"]),
        *(entry["text"] for entry in view["log"]["entries"]),
        *(tool["label"] for tool in view["controls"]),
    ]
    assert [said for said in words_shown if said not in text] == []


def test_the_settlement_shows_each_row_with_its_tag_the_outcome_and_the_payments(table: Table) -> None:
    view = sample("ledger")
    table.open(view, ("ledger",))
    rows = table.page.locator("tbody tr")
    expect(rows).to_have_count(len(view["ledger"]["rows"]))
    for i, row in enumerate(view["ledger"]["rows"]):
        for said in (row["step"], row["seat"], row["amount"], row["after"], row["text"], row["rule"]["tag"]):
            expect(rows.nth(i)).to_contain_text(said)
    expect(table.page.locator(".hl-outcome")).to_have_text(view["ledger"]["outcome"])
    expect(table.page.locator(".hl-payments li")).to_have_text(["You +8", "Kiku −4", "Hagi −4"])


def test_a_rule_opens_under_its_tag_and_names_its_source(play: Table) -> None:
    rule = sample("play")["ask"]["rule"]
    box = play.page.locator("[data-zone=ask] details")
    expect(box.get_by_text(rule["text"])).to_be_hidden()
    box.locator("summary").click()
    expect(box.get_by_text(rule["text"])).to_be_visible()
    expect(box).to_contain_text(rule["source"])


def test_a_rule_that_was_opened_stays_open_while_other_zones_redraw(play: Table) -> None:
    play.page.locator("[data-zone=ask] summary").click()
    view = sample("play")
    play.set({**view, "seq": 20, "pile": {**view["pile"], "text": "14 cards, face down"}})
    expect(play.page.locator("[data-zone=field]")).to_contain_text("14 cards")
    expect(play.page.locator("[data-zone=ask] details")).to_have_attribute("open", "")


def test_a_redraw_puts_the_table_right_where_a_translator_put_its_own_words(play: Table) -> None:
    said = play.page.locator(".hl-asked")
    said.evaluate("node => { node.innerHTML = '<font>Spiel eine Karte.</font>' }")
    play.set({**sample("play"), "seq": 20})
    expect(said).to_have_text("Spiel eine Karte.")  # what did not change is left to it
    view = sample("play")
    play.set({**view, "seq": 21, "ask": {**view["ask"], "text": "Play another card."}})
    expect(said).to_have_text("Play another card.")


def test_a_redraw_touches_only_what_differs(play: Table) -> None:
    play.page.evaluate(
        """() => {
          window.touched = [];
          const watcher = new MutationObserver((all) => {
            touched.push(...all.map(({ target }) => target.closest("[data-zone]")));
          });
          const whatever = { attributes: true, childList: true, subtree: true };
          watcher.observe(document.querySelector(".hl-root"), whatever);
        }"""
    )
    play.set({**sample("play"), "seq": 20})
    assert play.page.evaluate("touched.length") == 1  # the number of the state at the root
    play.set(without(sample("play"), "4A"))
    zones = play.page.evaluate("[...new Set(touched.filter(Boolean).map(zone => zone.dataset.zone))]")
    assert zones == ["hand"]


def test_chosen_zones_are_drawn_and_no_others(table: Table) -> None:
    table.open(sample("play"), ("field", "stake"))
    zones = table.page.locator("[data-zone]").evaluate_all("all => all.map(z => z.dataset.zone)")
    assert zones == ["stake", "field"]
    expect(table.page.locator(".hl-title")).to_have_count(0)


def test_the_zones_of_a_view_can_change(table: Table) -> None:
    table.open(sample("play"), ("field",))
    table.page.evaluate("table.models[0].set('zones', ['hand'])")
    zones = table.page.locator("[data-zone]").evaluate_all("all => all.map(z => z.dataset.zone)")
    assert zones == ["hand"]


def test_a_view_without_any_part_still_draws_its_refusal(table: Table) -> None:
    table.open({"seq": 0, "answered": 0, "refused": {"text": "It failed.", "rule": None}})
    expect(table.page.get_by_role("status")).to_have_text("It failed.")


def test_a_walk_tells_what_its_step_did_when_nothing_is_asked(table: Table) -> None:
    view = sample("walk")
    table.open(view)
    expect(table.page.locator("[data-zone=told] .hl-asked")).to_have_text(view["told"]["text"])
    expect(table.page.locator("[data-zone=ask]")).to_be_hidden()


def test_a_number_is_typed_and_sent_by_the_keyboard_alone(table: Table) -> None:
    table.open(sample("number"))
    table.page.get_by_label(words.say("question.number")).focus()
    table.page.keyboard.type("2 ")
    table.page.keyboard.press("ArrowLeft")  # moves in the number, and answers nothing
    assert table.sent() == []
    table.page.keyboard.press("Enter")
    assert [intent["do"] for intent in table.sent()] == ["answer 2"]


def test_an_empty_number_is_not_sent_and_keeps_the_focus(table: Table) -> None:
    table.open(sample("number"))
    table.page.get_by_role("button", name=words.say("do.answer"), exact=True).click()
    assert table.sent() == []
    assert table.focused() == "ask:number"


def test_cards_are_picked_on_the_spread_and_say_that_they_are(table: Table) -> None:
    view = sample("pick")
    table.open(view)
    picked = table.page.locator("[data-zone=spread] button[aria-pressed=true]")
    assert picked.evaluate_all("all => all.map(card => card.dataset.card)") == ["2C1"]
    table.page.locator("[data-zone=spread] button[data-card='3B']").focus()
    table.page.keyboard.press("Enter")
    assert [intent["do"] for intent in table.sent()] == ["pick 3B"]


def test_what_follows_a_wrong_answer_is_left_by_its_own_button(table: Table) -> None:
    table.open(sample("aside"))
    table.page.get_by_role("button", name=words.say("do.back"), exact=True).click()
    assert [intent["do"] for intent in table.sent()] == ["back"]


def test_nothing_steps_past_an_open_question(table: Table) -> None:
    table.open(sample("number"))
    for name in ("next", "last", "play"):
        button = table.page.get_by_role("button", name=LABELS[name], exact=True)
        expect(button).to_have_attribute("aria-disabled", "true")
    table.page.get_by_role("slider").focus()
    table.page.keyboard.press("PageDown")
    assert table.sent() == []


def test_the_rules_are_one_key_away_and_escape_closes_them(table: Table) -> None:
    table.open(sample("walk"))
    table.page.get_by_role("slider").focus()
    table.page.keyboard.press("r")
    assert [intent["do"] for intent in table.sent()] == ["rules"]
    table.set({**sample("rules"), "answered": 1})
    assert table.focused() == "panel:close"
    table.page.keyboard.press("Escape")
    assert [intent["do"] for intent in table.sent()] == ["rules", "rules close"]


def test_a_walk_plays_by_itself_until_somebody_steps(table: Table) -> None:
    table.page.clock.install()
    table.open(sample("walk"))
    table.answers(sample("walk"))
    table.page.get_by_role("button", name="Play", exact=True).click()
    table.page.clock.run_for(8_500)
    assert [intent["do"] for intent in table.sent()] == ["step 6", "step 6"]
    table.page.get_by_role("button", name=LABELS["previous"], exact=True).click()
    table.page.clock.run_for(20_000)
    assert [intent["do"] for intent in table.sent()] == ["step 6", "step 6", "step 4"]
    expect(table.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_face_down_hand_carries_nothing_that_tells_one_card_from_another(table: Table) -> None:
    table.open(sample("mizu-kotsu"))
    cards = table.page.locator("[data-zone=hand] .hl-own > li")
    expect(cards).to_have_count(7)
    assert len(set(cards.evaluate_all("all => all.map(card => card.outerHTML)"))) == 1
    hand = table.page.locator("[data-zone=hand]")
    expect(hand.locator("[data-card], [data-key], button")).to_have_count(0)
    expect(hand.locator(".hl-own .hl-face")).to_have_count(7)
    expect(hand.locator(".hl-own")).to_contain_text("Face-down card")


def test_hostile_text_is_shown_as_text(table: Table) -> None:
    bad = "<img src=x onerror='window.hit=1'><script>window.hit=1</script>"

    def spoil(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: spoil(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [spoil(one, key) for one in value]
        return value + bad if isinstance(value, str) else value

    for name in SAMPLES:
        table.open(spoil(sample(name)))
    expect(table.page.locator(".hl-asked").first).to_contain_text("onerror")
    assert table.page.evaluate("window.hit") is None
    expect(table.page.locator("main script, main img")).to_have_count(0)


def test_a_card_without_a_picture_shows_its_name(table: Table) -> None:
    view = sample("play")
    view["field"]["cards"][0] |= {"id": "constructor", "name": "Unknown card"}
    table.open(view)
    expect(table.field("constructor")).to_contain_text("Unknown card")


# --- labels -------------------------------------------------------------------------------------------


def labels_of(card: Any) -> list[str]:
    texts: list[str] = card.locator(".hl-corners > *").all_inner_texts()
    return texts


def test_a_face_carries_month_kind_and_points_until_somebody_switches_them_off(play: Table) -> None:
    assert labels_of(play.field("4R")) == ["4", "R", "5"]
    assert labels_of(play.hand("8C1")) == ["8", "C", "0"]
    expect(play.page.get_by_text(LABELS["legend"])).to_be_visible()
    play.page.get_by_role("button", name=LABELS["labels"]).click()
    expect(play.page.locator(".hl-corners")).to_have_count(0)
    expect(play.page.get_by_text(LABELS["legend"])).to_have_count(0)
    assert play.sent() == []


def test_the_labels_of_all_views_are_switched_at_once_and_stay_so_on_the_next_visit(play: Table) -> None:
    play.page.evaluate("table.show(table.models[0])")
    switches = play.page.get_by_role("button", name=LABELS["labels"])
    switches.first.focus()
    play.page.keyboard.press("Enter")
    for n in (0, 1):
        expect(switches.nth(n)).to_have_attribute("aria-pressed", "false")
    expect(play.page.locator(".hl-corners")).to_have_count(0)
    assert play.focused() == "labels"
    again = Table(play.page)
    again.open(sample("play"))
    expect(switches).to_have_attribute("aria-pressed", "false")
    expect(play.page.locator(".hl-corners")).to_have_count(0)
    switches.click()
    assert labels_of(again.field("4R")) == ["4", "R", "5"]


def test_labels_work_where_the_browser_keeps_nothing(page: Page) -> None:
    refuse = "{ get() { throw new Error('switched off'); } }"
    page.add_init_script(f"Object.defineProperty(window, 'localStorage', {refuse})")
    table = Table(page)
    table.open(sample("play"))
    assert labels_of(table.field("4R")) == ["4", "R", "5"]
    page.get_by_role("button", name=LABELS["labels"]).click()
    expect(page.locator(".hl-corners")).to_have_count(0)


def test_a_card_that_lies_open_in_a_hidden_hand_is_seen_whole(table: Table) -> None:
    view = sample("play")
    back = {"back": True, "spoken": "Face-down card"}
    other = next(seat for seat in view["seats"] if not seat["you"])
    other["hand"]["cards"] = [view["field"]["cards"][0], *[back] * 7]
    table.open(view)
    covered = table.page.locator(".hl-held li").first.evaluate(
        """card => {
          card.scrollIntoView({ block: "center" });
          const box = card.querySelector(".hl-face").getBoundingClientRect();
          return [[2, 2], [box.width - 2, 2], [2, box.height - 2], [box.width - 2, box.height - 2]]
            .filter(([x, y]) => !card.contains(document.elementFromPoint(box.left + x, box.top + y))).length;
        }"""
    )
    assert covered == 0


# --- playing by mouse ---------------------------------------------------------------------------------


def test_a_card_with_one_move_plays_at_once(play: Table) -> None:
    play.hand("8C1").click()
    assert play.sent() == [{"n": 1, "seq": 19, "do": "8C1>8B"}]


def test_a_card_with_two_moves_waits_for_the_field_card_to_take(play: Table) -> None:
    play.hand("4A").click()
    assert play.sent() == []
    expect(play.hand("4A")).to_have_attribute("aria-pressed", "true")
    targets = play.page.locator("[data-zone=field] button")
    expect(targets).to_have_count(2)
    expect(targets.nth(1)).to_contain_text("takes the Wisteria chaff")
    play.field("4C1").click()
    assert [intent["do"] for intent in play.sent()] == ["4A>4C1"]


def test_the_selected_card_is_given_back_by_a_second_click_or_the_button(play: Table) -> None:
    for give_back in (play.hand("4A"), play.page.get_by_role("button", name=LABELS["giveback"])):
        play.hand("4A").click()
        expect(play.hand("4A")).to_have_attribute("aria-pressed", "true")
        give_back.click()
        expect(play.hand("4A")).to_have_attribute("aria-pressed", "false")
        expect(play.page.locator("[data-zone=field] button")).to_have_count(0)
    assert play.sent() == []


def test_a_drawn_card_offers_its_targets_at_once(table: Table) -> None:
    table.open(sample("drawn"))
    expect(table.page.locator(".hl-drawn")).to_contain_text("just turned over")
    table.field("12C1").click()
    assert [intent["do"] for intent in table.sent()] == [">12C1"]


def test_laying_a_drawn_card_down_is_a_button_in_the_ask_panel(table: Table) -> None:
    view = sample("drawn")
    view["drawn"]["moves"].append({"do": ">-", "on": "-", "takes": [], "text": "lay it on the field"})
    table.open(view)
    table.page.locator("[data-zone=ask]").get_by_role("button", name="lay it on the field").click()
    assert [intent["do"] for intent in table.sent()] == [">-"]


def test_a_hand_alone_offers_the_moves_of_a_selected_card_as_buttons(table: Table) -> None:
    table.open(sample("play"), ("hand",))
    table.hand("4A").click()
    table.page.get_by_role("button", name="takes the Wisteria chaff").last.click()
    assert [intent["do"] for intent in table.sent()] == ["4A>4C1"]


def test_a_hand_alone_offers_the_moves_of_a_drawn_card_too(table: Table) -> None:
    table.open(sample("drawn"), ("hand",))
    table.page.get_by_role("button", name="takes the yellow Paulownia chaff").click()
    assert [intent["do"] for intent in table.sent()] == [">12C1"]


def test_choices_and_controls_send_what_the_view_says(table: Table) -> None:
    table.open(sample("mizu-kotsu"))
    table.answers(sample("mizu-kotsu"))
    table.page.get_by_role("button", name="Mizu-kotsu").click()
    table.page.get_by_role("button", name="Undo").click()
    assert [(one["n"], one["do"]) for one in table.sent()] == [(1, "mizu-kotsu"), (2, "undo")]


def test_a_control_that_is_off_sends_nothing(table: Table) -> None:
    view = sample("play")
    view["controls"][0]["off"] = True
    table.open(view)
    table.page.get_by_role("button", name="Undo").click(force=True)
    assert table.sent() == []


def test_the_second_half_of_a_double_click_plays_no_second_card(play: Table) -> None:
    play.answers(without(sample("play"), "1B"))
    play.hand("1B").dblclick()
    assert [intent["do"] for intent in play.sent()] == ["1B>1C1"]


def test_pointing_at_a_card_outlines_what_it_would_take(play: Table) -> None:
    play.hand("8C1").hover()
    would = play.page.locator(".hl-would")
    expect(would).to_have_count(1)
    expect(would).to_have_attribute("data-card", "8B")
    play.page.locator(".hl-title").hover()
    expect(would).to_have_count(0)


# --- playing by keyboard ------------------------------------------------------------------------------


def test_each_zone_is_one_tab_stop(table: Table) -> None:
    table.open({**sample("play"), "walk": sample("walk")["walk"], "ledger": sample("ledger")["ledger"]})
    per_zone = table.page.locator("[data-zone]").evaluate_all(
        """zones => zones.map((zone) => [zone.dataset.zone,
          [...zone.querySelectorAll('button, summary, input, .hl-scroll')]
            .filter((e) => e.tabIndex === 0).length])"""
    )
    stops = {"controls", "ask", "hand", "log", "walk", "ledger"}
    assert {zone: int(zone in stops) for zone, _ in per_zone} == dict(per_zone)


def test_two_targets_are_chosen_with_the_keyboard_alone(play: Table) -> None:
    play.hand("4A").focus()
    play.page.keyboard.press("Enter")
    assert play.focused() == "field:4R"
    play.page.keyboard.press("ArrowRight")
    assert play.focused() == "field:4C1"
    play.page.keyboard.press("Enter")
    assert [intent["do"] for intent in play.sent()] == ["4A>4C1"]


def test_escape_gives_the_selection_back_and_the_focus_to_the_card(play: Table) -> None:
    play.hand("4A").focus()
    play.page.keyboard.press("Space")
    play.page.keyboard.press("ArrowRight")
    play.page.keyboard.press("Escape")
    assert play.focused() == "hand:4A"
    expect(play.hand("4A")).to_have_attribute("aria-pressed", "false")
    assert play.sent() == []


def test_arrows_home_and_end_move_within_the_hand(play: Table) -> None:
    play.hand("4A").focus()
    seen = []
    for key in ("ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home", "ArrowLeft"):
        play.page.keyboard.press(key)
        seen.append(play.focused().removeprefix("hand:"))
    assert seen == ["1B", "11C", "11C", "9A", "4A", "4A"]


def test_up_and_down_go_to_the_nearest_card_of_a_wrapped_hand(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 900})
    table = Table(page)
    table.open(sample("ten"))
    table.hand("1B").focus()
    page.keyboard.press("ArrowDown")
    assert table.focused() == "hand:2R"
    page.keyboard.press("ArrowUp")
    assert table.focused() == "hand:1B"


def test_focus_on_a_card_outlines_what_it_would_take(play: Table) -> None:
    play.hand("8C1").focus()
    expect(play.page.locator(".hl-would")).to_have_attribute("data-card", "8B")


@pytest.mark.parametrize(("name", "first"), [("play", "[data-card='1B']"), ("mizu-kotsu", ".hl-choice")])
def test_a_held_enter_key_plays_once(table: Table, name: str, first: str) -> None:
    table.open(sample(name))
    table.answers(without(sample("play"), "1B") if name == "play" else sample(name))
    table.page.locator(first).first.focus()
    for _ in range(3):
        table.page.keyboard.down("Enter")
    assert len(table.sent()) == 1


def test_the_log_is_entered_at_its_newest_line_and_read_with_the_arrows(play: Table) -> None:
    stop = "document.querySelector('[data-zone=log] [tabindex=\"0\"]').dataset.key"
    assert play.page.evaluate(stop) == "log:5"
    play.page.locator("[data-key='log:5']").focus()
    play.page.keyboard.press("ArrowUp")
    assert play.focused() == "log:4"
    play.page.keyboard.press("ArrowLeft")
    assert play.focused() == "log:2"  # the line between has nothing to open
    play.set(without(sample("play"), "4A"))
    assert play.focused() == "log:2"


def test_keys_that_were_handled_do_not_reach_jupyter(play: Table) -> None:
    play.page.evaluate("window.keys = []; document.addEventListener('keydown', (e) => keys.push(e.key))")
    play.hand("4A").focus()
    for key in ("ArrowRight", "ArrowLeft", "Enter", "Escape", "x"):
        play.page.keyboard.press(key)
    assert play.page.evaluate("keys") == ["x"]
    expect(play.page.locator(".hl-root")).to_have_attribute("data-lm-suppress-shortcuts", "true")


@pytest.mark.parametrize(
    ("key", "step"),
    [("ArrowRight", 6), ("PageDown", 6), ("ArrowLeft", 4), ("PageUp", 4), ("Home", 0), ("End", 40)],
)
def test_the_walk_bar_steps_with_the_keyboard(table: Table, key: str, step: int) -> None:
    table.open(sample("walk"))
    table.page.get_by_role("slider").focus()
    table.page.keyboard.press(key)
    assert [f"step {step}"] == [intent["do"] for intent in table.sent()]


def test_the_walk_bar_steps_with_the_mouse(table: Table) -> None:
    table.open(sample("walk"))
    table.answers(sample("walk"))
    for name in ("next", "previous", "first", "last"):
        table.page.get_by_role("button", name=LABELS[name], exact=True).click()
    assert [intent["do"] for intent in table.sent()] == ["step 6", "step 4", "step 0", "step 40"]
    assert table.page.get_by_role("slider").input_value() == "5"


# --- focus over redraws -------------------------------------------------------------------------------


def test_focus_stays_on_the_same_card_when_the_hand_is_redrawn(play: Table) -> None:
    play.hand("8C1").focus()
    play.set(without(sample("play"), "4A"))
    assert play.focused() == "hand:8C1"


def test_focus_goes_to_the_same_place_when_its_card_is_gone(play: Table) -> None:
    play.hand("8C1").focus()
    play.set(without(sample("play"), "8C1"))
    assert play.focused() == "hand:2R"
    play.hand("11C").focus()
    play.set(without(without(sample("play"), "8C1"), "11C"))
    assert play.focused() == "hand:9A"


def test_focus_goes_to_the_zone_when_nothing_in_it_is_left(play: Table) -> None:
    play.hand("8C1").focus()
    view = sample("play")
    view["seats"][0]["hand"]["cards"] = []
    play.set(view)
    assert play.focused() == "hand"


def test_focus_goes_to_the_targets_when_a_drawn_card_waits(play: Table) -> None:
    play.hand("1B").focus()
    play.set(sample("drawn"))
    assert play.focused() == "field:12C2"


def test_focus_goes_from_the_last_choice_to_the_first_card_to_play_and_to_no_rule(table: Table) -> None:
    table.open(sample("mizu-kotsu"))
    table.page.locator(".hl-choice").last.focus()
    table.set(sample("play"))
    first = next(card["id"] for card in sample("play")["seats"][0]["hand"]["cards"] if card["moves"])
    assert table.focused() == f"hand:{first}"


def test_focus_goes_to_the_next_thing_to_do_when_its_zone_is_gone_else_to_the_ask_panel(play: Table) -> None:
    idle = sample("play")
    for card in idle["seats"][0]["hand"]["cards"]:
        card["moves"] = []
    for view, goal in ((sample("play"), "hand:4A"), (idle, "ask")):
        play.set({**view, "walk": sample("walk")["walk"]})
        play.page.get_by_role("slider").focus()
        play.set(view)
        assert play.focused() == goal


def test_a_redraw_takes_no_focus_from_elsewhere(play: Table) -> None:
    play.set(without(sample("play"), "4A"))
    assert play.page.evaluate("document.activeElement.tagName") == "BODY"


# --- several views, clean-up --------------------------------------------------------------------------


def test_two_views_of_one_model_select_apart_and_have_no_id_to_share(play: Table) -> None:
    play.page.evaluate("table.show(table.models[0])")
    first, second = (play.page.locator(".hl-root").nth(n) for n in (0, 1))
    second.locator("[data-zone=hand] [data-card='4A']").click()
    expect(second.locator("[data-zone=field] button")).to_have_count(2)
    expect(first.locator("[data-zone=field] button")).to_have_count(0)
    expect(play.page.locator(".hl-root [id]")).to_have_count(0)
    play.set(without(sample("play"), "4A"))
    for view in (first, second):
        expect(view.locator("[data-zone=hand] [data-card='4A']")).to_have_count(0)


def test_two_views_of_one_model_count_their_intents_together(play: Table) -> None:
    play.answers(sample("play"))
    play.page.evaluate("table.show(table.models[0])")
    for n in (0, 1, 0):
        play.page.locator(".hl-root").nth(n).locator("[data-zone=hand] [data-card='8C1']").click()
    assert [intent["n"] for intent in play.sent()] == [1, 2, 3]


def test_the_clean_up_takes_away_listeners_timers_elements_and_pictures(play: Table) -> None:
    play.page.evaluate("table.show(table.models[0])")
    blobs = play.page.evaluate("table.blobs.size")
    assert len(art.faces()) + 1 == blobs  # once for both views
    play.page.evaluate("window.old = document.querySelector('.hl-root')")
    play.page.evaluate("table.cleanups[0]()")
    play.page.evaluate("document.body.append(old); old.querySelector('[data-do]').click()")
    assert play.sent() == []
    play.page.evaluate("old.remove()")
    assert blobs == play.page.evaluate("table.blobs.size")
    play.page.evaluate("table.cleanups[1]()")
    assert play.page.evaluate(
        "[table.blobs.size, table.models[0].listeners(), document.querySelectorAll('.hl-root').length]"
    ) == [0, 0, 0]
    play.page.evaluate("table.show(table.models[0])")
    picture = (
        play.hand("8C1")
        .locator(".hl-face")
        .evaluate("face => getComputedStyle(face).backgroundImage.slice(5, -2)")
    )
    assert play.page.evaluate("url => table.blobs.has(url)", picture)


# --- the kernel answers, refuses, is gone -------------------------------------------------------------


def test_while_an_intent_is_not_answered_nothing_more_is_sent(play: Table) -> None:
    root = play.page.locator(".hl-root")
    play.hand("8C1").click()
    expect(root).to_have_attribute("aria-busy", "true")
    play.hand("1B").click()
    assert len(play.sent()) == 1
    play.set({**sample("play"), "answered": 1})
    expect(root).to_have_attribute("aria-busy", "false")
    play.hand("1B").click()
    assert [intent["n"] for intent in play.sent()] == [1, 2]


def test_intents_count_on_from_the_number_that_was_answered_last(table: Table) -> None:
    table.open({**sample("play"), "answered": 41})
    table.hand("8C1").click()
    assert table.sent()[0]["n"] == 42


def test_a_refusal_is_told_with_its_rule_and_goes_with_the_next_answer(play: Table) -> None:
    rule = sample("play")["ask"]["rule"]
    play.set({**sample("play"), "answered": 1, "refused": {"text": "The months differ.", "rule": rule}})
    status = play.page.get_by_role("status")
    expect(status).to_contain_text("The months differ.")
    expect(status).to_contain_text(rule["text"])
    play.set({**sample("play"), "answered": 2})
    expect(status).to_be_empty()


def test_of_two_parts_the_one_that_was_used_speaks(table: Table) -> None:
    table.open(sample("play"), ("hand",))
    table.page.evaluate("table.show(table.models[0])")
    table.answers({**sample("play"), "live": "Kiku retires."})
    first, second = (table.page.locator("[aria-live=polite]").nth(n) for n in (0, 1))
    expect(first).to_be_empty()
    table.page.locator(".hl-root").nth(1).locator("[data-card='1B']").click()
    expect(second).to_have_text("Kiku retires.")
    expect(first).to_be_empty()


def test_the_live_region_says_what_the_view_says(play: Table) -> None:
    live = play.page.locator("[aria-live=polite]")
    expect(live).to_have_count(1)
    expect(live).to_have_text(sample("play")["live"])
    play.set({**sample("play"), "live": "Kiku retires."})
    expect(live).to_have_text("Kiku retires.")


def test_no_answer_in_five_seconds_brings_the_banner_and_an_answer_takes_it_away(page: Page) -> None:
    page.clock.install(time=0)
    table = Table(page)
    table.open(sample("play"))
    page.clock.pause_at(600_000)
    alert = page.get_by_role("alert")
    table.hand("8C1").click()
    page.clock.run_for(4900)
    expect(alert).to_be_empty()
    page.clock.run_for(200)
    expect(alert).to_contain_text(LABELS["gone"])
    expect(alert.get_by_role("button")).to_have_text([LABELS["restart"]])
    table.set({**sample("play"), "answered": 1})
    expect(alert).to_be_empty()


def test_a_connection_known_to_be_closed_brings_the_banner_at_once(play: Table) -> None:
    play.page.evaluate("table.models[0].closed = true")
    play.hand("8C1").click()
    expect(play.page.get_by_role("alert")).to_contain_text(LABELS["gone"])


def test_in_jupyterlab_the_restart_button_restarts_the_kernel_and_tells_what_to_do(play: Table) -> None:
    play.page.evaluate("table.models[0].closed = true")
    play.hand("8C1").click()
    play.page.get_by_role("button", name=LABELS["restart"]).click()
    expect(play.page.get_by_role("alert")).to_have_text(LABELS["restarted"])
    assert play.page.evaluate("table.models[0].widget_manager.kernel.restarts") == 1


def test_without_a_kernel_in_reach_the_restart_button_says_so(play: Table) -> None:
    play.page.evaluate("table.models[0].closed = true; table.models[0].widget_manager = undefined")
    play.hand("8C1").click()
    play.page.get_by_role("button", name=LABELS["restart"]).click()
    expect(play.page.get_by_role("alert")).to_have_text(LABELS["unreachable"])


def test_in_voila_the_restart_button_loads_the_page_anew(play: Table) -> None:
    play.page.evaluate("document.body.dataset.voila = 'voila'; table.models[0].closed = true")
    play.hand("8C1").click()
    with play.page.expect_navigation():
        play.page.get_by_role("button", name=LABELS["restart"]).click()


# --- for everyone -------------------------------------------------------------------------------------

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
AXE_RUN = """async () => {
  const rules = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const found = await axe.run('main', { runOnly, rules });
  return [found.violations.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 200)}`), found.passes.length];
}"""


def dressed(page: Page, name: str, theme: str, width: int) -> Table:
    """A sample at a width in a theme; in mid-play with the two targets shown."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    table = Table(page)
    table.open(sample(name))
    if name in ("play", "ten"):
        table.hand("4A").click()
    page.evaluate("table.painted()")
    return table


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SAMPLES)
def test_axe_finds_no_violation_of_wcag_22_aa(page: Page, name: str, theme: str) -> None:
    dressed(page, name, theme, 1280)
    page.evaluate(AXE)
    violations, passes = page.evaluate(AXE_RUN)
    assert violations == []
    assert passes > 10


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SAMPLES)
def test_text_and_borders_stand_out_from_every_ground_they_lie_on(page: Page, name: str, theme: str) -> None:
    dressed(page, name, theme, 1280)
    page.evaluate("document.querySelectorAll('details').forEach(box => { box.open = true })")
    page.evaluate("table.models[0].closed = true; document.querySelector('button[data-do]').click()")
    found, checked = page.evaluate("checks.contrast()")
    assert found == []
    assert checked > 30


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SAMPLES)
def test_the_table_fits_every_width(page: Page, shots: Path, name: str, theme: str) -> None:
    dressed(page, name, theme, WIDTHS[0])
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.screenshot(path=shots / f"{name}-{width}-{theme}.png", full_page=True)
        found, targets = page.evaluate("checks.layout()")
        assert found == [], f"at {width} px"
        assert targets > 3


def test_a_hand_of_ten_wraps(page: Page) -> None:
    table = dressed(page, "ten", "light", 360)
    tops = table.page.locator("[data-zone=hand] .hl-card").evaluate_all(
        "all => new Set(all.map(card => Math.round(card.parentElement.getBoundingClientRect().top))).size"
    )
    assert tops == 5


def test_a_table_fits_a_narrow_column_of_a_wide_page(page: Page) -> None:
    table = dressed(page, "play", "light", 1280)
    page.evaluate("document.querySelector('.hl-host').style.width = '340px'")
    expect(page.locator(".hl-root")).to_have_js_property("clientWidth", 340)
    assert page.locator(".hl-root").evaluate("root => root.scrollWidth") <= 340
    side, hand = page.locator(".hl-side").bounding_box(), page.locator("[data-zone=hand]").bounding_box()
    assert side and hand and side["y"] > hand["y"]
    assert table.focused() == "hand:4A"


def test_text_may_be_twice_as_large(page: Page) -> None:
    dressed(page, "play", "light", 640)
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    found, _ = page.evaluate("checks.layout()")
    assert found == []


@pytest.mark.parametrize("theme", THEMES)
def test_jupyters_theme_counts_more_than_the_systems(page: Page, theme: str) -> None:
    other = "dark" if theme == "light" else "light"
    dressed(page, "play", other, 768)
    ground = "getComputedStyle(document.querySelector('.hl-root')).backgroundColor"
    system = page.evaluate(ground)
    for mark in ("dataset.jpThemeLight = '{}'", "className = 'theme-{}'"):
        page.evaluate("delete document.body.dataset.jpThemeLight; document.body.className = ''")
        assert system == page.evaluate(ground)
        value = theme if "theme" in mark.split("=")[1] else str(theme == "light").lower()
        page.evaluate("document.body." + mark.format(value))
        assert system != page.evaluate(ground)


def test_nothing_moves_for_whoever_asked_for_less_motion(page: Page) -> None:
    dressed(page, "play", "light", 768)
    assert page.evaluate("checks.moving()") == 0
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate("checks.moving()") > 0


def test_in_forced_colours_playable_cards_and_targets_keep_a_border(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    table = Table(page)
    table.open(sample("play"))
    table.hand("4A").click()
    styles = "node => [getComputedStyle(node).borderTopStyle, getComputedStyle(node).borderTopWidth]"
    assert table.hand("8C1").evaluate(styles) == ["solid", "2px"]
    assert table.field("4R").evaluate(styles) == ["dashed", "3px"]


def test_a_button_says_what_it_shows_and_what_it_would_take(play: Table) -> None:
    name = play.hand("8C1").evaluate("node => node.innerText.replace(/\\s+/g, ' ')")
    button = play.page.get_by_role("button", name="Susuki chaff, August, Chaff 0 points takes the Full moon")
    expect(button).to_have_attribute("data-card", "8C1")
    assert "Susuki chaff takes the Full moon" in name


# --- the stub: module and style once per page ---------------------------------------------------------


@pytest.mark.parametrize("fail", [0, 1])
def test_views_of_one_build_load_the_module_and_the_style_once(table: Table, fail: int) -> None:
    source = (STATIC / "views.js").read_text(encoding="utf-8")
    got = table.page.evaluate(
        "given => checks.stub(given)", {"source": source, "css": ".hl-root { }", "fail": fail}
    )
    assert got == {
        "results": ["error"] * fail + ["function"] * (3 - fail),
        "late": "undefined",
        "asked": 1 + fail,  # a failed try is not kept: the next view asks again
        "drawn": 3 - fail,
        "styles": 1,
        "kept": "function",
    }


# --- the widget ---------------------------------------------------------------------------------------


class Acting:
    """An activity that counts: ``up`` adds one, ``fail`` raises, anything else is refused."""

    def __init__(self) -> None:
        self.count = 0
        self.refused: dict[str, Any] | None = None
        self.watchers: list[Callable[[], None]] = []
        self.asked: list[dict[str, Any]] = []
        self.broken = False
        self.looks = 0

    def watch(self, callback: Callable[[], None]) -> None:
        self.watchers.append(callback)

    def unwatch(self, callback: Callable[[], None]) -> None:
        self.watchers.remove(callback)

    def view(self, seat: int | None) -> dict[str, Any]:
        self.looks += 1
        if self.broken:
            raise RuntimeError("no view")
        return {"seq": self.count, "answered": 0, "title": f"Seat {seat}", "refused": self.refused}

    def do(self, intent: dict[str, Any]) -> None:
        self.asked.append(intent)
        self.refused = None
        if intent["do"] == "fail":
            raise RuntimeError("it broke")
        if intent["do"] == "up":
            self.count += 1
        else:
            self.refused = {"text": "refused", "rule": None}
        for callback in list(self.watchers):
            callback()


@pytest.fixture
def acting() -> Iterator[Acting]:
    yield Acting()
    if shared_page().comm is not None:
        shared_page().close()


def say(widget: TableView, content: object) -> dict[str, Any]:
    """What the browser sends arrives as a custom message; the view after it."""
    widget._handle_custom_msg(content, [])
    return dict(widget.view)


def test_an_intent_reaches_the_activity_with_the_seat_and_is_answered(acting: Acting) -> None:
    widget = TableView(acting, seat=2)
    view = say(widget, {"n": 5, "seq": 0, "do": "up", "seat": 7})
    assert acting.asked == [{"seq": 0, "do": "up", "seat": 2}]
    assert (view["seq"], view["answered"], view["refused"]) == (1, 5, None)


def test_an_intent_is_answered_by_one_new_view(acting: Acting) -> None:
    widget = TableView(acting)
    changes: list[object] = []
    widget.observe(changes.append, "view")
    before = acting.looks
    say(widget, {"n": 1, "seq": 0, "do": "up"})
    assert (len(changes), acting.looks - before) == (1, 1)


def test_all_views_of_an_activity_follow_it(acting: Acting) -> None:
    one, two = TableView(acting), HandView(acting, seat=1)
    say(one, {"n": 1, "seq": 0, "do": "up"})
    assert (two.view["seq"], two.view["answered"]) == (1, 0)
    two.close()
    say(one, {"n": 2, "seq": 1, "do": "up"})
    assert (one.view["seq"], two.view["seq"]) == (2, 1)


@pytest.mark.parametrize(
    "content",
    [
        None,
        "up",
        7,
        [],
        ["n", 3],
        {},
        {"n": 3},
        {"n": 3, "seq": "0", "do": "nothing"},
        {"n": 3, "seq": None, "do": {"do": "up"}},
        {"n": 3, "seq": 0, "do": "x" * 10_000_000},
        {"n": "3", "seq": 0, "do": []},
        {"n": True, "seq": 0, "do": None},
        {"n": -1, "seq": 0, "do": 0},
        {"n": 10**400, "seq": 10**400, "do": "?"},
        {"n": 3.5},
    ],
)
def test_a_malformed_message_changes_nothing_and_is_answered(acting: Acting, content: object) -> None:
    widget = TableView(acting)
    view = say(widget, content)
    assert (acting.count, view["refused"]["text"]) == (0, "refused")
    number = content.get("n") if isinstance(content, dict) else None
    assert view["answered"] == (3 if number == 3 else 0)
    json.dumps(view)


def test_an_error_in_the_activity_is_told_in_the_view(acting: Acting, capsys: Any) -> None:
    widget = TableView(acting)
    view = say(widget, {"n": 1, "seq": 0, "do": "fail"})
    assert (words.say("widget.broken"), 1) == (view["refused"]["text"], view["answered"])
    assert str(widget.last_error) == "it broke"
    acting.broken = True
    view = say(widget, {"n": 2, "seq": 0, "do": "up"})
    assert (words.say("widget.broken"), 2) == (view["refused"]["text"], view["answered"])
    assert words.say("widget.broken") == TableView(acting).view["refused"]["text"]
    assert tuple(capsys.readouterr()) == ("", "")


def test_a_parts_view_has_its_own_zone(acting: Acting) -> None:
    views = [HandView(acting), FieldView(acting), LedgerView(acting), TableView(acting, zones=("ask", "log"))]
    assert [view.zones for view in views] == [["hand"], ["field"], ["ledger"], ["ask", "log"]]


def test_an_unknown_keyword_or_zone_is_refused_by_name(acting: Acting) -> None:
    with pytest.raises(TypeError, match="colour"):
        TableView(acting, colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="zones"):
        HandView(acting, zones=("field",))  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        TableView(acting, 1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="'kitchen'"):
        TableView(acting, zones=("field", "kitchen"))
    assert acting.watchers == []


def test_a_view_prints_as_what_it_is(acting: Acting) -> None:
    assert repr(TableView(acting)) == "TableView('Seat 0', seat=0)"
    assert repr(TableView(acting, seat=1, zones=["log"])) == "TableView('Seat 1', seat=1, zones=['log'])"
    assert repr(HandView(acting, seat=1)) == "HandView('Seat 1', seat=1)"
    assert repr(shared_page()).startswith("Page(build='")


def test_the_page_model_is_shared_and_made_anew_once_it_was_closed(acting: Acting) -> None:
    one, two = TableView(acting), FieldView(acting)
    assert one.page == two.page == shared_page().model_id
    assert one.build == shared_page().build
    shared_page().close()
    assert one.page != shared_page().model_id
    one._repr_mimebundle_()  # as when it is displayed
    assert one.page == shared_page().model_id


def test_the_page_model_carries_module_style_cards_and_words() -> None:
    page = shared_page()
    assert (STATIC / "views.js").read_text(encoding="utf-8") == page.source
    assert (STATIC / "views.css").read_text(encoding="utf-8") == page.css
    assert len(page.faces) == 48
    assert page.back.startswith("<svg")
    assert set(LABELS) - {"broken"} == set(page.labels)
    page.close()


def test_a_view_sends_a_stub_of_at_most_two_thousand_characters(acting: Acting) -> None:
    state = TableView(acting).get_state()
    assert len(str(state["_esm"])) < 2000
    assert "_css" not in state


def test_importing_hanalearn_needs_no_widget_library() -> None:
    code = "import sys, hanalearn; sys.exit('ipywidgets' in sys.modules or 'anywidget' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
