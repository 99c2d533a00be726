"""Answers that are made when they are looked at, so that a long list costs no more than what is taken from it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from typing import Any, overload

import msgspec

from quadrilatero.kernel.plain import Plain


class Listing(Sequence[Plain]):
    """Several lists of answers one after another; equal to any sequence of the same answers.

    >>> both = Listing([[{"do": "move"}, {"do": "fire"}], [], [{"do": "done"}]])
    >>> len(both), both[1], both[-1], {"do": "done"} in both
    (3, {'do': 'fire'}, {'do': 'done'}, True)
    >>> both == [{"do": "move"}, {"do": "fire"}, {"do": "done"}], both[1:]
    (True, [{'do': 'fire'}, {'do': 'done'}])
    """

    __slots__ = ("_ends", "_parts")
    __hash__ = None  # type: ignore[assignment]  # as of any list

    def __init__(self, parts: Sequence[Sequence[Plain]]) -> None:
        self._parts = parts
        self._ends: list[int] | None = None

    def _places(self) -> list[int]:
        """Where each part ends; often nobody asks."""
        if self._ends is None:
            self._ends = list(accumulate(map(len, self._parts)))
        return self._ends

    def __len__(self) -> int:
        return self._places()[-1] if self._parts else 0

    @overload
    def __getitem__(self, place: int) -> Plain: ...
    @overload
    def __getitem__(self, place: slice) -> list[Plain]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return list(self)[place]
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError("there are fewer answers")
        ends = self._places()
        part = bisect_right(ends, place)
        return self._parts[part][place - ends[part]]

    def __iter__(self) -> Iterator[Plain]:
        return chain.from_iterable(self._parts)

    def encoded(self) -> bytes:
        """All answers as JSON; a part that can write itself (`encoded`, the same without brackets) does."""
        return b"[" + b",".join([_encoded(part) for part in self._parts if part]) + b"]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))


def _encoded(part: Sequence[Plain]) -> bytes:
    written: bytes = part.encoded() if hasattr(part, "encoded") else msgspec.json.encode(list(part))[1:-1]
    return written
