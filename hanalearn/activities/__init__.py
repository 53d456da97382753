"""What a person does: play a round, walk through one. Plain Python with ``view(seat)`` and ``do(intent)``."""

from hanalearn.activities.play import Play
from hanalearn.activities.quiz import Quiz
from hanalearn.activities.settlement import Settlement
from hanalearn.activities.walk import Walk

__all__ = ["Play", "Quiz", "Settlement", "Walk"]
