"""Settlements of the same cards side by side, as static HTML and as text: every rule set, or two options."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from hanalearn import words
from hanalearn.activities.changed import did
from hanalearn.lessons.compare import Case, Pair, differences, everywhere, pair_text, sentences
from hanalearn.lessons.story import names_at
from hanalearn.lessons.telling import Company, outcome_text, rule
from hanalearn.lessons.under import same_sheet
from hanalearn.lessons.yaku_list import worth
from hanalearn.render.html import Html, pictures, tag
from hanalearn.rules import rules
from hanalearn.rules.compiled import Listed
from hanalearn.rules.model import Value
from hanalearn.rules.settling import Settling, Sheet, settled

NUMBER = "text-align:end;white-space:nowrap;padding-inline:0 .4rem"
PLAIN = "font-weight:400;text-align:start"
GROUP = "text-align:start;padding-top:1.4rem"
WORDS = f"{PLAIN};padding-inline:0 .6rem;overflow-wrap:break-word"


def everywhere_html(sheet: Sheet, names: Sequence[str] = ()) -> Html:
    """The captured cards of a sheet under every rule set. ``names``: one a seat of the sheet."""
    called = names_at(len(sheet.captured), names)
    cases = [_case(case, called) for case in everywhere(sheet)]
    head = [words.say(f"compare.head.{column}") for column in ("player", "points", "total", "payment")]
    return _tabled(
        _captured(sheet, called),
        words.say("compare.everywhere"),
        head,
        "".join(html for html, _ in cases),
        [line for _, lines in cases for line in lines],
    )


def _captured(sheet: Sheet, names: Sequence[str]) -> str:
    """The captured cards in pictures, seat by seat."""
    company = Company(tuple(names), sheet.rules.variant)
    return "".join(
        f'<p style="margin:.75rem 0 0">{escape(company.by("group.captured", seat))}</p>'
        f"{pictures(cards, sheet.rules, 32)}"
        for seat, cards in enumerate(sheet.captured)
        if cards
    )


def _case(case: Case, names: tuple[str, ...]) -> tuple[str, list[str]]:
    """One rule set: its rows of the table, and its lines of text."""
    title = words.say(f"variant.{case.variant}")
    settling = case.settling
    if settling is None:
        said = f'<div style="{PLAIN}">{escape(case.reason)}</div>'
        return f"<tbody>{_group(escape(title) + said)}</tbody>", [f"{title}: {case.reason}"]
    company = Company(names, case.variant)
    outcome = outcome_text(settling, list(settling.seats), company)
    decided = rule(settling.rules, settling.decided_by)
    why = f"{escape(decided['text'])} {tag(settling.rules, settling.decided_by)}"
    told = [escape(outcome), why, *map(escape, case.notes)]
    html = _group(escape(title) + "".join(f'<div style="{PLAIN}">{line}</div>' for line in told))
    lines = [f"{title}: {outcome}", f"  {decided['text']} [{decided['tag']}]"]
    lines += [f"  {note}" for note in case.notes]
    for seat in settling.seats:
        html += _seat_html(settling, seat, names[seat])
        lines.append("  " + _seat_text(settling, seat, names[seat]))
    return f"<tbody>{html}</tbody>", lines


def _group(cell: str) -> str:
    return f'<tr><th scope="rowgroup" colspan="4" style="{GROUP}">{cell}</th></tr>'


def _seat_html(settling: Settling, seat: int, name: str) -> str:
    """A seat's numbers; below them, beside the name, its yaku."""
    made = "".join(
        f"<div>{escape(_yaku(settling, y))}{_house(settling, y.clause)}</div>" for y in settling.yaku[seat]
    )
    points = f"{settling.card_points[seat]}{_house(settling, _clause(settling, seat, 'card-points'))}"
    payment = f"{settling.payments[seat]:+d}{_house(settling, _clause(settling, seat, 'payment'))}"
    numbers = (points, str(settling.totals[seat]), payment)
    line = ";border-bottom:0" if made else ""
    cells = "".join(f'<td style="{NUMBER}{line}">{cell}</td>' for cell in numbers)
    rows = 2 if made else 1
    below = f'<tr><td colspan="3" style="{PLAIN};padding-top:0">{made}</td></tr>' if made else ""
    return f'<tr><th scope="row" rowspan="{rows}" style="{WORDS}">{escape(name)}</th>{cells}</tr>{below}'


def _seat_text(settling: Settling, seat: int, name: str) -> str:
    made = [f"{_yaku(settling, y)}{_mark(settling, y.clause)}" for y in settling.yaku[seat]]
    return words.say(
        "compare.line",
        who=name,
        points=f"{settling.card_points[seat]}{_mark(settling, _clause(settling, seat, 'card-points'))}",
        yaku=words.phrase(made) if made else words.say("compare.no-yaku"),
        total=settling.totals[seat],
        payment=f"{settling.payments[seat]:+d}{_mark(settling, _clause(settling, seat, 'payment'))}",
    )


def _yaku(settling: Settling, listed: Listed) -> str:
    """A yaku and what it is worth to its maker in this settlement."""
    table = settling.rules
    if isinstance(listed.value, int):
        value = words.say("yaku.worth.points", table.variant, n=listed.value)
    else:
        made = {yaku.id: yaku for _, _, yaku in table.dekiyaku} | table.teyaku
        value = worth(table, made[listed.id])
    return words.say("compare.yaku", yaku=words.yaku(listed.id), worth=value)


