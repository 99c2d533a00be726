"""Chapter 6: an activation, from the declaration of Assaults and Charges to the last action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from quadrilatero.games.custoza.answers import (
    Act,
    Assault,
    Build,
    Charge,
    Done,
    FallBack,
    Ferry,
    Fire,
    LeaveSquare,
    Move,
    Pass,
    Reserve,
    Square,
)
from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, ENEMY, INFANTRY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.records import Acted, Marker
from quadrilatero.games.custoza.rules import (
    assault,
    charge,
    declarations,
    entering,
    fire,
    listing,
    marching,
    marking,
    movement,
    pontoon,
    recovery,
    reinforcements,
    routes,
    withdrawal,
)
from quadrilatero.games.custoza.rules.command import in_command, may_act
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone, same_force
from quadrilatero.games.custoza.said import Work
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.flood import distances
from quadrilatero.kernel import Answer, Plain, Refusal, Script

ACTS: Final[tuple[type[Answer], ...]] = (Move, Fire, Assault, Charge, Square, LeaveSquare, FallBack, Build, Ferry, Done)
WITHDRAWING: Final = ("fall_back", "halt", "hold")
"""5.2-b: conducts that make who stands in an enemy zone withdraw."""
DISORGANISED: Final = 3

# -- 4.4: units of the Reserve -----------------------------------------------------------------------------------------


def take_reserve(s: State) -> Script:
    """4.4-a, 4.4-b. The activated Formation may take along one unit of the Reserve that was in its range."""
    name = s.acting().formation
    able = [
        unit.id
        for unit in s.units.values()
        if unit.reserve and unit.hex >= 0 and not unit.used and name in s.in_reach.get(unit.id, ())
    ]
    if not able:
        return

    def options() -> list[Plain]:
        return [{"do": "pass"}, *({"do": "reserve", "unit": id} for id in able)]

    def refuse(answer: Reserve | Pass) -> Refusal | None:
        if isinstance(answer, Pass) or (answer.unit in able and answer.formation is None):
            return None
        return no("4.4-a", "not_in_reach", unit=answer.unit or "?")

    side = s.formations[name].side
    answer = yield ask(s, side, "reserve", "4.4-a", (Reserve, Pass), options, refuse, units=able)
    if isinstance(answer, Reserve) and answer.unit is not None:
        s.change_active(reserve=answer.unit)
        s.change(s.units[answer.unit], used=True)


# -- the course of an activation ---------------------------------------------------------------------------------------


def activation(s: State) -> Script:
    """3.2.2a-a, 3.2.2b-a. One declaration, or one action of a Force, of the activated Formation."""
    if s.acting().step == "declare":
        yield from declarations.declare_step(s)
    else:
        yield from act_step(s)


def active_side(s: State) -> str:
    """3.2.2-f: the side whose Formation is activated."""
    return s.formations[s.acting().formation].side


def acting_units(s: State) -> list[Unit]:
    """3.2.2-f, 4.1-a, 6-a, 24.1.4.3-e. Units in command that have neither acted yet nor wait for a ferry."""
    return s.remembered(_acting_units)


def _acting_units(s: State) -> list[Unit]:
    acted = s.acting().acted
    able = [unit for unit in in_command(s) if unit.id not in acted and unit.type != "fortress"]
    return [unit for unit in able if not isinstance(unit.ferry, Work)]


def end_activation(s: State) -> Script:
    """3.2.2c-a, 3.2.2c-b. Units recover, markers come off, and it is the other side's turn to try."""
    yield from recovery.after_activation(s)
    s.active = None


# -- 6.4, 6.6: actions -------------------------------------------------------------------------------------------------


def act_step(s: State) -> Script:
    """3.2.2b-a, 6.6-a. One Force acts and completes its action, or the activation ends."""
    active, side = s.acting(), active_side(s)
    able = [*acting_units(s), *entering.column(s)]
    if not able and commander(s) is None:
        yield from end_activation(s)
        return
    numbers = s.board.grid.numbers
    answer = yield ask(
        s,
        side,
        "act",
        "3.2.2b-a",
        ACTS,
        lambda: listing.acts(s),
        lambda answer: refuse_act(s, answer),
        certain=True,
        formation=active.formation,
        units=[unit.id for unit in able],
        markers=[
            {"type": m.type, "hex": numbers[m.hex], "target": numbers[m.target], "spent": m.spent}
            for m in active.markers
        ],
        must=[unit.id for unit in duties(s)],
    )
    yield from carry_out(s, answer)


