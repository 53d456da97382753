"""What stands around a question of a quiz: the rules in force, the score, the progress, the report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hanalearn import words
from hanalearn.activities.activity import View
from hanalearn.activities.asking import button
from hanalearn.activities.board import Json
from hanalearn.lessons.progress import Outcome, Progress, skill_id
from hanalearn.lessons.quiz.report import settings
from hanalearn.rules import Rules


def table_title(rules: Rules) -> str:
    """The game and how many play it."""
    return words.say("table.title", game=words.say(f"variant.{rules.variant}"), players=rules.players)


def options_in_words(rules: Rules) -> list[str]:
    """A sentence for each option that differs from the default."""
    found = []
    for name, value in settings(rules).items():
        option = next(o for o in rules.rule_set.options if o.name == name)
        text = words.clause(rules.in_force(name))
        if option.least is not None:  # a number, which no sentence of the catalogue can hold
            text = f"{words.say('sheet.option', option=words.say(f'option.{name}'), value=value)} {text}"
        found.append(text)
    return found


def family_name(family: str) -> str:
    """A family in words."""
    key = f"family.{family}"
    return words.say(key) if words.has(key) else family


def score_view(outcomes: Sequence[Outcome]) -> Json:
    """How many of the questions that are over were answered rightly at once."""
    right, hinted = outcomes.count("right"), outcomes.count("hinted")
    text = words.say("quiz.score", n=right, m=len(outcomes))
    if hinted:
        text = f"{text} {words.count('quiz.score.hinted', hinted)}"
    return {"right": right, "hinted": hinted, "answered": len(outcomes), "text": text}


def summary_view(answered: Sequence[tuple[str, Outcome]]) -> Json:
    """How the questions of each family were answered."""
    rows = []
    for family in dict.fromkeys(family for family, _ in answered):
        outcomes = [outcome for of, outcome in answered if of == family]
        counted = {"right": outcomes.count("right"), "hinted": outcomes.count("hinted")}
        rows.append({"family": family_name(family), "asked": len(outcomes), **counted})
    columns = {c: words.say(f"quiz.column.{c}") for c in ("family", "asked", "right", "hinted")}
    return {"label": words.say("quiz.summary"), "columns": columns, "rows": rows}


def progress_view(progress: Progress, rules: Rules, families: Sequence[str], due: int) -> Json:
    """What the learner can do by now, the document for the page to keep, how many mistakes are ``due``."""
    on = progress.schedule and progress.can_schedule
    switch = "off" if on else "on"
    told = "progress.schedule" if progress.can_schedule else "progress.schedule.missing"
    return {
        "label": words.say("progress"),
        "kept": words.say("progress.kept" if progress.path else "progress.kept.page"),
        "note": words.say("progress.left-out", problem=progress.note) if progress.note else "",
        "revision": progress.revision,
        "text": progress.mirror(),
        "skills": list(_skills(progress, rules, families)),
        "due": due,
        "schedule": {
            "on": on,
            "label": words.say(f"do.schedule.{switch}"),
            "text": words.say(told),
            "do": f"schedule {switch}" if progress.can_schedule else None,
        },
        "tools": {
            "export": words.say("do.progress.export"),
            "import": {"do": "progress ", "label": words.say("do.progress.import")},
            "forget": button("forget", words.say("do.forget"), words.say("do.forget.text")),
        },
    }


def _skills(progress: Progress, rules: Rules, families: Sequence[str]) -> Iterable[Json]:
    """Each family that was asked before."""
    for family in families:
        skill = progress.skills.get(skill_id(rules.variant, family))
        if skill is not None:
            text = words.say("progress.skill", n=skill.mastery, m=len(skill.last), all=skill.asked)
            yield {"family": family_name(family), "text": text, "mastered": skill.mastered}


def position(view: View) -> Iterable[str]:
    """What lies open in a view, a line a place: its label and the cards in notation."""
    for place in places(view):
        cards = [str(card["id"]) for card in place["cards"] if not card.get("back")]  # type: ignore[attr-defined]
        if cards:
            yield f"{place['label']}: {' '.join(cards)}"


def places(view: View) -> Iterable[Json]:
    """The places of a view where cards lie, each with its ``label`` and ``cards``."""
    yield from view["spread"] or []  # type: ignore[misc]
    if view["field"]:
        yield view["field"]  # type: ignore[misc]
    if view["drawn"]:
        yield {"label": words.say("explain.drawn"), "cards": [view["drawn"]]}
    for seat in view["seats"]:  # type: ignore[attr-defined]
        yield seat["hand"]
        captured = [card for kind in seat["captured"] for card in kind["cards"]]
        yield {"label": seat["capturedlabel"], "cards": captured}
