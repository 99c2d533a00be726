"""The command line as a whole: help, version, errors, and how little it loads."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

import quadrilatero as q
from quadrilatero.cli.app import app
from quadrilatero.lab import ladder

COMMANDS = [
    "army",
    "db",
    "exploit",
    "ladder",
    "play",
    "position",
    "replay",
    "report",
    "rules",
    "serve",
    "simulate",
    "tune",
    "verify",
]


def invoke(*args, **more):
    return CliRunner(env={"LANG": "en_US.UTF-8", "LC_ALL": ""}).invoke(app, list(args), **more)


def script(*args, **more):
    """The real command in a process of its own."""
    environment = os.environ | {"LANG": "en_US.UTF-8", "LC_ALL": "", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "quadrilatero", *args]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120, **more)


def test_version():
    assert script("--version").stdout == f"quadrilatero {q.__version__}\n"


def test_help_lists_the_commands_that_exist_and_no_others():
    shown = invoke("--help").stdout
    listed = re.findall(r"^  ([a-z]+)  ", shown.split("Commands:")[1], re.MULTILINE)
    assert sorted(listed) == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    result = invoke(command, "--help")
    assert result.exit_code == 0
    assert f"Example: quadrilatero {command}" in " ".join(result.stdout.split())


def test_nothing_heavy_is_loaded_before_it_is_needed():
    heavy = [
        "rich.progress",
        "multiprocessing",
        "sqlalchemy",
        "uvicorn",
        "fastapi",
        "quadrilatero.games.camposanto",
        "quadrilatero.lab",
        "concurrent.futures",
    ]
    code = (
        f"import sys, quadrilatero.cli.app; loaded = [name for name in {heavy} if name in sys.modules]; print(loaded)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "camposanto", "--bots", "recluta"], "name as many bots"),
        (["simulate", "camposanto", "--bots", "recluta,napoleon"], "no bot 'napoleon'"),
        (["simulate", "camposanto", "--scenario", "x"], "no scenario 'x'"),
        (["simulate", "camposanto", "--lang", "fr"], "no texts in 'fr'"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "chess", "--coverage"], "there is no game 'chess'"),
        (["rules", "camposanto", "7.1-q"], "near it: 7.1"),
        (["rules", "camposanto", "--keep"], "quadrilatero rules camposanto --coverage --keep"),
        (["rules", "camposanto", "7.1-d", "--coverage"], "leave out 7.1-d"),
        (["rules", "camposanto", "zzz"], "`quadrilatero rules camposanto` lists them"),
        (["play", "chess", "--lang", "it"], "non c'è il gioco 'chess'"),
        (["position", "chess", "--lang", "it"], "non c'è il gioco 'chess'"),
        (["position", "camposanto", "--scenario", "x", "--lang", "it"], "non ha lo scenario 'x'"),
        (["rules", "camposanto", "7.1-z", "--lang", "it"], "camposanto non ha la regola '7.1-z'; vicine: 7.1-"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "camposanto", "--side", "france"], "there is no side france"),
        (["play", "camposanto", "--opponent", "napoleon"], "there is no opponent napoleon"),
        (["play", "camposanto", "--scenario", "x"], "no scenario 'x'"),
        (["play", "camposanto", "--load", "nothing.json"], "nothing.json cannot be read"),
        (["verify", "nothing.json"], "there is no file nothing.json"),
        (["replay", "nothing.json"], "there is no file nothing.json"),
        (["position", "chess"], "there is no game 'chess'"),
        (["position", "camposanto", "nothing.json"], "nothing.json cannot be read"),
        (["position", "camposanto", "--scenario", "x"], "no scenario 'x'"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(args, words):
    result = invoke(*args)
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert not result.stdout


def test_a_real_process_answers_bad_input_without_a_traceback():
    result = script("position", "camposanto", "-", input='{"units": [{"id": "A"}]}')
    assert result.returncode == 2
    assert result.stderr.startswith("quadrilatero: position: ")
    assert "Traceback" not in result.stderr


# -- simulate ----------------------------------------------------------------------------------------------------------


def test_simulate_shows_a_table():
    result = invoke("simulate", "camposanto", "--scenario", "learning", "--games", "2", "--seed", "1", "--jobs", "1")
    assert result.exit_code == 0
    assert "Won by the Spanish (recluta)" in result.stdout
    assert "Decisions a game" in result.stdout
    assert re.search(r"12\.\d-[a-z] \w+", result.stdout)


def test_simulate_prints_json_the_same_for_any_number_of_processes(tmp_path):
    args = ["simulate", "camposanto", "--scenario", "learning", "--games", "10", "--seed", "1", "--json"]
    alone, together = script(*args, "--jobs", "1"), script(*args, "--jobs", "2", "--out", str(tmp_path))
    first, second = json.loads(alone.stdout), json.loads(together.stdout)
    assert first.pop("timing") != second.pop("timing")
    assert first == second
    assert first["bots"] == ["recluta", "recluta"]
    assert first["games"] == 10
    made = {"games.csv", "games.jsonl", "plan.json", "report.html", "results.json"}
    assert {path.name for path in tmp_path.iterdir()} == made


def test_simulate_says_when_it_cannot_write(tmp_path):
    (tmp_path / "file").touch()
    result = invoke("simulate", "camposanto", "--games", "1", "--out", str(tmp_path / "file" / "x"))
    assert result.exit_code == 2
    assert "Not a directory" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("send", "stop"), [("killpg", "SIGINT"), ("kill", "SIGTERM"), ("killpg", "SIGHUP")])
def test_ctrl_c_a_kill_and_a_closed_terminal_stop_simulate_cleanly(jobs, send, stop, tmp_path):
    command = [sys.executable, "-m", "quadrilatero", "simulate", "camposanto", "--scenario", "learning", "--json"]
    command += ["--games", "100000", "--seed", "1", "--jobs", jobs, "--lang", "en", "--out", str(tmp_path)]
    # Under nohup, or in the background of a script, tests ignore some signals, and children would too.
    before = {one: signal.signal(one, signal.SIG_DFL) for one in (signal.SIGINT, signal.SIGHUP)}
    try:
        run = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    games = tmp_path / "games.jsonl"
    with run:
        try:
            while run.poll() is None and not (games.exists() and games.stat().st_size):
                time.sleep(0.1)
            getattr(os, send)(run.pid, getattr(signal, stop))  # a terminal tells the whole group
            out, err = run.communicate(timeout=60)
        finally:
            run.kill()
    assert run.returncode == 130, err
    done = json.loads(out)["games"]
    assert 0 < done < 100000
    assert err == f"Stopped after {done} of 100000 games.\nContinue with the same command and --resume.\n"


def test_a_ladder_that_is_stopped_says_how_to_go_on(tmp_path, monkeypatch):
    def stopped(contest, jobs, progress, *more):
        def stop(done, of):
            raise KeyboardInterrupt

        return ladder.climb(contest, 1, stop, *more)

    monkeypatch.setattr("quadrilatero.cli.ladder.climb", stopped)
    levels = ("--levels", "recluta,tests.lab.players.Seeing")
    result = invoke("ladder", "camposanto", "--scenario", "learning", *levels, "--games", "4", "--out", str(tmp_path))
    assert result.exit_code == 130
    assert "Camposanto 1743: First Steps" in result.stdout
    assert result.stderr == "Stopped after 1 of 4 games.\nContinue with the same command and --resume.\n"


# -- rules -------------------------------------------------------------------------------------------------------------


def test_rules_lists_chapters_and_rules():
    shown = invoke("rules", "camposanto", "--lang", "it").stdout
    assert "7  Assalti" in shown
    assert re.search(r"^  7\.1-d +\w", shown, re.MULTILINE)
    assert "(ricostruita)" in shown
    assert "200 regole" in shown


def test_rules_shows_one_with_its_code():
    shown = invoke("rules", "camposanto", "7.1-d", "--lang", "en").stdout
    assert shown.startswith("7.1-d  ")
    assert "Code: quadrilatero.games.camposanto.rules." in " ".join(shown.split())
    assert "(reconstructed)" in invoke("rules", "camposanto", "1.1-a").stdout
    assert "Nothing to enforce" in invoke("rules", "camposanto", "1-a").stdout


def test_rules_takes_a_prefix_and_a_whole_paragraph():
    assert invoke("rules", "camposanto", "camposanto:7.1-d").stdout.startswith("7.1-d  ")
    paragraph = invoke("rules", "camposanto", "7.1").stdout
    assert "7.1-a  " in paragraph
    assert "7.1-k  " in paragraph
    assert "7.2-a  " not in paragraph
    assert "7.2-a  " in invoke("rules", "camposanto", "7").stdout


def test_rules_as_json():
    one = json.loads(invoke("rules", "camposanto", "7.1-d", "--json").stdout)
    assert one["id"] == "7.1-d"
    assert one.keys() == {"id", "kind", "title", "text", "information", "reconstructed", "later", "code"}
    assert len(json.loads(invoke("rules", "camposanto", "--json").stdout)["rules"]) == 200