def commander(s: State) -> Unit | None:
    """7.10-c, 21.3-b. The commander, if he can still ride in this activation, or come in with his column."""
    active = s.acting()
    found = s.commander(active.formation)
    if found is None or active.commander_moved:
        return None
    return found if found.hex >= 0 or (found.box == "due" and reinforcements.may_come(s, found)) else None


def carry_out(s: State, answer: Act | Build | Done) -> Script:
    """3.2.2b-b. The action that was chosen."""
    if isinstance(answer, Done):
        yield from end_activation(s)
        return
    if isinstance(answer, Build):
        yield from pontoon.build(s, answer)
        return
    units = s.of(answer.units)
    if isinstance(answer, Move) and units[0].is_piece:
        s.change_active(commander_moved=True)
        yield from ride(s, units[0], answer)
    elif isinstance(answer, Move) and units[0].hex < 0:
        yield from entering.enter(s, units[0], answer, "21.3-b")
    elif isinstance(answer, Ferry):
        yield from pontoon.ferry(s, units, answer)
    elif isinstance(answer, Move):
        yield from movement.move(s, units, answer)
    elif isinstance(answer, Fire):
        yield from fire.action(s, units, answer)
    elif isinstance(answer, Assault):
        yield from assault.action(s, units, answer)
    elif isinstance(answer, Charge):
        yield from charge.action(s, units, answer)
    elif isinstance(answer, Square):
        marching.form_square(s, units, "7.7-a")
        record(s, s.of(answer.units), "square", 0)
    elif isinstance(answer, LeaveSquare):
        marching.leave_square(s, units, "11.5.4.1-b")
    elif isinstance(answer, FallBack):
        yield from withdrawal.withdraw(s, answer)


def ride(s: State, rider: Unit, answer: Move) -> Script:
    """7.10-c, 21.3-b, 24.2-j. The commander rides, comes in with his column, or leaves the map."""
    path = [s.board.hex(number) for number in entering.before_exit(answer.path)]
    if rider.hex < 0:
        yield from entering.ride_in(s, rider, path)
    elif path:
        marching.move_commander(s, rider, path)
    if entering.exits(answer.path):
        yield from entering.leave_map(s, s.units[rider.id])


def record(s: State, units: Sequence[Unit], did: str, mp: int) -> None:
    """6-a, 9.7-a: what units have done in this activation or phase; cavalry that moved does not rest."""
    deeds = {unit.id: Acted(did, mp) for unit in units}
    for unit in units:
        if unit.kind == CAVALRY and not unit.used:
            s.change(s.units[unit.id], used=True)
    if s.active is None:
        s.acted = {**s.acted, **deeds}
    else:
        s.change_active(acted={**s.active.acted, **deeds})


def spend_marker(s: State, hex: int, target: int) -> None:
    """6.4-a: a marker has been served."""
    if s.active is None:
        return
    markers = tuple(
        replace(marker, spent=True) if (marker.hex, marker.target) == (hex, target) else marker
        for marker in s.active.markers
    )
    s.change_active(markers=markers)


def serve_marker(s: State, hex: int, target: int) -> None:
    """7.5-d, 6.4-a, 10-b. Fire of light infantry from a marker's hex serves it."""
    here = [m for m in s.acting().markers if m.hex == hex and m.type == "assault" and not m.spent]
    aimed = [m for m in here if m.target == target] or here
    if aimed:
        spend_marker(s, hex, aimed[0].target)


# -- what may not be done ----------------------------------------------------------------------------------------------


def refuse_act(s: State, answer: Act | Build | Done) -> Refusal | None:
    """6-a, 2.8-b, 4.1-a, 3.2.2b-b. Whether the active Formation may do this now."""
    if isinstance(answer, Done):
        return refuse_done(s)
    if isinstance(answer, Build):
        return pontoon.refuse_build(s, answer)
    if (
        isinstance(answer, Move)
        and len(answer.units) == 1
        and answer.units[0] in {unit.id for unit in entering.column(s)}
    ):
        return entering.refuse_entry(s, s.units[answer.units[0]], answer)
    if refusal := refuse_units(s, answer):
        return refusal
    units = s.of(answer.units)
    if isinstance(answer, Move) and units[0].is_piece:
        return refuse_ride(s, units[0], answer)
    return refuse_action(s, units, answer)


def refuse_ride(s: State, rider: Unit, answer: Move) -> Refusal | None:
    """7.10-c, 21.3-b, 24.2-j. Whether the commander may ride, come in, or leave the map like this."""
    if rider.hex < 0:
        return entering.refuse_ride(s, rider, answer)
    path = [s.board.hex(number) for number in entering.before_exit(answer.path)]
    if entering.exits(answer.path):
        end = path[-1] if path else rider.hex
        refusal = marching.refuse_commander(s, rider, path, MP)
        return refusal or entering.refuse_exit(s, rider.side, end)
    return marching.refuse_commander(s, rider, path) if path else no("7.10-c", "off_map", hex="?")


