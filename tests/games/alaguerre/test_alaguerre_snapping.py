"""What a hand on the table means: the nearest lawful move, the reach to be painted, proposals."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table import TOUCH
from tests.games.alaguerre.battle import Plain, area, blue, general, line, play, red

HERE = [20000, 20000]
LN = ("Ln", "1/1/1 -")
CAV = ("Cav", "1/-/2 a")
GUNS = ("MdArt", "1/1/- -")
FAR = blue("Z", [40000, 38000], division="z")


def match(*others: Plain, kind: tuple[str, str] = LN, generals: tuple[Plain, ...] = (), **more: Any) -> q.Match:
    """A red unit A of the division in hand, and others."""
    rest = {key: more.pop(key) for key in ("terrain", "options") if key in more}
    own = red("A", HERE, *kind, division="a", **more)
    stray = red("S", [2000, 2000], *LN, division="a")
    return play(own, stray, FAR, *others, phase="manoeuvre", orders={"a": 5}, generals=list(generals), **rest)


def snap(found: q.Match, at: list[int], unit: str = "A", **more: Any) -> Plain:
    told = q.snap(found, "red", {"unit": unit, "at": at, **more})
    assert found.refuse("red", told["answer"]) is None
    return told


@pytest.mark.parametrize(
    ("kind", "at", "there"),
    [
        (LN, [20000, 21500], [20000, 21500]),
        (LN, [20000, 29000], [20000, 22000]),
        (LN, [20500, 20600], [20500, 20600]),
        (LN, [20000, 19500], [20000, 19500]),
        (LN, [20000, 15000], [20000, 19000]),
        (LN, [20800, 20000], [20800, 20000]),
        (LN, [25000, 20000], [21000, 20000]),
        (CAV, [20000, 22900], [20000, 22900]),
        (("LC", "1/-/0 - sk"), [20000, 14000], [20000, 14000]),
    ],
)
def test_a_unit_goes_where_it_was_put_or_as_far_as_it_may(kind: Any, at: list[int], there: list[int]) -> None:
    told = snap(match(kind=kind), at, facing=0)
    assert max(abs(told["pose"][i] - there[i]) for i in (0, 1)) <= 3
    assert told["pose"][2] == 0


def test_without_a_facing_it_wheels_to_where_it_is_put() -> None:
    told = snap(match(kind=CAV), [20400, 22000])
    assert abs(told["pose"][0] - 20400) <= 30
    assert abs(told["pose"][1] - 22000) <= 30


def test_a_facing_is_wheeled_to_and_a_formation_taken() -> None:
    told = snap(match(), [19900, 20400], facing=34500)
    assert (told["pose"][2], told["answer"]["path"][0]["go"]) == (34500, "wheel")
    formed = snap(match(kind=("Sh", "1/1/0 - sk/ln"), formation="line"), HERE, formation="skirmish")
    assert (formed["formation"], formed["left"]) == ("skirmish", 0)
    assert formed["answer"]["path"] == [{"go": "form", "formation": "skirmish"}]
    about = snap(match(), HERE, facing=18000)
    assert about["answer"]["path"] == [{"go": "about"}]


def test_limbered_guns_go_straight_to_a_place() -> None:
    found = match(kind=GUNS, formation="limbered")
    assert snap(found, [21000, 19000])["pose"][:2] == [21000, 19000]
    assert abs(snap(found, [30000, 20000])["pose"][0] - 22000) <= 3
    barred = match(red("B", [20000, 22000], *LN, division="a"), kind=GUNS, formation="limbered")
    assert 20900 <= snap(barred, [20000, 21500])["pose"][1] <= 21000 + TOUCH, "before the friend"


def test_a_unit_slides_into_line_with_its_neighbour() -> None:
    friend = red("B", [22000, 21000], *LN, division="a")
    told = snap(match(friend), [19900, 20850], facing=100)
    assert (told["pose"][:3], told["touches"]) == ([20000, 21000, 0], ["B"])


def test_enemies_obstacles_and_ground_are_minded() -> None:
    hedge = line("H", "hedge", (10, 21), (30, 21), vdf=1, obstacle=2)
    stopped = snap(match(terrain=(hedge,)), [20000, 22000], facing=0)
    assert stopped["pose"][1] <= 21001
    assert "obstacle" in stopped["notes"]
    slope = area("W", "hill", 15, 20.5, 25, 25, slope="steep")
    assert "disorder" in snap(match(terrain=(slope,)), [20000, 21000], facing=0)["notes"]
    near = snap(match(blue("E", [20000, 22500], division="z")), [20000, 23000], facing=0)
    assert near["pose"][1] < 22500
    assert "zone" in near["notes"]
    assert snap(match(), [20000, 21000], facing=0)["notes"] == []


def test_leaving_the_radius_is_noted_where_it_may_be_measured() -> None:
    chief = general("K", [20000, 12500], division="a", radius=6000)
    for measuring, notes in (("before", ["command"]), ("after", [])):
        found = match(generals=(chief,), options={"measuring": measuring})
        assert snap(found, [20000, 21500], facing=0)["notes"] == notes


def test_generals_ride_as_far_as_they_can() -> None:
    found = match(generals=(general("K", [20000, 17000], division="a"),))
    told = snap(found, [5000, 17000], unit="K")
    assert 10000 <= told["pose"][0] <= 10020
    assert told["left"] <= 20


@pytest.mark.parametrize(
    "intent",
    [
        {"unit": "Z", "at": HERE},
        {"unit": "A"},
        {"unit": "A", "at": HERE, "colour": "red"},
        {"unit": "K", "at": HERE},
        {"unit": "B", "at": HERE},
    ],
)
def test_what_cannot_be_snapped_is_said(intent: Plain) -> None:
    with pytest.raises(BadQuery):
        q.snap(match(red("B", [30000, 10000], *LN, division="b")), "red", intent)


# -- reach and proposals -----------------------------------------------------------------------------------------------


def reach(found: q.Match, unit: str = "A", **more: Any) -> dict[str, list[list[int]]]:
    told = q.reach(found, "red", {"unit": unit, **more})
    assert told["exact"] is False
    return {region["by"]: region["outline"] for region in told["regions"]}


def test_each_manoeuvre_has_its_region() -> None:
    found = reach(match())
    assert list(found) == ["advance", "wheel", "oblique", "back", "sideways"]
    assert found["advance"] == [HERE, [20000, 22000]]
    assert found["back"] == [HERE, [20000, 19000]]
    assert found["sideways"] == [HERE, [19000, 20000], [21000, 20000]]
    assert [20000, 22000] in found["wheel"]


def test_reach_heeds_what_is_in_the_way_and_whose_turn_it_is() -> None:
    assert reach(match(red("B", [20000, 22500], *LN, division="a")))["advance"][1][1] <= 21500 + TOUCH
    assert reach(match(moved=500)) == {}
    assert reach(match(red("B", [30000, 10000], *LN, division="b")), "B") == {}
    guns = reach(match(kind=GUNS, formation="limbered"))
    assert [20000, 22000] in guns["to"]
    assert "advance" not in reach(match(kind=GUNS))


def test_the_reach_of_a_charge_does_not_tell_where_enemies_are() -> None:
    """1.1.3-b: it is the move and the extra, whoever stands there."""
    alone, facing = match(kind=CAV), match(blue("E", [20000, 23000], *CAV, division="z"), kind=CAV)
    assert reach(alone, charge=True) == reach(facing, charge=True)
    assert [20000, 25000] in reach(alone, charge=True)["charge"]
    assert reach(match(kind=GUNS), charge=True) == {}


def test_a_general_s_reach_is_round() -> None:
    found = match(generals=(general("K", [20000, 16000], division="a"),))
    assert [20000, 6000] in reach(found, "K")["to"]
    assert [30000, 16000] in reach(found, "K")["to"]


def test_proposals_are_lawful_and_of_one_s_own() -> None:
    found = match(blue("E", [20000, 22500], division="z"))
    proposed = q.propose(found, "red", "A")
    assert 4 <= len(proposed) <= 24
    assert all(found.refuse("red", one) is None for one in proposed)
    assert {"charge", "approach", "move"} == {one["do"] for one in proposed}
    assert len(q.propose(found, "red", "A", 3)) == 3
    with pytest.raises(BadQuery):
        q.propose(found, "red", "E")
