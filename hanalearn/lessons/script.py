"""Scripts: a round or a score sheet written down in a few readable lines, and the story it makes.

A line is one thing; ``#`` begins a comment. First the table, then what happens::

    game shishibo
    players 3
    option double_cutoff=product
    names Ume Kiku Hagi
    seed 20
    note Nobody has seen a card yet.
    pass
    pass
    ask stake
    pass
    rest thumb

Instead of ``seed``, cards: ``hand …`` a dealt seat, ``field …`` and ``pile …``. Actions are written as in
records. ``rule double_cutoff The larger counts.`` is a note about a clause, named by its option or its id.
``ask`` puts a question before what follows: ``takes`` (the next card to be placed), ``stops``, ``stake``,
``winner``, ``pays`` or ``points N`` (of seat N). ``rest thumb`` or ``rest random`` plays on.

A score sheet has a line a seat, ``seat sanbon-4 soppe: 1R 1C1 …``, and where the game has them ``field …``,
``raises kotsu=1``, ``bids 20 30``, ``fuke 1``, ``stopped``.

Every fault is a `FormatError` that names the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random

from hanalearn import words
from hanalearn.game.formats import FormatError, option_value, shown
from hanalearn.game.record import read_record
from hanalearn.game.round import IllegalAction, Round
from hanalearn.game.sheet import read_sheet
from hanalearn.game.sight import sight
from hanalearn.lessons import questions
from hanalearn.lessons.story import (
    Frame,
    Note,
    Question,
    Spread,
    Story,
    Teller,
    names_at,
    settled_frames,
    sheet_spread,
)
from hanalearn.lessons.under import same_actions, same_deal, same_sheet
from hanalearn.players import OPPONENTS
from hanalearn.rules import Rules
from hanalearn.rules.compiled import Move
from hanalearn.rules.settling import Settling, Sheet, settled

TABLE = ("title", "game", "players", "option", "names", "seed", "hand", "field", "pile")
SHEET = ("seat", "raises", "bids", "fuke", "stopped")
OF_A_ROUND = ("players", "seed", "hand", "pile")
OF_A_SHEET = ("raises", "bids", "fuke", "stopped")
SEVERAL = ("option", "hand", "seat")
#: Fields of records and score sheets that a script writes as another word.
WRITTEN_AS = {"variant": "game", "hands": "hand", "seats": "seat", "played_out": "stopped"}
ASKED_OF_A_SETTLEMENT = ("winner", "pays", "points")
ASKED = ("takes", "stops", "stake", *ASKED_OF_A_SETTLEMENT)
MOST_TEXT = 100_000  # characters of a script
MOST_NAME = 24  # characters of a name, so that a table holds it


@dataclass(slots=True)
class _Script:
    """The lines of a script, sorted: what the table is, and what happens at it (line number, word, rest)."""

    table: dict[str, object] = field(default_factory=dict)
    #: The line of each place that a fault may name, such as ``field`` or ``hands[1]``.
    lines: dict[str, int] = field(default_factory=dict)
    options: dict[str, object] = field(default_factory=dict)
    hands: list[str] = field(default_factory=list)
    seats: list[dict[str, object]] = field(default_factory=list)
    body: list[tuple[int, str, str]] = field(default_factory=list)
    title: str = ""
    names: tuple[str, ...] = ()


@contextmanager
def _line(number: int) -> Iterator[None]:
    """Name the line in front of every fault found inside."""
    try:
        yield
    except FormatError as error:
        problem = f"{error.place}: {error.problem}" if error.place else error.problem
        raise FormatError(f"line {number}", problem) from None


def read_script(text: str) -> Story:
    """The story that a script tells; `FormatError` names the line where the rules disagree with it."""
    if len(text) > MOST_TEXT:
        raise FormatError("", f"the script is longer than {MOST_TEXT} characters")
    script = _Script()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        with _line(number):
            _sort(script, number, " ".join(line.partition("#")[0].split()))
    if "game" not in script.lines:
        raise FormatError("game", "is missing: one line must name the game, such as: game shishibo")
    of_a_sheet = bool(script.seats)
    for word in OF_A_ROUND if of_a_sheet else OF_A_SHEET:
        if word in script.lines:
            kind = "a round, and lines with seat make a score sheet" if of_a_sheet else "a score sheet"
            raise FormatError(f"line {script.lines[word]}", f"{word} belongs to {kind}")
    return _sheet(script) if of_a_sheet else _round(script)


def _sort(script: _Script, number: int, line: str) -> None:
    """Put a line where it belongs."""
    if not line.isprintable():
        raise FormatError("", f"holds a character that cannot be printed: {shown(line)}")
    word, _, rest = line.partition(" ")
    if not word:
        return
    if word not in (*TABLE, *SHEET) or (word == "fuke" and not rest):
        script.body.append((number, word, rest))
        return
    if script.body:
        raise FormatError(word, "describes the table, so it must stand before all that happens")
    if word in script.lines and word not in SEVERAL:
        raise FormatError(word, "is given twice")
    if not rest and word not in ("seat", "stopped"):
        raise FormatError(word, "says nothing: something must follow it")
    script.lines.setdefault(word, number)
    _table_line(script, number, word, rest)


def _table_line(script: _Script, number: int, word: str, rest: str) -> None:
    table = script.table
    if word == "title":
        script.title = rest
    elif word == "names":
        script.names = tuple(rest.split())
        if any(len(name) > MOST_NAME for name in script.names):
            raise FormatError("names", f"must have at most {MOST_NAME} characters each")
    elif word == "game":
        table["variant"] = rest
    elif word == "option":
        name, equals, value = (part.strip() for part in rest.partition("="))
        if not equals:
            raise FormatError("option", f"{shown(rest)} must be written name=value")
        if name in script.options:
            raise FormatError("option", f"{shown(name)} is given twice")
        script.options[name] = option_value(value)
        script.lines[f"options.{name}"] = number
    elif word in ("players", "seed", "fuke"):
        table[word] = _whole(word, rest)
    elif word == "hand":
        script.lines[f"hands[{len(script.hands)}]"] = number
        script.hands.append(rest)
    elif word in ("field", "pile"):
        table[word] = rest
    elif word == "seat":
        teyaku, _, captured = rest.rpartition(":")
        script.lines[f"seats[{len(script.seats)}]"] = number
        script.seats.append({"teyaku": teyaku.split(), "captured": captured.strip()})
    elif word == "raises":
        table["raises"] = _raises(rest)
    elif word == "bids":
        table["bids"] = {"bid": [_whole("bids", n) for n in rest.split()]}
    elif rest:
        raise FormatError("stopped", "stands alone on its line")
    else:
        table["played_out"] = False


def _raises(text: str) -> dict[str, int]:
    raises: dict[str, int] = {}
    for pair in text.split():
        name, _, number = pair.partition("=")
        if name in raises:
            raise FormatError("raises", f"{shown(name)} is given twice")
        raises[name] = _whole(name, number)
    return raises


def _whole(place: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 15:
        raise FormatError(place, f"must be a whole number, not {shown(text)}")
    return int(text)


@contextmanager
def _at_its_line(script: _Script) -> Iterator[None]:
    """Name the line of the word that a fault of the table is about."""
    try:
        yield
    except FormatError as error:
        place = error.place.removeprefix("deal.")
        first = place.partition(".")[0]
        word = WRITTEN_AS.get(first, first)
        number = script.lines.get(place) or script.lines.get(first) or script.lines.get(word)
        if number:
            raise FormatError(f"line {number}", f"{error.place}: {error.problem}") from None
        raise


def _names(script: _Script, players: int) -> tuple[str, ...]:
    """What the seats are called: all of them, or none, are named by the script."""
    if script.names and len(script.names) != players:
        problem = f"names: must be {players} names, one a seat, not {len(script.names)}"
        raise FormatError(f"line {script.lines['names']}", problem)
    return names_at(players, script.names)


# --- a round ---


def _round(script: _Script) -> Story:
    table = script.table
    deal = {name: table[name] for name in table if name in ("seed", "field", "pile")}
    if script.hands:
        deal["hands"] = script.hands
    if not deal:
        raise FormatError("seed", "is missing: a round needs a seed, or the cards as hand, field and pile")
    record = {
        "hanalearn": 1,
        "variant": table["variant"],
        "options": script.options,
        "players": table.get("players", 3),
        "deal": deal,
        "actions": [],
    }
    with _at_its_line(script):
        round_ = read_record(record)
    return _round_told(script, _names(script, round_.rules.players), round_, round_.rules)


def _round_told(script: _Script, names: tuple[str, ...], whole: Round, own: Rules) -> Story:
    """The story of a round that has its deal; ``own`` are the rules that the author wrote it for."""
    script = replace(script, body=_played(whole, script.body))
    teller = Teller(whole)
    for number, word, rest in _body(script, whole.rules, own):
        with _line(number):
            if word in ("note", "rule"):
                teller.add(_note(whole.rules, word, rest))
            elif word == "ask":
                teller.add(_question(teller, whole, rest))
            else:
                teller.act()
    if whole.finished:
        teller.settle()

    def again(rules: Rules) -> Story:
        same_actions(whole, rules)
        return _round_told(script, names, same_deal(whole, rules), own)

    return Story(whole.rules, tuple(teller.frames), names, _title(script, whole.rules, own), again)


def _body(script: _Script, rules: Rules, own: Rules) -> list[tuple[int, str, str]]:
    """What happens. Under other rules than the author's, what the author remarked may be wrong: left out."""
    if rules.options == own.options:
        return script.body
    kept = [line for line in script.body if line[1] != "note"]
    return [(n, word, rest.partition(" ")[0] if word == "rule" else rest) for n, word, rest in kept]


