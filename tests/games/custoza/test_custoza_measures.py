"""What Custoza tells a luck ledger and statistics, against games and against the rules' own numbers."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from tests.games.custoza.support import austria, italy, play


def played(seed: int, scenario: str = "learning") -> q.Match:
    m = q.start("custoza", scenario=scenario, seed=seed)
    rng = random.Random(seed)
    while m.ask:
        seat = m.ask.who[0]
        options = m.options(seat)
        fights = [option for option in options if option["do"] in ("assault", "charge", "fire", "declare", "activate")]
        m.answer(seat, rng.choice(fights or options))
    return m


def test_chances_come_out_as_often_as_they_say() -> None:
    """Over many rolls of every kind successes are as many as the chances promise, within three deviations."""
    rolls = [
        (event.data["why"], chance)
        for seed in range(24)
        for event in played(seed).events
        if (chance := GAME.chance(event)) is not None
    ]
    kinds = Counter(why for why, _ in rolls)
    assert {"activation", "cohesion", "fire", "assault"} <= kinds.keys()
    for why in kinds:
        chances = [chance for kind, chance in rolls if kind == why]
        expected = sum(one.chance for one in chances)
        variance = sum(one.chance * (1 - one.chance) for one in chances)
        assert abs(sum(one.success for one in chances) - expected) <= 3 * max(variance, 0.3) ** 0.5, why
        assert all(0 <= one.chance <= 1 for one in chances)
        assert all(one.chance > 0 for one in chances if one.success), why
        assert all(one.chance < 1 for one in chances if not one.success), why


def test_an_attempt_is_worth_its_faces() -> None:
    m = play(italy("A", "3010"), austria("D", "3020"), phase="action", initiative="italy", dice=[4])
    m.answer("italy", {"do": "activate", "formation": "italy"})
    event = next(event for event in m.events if event.kind == "roll")
    found = GAME.chance(event)
    assert found is not None
    assert (found.seat, found.success) == ("italy", False)
    assert found.chance == pytest.approx(4 / 6)  # command 3: one to three, and a natural six


def test_what_is_not_told_has_no_chance() -> None:
    """The chance of a hidden unit's check would tell its cohesion."""
    for seed in range(6):
        m = played(seed)
        for seat in ("italy", "austria"):
            for told in m.told(seat):
                if told.kind == "roll" and told.data["why"] == "cohesion" and "checks" not in told.data:
                    assert GAME.chance(told) is None
                if told.kind == "roll" and told.data["why"] == "fire" and "column" not in told.data:
                    assert GAME.chance(told) is None


def test_turns_end_with_who_holds_more() -> None:
    m = played(2)
    ends = [stage for event in m.events if (stage := GAME.stage_end(event))]
    assert len(ends) == 2
    assert m.result is not None
    assert ends[-1].leader == m.result.winner
    held = [event for event in m.events if event.kind == "held"]
    assert held[-1].text("it").startswith("Fine del turno di gioco 6")


def test_losses_are_strength_points() -> None:
    m = q.start("custoza", scenario="learning", seed=1)
    before = m.state()
    assert all(not loss.steps and not loss.gone for loss in GAME.losses(before, before))
    done = played(1)
    losses = {loss.unit: loss for loss in GAME.losses(before, done.state())}
    hits = Counter[str]()
    for event in done.events:
        if event.kind == "hit":
            hits[event.data["unit"]] += event.data["sp"]
    assert {id: loss.steps for id, loss in losses.items() if loss.steps and not loss.gone}.items() <= hits.items()
    assert {id for id, loss in losses.items() if loss.gone} == {
        unit["id"] for unit in done.state()["units"] if unit.get("box") in ("routed", "eliminated")
    }


def test_sentences_call_units_and_formations_in_the_language_of_the_reader() -> None:
    m = q.start("custoza", scenario="learning", seed=1)
    m.answer("italy", {"do": "limber", "units": []})
    m.answer("italy", {"do": "activate", "formation": "i66.d1"})
    event = next(event for event in m.events if event.kind == "roll")
    assert "1st Division" in event.text("en")
    assert "1ª Divisione" in event.text("it")
