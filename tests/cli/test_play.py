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
from quadrilatero.cli.answers_text import Speaker, Unreadable, group_options
from quadrilatero.cli.app import app
from quadrilatero.cli.board_text import choose_frame, draw_board, draw_status, units_table
from quadrilatero.cli.play import Leave, Screen, Table, _invite_opponent
from quadrilatero.cli.words import Words

ORDERS = "o 9 4 13"


def play(*lines, args=(), lang="en"):
    typed = "".join(f"{line}\n" for line in lines)
    base = ["play", "--scenario", "learning", "--seed", "1", "--lang", lang]
    return CliRunner().invoke(app, [*base, *args], input=typed)


def moving(seat="spain"):
    """A match in which a wing of that seat moves."""
    m = q.start("camposanto", scenario="learning", seed=1)
    m.answer("spain", {"do": "orders", "left": 1, "centre": 4, "right": 18})
    m.answer("austria", {"do": "orders", "left": 17, "centre": 2, "right": 3})
    assert m.ask is not None
    assert m.ask.who == (seat,)
    return m


def speaker(m, seat="spain", lang="en"):
    return Speaker(m.view(seat), Words(lang))


# -- reading and telling -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["m S-R5 2113", "m sr5 2113", "move s-r5 2113", "muovi SR5 2113", "m 2115 2113", "sr5 2113"]
)
def test_a_move_can_be_typed_in_many_ways(typed):
    m = moving()
    fitting, spelt = speaker(m).read(typed.split(), m.options("spain"))
    assert [(option["unit"], option["path"][-1]) for option in fitting] == [("S-R5", "2113")]
    assert spelt["path"][-1] == "2113"


def test_a_unit_alone_means_all_its_moves():
    m = moving()
    fitting, _ = speaker(m).read(["m", "S-R5"], m.options("spain"))
    assert fitting == [option for option in m.options("spain") if option.get("unit") == "S-R5"]


def test_a_whole_path_is_taken_as_it_is():
    m = moving()
    _, spelt = speaker(m).read(["m", "S-R5", "2114", "2113"], m.options("spain"))
    assert spelt == {"do": "move", "unit": "S-R5", "path": ["2114", "2113"]}
    assert m.refuse("spain", spelt) is None


def test_what_is_out_of_reach_is_spelt_out_hex_by_hex_so_that_a_rule_can_refuse_it():
    m = moving()
    fitting, spelt = speaker(m).read(["m", "S-R5", "2101"], m.options("spain"))
    assert not fitting
    refusal = m.refuse("spain", spelt)
    assert refusal is not None
    assert refusal.rule


@pytest.mark.parametrize("typed", ["xyzzy", "m S-X9 2113", "2113 x"])
def test_nonsense_is_called_so(typed):
    m = moving()
    with pytest.raises(Unreadable):
        speaker(m).read(typed.split(), [option for option in m.options("spain") if option["do"] == "done"])


def test_facings_in_both_languages():
    m = moving()
    m.answer("spain", next(o for o in m.options("spain") if o.get("unit") == "S-R5" and o["path"]))
    for typed in (["NW"], ["no"], ["face", "NW"], ["fronte", "NO"], ["face", "S-R5", "nw"]):
        fitting, _ = speaker(m).read(typed, m.options("spain"))
        assert [option["facing"] for option in fitting] == ["NW"]


def test_orders_by_number():
    m = q.start("camposanto", seed=1)
    for typed in (["o", "9", "4", "13"], ["9", "4", "13"]):
        fitting, spelt = speaker(m).read(typed, m.options("spain"))
        assert fitting == [spelt] == [{"do": "orders", "left": 9, "centre": 4, "right": 13}]


def test_options_are_grouped_by_unit():
    m = moving()
    groups = group_options(m.options("spain"))
    assert [option for group in groups for option in group.options] == m.options("spain")
    assert len({group.unit for group in groups}) == len(groups)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_answer_has_words_and_can_be_told_apart(lang):
    rng = random.Random(4)
    for seed in range(2):
        m = q.start("camposanto", seed=seed)
        while m.ask is not None:
            seat, options = m.ask.who[0], m.options(m.ask.who[0])
            speaks = speaker(m, seat, lang)
            some = options if len(options) < 60 else rng.sample(options, 20)
            assert len({speaks.describe(option) for option in some}) == len(some)
            m.answer(seat, rng.choice(options))


