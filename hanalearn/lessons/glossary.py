"""The words of the games: which of them a rule set uses, how they are written, what else they are called.

A term's key is its romaji, or an English word where there is none. What it means, its other names and the
form it is spoken in stand in the catalogue; here stands what does not change with the language.
"""

from __future__ import annotations

from dataclasses import dataclass

from hanalearn import words
from hanalearn.rules import Rules
from hanalearn.rules.model import ShowTeyaku


@dataclass(frozen=True, slots=True)
class Term:
    """One term as a reader meets it. ``kanji`` is empty where its writing is not handed down."""

    id: str
    name: str
    kanji: str
    also: tuple[str, ...]
    text: str


#: By term: how it is written, and the marks of which a rule set that uses it has at least one.
TERMS: dict[str, tuple[str, tuple[str, ...]]] = {
    # the table
    "oya": ("親", ("play",)),
    "ko": ("子", ("play",)),
    "naka": ("中", ("shishibo.tie",)),
    "biki": ("", ("shishibo.tie",)),
    "eldest-hand": ("", ("bid",)),
    "ba": ("場", ("play",)),
    "yamafuda": ("山札", ("play",)),
    "hana-awase": ("花合わせ", ("play",)),
    "misdeal": ("", ("misdeal",)),
    # kinds of cards
    "hikari": ("光", ("play",)),
    "tane": ("種", ("play",)),
    "tanzaku": ("短冊", ("play",)),
    "kasu": ("カス", ("play",)),
    "rainman": ("小野道風", ("play",)),
    "bozu": ("坊主", ("matsu-kiri-bozu.wild",)),
    "wild": ("", ("matsu-kiri-bozu.wild",)),
    "gaji": ("鬼札", ("gaji",)),
    "hiki": ("", ("hiki",)),
    # the stake
    "soba": ("", ("soba",)),
    "honba": ("本場", ("soba",)),
    "flat-field": ("", ("soba",)),
    "multiplier": ("", ("enshu-comprehensive.field",)),
    "matchsticks": ("", ("matchsticks",)),
    "pot": ("", ("pot",)),
    "wager": ("", ("wager",)),
    "kotsu": ("", ("kotsu",)),
    "nashi": ("", ("kotsu",)),
    "mizu-kotsu": ("", ("mizu-kotsu",)),
    "enter": ("", ("join",)),
    "retire": ("", ("join",)),
    "oi-bana": ("", ("bid",)),
    # yaku
    "yaku": ("役", ("teyaku", "dekiyaku")),
    "teyaku": ("手役", ("teyaku",)),
    "dekiyaku": ("出来役", ("dekiyaku",)),
    "uchikiriyaku": ("打ち切り役", ("cut-off",)),
    "shima": ("", ("shima",)),
    # how a round ends
    "fuke": ("", ("fuke",)),
    "oya-gachi": ("親勝ち", ("oya-gachi",)),
    "basa": ("", ("basa",)),
    "shira-basa": ("", ("shira-basa",)),
    "chu": ("", ("chu",)),
    "games": ("", ("games",)),
}


def marks(rules: Rules) -> set[str]:
    """What tells which terms a table uses: its phases, its clauses with and without their game, its yaku."""
    rule_set = rules.rule_set
    shows = [phase for phase in rule_set.phases if isinstance(phase, ShowTeyaku)]
    plain = {clause.partition("=")[0] for clause in rules.clauses}
    found = plain | {clause.partition(".")[2] for clause in plain} | {phase.id for phase in rule_set.phases}
    if not any(rules.options.get(phase.option, True) for phase in shows):
        found.discard("teyaku")
    kinds = {
        "misdeal": rule_set.misdeals,
        "dekiyaku": rule_set.dekiyaku,
        "cut-off": rules.stops or [teyaku for teyaku in rule_set.teyaku if teyaku.stops],
    }
    return (found - set(kinds)) | {name for name, there in kinds.items() if there}


def glossary(rules: Rules) -> list[Term]:
    """The terms that these rules use, each with what it means here."""
    found = marks(rules)
    return [_term(rules.variant, id_, kanji) for id_, (kanji, of) in TERMS.items() if found & set(of)]


def _term(variant: str, id_: str, kanji: str) -> Term:
    also = f"glossary.also.{id_}"
    return Term(
        id=id_,
        name=words.say(f"glossary.term.{id_}") if words.has(f"glossary.term.{id_}") else id_.capitalize(),
        kanji=kanji,
        also=tuple(words.say(also, variant).split(", ")) if words.has(also, variant) else (),
        text=words.say(f"glossary.text.{id_}", variant),
    )
