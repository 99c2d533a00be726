"""A game of three seats and two sides."""

from tests.lab.teams import GAME

__all__ = ["GAME"]
