"""Chapter 12.1.3, 12.2-f, 12.3: sectors, and what may stand where when the armies deploy."""

from __future__ import annotations

from quadrilatero.games.alaguerre.answers import Deploy, Placed, Plan, Reserve
from quadrilatero.games.alaguerre.ground import BUILT
from quadrilatero.games.alaguerre.records import SetUp
from quadrilatero.games.alaguerre.rules.formations import Unit, single
from quadrilatero.games.alaguerre.rules.terrain import closed_to, lies_on
from quadrilatero.games.alaguerre.said import (
    BATTERY,
    COLUMN,
    GREAT,
    GUNS,
    LIMBERED,
    SKIRMISH,
    SQUARE,
    UM,
)
from quadrilatero.games.alaguerre.state import Base, General, Pose, State
from quadrilatero.games.alaguerre.telling import as_said, called, division_called, no
from quadrilatero.kernel import Refusal
from quadrilatero.table import centre, corners, join, overlaps, overlaps_any

SECTOR = 6667
"""12.1.2-a: the side of a sector."""
DEEP_TABLE = 4
"""12.3-a: from so many rows on a deployment area is two sectors deep."""
INWARD = {"south": 0, "north": 18000, "west": 9000, "east": 27000}
Box = tuple[int, int, int, int]
"""West, south, east, north."""


# -- sectors (12.1.2, 12.3) -------------------------------------------------------------------------------------------


