"""Chapter 7.2: what is added to the dice in an Assault. All of it adds up (7.2-a)."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.camposanto.rules.activation import assault_bonus, has_flank_bonus
from quadrilatero.games.camposanto.rules.artillery import assault_stars
from quadrilatero.games.camposanto.rules.light_infantry import spares_cavalry
from quadrilatero.games.camposanto.rules.zones import front_hexes
from quadrilatero.games.camposanto.state import Links, State, Unit

Modifiers = list[tuple[str, int]]


class Melee(NamedTuple):
    """One Assault as it is fought: who assaults whom."""

    attackers: list[Unit]
    defenders: list[Unit]
    links: Links


def modifiers(s: State, melee: Melee, *, attacking: bool) -> Modifiers:
    """7.2-a. Everything that bears on one side's rolls, each with its own rule; what is worth nothing is left out."""
    own, enemy = (melee.attackers, melee.defenders) if attacking else (melee.defenders, melee.attackers)
    flank = is_flank_assault(s, melee)
    found = [
        ("7.2-b", impetuous(s) if attacking else 0),
        ("7.2-c", more_steps(own, enemy)),
        ("7.2-d", star_difference(own, enemy)),
        ("7.2-f", against_farmhouses(s, enemy)) if attacking else ("7.2-g", protected_attackers(s, enemy)),
        ("7.2-h", flank_modifier(s, flank, attacking=attacking)),
        ("7.2-j", cavalry_penalty(s, melee) if attacking else 0),
    ]
    return [(rule, value) for rule, value in found if value]


def impetuous(s: State) -> int:
    """7.2-b. The Impetuous wing has one more in every Assault of its own."""
    return assault_bonus(s.acting())


def more_steps(own: list[Unit], enemy: list[Unit]) -> int:
    """7.2-c, aid.assault-e. The side with more steps in the Assault has one more, the other one less."""
    mine, theirs = sum(unit.steps for unit in own), sum(unit.steps for unit in enemy)
    return (mine > theirs) - (mine < theirs)


def star_difference(own: list[Unit], enemy: list[Unit]) -> int:
    """7.2-d, aid.assault-d. The stars of one own unit less those of one enemy unit."""
    return best_stars(own) - best_stars(enemy)


def best_stars(units: list[Unit]) -> int:
    """7.2-e. However many units take part, only one counts on each side: the one with most stars."""
    return max(assault_stars(unit) for unit in units)


def against_farmhouses(s: State, enemy: list[Unit]) -> int:
    """7.2-f. One less against enemies in farmhouses, once, if one of their hexes has them."""
    housed = [unit.hex in s.board.farmhouses for unit in enemy]
    inside = all(housed) if s.options["farmhouses"] == "all" else any(housed)
    return -1 if inside else 0


def protected_attackers(s: State, attackers: list[Unit]) -> int:
    """7.2-g. Attackers who set out from farmhouses are protected by them in the same way."""
    return against_farmhouses(s, attackers)


def flank_modifier(s: State, flank: bool, *, attacking: bool) -> int:
    """7.2-h, aid.assault-f. On the Flank the attacker has one more, its victim one less; not for a Cautious wing."""
    if not flank or not has_flank_bonus(s.acting()):
        return 0
    return 1 if attacking else -1


def is_flank_assault(s: State, melee: Melee) -> bool:
    """7.2-i. Each defender has an attacker on its Flank, and no attacker takes one in Flank and another in Front."""
    fronts = {defender.id: front_hexes(s, defender) for defender in melee.defenders}
    places = {attacker.id: attacker.hex for attacker in melee.attackers}
    on_flank = [link for link in melee.links if places[link[0]] not in fronts[link[1]]]
    if {defender for _, defender in on_flank} != fronts.keys():
        return False
    if s.options["flank"] == "each_defender" and len(melee.attackers) > 1:
        return True
    return len(on_flank) == len(melee.links) or not mixes_flank_and_front(melee.links, on_flank)


def mixes_flank_and_front(links: Links, on_flank: list[tuple[str, str]]) -> bool:
    """7.2-i: whether an attacker takes one defender in Flank and another in Front."""
    beside = {attacker for attacker, _ in on_flank}
    return any(attacker in beside and (attacker, defender) not in on_flank for attacker, defender in links)


def cavalry_penalty(s: State, melee: Melee) -> int:
    """7.2-j, 7.2-k. Horse on the Front of an infantry regiment that it assaults has one less; on a Flank it has not."""
    units = {unit.id: unit for unit in (*melee.attackers, *melee.defenders)}
    charges = any(charges_frontally(s, units[attacker], units[defender]) for attacker, defender in melee.links)
    return -1 if charges else 0


def charges_frontally(s: State, attacker: Unit, defender: Unit) -> bool:
    """7.2-j: whatever else is in the Assault, it is asked of each charge by itself."""
    is_charge = attacker.type == "cavalry" and is_infantry_in_the_way(defender)
    return is_charge and attacker.hex in front_hexes(s, defender)


def is_infantry_in_the_way(defender: Unit) -> bool:
    """10-b: foot that costs the horse its point."""
    return defender.type in ("infantry", "light") and not spares_cavalry(defender)
