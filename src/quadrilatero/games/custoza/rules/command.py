"""Chapter 4: who is in command, and the units of the Reserve."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.rules.concepts import zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import reveal_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import cheapest
from quadrilatero.kernel import Script

RANGE: Final = 4
HALVES: Final = 2


def reach(s: State, start: int, side: str, limit: int) -> dict[int, int]:
    """4.2-a, 4.2-b, 4.2-c, 4.2-d, 4.2-e. The hexes within a range of a commander, counted in halves, his own at 0.

    A hex of an enemy zone that no friend holds can be reached, because who is looked for there holds it, but not
    passed; a hex that the enemy holds can be neither.
    """
    enemy, near = ENEMY[side], s.board.command_region(start, limit * HALVES)
    uncovered, barred = (zone(s, enemy) - s.held[side]) & near, (s.held[enemy] - s.held[side]) & near
    key = "command", start, limit, uncovered, barred
    found: dict[int, int] | None = s.board.reaches.get(key)
    if found is None:
        travel = cheapest(s.board.command_ways(), start, limit * HALVES, barred=barred, stop=uncovered)
        found = s.board.reaches[key] = {start: 0, **travel.cost}
    return found


def in_range(s: State, start: int, side: str, hex: int, limit: int = RANGE) -> bool:
    """4.2-a: whether a hex is in range of a commander; exactly the limit is in range."""
    return hex in reach(s, start, side, limit)


def general_helps(s: State, formation: str) -> bool:
    """2.4.2.2-b, 5.1.3-a, 26.1.2-a, 26.1.2-d, 26.1.2-e. Who is within his General's radius is helped, some never."""
    entry = s.formations[formation]
    general, commander = s.general(entry.side), s.commander(formation)
    if entry.no_general or general is None or commander is None or commander.hex < 0:
        return False
    return in_range(s, general.hex, entry.side, commander.hex, general.value)


def mark_out_of_command(s: State) -> Script:
    """3.2.1-a, 4.1-b. Once a game turn, before the first activation, units out of range are marked, of both sides.

    A Formation without a commander in the game keeps its marks as they are. Marks lie open and tell something of where
    commanders are, so they are revealed.
    """
    changed: list[Unit] = []
    for formation in s.formations.values():
        commander = s.commander(formation.id)
        if commander is None:
            continue
        within = reach(s, commander.hex, formation.side, RANGE) if commander.hex >= 0 else {}
        for unit in s.of_formation(formation.id):
            out = unit.hex >= 0 and unit.hex not in within
            marked = s.change(unit, ooc=out) if out != unit.ooc else unit
            if out:
                changed.append(marked)
    for side in ("italy", "austria"):
        if strays := [unit for unit in changed if unit.side == side]:
            yield reveal_of(s, "ooc", "4.1-b", strays)
    s.in_reach = reserves_in_reach(s)


def reserves_in_reach(s: State) -> dict[str, tuple[str, ...]]:
    """4.4-a, 3.2.1-a: which Formations have each unit of the Reserve in range now; looked at in the command step."""
    found: dict[str, tuple[str, ...]] = {}
    for unit in s.units.values():
        if not unit.reserve or unit.hex < 0:
            continue
        near = tuple(
            formation.id
            for formation in s.formations.values()
            if formation.side == unit.side and _has_in_reach(s, formation.id, unit)
        )
        if near:
            found[unit.id] = near
    return found


def _has_in_reach(s: State, formation: str, unit: Unit) -> bool:
    commander = s.commander(formation)
    if commander is None:
        return bool(s.of_formation(formation))
    return commander.hex >= 0 and in_range(s, commander.hex, unit.side, unit.hex)


def may_act(s: State, unit: Unit) -> bool:
    """4.1-a, 3.2.2-e. In its Formation's activation a unit acts only if it was found in command."""
    active = s.acting()
    if unit.reserve:
        return active.reserve == unit.id
    return unit.formation == active.formation and not unit.ooc and (unit.hex >= 0 or unit.box == "due")


def in_command(s: State) -> list[Unit]:
    """4.1-a, 4.4-b: the units on the map that act in the present activation, one of the Reserve among them."""
    active = s.acting()
    ids = s.members.get(active.formation, ())
    if active.reserve is not None and active.reserve not in ids:
        ids = tuple(sorted((*ids, active.reserve), key=s.order.__getitem__))
    return [unit for unit in s.of(ids) if unit.hex >= 0 and may_act(s, unit)]
