"""Army lists, costs and the builder."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.datapacks import BadData
from quadrilatero.games.alaguerre.army.book import Book
from quadrilatero.games.alaguerre.datapack import BUILT_IN, load
from quadrilatero.kernel.armies import BadArmy, NoSuchArmy

BOOK = q.army("alaguerre")
ROLLS = Book(load(), {})
PRINTED = {
    "bavaria.pk": 22,
    "bavaria.sh": 17,
    "bavaria.cav.veteran": 22,
    "bavaria.cav.cuirassiers": 19,
    "bavaria.hvart": 31,
    "denmark.guard": 24,
    "denmark.pk": 17,
    "denmark.dr": 16,
    "denmark.hvart": 31,
    "spain.pk.italian": 24,
    "spain.pk.german": 21,
    "spain.cav.veteran": 20,
    "spain.mdart": 27,
    "spain.hvart": 31,
    "france.pk.veteran": 22,
    "france.pk.line": 15,
    "france.pk.militia": 9,
    "france.sh": 14,
    "france.cav.gendarmes": 22,
    "france.cav.cuirassiers": 19,
    "france.cav.chevaux_legers": 14,
    "france.cav.chevaux_legers_2": 16,
    "france.dr": 16,
    "france.ltart": 23,
}


def of(*entries: str) -> dict[str, Any]:
    return {"bases": [{"entry": f"france.{entry}"} for entry in entries]}


def guebriant() -> dict[str, Any]:
    """list.france-b: the army that the book buys."""
    return {
        "kind": "quadrilatero-army",
        "format": 1,
        "game": "alaguerre",
        "list": "france",
        "year": 1640,
        "points": 350,
        "name": "Guebriant",
        "cic": {"name": "Guebriant", "level": 1},
        "divisions": [
            {"id": "d1", "general": "cic", "brigades": [of("dr"), of("ltart"), of("ltart")]},
            {
                "id": "d2",
                "general": {"name": "Plessis", "level": 0},
                "brigades": [
                    of("sh"),
                    of("pk.veteran"),
                    of("pk.line", "pk.line", "pk.line", "pk.line"),
                    of("pk.militia"),
                ],
            },
            {
                "id": "d3",
                "general": {"name": "Rohan", "level": 1},
                "brigades": [
                    of("sh"),
                    of("cav.gendarmes"),
                    of("cav.cuirassiers", "cav.cuirassiers"),
                    of("cav.chevaux_legers", "cav.chevaux_legers", "cav.chevaux_legers_2"),
                ],
            },
        ],
    }


def reasons(army: dict[str, Any]) -> list[tuple[str, str]]:
    return [(error["rule"], error["reason"]) for error in BOOK.check(army)["errors"]]


# -- costs -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.6.1-a")
@pytest.mark.parametrize("entry", PRINTED)
def test_formulas_give_every_cost_that_the_book_prints(entry: str) -> None:
    assert BOOK.cost({"entry": entry})["unit"] == PRINTED[entry]
    list, _, id = entry.partition(".")
    one = next(one for one in load().lists[list].entry if one.id == id)
    assert BOOK.cost({"type": one.type, "stats": one.stats, "notes": [*one.notes]})["unit"] == PRINTED[entry]


@pytest.mark.rule("alaguerre:list.bavaria-a", "alaguerre:list.denmark-a", "alaguerre:list.spain-a")
@pytest.mark.parametrize(
    ("entry", "numbers"),
    [("bavaria.pk", (2, 4)), ("bavaria.cav.cuirassiers", (1, 3)), ("denmark.dr", (0, 3)), ("spain.pk.german", (0, 4))],
)
def test_lists_say_how_many_bases_there_may_be(entry: str, numbers: tuple[int, int]) -> None:
    name = entry.split(".", maxsplit=1)[0]
    year = BOOK.lists()[name]["years"][0]
    found = {one["id"]: one for one in BOOK.entries(name, year)}
    assert (found[entry]["least"], found[entry]["most"]) == numbers
    assert found[entry]["limits"][0]["rule"] == "2.6.5-a"
    assert BOOK.entries(name, year - 1) == []


@pytest.mark.rule("alaguerre:list.bavaria-b", "alaguerre:list.denmark-b")
def test_bavarian_pikes_have_halberds_and_danish_dragoons_two_lines() -> None:
    bavaria = {one["id"]: one for one in BOOK.entries("bavaria", 1620)}
    assert bavaria["bavaria.pk"]["notes"] == ["halberds"]
    assert bavaria["bavaria.cav.veteran"]["notes"] == []
    dragoons = next(one for one in BOOK.entries("denmark", 1644) if one["id"] == "denmark.dr")
    assert (dragoons["stats"], dragoons["mounted_stats"], dragoons["mounted_as"]) == (
        "1/0/-1 - sk",
        "1/-2/-1 - sk/ln",
        "LC",
    )


@pytest.mark.rule("alaguerre:list.bavaria-b", "alaguerre:list.denmark-b", "alaguerre:2.9-b")
def test_an_army_has_its_troops_as_the_list_has_them() -> None:
    bases = [{"entry": "bavaria.pk"}] * 2
    bavaria = {"kind": "quadrilatero-army", "format": 1, "game": "alaguerre", "list": "bavaria", "year": 1620}
    bavaria |= {"points": 100, "cic": {"level": 0}, "divisions": [{"general": "cic", "brigades": [{"bases": bases}]}]}
    built = ROLLS.muster(bavaria)
    assert [base.entry.notes for base in built.bases] == [("halberds",)] * 2
    dragoons = {"entry": "denmark.dr"}
    denmark = {**bavaria, "list": "denmark", "year": 1644}
    denmark["divisions"] = [{"general": "cic", "brigades": [{"bases": [dragoons]}]}]
    (entry,) = [base.entry for base in ROLLS.muster(denmark).bases]
    assert (entry.stats, entry.mounted_stats, entry.mounted_as) == ("1/0/-1 - sk", "1/-2/-1 - sk/ln", "LC")


@pytest.mark.rule("alaguerre:2.7.4-a", "alaguerre:2.7.4-b")
def test_guns_are_in_divisions_in_one_of_their_own_or_under_the_chief() -> None:
    army = guebriant()
    army["divisions"].append({"id": "d4", "general": {"level": 0}, "brigades": [of("ltart"), of("ltart")]})
    army["guns"] = [{"entry": "france.ltart"}]
    army["points"] = 500
    built = ROLLS.muster(army)
    assert reasons(army) == []
    types = {id: {base.entry.type for bases in brigades for base in bases} for id, brigades in built.divisions.items()}
    assert types["d1"] == {"Dr", "LtArt"}
    assert types["d4"] == {"LtArt"}
    assert [gun.entry.type for gun in built.guns] == ["LtArt"]


@pytest.mark.rule("alaguerre:2.7.3-a", "alaguerre:2.7.5-b", "alaguerre:3.4-a", "alaguerre:12.1-a")
def test_a_bought_army_stands_by_divisions_behind_its_generals() -> None:
    army = guebriant()
    army["points"] = 400
    army["divisions"][2]["general"] |= {"player": True, "superior": "d2"}
    position = q.pickup("alaguerre", armies={"red": army, "blue": army}, deployment="automatic", terrain="open")
    assert position["armies"]["red"]["points"] == 349 + 18
    mine = [one for one in position["generals"] if one["side"] == "red"]
    assert [(one["id"], one["cic"], one["division"], one.get("superior")) for one in mine] == [
        ("red.cic", True, "red.d1", None),
        ("red.d2", False, "red.d2", "red.cic"),
        ("red.d3", False, "red.d3", "red.d2"),
    ]
    assert position["players"] == ["red.d3", "blue.d3"]
    places: dict[str, list[int]] = {}
    for base in position["bases"]:
        if base["side"] == "red":
            places.setdefault(base["division"], []).append(base["at"][0])
    assert {id: len(found) for id, found in places.items()} == {"red.d1": 3, "red.d2": 7, "red.d3": 7}
    ends = sorted((min(found), max(found)) for found in places.values())
    assert all(left[1] < right[0] for left, right in pairwise(ends)), "divisions stand side by side"


@pytest.mark.rule("alaguerre:2.7.5-g")
@pytest.mark.parametrize(("level", "points"), [(-1, 2), (0, 10), (1, 18), (2, 26)])
def test_generals_cost_by_level(level: int, points: int) -> None:
    assert BOOK.cost({"general": level}) == {"unit": points, "parts": [("2.7.5-g", points)]}


@pytest.mark.rule("alaguerre:12.1-c", "alaguerre:3.4.2-d")
def test_the_cic_and_a_general_of_another_player_cost_double() -> None:
    assert BOOK.cost({"general": 1, "cic": True})["parts"] == [("2.7.5-g", 18), ("12.1-c", 18)]
    assert BOOK.cost({"general": 1, "player": True})["parts"] == [("2.7.5-g", 18), ("3.4.2-d", 18)]
    assert BOOK.cost({"general": 1, "player": True, "cic": True})["unit"] == 36


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"entry": "france.huns"}, "france has no france.huns"),
        ({"entry": "huns.pk"}, "no army list 'huns'"),
        ({"type": "Pk"}, "type and stats"),
        ({"type": "camp", "stats": "-/-/- -"}, "not bought"),
        ({"general": 3}, "cost"),
    ],
)
def test_what_cannot_be_priced_is_explained(spec: dict[str, Any], words: str) -> None:
    with pytest.raises(BadArmy, match=words):
        BOOK.cost(spec)


# -- armies ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:list.france-a", "alaguerre:list.france-b", "alaguerre:12.1.1-b")
def test_the_army_of_the_book_comes_out_as_the_book_has_it() -> None:
    army = guebriant()
    army["divisions"][2]["brigades"][3] = of("cav.chevaux_legers", "cav.chevaux_legers", "cav.chevaux_legers")
    found = BOOK.check(army)
    assert found["points"] == 349 - 16 + 14  # the order of battle has three horse of 14, the purchase two and one of 16
    assert BOOK.check(guebriant())["points"] == 349
    assert (found["dice"], found["cohesion"], found["last_turn"], found["errors"]) == (4, 9, 20, [])
    up = q.army("alaguerre", {"cohesion_rounding": "up"})
    assert up.check(army)["cohesion"] == 9


@pytest.mark.rule("alaguerre:4.1-a")
def test_half_of_an_odd_sum_is_rounded_as_was_chosen() -> None:
    army = guebriant()
    army["divisions"][1]["brigades"].pop(0)
    assert BOOK.check(army)["cohesion"] == 8
    assert q.army("alaguerre", {"cohesion_rounding": "up"}).check(army)["cohesion"] == 9


@pytest.mark.rule("alaguerre:4.1.3-c")
@pytest.mark.parametrize(
    ("points", "turns"), [(199, 15), (299, 15), (300, 20), (399, 20), (400, 25), (499, 25), (500, 30)]
)
def test_larger_armies_play_longer(points: int, turns: int) -> None:
    from quadrilatero.games.alaguerre.army.builder import last_turn

    assert last_turn(points) == turns


@pytest.mark.rule("alaguerre:12.1-a")
def test_an_army_may_not_cost_more_than_agreed() -> None:
    army = guebriant()
    assert reasons(army) == []
    army["points"] = 348
    assert reasons(army) == [("12.1-a", "points_over")]


@pytest.mark.rule("alaguerre:2.6.5-a", "alaguerre:2.6.5-d")
def test_numbers_years_and_troops_are_those_of_the_list() -> None:
    army = guebriant()
    army["year"] = 1634
    assert reasons(army) == [("2.6.5-d", "year_outside")]
    army = guebriant()
    army["divisions"][0]["brigades"][0]["bases"].append({"entry": "spain.pk.german"})
    assert reasons(army) == [("2.6.5-d", "unknown_entry")]
    army = {**guebriant(), "list": "bavaria", "year": 1620, "divisions": [], "points": 900}
    army["divisions"] = [
        {"general": "cic", "brigades": [{"bases": [{"entry": "bavaria.pk"}] * 5}, {"bases": [{"entry": "bavaria.sh"}]}]}
    ]
    assert reasons(army) == [("2.6.5-a", "too_many"), ("2.6.5-a", "too_few")]


@pytest.mark.rule("alaguerre:2.7.3-a", "alaguerre:2.7.3-d")
def test_a_division_has_a_general_and_two_units() -> None:
    army = guebriant()
    del army["divisions"][1]["general"]
    assert reasons(army) == [("2.7.3-a", "no_general")]
    army = guebriant()
    army["divisions"][1]["brigades"] = army["divisions"][1]["brigades"][:1]
    assert reasons(army) == [("2.7.3-d", "one_unit")]
    army["divisions"][1]["id"] = "d1"
    assert ("2.7.3-a", "division_twice") in reasons(army)


@pytest.mark.rule("alaguerre:2.10-b", "alaguerre:2.7.2-a")
def test_a_brigade_has_bases_of_one_type() -> None:
    army = guebriant()
    army["divisions"][1]["brigades"][0] = of("sh", "pk.line")
    army["points"] = 400
    assert reasons(army) == [("2.10-b", "brigade_mixed")]
    army["divisions"][1]["brigades"][0] = {"bases": []}
    assert reasons(army) == [("2.7.2-a", "brigade_empty")]


@pytest.mark.rule("alaguerre:2.11-c", "alaguerre:2.11-a", "alaguerre:2.2-a")
def test_great_units_are_of_two_bases_that_may_form_one() -> None:
    army = BOOK.suggest(list="spain", year=1632, points=250, seed=1)
    army["divisions"][0]["brigades"][0] = {"great": True, "bases": [{"entry": "spain.pk.german"}] * 2}
    assert not [error for error in reasons(army) if error[0].startswith("2.11")]
    army["divisions"][0]["brigades"][0]["bases"] *= 2
    assert ("2.11-c", "great_bases") in reasons(army)
    army = guebriant()
    army["divisions"][1]["brigades"][2] = {**of("pk.line", "pk.line"), "great": True}
    assert reasons(army) == [("2.11-a", "great_who")]


@pytest.mark.rule("alaguerre:2.7.3-b", "alaguerre:2.7.5-b", "alaguerre:2.7.4-c")
def test_the_chain_of_command_ends_with_the_cic() -> None:
    army = guebriant()
    army["divisions"][1]["general"] = "cic"
    assert reasons(army) == [("2.7.3-b", "cic_twice")]
    army = guebriant()
    army["divisions"][1]["general"]["superior"] = "d3"
    assert reasons(army) == []
    army["divisions"][2]["general"]["superior"] = "d2"
    assert reasons(army) == [("2.7.5-b", "superior_circle"), ("2.7.5-b", "superior_circle")]
    army["divisions"][2]["general"]["superior"] = "d9"
    assert reasons(army) == [("2.7.5-b", "superior_unknown")]
    army = {**guebriant(), "guns": [{"entry": "france.pk.militia"}], "points": 400}
    assert reasons(army) == [("2.7.4-c", "guns_only")]
    army = {**guebriant(), "cic": {"level": 1, "player": True}}
    assert reasons(army) == [("3.4.2-d", "cic_player")]


@pytest.mark.rule("alaguerre:3.4.2-d")
def test_a_player_general_makes_the_army_dearer() -> None:
    army = guebriant()
    army["divisions"][2]["general"]["player"] = True
    army["points"] = 400
    assert BOOK.check(army)["points"] == 349 + 18


def test_guns_alone_under_the_cic_are_no_division() -> None:
    army = guebriant()
    army["divisions"][0]["brigades"] = [of("ltart", "ltart")]
    assert BOOK.check(army)["dice"] == 3
    army["guns"] = [{"entry": "france.ltart"}]
    assert BOOK.check(army)["dice"] == 3


@pytest.mark.parametrize(
    ("name", "year", "points"),
    [("bavaria", 1620, 200), ("denmark", 1644, 200), ("spain", 1632, 250), ("france", 1640, 350), ("free", 1700, 250)],
)
def test_suggested_armies_are_lawful_and_use_their_points(name: str, year: int, points: int) -> None:
    made = [BOOK.suggest(list=name, year=year, points=points, seed=seed) for seed in range(12)]
    for army in made:
        found = BOOK.check(army)
        assert found["errors"] == []
        assert found["points"] <= points
        assert found["points"] >= points * 9 // 10
    assert made[0] == BOOK.suggest(list=name, year=year, points=points, seed=0)
    assert any(army["divisions"] != made[0]["divisions"] for army in made[1:])


def test_an_army_that_is_begun_is_completed() -> None:
    begun = guebriant()
    del begun["divisions"][2]
    del begun["divisions"][1]["general"]["level"]  # 0 is what a file may leave out
    whole = BOOK.suggest(list="france", year=1640, points=350, seed=3, keep=begun)
    assert whole["divisions"][:2] == begun["divisions"]
    assert BOOK.check(whole)["errors"] == []
    assert BOOK.check(whole)["points"] > BOOK.check(begun)["points"]


def test_where_no_army_can_be_made_the_reason_is_told() -> None:
    with pytest.raises(NoSuchArmy, match="1618 to 1625"):
        BOOK.suggest(list="bavaria", year=1640, points=200)
    with pytest.raises(NoSuchArmy, match="try more points"):
        BOOK.suggest(list="bavaria", year=1620, points=60)


def test_a_free_army_takes_any_base() -> None:
    army = BOOK.suggest(list="free", year=1600, points=250, seed=2)
    army["points"] = 400
    before = BOOK.check(army)["points"]
    army["divisions"][0]["brigades"].append({"bases": [{"type": "Pk", "stats": "3/1/3 a", "notes": ["halberds"]}]})
    assert BOOK.check(army)["points"] == before + 13 + 9 + 2 + 3 + 3 + 1
    army["divisions"][0]["brigades"].append({"bases": [{"type": "Pk"}]})
    assert reasons(army) == [("2.6.5-d", "unknown_entry")]


def test_armies_are_written_read_and_printed(tmp_path: Path) -> None:
    BOOK.write(guebriant(), tmp_path / "army.json")
    assert BOOK.read(tmp_path / "army.json") == guebriant()
    text = BOOK.sheet(guebriant(), "it")
    assert "349 punti su 350, 17 basi" in text
    assert "Rohan, livello +1, 18 punti" in text
    assert "L'esercito è in regola." in text
    broken = deepcopy(guebriant())
    broken["points"] = 100
    assert "349 points, and at most 100 were agreed [12.1-a]" in BOOK.sheet(broken, "en")
    assert BOOK.sheet(guebriant(), "en", html=True).startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"year": 1900}, "year: expected"),
        ({"huns": 1}, "huns: there is no such field"),
        ({"cic": {"level": 4}}, r"cic.level: expected a level from -1 to 2, got 4"),
    ],
)
def test_a_file_that_is_no_army_is_explained(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadArmy, match=words):
        BOOK.check({**guebriant(), **change})


# -- data --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("tables.toml", 'rule = "8.4-t1"', 'rule = "8.4-t99"', "there is no row 8.4-t99"),
        ("tables.toml", 'id = "charged"', 'id = "charge"', "this row stands already on line"),
        ("tables.toml", "long = 2000", "long = 900", "not shorter than the long range"),
        ("tables.toml", 'weapon = "LtArt"', 'weapon = "MdArt"', "already on line"),
        ("lists/bavaria.toml", "most = 4", "most = 1", "more than the most"),
        ("lists/bavaria.toml", 'id = "bavaria"', 'id = "bayern"', 'the file is called "bavaria"'),
        ("lists/denmark.toml", 'mounted_as = "LC"\n', "", "a line and a class"),
    ],
)
def test_faults_of_data_files_are_told_with_their_place(
    tmp_path: Path, name: str, old: str, new: str, words: str
) -> None:
    text = (BUILT_IN / name).read_text("utf-8")
    assert old in text
    (tmp_path / "lists").mkdir()
    (tmp_path / name).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadData, match=words):
        load(tmp_path)


def test_damaged_cells_are_marked() -> None:
    tables = load().tables
    marks = {row.rule: row.mark for row in tables.fire}
    assert marks["8.4-t3"].small_arms == "ruling"
    assert marks["8.4-t5"].artillery == "example"
    assert {row.mark for row in tables.row} == {"scan", "text"}
    assert {row.level: row.mark.points for row in tables.general} == {
        -1: "ruling",
        0: "example",
        1: "example",
        2: "ruling",
    }
