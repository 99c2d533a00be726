"""The search for changes of the rules that no test notices works, and what it is told to pass over is still there."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.mutants import FOLDER, ROOT, equivalents, rate
from tests.mutation.operators import mutants
from tests.mutation.runner import rule_files

LEAST = {"camposanto": 0.98, "custoza": 0.9, "vivaorre": 0.9, "alaguerre": 0.9, "table": 0.95}
"""How many of the changes that make a difference must be noticed, by game (or room), where all modules were tried."""
LEAST_OF_EACH = {"table": 0.9}
"""The same of every single module."""
LISTS = sorted(path.stem for path in FOLDER.glob("*.toml") if "." not in path.stem)


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tests" / "mutants.py"), "camposanto", *args]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_change_that_a_test_notices_is_told_from_one_that_none_does(tmp_path: Path):
    chosen = "--cache", str(tmp_path), "--tests", "tests/games/camposanto/test_isolation.py", "--file", "evening"
    done = run(*chosen, "--only", "is_isolated")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "(100.0%)" in done.stdout
    done = run(*chosen, "--only", "artillery_range")
    assert done.returncode == 1
    assert "evening.artillery_range: 1 -> 2" in done.stdout, "isolation does not hang on the range of guns"


def test_a_module_that_is_not_there_is_named(tmp_path: Path):
    done = run("--cache", str(tmp_path), "--file", "navy")
    assert done.returncode == 2
    assert "no module navy in the rules of camposanto" in done.stderr


@pytest.mark.parametrize("game", LISTS)
def test_what_is_said_to_make_no_difference_is_still_there_and_has_a_reason(game: str):
    found = {mutant.key for path in rule_files(game) for mutant in mutants(path)}
    listed = equivalents(game)
    assert not listed.keys() - found, "remove these, or write them as `make mutants` names them"
    assert all(len(reason) > 10 for reason in listed.values())


@pytest.mark.parametrize("game", LEAST)
def test_the_kept_scores_are_those_of_every_module_and_high_enough(game: str):
    scores = tomllib.loads((FOLDER / f"{game}.scores.toml").read_text())
    assert scores.keys() == {path.stem for path in rule_files(game)}
    total: Counter[str] = Counter()
    for score in scores.values():
        total += Counter(score)
    assert rate(total) >= LEAST[game]
    least = LEAST_OF_EACH.get(game, 0.0)
    assert not [name for name, score in scores.items() if rate(Counter(score)) < least]
