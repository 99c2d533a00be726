"""Generals: their moves (5-g), and what becomes of them when their unit is hit or the enemy reaches them (11)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.answers import Move, To
from quadrilatero.games.vivaorre.pieces import Piece
from quadrilatero.games.vivaorre.rules import ground, roads
from quadrilatero.games.vivaorre.rules.characters import has, throw
from quadrilatero.games.vivaorre.rules.contact import GENERALS_BASE, is_within
from quadrilatero.games.vivaorre.rules.rates import GENERAL
from quadrilatero.games.vivaorre.said import ENEMY
from quadrilatero.games.vivaorre.state import General, Pose, State, Unit
from quadrilatero.games.vivaorre.telling import no, roll, tell
from quadrilatero.kernel import Refusal, Script, Seat
from quadrilatero.table import TOUCH, span, stretch_in_ring, to_point
from quadrilatero.table import bearing as bearing_to

HIT = 6
SAVED = 3
CLOSED_TO_RIDERS = {"dense_wood": "8-u", "impassable": "8-ab"}
"""5-g: what mounted skirmishers cannot enter; a general alone does go into a village."""


# -- 5-g: moves -------------------------------------------------------------------------------------------------------


def movers(s: State, seat: Seat) -> list[General]:
    """5-e, 5-g. The generals of a side who may still move in its half."""
    return [
        general
        for general in s.generals.values()
        if general.side == seat and refuse_general(general) is None and s.place_of(general) is not None
    ]


def refuse_general(general: General) -> Refusal | None:
    """5-e, 5-g, 5-k. Why a general has nothing to do."""
    if not general.is_there:
        return no("5-k", "general_gone", name=general.name)
    if general.moved:
        return no("5-g", "has_moved", name=general.name)
    if general.may_move is False:
        return no("5-e", "general_out_of_command", name=general.name)
    return None


def refuse_move(s: State, general: General, answer: Move) -> Refusal | None:
    """5-g. A general goes straight to a place up to 12 inches away, difficult ground counting double; he may join."""
    if refusal := refuse_general(general):
        return refusal
    if not answer.path and answer.join is None:
        return None
    here = s.place_of(general)
    if here is None:
        return no("5-g", "general_nowhere", name=general.name)
    if len(answer.path) > 1 or any(not isinstance(step, To) for step in answer.path):
        return no("5-g", "generals_go_to", name=general.name)
    x, y = (answer.path[0].at[0], answer.path[0].at[1]) if answer.path else (here[0], here[1])  # type: ignore[union-attr]
    if refusal := refuse_ride(s, general, here[0], here[1], x, y):
        return refusal
    wide, high = s.ground.size
    if not (0 <= x <= wide and 0 <= y <= high):
        return no("12-n", "leaves_table")
    for enemy in s.enemies_of(general.side):
        if not enemy.hidden and is_within(enemy.pose, (x, y, 0, 0, 0), GENERALS_BASE + TOUCH):
            return no("11-c", "general_into_enemy", name=general.name)
    if answer.join is not None:
        unit = s.units.get(answer.join)
        if unit is None or unit.side != general.side or unit.at is None:
            return no("5-g", "not_yours", unit=answer.join)
        if to_point(unit.pose, x, y) > GENERALS_BASE + TOUCH:
            return no("5-g", "too_far_to_join", name=general.name)
    return None


def refuse_ride(s: State, general: General, x1: int, y1: int, x2: int, y2: int) -> Refusal | None:
    """5-g, 8-s, 8-x, 8-y. A straight ride over ground as mounted skirmishers cross it, for at most 12 inches."""
    far = span(x1, y1, x2, y2)
    if not far:
        return None
    taken = far + ground.difficult_way(s, x1, y1, x2, y2)
    for crossing in ground.crossed(s, x1, y1, x2, y2):
        piece = crossing.piece
        if crossing.by is not None and crossing.by.type == "bridge":
            continue
        if piece.type == "gully" or piece.type == "impassable":
            return no("8-x" if piece.type == "gully" else "8-ab", "closed_to_general", piece=piece.id, type=piece.type)
        taken += GENERAL // ground.SHARES[piece.type][1]
    pose = (x1, y1, bearing_to(x1, y1, x2, y2), 1, 1)
    for piece in s.ground.areas:
        rule = CLOSED_TO_RIDERS.get(piece.type)
        if rule is None or not ground.near(pose, piece, far):
            continue
        if any(stretch_in_ring(pose, pose[2], far, ring) for ring in piece.rings) and not bridged(s, pose, far, piece):
            return no(rule, "closed_to_general", piece=piece.id, type=piece.type)
    if taken > GENERAL:
        left = max(0, far - (taken - GENERAL))
        return no("5-g", "too_far", left=left)
    return None


def bridged(s: State, pose: Pose, by: int, piece: Piece) -> bool:
    """5-g, 8-aa. Whether a bridge leads a straight way over water."""
    over = roads.passage_over(s, pose, pose[2], by, piece) if piece.material == "river" else None
    return over is not None and over.type == "bridge"


def move(s: State, general: General, answer: Move) -> None:
    """5-g. He goes there, leaves the unit he was with, and joins another if he likes."""
    here = s.place_of(general)
    there = tuple(answer.path[0].at) if answer.path else here  # type: ignore[union-attr]
    if general.with_unit is not None and answer.join != general.with_unit and (answer.path or answer.join):
        tell(s, "general", "5-g", general=general.id, name=general.name, what="left")
    if answer.join is not None:
        s.lead(general, with_unit=answer.join, at=None, moved=True)
        if answer.join != general.with_unit:
            tell(s, "general", "5-g", general=general.id, name=general.name, what="joined")
    elif answer.path:
        s.lead(general, with_unit=None, at=there, moved=True)
    else:
        s.lead(general, moved=True)


# -- 11: hit and taken ------------------------------------------------------------------------------------------------


def at_risk(s: State, general: General, why: str) -> Script:
    """11-c, 11-e, 11-f, 5-ch5. His unit has taken hits: a 6 hits him too. By `contact` the enemy has him, alone."""
    if not general.is_there:
        return
    if why == "contact":
        yield from eliminate(s, general, "captured", "11-c")
        return
    unit = s.units.get(general.with_unit or "")
    units = [] if unit is None else [unit]
    faces = yield from throw(s, 1, general.side, units, "general")
    hit = faces[0] == HIT
    roll(
        s,
        "11-e",
        "general",
        general.side,
        faces,
        need=HIT,
        total=faces[0],
        success=hit,
        unit=unit,
        general=general.id,
    )
    if hit:
        yield from wound(s, s.generals[general.id], units, why)


def wound(s: State, general: General, units: list[Unit], why: str) -> Script:
    """11-f. A light wound is nothing, a serious one cuts his radius; then he is dead, in a mêlée taken."""
    faces = yield from throw(s, 1, general.side, units, "wound")
    roll(s, "11-f", "wound", general.side, faces, need=5, total=faces[0], success=faces[0] >= 5, general=general.id)
    if faces[0] <= 2:
        tell(s, "general", "11-f", general=general.id, name=general.name, what="light")
    elif faces[0] <= 4:
        s.lead(s.generals[general.id], state="wounded")
        tell(s, "general", "11-f", general=general.id, name=general.name, what="serious")
    else:
        yield from eliminate(s, s.generals[general.id], "captured" if why == "melee" else "dead", "11-f")


def eliminate(s: State, general: General, what: str, rule: str) -> Script:
    """11-c, 11-f, 5-ch5, 5-k. A general is lost, unless he is an Invulnerabile with a 3 or more; a substitute comes."""
    if has(general, "invulnerabile"):
        faces = yield from throw(s, 1, general.side, (), "saved")
        saved = faces[0] >= SAVED
        roll(s, "5-ch5", "saved", general.side, faces, need=SAVED, total=faces[0], success=saved, general=general.id)
        if saved:
            tell(s, "general", "5-ch5", general=general.id, name=general.name, what="saved")
            return
    s.lead(s.generals[general.id], state=what, with_unit=None, at=None, returns=s.turn + 2)
    tell(s, "general", rule, general=general.id, name=general.name, what=what)


def capture_alone(s: State, unit: Unit) -> Script:
    """11-c. A unit that has come to an enemy general who is alone takes him."""
    if unit.at is None:
        return
    for general in list(s.generals.values()):
        if general.side != ENEMY[unit.side] or not general.is_there or general.with_unit is not None:
            continue
        if general.at is not None and to_point(unit.pose, general.at[0], general.at[1]) <= GENERALS_BASE + TOUCH:
            yield from eliminate(s, general, "captured", "11-c")
