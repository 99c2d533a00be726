"""Facts that are hidden stay so: undo, the way since the boundary, exports, samples, look-ups and odds of a game with
hidden units, hidden strengths, secret plans, ambushes and a roll in private.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.kernel import contract
from quadrilatero.kernel.branching import branch_known
from quadrilatero.kernel.instructions import Order, Standing, ordered
from quadrilatero.kernel.log import Ordered
from quadrilatero.kernel.saves import past_events
from quadrilatero.kernel.worlds import sample

pytestmark = pytest.mark.usefixtures("toys")

HOLD = {"do": "hold"}


def unit(owner: str, number: int, cell: int, strength: int, shown: bool = False) -> dict[str, Any]:
    return {"id": f"{owner}-{number}", "owner": owner, "cell": cell, "strength": strength, "shown": shown}


def set_up(*units: dict[str, Any], dice: list[int] | None = None, **changes: Any) -> q.Match:
    """Turns have begun; who is not listed is gone."""
    there = {one["id"] for one in units}
    gone = [f"{seat}-{n}" for seat in ("ann", "bob", "cid") for n in (1, 2, 3) if f"{seat}-{n}" not in there]
    objectives = {"ann": 12, "bob": 3, "cid": 6}
    position = {"planned": True, "units": list(units), "gone": gone, "objectives": objectives, **changes}
    return q.start("veiled", position=position, dice=[20, 20] if dice is None else dice)


def step(name: str, by: int) -> dict[str, Any]:
    return {"do": "step", "unit": name, "by": by}


def as_text(value: object) -> str:
    return json.dumps(value)


def test_a_step_that_meets_a_hidden_unit_cannot_be_taken_back():
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1))
    m.answer("ann", step("ann-1", 2))
    assert [seen["id"] for seen in m.view("ann")["units"]] == ["ann-1", "bob-1"]
    assert not m.can_undo("ann")
    with pytest.raises(q.Illegal) as refused:
        m.undo("ann")
    assert refused.value.reason == "nothing_to_undo"


def test_a_step_past_nobody_tells_no_more_and_cannot_be_taken_back_either():
    """Whether it can would tell whether somebody heard it."""
    alone = set_up(unit("ann", 1, 1, 2), unit("bob", 1, 9, 3), unit("cid", 1, 12, 1))
    heard = set_up(unit("ann", 1, 1, 2), unit("bob", 1, 3, 3), unit("cid", 1, 12, 1))
    for m in (alone, heard):
        m.answer("ann", step("ann-1", 1))
    assert alone.can_undo("ann") == heard.can_undo("ann") is False
    assert msgspec.json.encode(alone.view("ann")) == msgspec.json.encode(heard.view("ann"))


def test_reveals_are_told_and_come_again_in_clones_and_saves(tmp_path: Path):
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1))
    m.answer("ann", step("ann-1", 2))
    kinds = [event.kind for event in m.told("cid")]
    assert kinds == ["revealed", "moved"]
    assert [event.kind for event in m.clone().told("cid")] == kinds
    m.save(tmp_path / "m.json")
    again = q.load(tmp_path / "m.json")
    assert [event.kind for event in again.told("cid")] == kinds
    assert again.view("cid") == m.view("cid")
    assert q.verify(tmp_path / "m.json").ok


def test_since_tells_others_nothing_of_a_hidden_step():
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 8, 3), unit("cid", 1, 12, 1))
    m.answer("ann", step("ann-1", 1))
    assert m.view("ann")["since"]["answers"] == [{"seat": "ann", "answer": step("ann-1", 1)}]
    for seat in ("bob", "cid", None):
        assert m.view(seat)["since"]["answers"] == [{"seat": "ann", "answer": {"do": "step", "unit": "?"}}]
        assert "ann-1" not in as_text(m.view(seat))


def test_since_tells_others_nothing_of_secret_answers():
    m = set_up(unit("ann", 1, 3, 2), unit("bob", 1, 9, 3), unit("cid", 1, 5, 1), dice=[20, 6])
    m.answer("ann", step("ann-1", 1))
    m.answer("bob", HOLD)
    m.answer("cid", {"do": "ambush", "unit": "cid-1"})
    assert m.ask is not None
    assert m.ask.what == "advance"
    answers = m.view("ann")["since"]["answers"]
    assert answers[1:3] == [{"seat": "bob", "answer": None}, {"seat": "cid", "answer": None}]
    assert answers[3] == {"dice": [6]}
    assert m.view("bob")["since"]["answers"][1] == {"seat": "bob", "answer": HOLD}


def test_a_step_of_a_unit_that_is_seen_is_told():
    m = set_up(unit("ann", 1, 4, 2, shown=True), unit("bob", 1, 8, 3), unit("cid", 1, 12, 1))
    m.answer("ann", step("ann-1", 1))
    assert m.view("cid")["since"]["answers"] == [{"seat": "ann", "answer": step("ann-1", 1)}]


def test_others_learn_of_a_secret_question_only_that_it_is_put():
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1))
    m.answer("ann", step("ann-1", 1))
    assert m.ask is not None
    assert m.ask.what == "ambush"
    assert m.ask.data == {"near": {"bob": ["bob-1"], "cid": []}}
    for seat in ("ann", None):
        assert m.view(seat)["ask"] == {"what": "secret", "rule": None, "who": ["bob", "cid"], "data": {}}
    assert m.view("bob")["ask"]["data"] == {"near": ["bob-1"]}
    assert m.view("cid")["ask"]["data"] == {"near": []}
    waiting = m.asked("ann")
    assert waiting is not None
    assert (waiting.text("en"), waiting.text("it")) == ("Waiting for Bob, Cid.", "Si aspetta Berto, Cid.")


def test_a_hidden_unit_reacts_and_comes_to_light():
    m = set_up(unit("ann", 1, 4, 1), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1), dice=[20, 6])
    m.answer("ann", step("ann-1", 1))
    m.answer("cid", HOLD)
    assert [event.kind for event in m.told("bob")] == ["rustle"]
    m.answer("bob", {"do": "ambush", "unit": "bob-1"})
    assert [event.kind for event in m.told("cid")] == ["revealed", "roll", "gone"]
    assert m.view("cid")["gone"][-1] == "ann-1"


def test_a_roll_is_told_to_each_as_far_as_he_may_know():
    m = set_up(unit("ann", 1, 4, 1), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1), dice=[20, 6])
    m.answer("ann", step("ann-1", 1))
    m.answer("cid", HOLD)
    m.answer("bob", {"do": "ambush", "unit": "bob-1"})
    whole = next(event for event in m.events if event.kind == "roll")
    assert (whole.data["strength"], whole.data["against"], whole.data["total"]) == (3, 1, 8)
    told = {seat: next(e for e in m.told(seat) if e.kind == "roll") for seat in ("ann", "bob", "cid", None)}
    assert {seat: {"strength", "against"} & event.data.keys() for seat, event in told.items()} == {
        "ann": {"against"},
        "bob": {"strength"},
        "cid": set(),
        None: set(),
    }
    assert all(event.dice == (6,) and not event.modifiers for event in told.values())


def test_a_roll_in_private_is_known_to_its_seat_alone():
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1), dice=[7])
    versions = {seat: m.version_for(seat) for seat in ("ann", "bob", "cid", None)}
    m.answer("ann", {"do": "search", "unit": "ann-1"})
    assert [event.dice for event in m.told("ann")] == [(7,)]
    assert m.told("bob") == []
    assert {seat: m.version_for(seat) - before for seat, before in versions.items()} == {
        "ann": 2,
        "bob": 1,
        "cid": 1,
        None: 1,
    }
    assert [(entry.kind, entry.value) for entry in m.entries if entry.kind == "roll"] == [
        ("roll", {"sides": 20, "faces": [7]})
    ]


def test_an_export_of_a_running_game_holds_what_its_seat_knows(tmp_path: Path):
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1))
    m.answer("ann", step("ann-1", 1))
    m.export("cid", tmp_path / "cid.json")
    written = (tmp_path / "cid.json").read_text()
    assert "ann-1" not in written.replace('"gone"', "")
    assert "bob-1" not in written
    saved = json.loads(written)
    assert (saved["kind"], saved["entries"], saved["header"]["position"]) == ("quadrilatero-known", [], None)
    opened = q.load(tmp_path / "cid.json")
    assert opened.view("cid") == m.view("cid")
    assert opened.options("cid") == m.options("cid")
    assert "made up" in opened.notice
    assert q.verify(tmp_path / "cid.json").ok


def test_an_export_tells_the_whole_story_once(tmp_path: Path):
    m = q.start("veiled", seed=4)
    contract.random_game(m.clone(), random.Random(1))
    rng = random.Random(2)
    while m.ask is not None and m.version < 25:
        contract.random_answer(m, rng)
    m.export("bob", tmp_path / "bob.json")
    opened = q.load(tmp_path / "bob.json")
    story = [event.kind for event in (*past_events(opened), *opened.told("bob"))]
    assert story == [event.kind for event in m.told("bob")]


def test_when_the_game_is_over_nothing_is_hidden(tmp_path: Path):
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1))
    m.answer("ann", step("ann-1", 1))
    m.resign("cid")
    for seat in ("ann", None):
        view = m.view(seat)
        assert view["objectives"] == {"ann": 12, "bob": 3, "cid": 6}
        assert len(view["units"]) == 3
        assert view["since"]["answers"][0] == {"seat": "ann", "answer": step("ann-1", 1)}
    m.export("ann", tmp_path / "ann.json")
    again = q.load(tmp_path / "ann.json")
    assert again.result == m.result
    assert again.view("ann") == m.view("ann")
    assert q.verify(tmp_path / "ann.json").ok


def blow_seen(face: int, strength: int, against: int) -> q.Match:
    """Bob has struck from hiding and won; he is asked whether he goes on, in the midst of Ann's step."""
    m = set_up(
        unit("ann", 1, 4, against),
        unit("bob", 1, 6, strength),
        unit("cid", 1, 11, 2),
        unit("cid", 2, 12, 1),
        dice=[20, face],
    )
    m.answer("ann", step("ann-1", 1))
    m.answer("cid", HOLD)
    m.answer("bob", {"do": "ambush", "unit": "bob-1"})
    assert m.ask is not None
    assert m.ask.what == "advance"
    return m


