"""Chapters 6 and 7: markers, duties, movement, Squares, marching and guns."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, where

ACTIVE = {"formation": "italy"}
ROAD = {"roads": [{"class": "major", "path": ["3010", "3011", "3012", "3013", "3014", "3015"]}]}


def act(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """The Italians act."""
    return play(*units, dice=dice or [], active={**ACTIVE, **more.pop("active", {})}, **more)


def move(*path: str, units: tuple[str, ...] = ("A",), **more: Any) -> Plain:
    """A move along a path."""
    return {"do": "move", "units": list(units), "path": list(path), **more}


def marker(hex: str, target: str, kind: str = "assault") -> Plain:
    """A marker that aims at a hex."""
    return {"type": kind, "hex": hex, "target": target}


@pytest.mark.rule("custoza:7.2-c", "custoza:7.5-b", "custoza:7.2-d")
def test_where_a_move_may_not_go() -> None:
    m = act(italy("A", "3010", ma=2), austria("D", "3012"))
    assert refused(m, "italy", move("3011")) == "7.5-b"
    assert refused(m, "italy", move("3009", "3008", "3007")) == "7.2-d"
    assert refused(m, "italy", move("3011", "3012")) == "7.5-b"
    beside = act(italy("A", "3011", ma=2), austria("D", "3012"))
    assert refused(beside, "italy", move("3012")) == "7.2-c"


@pytest.mark.rule("custoza:2.6-b", "custoza:2.6-c")
def test_woods_and_hexes_beside_marching_enemies_are_free() -> None:
    m = act(italy("A", "3010"), austria("D", "3012"), board={"terrain": {"3011": "woods"}}, dice=[1, 1])
    m.answer("italy", move("3011"))
    assert events(m, "moved")[0].data["to"] == "3011"
    assert m.ask.what == "face"
    free = act(italy("A", "3010"), austria("D", "3012", march=True))
    free.answer("italy", move("3011"))
    assert free.ask.what == "face"


@pytest.mark.rule("custoza:7.2-a", "custoza:7.4-a")
def test_a_force_has_the_lowest_allowance_and_always_one_hex() -> None:
    units = italy("A", "3010", ma=1, sv=2), italy("B", "3010", ma=5, sv=2)
    m = act(*units, board={"terrain": {"3011": "heavy_cultivation"}})
    assert refused(m, "italy", move("3009", "3008", units=("A", "B"))) == "7.2-d"
    m.answer("italy", move("3011", units=("A", "B")))
    assert events(m, "moved")[0].data["to"] == "3011"


@pytest.mark.rule("custoza:7.3-a", "custoza:13.4-a")
def test_woods_try_line_infantry_which_may_stop_and_go_back() -> None:
    board = {"terrain": {"3011": "woods"}}
    m = act(italy("A", "3010", facing="S"), board=board, dice=[6, 3])
    m.answer("italy", move("3011", "3012"))
    assert (m.ask.what, m.ask.rule, m.ask.data["why"]) == ("go_on", "13.4-a", "check")
    m.answer("italy", {"do": "stop"})
    assert m.ask.what == "retreat"
    m.answer("italy", {"do": "retreat", "units": ["A"], "path": ["3010"]})
    s = m.standing()[1]
    assert (s.board.grid.numbers[s.units["A"].hex], s.units["A"].status) == ("3010", 1)


@pytest.mark.rule("custoza:7.6-c", "custoza:2.9-b")
def test_who_joins_friends_takes_their_facing_and_five_points_are_the_limit() -> None:
    m = act(italy("A", "3010", sv=2), italy("B", "3011", facing="SE"), italy("C", "3009", sv=4))
    assert refused(m, "italy", move("3009")) == "2.9-b"
    m.answer("italy", move("3011"))
    assert m.standing()[1].units["A"].facing == m.standing()[1].units["B"].facing == 2


@pytest.mark.rule("custoza:7.7-a", "custoza:7.7-c")
def test_squares() -> None:
    m = act(italy("A", "3010"), italy("g", "3010", "artillery"), italy("X", "3020", status="disorganised"))
    assert refused(m, "italy", {"do": "square", "units": ["X"]}) == "7.7-c"
    assert refused(m, "italy", {"do": "square", "units": ["g"]}) == "7.7-a"
    m.answer("italy", {"do": "square", "units": ["A"]})
    s = m.standing()[1]
    assert s.units["A"].square
    assert s.units["g"].square
    assert refused(m, "italy", move("3011")) == "6-a"


@pytest.mark.rule("custoza:7.8-a", "custoza:7.8.1-b")
def test_marching_uses_the_road_if_there_is_room() -> None:
    m = act(italy("A", "3010", march=True, ma=2), board=ROAD)
    m.answer("italy", move("3011", "3012", "3013", "3014"))
    assert events(m, "moved")[0].data["to"] == "3014"
    crowded = act(italy("A", "3010", march=True, ma=1), italy("b", "3011", "light"), board=ROAD)
    crowded.answer("italy", move("3011"))
    assert events(crowded, "moved")[0].data["mp"] == "1", "the ground's cost, not the road's"


@pytest.mark.rule("custoza:7.8-c")
def test_units_march_singly() -> None:
    units = italy("A", "3010", march=True, sv=1), italy("B", "3010", march=True, sv=1)
    assert refused(act(*units), "italy", move("3011", units=("A", "B"))) == "7.8-c"


@pytest.mark.rule("custoza:7.8.2-c", "custoza:7.8.2-a")
def test_after_a_march_the_last_step_binds_the_facing() -> None:
    m = act(italy("A", "3010", march=True))
    m.answer("italy", move("3011"))
    assert {option["facing"] for option in m.options("italy")} == {"SE", "S", "SW"}
    assert refused(m, "italy", {"do": "face", "units": ["A"], "facing": "N"}) == "7.8.2-c"
    along = act(italy("A", "3010", march=True), italy("B", "5010"), board=ROAD)
    along.answer("italy", move("3011"))
    assert along.ask.what == "act"
    assert along.standing()[1].units["A"].facing == 3


@pytest.mark.rule("custoza:7.9-b", "custoza:7.9-c")
@pytest.mark.parametrize(
    ("kind", "ma", "path", "spent"),
    [
        ("artillery", 6, ["3009", "3008"], "6"),
        ("artillery", 6, ["3009", "3008", "3007"], None),
        ("horse_artillery", 8, ["3009", "3008", "3007", "3006", "3005", "3004"], "8"),
    ],
)
def test_limbering_and_unlimbering(kind: str, ma: int, path: list[str], spent: str | None) -> None:
    m = act(italy("g", "3010", kind, ma=ma), italy("B", "5010"))
    answer = move(*path, units=("g",), unlimber=True)
    if spent is None:
        assert refused(m, "italy", answer) == "7.2-d"
        return
    m.answer("italy", answer)
    s = m.standing()[1]
    assert s.active.acted["g"].mp == int(spent) * 6
    assert not s.units["g"].march


@pytest.mark.rule("custoza:7.10-a", "custoza:7.5-e")
def test_a_commander_rides_eight_points_and_shuns_enemy_zones() -> None:
    m = act(italy("A", "3010"), italy("com", "3020", "commander"), austria("D", "3024"))
    far = [f"30{row:02d}" for row in range(19, 10, -1)]
    assert refused(m, "italy", move(*far, units=("com",))) == "7.10-a"
    assert refused(m, "italy", move("3021", "3022", "3023", units=("com",))) == "7.5-e"
    m.answer("italy", move(*far[:8], units=("com",)))
    assert refused(m, "italy", move("3013", units=("com",))) == "7.10-c"


# -- 6 and 7.5 ---------------------------------------------------------------------------------------------------------


def declare(hex: str, target: str, kind: str = "assault") -> Plain:
    """A declaration."""
    return {"do": "declare", "type": kind, "hex": hex, "target": target}


@pytest.mark.rule("custoza:6.1-a", "custoza:6.3-a", "custoza:6.3-b")
def test_each_marker_needs_a_force_of_its_own() -> None:
    m = act(italy("A", "3009"), austria("D", "3011"), austria("F", "3018"), active={"step": "declare"})
    assert refused(m, "italy", declare("3009", "3011")) == "6.1-a"
    assert refused(m, "italy", declare("3010", "3110")) == "6.1-a"
    assert refused(m, "italy", declare("3017", "3018")) == "6.3-a"
    m.answer("italy", declare("3010", "3011"))
    assert m.ask.what == "act", "nobody is left for a second marker"


@pytest.mark.rule("custoza:6.2-b", "custoza:6.2-d", "custoza:6.2-e")
def test_number_and_kinds_of_markers() -> None:
    riders = [italy(f"K{n}", f"3{n}08", "cavalry", facing="S") for n in (0, 1)]
    many = [italy(f"A{n}", f"30{n:02d}", sv=1) for n in (5, 6, 7)]
    foes = austria("D", "3011"), austria("E", "3110")
    m = act(*riders, *many, *foes, active={"step": "declare"})
    m.answer("italy", declare("3010", "3011"))
    assert refused(m, "italy", declare("3010", "3110", "charge")) == "6.2-d"
    assert m.ask.data["left"] == 3
    four = [marker("3010", "3011"), marker("2910", "3011"), marker("3109", "3110"), marker("3210", "3110")]
    full = act(*riders, *many, *foes, active={"step": "declare", "markers": four})
    assert full.ask.what == "act"


@pytest.mark.rule("custoza:6.4-a")
def test_a_marker_that_can_be_served_is_served() -> None:
    m = act(italy("A", "3009"), austria("D", "3011"), active={"markers": [marker("3010", "3011")]})
    assert refused(m, "italy", {"do": "done"}) == "6.4-a"


@pytest.mark.rule("custoza:7.5-a")
def test_who_begins_in_an_enemy_zone_attacks_or_leaves() -> None:
    m = act(italy("A", "3010"), austria("D", "3011"))
    assert m.ask.data["must"] == ["A"]
    assert refused(m, "italy", {"do": "done"}) == "7.5-a"
    assert refused(m, "italy", {"do": "square", "units": ["A"]}) == "7.5-a"
    m.answer("italy", move("3009"))
    assert not events(m, "combat")


@pytest.mark.rule("custoza:7.5-d", "custoza:8.3-b")
def test_guns_in_an_enemy_zone_leave_unless_a_friend_attacks_from_there() -> None:
    guns = italy("g", "3010", "artillery", facing="S")
    m = act(guns, austria("D", "3011"))
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3011"}) == "7.5-a"
    with_friend = act(
        guns,
        italy("A", "3010", facing="S"),
        austria("D", "3011"),
        active={"markers": [marker("3010", "3011")]},
        dice=[1, 1],
    )
    with_friend.answer("italy", {"do": "fire", "units": ["g"], "hex": "3011"})
    assert events(with_friend, "roll")[0].data["why"] == "fire"


@pytest.mark.rule("custoza:6-a", "custoza:4.1-a", "custoza:2.8-b")
def test_who_may_act() -> None:
    m = act(
        italy("A", "3010"), italy("o", "3020", ooc=True), italy("B", "3010", "light"), italy("c", "3030", "cavalry")
    )
    assert refused(m, "italy", move("3021", units=("o",))) == "4.1-a"
    assert refused(m, "italy", move("3011", units=("A", "c"))) == "2.8-b"
    m.answer("italy", move("3011"))
    m.answer("italy", m.options("italy")[0])
    assert refused(m, "italy", move("3012")) == "6-a"


# -- 7.3, 7.6 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.3-a", "custoza:7.3-b")
def test_ground_tries_an_assault_before_the_enemy_reacts_and_a_retreat_too() -> None:
    board = {"terrain": {"3010": "woods", "3012": "woods", "2911": "lake", "3111": "lake"}}
    m = act(
        italy("A", "3009", facing="S", sp=20),
        austria("D", "3011", facing="N"),
        active={"markers": [marker("3010", "3011")]},
        board=board,
        dice=[1, 1, 6, 6, 6, 4],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": ["3010"]})
    assert [event.data["reason"] for event in rolls(m, "cohesion")] == ["terrain"]
    decline(m, "retreat", "face", "hit")
    assert [(event.data["by"], event.data["reason"]) for event in rolls(m, "cohesion")] == [
        ("italy", "terrain"),
        ("austria", "terrain"),
    ]
    assert now(m).units["D"].status == 3, "two levels by the combat, one by the wood"


@pytest.mark.rule("custoza:7.6-a")
def test_when_one_force_turns_its_whole_hex_turns() -> None:
    units = italy("g", "3010", "artillery", facing="S"), italy("A", "3010", facing="S"), austria("D", "3007")
    m = act(*units, dice=[1, 1])
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3007", "facing": "N"})
    assert [now(m).units[id].facing for id in "gA"] == [0, 0]
    with pytest.raises(q.BadPosition, match="facing"):
        play(italy("A", "3010", facing="N"), italy("B", "3010", sv=1, facing="S"))


@pytest.mark.rule("custoza:7.6-b")
def test_who_moves_turns_as_it_likes_also_where_it_stands() -> None:
    m = act(italy("A", "3010", facing="N"), italy("B", "5010"), austria("far", "6010"))
    m.answer("italy", move("3011", "3012"))
    m.answer("italy", {"do": "face", "units": ["A"], "facing": "NE"})
    still = act(italy("A", "3010", facing="N"), italy("B", "5010"), austria("far", "6010"))
    still.answer("italy", move())
    still.answer("italy", {"do": "face", "units": ["A"], "facing": "S"})
    assert [now(m).units["A"].facing, now(still).units["A"].facing] == [1, 3]


@pytest.mark.rule("custoza:7.6-d", "custoza:10.5.5-a")
def test_who_retreats_shows_his_back_and_who_falls_back_does_not() -> None:
    closed = {"terrain": {"2911": "lake", "3112": "lake"}}
    watch = italy("Z", "3111", facing="SW")
    m = act(
        italy("A", "3010", facing="S", sp=9),
        watch,
        austria("D", "3011", facing="N", sp=4),
        active={"markers": [marker("3010", "3011")]},
        board=closed,
        dice=[5, 4, 1, 1],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    while m.ask.what != "react":
        m.answer("austria", m.options("austria")[0])
    m.answer("italy", {"do": "fire", "units": ["Z"]})
    assert ("7.6-f", 2) in rolls(m, "fire")[0].modifiers
    quiet = play(
        austria("D", "3011", facing="N"),
        italy("Y", "2910", facing="S", march=True),
        italy("X", "3010", facing="S"),
        italy("Z", "3112", facing="NW"),
        board={"terrain": {"2911": "lake", "3111": "lake", "3110": "lake"}},
        phase="non_activated",
        next="austria",
        initiative="italy",
        dice=[1, 1],
    )
    assert (quiet.ask.what, quiet.ask.who, quiet.ask.rule) == ("react", ("italy",), "10.5.6-a")
    quiet.answer("italy", {"do": "fire", "units": ["Z"]})
    assert "7.6-f" not in dict(rolls(quiet, "fire")[0].modifiers)


@pytest.mark.rule("custoza:7.7-b", "custoza:11.5.4.1-a")
def test_a_square_does_not_move_and_is_given_up_by_who_does() -> None:
    m = act(italy("A", "3010"), italy("B", "5010", square=True), austria("far", "6010"))
    m.answer("italy", {"do": "square", "units": ["A"]})
    assert refused(m, "italy", move("3011")) == "6-a", "no other movement in this phase"
    m.answer("italy", move("5011", units=("B",)))
    assert not now(m).units["B"].square
    assert events(m, "left_square")[0].rule == "7.7-b"
    light = act(
        italy("b", "3009", "light", facing="S", square=True),
        austria("D", "3011", facing="N"),
        active={"markers": [marker("3010", "3011")]},
        dice=[1, 1],
    )
    light.answer("italy", {"do": "fire", "units": ["b"], "hex": "3011", "path": ["3010"]})
    assert not now(light).units["b"].square


# -- 7.8: March Movement -----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.8-b", "custoza:7.8-d")
def test_march_movement_is_entered_and_left_as_a_move_begins_and_goes_over_any_ground() -> None:
    m = act(italy("A", "3020"), italy("B", "4010", march=True), italy("C", "5010"), austria("far", "6010"))
    m.answer("italy", move("3021", "3022", march=True))
    assert (where(m, "A"), now(m).units["A"].march, events(m, "moved")[0].data["mp"]) == ("3022", True, "2")
    decline(m, "face")
    m.answer("italy", move("4011", units=("B",), march=False))
    assert (where(m, "B"), now(m).units["B"].march, events(m, "moved")[1].data["mp"]) == ("4011", False, "1")


@pytest.mark.rule("custoza:2.9-c", "custoza:7.8.1-a")
def test_who_marches_passes_friends_but_never_a_crowd() -> None:
    units = italy("A", "3010", march=True), italy("B", "3011", sv=2), italy("C", "2910", sv=3)
    m = act(*units, board=ROAD)
    assert refused(m, "italy", move("2910", "2911")) == "2.9-b"
    assert all("2910" not in option.get("path", ()) for option in m.options("italy") if option.get("units") == ["A"])
    m.answer("italy", move("3011", "3012"))
    assert events(m, "moved")[0].data["mp"] == "4/3", "over the ground past B, by road beyond"


@pytest.mark.rule("custoza:7.8.2-b", "custoza:7.8.2-a")
def test_a_column_faces_where_it_goes() -> None:
    m = act(italy("A", "3010", march=True, facing="N"), italy("B", "5010"), austria("far", "6010"))
    m.answer("italy", move("3011", "3111"))
    assert {option["facing"] for option in m.options("italy")} == {"NE", "SE", "S"}, "the last step led south-east"
    assert refused(m, "italy", {"do": "face", "units": ["A"], "facing": "SW"}) == "7.8.2-c"
    road = act(italy("A", "3012", march=True, facing="S"), italy("B", "5010"), austria("far", "6010"), board=ROAD)
    road.answer("italy", move("3011"))
    assert now(road).units["A"].facing == 0


@pytest.mark.rule("custoza:7.8.3-a", "custoza:7.8.3-b", "custoza:10.4.12-a")
def test_who_marches_may_assault_ill_prepared_and_leave_march_movement_after_the_combat() -> None:
    m = act(
        italy("A", "3010", facing="S", march=True),
        austria("D", "3011", facing="N", march=True),
        active={"markers": [marker("3010", "3011")]},
        dice=[4, 3, 1, 1, 1, 1],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert {("7.8.3-a", -2), ("7.8.3-b", 2)} <= set(rolls(m, "assault")[0].modifiers)
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("leave_march", ("austria",), "10.4.12-a")
    m.answer("austria", {"do": "leave_march", "units": ["D"]})
    assert (m.ask.what, m.ask.who) == ("leave_march", ("italy",))
    m.answer("italy", {"do": "pass"})
    assert [now(m).units[id].march for id in "AD"] == [True, False]


@pytest.mark.rule("custoza:7.8.3-b")
def test_who_marches_may_leave_it_when_its_turn_comes() -> None:
    m = act(italy("A", "3010", march=True), italy("B", "5010"), austria("far", "6010"))
    m.answer("italy", move(march=False))
    assert (where(m, "A"), now(m).units["A"].march) == ("3010", False)


@pytest.mark.rule("custoza:7.10-b")
def test_a_commander_rides_by_road_and_is_never_tried() -> None:
    path = [f"30{row:02d}" for row in range(10, 23)]
    board = {"roads": [{"class": "minor", "path": path}], "terrain": dict.fromkeys(path[1:], "woods")}
    m = act(italy("A", "5010"), italy("com", "3010", "commander"), austria("far", "6010"), board=board)
    m.answer("italy", move(*path[1:], units=("com",)))
    assert (where(m, "com"), events(m, "roll")) == ("3022", [])
