"""The log tells a battle in words: nobody reads an id, and what is added to dice has a name."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import pytest

import quadrilatero as q
import quadrilatero.games.vivaorre as room
from quadrilatero.games.vivaorre.rules import events, morale
from tests.games.vivaorre import pickups
from tests.games.vivaorre.battle import blue, play, red

PHRASES = tomllib.loads((Path(room.__file__).parent / "phrases.toml").read_text("utf-8"))
RAW = re.compile(r"\b(?:red|blue|r|b)\.\w|_|\bNone\b|[{}\[\]']\d")


@pytest.mark.parametrize("scenario", ["scaramuccia", "calatafimi"])
def test_a_battle_is_told_in_words(scenario: str) -> None:
    match, dice = q.start("vivaorre", scenario=scenario, seed=4), random.Random(4)
    for _ in range(400):
        if match.ask is None:
            break
        seat = match.ask.waiting[0]
        match.answer(seat, dice.choice(match.options(seat)))
    told = {event.text(language) for event in match.events for language in ("en", "it")}
    assert len(told) > 50
    assert [text for text in told if RAW.search(text.split(" (")[0])] == []
    added = {rule for event in match.events for rule, _ in event.modifiers}
    assert added
    assert added <= PHRASES["modifier"].keys()
    rolls = {event.data["why"] for event in match.events if event.kind == "roll"}
    assert {f"roll_{why}" for why in rolls} <= PHRASES["event"].keys()


def test_values_that_events_name_have_words() -> None:
    words = PHRASES["words"].keys()
    assert {f"what_{name}" for name, _ in events.EVENTS.values()} <= words
    assert {f"occasion_{occasion}" for occasion in morale.RULES} <= words


def test_what_would_have_been_allowed_is_written_as_readers_of_the_language_write_it() -> None:
    match = play(red("A", [30000, 10000]), blue("D", [60000, 40000]), phase="movement")
    path = [{"go": "oblique", "side": "left", "angle": 100, "by": 1}, {"go": "advance", "by": 3000}]
    refusal = match.refuse("red", {"do": "move", "unit": "A", "path": path})
    assert refusal is not None
    assert "2.998 inches are allowed" in refusal.text("en")
    assert "sono ammessi 2,998 pollici" in refusal.text("it")


def test_the_log_of_a_pickup_calls_troops_by_their_names_in_its_language() -> None:
    army = {"red": pickups.NAPLES, "blue": pickups.GARIBALDI}
    position = q.pickup("vivaorre", armies=army, terrain=[], deployment="automatic")
    match = q.start("vivaorre", position=position, seed=1)
    while match.ask is not None and match.ask.what != "move":
        seat = match.ask.waiting[0]
        match.answer(seat, match.options(seat)[-1])
    seat = match.ask.waiting[0]
    unit = next(one for one in match.view(seat)["units"] if one["id"] == f"{seat}.b1.1")
    match.answer(seat, {"do": "move", "unit": unit["id"], "path": [{"go": "advance", "by": 1500}]})
    told = next(event for event in match.events if event.kind == "moved")
    assert told.text("en").startswith(f"{unit['name']['en']} moves 1.5″")
    assert told.text("it").startswith(f"{unit['name']['it']} muove di 1,5″")
