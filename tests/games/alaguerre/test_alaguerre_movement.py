"""Chapter 5.2, 5.3, 5.4: manoeuvres, tactical moves, friends in the way, zones of control."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.rules.interpenetration import crossing
from tests.games.alaguerre.battle import Plain, base_of, blue, events, general, play, red, refused, state

FAR = blue("Z", [45000, 39000])


def match(*bases: Plain, order: int = 5, dice: list[int] | None = None, **more: Any) -> q.Match:
    """A match at the moves of red's division a, whose general is away."""
    mine = [{"division": "a", **base} if base["side"] == "red" else base for base in bases]
    foes = [] if any(base["side"] == "blue" for base in bases) else [FAR]
    return play(*mine, *foes, phase="manoeuvre", orders={"a": order}, dice=dice, **more)


def move(unit: str, *path: Plain, **more: Any) -> Plain:
    return {"do": "move", "unit": unit, "path": list(path), **more}


def go(found: q.Match, unit: str, *path: Plain) -> tuple[int, int, int]:
    """Where a base is after a move: in um from (20, 20), in thousandths, and how it faces."""
    found.answer("red", move(unit, *path))
    base = base_of(found, unit)
    return base["at"][0] - 20000, base["at"][1] - 20000, base["facing"]


def advance(by: int) -> Plain:
    return {"go": "advance", "by": by}


def wheel(side: str, angle: int, **more: Any) -> Plain:
    return {"go": "wheel", "side": side, "angle": angle, **more}


PIKES = red("U", [20000, 20000])


# -- manoeuvres (5.2) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.2-a", "alaguerre:5.2-t2")
def test_straight_ahead() -> None:
    assert go(match(PIKES), "U", advance(2000)) == (0, 2000, 0)
    assert refused(match(PIKES), "red", move("U", advance(2001))) == "5.2-a"


@pytest.mark.rule("alaguerre:5.2-t1", "alaguerre:5.2-t3", "alaguerre:5.2-t4", "alaguerre:5.2-t6")
@pytest.mark.parametrize(
    ("kind", "stats", "more", "reach", "turn"),
    [
        ("Pk", "1/0/2 a", {"great": "T"}, 1000, 1000),
        ("Ln", "1/1/1 -", {}, 2000, 1000),
        ("Sh", "1/1/0 - sk/ln", {"formation": "skirmish"}, 3000, 3000),
        ("Cav", "1/-/2 a", {}, 3000, 2000),
        ("Cav", "1/-/2 a", {"great": "T"}, 3000, 2000),
        ("Rei", "1/1/1 a", {}, 4000, 2000),
        ("MC", "1/1/1 -", {}, 4000, 2000),
        ("LC", "1/0/0 - sk/ln", {}, 5000, 2000),
        ("LC", "1/0/0 - sk/ln", {"formation": "skirmish"}, 6000, 4000),
        ("LtArt", "1/1/- -", {}, 1000, 1000),
        ("baggage", "-/-/- -", {}, 1000, 1000),
    ],
)
def test_the_table_of_moves(kind: str, stats: str, more: Plain, reach: int, turn: int) -> None:
    unit = red("U", [20000, 20000], kind, stats, **more)
    assert go(match(unit), "U", advance(reach)) == (0, reach, 0)
    assert refused(match(unit), "red", move("U", advance(reach + 1))) == "5.2-a"
    width = 1000 if kind == "LtArt" else 2000
    angle = turn * 18000 * 1000 // (width * 3142)
    assert match(unit).refuse("red", move("U", wheel("left", angle))) is None
    if turn < 3000:
        assert refused(match(unit), "red", move("U", wheel("left", angle + 50))) == "5.2.4-b"


