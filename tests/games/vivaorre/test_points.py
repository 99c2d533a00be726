"""18: what figures, sections and units cost."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.support import book

BOOK = book()
COSTS = tomllib.loads(Path(__file__).with_name("costs.toml").read_text("utf-8"))["entry"]


def figure(**spec: Any) -> int:
    return int(BOOK.cost(spec)["figure"])


def test_there_are_244_kinds_of_troops_and_each_is_in_the_lists_as_printed():
    assert len(COSTS) == 244
    assert sum(len(roll.entries) for roll in BOOK.rolls.values()) == 244
    for printed in COSTS:
        entry = BOOK.rolls[printed["id"].split(".")[0]].entries[printed["id"]]
        assert (entry.training, entry.grade) == (printed["training"], printed["class"])


@pytest.mark.rule("vivaorre:18-a", "vivaorre:18-c")
@pytest.mark.parametrize("printed", COSTS, ids=lambda printed: printed["id"])
def test_every_kind_of_troops_costs_what_it_costs_by_hand(printed: dict[str, Any]):
    id = printed["id"]
    year = BOOK.rolls[id.split(".")[0]].content.years[0]
    for weapon, points in printed.get("cost", {}).items():
        assert figure(entry=id, year=year, weapon=weapon) == points
    if "gunners" in printed:
        section = BOOK.cost({"entry": id, "year": year, "gun": "smooth_12"})
        guns = {"d": 40, "e": 30}.get(printed["class"][2], 60)
        assert section["figure"] == printed["gunners"] + guns


@pytest.mark.rule("vivaorre:18-a", "vivaorre:18-b", "vivaorre:18-c")
def test_the_cheapest_figure_costs_one_and_not_nothing():
    cost = BOOK.cost({"arm": "infantry", "training": "irregular", "class": "e-/-e"})
    assert cost["figure"] == 1
    assert cost["parts"] == [("18-b", 4), ("18-c", -4), ("18-a", 1)]


TYPICAL = [
    ("British line 1870", {"class": "b-b-b", "weapon": "breech_rifle"}, 40),
    ("Neapolitan line 1855", {"class": "d-d-d", "weapon": "rifled_musket"}, 18),
    ("Garibaldian veterans", {"class": "b-c-c", "notes": ["skirmish"], "weapon": "rifled_musket"}, 32),
    (
        "Boer kommando 1870",
        {"arm": "cavalry", "class": "b-b-d", "notes": ["skirmish", "dismount"], "weapon": "breech_rifle"},
        48,
    ),
    ("Ethiopian foot 1890", {"training": "irregular", "class": "d-e-e", "weapon": "breech_rifle"}, 12),
    ("Zulu unmarried", {"class": "b-*-c"}, 14),
    ("cossacks 1862", {"arm": "cavalry", "class": "d-e-e", "notes": ["lance"], "weapon": "rifled_carbine"}, 19),
    ("cossacks 1855", {"arm": "cavalry", "class": "d-/-e", "notes": ["lance"], "weapon": "none"}, 14),
    ("Prussian line 1866", {"class": "b-b-c", "weapon": "dreyse_rifle"}, 34),
    ("British horse guns", {"arm": "artillery", "class": "b-c-e", "gun": "rifled_9", "mount": "horse"}, 102),
    ("Indian states' guns", {"arm": "artillery", "training": "irregular", "class": "c-d-e", "gun": "smooth_9"}, 50),
]


@pytest.mark.rule("vivaorre:18-b", "vivaorre:18-l", "vivaorre:18-k")
@pytest.mark.parametrize(("spec", "points"), [row[1:] for row in TYPICAL], ids=[row[0] for row in TYPICAL])
def test_typical_figures(spec: dict[str, Any], points: int):
    cost = BOOK.cost(spec)
    assert cost["figure"] == points
    assert sum(part for _, part in cost["parts"]) == points


@pytest.mark.rule("vivaorre:18-b")
def test_a_letter_is_worth_ten_down_to_two():
    assert [figure(**{"class": f"{letter}-/-e"}) for letter in "abcde"] == [12, 10, 8, 6, 4]


@pytest.mark.rule("vivaorre:18-c", "vivaorre:16-e")
def test_training_costs_four_more_or_less():
    plain = figure(**{"class": "c-c-c", "weapon": "musket"})
    assert figure(**{"class": "c-c-c", "weapon": "musket", "arm": "cavalry"}) == plain + 4
    assert figure(**{"class": "c-c-c", "weapon": "musket", "notes": ["skirmish", "dismount"]}) == plain + 8
    assert figure(**{"class": "c-c-c", "weapon": "musket", "engineers": True}) == plain + 4
    assert figure(**{"class": "c-c-c", "weapon": "musket", "training": "irregular"}) == plain - 4


@pytest.mark.rule("vivaorre:18-c")
def test_gunners_count_twice_and_irregular_ones_are_cheaper_before_they_are_doubled():
    guns = {"arm": "artillery", "class": "c-c-e", "gun": "smooth_12"}
    assert figure(**guns) == 2 * 14 + 60
    assert figure(**guns, training="irregular") == 2 * 10 + 60


ARMS = {
    "musket": (4, [1, 2, 4], "18-d"),
    "rifled_musket": (8, [2, 4, 8], "18-d"),
    "breech_rifle": (16, [3, 6, 12], "18-d"),
    "smooth_carbine": (3, [0, 1, 2], "18-e"),
    "rifled_carbine": (6, [1, 2, 4], "18-e"),
    "breech_carbine": (12, [2, 4, 8], "18-e"),
    "bow": (3, [0, 1, 2], "18-e"),
    "dreyse_rifle": (12, [2, 4, 8], "20.pru-d"),
    "dreyse_carbine": (9, [1, 2, 4], "20.pru-d"),
}
GUNS = {
    **dict.fromkeys(("smooth_4", "smooth_6"), (30, [3, 6, 12], 2, "18-f")),
    **dict.fromkeys(("smooth_8", "smooth_9"), (50, [5, 10, 20], 3, "18-f")),
    "smooth_12": (60, [5, 10, 20], 4, "18-f"),
    **dict.fromkeys(("smooth_16", "smooth_18"), (80, [10, 20, 40], 4, "18-f")),
    "smooth_24": (80, [10, 20, 40], 5, "18-j"),
    **dict.fromkeys(("rifled_4", "rifled_6"), (40, [5, 10, 20], 2, "18-g")),
    **dict.fromkeys(("rifled_8", "rifled_9"), (60, [8, 16, 32], 3, "18-g")),
    "rifled_12": (70, [8, 16, 32], 4, "18-g"),
    "parrott": (80, [10, 20, 40], 4, "18-g"),
    **dict.fromkeys(("breech_12", "breech_15"), (100, [16, 32, 64], 4, "18-h")),
    "long_tom": (150, [30, 60, 120], 5, "18-h"),
    **dict.fromkeys(("rapid_4", "pom_pom"), (70, [10, 20, 40], 3, "18-h")),
    "rapid_6": (70, [8, 16, 32], 4, "18-h"),
    "mg_old": (60, [2, 4, 8], 4, "18-i"),
    "mg_modern": (70, [3, 6, 12], 4, "18-i"),
    "russian_4": (60, [8, 16, 32], 3, "20.rus-d"),
    "russian_6": (60, [5, 10, 20], 4, "20.rus-d"),
    "howitzer_6": (30, [3, 6, 12], 2, "18-j"),
    "howitzer_8": (50, [5, 10, 20], 3, "18-j"),
}


@pytest.mark.rule("vivaorre:18-d", "vivaorre:18-e", "vivaorre:20.pru-d")
@pytest.mark.parametrize("weapon", ARMS)
def test_small_arms(weapon: str):
    points, ranges, rule = ARMS[weapon]
    arm = BOOK.data.small_arms[weapon]
    assert (arm.points, list(arm.ranges), arm.rule) == (points, ranges, rule)
    assert (rule, points) in BOOK.cost({"class": "c-c-c", "weapon": weapon})["parts"]


def _guns(rule: str) -> list[str]:
    return [gun for gun in GUNS if GUNS[gun][3] == rule]


def _check(gun: str) -> None:
    points, ranges, power, rule = GUNS[gun]
    found = BOOK.data.guns[gun]
    assert (found.points, list(found.ranges), found.power, found.rule) == (points, ranges, power, rule)
    assert (rule, points) in BOOK.cost({"arm": "artillery", "class": "c-c-e", "gun": gun})["parts"]


@pytest.mark.rule("vivaorre:18-f")
@pytest.mark.parametrize("gun", _guns("18-f"))
def test_smooth_guns(gun: str):
    _check(gun)


@pytest.mark.rule("vivaorre:18-g")
@pytest.mark.parametrize("gun", _guns("18-g"))
def test_rifled_guns(gun: str):
    _check(gun)


@pytest.mark.rule("vivaorre:18-h")
@pytest.mark.parametrize("gun", _guns("18-h"))
def test_breech_loading_and_quick_firing_guns(gun: str):
    _check(gun)


@pytest.mark.rule("vivaorre:18-i")
@pytest.mark.parametrize("gun", _guns("18-i"))
def test_machine_guns(gun: str):
    _check(gun)


@pytest.mark.rule("vivaorre:18-j")
@pytest.mark.parametrize("gun", _guns("18-j"))
def test_guns_that_lists_name_and_the_table_has_not(gun: str):
    _check(gun)


@pytest.mark.rule("vivaorre:20.rus-d")
@pytest.mark.parametrize("gun", _guns("20.rus-d"))
def test_russian_guns_of_bronze(gun: str):
    _check(gun)


def test_every_gun_is_in_the_table():
    assert set(GUNS) == set(BOOK.data.guns)
    assert {gun.id for gun in BOOK.data.guns.values() if gun.siege} == {"smooth_18", "smooth_24", "long_tom"}


@pytest.mark.rule("vivaorre:18-k", "vivaorre:18-l")
def test_a_poor_class_pays_less_for_the_gun_and_not_for_its_horses():
    guns = {"arm": "artillery", "gun": "smooth_8"}
    assert figure(**guns, **{"class": "c-d-e"}) == 2 * 12 + 34  # two thirds of 50, rounded up
    assert figure(**guns, **{"class": "c-e-e"}) == 2 * 10 + 25
    assert figure(**guns, **{"class": "c-e-e"}, mount="mountain") == 2 * 10 + 25 + 10


@pytest.mark.rule("vivaorre:18-e", "vivaorre:18-l")
def test_a_lance_is_paid_in_full():
    assert figure(**{"arm": "cavalry", "class": "c-e-c", "weapon": "rifled_carbine"}) == 14 + 4 + 3
    assert figure(**{"arm": "cavalry", "class": "c-e-c", "weapon": "rifled_carbine", "notes": ["lance"]}) == 25


@pytest.mark.rule("vivaorre:2-b")
@pytest.mark.parametrize(
    ("arm", "training", "size"),
    [
        ("infantry", "regular", 8),
        ("infantry", "irregular", 16),
        ("cavalry", "regular", 6),
        ("cavalry", "irregular", 12),
        ("artillery", "regular", 1),
    ],
)
def test_a_unit_of_standard_size_costs_so_many_figures(arm: str, training: str, size: int):
    gun = {"gun": "smooth_9"} if arm == "artillery" else {"weapon": "musket"}
    cost = BOOK.cost({"arm": arm, "training": training, "class": "c-c-c", **gun})
    assert cost["unit"] == size * cost["figure"]


def test_more_figures_or_sections_cost_more():
    assert BOOK.cost({"class": "c-c-c", "weapon": "musket", "figures": 12})["unit"] == 12 * 22
    guns = {"entry": "uk.inglesi.art.artiglieria", "year": 1870, "sections": 3}
    assert BOOK.cost(guns)["unit"] == 3 * 92


@pytest.mark.rule("vivaorre:2-d")
def test_the_cost_of_a_figure_stands_for_a_unit_of_standard_size_where_players_agree():
    cheap = q.army("vivaorre", {"unit_costs": "on"})
    assert cheap.cost({"class": "c-c-c", "weapon": "musket"})["unit"] == 22
    assert cheap.cost({"class": "c-c-c", "weapon": "musket", "figures": 12})["unit"] == 12 * 22
    assert BOOK.cost({"class": "c-c-c", "weapon": "musket"})["unit"] == 8 * 22


def test_without_a_weapon_the_first_of_the_year_is_taken():
    assert figure(entry="uk.inglesi.inf.linea", year=1850) == 28
    assert figure(entry="uk.inglesi.inf.linea", year=1870) == 40
    assert figure(entry="uk.inglesi.art.artiglieria", year=1870, mount="mountain") == 32 + 40 + 10


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ({"entry": "uk.inglesi.inf.linea"}, "year: it is missing"),
        ({"entry": "uk.inglesi.inf.alpini", "year": 1870}, "uk has no uk.inglesi.inf.alpini"),
        ({"entry": "oz.inf.linea", "year": 1870}, "no army list 'oz'"),
        ({"class": "f-f-f"}, "class"),
        ({"weapon": "club"}, "weapon"),
    ],
)
def test_what_cannot_be_priced_is_named(spec: dict[str, Any], fault: str):
    with pytest.raises(q.BadArmy, match=fault):
        BOOK.cost(spec)
