"""Short ways for the rules to ask, tell and refuse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.words import BOOK, VOICE
from quadrilatero.kernel import Ask, Event, Plain, Refusal, Seat
from quadrilatero.kernel.ask import Answer

ask_all = VOICE.ask_all


def ask(
    seat: Seat,
    what: str,
    rule: str,
    kinds: tuple[type[Answer], ...],
    options: Callable[[], Sequence[Plain]],
    refuse: Callable[[Any], Refusal | None],
    certain: bool = False,
    **data: Any,
) -> Ask:
    """A question to one seat. All is open here, so it has none of what `Voice.ask` takes beside."""
    return Ask(BOOK, (seat,), what, rule, kinds, lambda _: options(), lambda _, answer: refuse(answer), data, certain)


def no(rule: str, reason: str, **data: Any) -> Refusal:
    """A refusal by a rule."""
    return Refusal(rule, reason, BOOK, data)


def tell(s: State, kind: str, rule: str, **data: Any) -> None:
    """Something has happened."""
    s.sink.append(Event(kind, rule, data, BOOK))


def roll(
    s: State,
    rule: str,
    units: list[Unit],
    faces: tuple[int, ...],
    modifiers: list[tuple[str, int]],
    need: int,
    **data: Any,
) -> bool:
    """The roll of these units of one side, with their names; whether it succeeded."""
    side = units[0].side
    names = [unit.name for unit in units]
    whose = {"by": side, "against": ENEMY[side], "units": [unit.id for unit in units], "names": names}
    return VOICE.roll(s, rule, whose, faces, modifiers, need, **data)
