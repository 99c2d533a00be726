"""Quadrilatero: four Italian wargames, played by the book.

>>> import quadrilatero as q
>>> q.games()
['camposanto']
>>> callable(q.games)
True
>>> m = q.start("camposanto", scenario="learning", seed=7)
>>> m.ask.what, m.ask.who
('orders', ('spain', 'austria'))
"""

import quadrilatero.games  # noqa: F401 - loaded here, or loading it later would put the package in place of games()
from quadrilatero.api import (
    bot,
    coverage,
    inspect,
    load,
    odds,
    options,
    propose,
    reach,
    sample,
    scenarios,
    snap,
    start,
    verify,
)
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
from quadrilatero.kernel.odds import Odds
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
    "Odds",
    "Refusal",
    "Report",
    "Result",
    "Scenario",
    "bot",
    "coverage",
    "games",
    "inspect",
    "load",
    "odds",
    "options",
    "propose",
    "reach",
    "sample",
    "scenarios",
    "snap",
    "start",
    "verify",
]
