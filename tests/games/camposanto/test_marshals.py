"""Chapter 8.2, the Marshals' movement and flight; and what a commander is not (2.2-a)."""

from __future__ import annotations

import pytest

import quadrilatero as q
from tests.games.camposanto.support import at, austria, axial, begin, ends, events, find, refused, spain


def move(id, *path):
    return {"do": "move", "unit": id, "path": list(path)}


def face(id, facing):
    return {"do": "face", "unit": id, "facing": facing}


def flee_somehow(m):
    """Take the first flight offered until nobody has to flee; who fled, in order."""
    fled = []
    while m.ask.what == "flee":
        option = m.options(m.ask.who[0])[0]
        fled.append(option["unit"])
        m.answer(m.ask.who[0], option)
    return fled


def flight_ends(m):
    return {option["path"][-1] for option in m.options(m.ask.who[0])}


def hunted(*units, path=("0808",), hunter="cav", **more):
    """An Austrian unit U in 0807 moves towards a Spanish Marshal M in 0809."""
    m = begin(
        austria("U", hunter, "0807"),
        spain("M", "marshal", "0809"),
        *units,
        active="austria.centre",
        **more,
    )
    m.answer("austria", move("U", *path))
    return m


# -- what he is --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:8.2-a")
def test_a_marshal_has_no_zone():
    m = begin(spain("M", "marshal", "0810"), austria("N", "marshal", "0808"), step="marshal")
    assert {"0809", "0909", "0708"} <= ends(m, "spain", "M")
    assert refused(m, "spain", move("M", "0809", "0708", "0707")) is None
    assert refused(m, "spain", move("M", "0809", "0808")) == "6-e"
    assert "0808" not in ends(m, "spain", "M")


@pytest.mark.rule("camposanto:8.2-a")
def test_no_zone_holds_a_unit_that_comes_next_to_a_marshal_for_he_does_not_fight():
    m = hunted(path=["0808", "0908"])
    assert flee_somehow(m) == ["M"]
    assert (at(m, "U"), m.ask.what) == ("0908", "face")


@pytest.mark.rule("camposanto:8.2-a")
def test_a_marshal_has_no_front_to_hurt_who_falls_back_past_him():
    m = begin(
        spain("U", "inf", "0810"),
        spain("W", "inf", "0708", wing="left", facing="S"),
        spain("E", "inf", "0907", wing="left", facing="S"),
        spain("M", "marshal", "0706", wing="left"),
        austria("C", "cav", "0808"),
    )
    m.answer("spain", move("U", "0809"))
    m.answer("austria", {"do": "fall_back", "unit": "C", "path": ["0807"]})
    flee_somehow(m)
    assert (at(m, "C"), find(m, "C")["steps"]) == ("0807", 4)


@pytest.mark.rule("camposanto:8.2-a")
def test_a_marshal_faces_nowhere():
    m = begin(spain("M", "marshal", "0810"), step="marshal")
    assert refused(m, "spain", move("M")) == "8.2-a"
    assert move("M") not in m.options("spain")
    m.answer("spain", move("M", "0809"))
    assert m.ask.what != "face"
    assert "facing" not in find(m, "M")
    with pytest.raises(q.BadPosition) as fault:
        begin(spain("M", "marshal", "0810", facing="N"))
    assert fault.value.rule == "8.2-a"


@pytest.mark.rule("camposanto:2.2-a")
def test_a_commander_moves_like_a_unit_but_takes_no_part_in_assaults():
    units = spain("A", "inf", "0809"), spain("M", "marshal", "0810"), austria("D", "inf", "0808")
    m = begin(*units, step="assault")
    assert refused(m, "spain", {"do": "assault", "unit": "M", "targets": ["D"]}) == "2.2-a"
    assert {option.get("unit") for option in m.options("spain")} == {"A", None}
    m = begin(*units, step="marshal")
    assert max(len(option["path"]) for option in m.options("spain") if option.get("path")) == 4


@pytest.mark.rule("camposanto:2.2-a")
def test_a_commander_is_no_target_of_an_assault():
    m = begin(spain("A", "inf", "0809"), austria("D", "inf", "0808"), austria("N", "marshal", "0708"), step="assault")
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["N"]}) is not None
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    assert refused(m, "spain", {"do": "done", "from": "left"}) is None


