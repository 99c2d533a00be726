"""Words for plain data, shared by every module of the kernel."""

from __future__ import annotations

from typing import Any, TypeAlias

Seat: TypeAlias = str
Plain: TypeAlias = dict[str, Any]


class Row(tuple[Any, ...]):
    """A tuple that also equals a list of the same items, which is what JSON makes of it.

    >>> Row(("red",)) == ["red"], Row(("red",)) == ("red",)
    (True, True)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, tuple(other) if isinstance(other, list) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__