def refuse_action(s: State, units: Sequence[Unit], answer: Act) -> Refusal | None:
    """3.2.2b-b, 5.2-b, 7.5-a. Whether units that may act may do this: by conduct, by its own rules, by duty."""
    if refusal := refuse_conduct(s, units, answer):
        return refusal
    refuse = REFUSALS[type(answer)]
    return refuse(s, units, answer) or refuse_neglect(s, units, answer)


def refuse_units(s: State, answer: Act) -> Refusal | None:
    """2.8-b, 4.1-a, 6-a. Units of one Force, in command of the active Formation, that have not acted yet."""
    ids = answer.units
    if not ids or len(set(ids)) != len(ids) or any(id not in s.units for id in ids):
        return no("2.8-a", "not_yours", units=ids)
    units = s.of(ids)
    if units[0].is_piece:
        rider = commander(s)
        mine = rider is not None and answer == Move([rider.id], answer.path if isinstance(answer, Move) else [])
        return None if mine else no("7.10-c", "not_yours", units=ids)
    if any(unit.side != active_side(s) or unit.hex < 0 for unit in units):
        return no("2.8-a", "not_yours", units=ids)
    if not same_force(units):
        return no("2.8-b", "not_one_force")
    if sorted(ids, key=s.order.__getitem__) != ids:
        return no("2.8-a", "whole_force", units=sorted(ids, key=s.order.__getitem__))
    for unit in units:
        if not may_act(s, unit):
            rule = "4.4-a" if unit.reserve else "4.1-a"
            return no(rule, "out_of_command" if unit.ooc else "not_in_formation", unit=unit.id)
        if unit.id in s.acting().acted:
            return no("6-a", "acted", unit=unit.id)
        if isinstance(unit.ferry, Work):
            return no("24.1.4.3-e", "waits_for_ferry", unit=unit.id)
    return None


def refuse_square(s: State, units: Sequence[Unit], answer: Square) -> Refusal | None:
    """7.7-a, 7.7-c. Infantry that is neither Disorganised nor in Square, all of its hex."""
    if any(unit.kind != INFANTRY or unit.square for unit in units):
        return no("7.7-a", "no_square")
    together = [unit for unit in s.stack(units[0].hex) if unit.kind == INFANTRY]
    if any(unit.status >= DISORGANISED for unit in together):
        return no("7.7-c", "no_square")
    if len(together) != len(units):
        return no("7.7-a", "whole_force", units=[unit.id for unit in together])
    return None


def refuse_leave_square(s: State, units: Sequence[Unit], answer: LeaveSquare) -> Refusal | None:
    """11.5.4.1-b. A Square may be left at the start of a Force's activation."""
    return None if all(unit.square for unit in units) else no("11.5.4.1-b", "not_in_square")


def refuse_fall_back(s: State, units: Sequence[Unit], answer: FallBack) -> Refusal | None:
    """5.2-b, 12.1-b. As an action only where the commander's conduct orders it."""
    if s.acting().conduct not in WITHDRAWING:
        return no("12.1-b", "no_need_to_fall_back", units=answer.units)
    waiting = [unit for unit in acting_units(s) if in_enemy_zone(s, unit.side, unit.hex)]
    return withdrawal.refuse_fall_back(s, waiting, answer)


def _refuse_move(s: State, units: Sequence[Unit], answer: Move) -> Refusal | None:
    return movement.refuse_move(s, units, answer)


def _refuse_fire(s: State, units: Sequence[Unit], answer: Fire) -> Refusal | None:
    return fire.refuse_fire(s, units, answer)


def _refuse_assault(s: State, units: Sequence[Unit], answer: Assault) -> Refusal | None:
    return assault.refuse_assault(s, units, answer)


def _refuse_charge(s: State, units: Sequence[Unit], answer: Charge) -> Refusal | None:
    return charge.refuse_charge(s, units, answer)


def _refuse_ferry(s: State, units: Sequence[Unit], answer: Ferry) -> Refusal | None:
    return pontoon.refuse_ferry(s, units, answer)


REFUSALS: Final[dict[type[Answer], Callable[..., Refusal | None]]] = {
    Move: _refuse_move,
    Fire: _refuse_fire,
    Assault: _refuse_assault,
    Charge: _refuse_charge,
    Square: refuse_square,
    LeaveSquare: refuse_leave_square,
    FallBack: refuse_fall_back,
    Ferry: _refuse_ferry,
}


