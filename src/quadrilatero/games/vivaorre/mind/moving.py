"""Whom to move next, and where: units in the order of how near the enemy they are, generals last."""

from __future__ import annotations

import msgspec

from quadrilatero.games.vivaorre import proposals
from quadrilatero.games.vivaorre.answers import Done, Move
from quadrilatero.games.vivaorre.mind.paths import plain_move, ways
from quadrilatero.games.vivaorre.mind.places import Places, difference
from quadrilatero.games.vivaorre.mind.scene import FAR, Scene, middle
from quadrilatero.games.vivaorre.rules import generals, moving, zulu
from quadrilatero.games.vivaorre.rules.characters import bound_to_advance
from quadrilatero.games.vivaorre.rules.command import brigade_radius, superior, superior_radius
from quadrilatero.games.vivaorre.rules.rates import GENERAL
from quadrilatero.games.vivaorre.said import ASSAULT, BATTERY, LINE, MASS, SKIRMISH
from quadrilatero.games.vivaorre.state import General, Unit
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Terms, Weighed
from quadrilatero.table import bearing as bearing_to
from quadrilatero.table import shift, span, to_point

RESTLESS = 0.004
"""A move for nothing costs a little, as a part of the unit's points."""
FORCED = 0.03
"""8-f: the test of a forced march."""
IN_THE_LINE = 3_000
"""How far behind the middle of his units a general stays."""
ALONE, LOST_GENERAL = 4_000, 20.0
"""11-c: a general alone so near the enemy may be taken, and what that costs."""


def weigh_move(scene: Scene) -> list[Weighed]:
    """8-a: the moves of the unit whose turn it is; the end of the half where nobody has any."""
    chosen = scene.data.get("unit")
    for id in [chosen] if chosen is not None else in_turn(scene):
        found = weigh_unit(scene, id) if id in scene.s.units else weigh_ride(scene, scene.s.generals[id])
        if found:
            return found
    done: Plain = {"do": "done"}
    if scene.ask.refuse(scene.seat, Done()) is None:
        return [scene.weighed(done)]
    return [scene.weighed(option) for option in scene.options]


def in_turn(scene: Scene) -> list[str]:
    """Who moves first: units from the nearest to the enemy to the farthest, then generals."""
    s = scene.s
    ids: list[str] = scene.data["units"]
    far = {id: scene.nearest_foe(s.units[id]) if s.units[id].at is not None else FAR for id in ids if id in s.units}
    return sorted(far, key=lambda id: (far[id], s.order[id])) + [id for id in ids if id in s.generals]


def weigh_unit(scene: Scene, id: str) -> list[Weighed]:
    """The moves of a unit, each against staying where it is."""
    s, unit = scene.s, scene.s.units[id]
    if unit.disorder == "reorder":
        return weigh_reordering(scene, unit)
    if moving.refuse_unit(s, unit) is not None:
        return []
    return lawful_ones(scene, unit, weigh_ways(scene, Places(scene), unit))


def weigh_ways(scene: Scene, places: Places, unit: Unit) -> list[Weighed]:
    """The moves that the rules of movement allow, weighed."""
    found = ways(scene, unit, places.aims.of(unit))
    if not found:
        return []
    now: Terms = {} if unit.at is None else scene.by_weight(places.terms(unit))
    weighed = []
    for way in found:
        stays = not way.answer.path and unit.at is not None
        then = now if stays else scene.by_weight(places.terms(way.after))
        terms = difference(then, now)
        if not stays:
            cost = RESTLESS + (FORCED if way.answer.forced else 0.0)
            terms["order"] = terms.get("order", 0.0) - scene.weights["order"] * cost * unit.points
        weighed.append(Weighed(plain_move(way.answer), terms))
    return weighed


def lawful_ones(scene: Scene, unit: Unit, weighed: list[Weighed]) -> list[Weighed]:
    """5-ch16: of a unit that its general has advance only those moves that do; the question itself says which."""
    if bound_to_advance(scene.s, unit) is None:
        return weighed
    found = [one for one in weighed if scene.is_lawful(one.answer)]
    if found:
        return found
    listed = [plain for plain in proposals.candidates(scene.s, unit.id) if scene.is_lawful(plain)]
    return [scene.weighed(plain) for plain in listed]


def weigh_reordering(scene: Scene, unit: Unit) -> list[Weighed]:
    """8-ad: into the formation that it will need, on the spot unless the enemy is upon it."""
    found = []
    near = scene.nearest_foe(unit)
    for option in proposals.candidates(scene.s, unit.id):
        formation = option.get("formation") or unit.formation
        ready = {LINE: 1.0, ASSAULT: 0.7, MASS: 0.5, SKIRMISH: 0.6, BATTERY: 1.0}.get(formation, 0.0)
        back = option.get("back", 0) / 1000
        safer = (0.01 if unit.state != "steady" and near < 12_000 else -0.01) * back
        found.append(scene.weighed(option, order=unit.points * (0.02 * ready + safer)))
    return found


