"""Which tests prove which rules: a game's tests marked `rule` are run, and set beside the code that cites the rules.

The module is also the pytest plugin of that run (`-p quadrilatero.kernel.coverage --rules-of GAME`), and of a run of
all tests that keeps its results for every game (`--rules-kept`), so that nobody has to run them a second time.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from quadrilatero.kernel.game import find_game
from quadrilatero.kernel.plain import Plain
from quadrilatero.kernel.rulebook import PROOFS, BadRule, atoms, check_mark, citations

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parents[3]
CACHE = Path(".cache") / "rules"
MOST_INFORMATION = 0.2
PASSED, NO_TESTS_RAN, SOME_FAILED = 0, 5, 1


class NoTests(RuntimeError):
    """There are no tests to run: the package was installed without its source tree."""


class AtomCovered(msgspec.Struct, frozen=True):
    """One rule, the functions that enforce it and the tests of it that pass."""

    id: str
    code: list[str]
    tests: list[str]
    information: str | None
    later: bool

    @property
    def covered(self) -> bool:
        return bool(self.tests) or self.information is not None

    @property
    def awaited(self) -> bool:
        """Whether it belongs to a part of the game that is not played yet, and nothing of it is tested."""
        return self.later and not self.covered


class Coverage(msgspec.Struct, frozen=True):
    """The rules of a game with their tests, the tests that failed, and what kept others from running."""

    game: str
    atoms: list[AtomCovered]
    failed: list[str]
    strangers: list[str]
    trouble: str = ""

    @property
    def uncovered(self) -> list[str]:
        """Rules of what is played with neither a passing test nor a reason for having none."""
        return [atom.id for atom in self.atoms if not atom.covered and not atom.later]

    @property
    def awaited(self) -> list[str]:
        """Rules of what is not played yet, without a test."""
        return [atom.id for atom in self.atoms if atom.awaited]

    @property
    def information(self) -> float:
        """The share of the rules of what is played that state nothing to enforce."""
        played = [atom for atom in self.atoms if not atom.later]
        return sum(atom.information is not None for atom in played) / max(1, len(played))

    @property
    def ok(self) -> bool:
        faults = (self.failed, self.uncovered, self.strangers, self.trouble)
        return not any(faults) and self.information <= MOST_INFORMATION

    @property
    def proofs(self) -> dict[str, list[str]]:
        """The tests that prove each rule, by their names alone, whatever values they were run with."""
        return {atom.id: sorted({test.partition("[")[0] for test in atom.tests}) for atom in self.atoms if atom.tests}

    def plain(self) -> Plain:
        """The rules as JSON values."""
        return {"atoms": [msgspec.to_builtins(atom) for atom in self.atoms]}


class Outcome(msgspec.Struct, frozen=True):
    """What a run of the tests left: the rules of each passing and each failing test, and marks that name no rule."""

    passed: dict[str, list[str]]
    failed: dict[str, list[str]]
    strangers: list[str] = []
    trouble: str = ""
    hash: str = ""


def coverage(game: str, root: Path = ROOT, fresh: bool = False) -> Coverage:
    """Run the game's rule tests, or take the stored results of the same source and tests unless `fresh`."""
    find_game(game)
    if not all((root / name).exists() for name in ("pyproject.toml", "src", "tests")):
        raise NoTests(f"the tests of {game} are not here: coverage needs the source tree, not an installed package")
    digest = _digest(root)
    stored = root / CACHE / f"{game}.json"
    outcome = None if fresh else _stored(stored, digest)
    if outcome is None:
        outcome = _run(game, root)
        _store(stored, outcome, digest)
    return _join(game, outcome)


def _join(game: str, outcome: Outcome) -> Coverage:
    tests: dict[str, list[str]] = {id: [] for id in atoms(game)}
    for test, rules in outcome.passed.items():
        for rule in rules:
            tests[rule].append(test)
    code = citations(game)
    covered = [AtomCovered(id, code[id], tests[id], atom.information, atom.later) for id, atom in atoms(game).items()]
    return Coverage(game, covered, list(outcome.failed), outcome.strangers, outcome.trouble)


def keep_proofs(found: Coverage, root: Path = ROOT) -> Path:
    """Write down which tests prove which rule, for readers who do not have the tests."""
    path = root / "src" / "quadrilatero" / "games" / found.game / PROOFS
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found.proofs), indent=1) + b"\n")
    return path


# -- running and remembering -------------------------------------------------------------------------------------------


def _run(game: str, root: Path) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.json"
        command = [sys.executable, "-m", "pytest", "tests", "-q", "-o", "addopts=", "--import-mode=importlib"]
        for plugin in ("no:cacheprovider", "no:xdist", "no:schemathesis", __name__):  # what rules need, started quickly
            command += ["-p", plugin]
        command += ["--strict-markers", "--rules-of", game, "--rules-record", str(record)]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        environment["QUADRILATERO_BUILD"] = "python"
        run = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
        trouble = ""
        if run.returncode not in (PASSED, NO_TESTS_RAN, SOME_FAILED):
            trouble = _last_words(run.stdout + run.stderr)
        if not record.is_file():
            return Outcome({}, {}, trouble=trouble or "pytest left no record")
        return msgspec.structs.replace(msgspec.json.decode(record.read_bytes(), type=Outcome), trouble=trouble)