# -- drawing -----------------------------------------------------------------------------------------------------------


def test_the_board_shows_every_counter_by_side_type_and_facing():
    view = q.start("camposanto", scenario="learning", seed=1).view(None)
    tall = draw_board(view, choose_frame(view, 200, 100, whole=True)).plain
    assert "SR5" in tall
    assert "C↑4*" in tall
    assert "ALM" in tall
    small = draw_board(view, choose_frame(view, 80, 24)).plain
    assert "SC↑4" in small
    assert "AC↓4" in small
    assert max(map(len, small.splitlines())) <= 80
    for sign in "⌂≈╫·":
        assert sign in tall


def test_even_rows_are_shifted_by_half_a_hex():
    view = q.start("camposanto", seed=1).view(None)
    lines = draw_board(view, choose_frame(view, 200, 10, whole=True)).plain.splitlines()
    assert [line.index("·") for line in lines[1:4]] == [5, 7, 5]


def test_a_narrow_screen_shows_the_columns_of_the_units_in_focus():
    view = q.start("camposanto", seed=1).view(None)
    left = choose_frame(view, 60, 24, focus=frozenset({"S-L1", "S-L2"}))
    right = choose_frame(view, 60, 24, focus=frozenset({"S-R5"}))
    assert 7 in left.cols
    assert 21 in right.cols
    assert 21 not in left.cols
    for frame in (left, right, choose_frame(view, 20, 10)):
        assert max(map(len, draw_board(view, frame).plain.splitlines())) <= 60


def test_no_part_of_the_status_is_broken_over_two_lines():
    m = moving()
    for line in draw_status(m.view(None), Words("it"), 60).plain.splitlines():
        assert len(line) <= 60


def test_hexes_that_can_be_reached_show_their_number():
    view = q.start("camposanto", seed=1).view(None)
    assert "1010" in draw_board(view, choose_frame(view, 200, 100), frozenset({"1010"})).plain


def test_blank_boards_and_bare_positions_can_be_drawn():
    position = {
        "map": {"cols": 9, "rows": 7, "pond": ["0303"], "farmhouses": ["0404"]},
        "units": [
            {"id": "A1", "side": "spain", "wing": "centre", "type": "infantry", "steps": 2, "hex": "0505"},
            {"id": "D", "side": "austria", "wing": "centre", "type": "cavalry", "steps": 2, "hex": "0502"},
        ],
        "active": {"side": "spain", "wing": "centre", "step": "movement"},
    }
    view = q.start("camposanto", position=position, seed=1).view("spain")
    assert "A1" in draw_board(view, choose_frame(view, 80, 40)).plain
    assert "Day, Phase 1" in draw_status(view, Words("en")).plain
    assert units_table(view, Words("it")).row_count == 2


# -- a session ---------------------------------------------------------------------------------------------------------


def test_without_input_it_says_so_and_ends():
    result = CliRunner().invoke(app, ["play", "--lang", "en"], input="")
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
    assert "An order point can be laid on one wing only." in play("o 1 1 1", ORDERS).stdout
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
    assert "The Austro-Savoyards have won: the other side has resigned." in result.stdout


def test_both_sides_are_played_in_turn_and_sealed_points_stay_hidden():
    result = play("o 1 4 5", "o 2 3 6", "quit", args=["--side", "both"])
    covered = result.stdout.split("only the Austro-Savoyards look")
    assert len(covered) == 2
    assert "Order points turned up" not in covered[0]
    assert "Spanish 1, 4, 5; Austro-Savoyards 2, 3, 6" in covered[1]
    assert "only the Spanish look" in covered[0]
    hot_seat = play("o 1 4 5", "o 2 3 6", "quit", args=["--opponent", "human"])
    assert "only the Austro-Savoyards look" in hot_seat.stdout


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
    assert _invite_opponent(screen) == "capitano"
    assert said[0].startswith("  1  Recluta: Gioca a caso")
    assert not any("a caso" in line for line in said[1:])


def test_who_names_no_level_meets_the_sergeant_asked_or_not(monkeypatch):
    screen = Screen(Words("en"))
    monkeypatch.setattr(screen, "say", lambda text="", wrap=True: None)
    monkeypatch.setattr(screen, "read", lambda prompt: "")
    assert _invite_opponent(screen) == "sergente"
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
    command = [sys.executable, "-m", "quadrilatero", "play", "--scenario", "learning", "--seed", "1", "--lang", "it"]
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
