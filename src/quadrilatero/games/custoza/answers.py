"""The answers a player can give, one type for each verb. No answer names an enemy unit: enemies are named by hex."""

from __future__ import annotations

from typing import Literal

import msgspec

from quadrilatero.kernel import Answer

FacingName = Literal["N", "NE", "SE", "S", "SW", "NW"]
ClassName = Literal["infantry", "cavalry", "artillery"]


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", gc=False):
    pass


# -- the course of the game ------------------------------------------------------------------------------------------


class Limber(_Answer, frozen=True, tag="limber", gc=False):
    units: list[str]


class Unlimber(_Answer, frozen=True, tag="unlimber", gc=False):
    units: list[str]


class Activate(_Answer, frozen=True, tag="activate", gc=False):
    formation: str


class Pass(_Answer, frozen=True, tag="pass", gc=False):
    pass


class Reserve(_Answer, frozen=True, tag="reserve", gc=False):
    """A unit of the Reserve is taken along (4.4), or a Formation goes In Reserve (16.12)."""

    unit: str | None = None
    formation: str | None = None


class Declare(_Answer, frozen=True, tag="declare", gc=False):
    type: Literal["assault", "charge"]
    hex: str
    target: str


class Done(_Answer, frozen=True, tag="done", gc=False):
    pass


# -- actions and reactions -------------------------------------------------------------------------------------------


class Move(_Answer, frozen=True, tag="move", gc=False):
    units: list[str]
    path: list[str]
    march: bool | None = None
    unlimber: bool = False


class Fire(_Answer, frozen=True, tag="fire", rename={"kind": "class"}, gc=False):
    """As an action at a hex; as a reaction at the trigger, a fortress naming which of its two Forces fires."""

    units: list[str]
    hex: str | None = None
    at: ClassName | None = None
    facing: FacingName | None = None
    path: list[str] = []
    kind: ClassName | None = None


class Assault(_Answer, frozen=True, tag="assault", gc=False):
    units: list[str]
    path: list[str] = []
    target: str | None = None
    march: bool | None = None


class Charge(_Answer, frozen=True, tag="charge", gc=False):
    units: list[str]
    path: list[str] = []
    target: str | None = None
    march: bool | None = None


class Square(_Answer, frozen=True, tag="square", gc=False):
    units: list[str]


class LeaveSquare(_Answer, frozen=True, tag="leave_square", gc=False):
    units: list[str]


class LeaveMarch(_Answer, frozen=True, tag="leave_march", gc=False):
    units: list[str]


class FallBack(_Answer, frozen=True, tag="fall_back", gc=False):
    units: list[str]
    path: list[str] | None = None
    paths: dict[str, list[str]] | None = None


class Face(_Answer, frozen=True, tag="face", gc=False):
    units: list[str]
    facing: FacingName


class Build(_Answer, frozen=True, tag="build", gc=False):
    hex: str


class Ferry(_Answer, frozen=True, tag="ferry", gc=False):
    units: list[str]
    hex: str


# -- inside an action ------------------------------------------------------------------------------------------------


class GoOn(_Answer, frozen=True, tag="go_on", gc=False):
    path: list[str] | None = None


class Stop(_Answer, frozen=True, tag="stop", gc=False):
    pass


class Turn(_Answer, frozen=True, tag="turn", gc=False):
    hex: str
    target: str


class BreakOff(_Answer, frozen=True, tag="break_off", gc=False):
    pass


class Hit(_Answer, frozen=True, tag="hit", gc=False):
    unit: str


class Lead(_Answer, frozen=True, tag="lead", gc=False):
    unit: str


class Retreat(_Answer, frozen=True, tag="retreat", rename={"along": "with"}, gc=False):
    units: list[str]
    path: list[str]
    along: list[str] = []


class Advance(_Answer, frozen=True, tag="advance", rename={"along": "with"}, gc=False):
    along: list[str]


class Place(_Answer, frozen=True, tag="place", gc=False):
    unit: str
    hex: str
    facing: FacingName | None = None
    march: bool | None = None


class Recover(_Answer, frozen=True, tag="recover", gc=False):
    unit: str
    of: Literal["status", "exhaustion"]


# -- the Advanced Game -----------------------------------------------------------------------------------------------


class Choose(_Answer, frozen=True, tag="choose", gc=False):
    objective: int


class Keep(_Answer, frozen=True, tag="keep", gc=False):
    pass


class Shift(_Answer, frozen=True, tag="shift", gc=False):
    group: str
    hex: str


class Claim(_Answer, frozen=True, tag="claim", gc=False):
    group: str


class March(_Answer, frozen=True, tag="march", gc=False):
    formation: str
    objective: str


class Deploy(_Answer, frozen=True, tag="deploy", gc=False):
    formation: str


class Objective(_Answer, frozen=True, tag="objective", gc=False):
    formation: str
    hex: str


class Remove(_Answer, frozen=True, tag="remove", gc=False):
    unit: str


class Halt(_Answer, frozen=True, tag="halt", gc=False):
    unit: str


class Rally(_Answer, frozen=True, tag="rally", gc=False):
    unit: str


Act = Move | Fire | Assault | Charge | Square | LeaveSquare | FallBack | Ferry
"""What a Force of the active Formation may do (3.2.2b)."""
Reaction = Face | Fire | Assault | Charge | Square | FallBack | LeaveMarch | LeaveSquare | Limber | Unlimber
"""What a Force may do against a trigger (11.5)."""

ALL: tuple[type[Answer], ...] = (
    Limber,
    Unlimber,
    Activate,
    Pass,
    Reserve,
    Declare,
    Done,
    Move,
    Fire,
    Assault,
    Charge,
    Square,
    LeaveSquare,
    LeaveMarch,
    FallBack,
    Face,
    Build,
    Ferry,
    GoOn,
    Stop,
    Turn,
    BreakOff,
    Hit,
    Lead,
    Retreat,
    Advance,
    Place,
    Recover,
    Choose,
    Keep,
    Shift,
    Claim,
    March,
    Deploy,
    Objective,
    Remove,
    Halt,
    Rally,
)
