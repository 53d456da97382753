"""Results for other programs and for print: answers as JSON, and as plain text."""

from hanalearn.render.answer import answer_of_round, answer_of_sheet

__all__ = ["answer_of_round", "answer_of_sheet"]
