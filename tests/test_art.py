"""The deck's pictures are complete, distinct, small, and safe on any page; so is the sheet made of them."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support import VARIANTS, some_tables

from hanalearn import words
from hanalearn.art import back, contact_sheet, face, faces
from hanalearn.cards import card, ids_of, written
from hanalearn.lessons.yaku_list import worth
from hanalearn.notebook import contact_sheet as shown_sheet
from hanalearn.render.html import deck_html
from hanalearn.render.lettering import measure, wrap
from hanalearn.render.pictures import described, files
from hanalearn.render.sheet import Sheet, page_of
from hanalearn.rules import RULE_SETS, Rules, rules

MONTHS = [
    "B R C1 C2",
    "A R C1 C2",
    "B R C1 C2",
    *["A R C1 C2"] * 4,
    "B A C1 C2",
    *["A R C1 C2"] * 2,
    "B A R C",
    "B C1 C2 C3",
]
DECK = [f"{month}{kind}" for month, kinds in enumerate(MONTHS, 1) for kind in kinds.split()]
SVG = "{http://www.w3.org/2000/svg}"


def every_picture() -> dict[str, str]:
    return {**faces(), "back": back(), "contact sheet": contact_sheet()}


def test_every_card_has_a_face_in_deck_order() -> None:
    assert list(faces()) == DECK


def test_no_two_pictures_are_the_same() -> None:
    assert len({*faces().values(), back()}) == 49


@pytest.mark.parametrize("name", [*DECK, "back", "contact sheet"])
def test_a_picture_is_well_formed_and_draws_only_plain_shapes(name: str) -> None:
    root = ElementTree.fromstring(every_picture()[name])

    assert root.tag == f"{SVG}svg"
    assert {element.tag for element in root.iter()} <= {
        f"{SVG}{tag}" for tag in ("svg", "g", "rect", "path", "circle")
    }


@pytest.mark.parametrize("name", [*DECK, "back", "contact sheet"])
def test_a_picture_has_no_attribute_that_could_collide_link_or_run(name: str) -> None:
    attributes = {
        attribute
        for element in ElementTree.fromstring(every_picture()[name]).iter()
        for attribute in element.attrib
    }

    assert attributes <= {
        "width", "height", "viewBox", "x", "y", "rx", "cx", "cy", "r", "d", "transform", "fill",
        "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "paint-order",
    }  # fmt: skip


def test_all_pictures_have_the_same_portrait_size() -> None:
    sizes = {ElementTree.fromstring(svg).get("viewBox") for svg in [*faces().values(), back()]}

    assert sizes == {"0 0 600 960"}


def test_the_whole_deck_fits_into_its_size_budget() -> None:
    assert sum(len(svg.encode()) for svg in [*faces().values(), back()]) <= 160_000


def test_the_contact_sheet_shows_all_faces_in_twelve_columns() -> None:
    cards = ElementTree.fromstring(contact_sheet()).findall(f"{SVG}svg")

    assert len(cards) == 48
    assert len({card.get("x") for card in cards}) == 12
    assert len({card.get("y") for card in cards}) == 4


def test_changing_the_returned_deck_does_not_change_the_deck() -> None:
    faces().clear()

    assert len(faces()) == 48


def test_a_notation_is_read_in_any_case() -> None:
    assert face("12C1") == face("12c1")


@pytest.mark.parametrize("notation", ["", "13B", "11C1", "1B ", "back"])
def test_an_unknown_notation_is_refused_by_name(notation: str) -> None:
    with pytest.raises(KeyError, match=f"no card '{notation}'"):
        face(notation)


def test_the_deck_in_the_readme_is_the_deck() -> None:
    """Written by tools/contact_sheets.py."""
    picture = (Path(__file__).parents[1] / "docs" / "deck.svg").read_text(encoding="utf-8")

    assert picture == contact_sheet() + "\n"


# --- pictures that say what they show -------------------------------------------------------------


def test_a_described_picture_is_the_picture_with_a_name_and_a_sentence() -> None:
    for name, svg in files().items():
        root = ElementTree.fromstring(svg)
        title, description = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
        notation = name.removesuffix(".svg")
        plain = back() if notation == "back" else face(notation)

        assert root.get("role") == "img"
        assert description == words.say(f"card.shows.{notation}")
        assert title == (words.say("card.back") if notation == "back" else words.card_name(card(notation)))
        assert re.sub("<title>.*</desc>| role=.img.", "", svg) == plain


def test_the_files_of_the_deck_are_named_by_notation() -> None:
    assert list(files()) == [*(f"{notation}.svg" for notation in DECK), "back.svg"]


def test_decks_on_one_page_have_nothing_to_disturb_each_other_with() -> None:
    """No id that could be met twice, no style of its own, no address but the picture's own contents."""
    shown = [described(card(notation)) for notation in DECK]
    shown += [shown_sheet(40).html, deck_html(rules("shishibo", 3)).html]
    for html in shown:
        assert not re.search(r"\bid=|<style|<script|url\(|@import", html)
        assert all(
            source.startswith("data:image/svg+xml;base64,") for source in re.findall('src="(.*?)"', html)
        )


