"""24.1.4, rule by rule: where a bridge of boats may be begun, what stops the work, and who is ferried where."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Build, Ferry
from quadrilatero.games.custoza.records import Acted
from quadrilatero.games.custoza.rules import pontoon
from quadrilatero.games.custoza.said import Work
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal, Script
from tests.games.custoza.support import Plain, austria, hexes, italy, state

RIVER = [f"20{row:02}" for row in range(4, 34)]
WEST = [f"{column}{row:02}" for column in range(10, 20) for row in range(4, 34)]
BOARD: Plain = {"terrain": dict.fromkeys(RIVER, "mincio"), "west": WEST}
FAR = italy("I", "6030")


def train(hex: str = "2115", id: str = "T", **more: Any) -> Plain:
    return {**austria(id, hex, "train", march=True), "reserve": True, "used": True, **more}


def river(*units: Plain, reserve: str | None = "T", acted: Plain | None = None, **more: Any) -> State:
    """The Formation a1 acts beside the Mincio, with the Train taken along."""
    active: Plain = {"formation": "a1", "acted": acted or {}, **({"reserve": reserve} if reserve else {})}
    said: Plain = {
        "mode": "advanced",
        "formations": [{"id": "a1", "side": "austria"}],
        "active": active,
        "board": BOARD,
    }
    return state(*units, FAR, **{**said, **more})


def guard(hex: str = "2115", id: str = "G", kind: str = "light", **more: Any) -> Plain:
    return austria(id, hex, kind, formation="a1", **more)


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


def run(script: Script) -> list[str]:
    """The kinds of facts that a script makes known which asks nothing."""
    return [asked.event.kind for asked in script]


def told(s: State) -> list[tuple[str, str]]:
    return [(event.kind, event.rule) for event in s.sink]


# -- building ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.1.4.1-a", "custoza:24.1.4.2-a", "custoza:4.4-b")
def test_where_a_bridge_may_be_begun() -> None:
    s = river(train(), guard())
    assert hexes(s, pontoon.water(s, s.board.hex("2115"))) == {"2015", "2016"}
    assert pontoon.water(s, s.board.hex("2215")) == []
    assert hexes(s, pontoon.sites(s)) == {"2015", "2016"}
    assert pontoon.builder(s) is s.units["T"]
    for answer, refusal in (
        (Build("2015"), None),
        (Build("2014"), ("24.1.4.1-a", "bridge_building")),
        (Build("2116"), ("24.1.4.1-a", "bridge_building")),
    ):
        assert why(pontoon.refuse_build(s, answer)) == refusal
    others = (
        river(train(), guard(), acted={"T": {"did": "move", "mp": "1"}}),
        river(train(used=False), guard(), reserve=None),
        river(train(building={"hex": "2015", "left": 3}), guard()),
        river(train("2215"), guard()),
    )
    for other in others:
        assert pontoon.sites(other) == []
        assert why(pontoon.refuse_build(other, Build("2015"))) == ("24.1.4.1-a", "bridge_building")
    done = river(train(), guard(), pontoon="2020")
    assert pontoon.sites(done) == []
    assert why(pontoon.refuse_build(done, Build("2015"))) == ("24.1.4.2-a", "bridge_building")
    bound = river(train(), guard(), italy("D", "2116"))
    assert pontoon.listed(bound, bound.of(["T"])) == [], "guns leave an enemy zone"
    assert why(pontoon.refuse_build(bound, Build("2015"))) == ("7.5-a", "stays_in_zone")
    small = river(train("2115"), guard(), area=[21, 60])
    assert pontoon.water(small, small.board.hex("2115")) == [], "beyond the area of play"


@pytest.mark.rule("custoza:24.1.4.1-a", "custoza:24.1.4-a")
def test_the_train_begins_to_build_in_plain_sight() -> None:
    s = river(train(), guard())
    assert run(pontoon.build(s, Build("2015"))) == ["revealed"]
    assert s.units["T"].building == Work(s.board.hex("2015"), 4)
    assert (s.acting().acted["T"].did, s.acting().acted["T"].mp) == ("build", 0)
    (event,) = s.sink
    assert (event.kind, event.rule, event.data["hex"], event.data["left"]) == ("building", "24.1.4.1-a", "2015", 4)
    bare = river(train(), guard(), options={"fog": "open"})
    assert run(pontoon.build(bare, Build("2015"))) == []


@pytest.mark.rule("custoza:24.1.4.1-b", "custoza:24.1.4.1-d")
@pytest.mark.parametrize(("left", "after"), [(4, 3), (2, 1), (1, None)])
def test_the_marker_drops_by_one(left: int, after: int | None) -> None:
    s = river(train(building={"hex": "2015", "left": left}), guard())
    found = run(pontoon.count_down(s))
    if after is None:
        assert (found, told(s)) == (["bridge"], [])
        assert hexes(s, [s.pontoon]) == {"2015"}
        assert "T" not in s.units
        assert s.board.hex("2015") in s.board.bridges
    else:
        assert (found, told(s)) == ([], [("building", "24.1.4.1-b")])
        assert s.units["T"].building == Work(s.board.hex("2015"), after)
        assert s.sink[0].data["left"] == after
    waiting = {**train(id="U"), "box": "due", "used": False}
    del waiting["hex"]
    assert [unit.id for unit in pontoon.trains(river(train(), guard(), waiting))] == ["T"]
    two = river(
        train("2117", "U"),
        train(building={"hex": "2015", "left": 4}),
        train("2119", "V", building={"hex": "2019", "left": 3}),
    )
    run(pontoon.count_down(two))
    assert [two.units[id].building and two.units[id].building.left for id in "UTV"] == [None, 3, 2]
    idle = river(train(), guard())
    assert run(pontoon.count_down(idle)) == []
    assert idle.units["T"].building is None


@pytest.mark.rule("custoza:24.1.4.1-c", "custoza:24.1.4.3-b")
def test_who_has_moved_does_not_go_on_with_his_work() -> None:
    units = train(building={"hex": "2015", "left": 3}), guard(ferry={"hex": "1915", "left": 2}, kind="line")
    s = river(*units, train("2119", "U"))
    before = pontoon.at_work(s)
    assert before == {"T": s.board.hex("2115"), "G": s.board.hex("2115")}
    pontoon.look_after(s, before)
    assert told(s) == []
    s.move(s.units["G"], s.board.hex("2116"))
    pontoon.look_after(s, before)
    assert told(s) == [("work_stopped", "24.1.4.3-b")]
    assert (s.units["G"].ferry, s.units["T"].building) == (None, Work(s.board.hex("2015"), 3))
    s = river(*units)
    s.move(s.units["T"], s.board.hex("2116"))
    pontoon.look_after(s, before)
    assert told(s) == [("work_stopped", "24.1.4.1-c"), ("work_stopped", "24.1.4.3-b")], "no Train is with him any more"
    assert [event.data["hex"] for event in s.sink] == ["2015", "1915"]
    assert (s.units["T"].building, s.units["G"].ferry) == (None, None)
    assert pontoon.at_work(s) == {}


# -- the ferry ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.1.4.3-a", "custoza:24.1.4.3-b", "custoza:24.1.4.3-c")
def test_who_is_ferried_and_where_he_lands() -> None:
    s = river(train(), guard(), guard("2117", "H"))
    assert pontoon.ferry_of(s, s.units["G"]) is s.units["T"]
    assert pontoon.ferry_of(s, s.units["H"]) is None
    assert pontoon.ferry_of(s, s.units["T"]) is None, "it does not ferry itself"
    found = hexes(s, pontoon.landings(s, s.units["G"]))
    assert found == {"1914", "1915", "1916"}
    assert all(number.startswith("19") for number in found)
    assert pontoon.landings(s, s.units["H"]) == []
    assert pontoon.landings(s, s.units["T"]) == []
    there = min(found)
    for units, answer, refusal in (
        (["G"], Ferry(["G"], there), None),
        (["G"], Ferry(["G"], "2116"), ("24.1.4.3-c", "ferry")),
        (["H"], Ferry(["H"], there), ("24.1.4.3-a", "ferry")),
        (["G", "H"], Ferry(["G", "H"], there), ("24.1.4.3-a", "ferry")),
    ):
        assert why(pontoon.refuse_ferry(s, s.of(units), answer)) == refusal
    both = river(train(), train(id="U"), guard())
    assert pontoon.landings(both, both.units["T"]) == []
    ground = {"terrain": {**BOARD["terrain"], there: "tione"}, "west": WEST}
    wet = river(train(), guard(kind="artillery"), guard("2117", "H"), board=ground)
    assert there not in hexes(wet, pontoon.landings(wet, wet.units["G"]))
    taken = river(train(), guard(), italy("f", there))
    assert there not in hexes(taken, pontoon.landings(taken, taken.units["G"]))
    carried = river(train(ferry=True), guard())
    assert pontoon.ferry_of(carried, carried.units["G"]) is None
    dry = river(train("2215"), guard("2215"))
    assert why(pontoon.refuse_ferry(dry, dry.of(["G"]), Ferry(["G"], there))) == ("24.1.4.3-b", "ferry")
    assert pontoon.landings(dry, dry.units["G"]) == []
    back = river(train("1915"), guard("1915"))
    assert {number[:2] for number in hexes(back, pontoon.landings(back, back.units["G"]))} == {"21"}


@pytest.mark.rule("custoza:24.1.4.3-a", "custoza:24.1.4.3-c", "custoza:2.2-a")
def test_a_unit_of_one_point_crosses_at_once() -> None:
    s = river(train(), guard(), control={"italy": ["1915"]})
    assert run(pontoon.ferry(s, s.of(["G"]), Ferry(["G"], "1915"))) == ["revealed"]
    unit = s.units["G"]
    assert (hexes(s, [unit.hex]), unit.ferry, s.units["T"].ferry) == ({"1915"}, None, True)
    assert (s.acting().acted["G"].did, s.acting().acted["G"].mp) == ("ferry", 36)
    assert told(s)[0] == ("ferried", "24.1.4.3-c")
    assert s.board.hex("1915") in s.control["austria"]
    assert s.facing is not None
    assert s.facing.units == ("G",)
    assert s.deeds == ()
    chief = italy("com", "1915", "commander")
    met = river(train(), guard(), chief, italy("A", "1912", march=True), options={"fog": "open"})
    run(pontoon.ferry(met, met.of(["G"]), Ferry(["G"], "1915")))
    assert hexes(met, [met.units["com"].hex]) == {"1912"}


@pytest.mark.rule("custoza:7.1-a", "custoza:24.1.4.3-c")
def test_who_lands_beside_an_enemy_sees_him_and_is_seen() -> None:
    s = river(train(), guard(), italy("A", "1814", march=True))
    assert run(pontoon.ferry(s, s.of(["G"]), Ferry(["G"], "1914"))) == ["revealed", "revealed"]
    guns = river(train(), guard(kind="artillery"))
    run(pontoon.ferry(guns, guns.of(["G"]), Ferry(["G"], "1915")))
    assert guns.units["G"].march
    foot = river(train(), guard(march=True))
    run(pontoon.ferry(foot, foot.of(["G"]), Ferry(["G"], "1915")))
    assert foot.units["G"].march, "as it was"


@pytest.mark.rule("custoza:24.1.4.3-e", "custoza:24.1.4.3-a")
def test_a_larger_unit_takes_as_many_game_turns_as_it_has_points() -> None:
    s = river(train(), guard(kind="line", sv=3))
    run(pontoon.ferry(s, s.of(["G"]), Ferry(["G"], "1915")))
    there = s.board.hex("1915")
    assert (hexes(s, [s.units["G"].hex]), s.units["G"].ferry) == ({"2115"}, Work(there, 3))
    assert (s.acting().acted["G"].did, s.acting().acted["G"].mp) == ("ferry", 30)
    (event,) = s.sink
    assert (event.kind, event.data["to"], event.data["left"]) == ("on_ferry", "1915", 3)
    for left in (2, 1):
        assert run(pontoon.end_of_turn(s)) == []
        assert (s.units["G"].ferry, s.units["T"].ferry) == (Work(there, left), True)
    run(pontoon.end_of_turn(s))
    assert (hexes(s, [s.units["G"].hex]), s.units["G"].ferry, s.units["T"].ferry) == ({"1915"}, None, None)


@pytest.mark.rule("custoza:24.1.4.3-e", "custoza:24.1.4.3-c")
def test_where_the_landing_is_taken_he_lands_beside_it_or_not_at_all() -> None:
    units = train(ferry=True), guard(kind="line", ferry={"hex": "1915", "left": 1})
    s = river(*units, italy("f", "1915"))
    run(pontoon.end_of_turn(s))
    assert hexes(s, [s.units["G"].hex]) == {"1914"}, "the first that is left"
    more = guard("2117", "H", "line", ferry={"hex": "1917", "left": 2})
    others = river(*units, train("2117", "U", ferry=True), more)
    run(pontoon.end_of_turn(others))
    assert others.units["H"].ferry == Work(others.board.hex("1917"), 1)
    assert (others.units["T"].ferry, others.units["U"].ferry) == (None, True)
    everywhere = [italy(f"f{column}{row}", f"{column}{row}") for column in (18, 19) for row in range(12, 19)]
    full = river(*units, *everywhere)
    assert run(pontoon.end_of_turn(full)) == []
    assert (hexes(full, [full.units["G"].hex]), full.units["G"].ferry, full.units["T"].ferry) == ({"2115"}, None, None)
    assert told(full) == [("work_stopped", "24.1.4.3-b")]
    free = river(train(ferry=True), guard())
    run(pontoon.end_of_turn(free))
    assert free.units["T"].ferry is None, "it may ferry again in the next game turn"


@pytest.mark.rule("custoza:24.1.4-a", "custoza:24.1.4.3-a")
def test_what_is_listed_of_bridges_and_ferries() -> None:
    s = river(train(), guard(), guard("2117", "H"))
    assert {plain["hex"] for plain in pontoon.listed(s, s.of(["T"]))} == {"2015", "2016"}
    assert {plain["do"] for plain in pontoon.listed(s, s.of(["T"]))} == {"build"}
    ferried = pontoon.listed(s, s.of(["G"]))
    assert [plain["hex"] for plain in ferried] == s.board.numbers(pontoon.landings(s, s.units["G"]))
    assert {(plain["do"], *plain["units"]) for plain in ferried} == {("ferry", "G")}
    assert pontoon.listed(s, s.of(["H"])) == []
    assert pontoon.listed(s, s.of(["G", "T"])) == []
    none = river(guard(), reserve=None)
    assert pontoon.listed(none, none.of(["G"])) == []
    s.change_active(acted={"T": Acted("move", 0)})
    assert pontoon.listed(s, s.of(["T"])) == []
