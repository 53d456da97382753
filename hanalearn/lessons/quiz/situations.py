"""Situations to ask about: rounds under way, hands, score sheets, and how a sheet is laid out."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from random import Random

from hanalearn import words
from hanalearn.cards import BRIGHTS, DECK, ids_of, month_mask
from hanalearn.game.deal import Deal, as_set, deal, dealt_out, misdealt
from hanalearn.game.deal import shuffled as deck_in_random_order
from hanalearn.game.round import Round
from hanalearn.game.sight import sight
from hanalearn.lessons.explainers.held import shows_teyaku
from hanalearn.lessons.explainers.parts import phase_of
from hanalearn.lessons.quiz.chance import draw, happens, some
from hanalearn.lessons.story import Group, Spread, names_at
from hanalearn.players import OPPONENTS
from hanalearn.rules import Rules
from hanalearn.rules.model import Bid, Teyaku, Yaku
from hanalearn.rules.settling import NO_RAISES, Raises, Settling, Sheet, Shown, settled

EVERY_MONTH = range(1, 13)
MOST_BID = 40

#: How likely: all four of a month go to one seat, a seat has shown a teyaku, a Bright lies on the field.
FOUR, SHOWED, BRIGHT_LIES = 0.15, 0.2, 0.3


#: The cards of each month as two pairs, in the three ways there are.
PAIRINGS = tuple(
    tuple(
        (pair, month_mask(m) & ~pair) for pair in (0b11 << 4 * m - 4, 0b101 << 4 * m - 4, 0b1001 << 4 * m - 4)
    )
    for m in EVERY_MONTH
)


# --- rounds ---


def round_until(
    rules: Rules, random: Random, stop: Callable[[Round], bool], dealt: Deal | None = None
) -> Round | None:
    """A round that was played at random until ``stop``; None where it ended before."""
    round_ = Round(rules, dealt or deal(rules, random))
    while round_.turn is not None:
        if stop(round_):
            return round_
        if round_.playing and not round_.may_stop:
            round_.push(draw(random, round_.legal()))
        else:
            round_.push(OPPONENTS["random"](sight(round_, round_.turn), random))
    return None


def dealt_with(rules: Rules, random: Random, field: int, card: int) -> Deal | None:
    """A deal with some cards on the ``field`` and another card of their month in the dealer's hand, no more
    of the month on the field; None where these rules deal it again, or deal no field.
    """
    size, seats = rules.hand_size, rules.seats_dealt
    apart = field | 1 << card | month_mask(DECK[card].month)
    order = deck_in_random_order(random)
    free = [n for n in order if not apart >> n & 1]
    rest = [n for n in order if apart >> n & 1 and not (field | 1 << card) >> n & 1]
    left = rules.field_size - field.bit_count()
    if left < 0:
        return None
    lying = [*ids_of(field), *free[:left]]
    others = [*free[left + size - 1 :], *rest]
    hand = [card, *free[left : left + size - 1]]
    held = size * (seats - 1)
    dealt = dealt_out(rules, [*hand, *others[:held], *lying, *others[held:]])
    if misdealt(rules, dealt.hands, dealt.field):
        return None
    return dealt._replace(later=tuple(deck_in_random_order(random))) if rules.hands_return else dealt


# --- hands ---


def hand_for(rules: Rules, random: Random, *wanted: Teyaku) -> int | None:
    """A random full hand made for some teyaku; None where these cards cannot be dealt, or fail it."""
    hand = 0
    for teyaku in wanted:
        hand |= _core(random, teyaku, hand)
    chaff = next((t for t in wanted if t.chaff), None)
    if chaff:
        hand |= as_set(
            some(random, ids_of(chaff.junk & ~hand), chaff.chaff - (hand & chaff.junk).bit_count())
        )
        others = rules.kinds[chaff.other] & ~chaff.junk if chaff.other else 0
        if not hand & others:
            hand |= as_set(some(random, ids_of(others), rules.hand_size - hand.bit_count()))
    while hand.bit_count() < rules.hand_size:
        hand |= 1 << draw(random, DECK).id
    fits = hand.bit_count() == rules.hand_size and rules.misdeal((hand,), 0) is None
    held = {t.id for t, _ in rules.held(hand)} if fits else set()
    return hand if fits and held.issuperset(t.id for t in wanted) else None


def _core(random: Random, teyaku: Teyaku, taken: int) -> int:
    """Random cards of months that make a teyaku; of months already ``taken`` none."""
    core = 0
    for count in teyaku.counts:
        months = [m for m in teyaku.months if not (core | taken) & month_mask(m)]
        if months:
            core |= as_set(some(random, ids_of(month_mask(draw(random, months))), count))
    return core


# --- score sheets ---


def seats_of(rules: Rules) -> int:
    """How many seats a score sheet has."""
    return min(rules.players, rules.rule_set.active)


def plain_sheet(rules: Rules, *captured: int) -> Sheet:
    """A sheet with captured cards and nothing else."""
    seats = seats_of(rules)
    cards = (*captured, *[0] * seats)[:seats]
    return Sheet(rules, 0, cards, ((),) * seats, bids=(1, 1) if phase_of(rules, Bid) else None)


def sheet(rules: Rules, random: Random, *, most_left: float = 0.4, teyaku: float = SHOWED) -> Sheet:
    """A score sheet as people might write one after a round.

    Cards are captured in pairs of a month, some are left over, the more the larger ``most_left``; the seats
    are of unequal luck. ``teyaku``: how likely a seat has shown one.
    """
    while True:
        captured = _captured(rules, random, most_left)
        stops = [[y for y in rules.made(cards) if y.stops] for cards in captured]
        if sum(map(bool, stops)) > 1 or not all(map(_at_once, stops)):
            continue
        field = field_dealt(rules, random)
        shown = _shown(rules, random, teyaku, field)
        stopped = any(map(bool, stops))
        if any(t.stops for own in shown for t, _ in own):
            captured, stopped = (0,) * len(captured), True
        if not _can_be(captured, shown):
            continue
        return Sheet(
            rules,
            field,
            captured,
            tuple(rules.with_bonuses(t, cards) for t, cards in zip(shown, captured, strict=True)),
            raises(rules, random),
            not stopped,
            bids=bids(random) if phase_of(rules, Bid) else None,
        )


def _can_be(captured: tuple[int, ...], shown: list[Shown]) -> bool:
    """Whether nobody has captured cards of a month that its holder must have: of four that were shown any, of
    three all four.
    """
    for seat, own in enumerate(shown):
        shown_cards = 0
        for _, cards in own:
            shown_cards |= cards
        for month in map(month_mask, EVERY_MONTH):
            held = (shown_cards & month).bit_count()
            taken = [cards & month for other, cards in enumerate(captured) if other != seat]
            if (held == 4 and any(taken)) or (held == 3 and month in taken):
                return False
    return True


def _captured(rules: Rules, random: Random, most_left: float) -> tuple[int, ...]:
    """What each seat captured: of every month a pair or all four go to a seat, or stay on the field."""
    seats = seats_of(rules)
    luck = [0.2 + random.random() for _ in range(seats)]
    luck.append(sum(luck) * random.random() * most_left)
    at_most = list(accumulate(luck))
    captured = [0] * (seats + 1)
    for month in PAIRINGS:
        pair, other = draw(random, month)
        first = bisect(at_most, random.random() * at_most[-1])
        second = first if happens(random, FOUR) else bisect(at_most, random.random() * at_most[-1])
        captured[first] |= pair
        captured[second] |= other
    return tuple([cards & rules.kept for cards in captured[:seats]])


def _at_once(stops: list[Yaku]) -> bool:
    """Whether one capture can have completed all these cut-offs: any two have cards of one month."""
    months = [{n // 4 for n in ids_of(yaku.cards)} for yaku in stops]
    return all(one & other for one in months for other in months)


def _shown(rules: Rules, random: Random, likely: float, field: int) -> list[Shown]:
    """What each seat has shown; no card is shown by two, or lies on the dealt field."""
    seats, used = seats_of(rules), field
    found: list[Shown] = [()] * seats
    if not shows_teyaku(rules):
        return found
    possible = [t for t in rules.rule_set.teyaku if not t.bonus_of]
    for seat in range(seats):
        if not happens(random, likely):
            continue
        teyaku = draw(random, possible)
        hand = hand_for(rules, random, teyaku)
        cards = dict((t.id, c) for t, c in rules.held(hand)).get(teyaku.id, 0) if hand else 0
        if cards and not cards & used:
            used |= cards
            found[seat] = ((teyaku, cards),)
    return found


def result(sheet_: Sheet) -> Settling:
    """The settlement of a sheet without its ledger: to look for one that is worth asking about."""
    return settled(sheet_, ledger=False)


def field_dealt(rules: Rules, random: Random) -> int:
    """A dealt field, where it counts, with Brights on it more often than in play; 0 where it does not."""
    if not rules.rule_set.field_counts:
        return 0
    while True:
        bright = [n for n in ids_of(BRIGHTS) if happens(random, BRIGHT_LIES)]
        rest = [n for n in deck_in_random_order(random) if not BRIGHTS >> n & 1]
        lying = as_set((bright + rest)[: rules.field_size])
        if rules.misdeal((), lying) is None:
            return lying


def raises(rules: Rules, random: Random) -> Raises:
    """Raises of a round, as many as can be at this table."""
    limits = rules.rule_set.raise_limits
    if not limits:
        return NO_RAISES
    passes = int(random.random() * 3) if rules.hands_return else 0
    dealt, active = rules.seats_dealt, seats_of(rules)
    mizu = sum(happens(random, 0.3) for _ in range(dealt))
    most = limits.get("mizu_kotsu", 0)
    return Raises(
        mizu if most is None else min(mizu, most), sum(happens(random, 0.4) for _ in range(active)), passes
    )


def bids(random: Random) -> tuple[int, int]:
    """What the two who play bid, the dealer first."""
    low = 1 + int(random.random() * (MOST_BID - 1))
    return low, low + int(random.random() * (MOST_BID - low))


def laid_out(sheet_: Sheet) -> Spread:
    """A sheet on the table: the dealt field where it counts, what each seat showed, what it captured."""
    groups = [Group("field", sheet_.field)] if sheet_.rules.rule_set.field_counts else []
    for seat, captured in enumerate(sheet_.captured):
        own = [(t, cards) for t, cards in sheet_.teyaku[seat] if not t.bonus_of]
        for teyaku, cards in own:
            groups.append(Group("shown.yaku", cards, seat=seat, words={"yaku": words.yaku(teyaku.id)}))
        groups.append(Group("captured", captured, seat=seat))
    return tuple(groups)


def telling_facts(sheet_: Sheet) -> str:
    """The facts of a sheet, where totals depend on them."""
    bare = sheet_._replace(raises=NO_RAISES, bids=sheet_.bids and (1, 1))
    return facts(sheet_) if result(bare).totals != result(sheet_).totals else ""


def facts(sheet_: Sheet) -> str:
    """What no card shows: the raises of the round, what was bid."""
    if sheet_.bids:
        names = names_at(len(sheet_.captured))
        return words.say(
            "quiz.fact.bids", first=names[0], second=names[1], n=sheet_.bids[0], m=sheet_.bids[1]
        )
    if not sheet_.rules.rule_set.raise_limits:
        return ""
    made = [
        words.say("quiz.fact.raise", kind=words.say(f"stake.part.{name.replace('_', '-')}"), n=n)
        for name, n in sheet_.raises._asdict().items()
        if n
    ]
    return words.say("quiz.fact.raises", raises=", ".join(made)) if made else words.say("quiz.fact.no-raise")
