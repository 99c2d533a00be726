"""What a seat is shown: the position as far as it may know it (7.1)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final

from quadrilatero.games.custoza.board import ARTILLERY, SIDES
from quadrilatero.games.custoza.fog import (
    Veil,
    backs,
    called,
    done_by,
    is_deployed,
    is_open,
    knows,
    reordered,
    unmeasured,
    veil,
    veils,
)
from quadrilatero.games.custoza.records import DECLINED, OPTIONAL, Group
from quadrilatero.games.custoza.rules.collapse import all_losses, is_too_many
from quadrilatero.games.custoza.state import FORMATIONS, LOOKS, State
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.games.custoza.writing import write_formation, write_state, write_unit
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Plain, Seat

ADDED: Final = ("losses", "collapsed")
"""What views say of Formations beyond positions."""
HIDDEN: Final = {
    "state": "march",
    "objective": None,
    "attempts": 0,
    "this_turn": None,
    "moved": False,
    "changed": False,
    "fatigue": 0,
    "fatigued": False,
    "cut_off": False,
}
"""16.6-a, 16.1-e: what is not known of a Formation whose units are not on the map, and what views say instead."""

OPEN_TASKS: Final = ("deploy", "place")
"""16.8-c, 13.7-e: what is seen to before everybody's eyes."""


def view(s: State, seat: Seat | None) -> Plain:
    """2.4.1-f, 7.1-a, 19.1-b. Own counters whole, the enemy's as they lie; losses and morale are open to all."""
    plain = write_state(s)
    plain["roster"] = s.printed
    plain["control"] = {side: _controlled(s, side) for side in SIDES}
    plain["formations"] = _formations(s, seat)
    if s.result is not None:
        plain["units"] = [unit.shown or write_unit(unit, s) for unit in s.units.values()]
        return plain
    plain["units"] = _units(s, seat)
    for key in ("active", "facing", "acted"):
        if plain.get(key) and not _is_own(s, seat, key):
            told = _unmeasured(s, seat, plain[key], key)
            plain[key] = RETOLD[key](s, seat, told)
    if plain.get("in_reach"):
        plain["in_reach"] = {id: names for id, names in plain["in_reach"].items() if s.units[id].side == seat}
        if not plain["in_reach"]:
            del plain["in_reach"]
    if s.tasks:
        plain["tasks"] = [_task(task, seat) for task in plain["tasks"]]
    if s.plan:
        plain["plan"] = {id: place for id, place in plain["plan"].items() if s.units[id].side == seat}
        if not plain["plan"]:
            del plain["plan"]
    plain["strategy"] = {side: s.strategy[side] if side == seat else None for side in SIDES}
    plain["reinforcements"] = [
        group if known.side == seat else _as_printed(group)
        for known, group in zip(s.reinforcements, plain["reinforcements"], strict=True)
        if known.side == seat or _is_announced(known)
    ]
    return plain


def _is_announced(group: Group) -> bool:
    """21.4-a: units that come without a Formation stand in the scenario for all to read, who has come and who has not:
    a list that grew shorter would name who has just come in face down."""
    return group.formation is None


def _as_printed(group: Plain) -> Plain:
    """24.2-g: whether its owner has declined an optional group nobody else knows."""
    return {**group, "condition": OPTIONAL} if group["condition"] == DECLINED else group


def _task(task: Plain, seat: Seat | None) -> Plain:
    """16.6-a: of what the other side has to see to nothing is known, unless it is done in the open."""
    known = task["side"] == seat or task["what"] in OPEN_TASKS
    return task if known else {"what": "secret", "side": task["side"]}


def _controlled(s: State, side: str) -> list[str]:
    """2.2-a: the hexes of a side; from what was written last, because few change hands at a time."""
    now = s.control[side]
    known: tuple[HexSet, list[str]] | None = s.listed.get(("control", side))
    if known is not None and known[0] is now:
        return known[1]
    if known is None:
        written = s.board.numbers(now)
    else:
        written = known[1].copy()
        for hex in HexSet(known[0].mask ^ now.mask):
            place = (now.mask & ((1 << hex) - 1)).bit_count()
            if hex in now:
                written.insert(place, s.board.grid.numbers[hex])
            else:
                del written[place]
    s.listed["control", side] = now, written
    return written


def _is_own(s: State, seat: Seat | None, key: str) -> bool:
    """Whether a part of the state names nobody but the seat's own counters, which it knows by their names."""
    if key == "active":
        return s.formations[s.acting().formation].side == seat
    named = s.acted if s.facing is None or key == "acted" else s.facing.units
    return all(s.units[id].side == seat for id in named)


