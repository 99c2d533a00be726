"""The campaign as a computer player sees it: what its Strategic Objective asks for, where to march, when to rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quadrilatero.games.custoza.board import CONTACT, ENEMY, INFANTRY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.mind.aims import NUMBERS, strategic_hexes, wants_out
from quadrilatero.games.custoza.mind.command import weariness
from quadrilatero.games.custoza.mind.places import Places
from quadrilatero.games.custoza.mind.scene import FAR, Scene
from quadrilatero.games.custoza.rules import columns
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.kernel.mind import Weighed

NEARER = 0.04
"""What a hex of the way to an objective is worth in the choice of one."""
TAKEN = 0.5
"""An objective that another Formation marches to already."""
BESIDE = 8
"""A place so many hexes from what is wanted is of no use for it."""
CLOSE_BY = 14
"""Enemies so near make it wise to deploy where the objective is."""
AT_ONCE = 2 * CONTACT
LEISURE = 12
"""A Formation that is Engaged so far from all that is wanted marches rather than walks."""
SHARE, LENGTH, FARTHER = 2.0, 0.05, 0.4
"""24.2: what of a Strategic Objective is in hand, how far the rest is, and how near the enemy stands to it."""
CHANGE = 0.6
"""24.2-b: by how much another objective must seem better to be worth the change."""

# -- 24.2: Strategic Objectives ----------------------------------------------------------------------------------------


def prospects(s: State, side: str, number: int) -> float:
    """24.2: how a Strategic Objective looks: what is in hand, how far the rest is, and how near the enemy is to it."""
    hexes = strategic_hexes(s, side, number)
    if not hexes:
        return -float(FAR)
    mine, theirs = stations(s, side), stations(s, ENEMY[side])
    distance = s.board.grid.distance
    worth = 0.0
    for hex in hexes:
        own = min((distance(hex, place) for place in mine), default=FAR)
        other = min((distance(hex, place) for place in theirs), default=FAR)
        held = SHARE if hex in s.control[side] or hex in s.held[side] else 0.0
        worth += held - LENGTH * own + (FARTHER if own < other else -FARTHER)
    return worth / len(hexes)


def stations(s: State, side: str) -> list[int]:
    """Where the Formations of a side are, or where they will come in."""
    entries = [group.entry for group in s.reinforcements if group.side == side]
    leaders = [unit.hex for id in s.leaders.values() if (unit := s.units[id]).side == side and unit.hex >= 0]
    return leaders + entries


def weigh_strategy(scene: Scene) -> list[Weighed]:
    """24.2-a, 24.2-b: the Strategic Objective that looks best; once chosen, another only for much."""
    s, found = scene.s, []
    for option in scene.options:
        number: int = option["objective"] if option["do"] == "choose" else scene.data["now"]
        margin = CHANGE if option["do"] == "keep" else 0.0
        found.append(scene.weighed(option, ground=prospects(s, scene.seat, number) + margin))
    return found


# -- where to march ----------------------------------------------------------------------------------------------------


def pull(scene: Scene, hex: int) -> float:
    """How much a place serves what is wanted: all of it where it is, less the farther away."""
    distance = scene.s.board.grid.distance
    return max(
        (matters * max(0.0, 1 - distance(hex, goal) / BESIDE) for goal, matters in scene.wanted.items()), default=0.0
    )


def heading_for(scene: Scene, formation: Formation, start: int, hex: int) -> float:
    """What an objective is worth to a Formation: what it serves, the way there, and who goes there already."""
    s = scene.s
    distance = s.board.grid.distance
    others = [
        other
        for other in s.formations.values()
        if other.side == scene.seat and other.id != formation.id and other.state == "march" and other.objective >= 0
    ]
    taken = sum(distance(other.objective, hex) <= columns.REACHED for other in others)
    return pull(scene, hex) - NEARER * distance(start, hex) - TAKEN * taken


def start_of(scene: Scene, formation: Formation) -> int:
    """Where a Formation is, or where it will enter."""
    start, _ = columns.beginning(scene.s, formation)
    if start >= 0:
        return start
    return formation.entry[0] if formation.entry else next(iter(columns.goals(scene.s)))


def weigh_objectives(scene: Scene) -> list[Weighed]:
    """16.2: another objective where it serves better; who has none gets the best."""
    s, found = scene.s, []
    for option in scene.options:
        if option["do"] != "objective":
            worth = readiness(scene, s.formations[option["formation"]]) if option["do"] == "deploy" else 0.0
            found.append(scene.weighed(option, march=worth))
            continue
        formation = s.formations[option["formation"]]
        start = start_of(scene, formation)
        then = heading_for(scene, formation, start, s.board.hex(option["hex"]))
        now = heading_for(scene, formation, start, formation.objective) if formation.objective >= 0 else -1.0
        found.append(scene.weighed(option, march=then - now - 0.2))
    return found


# -- 15: states --------------------------------------------------------------------------------------------------------


def nearest_enemy(scene: Scene, hex: int) -> int:
    """How far the nearest enemy unit or commander is, as far as this world has them."""
    s = scene.s
    distance = s.board.grid.distance
    pieces = [unit.hex for id in s.leaders.values() if (unit := s.units[id]).side == scene.enemy and unit.hex >= 0]
    return min([scene.nearest_enemy(hex), *(distance(hex, other) for other in pieces)])


def readiness(scene: Scene, formation: Formation) -> float:
    """16.10: what it is worth to deploy: units take and keep what is wanted, or face who comes; else they march on."""
    commander = scene.s.commander(formation.id)
    if commander is None or commander.hex < 0:
        return -1.0
    wanted = pull(scene, commander.hex)
    near = nearest_enemy(scene, commander.hex)
    return wanted - 0.4 + (0.6 if near <= CLOSE_BY else 0.0)


def weigh_states(scene: Scene) -> list[Weighed]:
    """14.2.2: deploy where it matters, rest who is worn out, march who is of no use where he stands."""
    s, found = scene.s, []
    for option in scene.options:
        if option["do"] == "done":
            found.append(scene.weighed(option))
            continue
        formation = s.formations[option["formation"]]
        if option["do"] == "deploy":
            found.append(scene.weighed(option, march=readiness(scene, formation)))
        elif option["do"] == "reserve":
            found.append(scene.weighed(option, rest=weariness(scene, formation.id), march=idleness(scene, formation)))
        else:
            commander = s.commander(formation.id)
            start = commander.hex if commander is not None else -1
            worth = heading_for(scene, formation, start, s.board.hex(option["objective"]))
            found.append(scene.weighed(option, march=worth, rest=-weariness(scene, formation.id)))
    return found


def idleness(scene: Scene, formation: Formation) -> float:
    """16.12: who stands far from the enemy and from all that is wanted had better march than walk; others stay."""
    s = scene.s
    commander = s.commander(formation.id)
    if commander is None or commander.hex < 0:
        return -1.0
    distance = s.board.grid.distance
    away = min((distance(commander.hex, goal) for goal in scene.wanted), default=0)
    if formation.state == "march":
        return -0.3 if pull(scene, commander.hex) > 0 else 0.1
    return 0.3 if away >= LEISURE and nearest_enemy(scene, commander.hex) >= AT_ONCE else -0.5


# -- 14.6: the March Phase ---------------------------------------------------------------------------------------------


def weigh_march(scene: Scene) -> list[Weighed]:
    """14.6: whoever is not where he is to go tries, the farthest first, unless he is worn out."""
    s, found = scene.s, []
    for option in scene.options:
        if option["do"] == "pass":
            found.append(scene.weighed(option))
            continue
        formation = s.formations[option["formation"]]
        start = start_of(scene, formation)
        far = s.board.grid.distance(start, formation.objective) if formation.objective >= 0 else 0
        worth = 0.3 + NEARER * far if far > columns.REACHED or leaves(scene, formation) else -0.5
        found.append(scene.weighed(option, march=worth, rest=-weariness(scene, formation.id)))
    return found


def leaves(scene: Scene, formation: Formation) -> bool:
    """24.2-j: whether a Formation is to leave the map, and can."""
    commander = scene.s.commander(formation.id)
    return commander is not None and columns.may_leave(scene.s, formation, commander) and wants_out(scene.s, scene.seat)


def weigh_march_move(scene: Scene) -> list[Weighed]:
    """16.1: as near to the objective as the points allow, by road."""
    s, found = scene.s, []
    formation = s.formations[scene.data["formation"]]
    ways = scene.ways_to(INFANTRY, formation.objective)
    for option in scene.options:
        if option["path"][-1] == "exit":
            found.append(scene.weighed(option, ground=5.0 if wants_out(scene.s, scene.seat) else -5.0))
            continue
        end = s.board.hex(option["path"][-1])
        left = ways.get(end, FAR * MP) / MP if end != formation.objective else 0.0
        found.append(scene.weighed(option, march=-NEARER * left))
    return found


def weigh_scout_move(scene: Scene) -> list[Weighed]:
    """16.7: a scout rides as a column would, along roads towards what is wanted, and keeps out of the enemy's reach.

    If none ever rode, whatever moved would be a Formation.
    """
    s, found = scene.s, []
    goals, roads, distance = list(scene.wanted), s.board.roads, s.board.grid.distance
    for option in scene.options:
        if option["do"] == "pass":
            found.append(scene.weighed(option))
            continue
        scout, end = s.units[option["units"][0]], s.board.hex(option["path"][-1])
        gain = nearest(distance, scout.hex, goals) - nearest(distance, end, goals)
        safe = 0.0 if scene.nearest_enemy(end) > CONTACT else -1.0
        found.append(scene.weighed(option, march=0.02 * gain + (0.05 if end in roads else 0.0), threat=safe))
    return found


def nearest(distance: Callable[[int, int], int], hex: int, goals: Iterable[int]) -> int:
    """How far the nearest of some hexes is."""
    return min((distance(hex, goal) for goal in goals), default=0)


# -- 21: reinforcements ------------------------------------------------------------------------------------------------


def weigh_reinforcements(scene: Scene) -> list[Weighed]:
    """21.5, 24.2-g: what can be had is called for; a barred group is led round if that costs little time."""
    s, found = scene.s, []
    distance = s.board.grid.distance
    groups = {group.id: group for group in s.reinforcements}
    for option in scene.options:
        if option["do"] == "claim":
            found.append(scene.weighed(option, march=1.0))
        elif option["do"] == "shift":
            away = distance(groups[option["group"]].entry, s.board.hex(option["hex"]))
            found.append(scene.weighed(option, march=0.5 - NEARER * away))
        else:
            found.append(scene.weighed(option))
    return found


def weigh_rally(scene: Scene) -> list[Weighed]:
    """13.7: a try costs nothing."""
    return [scene.weighed(option, order=1.0 if option["do"] == "rally" else 0.0) for option in scene.options]


# -- 16.8, 25.3: where counters are put --------------------------------------------------------------------------------


def weigh_deploy(scene: Scene) -> list[Weighed]:
    """16.8: each unit where it stands best, of the hexes that are left to it."""
    places, unit = Places(scene), scene.s.units[scene.data["unit"]]
    return [scene.weighed(option, **places.terms([unit], scene.s.board.hex(option["hex"]))) for option in scene.options]


def weigh_place(scene: Scene) -> list[Weighed]:
    """25.3, 27.3: each Formation around a hex of the Strategic Objective of its own, its units near its commander."""
    s, found = scene.s, []
    placed = [option for option in scene.options if option["do"] == "place"]
    unit = s.units[placed[0]["unit"]] if placed else None
    aim = station(scene, unit) if unit is not None else -1
    crowd = planned(s, scene.seat)
    for option in scene.options:
        if option["do"] == "done" or unit is None:
            found.append(scene.weighed(option, tempo=-FAR if placed else 0.0))
            continue
        hex = s.board.hex(option["hex"])
        terms = {"march": -NEARER * s.board.grid.distance(hex, aim)}
        if not unit.is_piece:
            terms["cover"] = 0.05 * -s.board.at(hex).assault.infantry
            terms["line"] = -0.1 * crowd.get(hex, 0)
        found.append(scene.weighed(option, **terms))
    return found


def station(scene: Scene, unit: Unit) -> int:
    """25.3: the hex around which the Formation of a counter is laid out: each has one of those that are wanted."""
    s = scene.s
    mine = [formation.id for formation in s.formations.values() if formation.side == scene.seat]
    number = mine.index(unit.formation) if unit.formation in mine else 0
    goals = sorted(strategic_hexes(s, scene.seat, s.strategy[scene.seat] or NUMBERS[0])) or [unit.hex]
    return goals[number % len(goals)]


def planned(s: State, side: str) -> dict[int, int]:
    """25.3: how many stacking points are planned for each hex."""
    found: dict[int, int] = {}
    for unit in s.on_map(side):
        place = s.plan.get(unit.id)
        hex = unit.hex if place is None else place.hex
        found[hex] = found.get(hex, 0) + unit.sv
    return found
