"""24.1.4: the Bridge Train builds a bridge of boats over the Mincio, and ferries units across it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quadrilatero.games.custoza.answers import Build, Ferry
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.fog import face_up, is_open, turned_up
from quadrilatero.games.custoza.fog import reveal as turn_up
from quadrilatero.games.custoza.rules import actions, deployment, marching, movement, reactions, routes, turning
from quadrilatero.games.custoza.rules.command import in_command
from quadrilatero.games.custoza.said import Work
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import no, reveal, tell_of_one
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Refusal, Script

TURNS: Final = 4
"""24.1.4.1-a: what the marker of a bridge begins with."""
FERRY: Final = 2
"""24.1.4.3-c: a ferried unit lands so near to the Train."""

# -- 24.1.4.1: building ------------------------------------------------------------------------------------------------


def trains(s: State) -> list[Unit]:
    """24.1.3-b: the Bridge Trains on the map."""
    return [unit for unit in s.units.values() if unit.type == "train" and unit.hex >= 0]


def water(s: State, hex: int) -> list[int]:
    """24.1.4.1-a, 24.1.4.3-b. The hexes of the Mincio next to a hex that no bridge spans."""
    return [
        near for near in s.board.grid.adjacent[hex] if s.board.terrain[near] == "mincio" and near in s.board.in_area
    ]


def builder(s: State) -> Unit | None:
    """24.1.4-a, 24.1.4.1-a, 4.4-b. The Bridge Train that the active Formation has taken along and that is free."""
    free = (unit for unit in in_command(s) if unit.type == "train" and unit.id not in s.acting().acted)
    return next(free, None)


def sites(s: State) -> list[int]:
    """24.1.4.1-a, 24.1.4.2-a. The hexes where a bridge may be begun now: one bridge is all that a Train can build."""
    train = builder(s)
    if train is None or train.building is not None or s.pontoon >= 0:
        return []
    return water(s, train.hex)


def refuse_build(s: State, answer: Build) -> Refusal | None:
    """24.1.4.1-a, 24.1.4.2-a. Whether a bridge may be begun in that hex."""
    if s.pontoon >= 0:
        return no("24.1.4.2-a", "bridge_building", hex=answer.hex)
    if s.board.hex(answer.hex) not in sites(s):
        return no("24.1.4.1-a", "bridge_building", hex=answer.hex)
    train = builder(s)
    return actions.refuse_neglect(s, [train] if train is not None else [], answer)


def build(s: State, answer: Build) -> Script:
    """24.1.4.1-a. The Train begins to build, which is its action; everybody sees it at work from now on."""
    train = builder(s)
    assert train is not None, "refused without one"
    hex = s.board.hex(answer.hex)
    yield from show(s, [train])
    working = s.change(s.units[train.id], building=Work(hex, TURNS))
    tell_of_one(s, "building", "24.1.4.1-a", working, hex=answer.hex, left=TURNS)
    actions.record(s, [working], "build", 0)


def show(s: State, units: Sequence[Unit]) -> Script:
    """24.1.4-a: who builds, ferries or is ferried does it in plain sight."""
    if hidden := [unit for unit in units if not is_open(s, unit)]:
        yield turned_up(s, sorted(hidden, key=lambda unit: s.rank[unit.id]), "24.1.4-a")


def count_down(s: State) -> Script:
    """24.1.4.1-b, 24.1.4.1-d. In each Command Phase the marker drops by one; at none the bridge stands for good.

    The Train is part of it now and leaves the game.
    """
    from quadrilatero.games.custoza.position import lay_board

    for train in trains(s):
        work = train.building
        if work is None:
            continue
        number = s.board.grid.numbers[work.hex]
        if work.left > 1:
            left = work.left - 1
            tell_of_one(
                s, "building", "24.1.4.1-b", s.change(train, building=Work(work.hex, left)), hex=number, left=left
            )
            continue
        s.pontoon = work.hex
        s.discard(train)
        lay_board(s, s.units)
        s.forget_searches()
        yield reveal("bridge", "24.1.4.1-d", hex=number)


# -- 24.1.4.1-c: what stops the work -----------------------------------------------------------------------------------


def at_work(s: State) -> dict[str, int]:
    """24.1.4.1-c, 24.1.4.3-e: who builds or is being ferried, and where he stands."""
    return {unit.id: unit.hex for unit in s.units.values() if unit.building is not None or isinstance(unit.ferry, Work)}


def look_after(s: State, before: dict[str, int]) -> None:
    """24.1.4.1-c, 24.1.4.3-b. Who has moved or was lost does not build any more, nor is he ferried."""
    for id, hex in before.items():
        unit = s.units.get(id)
        if unit is not None and unit.hex != hex:
            stop_work(s, unit)
    for unit in list(s.units.values()):
        if isinstance(unit.ferry, Work) and not any(train.hex == unit.hex for train in trains(s)):
            stop_work(s, unit)


def stop_work(s: State, unit: Unit) -> None:
    """24.1.4.1-c. The work is lost and must begin anew."""
    if unit.building is not None:
        number = s.board.grid.numbers[unit.building.hex]
        tell_of_one(s, "work_stopped", "24.1.4.1-c", s.change(unit, building=None), hex=number)
    elif isinstance(unit.ferry, Work):
        number = s.board.grid.numbers[unit.ferry.hex]
        tell_of_one(s, "work_stopped", "24.1.4.3-b", s.change(unit, ferry=None), hex=number)


# -- 24.1.4.3: the ferry -----------------------------------------------------------------------------------------------


def ferry_of(s: State, unit: Unit) -> Unit | None:
    """24.1.4.3-a, 24.1.4.3-b, 24.1.4.3-d. The Train stacked with a unit that has ferried nobody in this game turn.

    It needs no activation for it, and may be building.
    """
    here = (train for train in trains(s) if train.hex == unit.hex and train.side == unit.side and train.id != unit.id)
    return next((train for train in here if not train.ferry), None)


def landings(s: State, unit: Unit) -> list[int]:
    """24.1.4.3-b, 24.1.4.3-c. Empty hexes on the river within two of the Train, on the other bank, zones or not."""
    if unit.type == "train" or ferry_of(s, unit) is None or not water(s, unit.hex):
        return []
    here = unit.hex in s.board.west
    return [
        hex
        for hex in s.board.grid.within(unit.hex, FERRY) & s.board.open
        if (hex in s.board.west) != here and is_free(s, unit, hex)
    ]


def is_free(s: State, unit: Unit, hex: int) -> bool:
    """24.1.4.3-c. Whether a ferried unit can land in a hex: nobody stands there, and it lies on the river."""
    return not s.stack(hex) and bool(water(s, hex)) and deployment.can_stand(s, unit, hex)


def refuse_ferry(s: State, units: Sequence[Unit], answer: Ferry) -> Refusal | None:
    """24.1.4.3-a, 24.1.4.3-b, 24.1.4.3-c. One unit a game turn, from the Train's hex over the river next to it."""
    unit = units[0]
    if len(units) > 1 or ferry_of(s, unit) is None:
        return no("24.1.4.3-a", "ferry", hex=answer.hex)
    if not water(s, unit.hex):
        return no("24.1.4.3-b", "ferry", hex=answer.hex)
    return None if s.board.hex(answer.hex) in landings(s, unit) else no("24.1.4.3-c", "ferry", hex=answer.hex)


