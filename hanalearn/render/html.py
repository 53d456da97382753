"""Cards and tables of the rules as static HTML: what a notebook shows between the things to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from hanalearn import words
from hanalearn.cards import DECK, MONTHS, ids_of, mask, month_mask
from hanalearn.lessons.yaku_list import heading, listed
from hanalearn.render.pictures import image
from hanalearn.rules import Rules

CARD_WIDTH = 48  # px: eight cards stand beside one another on a phone


@dataclass(frozen=True, slots=True)
class Html:
    """A piece of HTML that a notebook displays; ``text`` is the same for a terminal."""

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def picture(n: int, rules: Rules, width: int = CARD_WIDTH) -> str:
    """A card as an image with its spoken name."""
    card = DECK[n]
    alt = words.spoken(card, rules.kind_of(n))
    return image(card.notation, alt, width, alt)


def pictures(cards: int, rules: Rules, width: int = CARD_WIDTH) -> str:
    """A set of cards in a row, which goes on below where the page is too narrow."""
    row = "".join(picture(n, rules, width) for n in ids_of(cards))
    return f'<div style="display:flex;flex-wrap:wrap;gap:4px;margin-top:.35rem">{row}</div>'


def cards_html(cards: str, rules: Rules) -> Html:
    """Cards in the order written, each with its name under it."""
    items = []
    for word in cards.split():
        (n,) = ids_of(mask(word))
        name = escape(words.card_name(DECK[n]))
        items.append(
            '<figure style="margin:0;width:6.5rem;text-align:center">'
            f"{picture(n, rules, 64)}<figcaption>{name}</figcaption></figure>"
        )
    body = f'<div style="display:flex;flex-wrap:wrap;gap:.75rem">{"".join(items)}</div>'
    return Html(body, ", ".join(words.card_name(DECK[n]) for w in cards.split() for n in ids_of(mask(w))))


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], text: str) -> Html:
    """A table whose cells are HTML; the first cell of a row is its header."""
    cells = "".join(f'<th scope="col">{escape(h)}</th>' for h in head)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    html = (
        f'<table class="hl-rules"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
    )
    return Html(html, text)


def tag(rules: Rules, clause: str) -> str:
    """A clause's tag with what it means."""
    found = rules.clauses[clause]
    meaning = escape(words.say(f"tag.{found.tag}"))
    return f'<abbr title="{meaning}">[{found.tag}]</abbr>'


def yaku_html(rules: Rules, which: str) -> Html:
    """The yaku of a rule set: ``teyaku``, ``cut-offs`` or ``earned``."""
    head = [words.say(f"yaku.table.{column}") for column in ("name", "worth")]
    rows, lines = [], []
    for entry in listed(rules, which):
        said = f'<div style="font-weight:400">{escape(words.clause(entry.clause))}</div>'
        made_of = pictures(entry.cards, rules) if entry.cards else said
        rows.append([escape(entry.name) + made_of, f"{entry.worth} {tag(rules, entry.clause)}"])
        lines.append(f"{entry.name}: {entry.worth}")
    return table(heading(rules, which), head, rows, "\n".join(lines))


def _rule(rules: Rules, clause: str) -> str:
    return f"{escape(words.clause(clause))} {tag(rules, clause)}"


def deck_html(rules: Rules) -> Html:
    """The twelve months with their four cards each, as this game counts them, and what they show."""
    head = [words.say(f"deck.table.{column}") for column in ("month", "kinds")]
    rows, lines = [], []
    for month in MONTHS:
        name = words.say(
            "deck.month", n=month.number, month=month.english, flower=month.flower,
            kanji=month.kanji, romaji=month.romaji,
        )  # fmt: skip
        cards = month.cards.mask
        kinds = "<br>".join(escape(words.kind_name(rules.kind_of(n))) for n in ids_of(cards))
        rows.append([escape(name) + pictures(cards, rules), kinds])
        lines.append(f"{name}: {words.names_of(cards)}")
    deck = table(words.say("deck.table"), head, rows, "\n".join(lines))
    return Html(deck.html + _shown(), deck.text)


def _shown() -> str:
    """What every picture of the deck shows, folded up."""
    items = "".join(
        f"<li><b>{escape(words.card_name(card))}</b>: {escape(words.describe(card))}</li>" for card in DECK
    )
    return f"<details><summary>{escape(words.say('deck.shows'))}</summary><ul>{items}</ul></details>"


def contact_sheet_html(size: int) -> Html:
    """The 48 faces, a column for each month, and the back; each picture is ``size`` px wide."""
    columns = [(month.number, [*month.cards]) for month in MONTHS]
    html = "".join(
        f'<figure style="margin:0;display:grid;gap:6px;text-align:center">'
        f"{''.join(image(c.notation, words.card_name(c), size, words.describe(c)) for c in cards)}"
        f"<figcaption>{number}</figcaption></figure>"
        for number, cards in columns
    )
    html += image("back", words.say("card.back"), size, words.say("card.shows.back"))
    lines = [f"{number}: {words.names_of(month_mask(number))}" for number, _ in columns]
    body = f'<div style="display:flex;flex-wrap:wrap;align-items:start;gap:6px">{html}</div>'
    return Html(body, "\n".join(lines))


def points_html(rules: Rules) -> Html:
    """Card points by kind, with the cards whose kind in this game is not the pictured one."""
    head = [words.say(f"points.table.{column}") for column in ("kind", "points", "count")]
    rows, lines = [], []
    for kind, points, cards in rules.values:
        if not cards:
            continue
        name = words.kind_name(kind, many=True)
        if cards != rules.kinds[kind] and cards.bit_count() <= 3:
            name = words.say("points.table.some", kinds=name, cards=words.names_of(cards))
        rows.append([escape(name), str(points), str(cards.bit_count())])
        lines.append(f"{name}: {points}")
    return table(words.say("points.table"), head, rows, "\n".join(lines))


def house_rules_html(rules: Rules) -> Html:
    """Every house rule in force, and for an option what else people play."""
    head = [words.say(f"house.table.{column}") for column in ("rule", "else")]
    rows, lines = [], []
    for option in rules.rule_set.options:
        chosen = rules.in_force(option.name)
        others = [c for c in rules.clauses if c.startswith(f"{rules.variant}.{option.name}=") and c != chosen]
        label = words.say(f"option.{option.name}")
        text = f"{label}: {words.clause(chosen)}"
        others_html = "<br>".join(
            f"<code>{escape(other.partition('.')[2])}</code> {_rule(rules, other)}" for other in others
        )
        rows.append([f"{escape(text)} {tag(rules, chosen)}", others_html])
        lines.append(text)
    for clause in rules.rule_set.clauses:
        if clause.tag == "H":
            text = words.clause(clause.id)
            rows.append([escape(text), ""])
            lines.append(text)
    return table(words.say("house.table"), head, rows, "\n".join(lines))
