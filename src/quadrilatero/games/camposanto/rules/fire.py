"""The two fire steps of 5.5: artillery (9.1) before movement, light infantry (10.2) after it."""

from __future__ import annotations

from types import ModuleType

from quadrilatero.games.camposanto.answers import Done, Fire
from quadrilatero.games.camposanto.rules import artillery, commanders, light_infantry
from quadrilatero.games.camposanto.rules.components import is_combat, roll_2d6
from quadrilatero.games.camposanto.rules.hits import take_hit, who_takes
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import ask, no, roll
from quadrilatero.kernel import Plain, Refusal, Script

NEED = 9
ARM: dict[str, ModuleType] = {"artillery": artillery, "light_fire": light_infantry}
RULE = {"artillery": "9.1-g", "light_fire": "10.2-d"}


def fire_step(s: State) -> Script:
    """5.5-a: the wing's guns, or its light infantry, fire one at a time."""
    active = s.acting()
    arm = ARM[active.step]
    shots = {
        unit.id: arm.targets(s, unit) for unit in s.of_wing(active.side, active.wing) if arm.may_fire(active, unit)
    }
    if not any(shots.values()):
        return None

    def options() -> list[Plain]:
        number = s.board.grid.number
        fires = [
            {"do": "fire", "unit": id, "hex": hex} for id, hexes in shots.items() for hex in sorted(map(number, hexes))
        ]
        return [*fires, {"do": "done"}]

    answer = yield ask(
        active.side,
        "fire",
        "9.1-a" if active.step == "artillery" else "10.2-a",
        (Fire, Done),
        options,
        lambda answer: refuse_fire(s, answer),
        certain=True,
        wing=active.wing,
        step=active.step,
        units=[id for id, hexes in shots.items() if hexes],
    )
    if isinstance(answer, Done):
        return False
    active.fired = (*active.fired, answer.unit)
    yield from shoot(s, s.units[answer.unit], s.board.hex(answer.hex))
    return True


def refuse_fire(s: State, answer: Fire | Done) -> Refusal | None:
    """9.1-a: whether a unit may fire at a hex, or the step be ended."""
    if isinstance(answer, Done):
        return no("5.5-a", "no_side_here") if answer.start else None
    active = s.acting()
    unit = s.units.get(answer.unit)
    paragraph = "9.1-a" if active.step == "artillery" else "10.2-a"
    if unit is None:
        return no(paragraph, "no_such_unit", unit=answer.unit)
    if unit.side != active.side or unit.wing != active.wing:
        return no(paragraph, "not_of_the_wing", unit=unit.name, wing=active.wing, side=active.side)
    if refusal := refuse_moment(s, unit, s.board.hex(answer.hex)):
        return refusal
    if unit.id in active.fired:
        return no(paragraph, "fired_already", unit=unit.name)
    arm = ARM[active.step]
    if not arm.may_fire(active, unit):
        return no(paragraph, "does_not_fire_now", unit=unit.name)
    barred: Refusal | None = arm.refuse_target(s, unit, s.board.hex(answer.hex))
    return barred


def refuse_moment(s: State, unit: Unit, hex: int) -> Refusal | None:
    """9.1-a, 10.2-a: guns fire before movement, light infantry after it, and those of a Titubant wing never.

    Once an arm's step is past, a shot that was not possible in it either is refused for that reason.
    """
    active = s.acting()
    if artillery.is_gun(unit):
        if artillery.is_silent(active):
            return no("9.1-b", "titubant_fire", unit=unit.name)
        if active.step == "artillery":
            return None
        late = no("9.1-a", "guns_fire_first", unit=unit.name)
        return late if unit.id in active.fired else artillery.refuse_target(s, unit, hex) or late
    if light_infantry.is_light(unit):
        if light_infantry.is_silent(active):
            return no("10.2-b", "titubant_fire", unit=unit.name)
        if active.step == "light_fire":
            return None
        elsewhere = no("10.2-a", "light_fires_later", unit=unit.name)
        if active.step != "assault" or unit.id in active.fired:
            return elsewhere
        return light_infantry.refuse_target(s, unit, hex) or elsewhere
    return None


def modifiers(s: State, unit: Unit, hex: int) -> list[tuple[str, int]]:
    """9.1-g, 10.2-d: what changes a shot."""
    if artillery.is_gun(unit):
        return artillery.fire_modifiers(s, unit, hex)
    return light_infantry.fire_modifiers(s, hex)


def shoot(s: State, unit: Unit, hex: int) -> Script:
    """9.1-h, 10.2-e. Nine or more is one HIT on the hex; whoever survives it stays where it is."""
    target = who_takes(s, hex)
    assert target is not None
    step = s.acting().step
    faces = yield from roll_2d6()
    rule = RULE[step]
    hit = roll(
        s,
        rule,
        [unit],
        faces,
        modifiers(s, unit, hex),
        NEED,
        why="fire",
        target=target.id,
        target_name=target.name,
        hex=s.board.grid.number(hex),
        range=s.board.grid.distance(unit.hex, hex),
    )
    if not hit:
        return
    if is_combat(target):
        take_hit(s, hex, rule)
    else:
        commanders.killed_by_fire(s, target)
