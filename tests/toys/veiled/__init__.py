"""The veiled toy: hidden units, hidden strengths, secret plans, ambushes, a roll in private, three seats."""

from .game import GAME

__all__ = ["GAME"]