def sectors(s: State) -> tuple[int, int]:
    """12.1.2-a. How many columns and rows of sectors the table has."""
    wide, high = s.ground.size
    return (wide + SECTOR // 2) // SECTOR, (high + SECTOR // 2) // SECTOR


def rows_to_deploy(rows: int) -> int:
    """12.3-a. How many rows of sectors a deployment area has."""
    return 2 if rows >= DEEP_TABLE else 1


def area_of(s: State, side: str) -> Box:
    """12.3-a. The deployment area of a side."""
    wide, high = s.ground.size
    deep = min(high, rows_to_deploy(sectors(s)[1]) * SECTOR)
    return (0, 0, wide, deep) if s.edges[side] == "south" else (0, high - deep, wide, high)


def sector_box(s: State, side: str, column: int, row: int) -> Box:
    """12.1.3-a. A sector by its column from the west and its row from the own edge."""
    wide, high = s.ground.size
    west, near = column * SECTOR, row * SECTOR
    east, far = min(wide, west + SECTOR), min(high, near + SECTOR)
    return (west, near, east, far) if s.edges[side] == "south" else (west, high - far, east, high - near)


def is_inside(pose: Pose, box: Box) -> bool:
    """12.3-a. Whether a whole base is in a rectangle."""
    found = corners(pose)
    west, south, east, north = box
    return all(west <= x <= east for x in found[::2]) and all(south <= y <= north for y in found[1::2])


def holds(box: Box, x: int, y: int) -> bool:
    """Whether a point is in a rectangle."""
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


# -- divisions that are not on the table yet --------------------------------------------------------------------------


def to_deploy(s: State, side: str) -> list[str]:
    """12.1.3-a. The divisions of a side of whom nobody is on the table yet, but for reserves."""
    found: list[str] = []
    for base in s.bases.values():
        division = base.division
        if base.side == side and base.at is None and division is not None and division not in found:
            if not s.divisions[division].reserve:
                found.append(division)
    return found


def guns_to_deploy(s: State, side: str) -> list[Base]:
    """2.7.4-c. Batteries under the CiC himself that are not on the table yet."""
    return [base for base in s.bases.values() if base.side == side and base.division is None and base.at is None]


def members(s: State, division: str) -> list[Base]:
    """The bases of a division that are not on the table."""
    return [base for base in s.bases.values() if base.division == division and base.at is None]


def whole_id(s: State, side: str, said: str) -> str:
    """The id of a division; a player may leave out its side."""
    return said if said in s.divisions or f"{side}.{said}" not in s.divisions else f"{side}.{said}"


# -- what may not be planned or deployed ------------------------------------------------------------------------------


def refuse_plan(s: State, side: str, answer: Plan) -> Refusal | None:
    """12.1.3-a, 12.3-a. Every division is in a sector of the deployment area, and nobody else."""
    waiting = to_deploy(s, side)
    given = {whole_id(s, side, id): sector for id, sector in answer.sectors.items()}
    for id in given:
        if id not in waiting:
            return no("12.1.3-a", "no_division_to_deploy", division=as_said(s, id, side))
    if missing := [id for id in waiting if id not in given]:
        return no("12.1.3-a", "division_without_sector", division=division_called(s, missing[0]))
    columns, rows = sectors(s)
    deep = rows_to_deploy(rows)
    for id, (column, row) in given.items():
        if not (0 <= column < columns and 0 <= row < rows):
            return no("12.1.3-a", "no_such_sector", division=division_called(s, id), columns=columns - 1)
        if row >= deep:
            return no("12.3-a", "outside_area", unit=division_called(s, id), rows=deep)
    return None


def refuse_reserve(s: State, setup: SetUp, side: str, answer: Reserve) -> Refusal | None:
    """12.2-b, 12.2-c, 12.2-e, 12.2.1-a. Who may keep a division back: one, and not the one the CiC leads himself."""
    division = whole_id(s, side, answer.division)
    if side not in setup.reserves:
        return no("12.2.1-a", "no_reserve")
    waiting = to_deploy(s, side)
    if division not in waiting:
        return no("12.1.3-a", "no_division_to_deploy", division=as_said(s, division, side))
    general, cic = s.commander(division), s.cic(side)
    if general is None or general.cic:
        return no("12.2.1-b", "reserve_of_cic", division=division_called(s, division))
    if len(waiting) == 1 and (guns_to_deploy(s, side) or cic is None or cic.at is None):
        return no("12.2.1-a", "last_to_deploy", division=division_called(s, division))
    return None


def refuse_deploy(s: State, setup: SetUp, side: str, answer: Deploy) -> Refusal | None:
    """12.1.3-a, 12.2-f, 12.3-a. Why a division may not deploy so: the first base or general at fault.

    Guns under the CiC deploy with any of his divisions, at the latest with the last.
    """
    division = whole_id(s, side, answer.division)
    waiting = to_deploy(s, side)
    if division not in waiting:
        return no("12.1.3-a", "no_division_to_deploy", division=as_said(s, division, side))
    own, guns = members(s, division), guns_to_deploy(s, side)
    if refusal := refuse_numbers(own, guns, answer.bases):
        return refusal
    if len(waiting) == 1 and (missing := [gun for gun in guns if gun.id not in answer.bases]):
        return no("12.1.3-a", "not_deployed", unit=missing[0].id, name=missing[0].name)
    column, row = setup.plan[division]
    sector = sector_box(s, side, column, row)
    standing: list[Base] = []
    for base in (*own, *guns):
        if base.id in answer.bases:
            there = stood(s, base, answer.bases[base.id])
            if refusal := refuse_formation(s, there, row) or refuse_place(s, there, standing):
                return refusal
            if not is_inside(there.pose, area_of(s, side)):
                return no("12.3-a", "outside_area", unit=base.name, rows=rows_to_deploy(sectors(s)[1]))
            if base.division is not None and not holds(sector, *centre(there.pose)):
                return no("12.1.3-a", "outside_sector", unit=base.name, name=base.name, column=column, row=row)
            standing.append(there)
    if refusal := refuse_great(s, standing):
        return refusal
    for id, (x, y) in answer.generals.items():
        if id not in [general.id for general in staff_to_deploy(s, side, division)]:
            return no("12.1.3-a", "no_general_to_deploy", general=as_said(s, id, side))
        if not holds(area_of(s, side), x, y):
            return no("12.3-a", "outside_area", unit=called(s, id), rows=rows_to_deploy(sectors(s)[1]))
    return None


def refuse_numbers(own: list[Base], guns: list[Base], placed: dict[str, Placed]) -> Refusal | None:
    """12.1.3-a. A division deploys whole, and nobody of another with it."""
    ids = {base.id for base in (*own, *guns)}
    if strange := [id for id in placed if id not in ids]:
        return no("12.1.3-a", "not_of_division", unit=strange[0])
    if missing := [base for base in own if base.id not in placed]:
        return no("12.1.3-a", "not_deployed", unit=missing[0].id, name=missing[0].name)
    return None


def refuse_formation(s: State, there: Base, row: int) -> Refusal | None:
    """12.2-f, 2.5-a, 2.8-a, 2.10.3-a. Columns and limbered guns only at the own edge of a table of three rows or more.

    All else as the troops can form.
    """
    if there.formation in (COLUMN, LIMBERED) and (sectors(s)[1] < 3 or row > 0):
        return no("12.2-f", "no_column_here", unit=there.name, name=there.name)
    return refuse_shape(there)


def refuse_shape(there: Base) -> Refusal | None:
    """2.5-a, 2.8-a, 2.8-b, 2.10.3-a, 5.2.9-b. Why troops cannot be in a formation."""
    formation = there.formation
    if (there.type in GUNS) != (formation in (BATTERY, LIMBERED)):
        return no("5.2.9-b", "no_such_formation", name=there.name, formation=formation)
    if formation == SKIRMISH and (not there.speciality or there.great is not None):
        return no("2.5-a", "no_such_formation", name=there.name, formation=formation)
    if there.speciality == "sk" and formation != SKIRMISH:
        return no("2.8-a", "no_such_formation", name=there.name, formation=formation)
    if formation == SQUARE:
        return no("2.10.3-a", "no_such_formation", name=there.name, formation=formation)
    return None


def refuse_place(s: State, there: Base, standing: list[Base]) -> Refusal | None:
    """5.3-a, 11.2-g. On the table, on top of nobody, in no ground that is closed to the troops."""
    if not is_inside(there.pose, (0, 0, *s.ground.size)):
        return no("12.3-a", "off_table", unit=there.name, name=there.name)
    if overlaps_any(there.pose, [other.pose for other in (*s.on_table(), *standing)]) >= 0:
        return no("5.3-a", "on_others", unit=there.name, name=there.name)
    return refuse_ground(s, single(there))


def refuse_ground(s: State, unit: Unit) -> Refusal | None:
    """11.2-g, 11-t2, 11-t3, 11-t7, 5.5.1-a. Nobody deploys in ground that is closed to him or has to be entered."""
    for piece in (*s.ground.closed, *s.ground.areas):
        rule = "5.5.1-a" if piece.type in BUILT else closed_to(unit, piece)
        if rule is not None and lies_on(unit.pose, piece):
            return no(rule, "closed_to_deployment", unit=unit.name, piece=piece.called)
    return None


def refuse_great(s: State, standing: list[Base]) -> Refusal | None:
    """2.11-b, 11-t3. The bases of a great unit stand together, and where it may be as a whole."""
    for id in dict.fromkeys([base.great for base in standing if base.great is not None]):
        own = [base for base in standing if base.great == id]
        if join([base.pose for base in own]) is None:
            return no("2.11-b", "great_apart", unit=called(s, id))
        if refusal := refuse_ground(s, Unit(id, GREAT, tuple(own))):
            return refusal
    return None


# -- what comes of it -------------------------------------------------------------------------------------------------


def stood(s: State, base: Base, said: Placed) -> Base:
    """12.1.3-a. A base as it stands once it is deployed; it faces inward unless it is said otherwise."""
    there = base.copy()
    there.at = (said.at[0], said.at[1])
    there.facing = INWARD[s.edges[base.side]] if said.facing is None else said.facing
    there.formation = base.formation if said.formation is None else said.formation
    there.settle()
    return there


def staff_to_deploy(s: State, side: str, division: str) -> list[General]:
    """2.7.5-b. The general of a division, and the CiC, as far as they are not on the table."""
    found = [
        general
        for general in s.generals.values()
        if general.side == side and (general.cic or general.division == division)
    ]
    return [general for general in found if general.at is None and general.state == "well"]


def put_down(s: State, bases: dict[str, Placed]) -> list[str]:
    """12.1.3-a. Bases stand where it was said; their ids."""
    for id, said in bases.items():
        there = stood(s, s.bases[id], said)
        s.change(s.bases[id], at=there.at, facing=there.facing, formation=there.formation)
    return list(bases)


def put_general(s: State, general: General, said: list[int] | None) -> None:
    """2.7.5-a. A general stands where it was said, or as near behind his troops as there is room."""
    at = tuple(said) if said is not None else room_behind(s, general)
    s.lead(general, at=at)


def room_behind(s: State, general: General) -> tuple[int, int]:
    """2.7.5-a. A free square behind the bases that a general leads, or behind all of his side."""
    own = [base for base in s.on_table(general.side) if base.division == general.division]
    led = own or list(s.on_table(general.side))
    wide, high = s.ground.size
    middle = sum(base.pose[0] for base in led) // len(led)
    south = s.edges[general.side] == "south"
    rear = min(base.pose[1] for base in led) if south else max(base.pose[1] for base in led)
    taken = [base.pose for base in s.on_table()] + [other.pose for other in s.present()]
    for ring in range(2, 40):
        for aside in range(-ring, ring + 1):
            for back in range(ring, -ring - 1, -1):
                x, y = middle + aside * UM // 2, rear + (-back if south else back) * UM // 2
                square: Pose = (x, y + UM // 2, 0, UM, UM)
                if is_inside(square, (0, 0, wide, high)) and not any(overlaps(square, other) for other in taken):
                    return x, y
    return middle, rear
