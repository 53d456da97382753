"""Blind guessers of quizzes, and the right answers worked out by the referee."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import referee
from referee import Card
from support import follow

from hanalearn import words
from hanalearn.cards import DECK, ids_of, written
from hanalearn.game import Round, read_sheet, sheet_json
from hanalearn.game.near import hidden_from
from hanalearn.lessons.quiz.item import Item
from hanalearn.lessons.story import choice_text
from hanalearn.lessons.telling import Company, event_text, ledger_json
from hanalearn.render.quiz import question_json

RARE = 200  # an answer to a number that comes up less often than once in so many is nothing to guess


@dataclass(frozen=True)
class Guesses:
    """What blind guessing comes to in a family, each as a part of 1.

    ``first`` and ``longest`` are None where an answer is typed. ``chance`` is what guessing at random among
    the answers on offer comes to; of numbers, among those that come up.
    """

    chance: float
    first: float | None
    longest: float | None
    frequent: float

    @property
    def most(self) -> float:
        """By how much the best of the three guessers beats chance."""
        return max(self.first or 0.0, self.longest or 0.0, self.frequent) - self.chance


def on_offer(item: Item) -> list[tuple[str, str]]:
    """The answers that can be seen without knowing anything, each with the text that is read.

    Of cards to pick: each by itself, read by its name, none, all of them.
    """
    question = item.question
    if question.choices:
        company = Company(item.names, item.rules.variant)
        return [(choice.value, choice_text(choice, company)) for choice in question.choices]
    if question.among is None:
        return []
    cards = [(written([n]), words.card_name(DECK[n])) for n in ids_of(question.among)]
    return [*cards, ("-", ""), (written(ids_of(question.among)), "")]


def guessed(items: Sequence[Item]) -> Guesses:
    """How the three guessers fare: the first answer, the longest text, the answer that is right most often.

    Of cards to pick the longest text is the longest name, or all cards, whichever is right more often.
    """
    right: Counter[str] = Counter()
    chances, first, longest, whole = [], 0, 0, 0
    for item in items:
        offered, accepted = on_offer(item), item.question.accepted
        texts = dict(offered)
        right.update({texts.get(answer) or answer for answer in accepted})
        if offered:
            shown = len(offered) - (item.question.among is not None)  # all together is no answer by chance
            chances.append(len(accepted) / shown)
            first += offered[0][0] in accepted
            longest += max(offered, key=lambda one: len(one[1]))[0] in accepted
            whole += offered[-1][0] in accepted if item.question.among is not None else 0
    frequent = max(right.values()) / len(items)
    if not chances:
        answers = sum(count * RARE >= len(items) for count in right.values())
        return Guesses(1 / answers, None, None, frequent)
    n = len(items)
    return Guesses(sum(chances) / n, first / n, max(longest, whole) / n, frequent)


# --- the referee's answers --------------------------------------------------------------------------


def checked(item: Item) -> None:
    """AssertionError unless the referee accepts the same answers, and wrong ones are wrong and distinct."""
    assert item.question.accepted == right_answers(item), (item.family, item.seed)
    wrong_answers(item)
    assert_nothing_hidden(item)


def wrong_answers(item: Item) -> None:
    """Every wrong choice or card has a reason, no right answer has; numbers are written as such."""
    question, reasons = item.question, item.question.reasons
    company = Company(item.names, item.rules.variant)
    assert not question.accepted & set(reasons)
    if question.choices:
        values = [choice.value for choice in question.choices]
        texts = [choice_text(choice, company) for choice in question.choices]
        assert len(set(values)) == len(values) > 1
        assert len(set(texts)) == len(texts)
        assert set(values) == question.accepted | set(reasons)
    elif question.among is not None:
        parts = {part for answer in question.accepted for part in answer.split()} - {"-"}
        among = {card.name for card in cards_of(question.among)}
        assert parts <= among
        assert set(reasons) == among - parts
    else:
        assert all(str(int(answer)) == answer for answer in [*question.accepted, *reasons])
    for event in [question.otherwise, *reasons.values(), *item.hints]:
        assert event.rule in item.rules.clauses
        text = event_text(event, company)
        assert 1 <= len(re.findall(r"[.!?](?=\s|$)", text)) <= 2, text
        assert "{" not in text


def assert_nothing_hidden(item: Item) -> None:
    """No card in another hand that is not shown, and none of the pile, stands in the position."""
    position = question_json(item)["position"]
    scene = item.frame.scene
    if isinstance(scene, Round):
        assert item.viewer is not None
        shown = set(re.findall(r"\b\d+[BARC]\d?\b", json.dumps(position)))
        assert not shown & {card.name for card in cards_of(hidden_from(scene, item.viewer))}


def cards_of(cards: int) -> list[Card]:
    """A set of cards as the referee's."""
    return referee.read_cards(written(ids_of(cards)))


