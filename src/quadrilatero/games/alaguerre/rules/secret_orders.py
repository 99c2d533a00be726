"""Chapter 3.5: orders that are laid face down, with dummies among them."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre.answers import Orders
from quadrilatero.games.alaguerre.rules.orders import (
    assignments,
    markers,
    receivers,
    refuse_orders,
)
from quadrilatero.games.alaguerre.rules.orders import (
    give as give_orders,
)
from quadrilatero.games.alaguerre.said import ENEMY, SIDES
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import ask_all, tell
from quadrilatero.kernel import Plain, Script, Seat


def give(s: State) -> Script:
    """3.5-a, 3.5.1-a, 3.5.1-b. Both CiCs lay their markers unseen; then all are turned up and priorities corrected."""
    asked = tuple([side for side in SIDES if len(with_dummies(s, side, assignments(s, side))) > 1])
    if not asked:
        return
    answered = yield question(s, asked)
    answers: dict[Seat, Orders] = answered if len(asked) > 1 else {asked[0]: answered}
    for seat in asked:
        tell(
            s, "markers_up", "3.5.1-b", side=seat, orders=len(answers[seat].assign), dummies=list(answers[seat].dummies)
        )
    for seat in (s.initiative, ENEMY[s.initiative]):
        if seat in asked:
            give_orders(s, seat, answers[seat].assign)


def question(s: State, asked: tuple[Seat, ...]) -> Any:
    """3.5.1-a. The same question to both at once; what one lays the other does not see."""

    def shown(seat: Seat | None) -> Plain:
        if seat not in asked:
            return {"markers": {side: markers(s, side) for side in asked}}
        return {
            "dice": list(s.hand.get(seat, ())),
            "generals": [general.id for general in receivers(s, seat)],
            "dummies": markers(s, seat) - len(s.hand.get(seat, ())),
            "markers": {side: markers(s, side) for side in asked},
        }

    return ask_all(
        asked,
        "orders",
        "3.5.1-a",
        (Orders,),
        lambda seat: with_dummies(s, seat, assignments(s, seat)),
        lambda seat, answer: refuse_orders(s, seat, answer),
        True,
        tell=shown,
    )


def with_dummies(s: State, seat: Seat, orders: list[Plain]) -> list[Plain]:
    """3.5.1-a. Orders alone, and each with as many dummies as there are markers and generals for."""
    able = [general.id for general in receivers(s, seat)]
    most = markers(s, seat) - len(s.hand.get(seat, ()))
    found = list(orders)
    for plain in orders:
        dummies = [id for id in able if id not in plain["assign"]][:most]
        if dummies:
            found.append({**plain, "dummies": dummies})
    return found
