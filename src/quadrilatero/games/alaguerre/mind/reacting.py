"""Reactions to attacks, going on after them, mêlées, and what winners do."""

from __future__ import annotations

from quadrilatero.games.alaguerre.mind.fighting import blow_of, combat_of, received, way_of
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.rules import attack_ways, melee_modifiers, reactions
from quadrilatero.games.alaguerre.rules.combats import opponents
from quadrilatero.games.alaguerre.rules.formations import Unit, named
from quadrilatero.games.alaguerre.rules.reactions import pivoted
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed
from quadrilatero.table import apart

SURE = 0.1
"""9.2.2-b: a charge without a test still has to promise so much."""
HALF_TURN = 18000


def unit_named(scene: Scene, id: str) -> Unit:
    """The unit that a question names."""
    found = named(scene.s, id)
    assert found is not None
    return found


def weigh_react(scene: Scene) -> list[Weighed]:
    """6.2-d, 6.4-a, 7.2.3-a: to stand, to counter-charge or to give way, by what the charge would cost."""
    s = scene.s
    target, charger = unit_named(scene, scene.data["unit"]), unit_named(scene, scene.data["charger"])
    on = scene.data["side"]
    way = way_of(s, charger, target)
    found = []
    for option in scene.options:
        declared = reactions.meant(scene.read(option))
        cost = 0.0 if way is None else received(scene, charger, target, way, on, declared)
        found.append(scene.weighed(option, charge=-cost))
    return found


def weigh_face(scene: Scene) -> list[Weighed]:
    """6.2-f: towards who comes, on the corner that brings it nearest to parallel."""
    s = scene.s
    target, charger = unit_named(scene, scene.data["unit"]), unit_named(scene, scene.data["charger"])
    wanted = (charger.pose[2] + HALF_TURN) % 36000
    found = []
    for option in scene.options:
        pose = target.pose
        if option["do"] == "face":
            pose = pivoted(s, target, charger.pose, option["side"]) or target.pose
        found.append(scene.weighed(option, flank=-apart(pose[2], wanted) / HALF_TURN))
    return found


def weigh_pursue(scene: Scene) -> list[Weighed]:
    """6.2-h, 6.2-i, 7.2-f: on to where the enemy stood, no farther, unless another target promises more."""
    unit = unit_named(scene, scene.data["unit"])
    found = []
    for option in scene.options:
        worth = 0.0
        if option["do"] in ("charge", "approach"):
            worth = gain_of(scene, unit, option) - SURE
        elif option["do"] == "go_on" and option.get("by") is not None:
            worth = -SURE
        found.append(scene.weighed(option, charge=worth))
    return found


def gain_of(scene: Scene, unit: Unit, option: Plain) -> float:
    """What another target promises, without a test of one's own."""
    target = attack_ways.target_unit(scene.s, option["target"], unit.side)
    if target is None:
        return 0.0
    if option["do"] == "approach":
        return SURE / 2
    way = way_of(scene.s, unit, target)
    on = attack_ways.charged_on(unit.pose, target, scene.s)
    return 0.0 if way is None else received(scene, unit, target, way, on, None)


def weigh_control(scene: Scene) -> list[Weighed]:
    """9.2.2-b, 9.2.2-d: winners in hand charge on where it pays; those out of hand whom it pays most."""
    unit = unit_named(scene, scene.data["unit"])
    return [
        scene.weighed(option, charge=gain_of(scene, unit, option) - SURE if option["do"] == "charge" else 0.0)
        for option in scene.options
    ]


# -- mêlée -------------------------------------------------------------------------------------------------------------


def weigh_melee(scene: Scene) -> list[Weighed]:
    """9-b: first the mêlée in which one is strongest: its winners may help the others."""
    found = []
    for option in scene.options:
        unit = unit_named(scene, option["unit"])
        foes = opponents(scene.s, unit)
        lead = 0.0
        if foes and melee_modifiers.able(unit) and melee_modifiers.able(foes[0]):
            lead = float(advantage(scene, unit, foes[0]))
            lead = lead if unit.side == scene.side else -lead
        found.append(scene.weighed(option, tempo=lead))
    return found


def advantage(scene: Scene, unit: Unit, foe: Unit) -> int:
    """9.4: how much more a unit adds to its die than its enemy."""
    combat = combat_of(unit, foe)
    return blow_of(scene.s, combat, unit.side).first - blow_of(scene.s, combat, foe.side).first


def weigh_join(scene: Scene) -> list[Weighed]:
    """9.3-d: of one's own unit the enemy whom it beats best, of an enemy's the friend who stands best."""
    found = []
    for option in scene.options:
        unit, foe = unit_named(scene, option["unit"]), unit_named(scene, option["enemy"])
        lead = float(advantage(scene, unit, foe))
        found.append(scene.weighed(option, charge=lead if unit.side == scene.side else -lead))
    return found


def weigh_principal(scene: Scene) -> list[Weighed]:
    """9.3.1-a: the unit that strikes hardest and can bear a loss."""
    found = []
    for option in scene.options:
        unit = unit_named(scene, option["unit"])
        foes = opponents(scene.s, unit)
        base = unit.bases[0]
        lead = float(advantage(scene, unit, foes[0])) if foes else float(base.melee or 0)
        found.append(scene.weighed(option, charge=lead - unit.level - base.all_losses))
    return found


def weigh_leader(scene: Scene) -> list[Weighed]:
    """9.4-t10: the best general leads."""
    s = scene.s
    return [scene.weighed(option, command=float(s.generals[option["general"]].level)) for option in scene.options]
