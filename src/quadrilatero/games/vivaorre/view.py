"""What a seat is shown: the position as far as it may know it. Hidden units are seen by their owner alone (13-g)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.position import CODEC
from quadrilatero.games.vivaorre.rules.formations import footprint
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.kernel import Plain, Seat

write = CODEC.writer(without=("units", "generals"))
write_unit = CODEC.record_writer(Unit)
write_general = CODEC.record_writer(General)


def knows(s: State, seat: Seat | None, unit: Unit) -> bool:
    """13-g, 13-i. Whether a seat sees a unit: its own, what is not hidden, and what has shown its place by firing."""
    return unit.side == seat or not unit.hidden or unit.located or s.result is not None


def view(s: State, seat: Seat | None) -> Plain:
    """13-g, 3-e. Everything on the table; of what is hidden only how much of it each side has."""
    plain = write(s)
    plain["half"] = s.seat
    plain["units"] = [unit.shown or write_unit(unit, s) for unit in s.units.values() if knows(s, seat, unit)]
    plain["generals"] = [
        general.shown or write_general(general, s) for general in s.generals.values() if _sees_general(s, seat, general)
    ]
    plain["unseen"] = {
        side: sum(unit.side == side and unit.hidden and not unit.located for unit in s.units.values())
        for side in s.edges
    }
    plain["footprints"] = {unit.id: _footprint(unit) for unit in s.units.values() if knows(s, seat, unit)}
    return plain


def disclosed(s: State) -> Plain:
    """The table as everybody sees it when the battle is over, with all that was hidden."""
    plain = write(s)
    plain["half"] = s.seat
    plain["units"] = [unit.shown or write_unit(unit, s) for unit in s.units.values()]
    plain["generals"] = [general.shown or write_general(general, s) for general in s.generals.values()]
    plain["unseen"] = dict.fromkeys(s.edges, 0)
    plain["footprints"] = {unit.id: _footprint(unit) for unit in s.units.values()}
    return plain


def _footprint(unit: Unit) -> list[int]:
    """Width and depth, also of a unit that is not on the table yet."""
    if unit.at is not None:
        return [unit.pose[3], unit.pose[4]]
    return list(footprint(unit.arm, unit.mounted, unit.formation, unit.figures, unit.files, unit.ranks))


def _sees_general(s: State, seat: Seat | None, general: General) -> bool:
    """13-g. A general who is with a hidden unit is hidden with it."""
    unit = None if general.with_unit is None else s.units.get(general.with_unit)
    return unit is None or knows(s, seat, unit)


def without_additions(plain: Plain) -> Plain:
    """A view as positions have it; whose half it is they call `seat`, which in views is the one who looks."""
    kept = {key: value for key, value in plain.items() if key not in ("unseen", "footprints", "half")}
    return {**kept, "seat": plain["half"]} if "half" in plain else kept
