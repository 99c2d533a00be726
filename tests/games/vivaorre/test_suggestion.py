"""Suggested armies: always lawful, nearly all points used where the list can, the same for the same seed."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quadrilatero as q
from quadrilatero.kernel import Plain
from tests.games.vivaorre.support import army, book

BOOK = book()
LISTS = BOOK.lists()


@st.composite
def wars(draw: st.DrawFn) -> Plain:
    """A list with a year, an enemy, a theatre and a battle of at least 2,000 points: smaller ones fall into gaps."""
    list = draw(st.sampled_from(sorted(LISTS)))
    first, last = LISTS[list]["years"]
    return {
        "list": list,
        "year": draw(st.integers(first, last)),
        "points": draw(st.integers(2000, 6000)),
        "against": draw(st.sampled_from([None, *LISTS])),
        "theatre": draw(st.sampled_from(sorted(BOOK.data.theatres))),
        "seed": draw(st.integers(0, 10**6)),
    }


@settings(max_examples=60, deadline=None, derandomize=True)
@given(wars())
def test_any_suggestion_is_lawful_and_uses_nine_tenths_of_the_points(war: Plain):
    found = BOOK.check(BOOK.suggest(**war))
    assert found["errors"] == []
    assert 9 * war["points"] <= 10 * found["points"] <= 10 * war["points"]


@pytest.mark.parametrize("list", LISTS)
@pytest.mark.parametrize("points", [1500, 3000])
def test_every_list_has_armies_of_the_usual_sizes(list: str, points: int):
    first, last = LISTS[list]["years"]
    for year in {first, (first + last) // 2, last}:
        found = BOOK.check(BOOK.suggest(list=list, year=year, points=points, seed=year))
        assert found["errors"] == []
        assert found["points"] >= 0.85 * points


def boers(year: int, points: int) -> int:
    """The most points that a Boer army of at most so many can have, by trying them all; 0 where there is none."""
    costs = [
        int(BOOK.cost({"entry": f"boer.cav.{kind}", "year": year})["unit"])
        for kind in ("kommandos", "riservisti", "stranieri")
    ]
    best = 0
    for counts in product(*(range(points // cost + 1) for cost in costs)):
        kommandos, reserve, strangers = (count * cost for count, cost in zip(counts, costs, strict=True))
        whole = kommandos + reserve + strangers
        fits = whole and 10 <= 100 * kommandos / whole <= 30 and 100 * reserve / whole >= 70 and strangers <= whole / 10
        if fits and whole <= points and sum(counts) > 1:
            best = max(best, whole)
    return best


@pytest.mark.rule("vivaorre:20.boer-a")
@pytest.mark.parametrize("year", [1840, 1870])
def test_where_a_list_cannot_use_nine_tenths_the_best_is_found_and_where_it_can_make_no_army_that_is_said(year: int):
    for points in (700, 1000, 1100, 1300, 1500, 1700):
        best = boers(year, points)
        if not best:
            with pytest.raises(q.NoSuchArmy, match="try more points"):
                BOOK.suggest(list="boer", year=year, points=points)
        else:
            found = BOOK.check(BOOK.suggest(list="boer", year=year, points=points))["points"]
            assert found >= min(best, 0.9 * points), points


def test_a_year_outside_the_list_is_said():
    with pytest.raises(q.NoSuchArmy, match="for the years 1859 to 1870, not 1848"):
        BOOK.suggest(list="gar", year=1848, points=1500)


def test_the_same_seed_gives_the_same_army_and_others_give_others():
    def made(seed: int) -> Plain:
        return BOOK.suggest(list="fra", year=1859, points=3000, seed=seed)

    assert made(4) == made(4)
    assert len({str(made(seed)["brigades"]) for seed in range(8)}) == 8


def test_suggestions_can_be_written_and_read(tmp_path):
    made = BOOK.suggest(list="uk", year=1879, points=1500, against="zulu", theatre="south_africa", seed=2)
    BOOK.write(made, tmp_path / "army.json")
    assert BOOK.read(tmp_path / "army.json") == made
    assert made["theatre"] == "south_africa"


def test_readings_bear_on_suggestions():
    cheap = book(unit_costs="on")
    made = cheap.suggest(list="uk", year=1870, points=600, seed=1)
    assert cheap.check(made)["errors"] == []
    assert len([1 for brigade in made["brigades"] for _ in brigade["units"]]) > 10
    free = book(limits_3000="advice", shares="exact", lance="printed")
    assert free.check(free.suggest(list="zulu", year=1879, points=3000, seed=1))["errors"] == []


def test_single_units_of_an_arm_are_attached():
    made = BOOK.suggest(list="pap", year=1860, points=3000, seed=1)
    assert BOOK.check(made)["errors"] == []
    assert BOOK.check(army("pap", 1860, ["inf.milizia"] * 3 + ["cav.cavalleggeri"]))["errors"] == []
