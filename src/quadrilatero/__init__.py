"""Quadrilatero: four Italian wargames, played by the book.

>>> import quadrilatero as q
>>> q.games()
['camposanto']
>>> m = q.start("camposanto", scenario="learning", seed=7)
>>> m.ask.what, m.ask.who
('orders', ('spain', 'austria'))
"""

from quadrilatero.api import load, options, sample, scenarios, start, verify
from quadrilatero.kernel import (
    BadPosition,
    DiceExhausted,
    Event,
    GameOption,
    Illegal,
    Match,
    Refusal,
    Result,
    Scenario,
    games,
)
from quadrilatero.kernel.loading import Report
from quadrilatero.kernel.saves import BadSave

__version__ = "0.1.0"

__all__ = [
    "BadPosition",
    "BadSave",
    "DiceExhausted",
    "Event",
    "GameOption",
    "Illegal",
    "Match",
    "Refusal",
    "Report",
    "Result",
    "Scenario",
    "games",
    "load",
    "options",
    "sample",
    "scenarios",
    "start",
    "verify",
]
