"""Combat and fire reckoned a second time from the book and its charts: modifiers, tables, checks, who wins."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from importlib.resources import files
from math import floor
from typing import Any

Plain = dict[str, Any]
CHARTS: Plain = tomllib.loads(files("quadrilatero.games.custoza").joinpath("data/charts.toml").read_text("utf-8"))
LEVELS = ("good_order", "shaken", "disordered", "disorganised", "routed")
INFANTRY = ("line", "light")
GUNS = ("artillery", "horse_artillery")
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
HEX = {
    "clear": (0, 0),
    "light_cultivation": (0, 0),
    "heavy_cultivation": (0, -1),
    "woods": (-1, -3),
    "village": (-2, -4),
}
HEX |= {"tione": (1, 1), "fortress": (-3, -5)}


def ccv(unit: Plain) -> int:
    return int(unit["cv"]) - LEVELS.index(unit["status"])


def lead(units: list[Plain]) -> Plain:
    """The largest unit; guns only if there is nothing else."""
    return max([u for u in units if u["type"] not in GUNS] or units, key=lambda u: int(u["sv"]))


def from_behind(unit: Plain, ground: str) -> bool:
    """The attack comes from the north."""
    rear = {FACINGS[(FACINGS.index(unit["facing"]) + turn) % 6] for turn in (2, 3, 4)}
    return "N" in rear and not unit["square"] and ground not in ("village", "fortress")


def odds(attackers: list[Plain], defenders: list[Plain]) -> tuple[str, int]:
    ours, theirs = (sum(u["sp"] for u in side if u["type"] not in GUNS) for side in (attackers, defenders))
    row = [row for row in CHARTS["odds"]["rows"] if Fraction(ours, theirs) > Fraction(row["above"])][-1]
    return str(row["label"]), int(row["drm"])


def drm(attackers: list[Plain], defenders: list[Plain], board: Plain, *, charge: bool) -> int:
    """10.4.2, 10.4.3. All that is added to the dice of a combat from 3010 on 3011."""
    a, d = lead(attackers), lead(defenders)
    here, there = (board["terrain"].get(hex, "clear") for hex in ("3010", "3011"))
    horse = bool(a["type"] == "cavalry")
    total = odds(attackers, defenders)[1]
    if d["square"]:
        total += -4 if horse else 2
    elif charge:
        total += 3 if d["march"] else 1
    elif d["march"]:
        total += 2
    total += -2 if a["march"] else 0
    total += 2 if from_behind(d, there) else 0
    total += 1 if d["exhausted"] else 0
    total += int(d["ammo"] == "out") - int(a["ammo"] == "out")
    total += HEX[there][int(horse)] - (2 if here == "tione" else 0)
    uphill = bool(board["levels"].get("3011", 0) > board["levels"].get("3010", 0))
    sides = [side[2] for side in board["hexsides"]]
    total -= sides.count("stream") + uphill * (sides.count("slope") + 2 * sides.count("steep_slope"))
    return total - (1 if uphill and not {"slope", "steep_slope"} & set(sides) else 0)


def cell(column: int, total: int) -> str:
    row = next(row for row in CHARTS["assault_table"]["rows"] if row["min"] <= total <= row["max"])
    return str(row["cells"][max(-4, min(4, column)) + 4])


def levels_lost(unit: Plain, dice: int, cc: int, *, burden: int) -> int:
    """13.2, 13.3. What a check of a combat costs a unit."""
    half = 1 if 2 * (unit["max"] - unit["sp"]) >= unit["max"] else 0
    margin = dice + cc + burden + half + (1 if unit["march"] else 0) - ccv(unit)
    return 0 if margin <= 0 else 1 if margin <= 3 else 2 if margin <= 6 else 3


def burden(unit: Plain, attackers: list[Plain], ground: str, *, charge: bool) -> int:
    """What burdens or helps a Defender alone."""
    found = (1 if from_behind(unit, ground) else 0) - (1 if ground in ("village", "fortress") else 0)
    if unit["type"] in INFANTRY and lead(attackers)["type"] == "cavalry":
        found += -4 if unit["square"] else 2 if charge else 0
    return found


def shot(
    gun_side: list[Plain], target: list[Plain], reach: int, board: Plain, stacked: int
) -> tuple[int, str | None, int]:
    """8.6. Power, label of the column (None below the first), what is added to the dice; fire comes from the north."""
    factor = Fraction(CHARTS["fire_modifiers"]["artillery_range"]["factor"][str(reach)])
    power = floor(sum(u["sp"] for u in gun_side) * factor + Fraction(1, 2))
    columns = CHARTS["fire_table"]["columns"]
    at = next((n for n, c in enumerate(columns) if c["min"] <= power <= c["max"]), -1)
    ground = board["terrain"].get(target[0]["hex"], "clear")
    at += {"heavy_cultivation": -1, "woods": -1, "village": -2, "fortress": -3}.get(ground, 0)
    at += (2 if target[0]["square"] else 0) + (1 if stacked >= 5 else 0)
    at -= 1 if target[0]["type"] in GUNS and not target[0]["march"] else 0
    extra = (2 if from_behind(target[0], ground) else 0) + (1 if any(u["march"] for u in target) else 0)
    extra -= 1 if board["levels"].get(target[0]["hex"], 0) > board["levels"].get("3010", 0) else 0
    cohesion = ccv(max(gun_side, key=lambda u: int(u["sv"])))
    extra += 1 if cohesion >= 10 else 0 if cohesion >= 8 else -1 if cohesion >= 6 else -2 if cohesion >= 4 else -3
    return power, None if at < 0 else columns[min(at, len(columns) - 1)]["label"], extra
