"""Large data as letters in a file: JSON, deflated without a header, in the alphabet of addresses (base64url)."""

from __future__ import annotations

import base64
import zlib

RAW = -15
"""The window of a deflated stream that has no header of its own."""
MOST = 64_000_000
"""So many bytes are unpacked at most: a small file may claim to hold a world."""


def packed(data: bytes) -> str:
    """The data as letters."""
    stream = zlib.compressobj(wbits=RAW)
    return base64.urlsafe_b64encode(stream.compress(data) + stream.flush()).decode().rstrip("=")


def unpacked(letters: str, most: int = MOST) -> bytes:
    """What such letters hold; ValueError where they hold nothing whole, or more than that."""
    try:
        stream = zlib.decompressobj(wbits=RAW)
        data = stream.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), most)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not stream.eof:
        raise ValueError(f"it is not whole, or holds more than {most} bytes")
    return data