def test_a_contact_sheet_shows_every_card_and_the_back_with_its_name() -> None:
    html = shown_sheet(72).html
    names = [words.card_name(card(notation)) for notation in DECK]

    assert re.findall('alt="(.*?)"', html) == [*names, "Face-down card"]
    assert html.count('width="72"') == 49
    assert re.findall("<figcaption>(.*?)</figcaption>", html) == [str(n) for n in range(1, 13)]


# --- the sheet for the table ----------------------------------------------------------------------

SHEETS = [rules(variant, RULE_SETS[variant].players[0]) for variant in VARIANTS]
XLINK = "{http://www.w3.org/1999/xlink}href"


@cache
def drawn(table: Rules) -> tuple[Sheet, ElementTree.Element]:
    """A table's sheet, and its SVG."""
    sheet = page_of(table)
    return sheet, ElementTree.fromstring(sheet.svg())


def told(table: Rules) -> str:
    """The sheet as it is read: texts, and between them cards as ``<1B>``."""

    def parts(element: ElementTree.Element) -> Iterator[str]:
        if element.tag == f"{SVG}text":
            yield f"{element.text} "
        elif element.tag == f"{SVG}use":
            yield f"<{element.attrib['href'].rpartition('-')[2]}>"
        elif element.tag != f"{SVG}defs":
            for inner in element:
                yield from parts(inner)

    return "".join(parts(drawn(table)[1]))


def faces_of(cards: int) -> str:
    return "".join(f"<{notation}>" for notation in written(ids_of(cards)).split())


@pytest.mark.parametrize("table", SHEETS, ids=lambda table: table.variant)
def test_a_sheet_stands_alone_and_has_each_face_once(table: Rules) -> None:
    _, root = drawn(table)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    used = {element.attrib["href"] for element in root.iter(f"{SVG}use")}

    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert sorted(ids) == sorted(f"{table.variant}-{notation}" for notation in DECK)
    assert used == {f"#{id_}" for id_ in ids}
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "title", "defs", "symbol", "g", "use", "rect", "circle", "path", "text",
        }  # fmt: skip
        assert not any("url(" in value or "http" in value for value in element.attrib.values())
        assert not {"style", "class", "src", XLINK} & set(element.attrib)
        assert "href" not in element.attrib or element.tag == f"{SVG}use"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_sheet_fits_its_page_whatever_is_played(variant: str) -> None:
    """In letters of at least 2.6 mm, and in columns of whole sections, each once."""
    for table in some_tables(variant):
        sheet, root = drawn(table)
        left, right = sheet.columns()

        assert sheet.fits()
        assert sheet.size >= 2.6
        assert len(left) + len(right) == len(sheet.sections())
        for element in root.iter(f"{SVG}text"):
            start, length = float(element.attrib["x"]), float(element.attrib["textLength"])
            if "text-anchor" not in element.attrib:
                assert start >= 12
                assert start + length <= 198
                assert start >= 109 or start + length <= 101 or float(element.attrib["y"]) < 37


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_sheet_shows_the_cards_and_the_worth_of_every_yaku_as_the_engine_has_them(variant: str) -> None:
    for table in some_tables(variant):
        sheet = told(table)
        for cards, _, yaku in table.dekiyaku:
            assert f"{faces_of(cards)}{words.yaku(yaku.id)} {worth(table, yaku)} " in sheet
        for kind, each, cards in table.values:
            if cards:
                n = cards.bit_count()
                name = words.kind_name(kind, many=n > 1)
                assert f"{faces_of(cards)}{name} {words.count('sheet.points', n, each=each)} " in sheet
        for name in table.options:
            assert words.clause(table.in_force(name)) in sheet
        assert words.clause(table.rule_set.paid) in sheet
        assert faces_of(table.rule_set.wild) in sheet


