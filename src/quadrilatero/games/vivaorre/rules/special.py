"""Chapter 3, rules of the battle (3-m): reserves that are held back, troops that run short of cartridges."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules.characters import throw
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import roll, tell_of
from quadrilatero.kernel import Script


def let_reserves_go(s: State) -> Script:
    """3-m. A reserve that is held back rolls for each turn from that in which it could come, until it is let go."""
    for unit in list(s.units.values()):
        if unit.waits is None or unit.at is not None or unit.arrives > s.turn:
            continue
        faces = yield from throw(s, 1, unit.side, [unit], "reserve")
        comes = faces[0] >= unit.waits
        roll(s, "3-m", "reserve", unit.side, faces, need=unit.waits, total=faces[0], success=comes, unit=unit)
        if comes:
            s.change(s.units[unit.id], waits=None)


def spend_volley(s: State, unit: Unit) -> None:
    """3-m. Troops who have so many volleys fire one of them; after the last they run short."""
    if unit.volleys:
        after = s.change(unit, volleys=unit.volleys - 1)
        if after.volleys == 0:
            tell_of(s, "runs_short", "3-m", after)
