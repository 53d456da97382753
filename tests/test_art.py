"""The deck's pictures are complete, distinct, small and safe to put on any page."""

from xml.etree import ElementTree

import pytest

from hanalearn.art import back, contact_sheet, face, faces

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
