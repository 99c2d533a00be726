"""Every game keeps the kernel's contract; and the contract's checks notice a game that does not."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quadrilatero as q
from quadrilatero.kernel import contract
from tests.kernel.toy import Toy

FEW = 60
"""How many answers of a game are played here; tests/long plays on, in every battle."""


@pytest.mark.parametrize("game", q.games())
def test_the_contract(game: str):
    smallest = min(q.scenarios(game), key=lambda scenario: len(str(q.start(game, scenario, seed=0).state())))
    contract.check_game(game, smallest, seed=0, samples=5, most=FEW)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NUMBERS = st.integers(0, 18) | st.sampled_from([-1, 2**70])
WORDS = st.sampled_from(["A-R1", "S-C1", "0512", "9999", "left", "N", "", "?"])
VERBS = st.sampled_from(
    ["orders", "move", "fire", "assault", "done", "face", "fall_back", "flee", "go_on", "hit", "swap"]
)
FIELDS = st.sampled_from(["left", "centre", "right", "unit", "path", "hex", "from", "facing", "paths", "targets"])
LIKELY = st.builds(
    lambda verb, fields: {"do": verb, **fields},
    VERBS,
    st.dictionaries(FIELDS, NUMBERS | WORDS | st.lists(WORDS, max_size=3), max_size=4),
)


@pytest.fixture(scope="module")
def places() -> list[q.Match]:
    """A game at some of its questions, one for each that was asked."""
    found: dict[str, q.Match] = {}
    match = q.start("camposanto", seed=5)

    def keep(at: q.Match) -> None:
        assert at.ask is not None
        found.setdefault(at.ask.what, at.clone())

    contract.random_game(match, random.Random(5), keep)
    return [*found.values(), match]


@given(st.data(), JSON | LIKELY)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=300)
def test_anything_can_be_answered_and_is_judged(places: list[q.Match], data: st.DataObject, answer: Any):
    match = data.draw(st.sampled_from(places))
    for seat in match.seats:
        refusal = match.refuse(seat, answer)
        assert refusal is None or all(refusal.text(language) for language in ("en", "it"))


def test_a_question_that_lists_an_answer_twice_is_noticed(toy: Toy):
    match = q.start("toy", seed=1)
    assert match.ask is not None
    once = match.ask.options
    match.ask.options = lambda seat: [*once(seat), *once(seat)]
    match._listed = {}
    with pytest.raises(AssertionError, match="listed twice"):
        contract.check_options(match, random.Random(1))


def test_a_view_that_forgets_is_noticed(toy: Toy, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toy, "view", lambda state, seat: {"at": state.at})
    with pytest.raises(AssertionError, match="differs in"):
        contract.check_views(q.start("toy", seed=1), random.Random(1))


def test_an_unchanging_value_that_is_changed_is_noticed(toy: Toy, monkeypatch: pytest.MonkeyPatch):
    """A host encodes such a value once; were it changed in place, everybody would be shown what was."""
    at = {"at": 0}

    def view(state: Any, seat: str | None) -> dict[str, Any]:
        at["at"] = state.at
        return {**toy.position(state), "value": at}

    monkeypatch.setattr(toy, "view", view)
    match = q.start("toy", position={"plan": [{"ask": "ann", "of": 2}, {"ask": "bob", "of": 2}]}, seed=1)
    contract.check_apart(match, random.Random(1))
    monkeypatch.setattr(toy, "unchanging", ("value",))
    with pytest.raises(AssertionError, match="was changed"):
        contract.check_apart(match, random.Random(1))


def test_a_view_that_is_written_apart_otherwise_is_noticed(toy: Toy, monkeypatch: pytest.MonkeyPatch):
    """A host sends such lists on as they are; were they not those of the view, everybody would be shown what is not."""
    match = q.start("toy", position={"plan": [{"ask": "ann", "of": 2}, {"ask": "bob", "of": 2}]}, seed=1)
    monkeypatch.setattr(toy, "all_open", True)

    def view(state: Any, seat: str | None) -> dict[str, Any]:
        return {**toy.position(state), "records": [state.at]}

    def apart(state: Any) -> tuple[dict[str, Any], dict[str, bytes]]:
        return toy.position(state), {"records": b"%d" % said(state)}

    monkeypatch.setattr(toy, "view", view)
    monkeypatch.setattr(toy, "view_apart", apart)
    said = lambda state: state.at  # noqa: E731
    contract.check_apart(match, random.Random(1))
    said = lambda state: 7  # noqa: E731
    with pytest.raises(AssertionError, match="apart otherwise"):
        contract.check_apart(match, random.Random(1))


@pytest.mark.usefixtures("plain")
def test_a_view_that_tells_a_secret_is_noticed(toy: Toy, monkeypatch: pytest.MonkeyPatch):
    match = q.start("toy", position={"plan": [{"seal": ["ann", "bob"], "of": 3}]}, seed=1)
    honest = q.Match.view

    def view(self: q.Match, seat: str | None) -> dict[str, Any]:
        return {**honest(self, seat), "peek": str(self._sealed)}

    contract.check_secrets(match, random.Random(1))
    monkeypatch.setattr(q.Match, "view", view)
    with pytest.raises(AssertionError, match="tells what"):
        contract.check_secrets(match, random.Random(1))


def test_a_sentence_with_a_gap_is_noticed(toy: Toy):
    match = q.start("toy", position={"plan": [{"roll": 1}, {"ask": "ann", "of": 2}]}, dice=[4])
    match.events[0].data.clear()
    with pytest.raises(AssertionError, match="no sentence in 'en'"):
        contract.check_texts(match, random.Random(1))
