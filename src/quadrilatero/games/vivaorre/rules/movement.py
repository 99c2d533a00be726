"""Chapter 8: the movement phase, unit by unit, each side in its half."""

from __future__ import annotations

import random
from typing import Any

from msgspec import convert, to_builtins

from quadrilatero.games.vivaorre import proposals
from quadrilatero.games.vivaorre.answers import Choose, Crew, Demolish, Dig, Done, Move, Reorder
from quadrilatero.games.vivaorre.rules import generals, hidden
from quadrilatero.games.vivaorre.rules.characters import bound_to_advance
from quadrilatero.games.vivaorre.rules.moving import carry_out, refuse, refuse_unit
from quadrilatero.games.vivaorre.said import ENEMY
from quadrilatero.games.vivaorre.state import General, State, Unit, is_known
from quadrilatero.games.vivaorre.telling import ask, at_fault, no
from quadrilatero.kernel import Plain, Refusal, Script, Seat

KINDS = (Choose, Move, Reorder, Dig, Demolish, Crew, Done)
EARLY, HALVES, LATE = "early", "halves", "late"
"""5-ch7: the stages of a movement phase in which an Intuitivo chose when his brigade moves."""


def phase(s: State) -> Script:
    """4-a, 6-a, 8-a, 13-g. One unit's move, or the end of a side's half; returns whether the phase is over.

    Who has hidden units ends its half itself, so that nobody can tell from it whether one of them may move.
    """
    begin(s)
    seat = s.seat
    assert seat is not None
    ids = [unit.id for unit in movers(s, seat)] + [general.id for general in riders(s, seat)]
    if not ids and not hidden.has_hidden(s, seat):
        return next_half(s)
    answer = yield move_question(s, seat, ids)
    if isinstance(answer, Done):
        return next_half(s)
    if isinstance(answer, Choose):
        s.chosen = answer.unit
        return False
    s.chosen = None
    yield from carry_out(s, answer)
    return False


# -- whose turn it is -------------------------------------------------------------------------------------------------


def begin(s: State) -> None:
    """5-ch7. Brigades of an Intuitivo that go before the enemy's half do so first of all."""
    if s.stage is None and s.first is not None and s.seat == s.first:
        other = ENEMY[s.first]
        if any(brigade.side == other and brigade.half == "first" for brigade in s.brigades.values()):
            s.stage, s.seat = EARLY, other


def next_half(s: State) -> bool:
    """6-a, 5-ch7. The next half: of those before it, the first side's, the second's, those after; or none is left."""
    s.chosen = None
    first = s.first
    if first is None:
        return True
    if s.stage == EARLY:
        s.stage, s.seat = HALVES, first
        return False
    if s.stage == LATE:
        return True
    if s.seat == first:
        s.seat = ENEMY[first]
        return False
    if any(brigade.side == first and brigade.half == "second" for brigade in s.brigades.values()):
        s.stage, s.seat = LATE, first
        return False
    return True


def is_its_half(s: State, side: str, brigade: str | None) -> bool:
    """6-a, 5-ch7. Whether a unit or general of that brigade moves now, when its side does."""
    chosen = None if brigade is None or brigade not in s.brigades else s.brigades[brigade].half
    if s.stage in (EARLY, LATE):
        return chosen == ("first" if s.stage == EARLY else "second")
    return chosen is None or (chosen == "first") == (side == s.first)


def retold(s: State, to: Seat | None, answer: Any) -> Plain | None:
    """13-g. An answer as another seat is told of it: nothing of what a hidden unit does, as long as it stays so."""
    unit = s.units.get(getattr(answer, "unit", ""))
    if unit is not None and not is_known(to, unit) and not getattr(answer, "path", ()):
        return None
    plain: Plain = to_builtins(answer)
    return plain


