"""Chapter 4.1: the cohesion of armies, and how a battle ends."""

from __future__ import annotations

from quadrilatero.games.alaguerre.said import BLUE, ENEMY, RED, SIDES
from quadrilatero.games.alaguerre.state import Base, General, State
from quadrilatero.games.alaguerre.telling import tell, tell_to
from quadrilatero.kernel import Ended, Result


def at_start(s: State) -> dict[str, int]:
    """4.1-a, 4.2-a, 4.3-c. Half the morale of all foot and horse on the table, and the level of the CiC; by army."""
    found: dict[str, int] = {}
    for side in SIDES:
        for army in armies_of(s, side):
            own = [base for base in s.on_table(side) if army_of(s, base) == army]
            morale = sum(base.morale for base in own if base.is_foot or base.is_horse)
            half = (morale + 1) // 2 if s.options["cohesion_rounding"] == "up" else morale // 2
            chief = chief_of(s, side, army)
            found[army] = half + (0 if chief is None else chief.level)
    return found


# -- allied armies (4.2) ----------------------------------------------------------------------------------------------


def armies_of(s: State, side: str) -> list[str]:
    """4.2-a. The armies of a side, by the names that its divisions have; one that has the side's name without any."""
    named = [division.army or side for division in s.divisions.values() if division.side == side]
    return list(dict.fromkeys(named)) or [side]


def army_of(s: State, base: Base) -> str:
    """4.2-a. The army that a base is of; guns without a division are of its CiC's."""
    cic = s.cic(base.side)
    division = base.division or (None if cic is None else cic.division)
    return army_named(s, division, base.side)


def army_named(s: State, division: str | None, side: str) -> str:
    """4.2-a. The army of a division."""
    own = None if division is None or division not in s.divisions else s.divisions[division].army
    return own or armies_of(s, side)[0]


def chief_of(s: State, side: str, army: str) -> General | None:
    """4.2-a. Who commands an army: the CiC of the side, of another army its first general."""
    cic = s.cic(side)
    if len(armies_of(s, side)) == 1 or (cic is not None and army_named(s, cic.division, side) == army):
        return cic
    own = [one for one in s.generals.values() if one.side == side and army_named(s, one.division, side) == army]
    return own[0] if own else None


def side_of_army(s: State, army: str) -> str:
    """4.2-a. The side that an army fights for."""
    return army if army in SIDES else next(side for side in SIDES if army in armies_of(s, side))


def change_all(s: State, side: str, by: int, why: str, rule: str) -> None:
    """4.2-b. What a side gains or loses counts for each of its armies."""
    for army in armies_of(s, side):
        if s.cohesion[army] > 0 or len(armies_of(s, side)) == 1:
            change(s, army, by, why, rule)


def change(s: State, army: str, by: int, why: str, rule: str) -> None:
    """4.1.1-a, 4.1.1-b, 4.1.1-c, 4.1.1-d, 4.1.1-e, 4.3-a. An army's cohesion changes, told to its side."""
    if by == 0:
        return
    now = s.cohesion[army] + by
    side = side_of_army(s, army)
    s.cohesion = {**s.cohesion, army: now}
    data = {"side": army, "by": by, "now": now, "why": why}
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
    """4.1.3-a, 4.2-a. Whether all armies of a side are at 0 or less, or it has no base left."""
    return all(s.cohesion[army] <= 0 for army in armies_of(s, side)) or is_gone(s, side)


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


def total(s: State, side: str) -> int:
    """4.1.3-b, 4.2-a. The cohesion of a side: of allied armies that have not routed, together."""
    own = armies_of(s, side)
    return s.cohesion[own[0]] if len(own) == 1 else sum(max(0, s.cohesion[army]) for army in own)


def judge_last_turn(s: State) -> None:
    """4.1.3-b. After the last turn the higher cohesion wins, equal ones are a draw."""
    red, blue = (total(s, side) for side in SIDES)
    if red == blue:
        end(s, "draw", None, "4.1.3-b")
    else:
        end(s, "turns", RED if red > blue else BLUE, "4.1.3-b")


def end(s: State, reason: str, winner: str | None, rule: str) -> None:
    """4-a. The battle is over; the score tells both cohesions."""
    score = {side: 0 if is_gone(s, side) else total(s, side) for side in SIDES}
    s.result = Result(winner, reason, rule, score)
    tell(s, "result", rule, winner=winner, reason=reason, outcome=f"won_{winner or 'nobody'}", **score)