def _clause(settling: Settling, seat: int, step: str) -> str:
    """The clause by which the ledger counts a step of a seat; "" where it does not."""
    return next((row.rule for row in settling.rows or [] if (row.step, row.seat) == (step, seat)), "")


def _house(settling: Settling, clause: str) -> str:
    """The mark of a house rule, with what it means; nothing for what the source says."""
    return " " + tag(settling.rules, clause) if _mark(settling, clause) else ""


def _mark(settling: Settling, clause: str) -> str:
    return " [H]" if clause and settling.rules.clauses[clause].tag == "H" else ""


# --- two values of an option ---


def option_html(sheet: Sheet, name: str, to: object = None, names: Sequence[str] = ()) -> Html:
    """The sheet as it is and with option ``name`` set to ``to`` (the next value of it), row by row.

    Raises ValueError where the game lacks the option or the value, or the sheet does not agree with it.
    """
    table = sheet.rules
    value = _other(sheet, name) if to is None else to
    other = rules(table.variant, table.players, {**table.options, name: value})
    if other.options == table.options:
        raise ValueError(f"to: {value!r} is the value of {name} that the sheet has")
    before, after = settled(sheet), settled(same_sheet(sheet, other))
    company = Company(names_at(len(sheet.captured), names), table.variant)
    seats = list(before.seats)
    rows = [_pair(pair, before, after, seats, company) for pair in differences(before, after)]
    told = sentences(before, after, seats, company)
    title = words.say("compare.option", game=words.say(f"variant.{table.variant}"), option=_label(name))
    clauses = [(t, t.in_force(name)) for t in (table, other)]
    ways = [f"{_written(t.options[name])}: {words.clause(c)} [{t.clauses[c].tag}]" for t, c in clauses]
    items = "".join(f"<li>{escape(text)}</li>" for text in told)
    explained = "".join(
        f"<p><code>{escape(_written(t.options[name]))}</code> {escape(words.clause(c))} {tag(t, c)}</p>"
        for t, c in clauses
    )
    return _tabled(
        f"{explained}<p>{escape(words.say('compare.changes'))}</p><ul>{items}</ul>",
        title,
        [words.say("compare.head.step"), *(_written(t.options[name]) for t, _ in clauses)],
        f"<tbody>{''.join(html for html, _ in rows)}</tbody>",
        [*ways, *told, *(line for _, line in rows)],
    )


def _other(sheet: Sheet, name: str) -> Value:
    """The value of an option that follows the one in force."""
    option = next((o for o in sheet.rules.rule_set.options if o.name == name), None)
    if option is None:
        known = ", ".join(o.name for o in sheet.rules.rule_set.options)
        raise ValueError(f"option: {sheet.rules.variant} has no {name!r}; it has {known}")
    if option.least is not None:
        raise ValueError(f"to: say which other number {name} should be, {option.allowed}")
    values = [value for value, _ in option.values]
    return values[(values.index(sheet.rules.options[name]) + 1) % len(values)]


def _label(name: str) -> str:
    return words.say(f"option.{name}")


def _written(value: Value) -> str:
    return str(value).lower()


def _pair(
    pair: Pair, before: Settling, after: Settling, seats: list[int], company: Company
) -> tuple[str, str]:
    """A row of both ledgers: of the table, and of the text."""
    table = (before if pair.after is None else after).rules
    named = pair.row.seat is None or pair.row.step in ("winner", "payment")  # or by the sentence itself
    who = "" if named else f"{company.names[seats[pair.row.seat or 0]]}: "
    text = pair_text(pair, seats, company)
    state = words.say(f"compare.state.{pair.state}")
    cells = [did(row, seats, company) for row in (pair.before, pair.after)]
    different = pair.state != "same"
    mark = f"<div><strong>{escape(state)}</strong></div>" if different else ""
    said = f"{escape(who + text)} {tag(table, pair.row.rule)}{mark}"
    html = f'<tr><th scope="row" style="{WORDS}">{said}</th>'
    broken = [escape(cell).replace("→ ", "→&nbsp;") for cell in cells]  # on a phone before the arrow
    html += "".join(f'<td style="{NUMBER};white-space:normal">{cell}</td>' for cell in broken) + "</tr>"
    clause = f"[{table.clauses[pair.row.rule].tag}]"
    line = f"{who}{text} {clause} {' | '.join(cell or '-' for cell in cells)}"
    return html, f"{line} ({state})" if different else line


# --- the table ---


def _tabled(above: str, caption: str, head: Sequence[str], bodies: str, lines: Sequence[str]) -> Html:
    """What stands above a table, and the table; its first column is words, the others are numbers."""
    first, *others = head
    cells = f'<th scope="col" style="{WORDS};font-weight:600">{escape(first)}</th>'
    cells += "".join(f'<th scope="col" style="{NUMBER};white-space:normal">{escape(h)}</th>' for h in others)
    table = (
        f'<table class="hl-rules" style="width:100%;margin-top:1rem"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{cells}</tr></thead>{bodies}</table>"
    )
    return Html(above + table, "\n".join([caption, *lines]))
