"""Chapters 8, 10 and 12, after a fight: pursuers and how far they go, order lost and found again, guns left behind."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.records import GunsLeft
from quadrilatero.games.vivaorre.rules import disorder, guns_left, pursuit, recovery
from quadrilatero.games.vivaorre.state import State
from quadrilatero.table import TOUCH
from tests.games.vivaorre.battle import area, blue, events, play, red, state

Plain = dict[str, Any]
HERE = [30000, 20000]
FAR = blue("D", [60000, 40000])
UNARMED = {"class": "c-/-c", "weapon": "none"}
MARSH = area("m", "marsh", 0, 0, 72, 48)


def before(pursuer: Plain, *others: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """Red's A runs before a unit of blue's behind it."""
    router = red("A", HERE, facing=18000, **UNARMED)
    pending = [{"rout": "A", "enemy": "D"}]
    said = {"phase": "fire", "stage": "over", "pending": pending, **more}
    return play(router, blue("D", [30000, 20625], **pursuer), *others, dice=dice or [6] * 40, **said)


def chased(match: q.Match) -> list[str]:
    return [event.data["unit"] for event in events(match, "moved") if event.data["why"] == "pursuit"]


# -- pursuit ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:10-k")
def test_regulars_are_asked_whether_they_pursue() -> None:
    match = before(UNARMED)
    assert match.ask is not None
    assert (match.ask.what, match.ask.rule, match.ask.who) == ("pursue", "10-k", ("blue",))
    assert (match.ask.data["name"], match.ask.data["target_name"]) == ("D", "A")
    assert match.options("blue") == [{"do": "stay"}, {"do": "pursue"}]


@pytest.mark.rule("vivaorre:10-l", "vivaorre:10-j")
def test_guns_and_who_still_fights_others_do_not_pursue() -> None:
    irregular = {"training": "irregular", **UNARMED}
    assert chased(before(irregular)) == ["D"]
    assert chased(before({"arm": "artillery", "training": "irregular"})) == []
    other = red("B", [27000, 20625], facing=9000, figures=1)
    beside = red("B", [28500, 20937], facing=9000, figures=1, start=1)
    assert chased(before(irregular, beside)) == [], "it touches another"
    assert chased(before(irregular, other)) == ["D"]


def followed(unit: Plain, *others: Plain, by: int, bearing: int = 0, terrain: tuple[Plain, ...] = ()) -> Any:
    s = state(red("A", HERE, **unit), *others, FAR, terrain=terrain)
    return pursuit.follow(s, s.units["A"], bearing, by)


@pytest.mark.rule("vivaorre:10-l", "vivaorre:8-e")
@pytest.mark.parametrize(
    ("unit", "terrain", "gone"),
    [
        ({"arm": "cavalry"}, (), 9000),
        ({}, (), 3000),
        ({"arm": "cavalry", "training": "irregular"}, (MARSH,), 6000),
        ({"training": "irregular"}, (MARSH,), 2500),
    ],
)
def test_a_pursuit_goes_at_the_rate_of_a_charge(unit: Plain, terrain: tuple[Plain, ...], gone: int) -> None:
    assert followed(unit, by=20000, terrain=terrain).gone == gone


@pytest.mark.rule("vivaorre:10-l", "vivaorre:13-g")
def test_a_pursuer_turns_where_those_it_sees_leave_it_room() -> None:
    behind = red("B", [28000, 20000], facing=9000, figures=2, start=2)
    assert followed({}, behind, by=1000, bearing=9000).unit.facing == 9000, "it is no deeper than its figures"
    wood = area("w", "open_wood", 25, 20, 35, 25)
    hidden = blue("H", [29700, 20400], figures=1, start=1, hidden=True)
    assert followed({}, hidden, by=1000, bearing=9000, terrain=(wood,)).unit.facing == 9000


@pytest.mark.rule("vivaorre:10-l", "vivaorre:13-g")
def test_hidden_enemies_are_looked_for_all_along_a_pursuit() -> None:
    s = state(red("A", HERE), FAR)
    walk = pursuit.follow(s, s.units["A"], 0, 600)
    places = [unit.at for unit in pursuit._on_the_way(s, s.units["A"], 0, walk)]
    assert places == [(30000, 20000), (30000, 20250), (30000, 20500), (30000, 20600)]


@pytest.mark.rule("vivaorre:10-n", "vivaorre:10-l")
def test_a_pursuer_takes_the_guns_it_comes_to() -> None:
    guns = [{"id": "X", "at": [30000, 15000], "gun": "smooth_9", "mount": None, "sections": 1, "side": "red"}]
    match = before({"training": "irregular", **UNARMED}, guns=guns, options={"guns_left": "on"})
    assert [event.data["side"] for event in events(match, "guns")] == ["blue"]


# -- guns -------------------------------------------------------------------------------------------------------------


def lying(s: State, *places: tuple[int, int], side: Any = "blue") -> None:
    s.guns = tuple([GunsLeft(f"X{n}", at, "smooth_9", None, 1, side) for n, at in enumerate(places)])


@pytest.mark.rule("vivaorre:10-n")
def test_guns_are_taken_by_who_touches_them() -> None:
    s = state(red("A", HERE), FAR)
    lying(s, (30000, 20687 + TOUCH), (30000, 20688 + TOUCH), (31000, 20500))
    guns_left.take(s, s.units["A"])
    assert [gun.side for gun in s.guns] == ["red", "blue", "red"]
    assert [gun.id for gun in s.guns] == ["X0", "X1", "X2"]
    told = [event for event in s.sink if event.kind == "guns"]
    assert [(event.rule, event.data["id"], event.data["side"], event.data["why"]) for event in told] == [
        ("10-n", "X0", "red", "taken"),
        ("10-n", "X2", "red", "taken"),
    ]
    guns_left.take(s, s.units["A"])
    assert len([event for event in s.sink if event.kind == "guns"]) == 2, "one's own are not taken again"


@pytest.mark.rule("vivaorre:10-n")
def test_a_battery_leaves_the_guns_of_the_sections_it_still_has() -> None:
    battery = red("A", HERE, arm="artillery", sections=3, figures=3, start=6, mount="horse")
    s = state(battery, FAR, options={"guns_left": "on"})
    guns_left.leave(s, s.units["A"])
    (left,) = s.guns
    assert (left.id, tuple(left.at), left.sections, left.side, left.mount) == ("A", (30000, 20000), 2, "red", "horse")
    (told,) = [event for event in s.sink if event.kind == "guns"]
    assert (told.data["why"], told.data["side"]) == ("left", "red")
    s = state(battery, FAR, options={"guns_left": "off"})
    guns_left.leave(s, s.units["A"])
    assert s.guns == ()


# -- order lost and found ---------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-ac", "vivaorre:2-j")
@pytest.mark.parametrize(
    ("unit", "formation"),
    [
        ({}, "mass"),
        ({"formation": "assault"}, "mass"),
        ({"formation": "skirmish", "notes": ["skirmish"]}, "skirmish"),
        ({"training": "irregular", "formation": "march"}, "march"),
        ({"figures": 16, "class": "b-*-c"}, "assault"),
        ({"arm": "artillery"}, "battery"),
    ],
)
def test_formed_regulars_who_lose_their_order_are_a_mass(unit: Plain, formation: str) -> None:
    s = state(red("A", HERE, **unit), FAR)
    after = disorder.disorder(s, s.units["A"], "fought")
    assert (after.disorder, after.formation) == ("reorder", formation)
    (told,) = [event for event in s.sink if event.kind == "disordered"]
    assert (told.rule, told.data["why"]) == ("8-ac", "fought")
    disorder.disorder(s, s.units["A"], "fought")
    assert len([event for event in s.sink if event.kind == "disordered"]) == 1, "who is in disorder is not so again"


@pytest.mark.rule("vivaorre:8-ac", "vivaorre:8-q")
def test_a_mass_keeps_its_front_or_its_centre_or_its_rear_where_there_is_room() -> None:
    def front(*others: Plain, terrain: tuple[Plain, ...] = (), at: list[int] = HERE) -> Any:
        s = state(red("A", at), *others, FAR, terrain=terrain)
        pose = disorder.room_for_mass(s, s.units["A"])
        return None if pose is None else pose[:2]

    assert front() == (30000, 20000)
    assert front(red("B", [30000, 19000])) == (30000, 20313), "its centre"
    assert front(red("B", [30000, 19375])) == (30000, 20625), "its rear"
    assert front(red("B", [30000, 19375]), blue("E", [30000, 20000])) is None
    assert front(terrain=(area("x", "impassable", 20, 15, 40, 19),)) == (30000, 20313), "closed ground leaves no room"
    assert front(at=[30000, 1000]) == (30000, 1313), "nor does the edge"


@pytest.mark.rule("vivaorre:12-k")
def test_routers_take_mass_about_their_centre_but_guns_do_not() -> None:
    s = state(red("A", HERE), red("G", [40000, 20000], arm="artillery", formation="limbered"), FAR)
    after = disorder.take_mass(s, s.units["A"])
    assert (after.formation, after.pose[:2]) == ("mass", (30000, 20313))
    assert disorder.take_mass(s, s.units["G"]).formation == "limbered"


@pytest.mark.rule("vivaorre:8-ad", "vivaorre:8-s")
@pytest.mark.parametrize(
    ("unit", "left"),
    [
        ({"formation": "mass"}, "ground"),
        ({"formation": "skirmish", "notes": ["skirmish"]}, None),
        ({"arm": "artillery"}, None),
    ],
)
def test_who_reorders_in_difficult_ground_is_still_disordered_by_it(unit: Plain, left: str | None) -> None:
    s = state(red("A", HERE, disorder="reorder", **unit), FAR, terrain=(MARSH,))
    after = disorder.restore(s, s.units["A"], None)
    assert (after.disorder, after.formation) == (left, s.units["A"].formation)
    (told,) = [event for event in s.sink if event.kind == "reordered"]
    assert (told.rule, told.data["why"]) == ("8-ad", "reordered")
    s = state(red("A", HERE, disorder="reorder", **unit), FAR)
    assert disorder.restore(s, s.units["A"], None).disorder is None


@pytest.mark.rule("vivaorre:8-ad", "vivaorre:2-f")
def test_who_has_reordered_forms_anew_with_the_figures_it_has() -> None:
    s = state(red("A", HERE, disorder="reorder", formation="assault", figures=6, start=8, files=4), FAR)
    assert disorder.restore(s, s.units["A"], None).files == 4
    after = disorder.restore(s, s.units["A"], "assault")
    assert (after.formation, after.files) == ("assault", 3)


@pytest.mark.rule("vivaorre:8-ad", "vivaorre:5-ch15", "vivaorre:2-l")
def test_what_formations_are_open_to_who_has_reordered() -> None:
    def may(wanted: str, *characters: str, **unit: Any) -> bool:
        general = {"id": "G", "side": "red", "brigade": "b", "at": [30000, 15000], "characters": list(characters)}
        s = state(red("A", HERE, brigade="b", **unit), FAR, generals=[general])
        return disorder.may_take(s, s.units["A"], wanted)

    light = {"notes": ["skirmish"]}
    assert may("line")
    assert may("skirmish", **light)
    assert not may("skirmish")
    assert not may("skirmish", "ottuso", **light)
    assert may("line", "ottuso", **light)
    assert not may("mass"), "not of their own will"
    assert may("mass", formation="mass", disorder="reorder"), "but they may stay so"
    assert may("square")
    assert not may("square", arm="cavalry")
    assert may("square", arm="cavalry", notes=["dismount"], mounted=False)


# -- recovery ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:12-j", "vivaorre:12-p")
def test_all_who_were_shaken_before_this_turn_recover() -> None:
    units = (
        red("A", HERE),
        red("B", [40000, 20000], state="shaken", shaken_since=3),
        red("C", [50000, 20000], state="shaken", shaken_since=2),
        red("E", [60000, 20000], state="shaken", shaken_since=2, brigade="b"),
        red("F", [10000, 20000], state="shaken", shaken_since=1),
    )
    s = state(*units, FAR, turn=3, last_turn=3, brigades={"b": {"side": "red", "strength": 2, "demoralised": True}})
    recovery.recover(s)
    assert {id: unit.state for id, unit in s.units.items() if id != "D"} == {
        "A": "steady",
        "B": "shaken",
        "C": "steady",
        "E": "shaken",
        "F": "steady",
    }
    assert s.units["C"].shaken_since is None
    told = [(event.rule, event.data["unit"], event.data["state"], event.data["why"]) for event in s.sink]
    assert told == [("12-j", "C", "steady", "recovered"), ("12-j", "F", "steady", "recovered")]


@pytest.mark.rule("vivaorre:8-ad")
@pytest.mark.parametrize(
    ("busy", "left"),
    [({}, None), ({"fought": True}, "reorder"), ({"charged": "D"}, "reorder"), ({"pursued": True}, "reorder"),
     ({"moved": True}, "reorder")],
)  # fmt: skip
def test_who_does_nothing_else_has_reordered_on_the_spot(busy: Plain, left: str | None) -> None:
    s = state(red("A", HERE, disorder="reorder", formation="mass", **busy), red("B", [40000, 20000]), FAR)
    recovery.reorder_on_the_spot(s)
    assert s.units["A"].disorder == left
    assert [event.data["unit"] for event in s.sink] == ([] if left else ["A"])
