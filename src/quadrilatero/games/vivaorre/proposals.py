"""Moves worth a thought for one unit, and moves drawn from all there are: the first for players, the second for fuzz.

Both ask the rules of movement; what they give is lawful.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from quadrilatero.games.vivaorre.answers import Move, Reorder
from quadrilatero.games.vivaorre.rules import generals, marching, moving, rates
from quadrilatero.games.vivaorre.rules.formations import allowed_formations
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.rates import rate
from quadrilatero.games.vivaorre.said import LIMBERED, LINE, MARCH, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.kernel import Plain, Refusal

MOST = 24
HANDS = ("left", "right")
WHEELS = (1500, 3000, 4500)


def candidates(s: State, id: str) -> list[Plain]:
    """At most 24 lawful moves of a unit or general that end differently, staying first; of what its side knows."""
    if id in s.generals:
        return _rides(s, s.generals[id])
    unit = s.units[id]
    found: list[Plain] = []
    seen: set[tuple[object, ...]] = set()
    begun: moving.Begun = {}
    if unit.disorder == "reorder":
        return _reorderings(s, unit)
    for plain in _ideas(s, unit):
        answer = msgspec.convert(plain, Move)
        walk = moving.judge_move(s, unit, answer, begun)
        if not isinstance(walk, Walk):
            continue
        after = walk.unit
        key = (*after.pose, after.formation, after.mounted)
        if key not in seen:
            seen.add(key)
            found.append(plain)
        if len(found) == MOST:
            break
    return found


def goes_forward(s: State, unit: Unit, answer: Move) -> bool:
    """5-ch16: whether a lawful move ends nearer to the nearest enemy in view."""
    walk = moving.judge_move(s, unit, answer)
    return isinstance(walk, Walk) and moving.nears_the_enemy(s, unit, walk.unit.pose)


def _rides(s: State, general: General) -> list[Plain]:
    """Where a general may go: stay, to each of his units and with it, and a way to each side."""
    here = s.place_of(general)
    found: list[Plain] = [{"do": "move", "unit": general.id, "path": []}]
    if here is None:
        return found
    for unit in s.on_table(general.side):
        if general.brigade is None or unit.brigade == general.brigade:
            to: Plain = {"go": "to", "at": list(unit.pose[:2])}
            found.append({"do": "move", "unit": general.id, "path": [to], "join": unit.id})
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        by = rates.GENERAL // 2
        at = [here[0] + dx * by, here[1] + dy * by]
        found.append({"do": "move", "unit": general.id, "path": [{"go": "to", "at": at}]})
    lawful = [plain for plain in found if generals.refuse_move(s, general, msgspec.convert(plain, Move)) is None]
    return lawful[:MOST]


def _reorderings(s: State, unit: Unit) -> list[Plain]:
    found = []
    wanted = [None, *allowed_formations("infantry" if unit.is_foot else unit.arm, unit.training, unit.notes, unit.impi)]
    for formation in wanted:
        for back in (0, rate(unit)):
            answer = Reorder(unit.id, back, formation)  # type: ignore[arg-type]
            if moving.refuse(s, unit.side, answer) is None:
                plain: Plain = {"do": "reorder", "unit": unit.id}
                if back:
                    plain["back"] = back
                if formation is not None:
                    plain["formation"] = formation
                found.append(plain)
    return found[:MOST]


def _thoughts(s: State, unit: Unit) -> Iterator[Plain]:
    """Paths in the order of how often they are wanted: stay, straight on, wheel and on, change formation, step back."""

    def move(*path: Plain, forced: bool = False) -> Plain:
        plain: Plain = {"do": "move", "unit": unit.id, "path": list(path)}
        if forced:
            plain["forced"] = True
        return plain

    yield move()
    full = rate(unit)
    if unit.formation in (SKIRMISH, SQUARE):
        yield from _to_all_sides(s, unit, move)
        for formation in _formations(unit):
            yield move({"go": "form", "formation": formation})
        return
    for by in (full, full // 2):
        yield move({"go": "advance", "by": by})
    for angle in WHEELS:
        for side in HANDS:
            wheel: Plain = {"go": "wheel", "side": side, "angle": angle}
            yield move(wheel)
            yield move(wheel, {"go": "advance", "by": full // 2})
            yield move(wheel, {"go": "advance", "by": full * 2 // 3})
    for formation in _formations(unit):
        yield move({"go": "form", "formation": formation})
        yield move({"go": "form", "formation": formation}, {"go": "advance", "by": full // 2})
    yield move({"go": "about"})
    yield move({"go": "back", "by": full // 2})
    for side in HANDS:
        yield move({"go": "oblique", "side": side, "angle": 4500, "by": full // 2})
    if unit.formation == MARCH:
        for piece in s.ground.lines:
            if piece.type == "road":
                yield move({"go": "follow", "road": piece.id, "by": full * 3 // 2})
    yield move({"go": "advance", "by": full * 3 // 2}, forced=True)


def _to_all_sides(s: State, unit: Unit, move: object) -> Iterator[Plain]:
    assert callable(move)
    x, y = unit.pose[0], unit.pose[1]
    by = rate(unit)
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
        for share in (1, 2):
            far = by // share
            step = far * 7071 // 10000 if dx and dy else far
            yield move({"go": "to", "at": [x + dx * step, y + dy * step], "facing": unit.facing})


def _formations(unit: Unit) -> list[str]:
    arm = "infantry" if unit.is_foot else unit.arm
    open_to = allowed_formations(arm, unit.training, unit.notes, unit.impi)
    return [formation for formation in open_to if formation != unit.formation]


def _ideas(s: State, unit: Unit) -> Iterator[Plain]:
    """Moves to be tried, by where a unit stands: on the table, beside it, or on the march to an ambush (3-d)."""
    if s.route is not None and marching.is_marching(s, unit):
        return iter(_marches(s, unit, s.route.line[0]))
    return _entries(s, unit) if unit.at is None else _thoughts(s, unit)


def _marches(s: State, unit: Unit, start: tuple[int, ...]) -> list[Plain]:
    full = rate(unit)
    found: list[Plain] = [{"do": "move", "unit": unit.id, "path": []}]
    found += [
        {"do": "move", "unit": unit.id, "path": [{"go": "follow", "road": marching.ROUTE, "by": by}]}
        for by in (full, full // 2, full // 4)
    ]
    return [{**plain, "enter": list(start)} for plain in found[1:]] if unit.at is None else found


def _entries(s: State, unit: Unit) -> Iterator[Plain]:
    """5-j, 3-b: ways onto the table for a unit that is not there yet: straight on from places along its edge."""
    full = rate(unit)
    for by in (full, full // 2):
        for at in _places_on_edge(s, unit):
            yield {"do": "move", "unit": unit.id, "path": [{"go": "advance", "by": by}], "enter": at}


def _places_on_edge(s: State, unit: Unit) -> list[list[int]]:
    """Places on a unit's own edge; first that which its turn among those to come gives it."""
    waiting = [other.id for other in s.units.values() if other.side == unit.side and other.at is None]
    shares = [(waiting.index(unit.id) + 1) * 1000 // (len(waiting) + 1), *range(60, 1000, 80)]
    wide, high = s.ground.size
    edge = s.edges[unit.side]
    if edge in ("south", "north"):
        return [[wide * share // 1000, 0 if edge == "south" else high] for share in shares]
    return [[0 if edge == "west" else wide, high * share // 1000] for share in shares]


# -- drawn at random --------------------------------------------------------------------------------------------------


def drawn(s: State, id: str, rng: random.Random) -> Plain | None:
    """A lawful move from the whole space of moves; staying where no other was found in a few draws, if it may stay."""
    if id in s.generals:
        return _random_ride(s, s.generals[id], rng)
    unit = s.units[id]
    if unit.disorder == "reorder":
        return rng.choice(_reorderings(s, unit))
    if marching.is_marching(s, unit):
        return _one_of(candidates(s, id), rng)
    for _ in range(4):
        plain = _random_path(s, unit, rng)
        for _ in range(3):
            refusal = moving.refuse_move(s, unit, msgspec.convert(plain, Move))
            if refusal is None:
                return plain
            plain = clipped(plain, refusal)
    if unit.at is None:
        return _one_of(candidates(s, id), rng)
    return {"do": "move", "unit": unit.id, "path": []}


def _one_of(found: list[Plain], rng: random.Random) -> Plain | None:
    return rng.choice(found) if found else None


def _random_ride(s: State, general: General, rng: random.Random) -> Plain:
    """Anywhere within his ride, or to a unit of his side and with it; staying where nothing drawn was lawful."""
    here = s.place_of(general)
    stay: Plain = {"do": "move", "unit": general.id, "path": []}
    units = list(s.on_table(general.side))
    for _ in range(3 if here is not None else 0):
        assert here is not None
        plain: Plain
        if units and rng.random() < 0.4:
            unit = rng.choice(units)
            plain = {**stay, "path": [{"go": "to", "at": list(unit.pose[:2])}], "join": unit.id}
        else:
            far = rates.GENERAL
            plain = {**stay, "path": [{"go": "to", "at": [place + rng.randint(-far, far) for place in here]}]}
        if generals.refuse_move(s, general, msgspec.convert(plain, Move)) is None:
            return plain
    return stay


def clipped(plain: Plain, refusal: Refusal) -> Plain:
    """A path cut to what its refusal says would have been allowed, or ended before the manoeuvre at fault."""
    at = refusal.data.get("at", 0)
    path = list(plain["path"])
    if at < len(path):
        step = path[at]
        left, most = refusal.data.get("left"), refusal.data.get("most")
        if left and "by" in step and left < step["by"]:
            path[at:] = [{**step, "by": left}]
        elif most and "angle" in step and most < step["angle"]:
            path[at:] = [{**step, "angle": most}]
        else:
            path = path[:at]
    return {**plain, "path": path}


def _random_path(s: State, unit: Unit, rng: random.Random) -> Plain:
    """Manoeuvres of every kind that its formation has, with lengths and angles of all sizes, some of them too great."""
    full = rate(unit) * 5 // 4
    path: list[Plain] = []
    formation = unit.formation
    draw = rng.random()
    if draw < 0.15 and (choices := _formations(unit)):
        formation = rng.choice(choices)
        path.append({"go": "form", "formation": formation})
        if formation == SKIRMISH:
            path[0]["ranks"] = rng.randint(1, 3)
    elif draw < 0.2:
        path.append({"go": "about"})
    elif draw < 0.25 and formation in (LINE, MARCH):
        path.append({"go": "turn", "side": rng.choice(HANDS)})
    if formation in (SKIRMISH, SQUARE):
        x, y = unit.pose[0], unit.pose[1]
        to: Plain = {"go": "to", "at": [x + rng.randint(-full, full), y + rng.randint(-full, full)]}
        if formation == SKIRMISH and rng.random() < 0.3:
            to["facing"] = (unit.facing + rng.randint(-4500, 4500)) % 36000
        path.append(to)
    else:
        if rng.random() < 0.5:
            path.append({"go": "wheel", "side": rng.choice(HANDS), "angle": rng.randint(1, 4700)})
        path += _random_steps(s, unit, formation, full, rng)
    plain: Plain = {"do": "move", "unit": unit.id, "path": path}
    if unit.at is None:
        plain["enter"] = rng.choice(_places_on_edge(s, unit))
    return plain


def _random_steps(s: State, unit: Unit, formation: str, full: int, rng: random.Random) -> list[Plain]:
    draw = rng.random()
    by = rng.randint(1, full)
    if draw < 0.1 and unit.is_foot and unit.is_regular:
        return [{"go": "oblique", "side": rng.choice(HANDS), "angle": rng.randint(1, 4500), "by": by // 2 + 1}]
    if draw < 0.15 and unit.is_foot and unit.is_regular:
        return [{"go": "back", "by": by // 2 + 1}]
    if draw < 0.2 and unit.is_foot and unit.is_regular:
        return [{"go": "sideways", "side": rng.choice(HANDS), "by": by // 2 + 1}]
    if formation in (MARCH, LIMBERED) and (roads := [piece.id for piece in s.ground.lines if piece.type == "road"]):
        if draw < 0.5:
            return [{"go": "follow", "road": rng.choice(roads), "by": by}]
    return [{"go": "advance", "by": by}]