def ferry(s: State, units: Sequence[Unit], answer: Ferry) -> Script:
    """24.1.4.3-a, 24.1.4.3-c, 24.1.4.3-e. A unit of one point crosses at once, a larger one after as many game turns.

    It takes all its points. Guns are limbered for it.
    """
    (unit,) = units
    train, hex = ferry_of(s, unit), s.board.hex(answer.hex)
    assert train is not None, "refused without one"
    yield from show(s, [train, unit])
    s.change(s.units[train.id], ferry=True)
    marching.change(s, [s.units[unit.id]], True if unit.kind == ARTILLERY else None)
    unit = s.units[unit.id]
    points = routes.budget([unit])
    if unit.sv > 1:
        waiting = s.change(unit, ferry=Work(hex, unit.sv))
        tell_of_one(s, "on_ferry", "24.1.4.3-e", waiting, to=answer.hex, left=unit.sv)
        actions.record(s, [waiting], "ferry", points)
        return
    s.begin(Deed("move", unit.side, (unit.id,), mp=points))
    yield from land(s, unit, hex)
    yield from reactions.react(s, reactions.triggered(s, "enters"))
    s.finish()
    actions.record(s, s.of([unit.id]), "ferry", points)
    left = [unit for unit in s.of([unit.id]) if unit.hex == hex]
    if left:
        turning.turn_later(s, left, "7.6-b")


def land(s: State, unit: Unit, hex: int) -> Script:
    """24.1.4.3-c, 2.2-a, 7.1-a. The unit stands on the other bank."""
    before = face_up(s, [unit])
    landed = s.change(unit, hex=hex, ferry=None)
    tell_of_one(s, "ferried", "24.1.4.3-c", landed, to=s.board.grid.numbers[hex])
    movement.control(s, unit.side, hex)
    yield from turn_up(s, before)
    yield from marching.displace(s, hex, ENEMY[unit.side])


def end_of_turn(s: State) -> Script:
    """24.1.4.3-a, 24.1.4.3-e. Larger units cross at the end of their last game turn; then the Train is free again.

    Where the landing is taken by then they land in another hex they could have chosen, or have waited for nothing.
    """
    for unit in list(s.units.values()):
        work = unit.ferry
        if not isinstance(work, Work):
            continue
        if work.left > 1:
            s.change(unit, ferry=Work(work.hex, work.left - 1))
            continue
        for train in trains(s):
            if train.hex == unit.hex:
                s.change(train, ferry=None)
        places = landings(s, unit)
        if places:
            yield from land(s, unit, work.hex if work.hex in places else places[0])
        else:
            stop_work(s, unit)
    carrying = {unit.hex for unit in s.units.values() if isinstance(unit.ferry, Work)}
    for train in trains(s):
        if train.ferry and train.hex not in carrying:
            s.change(train, ferry=None)


# -- what is listed ----------------------------------------------------------------------------------------------------


def listed(s: State, units: Sequence[Unit]) -> list[Plain]:
    """24.1.4-a: what the Train, or a unit beside it, may do about bridges and ferries."""
    if len(units) > 1:
        return []
    unit, numbers = units[0], s.board.grid.numbers
    if unit.type == "train":
        found = [Build(numbers[hex]) for hex in sites(s)]
        return [{"do": "build", "hex": answer.hex} for answer in found if refuse_build(s, answer) is None]
    if not trains(s):
        return []
    return [{"do": "ferry", "units": [unit.id], "hex": numbers[hex]} for hex in landings(s, unit)]
