"""4.1.2, step by step: when objectives are looked at, whose they are, how far everybody is, what they count."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from quadrilatero.games.alaguerre.ground import PieceSaid
from quadrilatero.games.alaguerre.records import GunsLeft
from quadrilatero.games.alaguerre.rules import objectives
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, line, red, state

AT = [20000, 20000]
CAV = ("Cav", "1/-/2 a")
GUNS = ("MdArt", "1/1/- -")
VILLAGE = area("V", "village", 18, 18, 22, 20, vdf=1)
HEDGE = line("H", "hedge", (15, 30), (25, 30), vdf=1)


def point(**more: Any) -> Plain:
    return {"id": "o", "at": [20000, 20000], "value": 3, **more}


def whose(s: State) -> str | None:
    objectives.look(s)
    return s.objectives[0].owner


@pytest.mark.rule("alaguerre:4.1.1-d", "alaguerre:4.1.1-e")
def test_objectives_are_looked_at_anew_whenever_anything_has_changed() -> None:
    s = state(red("A", [20000, 25000]), blue("E", [20000, 9000]), objectives=[point()])
    assert whose(s) is None
    s.change(s.bases["A"], at=(20000, 20500))
    assert whose(s) == "red"
    s.change(s.bases["A"], at=(20000, 36000))
    assert whose(s) is None
    assert course(s) == [
        *("objective o", "cohesion objective red 12"),
        *("objective o", "cohesion objective red 9"),
    ]
    s.guns = (GunsLeft("K", "red", (20000, 9000), 0, 2), GunsLeft("L", "red", (30000, 9000), 0, 2))
    objectives.look(s)
    assert [guns.id for guns in s.guns] == ["L"]
    assert course(s)[4:] == ["overrun K red", "cohesion overrun red 7"]
    piece = {"id": "o", "piece": "V", "value": 2}
    new = state(red("A", AT), blue("E", [20000, 9000]), objectives=[piece])
    assert whose(new) is None
    new.ground = new.ground.with_piece(
        PieceSaid(id="V", type="village", shape=[[18000, 18000], [22000, 18000], [22000, 21000], [18000, 21000]], vdf=1)
    )
    assert whose(new) == "red"
    new.objectives = (replace(new.objectives[0], owner="blue"),)
    assert whose(new) == "red"


@pytest.mark.rule("alaguerre:4.2-b", "alaguerre:4.1.1-c")
def test_which_army_takes_an_objective_or_loses_guns() -> None:
    sides: Plain = {"d": {"side": "red", "army": "one"}, "e": {"side": "red", "army": "two"}}
    s = state(
        red("Y", [1000, 2000], division="d"),
        red("A", AT, division="e"),
        blue("E", [20000, 9000]),
        objectives=[point(), {**point(), "id": "q", "at": [40000, 2000]}],
        divisions=sides,
        cohesion={"one": 9, "two": 9, "blue": 9},
        eliminated=[
            {"id": "X", "side": "red", "division": "d", "stats": "1/1/- -", "why": "abandoned"},
            {"id": "K", "side": "red", "division": "e", "stats": "1/1/- -", "why": "abandoned"},
        ],
    )
    objectives.look(s)
    assert [(one.owner, one.army) for one in s.objectives] == [("red", "two"), (None, None)]
    assert objectives.taken_by(s, s.objectives[1], "red") is None
    assert objectives.taken_by(s, s.objectives[0], None) is None
    assert objectives.army_of_guns(s, GunsLeft("K", "red", (0, 0), 0, 1)) == "two"
    assert objectives.army_of_guns(s, GunsLeft("X", "red", (0, 0), 0, 1)) == "one"


@pytest.mark.rule("alaguerre:4.1.2-f", "alaguerre:4.1.2-g")
@pytest.mark.parametrize(
    ("bases", "objective", "owner"),
    [
        ((red("A", AT, *CAV),), point(), "red"),
        ((red("A", AT, *GUNS), red("B", [20000, 30000])), point(), None),
        ((red("A", AT), blue("E", [20000, 20000], *GUNS)), point(), None),
        ((red("A", AT), blue("E", [20000, 20000])), point(owner="blue"), "blue"),
        ((red("A", AT),), point(camp=True, owner="red"), "red"),
        ((red("A", [20000, 30000]), blue("E", [20000, 21000])), point(camp=True, owner="red"), "red"),
        ((red("A", [20000, 30000]), blue("E", [20000, 19500])), point(camp=True, owner="red"), "blue"),
        ((red("A", AT),), point(camp=True), "red"),
        ((red("A", [21000, 20000]),), point(), "red"),
        ((red("A", [21001, 20000]),), point(), None),
        ((red("A", [20000, 19999]),), point(), None),
        ((red("A", [20000, 21000]),), point(), "red"),
        ((red("A", [20000, 21001]),), point(), None),
        ((red("A", AT),), {"id": "o", "piece": "V", "value": 1}, "red"),
        ((red("A", [20000, 17900]),), {"id": "o", "piece": "V", "value": 1}, None),
        ((red("A", [20000, 30000]),), {"id": "o", "piece": "H", "value": 1}, None),
        (
            (red("A", [20000, 30000], occupies={"piece": "H", "sides": None}),),
            {"id": "o", "piece": "H", "value": 1},
            "red",
        ),
        (
            (red("A", [20000, 30000], occupies={"piece": "H", "sides": None}),),
            {"id": "o", "piece": "V", "value": 1},
            None,
        ),
        ((red("A", AT, inside="V"),), {"id": "o", "piece": "V", "value": 1}, "red"),
    ],
)
def test_who_stands_in_or_on_an_objective(bases: tuple[Plain, ...], objective: Plain, owner: str | None) -> None:
    far = () if any(base["side"] == "blue" for base in bases) else (blue("Z", [45000, 2000]),)
    s = state(*bases, *far, objectives=[objective], terrain=(VILLAGE, HEDGE))
    assert whose(s) == owner


@pytest.mark.rule("alaguerre:4.1.2-h")
@pytest.mark.parametrize(
    ("at", "facing", "distances"),
    [
        ([20000, 25000], 0, [4000, 4000, 5000]),
        ([20000, 15000], 0, [5000, 3000, 15000]),
        ([26000, 19500], 0, [5025, 3000, 10500]),
        ([14000, 19500], 0, [5025, 3000, 10500]),
        ([26000, 20000], 27000, [6000, 4000, 9055]),
        ([14000, 20000], 9000, [6000, 4000, 9055]),
        ([24000, 25000], 0, [5000, 4123, 5000]),
        ([20000, 20500], 0, [0, 0, 9500]),
        ([28000, 34000], 18000, [15652, 14866, 4472]),
    ],
)
def test_how_far_a_base_is_from_each_objective(at: list[int], facing: int, distances: list[int]) -> None:
    kinds = [point(), {"id": "o", "piece": "V", "value": 1}, {"id": "o", "piece": "H", "value": 1}]
    found = []
    for kind in kinds:
        s = state(red("A", at, facing=facing), blue("Z", [45000, 2000]), objectives=[kind], terrain=(VILLAGE, HEDGE))
        one = s.objectives[0]
        far = objectives.far(s, s.bases["A"], one)
        assert objectives.nearest(s, one, "red", objectives.FAR) == far
        assert objectives.nearest(s, one, "red", far) == far
        assert objectives.nearest(s, one, "red", far + 1) == far
        assert objectives.nearest(s, one, "red", 0) == 0
        box = objectives.box_of(s, one)
        assert box is not None
        assert objectives.outside(s.bases["A"].pose, box) <= far
        found.append(far)
    assert found == distances


@pytest.mark.rule("alaguerre:4.1.2-h")
def test_who_is_nearest_keeps_an_objective() -> None:
    for theirs, keeps in ((14999, True), (15000, True), (15001, False)):
        s = state(red("A", [20000, 26000]), blue("E", [20000, theirs], facing=0), objectives=[point(owner="red")])
        assert objectives.is_nearest(s, s.objectives[0], "red") is keeps
    nowhere = state(red("A", AT), blue("E", [20000, 9000]), objectives=[{"id": "o", "value": 1, "owner": "red"}])
    assert objectives.box_of(nowhere, nowhere.objectives[0]) is None
    assert objectives.far(nowhere, nowhere.bases["A"], nowhere.objectives[0]) == 0
    assert not objectives.stands_on(nowhere, nowhere.bases["A"], nowhere.objectives[0])
    shaken = state(red("A", [20000, 26000], state="shaken"), blue("E", [20000, 9000]), objectives=[point(owner="red")])
    assert objectives.nearest(shaken, shaken.objectives[0], "red", 99) == 99


@pytest.mark.rule("alaguerre:4.1.2-b", "alaguerre:4.1.2-c", "alaguerre:4.1.2-d")
def test_what_each_kind_of_ground_counts() -> None:
    for kind in ("town", "village", "farm"):
        assert objectives.value_of(kind, 2, 9999, 0, "") == 2
    for kind in ("trench", "rampart", "wall", "hedge", "bank", "redoubt", "fort"):
        assert objectives.value_of(kind, 2, 4000, 0, "") == 4
    assert [objectives.value_of("ford", 0, 0, wide, "") for wide in (1999, 2000, 3999, 4000)] == [0, 1, 1, 2]
    assert [objectives.value_of("bridge", 0, 0, 0, of) for of in ("stone", "wood")] == [4, 3]
    assert objectives.value_of("marsh", 9, 9000, 9000, "stone") == 0