def movers(s: State, seat: Seat) -> list[Unit]:
    """8-a, 5-ch7. The units of a side that may still do something in its half, in order."""
    return [
        unit
        for unit in s.units.values()
        if unit.side == seat and is_its_half(s, seat, unit.brigade) and refuse_unit(s, unit) is None
    ]


def riders(s: State, seat: Seat) -> list[General]:
    """5-g, 5-ch7. The generals of a side who may still move in its half."""
    return [general for general in generals.movers(s, seat) if is_its_half(s, seat, general.brigade)]


# -- the question -----------------------------------------------------------------------------------------------------


def refuse_move(s: State, seat: Seat, answer: Any) -> Refusal | None:
    """8-a, 5-ch3, 5-ch7, 5-ch16. Why an answer is not lawful now; nobody is done while a general goes forward alone."""
    if isinstance(answer, Done):
        unmoved = [unit for unit in movers(s, seat) if must_advance(s, unit)]
        if unmoved:
            rule = bound_to_advance(s, unmoved[0]) or "5-ch16"
            return no(rule, "must_advance", units=[unit.name for unit in unmoved])
        return None
    led = s.units.get(answer.unit) or s.generals.get(answer.unit)
    if led is not None and led.side == seat and not is_its_half(s, seat, led.brigade):
        return at_fault(no("5-ch7", "not_its_half", name=led.name), 0, led.id)
    refusal = refuse(s, seat, answer)
    if refusal is not None:
        return refusal if "at" in refusal.data else at_fault(refusal, 0, answer.unit)
    unit = s.units.get(answer.unit)
    bound = None if unit is None else bound_to_advance(s, unit)
    if unit is None or bound is None or isinstance(answer, Choose | Reorder):
        return None
    forward = isinstance(answer, Move) and proposals.goes_forward(s, unit, answer)
    if forward or not must_advance(s, unit):
        return None
    return at_fault(no(bound, "must_advance", units=[unit.name]), 0, unit.id)


def must_advance(s: State, unit: Unit) -> bool:
    """5-ch3, 5-ch16. Whether a unit's general has it advance against his order, and it could."""
    if bound_to_advance(s, unit) is None or unit.at is None or unit.disorder == "reorder":
        return False
    return any(proposals.goes_forward(s, unit, convert(plain, Move)) for plain in proposals.candidates(s, unit.id))


def move_question(s: State, seat: Seat, ids: list[str]) -> Any:
    """8-a, 5-g. Without a chosen unit or general the choice is listed, or the end of the half; with one its moves."""
    chosen = s.chosen

    def choices() -> list[Plain]:
        found: list[Plain] = [{"do": "unit", "unit": id} for id in ids]
        done: Plain = {"do": "done"}
        return [*found[:255], done] if refuse_move(s, seat, Done()) is None else found[:256]

    def candidates(id: str) -> list[Plain]:
        found = proposals.candidates(s, id)
        if id not in s.units or bound_to_advance(s, s.units[id]) is None:
            return found
        return [plain for plain in found if plain["do"] != "move" or forward(plain)] or found

    def forward(plain: Plain) -> bool:
        return refuse_move(s, seat, convert(plain, Move)) is None

    def options() -> list[Plain]:
        return (chosen is not None and candidates(chosen)) or choices()

    def sample(_: Seat, rng: random.Random) -> Plain:
        if not ids:
            return {"do": "done"}
        id = chosen or rng.choice(ids)
        plain = proposals.drawn(s, id, rng)
        if plain is None:
            return rng.choice(choices())
        if plain["do"] == "move" and id in s.units and bound_to_advance(s, s.units[id]) is not None:
            return plain if forward(plain) else rng.choice(candidates(id))
        return plain

    return ask(
        s,
        seat,
        "move",
        "8-a",
        KINDS,
        options,
        lambda answer: refuse_move(s, seat, answer),
        True,
        open=chosen is not None,
        retell=lambda to, answer: retold(s, to, answer),
        sample=sample,
        units=ids,
        unit=chosen,
    )
