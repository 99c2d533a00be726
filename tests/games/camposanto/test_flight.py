"""Chapter 7.3: the flight of the beaten."""

from __future__ import annotations

import pytest

from quadrilatero.games.camposanto.rules import flight
from tests.games.camposanto.support import (
    assault,
    at,
    austria,
    axial,
    begin,
    ends,
    events,
    find,
    refused,
    row,
    settle,
    spain,
)

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
WIN = [6, 6]
LOSE = [1, 1, 6, 6]


def beats(*units, targets=None, **how):
    """The attacker wins at once; stands at the flight."""
    m = begin(*units, step="assault", dice=WIN, **how)
    assault(m, targets or {"A": ["D"]})
    return m


def beaten(*units, targets=None, **how):
    """The defender wins with his answer; stands at the flight."""
    m = begin(*units, step="assault", dice=LOSE, **how)
    assault(m, targets or {"A": ["D"]})
    while m.ask and m.ask.what in ("reroll", "stand"):
        m.answer(m.ask.who[0], {"do": "pass" if m.ask.what == "reroll" else "fight"})
    return m


def flee(m, id, *path):
    m.answer(m.ask.who[0], {"do": "flee", "unit": id, "path": list(path)})


def hits(m):
    return [(e.rule, e.data["unit"]) for e in m.events if e.kind == "hit"]


def losses(m):
    settle(m)
    return next(e["inflicted"] for e in events(m, "vp"))


# -- length and stops --------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.3-a")
def test_a_flight_is_three_hexes_towards_the_own_edge():
    m = beats(A, D)
    assert m.ask.rule == "7.1-h"
    assert {len(o["path"]) for o in m.options("austria")} == {3}
    assert {hex[2:] for hex in ends(m, "austria", "D")} == {"06"}
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": ["0808", "0807"]}) == "7.3-a"
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": ["0808", "0807", "0806", "0805"]}) == "7.3-a"
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": []}) == "7.3-a"
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": ["0909", "0908", "0907"]}) == "6.5-a"
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": ["0807", "0806", "0805"]}) == "6.5-a"
    assert refused(m, "austria", {"do": "flee", "unit": "A", "path": ["0808", "0807", "0806"]}) == "7.1-h"
    flee(m, "D", "0808", "0807", "0806")
    assert at(m, "D") == "0806"


def test_every_listed_flight_is_allowed():
    m = beats(A, D, austria("F", "inf", "0706"), spain("E", "cav", "0905", wing="left"))
    for option in m.options("austria"):
        assert refused(m, "austria", option) is None


def test_a_flight_runs_on_over_a_friend_and_out_of_an_enemy_zoc():
    m = beats(
        spain("A", "inf", axial(5, 5)),
        austria("D", "inf", axial(5, 6)),
        austria("F", "inf", axial(5, 9)),
        spain("E", "cav", axial(6, 10), wing="right", facing="SW"),
        board={"pond": [axial(4, r) for r in range(7, 13)]},
    )
    settle(m)
    assert events(m, "fled")[0]["path"] == [axial(5, r) for r in range(7, 13)]
    assert hits(m) == [("7.1-g", "D")]
    assert find(m, "D")["steps"] == 3


@pytest.mark.rule("camposanto:7.3-b")
@pytest.mark.parametrize("kind", ["inf", "cav", "art", "light", "marshal"])
def test_a_flight_does_not_end_on_a_friend_of_any_kind(kind):
    m = beats(A, D, austria("F", kind, "0706"))
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": ["0808", "0807", "0706"]}) == "7.3-b"
    flee(m, "D", "0808", "0807", "0706", "0705")
    assert at(m, "D") == "0705"


@pytest.mark.rule("camposanto:7.3-e")
def test_a_flight_does_not_end_in_an_enemy_zoc():
    m = beats(A, D, spain("E", "cav", "0705", wing="left"))
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": ["0708", "0707", "0706"]}) == "7.3-e"
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": ["0708", "0707", "0706", "0805"]}) == "7.3-e"
    flee(m, "D", "0708", "0707", "0706", "0805", "0804")
    assert at(m, "D") == "0804"


