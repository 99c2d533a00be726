"""Chapter 13, hidden units: kept off the table until they move, fire, or somebody comes near (13-g, 13-h, 13-i)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.rules import fire, marching
from quadrilatero.games.vivaorre.rules.characters import throw
from quadrilatero.games.vivaorre.rules.fire_modifiers import lowest_face, of_firer
from quadrilatero.games.vivaorre.rules.works import BOERS
from quadrilatero.games.vivaorre.said import ENEMY
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import no, reveal_of, roll
from quadrilatero.kernel import Refusal, Script
from quadrilatero.table import distance, to_point

NEAR = 2000
"""13-g: an enemy who comes so near finds a hidden unit."""
SMOKELESS = 1890


def come_to_light(s: State, unit: Unit, why: str, rule: str = "13-g") -> Script:
    """13-g. A hidden unit is seen by everybody from now on."""
    if unit.hidden:
        s.change(unit, hidden=False, located=False)
        marching.spring(s, unit)
        yield reveal_of(s, rule, unit, why)


def found_nearby(s: State) -> Script:
    """13-g, 13-i. Hidden units with an enemy within 2 inches are found."""
    for unit in list(s.units.values()):
        if unit.hidden and unit.at is not None:
            if any(distance(unit.pose, enemy.pose) <= NEAR for enemy in s.enemies_of(unit.side)):
                yield from come_to_light(s, s.units[unit.id], "near")


def after_firing(s: State, unit: Unit) -> Script:
    """13-g, 13-i. Who fires is seen; with smokeless powder only his place is known, and he stays hard to hit."""
    if not unit.hidden:
        return
    if has_smokeless_powder(s, unit):
        if not unit.located:
            s.change(unit, located=True)
            yield reveal_of(s, "13-i", unit, "fired")
        return
    yield from come_to_light(s, unit, "fired")


def has_smokeless_powder(s: State, unit: Unit) -> bool:
    """13-i, 20.boer-c. The Boers, or by an option everybody from 1890 on; small arms only."""
    if unit.is_guns:
        return False
    return s.armies[unit.side].list == BOERS or (s.options["smokeless"] == "from_1890" and s.year >= SMOKELESS)


# -- 13-h: fire at a place where somebody is suspected ----------------------------------------------------------------


def refuse_suspected(s: State, unit: Unit, shot: Shot) -> Refusal | None:
    """13-h, 9-a, 9-g. A suspected place is fired at as a target would be, in arc and range; not with canister."""
    assert shot.at is not None
    x, y = shot.at
    if shot.target is not None:
        return no("13-h", "target_or_place")
    if not fire.in_front(s, unit, (x, y, 0, 1, 1), shot.side):
        return no("9-a", "outside_arc", name=unit.name)
    if fire.band_of(s, unit, to_point(unit.pose, x, y)) is None:
        return no("9-g", "out_of_range", name=unit.name)
    return None


def fire_at_place(s: State, unit: Unit, shot: Shot, hits: dict[str, int]) -> Script:
    """13-h, 9-m4. The dice are rolled whether anybody is there or not; only the owner learns what they did."""
    assert shot.at is not None
    x, y = shot.at
    far = to_point(unit.pose, x, y)
    reach = fire.band_of(s, unit, far) or "long"
    figures, power, share, count = fire.dice_of(s, unit, shot, reach, False)
    added = [("9-m4", -2), *of_firer(s, unit, shot.ammo)]
    need = lowest_face(added)
    faces = yield from throw(s, count, unit.side, [unit], "fire")
    struck = sum(face >= need for face in faces)
    roll(
        s,
        "13-h",
        "fire",
        unit.side,
        faces,
        need=need,
        total=struck,
        success=struck > 0,
        unit=unit,
        modifiers=added,
        target=None,
        distance=far,
        band=reach,
        figures=figures,
        power=power,
        ammo=shot.ammo,
        share=share,
        count=count,
        hits=struck,
    )
    for enemy in s.on_table(ENEMY[unit.side]):
        if struck and enemy.hidden and to_point(enemy.pose, x, y) == 0:
            hits[enemy.id] = hits.get(enemy.id, 0) + struck
            return
