"""A round, its record, its score sheet: the engine that every view, lesson and command asks."""

from hanalearn.game.deal import Deal, deal
from hanalearn.game.formats import FormatError, load
from hanalearn.game.match import Match, Standing
from hanalearn.game.record import read_record, record_of
from hanalearn.game.round import Action, Event, IllegalAction, Round, new_round, replayed
from hanalearn.game.sheet import read_sheet, sheet_json

__all__ = [
    "Action",
    "Deal",
    "Event",
    "FormatError",
    "IllegalAction",
    "Match",
    "Round",
    "Standing",
    "deal",
    "load",
    "new_round",
    "read_record",
    "read_sheet",
    "record_of",
    "replayed",
    "sheet_json",
]
