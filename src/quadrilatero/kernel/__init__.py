"""The kernel runs rules and knows no game."""

from quadrilatero.kernel.ask import Answer, Ask, Asked, Dice, DiceExhausted, Ended, Illegal, Refusal, Reveal, Script
from quadrilatero.kernel.dice import CommittedDice, RecordedDice, ScriptedDice, SeededDice, dice_from
from quadrilatero.kernel.events import Event, Told
from quadrilatero.kernel.game import BadPosition, Game, GameOption, Known, Result, Scenario, find_game, games
from quadrilatero.kernel.log import Entry, Header
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.phrases import LANGUAGES, Phrasebook
from quadrilatero.kernel.plain import Plain, Row, Seat

__all__ = [
    "LANGUAGES",
    "Answer",
    "Ask",
    "Asked",
    "BadPosition",
    "CommittedDice",
    "Dice",
    "DiceExhausted",
    "Ended",
    "Entry",
    "Event",
    "Game",
    "GameOption",
    "Header",
    "Illegal",
    "Known",
    "Match",
    "Phrasebook",
    "Plain",
    "RecordedDice",
    "Refusal",
    "Result",
    "Reveal",
    "Row",
    "Scenario",
    "Script",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "Told",
    "dice_from",
    "find_game",
    "games",
]
