"""Chapter 2: zones, front and rear, Forces and stacking; the board they rest on."""

from __future__ import annotations

import pytest

from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.rules import concepts, sight
from quadrilatero.hexes import FACINGS, NO_HEXES, HexSet
from tests.games.custoza.support import austria, hexes, italy, state

CLOSED = {"terrain": {"3011": "woods", "3110": "village", "2909": "mincio"}}


@pytest.mark.rule("custoza:2.6-a", "custoza:2.6-b")
def test_a_zone_leaves_out_closed_ground_and_water() -> None:
    s = state(italy("A", "3010", facing="S"), board=CLOSED)
    assert hexes(s, concepts.zone_of(s, s.units["A"])) == {"3009", "3109", "2910"}
    assert hexes(s, concepts.zone(s, "italy")) == {"3009", "3109", "2910"}
    walled = state(italy("A", "3010"), board={"terrain": {**CLOSED["terrain"], "3010": "village"}})
    assert hexes(walled, concepts.zone(walled, "italy")) == {"3009", "3109", "2910"}


@pytest.mark.rule("custoza:2.6-c", "custoza:7.9-a")
def test_who_marches_has_no_zone() -> None:
    s = state(italy("A", "3010", march=True), italy("g", "3020", "artillery", march=True))
    assert concepts.zone(s, "italy") == NO_HEXES
    s.change(s.units["g"], march=False)
    assert len(concepts.zone(s, "italy")) == 6


def test_zones_follow_the_units() -> None:
    s = state(italy("A", "3010"), italy("B", "3012", "light"))
    both = concepts.zone(s, "italy")
    s.move(s.units["A"], s.board.hex("3030"))
    moved = concepts.zone(s, "italy")
    assert s.board.hex("3009") in both
    assert s.board.hex("3009") not in moved
    assert s.board.hex("3011") in moved, "the zone of the one that stayed is whole"
    assert [force.ids for force in concepts.projecting(s, "italy", s.board.hex("3011"))] == [("B",)]


@pytest.mark.rule("custoza:2.7-b", "custoza:2.7-c", "custoza:7.6-e")
def test_front_and_rear() -> None:
    s = state(italy("A", "3010", facing="N"), italy("B", "3020", facing="N"), board={"terrain": {"3020": "village"}})

    def behind(id: str) -> set[str]:
        unit = s.units[id]
        around = s.board.grid.around[unit.hex]
        return hexes(s, (hex for hex in around if concepts.comes_from_behind(s, [unit], hex)))

    assert behind("A") == {"3110", "3011", "2910"}
    assert behind("B") == set()
    s.change(s.units["A"], square=True)
    assert behind("A") == set()


@pytest.mark.rule("custoza:2.7-b")
def test_what_comes_from_behind() -> None:
    s = state(italy("A", "3010", facing="N"))
    found = {n: concepts.comes_from_behind(s, [s.units["A"]], s.board.hex(n)) for n in ("3007", "3013", "3011", "3210")}
    assert found == {"3007": False, "3013": True, "3011": True, "3210": False}, "the corner counts for the front"


@pytest.mark.rule("custoza:2.8-a", "custoza:2.8-b", "custoza:2.8-c")
def test_forces_of_a_hex() -> None:
    s = state(italy("g", "3010", "artillery"), italy("A", "3010"), italy("b", "3010", "light"))
    found = concepts.forces(s, s.board.hex("3010"))
    assert [(force.kind, force.ids) for force in found] == [("infantry", ("A", "b")), ("artillery", ("g",))]
    assert concepts.same_force(s.of(("A", "b")))
    assert not concepts.same_force(s.of(("A", "g")))


@pytest.mark.rule("custoza:2.9-a", "custoza:2.9-b", "custoza:2.9-c")
def test_stacking() -> None:
    s = state(italy("A", "3010"), italy("b", "3010", "light"), italy("c", "3010", "commander"), italy("D", "3011"))
    here = s.board.hex("3010")
    assert concepts.stacking_points(s, here, "italy") == 4
    assert concepts.overstacks(s, [s.units["D"]], here)
    assert not concepts.overstacks(s, [s.units["b"]], here)


@pytest.mark.rule("custoza:10.4.4-b")
def test_the_lead_unit() -> None:
    s = state(italy("g", "3010", "artillery", sv=2), italy("b", "3010", "light"), italy("c", "3010", "light"))
    assert [unit.id for unit in concepts.leads(s.stack(s.board.hex("3010")))] == ["b", "c"]
    assert [unit.id for unit in concepts.leads([s.units["g"]])] == ["g"]


