"""A table as its viewers are told of it, encoded: what stays the same from answer to answer is encoded once."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, is_
from typing import Any

import msgspec

from quadrilatero.server.play.absence import stands_still
from quadrilatero.server.play.describe import lasting, passing, personal
from quadrilatero.server.storage import Player, TableRecord

MOST_VIEWERS = 64
OF = ("seats", "title", "battle", "dice", "invitation")
"""What all of it hangs on that lasts."""
LASTING = attrgetter(*OF)
encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode


class Described:
    """What is told of one table."""

    def __init__(self) -> None:
        self._of: tuple[Any, ...] = (None,) * len(OF)
        self._lasting = b""
        self._personal: dict[str | None, bytes] = {}
        """What viewers are told for themselves while nobody can do anything about another's absence."""

    def common(self, record: TableRecord, now: float) -> bytes:
        """What all are told alike."""
        self._look(record)
        return b"%b,%b" % (self._lasting[:-1], encode(passing(record, now))[1:])

    def personal(self, record: TableRecord, viewer: Player | None, now: float, patience: float) -> bytes:
        """What one viewer is told beside."""
        self._look(record)
        if stands_still(record, now, patience):
            return encode(personal(record, viewer, now, patience))
        id = viewer.id if viewer else None
        known = self._personal.get(id)
        if known is None:
            if len(self._personal) >= MOST_VIEWERS:
                self._personal.clear()
            known = self._personal[id] = encode(personal(record, viewer, now, patience))
        return known

    def _look(self, record: TableRecord) -> None:
        """Forget what was encoded of a table that is no longer so."""
        of = LASTING(record)
        if all(map(is_, of, self._of)):
            return
        self._of = of
        self._lasting = encode(lasting(record))
        self._personal = {}