@pytest.mark.rule("alaguerre:5.2-t6", "alaguerre:5.2-t7", "alaguerre:5.2-t8")
@pytest.mark.parametrize(
    ("kind", "year", "limbered", "reach"),
    [
        ("LtArt", 1640, False, 1000),
        ("LtArt", 1660, False, 2000),
        ("MdArt", 1640, False, 0),
        ("MdArt", 1660, False, 1000),
        ("HvArt", 1660, False, 0),
        ("LtArt", 1640, True, 3000),
        ("MdArt", 1640, True, 2000),
        ("HvArt", 1640, True, 0),
        ("HvArt", 1660, True, 1000),
    ],
)
def test_the_moves_of_guns(kind: str, year: int, limbered: bool, reach: int) -> None:
    formation = "limbered" if limbered else "battery"
    gun = red("U", [20000, 20000], kind, "1/1/- -", formation=formation)

    def way(by: int) -> Plain:
        return {"go": "to", "at": [20000, 20000 + by]} if limbered else advance(by)

    if reach:
        assert go(match(gun, year=year), "U", way(reach)) == (0, reach, 0)
    assert match(gun, year=year).refuse("red", move("U", way(reach + 1))) is not None


@pytest.mark.rule("alaguerre:5.2.3-a")
def test_example_of_523_oblique_moves() -> None:
    def oblique(angle: int, by: int) -> Plain:
        return {"go": "oblique", "side": "right", "angle": angle, "by": by}

    assert go(match(PIKES), "U", oblique(4500, 1000)) == (707, 707, 0)
    assert refused(match(PIKES), "red", move("U", oblique(4600, 1000))) == "5.2.3-a"
    assert refused(match(PIKES), "red", move("U", oblique(3000, 1200))) == "5.2.3-a"
    open_order = red("U", [20000, 20000], "Sh", "1/1/0 - sk")
    assert match(open_order).refuse("red", move("U", oblique(4500, 3000))) is None


@pytest.mark.rule("alaguerre:5.2-t6", "alaguerre:5.2-t7")
@pytest.mark.rule("alaguerre:5.2.2-a", "alaguerre:5.2.2-b", "alaguerre:5.2.3-b")
def test_example_of_522_guns() -> None:
    light = red("U", [20000, 20000], "LtArt", "1/1/- -")
    assert go(match(light), "U", advance(1000)) == (0, 1000, 0)
    oblique = {"go": "oblique", "side": "left", "angle": 2000, "by": 500}
    assert refused(match(light), "red", move("U", oblique)) == "5.2.3-b"
    assert go(match(light), "U", wheel("left", 5729))[2] == 36000 - 5729
    limbered = {**light, "formation": "limbered"}
    to = {"go": "to", "at": [18000, 22200]}
    assert go(match(limbered), "U", to) == (-2000, 2200, 0)
    assert base_of_distance(match(limbered), to) == 2973
    assert refused(match(limbered), "red", move("U", advance(500))) == "5.2.2-a"


def base_of_distance(found: q.Match, step: Plain) -> int:
    found.answer("red", move("U", step))
    (told,) = events(found, "moved")
    return int(told.data["distance"])


@pytest.mark.rule("alaguerre:5.2.4-a", "alaguerre:5.2.4-b")
def test_example_of_524_wheels() -> None:
    horse = red("U", [20000, 20000], "Cav", "1/-/2 a")
    found = match(horse)
    assert found.refuse("red", move("U", wheel("right", 5729), advance(1000))) is None
    assert refused(found, "red", move("U", wheel("right", 5729), advance(1001))) == "5.2-a"
    line = (red("U", [20000, 20000], brigade="b"), red("V", [22000, 20000], brigade="b"))
    assert go(match(*line), "U", wheel("left", 1432))[2] == 36000 - 1432
    assert refused(match(*line), "red", move("U", wheel("left", 1576))) == "5.2.4-b"
    back = match(horse)
    assert go(back, "U", wheel("left", 3000, back=True))[2] == 3000


