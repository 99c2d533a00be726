"""Plans, deployments and places for a reserve that are worth a thought; all that is given is lawful."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from quadrilatero.games.alaguerre.answers import Appear, Deploy, Placed, Reserve
from quadrilatero.games.alaguerre.records import Arrival, SetUp
from quadrilatero.games.alaguerre.rules import deployment, reserve
from quadrilatero.games.alaguerre.rules.deployment import INWARD, Box
from quadrilatero.games.alaguerre.said import HORSE, UM
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.kernel import Plain
from quadrilatero.table import centre

STEP = UM // 2
"""How closely places are tried beside and behind each other."""
DEEP = 9 * UM
"""How far before and behind a piece of ground a reserve is tried."""


# -- plans (12.1.3) ---------------------------------------------------------------------------------------------------


def plans(s: State, side: str) -> list[Plain]:
    """Sectors for all divisions: horse on the wings, in the front row or behind; and the same towards either side."""
    found: list[Plain] = []
    for row in range(deployment.rows_to_deploy(deployment.sectors(s)[1])):
        for shift in (0, -1, 1):
            plain = in_a_row(s, side, row, shift)
            if plain not in found:
                found.append(plain)
    return found


def in_a_row(s: State, side: str, row: int, shift: int) -> Plain:
    """Divisions side by side in one row, as far as there are columns."""
    columns = deployment.sectors(s)[0]
    order = wings(s, deployment.to_deploy(s, side))
    first = (columns - len(order)) // 2 + shift
    places = [min(columns - 1, max(0, first + n)) for n in range(len(order))]
    return {"do": "plan", "sectors": {id: [place, row] for id, place in zip(order, places, strict=True)}}


def wings(s: State, divisions: list[str]) -> list[str]:
    """Divisions with horse outside, the others between them."""
    mounted = [id for id in divisions if any(base.type in HORSE for base in deployment.members(s, id))]
    return [*mounted[::2], *[id for id in divisions if id not in mounted], *mounted[1::2]]


def random_plan(s: State, side: str, rng: random.Random) -> Plain:
    """Every division in a sector of the area by lot, no two in one where there are enough."""
    columns, rows = deployment.sectors(s)
    places = [[column, row] for column in range(columns) for row in range(deployment.rows_to_deploy(rows))]
    waiting = deployment.to_deploy(s, side)
    drawn = rng.sample(places, len(waiting)) if len(waiting) <= len(places) else rng.choices(places, k=len(waiting))
    return {"do": "plan", "sectors": dict(zip(waiting, drawn, strict=True))}


# -- deployments (12.2) -----------------------------------------------------------------------------------------------


def deployments(s: State, setup: SetUp, side: str) -> list[Plain]:
    """For each division that waits: at the front of its sector, in its middle, far back; and in reserve."""
    found: list[Plain] = []
    for division in deployment.to_deploy(s, side):
        for back in (0, 2 * UM, 4 * UM):
            plain = deployed(s, setup, side, division, back)
            if plain is not None and plain not in found:
                found.append(plain)
        kept = Reserve(division=division)
        if deployment.refuse_reserve(s, setup, side, kept) is None:
            found.append(msgspec.to_builtins(kept))
    return found or [crowded(s, setup, side)]


def random_deployment(s: State, setup: SetUp, side: str, rng: random.Random) -> Plain:
    """One of the divisions that wait, in its sector by lot, or in reserve."""
    division = rng.choice(deployment.to_deploy(s, side))
    if rng.random() < 0.3 and deployment.refuse_reserve(s, setup, side, Reserve(division=division)) is None:
        return {"do": "reserve", "division": division}
    for _ in range(4):
        plain = deployed(s, setup, side, division, rng.randrange(0, 4 * UM, STEP))
        if plain is not None:
            return plain
    return deployments(s, setup, side)[0]


def deployed(s: State, setup: SetUp, side: str, division: str, back: int) -> Plain | None:
    """A division in its sector, so far behind the front of it; the CiC's guns with the last one. None without room."""
    sector = deployment.sector_box(s, side, *setup.plan[division])
    bases = deployment.members(s, division)
    if len(deployment.to_deploy(s, side)) == 1:
        bases = [*bases, *deployment.guns_to_deploy(s, side)]
    placed = drawn_up(s, bases, sector, deployment.area_of(s, side), back)
    if placed is None:
        return None
    plain: Plain = {"do": "deploy", "division": division, "bases": placed}
    return plain if deployment.refuse_deploy(s, setup, side, msgspec.convert(plain, Deploy)) is None else None


