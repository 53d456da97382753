"""A hand yaku: a hand that holds it and one that misses it, how it lies once shown, what goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hanalearn import words
from hanalearn.cards import DECK, ids_of, month_mask, written
from hanalearn.game.round import Event
from hanalearn.game.sheet import read_sheet
from hanalearn.lessons.explainers.hands import cores, hand_with, one_card_off
from hanalearn.lessons.explainers.parts import (
    captures,
    decided_by,
    phase_of,
    rows_of,
    sheet_of,
    story,
    yes_or_no,
)
from hanalearn.lessons.explainers.staked import full_field
from hanalearn.lessons.questions import cards_answer
from hanalearn.lessons.story import Frame, Group, Question, Spread, Story
from hanalearn.rules import Rules
from hanalearn.rules.model import ShowTeyaku, Teyaku
from hanalearn.rules.settling import Settling, Sheet, settled

#: The sentence for how the shown cards lie afterwards.
LIES = {
    "face-up": "explain.lies.face-up",
    "whole hand": "explain.lies.whole-hand",
    "taken back": "explain.lies.taken-back",
}


def shows_teyaku(rules: Rules) -> ShowTeyaku | None:
    """The phase in which teyaku are shown, where this table has it."""
    phase = phase_of(rules, ShowTeyaku)
    return phase if phase and (not phase.option or rules.options[phase.option]) else None


def teyaku(rules: Rules, id_: str) -> Story:
    """How a teyaku is held and shown, and how near one may be without it; KeyError for an unknown id."""
    wanted = rules.teyaku[id_]
    frames = _bonus(rules, wanted) if wanted.bonus_of else _held(rules, wanted)
    return story(rules, list(frames), words.yaku(id_))


def groups(rules: Rules) -> Story:
    """Which teyaku of one hand may be shown together, which not, and what a fourth card earns."""
    phase = shows_teyaku(rules)
    assert phase is not None
    own = [t for t in rules.rule_set.teyaku if not t.bonus_of]
    pairs = list(combinations(own, 2))
    apart = [pair for pair in pairs if pair[0].group != pair[1].group]
    alike = [pair for pair in pairs if pair[0].group == pair[1].group]
    frames: list[Frame] = []
    for some in (apart, alike):
        found = ((pair, hand_with(rules, *pair)) for pair in some)
        pair, hand = next(((pair, hand) for pair, hand in found if hand), (None, 0))
        if pair and hand:
            frames += _side_by_side(rules, phase, pair, hand)
    for bonus in list(rules.bonuses.values())[:1]:
        frames += _bonus(rules, bonus)
    return story(rules, frames, words.say("topic.groups"))


# --- one teyaku ---


def _held(rules: Rules, wanted: Teyaku) -> Iterator[Frame]:
    phase = phase_of(rules, ShowTeyaku)
    hand = hand_with(rules, wanted)
    assert phase is not None and hand is not None
    held = dict((t.id, cards) for t, cards in rules.held(hand))
    made_of = held[wanted.id]
    name = words.yaku(wanted.id)

    yield Frame(_dealt(hand), Event("explain.dealt-hand", phase.clause, 0, words={"n": hand.bit_count()}))
    yield Frame(_dealt(hand), _which_make(wanted, hand, made_of))
    yield Frame(_dealt(hand, made_of), _event("explain.holds", wanted, 0, cards=made_of))
    if others := [id_ for id_ in held if id_ != wanted.id]:
        gaps: dict[str, object] = {"yaku": wanted.id, "others": words.phrase(map(words.yaku, others))}
        yield Frame(_dealt(hand, made_of), Event("explain.also-held", phase.groups, words=gaps))
    yield from _shown(rules, phase, wanted, hand, made_of)

    off = one_card_off(rules, wanted, hand, made_of)
    assert off is not None
    out, put = off
    near = hand & ~out | put
    still = any(t.id == wanted.id for t, _ in rules.held(near))
    because = _event("explain.not-held", wanted, cards=put, taken=out)
    yield Frame(_dealt(near), yes_or_no("held", still, because, seat=0, yaku=name))
    yield Frame(_dealt(near, put), because)


def _which_make(wanted: Teyaku, hand: int, made_of: int) -> Question:
    reasons = {
        DECK[n].notation: _event("explain.no-card-of", wanted, taken=1 << n) for n in ids_of(hand & ~made_of)
    }
    return Question(
        key="make",
        rule=wanted.clause,
        accepted=frozenset([cards_answer(made_of)]),
        otherwise=_event("explain.holds", wanted, 0, cards=made_of),
        among=hand,
        reasons=reasons,
        words={"yaku": words.yaku(wanted.id)},
    )


def _shown(rules: Rules, phase: ShowTeyaku, wanted: Teyaku, hand: int, made_of: int) -> Iterator[Frame]:
    """What it is worth, and how its cards lie afterwards."""
    scene = (Group("shown", made_of, made_of, 0), Group("hand", hand & ~made_of, seat=0))
    worth = _value(rules, wanted, made_of)
    if wanted.stops:
        yield Frame(scene, _event("explain.shown.stops", wanted, 0, n=wanted.wagers))
    elif worth:
        yield Frame(scene, _event("explain.shown.points", wanted, 0, n=worth))
    else:
        deciding = decided_by(rules, lambda r: _value(r, wanted, made_of))
        clause = next((own for own, _, _ in deciding), wanted.clause)
        yield Frame(scene, Event("explain.shown.nothing", clause, 0, words={"yaku": wanted.id}))
    settling = settled(_shown_sheet(rules, wanted, made_of))
    yield from rows_of(settling, scene, wanted.id)
    if wanted.stops:
        yield Frame(scene, Event("explain.ends-before-play", phase.ends))
        return
    lying = (Group("hand", hand, seat=0),) if wanted.display == "taken back" else scene
    yield Frame(lying, _event(LIES[wanted.display], wanted, 0))


def _value(rules: Rules, wanted: Teyaku, made_of: int) -> int:
    """The points that the engine gives for showing it."""
    return settled(_shown_sheet(rules, wanted, made_of)).yaku[0][0].points


def _shown_sheet(rules: Rules, wanted: Teyaku, made_of: int) -> Sheet:
    return sheet_of(rules, shown=[(wanted, made_of)])


def _dealt(hand: int, lit: int = 0) -> Spread:
    return (Group("hand", hand, lit, 0),)


def _event(
    what: str, about: Teyaku, seat: int | None = None, *, cards: int = 0, taken: int = 0, **gaps: object
) -> Event:
    return Event(what, about.clause, seat, cards, taken, words={"yaku": about.id, **gaps})


# --- several ---


def _side_by_side(rules: Rules, phase: ShowTeyaku, pair: tuple[Teyaku, Teyaku], hand: int) -> Iterator[Frame]:
    """A hand that holds both of a pair: may both be shown?"""
    held = rules.held(hand)
    made_of = {t.id: cards for t, cards in held}
    ids = {t.id for t in pair}
    together = any(ids <= {t.id for t, _ in show} for show in rules.shows(held))
    first, second = (words.yaku(t.id) for t in pair)
    for t in pair:
        yield Frame(_dealt(hand, made_of[t.id]), _event("explain.holds", t, 0, cards=made_of[t.id]))
    key = "explain.together" if together else "explain.one-of"
    because = Event(key, phase.groups, 0, words={"first": first, "second": second})
    yield Frame(_dealt(hand), yes_or_no("together", together, because, seat=0, first=first, second=second))
    yield Frame(_dealt(hand, made_of[pair[0].id] | made_of[pair[1].id]), because)


def _bonus(rules: Rules, bonus: Teyaku) -> Iterator[Frame]:
    """The fourth card of a shown triplet: captured by who showed it, and by somebody else."""
    triplet = rules.teyaku[bonus.bonus_of]
    shown = next(cores(triplet))
    fourth = month_mask(triplet.months[0]) & ~shown
    yield Frame((Group("shown", shown, shown, 0),), _event("explain.holds", triplet, 0, cards=shown))

    own, other = (_settled_bonus(rules, triplet, cards) for cards in ((shown | fourth, 0), (shown, fourth)))
    scene = captures(shown | fourth, lit=fourth)
    points = sum(listed.points for listed in own.yaku[0] if listed.id == bonus.id)
    yield Frame(scene, _event("explain.fourth", bonus, 0, cards=fourth, n=points))
    yield from rows_of(own, scene, bonus.id)

    earned = any(listed.id == bonus.id for listed in other.yaku[0])
    because = _event("explain.no-fourth", bonus, 1, cards=fourth)
    yield Frame(
        captures(shown, fourth), yes_or_no("earned", earned, because, seat=0, yaku=words.yaku(bonus.id))
    )
    yield Frame(captures(shown, fourth, lit=fourth), because)


def _settled_bonus(rules: Rules, triplet: Teyaku, captured: tuple[int, int]) -> Settling:
    """Two captures as a score sheet that does not name the bonus: the engine finds it, or does not."""
    empty: dict[str, object] = {"captured": "", "teyaku": []}
    seats = [empty | {"captured": written(ids_of(cards))} for cards in captured]
    seats[0]["teyaku"] = [triplet.id]
    seats += [empty] * (min(rules.players, rules.rule_set.active) - len(seats))
    field = written(ids_of(full_field(rules, 0)))
    data = {"variant": rules.variant, "options": rules.options, "field": field, "seats": seats}
    return settled(read_sheet(data))
