"""Chapter 2.7.5, 3.3.3: radii, the chain of command, and which seat decides for whom (3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from quadrilatero.games.alaguerre.rules.formations import Unit, unit_with
from quadrilatero.games.alaguerre.said import SIDES
from quadrilatero.games.alaguerre.state import Base, General, Pose, State
from quadrilatero.kernel import Seat
from quadrilatero.table import distance


def is_in_radius(general: General, pose: Pose) -> bool:
    """2.7.5-e, 3.3.3-g. Whether any part of a base is within a general's command radius, from base to base."""
    return general.is_there and distance(general.pose, pose) <= general.radius


def chain(s: State, general: General) -> Iterator[General]:
    """3.3.3-a. A general and those above him, up to the CiC; who is lost is passed over."""
    seen = {general.id}
    current: General | None = general
    while current is not None:
        yield current
        above = current.superior
        while above is not None and (above in seen or not s.generals[above].is_there):
            seen.add(above)
            above = None if s.generals[above].superior in seen else s.generals[above].superior
        current = None if above is None else s.generals[above]
        if current is not None:
            seen.add(current.id)


def is_cut_off(s: State, general: General, superior: General) -> bool:
    """3.3.3-a, 3.3.4-a. Whether a link is broken: beyond the radius, or under a CiC who is attached to a unit."""
    if superior.cic and s.options["cic_attached"] == "minus_one" and attached_to(s, superior) is not None:
        return True
    return not is_in_radius(superior, general.pose)


def attached_to(s: State, general: General) -> Unit | None:
    """2.7.5-c, 2.7.5-d. The unit of his command that a general is attached to."""
    return unit_with(s, general)


# -- seats (3.4) ------------------------------------------------------------------------------------------------------


def seat_of(general: General) -> Seat:
    """3.4-a. The seat of a player-general."""
    return f"{general.side}.{general.id}"


def seats(s: State) -> tuple[Seat, ...]:
    """3.4-a. The CiC's players first, then every general who is a player, in the order of the position."""
    if s.options["players"] != "several":
        return SIDES
    own = [general for general in s.generals.values() if is_player(s, general)]
    return (*SIDES, *[seat_of(general) for general in own])


def is_player(s: State, general: General) -> bool:
    """3.4-a. Whether somebody else than the CiC's player leads a general."""
    return s.options["players"] == "several" and general.id in s.players and not general.cic


def player_above(s: State, general: General) -> General | None:
    """3.4.1-a. The player-general a general answers to: himself or the next above him; None under the CiC."""
    for one in chain(s, general):
        if is_player(s, one):
            return one
    return None


def seat_for(s: State, general: General) -> Seat:
    """3.4-a. The seat that decides for a general."""
    player = player_above(s, general)
    return general.side if player is None else seat_of(player)


def seat_for_division(s: State, division: str | None, side: str) -> Seat:
    """3.4-a. The seat that decides for a division: the nearest player up its chain of command."""
    general = s.commander(division)
    return side if general is None else seat_for(s, general)


def seat_for_base(s: State, base: Base) -> Seat:
    """3.4-a. The seat that decides for a base."""
    return seat_for_division(s, base.division, base.side)
