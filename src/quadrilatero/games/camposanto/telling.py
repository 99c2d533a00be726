"""Short ways for the rules to ask, tell and refuse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.kernel import Ask, Event, Phrasebook, Plain, Refusal, Row

BOOK = Phrasebook(Path(__file__).with_name("phrases.toml"))


def ask(
    seat: str,
    what: str,
    rule: str,
    kinds: tuple[type[Any], ...],
    options: Callable[[], list[Plain]],
    refuse: Callable[[Any], Refusal | None],
    certain: bool = False,
    **data: Any,
) -> Ask:
    """A question to one seat."""
    return Ask(BOOK, (seat,), what, rule, kinds, lambda _: options(), lambda _, answer: refuse(answer), data, certain)


def no(rule: str, reason: str, **data: Any) -> Refusal:
    """A refusal by a rule."""
    return Refusal(rule, reason, BOOK, data)


def tell(s: State, kind: str, rule: str, **data: Any) -> None:
    """An event everybody sees."""
    s.sink.append(Event(kind, rule, data, BOOK))


def tell_roll(
    s: State,
    rule: str,
    side: str,
    units: list[Unit],
    faces: tuple[int, ...],
    modifiers: list[tuple[str, int]],
    need: int,
    **data: Any,
) -> bool:
    """A roll of two dice with its modifiers against a number; whether it succeeded."""
    total = sum(faces) + sum(value for _, value in modifiers)
    success = total >= need
    data = {
        "by": side,
        "against": ENEMY[side],
        "units": [unit.id for unit in units],
        "names": [unit.name for unit in units],
        "need": need,
        "total": total,
        "success": success,
        "outcome": "success" if success else "failure",
        **data,
    }
    s.sink.append(Event("roll", rule, data, BOOK, Row(faces), modifiers))
    return success
