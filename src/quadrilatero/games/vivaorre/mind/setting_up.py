"""Before the battle: elements of terrain, deployments, the way of an army on the march."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from quadrilatero.games.vivaorre.answers import Deploy, Placed
from quadrilatero.games.vivaorre.ground import CONCEALING
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.records import SetUp
from quadrilatero.games.vivaorre.rules import deployment, ground
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed
from quadrilatero.table import span, to_line

SHELTER = ("open_wood", "building", "gentle_hill", "hedge", "wall", "bushes")
"""8-u, 8-w, 8-y: ground that shelters those who stand in it."""
BARRIERS = ("stream", "marsh", "steep_hill", "dense_wood", "rough", "gully", "sand")
"""8-s: ground that holds up who has to cross it."""
SHELTERED = 1.0
NEARER = 0.08
"""What an inch nearer to the enemy is worth to a unit of who attacks, beside a place in shelter."""
WAYSIDE = 4_000
"""3-d: ground so near to the way may hide an ambush."""


def weigh_terrain(scene: Scene) -> list[Weighed]:
    """3-l: shelter in one's own half; what holds up the enemy where he has to come, if it is he who does."""
    setup = scene.s.setup
    assert setup is not None
    defends = setup.attacker != scene.seat and setup.kind != "encounter"
    found = []
    for option in scene.options:
        worth = 0.0
        if option["do"] == "terrain":
            own = _is_on_own_side(scene, setup, option)
            if option["type"] in SHELTER:
                worth = 1.0 if own else -1.0
            elif option["type"] in BARRIERS:
                worth = (0.5 if own else 0.2) if defends else -0.5
        found.append(scene.weighed(option, cover=worth))
    return found


def _is_on_own_side(scene: Scene, setup: SetUp, option: Plain) -> bool:
    points = option.get("shape") or option["line"]
    x, y = (sum(point[axis] for point in points) // len(points) for axis in (0, 1))
    wide, high = scene.s.ground.size
    edge = scene.s.edges[scene.seat]
    on_own: dict[str, bool] = {"south": 2 * y < high, "north": 2 * y > high, "west": 2 * x < wide, "east": 2 * x > wide}
    return on_own[edge]


def weigh_deploy(scene: Scene) -> list[Weighed]:
    """3-b, 3-c, 3-d: forward if one has to attack, in shelter if one waits; an ambush is hidden; a way keeps clear."""
    setup = scene.s.setup
    assert setup is not None
    found = []
    for option in scene.options:
        if option["do"] == "route":
            found.append(scene.weighed(option, cover=-_dangers(scene, option)))
            continue
        places = _hidden(scene, setup, option) if setup.kind == "ambush" else option
        found.append(scene.weighed(places, cover=_shelter(scene, places), approach=_forward(scene, setup, places)))
    return found


def _hidden(scene: Scene, setup: SetUp, option: Plain) -> Plain:
    """13-g, 3-e: the same places, everybody hidden there."""
    units = {id: {**said, "hidden": True} for id, said in option["units"].items()}
    hidden: Plain = {**option, "units": units}
    lawful = deployment.refuse_deploy(scene.s, setup, scene.seat, msgspec.convert(hidden, Deploy)) is None
    return hidden if lawful else option


def _shelter(scene: Scene, option: Plain) -> float:
    """Units that stand in ground that covers them."""
    s = scene.s
    count = 0
    for id, said in option["units"].items():
        there = deployment.stood(s, s.units[id], msgspec.convert(said, Placed))
        count += any(piece.type in ground.COVER and ground.centre_in(there.pose, piece) for piece in s.ground.areas)
    return SHELTERED * count


def _forward(scene: Scene, setup: SetUp, option: Plain) -> float:
    """How far forward an army stands that is to go on, in inches; who is attacked need not."""
    if setup.kind == "defensive" or not option["units"]:
        return 0.0
    wide, high = scene.s.ground.size
    edge = scene.s.edges[scene.seat]
    axis = 1 if edge in ("south", "north") else 0
    ahead = [said["at"][axis] for said in option["units"].values()]
    if edge in ("north", "east"):
        ahead = [(high if axis else wide) - one for one in ahead]
    return float(NEARER * sum(ahead) / 1000)


def _dangers(scene: Scene, option: Plain) -> float:
    """3-d: the length of a way in feet, and the ground beside it that may hide somebody."""
    line = tuple([(point[0], point[1]) for point in option["line"]])
    length = sum([span(*a, *b) for a, b in pairwise(line)]) / 12_000
    near = 0
    for piece in scene.s.ground.areas:
        if piece.type in CONCEALING:
            near += any(to_line((x, y, 0, 1, 1), line) <= WAYSIDE for shape in piece.shapes for x, y in shape)
    return length + near
