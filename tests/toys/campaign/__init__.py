"""The campaign toy: 264 units and as many answers as anybody wants, with next to no rules of its own."""

from .game import GAME

__all__ = ["GAME"]
