"""16.8 to 16.11 and 17.2: Formations deploy, and scouts that meet the enemy are removed."""

from __future__ import annotations

from typing import Final, NamedTuple

from quadrilatero.games.custoza.answers import Pass, Place, Remove
from quadrilatero.games.custoza.board import ARTILLERY, CONTACT, ENEMY, SIDES, price
from quadrilatero.games.custoza.fog import face_up, turned_up
from quadrilatero.games.custoza.fog import reveal as turn_up
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import movement, routes
from quadrilatero.games.custoza.rules.concepts import zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, reveal, reveal_of_one
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.hexes import FACINGS, HexSet
from quadrilatero.hexes.flood import distances, flood
from quadrilatero.kernel import Plain, Refusal, Script

ALONG: Final = 4
"""16.8-c: units are placed so near to their commander."""
ANYWHERE: Final = 100

# -- who meets whom ----------------------------------------------------------------------------------------------------


def hidden_commanders(s: State, side: str) -> list[Unit]:
    """16-a, 17-a. The commanders on the map whose Formations are In March or In Reserve."""
    found = []
    for formation in s.formations.values():
        if formation.side == side and formation.state != "engaged":
            commander = s.commander(formation.id)
            if commander is not None and commander.hex >= 0:
                found.append(commander)
    return found


def commanders(s: State, side: str) -> list[Unit]:
    """16.8-a: all Formation Commanders of a side on the map; a General alone makes nobody deploy."""
    return [unit for id in s.leaders.values() if (unit := s.units[id]).side == side and unit.hex >= 0]


def all_scouts(s: State, side: str) -> list[Unit]:
    """16.3-a: the scouts of a side on the map."""
    return [unit for unit in s.of(s.armies[side]) if unit.type == "scout" and unit.hex >= 0]


def meets_troops(s: State, piece: Unit) -> bool:
    """16.8-a, 16.9-a, 17.2-a. Whether an enemy unit or Formation Commander is within nine hexes of a piece."""
    enemy, near = ENEMY[piece.side], s.board.grid.within(piece.hex, CONTACT)
    return near.meets(s.held[enemy]) or any(other.hex in near for other in commanders(s, enemy))


def meets_scouts(s: State, piece: Unit) -> bool:
    """16.9-a. Whether an enemy scout is within nine hexes of a piece."""
    near = s.board.grid.within(piece.hex, CONTACT)
    return any(other.hex in near for other in all_scouts(s, ENEMY[piece.side]))


def is_met(s: State, piece: Unit) -> bool:
    """16.8-a, 16.9-a: whether a piece that marches has come so near to anything of the enemy's that it stops."""
    return meets_troops(s, piece) or meets_scouts(s, piece)


class Meeting(NamedTuple):
    """16.8, 16.9: Formations that have to deploy, scouts that are removed, and commanders whom only scouts have met."""

    deploying: list[str]
    scouts: list[str]
    screened: list[str]


def meeting(s: State) -> Meeting:
    """16.8-a, 16.8-b, 16.9-a, 17.2-a. What comes of pieces that are near the enemy now; who stood still comes first.

    In the March Phase the side to move is the one that tries next but one; in an activation it is the active one.
    """
    return s.remembered(_meeting)


def _meeting(s: State) -> Meeting:
    moving = s.formations[s.active.formation].side if s.active is not None else ENEMY[s.next]
    found = Meeting([], [], [])
    for side in (ENEMY[moving], moving):
        for commander in hidden_commanders(s, side):
            if meets_troops(s, commander):
                found.deploying.append(commander.formation or "")
            elif meets_scouts(s, commander):
                found.screened.append(commander.formation or "")
    for side in SIDES:
        found.scouts.extend(scout.id for scout in all_scouts(s, side) if is_met(s, scout))
    return found


def meet(s: State) -> Script:
    """16.8-a, 16.8-b, 16.9-a. Formations deploy, the stationary side's first; or scouts are removed, and none deploys.

    One thing after another: as long as a Formation has to deploy, scouts wait, because one of them leaves with it.
    """
    found = meeting(s)
    if found.deploying:
        first = s.formations[found.deploying[0]]
        yield from deploy(s, first, "17.2-a" if first.state == "reserve" else "16.8-a")
        return
    for id in found.scouts:
        yield from remove_scout(s, s.units[id], "16.9-a")
    returning = [Task("scout_returns", s.units[id].side, None, id) for id in found.scouts]
    screens = [Task("screen", s.formations[name].side, name) for name in found.screened]
    s.tasks = (*returning, *screens, *s.tasks)


