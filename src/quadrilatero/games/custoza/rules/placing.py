"""25.3 and 27.3: the free set-up. Each player lays out his army unseen; all is shown when both are done."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.custoza.answers import Done, Place
from quadrilatero.games.custoza.board import ENEMY, SIDES
from quadrilatero.games.custoza.records import Planned, Zone
from quadrilatero.games.custoza.rules import columns, deployment
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, reveal
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Plain, Refusal, Script

# -- where counters may go ---------------------------------------------------------------------------------------------


def zone_for(s: State, id: str) -> Zone | None:
    """25.3-a, 27.3-a. The hexes that the scenario leaves to a counter's owner."""
    return next((zone for zone in s.free if id in zone.units), None)


def hex_of(s: State, unit: Unit) -> int:
    """25.3-a: where a counter is to stand as planned so far; who comes in later is planned by his entry hex."""
    planned = s.plan.get(unit.id)
    return unit.hex if planned is None else planned.hex


def planned_stack(s: State, hex: int, without: str) -> list[Unit]:
    """2.9-a: the combat units that are to stand in a hex, but for one."""
    side = s.units[without].side
    return [unit for unit in s.on_map(side) if unit.id != without and hex_of(s, unit) == hex]


def fits(s: State, unit: Unit, hex: int) -> bool:
    """2.9-b, 22.3.4-a, 7.4-a. Whether a counter can stand in a hex beside those who are planned there."""
    if unit.is_piece:
        return hex in s.board.open
    if not deployment.can_stand(s, unit, hex) or hex in s.held[ENEMY[unit.side]]:
        return False
    beside = planned_stack(s, hex, unit.id)
    if any(other.type == "fortress" for other in beside):
        return len(beside) < 2
    return sum(other.sv for other in beside) + unit.sv <= STACKING_LIMIT


def room_for(s: State, unit: Unit) -> list[int]:
    """25.3-a, 27.3-a. All hexes where a counter may be placed now."""
    zone = zone_for(s, unit.id)
    if zone is None:
        return []
    return list(zone.hexes) if zone.enters else [hex for hex in zone.hexes if fits(s, unit, hex)]


def refuse_place(s: State, side: str, answer: Place) -> Refusal | None:
    """25.3-a, 27.3-a, 7.6-a. Own counters, in their zone, with room; pieces face nowhere and do not march."""
    unit = s.units.get(answer.unit)
    zone = zone_for(s, answer.unit)
    if unit is None or unit.side != side or zone is None:
        return no("25.3-a", "not_to_be_placed", unit=answer.unit)
    hex = s.board.hex(answer.hex)
    if hex < 0 or hex not in zone.hexes:
        return no("25.3-a", "out_of_zone", hex=answer.hex)
    if unit.is_piece and (answer.facing is not None or answer.march is not None):
        return no("2.4.2.3-b", "piece_faces")
    if not zone.enters and not fits(s, unit, hex):
        return no("2.9-b", "stacking", hex=answer.hex)
    return None


# -- laying out --------------------------------------------------------------------------------------------------------


def counters(s: State, side: str) -> list[str]:
    """25.3-a: the counters that a side places, in the order of the roster."""
    ids = [id for zone in s.free if zone.side == side for id in zone.units]
    return sorted(ids, key=s.rank.__getitem__)


def place_step(s: State) -> Script:
    """25.3-a, 27.3-a. A player places a counter, or is done. Every counter has a place to begin with.

    Listed are the hexes of the first counter that was not placed yet; any other may be placed, also once more.
    """
    side = s.next
    ids = counters(s, side)
    if not ids:
        yield from next_to_place(s)
        return
    waiting = [id for id in ids if id not in s.plan]
    numbers = s.board.numbers(room_for(s, s.units[waiting[0]])) if waiting else []

    def options() -> list[Plain]:
        return [{"do": "done"}, *({"do": "place", "unit": waiting[0], "hex": number} for number in numbers)]

    def refuse(answer: Place | Done) -> Refusal | None:
        return None if isinstance(answer, Done) else refuse_place(s, side, answer)

    answer = yield ask(
        s,
        side,
        "place",
        "25.3-a",
        (Place, Done),
        options,
        refuse,
        certain=True,
        secret=True,
        unit=waiting[0] if waiting else None,
        whom=waiting[0] if waiting else "anybody_anew",
        units=ids,
        hexes=numbers,
    )
    if isinstance(answer, Place):
        plan(s, s.units[answer.unit], answer)
    else:
        yield reveal("orders_given", "25.3-a", seat=side)
        yield from next_to_place(s)


def plan(s: State, unit: Unit, answer: Place) -> None:
    """25.3-a, 7.6-a. A counter is to stand there; all units of a hex face the same side."""
    hex = s.board.hex(answer.hex)
    company = [] if unit.is_piece else [other for other in planned_stack(s, hex, unit.id) if other.type != "fortress"]
    now = s.plan.get(unit.id, Planned(unit.hex, unit.facing, unit.march))
    facing = FACINGS.index(answer.facing) if answer.facing else facing_of(s, company[0]) if company else now.facing
    march = now.march if answer.march is None else answer.march
    changed = {unit.id: Planned(hex, facing, march)}
    for other in company:
        known = s.plan.get(other.id, Planned(other.hex, other.facing, other.march))
        if known.facing != facing:
            changed[other.id] = replace(known, facing=facing)
    s.plan = {**s.plan, **changed}
    s.stamp(unit.side)


def facing_of(s: State, unit: Unit) -> int:
    """7.6-a: how a unit is to face as planned so far."""
    planned = s.plan.get(unit.id)
    return unit.facing if planned is None else planned.facing


def next_to_place(s: State) -> Script:
    """25.3-a, 27.3-a. The other side's turn; when both are done everything is laid open at once."""
    if s.next != SIDES[-1]:
        s.next = ENEMY[s.next]
        return
    lay_out(s)
    yield reveal("laid_open", "25.3-a", sides=list(SIDES))
    s.next, s.step = SIDES[0], "objectives"


def lay_out(s: State) -> None:
    """25.3-a, 27.3-a. Counters stand where they were planned, scouts with their commanders; groups enter there."""
    for id, planned in s.plan.items():
        zone, unit = zone_for(s, id), s.units[id]
        if zone is not None and zone.enters:
            s.reinforcements = tuple(
                replace(group, entry=planned.hex) if id in group.units else group for group in s.reinforcements
            )
        elif unit.is_piece:
            for scout in [piece for piece in s.pieces(unit.hex) if piece.id == f"scout.{unit.formation}"]:
                s.move(scout, planned.hex)
            s.move(unit, planned.hex)
        else:
            s.change(unit, hex=planned.hex, facing=planned.facing, march=planned.march)
    s.free, s.plan = (), {}


# -- 16.1: the first objectives ----------------------------------------------------------------------------------------


def objectives_step(s: State) -> Script:
    """16.1-a, 27.3-a. After a free set-up each side gives its Formations In March their objectives, without a roll."""
    side = s.next
    if not (yield from columns.objectives_step(s)):
        return
    for formation in s.formations.values():
        commander = s.commander(formation.id)
        if formation.side == side and commander is not None and commander.used:
            s.change(commander, used=False)
    s.next = ENEMY[side]
    if side == SIDES[-1]:
        s.step = ""
