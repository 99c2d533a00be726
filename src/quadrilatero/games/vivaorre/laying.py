"""Terrain and deployments made without a player: sound ones for pick-up battles, and candidates for questions.

All that is given is lawful by the rules of `elements` and `deployment`, which are asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from quadrilatero.games.vivaorre.answers import Deploy, Placed, Route, Terrain
from quadrilatero.games.vivaorre.ground import AREAS
from quadrilatero.games.vivaorre.records import SetUp
from quadrilatero.games.vivaorre.rules import deployment, elements
from quadrilatero.games.vivaorre.rules.deployment import INWARD, Box
from quadrilatero.games.vivaorre.said import ENEMY, SIDES
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.kernel import Plain
from quadrilatero.table import overlaps_any, overlaps_ground

MOST = 24
INCH = 1000
GAP = 500
"""What is left free between two units that are deployed side by side."""
ROWS = (3, 6, 9, 12, 15, 18, 21, 24)
"""How far behind the front of a zone units are tried to be deployed, in inches."""


# -- terrain ----------------------------------------------------------------------------------------------------------


def generate(s: State, types: tuple[str, ...], kind: str, attacker: str, rng: random.Random) -> None:
    """3-h, 3-j, 3-l: terrain as two players would lay it in turn: as many elements as dice give, nothing covered."""
    faces = {side: rng.randint(1, 6) for side in SIDES}
    left = elements.number_of_elements(faces, elements.in_defence(s, kind, attacker))
    seat = rng.choice(SIDES)
    while any(left.values()):
        if left[seat]:
            left[seat] -= 1
            plain = random_element(s, types, rng, apart=True)
            if plain["do"] == "terrain":
                elements.place_element(s, msgspec.convert(plain, Terrain))
        seat = ENEMY[seat]


def random_element(s: State, types: tuple[str, ...], rng: random.Random, apart: bool = False) -> Plain:
    """A lawful element at a place drawn by lot; with `apart` one that covers no other area."""
    for _ in range(40):
        plain = _element(s, rng.choice(types or ("open",)), rng)
        if apart and _covers(s, plain):
            continue
        if elements.refuse_element(s, types, msgspec.convert(plain, Terrain)) is None:
            return plain
    return {"do": "pass"}


def terrain_candidates(s: State, types: tuple[str, ...]) -> list[Plain]:
    """Elements of every kind the theatre has, at places that are free; the same as long as the table is the same."""
    rng = random.Random(len(s.ground.pieces))
    found: list[Plain] = []
    for number in range(MOST - 1):
        kind = (*types, "open")[number % (len(types) + 1)]
        plain = random_element(s, (kind,), rng, apart=True)
        refused = plain["do"] == "terrain" and elements.refuse_element(s, types, msgspec.convert(plain, Terrain))
        if plain["do"] == "terrain" and not refused and plain not in found:
            found.append(plain)
    return found


def _element(s: State, kind: str, rng: random.Random) -> Plain:
    wide, high = s.ground.size
    if kind in elements.CROSSING:
        return {"do": "terrain", "type": kind, "line": _crossing(wide, high, rng)}
    long = min(elements.LONGEST, wide, high)
    if kind not in AREAS:
        x, y = rng.randint(0, wide - long), rng.randint(0, high - long)
        ends = [[x, y + rng.randint(0, long // 2)], [x + long * 3 // 4, y + rng.randint(0, long // 2)]]
        return {"do": "terrain", "type": kind, "line": ends if rng.random() < 0.5 else [end[::-1] for end in ends]}
    deep = rng.randint(5, 10) * INCH if kind != "building" else rng.randint(3, 5) * INCH
    long = long if kind != "building" else rng.randint(3, 6) * INCH
    across, along = (long, min(deep, high)) if rng.random() < 0.6 else (min(deep, wide), long)
    x, y = rng.randint(0, wide - across), rng.randint(0, high - along)
    cut = 0 if kind == "building" else min(across, along) // 4
    return {"do": "terrain", "type": kind, "shape": _rounded(x, y, across, along, cut)}


def _rounded(x: int, y: int, across: int, along: int, cut: int) -> list[list[int]]:
    """A rectangle, its corners cut off where it is natural ground."""
    if not cut:
        return [[x, y], [x + across, y], [x + across, y + along], [x, y + along]]
    east, north = x + across, y + along
    return [
        *([x + cut, y], [east - cut, y], [east, y + cut], [east, north - cut]),
        *([east - cut, north], [x + cut, north], [x, north - cut], [x, y + cut]),
    ]


def _crossing(wide: int, high: int, rng: random.Random) -> list[list[int]]:
    """A way across the whole table with a bend in it."""
    if rng.random() < 0.5:
        ys = [rng.randint(high // 6, high * 5 // 6) for _ in range(3)]
        return [[0, ys[0]], [wide // 2, ys[1]], [wide, ys[2]]]
    xs = [rng.randint(wide // 6, wide * 5 // 6) for _ in range(3)]
    return [[xs[0], 0], [xs[1], high // 2], [xs[2], high]]


def _covers(s: State, plain: Plain) -> bool:
    if "shape" not in plain:
        return any(piece.type == plain["type"] for piece in s.ground.lines)
    xs, ys = [x for x, _ in plain["shape"]], [y for _, y in plain["shape"]]
    box: Pose = ((min(xs) + max(xs)) // 2, max(ys), 0, max(xs) - min(xs), max(ys) - min(ys))
    return any(overlaps_ground(box, shape) for piece in s.ground.areas for shape in piece.shapes)


# -- deployment -------------------------------------------------------------------------------------------------------


def automatic(s: State, setup: SetUp, seat: str) -> Deploy | Route:
    """A sound deployment by the seed of the battle: brigades beside each other, or an order of march."""
    kind: Any = Route if deployment.marches(setup, seat) else Deploy
    rng = random.Random(setup.seed + SIDES.index(seat))
    found: Deploy | Route = msgspec.convert(random_deployment(s, setup, seat, rng), kind)
    return found


def deploy_candidates(s: State, setup: SetUp, seat: str) -> list[Plain]:
    """Deployments worth a thought: at the front of the zone and farther back, the brigades in several orders."""
    if deployment.marches(setup, seat):
        return _routes(s, seat)
    found: list[Plain] = []
    for back in (0, 3, 6, 9):
        for seed in (0, 1):
            plain = _deployment(s, setup, seat, random.Random(seed), back)
            if plain is not None and plain not in found:
                found.append(plain)
    return found or [random_deployment(s, setup, seat, random.Random(0))]


def random_deployment(s: State, setup: SetUp, seat: str, rng: random.Random) -> Plain:
    """A lawful deployment drawn by lot."""
    if deployment.marches(setup, seat):
        return rng.choice(_routes(s, seat))
    for _ in range(30):
        plain = _deployment(s, setup, seat, rng, rng.choice((0, 0, 3, 6)))
        if plain is not None:
            return plain
    raise ValueError(f"the table is too small for the army of {seat}")


def _routes(s: State, seat: str) -> list[Plain]:
    """Ways that are open to the whole army: roads and a few straight ones, or whatever there is."""
    order = [unit.id for unit in s.units.values() if unit.side == seat and unit.at is None]
    wide, high = s.ground.size
    own = s.edges[seat]
    ways = [[list(point) for point in piece.line] for piece in s.ground.lines if piece.type == "road"]
    for share in (2, 3, 4):
        if own in ("south", "north"):
            line = [[wide // share, 0], [wide // share, high]]
        else:
            line = [[0, high // share], [wide, high // share]]
        ways.append(line if own in ("south", "west") else line[::-1])
    return _open(s, seat, order, ways) or _open(s, seat, order, _straight_ways(wide, high))


def _open(s: State, seat: str, order: list[str], ways: Iterable[list[list[int]]]) -> list[Plain]:
    found: Iterator[Plain] = ({"do": "route", "order": order, "line": line} for line in ways)
    lawful = (plain for plain in found if deployment.refuse_route(s, seat, msgspec.convert(plain, Route)) is None)
    return list(islice(lawful, MOST))


def _straight_ways(wide: int, high: int) -> Iterator[list[list[int]]]:
    """Straight across the table at every inch, both ways, then across its corners."""
    for x in range(INCH, wide, INCH):
        yield [[x, 0], [x, high]]
    for y in range(INCH, high, INCH):
        yield [[0, y], [wide, y]]
    for off in range(INCH, min(wide, high), INCH):
        yield from ([[0, off], [off, 0]], [[wide - off, 0], [wide, off]])
        yield from ([[0, high - off], [off, high]], [[wide - off, high], [wide, high - off]])


def _deployment(s: State, setup: SetUp, seat: str, rng: random.Random, back: int) -> Plain | None:
    """Every brigade in a part of the zone of its own, its units where they find room; None where one does not."""
    zone = deployment.zone_of(s, setup, seat)
    own = [unit for unit in s.units.values() if unit.side == seat and unit.at is None]
    brigades = list(dict.fromkeys(unit.brigade for unit in own))
    rng.shuffle(brigades)
    placed: list[Pose] = []
    units: dict[str, Plain] = {}
    for number, brigade in enumerate(brigades):
        members = sorted([unit for unit in own if unit.brigade == brigade], key=lambda unit: -unit.start)
        for unit in members:
            found = _room_for(s, setup, unit, zone, placed, (2 * number + 1) * 500 // len(brigades), back)
            if found is None:
                return None
            units[unit.id], pose = found
            placed.append(pose)
    return {"do": "deploy", "units": dict(sorted(units.items(), key=lambda one: s.order[one[0]])), "generals": {}}


def _room_for(
    s: State, setup: SetUp, unit: Unit, zone: Box, placed: list[Pose], share: int, back: int
) -> tuple[Plain, Pose] | None:
    """The first place with room for a unit: from the middle of its part outwards, row after row."""
    facing = INWARD[s.edges[unit.side]]
    for x, y in _places(s.edges[unit.side], zone, share, back):
        plain: Plain = {"at": [x, y], "facing": facing}
        said = msgspec.convert(plain, Placed)
        there = deployment.stood(s, unit, said)
        if overlaps_any(_wider(there.pose), placed) >= 0:
            continue
        if there.disorder is not None or deployment.refuse_place(s, setup, unit, there, said) is not None:
            continue
        return plain, there.pose
    return None


def _wider(pose: Pose) -> Pose:
    return (pose[0], pose[1], pose[2], pose[3] + 2 * GAP, pose[4])


def _places(edge: str, zone: Box, share: int, back: int) -> Iterator[tuple[int, int]]:
    west, south, east, north = zone
    length = east - west if edge in ("south", "north") else north - south
    depth = north - south if edge in ("south", "north") else east - west
    for row in ROWS:
        behind = (row + back) * INCH
        if behind >= depth:
            return
        for off in range(0, length, 2 * INCH):
            for side in (1, -1) if off else (1,):
                along = length * share // 1000 + side * off
                if 0 <= along <= length:
                    yield {
                        "south": (west + along, north - behind),
                        "north": (west + along, south + behind),
                        "west": (east - behind, south + along),
                        "east": (west + behind, south + along),
                    }[edge]
