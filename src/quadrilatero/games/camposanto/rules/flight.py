"""Chapter 7.3: flight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quadrilatero.games.camposanto.answers import Flee
from quadrilatero.games.camposanto.rules import fall_back  # 6.4, 7.3 and 8.2 refer to one another
from quadrilatero.games.camposanto.rules.artillery import can_flee_or_advance
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.hits import eliminate, lose_step
from quadrilatero.games.camposanto.rules.zones import choose_facing, in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import ask, no, tell
from quadrilatero.kernel import Plain, Refusal, Script

LENGTH = 3
DONE, AT_EDGE, BARRED = "done", "at_edge", "barred"

Run = tuple[tuple[int, ...], str]


def flights(s: State, unit: Unit) -> list[fall_back.Retreat]:
    """7.3-a, aid.retreat-a. Three hexes along the line of retreat, or as far beyond as 7.3-b and 7.3-e drive it."""
    if not can_flee_or_advance(unit):
        return []
    found: dict[tuple[int, ...], fall_back.Retreat] = {}
    runs = [run for table in fall_back.goals(s, unit) for run in _three_or_more(s, unit, table, (), unit.hex)]
    for path, end in not_barred(runs):
        stopped = end == AT_EDGE
        found.setdefault(path, fall_back.Retreat(path, fall_back.front_hits(s, unit, path) + stopped, stopped))
    return list(found.values())


def not_barred(runs: list[Run]) -> list[Run]:
    """6.5-a: a way that enemies cut short is a flight only where every way is."""
    return [run for run in runs if run[1] != BARRED] or runs


def _three_or_more(s: State, unit: Unit, table: list[int], path: tuple[int, ...], here: int) -> Iterator[Run]:
    """7.3-a: every way to run, with what ended it; none where the unit already stands at its goal."""
    if len(path) >= LENGTH and may_stop(s, unit, here):
        yield path, DONE
        return
    following = [hex for hex in fall_back.line_of_retreat(s, unit, table, here) if hex not in path and hex != unit.hex]
    if not following:
        stop = last_possible(s, unit, path)
        if stop:
            yield stop, AT_EDGE if is_stopped_by_edge(table, here) else BARRED
        return
    for hex in following:
        yield from _three_or_more(s, unit, table, (*path, hex), hex)


def may_stop(s: State, unit: Unit, hex: int) -> bool:
    """7.3-e. A flight ends in an empty hex outside every enemy ZOC; otherwise it runs on."""
    return fall_back.is_empty(s, unit, hex) and not in_zoc(s, unit.side, hex)


def last_possible(s: State, unit: Unit, path: tuple[int, ...]) -> tuple[int, ...]:
    """7.3-g. Who would enter the Panaro or leave the map stops in the last hex of its path where it may stop."""
    for length in range(len(path), 0, -1):
        if may_stop(s, unit, path[length - 1]):
            return path[:length]
    return ()


def is_stopped_by_edge(table: list[int], here: int) -> bool:
    """7.3-h. Stopped by river or edge, the unit takes one further HIT, however far it still had to go."""
    return table[here] == 0


def flee(s: State, units: list[Unit], rule: str) -> Script:
    """7.1-h, 7.3-i. All these units flee, one after another in the owner's order; who cannot is eliminated."""
    waiting = [unit.id for unit in units if unit.id in s.units]
    while waiting:
        ways = {id: flights(s, s.units[id]) for id in waiting}
        able = [s.units[id] for id in waiting if ways[id]]
        if not able:
            for id in waiting:
                eliminate(s, s.units[id], "7.3-i")
            return
        answer = yield ask(
            able[0].side,
            "flee",
            rule,
            (Flee,),
            lambda able=able, ways=ways: _flee_options(s, able, ways),  # type: ignore[misc]
            lambda answer, able=able: refuse_flight(s, able, answer, rule),  # type: ignore[misc]
            units=[unit.id for unit in able],
            names=[unit.name for unit in able],
        )
        waiting.remove(answer.unit)
        path = tuple(s.board.hex(number) for number in answer.path)
        way = next(way for way in ways[answer.unit] if way.path == path)
        yield from run(s, s.units[answer.unit], way, rule)


def _flee_options(s: State, able: list[Unit], ways: dict[str, list[fall_back.Retreat]]) -> list[Plain]:
    return [
        {"do": "flee", "unit": unit.id, "path": s.board.numbers(way.path)}
        for unit in able
        for way in fall_back.distinct(ways[unit.id])
    ]


def refuse_flight(s: State, able: Sequence[Unit], answer: Flee, rule: str) -> Refusal | None:
    """7.3-a: why a path is no flight."""
    unit = next((unit for unit in able if unit.id == answer.unit), None)
    if unit is None:
        return no(rule, "does_not_flee", unit=answer.unit)
    path = tuple(s.board.hex(number) for number in answer.path)
    if any(way.path == path for way in flights(s, unit)):
        return None
    if refusal := fall_back.refuse_line(s, unit, path):
        return refusal
    if path and not fall_back.is_empty(s, unit, path[-1]):
        return no("7.3-b", "ends_on_friend", unit=unit.name)
    if path and in_zoc(s, unit.side, path[-1]):
        return no("7.3-e", "flight_ends_in_zoc", unit=unit.name)
    return no("7.3-a", "three_hexes", unit=unit.name)


def run(s: State, unit: Unit, way: fall_back.Retreat, rule: str) -> Script:
    """7.3-f. The flight itself with its HITs; who comes through it may face anew."""
    tell(s, "fled", rule, unit=unit.id, name=unit.name, side=unit.side, path=s.board.numbers(way.path))
    if not (yield from fall_back.withdraw(s, unit, way.path, "7.3-c")):
        return
    if not is_combat(unit):
        return
    if way.stopped and not lose_step(s, s.units[unit.id], "7.3-h"):
        return
    yield from choose_facing(s, s.units[unit.id], "7.3-f")
