"""Chapter 17 and 13.7: what a Formation In Reserve recovers: routed units and lost strength."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.answers import Done, Place, Rally
from quadrilatero.games.custoza.board import ARTILLERY
from quadrilatero.games.custoza.fog import face_up, is_deployed, reveal
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import cohesion, daylight, deployment, routes
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import Modifiers, ask, no, reveal_of_one, roll, tell_of_one
from quadrilatero.games.custoza.telling import reveal as make_known
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.ask import Dice

RALLY: Final = 4
"""13.7-b: what is added to the dice of a routed unit."""
NEAR: Final = 4
"""13.7-e: a rallied unit comes back so near to its commander."""
DISORGANISED: Final = 3

# -- 17.3: the night ---------------------------------------------------------------------------------------------------


def rests_at_night(s: State, formation: Formation) -> bool:
    """17.3-a. At night a Formation that was not activated rests as if In Reserve, unless a unit is in an enemy zone."""
    if not daylight.is_night(s) or formation.this_turn == "activated":
        return False
    units = s.of_formation(formation.id)
    return not any(unit.hex >= 0 and in_enemy_zone(s, unit.side, unit.hex) for unit in units)


# -- 13.7: routed units ------------------------------------------------------------------------------------------------


def may_rally(s: State, unit: Unit) -> bool:
    """13.7-a, 13.7-c, 17.1-c, 14.6-d. Routed infantry and cavalry of a Formation that rests; not with a last SP."""
    if not is_routed(unit) or unit.used or unit.formation is None:
        return False
    formation = s.formations[unit.formation]
    commander = s.commander(formation.id)
    if commander is not None and commander.hex < 0:
        return False
    return formation.state == "reserve" or rests_at_night(s, formation)


def is_routed(unit: Unit) -> bool:
    """13.7-a, 13.7-c: whether a unit is one that may ever return; with 1 SP it would have none left."""
    return unit.box == "routed" and unit.kind != ARTILLERY and unit.sp > 1


def might_rally(s: State, side: str) -> bool:
    """13.7-a: whether a side has routed units that may rest for all that the enemy knows of their Formation."""
    for id in s.armies[side]:
        unit = s.units[id]
        if is_routed(unit) and not unit.used and unit.formation is not None:
            formation = s.formations[unit.formation]
            if not is_deployed(s, formation) or rests_at_night(s, formation):
                return True
    return False


def rally_step(s: State) -> Script:
    """14.6-d, 17.1-c. A side tries to rally one routed unit after another. Returns whether it is done with it."""
    side = s.next
    if not might_rally(s, side):
        return True
    able = [id for id in s.armies[side] if may_rally(s, s.units[id])]

    def options() -> list[Plain]:
        return [*({"do": "rally", "unit": id} for id in able), {"do": "done"}]

    def refuse(answer: Rally | Done) -> Refusal | None:
        if isinstance(answer, Done) or answer.unit in able:
            return None
        return no("13.7-a", "cannot_rally", unit=answer.unit)

    answer = yield ask(s, side, "rally", "14.6-d", (Rally, Done), options, refuse, certain=True, units=able)
    if isinstance(answer, Done):
        return True
    yield from rally(s, s.units[answer.unit])
    return False


def rally(s: State, unit: Unit) -> Script:
    """13.7-b, 13.7-d. One check with +4 against the printed cohesion; a failure costs nothing.

    What its Formation adds to it is known only to those who know how that Formation stands.
    """
    faces = yield Dice(2)
    added: Modifiers = [("13.7-b", RALLY), *cohesion.modifiers(s, unit, "rally", None)]
    total = sum(faces) + sum(value for _, value in added)
    passed = total <= unit.cv
    commander = s.commander(unit.formation or "")
    guards = [commander] if commander is not None else []
    roll(
        s,
        "13.7-b",
        "cohesion",
        unit.side,
        [unit],
        faces,
        modifiers=added,
        guarded={"18.4-a": guards, "19.3-a": guards, "20.1.1-a": guards},
        success=passed,
        total=sum(faces),
        reason="rally",
        checks=[cohesion.written(unit, added, total, unit.cv, 0)],
    )
    tried = s.change(unit, used=True)
    if passed:
        yield from come_back(s, tried)


def come_back(s: State, unit: Unit) -> Script:
    """13.7-c, 13.7-e. Disorganised and with one SP less it joins its Formation: off the map, or near its commander."""
    formation = s.formations[unit.formation or ""]
    yield reveal_of_one(s, "rallied", "13.7-c", unit)
    back = s.change(unit, sp=unit.sp - 1, status=DISORGANISED, box="formation", ammo="full", exhausted=False)
    if formation.state == "engaged":
        s.tasks = (Task("place", unit.side, formation.id, back.id), *s.tasks)


def places(s: State, unit: Unit) -> list[int]:
    """13.7-e. Hexes within four of the commander, out of enemy zones, with room; his units' hexes if he has none."""
    commander = s.commander(unit.formation or "")
    starts = [commander.hex] if commander is not None else [u.hex for u in s.of_formation(unit.formation or "")]
    found: list[int] = []
    for start in starts:
        for hex in s.board.grid.within(start, NEAR) & s.board.open if start >= 0 else ():
            free = all(s.units[id].side == unit.side for id in s.at.get(hex, ())) and not in_enemy_zone(
                s, unit.side, hex
            )
            if free and deployment.can_stand(s, unit, hex) and routes.has_room(s, [unit], hex):
                found.append(hex)
    return sorted(set(found))


def place_step(s: State, task: Task) -> Script:
    """13.7-e. A rallied unit of a Formation on the map is put near its commander; without room it stays routed."""
    unit = s.units[task.unit or ""]
    numbers = s.board.numbers(places(s, unit))
    if not numbers:
        s.change(unit, box="routed", sp=unit.sp + 1)
        return

    def options() -> list[Plain]:
        return [{"do": "place", "unit": unit.id, "hex": number} for number in numbers]

    def refuse(answer: Place) -> Refusal | None:
        fits = answer.unit == unit.id and answer.hex in numbers and answer.facing is None and answer.march is None
        return None if fits else no("13.7-e", "not_listed", choices=numbers)

    whom: Plain = {"unit": unit.id, "whom": unit.id, "hexes": numbers}
    answer = yield ask(s, unit.side, "place", "13.7-e", (Place,), options, refuse, whispered=True, **whom)
    hex = s.board.hex(answer.hex)
    before = face_up(s, [unit])
    company = s.stack(hex)
    facing = company[0].facing if company else unit.facing
    moved = s.change(s.units[unit.id], hex=hex, box=None, march=False, square=False, facing=facing)
    tell_of_one(s, "unit_placed", "13.7-e", moved, hex=answer.hex)
    yield from reveal(s, before)


# -- 17.4: lost strength -----------------------------------------------------------------------------------------------


def recover_strength(s: State) -> Script:
    """17.4-a, 14.8.2-a, 19.4-a. After the first game turn of a day units In Reserve get 1 SP back, never the first.

    Losses are counted in the open, so that it is a fact revealed.
    """
    for formation in list(s.formations.values()):
        if formation.state != "reserve":
            continue
        back = [unit for unit in s.of_formation(formation.id) if unit.box in (None, "formation") and unit.lost > 1]
        for unit in back:
            s.change(unit, sp=unit.sp + 1)
        if back:
            yield make_known("strengthened", "17.4-a", formation=formation.id, name=formation.name, sp=len(back))
