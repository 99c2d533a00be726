"""Who touches whom: bases, generals, pieces of ground."""

from __future__ import annotations

from quadrilatero.games.alaguerre.said import ENEMY, RED
from quadrilatero.games.alaguerre.state import Base, General, Pose, State
from quadrilatero.table import TOUCH, to_line, touching


def touches(a: Pose, b: Pose) -> bool:
    """6.2-e. Bases in contact, by an edge or by a corner."""
    return touching(a, b)


def enemies_touching(s: State, base: Base) -> list[Base]:
    """9-a. The enemies that a base is in contact with."""
    if base.at is None or s.bases.get(base.id) is not base:
        return [enemy for enemy in s.enemies_of(base.side) if touches(base.pose, enemy.pose)]
    found = s.lineup.touching
    if found is None:
        found = s.lineup.touching = contacts(s)
    return found.get(base.id, [])


def contacts(s: State) -> dict[str, list[Base]]:
    """9-a. All bases in contact with enemies, and with whom, in the order of the position."""
    found: dict[str, list[Base]] = {}
    for one in s.on_table(RED):
        pose = one.pose
        for other in s.on_table(ENEMY[RED]):
            if touching(pose, other.pose):
                found.setdefault(one.id, []).append(other)
                found.setdefault(other.id, []).append(one)
    return found


def generals_touching(s: State, base: Base) -> list[General]:
    """2.7.5-c. The generals of its side who touch a base."""
    return [general for general in s.present(base.side) if touches(general.pose, base.pose)]


def touches_line(pose: Pose, line: tuple[tuple[int, int], ...], width: int) -> bool:
    """5.5.2-d, 11.3.1-a. Whether a base touches a linear element."""
    return to_line(pose, line) <= width // 2 + TOUCH
