"""Chapter 3.3: dice, initiative, orders and their priorities, and who is activated."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre.answers import Orders
from quadrilatero.games.alaguerre.rules import generals, players, secret_orders
from quadrilatero.games.alaguerre.rules.command import (
    attached_to,
    is_in_radius,
    seat_of,
)
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.rules.orders import LEAST, assignments, give, receivers, refuse_orders
from quadrilatero.games.alaguerre.said import BLUE, ENEMY, RED, SIDES
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import ask, roll, side_of, tell
from quadrilatero.kernel import Script, Seat
from quadrilatero.kernel.ask import Dice


def phase(s: State) -> Script:
    """3.3-a, 3.3.1-a, 3.4.2-a. Who has lost a general replaces him; then both roll, red first, then player-generals."""
    yield from generals.successions(s)
    rolled: dict[str, tuple[int, ...]] = {}
    for side in SIDES:
        yield from roll_for(s, side, dice_of(s, side), rolled)
    for general in list(s.present()):
        own = players.own_dice(s, general)
        if own:
            yield from roll_for(s, seat_of(general), own, rolled)
    tell(s, "rolled", "3.3-a", rolled={seat: list(faces) for seat, faces in rolled.items()}, **counted(rolled))
    yield from settle_initiative(s, rolled)
    s.rolled = rolled
    s.orders, s.activated = {}, ()
    s.hand = hands(rolled)
    return True


def counted(rolled: dict[str, tuple[int, ...]]) -> dict[str, int]:
    """3.3-b. How many orders each side has to give."""
    found = hands(rolled)
    return {side: sum(len(dice) for seat, dice in found.items() if side_of(seat) == side) for side in SIDES}


def roll_for(s: State, seat: Seat, count: int, rolled: dict[str, tuple[int, ...]]) -> Script:
    """3.3-b. The dice of one seat; without dice there is nothing to tell."""
    if count <= 0:
        return
    faces = yield Dice(count)
    rolled[seat] = tuple(faces)
    side, _, general = seat.partition(".")
    orders = sorted([face for face in faces if face >= LEAST], reverse=True)
    roll(
        s,
        "3.4.2-a" if general else "3.3-a",
        "activation",
        side,
        tuple(faces),
        need=LEAST,
        total=len(orders),
        success=bool(orders),
        orders=orders,
        general=general or None,
    )


def dice_of(s: State, side: str) -> int:
    """3.3-a, 3.2-c, 10.1.1-d, 10.3.3-c, 10.3.3-d. One die a division, and the CiC's level.

    Divisions have foot or horse and a general who is there.

    Divisions that are not on the table yet, or no longer, count for nothing; without a CiC there are no dice.
    """
    cic = s.cic(side)
    if cic is None or not cic.is_there:
        return 0
    divisions = {base.division for base in s.on_table(side) if base.is_foot or base.is_horse}
    led = [id for id in divisions if _is_led(s, id)]
    return max(0, len(led) + cic.level)


def _is_led(s: State, division: str | None) -> bool:
    general = s.commander(division)
    return general is not None and general.is_there


def settle_initiative(s: State, rolled: dict[str, tuple[int, ...]]) -> Script:
    """3.3.1-a, 3.3.1-b, 3.4.2-b. More natural sixes of the CiC's dice; else who had it, in the first turn a lot."""
    sixes = {side: rolled.get(side, ()).count(6) for side in SIDES}
    if sixes[RED] != sixes[BLUE]:
        winner = max(SIDES, key=lambda side: sixes[side])
    elif s.turn == 1:
        (face,) = yield Dice(1)
        winner = RED if face <= 3 else BLUE
        roll(s, "3.3.1-b", "lot", None, (face,), need=4, total=face, success=face >= 4, winner=winner)
    else:
        winner = s.initiative
    s.initiative = s.side = winner
    tell(s, "initiative", "3.3.1-a", side=winner, sixes=[sixes[RED], sixes[BLUE]])


def hands(rolled: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """3.3-b. The orders that each seat has to give: its dice of four and more, the highest first."""
    return {
        seat: tuple(sorted([face for face in faces if face >= LEAST], reverse=True)) for seat, faces in rolled.items()
    }


# -- orders (3.3.2) ---------------------------------------------------------------------------------------------------


def orders_phase(s: State) -> Script:
    """3.3.2-b, 3.4.1-a, 3.5.1-b. One seat gives its orders, the initiative first, each player-general after his CiC.

    Secret orders of both CiCs come first of all and together. When all are given, it is settled who is activated.
    """
    if s.options["orders"] == "secret" and s.stage is None:
        yield from secret_orders.give(s)
        s.stage = "open"
        return _settle(s)
    seat = next_seat(s)
    if seat is None:
        s.hand = {}
        return settle_activation(s)
    answer = yield orders_question(s, seat)
    give(s, seat, answer.assign)
    return _settle(s)


def _settle(s: State) -> bool:
    if next_seat(s) is not None:
        return False
    s.hand = {}
    return settle_activation(s)


def next_seat(s: State) -> Seat | None:
    """3.3.2-b, 3.4.1-a. Who gives orders next: whose dice are still in hand."""
    for side in (s.initiative, ENEMY[s.initiative]):
        for seat in (side, *players.seats_below(s, side)):
            if s.hand.get(seat) and receivers(s, seat):
                return seat
    return None


def orders_question(s: State, seat: Seat) -> Any:
    """3.3.2-a. Which general gets which die."""
    return ask(
        s,
        seat,
        "orders",
        "3.4.1-a" if "." in seat else "3.3.2-a",
        (Orders,),
        lambda: assignments(s, seat),
        lambda answer: refuse_orders(s, seat, answer),
        dice=list(s.hand.get(seat, ())),
        generals=[general.id for general in receivers(s, seat)],
    )


# -- who is activated (3.3.3) -----------------------------------------------------------------------------------------


def settle_activation(s: State) -> bool:
    """3.3.3-f, 3.3.3-g. Who is activated in all impulses of the turn, as bases stand now."""
    s.activated = activated_by(s, s.orders)
    for division, priority in s.orders.items():
        bases = list(activated_by(s, {division: priority}))
        tell(s, "activated", "3.3.3-g", division=division, side=s.divisions[division].side, bases=bases)
    return True


def activated_by(s: State, orders: dict[str, int]) -> tuple[str, ...]:
    """3.3.3-g, 3.3.3-h, 3.3.3-i, 3.3.3-j, 2.7.4-c. Bases partly within their general's radius, formations as a whole.

    A general who is attached activates that unit alone. Guns under the CiC go with any activated general in reach.
    Without a general in the position all of the division is activated.
    """
    found: set[str] = set()
    for division in orders:
        general = s.commander(division)
        own = [base for base in s.on_table() if base.division == division]
        if general is None:
            found.update(base.id for base in own)
            continue
        beside = attached_to(s, general)
        if beside is not None:
            found.update(beside.ids)
            continue
        for base in own:
            if is_in_radius(general, base.pose):
                found.update(unit_of(s, base).ids)
        found.update(
            base.id for base in s.on_table(general.side) if base.division is None and is_in_radius(general, base.pose)
        )
    return tuple([id for id in s.bases if id in found])
