"""A move followed over the table before it is made: the ghost that a page shows while a player puts it together.

The rules of movement judge every step. Where a move goes too far its last manoeuvre is shortened to the longest that is
lawful, and the refusal of what was asked is told beside it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from quadrilatero.games.alaguerre.answers import Move
from quadrilatero.games.alaguerre.proposals import FORMATIONS
from quadrilatero.games.alaguerre.rules import general_moves, moving
from quadrilatero.games.alaguerre.rules.formations import Unit, laid_out
from quadrilatero.games.alaguerre.rules.movement import Walk
from quadrilatero.games.alaguerre.rules.rates import GENERAL
from quadrilatero.games.alaguerre.said import BATTERY, LIMBERED, LINE, SKIRMISH, UM
from quadrilatero.games.alaguerre.snapping import Hand, Path, notes, own
from quadrilatero.games.alaguerre.state import General, State
from quadrilatero.games.alaguerre.telling import no
from quadrilatero.kernel import Plain, Refusal, Seat
from quadrilatero.kernel.ask import plain_refusal
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table import span
from quadrilatero.table.aiming import longest

EXPECTED = 'expected {"look": "way", "unit", "path", "alone", "forms", "control"}'
SHARES = 1024
"""Into how many parts the last leg of a general is divided to find the farthest that is lawful."""


def follow(s: State, seat: Seat | None, query: Plain) -> Plain:
    """Where a path leads, step by step, what of the move is left, and why it is not lawful as it was asked."""
    said = {key: value for key, value in query.items() if key not in ("look", "forms", "control")}
    asked = _move({"do": "move", **said})
    if seat is None:
        raise BadQuery("unit: name one of your own, on the table")
    piece = own(s, seat, asked.unit, asked.alone)
    if isinstance(piece, General):
        return _ride(s, piece, said.get("path", []))
    hand = Hand(s, asked.unit, piece, asked.alone, query.get("control") is True)
    found = _walk(hand, said.get("path", []))
    found["forms"] = formations(hand) if query.get("forms") and not hand.control else []
    return found


def _move(said: Plain) -> Move:
    try:
        return msgspec.convert(said, Move)
    except msgspec.ValidationError as error:
        raise BadQuery(f"{EXPECTED}: {error}") from None


def _judged(hand: Hand, path: Path) -> Refusal | None:
    """5-a, 9.2.2-b: why a unit cannot go such a way now; without a way, why it has none at all."""
    s, unit = hand.s, hand.unit
    active = s.active
    if hand.control:
        return Walk(s, unit).take(_move(hand.answer(path)).path) if path else None
    if active is None:
        return no("5.1-d", "not_its_turn", division=unit.bases[0].division)
    if not path:
        return moving.refuse_any(s, unit, active, unit.side)
    return moving.refuse(s, active, unit.side, _move(hand.answer(path)))


def _walk(hand: Hand, path: Path) -> Plain:
    s, unit = hand.s, hand.unit
    refusal = _judged(hand, path)
    cut = (hand.cut(path) or (hand.cut(path[:-1]) if len(path) > 1 else None)) if path else None
    found: Plain = {"refusal": plain_refusal(refusal), "answer": None, "steps": [], "notes": []}
    if cut is None or (refusal is not None and not hand.may_act()):
        return {**found, **_standing(unit, None)}
    given, walk = cut
    return {
        **found,
        "answer": hand.answer(given),
        "steps": _steps(hand, given),
        **_standing(unit, walk),
        "notes": notes(s, unit, walk),
    }


def _steps(hand: Hand, path: Path) -> list[list[int]]:
    """How the unit stands after each manoeuvre of a lawful path."""
    walk, found = Walk(hand.s, hand.unit), []
    for step in _move(hand.answer(path)).path:
        walk.step(step)
        found.append(list(walk.pose))
    return found


def _standing(unit: Unit, walk: Walk | None) -> Plain:
    """How the ghost stands: its rectangle, that of each base, its formation, how far it went and could still go."""
    if walk is None:
        poses, formation, left, gone = laid_out(unit, unit.pose), unit.kind, None, 0
    else:
        change = walk.change
        poses = laid_out(unit, walk.pose) if change is None else change.poses
        formation = unit.kind if change is None else change.formation
        left, gone = (0 if change is not None else max(0, walk.limit() - walk.gone)), walk.gone
    return {
        "pose": list(unit.pose if walk is None else walk.pose),
        "bases": {id: list(pose) for id, pose in poses.items()},
        "formation": formation,
        "left": left,
        "gone": gone,
    }


# -- what else it may form (5.2.9) ------------------------------------------------------------------------------------


def formations(hand: Hand) -> list[Plain]:
    """5.2.9-b: what a unit could change to instead of moving, each with the reason why not where it cannot."""
    return [{"go": form, "refusal": plain_refusal(_judged(hand, [form]))} for form in _forms(hand.unit)]


def _forms(unit: Unit) -> list[Plain]:
    base = unit.bases[0]
    if unit.is_train or unit.is_great:
        return []
    shapes = (BATTERY, LIMBERED) if unit.is_guns else FORMATIONS
    found: list[Plain] = [{"go": "form", "formation": shape} for shape in shapes if shape != base.formation]
    if base.mounted_stats is not None:
        found += [{"go": "form", "formation": shape, "mounted": not base.mounted} for shape in (LINE, SKIRMISH)]
    return found


# -- generals (5.2.1) -------------------------------------------------------------------------------------------------


def _ride(s: State, general: General, path: Path) -> Plain:
    """5.2.1-a: the way of a general from place to place, its last leg as far as is lawful."""
    here, active = general.at, s.active
    assert here is not None
    may = active is not None and any(one.id == general.id for one in moving.riders(s, active, general.side))

    def judge(legs: Path) -> Refusal | None:
        if not may:
            return no("5.1-b", "another_division", name=general.name)
        if not legs:
            return general_moves.refuse_general(s, general)
        return general_moves.refuse_move(s, general, _move({"do": "move", "unit": general.id, "path": legs}))

    refusal = judge(path)
    given = path if refusal is None else _nearer(path, list(here), judge)
    places = [list(here), *[leg["at"] for leg in given]]
    gone = sum(span(*one, *other) for one, other in pairwise(places))
    x, y = places[-1]
    return {
        "refusal": plain_refusal(refusal),
        "answer": {"do": "move", "unit": general.id, "path": given} if given and judge(given) is None else None,
        "steps": [],
        "notes": [],
        "forms": [],
        "pose": [x, y + UM // 2, 0, UM, UM],
        "left": max(0, GENERAL - gone),
        "gone": gone,
    }


def _nearer(path: Path, here: list[int], judge: Any) -> Path:
    """The way with its last leg cut to the farthest lawful place on it."""
    if not path or any(leg.get("go") != "to" for leg in path):
        return []
    before, goal = path[:-1], path[-1]["at"]
    start = before[-1]["at"] if before else here

    def cut(share: int) -> Path:
        return [*before, {"go": "to", "at": [start[i] + (goal[i] - start[i]) * share // SHARES for i in (0, 1)]}]

    most = longest(SHARES, lambda share: judge(cut(share)) is None)
    return cut(most) if most else before
