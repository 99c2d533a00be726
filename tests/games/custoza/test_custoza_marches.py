"""Fog of the second kind: who marches where, behind which piece, and to what end, is told to nobody else."""

from __future__ import annotations

import random

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import marches
from quadrilatero.kernel.leaks import walks
from quadrilatero.kernel.worlds import Contradiction, sample
from tests.games.custoza.invariants import check_kept, check_position, check_state, check_views
from tests.games.custoza.support import Plain, austria, italy, now, play

SEATS = ("italy", "austria", None)
ANSWERS, COMPARED = 150, 40
QUIET = {"march": 0.9, "activate": 0.9, "states": 0.7, "objectives": 0.7}
"""How often the first option is taken, so that Formations march and the phases go on."""


def campaign(seed: int) -> tuple[q.Match, random.Random]:
    return q.start("custoza", "1866", seed=seed), random.Random(seed)


def answer(match: q.Match, rng: random.Random) -> None:
    assert match.ask is not None
    seat = rng.choice(match.ask.who)
    options = match.options(seat)
    first = rng.random() < QUIET.get(match.ask.what, 0)
    match.answer(seat, options[0] if first else rng.choice(options))


@pytest.mark.rule("custoza:16.1-e", "custoza:16.6-a", "custoza:24.2-a")
def test_worlds_made_up_of_a_campaign_look_the_same_to_every_seat() -> None:
    m, rng = campaign(4)
    asked = set()
    for number in range(ANSWERS):
        assert m.ask is not None
        asked.add(m.ask.what)
        if m.ask.secret or number % COMPARED == 0:
            for seat in SEATS:
                view = m.view(seat)
                assert sample(view, rng).view(seat) == view
        answer(m, rng)
    assert {"strategy", "march", "march_move", "scout_move", "deploy"} <= asked


@pytest.mark.rule("custoza:16.1-e", "custoza:16.9-a", "custoza:16.6-a")
def test_worlds_that_differ_in_hidden_marches_are_told_alike() -> None:
    """`make leaks GAME=custoza` compares more of them once campaigns are offered."""
    m, rng = campaign(5)
    compared = 0
    for number in range(ANSWERS):
        if number % COMPARED == 0:
            compared += sum(walks(m, seat, rng, 3) for seat in SEATS)
        answer(m, rng)
    assert compared >= 3 * ANSWERS // COMPARED


@pytest.mark.rule("custoza:14.3-a")
def test_what_is_kept_in_step_is_what_is_counted_afresh() -> None:
    m, rng = campaign(6)
    for number in range(2 * ANSWERS):
        check_state(now(m))
        if number % 5 == 0:
            check_kept(now(m))
            check_views(now(m))
            check_position(m)
        answer(m, rng)


# -- the parts ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:16.8-a", "custoza:16.9-a")
def test_nobody_is_dealt_a_marching_commander_or_a_scout_next_to_the_enemy() -> None:
    """Of two pieces one is within nine hexes of an Italian unit: it can only be the General."""
    units = [
        italy("I", "3010"),
        austria("gen", "3015", "general"),
        austria("com.a1", "5030", "commander", formation="a1"),
        {"id": "b1", "side": "austria", "formation": "a1", "type": "line", "box": "formation"},
    ]
    entries: list[Plain] = [{"id": "a1", "side": "austria", "state": "march", "objective": "5010"}]
    m = play(*units, mode="advanced", gt=6, phase="march", formations=entries)
    for seed in range(20):
        world = sample(m.view("italy"), random.Random(seed))
        s = now(world)
        assert (s.units["gen"].hex, s.units["com.a1"].hex) == (s.board.hex("3015"), s.board.hex("5030"))


@pytest.mark.rule("custoza:16-a")
def test_who_has_fought_is_on_the_map_and_too_few_cards_are_a_contradiction() -> None:
    before: Plain = {"units": [], "formations": [{"id": "a1", "state": "march", "losses": 2, "blooded": False}]}
    pieces = [{"id": "?5030a", "hex": "5030", "side": "austria", "type": "piece"}]
    cards: list[Plain] = [
        {"id": "scout", "type": "scout", "formation": None},
        {"id": "com.a1", "type": "commander", "formation": "a1"},
    ]
    for seed in range(10):
        ((_, card),) = marches.deal_pieces(before, "austria", pieces, cards, random.Random(seed))
        assert card["id"] == "com.a1", "a Formation that has lost men has a commander on the map"
    with pytest.raises(Contradiction):
        marches.deal_pieces(before, "austria", 3 * pieces, cards, random.Random(1))


@pytest.mark.rule("custoza:21.3-a", "custoza:14-a")
@pytest.mark.parametrize("known", [{}, {"losses": 1}, {"blooded": True}, {"unit": True}])
def test_the_commander_of_a_formation_engaged_at_the_edge_is_not_on_the_map(known: Plain) -> None:
    """Whether it checks for fatigue is seen by all: nobody may take a piece for its commander."""
    entry: Plain = {"id": "a1", "state": "engaged", "losses": 0, "blooded": False, **known}
    unit: Plain = {"id": "?5031a", "hex": "5031", "side": "austria", "type": "infantry", "formation": "a1"}
    before: Plain = {"units": [unit] if entry.pop("unit", False) else [], "formations": [entry]}
    pieces = [{"id": "?5030a", "hex": "5030", "side": "austria", "type": "piece"}]
    cards: list[Plain] = [
        {"id": "com.a1", "type": "commander", "formation": "a1"},
        {"id": "scout", "type": "scout", "formation": None},
    ]
    for seed in range(10):
        ((_, card),) = marches.deal_pieces(before, "austria", pieces, cards, random.Random(seed))
        assert card["id"] == ("com.a1" if known else "scout")
    if not known:
        with pytest.raises(Contradiction):
            marches.deal_pieces(before, "austria", 2 * pieces, cards, random.Random(1))
