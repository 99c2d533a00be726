"""Small records of the state: markers, what units have done, the activated Formation, reinforcements, printed counters.

They are replaced, never changed.
"""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from quadrilatero.games.custoza.said import (
    ActiveStep,
    Conduct,
    Count,
    Day,
    Did,
    Facing,
    Gt,
    Hex,
    MarkerType,
    Points,
    Side,
    TaskKind,
    UnitType,
)
from quadrilatero.kernel.position import As


class Marker(msgspec.Struct, frozen=True, gc=False):
    """6.1-b: an Assault or Charge marker in a hex, pointing at its target; `spent` once it is served or void."""

    said: ClassVar = As("Marker", "An Assault or Charge marker in its hex, pointing at the target.")

    type: MarkerType
    hex: Hex
    target: Hex
    spent: bool = False


class Acted(msgspec.Struct, frozen=True, gc=False):
    """What a unit has done, and the movement points it has spent on it, in sixths."""

    said: ClassVar = As("Acted", "What a unit has done in this activation or phase.")

    did: Did
    mp: Points = 0


class Active(msgspec.Struct, frozen=True, gc=False):
    """The activated Formation and how far it has come; `reserve` is the unit of the Reserve it has taken along."""

    said: ClassVar = As("ActiveFormation", "The activated Formation, its markers, and who has acted.")

    formation: str
    step: ActiveStep = "act"
    conduct: Conduct = "free"
    markers: tuple[Marker, ...] = ()
    acted: dict[str, Acted] = {}
    commander_moved: bool = False
    reserve: str | None = None
    entered: Count = 0


class Turning(msgspec.Struct, frozen=True, gc=False):
    """7.6-b: units that have ended a move and are to choose their facing; `along` is the last step of a march."""

    said: ClassVar = As("Turning", "Units that are to choose their facing; a march ends within a side of `along`.")

    units: tuple[str, ...]
    along: Facing | None = None
    rule: str = "7.6-b"


OPTIONAL: Final = "optional"
CLAIMED: Final = "claimed"
DECLINED: Final = "declined"
"""24.2-g: the condition of a group that comes only if it is asked for, and what its owner said when he was asked."""


class Group(msgspec.Struct, frozen=True, gc=False):
    """21: a group of reinforcements and when and where it is due."""

    said: ClassVar = As("Reinforcement", "A group that is due: of a Formation, or units that enter alone.")

    id: str
    side: Side
    units: tuple[str, ...]
    day: Day
    gt: Gt
    entry: Hex
    formation: str | None = None
    condition: str | None = None


class Task(msgspec.Struct, frozen=True, gc=False):
    """14, 16: what a side of the Advanced Game still has to see to before the phase goes on."""

    said: ClassVar = As("Task", "What a side has to see to before the phase goes on: a march, a scout, a deployment.")

    what: TaskKind
    side: Side
    formation: str | None = None
    unit: str | None = None


class Zone(msgspec.Struct, frozen=True, gc=False):
    """25.3, 27.3: counters that their owner places freely, and where; who `enters` later chooses his entry hex."""

    said: ClassVar = As("FreeZone", "Counters that are placed freely before the game, and the hexes for them.")

    side: Side
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    enters: bool = False


class Planned(msgspec.Struct, frozen=True, gc=False):
    """25.3: where a counter is to stand when the set-up is over."""

    said: ClassVar = As("Planned", "Where a counter is to stand when the free set-up is over.")

    hex: Hex
    facing: Facing = 0
    march: bool = False


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A game turn of a day."""

    said: ClassVar = As("Moment", "A game turn of a day.")

    day: Day
    gt: Gt


class Counter(msgspec.Struct, frozen=True, gc=False):
    """2.4.1-e: a counter as it is printed, known to both players."""

    said: ClassVar = As("Counter", "A counter as printed; everybody may know it.")

    id: str
    side: Side
    type: UnitType
    name: str
    sp: Count = 0
    cv: Count = 0
    ma: Count = 8
    sv: Count = 0
    value: Count = 0
