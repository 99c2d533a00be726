"""Small records of the state: fights, divisions, work still open, armies, objectives. They are replaced."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from quadrilatero.games.alaguerre.said import (
    Count,
    FormationKind,
    Id,
    Mils,
    Name,
    Place,
    Row,
    Side,
    Stats,
    Turn,
    Why,
)
from quadrilatero.kernel import Plain
from quadrilatero.kernel.position import As, Key

Hand = Literal["left", "right"]
Turning = Annotated[int, Meta(ge=1, le=18000)]
ALL: Literal["all"] = "all"
"""5.5.2-f: the whole perimeter of an area."""


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """9.3: the mêlée a base is in.

    `on` is the part of the enemy that it charged: front, flank or rear; `began` is the side that charged first.
    """

    said: ClassVar = As("Fight", "The mêlée a base is in: rounds fought, whether it charged, and whom where.")

    rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    charged: bool = False
    on: Annotated[str, Key(type=Literal["front", "flank", "rear"])] = "front"
    principal: bool = False
    began: Side | None = None


class Occupation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """5.5.2-b, 5.5.2-f: the piece a base occupies and at which sides, `all` for the perimeter; a line has none."""

    said: ClassVar = As("Occupation", "The piece that is occupied, and at which sides, by the corner they start from.")

    piece: str
    sides: Annotated[list[int], Meta(min_length=1, max_length=2)] | Literal["all"] | None = None


class Division(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """2.7.3: a division; `tests` where it lost a unit in this turn, `wavers` to the end of that turn."""

    said: ClassVar = As("Division", "A division: whether it has to test, and until the end of which turn it wavers.")

    side: Side
    tests: bool = False
    wavers: Turn | None = None
    reserve: bool = False
    army: str | None = None


class Gone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A base that is no longer there."""

    said: ClassVar = As("Eliminated", "A base that was lost, and why.")

    id: Id
    side: Side
    division: str | None = None
    stats: Stats = "-/-/- -"
    why: Why = "losses"


class GunsLeft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """5.6.5-m, 4.1.1-c: guns that their crew left where they stood, until an enemy overruns them."""

    said: ClassVar = As("GunsLeft", "Guns without a crew: their place, side, and the morale of the battery.")

    id: Id
    side: Side
    at: Place
    facing: int
    morale: int = 0


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Whose army a side leads."""

    said: ClassVar = As("Army", "An army: its list, its name, its points.")

    list: str | None = None
    name: Name | None = None
    points: Count | None = None


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """4.1.2: what is worth points of cohesion: a piece of terrain or a place, who holds it, and which army took it."""

    said: ClassVar = As("Objective", "A piece of terrain or a place that is worth points of cohesion.")

    id: Id
    piece: str | None = None
    at: Annotated[list[Mils], Meta(min_length=2, max_length=2)] | None = None
    value: Count = 0
    owner: Side | None = None
    camp: bool = False
    army: str | None = None


class Active(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """5.1-d: the division in hand, the brigade that is being moved, and those that have finished."""

    said: ClassVar = As("ActiveDivision", "The division in hand, its open brigade, and those that have finished.")

    division: str
    brigade: str | None = None
    closed: tuple[str, ...] = ()


class Arrival(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """3.2, 12.2.1: divisions that come later; a reserve has no turn."""

    said: ClassVar = As("Reinforcement", "Divisions that enter the table later, where and in which formation.")

    id: Id
    side: Side
    turn: Turn | None = None
    at: Place | None = None
    divisions: tuple[str, ...] = ()
    formation: FormationKind = "column"
    hidden: bool = False


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """12.1.3, 12.2: a pick-up battle before its first turn.

    `plan` has the sector of each division, column from the west and row from the own edge; `turns` are the sides that
    deploy a division each, in this order; `reserves` who may still keep one back, `kept` who has.
    """

    said: ClassVar = As(
        "SetUp", "What is being settled before a pick-up battle: sectors of divisions, who deploys next."
    )

    kind: Annotated[str, Key(type=Literal["encounter", "assault"])] = "encounter"
    attacker: Side | None = None
    home: Side | None = None
    stage: Annotated[str, Key(type=Literal["plan", "intelligence", "deploy", "values"])] = "plan"
    plan: dict[str, Annotated[list[int], Meta(min_length=2, max_length=2)]] = {}
    turns: tuple[Side, ...] = ()
    reserves: tuple[Side, ...] = ()
    kept: tuple[Side, ...] = ()


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """8-c: a shot at the target whose fire is still open; `suffered` is the damage of the answer to it."""

    said: ClassVar = As("Shot", "A shot at the target whose fire is still open, and the damage it did.")

    unit: str
    damage: Annotated[int, Meta(ge=0, le=3)] = 0
    answered: bool = False
    suffered: Annotated[int, Meta(ge=0, le=3)] = 0
    extreme: bool = False


class Wheeled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """6.2-b: the wheel with which a charge or an approach begins."""

    said: ClassVar = As("ChargeWheel", "The wheel with which a charge begins: about which front corner, how far.")

    side: Annotated[str, Key(type=Hand)]
    angle: Turning


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """6, 7: a charge or an approach under way, for pages, odds and computer players to look at."""

    said: ClassVar = As("Attack", "A charge or an approach under way: who, whom, how far it has come.")

    kind: Annotated[str, Key(type=Literal["charge", "approach"])]
    unit: str
    target: str
    on: str = "front"
    reaction: str | None = None
    left: int = 0
    stage: str = "test"


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Work that is open inside a phase; one of the first six keys says of which kind.

    Beside a general `test` says what he is tried for (10.3): `wound` or `capture`.
    """

    test: str | None = None
    retreat: str | None = None
    rout: str | None = None
    recoil: str | None = None
    general: str | None = None
    division: str | None = None
    row: Row | None = None
    losses: Annotated[int, Meta(ge=0, le=4)] = 0
    damage: Annotated[int, Meta(ge=0, le=99)] = 0
    enemy: str | None = None

    @property
    def plain(self) -> Plain:
        """As positions write it."""
        found: Plain = msgspec.to_builtins(self)
        return found


def plain_of(said: Any, s: Any) -> Any:
    """What is said, as plain data."""
    return msgspec.to_builtins(said)
