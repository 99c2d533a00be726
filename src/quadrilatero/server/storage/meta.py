"""What the database keeps of itself."""

from __future__ import annotations

import time

from sqlalchemy import Connection

from quadrilatero.server.storage.schema import META
from quadrilatero.server.storage.upsert import put


def touch(connection: Connection) -> None:
    """Write something, to see whether that can be done."""
    put(connection, META, {"key": "touched", "value": f"{time.time():.3f}"})
