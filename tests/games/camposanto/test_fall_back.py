"""Chapter 6.4: falling back before an enemy's move."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import at, austria, axial, begin, events, find, refused, spain


def move(id, *path):
    return {"do": "move", "unit": id, "path": list(path)}


def face(id, facing):
    return {"do": "face", "unit": id, "facing": facing}


def back(id, *path):
    return {"do": "fall_back", "unit": id, "path": list(path)}


def approached(*units, by="inf", **more):
    """A Spanish unit U comes from 0810 to 0809, onto the Front of whatever Austrian faces south in 0808 or 0708."""
    m = begin(spain("U", by, "0810"), *units, **more)
    m.answer("spain", move("U", "0809"))
    return m


def falls(m):
    """The places that the listed fall backs lead to."""
    return {option["path"][-1] for option in m.options("austria") if option["do"] == "fall_back"}


# -- who and when ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.4-a")
@pytest.mark.parametrize("kind", ["cav", "light"])
def test_horse_and_light_foot_may_fall_back_before_infantry(kind):
    m = approached(austria("C", kind, "0808"))
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("react", ("austria",), ["C"])
    m.answer("austria", back("C", "0807"))
    assert at(m, "C") == "0807"


@pytest.mark.rule("camposanto:6.4-a")
def test_infantry_and_guns_have_no_such_choice():
    for kind in ("inf", "art"):
        assert approached(austria("C", kind, "0808")).ask.what == "face"
    m = approached(austria("C", "cav", "0808"), austria("D", "inf", "0708"))
    assert m.ask.data["units"] == ["C"]
    assert refused(m, "austria", back("D", "0707")) == "6.4-a"
    assert refused(m, "austria", back("U", "0810")) == "6.4-a"
    assert refused(m, "austria", back("nobody", "0807")) == "6.4-a"


@pytest.mark.rule("camposanto:6.4-a")
def test_light_infantry_on_a_regiment_falls_back_alone():
    m = approached(austria("D", "inf", "0808"), austria("L", "light", "0808"))
    m.answer("austria", back("L", "0807"))
    m.answer("austria", face("L", "SE"))
    assert (at(m, "L"), at(m, "D")) == ("0807", "0808")
    assert (find(m, "L")["facing"], find(m, "D")["facing"]) == ("SE", "S")


@pytest.mark.rule("camposanto:6.4-b")
@pytest.mark.parametrize(
    ("mover", "victim", "enters", "offered"),
    [
        ("inf", "cav", (4, 8), False),
        ("cav", "cav", (5, 7), False),
        ("light", "cav", (5, 7), False),
        ("inf", "inf", (5, 7), False),
        ("inf", "cav", (5, 7), True),
        ("inf", "cav", (6, 7), True),
    ],
)
def test_only_line_infantry_on_a_front_hex_sets_it_off_but_everybody_has_to_stop(mover, victim, enters, offered):
    q, r = enters
    start, beyond = (
        (axial(q - 1, r), axial(q - 1, r + 1)) if enters == (4, 8) else (axial(q, r - 1), axial(q + 1, r - 1))
    )
    m = begin(
        spain("U", mover, start, wing="left"),
        austria("C", victim, axial(5, 8), wing="left"),
        active="spain.left",
    )
    assert refused(m, "spain", move("U", axial(q, r), beyond)) == "6.1-e"
    m.answer("spain", move("U", axial(q, r)))
    assert m.ask.what == ("react" if offered else "face")


@pytest.mark.rule("camposanto:6.4-b")
def test_turning_towards_horse_sets_nothing_off():
    m = begin(spain("U", "inf", "0809"), austria("C", "cav", "0808"))
    m.answer("spain", move("U"))
    assert m.ask.what == "face"


@pytest.mark.rule("camposanto:6.4-b")
def test_leaving_a_front_hex_sets_nothing_off_entering_the_next_does():
    m = begin(spain("U", "inf", "0809"), austria("C", "cav", "0808"), state="impetuous")
    m.answer("spain", move("U", "0810"))
    assert m.ask.what == "face"
    m = begin(spain("U", "inf", "0809"), austria("C", "cav", "0808"), state="impetuous")
    m.answer("spain", move("U", "0909"))
    assert m.ask.what == "react"


@pytest.mark.rule("camposanto:6.4-b")
def test_spanish_horse_falls_back_before_austrian_infantry_too():
    m = begin(austria("U", "inf", "0807"), spain("C", "cav", "0809"), active="austria.centre")
    m.answer("austria", move("U", "0808"))
    assert (m.ask.what, m.ask.who) == ("react", ("spain",))
    assert {option["path"][-1] for option in m.options("spain")[1:]} == {"0710", "0810", "0711", "0811", "0911"}


@pytest.mark.rule("camposanto:6.4-b")
def test_infantry_that_advances_after_an_assault_sets_it_off():
    m = begin(
        spain("A", "inf", "0809"),
        austria("D", "light", "0808"),
        austria("C", "cav", "0807", facing="SE"),
        step="assault",
        dice=[6, 6],
    )
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("spain", {"do": "done", "from": "left"})
    m.answer("spain", {"do": "advance", "unit": "A", "hex": "0808"})
    assert (m.ask.what, m.ask.data["units"]) == ("react", ["C"])
    m.answer("austria", back("C", "0706"))
    m.answer("austria", face("C", "S"))
    assert (m.ask.what, m.ask.data["unit"], at(m, "C")) == ("face", "A", "0706")


@pytest.mark.rule("camposanto:6.4-c")
def test_the_owner_decides_before_anything_else_happens():
    m = approached(austria("C", "cav", "0808"))
    assert (m.ask.what, m.ask.who) == ("react", ("austria",))
    assert m.options("spain") == []
    assert {"do": "stay"} in m.options("austria")
    assert refused(m, "austria", {"do": "done"}) == "6.4-c"
    assert refused(m, "austria", {"do": "fall_back", "paths": {"C": ["0807"]}}) == "6.4-c"
    assert refused(m, "austria", {"do": "fall_back", "unit": "C"}) == "6.4-c"
    m.answer("austria", {"do": "stay"})
    assert (m.ask.what, m.ask.who, at(m, "C")) == ("face", ("spain",), "0808")


# -- what becomes of the mover -----------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.4-d")
@pytest.mark.parametrize("state", ["aggressive", "impetuous"])
def test_infantry_halted_by_a_fall_back_loses_its_points_though_a_marshal_flees_too(state):
    m = approached(austria("C", "cav", "0808"), austria("M", "marshal", "0909"), state=state)
    m.answer("austria", back("C", "0807", "0706"))
    m.answer("austria", face("C", "S"))
    while m.ask.what == "flee":
        m.answer("austria", m.options("austria")[0])
    assert at(m, "M") not in (None, "0909")
    assert (m.ask.what, m.ask.who, at(m, "U")) == ("face", ("spain",), "0809")


@pytest.mark.rule("camposanto:6.4-d")
def test_where_the_horse_stays_its_zone_holds_the_infantry():
    m = approached(austria("C", "cav", "0808"), austria("M", "marshal", "0909"))
    m.answer("austria", {"do": "stay"})
    while m.ask.what == "flee":
        m.answer("austria", m.options("austria")[0])
    assert (m.ask.what, m.ask.who) == ("face", ("spain",))


@pytest.mark.rule("camposanto:6.4-e")
@pytest.mark.parametrize("facing", ["N", "S", "NE"])
def test_the_halted_infantry_still_chooses_its_facing(facing):
    m = approached(austria("C", "cav", "0808"), austria("M", "marshal", "0909"))
    m.answer("austria", back("C", "0807"))
    m.answer("austria", face("C", "S"))
    while m.ask.what == "flee":
        m.answer("austria", m.options("austria")[0])
    m.answer("spain", face("U", facing))
    assert (find(m, "U")["facing"], at(m, "U")) == (facing, "0809")


def test_the_facing_of_the_mover_is_asked_after_the_reaction():
    m = approached(austria("C", "cav", "0808"))
    asked = [(m.ask.what, m.ask.who)]
    for seat, answer in [("austria", back("C", "0907")), ("austria", face("C", "S")), ("spain", face("U", "NW"))]:
        m.answer(seat, answer)
        asked.append((m.ask.what, m.ask.who))
    assert asked[:3] == [("react", ("austria",)), ("face", ("austria",)), ("face", ("spain",))]
    assert [event["unit"] for event in events(m, "faced")] == ["C", "U"]


# -- several at once ---------------------------------------------------------------------------------------------------


def two_approached():
    return approached(austria("C", "cav", "0808"), austria("D", "cav", "0708"))


@pytest.mark.rule("camposanto:6.4-c")
def test_after_one_has_fallen_back_the_other_is_asked():
    m = two_approached()
    assert sorted(m.ask.data["units"]) == ["C", "D"]
    m.answer("austria", back("C", "0907"))
    m.answer("austria", face("C", "S"))
    assert (m.ask.what, m.ask.data["units"]) == ("react", ["D"])
    assert refused(m, "austria", back("C", "0906")) == "6.4-a"
    m.answer("austria", back("D", "0707"))
    m.answer("austria", face("D", "S"))
    assert (m.ask.what, m.ask.who) == ("face", ("spain",))


@pytest.mark.rule("camposanto:6.4-c")
def test_one_answer_keeps_all_who_have_not_fallen_back():
    m = two_approached()
    m.answer("austria", {"do": "stay"})
    assert (m.ask.what, m.ask.who) == ("face", ("spain",))
    m = two_approached()
    m.answer("austria", back("D", "0707"))
    m.answer("austria", face("D", "S"))
    m.answer("austria", {"do": "stay"})
    assert (m.ask.who, at(m, "C"), at(m, "D")) == (("spain",), "0808", "0707")


# -- how far -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.4-f")
@pytest.mark.parametrize("kind", ["cav", "light"])
@pytest.mark.parametrize("turn", ["day", "evening"])
def test_a_fall_back_is_one_or_two_hexes_also_in_the_evening(kind, turn):
    m = approached(austria("C", kind, "0808"), turn=turn)
    assert falls(m) == {"0807", "0907", "0706", "0806", "0906"}
    assert refused(m, "austria", back("C")) == "6.4-f"
    assert refused(m, "austria", back("C", "0807", "0806", "0805")) == "6.4-f"
    assert refused(m, "austria", back("C", "0807", "0806")) is None
    assert refused(m, "austria", back("C", "0907", "0806")) is None


@pytest.mark.rule("camposanto:6.4-f")
def test_after_falling_back_the_unit_may_turn():
    m = approached(austria("C", "cav", "0808"))
    m.answer("austria", back("C", "0807", "0806"))
    assert events(m, "fell_back")[0]["path"] == ["0807", "0806"]
    assert (m.ask.what, m.ask.who) == ("face", ("austria",))
    m.answer("austria", face("C", "NW"))
    assert (at(m, "C"), find(m, "C")["facing"], find(m, "C")["steps"]) == ("0806", "NW", 4)


@pytest.mark.rule("camposanto:6.4-f")
def test_at_the_map_edge_a_fall_back_stops_without_a_hit():
    m = begin(spain("U", "inf", "0804"), austria("C", "cav", "0802"))
    m.answer("spain", move("U", "0803"))
    assert falls(m) == {"0801", "0901"}
    assert refused(m, "austria", back("C", "0801", "0701")) == "6.5-a"
    m.answer("austria", back("C", "0801"))
    assert find(m, "C")["steps"] == 4


@pytest.mark.rule("camposanto:6.4-f")
def test_who_already_stands_on_the_edge_cannot_fall_back():
    m = begin(spain("U", "inf", "0803"), austria("C", "cav", "0801"))
    m.answer("spain", move("U", "0802"))
    assert (m.ask.what, m.ask.who) == ("face", ("spain",))
    m = begin(spain("U", "inf", "0804"), austria("C", "cav", "0802"))
    m.answer("spain", move("U", "0803"))
    assert m.ask.what == "react"


@pytest.mark.rule("camposanto:6.4-f")
def test_where_no_hex_can_be_entered_falling_back_is_not_offered():
    ring = ["0807", "0907", "0708", "0908"]
    walls = [spain(f"W{n}", "inf", hex, wing="left") for n, hex in enumerate(ring)]
    assert approached(austria("C", "cav", "0808"), *walls).ask.what == "face"
    assert approached(austria("C", "cav", "0808"), *walls[:3]).ask.what == "react"


# -- friends on the way ------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:6.4-g")
@pytest.mark.rule("camposanto:aid.retreat-a")
@pytest.mark.parametrize("kind", ["inf", "cav", "light", "art", "marshal"])
def test_a_fall_back_slides_over_friends_to_the_first_empty_hex(kind):
    friends = [austria(f"F{n}", kind, hex, wing="left") for n, hex in enumerate(["0807", "0907"])]
    m = approached(austria("C", "cav", "0808"), *friends)
    assert falls(m) == {"0706", "0806", "0906"}
    assert refused(m, "austria", back("C", "0807")) == "6.4-g"
    assert refused(m, "austria", back("C", "0807", "0706", "0705")) == "6.4-f"


@pytest.mark.rule("camposanto:6.4-g")
def test_a_fall_back_of_two_hexes_slides_too():
    friends = [austria(f"F{n}", "inf", hex, wing="left") for n, hex in enumerate(["0706", "0806", "0906", "0805"])]
    m = approached(austria("C", "cav", "0808"), *friends)
    assert falls(m) == {"0807", "0907", "0705", "0905", "1005", "0704", "0804"}
    assert refused(m, "austria", back("C", "0807", "0806")) == "6.4-g"
    assert refused(m, "austria", back("C", "0807", "0806", "0805")) == "6.4-g"
    assert refused(m, "austria", back("C", "0807", "0806", "0805", "0804")) is None
    assert refused(m, "austria", back("C", "0807", "0706", "0705")) is None
    assert refused(m, "austria", back("C", "0807", "0706", "0705", "0704")) == "6.4-f"


@pytest.mark.rule("camposanto:6.4-g")
def test_light_foot_does_not_stop_on_a_regiment_it_could_stack_with():
    m = approached(austria("L", "light", "0808"), austria("F", "inf", "0807", wing="left"))
    assert "0807" not in falls(m)
    assert refused(m, "austria", back("L", "0807")) == "6.4-g"


@pytest.mark.rule("camposanto:6.4-g")
def test_without_an_empty_hex_to_reach_it_cannot_be_chosen():
    friends = [austria(f"F{n}", "inf", hex, wing="left") for n, hex in enumerate(["0801", "0901"])]
    m = begin(spain("U", "inf", "0804"), austria("C", "cav", "0802"), *friends)
    m.answer("spain", move("U", "0803"))
    assert m.ask.what == "face"
    m = begin(spain("U", "inf", "0804"), austria("C", "cav", "0802"), friends[0])
    m.answer("spain", move("U", "0803"))
    assert falls(m) == {"0901"}


# -- enemy Fronts on the way -------------------------------------------------------------------------------------------


def between_enemies(*friends, west="N", east="S", kind="cav", **more):
    """Spanish in 0708 and 0907 leave the Austrian horse in 0808 only 0807 to fall back to, and 0706 after it."""
    return approached(
        austria("C", kind, "0808"),
        austria("Z", "inf", "0101"),
        spain("W", "inf", "0708", wing="left", facing=west),
        spain("E", "inf", "0907", wing="left", facing=east),
        *friends,
        **more,
    )


@pytest.mark.rule("camposanto:6.4-h")
@pytest.mark.parametrize(("west", "east", "hits"), [("N", "S", 1), ("N", "NW", 1), ("S", "S", 0), ("S", "SW", 1)])
def test_each_enemy_front_hex_entered_costs_one_hit_however_many_face_it(west, east, hits):
    m = between_enemies(west=west, east=east)
    m.answer("austria", back("C", "0807"))
    assert find(m, "C")["steps"] == 4 - hits
    assert [event["unit"] for event in events(m, "hit")] == ["C"] * hits
    assert m.view(None)["inflicted"]["spain"] == hits


@pytest.mark.rule("camposanto:6.4-h")
def test_the_hex_left_does_not_count():
    m = between_enemies(west="NE")
    m.answer("austria", back("C", "0807"))
    assert find(m, "C")["steps"] == 3
    m = between_enemies(west="SE")
    m.answer("austria", back("C", "0807"))
    assert find(m, "C")["steps"] == 4


@pytest.mark.rule("camposanto:6.4-h")
def test_two_front_hexes_on_the_way_cost_two_and_the_last_one_counts():
    beyond = spain("V", "inf", "0606", wing="left", facing="NE")
    m = between_enemies(beyond)
    m.answer("austria", back("C", "0807", "0706"))
    assert find(m, "C")["steps"] == 2
    m = between_enemies(beyond)
    m.answer("austria", back("C", "0807", "0806"))
    assert find(m, "C")["steps"] == 3


@pytest.mark.rule("camposanto:6.4-h")
@pytest.mark.parametrize("kind", ["inf", "cav", "art", "light"])
@pytest.mark.parametrize(("facing", "hits"), [("N", 1), ("S", 0)])
def test_the_third_hex_of_a_slide_costs_a_hit_before_the_front_of_any_arm(kind, facing, hits):
    friends = [austria("F1", "inf", "0807", wing="left"), austria("F2", "inf", "0706", wing="left")]
    walls = [spain("X", "inf", "0806", wing="left", facing="N"), spain("Y", kind, "0606", wing="left", facing=facing)]
    m = between_enemies(*friends, *walls, west="S")
    assert "0705" in falls(m)
    m.answer("austria", back("C", "0807", "0706", "0705"))
    assert find(m, "C")["steps"] == 4 - hits


@pytest.mark.rule("camposanto:6.4-h")
@pytest.mark.parametrize(("facing", "hits"), [("SE", 1), ("N", 0)])
def test_the_mover_counts_with_the_facing_it_had_before(facing, hits):
    m = begin(spain("U", "inf", "0806", facing=facing), austria("C", "cav", "0808", facing="N"))
    m.answer("spain", move("U", "0807"))
    assert falls(m) >= {"0907"}
    m.answer("austria", back("C", "0907"))
    assert find(m, "C")["steps"] == 4 - hits


@pytest.mark.rule("camposanto:6.4-h")
def test_light_foot_is_lost_on_the_way_and_the_mover_is_halted():
    m = between_enemies(austria("M", "marshal", "0909"), kind="light")
    m.answer("austria", back("C", "0807", "0706"))
    while m.ask.what == "flee":
        m.answer("austria", m.options("austria")[0])
    assert at(m, "C") is None
    assert (m.ask.what, m.ask.who) == ("face", ("spain",))


@pytest.mark.rule("camposanto:6.4-h")
def test_ways_of_different_price_to_one_place_are_both_listed():
    m = approached(
        austria("C", "cav", "0808"),
        spain("W", "inf", "0707", wing="left", facing="NE"),
        spain("E", "inf", "1007", wing="left", facing="N"),
    )
    listed = [option["path"] for option in m.options("austria")[1:]]
    assert ["0807", "0806"] in listed
    assert ["0907", "0806"] in listed


@pytest.mark.rule("camposanto:6.4-i")
@pytest.mark.parametrize(("kind", "hits"), [("inf", 0), ("cav", 0), ("art", 0), ("light", 0), ("marshal", 1)])
def test_a_combat_unit_in_the_hex_cancels_the_enemy_front_and_a_marshal_does_not(kind, hits):
    m = between_enemies(austria("F", kind, "0807", wing="left"))
    assert falls(m) == {"0706"}
    m.answer("austria", back("C", "0807", "0706"))
    assert find(m, "C")["steps"] == 4 - hits


@pytest.mark.rule("camposanto:8.2-a", "camposanto:6.4-h")
def test_before_a_marshal_a_fall_back_costs_nothing():
    m = approached(austria("C", "cav", "0808"), spain("M", "marshal", "0708", wing="left"))
    m.answer("austria", back("C", "0807"))
    assert find(m, "C")["steps"] == 4


@pytest.mark.rule("camposanto:8.2-f")
def test_a_marshal_flees_from_the_hex_that_a_unit_falls_back_into():
    m = approached(austria("C", "cav", "0808"), spain("M", "marshal", "0807", wing="left"))
    m.answer("austria", back("C", "0807"))
    assert at(m, "C") == "0807"
    assert [e["unit"] for e in events(m, "fled")] == ["M"]
    assert at(m, "M") != "0807"


@pytest.mark.rule("camposanto:6.4-c")
def test_who_reacts_names_one_unit_and_one_path():
    m = approached(austria("C", "cav", "0808"))
    assert refused(m, "austria", {"do": "fall_back", "path": ["0807"]}) == "6.4-c"
    assert refused(m, "austria", {"do": "fall_back", "unit": "C"}) == "6.4-c"
    assert refused(m, "austria", back("C", "0807") | {"paths": {"C": ["0807"]}}) == "6.4-c"
