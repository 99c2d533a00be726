"""Chapter 3.3.2, 3.3.3: who can be given an order, and with which priority it arrives."""

from __future__ import annotations

from itertools import product

from quadrilatero.games.alaguerre.answers import Orders
from quadrilatero.games.alaguerre.rules import players, reserve
from quadrilatero.games.alaguerre.rules.command import attached_to, chain, is_cut_off, player_above, seat_of
from quadrilatero.games.alaguerre.state import General, State
from quadrilatero.games.alaguerre.telling import as_said, called, no, side_of, tell
from quadrilatero.kernel import Plain, Refusal, Seat

LEAST, MOST = 4, 6
"""3.3-b, 3.3.3-c: the priorities that orders can have."""
OPTIONS_LISTED = 256


def receivers(s: State, seat: Seat) -> list[General]:
    """3.3.2-a, 3.4.1-a, 3.4.2-b. Who can be given a die by a seat.

    Those who lead combat units, and for the CiC player-generals.

    What is below a player-general is his to give.
    """
    side, _, id = seat.partition(".")
    found = []
    for general in s.present(side):
        player = player_above(s, general)
        mine = (player is None) if not id else (player is not None and player.id == id)
        handed = not id and player is not None and player.id == general.id
        if (mine and leads_units(s, general)) or handed:
            found.append(general)
    return found


def leads_units(s: State, general: General) -> bool:
    """3.3.2-a. Whether a general directly commands combat units on the table, guns alone included."""
    return general.division is not None and any(
        base.division == general.division and not base.is_train for base in s.on_table(general.side)
    )


def refuse_orders(s: State, seat: Seat, answer: Orders) -> Refusal | None:
    """3.3.2-a, 3.4.2-b, 3.4.2-c, 3.5.1-a. Why orders cannot be given so: to whom, with which dice, and dummies."""
    able = [general.id for general in receivers(s, seat)]
    for id in answer.assign:
        if id not in able:
            return no(
                "3.4.2-b" if "." in seat else "3.3.2-a",
                "no_receiver",
                general=as_said(s, id, side_of(seat)),
                generals=[called(s, one) for one in able],
            )
    hand = list(s.hand.get(seat, ()))
    for face in answer.assign.values():
        if face not in hand:
            return no(
                "3.4.2-b" if "." in seat else "3.3.2-a", "no_such_die", face=face, dice=list(s.hand.get(seat, ()))
            )
        hand.remove(face)
    if refusal := players.refuse_all(s, seat, answer):
        return refusal
    if not may_order_others(s, seat):
        cic = s.cic(seat)
        if any(cic is None or id != cic.id for id in answer.assign):
            return no("3.3.4-a", "cic_is_attached", general=cic and cic.id)
    return refuse_dummies(s, seat, answer, able) or refuse_to_forget(s, seat, answer, able)


def may_order_others(s: State, seat: Seat) -> bool:
    """3.3.4-a. By one reading a CiC who is attached to a unit orders nobody but himself."""
    cic = s.cic(seat)
    return cic is None or s.options["cic_attached"] != "no_orders" or attached_to(s, cic) is None


def refuse_to_forget(s: State, seat: Seat, answer: Orders, able: list[str]) -> Refusal | None:
    """12.2.1-b. Whoever has come from the reserve in this turn gets an order, if there is one to give."""
    for division in reserve.has_come(s, seat.partition(".")[0]) if may_order_others(s, seat) else ():
        general = s.commander(division)
        if general is not None and general.id in able and s.hand.get(seat) and general.id not in answer.assign:
            return no("12.2.1-b", "reserve_needs_order", general=general.name)
    return None


def markers(s: State, seat: Seat) -> int:
    """3.5.1-a. As many markers as dice were rolled, real ones and dummies together."""
    return len((s.rolled or {}).get(seat, ()))


def refuse_dummies(s: State, seat: Seat, answer: Orders, able: list[str]) -> Refusal | None:
    """3.5.1-a. Dummies are for secret orders, no more than the dice that gave no order, one marker to a general."""
    if not answer.dummies:
        return None
    if s.options["orders"] != "secret" or "." in seat:
        return no("3.5.1-a", "no_dummies")
    most = markers(s, seat) - len(s.hand.get(seat, ()))
    if len(answer.dummies) > most:
        return no("3.5.1-a", "too_many_dummies", most=most)
    for number, id in enumerate(answer.dummies):
        if id not in able or id in answer.assign or id in answer.dummies[:number]:
            return no("3.5.1-a", "no_place_for_dummy", general=as_said(s, id, side_of(seat)))
    return None


def assignments(s: State, seat: Seat) -> list[Plain]:
    """3.3.2-a. Every way to give out the dice in hand, equal dice told apart by nothing, none of them kept first."""
    able = [general.id for general in receivers(s, seat)]
    hand = s.hand.get(seat, ())
    found: list[Plain] = []
    seen: set[tuple[tuple[str, int], ...]] = set()
    for chosen in product((None, *able), repeat=len(hand)):
        named = [id for id in chosen if id is not None]
        if len(set(named)) < len(named):
            continue
        assign = {id: face for id, face in zip(chosen, hand, strict=True) if id is not None}
        key = tuple(sorted(assign.items()))
        if key in seen:
            continue
        seen.add(key)
        if refuse_orders(s, seat, Orders(assign=assign)) is None:
            found.append({"do": "orders", "assign": assign})
        if len(found) >= OPTIONS_LISTED:
            break
    return found or [{"do": "orders", "assign": {}}]


def give(s: State, seat: Seat, assign: dict[str, int]) -> None:
    """3.3.2-b, 3.4.1-a. Dice are laid beside generals; what a player-general is handed is in his own hand."""
    hand = {other: faces for other, faces in s.hand.items() if other != seat}
    for id, face in assign.items():
        general = s.generals[id]
        player = player_above(s, general)
        if "." not in seat and player is not None:
            handed = players.handed_over(s, general, face)
            if handed is not None:
                mine = seat_of(general)
                hand[mine] = tuple(sorted((*hand.get(mine, ()), handed), reverse=True))
        else:
            receive(s, general, face)
    s.hand = hand


def receive(s: State, general: General, face: int) -> None:
    """3.3.3-d, 3.3.3-f. An order reaches its general, or is lost; told with the priority it ends with."""
    priority = priority_of(s, general, face)
    division = general.division
    assert division is not None
    lost = priority is None
    tell(
        s,
        "order",
        "3.3.3-d" if lost else "3.3.3-f",
        general=general.id,
        division=division,
        side=general.side,
        die=face,
        priority=priority,
        lost=lost,
        outcome="order_lost" if lost else f"order_{priority}",
    )
    if priority is not None:
        s.orders = {**s.orders, division: priority}


def priority_of(s: State, general: General, face: int) -> int | None:
    """3.3.3-a, 3.3.3-b, 3.3.3-c, 3.3.3-e, 12.2.1-b. A die less its broken links, then plus his level.

    Who comes from the reserve has it as it fell.
    """
    if reserve.is_kept(s, general.division):
        return face
    reached = face - broken_links(s, general)
    if reached < LEAST:
        return None
    priority = min(MOST, reached + general.level)
    return priority if priority >= LEAST else None


def broken_links(s: State, general: General) -> int:
    """3.3.3-a, 3.4-a. The broken links above a general, up to the CiC or the player-general who orders him."""
    player = player_above(s, general)
    found = 0
    below: General | None = None
    for one in chain(s, general):
        if below is not None and is_cut_off(s, below, one):
            found += 1
        if player is not None and one.id == player.id:
            return found
        below = one
    return found