@pytest.mark.rule("alaguerre:5.2.5-a", "alaguerre:5.2.5-b")
@pytest.mark.parametrize(
    ("kind", "stats", "more", "most"),
    [
        ("Pk", "1/0/2 a", {}, 1000),
        ("Pk", "1/0/2 a", {"great": "T"}, 1000),
        ("Sh", "1/1/0 - sk", {}, 3000),
        ("Cav", "1/-/2 a", {}, 1500),
        ("LtArt", "1/1/- -", {}, 0),
    ],
)
def test_moving_back(kind: str, stats: str, more: Plain, most: int) -> None:
    found = match(red("U", [20000, 20000], kind, stats, **more))
    assert found.refuse("red", move("U", {"go": "back", "by": most + 1})) is not None
    if most:
        assert go(found, "U", {"go": "back", "by": most}) == (0, -most, 0)


@pytest.mark.rule("alaguerre:5.2.6-a", "alaguerre:5.2.7-a", "alaguerre:5.2.2-a")
def test_sideways_and_about() -> None:
    assert go(match(PIKES), "U", {"go": "sideways", "side": "left", "by": 1000}) == (-1000, 0, 0)
    side = {"go": "sideways", "side": "left", "by": 500}
    assert refused(match(PIKES), "red", move("U", side, advance(100))) == "5.2.6-a"
    assert refused(match({**PIKES, "formation": "column"}), "red", move("U", side)) == "5.2.6-a"
    found = match(PIKES)
    assert go(found, "U", {"go": "about"}) == (0, -1000, 18000)
    assert base_of(found, "U")["acted"] is True
    assert refused(match(red("U", [20000, 20000], "LtArt", "1/1/- -")), "red", move("U", {"go": "about"})) == "5.2.7-a"


@pytest.mark.rule("alaguerre:5.2.9-a", "alaguerre:5.2.9-b", "alaguerre:5.2.9-c", "alaguerre:2.8-a", "alaguerre:2.8-b")
def test_changes_of_formation_take_the_impulse() -> None:
    shot = red("U", [20000, 20000], "Sh", "1/1/0 - sk/ln")
    found = match(shot)
    form = {"go": "form", "formation": "skirmish"}
    assert refused(found, "red", move("U", form, advance(100))) == "5.2.9-a"
    go(found, "U", form)
    assert (base_of(found, "U")["formation"], base_of(found, "U")["acted"]) == ("skirmish", True)
    assert refused(match(PIKES), "red", move("U", form)) == "2.5-a"


@pytest.mark.rule("alaguerre:5.2.10-a", "alaguerre:2.8-a", "alaguerre:2.9-a")
def test_mounting() -> None:
    dragoons = red("U", [20000, 20000], "Dr", "1/0/-1 - sk", mounted_stats="1/-2/-1 - sk/ln", mounted_as="LC")
    found = match(dragoons)
    assert go(found, "U", {"go": "form", "formation": "line", "mounted": True, "facing": 18000})[2] == 18000
    assert base_of(found, "U")["mounted"] is True
    assert refused(match(PIKES), "red", move("U", {"go": "form", "formation": "line", "mounted": True})) == "5.2.10-a"


@pytest.mark.rule("alaguerre:5.2.11-a", "alaguerre:5.2.11-b", "alaguerre:5.4-c")
def test_limbering() -> None:
    gun = red("U", [20000, 20000], "MdArt", "1/1/- -", formation="limbered")
    found = match(gun)
    assert go(found, "U", {"go": "form", "formation": "battery", "facing": 9000})[2] == 9000
    near = match(gun, blue("E", [20000, 20900]))
    assert refused(near, "red", move("U", {"go": "form", "formation": "battery"})) == "5.4-c"


@pytest.mark.rule("alaguerre:5.1-h")
def test_no_change_of_formation_touches_an_enemy() -> None:
    line = (red("U", [20000, 20000], brigade="b"), red("V", [22000, 20000], brigade="b"))
    behind = blue("E", [21000, 18050], facing=0, state="routed")
    assert refused(match(*line, behind), "red", move("U", {"go": "form", "formation": "column"})) == "5.1-h"


