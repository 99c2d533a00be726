"""Trying mutants out: pytest collects a game's tests once, and every mutant is met by a fork of that process."""

from __future__ import annotations

import ast
import gc
import hashlib
import importlib
import os
import re
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.mutation.forks import Failing, Task, fails, in_turn, silence
from tests.mutation.install import install_mutant, watch
from tests.mutation.operators import Mutant, definitions, sources

SLACK_SECONDS, SLACK = 2.0, 10.0
"""With a mutant a test may take so many times as long as without, and some more, in seconds of the processor."""
SLOW = 0.3
"""Tests that take longer than this come last, whatever they are about."""

RECORDING = b"2"
"""Another one where more is noted of a test than before: what was kept of it then is no longer enough."""

ROOMS = ("hexes", "table")

RULE = re.compile(r"\b(?:(?:aid|chart)\.[A-Za-z]+|[0-9]+(?:\.[0-9a-z]+)*)-[a-z][0-9]*\b")

Hits = set[tuple[str, str, int]]


class Seen(msgspec.Struct):
    """What is known of one test: its time, the statements of the rules that it runs, and how they read then."""

    seconds: float
    hits: Hits
    state: str


class Recorded(msgspec.Struct):
    """All tests of a file, and the fingerprint of the file."""

    state: str
    seen: dict[str, Seen]


class Runner:
    """A plugin of pytest that takes the place of running the tests."""

    def __init__(self, game: str, cache: Path, most: float, work: Callable[[Runner], None]) -> None:
        self.game = game
        self.most = most
        self.cache = cache
        self.work = work
        self.package = package_of(game)
        self.items: list[pytest.Item] = []
        self.seen: dict[str, Seen] = {}
        self.states: dict[Path, str] = {}
        self.running: dict[tuple[str, str, int] | str, list[pytest.Item]] = {}
        self.places: dict[tuple[str, str, int], list[pytest.Item]] = {}
        self.noticed: dict[tuple[str, str], list[str]] = {}
        self.error: str | None = None
        self.stopped = False

    def pytest_configure(self) -> None:
        """That a test fails is enough: Hypothesis looks for no smaller example, and for the same ones every time."""
        from hypothesis import Phase, settings

        settings.register_profile("mutants", phases=[Phase.explicit, Phase.generate], derandomize=True, database=None)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of pytest's own loop."""
        self.items = session.items
        self.modules = [importlib.import_module(f"{self.package}.{path.stem}") for path in rule_files(self.game)]
        self.atoms = {item.nodeid: _atoms(item, self.game) for item in self.items}
        self.named = {path.stem: _named(path) for path in rule_files(self.game)}
        self.sources = {path.stem: sources(path) for path in rule_files(self.game)}
        gc.collect()
        gc.freeze()
        try:
            self.seen = self._recorded()
            for item in self.items:
                hits = self.seen[item.nodeid].hits
                for place in hits:
                    self.running.setdefault(place, []).append(item)
                for module in {module for module, _, _ in hits}:
                    self.running.setdefault(module, []).append(item)
            self._warm()
            self.work(self)
        except Failing as failing:
            self.error = str(failing)
        except KeyboardInterrupt:
            self.stopped = True
        return True

    # -- which tests run what -----------------------------------------------------------------------------------------

    def _recorded(self) -> dict[str, Seen]:
        """Kept for every test until its file or a function of the rules that it runs changes."""
        files: dict[Path, list[pytest.Item]] = {}
        for item in self.items:
            files.setdefault(item.path, []).append(item)
        seen: dict[str, Seen] = {}
        for path, items in files.items():
            state = self.states[path] = hashlib.sha256(RECORDING + path.read_bytes()).hexdigest()
            kept = self.cache / "seen" / f"{path.stem}.msgpack"
            known = msgspec.msgpack.decode(kept.read_bytes(), type=Recorded) if kept.exists() else None
            if known is None or known.state != state:
                known = Recorded(state, {})
            if new := [item for item in items if not self._holds(known.seen.get(item.nodeid))]:
                print(f"\r{path.name}: {len(new)} tests are run to see which rules they use", flush=True)
                known.seen |= self._record_apart(new)
                keep(kept, msgspec.msgpack.encode(known))
            seen |= known.seen
        return seen

    def _holds(self, seen: Seen | None) -> bool:
        return seen is not None and seen.state == self._state(seen.hits)

    def _state(self, hits: Hits) -> str:
        """A fingerprint of the functions in which these statements stand."""
        functions = sorted({(module, function) for module, function, _ in hits})
        read = "".join(self.sources.get(module, {}).get(function, "-") for module, function in functions)
        return hashlib.sha256(read.encode()).hexdigest()[:16]

    def _warm(self) -> None:
        """Run a test of each file that runs no rule, so that the forks find the data read and the maps laid out."""
        items: dict[Path, pytest.Item] = {}
        for item in self.items:
            if not self.seen[item.nodeid].hits and self.seconds(item) < SLOW:
                items.setdefault(item.path, item)
        for item, following in in_turn(list(items.values())):
            fails(item, following)
        gc.collect()
        gc.freeze()

    def _record_apart(self, items: list[pytest.Item]) -> dict[str, Seen]:
        """In a fork, so that no cache of the rules is warm when a mutant comes."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            with os.fdopen(write, "wb") as out:
                silence()
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
        for item, following in in_turn(items):
            hits.clear()
            start = time.process_time()
            if fails(item, following):
                failed.append(item.nodeid)
            seen[item.nodeid] = Seen(time.process_time() - start, set(hits), self._state(hits))
        return failed, seen

    # -- one mutant ---------------------------------------------------------------------------------------------------

    def tests_of(self, mutant: Mutant) -> list[pytest.Item]:
        """The tests that run the changed place, as many as there is time for.

        First those that noticed other changes of the function, then those of rules that it names, of its chapter, and
        the quickest.
        """
        noticed = self.noticed.get((mutant.module, mutant.where), [])
        rank = {id: number for number, id in enumerate(noticed)}
        met = sorted(self.meeting(mutant), key=lambda item: rank.get(item.nodeid, len(rank)))
        ends = accumulate(self.seconds(item) for item in met)
        return [item for item, end in zip(met, ends, strict=True) if end <= self.most]

    def meeting(self, mutant: Mutant) -> list[pytest.Item]:
        """All tests that run the changed place, or anything of the module where a constant has changed."""
        place = (mutant.module, mutant.where, mutant.statement)
        if place not in self.places:
            chapter = self.named[mutant.module]
            own, near = chapter.get(mutant.where, set()), set().union(*chapter.values())

            def rank(item: pytest.Item) -> tuple[bool, bool, bool, float]:
                atoms, seconds = self.atoms[item.nodeid], self.seconds(item)
                return seconds > SLOW, not own & atoms, not near & atoms, seconds

            wanted = mutant.module if mutant.statement < 0 else place
            self.places[place] = sorted(self.running.get(wanted, []), key=rank)
        return self.places[place]

    def met(self, mutant: Mutant) -> str:
        """A fingerprint of the tests that run the changed place."""
        read = sorted(f"{item.nodeid} {self.states[item.path]}" for item in self.meeting(mutant))
        return hashlib.sha256(" ".join([str(self.most), *read]).encode()).hexdigest()[:16]

    def note(self, mutant: Mutant, by: str | None) -> None:
        """A test has noticed a mutant: it is the first to meet the others of that function."""
        if by is not None:
            known = self.noticed.setdefault((mutant.module, mutant.where), [])
            if by in known:
                known.remove(by)
            known.insert(0, by)

    def seconds(self, item: pytest.Item) -> float:
        """How long a test takes."""
        return self.seen[item.nodeid].seconds

    def task(self, mutant: Mutant) -> Task:
        """What a fork does with a mutant."""
        return Task(
            lambda: install_mutant(mutant, self.package),
            self.tests_of(mutant),
            lambda item: SLACK_SECONDS + SLACK * self.seconds(item),
        )


def keep(path: Path, written: bytes) -> None:
    """Write a file of the cache whole or not at all: a run may be stopped at any time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(written)
    part.replace(path)


