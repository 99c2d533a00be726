"""Dependencies point one way: the contracts of pyproject.toml hold, and they would notice if they did not."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "quadrilatero"
LINT = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True, no_logo=True))"

ROOMS = [
    "kernel",
    "hexes",
    "table",
    "datapacks",
    "games",
    "games/one",
    "games/two",
    "bots",
    "lab",
    "env",
    "server",
    "server/lobby",
    "server/play",
    "server/storage",
    "cli",
]
VIOLATIONS = [
    ("kernel", "games"),
    ("kernel", "bots"),
    ("kernel", "lab"),
    ("kernel", "server"),
    ("kernel", "cli"),
    ("kernel", "hexes"),
    ("kernel", "table"),
    ("kernel", "datapacks"),
    ("hexes", "kernel"),
    ("hexes", "table"),
    ("table", "kernel"),
    ("datapacks", "kernel"),
    ("datapacks", "hexes"),
    ("games.one", "games.two"),
    ("games.one", "bots"),
    ("games.one", "lab"),
    ("games.one", "server"),
    ("games.one", "cli"),
    ("bots", "games.two"),
    ("lab", "games.two"),
    ("env", "games.two"),
    ("server", "games.two"),
    ("lab", "server"),
    ("server", "cli"),
    ("server.play", "server.lobby"),
    ("server.storage", "server.play"),
]


def lint(config: Path, source: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter, as `lint-imports` does, on the package found in `source`."""
    environment = os.environ | {"PYTHONPATH": str(source), "COLUMNS": "200", "NO_COLOR": "1"}
    command = [sys.executable, "-c", LINT]
    return subprocess.run(command, cwd=config.parent, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A package with all the rooms of the design, each importing only what it may."""
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8"), encoding="utf-8")
    allowed = {
        "games/one": ["kernel", "hexes", "table", "datapacks"],
        "bots": ["kernel"],
        "lab": ["bots", "kernel"],
        "server": ["bots", "kernel"],
        "cli": ["server", "lab", "games"],
    }
    for room in ["", *ROOMS]:
        folder = tmp_path / "quadrilatero" / room
        folder.mkdir(parents=True)
        imports = [f"import quadrilatero.{other}\n" for other in allowed.get(room, [])]
        (folder / "__init__.py").write_text("".join(imports), encoding="utf-8")
    return tmp_path


def test_contracts_hold() -> None:
    result = lint(ROOT / "pyproject.toml", ROOT / "src")
    assert result.returncode == 0, result.stdout + result.stderr


def test_contracts_let_a_tidy_package_pass(toy: Path) -> None:
    result = lint(toy / "pyproject.toml", toy)
    assert result.returncode == 0, result.stdout + result.stderr


def test_contracts_notice_every_wrong_import(toy: Path) -> None:
    for importer, imported in VIOLATIONS:
        file = toy / "quadrilatero" / importer.replace(".", "/") / f"sin_{imported.replace('.', '_')}.py"
        file.write_text(f"import quadrilatero.{imported}\n", encoding="utf-8")
    result = lint(toy / "pyproject.toml", toy)
    assert result.returncode == 1, result.stdout + result.stderr
    noticed = [line.replace("-> quadrilatero.", "->").split(" (l.")[0] for line in result.stdout.splitlines()]
    for importer, imported in VIOLATIONS:
        sin = f"quadrilatero.{importer}.sin_{imported.replace('.', '_')} ->{imported}"
        assert any(line.strip(" -").startswith(sin) for line in noticed), f"{sin} went unnoticed\n{result.stdout}"


def test_contracts_notice_a_room_nobody_planned(toy: Path) -> None:
    (toy / "quadrilatero" / "attic.py").touch()
    assert lint(toy / "pyproject.toml", toy).returncode == 1


def test_only_the_command_line_imports_the_server() -> None:
    graph = grimp.build_graph("quadrilatero", cache_dir=None)
    server = {module for module in graph.modules if f"{module}.".startswith("quadrilatero.server.")}
    importers = {importer for module in server for importer in graph.find_modules_that_directly_import(module)}
    outsiders = {module for module in importers - server if not f"{module}.".startswith("quadrilatero.cli.")}
    assert not outsiders


def imported_names(file: Path) -> Iterator[str]:
    """Full dotted names a module imports when it runs; relative ones are made absolute."""
    package = file.relative_to(PACKAGE.parent).parent.parts
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join([*base, *([node.module] if node.module else [])])


@pytest.mark.parametrize("room", ["hexes", "table"])
def test_geometry_needs_only_the_standard_library(room: str) -> None:
    own = f"quadrilatero.{room}"
    for file in sorted((PACKAGE / room).rglob("*.py")):
        for name in imported_names(file):
            stdlib = name.split(".")[0] in sys.stdlib_module_names
            native = name == "quadrilatero.native"  # the names of machine words
            assert stdlib or native or f"{name}.".startswith(f"{own}."), f"{file.name} imports {name}"
