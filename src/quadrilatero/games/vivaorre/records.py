"""Small records of the state: charges declared, orders, work still open, armies, brigades. They are replaced."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from quadrilatero.games.vivaorre.said import (
    Count,
    Does,
    Gun,
    Half,
    Hand,
    Id,
    Mount,
    Name,
    Place,
    Points,
    Sections,
    Side,
    Told,
)
from quadrilatero.kernel import Plain
from quadrilatero.kernel.position import As, Key

Angle = Annotated[int, Meta(ge=1, le=9000)]


class Wheeled(msgspec.Struct, frozen=True, gc=False):
    """7-c: the wheel with which a charge begins."""

    said: ClassVar = As("ChargeWheel", "The wheel with which a charge begins: about which front corner, how far.")

    side: Hand
    angle: Angle


class Declared(msgspec.Struct, frozen=True, gc=False):
    """7-a: who charges whom."""

    said: ClassVar = As("DeclaredCharge", "A charge that was declared; without a wheel the smallest that touches.")

    unit: str
    target: str
    wheel: Wheeled | None = None


class Order(msgspec.Struct, frozen=True, gc=False):
    """5-ch1, 5-ch2, 5-ch3, 5-ch16: what a general was told, and what he does in this turn."""

    said: ClassVar = As("Order", "What a general was told and what he does in this turn.")

    told: Told | None = None
    does: Does | None = None


class Army(msgspec.Struct, frozen=True, gc=False):
    """Whose army a seat leads."""

    said: ClassVar = As("Army", "An army: its list, its name, its initiative (6-d), whether it is European (3-i).")

    list: str | None = None
    name: Name | None = None
    initiative: Annotated[int, Meta(ge=-3, le=3)] = 0
    european: bool = True


class Brigade(msgspec.Struct, frozen=True, gc=False):
    """5-b: a brigade; `half` is when it moves under an Intuitivo (5-ch7) in this turn."""

    said: ClassVar = As("Brigade", "A brigade: its units at the start, whether it is demoralised.")

    side: Side
    strength: Count
    demoralised: bool = False
    half: Half | None = None


class Gone(msgspec.Struct, frozen=True, gc=False):
    """A unit that is no longer there."""

    said: ClassVar = As("Eliminated", "A unit that was lost: its side, brigade and points.")

    id: Id
    side: Side
    brigade: str | None = None
    points: Points = 0


class GunsLeft(msgspec.Struct, frozen=True, gc=False):
    """10-n: guns that were left where they stood; who touched them last owns them."""

    said: ClassVar = As("GunsLeft", "Guns without gunners, and who touched them last.")

    id: Id
    at: Place
    gun: Gun
    mount: Mount | None
    sections: Sections
    side: Side


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """1-g: what a side has to have done by the end: hold a piece of ground, or destroy some units."""

    said: ClassVar = As("Objective", "Ground that a side has to hold at the end, or units that it has to destroy.")

    id: Id
    side: Side
    kind: Annotated[str, Key(type=Literal["hold", "destroy"])]
    title: dict[str, str] = {}
    shape: tuple[Place, ...] = ()
    units: tuple[str, ...] = ()


class Sides(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A number for each seat."""

    red: int = 0
    blue: int = 0


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """3-a: what is still to be settled before a pick-up battle begins.

    `types` are the elements of its theatre, `elements` how many each seat may still place and `placing` who is to
    place the next; `seed` makes automatic deployments differ.
    """

    said: ClassVar = As("SetUp", "What is still to be settled before a pick-up battle begins.")

    kind: Annotated[str, Key(type=Literal["encounter", "defensive", "ambush", "roll"])]
    attacker: Side
    stage: Annotated[str, Key(type=Literal["kind", "elements", "terrain", "characters", "deploy"])] = "kind"
    home: Side | None = None
    terrain: Annotated[str, Key(type=Literal["players", "done"])] = "done"
    deployment: Annotated[str, Key(type=Literal["players", "automatic", "done"])] = "players"
    types: tuple[str, ...] = ()
    elements: Sides = Sides()
    placing: Side | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """3-d: the order in which an army that may be ambushed marches, and its way from edge to edge."""

    said: ClassVar = As("RouteTaken", "The order and the way of an army on the march, until the ambush is sprung.")

    side: Side
    order: tuple[str, ...]
    line: tuple[Place, ...]


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Work that is open inside a phase; one of the first five keys says of which kind.

    Of a fight `taken` are the hits that each unit took, `given` those it gave; between two units one tells the other.
    """

    test: str | None = None
    rout: str | None = None
    general: str | None = None
    event: Annotated[int, Meta(ge=1, le=20)] | None = None
    outcome: tuple[str, ...] | None = None
    why: str | None = None
    by: int = 0
    unit: str | None = None
    enemy: str | None = None
    taken: dict[str, int] = {}
    given: dict[str, int] = {}

    @property
    def plain(self) -> Plain:
        """As positions write it."""
        found: Plain = msgspec.to_builtins(self)
        return found


def plain_of(said: Any, s: Any) -> Any:
    """What is said, as plain data."""
    return msgspec.to_builtins(said)
