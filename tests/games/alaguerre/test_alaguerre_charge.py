"""Chapter 6 and 5.6.5: charges, what their targets do, evasion, charge fire."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import attack_ways
from quadrilatero.games.alaguerre.rules.attack_ways import charged_on
from quadrilatero.games.alaguerre.rules.charge import make_clear
from quadrilatero.games.alaguerre.rules.counter_charge import advance, both_move, may_counter, shares
from quadrilatero.games.alaguerre.rules.evasion import may_evade, must_evade
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.table import overlaps
from tests.games.alaguerre.battle import Plain, area, base_of, blue, events, line, play, red, refused, rolls, state

CAV = ("Cav", "1/-/2 a")
SH = ("Sh", "1/1/0 -")
LN = ("Ln", "1/1/1 -")
GUNS = ("MdArt", "1/1/- -")


def match(*bases: Plain, order: int = 5, dice: list[int] | None = None, **more: Any) -> q.Match:
    """A match at the moves of red's division a, one of whose bases stays behind; flanks are open to enemies far off."""
    mine = [{"division": "a", **base} if base["side"] == "red" else base for base in bases]
    strays = [
        red("far1", [1000, 2000], "LC", "0/-/0 -", division="a"),
        red("far2", [45000, 2000], "LC", "0/-/0 -", division="z"),
        blue("far3", [1000, 38000], "LC", "0/-/0 -"),
        blue("far4", [45000, 38000], "LC", "0/-/0 -"),
    ]
    return play(*mine, *strays, phase="manoeuvre", orders={"a": order}, dice=dice, **more)


def charge(unit: str, target: str, **more: Any) -> Plain:
    return {"do": "charge", "unit": unit, "target": target, **more}


def scores(found: q.Match) -> list[tuple[str, str, int, str]]:
    """Every morale test: who, on which row, with which score, and its result."""
    return [
        (one.data["unit"], one.data["row"], one.data["total"], one.data["result"]) for one in rolls(found, "morale")
    ]


# -- who may charge whom (6, 6.1) -------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.1-a", "alaguerre:6-f")
def test_example_of_6_a_charge_needs_an_order_of_five() -> None:
    bases = (red("A", [20000, 20000], *CAV), blue("B", [20000, 22500], *CAV))
    assert refused(match(*bases, order=4), "red", charge("A", "B")) == "6.1-a"
    assert match(*bases, order=5).refuse("red", charge("A", "B")) is None
    free = match(red("A", [20000, 20000], *CAV, notes=["any_order"]), bases[1], order=4)
    assert free.refuse("red", charge("A", "B")) is None
    shaken = match(red("A", [20000, 20000], *CAV, state="shaken"), bases[1])
    assert refused(shaken, "red", charge("A", "B")) == "6.1-a"
    assert refused(match(red("A", [20000, 20000], *GUNS), bases[1]), "red", charge("A", "B")) == "2.6.4-a"


@pytest.mark.rule("alaguerre:6-c", "alaguerre:6-d")
def test_example_of_6_the_front_sector() -> None:
    """Middles at (20, 20); the targets' at (23.2, 22.5) and (24.6, 21.2)."""
    found = match(red("A", [20000, 20500]), blue("B", [23200, 22000]), blue("C", [24600, 20700]))
    assert found.refuse("red", charge("A", "B")) is None
    assert refused(found, "red", charge("A", "C")) == "6-c"
    far = match(red("A", [20000, 20000]), blue("B", [20000, 23001]))
    assert refused(far, "red", charge("A", "B")) == "6-d"
    assert match(red("A", [20000, 20000]), blue("B", [20000, 23000])).refuse("red", charge("A", "B")) is None
    hill = area("H", "hill", 15, 20.5, 25, 21)
    unseen = match(red("A", [20000, 20000]), blue("B", [20000, 22500]), terrain=(hill,))
    assert refused(unseen, "red", charge("A", "B")) == "6-d"


