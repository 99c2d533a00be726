"""7.2 in its finer points: where a Force can come to, and the part of a way on which nothing can happen."""

from __future__ import annotations

import pytest

from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.rules import routes, strides
from quadrilatero.games.custoza.state import State
from quadrilatero.hexes import NO_HEXES, HexSet
from tests.games.custoza.support import Plain, austria, hexes, italy, state

FAR = austria("far", "6030")


def under_way(s: State, *path: str) -> Deed:
    """A is sent along a way; what is left of its deed after one stride."""
    s.begin(Deed("move", "italy", ("A",), path=tuple(map(s.board.hex, path)), trail=(s.board.hex("2010"),)))
    strides.stride(s, s.of(["A"]))
    return s.deed


def stands(s: State, id: str = "A") -> str:
    return s.board.grid.numbers[s.units[id].hex]


@pytest.mark.rule("custoza:7.2-b", "custoza:7.6-c", "custoza:2.2-a")
def test_a_stride_goes_on_until_somebody_may_meet_the_force() -> None:
    """D stands in 3016: next to 3015 the Force may be met, and its stride ends before."""
    victory = {"type": "majority", "hexes": ["3012"]}
    s = state(italy("A", "3010", facing="NE"), austria("D", "3016"), victory=victory, control={"austria": ["3012"]})
    deed = under_way(s, "3011", "3012", "3013", "3014", "3015")
    assert stands(s) == "3014"
    assert (deed.mp, deed.path, deed.heading) == (4 * MP, (s.board.hex("3015"),), 3)
    assert s.board.numbers(deed.trail) == ["2010", "3011", "3012", "3013", "3014"]
    assert s.units["A"].facing == 1, "as before: it does not march"
    assert {"3011", "3012", "3014"} <= hexes(s, s.control["italy"])
    assert [(event.kind, event.data["hex"]) for event in s.sink] == [("control", "3012")]


@pytest.mark.rule("custoza:7.6-c", "custoza:7.8.2-a")
def test_who_marches_faces_where_he_goes_and_who_joins_others_as_they_do() -> None:
    s = state(italy("A", "3010", facing="NE", march=True), FAR)
    under_way(s, "3011", "3012")
    assert s.units["A"].facing == 3
    s = state(italy("A", "3010", facing="NE", sv=1), italy("B", "3012", facing="NW", sv=1), FAR)
    deed = under_way(s, "3011", "3012")
    assert (stands(s), s.units["A"].facing, deed.path) == ("3012", s.units["B"].facing, ())


@pytest.mark.rule("custoza:11.1-b", "custoza:7.2-b")
def test_who_stands_in_an_enemy_zone_makes_no_stride() -> None:
    s = state(italy("A", "3010"), austria("D", "3011"))
    deed = under_way(s, "3009", "3008")
    assert (stands(s), len(deed.path), deed.mp) == ("3010", 2, 0)
    blocked = state(italy("A", "3010"), FAR, board={"terrain": {"3011": "lake"}})
    assert len(under_way(blocked, "3011", "3012").path) == 2, "nor through a lake"
    assert blocked.units["A"].hex == blocked.board.hex("3010")


@pytest.mark.rule("custoza:7.3-a", "custoza:2.4.2.3-d", "custoza:22.3.5-b")
@pytest.mark.parametrize(
    ("unit", "others", "ground", "quiet"),
    [
        ({}, (), {}, True),
        ({}, (), {"3011": "woods"}, False),
        ({"march": True}, (), {"3011": "woods"}, True),
        ({"march": True, "sv": 2}, (italy("B", "3011", sv=2),), {"3011": "woods"}, False),
        ({"kind": "cavalry"}, (), {"3011": "tione"}, False),
        ({"kind": "artillery", "march": True}, (), {"3011": "woods"}, True),
        ({}, (austria("com", "3011", "commander"),), {}, False),
        ({}, (italy("com", "3011", "commander"),), {}, True),
        ({}, (austria("D", "3012", march=True),), {}, False),
        ({"sv": 3}, (italy("B", "3011", sv=3),), {}, False),
    ],
    ids=["clear", "wood", "road", "no room on the road", "tione", "guns", "commander", "own", "enemy", "full"],
)
def test_where_nothing_can_happen(unit: Plain, others: tuple[Plain, ...], ground: Plain, quiet: bool) -> None:
    road = [{"class": "major", "path": ["3010", "3011"]}] if "march" in unit else []
    own = italy("A", "3010", unit.get("kind", "line"), **{key: value for key, value in unit.items() if key != "kind"})
    s = state(own, *others, FAR, board={"terrain": ground, "roads": road})
    assert strides.is_quiet(s, s.of(["A"]), s.board.hex("3010"), s.board.hex("3011")) is quiet