def refuse_conduct(s: State, units: Sequence[Unit], answer: Act) -> Refusal | None:
    """5.2-b, chart.INI-a. What a commander who acts on his own initiative does not let his units do."""
    conduct = s.acting().conduct
    row = s.board.charts.conducts.get(conduct)
    if row is None or isinstance(answer, LeaveSquare):
        return None
    forbidden = no("5.2-b", "conduct", conduct=conduct)
    if conduct in WITHDRAWING and in_enemy_zone(s, units[0].side, units[0].hex):
        can = bool(withdrawal.ways(s, units))
        return None if isinstance(answer, FallBack) or not can else forbidden
    if row.move == "towards" and units[0].kind != ARTILLERY:
        return forbidden if hangs_back(s, units, answer) else None
    if isinstance(answer, Fire):
        return None if row.fire and (conduct != "hold" or units[0].kind == ARTILLERY) else forbidden
    if isinstance(answer, Square):
        return forbidden if conduct in ("fall_back", "halt") else None
    if not isinstance(answer, Move) or not answer.path:
        return None
    end = s.board.hex(answer.path[-1])
    return None if end < 0 or suits_conduct(s, units[0], row.move, end) else forbidden


def bound_by_conduct(s: State, units: Sequence[Unit]) -> tuple[int, ...]:
    """5.2-b: what `refuse_conduct` hangs on where it asks for more than the units, the enemy and the conduct itself.

    That is where friends leave room: whether there is a way to withdraw, and how near to the enemy a way leads.
    """
    conduct, first = s.acting().conduct, units[0]
    row = s.board.charts.conducts.get(conduct)
    if row is None:
        return ()
    held = in_enemy_zone(s, first.side, first.hex)
    if conduct in WITHDRAWING and held:
        return (int(bool(withdrawal.ways(s, units))),)
    if row.move == "towards" and first.kind != ARTILLERY and not held:
        return as_near_as_can_be(s, units), as_near_as_can_be(s, units, False)
    return ()


def led_by_conduct(s: State, units: Sequence[Unit], ends: Sequence[int], wish: bool | None) -> Sequence[int]:
    """5.2-b: where a move may end as far as the conduct goes; `refuse_conduct` says the same of one answer."""
    conduct = s.acting().conduct
    row = s.board.charts.conducts.get(conduct)
    if row is None:
        return ends
    first = units[0]
    if conduct in WITHDRAWING and in_enemy_zone(s, first.side, first.hex):
        return [] if withdrawal.ways(s, units) else ends
    if row.move == "towards" and first.kind != ARTILLERY:
        if in_enemy_zone(s, first.side, first.hex):
            return ends
        nearest, far = as_near_as_can_be(s, units, wish), far_from_enemies(s, first.side)
        return [hex for hex in ends if far[hex] <= nearest]
    move = row.move
    return [hex for hex in ends if suits_conduct(s, first, move, hex)]


def suits_conduct(s: State, unit: Unit, move: str, end: int) -> bool:
    """5.2-b, chart.INI-a. Whether a move ends where the conduct leads: nowhere at all, or away from the enemy."""
    if move == "away":
        return nearest_enemy(s, unit, end) > nearest_enemy(s, unit, unit.hex)
    return move != "leave_ezor"


def hangs_back(s: State, units: Sequence[Unit], answer: Act) -> bool:
    """5.2-b, chart.INI-a. Under a rash commander whoever does not attack goes as near to the enemy as he can.

    Who stands in an enemy zone is there already: he attacks or leaves by 7.5-a.
    """
    if isinstance(answer, (Assault, Charge)) or in_enemy_zone(s, units[0].side, units[0].hex):
        return False
    path = (
        []
        if isinstance(answer, (Square, LeaveSquare, FallBack, Ferry))
        else [s.board.hex(number) for number in answer.path]
    )
    end = path[-1] if path else units[0].hex
    if isinstance(answer, Fire) and any(marker.hex == end for marker in s.acting().markers):
        return False
    wish = answer.march if isinstance(answer, Move) else None
    return end >= 0 and nearest_enemy(s, units[0], end) > as_near_as_can_be(s, units, wish)


def as_near_as_can_be(s: State, units: Sequence[Unit], wish: bool | None = None) -> int:
    """5.2-b: how near to an enemy a Force could come by a move, in March Movement or not."""
    march = marching.after_change(units, wish)
    far, here = far_from_enemies(s, units[0].side), units[0].hex
    if march and len(units) > 1:
        return far[here]
    what = "as near", march, *[unit.id for unit in units]
    found: int | None = s.searches.get(what)
    if found is None:
        ends = routes.reach(s, units, routes.budget(units), march).hexes
        found = s.searches[what] = min([far[here], *[far[hex] for hex in ends]])
    return found


