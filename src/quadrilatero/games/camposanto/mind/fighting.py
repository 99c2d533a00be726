"""Weighing shots, declared Assaults and the decisions in the midst of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.mind.fight import ATTACKER, DEFENDER, let_stand, repeated, striking
from quadrilatero.games.camposanto.mind.outlook import GROUND, Outlook
from quadrilatero.games.camposanto.mind.places import chance_to_hit
from quadrilatero.games.camposanto.mind.scene import Scene, plain
from quadrilatero.games.camposanto.odds_fight import price
from quadrilatero.games.camposanto.rules.assault import (
    assaults,
    attackers,
    enemies_on_front,
    still_standing,
    whole_stacks,
)
from quadrilatero.games.camposanto.rules.modifiers import Melee
from quadrilatero.games.camposanto.state import Links, State, Unit
from quadrilatero.hexes import HexSet
from quadrilatero.kernel.mind import Weighed

Declared = dict[str, tuple[str, ...]]

MOST_TRIED = 200
WORTH_IT = 0.02
"""An Assault has to promise so much to be begun."""


def weigh_fire(scene: Scene) -> list[Weighed]:
    """9.1, 10.2: the shot that promises most."""
    s = scene.s
    found = []
    for option in scene.options:
        if option["do"] == "done":
            found.append(plain(option))
            continue
        unit, hex = s.units[option["unit"]], s.board.hex(option["hex"])
        found.append(plain(option, fire=scene.weights["fire"] * chance_to_hit(s, unit, hex) * scene.outlook.aim(hex)))
    return found


# -- declaring ---------------------------------------------------------------------------------------------------------


def weigh_assault(scene: Scene) -> list[Weighed]:
    """7-b: the best set of Assaults for the whole wing, named one by one."""
    declared = scene.s.acting().declared
    outlook, units = scene.outlook, scene.s.units
    best = best_declaration(outlook, attackers(scene.s))
    weight = scene.weights["assault"]
    wanted = None
    for id in [*best, *(id for id in declared if id not in best)]:
        if set(declared.get(id, ())) != set(best.get(id, ())):
            wanted = {"do": "assault", "unit": id, "targets": best.get(id, ())}
            break
    found = []
    for option in scene.options:
        if option["do"] == "done":
            value = worth(outlook, declared, units) + (0.001 if option["from"] == _first_end(scene, declared) else 0.0)
            found.append(plain(option, assault=weight * value))
        elif wanted and option["unit"] == wanted["unit"] and set(option["targets"]) == set(wanted["targets"]):
            found.append(plain(option, assault=weight * worth(outlook, best, units) + 0.002))
    return found


def _first_end(scene: Scene, declared: Declared) -> str:
    """7-f: the end of the line where the best of the Assaults is."""
    s = scene.s
    groups = assaults(declared)
    if len(groups) < 2:
        return "left"
    best = max(groups, key=lambda links: scene.outlook.fight(s, still_standing(s, links)))
    middle = sum(s.board.grid.xy(s.units[d].hex)[0] for links in groups for _, d in links)
    count = sum(len(links) for links in groups)
    left = s.board.grid.xy(s.units[best[0][1]].hex)[0] * count <= middle
    return "left" if left == (s.acting().side == "spain") else "right"


def worth(outlook: Outlook, declared: Declared, units: Mapping[str, Unit]) -> float:
    """The sum of what declared Assaults promise, their attackers standing where `units` says."""
    return sum(promise(outlook, links, units) for links in assaults(declared))


def promise(outlook: Outlook, links: Links, units: Mapping[str, Unit]) -> float:
    """What one Assault promises; defenders stand where they are."""
    attacking = [units[id] for id in dict.fromkeys([attacker for attacker, _ in links])]
    defending = [outlook.s.units[id] for id in dict.fromkeys([defender for _, defender in links])]
    return outlook.fight(outlook.s, Melee(attacking, defending, links))


def best_declaration(outlook: Outlook, units: Sequence[Unit]) -> Declared:
    """7-d, 7-e: the best lawful set of Assaults of these attackers, where they stand or would stand."""
    best: Declared = {}
    for group in entangled(outlook.s, units):
        best |= best_of_group(outlook, group)[0]
    return best


def entangled(s: State, units: Sequence[Unit]) -> list[list[Unit]]:
    """Attackers, those together who have an enemy in common; guns keep out of it."""
    ahead, held = s.board.facings.ahead, s.held
    groups: list[tuple[list[Unit], HexSet]] = []
    for unit in units:
        targets = ahead[unit.hex][unit.facing] & held[ENEMY[unit.side]]
        if unit.type == "artillery" or not targets:
            continue
        members = [unit]
        apart = []
        for group in groups:
            if targets.meets(group[1]):
                members, targets = group[0] + members, targets | group[1]
            else:
                apart.append(group)
        groups = [*apart, (members, targets)]
    return [members for members, _ in groups]


Choices = tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]
"""For each attacker the sets of stacks that it could name: all of its Front first, none at all last."""


def best_of_group(outlook: Outlook, group: Sequence[Unit]) -> tuple[Declared, float]:
    """The best Assaults of attackers who share targets, and their worth; every lawful choice is tried if few enough."""
    units = {unit.id: unit for unit in group}
    choices = tuple([(unit.id, _targets(outlook.s, unit)) for unit in group])
    if prod([len(listed) for _, listed in choices]) > MOST_TRIED:
        return _climb(outlook, units, choices)
    promised: dict[Links, float] = {}
    best: Declared = {}
    top = WORTH_IT
    for declared, fights in lawful_declarations(choices):
        value = 0.0
        for links in fights:
            found = promised.get(links)
            if found is None:
                found = promised[links] = promise(outlook, links, units)
            value += found
        if value > top:
            best, top = declared, value
    return best, top if best else 0.0


def _targets(s: State, unit: Unit) -> tuple[tuple[str, ...], ...]:
    stacks = list(dict.fromkeys([whole_stacks(s, [id]) for id in enemies_on_front(s, unit)]))
    both = [stacks[0] + stacks[1]] if len(stacks) == 2 else []
    return (*both, *stacks, ())


@lru_cache(maxsize=1024)
def lawful_declarations(choices: Choices) -> list[tuple[Declared, list[Links]]]:
    """7-d, 7-e, 7-g: every lawful choice, with the Assaults that it comes to."""
    fronts = {id: listed[0] for id, listed in choices}
    found = []
    for combination in product(*(listed for _, listed in choices)):
        declared = {id: targets for id, targets in zip(fronts, combination, strict=True) if targets}
        if declared and _lawful(declared, fronts):
            found.append((declared, assaults(declared)))
    return found


def _lawful(declared: Declared, fronts: Mapping[str, tuple[str, ...]]) -> bool:
    """7-d, 7-e: nobody leaves out an enemy on its Front that no other assaults."""
    for id, targets in declared.items():
        for enemy in fronts[id]:
            if enemy not in targets and not any(enemy in theirs for theirs in declared.values()):
                return False
    return True


def _climb(outlook: Outlook, units: Mapping[str, Unit], choices: Choices) -> tuple[Declared, float]:
    """Too many to try all: from everybody against everything, one change at a time while it gets better."""
    fronts = {id: listed[0] for id, listed in choices}
    best = dict(fronts)
    top = worth(outlook, best, units)
    improved = True
    while improved:
        improved = False
        for id, listed in choices:
            for targets in listed:
                tried = {other: theirs for other, theirs in best.items() if other != id}
                if targets:
                    tried[id] = targets
                if _lawful(tried, fronts) and (value := worth(outlook, tried, units)) > top + 1e-9:
                    best, top, improved = tried, value, True
    return (best, top) if top > WORTH_IT else ({}, 0.0)


def weigh_next(scene: Scene) -> list[Weighed]:
    """7-f: of Assaults equally far out, the more promising first."""
    s = scene.s
    groups = assaults(s.acting().declared)
    found = []
    for option in scene.options:
        links = next(links for links in groups if any(d == option["unit"] for _, d in links))
        value = scene.outlook.fight(s, still_standing(s, links))
        found.append(plain(option, assault=scene.weights["assault"] * value))
    return found


# -- in the midst of one -----------------------------------------------------------------------------------------------


def _melee(scene: Scene) -> Melee:
    """The Assault being fought, with its units as they are now."""
    before, s = scene.before, scene.s
    melee = still_standing(before, before.acting().pending[0])
    return Melee([s.units[u.id] for u in melee.attackers], [s.units[u.id] for u in melee.defenders], melee.links)


def weigh_stand(scene: Scene) -> list[Weighed]:
    """7.1-b, 7.1-e: to strike in turn, by the exact chain of blows, against each way to fall back."""
    s, outlook = scene.s, scene.outlook
    melee = _melee(scene)
    role = ATTACKER if melee.attackers[0].side == scene.seat else DEFENDER
    stakes = outlook.stakes(s, melee, coming=False)
    sign = 1 if role == ATTACKER else -1
    found = []
    for option in scene.options:
        if option["do"] == "fight":
            value = sign * striking(stakes, scene.data["need"], role)
            found.append(plain(option, assault=scene.weights["assault"] * value))
            continue
        way = {id: tuple(scene.hexes(path)) for id, path in option["paths"].items()}
        hits, _ = price(s, way)
        lost = max(outlook.price(s.units[id], hits) for id in way) if hits else 0.0
        edge = s.board.to_edge
        near = sum(0.05 for id, path in way.items() if edge[s.units[id].side][path[-1]] == 0)
        found.append(
            plain(
                option,
                steps=-scene.weights["steps"] * lost,
                approach=-GROUND - 0.01 * sum(map(len, way.values())),
                edge=-near,
            )
        )
    return found


def weigh_reroll(scene: Scene) -> list[Weighed]:
    """8.2-h: a Marshal is risked if that is better than to let the roll stand."""
    melee = _melee(scene)
    role = ATTACKER if melee.attackers[0].side == scene.seat else DEFENDER
    stakes = scene.outlook.stakes(scene.s, melee, coming=False)
    sign = 1 if role == ATTACKER else -1
    need = scene.data["need"]
    weight = scene.weights["assault"]
    found = []
    for option in scene.options:
        value = (repeated if option["do"] == "reroll" else let_stand)(stakes, need, role)
        found.append(plain(option, assault=weight * sign * value))
    return found


def weigh_hit(scene: Scene) -> list[Weighed]:
    """7.1-g: the loss that costs least."""
    s, outlook = scene.s, scene.outlook
    found = []
    for option in scene.options:
        unit = s.units[option["unit"]]
        found.append(plain(option, steps=-scene.weights["steps"] * outlook.hit(unit, outlook.on_top(unit.hex))))
    return found
