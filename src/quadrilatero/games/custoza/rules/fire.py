"""Chapter 8: fire of artillery and infantry, as an action and as a reaction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final, NamedTuple

from quadrilatero.games.custoza.answers import Fire
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY, INFANTRY, SIGHT
from quadrilatero.games.custoza.charts import Effect
from quadrilatero.games.custoza.deeds import Deed, Force, Trigger
from quadrilatero.games.custoza.fog import as_they_look
from quadrilatero.games.custoza.rules import (
    actions,
    cohesion,
    daylight,
    losses,
    marching,
    movement,
    reactions,
    routes,
    sight,
    turning,
)
from quadrilatero.games.custoza.rules.command import may_act
from quadrilatero.games.custoza.rules.concepts import all_round, ccv, comes_from_behind, forces, stacking_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import Modifiers, no, roll, tell_of, tell_of_one
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.ask import Dice

KEEPS: Final = 3
"""8.8-b: what the die must show for a unit to have ammunition left."""
MOVING: Final = ("move", "fire", "assault", "after_charge", "fall_back", "advance", "ooc")

# -- 8.1 to 8.4: who may fire at what ----------------------------------------------------------------------------------


def reach(kind: str) -> int:
    """8.2-a, 8.2.1-a. Artillery fires five hexes far, infantry into the next one."""
    return SIGHT if kind == ARTILLERY else 1


def may_fire(unit: Unit, *, reaction: bool) -> bool:
    """8.1-a, 8.1-b, 8.3-e, 7.9-a, 8.8-b, 22.3.2-b, 24.1.3-b. Light infantry and guns; in reaction line infantry too."""
    if unit.march or unit.ammo == "out" or unit.type == "train":
        return False
    if unit.kind == ARTILLERY or unit.type == "light":
        return True
    return reaction and unit.type in ("line", "fortress")


def firing(s: State, hex: int, kind: str) -> list[Unit]:
    """8.4-a, 8.4-b. The units of a class in a hex that fire together: able, in command, and not yet used."""
    acted = s.acting().acted
    return [
        unit
        for unit in s.stack(hex, s.formations[s.acting().formation].side)
        if unit.kind == kind and may_fire(unit, reaction=False) and may_act(s, unit) and unit.id not in acted
    ]


def refuse_fire(s: State, units: Sequence[Unit], answer: Fire) -> Refusal | None:
    """8.1-a, 8.3-a, 8.3-b, 8.3-c, 8.3-e, 8.4-a, 22.4-a. Fire as an action: who, from where, and at what."""
    if daylight.is_night(s):
        return no("22.4-a", "night")
    if refusal := refuse_shooters(s, units):
        return refusal
    path = [s.board.hex(number) for number in answer.path]
    if path and (refusal := refuse_approach(s, units, path)):
        return refusal
    if answer.hex is None:
        return no("8.1-e", "no_target", hex="?")
    facing = units[0].facing if answer.facing is None else FACINGS.index(answer.facing)
    here = path[-1] if path else units[0].hex
    return refuse_target(s, units, here, s.board.hex(answer.hex), answer.at, facing, free=bool(path))


def refuse_shooters(s: State, units: Sequence[Unit]) -> Refusal | None:
    """8.3-e, 8.4-a, 8.8-b. All of a class in the hex that may fire do so together, and nobody else."""
    for unit in units:
        if unit.ammo == "out" and (unit.kind == ARTILLERY or unit.type == "light"):
            return no("8.8-b", "no_ammunition", unit=unit.id)
        if not may_fire(unit, reaction=False):
            return no("8.3-e" if not unit.march else "7.9-a", "cannot_fire", unit=unit.id)
    together = [unit.id for unit in firing(s, units[0].hex, units[0].kind)]
    if [unit.id for unit in units] != together:
        return no("8.4-a", "whole_force", units=together)
    return None


def refuse_approach(s: State, units: Sequence[Unit], path: Sequence[int]) -> Refusal | None:
    """8.3-b, 8.3-c, 8.3-d, 6.4-b, 3.2.2b-c. Only light infantry moves before it fires, to an Assault marker."""
    if units[0].kind != INFANTRY:
        return no("8.3-b", "cannot_fire", unit=units[0].id)
    if not any(marker.hex == path[-1] and marker.type == "assault" for marker in s.acting().markers):
        return no("8.3-c", "no_marker", hex=s.board.grid.numbers[path[-1]])
    march = units[0].march
    return routes.refuse_path(s, units, path, routes.budget(units), march, to_marker=True)


def refuse_target(
    s: State, units: Sequence[Unit], here: int, hex: int, at: str | None, facing: int, *, free: bool
) -> Refusal | None:
    """8.1-d, 8.1-e, 8.2-a, 8.2-c, 8.2.1-a, 8.9-a. A Force in a hex within range, through the front, in sight.

    `free`: who has just moved may face as he likes (7.6-b).
    """
    number = s.board.grid.numbers[hex] if hex >= 0 else "?"
    enemies = forces_at(s, hex, units[0].side)
    if not enemies:
        return no("8.1-e", "no_target", hex=number)
    if at is None and len(enemies) > 1:
        return no("8.1-e", "choose_class", hex=number)
    if at is not None and all(force.kind != at for force in enemies):
        return no("8.1-e", "no_such_class", hex=number, kind=at)
    far = s.board.grid.distance(here, hex)
    if far > reach(units[0].kind):
        return no("8.2-a", "out_of_range", hex=number, range=far)
    if not free and not in_arc(s, units, here, hex, facing):
        return no("8.1-d", "out_of_arc", hex=number)
    if not sight.sees(s, here, hex):
        if far > daylight.sight_limit(s):
            return no("22.4-c", "dim_light", hex=number)
        return no("8.9-a", "no_sight", hex=number, barrier=s.board.numbers(sight.barrier(s, here, hex)))
    return None


def forces_at(s: State, hex: int, side: str) -> list[Force]:
    """8.1-e: the Forces of the other side in a hex; a fortress has two, its garrison and its guns."""
    found = [force for force in forces(s, hex) if force.side == ENEMY[side]]
    walls = [id for force in found for id in force.ids if s.units[id].type == "fortress"]
    if walls and all(force.kind != ARTILLERY for force in found):
        found.append(Force(ENEMY[side], ARTILLERY, hex, tuple(walls)))
    return found


def in_arc(s: State, units: Sequence[Unit], here: int, hex: int, facing: int) -> bool:
    """8.1-d, 8.2-c. Whether the line to a hex leaves through a front side; a corner between front and rear will do."""
    if all_round(s, units) and here == units[0].hex:
        return True
    return hex in s.board.facings.arc(here, facing, s.board.grid.distance(here, hex))


def targets(s: State, units: Sequence[Unit], here: int) -> list[tuple[int, str]]:
    """8.1-e: what a Force could fire at from a hex, turned as need be: hexes and classes."""
    side, kind = units[0].side, units[0].kind
    near = s.board.grid.within(here, reach(kind)) & s.held[ENEMY[side]]
    return [
        (hex, force.kind)
        for hex in near
        for force in forces_at(s, hex, side)
        if refuse_target(s, units, here, hex, force.kind, 0, free=True) is None
    ]


def facing_for(s: State, units: Sequence[Unit], hex: int) -> int | None:
    """8.3-a: how a Force must turn to fire at a hex: not at all, or to the side that needs the smallest turn."""
    here, now = units[0].hex, units[0].facing
    if in_arc(s, units, here, hex, now):
        return None
    return min(
        (facing for facing in range(6) if in_arc(s, units, here, hex, facing)),
        key=lambda facing: min((facing - now) % 6, (now - facing) % 6),
    )


# -- the action --------------------------------------------------------------------------------------------------------


def action(s: State, units: Sequence[Unit], answer: Fire) -> Script:
    """8.3-a, 8.3-c, 7.5-d. A Force turns or, being light, goes to a marker, and fires; then it may turn again."""
    ids = tuple(unit.id for unit in units)
    path, hex = tuple(map(s.board.hex, answer.path)), s.board.hex(answer.hex or "")
    if path:
        marching.change(s, units, None)
    s.begin(Deed("fire", units[0].side, ids, path=path, target=hex, marker=path[-1] if path else units[0].hex))
    arrived = yield from movement.walk(s)
    deed = s.deed
    force = [unit for unit in s.of(deed.units) if unit.hex == deed.marker]
    actions.record(s, s.of(ids), "fire", deed.mp)
    if arrived and force:
        if answer.facing is not None:
            turning.turn(s, s.stack(force[0].hex), FACINGS.index(answer.facing), "8.3-a")
            force = s.of([unit.id for unit in force])
        if force[0].kind == INFANTRY:
            actions.serve_marker(s, deed.marker, hex)
        found = [one for one in forces_at(s, hex, deed.side) if answer.at in (None, one.kind)]
        if found:
            yield from resolve(s, force, found[0])
    deed = s.finish()
    left = [unit for unit in s.of(ids) if unit.hex >= 0]
    if len({unit.hex for unit in left}) == 1 and not deed.stopped:
        turning.turn_later(s, left, "8.3-b", stayed=not path)


# -- 8.6, 8.7: the shot ------------------------------------------------------------------------------------------------


class Shot(NamedTuple):
    """A shot before the dice: strength and power, column and shifts, and what is added to the dice."""

    range: int
    sp: int
    power: int
    shifts: Modifiers
    column: int
    modifiers: Modifiers

    @property
    def drm(self) -> int:
        """8.6-c: all modifiers together."""
        return sum(value for _, value in self.modifiers)


def resolve(
    s: State, shooters: Sequence[Unit], target: Force, *, kind: str | None = None, reaction: bool = False
) -> Script:
    """8.5-a, 8.6-c, 8.7-a, 8.8-b. One Force fires at another: ammunition, dice, losses, then the target may react.

    `kind` names the class that fires where a fortress has two.
    """
    kind = kind or shooters[0].kind
    side, here = shooters[0].side, shooters[0].hex
    able = yield from ammunition(s, shooters)
    if able:
        lead = yield from losses.choose_lead(s, able, "8.6-b", in_combat=False)
        yield from shoot(s, able, lead, kind, target)
        mark_low(s, able)
        if not reaction:
            yield from reactions.react(s, fired_at(side, shooters, here, target))


def ammunition(s: State, shooters: Sequence[Unit]) -> Script:
    """8.8-b. Each unit with Low Ammo rolls before it fires again; on 1 or 2 it is out. Returns those who fire."""
    out = set()
    for unit in as_they_look(s, shooters):
        if unit.ammo == "low":
            faces = yield Dice(1)
            keeps = faces[0] >= KEEPS
            roll(s, "8.8-b", "ammo", unit.side, [unit], faces, success=keeps, unit=unit.id, need=KEEPS)
            if not keeps:
                tell_of_one(s, "ammo", "8.8-b", s.change(s.units[unit.id], ammo="out"), ammo="out")
                out.add(unit.id)
    return [s.units[unit.id] for unit in shooters if unit.id not in out]


def mark_low(s: State, shooters: Sequence[Unit]) -> None:
    """8.8-a. Who fires for the first time in a game turn is Low on Ammo afterwards."""
    for unit in as_they_look(s, s.of([unit.id for unit in shooters])):
        if unit.ammo == "full":
            tell_of_one(s, "ammo", "8.8-a", s.change(unit, ammo="low"), ammo="low")


def shoot(s: State, shooters: Sequence[Unit], lead: Unit, kind: str, target: Force) -> Script:
    """8.6-a, 8.6-c, 8.6-d, 8.7-c. Power, column and dice; the target Force loses SP, then levels."""
    units = s.of(target.ids)
    shot = aim(s, shooters, lead, kind, units, target.kind)
    number = s.board.grid.numbers[target.hex]
    if shot.column < 0:
        tell_of(s, "fired", "8.6-c", shooters, hex=number)
        return
    faces = yield Dice(2)
    result = s.board.charts.fire_result(shot.column, sum(faces) + shot.drm)
    columns = s.board.charts.fire_columns
    roll(
        s,
        "8.6-c",
        "fire",
        lead.side,
        shooters,
        faces,
        modifiers=shot.modifiers,
        success=result != "-",
        private=("sp", "power", "shifts", "column"),
        about=units,
        hex=number,
        at=target.kind,
        targets=[unit.id for unit in units],
        range=shot.range,
        sp=shot.sp,
        power=shot.power,
        shifts=[list(shift) for shift in shot.shifts],
        column=columns[min(shot.column, len(columns) - 1)],
        result=result,
    )
    effect = Effect.of(result)
    if effect.sp:
        yield from losses.take(s, units, effect.sp, "8.7-b")
    left = [s.units[unit.id] for unit in units if s.units[unit.id].hex >= 0]
    if effect.levels and left:
        yield from cohesion.lose_levels(s, left, effect.levels, "8.7-c")


def aim(s: State, shooters: Sequence[Unit], lead: Unit, kind: str, targets: Sequence[Unit], at: str) -> Shot:
    """8.6-a. All that decides a shot but the dice."""
    far = s.board.grid.distance(shooters[0].hex, targets[0].hex)
    charts = s.board.charts
    power = firepower(s, shooters, kind, far)
    moved = shifts(s, targets, at)
    column = max(-1, charts.fire_column(power) + sum(value for _, value in moved))
    strength = sum(_guns(unit, kind) for unit in shooters)
    return Shot(far, strength, power, moved, column, modifiers(s, shooters[0], lead, targets))


def firepower(s: State, shooters: Sequence[Unit], kind: str, far: int) -> int:
    """8.1-c, 8.2-b, chart.FMT-a. The modified strength of all who fire, added up exactly and rounded, halves up."""
    charts = s.board.charts
    total = Fraction(0)
    for unit in shooters:
        factor = charts.range_factor[far] if kind == ARTILLERY else charts.infantry_factor[_as_infantry(unit)]
        total += _guns(unit, kind) * factor
    return floor(total + Fraction(1, 2))


def _guns(unit: Unit, kind: str) -> int:
    return unit.guns if unit.type == "fortress" and kind == ARTILLERY else unit.sp


def _as_infantry(unit: Unit) -> str:
    return "light" if unit.type == "light" else "line"


def shifts(s: State, targets: Sequence[Unit], at: str) -> Modifiers:
    """8.6-a, 8.1-e, 11.5.2-b, 11.5.4-b. Columns by which a shot is shifted: Square, crowd, guns as target, ground."""
    charts, hex, side = s.board.charts, targets[0].hex, targets[0].side
    crowd = charts.fire["massed_target"]
    massed = stacking_points(s, hex, side) >= (crowd.stacking_points or 0)
    guns = at == ARTILLERY and not any(unit.march for unit in targets)
    found = [
        ("11.5.4-b", _number(charts.fire["target_in_square"].shift) if any(u.square for u in targets) else 0),
        ("11.5.2-b", _number(crowd.shift) if massed else 0),
        ("8.1-e", _number(charts.fire["target_artillery"].shift) if guns else 0),
        ("8.6-a", s.board.at(hex).fire.shift),
    ]
    return [(rule, value) for rule, value in found if value]


def modifiers(s: State, shooter: Unit, lead: Unit, targets: Sequence[Unit]) -> Modifiers:
    """8.6-b, chart.FCVM-a, 7.6-f, 7.8.3-b, 8.9-c. On the dice: the rear, March Movement, higher ground, cohesion."""
    charts, board = s.board.charts, s.board
    in_march = any(unit.march for unit in targets)
    higher = board.levels[targets[0].hex] > board.levels[shooter.hex]
    found = [
        ("7.6-f", _number(charts.fire["rear"].drm) if from_behind(s, shooter.hex, targets) else 0),
        ("7.8.3-b", _number(charts.fire["target_in_march"].drm) if in_march else 0),
        ("8.9-c", _number(charts.fire["target_higher"].drm) if higher else 0),
        ("8.6-b", charts.fire_cvm(ccv(s, lead))),
    ]
    return [(rule, value) for rule, value in found if value]


def from_behind(s: State, start: int, targets: Sequence[Unit]) -> bool:
    """7.6-b, 7.6-d, 7.6-f, 10.5.5-a. Whether a shot comes from the rear; who moves freely, or sets out, has none."""
    ids = {unit.id for unit in targets}
    deed = next((deed for deed in reversed(s.deeds) if ids & set(deed.units)), None)
    if deed is None or is_standing(deed, targets):
        return comes_from_behind(s, targets, start)
    if deed.do == "retreat" or any(unit.march for unit in targets):
        heading = heading_of(s, deed)
        return comes_from_behind(s, targets, start, heading if heading >= 0 else None)
    return False if deed.do in MOVING else comes_from_behind(s, targets, start)


def is_standing(deed: Deed, units: Sequence[Unit]) -> bool:
    """8.3-c: whether a Force fires from where it stood when its action began."""
    return deed.do == "fire" and deed.heading < 0 and deed.marker == units[0].hex


def heading_of(s: State, deed: Deed) -> int:
    """7.6-b, 7.8.2-c, 11.1-c: where a Force under way is going: the step it is about to make, or its last; -1 if none.

    Who is fired at before he leaves a hex is moving already, and a column turns before it leaves.
    """
    trigger = s.triggers[-1] if s.triggers else None
    if trigger is not None and trigger.kind == "leaves" and trigger.units == deed.units:
        return s.board.direction(trigger.hex, trigger.to)
    return deed.heading


def _number(value: int | str | None) -> int:
    assert isinstance(value, int)
    return value


def fired_at(side: str, shooters: Sequence[Unit], here: int, target: Force) -> Trigger:
    """8.2.2-a, 11.1-a. The Force that was fired at may react, as far as anybody is left of it."""
    return Trigger("fire", side, tuple(unit.id for unit in shooters), here, forces=(target,))


# -- odds --------------------------------------------------------------------------------------------------------------


def prospect(s: State, shooters: Sequence[Unit], target: Force, kind: str | None = None) -> Shot:
    """8.6-a: a shot as it would be, for the odds."""
    units = s.of(target.ids)
    return aim(s, shooters, shooters[0], kind or shooters[0].kind, units, target.kind)


def listed(s: State, units: Sequence[Unit]) -> list[Plain]:
    """8.1-e: every shot a Force could fire from where it stands, one for each target."""
    found: list[Plain] = []
    for hex, kind in targets(s, units, units[0].hex):
        plain: Plain = {
            "do": "fire",
            "units": [unit.id for unit in units],
            "hex": s.board.grid.numbers[hex],
            "at": kind,
        }
        facing = facing_for(s, units, hex)
        found.append(plain if facing is None else {**plain, "facing": FACINGS[facing]})
    return found
