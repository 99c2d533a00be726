"""Smaller decisions: initiative, orders, pursuit, dice rolled again, hidden enemies met, strokes of genius."""

from __future__ import annotations

from quadrilatero.games.vivaorre.mind.firing import chance_of, gain, weigh_melee
from quadrilatero.games.vivaorre.mind.moving import weigh_ways
from quadrilatero.games.vivaorre.mind.places import Places
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.rules.rates import charge_reach
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed
from quadrilatero.table import distance

CAUGHT, RUNS_ON = 0.35, 0.02
"""10-l: what is left of a routed unit and lost when it is caught; a pursuit that misses, as a part of the points."""
SURPRISED = 4_000
"""13-g: who meets a hidden enemy so near stops."""
HIT, GOOD = 5, 4
"""A die that hits without modifiers, one that passes a test."""


def weigh_first(scene: Scene) -> list[Weighed]:
    """A question with nothing to weigh: the first answer."""
    return [scene.weighed(option) for option in scene.options]


def weigh_initiative(scene: Scene) -> list[Weighed]:
    """6-a: who moves last sees where the enemy stands when both fire; one who does not think of that goes first."""
    wanted = "second" if scene.looks_ahead else "first"
    return [scene.weighed(option, tempo=1.0 if option["do"] == wanted else 0.0) for option in scene.options]


def weigh_when(scene: Scene) -> list[Weighed]:
    """5-ch7: the same for a brigade that chooses."""
    wanted = "second" if scene.looks_ahead else "first"
    return [scene.weighed(option, tempo=1.0 if option["half"] == wanted else 0.0) for option in scene.options]


def weigh_orders(scene: Scene) -> list[Weighed]:
    """5-ch2, 5-ch16: generals are told to advance, unless the battle is won as it stands."""
    wanted = "hold" if scene.looks_ahead and scene.would_win() else "advance"
    return [
        scene.weighed(option, tempo=float(sum([told == wanted for told in option["orders"].values()])))
        for option in scene.options
    ]


def weigh_pursue(scene: Scene) -> list[Weighed]:
    """10-l: after those who can be caught."""
    s = scene.s
    unit, target = s.units[scene.data["unit"]], s.units[scene.data["target"]]
    catches = distance(unit.pose, target.pose) <= charge_reach(unit)
    worth = CAUGHT * scene.worth(target) if catches else -RUNS_ON * scene.worth(unit)
    return [scene.weighed(option, charge=worth if option["do"] == "pursue" else 0.0) for option in scene.options]


def weigh_reroll(scene: Scene) -> list[Weighed]:
    """5-ch9, 5-ch14: a test that failed, or a roll of one's own that hit less than it should."""
    roll = scene.data["roll"]
    dice: list[int] = roll["dice"]
    single = roll["why"] not in ("fire", "melee")
    found = []
    for option in scene.options:
        value = 0.0
        if option["do"] == "reroll":
            die = option.get("die")
            if single:
                value = GOOD - dice[die or 0] - 0.5
            elif die is None:
                value = len(dice) / 3 - sum([face >= HIT for face in dice]) - 1.0
            else:
                value = -0.5
        found.append(scene.weighed(option, tempo=value))
    return found


def weigh_go_on(scene: Scene) -> list[Weighed]:
    """13-g: on as before, unless the enemy who was met is too near."""
    unit = scene.s.units[scene.data["unit"]]
    near = scene.nearest_foe(unit) <= SURPRISED
    return [
        scene.weighed(option, tempo=(-1.0 if near else 1.0 / number) if number else 0.0)
        for number, option in enumerate(scene.options)
    ]


def weigh_extra(scene: Scene) -> list[Weighed]:
    """17-ev12: the shot, blow or move that is worth most."""
    s = scene.s
    unit = s.units[scene.data["unit"]]
    found = [scene.weighed(option) for option in scene.options if option["do"] == "pass"]
    for option in scene.options:
        if option["do"] == "fire":
            found += weigh_shot(scene, option)
    blows = [option for option in scene.options if option["do"] == "melee"]
    if blows:
        found += weigh_melee(scene)
    elif any(option["do"] == "move" for option in scene.options):
        found += [one for one in weigh_ways(scene, Places(scene), unit) if scene.is_lawful(one.answer)]
    return found


def weigh_shot(scene: Scene, option: Plain) -> list[Weighed]:
    """A single shot at an enemy unit."""
    s = scene.s
    shot = option["shots"][0]
    target = s.units.get(shot["target"] or "")
    if target is None:
        return []
    one = chance_of(scene, s.units[shot["unit"]], target, shot.get("side"))
    return [] if one is None else [scene.weighed({"do": "fire", "shots": [one.shot]}, fire=gain(scene, [], one))]
