"""Camposanto 1743: Tra Asburgo e Borboni, by Alessandro Zucchini."""

from quadrilatero.games.camposanto.game import GAME

__all__ = ["GAME"]
