"""Computer players in a campaign: objectives, marches, deployment, rest, set-ups; and instructions for the march."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.bots import bot
from quadrilatero.games.custoza.mind import aims
from quadrilatero.games.custoza.mind.weighing import WEIGH
from quadrilatero.kernel.instructions import ordered, read
from quadrilatero.kernel.worlds import sample
from tests.games.custoza.support import Plain, austria, events, italy, now, play, state

ROAD = [f"20{row:02}" for row in range(5, 34)]
BOARD: Plain = {"roads": [{"class": "major", "path": ROAD}]}
HOLD: Plain = {"side": "italy", "number": 1, "conditions": [{"kind": "control_all", "hexes": ["2030"]}]}
TAKE: Plain = {"side": "italy", "number": 2, "conditions": [{"kind": "control_all", "hexes": ["6010"]}]}
CUT: Plain = {"side": "austria", "number": 1, "conditions": [{"kind": "control_all", "hexes": ["6012"]}]}
LEAVE: Plain = {"side": "austria", "number": 3, "conditions": [{"kind": "corps_exited", "hexes": []}]}
D1: Plain = {"id": "d1", "side": "italy", "command": 3, "state": "march", "objective": "2030"}
INSIDE: Plain = {"id": "r1", "side": "italy", "formation": "d1", "type": "line", "box": "formation"}


def marching(hex: str = "2010", *units: Plain, entry: Plain | None = None, **more: Any) -> q.Match:
    """A Formation In March, and an enemy far away."""
    said: Plain = {
        "mode": "advanced",
        "gt": 6,
        "phase": "march",
        "formations": [entry or D1],
        "victory": {"type": "objectives", "objectives": [HOLD, TAKE, CUT, LEAVE]},
        "strategy": {"italy": 1, "austria": 1},
        **more,
    }
    leader = italy("com.d1", hex, "commander", formation="d1")
    return play(leader, INSIDE, *units, austria("A", "6030"), board=BOARD, **said)


def chosen(m: q.Match, seat: str = "italy", level: str = "sergente") -> Plain:
    assert m.ask is not None
    answer: Plain = bot("custoza", level, attentive=True).choose(m.view(seat), m.ask, sample, 10, 1)
    return answer


def until(m: q.Match, what: str, seat: str = "italy") -> q.Match:
    while m.ask is not None and (m.ask.what, m.ask.who) != (what, (seat,)):
        m.answer(m.ask.who[0], {"do": "done"})
    return m


def test_every_question_of_the_advanced_game_is_weighed() -> None:
    asked = {"strategy", "place", "reinforcements", "states", "deploy", "objectives", "march", "march_move", "rally"}
    assert asked | {"scout_move"} <= WEIGH.keys()


def test_a_formation_marches_to_its_objective_and_stays_there() -> None:
    m = marching(dice=[2])
    assert chosen(m) == {"do": "activate", "formation": "d1"}
    m.answer("italy", chosen(m))
    assert chosen(m)["path"][-1] == "2025", "fifteen hexes by the major road"
    assert chosen(marching("2029")) == {"do": "pass"}, "it is there"
    worn = {**D1, "fatigue": 12, "fatigued": True}
    assert chosen(marching("2010", entry=worn)) == {"do": "pass"}, "it rests"


def test_where_it_matters_a_formation_deploys_and_a_worn_one_rests() -> None:
    m = until(marching("2030", phase="command"), "states")
    assert chosen(m) == {"do": "deploy", "formation": "d1"}
    elsewhere = {**D1, "objective": "4020"}
    m = until(marching("4020", phase="command", entry=elsewhere), "states")
    assert chosen(m)["do"] != "deploy", "nothing to win there"


def test_another_objective_is_sought_where_the_old_one_is_of_no_use() -> None:
    lost = {**D1, "objective": "4005"}
    m = until(marching(phase="command", entry=lost), "objectives")
    assert chosen(m) == {"do": "objective", "formation": "d1", "hex": "2030"}
    m = until(marching(phase="command"), "objectives")
    assert chosen(m) == {"do": "done"}


def test_the_strategic_objective_is_one_within_reach() -> None:
    m = marching(phase="setup", strategy={"italy": None, "austria": 1}, next="italy")
    assert chosen(m) == {"do": "choose", "objective": 1}, "2030 is near, 6010 far"


def test_what_a_strategic_objective_is_about() -> None:
    s = now(q.start("custoza", "1866", seed=1))
    numbers = s.board.grid.numbers
    gate = aims.strategic_hexes(s, "italy", 1)
    assert len(gate) == 1, "one place on the road from Peschiera to Verona"
    assert gate[0] in s.board.roads
    assert {numbers[hex] for hex in aims.strategic_hexes(s, "austria", 2)} == {"2625", "3125", "3923"}
    late = now(q.start("custoza", "1848-late", seed=1))
    west = [hex for hex in aims.strategic_hexes(late, "austria", 1) if hex in late.board.west]
    assert len(west) == 1, "a bridgehead"
    assert set(aims.denied(late, "italy")) >= set(west)


def test_a_corps_leaves_only_when_that_wins() -> None:
    units = [austria("A", "3034", formation="a1"), italy("I", "1010")]
    said: Plain = {"victory": {"type": "objectives", "objectives": [HOLD, LEAVE, CUT]}, "active": {"formation": "a1"}}
    for number, leaves in ((3, True), (1, False)):
        m = play(*units, mode="advanced", strategy={"italy": 1, "austria": number}, **said)
        assert (chosen(m, "austria").get("path") == ["exit"]) is leaves
    assert aims.wants_out(state(*units, strategy={"italy": 1, "austria": 3}, **said), "austria")


@pytest.mark.parametrize("name", ["1848-free", "1866-free"])
def test_a_free_set_up_is_laid_out_to_its_end(name: str) -> None:
    m = q.start("custoza", name, seed=2)
    for seat in ("italy", "austria"):
        m.answer(seat, {"do": "choose", "objective": 1})
    while m.ask is not None and m.ask.what == "place":
        m.answer(m.ask.who[0], chosen(m, m.ask.who[0]))
    assert events(m, "laid_open")
    s = now(m)
    goals = aims.strategic_hexes(s, "italy", 1)
    leader = s.units["com.i48.d3" if name == "1848-free" else "com.i66.d1"]
    assert min(s.board.grid.distance(leader.hex, goal) for goal in goals) < 25


# -- standing instructions ---------------------------------------------------------------------------------------------


def by(m: q.Match, **orders: str) -> Any:
    said = {name: {"all": {"do": wish}} for name, wish in orders.items()}
    found = ordered(m, "italy", read(m.game, said, m.game.instructable(m.view("italy"), "italy")))
    return None if found is None else found.answer


def test_marches_by_instruction() -> None:
    m = marching(dice=[2])
    assert by(m, march="all") == {"do": "activate", "formation": "d1"}
    assert by(m, march="none") == {"do": "pass"}
    assert by(marching(entry={**D1, "fatigued": True}), march="rested") == {"do": "pass"}
    assert by(marching("2029"), march="all") == {"do": "pass"}
    m.answer("italy", by(m, march="all"))
    assert by(m, march_move="on")["path"][-1] == "2025"
    assert by(until(marching(phase="command"), "states"), states="keep") == {"do": "done"}
    assert by(until(marching(phase="command"), "objectives"), objectives="keep") == {"do": "done"}


def test_routed_units_rally_by_instruction() -> None:
    resting = {**D1, "state": "reserve", "objective": None}
    routed: Plain = {"id": "r2", "side": "italy", "formation": "d1", "type": "line", "box": "routed", "sp": 4}
    m = marching("2010", routed, entry=resting, dice=[1] * 20)
    while m.ask is not None and m.ask.what == "march":
        m.answer(m.ask.who[0], {"do": "pass"})
    assert by(m, rally="all") == {"do": "rally", "unit": "r2"}
    m.answer("italy", by(m, rally="all"))
    assert m.ask is None or m.ask.what != "rally" or by(m, rally="all") == {"do": "done"}
