"""What a seat is shown: the position as far as it may know it (7.1)."""

from __future__ import annotations

from collections.abc import Mapping

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.fog import knows, retold, roster_rank, veiled
from quadrilatero.games.custoza.position import CODEC
from quadrilatero.games.custoza.rules.collapse import collapsed, losses
from quadrilatero.games.custoza.state import Formation, State
from quadrilatero.kernel import Plain, Seat

ADDED = ("losses", "collapsed")
"""What views say of Formations beyond positions."""
HIDDEN = {"state": "march", "objective": None, "attempts": 0, "fatigue": 0, "moved": False, "changed": False}
"""16.6-a, 16.1-e: what is not known of a Formation whose units are not on the map, and what views say instead."""
write = CODEC.writer()


def view(s: State, seat: Seat | None) -> Plain:
    """2.4.1-f, 7.1-a, 19.1-b. Own counters whole, the enemy's as they lie; losses and morale are open to all."""
    plain = write(s)
    written: Mapping[str, Plain] = {unit["id"]: unit for unit in plain["units"]}
    plain["formations"] = [
        _formation(s, seat, formation, entry)
        for formation, entry in zip(s.formations.values(), plain["formations"], strict=True)
    ]
    if s.result is not None:
        return plain
    rank = roster_rank(s)
    own = [unit for unit in s.units.values() if unit.side == seat]
    seen = own + sorted(
        (unit for unit in s.units.values() if unit.side != seat and knows(s, seat, unit)),
        key=lambda unit: rank[unit.id],
    )
    dark = [unit for unit in s.units.values() if unit.hex >= 0 and not knows(s, seat, unit)]
    plain["units"] = [written[unit.id] for unit in seen] + sorted(
        (veiled(s, unit) for unit in dark), key=lambda unit: str(unit["id"])
    )
    for key in ("active", "facing", "acted"):
        if plain.get(key):
            plain[key] = retold(s, seat, plain[key])
    plain["strategy"] = {side: s.strategy[side] if side == seat else None for side in SIDES}
    plain["reinforcements"] = [
        group for known, group in zip(s.reinforcements, plain["reinforcements"], strict=True) if known.side == seat
    ]
    return plain


def _formation(s: State, seat: Seat | None, formation: Formation, entry: Plain) -> Plain:
    """A Formation as a seat may know it."""
    shown = {**entry, "losses": losses(s, formation.id), "collapsed": collapsed(s, formation.id)}
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
