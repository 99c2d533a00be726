"""The words of positions: their names and numbers, and what they say otherwise than the state holds it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.charts import MP
from quadrilatero.hexes import FACINGS, NO_HEXES, HexSet
from quadrilatero.kernel.position import Key

STATUSES: Final = ("good_order", "shaken", "disordered", "disorganised")
PIECES: Final = ("commander", "general", "scout")
"""What is no combat unit."""

SideName = Literal["italy", "austria"]
UnitTypeName = Literal[
    "line",
    "light",
    "cavalry",
    "artillery",
    "horse_artillery",
    "train",
    "fortress",
    "commander",
    "general",
    "scout",
]
PhaseName = Literal["setup", "initiative", "command", "action", "non_activated", "ooc", "march", "fatigue", "end"]
StepName = Literal["place", "strategy", "reinforcements", "states", "objectives", "rally", "generals"]
TaskName = Literal[
    "deploy",
    "scout_leaves",
    "scout_returns",
    "scout_joins",
    "scout_halts",
    "screen",
    "march_move",
    "scout_move",
    "entry_barred",
    "place",
]
ConductName = Literal["free", "fall_back", "halt", "hold", "cautious", "own_judgement", "bold", "rash"]
DidName = Literal["move", "fire", "assault", "charge", "square", "fall_back", "build", "ferry"]
FacingName = Literal["N", "NE", "SE", "S", "SW", "NW"]

Side = Annotated[str, Key(type=SideName)]
UnitType = Annotated[str, Key(type=UnitTypeName)]
Box = Annotated[str, Key(type=Literal["formation", "routed", "eliminated", "due", "exited", "pool"])]
Mode = Annotated[str, Key(type=Literal["base", "advanced"])]
Light = Annotated[str, Key(type=Literal["day", "night", "dawn", "dusk"])]
Phase = Annotated[str, Key(type=PhaseName)]
Step = Annotated[str, Key(type=StepName | None, default=None, read=lambda name, s: name or "", when="step")]
"""14.2, 14.6: the step of a phase of the Advanced Game; none at its beginning."""
TaskKind = Annotated[str, Key(type=TaskName)]
Rank = Annotated[str, Key(type=Literal["corps", "division", "brigade"])]
FormationState = Annotated[str, Key(type=Literal["engaged", "march", "reserve"])]
ThisTurn = Annotated[str, Key(type=Literal["activated", "halted"])]
Ammo = Annotated[str, Key(type=Literal["full", "low", "out"])]
ActiveStep = Annotated[str, Key(type=Literal["declare", "act"])]
Conduct = Annotated[str, Key(type=ConductName)]
MarkerType = Annotated[str, Key(type=Literal["assault", "charge"])]
Did = Annotated[str, Key(type=DidName)]
Year = Annotated[int, Key(type=Literal[1848, 1866])]
Count = Annotated[int, Meta(ge=0, le=99)]
Strength = Annotated[int, Meta(ge=1, le=99)]
StrengthLeft = Annotated[int, Meta(ge=0, le=99)]
"""None is left to a unit that was lost with all its strength (8.7-a)."""
Cohesion = Annotated[int, Meta(ge=1, le=12)]
Allowance = Annotated[int, Meta(ge=0, le=12)]
StackingValue = Annotated[int, Meta(ge=0, le=5)]
Day = Annotated[int, Meta(ge=1, le=9)]
Gt = Annotated[int, Meta(ge=1, le=24)]
Hex = Annotated[
    int,
    Key(
        type=str,
        read=lambda number, s: s.board.grid.index(number),
        write=lambda hex, s: s.board.grid.numbers[hex],
    ),
]
HexOrNone = Annotated[
    int,
    Key(
        type=str | None,
        default=None,
        read=lambda number, s: -1 if number is None else s.board.grid.index(number),
        write=lambda hex, s: None if hex < 0 else s.board.grid.numbers[hex],
    ),
]
"""-1 in the state where a position says null."""
Facing = Annotated[
    int,
    Key(type=FacingName, read=lambda name, s: FACINGS.index(name), write=lambda facing, s: FACINGS[facing]),
]
Status = Annotated[
    int,
    Key(
        type=Literal["good_order", "shaken", "disordered", "disorganised"],
        default="good_order",
        read=lambda name, s: STATUSES.index(name),
        write=lambda status, s: STATUSES[status],
    ),
]
"""0 for Good Order to 3 for Disorganised."""


def read_points(text: str, s: Any) -> int:
    """Movement points such as "5/2" in sixths."""
    points = Fraction(text) * MP
    if points.denominator != 1:
        raise ValueError(f"{text!r}: movement points come in halves and thirds")
    return int(points)


def write_points(points: int, s: Any = None) -> str:
    """Sixths of a movement point as a text.

    >>> write_points(15), write_points(12)
    ('5/2', '2')
    """
    return _as_fraction(points)


@cache
def _as_fraction(points: int) -> str:
    return str(Fraction(points, MP))


Points = Annotated[
    int,
    Meta(pattern=r"^\d{1,2}(/[1-6])?\Z"),
    Key(type=str, default="0", read=read_points, write=write_points),
]


class Said(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a position says in other words than the state."""


