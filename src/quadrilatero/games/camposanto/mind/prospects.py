"""How a score promises to end: from victory points, HITs of the Phase and what is left to play, a chance to win."""

from __future__ import annotations

from functools import cache, lru_cache
from math import erf, sqrt
from typing import NamedTuple

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.rules.sequence import PHASES, TURNS
from quadrilatero.games.camposanto.rules.victory import WINNING_POINTS, regiments_lost
from quadrilatero.games.camposanto.state import State

CHANCE_OF_POINT = 0.4
"""For each side, that a Phase still to come gives it its point; else nobody has it."""

SPREAD = 0.6
"""By how many HITs one activation changes the margin of its Phase, as a standard deviation."""


class Score(NamedTuple):
    """All that the prospects hang on, seen from one side: `left` counts Phases after this one, `acts` activations."""

    mine: int
    theirs: int
    left: int
    regiments: int
    margin: int
    acts: int


def score(s: State, side: str) -> Score:
    """The score as a state shows it."""
    enemy = ENEMY[side]
    turns = TURNS.index(s.last_turn) - TURNS.index(s.turn)
    acts = len(s.order) - s.order.index(s.active.key) if s.active and s.active.key in s.order else 6
    return Score(
        s.vp[side],
        s.vp[enemy],
        turns * PHASES + PHASES - s.phase,
        regiments_lost(s, enemy) - regiments_lost(s, side),
        s.inflicted[side] - s.inflicted[enemy],
        acts,
    )


@lru_cache(maxsize=4096)
def prospects(now: Score) -> float:
    """From -4 (lost for certain) to 4 (won for certain): the victory points that win a game, times how sure they are.

    >>> prospects(Score(0, 0, 5, 0, 0, 6)), prospects(Score(1, 0, 0, 0, 0, 0))
    (0.0, 4.0)
    """
    if now.acts <= 0:
        return after_phase(now, float(now.margin > 0), float(now.margin < 0))
    return after_phase(now, *chances(now.margin, SPREAD * sqrt(2 * now.acts)))


def after_phase(now: Score, ahead: float, behind: float) -> float:
    """12.2: the same from the chances that this Phase's point goes to us, and to them."""
    chance = ahead * win(now.mine + 1, now.theirs, now.left, now.regiments)
    chance += behind * win(now.mine, now.theirs + 1, now.left, now.regiments)
    chance += (1 - ahead - behind) * win(now.mine, now.theirs, now.left, now.regiments)
    return WINNING_POINTS * (2 * chance - 1)


def chances(margin: float, spread: float) -> tuple[float, float]:
    """That a Phase ends with more HITs by us, and with more by them; `spread`: standard deviation times root 2."""
    return (1 + erf((margin - 0.5) / spread)) / 2, (1 + erf((-margin - 0.5) / spread)) / 2


@cache
def win(mine: int, theirs: int, left: int, regiments: int) -> float:
    """The chance to win with so many Phases to come, a draw taken for half."""
    if mine >= WINNING_POINTS or theirs >= WINNING_POINTS:
        return float(mine >= WINNING_POINTS)
    if left == 0:
        lead = mine - theirs or regiments
        return (1 + (lead > 0) - (lead < 0)) / 2
    up, down = win(mine + 1, theirs, left - 1, regiments), win(mine, theirs + 1, left - 1, regiments)
    return CHANCE_OF_POINT * (up + down) + (1 - 2 * CHANCE_OF_POINT) * win(mine, theirs, left - 1, regiments)
