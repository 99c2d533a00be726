"""Trying mutants out: pytest collects a game's tests once, and every mutant is met by a fork of that process."""

from __future__ import annotations

import ast
import gc
import hashlib
import importlib
import os
import re
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.mutation.install import install_mutant, watch
from tests.mutation.operators import Mutant

FAULT = 3
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
SLACK_SECONDS, SLACK = 5.0, 10.0
"""A mutant may take so many times the time of its tests, and some more, in seconds of the processor."""

RULE = re.compile(r"\b(?:aid\.[a-z]+|[0-9]+(?:\.[0-9]+)?)-[a-z]\b")

Hits = set[tuple[str, str, int]]


class Seen(msgspec.Struct):
    """What is known of one test: its time, and the statements of the rules that it runs."""

    seconds: float
    hits: Hits


class Recorded(msgspec.Struct):
    """All tests of a file, and the fingerprint of tests and rules for which it is true."""

    state: str
    seen: dict[str, Seen]


class Verdict(NamedTuple):
    """How a mutant fared, and the test that noticed it."""

    fate: str
    by: str | None = None


class Failing(Exception):
    """A test fails without any mutant."""


class Runner:
    """A plugin of pytest that takes the place of running the tests."""

    def __init__(self, game: str, cache: Path, most: int | None, work: Callable[[Runner], None]) -> None:
        self.game = game
        self.most = most
        self.cache = cache
        self.work = work
        self.package = f"quadrilatero.games.{game}.rules"
        self.items: list[pytest.Item] = []
        self.seen: dict[str, Seen] = {}
        self.error: str | None = None
        self.stopped = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of pytest's own loop."""
        self.items = session.items
        self.modules = [importlib.import_module(f"{self.package}.{path.stem}") for path in rule_files(self.game)]
        self.atoms = {item.nodeid: _atoms(item, self.game) for item in self.items}
        self.named = {path.stem: _named(path) for path in rule_files(self.game)}
        gc.collect()
        gc.freeze()
        try:
            self.seen = self._recorded()
            self.work(self)
        except Failing as failing:
            self.error = str(failing)
        except KeyboardInterrupt:
            self.stopped = True
        return True

    # -- which tests run what -----------------------------------------------------------------------------------------

    def _recorded(self) -> dict[str, Seen]:
        """Kept for every file of tests until it or the rules change."""
        rules = b"".join(path.read_bytes() for path in rule_files(self.game))
        files: dict[Path, list[pytest.Item]] = {}
        for item in self.items:
            files.setdefault(item.path, []).append(item)
        seen: dict[str, Seen] = {}
        for path, items in files.items():
            state = hashlib.sha256(rules + path.read_bytes()).hexdigest()
            kept = self.cache / "seen" / f"{path.stem}.msgpack"
            known = msgspec.msgpack.decode(kept.read_bytes(), type=Recorded) if kept.exists() else None
            if known is None or known.state != state or known.seen.keys() < {item.nodeid for item in items}:
                print(f"\r{path.name}: {len(items)} tests are run to see which rules they use", flush=True)
                known = Recorded(state, self._record_apart(items))
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(msgspec.msgpack.encode(known))
            seen |= known.seen
        return seen

    def _record_apart(self, items: list[pytest.Item]) -> dict[str, Seen]:
        """In a fork, so that no cache of the rules is warm when a mutant comes."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            with os.fdopen(write, "wb") as out:
                _silence()
                out.write(msgspec.msgpack.encode(self._record(items)))
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as answer:
            told = answer.read()
        os.waitpid(pid, 0)
        failed, seen = msgspec.msgpack.decode(told, type=tuple[list[str], dict[str, Seen]])
        if failed:
            raise Failing("these tests fail without a mutant; mend them first:\n  " + "\n  ".join(failed))
        return seen

    def _record(self, items: list[pytest.Item]) -> tuple[list[str], dict[str, Seen]]:
        hits: Hits = set()
        for module in self.modules:
            watch(module, hits)
        seen, failed = {}, []
        for item, following in _in_turn(items):
            hits.clear()
            start = time.process_time()
            if _fails(item, following):
                failed.append(item.nodeid)
            seen[item.nodeid] = Seen(time.process_time() - start, set(hits))
        return failed, seen

    # -- one mutant ---------------------------------------------------------------------------------------------------

    def tests_of(self, mutant: Mutant) -> list[pytest.Item]:
        """The tests that run the changed place: of rules that the function names, of its chapter, then the quickest."""
        place = (mutant.module, mutant.where, mutant.statement)
        chapter = self.named[mutant.module]
        own, near = chapter.get(mutant.where, set()), set().union(*chapter.values())

        def is_met(item: pytest.Item) -> bool:
            hits = self.seen[item.nodeid].hits
            if mutant.statement >= 0:
                return place in hits
            return any(module == mutant.module for module, _, _ in hits)

        met = [item for item in self.items if is_met(item)]
        atoms = self.atoms
        met.sort(key=lambda item: (not own & atoms[item.nodeid], not near & atoms[item.nodeid], self.seconds(item)))
        return met[: self.most]

    def seconds(self, item: pytest.Item) -> float:
        """How long a test takes."""
        return self.seen[item.nodeid].seconds

    def start(self, mutant: Mutant) -> tuple[int, int]:
        """A fork that meets the mutant: its process, and where it will tell the test that noticed."""
        items = self.tests_of(mutant)
        seconds = sum(self.seconds(item) for item in items)
        read, write = os.pipe()
        pid = os.fork()
        if pid:
            os.close(write)
            return pid, read
        try:
            os.close(read)
            _silence()
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            most = int(SLACK_SECONDS + SLACK * seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
            install_mutant(mutant, self.package)
            for item, following in _in_turn(items):
                if _fails(item, following):
                    os.write(write, item.nodeid.encode())
                    os._exit(1)
            os._exit(0)
        except BaseException:  # noqa: BLE001 - a fork never returns into the loop of its parent
            os.write(write, traceback.format_exc().encode()[-4000:])
            os._exit(FAULT)

    @staticmethod
    def verdict(status: int, told: str) -> Verdict:
        """How a fork ended."""
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == FAULT:
            raise Failing(f"a fork has failed, not a test:\n{told}")
        if os.WIFSIGNALED(status):
            return Verdict(TIMEOUT, f"signal {os.WTERMSIG(status)}")
        return Verdict(KILLED, told) if os.WEXITSTATUS(status) else Verdict(SURVIVED)


def rule_files(game: str) -> list[Path]:
    """The modules of a game's rules."""
    package = importlib.import_module(f"quadrilatero.games.{game}")
    assert package.__file__ is not None
    return sorted(path for path in (Path(package.__file__).parent / "rules").glob("*.py") if path.stem != "__init__")