@pytest.mark.parametrize("seat", ["ann", "bob", "cid", None])
def test_worlds_never_contradict_a_die_that_hidden_strengths_have_decided(seat: str | None):
    m = blow_seen(2, strength=3, against=1)
    view, rng = m.view(seat), random.Random(1)
    for _ in range(100):
        world = sample(view, rng)
        assert world.view(seat) == view
        bob = next(one for one in world.state()["units"] if one["id"] == "bob-1")
        ann = next(one for one in world.state()["units"] if one["id"] == "ann-1")
        assert (bob["strength"], ann["strength"]) == (3, 1), "a 2 wins only for the strongest over the weakest"


def test_worlds_are_drawn_for_every_seat_at_every_question():
    rng = random.Random(5)
    drawn = 0
    for seed in range(3):
        m = q.start("veiled", seed=seed)
        while m.ask is not None:
            for seat in (*m.seats, None):
                view = m.view(seat)
                assert sample(view, rng).view(seat) == view
                drawn += 1
            contract.random_answer(m, rng)
    assert drawn > 300


def test_look_ups_say_how_sure_they_are():
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1))
    assert q.inspect(m, "ann", {"what": "length"}) == {"cells": 12, "certainty": "known", "share": 1.0, "others": []}
    own = q.inspect(m, "ann", {"what": "cell", "cell": 4})
    assert (own["units"], own["certainty"]) == (["ann-1"], "likely")
    empty = q.inspect(m, "ann", {"what": "cell", "cell": 6})
    guesses = [empty, *empty["others"]]
    assert empty["certainty"] == "possible"
    assert {tuple(guess["units"]) for guess in guesses} >= {(), ("bob-1",)}
    assert sum(guess["share"] for guess in guesses) == pytest.approx(1.0)


