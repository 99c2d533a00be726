"""The game in a terminal: a table in characters, words for every answer, and answers read back as they are typed."""

from __future__ import annotations

import random

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.text.speaker import GuerreSpeaker
from quadrilatero.kernel import Plain
from quadrilatero.kernel.speaker import Unreadable, Window


def plain(lines: list[list[tuple[str, str]]]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def speaking(view: Plain, language: str) -> GuerreSpeaker:
    speaker = GAME.speaker(view, language)
    assert isinstance(speaker, GuerreSpeaker)
    return speaker


SCENARIOS = [scenario.id for scenario in GAME.scenarios()]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_table_shows_everybody_in_both_languages(scenario: str, language: str) -> None:
    m = q.start("alaguerre", scenario, seed=3)
    assert m.ask
    view = m.view(m.ask.who[0])
    speaker = speaking(view, language)
    board = plain(speaker.board(Window(140, 60), m.options(m.ask.who[0])))
    for id in speaker.poses:
        if len(speaker.short[id]) <= 2:
            assert speaker.short[id] in board
    assert (board.count("★") > 1) == any(one.get("at") or one.get("with") for one in view["generals"])
    assert "{" not in board
    status = plain(speaker.status(140))
    armies = GAME.called(m.header)
    assert all(name[language] in status for name in armies.values())
    sheet = speaker.pieces("")
    assert len(sheet.rows) == len(speaker.known)
    assert {len(row) for row in sheet.rows} == {len(sheet.headers)}


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_answer_of_a_game_has_its_own_words(language: str) -> None:
    m = q.start("alaguerre", "scaramuccia", seed=7)
    rng = random.Random(7)
    for _ in range(120):
        if m.ask is None:
            break
        seat = m.ask.who[0]
        options = m.options(seat)
        speaker = speaking(m.view(seat), language)
        few = options if len(options) < 40 else rng.sample(list(options), 40)
        told = [speaker.describe(option) for option in few]
        assert len(set(told)) == len(told), told
        assert all("{" not in text and "[" not in text for text in told), told
        assert speaker.hint(options)
        m.answer(seat, m.random_answer(seat, rng))


def at(what: str) -> tuple[q.Match, str]:
    """A match where that is asked, and of whom."""
    m, rng = q.start("alaguerre", "scaramuccia", seed=1), random.Random(1)
    while m.ask is not None and m.ask.what != what:
        m.answer(m.ask.who[0], m.random_answer(m.ask.who[0], rng))
    assert m.ask
    return m, m.ask.who[0]


def test_a_move_is_typed_as_on_the_page() -> None:
    m, seat = at("move")
    speaker = speaking(m.view(seat), "it")
    unit = next(id for id in speaker.known if speaker.known[id]["side"] == seat and id in speaker.poses)
    typed = f"muovi {speaker.short[unit]}: avanza 0,5, ruota sinistra 10".split()
    _, answer = speaker.read(typed, m.options(seat))
    path = [{"go": "advance", "by": 500}, {"go": "wheel", "side": "left", "angle": 1000}]
    assert answer == {"do": "move", "unit": unit, "path": path}
    for text in ("move nobody: advance 1", f"move {speaker.short[unit]}: dance"):
        with pytest.raises(Unreadable):
            speaker.read(text.split(), m.options(seat))


def test_whoever_asks_hears_who_is_near() -> None:
    m, seat = at("move")
    speaker = speaking(m.view(seat), "en")
    unit = next(id for id in speaker.known if speaker.known[id]["side"] == seat and id in speaker.poses)
    name = speaker.short[unit]
    near = speaker.near(name)
    assert near
    assert near[0].startswith(name)
    assert all("o'clock" in line for line in near[1:])
    assert speaker.near("nobody") is None
