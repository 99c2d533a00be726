"""What computer players know of Camposanto: the score, fights, threats, Assaults and plans."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.bots.weights import read
from quadrilatero.games.camposanto.duel import Duel, solve, well
from quadrilatero.games.camposanto.mind.fight import Stakes, failed, let_stand, repeated, striking
from quadrilatero.games.camposanto.mind.fighting import best_declaration
from quadrilatero.games.camposanto.mind.formation import SCRIPTS, Formation
from quadrilatero.games.camposanto.mind.outlook import Outlook, moved
from quadrilatero.games.camposanto.mind.prospects import Score, prospects
from quadrilatero.games.camposanto.mind.scene import Scene
from quadrilatero.games.camposanto.mind.threat import Threats
from quadrilatero.games.camposanto.rules.assault import attackers
from quadrilatero.games.camposanto.state import State
from quadrilatero.hexes import NO_HEXES
from quadrilatero.kernel import Match

WEIGHTS = read("camposanto")
START = Score(mine=0, theirs=0, left=5, regiments=0, margin=0, acts=6)


def foot(id: str, side: str, hex: str, **more: Any) -> dict[str, Any]:
    facing = "N" if side == "spain" else "S"
    return {
        "id": id,
        "side": side,
        "wing": "centre",
        "type": "infantry",
        "steps": 4,
        "hex": hex,
        "facing": facing,
    } | more


def match(*units: dict[str, Any], **more: Any) -> Match:
    active = {"side": "spain", "wing": "centre", "state": "aggressive"} | more.pop("active", {})
    return q.start("camposanto", position={"map": {}, "units": list(units), "active": active, **more}, seed=1)


def state(m: Match) -> State:
    found: State = m.standing()[1]
    return found


# -- the score ---------------------------------------------------------------------------------------------------------


def test_the_score_is_symmetrical_and_ends_at_four():
    assert prospects(START) == 0
    for margin in range(4):
        up, down = prospects(START._replace(margin=margin)), prospects(START._replace(margin=-margin))
        assert up == pytest.approx(-down)
    assert prospects(Score(3, 0, 3, 0, 1, 0)) == 4


def test_a_hit_is_worth_most_where_the_phase_hangs_in_the_balance():
    def worth(margin: int) -> float:
        late = START._replace(acts=1)
        return prospects(late._replace(margin=margin + 1)) - prospects(late._replace(margin=margin))

    assert worth(0) > 3 * worth(2)
    assert worth(0) > prospects(START._replace(margin=1)) - prospects(START)


def test_in_the_last_phase_only_the_result_counts():
    last = Score(mine=2, theirs=2, left=0, regiments=0, margin=0, acts=0)
    assert prospects(last) == 0
    assert prospects(last._replace(regiments=1)) == 4
    assert prospects(last._replace(margin=1)) == prospects(last._replace(margin=3)) == 4


@pytest.mark.rule("camposanto:12.1-a")
def test_the_last_counters_of_a_wing_are_worth_the_game():
    def price(*more: dict[str, Any]) -> float:
        foes = [foot("A1", "austria", "0905", steps=1), *more]
        s = state(match(foot("S1", "spain", "0910"), foot("S2", "spain", "1210"), *foes))
        return Outlook(s, "spain", WEIGHTS).price(s.units["A1"], 1)

    friends = [foot(f"A{n}", "austria", f"1{n}05") for n in range(2, 5)]
    alone, paired, many = price(), price(friends[0]), price(*friends)
    assert alone > paired + 2 > many + 2
    assert alone > 4


@pytest.mark.rule("camposanto:12.2-f")
def test_who_sees_farthest_knows_that_lost_regiments_break_a_tie():
    def price(insight: int, **more: Any) -> float:
        foes = [foot(f"A{n}", "austria", f"1{n}05", steps=1, **more) for n in range(4)]
        m = match(foot("S1", "spain", "0910"), *foes, turn="evening", phase=3, vp={"spain": 2, "austria": 2})
        s = state(m)
        return Outlook(s, "spain", WEIGHTS, insight).price(s.units["A1"], 1)

    assert price(3) > price(2) + 0.5
    assert price(3, regiment="Alt-Wallis") == price(2, regiment="Alt-Wallis")


# -- fights ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modifier", [(0, 0), (1, -1), (2, -2), (-1, 1), (3, -1)])
def test_where_nobody_can_give_way_the_value_is_that_of_the_chain_of_blows(modifier):
    duel = Duel(9, 0, modifier, (0, 0), ((False,), (False,)), ((), ()), (0.0, 0.0), (0.0, 0.0))
    chance = well(solve(duel).chances, 0)
    assert striking(Stakes(modifier, 1.0, -1.0, (None, None))) == pytest.approx(2 * chance - 1)


def test_who_can_give_way_does_so_when_it_pays():
    bad = Stakes((2, -2), 1.0, -1.0, (None, None))
    assert striking(bad._replace(gives=(None, 0.1))) < striking(bad)
    assert let_stand(bad._replace(gives=(None, 0.1)), 9, 0) == pytest.approx(0.1)
    even = Stakes((0, 0), 1.0, -1.0, (None, None))
    assert striking(even._replace(gives=(None, 0.1))) == pytest.approx(striking(even))


def test_a_marshal_is_risked_only_for_enough():
    cheap = Stakes((0, 0), 1.0, -1.0, (None, None), (0.1, None))
    dear = cheap._replace(marshal=(5.0, None))
    assert failed(cheap, 9, 0) == repeated(cheap, 9, 0) > let_stand(cheap, 9, 0)
    assert failed(dear, 9, 0) == let_stand(dear, 9, 0) > repeated(dear, 9, 0)


# -- Assaults ----------------------------------------------------------------------------------------------------------


def test_two_against_one_are_declared_together():
    m = match(
        foot("a", "spain", "0708"),
        foot("b", "spain", "0807", facing="NW"),
        foot("x", "austria", "0707"),
        active={"step": "assault"},
    )
    s = state(m)
    declared = best_declaration(Outlook(s, "spain", WEIGHTS), attackers(s))
    assert declared == {"a": ("x",), "b": ("x",)}


def test_a_hopeless_assault_is_left_alone():
    m = match(
        foot("a", "spain", "0708", steps=1),
        foot("x", "austria", "0707", stars=2),
        foot("y", "austria", "0807", stars=2),
        active={"step": "assault"},
    )
    s = state(m)
    assert best_declaration(Outlook(s, "spain", WEIGHTS), attackers(s)) == {}
    assert m.ask is not None
    choice = q.bot("camposanto", "capitano").consider(m.view("spain"), m.ask, q.sample, 1, 1)
    assert choice.answer["do"] == "done"


# -- threats -----------------------------------------------------------------------------------------------------------


def test_an_open_flank_is_in_more_danger_and_the_far_are_safe():
    m = match(foot("a", "spain", "0710"), foot("x", "austria", "0707"), foot("y", "austria", "0807"))
    s = state(m)
    threats = Threats(Outlook(s, "spain", WEIGHTS), "spain")
    unit = s.units["a"]
    front, back = threats.of(unit, unit.hex, 0), threats.of(unit, unit.hex, 3)
    assert 0 < front <= back
    assert threats.of(unit, s.board.hex("0714"), 0) == 0


def test_friends_alongside_take_threats_away():
    alone = match(foot("a", "spain", "0710"), foot("x", "austria", "0707"), foot("y", "austria", "0807"))
    s = state(alone)
    threats = Threats(Outlook(s, "spain", WEIGHTS), "spain")
    unit = s.units["a"]
    around = s.board.grid.around[unit.hex]
    assert threats.of_stack([unit], s.held["spain"]) > 0
    assert threats.of_stack([unit], around) == 0
    assert threats.of(unit, unit.hex, 3, gone=s.held["austria"]) == 0


@pytest.mark.rule("camposanto:10.1-c")
def test_light_foot_on_top_of_a_regiment_takes_some_of_the_danger():
    m = match(
        foot("a", "spain", "0710"),
        foot("l", "spain", "0713", type="light", steps=1),
        foot("x", "austria", "0707"),
        foot("y", "austria", "0807"),
    )
    s = state(m)
    threats = Threats(Outlook(s, "spain", WEIGHTS), "spain")
    regiment, light = s.units["a"], s.units["l"]
    bare = threats.of(regiment, regiment.hex, regiment.facing)
    assert 0 < threats.of_stack([regiment, moved(light, regiment.hex)], s.held["spain"]) < bare


def test_a_regiment_without_the_light_foot_on_it_is_in_more_danger():
    """The order in which the two are asked makes no difference."""
    units = foot("a", "spain", "0710"), foot("l", "spain", "0710", type="light", steps=1)
    s = state(match(*units, foot("x", "austria", "0707"), foot("y", "austria", "0807")))
    regiment, light = s.units["a"], s.units["l"]
    stacks = [regiment], [regiment, light]
    found = []
    for order in (stacks, stacks[::-1]):
        threats = Threats(Outlook(s, "spain", WEIGHTS), "spain")
        found.append({len(stack): threats.of_stack(stack, s.held["spain"]) for stack in order})
    assert found[0] == found[1]
    assert found[0][2] < found[0][1]
    as_now = Threats(Outlook(s, "spain", WEIGHTS), "spain").of(regiment, regiment.hex, regiment.facing)
    assert as_now == found[0][2]


# -- plans -------------------------------------------------------------------------------------------------------------


def plan_of(m: Match) -> Formation:
    return Formation(Scene(m, "spain", WEIGHTS, 3))


def test_climbing_never_makes_a_plan_worse_and_keeps_places_apart():
    m = match(
        *(foot(f"s{n}", "spain", f"{n:02}10") for n in range(5, 10)),
        *(foot(f"a{n}", "austria", f"{n:02}07") for n in range(6, 9)),
    )
    formation = plan_of(m)
    for script in SCRIPTS:
        begun = formation.start(script)
        value = formation.value(begun)
        plan, top = formation.climb(begun, 10**6, lambda: False)
        assert top >= value
        assert top == pytest.approx(formation.value(plan))
        taken = [formation.choices[id][at].unit.hex for id, at in plan.items()]
        assert len(set(taken)) == len(taken)


@pytest.mark.rule("camposanto:10.1-c")
@pytest.mark.parametrize("moves", [True, False])
def test_a_plan_counts_on_light_foot_that_joins_a_regiment(moves):
    m = match(
        foot("a", "spain", "0710"),
        foot("l", "spain", "0712", type="light", steps=1),
        foot("x", "austria", "0707"),
        foot("y", "austria", "0807"),
        active={"activated": [] if moves else ["a"]},
    )
    formation = plan_of(m)
    assert ("a" in formation.choices) == moves
    units = formation.s.units
    standing = [units["a"]] if moves else []
    apart = formation.threat([*standing, units["l"]], NO_HEXES)
    joined = formation.threat([*standing, moved(units["l"], units["a"].hex)], NO_HEXES)
    assert joined < apart


def test_a_cautious_wing_plans_for_four():
    m = match(
        *(foot(f"s{n}", "spain", f"{n:02}10") for n in range(4, 11)),
        *(foot(f"a{n}", "austria", f"{n:02}07") for n in range(6, 9)),
        active={"state": "cautious"},
        general_used={"spain": True, "austria": True},
    )
    formation = plan_of(m)
    for script in SCRIPTS:
        plan, _ = formation.climb(formation.start(script), 10**6, lambda: False)
        assert sum(map(bool, plan.values())) <= 4


def test_maresciallo_brings_two_against_one():
    m = match(
        foot("a", "spain", "0710"),
        foot("b", "spain", "0810"),
        foot("x", "austria", "0707"),
        general_used={"spain": True, "austria": True},
    )
    player = q.bot("camposanto", "maresciallo")
    while m.ask is not None and m.ask.what != "assault":
        seat = m.ask.who[0]
        m.answer(seat, player.choose(m.view(seat), m.ask, q.sample, 200, 1))
    assert m.ask is not None
    assert len(attackers(state(m))) == 2
