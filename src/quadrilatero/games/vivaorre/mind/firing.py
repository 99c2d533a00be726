"""Plans of fire: who fires at whom, and blows in a mêlée with several."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.mind.fighting import blow
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.shooting import best_ammo, volley
from quadrilatero.games.vivaorre.mind.worth import cost_of_fire, joined, spread
from quadrilatero.games.vivaorre.rules import fire, visibility
from quadrilatero.games.vivaorre.said import SQUARE
from quadrilatero.games.vivaorre.state import Unit
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed

LURKING = 0.05
"""13-g: what it costs a hidden unit to show itself by firing, as a part of its points."""
ROUNDS = 3
"""How often a plan is gone through for a shot that does more elsewhere."""
NOTHING: tuple[float, ...] = (1.0,)


class Chance(NamedTuple):
    """A shot that could be fired, and the spread of its hits."""

    unit: str
    target: str
    shot: Plain
    hits: tuple[float, ...]


def weigh_fire(scene: Scene) -> list[Weighed]:
    """9-a: everybody at the target where his shot does most; who thinks of the others joins their fire."""
    chances = chances_of(scene)
    alone = {key: max(some, key=lambda one: gain(scene, [], one)) for key, some in chances.items()}
    plans = [list(alone.values())]
    if scene.looks_ahead:
        plans.insert(0, together(scene, chances, list(alone.values())))
    found = [weighed_plan(scene, plan) for plan in plans]
    found.append(scene.weighed({"do": "fire", "shots": []}))
    return found


def weighed_plan(scene: Scene, plan: list[Chance]) -> Weighed:
    """A plan with what it takes off, less what it costs to be seen."""
    seen = 0.0
    kept = []
    for one in plan:
        unit = scene.s.units[one.unit]
        shows = LURKING * unit.points if unit.hidden else 0.0
        if shows and gain(scene, [], one) < shows:
            continue
        seen += shows
        kept.append(one)
    return scene.weighed({"do": "fire", "shots": [one.shot for one in kept]}, fire=value(scene, kept), order=-seen)


def chances_of(scene: Scene) -> dict[tuple[str, str | None], list[Chance]]:
    """The shots of one's own units at enemy units, by unit and side of a square."""
    s = scene.s
    found: dict[tuple[str, str | None], list[Chance]] = {}
    for id, targets in scene.data["units"].items():
        unit = s.units[id]
        if unit.side != scene.seat:
            continue
        for name in targets:
            target = s.units.get(name)
            if target is None:
                continue
            for side in sides(scene, unit, target):
                one = chance_of(scene, unit, target, side)
                if one is not None:
                    found.setdefault((id, side), []).append(one)
    return found


def sides(scene: Scene, unit: Unit, target: Unit) -> list[str | None]:
    """9-b: the sides of a square that bear; of others the front."""
    return [*fire.sides_towards(scene.s, unit, target.pose)] if unit.formation == SQUARE else [None]


def chance_of(scene: Scene, unit: Unit, target: Unit, side: str | None) -> Chance | None:
    """A shot with the best ammunition that is lawful; None where none is."""
    s = scene.s
    ammo = best_ammo(s, unit, target)
    if ammo is not None and not visibility.sees(s, unit, target):
        ammo = "shell"
    shot = Shot(unit.id, target.id, ammo=ammo, side=side)  # type: ignore[arg-type]
    if fire.refuse_shot(s, scene.seat, shot) is not None:
        return None
    found = volley(s, unit, target, sure=True)
    hits = NOTHING if found is None else spread(found.dice, found.need)
    return Chance(unit.id, target.id, fire.plain_shot(shot), hits)


def together(scene: Scene, chances: dict[tuple[str, str | None], list[Chance]], plan: list[Chance]) -> list[Chance]:
    """A plan in which no single shot does more at another target, with what the others fire."""
    for _ in range(ROUNDS):
        changed = False
        for place, key in enumerate(chances):
            others = plan[:place] + plan[place + 1 :]
            best = max(chances[key], key=lambda one: gain(scene, others, one))
            if gain(scene, others, best) > gain(scene, others, plan[place]) + 1e-9:
                plan = [*plan[:place], best, *plan[place + 1 :]]
                changed = True
        if not changed:
            break
    return plan


def gain(scene: Scene, others: list[Chance], one: Chance) -> float:
    """What a shot adds to what others fire at the same target."""
    same = [other for other in others if other.target == one.target]
    return on_target(scene, [*same, one]) - (on_target(scene, same) if same else 0.0)


def value(scene: Scene, plan: list[Chance]) -> float:
    """The points that a plan takes off on average."""
    targets = dict.fromkeys([one.target for one in plan])
    return sum([on_target(scene, [one for one in plan if one.target == target]) for target in targets])


def on_target(scene: Scene, shots: list[Chance]) -> float:
    """The points that shots at one target take off."""
    hits = NOTHING
    for one in shots:
        hits = joined(hits, one.hits)
    target = scene.s.units[shots[0].target]
    return scene.worth(target) * cost_of_fire(scene.body(target), hits)


def weigh_melee(scene: Scene) -> list[Weighed]:
    """10-a: each at the enemy whom its blows cost most."""
    s = scene.s
    worths: dict[tuple[str, str], float] = {}

    def worth(id: str, foe: str) -> float:
        if (id, foe) not in worths:
            unit, target = s.units[id], s.units[foe]
            struck = blow(scene, unit, target)
            cost = cost_of_fire(scene.body(target), spread(struck.dice, struck.need))
            worths[id, foe] = scene.worth(target) * cost
        return worths[id, foe]

    return [
        scene.weighed(option, charge=sum([worth(id, foe) for id, foe in option["targets"].items()]))
        for option in scene.options
        if option["do"] == "melee"
    ]