def meet(runner: Runner, mutants: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
    """All of them, so many at a time; whoever stops listening ends the forks that are left."""
    waiting, running = list(reversed(mutants)), dict[int, tuple[Mutant, int]]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop()
                pid, read = runner.start(mutant)
                running[pid] = mutant, read
            pid, status = os.wait()
            mutant, read = running.pop(pid)
            with os.fdopen(read, "rb") as answer:
                told = answer.read().decode()
            yield mutant, runner.verdict(status, told)
    finally:
        for pid in running:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _in_turn(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip_longest(items, items[1:])


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test without pytest's reports, which cost more than most of our tests."""
    state = item.session._setupstate
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


def _named(path: Path) -> dict[str, set[str]]:
    """The rules that each function of a module names, in its docstring or in what it tells."""
    source = path.read_text()
    tops = [top for top in ast.parse(source).body if isinstance(top, ast.FunctionDef)]
    return {top.name: set(RULE.findall(ast.get_source_segment(source, top) or "")) for top in tops}


def _atoms(item: pytest.Item, game: str) -> set[str]:
    named = {rule for mark in item.iter_markers("rule") for rule in mark.args}
    return {rule.removeprefix(f"{game}:") for rule in named}


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def collect(runner: Runner, tests: list[str]) -> Any:
    """Let pytest collect the tests and hand over to the runner."""
    quiet = ["-s", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminal"]
    return pytest.main([*quiet, "--import-mode=importlib", *tests], plugins=[runner])
