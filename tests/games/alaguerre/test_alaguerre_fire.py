"""Chapter 8: who shoots at whom, the table of fire, damage, losses, answers."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import fire, fire_modifiers, shots, weapons
from quadrilatero.games.alaguerre.tables import FIRE
from quadrilatero.table import half
from tests.games.alaguerre.battle import area, base_of, blue, events, general, line, play, red, refused, rolls, state

Plain = dict[str, Any]
FIRED = {"first_fire": False}


def musketeers(id: str, at: list[int], **more: Any) -> Plain:
    return red(id, at, "Sh", "1/1/0 - sk/ln", **{**FIRED, **more})


def pikes(id: str, at: list[int], **more: Any) -> Plain:
    return blue(id, at, "Pk", "1/0/2 -", **{**FIRED, **more})


def duel(*bases: Plain, dice: list[int], terrain: tuple[Plain, ...] = (), **more: Any) -> q.Match:
    more.setdefault("cohesion", {"red": 9, "blue": 9})
    return play(*bases, terrain=terrain, dice=dice, phase="fire", **more)


def shoot(match: q.Match, unit: str, target: str, seat: str = "red", answer: str = "hold", **more: Any) -> None:
    """A shot, and whether it is answered where that is asked."""
    match.answer(seat, {"do": "fire", "unit": unit, "target": target, **more})
    asked = match.ask
    if asked is not None and asked.what == "return_fire":
        (other,) = asked.seats
        match.answer(other, {"do": answer})


def modifiers_of(shot: q.Event) -> dict[str, int]:
    return dict(shot.modifiers)


# -- worked examples ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.2-b", "alaguerre:8.2.1-e", "alaguerre:8.4-t5", "alaguerre:2.6.7-b")
def test_two_damages_without_a_loss_disorder() -> None:
    match = duel(musketeers("A", [20000, 18000]), pikes("C", [20000, 19500]), dice=[5, 3])
    shoot(match, "A", "C")
    (shot,) = rolls(match, "fire")
    assert (shot.data["total"], shot.data["damage"], modifiers_of(shot)) == (7, 2, {"8.4-t5": 1})
    assert base_of(match, "C")["state"] == "disordered"
    assert base_of(match, "C")["losses"] == 0
    assert rolls(match, "morale") == []


@pytest.mark.rule("alaguerre:8.2.1-b", "alaguerre:8.2.1-c", "alaguerre:10.2.2-m7")
def test_damages_of_two_firers_add_up_to_a_loss_and_a_test() -> None:
    match = duel(
        musketeers("A", [19000, 18000]),
        red("B", [21000, 18000], "Sh", "1/0/0 - sk/ln", **FIRED),
        pikes("C", [20000, 19500]),
        dice=[3, 2, 3, 3, 6],
    )
    shoot(match, "A", "C")
    shoot(match, "B", "C")
    assert [(shot.data["total"], shot.data["damage"]) for shot in rolls(match, "fire")] == [(5, 2), (4, 1)]
    (test,) = rolls(match, "morale")
    assert test.data["row"] == "fire"
    assert modifiers_of(test)["10.2.2-m7"] == -1
    assert "10.2.2-m8" not in modifiers_of(test)
    assert base_of(match, "C")["losses"] == 1
    assert base_of(match, "C")["state"] == "disordered"  # 10.2.1-d, though it passed


@pytest.mark.rule("alaguerre:8.2.3-a", "alaguerre:8.2.3-b", "alaguerre:1.1.2-c")
@pytest.mark.parametrize(("dice", "done", "hit"), [([5, 3], (1, 0), "ordered"), ([5, 4], (1, 1), "disordered")])
def test_an_answer_uses_the_same_two_dice(dice: list[int], done: tuple[int, int], hit: str) -> None:
    match = duel(
        red("A", [20000, 18000], "Pk", "1/0/2 -", **FIRED),
        blue("C", [20000, 19500], "Sh", "1/1/0 - sk/ln", **FIRED),
        dice=dice,
    )
    shoot(match, "A", "C", answer="fire")
    first, second = rolls(match, "fire")
    assert (first.data["damage"], second.data["damage"]) == done
    assert (first.data["answer"], second.data["answer"]) == (False, True)
    assert (base_of(match, "C")["state"], base_of(match, "A")["state"]) == ("disordered", hit)


@pytest.mark.rule("alaguerre:8.2.1-d", "alaguerre:8.4-t6")
def test_who_has_tested_is_no_target_any_more() -> None:
    match = duel(
        red("A", [20000, 18000], "Pk", "1/0/2 -", state="disordered", **FIRED),
        blue("C", [20000, 19500], "Sh", "1/1/0 - sk/ln", **FIRED),
        blue("G", [22000, 21500], "MdArt", "1/1/- -"),
        dice=[3, 5, 6],
    )
    shoot(match, "A", "C", answer="fire")
    first, second = rolls(match, "fire")
    assert (first.data["total"], modifiers_of(first)) == (2, {"8.4-t6": -1})
    assert (second.data["total"], second.data["damage"]) == (7, 2)
    assert len(rolls(match, "morale")) == 1
    assert base_of(match, "A")["losses"] == 0
    assert match.ask is None  # neither C nor G may shoot at A


@pytest.mark.rule("alaguerre:8.4-t10", "alaguerre:8-c")
def test_held_fire_is_concentrated() -> None:
    match = duel(
        red("A", [20000, 18000], "Pk", "1/0/2 -", state="disordered", **FIRED),
        blue("C", [20000, 19500], "Sh", "1/1/0 - sk/ln", **FIRED),
        blue("G", [21700, 20000], "MdArt", "1/1/- -"),
        dice=[3, 5, 5, 3, 4, 4, 6],
    )
    shoot(match, "A", "C", answer="hold")
    shoot(match, "C", "A", seat="blue")
    shoot(match, "G", "A", seat="blue")
    gun = rolls(match, "fire")[2]
    assert (gun.data["total"], gun.data["damage"], gun.data["range"]) == (5, 1, "long")
    assert modifiers_of(gun) == {"8.4-t5": 1, "8.4-t10": -1}
    assert base_of(match, "A")["losses"] == 1


@pytest.mark.rule("alaguerre:8.3.3-a", "alaguerre:8.4-t16")
@pytest.mark.parametrize(("before", "tests"), [("ordered", 0), ("disordered", 1)])
def test_extreme_range_damages_and_costs_no_loss(before: str, tests: int) -> None:
    match = duel(
        red("G", [20000, 10000], "HvArt", "1/2/- -"),
        blue("T", [20000, 17000], "Cav", "1/-/2 -", state=before),
        dice=[6, 2, 6],
    )
    shoot(match, "G", "T")
    (shot,) = rolls(match, "fire")
    assert (shot.data["total"], shot.data["damage"], shot.data["range"]) == (6, 3, "extreme")
    assert base_of(match, "T")["losses"] == 0
    assert len(rolls(match, "morale")) == tests
    if tests:
        found = modifiers_of(rolls(match, "morale")[0])
        assert (found["10.2.2-m8"], found["10.2.2-m9"]) == (-1, -1)


@pytest.mark.rule("alaguerre:1.1.2-b", "alaguerre:8.4-t7", "alaguerre:8.4-t8")
def test_a_score_pressed_down_to_one_hits_nobody() -> None:
    match = duel(
        red("F", [20000, 18000], "Sh", "1/-2/0 -", state="disordered", losses=1, **FIRED),
        blue("T", [20000, 19500], "Sh", "1/0/0 - sk", **FIRED),
        dice=[1, 1],
    )
    shoot(match, "F", "T")
    (shot,) = rolls(match, "fire")
    assert (shot.data["total"], shot.data["damage"]) == (1, 0)
    assert modifiers_of(shot) == {"8.4-t6": -1, "8.4-t7": -1, "8.4-t8": -1}


@pytest.mark.rule("alaguerre:8.2.3-c", "alaguerre:10.2.1-c")
def test_fire_and_answer_do_not_rout_both() -> None:
    match = duel(
        red("A", [20000, 18000], "Pk", "0/3/2 -", state="disordered", losses=2, **FIRED),
        blue("B", [20000, 19500], "Pk", "0/3/2 -", state="disordered", losses=2, **FIRED),
        dice=[3, 3, 1, 1],
    )
    shoot(match, "A", "B", answer="fire")
    assert [test.data["result"] for test in rolls(match, "morale")] == ["rout", "rout"]
    states = {event.data["unit"]: event.data["state"] for event in events(match, "state")}
    assert states["A"] == "shaken"
    assert states["B"] == "routed"
    assert base_of(match, "A")["losses"] == 2


@pytest.mark.rule("alaguerre:8.2.1-f")
def test_a_routed_unit_that_is_hit_loses_and_runs() -> None:
    match = duel(musketeers("A", [20000, 18000]), pikes("C", [20000, 19500], state="routed"), dice=[6, 5])
    shoot(match, "A", "C")
    found = base_of(match, "C")
    assert found["losses"] == 1
    assert found["at"][1] > 22000
    assert rolls(match, "morale") == []


@pytest.mark.rule("alaguerre:8.2.2-a")
@pytest.mark.parametrize(("answer", "goes"), [("retreat", True), ("stay", False)])
def test_who_is_shaken_by_fire_may_retreat(answer: str, goes: bool) -> None:
    match = duel(musketeers("A", [20000, 18000]), pikes("C", [20000, 19500], state="disordered"), dice=[4, 3, 3])
    shoot(match, "A", "C")
    assert match.ask is not None
    assert match.ask.what == "retreat"
    match.answer("blue", {"do": answer})
    assert base_of(match, "C")["state"] == "shaken"
    assert (base_of(match, "C")["at"] != [20000, 19500]) is goes


# -- who, at whom, how far ---------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.1.1-a", "alaguerre:8.1.2-a", "alaguerre:8.1.2-b")
@pytest.mark.parametrize(
    ("base", "rule"),
    [
        (red("A", [20000, 18000], "Cav", "2/-/1 a"), "8.1.1-a"),
        (musketeers("A", [20000, 18000], state="shaken"), "8.1.2-a"),
        (musketeers("A", [20000, 18000], moved=1100), "8.1.2-b"),
        (musketeers("A", [20000, 18000], fired=True), "8-b"),
        (red("A", [20000, 18000], "LtArt", "1/0/- -", formation="limbered"), "8.1.2-c"),
        (red("A", [20000, 18000], "LtArt", "1/0/- -", acted=True), "8.1.2-c"),
    ],
)
def test_who_does_not_shoot(base: Plain, rule: str) -> None:
    other = musketeers("B", [24000, 18000])
    match = duel(base, other, pikes("C", [20000, 19500]), pikes("D", [24000, 19500]), dice=[])
    assert refused(match, "red", {"do": "fire", "unit": "A", "target": "C"}) == rule


@pytest.mark.rule("alaguerre:8.1.2-b")
def test_half_a_move_does_not_bar_fire_and_costs_one() -> None:
    match = duel(musketeers("A", [20000, 18000], moved=1000), pikes("C", [20000, 19500]), dice=[1, 6])
    shoot(match, "A", "C")
    assert modifiers_of(rolls(match, "fire")[0]) == {"8.4-t5": 1, "8.4-t11": -1}


@pytest.mark.rule("alaguerre:8.1.2-d")
def test_only_the_head_of_a_column_shoots() -> None:
    head = musketeers("A", [20000, 18000], brigade="x", formation="column")
    rear = musketeers("B", [20000, 17000], brigade="x", formation="column")
    s = state(head, rear, pikes("C", [20000, 19500]), phase="fire")
    assert shots.refuse_firer(s, s.bases["A"]) is None
    refusal = shots.refuse_firer(s, s.bases["B"])
    assert refusal is not None
    assert refusal.rule == "8.1.2-d"


@pytest.mark.rule("alaguerre:8.1.3-b")
@pytest.mark.parametrize(
    ("kind", "stats", "points"),
    [
        ("LtArt", "1/0/- -", [(900, 1500, True), (1000, 1500, False)]),
        ("Sh", "1/1/0 -", [(1800, 1500, True), (1900, 1500, False)]),
    ],
)
def test_sectors_open_by_fifteen_and_thirty_degrees(kind: str, stats: str, points: list[tuple[int, int, bool]]) -> None:
    s = state(red("A", [20000, 18000], kind, stats), blue("C", [20000, 30000]))
    for x, y, inside in points:
        assert bool(half(shots.sector_of(s, s.bases["A"], "front"), (20000 + x, 18000 + y, 18000, 1, 1))) is inside


@pytest.mark.rule("alaguerre:8.1.3-a", "alaguerre:8.1.3-c")
def test_a_nearer_friend_closes_its_half_of_the_sector() -> None:
    match = duel(
        musketeers("A", [20000, 18000]),
        musketeers("B", [18900, 19500]),
        pikes("C", [21200, 19200]),
        pikes("D", [18900, 19800]),
        dice=[],
    )
    assert match.refuse("red", {"do": "fire", "unit": "A", "target": "C"}) is None
    assert refused(match, "red", {"do": "fire", "unit": "A", "target": "D"}) == "8.1.3-c"


@pytest.mark.rule("alaguerre:8.1.3-d", "alaguerre:8.4-t15")
def test_reiters_shoot_from_a_flank_at_one_less() -> None:
    match = duel(
        red("R", [20000, 18000], "Rei", "1/0/0 a", **FIRED),
        pikes("C", [22100, 17000], facing=0),
        dice=[1, 6],
    )
    shoot(match, "R", "C", side="right")
    (shot,) = rolls(match, "fire")
    assert modifiers_of(shot) == {"8.4-t5": 1, "8.4-t15": -1}
    options = {"reiter_flanks": "note"}
    match = duel(
        red("R", [20000, 18000], "Rei", "1/0/0 a", **FIRED),
        red("S", [26000, 18000], "Rei", "1/0/0 a"),
        pikes("C", [22100, 17000], facing=0),
        pikes("D", [26000, 18900]),
        dice=[],
        options=options,
    )
    assert refused(match, "red", {"do": "fire", "unit": "R", "target": "C", "side": "right"}) == "8.1.3-b"


@pytest.mark.rule("alaguerre:8.1.4-b", "alaguerre:8.1.4-a")
def test_a_shot_that_proves_too_long_is_spent() -> None:
    match = duel(musketeers("A", [20000, 18000], first_fire=True), pikes("C", [20000, 20100]), dice=[])
    match.answer("red", {"do": "fire", "unit": "A", "target": "C"})
    assert events(match, "out_of_range")[0].data["distance"] == 2100
    assert base_of(match, "A")["first_fire"] is False
    before = duel(
        musketeers("A", [20000, 18000]),
        musketeers("B", [24000, 18000]),
        pikes("C", [20000, 20100]),
        pikes("D", [24000, 19500]),
        dice=[],
        options={"measuring": "before"},
    )
    assert refused(before, "red", {"do": "fire", "unit": "A", "target": "C"}) == "8.1.3-a"


@pytest.mark.rule("alaguerre:8.1.5-a", "alaguerre:8.1.5-b")
def test_nobody_shoots_out_of_a_melee_and_no_guns_into_one() -> None:
    match = duel(
        musketeers("A", [20000, 18000]),
        pikes("C", [20000, 18000]),
        red("G", [21200, 14000], "LtArt", "1/0/- -"),
        musketeers("B", [23500, 16500]),
        pikes("D", [25000, 18000]),
        dice=[],
    )
    assert refused(match, "red", {"do": "fire", "unit": "A", "target": "C"}) == "8.1.5-a"
    assert refused(match, "red", {"do": "fire", "unit": "G", "target": "C"}) == "8.1.5-b"


@pytest.mark.rule("alaguerre:8.1.6-c", "alaguerre:8.1.6-b", "alaguerre:8.4-t2", "alaguerre:8.1.4-c")
def test_engaged_units_shoot_at_short_range_and_at_that_enemy_alone() -> None:
    match = duel(
        red("A", [20000, 18000], "Ln", "1/0/0 -", engaged="C", **FIRED),
        blue("C", [20000, 19000], "Cav", "1/-/0 -", engaged="A"),
        blue("D", [22100, 19200], "Cav", "1/-/0 -"),
        dice=[1, 6],
    )
    assert refused(match, "red", {"do": "fire", "unit": "A", "target": "D"}) == "8.1.6-c"
    shoot(match, "A", "C")
    (shot,) = rolls(match, "fire")
    assert shot.data["range"] == "short"
    assert modifiers_of(shot) == {"8.4-t2": 1, "8.4-t4": 1}


@pytest.mark.rule("alaguerre:8.1.6-a", "alaguerre:8.2-t4", "alaguerre:8.1.4-c")
@pytest.mark.parametrize(("far", "band"), [(500, "short"), (501, "long"), (3000, "long"), (3001, "extreme")])
def test_guns_shoot_by_distance(far: int, band: str) -> None:
    match = duel(red("G", [20000, 10000], "LtArt", "1/0/- -"), pikes("T", [20000, 10000 + far]), dice=[1, 6])
    shoot(match, "G", "T")
    (shot,) = rolls(match, "fire")
    assert shot.data["range"] == band
    bonus = {"short": {"8.4-t2": 2}, "long": {"8.4-t10": -1}, "extreme": {"8.4-t16": -2}}[band]
    assert modifiers_of(shot) == {"8.4-t5": 1, **bonus}


# -- modifiers ---------------------------------------------------------------------------------------------------------


def aim_of(firer: Plain, target: Plain, terrain: tuple[Plain, ...] = (), **options: str) -> dict[str, int]:
    s = state(firer, target, terrain=terrain, options=options)
    shot = shots.aim(s, s.bases["A"], s.bases["C"], "front")
    return {rule: value for rule, value in fire_modifiers.modifiers(s, shot) if value}


@pytest.mark.rule("alaguerre:8.4-t1", "alaguerre:8.4-t9", "alaguerre:8.4-t13", "alaguerre:8.4-a")
def test_modifiers_of_the_target() -> None:
    firer = musketeers("A", [20000, 18000])
    guns = red("A", [20000, 18000], "MdArt", "1/1/- -")
    assert aim_of(firer, blue("C", [20000, 19500], "Cav", "1/-/2 -", tactical=True)) == {"8.4-t1": 1}
    assert aim_of(guns, blue("C", [20000, 19500], "Cav", "1/-/2 -", tactical=True)) == {"8.4-t1": 2, "8.4-t10": -1}
    assert aim_of(firer, blue("C", [20000, 19500], "MdArt", "1/1/- -")) == {"8.4-t9": -1}
    assert aim_of(firer, blue("C", [20000, 19500], "Cav", "1/-/2 a")) == {"8.4-t13": -1}
    assert aim_of(firer, blue("C", [20000, 19500], "Cav", "1/-/2 a"), armour_fire="0") == {}


@pytest.mark.rule("alaguerre:8.4-t12", "alaguerre:8.4-t18")
def test_shields_pavises_and_long_bows() -> None:
    firer = musketeers("A", [20000, 18000])
    bow = red("A", [20000, 18000], "Lt", "1/0/0 -", weapon="LBw")
    shields, pavises = {"notes": ["shields"]}, {"notes": ["pavises"]}
    assert aim_of(firer, blue("C", [20000, 19500], "Hv", "1/-/2 -", **shields)) == {"8.4-t12": -1}
    assert aim_of(firer, blue("C", [20500, 20500], "Hv", "1/-/2 -", facing=9000, **pavises)) == {}
    assert aim_of(firer, blue("C", [20500, 20500], "Hv", "1/-/2 -", facing=27000, **shields)) == {"8.4-t12": -1}
    assert aim_of(firer, blue("C", [19500, 20500], "Hv", "1/-/2 -", facing=9000, **shields)) == {}
    assert aim_of(bow, blue("C", [20000, 19500], "Cav", "1/-/2 a")) == {"8.4-t18": -2}


@pytest.mark.rule("alaguerre:8.4-t3", "alaguerre:8.4.3-a", "alaguerre:8.4-a")
def test_first_fire_and_salvo() -> None:
    fresh = red("A", [20000, 18000], "Ln", "1/1/0 -", notes=["salvo"])
    target = blue("C", [20000, 19500], "Cav", "1/-/2 -")
    assert aim_of(fresh, target) == {"8.4-t3": 1, "8.4.3-a": 1}
    assert aim_of(fresh, target, first_fire="off") == {"8.4.3-a": 1}
    assert aim_of({**fresh, "moved": 500}, target) == {"8.4-t3": 1, "8.4-t11": -1}
    bow = red("A", [20000, 18000], "Lt", "1/0/0 -", weapon="Bw")
    assert aim_of(bow, target) == {}


@pytest.mark.rule("alaguerre:8.4-t19", "alaguerre:8.4.1-a", "alaguerre:8.3-b", "alaguerre:11.1-b", "alaguerre:11.1-a")
def test_cover_takes_its_vdf_and_buildings_hide_what_is_in_them() -> None:
    trench = line("T", "trench", (18, 19.5), (22, 19.5), vdf=1)
    village = area("V", "village", 18, 19.5, 22, 22, vdf=2)
    firer, guns = musketeers("A", [20000, 18000]), red("A", [20000, 17000], "MdArt", "1/1/- -")
    behind = pikes("C", [20000, 19500])
    inside = pikes("C", [20000, 19600], inside="V")
    assert aim_of(firer, behind, (trench,)) == {"8.4-t5": 1, "8.4-t19": -1}
    assert aim_of(firer, behind, (trench,), covered_pikes="all_cover") == {"8.4-t19": -1}
    assert aim_of(firer, inside, (village,)) == {"8.4-t19": -2}
    assert aim_of(guns, inside, (village,)) == {"8.4-t10": -1, "8.4-t19": -2}


@pytest.mark.rule("alaguerre:5.5.3-a", "alaguerre:8.4.2-b", "alaguerre:8.4.2-d")
def test_a_garrison_on_two_sides_shoots_from_both_at_different_targets() -> None:
    village = area("V", "village", 18.5, 18.5, 21.5, 21.5, vdf=1)
    garrison = red("A", [20000, 20500], "Sh", "1/1/0 -", inside="V", occupies={"piece": "V", "sides": [2, 3]}, **FIRED)
    north, west = pikes("N", [20000, 22300]), pikes("W", [17700, 20000], facing=9000)
    corner = pikes("B", [18053, 21946], facing=13500)
    south = pikes("S", [20000, 17700], facing=0)
    s = state(garrison, north, west, terrain=(village,), phase="fire")
    assert [bool(half(shots.sector_of(s, s.bases["A"], side), s.bases["N"].pose)) for side in "23"] == [True, False]
    assert [bool(half(shots.sector_of(s, s.bases["A"], side), s.bases["W"].pose)) for side in "23"] == [False, True]
    s = state(garrison, corner, south, terrain=(village,), phase="fire")
    assert [bool(half(shots.sector_of(s, s.bases["A"], side), s.bases["B"].pose)) for side in "23"] == [True, True]
    assert [bool(half(shots.sector_of(s, s.bases["A"], side), s.bases["S"].pose)) for side in "23"] == [False, False]
    match = duel(garrison, north, west, terrain=(village,), dice=[1, 6, 1, 6])
    shoot(match, "A", "N", side=2)
    assert refused(match, "red", {"do": "fire", "unit": "A", "target": "N", "side": 2}) == "8.4.2-a"
    shoot(match, "A", "W", side=3)
    assert [modifiers_of(shot)["8.4-t14"] for shot in rolls(match, "fire")] == [-1, -1]


@pytest.mark.rule("alaguerre:8.4.2-a", "alaguerre:8.4-t17", "alaguerre:8.4.2-c")
def test_a_square_shoots_on_four_sides_at_two_less() -> None:
    square = red("A", [20000, 18000], "Pk", "1/1/0 -", formation="square", notes=["square"])
    match = duel(
        square,
        blue("N", [20000, 19500], "Cav", "1/-/0 -"),
        blue("S", [20000, 15500], "Cav", "1/-/0 -", facing=0),
        dice=[1, 6, 1, 6],
    )
    shoot(match, "A", "N", side="front")
    shoot(match, "A", "S", side="rear")
    assert [modifiers_of(shot) for shot in rolls(match, "fire")] == [{"8.4-t3": 1, "8.4-t17": -2}] * 2
    assert base_of(match, "A")["first_fire"] is False


@pytest.mark.rule("alaguerre:2.11.1-a", "alaguerre:2.11.1-b", "alaguerre:8.2.1-a")
def test_a_great_unit_loses_from_the_rear_and_shoots_from_the_front() -> None:
    tercio = [
        pikes("F", [20000, 19500], great="T"),
        pikes("R", [20000, 20500], great="T", losses=1),
    ]
    match = duel(musketeers("A", [20000, 18000]), *tercio, dice=[6, 1, 6])
    shoot(match, "A", "T")
    (test,) = rolls(match, "morale")
    assert test.data["unit"] == "T"
    assert "10.2.2-m7" not in modifiers_of(test)
    assert (base_of(match, "F")["losses"], base_of(match, "R")["losses"]) == (0, 2)
    assert {base_of(match, id)["state"] for id in "FR"} == {"disordered"}


@pytest.mark.rule("alaguerre:2.6.6-a", "alaguerre:2.6.6-b", "alaguerre:2.6.6-c")
def test_strength_missing_at_the_start_counts_for_fire_and_not_for_morale() -> None:
    garrison = red("A", [20000, 18000], "Sh", "1/0/1 - sk/ln", strength=2, **FIRED)
    assert aim_of(garrison, blue("C", [20000, 19500], "Cav", "1/-/0 -")) == {"8.4-t7": -2}
    match = duel(
        blue("C", [20000, 19500], "Sh", "1/3/0 -", **FIRED),
        {**garrison, "state": "disordered"},
        red("B", [26000, 18000]),
        dice=[6, 1, 6],
        initiative="blue",
    )
    shoot(match, "C", "A", seat="blue")
    assert modifiers_of(rolls(match, "morale")[0])["10.2.2-m7"] == -1
    assert base_of(match, "A")["losses"] == 1
    match = duel(
        blue("C", [20000, 19500], "Sh", "1/3/0 -", **FIRED),
        {**garrison, "losses": 1},
        red("B", [26000, 18000]),
        dice=[6, 1],
        initiative="blue",
        cohesion={"red": 9, "blue": 9},
    )
    shoot(match, "C", "A", seat="blue")
    assert match.state()["eliminated"][0]["id"] == "A"
    assert match.state()["cohesion"]["red"] == 8


# -- guns (8.3) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.3.1-a", "alaguerre:8.3.1-b")
def test_guns_on_a_rise_do_not_reach_what_is_near_its_foot() -> None:
    hill = area("H", "hill", 15, 8, 25, 12, top=[[15000, 9000], [25000, 9000], [25000, 10500], [15000, 10500]])
    gun = red("G", [20000, 10000], "MdArt", "1/1/- -")
    for far, reached in ((400, True), (3900, False), (4100, True)):
        s = state(gun, blue("C", [20000, 10000 + far]), terrain=(hill,), phase="fire")
        refusal = shots.refuse_shot(s, s.bases["G"], s.bases["C"], "front")
        assert (refusal is None) is reached, far
        assert refusal is None or refusal.rule == "8.3.1-b"
    friend = red("B", [20000, 14000])
    s = state(gun, friend, blue("C", [20000, 15500]), terrain=(hill,), phase="fire")
    assert shots.refuse_shot(s, s.bases["G"], s.bases["C"], "front") is None


@pytest.mark.rule("alaguerre:8.3.2-a")
@pytest.mark.parametrize(("material", "left"), [("stone", 1), ("earth", 2)])
def test_heavy_guns_batter_masonry(material: str, left: int) -> None:
    village = area("V", "village", 18, 19, 22, 22, vdf=2, material=material)
    match = duel(
        red("G", [20000, 15000], "HvArt", "1/2/- -"),
        pikes("C", [20000, 19500], inside="V", state="disordered"),
        terrain=(village,),
        dice=[6, 1, 6],
    )
    shoot(match, "G", "C")
    assert rolls(match, "fire")[0].data["damage"] == 3
    (piece,) = match.state()["table"]["terrain"]
    assert piece["vdf"] == left


# -- order of fire -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8-a", "alaguerre:8-b")
def test_the_initiative_shoots_first_and_each_once() -> None:
    match = duel(
        musketeers("A", [20000, 18000]),
        pikes("C", [20000, 19500]),
        dice=[1, 6, 1, 6],
        initiative="blue",
    )
    assert match.ask is not None
    assert match.ask.seats == ("blue",)
    shoot(match, "C", "A", seat="blue")
    assert match.ask is not None
    assert match.ask.seats == ("red",)
    shoot(match, "A", "C")
    assert match.ask is None


@pytest.mark.rule("alaguerre:10.3.1-a", "alaguerre:10.3.1-b", "alaguerre:10.3.1-c", "alaguerre:10.3.1-d")
@pytest.mark.parametrize(
    ("dice", "result", "health"),
    [([6, 1, 6, 4], None, "well"), ([6, 1, 6, 2, 3], "light", "wounded"), ([6, 1, 6, 2, 1], "mortal", "dead")],
)
def test_a_general_with_a_unit_that_loses_is_at_risk(dice: list[int], result: str | None, health: str) -> None:
    match = duel(
        musketeers("A", [20000, 18000]),
        pikes("C", [20000, 19500], state="disordered"),
        dice=dice,
        generals=[general("G", [20000, 21000], "blue")],
        last_turn=2,
    )
    shoot(match, "A", "C")
    (tried,) = rolls(match, "general")
    assert dict(tried.modifiers) == {"10.3.1-b": -1}
    assert [fate.data["result"] for fate in rolls(match, "fate")] == ([] if result is None else [result])
    (found,) = match.state()["generals"]
    assert found["state"] == health


def test_every_row_of_the_table_has_its_place() -> None:
    assert set(FIRE) == {f"8.4-t{n}" for n in range(1, 19)} | {"8.4.3-a"}
    assert [fire.damage_of(total, 2) for total in (2, 3, 4, 5, 6, 12)] == [0, 1, 2, 2, 3, 3]


@pytest.mark.rule("alaguerre:8.2-t1", "alaguerre:8.2-t2", "alaguerre:8.2-t3")
@pytest.mark.parametrize(
    ("kind", "weapon", "ranges"),
    [
        ("Sh", "Mk", (1000, 2000)),
        ("Sh", "Aq", (500, 1500)),
        ("Lt", "LBw", (2000, 3000)),
        ("Lt", "XBw", (1500, 2500)),
        ("Lt", "Bw", (0, 1500)),
        ("Lt", "various", (0, 500)),
        ("Rei", "Ps", (500, 1000)),
        ("LC", "Aq", (0, 1500)),
    ],
)
def test_ranges_of_weapons(kind: str, weapon: str, ranges: tuple[int, int]) -> None:
    s = state(red("A", [20000, 18000], kind, "1/0/0 -", weapon=weapon))
    base = s.bases["A"]
    assert (weapons.short_range(s, base), weapons.long_range(base)) == ranges
    assert weapons.longest_range(base) == ranges[1]
    none = state(red("A", [20000, 18000], "Rei", "1/0/0 -"), options={"pistol_short": "none"})
    assert weapons.short_range(none, none.bases["A"]) == 0


@pytest.mark.rule("alaguerre:8.3-a", "alaguerre:8.1.4-c")
@pytest.mark.parametrize(
    ("kind", "ranges"),
    [("MdArt", (1000, 4000, 8000)), ("MdHow", (1000, 4000, 8000)), ("HvArt", (1500, 5000, 10000))],
)
def test_ranges_of_guns(kind: str, ranges: tuple[int, int, int]) -> None:
    s = state(red("G", [20000, 18000], kind, "1/1/- -"))
    gun = s.bases["G"]
    assert (weapons.short_range(s, gun), weapons.long_range(gun), weapons.longest_range(gun)) == ranges
