"""What can be looked up on the map: a unit's Front, zone and field of fire, a line of fire, what threatens a hex, and
how far several units would get together; and what ways back would cost.

The verdicts are those of the rules; whether it is the moment for fire or Assault is not asked here.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quadrilatero.games.camposanto import losses
from quadrilatero.games.camposanto.answers import FallBack, Flee
from quadrilatero.games.camposanto.board import ENEMY, SIDES
from quadrilatero.games.camposanto.march import march
from quadrilatero.games.camposanto.rules import artillery, light_infantry
from quadrilatero.games.camposanto.rules.assault import MOST_LISTED
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.evening import artillery_range
from quadrilatero.games.camposanto.rules.fire import modifiers
from quadrilatero.games.camposanto.rules.zones import front_hexes
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import no
from quadrilatero.kernel import LANGUAGES, Plain, Refusal
from quadrilatero.kernel.game import BadQuery

KEYS = {
    "unit": {"look", "unit"},
    "line": {"look", "from", "to"},
    "threats": {"look", "hex", "side"},
    "march": {"look", "goals"},
    "costs": {"look", "answers"},
}


def inspect(s: State, query: Plain) -> Plain:
    """The answer to a query about the map as it stands."""
    look = query.get("look")
    if not isinstance(look, str) or query.keys() != KEYS.get(look):
        raise BadQuery(
            "expected look: unit (unit), line (from, to), threats (hex, side), march (goals) or costs (answers)"
        )
    if look == "unit":
        return study(s, _unit(s, query["unit"]))
    if look == "march":
        return _march(s, query["goals"])
    if look == "costs":
        return _costs(s, query["answers"])
    if look == "threats":
        if query["side"] not in SIDES:
            raise BadQuery("side: there is no such side")
        return threats(s, _hex(s, query["hex"]), query["side"])
    start = query["from"]
    unit = s.units.get(start) if isinstance(start, str) else None
    return line(s, unit, unit.hex if unit else _hex(s, start), _hex(s, query["to"]))


def _unit(s: State, id: Any) -> Unit:
    unit = s.units.get(id) if isinstance(id, str) else None
    if unit is None:
        raise BadQuery("unit: there is no such unit on the map")
    return unit


def _hex(s: State, number: Any) -> int:
    hex = s.board.hex(number) if isinstance(number, str) else -1
    if hex < 0:
        raise BadQuery("there is no such hex on the map")
    return hex


def study(s: State, unit: Unit) -> Plain:
    """What a unit commands from where it stands: Front (6.1), zone of control (6.1), field of fire (9.1, 10.2)."""
    numbers = s.board.numbers
    combat = is_combat(unit)
    zone = s.board.grid.adjacent[unit.hex] if combat else ()
    return {
        "look": "unit",
        "unit": unit.id,
        "hex": s.board.grid.number(unit.hex),
        "front": numbers(front_hexes(s, unit)) if combat else [],
        "zone": numbers(zone),
        "field": [{"hex": s.board.grid.number(hex), "range": far} for hex, far in _field(s, unit).items()],
        "targets": numbers(_targets(s, unit)),
        "rules": {"front": "6.1-b", "zone": "6.1-a", "field": _field_rule(unit)},
    }


def _field(s: State, unit: Unit) -> dict[int, int]:
    if artillery.is_gun(unit):
        return artillery.cone(s, unit)
    if light_infantry.is_light(unit):
        return dict.fromkeys(s.board.facings.front[unit.hex][unit.facing], 1)
    return {}


def _field_rule(unit: Unit) -> str:
    return "10.2-c" if light_infantry.is_light(unit) else "9.1-c"


def _targets(s: State, unit: Unit) -> list[int]:
    if artillery.is_gun(unit):
        return artillery.targets(s, unit)
    return light_infantry.targets(s, unit) if light_infantry.is_light(unit) else []


def line(s: State, unit: Unit | None, start: int, end: int) -> Plain:
    """A line of fire with its verdict: for a unit whether it could fire there, for a bare hex whether a gun could.

    `blocked` is the first hex that bars the line, or the two on either side of it.
    """
    grid = s.board.grid
    crossed = grid.line(start, end)
    barred = next((hexes for hexes in crossed if artillery.touches_obstacle(s, hexes)), None)
    refusal = _verdict(s, unit, start, end, barred)
    fires = unit is not None and refusal is None
    return {
        "look": "line",
        "unit": unit.id if unit else None,
        "from": grid.number(start),
        "to": grid.number(end),
        "range": grid.distance(start, end),
        "crossed": [s.board.numbers(hex for hex in hexes if hex >= 0) for hexes in crossed],
        "blocked": None if barred is None else s.board.numbers(hex for hex in barred if hex >= 0),
        "refusal": None if refusal is None else _told(refusal),
        "rule": _field_rule(unit) if unit else "9.1-e",
        "modifiers": modifiers(s, unit, end) if fires and unit is not None else [],
    }


def _verdict(s: State, unit: Unit | None, start: int, end: int, barred: tuple[int, ...] | None) -> Refusal | None:
    if unit is None:
        far = artillery_range(s)
        if s.board.grid.distance(start, end) > far:
            return no("11-b" if s.turn == "evening" else "9.1-c", "beyond_guns", range=far)
        return no("9.1-d", "line_barred") if barred else None
    if artillery.is_gun(unit):
        return artillery.refuse_target(s, unit, end)
    if light_infantry.is_light(unit):
        return light_infantry.refuse_target(s, unit, end)
    return no("9.1-a", "has_no_fire", unit=unit.name)


def _march(s: State, goals: Any) -> Plain:
    if s.active is None:
        raise BadQuery("no wing is acting now")
    if not isinstance(goals, dict):
        raise BadQuery("goals: expected the hex of each unit")
    found = march(s, {_unit(s, id).id: _hex(s, hex) for id, hex in goals.items()})
    return {
        "look": "march",
        "ways": [{**way, "refusal": None if refusal is None else _told(refusal)} for way, refusal in found],
    }


def _costs(s: State, ways: Any) -> Plain:
    """6.4, 7.3: the certain losses of ways to fall back or flee; null where one is no way."""
    try:
        asked = msgspec.convert(ways, Annotated[list[FallBack | Flee], Meta(max_length=MOST_LISTED)])
    except msgspec.ValidationError as error:
        raise BadQuery(f"answers: {error}") from None
    return {"look": "costs", "costs": [_cost(s, answer) for answer in asked]}


def _cost(s: State, answer: FallBack | Flee) -> Plain | None:
    named = [answer.unit] if answer.unit is not None else list(getattr(answer, "paths", None) or [])
    for id in named or [None]:
        _unit(s, id)
    found = losses.of_way(s, answer)
    return None if isinstance(found, Refusal) else {"steps": found.steps, "gone": found.gone}


def _told(refusal: Refusal) -> Plain:
    return {"rule": refusal.rule, "text": {language: refusal.text(language) for language in LANGUAGES}}


def threats(s: State, hex: int, side: str) -> Plain:
    """The enemies of a side that could fire at a hex, or assault who stands there, without moving."""
    found: list[Plain] = []
    for unit in s.of_side(ENEMY[side]):
        if not is_combat(unit):
            continue
        at = s.board.grid.number(unit.hex)
        if hex in _field(s, unit) and not (artillery.is_gun(unit) and artillery.line_is_blocked(s, unit, hex)):
            found.append({"unit": unit.id, "hex": at, "by": "fire", "rule": _field_rule(unit)})
        if hex in front_hexes(s, unit) and not artillery.is_lone_gun(s, unit):
            found.append({"unit": unit.id, "hex": at, "by": "assault", "rule": "7-c"})
    return {"look": "threats", "hex": s.board.grid.number(hex), "units": found}
