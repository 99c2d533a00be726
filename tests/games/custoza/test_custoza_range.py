"""Chapter 4, 7.6 and 23 in their finer points: who is in command, who turns, and who has won."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert

from quadrilatero.games.custoza.answers import Face, Recover
from quadrilatero.games.custoza.records import Acted, Turning
from quadrilatero.games.custoza.rules import command, recovery, turning, victory
from quadrilatero.games.custoza.state import State
from quadrilatero.hexes import FACINGS
from tests.games.custoza.support import Plain, austria, drive, italy, state

FAR = austria("far", "6030")
CHIEF = italy("com", "3010", "commander")
BARE = state(FAR)


def told(s: State, kind: str) -> list[Plain]:
    return [event.data for event in s.sink if event.kind == kind]


# -- 4: command --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:4.2-a", "custoza:4.1-b", "custoza:3.2.1-a")
def test_who_is_farther_than_four_hexes_is_marked_and_all_such_of_a_side_are_told_at_once() -> None:
    units = italy("A", "3014"), italy("B", "3015"), italy("C", "3016"), italy("D", "3012", ooc=True)
    s = state(CHIEF, *units, austria("hat", "6010", "commander"), austria("E", "6020"))
    found = [asked.event for asked in command.mark_out_of_command(s)]
    assert {unit.id for unit in s.units.values() if unit.ooc} == {"B", "C", "E"}, "D is in range again"
    assert [(event.kind, event.rule, event.data["units"]) for event in found] == [
        ("ooc", "4.1-b", ["B", "C"]),
        ("ooc", "4.1-b", ["E"]),
    ]


@pytest.mark.rule("custoza:4.1-b", "custoza:3.2.1-a")
def test_without_a_commander_in_the_game_marks_stay_and_with_one_off_the_map_all_are_out() -> None:
    s = state(italy("A", "3014", ooc=True), italy("B", "3015"), FAR)
    assert list(command.mark_out_of_command(s)) == []
    assert (s.units["A"].ooc, s.units["B"].ooc) == (True, False)
    s = state({**CHIEF, "hex": "3014"}, italy("A", "3014"), FAR)
    s.remove(s.units["com"], "eliminated")
    list(command.mark_out_of_command(s))
    assert s.units["A"].ooc
    s = state(CHIEF, italy("A", "3030"), FAR)
    s.remove(s.units["A"], "routed")
    assert list(command.mark_out_of_command(s)) == []
    assert not s.units["A"].ooc, "who is off the map needs no mark"


@pytest.mark.rule("custoza:4.1-b", "custoza:3.2.1-a")
def test_marks_are_laid_at_the_rim_of_the_map_too_and_for_every_formation() -> None:
    entries: list[Plain] = [
        {"id": "d1", "side": "italy"},
        {"id": "d2", "side": "italy"},
        {"id": "a1", "side": "austria"},
    ]
    last = BARE.board.grid.numbers[-1]
    units = (
        italy("A", "2010", formation="d1"),
        italy("c2", "1004", "commander", formation="d2"),
        italy("B", "1005", formation="d2"),
        italy("C", "3020", formation="d2"),
        austria("ca", "5010", "commander", formation="a1"),
        austria("D", last, formation="a1"),
        austria("E", "5011", formation="a1"),
    )
    s = state(*units, formations=entries)
    list(command.mark_out_of_command(s))
    assert {unit.id for unit in s.units.values() if unit.ooc} == {"C", "D"}
    s.move(s.units["c2"], s.board.hex("3020"))
    s.move(s.units["B"], s.board.hex("1004"))
    s.remove(s.units["ca"], "eliminated")
    list(command.mark_out_of_command(s))
    assert {unit.id for unit in s.units.values() if unit.ooc} == {"B", "D", "E"}


@pytest.mark.rule("custoza:5.1.3-a", "custoza:2.4.2.2-b")
@pytest.mark.parametrize(
    ("units", "more", "helps"),
    [
        ((CHIEF, italy("gen", "3012", "general", value=2)), {}, True),
        ((CHIEF, italy("gen", "3013", "general", value=2)), {}, False),
        ((CHIEF, italy("gen", "3012", "general", value=2)), {"no_general": True}, False),
        ((CHIEF,), {}, False),
        ((italy("gen", "3012", "general", value=2),), {}, False),
        ((CHIEF, austria("gen", "3012", "general", value=2)), {}, False),
    ],
)
def test_whom_his_general_helps(units: tuple[Plain, ...], more: Plain, helps: bool) -> None:
    s = state(*units, italy("A", "3010"), FAR, formations=[{"id": "italy", "side": "italy", **more}])
    assert command.general_helps(s, "italy") is helps
    if "com" in s.units:
        s.remove(s.units["com"], "eliminated")
        assert not command.general_helps(s, "italy")


@pytest.mark.rule("custoza:4.2-a", "custoza:5.1.3-a")
def test_range_is_counted_in_halves_from_the_commander_s_own_hex_wherever_that_is() -> None:
    s = state({**CHIEF, "hex": "1004"}, italy("gen", "1004", "general", value=1), italy("A", "1005"), FAR)
    here = s.units["com"].hex
    assert here == 0
    found = command.reach(s, here, "italy", 1)
    assert (found[here], found[s.board.hex("1005")]) == (0, command.HALVES)
    assert command.general_helps(s, "italy")


@pytest.mark.rule("custoza:4.4-a")
def test_which_formations_have_a_unit_of_the_reserve_in_range() -> None:
    entries: list[Plain] = [{"id": name, "side": "italy"} for name in ("d1", "d2", "d3", "d4")]
    units = (
        italy("c1", "3010", "commander", formation="d1"),
        italy("c2", "3020", "commander", formation="d2"),
        italy("A", "1010", formation="d1"),
        italy("B", "1012", formation="d2"),
        italy("C", "1014", formation="d3"),
        italy("near", "3012", "artillery", reserve=True),
        italy("lost", "3028", "artillery", reserve=True),
        {"id": "gone", "side": "italy", "type": "artillery", "box": "routed", "reserve": True},
        austria("theirs", "6010", "artillery", reserve=True),
        austria("D", "6030", formation="a1"),
    )
    s = state(*units, formations=[*entries, {"id": "a1", "side": "austria"}])
    assert command.reserves_in_reach(s) == {"near": ("d1", "d3"), "lost": ("d3",), "theirs": ("a1",)}, (
        "a Formation without a commander has all in range, one without anybody none"
    )
    s = state(units[0], units[2], units[6], FAR, formations=[entries[0]])
    assert command.reserves_in_reach(s) == {}
    rim = state(
        {**units[0], "hex": "1004"}, italy("g", "1005", "artillery", reserve=True), FAR, formations=[entries[0]]
    )
    assert command.reserves_in_reach(rim) == {"g": ("d1",)}
    rim.remove(rim.units["c1"], "eliminated")
    rim.move(rim.units["g"], len(BARE.board.grid.numbers) - 1)
    assert command.reserves_in_reach(rim) == {}, "nobody is in range of who has gone"


@pytest.mark.rule("custoza:4.1-a", "custoza:4.4-b", "custoza:3.2.2-e")
def test_who_acts_in_an_activation() -> None:
    units = (
        italy("A", "3011", formation="d1"),
        italy("B", "3012", formation="d1", ooc=True),
        italy("C", "3013", formation="d2"),
        italy("r1", "3014", "artillery", reserve=True),
        italy("r2", "3015", "artillery", reserve=True),
        {"id": "gone", "side": "italy", "type": "line", "box": "routed", "formation": "d1"},
    )
    entries: list[Plain] = [{"id": name, "side": "italy"} for name in ("d1", "d2")]
    s = state(*units, FAR, formations=entries, active={"formation": "d1", "reserve": "r1"})
    assert [id for id in ("A", "B", "C", "r1", "r2", "gone") if command.may_act(s, s.units[id])] == ["A", "r1"]
    assert [unit.id for unit in command.in_command(s)] == ["A", "r1"]
    due = {"id": "due", "side": "italy", "type": "line", "box": "due", "formation": "d1"}
    edge = state(italy("rim", "1004", formation="d1"), due, FAR, formations=entries, active={"formation": "d1"})
    assert [id for id in ("rim", "due") if command.may_act(edge, edge.units[id])] == ["rim", "due"]
    assert [unit.id for unit in command.in_command(edge)] == ["rim"]
    alone = state(*units, FAR, formations=entries, active={"formation": "d1"})
    assert [unit.id for unit in command.in_command(alone)] == ["A"]


# -- 7.6: facing -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.6-c", "custoza:2.7-c")
def test_who_has_a_choice_of_facing() -> None:
    s = state(
        italy("A", "3010", sv=1), italy("B", "3010", sv=1), italy("V", "3020"), board={"terrain": {"3020": "village"}}
    )
    assert turning.has_choice(s, s.of(["A", "B"]))
    assert not turning.has_choice(s, s.of(["A"])), "he has joined B"
    assert turning.has_choice(s, s.of(["A"]), stayed=True), "B turns along"
    assert not turning.has_choice(s, s.of(["V"]), stayed=True), "front all around"
    assert not turning.has_choice(s, [])
    s.remove(s.units["V"], "routed")
    assert not turning.has_choice(s, s.of(["V"]), stayed=True)
    corner = state(italy("A", "1004"), FAR)
    assert turning.has_choice(corner, corner.of(["A"]))


@pytest.mark.rule("custoza:7.6-b", "custoza:7.8.2-c", "custoza:7.6-a")
@pytest.mark.parametrize(
    ("along", "allowed", "turned"),
    [(None, "N NE SE S SW NW", "NW"), (0, "N NE NW", "NE"), (5, "N SW NW", "SW"), (3, "SE S SW", "S")],
)
def test_after_a_march_the_last_step_binds(along: int | None, allowed: str, turned: str) -> None:
    s = state(italy("A", "3010", facing="N", sv=1), italy("B", "3010", facing="N", sv=1), FAR)
    script = turning.choose_facing(s, s.of(["A"]), "7.6-b", along)
    question = next(script)
    assert (question.what, question.rule, question.data) == ("face", "7.6-b", {"units": ["A"], "facing": "N"})
    assert {option["facing"] for option in question.options("italy")} == set(allowed.split())

    def face(facing: str, *ids: str) -> Face:
        return convert({"do": "face", "units": list(ids), "facing": facing}, Face)

    for facing in FACINGS:
        refusal = question.refuse("italy", face(facing, "A"))
        assert (refusal is None) is (facing in allowed.split()), facing
        assert refusal is None or refusal.rule == "7.8.2-c"
    refusal = question.refuse("italy", face("N", "A", "B"))
    assert (refusal.rule, refusal.reason) == ("7.6-a", "these_turn")
    with pytest.raises(StopIteration):
        script.send(face(turned, "A"))
    assert {FACINGS[s.units[id].facing] for id in "AB"} == {turned}
    assert [row["units"] for row in told(s, "faced")] == [["A", "B"]]


@pytest.mark.rule("custoza:7.6-a")
def test_it_is_told_that_somebody_turns_only_if_he_does() -> None:
    s = state(italy("A", "3010", facing="N", sv=1), italy("B", "3010", facing="N", sv=1), FAR)
    turning.turn(s, s.of(["A", "B"]), 0, "7.6-a")
    assert told(s, "faced") == []
    turning.turn(s, s.of(["A", "B"]), 3, "7.6-a")
    assert [(row["units"], row["facing"]) for row in told(s, "faced")] == [(["A", "B"], "S")]


@pytest.mark.rule("custoza:7.6-b", "custoza:2.7-a")
def test_a_facing_that_was_put_off_is_chosen_by_those_who_are_left() -> None:
    s = state(italy("A", "3010", sv=1), italy("B", "3010", sv=1), FAR)
    turning.turn_later(s, s.of(["A"]))
    put_off: list[Turning | None] = [s.facing]
    turning.turn_later(s, s.of(["A"]), "8.3-b", 2, stayed=True)
    put_off.append(s.facing)
    assert put_off == [None, Turning(("A",), 2, "8.3-b")], "at first he has joined B"
    s.facing = Turning(("A", "B"), None, "7.6-b")
    s.remove(s.units["A"], "eliminated")
    question = next(turning.face_step(s))
    assert (question.data["units"], question.rule) == (["B"], "7.6-b")
    s.remove(s.units["B"], "eliminated")
    assert list(turning.face_step(s)) == []
    assert s.facing is None


# -- 13.6: recovery ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:13.6.1-c", "custoza:9.7-a", "custoza:13.6.1-a")
def test_what_a_unit_recovers_and_how_it_is_told() -> None:
    def back(acted: dict[str, Acted], **more: Any) -> tuple[int, bool, list[tuple[str, str, int]]]:
        s = state(italy("K", "3010", "cavalry", **more), FAR)
        found = [asked.event for asked in recovery.recover(s, s.of(["K"]), acted, "13.6.1-a")]
        unit = s.units["K"]
        return unit.status, unit.exhausted, [(event.rule, event.data["of"], event.data["levels"]) for event in found]

    moved = {"K": Acted("move", 0)}
    assert back({}, status="disorganised") == (1, False, [("13.6.1-a", "status", 2)])
    assert back(moved, status="disorganised") == (2, False, [("13.6.1-a", "status", 1)])
    assert back({}, exhausted=True) == (0, False, [("9.7-a", "exhaustion", 0)])
    assert back(moved, exhausted=True) == (0, True, [])
    assert back({}) == (0, False, [])
    assert back(moved, exhausted=True, status="shaken") == (0, True, [("13.6.1-a", "status", 1)])
    s = state(italy("K", "3010", "cavalry", exhausted=True, status="shaken"), FAR)
    question = next(recovery.recover(s, s.of(["K"]), {}, "13.6.2-a"))
    assert [option["of"] for option in question.options("italy")] == ["status", "exhaustion"]
    assert question.refuse("italy", Recover("K", "status")) is None
    assert question.refuse("italy", Recover("Z", "status")).rule == "13.6.2-a"


@pytest.mark.rule("custoza:13.6.1-a", "custoza:13.6.2-a")
def test_only_those_who_are_named_recover_and_no_fortress_does() -> None:
    fort = {"id": "F", "side": "italy", "type": "fortress", "hex": "3020", "status": "shaken"}
    units = italy("A", "3010", status="shaken", sv=1), italy("B", "3010", status="shaken", sv=1)
    s = state(*units, fort, FAR)
    list(recovery.recover(s, s.of(["A", "F"]), {}, "13.6.1-a"))
    assert {id: s.units[id].status for id in "ABF"} == {"A": 0, "B": 1, "F": 1}


@pytest.mark.rule("custoza:13.6.3-a", "custoza:20.1.1-a", "custoza:19.3-b")
def test_who_is_burdened_recovers_only_if_he_passes() -> None:
    entries: list[Plain] = [{"id": "d1", "side": "italy", "cut_off": True}, {"id": "d2", "side": "italy"}]
    units = italy("A", "3010", formation="d1", sv=1, cv=7), italy("B", "3010", formation="d2", sv=1)
    for mode, dice, able in (("advanced", (1, 1), "AB"), ("advanced", (6, 6), "B"), ("base", (), "AB")):
        s = state(*units, FAR, mode=mode, formations=entries)
        assert recovery.is_burdened(s, s.units["A"]) is (mode == "advanced")
        assert not recovery.is_burdened(s, s.units["B"])
        assert [unit.id for unit in drive(recovery.those_who_pass(s, s.of(["A", "B"])), *dice)] == list(able)
    loose = state(italy("g", "3010", "artillery", reserve=True), FAR, mode="advanced")
    assert not recovery.is_burdened(loose, loose.units["g"])


# -- 23: victory -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:23.1.4-a", "custoza:23.2.4-a", "custoza:23.3.4-a")
@pytest.mark.parametrize(
    ("listed", "held", "winner", "reason", "rule"),
    [
        (["3010", "3020", "3321"], ["3010", "3020"], "italy", "majority", "23.1.4-a"),
        (["3010", "3020", "2915"], ["3010"], None, "tied", "23.1.4-a"),
        (["3010", "3020", "3924"], [], "austria", "majority", "23.2.4-a"),
        (["3010", "3020", "3030"], ["3010", "3030"], "italy", "majority", "23.3.4-a"),
        ([], [], None, "tied", "23.3.4-a"),
    ],
)
def test_more_of_the_listed_hexes_win(
    listed: list[str], held: list[str], winner: str | None, reason: str, rule: str
) -> None:
    theirs = [hex for hex in listed[:2] if hex not in held]
    control = {"italy": held, "austria": theirs if winner != "italy" else []}
    s = state(italy("A", "1010"), FAR, victory={"type": "majority", "hexes": listed}, control=control)
    victory.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason, s.result.rule) == (winner, reason, rule)
    assert s.result.score["hexes"] == {"italy": len(held), "austria": len(control["austria"])}
    (row,) = told(s, "result")
    assert (row["winner"], row["reason"]) == (winner or "nobody", reason)


@pytest.mark.rule("custoza:23-a", "custoza:3.5-a")
def test_without_a_list_of_hexes_nobody_wins_and_nothing_is_counted() -> None:
    s = state(italy("A", "1010"), FAR)
    assert s.victory is None
    victory.tell_held(s)
    victory.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason, s.result.rule) == (None, "undecided", None)
    assert [(event.kind, event.rule) for event in s.sink] == [("result", "23-a")]
    s = state(italy("A", "1010"), FAR, victory={"type": "majority", "hexes": ["1010", "3020"]}, gt=4)
    victory.tell_held(s)
    assert [(row["gt"], row["italy"], row["austria"]) for row in told(s, "held")] == [(4, 1, 0)]
