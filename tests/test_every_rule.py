"""Every rule of every game: proved by a test that passes, or said to state nothing to prove.

Runs the rule tests, unless a run of all tests has just kept how they went: `make test` asks this last.
"""

from __future__ import annotations

import pytest

import quadrilatero as q
from quadrilatero.kernel.coverage import MOST_INFORMATION, coverage
from quadrilatero.kernel.rulebook import proofs


@pytest.mark.parametrize("game", q.games())
def test_every_rule_of_every_game_is_proved_or_states_nothing_to_prove(game):
    found = coverage(game)
    assert not found.failed
    assert not found.trouble
    assert not found.strangers
    assert found.uncovered == []
    assert found.information <= MOST_INFORMATION
    assert [atom.id for atom in found.atoms if not (atom.code or atom.information or atom.later)] == []


@pytest.mark.parametrize("game", q.games())
def test_the_page_of_the_rules_names_the_tests_that_prove_them(game):
    again = f"run `quadrilatero rules {game} --coverage --keep` and commit what it writes"
    assert proofs(game) == coverage(game).proofs, again
