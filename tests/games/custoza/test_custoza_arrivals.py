"""Chapter 21 and 24.2-g, rule by rule: who is due and where, and what is done about an entry that is barred."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Claim, Done, Shift
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import reinforcements
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal, Script
from tests.games.custoza.support import Plain, austria, hexes, italy, state

FAR = austria("Z", "6030", formation="a1")
GROUP: Plain = {
    "id": "g1",
    "side": "italy",
    "formation": "d1",
    "units": ["com", "A"],
    "day": 1,
    "gt": 6,
    "entry": "1010",
}
LONE: Plain = {"id": "g2", "side": "italy", "formation": None, "units": ["B"], "day": 1, "gt": 6, "entry": "1020"}


def due(id: str, kind: str = "line", **more: Any) -> Plain:
    return {"id": id, "side": "italy", "type": kind, "box": "due", "formation": "d1", **more}


def awaited(*units: Plain, groups: list[Plain] | None = None, **more: Any) -> State:
    """The Formation d1, its commander and A and B, all due."""
    entries: list[Plain] = [
        {"id": "d1", "side": "italy", "state": "march", **more.pop("entry", {})},
        {"id": "a1", "side": "austria"},
    ]
    ours = [due("com", "commander"), due("A"), due("B")]
    return state(
        *ours,
        *units,
        FAR,
        **{"mode": "advanced", "gt": 6, "formations": entries, "reinforcements": groups or [GROUP, LONE], **more},
    )


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


def after(script: Script, answer: Any) -> tuple[list[tuple[str, str]], Any]:
    """What is made known once a script has its answer, and what it returns."""
    found: list[tuple[str, str]] = []
    sent = answer
    while True:
        try:
            event = script.send(sent).event
        except StopIteration as over:
            return found, over.value
        found.append((event.kind, event.rule))
        sent = None


# -- 21.1: who is due --------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:14.2.1-a", "custoza:21.6-a")
@pytest.mark.parametrize(
    ("day", "gt", "condition", "come"),
    [
        (1, 6, None, True),
        (1, 7, None, False),
        (1, 5, None, True),
        (2, 1, None, False),
        (1, 6, "optional", False),
        (1, 6, "claimed", True),
        (1, 6, "declined", False),
    ],
)
def test_when_the_time_of_a_group_has_come(day: int, gt: int, condition: str | None, come: bool) -> None:
    s = awaited(groups=[{**GROUP, "day": day, "gt": gt, "condition": condition}, LONE])
    group = reinforcements.group_of(s, "d1")
    assert group is not None
    assert group.id == "g1"
    assert reinforcements.has_come(s, group) is come
    assert reinforcements.has_arrived(s, "d1") is come
    assert reinforcements.may_come(s, s.units["A"]) is come
    assert [one.id for one in reinforcements.groups_due(s, "italy")] == (["g1", "g2"] if come else ["g2"])
    assert reinforcements.groups_due(s, "austria") == []


@pytest.mark.rule("custoza:21.6-a", "custoza:21.1-a")
def test_a_group_waits_until_all_of_it_have_entered() -> None:
    s = awaited()
    group = reinforcements.group_of(s, "d1")
    assert group is not None
    assert reinforcements.is_waiting(s, group)
    s.change(s.units["com"], hex=s.board.hex("1010"), box=None)
    assert reinforcements.is_waiting(s, group)
    s.change(s.units["A"], hex=s.board.hex("1010"), box=None)
    assert not reinforcements.is_waiting(s, group)
    assert [one.id for one in reinforcements.groups_due(s, "italy")] == ["g2"]


@pytest.mark.rule("custoza:21.4-a", "custoza:21.3-a", "custoza:3.4-a")
def test_who_comes_with_his_commander_and_who_alone() -> None:
    units = due("O", ooc=True), due("R", reserve=True, formation=None, kind="artillery"), due("N")
    s = awaited(*units, groups=[{**GROUP, "units": ["com", "A", "O"]}, LONE])
    assert {id: reinforcements.enters_alone(s, s.units[id]) for id in "ABORN"} == {
        "A": False,
        "B": True,
        "O": True,
        "R": True,
        "N": False,
    }
    assert [unit.id for unit in reinforcements.company(s, "d1")] == ["A", "N"]
    group = reinforcements.group_with(s, s.units["B"])
    assert group is not None
    assert reinforcements.is_lone_group(group)
    assert reinforcements.group_with(s, s.units["N"]) is None
    assert reinforcements.has_come(s, None)
    leaderless = state(due("A"), italy("I", "3010", formation="d1"), FAR, mode="advanced", gt=6)
    assert not reinforcements.enters_alone(leaderless, leaderless.units["A"])


@pytest.mark.rule("custoza:21.5-a", "custoza:21.1-a")
@pytest.mark.parametrize(
    ("others", "barred"),
    [
        ((), False),
        ((austria("D", "1010", formation="a1"),), True),
        ((austria("D", "1011", formation="a1"),), True),
        ((austria("D", "1011", formation="a1"), italy("f", "1010", formation="d2")), False),
        ((austria("D", "1011", formation="a1", march=True),), False),
    ],
)
def test_what_bars_an_entry(others: tuple[Plain, ...], barred: bool) -> None:
    entries: list[Plain] = [
        {"id": "d1", "side": "italy", "state": "march"},
        {"id": "d2", "side": "italy"},
        {"id": "a1", "side": "austria"},
    ]
    s = awaited(*others, formations=entries)
    there = s.board.hex("1010")
    assert reinforcements.is_barred(s, "italy", there) is barred
    assert hexes(s, reinforcements.entries_of(s, s.units["A"])) == (set() if barred else {"1010"})
    assert reinforcements.entry_of(s, "d1") == (-1 if barred else there)
    assert [group.id for group in reinforcements.barred_groups(s, "italy")] == (["g1"] if barred else [])


@pytest.mark.rule("custoza:21.1-a", "custoza:21.5-a")
def test_who_comes_with_no_group_enters_by_a_hex_of_his_formation() -> None:
    foe = austria("D", "1010", formation="a1")
    s = awaited(foe, groups=[LONE], entry={"entry": ["1010", "1030"]})
    assert hexes(s, reinforcements.entries_of(s, s.units["A"])) == {"1030"}
    assert hexes(s, [reinforcements.entry_of(s, "d1")]) == {"1030"}
    free = awaited(groups=[LONE], entry={"entry": ["1010", "1030"]})
    assert hexes(free, reinforcements.entries_of(free, free.units["A"])) == {"1010", "1030"}
    assert hexes(free, [reinforcements.entry_of(free, "d1")]) == {"1010"}
    assert hexes(free, reinforcements.entries_of(free, free.units["B"])) == {"1020"}
    none = awaited(due("R", "artillery", reserve=True, formation=None), groups=[LONE])
    assert reinforcements.entries_of(none, none.units["R"]) == []


@pytest.mark.rule("custoza:21.1-a", "custoza:7.8-a")
@pytest.mark.parametrize(
    ("hex", "kind", "march", "cost"),
    [
        ("1010", "infantry", True, 2),
        ("1010", "infantry", False, 6),
        ("1020", "infantry", True, 3),
        ("1030", "infantry", True, 6),
        ("1032", "infantry", False, 12),
        ("1032", "infantry", True, 12),
    ],
)
def test_what_the_entry_hex_costs(hex: str, kind: str, march: bool, cost: int) -> None:
    board: Plain = {
        "roads": [{"class": "major", "path": ["1010", "1110"]}, {"class": "minor", "path": ["1020", "1120"]}],
        "terrain": {"1032": "heavy_cultivation"},
    }
    s = awaited(board=board)
    assert reinforcements.entry_cost(s, s.board.hex(hex), kind, march=march) == cost


# -- 21.5: blocked entries ---------------------------------------------------------------------------------------------


def rim(**more: Any) -> State:
    """A Formation of either side whose entry hex in the north is barred, and roads that lead off the map around it."""
    roads = [{"class": "minor", "path": [hex, hex[:2] + "05"]} for hex in ("2004", "2604", "3004", "3604", "4004")]
    inner = {"class": "minor", "path": ["2010", "2011"]}
    return awaited(
        austria("D", "3004", formation="a1"),
        groups=[{**GROUP, "entry": "3004"}, LONE],
        board={"roads": [*roads, inner]},
        **more,
    )


@pytest.mark.rule("custoza:21.5-b", "custoza:21.5-c", "custoza:21.5-a")
def test_a_barred_group_may_be_led_to_another_road_towards_the_rear() -> None:
    s = rim()
    (group,) = reinforcements.barred_groups(s, "italy")
    found = reinforcements.other_entries(s, group)
    assert {s.board.grid.numbers[hex]: delay for hex, delay in found.items()} == {"2004": 2, "2604": 1}


@pytest.mark.rule("custoza:21.5-a", "custoza:21.6-a", "custoza:21.5-c")
def test_what_is_answered_where_an_entry_is_barred() -> None:
    s = rim()
    s.next = "italy"
    assert after(reinforcements.look_at_entries(s), None)[0] == [("entry_barred", "21.5-a")]
    assert s.tasks == (Task("entry_barred", "italy"),)
    script = reinforcements.barred_step(s, s.tasks[0])
    question = next(script)
    assert (question.what, question.rule, question.data) == ("reinforcements", "21.5-a", {"groups": ["g1"]})
    assert next(iter(question.options("italy"))) == {"do": "done"}
    assert [(option["do"], option["group"], option["hex"]) for option in list(question.options("italy"))[1:]] == [
        ("shift", "g1", "2004"),
        ("shift", "g1", "2604"),
    ]
    for answer, refusal in (
        (Done(), None),
        (Shift("g1", "2604"), None),
        (Shift("g1", "3604"), ("21.5-c", "no_such_entry")),
        (Shift("g2", "2604"), ("21.5-a", "no_such_entry")),
        (Claim("g1"), ("24.2-g", "no_such_group")),
    ):
        assert why(question.refuse("italy", answer)) == refusal
    told, more = after(script, Shift("g1", "2004"))
    assert (told, more) == ([], True), "only its owner learns where a Formation comes"
    group = reinforcements.group_of(s, "d1")
    assert group is not None
    assert (hexes(s, [group.entry]), group.day, group.gt) == ({"2004"}, 1, 8)
    assert [(event.kind, event.rule, event.data["gt"]) for event in s.sink] == [("shifted", "21.5-a", 8)]
    assert after(reinforcements.barred_step(s, s.tasks[0]), None) == ([], False), "nothing is barred any more"


@pytest.mark.rule("custoza:21.6-a", "custoza:21.5-a")
def test_a_barred_group_may_wait() -> None:
    s = rim()
    script = reinforcements.barred_step(s, Task("entry_barred", "italy"))
    next(script)
    assert after(script, Done()) == ([("orders_given", "21.6-a")], False)
    free = awaited()
    free.next = "italy"
    assert after(reinforcements.look_at_entries(free), None)[0] == []
    assert free.tasks == ()


@pytest.mark.rule("custoza:21.5-b", "custoza:22.4-d")
@pytest.mark.parametrize(("delay", "day", "gt"), [(0, 1, 6), (1, 1, 7), (14, 1, 20), (15, 2, 1), (35, 3, 1)])
def test_a_delay_may_last_into_the_days_to_come(delay: int, day: int, gt: int) -> None:
    s = awaited()
    lone = next(group for group in s.reinforcements if group.id == "g2")
    assert after(reinforcements.shift(s, lone, s.board.hex("1030"), delay), None)[0] == [("shifted", "21.5-a")]
    moved = next(group for group in s.reinforcements if group.id == "g2")
    assert (hexes(s, [moved.entry]), moved.day, moved.gt) == ({"1030"}, day, gt)
    assert next(group for group in s.reinforcements if group.id == "g1").gt == 6


# -- 24.2-g: optional reinforcements -----------------------------------------------------------------------------------

SAID: list[Plain] = [
    {"side": "italy", "number": 1, "conditions": [{"kind": "control_all", "hexes": ["3010"]}]},
    {
        "side": "italy",
        "number": 2,
        "conditions": [{"kind": "control_all", "hexes": ["3011"]}],
        "optional_reinforcements": True,
    },
    {"side": "austria", "number": 2, "conditions": [{"kind": "control_all", "hexes": ["3012"]}]},
]


def optional(chosen: int = 2, gt: int = 6, **more: Any) -> State:
    return awaited(
        groups=[{**GROUP, "gt": gt, "condition": "optional"}, LONE],
        victory={"type": "objectives", "objectives": SAID},
        strategy={"italy": chosen, "austria": 2},
        **more,
    )


@pytest.mark.rule("custoza:24.2-g")
def test_who_has_optional_reinforcements_is_asked_whatever_he_has_chosen() -> None:
    for chosen, entitled in ((2, True), (1, False)):
        s = optional(chosen)
        assert [group.id for group in reinforcements.offered(s, "italy")] == ["g1"]
        assert reinforcements.offered(s, "austria") == []
        assert reinforcements.is_entitled(s, "italy") is entitled
        assert not reinforcements.is_entitled(s, "austria")
        s.next = "italy"
        assert after(reinforcements.look_at_entries(s), None)[0] == []
        assert s.tasks == (Task("entry_barred", "italy"),)
        script = reinforcements.barred_step(s, s.tasks[0])
        question = next(script)
        claims = ["g1"] if entitled else []
        assert (question.rule, question.data) == ("24.2-g", {"groups": claims})
        assert list(question.options("italy")) == [{"do": "done"}, *({"do": "claim", "group": id} for id in claims)]
        assert why(question.refuse("italy", Claim("g1"))) == (None if entitled else ("24.2-g", "no_such_group"))
        told, more = after(script, Claim("g1") if entitled else Done())
        assert (told, more) == (
            ([("called_up", "24.2-g")], True) if entitled else ([("orders_given", "21.6-a")], False)
        )
        group = reinforcements.group_of(s, "d1")
        assert group is not None
        assert group.condition == ("claimed" if entitled else "declined")
        assert reinforcements.offered(s, "italy") == []
        assert {other.condition for other in s.reinforcements if other.id == "g2"} == {None}
    assert reinforcements.offered(optional(gt=7), "italy") == []
    assert reinforcements.offered(optional(options={"optional_reinforcements": "never"}), "italy") == []


# -- 21.1: coming in ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:21.3-a", "custoza:16.3-a", "custoza:21.1-a")
def test_a_formation_comes_in_with_its_units_a_general_and_a_scout() -> None:
    pool = [{"id": id, "side": "italy", "type": "scout", "box": "pool"} for id in ("s1", "s2")]
    general = {"id": "gen", "side": "italy", "type": "general", "box": "due"}
    board: Plain = {"roads": [{"class": "major", "path": ["1010", "1110", "1211"]}]}
    s = awaited(*pool, general, board=board, groups=[{**GROUP, "units": ["com", "A", "gen"]}, LONE])
    path = [s.board.hex(number) for number in ("1010", "1110")]
    told, _ = after(reinforcements.come_in(s, s.formations["d1"], path), None)
    assert told == [("moved", "21.1-a"), ("piece_placed", "21.1-a"), ("piece_placed", "16.3-a")]
    assert {id: hexes(s, [s.units[id].hex]) for id in ("com", "gen", "s1")} == {
        id: {"1110"} for id in ("com", "gen", "s1")
    }
    assert (s.units["A"].box, s.units["B"].box, s.units["s2"].box) == ("formation", "due", "pool")
    bare = awaited(board=board)
    told, _ = after(reinforcements.come_in(bare, bare.formations["d1"], path), None)
    assert told == [("moved", "21.1-a")]