@pytest.mark.rule("alaguerre:6.1.1-a", "alaguerre:6.1.2-b", "alaguerre:6.1.2-a")
def test_whom_open_order_and_horse_cannot_charge() -> None:
    light = red("A", [20000, 20000], "Lt", "1/1/0 - sk")
    assert refused(match(light, blue("B", [20000, 22000])), "red", charge("A", "B")) == "6.1.1-a"
    for weak in ({"state": "shaken"}, {"type": "Lt", "stats": "1/1/0 - sk"}):
        assert match(light, {**blue("B", [20000, 22000]), **weak}).refuse("red", charge("A", "B")) is None
    wood = area("W", "wood", 15, 15, 25, 25, vdf=1)
    assert match(light, blue("B", [20000, 21000]), terrain=(wood,)).refuse("red", charge("A", "B")) is None
    village = area("V", "village", 18, 21, 22, 24, vdf=1)
    inside = blue("B", [20000, 21500], inside="V")
    horse = match(red("A", [20000, 20000], *CAV), inside, terrain=(village,))
    assert refused(horse, "red", charge("A", "B")) == "6.1.2-b"
    deep = match(
        red("A", [20000, 20000], *CAV), blue("B", [20000, 22000]), terrain=(area("W", "wood", 15, 21, 25, 25),)
    )
    assert refused(deep, "red", charge("A", "B")) == "6.1.2-a"


@pytest.mark.rule("alaguerre:5.1.1-c")
def test_light_troops_without_an_order_do_not_charge() -> None:
    bases = (red("A", [20000, 20000], "LC", "1/0/0 - sk"), blue("B", [20000, 22000], "LC", "1/0/0 - sk"))
    found = play(*bases, phase="manoeuvre")
    assert found.ask is not None
    assert found.ask.data["division"] == "light"
    assert refused(found, "red", charge("A", "B")) == "5.1.1-c"


# -- flank and rear (6.2.2) -------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2.2-a", "alaguerre:6.2.2-b")
def test_example_of_622_flank_and_rear_by_the_rear_line() -> None:
    """The target's middle at (20, 20), facing north; chargers' at (23, 19.5), (20, 17) and (23, 20.6)."""
    s = state(
        blue("A", [20000, 20500], facing=0),
        red("C", [22500, 19500], facing=27000),
        red("D", [20000, 17500]),
        red("F", [26000, 20600], facing=27000),
    )
    target = unit_of(s, s.bases["A"])
    found = {id: charged_on(s.bases[id].pose, target, s) for id in "CDF"}
    assert found == {"C": "flank", "D": "rear", "F": "front"}
    able = {id: may_counter(s, target, unit_of(s, s.bases[id]), on) for id, on in found.items()}
    assert able == {"C": False, "D": False, "F": True}


@pytest.mark.rule("alaguerre:6.1-b", "alaguerre:6.2.1-b")
@pytest.mark.parametrize(
    ("troops", "more", "may"),
    [
        (CAV, {}, True),
        (LN, {}, False),
        (("Pk", "1/0/2 a"), {}, True),
        (CAV, {"state": "shaken"}, False),
        (GUNS, {}, False),
    ],
)
def test_who_may_counter_charge_horse(troops: tuple[str, str], more: Plain, may: bool) -> None:
    s = state(red("C", [20000, 20000], *CAV), blue("T", [20000, 23000], *troops, **more))
    assert may_counter(s, unit_of(s, s.bases["T"]), unit_of(s, s.bases["C"]), "front") is may


@pytest.mark.rule("alaguerre:6.2.1-a")
def test_how_far_each_goes_in_a_counter_charge() -> None:
    assert shares(3000, 3000, 3000) == (1500, 1500)
    assert shares(4000, 3000, 5000) == (1000, 3000)
    assert shares(4000, 5000, 3000) == (3000, 1000)


