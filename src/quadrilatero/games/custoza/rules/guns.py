"""10.6: artillery in combat."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.custoza.board import ARTILLERY, ENEMY
from quadrilatero.games.custoza.deeds import Deed, Trigger
from quadrilatero.games.custoza.fog import face_up, reveal
from quadrilatero.games.custoza.rules import losses, marching, movement, reactions, terrain
from quadrilatero.games.custoza.rules.concepts import forces, has_zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Script


def stand_alone(units: Sequence[Unit]) -> bool:
    """10.6.1-a. Whether there is nobody but artillery to defend a hex."""
    return all(unit.kind == ARTILLERY for unit in units)


def ride_down(s: State, attackers: Sequence[Unit], hex: int) -> Script:
    """10.6.1-a, 10.6.1-b, 10.6.1-c, 2.4.2.3-d. Lone guns are taken without a roll, once their neighbours have reacted.

    The Attacker stands in their hex meanwhile. Returns whether the guns are lost; thrown back, he has not got them.
    """
    side, start = attackers[0].side, attackers[0].hex
    ids = tuple(unit.id for unit in attackers)
    before = face_up(s, attackers)
    for unit in attackers:
        s.move(unit, hex)
    yield from reveal(s, before)
    s.begin(Deed("advance", side, ids, heading=s.board.direction(start, hex)))
    yield from terrain.terrain_check(s, start, hex)
    held = yield from reactions.react(s, neighbours(s, side, ids, hex))
    s.finish()
    if not held or not any(s.units[id].hex == hex for id in ids):
        return False
    for unit in s.stack(hex, ENEMY[side]):
        yield from losses.eliminate(s, unit, "lone_guns", "10.6.1-a")
    movement.control(s, side, hex)
    tell_of(s, "advanced", "10.4.11-c", s.stack(hex, side), to=s.board.grid.numbers[hex])
    yield from marching.displace(s, hex, ENEMY[side])
    return True


def neighbours(s: State, side: str, ids: tuple[str, ...], hex: int) -> Trigger | None:
    """10.6.1-b, 11.1-e. All Forces next to lone guns may react to who rides them down, wherever their zones reach."""
    around = s.board.grid.around[hex] & s.held[ENEMY[side]]
    able = tuple(force for place in around for force in forces(s, place) if any(map(has_zone, s.of(force.ids))))
    return Trigger("advance", side, ids, hex, forces=able) if able else None


def limber_and_lose(s: State, units: Sequence[Unit]) -> Script:
    """10.6.2-a, 10.6.2-b. Guns that go back with beaten companions limber up and lose half of their SP, rounded up.

    Horse artillery loses none.
    """
    for unit in units:
        if not unit.march:
            tell_of(s, "march", "10.6.2-a", [s.change(unit, march=True)], march=True)
        if unit.type != "horse_artillery":
            yield from losses.lose(s, s.units[unit.id], (unit.sp + 1) // 2, "10.6.2-a")
