"""The round record: a deal and its actions, as JSON. Read strictly, written in one way."""

from __future__ import annotations

from random import Random

from hanalearn.cards import DECK, MONTHS, ids_of, written
from hanalearn.game.deal import Deal, as_set, deal, misdealt
from hanalearn.game.formats import MOST_NUMBER, Faults, Fields, FormatError, read_cards, shown
from hanalearn.game.round import IllegalAction, Listener, Round
from hanalearn.rules import Rules, RulesError, rules

VERSION = 1


def read_variant(fields: Fields) -> tuple[str, dict[str, object]]:
    """The ``variant`` and ``options`` of a record or sheet, not yet checked against each other."""
    options = fields.raw("options", {})
    if not isinstance(options, dict):
        raise FormatError("options", f"must be an object, not {shown(options)}")
    return fields.get("variant", str), options


def rules_for(variant: str, players: int, options: dict[str, object]) -> Rules:
    """`hanalearn.rules.rules`, with its errors as `FormatError`."""
    try:
        return rules(variant, players, options)
    except RulesError as error:
        raise FormatError(error.place, error.problem) from None


def read_record(data: object, listener: Listener | None = None) -> Round:
    """The round that a record tells, played as far as its actions go; `FormatError` for any fault."""
    fields, faults = Fields(data), Faults()
    with faults.part():
        if fields.get("hanalearn", int) != VERSION:
            raise FormatError("hanalearn", f"must be {VERSION}, the only version there is")
    variant, options = read_variant(fields)
    with faults.part():
        table = rules_for(variant, fields.get("players", int), options)
    with faults.part():
        actions = fields.strings("actions")
    with faults.part():
        given = Fields(fields.get("deal", dict), "deal")
        if not faults.found:
            dealt, pile = _read_deal(table, given)
    with faults.part():
        fields.done()
    faults.done()

    round_ = Round(table, dealt, listener)
    for i, action in enumerate(actions):
        _check_pile(round_, pile)
        if round_.finished:
            raise FormatError(f"actions[{i}]", f"{shown(action)} comes after the end of the round")
        try:
            round_.play(action)
        except IllegalAction as error:
            legal = ", ".join(error.legal)
            problem = f"{shown(action)} is not legal for seat {round_.turn}; legal: {legal}"
            raise FormatError(f"actions[{i}]", problem) from None
    _check_pile(round_, pile)
    return round_


def _read_deal(table: Rules, fields: Fields) -> tuple[Deal, int | None]:
    """The deal, and the set of cards that the record names as its pile (None with a seed)."""
    if fields.has("seed"):
        seed = fields.whole("seed", 0, MOST_NUMBER)
        fields.done()
        return deal(table, Random(seed)), None
    size, faults = table.hand_size, Faults()
    texts = fields.strings("hands")
    if len(texts) != table.seats_dealt:
        problem = f"must be {table.seats_dealt} hands for {table.players} players, not {len(texts)}"
        raise FormatError(fields.at("hands"), problem)
    held: dict[int, str] = {}
    hands = []
    for seat, text in enumerate(texts):
        with faults.part():
            place = f"deal.hands[{seat}]"
            cards = read_cards(text, place)
            _sized(cards, size, place)
            _claim(held, cards, place)
            hands.append(tuple(sorted(cards)))
    field: list[int] = []
    in_hands = as_set([n for hand in hands for n in hand])
    may_return = in_hands if table.hands_return else 0
    with faults.part():
        field = fields.cards("field")
        _check_field(table, field, hands)
        _claim(held, [n for n in field if not _stands_twice(table) or not may_return >> n & 1], "deal.field")
    with faults.part():
        pile = fields.cards("pile")
    with faults.part():
        fields.done()
    faults.done()

    on_field = as_set(field)
    may_return &= ~on_field
    _claim(dict(held), [n for n in pile if not may_return >> n & 1], "deal.pile")
    for n in range(len(DECK)):
        if n not in held and n not in pile:
            with faults.part():
                raise FormatError("deal.pile", f"{DECK[n].notation} is missing: it stands nowhere")
    faults.done()
    again = misdealt(table, tuple(hands), tuple(field))
    if again:
        rule, month, seat = again
        place = "deal.field" if seat < 0 else f"deal.hands[{seat}]"
        count = {3: "three", 4: "four"}[rule.count]
        plant = MONTHS[month - 1].flower
        raise FormatError(place, f"{count} {plant} cards are a misdeal, which is dealt again")
    undealt = tuple(n for n in pile if not in_hands >> n & 1)
    if table.new_table:
        # The record names the table that is played on: it is the first that comes out of the shuffle.
        return Deal(tuple(hands), (), undealt, (*field, *pile)), as_set(pile)
    dealt_field = tuple(sorted(field)) if table.field_size else ()
    return Deal(tuple(hands), dealt_field, undealt, tuple(pile)), as_set(pile)


def _stands_twice(table: Rules) -> bool:
    """Whether cards of a hand may stand on the field again: a new table, or a hand that is the table."""
    return table.new_table or not table.field_size


def _check_field(table: Rules, field: list[int], hands: list[tuple[int, ...]]) -> None:
    size = table.table_size
    if len(field) != size and not (table.new_table and not field):
        raise FormatError("deal.field", f"must be {size} cards, not {len(field)}")
    owner = table.rule_set.table_hand
    laid_out = owner is not None and not table.field_size and not table.new_table
    if laid_out and not any(owner in hand and set(hand) == set(field) for hand in hands):
        raise FormatError("deal.field", f"must be the hand that holds {DECK[owner or 0].notation}")


def _sized(cards: list[int], size: int, place: str) -> None:
    if len(cards) != size:
        raise FormatError(place, f"must be {size} cards, not {len(cards)}")


def _claim(held: dict[int, str], cards: list[int], place: str) -> None:
    for n in cards:
        if n in held:
            raise FormatError(place, f"{DECK[n].notation} also stands in {held[n]}")
        held[n] = place


def _check_pile(round_: Round, named: int | None) -> None:
    """Once play has begun, the record's pile must be what is drawn: undealt and returned cards."""
    if named is None or not round_.play_began:
        return
    stock = as_set(round_.pile)
    for n in ids_of(named ^ stock):
        card = DECK[n].notation
        if stock >> n & 1:
            raise FormatError("deal.pile", f"{card} is missing: it went back with a retired hand")
        raise FormatError("deal.pile", f"{card} is in a hand that is played")


def record_of(round_: Round) -> dict[str, object]:
    """The record of a round; reading it gives the same round, and its remaining chance, again."""
    dealt = round_.deal
    table = round_.table
    if round_.rules.new_table and not round_.play_began:
        table = 0  # not known before the auction is over
    ahead = tuple(n for n in dealt.later if not table >> n & 1)
    pile = round_.pile if round_.play_began else ahead
    return {
        "hanalearn": VERSION,
        "variant": round_.rules.variant,
        "options": dict(round_.rules.options),
        "players": round_.rules.players,
        "deal": {
            "hands": [written(hand) for hand in dealt.hands],
            "field": written(ids_of(table)),
            "pile": written(pile),
        },
        "actions": action_texts(round_),
    }


def action_texts(round_: Round) -> list[str]:
    """The actions of a round as its record writes them."""
    twin = Round(round_.rules, round_.deal)
    texts = []
    for action in round_.actions:
        texts.append(twin.text(action))
        twin.push(action)
    return texts
