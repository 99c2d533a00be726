"""Computer players of A la Guerre...: they know what pays, say why, answer every question and beat who has no plan."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.bots import bot, describe, levels, personalities
from quadrilatero.bots.weights import read
from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.mind import MIND, planning
from quadrilatero.games.alaguerre.mind.playout import Playout, standing
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.mind.weighing import WEIGH, weigh
from quadrilatero.games.alaguerre.mind.worth import Blow, Body, cost_of_fire, damages, duel, left_of
from quadrilatero.games.alaguerre.position import write
from quadrilatero.kernel.worlds import sample
from tests.games.alaguerre.battle import area, blue, general, line, play, red
from tests.games.alaguerre.invariants import armies

Plain = dict[str, Any]
BODY = Body(3, 0, 0, 0, 1)
MUSKETS = {"kind": "Sh", "stats": "1/1/0 -"}
HORSE = {"kind": "Cav", "stats": "2/-/2 a"}
WEIGHTS = read("alaguerre", "steady", "maresciallo")
GUNS = {"kind": "MdArt", "stats": "1/1/- -"}


def chosen(m: q.Match, seat: str, level: str = "sergente") -> Plain:
    assert m.ask is not None
    answer: Plain = bot("alaguerre", level, attentive=True).choose(m.view(seat), m.ask, sample, 10, 1)
    return answer


def moved(level: str, *bases: Plain, order: int = 5, **more: Any) -> Plain:
    """The first answer of red's division in its manoeuvre."""
    return chosen(play(*bases, phase="manoeuvre", orders={"red": order}, **{"last_turn": 8, **more}), "red", level)


def play_out(m: q.Match, table: dict[str, str], seed: int, most: int = 4000) -> q.Match:
    """A game of bots by side; whoever weighs gives reasons that add up, and lawful answers alone."""
    players, rng = {side: bot("alaguerre", level, attentive=True) for side, level in table.items()}, random.Random(seed)
    for number in range(most):
        if m.ask is None:
            return m
        seat = m.ask.who[0]
        player = players[GAME.side_of(seat)]
        if player.blind:
            m.answer(seat, m.random_answer(seat, rng))
            continue
        view = m.view(seat)
        choice = player.consider(view, {**view["ask"], "who": [seat]}, sample, 10, number)
        assert m.refuse(seat, choice.answer) is None
        assert choice.value == pytest.approx(sum(choice.terms.values()))
        assert set(choice.terms) <= set(MIND.terms)
        m.answer(seat, choice.answer)
    return m


# -- what they are -----------------------------------------------------------------------------------------------------


def test_the_levels_and_the_words_of_their_reasons() -> None:
    assert levels("alaguerre") == ["recluta", "sergente", "capitano", "maresciallo"]
    assert personalities("alaguerre") == ["steady", "bold", "cautious"]
    for term in MIND.terms:
        assert set(GAME.book.sections["term"][term]) == {"en", "it"}
    for level in levels("alaguerre")[1:]:
        assert describe("alaguerre", level)["strength"] == GAME.book.sections["level"][level]


def test_every_question_of_the_game_is_weighed() -> None:
    assert set(WEIGH) == set(GAME.book.sections["ask"])


# -- what is worth what ------------------------------------------------------------------------------------------------


def test_better_shots_cost_more_and_the_shaken_lose_more() -> None:
    costs = [cost_of_fire(BODY, damages(added)) for added in (-4, 0, 2, 4)]
    assert costs == sorted(costs)
    assert cost_of_fire(BODY._replace(heart=0), damages(2)) > costs[2]
    assert left_of(BODY._replace(lost=4)) == 0 < left_of(BODY._replace(level=3)) < left_of(BODY)
    assert sum(damages(1)) == pytest.approx(1)


def test_a_melee_is_even_between_equals_and_goes_to_who_charged() -> None:
    even = duel(BODY, Blow(2, 2), BODY, Blow(2, 2), 2)
    assert even.mine == pytest.approx(even.theirs)
    charged = duel(BODY, Blow(4, 2), BODY, Blow(2, 2), 2)
    assert charged.mine > even.mine
    assert charged.theirs < even.theirs
    assert charged.beats > charged.beaten


# -- single decisions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["sergente", "capitano"])
def test_a_charge_that_pays_is_made_and_a_hopeless_one_is_not(level: str) -> None:
    horse = red("A", [20000, 10000], **HORSE)
    broken = blue("D", [20000, 13000], "Sh", "0/0/-1 -", state="shaken")
    assert moved(level, horse, broken) == {"do": "charge", "unit": "A", "target": "D"}
    pikes = [blue("D", [20000, 13000], "Pk", "2/0/2 a"), blue("E", [20000, 14500], "Pk", "2/0/2 a")]
    weak = red("A", [20000, 10000], "LC", "0/-/0 -")
    assert moved(level, weak, *pikes)["do"] != "charge"


