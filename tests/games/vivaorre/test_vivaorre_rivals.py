"""The picture of every army list against every other: which battles it is made of, and what it shows."""

from __future__ import annotations

import re

import pytest

import quadrilatero as q
from bench import lists


def test_lists_meet_in_years_that_both_have() -> None:
    assert lists.years("nap", "gar") == (1859, 1860)
    assert lists.years("zulu", "nap") is None
    assert lists.theatre("uk", "zulu") == "south_africa"
    assert lists.theatre("nap", "gar") == "europe"


@pytest.mark.parametrize("number", [0, 1])
def test_each_list_has_either_side_of_the_table(number: int) -> None:
    place = lists.battle("nap", "gar", number, 700)
    assert place["armies"]["red"]["list"] == ("nap" if number == 0 else "gar")
    assert q.start("vivaorre", position=place, seed=1).ask is not None


def test_the_picture_shows_both_sides_of_every_pair() -> None:
    drawn = lists.picture({"nap gar": [1.0, 0.5], "nap uk": [0.0, 0.0]}, ["nap", "gar", "uk", "zulu"], "a < b")
    assert "a &lt; b" in drawn
    assert sorted(map(int, re.findall(r'class="cell"[^>]*>(\d+)<', drawn))) == [0, 25, 75, 100]
    assert re.findall(r'class="row">(\w+)<', drawn)[0] == "uk"
    assert lists.colour(0.0) != lists.colour(0.5) != lists.colour(1.0)
