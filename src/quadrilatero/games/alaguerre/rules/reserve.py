"""Chapter 12.2.1: a division that is kept back, and how it comes into the battle."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.alaguerre.answers import Appear
from quadrilatero.games.alaguerre.records import Arrival
from quadrilatero.games.alaguerre.rules import deployment
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.sight import sees
from quadrilatero.games.alaguerre.rules.terrain import lies_on
from quadrilatero.games.alaguerre.said import ENEMY, SIDES
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import as_said, no, reveal, tell
from quadrilatero.kernel import Refusal, Script
from quadrilatero.table import share_in

WHOLE = 1000
"""All of a base, in thousandths."""


def keep(s: State, side: str, division: str) -> None:
    """12.2.1-a. A division stays off the table; if it enters, then by the line of communication."""
    s.divisions = {**s.divisions, division: replace(s.divisions[division], reserve=True)}
    s.reinforcements = (
        *s.reinforcements,
        Arrival(division, side, None, entry(s, side), (division,), hidden=True),
    )
    tell(s, "reserve", "12.2.1-a", side=side)


def entry(s: State, side: str) -> tuple[int, int]:
    """12.1.2-b. Where a reserve comes onto the table: at the line of communication, or in the middle of its edge."""
    points = s.communications.get(side)
    if points:
        return points[0][0], points[0][1]
    wide, high = s.ground.size
    return wide // 2, 0 if s.edges[side] == "south" else high


def is_kept(s: State, division: str | None) -> bool:
    """12.2.1-b. Whether a division is a reserve, or has come from it in this turn."""
    return division is not None and division in s.divisions and s.divisions[division].reserve


def has_come(s: State, side: str) -> list[str]:
    """12.2.1-b. The divisions of a side that have come from the reserve in this turn."""
    found = [base.division for base in s.on_table(side) if is_kept(s, base.division)]
    return [id for id in dict.fromkeys(found) if id is not None]


def end_of_turn(s: State) -> None:
    """12.2.1-b. Who has come from the reserve is a division like any other from the next turn on."""
    for side in SIDES:
        for id in has_come(s, side):
            s.divisions = {**s.divisions, id: replace(s.divisions[id], reserve=False)}


# -- places that the enemy has never seen (12.2.1-c) ------------------------------------------------------------------


def watch(s: State) -> None:
    """12.2.1-c. Where the enemies of a side that keeps a hidden group have stood is noted."""
    for side in SIDES:
        if not any(group.hidden and group.side == side for group in s.reinforcements):
            continue
        known = s.watched.get(side, ())
        fresh = {base.pose for base in s.enemies_of(side)} - set(known)
        if fresh:
            s.watched = {**s.watched, side: (*known, *sorted(fresh))}


def refuse_appear(s: State, group: Arrival, answer: Appear) -> Refusal | None:
    """12.2.1-a, 12.2.1-c. Why a hidden group cannot appear so: the first base at fault."""
    if not group.hidden:
        return no("12.2.1-a", "not_hidden", group=group.id)
    own = [base for id in group.divisions for base in deployment.members(s, id)]
    if refusal := deployment.refuse_numbers(own, [], answer.bases):
        return refusal
    standing: list[Base] = []
    for base in own:
        there = deployment.stood(s, base, answer.bases[base.id])
        if refusal := deployment.refuse_shape(there) or deployment.refuse_place(s, there, standing):
            return refusal
        if not is_out_of_sight(s, there):
            return no("12.2.1-c", "was_seen_there", unit=base.name, name=base.name)
        standing.append(there)
    if refusal := deployment.refuse_great(s, standing):
        return refusal
    for id, (x, y) in answer.generals.items():
        if s.generals.get(id) is None or s.generals[id].division not in group.divisions:
            return no("12.2.1-a", "no_general_to_deploy", general=as_said(s, id, group.side))
        if not deployment.holds((0, 0, *s.ground.size), x, y):
            return no("12.2.1-a", "off_table", unit=id, name=s.generals[id].name)
    return None


def is_out_of_sight(s: State, there: Base) -> bool:
    """12.2.1-c. Whether no enemy sees a place, or has seen it from where he stood before.

    All of it in a wood that no enemy has been in is out of sight; elsewhere lines of sight decide.
    """
    eyes = [*{base.pose for base in s.enemies_of(there.side)}.union(s.watched.get(there.side, ()))]
    for piece in s.ground.areas:
        if piece.type == "wood" and share_in(there.pose, list(piece.areas)) >= WHOLE:
            if not any(lies_on(eye, piece) for eye in eyes):
                return True
    return not any(is_seen(s, eye, there.pose) for eye in eyes)


def is_seen(s: State, eye: Pose, place: Pose) -> bool:
    """12.2.1-c, 1.2-a. Whether a place is seen from another, or touched."""
    return touches(eye, place) or sees(s, eye, place)


def appear(s: State, group: Arrival, answer: Appear) -> Script:
    """12.2.1-a, 12.2.1-c, 12.2.1-d. A hidden group stands on the table; it has not moved, and may do so at once."""
    bases = deployment.put_down(s, answer.bases)
    for general in list(s.generals.values()):
        if general.division in group.divisions and general.at is None and general.state == "well":
            deployment.put_general(s, general, answer.generals.get(general.id))
    yield reveal(s, "appeared", "12.2.1-c", group=group.id, side=group.side, enemy=ENEMY[group.side], bases=bases)
