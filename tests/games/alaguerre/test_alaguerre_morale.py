"""Chapter 10.2: rows, modifiers and support; forced moves and contagion (5.6)."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import forced, morale, support
from quadrilatero.games.alaguerre.rules.formations import named, unit_of
from quadrilatero.games.alaguerre.rules.morale import Cause
from quadrilatero.games.alaguerre.state import State
from quadrilatero.table import LEFT, RIGHT, first_touch, overlaps
from tests.games.alaguerre.battle import area, base_of, blue, events, general, line, play, red, rolls, state

Plain = dict[str, Any]
FAR = blue("E", [32000, 21500])
"""An enemy far off to the right, so that no flank is secure by open ground on that side."""
FAR_LEFT = blue("E2", [3000, 21500])


def of(s: State, unit: str, row: str, cause: Cause | None = None) -> dict[str, int]:
    one = named(s, unit)
    assert one is not None
    supporter = support.rear_support(s, one)
    return {rule: value for rule, value in morale.modifiers(s, one, row, cause or Cause(), supporter) if value}


def pending(*bases: Plain, task: Plain, dice: list[int], terrain: tuple[Plain, ...] = (), **more: Any) -> q.Match:
    more.setdefault("cohesion", {"red": 9, "blue": 9})
    return play(*bases, terrain=terrain, dice=dice, phase="melee", pending=[task], **more)


# -- rows (10.2.1) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.2.1-t1", "alaguerre:10.2.1-t4", "alaguerre:10.2.1-t5")
@pytest.mark.parametrize(
    ("row", "results"),
    [
        ("fire", ["rout", "two_levels", "two_levels", "level", "level", "passed", "passed"]),
        ("melee", ["rout_loss", "rout", "rout", "passed", "passed", "passed", "passed"]),
        ("charge", ["stands_disordered", "stands", "stands", "passed", "passed", "passed", "passed"]),
        (
            "charged",
            ["rout", "two_levels_retreats", "level_retreats", "stands_disordered", "passed", "passed", "passed"],
        ),
        (
            "contagion",
            [
                "rout",
                "shaken_retreats",
                "shaken_retreats",
                "stands_disordered",
                "stands_disordered",
                "passed",
                "passed",
            ],
        ),
        ("rout", ["rout", "rout", "rout", "recovers", "recovers", "recovers", "recovers"]),
    ],
)
def test_rows_of_the_table(row: str, results: list[str]) -> None:
    s = state(red("A", [20000, 18000]))
    assert [morale.outcome(s, row, 1, score) for score in range(1, 8)] == results


@pytest.mark.rule("alaguerre:10.2.1-t2", "alaguerre:10.2.1-t3", "alaguerre:10.2.1-t6")
def test_what_passes_a_row() -> None:
    s = state(red("A", [20000, 18000]))
    needs = {row: morale.need_of(s, row) for row in ("fire", "melee", "charge", "charged", "contagion", "rout")}
    assert needs == {"fire": 6, "melee": 4, "charge": 4, "charged": 5, "contagion": 6, "rout": 4}
    strict = state(red("A", [20000, 18000]), options={"charge_pass": "6"})
    assert [morale.outcome(strict, "charge", 1, score) for score in (3, 4, 5, 6)] == ["stands"] * 3 + ["passed"]


@pytest.mark.rule("alaguerre:10.2.1-b")
def test_a_natural_six_passes_every_row() -> None:
    s = state(red("A", [20000, 18000]))
    assert {morale.outcome(s, row, 6, 1) for row in ("fire", "melee", "charge", "charged", "contagion")} == {"passed"}


@pytest.mark.rule("alaguerre:10.2.1-a", "alaguerre:1.1.1-b")
def test_a_score_is_at_least_one() -> None:
    match = pending(
        red("A", [20000, 18000], "Hv", "0/-/0 -", state="shaken", losses=3),
        FAR,
        FAR_LEFT,
        task={"test": "A", "row": "fire", "losses": 1},
        dice=[1],
    )
    (test,) = rolls(match, "morale")
    assert (test.data["total"], test.data["value"], test.data["result"]) == (1, 0, "rout")


@pytest.mark.rule("alaguerre:10.2.1-c")
@pytest.mark.parametrize(
    ("before", "result", "after"),
    [
        ("ordered", "level", "disordered"),
        ("disordered", "level", "shaken"),
        ("shaken", "level", "routed"),
        ("ordered", "two_levels", "shaken"),
        ("disordered", "two_levels", "routed"),
        ("ordered", "stands_disordered", "disordered"),
        ("shaken", "stands_disordered", "shaken"),
        ("ordered", "shaken_retreats", "shaken"),
    ],
)
def test_levels_are_added_to_the_present_state(before: str, result: str, after: str) -> None:
    s = state(red("A", [20000, 18000], state=before), FAR, cohesion={"red": 9, "blue": 9})
    unit = unit_of(s, s.bases["A"])
    morale.suffer(s, unit, "fire", morale.Tested(result, 1), Cause())
    assert s.bases["A"].state == after


@pytest.mark.rule("alaguerre:10.2.1-d")
def test_a_loss_means_disorder_though_the_test_is_passed() -> None:
    s = state(red("A", [20000, 18000]), FAR, cohesion={"red": 9, "blue": 9})
    morale.suffer(s, unit_of(s, s.bases["A"]), "fire", morale.Tested("passed", 6), Cause(losses=1))
    assert s.bases["A"].state == "disordered"


@pytest.mark.rule("alaguerre:10.2.1-e")
@pytest.mark.parametrize(("taken", "lost"), [(0, 1), (1, 0)])
def test_a_rout_costs_a_loss_unless_one_was_taken(taken: int, lost: int) -> None:
    s = state(red("A", [20000, 18000]), FAR, cohesion={"red": 9, "blue": 9})
    move = morale.suffer(s, unit_of(s, s.bases["A"]), "fire", morale.Tested("rout", 1), Cause(losses=taken))
    assert (move, s.bases["A"].losses) == ("rout", lost)


# -- modifiers (10.2.2) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.2.2-m1")
def test_an_attached_general_helps_with_his_level() -> None:
    leader = general("G", [20000, 16500], level=2)
    s = state(red("A", [20000, 18000], "Hv", "1/-/0 -"), FAR, FAR_LEFT, generals=[leader])
    assert of(s, "A", "fire") == {"10.2.2-m1": 2}


@pytest.mark.rule("alaguerre:10.2.2-m2", "alaguerre:10.2.2-i")
@pytest.mark.parametrize(
    ("friend", "found"),
    [
        (red("B", [20000, 15100]), {"10.2.2-m2": 2}),
        (red("B", [20000, 15000]), {}),  # 2um is not less than 2um
        (red("B", [20000, 15100], state="shaken"), {}),
        (red("B", [20000, 15100], "Sh", "1/0/0 - sk"), {}),
        (red("B", [20000, 15100], facing=18000), {"10.2.2-m2": 2}),
        (red("B", [22100, 15100]), {}),
        (red("B", [20000, 15100], supports="other"), {}),
    ],
)
def test_support_from_behind(friend: Plain, found: dict[str, int]) -> None:
    s = state(red("A", [20000, 18000], "Hv", "1/-/0 -"), friend, FAR, FAR_LEFT)
    assert of(s, "A", "fire") == found


@pytest.mark.rule("alaguerre:10.2.2-g", "alaguerre:10.2.2-h")
def test_support_is_given_once_in_an_impulse() -> None:
    match = pending(
        red("A", [20000, 18000], "Hv", "1/-/0 -", state="disordered"),
        red("B", [20000, 15500], "Hv", "1/-/0 -"),
        FAR,
        FAR_LEFT,
        task={"test": "A", "row": "fire"},
        dice=[6],
    )
    (test,) = rolls(match, "morale")
    assert dict(test.modifiers) == {"10.2.2-m2": 2, "10.2.2-m9": -1}
    s = state(red("A", [20000, 18000], "Hv", "1/-/0 -"), red("B", [20000, 15500], supports="A"), FAR, FAR_LEFT)
    assert of(s, "A", "fire") == {"10.2.2-m2": 2}


@pytest.mark.rule("alaguerre:10.2.2-a", "alaguerre:10.2.2-c", "alaguerre:10.2.2-m3")
def test_flanks_are_guarded_by_who_stands_in_the_strip() -> None:
    bases = [
        red("A", [20000, 18500], "Hv", "1/-/0 -"),
        red("B", [17500, 18800], "Hv", "1/-/0 -"),
        red("C", [22400, 19800], "Hv", "1/-/0 -"),
    ]
    s = state(*bases, blue("E", [32000, 20500]), FAR_LEFT)
    unit = unit_of(s, s.bases["A"])
    assert support.is_flank_secure(s, unit, LEFT, None)
    assert not support.is_flank_secure(s, unit, RIGHT, None)
    line_of_two = [
        red("A1", [20000, 18500], "Hv", "1/-/0 -", brigade="x"),
        red("A2", [22000, 18500], "Hv", "1/-/0 -", brigade="x"),
        red("B", [17500, 18500]),
        red("D", [25200, 18000], facing=9000),
        red("C", [22000, 16500]),
    ]
    s = state(*line_of_two, blue("E", [32000, 20500]), FAR_LEFT)
    assert of(s, "A1", "fire") == {"10.2.2-m2": 2, "10.2.2-m3": 2}
    weak = state(*line_of_two, blue("E", [32000, 20500]), FAR_LEFT, options={"secure_flanks": "1"})
    assert of(weak, "A1", "fire")["10.2.2-m3"] == 1


@pytest.mark.rule("alaguerre:10.2.2-b")
def test_a_flank_is_secure_where_no_enemy_is_beyond_it() -> None:
    unit = red("A", [20000, 18000], "Hv", "1/-/0 -")
    assert of(state(unit, blue("E", [20000, 25000])), "A", "fire") == {"10.2.2-m3": 2}
    assert of(state(unit, blue("E", [20100, 25000])), "A", "fire") == {}
    assert of(state(unit, blue("E", [26000, 25000]), options={"open_flank": "strip"}), "A", "fire") == {"10.2.2-m3": 2}


@pytest.mark.rule("alaguerre:10.2.2-d", "alaguerre:10.2.2-e")
def test_great_units_squares_and_garrisons_have_secure_flanks() -> None:
    tercio = [
        red("F", [20000, 18000], "Pk", "1/0/2 -", great="T"),
        red("R", [20000, 17000], "Pk", "1/0/2 -", great="T"),
    ]
    assert of(state(*tercio, FAR, FAR_LEFT), "T", "fire") == {"10.2.2-m3": 2}
    square = red("A", [20000, 18000], "Hv", "1/-/0 -", formation="square")
    behind = red("B", [20000, 15500])
    assert of(state(square, behind, FAR, FAR_LEFT), "A", "fire") == {"10.2.2-m3": 2}
    village = area("V", "village", 18, 16, 22, 19, vdf=1)
    garrison = red("A", [20000, 18000], "Hv", "1/-/0 -", inside="V", occupies={"piece": "V", "sides": "all"})
    assert of(state(garrison, FAR, FAR_LEFT, terrain=(village,)), "A", "fire") == {"10.2.2-m3": 2, "10.2.2-m5": 1}


@pytest.mark.rule("alaguerre:10.2.2-f")
def test_one_unit_does_not_support_twice() -> None:
    s = state(
        red("A", [20000, 18000], "Hv", "1/-/0 -"),
        red("B", [17900, 18000]),
        red("C", [22100, 17600]),
        FAR,
        FAR_LEFT,
    )
    assert of(s, "A", "fire") == {"10.2.2-m3": 2}
    unit = unit_of(s, s.bases["A"])
    assert not support.is_flank_secure(s, unit, RIGHT, unit_of(s, s.bases["C"]))


@pytest.mark.rule("alaguerre:10.2.2-m4")
@pytest.mark.parametrize(("x", "found"), [(22500, 1), (20500, 0), (27000, 0)])
def test_pikes_in_chequer(x: int, found: int) -> None:
    bases = [red("A", [20000, 18000], "Pk", "1/0/2 -"), red("B", [x, 16500], "Pk", "1/0/2 -")]
    s = state(*bases, FAR, FAR_LEFT)
    assert of(s, "A", "fire").get("10.2.2-m4", 0) == found
    off = state(*bases, FAR, FAR_LEFT, options={"chequer": "off"})
    assert "10.2.2-m4" not in of(off, "A", "fire")


@pytest.mark.rule("alaguerre:10.2.2-m5", "alaguerre:10.2.2-m6")
@pytest.mark.parametrize(
    ("vdf", "found"), [(0, {}), (1, {"10.2.2-m5": 1}), (2, {"10.2.2-m6": 2}), (3, {"10.2.2-m6": 2})]
)
def test_cover_steadies_but_for_a_charge(vdf: int, found: dict[str, int]) -> None:
    wall = line("W", "wall", (15, 18), (25, 18), vdf=vdf)
    s = state(red("A", [20000, 18000], "Hv", "1/-/0 -"), FAR, FAR_LEFT, terrain=(wall,))
    assert of(s, "A", "fire") == found
    assert of(s, "A", "charge") == {}


@pytest.mark.rule("alaguerre:10.2.2-m7", "alaguerre:10.2.2-m8", "alaguerre:10.2.2-m9", "alaguerre:2.6.7-a")
def test_losses_damage_and_disorder() -> None:
    hurt = red("A", [20000, 18000], "Hv", "1/-/0 -", losses=2, damaged=True, state="shaken")
    s = state(hurt, FAR, FAR_LEFT)
    assert of(s, "A", "fire") == {"10.2.2-m7": -2, "10.2.2-m8": -1, "10.2.2-m9": -2}
    assert of(s, "A", "fire", Cause(losses=1)) == {"10.2.2-m7": -2, "10.2.2-m9": -2}
    routed = state({**hurt, "state": "routed", "losses": 0, "damaged": False}, FAR, FAR_LEFT)
    assert of(routed, "A", "rout") == {"10.2.2-m9": -3}


@pytest.mark.rule("alaguerre:10.2.2-m10", "alaguerre:10.2.2-m11")
@pytest.mark.parametrize(
    ("enemy", "found"),
    [
        (blue("C", [23500, 17000], "Cav", "1/-/1 -", facing=27000), {"10.2.2-m10": -2}),
        (blue("C", [20000, 13000], "Cav", "1/-/1 -", facing=0), {"10.2.2-m11": -2}),
        (blue("C", [23500, 18500], "Cav", "1/-/1 -", facing=27000), {}),
        (blue("C", [20000, 11000], "Cav", "1/-/1 -", facing=0), {}),
        (blue("C", [20000, 13000], "Cav", "1/-/1 -", facing=0, state="shaken"), {}),
    ],
)
def test_enemies_on_flank_and_rear(enemy: Plain, found: dict[str, int]) -> None:
    s = state(red("A", [20000, 18000], "Hv", "1/-/0 -"), enemy, FAR, FAR_LEFT)
    assert of(s, "A", "fire") == found


@pytest.mark.rule("alaguerre:10.2.2-m12", "alaguerre:10.2.2-m13", "alaguerre:10.2.2-m14")
def test_what_heartens_a_charger() -> None:
    s = state(
        red("A", [20000, 18000], "Cav", "1/-/1 -"),
        blue("C", [20000, 21000], "Hv", "1/-/0 -", state="shaken"),
        FAR,
        FAR_LEFT,
    )
    enemy = unit_of(s, s.bases["C"])
    assert of(s, "A", "charge", Cause(enemy=enemy, on="rear")) == {"10.2.2-m12": 3, "10.2.2-m14": 2}
    assert of(s, "A", "charge", Cause(enemy=enemy, melee=True)) == {"10.2.2-m13": 3, "10.2.2-m14": 2}
    assert of(s, "A", "charge", Cause(enemy=enemy, on="rear", approach=True)) == {}


@pytest.mark.rule("alaguerre:10.2.2-m15", "alaguerre:10.2.2-m16", "alaguerre:10.2.2-m17")
def test_pikes_horse_and_heavy_foot() -> None:
    pikes = blue("P", [20000, 21000], "Pk", "1/0/2 -")
    horse = red("A", [20000, 18000], "Cav", "1/-/1 -")
    heavy = blue("H", [20000, 21000], "Hv", "1/-/0 -")
    s = state(horse, pikes, FAR, FAR_LEFT)
    charger, target = unit_of(s, s.bases["A"]), unit_of(s, s.bases["P"])
    assert of(s, "A", "charge", Cause(enemy=target)) == {"10.2.2-m16": -1}
    assert of(s, "P", "charged", Cause(enemy=charger))["10.2.2-m15"] == 1
    s = state(horse, heavy, red("L", [3000, 21500]), red("M", [32000, 21500]))
    assert of(s, "H", "charged", Cause(enemy=unit_of(s, s.bases["A"]))) == {"10.2.2-m17": -1}
    s = state(horse, {**heavy, "notes": ["long_spears"]}, red("L", [3000, 21500]), red("M", [32000, 21500]))
    assert of(s, "H", "charged", Cause(enemy=unit_of(s, s.bases["A"]))) == {}
    tercio = [
        blue("F", [20000, 21000], "Pk", "1/0/2 -", great="T"),
        blue("R", [20000, 22000], "Pk", "1/0/2 -", great="T"),
    ]
    s = state(horse, *tercio)
    assert of(s, "T", "charged", Cause(enemy=unit_of(s, s.bases["A"]))) == {"10.2.2-m3": 2}


@pytest.mark.rule("alaguerre:10.2.2-k")
def test_control_tests_and_approaches() -> None:
    s = state(red("A", [20000, 18000], "LC", "1/-/0 -"), FAR, FAR_LEFT)
    assert of(s, "A", "charge", Cause(control=True)) == {"10.2.2-m19": -2}
    dragoons = {"mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC", "mounted": True}
    s = state(red("A", [20000, 18000], "Dr", "1/1/-1 - sk/ln", **dragoons), FAR, FAR_LEFT)
    assert of(s, "A", "charge", Cause(control=True)) == {"10.2.2-m18": -1}
    assert of(s, "A", "fire", Cause(control=True)) == {}


# -- forced moves (5.6) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.6.1-a", "alaguerre:5.6.1-b")
def test_a_recoil_pushes_friends_of_lower_morale_who_test() -> None:
    match = pending(
        red("A", [20000, 18000], "Hv", "2/-/0 -", state="disordered"),
        red("B", [20000, 16800], "Hv", "1/-/0 -"),
        FAR,
        task={"recoil": "A"},
        dice=[6],
    )
    assert base_of(match, "A")["at"] == [20000, 17500]
    assert base_of(match, "B")["at"] == [20000, 16500]
    (test,) = rolls(match, "morale")
    assert (test.data["unit"], test.data["row"], test.data["because"]) == ("B", "contagion", "A")
    assert test.text("en").startswith("Test (contagion of A): B, passed.")
    assert test.text("it").startswith("Test (contagio da A): B, superato.")
    brave = pending(
        red("A", [20000, 18000], "Hv", "1/-/0 -"),
        red("B", [20000, 16800], "Hv", "1/-/0 -"),
        FAR,
        task={"recoil": "A"},
        dice=[],
    )
    assert rolls(brave, "morale") == []


@pytest.mark.rule("alaguerre:5.6.1-c")
def test_a_recoil_that_is_stopped_costs_another_loss() -> None:
    pond = area("P", "impassable", 15, 10, 25, 16.8)
    match = pending(red("A", [20000, 18000], "Hv", "2/-/0 -"), FAR, terrain=(pond,), task={"recoil": "A"}, dice=[])
    assert base_of(match, "A")["at"] == [20000, 17800]
    assert base_of(match, "A")["losses"] == 1


@pytest.mark.rule("alaguerre:5.6.1-a", "alaguerre:5.6.1-b", "alaguerre:10.2-f")
def test_who_recoils_or_is_pushed_off_the_table_is_gone() -> None:
    behind = red("B", [20000, 700], "Hv", "1/-/0 -")
    match = pending(red("A", [20000, 1900], "Hv", "2/-/0 -"), behind, FAR, task={"recoil": "A"}, dice=[])
    assert base_of(match, "A")["at"] == [20000, 1400]
    assert [(one["id"], one["why"]) for one in match.state()["eliminated"]] == [("B", "steady_off")]
    friend = red("B", [40000, 900], "Hv", "1/-/0 -")
    match = pending(red("A", [20000, 900], "Hv", "2/-/0 -"), friend, FAR, task={"recoil": "A"}, dice=[])
    assert [(one["id"], one["why"]) for one in match.state()["eliminated"]] == [("A", "steady_off")]


@pytest.mark.rule("alaguerre:5.6.3-a", "alaguerre:5.6.3-b", "alaguerre:5.6.3-c")
def test_a_retreat_is_parallel_to_the_enemy_and_then_home() -> None:
    match = pending(
        red("A", [20171, 18470], "Hv", "1/-/0 -", facing=2000, state="shaken"),
        blue("D", [20000, 18812], "Hv", "1/-/0 -"),
        task={"retreat": "A"},
        dice=[],
        terrain=(area("M", "marsh", 10, 5, 30, 17),),
    )
    found = base_of(match, "A")
    assert found["facing"] == 0
    assert found["state"] == "shaken"
    legs = [event.data["distance"] for event in events(match, "moved")]
    assert legs == [1000, 1000]


@pytest.mark.rule("alaguerre:5.6.3-f", "alaguerre:10.2-c")
@pytest.mark.parametrize(
    ("mover", "crossed", "tests"),
    [
        ({"stats": "2/-/0 -", "state": "shaken"}, "1/-/0 -", 1),
        ({"stats": "2/-/0 -", "state": "disordered"}, "1/-/0 -", 0),
        ({"stats": "2/-/0 -", "state": "shaken"}, "2/-/0 -", 0),
    ],
)
def test_who_spreads_contagion_in_a_retreat(mover: Plain, crossed: str, tests: int) -> None:
    match = pending(
        {**red("A", [20000, 18000], "Hv"), **mover},
        red("B", [20000, 16300], "Hv", crossed),
        FAR,
        task={"retreat": "A"},
        dice=[6],
    )
    assert len(rolls(match, "morale")) == tests


@pytest.mark.rule("alaguerre:5.6.3-h")
def test_a_retreat_into_the_enemy_is_a_rout() -> None:
    match = pending(
        red("A", [20000, 18000], "Hv", "1/-/0 -", state="disordered"),
        blue("C", [20000, 16500], facing=0),
        task={"retreat": "A"},
        dice=[],
    )
    assert [event.data["state"] for event in events(match, "state")] == ["routed"]


@pytest.mark.rule("alaguerre:5.6.4-a", "alaguerre:5.6.4-b")
@pytest.mark.parametrize(("kind", "far"), [("Hv", 3000), ("Cav", 5000), ("LC", 7000)])
def test_how_far_routers_run(kind: str, far: int) -> None:
    match = pending(red("A", [20000, 18000], kind, "1/-/0 -", state="routed"), FAR, task={"rout": "A"}, dice=[])
    (run,) = events(match, "moved")
    assert run.data["why"] == "rout"
    found = base_of(match, "A")
    assert found["facing"] == 18000
    assert found["at"][1] == 18000 - 1000 - far


@pytest.mark.rule("alaguerre:5.6.4-c", "alaguerre:5.6.4-e")
def test_routers_take_a_gap_or_cross_who_then_tests() -> None:
    wall = [red(f"B{n}", [16000 + 2000 * n, 15500], "Hv", "1/-/0 -") for n in range(5)]
    crossing = pending(
        red("A", [20000, 18000], "Hv", "2/-/0 -", state="routed"), *wall, FAR, task={"rout": "A"}, dice=[6] * 5
    )
    assert [test.data["unit"] for test in rolls(crossing, "morale")] != []
    assert base_of(crossing, "A")["at"][1] < 14500
    gap = [red("B0", [18400, 15500], "Hv", "1/-/0 -"), red("B1", [21600, 15500], "Hv", "1/-/0 -")]
    passing = pending(red("A", [20000, 18000], "Hv", "2/-/0 -", state="routed"), *gap, FAR, task={"rout": "A"}, dice=[])
    assert rolls(passing, "morale") == []


@pytest.mark.rule("alaguerre:5.6.4-d")
def test_routers_with_no_way_out_are_gone() -> None:
    pond = area("P", "impassable", 10, 10, 30, 16)
    match = pending(
        red("A", [20000, 18000], "Hv", "2/-/0 -", state="routed"),
        red("B", [5000, 5000]),
        FAR,
        terrain=(pond,),
        task={"rout": "A"},
        dice=[3] * 20,
        last_turn=2,
    )
    assert [(gone.rule, gone.data["unit"]) for gone in events(match, "eliminated")] == [("5.6.4-d", "A")]


@pytest.mark.rule("alaguerre:5.6.4-e", "alaguerre:2.6.7-f")
def test_batteries_that_see_a_rout_test() -> None:
    match = pending(
        red("A", [20000, 18000], "Hv", "2/-/0 -"),
        red("G", [24000, 18000], "MdArt", "1/1/- -"),
        red("R", [28000, 18000], "Hv", "1/-/0 -", state="routed"),
        FAR,
        FAR_LEFT,
        task={"test": "A", "row": "fire"},
        dice=[1, 6],
    )
    assert [test.data["unit"] for test in rolls(match, "morale")][:1] == ["A"]
    if base_of(match, "A")["state"] == "routed":
        assert [test.data["unit"] for test in rolls(match, "morale")] == ["A", "G"]


@pytest.mark.rule("alaguerre:10.2-f", "alaguerre:4.1.1-a")
def test_who_runs_off_the_table_is_gone_and_counted_once() -> None:
    match = pending(
        red("A", [20000, 2000], "Hv", "2/-/0 -", state="routed"),
        red("B", [30000, 5000]),
        FAR,
        task={"rout": "A"},
        dice=[6],
        last_turn=2,
    )
    assert [gone.data["why"] for gone in events(match, "eliminated")] == ["routed_off"]
    assert match.state()["cohesion"]["red"] == 9


@pytest.mark.rule("alaguerre:5.2.10-b")
def test_dragoons_mount_when_they_are_driven_back() -> None:
    dragoons = {"mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC"}
    match = pending(
        red("A", [20000, 18000], "Dr", "1/1/-1 - sk/ln", state="shaken", **dragoons),
        FAR,
        task={"retreat": "A"},
        dice=[],
    )
    assert base_of(match, "A")["mounted"] is True
    assert sum(event.data["distance"] for event in events(match, "moved")) == 5000


@pytest.mark.rule("alaguerre:5.6.5-m", "alaguerre:4.1.1-c")
def test_a_battery_that_must_retreat_leaves_its_guns() -> None:
    match = pending(
        red("G", [20000, 18000], "MdArt", "1/1/- -", state="shaken"),
        red("B", [5000, 5000]),
        FAR,
        task={"retreat": "G"},
        dice=[3] * 20,
        last_turn=2,
    )
    assert [gone.data["why"] for gone in events(match, "eliminated")] == ["abandoned"]
    assert match.state()["cohesion"]["red"] == 9
    overrun = play(
        red("B", [5000, 5000]),
        blue("C", [20000, 18000]),
        phase="fire",
        guns=[{"id": "G", "side": "red", "at": [20000, 18000], "facing": 0, "morale": 1}],
        cohesion={"red": 9, "blue": 9},
        last_turn=2,
    )
    assert events(overrun, "overrun")
    assert overrun.state()["cohesion"]["red"] == 8


def test_directions_of_a_retreat_before_several_enemies() -> None:
    s = state(red("A", [20000, 18000]), blue("C", [20000, 30000]), blue("D", [26000, 30000], facing=27000))
    both = [unit_of(s, s.bases[id]) for id in "CD"]
    assert forced.direction(both) == 22500


@pytest.mark.rule("alaguerre:5.6.3-a")
@pytest.mark.parametrize("facing", [1000, 9000, 15000, 21000, 27000, 35000])
def test_who_is_driven_back_never_turns_into_who_drives_it(facing: int) -> None:
    found = state(red("A", [20000, 10000]), blue("D", [20600, 12600], facing=facing))
    gap, _ = first_touch(found.bases["A"].pose, 0, 5000, [found.bases["D"].pose])
    found.change(found.bases["A"], at=(20000, 10000 + gap))
    target, charger = (unit_of(found, found.bases[id]) for id in ("D", "A"))
    list(forced.retreat(found, target, [charger]))
    left = found.bases.get("D")
    assert left is None or not overlaps(left.pose, found.bases["A"].pose)
