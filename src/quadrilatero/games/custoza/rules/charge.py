"""Chapter 9: Charges of cavalry, their continuation, and what comes after."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from quadrilatero.games.custoza.answers import BreakOff, Charge, GoOn, Move, Stop
from quadrilatero.games.custoza.board import CAVALRY, ENEMY
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import actions, cohesion, combat, marching, marking, movement, routes, turning
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone
from quadrilatero.games.custoza.said import write_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Refusal, Script

RUN_UP: Final = 2

# -- 9, 9.1: who may, and how far --------------------------------------------------------------------------------------


def may_charge(units: Sequence[Unit]) -> bool:
    """9-a. Cavalry that is not Exhausted."""
    return all(unit.kind == CAVALRY and not unit.exhausted for unit in units)


def refuse_charge(s: State, units: Sequence[Unit], answer: Charge) -> Refusal | None:
    """9-a, 9.1-a, 9.1-b, 9.1-c. Who may charge, through which hex, and how far."""
    if not may_charge(units):
        return no("9-a", "cannot_charge")
    march = marching.after_change(units, answer.march)
    path = [s.board.hex(number) for number in answer.path]
    marker = marker_for(s, units, path, answer.target)
    if isinstance(marker, Refusal):
        return marker
    if s.board.grid.distance(units[0].hex, marker.target) < RUN_UP:
        return no("9.1-c", "run_up")
    return refuse_way(s, units, path, marker.target, routes.budget(units), march)


def marker_for(s: State, units: Sequence[Unit], path: Sequence[int], target: str | None) -> Marker | Refusal:
    """9.1-a. The Charge marker in the hex where the way ends; where there are two the target says which."""
    return marking.marker_ahead(s, "charge", units, path, target, "9.1-a")


# -- 9.2, 9.3: the way -------------------------------------------------------------------------------------------------


def refuse_way(
    s: State, units: Sequence[Unit], path: Sequence[int], target: int, left: int, march: bool, start: int | None = None
) -> Refusal | None:
    """9.1-b, 9.2-a, 9.2-b, 9.3-a, 7.6-d. Straight ahead through front hexes over fit ground, the target's too.

    `start` is where the way begins if that is not where the units stand (a Square that is ridden through).
    """
    here, facing = units[0].hex if start is None else start, units[0].facing
    if refusal := routes.refuse_path(s, units, path, left, march, zones=False, start=start):
        return refusal
    spent = 0
    for one, other in pairwise([here, *path, target]):
        if other not in s.board.facings.ahead[one][facing]:
            return no("9.3-a", "charge_turn", hex=s.board.grid.numbers[other])
        if not fit_for_charge(s, one, other, march=march):
            return no("9.2-a", "charge_ground", hex=s.board.grid.numbers[other])
        points = routes.costs(s, units, march, one, other)
        if points is None:
            return no("9.2-a", "charge_ground", hex=s.board.grid.numbers[other])
        spent += points
    return no("9.1-b", "charge_reach", hex=s.board.grid.numbers[target]) if spent > left else None


def fit_for_charge(s: State, here: int, there: int, *, march: bool) -> bool:
    """9.2-a, 9.2-b, 9-b. Clear and cultivated hexes, streams and slopes; in March Movement any road or bridge."""
    if march and (here, there) in s.board.links:
        return True
    if s.board.at(there).flags.charge is not True:
        return False
    return all(s.board.charts.hexside[feature.kind].flags.charge for feature in s.board.between(here, there))


def ways(
    s: State, units: Sequence[Unit], left: int, march: bool, start: int | None = None
) -> dict[int, tuple[int, ...]]:
    """9.2-a, 9.3-a: the cheapest way of a Charge to every hex it can come to, the hex where it begins included."""
    here, facing = units[0].hex if start is None else start, units[0].facing
    key = "charge", tuple(unit.id for unit in units), left, march, here, facing
    if key in s.searches:
        return dict(s.searches[key])
    enemies = s.held[ENEMY[units[0].side]]
    found: dict[int, tuple[int, tuple[int, ...]]] = {here: (0, ())}
    waiting = [here]
    while waiting:
        one = waiting.pop(0)
        spent, path = found[one]
        for other in s.board.facings.ahead[one][facing] - enemies:
            fit = fit_for_charge(s, one, other, march=march)
            points = routes.costs(s, units, march, one, other) if fit else None
            if points is None or spent + points > left or not routes.has_room(s, units, other):
                continue
            if other not in found or spent + points < found[other][0]:
                found[other] = (spent + points, (*path, other))
                waiting.append(other)
    s.searches[key] = {hex: path for hex, (_, path) in found.items()}
    return dict(s.searches[key])


# -- the Charge --------------------------------------------------------------------------------------------------------


def action(s: State, units: Sequence[Unit], answer: Charge) -> Script:
    """9.3-b, 9.6-a, 9.8-b. A Charge home and on, until it ends; then the Force is Exhausted and may move once more."""
    ids = tuple(unit.id for unit in units)
    set_out(s, units, answer)
    yield from ride(s)
    deed = s.finish()
    actions.record(s, s.of(ids), "charge", deed.mp)
    tire(s, ids)
    tire(s, deed.riders)
    yield from ride_off(s, ids, reaction=False)
    yield from ride_off(s, deed.riders, reaction=True)


def set_out(s: State, units: Sequence[Unit], answer: Charge) -> None:
    """9.3-a: the Force is on its way to the charge hex."""
    path = tuple(map(s.board.hex, answer.path))
    marker = marker_for(s, units, path, answer.target)
    assert isinstance(marker, Marker)
    marching.change(s, units, marching.after_change(units, answer.march) if path else answer.march)
    ids = tuple(unit.id for unit in units)
    s.begin(Deed("charge", units[0].side, ids, path=path, target=marker.target, marker=marker.hex))


def ride(s: State) -> Script:
    """9.3-b, 9.4-a, 9.4.1-a. To the charge hex, the reactions, the combat, and on to another target while it may."""
    while (yield from movement.walk(s)):
        deed = s.deed
        force = [unit for unit in s.of(deed.units) if unit.hex == deed.marker]
        if not force or deed.stopped or not is_ahead(s, force, deed.target):
            return
        if (yield from breaks_off(s, force, deed.target)):
            return
        actions.spend_marker(s, deed.marker, deed.target)
        force = [unit for unit in s.of([u.id for u in force]) if unit.hex == deed.marker]
        if not force:
            return
        square = any(unit.square for unit in s.stack(deed.target))
        winner = yield from combat.fight(s, force, deed.target, why="charge", marker=deed.marker)
        if not goes_on(s, winner, square=square):
            s.change_deed(stopped=winner == combat.DEFENDER)
            return
        cost = entry(s, s.of([u.id for u in force]), deed.marker, deed.target)
        if not (yield from charge_on(s, [u.id for u in force], deed.target, cost)):
            return


def is_ahead(s: State, force: Sequence[Unit], target: int) -> bool:
    """9.3-a, 6.5-a. A Charge goes home only on enemies before it, also where its marker has been turned."""
    ahead = s.board.facings.ahead[force[0].hex][force[0].facing]
    return target in s.held[ENEMY[force[0].side]] & ahead and fit_for_charge(
        s, force[0].hex, target, march=force[0].march
    )


def entry(s: State, units: Sequence[Unit], here: int, there: int) -> int:
    """9.1-b: what it costs to enter the hex that was charged."""
    standing = [unit for unit in units if unit.hex >= 0]
    return (routes.costs(s, standing, standing[0].march, here, there) or 0) if standing else 0


# -- 9.4: on to another target -----------------------------------------------------------------------------------------


def goes_on(s: State, winner: str, *, square: bool) -> bool:
    """9.4-a, 10.4.10-d. A Charge that has won, or not lost to a Square, can go on."""
    return winner == combat.ATTACKER or (winner == combat.DRAW and square)


def fit_to_go_on(s: State, ids: Sequence[str]) -> list[Unit]:
    """9.4-a. Only units in Good Order ride on; the others may be left behind."""
    return [unit for unit in s.of(list(ids)) if unit.hex >= 0 and unit.status == 0]


def charge_on(s: State, ids: Sequence[str], charged: int, cost: int) -> Script:
    """9.4-a, 9.4-b, 11.5.4.2-a. Another target from the hex just charged, without turning.

    Within what is left of the allowance. A Square that was not beaten is ridden through. Returns whether it goes on.
    """
    fit = fit_to_go_on(s, ids)
    if not fit or s.deed.stopped:
        return False
    left = routes.budget(fit) - s.deed.mp - cost

    def refuse(answer: Charge | Stop) -> Refusal | None:
        if isinstance(answer, Stop):
            return None
        units = [unit for unit in fit if unit.id in answer.units]
        if not units or [unit.id for unit in units] != answer.units:
            return no("9.4-a", "not_listed", choices=[unit.id for unit in fit])
        if answer.target is None:
            return no("9.4-b", "choose_target", hex=s.board.grid.numbers[charged])
        return refuse_new_target(s, units, charged, answer, left)

    def options() -> list[Plain]:
        return [*new_targets(s, fit, charged, left), {"do": "stop"}]

    answer = yield ask(
        s,
        fit[0].side,
        "charge_on",
        "9.4-a",
        (Charge, Stop),
        options,
        refuse,
        units=[unit.id for unit in fit],
        left=write_points(left),
    )
    if isinstance(answer, Stop):
        return False
    head_for(s, answer, charged, cost)
    return True


def head_for(s: State, answer: Charge, charged: int, cost: int) -> None:
    """9.4-b, 11.5.4.2-a: the Charge turns to its next target, by way of the hex that it has charged."""
    path = tuple(map(s.board.hex, answer.path))
    through = () if s.units[answer.units[0]].hex == charged else (charged,)
    s.change_deed(
        units=tuple(answer.units),
        mp=s.deed.mp if through else s.deed.mp + cost,
        path=(*through, *path),
        through=charged if through else -1,
        target=s.board.hex(answer.target or ""),
        marker=path[-1] if path else charged,
    )


def refuse_new_target(s: State, units: Sequence[Unit], charged: int, answer: Charge, left: int) -> Refusal | None:
    """9.4-b. A new target within what is left, through front hexes; a Square cannot be stopped in."""
    target, path = s.board.hex(answer.target or ""), [s.board.hex(number) for number in answer.path]
    if target not in s.held[ENEMY[units[0].side]]:
        return no("9.4-b", "no_target", hex=answer.target)
    if not path and units[0].hex != charged:
        return no("9.4-b", "enemy_there", hex=s.board.grid.numbers[charged])
    return refuse_way(s, units, path, target, left, units[0].march, start=charged)


def new_targets(s: State, units: Sequence[Unit], charged: int, left: int) -> list[Plain]:
    """9.4-b: a way to every target that is left, for the whole Force."""
    found: dict[int, Plain] = {}
    enemies, ids = s.held[ENEMY[units[0].side]], [unit.id for unit in units]
    for hex, path in ways(s, units, left, units[0].march, charged).items():
        for target in s.board.facings.ahead[hex][units[0].facing] & enemies:
            answer = Charge(ids, s.board.numbers(path), s.board.grid.numbers[target])
            if target not in found and target != charged and refuse_new_target(s, units, charged, answer, left) is None:
                found[target] = {"do": "charge", "units": ids, "path": answer.path, "target": answer.target}
    return list(found.values())


# -- 9.5: breaking off -------------------------------------------------------------------------------------------------


def breaks_off(s: State, force: Sequence[Unit], target: int) -> Script:
    """9.5-a, 9.5-b. After the reactions the Attacker may try to break off; all must pass, else the Charge goes home."""
    ids = [unit.id for unit in force]

    def options() -> list[Plain]:
        return [{"do": "go_on"}, {"do": "break_off"}]

    answer = yield ask(
        s,
        force[0].side,
        "break_off",
        "9.5-a",
        (BreakOff, GoOn),
        options,
        lambda answer: None,
        certain=True,
        units=ids,
        target=s.board.grid.numbers[target],
    )
    if isinstance(answer, GoOn):
        return False
    checks = yield from cohesion.check(s, force, "break_off")
    return all(check.passed for check in checks.values())


# -- 9.6: after the Charge ---------------------------------------------------------------------------------------------


def tire(s: State, ids: Sequence[str]) -> None:
    """9.6-a, 9.7-a, 9.8-b. However the Charge has ended, the Force is Exhausted now."""
    left = [s.change(unit, exhausted=True, used=True) for unit in s.of(list(ids)) if unit.hex >= 0]
    if left:
        tell_of(s, "exhausted", "9.6-a", left)


def ride_off(s: State, ids: Sequence[str], *, reaction: bool) -> Script:
    """9.6-b, 9.8-b. The Force may move once more, from each hex where units of it stand."""
    left = [unit for unit in s.of(list(ids)) if unit.hex >= 0]
    for hex in dict.fromkeys(unit.hex for unit in left):
        yield from move_after(s, [unit.id for unit in left if unit.hex == hex], reaction=reaction)


def move_after(s: State, ids: Sequence[str], *, reaction: bool) -> Script:
    """9.6-b, 9.6-c, 11.5.3.1-b. A move with the whole allowance that ends outside every enemy zone, if that can be."""
    units = s.of(list(ids))
    march = units[0].march

    def options() -> list[Plain]:
        moves = [
            {"do": "move", "units": list(ids), "path": s.board.numbers(path)}
            for path in routes.paths(s, units, routes.budget(units), march, zones=False)
            if not in_enemy_zone(s, units[0].side, path[-1])
        ]
        return moves if must_leave(s, units) else [{"do": "stop"}, *moves]

    def refuse(answer: Move | Stop) -> Refusal | None:
        if isinstance(answer, Stop):
            return no("9.6-c", "stays_in_zone") if must_leave(s, units) else None
        path = [s.board.hex(number) for number in answer.path]
        if answer.units != list(ids) or not path or answer.march is not None or answer.unlimber:
            return no("9.6-b", "these_turn", units=list(ids))
        if refusal := routes.refuse_path(s, units, path, routes.budget(units), march, zones=False):
            return refusal
        if in_enemy_zone(s, units[0].side, path[-1]):
            return no("9.6-c", "ends_in_zone", hex=answer.path[-1])
        return None

    answer = yield ask(
        s,
        units[0].side,
        "after_charge",
        "9.6-b",
        (Move, Stop),
        options,
        refuse,
        certain=True,
        units=list(ids),
        left=write_points(routes.budget(units)),
    )
    if isinstance(answer, Stop):
        if not reaction:
            turning.turn_later(s, units, "7.6-b")
        return
    path = tuple(map(s.board.hex, answer.path))
    s.begin(Deed("after_charge", units[0].side, tuple(ids), path=path, reaction=reaction))
    yield from movement.walk(s)
    deed = s.finish()
    here = [unit for unit in s.of(deed.units) if unit.hex >= 0]
    if here and not reaction:
        turning.turn_later(s, here, "7.6-b", deed.heading if march else None)


def must_leave(s: State, units: Sequence[Unit]) -> bool:
    """9.6-c. Who stands in an enemy zone must use the move, if any hex outside all of them can be reached."""
    side = units[0].side
    if not in_enemy_zone(s, side, units[0].hex):
        return False
    ways = routes.paths(s, units, routes.budget(units), units[0].march, zones=False)
    return any(not in_enemy_zone(s, side, path[-1]) for path in ways)


# -- 9.8, 11.5.3: as a reaction ----------------------------------------------------------------------------------------


def refuse_counter(s: State, units: Sequence[Unit], path: Sequence[int], target: int) -> Refusal | None:
    """11.5.3-d, 11.5.3-e, 9-a. Cavalry that is not Exhausted over fit ground; the run-up is waived."""
    if not may_charge(units):
        return no("11.5.3-d", "cannot_charge")
    return refuse_way(s, units, path, target, routes.budget(units), units[0].march)


def counter(s: State, units: Sequence[Unit], path: Sequence[int], target: int) -> Script:
    """9.8-a, 11.5.3.1-a, 11.5.3.1-b. A Charge against the trigger that ends in its hex and sets off no reactions.

    Against a Charge the move after it waits for the charger's own (9.8-b).
    """
    ids = tuple(unit.id for unit in units)
    s.begin(Deed("charge", units[0].side, ids, path=tuple(path), target=target, reaction=True))
    if (yield from movement.walk(s)):
        force = s.of(s.deed.units)
        yield from combat.fight(s, force, target, why="charge", marker=force[0].hex)
    s.finish()
    if s.deeds and s.deed.do == "charge" and not s.deed.reaction:
        s.change_deed(riders=(*s.deed.riders, *ids))
    else:
        tire(s, ids)
        yield from ride_off(s, ids, reaction=True)
