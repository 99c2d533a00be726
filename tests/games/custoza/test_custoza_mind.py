"""Computer players of Custoza: they know what pays, say why, and beat players without a plan."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.bots import bot, describe, levels, weights
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.answers import Move
from quadrilatero.games.custoza.branches import TooMany, branches
from quadrilatero.games.custoza.mind import MIND, planning
from quadrilatero.games.custoza.mind.attacking import elsewhere, if_declared, roughly
from quadrilatero.games.custoza.mind.playout import Playout
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.mind.weighing import WEIGH
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import cohesion
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Script
from quadrilatero.kernel.leaks import twins
from quadrilatero.kernel.worlds import sample
from tests.games.custoza.support import Plain, austria, italy, play

ASSAULT = {"type": "assault", "hex": "3010", "target": "3011"}


def chosen(m: q.Match, seat: str, level: str = "sergente", budget: int = 10) -> Plain:
    assert m.ask is not None
    answer: Plain = bot("custoza", level, attentive=True).choose(m.view(seat), m.ask, sample, budget, 1)
    return answer


def test_the_levels_and_the_words_of_their_reasons() -> None:
    assert levels("custoza") == ["recluta", "sergente", "capitano", "maresciallo"]
    for term in MIND.terms:
        assert set(GAME.book.sections["term"][term]) == {"en", "it"}
    for level in ("capitano", "maresciallo"):
        assert set(describe("custoza", level)["strength"]) == {"en", "it"}


@pytest.mark.parametrize("scenario", ["vanguards", "morning", "tail"])
def test_capitano_answers_lawfully_and_says_why(scenario: str) -> None:
    """The first part of a game against a player without a plan, which leads to all kinds of reactions."""
    m = q.start("custoza", scenario=scenario, seed=3)
    player, rng = bot("custoza", "capitano", attentive=True), random.Random(3)
    for number in range(50):
        assert m.ask is not None
        seat = m.ask.who[0]
        if seat == "austria":
            m.answer(seat, m.random_answer(seat, rng))
            continue
        choice = player.consider(m.view(seat), m.ask, sample, 10, number)
        assert m.refuse(seat, choice.answer) is None
        assert choice.value == pytest.approx(sum(choice.terms.values()))
        assert set(choice.terms) <= set(MIND.terms)
        m.answer(seat, choice.answer)


@pytest.mark.parametrize("level", ["sergente", "capitano"])
def test_players_answer_alike_in_worlds_that_look_alike(level: str) -> None:
    """7.1: what lies face down makes no difference; the twin differs from the match in that alone."""
    m, rng, compared = q.start("custoza", scenario="morning", seed=4), random.Random(4), 0
    for _ in range(40):
        assert m.ask is not None
        seat = m.ask.who[0]
        if (pair := twins(m, seat, rng)) and m.ask.what in ("activate", "declare", "act"):
            first, second = pair
            assert first.view(seat) == second.view(seat)
            differs = first.view(None) != second.view(None) or first.state() != second.state()
            assert chosen(first, seat, level) == chosen(second, seat, level)
            compared += differs
        m.answer(seat, chosen(m, seat))
    assert compared > 3


def test_an_attack_that_pays_is_declared_and_a_hopeless_one_is_not() -> None:
    def declared(attacker: int, defender: int) -> Plain:
        m = play(
            italy("A", "3010", facing="S", sp=attacker, max=9),
            austria("D", "3012", facing="N", sp=defender, max=9),
            active={"formation": "italy", "step": "declare"},
        )
        return chosen(m, "italy")

    assert declared(9, 2)["do"] == "declare"
    assert declared(2, 9) == {"do": "done"}


def test_guns_fire_before_the_assault_goes_in() -> None:
    m = play(
        italy("A", "3010", facing="S", sp=9),
        italy("g", "2909", "artillery", facing="S", sp=6),
        austria("D", "3011", facing="N", sp=3),
        active={"formation": "italy", "markers": [ASSAULT]},
    )
    assert chosen(m, "italy")["do"] == "fire"


def test_infantry_fires_at_who_comes_and_forms_square_against_a_charge() -> None:
    def reaction(kind: str, start: str, path: list[str], marker: str) -> Any:
        m = play(
            italy("A", start, kind, facing="S"),
            austria("D", "3011", facing="N", cv=9),
            active={"formation": "italy", "markers": [{"type": marker, "hex": "3010", "target": "3011"}]},
        )
        m.answer("italy", {"do": marker, "units": ["A"], "path": path})
        return chosen(m, "austria")["do"]

    assert reaction("cavalry", "3008", ["3009", "3010"], "charge") == "square"
    assert reaction("line", "3009", ["3010"], "assault") in ("fire", "assault")


def test_units_face_the_enemy() -> None:
    m = play(
        italy("A", "3010", facing="N"),
        austria("D", "3013"),
        active={"formation": "italy"},
    )
    m.answer("italy", {"do": "move", "units": ["A"], "path": ["3009"]})
    assert m.ask is not None
    assert m.ask.what == "face"
    assert chosen(m, "italy")["facing"] == "S"


def test_the_choice_says_why() -> None:
    m = play(
        italy("A", "3010", facing="S", sp=9),
        austria("D", "3011", facing="N", sp=3),
        active={"formation": "italy", "markers": [ASSAULT]},
    )
    assert m.ask is not None
    choice = bot("custoza", "sergente", attentive=True).consider(m.view("italy"), m.ask, sample, 10, 1)
    assert choice.answer["do"] == "assault"
    assert choice.terms["attack"] > 1
    assert choice.value == pytest.approx(sum(choice.terms.values()))


def test_capitano_declares_no_attack_that_fire_would_stop() -> None:
    """6.4-a: a marker has to be served. Sergente sees a weak regiment, capitano the guns on the way to it as well."""

    def declared(level: str, *guns: Plain) -> str:
        m = play(
            italy("A", "3008", facing="S", sp=6, max=9, cv=7),
            austria("D", "3011", facing="N", sp=3, max=9, cv=6),
            *guns,
            active={"formation": "italy", "step": "declare"},
        )
        return str(chosen(m, "italy", level)["do"])

    guns = austria("g", "3011", "artillery", facing="N", sp=3)
    assert declared("capitano") == declared("sergente") == declared("sergente", guns) == "declare"
    assert declared("capitano", guns) == "done"


def test_ways_that_are_too_many_are_not_followed() -> None:
    """13.2-b: a check of two dice can go eleven ways, each a trial, beside the one that finds that it is rolled."""
    m = play(italy("A", "3010", sp=6), active={"formation": "italy"})
    s = m.standing()[1]

    def check(copy: State) -> Script:
        yield from cohesion.check(copy, copy.of(["A"]), "terrain")

    assert sum(chance for chance, _ in branches(s, check, most=12)) == pytest.approx(1)
    with pytest.raises(TooMany):
        branches(s, check, most=11)


def test_capitano_leaves_a_victory_hex_only_where_no_enemy_can_come() -> None:
    """2.2-a, 23: one who can still come before the end keeps the garrison in its place."""

    def stays(enemy: str) -> bool:
        m = play(
            italy("A", "3010", facing="S", sp=6),
            austria("D", enemy, facing="N", sp=6),
            active={"formation": "italy"},
            victory={"type": "majority", "hexes": ["3010"]},
        )
        answer = chosen(m, "italy", "capitano")
        return answer["do"] == "done" or not answer.get("path")

    assert stays("3014")
    assert not stays("3030")


@pytest.mark.parametrize(("level", "side"), [("sergente", "italy"), ("sergente", "austria"), ("maresciallo", "italy")])
def test_players_beat_one_without_a_plan(level: str, side: str) -> None:
    """A whole game of the shortest scenario; every question met on the way has been weighed."""
    m = q.start("custoza", scenario="tail", seed=5)
    rng = random.Random(5)
    met = set()
    while m.ask is not None:
        seat = m.ask.who[0]
        met.add(m.ask.what)
        m.answer(seat, chosen(m, seat, level) if seat == side else m.random_answer(seat, rng))
    assert m.result is not None
    assert m.result.winner == side
    assert met <= WEIGH.keys() | {"limber", "displace", "advance"}


# -- maresciallo -------------------------------------------------------------------------------------------------------


def declaring() -> q.Match:
    """A Formation that may attack one regiment or another, under fog, in the last game turn."""
    return play(
        italy("A", "3008", facing="S", sp=6, max=9),
        italy("B", "3208", facing="S", sp=6, max=9),
        austria("D", "3011", facing="N", sp=5, max=9),
        austria("E", "3211", facing="N", sp=5, max=9),
        gt=8,
        last={"day": 1, "gt": 8},
        active={"formation": "italy", "step": "declare"},
        victory={"type": "majority", "hexes": ["3011", "3211", "3008"]},
    )


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every playout that is begun from now on."""
    begun: list[Any] = []

    class Counted(Playout):
        def __init__(self, *given: Any) -> None:
            begun.append(given)
            super().__init__(*given)

    monkeypatch.setattr(planning, "Playout", Counted)
    return begun


