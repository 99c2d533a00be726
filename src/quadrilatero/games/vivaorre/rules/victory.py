"""Chapter 1, victory (1-g): armies that break, points, what a battle's objectives ask for."""

from __future__ import annotations

from quadrilatero.games.vivaorre.records import Objective
from quadrilatero.games.vivaorre.rules.losses import has_lost
from quadrilatero.games.vivaorre.said import BLUE, ENEMY, RED, SHAKEN, SIDES
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.telling import tell
from quadrilatero.kernel import Result
from quadrilatero.table import centre, contains


def judge(s: State) -> None:
    """1-g. A broken army has lost, one without units too; after the last turn objectives decide, or points."""
    gone = [side for side in SIDES if not any(unit.side == side for unit in s.units.values())]
    broken = [side for side in SIDES if s.options["victory"] == "break" and is_broken(s, side)]
    for side in broken:
        tell(s, "broken", "1-g", side=side)
    if gone:
        end(s, "destroyed", None if len(gone) == 2 else ENEMY[gone[0]])
    elif len(broken) == 1:
        end(s, "broken", ENEMY[broken[0]])
    elif len(broken) == 2:
        end(s, "broken", leader(s))
    elif annihilated := [objective.side for objective in s.objectives if is_destroyed(s, objective)]:
        end(s, "objective", annihilated[0])
    elif s.last_turn is not None and s.turn >= s.last_turn:
        end(s, *at_nightfall(s))


def is_broken(s: State, side: str) -> bool:
    """1-g. An army is broken once half of the brigades it began with are demoralised."""
    brigades = [brigade for brigade in s.brigades.values() if brigade.side == side]
    return bool(brigades) and 2 * sum(brigade.demoralised for brigade in brigades) >= len(brigades)


# -- points -----------------------------------------------------------------------------------------------------------


def points(s: State) -> dict[str, int]:
    """1-g. Points of enemy units lost, and half (1-k: rounded up) of those at half their figures or less."""
    found = dict(s.score)
    for unit in s.units.values():
        if has_lost(unit, 2):
            found[ENEMY[unit.side]] += (unit.points + 1) // 2
    return found


def leader(s: State) -> str | None:
    """1-g. Who has more points; nobody where they are equal."""
    score = points(s)
    return None if score[RED] == score[BLUE] else max(SIDES, key=score.__getitem__)


# -- objectives -------------------------------------------------------------------------------------------------------


def at_nightfall(s: State) -> tuple[str, str | None]:
    """1-g. Why the battle is over after its last turn, and who has won.

    A side alone in having something to reach has lost if it has not; where both or neither have, points decide.
    """
    wanted = {objective.side for objective in s.objectives}
    reached = {side for side in wanted if all(is_met(s, one) for one in s.objectives if one.side == side)}
    if len(wanted) == 1:
        side = next(iter(wanted))
        return "objective", side if reached else ENEMY[side]
    if len(reached) == 1:
        return "objective", next(iter(reached))
    return "points", leader(s)


def is_met(s: State, objective: Objective) -> bool:
    """1-g. Whether a side has done now what it is to have done at the end."""
    return is_held(s, objective) if objective.kind == "hold" else is_destroyed(s, objective)


def is_held(s: State, objective: Objective) -> bool:
    """1-g. Ground is held by who has a unit there, by its centre, that is not shaken; the enemy has none at all."""
    outline = tuple([(x, y) for x, y in objective.shape])
    there = [unit for unit in s.on_table() if contains(outline, *centre(unit.pose))]
    if any(unit.side != objective.side for unit in there):
        return False
    return any(unit.state != SHAKEN for unit in there)


def is_destroyed(s: State, objective: Objective) -> bool:
    """1-g. Whether all the units are gone that were to be destroyed."""
    return objective.kind == "destroy" and not any(id in s.units for id in objective.units)


# -- the end ----------------------------------------------------------------------------------------------------------


def end(s: State, reason: str, winner: str | None) -> None:
    """1-g. The battle is over."""
    s.score = points(s)
    s.result = Result(winner, reason, "1-g", dict(s.score))
    tell(s, "result", "1-g", winner=winner or "nobody", reason=reason, score=dict(s.score))