# -- his own move ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:8.2-c")
def test_a_marshal_moves_after_the_units_of_his_wing():
    m = begin(spain("U", "inf", "0208"), spain("M", "marshal", "0810"))
    assert refused(m, "spain", move("M", "0811")) == "8.2-c"
    assert ends(m, "spain", "M") == set()
    m.answer("spain", {"do": "done"})
    assert (m.ask.what, m.ask.rule, m.ask.data["units"]) == ("move", "8.2-c", ["M"])
    assert refused(m, "spain", move("U", "0308")) == "5.5-a"
    assert refused(m, "spain", move("M", "0910", "1010", "1110", "1210")) is None
    assert refused(m, "spain", move("M", "0910", "1010", "1110", "1210", "1310")) == "6-c"


@pytest.mark.rule("camposanto:8.2-c")
def test_a_marshal_moves_once_and_may_stay():
    m = begin(spain("M", "marshal", "0810"), spain("A", "inf", "0809"), austria("D", "inf", "0808"), step="marshal")
    assert m.ask.data["units"] == ["M"]
    assert {"do": "done"} in m.options("spain")
    m.answer("spain", move("M", "0811"))
    assert (at(m, "M"), m.ask.what) == ("0811", "assault")


@pytest.mark.rule("camposanto:8.2-d")
@pytest.mark.parametrize("state", ["impetuous", "aggressive", "cautious", "titubant"])
def test_a_marshal_moves_whatever_the_state_and_beside_the_activations(state):
    units = [spain(f"U{n}", "inf", f"0{n}12") for n in range(1, 6)]
    four = [f"U{n}" for n in range(1, 5)]
    m = begin(*units, spain("M", "marshal", "0809"), state=state, marks={"activated": four, "step": "marshal"})
    assert (m.ask.data["step"], m.ask.data["units"]) == ("marshal", ["M"])
    m.answer("spain", move("M", "0808"))
    assert at(m, "M") == "0808"


@pytest.mark.rule("camposanto:8.2-d")
def test_a_wing_that_has_used_its_activations_comes_to_its_marshal():
    units = [spain(f"U{n}", "inf", f"0{n}12") for n in range(1, 6)]
    m = begin(*units, spain("M", "marshal", "0809"), state="cautious", marks={"activated": ["U1", "U2", "U3", "U4"]})
    assert m.ask.data["step"] == "marshal"


@pytest.mark.rule("camposanto:8.2-e")
@pytest.mark.parametrize("state", ["impetuous", "aggressive", "titubant"])
def test_a_marshal_enters_no_zone(state):
    m = begin(spain("M", "marshal", "0810"), austria("E", "light", "0808"), step="marshal", state=state)
    assert refused(m, "spain", move("M", "0809")) == "8.2-e"
    assert refused(m, "spain", move("M", "0910", "0909", "1009")) == "8.2-e"
    assert ends(m, "spain", "M").isdisjoint({"0809", "0909", "0708", "0908"})
    assert "0910" in ends(m, "spain", "M")


@pytest.mark.rule("camposanto:8.2-e")
def test_a_marshal_walks_through_friends_but_over_no_enemy():
    m = begin(
        spain("M", "marshal", "0810"),
        spain("F", "inf", "0910"),
        austria("E", "inf", "0608"),
        austria("N", "marshal", "0711"),
        step="marshal",
    )
    assert refused(m, "spain", move("M", "0910", "1010")) is None
    assert refused(m, "spain", move("M", "0910")) == "6.2-c"
    assert refused(m, "spain", move("M", "0811", "0711")) == "6-e"
    assert refused(m, "spain", move("M", "0709")) == "6-e"
    assert refused(m, "spain", move("M", "0710", "0709", "0708")) == "8.2-e"


