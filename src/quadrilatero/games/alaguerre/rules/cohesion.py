"""Chapter 4.1: the cohesion of armies, and how a battle ends."""

from __future__ import annotations

from quadrilatero.games.alaguerre.said import BLUE, ENEMY, RED, SIDES
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import tell, tell_to
from quadrilatero.kernel import Ended, Result


def at_start(s: State) -> dict[str, int]:
    """4.1-a, 4.3-c. Half the morale of all foot and horse on the table, and the level of the CiC."""
    found: dict[str, int] = {}
    for side in SIDES:
        morale = sum(base.morale for base in s.on_table(side) if base.is_foot or base.is_horse)
        half = (morale + 1) // 2 if s.options["cohesion_rounding"] == "up" else morale // 2
        cic = s.cic(side)
        found[side] = half + (0 if cic is None else cic.level)
    return found


def change(s: State, side: str, by: int, why: str, rule: str) -> None:
    """4.1.1-a, 4.1.1-b, 4.1.1-c, 4.1.1-d, 4.1.1-e, 4.3-a. An army's cohesion changes, told to its side."""
    if by == 0:
        return
    now = s.cohesion[side] + by
    s.cohesion = {**s.cohesion, side: now}
    data = {"side": side, "by": by, "now": now, "why": why}
    if s.options["cohesion_shown"] == "all":
        tell(s, "cohesion", rule, **data)
    else:
        tell_to(s, own_seats(s, side), "cohesion", rule, **data)
    judge(s, side)


def own_seats(s: State, side: str) -> tuple[str, ...]:
    """3.4-a. The seats of a side: they know the same."""
    players = s.players if s.options["players"] == "several" else ()
    return (side, *[f"{side}.{id}" for id in players if s.generals[id].side == side])


def judge(s: State, side: str) -> None:
    """4.1.3-a. An army that has come to 0 or less, or that has no base left, is beaten at once; see `together`."""
    if not s.together and is_beaten(s, side):
        end(s, "rout", ENEMY[side], "4.1.3-a")
        raise Ended


def is_beaten(s: State, side: str) -> bool:
    """4.1.3-a. Whether an army is at 0 or less, or has no base left."""
    return s.cohesion[side] <= 0 or is_gone(s, side)


def together(s: State) -> None:
    """4.1.3-a. What comes now is one event: nobody is beaten before all of it has come, with `judge_both`."""
    s.together = True


def judge_both(s: State) -> None:
    """4.1.3-a. One event is over: an army that it beat has lost, and where it beat both nobody has won."""
    s.together = False
    if all(is_beaten(s, side) for side in SIDES):
        end(s, "draw", None, "4.1.3-a")
        raise Ended
    for side in SIDES:
        judge(s, side)


def is_gone(s: State, side: str) -> bool:
    """4.1.3-a. Nobody of a side is on the table, and nobody is to come."""
    waiting = any(arrival.side == side for arrival in s.reinforcements)
    return not waiting and not any(base.side == side for base in s.on_table())


def judge_last_turn(s: State) -> None:
    """4.1.3-b. After the last turn the higher cohesion wins, equal ones are a draw."""
    red, blue = s.cohesion[RED], s.cohesion[BLUE]
    if red == blue:
        end(s, "draw", None, "4.1.3-b")
    else:
        end(s, "turns", RED if red > blue else BLUE, "4.1.3-b")


def end(s: State, reason: str, winner: str | None, rule: str) -> None:
    """4-a. The battle is over; the score tells both cohesions."""
    score = {side: 0 if is_gone(s, side) else s.cohesion[side] for side in SIDES}
    s.result = Result(winner, reason, rule, score)
    tell(s, "result", rule, winner=winner, reason=reason, **score)
