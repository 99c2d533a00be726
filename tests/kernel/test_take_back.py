"""Taking back by consent: across dice, opened seals and the other side's answers, with a log that only grows."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel.loading import resume
from quadrilatero.kernel.replaying import take_back
from quadrilatero.kernel.saves import known_entries, plain_entries
from quadrilatero.kernel.standing import before_last_answer, standing
from tests.kernel.toy import SEATS, Toy, pick


@pytest.fixture(autouse=True)
def _toy(toy: Toy) -> None:
    """Every test here may play the toy."""


def begin(*plan: dict[str, Any], dice: list[int] | None = None) -> q.Match:
    return q.start("toy", position={"plan": list(plan)}, dice=dice, seed=None if dice else 5)


def kinds(m: q.Match) -> list[str]:
    return [entry.kind for entry in m.entries]


ASK_ROLL_ASK = ({"ask": "ann", "of": 3}, {"roll": 2}, {"ask": "bob", "of": 3}, {"ask": "cid", "of": 3})


def test_it_goes_back_across_dice_and_other_answers_and_the_dice_go_on():
    m = begin(*ASK_ROLL_ASK, dice=[1, 2, 3, 4])
    before = m.view(None)
    m.answer("ann", pick(1))
    m.answer("bob", pick(2))
    assert not m.can_undo("ann")
    take_back(m, "ann")
    assert m.view(None) == before
    assert m.ask.who == ("ann",)
    assert kinds(m) == ["answer", "roll", "answer", "take_back"]
    m.answer("ann", pick(3))
    assert m.entries[-1].value == (3, 4)
    assert [event.kind for event in m.events] == ["picked", "roll"]
    m.answer("bob", pick(1))
    m.answer("cid", pick(1))
    assert m.result.reason == "plan_done"


def test_what_undo_can_do_it_leaves_to_undo():
    m = begin({"ask": "ann", "of": 3}, {"ask": "bob", "of": 3})
    m.answer("ann", pick(1))
    take_back(m, "ann")
    assert kinds(m) == ["answer", "undo"]


def test_sealed_answers_fall_together():
    m = begin({"seal": ["ann", "bob"], "of": 3}, {"ask": "cid", "of": 3})
    m.answer("bob", pick(1))
    m.undo("bob")
    m.answer("ann", pick(1))
    m.answer("bob", pick(2))
    take_back(m, "bob")
    assert m.ask.who == ("ann", "bob")
    assert m.sealed == ()
    assert m.entries[-1].value == 0


def test_another_seats_waiting_seal_falls_too():
    plan = ({"ask": "ann", "of": 3}, {"roll": 1}, {"seal": ["ann", "bob"], "of": 3})
    m = begin(*plan)
    m.answer("ann", pick(1))
    m.answer("bob", pick(3))
    take_back(m, "ann")
    assert m.sealed == ()
    assert not m.can_undo("bob")
    assert "take_back" in kinds(m)


def test_what_another_seat_has_sealed_since_bars_undo_but_not_consent():
    m = begin({"ask": "ann", "of": 3}, {"seal": ["ann", "bob"], "of": 3})
    m.answer("ann", pick(1))
    m.answer("bob", pick(3))
    assert not m.can_undo("ann")
    with pytest.raises(q.Illegal) as error:
        m.undo("ann")
    assert error.value.reason == "nothing_to_undo"
    assert m.sealed == ("bob",)
    take_back(m, "ann")
    assert (len(m.sealed), m.can_undo("bob"), m.ask.who) == (0, False, ["ann"])
    assert m.view("bob") == m.view("cid") | {"seat": "bob"}
    assert [entry.kind for entry in known_entries(m.entries, "bob")] == ["answer", "take_back"]


def test_it_is_refused_where_there_is_nothing_or_all_is_over():
    m = begin(*ASK_ROLL_ASK)
    with pytest.raises(q.Illegal) as error:
        take_back(m, "bob")
    assert error.value.reason == "nothing_to_undo"
    m.resign("ann")
    with pytest.raises(q.Illegal) as error:
        take_back(m, "ann")
    assert error.value.reason == "over"


def test_a_clone_made_before_is_not_touched():
    m = begin(*ASK_ROLL_ASK)
    m.answer("ann", pick(1))
    twin = m.clone()
    take_back(m, "ann")
    assert (kinds(twin), twin.ask.who, len(twin.events)) == (["answer", "roll"], ("bob",), 2)
    assert m.clone().view(None) == m.view(None)


def wander(m: q.Match, rng: random.Random, steps: int) -> None:
    """Answer, undo and take back at random."""
    for _ in range(steps):
        if m.ask is None:
            return
        act = rng.random()
        seat = rng.choice(m.seats)
        if act < 0.15 and m.can_undo(seat):
            m.undo(seat)
        elif act < 0.25 and before_last_answer(m.entries, seat) is not None:
            take_back(m, seat)
        else:
            seat = rng.choice(m.ask.who)
            m.answer(seat, rng.choice(m.options(seat)))


PLAN = (
    {"ask": "ann", "of": 3},
    {"seal": list(SEATS), "of": 3},
    {"pair": ["bob", "ann"], "roll_between": 2},
    {"seal": ["ann", "cid"], "of": 2},
    {"secret": "bob"},
    {"roll": 1},
    {"ask": "cid", "of": 2},
    {"ask": "bob", "of": 2},
)


@pytest.mark.parametrize("seed", range(30))
def test_logs_with_take_backs_play_again(seed: int, tmp_path: Path):
    m = q.start("toy", position={"plan": list(PLAN)})
    wander(m, random.Random(seed), 40)
    again = resume(m.header, m.dice.plain(), plain_entries(m.entries))
    m.save(tmp_path / "save.json")
    loaded = q.load(tmp_path / "save.json")
    for twin in (again, loaded):
        assert [twin.view(seat) for seat in (*SEATS, None)] == [m.view(seat) for seat in (*SEATS, None)]
        assert [e.plain() for e in twin.events] == [e.plain() for e in m.events]
        assert (twin.rolled, twin.version) == (m.rolled, m.version)
    assert q.verify(tmp_path / "save.json").ok
    for seat in SEATS:
        m.export(seat, tmp_path / "export.json")
        assert q.verify(tmp_path / "export.json").problems == []
        assert q.load(tmp_path / "export.json").view(seat)["picked"] == m.view(seat)["picked"]


@pytest.mark.parametrize("seed", range(3))
def test_camposanto_plays_again_with_take_backs(seed: int, tmp_path: Path):
    m = q.start("camposanto", scenario="learning")
    wander(m, random.Random(seed), 80)
    m.save(tmp_path / "save.json")
    report = q.verify(tmp_path / "save.json")
    assert (report.problems, report.dice_verified) == ([], True)
    for seat in m.seats:
        m.export(seat, tmp_path / "export.json")
        assert q.verify(tmp_path / "export.json").problems == []


def test_which_answers_stand():
    m = begin(*ASK_ROLL_ASK)
    m.answer("ann", pick(1))
    m.answer("bob", pick(1))
    m.undo("bob")
    m.answer("bob", pick(2))
    assert standing(m.entries) == [0, 4]
    take_back(m, "ann")
    assert standing(m.entries) == []


def test_a_damaged_take_back_is_noticed(tmp_path: Path):
    m = begin(*ASK_ROLL_ASK)
    m.answer("ann", pick(1))
    take_back(m, "ann")
    entries = plain_entries(m.entries)
    for value, fault in ((None, "no number of entries"), (1, "comes out differently")):
        spoilt = [*entries[:-1], type(entries[-1])("take_back", "ann", value)]
        with pytest.raises(q.BadSave, match=fault):
            resume(m.header, m.dice.plain(), spoilt)
