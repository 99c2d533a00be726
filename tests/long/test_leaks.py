"""The search for leaks as `make leaks` runs it."""

from __future__ import annotations

import pytest

from tests import leaks
from tests.fuzzing import fuzz_of
from tests.toys import toys_found


def hiding() -> list[str]:
    with toys_found():
        return leaks.hiding()


def test_there_are_games_that_hide():
    assert {"custoza", "veiled"} <= set(hiding())


@pytest.mark.parametrize("name", hiding())
def test_pairs_of_worlds_are_told_the_same(name: str, capsys: pytest.CaptureFixture[str]):
    with toys_found():
        wanted = fuzz_of(name).pairs
    assert leaks.search([name], wanted, 1, 0) == 0
    said = capsys.readouterr()
    assert f"{name}: " in said.out
    assert "none told apart" in said.out
    assert f"of {wanted} pairs" in said.err  # how far it has come is said on the way