@pytest.mark.parametrize(
    "variant, options, expected",
    [
        ("shishibo", {}, "<1B><3B><8B><12B>Shikō (Four Brights) ends the round, soba × 3 [H] "),
        ("shishibo", {}, "<1R><2R><3R>Akatan (Poetry Ribbons) ends the round, soba × 2 <6R>"),
        ("shishibo", {}, "<6A><7A><11B>Shishibochūshin (Boar, Butterflies, Rainman) 100 points [H] "),
        ("shishibo", {}, "<1B><3B><8B><12B>Brights 4 cards at 30 "),
        ("shishibo", {}, "All 48 cards together: 270 points. "),  # 4 × 30 + 10 × 10 + 10 × 5
        ("shishibo", {}, "Hand yaku, shown before play Shihon (four of a month) 100 points "),
        ("enshu-points", {"shiko_multiplier": 5}, "Shikō (Four Brights) score × 5 "),
        ("enshu-points", {"bright_points": 30}, "Brights 4 cards at 30 "),
        ("enshu-wagers", {"wager": 7}, "The wager of each player: 7. "),
        ("enshu-wagers", {}, "Shisō (Four-Three) ends the round, 10 wagers "),
        ("enshu-wagers", {}, "<5A><5R><5C1><5C2><9A><9R><9C1><9C2><12B><12C1><12C2><12C3>"),
        ("enshu-comprehensive", {}, "Aotan (Blue Ribbons) ends the round, score × 2 "),
        ("sakura", {}, "<3B><8B><9A>I: Nomi (Curtain, Moon, Sake cup) 50 points [H] "),
        ("sakura", {}, "All 48 cards together: 230 points. "),  # 4 × 20 + 10 × 10 + 10 × 5
        ("sakura", {"card_values": "even"}, "All 48 cards together: 240 points. "),
        ("sakura", {"card_values": "even"}, "<12C1>Chaff 1 card at 10 "),
        ("oi-bana", {"chu": True}, "Chu: a margin of 50 doubles the bid, and basa then triples it. "),
        ("matsu-kiri-bozu", {}, "<1B><8B><12B>Brights 3 cards at 100 <3B><11B>Brights 2 cards at 20 "),
        ("matsu-kiri-bozu", {}, "<1R><2R><3R>Akatan (Poetry Ribbons) wins 40 "),
        ("matsu-kiri-bozu", {}, "All 48 cards together: 504 points. "),
    ],
)
def test_a_sheet_says_what_the_rules_say(variant: str, options: dict[str, object], expected: str) -> None:
    assert expected in told(rules(variant, RULE_SETS[variant].players[0], options))


def test_without_hand_yaku_a_sheet_has_none() -> None:
    with_them, without = (told(rules("enshu-points", 3, {"teyaku": playing})) for playing in (True, False))

    assert "Sanbon" in with_them
    assert "Sanbon" not in without
    assert "Hand yaku, shown before play" not in without


def test_a_house_rule_is_marked_and_the_mark_explained() -> None:
    """Sakura, simple: all is from the source. Matsu-Kiri-Bōzu: that equal points score nothing is not."""
    explained = "[H] house rule: the source is silent. "

    assert "[H]" not in told(rules("sakura-simple", 2))
    assert "Equal card points score nothing, and the same player deals again. [H] " in told(
        rules("matsu-kiri-bozu", 2)
    )
    assert explained in told(rules("matsu-kiri-bozu", 2))


def test_text_is_measured_as_helvetica_draws_it() -> None:
    """I 278, r 333, i 222, s 500 thousandths; a macron adds nothing; bold r is 389 and s 556."""
    assert measure("Iris", 3) == pytest.approx(3.999)
    assert measure("ō", 10) == measure("o", 10) == pytest.approx(5.56)
    assert measure("rs", 10, bold=True) == pytest.approx(9.45)


def test_wrapped_text_keeps_its_words_within_its_width() -> None:
    text = "Before entering, who has not looked at the hand may raise the soba by 1."
    for width in (12, 20, 33, 60, 500):
        lines = wrap(text, 3, width)
        assert " ".join(lines) == text
        assert all(measure(line, 3) <= width or " " not in line for line in lines)
    assert wrap(text, 3, 95) == [
        "Before entering, who has not looked at the hand may raise the soba",
        "by 1.",
    ]