@pytest.mark.parametrize("playouts", [0, 8, 13])
@pytest.mark.usefixtures("plain")
def test_a_budget_counts_plans_and_not_seconds(playouts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = counted(monkeypatch)
    m = declaring()
    answer = chosen(m, "italy", "maresciallo", playouts * planning.PLAYOUT)
    assert m.refuse("italy", answer) is None
    assert len(begun) <= playouts
    assert bool(begun) == bool(playouts)


@pytest.mark.usefixtures("plain")
def test_plans_meet_the_same_dice_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = counted(monkeypatch)
    chosen(declaring(), "italy", "maresciallo", 8 * planning.PLAYOUT)
    by_plan: dict[str, list[Any]] = {}
    for world, _, seed, plan in begun:
        by_plan.setdefault(str(plan), []).append((id(world), seed))
    first, second = by_plan.values()
    assert first == second
    assert len({world for world, _ in first}) == planning.WORLDS


def test_maresciallo_thinks_alike_in_worlds_that_look_alike() -> None:
    """7.1: also what it plays on in thought follows from its view alone."""
    begun = q.start("custoza", scenario="tail", seed=4).state()
    m, rng, compared = q.start("custoza", position={**begun, "gt": begun["last"]["gt"]}, seed=4), random.Random(4), 0
    while compared < 3:
        assert m.ask is not None
        seat = m.ask.who[0]
        if m.ask.what in planning.DOUBTED and (pair := twins(m, seat, rng)):
            first, second = (chosen(world, seat, "maresciallo", 8 * planning.PLAYOUT) for world in pair)
            assert first == second
            compared += pair[0].state() != pair[1].state()
        m.answer(seat, chosen(m, seat))


def test_an_attack_promises_what_it_does_in_all_worlds_that_look_alike() -> None:
    """7.1: a regiment face down may be the strong one or the weak one; capitano takes the deal at hand for granted."""

    def dealt(strong: str, weak: str) -> q.Match:
        return play(
            italy("A", "3008", facing="S", sp=6, max=9),
            italy("B", "3208", facing="S", sp=6, max=9),
            austria("D", strong, facing="N", sp=9, max=9),
            austria("E", weak, facing="N", sp=2, max=9),
            active={"formation": "italy", "step": "declare"},
        )

    match, other = dealt("3011", "3211"), dealt("3211", "3011")
    here, there = match.standing()[1], other.standing()[1]
    marker = Marker("assault", here.board.hex("3010"), here.board.hex("3011"))

    def promised(s: State, *others: State) -> tuple[float, float]:
        assert match.ask is not None
        scene = Scene(s, match.ask, "italy", weights.read("custoza"), 2, others=others)
        rough, exact = roughly(scene, ["A"], marker, s), if_declared(scene, s.of(["A"]), marker)
        assert rough is not None
        assert exact is not None
        return rough + elsewhere(scene, ["A"], marker), exact

    strong, weak, both = promised(here), promised(there), promised(here, there)
    assert weak[0] > strong[0] + 1
    assert both[0] == pytest.approx((strong[0] + weak[0]) / 2)
    assert both[1] == pytest.approx(strong[1] + both[0] - strong[0])


def test_what_one_force_does_changes_no_roll_of_another() -> None:
    """All plans meet the same dice, Force by Force."""
    playout = Playout(declaring().standing()[1], weights.read("custoza"), 1)

    def first_roll(unit: str) -> float:
        playout._heed(Move([unit], []))
        return playout.luck.dice.random()

    alone = first_roll("B")
    assert first_roll("A") != alone
    playout.luck.dice.random()
    assert first_roll("B") == alone


def test_in_the_last_turn_a_way_leads_through_a_victory_hex() -> None:
    """2.2-a: who walks through a hex controls it. One way to each place is listed, the cheapest; others are allowed."""
    m = play(
        italy("K", "3008", "cavalry", facing="S", sp=4, ma=8),
        austria("D", "3930", facing="N", sp=4),
        gt=8,
        last={"day": 1, "gt": 8},
        active={"formation": "italy"},
        victory={"type": "majority", "hexes": ["3110", "3012"]},
        control={"austria": ["3110", "3012"], "italy": []},
    )
    assert {"3110", "3012"} <= set(chosen(m, "italy", "maresciallo")["path"])
    assert not {"3110", "3012"} <= set(chosen(m, "italy", "capitano")["path"])
