"""What Camposanto tells statistics and learning programs: chances of rolls, who leads, losses, a view as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quadrilatero.games.camposanto.board import SIDES
from quadrilatero.games.camposanto.duel import at_least
from quadrilatero.games.camposanto.state import COMBAT, STEPS, WING_STATES, WINGS
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Event, Plain
from quadrilatero.kernel.measures import Chance, Loss, Stage

TYPES = (*COMBAT, "marshal")
QUESTIONS = (
    *("orders", "general", "fire", "move", "go_on", "face", "react", "flee", "assault", "next", "stand", "reroll"),
    *("hit", "advance", "swap"),
)
ACTIVATIONS = 6
PER_UNIT = 19
PER_WING = 9
GENERAL = 16


def chance(event: Event) -> Chance | None:
    """The chance that a roll had before the dice fell; None for what is no roll."""
    if event.kind != "roll":
        return None
    data = event.data
    need = data["need"] - sum(value for _, value in event.modifiers)
    return Chance(data["by"], at_least(need), data["success"])


def stage_end(event: Event) -> Stage | None:
    """A Phase ends with its victory point: who is ahead in victory points then."""
    if event.kind != "vp":
        return None
    spain, austria = (event.data["vp"][side] for side in SIDES)
    return Stage(None if spain == austria else "spain" if spain > austria else "austria")


def losses(before: Plain, after: Plain) -> list[Loss]:
    """What each counter of the first position has lost by the second. A Marshal has no steps; he lives or is gone."""
    now = {unit["id"]: unit.get("steps", 0) for unit in after["units"]}
    return [
        Loss(
            unit["side"],
            unit["id"],
            unit["name"],
            unit.get("steps", 0) - now.get(unit["id"], 0),
            unit["id"] not in now,
            unit.get("regiment"),
        )
        for unit in before["units"]
    ]


# -- a view as numbers -----------------------------------------------------------------------------------------------


def encode(view: Plain, counters: Sequence[str], cols: int, rows: int) -> list[float]:
    """A view as numbers between -1 and 1, always as many: see docs/env.md for what stands where."""
    seat = view["seat"] or SIDES[0]
    units = {unit["id"]: unit for unit in view["units"]}
    active = view["active"] or {}
    data = (view["ask"] or {"data": {}})["data"]
    about = {data.get("unit"), *data.get("units", ())}
    numbers = _situation(view, seat, active)
    for id in counters:
        numbers += _unit(units[id], seat, active, cols, rows, id in about) if id in units else [0.0] * PER_UNIT
    return numbers


def size(counters: int) -> int:
    """How many numbers `encode` gives."""
    return GENERAL + len(QUESTIONS) + len(STEPS) + 2 * len(WINGS) * PER_WING + counters * PER_UNIT


def _own(side: str | None, seat: str) -> float:
    return 0.0 if side is None else 1.0 if side == seat else -1.0


def _situation(view: Plain, seat: str, active: Plain) -> list[float]:
    """Turn, score, question and the six wings; whatever belongs to a side is told own side first."""
    sides = sorted(SIDES, key=lambda side: side != seat)
    ask = view["ask"] or {"what": None, "who": [], "data": {}}
    numbers = [
        float(seat == "spain"),
        float(view["turn"] == "evening"),
        view["phase"] / 3,
        float(view["last_turn"] == "evening"),
        *(view["vp"][side] / 4 for side in sides),
        *(min(view["inflicted"][side], 20) / 20 for side in sides),
        *(float(view["general_used"][side]) for side in sides),
        *(len(view["orders_left"][side]) / 9 for side in sides),
        _own(active.get("side"), seat),
        float(seat in ask["who"]),
        ask["data"].get("need", 0) / 12,
        len(active.get("pending", ())) / 10,
    ]
    numbers += [float(ask["what"] == what) for what in QUESTIONS]
    numbers += [float(active.get("step") == step) for step in STEPS]
    for side in sides:
        for wing in WINGS:
            numbers += _wing(view, side, wing, active)
    return numbers


def _wing(view: Plain, side: str, wing: str, active: Plain) -> list[float]:
    key = f"{side}.{wing}"
    orders, states, order = view["orders"], view["states"] or {}, view["order"]
    state = states.get(side, {}).get(wing)
    return [
        0.0 if orders is None else orders[side][wing] / 18,
        *(float(state == name) for name in WING_STATES),
        (order.index(key) + 1) / ACTIVATIONS if key in order else 0.0,
        float(key in view["fatigued"]),
        float(active.get("side") == side and active.get("wing") == wing),
        float(key in view["wings"]),
    ]


def _unit(unit: Plain, seat: str, active: Plain, cols: int, rows: int, about: bool) -> list[float]:
    id, number = unit["id"], unit["hex"]
    facing = unit.get("facing")
    acted: list[Any] = [active.get(key, ()) for key in ("activated", "fired", "moved")]
    return [
        _own(unit["side"], seat),
        int(number[:2]) / cols,
        int(number[2:]) / rows,
        unit.get("steps", 0) / 4,
        unit.get("stars", 0) / 2,
        *(float(unit["type"] == name) for name in TYPES[1:]),
        *(float(facing == name) for name in FACINGS),
        float(any(id in ids for ids in acted)),
        float(active.get("facing") == id),
        float(id in active.get("declared", ())),
        float(about),
    ]