class RoadSaid(Said, rename={"kind": "class"}):
    """A road of a blank board."""

    kind: Literal["major", "minor"]
    path: list[str]


class BlankMap(Said):
    """A test board of the printed numbering, all clear and flat but for what is said here."""

    terrain: dict[str, str] = {}
    levels: dict[str, Annotated[int, Meta(ge=0, le=9)]] = {}
    hexsides: list[Annotated[list[str], Meta(min_length=3, max_length=3)]] = []
    roads: list[RoadSaid] = []
    bridges: list[str] = []
    fords: list[str] = []
    west: list[str] = []


class HexesBySide(Said):
    italy: list[str] = []
    austria: list[str] = []


class SupplyBySide(Said):
    italy: list[str] | None = None
    austria: list[str] | None = None


class Strategies(Said):
    italy: Annotated[int, Meta(ge=1, le=3)] | None = None
    austria: Annotated[int, Meta(ge=1, le=3)] | None = None


class WorkSaid(Said):
    """A bridge or a ferry under way: where, and for how many game turns, the present one included."""

    hex: str
    left: Annotated[int, Meta(ge=0, le=9)]


class ConditionSaid(Said, rename={"start": "from", "end": "to"}):
    """A part of a Strategic Objective."""

    kind: Literal[
        "control_all",
        "control_all_bridge_east_sides",
        "occupy_all",
        "valid_loc",
        "no_ah_loc",
        "corps_west_of_mincio",
        "corps_exited",
    ]
    hexes: list[str] = []
    start: str | None = None
    end: str | None = None
    text: str | None = None
    edge: str | None = None
    limit: str | None = None
    river: str | None = None
    note: str | None = None


class ObjectiveSaid(Said):
    """A Strategic Objective, as the scenario files write it."""

    side: SideName
    number: Annotated[int, Meta(ge=1, le=3)]
    conditions: list[ConditionSaid]
    title: str = ""
    optional_reinforcements: bool = False
    allows_optional_reinforcements: bool = False
    source: str | None = None
    src: str | None = None


class VictorySaid(Said):
    """How the game is won: most of some hexes, or Strategic Objectives."""

    type: Literal["majority", "objectives"]
    hexes: list[str] = []
    objectives: list[ObjectiveSaid] | None = None


class Work(NamedTuple):
    """A bridge or a ferry under way."""

    hex: int
    left: int


def _read_work(said: WorkSaid | bool | None, s: Any) -> Work | bool | None:
    return Work(s.board.grid.index(said.hex), said.left) if isinstance(said, WorkSaid) else said


def write_work(work: Work | bool | None, s: Any) -> Any:
    """A bridge or a ferry under way as positions write it."""
    return {"hex": s.board.grid.numbers[work.hex], "left": work.left} if isinstance(work, Work) else work


def _read_entry(said: str | list[str] | None, s: Any) -> tuple[int, ...]:
    numbers = [said] if isinstance(said, str) else said or ()
    return tuple(map(s.board.grid.index, numbers))


def write_entry(entry: tuple[int, ...], s: Any) -> Any:
    """Where a Formation enters, as positions write it."""
    numbers = s.board.numbers(entry)
    return numbers if len(numbers) > 1 else numbers[0] if numbers else None


T = TypeVar("T")
OnMap = Annotated[T, Key(when=lambda unit: unit.hex >= 0)]
OffMap = Annotated[T, Key(default=None, when=lambda unit: unit.hex < 0)]
OfFighters = Annotated[T, Key(when=lambda unit: unit.type not in PIECES)]
OfFortresses = Annotated[T, Key(when=lambda unit: unit.type == "fortress")]
OfGenerals = Annotated[T, Key(when=lambda unit: unit.type == "general")]
OfCommanders = Annotated[T, Key(when=lambda unit: unit.type == "commander")]
UnderWay = Annotated[T, Key(type=WorkSaid | None, read=_read_work, write=write_work, when=lambda unit: unit.building)]
OnFerry = Annotated[
    T, Key(type=WorkSaid | bool | None, read=_read_work, write=write_work, when=lambda unit: unit.ferry)
]
Entry = Annotated[tuple[int, ...], Key(type=str | list[str] | None, default=None, read=_read_entry, write=write_entry)]


def to_plain(said: Any, s: Any) -> Any:
    """What is said, as plain data."""
    return msgspec.to_builtins(said)


def read_sets(said: HexesBySide, s: Any) -> dict[str, HexSet]:
    """Hexes by side as sets."""
    index = s.board.grid.index
    return {side: HexSet.of(map(index, getattr(said, side))) for side in SIDES}


def write_sets(sets: dict[str, HexSet], s: Any) -> dict[str, list[str]]:
    """Sets of hexes as positions write them."""
    numbers = s.board.grid.numbers
    return {side: [numbers[hex] for hex in sets.get(side, NO_HEXES)] for side in SIDES}


def write_lists(lists: dict[str, tuple[int, ...]], s: Any) -> dict[str, list[str]]:
    """Hexes by side, in their order."""
    return {side: s.board.numbers(lists[side]) for side in SIDES}
