"""Logs as one JSON object a line."""

from __future__ import annotations

import logging
import sys
from typing import Any, TextIO

import msgspec

LOG = logging.getLogger("quadrilatero.server")
USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Time, level, what happened, and whatever else the record carries."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "logger": record.name,
            **{key: value for key, value in vars(record).items() if key not in USUAL},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def configure(level: str = "INFO", stream: TextIO | None = None) -> None:
    """Send the logs of this server and of uvicorn to a stream, by default that of errors."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("quadrilatero.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level if name == "quadrilatero.server" else "WARNING")
        logger.propagate = False
    logging.getLogger("uvicorn.access").disabled = True
