"""The questions of the Advanced Game: what each of them refuses, and what is looked at before it is put."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import columns, communications, deployment, marching, reserve, states
from tests.games.custoza.support import Plain, austria, events, hexes, italy, now, play, refused, state, where

ROAD = [f"30{row:02}" for row in range(5, 34)]
BOARD: Plain = {"roads": [{"class": "major", "path": ROAD}]}
MARCH: Plain = {"mode": "advanced", "gt": 6, "phase": "march", "board": BOARD}
D1: Plain = {"id": "d1", "side": "italy", "command": 3, "state": "march", "objective": "3033"}
A1: Plain = {"id": "a1", "side": "austria", "command": 3, "state": "march", "objective": "3005"}
ENGAGED: Plain = {"id": "a1", "side": "austria", "state": "engaged"}


BARE = state(italy("I", "1010"))
BLANK = BARE.board.numbers(BARE.board.grid.all)


def near(one: str, other: str, far: int) -> bool:
    return BARE.board.grid.distance(BARE.board.hex(one), BARE.board.hex(other)) <= far


def commander(name: str, hex: str | None, **more: Any) -> Plain:
    side = "austria" if name.startswith("a") else "italy"
    place = {"box": "due"} if hex is None else {"hex": hex}
    return {"id": f"com.{name}", "side": side, "type": "commander", "formation": name, **place, **more}


def inside(name: str, *ids: str, **more: Any) -> list[Plain]:
    side = "austria" if name.startswith("a") else "italy"
    return [{"id": id, "side": side, "formation": name, "type": "line", "box": "formation", **more} for id in ids]


def scout(id: str, side: str, hex: str | None) -> Plain:
    return {"id": id, "side": side, "type": "scout", **({"box": "pool"} if hex is None else {"hex": hex})}


def place(unit: str, hex: str, **more: Any) -> Plain:
    return {"do": "place", "unit": unit, "hex": hex, **more}


def all_refused(match: q.Match, seat: str, rule: str, *answers: Plain) -> None:
    for answer in answers:
        assert refused(match, seat, answer) == rule, answer


# -- 16.8: deployment --------------------------------------------------------------------------------------------------


def deploying(*units: Plain, **more: Any) -> q.Match:
    said: Plain = {**MARCH, "formations": [D1, ENGAGED], **more}
    return play(
        commander("d1", "3010"), *inside("d1", "r1", "r2"), *units, austria("A", "3019", formation="a1"), **said
    )


@pytest.mark.rule("custoza:16.8-c", "custoza:7.6-a", "custoza:2.2-a")
def test_units_that_are_placed_hold_their_hex_and_face_as_those_who_are_there() -> None:
    victory = {"type": "majority", "hexes": ["3009", "3010"]}
    lone = italy("J", "3009", formation="x", facing="NW", sv=1)
    m = deploying(lone, victory=victory, control={"austria": ["3009", "3010"]}, dice=[1, 2] * 6)
    rest = {"facing": "N", "march": True}
    all_refused(m, "italy", "16.8-c", place("r2", "3010"), place("r1", "3110"))
    all_refused(m, "italy", "16.8-c", *(place("r1", "3010", **{key: value}) for key, value in rest.items()))
    m.answer("italy", place("r1", "3010"))
    assert [(event.data["hex"], event.data["side"]) for event in events(m, "control")] == [("3010", "italy")]
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["unit"]) == ("deploy", "r2")
    m.answer("italy", place("r2", "3009"))
    s = now(m)
    assert s.units["r2"].facing == s.units["J"].facing != s.units["r1"].facing
    assert s.board.hex("3010") in s.control["italy"]


@pytest.mark.rule("custoza:16.8-c", "custoza:7.6-c")
def test_who_sees_no_enemy_on_the_map_keeps_his_facing_when_he_is_placed() -> None:
    s = state(commander("d1", "3010"), *inside("d1", "r1"), mode="advanced", formations=[D1, A1])
    unit, here = s.units["r1"], s.board.hex("3010")
    s.change(unit, facing=4)
    assert deployment.towards_enemy(s, s.units["r1"], here) == 4
    for hex, facing in (("3020", 3), ("3005", 0), ("3510", 1)):
        near = state(commander("d1", "3010"), *inside("d1", "r1"), austria("A", hex), austria("B", "6030"))
        found = deployment.towards_enemy(near, near.units["r1"], here)
        assert found == facing or hex == "3510", hex
        assert near.board.grid.distance(near.board.grid.neighbours[here][found], near.board.hex(hex)) < (
            near.board.grid.distance(here, near.board.hex(hex))
        )


@pytest.mark.rule("custoza:16.8-c", "custoza:2.9-b")
def test_placing_looks_farther_away_only_when_nothing_nearer_is_left() -> None:
    """Within four hexes first, then within eight, then anywhere; an enemy zone only if there is nothing else."""
    said: Plain = {"mode": "advanced", "formations": [{**D1, "state": "engaged", "objective": None}, ENGAGED]}

    def room(radius: int, *units: Plain) -> set[str]:
        full = [italy(f"f{hex}", hex, sv=5, formation="x") for hex in BLANK if near("3010", hex, radius)]
        s = state(*units, commander("d1", "3010"), *inside("d1", "r1"), *full, **said, board=BOARD)
        return hexes(s, deployment.room_for(s, s.units["r1"]))

    assert room(0) == set(ROAD[1:10]) - {"3010"}
    assert room(4) == {"3005", *ROAD[10:14]}, "the road within eight"
    assert room(8) == set(ROAD[14:]), "anywhere"
    enemy = austria("A", "3013", formation="a1")
    assert room(0, enemy) == {"3006", "3007", "3008", "3009", "3011"}, "neither his hex nor what he watches"
    lakes = {hex: "lake" for hex in BLANK if hex not in ("3010", "3011", "3012", "3013")}
    full = italy("full", "3010", sv=5, formation="x"), italy("more", "3011", sv=5, formation="x")
    s = state(commander("d1", "3010"), *inside("d1", "r1"), enemy, *full, **said, board={"terrain": lakes})
    assert hexes(s, deployment.room_for(s, s.units["r1"])) == {"3012"}, "there is nothing but the enemy's zone"
    s = state(commander("d1", "3010"), *inside("d1", "r1"), *full, **said, board={"terrain": {**lakes, "3012": "lake"}})
    assert deployment.room_for(s, s.units["r1"]) == [], "there is nothing at all"


@pytest.mark.rule("custoza:16.8-c", "custoza:22.1-a", "custoza:7.4-a")
def test_guns_are_placed_in_the_tione_on_its_crossings_only() -> None:
    board = {
        "terrain": {
            "3011": "tione",
            "3012": "tione",
            "3013": "tione",
            "3014": "lake",
            "3015": "woods",
            "3016": "woods",
        },
        "bridges": ["3011"],
        "fords": ["3012"],
        "roads": [
            {"class": "minor", "path": ["3010", "3011", "3012", "3013"]},
            {"class": "minor", "path": ["3016", "3017"]},
        ],
    }
    s = state(italy("I", "1010"), italy("G", "1011", "artillery"), board=board)
    asked = ("3010", "3011", "3012", "3013", "3014", "3015", "3016")
    open_to = {id: {hex for hex in asked if stands(s, id, hex)} for id in "IG"}
    assert open_to["I"] == set(asked) - {"3014"}
    assert open_to["G"] == {"3010", "3011", "3012", "3016"}, "in woods on a road only"


def stands(s: Any, id: str, hex: str) -> bool:
    return deployment.can_stand(s, s.units[id], s.board.hex(hex))


@pytest.mark.rule("custoza:16-a", "custoza:17-a", "custoza:16.8-a")
def test_whose_commander_hides_his_formation_and_who_is_met_by_whom() -> None:
    entries: list[Plain] = [
        D1,
        {"id": "d2", "side": "italy", "state": "reserve"},
        {"id": "d3", "side": "italy", "state": "engaged"},
        {"id": "d4", "side": "italy", "state": "march", "objective": "3033"},
        {"id": "d5", "side": "italy", "state": "march", "objective": "3033"},
        A1,
    ]
    units = (
        commander("d1", "1010"),
        commander("d2", "1012"),
        commander("d3", "1014"),
        *inside("d4", "x"),
        commander("d5", None),
        commander("a1", "6010"),
        scout("s1", "italy", "1010"),
        scout("s2", "italy", None),
        scout("s9", "austria", "6010"),
        italy("gen", "1016", "general"),
    )
    s = state(*units, mode="advanced", formations=entries)
    assert [unit.id for unit in deployment.hidden_commanders(s, "italy")] == ["com.d1", "com.d2"]
    assert [unit.id for unit in deployment.hidden_commanders(s, "austria")] == ["com.a1"]
    assert {unit.id for unit in deployment.commanders(s, "italy")} == {"com.d1", "com.d2", "com.d3"}
    assert [unit.id for unit in deployment.all_scouts(s, "italy")] == ["s1"]


@pytest.mark.rule("custoza:16.8-a", "custoza:16.9-a")
@pytest.mark.parametrize(
    ("enemy", "troops", "scouts"),
    [
        (austria("A", "3019"), True, False),
        (austria("A", "3020"), False, False),
        (commander("a1", "3019"), True, False),
        (commander("a1", "3020"), False, False),
        (scout("s9", "austria", "3019"), False, True),
        (scout("s9", "austria", "3020"), False, False),
        (austria("gen", "3011", "general"), False, False),
        (italy("I", "3011"), False, False),
    ],
)
def test_nine_hexes_are_near(enemy: Plain, troops: bool, scouts: bool) -> None:
    s = state(commander("d1", "3010"), enemy, mode="advanced", formations=[D1, A1])
    piece = s.units["com.d1"]
    assert (deployment.meets_troops(s, piece), deployment.meets_scouts(s, piece)) == (troops, scouts)
    assert deployment.is_met(s, piece) is (troops or scouts)


@pytest.mark.rule("custoza:16.8-b", "custoza:16.8-a")
@pytest.mark.parametrize(("turn", "first"), [("italy", "d1"), ("austria", "a1")])
def test_the_side_that_stands_still_deploys_first(turn: str, first: str) -> None:
    """In the March Phase it is the turn of the side that did not move last."""
    units = (commander("d1", "3010"), *inside("d1", "r1"), commander("a1", "3019"), *inside("a1", "b1"))
    s = state(*units, mode="advanced", phase="march", next=turn, formations=[D1, A1])
    found = deployment.meeting(s)
    assert (found.deploying[0], len(found.deploying), found.scouts, found.screened) == (first, 2, [], [])
    assert deployment.has_meeting(s)
    active = state(
        *units,
        austria("B", "6030", formation="a2"),
        mode="advanced",
        active={"formation": "a2"},
        formations=[D1, A1, {"id": "a2", "side": "austria"}],
    )
    assert deployment.meeting(active).deploying == ["d1", "a1"]


@pytest.mark.rule("custoza:16.9-a", "custoza:16.9-c")
def test_a_commander_whom_a_scout_has_met_is_screened_and_the_scout_goes() -> None:
    units = (commander("d1", "3010"), *inside("d1", "r1"), scout("s9", "austria", "3015"), austria("A", "6030"))
    s = state(*units, mode="advanced", phase="march", formations=[D1, A1])
    assert deployment.meeting(s) == ([], ["s9"], ["d1"])
    assert deployment.has_meeting(s)
    alone = state(*units[:2], austria("A", "6030"), mode="advanced", phase="march", formations=[D1, A1])
    assert not deployment.has_meeting(alone)


@pytest.mark.rule("custoza:16.8-d")
def test_only_a_scout_of_ones_own_on_the_map_leaves_with_a_deployment() -> None:
    units = (scout("s1", "italy", "1010"), scout("s2", "italy", "1030"), scout("s3", "italy", None))
    m = deploying(*units, scout("s9", "austria", "6030"), dice=[1, 2, 3, 4])
    m.answer("italy", place("r1", "3010"))
    m.answer("italy", place("r2", "3011"))
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["units"]) == ("scout", ["s1", "s2"])
    all_refused(m, "italy", "16.8-d", *({"do": "remove", "unit": id} for id in ("s3", "s9", "nobody")))
    m.answer("italy", {"do": "remove", "unit": "s2"})
    assert (where(m, "s1"), where(m, "s2")) == ("1010", "pool")
    assert events(m, "scout_removed")[-1].data["hex"] == "1030"


@pytest.mark.rule("custoza:16.9-b")
def test_a_scout_that_was_found_out_returns_to_a_piece_that_nobody_has_met() -> None:
    own = (commander("d1", "1010"), *inside("d1", "r1"), scout("s1", "italy", "3020"), scout("s2", "italy", "1030"))
    theirs = (commander("a1", "6030"), *inside("a1", "b1"), austria("A", "3025", formation="a2"))
    entries: list[Plain] = [D1, A1, {"id": "a2", "side": "austria"}]
    m = play(*own, *theirs, **MARCH, formations=entries)
    assert m.ask is not None
    assert (m.ask.what, m.ask.who[0], m.ask.data["why"]) == ("scout", "italy", "returns")
    assert {option["hex"] for option in m.options("italy")} == {"1010", "1030"}
    wrong = (place("s2", "1010"), place("s1", "3020"), place("s1", "1010", facing="N"), place("s1", "1010", march=True))
    all_refused(m, "italy", "16.9-b", *wrong)
    m.answer("italy", place("s1", "1030"))
    assert where(m, "s1") == "1030"
    (told,) = events(m, "piece_placed")
    assert (told.data["hex"], told.data["from"], told.data["side"]) == ("1030", None, "italy")
    alone = play(own[2], *theirs, **MARCH, formations=[A1, {"id": "a2", "side": "austria"}])
    assert where(alone, "s1") == "pool", "there is no piece to put it on"


@pytest.mark.rule("custoza:16.9-c")
def test_another_scout_and_only_that_is_put_on_the_commander_who_was_met() -> None:
    own = (commander("d1", "1005"), *inside("d1", "r1"), scout("s1", "italy", "3021"))
    theirs = (
        commander("a1", "3030"),
        *inside("a1", "b1"),
        scout("s8", "austria", "6010"),
        scout("s9", "austria", "6020"),
    )
    m = play(*own, *theirs, **MARCH, formations=[D1, A1])
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["units"]) == ("screen", ["s8", "s9"])
    wrong = (place("s1", "3030"), place("s8", "3031"), place("s8", "3030", facing="N"), place("s8", "3030", march=True))
    all_refused(m, "austria", "16.9-c", *wrong)
    assert m.refuse("austria", {"do": "pass"}) is None
    m.answer("austria", place("s9", "3030"))
    (told,) = [event for event in events(m, "piece_placed") if event.data["side"] == "austria"]
    assert (told.data["hex"], told.data["from"], told.rule) == ("3030", "6020", "16.9-c")


# -- 16.12: entering Reserve -------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.12-b", "custoza:4.2-a")
@pytest.mark.parametrize(("hex", "together"), [("3014", True), ("3015", False)])
def test_a_formation_is_together_when_all_are_within_its_commander_s_range(hex: str, together: bool) -> None:
    units = (commander("d1", "3010"), italy("I", "3011", formation="d1"), italy("J", hex, formation="d1"))
    entry = {"id": "d1", "side": "italy"}
    s = state(*units, *inside("d1", "gone", box="routed"), mode="advanced", formations=[entry, A1])
    assert states.is_together(s, s.formations["d1"]) is together
    lost = state(*units[1:], mode="advanced", formations=[entry, A1])
    assert not states.is_together(lost, lost.formations["d1"]), "nobody leads it"
    assert not states.is_far(lost, lost.formations["d1"])


@pytest.mark.rule("custoza:16.12-a", "custoza:15-a", "custoza:15-b")
def test_whose_state_may_be_changed() -> None:
    entries: list[Plain] = [
        {**D1, "objective": "3012"},
        {"id": "d2", "side": "italy", "state": "reserve"},
        {"id": "d5", "side": "italy", "state": "reserve"},
        A1,
    ]
    units = (commander("d1", "3010"), commander("d2", "1012"), commander("d5", None), commander("a1", "6010"))
    s = state(*units, mode="advanced", formations=entries, board=BOARD)

    def rule(refusal: q.Refusal | None) -> str | None:
        return None if refusal is None else refusal.rule

    assert rule(states.refuse_reserve(s, "italy", "d1")) is None
    assert rule(states.refuse_reserve(s, "italy", "d2")) == "16.12-a", "it rests already"
    for name in ("d5", "a1", "nobody"):
        assert rule(states.refuse_reserve(s, "italy", name)) == "16.12-a", name
        assert rule(states.refuse_leaving(s, "italy", name)) == "15.3-b", name
        assert rule(states.refuse_deploy(s, "italy", name)) == "16.10-a", name
    assert rule(states.refuse_leaving(s, "italy", "d2")) is None
    assert rule(states.refuse_leaving(s, "italy", "d1")) == "15.3-b"
    assert rule(states.refuse_deploy(s, "italy", "d1")) is None
    assert rule(states.refuse_deploy(s, "italy", "d2")) == "16.10-a"
    assert rule(states.refuse_march(s, "italy", "d2", "3020")) is None
    assert rule(states.refuse_march(s, "italy", "d2", "9999")) == "16.1-a"
    for name in ("d1", "d2"):
        s.change_formation(name, changed=True)
    assert rule(states.refuse_reserve(s, "italy", "d1")) == "15-b"
    assert rule(states.refuse_deploy(s, "italy", "d1")) == "15-b"
    assert rule(states.refuse_leaving(s, "italy", "d2")) == "15-b"


@pytest.mark.rule("custoza:14.2.2-a", "custoza:15-a")
def test_a_side_is_asked_for_its_states_only_where_the_enemy_cannot_rule_a_change_out() -> None:
    entry = {"id": "d1", "side": "italy"}

    def might(*units: Plain, entry: Plain = entry) -> bool:
        s = state(*units, mode="advanced", formations=[entry, ENGAGED])
        return states.might_change(s, "italy")

    chief = commander("d1", "3010")
    assert might(chief, italy("I", "3011", formation="d1"), austria("A", "3016", formation="a1"))
    assert not might(chief, italy("I", "3011", formation="d1"), austria("A", "3015", formation="a1"))
    assert not might(
        chief,
        italy("I", "3011", formation="d1"),
        italy("J", "3006", formation="d1"),
        austria("A", "3015", formation="a1"),
    ), "one unit near the enemy is enough"
    assert not might(chief, austria("A", "6030", formation="a1")), "nobody is left"
    assert might(chief, *inside("d1", "r1"), austria("A", "3011", formation="a1"), entry=D1)


@pytest.mark.rule("custoza:16.12-c", "custoza:15-a", "custoza:15.3-a")
def test_the_scout_that_joins_a_commander_in_reserve_comes_from_elsewhere() -> None:
    own = (commander("d1", "3010", up=True), italy("I", "3011", formation="d1", march=True, ooc=False))
    scouts = (
        scout("s0", "italy", "3010"),
        scout("s1", "italy", "1010"),
        scout("s2", "italy", None),
        {"id": "s3", "side": "italy", "type": "scout", "box": "due"},
    )
    said: Plain = {"mode": "advanced", "gt": 6, "phase": "command", "initiative": "austria"}
    entries: list[Plain] = [{"id": "d1", "side": "italy"}, ENGAGED]
    m = play(*own, *scouts, austria("A", "3030", formation="a1"), formations=entries, **said)
    m.answer("italy", {"do": "reserve", "formation": "d1"})
    s = now(m)
    assert (s.units["I"].march, s.formations["d1"].changed, s.formations["d1"].objective) == (False, True, -1)
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["units"]) == ("scout", ["s1", "s2"])
    wrong = (place("s0", "3010"), place("s1", "3011"), place("s1", "3010", facing="N"), place("s3", "3010"))
    all_refused(m, "italy", "16.12-c", *wrong)
    m.answer("italy", place("s1", "3010"))
    assert where(m, "s1") == "3010"


@pytest.mark.rule("custoza:16.12-b", "custoza:16.12-a")
def test_from_the_map_units_are_taken_off_and_from_the_march_nobody_is() -> None:
    said: Plain = {"mode": "advanced", "gt": 6, "phase": "command", "initiative": "austria", "board": BOARD}
    engaged: list[Plain] = [{"id": "d1", "side": "italy"}, ENGAGED]
    own = (commander("d1", "3010", up=True), italy("I", "3011", formation="d1"))
    m = play(*own, austria("A", "6030", formation="a1"), formations=engaged, **said)
    m.answer("italy", {"do": "reserve", "formation": "d1"})
    assert (where(m, "I"), now(m).formations["d1"].state, now(m).units["com.d1"].up) == ("formation", "reserve", False)
    marching: list[Plain] = [{**D1, "objective": "3010"}, ENGAGED]
    m = play(own[0], *inside("d1", "r1"), austria("A", "6030", formation="a1"), formations=marching, **said)
    m.answer("italy", {"do": "reserve", "formation": "d1"})
    assert (now(m).formations["d1"].state, now(m).units["com.d1"].up) == ("reserve", True), "he is not turned"
    (told,) = [event for event in m.told("italy") if event.kind == "state"]
    assert (told.rule, told.data["state"]) == ("16.12-a", "reserve")
    assert [event for event in m.told("austria") if event.kind == "state"] == []


# -- 16.4, 16.7: scouts ------------------------------------------------------------------------------------------------


def activated(*units: Plain, die: int = 1, entry: Plain = D1) -> q.Match:
    m = play(
        commander("d1", "3010"),
        *inside("d1", "r1"),
        *units,
        austria("A", "6030"),
        **MARCH,
        formations=[entry],
        dice=[die],
    )
    m.answer("italy", {"do": "activate", "formation": "d1"})
    return m


@pytest.mark.rule("custoza:16.4-b")
def test_a_scout_that_has_moved_is_not_halted() -> None:
    rested = {**scout("s2", "italy", "1012"), "used": True}
    m = activated(scout("s1", "italy", "1010"), rested, scout("s3", "italy", "1014"), die=6)
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["units"], m.ask.data["why"]) == ("scout", ["s1", "s3"], "halts")
    all_refused(m, "italy", "16.4-b", *({"do": "halt", "unit": id} for id in ("s2", "com.d1")))
    m.answer("italy", {"do": "halt", "unit": "s1"})
    assert (now(m).units["s1"].used, now(m).units["s3"].used) == (True, False)
    assert m.ask.what == "march"


@pytest.mark.rule("custoza:16.7-a", "custoza:16.7-b")
def test_one_scout_on_the_map_rides_with_the_march_and_only_as_a_commander_does() -> None:
    m = activated(scout("s1", "italy", "1010"), scout("s2", "italy", None))
    m.answer("italy", {"do": "move", "units": ["com.d1"], "path": ROAD[6:14]})
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["units"]) == ("scout_move", ["s1"])

    def ride(*path: str, unit: str = "s1") -> Plain:
        return {"do": "move", "units": [unit], "path": list(path)}

    all_refused(m, "italy", "16.7-a", ride(), ride("1011", unit="s2"), ride("3019", unit="com.d1"))
    assert refused(m, "italy", ride("1012")) == "7.2-b"
    m.answer("italy", {"do": "pass"})
    assert (where(m, "s1"), now(m).units["s1"].used) == ("1010", False)


# -- 16.1: the march ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.1-a", "custoza:16.1-b", "custoza:7.5-e")
def test_what_a_march_may_not_do() -> None:
    """By road, past no enemy, with nobody but the commander, and nearer to the objective."""
    m = activated(scout("s1", "italy", "1010"), entry={**D1, "objective": "3030"})

    def ride(*path: str, units: tuple[str, ...] = ("com.d1",)) -> Plain:
        return {"do": "move", "units": list(units), "path": list(path)}

    way = ROAD[6:14]
    all_refused(m, "italy", "16.1-a", ride(), ride(*way, units=("s1",)), ride(*way, units=("com.d1", "s1")))
    all_refused(m, "italy", "16.1-a", ride("9999"), ride("3009"), ride(*ROAD[6:22]))
    all_refused(m, "italy", "16.1-b", ride("3110"), ride("3011", "3013"), ride("3011"))
    assert m.refuse("italy", ride(*way)) is None
    blocked = state(
        commander("d1", "3010"),
        *inside("d1", "r1"),
        austria("A", "3118"),
        italy("I", "3019", formation="x"),
        mode="advanced",
        board=BOARD,
        formations=[{**D1, "objective": "3030"}],
    )
    formation = blocked.formations["d1"]
    assert not {"3017", "3018", "3019"} & hexes(blocked, columns.march_reach(blocked, formation).cost)
    walk = [blocked.board.hex(hex) for hex in ROAD[6:14]]
    assert refuse(blocked, walk) == "16.1-b", "3018 is watched, and no friend stands there"
    assert blocked.board.hex("3019") not in marching.closed_to_pieces(blocked, "italy"), "a friend stands there"


def refuse(s: Any, path: list[int]) -> str | None:
    from quadrilatero.games.custoza.answers import Move

    found = columns.refuse_march(s, s.formations["d1"], Move(["com.d1"], s.board.numbers(path)))
    return None if found is None else found.rule


@pytest.mark.rule("custoza:16.1-d", "custoza:16.10-a")
@pytest.mark.parametrize(("hex", "reached"), [("3010", True), ("3012", True), ("3013", False)])
def test_within_two_hexes_an_objective_is_reached(hex: str, reached: bool) -> None:
    s = state(commander("d1", "3010"), *inside("d1", "r1"), mode="advanced", formations=[{**D1, "objective": hex}])
    assert columns.has_reached(s, s.formations["d1"]) is reached
    s.change_formation("d1", objective=-1)
    assert not columns.has_reached(s, s.formations["d1"])
    waits = state(commander("d1", None), *inside("d1", "r1"), mode="advanced", formations=[{**D1, "objective": hex}])
    assert not columns.has_reached(waits, waits.formations["d1"])


@pytest.mark.rule("custoza:14.2.4-a", "custoza:16.2-a", "custoza:15.2-a")
def test_who_may_try_to_change_his_objective() -> None:
    s = state(commander("d1", "3010"), *inside("d1", "r1"), mode="advanced", formations=[D1])

    def able(**more: Any) -> bool:
        s.change_formation("d1", **more)
        return columns.may_change(s, s.formations["d1"])

    assert able()
    assert not able(changed=True)
    assert not able(changed=False, state="reserve")
    assert able(state="march")
    s.change(s.units["com.d1"], used=True)
    assert not able()
    lost = state(*inside("d1", "r1"), italy("I", "3010"), mode="advanced", formations=[D1])
    assert not columns.may_change(lost, lost.formations["d1"])


@pytest.mark.rule("custoza:14.6-a", "custoza:16.4-c", "custoza:14.6-b")
@pytest.mark.parametrize(
    ("more", "rule", "reason"),
    [
        ({}, None, None),
        ({"state": "reserve", "objective": None}, "17.1-a", "not_marching"),
        ({"state": "engaged", "objective": None}, "16.4-c", "not_marching"),
        ({"this_turn": "activated"}, "5.1-b", "already_activated"),
        ({"this_turn": "halted"}, "14.6-b", "halted"),
        ({"objective": None}, "21.1-b", "no_objective_yet"),
    ],
)
def test_which_formations_may_be_tried_in_the_march_phase(more: Plain, rule: str | None, reason: str | None) -> None:
    s = state(commander("d1", "3010"), *inside("d1", "r1"), mode="advanced", formations=[{**D1, **more}, A1])
    refusal = columns.refuse_attempt(s, "italy", "d1")
    assert (refusal and refusal.rule, refusal and refusal.reason) == (rule, reason)
    for side, name in (("austria", "d1"), ("italy", "a1"), ("italy", "nobody")):
        refusal = columns.refuse_attempt(s, side, name)
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == ("16.4-c", "not_your_formation")


@pytest.mark.rule("custoza:16.5-a")
def test_a_march_is_as_fast_as_the_slowest_unit_inside() -> None:
    units = (
        *inside("d1", "slow", ma=3),
        *inside("d1", "fast", ma=8),
        *inside("d1", "gone", ma=1, box="routed"),
        italy("stray", "6030", formation="d1", ma=2),
    )
    s = state(commander("d1", "3010"), *units, mode="advanced", formations=[D1])
    assert columns.allowance(s, s.formations["d1"]) == 3 * 6
    alone = state(commander("d1", "3010"), mode="advanced", formations=[D1])
    assert columns.allowance(alone, alone.formations["d1"]) == alone.units["com.d1"].ma * 6


@pytest.mark.rule("custoza:14.6-a")
@pytest.mark.parametrize("initiative", ["italy", "austria"])
def test_the_march_phase_begins_with_the_initiative(initiative: str) -> None:
    units = (commander("d1", "3010"), *inside("d1", "r1"), commander("a1", "6010"), *inside("a1", "b1"))
    m = play(*units, mode="advanced", gt=6, phase="ooc", initiative=initiative, next=initiative, formations=[D1, A1])
    assert m.ask is not None
    assert (m.ask.what, m.ask.who[0]) == ("march", initiative)


@pytest.mark.rule("custoza:16.1-a", "custoza:16.2-c")
def test_a_new_objective_is_told_to_its_owner_alone() -> None:
    said: Plain = {"mode": "advanced", "gt": 6, "phase": "command", "initiative": "austria", "board": BOARD}
    entries: list[Plain] = [{**D1, "state": "reserve", "objective": None}, ENGAGED]
    m = play(
        commander("d1", "3010"), *inside("d1", "r1"), austria("A", "6030", formation="a1"), formations=entries, **said
    )
    m.answer("italy", {"do": "march", "formation": "d1", "objective": "3020"})
    assert now(m).formations["d1"].objective == now(m).board.hex("3020")
    told = [(event.kind, event.rule) for event in m.told("italy") if event.kind in ("state", "objective")]
    assert told == [("state", "17.1-b"), ("objective", "16.2-c")]
    assert {event.kind for event in m.told("austria")}.isdisjoint({"state", "objective"})


@pytest.mark.rule("custoza:16.1-c")
def test_who_is_off_the_road_may_go_nowhere_but_to_it() -> None:
    m = play(commander("d1", "3310"), *inside("d1", "r1"), austria("A", "6030"), **MARCH, formations=[D1], dice=[1])
    m.answer("italy", {"do": "activate", "formation": "d1"})
    (way,) = {tuple(option["path"]) for option in m.options("italy") if option["path"][-1] == "3010"}
    for path in (["3311"], ["3410"], [*way[:-1]], [*way, "3011"]):
        assert refused(m, "italy", {"do": "move", "units": ["com.d1"], "path": list(path)}) == "16.1-c", path
    assert m.refuse("italy", {"do": "move", "units": ["com.d1"], "path": list(way)}) is None


# -- 13.7: rallying ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:13.7-e")
def test_who_rallies_is_put_only_where_he_may_stand() -> None:
    routed = {"id": "R", "side": "italy", "type": "line", "box": "routed", "formation": "d1", "sp": 4, "max": 6}
    own = italy("I", "2011", formation="d1", facing="SE", sv=1)
    said: Plain = {"mode": "advanced", "gt": 6, "phase": "march", "step": "rally", "next": "austria", "light": "night"}
    chief = italy("com.d1", "2010", "commander", formation="d1")
    m = play(
        chief,
        own,
        routed,
        austria("A", "6030"),
        dice=[1, 1] * 6,
        formations=[{"id": "d1", "side": "italy"}],
        **said,
    )
    assert refused(m, "italy", {"do": "rally", "unit": "I"}) == "13.7-a"
    m.answer("italy", {"do": "rally", "unit": "R"})
    wrong = (place("I", "2010"), place("R", "2016"), place("R", "2010", facing="N"), place("R", "2010", march=True))
    all_refused(m, "italy", "13.7-e", *wrong)
    m.answer("italy", place("R", "2011"))
    unit = now(m).units["R"]
    assert (unit.facing, unit.sp, unit.ammo, unit.exhausted) == (2, 3, "full", False), "as those who stand there"


@pytest.mark.rule("custoza:13.7-e", "custoza:13.7-c")
def test_a_rallied_unit_without_room_stays_routed_with_its_strength() -> None:
    routed = {"id": "R", "side": "italy", "type": "line", "box": "routed", "formation": "d1", "sp": 4, "max": 6}
    chief = italy("com.d1", "2010", "commander", formation="d1")
    s = state(chief, routed, austria("A", "6030"), mode="advanced", formations=[{"id": "d1", "side": "italy"}])
    around = s.board.numbers(s.board.grid.within(s.board.hex("2010"), 4))
    assert len(reserve.places(s, s.units["R"])) == len(around)
    crowd = [italy(f"f{hex}", hex, sv=5, formation="x") for hex in around]
    said: Plain = {"mode": "advanced", "gt": 6, "phase": "march", "step": "rally", "next": "austria", "light": "night"}
    entries: list[Plain] = [{"id": "d1", "side": "italy"}]
    m = play(chief, *crowd, routed, austria("A", "6030"), dice=[1, 1] * 6, formations=entries, **said)
    m.answer("italy", {"do": "rally", "unit": "R"})
    assert (now(m).units["R"].box, now(m).units["R"].sp) == ("routed", 4)
    led = [italy("I", "2010", formation="d1"), italy("J", "2030", formation="d1")]
    lost = state(*led, routed, austria("A", "6030"), mode="advanced", formations=entries)
    found = hexes(lost, reserve.places(lost, lost.units["R"]))
    assert {"2006", "2034"} <= found, "without a commander, near any of its units"


# -- 20: supply of units of the Reserve --------------------------------------------------------------------------------


@pytest.mark.rule("custoza:14.8.1-a", "custoza:20.1.1-a")
def test_units_of_the_reserve_are_supplied_by_the_nearest_commander_on_the_map() -> None:
    entries: list[Plain] = [
        {"id": "d1", "side": "italy", "cut_off": True},
        {"id": "d2", "side": "italy"},
        {"id": "d3", "side": "italy", "cut_off": True},
        {"id": "a1", "side": "austria", "cut_off": True},
    ]
    units = (
        commander("d1", "3010"),
        commander("d2", "3020"),
        commander("d3", None),
        commander("a1", "3019"),
        italy("near", "3018", "artillery", reserve=True),
        italy("far", "3012", "artillery", reserve=True),
        {"id": "gone", "side": "italy", "type": "artillery", "box": "routed", "reserve": True},
        austria("walls", "6010", "fortress"),
    )
    s = state(*units, mode="advanced", formations=entries)
    supplied = {id: communications.is_supplied(s, s.units[id]) for id in ("near", "far", "gone", "walls")}
    assert supplied == {"near": True, "far": False, "gone": True, "walls": True}
    none = state(units[4], austria("A", "6030"), mode="advanced", formations=[entries[0]])
    assert communications.is_supplied(none, none.units["near"]), "nobody leads, nobody is cut off"