# -- the tactical move (5.2.8) ----------------------------------------------------------------------------------------


def tactical(*points: tuple[int, int], facing: int = 0) -> Plain:
    return {"go": "tactical", "by": [[20000 + x, 20000 + y] for x, y in points], "facing": facing}


COLUMN = red("U", [20000, 20500], formation="column")
"""A column whose middle is at (20, 20)."""


@pytest.mark.rule("alaguerre:5.2.8-c", "alaguerre:5.2.8-d")
def test_a_tactical_move_is_twice_as_far_and_disorders() -> None:
    found = match(COLUMN)
    assert go(found, "U", tactical((2000, 0), (2000, 2000), facing=9000)) == (2500, 2000, 9000)
    assert (base_of(found, "U")["state"], base_of(found, "U")["tactical"]) == ("disordered", True)
    assert refused(match(COLUMN), "red", move("U", tactical((2001, 0), (2001, 2000)))) == "5.2.8-c"


@pytest.mark.rule("alaguerre:5.2.8-a", "alaguerre:5.2.8-b", "alaguerre:5.2.8-f")
def test_who_may_move_so_and_where() -> None:
    assert refused(match(PIKES), "red", move("U", tactical((1000, 0)))) == "5.2.8-a"
    near = blue("E", [20000, 23500])
    assert refused(match(COLUMN, near), "red", move("U", tactical((1000, 0)))) == "5.2.8-b"
    far = blue("E", [20000, 23501])
    assert match(COLUMN, far).refuse("red", move("U", tactical((1000, 0)))) is None
    unseen = {"id": "H", "type": "hill", "shape": [[15000, 21000], [25000, 21000], [25000, 22000], [15000, 22000]]}
    assert match(COLUMN, near, terrain=(unseen,)).refuse("red", move("U", tactical((1000, 0)))) is None
    great = [red("U", [20000, 20500], great="T"), red("V", [20000, 19500], great="T")]
    assert match(*great).refuse("red", move("T", tactical((4000, -500)))) is None


@pytest.mark.rule("alaguerre:5.2.8-g")
def test_it_passes_gaps_of_one_um() -> None:
    beside = [red("L", [18499, 22500]), red("R", [21501, 22500])]
    assert match(COLUMN, *beside).refuse("red", move("U", tactical((0, 4000)))) is None
    closer = [red("L", [18600, 22500]), red("R", [21401, 22500])]
    assert refused(match(COLUMN, *closer), "red", move("U", tactical((0, 4000)))) == "5.3-b"


# -- friends in the way (5.3) -----------------------------------------------------------------------------------------

TROOPS = {
    "Pk": "1/0/2 a",
    "Hv": "1/-/2 a",
    "Sh": "1/1/0 -",
    "Cav": "1/-/2 a",
    "MC": "1/1/1 -",
    "LC": "1/0/0 - sk/ln",
}


@pytest.mark.rule("alaguerre:5.3-t1", "alaguerre:5.3-t2", "alaguerre:5.3-t3")
@pytest.mark.parametrize(
    ("crosser", "barred"),
    [("Pk", "Pk Hv Sh Cav MC LC"), ("Hv", "Pk Cav MC LC"), ("Sh", "Cav"), ("Cav", "Pk"), ("MC", "Pk"), ("LC", "Pk")],
)
def test_the_table_of_interpenetration(crosser: str, barred: str) -> None:
    for kind, stats in TROOPS.items():
        s = state(red("U", [20000, 20000], crosser, TROOPS[crosser]), red("F", [20000, 21200], kind, stats), FAR)
        assert (crossing(unit_of(s, s.bases["U"]), s.bases["F"]) == "no") == (kind in barred.split()), kind


