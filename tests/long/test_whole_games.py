"""Every battle of every game keeps the kernel's contract."""

from __future__ import annotations

import random

import pytest

import quadrilatero as q
from quadrilatero.builds import BUILD
from quadrilatero.kernel import contract

FEW, SHORT, DAYS, LONG = 60, 800, 1200, 2500
"""How many answers of a game are played: more of the first of a battle where the build is compiled, of a campaign fewer
than of another battle. All but campaigns and large battles come to their ends; those are met by random games of their
own."""
LARGE = {"luetzen", "rocroi", "alerheim", "lens"}
"""Battles of sixty bases and more on a free table, where every answer takes long to check."""
CAMPAIGNS = {"1848", "1848-free", "1848-late", "1866", "1866-free"}
"""Days of fighting with all counters: of these, too, few answers are played unless the build is compiled."""
CASES = [(game, scenario, seed) for game in q.games() for scenario in q.scenarios(game) for seed in range(2)]


@pytest.mark.parametrize(("game", "scenario", "seed"), CASES)
def test_the_contract(game: str, scenario: str, seed: int):
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.values) for option in q.options(game)} if seed else {}
    compiled = BUILD == "compiled"
    few = scenario in LARGE or (scenario in CAMPAIGNS and not compiled)
    long = DAYS if scenario in CAMPAIGNS else LONG
    most = FEW if few else long if compiled and seed == 0 else SHORT
    contract.check_game(game, scenario, options=options, seed=seed, samples=5, most=most)