def package_of(subject: str) -> str:
    """The package that is changed: the rules of a game, or a room of geometry."""
    return f"quadrilatero.{subject}" if subject in ROOMS else f"quadrilatero.games.{subject}.rules"


def rule_files(subject: str) -> list[Path]:
    """The modules of a game's rules, or of a room; what draws a board in characters decides nothing."""
    package = importlib.import_module(package_of(subject))
    assert package.__file__ is not None
    return sorted(path for path in Path(package.__file__).parent.glob("*.py") if path.stem not in ("__init__", "text"))


def _named(path: Path) -> dict[str, set[str]]:
    """The rules that each function of a module names, in its docstring or in what it tells."""
    source = path.read_text()
    tops = [(name, top) for name, top in definitions(source) if isinstance(top, ast.FunctionDef)]
    return {name: set(RULE.findall(ast.get_source_segment(source, top) or "")) for name, top in tops}


def _atoms(item: pytest.Item, game: str) -> set[str]:
    named = {rule for mark in item.iter_markers("rule") for rule in mark.args}
    return {rule.removeprefix(f"{game}:") for rule in named}


def collect(runner: object, tests: list[str]) -> Any:
    """Let pytest collect the tests and hand over to the plugin that takes the place of running them."""
    quiet = ["-s", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminal"]
    return pytest.main([*quiet, "--import-mode=importlib", *tests], plugins=[runner])
