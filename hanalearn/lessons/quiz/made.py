"""Questions about dekiyaku: which are made, which card is missing, which can still be made."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hanalearn import words
from hanalearn.cards import ALL, DECK, RIBBONS, ids_of, month_mask
from hanalearn.game.near import Standing, standings
from hanalearn.game.round import Event, Round
from hanalearn.lessons.questions import cards_answer
from hanalearn.lessons.quiz.chance import aimed, draw, happens, shuffled, some
from hanalearn.lessons.quiz.draft import Draft, Reasons, hint, of_month, yes_or_no
from hanalearn.lessons.quiz.misread import KOI_KOI, koi_koi
from hanalearn.lessons.quiz.situations import round_until
from hanalearn.lessons.story import Choice, Group, Question
from hanalearn.rules import Rules
from hanalearn.rules.model import Yaku

OFFERED = 4  # yaku to choose from
CARDS, FIRST = 6, 0.1  # cards to choose from; how likely the first of them is right
DECOY = 0.4  # how likely a card with a longer name than the right one lies there
FROM_ELSEWHERE = 0.35  # how likely one of the yaku on offer is of Koi-Koi


def has_yaku(rules: Rules) -> bool:
    """Whether there are yaku to make."""
    return len(rules.rule_set.dekiyaku) > 1


# --- made ---


def made(rules: Rules, random: Random) -> Draft:
    """Which of four yaku has a seat made? Of the others it has all cards but one, or they do not exist."""
    table = [yaku for _, _, yaku in rules.dekiyaku]
    while True:
        offered = some(random, table, OFFERED)
        right = draw(random, offered)
        foreign = _foreign(rules, random) if happens(random, FROM_ELSEWHERE) else ""
        others = [yaku for yaku in offered if yaku is not right]
        if foreign:
            others = others[:-1]
        captured = _nearly(random, right, others, KOI_KOI.get(foreign, 0)) & rules.kept
        made_ids = {yaku.id for yaku in rules.made(captured)}
        if right.id in made_ids and not made_ids & {yaku.id for yaku in others}:
            break
    choices = [Choice(y.id, "answer.text", words={"text": words.yaku(y.id)}) for y in [right, *others]]
    reasons: Reasons = {yaku.id: _unmade(rules, yaku, captured) for yaku in others}
    if foreign:
        name = words.say(f"koi-koi.{foreign}")
        choices.append(Choice(foreign, "answer.text", words={"text": name}))
        reasons[foreign] = Event("why.koi-koi", right.clause, words={"name": name})
    question = Question(
        key="yaku-made",
        rule=right.clause,
        accepted=frozenset([right.id]),
        otherwise=Event("why.made", right.clause, 0, right.cards, words={"yaku": right.id}),
        seat=0,
        choices=tuple(shuffled(random, choices)),
        reasons=reasons,
    )
    hints = (
        hint("hint.captured", right.clause, 0, captured),
        of_month(right.clause, right.cards),
        hint("hint.cards", right.clause, None, right.cards),
    )
    return Draft((Group("captured", captured, seat=0),), question, hints)


def _foreign(rules: Rules, random: Random) -> str:
    """A yaku of Koi-Koi that is none here, or nothing where all of them are."""
    names = koi_koi(rules)
    return draw(random, names) if names else ""


def _nearly(random: Random, right: Yaku, others: list[Yaku], besides: int) -> int:
    """All cards of ``right`` and ``besides``, of the others all but one, and for each a card of its month."""
    captured = right.cards | besides
    for yaku in others:
        missing = draw(random, ids_of(yaku.cards & ~captured) or ids_of(yaku.cards))
        captured |= yaku.cards & ~(1 << missing) if not captured >> missing & 1 else 0
    for n in ids_of(captured):
        of_its_month = captured & month_mask(DECK[n].month)
        if of_its_month.bit_count() % 2:
            free = month_mask(DECK[n].month) & ~captured
            chaff = [m for m in ids_of(free) if not any(y.cards >> m & 1 for y in others)]
            captured |= 1 << draw(random, chaff or ids_of(free))
    return captured


def _unmade(rules: Rules, yaku: Yaku, captured: int) -> Event:
    """Why a yaku is not made: what it lacks, or what replaces it."""
    lacking = yaku.cards & ~captured
    if lacking:
        return Event("why.lacks", yaku.clause, None, lacking, words={"yaku": yaku.id})
    larger = next(y for _, _, y in rules.dekiyaku if y.id == yaku.within)
    gaps: dict[str, object] = {"yaku": yaku.id, "larger": words.yaku(larger.id)}
    return Event("why.replaced-by", rules.in_force("stack_subsets"), words=gaps)


# --- missing ---


def missing(rules: Rules, random: Random) -> Draft:
    """Which of six cards completes a yaku?"""
    possible = sorted({n for _, _, yaku in rules.dekiyaku for n in ids_of(yaku.cards)})
    while True:
        card = draw(random, possible)
        yaku = draw(random, [y for _, _, y in rules.dekiyaku if y.cards >> card & 1])
        captured = _nearly(random, yaku, [], 0) & rules.kept & ~(1 << card)
        offered = _offered(random, card, captured, possible)
        completing = [n for n in offered if yaku.id in {y.id for y in rules.made(captured | 1 << n)}]
        if completing == [card]:
            break
    offered_set = sum(1 << n for n in offered)
    lacking = 1 << card
    question = Question(
        key="missing",
        rule=yaku.clause,
        accepted=frozenset([cards_answer(lacking)]),
        otherwise=Event("why.completes", yaku.clause, None, lacking, words={"yaku": yaku.id}),
        seat=0,
        among=offered_set,
        reasons={DECK[n].notation: _no_part(yaku, n, card) for n in offered if n != card},
        words={"yaku": words.yaku(yaku.id)},
    )
    scene = (Group("captured", captured, seat=0), Group("offered", offered_set))
    hints = (
        hint("hint.needs", yaku.clause, None, yaku.cards & captured, yaku=yaku.id),
        of_month(yaku.clause, lacking),
        hint("hint.cards", yaku.clause, None, lacking),
    )
    return Draft(scene, question, hints)


def _offered(random: Random, card: int, captured: int, of_yaku: list[int]) -> list[int]:
    """Cards to choose from: the one that is missing, one of its month, some of its kind, any others.

    They lie in deck order, so first its place among them is drawn: seldom the first, as the first cards of
    the deck have no other place. Most are cards of some yaku, and one may have a longer name, so that
    none stands out.
    """
    place = 0 if happens(random, FIRST) else 1 + int(random.random() * (CARDS - 1))
    free = shuffled(random, [n for n in ids_of(ALL & ~captured) if n != card])
    same_month = [n for n in free if DECK[n].month == DECK[card].month]
    alike = [n for n in free if n in of_yaku]
    same_kind = [n for n in alike if DECK[n].kind is DECK[card].kind]
    longer = [n for n in free if len(words.card_name(DECK[n])) > len(words.card_name(DECK[card]))]
    decoy = some(random, longer, 1) if happens(random, DECOY) else []
    likely = list(dict.fromkeys([*decoy, *some(random, same_month, 1), *same_kind[:2], *alike, *free]))
    below = [n for n in likely if n < card][:place]
    above = [n for n in likely if n > card][: CARDS - 1 - len(below)]
    return sorted([*below, card, *above])


def _no_part(yaku: Yaku, n: int, card: int) -> Event:
    """Why a card does not complete a yaku."""
    if DECK[n].notation == "11B" and not yaku.cards >> n & 1 and DECK[card].kind is DECK[n].kind:
        key = "why.rainman-no-part"
    elif DECK[n].month == DECK[card].month:
        key = "why.same-month"
    elif (RIBBONS >> n & 1) and (RIBBONS >> card & 1):
        key = "why.other-ribbon"
    else:
        key = "why.no-part"
    return Event(key, yaku.clause, None, 0, 1 << n, words={"yaku": yaku.id})


# --- possible ---


def possible(rules: Rules, random: Random) -> Draft:
    """Can a seat still make a yaku of which it has a card, as far as it may know?"""

    def make() -> tuple[Round, int, Standing] | None:
        wanted = 1 + int(random.random() * 3 * rules.hand_size)
        round_ = round_until(rules, random, lambda r: r.playing and len(r.actions) >= wanted)
        if round_ is None or round_.turn is None:
            return None
        seat = round_.turn
        begun = [
            s
            for s in standings(round_, seat, seat)
            if s.state in ("near", "open", "dead") and s.yaku.cards & round_.captured[seat]
        ]
        return (round_, seat, draw(random, begun)) if begun else None

    round_, seat, standing = aimed(random, (True, False), make, lambda found: found[2].state != "dead")
    yaku = standing.yaku
    lost = [m for m in standing.missing if m.where in ("captured", "trash")]
    lacking = sum(1 << m.card for m in standing.missing)
    if lost:
        gone = sum(1 << m.card for m in lost[:1])
        because = Event("why.lost", yaku.clause, lost[0].seat, gone, words={"yaku": yaku.id})
    else:
        because = Event("why.still", yaku.clause, None, lacking, words={"yaku": yaku.id})
    question = yes_or_no("still", not lost, because, yaku=words.yaku(yaku.id))
    hints = (
        hint("hint.all-captured", yaku.clause),
        of_month(yaku.clause, lacking),
        hint("hint.lacking", yaku.clause, None, lacking, yaku=yaku.id),
    )
    return Draft(round_.copy(), replace(question, seat=seat), hints, viewer=seat)
