"""Chapter 14 in its finer points: whose turn it is, what comes before a phase goes on, and what is told of losses."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Place
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import campaign_sequence
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Script
from tests.games.custoza.support import Plain, austria, italy, state

D1: Plain = {"id": "d1", "side": "italy", "state": "march", "objective": "2030"}
A1: Plain = {"id": "a1", "side": "austria"}
CHIEF = italy("com", "2010", "commander", formation="d1")
INSIDE: Plain = {"id": "A", "side": "italy", "type": "line", "box": "formation", "formation": "d1"}
FAR = austria("Z", "6030", formation="a1")


def turn(*units: Plain, **more: Any) -> State:
    said: Plain = {"mode": "advanced", "gt": 6, "initiative": "italy", "formations": [D1, A1]}
    return state(*(units or (CHIEF, INSIDE)), FAR, **{**said, **more})


def run(script: Script) -> list[str]:
    """The kinds of facts that a script makes known which asks nothing."""
    return [asked.event.kind for asked in script]


def run_on(script: Script, answer: Any) -> None:
    """A script goes on to its end with the answer it has asked for."""
    sent = answer
    while True:
        try:
            script.send(sent)
        except StopIteration:
            return
        sent = None


def told(s: State) -> list[tuple[str, str]]:
    return [(event.kind, event.rule) for event in s.sink]


@pytest.mark.rule("custoza:14.1-a", "custoza:26.1.6-b")
def test_which_game_turn_has_a_command_phase() -> None:
    assert campaign_sequence.has_command_phase(turn())
    assert campaign_sequence.has_command_phase(turn(skip_command=5))
    assert not campaign_sequence.has_command_phase(turn(skip_command=6))
    assert not campaign_sequence.has_command_phase(turn(mode="base"))


@pytest.mark.rule("custoza:14.2-a")
@pytest.mark.parametrize(
    ("initiative", "first", "second"), [("italy", "austria", "italy"), ("austria", "italy", "austria")]
)
def test_the_side_with_the_initiative_comes_second_in_every_step(initiative: str, first: str, second: str) -> None:
    s = turn(initiative=initiative)
    s.step, s.passes = "x", 2
    campaign_sequence.begin_command_phase(s)
    assert (s.phase, s.step, s.next, s.passes) == ("command", "", first, 0)
    assert told(s) == [("phase", "14.2-a")]
    assert not campaign_sequence.turn_over(s, "states")
    assert (s.next, s.step) == (second, "")
    assert campaign_sequence.turn_over(s, "states")
    assert (s.next, s.step) == (first, "states")


@pytest.mark.rule("custoza:14.2-a", "custoza:14.2.1-a", "custoza:14.2.2-a")
def test_the_steps_of_the_command_phase_in_their_order() -> None:
    front = italy("A", "6028", formation="d1", march=True), italy("com", "6027", "commander", formation="d1", up=True)
    s = turn(*front, formations=[{"id": "d1", "side": "italy"}, A1])
    campaign_sequence.begin_command_phase(s)
    seen: list[tuple[str, str]] = []
    while s.phase == "command" and len(seen) < 12:
        seen.append((s.step, s.next))
        run(campaign_sequence.command_phase(s))
    assert seen == [
        ("", "austria"),
        ("strategy", "austria"),
        ("strategy", "italy"),
        ("reinforcements", "austria"),
        ("reinforcements", "italy"),
        ("states", "austria"),
        ("states", "italy"),
        ("objectives", "austria"),
        ("objectives", "italy"),
    ], "nobody is asked who has nothing to say"
    assert s.phase == "action"


@pytest.mark.rule("custoza:14.6-c", "custoza:14.6-d", "custoza:14.6-e")
def test_attempts_then_routed_units_then_generals() -> None:
    s = turn(phase="march")
    s.passes, s.step, s.next = 3, "", "austria"
    run(campaign_sequence.march_phase(s))
    assert (s.step, s.next, s.passes) == ("rally", "austria", 0)
    for step, next_ in (("rally", "italy"), ("generals", "austria"), ("generals", "italy")):
        run(campaign_sequence.march_phase(s))
        assert (s.step, s.next) == (step, next_)
    run(campaign_sequence.march_phase(s))
    assert (s.phase, s.step) == ("fatigue", "")
    tries = turn(phase="march")
    tries.passes, tries.next = 2, "austria"
    run(campaign_sequence.march_phase(tries))
    assert (tries.passes, tries.next, tries.step) == (3, "italy", ""), "the Austrians can only pass"


@pytest.mark.rule("custoza:14.8.2-a", "custoza:18.6-a")
@pytest.mark.parametrize(("gt", "recovers"), [(1, True), (2, False), (6, False)])
def test_after_the_first_game_turn_of_a_day_all_recover(gt: int, recovers: bool) -> None:
    s = turn(gt=gt, formations=[{**D1, "fatigue": 4}, A1])
    run(campaign_sequence.morning(s))
    assert s.formations["d1"].fatigue == (0 if recovers else 4)


@pytest.mark.rule("custoza:14.8.1-a", "custoza:20.1.1-a")
def test_ammunition_comes_to_those_who_have_their_line() -> None:
    for cut_off in (True, False):
        s = turn(
            CHIEF,
            italy("g", "2011", "artillery", formation="d1", ammo="out"),
            formations=[{**D1, "cut_off": cut_off}, A1],
        )
        campaign_sequence.remove_ammunition_markers(s)
        assert s.units["g"].ammo == ("out" if cut_off else "full")


@pytest.mark.rule("custoza:16.8-a", "custoza:17.2-a", "custoza:14.2-a")
@pytest.mark.parametrize(
    ("phase", "tasks", "near", "first"),
    [
        ("march", [], True, "deployed"),
        ("march", [], False, None),
        ("march", ["scout_move"], True, "deployed"),
        ("march", ["march_move"], True, "deployed"),
        ("march", ["deploy"], True, "task"),
        ("march", ["scout_move"], False, "task"),
        ("command", [], True, None),
        ("fatigue", [], True, None),
    ],
)
def test_what_comes_before_a_phase_goes_on(phase: str, tasks: list[Any], near: bool, first: str | None) -> None:
    enemy = [austria("D", "2015", formation="a1")] if near else []
    s = turn(CHIEF, INSIDE, *enemy, phase=phase)
    s.tasks = tuple(Task(what, "italy", "d1") for what in tasks)
    script = campaign_sequence.interlude(s)
    assert (script is None) is (first is None)
    if script is not None:
        found = next(script, None)
        kind = getattr(getattr(found, "event", None), "kind", None)
        assert kind == "deployed" if first == "deployed" else kind != "deployed"


@pytest.mark.rule("custoza:14.2-a", "custoza:16.7-a")
def test_a_task_is_done_with_unless_there_is_more_of_it() -> None:
    s = turn(phase="march")
    one, other = Task("scout_move", "italy"), Task("scout_halts", "italy")
    s.tasks = (one, other, one)
    assert run(campaign_sequence.see_to(s, other)) == []
    assert list(s.tasks) == [one, one], "there is no scout to halt"
    assert run(campaign_sequence.see_to(s, one)) == []
    assert list(s.tasks) == [one]
    two = turn(CHIEF, INSIDE, {**INSIDE, "id": "B"}, phase="march", formations=[{**D1, "state": "engaged"}, A1])
    task = Task("deploy", "italy", "d1")
    two.tasks = (task,)
    for left in ((task,), ()):
        script = campaign_sequence.see_to(two, task)
        question = next(script)
        answer = question.options("italy")[0]
        run_on(script, Place(answer["unit"], answer["hex"]))
        assert two.tasks == left


@pytest.mark.rule("custoza:19.1-a", "custoza:19.4-a", "custoza:19.1-b")
def test_it_is_told_when_a_formation_collapses_and_when_it_does_so_no_more() -> None:
    lost: Plain = {**INSIDE, "id": "R", "box": "routed", "sp": 5, "max": 5}
    s = turn(CHIEF, INSIDE, lost, formations=[{**D1, "collapse": 5}, A1])
    assert campaign_sequence.fallen(s) == {"d1": True, "a1": False}
    campaign_sequence.tell_collapse(s, {"d1": True, "a1": False})
    assert told(s) == []
    campaign_sequence.tell_collapse(s, {"d1": False, "a1": False})
    campaign_sequence.tell_collapse(s, {"d1": True, "a1": True})
    assert [(event.kind, event.rule, event.data["formation"]) for event in s.sink] == [
        ("collapsed", "19.1-a", "d1"),
        ("collapse_over", "19.4-a", "a1"),
    ]
    whole = turn(CHIEF, INSIDE, formations=[{**D1, "collapse": 5}, A1])
    assert campaign_sequence.fallen(whole) == {"d1": False, "a1": False}