def has_meeting(s: State) -> bool:
    """16.8-a: whether anybody is so near to the enemy that something follows from it."""
    found = meeting(s)
    return bool(found.deploying or found.scouts)


# -- 16.8: deployment --------------------------------------------------------------------------------------------------


def deploy(s: State, formation: Formation, rule: str, *, changed: bool = False) -> Script:
    """16.8-a, 16.8-c, 16.8-d, 16.11-a, 16.2.2-a, 15-b. The Formation is Engaged from now on; its commander is shown.

    A deployment that is forced uses up no change of state. Its units are placed one by one, then a scout leaves.
    """
    s.change_formation(formation.id, state="engaged", objective=-1, changed=formation.changed or changed)
    yield reveal("deployed", rule, formation=formation.id, name=formation.name)
    commander = s.commander(formation.id)
    if commander is not None and not commander.up:
        commander = s.change(commander, up=True)
        if s.options["fog"] != "open":
            yield turned_up(s, [commander], "16.8-c")
    s.tasks = (
        Task("deploy", formation.side, formation.id),
        Task("scout_leaves", formation.side, formation.id),
        *s.tasks,
    )


def waiting(s: State, formation: str) -> list[Unit]:
    """16.8-c: the units of a Formation that are still to be placed, in the order of the roster."""
    units = [unit for unit in s.of_formation(formation) if unit.box == "formation"]
    return sorted(units, key=lambda unit: s.rank[unit.id])


def can_stand(s: State, unit: Unit, hex: int) -> bool:
    """7.4-a, 22.1-a: whether a unit could ever be in a hex; guns stand in the Tione on crossings only."""
    if hex not in s.board.open:
        return False
    if unit.kind == ARTILLERY and s.board.terrain[hex] == "tione":
        return hex in s.board.bridges | s.board.fords
    return hex in s.board.roads or price(s.board.at(hex).move, unit.kind) is not None


def room_for(s: State, unit: Unit) -> list[int]:
    """16.8-c, 2.9-b. Where a unit may be placed: road hexes within four, else the hexes nearest to the road there.

    Not where enemies are, nor in their zones unless there is nothing else; farther away only if nothing is left.
    """
    commander = s.commander(unit.formation or "")
    assert commander is not None, "who deploys has a commander"
    start, enemy = commander.hex, ENEMY[unit.side]
    away = distances(s.board.grid.adjacent, s.board.roads)
    for radius in (ALONG, 2 * ALONG, ANYWHERE):
        disc = s.board.grid.within(start, radius) & s.board.open
        connected = HexSet.of(flood(s.board.grid.adjacent, start, radius, barred=s.board.grid.all - disc)).plus(start)
        free = [
            hex
            for hex in connected
            if can_stand(s, unit, hex)
            and routes.has_room(s, [unit], hex)
            and all(s.units[id].side != enemy for id in s.at.get(hex, ()))
        ]
        safe = [hex for hex in free if hex not in zone(s, enemy)]
        for hexes in (safe, free):
            if hexes:
                nearest = min(away[hex] for hex in hexes)
                return [hex for hex in hexes if away[hex] == nearest]
    return []


def deploy_step(s: State, task: Task) -> Script:
    """16.8-c, 14.2.3-a. The next unit of a Formation that deploys is placed, face down and in March Movement.

    Returns whether there are more.
    """
    left = waiting(s, task.formation or "")
    if not left:
        return False
    unit = left[0]
    numbers = s.board.numbers(room_for(s, unit))

    def options() -> list[Plain]:
        return [{"do": "place", "unit": unit.id, "hex": number} for number in numbers]

    def refuse(answer: Place) -> Refusal | None:
        fits = answer.unit == unit.id and answer.hex in numbers and answer.facing is None and answer.march is None
        return None if fits else no("16.8-c", "not_listed", choices=numbers)

    answer = yield ask(
        s,
        unit.side,
        "deploy",
        "16.8-c",
        (Place,),
        options,
        refuse,
        certain=True,
        whispered=True,
        unit=unit.id,
        hexes=numbers,
    )
    yield from put(s, s.units[unit.id], s.board.hex(answer.hex))
    return len(left) > 1


def put(s: State, unit: Unit, hex: int) -> Script:
    """16.8-c, 7.6-a, 2.2-a. A unit in its hex, facing as those who are there already, or towards the enemy."""
    company = s.stack(hex)
    facing = company[0].facing if company else towards_enemy(s, unit, hex)
    before = face_up(s, [unit])
    placed = s.change(unit, hex=hex, box=None, march=True, square=False, facing=facing)
    yield reveal_of_one(s, "unit_placed", "16.8-c", placed, hex=s.board.grid.numbers[hex])
    movement.control(s, unit.side, hex)
    yield from turn_up(s, before)


