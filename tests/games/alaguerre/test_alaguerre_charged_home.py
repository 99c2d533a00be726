"""6.2 and 9.4: how chargers come on, what contact is, where they strike, and what they do when nobody is there."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Charge, GoOn
from quadrilatero.games.alaguerre.records import Fight
from quadrilatero.games.alaguerre.rules import charge
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, play, red, state, tale, told_by

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
HV = ("Hv", "1/-/0 -")
OPEN: Plain = {"formation": "skirmish"}
X: Plain = {"brigade": "x"}
WEST: Plain = {"facing": 27000}


def field(*bases: Plain, terrain: tuple[Plain, ...] = (), **more: Any) -> State:
    return state(*bases, *FAR, terrain=terrain, **more)


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def meeting(s: State, *, on: str = "front", counter: bool = False, passed: bool = True, fire: bool = False) -> Any:
    return charge.meet(s, unit(s), unit(s, "E"), on, (3000, 2500), counter=counter, passed=passed, fire=fire)


# -- who may be charged ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9-a", "alaguerre:6.1.1-a")
def test_one_base_in_contact_is_enough_to_be_in_a_melee() -> None:
    s = field(blue("E", AT, **X), blue("F", [22000, 20000], **X), red("A", [18100, 20000]))
    assert unit(s, "E").ids == ["E", "F"]
    assert charge.is_in_melee(s, unit(s, "E"))
    assert not charge.is_in_melee(s, unit(s, "Y"))


@pytest.mark.rule("alaguerre:6.1.2-a")
@pytest.mark.parametrize(
    ("shapes", "by", "rule"),
    [
        (((17000, 19000, 18500, 21000),), 2000, "6.1.2-a"),
        (((17000, 19000, 18500, 21000), (30000, 30000, 31000, 31000)), 2000, "6.1.2-a"),
        (((17000, 19000, 18500, 21000),), 1000, None),
        (((17000, 21100, 21000, 23000),), 2000, None),
        (((19500, 19000, 20500, 21000),), 0, None),
    ],
)
def test_horse_charges_into_no_wood_on_its_way(
    shapes: tuple[tuple[int, int, int, int], ...], by: int, rule: str | None
) -> None:
    corners = [[[w, s], [e, s], [e, n], [w, n]] for w, s, e, n in shapes]
    wood = {"id": "W", "type": "wood", "shapes": corners}
    s = field(red("A", AT, *CAV, **WEST), blue("E", [16000, 20000], facing=9000), terrain=(wood,))
    refusal = charge.refuse_wood(s, unit(s), s.bases["A"].pose, by, unit(s, "E"))
    assert (refusal and refusal.rule) == rule


# -- coming on ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.3-e", "alaguerre:5.3-f")
def test_who_ends_among_friends_without_contact_goes_on_himself() -> None:
    s = field(red("A", [30000, 30000], *CAV, moved=500), red("F", [20500, 20000], *CAV))
    s.change(s.bases["A"], at=(20000, 19700))
    charge.make_clear(s, unit(s))
    assert (s.bases["A"].at, s.bases["F"].at) == ((20000, 21000), (20500, 20000))
    assert (s.bases["A"].moved, s.bases["A"].state, s.bases["F"].state) == (500, "ordered", "ordered")
    assert course(s) == []
    met = field(red("A", [30000, 30000], *CAV), red("F", [21500, 20000], *CAV), blue("E", [19000, 19700]))
    met.change(met.bases["A"], at=(20000, 19700))
    charge.make_clear(met, unit(met))
    assert (met.bases["A"].at, met.bases["F"].at) == ((20000, 19700), (21500, 18700))


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:5.3-b")
def test_friends_that_are_ridden_through_disorder_the_rider() -> None:
    s = field(red("A", AT, *CAV, **WEST), red("F", [18800, 20500], "LC", "1/0/0 -", moved=100, **WEST))
    moved = charge.step(s, unit(s), (16000, 20000, 27000, 2000, 1000), 4000)
    assert (moved.ids, moved.pose, moved.state) == (["A"], (16000, 20000, 27000, 2000, 1000), "disordered")
    assert s.bases["A"].moved == 4000
    assert course(s) == ["moved charge A 4000", "state crossed A disordered", "state crossed F disordered"]
    past = field(red("A", AT, *CAV, **WEST), red("F", [18800, 22100], "LC", "1/0/0 -", moved=100, **WEST))
    charge.step(past, unit(past), (16000, 20000, 27000, 2000, 1000), 4000)
    assert course(past) == ["moved charge A 4000"]


@pytest.mark.rule("alaguerre:6.2-e", "alaguerre:9-a")
@pytest.mark.parametrize(
    ("others", "terrain", "most", "y"),
    [
        ((blue("E", [20000, 22500]),), (), 3000, 22500),
        ((blue("E", [20000, 22500]),), (), 2000, 22000),
        ((blue("E", [20000, 23000], inside="V"),), (area("V", "village", 15, 22, 25, 25, vdf=1),), 3000, 22000),
        ((blue("E", [19400, 22500]), blue("F", [21450, 21700])), (), 3000, 21700),
        ((blue("E", [25000, 22500]),), (), 3000, 23000),
        ((blue("E", [20000, 20000]),), (), 3000, 20000),
    ],
)
def test_a_charger_goes_on_to_contact(others: tuple[Plain, ...], terrain: tuple[Plain, ...], most: int, y: int) -> None:
    s = field(red("A", AT, *CAV), *others, terrain=terrain)
    moved = charge.go_to(s, unit(s), unit(s, "E"), most)
    assert (moved.pose[:2], s.bases["A"].at) == ((20000, y), (20000, y))


# -- contact -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6-e", "alaguerre:6.2-e")
def test_who_touches_nobody_has_not_come_to_contact() -> None:
    s = field(red("A", AT, *CAV), blue("E", [20000, 20500]))
    assert told_by(s, meeting(s)) == [
        "contact A E front False 2500",
        "state charge A disordered",
        "A: state=disordered",
    ]
    (told,) = [event for event in s.sink if event.kind == "contact"]
    assert (told.rule, told.data["reach"], told.data["outcome"]) == ("6-e", 3000, "contact_missed")


@pytest.mark.rule("alaguerre:6.2-e", "alaguerre:9.4.2-a", "alaguerre:9-a")
def test_whoever_is_met_is_in_the_fight() -> None:
    """E was charged, F is touched too and had been fighting; both of E's line are in it."""
    s = field(
        red("A", AT, *CAV),
        blue("E", [19000, 20000], **X),
        blue("G", [17000, 20000], **X),
        blue("F", [21050, 20000], fight={"rounds": 2, "charged": True, "began": "blue"}),
    )
    for id in "EG":
        s.change(s.bases[id], fight=None)
    drive(meeting(s, counter=True))
    fights = {id: s.bases[id].fight for id in "AEGF"}
    assert {id: fight and (fight.rounds, fight.charged, fight.on, fight.began) for id, fight in fights.items()} == {
        "A": (0, True, "front", "red"),
        "E": (0, True, "front", "red"),
        "G": (0, True, "front", "red"),
        "F": (2, True, "front", "blue"),
    }
    s.change(s.bases["F"], fight=None)
    s.change(s.bases["E"], fight=None)
    drive(meeting(s, counter=True))
    met = s.bases["F"].fight
    assert met is not None
    assert met.charged is False
    (told,) = [event for event in s.sink if event.kind == "contact"][1:]
    assert (told.rule, told.data["outcome"]) == ("6.2-e", "contact_made")


