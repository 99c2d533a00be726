"""Fire: which shot next, whether to answer, and what to do when shaken."""

from __future__ import annotations

from quadrilatero.games.alaguerre.mind.fighting import EVADED
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.mind.shooting import promise, spread_of, target_body
from quadrilatero.games.alaguerre.mind.worth import cost_of_fire, joined, left_of
from quadrilatero.games.alaguerre.rules import charge_fire, fire, shots
from quadrilatero.games.alaguerre.said import ENEMY, UM
from quadrilatero.games.alaguerre.state import Base
from quadrilatero.kernel.mind import Weighed
from quadrilatero.table import distance

NOTHING: tuple[float, ...] = (1.0,)
ANSWERED = 0.7
"""How likely a target that can answer does."""
NEAR = 4 * UM
"""8.2.2-a: who is shaken with an enemy so near goes back."""
WORKS = 0.02
"""8.3.2-b: what a shot at an empty structure is worth."""
KEEPS = 0.75
"""How likely a unit that holds its fire can still shoot in its own turn."""
CLOSING = 0.05
"""8-c: what it costs to turn to another target while more could be shot at this one."""


def taken_so_far(scene: Scene) -> tuple[float, ...]:
    """8.2.1-b: the damage that the open target has taken, as a spread."""
    damage = sum([shot.damage for shot in scene.s.shots])
    return (*[0.0] * damage, 1.0)


def weigh_fire(scene: Scene) -> list[Weighed]:
    """8-b, 8-c: the shot that adds most to what its target has taken; who thinks of the reply counts the answer."""
    s = scene.s
    found = []
    for option in scene.options:
        if option["do"] == "done":
            found.append(scene.weighed(option))
            continue
        target = s.bases.get(fire.named(s, option["target"]))
        if target is None:
            found.append(scene.weighed(option, fire=WORKS))
            continue
        base = fire.shooter(s, option["unit"])
        side = fire.side_named(s, base, scene.read(option))
        found.append(scene.weighed(option, **terms_of_shot(scene, base, target, side)))
    return found


def terms_of_shot(scene: Scene, base: Base, target: Base, side: str) -> dict[str, float]:
    """What a shot adds, what its answer costs, and what is lost by leaving another target."""
    s = scene.s
    spread = spread_of(s, base, target, side)
    body = target_body(scene, target)
    before = taken_so_far(scene) if s.target == target.id else NOTHING
    gain = cost_of_fire(body, joined(before, spread)) - (cost_of_fire(body, before) if len(before) > 1 else 0.0)
    terms = {"fire": scene.worth(target.side) * gain}
    if not scene.looks_ahead:
        return terms
    back = shots.may_answer(s, target, base)
    if back is not None:
        terms["threat"] = -ANSWERED * scene.worth(base.side) * promise(scene, target, base, back)
    if s.target is not None and s.target != target.id:
        terms["tempo"] = -CLOSING
    return terms


def weigh_return_fire(scene: Scene) -> list[Weighed]:
    """8.2.3-a, 5.6.5-h: to answer, to keep the shot for a better target in one's own turn, or to give way."""
    s = scene.s
    base, firer = s.bases[scene.data["unit"]], s.bases[scene.data["target"]]
    suffered = promise(scene, firer, base, front_of(scene, firer, base))
    answer = shots.may_answer(s, base, firer)
    gain = 0.0 if answer is None else promise(scene, base, firer, answer)
    later = 0.0
    if scene.looks_ahead and s.side == s.initiative and not base.fired:
        later = KEEPS * max(
            [promise(scene, base, s.bases[at], side) for at, side in own_targets(scene, base)], default=0.0
        )
    away = scene.worth(base.side) * EVADED
    worths: dict[str, dict[str, float]] = {
        "hold": {"fire": later, "threat": -suffered},
        "fire": {"fire": gain, "threat": -suffered},
        "evade": {"order": -away},
        "fire_evade": {"fire": gain, "threat": -suffered, "order": -away},
    }
    return [scene.weighed(option, **worths[option["do"]]) for option in scene.options]


def front_of(scene: Scene, firer: Base, target: Base) -> str:
    """8.1.3-b: the side that a shot comes from."""
    for side in shots.sides(scene.s, firer):
        if shots.refuse_shot(scene.s, firer, target, side) is None:
            return side
    return "front"


def own_targets(scene: Scene, base: Base) -> list[tuple[str, str]]:
    """8-a: whom a base could shoot at in its own turn."""
    s = scene.s
    pairs = [(enemy, side) for enemy in s.on_table(ENEMY[base.side]) for side in shots.sides(s, base)]
    return [(enemy.id, side) for enemy, side in pairs if shots.refuse_shot(s, base, enemy, side) is None]


def weigh_charge_fire(scene: Scene) -> list[Weighed]:
    """6.3-a: who can shoot at contact does."""
    s = scene.s
    base, target = s.bases[scene.data["unit"]], s.bases[scene.data["target"]]
    spread = spread_of(s, base, target, charge_fire.FRONT, charge=True)
    gain = scene.worth(target.side) * cost_of_fire(target_body(scene, target), spread)
    return [scene.weighed(option, fire=gain if option["do"] == "fire" else 0.0) for option in scene.options]


def weigh_retreat(scene: Scene) -> list[Weighed]:
    """8.2.2-a: back from an enemy who is near, so as to rally."""
    unit = next(one for one in scene.own if one.is_called(scene.data["unit"]))
    near = min([distance(unit.pose, foe.pose) for foe in scene.fighting_foes], default=2 * NEAR)
    worth = left_of(scene.body(unit)) * (NEAR - near) / NEAR
    gain = 0.0 if any(base.occupies is not None for base in unit.bases) else worth
    return [scene.weighed(option, threat=gain if option["do"] == "retreat" else 0.0) for option in scene.options]
