"""Chapter 13, hidden units: kept off the table until they move, fire, or somebody comes near (13-g, 13-h, 13-i)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.ground import CONCEALING
from quadrilatero.games.vivaorre.rules import deployment, fire, ground, marching, visibility
from quadrilatero.games.vivaorre.rules.characters import has
from quadrilatero.games.vivaorre.rules.fire_modifiers import of_firer
from quadrilatero.games.vivaorre.rules.works import BOERS
from quadrilatero.games.vivaorre.said import ENEMY
from quadrilatero.games.vivaorre.state import State, Unit, is_known
from quadrilatero.games.vivaorre.telling import no, reveal_of
from quadrilatero.kernel import Refusal, Script, Seat
from quadrilatero.table import corners, distance, limits, overlaps_any, shift, sight, to_point

NEAR = 2000
"""13-g: an enemy who comes so near finds a hidden unit."""
SMOKELESS = 1890
ROOM = 500


def come_to_light(s: State, unit: Unit, why: str, rule: str = "13-g") -> Script:
    """13-g. A hidden unit is seen by everybody from now on."""
    if unit.hidden:
        s.change(unit, hidden=False, located=False)
        marching.spring(s, unit)
        yield reveal_of(s, rule, unit, why)
        stand_clear(s, s.units[unit.id])


def stand_clear(s: State, unit: Unit) -> None:
    """13-g, 8-q. Who is found beneath those who could not see it gives way straight back until it has room."""
    others = [other.pose for other in s.on_table() if other.id != unit.id and not other.hidden]
    if unit.at is None or overlaps_any(unit.pose, others) < 0:
        return
    for by in range(ROOM, 24 * ROOM, ROOM):
        for turn in (18000, 0, 27000, 9000):
            pose = shift(unit.pose, (unit.facing + turn) % 36000, by)
            xs, ys = corners(pose)[::2], corners(pose)[1::2]
            inside = min(xs) >= 0 and min(ys) >= 0 and max(xs) <= s.ground.size[0] and max(ys) <= s.ground.size[1]
            if inside and overlaps_any(pose, others) < 0 and ground.closed_at(s, unit, pose) is None:
                s.change(unit, at=(pose[0], pose[1]))
                return


def in_the_open(s: State, unit: Unit) -> bool:
    """3-e. Whether an ambusher is hidden by nothing but that nobody has come into view of it."""
    return not deployment.conceals(s, unit)


def found(s: State) -> Script:
    """13-g, 13-i, 3-e, 5-ch6. Hidden units are found by an enemy within 2 inches, one who sees them, an Osservatore."""
    for unit in list(s.units.values()):
        if unit.hidden and unit.at is not None:
            if why := found_by(s, unit):
                yield from come_to_light(s, s.units[unit.id], why, "5-ch6" if why == "observer" else "13-g")


def found_by(s: State, unit: Unit) -> str | None:
    """13-g, 3-e, 5-ch6. Why a hidden unit is found where everybody stands now; None where it is not."""
    enemies = [enemy for enemy in s.enemies_of(unit.side) if not enemy.hidden]
    if any(distance(unit.pose, enemy.pose) <= NEAR for enemy in enemies):
        return "near"
    if in_the_open(s, unit) and any(visibility.sees(s, enemy, unit) for enemy in enemies):
        return "seen"
    for general in s.generals.values():
        place = s.place_of(general)
        if general.side != unit.side and has(general, "osservatore") and place is not None:
            if observes(s, (place[0], place[1]), unit):
                return "observer"
    return None


def observes(s: State, place: tuple[int, int], unit: Unit) -> bool:
    """5-ch6. Whether an Osservatore has a line of sight to a unit; the ground that hides it does not stop him."""
    screens = [
        screen
        for piece in s.ground.pieces.values()
        if not (piece.type in CONCEALING and piece.shapes and ground.centre_in(unit.pose, piece))
        for screen in visibility.screens_of(piece)
    ]
    others = [other.pose for other in s.on_table() if other.id != unit.id and not other.hidden]
    eye = (place[0], place[1], 0, 2, 2)
    clear = [pose for pose in others if to_point(pose, *place) > 0]
    far = visibility.DIM if s.weather == "bad" else -1
    return sight(eye, unit.pose, clear, tuple(screens), limits(3, visibility.DIM, far, ground.LINED)).clear


def has_hidden(s: State, seat: Seat) -> bool:
    """13-g. Whether a seat has units of whom the other knows nothing; it is then asked whether they can act or not."""
    return any(unit.side == seat and not is_known(None, unit) for unit in s.units.values())


def is_asked(s: State, seat: Seat) -> bool:
    """13-g, 13-h. Whether a seat is asked whom it fires at though nobody is in sight.

    It may fire at places where it suspects somebody; and who has hidden units is always asked, so that nobody can tell
    from the question that one of them has a target.
    """
    if has_hidden(s, seat):
        return True
    if not any(enemy.hidden and not enemy.located for enemy in s.enemies_of(seat)):
        return False
    return any(fire.refuse_firer(s, unit) is None for unit in s.on_table(seat))


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
    """13-i, 20.boer-c. From 1890 the Boers, or by an option everybody; small arms only."""
    if unit.is_guns:
        return False
    return s.year >= SMOKELESS and (s.armies[unit.side].list == BOERS or s.options["smokeless"] == "from_1890")


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
    struck = yield from fire.throw_at_point(
        s, unit, shot, shot.at, "13-h", [("9-m4", -2), *of_firer(s, unit, shot.ammo)]
    )
    for enemy in s.on_table(ENEMY[unit.side]):
        if struck and enemy.hidden and to_point(enemy.pose, x, y) == 0:
            hits[enemy.id] = hits.get(enemy.id, 0) + struck
            return
