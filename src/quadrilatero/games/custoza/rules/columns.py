"""Chapter 16, up to 16.7: objectives, the march towards them by road, and the scouts that hide it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from quadrilatero.games.custoza.answers import Activate, Done, Halt, Move, Objective, Pass
from quadrilatero.games.custoza.answers import Deploy as DeployAnswer
from quadrilatero.games.custoza.board import ENEMY, INFANTRY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.fog import is_deployed
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import deployment, entering, formations, listing, marching, reinforcements, states
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import (
    Modifiers,
    ask,
    no,
    reveal,
    reveal_of,
    roll_unseen,
    settle,
    tell,
    tell_own,
)
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.flood import PricedWays, cheapest, distances
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.ask import Dice
from quadrilatero.kernel.listing import Listing

REACHED: Final = 2
"""16.1-d: so near an objective counts as reached."""
SIX: Final = 6

# -- 16.1: objectives --------------------------------------------------------------------------------------------------


def goals(s: State) -> HexSet:
    """chart.OM-a, 2.3-a: the boxes of the Objectives Map: the places of the map and what the game is won by.

    A bare board has no names: any hex may be an objective there.
    """
    return s.board.places & s.board.in_area if s.board.places else s.board.open


def refuse_goal(s: State, number: str) -> Refusal | None:
    """16.1-a, chart.OM-a. Whether a hex may be an objective."""
    hex = s.board.hex(number)
    return None if hex >= 0 and hex in goals(s) else no("16.1-a", "no_objective", hex=number)


def has_reached(s: State, formation: Formation) -> bool:
    """16.1-d. A Formation has reached its objective when its commander is within two hexes of it."""
    commander = s.commander(formation.id)
    if commander is None or commander.hex < 0 or formation.objective < 0:
        return False
    return s.board.grid.distance(commander.hex, formation.objective) <= REACHED


# -- 14.2.4, 14.2.5: changing and giving objectives --------------------------------------------------------------------


def may_change(s: State, formation: Formation) -> bool:
    """14.2.4-a, 14.2.5-a, 21.1-b. Formations In March try once a game turn; who has just left Reserve has a new one."""
    here = exists(s, formation) or s.phase == "setup"
    return formation.state == "march" and not formation.changed and here and not has_tried(s, formation)


def has_tried(s: State, formation: Formation) -> bool:
    """16.2-a: whether a Formation has tried to change its objective in this game turn; its commander is marked."""
    commander = s.commander(formation.id)
    return commander is not None and commander.used


def exists(s: State, formation: Formation) -> bool:
    """15.2-a. Whether a Formation marches: its commander is on the map, or waits at the edge."""
    commander = s.commander(formation.id)
    if commander is None:
        return False
    return commander.hex >= 0 or (commander.box == "due" and reinforcements.has_arrived(s, formation.id))


def might_march(s: State, side: str) -> bool:
    """16.3-a: whether a side has Formations that the enemy does not see: they may march, for all he knows."""
    return any(entry.side == side and not is_deployed(s, entry) for entry in s.formations.values())


def objectives_step(s: State) -> Script:
    """14.2.4-a, 14.2.5-a, 16.1-e. A side changes objectives, in secret. Returns whether it is done with it."""
    side = s.next
    if not might_march(s, side):
        return True
    able = [formation.id for formation in s.formations.values() if formation.side == side and may_change(s, formation)]
    there = [id for id, entry in s.formations.items() if has_tried(s, entry) and not states.refuse_deploy(s, side, id)]

    def options() -> Listing:
        numbers = s.board.numbers(goals(s))
        deploy = [{"do": "deploy", "formation": id} for id in there]
        orders = [[{"do": "objective", "formation": id, "hex": number} for number in numbers] for id in able]
        return Listing([[{"do": "done"}], deploy, *orders])

    def refuse(answer: Objective | DeployAnswer | Done) -> Refusal | None:
        if isinstance(answer, Done):
            return None
        if isinstance(answer, DeployAnswer):
            return None if answer.formation in there else no("16.10-a", "cannot_deploy", formation=answer.formation)
        if answer.formation not in able:
            return no("16.2-a", "no_new_objective", formation=answer.formation)
        return refuse_goal(s, answer.hex)

    answer = yield ask(
        s,
        side,
        "objectives",
        "16.2-a",
        (Objective, DeployAnswer, Done),
        options,
        refuse,
        certain=True,
        secret=True,
        formations=able,
    )
    if isinstance(answer, Done):
        yield reveal("orders_given", "14.2.4-a", seat=side)
        return True
    if isinstance(answer, DeployAnswer):
        yield from states.deploy(s, s.formations[answer.formation])
    else:
        yield from change_objective(s, s.formations[answer.formation], s.board.hex(answer.hex))
    return False


def change_objective(s: State, formation: Formation, hex: int) -> Script:
    """16.2-a, 16.2-b, 14.2.5-a. One die, not more than both commanders' values; who is still to enter does not roll.

    It is the Formation's only try of this game turn.
    """
    commander = s.commander(formation.id)
    if commander is not None:
        s.change(commander, used=True)
    if commander is None or commander.hex < 0 or s.phase == "setup":
        s.change_formation(formation.id, objective=hex)
        number = s.board.grid.numbers[hex]
        yield settle(formation.side, "objective", "14.2.5-a", formation=formation.id, name=formation.name, hex=number)
        return
    general = s.general(formation.side)
    need = formation.command + (general.value if general is not None else 0)
    faces = yield Dice(1, seen_by=(formation.side,))
    success = faces[0] != SIX and faces[0] <= need
    roll_unseen(
        s,
        "16.2-a",
        "objective",
        formation.side,
        faces,
        [],
        dice_seen=False,
        total=faces[0],
        success=success,
        outcome="success" if success else "failure",
        formation=formation.id,
        name=formation.name,
        need=need,
    )
    if success:
        give_objective(s, formation, hex, "16.2-a")


def give_objective(s: State, formation: Formation, hex: int, rule: str) -> None:
    """16.1-a, 16.2-c. The marker goes to another box of the Objectives Map."""
    s.change_formation(formation.id, objective=hex)
    number = s.board.grid.numbers[hex]
    tell_own(s, formation.side, "objective", rule, formation=formation.id, name=formation.name, hex=number)


# -- 14.6, 16.4: attempts ----------------------------------------------------------------------------------------------


def refuse_attempt(s: State, side: str, name: str) -> Refusal | None:
    """14.6-a, 16.4-c, 17.1-a. Formations In March that were neither activated nor halted in this game turn."""
    formation = s.formations.get(name)
    if formation is None or formation.side != side or not exists(s, formation):
        return no("16.4-c", "not_your_formation", formation=name)
    if formation.state != "march":
        return no("17.1-a" if formation.state == "reserve" else "16.4-c", "not_marching", name=formation.name)
    if formation.this_turn == "activated":
        return no("5.1-b", "already_activated", name=formation.name)
    if formation.this_turn == "halted":
        return no("14.6-b", "halted", name=formation.name)
    if formation.objective < 0:
        return no("21.1-b", "no_objective_yet", name=formation.name)
    return None


def march_step(s: State) -> Script:
    """14.6-a, 14.6-c, 16.6-a. One attempt of the side whose turn it is, in secret, or a pass."""
    side = s.next
    able = [id for id, entry in s.formations.items() if entry.side == side and refuse_attempt(s, side, id) is None]
    if not might_march(s, side):
        pass_by(s, side)
        return

    def options() -> list[Plain]:
        return [*({"do": "activate", "formation": id} for id in able), {"do": "pass"}]

    def refuse(answer: Activate | Pass) -> Refusal | None:
        return refuse_attempt(s, side, answer.formation) if isinstance(answer, Activate) else None

    answer = yield ask(
        s,
        side,
        "march",
        "14.6-a",
        (Activate, Pass),
        options,
        refuse,
        certain=True,
        secret=True,
        passes=s.passes,
        formations=able,
    )
    if isinstance(answer, Pass):
        pass_by(s, side)
        return
    s.next, s.passes = ENEMY[side], 0
    yield from attempt(s, s.formations[answer.formation])


def pass_by(s: State, side: str) -> None:
    """14.6-c. A side passes; three passes in a row end the attempts."""
    s.next, s.passes = ENEMY[side], s.passes + 1
    tell(s, "passed", "14.6-c", seat=side, passes=s.passes)


def attempt(s: State, formation: Formation) -> Script:
    """14.6-a, 14.6-b, 16.4-b, 16.4-c, 16.6-a. One die as for any activation; a natural 6 halts the Formation.

    The enemy sees the die and what comes of it, not who it was.
    """
    modifiers = formations.activation_modifiers(s, formation)
    faces = yield Dice(1)
    outcome = outcome_of(formation, faces[0], modifiers)
    roll_unseen(
        s,
        "16.4-c",
        "activation",
        formation.side,
        faces,
        modifiers,
        dice_seen=True,
        total=faces[0] + sum(value for _, value in modifiers),
        success=outcome == "activated",
        outcome=outcome,
        formation=formation.id,
        name=formation.name,
        need=formation.command,
    )
    if outcome == "failed":
        s.change_formation(formation.id, attempts=formation.attempts + 1)
        return
    s.change_formation(formation.id, this_turn=outcome)
    if outcome == "halted":
        s.tasks = (*s.tasks, Task("scout_halts", formation.side))
    else:
        s.tasks = (*s.tasks, Task("march_move", formation.side, formation.id), Task("scout_move", formation.side))


def outcome_of(formation: Formation, face: int, modifiers: Modifiers) -> str:
    """14.6-b, 16.4-c. What a die says of a march: a natural 6 halts, whatever else there is."""
    if face == SIX:
        return "halted"
    return "activated" if face + sum(value for _, value in modifiers) <= formation.command else "failed"


# -- 16.1, 16.5: the march ---------------------------------------------------------------------------------------------


def allowance(s: State, formation: Formation) -> int:
    """16.5-a. The points of a Formation In March, in sixths: those of the slowest unit inside its commander."""
    inside = [unit.ma for unit in s.of_formation(formation.id) if unit.box == "formation"]
    inside += [unit.ma for unit in reinforcements.company(s, formation.id)]
    commander = s.commander(formation.id)
    return min(inside, default=commander.ma if commander is not None else 0) * MP


def road_ways(s: State) -> PricedWays:
    """16.1-b: what each step along a road costs."""
    ways: PricedWays | None = s.board.reaches.get("road ways")
    if ways is None:
        ways = PricedWays(s.board.grid.adjacent, lambda here, there: s.board.by_road(INFANTRY, here, there))
        s.board.reaches["road ways"] = ways
    return ways


class March(NamedTuple):
    """16.1-a: what it costs to come to each hex where a march may end, and the hex before each on the ways there."""

    cost: dict[int, int]
    before: dict[int, int]


def march_reach(s: State, formation: Formation) -> March:
    """16.1-a, 16.1-b, 16.1-c. All hexes where this march may end, by road and nearer to the goal."""
    start, spent = beginning(s, formation)
    closed, points = marching.closed_to_pieces(s, formation.side), allowance(s, formation)
    if start < 0 or start in closed:
        return March({}, {})
    if start not in s.board.roads:
        return to_the_road(s, start, points, closed)
    found = cheapest(road_ways(s), start, points - spent, barred=closed)
    far = s.board.far(formation.objective)
    cost = {
        hex: spent + paid
        for hex, paid in found.cost.items()
        if far[hex] < far[start] and (2 * (spent + paid) >= points or far[hex] <= REACHED)
    }
    return March(cost, found.before)


def beginning(s: State, formation: Formation) -> tuple[int, int]:
    """21.1-a, 21.3-a. Where a march begins and what has been paid so far: who comes in pays for his entry hex."""
    commander = s.commander(formation.id)
    if commander is None:
        return -1, 0
    if commander.hex >= 0:
        return commander.hex, 0
    entry = reinforcements.entry_of(s, formation.id)
    return entry, reinforcements.entry_cost(s, entry, INFANTRY, march=True) if entry >= 0 else 0


def to_the_road(s: State, start: int, points: int, closed: HexSet) -> March:
    """16.1-c. Who is off the road rides to the nearest road hex first, or as near to it as he can in one march."""
    found = cheapest(s.board.ways(INFANTRY), start, points, barred=closed)
    if not found.cost:
        return March({}, {})
    away = s.board.far(start)
    ends = [hex for hex in found.cost if hex in s.board.roads]
    if not ends:
        ways = [[] if hex in closed else near for hex, near in enumerate(s.board.grid.adjacent)]
        away, ends = distances(ways, s.board.roads), list(found.cost)
    nearest = min(away[hex] for hex in ends)
    return March({hex: found.cost[hex] for hex in ends if away[hex] == nearest}, found.before)


def refuse_march(s: State, formation: Formation, answer: Move) -> Refusal | None:
    """16.1-a, 16.1-b, 16.1-c, 7.5-e. Any way by road that ends nearer to the objective, half the allowance or more.

    When the objective is nearer than that the march may end on reaching it.
    """
    commander = s.commander(formation.id)
    if commander is not None and entering.exits(answer.path):
        return refuse_leaving(s, formation, commander, answer)
    path = [s.board.hex(number) for number in answer.path]
    if commander is None or answer.units != [commander.id] or not path or min(path) < 0:
        return no("16.1-a", "objective_march")
    start, spent = beginning(s, formation)
    if commander.hex < 0:
        if path[0] != start:
            return no("21.1-a", "entry_hex", hex=s.board.grid.numbers[start])
        path = path[1:]
    end = path[-1] if path else start
    if start not in s.board.roads:
        found = march_reach(s, formation)
        return None if end in found.cost and path == way(found, end) else no("16.1-c", "objective_march")
    points, closed = allowance(s, formation), marching.closed_to_pieces(s, formation.side)
    for here, there in pairwise([start, *path]):
        cost = s.board.by_road(INFANTRY, here, there)
        if cost is None or there in closed:
            return no("16.1-b", "objective_march")
        spent += cost
    far = s.board.far(formation.objective)
    if spent > points or far[end] >= far[start]:
        return no("16.1-a", "objective_march")
    if 2 * spent < points and far[end] > REACHED:
        return no("16.1-b", "objective_march")
    return None


def refuse_leaving(s: State, formation: Formation, commander: Unit, answer: Move) -> Refusal | None:
    """24.2-j, 16.1-d. A Formation that has reached its objective leaves from the edge hex where it stands."""
    if answer.units != [commander.id] or len(answer.path) > 1 or not may_leave(s, formation, commander):
        return no("24.2-j", "objective_march")
    return None


def may_leave(s: State, formation: Formation, commander: Unit) -> bool:
    """24.2-j, 16.1-d: whether a Formation In March may leave the map now."""
    there = commander.hex >= 0 and entering.may_exit(s, formation.side, commander.hex)
    return there and has_reached(s, formation)


def leave_map(s: State, formation: Formation, commander: Unit) -> Script:
    """24.2-j, 24.2-k. The Formation leaves with all its units; it is known from now on who it was."""
    for unit in s.of_formation(formation.id):
        if unit.box == "formation":
            s.change(unit, box="exited")
    yield from entering.leave_map(s, commander)


def way(found: March, end: int) -> list[int]:
    """The way that a search has found to a hex."""
    steps = []
    while end in found.before:
        steps.append(end)
        end = found.before[end]
    return steps[::-1]


def march_move_step(s: State, task: Task) -> Script:
    """16.1-a, 16.7-a. The Formation that was activated marches; where no way leads nearer it stands."""
    formation = s.formations[task.formation or ""]
    commander = s.commander(formation.id)
    if formation.state != "march" or commander is None:
        return
    found = march_reach(s, formation)
    entry = [s.board.grid.numbers[beginning(s, formation)[0]]] if commander.hex < 0 else []
    leaving = [[entering.EXIT]] if may_leave(s, formation, commander) else []
    if not found.cost and not leaving:
        yield reveal("march_stuck", "16.1-a", seat=formation.side)
        return
    ends = list(found.cost)

    def options() -> list[Plain]:
        paths = [*leaving, *([*entry, *s.board.numbers(way(found, hex))] for hex in ends)]
        return [{"do": "move", "units": [commander.id], "path": path} for path in paths]

    answer = yield ask(
        s,
        formation.side,
        "march_move",
        "16.1-a",
        (Move,),
        options,
        lambda answer: refuse_march(s, formation, answer),
        certain=True,
        secret=True,
        formation=formation.id,
        unit=commander.id,
    )
    s.change_formation(formation.id, moved=True)
    path = [s.board.hex(number) for number in answer.path]
    if entering.exits(answer.path):
        yield from leave_map(s, formation, commander)
    elif commander.hex < 0:
        yield from reinforcements.come_in(s, formation, path)
    else:
        yield from ride(s, commander, path, "16.1-a")


def ride(s: State, piece: Unit, path: Sequence[int], rule: str) -> Script:
    """16.4-a, 16.8-a, 16.9-a. A face-down piece rides, hex by hex, until it comes within reach of the enemy."""
    came, gone = piece.hex, []
    for hex in path:
        piece = s.move(piece, hex)
        gone.append(hex)
        if deployment.is_met(s, piece):
            break
    numbers = s.board.numbers(gone)
    start = s.board.grid.numbers[came] if came >= 0 else None
    yield reveal_of(s, "moved", rule, [piece], path=numbers, to=numbers[-1], **{"from": start})


# -- 16.7: scouts ------------------------------------------------------------------------------------------------------


def scouts(s: State, side: str) -> list[Unit]:
    """16.7-a: the scouts of a side that are on the map and have neither moved nor been halted in this game turn."""
    return [unit for unit in s.of(s.armies[side]) if unit.type == "scout" and unit.hex >= 0 and not unit.used]


def scout_move_step(s: State, task: Task) -> Script:
    """16.7-a, 16.7-b, 2.4.2-b. With the Formation one scout is activated; it rides wherever the player likes."""
    able = scouts(s, task.side)
    if not able:
        return

    def options() -> Listing:
        return Listing([[{"do": "pass"}], *(listing.rides(s, scout) for scout in able)])

    def refuse(answer: Move | Pass) -> Refusal | None:
        if isinstance(answer, Pass):
            return None
        scout = next((scout for scout in able if answer.units == [scout.id]), None)
        if scout is None or not answer.path:
            return no("16.7-a", "not_listed", choices=[scout.id for scout in able])
        return marching.refuse_commander(s, scout, [s.board.hex(number) for number in answer.path])

    ids = [scout.id for scout in able]
    answer = yield ask(
        s, task.side, "scout_move", "16.7-b", (Move, Pass), options, refuse, certain=True, secret=True, units=ids
    )
    if isinstance(answer, Move):
        scout = s.change(s.units[answer.units[0]], used=True)
        yield from ride(s, scout, [s.board.hex(number) for number in answer.path], "16.7-b")


def scout_halts_step(s: State, task: Task) -> Script:
    """16.4-b. A natural 6 halts one scout too, of the owner's choice."""
    able = [scout.id for scout in scouts(s, task.side)]
    if not able:
        return

    def options() -> list[Plain]:
        return [{"do": "halt", "unit": id} for id in able]

    def refuse(answer: Halt) -> Refusal | None:
        return None if answer.unit in able else no("16.4-b", "not_listed", choices=able)

    answer = yield ask(
        s, task.side, "scout", "16.4-b", (Halt,), options, refuse, certain=True, secret=True, why="halts", units=able
    )
    s.change(s.units[answer.unit], used=True)