@pytest.mark.rule("alaguerre:9-a", "alaguerre:6.2-e")
def test_who_reaches_the_walls_has_met_those_inside() -> None:
    village = area("V", "village", 15, 20, 25, 24, vdf=1)
    s = field(red("A", AT, *HV), blue("E", [20000, 22000], inside="V"), terrain=(village,))
    s.change(s.bases["E"], fight=None)
    drive(meeting(s))
    assert [isinstance(s.bases[id].fight, Fight) or s.bases[id].fight is not None for id in "AE"] == [True, True]


@pytest.mark.rule("alaguerre:11.4.2-b", "alaguerre:11.1.1-b")
def test_marsh_disorders_whoever_stands_in_it_when_bases_meet() -> None:
    marsh = area("M", "marsh", 21.5, 15, 25, 19.9)
    pair = red("A", AT, *HV, **X), red("B", [22000, 20000], *HV, **X)
    s = field(*pair, blue("E", [20000, 20000]), terrain=(marsh,))
    drive(meeting(s))
    assert unit(s).ids == ["A", "B"]
    assert [s.bases[id].state for id in "ABE"] == ["disordered", "disordered", "ordered"]


@pytest.mark.rule("alaguerre:11.1.1-b", "alaguerre:6.2-e")
def test_what_a_place_is_worth_is_out_when_it_is_charged() -> None:
    village = area("V", "village", 15, 20, 25, 24, vdf=2, secret="blue")
    s = field(red("A", AT, *HV), blue("E", [20000, 22000], inside="V"), terrain=(village,))
    drive(meeting(s), None)
    assert s.ground.pieces["V"].secret is None


