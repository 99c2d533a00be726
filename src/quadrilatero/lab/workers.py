"""Who plays the games: this process, several processes, or (cluster.py) other machines. The games are the same."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from types import FrameType
from typing import Any, NamedTuple, Protocol, Self

import msgspec

from quadrilatero.kernel.garbage import spare_garbage_collection
from quadrilatero.lab.plan import RunPlan
from quadrilatero.lab.play import Failed, Played, Stopped, attempt

QUEUED = 2
"""Games waiting for each process, so that none idles while results are written down."""

DIED = "the process that played it died"

Handler = Callable[[int, FrameType | None], None]
"""What a signal does."""


class Task(msgspec.Struct, frozen=True):
    """One game to play."""

    plan: RunPlan
    index: int


class Outcome(NamedTuple):
    """A task and what came of it."""

    task: Task
    played: Played | Failed


class Workers(Protocol):
    """Plays tasks, in any order; Ctrl-C raises KeyboardInterrupt between two outcomes, and none is lost.

    On this machine a kill and a closed terminal do the same.
    """

    @property
    def count(self) -> int:
        """How many games are played at once."""

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """What came of each task, as it is done."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def default_jobs() -> int:
    """As many processes as this one may use cores."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers(jobs: int, cluster: str | None = None) -> Workers:
    """Those that suit: a cluster by its address, one process, or several."""
    if cluster is not None:
        from quadrilatero.lab.cluster import Cluster

        return Cluster(cluster, jobs)
    return Alone() if jobs == 1 else Processes(jobs)


class Alone:
    """This process."""

    count = 1

    def __init__(self) -> None:
        self._ends = _when_killed(signal.default_int_handler)

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """One game after the other."""
        for task in tasks:
            yield Outcome(task, attempt(task.plan, task.index))

    def __enter__(self) -> Self:
        self._ends.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.__exit__(None, None, None)


_stop: Any = None


def _prepare(stop: Any) -> None:
    """A process looks between games, and between the decisions of a long one, whether to stop."""
    global _stop  # noqa: PLW0603 - the only way to hand shared memory to pooled processes
    _stop = stop
    spare_garbage_collection()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A run that is killed leaves no process behind."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _work(task: Task) -> Played | Failed | None:
    """A game, or None where the run was stopped before its end."""
    if _stop.value:
        return None
    try:
        return attempt(task.plan, task.index, lambda: bool(_stop.value))
    except Stopped:
        return None


class Processes:
    """Several processes of this machine. One that dies takes no finished game with it.

    Whether to stop is a byte that they share. It has no lock that a signal, or a process that dies, could leave shut.
    """

    def __init__(self, jobs: int) -> None:
        self.count = jobs
        self._context = multiprocessing.get_context("spawn")
        self._stop = self._context.RawValue(ctypes.c_bool, False)
        self._ends = _when_killed(self._stop_soon)
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        self._ends.__enter__()
        _start_tracker()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._close()
        finally:
            self._ends.__exit__(None, None, None)

    def _stop_soon(self, *_: object) -> None:
        self._stop.value = True

    def _open(self, count: int) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                count, mp_context=self._context, initializer=_prepare, initargs=(self._stop,)
            )
        return self._pool

    def _close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def play(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """What comes of the tasks as it comes. After a stop the games under way are given up."""
        waiting = iter(tasks)
        with _ctrl_c(self._stop_soon) as listen:
            try:
                while True:
                    lost: list[Task] = []
                    yield from self._until_broken(waiting, lost, listen)
                    if self._stop.value:
                        raise KeyboardInterrupt
                    if not lost:
                        return
                    for task in lost:
                        yield from self._alone(task, listen)
            except BaseException:
                self._stop.value = True
                self._close()
                self._stop.value = False
                raise

    def _until_broken(
        self, waiting: Iterator[Task], lost: list[Task], listen: Callable[[], object]
    ) -> Iterator[Outcome]:
        """Play with all processes; when one dies all the games under way are `lost`, and the processes closed."""
        pool = self._open(self.count)
        running: dict[Future[Played | Failed | None], Task] = {}

        def submit(count: int) -> None:
            for task in islice(waiting, count):
                try:
                    running[pool.submit(_work, task)] = task
                except BrokenProcessPool:
                    lost.append(task)

        submit(QUEUED * self.count)
        listen()
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                task = running.pop(future)
                try:
                    played = future.result()
                except BrokenProcessPool:
                    lost.append(task)
                    continue
                if played is not None:
                    yield Outcome(task, played)
            if lost:
                lost += running.values()
                self._close()
                return
            if not self._stop.value:
                submit(len(done))

    def _alone(self, task: Task, listen: Callable[[], object]) -> Iterator[Outcome]:
        """A game that was lost with its process, once more in one of its own: if that dies too, it is the game's."""
        pool = self._open(1)
        listen()
        try:
            played = pool.submit(_work, task).result()
        except BrokenProcessPool:
            played = Failed(task.index, task.plan.dice_seed(task.index), DIED)
        finally:
            self._close()
        if played is None:
            raise KeyboardInterrupt
        yield Outcome(task, played)


@contextmanager
def _ctrl_c(does: Handler) -> Iterator[Callable[[], object]]:
    """Ctrl-C does that from `listen()` on, because an exception in the pool's own locks would leave them shut.

    Before that it is ignored, so that the processes started meanwhile leave it to this one from their first moment.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield lambda: signal.signal(signal.SIGINT, does)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _when_killed(does: Handler) -> Iterator[None]:
    """A kill and a closed terminal do that, but for those that this process was started to ignore (nohup)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = ("SIGTERM", "SIGHUP")  # the second is not known on every system
    kills = [kill for name in names if (kill := getattr(signal, name, None)) is not None]
    before = {kill: signal.signal(kill, does) for kill in kills if signal.getsignal(kill) is not signal.SIG_IGN}
    try:
        yield
    finally:
        for kill, handler in before.items():
            signal.signal(kill, handler)


def _start_tracker() -> None:
    """Python's own process that puts away semaphores passes over kills and Ctrl-C; let it outlive a terminal too."""
    if os.name == "posix":
        from multiprocessing import resource_tracker

        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        try:
            resource_tracker.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
