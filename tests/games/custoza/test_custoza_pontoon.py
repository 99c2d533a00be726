"""24.1.3 and 24.1.4: the Bridge Train, the bridge of boats and the ferry."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import fire, pontoon
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, state, where

RIVER = [f"20{row:02}" for row in range(4, 34)]
WEST = [f"{column}{row:02}" for column in range(10, 20) for row in range(4, 34)]
BOARD: Plain = {"terrain": dict.fromkeys(RIVER, "mincio"), "west": WEST}
TRAIN = {**austria("T", "2115", "train", march=True), "reserve": True}
GUARD = austria("G", "2115", "light", formation="a1")
FAR = italy("I", "6030")
A1: Plain = {"id": "a1", "side": "austria"}


def activated(*units: Plain, train: Plain | None = None, **more: Any) -> q.Match:
    """The first Formation acts, with the Train taken along."""
    active: Plain = {"formation": "a1", "step": "act", "reserve": "T", **more.pop("active", {})}
    said: Plain = {"mode": "advanced", "formations": [A1], "active": active, **more}
    carried = {**(train or TRAIN), "used": True}
    return play(carried, *(units or (GUARD,)), FAR, board=BOARD, **said)


def later(gt: int, *units: Plain, train: Plain, **more: Any) -> q.Match:
    """The Command Phase of a game turn."""
    said: Plain = {"mode": "advanced", "formations": [A1], "gt": gt, "phase": "command", **more}
    return play(train, *units, FAR, board=BOARD, last={"day": 1, "gt": 18}, **said)


def train_of(match: q.Match) -> Plain:
    return next(unit for unit in match.state()["units"] if unit["id"] == "T")


# -- 24.1.3: the Train -------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.1.3-b")
def test_the_train_is_artillery_that_cannot_fire() -> None:
    s = state({**TRAIN, "march": False}, italy("I", "2317"), italy("g", "2318", "artillery"), board=BOARD)
    train = s.units["T"]
    assert train.kind == s.units["g"].kind == "artillery"
    assert fire.may_fire(s.units["g"], reaction=False)
    assert not fire.may_fire(train, reaction=False)
    assert not fire.may_fire(train, reaction=True)


@pytest.mark.rule("custoza:24.1.3-a", "custoza:24.1-a", "custoza:24.3-a")
def test_in_1848_the_train_and_some_batteries_are_of_the_reserve_and_the_allies_are_italian() -> None:
    units = {unit["id"]: unit for unit in q.start("custoza", "1848", seed=1).state()["units"]}
    reserve = {id for id, unit in units.items() if unit.get("reserve")}
    assert reserve == {"a48.r.train", "a48.r.a1", "a48.r.a2", "a48.r.a3"}
    assert units["a48.r.train"]["type"] == "train"
    assert units["i48.d4.tosc1"]["side"] == "italy", "Tuscans"
    assert {unit["side"] for id, unit in units.items() if id.startswith("a48")} == {"austria"}


# -- 24.1.4.1, 24.1.4.2: building --------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.1.4-a", "custoza:24.1.4.1-a")
def test_the_train_taken_along_begins_a_bridge_in_a_river_hex_next_to_it() -> None:
    m = activated()
    builds = [option["hex"] for option in m.options("austria") if option["do"] == "build"]
    assert sorted(builds) == ["2015", "2016"]
    assert refused(m, "austria", {"do": "build", "hex": "2014"}) == "24.1.4.1-a", "two hexes away"
    assert refused(m, "austria", {"do": "build", "hex": "2116"}) == "24.1.4.1-a", "no river"
    m.answer("austria", {"do": "build", "hex": "2015"})
    assert train_of(m)["building"] == {"hex": "2015", "left": 4}
    assert [(event.data["hex"], event.data["left"]) for event in events(m, "building")] == [("2015", 4)]
    assert refused(m, "austria", {"do": "move", "units": ["T"], "path": ["2116"]}) == "6-a", "it was its action"
    seen = next(unit for unit in m.view("italy")["units"] if unit["side"] == "austria" and unit["hex"] == "2115")
    assert (seen["id"], seen["building"]["left"]) == ("T", 4), "the work is seen"


@pytest.mark.rule("custoza:24.1.4.1-a", "custoza:4.4-a")
def test_a_train_that_nobody_has_taken_along_does_not_build() -> None:
    m = activated(active={"reserve": None})
    assert refused(m, "austria", {"do": "build", "hex": "2015"}) == "24.1.4.1-a"
    assert not [option for option in m.options("austria") if option["do"] == "build"]


@pytest.mark.rule("custoza:24.1.4.1-b", "custoza:24.1.4.1-d")
def test_the_marker_drops_in_each_command_phase_and_at_none_the_bridge_stands() -> None:
    """Declared in game turn 5 the marker shows 3, 2, 1 in 6, 7, 8, and the bridge is ready in 9."""
    left = 4
    for gt in (6, 7, 8):
        m = later(gt, train={**TRAIN, "building": {"hex": "2015", "left": left}})
        left -= 1
        assert train_of(m)["building"] == {"hex": "2015", "left": left}
        assert m.state()["pontoon"] is None
    m = later(9, train={**TRAIN, "building": {"hex": "2015", "left": left}})
    assert m.state()["pontoon"] == "2015"
    assert [event.data["hex"] for event in events(m, "bridge")] == ["2015"]
    assert "T" not in {unit["id"] for unit in m.state()["units"]}, "the Train is the bridge"
    s = now(m)
    here, bank, other = (s.board.hex(number) for number in ("2015", "2115", "1915"))
    assert s.board.terrain[here] == "mincio_bridge"
    assert s.board.by_road("infantry", bank, here) is not None
    assert s.board.by_road("infantry", here, other) is not None


@pytest.mark.rule("custoza:24.1.4.1-c", "custoza:24.1.4.1-a")
def test_a_train_that_moves_starts_again_from_the_beginning() -> None:
    """Begun in 5, interrupted and begun again in 7: the marker is 4 again, so the bridge is ready in 11."""
    building = {**TRAIN, "building": {"hex": "2015", "left": 2}}
    m = activated(train=building, gt=7)
    m.answer("austria", {"do": "move", "units": ["T"], "path": ["2116"]})
    assert train_of(m).get("building") is None
    assert [event.rule for event in events(m, "work_stopped")] == ["24.1.4.1-c"]
    m = activated(train=TRAIN, gt=7)
    m.answer("austria", {"do": "build", "hex": "2015"})
    assert 7 + train_of(m)["building"]["left"] == 11


@pytest.mark.rule("custoza:24.1.4.1-c")
@pytest.mark.parametrize(("dice", "goes_on"), [([6, 6], False), ([1, 1], True)])
def test_a_failed_check_stops_the_work(dice: list[int], goes_on: bool) -> None:
    """The Train turns to face an enemy who comes into its zone: a check (11.5.1)."""
    m = play(
        {**TRAIN, "march": False, "building": {"hex": "2015", "left": 2}},
        italy("I", "2217", formation="d1"),
        austria("A", "2315"),
        board=BOARD,
        mode="advanced",
        active={"formation": "d1", "markers": [{"type": "assault", "hex": "2216", "target": "2315"}]},
        dice=[*dice, 1, 1],
    )
    m.answer("italy", {"do": "assault", "units": ["I"], "path": ["2216"]})
    assert m.ask is not None
    assert m.ask.what == "react"
    m.answer("austria", {"do": "face", "units": ["T"], "facing": "N"})
    assert (now(m).units["T"].building is not None) is goes_on
    assert (not events(m, "work_stopped")) is goes_on


@pytest.mark.rule("custoza:24.1.4.2-a")
def test_there_is_only_one_bridge() -> None:
    m = activated(pontoon="2010")
    assert refused(m, "austria", {"do": "build", "hex": "2015"}) == "24.1.4.2-a"
    assert not [option for option in m.options("austria") if option["do"] == "build"]


# -- 24.1.4.3: the ferry -----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.1.4.3-a", "custoza:24.1.4.3-b", "custoza:24.1.4.3-c")
def test_a_light_unit_beside_the_train_crosses_at_once_with_all_its_points() -> None:
    m = activated(GUARD, austria("H", "2115", "light", formation="a1"), austria("J", "2117", "light", formation="a1"))
    answer = {"do": "ferry", "units": ["G"], "hex": "1915"}
    assert answer in list(m.options("austria"))
    assert refused(m, "austria", {**answer, "units": ["J"]}) == "24.1.4.3-a", "not beside the Train"
    assert refused(m, "austria", {**answer, "hex": "1913"}) == "24.1.4.3-c", "three hexes away"
    assert refused(m, "austria", {**answer, "hex": "2214"}) == "24.1.4.3-c", "the same bank"
    m.answer("austria", answer)
    assert where(m, "G") == "1915"
    decline(m, "face")
    acted = m.state()["active"]["acted"]["G"]
    assert (acted["did"], acted["mp"]) == ("ferry", "6")
    assert refused(m, "austria", {"do": "ferry", "units": ["H"], "hex": "1914"}) == "24.1.4.3-a", "one a game turn"


@pytest.mark.rule("custoza:24.1.4.3-b")
def test_nobody_is_ferried_where_the_train_is_not_at_the_river() -> None:
    away = {**TRAIN, "hex": "2215"}
    m = activated({**GUARD, "hex": "2215"}, train=away)
    assert refused(m, "austria", {"do": "ferry", "units": ["G"], "hex": "1915"}) == "24.1.4.3-b"


@pytest.mark.rule("custoza:24.1.4.3-c")
def test_one_may_land_in_an_enemy_zone_but_not_beside_anybody() -> None:
    friend = austria("F", "1914", "light", formation="a1")
    m = activated(GUARD, friend, italy("E", "1816"))
    assert refused(m, "austria", {"do": "ferry", "units": ["G"], "hex": "1914"}) == "24.1.4.3-c"
    m.answer("austria", {"do": "ferry", "units": ["G"], "hex": "1915"})
    assert where(m, "G") == "1915"
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["hex"]) == ("react", "1915")


@pytest.mark.rule("custoza:24.1.4.3-d")
def test_the_train_ferries_while_it_builds() -> None:
    m = activated(train={**TRAIN, "building": {"hex": "2015", "left": 2}})
    m.answer("austria", {"do": "ferry", "units": ["G"], "hex": "1915"})
    assert train_of(m)["building"] == {"hex": "2015", "left": 2}
    assert where(m, "T") == "2115"


@pytest.mark.rule("custoza:24.1.4.3-e")
def test_a_larger_unit_needs_as_many_game_turns_as_it_has_points_and_lands_at_the_end() -> None:
    line = austria("L", "2115", formation="a1")
    m = activated(line)
    m.answer("austria", {"do": "ferry", "units": ["L"], "hex": "1915"})
    assert where(m, "L") == "2115"
    assert next(unit for unit in m.state()["units"] if unit["id"] == "L")["ferry"] == {"hex": "1915", "left": 3}
    waiting = {**line, "ferry": {"hex": "1915", "left": 2}}
    said: Plain = {
        "mode": "advanced",
        "formations": [A1],
        "phase": "end",
        "last": {"day": 1, "gt": 18},
        "board": BOARD,
        "dice": [6, 6, 1, 1],
    }
    held = {**TRAIN, "ferry": True}
    m = play(held, waiting, FAR, **said)
    assert next(unit for unit in m.state()["units"] if unit["id"] == "L")["ferry"] == {"hex": "1915", "left": 1}
    assert train_of(m)["ferry"] is True, "it is still carrying"
    m = play(held, {**line, "ferry": {"hex": "1915", "left": 1}}, FAR, **said)
    assert where(m, "L") == "1915"
    assert train_of(m).get("ferry") is None
    assert [event.data["to"] for event in events(m, "ferried")] == ["1915"]


@pytest.mark.rule("custoza:24.1.4.3-e", "custoza:24.1.4.3-b")
def test_who_waits_for_the_ferry_does_nothing_else() -> None:
    m = activated({**austria("L", "2115", formation="a1"), "ferry": {"hex": "1915", "left": 2}})
    assert refused(m, "austria", {"do": "move", "units": ["L"], "path": ["2116"]}) == "24.1.4.3-e"
    s = now(m)
    s.move(s.units["L"], s.board.hex("2215"))
    pontoon.look_after(s, {"L": s.board.hex("2115")})
    assert s.units["L"].ferry is None, "who has been driven off is ferried no more"