def laggards(s: State) -> list[Unit]:
    """5.2-b: units that a rash commander still drives forward."""
    row = s.board.charts.conducts.get(s.acting().conduct)
    if row is None or row.move != "towards":
        return []
    still = (unit for unit in acting_units(s) if unit.kind != ARTILLERY)
    return [unit for unit in still if hangs_back(s, [unit], Square([unit.id]))]


def nearest_enemy(s: State, unit: Unit, hex: int) -> int:
    """5.2-b: how far the nearest enemy is from a hex."""
    return far_from_enemies(s, unit.side)[hex]


def far_from_enemies(s: State, side: str) -> list[int]:
    """5.2-b: how far the nearest enemy of a side is from each hex; nothing where there is none."""
    enemies = s.held[ENEMY[side]]
    known: tuple[HexSet, list[int]] | None = s.listed.get(("far", side))
    if known is None or known[0] is not enemies:
        far = distances(s.board.grid.adjacent, enemies)
        known = s.listed["far", side] = enemies, far if enemies else [0] * len(far)
    return known[1]


# -- 7.5, 6.4: duties --------------------------------------------------------------------------------------------------


def is_bound(s: State, unit: Unit) -> bool:
    """7.5-a, 7.5-d. Whether a unit stands in an enemy zone; artillery is free where a friend attacks from its hex."""
    if not in_enemy_zone(s, unit.side, unit.hex):
        return False
    return unit.kind != ARTILLERY or all(marker.hex != unit.hex for marker in s.acting().markers)


def can_attack_here(s: State, unit: Unit) -> bool:
    """7.5-a: whether a unit could attack from a marker in its own hex."""
    here = [m for m in marking.open_markers(s) if m.hex == unit.hex and m.type == "assault"]
    return bool(here) and unit.kind != ARTILLERY


def can_leave(s: State, unit: Unit) -> bool:
    """7.5-a: whether a unit could move out of its hex."""
    for march in {unit.march, False, True}:
        if unit.kind == ARTILLERY and not march:
            continue
        points = movement.points_for([unit], march)
        if points >= 0 and routes.reach(s, [unit], points, march).hexes:
            return True
    return False


def duties(s: State) -> list[Unit]:
    """7.5-a, 7.5-c, 5.2-b. Units that still have to attack or to leave their hex, and can."""
    return s.remembered(_duties)


def _duties(s: State) -> list[Unit]:
    bound = [unit for unit in acting_units(s) if in_enemy_zone(s, unit.side, unit.hex)]
    if s.acting().conduct in WITHDRAWING:
        return [unit for unit in bound if withdrawal.ways(s, [unit])]
    return [unit for unit in bound if is_bound(s, unit) and (can_attack_here(s, unit) or can_leave(s, unit))]


def refuse_neglect(s: State, units: Sequence[Unit], answer: Act | Build) -> Refusal | None:
    """7.5-a, 8.3-c. An action that would leave a duty unmet although it can be met: Square, turning, fire of guns."""
    left = duties(s)
    if not left or (isinstance(answer, Ferry) and units[0].sv == 1):
        return None
    if isinstance(answer, (Assault, Charge, LeaveSquare, FallBack)) or (isinstance(answer, Move) and answer.path):
        return None
    bound = {unit.id for unit in left}
    if not any(unit.id in bound for unit in units):
        return None
    if isinstance(answer, Fire) and units[0].kind == INFANTRY:
        hex = s.board.hex(answer.path[-1]) if answer.path else units[0].hex
        if any(m.hex == hex and m.type == "assault" for m in s.acting().markers):
            return None
    return no("7.5-a", "stays_in_zone")


def unserved(s: State) -> Marker | None:
    """6.4-a. The first marker that a unit which has not acted yet could still serve."""
    enemies = s.held[ENEMY[active_side(s)]]
    for marker in s.acting().markers:
        if not marker.spent and marker.target in enemies:
            for unit in acting_units(s):
                if declarations.can_serve(s, unit, marker):
                    return marker
    return None


def refuse_done(s: State) -> Refusal | None:
    """6.4-a, 7.5-a, 5.2-b. An activation does not end while a duty can still be met."""
    if left := unserved(s):
        numbers = s.board.grid.numbers
        return no("6.4-a", "marker_left", hex=numbers[left.hex], target=numbers[left.target])
    if bound := duties(s):
        return no("7.5-a", "duty_left", units=[unit.id for unit in bound])
    return no("5.2-b", "conduct", conduct=s.acting().conduct) if laggards(s) else None
