"""Readings of the rules, and the handicap, as players choose them."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

import quadrilatero as q
from tests.games.camposanto.support import events


def test_every_value_of_every_reading_has_words_in_both_languages():
    for option in q.options("camposanto"):
        assert list(option.labels) == list(option.values), option.name
        for language in ("en", "it"):
            said = [option.labels[value][language] for value in option.values]
            assert len({*said, ""}) == len(said) + 1, option.name


@pytest.mark.parametrize(
    ("value", "spain_has", "austria_has"),
    [("none", 0, 0), ("austria_1", 0, 1), ("austria_2", 0, 2), ("spain_1", 1, 0), ("spain_2", 2, 0)],
)
@pytest.mark.parametrize("scenario", ["battle", "learning"])
def test_a_head_start_gives_one_side_its_points_and_changes_nothing_else(
    scenario: str, value: str, spain_has: int, austria_has: int
):
    plain = q.start("camposanto", scenario, seed=1)
    m = q.start("camposanto", scenario, options={"head_start": value}, seed=1)
    assert m.state() == {**plain.state(), "vp": {"spain": spain_has, "austria": austria_has}}


def test_a_head_start_is_kept_in_a_save(tmp_path: Path):
    m = q.start("camposanto", "learning", options={"head_start": "spain_2"}, seed=1)
    path = tmp_path / "game.json"
    m.save(path)
    again = q.load(path)
    assert again.header.options["head_start"] == "spain_2"
    assert again.view("austria")["vp"] == {"spain": 2, "austria": 0}
    assert q.verify(path).ok


def test_a_position_says_its_points_itself():
    m = q.start("camposanto", "learning", seed=1)
    whole = {**m.state(), "vp": {"spain": 1, "austria": 3}}
    again = q.start("camposanto", position=whole, options={"head_start": "austria_2"}, seed=1)
    assert again.view(None)["vp"] == {"spain": 1, "austria": 3}


@pytest.mark.rule("camposanto:12.2-b")
def test_points_of_the_phases_are_added_to_a_head_start():
    m = q.start("camposanto", "learning", options={"head_start": "austria_2"}, seed=1)
    rng = random.Random(1)
    while m.ask is not None:
        m.answer(seat := m.ask.who[0], rng.choice(m.options(seat)))
    scored = Counter(data["side"] for data in events(m, "vp"))
    assert scored["austria"] or scored["spain"]
    assert m.view(None)["vp"] == {"spain": scored["spain"], "austria": 2 + scored["austria"]}


def test_a_save_from_before_an_option_opens_at_its_default(tmp_path: Path):
    m = q.start("camposanto", "learning", seed=1)
    m.answer("spain", m.options("spain")[0])
    older = {name: value for name, value in m.header.options.items() if name != "head_start"}
    m.header = msgspec.structs.replace(m.header, options=older)
    path = tmp_path / "old.json"
    m.save(path)
    again = q.load(path)
    assert again.header.options == older
    assert again.state() == m.state()
    assert q.verify(path).ok
    assert q.sample(again.view("austria"), random.Random(1)).header.options["head_start"] == "none"


@pytest.mark.parametrize("scenario", ["battle", "learning"])
def test_the_first_reconstruction_has_other_values_on_some_counters_and_nothing_else(scenario: str):
    now, first = (
        {unit["id"]: unit for unit in q.start("camposanto", scenario, options=options, seed=1).state()["units"]}
        for options in ({}, {"reconstruction": "first"})
    )
    assert first.keys() == now.keys()
    differing = {id for id, unit in first.items() if unit != now[id]}
    assert {"A-L3", "A-L9"} <= differing
    assert (first["A-L9"]["steps"], now["A-L9"]["steps"]) == (2, 4)
    assert (first["A-L3"].get("stars", 0), now["A-L3"]["stars"]) == (0, 1)
    for id in differing:
        keys = first[id].keys() | now[id].keys()
        assert {key for key in keys if first[id].get(key) != now[id].get(key)} <= {"steps", "max", "stars", "fire"}
