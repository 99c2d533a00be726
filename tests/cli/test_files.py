"""Saved games and positions from the command line."""

from __future__ import annotations

import json
import random

import pytest
from typer.testing import CliRunner

import quadrilatero as q
from quadrilatero.cli.app import app


def invoke(*args, **more):
    return CliRunner(env={"LANG": "en_US.UTF-8", "LC_ALL": ""}).invoke(app, [str(arg) for arg in args], **more)


@pytest.fixture
def match():
    """A game some way on, past its first rolls if there were any."""
    m, rng = q.start("camposanto", scenario="learning", seed=3), random.Random(3)
    for _ in range(60):
        assert m.ask is not None
        seat = m.ask.who[0]
        m.answer(seat, rng.choice(m.options(seat)))
    return m


@pytest.fixture
def saved(match, tmp_path):
    match.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def test_a_sound_save_is_verified(saved):
    result = invoke("verify", saved)
    assert result.exit_code == 0
    assert "is sound" in result.stdout
    assert json.loads(invoke("verify", saved, "--json").stdout)["ok"] is True
    assert "è a posto" in invoke("verify", saved, "--lang", "it").stdout


@pytest.mark.parametrize("damage", ["cut", "edited", "foreign"])
def test_a_damaged_save_fails_with_exit_code_1(saved, damage):
    text = saved.read_text()
    saved.write_text({"cut": text[:-200], "edited": text.replace('"spain"', '"Spain"', 1), "foreign": "[1]"}[damage])
    result = invoke("verify", saved)
    assert result.exit_code == 1
    assert "game.json" in result.stderr
    report = invoke("verify", saved, "--json")
    assert report.exit_code == 1
    assert json.loads(report.stdout)["ok"] is False
    assert invoke("replay", saved).exit_code == 2


def test_replay_tells_the_events_in_both_languages(saved, match):
    shown = invoke("replay", saved, "--lang", "it").stdout
    assert "Attivazione: " in shown
    assert "La partita continua: " in shown
    for event in match.events:
        assert event.text("it") in shown


def test_replay_has_headings_and_the_end(tmp_path):
    m, rng = q.start("camposanto", scenario="learning", seed=3), random.Random(3)
    while m.ask is not None:
        m.answer(m.ask.who[0], rng.choice(m.options(m.ask.who[0])))
    m.save(tmp_path / "whole.json")
    shown = invoke("replay", tmp_path / "whole.json").stdout
    assert shown.count("\n== ") == 3
    assert "== Day, Phase 3. ==" in shown
    assert shown.rstrip().endswith(m.events[-1].text("en"))


def test_replay_of_a_resigned_game_says_so(match, tmp_path):
    match.resign("spain")
    match.save(tmp_path / "resigned.json")
    shown = invoke("replay", tmp_path / "resigned.json").stdout
    assert "The game is over (the other side has resigned); winner: Austro-Savoyards." in shown


def test_replay_for_one_seat(saved, match):
    told = json.loads(invoke("replay", saved, "--seat", "spain", "--json").stdout)
    assert [event["text"] for event in told["events"]] == [event.text("en") for event in match.told("spain")]
    wrong = invoke("replay", saved, "--seat", "france")
    assert wrong.exit_code == 2
    assert "the seats are spain, austria" in wrong.stderr


def test_replay_opens_what_a_seat_exported(match, tmp_path):
    match.export("spain", tmp_path / "mine.json")
    assert invoke("replay", tmp_path / "mine.json", "--seat", "spain").exit_code == 0


# -- positions ---------------------------------------------------------------------------------------------------------


def test_a_scenario_is_a_position_that_can_be_played(tmp_path):
    printed = invoke("position", "camposanto", "--scenario", "learning").stdout
    assert q.start("camposanto", position=json.loads(printed), seed=0).ask is not None
    (tmp_path / "mine.json").write_text(printed)
    again = invoke("position", "camposanto", tmp_path / "mine.json", "--json").stdout
    assert json.loads(again)["units"] == json.loads(printed)["units"]
    assert len(again.splitlines()) == 1


def test_a_position_is_printed_in_full():
    bare = {"units": [{"id": "A", "side": "spain", "wing": "left", "type": "infantry", "steps": 4, "hex": "1010"}]}
    bare["units"].append({**bare["units"][0], "id": "B", "side": "austria", "hex": "1005"})
    whole = json.loads(invoke("position", "camposanto", "-", input=json.dumps(bare)).stdout)
    assert whole["turn"] == "day"
    assert whole["units"][0]["facing"] == "N"
    assert whole["units"][1]["facing"] == "S"


def test_an_open_segment_stays_in_the_position(match, tmp_path):
    state = match.state()
    (tmp_path / "state.json").write_text(json.dumps(state))
    whole = json.loads(invoke("position", "camposanto", tmp_path / "state.json").stdout)
    assert whole.get("since", []) == state["since"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not JSON: line 1"),
        ("[" * 100000, "nested too deeply"),
        ("[1]", "expected an object"),
        ("{}", "units"),
        ('{"units": [{"id": "A"}]}', "side"),
        (
            '{"units": [{"id": "A", "side": "spain", "wing": "left", "type": "infantry", "steps": 4, "hex": "1914"}]}',
            "units[0].hex: no unit can stand in 1914 [6.3-c]",
        ),
    ],
)
def test_a_broken_position_is_named(text, words):
    result = invoke("position", "camposanto", "-", input=text)
    assert result.exit_code == 2
    assert words in result.stderr
    assert not result.stdout


def test_a_broken_position_as_json():
    result = invoke("position", "camposanto", "-", "--json", input="{}")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"].startswith("position: ")


def test_the_schema_is_json_schema():
    schema = json.loads(invoke("position", "camposanto", "--schema").stdout)
    assert "$defs" in schema


def test_the_board_can_be_drawn():
    shown = invoke("position", "camposanto", "--board", "--lang", "it").stdout
    assert "SL1" in shown
    assert "Giorno, Fase 1" in shown
    assert "casolare" in shown


def test_file_and_scenario_together_are_refused():
    assert invoke("position", "camposanto", "-", "--scenario", "learning", input="{}").exit_code == 2
