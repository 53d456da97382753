"""Quizzes: questions without end, each made again by its rule set, options, family and seed."""

from hanalearn.lessons.quiz.item import Item

__all__ = ["Item"]