# -- his flight --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:8.2-f")
@pytest.mark.rule("camposanto:8.2-g")
def test_horse_drives_a_marshal_three_hexes_off_and_rides_on_into_his_hex():
    m = begin(spain("M", "marshal", axial(5, 5)), austria("C", "cav", axial(5, 9)), active="austria.centre")
    path = [axial(5, 8), axial(5, 7), axial(5, 6), axial(5, 5)]
    assert refused(m, "austria", move("C", *path)) is None
    m.answer("austria", move("C", *path))
    assert (m.ask.what, m.ask.who, at(m, "C")) == ("flee", ("spain",), axial(5, 6))
    rows = {option["path"][-1][2:] for option in m.options("spain")}
    assert rows == {axial(5, 2)[2:]}
    assert {len(option["path"]) for option in m.options("spain")} == {3}
    flee_somehow(m)
    assert (m.ask.what, m.ask.who, at(m, "C")) == ("face", ("austria",), axial(5, 5))
    assert [event["path"] for event in events(m, "moved")] == [path[:3], path[3:]]


@pytest.mark.rule("camposanto:8.2-f")
@pytest.mark.parametrize("hunter", ["inf", "cav", "light", "art"])
def test_every_combat_unit_drives_a_marshal_off(hunter):
    m = hunted(hunter=hunter)
    assert (m.ask.what, m.ask.rule, m.ask.who) == ("flee", "8.2-f", ("spain",))
    assert flight_ends(m) == {"0712", "0812", "0912", "0612"}
    assert flee_somehow(m) == ["M"]
    assert events(m, "fled")[0]["unit"] == "M"


@pytest.mark.rule("camposanto:8.2-f")
def test_neither_an_enemy_marshal_nor_a_turn_on_the_spot_drives_him_off():
    m = begin(austria("N", "marshal", "0807"), spain("M", "marshal", "0809"), active="austria.centre", step="marshal")
    m.answer("austria", move("N", "0808"))
    assert events(m, "fled") == []
    m = begin(austria("U", "cav", "0808"), spain("M", "marshal", "0809"), active="austria.centre")
    m.answer("austria", move("U"))
    assert m.ask.what == "face"
    m = begin(austria("U", "cav", "0808"), spain("M", "marshal", "0809"), active="austria.centre")
    m.answer("austria", move("U", "0909"))
    assert [event["unit"] for event in events(m, "fled")] == ["M"]


@pytest.mark.rule("camposanto:8.2-f")
def test_who_stands_next_to_him_may_walk_straight_into_his_hex():
    m = begin(austria("U", "cav", "0808"), spain("M", "marshal", "0809"), active="austria.centre")
    assert "0809" in ends(m, "austria", "U")
    m.answer("austria", move("U", "0809", "0810"))
    assert (m.ask.what, m.ask.rule, at(m, "U")) == ("flee", "8.2-f", "0808")
    flee_somehow(m)
    assert at(m, "U") == "0810"


@pytest.mark.rule("camposanto:8.2-f")
def test_his_own_units_do_not_drive_him_off():
    m = begin(spain("U", "cav", "0807"), spain("M", "marshal", "0809"))
    m.answer("spain", move("U", "0808"))
    assert m.ask.what == "face"


@pytest.mark.rule("camposanto:8.2-f")
def test_two_marshals_flee_in_the_order_their_player_likes():
    m = hunted(spain("N", "marshal", "0909", wing="left"))
    assert {option["unit"] for option in m.options("spain")} == {"M", "N"}
    assert refused(m, "spain", {"do": "flee", "unit": "U", "path": ["0810", "0811", "0812"]}) == "8.2-f"
    m.answer("spain", next(option for option in m.options("spain") if option["unit"] == "N"))
    assert flee_somehow(m) == ["M"]


@pytest.mark.rule("camposanto:8.2-f")
def test_enemy_fronts_and_the_edge_do_him_no_harm():
    m = begin(
        austria("U", "cav", "0811"),
        austria("E", "inf", "0612", wing="left", facing="NE"),
        austria("F", "inf", "1012", wing="left", facing="NW"),
        spain("M", "marshal", "0813"),
        active="austria.centre",
    )
    m.answer("austria", move("U", "0812"))
    flee_somehow(m)
    assert find(m, "M")["hex"][2:] == "15"
    assert events(m, "hit") == []


@pytest.mark.rule("camposanto:8.2-f")
def test_a_marshal_with_his_back_to_the_edge_is_lost():
    m = begin(
        austria("U", "cav", "0813"), spain("M", "marshal", "0815"), spain("F", "inf", "0102"), active="austria.centre"
    )
    m.answer("austria", move("U", "0814"))
    assert at(m, "M") is None
    assert [(event.rule, event.data["unit"]) for event in m.events if event.kind == "eliminated"] == [("7.3-i", "M")]


