"""Opponents: they are given what their seat may see, and answer with a legal action."""

from hanalearn.players.simple import OPPONENTS, Opponent, at_random, by_thumb

__all__ = ["OPPONENTS", "Opponent", "at_random", "by_thumb"]
