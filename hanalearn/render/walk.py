"""A walk without a page: a story as text for terminals and screen readers, or as JSON, frame by frame."""

from __future__ import annotations

from collections.abc import Iterator

from hanalearn import words
from hanalearn.cards import ids_of, written
from hanalearn.game.deal import as_set
from hanalearn.game.round import Round
from hanalearn.lessons.story import Frame, Question, Story, choice_text, said
from hanalearn.lessons.telling import Company, event_text, ledger_json, rule
from hanalearn.rules import Rules
from hanalearn.rules.settling import Row

Json = dict[str, object]


def walk_json(story: Story) -> Iterator[Json]:
    """One object a frame.

    ``frame`` (from 1), ``of``; ``text``, ``why``, ``rule``, ``cards``. ``question``: its ``form``
    (``"cards"``, ``"choice"`` or ``"number"``), ``choices``, the ``accepted`` answers, the ``answer`` in
    words, the ``reasons`` of wrong ones. ``position``: of a round ``hands``, ``field``, ``captured`` and
    ``drawn`` in notation and the number of cards in the ``pile``; of cards that are laid out, ``groups``.
    ``ledger``: the row that is told.
    """
    company = Company(story.names, story.rules.variant)
    for number, frame in enumerate(story.frames, start=1):
        yield {
            "frame": number,
            "of": len(story.frames),
            **said(frame, story.rules, company),
            "question": _question(frame.told, company) if isinstance(frame.told, Question) else None,
            "position": _position(frame, company),
            "ledger": _row(frame, story, company),
        }


def walk_text(story: Story) -> Iterator[str]:
    """The lines of a walk: what happened, why, and what lies where if that changed."""
    company = Company(story.names, story.rules.variant)
    game = words.say(f"variant.{story.rules.variant}")
    if story.title:
        yield story.title
    yield words.say("explain.table", game=game, names=words.phrase(story.names))
    yield "; ".join(f"[{tag}] {words.say(f'tag.{tag}')}" for tag in "SDH")
    before: dict[str, str] = {}
    for number, frame in enumerate(story.frames, start=1):
        told = said(frame, story.rules, company)
        yield ""
        yield f"{number}. {told['text']}"
        if isinstance(told["rule"], dict):
            yield "   " + f"{told['why']} {_tagged(told['rule'])}".strip()
        if isinstance(frame.told, Question):
            yield from (f"   {line}" for line in _asked(frame.told, story.rules, company))
        lying = dict(_lying(frame, company))
        yield from (f"   {label}: {cards}" for label, cards in lying.items() if before.get(label) != cards)
        before |= lying


def _position(frame: Frame, company: Company) -> Json:
    scene = frame.scene
    if not isinstance(scene, Round):
        return {
            "groups": [
                {
                    "label": company.by(f"group.{group.key}", group.seat, **group.words),
                    "seat": group.seat,
                    "cards": written(ids_of(group.cards)),
                    "lit": written(ids_of(group.lit)),
                }
                for group in scene
            ]
        }
    return {
        "hands": [written(sorted(hand)) if scene.revealed else "" for hand in scene.hands],
        "field": written(ids_of(scene.field_seen)),
        "captured": [written(ids_of(cards)) for cards in scene.captured],
        "drawn": None if scene.drawn is None else written([scene.drawn]),
        "pile": scene.pile_left,
        "active": list(scene.active),
    }


def _lying(frame: Frame, company: Company) -> Iterator[tuple[str, str]]:
    """What lies where, each place under its name."""
    scene, none = frame.scene, words.say("cards.none")
    if not isinstance(scene, Round):
        for group in scene:
            label = company.by(f"group.{group.key}", group.seat, **group.words)
            yield label, written(ids_of(group.cards)) or none
        return
    yield words.say("table.field"), written(ids_of(scene.field_seen)) or none
    if scene.drawn is not None:
        yield words.say("explain.drawn"), written([scene.drawn])
    for seat, hand in enumerate(scene.hands):
        held = as_set(hand) if scene.revealed and seat in scene.active else 0
        yield company.by("seat.hand", seat), written(ids_of(held)) or none
    for seat, cards in enumerate(scene.captured):
        if cards:
            yield company.by("seat.captured", seat), written(ids_of(cards))
    yield words.say("table.pile"), words.count("cards.count", scene.pile_left)


def _tagged(clause: dict[str, str]) -> str:
    """Where a clause comes from: its tag and its source."""
    return f"[{clause['tag']}] {clause['source']}"


def _asked(question: Question, rules: Rules, company: Company) -> Iterator[str]:
    """The answers on offer, and the right one with its reason."""
    if question.choices:
        yield " / ".join(choice_text(choice, company) for choice in question.choices)
    answer = " / ".join(_in_words(question, company))
    yield f"{words.say('question.shown')} {answer}. {event_text(question.otherwise, company)}"
    clause = rule(rules, question.rule)
    yield f"{clause['text']} {_tagged(clause)}"


def _in_words(question: Question, company: Company) -> list[str]:
    """The right answers as a reader sees them."""
    if question.choices:
        return [choice_text(c, company) for c in question.choices if c.value in question.accepted]
    return [words.say("cards.none") if answer == "-" else answer for answer in sorted(question.accepted)]


def _question(question: Question, company: Company) -> Json:
    form = "choice" if question.choices else "number" if question.among is None else "cards"
    return {
        "form": form,
        "choices": [{"value": c.value, "text": choice_text(c, company)} for c in question.choices],
        "among": None if question.among is None else written(ids_of(question.among)),
        "accepted": sorted(question.accepted),
        "answer": event_text(question.otherwise, company),
        "rule": question.rule,
        "reasons": {wrong: event_text(event, company) for wrong, event in question.reasons.items()},
    }


def _row(frame: Frame, story: Story, company: Company) -> Json | None:
    if frame.settling is None or not isinstance(frame.told, Row):
        return None
    return ledger_json(frame.settling, story.seats, company)[frame.rows - 1]
