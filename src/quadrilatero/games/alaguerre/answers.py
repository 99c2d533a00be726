"""The answers a player can give, one type a verb; lengths in thousandths of a um, angles in hundredths of a degree."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quadrilatero.games.alaguerre.said import FormationName

Length = Annotated[int, Meta(ge=1, le=131072)]
Turning = Annotated[int, Meta(ge=1, le=18000)]
Bearing = Annotated[int, Meta(ge=0, le=35999)]
Coordinate = Annotated[int, Meta(ge=-131072, le=131072)]
Point = Annotated[list[Coordinate], Meta(min_length=2, max_length=2)]
SideName = Literal["left", "right"]
SideNumber = Annotated[int, Meta(ge=0, le=63)]
Sides = Annotated[list[SideNumber], Meta(min_length=1, max_length=2)] | Literal["all"]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="go", gc=False):
    pass


# -- manoeuvres of a path (5.2, 5.5) ----------------------------------------------------------------------------------


class Advance(_Part, frozen=True, tag="advance", gc=False):
    by: Length


class Oblique(_Part, frozen=True, tag="oblique", gc=False):
    side: SideName
    angle: Turning
    by: Length


class Wheel(_Part, frozen=True, tag="wheel", gc=False):
    """5.2.4-a: on the front corner of that side, forward or back."""

    side: SideName
    angle: Turning
    back: bool = False


class Back(_Part, frozen=True, tag="back", gc=False):
    by: Length


class Sideways(_Part, frozen=True, tag="sideways", gc=False):
    side: SideName
    by: Length


class About(_Part, frozen=True, tag="about", gc=False):
    pass


class Form(_Part, frozen=True, tag="form", gc=False):
    """5.2.9-b: take up a formation; limber, unlimber, mount, dismount."""

    formation: FormationName
    mounted: bool | None = None
    facing: Bearing | None = None


class To(_Part, frozen=True, tag="to", gc=False):
    at: Point


class Tactical(_Part, frozen=True, tag="tactical", gc=False):
    """5.2.8-c: the way of the unit's centre, and how it faces at the end."""

    by: Annotated[list[Point], Meta(min_length=1, max_length=32)]
    facing: Bearing


class Enter(_Part, frozen=True, tag="enter", gc=False):
    piece: str


class Leave(_Part, frozen=True, tag="leave", gc=False):
    piece: str
    side: SideNumber


Manoeuvre = Advance | Oblique | Wheel | Back | Sideways | About | Form | To | Tactical | Enter | Leave


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", gc=False):
    pass


