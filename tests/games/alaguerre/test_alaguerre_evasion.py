"""5.6.5: evading from fire; 8.3.2: empty works; 9.4.3, 9.4.4: where a fight is; 11.2-d, 11.3.2: works and obstacles."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import charge, evasion, momentum, obstacles
from quadrilatero.games.alaguerre.rules.formations import single, unit_of
from tests.games.alaguerre.battle import area, base_of, blue, events, line, play, red, refused, rolls, state

Plain = dict[str, Any]
SHOT = {"do": "fire", "unit": "F", "target": "T"}


def under_fire(target: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """Musketeers in closed order with a target before them."""
    firer = red("F", [20000, 18000], "Sh", "1/1/0 - sk/ln", formation="line", first_fire=False)
    return play(firer, target, *more.pop("others", ()), phase="fire", dice=dice or [], **more)


REITERS = blue("T", [20000, 18900], "Rei", "1/1/0 a", first_fire=False)
SKIRMISHERS = blue("T", [20000, 19500], "LC", "1/0/0 - sk", weapon="Aq", first_fire=False)


def answers(match: q.Match) -> list[Plain]:
    assert match.ask is not None
    assert match.ask.what == "return_fire"
    return [dict(option) for option in match.options(match.ask.who[0])]


@pytest.mark.rule("alaguerre:5.6.5-h")
def test_reiters_may_evade_before_the_shot_and_the_enemy_may_choose_again() -> None:
    match = under_fire(REITERS, others=(blue("U", [22200, 19500]),), dice=[6, 1])
    match.answer("red", SHOT)
    assert [option["do"] for option in answers(match)] == ["hold", "fire", "evade", "fire_evade"]
    match.answer("blue", {"do": "evade"})
    gone = base_of(match, "T")
    assert (gone["evaded"], gone["state"], gone["at"][1] > 18900) == (True, "disordered", True)
    assert not base_of(match, "F")["fired"]
    assert rolls(match, "fire") == []
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("fire", ("red",))


@pytest.mark.rule("alaguerre:5.6.5-h")
def test_reiters_may_shoot_back_and_evade_afterwards() -> None:
    match = under_fire(REITERS, dice=[2, 2])
    match.answer("red", SHOT)
    match.answer("blue", {"do": "fire_evade"})
    assert [roll.data["answer"] for roll in rolls(match, "fire")] == [False, True]
    assert base_of(match, "T")["evaded"]
    assert base_of(match, "F")["fired"]


@pytest.mark.rule("alaguerre:5.6.5-d", "alaguerre:5.6.5-h")
def test_who_is_shaken_by_the_shot_does_not_evade() -> None:
    shaky = {**REITERS, "state": "disordered", "losses": 2, "stats": "0/1/0 -"}
    match = under_fire(shaky, dice=[6, 1, 1, 1, 1, 1])
    match.answer("red", SHOT)
    match.answer("blue", {"do": "fire_evade"})
    assert rolls(match, "morale")[0].data["row"] == "fire"
    assert all(event.data["why"] != "evade" for event in events(match, "moved"))


@pytest.mark.rule("alaguerre:5.6.5-j")
def test_open_order_may_evade_from_closed_order_in_the_open() -> None:
    match = under_fire(SKIRMISHERS)
    match.answer("red", SHOT)
    assert {"do": "evade"} in answers(match)
    wood = area("W", "wood", 18, 18.5, 22, 21, vdf=0)
    hidden = under_fire(SKIRMISHERS, terrain=(wood,))
    hidden.answer("red", SHOT)
    assert {"do": "evade"} not in answers(hidden)
    s = state(red("F", [20000, 18000], "Sh", "1/1/0 - sk/ln", formation="skirmish"), SKIRMISHERS)
    assert evasion.may_evade_fire(s, single(s.bases["T"]), s.bases["F"]) is None, "from open order it does not"


@pytest.mark.rule("alaguerre:5.6.5-k")
def test_troops_of_either_order_open_out_and_evade_but_are_shot_at() -> None:
    match = under_fire(
        blue("T", [20000, 19500], "Sh", "1/1/0 - sk/ln", formation="line", first_fire=False), dice=[1, 2]
    )
    match.answer("red", SHOT)
    assert {"do": "evade", "formation": "skirmish"} in answers(match)
    assert refused(match, "blue", {"do": "evade"}) == "5.6.5-h"
    match.answer("blue", {"do": "evade", "formation": "skirmish"})
    assert len(rolls(match, "fire")) == 1, "it does not shoot itself"
    assert (base_of(match, "T")["formation"], base_of(match, "T")["evaded"]) == ("skirmish", True)


@pytest.mark.rule("alaguerre:5.6.5-c")
def test_nobody_evades_twice_in_an_impulse() -> None:
    match = under_fire({**REITERS, "evaded": True})
    match.answer("red", SHOT)
    assert [option["do"] for option in answers(match)] == ["hold", "fire"]


@pytest.mark.rule("alaguerre:5.6.5-p")
def test_shot_in_line_with_pikes_does_not_evade() -> None:
    mixed: Plain = {"brigade": "b", "notes": ["mixed"]}
    shot = blue("T", [20000, 22000], "Sh", "1/1/0 - sk/ln", formation="line", **mixed)
    alone = state(red("C", [20000, 18000], "Cav"), shot)
    charger = unit_of(alone, alone.bases["C"])
    assert evasion.must_evade(alone, unit_of(alone, alone.bases["T"]), charger)
    together = state(red("C", [20000, 18000], "Cav"), shot, blue("P", [22000, 22000], **mixed))
    unit = unit_of(together, together.bases["T"])
    assert unit.ids == ["T", "P"]
    assert not evasion.must_evade(together, unit, unit_of(together, together.bases["C"]))


# -- empty works (8.3.2) ----------------------------------------------------------------------------------------------

HOUSE = area("V", "village", 18, 24, 22, 27, vdf=2)
GUN = red("F", [20000, 18000], "HvArt", "1/2/- -")


@pytest.mark.rule("alaguerre:8.3.2-b")
def test_heavy_guns_batter_an_empty_village() -> None:
    match = play(GUN, blue("T", [40000, 38000]), terrain=(HOUSE,), phase="fire", dice=[6, 1])
    match.answer("red", {"do": "fire", "unit": "F", "target": "V"})
    (shot,) = rolls(match, "fire")
    assert (shot.data["target"], shot.dice, dict(shot.modifiers)["8.4-t19"]) == ("V", (6, 1), -2)
    assert shot.data["damage"] == 3
    (told,) = events(match, "works")
    assert (told.data["piece"], told.data["vdf"]) == ("V", 1)
    assert base_of(match, "F")["fired"]


@pytest.mark.rule("alaguerre:8.3.2-b", "alaguerre:8.3.2-a")
def test_other_guns_and_earth_are_left_alone() -> None:
    heavy = play(
        GUN, blue("T", [40000, 38000]), terrain=(HOUSE, line("E", "trench", (10, 22), (15, 22), vdf=2)), phase="fire"
    )
    assert refused(heavy, "red", {"do": "fire", "unit": "F", "target": "E"}) == "8.3.2-b"
    other = {**GUN, "id": "M", "at": [24000, 18000], "type": "MdArt"}
    both = play(GUN, other, blue("T", [40000, 38000]), terrain=(HOUSE,), phase="fire")
    assert refused(both, "red", {"do": "fire", "unit": "M", "target": "V"}) == "8.3.2-b"


# -- where a fight is (9.4.3, 9.4.4) ----------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.4.3-a", "alaguerre:9.4.4-a")
@pytest.mark.parametrize(
    ("at", "facing", "began", "on"),
    [
        ([21000, 19500], 27000, "flank", "flank"),
        ([20500, 20000], 18000, "flank", "front"),
        ([21000, 20000], 22500, "flank", "flank"),
        ([20000, 19000], 0, "rear", "rear"),
        ([21000, 19500], 27000, "rear", "front"),
        ([20000, 20000], 18000, "front", "front"),
    ],
)
def test_flank_and_rear_count_where_contact_is_there(at: list[int], facing: int, began: str, on: str) -> None:
    s = state(blue("C", at, "Cav", facing=facing), red("T", [20000, 20000]))
    assert charge.struck_on(single(s.bases["C"]), single(s.bases["T"]), began) == on


# -- works that are obstacles, and winners at obstacles (11.2-d, 11.3.2) ----------------------------------------------


def entering(**more: Any) -> q.Match:
    fort = area("R", "redoubt", 17, 20, 23, 24, obstacle=2, vdf=2)
    return play(
        red("A", [20000, more.pop("y", 20000)], division="a"),
        blue("T", [40000, 38000]),
        terrain=(fort,),
        phase="manoeuvre",
        orders={"a": 5},
        **more,
    )


ENTER = {"do": "move", "unit": "A", "path": [{"go": "enter", "piece": "R"}]}


@pytest.mark.rule("alaguerre:11.2-d")
def test_a_redoubt_is_come_over_like_an_obstacle() -> None:
    rushed = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 500}, {"go": "enter", "piece": "R"}]}
    assert refused(entering(y=19500), "red", rushed) == "11.3.1-a", "one stops at it first"
    over = entering(dice=[5])
    over.answer("red", ENTER)
    assert rolls(over, "obstacle")[0].data["result"] == "crosses"
    assert base_of(over, "A")["inside"] == "R"
    back = entering(dice=[3])
    back.answer("red", ENTER)
    assert (base_of(back, "A")["inside"], base_of(back, "A")["crossing"]) == (None, "R")


@pytest.mark.rule("alaguerre:11.3.2-b")
def test_a_winner_goes_over_an_obstacle_unless_his_troops_never_do() -> None:
    wall = line("W", "wall", (10, 20.5), (30, 20.5), obstacle=3)
    s = state(
        red("A", [20000, 20000]),
        red("G", [26000, 20000], "LtArt", "1/1/- -"),
        blue("T", [40000, 38000]),
        terrain=(wall,),
    )
    assert obstacles.room_before(s, single(s.bases["A"]), 0, 1000) == 1000
    assert 400 < obstacles.room_before(s, single(s.bases["G"]), 0, 1000) <= 500
    went = momentum.go_straight(s, single(s.bases["A"]), 1000, "penetration", "9.2.1-a")
    assert went.pose[1] == 21000


@pytest.mark.rule("alaguerre:11.3.2-c")
def test_who_leaves_a_work_passes_it_without_a_roll() -> None:
    fort = area("R", "redoubt", 17, 20, 23, 24, obstacle=3, vdf=2)
    match = play(
        red("A", [20000, 23000], division="a", inside="R"),
        blue("T", [40000, 38000]),
        terrain=(fort,),
        phase="manoeuvre",
        orders={"a": 5},
    )
    match.answer("red", {"do": "move", "unit": "A", "path": [{"go": "leave", "piece": "R", "side": 2}]})
    assert rolls(match, "obstacle") == []
    assert base_of(match, "A")["inside"] is None
