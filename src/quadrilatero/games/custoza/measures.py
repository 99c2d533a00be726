"""What Custoza tells statistics and a luck ledger: chances of rolls, who leads at the end of a turn, losses."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.charts import Charts
from quadrilatero.games.custoza.rules.fire import KEEPS
from quadrilatero.games.custoza.rules.formations import SIX
from quadrilatero.kernel import Event, Plain
from quadrilatero.kernel.chances import sum_at_least, sum_at_most, ways
from quadrilatero.kernel.measures import Chance, Loss, Stage

GONE = ("routed", "eliminated")


def chance(charts: Charts, event: Event) -> Chance | None:
    """The chance that a roll had before the dice fell; None for what is no roll, or hangs on what was not told."""
    reckon = RECKONED.get(event.data["why"]) if event.kind == "roll" else None
    found = reckon(charts, event) if reckon else None
    return None if found is None else Chance(event.data["by"], found, event.data["success"])


def _added(event: Event) -> int:
    return sum(value for _, value in event.modifiers)


def _of_two_dice(good: Callable[[int], bool]) -> float:
    return sum(count for total, count in ways(2).items() if good(total)) / 36


def _activation(charts: Charts, event: Event) -> float | None:
    """5.1.1-a, 5.2-a: not more than the command value with all modifiers, or a natural six."""
    if "total" not in event.data:
        return None
    need: int = event.data["need"] - _added(event)
    return sum(face == SIX or face <= need for face in range(1, SIX + 1)) / SIX


def _ammo(charts: Charts, event: Event) -> float:
    """8.8-b: who is low on ammunition keeps some on three or more."""
    return sum_at_least(KEEPS, 1)


def _cohesion(charts: Charts, event: Event) -> float | None:
    """13.2-a: all units of the Force pass, each with its own modifiers and cohesion."""
    if "checks" not in event.data:
        return None
    dice = sum(event.dice)
    return sum_at_most(min(check["ccv"] - (check["total"] - dice) for check in event.data["checks"]), 2)


def _fire(charts: Charts, event: Event) -> float | None:
    """8.6-c: the shot has an effect in its column."""
    if "column" not in event.data:
        return None
    column, drm = charts.fire_columns.index(event.data["column"]), _added(event)
    return _of_two_dice(lambda total: charts.fire_result(column, total + drm) != "-")


def _combat(charts: Charts, event: Event) -> float | None:
    """10.4.7-a: the Assault Table gives it to the Attacker at once."""
    column, drm = event.data["column"], _added(event)
    return _of_two_dice(lambda total: charts.combat_result(column, total + drm).colour == "blue")


RECKONED: dict[str, Callable[[Charts, Event], float | None]] = {
    "activation": _activation,
    "ammo": _ammo,
    "cohesion": _cohesion,
    "fire": _fire,
    "assault": _combat,
    "charge": _combat,
}


def stage_end(event: Event) -> Stage | None:
    """A game turn ends: who holds more of the victory hexes then."""
    if event.kind != "held":
        return None
    italy, austria = (event.data[side] for side in SIDES)
    return Stage(None if italy == austria else "italy" if italy > austria else "austria")


def losses(before: Plain, after: Plain) -> list[Loss]:
    """What each counter of the first position has lost by the second, in strength points; pieces have none to lose."""
    now = {unit["id"]: unit for unit in after["units"]}
    return [
        Loss(
            unit["side"],
            unit["id"],
            unit["name"],
            unit["sp"] - now[unit["id"]]["sp"],
            now[unit["id"]].get("box") in GONE,
            unit.get("formation"),
        )
        for unit in before["units"]
        if "sp" in unit
    ]
