"""Computer players of Viva o' rre!: they know what pays, say why, answer every question and beat who has no plan."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.bots import bot, describe, levels, personalities
from quadrilatero.bots.weights import read
from quadrilatero.games.vivaorre import GAME
from quadrilatero.games.vivaorre.mind import MIND, planning
from quadrilatero.games.vivaorre.mind.playout import Playout, standing
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.weighing import WEIGH, weigh
from quadrilatero.games.vivaorre.mind.worth import Blow, Body, cost_of_volley, exchange, left_of, passing
from quadrilatero.games.vivaorre.position import write
from quadrilatero.kernel.leaks import twins
from quadrilatero.kernel.worlds import sample
from tests.games.vivaorre.battle import area, blue, play, red
from tests.games.vivaorre.pickups import BOERS, GARIBALDI, ITALY, NAPLES, battle

Plain = dict[str, Any]
WEIGHTS = read("vivaorre", "steady", "maresciallo")
STEADY = Body(8, 8, 0, "steady", 0)


def chosen(m: q.Match, seat: str, level: str = "sergente") -> Plain:
    assert m.ask is not None
    answer: Plain = bot("vivaorre", level, attentive=True).choose(m.view(seat), m.ask, sample, 10, 1)
    return answer


def moved(level: str, *units: Plain, **more: Any) -> Plain:
    """The first move of red in its half of the movement."""
    return chosen(play(*units, phase="movement", **{"last_turn": 8, **more}), "red", level)


def play_out(m: q.Match, table: dict[str, str], seed: int, most: int = 5000) -> q.Match:
    """A game of bots by seat; whoever weighs gives reasons that add up, and lawful answers alone."""
    players, rng = {seat: bot("vivaorre", level, attentive=True) for seat, level in table.items()}, random.Random(seed)
    for number in range(most):
        if m.ask is None:
            return m
        seat = m.ask.who[0]
        if players[seat].blind:
            m.answer(seat, m.random_answer(seat, rng))
            continue
        view = m.view(seat)
        choice = players[seat].consider(view, {**view["ask"], "who": [seat]}, sample, 10, number)
        assert m.refuse(seat, choice.answer) is None
        assert choice.value == pytest.approx(sum(choice.terms.values()))
        assert set(choice.terms) <= set(MIND.terms)
        m.answer(seat, choice.answer)
    return m


# -- what they are -----------------------------------------------------------------------------------------------------


def test_the_levels_and_the_words_of_their_reasons() -> None:
    assert levels("vivaorre") == ["recluta", "sergente", "capitano", "maresciallo"]
    assert personalities("vivaorre") == ["steady", "bold", "cautious"]
    for term in MIND.terms:
        assert set(GAME.book.sections["term"][term]) == {"en", "it"}
    for level in levels("vivaorre")[1:]:
        assert describe("vivaorre", level)["strength"] == GAME.book.sections["level"][level]


def test_every_question_of_the_game_is_weighed() -> None:
    assert set(WEIGH) == set(GAME.book.sections["ask"])


# -- what is worth what ------------------------------------------------------------------------------------------------


def test_more_dice_and_lower_faces_cost_more() -> None:
    costs = [cost_of_volley(STEADY, dice, 5) for dice in (0, 1, 4, 8)]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert cost_of_volley(STEADY, 4, 3) > cost_of_volley(STEADY, 4, 5)
    assert left_of(2, 8, 0, "steady") == 0, "dispersed at a quarter"
    assert passing(0) == pytest.approx(0.5)


def test_a_melee_is_even_between_equals_but_for_who_tests_first() -> None:
    blow = Blow(8, 5)
    found = exchange(STEADY, blow, STEADY, blow)
    assert found.beats > found.beaten, "of equals who received the charge tests first"
    assert exchange(STEADY, Blow(8, 3), STEADY, blow).beats > found.beats
    frail = exchange(STEADY, blow, STEADY._replace(frail=True), blow)
    assert frail.theirs > found.theirs, "who routs at once loses more"


# -- single decisions --------------------------------------------------------------------------------------------------


def declared(attacker: Plain, defender: Plain) -> Plain:
    m = play(
        red("A", [30000, 10000], formation="assault", **attacker),
        blue("D", [30000, 13000], **defender),
        phase="charges",
        last_turn=8,
    )
    return chosen(m, "red")


def test_a_charge_that_pays_is_declared_and_a_hopeless_one_is_not() -> None:
    assert declared({"class": "a-c-a"}, {"class": "d-c-e", "weapon": "none"})["do"] == "charge"
    assert declared({"class": "c-c-e", "figures": 4}, {"class": "a-a-a"}) == {"do": "done"}


def test_foot_forms_square_against_horse_and_stands_against_foot() -> None:
    def reaction(charger: Plain, weapon: str) -> str:
        m = play(
            red("A", [30000, 10000], **charger),
            blue("D", [30000, 14000], weapon=weapon, **{"class": "b-c-d"}),
            phase="charges",
            seat=None,
            charges=[{"unit": "A", "target": "D"}],
            last_turn=8,
        )
        return str(chosen(m, "blue")["do"])

    assert reaction({"arm": "cavalry"}, "none") == "square"
    assert reaction({"class": "c-c-e", "formation": "assault"}, "musket") == "stand"


def test_each_fires_where_it_does_most_and_captains_join_their_fire() -> None:
    m = play(
        red("A", [29000, 10000], weapon="rifled_musket"),
        blue("D", [30000, 11900], formation="assault"),
        blue("E", [26000, 13500], formation="skirmish", notes=["skirmish"]),
        phase="fire",
    )
    assert chosen(m, "red")["shots"] == [{"unit": "A", "target": "D"}]


def test_guns_in_range_fire_and_guns_out_of_range_limber_up() -> None:
    gun = {"arm": "artillery", "gun": "smooth_6", "sections": 2}
    near = moved("sergente", red("G", [30000, 10000], **gun), blue("D", [30000, 18000]))
    assert not any(step["go"] == "form" for step in near["path"]), "a target in range and in front"
    far = moved("sergente", red("G", [30000, 10000], **gun), blue("D", [30000, 40000]))
    assert far["path"][0] == {"go": "form", "formation": "limbered"}
    there = moved("sergente", red("G", [30000, 10000], formation="limbered", **gun), blue("D", [30000, 15500]))
    assert there["path"][0] == {"go": "form", "formation": "battery"}


def test_foot_marches_in_column_and_forms_line_to_fire() -> None:
    far = moved("sergente", red("A", [30000, 5000]), blue("D", [30000, 40000]))
    assert {"go": "form", "formation": "assault"} in far["path"]
    column = red("A", [30000, 10000], formation="assault", weapon="rifled_musket")
    near = moved("sergente", column, blue("D", [30000, 12500]))
    assert {"go": "form", "formation": "line"} in near["path"]


def test_captains_do_not_walk_into_the_reach_of_horse() -> None:
    """Men without firearms who are worth a charge, and cuirassiers across the field."""
    recruits = {"class": "e-/-e", "weapon": "none", "points": 200}
    enemy = blue("H", [30000, 25500], arm="cavalry", **{"class": "a-/-a"})
    answer = moved("capitano", red("A", [30000, 9000], **recruits), enemy)
    ahead = [step for step in answer["path"] if step["go"] == "advance"]
    assert not ahead


def test_units_out_of_reach_of_their_general_come_back() -> None:
    general = {"id": "G", "side": "red", "rank": "brigade", "brigade": "b", "at": [30000, 8000]}
    answer = moved(
        "sergente",
        red("A", [30000, 17500], brigade="b", **{"class": "c-c-c"}),
        blue("D", [30000, 45000]),
        generals=[general],
    )
    assert not any(step["go"] == "advance" and step["by"] > 1500 for step in answer["path"])


def test_ground_to_be_held_is_gone_to_before_the_end() -> None:
    hill = {
        "id": "h",
        "side": "red",
        "kind": "hold",
        "shape": [[20000, 20000], [24000, 20000], [24000, 24000], [20000, 24000]],
    }
    answer = moved(
        "sergente",
        red("A", [22000, 14000], formation="assault"),
        blue("D", [60000, 14000]),
        objectives=[hill],
        last_turn=2,
    )
    assert answer["path"][-1]["go"] == "advance"


def test_shelter_is_taken_where_it_costs_nothing() -> None:
    wood = area("w", "open_wood", 25, 8, 35, 12)
    m = play(
        red("A", [30000, 9000], formation="mass", training="irregular", weapon="none"),
        blue("D", [30000, 16000]),
        terrain=(wood,),
        phase="movement",
        last_turn=8,
    )
    assert chosen(m, "red", "capitano")["do"] == "move"


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["sergente", "capitano"])
@pytest.mark.parametrize("battle", ["scaramuccia", "calatafimi", "volturno", "isandlwana", "adua"])
def test_the_first_turns_of_every_battle_are_answered_lawfully(battle: str, level: str) -> None:
    m = q.start("vivaorre", scenario=battle, seed=3)
    play_out(m, {"red": level, "blue": "recluta"}, 3, 45)
    play_out(m, {"red": "recluta", "blue": level}, 4, 45)


@pytest.mark.parametrize(("kind", "armies"), [("encounter", (ITALY, BOERS)), ("ambush", (GARIBALDI, NAPLES))])
def test_armies_are_deployed_and_terrain_is_laid(kind: str, armies: tuple[Plain, Plain]) -> None:
    position = battle(*armies, kind=kind, terrain="players", deployment="players", seed=2, table=[48, 36], last_turn=3)
    options = {"characters": "on", "events": "on"}
    m = q.start("vivaorre", position=position, seed=5, options=options)
    play_out(m, {"red": "sergente", "blue": "capitano"}, 1, 60)
    assert m.ask is None or m.ask.what not in ("terrain", "deploy")


def test_an_ambush_lies_hidden() -> None:
    position = battle(GARIBALDI, NAPLES, kind="ambush", attacker="red", deployment="players", seed=2)
    m = q.start("vivaorre", position=position, seed=5)
    play_out(m, {"red": "sergente", "blue": "sergente"}, 1, 2)
    assert all(unit["hidden"] for unit in m.state()["units"] if unit["side"] == "blue")
    assert not any(unit["side"] == "blue" for unit in m.view("red")["units"])


def test_players_answer_alike_in_worlds_that_look_alike() -> None:
    """13-g: where the enemy's hidden units really are makes no difference."""
    wood = area("w", "open_wood", 20, 30, 44, 40)
    m = play(
        red("A", [30000, 8000]),
        blue("D", [28000, 36000], hidden=True),
        blue("E", [34000, 33000]),
        terrain=(wood,),
        phase="movement",
        last_turn=8,
    )
    pair = twins(m, "red", random.Random(4))
    assert pair is not None
    first, second = pair
    assert first.state() != second.state()
    assert chosen(first, "red") == chosen(second, "red")


