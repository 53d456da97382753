"""The deck: 48 cards with their names, their notation and sets of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanalearn import cards
from hanalearn.cards import ALL, DECK, MONTHS, Card, CardSet, Kind, card, card_ids, ids_of, mask, written

#: The contract's table of the deck: month, plant, then position 0 to 3.
TABLE = """
January|Pine|松|matsu|1B Crane 鶴 tsuru|1R Poetry ribbon|1C1|1C2
February|Plum|梅|ume|2A Bush warbler 鶯 uguisu|2R Poetry ribbon|2C1|2C2
March|Cherry|桜|sakura|3B Curtain 幕 maku|3R Poetry ribbon|3C1|3C2
April|Wisteria|藤|fuji|4A Cuckoo 不如帰 hototogisu|4R Plain ribbon|4C1|4C2
May|Iris|菖蒲|ayame|5A Eight-plank bridge 八橋 yatsuhashi|5R Plain ribbon|5C1|5C2
June|Peony|牡丹|botan|6A Butterflies 蝶 chō|6R Blue ribbon|6C1|6C2
July|Bush clover|萩|hagi|7A Boar 猪 inoshishi|7R Plain ribbon|7C1|7C2
August|Susuki grass|芒|susuki|8B Full moon 月 tsuki|8A Geese 雁 kari|8C1|8C2
September|Chrysanthemum|菊|kiku|9A Sake cup 盃 sakazuki|9R Blue ribbon|9C1|9C2
October|Maple|紅葉|momiji|10A Deer 鹿 shika|10R Blue ribbon|10C1|10C2
November|Willow|柳|yanagi|11B Rainman 小野道風 Ono no Michikaze|11A Swallow 燕 tsubame|11R Plain ribbon|11C Lightning
December|Paulownia|桐|kiri|12B Phoenix 鳳凰 hōō|12C1 Yellow chaff|12C2|12C3
"""  # noqa: E501
ROWS = [line.split("|") for line in TABLE.strip().splitlines()]
SETS = st.integers(0, ALL)


def test_the_deck_is_the_table_of_the_contract() -> None:
    for month, (english, flower, kanji, romaji, *pictures) in enumerate(ROWS, start=1):
        found = MONTHS[month - 1]
        assert (found.number, found.english, found.flower) == (month, english, flower)
        assert (found.kanji, found.romaji) == (kanji, romaji)
        for position, picture in enumerate(pictures):
            notation, _, names = picture.partition(" ")
            one = DECK[4 * (month - 1) + position]
            assert (one.notation, one.month, one.flower) == (notation, month, flower)
            assert one.kind.value == notation.lstrip("0123456789")[0]
            full = f"{one.english} {one.kanji} {one.romaji}"
            assert full.startswith(names or "Chaff カス kasu")


def test_ids_are_four_times_the_month_and_the_position() -> None:
    assert [c.id for c in DECK] == list(range(48))
    assert all(c.id // 4 + 1 == c.month for c in DECK)


def test_there_are_5_brights_9_animals_10_ribbons_24_chaff() -> None:
    counts = {kind: len(CardSet(cards.of_kind(kind))) for kind in Kind}

    assert counts == {Kind.BRIGHT: 5, Kind.ANIMAL: 9, Kind.RIBBON: 10, Kind.CHAFF: 24}
    assert cards.BRIGHTS | cards.ANIMALS | cards.RIBBONS | cards.CHAFF == ALL


def test_the_ribbons_are_three_poetry_three_blue_four_plain() -> None:
    by_name = {name: written(c.id for c in DECK if c.english == name + " ribbon") for name in
               ("Poetry", "Blue", "Plain")}  # fmt: skip

    assert by_name == {"Poetry": "1R 2R 3R", "Blue": "6R 9R 10R", "Plain": "4R 5R 7R 11R"}


def test_notation_is_read_in_either_case_and_written_in_one() -> None:
    assert [card(c.notation.lower()) for c in DECK] == list(DECK)
    assert str(CardSet.parse("12c1 1b")) == "1B 12C1"
    assert written(card_ids("2a 1B")) == "2A 1B"  # a pile keeps its order


@pytest.mark.parametrize(
    "wrong", ["8R", "13A", "0B", "1", "B", "1C", "1C3", "11C1", "12C", "12C4", "01B", "1B,", "", "１B", "-1B"]
)
def test_a_card_that_does_not_exist_is_refused_by_name(wrong: str) -> None:
    with pytest.raises(ValueError, match="there is no such card") as raised:
        card(wrong)

    assert wrong in str(raised.value)


def test_a_card_named_twice_is_refused_in_either_case() -> None:
    with pytest.raises(ValueError, match="4R is named twice"):
        mask("4R 4A 4r")


@given(SETS)
def test_a_set_is_its_members_however_it_is_written(members: int) -> None:
    ids = ids_of(members)
    cardset = CardSet(members)

    assert ids == sorted(ids) == [n for n in range(48) if members >> n & 1]
    assert mask(written(ids)) == members
    assert CardSet.parse(str(cardset)) == cardset == CardSet.of(cardset)
    assert [c.id for c in cardset] == ids
    assert len(cardset) == len(ids)
    assert {c for c in DECK if c in cardset} == set(cardset)


@given(SETS, SETS)
def test_sets_combine_as_python_sets_do(one: int, other: int) -> None:
    left, right = CardSet(one), CardSet(other)
    plain, others = set(left), set(right)

    assert set(left | right) == plain | others
    assert set(left & right) == plain & others
    assert set(left - right) == plain - others
    assert (left <= right) == (plain <= others)


def test_a_set_holds_cards_only() -> None:
    assert "1B" not in CardSet.parse("1B")
    assert not CardSet()


def test_the_months_are_twelve_sets_of_four_that_make_up_the_deck() -> None:
    together = CardSet()
    for month in MONTHS:
        assert {c.month for c in month.cards} == {month.number}
        assert len(month.cards) == 4
        together |= month.cards
    assert together.mask == ALL


def test_a_card_cannot_be_changed_and_draws_itself_in_a_notebook() -> None:
    crane = card("1B")

    with pytest.raises(AttributeError):
        crane.month = 2  # type: ignore[misc]
    assert crane._repr_svg_().startswith("<svg")
    assert "<title>Pine with crane</title>" in crane._repr_svg_()
    assert isinstance(crane, Card)
    assert str(crane) == "1B"


class Printer:
    """What IPython gives to ``_repr_pretty_``."""

    def __init__(self) -> None:
        self.said = ""

    def text(self, text: str) -> None:
        self.said += text


def pretty(shown: Card | CardSet) -> str:
    printer = Printer()
    shown._repr_pretty_(printer, False)
    return printer.said


def test_a_set_shows_its_cards_with_their_names_in_a_notebook() -> None:
    hand = CardSet.parse("10A 1B 4C2")
    html = hand._repr_html_()

    assert re.findall('alt="(.*?)"', html) == ["Pine with crane", "Wisteria chaff 2", "Maple with deer"]
    assert len(re.findall('src="data:image/svg[^"]+"', html)) == 3
    assert "no card" in CardSet()._repr_html_()


def test_a_set_names_its_cards_in_a_terminal() -> None:
    assert pretty(CardSet.parse("4C2 12B")) == "4C2  Wisteria chaff 2\n12B  Paulownia with phoenix"
    assert pretty(card("11C")) == "11C  Willow Lightning (gaji)"
    assert pretty(CardSet()) == "no card"


@given(SETS)
def test_the_repr_of_a_set_is_the_set(members: int) -> None:
    assert eval(repr(CardSet(members)), {"CardSet": CardSet}) == CardSet(members)


def test_a_set_of_three_reads_as_its_notation() -> None:
    assert repr(CardSet.parse("3B 1B 2A")) == "CardSet.parse('1B 2A 3B')"