@pytest.mark.rule("custoza:2.2-a")
def test_control() -> None:
    s = state(italy("A", "3010"), austria("D", "3020"), control={"austria": ["3010", "3011"]})
    at = s.board.hex
    assert concepts.controls(s, "italy", at("3010"))
    assert not concepts.controls(s, "austria", at("3010"))
    assert concepts.take_control(s, "italy", [at("3011"), at("3010")]) == [at("3011"), at("3010")]
    assert concepts.controls(s, "italy", at("3011"))
    assert not concepts.controls(s, "austria", at("3011"))


@pytest.mark.rule("custoza:13.1-a", "custoza:13.2-d", "custoza:2.4.1.3-d")
def test_current_cohesion() -> None:
    s = state(*(italy(str(n), f"30{10 + n}", status=name) for n, name in enumerate(("good_order", "disorganised"))))
    assert [concepts.ccv(s, unit) for unit in s.units.values()] == [8, 5]


@pytest.mark.rule("custoza:2.4.1.4-a", "custoza:2.4.1-d", "custoza:7.2-a")
def test_a_force_is_as_fast_as_its_slowest_unit_wherever_it_stands_in_the_stack() -> None:
    s = state(italy("A", "3010", ma=6, sv=1), italy("B", "3010", ma=3, sv=1), italy("C", "3010", ma=4, sv=1))
    for ids, ma in (("A", 6), ("AB", 3), ("BA", 3), ("ABC", 3), ("CA", 4)):
        assert concepts.allowance(s.of(list(ids))) == ma


@pytest.mark.rule("custoza:2.2-a")
def test_what_is_held_already_does_not_change_hands() -> None:
    s = state(italy("A", "3010"), austria("D", "3020"), control={"italy": ["3011"], "austria": ["3012"]})
    at, before = s.board.hex, s.control
    assert concepts.take_control(s, "italy", [at("3011")]) == []
    assert s.control is before
    assert concepts.take_control(s, "italy", [at("3011"), at("3012")]) == [at("3012")]
    assert at("3012") not in s.control["austria"]


@pytest.mark.rule("custoza:2.6-a", "custoza:2.6-c")
def test_neither_pieces_nor_who_is_off_the_map_has_a_zone() -> None:
    s = state(italy("com", "3010", "commander"), italy("A", "3020"), austria("D", "3030"))
    assert not concepts.has_zone(s.units["com"])
    assert concepts.zone_of(s, s.units["com"]) == NO_HEXES
    s.remove(s.units["A"], "routed")
    assert concepts.zone_of(s, s.units["A"]) == NO_HEXES
    assert concepts.zone(s, "italy") == NO_HEXES
    corner = state(italy("A", "1004"), austria("D", "3030"))
    assert corner.units["A"].hex == 0
    assert concepts.zone(corner, "italy") == corner.board.grid.around[0], "the first hex of the map is one as any other"


@pytest.mark.rule("custoza:2.6-a", "custoza:2.8-a")
def test_forces_whose_zone_does_not_reach_a_hex_do_not_watch_it() -> None:
    """Nobody's zone reaches into a wood; one unit of a Force that does not march is enough."""
    s = state(italy("A", "3010", sv=2), italy("B", "3010", march=True, sv=2), italy("C", "3012", march=True))
    found = concepts.projecting(s, "italy", s.board.hex("3011"))
    assert [force.ids for force in found] == [("A", "B")]
    wood = state(italy("A", "3010"), board={"terrain": {"3011": "woods"}})
    assert concepts.projecting(wood, "italy", wood.board.hex("3011")) == []


@pytest.mark.rule("custoza:2.9-a", "custoza:2.9-b")
@pytest.mark.parametrize(
    ("sizes", "here", "there"), [((2, 3), False, False), ((3, 3), False, True), ((1,), False, False)]
)
def test_five_points_fit_into_a_hex(sizes: tuple[int, ...], here: bool, there: bool) -> None:
    units = [italy(f"u{n}", f"30{10 + n}", sv=sv) for n, sv in enumerate(sizes)]
    s = state(*units, italy("E", "3020", sv=3), italy("F", "3022", sv=2), austria("D", "3030"))
    force = s.of([unit["id"] for unit in units])
    assert concepts.size_of(force) == sum(sizes)
    assert concepts.overstacks(s, force, s.board.hex("3025")) is there, "an empty hex"
    assert concepts.overstacks(s, s.of(["E"]), s.board.hex("3022")) is False, "just five"
    assert concepts.overstacks(s, s.of(["E", "F"]), s.board.hex("3022")) is False, "who is there already counts once"
    assert concepts.stacking_points(s, s.board.hex("3022"), "italy", ["F"]) == 0
    assert concepts.stacking_points(s, s.board.hex("3025"), "italy") == 0
    assert concepts.stacking_points(s, s.board.hex("3022"), "austria") == 0


