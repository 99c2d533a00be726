"""Chapter 7.4, with 9.2, 10.1 and 2.1: who takes a HIT and what it takes away."""

from __future__ import annotations

import pytest

import quadrilatero as q
from tests.games.camposanto.support import assault, at, austria, begin, events, find, refused, rolls, settle, spain

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
WIN = [6, 6]
LOSE = [1, 1, 6, 6]


def four_guns(target):
    """Four guns around 0808 that cannot miss, all still to fire at it."""
    places = [("0807", "S"), ("0907", "S"), ("0708", "NE"), ("0908", "SW")]
    guns = [austria(f"G{n}", "art", hex, facing=facing, fire=[9, 0, 0, 0]) for n, (hex, facing) in enumerate(places)]
    return begin(
        *guns,
        target | {"hex": "0808", "wing": "left"},
        spain("R", "inf", "0115", wing="left"),
        active="austria.centre",
        step="artillery",
        dice=[1] * 8,
    )


def shoot(m, times):
    for n in range(times):
        m.answer("austria", {"do": "fire", "unit": f"G{n}", "hex": "0808"})


def lie(m):
    return [(e["steps"], e.get("side_up"), e.get("hit_marker")) for e in events(m, "hit")]


def beaten(*units, targets, **how):
    """The attackers lose to the defender's answer."""
    m = begin(*units, step="assault", dice=LOSE, **how)
    assault(m, targets)
    if m.ask.what == "stand":
        m.answer("austria", {"do": "fight"})
    return m


# -- steps -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.4-b")
def test_all_units_begin_the_battle_at_full_strength():
    units = q.start("camposanto", scenario="battle", seed=1).view(None)["units"]
    fighting = [u for u in units if u["type"] != "marshal"]
    assert fighting
    assert all(u["steps"] == u["max"] for u in fighting)


@pytest.mark.rule("camposanto:7.4-c")
@pytest.mark.rule("camposanto:7.4-d")
def test_a_four_step_unit_is_marked_turned_marked_again_and_removed():
    m = four_guns(spain("U", "inf", "0808"))
    shoot(m, 4)
    assert lie(m) == [(3, "front", True), (2, "back", False), (1, "back", True), (0, None, None)]
    assert at(m, "U") is None


@pytest.mark.rule("camposanto:7.4-e")
@pytest.mark.rule("camposanto:2.1-f")
def test_a_two_step_regiment_is_turned_and_then_removed():
    m = four_guns(spain("U", "cav", "0808", steps=2))
    shoot(m, 1)
    assert (find(m, "U")["steps"], find(m, "U")["max"]) == (1, 2)
    shoot_again = {"do": "fire", "unit": "G1", "hex": "0808"}
    m.answer("austria", shoot_again)
    assert lie(m) == [(1, "back", False), (0, None, None)]
    assert at(m, "U") is None


@pytest.mark.rule("camposanto:7.4-f")
@pytest.mark.parametrize(
    "unit", [spain("U", "art", "0808"), spain("U", "light", "0808"), spain("U", "inf", "0808", steps=1)]
)
def test_a_one_step_unit_is_removed_by_its_first_hit(unit):
    m = four_guns(unit)
    shoot(m, 1)
    assert at(m, "U") is None
    assert [(e.rule, e.data["unit"]) for e in m.events if e.kind == "eliminated"] == [("7.4-f", "U")]
    assert [u["id"] for u in m.view(None)["eliminated"]] == ["U"]


@pytest.mark.rule("camposanto:7.4-f")
def test_a_unit_lives_while_it_has_a_step():
    m = four_guns(spain("U", "inf", "0808"))
    shoot(m, 3)
    assert find(m, "U")["steps"] == 1
    assert events(m, "eliminated") == []


@pytest.mark.rule("camposanto:7.4-a")
def test_fire_a_lost_assault_and_an_enemy_front_each_cost_a_hit():
    m = four_guns(spain("U", "inf", "0808"))
    shoot(m, 1)
    assert [e.rule for e in m.events if e.kind == "hit"] == ["9.1-g"]
    gate = [
        austria("E1", "inf", "0711", facing="NE", wing="left"),
        austria("E2", "inf", "1011", facing="NW", wing="left"),
    ]
    m = beaten(A, D, *gate, targets={"A": ["D"]})
    settle(m)
    assert [e.rule for e in m.events if e.kind == "hit"] == ["7.1-g", "7.3-c"]


# -- who takes the HIT of defeat ---------------------------------------------------------------------------------------

TWO = (spain("X", "inf", "0810"), spain("Y", "inf", "0710"))
BOTH = {"X": ["D"], "Y": ["D"]}


@pytest.mark.rule("camposanto:7.1-g")
@pytest.mark.parametrize("victim", ["X", "Y"])
def test_the_beaten_side_takes_one_hit_on_a_unit_of_its_choice(victim):
    m = beaten(*TWO, D, targets=BOTH)
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("hit", ("spain",), "7.1-g")
    assert [o["unit"] for o in m.options("spain")] == ["X", "Y"]
    assert refused(m, "spain", {"do": "hit", "unit": "D"}) == "7.1-g"
    m.answer("spain", {"do": "hit", "unit": victim})
    settle(m)
    assert {id: find(m, id)["steps"] for id in ("X", "Y")} == {"X": 4, "Y": 4} | {victim: 3}


