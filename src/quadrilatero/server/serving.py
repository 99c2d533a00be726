"""Running the server."""

from __future__ import annotations

import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from quadrilatero.server.app import create_app
from quadrilatero.server.logs import configure
from quadrilatero.server.settings import Settings

GRACE = 5


class PortTaken(RuntimeError):
    """Somebody else listens there."""


def bound(host: str, port: int) -> socket.socket:
    """A socket bound to that address; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise PortTaken(f"cannot listen on {host}:{port} ({error.strerror}); choose another with --port") from None
    return listener


def serve(settings: Settings, host: str, port: int, *, open_page: bool, say: Callable[[str], None]) -> None:
    """Run until a signal asks to stop; connections are then closed in order."""
    listener = bound(host, port)
    configure()
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}/"
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        ws_per_message_deflate=False,
        ws_max_size=settings.message_bytes,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        proxy_headers=True,
    )
    server = uvicorn.Server(config)
    threading.Thread(target=_announce, args=(server, address, open_page, say), daemon=True).start()
    with _quiet_signals():
        server.run(sockets=[listener])


@contextmanager
def _quiet_signals() -> Iterator[None]:
    """uvicorn raises the signal that stopped it once more when all is closed; by then it has done its work."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: None) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _announce(server: uvicorn.Server, address: str, open_page: bool, say: Callable[[str], None]) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.05)
    say(address)
    if open_page:
        webbrowser.open(address)
