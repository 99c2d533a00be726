"""Chapter 6.5: the line of retreat, with the pontoon (6.3-b) and the option `retreat`."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import at, austria, begin, find, refused, spain


def move(id, *path):
    return {"do": "move", "unit": id, "path": list(path)}


def back(id, *path):
    return {"do": "fall_back", "unit": id, "path": list(path)}


def paths(m):
    """The paths of the listed fall backs."""
    return {tuple(option["path"]) for option in m.options(m.ask.who[0]) if option["do"] == "fall_back"}


def firsts(m):
    return {path[0] for path in paths(m)}


def approached(*units, **more):
    """A Spanish infantry unit comes from 0810 to 0809, on the Front of Austrian horse in 0808."""
    m = begin(spain("U", "inf", "0810"), austria("C", "cav", "0808"), *units, **more)
    m.answer("spain", move("U", "0809"))
    return m


def pressed(horse, start, to, *units, facing="N"):
    """On the map of the battle: Austrian infantry comes onto the Front of Spanish horse."""
    m = begin(
        austria("U", "inf", start),
        spain("C", "cav", horse, facing=facing),
        *units,
        active="austria.centre",
        board="camposanto",
    )
    m.answer("austria", move("U", to))
    return m


def walls(*hexes):
    return [spain(f"W{hex}", "inf", hex, wing="left", facing="S") for hex in hexes]


# -- backwards ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.5-a")
@pytest.mark.parametrize("hex", ["0708", "0908", "0909", "0808", "0606"])
def test_a_retreat_goes_towards_the_own_edge_and_not_aside_or_forward(hex):
    m = approached()
    assert refused(m, "austria", back("C", hex)) == "6.5-a"
    assert hex not in firsts(m)
    assert firsts(m) == {"0807", "0907"}


@pytest.mark.rule("camposanto:6.5-a")
def test_both_armies_go_back_to_their_own_side():
    m = begin(austria("U", "inf", "0808"), spain("C", "cav", "0810"), active="austria.centre")
    m.answer("austria", move("U", "0809"))
    assert firsts(m) == {"0811", "0911"}
    assert refused(m, "spain", back("C", "0909")) == "6.5-a"


@pytest.mark.rule("camposanto:6.5-a")
def test_a_retreat_goes_aside_only_where_enemies_bar_all_that_lies_behind():
    m = approached(*walls("0807"))
    assert firsts(m) == {"0907"}
    assert refused(m, "austria", back("C", "0807")) == "6.5-a"
    m = approached(*walls("0807", "0907"))
    assert firsts(m) == {"0708", "0908"}
    assert refused(m, "austria", back("C", "0909")) == "6.5-a"
    m = approached(*walls("0807", "0907", "0708"))
    assert firsts(m) == {"0908"}


@pytest.mark.rule("camposanto:6.5-a")
def test_a_retreat_never_goes_towards_the_enemy_edge():
    m = approached(*walls("0807", "0907", "0708", "0908"))
    assert (m.ask.what, m.ask.who) == ("face", ("spain",))


@pytest.mark.rule("camposanto:6.5-a")
def test_friends_do_not_bar_the_way_back():
    friends = [austria(f"F{hex}", "inf", hex, wing="left") for hex in ("0807", "0907")]
    m = approached(*friends)
    assert firsts(m) == {"0807", "0907"}
    assert refused(m, "austria", back("C", "0708")) == "6.5-a"


@pytest.mark.rule("camposanto:6.5-a")
def test_a_retreat_aside_does_not_come_back_to_where_it_began():
    m = approached(*walls("0807", "0907", "0708", "1007"))
    assert paths(m) == {("0908",), ("0908", "1008")}
    assert refused(m, "austria", back("C", "0908", "0808")) is not None


@pytest.mark.rule("camposanto:6.5-a")
def test_the_side_of_the_map_does_not_turn_a_retreat_aside():
    m = begin(spain("U", "inf", "0111"), austria("C", "cav", "0109", facing="S"))
    m.answer("spain", move("U", "0110"))
    assert paths(m) == {("0108",), ("0108", "0107"), ("0108", "0207")}


@pytest.mark.rule("camposanto:6.5-a")
def test_the_way_round_the_pond_is_measured_over_ground_that_can_be_entered():
    m = pressed("1913", "1811", "1812")
    assert {path[0] for path in paths(m)} <= {"1814", "2013", "1813"}
    assert all("1914" not in path for path in paths(m))
    assert refused(m, "spain", back("C", "1914")) == "6.5-a"


# -- away from the enemy -----------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.5-c")
def test_of_two_hexes_the_one_farther_from_the_nearest_enemy_is_taken():
    m = approached(spain("E", "inf", "0706", wing="left"))
    assert firsts(m) == {"0907"}
    assert refused(m, "austria", back("C", "0807")) == "6.5-c"


@pytest.mark.rule("camposanto:6.5-c")
def test_between_equals_the_owner_chooses():
    m = approached()
    assert {path[-1] for path in paths(m)} == {"0807", "0907", "0706", "0806", "0906"}
    assert len(paths(m)) == 5
    assert refused(m, "austria", back("C", "0807", "0806")) is None
    assert refused(m, "austria", back("C", "0907", "0806")) is None


@pytest.mark.rule("camposanto:6.5-c")
@pytest.mark.parametrize(("kind", "expected"), [("cav", {"0907"}), ("light", {"0907"}), ("marshal", {"0807", "0907"})])
def test_enemy_marshals_frighten_nobody(kind, expected):
    m = approached(spain("E", kind, "0706", wing="left"))
    assert firsts(m) == expected


@pytest.mark.rule("camposanto:6.5-c")
def test_each_step_is_weighed_anew():
    m = approached(spain("E", "inf", "0604", wing="left"))
    assert ("0807", "0706") not in paths(m)
    assert refused(m, "austria", back("C", "0807", "0706")) == "6.5-c"


@pytest.mark.rule("camposanto:6.5-c")
def test_a_hex_on_an_enemy_front_is_no_worse_than_another_beside_an_enemy():
    guards = spain("W", "inf", "0707", wing="left", facing="NE"), spain("E", "inf", "1007", wing="left")
    assert firsts(approached(*guards)) == {"0807", "0907"}


def test_by_option_a_retreat_avoids_enemy_fronts_first():
    guards = spain("W", "inf", "0707", wing="left", facing="NE"), spain("E", "inf", "1007", wing="left")
    m = approached(*guards, options={"retreat": "fewest_fronts"})
    assert firsts(m) == {"0907"}
    assert refused(m, "austria", back("C", "0807")) == "6.5-c"


def test_by_option_a_front_cancelled_by_a_friend_is_not_avoided():
    guards = spain("W", "inf", "0707", wing="left", facing="NE"), spain("E", "inf", "1007", wing="left")
    option = {"retreat": "fewest_fronts"}
    assert refused(approached(*guards, options=option), "austria", back("C", "0807", "0806")) == "6.5-c"
    m = approached(*guards, austria("F", "inf", "0807", wing="left"), options=option)
    assert refused(m, "austria", back("C", "0807", "0806")) is None


def test_by_option_distance_still_decides_between_safe_hexes():
    m = approached(spain("E", "inf", "0706", wing="left"), options={"retreat": "fewest_fronts"})
    assert firsts(m) == {"0907"}


# -- bank and pontoon --------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.5-b")
@pytest.mark.rule("camposanto:6.3-b")
def test_spanish_horse_falls_back_to_the_bank_or_over_it_onto_the_pontoon():
    m = pressed("1217", "1215", "1216")
    assert {path[-1] for path in paths(m)} == {"1118", "1218", "1219"}
    assert refused(m, "spain", back("C", "1218", "1219")) is None
    assert refused(m, "spain", back("C", "1118", "1219")) is None
    m.answer("spain", back("C", "1118", "1219"))
    assert (at(m, "C"), find(m, "C")["steps"]) == ("1219", 4)


@pytest.mark.rule("camposanto:6.3-b")
def test_the_pontoon_is_the_last_hex_of_a_retreat():
    m = pressed("1218", "1216", "1217")
    assert paths(m) == {("1219",)}
    assert refused(m, "spain", back("C", "1219", "1118")) == "6.5-a"
    assert refused(m, "spain", back("C", "1219", "1220")) == "6.5-a"
    m = pressed("1219", "1217", "1218")
    assert (m.ask.what, m.ask.who) == ("face", ("austria",))


@pytest.mark.rule("camposanto:6.3-b")
@pytest.mark.rule("camposanto:7.3-h")
def test_a_flight_ends_on_the_pontoon_with_a_hit():
    m = begin(
        austria("A", "inf", "1116"),
        spain("D", "inf", "1117"),
        active="austria.centre",
        board="camposanto",
        step="assault",
        dice=[6, 6],
    )
    m.answer("austria", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("austria", {"do": "done", "from": "left"})
    ends = {option["path"][-1] for option in m.options("spain")}
    assert "1219" in ends
    m.answer("spain", next(option for option in m.options("spain") if option["path"][-1] == "1219"))
    assert (at(m, "D"), find(m, "D")["steps"]) == ("1219", 2)


@pytest.mark.rule("camposanto:6.5-b")
def test_the_goal_is_not_changed_on_the_way():
    m = pressed("0813", "0811", "0812")
    assert refused(m, "spain", back("C", "0714")) is None
    assert refused(m, "spain", back("C", "0814")) is None
    assert refused(m, "spain", back("C", "0714", "0715")) is None
    assert refused(m, "spain", back("C", "0714", "0815")) == "6.5-a"
    assert all(path != ("0714", "0815") for path in paths(m))


@pytest.mark.rule("camposanto:6.5-b")
def test_on_the_bank_there_is_no_way_but_along_it_to_the_pontoon():
    m = pressed("1418", "1416", "1417", facing="NW")
    assert paths(m) == {("1318",), ("1318", "1218")}


@pytest.mark.rule("camposanto:6.5-b")
def test_the_pontoon_is_nothing_to_the_austrians():
    m = begin(spain("U", "inf", "1118"), austria("C", "cav", "1216", facing="S"), board="camposanto")
    m.answer("spain", move("U", "1217"))
    assert m.ask.what == "react"
    assert {path[0] for path in paths(m)} == {"1215", "1315"}
    assert refused(m, "austria", back("C", "1217", "1218")) == "6.5-a"


@pytest.mark.rule("camposanto:6.3-b")
def test_on_a_bare_board_a_river_and_its_bridge_are_the_end_too():
    river = [f"{col:02}15" for col in range(1, 16) if col != 8]
    m = begin(
        austria("U", "inf", "0811"),
        spain("C", "cav", "0813"),
        active="austria.centre",
        board={"river": river, "bridge": "0815"},
    )
    m.answer("austria", move("U", "0812"))
    assert {path[-1] for path in paths(m)} == {"0714", "0814", "0815"}


# -- paths that are no retreat -----------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.5-a")
def test_aside_is_not_to_and_fro():
    m = approached(*walls("0807", "0907", "1007"))
    assert paths(m) == {("0708",), ("0708", "0707"), ("0908",), ("0908", "1008")}


@pytest.mark.rule("camposanto:6.4-g", "camposanto:6.5-a")
def test_a_slide_over_friends_aside_goes_on_the_same_way():
    friends = [austria(f"F{hex}", "inf", hex, wing="left") for hex in ("0908", "1008")]
    m = approached(*walls("0807", "0907", "0708", "1007", "1107"), *friends)
    assert paths(m) == {("0908", "1008", "1108")}


@pytest.mark.rule("camposanto:6.5-a")
@pytest.mark.parametrize(
    ("path", "reason"),
    [(["0606"], "not_adjacent"), (["9999"], "not_adjacent"), (["0909"], "not_backwards"), (["0708"], "not_backwards")],
)
def test_the_refusal_says_what_is_wrong_with_a_path(path, reason):
    assert approached().refuse("austria", back("C", *path)).reason == reason


@pytest.mark.rule("camposanto:6.5-b")
def test_the_refusal_names_the_hex_where_a_path_leaves_the_goal_it_came_nearer_to():
    m = pressed("0813", "0811", "0812")
    assert refused(m, "spain", back("C", "0714")) is None
    refusal = m.refuse("spain", back("C", "0714", "0614"))
    assert (refusal.rule, refusal.data) == ("6.5-a", {"hex": "0614"})


@pytest.mark.rule("camposanto:6.5-b")
def test_a_side_in_an_assault_falls_back_along_the_bank_where_only_the_pontoon_is_left():
    units = austria("A", "inf", "1417"), spain("D", "inf", "1418")
    m = begin(*units, active="austria.centre", board="camposanto", step="assault", dice=[1, 1])
    m.answer("austria", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("austria", {"do": "done"})
    assert {"do": "fall_back", "paths": {"D": ["1318"]}} in m.options("spain")
