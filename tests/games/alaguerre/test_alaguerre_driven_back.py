"""5.6 and 10.2: recoils, pursuit, retreats, routs and the fear that they spread, move by move."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import forced, morale
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.table import RIGHT, wheel
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, red, state, told_by

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
GUNS = ("MdArt", "0/1/- -")
TIMID = ("Pk", "0/0/2 a")
BOLD = ("Pk", "3/0/2 a")
X: Plain = {"brigade": "x"}
CIC = general("C", [5000, 3000])


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


@pytest.mark.rule("alaguerre:10.3.1-a", "alaguerre:10.3.2-b")
@pytest.mark.parametrize(("row", "from_melee", "test"), [("fire", False, "wound"), ("fire", True, "capture")])
def test_a_general_with_who_routs_is_tried(row: str, from_melee: bool, test: str) -> None:
    people = [CIC, general("G", [21500, 19500], division="red")]
    s = state(red("A", AT, *TIMID), *FAR, generals=people)
    more: dict[str, bool] = {"from_melee": True} if from_melee else {}
    drive(forced.face_test(s, unit(s), row, morale.NOTHING, **more), (1,), (6,))
    (roll,) = [event for event in s.sink if event.kind == "roll" and event.data["why"] == "general"]
    assert roll.data["test"] == test


@pytest.mark.rule("alaguerre:10.2.1-c", "alaguerre:5.6.3-a")
def test_who_fails_before_an_enemy_is_driven_as_that_one_faces() -> None:
    s = state(red("A", AT), blue("E", [20000, 20125], facing=18700), *FAR)
    drive(forced.face_test(s, unit(s), "contagion", morale.Cause(enemy=unit(s, "E"))), (1,))
    first, second = [event.data["to"] for event in s.sink if event.kind == "moved"]
    assert (first, second) == ({"at": [19871, 18885], "facing": 700}, {"at": [19871, 17885], "facing": 700})


@pytest.mark.rule("alaguerre:10.2-c", "alaguerre:2.6.7-e")
def test_who_is_gone_or_not_there_feels_no_fear() -> None:
    s = state(red("A", AT, *BOLD), red("N", None, *TIMID), red("R", [30000, 20000], *TIMID, state="routed"), *FAR)
    assert told_by(s, forced.shock(s, "Q", unit(s))) == []
    assert told_by(s, forced.shock(s, "N", unit(s))) == []
    assert told_by(s, forced.shock(s, "R", unit(s))) == ["moved rout R 3000", "R: at=30000,16000 facing=18000"]


@pytest.mark.rule("alaguerre:2.7.5-c", "alaguerre:10.2-f")
def test_a_unit_that_is_driven_takes_its_general_along() -> None:
    people = [CIC, general("G", [21500, 700], division="red")]
    s = state(red("A", [20000, 1200], *CAV), *FAR, generals=people)
    moved = forced.settle(s, unit(s), (20000, 300, 1000, 2000, 1000), "retreat", "5.6.3-a", acted=True)
    assert (moved.pose, s.bases["A"].acted) == ((20000, 300, 1000, 2000, 1000), True)
    assert s.generals["G"].at == (21500, 0)
    (event,) = s.sink
    assert (event.kind, event.rule, event.data["unit"], event.data["why"]) == ("moved", "5.6.3-a", "A", "retreat")
    assert (event.data["from"], event.data["to"]) == (
        {"at": [20000, 1200], "facing": 0},
        {"at": [20000, 300], "facing": 1000},
    )
    assert event.data["distance"] == 896
    west = state(red("A", [1200, 20000]), *FAR, generals=[CIC, general("G", [700, 18500], division="red")])
    forced.settle(west, unit(west), (300, 20000, 0, 2000, 1000), "retreat", "5.6.3-a")
    assert west.generals["G"].at == (0, 18500)


# -- recoil and pursuit ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.6.1-a", "alaguerre:5.6.1-b", "alaguerre:5.6.1-c")
@pytest.mark.parametrize(
    ("bases", "terrain", "sent", "told"),
    [
        ((red("A", AT, *BOLD),), (), (), ["moved recoil A 500", "A: at=20000,19500"]),
        (
            (red("A", AT, *BOLD), red("B", [20500, 18800], *TIMID)),
            (),
            ((6,),),
            [
                "moved push B 300",
                "moved recoil A 500",
                "roll morale B contagion 6 passed",
                "A: at=20000,19500",
                "B: at=20500,18500",
            ],
        ),
        (
            (red("A", AT, *TIMID), red("B", [20500, 18800], *BOLD)),
            (),
            (),
            ["moved push B 300", "moved recoil A 500", "A: at=20000,19500", "B: at=20500,18500"],
        ),
        (
            (red("A", AT, *BOLD),),
            (area("P", "pond", 15, 17, 25, 18.8),),
            (),
            ["moved recoil A 200", "losses blocked A A 1", "A: at=20000,19800 losses=1 lost=1"],
        ),
        (
            (red("A", [20000, 1800], *BOLD), red("B", [20000, 600], *TIMID)),
            (),
            (),
            [
                "eliminated steady_off B",
                "moved recoil A 500",
                "A: at=20000,1300",
                "B: gone",
                "eliminated: id=B side=red division=red stats=0/0/2 a why=steady_off",
            ],
        ),
    ],
)
def test_the_course_of_a_recoil(
    bases: tuple[Plain, ...], terrain: tuple[Plain, ...], sent: tuple[Any, ...], told: list[str]
) -> None:
    s = state(*bases, *FAR, terrain=terrain)
    assert told_by(s, forced.recoil(s, unit(s)), *sent) == told


@pytest.mark.rule("alaguerre:5.6.2-a", "alaguerre:9.1.1-b")
@pytest.mark.parametrize(
    ("loser", "others", "end"),
    [
        (blue("E", [20000, 20500]), (), (20000, 20500, 0)),
        (blue("E", [20000, 20400]), (), (20000, 20400, 0)),
        (blue("E", [20000, 20511]), (), (20000, 20000, 0)),
        (blue("E", [20000, 20510]), (), (20000, 20500, 0)),
        (blue("E", [20100, 20500], facing=18500), (), (20041, 20505, 500)),
        (blue("E", [20100, 20500], facing=18500), (red("F", [22050, 20000]),), (20041, 20505, 500)),
        (blue("E", [20100, 20500], facing=18500), (red("F", [18040, 21100]),), (20000, 20100, 0)),
        (blue("E", [19400, 20500]), (blue("F", [21450, 20300]),), (20000, 20300, 0)),
    ],
)
def test_how_a_winner_follows(loser: Plain, others: tuple[Plain, ...], end: tuple[int, int, int]) -> None:
    s = state(*others, red("A", AT), loser, *FAR)
    forced.follow(s, unit(s), unit(s, "E"))
    assert s.bases["A"].pose[:3] == end


# -- retreat -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.6.3-a", "alaguerre:5.6.3-i")
@pytest.mark.parametrize(
    ("facings", "away"),
    [
        ((18000,), 18000),
        ((18000, 27000), 22500),
        ((27000, 18000), 22500),
        ((35000, 1000), 0),
        ((1000, 35000), 0),
        ((500, 35000), 35750),
        ((18000, 19000, 20000), 19000),
    ],
)
def test_the_direction_between_several_enemies(facings: tuple[int, ...], away: int) -> None:
    foes = [blue(f"E{n}", [10000 + 3000 * n, 30000], facing=facing, brigade=f"{n}") for n, facing in enumerate(facings)]
    s = state(red("A", AT), *foes, *FAR)
    assert forced.direction([unit(s, f"E{n}") for n in range(len(facings))]) == away


@pytest.mark.rule("alaguerre:5.6.3-a")
@pytest.mark.parametrize(
    ("away", "turned"),
    [(18000, 0), (18500, 500), (17500, 35500), (9000, 9000), (9001, 27001), (27000, 9000)],
)
def test_who_is_driven_turns_the_shorter_way(away: int, turned: int) -> None:
    pose: Pose = (20000, 20000, 0, 2000, 1000)
    assert forced.turned_back(pose, away)[2] == turned
    if away == 9001:
        assert forced.turned_back(pose, away) == wheel(pose, RIGHT, -8999)


@pytest.mark.rule("alaguerre:5.6.3-a", "alaguerre:5.6.3-f", "alaguerre:5.6.3-g")
@pytest.mark.parametrize(
    ("bases", "terrain", "sent", "told"),
    [
        ((red("A", AT, *BOLD),), (), (), ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000"]),
        (
            (red("A", AT, *BOLD), blue("E", [20000, 20125], facing=18700)),
            (),
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=19871,17885 facing=700 fight=None"],
        ),
        (
            (red("A", AT, *BOLD, state="shaken"), red("B", [20500, 18500], *TIMID)),
            (),
            ((6,),),
            [
                "moved push B 500",
                "moved retreat A 1000",
                "moved retreat A 2236",
                "roll morale B contagion 6 passed",
                "A: at=19000,17000",
                "B: at=20500,18000",
            ],
        ),
        (
            (red("A", AT, *BOLD),),
            (area("P", "pond", 15, 17, 25, 18.8),),
            (),
            ["moved retreat A 200", "state retreat A disordered", "A: at=20000,19800 state=disordered"],
        ),
        (
            (red("A", AT, *BOLD, state="shaken"),),
            (area("P", "pond", 15, 17, 25, 18.8),),
            (),
            [
                "moved retreat A 200",
                "state retreat A routed",
                "cohesion rout red 6",
                "losses rout A A 1",
                "eliminated losses A",
                "A: gone",
                "divisions red: side=red tests",
                "eliminated: id=A side=red division=red stats=3/0/2 a why=losses",
                "cohesion red: 6",
            ],
        ),
        (
            (red("A", AT, *BOLD, losses=3, state="shaken"),),
            (area("P", "pond", 15, 17, 25, 18.8),),
            (),
            [
                "moved retreat A 200",
                "state retreat A routed",
                "cohesion rout red 6",
                "losses rout A A 1",
                "eliminated losses A",
                "A: gone",
                "divisions red: side=red tests",
                "eliminated: id=A side=red division=red stats=3/0/2 a why=losses",
                "cohesion red: 6",
            ],
        ),
    ],
)
def test_the_course_of_a_retreat(
    bases: tuple[Plain, ...], terrain: tuple[Plain, ...], sent: tuple[Any, ...], told: list[str]
) -> None:
    s = state(*bases, *FAR, terrain=terrain)
    enemies = [unit(s, "E")] if "E" in s.bases else []
    assert told_by(s, forced.retreat(s, unit(s), enemies), *sent) == told


# -- fear --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.6.3-f", "alaguerre:5.6.4-e", "alaguerre:2.6.7-e")
@pytest.mark.parametrize(
    ("ids", "contagious", "sent", "told"),
    [
        (
            ["Q", "B", "B", "C"],
            True,
            ((6,), (6,)),
            ["roll morale B contagion 6 passed", "roll morale C contagion 6 passed"],
        ),
        (["D", "E"], True, ((6,),), ["roll morale D contagion 6 passed"]),
        (["B", "C"], False, (), []),
        (["H"], True, (), []),
        (["R"], False, (), ["moved rout R 3000"]),
    ],
)
def test_each_of_those_crossed_tests_once(
    ids: list[str], contagious: bool, sent: tuple[Any, ...], told: list[str]
) -> None:
    s = state(
        red("A", AT, *BOLD),
        red("B", [10000, 10000], *TIMID),
        red("C", [14000, 10000], *TIMID),
        red("D", [20000, 10000], *TIMID, **X),
        red("E", [22000, 10000], *TIMID, **X),
        red("H", [26000, 10000], *BOLD),
        red("R", [30000, 10000], *BOLD, state="routed"),
        *FAR,
    )
    drive(forced.spread(s, unit(s), ids, contagious), *sent)
    assert course(s) == told


@pytest.mark.rule("alaguerre:5.6.4-a", "alaguerre:5.6.4-b", "alaguerre:5.6.4-e")
def test_every_base_runs_by_itself_and_batteries_take_fright() -> None:
    s = state(
        red("A", AT, *BOLD, state="routed", **X),
        red("B", [22000, 21000], *BOLD, state="routed", **X),
        red("G", [15000, 20000], *GUNS),
        red("H", [17000, 20000], *GUNS, state="routed"),
        red("K", [25000, 20000], "MdArt", "3/1/- -"),
        *FAR,
    )
    both = Unit("A", "line", (s.bases["A"], s.bases["B"]))
    drive(forced.rout(s, both), (6,))
    assert course(s) == ["moved rout A 3000", "moved rout B 3000", "roll morale G contagion 6 passed"]
    assert [s.bases[id].pose[:3] for id in "AB"] == [(20000, 16000, 18000), (22000, 17000, 18000)]
    great = state(red("A", AT, *BOLD, great="T"), red("B", [20000, 19000], *BOLD, great="T"), *FAR)
    drive(forced.rout(great, unit(great)))
    assert course(great) == ["moved rout T 2000"]