# -- the course of a charge (6.2) -------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2-a", "alaguerre:6.2-g", "alaguerre:10.2.1-t3")
@pytest.mark.parametrize(("die", "result", "order"), [(2, "stands", "ordered"), (1, "stands", "ordered")])
def test_a_charger_that_fails_stands(die: int, result: str, order: str) -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22500], *CAV), dice=[die])
    found.answer("red", charge("A", "B"))
    (one,) = scores(found)
    assert (one[1], one[3]) == ("charge", result)
    base = base_of(found, "A")
    assert (base["at"], base["acted"], base["state"]) == ([20000, 20000], True, order)


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:6.2-c", "alaguerre:6.2-e")
def test_a_charge_that_comes_to_contact() -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22500], *CAV), dice=[4, 4])
    found.answer("red", charge("A", "B"))
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("react", ("blue",))
    assert found.state()["bases"][0]["at"] == [20000, 20000], "declared before anybody moves"
    found.answer("blue", {"do": "stand"})
    assert scores(found) == [("A", "charge", 5, "passed"), ("B", "charged", 5, "passed")]
    (told,) = events(found, "contact")
    assert (told.data["unit"], told.data["target"], told.data["side"]) == ("A", "B", "front")
    ways = [event.data["distance"] for event in events(found, "moved")]
    assert ways == [1000, 1500]


@pytest.mark.rule("alaguerre:6.2-d", "alaguerre:6.2.3-a", "alaguerre:6.4-a")
def test_example_of_64_de_crequy() -> None:
    """Two against two with support behind: score 7 earns the extra move, a 5 lets the others counter-charge."""
    horse = {"brigade": "c"}
    mine = [
        red("C1", [20000, 20000], "Cav", "2/-/2 a", **horse),
        red("C2", [22000, 20000], "Cav", "2/-/2 a", **horse),
        red("S", [21000, 18000], *CAV, division="z"),
    ]
    theirs = [
        blue("D1", [20000, 24000], *CAV, **horse),
        blue("D2", [22000, 24000], *CAV, **horse),
        blue("T", [21000, 26000], *CAV),
    ]
    found = match(*mine, *theirs, order=6, dice=[3, 2])
    found.answer("red", charge("C1", "D1"))
    found.answer("blue", {"do": "counter"})
    assert scores(found) == [("C1", "charge", 7, "passed"), ("D1", "charged", 5, "passed")]
    first, second = rolls(found, "morale")
    assert (first.modifiers, first.data["extra"]) == ([("10.2.2-m2", 2)], True)
    assert second.modifiers == [("10.2.2-m2", 2)]
    told = [(event.data["why"], event.data["unit"], event.data["distance"]) for event in events(found, "moved")]
    assert told[:2] == [("charge", "C1", 1000), ("charge", "C2", 1000)]
    assert ("charge", "C1", 1500) in told
    assert ("counter", "D1", 1500) in told
    assert len(events(found, "contact")) == 1


@pytest.mark.rule("alaguerre:6.2.1-a", "alaguerre:6.2-f")
def test_who_counter_charges_does_not_turn_into_a_charger_close_by() -> None:
    pikes = ("Pk", "2/0/2 a")
    mine = red("A", [10578, 9428], *pikes, facing=31484)
    theirs = blue("B", [9500, 10000], *pikes, facing=12284)
    found = match(mine, theirs, dice=[6, 6, 6, 6, 1, 1, 1, 1])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "counter"})
    poses = [(*one["at"], one["facing"], 2000, 1000) for one in (base_of(found, "A"), base_of(found, "B"))]
    assert poses[1][2] == 12284
    assert not overlaps(*poses)
    assert len(events(found, "contact")) == 1


@pytest.mark.rule("alaguerre:6.2.1-a", "alaguerre:5.3-a")
def test_who_counter_charges_stops_before_another_enemy_than_its_charger() -> None:
    found = match(
        red("A", [6733, 9380], *CAV, facing=12619),
        red("G", [8000, 10000], *GUNS, facing=18000),
        blue("B", [9495, 10069], "Cav", "2/-/1 a", facing=31251, state="disordered"),
        blue("T", [10225, 8483], "Pk", "2/0/2 a", facing=1177),  # B has no room to turn
        order=6,
        dice=[5, 6],
    )
    found.answer("red", charge("A", "B"))
    assert found.ask is not None
    found.answer("blue", {"do": "counter"})
    assert q.start("alaguerre", position=found.state()).ask is not None, "nobody stands on anybody"
    assert base_of(found, "B")["facing"] == 31251