def test_an_enemy_marshal_has_no_zoc_to_run_from():
    m = beats(A, D, spain("M", "marshal", "0705", wing="left"))
    assert refused(m, "austria", {"do": "flee", "unit": "D", "path": ["0708", "0707", "0706"]}) is None


@pytest.mark.rule("camposanto:7.3-f")
def test_after_its_flight_a_unit_may_turn():
    m = beats(A, D)
    flee(m, "D", "0808", "0807", "0806")
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("face", ("austria",), "7.3-f")
    m.answer("austria", {"do": "face", "unit": "D", "facing": "NW"})
    assert find(m, "D")["facing"] == "NW"


# -- who flees ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.1-h")
@pytest.mark.parametrize("order", [("X", "Y"), ("Y", "X")])
def test_all_the_beaten_flee_one_after_another_in_the_order_their_owner_likes(order):
    m = beaten(spain("X", "inf", "0710"), spain("Y", "inf", "0810"), D, targets={"X": ["D"], "Y": ["D"]})
    m.answer("spain", {"do": "hit", "unit": "X"})
    assert {o["unit"] for o in m.options("spain")} == {"X", "Y"}
    for id in order:
        option = next(o for o in m.options("spain") if o["unit"] == id)
        m.answer("spain", option)
        settle(m, "flee", "hit")
    assert [e["unit"] for e in events(m, "fled")] == list(order)
    assert {row(m, "X"), row(m, "Y")} == {13}


def test_who_flees_second_cannot_end_on_the_first():
    m = beaten(spain("X", "inf", "0710"), spain("Y", "inf", "0810"), D, targets={"X": ["D"], "Y": ["D"]})
    m.answer("spain", {"do": "hit", "unit": "X"})
    flee(m, "X", "0811", "0812", "0813")
    m.answer("spain", {"do": "face", "unit": "X", "facing": "N"})
    assert refused(m, "spain", {"do": "flee", "unit": "Y", "path": ["0811", "0812", "0813"]}) == "7.3-b"


def test_both_units_of_a_beaten_stack_flee_to_hexes_of_their_own():
    m = beats(A, D, austria("S", "inf", "0909", stars=1), austria("L", "light", "0809"), targets={"A": ["D", "L", "S"]})
    settle(m)
    assert find(m, "S")["steps"] == 3
    assert len({at(m, id) for id in ("D", "L", "S")}) == 3
    assert "0809" not in {at(m, "D"), at(m, "L")}


def test_a_unit_eliminated_by_the_hit_of_defeat_does_not_flee():
    m = beats(A, D | {"steps": 1, "max": 4}, austria("F", "inf", "0101"))
    settle(m)
    assert at(m, "D") is None
    assert events(m, "fled") == []


# -- enemy Fronts ------------------------------------------------------------------------------------------------------

GATE = (
    austria("E1", "inf", "0711", facing="NE", wing="left"),
    austria("E2", "inf", "1011", facing="NW", wing="left"),
)


@pytest.mark.rule("camposanto:7.3-c")
def test_each_hex_of_enemy_front_on_the_way_costs_a_hit():
    m = beaten(A, D, *GATE)
    flee(m, "A", "0911", "0812", "0813")
    settle(m)
    assert hits(m) == [("7.1-g", "A"), ("7.3-c", "A")]
    assert find(m, "A")["steps"] == 2


@pytest.mark.rule("camposanto:7.3-c")
@pytest.mark.parametrize("kind", ["inf", "cav", "art", "light"])
@pytest.mark.parametrize(("facing", "cost"), [("NE", 2), ("SE", 1), ("S", 0)])
def test_fronts_of_every_arm_cost_a_hit_also_beyond_the_third_hex(kind, facing, cost):
    m = beats(
        spain("A", "inf", axial(5, 5)),
        austria("D", "inf", axial(5, 6)),
        austria("F", "inf", axial(5, 9)),
        spain("E", kind, axial(6, 10), wing="right", facing=facing),
        board={"pond": [axial(4, r) for r in range(7, 13)]},
    )
    assert events(m, "fled")[0]["path"] == [axial(5, r) for r in range(7, 13)]
    assert hits(m) == [("7.1-g", "D")] + [("7.3-c", "D")] * cost


