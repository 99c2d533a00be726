"""Webhooks: signed messages to an address of the player's choice, and none to where it must not lead.

The name is resolved once, every address it has must be public, and the connection goes to that very address; redirects
are not followed, and of the answer nothing but its status is read.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0
STATUS_LINE = 200
NAMES = ThreadPoolExecutor(16, thread_name_prefix="names")
"""Names are looked up here: one that is answered slowly keeps nothing else waiting."""

TRANSLATED, UNICAST = ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("2000::/3")


class RefusedAddress(Exception):
    """Not an address that webhooks may go to."""


def read_url(text: str, *, private: bool) -> SplitResult:
    """The parts of a webhook's address; RefusedAddress where it can be none."""
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        raise RefusedAddress from None
    schemes = ("https", "http") if private else ("https",)
    if url.scheme not in schemes or not url.hostname or url.username or url.password or port == 0:
        raise RefusedAddress
    if not text.isascii() or any(character.isspace() or not character.isprintable() for character in text):
        raise RefusedAddress
    return url


def is_public(address: str) -> bool:
    """Whether an address is out on the net: no private, loopback, link-local, multicast or mapped one."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in TRANSLATED:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        return found.is_global and found in UNICAST
    return found.is_global and not found.is_multicast


async def address_of(url: SplitResult, *, private: bool) -> tuple[str, int]:
    """Where the name leads; RefusedAddress where any of its addresses is not public."""
    port = url.port or (443 if url.scheme == "https" else 80)
    loop = asyncio.get_running_loop()
    look_up = partial(socket.getaddrinfo, url.hostname, port, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(SECONDS):
            found = await loop.run_in_executor(NAMES, look_up)
    except UnicodeError:  # a part of the name is empty or too long
        raise RefusedAddress from None
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or (not private and not all(map(is_public, addresses))):
        raise RefusedAddress
    return addresses[0], port


def signature(secret: str, at: int, body: bytes) -> str:
    """HMAC-SHA256 over the time, a full stop and the body."""
    return hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()


async def post(text: str, body: bytes, *, id: str, secret: str, at: int, private: bool) -> int:
    """Send a message; the status of the answer. Raises RefusedAddress, OSError or TimeoutError."""
    url = read_url(text, private=private)
    async with asyncio.timeout(SECONDS):
        address, port = await address_of(url, private=private)
        secure = _secure() if url.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            address, port, ssl=secure, server_hostname=url.hostname if secure else None, limit=STATUS_LINE
        )
        try:
            writer.write(_request(url, body, id, secret, at))
            await writer.drain()
            line = await reader.readline()
        except ValueError:
            raise OSError("no HTTP answer") from None
        finally:
            writer.close()
    parts = line.split()
    if len(parts) < 2 or not parts[0].startswith(b"HTTP/1.") or not parts[1].isdigit():
        raise OSError("no HTTP answer")
    return int(parts[1])


@cache
def _secure() -> ssl.SSLContext:
    """Reading the certificates of all authorities takes a while."""
    return ssl.create_default_context()


def _request(url: SplitResult, body: bytes, id: str, secret: str, at: int) -> bytes:
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    host = url.netloc.rpartition("@")[2]
    lines = [
        f"POST {target} HTTP/1.1",
        f"Host: {host}",
        "User-Agent: Quadrilatero",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"X-Quadrilatero-Delivery: {id}",
        f"X-Quadrilatero-Timestamp: {at}",
        f"X-Quadrilatero-Signature: sha256={signature(secret, at, body)}",
        "Connection: close",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
