"""Who touches whom: bases, generals, pieces of ground."""

from __future__ import annotations

from quadrilatero.games.alaguerre.state import Base, General, Pose, State
from quadrilatero.table import TOUCH, distance, to_line


def touches(a: Pose, b: Pose) -> bool:
    """6.2-e. Bases in contact, by an edge or by a corner."""
    near = a[3] + a[4] + b[3] + b[4]
    return abs(a[0] - b[0]) <= near and abs(a[1] - b[1]) <= near and distance(a, b) <= TOUCH


def enemies_touching(s: State, base: Base) -> list[Base]:
    """9-a. The enemies that a base is in contact with."""
    return [enemy for enemy in s.enemies_of(base.side) if touches(base.pose, enemy.pose)]


def generals_touching(s: State, base: Base) -> list[General]:
    """2.7.5-c. The generals of its side who touch a base."""
    return [general for general in s.present(base.side) if touches(general.pose, base.pose)]


def touches_line(pose: Pose, line: tuple[tuple[int, int], ...], width: int) -> bool:
    """5.5.2-d, 11.3.1-a. Whether a base touches a linear element."""
    return to_line(pose, line) <= width // 2 + TOUCH