def test_a_general_who_goes_forward_alone_leaves_only_moves_that_do() -> None:
    """5-ch16: what is listed, drawn at random or chosen is open to his units then."""
    general = {"id": "G", "side": "red", "brigade": "b", "at": [30000, 8000], "characters": ["temerario"]}
    m = play(
        red("A", [30000, 10000], brigade="b"),
        blue("D", [30000, 40000]),
        generals=[general],
        orders={"G": {"told": "hold", "does": "advance"}},
        phase="movement",
        last_turn=8,
    )
    answers = [m.random_answer("red", random.Random(seed)) for seed in range(20)] + [chosen(m, "red", "capitano")]
    assert all(m.refuse("red", answer) is None for answer in answers)
    m.answer("red", {"do": "unit", "unit": "A"})
    assert all(m.refuse("red", option) is None for option in m.options("red"))


def test_charges_of_units_that_are_gone_are_forgotten() -> None:
    """A unit that its target shoots down leaves a position that can be read again, and so a world to think about."""
    m = play(
        red("A", [30000, 11990], figures=3, start=8, charged="D", **{"class": "c-c-c"}),
        blue("D", [30000, 12000], **{"class": "a-a-a"}),
        blue("E", [40000, 12000]),
        red("B", [40000, 10000]),
        phase="fire",
        charges=[{"unit": "A", "target": "D"}],
        dice=[6] * 60,
    )
    while m.ask is not None and m.ask.what == "fire":
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    assert "A" not in [unit["id"] for unit in m.state()["units"]]
    assert m.state()["charges"] == []


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_sergente_beats_who_has_no_plan(seat: str) -> None:
    won = 0
    for seed in range(3):
        m = q.start("vivaorre", scenario="scaramuccia", seed=seed)
        table = {"red": "recluta", "blue": "recluta", seat: "sergente"}
        result = play_out(m, table, seed).result
        assert result is not None
        won += result.winner == seat
    assert won >= 2


