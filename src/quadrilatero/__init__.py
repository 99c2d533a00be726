"""Quadrilatero: four Italian wargames, played by the book.

>>> import quadrilatero as q
>>> "camposanto" in q.games()
True
>>> m = q.start("camposanto", scenario="learning", seed=7)
>>> m.ask.what, m.ask.who
('orders', ('spain', 'austria'))
"""

from typing import TYPE_CHECKING

from quadrilatero.builds import BUILD  # first: it decides where all other modules come from

# isort: split

from quadrilatero.api import (
    army,
    bot,
    coverage,
    inspect,
    load,
    odds,
    options,
    pickup,
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
)
from quadrilatero.kernel.armies import BadArmy, NoArmies, NoSuchArmy
from quadrilatero.kernel.loading import Report
from quadrilatero.kernel.odds import Odds
from quadrilatero.kernel.saves import BadSave

if TYPE_CHECKING:
    from quadrilatero.kernel import games
else:
    from quadrilatero import games  # the package, which can be called

__version__ = "0.1.0"

__all__ = [
    "BUILD",
    "BadArmy",
    "BadPosition",
    "BadSave",
    "DiceExhausted",
    "Event",
    "GameOption",
    "Illegal",
    "Match",
    "NoArmies",
    "NoSuchArmy",
    "Odds",
    "Refusal",
    "Report",
    "Result",
    "Scenario",
    "army",
    "bot",
    "coverage",
    "games",
    "inspect",
    "load",
    "odds",
    "options",
    "pickup",
    "propose",
    "reach",
    "sample",
    "scenarios",
    "snap",
    "start",
    "verify",
]
