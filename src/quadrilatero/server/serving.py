"""Running the server."""

from __future__ import annotations

import dataclasses
import http.client
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus

import uvicorn

from quadrilatero.kernel.garbage import spare_garbage_collection
from quadrilatero.server.app import create_app
from quadrilatero.server.http.connections import ServerConfig
from quadrilatero.server.logs import configure
from quadrilatero.server.processes import Processes
from quadrilatero.server.settings import Settings

GRACE = 5
BACKLOG = 1024
MOST_FILES = 65_536
OTHER_FILES = 128
"""Open files that are no connections: the database, worker processes, the page."""


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


def serve(
    settings: Settings, host: str, port: int, *, open_page: bool, say: Callable[[str], None], workers: int = 1
) -> None:
    """Run until a signal asks to stop; connections are then closed in order."""
    listener = bound(host, port)
    configure()
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}/"
    if workers > 1:
        _serve_together(settings, listener, workers, address, open_page, say)
        return
    server = _server(settings)
    announce = partial(_announce, lambda: server.started, lambda: server.should_exit, address, open_page, say)
    threading.Thread(target=announce, daemon=True).start()
    with _quiet_signals():
        server.run(sockets=[listener])


def _server(settings: Settings) -> uvicorn.Server:
    spare_garbage_collection()
    settings = dataclasses.replace(settings, connections=min(settings.connections, room_for_connections()))
    return uvicorn.Server(ServerConfig(create_app(settings), settings, timeout_graceful_shutdown=GRACE))


def room_for_connections() -> int:
    """How many connections the system lets us hold, with as many open files as it allows."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return sys.maxsize
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, most - OTHER_FILES)


def _serve_together(
    settings: Settings,
    listener: socket.socket,
    workers: int,
    address: str,
    open_page: bool,
    say: Callable[[str], None],
) -> None:
    """Several processes on the same address; one that dies is started again."""
    listener.listen(BACKLOG)
    with _quiet_signals():
        together = Processes(workers, partial(_work, settings, listener))
        host, port = listener.getsockname()[:2]
        answers = partial(_answers, {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)
        announce = partial(_announce, answers, together.stopping.is_set, address, open_page, say)
        threading.Thread(target=announce, daemon=True).start()
        together.run()


def _work(settings: Settings, listener: socket.socket) -> None:
    """What each of several processes does."""
    configure()
    with _quiet_signals(signal.SIGTERM):
        _server(settings).run(sockets=[listener])


def _answers(host: str, port: int) -> bool:
    """Whether a server is there by now."""
    connection = http.client.HTTPConnection(host, port, timeout=1)
    try:
        connection.request("GET", "/api/health")
        return connection.getresponse().status == HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


@contextmanager
def _quiet_signals(*signals: signal.Signals) -> Iterator[None]:
    """uvicorn raises the signal that stopped it once more when all is closed; by then it has done its work."""
    signals = signals or (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: None) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _announce(
    started: Callable[[], bool],
    stopped: Callable[[], bool],
    address: str,
    open_page: bool,
    say: Callable[[str], None],
) -> None:
    while not started():
        if stopped():
            return
        time.sleep(0.05)
    say(address)
    if open_page:
        webbrowser.open(address)