@pytest.mark.rule("alaguerre:6.2.1-a", "alaguerre:5.3-a")
def test_who_charges_stops_before_another_enemy_than_who_counter_charges() -> None:
    found = state(
        red("A", [20000, 8000]),
        red("K", [22100, 12800], brigade="k"),  # D cannot come on
        blue("D", [20500, 13000], facing=18000),
        blue("F", [18200, 12400], facing=18000, brigade="f"),
    )
    charger, target = (unit_of(found, found.bases[id]) for id in "AD")
    both_move(found, charger, target, 5000)
    assert 12300 <= found.bases["A"].pose[1] < 12400


@pytest.mark.rule("alaguerre:6-e", "alaguerre:6.2-c")
def test_a_charge_that_falls_short_disorders_and_its_target_takes_no_test() -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 24500], *CAV), dice=[4])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "stand"})
    assert len(scores(found)) == 1
    base = base_of(found, "A")
    assert (base["at"][1], base["state"]) == (23000, "disordered")


@pytest.mark.rule("alaguerre:6.2-f")
def test_the_target_may_turn_to_face() -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22600], *CAV, facing=16500), dice=[4, 5])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "stand"})
    assert found.ask is not None
    assert found.ask.what == "face"
    found.answer("blue", {"do": "face", "side": "right"})
    assert base_of(found, "B")["facing"] == 18000


@pytest.mark.rule("alaguerre:6.2.1-c")
def test_a_counter_charge_that_fails_counts_as_movement() -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22500], *CAV), dice=[4, 3])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "counter"})
    assert scores(found)[1][3] == "stands_disordered"
    assert (base_of(found, "B")["acted"], base_of(found, "B")["state"]) == (True, "disordered")


@pytest.mark.rule("alaguerre:6.2-h")
def test_the_charger_goes_on_when_its_target_retreats() -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22500], *CAV), dice=[4, 2])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "stand"})
    assert scores(found)[1][3] == "level_retreats"
    if found.ask is not None and found.ask.what == "pursue":
        found.answer("red", {"do": "go_on"})
    base = base_of(found, "A")
    assert base["at"][1] >= 22400, "at least to where it stood"
    assert base["state"] == "disordered"


@pytest.mark.rule("alaguerre:6.2-i")
def test_the_charger_may_turn_on_another_who_tests_but_does_not_shoot() -> None:
    """B retreats out of reach; line infantry beside it is in the sector, and within the move that is left."""
    found = match(
        red("A", [20000, 20000], *CAV),
        blue("B", [20000, 22500], *CAV),
        blue("C", [22000, 22500], *LN, division="c"),
        dice=[4, 2, 5],
    )
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "stand"})
    assert found.ask is not None
    assert found.ask.what == "pursue"
    assert {"do": "charge", "target": "C"} in found.options("red")
    assert refused(found, "red", {"do": "charge", "target": "far4"}) in ("6-c", "6-d")
    found.answer("red", {"do": "charge", "target": "C", "wheel": {"side": "right", "angle": 800}})
    while found.ask.what in ("react", "face"):
        found.answer("blue", {"do": "stand"} if found.ask.what == "react" else {"do": "stay"})
    assert [one[:2] for one in scores(found)] == [("A", "charge"), ("B", "charged"), ("C", "charged")]
    assert base_of(found, "A")["facing"] == 800, "it has wheeled anew"
    assert [one.data["target"] for one in events(found, "contact")] == ["C"]
    assert found.ask.what == "move", "nobody is asked to shoot"
    assert rolls(found, "fire") == []


@pytest.mark.rule("alaguerre:2.6.7-e", "alaguerre:2.6.7-f")
def test_a_routed_target_runs_without_a_test() -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22500], *CAV, state="routed"), dice=[4])
    found.answer("red", charge("A", "B"))
    assert [one[0] for one in scores(found)] == ["A"]
    assert base_of(found, "B")["at"][1] > 22500


