"""6.2 and 6.2.1: how targets turn to face, who may counter-charge, and how two come on against each other."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.answers import FaceThem
from quadrilatero.games.alaguerre.records import Occupation
from quadrilatero.games.alaguerre.rules import counter_charge, reactions
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import Pose, State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, line, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LC = ("LC", "1/0/0 - sk")
LT = ("Lt", "1/1/0 - sk")
SH = ("Sh", "1/1/0 -")
HV = ("Hv", "1/-/0 -")
OPEN: Plain = {"formation": "skirmish"}
X: Plain = {"brigade": "x"}
POND = area("P", "pond", 19, 22.2, 19.4, 22.5)


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


# -- turning to face (6.2-f) -------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2-f", "alaguerre:5.2.4-b")
@pytest.mark.parametrize(
    ("facing", "others", "terrain", "charger", "left", "right"),
    [
        (16500, (), (), 0, None, (20034, 22241, 18000)),
        (17999, (), (), 0, None, (20000, 22500, 18000)),
        (20000, (), (), 0, (19940, 22158, 18000), None),
        (20000, (), (POND,), 0, None, None),
        (9000, (), (), 27000, None, None),
        (10000, (), (), 27000, (20174, 22485, 9000), None),
        (35500, (), (), 18500, None, (20000, 22674, 500)),
        (500, (), (), 17500, (20000, 22674, 35500), None),
        (16500, (blue("F", [20259, 21534], facing=16500),), (), 0, None, None),
        (16500, (blue("F", [20285, 21437], facing=16500),), (), 0, None, (20012, 22451, 16785)),
    ],
)
def test_where_who_turns_to_face_comes_to_stand(
    facing: int,
    others: tuple[Plain, ...],
    terrain: tuple[Plain, ...],
    charger: int,
    left: tuple[int, int, int] | None,
    right: tuple[int, int, int] | None,
) -> None:
    s = state(red("A", [30000, 5000], *CAV), blue("E", [20000, 22500], facing=facing), *others, *FAR, terrain=terrain)
    towards: Pose = (20000, 15000, charger, 2000, 1000)
    found = [reactions.pivoted(s, unit(s, "E"), towards, side) for side in ("left", "right")]
    assert tuple(pose and pose[:3] for pose in found) == (left, right)


ASLANT: Plain = {"facing": 20000}


@pytest.mark.rule("alaguerre:6.2-f", "alaguerre:7.2.2-a")
def test_who_turns_to_the_left_has_acted() -> None:
    s = state(red("A", AT, *CAV), blue("E", [20000, 22500], **ASLANT), *FAR)
    script = reactions.faced(s, unit(s, "E"), unit(s), "front", True)
    ask = next(script)
    assert ask.options("blue") == [{"do": "stay"}, {"do": "face", "side": "left"}]
    turned = drive(reactions.faced(s, unit(s, "E"), unit(s), "front", True), FaceThem("left"))
    assert (turned.ids, turned.pose[:3]) == (["E"], (19940, 22158, 18000))
    assert (s.bases["E"].acted, s.bases["E"].pose) == (True, turned.pose)
    assert course(s) == ["moved move E 388"]


@pytest.mark.rule("alaguerre:6.2-f", "alaguerre:9-a", "alaguerre:5.5.2-b")
def test_nobody_in_contact_or_at_works_turns_to_face() -> None:
    trench = line("T", "trench", (15, 22.5), (25, 22.5), vdf=1, own="blue")
    for more, others, terrain in (
        ({"occupies": "T"}, (), (trench,)),
        ({}, (red("C", [20500, 24500]),), ()),
    ):
        s = state(red("A", AT, *CAV, facing=2000), blue("E", [20000, 22500], **more), *others, *FAR, terrain=terrain)
        assert drive(reactions.faced(s, unit(s, "E"), unit(s), "front", True)).pose == s.bases["E"].pose
    pair = blue("E", [20000, 22500], **X), blue("F", [22000, 22500], **X)
    s = state(red("A", [15000, 18000], *CAV, facing=2000), *pair, red("C", [22500, 24500]), *FAR)
    both = unit(s, "E")
    assert both.ids == ["E", "F"]
    assert drive(reactions.faced(s, both, unit(s), "front", True)).pose == both.pose


@pytest.mark.rule("alaguerre:6.2-d", "alaguerre:5.6.5-e")
def test_who_has_routed_declares_nothing() -> None:
    s = state(red("A", AT, *CAV), blue("E", [20000, 22000], *SH, state="routed"), *FAR)
    assert reactions.choices(s, unit(s), unit(s, "E"), "front") == ["stand"]
    assert reactions.choices(s, unit(s), unit(s, "E"), "rear") == ["stand"]


# -- who may counter-charge (6.2.1-b) ----------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.1-b", "alaguerre:6.2.1-b", "alaguerre:6.2.2-b")
@pytest.mark.parametrize(
    ("charger", "target", "terrain", "may"),
    [
        (CAV, blue("E", [20000, 22500], *CAV), (), True),
        (CAV, blue("E", [20000, 22500], *CAV, state="disordered"), (), True),
        (HV, blue("E", [20000, 22500], *HV), (), True),
        (HV, blue("E", [20000, 22500], "Hv", "1/-/- -"), (), False),
        (HV, blue("E", [20000, 22500], "MdArt", "1/1/0 -"), (), False),
        (HV, blue("E", [20000, 22500], "baggage", "1/-/0 -"), (), False),
        (CAV, blue("E", [20000, 22500], *HV), (), False),
        (CAV, blue("E", [20000, 22500], *LC, **OPEN), (), False),
        (HV, blue("E", [20000, 22500], *LT, **OPEN), (), False),
        (HV, blue("E", [20000, 22500], *LT, **OPEN), (area("W", "wood", 15, 22, 25, 26, vdf=0),), True),
        (HV, blue("E", [20000, 22500], inside="V"), (area("V", "village", 18, 22, 23, 26, vdf=0),), False),
        (HV, blue("E", [20000, 22500], occupies="T"), (line("T", "wall", (18, 22.5), (22, 22.5), vdf=0),), False),
    ],
)
def test_who_may_counter_charge(charger: tuple[str, str], target: Plain, terrain: tuple[Plain, ...], may: bool) -> None:
    s = state(red("A", AT, *charger), target, *FAR, terrain=terrain)
    assert counter_charge.may_counter(s, unit(s, "E"), unit(s), "front") is may
    for on in ("flank", "rear"):
        assert not counter_charge.may_counter(s, unit(s, "E"), unit(s), on)


@pytest.mark.rule("alaguerre:6.1-b", "alaguerre:6.2.1-b", "alaguerre:2.8-a")
def test_open_order_counter_charges_open_order() -> None:
    s = state(red("A", AT, *LC, **OPEN), blue("E", [20000, 22500], *LC, **OPEN), *FAR)
    assert counter_charge.may_counter(s, unit(s, "E"), unit(s), "front")


@pytest.mark.rule("alaguerre:6.1-b", "alaguerre:6.2.1-b", "alaguerre:9-a")
def test_one_base_that_cannot_keeps_the_whole_unit_back() -> None:
    pair = blue("E", [20000, 22500], *HV, **X), blue("F", [22000, 22500], *HV, **X)
    s = state(red("A", AT, *HV), *pair, *FAR)
    assert counter_charge.may_counter(s, unit(s, "E"), unit(s), "front")
    s.change(s.bases["F"], occupies=Occupation("V"))
    assert unit(s, "E").ids == ["E", "F"]
    assert not counter_charge.may_counter(s, unit(s, "E"), unit(s), "front")
    met = state(red("A", AT, *HV), *pair, red("C", [22900, 22500], *HV), *FAR)
    assert unit(met, "E").ids == ["E", "F"]
    assert not counter_charge.may_counter(met, unit(met, "E"), unit(met), "front")


# -- coming on (6.2.1-a) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2.1-a")
@pytest.mark.parametrize(
    ("gap", "charger", "other", "each"),
    [
        (3000, 3000, 3000, (1500, 1500)),
        (3001, 3000, 3000, (1501, 1500)),
        (1, 4000, 4000, (1, 0)),
        (4000, 2000, 3000, (1000, 3000)),
        (4001, 2000, 3000, (1000, 3001)),
        (4002, 5000, 3000, (3002, 1000)),
        (4003, 3001, 3000, (3003, 1000)),
    ],
)
def test_what_each_goes_of_the_way_between(gap: int, charger: int, other: int, each: tuple[int, int]) -> None:
    assert counter_charge.shares(gap, charger, other) == each


@pytest.mark.rule("alaguerre:6.2-f", "alaguerre:6.2.1-a", "alaguerre:5.3-a")
@pytest.mark.parametrize(
    ("x", "facing", "others", "terrain", "turned"),
    [
        (20000, 18000, (), (), None),
        (20000, 17416, (), (), (19956, 22497, 17916)),
        (20000, 17417, (), (), None),
        (20000, 18584, (), (), (20044, 22497, 18084)),
        (20000, 18583, (), (), None),
        (22000, 19000, (), (), (21831, 22563, 21086)),
        (18000, 17000, (), (), (18169, 22563, 14914)),
        (18000, 18000, (), (), (18248, 22566, 15026)),
        (18000, 18000, (blue("F", [20000, 24500]),), (), (18248, 22566, 15026)),
        (18000, 18000, (blue("F", [19600, 21200]),), (), None),
        (18000, 18000, (red("F", [19600, 21200]),), (), (18248, 22566, 15026)),
        (18000, 18000, (blue("F", [20050, 22600], **X),), (), None),
        (18000, 18000, (red("F", [20050, 23500]),), (), None),
        (18000, 18000, (blue("F", [18200, 24900]),), (), (18248, 22566, 15026)),
        (18000, 18000, (), (area("P", "pond", 19.3, 21, 19.8, 21.5),), None),
        (18000, 18000, (), (area("P", "pond", 19.02, 22.9, 19.5, 23.2),), None),
        (18000, 18000, (), (area("P", "pond", 30, 23, 33, 24),), (18248, 22566, 15026)),
    ],
)
def test_how_a_counter_charger_turns_to_who_comes(
    x: int,
    facing: int,
    others: tuple[Plain, ...],
    terrain: tuple[Plain, ...],
    turned: tuple[int, int, int] | None,
) -> None:
    s = state(red("A", AT, *CAV), blue("E", [x, 22500], *CAV, facing=facing), *others, *FAR, terrain=terrain)
    found = counter_charge.turned_to(s, unit(s, "E"), unit(s))
    assert (None if found == s.bases["E"].pose else found[:3]) == turned


@pytest.mark.rule("alaguerre:6.2.1-a", "alaguerre:5.3-f")
def test_who_comes_on_has_acted_and_friends_make_room() -> None:
    s = state(
        red("A", AT, *CAV, moved=1000), red("F", [20500, 21700], *LT, **OPEN), blue("E", [20000, 23000], *CAV), *FAR
    )
    moved = counter_charge.advance(s, unit(s), 1500, "charge")
    assert (moved.ids, moved.pose[:3]) == (["A"], (20000, 21500, 0))
    assert moved.bases[0] is s.bases["A"]
    assert (s.bases["A"].acted, s.bases["A"].moved) == (True, 2500)
    assert s.bases["F"].at == (20500, 20500)
    assert course(s) == ["moved charge A 1500", "moved push F 1200"]


@pytest.mark.rule("alaguerre:6.2.1-a", "alaguerre:6.2-e")
@pytest.mark.parametrize(
    ("bases", "left", "told", "rest"),
    [
        (
            (red("A", AT, *CAV), blue("E", [20000, 23000], *CAV)),
            2000,
            ["moved charge A 1500", "moved counter E 1500"],
            500,
        ),
        (
            (red("A", AT, *CAV), blue("E", [20000, 24000], "LC", "1/0/0 -")),
            3000,
            ["moved charge A 1000", "moved counter E 3000"],
            2000,
        ),
        (
            (red("A", AT, "LC", "1/0/0 -"), blue("E", [20000, 24000], *CAV)),
            5000,
            ["moved charge A 3000", "moved counter E 1000"],
            2000,
        ),
        ((red("A", AT, *CAV), blue("E", [26000, 24000], *CAV)), 2000, [], 2000),
        ((red("A", AT, *CAV), blue("E", [20000, 25500], *CAV)), 2000, [], 2000),
        (
            (red("A", AT, *CAV), blue("E", [20000, 23000], *CAV), blue("F", [18100, 20700], *CAV)),
            2000,
            ["moved charge A 680", "moved counter E 1500", "moved push F 1800", "moved charge A 820"],
            500,
        ),
        (
            (red("A", AT, *CAV), blue("E", [20000, 23000], *CAV), red("F", [21500, 22000], *CAV)),
            2000,
            ["moved charge A 1500", "moved push F 1500", "moved counter E 1500"],
            500,
        ),
    ],
)
def test_two_who_come_on_meet_between_them(bases: tuple[Plain, ...], left: int, told: list[str], rest: int) -> None:
    s = state(*bases, *FAR)
    charger, target, more = counter_charge.both_move(s, unit(s), unit(s, "E"), left)
    assert (course(s), more) == (told, rest)
    assert (charger.pose, target.pose) == (s.bases["A"].pose, s.bases["E"].pose)


@pytest.mark.rule("alaguerre:6.2.1-a", "alaguerre:5.3-a")
@pytest.mark.parametrize(
    ("y", "by", "free"),
    [(22000, 1000, 1000), (22000, 1989, 1989), (22000, 1990, 1980), (22000, 2500, 1980), (20015, 500, 0)],
)
def test_who_comes_on_stops_before_other_enemies(y: int, by: int, free: int) -> None:
    s = state(red("A", AT, *CAV), blue("E", [20000, 25000], *CAV), blue("F", [21500, y], *CAV), *FAR)
    assert counter_charge.free_way(s, unit(s), unit(s, "E"), by) == free
    assert counter_charge.free_way(s, unit(s), unit(s, "F"), by) == by
