"""Balance in words: whether a run is shown to favour a side, and which of several runs comes nearest to even."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from quadrilatero.lab import compare
from quadrilatero.lab.compare import Comparison
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.report import Writer
from quadrilatero.lab.tally import Tally


def tally(spain: int, austria: int, drawn: int = 0, head_start: str = "none", bots=("recluta", "recluta"), swap=None):
    """A tally with so many games won by each side."""
    games = spain + austria + drawn
    plan = plan_run("camposanto", "learning", bots, games, options={"head_start": head_start}, swap=swap)
    made = Tally(plan)
    made.games = games
    made.ends.update({("spain", "12.2-e"): spain, ("austria", "12.2-e"): austria, (None, "12.2-f"): drawn})
    return made


@pytest.fixture
def compared(monkeypatch):
    """A comparison of tallies that are given by the names of their runs."""

    def of(**tallies: Tally) -> Comparison:
        monkeypatch.setattr(compare, "read_played", lambda folder: tallies[folder.name])
        return Comparison([Path(name) for name in tallies])

    return of


def told(html: str, section: str) -> str:
    """What stands in a section, without its tags."""
    (found,) = re.findall(rf'<section id="{section}">(.*?)</section>', html, re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", found)).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("played", "en", "it"),
    [
        (tally(70, 30), "the scenario favours the Spanish: they score 70.0 %", "lo scenario favorisce gli Spagnoli"),
        (
            tally(20, 60, 20),
            "the scenario favours the Austro-Savoyards: they score 70.0 %",
            "lo scenario favorisce gli Austro-Sabaudi",
        ),
        (tally(54, 46), "do not show that the scenario favours a side", "non mostrano che lo scenario favorisca"),
        (tally(50, 50), "do not show that the scenario favours a side", "non mostrano che lo scenario favorisca"),
        (
            tally(70, 30, bots=("recluta", "sergente"), swap=False),
            "cannot tell the scenario from the players",
            "non distinguono lo scenario dai giocatori",
        ),
    ],
)
def test_a_report_says_whether_the_scenario_is_balanced(played: Tally, en: str, it: str):
    assert en in told(Writer(played, "en").balance(), "balance")
    assert it in told(Writer(played, "it").balance(), "balance")


def test_a_report_says_how_many_games_would_show_it():
    assert "about 610 games" in told(Writer(tally(54, 46), "en").balance(), "balance")
    for shown in (tally(70, 30), tally(50, 50)):
        assert "would take about" not in told(Writer(shown, "en").balance(), "balance")


def test_both_sides_stand_with_their_intervals():
    text = told(Writer(tally(70, 30), "en").balance(), "balance")
    assert re.search(r"Spanish\s+70\.0 %\s+60\.4 to 78\.1\s+70", text)
    assert re.search(r"Austro-Savoyards\s+30\.0 %\s+21\.9 to 39\.6\s+30", text)


def test_options_that_were_chosen_stand_in_the_head_of_a_report():
    assert "head_start=spain_1 (1 VP to the Spanish)</p>" in Writer(tally(5, 5, head_start="spain_1"), "en").whole()
    assert "head_start" not in Writer(tally(5, 5), "en").whole()


def test_the_nearest_run_is_named_and_those_it_cannot_be_told_from(compared):
    found = compared(
        base=tally(160, 40), one=tally(118, 82, head_start="austria_1"), two=tally(90, 110, head_start="austria_2")
    )
    assert [found.names[run] for run in (found.nearest(), *found.as_near())] == ["two", "one"]
    plain = found.plain()
    assert plain["nearest"] == {"run": "two", "even": True, "as_near": ["one"]}
    assert plain["differs"] == {"head_start": ["none", "austria_1", "austria_2"]}
    assert plain["runs"][2]["scores"]["austria"]["share"] == 0.55
    assert plain["runs"][2]["difference"]["share"] == -0.35
    english = told(found.page("en"), "evening")
    assert "The first run, “base”, favours the Spanish: they score 80.0 %" in english
    assert "Nearest to even comes “two”: the Austro-Savoyards score 55.0 %, and one half lies within" in english
    assert "Whether it is really nearer than “one”, these games cannot tell" in english
    assert re.search(r"two\s+200 games; head_start=austria_2 \(2 VPs to the Austro-Savoyards\)", english)
    assert "−35.0" in english
    italian = told(found.page("it"), "evening")
    assert "La più vicina alla parità è «two»" in italian
    assert "più vicina di «one»" in italian


def test_runs_that_lean_to_either_side_are_compared_by_how_far_they_lean(compared):
    """60 and 40 in a hundred are equally far from even, though very different from each other."""
    found = compared(base=tally(600, 400), other=tally(395, 605, head_start="austria_1"))
    assert (found.nearest(), found.as_near()) == (0, [1])
    assert not found.gap(1).low <= 0 <= found.gap(1).high


def test_a_change_that_evens_nothing(compared):
    found = compared(base=tally(550, 450), worse=tally(800, 200, head_start="spain_1"))
    text = told(found.page("en"), "evening")
    assert "No run comes nearer to even than the first, “base”, and that one favours a side" in text
    assert "All the others are further from even by more than chance would explain." in text


def test_folders_of_one_name_are_told_apart_by_their_paths(monkeypatch, tmp_path):
    monkeypatch.setattr(compare, "read_played", lambda folder: tally(5, 5))
    first, second = tmp_path / "a" / "run", tmp_path / "b" / "run"
    assert Comparison([first, second]).names == [str(first), str(second)]