# -- evasion (5.6.5) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.6.5-e", "alaguerre:5.6.5-i", "alaguerre:5.6.5-l")
@pytest.mark.parametrize(
    ("troops", "charger", "must"),
    [
        (SH, CAV, True),
        (SH, ("Pk", "1/0/2 a"), True),
        (SH, LN, False),
        (LN, CAV, False),
        (("Lt", "1/1/0 - sk"), LN, True),
        (("Lt", "1/1/0 - sk"), ("Lt", "1/1/0 - sk"), False),
        (GUNS, LN, True),
    ],
)
def test_who_must_evade(troops: tuple[str, str], charger: tuple[str, str], must: bool) -> None:
    s = state(red("C", [20000, 20000], *charger), blue("T", [20000, 23000], *troops))
    assert must_evade(s, unit_of(s, s.bases["T"]), unit_of(s, s.bases["C"])) is must


@pytest.mark.rule("alaguerre:5.6.5-g", "alaguerre:5.6.5-k", "alaguerre:5.6.5-c")
def test_who_may_evade() -> None:
    s = state(
        red("C", [20000, 20000], *CAV),
        blue("R", [20000, 23000], "Rei", "1/1/1 a"),
        blue("L", [24000, 23000], "LC", "1/-/0 - sk/ln"),
        blue("E", [28000, 23000], "LC", "1/-/0 - sk/ln", evaded=True),
        blue("W", [34000, 23000], "LC", "1/-/0 - sk/ln"),
        terrain=(area("W", "wood", 30, 20, 40, 30),),
    )
    charger = unit_of(s, s.bases["C"])
    assert {id: may_evade(s, unit_of(s, s.bases[id]), charger) for id in "RLEW"} == {
        "R": ["evade"],
        "L": ["evade_open"],
        "E": [],
        "W": [],
    }


@pytest.mark.rule("alaguerre:5.6.5-a", "alaguerre:6.4-c", "alaguerre:5.6.5-d")
def test_example_of_64_light_horse_evades() -> None:
    """Middles at (20, 20) and (20, 23.5)."""
    found = match(red("A", [20000, 20500], *CAV), blue("B", [20000, 23000], "LC", "1/-/0 - sk/ln"), dice=[4, 5])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "evade", "formation": "skirmish"})
    base = base_of(found, "B")
    assert (base["at"], base["facing"], base["state"], base["formation"]) == (
        [20000, 29000],
        18000,
        "disordered",
        "skirmish",
    )
    if found.ask is not None and found.ask.what == "pursue":
        found.answer("red", {"do": "go_on"})
    mine = base_of(found, "A")
    assert 23000 <= mine["at"][1] <= 23500
    assert mine["state"] == "disordered"


@pytest.mark.rule("alaguerre:6.4-b")
def test_a_declared_evasion_is_carried_out_though_the_charger_falls_short() -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 24500], *SH), dice=[4])
    found.answer("red", charge("A", "B"))
    assert base_of(found, "B")["at"][1] == 26500
    assert len(scores(found)) == 1


@pytest.mark.rule("alaguerre:5.6.5-f", "alaguerre:6.3-c")
def test_shot_may_shoot_before_it_evades() -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22000], *SH), dice=[4, 5, 1, 4])
    found.answer("red", charge("A", "B"))
    assert found.ask is not None
    assert found.ask.what == "charge_fire"
    found.answer("blue", {"do": "hold"})
    assert rolls(found, "fire") == []
    assert base_of(found, "B")["at"][1] == 24000


@pytest.mark.rule("alaguerre:5.6.5-m", "alaguerre:5.6.5-l")
@pytest.mark.parametrize(("formation", "gone"), [("battery", True), ("limbered", False)])
def test_guns_that_evade(formation: str, gone: bool) -> None:
    """D21: a battery leaves its guns behind, limbered ones go 2um."""
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22000], *GUNS, formation=formation), dice=[4, 4])
    found.answer("red", charge("A", "B"))
    if gone:
        found.answer("blue", {"do": "hold"})
        seen = found.view("blue")
        assert [one["why"] for one in seen["eliminated"]] == ["abandoned"]
        assert seen["cohesion"]["blue"] == 9, "it does not count as routed"
    else:
        assert base_of(found, "B")["at"][1] == 24000