@pytest.mark.rule("custoza:2.8-a", "custoza:2.8-b")
def test_a_force_is_of_one_side_one_class_and_one_hex() -> None:
    s = state(
        italy("A", "3010", sv=2), italy("B", "3010", sv=1), italy("C", "3012"), italy("k", "3010", "cavalry", sv=1)
    )
    force = concepts.force_of(s, s.of(["A", "B"]))
    assert (force.side, force.kind, force.hex, force.ids) == ("italy", "infantry", s.board.hex("3010"), ("A", "B"))
    assert concepts.force_of(s, s.of(["C"])).ids == ("C",)
    assert [concepts.same_force(s.of(ids)) for ids in (["A", "B"], ["A", "C"], ["A", "k"])] == [True, False, False]
    assert [concepts.is_infantry(s.units[id]) for id in "Ak"] == [True, False]


@pytest.mark.rule("custoza:2.8-a", "custoza:2.8-c")
def test_while_guns_are_ridden_down_the_forces_of_both_sides_are_told_apart() -> None:
    s = state(italy("h", "3010", "artillery"), austria("g", "3011", "artillery"), austria("A", "3011", sv=1))
    s.move(s.units["h"], s.board.hex("3011"))
    found = {(force.side, force.kind): force.ids for force in concepts.forces(s, s.board.hex("3011"))}
    assert found == {("italy", "artillery"): ("h",), ("austria", "artillery"): ("g",), ("austria", "infantry"): ("A",)}


@pytest.mark.rule("custoza:2.2-a")
def test_who_stands_in_a_hex_controls_it_whatever_is_written() -> None:
    s = state(italy("A", "3010"), austria("D", "3020"), control={"italy": ["3020", "3011"], "austria": ["3012"]})
    at = s.board.hex
    held = {
        side: {hex for hex in ("3010", "3011", "3012", "3020", "3013") if concepts.controls(s, side, at(hex))}
        for side in s.held
    }
    assert held == {"italy": {"3010", "3011"}, "austria": {"3012", "3020"}}


@pytest.mark.rule("custoza:2.7-b", "custoza:2.7-c")
def test_front_all_around_of_one_in_square_is_that_of_all_and_the_facing_may_be_another() -> None:
    s = state(italy("A", "3010", facing="N", sv=2), italy("g", "3010", "artillery", facing="N"))
    south = s.board.hex("3011")
    assert concepts.comes_from_behind(s, s.of(["A"]), south)
    assert not concepts.comes_from_behind(s, s.of(["A"]), south, 3), "as if it faced south"
    assert not concepts.all_round(s, s.of(["A", "g"]))
    s.change(s.units["g"], square=True)
    assert concepts.all_round(s, s.of(["A", "g"]))


@pytest.mark.rule("custoza:10.4.4-b", "custoza:22.3.4-a")
def test_a_fortress_leads_its_hex_whatever_its_value() -> None:
    fort = {"id": "F", "side": "italy", "type": "fortress", "hex": "3010", "sv": 1}
    s = state(fort, italy("A", "3010", sv=3), italy("B", "3012", sv=2), italy("g", "3012", "artillery", sv=3))
    assert [unit.id for unit in concepts.leads(s.of(["F", "A"]))] == ["F"]
    assert [unit.id for unit in concepts.leads(s.of(["B", "g"]))] == ["B"]


# -- the board ---------------------------------------------------------------------------------------------------------

GROUND = {
    "terrain": {"3011": "heavy_cultivation", "3012": "woods", "3013": "tione", "3014": "tione", "3009": "mincio"},
    "hexsides": [["3010", "3110", "slope"], ["3010", "2910", "stream"], ["2909", "3010", "steep_slope"]],
    "roads": [{"class": "major", "path": ["3010", "3011"]}, {"class": "minor", "path": ["3011", "3012", "3013"]}],
    "bridges": ["3013", "3009"],
    "fords": ["3014"],
}