# -- playing on --------------------------------------------------------------------------------------------------------


def near_the_enemy() -> q.Match:
    return play(
        red("A", [30000, 10000], weapon="rifled_musket", brigade="b"),
        red("B", [24000, 10000], weapon="rifled_musket", brigade="b"),
        blue("D", [29000, 13500], **{"class": "d-d-d"}),
        phase="movement",
        last_turn=8,
    )


def test_a_world_is_played_on_alike_with_equal_dice_and_untouched_itself() -> None:
    m = near_the_enemy()
    s = m.standing()[1]
    before = m.state()
    ends = [Playout(s, WEIGHTS, seed).run(1) for seed in (1, 1, 2)]
    assert all(end.turn == 3 or end.result is not None for end in ends)
    assert write(ends[0]) == write(ends[1]) != write(ends[2])
    assert m.state() == before


def test_what_a_playout_comes_to_counts_losses_and_the_result() -> None:
    even = near_the_enemy().standing()[1]
    assert standing(even, "red") == -standing(even, "blue") > 0, "two units against one"
    even.result = q.Result("blue", "points", "1-g", {})
    assert standing(even, "red") < 0


def test_plans_are_of_different_kinds_and_the_best_is_the_first() -> None:
    m = near_the_enemy()
    assert m.ask is not None
    scene = Scene(m.standing()[1], m.ask, "red", WEIGHTS, 3)
    ranked = sorted(weigh(scene), key=lambda one: -one.value)
    plans = planning.candidates(scene, ranked)
    assert plans[0] is ranked[0]
    kinds = [planning.kind(scene, one.answer) for one in plans]
    assert 2 <= len(set(kinds)) == len(kinds) <= planning.PLANS


