"""A yaku card by card: what is missing, what it is worth once made, a near miss, and what replaces it."""

from __future__ import annotations

from collections.abc import Iterator

from hanalearn import words
from hanalearn.cards import ALL, DECK, ids_of, month_mask, of_kind
from hanalearn.game.round import Event
from hanalearn.lessons.explainers.hands import cores
from hanalearn.lessons.explainers.parts import captures, decided_by, rows_of, sheet_of, story, yes_or_no
from hanalearn.lessons.questions import cards_answer
from hanalearn.lessons.story import Frame, Group, Question, Story
from hanalearn.rules import Rules
from hanalearn.rules.model import Yaku
from hanalearn.rules.settling import Settling, settled

DECOYS = 3  # cards that lie beside the one that completes a yaku


def yaku(rules: Rules, id_: str) -> Story:
    """How a dekiyaku is made, card by card; KeyError for an id that the rules lack."""
    wanted = _by_id(rules)[id_]
    frames = [*_built(rules, wanted), *_near_miss(rules, wanted), *_doubled(rules, wanted)]
    if wanted.within:
        frames += _in_larger(rules, wanted)
    for smaller in _by_id(rules).values():
        if smaller.within == id_:
            frames.append(_beside(rules, smaller, wanted))
    return story(rules, frames, words.yaku(id_))


def replaced(rules: Rules) -> Story:
    """Which yaku lie inside a larger one, and whether it replaces them: as agreed here, and otherwise."""
    by_id = _by_id(rules)
    frames: list[Frame] = []
    for larger in by_id.values():
        inside = [smaller for smaller in by_id.values() if smaller.within == larger.id]
        frames += [Frame(captures(y.cards, lit=y.cards), _made(y)) for y in inside]
        if inside:
            frames += _all_together(rules, inside, larger)
    return story(rules, frames, words.say("topic.replaced"))


def _by_id(rules: Rules) -> dict[str, Yaku]:
    return {y.id: y for _, _, y in rules.dekiyaku}


def is_made(rules: Rules, id_: str, cards: int) -> bool:
    """Whether the engine finds the yaku among these captured cards."""
    return any(y.id == id_ for y in rules.made(cards))


# --- how it is made ---


def _built(rules: Rules, wanted: Yaku) -> Iterator[Frame]:
    """The cards one after the other; which one completes it is asked first."""
    cards = wanted.cards
    yield Frame((Group("missing", cards),), _event("explain.needs", wanted, cards=cards))
    own = 0
    *first, last = ids_of(cards)
    for n in first:
        own |= 1 << n
        scene = (*captures(own, lit=1 << n), Group("missing", cards & ~own))
        yield Frame(scene, _event("explain.captures", wanted, 0, cards=1 << n, taken=cards & ~own))
        for smaller in rules.made(own):
            if smaller.cards >> n & 1:
                yield Frame(captures(own, lit=smaller.cards), _made(smaller))
    question = _which_completes(wanted, 1 << last)
    yield Frame((*captures(own), Group("field", question.among or 0)), question)
    scene = captures(cards, lit=cards)
    yield Frame(scene, _made(wanted))
    yield from rows_of(settled(sheet_of(rules, cards)), scene, wanted.id)


def _which_completes(wanted: Yaku, last: int) -> Question:
    decoys = _decoys(wanted, last)
    return Question(
        key="completes",
        rule=wanted.clause,
        accepted=frozenset([cards_answer(last)]),
        otherwise=_event("explain.completes", wanted, cards=last),
        among=last | decoys,
        reasons={
            DECK[n].notation: _event("explain.no-card-of", wanted, taken=1 << n) for n in ids_of(decoys)
        },
        words={"yaku": words.yaku(wanted.id)},
    )


def _decoys(wanted: Yaku, last: int) -> int:
    """Cards that look like the last one: one of its month, then others of its pictured kind."""
    card = DECK[last.bit_length() - 1]
    alike = [*ids_of(month_mask(card.month) & ~wanted.cards)[:1], *ids_of(of_kind(card.kind) & ~wanted.cards)]
    decoys = 0
    for n in dict.fromkeys(alike):
        if decoys.bit_count() < DECOYS:
            decoys |= 1 << n
    return decoys


def _made(wanted: Yaku) -> Event:
    """That the yaku is made, with what it is worth."""
    if wanted.wagers:
        return _event("explain.made.wagers", wanted, 0, n=wanted.wagers)
    if wanted.multiplier != 1:
        key = "explain.made.cut-off" if wanted.stops else "explain.made.times"
        return _event(key, wanted, 0, n=wanted.multiplier)
    return _event("explain.made.wins" if wanted.stops else "explain.made.points", wanted, 0, n=wanted.points)


