"""What a seat is shown: the position as far as it may know it. Hidden units are seen by their owner alone (13-g)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.position import CODEC
from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules.formations import footprint
from quadrilatero.games.vivaorre.state import General, State, Unit, is_known
from quadrilatero.kernel import Plain, Seat

ROSTER = (
    *("id", "side", "name", "brigade", "entry", "arm", "training", "class", "notes", "weapon", "gun", "mount"),
    *("sections", "start", "points", "ally"),
)
"""What an open roster says of a unit."""
ADDITIONS = ("unseen", "footprints", "half", "roster")
"""What views tell besides the position."""
write = CODEC.writer(without=("units", "generals"))
write_unit = CODEC.record_writer(Unit)
write_general = CODEC.record_writer(General)


def knows(s: State, seat: Seat | None, unit: Unit) -> bool:
    """13-g, 13-i, 3-d. Whether a seat sees a unit: its own, what is not hidden, and what has shown its place by firing.

    Where rosters are secret it does not know of others' units that are not on the table yet either.
    """
    return s.result is not None or (is_known(seat, unit) and not is_kept_secret(s, seat, unit))


def is_kept_secret(s: State, seat: Seat | None, unit: Unit) -> bool:
    """3-d. Whether a unit is off the table and on a roster that the seat may not read."""
    return unit.at is None and unit.side != seat and s.options["rosters"] == "secret"


def view(s: State, seat: Seat | None) -> Plain:
    """13-g, 3-e. Everything on the table; of what is hidden only how much of it each side has."""
    plain = write(s)
    plain["half"] = s.seat
    plain["units"] = [unit.shown or write_unit(unit, s) for unit in s.units.values() if knows(s, seat, unit)]
    plain["generals"] = [
        general.shown or write_general(general, s) for general in s.generals.values() if _sees_general(s, seat, general)
    ]
    plain["unseen"] = {
        side: sum(_is_unseen(s, seat, unit) for unit in s.units.values() if unit.side == side) for side in s.edges
    }
    if s.options["rosters"] == "secret":
        plain["brigades"] = {id: said for id, said in plain["brigades"].items() if _knows_brigade(s, seat, id)}
    if s.setup is not None:
        plain["setup"] = {**plain["setup"], "seed": 0}
    if s.chosen is not None and s.seat != seat and "chosen" in plain:
        del plain["chosen"]
    if s.pending:
        plain["pending"] = [task.plain for task in s.pending if _sees_task(s, seat, task)]
    if any(not knows(s, seat, unit) for unit in s.units.values()):
        plain["roster"] = roster(s, seat)
    plain["footprints"] = {unit.id: _footprint(unit) for unit in s.units.values() if knows(s, seat, unit)}
    return plain


def _is_unseen(s: State, seat: Seat | None, unit: Unit) -> bool:
    """13-g, 3-d. Whether a unit counts among those of its side that are out of sight."""
    return not is_known(None, unit) or is_kept_secret(s, seat, unit)


def disclosed(s: State) -> Plain:
    """The table as everybody sees it when the battle is over, with all that was hidden."""
    plain = write(s)
    plain["half"] = s.seat
    plain["units"] = [unit.shown or write_unit(unit, s) for unit in s.units.values()]
    plain["generals"] = [general.shown or write_general(general, s) for general in s.generals.values()]
    plain["unseen"] = dict.fromkeys(s.edges, 0)
    plain["footprints"] = {unit.id: _footprint(unit) for unit in s.units.values()}
    return plain


def _sees_task(s: State, seat: Seat | None, task: Task) -> bool:
    """13-g. Whether work that is open concerns nobody whom the seat does not see."""
    return all(knows(s, seat, s.units[id]) for id in (task.test, task.rout, task.unit) if id in s.units)


def roster(s: State, seat: Seat | None) -> Plain:
    """3-d, 13-g. Who is out of sight, as the open rosters tell it: what they are, not what became of them."""
    units = [unit for unit in s.units.values() if not knows(s, seat, unit)]
    if s.options["rosters"] == "secret":
        told: list[Plain] = [{"side": unit.side, **({"at": None} if unit.at is None else {})} for unit in units]
        return {"units": told, "generals": []}
    return {
        "units": [{key: _written(unit, s)[key] for key in ROSTER} for unit in units],
        "generals": [
            {"id": general.id, "side": general.side, "rank": general.rank, "brigade": general.brigade}
            for general in s.generals.values()
            if not _sees_general(s, seat, general)
        ],
    }


def _written(unit: Unit, s: State) -> Plain:
    return unit.shown or write_unit(unit, s)


def _footprint(unit: Unit) -> list[int]:
    """Width and depth, also of a unit that is not on the table yet."""
    if unit.at is not None:
        return [unit.pose[3], unit.pose[4]]
    return list(footprint(unit.arm, unit.mounted, unit.formation, unit.figures, unit.files, unit.ranks))


def _sees_general(s: State, seat: Seat | None, general: General) -> bool:
    """13-g, 3-d. A general with a hidden unit is hidden with it; where rosters are secret who is not there yet too."""
    unit = None if general.with_unit is None else s.units.get(general.with_unit)
    if unit is not None:
        return knows(s, seat, unit)
    outside = general.at is None and general.is_there and general.side != seat and s.options["rosters"] == "secret"
    return s.result is not None or not outside


def _knows_brigade(s: State, seat: Seat | None, id: str) -> bool:
    """3-d. Whether a seat has seen anything of a brigade: its own, or one of whom somebody is or was on the table."""
    if s.result is not None or s.brigades[id].side == seat or any(gone.brigade == id for gone in s.eliminated):
        return True
    led = any(general.brigade == id and _sees_general(s, seat, general) for general in s.generals.values())
    return led or any(unit.brigade == id and knows(s, seat, unit) for unit in s.units.values())


def without_additions(plain: Plain) -> Plain:
    """A view as positions have it; whose half it is they call `seat`, which in views is the one who looks."""
    kept = {key: value for key, value in plain.items() if key not in ADDITIONS}
    return {**kept, "seat": plain["half"]} if "half" in plain else kept