def test_several_fronts_on_one_hex_cost_one_hit():
    third = austria("E3", "inf", "1010", facing="SW", wing="left")
    m = beaten(A, D, *GATE, third)
    flee(m, "A", "0911", "0812", "0813")
    settle(m)
    assert hits(m) == [("7.1-g", "A"), ("7.3-c", "A")]


def test_a_flank_on_the_way_costs_nothing():
    m = beaten(A, D, *(unit | {"facing": "S"} for unit in GATE))
    settle(m)
    assert hits(m) == [("7.1-g", "A")]


@pytest.mark.rule("camposanto:7.3-d")
@pytest.mark.parametrize(("kind", "cost"), [("inf", 0), ("light", 0), ("art", 0), ("marshal", 1)])
def test_a_friendly_combat_unit_in_the_hex_cancels_the_enemy_front_a_marshal_does_not(kind, cost):
    m = beaten(A, D, *GATE, spain("F", kind, "0911", wing="left"))
    flee(m, "A", "0911", "0812", "0813")
    settle(m)
    assert find(m, "A")["steps"] == 3 - cost


def test_a_unit_that_dies_on_the_way_does_not_arrive():
    m = beaten(A | {"steps": 2, "max": 4}, D, *GATE, spain("F", "inf", "0115"))
    flee(m, "A", "0911", "0812", "0813")
    assert at(m, "A") is None
    assert [e.rule for e in m.events if e.kind == "eliminated"] == ["7.4-f"]


def test_a_flight_past_an_enemy_marshal_makes_him_flee():
    m = beaten(A, D, austria("M", "marshal", "0712", wing="left"))
    flee(m, "A", "0811", "0812", "0913")
    assert [(e.data["unit"], e.rule) for e in m.events if e.kind == "fled"] == [("A", "7.1-h"), ("M", "8.2-f")]
    assert row(m, "M") <= 9


# -- river and edge ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.3-h")
@pytest.mark.parametrize(
    ("start", "enemy", "path", "cost"),
    [
        ("0812", "0811", ["0813", "0714", "0715"], 0),
        ("0813", "0812", ["0714", "0715"], 1),
        ("0814", "0813", ["0815"], 1),
    ],
)
def test_the_map_edge_costs_one_more_hit_however_far_there_was_to_go(start, enemy, path, cost):
    m = beaten(A | {"hex": start}, D | {"hex": enemy})
    flee(m, "A", *path)
    settle(m)
    assert hits(m) == [("7.1-g", "A")] + [("7.3-h", "A")] * cost
    assert at(m, "A") == path[-1]


@pytest.mark.rule("camposanto:7.3-h")
@pytest.mark.parametrize(("kind", "left"), [("inf", 2), ("cav", 2), ("light", None)])
def test_the_edge_costs_every_arm_its_hit(kind, left):
    beaten_one = {**spain("A", kind, "0814"), "stars": 0}
    shield = spain("B", "inf", "0714", stars=1)
    m = beaten(beaten_one, shield, D | {"hex": "0813"}, spain("F", "inf", "0115"), targets={"A": ["D"], "B": ["D"]})
    flee(m, "A", "0815")
    settle(m)
    assert ("7.3-h", "A") in hits(m)
    assert (at(m, "A") and find(m, "A")["steps"]) == (left and left + 1)


def test_the_austrians_have_their_edge_in_the_first_row():
    m = beats(A | {"hex": "0804"}, D | {"hex": "0803"})
    flee(m, "D", "0802", "0801")
    settle(m)
    assert hits(m) == [("7.1-g", "D"), ("7.3-h", "D")]


@pytest.mark.rule("camposanto:7.3-g")
def test_at_the_edge_a_flight_stops_in_the_last_hex_that_is_empty():
    friends = [spain(f"F{hex}", "inf", hex, wing="left") for hex in ("0715", "0815", "0915")]
    m = beaten(A | {"hex": "0813"}, D | {"hex": "0812"}, *friends)
    assert ends(m, "spain", "A") == {"0714", "0814"}
    flee(m, "A", "0714")
    settle(m)
    assert hits(m) == [("7.1-g", "A"), ("7.3-h", "A")]


