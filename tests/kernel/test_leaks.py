"""Nothing hidden reaches a seat on any channel; and each kind of leak, put into the veiled toy, is noticed."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel import Ask, Event, contract, voice
from quadrilatero.kernel.leaks import CHANNELS, Leak, looked_up, reckoned, walks
from quadrilatero.kernel.match import Match
from tests.leaks import pairs_of_game

pytestmark = pytest.mark.usefixtures("toys")

LOOKING = {**CHANNELS, "look-ups": looked_up([{"what": "cell", "cell": 6}, {"what": "cell"}]), "odds": reckoned}


@pytest.fixture(name="veiled")
def module_of_the_veiled_toy(toys: None) -> ModuleType:
    return importlib.import_module("quadrilatero.games.veiled.game")


def some_walks(games: int, channels: Any = CHANNELS) -> int:
    return sum(pairs_of_game("veiled", seed, channels) for seed in range(games))


def test_pairs_of_worlds_are_told_the_same():
    assert some_walks(4) > 800


def test_looking_things_up_and_reckoning_tell_nothing_either():
    m = q.start("veiled", seed=3)
    rng = random.Random(3)
    while m.ask is not None and m.version < 12:
        contract.random_answer(m, rng)
    assert sum(walks(m, seat, rng, 1, LOOKING) for seat in ("ann", "bob")) >= 2


@pytest.mark.usefixtures("plain")
def test_a_view_that_shows_strengths_is_noticed(veiled: ModuleType, monkeypatch: pytest.MonkeyPatch):
    def view(state: Any, seat: str | None) -> dict[str, Any]:
        shown = state.position()
        shown["units"] = [unit for unit in shown["units"] if unit["shown"] or unit["owner"] == seat]
        shown["objectives"] = {other: state.objectives[other] if other == seat else None for other in veiled.SEATS}
        return dict(shown)

    monkeypatch.setattr(veiled.GAME, "view", view)
    with pytest.raises((Leak, RuntimeError)):
        some_walks(6)


def spoilt(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Every question of the toy is asked without what veils it."""

    def ask(*args: Any, **kwargs: Any) -> Ask:
        return Ask(*args, **{**kwargs, **changes})

    monkeypatch.setattr(voice, "Ask", ask)


@pytest.mark.usefixtures("plain")
def test_data_of_a_question_told_to_all_are_noticed(monkeypatch: pytest.MonkeyPatch):
    spoilt(monkeypatch, tell=None, secret=False)
    with pytest.raises((Leak, RuntimeError)):
        some_walks(6)


@pytest.mark.usefixtures("plain")
def test_an_event_told_to_all_is_noticed(monkeypatch: pytest.MonkeyPatch):
    def event(*args: Any, **kwargs: Any) -> Event:
        return Event(*args, **{**kwargs, "seen_by": None} if args[0] == "moved" else kwargs)

    monkeypatch.setattr(voice, "Event", event)
    with pytest.raises((Leak, RuntimeError)):
        some_walks(6)


@pytest.mark.usefixtures("plain")
def test_a_roll_told_whole_is_noticed(monkeypatch: pytest.MonkeyPatch):
    def event(*args: Any, **kwargs: Any) -> Event:
        return Event(*args, **{**kwargs, "tellings": None})

    monkeypatch.setattr(voice, "Event", event)
    with pytest.raises((Leak, RuntimeError)):
        some_walks(6)


@pytest.mark.usefixtures("plain")
def test_a_free_peek_is_noticed(veiled: ModuleType, monkeypatch: pytest.MonkeyPatch):
    """Units that come to light without a reveal: the step could be taken back with what it showed."""

    def show(s: Any, why: str, units: list[Any]) -> Iterator[Any]:
        for unit in units:
            if not unit.shown:
                s.change(unit, shown=True)
        yield from ()

    monkeypatch.setattr(veiled, "show", show)
    with pytest.raises((Leak, RuntimeError)):
        some_walks(8)


@pytest.mark.usefixtures("plain")
def test_a_question_put_only_where_somebody_hides_is_noticed(monkeypatch: pytest.MonkeyPatch):
    def ask(*args: Any, **kwargs: Any) -> Ask:
        made = Ask(*args, **kwargs)
        made.certain = made.what != "ambush"
        return made

    monkeypatch.setattr(voice, "Ask", ask)
    with pytest.raises((Leak, RuntimeError)):
        some_walks(8)


@pytest.mark.usefixtures("plain")
def test_a_version_that_counts_hidden_rolls_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """Where only some worlds roll in private, numbers that count the rolls would tell them apart."""
    monkeypatch.setattr(Match, "version_for", lambda match, seat: match.version)
    with pytest.raises(Leak, match="version"):
        some_walks(8)


@pytest.mark.usefixtures("plain")
def test_an_export_with_a_position_is_noticed(monkeypatch: pytest.MonkeyPatch):
    whole = {**CHANNELS, "export": lambda match, seat: match.state()}
    with pytest.raises(Leak, match="export"):
        some_walks(2, whole)


@pytest.mark.usefixtures("plain")
def test_what_is_sealed_or_secret_is_compared_too(monkeypatch: pytest.MonkeyPatch):
    m = q.start("veiled", seed=1)
    contract.check_secrets(m, random.Random(1))
    monkeypatch.setattr(Match, "view", lambda match, seat: {"sealed": str(match._sealed)})
    with pytest.raises(AssertionError, match="tells what"):
        contract.check_secrets(m, random.Random(1))
