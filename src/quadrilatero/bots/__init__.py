"""The ladder of players. They see a view and a sampler, never the state of a match."""

from quadrilatero.bots.choice import Alternative, Choice
from quadrilatero.bots.ladder import Bot, Sampler, bot, describe, describe_personality, levels, usual_level
from quadrilatero.bots.recluta import Recluta
from quadrilatero.bots.weights import personalities

__all__ = [
    "Alternative",
    "Bot",
    "Choice",
    "Recluta",
    "Sampler",
    "bot",
    "describe",
    "describe_personality",
    "levels",
    "personalities",
    "usual_level",
]
