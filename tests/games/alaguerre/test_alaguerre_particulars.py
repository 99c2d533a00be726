"""Particulars of fire, mêlée, morale, forced moves and victory that no worked example shows."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import (
    cohesion,
    cover,
    evasion,
    fire,
    fire_modifiers,
    forced,
    losses,
    melee_modifiers,
    momentum,
    morale,
    objectives,
    sequence,
    shots,
    ways,
)
from quadrilatero.games.alaguerre.rules.formations import great_unit, single
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import area, base_of, blue, events, play, red, refused, rolls, state

Plain = dict[str, Any]
MUSKETS: Plain = {"kind": "Sh", "stats": "1/1/0 - sk/ln", "formation": "line", "first_fire": False}


def fired(s: State, firer: str = "F", target: str = "T", side: str = "front") -> dict[str, int]:
    """The modifiers of a shot."""
    found = fire_modifiers.modifiers(s, shots.aim(s, s.bases[firer], s.bases[target], side))
    return {rule: value for rule, value in found if value}


# -- fire (8) ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.4-t4", "alaguerre:8.4-t11")
def test_horse_at_short_range_and_fire_after_a_move() -> None:
    horse = blue("T", [20000, 18900], "Cav", "1/-/2 -")
    engaged = state(red("F", [20000, 18000], **MUSKETS, engaged="T"), horse)
    assert fired(engaged)["8.4-t4"] == 1
    far = state(red("F", [20000, 18000], **MUSKETS), horse)
    assert "8.4-t4" not in fired(far)
    moved = state(red("F", [20000, 18000], **MUSKETS, moved=500), horse)
    assert fired(moved)["8.4-t11"] == -1
    gun = state(red("F", [20000, 18000], "LtArt", "1/1/- -", moved=500), horse)
    assert "8.4-t11" not in fired(gun), "guns do not mind"


@pytest.mark.rule("alaguerre:8.4-a")
def test_bows_and_pistols_are_small_arms() -> None:
    target = blue("T", [20000, 18900], "Hv", "1/-/2 -")
    rows = {}
    for kind, weapon in (("Sh", "Mk"), ("Sh", "Bw"), ("LtArt", None)):
        stats = "1/1/0 - sk/ln" if kind == "Sh" else "1/1/- -"
        more: Plain = {"weapon": weapon, "formation": "line"} if weapon else {}
        s = state(red("F", [20000, 18000], kind, stats, losses=1, **more), target)
        rows[weapon] = fire_modifiers.value("8.4-t10", shots.aim(s, s.bases["F"], s.bases["T"], "front"))
    assert rows["Mk"] == rows["Bw"]


@pytest.mark.rule("alaguerre:8.4-t14", "alaguerre:8.4.2-e")
@pytest.mark.parametrize(("sides", "row", "value", "count"), [([2, 3], "8.4-t14", -1, 2), ("all", "8.4-t17", -2, 4)])
def test_fire_from_several_sides_of_an_area(sides: Any, row: str, value: int, count: int) -> None:
    village = area("V", "village", 18, 15, 22, 18, vdf=1, capacity={"foot": 1, "guns": 1, "order": "any"})
    inside = red("F", [20000, 17500], **MUSKETS, inside="V", occupies={"piece": "V", "sides": sides})
    s = state(inside, blue("T", [20000, 19500], "Hv", "1/-/2 -"), terrain=(village,))
    assert fired(s, side="2")[row] == value
    assert len(shots.sides(s, s.bases["F"])) == count


@pytest.mark.rule("alaguerre:8.1.2-c")
@pytest.mark.parametrize(("more", "ready"), [({}, True), ({"formation": "limbered"}, False), ({"acted": True}, False)])
def test_guns_that_are_not_ready(more: Plain, ready: bool) -> None:
    s = state(red("F", [20000, 18000], "LtArt", "1/1/- -", **more), blue("T", [20000, 19500]))
    assert (shots.refuse_firer(s, s.bases["F"]) is None) == ready


@pytest.mark.rule("alaguerre:7.2-d", "alaguerre:6.3-b")
def test_who_went_to_short_range_shoots_though_it_moved_far() -> None:
    target = blue("T", [20000, 18900])
    far = state(red("F", [20000, 18000], **MUSKETS, moved=2000), target)
    assert shots.refuse_mover(far, far.bases["F"]) is not None
    near = state(red("F", [20000, 18000], **MUSKETS, moved=2000, engaged="T"), target)
    assert shots.refuse_mover(near, near.bases["F"]) is None
    charging = shots.aim(near, near.bases["F"], near.bases["T"], "front", charge=True)
    assert charging.moved, "charge fire too is fire after a move"


@pytest.mark.rule("alaguerre:8.1.5-c")
def test_who_is_shaken_by_fire_in_melee_does_not_retreat() -> None:
    fighting = state(red("A", [20000, 18000], state="shaken"), blue("B", [20000, 18000]))
    assert not fire.may_retreat(fighting, single(fighting.bases["A"]), 1)
    alone = state(red("A", [20000, 18000], state="shaken"), blue("B", [20000, 30000]))
    assert fire.may_retreat(alone, single(alone.bases["A"]), 1)


@pytest.mark.rule("alaguerre:2.3-a")
def test_heavy_horse_does_not_shoot() -> None:
    s = state(red("A", [20000, 18000], "Cav", "1/-/2 a"), blue("B", [20000, 19500]))
    refusal = shots.refuse_firer(s, s.bases["A"])
    assert refusal is not None
    assert refusal.rule == "8.1.1-a"


# -- mêlée (9) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.4-t4", "alaguerre:9.4.2-a")
@pytest.mark.parametrize(("rounds", "charged", "bonus"), [(0, True, 2), (1, True, 0), (0, False, 0)])
def test_the_bonus_of_a_charge_is_for_the_first_round(rounds: int, charged: bool, bonus: int) -> None:
    cav = red("A", [20000, 18000], "Cav", "1/-/2 a", fight={"rounds": rounds, "charged": charged})
    s = state(cav, blue("B", [20000, 18000], "Hv", "1/-/2 -"))
    assert melee_modifiers.of_charge(s, s.bases["A"], s.bases["B"]) == bonus


@pytest.mark.rule("alaguerre:9.4-t9")
def test_open_order_is_at_home_in_a_wood() -> None:
    wood = area("W", "wood", 18, 15, 22, 18.5)
    for place, bonus in (((wood,), 1), ((), 0)):
        s = state(red("A", [20000, 18000], "Sh", "1/1/0 - sk"), terrain=place)
        assert dict(melee_modifiers.of_own(s, s.bases["A"]))["9.4-t9"] == bonus


@pytest.mark.rule("alaguerre:9.3-c")
def test_all_combats_of_a_melee_are_rolled_before_any_result() -> None:
    match = play(
        red("A", [20000, 18000], "Hv", "3/-/0 -"),
        red("B", [22000, 18000], "Hv", "3/-/0 -"),
        blue("X", [20900, 18000], "Hv", "3/-/0 -"),
        blue("Y", [22900, 18000], "Hv", "3/-/0 -"),
        phase="melee",
        dice=[3, 3, 3, 3],
    )
    kinds = [event.kind for event in match.events if event.kind in ("roll", "combat", "state")]
    assert kinds[:4] == ["roll"] * 4
    assert kinds.count("combat") == 2


@pytest.mark.rule("alaguerre:9.3.1-b")
def test_the_principal_stays_the_same() -> None:
    fight = {"rounds": 1, "principal": True}
    match = play(
        red("A", [19000, 18000], "Hv", "3/-/0 -", fight={"rounds": 1}),
        red("B", [21000, 18000], "Hv", "3/-/1 -", fight=fight),
        blue("X", [20000, 18000], "Hv", "3/-/0 -", fight={"rounds": 1}),
        phase="melee",
        dice=[3, 3],
    )
    assert rolls(match, "melee")[0].data["unit"] == "B", "nobody is asked again"


@pytest.mark.rule("alaguerre:9.2-a", "alaguerre:10.2-d")
def test_a_melee_is_won_when_all_enemies_have_gone() -> None:
    s = state(red("A", [20000, 18000]), blue("X", [20000, 18000]))
    assert not momentum.has_won(s, single(s.bases["A"]))
    s.change(s.bases["X"], at=(20000, 22000))
    assert momentum.has_won(s, single(s.bases["A"]))


@pytest.mark.rule("alaguerre:11.4.2-b")
def test_a_marsh_disorders_who_is_in_it_when_bases_meet() -> None:
    marsh = area("M", "marsh", 18, 21, 22, 25)
    strays = (red("S", [1000, 2000], "LC", "0/-/0 -", division="a"), blue("Z", [45000, 39000]))
    match = play(
        red("A", [20000, 20400], "Hv", "3/-/2 -", division="a"),
        blue("B", [20000, 21200], "Hv", "3/-/0 -"),
        *strays,
        terrain=(marsh,),
        phase="manoeuvre",
        orders={"a": 5},
        dice=[6, 6],
    )
    match.answer("red", {"do": "charge", "unit": "A", "target": "B"})
    match.answer("blue", {"do": "stand"})
    assert base_of(match, "B")["state"] == "disordered"
    assert any(event.rule == "11.4.2-b" for event in events(match, "state"))


# -- morale and divisions (10) ----------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.6.5-c")
@pytest.mark.parametrize(("notes", "value"), [(["cuirassiers"], -1), ([], 0)])
def test_the_note_makes_cuirassiers_hard_to_hold(notes: list[str], value: int) -> None:
    s = state(red("A", [20000, 18000], "Cav", "2/-/2 a", notes=notes))
    found = dict(morale.of_charge(s, single(s.bases["A"]), morale.Cause(control=True)))
    assert found["10.2.2-m18"] == value


@pytest.mark.rule("alaguerre:10.1.1-a", "alaguerre:10.1.1-t1")
def test_a_division_that_lost_a_unit_tests_and_may_stand_it() -> None:
    s = state(red("A", [20000, 18000], division="d"), red("B", [25000, 18000], division="d"))
    losses.set_state(s, single(s.bases["A"]), "routed", "test", "4.1.1-a")
    assert s.divisions["d"].tests
    match = play(
        *[red(id, [5000 + 3000 * n, 5000], division="d", stats="2/0/2 a") for n, id in enumerate("ABCD")],
        blue("Z", [45000, 39000]),
        divisions={"d": {"side": "red", "tests": True}},
        phase="rally",
        dice=[6],
    )
    (test,) = rolls(match, "division")
    assert (test.data["result"], match.state()["divisions"]["d"]["tests"]) == ("steady", False)


@pytest.mark.rule("alaguerre:3.6-a", "alaguerre:10.2-e")
def test_divisions_test_before_routed_units_try_to_recover() -> None:
    match = play(
        *[red(id, [5000 + 3000 * n, 5000], division="d", stats="2/0/2 a") for n, id in enumerate("ABCD")],
        red("R", [30000, 5000], division="e", state="routed"),
        red("Q", [33000, 5000], division="e"),
        blue("Z", [45000, 39000]),
        divisions={"d": {"side": "red", "tests": True}},
        phase="rally",
        dice=[6, 6],
    )
    order = [roll.data["why"] for roll in events(match, "roll")]
    assert order == ["division", "morale"]
    assert rolls(match, "morale")[0].data["row"] == "rout"


@pytest.mark.rule("alaguerre:10.4-a")
@pytest.mark.parametrize(("orders", "phase"), [({"d": 4}, "rally"), ({"d": 4, "e": 5}, "fire")])
def test_rally_comes_only_in_the_last_impulse(orders: dict[str, int], phase: str) -> None:
    bases = (red("A", [5000, 5000], division="d"), red("B", [9000, 5000], division="e"))
    s = state(*bases, phase="manoeuvre", orders=orders)
    sequence.next_phase(s)
    assert s.phase == phase


# -- forced moves (5.6) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.6.3-i")
def test_two_enemies_drive_a_unit_between_their_directions() -> None:
    s = state(blue("X", [20000, 18000], facing=18000), blue("Y", [25000, 18000], facing=27000))
    assert forced.direction([single(s.bases["X"]), single(s.bases["Y"])]) == 22500


@pytest.mark.rule("alaguerre:5.6.3-d")
def test_a_retreat_takes_a_gap_beside_its_way() -> None:
    s = state(red("A", [20000, 20000]), red("B", [20000, 17500]), blue("Z", [20000, 39000]))
    way = ways.straight(s, single(s.bases["A"]), 18000, 4000)
    assert way.crossed == ()
    assert way.pose[1] == 16000
    assert way.pose[0] != 20000, "it went by the side"


@pytest.mark.rule("alaguerre:5.6.3-e", "alaguerre:5.3.4-a")
def test_without_a_gap_it_goes_through_and_to_beyond_them() -> None:
    wall = [red(f"W{n}", [8000 + 2000 * n, 17500]) for n in range(13)]
    s = state(red("A", [20000, 20000]), *wall, blue("Z", [20000, 39000]))
    way = ways.straight(s, single(s.bases["A"]), 18000, 3000)
    assert way.crossed
    assert way.pose[1] <= 16500, "farther than its move, until it stands free"


@pytest.mark.rule("alaguerre:5.6.3-g")
@pytest.mark.parametrize(("before", "after"), [("disordered", "shaken"), ("shaken", "routed")])
def test_a_retreat_without_room_disorders(before: str, after: str) -> None:
    pond = area("P", "pond", 10, 10, 30, 18.8)
    match = play(
        red("A", [20000, 20000], state=before, stats="1/0/2 a"),
        red("S", [40000, 5000]),
        blue("Z", [20000, 39000]),
        terrain=(pond,),
        phase="melee",
        pending=[{"retreat": "A"}],
    )
    told = [event.data["state"] for event in events(match, "state") if event.rule == "5.6.3-g"]
    assert told == [after]


@pytest.mark.rule("alaguerre:5.6.5-b", "alaguerre:5.3-e")
def test_an_evader_goes_round_whom_it_cannot_pass() -> None:
    s = state(red("A", [20000, 20000], "Cav", "1/-/2 a"), red("B", [21500, 17500]), blue("Z", [20000, 39000]))
    pose, gone, crossed = evasion.way_back(s, single(s.bases["A"]), 4000)
    assert (gone, crossed) == (4000, [])
    assert pose[0] < 20000


@pytest.mark.rule("alaguerre:5.6.5-o")
def test_dragoons_on_foot_mount_to_evade() -> None:
    dragoons = red("A", [20000, 20000], "Dr", "1/0/-1 - sk/ln", mounted_stats="1/-2/-1 - sk/ln", mounted_as="LC")
    s = state(dragoons, blue("Z", [20000, 39000]))
    evasion.evade(s, single(s.bases["A"]), evasion.EVADE)
    assert s.bases["A"].mounted
    assert s.bases["A"].moved > 2000, "as horse"


# -- victory (4) ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:4-a")
def test_a_rout_decides_and_time_only_settles() -> None:
    s = state(red("A", [20000, 20000]), blue("Z", [20000, 39000]), cohesion={"red": 5, "blue": 3})
    cohesion.judge_last_turn(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason) == ("red", "turns")
    routed = state(red("A", [20000, 20000]), blue("Z", [20000, 39000]), cohesion={"red": 5, "blue": 1})
    cohesion.together(routed)
    cohesion.change(routed, "blue", -1, "test", "4.1.1-a")
    assert cohesion.is_beaten(routed, "blue")


@pytest.mark.rule("alaguerre:4.1.2-e")
def test_the_only_line_of_communication_is_worth_eight() -> None:
    book = q.army("alaguerre")
    army = book.suggest(list="free", year=1640, points=250, seed=1)
    position = q.pickup("alaguerre", armies={"red": army, "blue": army})
    assert [(one["owner"], one["value"]) for one in position["objectives"]] == [("red", 8), ("blue", 8)]


@pytest.mark.rule("alaguerre:2.10.3-a")
def test_only_foot_that_may_forms_square() -> None:
    form = {"do": "move", "unit": "A", "path": [{"go": "form", "formation": "square"}]}
    for notes, rule in (([], "2.10.3-a"), (["square"], "")):
        base = red("A", [20000, 20000], division="a", notes=notes)
        others = (red("S", [1000, 2000], division="a"), blue("Z", [20000, 39000]))
        match = play(base, *others, phase="manoeuvre", orders={"a": 5})
        assert (refused(match, "red", form) if rule else match.refuse("red", form)) == (rule or None)


@pytest.mark.rule("alaguerre:2.2-a")
def test_pikes_stand_in_great_units() -> None:
    s = state(red("F", [20000, 20000], great="G"), red("R", [20000, 19000], great="G"))
    assert great_unit(s, "G").is_great_foot


@pytest.mark.rule("alaguerre:4.1.2-a")
def test_objectives_are_worth_what_the_scenario_says() -> None:
    mill = {"id": "m", "at": [20000, 19500], "value": 7}
    s = state(red("A", [20000, 20000]), blue("Z", [20000, 39000]), objectives=[mill], cohesion={"red": 5, "blue": 5})
    objectives.look(s)
    assert s.cohesion == {"red": 12, "blue": 5}


@pytest.mark.rule("alaguerre:5.5-b", "alaguerre:11.1-b")
def test_who_is_only_inside_has_cover_from_fire_alone() -> None:
    village = area("V", "village", 18, 15, 22, 18, vdf=2, capacity={"foot": 1, "guns": 1, "order": "any"})
    inside = state(red("A", [20000, 17500], inside="V"), terrain=(village,))
    base = inside.bases["A"]
    assert cover.vdf_of(cover.cover_of(inside, base, None)) == 2
    assert cover.occupied(inside, base) is None, "nothing helps it in mêlée"
    at_walls = red("A", [20000, 17500], inside="V", occupies={"piece": "V", "sides": [2, 3]})
    deployed = state(at_walls, terrain=(village,))
    assert cover.vdf_of(cover.occupied(deployed, deployed.bases["A"])) == 2


@pytest.mark.rule("alaguerre:7.1.1-a")
def test_open_order_goes_to_short_range_of_weak_troops_only() -> None:
    light = red("A", [20000, 20000], "Sh", "1/1/0 - sk", division="a", notes=["short_range"])
    near = {"do": "approach", "unit": "A", "target": "B"}
    stray = (red("S", [1000, 2000], division="a"), blue("Z", [45000, 39000]))
    rules = {}
    for state_of in ("ordered", "shaken"):
        match = play(light, blue("B", [20000, 22000], state=state_of), *stray, phase="manoeuvre", orders={"a": 5})
        refusal = match.refuse("red", near)
        rules[state_of] = None if refusal is None else refusal.rule
    assert rules["ordered"] == "7.1.1-a"
    assert rules["shaken"] != "7.1.1-a"