@pytest.mark.rule("camposanto:8.2-f")
def test_he_flees_over_friends_and_not_into_a_zone():
    m = hunted(spain("F", "inf", "0712", wing="left"), spain("G", "inf", "0812", wing="left"))
    assert flight_ends(m).isdisjoint({"0712", "0812"})
    assert refused(m, "spain", {"do": "flee", "unit": "M", "path": ["0810", "0811", "0812"]}) == "7.3-b"
    m = hunted(austria("E", "inf", "0813", wing="left", facing="N"))
    assert flight_ends(m).isdisjoint({"0712", "0812"})
    assert all(len(option["path"]) >= 3 for option in m.options("spain"))


@pytest.mark.rule("camposanto:8.2-f")
def test_an_enemy_marshal_bars_his_way_and_stays():
    m = hunted(austria("N", "marshal", "0810", wing="left"))
    assert {option["path"][0] for option in m.options("spain")} == {"0710"}
    flee_somehow(m)
    assert at(m, "N") == "0810"


@pytest.mark.rule("camposanto:8.2-f")
def test_horse_that_falls_back_past_a_marshal_drives_him_off():
    m = begin(
        spain("U", "inf", "0810"),
        spain("M", "marshal", "0906", wing="left"),
        austria("C", "cav", "0808"),
    )
    m.answer("spain", move("U", "0809"))
    m.answer("austria", {"do": "fall_back", "unit": "C", "path": ["0807", "0806"]})
    flee_somehow(m)
    assert [event["unit"] for event in events(m, "fled")] == ["M"]
    assert (at(m, "M") != "0906", at(m, "C")) == (True, "0806")


@pytest.mark.rule("camposanto:8.2-f")
def test_an_advance_after_an_assault_drives_him_off():
    m = begin(
        spain("A", "inf", "0809"),
        austria("D", "light", "0808"),
        austria("N", "marshal", "0807"),
        step="assault",
        dice=[6, 6],
    )
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("spain", {"do": "done", "from": "left"})
    m.answer("spain", {"do": "advance", "unit": "A", "hex": "0808"})
    assert (m.ask.what, m.ask.who) == ("flee", ("austria",))
    flee_somehow(m)
    assert (find(m, "N")["hex"][2:], m.ask.what) == ("04", "face")


@pytest.mark.rule("camposanto:8.2-f")
@pytest.mark.rule("camposanto:aid.retreat-a")
def test_a_flight_is_three_hexes_and_neither_two_nor_four():
    m = hunted()
    assert refused(m, "spain", {"do": "flee", "unit": "M", "path": ["0810", "0811"]}) == "7.3-a"
    assert refused(m, "spain", {"do": "flee", "unit": "M", "path": ["0810", "0811", "0812", "0813"]}) == "7.3-a"
    assert refused(m, "spain", {"do": "flee", "unit": "M", "path": ["0810", "0811", "0812"]}) is None
    assert refused(m, "spain", {"do": "flee", "unit": "M", "path": ["0709", "0710", "0711"]}) == "6.5-a"


@pytest.mark.rule("camposanto:11-a")
def test_his_flight_is_as_long_in_the_evening():
    m = hunted(turn="evening")
    assert {len(option["path"]) for option in m.options("spain")} == {3}


# -- going on ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:8.2-g")
def test_who_drove_a_marshal_off_at_the_end_of_its_path_may_go_on():
    m = hunted()
    flee_somehow(m)
    assert (m.ask.what, m.ask.who, m.ask.data["left"]) == ("go_on", ("austria",), 3)
    assert refused(m, "austria", {"do": "go_on", "path": ["0809", "0810"]}) is None
    assert refused(m, "austria", {"do": "go_on", "path": ["0807", "0806", "0805", "0804"]}) == "6-c"
    assert refused(m, "austria", {"do": "go_on", "path": []}) == "8.2-g"
    assert refused(m, "austria", {"do": "go_on", "path": ["0810"]}) == "6-e"
    assert all(refused(m, "austria", option) is None for option in m.options("austria"))
    m.answer("austria", {"do": "go_on", "path": ["0908", "1008"]})
    assert (m.ask.what, at(m, "U")) == ("face", "1008")


