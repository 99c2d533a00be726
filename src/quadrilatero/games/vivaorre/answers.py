"""The answers a player can give, one type for each verb. Lengths are mils, angles hundredths of a degree."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quadrilatero.games.vivaorre.said import FormationName, TerrainName

Length = Annotated[int, Meta(ge=1, le=131072)]
Turning = Annotated[int, Meta(ge=1, le=18000)]
Bearing = Annotated[int, Meta(ge=0, le=35999)]
Coordinate = Annotated[int, Meta(ge=-131072, le=131072)]
Point = Annotated[list[Coordinate], Meta(min_length=2, max_length=2)]
SideName = Literal["left", "right"]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="go", gc=False):
    pass


# -- manoeuvres of a path (8-a to 8-p) --------------------------------------------------------------------------------


class Form(_Part, frozen=True, tag="form", gc=False):
    """2-e to 2-l: take up a formation, in so many ranks where one skirmishes; limber, unlimber, mount, dismount."""

    formation: FormationName
    ranks: Annotated[int, Meta(ge=1, le=3)] = 1
    mounted: bool | None = None


class About(_Part, frozen=True, tag="about", gc=False):
    pass


class TurnAside(_Part, frozen=True, tag="turn", gc=False):
    side: SideName


class Wheel(_Part, frozen=True, tag="wheel", gc=False):
    side: SideName
    angle: Turning


class Advance(_Part, frozen=True, tag="advance", gc=False):
    by: Length


class Oblique(_Part, frozen=True, tag="oblique", gc=False):
    side: SideName
    angle: Turning
    by: Length


class Back(_Part, frozen=True, tag="back", gc=False):
    by: Length


class Sideways(_Part, frozen=True, tag="sideways", gc=False):
    side: SideName
    by: Length


class To(_Part, frozen=True, tag="to", gc=False):
    """Skirmishers, squares and generals go straight to a place; where it ends they face as they like."""

    at: Point
    facing: Bearing | None = None


class Follow(_Part, frozen=True, tag="follow", gc=False):
    road: str
    by: Length


Manoeuvre = Form | About | TurnAside | Wheel | Advance | Oblique | Back | Sideways | To | Follow


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", gc=False):
    pass


# -- set-up (3) -------------------------------------------------------------------------------------------------------


class Terrain(_Answer, frozen=True, tag="terrain", gc=False):
    type: TerrainName
    shape: list[Point] | None = None
    line: list[Point] | None = None


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Where a unit deploys."""

    at: Point
    facing: Bearing | None = None
    formation: FormationName | None = None
    ranks: Annotated[int, Meta(ge=1, le=3)] = 1
    hidden: bool = False


class Deploy(_Answer, frozen=True, tag="deploy", gc=False):
    units: dict[str, Placed] = {}
    generals: dict[str, Point] = {}
    trenches: list[list[Point]] = []


class Route(_Answer, frozen=True, tag="route", gc=False):
    order: list[str]
    line: list[Point]


class Pass(_Answer, frozen=True, tag="pass", gc=False):
    pass


# -- command, initiative, charges (5 to 7) ----------------------------------------------------------------------------


class Orders(_Answer, frozen=True, tag="orders", gc=False):
    orders: dict[str, Literal["advance", "hold"]]


class First(_Answer, frozen=True, tag="first", gc=False):
    pass


class Second(_Answer, frozen=True, tag="second", gc=False):
    pass


class ChargeWheel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """7-c: the wheel with which a charge begins."""

    side: SideName
    angle: Turning


class Charge(_Answer, frozen=True, tag="charge", gc=False):
    """7-a: who charges whom; again replaces, no target withdraws."""

    unit: str
    target: str | None
    wheel: ChargeWheel | None = None


class Done(_Answer, frozen=True, tag="done", gc=False):
    pass


class Stand(_Answer, frozen=True, tag="stand", gc=False):
    pass


class Evade(_Answer, frozen=True, tag="evade", gc=False):
    pass


class FormSquare(_Answer, frozen=True, tag="square", gc=False):
    pass


class When(_Answer, frozen=True, tag="when", gc=False):
    brigade: str
    half: Literal["first", "second"]


# -- movement (8) -----------------------------------------------------------------------------------------------------


class Choose(_Answer, frozen=True, tag="unit", gc=False):
    """Whose moves are to be listed next."""

    unit: str


class Move(_Answer, frozen=True, tag="move", gc=False):
    unit: str
    path: list[Manoeuvre] = []
    forced: bool = False
    enter: Point | None = None
    join: str | None = None


class Reorder(_Answer, frozen=True, tag="reorder", gc=False):
    """8-ad: on the spot, or straight back."""

    unit: str
    back: Annotated[int, Meta(ge=0, le=131072)] = 0
    formation: FormationName | None = None


class Dig(_Answer, frozen=True, tag="dig", gc=False):
    unit: str


class Demolish(_Answer, frozen=True, tag="demolish", gc=False):
    unit: str
    piece: str


class Crew(_Answer, frozen=True, tag="crew", gc=False):
    unit: str
    battery: str
    figures: Annotated[int, Meta(ge=1, le=24)] = 1


class GoOn(_Answer, frozen=True, tag="go_on", gc=False):
    path: list[Manoeuvre] = []


class Stop(_Answer, frozen=True, tag="stop", gc=False):
    pass


# -- fire, melee, dice (9, 10, 5-ch) ----------------------------------------------------------------------------------


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """9-a: a unit and its target: an enemy unit, a structure, or a place where one suspects somebody (13-h)."""

    unit: str
    target: str | None = None
    at: Point | None = None
    ammo: Literal["ball", "shell", "canister"] | None = None
    side: Literal["front", "left", "right", "rear"] | None = None
    figures: Annotated[int, Meta(ge=1, le=80)] | None = None


class Fire(_Answer, frozen=True, tag="fire", gc=False):
    """Units left out hold their fire."""

    shots: list[Shot]


class Melee(_Answer, frozen=True, tag="melee", gc=False):
    targets: dict[str, str]


class Pursue(_Answer, frozen=True, tag="pursue", gc=False):
    pass


class Stay(_Answer, frozen=True, tag="stay", gc=False):
    pass


class Reroll(_Answer, frozen=True, tag="reroll", gc=False):
    """5-ch9 names one die, 5-ch14 none."""

    general: str
    die: Annotated[int, Meta(ge=0, le=99)] | None = None


ALL: tuple[type[Any], ...] = (
    Terrain,
    Deploy,
    Route,
    Pass,
    Orders,
    First,
    Second,
    Charge,
    Done,
    Stand,
    Evade,
    FormSquare,
    When,
    Choose,
    Move,
    Reorder,
    Dig,
    Demolish,
    Crew,
    GoOn,
    Stop,
    Fire,
    Melee,
    Pursue,
    Stay,
    Reroll,
)
