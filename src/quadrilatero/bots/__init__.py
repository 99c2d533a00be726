"""The ladder of players. They see a view and a sampler, never the state of a match."""

from quadrilatero.bots.ladder import Bot, Sampler, bot, levels
from quadrilatero.bots.recluta import Recluta

__all__ = ["Bot", "Recluta", "Sampler", "bot", "levels"]
