"""Questions of a quiz without a page: a line of JSON each for programs, or a text for terminals."""

from __future__ import annotations

from collections.abc import Iterator

from hanalearn import words
from hanalearn.activities.quiz import NAMELESS
from hanalearn.activities.quiz_view import family_name, options_in_words, table_title
from hanalearn.cards import DECK, ids_of, written
from hanalearn.game.round import Event, Round
from hanalearn.game.sheet import sheet_json
from hanalearn.lessons.questions import NOTHING
from hanalearn.lessons.quiz.item import Item
from hanalearn.lessons.story import choice_text, said
from hanalearn.lessons.telling import Company, event_text, ledger_json, rule
from hanalearn.rules import Rules

Json = dict[str, object]

LETTERS = "abcdefghijklmnopqrstuvwxyz"


# --- JSON ---


def question_json(item: Item) -> Json:
    """A question as JSON.

    ``form``: ``"choice"`` (of ``choices``), ``"cards"`` (some of those in ``among``, written in deck order,
    ``"-"`` for none) or ``"number"``. ``accepted`` are the right answers, ``answer`` tells why in a sentence
    and ``rule`` is its clause; ``reasons`` say why a wrong answer, or one wrong card of it, is wrong.
    ``position`` is what lies there, in the words of the formats: of a round what ``viewer`` may see, of a
    score sheet the ``sheet``, always the ``groups`` of cards that are laid out.
    """
    question, company = item.question, _company(item)
    form = "choice" if question.choices else "number" if question.among is None else "cards"
    return {
        "variant": item.rules.variant,
        "players": item.rules.players,
        "options": dict(item.rules.options),
        "family": item.family,
        "seed": item.seed,
        "names": list(item.names),
        "viewer": item.viewer,
        "prompt": said(item.frame, item.rules, company)["text"],
        "form": form,
        "choices": [{"value": c.value, "text": choice_text(c, company)} for c in question.choices],
        "among": None if question.among is None else written(ids_of(question.among)),
        "accepted": sorted(question.accepted),
        "answer": event_text(question.otherwise, company),
        "rule": rule(item.rules, question.rule),
        "reasons": [_reason(item, answer, event) for answer, event in question.reasons.items()],
        "hints": [event_text(hint, company) for hint in item.hints],
        "position": _position(item),
    }


def _company(item: Item) -> Company:
    return Company(item.names, item.rules.variant)


def _reason(item: Item, answer: str, event: Event) -> Json:
    clause = rule(item.rules, event.rule)
    return {
        "answer": answer,
        "text": event_text(event, _company(item)),
        "clause": clause["id"],
        "tag": clause["tag"],
        "why": clause["text"],
    }


def _position(item: Item) -> Json:
    scene, company = item.frame.scene, _company(item)
    if isinstance(scene, Round):
        return {
            "turn": scene.turn,
            "active": list(scene.active),
            "hands": [written(ids_of(cards)) for cards in _hands(item, scene)],
            "field": written(ids_of(scene.field_seen)),
            "captured": [written(ids_of(cards)) for cards in scene.captured],
            "trash": written(ids_of(scene.trash)),
            "drawn": None if scene.drawn is None else written([scene.drawn]),
            "pile": scene.pile_left,
        }
    found: Json = {
        "groups": [
            {
                "place": group.key,
                "label": company.by(f"group.{group.key}", group.seat, **group.words),
                "seat": group.seat,
                "cards": written(ids_of(group.cards)),
            }
            for group in scene
        ]
    }
    if item.sheet is not None:
        found["sheet"] = sheet_json(item.sheet)
    if item.frame.settling is not None:
        found["ledger"] = _ledger(item)
    return found


def _hands(item: Item, scene: Round) -> list[int]:
    """What the viewer may see of each hand."""
    assert item.viewer is not None
    return [scene.may_see(item.viewer, seat) for seat in range(len(scene.hands))]


def _ledger(item: Item) -> list[Json]:
    """The ledger as far as it is told."""
    settling = item.frame.settling
    assert settling is not None
    return ledger_json(settling, list(settling.seats), _company(item))[: item.frame.rows]


# --- text ---


def question_text(item: Item, number: int, *, answers: bool) -> Iterator[str]:
    """The lines of a question: what lies there, what is asked, and with ``answers`` what is right and why."""
    question, company = item.question, _company(item)
    yield f"{number}. {family_name(item.family)}"
    for label, lying in _lying(item):
        yield f"   {label}: {lying or words.say('cards.none')}"
    for row in _ledger(item) if item.frame.settling is not None else ():
        who = "" if row["seat"] is None else f"{item.names[int(str(row['seat']))]}: "
        yield f"   | {who}{row['text']} → {row['after']}"
    yield f"   {said(item.frame, item.rules, company)['text']}"
    for letter, choice in zip(LETTERS, question.choices, strict=False):
        yield f"     {letter}) {choice_text(choice, company)}"
    if question.among is not None:
        yield f"     {words.say('question.pick')}"
    if answers:
        yield from _key(item)


def _key(item: Item) -> Iterator[str]:
    """What is right and why; why other answers are wrong. A clause is told once."""
    question, told = item.question, {""}
    right = f"{words.say('question.shown')} {'; '.join(_right(item))}."
    wrong = ((words.say("quiz.not", answer=_called(item, a)), event) for a, event in question.reasons.items())
    for head, event in [(right, question.otherwise), *wrong]:
        text, clause = event_text(event, _company(item)), rule(item.rules, event.rule)
        new = clause["text"] not in told and clause["text"] not in text
        told.add(clause["text"])
        yield f"   {head} {text}" + (f" {clause['text']} [{clause['tag']}]" if new else "")


def _lying(item: Item) -> Iterator[tuple[str, str]]:
    """What lies where, each place under its name; the picture in words where a card's name is asked for."""
    scene, company = item.frame.scene, _company(item)
    if not isinstance(scene, Round):
        for group in scene:
            label = company.by(f"group.{group.key}", group.seat, **group.words)
            pictures = (words.describe(DECK[n]) for n in ids_of(group.cards))
            nameless = item.question.key in NAMELESS
            yield label, " ".join(pictures) if nameless else written(ids_of(group.cards))
        return
    yield words.say("table.field"), written(ids_of(scene.field_seen))
    for seat, cards in enumerate(_hands(item, scene)):
        if cards:
            yield company.by("seat.hand", seat), written(ids_of(cards))
    for seat, cards in enumerate(scene.captured):
        if cards:
            yield company.by("seat.captured", seat), written(ids_of(cards))
    yield words.say("table.pile"), words.count("cards.count", scene.pile_left)


def _right(item: Item) -> list[str]:
    return [_called(item, answer) for answer in sorted(item.question.accepted)]


def _called(item: Item, answer: str) -> str:
    """An answer as a reader sees it: with its letter, or as it is written."""
    for letter, choice in zip(LETTERS, item.question.choices, strict=False):
        if choice.value == answer:
            return f"{letter}) {choice_text(choice, _company(item))}"
    return words.say("cards.none") if answer == NOTHING else answer


def table_lines(rules: Rules) -> Iterator[str]:
    """The game, how many play, and the options that differ from the usual ones."""
    yield table_title(rules)
    yield from options_in_words(rules)
