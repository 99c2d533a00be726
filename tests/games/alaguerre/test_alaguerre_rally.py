"""Chapters 10.1, 10.3, 10.4 and 4: divisions, generals who are replaced, rally and recovery, objectives."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import divisions, generals, objectives
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.rules.rally import let_turn, refuse_turn
from tests.games.alaguerre.battle import area, base_of, blue, events, general, play, red, refused, rolls, state

Plain = dict[str, Any]
FAR = blue("E", [32000, 38000])


def rally(*bases: Plain, dice: list[int], **more: Any) -> q.Match:
    more.setdefault("cohesion", {"red": 9, "blue": 9})
    return play(*bases, FAR, dice=dice, phase="rally", **more)


def foot(id: str, at: list[int], stats: str = "1/-/0 -", **more: Any) -> Plain:
    return red(id, at, "Hv", stats, **more)


# -- rally (10.4) ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.4.1-b", "alaguerre:10.4.1-a")
@pytest.mark.parametrize(
    ("more", "after"),
    [
        ({"state": "shaken"}, "disordered"),
        ({"state": "disordered"}, "ordered"),
        ({"state": "shaken", "moved": 500}, "shaken"),
        ({"state": "shaken", "acted": True}, "shaken"),
        ({"state": "shaken", "tested": True}, "shaken"),
    ],
)
def test_who_stood_still_finds_a_level_of_order(more: Plain, after: str) -> None:
    match = rally(foot("A", [20000, 18000], **more), dice=[])
    assert base_of(match, "A")["state"] == after


@pytest.mark.rule("alaguerre:10.4.1-d")
def test_a_general_adds_a_level_once_a_turn() -> None:
    match = rally(
        foot("A", [20000, 18000], state="shaken"),
        foot("B", [22000, 18000], state="shaken", brigade="y"),
        dice=[],
        generals=[general("G", [21000, 16500])],
    )
    assert match.ask is not None
    assert match.ask.what == "rally"
    assert {option["unit"] for option in match.options("red") if option["do"] == "rally"} == {"A", "B"}
    match.answer("red", {"do": "rally", "general": "G", "unit": "A"})
    assert refused(match, "red", {"do": "rally", "general": "G", "unit": "B"}) == "10.4.1-d"
    assert (base_of(match, "A")["state"], base_of(match, "B")["state"]) == ("ordered", "disordered")


@pytest.mark.rule("alaguerre:10.4.1-a")
def test_a_general_does_not_rally_who_was_busy() -> None:
    match = rally(
        foot("A", [20000, 18000], state="shaken", moved=100),
        foot("B", [22000, 18000], state="shaken", brigade="y"),
        dice=[],
        generals=[general("G", [21000, 16500])],
    )
    assert refused(match, "red", {"do": "rally", "general": "G", "unit": "A"}) == "10.4.1-a"


@pytest.mark.rule("alaguerre:10.4.1-c", "alaguerre:10.4.2-a")
def test_who_rallies_may_turn_about_the_centre_of_its_front() -> None:
    match = rally(foot("A", [20000, 18000], state="disordered"), foot("B", [30000, 18000]), dice=[])
    assert refused(match, "red", {"do": "turn", "unit": "B", "facing": 9000}) == "10.4.1-c"
    match.answer("red", {"do": "turn", "unit": "A", "facing": 9000})
    assert (base_of(match, "A")["at"], base_of(match, "A")["facing"]) == ([20000, 18000], 9000)
    assert match.ask is None or refused(match, "red", {"do": "turn", "unit": "A", "facing": 0}) == "10.4.1-c"


@pytest.mark.rule("alaguerre:10.4.2-a", "alaguerre:10.4.2-c", "alaguerre:4.1.1-b", "alaguerre:10.2-d")
def test_a_routed_unit_that_recovers_is_shaken_and_brings_half_its_morale_back() -> None:
    match = rally(
        foot("A", [20000, 18000], "3/-/0 -", state="routed"), dice=[6], generals=[general("G", [20000, 16500])]
    )
    (test,) = rolls(match, "morale")
    assert (test.data["row"], test.data["result"], test.data["need"]) == ("rout", "recovers", 4)
    assert base_of(match, "A")["state"] == "shaken"  # nor does a general help in the same phase
    assert match.state()["cohesion"]["red"] == 10


@pytest.mark.rule("alaguerre:10.4.2-b", "alaguerre:10.2.1-t6")
def test_a_routed_unit_that_fails_runs_on_and_loses() -> None:
    match = rally(foot("A", [20000, 18000], state="routed"), foot("B", [5000, 18000]), dice=[1])
    found = base_of(match, "A")
    assert (found["state"], found["losses"]) == ("routed", 1)
    assert found["at"][1] < 15000
    moved = rally(foot("A", [20000, 18000], state="routed", moved=2000), foot("B", [5000, 18000]), dice=[])
    assert rolls(moved, "morale") == []


# -- divisions (10.1) --------------------------------------------------------------------------------------------------


def division_test(*bases: Plain, die: int, gone: list[Plain] | None = None, **more: Any) -> q.Event:
    match = rally(
        *bases, dice=[die, 6, 6, 6, 6], divisions={"red": {"side": "red", "tests": True}}, eliminated=gone or [], **more
    )
    (test,) = rolls(match, "division")
    return test


def lost(morale: int) -> Plain:
    return {"id": f"x{morale}", "side": "red", "division": "red", "stats": f"{morale}/-/0 -", "why": "losses"}


@pytest.mark.rule("alaguerre:10.1.1-b", "alaguerre:10.1.3-m2", "alaguerre:10.1.3-m5")
def test_steady_units_speak_for_a_division_and_lost_ones_against_it() -> None:
    bases = (foot("A", [20000, 18000]), foot("B", [25000, 18000], state="shaken", moved=1))
    test = division_test(*bases, die=3, gone=[lost(2)])
    assert (test.data["total"], test.data["result"]) == (2, "shaken")
    assert dict(test.modifiers) == {"10.1.3-m2": 1, "10.1.3-m5": -2}


@pytest.mark.rule("alaguerre:10.1.3-m1", "alaguerre:10.1.1-t2")
def test_a_good_general_helps_and_the_division_wavers() -> None:
    leader = general("G", [20000, 12000], level=1, division="red")
    bases = (foot("A", [20000, 18000]), foot("B", [25000, 18000]))
    test = division_test(*bases, die=3, gone=[lost(1)], generals=[leader])
    assert (test.data["total"], test.data["result"]) == (5, "wavers")
    assert dict(test.modifiers) == {"10.1.3-m1": 1, "10.1.3-m2": 2, "10.1.3-m5": -1}
    match = rally(
        *bases,
        dice=[3],
        divisions={"red": {"side": "red", "tests": True}},
        eliminated=[lost(1)],
        generals=[leader],
        turn=3,
        last_turn=3,
    )
    assert match.state()["divisions"]["red"] == {
        "side": "red",
        "tests": False,
        "wavers": 4,
        "reserve": False,
        "army": None,
    }


@pytest.mark.rule("alaguerre:10.1.3-m8", "alaguerre:10.1.1-t4")
def test_a_division_without_its_general_goes_to_pieces() -> None:
    dead = general("G", [20000, 12000], level=1, division="red", cic=False)
    bases = (foot("A", [20000, 18000], "2/-/0 -", state="shaken", moved=1), foot("C", [5000, 18000], division="other"))
    test = division_test(
        *bases,
        die=6,
        gone=[lost(2), {**lost(1), "id": "y"}],
        generals=[general("K", [5000, 12000], cic=True), {**dead, "at": None, "state": "dead", "lost": 1}],
    )
    assert (test.data["total"], test.data["result"]) == (1, "rout")
    assert dict(test.modifiers) == {"10.1.3-m5": -3, "10.1.3-m8": -2}


@pytest.mark.rule("alaguerre:10.1.1-t3", "alaguerre:10.1.2-a")
def test_a_shaken_division_gives_way_but_for_those_who_fight() -> None:
    match = play(
        foot("A", [20000, 18000], "0/-/0 -"),
        foot("B", [25000, 18000], "0/-/0 -"),
        foot("C", [30000, 18000], "1/-/0 -", division="other"),
        blue("X", [20000, 18000], "Hv", "1/-/0 -"),
        blue("Y", [25000, 18900], "Hv", "1/-/0 -"),
        dice=[2, 3, 3, 3],
        phase="rally",
        divisions={"red": {"side": "red", "tests": True}},
        cohesion={"red": 9, "blue": 9},
    )
    assert rolls(match, "division")[0].data["result"] == "shaken"
    moved = {event.data["unit"] for event in events(match, "moved") if event.data["why"] == "retreat"}
    assert moved == {"B"}


@pytest.mark.rule("alaguerre:10.1.3-m4", "alaguerre:10.1.3-m7", "alaguerre:10.1.3-m9")
def test_objectives_enemies_behind_and_a_lost_cic() -> None:
    s = state(
        foot("A", [20000, 18000]),
        blue("X", [20000, 10000], facing=0),
        objectives=[{"id": "o", "at": [20000, 17500], "value": 2, "owner": "red"}],
        generals=[general("G", [22000, 12000], division="red", cic=False), general("K", [0, 0], cic=True)],
    )
    s.lead(s.generals["K"], at=None, state="captured", lost=1)
    found = {rule: value for rule, value in divisions.modifiers(s, "red") if value}
    assert found == {"10.1.3-m2": 1, "10.1.3-m4": 1, "10.1.3-m7": -1, "10.1.3-m9": -2}


@pytest.mark.rule("alaguerre:10.1.3-m3", "alaguerre:10.1.3-m6")
def test_defences_and_communications() -> None:
    village = area("V", "village", 18, 16, 22, 19, vdf=1)
    s = state(
        foot("A", [20000, 18000], inside="V", occupies={"piece": "V", "sides": "all"}),
        blue("X", [20000, 21000]),
        blue("Z", [40000, 500], facing=0),
        terrain=(village,),
        communications={"red": [[40000, 0]]},
    )
    found = {rule: value for rule, value in divisions.modifiers(s, "red") if value}
    assert found["10.1.3-m3"] == 1
    assert found["10.1.3-m6"] == -1


@pytest.mark.rule("alaguerre:10.1.1-c")
def test_a_division_of_routers_is_gone() -> None:
    match = rally(
        foot("A", [20000, 18000], state="routed", moved=1),
        foot("B", [24000, 18000], state="routed", moved=1),
        foot("C", [5000, 18000], division="other"),
        dice=[],
    )
    assert {gone["id"] for gone in match.state()["eliminated"]} == {"A", "B"}
    alone = rally(
        foot("A", [20000, 18000], state="routed", moved=1), foot("C", [5000, 18000], division="other"), dice=[]
    )
    assert alone.state()["eliminated"] == []


# -- generals (10.3) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.3.3-a", "alaguerre:10.3.3-b", "alaguerre:10.3.3-c", "alaguerre:10.3.3-d")
def test_a_lost_cic_is_replaced_two_turns_later() -> None:
    staff = [
        {**general("William", [20000, 5000], cic=True), "at": None, "state": "captured", "lost": 4},
        general("Ginkel", [10000, 8000], division="d1"),
        general("Wurttemberg", [20000, 8000], level=1, division="d2"),
    ]
    bases = [
        foot("A", [10000, 12000], division="d1"),
        foot("B", [20000, 12000], division="d2"),
    ]
    late = play(*bases, FAR, generals=staff, phase="activation", turn=5, last_turn=9, dice=[6, 6, 6, 6, 6])
    assert rolls(late, "activation") == []
    match = play(*bases, FAR, generals=staff, phase="activation", turn=6, last_turn=9, dice=[1] * 9)
    assert match.ask is not None
    assert match.ask.what == "successor"
    assert refused(match, "red", {"do": "successor", "general": "William"}) == "10.3.3-a"
    match.answer("red", {"do": "successor", "general": "Wurttemberg"})
    found = {one["id"]: one for one in match.state()["generals"]}
    assert (found["Wurttemberg"]["cic"], found["Wurttemberg"]["level"]) == (True, 0)
    assert found["Ginkel"]["superior"] == found["William"]["superior"] == "Wurttemberg"
    deputy = found["Wurttemberg_2"]
    assert (deputy["level"], deputy["radius"], deputy["division"], deputy["superior"]) == (
        -1,
        6000,
        "d2",
        "Wurttemberg",
    )


@pytest.mark.rule("alaguerre:10.3.3-b")
def test_other_generals_are_replaced_where_they_fell() -> None:
    staff = [
        general("K", [20000, 5000], cic=True, level=1),
        {**general("G", [0, 0], level=2, division="red"), "at": None, "state": "dead", "lost": 1, "fell": [9000, 9000]},
    ]
    match = play(foot("A", [20000, 12000]), FAR, generals=staff, phase="activation", turn=3, last_turn=9, dice=[1] * 9)
    found = {one["id"]: one for one in match.state()["generals"]}["G"]
    assert (found["at"], found["level"], found["radius"], found["state"]) == ([9000, 9000], -1, 6000, "well")


@pytest.mark.rule("alaguerre:10.3.1-d")
def test_a_light_wound_heals_after_the_next_impulse() -> None:
    s = state(
        foot("A", [20000, 12000]), generals=[{**general("G", [20000, 10500]), "state": "wounded", "until": [2, 1]}]
    )
    generals.heal(s)
    assert s.generals["G"].state == "wounded"
    s.turn = 2
    generals.heal(s)
    assert (s.generals["G"].state, s.generals["G"].until) == ("well", None)


# -- objectives (4.1.2) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:4.1.1-d", "alaguerre:4.1.1-e", "alaguerre:4.1.2-g")
def test_who_takes_an_objective_gains_and_who_loses_it_loses() -> None:
    mill = {"id": "mill", "at": [20000, 17500], "value": 2, "owner": "blue"}
    match = play(
        foot("A", [20000, 18000]), FAR, phase="fire", objectives=[mill], cohesion={"red": 9, "blue": 9}, last_turn=2
    )
    assert match.state()["cohesion"] == {"red": 11, "blue": 7}
    assert match.state()["objectives"][0]["owner"] == "red"
    shaken = play(
        foot("A", [20000, 18000], state="shaken", moved=1),
        FAR,
        phase="fire",
        objectives=[mill],
        cohesion={"red": 9, "blue": 9},
    )
    assert events(shaken, "objective") == []


@pytest.mark.rule("alaguerre:4.1.2-h")
@pytest.mark.parametrize(("near", "owner"), [([20000, 17000], "red"), ([20000, 30000], None)])
def test_an_objective_stays_with_who_is_nearest(near: list[int], owner: str | None) -> None:
    s = state(
        foot("A", near),
        blue("X", [20000, 24000]),
        objectives=[{"id": "o", "at": [20000, 20000], "value": 2, "owner": "red"}],
        cohesion={"red": 9, "blue": 9},
    )
    objectives.look(s)
    assert s.objectives[0].owner == owner


@pytest.mark.rule("alaguerre:4.1.2-f")
def test_a_camp_once_taken_is_not_retaken() -> None:
    camp = {"id": "c", "at": [20000, 20000], "value": 4, "owner": "red", "camp": True}
    s = state(foot("A", [5000, 5000]), blue("X", [20000, 24000]), objectives=[camp], cohesion={"red": 9, "blue": 9})
    objectives.look(s)
    assert s.objectives[0].owner == "red"


@pytest.mark.rule("alaguerre:4.1.2-b", "alaguerre:4.1.2-c", "alaguerre:4.1.2-d")
def test_what_ground_is_worth_without_a_scenario() -> None:
    assert [objectives.value_of("trench", 2, length, 0, "earth") for length in (1900, 2000, 3900, 4000)] == [0, 2, 2, 4]
    assert objectives.value_of("village", 3, 0, 0, "stone") == 3
    assert [objectives.value_of("ford", 0, 0, wide, "") for wide in (1000, 2000, 4000)] == [0, 1, 2]
    assert [objectives.value_of("bridge", 0, 0, 1000, material) for material in ("wood", "stone")] == [3, 4]


@pytest.mark.rule("alaguerre:10.4.1-c")
def test_nobody_turns_off_the_table() -> None:
    """A base whose front is at the table's edge would have its middle beyond it, looking away from the edge."""
    found = state(red("A", [20000, 300], facing=18000), blue("D", [20000, 9000]), phase="rally", stage="order")
    let_turn(found, "A")
    unit = unit_of(found, found.bases["A"])
    refusal = refuse_turn(found, unit, 0)
    assert refusal is not None
    assert refusal.rule == "10.4.1-c"
    assert refuse_turn(found, unit, 9000) is None
