"""Chapter 3.4: several players on a side: dice of their own, and orders that are handed on."""

from __future__ import annotations

from quadrilatero.games.alaguerre.answers import Orders
from quadrilatero.games.alaguerre.rules import reserve
from quadrilatero.games.alaguerre.rules.command import chain, is_cut_off, is_player, seat_of
from quadrilatero.games.alaguerre.state import General, State
from quadrilatero.games.alaguerre.telling import no, tell
from quadrilatero.kernel import Refusal, Seat

LEAST = 4


def own_dice(s: State, general: General) -> int:
    """3.4.2-a. A player-general rolls as many dice of his own as his level, above zero."""
    return max(0, general.level) if is_player(s, general) and general.is_there else 0


def handed_over(s: State, general: General, face: int) -> int | None:
    """3.4-a, 3.4.1-a, 12.2.1-b. What is left of a die that was handed to a player-general; None where it is lost."""
    if reserve.is_kept(s, general.division):
        return face
    found = face
    below: General | None = None
    for one in chain(s, general):
        if below is not None and is_cut_off(s, below, one):
            found -= 1
        below = one
    if found >= LEAST:
        return found
    tell(
        s,
        "order",
        "3.3.3-d",
        general=general.id,
        division=general.division,
        side=general.side,
        die=face,
        priority=None,
        lost=True,
        outcome="order_lost",
    )
    return None


def refuse_all(s: State, seat: Seat, answer: Orders) -> Refusal | None:
    """3.4.2-c. A player-general of level -1 cannot use one of the orders that he was handed, of his own choice."""
    _, _, id = seat.partition(".")
    if not id or s.generals[id].level >= 0:
        return None
    most = max(0, len(s.hand.get(seat, ())) - 1)
    return no("3.4.2-c", "one_less", most=most) if len(answer.assign) > most else None


def seats_below(s: State, side: str) -> list[Seat]:
    """3.4-a. The seats of a side's player-generals, in the order of the position."""
    return [seat_of(general) for general in s.generals.values() if general.side == side and is_player(s, general)]