# -- searches ----------------------------------------------------------------------------------------------------------


def reached(s: State, points: int, *, march: bool = False, markers: HexSet = NO_HEXES, id: str = "A") -> dict[str, int]:
    found = routes.reach(s, s.of([id]), points, march, markers=markers)
    return {s.board.grid.numbers[hex]: cost for hex, cost in found.cost.items()}


@pytest.mark.rule("custoza:7.2-d", "custoza:7.4-a")
def test_one_hex_is_always_open_with_the_whole_allowance_unless_it_is_closed() -> None:
    """Cavalry of two points in front of the Tione, which costs three; a lake stays closed."""
    ring = {"2909": "lake", "3009": "lake", "3109": "lake", "3110": "lake", "2910": "lake", "3011": "tione"}
    s = state(italy("A", "3010", "cavalry", ma=2), FAR, board={"terrain": ring})
    assert reached(s, 2 * MP) == {"3011": 3 * MP}
    assert reached(s, 2 * MP - 1) == {}, "not with less than all of it"
    held = state(italy("A", "3010", "cavalry", ma=2), austria("D", "3011"), board={"terrain": ring})
    assert reached(held, 2 * MP) == {}


@pytest.mark.rule("custoza:7.5-b", "custoza:7.5-c")
def test_a_marker_in_an_enemy_zone_is_an_end_and_no_way_leads_on() -> None:
    s = state(italy("A", "3010", ma=5), austria("D", "3013"))
    closed = reached(s, 5 * MP)
    assert "3012" not in closed
    called = reached(s, 5 * MP, markers=HexSet.of([s.board.hex("3012")]))
    assert called["3012"] == 2 * MP
    assert {hex: cost for hex, cost in called.items() if hex != "3012"} == closed
    found = routes.reach(s, s.of(["A"]), 5 * MP, False, markers=HexSet.of([s.board.hex("3012")]))
    assert s.board.grid.numbers[found.before[s.board.hex("3012")]] == "3011"
    assert "3012" not in reached(s, 2 * MP - 1, markers=HexSet.of([s.board.hex("3012")])), "too far"


@pytest.mark.rule("custoza:7.5-b", "custoza:7.2-d")
def test_a_marker_next_to_who_stands_there_is_reached_whatever_it_costs() -> None:
    ground = {"3011": "tione"}
    s = state(italy("A", "3010", "cavalry", ma=2), austria("D", "3012"), board={"terrain": ground})
    markers = HexSet.of([s.board.hex("3011")])
    assert "3011" not in reached(s, 2 * MP)
    assert reached(s, 2 * MP, markers=markers)["3011"] == 3 * MP
    assert "3011" not in reached(s, 2 * MP - 1, markers=markers)


@pytest.mark.rule("custoza:7.8.1-b", "custoza:7.8-a")
@pytest.mark.parametrize(("sv", "cost"), [(1, 2), (2, MP)])
def test_a_road_without_room_costs_as_the_ground_beside_it(sv: int, cost: int) -> None:
    """A of two points marches past B: three fit on the road, four do not."""
    road = [{"class": "major", "path": ["3010", "3011", "3012"]}]
    s = state(italy("A", "3010", march=True, sv=2), italy("B", "3011", sv=sv), FAR, board={"roads": road})
    assert reached(s, 5 * MP, march=True)["3011"] == cost
    assert routes.costs(s, s.of(["A"]), True, s.board.hex("3010"), s.board.hex("3011")) == cost
