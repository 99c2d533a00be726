"""Frames of a WebSocket, cut and made without a parser where they hold a whole message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was installed without a compiler
    from websockets.utils import apply_mask

Message: TypeAlias = bytes | tuple[bytes, ...]
"""What goes over a socket: text in bytes, whole or in pieces, some of which other messages have too."""
TEXT = 0x81
"""How a frame begins that holds a whole text message."""
PING, PONG = 0x89, 0x8A
"""How frames begin by which both sides see that the other is there."""


def whole(message: Message) -> bytes:
    """A message in one piece."""
    return message if isinstance(message, bytes) else b"".join(message)


def frame_head(size: int) -> bytes:
    """What comes before a text message of so many bytes as a WebSocket's server sends it: whole, in one frame."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, 126, size >> 8, size & 0xFF))
    return bytes((TEXT, 127)) + size.to_bytes(8, "big")


def framed(messages: Sequence[Message]) -> list[bytes]:
    """Text messages as they go over the socket, in pieces."""
    pieces: list[bytes] = []
    for message in messages:
        if isinstance(message, bytes):
            pieces.append(frame_head(len(message)))
            pieces.append(message)
        else:
            size = 0
            for piece in message:
                size += len(piece)
            pieces.append(frame_head(size))
            pieces.extend(message)
    return pieces


def lone_frame(data: bytes) -> tuple[int, bytes] | None:
    """How it begins and what it says, where these bytes of a client are one whole frame: a text, a ping or a pong."""
    if len(data) < 6:
        return None
    begins, size, start = data[0], data[1], 6
    if begins not in (TEXT, PING, PONG) or size < 0x80:
        return None
    size &= 0x7F
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 8
    elif size == 127:
        return None
    if len(data) != start + size:
        return None
    return begins, apply_mask(data[start:], data[start - 4 : start])
