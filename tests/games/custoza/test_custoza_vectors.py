"""Worked examples of the book and tricky situations that follow from it, each from its first die to its last effect."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import combat, command, formations, victory
from tests.games.custoza.support import (
    Plain,
    austria,
    decline,
    events,
    italy,
    now,
    play,
    refused,
    rolls,
    state,
    where,
)

ACTIVE = {"formation": "italy"}
AWAY = austria("far", "6010")


def marker(hex: str, target: str, kind: str = "assault") -> Plain:
    """A marker that aims at a hex."""
    return {"type": kind, "hex": hex, "target": target}


def act(*units: Plain, dice: list[int] | None = None, markers: tuple[Plain, ...] = (), **more: Any) -> q.Match:
    """The Italians act."""
    return play(*units, dice=dice or [], active={**ACTIVE, "markers": list(markers)}, **more)


def move(unit: str, *path: str, **more: Any) -> Plain:
    """A move of one unit."""
    return {"do": "move", "units": [unit], "path": list(path), **more}


# -- 2 to 5 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:2.9-b", "custoza:2.4.1-f")
def test_a_regiment_of_three_and_two_guns_just_fill_a_hex() -> None:
    m = act(italy("r", "3010"), italy("g", "3009", "artillery", sv=2), italy("h", "3008", "artillery", sv=1), AWAY)
    m.answer("italy", move("g", "3010"))
    assert where(m, "g") == "3010"
    assert refused(m, "italy", move("h", "3009", "3010")) == "2.9-b"
    back = next(unit for unit in m.view("austria")["units"] if unit["id"] == "?3008a")
    assert (back["type"], back["sv"], back["formation"]) == ("artillery", 1, "italy")
    assert not back.keys() & {"sp", "max", "cv", "ma", "name"}


@pytest.mark.rule("custoza:3.2.2-c", "custoza:3.2.2-d")
def test_three_passes_in_a_row_end_the_phase_and_nobody_is_activated_any_more() -> None:
    m = play(italy("A", "3010"), AWAY, fixed_initiative=True, last={"day": 1, "gt": 9})
    for seat in ("italy", "austria", "italy"):
        m.answer(seat, {"do": "pass"})
    begun = [(event.data["phase"], event.data["name"]) for event in events(m, "phase")]
    assert [phase for phase, _ in begun][:3] == ["action", "non_activated", "ooc"]
    assert (m.ask.what, now(m).gt) == ("activate", 9), "the rest of the game turn is over without another attempt"


@pytest.mark.rule("custoza:5.1.1-a", "custoza:5.1.1-b", "custoza:5.1.2-a")
def test_after_three_failures_the_fourth_attempt_has_three_less() -> None:
    formation = {"id": "italy", "side": "italy", "command": 2}
    m = play(italy("A", "3010"), AWAY, formations=[formation], fixed_initiative=True, dice=[5, 5, 5, 5])
    for _ in range(4):
        m.answer("italy", {"do": "activate", "formation": "italy"})
        if m.ask.what == "activate" and m.ask.who == ("austria",):
            m.answer("austria", {"do": "pass"})
    tried = rolls(m, "activation")
    assert [roll.data["total"] for roll in tried] == [5, 4, 3, 2]
    assert [sum(value for _, value in roll.modifiers) for roll in tried] == [0, -1, -2, -3]
    assert [roll.data["outcome"] for roll in tried] == ["failed", "failed", "failed", "activated"]


@pytest.mark.rule("custoza:5.2-a", "custoza:5.2-b", "custoza:5.1.2-a")
def test_a_natural_six_is_a_loose_cannon_even_where_three_would_have_done() -> None:
    formation = {"id": "italy", "side": "italy", "command": 3, "attempts": 3, "morale": 2}
    m = play(italy("A", "3010"), AWAY, formations=[formation], fixed_initiative=True, dice=[6, 4])
    m.answer("italy", {"do": "activate", "formation": "italy"})
    (tried,), (drawn,) = rolls(m, "activation"), rolls(m, "loose_cannon")
    assert (tried.data["total"], tried.data["outcome"]) == (3, "loose_cannon")
    assert (drawn.data["total"], drawn.modifiers, drawn.data["outcome"]) == (6, [("5.2-b", 2)], "rash")
    assert now(m).formations["italy"].this_turn == "activated"
    assert formations.refuse_attempt(now(m), "italy", "italy") is not None


@pytest.mark.rule("custoza:2.4.2.2-b", "custoza:5.1.3-a")
@pytest.mark.parametrize(("hex", "barred", "drm"), [("3010", False, -1), ("3011", False, 0), ("3010", True, 0)])
def test_a_general_of_value_nought_helps_only_in_his_own_hex_and_some_never(hex: str, barred: bool, drm: int) -> None:
    units = italy("com", "3010", "commander"), italy("A", "3010"), italy("gen", hex, "general", value=0), AWAY
    s = state(*units, formations=[{"id": "italy", "side": "italy", "no_general": barred}])
    assert dict(formations.activation_modifiers(s, s.formations["italy"]))["5.1.3-a"] == drm


@pytest.mark.rule("custoza:4.2-a", "custoza:4.2-b", "custoza:4.2-c")
@pytest.mark.parametrize(("road", "other", "reached"), [(8, 0, True), (4, 2, True), (3, 3, False), (0, 5, False)])
def test_command_range_in_half_hexes(road: int, other: int, reached: bool) -> None:
    path = [f"30{10 + row}" for row in range(road + 1)]
    far = f"30{10 + road + other}"
    board = {"roads": [{"class": "minor", "path": path}]} if road else {}
    s = state(italy("com", "3010", "commander"), italy("A", far), AWAY, board=board)
    start, goal = s.board.hex("3010"), s.board.hex(far)
    assert command.in_range(s, start, "italy", goal) is reached
    assert command.reach(s, start, "italy", 9)[goal] == road + 2 * other, "counted in halves"


# -- 6, 7 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.8.1-b", "custoza:7.8.1-a")
@pytest.mark.parametrize(("entering", "there", "mp"), [(3, 1, "1"), (1, 2, "1/3"), (1, 3, "1")])
def test_a_road_holds_three_points_of_marching_units(entering: int, there: int, mp: str) -> None:
    board = {"roads": [{"class": "major", "path": ["3010", "3011", "3012"]}]}
    m = act(italy("A", "3010", sv=entering, march=True), italy("B", "3011", sv=there), AWAY, board=board)
    m.answer("italy", move("A", "3011"))
    assert (where(m, "A"), events(m, "moved")[0].data["mp"]) == ("3011", mp)


@pytest.mark.rule("custoza:7.8.1-b")
@pytest.mark.parametrize(("there", "farthest"), [(2, 20), (3, 17)])
def test_a_full_road_shortens_the_marches_that_are_listed(there: int, farthest: int) -> None:
    down = [f"30{row}" for row in range(10, 30)]
    board = {"roads": [{"class": "minor", "path": down}], "terrain": dict.fromkeys(down[1:], "woods")}
    m = act(italy("A", "3010", sv=1, march=True, facing="S"), italy("B", "3012", sv=there), AWAY, board=board)
    ways = [answer["path"] for answer in m.options("italy") if answer["do"] == "move" and answer["units"] == ["A"]]
    assert max(int(way[-1]) for way in ways if way and set(way) <= set(down)) == 3000 + farthest


@pytest.mark.rule("custoza:6.2-a", "custoza:6.2-b", "custoza:6.2-c")
@pytest.mark.parametrize(("rank", "most"), [("corps", 6), ("division", 4), ("brigade", 2)])
def test_a_formation_places_markers_by_its_rank(rank: str, most: int) -> None:
    own = [italy(f"A{n}", f"30{n:02d}", sv=1) for n in range(9, 17)]
    foes = [austria(f"D{n}", f"32{n:02d}") for n in range(9, 18)]
    m = play(
        *own,
        *foes,
        formations=[{"id": "italy", "side": "italy", "rank": rank}],
        active={"formation": "italy", "step": "declare"},
    )
    assert m.ask.data["left"] == most
    placed = 0
    while m.ask.what == "declare":
        m.answer("italy", m.options("italy")[0])
        placed += 1
    assert placed == most == len(now(m).active.markers)


@pytest.mark.rule("custoza:6.2-d", "custoza:6.2-e", "custoza:6.3-b")
def test_two_kinds_of_markers_share_a_target_but_never_a_hex() -> None:
    units = italy("A", "3009"), italy("K", "3109", "cavalry", facing="SW"), austria("D", "3011"), austria("E", "3110")
    m = play(*units, active={"formation": "italy", "step": "declare"})
    m.answer("italy", {"do": "declare", "type": "assault", "hex": "3010", "target": "3011"})
    assert refused(m, "italy", {"do": "declare", "type": "charge", "hex": "3010", "target": "3110"}) == "6.2-d"
    far = italy("K", "3211", "cavalry", facing="NW")
    both = play(units[0], far, austria("D", "3011"), active={"formation": "italy", "step": "declare"})
    both.answer("italy", {"do": "declare", "type": "assault", "hex": "3010", "target": "3011"})
    both.answer("italy", {"do": "declare", "type": "charge", "hex": "3111", "target": "3011"})
    assert [(m.type, m.spent) for m in now(both).active.markers] == [("assault", False), ("charge", False)]
    alone = play(italy("A", "3009"), austria("D", "3011"), active={"formation": "italy", "step": "declare"})
    alone.answer("italy", {"do": "declare", "type": "assault", "hex": "3010", "target": "3011"})
    assert alone.ask.what == "act", "one Force is not enough for two markers"


@pytest.mark.rule("custoza:7.9-b", "custoza:8.3-b")
def test_guns_that_have_moved_do_not_fire() -> None:
    m = act(italy("h", "3008", "horse_artillery"), italy("B", "5010"), austria("D", "3012"))
    m.answer("italy", move("h", "3009", unlimber=True))
    m.answer("italy", {"do": "face", "units": ["h"], "facing": "S"})
    assert refused(m, "italy", {"do": "fire", "units": ["h"], "hex": "3012"}) == "6-a"


# -- 8 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:8.2-a")
def test_guns_reach_five_hexes_with_four_between() -> None:
    m = act(italy("g", "4404", "artillery", facing="S"), austria("D", "4409", facing="N"), dice=[1, 1])
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "4409"})
    assert rolls(m, "fire")[0].data["range"] == 5
    far = act(italy("g", "4404", "artillery", facing="S"), austria("D", "4410", facing="N"))
    assert refused(far, "italy", {"do": "fire", "units": ["g"], "hex": "4410"}) == "8.2-a"


@pytest.mark.rule("custoza:8.7-a", "custoza:8.7-b", "custoza:8.7-c")
def test_two_sp_and_a_level_on_a_mixed_force() -> None:
    m = act(
        italy("g", "3010", "artillery", facing="S", sp=3),
        austria("r", "3012", facing="N"),
        austria("b", "3012", "light", facing="N", status="shaken"),
        austria("h", "3012", "artillery", facing="N"),
        dice=[6, 6],
    )
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3012", "at": "infantry"})
    assert rolls(m, "fire")[0].data["result"] == "2S1"
    assert now(m).units["r"].sp == 5, "the first is taken from the largest, unasked"
    m.answer("austria", {"do": "hit", "unit": "b"})
    s = now(m)
    assert [(s.units[id].sp, s.units[id].status) for id in "rbh"] == [(5, 1), (1, 2), (4, 0)]


# -- 10 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:10.4.1-a", "custoza:10.4.2-a")
@pytest.mark.parametrize(("ours", "theirs", "row"), [(11, 3, "4-1"), (11, 5, "2-1"), (5, 7, "1-1.5"), (5, 4, "1-1")])
def test_odds_and_their_rounding(ours: int, theirs: int, row: str) -> None:
    s = state(italy("A", "3010", sp=ours, facing="S"), austria("D", "3011", sp=theirs, facing="N"))
    ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), "assault")
    assert ahead is not None
    assert (ahead.odds, ahead.row) == (f"{ours}:{theirs}", row)


@pytest.mark.rule("custoza:10.4.4-a", "custoza:13.2-d")
def test_a_shaken_attacker_counts_one_less() -> None:
    s = state(italy("A", "3010", status="shaken"), austria("D", "3011"))
    ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), "assault")
    assert ahead is not None
    assert ahead.column == -1


@pytest.mark.rule("custoza:10.5-c", "custoza:10.5-b", "custoza:10.4.10-b")
def test_a_retreat_shuns_zones_before_crowds_before_costs() -> None:
    board = {"terrain": {"3111": "heavy_cultivation"}}
    m = act(
        italy("A", "3010", facing="S"),
        italy("Z", "3013"),
        austria("D", "3011", facing="N", sv=2),
        austria("B", "2911", sv=4),
        dice=[5, 6],
        board=board,
        markers=(marker("3010", "3011"),),
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert events(m, "retreated")[0].data["path"] == ["3111", "3212"], "the only way the priorities leave"
    s = now(m)
    assert s.board.grid.distance(s.board.hex("3010"), s.units["D"].hex) == 3


# -- 11, 13 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.5.5-b")
def test_the_faster_force_checks_with_one_less_to_fall_back() -> None:
    m = play(
        austria("a", "3009", facing="S", ma=5),
        italy("i", "3011", "light", facing="N", ma=6),
        dice=[4, 4],
        active={"formation": "austria", "markers": [marker("3010", "3011")]},
    )
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    (check,) = rolls(m, "cohesion")
    assert check.data["checks"][0]["modifiers"] == [["11.5.5-b", -1]]
    assert check.data["checks"][0]["total"] == 7


@pytest.mark.rule("custoza:13.2-a", "custoza:13.2-e", "custoza:13.2-f")
def test_disordered_infantry_charged_out_of_square_fails_by_four_and_routs() -> None:
    m = act(
        italy("K", "3008", "cavalry", facing="S", sp=4),
        austria("D", "3011", facing="N", sp=6, cv=9, status="disordered"),
        dice=[4, 2, 5, 4, 1, 1],
        markers=(marker("3010", "3011", "charge"),),
    )
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3009", "3010"]})
    decline(m)
    m.answer("italy", {"do": "go_on"})
    fight, check = rolls(m, "charge")[0], rolls(m, "cohesion")[0]
    effect = fight.data["defender"]
    assert effect.startswith("cc")
    one = check.data["checks"][0]
    assert ["13.2-e", 2] in one["modifiers"]
    assert (one["ccv"], one["total"]) == (7, 11 + int(effect[2:]))
    assert where(m, "D") == "routed"


@pytest.mark.rule("custoza:13.6.1-a", "custoza:13.6.1-b")
@pytest.mark.parametrize(("kind", "status", "path", "left"), [("line", 3, None, 1), ("artillery", 1, "fire", 1)])
def test_who_fires_does_not_recover_and_who_rests_recovers_two(kind: str, status: int, path: str, left: int) -> None:
    name = ["good_order", "shaken", "disordered", "disorganised"][status]
    m = act(italy("A", "3010", kind, status=name, facing="S"), italy("B", "5010"), austria("D", "3013"), dice=[1, 1])
    if path == "fire":
        m.answer("italy", {"do": "fire", "units": ["A"], "hex": "3013"})
        decline(m, "face")
    m.answer("italy", {"do": "done"})
    assert now(m).units["A"].status == left


# -- 22, 23 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:22.1-c", "custoza:7.3-b")
def test_who_advances_into_the_tione_checks_too() -> None:
    m = act(
        italy("A", "3010", facing="S", sp=20),
        austria("D", "3011", facing="N", sp=4),
        dice=[6, 6, 5, 4],
        board={"terrain": {"3011": "tione"}},
        markers=(marker("3010", "3011"),),
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    decline(m, "retreat", "face", "hit")
    check = next(
        roll for roll in rolls(m, "cohesion") if roll.data["reason"] == "terrain" and roll.data["by"] == "italy"
    )
    assert (check.data["checks"][0]["margin"], now(m).units["A"].status) == (1, 1)
    assert where(m, "A") == "3011"


@pytest.mark.rule("custoza:22.1-b", "custoza:7.10-b")
def test_a_commander_pays_two_for_the_tione_and_is_not_tried() -> None:
    board = {"terrain": dict.fromkeys(("3011", "3012", "3013", "3014", "3015"), "tione")}
    m = act(italy("A", "2010"), italy("com", "3010", "commander"), AWAY, board=board)
    assert refused(m, "italy", move("com", "3011", "3012", "3013", "3014", "3015")) == "7.10-a"
    m.answer("italy", move("com", "3011", "3012", "3013", "3014"))
    assert where(m, "com") == "3014"
    assert not events(m, "roll")


@pytest.mark.rule("custoza:22.1-a")
@pytest.mark.parametrize("crossing", ["bridges", "fords"])
def test_guns_cross_the_tione_by_bridge_or_ford_and_stay_limbered_there(crossing: str) -> None:
    board = {"terrain": {"3011": "tione"}, "roads": [{"class": "minor", "path": ["3010", "3011", "3012"]}]}
    m = act(italy("g", "3010", "artillery", march=True), italy("B", "5010"), AWAY, board={**board, crossing: ["3011"]})
    assert refused(m, "italy", move("g", "3011", unlimber=True)) == "22.1-a"
    m.answer("italy", move("g", "3011"))
    assert (where(m, "g"), now(m).units["g"].march) == ("3011", True)


@pytest.mark.rule("custoza:22.3.3-a", "custoza:22.3.3-b", "custoza:22.3.5-b")
def test_the_last_garrison_lost_peschiera_falls_and_with_it_all_its_outworks() -> None:
    forts = austria("P", "1705", "fortress", sp=1), austria("O", "2009", "fortress"), austria("Q", "4604", "fortress")
    m = act(italy("A", "1704", facing="S", sp=20), *forts, AWAY, dice=[6, 6], markers=(marker("1704", "1705"),))
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    decline(m)
    assert [event.data["unit"] for event in events(m, "fortress_fell")] == ["P", "O"]
    assert [where(m, id) for id in ("A", "P", "O", "Q")] == ["1705", "eliminated", "eliminated", "4604"]
    strong = act(
        italy("A", "1704", facing="S", sp=20),
        austria("P", "1705", "fortress"),
        forts[1],
        AWAY,
        dice=[6, 6],
        markers=(marker("1704", "1705"),),
    )
    strong.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    decline(strong)
    assert where(strong, "A") == "1704"
    assert where(strong, "O") == "2009"


@pytest.mark.rule("custoza:23.1.4-a", "custoza:23.3.4-a", "custoza:2.2-a")
def test_control_decides_and_eight_hexes_can_be_shared() -> None:
    tail = ["4420", "4422", "4323", "4122", "4516", "4913", "4914", "5014"]
    s = state(
        italy("A", "3010"),
        AWAY,
        victory={"type": "majority", "hexes": tail},
        control={"italy": tail[:4], "austria": tail[4:]},
    )
    victory.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason, s.result.rule) == (None, "tied", "23.3.4-a")
    vanguards = ["2713", "2913", "2915", "2617", "3318", "3119", "3321"]
    foes = [austria(f"D{n}", hex) for n, hex in enumerate(vanguards[:3])]
    s = state(
        italy("A", "3010"),
        *foes,
        victory={"type": "majority", "hexes": vanguards},
        control={"austria": [vanguards[3]], "italy": vanguards[4:]},
    )
    victory.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.rule, s.result.score) == (
        "austria",
        "23.1.4-a",
        {"hexes": {"italy": 3, "austria": 4}},
    )


@pytest.mark.rule("custoza:23.2.4-a")
@pytest.mark.parametrize(("taken", "winner"), [(3, "italy"), (4, "austria")])
def test_the_morning_is_won_by_four_of_its_seven_hexes(taken: int, winner: str) -> None:
    morning = ["4420", "4422", "4323", "4122", "3922", "3923", "3924"]
    control = {"austria": morning[:taken], "italy": morning[taken:]}
    s = state(italy("A", "3010"), AWAY, victory={"type": "majority", "hexes": morning}, control=control)
    victory.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.rule) == (winner, "23.2.4-a")
    assert s.result.score == {"hexes": {"italy": 7 - taken, "austria": taken}}