def test_nobody_charges_with_an_order_of_four() -> None:
    bases = red("A", [20000, 10000], **HORSE), blue("D", [20000, 13000], "Sh", "0/0/-1 -", state="shaken")
    assert moved("sergente", *bases, order=4)["do"] != "charge"


def test_foot_goes_on_towards_the_enemy_and_guns_that_bear_stay() -> None:
    answer = moved("sergente", red("A", [20000, 5000]), blue("D", [20000, 25000]))
    assert answer == {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 2000}]}
    guns = red("G", [20000, 10000], **GUNS), blue("D", [20000, 13500])
    assert moved("sergente", *guns) == {"do": "done"}


def test_the_shaken_go_back_from_the_enemy_or_stay() -> None:
    answer = moved("sergente", red("A", [20000, 10000], state="shaken"), blue("D", [20000, 15000]))
    assert answer["do"] == "done" or answer["path"][0]["go"] in ("back", "about")


def test_each_shoots_where_it_does_most() -> None:
    m = play(
        red("A", [20000, 10000], **MUSKETS),
        blue("D", [19000, 11900], "Pk", "1/0/2 -"),
        blue("E", [21400, 11900], "Lt", "1/0/0 - sk"),
        phase="fire",
    )
    assert chosen(m, "red")["target"] == "D", "pikes are the easier mark"


def test_the_best_die_goes_to_who_can_use_it() -> None:
    generals = [general("C", [20000, 5000], division="far"), general("G", [30000, 5000], division="near")]
    m = play(
        red("A", [20000, 8000], division="far"),
        red("B", [30000, 8000], division="near", **HORSE),
        blue("D", [30000, 11500], "Sh", "0/0/-1 -", state="shaken"),
        phase="orders",
        generals=generals,
        rolled={"red": [4, 6], "blue": [1]},
        last_turn=8,
    )
    assert chosen(m, "red")["assign"]["G"] == 6


def test_all_dice_are_given_out_also_among_many_generals() -> None:
    """3.3.2-a: of six generals and five dice more ways are open than a list can hold."""
    bases = [red(f"B{n}", [6000 * n, 10000], division=f"d{n}") for n in range(1, 7)]
    leaders = [general(f"G{n}", [6000 * n, 7500], division=f"d{n}", radius=24000) for n in range(1, 7)]
    m = play(
        *bases,
        blue("D", [20000, 35000]),
        phase="orders",
        generals=leaders,
        rolled={"red": [6, 6, 5, 5, 4, 1], "blue": [1]},
        last_turn=8,
    )
    assert sorted(chosen(m, "red")["assign"].values()) == [4, 5, 5, 6, 6]


def test_generals_ride_to_where_their_word_is_heard() -> None:
    m = play(
        red("A", [20000, 20000], division="d"),
        blue("D", [20000, 35000]),
        phase="manoeuvre",
        orders={},
        generals=[general("G", [20000, 8000], division="d"), general("H", [20000, 39000], "blue", division="blue")],
        last_turn=8,
    )
    answer = chosen(m, "red")
    assert answer["unit"] == "G"
    assert answer["path"][0]["at"][1] > 13000


def test_an_empty_farm_that_counts_is_gone_into() -> None:
    farm = area("farm", "farm", 18, 11.5, 22, 14, vdf=1)
    answer = moved(
        "sergente",
        red("A", [20000, 10000]),
        blue("D", [20000, 30000]),
        terrain=(farm,),
        objectives=[{"id": "farm", "piece": "farm", "value": 2}],
    )
    assert answer["path"][-1] == {"go": "enter", "piece": "farm"}


def test_units_gather_before_a_ford_and_go_over_it() -> None:
    """11.2-f: the enemy is straight ahead, beyond a river with a ford to the east."""
    ground = (
        line("r", "river", (0, 20), (46, 20), width=1000),
        line("f", "ford", (30, 19), (30, 21), width=2000, wide=2000),
    )
    far = moved("sergente", red("A", [20000, 15000]), blue("D", [20000, 30000]), terrain=ground)
    assert far["path"][0]["go"] == "wheel"
    assert far["path"][0]["side"] == "right"
    there = moved("sergente", red("A", [30000, 18000]), blue("D", [20000, 30000]), terrain=ground)
    assert there["path"] == [{"go": "advance", "by": 2000}], "straight over the ford"


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["sergente", "capitano"])
@pytest.mark.parametrize("name", ["scaramuccia", "ruyter", "luetzen", "rocroi", "alerheim", "lens"])
def test_the_first_answers_of_every_battle_are_lawful(name: str, level: str) -> None:
    m = q.start("alaguerre", name, seed=3)
    play_out(m, {"red": level, "blue": "recluta"}, 3, 8)
    play_out(m, {"red": "recluta", "blue": level}, 4, 8)