# -- generals ----------------------------------------------------------------------------------------------------------


def weigh_ride(scene: Scene, general: General) -> list[Weighed]:
    """5-g: a general rides to the middle of those he leads, a little behind, and keeps near his superior."""
    s = scene.s
    here = s.place_of(general)
    if generals.refuse_general(general) is not None or here is None:
        return []
    stay: Plain = {"do": "move", "unit": general.id, "path": []}
    now = seat_terms(scene, general, here[0], here[1])
    found = [scene.weighed(stay)]
    for x, y in rides(scene, general, here):
        plain: Plain = {**stay, "path": [{"go": "to", "at": [x, y]}]}
        if breaks_the_buffalo(scene, general, x, y):
            continue
        if generals.refuse_move(s, general, msgspec.convert(plain, Move)) is None:
            terms = difference(seat_terms(scene, general, x, y), now)
            terms["order"] = -0.05
            found.append(scene.weighed(plain, **terms))
    return found


def breaks_the_buffalo(scene: Scene, general: General, x: int, y: int) -> bool:
    """20.zulu-b: whether horns, head and loins would no longer stand as they must, which nobody could make good."""
    if not zulu.has_divisions(scene.s, general.side):
        return False
    then = scene.s.copy()
    then.lead(general, at=(x, y), with_unit=None)
    return zulu.keeps_the_buffalo(scene.s, general.side) and not zulu.keeps_the_buffalo(then, general.side)


def led_by(scene: Scene, general: General) -> list[Unit]:
    """The units that a general leads: his brigade, or all."""
    return [unit for unit in scene.own if general.brigade is None or unit.brigade == general.brigade]


def rides(scene: Scene, general: General, here: tuple[int, ...]) -> list[tuple[int, int]]:
    """Where a general might ride: behind the middle of those he leads, or part of the way there."""
    s = scene.s
    goal = wished_seat(scene, general)
    if goal is None:
        return []
    far = span(here[0], here[1], goal[0], goal[1])
    found = []
    for most in (GENERAL, GENERAL * 2 // 3, GENERAL // 3):
        part = min(far, most)
        if part > 500:
            x, y = [here[i] + (goal[i] - here[i]) * part // far for i in (0, 1)]
            wide, high = s.ground.size
            found.append((min(max(x, 0), wide), min(max(y, 0), high)))
    return list(dict.fromkeys(found))


def wished_seat(scene: Scene, general: General) -> tuple[int, int] | None:
    """Behind the middle of those he leads, seen from the enemy."""
    led = led_by(scene, general)
    if not led:
        return None
    x, y = middle([unit.pose for unit in led])
    if scene.foes:
        away = bearing_to(*middle(scene.foe_poses), x, y)
        pose = shift((x, y, 0, 1, 1), away, IN_THE_LINE)
        return pose[0], pose[1]
    return x, y


def seat_terms(scene: Scene, general: General, x: int, y: int) -> Terms:
    """What speaks for a general's place: who is in his reach, his superior, the enemy's distance."""
    s = scene.s
    led = led_by(scene, general)
    radius = brigade_radius(s, general) if general.rank == "brigade" else superior_radius(s, general)
    command = 0.0
    if general.rank == "brigade":
        for unit in led:
            far = to_point(unit.pose, x, y)
            command -= unit.points * (0.01 * far / 1000 + (0.2 if far > radius * 4 // 5 else 0.0))
        above = superior(s, general)
        place = None if above is None else s.place_of(above)
        if above is not None and place is not None:
            beyond = span(x, y, place[0], place[1]) - superior_radius(s, above)
            command -= (0.05 * sum([unit.points for unit in led])) if beyond > 0 else 0.0
    else:
        for other in s.generals.values():
            at = s.place_of(other)
            if other.side == general.side and other.id != general.id and at is not None:
                far = span(x, y, at[0], at[1])
                command -= 0.3 * far / 1000 + (20.0 if far > radius else 0.0)
        if len(led) and not any(
            other.side == general.side and other.rank == "brigade" for other in s.generals.values()
        ):
            command -= sum([to_point(unit.pose, x, y) for unit in led]) / len(led) / 1000
    near = min([to_point(foe.pose, x, y) for foe in scene.foes], default=FAR)
    return {"command": command, "threat": -LOST_GENERAL * max(0.0, 1 - near / (2 * ALONE)) if near < 2 * ALONE else 0.0}