@pytest.mark.rule("alaguerre:5.3-e", "alaguerre:5.3-b", "alaguerre:5.3-t4")
def test_passing_through_one_that_is_still() -> None:
    bases = (red("U", [20000, 20000], "Cav", TROOPS["Cav"]), red("F", [20000, 21200], "Sh", TROOPS["Sh"], brigade="f"))
    assert refused(match(*bases), "red", move("U", advance(2000))) == "5.3-e"
    found = match(*bases)
    go(found, "U", advance(3000))
    assert [base_of(found, id)["state"] for id in "UF"] == ["ordered", "ordered"]
    found.answer("red", move("F", advance(500)))
    assert [base_of(found, id)["state"] for id in "UF"] == ["disordered", "disordered"], "it was not still after all"


@pytest.mark.rule("alaguerre:5.3-b")
def test_passing_through_one_that_has_moved() -> None:
    moved = red("F", [20000, 21200], "Sh", TROOPS["Sh"], moved=500)
    found = match(red("U", [20000, 20000], "Cav", TROOPS["Cav"]), moved)
    go(found, "U", advance(3000))
    assert [base_of(found, id)["state"] for id in "UF"] == ["disordered", "disordered"]


@pytest.mark.rule("alaguerre:5.3.2-a", "alaguerre:5.3.2-b", "alaguerre:5.3.2-c")
def test_open_order_passes_and_disorders_the_other_alone() -> None:
    light = red("U", [20000, 20000], "Sh", "1/1/0 - sk")
    found = match(light, red("F", [20000, 21200], moved=500))
    go(found, "U", advance(3000))
    assert [base_of(found, id)["state"] for id in "UF"] == ["ordered", "disordered"]
    horse = red("U", [20000, 20000], "LC", "1/0/0 - sk")
    assert refused(match(horse, red("F", [20000, 21200])), "red", move("U", advance(3000))) == "5.3-b"


@pytest.mark.rule("alaguerre:5.3-f", "alaguerre:5.3.2-a")
def test_open_order_makes_room() -> None:
    found = match(PIKES, red("F", [20000, 21500], "Sh", "1/1/0 - sk"))
    assert go(found, "U", advance(1000)) == (0, 1000, 0)
    assert base_of(found, "F")["at"][1] >= 21990


@pytest.mark.rule("alaguerre:5.3-f")
def test_two_who_make_room_do_not_come_to_stand_on_each_other() -> None:
    """What computer players found: dragoons in open order, one behind the other, and a third who ends on both."""
    dragoons = ("Dr", "1/0/-1 - sk")
    found = match(
        red("U", [23107, 17953], *dragoons, facing=35044),
        red("F", [22383, 21670], *dragoons, facing=1133),
        red("G", [22358, 20506], *dragoons, facing=175),
        red("K", [22350, 23000], "Pk", "2/0/2 a"),
    )
    go(found, "U", advance(3000))
    assert q.start("alaguerre", position=found.state()).ask is not None, "nobody stands on anybody"
    assert len(events(found, "moved")) == 3


@pytest.mark.rule("alaguerre:5.3.3-a", "alaguerre:5.3.3-b")
def test_batteries_are_passed_and_disorder_the_crosser() -> None:
    for formation, expected in (("battery", ["disordered", "ordered"]), ("limbered", ["ordered", "ordered"])):
        gun = red("F", [20000, 21000], "LtArt", "1/1/- -", moved=500, formation=formation)
        found = match(PIKES, gun)
        go(found, "U", advance(2000))
        assert [base_of(found, id)["state"] for id in "UF"] == expected


@pytest.mark.rule("alaguerre:5.3-d")
def test_nobody_is_passed_aslant() -> None:
    bases = (red("U", [20000, 20000], "LC", TROOPS["LC"]), red("F", [21000, 21500], "Sh", TROOPS["Sh"]))
    oblique = {"go": "oblique", "side": "right", "angle": 4500, "by": 2500}
    assert refused(match(*bases), "red", move("U", oblique)) == "5.3-d"


@pytest.mark.rule("alaguerre:5.3.1-a", "alaguerre:5.3.1-b")
def test_generals_make_room() -> None:
    found = match(PIKES, generals=[general("C", [5000, 5000]), general("G", [20000, 21500])])
    go(found, "U", advance(2000))
    (moved,) = [one for one in found.state()["generals"] if one["id"] == "G"]
    assert moved["at"] != [20000, 21500]


