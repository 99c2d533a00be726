"""Chapter 20: lines of communication, and Formations that are cut off."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.fog import is_deployed
from quadrilatero.games.custoza.rules.concepts import zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import reveal, tell, tell_own
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.flood import flood
from quadrilatero.kernel import Script

OFF_ROAD: Final = 5
"""20.1-c: so many hexes of a line, the first ones, may lie off the road."""


def passable(s: State, side: str) -> HexSet:
    """20.1-b. Hexes that a line may lead through: not the enemy's, nor his zones where no friend stands."""
    enemy = ENEMY[side]
    watched = zone(s, enemy) - s.held[side]
    return s.board.open - s.held[enemy] - watched


def connected(s: State, side: str, start: int) -> HexSet:
    """20.1-a, 20.1-c. All hexes that a line of communication from this one leads to.

    The hex it starts from does not count; of the others the sixth and all after it have to be road hexes.
    """
    ways, free = s.board.grid.adjacent, passable(s, side)
    near = flood(ways, start, OFF_ROAD, barred=s.board.grid.all - free)
    found = HexSet.of(near).plus(start)
    edge = list(found)
    roads = free & s.board.roads
    while edge:
        fresh = HexSet.of(there for here in edge for there in ways[here]) & roads
        fresh = fresh - found
        found = found | fresh
        edge = list(fresh)
    return found


def has_line(s: State, side: str, start: int) -> bool:
    """20.1-a, 13.5-b. Whether a line leads to a source of supply; where a side has none nobody asks."""
    sources = s.supply[side]
    return not sources or HexSet.of(sources).meets(connected(s, side, start))


def line(s: State, side: str, start: int) -> list[int] | None:
    """20.1-a, 20.1-c: the shortest line of communication to a source of supply, hex by hex; None if cut off."""
    sources, free = HexSet.of(s.supply[side]), passable(s, side)
    before, edge, far = {start: start}, [start], 0
    while edge and not any(hex in sources for hex in edge):
        far += 1
        may = free if far <= OFF_ROAD else free & s.board.roads
        fresh = {there: here for here in edge for there in s.board.grid.adjacent[here] if there in may}
        edge = [hex for hex in fresh if hex not in before]
        before |= {hex: fresh[hex] for hex in edge}
    way = [hex for hex in edge if hex in sources][:1]
    while way and way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1] or None


def line_between(s: State, side: str, start: int, end: int) -> bool:
    """24.2-i, 26.2-b: whether a line leads from one hex to another."""
    return end in connected(s, side, start)


def trace_all(s: State) -> Script:
    """14.2.2-a, 20.1.1-a, 20.1.2-a. In the Command Phase every commander on the map looks for his line.

    Of a Formation that is not deployed only its owner knows.
    """
    for formation in list(s.formations.values()):
        commander = s.commander(formation.id)
        if commander is None or commander.hex < 0:
            continue
        cut_off = not has_line(s, formation.side, commander.hex)
        if cut_off != formation.cut_off:
            yield from mark(s, s.change_formation(formation.id, cut_off=cut_off))


def mark(s: State, formation: Formation) -> Script:
    """20.1.1-a, 20.1.2-a. A Formation is marked Cut-off, or the marker is taken off.

    That hangs on where its commander stands, so that it is a fact revealed.
    """
    kind = "cut_off" if formation.cut_off else "line_open"
    rule = "20.1.1-a" if formation.cut_off else "20.1.2-a"
    if not is_deployed(s, formation):
        tell_own(s, formation.side, kind, rule, formation=formation.id, name=formation.name)
    elif (commander := s.commander(formation.id)) is not None and commander.up:
        tell(s, kind, rule, formation=formation.id, name=formation.name)
    else:
        yield reveal(kind, rule, formation=formation.id, name=formation.name)


def is_supplied(s: State, unit: Unit) -> bool:
    """14.8.1-a, 20.1.1-a. Whether a unit's Formation has its line; units of the Reserve have the nearest commander's.

    A fortress has its own magazines.
    """
    if unit.formation is not None:
        return not s.formations[unit.formation].cut_off
    if unit.type == "fortress" or unit.hex < 0:
        return True
    near = [
        (s.board.grid.distance(unit.hex, commander.hex), s.rank[commander.id], formation.cut_off)
        for formation in s.formations.values()
        if formation.side == unit.side and (commander := s.commander(formation.id)) is not None and commander.hex >= 0
    ]
    return not near or not min(near)[2]
