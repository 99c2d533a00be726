"""A la Guerre..., by Giovanni Grassucci: battles of the seventeenth century with miniatures on a free table."""

from quadrilatero.games.alaguerre.game import GAME

__all__ = ["GAME"]
