"""The words of positions: their names and numbers, and what they say otherwise than the state holds it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from quadrilatero.hexes import FACINGS
from quadrilatero.kernel.position import Key

Side = Annotated[str, Key(type=Literal["spain", "austria"])]
Wing = Annotated[str, Key(type=Literal["left", "centre", "right"])]
Type = Annotated[str, Key(type=Literal["infantry", "cavalry", "artillery", "light", "marshal"])]
Turn = Annotated[str, Key(type=Literal["day", "evening"])]
WingState = Annotated[str, Key(type=Literal["impetuous", "aggressive", "cautious", "titubant"])]
StepName = Annotated[str, Key(type=Literal["start", "artillery", "movement", "marshal", "light_fire", "assault"])]
AdvanceRule = Annotated[str, Key(type=Literal["7.1-c", "7.1-j"])]
FacingName = Literal["N", "NE", "SE", "S", "SW", "NW"]
WingKey = Annotated[str, Meta(pattern=r"^(spain|austria)\.(left|centre|right)$")]
SideKey = Annotated[str, Meta(pattern=r"^(spain|austria)$")]
WingName = Annotated[str, Meta(pattern=r"^(left|centre|right)$")]
Point = Annotated[int, Meta(ge=1, le=18)]
Count = Annotated[int, Meta(ge=0)]
Steps = Annotated[int, Meta(ge=1, le=4)]
Fire = Annotated[tuple[Annotated[int, Meta(ge=-9, le=9)], ...], Meta(min_length=4, max_length=4)]
Hex = Annotated[
    int,
    Key(
        type=str,
        read=lambda number, s: s.board.grid.index(number),
        write=lambda hex, s: s.board.grid.numbers[hex],
    ),
]
Facing = Annotated[
    int,
    Key(type=FacingName, read=lambda name, s: FACINGS.index(name), write=lambda facing, s: FACINGS[facing]),
]

T = TypeVar("T")
OfFighters = Annotated[T, Key(when=lambda unit: unit.type != "marshal")]
OfGuns = Annotated[T, Key(when=lambda unit: unit.type == "artillery")]
OnMap = Annotated[T, Key(when=lambda unit: unit.hex >= 0)]


class Said(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a position says in other words than the state."""


class BlankMap(Said):
    """A test board: Spain's edge is the last row, Austria's the first."""

    cols: Annotated[int, Meta(ge=1, le=99)] = 15
    rows: Annotated[int, Meta(ge=1, le=99)] = 15
    farmhouses: list[str] = []
    river: list[str] = []
    bridge: str | None = None
    pond: list[str] = []


class WingPoints(Said):
    left: Point
    centre: Point
    right: Point


class OrdersLaid(Said):
    spain: WingPoints
    austria: WingPoints


class Both(Said):
    spain: Count = 0
    austria: Count = 0


class PointsLeft(Said):
    spain: list[Point] | None = None
    austria: list[Point] | None = None


class Used(Said):
    spain: bool = False
    austria: bool = False
