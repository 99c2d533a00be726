"""21.3, 21.4 and 24.2-j, rule by rule: what it costs to enter, who reacts, and who may leave the map."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Fire, Move, Pass
from quadrilatero.games.custoza.records import Acted
from quadrilatero.games.custoza.rules import entering
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Ask, Refusal, Script
from quadrilatero.kernel.ask import Dice
from tests.games.custoza.support import Plain, austria, hexes, italy, state

ROAD = ["1010", "1110", "1211", "1311", "1412", "1512", "1613"]
BOARD: Plain = {"roads": [{"class": "major", "path": ROAD}]}
FAR = austria("Z", "6030", formation="a1")


def due(id: str, kind: str = "line", **more: Any) -> Plain:
    return {"id": id, "side": "italy", "type": kind, "box": "due", "formation": "d1", **more}


def edge(*units: Plain, entered: int = 0, active: bool = True, entry: str = "1010", gt: int = 6, **more: Any) -> State:
    """The Formation d1 is activated at the edge of the map."""
    waiting = [unit["id"] for unit in units if unit.get("box") == "due" and not unit.get("reserve")]
    group: Plain = {"id": "g", "side": "italy", "formation": "d1", "units": waiting, "day": 1, "gt": gt, "entry": entry}
    said: Plain = {
        "mode": "advanced",
        "gt": 6,
        "board": BOARD,
        "formations": [{"id": "d1", "side": "italy"}, {"id": "a1", "side": "austria"}],
        "reinforcements": [group],
        **({"active": {"formation": "d1", "entered": entered}} if active else {"phase": "ooc"}),
        **more,
    }
    return state(*units, FAR, **said)


COM = due("com", "commander")


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


def run(script: Script) -> list[str]:
    """The kinds of facts that a script makes known which asks nothing."""
    return [asked.event.kind for asked in script]


def told(s: State, kind: str) -> list[Plain]:
    return [event.data for event in s.sink if event.kind == kind]


# -- 21.3: the column --------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:21.2-a", "custoza:21.3-b", "custoza:21.4-a")
def test_who_is_still_to_enter_in_the_column() -> None:
    units = (
        COM,
        due("A"),
        due("O", ooc=True),
        due("B"),
        italy("C", "1110", formation="d1"),
        due("D", "artillery"),
    )
    s = edge(*units)
    assert [unit.id for unit in entering.column(s)] == ["A", "B", "D"]
    s.change_active(acted={"A": Acted("move", 0)})
    assert [unit.id for unit in entering.column(s)] == ["B", "D"]
    assert entering.column(edge(*units, gt=7)) == []


@pytest.mark.rule("custoza:21.3-b", "custoza:21.1-a")
@pytest.mark.parametrize(
    ("entered", "march", "left"),
    [(0, False, 24), (0, True, 28), (1, False, 18), (1, True, 26), (3, True, 22), (5, False, -6)],
)
def test_what_each_place_in_the_column_costs(entered: int, march: bool, left: int) -> None:
    s = edge(COM, due("A", ma=5), entered=entered)
    here = s.board.hex("1010")
    assert entering.points_left(s, s.units["A"], here, march=march) == left
    reach = entering.entry_reach(s, s.units["A"], here, march=march)
    assert (reach is None) is (left < 0)
    alone = edge(COM, due("A", ma=5), active=False)
    assert entering.points_left(alone, alone.units["A"], here, march=march) == (28 if march else 24)
    field = edge(COM, due("A", ma=5), entered=2, entry="1020")
    there = field.board.hex("1020")
    dear = edge(COM, due("A", ma=5), entered=1, entry="1020", board={"terrain": {"1020": "heavy_cultivation"}})
    assert entering.points_left(dear, dear.units["A"], there, march=True) == 30 - 6 - 12
    assert entering.points_left(field, field.units["A"], there, march=march) == 30 - 12 - 6, "no road leads in there"


@pytest.mark.rule("custoza:21.3-c", "custoza:7.9-a")
def test_who_enters_in_march() -> None:
    s = edge(COM, due("A"), due("g", "artillery"))
    for wish, marches in ((None, False), (False, False), (True, True)):
        assert entering.marches(s.units["A"], wish) is marches
        assert entering.marches(s.units["g"], wish)
    ghost = entering.at_the_edge(s.units["A"], s.board.hex("1010"), march=True)
    assert (hexes(s, [ghost.hex]), ghost.box, ghost.march, s.units["A"].box) == ({"1010"}, None, True, "due")


@pytest.mark.rule("custoza:2.9-b", "custoza:21.3-b", "custoza:22.1-a")
def test_where_there_is_no_room_nobody_enters() -> None:
    for sv, free in ((2, True), (3, False)):
        s = edge(COM, due("A", sv=3), italy("f", "1010", sv=sv, formation="d1"))
        assert (entering.entry_reach(s, s.units["A"], s.board.hex("1010"), march=False) is not None) is free
        assert bool(entering.entries(s, s.units["A"])) is free
    river = edge(COM, due("g", "artillery"), due("A"), entry="1020", board={"terrain": {"1020": "tione"}})
    assert entering.entry_reach(river, river.units["g"], river.board.hex("1020"), march=True) is None
    assert entering.entry_reach(river, river.units["A"], river.board.hex("1020"), march=False) is not None


@pytest.mark.rule("custoza:21.3-b", "custoza:21.3-c")
def test_which_ways_in_are_listed() -> None:
    s = edge(COM, due("A", ma=2), due("g", "artillery", ma=2))
    found = entering.entries(s, s.units["A"])
    assert {plain["do"] for plain in found} == {"move"}
    assert {tuple(plain["units"]) for plain in found} == {("A",)}
    on_foot = {tuple(plain["path"]) for plain in found if "march" not in plain}
    assert on_foot == {("1010",), *(("1010", hex) for hex in ("1009", "1011", "1109", "1110"))}
    marching = {plain["path"][-1] for plain in found if plain.get("march")}
    assert {"1010", "1110", "1211", "1311", "1412", "1512"} <= marching
    assert "1613" not in marching, "six hexes for two points, the entry hex among them"
    guns = entering.entries(s, s.units["g"])
    assert len({tuple(plain["path"]) for plain in guns}) == len(guns)
    late = edge(COM, due("A", ma=2), entered=2)
    assert {plain.get("march") for plain in entering.entries(late, late.units["A"])} == {True}
    last = edge(COM, due("A", ma=1))
    assert [plain["path"] for plain in entering.entries(last, last.units["A"]) if "march" not in plain] == [["1010"]]
    assert all("march" not in plain for plain in guns)
    assert {plain["path"][-1] for plain in guns} >= {"1010", "1512"}
    for plain in (*found, *guns):
        answer = Move(plain["units"], plain["path"], march=plain.get("march"))
        assert entering.refuse_entry(s, s.units[plain["units"][0]], answer) is None


@pytest.mark.rule("custoza:21.3-b", "custoza:21.5-a", "custoza:7.9-b")
def test_by_which_rule_a_way_in_is_refused() -> None:
    s = edge(COM, due("A", ma=2), due("g", "artillery", ma=4), due("h", "artillery", ma=2))

    def refusal(id: str, *path: str, of: State = s, **more: Any) -> tuple[str | None, str] | None:
        return why(entering.refuse_entry(of, of.units[id], Move([id], list(path), **more)))

    assert refusal("A", "1010", "1110") is None
    assert refusal("A") == ("21.3-b", "column")
    assert refusal("A", "1110") == ("21.3-b", "column"), "not there"
    assert refusal("A", "1010", "1110", "1211") == ("21.3-b", "column"), "too far on foot"
    assert refusal("A", *ROAD[:6], march=True) is None
    assert refusal("A", *ROAD, march=True) == ("21.3-b", "column")
    assert refusal("A", "1010", "1211") == ("7.2-b", "not_adjacent")
    assert refusal("A", "1010", unlimber=True) == ("7.9-b", "not_artillery")
    assert refusal("g", "1010", "1110", unlimber=True) is None
    assert refusal("g", *ROAD[:6], unlimber=True) is None
    assert refusal("g", *ROAD, unlimber=True) == ("21.3-b", "column"), "two points are kept for unlimbering"
    assert refusal("g", *ROAD) is None
    assert refusal("h", "1010", unlimber=True) == ("7.9-b", "limbering")
    field = edge(COM, due("g", "artillery", ma=3), entry="1020")
    assert refusal("g", "1020", unlimber=True, of=field) is None
    late = edge(COM, due("A", ma=2), entered=2)
    assert refusal("A", "1010", of=late) == ("21.3-b", "column")
    assert refusal("A", "1010", of=late, march=True) is None
    river = edge(
        COM,
        due("g", "artillery", ma=6),
        board={**BOARD, "terrain": {"1110": "tione"}, "bridges": ["1110"]},
    )
    assert refusal("g", "1010", "1110", unlimber=True, of=river) == ("7.9-b", "limbering")
    assert refusal("g", "1010", "1110", of=river) is None
    barred = edge(COM, due("A"), austria("D", "1011", formation="a1"))
    assert refusal("A", "1010", of=barred) == ("21.3-b", "column")


@pytest.mark.rule("custoza:21.3-b", "custoza:2.2-a", "custoza:7.6-c")
def test_a_unit_comes_in_goes_its_way_and_counts_for_those_behind() -> None:
    s = edge(COM, due("A", sv=1, facing="N"), italy("f", "1010", sv=1, facing="SE", formation="d1"), entered=1)
    assert run(entering.enter(s, s.units["A"], Move(["A"], ["1010"]), "21.3-b")) == []
    unit = s.units["A"]
    assert (hexes(s, [unit.hex]), unit.box, unit.march, unit.facing) == ({"1010"}, None, False, 2)
    assert s.acting().entered == 2
    assert (s.acting().acted["A"].did, s.acting().acted["A"].mp) == ("move", 12)
    assert [(row["units"], row["to"]) for row in told(s, "entered")] == [(["A"], "1010")]
    on = edge(COM, due("A", facing="S"))
    assert run(entering.enter(on, on.units["A"], Move(["A"], ROAD[:3], march=True), "21.3-b")) == []
    assert (hexes(on, [on.units["A"].hex]), on.units["A"].march) == ({"1211"}, True)
    assert on.acting().acted["A"].mp == 6
    assert {on.board.hex(number) for number in ROAD[:3]} <= set(on.control["italy"])
    guns = edge(COM, due("g", "artillery"))
    assert run(entering.enter(guns, guns.units["g"], Move(["g"], ROAD[:3], unlimber=True), "21.3-b")) == []
    assert (guns.units["g"].march, guns.acting().acted["g"].mp) == (False, 6 + 12)
    horse = edge(COM, due("g", "horse_artillery"))
    run(entering.enter(horse, horse.units["g"], Move(["g"], ROAD[:3], unlimber=True), "21.3-b"))
    assert (horse.units["g"].march, horse.acting().acted["g"].mp) == (False, 6)
    assert on.facing is None, "along the road the last step binds"
    foot = edge(COM, due("A", facing="S"), entry="1004")
    assert run(entering.enter(foot, foot.units["A"], Move(["A"], ["1004"]), "21.3-b")) == []
    assert foot.facing is not None
    assert foot.facing.units == ("A",)
    seen = edge(COM, due("A"), austria("D", "1011", formation="a1", march=True))
    assert run(entering.enter(seen, seen.units["A"], Move(["A"], ["1010"]), "21.3-b")) == ["revealed"]
    chief = austria("c9", "1010", "commander", formation="a1")
    lone = edge(COM, due("A"), chief, austria("D", "1030", formation="a1"), options={"fog": "open"})
    run(entering.enter(lone, lone.units["A"], Move(["A"], ["1010"]), "21.3-b"))
    assert hexes(lone, [lone.units["c9"].hex]) != {"1010"}
    stray = edge(COM, due("A", facing="S"), active=False)
    run(entering.enter(stray, stray.units["A"], Move(["A"], ["1010"]), "21.4-a"))
    assert stray.acted["A"].did == "move"


@pytest.mark.rule("custoza:11.1-b", "custoza:21.3-b", "custoza:11.4-a")
@pytest.mark.parametrize("active", [True, False])
@pytest.mark.parametrize(("dice", "lost"), [((6, 6), True), ((1, 1), False)])
def test_who_is_near_reacts_to_those_who_enter(active: bool, dice: tuple[int, int], lost: bool) -> None:
    friend, foe = italy("f", "1010", sv=1, formation="d1"), austria("D", "1011", facing="N", sp=9, formation="a1")
    unit = due("A", sp=1, sv=1, ooc=not active)
    s = edge(COM, unit, friend, foe, active=active)
    script = entering.enter(s, s.units["A"], Move(["A"], ["1010", "1009"]), "21.3-b")
    asked: Any = None
    while not isinstance(asked, Ask):
        asked = script.send(None)
    assert (asked.what, asked.rule, asked.data["action"]) == ("react", "11.1-b", "move" if active else "ooc")
    sent: Any = Fire(["D"])
    while True:
        try:
            asked = script.send(sent)
        except StopIteration:
            break
        sent = dice if isinstance(asked, Dice) else Pass() if isinstance(asked, Ask) else None
    assert s.units["A"].box == ("eliminated" if lost else None)
    assert lost or hexes(s, [s.units["A"].hex]) == {"1009"}
    assert s.facing is None or not lost


@pytest.mark.rule("custoza:21.3-b", "custoza:7.10-a", "custoza:7.1-c")
def test_the_commander_comes_in_with_his_column() -> None:
    s = edge(COM, due("A"), due("gen", "general"))
    commander = s.units["com"]
    found = entering.rides_in(s, commander)
    ends = {plain["path"][-1] for plain in found}
    assert {plain["path"][0] for plain in found} == {"1010"}
    assert {"1010", "1613"} <= ends
    assert ["1010"] in [plain["path"] for plain in found]
    assert {(plain["do"], *plain["units"]) for plain in found} == {("move", "com")}
    assert "1117" in ends, "a third of a point for each of two road hexes, and seven others"
    assert "1018" not in ends

    def refusal(*path: str) -> tuple[str | None, str] | None:
        return why(entering.refuse_ride(s, commander, Move(["com"], list(path))))

    for plain in found[:30]:
        assert refusal(*plain["path"]) is None
    assert refusal() == ("21.3-b", "column")
    assert refusal("1110") == ("21.3-b", "column")
    assert refusal("1010", "1211") == ("7.2-b", "not_adjacent")
    seven = [f"10{row:02}" for row in range(11, 18)]
    assert refusal("1010", *seven) is None
    assert refusal("1010", "1110", *(f"11{row}" for row in range(11, 18))) is None
    assert refusal("1010", *seven, "1018") == ("7.10-a", "too_far")
    path = [s.board.hex(number) for number in ROAD[:3]]
    assert run(entering.ride_in(s, commander, path)) == ["revealed", "piece_placed"]
    assert (hexes(s, [s.units["com"].hex]), s.units["com"].up, s.units["com"].box) == ({"1211"}, True, None)
    assert hexes(s, [s.units["gen"].hex]) == {"1211"}
    assert [(row["to"],) for row in told(s, "entered")] == [("1010",)]
    assert [(row["path"], row["mp"], row["to"]) for row in told(s, "moved")] == [(ROAD[:3], "1", "1211")]
    off = edge(COM, due("A"))
    run(entering.ride_in(off, off.units["com"], [off.board.hex(number) for number in ("1010", "1011")]))
    assert [row["mp"] for row in told(off, "moved")] == ["4/3"]
    bare = edge(COM, due("A"), options={"fog": "open"})
    assert run(entering.ride_in(bare, bare.units["com"], path)) == []


# -- 21.4: units alone -------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:21.4-a", "custoza:3.4-a")
def test_who_comes_alone_goes_towards_the_nearest_commander() -> None:
    chiefs = italy("c2", "1016", "commander", formation="d1"), italy("c3", "2010", "commander", formation="d3")
    lone = due("A", ooc=True)
    entries: list[Plain] = [
        {"id": "d1", "side": "italy"},
        {"id": "d3", "side": "italy"},
        {"id": "a1", "side": "austria"},
    ]
    s = edge(
        lone,
        due("B", ooc=True),
        italy("O", "1030", formation="d1", ooc=True),
        *chiefs,
        active=False,
        formations=entries,
    )
    assert [unit.id for unit in entering.lone_units(s, "italy")] == ["A", "B"]
    assert entering.lone_units(s, "austria") == []
    here = s.board.hex("1010")
    assert hexes(s, [entering.nearest_commander(s, s.units["A"], here)]) == {"1016"}
    for end, goes in (("1011", True), ("1009", False), ("1110", False), ("1010", True), ("1109", False)):
        assert entering.goes_towards(s, s.units["A"], here, s.board.hex(end)) is goes, end
    found = entering.lone_entries(s, s.units["A"])
    assert {"1010", "1011", "1014"} <= {plain["path"][-1] for plain in found}
    assert not {"1009", "1008"} & {plain["path"][-1] for plain in found}
    for path, refusal in (
        (["1010", "1011"], None),
        (["1010", "1009"], ("21.4-a", "not_nearer")),
        (["1011"], ("21.3-b", "column")),
    ):
        assert why(entering.refuse_lone(s, s.units["A"], Move(["A"], path))) == refusal
    refused = entering.refuse_lone(s, s.units["A"], Move(["A"], ["1010", "1009", "1008"]))
    assert refused is not None
    assert refused.data["hex"] == "1008"
    general = due("gen", "general", formation=None)
    assert entering.lone_units(edge(COM, due("A"), general, active=False), "italy") == []
    nobody = edge(lone, active=False)
    assert entering.nearest_commander(nobody, nobody.units["A"], here) == -1
    assert entering.goes_towards(nobody, nobody.units["A"], here, nobody.board.hex("1009"))
    corner = edge(lone, italy("c2", "1004", "commander", formation="d1"), active=False)
    assert not entering.goes_towards(corner, corner.units["A"], here, corner.board.hex("1011"))


# -- 24.2-j: leaving the map -------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.2-j", "custoza:24.2-k")
def test_who_may_leave_the_map() -> None:
    assert entering.exits(["3932", "exit"])
    assert not entering.exits([])
    assert not entering.exits(["exit", "3932"])
    assert entering.before_exit(["3932", "exit"]) == ["3932"]
    assert entering.before_exit(["3932"]) == ["3932"]
    leave: Plain = {"side": "austria", "number": 3, "conditions": [{"kind": "corps_exited"}]}
    hold: Plain = {"side": "italy", "number": 1, "conditions": [{"kind": "control_all", "hexes": ["3010"]}]}
    for objectives, side, hex, may in (
        ([hold, leave], "austria", "3933", True),
        ([hold, leave], "austria", "4034", True),
        ([hold, leave], "austria", "3932", False),
        ([hold, leave], "italy", "3933", False),
        ([hold], "austria", "3933", False),
    ):
        victory = {"type": "objectives", "objectives": objectives}
        s = state(
            austria("A", "3933"),
            italy("I", "6010"),
            mode="advanced",
            year=1848,
            victory=victory,
            strategy={"italy": 1, "austria": 3},
        )
        assert entering.may_exit(s, side, s.board.hex(hex)) is may
        assert why(entering.refuse_exit(s, side, s.board.hex(hex))) == (None if may else ("24.2-j", "no_exit"))
    plain = state(austria("A", "3933"), italy("I", "6010"))
    assert not entering.may_exit(plain, "austria", plain.board.hex("3933"))


@pytest.mark.rule("custoza:24.2-j", "custoza:24.2-k", "custoza:7.1-a")
def test_everybody_sees_who_has_left() -> None:
    for others, seen in (((), ["revealed"]), ((italy("I2", "3932", march=True),), [])):
        s = state(austria("A", "3933"), italy("I", "6010"), *others)
        assert run(entering.leave_map(s, s.units["A"])) == seen
        assert s.units["A"].box == "exited"
        assert [(row["unit"], row["hex"]) for row in told(s, "exited")] == [("A", "3933")]