# -- charge fire (6.3) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.3-a", "alaguerre:6.3-e", "alaguerre:6.3.2-a")
def test_charge_fire_is_one_exchange_of_both() -> None:
    spent: Any = {"first_fire": False}
    found = match(red("A", [20000, 20000], **spent), blue("B", [20000, 22000], **spent), dice=[4, 4, 3, 3])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "stand"})
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("charge_fire", ("red",))
    found.answer("red", {"do": "fire"})
    found.answer("blue", {"do": "fire"})
    first, second = rolls(found, "fire")
    assert [one.data["range"] for one in (first, second)] == ["long", "long"]
    assert (list(first.dice), list(second.dice)) == ([3, 3], [3, 3])
    assert dict(first.modifiers)["8.4-t11"] == -1, "the charger has moved"
    assert base_of(found, "A")["fired"] is True


@pytest.mark.rule("alaguerre:6.3.2-b")
@pytest.mark.parametrize(("die", "band"), [(4, "short"), (3, "long")])
def test_line_infantry_that_waits_shoots_at_short_range(die: int, band: str) -> None:
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22000], *LN), dice=[4, die, 1, 6])
    found.answer("red", charge("A", "B"))
    assert found.ask is not None
    assert found.ask.what == "charge_fire"
    found.answer("blue", {"do": "fire"})
    (shot,) = rolls(found, "fire")
    assert shot.data["range"] == band


@pytest.mark.rule("alaguerre:6.3-d", "alaguerre:8.2.1-a", "alaguerre:10.2.1-d")
def test_charge_fire_its_losses_and_tests_come_at_once() -> None:
    """Three damages of line infantry at short range are a loss; the charger tests before anybody else does anything."""
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22000], *LN), dice=[4, 5, 6, 1, 6])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "fire"})
    kinds = [
        event.data["why"] if event.kind == "roll" else event.kind
        for event in found.events
        if event.kind in ("contact", "roll", "losses")
    ]
    assert kinds[-4:] == ["contact", "fire", "losses", "morale"]
    assert scores(found)[-1][:2] == ("A", "fire")
    assert (base_of(found, "A")["losses"], found.view(None)["phase"]) == (1, "manoeuvre")


@pytest.mark.rule("alaguerre:6.3.1-b")
def test_who_is_shaken_by_charge_fire_fights_a_round_and_then_tests() -> None:
    """A wins the round without a scratch, and tests for mêlée all the same."""
    found = match(red("A", [20000, 20000], *CAV), blue("B", [20000, 22000], *LN), dice=[4, 5, 6, 1, 3, 6, 1, 6])
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "fire"})
    assert scores(found)[-1][1:] == ("fire", 3, "two_levels")
    base = base_of(found, "A")
    assert (base["state"], base["at"][1]) == ("shaken", 22000), "it stays in contact"
    while not rolls(found, "melee"):
        assert found.ask is not None
        found.answer(found.ask.who[0], {"do": "done"})
    assert [event.data["winner"] for event in events(found, "combat")] == ["red"]
    assert scores(found)[-1][:2] == ("A", "melee")


# -- obstacles (11.3.1-e) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:11.3.1-e", "alaguerre:11.3.2-a")
def test_a_charge_across_an_obstacle_needs_no_roll() -> None:
    hedge = line("H", "hedge", (10, 20), (30, 20), vdf=1, obstacle=2)
    found = match(red("A", [20000, 20000]), blue("B", [20000, 21500]), terrain=(hedge,), dice=[4, 4])
    assert found.refuse("red", charge("A", "B")) is None
    between = line("H", "hedge", (10, 20.7), (30, 20.7), vdf=1, obstacle=2)
    stopped = match(red("A", [20000, 20000]), blue("B", [20000, 21500]), terrain=(between,))
    assert refused(stopped, "red", charge("A", "B")) == "11.3.1-a"
    lined = line("H", "hedge", (10, 21.5), (30, 21.5), vdf=1, obstacle=2)
    assert (
        match(red("A", [20000, 20000]), blue("B", [20000, 21500]), terrain=(lined,)).refuse("red", charge("A", "B"))
        is None
    )


