"""What the Strategic Objectives of a campaign are about: the hexes to take, to keep and to deny."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.rules import columns, objectives
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Plain

NUMBERS = (1, 2, 3)
DENIED = 0.2
"""How much a hex matters for each Strategic Objective that the enemy may have chosen and that asks for it."""


def strategic_hexes(s: State, side: str, number: int) -> list[int]:
    """24.2, 26.2: the hexes that a Strategic Objective is about."""
    found = [hex for part in objectives.conditions(s, side, number) for hex in hexes_of(s, part)]
    return [hex for hex in dict.fromkeys(found) if hex >= 0]


def hexes_of(s: State, part: Plain) -> list[int]:
    """The hexes that one condition is about; those that have to be looked for are kept with the board."""
    look = LOOKED_FOR.get(part["kind"])
    if look is None:
        return [s.board.hex(hex) for hex in part["hexes"]]
    key = "aims", part["kind"], part.get("from"), part.get("to")
    if key not in s.board.reaches:
        s.board.reaches[key] = look(s, part)
    kept: list[int] = s.board.reaches[key]
    return kept


def gate(s: State, part: Plain) -> list[int]:
    """26.2-b: the place on the road between two hexes where it is cut best: the one nearest to their middle."""
    start, end = s.board.hex(part["from"]), s.board.hex(part["to"])
    distance = s.board.grid.distance
    places = [hex for hex in columns.goals(s) if hex in s.board.roads]
    return [min(places, key=lambda hex: (max(distance(hex, start), distance(hex, end)), hex))] if places else []


def bridgehead(s: State, part: Plain) -> list[int]:
    """24.2-h: the place west of the Mincio that is nearest to the river."""
    river = [hex for hex in range(s.board.grid.size) if s.board.terrain[hex] == "mincio_bridge"]
    places = [hex for hex in columns.goals(s) if hex in s.board.west]
    distance = s.board.grid.distance
    if not river or not places:
        return []
    return [min(places, key=lambda hex: (min(distance(hex, bridge) for bridge in river), hex))]


LOOKED_FOR: dict[str, Callable[[State, Plain], list[int]]] = {"no_ah_loc": gate, "corps_west_of_mincio": bridgehead}


def hexes_of_objective(s: State, seat: str) -> list[int]:
    """24.2, 26.2: what the seat's own Strategic Objective is about; nothing before it is chosen."""
    number = s.strategy[seat]
    return strategic_hexes(s, seat, number) if number else []


def denied(s: State, seat: str) -> dict[int, float]:
    """24.2, 26.2: the hexes that the enemy may be after, by how many of his Strategic Objectives ask for each."""
    found: dict[int, float] = {}
    for number in NUMBERS:
        for hex in strategic_hexes(s, ENEMY[seat], number):
            found[hex] = found.get(hex, 0.0) + DENIED
    return found


def wants_out(s: State, seat: str) -> bool:
    """24.2-j: whether leaving the map is what the Strategic Objective still asks for."""
    number = s.strategy[seat]
    parts = objectives.conditions(s, seat, number) if number else []
    if not any(part["kind"] == "corps_exited" for part in parts):
        return False
    return all(objectives.MET[part["kind"]](s, seat, part) for part in parts if part["kind"] != "corps_exited")