def towards_enemy(s: State, unit: Unit, hex: int) -> int:
    """7.6-c: the facing towards the nearest enemy unit that can be seen on the map; without any as it was."""
    held = s.held[ENEMY[unit.side]]
    if not held:
        return unit.facing
    distance = s.board.grid.distance
    target = min(held, key=lambda other: (distance(hex, other), other))
    sides = [side for side in range(len(FACINGS)) if s.board.grid.neighbours[hex][side] >= 0]
    return min(sides, key=lambda side: (distance(s.board.grid.neighbours[hex][side], target), side))


# -- 16.8, 16.9: what becomes of scouts --------------------------------------------------------------------------------


def remove_scout(s: State, scout: Unit, rule: str) -> Script:
    """16.8-d, 16.9-a. A scout is taken off the map."""
    number = s.board.grid.numbers[scout.hex]
    s.remove(scout, "pool")
    yield reveal("scout_removed", rule, hex=number, side=scout.side)


def scout_leaves_step(s: State, task: Task) -> Script:
    """16.8-d. When a Formation deploys one of its side's scouts leaves the map, of the owner's choice."""
    able = [scout.id for scout in all_scouts(s, task.side)]
    if not able:
        return

    def options() -> list[Plain]:
        return [{"do": "remove", "unit": id} for id in able]

    def refuse(answer: Remove) -> Refusal | None:
        return None if answer.unit in able else no("16.8-d", "not_listed", choices=able)

    answer = yield ask(
        s, task.side, "scout", "16.8-d", (Remove,), options, refuse, secret=True, why="leaves", units=able
    )
    yield from remove_scout(s, s.units[answer.unit], "16.8-d")


def scout_returns_step(s: State, task: Task) -> Script:
    """16.9-b. A scout that was removed is put at once on another marching piece of its side that nobody has met.

    If there is none it waits off the map until a Formation enters Reserve.
    """
    scout = s.units[task.unit or ""]
    pieces = [*hidden_commanders(s, task.side), *all_scouts(s, task.side)]
    hexes = sorted({piece.hex for piece in pieces if not is_met(s, piece)})
    if scout.hex >= 0 or not hexes:
        return
    numbers = s.board.numbers(hexes)

    def options() -> list[Plain]:
        return [{"do": "place", "unit": scout.id, "hex": number} for number in numbers]

    def refuse(answer: Place) -> Refusal | None:
        fits = answer.unit == scout.id and answer.hex in numbers and answer.facing is None and answer.march is None
        return None if fits else no("16.9-b", "not_listed", choices=numbers)

    answer = yield ask(
        s, task.side, "scout", "16.9-b", (Place,), options, refuse, secret=True, why="returns", unit=scout.id
    )
    yield from put_piece(s, s.units[scout.id], s.board.hex(answer.hex), "16.9-b")


def put_piece(s: State, piece: Unit, hex: int, rule: str) -> Script:
    """16.9-b, 16.9-c, 16.12-c, 21.1-a. A scout is put on another piece, face down; or a General comes in with one."""
    came = s.board.grid.numbers[piece.hex] if piece.hex >= 0 else None
    s.move(piece, hex)
    yield reveal("piece_placed", rule, hex=s.board.grid.numbers[hex], side=piece.side, **{"from": came})


def screen_step(s: State, task: Task) -> Script:
    """16.9-c. Who owns the true commander that a scout has met may put another scout on him, unseen."""
    formation = s.formations.get(task.formation or "")
    commander = s.commander(formation.id) if formation is not None else None
    hex = commander.hex if commander is not None else -1
    able = [scout.id for scout in all_scouts(s, task.side) if scout.hex != hex] if hex >= 0 else []
    number = s.board.grid.numbers[hex] if hex >= 0 else ""

    def options() -> list[Plain]:
        return [{"do": "pass"}, *({"do": "place", "unit": id, "hex": number} for id in able)]

    def refuse(answer: Place | Pass) -> Refusal | None:
        if isinstance(answer, Pass) or (answer.unit in able and answer == Place(answer.unit, number)):
            return None
        return no("16.9-c", "not_listed", choices=able)

    answer = yield ask(
        s, task.side, "screen", "16.9-c", (Place, Pass), options, refuse, certain=True, secret=True, units=able
    )
    if isinstance(answer, Place):
        yield from put_piece(s, s.units[answer.unit], hex, "16.9-c")
