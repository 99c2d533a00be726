"""What a game can tell about itself for statistics, a luck ledger and learning programs: small plain records."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.kernel.plain import Seat


class Chance(NamedTuple):
    """A roll: which side's it was, how likely it was to succeed before the dice fell, and whether it did."""

    seat: Seat
    chance: float
    success: bool


class Stage(NamedTuple):
    """A turn (or what a game counts instead) has ended: who led then, None for nobody."""

    leader: Seat | None


class Loss(NamedTuple):
    """What a side's counter has suffered: steps lost, whether it is gone, and its formation, if that counts."""

    seat: Seat
    unit: str
    name: str
    steps: int
    gone: bool
    formation: str | None = None
