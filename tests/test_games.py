"""The package of the games: it can be imported by path like any other, and called for the names of the games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "source",
    [
        "import quadrilatero.games.camposanto.position as p; assert p.schema()",
        "import quadrilatero.games.camposanto.position; assert quadrilatero.games.camposanto.position.schema()",
        "import quadrilatero as q; import quadrilatero.games.camposanto; assert 'camposanto' in q.games()",
        "import quadrilatero as q; q.start('camposanto', seed=1); assert q.games() == q.games()",
        "from quadrilatero.games import camposanto; assert camposanto.GAME.name == 'camposanto'",
    ],
)
def test_the_games_are_found_by_import_and_by_call(source: str):
    run = subprocess.run([sys.executable, "-W", "error", "-c", source], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_an_unfinished_game_is_found_by_its_name_and_not_offered(tmp_path: Path):
    for name in ("ready", "draft"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("from quadrilatero.games.camposanto import GAME\n", "utf-8")
    (tmp_path / "draft" / "UNFINISHED").touch()
    source = (
        "import quadrilatero as q; from quadrilatero.kernel import find_game;"
        "assert 'ready' in q.games() and 'draft' not in q.games();"
        "assert find_game('draft').name and find_game('ready').name"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "QUADRILATERO_GAMES": str(tmp_path)},
    )
    assert run.returncode == 0, run.stderr
