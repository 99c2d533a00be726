"""`quadrilatero army`: lists, entries, costs, armies checked, suggested and printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import quadrilatero as q
from quadrilatero.cli.app import app
from quadrilatero.kernel import armies


def invoke(*args: object, lang: str = "en_US.UTF-8"):
    runner = CliRunner(env={"LANG": lang, "LC_ALL": "", "COLUMNS": "160"})
    return runner.invoke(app, ["army", *map(str, args)])


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "army.json"
    assert invoke("suggest", "nap", "--year", 1860, "--points", 1500, "--seed", 1, "--out", file).exit_code == 0
    return file


def test_lists_in_both_languages():
    shown = invoke("lists", "--game", "vivaorre").stdout
    assert "Papal States" in shown
    assert "1845-1849" in shown
    assert "Stato della Chiesa" in invoke("lists", "--game", "vivaorre", lang="it_IT.UTF-8").stdout
    assert json.loads(invoke("lists", "--game", "vivaorre", "--json").stdout) == q.army("vivaorre").lists()


def test_entries_with_costs_and_limits():
    shown = invoke("entries", "uk", "--year", 1879, "--against", "zulu").stdout
    assert "uk.sudafricani.inf.nativi" in shown
    assert "uk.indiani" not in shown
    assert "rifled_9/horse 102" in shown
    assert "[20.uk-b]" in shown
    found = json.loads(invoke("entries", "it", "--year", 1896, "--theatre", "north_africa", "--json").stdout)
    assert "it.coloniali.inf.ascari" in [entry["id"] for entry in found]


def test_a_base_of_a_la_guerre_has_one_cost():
    told = invoke("cost", "france.pk.line", "--year", 1640)
    assert "15 points a base" in told.stdout
    assert "[list.france-a]" in told.stdout
    assert "15 punti la base" in invoke("cost", "france.pk.line", "--year", 1640, "--lang", "it").stdout
    assert "france is a list of 1635 to 1648" in invoke("cost", "france.pk.line", "--year", 1700).stderr
    assert "have no weapon" in invoke("cost", "france.pk.line", "--year", 1640, "--weapon", "musket").stderr


def test_a_cost_and_its_parts():
    result = invoke("cost", "uk.inglesi.inf.linea", "--year", 1870)
    assert result.stdout.splitlines() == ["40 points each, 320 for the unit", "    +24  [18-b]", "    +16  [18-d]"]
    section = ["uk.inglesi.art.artiglieria", "--year", 1870, "--gun", "rifled_9", "--mount", "horse", "--sections", 2]
    assert json.loads(invoke("cost", *section, "--json").stdout)["unit"] == 204
    sappers = ["uk.inglesi.inf.linea", "--year", 1870, "--engineers", "--figures", 8]
    assert "44 points each" in invoke("cost", *sappers).stdout


def test_an_army_is_suggested_and_found_lawful(saved: Path):
    result = invoke("check", saved)
    assert result.exit_code == 0
    assert "The army is lawful." in result.stdout
    assert json.loads(invoke("check", saved, "--json").stdout)["errors"] == []
    shown = json.loads(invoke("suggest", "nap", "--year", 1860, "--points", 1500, "--seed", 1, "--json").stdout)
    assert shown == json.loads(saved.read_text("utf-8"))


def test_what_is_wrong_is_told_with_its_rule_and_exit_code_1(saved: Path):
    made = json.loads(saved.read_text("utf-8"))
    saved.write_text(json.dumps({**made, "points": 100}), "utf-8")
    result = invoke("check", saved, lang="it_IT.UTF-8")
    assert result.exit_code == 1
    assert "la battaglia ne ha 100. [18-m]" in result.stderr
    assert invoke("check", saved, "--json").exit_code == 1


def test_readings_are_options():
    cost = ["cost", "pru.esercito.cav.ulani", "--year", 1866]
    assert "20 points each" in invoke(*cost).stdout
    assert "16 points each" in invoke(*cost, "--options", "lance=printed").stdout
    assert "no option 'lances'" in invoke(*cost, "--options", "lances=printed").stderr


def test_a_sheet_for_the_printer(saved: Path):
    shown = invoke("print", saved).stdout
    assert shown.startswith("Naples, 1860\n============\n")
    assert "The army is lawful." in shown
    assert invoke("print", saved, "--html", "--lang", "it").stdout.startswith('<!doctype html><html lang="it">')
    assert json.loads(invoke("print", saved, "--json").stdout)["check"]["errors"] == []


def test_the_schema():
    assert json.loads(invoke("schema", "--game", "vivaorre").stdout) == q.army("vivaorre").schema()


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        (["entries", "oz", "--year", 1860], "no army list 'oz'"),
        (["cost", "uk.inglesi.inf.alpini", "--year", 1860], "has no uk.inglesi.inf.alpini"),
        (["check", "nowhere.json"], "nowhere.json cannot be read"),
        (["suggest", "gar", "--year", 1848, "--points", 1500], "for the years 1859 to 1870"),
        (["lists", "--game", "camposanto"], "camposanto has no armies to build"),
        (["lists", "--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_troubles_are_one_sentence_and_exit_code_2(command: list[object], fault: str):
    result = invoke(*command)
    assert result.exit_code == 2
    assert fault in result.stderr


def test_where_several_games_have_armies_one_must_be_named():
    assert armies.with_armies() == ["alaguerre", "vivaorre"]
    result = invoke("lists")
    assert result.exit_code == 2
    assert "name a game with --game: alaguerre, vivaorre" in result.stderr
    assert "Bavaria" in invoke("lists", "--game", "alaguerre").stdout


def test_a_list_tells_its_game(tmp_path: Path):
    file = tmp_path / "army.json"
    assert invoke("suggest", "spain", "--year", 1632, "--points", 400, "--out", file).exit_code == 0
    assert invoke("check", file).exit_code == 0
    assert "Italian tercios" in invoke("entries", "spain", "--year", 1632).stdout