@pytest.mark.rule("custoza:7.2-b", "custoza:22.1-b", "custoza:22.1-d")
def test_costs_over_the_ground() -> None:
    b = state(italy("A", "2020"), board=GROUND).board
    at = b.hex
    steps = {
        "into vines": ("infantry", "3010", "3011", 2 * MP),
        "horse into vines": ("cavalry", "3010", "3011", 3 * MP),
        "guns into a wood": ("artillery", "3011", "3012", None),
        "up a slope": ("infantry", "3010", "3110", 2 * MP),
        "down a slope": ("infantry", "3110", "3010", MP),
        "over a stream": ("artillery", "3010", "2910", 3 * MP),
        "guns up a steep slope": ("artillery", "2909", "3010", None),
        "into the Tione": ("infantry", "3012", "3013", 2 * MP),
        "horse into the Tione": ("cavalry", "3012", "3013", 3 * MP),
        "on to a bridge of the Mincio": ("infantry", "3010", "3009", None),
    }
    found = {name: b.off_road(kind, at(here), at(there)) for name, (kind, here, there, _) in steps.items()}
    assert found == {name: cost for name, (*_, cost) in steps.items()}


@pytest.mark.rule("custoza:7.8-a", "custoza:22.1-a", "custoza:22.2-b")
def test_costs_by_road() -> None:
    b = state(italy("A", "2020"), board=GROUND).board
    at = b.hex
    assert b.by_road("artillery", at("3010"), at("3011")) == MP // 3
    assert b.by_road("artillery", at("3011"), at("3012")) == MP // 2
    assert b.by_road("infantry", at("3012"), at("3013")) == MP // 2, "the bridge costs as its road"
    assert b.by_road("artillery", at("3015"), at("3014")) == MP // 2 + MP, "a ford as a minor road and one more"
    assert b.by_road("infantry", at("3010"), at("3009")) == MP // 2, "a bridge without a road has minor ones"
    barred = state(italy("A", "2020"), board=GROUND, options={"ford_guns": "barred"}).board
    assert barred.by_road("artillery", at("3015"), at("3014")) is None
    assert barred.by_road("infantry", at("3015"), at("3014")) == MP // 2 + MP


SIGHTS = [
    ({"terrain": {"3012": "woods"}}, False),
    ({"levels": {"3010": 1}, "terrain": {"3012": "woods"}}, True),
    ({"levels": {"3010": 1, "3014": 1}, "terrain": {"3012": "woods"}}, True),
    ({"levels": {"3012": 1}}, False),
    ({"levels": {"3012": 1, "3014": 1}}, True),
    ({"terrain": {"3014": "woods"}}, True),
]


@pytest.mark.rule("custoza:8.9-c", "custoza:8.9-d", "custoza:8.9-f")
@pytest.mark.parametrize(("board", "clear"), SIGHTS)
def test_lines_of_sight(board: dict[str, dict[str, object]], clear: bool) -> None:
    b = state(italy("A", "2020"), board=board).board
    assert b.sight("literal").is_clear(b.hex("3010"), b.hex("3014"), NO_HEXES) is clear


@pytest.mark.rule("custoza:8.9-d", "custoza:8.9-g")
def test_units_in_the_way() -> None:
    b = state(italy("A", "2020")).board
    at, sight = b.hex, b.sight("literal")
    assert not sight.is_clear(at("3010"), at("3014"), HexSet.of([at("3012")]))
    assert sight.is_clear(at("3010"), at("3210"), HexSet.of([at("3109")])), "along a hexside one open hex is enough"
    assert not sight.is_clear(at("3010"), at("3210"), HexSet.of([at("3109"), at("3110")]))
    higher = state(italy("A", "2020"), board={"levels": {"3010": 1, "3012": 1}}).board
    held = HexSet.of([at("3012")])
    assert higher.sight("literal").is_clear(at("3010"), at("3014"), held)
    assert not higher.sight("higher_end").is_clear(at("3010"), at("3014"), held)


@pytest.mark.rule("custoza:22.3.5-a")
def test_peschiera_stands_above_its_neighbours() -> None:
    s = state(austria("fort", "1705", "fortress"), board={"levels": {"1704": 2}})
    assert s.board.height(s.board.hex("1705")) == 3
    assert s.board.levels[s.board.hex("1705")] == 0


@pytest.mark.rule("custoza:22.3.5-a")
@pytest.mark.parametrize(("here", "clear"), [("1705", True), ("1711", False)])
def test_peschiera_sees_over_the_houses_around_it(here: str, clear: bool) -> None:
    column, row = here[:2], int(here[2:])
    board = {"terrain": {f"{column}{row + 1:02d}": "village"}}
    s = state(austria("fort", here, "fortress"), board=board)
    assert sight.sees(s, s.board.hex(here), s.board.hex(f"{column}{row + 2:02d}")) is clear


def test_facings_are_those_of_the_sides() -> None:
    b = state(italy("A", "3010")).board
    assert b.facings.names == FACINGS
    assert [b.direction(b.hex("3010"), b.hex(number)) for number in ("3009", "3109", "2910")] == [0, 1, 4]