def right_answers(item: Item) -> frozenset[str]:
    """The right answers as the referee gives them."""
    return frozenset(map(str, _ANSWERS[item.family](item)))


def rules_of(item: Item) -> Any:
    """The referee's rules of an item's table."""
    return referee.rule_set(item.rules.variant, dict(item.rules.options))


def group(item: Item, key: str, seat: int | None = None) -> list[Card]:
    """The cards of a group of what is laid out."""
    assert isinstance(item.frame.scene, tuple)
    return cards_of(next(g.cards for g in item.frame.scene if g.key == key and g.seat in (seat, None)))


def scored(item: Item, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """The referee's answer to the score sheet of an item, which the program can read."""
    assert item.sheet is not None
    sheet = {key: value for key, value in sheet_json(item.sheet).items() if value is not None}
    read_sheet(json.loads(json.dumps(sheet)))
    return referee.score(sheet | {"options": dict(item.rules.options) | (options or {})})


def yaku_made(item: Item, captured: list[Card], **options: object) -> dict[str, list[str]]:
    """The yaku of some captured cards, each with its cards."""
    variant = item.rules.variant
    seats = min(item.rules.players, item.rules.rule_set.active)
    sheet = {
        "variant": variant,
        "options": dict(item.rules.options) | options,
        "seats": [{"captured": referee.write_cards(captured)}, *[{"captured": ""}] * (seats - 1)],
        "bids": {"bid": [1, 1]},
    }
    made = referee.score(sheet)["seats"][0]["yaku"]
    return {yaku["id"]: yaku["cards"].split() for yaku in made}


def yaku_named(item: Item, name: object) -> str:
    """The id of a yaku, or teyaku, of a game by its name."""
    rule_set = item.rules.rule_set
    return next(y.id for y in (*rule_set.dekiyaku, *rule_set.teyaku) if words.yaku(y.id) == name)


def _kind(item: Item) -> list[str]:
    (card,) = group(item, "card")
    variant = item.rules.variant
    if card.name == "11B" and variant != "matsu-kiri-bozu":
        return ["A"]
    return [card.kind.value]


def _points(key: str) -> Callable[[Item], list[int]]:
    return lambda item: [rules_of(item).points_of(group(item, key, 0))]


def _placed_card(item: Item) -> tuple[Round, Card]:
    scene, card = item.frame.scene, item.question.words["card"]
    assert isinstance(scene, Round) and isinstance(card, int)
    assert scene.turn == item.viewer
    (played,) = cards_of(card)
    assert played.name in written(scene.hands[scene.turn]).split()
    return scene, played


def _takes(item: Item) -> list[str]:
    scene, card = _placed_card(item)
    may = {other for taken in rules_of(item).captures(card, cards_of(scene.field)) for other in taken}
    return [referee.write_cards(sorted(may)) or "-"]


def _captures(item: Item) -> list[int]:
    scene, card = _placed_card(item)
    taken = rules_of(item).captures(card, cards_of(scene.field))
    numbers = {len(cards) + 1 if cards else 0 for cards in taken}
    assert len(numbers) == 1
    return list(numbers)


def _stops(item: Item) -> list[str]:
    scene, seat = item.frame.scene, item.question.seat
    assert isinstance(scene, Round) and seat is not None
    return ["yes" if rules_of(item).stops(cards_of(scene.captured[seat])) else "no"]


def _misdeal(item: Item) -> list[str]:
    again = rules_of(item).misdealt([group(item, "hand", 0)], group(item, "field"))
    return ["yes" if again else "no"]


def _cleared(item: Item) -> list[str]:
    field = group(item, "field")
    rest = [card for card in referee.DECK if card not in field]
    size, seats = item.rules.hand_size, item.rules.seats_dealt
    hands = [referee.write_cards(sorted(rest[at * size :][:size])) for at in range(seats)]
    table = referee.Referee(
        item.rules.variant,
        dict(item.rules.options),
        item.rules.players,
        hands,
        referee.write_cards(field),
        referee.write_cards(referee.DECK),
    )
    while table.legal()[0] == "bid N":
        table.do("bid 7")
    gone = [card for card in field if card not in table.field]
    return [referee.write_cards(sorted(gone)) or "-"]


def _stake(item: Item) -> list[int]:
    told = [int(n) for n in re.findall(r"\d+", str(item.question.words["facts"]))]
    if item.rules.variant == "oi-bana":
        return [max(told)]
    field = rules_of(item)
    brights = [card for card in group(item, "field") if field.kind(card).value == "B"]
    return [1 + len(brights) + sum(told)]


def _teyaku(item: Item) -> list[str]:
    own, hand = rules_of(item), group(item, "hand", 0)
    shown = own.sets_in(hand) if item.rules.options.get("teyaku", True) else []
    if item.rules.variant in ("shishibo", "enshu-comprehensive"):
        shown = shown + own.junk_in(hand)
    worth = {yaku.id: (yaku.wagers, yaku.points) for yaku in own.teyaku}
    ranked = sorted(shown, key=lambda one: worth[one.id], reverse=True)
    if len(ranked) > 1:
        assert worth[ranked[0].id] > worth[ranked[1].id]
    return [re.sub(r"-\d+$", "", ranked[0].id) if ranked else "none"]


def _together(item: Item) -> list[str]:
    ids = {yaku_named(item, item.question.words[key]) for key in ("first", "second")}
    offers = [{one.id for one in offer} for offer in rules_of(item).offers(group(item, "hand", 0))]
    assert all(any(id_ in offer for offer in offers) for id_ in ids)
    return ["yes" if any(ids <= offer for offer in offers) else "no"]


def _made(item: Item) -> set[str]:
    made = set(yaku_made(item, group(item, "captured", 0)))
    return made & {choice.value for choice in item.question.choices}


def _missing(item: Item) -> list[str]:
    id_ = yaku_named(item, item.question.words["yaku"])
    captured = group(item, "captured", 0)
    return [c.name for c in group(item, "offered") if id_ in yaku_made(item, [*captured, c])]


def _possible(item: Item) -> list[str]:
    scene, seat = item.frame.scene, item.question.seat
    assert isinstance(scene, Round) and seat is not None
    stacked = {"stack_subsets": True} if "stack_subsets" in item.rules.options else {}
    all_yaku = yaku_made(item, list(referee.DECK), **stacked)
    cards = all_yaku[yaku_named(item, item.question.words["yaku"])]
    side = next((s for s in item.rules.sides if seat in s), (seat,))
    lost = [c.name for c in cards_of(scene.trash)]
    for other, captured in enumerate(scene.captured):
        lost += [] if other in side else [c.name for c in cards_of(captured)]
    return ["no" if set(lost) & set(cards) else "yes"]


def _total(item: Item) -> list[int]:
    return [scored(item)["seats"][item.question.seat]["total"]]


def _otherwise(item: Item) -> list[int]:
    name, _, text = item.question.rule.partition(".")[2].partition("=")
    option = next(o for o in item.rules.rule_set.options if o.name == name)
    value = next(value for value, _ in option.values if str(value).lower() == text)
    assert value != item.rules.options[name]
    what = "total" if "total" in item.question.key else "payment"
    here, there = scored(item), scored(item, {name: value})
    assert here["seats"][item.question.seat][what] != there["seats"][item.question.seat][what]
    return [there["seats"][item.question.seat][what]]


def _winner(item: Item) -> list[str]:
    won = scored(item)["winner"]
    if won is None:
        return ["nobody"]
    return [str(seat) for seat in _side(item, won)]


def _side(item: Item, seat: int) -> tuple[int, ...]:
    return ((0, 2), (1, 3))[seat % 2] if item.rules.options.get("partnership") else (seat,)


def _tie(item: Item) -> list[str]:
    answer = scored(item)
    totals = [f"{name} {seat['total']}" for name, seat in zip(item.names, answer["seats"], strict=False)]
    assert item.question.words["totals"] == ", ".join(totals)
    won = answer["winner"]
    return ["nobody"] if won is None else [item.names[seat] for seat in _side(item, won)]


def _dealer(item: Item) -> list[str]:
    won = scored(item)["winner"]
    told = str(item.question.words["told"])
    assert told.startswith("Nobody") is (won is None)
    if won is None:
        return [item.names[0]]
    if item.rules.variant in ("sakura-simple", "sakura", "oi-bana"):
        return [item.names[1]]
    return [told.split()[0]]


def _pays(item: Item) -> list[int]:
    return [-scored(item)["seats"][item.question.seat]["payment"]]


def _ledger(item: Item) -> list[int]:
    """The row after those told, by the rows' arithmetic; the whole ledger comes to the referee's answer."""
    settling, at = item.frame.settling, item.frame.rows
    assert settling is not None
    rows = ledger_json(settling, list(settling.seats), Company(item.names, item.rules.variant))
    seats = len(settling.seats)
    answer = scored(item)
    _, totals, paid = follow(rows, seats)
    assert paid == [seat["payment"] for seat in answer["seats"]]
    if not item.rules.sides:
        assert totals == [seat["total"] for seat in answer["seats"]]
    stake, totals, paid = follow(rows[: at + 1], seats)
    row = rows[at]
    if row["op"] == "pay":
        return [paid[int(str(row["seat"]))]]
    return [stake if row["seat"] is None else totals[int(str(row["seat"]))]]


def _fuke(item: Item) -> list[str]:
    seat, own = item.question.seat, rules_of(item)
    assert item.sheet is not None and seat is not None and item.sheet.played_out
    if item.rules.variant == "shishibo":
        return ["yes" if scored(item)["fuke"] == seat else "no"]
    low = [card for card in cards_of(item.sheet.captured[seat]) if card.month != 11]
    return ["yes" if own.points_of(low) <= 15 and not item.sheet.teyaku[seat] else "no"]


_ANSWERS: dict[str, Callable[[Item], Iterable[object]]] = {
    "name": lambda item: [group(item, "card")[0].name],
    "month": lambda item: [group(item, "card")[0].month],
    "kind": _kind,
    "worth": _points("card"),
    "card-points": _points("captured"),
    "elsewhere": _points("captured"),
    "takes": _takes,
    "captures": _captures,
    "stops": _stops,
    "misdeal": _misdeal,
    "cleared": _cleared,
    "stake": _stake,
    "teyaku": _teyaku,
    "together": _together,
    "made": _made,
    "missing": _missing,
    "possible": _possible,
    "total": _total,
    "otherwise": _otherwise,
    "winner": _winner,
    "tie": _tie,
    "dealer": _dealer,
    "pays": _pays,
    "ledger": _ledger,
    "fuke": _fuke,
}
