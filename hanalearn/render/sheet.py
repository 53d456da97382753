"""A rule set on one page to print: its yaku in pictures, their worth, the stake, the options in force.

The page is SVG, A4 upright; lengths are millimetres. It is laid out as large as it fits, in two columns of
whole sections. Numbers and cards are the engine's; each face is drawn once and used by its id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import product
from typing import NamedTuple

from hanalearn import art, words
from hanalearn.art.palette import HEIGHT, INK, RED, WIDTH
from hanalearn.cards import DECK, MONTHS, Kind, ids_of, month_mask
from hanalearn.lessons.yaku_list import Entry, heading, listed
from hanalearn.render.lettering import FONT, line, measure, wrap
from hanalearn.rules import Rules
from hanalearn.rules.model import Play, Reveal

PAGE_WIDTH, PAGE_HEIGHT = 210, 297
MARGIN = 12  # to the text; the frame lies halfway
WHOLE = PAGE_WIDTH - 2 * MARGIN
GUTTER = 8
COLUMN = (WHOLE - GUTTER) / 2
TOP = 37  # where the columns begin
LEGEND = 4
SIZES = [3.9 - 0.1 * i for i in range(18)]

#: Which clauses stand in which section, by their names in any rule set.
STAKE = (
    "soba", "pot", "wager", "stake", "field", "mizu-kotsu", "repeat", "kotsu", "bid", "basa",
    "shira-basa",
)  # fmt: skip
WINNER = (
    "cut-off", "teyaku-stops", "yaku", "fuke", "highest", "difference", "tie", "oya-gachi", "void",
    "nothing",
)  # fmt: skip


class Piece(NamedTuple):
    """A part of a column: its height, and its SVG when its upper left corner is put at ``(x, y)``."""

    height: float
    draw: Callable[[float, float], str]


Section = list[Piece]


def tall(width: float) -> float:
    """The height of a card of that width."""
    return width * HEIGHT / WIDTH


def height(pieces: Iterable[Piece]) -> float:
    """The height of pieces under one another."""
    return sum(piece.height for piece in pieces)


def stack(pieces: Sequence[Piece], gap: float = 0) -> Piece:
    """Pieces under one another as one, with a gap below them."""

    def draw(x: float, y: float) -> str:
        drawn = ""
        for piece in pieces:
            drawn += piece.draw(x, y)
            y += piece.height
        return drawn

    return Piece(height(pieces) + gap, draw)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page of one table: letters ``size`` high, yaku in cards ``card`` wide.

    Along its foot lies the deck, ``abreast`` cards of a month beside one another.
    """

    rules: Rules
    size: float
    card: float
    abreast: int

    # --- cards ---

    def face(self, n: int, x: float, y: float, width: float) -> str:
        """A card by its id, with its name for who has the file read aloud."""
        return (
            f'<use href="#{self._id(n)}" x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" '
            f'height="{tall(width):.2f}"><title>{escape(words.card_name(DECK[n]))}</title></use>'
        )

    def row(self, cards: int, x: float, y: float, width: float, step: float) -> str:
        """A set of cards, each ``step`` after the last; where they overlap the later lies on top."""
        return "".join(self.face(n, x + step * i, y, width) for i, n in enumerate(ids_of(cards)))

    def symbols(self) -> str:
        """The 48 faces to be used by their ids."""
        box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
        return "".join(f'<symbol id="{self._id(c.id)}" {box}>{art.face(c.notation)}</symbol>' for c in DECK)

    def _id(self, n: int) -> str:
        return f"{self.rules.variant}-{DECK[n].notation}"

    # --- pieces ---

    def text(self, text: str, width: float, *, bold: bool = False, mark: str = "", right: str = "") -> Piece:
        """Wrapped text. ``mark`` ends its last line; ``right`` stands at the right end of the first."""
        size, leading = self.size, self.size * 1.28
        aside = measure(right, size, bold) + size if right else 0
        end = measure(f" {mark}", size, bold=True) if mark else 0
        broken = wrap(text, size, width - aside, bold)
        if measure(broken[-1], size, bold) + end > width - aside:
            broken[-1:] = wrap(broken[-1], size, width - aside - end, bold)

        def draw(x: float, y: float) -> str:
            drawn = ""
            for i, words_ in enumerate(broken):
                drawn += line(x, y + size + leading * i, words_, size, bold=bold)
            if mark:
                after = x + measure(f"{broken[-1]} ", size, bold)
                drawn += line(after, y + size + leading * (len(broken) - 1), mark, size, bold=True, fill=RED)
            if right:
                drawn += line(x + width, y + size, right, size, bold=bold, anchor="end")
            return drawn

        return Piece(leading * len(broken), draw)

    def heading(self, text: str) -> Piece:
        """The heading of a section: a rule, and a small sun."""
        size = self.size * 1.25

        def draw(x: float, y: float) -> str:
            return (
                f'<path d="M{x:.2f} {y:.2f}h{COLUMN:.2f}" stroke="{INK}" stroke-width="0.7"/>'
                f'<circle cx="{x + size * 0.42:.2f}" cy="{y + size * 1.06:.2f}" r="{size * 0.42:.2f}" '
                f'fill="{RED}"/>' + line(x + size * 1.25, y + size * 1.42, text, size, bold=True)
            )

        return Piece(size * 2, draw)

    def clause(self, id_: str) -> Piece:
        """A clause, marked where it is a house rule."""
        return stack([self.text(words.clause(id_), COLUMN, mark=self.mark(id_))], self.size * 0.45)

    def mark(self, clause: str) -> str:
        """The mark of a house rule, or nothing."""
        return words.say("sheet.mark") if self.rules.clauses[clause].tag == "H" else ""

    def beside(self, cards: int, most: int, texts: Callable[[float], list[Piece]]) -> Piece:
        """Cards, and to the right of the place of ``most`` cards texts of the width that is left."""
        step = min(self.card + 0.6, COLUMN * 0.62 / most)
        width, left = step - 0.6, step * most + 2
        told = stack(texts(COLUMN - left))
        whole = max(tall(width), told.height)

        def draw(x: float, y: float) -> str:
            middle = y + (whole - told.height) / 2 - self.size * 0.15
            return self.row(cards, x, y + (whole - tall(width)) / 2, width, step) + told.draw(
                x + left, middle
            )

        return Piece(whole + self.size * 0.6, draw)

    def yaku(self, yaku: Entry, most: int) -> Piece:
        """A dekiyaku: its cards, its name, what it is worth."""
        return self.beside(
            yaku.cards,
            most,
            lambda width: [
                self.text(yaku.name, width, bold=True),
                self.text(yaku.worth, width, mark=self.mark(yaku.clause)),
            ],
        )

    def teyaku(self, teyaku: Entry) -> Piece:
        """A teyaku: its name and worth, what it needs; the cards of its months where they are few."""
        pieces = [
            self.text(teyaku.name, COLUMN, bold=True, right=teyaku.worth),
            self.text(words.clause(teyaku.clause), COLUMN, mark=self.mark(teyaku.clause)),
        ]
        months = self._months(teyaku.clause)
        if len(months) <= 4:
            small, step = self.card * 0.62, self.card * 0.36
            room = small + 3 * step + 3

            def draw(x: float, y: float) -> str:
                fans = (month_mask(month) for month in months)
                return "".join(
                    self.row(fan, x + room * i, y + 0.8, small, step) for i, fan in enumerate(fans)
                )

            pieces += [Piece(tall(small) + 1.4, draw)] if months else []
        return stack(pieces, self.size * 0.45)

    def _months(self, clause: str) -> list[int]:
        """The months of the teyaku under a clause; a bonus has those of its triplet."""
        table = self.rules.teyaku
        alike = [t for t in table.values() if t.clause == clause]
        return sorted({m for t in alike for m in (table[t.bonus_of] if t.bonus_of else t).months})

    def points(self, kind: Kind, each: int, cards: int) -> Piece:
        """The cards of a kind that are worth the same, fanned out, and what each is worth."""
        small, n, room = self.card * 0.68, cards.bit_count(), COLUMN * 0.6
        step = min(small + 0.6, (room - small) / max(n - 1, 1))
        left = room + 3
        told = stack(
            [
                self.text(words.kind_name(kind, many=n > 1), COLUMN - left, bold=True),
                self.text(words.count("sheet.points", n, each=each), COLUMN - left),
            ]
        )

        def draw(x: float, y: float) -> str:
            middle = y + (tall(small) - told.height) / 2 - self.size * 0.15
            return self.row(cards, x, y, small, step) + told.draw(x + left, middle)

        return Piece(max(tall(small), told.height) + self.size * 0.5, draw)

    # --- sections: a heading and what stands under it ---

    def sections(self) -> list[Section]:
        """All that stands in the columns, in order."""
        named = [(title, list(pieces)) for title, pieces in self._sections()]
        return [[self.heading(title), *pieces] for title, pieces in named if pieces]

    def _sections(self) -> Iterator[tuple[str, Iterable[Piece]]]:
        paid, stake = self.rules.rule_set.paid, self._named(STAKE)
        winner = self._named(WINNER)
        yield from self._dekiyaku()
        yield heading(self.rules, "teyaku"), map(self.teyaku, listed(self.rules, "teyaku"))
        yield words.say("points.table"), self._points()
        yield words.say("sheet.wild"), self._wild()
        yield words.say("sheet.stake"), map(self.clause, stake)
        yield words.say("sheet.winner"), map(self.clause, winner if paid in winner else [*winner, paid])
        yield words.say("sheet.options"), map(self._option, self.rules.options)

    def _dekiyaku(self) -> Iterator[tuple[str, Iterable[Piece]]]:
        for which in ("cut-offs", "earned"):
            entries = listed(self.rules, which)
            most = max((entry.cards.bit_count() for entry in entries), default=0)
            yield heading(self.rules, which), [self.yaku(entry, most) for entry in entries]

    def _points(self) -> Iterator[Piece]:
        values = [value for value in self.rules.values if value[2]]
        yield from (self.points(*value) for value in values)
        total = sum(each * cards.bit_count() for _, each, cards in values)
        yield self.text(words.say("sheet.total", n=total), COLUMN)

    def _wild(self) -> Iterator[Piece]:
        wild, rule = self.rules.rule_set.wild, self.rules.rule_set.wild_rule
        if wild:
            yield self.beside(
                wild,
                wild.bit_count(),
                lambda width: [self.text(words.clause(rule), width, mark=self.mark(rule))],
            )
        for phase in self.rules.rule_set.phases:
            if isinstance(phase, Play) and phase.gaji_rest:
                yield self.clause(phase.gaji_rest)

    def _option(self, name: str) -> Piece:
        id_ = self.rules.in_force(name)
        option = next(o for o in self.rules.rule_set.options if o.name == name)
        text = words.clause(id_)
        if option.least is not None:  # a number, which no sentence of the catalogue can hold
            label, value = words.say(f"option.{name}"), self.rules.options[name]
            text = f"{words.say('sheet.option', option=label, value=value)} {text}"
        return stack([self.text(text, COLUMN, mark=self.mark(id_))], self.size * 0.45)

    def _named(self, names: Iterable[str]) -> list[str]:
        """The clauses of the rule set with one of these names, in the order of the names."""
        by_name = {c.id.partition(".")[2]: c.id for c in self.rules.rule_set.clauses}
        return [by_name[name] for name in names if name in by_name and name not in self.rules.options]

    # --- the page ---

    @property
    def month_card(self) -> float:
        """The width of a card in the deck along the foot."""
        return (WHOLE / 12 - 0.7) / self.abreast - 0.3

    @property
    def bottom(self) -> float:
        """Where the columns must end: above the deck and the legend."""
        lines = 4 // self.abreast
        return PAGE_HEIGHT - MARGIN - LEGEND - 11 - lines * (tall(self.month_card) + 0.4)

    def columns(self) -> list[list[Section]]:
        """The sections in two columns, in order in each, so that the taller one is as low as can be."""
        sections = self.sections()
        heights = [height(section) + self.size for section in sections]

        def tallest(sides: tuple[int, ...]) -> float:
            return max(sum(h for h, s in zip(heights, sides, strict=True) if s == side) for side in (0, 1))

        best = min(((0, *rest) for rest in product((0, 1), repeat=len(sections) - 1)), key=tallest)
        return [[s for s, at in zip(sections, best, strict=True) if at == side] for side in (0, 1)]

    def fits(self) -> bool:
        """Whether both columns end above the deck."""
        return all(
            sum(height(section) + self.size for section in column) <= self.bottom - TOP
            for column in self.columns()
        )

    def head(self) -> str:
        """The name of the game, who plays, its steps, and the dearest cards of the deck."""
        rules = self.rules
        key = "sheet.deal" if rules.field_size else "sheet.deal.laid-out"
        deal = words.say(key, players=rules.players, n=rules.hand_size, m=rules.field_size)
        phases = [p.id for p in rules.rule_set.phases if not isinstance(p, Reveal)]
        steps = " → ".join(words.say(f"phase.{id_}") for id_ in [*phases, "settled"])
        _, _, dearest = max((v for v in rules.values if v[2]), key=lambda v: v[1])
        shown = ids_of(dearest)[:5]
        middle, fan = PAGE_WIDTH - MARGIN - 5 - 4.7 * (len(shown) + 0.5), ""
        for i, n in enumerate(shown):
            turn = 8 * (i - (len(shown) - 1) / 2)
            fan += f'<g transform="rotate({turn:g} {middle:.2f} 80)">{self.face(n, middle - 6, 11.5, 12)}</g>'
        name = words.say(f"variant.{rules.variant}")
        room = middle - 4.7 * (len(shown) + 0.5) - MARGIN - 6
        size = min(10.0, 10 * room / measure(name, 10, bold=True))
        small = min(3.2, 3.2 * room / measure(steps, 3.2))
        return (
            line(MARGIN, 20.5, name, size, bold=True)
            + line(MARGIN, 26.5, deal, 3.6)
            + line(MARGIN, 31.5, steps, small)
            + fan
        )

    def months(self) -> str:
        """The deck, month by month, along the foot of the page."""
        drawn, room, width = "", WHOLE / 12, self.month_card
        for i, month in enumerate(MONTHS):
            left = MARGIN + room * i + (room - self.abreast * (width + 0.3) + 0.3) / 2
            y = self.bottom + 3
            for k, n in enumerate(ids_of(month.cards.mask)):
                across, down = k % self.abreast, k // self.abreast
                drawn += self.face(n, left + across * (width + 0.3), y + down * (tall(width) + 0.4), width)
            middle, foot = MARGIN + room * (i + 0.5), PAGE_HEIGHT - MARGIN - LEGEND - 4.2
            size = min(2.5, 2.5 * (room - 0.6) / measure(month.flower, 2.5))
            drawn += line(middle, foot, str(month.number), 3, bold=True, anchor="middle")
            drawn += line(middle, foot + 3, month.flower, size, anchor="middle")
        return drawn

    def svg(self) -> str:
        """The whole page."""
        body = self.head()
        for i, column in enumerate(self.columns()):
            # What room there is goes between the sections, but they do not drift apart.
            spare = self.bottom - TOP - sum(map(height, column))
            gap = min(spare / len(column), self.size * 2.6)
            parts = [stack(section, gap) for section in column]
            body += stack(parts).draw(MARGIN + i * (COLUMN + GUTTER), TOP)
        if words.say("sheet.mark") in body:
            meaning = words.say("sheet.footer", meaning=words.say("tag.H"))
            body += line(MARGIN, PAGE_HEIGHT - MARGIN + 1.4, meaning, 2.6)
        body += self.months()
        title = words.say("sheet.title", game=words.say(f"variant.{self.rules.variant}"))
        edge = MARGIN / 2
        frame = f'width="{PAGE_WIDTH - 2 * edge}" height="{PAGE_HEIGHT - 2 * edge}" rx="5"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE_WIDTH}mm" height="{PAGE_HEIGHT}mm" '
            f'viewBox="0 0 {PAGE_WIDTH} {PAGE_HEIGHT}" font-family="{FONT}"><title>{escape(title)}</title>'
            f'<defs>{self.symbols()}</defs><rect width="{PAGE_WIDTH}" height="{PAGE_HEIGHT}" fill="#fff"/>'
            f'<rect x="{edge}" y="{edge}" {frame} fill="none" stroke="{INK}" stroke-width="1.6"/>{body}</svg>'
        )


def page_of(rules: Rules) -> Sheet:
    """The page of the rules in force at a table, as large as it fits."""
    large = (Sheet(rules, size, 4 * size, 1) for size in SIZES[:6])
    usual = (Sheet(rules, size, times * size, 2) for size in SIZES for times in (4, 3.5, 3))
    smallest = Sheet(rules, SIZES[-1], 6, 2)
    return next((page for pages in (large, usual) for page in pages if page.fits()), smallest)
