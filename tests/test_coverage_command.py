"""Coverage of the rules by tests: measured on small projects of our own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quadrilatero.cli.app import app
from quadrilatero.kernel import coverage as module
from quadrilatero.kernel.coverage import NoTests, coverage
from quadrilatero.kernel.rulebook import atoms

TOYS = Path(__file__).parent / "toys"
PASSING = """
import pytest

@pytest.mark.rule("camposanto:7.1-d")
@pytest.mark.parametrize("n", [1, 2])
def test_passes(n): pass

@pytest.mark.rule("camposanto:7.1-e", "camposanto:7.1-f")
def test_two_rules(): pass

@pytest.mark.rule("camposanto:7.1-g")
def test_skipped(): pytest.skip("not today")

@pytest.mark.rule("camposanto:7.1-h")
@pytest.mark.xfail(reason="known")
def test_known_fault(): assert False

def test_unmarked(): assert False
"""
FAILING = """
import pytest

@pytest.mark.rule("camposanto:7.1-d")
def test_fails(): assert False
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source tree with a few tests, which have been run and are kept."""
    root = tmp_path_factory.mktemp("measured")
    (root / "src").mkdir()
    (root / "tests").mkdir()
    (root / "pyproject.toml").write_text('[tool.pytest.ini_options]\nmarkers = ["rule(id): the rule proved"]\n')
    (root / "tests" / "test_rules.py").write_text(PASSING)
    coverage("camposanto", root)
    return root


@pytest.fixture
def project(measured: Path, tmp_path: Path) -> Path:
    """A copy of one's own of that source tree; its tests are run again when something in it has changed."""
    return Path(shutil.copytree(measured, tmp_path / "project"))


@pytest.fixture
def failing(project: Path) -> Path:
    """A source tree whose only test fails."""
    shutil.rmtree(project / module.CACHE)
    (project / "tests" / "test_rules.py").write_text(FAILING)
    return project


def proofs(found):
    return {atom.id: atom.tests for atom in found.atoms if atom.tests}


def test_only_passing_tests_of_the_game_count(project):
    found = coverage("camposanto", project)
    assert proofs(found) == {
        "7.1-d": ["tests/test_rules.py::test_passes[1]", "tests/test_rules.py::test_passes[2]"],
        "7.1-e": ["tests/test_rules.py::test_two_rules"],
        "7.1-f": ["tests/test_rules.py::test_two_rules"],
    }
    assert not found.failed
    assert not found.ok
    assert "7.1-g" in found.uncovered


def test_every_atom_is_listed_with_its_code_and_information(project):
    found = coverage("camposanto", project)
    assert [atom.id for atom in found.atoms] == list(atoms("camposanto"))
    assert all(atom.information == atoms("camposanto")[atom.id].information for atom in found.atoms)
    assert all(":" in function for atom in found.atoms for function in atom.code)
    assert found.plain()["atoms"][0].keys() == {"id", "code", "tests", "information", "later"}


def test_a_failing_test_is_named_proves_nothing_and_is_not_kept(failing):
    found = coverage("camposanto", failing)
    assert found.failed == ["tests/test_rules.py::test_fails"]
    assert not proofs(found)
    assert not found.ok
    assert not (failing / module.CACHE).exists()


def test_tests_that_cannot_be_read_are_trouble(project):
    (project / "tests" / "test_broken.py").write_text("import no_such_module_anywhere\n")
    found = coverage("camposanto", project)
    assert "no_such_module_anywhere" in found.trouble
    assert not found.ok


def test_marks_that_name_no_rule_are_named(project):
    marks = ["camposanto:77-z", "camposanto:7.1d", "chess:7.1-d", "7.1-d"]
    marked = PASSING.replace('"camposanto:7.1-d"', ", ".join(map(repr, marks)))
    (project / "tests" / "test_rules.py").write_text(marked)
    found = coverage("camposanto", project)
    assert len(found.strangers) == 8
    for mark in marks:
        first = f"tests/test_rules.py::test_passes[1] is marked '{mark}': "
        assert any(stranger.startswith(first) for stranger in found.strangers), mark
    assert not found.ok


def test_tests_of_another_game_are_left_alone(project, monkeypatch):
    monkeypatch.setenv("QUADRILATERO_GAMES", str(TOYS))
    other = PASSING + '\n@pytest.mark.rule("veiled:1-a")\ndef test_other_game(): assert False\n'
    (project / "tests" / "test_rules.py").write_text(other)
    found = coverage("camposanto", project)
    assert not found.failed
    assert not found.strangers
    assert "7.1-d" in proofs(found)


