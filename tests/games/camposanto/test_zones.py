"""Chapter 6.1: zones of control and facing; who may not enter a zone (5.4, 8.2-e, 9.2-a)."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import at, austria, axial, begin, ends, events, find, refused, spain

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
OUTSIDE = {"0807": "0806", "0907": "1007", "0908": "1008", "0909": "1009", "0809": "0810", "0708": "0608"}
AROUND_0808 = list(OUTSIDE)
FRONT_OF_0808 = {
    "N": {"0807", "0907"},
    "NE": {"0907", "0908"},
    "SE": {"0908", "0909"},
    "S": {"0909", "0809"},
    "SW": {"0809", "0708"},
    "NW": {"0708", "0807"},
}


def move(id, *path):
    return {"do": "move", "unit": id, "path": list(path)}


def face(id, facing):
    return {"do": "face", "unit": id, "facing": facing}


# -- the zone ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.1-a")
@pytest.mark.rule("camposanto:6.1-e")
@pytest.mark.parametrize("kind", ["inf", "cav", "art", "light"])
@pytest.mark.parametrize("facing", ["N", "S"])
def test_all_six_hexes_around_a_combat_unit_stop_a_mover_whatever_it_faces(kind, facing):
    for hex, outside in OUTSIDE.items():
        m = begin(spain("U", "cav", outside), austria("E", kind, "0808", facing=facing))
        assert refused(m, "spain", move("U", hex)) is None
        assert refused(m, "spain", move("U", hex, outside)) == "6.1-e"
        assert hex in ends(m, "spain", "U")


@pytest.mark.rule("camposanto:6.1-a")
def test_a_zone_reaches_two_hexes_from_nobody():
    m = begin(spain("U", "inf", "0611"), austria("E", "inf", "0808"))
    assert refused(m, "spain", move("U", "0610", "0609", "0608")) is None


@pytest.mark.rule("camposanto:6.1-a")
def test_neither_friends_nor_ground_lift_a_zone():
    m = begin(
        spain("U", "inf", "0810"),
        spain("F", "inf", "0809", wing="left"),
        austria("E", "inf", "0808"),
        board={"farmhouses": ["0909"], "river": ["0907"], "pond": ["0807"]},
    )
    assert refused(m, "spain", move("U", "0809", "0709")) == "6.1-e"
    assert refused(m, "spain", move("U", "0910", "0909", "1009")) == "6.1-e"


@pytest.mark.rule("camposanto:6.1-a")
def test_a_unit_of_the_own_side_has_no_zone_for_its_friends():
    m = begin(spain("U", "inf", "0810"), spain("F", "inf", "0808", wing="left"))
    assert refused(m, "spain", move("U", "0809", "0709")) is None


@pytest.mark.rule("camposanto:6.1-e")
def test_an_impetuous_unit_stops_in_the_first_zone_all_the_same():
    m = begin(spain("U", "inf", "0810"), austria("E", "inf", "0808"), state="impetuous")
    assert refused(m, "spain", move("U", "0809", "0709")) == "6.1-e"
    m.answer("spain", move("U", "0809"))
    assert m.ask.what == "face"


# -- from zone to zone -------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.1-f")
def test_who_starts_in_a_zone_enters_none_not_even_of_the_same_enemy():
    m = begin(spain("U", "cav", "0809"), austria("E", "inf", "0808"), austria("D", "inf", "1109"))
    assert refused(m, "spain", move("U", "0909")) == "6.1-f"
    assert refused(m, "spain", move("U", "0708")) == "6.1-f"
    assert refused(m, "spain", move("U", "0810", "0910", "1010")) == "6.1-f"
    assert refused(m, "spain", move("U", "0810", "0809")) == "6.1-f"
    assert refused(m, "spain", move("U", "0810", "0811")) is None
    assert ends(m, "spain", "U").isdisjoint({"0909", "0708", "1010", "0809"})


@pytest.mark.rule("camposanto:6.1-f")
@pytest.mark.rule("camposanto:5.1-d")
def test_an_impetuous_unit_goes_from_zone_to_zone_and_stops():
    m = begin(spain("U", "cav", "0809"), austria("E", "inf", "0808"), austria("D", "inf", "1109"), state="impetuous")
    assert refused(m, "spain", move("U", "0909")) is None
    assert refused(m, "spain", move("U", "0708")) is None
    assert refused(m, "spain", move("U", "0810", "0910", "1010")) is None
    assert refused(m, "spain", move("U", "0909", "0910")) == "6.1-e"
    assert {"0909", "0708", "1010"} <= ends(m, "spain", "U")


@pytest.mark.rule("camposanto:6.1-f")
def test_who_starts_outside_may_enter_a_zone():
    m = begin(spain("U", "inf", "0810"), austria("E", "inf", "0808"))
    assert {"0809", "0909"} <= ends(m, "spain", "U")


@pytest.mark.rule("camposanto:9.2-a")
def test_a_gun_enters_no_zone_but_may_leave_one():
    m = begin(spain("G", "art", "0809"), spain("H", "art", "1009"), austria("E", "inf", "0808"), state="impetuous")
    assert refused(m, "spain", move("G", "0909")) == "9.2-a"
    assert refused(m, "spain", move("H", "0909")) == "9.2-a"
    assert refused(m, "spain", move("G", "0810")) is None
    assert ends(m, "spain", "G").isdisjoint(AROUND_0808)
    assert "0909" not in ends(m, "spain", "H")
    assert "1010" in ends(m, "spain", "H")


@pytest.mark.rule("camposanto:9.2-a")
def test_a_gun_in_a_zone_may_turn():
    m = begin(spain("G", "art", "0809"), austria("E", "inf", "0808"))
    m.answer("spain", move("G"))
    m.answer("spain", face("G", "SW"))
    assert find(m, "G")["facing"] == "SW"


# -- facing ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.1-b")
@pytest.mark.parametrize("facing", FACINGS)
def test_the_front_is_the_two_hexes_at_the_corner_faced(facing):
    entered = set()
    for number in AROUND_0808:
        m = begin(spain("U", "inf", OUTSIDE[number]), austria("C", "cav", "0808", facing=facing))
        m.answer("spain", move("U", number))
        if m.ask.what == "react":
            entered.add(number)
    assert entered == FRONT_OF_0808[facing]


@pytest.mark.rule("camposanto:6.1-b")
@pytest.mark.parametrize("facing", FACINGS)
def test_only_an_enemy_on_the_front_can_be_assaulted(facing):
    for number in AROUND_0808:
        m = begin(spain("U", "inf", "0808", facing=facing), austria("E", "inf", number), step="assault")
        assert (m.ask.what == "assault") == (number in FRONT_OF_0808[facing])


@pytest.mark.rule("camposanto:6.1-c")
@pytest.mark.rule("camposanto:aid.move-a")
@pytest.mark.parametrize("facing", FACINGS)
def test_at_the_end_of_a_move_any_facing_can_be_taken_also_in_a_zone(facing):
    m = begin(spain("U", "inf", "0810"), austria("E", "inf", "0808"))
    m.answer("spain", move("U", "0809"))
    assert (m.ask.what, m.ask.rule) == ("face", "6.1-c")
    assert [option["facing"] for option in m.options("spain")] == list(FACINGS)
    m.answer("spain", face("U", facing))
    assert (at(m, "U"), find(m, "U")["facing"]) == ("0809", facing)
    assert events(m, "faced")[0]["facing"] == facing


@pytest.mark.rule("camposanto:6.1-d")
def test_a_unit_may_turn_where_it_stands_though_an_enemy_is_near():
    m = begin(spain("U", "inf", "0809"), austria("E", "inf", "0808"), state="cautious")
    m.answer("spain", move("U"))
    assert (m.ask.what, m.ask.rule) == ("face", "6.1-d")
    m.answer("spain", face("U", "S"))
    assert (at(m, "U"), find(m, "U")["facing"]) == ("0809", "S")
    assert events(m, "moved") == []


@pytest.mark.rule("camposanto:6.1-d")
def test_turning_is_an_activation_of_a_cautious_wing():
    units = [spain(f"U{n}", "inf", f"0{n}08") for n in range(1, 6)]
    m = begin(*units, state="cautious")
    for n in range(1, 5):
        m.answer("spain", move(f"U{n}"))
        assert m.ask.rule == "6.1-d"
        m.answer("spain", face(f"U{n}", "NE"))
    assert m.view(None)["active"] is None or m.view(None)["active"]["step"] != "movement"
    assert find(m, "U5")["facing"] == "N"


@pytest.mark.rule("camposanto:6.1-c")
def test_only_the_unit_that_moved_is_turned():
    m = begin(spain("U", "inf", "0810"), spain("V", "inf", "0610"))
    m.answer("spain", move("U", "0809"))
    assert refused(m, "spain", face("V", "S")) == "6.1-c"
    assert refused(m, "spain", {"do": "face", "unit": "U", "facing": "E"}) == "6.1-c"
    assert refused(m, "spain", move("V", "0611")) == "6.1-c"


# -- a Titubant wing beside the enemy ----------------------------------------------------------------------------------


def titubant_wing():
    return begin(
        spain("U", "inf", axial(5, 5), wing="right"),
        spain("L", "light", axial(6, 5), wing="right"),
        spain("M", "marshal", axial(5, 3), wing="right"),
        austria("D", "inf", axial(5, 6), wing="right"),
        active="spain.right",
        state="titubant",
    )


@pytest.mark.rule("camposanto:5.4-b")
@pytest.mark.rule("camposanto:5.4-d")
def test_a_titubant_unit_leaves_a_zone_but_enters_none():
    m = titubant_wing()
    assert {axial(5, 4), axial(6, 4)} <= ends(m, "spain", "U")
    assert axial(4, 6) not in ends(m, "spain", "U")
    assert refused(m, "spain", move("U", axial(4, 6))) == "5.4-b"
    assert refused(m, "spain", move("U", axial(5, 4))) is None


@pytest.mark.rule("camposanto:5.4-c")
@pytest.mark.rule("camposanto:8.2-d")
@pytest.mark.rule("camposanto:10.2-b")
def test_a_titubant_wing_moves_its_marshal_but_neither_fires_nor_assaults():
    m = titubant_wing()
    assert refused(m, "spain", {"do": "assault", "unit": "U", "targets": ["D"]}) == "5.4-c"
    assert refused(m, "spain", {"do": "fire", "unit": "L", "hex": axial(5, 6)}) == "10.2-b"
    m.answer("spain", {"do": "done"})
    assert (m.ask.what, m.ask.data["units"]) == ("move", ["M"])
    m.answer("spain", move("M", axial(5, 2)))
    assert at(m, "M") == axial(5, 2)
    assert m.ask.what == "orders"


@pytest.mark.rule("camposanto:7.1-d")
def test_a_titubant_unit_strikes_back_when_it_is_assaulted():
    m = begin(
        spain("U", "inf", axial(5, 5), wing="right"),
        austria("D", "inf", axial(5, 6), wing="right"),
        active="austria.right",
        step="assault",
        orders={
            "spain": {"left": 16, "centre": 8, "right": 4},
            "austria": {"left": 10, "centre": 14, "right": 6},
        },
        dice=[1, 1, 6, 6],
    )
    assert m.view(None)["states"]["spain"]["right"] == "titubant"
    m.answer("austria", {"do": "assault", "unit": "D", "targets": ["U"]})
    m.answer("austria", {"do": "done", "from": "left"})
    m.answer("spain", {"do": "fight"})
    assert [(roll["by"], roll["need"], roll["success"]) for roll in events(m, "roll")] == [
        ("austria", 9, False),
        ("spain", 8, True),
    ]
