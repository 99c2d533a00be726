"""Chapter 18 and 14.7: Formations tire and rest, are Fatigued or not, and the Morale of commanders drifts to 0."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.rules import fatigue
from tests.games.custoza.support import Plain, austria, events, italy, now, play, rolls, state

UNITS = (italy("I", "3010"), austria("A", "3030"))


def level(start: int, **formation: Any) -> int:
    """The fatigue level of the Italian Formation after it has been adjusted."""
    entry: Plain = {"id": "italy", "side": "italy", "fatigue": start, **formation}
    s = state(*UNITS, mode="advanced", formations=[entry])
    fatigue.adjust(s, s.formations["italy"])
    return s.formations["italy"].fatigue


@pytest.mark.rule("custoza:18.2-a", "custoza:18.2-b", "custoza:18.2-c")
def test_an_activated_formation_tires_by_two_if_it_placed_markers_and_by_one_if_not() -> None:
    assert level(3, this_turn="activated", markers_placed=1) == 5
    assert level(3, this_turn="activated", markers_placed=4) == 5
    assert level(3, this_turn="activated") == 4
    entry: Plain = {"id": "d1", "side": "italy", "fatigue": 3, "this_turn": "activated"}
    commander = italy("com", "3010", "commander", formation="d1")
    s = state(commander, austria("A", "3030"), mode="advanced", formations=[entry])
    fatigue.adjust(s, s.formations["d1"])
    assert s.formations["d1"].fatigue == 4, "with no unit at all"


@pytest.mark.rule("custoza:18.2-d", "custoza:18.2-e", "custoza:18.1-a")
def test_who_was_not_activated_rests_unless_he_had_to_fight() -> None:
    assert level(3) == 1
    assert level(1) == 0, "never below 0"
    assert level(3, fought=True) == 5
    assert level(3, this_turn="halted") == 1


@pytest.mark.rule("custoza:18.2-f", "custoza:18.2-g")
@pytest.mark.parametrize(
    ("said", "after"),
    [
        ({"state": "march", "moved": True, "this_turn": "activated"}, 6),
        ({"state": "march"}, 3),
        ({"state": "engaged", "moved": True, "this_turn": "activated"}, 6),
        ({"state": "reserve"}, 2),
    ],
    ids=["marched", "stood", "marched, then deployed", "in reserve"],
)
def test_marching_tires_and_the_reserve_rests(said: dict[str, Any], after: int) -> None:
    assert level(5, **said) == after


@pytest.mark.rule("custoza:18.3-a", "custoza:14.7.2-a", "custoza:14.7.1-a")
@pytest.mark.parametrize(("dice", "tired"), [([1, 1], True), ([1, 2], False)])
def test_the_dice_and_the_commander_s_value_are_compared_with_the_level(dice: list[int], tired: bool) -> None:
    entry: Plain = {
        "id": "italy",
        "side": "italy",
        "fatigue": 3,
        "command": 3,
        "this_turn": "activated",
        "markers_placed": 1,
    }
    rest = {"id": "austria", "side": "austria"}
    m = play(*UNITS, mode="advanced", phase="fatigue", formations=[entry, rest], dice=[6, 6, *dice])
    first, second = rolls(m, "fatigue")
    assert first.data["formation"] == "austria", "the initiative last"
    assert (second.data["need"], second.data["total"]) == (5, sum(dice) + 3)
    assert second.data["fatigued"] is tired
    assert second.modifiers == [("18.3-a", 3)]


@pytest.mark.rule("custoza:18.5-a", "custoza:18.2-d", "custoza:18.3-a")
def test_a_fatigued_formation_that_rests_may_be_fatigued_again_at_once() -> None:
    """9 - 2 = 7, no longer Fatigued; 2 + 3 with a command value of 2 is 7, and it is again."""
    entry: Plain = {"id": "italy", "side": "italy", "fatigue": 9, "fatigued": True, "command": 2}
    said: Plain = {"mode": "advanced", "phase": "fatigue", "last": {"day": 1, "gt": 9}, "formations": [entry]}
    m = play(*UNITS, **said, dice=[6, 6, 2, 3, 1, 2, 3, 4])
    told = [(event.data["level"], event.data["fatigued"]) for event in events(m, "fatigue")]
    assert told == [(7, False), (7, True)]
    assert now(m).formations["italy"].fatigued
    m = play(*UNITS, **said, dice=[6, 6, 2, 4, 1, 2, 3, 4])
    assert not now(m).formations["italy"].fatigued


@pytest.mark.rule("custoza:5.2.1-c", "custoza:14.7.3-a")
def test_morale_drifts_one_step_towards_0() -> None:
    entries: list[Plain] = [
        {"id": "italy", "side": "italy", "morale": -3},
        {"id": "austria", "side": "austria", "morale": 1},
        {"id": "calm", "side": "italy"},
    ]
    s = state(*UNITS, mode="advanced", formations=entries)
    fatigue.drift(s)
    assert [entry.morale for entry in s.formations.values()] == [-2, 0, 0]
    said: Plain = {"mode": "advanced", "phase": "fatigue", "last": {"day": 1, "gt": 9}, "formations": entries}
    m = play(*UNITS, **said, dice=[6, 6, 6, 6, 6, 6, 1, 2])
    assert [event.data["morale"] for event in events(m, "morale")] == [-2, 0], "in the phase that is its own"


@pytest.mark.rule("custoza:18.6-a", "custoza:14.8.2-a")
def test_after_the_first_turn_of_a_day_nobody_is_tired_and_all_are_in_good_order() -> None:
    entry: Plain = {"id": "italy", "side": "italy", "fatigue": 7, "fatigued": True}
    routed = {"id": "R", "side": "italy", "type": "line", "box": "routed", "status": "disorganised"}
    units = (italy("I", "3010", status="disorganised", sp=3, max=6), routed, austria("A", "3030"))
    for gt, fresh in ((1, True), (2, False)):
        said: Plain = {"mode": "advanced", "phase": "end", "gt": gt, "last": {"day": 1, "gt": gt + 1}}
        s = now(play(*units, **said, formations=[entry], dice=[1, 2, 3, 4]))
        assert (s.formations["italy"].fatigue, s.formations["italy"].fatigued) == ((0, False) if fresh else (7, True))
        assert s.units["I"].status == (0 if fresh else 3)
        assert (s.units["I"].sp, s.units["R"].status) == (3, 3), (
            "no strength outside the Reserve, nothing for the routed"
        )
