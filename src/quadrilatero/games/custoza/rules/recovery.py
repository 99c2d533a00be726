"""13.6: recovery of status levels and from exhaustion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quadrilatero.games.custoza.answers import Recover
from quadrilatero.games.custoza.board import CAVALRY, CLASSES
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.fog import as_they_look
from quadrilatero.games.custoza.records import Acted
from quadrilatero.games.custoza.rules import cohesion, rivers
from quadrilatero.games.custoza.rules.collapse import collapsed
from quadrilatero.games.custoza.rules.command import in_command
from quadrilatero.games.custoza.rules.concepts import forces, in_enemy_zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, reveal_of_one, tell_own
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Refusal, Script

WHOLE: Final = 2
PART: Final = 1


def after_activation(s: State) -> Script:
    """13.6.1-a, 3.2.2c-a. When its activation ends every unit of the Formation that was in command may recover."""
    yield from recover(s, in_command(s), s.acting().acted, "13.6.1-a")


def after_phase(s: State, units: Sequence[Unit]) -> Script:
    """13.6.2-a, 3.3-a, 3.4-a. The same for units of Formations not activated, and for those out of command."""
    yield from recover(s, units, s.acted, "13.6.2-a")


def in_reserve(s: State, side: str) -> Script:
    """17.1-c, 13.6.2-a, 13.6.2-b. Units off the map In Reserve recover like those that do not move, status first.

    They do it out of the enemy's sight: only their owner is told.
    """
    resting = [id for id, formation in s.formations.items() if formation.side == side and formation.state == "reserve"]
    for id in resting if s.mode == "advanced" else ():
        inside = [unit for unit in s.of_formation(id) if unit.box == "formation"]
        for kind in CLASSES:
            able = [unit for unit in inside if unit.kind == kind and (unit.status or rests(unit, {}))]
            for unit in (yield from those_who_pass(s, able)):
                levels = min(WHOLE, unit.status)
                s.change(unit, status=unit.status - levels, exhausted=unit.exhausted and levels > 0)
                of = "status" if levels else "exhaustion"
                tell_own(s, side, "recovered", "17.1-c", unit=unit.id, names=[unit.name], of=of, levels=levels)


def recover(s: State, units: Sequence[Unit], acted: dict[str, Acted], rule: str) -> Script:
    """13.6.1-a, 13.6.1-b, 13.6.3-a. Force by Force; who is collapsed or cut off has to pass a check first."""
    ids = {unit.id for unit in units}
    for hex in sorted({unit.hex for unit in units}):
        for force in forces(s, hex):
            able = [unit for unit in s.of(force.ids) if unit.id in ids and unit.type != "fortress"]
            able = [unit for unit in able if levels_back(s, unit, acted.get(unit.id)) or rests(unit, acted)]
            able = [unit for unit in able if not in_enemy_zone(s, unit.side, unit.hex)]
            for unit in as_they_look(s, (yield from those_who_pass(s, able))):
                yield from recover_unit(s, unit, acted, rule)


def levels_back(s: State, unit: Unit, acted: Acted | None) -> int:
    """13.6.1-a, 13.6.1-b, 13.6.2-a. Two levels without an action, one after moving half the allowance at most."""
    if unit.status == 0 or not rivers.recovers_here(s, unit):
        return 0
    if acted is None:
        return min(WHOLE, unit.status)
    if acted.did not in ("move", "square", "fall_back") or 2 * acted.mp > unit.ma * MP:
        return 0
    return PART


def rests(unit: Unit, acted: dict[str, Acted]) -> bool:
    """9.7-a, 13.6.1-c, 13.6.2-b. Exhausted cavalry that has not moved in this game turn may recover from that."""
    return unit.kind == CAVALRY and unit.exhausted and not unit.used and unit.id not in acted


def those_who_pass(s: State, units: Sequence[Unit]) -> Script:
    """13.6.3-a, 19.3-b, 20.1.1-a. Who is collapsed or cut off recovers only after a check. Returns who may."""
    burdened = [unit for unit in units if is_burdened(s, unit)]
    if not burdened:
        return list(units)
    checks = yield from cohesion.check(s, burdened, "recover", apply=False)
    return [unit for unit in units if unit.id not in checks or checks[unit.id].passed]


def is_burdened(s: State, unit: Unit) -> bool:
    """19.3-a, 20.1.1-a: whether its Formation is collapsed or cut off."""
    formation = s.formations.get(unit.formation or "")
    if formation is None or s.mode != "advanced":
        return False
    return collapsed(s, formation.id) or formation.cut_off


def recover_unit(s: State, unit: Unit, acted: dict[str, Acted], rule: str) -> Script:
    """13.6.1-c, 13.6.2-b. Status or exhaustion, never both; where both are open the owner chooses.

    That it recovers after a move tells of a hidden unit how far it might have gone: a fact revealed.
    """
    levels, resting = levels_back(s, unit, acted.get(unit.id)), rests(unit, acted)
    of = "status" if levels else "exhaustion"
    if levels and resting:
        of = yield from choose(s, unit, rule)
    if of == "exhaustion":
        yield reveal_of_one(s, "recovered", "9.7-a", s.change(unit, exhausted=False), of=of, levels=0)
    else:
        changed = s.change(unit, status=unit.status - levels)
        yield reveal_of_one(s, "recovered", rule, changed, of=of, levels=levels)


def choose(s: State, unit: Unit, rule: str) -> Script:
    """13.6.1-c. What an Exhausted unit with status losses recovers from. Returns `status` or `exhaustion`."""

    def options() -> list[Plain]:
        return [{"do": "recover", "unit": unit.id, "of": of} for of in ("status", "exhaustion")]

    def refuse(answer: Recover) -> Refusal | None:
        return None if answer.unit == unit.id else no(rule, "not_listed", choices=[unit.id])

    answer = yield ask(s, unit.side, "recover", "13.6.1-c", (Recover,), options, refuse, unit=unit.id)
    return answer.of
