"""The bench that parts what favours a side: its changes are lawful set-ups, and what they do is found again."""

from __future__ import annotations

import random

import pytest

import quadrilatero as q
from bench.balance_factors import FACTORS, report, set_up


@pytest.mark.parametrize("at", range(len(FACTORS)), ids=list(FACTORS))
def test_every_change_makes_a_lawful_set_up_of_its_own(at: int):
    plain, changed = (
        q.start("camposanto", position=set_up([n in chosen for n in range(len(FACTORS))]), seed=1).state()
        for chosen in ((), (at,))
    )
    differing = {key for key in plain if plain[key] != changed[key]}
    name = list(FACTORS)[at]
    assert differing == ({"series", "orders_left"} if name.startswith("orders") else {"units"})


def test_without_changes_it_is_the_first_reconstruction():
    first = q.start("camposanto", "battle", options={"reconstruction": "first"}, seed=1).state()
    assert q.start("camposanto", position=set_up([False] * len(FACTORS)), seed=1).state() == first


def test_what_a_change_does_is_found_again():
    rng = random.Random(1)
    games = []
    for _ in range(200):
        changed = [bool(rng.getrandbits(1)) for _ in FACTORS]
        luck = rng.gauss(0, 5)
        points = 1 - 2 * changed[1] + 0.25 * luck + rng.gauss(0, 0.1)
        games.append({"changed": changed, "luck": luck, "points": points, "hits": 3 * changed[2], "score": 0.5})
    lines = report(games).splitlines()
    told = lines[lines.index(next(line for line in lines if line.startswith("points"))) + 1 :]
    slopes = [float(line.split()[0]) for line in told[: len(FACTORS) + 1]]
    assert slopes == pytest.approx([0, -2, *[0] * (len(FACTORS) - 2), 0.25], abs=0.1)
