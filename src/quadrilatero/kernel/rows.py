"""Long lists of records as JSON: after a change of one of them only a few are encoded again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from quadrilatero.kernel.plain import Plain

TOGETHER: Final = 8
"""So many records are encoded together."""


class Rows:
    """A list of records, each with an id. Lists that differ by the record of an id share the rest.

    Whoever changes a record goes on with the rows `without` it; whoever adds or takes one begins anew.
    """

    __slots__ = ("_ids", "_places", "_written")

    def __init__(self, ids: list[str], places: dict[str, int], written: list[bytes]) -> None:
        self._ids, self._places, self._written = ids, places, written

    def without(self, id: str) -> Rows:
        """The same list, of which the record of that id is to be encoded anew."""
        written = self._written.copy()
        written[self._places[id] // TOGETHER] = b""
        return Rows(self._ids, self._places, written)

    def encoded(self, record: Callable[[str], Plain]) -> bytes:
        """All records, with commas between; `record` gives the one of an id."""
        written = self._written
        for number in range(len(written)):
            if not written[number]:
                some = self._ids[number * TOGETHER : (number + 1) * TOGETHER]
                written[number] = msgspec.json.encode([record(id) for id in some])[1:-1]
        return b",".join(written)


def rows_of(ids: Iterable[str]) -> Rows:
    """The list of the records of these ids, all still to be encoded."""
    known = list(ids)
    places = {id: place for place, id in enumerate(known)}
    return Rows(known, places, [b""] * -(-len(known) // TOGETHER))
