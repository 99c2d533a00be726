"""Chapter 9.3: mêlées, and the combats they are parted into."""

from __future__ import annotations

from quadrilatero.games.alaguerre.ground import Piece
from quadrilatero.games.alaguerre.records import Fight
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.formations import Unit, front_base, is_column, unit_of
from quadrilatero.games.alaguerre.said import BLUE, LINE, RED, ROUTED
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.table import FRONT, REAR, TOUCH, ahead, front_taken, to_line, touch


class Combat:
    """9.3-a, 9.3.1-a. Units of one side against units of the other, each side with the one whose values count."""

    def __init__(self, red: list[Unit], blue: list[Unit]) -> None:
        self.units: dict[str, list[Unit]] = {RED: red, BLUE: blue}
        self.principal: dict[str, Unit] = {}
        self.leader: dict[str, str | None] = {RED: None, BLUE: None}

    @property
    def everybody(self) -> list[Unit]:
        return [*self.units[RED], *self.units[BLUE]]


# -- who fights whom (9-a) ---------------------------------------------------------------------------------------------


def fights(base: Base) -> bool:
    """9-a, 9.1.5-b. Whether a base can be in a mêlée at all: on the table, not routed, no baggage."""
    return base.at is not None and base.state != ROUTED and not base.is_train


def in_contact(s: State, one: Base, other: Base) -> bool:
    """9-a. Bases in contact; to touch an area is to touch the enemies in it."""
    if one.side == other.side or not (fights(one) and fights(other)):
        return False
    return touches(one.pose, other.pose) or _at_walls(s, one, other) or _at_walls(s, other, one)


def _at_walls(s: State, one: Base, other: Base) -> bool:
    """Whether a base touches the area that another is in."""
    piece = None if other.inside is None or other.inside == one.inside else s.ground.pieces.get(other.inside)
    return piece is not None and is_at(one, piece)


def is_at(base: Base, piece: Piece) -> bool:
    """5.5.1-a. Whether a base touches the outline of an area."""
    return any(to_line(base.pose, [*shape, shape[0]]) <= TOUCH for shape in piece.shapes)


def opponents(s: State, unit: Unit) -> list[Unit]:
    """9.3-a. The enemy units that a unit touches, in the order of the position."""
    found: dict[str, Unit] = {}
    for enemy in s.enemies_of(unit.side):
        if any(in_contact(s, base, enemy) for base in unit.bases):
            other = unit_of(s, enemy)
            found.setdefault(other.id, other)
    return list(found.values())


def melees(s: State) -> list[list[Unit]]:
    """9-b. The mêlées that are still to be fought in this phase: units that hang together by contact."""
    found: list[list[Unit]] = []
    seen: set[str] = set()
    for base in s.on_table():
        if base.id in seen or base.id in s.fought or not fights(base):
            continue
        together = _together(s, unit_of(s, base))
        seen.update(id for unit in together for id in unit.ids)
        if len(together) > 1:
            found.append(together)
    return found


def _together(s: State, first: Unit) -> list[Unit]:
    found = {first.id: first}
    open_units = [first]
    while open_units:
        for other in opponents(s, open_units.pop()):
            if other.id not in found:
                found[other.id] = other
                open_units.append(other)
    return sorted(found.values(), key=lambda unit: s.order[unit.bases[0].id])


# -- combats (9.3) -----------------------------------------------------------------------------------------------------


def covered(s: State, unit: Unit, enemy: Unit) -> int:
    """9.3-d. How much of a unit's front, or of the side in contact, an enemy unit covers."""
    total = 0
    for base in unit.bases:
        for other in enemy.bases:
            if in_contact(s, base, other):
                total += max(1, front_taken(base.pose, other.pose))
    return total


def preferred(s: State, unit: Unit, choices: dict[str, str]) -> Unit | None:
    """9.3-d. The enemy unit that a unit fights: the one covering most of its front.

    Of equals it is the chosen one, else one that has nobody else to fight.
    """
    found = opponents(s, unit)
    if not found:
        return None
    most = max(covered(s, unit, enemy) for enemy in found)
    best = [enemy for enemy in found if covered(s, unit, enemy) == most]
    chosen = next((enemy for enemy in best if choices.get(unit.id) == enemy.id), None)
    return chosen or min(best, key=lambda enemy: len(opponents(s, enemy)) > 1)


def undecided(s: State, units: list[Unit]) -> list[tuple[Unit, list[Unit]]]:
    """9.3-d. Units of which two enemies cover equal parts, with those enemies."""
    found = []
    for unit in units:
        enemies = opponents(s, unit)
        most = max((covered(s, unit, enemy) for enemy in enemies), default=0)
        best = [enemy for enemy in enemies if covered(s, unit, enemy) == most]
        if len(best) > 1 and all(len(opponents(s, enemy)) > 1 for enemy in best):
            found.append((unit, best))
    return found


def parted(s: State, units: list[Unit], choices: dict[str, str]) -> list[Combat]:
    """9.3-a, 9.3-c, 9.3-d, 9.3-e. The combats of a mêlée: every unit with the enemy it fights."""
    group = {unit.id: {unit.id} for unit in units}
    for unit in units:
        enemy = preferred(s, unit, choices)
        if enemy is not None and enemy.id in group:
            both = group[unit.id] | group[enemy.id]
            for id in both:
                group[id] = both
    found = []
    seen: set[str] = set()
    for unit in units:
        if unit.id not in seen:
            members = [other for other in units if other.id in group[unit.id]]
            seen.update(group[unit.id])
            sides = [[other for other in members if other.side == side] for side in (RED, BLUE)]
            if all(sides):
                found.append(Combat(*sides))
    return found


# -- bases that count (2.10.1, 2.10.2, 9.3-b) --------------------------------------------------------------------------


def taking_part(s: State, unit: Unit, enemies: list[Unit]) -> list[Base]:
    """2.10.1-f, 2.10.1-g, 2.10.2-c, 9.3-b, 9.3-e. The bases of a unit in a combat: in contact, or in support."""
    theirs = [base for enemy in enemies for base in enemy.bases]
    touching = [base for base in unit.bases if any(in_contact(s, base, other) for other in theirs)]
    if unit.is_great:
        return list(unit.bases)
    if unit.kind == LINE:
        support = [
            base for base in unit.bases if base not in touching and any(ahead(base.pose, one.pose) for one in theirs)
        ]
        return [*touching, *support]
    if is_column(unit) and column_supports(s, unit, theirs):
        return list(unit.bases)
    return touching


def column_supports(s: State, unit: Unit, enemies: list[Base]) -> bool:
    """2.10.2-c. From the second round, if the enemy touched the head of the column, and not on its flank."""
    head = front_base(unit)
    fight = head.fight
    if fight is None or fight.rounds < 1:
        return False
    sides = [touch(head.pose, enemy.pose) for enemy in enemies if in_contact(s, head, enemy)]
    return any(found is None or found[0] in (FRONT, REAR) for found in sides)


def fight_of(base: Base) -> Fight:
    """9.1.3-a. What is noted of the fight a base is in; a first round where nothing is."""
    return base.fight or Fight()
