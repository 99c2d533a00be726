"""What the rules forbid in a position, each fault with its field and its rule."""

from __future__ import annotations

from quadrilatero.games.alaguerre.ground import BUILT, COVER_LINES
from quadrilatero.games.alaguerre.rules import terrain
from quadrilatero.games.alaguerre.said import (
    BATTERY,
    GUNS,
    LIMBERED,
    SKIRMISH,
    SQUARE,
    UM,
    WB,
)
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.kernel import BadPosition
from quadrilatero.table import TOUCH, join, overlap

GRAZED = 2 * TOUCH
"""Who grazes another in play may come to stand on it by so much, when places are rounded."""


def check_base(base: Base, where: str) -> None:
    """2.2-f, 2.3-d, 2.5-a, 2.8-a. A formation and a depth that the troops can have; alive."""
    if (base.type in GUNS) != (base.formation in (BATTERY, LIMBERED)):
        raise BadPosition(f"{where}.formation: {base.formation} is not for {base.type}", "5.2.9-b")
    if base.formation == SKIRMISH and not base.speciality:
        raise BadPosition(f"{where}.formation: only sk and sk/ln troops work in open order", "2.5-a")
    if base.speciality == "sk" and base.formation != SKIRMISH:
        raise BadPosition(f"{where}.formation: sk troops are always in open order", "2.8-a")
    if base.formation == SQUARE and not base.is_foot:
        raise BadPosition(f"{where}.formation: only foot forms square", "2.10.3-a")
    if base.depth > UM and not (base.type == WB or base.is_horse):
        raise BadPosition(f"{where}.depth: only Wb and horse have deeper bases", "2.2-f")
    if base.all_losses >= 4:
        raise BadPosition(f"{where}.losses: a base is gone with its fourth loss", "2.6.6-a")
    if base.great is not None and base.formation == SKIRMISH:
        raise BadPosition(f"{where}.formation: no great unit works in open order", "2.8-b")


def check_position(s: State) -> None:
    """Raise BadPosition for the first thing that no battle can come to."""
    for number, base in enumerate(s.bases.values()):
        where = f"position: bases[{number}]"
        check_place(s, base, where)
        _check_ground(s, base, where)
    for number, general in enumerate(s.generals.values()):
        where = f"position: generals[{number}]"
        superior = general.superior
        if superior is not None and (superior not in s.generals or s.generals[superior].side != general.side):
            raise BadPosition(f"{where}.superior: {superior!r} is no general of that side", "2.7.5-b")
        if general.at is not None and not terrain.is_on_table(s, general.pose):
            raise BadPosition(f"{where}.at: off the table", "2.7.5-a")
    for id, division in s.divisions.items():
        strangers = [base.id for base in s.bases.values() if base.division == id and base.side != division.side]
        if strangers:
            raise BadPosition(f"position: divisions.{id}: {strangers[0]!r} is of the other side", "2.7.3-a")
        if sum(general.division == id for general in s.generals.values()) > 1:
            raise BadPosition(f"position: divisions.{id}: more than one general commands it", "2.7.3-a")
    for id in s.players:
        if id not in s.generals:
            raise BadPosition(f"position: players: there is no general {id!r}", "3.4-a")
    for id in s.orders:
        if id not in s.divisions:
            raise BadPosition(f"position: orders: there is no division {id!r}", "3.3.2-a")
    _check_great(s)


def _check_great(s: State) -> None:
    """2.11-b. The bases of a great unit are of one brigade and stand together."""
    members: dict[str, list[Base]] = {}
    for base in s.on_table():
        if base.great is not None:
            members.setdefault(base.great, []).append(base)
    for id, bases in members.items():
        if len({(base.side, base.brigade, base.state) for base in bases}) > 1:
            raise BadPosition(f"position: great unit {id!r}: its bases differ in brigade or state", "2.11.1-c")
        if join([base.pose for base in bases]) is None:
            raise BadPosition(f"position: great unit {id!r}: its bases do not stand together", "2.11-b")


def check_place(s: State, base: Base, where: str) -> None:
    """5.3-a, 11.2-g. On the table, in no ground that is closed to all, on top of nobody."""
    if base.at is None:
        return
    if not terrain.is_on_table(s, base.pose):
        raise BadPosition(f"{where}.at: off the table", "10.2-f")
    piece = terrain.stands_in_closed(s, base.pose)
    if piece is not None:
        raise BadPosition(f"{where}.at: in ground that is closed, {piece.id!r}", "11.2-g")
    for other in s.on_table():
        if other.id == base.id:
            return  # those after it are checked against it
        if overlap(base.pose, other.pose) > GRAZED:
            raise BadPosition(f"{where}.at: {base.id!r} stands on {other.id!r}", "5.3-a")


def _check_ground(s: State, base: Base, where: str) -> None:
    """5.5-c, 5.5.1-b, 5.5.2-a. Inside an area that can be entered, occupying what can be occupied."""
    if base.inside is not None and not _is_piece(s, base.inside, BUILT):
        raise BadPosition(f"{where}.inside: no area that can be entered is called {base.inside!r}", "5.5.1-a")
    occupied = base.occupies
    if occupied is None:
        return
    if not _is_piece(s, occupied.piece, (*BUILT, *COVER_LINES)):
        raise BadPosition(f"{where}.occupies: {occupied.piece!r} cannot be occupied", "5.5-c")
    if base.is_horse or base.is_train:
        raise BadPosition(f"{where}.occupies: only foot and guns occupy", "5.5.2-a")


def _is_piece(s: State, id: str, types: tuple[str, ...]) -> bool:
    piece = s.ground.pieces.get(id)
    return piece is not None and piece.type in types