def _title(script: _Script, rules: Rules, own: Rules) -> str:
    return script.title if rules.options == own.options else ""


def _note(rules: Rules, word: str, rest: str) -> Note:
    """A remark; after ``rule`` it is about a clause of this table, named by its option or its id.

    The id of a clause of the game's own may stand without the game.
    """
    if word == "note":
        if not rest:
            raise FormatError("note", "says nothing: something must follow it")
        return Note(rest)
    name, _, text = rest.partition(" ")
    own = f"{rules.variant}.{name}"
    id_ = rules.in_force(name) if name in rules.options else own if own in rules.clauses else name
    if id_ not in rules.clauses:
        raise FormatError("rule", f"{shown(name)} is no option and no clause of {rules.variant}")
    return Note(text or words.clause(id_), id_)


def _played(round_: Round, body: list[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
    """Do all actions of the body, and write out those of ``rest`` in it.

    The fault of an illegal one names the line and the clause.
    """
    lines: list[tuple[int, str, str]] = []
    for number, word, rest in body:
        with _line(number):
            if word == "rest":
                lines += [(number, action, "") for action in _play_on(round_, rest or "thumb")]
                continue
            lines.append((number, word, rest))
            if word not in ("note", "rule", "ask"):
                _act(round_, f"{word} {rest}".strip())
    return lines


def _act(round_: Round, action: str) -> None:
    if round_.finished:
        raise FormatError("", f"{shown(action)} comes after the end of the round")
    try:
        round_.play(action)
    except IllegalAction as error:
        legal = ", ".join(error.legal)
        why = f" ({error.rule}: {words.clause(error.rule)})" if error.rule else ""
        raise FormatError("", f"{shown(action)} is not legal here; legal: {legal}{why}") from None


def _play_on(round_: Round, policy: str) -> list[str]:
    """Play to the end of the round; the actions that were done, as scripts write them."""
    if policy not in OPPONENTS:
        raise FormatError("rest", f"{shown(policy)} is not one of {', '.join(OPPONENTS)}")
    random, done = Random(0), []
    while round_.turn is not None:
        action = OPPONENTS[policy](sight(round_, round_.turn), random)
        done.append(round_.text(action))
        round_.push(action)
    return done


# --- questions ---


def _question(teller: Teller, whole: Round, rest: str) -> Question:
    """The question that an ``ask`` line names, at this point of the story."""
    name, argument = _asked(rest)
    now, done = teller.round.copy(), len(teller.round.actions)
    if name == "stake":
        if not now.stake_so_far(ledger=True).rows:
            raise FormatError("ask", "stake: nothing is at stake at this point")
        return questions.stake(now)
    if name in ("takes", "stops"):
        if done == len(whole.actions):
            raise FormatError("ask", f"{name} needs an action after it")
        action = whole.actions[done]
        if name == "takes":
            if not isinstance(action, Move):
                raise FormatError("ask", "takes needs a card to be placed after it")
            return questions.takes(now, action.card)
        after = now.copy()
        after.push(action)
        if after.played_out:
            raise FormatError("ask", "stops: the round is played out by the action after it")
        return questions.stops(now, after)
    if not now.finished:
        raise FormatError("ask", f"{name} can be asked when the round is over")
    settling = now.settle(ledger=True)
    return _of_the_settlement(name, argument, settling, list(now.active), now)


def _asked(rest: str) -> tuple[str, str]:
    """What an ``ask`` line asks for, and the seat that only ``points`` may name."""
    name, _, argument = rest.partition(" ")
    if name not in ASKED:
        raise FormatError("ask", f"{shown(name)} is not one of {', '.join(ASKED)}")
    if argument and name != "points":
        raise FormatError("ask", f"{name} stands alone, without {shown(argument)}")
    return name, argument


def _of_the_settlement(
    name: str, argument: str, settling: Settling, seats: list[int], scene: Round | Spread
) -> Question:
    if name == "winner":
        return questions.winner(settling, seats, scene)
    if name == "pays":
        return questions.pays(settling, seats, scene)
    seat = _whole("points", argument or "0")
    if seat not in seats:
        raise FormatError("ask", f"points: seat {seat} does not play; those that do are {seats}")
    return questions.points(settling, seats.index(seat), seats, scene)


# --- a score sheet ---


def _sheet(script: _Script) -> Story:
    data = script.table | {"options": script.options, "seats": script.seats}
    with _at_its_line(script):
        sheet = read_sheet(data)
    return _sheet_told(script, _names(script, len(script.seats)), sheet, sheet.rules)


def _sheet_told(script: _Script, names: tuple[str, ...], sheet: Sheet, own: Rules) -> Story:
    """The story of a score sheet; ``own`` are the rules that the author wrote it for."""
    settling, scene = settled(sheet), sheet_spread(sheet)
    seats = list(settling.seats)
    frames: list[Frame] = []
    for number, word, rest in _body(script, sheet.rules, own):
        with _line(number):
            if word in ("note", "rule"):
                frames.append(Frame(scene, _note(sheet.rules, word, rest)))
                continue
            name, argument = _asked(rest) if word == "ask" else ("", "")
            if name not in ASKED_OF_A_SETTLEMENT:
                problem = "cannot be said of a score sheet; note, rule and ask winner, pays or points can"
                raise FormatError("", f"{shown(f'{word} {rest}')} {problem}")
            frames.append(Frame(scene, _of_the_settlement(name, argument, settling, seats, scene)))
    frames += settled_frames(scene, settling, seats)

    def again(rules: Rules) -> Story:
        return _sheet_told(script, names, same_sheet(sheet, rules), own)

    return Story(sheet.rules, tuple(frames), names, _title(script, sheet.rules, own), again)


__all__ = ["read_script"]
