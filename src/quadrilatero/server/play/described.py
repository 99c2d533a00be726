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
    """What is told of one table. `patience` is how long a seat without a clock may keep the others waiting."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._looked: tuple[TableRecord | None, float] = None, 0.0
        self._waits = False
        self._of: tuple[Any, ...] = (None,) * len(OF)
        self._lasting = b""
        self._personal: dict[str | None, bytes] = {}
        """What viewers are told for themselves while nobody can do anything about another's absence."""

    def common(self, record: TableRecord, now: float) -> bytes:
        """What all are told alike."""
        self._look(record, now)
        return b"%b,%b" % (self._lasting[:-1], encode(passing(record, now))[1:])

    def personal(self, record: TableRecord, viewer: Player | None, now: float) -> bytes:
        """What one viewer is told beside."""
        self._look(record, now)
        if self._waits:
            return encode(personal(record, viewer, now, self._patience))
        id = viewer.id if viewer else None
        known = self._personal.get(id)
        if known is None:
            if len(self._personal) >= MOST_VIEWERS:
                self._personal.clear()
            known = self._personal[id] = encode(personal(record, viewer, now, self._patience))
        return known

    def _look(self, record: TableRecord, now: float) -> None:
        """Forget what was encoded of a table that is no longer so; see whether anybody can be done something about."""
        if record is self._looked[0] and now == self._looked[1]:
            return
        self._looked = record, now
        self._waits = stands_still(record, now, self._patience)
        of = LASTING(record)
        if all(map(is_, of, self._of)):
            return
        self._of = of
        self._lasting = encode(lasting(record))
        self._personal = {}
