"""Chapter 16 up to 16.7, rule by rule: objectives, attempts, how far a march leads, and scouts."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Activate, Deploy, Done, Halt, Move, Objective, Pass
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import columns
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal, Script
from quadrilatero.kernel.ask import Dice
from tests.games.custoza.support import Plain, austria, hexes, italy, state

ROAD = [f"20{row:02}" for row in range(10, 33)]
SIDE = ["2015", "2115", "2216", "2316", "2417"]
BOARD: Plain = {"roads": [{"class": "major", "path": ROAD}, {"class": "minor", "path": SIDE}]}
CHIEF = italy("com", "2010", "commander", formation="d1")
FAR = austria("Z", "6030", formation="a1")


def inside(id: str, **more: Any) -> Plain:
    """A unit off the map with its commander."""
    return {"id": id, "side": "italy", "type": "line", "box": "formation", "formation": "d1", **more}


def column(*units: Plain, entry: Plain | None = None, **more: Any) -> State:
    """The Formation d1 marches, and what is around it."""
    said: Plain = {"id": "d1", "side": "italy", "command": 3, "state": "march", "objective": "2030", **(entry or {})}
    others: Plain = {
        "mode": "advanced",
        "phase": "march",
        "board": BOARD,
        "formations": [said, {"id": "a1", "side": "austria"}],
    }
    s = state(*(units or (CHIEF, inside("A"))), FAR, **{**others, **more})
    s.next = "italy"
    return s


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


def after(script: Script, answer: Any, *dice: int) -> tuple[list[tuple[str, str]], Any]:
    """What is made known once a script has its answer, and what it returns."""
    found: list[tuple[str, str]] = []
    sent, left = answer, list(dice)
    while True:
        try:
            asked = script.send(sent)
        except StopIteration as over:
            assert not left
            return found, over.value
        sent = None
        if isinstance(asked, Dice):
            sent = tuple(left.pop(0) for _ in range(asked.count))
        else:
            found.append((asked.event.kind, asked.event.rule))


def told(s: State) -> list[tuple[str, str]]:
    return [(event.kind, event.rule) for event in s.sink]


# -- objectives --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.1-a", "custoza:16.1-d")
@pytest.mark.parametrize(
    ("objective", "reached"), [("2012", True), ("2013", False), ("2010", True), (None, False), ("1004", False)]
)
def test_within_two_hexes_an_objective_is_reached(objective: str | None, reached: bool) -> None:
    s = column(entry={"objective": objective})
    assert columns.has_reached(s, s.formations["d1"]) is reached
    corner = column({**CHIEF, "hex": "1004"}, inside("A"), entry={"objective": "1005"})
    assert columns.has_reached(corner, corner.formations["d1"])
    here = column({**CHIEF, "hex": "1005"}, inside("A"), entry={"objective": "1004"})
    assert columns.has_reached(here, here.formations["d1"])
    assert not columns.has_reached(column(italy("A", "2011", formation="d1")), s.formations["d1"])
    for number, refusal in (("1004", None), ("2030", None), ("9999", ("16.1-a", "no_objective"))):
        assert why(columns.refuse_goal(s, number)) == refusal


@pytest.mark.rule("custoza:14.2.4-a", "custoza:14.2.5-a", "custoza:15.2-a")
def test_who_may_change_his_objective() -> None:
    for entry, used, may in (
        ({}, False, True),
        ({"state": "reserve"}, False, False),
        ({"state": "engaged"}, False, False),
        ({"changed": True}, False, False),
        ({}, True, False),
    ):
        s = column({**CHIEF, "used": used}, inside("A"), entry=entry, phase="command")
        assert columns.may_change(s, s.formations["d1"]) is may
        assert columns.has_tried(s, s.formations["d1"]) is used
    gone = column()
    gone.remove(gone.units["com"], "exited")
    assert not columns.exists(gone, gone.formations["d1"])
    assert not columns.may_change(gone, gone.formations["d1"])
    bare = column(inside("A"))
    assert not columns.exists(bare, bare.formations["d1"])
    assert not columns.has_tried(bare, bare.formations["d1"])
    corner = column({**CHIEF, "hex": "1004"}, inside("A"))
    assert columns.exists(corner, corner.formations["d1"])


@pytest.mark.rule("custoza:16.3-a", "custoza:16.1-e")
def test_who_has_pieces_that_the_enemy_does_not_see_might_march() -> None:
    for state_, might in (("march", True), ("reserve", True), ("engaged", False)):
        s = column(entry={"state": state_})
        assert columns.might_march(s, "italy") is might
        assert not columns.might_march(s, "austria")


@pytest.mark.rule("custoza:16.2-a", "custoza:16.10-a", "custoza:14.2.4-a")
def test_what_is_asked_about_objectives() -> None:
    tried: Plain = {"id": "d2", "side": "italy", "state": "march", "objective": "2030"}
    stood: Plain = {"id": "d3", "side": "italy", "state": "march", "objective": "3010"}
    units = (
        CHIEF,
        inside("A"),
        italy("c2", "2029", "commander", formation="d2", used=True),
        {**inside("B"), "formation": "d2"},
        italy("c3", "3010", "commander", formation="d3"),
        {**inside("C"), "formation": "d3"},
    )
    entries = [{"id": "d1", "side": "italy", "state": "march"}, tried, stood, {"id": "a1", "side": "austria"}]
    s = column(*units, formations=entries, phase="command")
    script = columns.objectives_step(s)
    question = next(script)
    assert (question.what, question.rule, question.data) == ("objectives", "16.2-a", {"formations": ["d1", "d3"]})
    found = list(question.options("italy"))
    assert found[:2] == [{"do": "done"}, {"do": "deploy", "formation": "d2"}], "who stands at his new objective"
    assert {option["do"] for option in found[2:]} == {"objective"}
    assert {option["formation"] for option in found[2:]} == {"d1", "d3"}
    for answer, refusal in (
        (Done(), None),
        (Deploy("d2"), None),
        (Deploy("d3"), ("16.10-a", "cannot_deploy")),
        (Objective("d1", "3033"), None),
        (Objective("d1", "9999"), ("16.1-a", "no_objective")),
        (Objective("d2", "3033"), ("16.2-a", "no_new_objective")),
    ):
        assert why(question.refuse("italy", answer)) == refusal
    assert after(script, Done()) == ([("orders_given", "14.2.4-a")], True)
    again = columns.objectives_step(s)
    next(again)
    assert after(again, Deploy("d2"))[1] is False
    assert s.formations["d2"].state == "engaged"
    third = columns.objectives_step(s)
    next(third)
    assert after(third, Objective("d3", "3033"), 2) == ([], False)
    assert hexes(s, [s.formations["d3"].objective]) == {"3033"}
    open_ = column(entry={"state": "engaged"})
    assert after(columns.objectives_step(open_), None) == ([], True)


@pytest.mark.rule("custoza:16.2-a", "custoza:16.2-b")
@pytest.mark.parametrize(
    ("command", "general", "die", "changed"),
    [(3, 1, 4, True), (3, 1, 5, False), (2, None, 2, True), (2, None, 3, False), (3, 3, 6, False), (2, 3, 5, True)],
)
def test_a_die_against_both_commanders(command: int, general: int | None, die: int, changed: bool) -> None:
    with_him = [] if general is None else [italy("gen", "5010", "general", value=general)]
    s = column(CHIEF, inside("A"), *with_him, entry={"command": command}, phase="command")
    told_, _ = after(columns.change_objective(s, s.formations["d1"], s.board.hex("3033")), None, die)
    assert told_ == []
    assert hexes(s, [s.formations["d1"].objective]) == ({"3033"} if changed else {"2030"})
    assert s.units["com"].used, "it was his only try"
    assert told(s) == [("roll", "16.2-a"), *([("objective", "16.2-a")] if changed else [])]
    roll = s.sink[0].data
    assert (roll["success"], roll["outcome"], roll["total"]) == (changed, "success" if changed else "failure", die)
    assert roll["need"] == command + (general or 0)


@pytest.mark.rule("custoza:14.2.5-a", "custoza:21.1-b")
def test_who_is_still_to_enter_does_not_roll() -> None:
    chief: Plain = {**inside("com"), "type": "commander", "box": "due"}
    s = column(chief, inside("A", box="due"), entry={"objective": None}, phase="command")
    assert after(columns.change_objective(s, s.formations["d1"], s.board.hex("3033")), None) == (
        [("objective", "14.2.5-a")],
        None,
    )
    assert hexes(s, [s.formations["d1"].objective]) == {"3033"}
    assert s.units["com"].used


# -- attempts ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.4-c", "custoza:17.1-a", "custoza:14.6-b")
@pytest.mark.parametrize(
    ("entry", "refusal"),
    [
        ({}, None),
        ({"state": "reserve"}, ("17.1-a", "not_marching")),
        ({"state": "engaged"}, ("16.4-c", "not_marching")),
        ({"this_turn": "activated"}, ("5.1-b", "already_activated")),
        ({"this_turn": "halted"}, ("14.6-b", "halted")),
        ({"objective": None}, ("21.1-b", "no_objective_yet")),
        ({"objective": "1004"}, None),
    ],
)
def test_who_may_try_to_march(entry: Plain, refusal: tuple[str, str] | None) -> None:
    s = column(entry=entry)
    assert why(columns.refuse_attempt(s, "italy", "d1")) == refusal
    for side, name in (("austria", "d1"), ("italy", "a1"), ("italy", "nobody")):
        assert why(columns.refuse_attempt(s, side, name)) == ("16.4-c", "not_your_formation")
    s.remove(s.units["com"], "exited")
    assert why(columns.refuse_attempt(s, "italy", "d1")) == ("16.4-c", "not_your_formation")


@pytest.mark.rule("custoza:14.6-a", "custoza:14.6-c", "custoza:16.6-a")
def test_sides_try_in_turn_or_pass() -> None:
    s = column(passes=1)
    script = columns.march_step(s)
    question = next(script)
    assert (question.what, question.rule, question.data) == ("march", "14.6-a", {"passes": 1, "formations": ["d1"]})
    assert list(question.options("italy")) == [{"do": "activate", "formation": "d1"}, {"do": "pass"}]
    assert question.refuse("italy", Pass()) is None
    assert question.refuse("italy", Activate("d1")) is None
    assert why(question.refuse("italy", Activate("a1"))) == ("16.4-c", "not_your_formation")
    assert after(script, Pass()) == ([], None)
    assert (s.next, s.passes, told(s)) == ("austria", 2, [("passed", "14.6-c")])
    after(columns.march_step(s), None)
    assert (s.next, s.passes) == ("italy", 3), "the Austrians have nobody that might march, and pass by"
    tries = columns.march_step(s)
    next(tries)
    after(tries, Activate("d1"), 3)
    assert (s.next, s.passes, s.formations["d1"].this_turn) == ("austria", 0, "activated")


@pytest.mark.rule("custoza:14.6-b", "custoza:16.4-b", "custoza:16.4-c")
@pytest.mark.parametrize(
    ("die", "attempts", "turn", "tries", "tasks"),
    [
        (3, 0, "activated", 0, [Task("march_move", "italy", "d1"), Task("scout_move", "italy")]),
        (4, 0, None, 1, []),
        (4, 1, "activated", 1, [Task("march_move", "italy", "d1"), Task("scout_move", "italy")]),
        (5, 1, None, 2, []),
        (6, 4, "halted", 4, [Task("scout_halts", "italy")]),
    ],
)
def test_what_comes_of_an_attempt(die: int, attempts: int, turn: str | None, tries: int, tasks: list[Task]) -> None:
    s = column(entry={"attempts": attempts})
    assert after(columns.attempt(s, s.formations["d1"]), None, die) == ([], None)
    now = s.formations["d1"]
    assert (now.this_turn, now.attempts, list(s.tasks)) == (turn, tries, tasks)
    (roll,) = s.sink
    assert (roll.kind, roll.rule) == ("roll", "16.4-c")
    data = roll.data
    assert (data["outcome"], data["success"]) == (turn or "failed", turn == "activated")
    assert (data["need"], data["total"]) == (3, die - attempts)


# -- the march ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.5-a")
def test_a_formation_marches_as_fast_as_its_slowest_unit() -> None:
    for units, points in (
        ((CHIEF, inside("A", ma=5), inside("B", ma=4)), 4),
        ((CHIEF, inside("A", ma=5), inside("B", ma=2, box="routed")), 5),
        ((CHIEF, inside("A", ma=5), italy("B", "2011", formation="d1", ma=3)), 5),
        ((CHIEF, italy("B", "2011", formation="d1", ma=3)), 8),
    ):
        s = column(*units)
        assert columns.allowance(s, s.formations["d1"]) == points * 6


def ends(s: State) -> dict[str, int]:
    return {s.board.grid.numbers[hex]: cost for hex, cost in columns.march_reach(s, s.formations["d1"]).cost.items()}


@pytest.mark.rule("custoza:16.1-a", "custoza:16.1-b", "custoza:16.1-d")
def test_how_far_a_march_leads_along_the_road() -> None:
    s = column(CHIEF, inside("A", ma=2))
    assert ends(s) == {"2013": 6, "2014": 8, "2015": 10, "2016": 12}, "half the allowance at the least"
    near = column(CHIEF, inside("A", ma=2), entry={"objective": "2013"})
    assert ends(near) == {"2011": 2, "2012": 4, "2013": 6, "2014": 8, "2015": 10}, "less where it reaches its objective"
    away = column({**CHIEF, "hex": "2015"}, inside("A", ma=2), entry={"objective": "2417"})
    found = ends(away)
    assert found["2216"] == 6
    assert "2014" not in found
    met = column(CHIEF, inside("A", ma=2), austria("D", "2014", formation="a1"))
    assert ends(met) == {}, "an enemy zone bars the way"
    caught = column(CHIEF, inside("A", ma=2), austria("D", "2011", formation="a1"))
    assert ends(caught) == {}


@pytest.mark.rule("custoza:16.1-a", "custoza:16.1-b", "custoza:7.5-e")
def test_by_which_rule_a_march_is_refused() -> None:
    s = column(CHIEF, inside("A", ma=2))

    def refusal(*path: str, unit: str = "com", of: State = s) -> tuple[str | None, str] | None:
        return why(columns.refuse_march(of, of.formations["d1"], Move([unit], list(path))))

    way = [f"20{row}" for row in range(11, 18)]
    assert refusal(*way[:3]) is None
    assert refusal(*way[:6]) is None
    assert refusal(*way[:2]) == ("16.1-b", "objective_march"), "less than half"
    assert refusal(*way) == ("16.1-a", "objective_march"), "too far"
    assert refusal() == ("16.1-a", "objective_march")
    assert refusal("9999") == ("16.1-a", "objective_march")
    assert refusal(*way[:3], unit="A") == ("16.1-a", "objective_march")
    assert refusal("2110", "2111", "2112") == ("16.1-b", "objective_march"), "not by road"
    back = column({**CHIEF, "hex": "2020"}, inside("A", ma=2))
    assert refusal("2019", "2018", "2017", of=back) == ("16.1-a", "objective_march"), "away from it"
    near = column(CHIEF, inside("A", ma=2), entry={"objective": "2013"})
    assert refusal("2011", of=near) is None
    barred = column(CHIEF, inside("A", ma=2), austria("D", "2015", formation="a1"))
    assert refusal(*way[:4], of=barred) == ("16.1-b", "objective_march")
    assert refusal(*way[:3], of=barred) is None
    assert refusal("exit") == ("24.2-j", "objective_march")


@pytest.mark.rule("custoza:16.1-c")
def test_who_is_off_the_road_goes_to_the_nearest_of_it() -> None:
    s = column({**CHIEF, "hex": "2312"}, inside("A", ma=5), entry={"objective": "2030"})
    found = columns.march_reach(s, s.formations["d1"])
    assert hexes(s, found.cost) == {"2011", "2012", "2013", "2014"}
    for hex in found.cost:
        path = s.board.numbers(columns.way(found, hex))
        assert len(path) == 3
        assert why(columns.refuse_march(s, s.formations["d1"], Move(["com"], list(path)))) is None
    assert why(columns.refuse_march(s, s.formations["d1"], Move(["com"], ["2311"]))) == ("16.1-c", "objective_march")
    slow = column({**CHIEF, "hex": "2612"}, inside("A", ma=2), entry={"objective": "2030"})
    nearer = columns.march_reach(slow, slow.formations["d1"])
    assert nearer.cost
    distance = slow.board.grid.distance
    road = [slow.board.hex(number) for number in (*ROAD, *SIDE)]
    away = {min(distance(hex, other) for other in road) for hex in nearer.cost}
    assert away == {4}, "as near as it comes"
    shut = dict.fromkeys(("2311", "2313", "2211", "2212", "2412", "2411", "2213", "2413"), "lake")
    stuck = column({**CHIEF, "hex": "2312"}, inside("A", ma=5), board={**BOARD, "terrain": shut})
    assert columns.march_reach(stuck, stuck.formations["d1"]).cost == {}


@pytest.mark.rule("custoza:21.1-a", "custoza:21.3-a")
def test_where_a_march_begins_and_what_the_entry_costs() -> None:
    s = column()
    assert columns.beginning(s, s.formations["d1"]) == (s.board.hex("2010"), 0)
    bare = column(inside("A"))
    assert columns.beginning(bare, bare.formations["d1"]) == (-1, 0)
    assert columns.march_reach(bare, bare.formations["d1"]).cost == {}
    chief: Plain = {**inside("com"), "type": "commander", "box": "due"}
    group: Plain = {
        "id": "g",
        "side": "italy",
        "formation": "d1",
        "units": ["com", "A"],
        "day": 1,
        "gt": 6,
        "entry": "2010",
    }
    coming = column(chief, inside("A", box="due", ma=2), gt=6, reinforcements=[group])
    assert columns.beginning(coming, coming.formations["d1"]) == (coming.board.hex("2010"), 2)
    assert ends(coming) == {"2012": 6, "2013": 8, "2014": 10, "2015": 12}
    answer = Move(["com"], ["2010", "2011", "2012"])
    assert columns.refuse_march(coming, coming.formations["d1"], answer) is None
    assert why(columns.refuse_march(coming, coming.formations["d1"], Move(["com"], ["2011", "2012"]))) == (
        "21.1-a",
        "entry_hex",
    )
    barred = column(chief, inside("A", box="due"), austria("D", "2010", formation="a1"), gt=6, reinforcements=[group])
    assert columns.beginning(barred, barred.formations["d1"]) == (-1, 0)


@pytest.mark.rule("custoza:16.1-a", "custoza:16.7-a")
def test_the_march_that_is_asked_for() -> None:
    s = column(CHIEF, inside("A", ma=2))
    script = columns.march_move_step(s, Task("march_move", "italy", "d1"))
    question = next(script)
    assert (question.what, question.rule, question.data) == ("march_move", "16.1-a", {"formation": "d1", "unit": "com"})
    assert [option["path"][-1] for option in question.options("italy")] == ["2013", "2014", "2015", "2016"]
    assert all(question.refuse("italy", Move(["com"], option["path"])) is None for option in question.options("italy"))
    found, _ = after(script, Move(["com"], ["2011", "2012", "2013"]))
    assert found == [("moved", "16.1-a")]
    assert (hexes(s, [s.units["com"].hex]), s.formations["d1"].moved) == ({"2013"}, True)
    stuck = column(CHIEF, inside("A", ma=2), austria("D", "2012", formation="a1"))
    assert after(columns.march_move_step(stuck, Task("march_move", "italy", "d1")), None)[0] == [
        ("march_stuck", "16.1-a")
    ]
    assert not stuck.formations["d1"].moved
    changed = column(entry={"state": "engaged"})
    assert after(columns.march_move_step(changed, Task("march_move", "italy", "d1")), None) == ([], None)


@pytest.mark.rule("custoza:16.8-a", "custoza:16.9-a", "custoza:16.4-a")
def test_a_piece_stops_where_it_meets_the_enemy() -> None:
    s = column(CHIEF, inside("A", ma=5), austria("D", "2023", formation="a1"))
    path = [s.board.hex(f"20{row}") for row in range(11, 18)]
    script = columns.ride(s, s.units["com"], path, "16.1-a")
    event = next(script).event
    assert (event.kind, event.rule) == ("moved", "16.1-a")
    assert (event.data["path"], event.data["to"], event.data["from"]) == (
        ["2011", "2012", "2013", "2014"],
        "2014",
        "2010",
    )
    assert hexes(s, [s.units["com"].hex]) == {"2014"}
    rim = column({**CHIEF, "hex": "1004"}, inside("A"))
    assert next(columns.ride(rim, rim.units["com"], [rim.board.hex("1005")], "16.1-a")).event.data["from"] == "1004"


# -- scouts ------------------------------------------------------------------------------------------------------------


def scout(id: str, hex: str | None, **more: Any) -> Plain:
    return {"id": id, "side": "italy", "type": "scout", **({"hex": hex} if hex else {"box": "pool"}), **more}


@pytest.mark.rule("custoza:16.7-a", "custoza:16.7-b", "custoza:16.4-b")
def test_one_scout_rides_or_is_halted() -> None:
    theirs: Plain = {"id": "s9", "side": "austria", "type": "scout", "hex": "6010"}
    units = scout("s1", "1004"), scout("s2", "2010"), scout("s3", None), scout("s4", "2020", used=True), theirs
    s = column(CHIEF, inside("A"), *units)
    assert [piece.id for piece in columns.scouts(s, "italy")] == ["s1", "s2"]
    script = columns.scout_move_step(s, Task("scout_move", "italy"))
    question = next(script)
    assert (question.what, question.rule, question.data) == ("scout_move", "16.7-b", {"units": ["s1", "s2"]})
    found = list(question.options("italy"))
    assert found[0] == {"do": "pass"}
    assert {option["units"][0] for option in found[1:]} == {"s1", "s2"}
    for answer, refusal in (
        (Pass(), None),
        (Move(["s2"], ["2009"]), None),
        (Move(["s2"], []), ("16.7-a", "not_listed")),
        (Move(["s4"], ["2021"]), ("16.7-a", "not_listed")),
        (Move(["s2"], ["2012"]), ("7.2-b", "not_adjacent")),
    ):
        assert why(question.refuse("italy", answer)) == refusal
    assert after(script, Move(["s2"], ["2009", "2008"]))[0] == [("moved", "16.7-b")]
    assert (hexes(s, [s.units["s2"].hex]), s.units["s2"].used) == ({"2008"}, True)
    halt = columns.scout_halts_step(s, Task("scout_halts", "italy"))
    question = next(halt)
    assert (question.what, question.rule, question.data) == ("scout", "16.4-b", {"why": "halts", "units": ["s1"]})
    assert list(question.options("italy")) == [{"do": "halt", "unit": "s1"}]
    assert question.refuse("italy", Halt("s1")) is None
    assert why(question.refuse("italy", Halt("s2"))) == ("16.4-b", "not_listed")
    after(halt, Halt("s1"))
    assert s.units["s1"].used
    for step, task in (
        (columns.scout_move_step, Task("scout_move", "italy")),
        (columns.scout_halts_step, Task("scout_halts", "italy")),
    ):
        assert after(step(s, task), None) == ([], None)


# -- the edges of the map ----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.2-j", "custoza:24.2-k", "custoza:16.1-d")
@pytest.mark.parametrize(
    ("hex", "objective", "may"), [("3933", "3931", True), ("3932", "3931", False), ("3933", "3910", False)]
)
def test_a_formation_leaves_the_map_at_the_edge_where_its_objective_is(hex: str, objective: str, may: bool) -> None:
    listed = [
        {"side": "italy", "number": 1, "conditions": [{"kind": "control_all", "hexes": ["3010"]}]},
        {"side": "austria", "number": 3, "conditions": [{"kind": "corps_exited"}]},
    ]
    theirs: Plain = {"side": "austria", "type": "line", "formation": "a1"}
    s = state(
        austria("c1", hex, "commander", formation="a1"),
        {**theirs, "id": "A", "box": "formation"},
        {**theirs, "id": "R", "box": "routed"},
        italy("I", "6010"),
        mode="advanced",
        year=1848,
        phase="march",
        victory={"type": "objectives", "objectives": listed},
        strategy={"italy": 1, "austria": 3},
        formations=[{"id": "a1", "side": "austria", "rank": "corps", "state": "march", "objective": objective}],
    )
    formation, commander = s.formations["a1"], s.units["c1"]
    assert columns.may_leave(s, formation, commander) is may
    for answer, fits in (
        (Move(["c1"], ["exit"]), may),
        (Move(["A"], ["exit"]), False),
        (Move(["c1"], ["3932", "exit"]), False),
    ):
        assert why(columns.refuse_march(s, formation, answer)) == (None if fits else ("24.2-j", "objective_march"))
    if may:
        script = columns.march_move_step(s, Task("march_move", "austria", "a1"))
        assert {"do": "move", "units": ["c1"], "path": ["exit"]} in list(next(script).options("austria"))
        after(script, Move(["c1"], ["exit"]))
        assert {id: s.units[id].box for id in ("c1", "A", "R")} == {"c1": "exited", "A": "exited", "R": "routed"}


@pytest.mark.rule("custoza:14.2.5-a", "custoza:16.1-a")
def test_in_the_set_up_objectives_are_given_without_a_roll() -> None:
    for hex in ("2010", "1004"):
        s = column({**CHIEF, "hex": hex}, inside("A"), phase="setup")
        assert columns.may_change(s, s.formations["d1"])
        found, _ = after(columns.change_objective(s, s.formations["d1"], s.board.hex("3033")), None)
        assert found == [("objective", "14.2.5-a")]
    corner = column({**CHIEF, "hex": "1004"}, inside("A"), phase="command")
    after(columns.change_objective(corner, corner.formations["d1"], corner.board.hex("3033")), None, 6)
    assert hexes(corner, [corner.formations["d1"].objective]) == {"2030"}


@pytest.mark.rule("custoza:16.5-a", "custoza:16.1-a")
def test_a_march_begins_in_the_corner_of_the_map_too_and_not_among_enemies() -> None:
    road = ["1004", "1005", "1006", "1007", "1008"]
    board: Plain = {"roads": [{"class": "major", "path": road}]}
    s = column({**CHIEF, "hex": "1004"}, inside("A", ma=1), entry={"objective": "1030"}, board=board)
    assert columns.beginning(s, s.formations["d1"]) == (0, 0)
    assert set(ends(s)) == {"1006", "1007"}
    assert columns.refuse_march(s, s.formations["d1"], Move(["com"], road[1:3])) is None
    bare = column({**CHIEF, "hex": "1004"}, italy("A", "1005", formation="d1"), board=board)
    assert columns.allowance(bare, bare.formations["d1"]) == 48
    watched = column(CHIEF, inside("A"), austria("D", "2009", formation="a1"))
    assert ends(watched) == {}, "it begins in an enemy zone"
