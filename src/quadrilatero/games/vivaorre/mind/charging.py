"""Charges: which to declare, and what the charged do."""

from __future__ import annotations

from quadrilatero.games.vivaorre.mind.fighting import charging, gets_home, of_charge, of_melee, received
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.worth import passing
from quadrilatero.games.vivaorre.rules.charge_moves import is_counter
from quadrilatero.games.vivaorre.said import SQUARE
from quadrilatero.games.vivaorre.state import Unit
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed

SHORT = 0.1
"""7-g: what it costs to charge and fall short, as a part of the unit's points."""
SECOND = 0.5
"""How much of a charge counts whose target somebody else charges already."""
SURE_OF_IT = 0.04
"""A charge has to promise so much more than nothing, as a part of the unit's points, to who thinks of the reply."""
EVADED = 0.1
"""7-l: ground given up and a turn of reordering."""


def weigh_charge(scene: Scene) -> list[Weighed]:
    """7-a: the charge that promises most, one after the other; then no more. What was declared stands."""
    taken = {one.target for one in scene.s.charges if scene.s.units[one.unit].side == scene.seat}
    declared = {one.unit for one in scene.s.charges}
    must = scene.data.get("must", ())
    found = []
    for option in scene.options:
        if option["do"] == "done":
            found.append(scene.weighed(option))
        elif option["unit"] in declared or (must and option["unit"] not in must):
            continue
        else:
            unit, target = scene.s.units[option["unit"]], scene.s.units[option["target"]]
            found.append(scene.weighed(option, charge=of_declaring(scene, unit, target, taken)))
    return found


def of_declaring(scene: Scene, unit: Unit, target: Unit, taken: set[str]) -> float:
    """What a charge promises; a counter-charge against what would come of standing."""
    if is_counter(scene.s, unit, target):
        return of_counter(scene, unit, target)
    if not gets_home(scene, unit, target):
        return -SHORT * unit.points
    found = of_charge(scene, unit, target)
    gain = found.gain * (SECOND if target.id in taken and found.gain > 0 else 1.0)
    return gain - (SURE_OF_IT * unit.points if scene.looks_ahead else 0.0)


def of_counter(scene: Scene, unit: Unit, target: Unit) -> float:
    """7-h: both charge and nobody fires, instead of receiving the charge at the halt."""
    there, coming = charging(unit, target), target.copy()
    coming.charged = unit.id
    meets, _ = of_melee(scene, there, coming)
    stands = -received(scene, charging(target, unit), unit)[0]
    return meets - stands


def weigh_react(scene: Scene) -> list[Weighed]:
    """7-l, 7-p: to stand, to run, or to form square, by what the charge would cost."""
    s = scene.s
    unit = s.units[scene.data["unit"]]
    chargers = [s.units[id] for id in scene.data["by"]]
    stands = -sum([received(scene, charging(one, unit), unit)[0] for one in chargers])
    return [scene.weighed(option, charge=_reaction(scene, option, unit, chargers, stands)) for option in scene.options]


def _reaction(scene: Scene, option: Plain, unit: Unit, chargers: list[Unit], stands: float) -> float:
    if option["do"] == "stand":
        return stands
    if option["do"] == "evade":
        return -EVADED * unit.points
    square = unit.copy()
    square.formation = SQUARE
    square.settle()
    formed = -sum([received(scene, charging(one, square), square)[0] for one in chargers])
    chance = passing(scene.body(unit).morale)
    return chance * formed + (1 - chance) * stands
