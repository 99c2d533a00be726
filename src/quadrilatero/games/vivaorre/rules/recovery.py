"""The last phase of a turn: shaken units recover (12-j), the battle may be over (1-g)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules import disorder, engineers, works
from quadrilatero.games.vivaorre.rules.losses import has_lost, is_demoralised
from quadrilatero.games.vivaorre.said import BLUE, ENEMY, RED, SHAKEN, SIDES, STEADY
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.telling import tell, tell_of
from quadrilatero.kernel import Result, Script


def phase(s: State) -> Script:
    """4-a, 6-c. Recovery is simultaneous; then it is seen whether the battle is over."""
    recover(s)
    yield from works.raise_works(s)
    yield from engineers.demolitions(s)
    reorder_on_the_spot(s)
    judge(s)
    return True


def recover(s: State) -> None:
    """12-j, 12-p. Who was shaken in an earlier turn recovers by itself, unless its brigade is demoralised."""
    for unit in list(s.units.values()):
        if unit.state != SHAKEN or is_demoralised(s, unit):
            continue
        if unit.shaken_since is not None and unit.shaken_since < s.turn:
            steady = s.change(unit, state=STEADY, shaken_since=None)
            tell_of(s, "state", "12-j", steady, state=STEADY, why="recovered")


def reorder_on_the_spot(s: State) -> None:
    """8-ad. Who owes a turn of reordering and did nothing else with it has reordered where it stands."""
    for unit in list(s.units.values()):
        if unit.disorder == "reorder" and not unit.fought and not unit.charged and not unit.pursued and not unit.moved:
            disorder.restore(s, unit, None)


# -- 1-g: victory -----------------------------------------------------------------------------------------------------


def is_broken(s: State, side: str) -> bool:
    """1-g. An army is broken once half of the brigades it began with are demoralised."""
    brigades = [brigade for brigade in s.brigades.values() if brigade.side == side]
    return bool(brigades) and 2 * sum(brigade.demoralised for brigade in brigades) >= len(brigades)


def points(s: State) -> dict[str, int]:
    """1-g. Points of enemy units lost, and half (1-k: rounded up) of those at half their figures or less."""
    found = dict(s.score)
    for unit in s.units.values():
        if has_lost(unit, 2):
            found[ENEMY[unit.side]] += (unit.points + 1) // 2
    return found


def judge(s: State) -> None:
    """1-g. A broken army has lost, one without units too; after the last turn points decide."""
    gone = [side for side in SIDES if not any(unit.side == side for unit in s.units.values())]
    broken = [side for side in SIDES if s.options["victory"] == "break" and is_broken(s, side)]
    for side in broken:
        tell(s, "broken", "1-g", side=side)
    if gone:
        end(s, "destroyed", None if len(gone) == 2 else ENEMY[gone[0]])
    elif len(broken) == 1:
        end(s, "broken", ENEMY[broken[0]])
    elif len(broken) == 2:
        end(s, "broken", _leader(s))
    elif s.last_turn is not None and s.turn >= s.last_turn:
        end(s, "points", _leader(s))


def _leader(s: State) -> str | None:
    score = points(s)
    return None if score[RED] == score[BLUE] else max(SIDES, key=score.__getitem__)


def end(s: State, reason: str, winner: str | None) -> None:
    """1-g. The battle is over."""
    s.score = points(s)
    s.result = Result(winner, reason, "1-g", dict(s.score))
    tell(s, "result", "1-g", winner=winner or "nobody", reason=reason, score=dict(s.score))
