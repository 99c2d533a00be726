"""Which answers of a log still stand, and where a take-back leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from quadrilatero.kernel.plain import Seat

ANSWERS = ("answer", "seal", "instructed")


class Logged(Protocol):
    """An entry, typed or plain."""

    @property
    def kind(self) -> str: ...

    @property
    def seat(self) -> Seat | None: ...

    @property
    def value(self) -> object: ...


def standing(entries: Sequence[Logged]) -> list[int]:
    """The numbers of the answers, sealed ones too, that no undo, withdrawal or take-back has undone."""
    line: list[int] = []
    for number, entry in enumerate(entries):
        if entry.kind in ANSWERS:
            line.append(number)
        elif entry.kind == "withdraw":
            line.remove(next(n for n in reversed(line) if entries[n].seat == entry.seat))
        elif entry.kind == "undo":
            line.pop()
        elif entry.kind == "take_back":
            assert isinstance(entry.value, int)
            line = standing(entries[: entry.value])
    return line


def has_answered(entries: Sequence[Logged], seat: Seat) -> bool:
    """Whether an answer stands that the seat gave itself, not by a standing instruction."""
    return any(entries[n].seat == seat and entries[n].kind != "instructed" for n in standing(entries))


def last_answer(entries: Sequence[Logged], seat: Seat) -> int | None:
    """The number of that seat's last answer that stands."""
    return next((n for n in reversed(standing(entries)) if entries[n].seat == seat), None)


def before_last_answer(entries: Sequence[Logged], seat: Seat) -> int | None:
    """How many entries there were before that seat's last answer that stands; None where it has given none.

    A sealed answer goes together with those of the others to the same question.
    """
    last = last_answer(entries, seat)
    if last is not None and entries[last].kind == "seal":
        while last and entries[last - 1].kind in ("seal", "withdraw", "salt"):
            last -= 1
    return last


def last_to_answer(entries: Sequence[Logged]) -> Seat | None:
    """Whose answer is the last one that stands; None where there is none."""
    line = standing(entries)
    return entries[line[-1]].seat if line else None
