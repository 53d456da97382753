"""A plain referee: a second, slow implementation of complete rounds, written from the rules alone.

It is the oracle the engine is compared with and the denominator of its speed ratio. It shares no
line with `hanalearn` and imports nothing of it. Cards are objects in lists; a round is told from
top to bottom by a generator that stops wherever the rules ask a player something.

Where things are: `cards` has the deck; `common` the common round (hana-awase) and what the parts
tell each other; `enshu`, `shishibo`, `sakura` and `matsu_kiri_bozu` one class a rule set, which
tells its own phases in the order of its rules page and settles a `Sheet`, which a finished round
becomes; `table` the table (hands, field, pile, captures) and the text interface; `rounds` score
sheets and random rounds.
"""

from .cards import CARD_NAMED, DECK, MONTHS, Card, Kind, read_cards, write_cards
from .common import Question, RuleSet, Sheet, SheetSeat, Shown, WholeNumber, Yaku
from .enshu import EnshuComprehensive, EnshuPoints, EnshuWagers
from .matsu_kiri_bozu import MatsuKiriBozu
from .rounds import random_round, score
from .sakura import OiBana, Sakura, SakuraSimple
from .shishibo import Shishibo
from .table import RULE_SETS, Referee, rule_set

__all__ = [
    "CARD_NAMED",
    "DECK",
    "MONTHS",
    "RULE_SETS",
    "Card",
    "EnshuComprehensive",
    "EnshuPoints",
    "EnshuWagers",
    "Kind",
    "MatsuKiriBozu",
    "OiBana",
    "Question",
    "Referee",
    "RuleSet",
    "Sakura",
    "SakuraSimple",
    "Sheet",
    "SheetSeat",
    "Shishibo",
    "Shown",
    "WholeNumber",
    "Yaku",
    "random_round",
    "read_cards",
    "rule_set",
    "score",
    "write_cards",
]