@pytest.mark.rule("alaguerre:9.4.3-a", "alaguerre:9.4.4-a")
@pytest.mark.parametrize(
    ("own", "on", "struck"),
    [
        (red("A", [21000, 19500], facing=27000), "flank", "flank"),
        (red("A", [19000, 19500], facing=9000), "flank", "flank"),
        (red("A", [20000, 20000], facing=18000), "flank", "front"),
        (red("A", [20000, 19000]), "flank", "front"),
        (red("A", [20000, 19000]), "rear", "rear"),
        (red("A", [21000, 19500], facing=27000), "rear", "front"),
        (red("A", [21000, 19500], facing=27000), "front", "front"),
        (red("A", [21007, 18993], facing=31500), "rear", "rear"),
        (red("A", [21000, 19000], facing=31500), "flank", "flank"),
        (red("A", [21000, 20000], facing=22500), "flank", "flank"),
        (red("A", [21000, 20000], facing=22500), "rear", "front"),
    ],
)
def test_where_a_charge_strikes(own: Plain, on: str, struck: str) -> None:
    """The target faces north, from 19 to 20 and from 19 to 21; a corner on the side that is charged is enough."""
    s = field(own, blue("E", AT, facing=0))
    assert charge.struck_on(unit(s), unit(s, "E"), on) == struck


@pytest.mark.rule("alaguerre:9.4.3-a")
def test_one_base_that_strikes_the_flank_is_enough() -> None:
    pair = red("A", [21000, 19500], *HV, facing=27000, **X), red("B", [21000, 21500], *HV, facing=27000, **X)
    s = field(*pair, blue("E", AT, facing=0))
    assert unit(s).ids == ["A", "B"]
    assert charge.struck_on(unit(s), unit(s, "E"), "flank") == "flank"


# -- nobody there ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2-h", "alaguerre:6.2-i", "alaguerre:6-e")
@pytest.mark.parametrize(
    ("others", "left", "sent", "told"),
    [
        ((), 1500, (), ["moved charge A 1500", "state charge A disordered"]),
        ((), 2000, (), ["moved charge A 2000", "state charge A disordered"]),
        ((), 3000, (GoOn(),), ["moved charge A 2000", "state charge A disordered"]),
        ((), 3000, (GoOn(2500),), ["moved charge A 2500", "state charge A disordered"]),
        ((), 3000, (GoOn(3000),), ["moved charge A 3000", "state charge A disordered"]),
        (
            (blue("F", [21000, 21400]),),
            1500,
            (GoOn(),),
            ["moved charge A 1300", "state charge A disordered"],
        ),
    ],
)
def test_a_charger_whose_target_is_gone_goes_where_it_stood(
    others: tuple[Plain, ...], left: int, sent: tuple[Any, ...], told: list[str]
) -> None:
    s = field(red("A", AT, *CAV), blue("E", [18990, 22000]), *others)
    stood = unit(s, "E")
    s.remove(s.bases["E"])
    drive(charge.pursue(s, unit(s), None, stood, left, False), *sent)
    assert course(s) == told


@pytest.mark.rule("alaguerre:6.2-h", "alaguerre:6.2-i")
def test_how_far_it_is_to_where_the_target_stood() -> None:
    s = field(blue("E", [20000, 24000], **X), blue("F", [18000, 23999], **X), red("A", AT))
    both = Unit("E", "line", (s.bases["E"], s.bases["F"]))
    assert charge.way_to_place(s.bases["A"].pose, both) == 3999


