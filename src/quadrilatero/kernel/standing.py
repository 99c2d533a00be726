"""Which answers of a log still stand, and where a take-back leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quadrilatero.kernel.log import Logged
from quadrilatero.kernel.plain import Seat

ANSWERS = ("answer", "seal", "instructed")


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


def passes(ways: list[range], begin: int, end: int) -> bool:
    """Whether a way goes from one number of entries to another without a break."""
    return any(way.start <= begin and end <= way.stop for way in ways)


def _kept(entry: Logged, number: int) -> int:
    """How many of the entries a take-back has left standing."""
    kept = entry.value
    if type(kept) is not int or not 0 <= kept <= number:
        raise ValueError(f"entry {number}: {kept!r} is no number of entries before it")
    return kept


def standing(entries: Sequence[Logged]) -> list[int]:
    """The numbers of the answers, sealed ones too, that no undo, withdrawal or take-back has undone."""
    line: list[int] = []
    for way in direct(entries):
        for number in way:
            kind = entries[number].kind
            if kind in ANSWERS:
                line.append(number)
            elif kind == "undo":
                line.pop()
            elif kind == "withdraw":
                line.remove(next(n for n in reversed(line) if entries[n].seat == entries[number].seat))
    return line


def has_answered(entries: Sequence[Logged], seat: Seat) -> bool:
    """Whether an answer stands that the seat gave itself, not by a standing instruction."""
    return any(entries[n].seat == seat and entries[n].kind != "instructed" for n in reversed(standing(entries)))


def last_answer(entries: Sequence[Logged], seat: Seat) -> int | None:
    """The number of that seat's last answer that stands."""
    return next((n for n in reversed(standing(entries)) if entries[n].seat == seat), None)


def before_last_answer(entries: Sequence[Logged], seat: Seat) -> int | None:
    """How many entries there were before that seat's last answer that stands; None where it has given none."""
    last = last_answer(entries, seat)
    return None if last is None else before(entries, last)


def before(entries: Sequence[Logged], answer: int) -> int:
    """How many entries there were before an answer. A sealed one goes together with those of the others."""
    if entries[answer].kind == "seal":
        while answer and entries[answer - 1].kind in ("seal", "withdraw", "salt"):
            answer -= 1
    return answer


def last_to_answer(entries: Sequence[Logged]) -> Seat | None:
    """Whose answer is the last one that stands; None where there is none."""
    line = standing(entries)
    return entries[line[-1]].seat if line else None


# -- checking ----------------------------------------------------------------------------------------------------------


class _Link(NamedTuple):
    """An answer that stands, and the one before it."""

    number: int
    before: _Link | None


def check_take_backs(entries: Sequence[Logged]) -> None:
    """A ValueError names the first take-back that does not go back to before its seat's last answer."""
    lines: list[_Link | None] = [None]
    for number, entry in enumerate(entries):
        line = lines[-1]
        if entry.kind in ANSWERS:
            line = _Link(number, line)
        elif entry.kind == "withdraw":
            line = _without(line, entries, entry.seat)
        elif entry.kind == "undo":
            line = None if line is None else line.before
        elif entry.kind == "take_back":
            kept = _kept(entry, number)
            while line is not None and entries[line.number].seat != entry.seat:
                line = line.before
            if line is None or before(entries, line.number) != kept:
                raise ValueError(f"entry {number} comes out differently")
            line = lines[kept]
        lines.append(line)


def _without(line: _Link | None, entries: Sequence[Logged], seat: Seat | None) -> _Link | None:
    """The line without that seat's last answer."""
    later: list[int] = []
    while line is not None and entries[line.number].seat != seat:
        later.append(line.number)
        line = line.before
    line = None if line is None else line.before
    for number in reversed(later):
        line = _Link(number, line)
    return line