def _unmeasured(s: State, seat: Seat | None, told: Plain, key: str) -> Plain:
    """What counters have done, without the points that hidden guns have spent."""
    if key == "active":
        return {**told, "acted": _unmeasured(s, seat, told["acted"], "acted")} if told.get("acted") else told
    if key != "acted":
        return told
    hidden = {id for id in told if s.units[id].kind == ARTILLERY and not knows(s, seat, s.units[id])}
    return {id: unmeasured(done) if id in hidden else done for id, done in told.items()}


def _active_retold(s: State, seat: Seat | None, told: Plain) -> Plain:
    """The activated Formation of others: it names counters where it says who has acted, and which of the Reserve."""
    acted, reserve = told["acted"], told["reserve"]
    units = s.of([*acted, reserve] if reserve is not None else list(acted))
    if not units:
        return told
    names = called(s, seat, units)
    own = {unit.id for unit in units if unit.side == seat}
    retold_acts = {names[id]: acted[id] for id in reordered(list(acted), names, s.rank, own)}
    return {**told, "acted": retold_acts, "reserve": None if reserve is None else names[reserve]}


def _acted_retold(s: State, seat: Seat | None, told: Plain) -> Plain:
    """What counters have done, by the names that a seat has for them; nothing else in it names a counter."""
    return {name: told[id] for id, name in _called_in_order(s, seat, list(told)).items()}


def _turning_retold(s: State, seat: Seat | None, told: Plain) -> Plain:
    """Counters of others that are about to turn."""
    return {**told, "units": list(_called_in_order(s, seat, told["units"]).values())}


def _called_in_order(s: State, seat: Seat | None, ids: list[str]) -> dict[str, str]:
    """By what names a seat is told of counters in one breath, in the order in which it is."""
    units = s.of(ids)
    names, own = called(s, seat, units), {unit.id for unit in units if unit.side == seat}
    return {id: names[id] for id in reordered(ids, names, s.rank, own)}


RETOLD: Final[dict[str, Callable[[State, Seat | None, Plain], Plain]]] = {
    "active": _active_retold,
    "facing": _turning_retold,
    "acted": _acted_retold,
}


def _units(s: State, seat: Seat | None) -> list[Plain]:
    """2.4.1-f, 7.1-a: own counters in their order, then those of others as far as they can be seen."""
    return _own(s, seat) + _others(s, seat) if seat is not None else _others(s, seat)


def _own(s: State, seat: Seat) -> list[Plain]:
    """2.4.1-f: own counters in their order; those that have changed since the last time written anew, in their place.

    A view puts others behind them in a list of its own, so that this one goes to nobody else.
    """
    army, now = s.armies[seat], s.stamps[seat]
    known: tuple[int, tuple[str, ...], dict[str, int], list[Plain]] | None = s.listed.get(("own", seat))
    if known is not None and known[0] == now and known[1] is army:
        return known[3]
    changed = s.changed_since(seat, known[0]) if known is not None and known[1] is army and not s.plan else None
    if known is None or changed is None:
        units = s.of(army)
        written = [unit.shown or write_unit(unit, s) for unit in (_as_planned(s, units) if s.plan else units)]
        places = {id: place for place, id in enumerate(army)}
    else:
        places, written = known[2], known[3]
        for unit in s.of(changed):
            written[places[unit.id]] = unit.shown or write_unit(unit, s)
    s.listed["own", seat] = now, army, places, written
    return written


def _as_planned(s: State, units: list[Unit]) -> list[Unit]:
    """25.3-a: counters as their owner sees them while he lays out his army."""
    found = []
    for unit in units:
        planned = s.plan.get(unit.id)
        if planned is None or unit.hex < 0:
            found.append(unit)
            continue
        moved = unit.copy()
        moved.hex, moved.facing, moved.march = planned.hex, planned.facing, planned.march
        found.append(moved)
    return found


def _others(s: State, seat: Seat | None) -> list[Plain]:
    """2.4.1-f, 7.1-a: what lies face up by the roster, then the veiled by name; kept while all looks the same."""
    sides = [side for side in SIDES if side != seat]
    now = [(s.stamps[LOOKS[side]], done_by(s, side)) for side in sides]
    known: tuple[Any, list[Plain]] | None = s.listed.get(("others", seat))
    if known is not None and known[0] == now:
        return known[1]
    seen: list[Unit] = []
    parts = [_looks(s, side) for side in sides]
    for side, looks in zip(sides, parts, strict=True):
        seen += s.of(_set_aside(s, side))
        for units in looks.seen.values():
            seen += units
    seen.sort(key=lambda unit: s.rank[unit.id])
    veiled = parts[0].written
    if len(parts) > 1:
        veiled = sorted([back for looks in parts for back in looks.written], key=itemgetter("id"))
    written = [unit.shown or write_unit(unit, s) for unit in seen] + veiled
    s.listed["others", seat] = now, written
    return written


