"""A move followed over the table before it is made: the ghost that a page shows while a player puts it together.

The rules of movement judge every step. Where a move goes too far its last manoeuvre is shortened to the longest that is
lawful, and the refusal of what was asked is told beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec

from quadrilatero.games.vivaorre.answers import Form, GoOn, Manoeuvre, Move, To
from quadrilatero.games.vivaorre.rules import generals, moving
from quadrilatero.games.vivaorre.rules.formations import allowed_formations
from quadrilatero.games.vivaorre.rules.manoeuvres import FIRST, Walk
from quadrilatero.games.vivaorre.rules.rates import WHOLE, rate
from quadrilatero.games.vivaorre.said import SKIRMISH
from quadrilatero.games.vivaorre.snapping import notes
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.kernel import Plain, Refusal, Seat
from quadrilatero.kernel.ask import plain_refusal
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table.aiming import longest

EXPECTED = 'expected {"look": "way", "unit", "path", "forced", "enter", "join", "forms"}'
Judge = Callable[[Move], Refusal | None]


def follow(s: State, seat: Seat | None, query: Plain) -> Plain:
    """Where a path leads, step by step, what of the move is left, and why it is not lawful as it was asked."""
    asked = _move(query)
    if general := s.generals.get(asked.unit):
        if general.side != seat:
            raise BadQuery("unit: name one of your own")
        return _ride(s, general, asked)
    unit = s.units.get(asked.unit)
    if unit is None or unit.side != seat:
        raise BadQuery("unit: name one of your own")
    found = _walk(s, seat, unit, asked)
    if query.get("forms"):
        found["forms"] = formations(s, seat, unit, asked)
    return found


def _move(query: Plain) -> Move:
    try:
        return msgspec.convert({key: value for key, value in query.items() if key not in ("look", "forms")}, Move)
    except msgspec.ValidationError as error:
        raise BadQuery(f"{EXPECTED}: {error}") from None


def _walk(s: State, seat: Seat, unit: Unit, asked: Move) -> Plain:
    def judge(move: Move) -> Refusal | None:
        return moving.refuse(s, seat, move)

    refusal = judge(asked)
    given = asked if refusal is None else _shortened(asked, refusal, judge)
    walk = moving.walk_of(s, unit, given)
    if isinstance(walk, Refusal):
        return {"refusal": plain_refusal(walk), "answer": None, "steps": [], "forms": [], **_standing(unit, 0, 0)}
    steps = []
    for step in given.path:
        walk.step(step)
        steps.append(list(walk.unit.pose))
    after = walk.unit
    return {
        "refusal": plain_refusal(refusal),
        "answer": written(given) if judge(given) is None else None,
        "steps": steps,
        "forms": [],
        **stood(walk),
        "notes": notes(s, unit, after) if after.at is not None else [],
    }


def stood(walk: Walk) -> Plain:
    """How the ghost stands at the end of a walk, and what is left of the move."""
    after = walk.unit
    ahead, of = walk.faster
    left = walk.left * rate(after) * ahead // (WHOLE * of)
    return {**_standing(after, left, walk.gone), "unspent": walk.left * 1000 // WHOLE}


def _standing(unit: Unit, left: int, gone: int) -> Plain:
    """How the ghost stands: its pose and what it is made of, the mils it could still go straight on, those it went."""
    return {
        "pose": list(unit.pose) if unit.at is not None else None,
        "formation": unit.formation,
        "files": unit.files,
        "ranks": unit.ranks,
        "mounted": unit.mounted,
        "disorder": unit.disorder,
        "left": left,
        "gone": gone,
        "unspent": 1000,
    }


def _ride(s: State, general: General, asked: Move) -> Plain:
    def judge(move: Move) -> Refusal | None:
        return generals.refuse_move(s, general, move)

    refusal = judge(asked)
    given = asked
    here = s.place_of(general)
    if refusal is not None and here is not None and len(asked.path) == 1 and isinstance(asked.path[0], To):
        given = _nearer(asked, (here[0], here[1]), judge)
    goal = given.path[0] if given.path else None
    at = [goal.at[0], goal.at[1]] if isinstance(goal, To) else list(here or ())
    return {
        "refusal": plain_refusal(refusal),
        "answer": written(given) if judge(given) is None else None,
        "steps": [],
        "forms": [],
        "pose": [*at, 0, 1000, 1000] if at else None,
    }


# -- the longest that is lawful ---------------------------------------------------------------------------------------


def _shortened(asked: Move, refusal: Refusal, judge: Judge) -> Move:
    """The move with its last manoeuvre cut to the longest lawful one, or without it where none is."""
    before = [*asked.path[:-1]]
    bare = msgspec.structs.replace(asked, path=before)
    if not asked.path or refusal.data.get("at", len(before)) < len(before) or judge(bare) is not None:
        return asked
    last = asked.path[-1]
    name = "by" if hasattr(last, "by") else "angle" if hasattr(last, "angle") else None
    if name is None:
        return bare

    def cut(to: int) -> Move:
        return msgspec.structs.replace(asked, path=[*before, msgspec.structs.replace(last, **{name: to})])

    most = getattr(last, name)
    said = refusal.data.get("left" if name == "by" else "most")
    if isinstance(said, int) and 0 < said < most and judge(cut(said)) is None and judge(cut(said + 1)) is not None:
        return cut(said)
    found = longest(most, lambda to: judge(cut(to)) is None)
    return cut(found) if found else bare


def _nearer(asked: Move, here: tuple[int, int], judge: Judge) -> Move:
    """The farthest lawful place on the straight way of a general."""
    goal = cast(To, asked.path[0])

    def cut(share: int) -> Move:
        at = [here[i] + (goal.at[i] - here[i]) * share // 1024 for i in (0, 1)]
        return msgspec.structs.replace(asked, path=[To(at)], join=None)

    return cut(longest(1024, lambda share: judge(cut(share)) is None))


# -- what else it may form --------------------------------------------------------------------------------------------


def formations(s: State, seat: Seat, unit: Unit, given: Move) -> list[Plain]:
    """The formations that it could take up before it moves on, with what they would leave of the move, or why not."""
    if unit.at is None or unit.disorder == "reorder":
        return []
    found = []
    turns = [step for step in given.path if isinstance(step, FIRST) and not isinstance(step, Form)]
    for form in _open_forms(unit):
        move = msgspec.structs.replace(given, path=[form, *turns])
        refusal = moving.refuse(s, seat, move)
        walk = moving.walk_of(s, unit, move)
        if refusal is None and isinstance(walk, Walk):
            walk.take(move.path)
        left = walk.left * 1000 // WHOLE if refusal is None and isinstance(walk, Walk) else 0
        found.append({"go": plain(form), "unspent": left, "refusal": plain_refusal(refusal)})
    return found


def _open_forms(unit: Unit) -> list[Form]:
    found: list[Form] = []
    for mounted in (True, False) if unit.arm == "cavalry" and "dismount" in unit.notes else (unit.mounted,):
        arm = "infantry" if unit.arm == "cavalry" and not mounted else unit.arm
        for formation in allowed_formations(arm, unit.training, unit.notes, unit.impi):
            for ranks in (1, 2, 3) if formation == SKIRMISH else (1,):
                same = (formation, mounted) == (unit.formation, unit.mounted)
                if not same or (formation == SKIRMISH and ranks != unit.ranks):
                    name = cast(Any, formation)
                    found.append(Form(name, ranks, None if mounted == unit.mounted else mounted))
    return found


def written(answer: Move | GoOn) -> Plain:
    """An answer as pages send it."""
    said: Plain = msgspec.to_builtins(answer)
    return {**said, "path": [plain(step) for step in answer.path]}


def plain(step: Manoeuvre) -> Plain:
    """A manoeuvre as pages send it."""
    said: Plain = msgspec.to_builtins(step)
    return said