@pytest.mark.rule("alaguerre:6.2-h", "alaguerre:6.2-e")
@pytest.mark.parametrize(("left", "told"), [(2500, True), (2499, False)])
def test_a_target_that_has_only_gone_back_is_reached_if_it_can_be(left: int, told: bool) -> None:
    s = field(red("A", AT, *CAV), blue("E", [20000, 22500], *HV))
    drive(charge.pursue(s, unit(s), unit(s, "E"), unit(s, "E"), left, False))
    contact = [event.data for event in s.sink if event.kind == "contact" and event.data["contact"]]
    assert bool(contact) is told
    if told:
        assert (contact[0]["side"], contact[0]["reach"], contact[0]["distance"]) == ("front", 2500, 2500)


@pytest.mark.rule("alaguerre:6.2-i", "alaguerre:5.2.4-a")
@pytest.mark.parametrize(("left", "reason"), [(3411, None), (3410, "out_of_reach")])
def test_the_wheel_at_another_target_costs_of_what_is_left(left: int, reason: str | None) -> None:
    s = field(red("A", AT, *CAV), blue("E", [22600, 22000], *HV))
    refusal = charge.can_turn_on(s, unit(s), Charge("E"), left)
    assert (refusal and refusal.reason) == reason
    assert charge.other_targets(s, unit(s), left) == ([] if reason else ["E"])
    s.change(s.bases["E"], state="routed")
    assert charge.other_targets(s, unit(s), left) == []


# -- from the first um on ----------------------------------------------------------------------------------------------


MARSH = area("M", "marsh", 15, 17, 25, 19.9)
STAND, COUNTER = {"do": "stand"}, {"do": "counter"}


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:6.2.1-c", "alaguerre:6-e")
@pytest.mark.parametrize(
    ("bases", "more", "dice", "answers", "told"),
    [
        (
            (red("A", AT, *HV), blue("B", [22000, 21000], *HV)),
            {"wheel": {"side": "right", "angle": 2000}},
            (5, 4),
            [STAND],
            [
                "roll morale A charge 6 passed",
                "moved charge A 1000",
                "contact A B front False 1638",
                "state charge A disordered",
                "A: at=20163,20626 facing=2000 state=disordered moved=1000 acted",
            ],
        ),
        (
            (red("A", AT, *HV), blue("B", [22000, 21000], *HV)),
            {"wheel": {"side": "right", "angle": 2866}},
            (5, 4),
            [STAND],
            [
                "roll morale A charge 6 passed",
                "moved charge A 1000",
                "contact A B front False 1877",
                "state charge A disordered",
                "A: at=20123,20480 facing=2866 state=disordered moved=1000 acted",
            ],
        ),
    ],
)
def test_a_wheel_takes_of_the_first_um_where_the_ground_is_slow(
    bases: tuple[Plain, ...], more: Plain, dice: tuple[int, ...], answers: list[Plain], told: list[str]
) -> None:
    match = play(*bases, *FAR, terrain=(MARSH,), phase="manoeuvre", orders={"red": 5}, dice=list(dice))
    assert tale(match, {"do": "charge", "unit": "A", "target": "B", **more}, *answers) == told


@pytest.mark.rule("alaguerre:6.2.1-c", "alaguerre:6.2-d")
@pytest.mark.parametrize(
    ("bases", "dice", "answers", "told"),
    [
        (
            (red("A", AT, *CAV), blue("B", [20000, 22500], *CAV)),
            (4, 3),
            [COUNTER],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 4 stands_disordered",
                "state charged B disordered",
                "moved charge A 1500",
                "contact A B front True 2500",
                "A: at=20000,22500 moved=2500 acted",
                "A fight: charged on=front began=red",
                "B: state=disordered acted",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", [20000, 21000], *CAV)),
            (4, 4),
            [COUNTER],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "contact A B front True 1000",
                "A: at=20000,21000 moved=1000 acted",
                "A fight: charged on=front began=red",
                "B: acted",
                "B fight: charged on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", [20000, 20900], *CAV, facing=18500)),
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 813",
                "roll morale B charged 5 passed",
                "contact A B front True 813",
                "A: at=20000,20813 moved=813 acted",
                "A fight: charged on=front began=red",
                "B fight: on=front began=red",
            ],
        ),
    ],
)
def test_what_a_target_that_wants_to_come_on_does(
    bases: tuple[Plain, ...], dice: tuple[int, ...], answers: list[Plain], told: list[str]
) -> None:
    match = play(*bases, *FAR, phase="manoeuvre", orders={"red": 5}, dice=list(dice))
    assert tale(match, {"do": "charge", "unit": "A", "target": "B"}, *answers) == told