class Looks:
    """How a side's counters looked to others the last time: `seen` by hex, and the veiled, as they were `written`.

    These stand in the order of their `names`, so that a hex is found among them without a look at the rest. `changing`
    are hexes that look otherwise as soon as somebody there has done something.
    """

    __slots__ = ("by_hex", "changing", "names", "seen", "written")

    def __init__(self) -> None:
        self.by_hex: dict[int, Veil] = {}
        self.changing: set[int] = set()
        self.seen: dict[int, tuple[Unit, ...]] = {}
        self.names: list[str] = []
        self.written: list[Plain] = []

    def put(self, s: State, hex: int, look: Veil | None) -> None:
        """Take note of how a hex looks now; None where nobody is left."""
        before = self.by_hex.pop(hex, None)
        self.seen.pop(hex, None)
        self.changing.discard(hex)
        place = bisect_left(self.names, f"?{s.board.grid.numbers[hex]}")
        end = place if before is None else place + len(before.names)
        self.names[place:end] = [] if look is None else list(look.names.values())
        self.written[place:end] = [] if look is None else look.written or backs(s, look)
        if look is not None:
            self.by_hex[hex] = look
            if look.seen:
                self.seen[hex] = look.seen
            if look.deeds:
                self.changing.add(hex)


def _looks(s: State, side: str) -> Looks:
    """7.1-a, 7.1-b: how a side's counters look to others; only hexes that look otherwise than the last time are new.

    Copies of a state share what is kept, which is why it is told by the veils themselves what has changed.
    """
    kept: Looks | None = s.listed.get(("looks", side))
    if kept is None:
        kept = s.listed["looks", side] = Looks()
    now: dict[Any, Veil | None] = veils(s, side)
    known: dict[Any, Veil] = kept.by_hex
    changing: set[Any] = kept.changing
    doubtful = [hex for hex, look in now.items() if look is None or known.get(hex) is not look or hex in changing]
    for hex in doubtful:
        look = veil(s, hex, side)
        if not look.dark and not look.seen:
            del now[hex]
            kept.put(s, hex, None)
        elif known.get(hex) is not look:
            kept.put(s, hex, look)
    if len(known) != len(now):
        for hex in [hex for hex in known if hex not in now]:
            kept.put(s, hex, None)
    return kept


def _set_aside(s: State, side: str) -> list[str]:
    """7.1-c: the counters of a side that lie face up beside the map."""
    known: list[str] | None = s.tallies.get(("aside", side))
    if known is None:
        army = s.of(s.armies[side])
        known = s.tallies["aside", side] = [unit.id for unit in army if unit.hex < 0 and is_open(s, unit)]
    return known


def _formations(s: State, seat: Seat | None) -> list[Plain]:
    """The Formations, those that have changed written anew; all of them when losses have."""
    what, hung_on, lost = ("formations", seat), (s.stamps[FORMATIONS], s.result is None), all_losses(s)
    known: tuple[Any, dict[str | None, int], list[Formation], list[Plain]] | None = s.listed.get(what)
    if known is not None and known[0] == hung_on and known[1] is lost:
        return known[3]
    now = list(s.formations.values())
    if known is None or known[0][1] != hung_on[1] or known[1] != lost:
        shown = [_formation(s, seat, formation) for formation in now]
    else:
        shown = known[3].copy()
        for place, before in enumerate(known[2]):
            if now[place] is not before:
                shown[place] = _formation(s, seat, now[place])
    s.listed[what] = hung_on, lost, now, shown
    return shown


def _formation(s: State, seat: Seat | None, formation: Formation) -> Plain:
    """A Formation as a seat may know it."""
    is_known = formation.side == seat or s.result is not None
    what = "formation", formation.id, is_known
    known: tuple[Formation, Plain] | None = s.tallies.get(what)
    if known is None or known[0] is not formation:
        shown = counted(s, formation, formation.shown or write_formation(formation, s))
        if not is_known and not is_deployed(s, formation):
            shown |= HIDDEN
        known = s.tallies[what] = formation, shown
    return known[1]


def counted(s: State, formation: Formation, entry: Plain) -> Plain:
    """19.1-b, 19.1-a: a Formation with its losses, and whether they are too many."""
    lost = all_losses(s).get(formation.id, 0)
    return {**entry, "losses": lost, "collapsed": is_too_many(s, formation.id, lost)}


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
