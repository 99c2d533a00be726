"""Viva o' rre!, by Ciro Caccaviello: battles of 1820 to 1900 with miniatures on a free table."""

from quadrilatero.games.vivaorre.game import GAME

__all__ = ["GAME"]
