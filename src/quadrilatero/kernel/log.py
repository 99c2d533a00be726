"""The log of a match: how it began, and one entry for everything since."""

from __future__ import annotations

from typing import Any

import msgspec

from quadrilatero.kernel.plain import Plain, Seat


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line of the log, which only ever grows: an answer, a roll, or an act outside a question."""

    kind: str
    seat: Seat | None
    value: Any


class Ordered(msgspec.Struct, frozen=True):
    """An answer that a standing instruction gave, and the sentence (key and data) that tells its own seat why."""

    answer: Any
    why: str
    data: Plain


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the match began: a scenario or a position, the options, and the data it was played with.

    `seats` are named where they are not those of every match of the game.
    """

    game: str
    rules_version: int
    data: str
    scenario: str | None
    position: Plain | None
    options: dict[str, str]
    seats: tuple[Seat, ...] | None = None


def plain_answer(answer: Any) -> Any:
    """A typed answer as JSON values."""
    return msgspec.to_builtins(answer)
