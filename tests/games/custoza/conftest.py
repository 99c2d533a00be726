"""Whatever a test makes the rules say rests on a rule and has its sentence, and what they list they do not refuse."""

from __future__ import annotations

import tomllib
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
import pytest

import quadrilatero.games.custoza as room
from quadrilatero.builds import BUILD
from quadrilatero.games.custoza import telling
from quadrilatero.kernel import Ask, Event, Refusal, voice
from quadrilatero.kernel.rulebook import atoms

LONG = ("act", "ooc", "declare", "general", "after_charge", "deploy", "place")
"""Questions with so many answers that tests of their own look at them."""
RULES = atoms("custoza").keys()
PHRASES = tomllib.loads((Path(room.__file__).parent / "phrases.toml").read_text())


def event(kind: str, rule: str, *rest: Any, **more: Any) -> Event:
    told = Event(kind, rule, *rest, **more)
    assert kind in PHRASES["event"], f"no sentence for the event {kind}"
    assert {rule, *(name for name, _ in told.modifiers)} <= RULES, f"{kind} rests on no rule: {rule}, {told.modifiers}"
    return told


def refusal(rule: str, reason: str, *rest: Any) -> Refusal:
    assert reason in PHRASES["refusal"], f"no sentence for the refusal {reason}"
    assert rule in RULES, f"{reason} rests on no rule: {rule}"
    return Refusal(rule, reason, *rest)


def question(
    book: Any, seats: Any, what: str, rule: str, kinds: Any, options: Any, refuse: Any, *rest: Any, **more: Any
) -> Ask:
    assert what in PHRASES["ask"], f"no sentence for the question {what}"
    assert rule in RULES, f"{what} rests on no rule: {rule}"
    if what not in LONG:
        for seat in seats:
            for plain in options(seat):
                assert refuse(seat, msgspec.convert(plain, reduce(or_, kinds))) is None, (
                    f"{what} lists what is refused: {plain}"
                )
    return Ask(book, seats, what, rule, kinds, options, refuse, *rest, **more)


@pytest.fixture(autouse=True)
def by_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code cannot be listened to so; it says the same."""
    if BUILD == "python":
        monkeypatch.setattr(voice, "Event", event)
        monkeypatch.setattr(voice, "Refusal", refusal)
        monkeypatch.setattr(voice, "Ask", question)
        monkeypatch.setattr(telling, "Event", event)
        monkeypatch.setattr(telling, "Ask", question)