def test_results_are_kept_until_a_file_changes(project, monkeypatch):
    runs = []
    outcome = module._run("camposanto", project)

    def counted(game, root):
        runs.append(game)
        return outcome

    monkeypatch.setattr(module, "_run", counted)
    first = coverage("camposanto", project, fresh=True)
    assert coverage("camposanto", project) == first
    assert len(runs) == 1
    (project / "src" / "new.py").write_text("x = 1\n")
    assert coverage("camposanto", project) == first
    assert len(runs) == 2
    coverage("camposanto", project, fresh=True)
    assert len(runs) == 3
    next((project / module.CACHE).iterdir()).write_text("rubbish")
    assert coverage("camposanto", project) == first
    assert len(runs) == 4


@pytest.mark.parametrize("processes", [0, 2])
def test_a_run_of_all_tests_keeps_what_coverage_asks(project, processes, monkeypatch):
    write = project / "tests" / "test_rules.py"
    write.write_text(PASSING.replace("def test_unmarked(): assert False", ""))
    asked = coverage("camposanto", project)
    (project / module.CACHE / "camposanto.json").unlink()
    run_all(project, processes)
    monkeypatch.setattr(module, "_run", None)
    assert proofs(coverage("camposanto", project)) == proofs(asked)


def test_a_run_in_which_a_rule_test_failed_keeps_nothing(failing):
    run_all(failing, 0)
    assert not (failing / module.CACHE).exists()


def run_all(project: Path, processes: int) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(processes), "-p", module.__name__, "--rules-kept"]
    subprocess.run([*command, "-p", "no:schemathesis"], cwd=project, check=False, capture_output=True)


def test_the_tests_that_prove_a_rule_are_written_down_by_name(project):
    folder = project / "src" / "quadrilatero" / "games" / "camposanto"
    folder.mkdir(parents=True)
    before = coverage("camposanto", project)
    written = module.keep_proofs(before, project)
    assert json.loads(written.read_bytes()) == {
        "7.1-d": ["tests/test_rules.py::test_passes"],
        "7.1-e": ["tests/test_rules.py::test_two_rules"],
        "7.1-f": ["tests/test_rules.py::test_two_rules"],
    }
    (project / module.CACHE / "camposanto.json").write_bytes(
        (project / module.CACHE / "camposanto.json").read_bytes().replace(b"test_two_rules", b"test_kept")
    )
    assert "tests/test_rules.py::test_kept" in proofs(coverage("camposanto", project))["7.1-e"], "nothing else changed"


def test_what_is_not_proved_is_not_written_down(project, monkeypatch):
    kept: list[object] = []
    monkeypatch.setattr("quadrilatero.cli.rules.keep_proofs", kept.append)
    assert command("--keep", root=project, monkeypatch=monkeypatch).exit_code == 1
    assert not kept


def test_without_a_source_tree_there_are_no_tests(tmp_path):
    with pytest.raises(NoTests, match="the tests of camposanto are not here"):
        coverage("camposanto", tmp_path)


# -- the command -------------------------------------------------------------------------------------------------------


def command(*args, root: Path, monkeypatch):
    monkeypatch.setattr(module.coverage, "__defaults__", (root, False))
    return CliRunner().invoke(app, ["rules", "camposanto", "--coverage", *args])


def test_the_command_prints_json_and_fails_where_atoms_are_bare(project, monkeypatch):
    result = command("--json", root=project, monkeypatch=monkeypatch)
    assert result.exit_code == 1
    printed = json.loads(result.stdout)
    assert list(printed) == ["atoms"]
    assert next(atom for atom in printed["atoms"] if atom["id"] == "7.1-d")["tests"]
    assert "neither test nor information" in result.stderr


def test_the_command_shows_a_table(project, monkeypatch):
    result = command("--lang", "it", root=project, monkeypatch=monkeypatch)
    assert "Assalti" in result.stdout
    assert "Solo informative" in result.stdout
    assert result.exit_code == 1


def test_the_command_names_failing_tests(failing, monkeypatch):
    result = command("--lang", "en", root=failing, monkeypatch=monkeypatch)
    assert result.exit_code == 1
    assert "failed: tests/test_rules.py::test_fails" in result.stderr


def test_the_command_says_when_there_are_no_tests(tmp_path, monkeypatch):
    result = command("--json", root=tmp_path, monkeypatch=monkeypatch)
    assert result.exit_code == 2
    assert "the tests of camposanto are not here" in result.stderr
    assert not result.stdout


def test_an_unfinished_game_is_measured_too_and_said_to_be_unfinished(project, monkeypatch):
    assert "is unfinished" not in command("--lang", "en", root=project, monkeypatch=monkeypatch).stderr
    monkeypatch.setattr("quadrilatero.kernel.game.UNFINISHED", "game.py")
    result = command("--lang", "en", root=project, monkeypatch=monkeypatch)
    assert "camposanto is unfinished" in result.stderr
    assert "neither test nor information" in result.stderr