@pytest.mark.usefixtures("plain")
def test_a_plan_that_proved_better_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    m = near_the_enemy()
    budget = 8 * planning.price_of(m.standing()[1])
    assert m.ask is not None
    player = bot("vivaorre", "maresciallo")
    first = player.choose(m.view("red"), m.ask, sample, 0, 1)
    monkeypatch.setattr("quadrilatero.kernel.contest.contest", lambda plans, *_, **__: (plans - 1, 5.0))
    choice = player.consider(m.view("red"), m.ask, sample, budget, 1)
    assert choice.answer != first
    assert choice.terms["plan"] > 0
    monkeypatch.setattr("quadrilatero.kernel.contest.contest", lambda *_, **__: (0, 0.0))
    assert player.choose(m.view("red"), m.ask, sample, budget, 1) == first


def test_maresciallo_plays_on_within_its_budget_and_answers_alike() -> None:
    m = near_the_enemy()
    assert m.ask is not None
    player = bot("vivaorre", "maresciallo")
    answers = [player.choose(m.view("red"), m.ask, sample, 8 * planning.PLAYOUT, seed) for seed in (1, 1)]
    assert answers[0] == answers[1]
    assert m.refuse("red", answers[0]) is None


def test_a_playout_costs_as_many_plans_as_there_are_units_to_move() -> None:
    small, large = (q.start("vivaorre", scenario=name, seed=1).standing()[1] for name in ("scaramuccia", "volturno"))
    assert planning.price_of(near_the_enemy().standing()[1]) == planning.PLAYOUT
    assert planning.price_of(small) == planning.PLAYOUT * (len(small.units) - planning.FEW)
    assert planning.price_of(large) == planning.PLAYOUT * (len(large.units) - planning.FEW)


def test_battles_of_six_units_are_not_played_on_at_full_strength() -> None:
    m = play(
        *(red(f"R{n}", [20000 + 4500 * n, 10000], weapon="rifled_musket") for n in range(3)),
        *(blue(f"B{n}", [20000 + 4500 * n, 14000]) for n in range(3)),
        phase="movement",
        last_turn=8,
    )
    assert m.ask is not None
    scene = Scene(m.standing()[1], m.ask, "red", WEIGHTS, 3)
    found = weigh(scene)
    assert len(planning.candidates(scene, sorted(found, key=lambda one: -one.value))) > 1
    assert planning.weigh_plans(scene, m, found, 500, lambda: pytest.fail("played on")) is found
    with pytest.raises(pytest.fail.Exception):
        planning.weigh_plans(scene, m, found, 10_000, lambda: pytest.fail("played on"))
