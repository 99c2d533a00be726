"""The package of the games: it can be imported by path like any other, and called for the names of the games."""

from __future__ import annotations

import subprocess
import sys

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
