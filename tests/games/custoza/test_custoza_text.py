"""Custoza in a terminal: every answer has words of its own in both languages, and can be typed back."""

from __future__ import annotations

import random

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.kernel.speaker import Group, Unreadable, Window
from tests.games.custoza.support import Plain, austria, italy, play

ASSAULT = {"type": "assault", "hex": "3010", "target": "3011"}


def plain(lines: list[list[tuple[str, str]]]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def moving() -> q.Match:
    return play(
        italy("A", "3010", facing="S"),
        italy("g", "2909", "artillery", facing="S"),
        austria("D", "3011", facing="N"),
        austria("E", "3014"),
        victory={"type": "majority", "hexes": ["3013"]},
        active={"formation": "italy", "markers": [ASSAULT]},
    )


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_answer_of_a_game_has_its_own_words(language: str) -> None:
    """A short random game: at every question no two options read alike, and what is typed finds them again."""
    m = q.start("custoza", scenario="tail", seed=7)
    rng = random.Random(7)
    for _ in range(60):
        if m.ask is None:
            break
        seat = m.ask.who[0]
        options = m.options(seat)
        speaker = GAME.speaker(m.view(seat), language)
        few = options if len(options) < 40 else rng.sample(list(options), 40)
        told = [speaker.describe(option) for option in few]
        assert len(set(told)) == len(told), told
        assert all("{" not in text for text in told)
        assert speaker.hint(options)
        entries = speaker.menu(options).entries
        listed: list[Plain] = []
        for entry in entries:
            listed += entry.options if isinstance(entry, Group) else [entry]
        assert len(listed) == len(options)
        m.answer(seat, m.random_answer(seat, rng))


def test_the_board_shows_counters_goals_and_what_lies_face_down() -> None:
    m = moving()
    text = plain(GAME.speaker(m.view("italy"), "en").board(Window(120, 60)))
    assert "II↓" in text
    assert "★" in text
    assert "AI↓" in text
    hidden = plain(GAME.speaker(m.view("italy"), "it").board(Window(120, 60)))
    assert " ?" in hidden, "the strength of who is not in contact is not shown"
    assert "coperta" in hidden


def test_how_things_stand_is_told_in_both_languages() -> None:
    view = moving().view("italy")
    assert "GT 8" in plain(GAME.speaker(view, "en").status(100))
    assert "Fase di Azione" in plain(GAME.speaker(view, "it").status(100))
    sheet = GAME.speaker(view, "it").pieces("austria")
    assert sheet is not None
    assert {row[0][0] for row in sheet.rows} == {"D", "?3014a"}
    assert sheet.rows[1][1][0] == "(coperta)"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a A", {"do": "assault", "units": ["A"], "path": []}),
        ("assalta 3010", {"do": "assault", "units": ["A"], "path": []}),
        ("f g 3011", {"do": "fire", "units": ["g"], "hex": "3011", "at": "infantry"}),
        ("square A", {"do": "square", "units": ["A"]}),
        ('{"do": "square", "units": ["A"]}', {"do": "square", "units": ["A"]}),
    ],
)
def test_what_is_typed_is_read(typed: str, meant: Plain) -> None:
    m = moving()
    speaker = GAME.speaker(m.view("italy"), "en")
    fitting, spelt = speaker.read(typed.split(), m.options("italy"))
    assert fitting == [meant] or spelt == meant


def test_what_cannot_be_read_says_so() -> None:
    m = moving()
    with pytest.raises(Unreadable):
        GAME.speaker(m.view("italy"), "en").read(["xyzzy"], m.options("italy"))
    assert GAME.speaker(m.view("italy"), "en").pointed("3010", [], m.options("italy"))