def crowded(s: State, setup: SetUp, side: str) -> Plain:
    """The first way in which any division finds room, from any distance behind the front of its sector."""
    for division in deployment.to_deploy(s, side):
        for back in range(0, 7 * UM, STEP):
            plain = deployed(s, setup, side, division, back)
            if plain is not None:
                return plain
    raise ValueError(f"there is no room for the divisions of {side} in their sectors")


def drawn_up(s: State, bases: list[Base], sector: Box, area: Box, back: int) -> Plain | None:
    """Bases in ranks from the front of a sector backwards, brigade beside brigade; great units in files."""
    standing: list[Base] = []
    placed: Plain = {}
    for file in files(bases):
        found = room_for(s, file, sector, area, back, standing)
        if found is None:
            return None
        for base, at in zip(file, found, strict=True):
            said: Plain = {"at": at, "facing": INWARD[s.edges[base.side]]}
            placed[base.id] = said
            standing.append(deployment.stood(s, base, msgspec.convert(said, Placed)))
    return placed


def files(bases: list[Base]) -> list[list[Base]]:
    """Bases that have to stand behind one another: those of a great unit; every other by itself."""
    found: dict[str, list[Base]] = {}
    for base in bases:
        found.setdefault(base.id if base.great is None else f"great {base.great}", []).append(base)
    return list(found.values())


def room_for(
    s: State, file: list[Base], sector: Box, area: Box, back: int, standing: list[Base]
) -> list[list[int]] | None:
    """The first free places for bases behind one another: from the middle outwards, rank after rank."""
    south = s.edges[file[0].side] == "south"
    rearwards = -1 if south else 1
    for x, front in places(sector, south, back):
        tried = list(standing)
        spots: list[list[int]] = []
        for base in file:
            at = [x, front + rearwards * sum(other.depth for other in file[: len(spots)])]
            there = deployment.stood(s, base, msgspec.convert({"at": at}, Placed))
            inside = deployment.is_inside(there.pose, area) and deployment.holds(sector, *centre(there.pose))
            if not inside or deployment.refuse_place(s, there, tried) is not None:
                break
            tried.append(there)
            spots.append(at)
        else:
            return spots
    return None


def places(sector: Box, south: bool, back: int) -> Iterator[tuple[int, int]]:
    """Middles of fronts in a sector: from its middle outwards, and from its front backwards."""
    west, low, east, high = sector
    half = (east - west) // 2
    for behind in range(back, high - low, UM + STEP):
        front = high - behind if south else low + behind
        for aside in range(0, half, STEP):
            yield west + half + aside, front
            if aside:
                yield west + half - aside, front


# -- a reserve that appears (12.2.1) ----------------------------------------------------------------------------------


def appearances(s: State, group: Arrival) -> list[Plain]:
    """Places for a hidden group: in woods and behind hills and houses that hide it from all."""
    bases = [base for id in group.divisions for base in deployment.members(s, id)]
    table: Box = (0, 0, *s.ground.size)
    found: list[Plain] = []
    for piece in s.ground.areas:
        west, low, east, high = piece.box
        boxes = [piece.box] if piece.type == "wood" else []
        boxes += [(west, low - DEEP, east, low), (west, high, east, high + DEEP)]
        for box in boxes:
            placed = drawn_up(s, bases, box, table, 0)
            if placed is None:
                continue
            plain: Plain = {"do": "appear", "group": group.id, "bases": placed}
            if reserve.refuse_appear(s, group, msgspec.convert(plain, Appear)) is None:
                found.append(plain)
    return found