@pytest.mark.rule("camposanto:7.1-i")
def test_the_starred_unit_takes_it_though_it_is_the_weaker_one():
    m = begin(
        spain("X", "inf", "0810"),
        spain("Y", "inf", "0710", steps=2, stars=1),
        D,
        step="assault",
        dice=[3, 3, 6, 4],
    )
    assault(m, BOTH)
    m.answer("austria", {"do": "fight"})
    attack, defence = rolls(m)
    assert (sum(v for _, v in attack.modifiers), sum(v for _, v in defence.modifiers)) == (2, -2)
    assert [(r.data["total"], r.data["need"], r.data["success"]) for r in rolls(m)] == [(8, 9, False), (8, 8, True)]
    settle(m)
    assert (find(m, "Y")["steps"], find(m, "X")["steps"]) == (1, 4)
    assert {e["unit"] for e in events(m, "fled")} == {"X", "Y"}


@pytest.mark.rule("camposanto:7.1-i")
def test_among_several_starred_units_the_loser_chooses():
    third = spain("Z", "inf", "0808", facing="S")
    m = beaten(TWO[0] | {"stars": 2}, TWO[1] | {"stars": 1}, third, D, targets=BOTH | {"Z": ["D"]})
    assert (m.ask.what, m.ask.rule) == ("hit", "7.1-i")
    assert [o["unit"] for o in m.options("spain")] == ["X", "Y"]
    assert refused(m, "spain", {"do": "hit", "unit": "Z"}) == "7.1-i"
    m.answer("spain", {"do": "hit", "unit": "Y"})
    settle(m)
    assert (find(m, "X")["steps"], find(m, "Y")["steps"]) == (4, 3)


def test_a_starred_unit_that_took_no_part_is_not_asked():
    m = beaten(TWO[0], TWO[1] | {"stars": 1}, D, targets={"X": ["D"]})
    settle(m)
    assert (find(m, "X")["steps"], find(m, "Y")["steps"]) == (3, 4)


# -- stacks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:9.2-e")
def test_the_gun_on_top_takes_the_hit_of_fire_for_its_stack_and_the_regiment_the_next():
    m = four_guns(spain("U", "inf", "0808"))
    position = m.state()
    position["units"].append(spain("T", "art", "0808", wing="left"))
    m = q.start("camposanto", position=position, dice=[1] * 8)
    shoot(m, 1)
    assert at(m, "T") is None
    assert find(m, "U")["steps"] == 4
    m.answer("austria", {"do": "fire", "unit": "G1", "hex": "0808"})
    assert find(m, "U")["steps"] == 3


@pytest.mark.rule("camposanto:9.2-e")
@pytest.mark.rule("camposanto:9.3-d")
def test_the_gun_on_top_takes_the_hit_of_defeat_and_its_regiment_flees_whole():
    m = begin(A, D, austria("G", "art", "0809"), step="assault", dice=WIN)
    assault(m, {"A": ["D"]})
    settle(m, "advance")
    assert at(m, "G") is None
    assert find(m, "D")["steps"] == 4
    assert at(m, "D") != "0809"
    assert m.view(None)["inflicted"] == {"spain": 0, "austria": 0}


@pytest.mark.rule("camposanto:10.1-c")
def test_light_infantry_on_top_absorbs_the_hit_of_defeat():
    m = begin(A, D, austria("L", "light", "0809"), step="assault", dice=WIN)
    assault(m, {"A": ["D"]})
    settle(m, "advance")
    assert at(m, "L") is None
    assert find(m, "D")["steps"] == 4
    assert m.view(None)["inflicted"] == {"spain": 0, "austria": 0}


def test_the_star_decides_which_stack_is_hit_and_the_gun_on_it_takes_it():
    m = begin(
        A,
        D | {"stars": 1},
        austria("G", "art", "0809"),
        austria("E", "inf", "0909"),
        step="assault",
        dice=WIN,
    )
    assault(m, {"A": ["D", "E"]})
    settle(m)
    assert at(m, "G") is None
    assert (find(m, "D")["steps"], find(m, "E")["steps"]) == (4, 4)


def test_with_two_stacks_the_loser_chooses_the_stack_and_its_top_is_lost():
    m = begin(A, D, austria("L", "light", "0809"), austria("E", "inf", "0909"), step="assault", dice=WIN)
    assault(m, {"A": ["D", "E"]})
    assert len(m.options("austria")) == 2
    assert refused(m, "austria", {"do": "hit", "unit": "D"}) is None
    m.answer("austria", {"do": "hit", "unit": "D"})
    assert at(m, "L") is None
    assert find(m, "D")["steps"] == 4


def test_who_flees_from_a_stack_takes_the_hits_of_its_own_way():
    gate = [
        austria("E1", "inf", "0711", facing="NE", wing="left"),
        austria("E2", "inf", "1011", facing="NW", wing="left"),
    ]
    m = beaten(A, spain("L", "light", "0810"), D, *gate, targets={"A": ["D"], "L": ["D"]})
    settle(m)
    assert at(m, "L") is None
    assert find(m, "A")["steps"] == 3
