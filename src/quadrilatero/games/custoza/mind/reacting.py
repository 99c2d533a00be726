"""Reactions: fire, Square, falling back, a new facing and counter-attacks, compared with letting it be (11.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quadrilatero.games.custoza.board import CAVALRY
from quadrilatero.games.custoza.duel import duel
from quadrilatero.games.custoza.mind.places import Places
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.mind.worth import LEVEL, of_check, of_duel, of_shot, passes
from quadrilatero.games.custoza.rules import reactions
from quadrilatero.games.custoza.rules.concepts import allowance
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Terms, Weighed
from quadrilatero.kernel.trial import aside

GROUND_GIVEN = 0.8
"""What it costs to give up a hex."""
GOAL_GIVEN = 3.0
"""What a victory hex adds to that for who does not think of how the battle ends."""
TIRED = 0.8
"""9.6: cavalry that has charged is Exhausted."""
AMMUNITION = 0.15


def weigh_react(scene: Scene) -> list[Weighed]:
    """11.5: each reaction by what it changes, exactly and one step ahead."""
    known: dict[str, float] = {}
    return [weigh_one(scene, option, known) for option in scene.options]


def weigh_one(scene: Scene, option: Plain, known: dict[str, float]) -> Weighed:
    """One reaction of one Force."""
    if option["do"] == "pass":
        return scene.weighed(option)
    units = scene.units(option)
    weigh = WEIGH.get(option["do"])
    return scene.weighed(option, **(weigh(scene, units, option) if weigh else {"tempo": -0.2}))


def is_attacked(s: State, units: Sequence[Unit]) -> bool:
    """Whether the deed under way is an attack on these units' hex."""
    return bool(s.deeds) and s.deed.do in ("assault", "charge") and s.deed.target == units[0].hex


def attack_on(s: State, units: Sequence[Unit], scene: Scene) -> float:
    """What the attack that is under way is worth to the Attacker."""
    force = [unit for unit in s.of(s.deed.units) if unit.hex >= 0]
    if not force:
        return 0.0
    hex = s.deed.marker if s.deed.marker >= 0 else force[0].hex
    fought = duel(s, force, units[0].hex, s.deed.do, hex=hex)
    return 0.0 if fought is None else of_duel(fought, units[0].hex, scene.goals, scene.stakes)


def supposing(scene: Scene, change: Callable[[State], None], units: Sequence[Unit]) -> float:
    """How much less the attack would be worth if something were changed before."""
    s = scene.s
    other = aside(s)
    change(other)
    return attack_on(s, units, scene) - attack_on(other, other.of([unit.id for unit in units]), scene)


def _fire(scene: Scene, units: Sequence[Unit], option: Plain) -> Terms:
    worth = of_shot(scene.s, units, reactions.target_of(scene.s), option.get("class"))
    return {"fire": worth, "tempo": -AMMUNITION if worth < AMMUNITION else 0.0}


def _square(scene: Scene, units: Sequence[Unit], option: Plain) -> Terms:
    s = scene.s
    drm = s.board.charts.check_drm("form_square")
    cost = of_check(s, units, drm)
    mounted = s.units[s.triggers[-1].units[0]].kind == CAVALRY
    if not (mounted and is_attacked(s, units)):
        return {"order": -cost, "threat": -0.5}

    def form(other: State) -> None:
        for unit in other.of([unit.id for unit in units]):
            other.change(unit, square=True)

    gain = supposing(scene, form, units)
    return {"order": -cost, "threat": passes(s, units, drm) * gain}


def _face(scene: Scene, units: Sequence[Unit], option: Plain) -> Terms:
    s = scene.s
    cost = of_check(s, units)
    if not is_attacked(s, units):
        return {"order": -cost}
    gain = supposing(scene, lambda other: other.turn_to(units[0].hex, FACINGS.index(option["facing"])), units)
    return {"order": -cost, "threat": gain}


def _fall_back(scene: Scene, units: Sequence[Unit], option: Plain) -> Terms:
    s = scene.s
    faster = allowance(s.of(s.triggers[-1].units)) - allowance(units)
    goal = scene.stakes.goal if scene.is_far_sighted else GOAL_GIVEN
    ground = GROUND_GIVEN + (goal if units[0].hex in scene.goals else 0.0)
    spared = max(0.0, attack_on(s, units, scene)) if is_attacked(s, units) else 0.0
    path = option.get("path") or next(iter(option["paths"].values()))
    end = scene.hexes(path)[-1]
    trapped = Places(scene).danger(sum(unit.sp for unit in units), end, march=False, guns=False)
    return {"order": -of_check(s, units, faster), "threat": spared - 0.3 * trapped, "ground": -ground}


def _counter(scene: Scene, units: Sequence[Unit], option: Plain) -> Terms:
    s, why = scene.s, option["do"]
    path = scene.hexes(option.get("path") or [])
    hex = path[-1] if path else units[0].hex
    fought = duel(s, units, s.triggers[-1].hex, why, hex=hex)
    if fought is None:
        return {"attack": -1.0}
    worth = passes(s, units) * of_duel(fought, s.triggers[-1].hex, scene.to_win, scene.stakes)
    if scene.is_far_sighted:
        leaves = Places(scene).garrison(units, units[0].hex) if path else 0.0
    else:
        leaves = LEVEL if units[0].hex in scene.goals else 0.0
    return {"attack": worth, "tempo": -scene.stakes.force * TIRED if why == "charge" else 0.0, "ground": -leaves}


WEIGH: dict[str, Callable[[Scene, Sequence[Unit], Plain], Terms]] = {
    "fire": _fire,
    "square": _square,
    "face": _face,
    "fall_back": _fall_back,
    "assault": _counter,
    "charge": _counter,
}