def test_odds_are_reckoned_over_what_is_possible():
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 5, 3, shown=True), unit("cid", 1, 12, 1))
    found = q.odds(m, "ann", {"do": "strike", "unit": "ann-1", "target": "bob-1"}, {"samples": 60})
    assert found.certainty == "likely"
    assert not found.exact
    # a die of 6 with strength 2 against 1, 2 or 3 needs 3, 4 or 5: (4 + 3 + 2) / 18
    assert found.success == pytest.approx(0.5, abs=0.2)
    assert "hidden" in found.text("en")
    assert "nascosto" in found.text("it")


def test_instructions_answer_only_what_holds_in_every_world(monkeypatch: pytest.MonkeyPatch):
    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1))
    orders = {"move": Standing(Order("rest"))}
    monkeypatch.setattr(m.game, "instructed", lambda world, seat, orders: Ordered({"do": "rest"}, "why", {}), False)
    assert ordered(m, "ann", orders) == Ordered({"do": "rest"}, "why", {})

    def by_hidden(world: q.Match, seat: str, orders: object) -> Ordered:
        return Ordered(step("ann-1", 1 if world.state()["units"][1]["cell"] > 6 else -1), "why", {})

    monkeypatch.setattr(m.game, "instructed", by_hidden, False)
    assert ordered(m, "ann", orders) is None


def test_a_branch_of_what_a_seat_knows_can_be_resumed():
    from quadrilatero.kernel.loading import resume
    from quadrilatero.kernel.saves import plain_entries

    m = set_up(unit("ann", 1, 4, 2), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1))
    m.answer("ann", step("ann-1", 1))
    branch = branch_known(m, "cid", 7)
    assert branch.view("cid") == m.view("cid")
    again = resume(branch.header, branch.dice.plain(), plain_entries(branch.entries))
    assert again.view(None) == branch.view(None)
    assert again.state() == branch.state()


def test_dice_of_twenty_sides_are_verified(tmp_path: Path):
    m = q.start("veiled")
    rng = random.Random(3)
    contract.random_game(m, rng)
    m.save(tmp_path / "over.json")
    report = q.verify(tmp_path / "over.json")
    assert (report.ok, report.dice_verified) == (True, True)
    assert any(isinstance(entry.value, dict) for entry in m.entries if entry.kind == "roll")


def test_scripted_faces_must_fit_the_dice_that_are_rolled():
    m = set_up(unit("ann", 1, 4, 1), unit("bob", 1, 6, 3), unit("cid", 1, 12, 1), dice=[20, 17])
    m.answer("ann", step("ann-1", 1))
    m.answer("cid", HOLD)
    with pytest.raises(ValueError, match=r"\[17\] are scripted where dice of 6 sides"):
        m.answer("bob", {"do": "ambush", "unit": "bob-1"})
    assert m.ask is not None
    assert m.ask.who == ["bob"]
