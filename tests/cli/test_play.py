"""Playing in the terminal: what is typed becomes answers, and what happens is shown."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys

import pytest
from rich.console import Console
from typer.testing import CliRunner

import quadrilatero as q
from quadrilatero.cli.app import app
from quadrilatero.cli.play import Table, _invite_opponent
from quadrilatero.cli.screen import Leave, Screen
from quadrilatero.cli.words import Words

ORDERS = "o 9 4 13"


def play(*lines, args=(), lang="en"):
    typed = "".join(f"{line}\n" for line in lines)
    base = ["play", "camposanto", "--scenario", "learning", "--seed", "1", "--lang", lang]
    return CliRunner().invoke(app, [*base, *args], input=typed)


def moving(seat="spain"):
    """A match in which a wing of that seat moves."""
    m = q.start("camposanto", scenario="learning", seed=1)
    m.answer("spain", {"do": "orders", "left": 1, "centre": 4, "right": 18})
    m.answer("austria", {"do": "orders", "left": 17, "centre": 2, "right": 3})
    assert m.ask is not None
    assert m.ask.who == (seat,)
    return m


# -- a session ---------------------------------------------------------------------------------------------------------


def test_without_input_it_says_so_and_ends():
    result = CliRunner().invoke(app, ["play", "camposanto", "--lang", "en"], input="")
    assert result.exit_code == 2
    assert "play needs a terminal, or commands on standard input" in result.stderr


def test_the_end_of_the_input_ends_the_game():
    result = play(ORDERS)
    assert result.exit_code == 0
    assert "The input has ended" in result.stdout


@pytest.fixture
def mover(tmp_path):
    """The file of a game in which the Spanish right wing is to move."""
    file = tmp_path / "moving.json"
    moving().save(file)
    return ["--load", str(file)]


def test_a_turn_in_english(mover):
    result = play("m sr5 2113", "N", "undo", "NE", "units spain", "log", "rule 7.1-d", "help", "quit", args=mover)
    assert result.exit_code == 0, result.stdout
    assert "Carabineros Reales moves to 2113." in result.stdout
    assert "Which way does Carabineros Reales face?" in result.stdout
    assert "7.1-d  " in result.stdout
    assert "Carabineros Reales faces NE." in result.stdout


def test_a_turn_in_italian(mover):
    typed = "muovi sr5 2113", "NO", "annulla", "perché m sr1 1401", "aiuto", "esci"
    result = play(*typed, args=mover, lang="it")
    assert "Verso dove si orienta Carabineros Reales?" in result.stdout
    assert "Guardias Españolas I" in result.stdout
    assert "salva FILE" in result.stdout


def test_why_gives_the_rule_and_its_text(mover):
    shown = play("why m S-R5 2101", "why m S-R5 2113", "why", args=mover).stdout
    assert "Carabineros Reales has 5 MP, one of them because its wing is Impetuous (5.1-b). [6-c]\n6-c  " in shown
    assert "That is allowed." in shown
    assert "Say what you would do" in shown


def test_a_refused_answer_names_its_rule_and_the_game_goes_on(mover):
    assert "An order point can be assigned to one wing only." in play("o 1 1 1", ORDERS).stdout
    result = play("m A-L1 1010", "m S-R1", "list Guadalajara", "list xyzzy", "99", args=mover)
    assert "[5-a]" in result.stdout
    assert "S-R4 Guadalajara: type a number or a hex" in result.stdout
    assert "No option has “xyzzy”." in result.stdout
    assert "Type a number from 1 to" in result.stdout


def test_save_and_load(mover, tmp_path):
    file = tmp_path / "game.json"
    assert f"Saved to {file}" in play("m sr5 2113", f"save {file}", args=mover).stdout.replace("\n", "")
    assert q.verify(file).ok
    result = CliRunner().invoke(app, ["play", "--load", str(file), "--lang", "en"], input="N\nquit\n")
    assert "Which way does Carabineros Reales face?" in result.stdout
    assert "could not be written" in play(ORDERS, f"save {tmp_path / 'no' / 'where.json'}").stdout


def test_resigning_ends_the_game():
    result = play(ORDERS, "resign", "n", "resign", "y")
    assert result.exit_code == 0
    assert "Won by the Austro-Savoyards: the other side has resigned." in result.stdout


def test_both_sides_are_played_in_turn_and_sealed_points_stay_hidden():
    result = play("o 1 4 5", "o 2 3 6", "quit", args=["--side", "both"])
    covered = result.stdout.split("only the Austro-Savoyards may look")
    assert len(covered) == 2
    assert "Order points turned up" not in covered[0]
    assert "Spanish 1, 4, 5; Austro-Savoyards 2, 3, 6" in covered[1]
    assert "only the Spanish may look" in covered[0]
    hot_seat = play("o 1 4 5", "o 2 3 6", "quit", args=["--opponent", "human"])
    assert "only the Austro-Savoyards may look" in hot_seat.stdout


def test_the_other_side_can_be_played():
    result = play("o 2 3 17", "quit", args=["--side", "austria"])
    assert "Austro-Savoyards: " in result.stdout
    assert "Impetuous" in result.stdout


class Typist(Screen):
    """A screen whose player chooses at random from what is listed, and tries every command."""

    def __init__(self, seed):
        super().__init__(Words("it" if seed % 2 else "en"))
        self.console = Console(file=io.StringIO(), width=120)
        self.rng = random.Random(seed)
        self.table: Table

    def read(self, prompt):
        m, rng = self.table.match, self.rng
        assert m.ask is not None
        if m.ask.what == "orders":
            points = rng.choice(m.options(m.ask.who[0]))
            return f"o {points['left']} {points['centre']} {points['right']}"
        if rng.random() < 0.1:
            odd = (
                "undo|units|list|board|log 3|help|why d|b|flee|m|f|a S-R1|why hit S-R1|N|go 2112|why stay|x|S-R1|rule 7"
            )
            return rng.choice([*odd.split("|"), "why b A-L1 2013", "1514", "why adv A-L1 1010", "why a S-R1 A-L1", "0"])
        return str(rng.randint(1, max(1, len(self.table.menu))))


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_can_be_played_from_the_lists(seed):
    screen = Typist(seed)
    scenario = "battle" if seed == 0 else "learning"
    screen.table = Table(screen, q.start("camposanto", scenario=scenario, seed=seed), {}, seed)
    assert screen.table.play() == 0
    assert screen.table.match.result is not None


def test_against_a_bot_the_same_seed_gives_the_same_answers():
    shown = [play(ORDERS, "d", "d", "d", "log 99", "quit").stdout for _ in range(2)]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("opponent", ["sergente", "capitano:bold"])
def test_any_level_can_be_the_opponent(opponent):
    shown = [play(ORDERS, "d", "quit", args=["--opponent", opponent]) for _ in range(2)]
    assert shown[0].exit_code == 0
    assert shown[0].stdout == shown[1].stdout


def test_who_is_asked_chooses_the_level_by_what_it_plays_like(monkeypatch):
    said: list[str] = []
    screen = Screen(Words("it"))
    monkeypatch.setattr(screen, "say", lambda text="", wrap=True: said.append(str(text)))
    monkeypatch.setattr(screen, "read", lambda prompt: "3")
    assert _invite_opponent(screen, "camposanto") == "capitano"
    assert said[0].startswith("  1  Recluta: Gioca a caso")
    assert not any("a caso" in line for line in said[1:])


def test_who_names_no_level_meets_the_sergeant_asked_or_not(monkeypatch):
    screen = Screen(Words("en"))
    monkeypatch.setattr(screen, "say", lambda text="", wrap=True: None)
    monkeypatch.setattr(screen, "read", lambda prompt: "")
    assert _invite_opponent(screen, "camposanto") == "sergente"
    moves = ORDERS, "d", "d", "d", "log 99", "quit"
    named = {level: play(*moves, args=["--opponent", level]).stdout for level in ("recluta", "sergente")}
    assert play(*moves).stdout == named["sergente"] != named["recluta"]


@pytest.mark.parametrize(
    ("typed", "file"), [("", ""), ("n", ""), ("q", ""), ("mine.json", "mine.json"), ("y", "camposanto-2.json")]
)
def test_the_answer_to_save_names_a_file(typed, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "camposanto-1.json").touch()
    assert Table(Screen(Words("en")), moving(), {}, 0)._file(typed) == file


def test_leaving_carries_an_exit_code():
    assert Leave(130, offer=True).code == 130


def test_a_real_process_reads_a_pipe():
    command = [
        sys.executable,
        "-m",
        "quadrilatero",
        "play",
        "camposanto",
        "--scenario",
        "learning",
        "--seed",
        "1",
        "--lang",
        "it",
    ]
    environment = os.environ | {"PYTHONUTF8": "1"}
    run = subprocess.run(
        command, input=f"{ORDERS}\nquit\n", env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert "Impetuosa" in run.stdout
    assert "\x1b[" not in run.stdout


def test_a_save_is_what_the_engine_reads(tmp_path):
    play(ORDERS, f"save {tmp_path / 'a.json'}")
    assert json.loads((tmp_path / "a.json").read_text())["header"]["scenario"] == "learning"
