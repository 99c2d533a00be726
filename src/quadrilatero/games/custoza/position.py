"""Positions: the documented JSON of a moment of the game, read with every fault named, and written back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from quadrilatero.games.custoza.board import ENEMY, SIDES, Ground, Slope, printed_grid
from quadrilatero.games.custoza.charts import Charts
from quadrilatero.games.custoza.position_checks import check_position
from quadrilatero.games.custoza.records import Counter, Moment
from quadrilatero.games.custoza.said import PIECES, BlankMap, SupplyBySide, VictorySaid
from quadrilatero.games.custoza.state import MOST_POINTS, STAMPS, State
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.games.custoza.words import VOICE
from quadrilatero.hexes import FACINGS, NO_HEXES, HexSet
from quadrilatero.kernel import BadPosition, Plain
from quadrilatero.kernel.position import As, Codec

HOME_FACING = {"italy": "N", "austria": "S"}
WITHOUT_FORMATION = ("fortress", "general", "scout")
RESERVES = "{side}.reserve"
"""Where the roster lists the counters of a side that belong to no Formation."""


SOUTH_EDGE = [f"{column}{33 if column % 2 else 34}" for column in range(10, 41)]
"""24.2-j: where a Corps leaves a bare board: the south edge, up to 4034."""


class Values(NamedTuple):
    """What is printed on a counter."""

    sp: int
    sv: int
    cv: int
    ma: int


TYPICAL = {
    "line": Values(6, 3, 8, 5),
    "light": Values(2, 1, 8, 6),
    "cavalry": Values(4, 3, 8, 8),
    "artillery": Values(4, 1, 8, 6),
    "horse_artillery": Values(4, 1, 8, 8),
    "train": Values(1, 1, 8, 6),
    "fortress": Values(3, 0, 9, 0),
}
PIECE = Values(0, 0, 0, 8)


def _unit(said: Any, where: str) -> Plain:
    """2.4.1-b, 2.4.1-c, 2.4.2.3-a, 22.3.1-a. What a position leaves to be understood of a counter, by its type."""
    if (said.hex is None) == (said.box is None):
        raise VOICE.fault(where, "hex_or_box", unit=repr(said.id))
    typical = TYPICAL.get(said.type, PIECE)
    if said.type in PIECES:
        given = next((key for key in ("sp", "max", "cv", "sv", "facing") if getattr(said, key) is not None), None)
        if given:
            raise VOICE.fault(f"{where}.{given}", "piece_without", "2.4.2.3-b", type=said.type)
    sp = typical.sp if said.sp is None else said.sp
    if said.sp is None and said.max is not None:
        sp = said.max
    most = sp if said.max is None else said.max
    if sp > most:
        raise VOICE.fault(f"{where}.sp", "more_than_max", "2.4.1.1-a", sp=sp, most=most)
    return {
        "name": said.name or said.id,
        "formation": _formation_of(said),
        "sp": sp,
        "max": most,
        "cv": typical.cv if said.cv is None else said.cv,
        "ma": typical.ma if said.ma is None else said.ma,
        "sv": typical.sv if said.sv is None else said.sv,
        "facing": FACINGS.index(said.facing or HOME_FACING[said.side]),
    }


def _formation_of(said: Any) -> str | None:
    """22.3.2-a. Fortresses belong to no Formation, nor do units of the Reserve (4.4); others to one of their side."""
    if said.type in WITHOUT_FORMATION or said.reserve:
        return None
    return said.formation or str(said.side)


def _formation(said: Any, where: str) -> Plain:
    """What a position leaves to be understood of a Formation; its collapse level follows from all units."""
    return {"name": said.name or said.id, "collapse": said.collapse or 0, "corps": said.corps or said.id}


CODEC = Codec(
    State,
    As("Position", "A moment of a game at a boundary. Only `units` is required."),
    {Unit: _unit, Formation: _formation},
)
write, write_apart = CODEC.write, CODEC.write_apart


def schema() -> Plain:
    """The JSON Schema of a position, for documents and editors."""
    return CODEC.schema(SIDES)


def read(plain: Plain, options: Mapping[str, str], ground: Ground, campaigns: Mapping[int, Plain]) -> State:
    """The state of a position; BadPosition names the field at fault. `campaigns` say how those of each year are won."""
    said = CODEC.parse(plain)
    victory: VictorySaid | None = said.victory
    if victory is not None and victory.type == "objectives" and victory.objectives is None and said.year in campaigns:
        said.victory = msgspec.convert(campaigns[said.year], VictorySaid)
    if isinstance(said.map, BlankMap):
        ground = blank_ground(said.map, ground.charts)
    s = CODEC.read(said, board=ground.board(), options=options, sink=[], deeds=(), triggers=())
    s.zones, s.zones_at, s.searches, s.memory = {}, {}, {}, {}
    s.shared_units, s.shared_places, s.shared_formations = False, False, False
    units, s.units, s.at, s.held = s.units, {}, {}, dict.fromkeys(SIDES, NO_HEXES)
    s.crowds = dict.fromkeys(SIDES, (0,) * (MOST_POINTS + 1))
    s.order = {id: number for number, id in enumerate(units)}
    s.area = None if s.area is None else (s.area[0], s.area[1])
    s.leaders, s.members, s.armies = _leaders(units), _members(units), _armies(units)
    s.veils, s.tallies, s.listed = {}, {}, {}
    s.stamps, s.recent = dict.fromkeys(STAMPS, 0), dict.fromkeys(SIDES, ())
    lay_board(s, units)
    for unit in units.values():
        s.place(unit)
    _complete_formations(s, said)
    _complete_time(s, said, ground.charts)
    if not said.roster:
        s.roster = roster_of(s)
    s.printed = {key: [msgspec.to_builtins(card) for card in cards] for key, cards in s.roster.items()}
    s.rank = _rank(s)
    s.supply = _supply(s, said.supply)
    check_position(s)
    return s


def _leaders(units: Mapping[str, Unit]) -> dict[str, str]:
    """2.4.2.3-a: the commander of each Formation that has one."""
    found: dict[str, str] = {}
    for unit in units.values():
        if unit.type == "commander" and unit.formation is not None:
            found.setdefault(unit.formation, unit.id)
    return found


def _members(units: Mapping[str, Unit]) -> dict[str, tuple[str, ...]]:
    """2.5-a: the combat units of each Formation."""
    found: dict[str, list[str]] = {}
    for unit in units.values():
        if unit.formation is not None and not unit.is_piece:
            found.setdefault(unit.formation, []).append(unit.id)
    return {formation: tuple(ids) for formation, ids in found.items()}


def _armies(units: Mapping[str, Unit]) -> dict[str, tuple[str, ...]]:
    """All counters of each side."""
    return {side: tuple(unit.id for unit in units.values() if unit.side == side) for side in SIDES}


def _rank(s: State) -> dict[str, int]:
    """The place of each counter in the roster, which everybody knows; the order of the units might tell more."""
    printed = [card.id for cards in s.roster.values() for card in cards]
    strangers = sorted(s.units.keys() - set(printed))
    return {id: number for number, id in enumerate((*printed, *strangers))}


def lay_board(s: State, units: Mapping[str, Unit]) -> None:
    """22.3.2-a: the board as it is now: fortresses that stand, the bridge of boats, the area in play."""
    fortresses = HexSet.of(unit.hex for unit in units.values() if unit.type == "fortress" and unit.hex >= 0)
    area = None if s.area is None else (s.area[0], s.area[1])
    s.board = s.board.ground.board(area, fortresses, s.pontoon, ford_guns=s.options["ford_guns"] == "allowed")


def blank_ground(said: BlankMap, charts: Charts) -> Ground:
    """A bare board with what the position put on it; worlds made up from one view share it, with all its tables."""
    return _blank_ground(msgspec.json.encode(said), charts)


@lru_cache(maxsize=16)
def _blank_ground(written: bytes, charts: Charts) -> Ground:
    said = msgspec.json.decode(written, type=BlankMap)
    try:
        return Ground(
            printed_grid(),
            charts,
            plain=msgspec.to_builtins(said),
            terrain=said.terrain,
            levels=said.levels,
            slopes=[Slope(*side) for side in said.hexsides],
            roads=[(road.kind, road.path) for road in said.roads],
            bridges=said.bridges,
            fords=said.fords,
            west=said.west,
            exits=SOUTH_EDGE,
        )
    except ValueError as error:
        raise BadPosition(f"position: map: {error}") from None


def _complete_formations(s: State, said: Any) -> None:
    """2.5-a, chart.CMD-a. A Formation that only units name has the defaults; collapse levels follow from the units."""
    for unit in s.units.values():
        if unit.formation is not None and unit.formation not in s.formations:
            s.formations[unit.formation] = Formation(unit.formation, unit.side, unit.formation, corps=unit.formation)
    for id, formation in list(s.formations.items()):
        if not formation.collapse:
            level = s.board.charts.collapse_level((unit.max, unit.cv) for unit in s.of_formation(id))
            s.change_formation(id, collapse=level)


def _complete_time(s: State, said: Any, charts: Charts) -> None:
    """What the clock and the phase are unless said."""
    s.light = said.light or charts.light(s.year, s.gt)
    s.phase = said.phase or ("initiative" if s.active is None else "action")
    if said.last is None:
        s.last = Moment(s.day, s.gt)
    if said.next is None:
        formation = s.active and s.formations.get(s.active.formation)
        first = ENEMY[s.initiative] if s.phase in ("non_activated", "ooc") else s.initiative  # 3.3-c, 3.4-d
        s.next = ENEMY[formation.side] if formation else first


def _supply(s: State, said: SupplyBySide) -> dict[str, tuple[int, ...]]:
    """Sources of supply: as said, or those of the map."""
    found: dict[str, tuple[int, ...]] = {}
    for side in SIDES:
        numbers: list[str] | None = getattr(said, side)
        try:
            found[side] = s.board.supply[side] if numbers is None else tuple(map(s.board.grid.index, numbers))
        except ValueError as error:
            raise BadPosition(f"position: supply.{side}: {error}") from None
    return found


def roster_of(s: State) -> dict[str, tuple[Counter, ...]]:
    """The printed counters of all units, by Formation; those without one under their side's reserve."""
    found: dict[str, tuple[Counter, ...]] = {}
    for unit in s.units.values():
        key = unit.formation or RESERVES.format(side=unit.side)
        printed = Counter(
            unit.id, unit.side, unit.type, unit.name, unit.max, unit.cv, unit.ma, unit.sv, _value(s, unit)
        )
        found[key] = (*found.get(key, ()), printed)
    return found


def _value(s: State, unit: Unit) -> int:
    if unit.type == "fortress":
        return unit.guns
    return unit.value if unit.type == "general" else 0
