"""The counters of a Custoza game and its Formations. They are never changed in place, so that copies share them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final

from msgspec import Meta

from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, INFANTRY
from quadrilatero.games.custoza.said import (
    Allowance,
    Ammo,
    Box,
    Cohesion,
    Count,
    Entry,
    Facing,
    FormationState,
    Hex,
    HexOrNone,
    OfCommanders,
    OfFighters,
    OffMap,
    OfFortresses,
    OfGenerals,
    OnFerry,
    OnMap,
    Rank,
    Side,
    StackingValue,
    Status,
    Strength,
    StrengthLeft,
    ThisTurn,
    UnderWay,
    UnitType,
    Work,
)
from quadrilatero.kernel.position import Beside, Deduced, Shown, says

CLASS_OF: Final = {
    "line": INFANTRY,
    "light": INFANTRY,
    "fortress": INFANTRY,
    "cavalry": CAVALRY,
    "artillery": ARTILLERY,
    "horse_artillery": ARTILLERY,
    "train": ARTILLERY,
}
PIECE: Final = "piece"
OFF_MAP: Final = -1


@dataclass(slots=True)
class Unit:
    """A counter: a combat unit, or a piece (commander, General, scout). `hex` is -1 off the map, where `box` says more.

    For artillery and the train `march` means limbered. `kind` is its class (2.8-b): infantry, cavalry or artillery; a
    piece is none of them.
    """

    id: Annotated[str, Meta(min_length=1)]
    side: Side
    type: UnitType
    hex: OnMap[HexOrNone]
    box: OffMap[Box | None]
    formation: Deduced[str | None]
    name: Deduced[str]
    sp: OfFighters[Deduced[StrengthLeft]]
    max: OfFighters[Deduced[Strength]]
    cv: OfFighters[Deduced[Cohesion]]
    ma: Deduced[Allowance]
    sv: OfFighters[Deduced[StackingValue]]
    status: OfFighters[Status] = 0
    facing: OfFighters[Deduced[Facing]] = 0
    ammo: OfFighters[Ammo] = "full"
    march: OfFighters[bool] = False
    square: OfFighters[bool] = False
    exhausted: OfFighters[bool] = False
    ooc: OfFighters[bool] = False
    reserve: OfFighters[bool] = False
    used: bool = False
    guns: OfFortresses[Count] = 1
    attack_from: OfFortresses[tuple[Hex, ...] | None] = None
    value: OfGenerals[Count] = 3
    up: OfCommanders[bool] = False
    building: UnderWay[Work | None] = None
    ferry: OnFerry[Work | bool | None] = None
    shown: Shown = None

    kind: Beside[str] = field(init=False)
    is_piece: Beside[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.kind = CLASS_OF.get(self.type, PIECE)
        self.is_piece = self.kind == PIECE

    def copy(self) -> Unit:
        """A counter like this one, still to be changed; what positions wrote of it stays behind."""
        twin = Unit.__new__(Unit)
        twin.id = self.id
        twin.side = self.side
        twin.type = self.type
        twin.hex = self.hex
        twin.box = self.box
        twin.formation = self.formation
        twin.name = self.name
        twin.sp = self.sp
        twin.max = self.max
        twin.cv = self.cv
        twin.ma = self.ma
        twin.sv = self.sv
        twin.status = self.status
        twin.facing = self.facing
        twin.ammo = self.ammo
        twin.march = self.march
        twin.square = self.square
        twin.exhausted = self.exhausted
        twin.ooc = self.ooc
        twin.reserve = self.reserve
        twin.used = self.used
        twin.guns = self.guns
        twin.attack_from = self.attack_from
        twin.value = self.value
        twin.up = self.up
        twin.building = self.building
        twin.ferry = self.ferry
        twin.shown = None
        twin.kind = self.kind
        twin.is_piece = self.is_piece
        return twin

    @property
    def lost(self) -> int:
        """SP lost so far."""
        return self.max - self.sp


says(Unit, "Unit", "A counter, in a hex of the map or in a box beside it.")


@dataclass(slots=True)
class Formation:
    """A Formation; what it has done in the present game turn stands beside what it is."""

    id: Annotated[str, Meta(min_length=1)]
    side: Side
    name: Deduced[str]
    rank: Rank = "division"
    command: Annotated[int, Meta(ge=0, le=6)] = 3
    state: FormationState = "engaged"
    objective: HexOrNone = OFF_MAP
    attempts: Count = 0
    this_turn: ThisTurn | None = None
    markers_placed: Count = 0
    fought: bool = False
    moved: bool = False
    changed: bool = False
    morale: Annotated[int, Meta(ge=-3, le=3)] = 0
    blooded: bool = False
    fatigue: Count = 0
    fatigued: bool = False
    cut_off: bool = False
    collapse: Deduced[int] = 0
    no_general: bool = False
    corps: Deduced[str] = ""
    entry: Entry = ()
    shown: Shown = None

    def copy(self) -> Formation:
        """A Formation like this one, still to be changed; what positions wrote of it stays behind."""
        twin = Formation.__new__(Formation)
        twin.id = self.id
        twin.side = self.side
        twin.name = self.name
        twin.rank = self.rank
        twin.command = self.command
        twin.state = self.state
        twin.objective = self.objective
        twin.attempts = self.attempts
        twin.this_turn = self.this_turn
        twin.markers_placed = self.markers_placed
        twin.fought = self.fought
        twin.moved = self.moved
        twin.changed = self.changed
        twin.morale = self.morale
        twin.blooded = self.blooded
        twin.fatigue = self.fatigue
        twin.fatigued = self.fatigued
        twin.cut_off = self.cut_off
        twin.collapse = self.collapse
        twin.no_general = self.no_general
        twin.corps = self.corps
        twin.entry = self.entry
        twin.shown = None
        return twin


says(Formation, "Formation", "A Formation: what it is, how it stands, and what it has done in this game turn.")
