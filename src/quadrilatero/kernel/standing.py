"""Which answers of a log still stand, and where a take-back leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quadrilatero.kernel.log import Logged
from quadrilatero.kernel.plain import Seat

ANSWERS = ("answer", "seal", "instructed")


class _Link(NamedTuple):
    """An answer that stands, and the one before it."""

    number: int
    before: _Link | None


def direct(entries: Sequence[Logged], until: int | None = None) -> list[range]:
    """The way to where a match stood after so many entries, past everything that was taken back by consent."""
    ways: list[range] = []
    end = number = len(entries) if until is None else until
    while number:
        number -= 1
        if entries[number].kind == "take_back":
            ways.append(range(number + 1, end))
            end = number = _kept(entries[number], number)
    return [*ways, range(end)][::-1]


def _kept(entry: Logged, number: int) -> int:
    """How many of the entries a take-back has left standing."""
    kept = entry.value
    if type(kept) is not int or not 0 <= kept <= number:
        raise ValueError(f"entry {number}: {kept!r} is no number of entries before it")
    return kept


def _lines(entries: Sequence[Logged]) -> list[_Link | None]:
    """The last answer that stood after every number of entries."""
    lines: list[_Link | None] = [None]
    for number, entry in enumerate(entries):
        line = lines[-1]
        if entry.kind in ANSWERS:
            line = _Link(number, line)
        elif entry.kind == "withdraw":
            line = _without(line, entries, entry.seat)
        elif entry.kind == "undo":
            if line is None:
                raise ValueError(f"entry {number}: there is nothing to undo")
            line = line.before
        elif entry.kind == "take_back":
            line = lines[_kept(entry, number)]
        lines.append(line)
    return lines


def _without(line: _Link | None, entries: Sequence[Logged], seat: Seat | None) -> _Link | None:
    """The line without that seat's last answer."""
    later: list[int] = []
    while line is not None and entries[line.number].seat != seat:
        later.append(line.number)
        line = line.before
    if line is None:
        raise ValueError(f"{seat} has nothing to withdraw")
    line = line.before
    for number in reversed(later):
        line = _Link(number, line)
    return line


def _back(line: _Link | None) -> Iterator[int]:
    """The answers that stand, the last one first."""
    while line is not None:
        yield line.number
        line = line.before


def standing(entries: Sequence[Logged]) -> list[int]:
    """The numbers of the answers, sealed ones too, that no undo, withdrawal or take-back has undone."""
    return list(_back(_lines(entries)[-1]))[::-1]


def has_answered(entries: Sequence[Logged], seat: Seat) -> bool:
    """Whether an answer stands that the seat gave itself, not by a standing instruction."""
    return any(entries[n].seat == seat and entries[n].kind != "instructed" for n in _back(_lines(entries)[-1]))


def last_answer(entries: Sequence[Logged], seat: Seat) -> int | None:
    """The number of that seat's last answer that stands."""
    return _last(entries, _lines(entries)[-1], seat)


def _last(entries: Sequence[Logged], line: _Link | None, seat: Seat | None) -> int | None:
    return next((n for n in _back(line) if entries[n].seat == seat), None)


def before_last_answer(entries: Sequence[Logged], seat: Seat) -> int | None:
    """How many entries there were before that seat's last answer that stands; None where it has given none.

    A sealed answer goes together with those of the others to the same question.
    """
    return _before(entries, last_answer(entries, seat))


def _before(entries: Sequence[Logged], last: int | None) -> int | None:
    if last is not None and entries[last].kind == "seal":
        while last and entries[last - 1].kind in ("seal", "withdraw", "salt"):
            last -= 1
    return last


def check_take_backs(entries: Sequence[Logged]) -> None:
    """A ValueError names the first take-back that does not go back to before its seat's last answer."""
    lines = _lines(entries)
    for number, entry in enumerate(entries):
        if entry.kind == "take_back" and _before(entries, _last(entries, lines[number], entry.seat)) != entry.value:
            raise ValueError(f"entry {number} comes out differently")


def last_to_answer(entries: Sequence[Logged]) -> Seat | None:
    """Whose answer is the last one that stands; None where there is none."""
    line = _lines(entries)[-1]
    return None if line is None else entries[line.number].seat
