"""The tabletop toy: pieces on a free table, a question with endless answers."""

from .game import GAME

__all__ = ["GAME"]
