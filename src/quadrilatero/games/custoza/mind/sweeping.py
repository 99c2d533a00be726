"""Ways through victory hexes: who walks through one controls it (2.2-a), so in the end the way counts, not its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quadrilatero.games.custoza.board import ARTILLERY
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.rules import routes
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes.flood import path as way_to
from quadrilatero.kernel import Plain

LOST_AGAIN = 0.8
"""How likely the enemy takes a hex back that nobody stays in, if he can come there with his next move."""
Path = tuple[int, ...]


def passed(scene: Scene, path: Sequence[int]) -> float:
    """2.2-a: what the victory hexes are worth that a way leads through without staying."""
    if not scene.has_the_last_word:
        return 0.0
    taken = scene.to_win.intersection(path[:-1])
    return sum(scene.stakes.goal * (1 - LOST_AGAIN * scene.contested.get(hex, 0.0)) for hex in taken)


def sweeps(scene: Scene, options: Sequence[Plain]) -> list[Plain]:
    """Moves of the same units as the listed ones, by way of victory hexes; where a commander's conduct leaves it free.

    One way to each place is listed, the cheapest; the rules allow any.
    """
    if scene.what != "act" or not scene.has_the_last_word or scene.s.acting().conduct != "free":
        return []
    found = []
    kinds = {(*option["units"], option.get("march")): option for option in options if option["path"]}
    for option in kinds.values():
        units = scene.units(option)
        if units[0].kind != ARTILLERY:
            march = bool(option.get("march", units[0].march))
            ways = _through(scene, units, march)
            found += [{**option, "path": scene.s.board.numbers(path)} for path in ways]
    return found


def _through(scene: Scene, units: Sequence[Unit], march: bool) -> Iterator[Path]:
    """Ways that lead through one or more victory hexes and on."""
    points = routes.budget(units)
    for way, spent in _to_goals(scene, units, march, (), units[0].hex, 0):
        onward = routes.reach(scene.s, units, points - spent, march, start=way[-1])
        for end in onward.hexes:
            if end != way[-1] and end not in way:
                yield (*way, *way_to(onward.before, end))


def _to_goals(
    scene: Scene, units: Sequence[Unit], march: bool, way: Path, here: int, spent: int
) -> Iterator[tuple[Path, int]]:
    """Ways that end in a victory hex to be won, by way of others or not, and what they cost."""
    left = routes.budget(units) - spent
    reached = routes.reach(scene.s, units, left, march, start=here)
    for goal in sorted(scene.to_win):
        cost = reached.cost.get(goal, left + 1)
        if goal != here and goal not in way and cost <= left:
            on = (*way, *way_to(reached.before, goal))
            yield on, spent + cost
            yield from _to_goals(scene, units, march, on, goal, spent + cost)
