"""What a seat is shown: the position as far as it may know it (7.1)."""

from __future__ import annotations

from functools import lru_cache

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.fog import is_open, retold, veil
from quadrilatero.games.custoza.position import CODEC
from quadrilatero.games.custoza.rules.collapse import all_losses, is_too_many
from quadrilatero.games.custoza.state import Formation, State, Unit
from quadrilatero.hexes import Grid, HexSet
from quadrilatero.kernel import Plain, Seat

ADDED = ("losses", "collapsed")
"""What views say of Formations beyond positions."""
HIDDEN = {"state": "march", "objective": None, "attempts": 0, "fatigue": 0, "moved": False, "changed": False}
"""16.6-a, 16.1-e: what is not known of a Formation whose units are not on the map, and what views say instead."""
write = CODEC.writer(without=("units", "control", "roster"))
write_unit = CODEC.record_writer(Unit)


def view(s: State, seat: Seat | None) -> Plain:
    """2.4.1-f, 7.1-a, 19.1-b. Own counters whole, the enemy's as they lie; losses and morale are open to all."""
    plain = write(s)
    plain["roster"] = s.printed
    grid = s.board.grid
    plain["control"] = {side: _numbers(grid, s.control[side]) for side in SIDES}
    plain["formations"] = [
        _formation(s, seat, formation, entry)
        for formation, entry in zip(s.formations.values(), plain["formations"], strict=True)
    ]
    if s.result is not None:
        plain["units"] = [unit.shown or write_unit(unit, s) for unit in s.units.values()]
        return plain
    plain["units"] = _units(s, seat)
    for key in ("active", "facing", "acted"):
        if plain.get(key):
            plain[key] = retold(s, seat, plain[key])
    if plain.get("in_reach"):
        plain["in_reach"] = {id: names for id, names in plain["in_reach"].items() if s.units[id].side == seat}
        if not plain["in_reach"]:
            del plain["in_reach"]
    plain["strategy"] = {side: s.strategy[side] if side == seat else None for side in SIDES}
    plain["reinforcements"] = [
        group for known, group in zip(s.reinforcements, plain["reinforcements"], strict=True) if known.side == seat
    ]
    return plain


@lru_cache(maxsize=256)
def _numbers(grid: Grid, hexes: HexSet) -> list[str]:
    return [grid.numbers[hex] for hex in hexes]


def _units(s: State, seat: Seat | None) -> list[Plain]:
    """2.4.1-f, 7.1-a: own counters in their order, then what lies face up by the roster, then the veiled by name."""
    own: list[Unit] = []
    seen: list[Unit] = []
    dark: dict[tuple[str, int], None] = {}
    for unit in s.units.values():
        if unit.side == seat:
            own.append(unit)
        elif is_open(s, unit):
            seen.append(unit)
        elif unit.hex >= 0:
            dark[unit.side, unit.hex] = None
    seen.sort(key=lambda unit: s.rank[unit.id])
    written = [unit.shown or write_unit(unit, s) for unit in (*own, *seen)]
    veiled = [plain for side, hex in dark for plain in veil(s, hex, side).written]
    veiled.sort(key=lambda plain: str(plain["id"]))
    return written + veiled


def _formation(s: State, seat: Seat | None, formation: Formation, entry: Plain) -> Plain:
    """A Formation as a seat may know it."""
    lost = s.remembered("losses", lambda: all_losses(s)).get(formation.id, 0)
    shown = {**entry, "losses": lost, "collapsed": is_too_many(s, formation.id, lost)}
    if formation.side == seat or s.result is not None or is_deployed(s, formation):
        return shown
    return shown | HIDDEN


def is_deployed(s: State, formation: Formation) -> bool:
    """16.8-c: a Formation whose units are on the map hides neither its state nor its attempts."""
    return formation.state == "engaged" and not any(unit.box == "due" for unit in s.of_formation(formation.id))


def without_additions(plain: Plain) -> Plain:
    """A view's Formations as positions have them."""
    formations = plain.get("formations")
    if not isinstance(formations, list) or not any(isinstance(entry, dict) for entry in formations):
        return plain
    bare = [
        {key: value for key, value in entry.items() if key not in ADDED} if isinstance(entry, dict) else entry
        for entry in formations
    ]
    return {**plain, "formations": bare}