def test_armies_are_deployed_by_sectors_and_fight() -> None:
    position = q.pickup("alaguerre", armies=armies(2), deployment="players", table=[6, 5], last_turn=5, seed=2)
    m = q.start("alaguerre", position=position, seed=2)
    play_out(m, {"red": "sergente", "blue": "capitano"}, 1, 30)
    assert m.ask is None or m.ask.what not in ("plan", "deploy")


def test_every_player_of_a_side_leads_his_own() -> None:
    state = q.start("alaguerre", "alerheim", seed=3).state()
    others = [one["id"] for one in state["generals"] if not one["cic"]][:2]
    m = q.start("alaguerre", position={**state, "players": others}, seed=3, options={"players": "several"})
    assert len(m.seats) == 4
    play_out(m, {"red": "sergente", "blue": "sergente"}, 1, 25)


def test_secret_orders_are_drawn_from_a_mix() -> None:
    m = q.start("alaguerre", "scaramuccia", seed=4, options={"orders": "secret"})
    play_out(m, {"red": "capitano", "blue": "capitano"}, 1, 30)
    assert any(event.kind == "markers_up" for event in m.events)


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_sergente_beats_who_has_no_plan(seat: str) -> None:
    won = 0
    for seed in range(3):
        m = q.start("alaguerre", "scaramuccia", seed=seed)
        result = play_out(m, {"red": "recluta", "blue": "recluta", seat: "sergente"}, seed).result
        assert result is not None
        won += result.winner == seat
    assert won >= 2


# -- playing on --------------------------------------------------------------------------------------------------------


def near_the_enemy() -> q.Match:
    """Horse that can charge shaken shot or steady pikes."""
    return play(
        red("A", [20000, 10000], **HORSE),
        blue("D", [19000, 12500], "Lt", "0/0/-1 -", state="shaken"),
        blue("E", [21400, 12500], "Hv", "0/-/0 -"),
        phase="manoeuvre",
        orders={"red": 5},
        last_turn=8,
    )


def test_a_world_is_played_on_alike_with_equal_dice_and_untouched_itself() -> None:
    m = near_the_enemy()
    s, before = m.standing()[1], m.state()
    ends = [Playout(s, WEIGHTS, seed, {"do": "charge", "unit": "A", "target": "E"}).run() for seed in (1, 1, 3)]
    assert all(end.turn == 2 or end.result is not None for end in ends)
    assert write(ends[0]) == write(ends[1])
    assert m.state() == before


def test_what_a_playout_comes_to_counts_losses_and_the_result() -> None:
    even = near_the_enemy().standing()[1]
    assert standing(even, "red") == -standing(even, "blue")
    even.result = q.Result("red", "rout", "4.1.3-a", {})
    assert standing(even, "red") > 0 > standing(even, "blue")


def test_plans_are_of_different_kinds_and_the_best_is_the_first() -> None:
    m = near_the_enemy()
    assert m.ask is not None
    ranked = sorted(weigh(Scene(m.standing()[1], m.ask, "red", WEIGHTS, 3)), key=lambda one: -one.value)
    plans = planning.candidates(Scene(m.standing()[1], m.ask, "red", WEIGHTS, 3), ranked)
    kinds = [planning.kind(one.answer) for one in plans]
    assert plans[0] is ranked[0]
    assert 2 <= len(set(kinds)) == len(kinds) <= planning.PLANS


@pytest.mark.usefixtures("plain")
def test_a_plan_that_proved_better_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    m = near_the_enemy()
    budget = 8 * planning.PLAYOUT
    assert m.ask is not None
    first = bot("alaguerre", "capitano", attentive=True).choose(m.view("red"), m.ask, sample, 10, 1)
    monkeypatch.setattr("quadrilatero.kernel.contest.contest", lambda plans, *_, **__: (plans - 1, 5.0))
    choice = bot("alaguerre", "maresciallo").consider(m.view("red"), m.ask, sample, budget, 1)
    assert choice.answer != first
    assert choice.terms["plan"] > 0
    monkeypatch.setattr("quadrilatero.kernel.contest.contest", lambda *_, **__: (0, 0.0))
    assert bot("alaguerre", "maresciallo").choose(m.view("red"), m.ask, sample, budget, 1) == first


def test_maresciallo_plays_on_within_its_budget_and_answers_alike() -> None:
    m = near_the_enemy()
    assert m.ask is not None
    player = bot("alaguerre", "maresciallo")
    answers = [player.choose(m.view("red"), m.ask, sample, 8 * planning.PLAYOUT, 1) for _ in range(2)]
    assert answers[0] == answers[1]
    assert m.refuse("red", answers[0]) is None
