"""Several processes that serve the same address: started together, replaced when one dies, stopped together."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from quadrilatero.server.logs import LOG

GRACE = 10.0
"""How long processes may take to stop in order."""
SHORT = 5.0
"""One that has lived no longer is not replaced at once: what ended it may end the next one too."""
LOOK = 0.2


class Processes:
    """The processes, looked after by the one that started them."""

    def __init__(self, count: int, work: Callable[[], None]) -> None:
        self._count, self._work = count, work
        self._context = multiprocessing.get_context("spawn")
        self._born: dict[BaseProcess, float] = {}
        self.stopping = threading.Event()

    def run(self) -> None:
        """Serve until a signal asks to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.stopping.set())
        not_before = 0.0
        while not self.stopping.is_set():
            if len(self._born) < self._count and time.monotonic() >= not_before:
                self._start()
            wait([process.sentinel for process in self._born], LOOK)
            for process in [process for process in self._born if not process.is_alive()]:
                lived = time.monotonic() - self._born.pop(process)
                LOG.error("worker died", extra={"worker": process.pid, "code": process.exitcode})
                if lived < SHORT:
                    not_before = time.monotonic() + SHORT
        self._stop()

    def _start(self) -> None:
        process = self._context.Process(target=work_for, args=(self._work,))
        process.start()
        self._born[process] = time.monotonic()

    def _stop(self) -> None:
        for process in self._born:
            process.terminate()
        end = time.monotonic() + GRACE
        for process in self._born:
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                LOG.error("worker did not stop", extra={"worker": process.pid})
                process.kill()
                process.join()


def work_for(work: Callable[[], None]) -> None:
    """What a process does: its work, and no longer than the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started it, which asks in order
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    work()


def _outlive_nobody() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
