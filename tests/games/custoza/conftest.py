"""Whatever a test makes the rules say rests on a rule of the book and has its sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import quadrilatero.games.custoza as room
from quadrilatero.builds import BUILD
from quadrilatero.games.custoza import telling
from quadrilatero.kernel import Ask, Event, Refusal, voice
from quadrilatero.kernel.rulebook import atoms

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


def question(book: Any, seats: Any, what: str, rule: str, *rest: Any, **more: Any) -> Ask:
    assert what in PHRASES["ask"], f"no sentence for the question {what}"
    assert rule in RULES, f"{what} rests on no rule: {rule}"
    return Ask(book, seats, what, rule, *rest, **more)


@pytest.fixture(autouse=True)
def by_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code cannot be listened to so; it says the same."""
    if BUILD == "python":
        monkeypatch.setattr(voice, "Event", event)
        monkeypatch.setattr(voice, "Refusal", refusal)
        monkeypatch.setattr(voice, "Ask", question)
        monkeypatch.setattr(telling, "Event", event)
        monkeypatch.setattr(telling, "Ask", question)
