"""Before the battle and between its turns: plans, deployments, reinforcements, rally."""

from __future__ import annotations

from quadrilatero.games.alaguerre.mind.scene import Scene, middle
from quadrilatero.games.alaguerre.mind.worth import left_of
from quadrilatero.games.alaguerre.rules.formations import named
from quadrilatero.games.alaguerre.said import LEVEL, SHAKEN, UM
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed
from quadrilatero.table import span

FORWARD = 0.3
"""12.1.3-a: what a row nearer to the enemy is worth to who goes to meet him."""
ASIDE = 0.05
"""What each column away from the middle costs."""
BACK = 0.02
"""What each um behind the front of its sector costs a division."""
RESERVE = -0.5
"""12.2.1: a reserve comes late, if at all."""
SOON = 1.0
"""3.2-a: troops are of use on the table; deployed they come an impulse later."""
RALLIED, TURNED = 0.4, 0.1


def weigh_plan(scene: Scene) -> list[Weighed]:
    """12.1.3-a: in the front row, about the middle; who is attacked keeps one row back."""
    setup = scene.s.setup
    defends = setup is not None and setup.kind == "assault" and setup.attacker != scene.side
    columns = scene.data["columns"]
    found = []
    for option in scene.options:
        sectors = list(option["sectors"].values())
        rows = sum([row for _, row in sectors])
        off = abs(sum([2 * column - columns + 1 for column, _ in sectors])) / 2
        found.append(scene.weighed(option, approach=FORWARD * rows * (-1 if defends else 1), order=-ASIDE * off))
    return found


def weigh_deploy(scene: Scene) -> list[Weighed]:
    """12.2: divisions one after another, each at the front of its sector."""
    high = scene.s.ground.size[1]
    south = scene.s.edges[scene.side] == "south"
    found = []
    for option in scene.options:
        if option["do"] == "reserve":
            found.append(scene.weighed(option, command=RESERVE))
            continue
        ys = [said["at"][1] for said in option["bases"].values()]
        ahead = sum(ys) / len(ys) if south else high - sum(ys) / len(ys)
        found.append(scene.weighed(option, approach=BACK * ahead / UM))
    return found


def weigh_reinforce(scene: Scene) -> list[Weighed]:
    """3.2-a, 12.2.1-a: on to the table at once; a hidden group where it is nearest to the enemy."""
    found = []
    for option in scene.options:
        worth = 0.0
        if option["do"] == "enter":
            worth = SOON / 2 if option.get("formation") == "deployed" else SOON
        elif option["do"] == "appear":
            worth = SOON + nearness(scene, option)
        found.append(scene.weighed(option, approach=worth))
    return found


def nearness(scene: Scene, option: Plain) -> float:
    """How near to the enemy a group would appear, from 0 to 1."""
    if not scene.foe_poses:
        return 0.0
    places = [(said["at"][0], said["at"][1]) for said in option["bases"].values()]
    x, y = middle(places)
    far = min([span(x, y, pose[0], pose[1]) for pose in scene.foe_poses])
    return 1 / (1 + far / (10 * UM))


def weigh_rally(scene: Scene) -> list[Weighed]:
    """10.4.1-c, 10.4.1-d: every general rallies whom he can, the most shaken first; who has rallied turns to face."""
    found = []
    for option in scene.options:
        worth = 0.0
        unit = named(scene.s, option["unit"]) if "unit" in option else None
        if option["do"] == "rally" and unit is not None:
            worth = RALLIED * left_of(scene.body(unit)) * (2 if unit.level >= LEVEL[SHAKEN] else 1)
        elif option["do"] == "turn":
            worth = TURNED
        found.append(scene.weighed(option, order=worth))
    return found
