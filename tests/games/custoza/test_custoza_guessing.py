"""Worlds made up from a view: they must be found, also in the middle of an action that turned counters up."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.guessing import complete
from quadrilatero.games.custoza.said import PIECES
from quadrilatero.kernel.worlds import sample
from tests.games.custoza.support import Plain, austria, italy, play, position

ASSAULT = {"type": "assault", "hex": "3010", "target": "3011"}


def seen_alike(m: q.Match, seat: str | None, times: int = 3) -> None:
    view = m.view(seat)
    for seed in range(times):
        assert sample(view, random.Random(seed)).view(seat) == view


@pytest.mark.rule("custoza:7.1-a")
def test_what_is_turned_up_on_the_way_is_dealt_where_it_lay() -> None:
    """A column walks past counters that could be dealt in many ways; only one of them fits what it saw."""
    rows = [("A", "3009"), ("B", "3109"), ("C", "3209"), ("E", "2909"), ("F", "2809"), ("G", "3108"), ("H", "2908")]
    m = play(
        *(italy(id, hex, facing="S", cv=6 + n % 3) for n, (id, hex) in enumerate(rows)),
        austria("D", "3011", facing="N"),
        active={"formation": "italy", "markers": [ASSAULT]},
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": ["3010"]})
    assert m.ask.what == "react"
    seen_alike(m, "austria")
    seen_alike(m, "italy")


@pytest.mark.rule("custoza:8.7-a")
def test_a_unit_lost_with_all_its_strength_stays_in_the_position() -> None:
    m = play(
        italy("A", "3010", facing="S", sp=9),
        austria("D", "3011", facing="N", sp=1),
        austria("E", "3030"),
        active={"formation": "italy", "markers": [ASSAULT]},
        dice=[6, 6],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    lost = next(unit for unit in m.view("austria")["units"] if unit["id"] == "D")
    assert (lost["sp"], lost["box"]) == (0, "eliminated")
    seen_alike(m, "italy")
    with pytest.raises(q.BadPosition, match=r"units\[0\]\.sp.*8\.7-a"):
        q.start("custoza", position=position(italy("A", "3010", sp=0), austria("D", "3014")))


@pytest.mark.rule("custoza:7.1-a", "custoza:19.1-b")
def test_what_was_lost_before_it_was_turned_up_is_remembered() -> None:
    """A counter is hit while it lies face down, then comes into contact: its world must have had that strength."""
    m = play(
        italy("g", "3010", "artillery", facing="S", sp=9, cv=9),
        italy("B", "3113", facing="S"),
        austria("D", "3013", "light", facing="N", sp=2),
        austria("E", "3014", facing="N"),
        active={"formation": "italy"},
        dice=[6, 4, 1, 1],
    )
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3013", "at": "infantry"})
    seen_alike(m, "italy")
    seen_alike(m, "austria")


@pytest.mark.rule("custoza:2.4.1-f", "custoza:7.1-a")
def test_of_two_that_look_alike_the_one_that_was_turned_up_has_gone() -> None:
    """The enemy is told of the first of the two, whichever has moved; the world he makes up has to find out."""
    m = play(
        italy("B", "3008", sv=2, cv=6, facing="S"),
        italy("C", "3008", sv=2, cv=8, facing="S"),
        austria("D", "3011", facing="N"),
        active={"formation": "italy", "markers": [ASSAULT]},
    )
    m.answer("italy", {"do": "assault", "units": ["C"], "path": ["3009", "3010"]})
    assert m.view("austria")["since"]["answers"][0]["answer"]["units"] == ["?3008a"]
    seen_alike(m, "austria")


@pytest.mark.rule("custoza:7.1-a")
def test_who_is_turned_up_shows_his_strength() -> None:
    m = play(
        italy("A", "3009", facing="S", sp=4, max=6),
        austria("D", "3011", facing="N"),
        active={"formation": "italy", "markers": [ASSAULT]},
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": ["3010"]})
    shown = next(event for event in m.told("austria") if event.kind == "revealed")
    assert dict(zip(shown.data["units"], shown.data["sp"], strict=True)) == {"A": 4, "D": 6}


@pytest.mark.rule("custoza:7.1-a", "custoza:19.1-b")
def test_who_was_turned_up_and_lies_face_down_again_had_the_strength_that_was_seen() -> None:
    """A guard next to the enemy is seen with what it has left; then the enemy goes, and it is out of contact."""
    m = play(
        italy("A", "3009", facing="S", sp=3),
        austria("D", "3011", "light", facing="N", sp=1, max=12),
        austria("E", "3111", facing="NW", sp=6, max=6),
        austria("F", "3020", "light", sp=12),
        austria("G", "3022", "light", sp=12),
        active={"formation": "italy", "markers": [ASSAULT]},
        dice=[1, 1, 1, 1, 6, 6],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": ["3010"]})
    m.answer("austria", {"do": "fall_back", "units": ["D"], "path": ["3012"]})
    assert "D" not in {unit["id"] for unit in m.view("italy")["units"]}
    seen_alike(m, "italy")


@pytest.mark.rule("custoza:7.1-a", "custoza:19.1-b")
def test_what_was_lost_after_it_was_turned_up_was_not_lost_before() -> None:
    """A guard strikes down whoever came before it, and is hit as it lies face down again: it was seen in between."""
    m = play(
        italy("A", "3010", facing="S", sp=6, max=9),
        italy("B", "2530"),
        austria("D", "3013", facing="N", sp=1),
        austria("E", "3030"),
        active={"formation": "austria", "markers": [{"type": "assault", "hex": "3011", "target": "3010"}]},
        dice=[1, 1, 3, 4],
    )
    m.answer("austria", {"do": "assault", "units": ["D"], "path": ["3012", "3011"]})
    m.answer("italy", {"do": "assault", "units": ["A"]})
    lost = [event.data["unit"] for event in m.told("austria") if event.kind == "hit"]
    assert lost == ["D", "?3010a"]
    seen_alike(m, "austria")


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_counters_of_both_sides_in_one_hex_are_not_mixed_up() -> None:
    """A spectator hears of both by the same letter while a Force rides over a hidden commander."""
    m = play(
        italy("com", "3010", "commander"),
        italy("A", "2707"),
        italy("B", "3307"),
        austria("D", "3013", "light", facing="N"),
        active={"formation": "austria"},
    )
    m.answer("austria", {"do": "move", "units": ["D"], "path": ["3012", "3011", "3010"]})
    assert m.ask.what == "displace"
    names = [unit["id"] for unit in m.view(None)["units"] if unit.get("hex") == "3010"]
    assert names == ["?3010a", "?3010a"]
    m.answer("italy", m.options("italy")[0])
    view = m.view(None)
    for seed in range(3):
        assert sample(view, random.Random(seed)).view(None) == view


@pytest.mark.rule("custoza:7.1-a", "custoza:13.5-a", "custoza:8.7-d")
@pytest.mark.parametrize("dice", [[6, 6], [6, 3], [5, 3]])
def test_who_routs_out_of_sight_had_lost_before_what_nobody_saw(dice: list[int]) -> None:
    """Fire from afar routs a counter that lies face down: its losses of before come to light with it."""
    m = play(
        italy("g", "3010", "artillery", facing="S", sp=9, cv=9),
        austria("D", "3013", facing="N", sp=3, max=6, sv=2, status="disorganised"),
        austria("E", "3013", facing="N", sp=6, sv=2),
        austria("guns", "3013", "artillery", facing="N"),
        *(austria(f"X{n}", f"30{20 + n}", facing="N", sp=5, max=6, sv=2, cv=6 + n % 3) for n in range(4)),
        active={"formation": "italy"},
        dice=dice,
    )
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3013", "at": "infantry"})
    while m.ask.what == "hit":
        seen_alike(m, "italy")
        m.answer("austria", m.options("austria")[-1])
    assert m.ask.what == "react"
    assert next(unit for unit in m.view("italy")["units"] if unit["id"] == "D")["box"] == "routed"
    seen_alike(m, "italy")
    seen_alike(m, None)


@pytest.mark.rule("custoza:7.1-a", "custoza:8.7-a")
def test_who_is_shot_to_pieces_out_of_sight_comes_to_light() -> None:
    m = play(
        italy("g", "3010", "artillery", facing="S", sp=9, cv=9),
        austria("D", "3013", facing="N", sp=1, max=6, sv=2),
        *(austria(f"X{n}", f"30{20 + n}", facing="N", sp=5, max=6, sv=2, cv=6 + n % 3) for n in range(4)),
        active={"formation": "italy"},
        dice=[6, 6],
    )
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3013", "at": "infantry"})
    kinds = [event.kind for event in m.told("italy")]
    assert kinds.index("revealed") < kinds.index("eliminated")
    assert next(unit for unit in m.view("italy")["units"] if unit["id"] == "D")["box"] == "eliminated"
    seen_alike(m, "italy")
    seen_alike(m, None)


@pytest.mark.rule("custoza:7.1-a", "custoza:8.6-a", "custoza:19.1-b")
def test_a_battery_that_has_lost_most_of_its_guns_fires_from_the_dark() -> None:
    """All that its Formation has lost was lost by it: worlds that spread the losses evenly fire another shot."""
    m = play(
        italy("guns", "3010", "artillery", facing="S", sp=1, max=9),
        *(italy(f"X{n}", f"30{20 + n}", facing="S", sp=6) for n in range(8)),
        austria("D", "3013", "line", facing="N", sp=6),
        austria("E", "3013", "artillery", facing="N"),
        active={"formation": "italy"},
        dice=[6, 5],
    )
    m.answer("italy", {"do": "fire", "units": ["guns"], "hex": "3013", "at": "infantry"})
    assert m.ask.what == "react"
    seen_alike(m, "austria")
    seen_alike(m, None)


@pytest.mark.rule("custoza:7.9-b")
def test_what_a_gun_spent_out_of_sight_is_as_is_seen_once_it_is_turned_up() -> None:
    acted = {"G": {"did": "move", "mp": "5"}}
    m = play(
        italy("G", "3005", "artillery", march=True),
        italy("A", "3004"),
        austria("D", "3020"),
        active={"formation": "italy", "acted": acted},
    )
    before = m.view("austria")
    assert list(before["active"]["acted"].values()) == [{"did": "move"}]
    drawn = {complete(before, "austria", random.Random(n))["active"]["acted"]["G"]["mp"] for n in range(20)}
    assert drawn == {"0", "6"}
    now = {**before, "active": {**before["active"], "acted": acted}}
    assert complete(before, "austria", random.Random(1), now)["active"]["acted"] == acted


# -- campaigns ---------------------------------------------------------------------------------------------------------


def campaign(*units: Plain, fog: str = "book", **more: Any) -> q.Match:
    """A day of the Advanced Game on a bare board; the Formation d1 marches under the piece at 3010."""
    d1: Plain = {"id": "d1", "side": "italy", "state": "march", "objective": "3012"}
    d2: Plain = {"id": "d2", "side": "italy"}
    formations = [d1, d2, {"id": "a1", "side": "austria"}]
    said: Plain = {"mode": "advanced", "phase": "initiative", "formations": formations, **more}
    standing = [
        italy("com.d1", "3010", "commander", formation="d1"),
        {"id": "A", "side": "italy", "type": "line", "box": "formation", "formation": "d1"},
        austria("Z", "6030", formation="a1"),
    ]
    return q.start("custoza", position=position(*standing, *units, **said), options={"fog": fog})


def coming(id: str) -> Plain:
    return {"id": id, "side": "italy", "type": "line", "box": "due", "formation": "d2"}


@pytest.mark.rule("custoza:7.1-a", "custoza:16.3-a")
def test_where_all_lies_face_up_a_piece_face_down_is_a_scout() -> None:
    """The commander who is still to come would lie face up if he were on the map."""
    m = campaign(
        italy("s1", "3030", "scout"),
        {"id": "com.d2", "side": "italy", "type": "commander", "box": "due", "formation": "d2"},
        coming("B"),
        fog="open",
    )
    for seed in range(20):
        world = sample(m.view("austria"), random.Random(seed))
        assert next(unit["id"] for unit in world.state()["units"] if unit.get("hex") == "3030") == "s1"


@pytest.mark.rule("custoza:21.4-a", "custoza:21.6-a")
@pytest.mark.parametrize(("come", "gt"), [("", 12), ("P", 8), ("P", 12), ("PQ", 8)])
def test_as_many_are_awaited_as_an_engaged_formation_lacks_on_the_map(come: str, gt: int) -> None:
    """Who has come and who was held up until a later time cannot be seen, how many can."""
    place = {id: f"26{12 + number}" for number, id in enumerate(come)}
    due = [italy(id, place[id], formation="d2") if id in place else coming(id) for id in "PQR"]
    group = {"id": "g", "side": "italy", "formation": None, "units": ["P", "Q", "R"], "day": 1, "gt": gt}
    m = campaign(
        italy("com.d2", "2010", "commander", formation="d2"),
        *[italy(id, f"20{12 + number}", formation="d2") for number, id in enumerate("BCDE")],
        *due,
        reinforcements=[{**group, "entry": "4834", "condition": None}],
    )
    found = set()
    for seed in range(20):
        world = sample(m.view("austria"), random.Random(seed))
        awaited = [unit["id"] for unit in world.state()["units"] if unit.get("box") == "due"]
        assert len(awaited) == 3 - len(come)
        found.add(tuple(sorted(awaited)))
    assert len(found) == (3 if come else 1)


@pytest.mark.rule("custoza:21.4-a", "custoza:7.1-a")
def test_the_timetable_does_not_tell_that_the_last_of_a_group_has_come_in() -> None:
    """Who comes in lies face down: it may have been another that looks like him."""
    group = {"id": "g", "side": "italy", "formation": None, "units": ["P"], "day": 1, "gt": 8, "entry": "4834"}
    commander = italy("com.d2", "2010", "commander", formation="d2")
    timetables = []
    for place in ({"box": "due"}, {"hex": "2612"}):
        unit = {**italy("P", "2612", formation="d2"), **place}
        if "box" in place:
            del unit["hex"]
        m = campaign(commander, unit, italy("B", "2012", formation="d2"), reinforcements=[{**group, "condition": None}])
        timetables.append(m.view("austria")["reinforcements"])
        seen_alike(m, "austria")
    assert timetables[0] == timetables[1] == [{**group, "formation": None, "condition": None}]


@pytest.mark.rule("custoza:21.4-a", "custoza:15.2-a")
@pytest.mark.parametrize("come", [0, 1, 2])
def test_who_lies_on_the_map_of_a_formation_in_march_has_most_likely_come_alone(come: int) -> None:
    places = [f"26{12 + number}" for number in range(come)]
    alone = [
        italy(id, place, formation="d3") if place else {**coming(id), "formation": "d3"}
        for id, place in zip("PQ", [*places, "", ""], strict=False)
    ]
    group = {"id": "g", "side": "italy", "formation": None, "units": ["P", "Q"], "day": 1, "gt": 4, "entry": "4834"}
    m = campaign(
        italy("com.d3", "2010", "commander", formation="d3"),
        *[{**coming(id), "formation": "d3", "box": "formation"} for id in "BC"],
        *alone,
        formations=[
            {"id": "d1", "side": "italy", "state": "march", "objective": "3012"},
            {"id": "d3", "side": "italy", "state": "march", "objective": "3012"},
            {"id": "a1", "side": "austria"},
        ],
        reinforcements=[{**group, "condition": None}],
    )
    counts = []
    for seed in range(20):
        world = sample(m.view("austria"), random.Random(seed))
        units = [unit for unit in world.state()["units"] if unit.get("formation") == "d3"]
        counts.append(sum(unit.get("box") == "due" and unit["type"] != "commander" for unit in units))
    assert counts.count(2 - come) >= 10


@pytest.mark.rule("custoza:2.4.1-f")
@pytest.mark.parametrize("scenario", ["1848", "1866"])
def test_counters_stand_in_the_order_of_the_scenario(scenario: str) -> None:
    """The order tells in the lists of events; scouts are on none."""
    m = q.start("custoza", scenario, seed=1)
    world = sample(m.view("austria"), random.Random(1))
    for side in ("italy", "austria"):
        orders = [
            [u["id"] for u in each.state()["units"] if u["side"] == side and u["type"] not in PIECES]
            for each in (m, world)
        ]
        assert orders[0] == orders[1]


@pytest.mark.rule("custoza:16.8-d", "custoza:7.2-c")
@pytest.mark.parametrize("waits", [True, False])
def test_a_scout_among_enemies_stays_only_until_the_formations_have_deployed(waits: bool) -> None:
    """An attack has gone on to where it lay; before it is removed a Formation deploys, with which it may leave."""
    units = [
        italy("s1", "3030", "scout"),
        austria("U", "3030", "cavalry", formation="a1"),
        italy("com.d2", "2010", "commander", formation="d2"),
        italy("B", "2012", formation="d2"),
    ]
    if not waits:
        with pytest.raises(q.BadPosition, match="3030"):
            campaign(*units)
        return
    tasks = [
        {"what": "deploy", "side": "italy", "formation": "d1", "unit": None},
        {"what": "scout_leaves", "side": "italy", "formation": "d1", "unit": None},
    ]
    m = campaign(*units, tasks=tasks)
    assert m.ask is not None
    for seat in ("italy", "austria", None):
        seen_alike(m, seat)


@pytest.mark.rule("custoza:4.4-a", "custoza:7.1-a")
def test_a_unit_of_the_reserve_may_have_lost_what_no_formation_tells() -> None:
    m = campaign(italy("R", "2012", "artillery", formation=None, reserve=True, sp=2, max=5))
    view = m.view("austria")
    found = [next(u for u in sample(view, random.Random(n)).state()["units"] if u["id"] == "R") for n in range(40)]
    assert {unit["sp"] for unit in found} == {1, 2, 3, 4, 5}
    assert [unit["sp"] for unit in found].count(5) >= 20
