"""Chapter 15 with 16.10, 16.12 and 17.1: Formations Engaged, In March and In Reserve, and how they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quadrilatero.games.custoza.answers import Deploy, Done, March, Place, Reserve
from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.fog import as_they_look, is_deployed
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import columns, deployment, losses, reinforcements
from quadrilatero.games.custoza.rules.command import RANGE, reach
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, reveal, reveal_of_one, tell_own
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.listing import Listing

UNITS_AWAY: Final = 4
COMMANDER_AWAY: Final = 9
"""16.12-b: who enters Reserve is farther than this from any enemy unit."""

# -- what may become of a Formation ------------------------------------------------------------------------------------


def own(s: State, side: str, name: str) -> Formation | None:
    """15-a: a Formation of a side whose commander is on the map."""
    formation = s.formations.get(name)
    if formation is None or formation.side != side:
        return None
    commander = s.commander(name)
    return formation if commander is not None and commander.hex >= 0 else None


def refuse_deploy(s: State, side: str, name: str) -> Refusal | None:
    """16.10-a, 15-b, 21.3-b. A Formation In March deploys of its own will where its objective is, or at the map's edge.

    There it will enter as a column.
    """
    formation = s.formations.get(name)
    if formation is None or formation.side != side or formation.state != "march":
        return no("16.10-a", "cannot_deploy", formation=name)
    if not columns.has_reached(s, formation) and not is_at_the_edge(s, formation):
        return no("16.10-a", "cannot_deploy", formation=name)
    return refuse_second_change(formation)


def is_at_the_edge(s: State, formation: Formation) -> bool:
    """21.1-a, 21.3-b: whether a Formation that is due waits to enter the map."""
    commander = s.commander(formation.id)
    return commander is not None and commander.box == "due" and reinforcements.may_come(s, commander)


def deploy(s: State, formation: Formation) -> Script:
    """16.10-a, 21.3-b. A Formation deploys; at the edge it is Engaged from now on and enters unit by unit."""
    if not is_at_the_edge(s, formation):
        yield from deployment.deploy(s, formation, "16.10-a", changed=True)
        return
    s.change_formation(formation.id, state="engaged", objective=-1, changed=True)
    yield reveal("state", "21.3-b", formation=formation.id, name=formation.name, state="engaged")


def refuse_march(s: State, side: str, name: str, number: str) -> Refusal | None:
    """17.1-b, 15.3-b, 16.2-c. Out of Reserve, and only so, a Formation takes a new objective and marches."""
    return refuse_leaving(s, side, name) or columns.refuse_goal(s, number)


def refuse_leaving(s: State, side: str, name: str) -> Refusal | None:
    """15.3-b, 15-b. Whether a Formation is In Reserve on the map and has not changed its state yet."""
    formation = own(s, side, name)
    if formation is None or formation.state != "reserve":
        return no("15.3-b", "not_in_reserve", formation=name)
    return refuse_second_change(formation)


def refuse_reserve(s: State, side: str, name: str) -> Refusal | None:
    """16.12-a, 16.12-b, 16.2.1-a. In March where the objective is; Engaged with all in command and far from enemies."""
    formation = own(s, side, name)
    if formation is None or formation.state == "reserve":
        return no("16.12-a", "cannot_rest", formation=name)
    if formation.state == "march" and not columns.has_reached(s, formation):
        return no("16.2.1-a", "cannot_rest", formation=name)
    if formation.state == "engaged" and not (is_far(s, formation) and is_together(s, formation)):
        return no("16.12-b", "cannot_rest", formation=name)
    return refuse_second_change(formation)


def refuse_second_change(formation: Formation) -> Refusal | None:
    """15-b. A Formation changes its state once in a game turn."""
    return no("15-b", "changed_already", name=formation.name) if formation.changed else None


def is_far(s: State, formation: Formation) -> bool:
    """16.12-b, 15.1-b. Its units more than four hexes from any enemy unit, its commander more than nine."""
    enemies, grid = s.held[ENEMY[formation.side]], s.board.grid
    commander = s.commander(formation.id)
    if commander is None or grid.within(commander.hex, COMMANDER_AWAY).meets(enemies):
        return False
    return not any(grid.within(unit.hex, UNITS_AWAY).meets(enemies) for unit in on_map(s, formation))


def is_together(s: State, formation: Formation) -> bool:
    """16.12-b, 4.2-a. Whether all units of a Formation on the map are within its commander's range."""
    commander = s.commander(formation.id)
    if commander is None:
        return False
    within = reach(s, commander.hex, formation.side, RANGE)
    return all(unit.hex in within for unit in on_map(s, formation))


def on_map(s: State, formation: Formation) -> list[Unit]:
    """15.1-a: the units of a Formation that stand on the map."""
    return [unit for unit in s.of_formation(formation.id) if unit.hex >= 0]


# -- 14.2.2: the step of the Command Phase -----------------------------------------------------------------------------


def might_change(s: State, side: str) -> bool:
    """15-a: whether any Formation of a side may change its state, for all that the enemy knows."""
    enemies = s.held[ENEMY[side]]
    for formation in s.formations.values():
        if formation.side != side:
            continue
        units = on_map(s, formation)
        if not is_deployed(s, formation):
            return True
        if units and not any(s.board.grid.within(unit.hex, UNITS_AWAY).meets(enemies) for unit in units):
            return True
    return False


