"""What another option changed: the ``changed`` of a view, in sentences and row by row."""

from __future__ import annotations

from hanalearn import words
from hanalearn.activities.board import Json
from hanalearn.lessons.compare import differences, pair_text, sentences
from hanalearn.lessons.story import Story, said
from hanalearn.lessons.telling import Company, change_text, rule
from hanalearn.rules import Rules
from hanalearn.rules.settling import Row, Settling


def changed_view(before: Rules, after: Rules, texts: list[str], rows: list[Json] | None = None) -> Json:
    """``{"label", "option", "rule", "texts", "rows"}``: the option's name, its clause now, what changed.

    ``rows`` are the steps of the settlement that differ (see `changed_rows`); none where nothing is settled.
    """
    name = next(name for name, value in after.options.items() if before.options[name] != value)
    return {
        "label": words.say("rules.changed"),
        "option": words.say(f"option.{name}"),
        "rule": rule(after, after.in_force(name)),
        "texts": texts,
        "rows": rows or [],
    }


def result_changed(before: Settling, after: Settling, seats: list[int], company: Company) -> Json:
    """What changed in the result of the same round or score sheet."""
    rows = changed_rows(before, after, seats, company)
    return changed_view(before.rules, after.rules, sentences(before, after, seats, company), rows)


def changed_rows(before: Settling, after: Settling, seats: list[int], company: Company) -> list[Json]:
    """The differing rows: ``{"state", "statetext", "step", "seat", "text", "before", "after", "rule"}``.

    ``before`` and ``after`` are what the row did, "" where it was not there; ``state`` is ``changed``, or
    ``before`` or ``after`` for a row that is only in one of them.
    """
    return [
        {
            "state": pair.state,
            "statetext": words.say(f"compare.state.{pair.state}"),
            "step": company.say(f"ledger.step.{pair.row.step}"),
            "seat": "" if pair.row.seat is None else company.names[seats[pair.row.seat]],
            "text": pair_text(pair, seats, company),
            "before": did(pair.before, seats, company),
            "after": did(pair.after, seats, company),
            "rule": rule((before if pair.after is None else after).rules, pair.row.rule),
        }
        for pair in differences(before, after)
        if pair.state != "same"
    ]


def told_otherwise(before: Story, after: Story) -> list[str]:
    """Whether the steps of a story without a settlement are told in other words."""
    texts = []
    for story in (before, after):
        company = Company(story.names, story.rules.variant)
        texts.append([said(frame, story.rules, company)["text"] for frame in story.frames])
    old, new = texts
    return [words.say("compare.told.same" if old == new else "compare.told.otherwise")]


def did(row: Row | None, seats: list[int], company: Company) -> str:
    """What a row changes and what it leads to; of the winner's row who wins; "" where there is none."""
    if row is None:
        return ""
    if row.step == "winner":
        return company.names[seats[row.seat or 0]]
    after = f"{row.after:+d}" if row.op == "pay" else str(row.after)
    change = change_text(row)
    return after if change == after else words.say("compare.result", change=change, after=after)


__all__ = ["changed_rows", "changed_view", "did", "result_changed", "told_otherwise"]
