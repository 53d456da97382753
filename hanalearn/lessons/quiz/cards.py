"""Questions about a single card: its name, its month, what it counts as, what it counts."""

from __future__ import annotations

from random import Random

from hanalearn import words
from hanalearn.cards import CHAFF, DECK, MONTHS, Kind, ids_of, month_mask
from hanalearn.game.round import Event
from hanalearn.lessons.quiz.chance import draw, happens, shuffled, some
from hanalearn.lessons.quiz.draft import Draft, Reasons, Wrong, by_rule, hint, number, points_clause
from hanalearn.lessons.quiz.misread import LOOK_ALIKE, card_points
from hanalearn.lessons.story import Choice, Group, Question, Spread
from hanalearn.rules import Rules

MATCHING = "hana-awase.one"  # the clause that makes a card's month matter
TRICKY = 0.4  # how often a kind is asked of a card that is not what it looks like

#: Why a card is not of a kind.
NO_KIND = {
    Kind.BRIGHT: "why.no-bright",
    Kind.ANIMAL: "why.no-animal",
    Kind.RIBBON: "why.no-ribbon",
    Kind.CHAFF: "why.no-chaff",
}


def has_months(rules: Rules) -> bool:
    """Whether cards match by their month."""
    return MATCHING in rules.clauses


def name(rules: Rules, random: Random) -> Draft:
    """What is this card called? Two cards of its month and two of a plant that looks like it."""
    month = draw(random, MONTHS).number
    offered = shuffled(random, [*_two_of(random, month), *_two_of(random, LOOK_ALIKE[month])])
    right = draw(random, offered)
    question = Question(
        key="name",
        rule=MATCHING,
        accepted=frozenset([DECK[right].notation]),
        otherwise=Event("why.name", MATCHING, None, 1 << right),
        choices=tuple(
            Choice(DECK[n].notation, "answer.text", words={"text": words.card_name(DECK[n])}) for n in offered
        ),
        reasons={
            DECK[n].notation: Event("why.shows", MATCHING, words={"shows": words.describe(DECK[n])})
            for n in offered
            if n != right
        },
    )
    return Draft(_card(right), question, (*_of_plant(right), _of_picture(right)))


def _two_of(random: Random, month: int) -> list[int]:
    """Two cards of a month of which at most one is chaff."""
    cards = shuffled(random, ids_of(month_mask(month)))
    plain = [n for n in cards if CHAFF >> n & 1]
    return some(random, [n for n in cards if n not in plain[1:]], 2)


def month(rules: Rules, random: Random) -> Draft:
    """Of which month is this card? Four months, two of them of plants that look alike, and two more."""
    first = draw(random, MONTHS).number
    other = draw(random, [m.number for m in MONTHS if m.number not in (first, LOOK_ALIKE[first])])
    offered = shuffled(random, [first, LOOK_ALIKE[first], other, LOOK_ALIKE[other]])
    right = draw(random, offered)
    card = draw(random, ids_of(month_mask(right)))
    question = Question(
        key="month",
        rule=MATCHING,
        accepted=frozenset([str(right)]),
        otherwise=Event("why.month", MATCHING, None, 1 << card, words=_month(right)),
        choices=tuple(Choice(str(m), "answer.text", words={"text": MONTHS[m - 1].english}) for m in offered),
        reasons={str(m): Event("why.month-of", MATCHING, words=_month(m)) for m in offered if m != right},
    )
    following = Event("hint.next-month", MATCHING, words=_month(right % 12 + 1))
    named = hint("hint.flower", MATCHING, flower=MONTHS[right - 1].flower)
    return Draft(_card(card), question, (hint("hint.plant", MATCHING), named, following))


def _month(month: int) -> dict[str, object]:
    return {"month": MONTHS[month - 1].english, "flower": MONTHS[month - 1].flower}


def kind(rules: Rules, random: Random) -> Draft:
    """What does this card count as here? Every kind is asked as often."""
    clause = points_clause(rules)
    own = draw(random, [k for k, cards in rules.kinds.items() if cards])
    cards = rules.kinds[own]
    tricky = [n for n in ids_of(cards) if n in rules.rule_set.counts_as or not _plain(n)]
    card = draw(random, tricky if tricky and happens(random, TRICKY) else ids_of(cards))
    reasons: Reasons = {}
    for other in Kind:
        if other is DECK[card].kind is not own:
            reasons[other.value] = Event("why.as-pictured", clause, None, 1 << card)
        elif other is not own:
            reasons[other.value] = Event(NO_KIND[other], clause)
    gaps: dict[str, object] = {"kind": words.kind_name(own)}
    question = Question(
        key="kind",
        rule=clause,
        accepted=frozenset([own.value]),
        otherwise=Event("why.kind", clause, None, 1 << card, words=gaps),
        choices=tuple(Choice(k.value, f"kind.{k.value}") for k in Kind),
        reasons=reasons,
    )
    return Draft(_card(card), question, (_of_picture(card), *_of_plant(card)[1:], by_rule(clause)))


def _plain(n: int) -> bool:
    """Whether a card is pictured as the others of its kind: not the Rainman, the Lightning, a yellow one."""
    return DECK[n].notation not in ("11B", "11C", "12C1")


def worth(rules: Rules, random: Random) -> Draft:
    """How many card points is this card worth here? Every value is asked as often."""
    clause = points_clause(rules)
    by_points: dict[int, int] = {}
    for _, points, cards in rules.values:
        by_points[points] = by_points.get(points, 0) | cards
    right = draw(random, sorted(points for points, cards in by_points.items() if cards))
    among = ids_of(by_points[right])
    tricky = [n for n in among if n in rules.rule_set.counts_as or not _plain(n)]
    card = draw(random, tricky if tricky and happens(random, TRICKY) else among)
    otherwise = Event("why.worth", clause, None, 1 << card, words={"n": right})
    wrong = Wrong(frozenset([str(right)]))
    for points, because in card_points(rules, 1 << card):
        wrong.add(points, because)
    for kind_, points, cards in rules.values:
        if cards == rules.kinds[kind_]:
            kinds: dict[str, object] = {"kinds": words.kind_name(kind_, many=True)}
            wrong.add(points, Event("why.worth-of", clause, words=kinds))
        elif cards:
            wrong.add(points, Event("why.worth-of-cards", clause, None, cards))
    question = number("card-worth", right, otherwise, wrong, card=1 << card)
    hints = (*_of_plant(card)[1:], _of_kind(rules, card, clause), by_rule(clause))
    return Draft(_card(card), question, hints)


def _card(n: int) -> Spread:
    return (Group("card", 1 << n),)


def _of_plant(n: int) -> tuple[Event, Event]:
    return hint("hint.plant", MATCHING), hint("hint.month", MATCHING, month=MONTHS[DECK[n].month - 1].english)


def _of_picture(n: int) -> Event:
    return hint("hint.shows", MATCHING, shows=words.describe(DECK[n]))


def _of_kind(rules: Rules, n: int, clause: str) -> Event:
    return hint("hint.kind", clause, None, 1 << n, kind=words.kind_name(rules.kind_of(n)))
