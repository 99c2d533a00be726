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
