"""The plans of a wing: playing on in thought, the contest between plans, and how one is followed to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev, variance
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.bots.weights import read
from quadrilatero.games.camposanto.mind import planning
from quadrilatero.games.camposanto.mind.formation import Formation
from quadrilatero.games.camposanto.mind.planning import (
    ACTIVATIONS,
    HOPELESS,
    LUCK,
    MOST_PLANS,
    RECKONED,
    as_begun,
    candidates,
    playouts,
    reckon,
    settle,
    settled_plan,
    worth_at_end,
)
from quadrilatero.games.camposanto.mind.playout import Playout, Ways
from quadrilatero.games.camposanto.mind.scene import Scene
from quadrilatero.games.camposanto.position import write
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Match
from tests.games.camposanto.support import austria, begin, spain

WEIGHTS = read("camposanto", "steady", "maresciallo")
EFFORT = 800


def never() -> bool:
    return False


def lines() -> Match:
    """Five regiments near three of the enemy, a gun and light foot on either side."""
    return begin(
        *(spain(f"s{n}", "inf", f"{n:02}10", facing="N") for n in range(5, 10)),
        spain("sl", "light", "0711", facing="N"),
        spain("sg", "art", "0511", facing="N", fire=[2, 1, 0, -1]),
        *(austria(f"a{n}", "inf", f"{n:02}07", facing="S") for n in range(6, 9)),
        austria("ac", "cav", "0508", facing="S"),
        austria("am", "marshal", "0705"),
        spain("sw", "inf", "1414", wing="left"),
        austria("aw", "inf", "1401", wing="left"),
    )


def scene(m: Match) -> Scene:
    assert m.ask is not None
    return Scene(m, m.ask.who[0], WEIGHTS, 3)


# -- playing on --------------------------------------------------------------------------------------------------------

OPTIONS = [
    {},
    {"fatigue": "limits", "retreat": "fewest_fronts"},
    {"marshal_stacking": "shared", "advance": "single"},
    {"flank": "each_defender"},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_a_battle_can_be_played_on_to_its_end(options):
    m = q.start("camposanto", options=options, seed=1)
    s = m.standing()[1]
    before = write(s)
    ends = [Playout(s, WEIGHTS, seed).run(10**6) for seed in range(3)]
    assert all(end.result is not None for end in ends)
    assert write(s) == before
    assert len({str(write(end)) for end in ends}) == 3


def test_equal_seeds_lead_to_the_same_end():
    s = lines().standing()[1]
    assert write(Playout(s, WEIGHTS, 7).run(3)) == write(Playout(s, WEIGHTS, 7).run(3))


def test_it_ends_when_so_many_wings_have_acted():
    m = q.start("camposanto", seed=1)
    for seat in m.seats:
        m.answer(seat, m.options(seat)[-1])
    s = m.standing()[1]
    for wings in (1, 2, 5):
        end = Playout(s, WEIGHTS, 1).run(wings)
        assert end.active is not None
        assert end.order.index(end.active.key) == wings


def test_dice_are_the_same_for_all_plans_when_the_next_wing_acts():
    """What the other units of the wing do far away makes no difference to a fight with its own dice."""
    m = q.start("camposanto", seed=3)
    for seat in m.seats:
        m.answer(seat, m.options(seat)[-1])
    s = m.standing()[1]
    faces = []
    plans: tuple[Ways | None, ...] = ({}, None)
    for ways in plans:
        playout = Playout(s, WEIGHTS, 5, ways)
        playout.run(1)
        playout._begin(playout._acting())
        faces.append([playout.dice.randint(1, 6) for _ in range(20)])
    assert faces[0] == faces[1]
    assert len({Playout(s, WEIGHTS, seed).dice.random() for seed in range(5)}) == 5


def test_luck_is_nothing_on_average_and_much_of_what_differs_from_one_playout_to_the_next():
    s = lines().standing()[1]
    luck, ends = [], []
    for seed in range(150):
        playout = Playout(s, WEIGHTS, seed)
        ends.append(worth_at_end(playout.run(ACTIVATIONS), "spain"))
        luck.append(playout.luck["spain"] - playout.luck["austria"])
    assert abs(fmean(luck)) < 3 * stdev(luck) / sqrt(len(luck))
    assert variance([end - LUCK * by_chance for end, by_chance in zip(ends, luck, strict=True)]) < 0.85 * variance(ends)


def test_the_end_is_worth_most_when_the_game_is_won():
    s = q.start("camposanto", seed=1).standing()[1]
    end = Playout(s, WEIGHTS, 2).run(10**6)
    assert end.result is not None
    winner = end.result.winner
    assert winner is not None
    loser = "austria" if winner == "spain" else "spain"
    assert worth_at_end(end, winner) == 4 == -worth_at_end(end, loser)
    assert -1 < worth_at_end(s, "spain") < 1


# -- formations --------------------------------------------------------------------------------------------------------


def test_variants_send_some_elsewhere_and_nobody_onto_another():
    formation = Formation(scene(lines()))
    rng = random.Random(1)
    plan = reckon(formation, 100, never)[0]
    seen = set()
    for _ in range(30):
        variant = formation.varied(plan, 0.5, rng)
        seen.add(str(variant))
        regiments = [formation.choices[id][at].unit for id, at in variant.items()]
        hexes = [unit.hex for unit in regiments if unit.type == "infantry"]
        assert len(set(hexes)) == len(hexes)
    assert len(seen) > 10


def test_the_best_plan_meets_the_most_promising_of_the_others():
    formation = Formation(scene(lines()))
    reckoned = reckon(formation, RECKONED, never)
    plans = candidates(formation, reckoned, random.Random(1), never)
    assert 2 < len(plans) <= MOST_PLANS
    assert all(plan not in plans[:number] for number, plan in enumerate(plans))
    values = [formation.value(plan) for plan in plans]
    assert values == sorted(values, reverse=True)
    assert values[0] >= formation.value(reckoned[0])
    assert values[-1] > values[0] - HOPELESS


# -- following a plan --------------------------------------------------------------------------------------------------


def moves_of(m: Match, *, fresh: bool, effort: int = EFFORT) -> Iterator[dict[str, Any]]:
    """What maresciallo answers until its units have moved; `fresh` forgets all plans before each answer."""
    player = q.bot("camposanto", "maresciallo")
    number = 0
    while m.ask is not None and m.ask.what in ("move", "face", "react", "flee"):
        seat = m.ask.who[0]
        if fresh:
            planning._kept.clear()
        answer = player.choose(m.view(seat), m.ask, q.sample, effort, number)
        number += 1
        yield answer
        m.answer(seat, answer)


def test_plans_that_are_kept_make_no_difference():
    planning._kept.clear()
    kept = list(moves_of(lines(), fresh=False))
    assert len(kept) > 4
    assert list(moves_of(lines(), fresh=True)) == kept


@pytest.mark.usefixtures("plain")
def test_a_plan_that_proved_better_is_held_to(monkeypatch):
    """Whatever comes of playing on: here the last of the plans is said to be better."""
    monkeypatch.setattr(planning, "contest", lambda plans, *_, **__: (plans - 1, 0.5))
    planning._kept.clear()
    m = begin(
        *(spain(f"s{n}", "inf", f"{n:02}10", facing="N") for n in range(5, 10)),
        *(austria(f"a{n}", "inf", f"{n:02}07", facing="S") for n in range(6, 9)),
    )
    settled = settle(scene(m), EFFORT, never)
    assert settled is not None
    assert settled.goals != Formation(scene(m)).goals(reckon(Formation(scene(m)), RECKONED, never)[0])
    answers = moves_of(m, fresh=True)
    move, face = next(answers), next(answers)
    hex, facing = settled.goals[str(move["unit"])]
    assert move["path"][-1] == m.standing()[1].board.grid.number(hex)
    assert face["facing"] == FACINGS[facing]
    assert settled_plan(scene(m), EFFORT, never) == settled
    planning._kept.clear()


@pytest.mark.usefixtures("plain")
def test_without_a_clear_gain_the_plan_reckoned_best_is_made(monkeypatch):
    planning._kept.clear()
    monkeypatch.setattr(planning, "contest", lambda *_, **__: (0, 0.0))
    with_playouts = list(moves_of(lines(), fresh=False))
    assert playouts(EFFORT) > 0 == playouts(RECKONED)
    assert next(moves_of(lines(), fresh=True, effort=RECKONED)) == with_playouts[0]
    planning._kept.clear()


def test_back_to_where_the_movement_began():
    m = lines()
    start = write(m.standing()[1])
    answers = 0
    for _ in moves_of(m, fresh=False):
        s = m.standing()[1]
        if s.active is not None and s.active.step == "movement":
            begun = as_begun(s)
            assert begun is not None
            assert write(begun) == start
            answers += 1
    assert answers > 4


@pytest.mark.rule("camposanto:6.4-d")
def test_when_the_enemy_gives_way_the_rest_is_planned_anew():
    m = begin(
        spain("a", "inf", "0809", facing="N"),
        spain("b", "inf", "0509", facing="N"),
        austria("c", "cav", "0707", facing="S"),
        austria("d", "inf", "0202", facing="S"),
    )
    m.answer("spain", {"do": "move", "unit": "a", "path": ["0708"]})
    assert m.ask is not None
    assert m.ask.what == "react"
    away = next(option for option in m.options("austria") if option["do"] == "fall_back")
    m.answer("austria", away)
    for _ in range(2):
        seat = m.ask.who[0]
        m.answer(seat, m.options(seat)[0])
    s = m.standing()[1]
    assert s.active is not None
    assert set(s.active.began) == {"a", "c"}
    assert settled_plan(scene(m), EFFORT, never) is None
    answer = q.bot("camposanto", "maresciallo").choose(m.view("spain"), m.ask, q.sample, EFFORT, 1)
    assert m.refuse("spain", answer) is None


def test_positions_made_by_hand_are_planned_for_as_they_stand():
    """Who has acted is known, but not from where; one of them is even lost."""
    gone = {"id": "g", "side": "spain", "wing": "centre", "type": "infantry", "max": 4}
    m = begin(
        spain("a", "inf", "0809", facing="N"),
        spain("b", "inf", "0509", facing="N"),
        austria("c", "inf", "0707", facing="S"),
        marks={"activated": ["a", "g"]},
        eliminated=[gone],
    )
    assert m.ask is not None
    answer = q.bot("camposanto", "maresciallo").choose(m.view("spain"), m.ask, q.sample, EFFORT, 1)
    assert answer in m.options("spain")


def test_a_stop_leaves_no_half_made_plan_behind():
    planning._kept.clear()
    settle(scene(lines()), EFFORT, lambda: True)
    assert not planning._kept


# -- where units stood -------------------------------------------------------------------------------------------------


def test_positions_tell_where_units_stood_as_the_movement_began():
    m = begin(spain("a", "inf", "0810", facing="N"), spain("b", "inf", "0610"), austria("x", "inf", "0202"))
    assert "began" not in m.state()["active"]
    m.answer("spain", {"do": "move", "unit": "a", "path": ["0809"]})
    m.answer("spain", {"do": "face", "unit": "a", "facing": "NE"})
    began = {"a": {"hex": "0810", "facing": "N"}}
    assert m.state()["active"]["began"] == m.view("austria")["active"]["began"] == began
    twin = q.start("camposanto", position=m.state())
    assert twin.state() == m.state()
    m.answer("spain", {"do": "done"})
    assert "began" not in (m.state()["active"] or {})


@pytest.mark.parametrize(
    ("began", "says"),
    [
        ({"z": {"hex": "0810", "facing": "N"}}, "active.began: there is no unit 'z'"),
        ({"a": {"hex": "9999", "facing": "N"}}, "active.began.a.hex: Hex 9999 is off the map"),
        ({"a": {"hex": "0810", "facing": "E"}}, "facing"),
    ],
)
def test_wrong_places_are_refused(began, says):
    with pytest.raises(q.BadPosition, match=says):
        begin(spain("a", "inf", "0810"), austria("x", "inf", "0202"), marks={"began": began})