def _event(
    what: str, about: Yaku, seat: int | None = None, *, cards: int = 0, taken: int = 0, **gaps: object
) -> Event:
    return Event(what, about.clause, seat, cards, taken, words={"yaku": about.id, **gaps})


# --- how it is missed ---


def _near_miss(rules: Rules, wanted: Yaku) -> Iterator[Frame]:
    """The last card replaced by a look-alike of its month; where there is none, an opponent captures it."""
    last = 1 << ids_of(wanted.cards)[-1]
    name = words.yaku(wanted.id)
    if look_alike := _look_alike(rules, wanted, last):
        own = wanted.cards & ~last | look_alike
        because = _event("explain.look-alike", wanted, cards=look_alike, taken=last)
        right = is_made(rules, wanted.id, own)
        yield Frame(captures(own), yes_or_no("made", right, because, seat=0, yaku=name))
        yield Frame((*captures(own, lit=look_alike), Group("missing", last)), because)
    else:
        own = wanted.cards & ~last
        because = _event("explain.lost", wanted, 1, cards=last)
        right = any(is_made(rules, wanted.id, cards & wanted.cards) for cards in (ALL & ~last, ALL & ~own))
        yield Frame(captures(own, last), yes_or_no("possible", right, because, yaku=name))
        yield Frame(captures(own, last, lit=last), because)


def _look_alike(rules: Rules, wanted: Yaku, last: int) -> int:
    """A card of the month of ``last``, outside the yaku, that stays with its captor; alike in kind first."""
    card = DECK[last.bit_length() - 1]
    alike = ids_of(month_mask(card.month) & ~wanted.cards & rules.kept)
    return 1 << min(alike, key=lambda n: DECK[n].kind is not card.kind) if alike else 0


# --- what else it depends on ---


def _doubled(rules: Rules, wanted: Yaku) -> Iterator[Frame]:
    """What it counts for who has shown the teyaku that doubles it."""
    if not wanted.doubled_by:
        return
    teyaku = rules.teyaku[wanted.doubled_by]
    shown = next(cores(teyaku))
    settling = settled(sheet_of(rules, wanted.cards, shown=[(teyaku, shown)]))
    scene = (Group("shown", shown, seat=0), *captures(wanted.cards, lit=wanted.cards))
    points = next(listed.points for listed in settling.yaku[0] if listed.id == wanted.id)
    yield Frame(scene, _event("explain.doubled", wanted, 0, n=points, teyaku=words.yaku(teyaku.id)))


def _in_larger(rules: Rules, wanted: Yaku) -> Iterator[Frame]:
    """The larger yaku around it is made as well."""
    larger = _by_id(rules)[wanted.within]
    more = larger.cards & ~wanted.cards
    event = _event("explain.with-more", larger, 0, cards=more)
    yield Frame(captures(larger.cards, lit=more), event)
    yield _beside(rules, wanted, larger)


def _beside(rules: Rules, smaller: Yaku, larger: Yaku) -> Frame:
    """Whether the smaller yaku counts beside the larger one, and what the cards are worth."""
    both = is_made(rules, smaller.id, larger.cards)
    clause = next((own for own, _, _ in decided_by(rules, lambda r: _worth(r, larger.cards))), larger.clause)
    gaps: dict[str, object] = {"yaku": smaller.id, "larger": words.yaku(larger.id)}
    event = Event("explain.beside" if both else "explain.replaced", clause, words=gaps)
    return Frame(captures(larger.cards, lit=smaller.cards), event)


def _worth(rules: Rules, cards: int) -> int:
    """What the yaku among the cards are worth together, in points."""
    settling = Settling(sheet_of(rules, cards), ledger=False)
    settling.find_yaku(0)
    return sum(listed.points for listed in settling.yaku[0])


def _all_together(rules: Rules, inside: list[Yaku], larger: Yaku) -> Iterator[Frame]:
    """The cards of the larger yaku: what is worth how much, here and under the other values of options."""
    scene = captures(larger.cards, lit=larger.cards)
    n = _worth(rules, larger.cards)
    others = list(decided_by(rules, lambda r: _worth(r, larger.cards)))
    clause = others[0][0] if others else larger.clause
    answer = Event("explain.worth", clause, words={"n": n})
    yield Frame(scene, _event("explain.with-more", larger, 0, cards=larger.cards & ~inside[0].cards))
    yield Frame(scene, Question("worth", clause, frozenset([str(n)]), answer))
    yield from (_beside(rules, smaller, larger) for smaller in inside)
    yield Frame(scene, answer)
    for _, other, worth in others:
        yield Frame(scene, Event("explain.worth-otherwise", other, words={"n": worth}))