def test_at_the_edge_a_flight_stops_in_the_last_hex_outside_enemy_zoc():
    m = beaten(
        A | {"hex": "0813"},
        D | {"hex": "0812"},
        austria("E1", "inf", "0615", wing="left", facing="N"),
        austria("E2", "inf", "0915", wing="left", facing="N"),
    )
    settle(m)
    assert at(m, "A") == "0714"
    assert hits(m) == [("7.1-g", "A"), ("7.3-h", "A")]


@pytest.mark.rule("camposanto:7.3-g")
@pytest.mark.rule("camposanto:7.3-h")
def test_on_the_panaro_the_bank_costs_a_hit_and_the_pontoon_may_be_far_enough():
    for path, cost in ((["1217", "1118"], 1), (["1217", "1218", "1219"], 0)):
        m = beaten(A | {"hex": "1216"}, D | {"hex": "1215"}, board="camposanto")
        assert refused(m, "spain", {"do": "flee", "unit": "A", "path": ["1217"]}) == "7.3-a"
        way = path if refused(m, "spain", {"do": "flee", "unit": "A", "path": path}) is None else ["1317", *path[1:]]
        flee(m, "A", *way)
        settle(m)
        assert hits(m) == [("7.1-g", "A")] + [("7.3-h", "A")] * cost
        assert at(m, "A") == path[-1]


def test_a_flight_that_reaches_the_pontoon_too_soon_stops_there_with_a_hit():
    m = beaten(A | {"hex": "1217"}, D | {"hex": "1216"}, board="camposanto")
    assert ends(m, "spain", "A") == {"1118", "1218", "1219"}
    flee(m, "A", "1218", "1219")
    settle(m)
    assert hits(m) == [("7.1-g", "A"), ("7.3-h", "A")]
    assert at(m, "A") == "1219"


# -- no way out --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.3-i")
@pytest.mark.parametrize("barred", [False, True], ids=["on the pontoon", "on the bank, the pontoon in enemy ZOC"])
def test_a_unit_beaten_on_the_pontoon_or_barred_from_it_is_lost_with_all_its_steps(barred):
    start, north = ("1118", "1117") if barred else ("1219", "1118")
    m = beaten(
        A | {"hex": start, "facing": "N" if barred else "NW"},
        D | {"hex": north},
        austria("E", "inf", "1218" if barred else "0101", wing="left", facing="N"),
        spain("F", "inf", "2013"),
        board="camposanto",
    )
    assert at(m, "A") is None
    assert [e.rule for e in m.events if e.kind == "eliminated"] == ["7.3-i"]
    assert losses(m) == {"spain": 0, "austria": 4}


@pytest.mark.rule("camposanto:6.5-b")
@pytest.mark.rule("camposanto:7.3-h")
@pytest.mark.parametrize(
    ("start", "north", "path", "cost"),
    [
        ("1118", "1117", ["1219"], 1),
        ("1218", "1217", ["1219"], 1),
        ("1018", "1017", ["1118", "1219"], 1),
        ("1318", "1317", ["1218", "1219"], 1),
        ("1418", "1417", ["1318", "1218", "1219"], 0),
        ("1518", "1517", ["1418", "1318", "1218"], 0),
    ],
)
def test_a_spanish_unit_beaten_on_the_bank_makes_for_the_pontoon_which_may_stop_it_short(start, north, path, cost):
    m = beaten(A | {"hex": start}, D | {"hex": north, "facing": "N"}, board="camposanto")
    assert [e["path"] for e in events(m, "fled")] == [path]
    assert at(m, "A") == path[-1]
    assert hits(m) == [("7.1-g", "A")] + [("7.3-h", "A")] * cost


@pytest.mark.rule("camposanto:6.5-b")
def test_a_spanish_marshal_on_the_bank_escapes_over_the_pontoon():
    units = spain("M", "marshal", "1118"), spain("F", "inf", "2013"), austria("U", "inf", "1116")
    m = begin(*units, active="austria.centre", board="camposanto")
    m.answer("austria", {"do": "move", "unit": "U", "path": ["1117"]})
    assert at(m, "M") == "1219"