# -- zones of control, contact (5.4, 5.1) -----------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.4-a", "alaguerre:5.4-b")
def test_example_of_54_zones_of_control() -> None:
    """The enemy's middle at (20, 20), facing north: its zone is 20.5 to 21.5 north, 19 to 21 east."""
    enemy = blue("E", [20000, 20500], facing=0)
    across = red("U", [17500, 21200], "Cav", TROOPS["Cav"], facing=9000)
    assert refused(match(across, enemy), "red", move("U", advance(2000))) == "5.4-b"
    straight = red("U", [20000, 23000], "Cav", TROOPS["Cav"], facing=18000)
    assert go(match(straight, enemy), "U", advance(1600)) == (0, 1400, 18000)
    clear = {**across, "at": [17500, 21600]}
    assert refused(match(clear, enemy), "red", move("U", advance(2000))) == "5.4-b"
    assert match(clear, {**enemy, "state": "routed"}).refuse("red", move("U", advance(2000))) is None


@pytest.mark.rule("alaguerre:5.4-b")
def test_in_a_zone_one_wheels_only_towards_who_has_it() -> None:
    enemy = blue("E", [20000, 20800])
    found = match(PIKES, enemy)
    assert found.refuse("red", move("U", {"go": "back", "by": 1000})) is None
    assert found.refuse("red", move("U", wheel("left", 500))) is None
    assert refused(found, "red", move("U", {"go": "sideways", "side": "left", "by": 200})) == "5.4-b"


@pytest.mark.rule("alaguerre:5.1-h")
def test_no_move_touches_an_enemy() -> None:
    found = match(PIKES, blue("E", [20000, 21000]))
    assert refused(found, "red", move("U", advance(1000))) == "5.1-h"
    assert found.refuse("red", move("U", advance(980))) is None


# -- generals (5.2.1) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.1-h", "alaguerre:5.3.1-b", "alaguerre:5.3.1-a")
@pytest.mark.rule("alaguerre:5.2.1-a", "alaguerre:5.2-t9", "alaguerre:2.7.5-d")
def test_generals_ride_ten_um() -> None:
    marsh = {"id": "M", "type": "marsh", "shape": [[10000, 6000], [30000, 6000], [30000, 9000], [10000, 9000]]}
    generals = [
        general("C", [5000, 5000]),
        general("G", [20000, 5000], division="a"),
        general("H", [30000, 5000], division="b"),
    ]
    more: Plain = {"generals": generals, "terrain": (marsh,)}
    bases = (PIKES, red("B", [30000, 20000], division="b"))

    def to(x: int, y: int) -> Plain:
        return {"go": "to", "at": [x, y]}

    found = match(*bases, **more)
    assert refused(found, "red", move("G", to(20000, 15001))) == "5.2-t9"
    assert refused(found, "red", move("C", to(6000, 5000))) == "5.1-b", "idle generals come last"
    assert refused(found, "red", move("G", advance(100))) == "5.2.1-a"
    found.answer("red", move("G", to(20000, 14000), to(20500, 14000)))
    assert [one["at"] for one in found.state()["generals"] if one["id"] == "G"] == [[20500, 14000]]
    near = [general("C", [5000, 5000]), general("G", [26000, 18000], division="a")]
    beside = match(*bases, generals=near)
    assert refused(beside, "red", move("G", to(30000, 18500))) == "2.7.5-d"


@pytest.mark.rule("alaguerre:5.1-h")
def test_a_move_does_not_end_beside_an_enemy_whom_it_grazes() -> None:
    match = play(red("A", [20000, 10000]), blue("D", [22005, 11500], facing=0), phase="manoeuvre", orders={"red": 4})
    go = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 1500}]}
    assert refused(match, "red", go) == "5.1-h"
