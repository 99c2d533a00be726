"""What is compiled keeps to what the compiler can translate; it finds out only after minutes."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def chosen() -> list[Path]:
    """The sources that are compiled, as the build chooses them."""
    spec = importlib.util.spec_from_file_location("hatch_compile", ROOT / "hatch_compile.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [ROOT / "src" / path for path in module.chosen()]


def starred_tests(source: str) -> list[int]:
    """The lines with `x in (*names, other)`, over which mypyc stumbles: such a tuple needs a name."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops)
        for other in node.comparators
        if isinstance(other, ast.Tuple | ast.List) and any(isinstance(item, ast.Starred) for item in other.elts)
    ]


def test_the_search_finds_what_it_looks_for() -> None:
    assert starred_tests("a in (*b, 1)\na in b\na not in ('x', *b)\n") == [1, 3]


@pytest.mark.parametrize("path", chosen(), ids=lambda path: path.stem)
def test_nothing_is_looked_for_among_unpacked_names(path: Path) -> None:
    assert starred_tests(path.read_text("utf-8")) == [], path