@pytest.mark.rule("camposanto:7.3-i")
def test_the_pontoon_saves_no_austrian():
    m = beats(A | {"hex": "1117", "facing": "S"}, D | {"hex": "1118"}, austria("F", "inf", "0501"), board="camposanto")
    assert at(m, "D") != "1219"
    settle(m)
    assert row(m, "D") < 17


@pytest.mark.rule("camposanto:7.3-i")
@pytest.mark.parametrize("edge", ["0815", "0115", "1515"])
def test_a_unit_beaten_on_its_map_edge_is_lost(edge):
    front = f"{edge[:2]}14"
    m = beaten(A | {"hex": edge}, D | {"hex": front}, spain("F", "inf", "0501"))
    assert at(m, "A") is None
    assert losses(m)["austria"] == 4
    m = beaten(A | {"hex": front}, D | {"hex": f"{edge[:2]}13"}, spain("F", "inf", "0501"))
    settle(m)
    assert row(m, "A") == 15


def test_a_unit_with_enemies_all_around_cannot_flee_and_is_lost():
    ring = [austria(f"E{hex}", "inf", hex, wing="left", facing="N") for hex in ("0811", "0911", "0710", "0910")]
    m = beaten(A, D, *ring, spain("F", "inf", "0115"))
    assert at(m, "A") is None
    assert losses(m)["austria"] == 4


def test_a_unit_without_an_empty_hex_to_stop_in_is_lost():
    friends = [spain(f"F{hex}", "inf", hex, wing="left") for hex in ("0715", "0815", "0915", "0714", "0814")]
    m = beaten(A | {"hex": "0813"}, D | {"hex": "0812"}, *friends, spain("F", "inf", "0101"))
    assert at(m, "A") is None
    assert [e.rule for e in m.events if e.kind == "eliminated"] == ["7.3-i"]


@pytest.mark.rule("camposanto:9.2-b")
def test_a_beaten_gun_cannot_flee_and_is_lost_though_another_took_the_hit():
    m = beats(A, D | {"stars": 1}, austria("G", "art", "0909"), targets={"A": ["D", "G"]})
    assert {o["unit"] for o in m.options("austria")} == {"D"}
    settle(m, "advance")
    assert at(m, "G") is None
    assert [(e.rule, e.data["unit"]) for e in m.events if e.kind == "eliminated"] == [("7.3-i", "G")]
    assert {o["hex"] for o in m.options("spain") if o["do"] == "advance"} == {"0809", "0909"}


# -- ways that enemies bar ---------------------------------------------------------------------------------------------

CUT = tuple(spain(f"E{hex}", "inf", hex, wing="left", facing="N") for hex in ("0806", "0906"))
"""Behind 0808 and 0907, with ponds beside them, the way is cut."""


@pytest.mark.rule("camposanto:6.5-a")
def test_a_way_that_enemies_cut_is_no_flight_where_another_is_open():
    m = beats(A, D, *CUT, board={"pond": ["0807", "1007"]})
    assert [e["path"] for e in events(m, "fled")] == [["0708", "0707", "0606"]]


@pytest.mark.rule("camposanto:6.5-a")
def test_where_every_way_is_cut_a_flight_ends_where_it_can_without_the_hit_of_the_edge():
    m = beats(A, D, *CUT, board={"pond": ["0807", "1007", "0708"]})
    assert [e["path"] for e in events(m, "fled")] == [["0808"]]
    assert hits(m) == [("7.1-g", "D")]


@pytest.mark.rule("camposanto:6.5-a")
def test_a_flight_aside_does_not_come_back_to_where_it_began():
    walls = [spain(f"W{hex}", "inf", hex, wing="left", facing="S") for hex in ("0708", "0808", "0908")]
    m = beats(A, D, *walls)
    assert {tuple(option["path"]) for option in m.options("austria")} == {
        ("0909", "1009", "1008", "1107"),
        ("0709", "0608", "0607"),
    }


@pytest.mark.rule("camposanto:7.3-h")
def test_the_hit_at_the_edge_is_part_of_what_a_flight_is_known_to_cost():
    m = beats(A | {"hex": "0804"}, D | {"hex": "0803"})
    s = m.standing()[1]
    ways = flight.flights(s, s.units["D"])
    assert {(len(way.path), way.stopped, way.hits) for way in ways} == {(2, True, 1)}