# -- set-up and arrivals (12, 3.2) ------------------------------------------------------------------------------------


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Where a base deploys."""

    at: Point
    facing: Bearing | None = None
    formation: FormationName | None = None


class Plan(_Answer, frozen=True, tag="plan", gc=False):
    """12.1.3: the sector of each division, column from the west, row from the own edge."""

    sectors: dict[str, Annotated[list[int], Meta(min_length=2, max_length=2)]]


class Deploy(_Answer, frozen=True, tag="deploy", gc=False):
    division: str
    bases: dict[str, Placed]
    generals: dict[str, Point] = {}


class Reserve(_Answer, frozen=True, tag="reserve", gc=False):
    division: str


class EnterTable(_Answer, frozen=True, tag="enter", gc=False):
    group: str
    formation: Literal["column", "deployed"] = "column"


class Appear(_Answer, frozen=True, tag="appear", gc=False):
    group: str
    bases: dict[str, Placed]
    generals: dict[str, Point] = {}


class Wait(_Answer, frozen=True, tag="wait", gc=False):
    pass


# -- command (3.3 to 3.5, 10.3.3) -------------------------------------------------------------------------------------


class Successor(_Answer, frozen=True, tag="successor", gc=False):
    general: str


class Orders(_Answer, frozen=True, tag="orders", gc=False):
    """3.3.2, 3.5.1: which general gets which die; in secret also who gets a dummy."""

    assign: dict[str, Annotated[int, Meta(ge=1, le=6)]]
    dummies: list[str] = []


class Choose(_Answer, frozen=True, tag="division", gc=False):
    division: str


# -- manoeuvre (5 to 7) -----------------------------------------------------------------------------------------------


class Pick(_Answer, frozen=True, tag="unit", gc=False):
    """Whose moves are to be listed next."""

    unit: str


class Move(_Answer, frozen=True, tag="move", gc=False):
    unit: str
    path: list[Manoeuvre] = []
    alone: bool = False


class ChargeWheel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """6.2-b: the wheel with which a charge begins."""

    side: SideName
    angle: Turning


class Charge(_Answer, frozen=True, tag="charge", gc=False):
    """6-b: `unit` is left out where it is known who charges."""

    target: str
    unit: str | None = None
    wheel: ChargeWheel | None = None
    alone: bool = False


class Approach(_Answer, frozen=True, tag="approach", gc=False):
    target: str
    unit: str | None = None
    wheel: ChargeWheel | None = None
    alone: bool = False


class Occupy(_Answer, frozen=True, tag="occupy", gc=False):
    unit: str
    piece: str
    sides: Sides | None = None
    facing: Bearing | None = None
    alone: bool = False


class BreakOff(_Answer, frozen=True, tag="break_off", gc=False):
    unit: str


class Search(_Answer, frozen=True, tag="search", gc=False):
    unit: str
    piece: str


class Done(_Answer, frozen=True, tag="done", gc=False):
    pass


class Stand(_Answer, frozen=True, tag="stand", gc=False):
    pass


class Counter(_Answer, frozen=True, tag="counter", gc=False):
    pass


class Evade(_Answer, frozen=True, tag="evade", gc=False):
    formation: Literal["skirmish"] | None = None


class Stay(_Answer, frozen=True, tag="stay", gc=False):
    pass


class FaceThem(_Answer, frozen=True, tag="face", gc=False):
    side: SideName


class GoOn(_Answer, frozen=True, tag="go_on", gc=False):
    by: Length | None = None


# -- fire, mêlée, rally (8 to 10) -------------------------------------------------------------------------------------


class Fire(_Answer, frozen=True, tag="fire", gc=False):
    """Without a unit where it is known who shoots."""

    unit: str | None = None
    target: str | None = None
    side: Literal["front", "left", "right", "rear"] | SideNumber | None = None


class Hold(_Answer, frozen=True, tag="hold", gc=False):
    pass


class FireEvade(_Answer, frozen=True, tag="fire_evade", gc=False):
    pass


class Retreat(_Answer, frozen=True, tag="retreat", gc=False):
    pass


class Melee(_Answer, frozen=True, tag="melee", gc=False):
    unit: str


class Join(_Answer, frozen=True, tag="join", gc=False):
    unit: str
    enemy: str


class Principal(_Answer, frozen=True, tag="principal", gc=False):
    unit: str


class Leader(_Answer, frozen=True, tag="leader", gc=False):
    general: str


class Rally(_Answer, frozen=True, tag="rally", gc=False):
    general: str
    unit: str


class TurnTo(_Answer, frozen=True, tag="turn", gc=False):
    unit: str
    facing: Bearing


ALL: tuple[type[Any], ...] = (
    Plan,
    Deploy,
    Reserve,
    EnterTable,
    Appear,
    Wait,
    Successor,
    Orders,
    Choose,
    Pick,
    Move,
    Charge,
    Approach,
    Occupy,
    BreakOff,
    Search,
    Done,
    Stand,
    Counter,
    Evade,
    Stay,
    FaceThem,
    GoOn,
    Fire,
    Hold,
    FireEvade,
    Retreat,
    Melee,
    Join,
    Principal,
    Leader,
    Rally,
    TurnTo,
)