def states_step(s: State) -> Script:
    """14.2.2-a, 15-a. A side changes the states of Formations, in secret. Returns whether it is done with it."""
    side = s.next
    if not might_change(s, side):
        return True
    mine = [id for id, formation in s.formations.items() if formation.side == side]
    resting = [id for id in mine if refuse_reserve(s, side, id) is None]
    deploying = [id for id in mine if refuse_deploy(s, side, id) is None]
    leaving = [id for id in mine if refuse_leaving(s, side, id) is None]

    def options() -> Listing:
        numbers = s.board.numbers(columns.goals(s))
        return Listing(
            [
                [{"do": "done"}],
                [{"do": "deploy", "formation": id} for id in deploying],
                [{"do": "reserve", "formation": id} for id in resting],
                *([{"do": "march", "formation": id, "objective": hex} for hex in numbers] for id in leaving),
            ]
        )

    def refuse(answer: Reserve | March | Deploy | Done) -> Refusal | None:
        if isinstance(answer, Deploy):
            return refuse_deploy(s, side, answer.formation)
        if isinstance(answer, March):
            return refuse_march(s, side, answer.formation, answer.objective)
        if isinstance(answer, Reserve):
            return refuse_reserve(s, side, answer.formation or "")
        return None

    answer = yield ask(
        s,
        side,
        "states",
        "14.2.2-a",
        (Reserve, March, Deploy, Done),
        options,
        refuse,
        certain=True,
        secret=True,
        formations=mine,
    )
    if isinstance(answer, Done):
        yield reveal("orders_given", "14.2.2-a", seat=side)
        return True
    if isinstance(answer, Deploy):
        yield from deploy(s, s.formations[answer.formation])
    elif isinstance(answer, March):
        leave_reserve(s, s.formations[answer.formation], s.board.hex(answer.objective))
    else:
        yield from enter_reserve(s, s.formations[answer.formation or ""])
    return False


def leave_reserve(s: State, formation: Formation, objective: int) -> None:
    """17.1-b, 16.2-c. Without a roll the Formation has its new objective and is In March."""
    changed = s.change_formation(formation.id, state="march", changed=True)
    tell_own(s, formation.side, "state", "17.1-b", formation=formation.id, name=formation.name, state="march")
    columns.give_objective(s, changed, objective, "16.2-c")


def enter_reserve(s: State, formation: Formation) -> Script:
    """16.12-a, 16.12-b, 16.12-c, 15.3-a. Its units leave the map, its commander is turned down, a scout comes."""
    was = formation.state
    s.change_formation(formation.id, state="reserve", objective=-1, changed=True)
    id, name = formation.id, formation.name
    if was == "march":
        tell_own(s, formation.side, "state", "16.12-a", formation=id, name=name, state="reserve")
        return
    take_in(s, on_map(s, formation))
    commander = s.commander(formation.id)
    if commander is not None:
        s.change(commander, up=False)
    yield reveal("state", "16.12-c", formation=id, name=name, state="reserve")
    s.tasks = (Task("scout_joins", formation.side, formation.id), *s.tasks)


def take_in(s: State, units: Sequence[Unit]) -> None:
    """16.12-c, 15.4-a, 11.5.4-b. Units leave the map for their commander; guns they leave behind are in no Square."""
    for unit in units:
        s.change(unit, hex=-1, box="formation", march=False, square=False, ooc=False)
    for hex in dict.fromkeys([unit.hex for unit in units]):
        losses.leave_guns_alone(s, hex)


def scout_joins_step(s: State, task: Task) -> Script:
    """16.12-c. A scout is put on the commander who has entered Reserve: from the map, or one taken off it before."""
    commander = s.commander(task.formation or "")
    hex = commander.hex if commander is not None else -1
    scouts = [unit for unit in s.of(s.armies[task.side]) if unit.type == "scout"]
    able = [scout.id for scout in scouts if scout.hex != hex and (scout.hex >= 0 or scout.box == "pool")]
    if hex < 0 or not able:
        return
    number = s.board.grid.numbers[hex]

    def options() -> list[Plain]:
        return [{"do": "place", "unit": id, "hex": number} for id in able]

    def refuse(answer: Place) -> Refusal | None:
        fits = answer.unit in able and answer == Place(answer.unit, number)
        return None if fits else no("16.12-c", "not_listed", choices=able)

    answer = yield ask(
        s, task.side, "scout", "16.12-c", (Place,), options, refuse, certain=True, secret=True, why="joins", units=able
    )
    yield from deployment.put_piece(s, s.units[answer.unit], hex, "16.12-c")


# -- 15.4: stragglers --------------------------------------------------------------------------------------------------


def take_in_stragglers(s: State) -> Script:
    """15.4-a. Units of a Formation that is not Engaged leave the map once they are in their commander's range.

    That is looked at when command is, before the first activation.
    """
    for formation in list(s.formations.values()):
        commander = s.commander(formation.id)
        if formation.state == "engaged" or commander is None or commander.hex < 0:
            continue
        within = HexSet.of(reach(s, commander.hex, formation.side, RANGE))
        back = [unit for unit in on_map(s, formation) if unit.hex in within]
        for unit in as_they_look(s, back):
            yield reveal_of_one(s, "rejoined", "15.4-a", unit)
            take_in(s, [unit])
