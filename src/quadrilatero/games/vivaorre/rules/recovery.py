"""The last phase of a turn: shaken units recover (12-j), works are raised, the disordered reorder (8-ad)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules import disorder, engineers, victory, works
from quadrilatero.games.vivaorre.rules.losses import is_demoralised
from quadrilatero.games.vivaorre.said import SHAKEN, STEADY
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.telling import tell, tell_of
from quadrilatero.kernel import Script


def phase(s: State) -> Script:
    """4-a, 6-c, 1-g. Recovery is simultaneous; then the score is told, and it is seen whether the battle is over."""
    recover(s)
    yield from works.raise_works(s)
    yield from engineers.demolitions(s)
    reorder_on_the_spot(s)
    tell(s, "score", "1-g", **s.score)
    victory.judge(s)
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
