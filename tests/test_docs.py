"""The examples of the documents run as they are written."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"


@pytest.mark.parametrize("name", ["save-format.md"])
def test_the_examples_of_a_document(name: str):
    result = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0
    assert result.failed == 0, "see the output above"


def test_the_example_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(example, "README.md", "exec"), names)  # noqa: S102 - our own document
    assert (tmp_path / "camposanto.json").is_file()