@pytest.mark.rule("camposanto:8.2-g")
def test_it_may_also_stop():
    m = hunted()
    flee_somehow(m)
    assert {"do": "stop"} in m.options("austria")
    m.answer("austria", {"do": "stop"})
    assert (m.ask.what, at(m, "U")) == ("face", "0808")


@pytest.mark.rule("camposanto:8.2-g")
def test_a_longer_path_goes_on_by_itself():
    m = hunted(path=["0808", "0908", "1008"])
    flee_somehow(m)
    assert (m.ask.what, at(m, "U")) == ("face", "1008")
    assert next(event["path"] for event in events(m, "moved")) == ["0808"]


@pytest.mark.rule("camposanto:8.2-g")
def test_a_second_marshal_on_the_way_on_flees_as_well_and_leaves_it_going():
    m = hunted(spain("N", "marshal", "1109", wing="left"))
    flee_somehow(m)
    m.answer("austria", {"do": "go_on", "path": ["0908", "1008"]})
    assert (m.ask.what, m.ask.data["units"]) == ("flee", ["N"])
    flee_somehow(m)
    assert (m.ask.what, m.ask.data["left"]) == ("go_on", 1)


@pytest.mark.rule("camposanto:8.2-g")
def test_nobody_goes_on_without_points_or_inside_a_zone():
    m = hunted(hunter="art")
    flee_somehow(m)
    assert m.ask.what == "face"
    m = hunted(spain("E", "inf", "0909", wing="left"))
    flee_somehow(m)
    assert (m.ask.what, at(m, "U")) == ("face", "0808")
    m = hunted()
    flee_somehow(m)
    assert m.ask.what == "go_on"


@pytest.mark.rule("camposanto:8.2-g")
def test_who_began_in_a_zone_goes_on_into_none():
    m = hunted(spain("E", "inf", "0706", wing="left"), spain("D", "inf", "1009", wing="left"))
    flee_somehow(m)
    assert m.ask.what == "go_on"
    assert refused(m, "austria", {"do": "go_on", "path": ["0909"]}) == "6.1-f"
    assert "0909" not in {option["path"][-1] for option in m.options("austria") if option["do"] == "go_on"}
    assert refused(m, "austria", {"do": "go_on", "path": ["0809"]}) is None


@pytest.mark.rule("camposanto:8.2-g")
def test_going_on_it_ends_on_no_friend():
    m = hunted(austria("F", "inf", "0908", wing="left"))
    flee_somehow(m)
    assert refused(m, "austria", {"do": "go_on", "path": ["0908"]}) == "6.2-c"
    assert refused(m, "austria", {"do": "go_on", "path": ["0908", "1008"]}) is None


def test_going_on_can_be_taken_back():
    m = hunted()
    flee_somehow(m)
    m.answer("austria", {"do": "go_on", "path": ["0908"]})
    m.undo("austria")
    assert (m.ask.what, at(m, "U")) == ("go_on", "0808")


# -- corners -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:8.2-f")
def test_a_marshal_puts_no_marshal_to_flight_and_does_not_go_on():
    m = begin(spain("M", "marshal", "0810"), austria("N", "marshal", "0808"), spain("I", "inf", "0314"), step="marshal")
    m.answer("spain", move("M", "0809"))
    assert (at(m, "M"), at(m, "N"), m.ask.what) == ("0809", "0808", "orders")


@pytest.mark.rule("camposanto:8.2-d")
def test_the_move_of_a_marshal_is_not_noted_as_an_activation():
    units = spain("M", "marshal", "0313"), spain("A", "inf", "0810"), austria("D", "inf", "0809")
    m = begin(*units, step="marshal")
    m.answer("spain", move("M", "0314"))
    assert m.ask.what == "assault"
    assert m.view(None)["active"]["activated"] == []


@pytest.mark.rule("camposanto:8.2-f")
def test_a_marshal_flees_unharmed_before_enemy_fronts():
    line = [austria(f"E{hex}", "inf", hex, wing="left", facing="N") for hex in ("0712", "0812", "0912")]
    m = hunted(*line)
    way = next(option for option in m.options("spain") if "0911" in option["path"])
    m.answer("spain", way)
    assert at(m, "M") == way["path"][-1]