@pytest.mark.rule("alaguerre:6.2.1-a")
def test_a_counter_charger_does_not_turn_into_its_neighbour() -> None:
    """What random play found: two beside each other, one of whom is charged aslant."""
    found = match(
        red("A", [16500, 21189], *CAV, facing=18000),
        blue("B", [16923, 17994], *CAV, facing=0),
        blue("N", [14900, 17994], *CAV, facing=0),
        dice=[4, 5],
    )
    found.answer("red", charge("A", "B"))
    found.answer("blue", {"do": "counter"})
    poses = {id: base_of(found, id) for id in "BN"}
    assert poses["B"]["facing"] == 0
    assert poses["N"]["at"] == [14900, 17994]


@pytest.mark.rule("alaguerre:5.3-e", "alaguerre:5.3-a", "alaguerre:5.3.4-a")
@pytest.mark.parametrize(("enemy", "goes"), [(30000, 11050), (10800, 8950)])
def test_who_ends_among_friends_goes_on_but_never_through_the_enemy(enemy: int, goes: int) -> None:
    """A friend stands half a um before it; beyond him is room, or an enemy, and then it goes back."""
    found = state(red("A", [20000, 5000]), red("F", [20000, 10000]), blue("D", [20000, enemy]))
    found.change(found.bases["A"], at=(20000, 9500))
    there = attack_ways.clear_of_friends(found, unit_of(found, found.bases["A"]))
    assert there is not None
    assert abs(there[1] - goes) <= 100


@pytest.mark.rule("alaguerre:5.3-f")
def test_friends_make_room_for_who_is_in_contact() -> None:
    found = state(red("A", [20000, 5000]), red("F", [21000, 9500]), blue("D", [20000, 10000]))
    found.change(found.bases["A"], at=(20000, 10000))
    make_clear(found, unit_of(found, found.bases["A"]))
    assert found.bases["A"].at == (20000, 10000)
    assert found.bases["F"].pose[1] <= 9010


@pytest.mark.rule("alaguerre:5.3-f", "alaguerre:6.2.1-a")
def test_friends_make_room_for_who_counter_charges() -> None:
    found = state(red("A", [20000, 10000]), blue("D", [20000, 13000]), blue("F", [21500, 11900], brigade="f"))
    advance(found, unit_of(found, found.bases["D"]), 1000, "counter")
    assert not overlaps(found.bases["D"].pose, found.bases["F"].pose)
    assert found.bases["F"].pose[1] > 11900


BEHIND = [blue(f"W{number}", [20000, 13100 + 1000 * number], brigade="w") for number in range(1, 7)]
"""Friends who fill all the ground behind D."""


@pytest.mark.rule("alaguerre:5.3-f")
def test_who_has_no_room_behind_a_counter_charger_makes_room_before_it() -> None:
    found = state(red("A", [20000, 7000]), blue("D", [20000, 13000]), blue("F", [20000, 11600], brigade="f"), *BEHIND)
    moved = advance(found, unit_of(found, found.bases["D"]), 500, "counter")
    assert moved.pose[:2] == (20000, 12500)
    assert found.bases["F"].pose[:2] == (20000, 11500)


@pytest.mark.rule("alaguerre:6.2.1-a", "alaguerre:5.3-f")
def test_a_counter_charger_stops_before_a_friend_who_has_nowhere_to_go() -> None:
    """Before F stands an enemy, behind D the ground is full: F stays, and D comes on no farther than to F."""
    found = state(red("A", [20000, 11590]), blue("D", [20000, 13000]), blue("F", [20000, 11620], brigade="f"), *BEHIND)
    moved = advance(found, unit_of(found, found.bases["D"]), 500, "counter")
    assert found.bases["F"].pose[:2] == (20000, 11620)
    assert moved.pose[:2] == (20000, 12650)
    assert [event.data["distance"] for event in found.sink if event.kind == "moved"] == [350]


@pytest.mark.rule("alaguerre:5.3-f")
def test_nobody_makes_room_by_leaving_the_table() -> None:
    found = state(red("A", [20000, 7000]), blue("D", [20000, 39400]), blue("F", [20000, 38000], brigade="f"))
    advance(found, unit_of(found, found.bases["D"]), 500, "counter")
    assert found.bases["F"].pose[:2] == (20000, 37900)
