"""The search for leaks as `make leaks` runs it."""

from __future__ import annotations

import pytest

from tests import leaks
from tests.toys import toys_found


def test_pairs_of_worlds_of_every_game_that_hides_are_told_the_same(capsys: pytest.CaptureFixture[str]):
    with toys_found():
        names = leaks.hiding()
    assert "veiled" in names
    assert leaks.search(names, 20_000, 1, 0) == 0
    assert "none told apart" in capsys.readouterr().out
