"""Tests run in forks of a process that has collected them once, each with some code changed first."""

from __future__ import annotations

import gc
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeVar

import pytest
from _pytest.tmpdir import tmppath_result_key

FAULT = 3
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"

Change = TypeVar("Change")


class Task(NamedTuple):
    """A change of the code, the tests that are to notice it, and how many seconds of the processor each may take."""

    change: Callable[[], None]
    tests: Sequence[pytest.Item]
    seconds: Callable[[pytest.Item], float]


class Verdict(NamedTuple):
    """How a change fared, and the test that noticed it."""

    fate: str
    by: str | None = None


class Failing(Exception):
    """A test fails without any change, or a fork does."""


def meet(task: Callable[[Change], Task], changes: Sequence[Change], jobs: int) -> Iterator[tuple[Change, Verdict]]:
    """All changes, so many at a time; whoever stops listening ends the forks that are left."""
    waiting, running = list(reversed(changes)), dict[int, tuple[Change, int]]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                change = waiting.pop()
                pid, read = _start(task(change))
                running[pid] = change, read
            pid, status = os.wait()
            change, read = running.pop(pid)
            with os.fdopen(read, "rb") as answer:
                told = answer.read().decode()
            yield change, _verdict(status, told)
    finally:
        for pid in running:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _start(task: Task) -> tuple[int, int]:
    """A fork that meets the change: its process, and where it will tell the test that noticed."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    try:
        os.close(read)
        silence()
        gc.disable()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        task.change()
        for item, following in in_turn(task.tests):
            most = int(time.process_time() + task.seconds(item)) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
            if fails(item, following):
                os.write(write, item.nodeid.encode())
                os._exit(1)
        os._exit(0)
    except BaseException:  # noqa: BLE001 - a fork never returns into the loop of its parent
        os.write(write, traceback.format_exc().encode()[-4000:])
        os._exit(FAULT)


def _verdict(status: int, told: str) -> Verdict:
    """How a fork ended."""
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == FAULT:
        raise Failing(f"a fork has failed, not a test:\n{told}")
    if os.WIFSIGNALED(status):
        return Verdict(TIMEOUT, f"signal {os.WTERMSIG(status)}")
    return Verdict(KILLED, told) if os.WEXITSTATUS(status) else Verdict(SURVIVED)


def in_turn(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the one that comes after it."""
    return zip_longest(items, items[1:])


def fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test without pytest's reports, which cost more than most of our tests."""
    state = item.session._setupstate
    item.stash[tmppath_result_key] = {}  # a folder of a test asks at its end how the test went
    item._initrequest()  # type: ignore[attr-defined]  # as pytest does before it sets a test up
    try:
        state.setup(item)
        item.runtest()
    except pytest.skip.Exception:
        return False
    except (Exception, pytest.fail.Exception):  # noqa: BLE001 - whatever it is, the test does not pass
        return True
    finally:
        state.teardown_exact(following)
    return False


def silence() -> None:
    """Nothing that is printed from now on is seen."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
