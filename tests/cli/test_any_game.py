"""The terminal plays games that have no speaker of their own: the toys with three seats, in real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import quadrilatero as q
from quadrilatero.kernel import find_game
from quadrilatero.kernel.speaker import Speaker, Window

ROOT = Path(__file__).parents[2]
GAMES = os.pathsep.join(str(ROOT / "tests" / folder) for folder in ("toys", "lab/games"))
PICKED = {"do": "pick", "number": 2}


@pytest.fixture
def quadrilatero():
    def run(*args, typed=()):
        environment = os.environ | {"QUADRILATERO_GAMES": GAMES, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "quadrilatero", *map(str, args)]
        text = "".join(f"{line}\n" for line in typed)
        return subprocess.run(
            command, input=text, env=environment, capture_output=True, text=True, check=False, timeout=60
        )

    return run


def test_a_game_without_a_speaker_is_played_to_its_end(quadrilatero):
    run = quadrilatero(
        "play", "trio", "--side", "all", "--seed", "1", "--lang", "en", typed=["2", "pick number 1", "2"]
    )
    assert run.returncode == 0, run.stderr
    assert "at: 0" in run.stdout, "the view as an outline"
    assert "  1  pick number 1\n   2  pick number 2" in run.stdout
    assert "ann: Pick a number. [1-a]" in run.stdout
    assert "Nobody has won: plan_done. [2-a]" in run.stdout


def test_pieces_are_called_by_their_names_and_what_says_nothing_is_left_out():
    view = q.start("alaguerre", "scaramuccia", seed=3).view("red")
    speaker = Speaker(find_game("alaguerre"), view, "it")
    outline = "".join(text for line in speaker.board(Window(140, 60)) for text, _ in line)
    assert speaker.describe({"do": "unit", "unit": "red.1.1"}) == "Tercio di Napoli"
    assert "name Tercio di Napoli, " in outline
    assert "mounted False" not in outline
    assert "–" not in outline


def test_armies_are_called_by_their_names(quadrilatero):
    """The log, the question and the list of sides say whose army it is, not only which colour it has."""
    run = quadrilatero("play", "alaguerre", "--scenario", "scaramuccia", "--side", "red", "--seed", "3", "--lang", "it")
    assert "· Iniziativa: Francesi.\n" in run.stdout
    assert "· Ordini da dare: Spagnoli 0, Francesi 1.\n" in run.stdout
    assert "Spagnoli (Rosso): " in run.stdout


def test_namesakes_keep_their_ids_in_answers():
    view = {"units": [{"id": "a", "name": "Foot"}, {"id": "b", "name": "Foot"}, {"id": "c", "name": "Horse"}]}
    speaker = Speaker(find_game("alaguerre"), view, "en")
    assert [speaker.describe({"do": "unit", "unit": id}) for id in "abc"] == ["Foot (a)", "Foot (b)", "Horse"]
    assert speaker.describe({"do": "orders", "assign": {"c": 6}}) == "Orders assign Horse 6"
    assert speaker.describe({"do": "charge", "unit": "c", "target": None}).endswith("unit Horse target –")


def test_answers_can_be_typed_as_json_and_refusals_name_their_rule(quadrilatero):
    typed = [
        json.dumps({**PICKED, "number": 7}),
        "{",
        "xyzzy",
        "why pick number 1",
        "units",
        "rule",
        json.dumps(PICKED),
    ]
    run = quadrilatero("play", "trio", "--side", "all", "--seed", "1", "--lang", "it", typed=typed)
    assert "ann non ha quel numero." in run.stdout
    assert "Questo non è JSON" in run.stdout
    assert "«xyzzy» qui non è un comando" in run.stdout
    assert "Questo è permesso." in run.stdout
    assert "non ha una lista dei pezzi" in run.stdout
    assert "Indica una regola" in run.stdout
    assert "Ann ha scelto 2." in run.stdout


def test_bots_hold_every_seat_that_people_do_not(quadrilatero):
    run = quadrilatero("play", "trio", "--side", "ann,cid", "--seed", "1", "--lang", "en", typed=["1", "2"])
    assert run.returncode == 0, run.stderr
    assert "Bob picked" in run.stdout
    assert "bob> " not in run.stdout
    assert "secret" not in run.stdout, "nothing is hidden here"


def test_where_facts_are_hidden_others_at_the_screen_are_told_to_look_away(quadrilatero):
    plans = ["plan strengths [1, 2, 3] objective 5", "plan strengths [3, 2, 1] objective 7"]
    two = quadrilatero("play", "veiled", "--side", "ann,cid", "--seed", "1", "--lang", "en", typed=[*plans, "quit"])
    assert two.returncode == 0, two.stderr
    first, second = two.stdout.split("What follows is secret: only Cid may look at the screen now.")[:2]
    assert "What follows is secret: only Ann may look" in first
    assert "Ann: Say in secret how strong your units are" in first
    assert "Cid: Say in secret how strong your units are" in second
    alone = quadrilatero("play", "veiled", "--side", "bob", "--seed", "1", "--lang", "en", typed=[plans[0], "quit"])
    assert alone.returncode == 0, alone.stderr
    assert "What follows is secret" not in alone.stdout


def test_a_question_with_endless_answers_takes_any_lawful_one(quadrilatero):
    typed = ['{"do": "run", "to": [305, 80]}', '{"do": "run", "to": [5, 5000]}', "quit"]
    shown = quadrilatero("play", "tabletop", "--side", "all", "--seed", "1", "--lang", "en", typed=typed).stdout
    assert "run to [305, 80]" not in shown, "it is no candidate"
    assert "Red runs to 305, 80." in shown
    assert "Blue runs" not in shown
    assert "That is farther than 100." in shown


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--side", "dot"], "there is no side dot; choose one of ann, bob, cid, all"),
        (["--opponent", "sergente"], "there is no opponent sergente; choose one of recluta, human"),
        (["--scenario", "long"], "trio has no scenario 'long'; it has short"),
    ],
)
def test_what_a_game_does_not_have_is_refused_with_what_it_has(quadrilatero, args, words):
    run = quadrilatero("play", "trio", "--lang", "en", *args)
    assert run.returncode == 2
    assert words in run.stderr


def test_with_several_games_one_is_to_be_named(quadrilatero):
    run = quadrilatero("play", "--lang", "it", typed=["1"])
    assert run.returncode == 2
    _, named = run.stderr.split("indica un gioco: ")
    assert {"camposanto", "toy", "veiled"} <= set(named.strip().split(", "))


def test_a_saved_game_is_replayed_and_goes_on(quadrilatero, tmp_path):
    file = tmp_path / "toy.json"
    quadrilatero("play", "trio", "--side", "all", "--seed", "1", "--lang", "en", typed=["2", f"save {file}"])
    assert "The game goes on: Pick a number." in quadrilatero("replay", file, "--lang", "en").stdout
    went_on = quadrilatero("play", "--load", file, "--side", "all", "--lang", "en", typed=["1", "1"])
    assert "Nobody has won" in went_on.stdout, went_on.stderr
    told = quadrilatero("replay", file, "--lang", "en", "--seat", "cid").stdout
    assert "Ann picked 2." in told


def test_a_position_is_shown_and_a_missing_schema_named(quadrilatero):
    shown = quadrilatero("position", "trio", "--scenario", "short", "--board", "--lang", "en")
    assert "plan:\n  - ask ann, of 2" in shown.stdout, shown.stderr
    assert "trio has no schema of its positions" in quadrilatero("position", "trio", "--schema", "--lang", "en").stderr