def _last_words(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return "\n".join(lines[-8:]) or "pytest could not run"


def _files(root: Path) -> Iterator[Path]:
    yield from (path for path in [root / "pyproject.toml"] if path.is_file())
    for folder in ("src", "tests"):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.name != PROOFS:
                yield path


def _digest(root: Path) -> str:
    """A hash of all files of src and tests but what coverage itself writes, and of the Python that runs them."""
    whole = hashlib.blake2b(sys.version.encode(), digest_size=32)
    for path in _files(root):
        content = hashlib.blake2b(path.read_bytes(), digest_size=32).digest()
        whole.update(path.relative_to(root).as_posix().encode() + b"\0" + content)
    return whole.hexdigest()


def _stored(path: Path, digest: str) -> Outcome | None:
    try:
        outcome = msgspec.json.decode(path.read_bytes(), type=Outcome)
    except (OSError, msgspec.MsgspecError):
        return None
    return outcome if outcome.hash == digest else None


def _store(path: Path, outcome: Outcome, digest: str) -> None:
    if not (outcome.failed or outcome.strangers or outcome.trouble):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(msgspec.structs.replace(outcome, hash=digest)))


# -- the pytest plugin -------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which game's rules, and where to record them."""
    parser.addoption("--rules-of", default=None, help="run only tests marked with a rule of this game")
    parser.addoption("--rules-record", default=None, help="write their rules and outcomes to this file")
    parser.addoption("--rules-kept", action="store_true", help="keep how the rule tests of all games go, for coverage")


def pytest_configure(config: pytest.Config) -> None:
    """Start the record of a run that was asked for."""
    if config.getoption("rules_of"):
        config.pluginmanager.register(Recorder(config.getoption("rules_of"), config.getoption("rules_record")))
    if config.getoption("rules_kept"):
        config.pluginmanager.register(Keeper(config.rootpath, telling=hasattr(config, "workerinput")))


class Stages:
    """How each stage of each test went: set up, run, cleared away."""

    def __init__(self) -> None:
        self.outcomes: dict[str, set[str]] = {}

    def note(self, report: pytest.TestReport) -> None:
        """Note one stage of a test; an expected failure counts for nothing."""
        outcome = "xfailed" if hasattr(report, "wasxfail") else report.outcome
        self.outcomes.setdefault(report.nodeid, set()).add(outcome)

    def outcome(self, rules: dict[str, list[str]], strangers: list[str]) -> Outcome:
        """What came of the tests of these rules: passed is what passed in every stage."""
        seen = {test: self.outcomes[test] for test in rules if test in self.outcomes}
        passed = {test: rules[test] for test, stages in seen.items() if stages == {"passed"}}
        return Outcome(passed, {test: rules[test] for test, stages in seen.items() if "failed" in stages}, strangers)


class Recorder:
    """Chooses a game's rule tests and writes down how each went."""

    def __init__(self, game: str, path: str) -> None:
        self.prefix = f"{game}:"
        self.path = Path(path)
        self.rules: dict[str, list[str]] = {}
        self.strangers: list[str] = []
        self.stages = Stages()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are marked with a rule of the game; note every mark that names no rule of any."""
        for item in items:
            marked = [
                rule for mark in item.iter_markers("rule") for rule in mark.args if self._names_a_rule(rule, item)
            ]
            if mine := [rule.removeprefix(self.prefix) for rule in marked if rule.startswith(self.prefix)]:
                self.rules[item.nodeid] = list(dict.fromkeys(mine))
        items[:] = [item for item in items if item.nodeid in self.rules]

    def _names_a_rule(self, mark: str, item: pytest.Item) -> bool:
        try:
            check_mark(mark)
        except BadRule as fault:
            self.strangers.append(f"{item.nodeid} is marked {mark!r}: {fault}")
            return False
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.stages.note(report)

    def pytest_sessionfinish(self) -> None:
        """Write the record."""
        self.path.write_bytes(msgspec.json.encode(self.stages.outcome(self.rules, self.strangers)))


class Keeper:
    """Keeps for every game how its rule tests went in a run of all tests, on one process or many."""

    def __init__(self, root: Path, telling: bool) -> None:
        self.root = root
        self.telling = telling  # one of many processes: what it finds reaches the first with its reports
        self.digest = "" if telling else _digest(root)
        self.marks: dict[str, list[str]] = {}
        self.stages = Stages()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Let every report say what its test is marked with."""
        for item in items:
            if marks := [rule for mark in item.iter_markers("rule") for rule in mark.args]:
                item.user_properties.append(("rules", list(dict.fromkeys(marks))))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if marks := dict(report.user_properties).get("rules"):
            self.marks[report.nodeid] = cast(list[str], marks)
            self.stages.note(report)

    def pytest_sessionfinish(self) -> None:
        """Store what was found, unless a file has changed meanwhile."""
        if self.telling or _digest(self.root) != self.digest:
            return
        for game in {mark.split(":")[0] for marks in self.marks.values() for mark in marks}:
            prefix = f"{game}:"
            rules = {
                test: mine
                for test, marks in sorted(self.marks.items())
                if (mine := [mark.removeprefix(prefix) for mark in marks if mark.startswith(prefix)])
            }
            _store(self.root / CACHE / f"{game}.json", self.stages.outcome(rules, []), self.digest)
