"""Custoza, Fields of Doom, by Alessandro Brusati (Europa Simulazioni)."""

from quadrilatero.games.custoza.game import GAME

__all__ = ["GAME"]
