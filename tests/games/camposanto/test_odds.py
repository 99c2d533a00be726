"""Odds: the published figures, the chain against many rolls and against the engine itself, and that nothing leaks."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.duel import Duel, at_least, solve, well
from quadrilatero.kernel import Dice
from tests.games.camposanto.support import austria, begin, spain

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
M = spain("M", "marshal", "0811")
N = austria("N", "marshal", "0808")
ON_D = {"do": "assault", "unit": "A", "targets": ["D"]}
DONE = {"do": "done"}
FIGHT = {"do": "fight"}
NEVER: dict[str, Any] = {"attacker": {"reroll_if": "never"}, "defender": {"reroll_if": "never"}}
CAREFUL: dict[str, Any] = {
    "attacker": {"stand_if": 0.65, "reroll_if": 0.5},
    "defender": {"stand_if": 0.7, "reroll_if": "never"},
}
ELSEWHERE = (spain("F", "inf", "0115"), austria("E", "inf", "0101"))


def ready(*units: dict[str, Any], declared: bool = True, **how: Any) -> q.Match:
    m = begin(*units, step="assault", **how)
    if declared:
        m.answer("spain", ON_D)
    return m


def total(odds: q.Odds) -> float:
    return sum(p for _, p in odds.outcomes)


def duel(attack: int, defence: int) -> Duel:
    never = ((False,), (False,))
    return Duel(9, 0, (attack, defence), (0, 0), never, ((), ()), (0.0, 0.0), (0.0, 0.0))


# -- the figures -------------------------------------------------------------------------------------------------------


def test_two_dice():
    of_36 = {12: 1, 11: 3, 10: 6, 9: 10, 8: 15, 7: 21, 6: 26, 5: 30, 4: 33, 3: 35, 2: 36, 1: 36, 13: 0}
    assert {number: round(at_least(number) * 36) for number in of_36} == of_36


@pytest.mark.parametrize(
    ("attack", "defence", "wins"),
    [
        (0, 0, 0.565),
        (1, 0, 0.687),
        (0, -1, 0.660),
        (1, -1, 0.766),
        (2, -1, 0.855),
        (2, -2, 0.906),
        (3, -2, 0.946),
        (3, -3, 0.971),
        (-1, 0, 0.428),
        (-1, 1, 0.336),
        (-2, 1, 0.217),
        (-2, 2, 0.163),
    ],
)
def test_an_assault_fought_to_the_end(attack, defence, wins):
    chances = solve(duel(attack, defence)).chances
    assert round(well(chances, 0), 3) == wins
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(("state", "stars", "wins"), [("aggressive", 0, 0.565), ("impetuous", 0, 0.687)])
def test_the_same_through_the_table(state, stars, wins):
    odds = q.odds(ready(A, D, state=state), "spain", DONE)
    assert odds.exact
    assert odds.error == 0
    assert round(odds.success, 3) == wins
    assert [(o["winner"], o["hits"], o["fell_back"]) for o, _ in odds.outcomes] == [
        ("attacker", 1, None),
        ("defender", 1, None),
    ]
    assert odds.policy == {side: {"stand_if": "always", "reroll_if": "always"} for side in ("attacker", "defender")}


def test_modifiers_are_those_of_the_rules():
    m = ready(A | {"stars": 2}, D | {"stars": 1, "steps": 3}, state="impetuous", board={"farmhouses": ["0809"]})
    first, second = q.odds(m, "spain", DONE).blows[:2]
    assert first["modifiers"] == [("7.2-b", 1), ("7.2-c", 1), ("7.2-d", 1), ("7.2-f", -1)]
    assert second["modifiers"] == [("7.2-c", -1), ("7.2-d", -1)]
    assert (first["need"], second["need"]) == (9, 8)
    assert first["chance"] == pytest.approx(21 / 36)
    assert second["reach"] == pytest.approx(15 / 36)


# -- fire --------------------------------------------------------------------------------------------------------------

GUN = spain("G", "art", "0810", fire=[2, 1, 0, -1])
SHOT = {"do": "fire", "unit": "G"}


@pytest.mark.parametrize(("hex", "of_36"), [("0809", 21), ("0808", 15), ("0807", 10), ("0806", 6)])
def test_a_shot_by_its_number_for_the_range(hex, of_36):
    m = begin(GUN, D | {"hex": hex}, step="artillery")
    odds = q.odds(m, "spain", SHOT | {"hex": hex})
    hit, miss = odds.outcomes
    assert hit[0] == {"hit": True, "unit": "D", "steps": 3, "eliminated": False, "game_over": False}
    assert miss[0] == {"hit": False, "unit": "D", "steps": 4, "eliminated": False, "game_over": False}
    assert (hit[1], miss[1]) == (pytest.approx(of_36 / 36), pytest.approx(1 - of_36 / 36))
    assert odds.success == hit[1]


def test_a_shot_at_the_top_of_a_stack_in_farmhouses():
    light = austria("L", "light", "0809")
    m = begin(GUN, D, light, *ELSEWHERE, step="artillery", board={"farmhouses": ["0809"]})
    odds = q.odds(m, "spain", SHOT | {"hex": "0809"})
    assert odds.outcomes[0][0] == {"hit": True, "unit": "L", "steps": 0, "eliminated": True, "game_over": False}
    assert odds.blows[0]["modifiers"] == [("9.1-g", 2), ("9.1-j", -1)]
    assert odds.success == pytest.approx(15 / 36)
    assert "L" in odds.text("it")


def test_light_infantry_fires_without_help_and_a_marshal_is_killed():
    m = begin(spain("L", "light", "0810"), N | {"hex": "0809"}, D | {"hex": "0101"}, step="light_fire")
    odds = q.odds(m, "spain", {"do": "fire", "unit": "L", "hex": "0809"})
    assert odds.outcomes[0][0] == {"hit": True, "unit": "N", "steps": 0, "eliminated": True, "game_over": False}
    assert odds.success == pytest.approx(10 / 36)


def test_a_shot_that_would_end_the_game_says_so():
    m = begin(GUN, austria("L", "light", "0809"), step="artillery")
    assert q.odds(m, "spain", SHOT | {"hex": "0809"}).outcomes[0][0]["game_over"]


# -- against many rolls ------------------------------------------------------------------------------------------------


def struck_by_hand(attack: int, defence: int, rng: random.Random) -> bool:
    """7.1 with nothing but dice."""
    need, attacking = 9, True
    while rng.randint(1, 6) + rng.randint(1, 6) + (attack if attacking else defence) < need:
        need, attacking = need - 1, not attacking
    return attacking


@pytest.mark.parametrize(("attack", "defence"), [(0, 0), (1, -1), (-2, 1), (3, -3)])
def test_the_chain_agrees_with_200_000_fights_rolled_by_hand(attack, defence):
    fights, rng = 50_000, random.Random(attack * 10 + defence)
    won = sum(struck_by_hand(attack, defence, rng) for _ in range(fights))
    p = well(solve(duel(attack, defence)).chances, 0)
    assert won / fights == pytest.approx(p, abs=4 * (p * (1 - p) / fights) ** 0.5)


SITUATIONS = [
    ((A, D), {}, {}),
    ((A, D, M, N), {}, {}),
    ((A, D, M, N), {"state": "impetuous"}, CAREFUL),
    ((A, D, *ELSEWHERE), {"turn": "evening"}, NEVER),
]


@pytest.mark.parametrize(("units", "how", "policy"), SITUATIONS)
def test_the_chain_agrees_with_fights_played_in_the_engine(units, how, policy):
    m = ready(*units, **how)
    exact = q.odds(m, "spain", DONE, policy)
    played = q.odds(m, "spain", DONE, {**policy, "samples": 400})
    assert (exact.exact, played.exact) == (True, False)
    assert 0 < played.error <= 0.5 / 400**0.5
    assert total(played) == pytest.approx(1)
    counted = {repr(sorted(o.items())): p for o, p in played.outcomes}
    for outcome, p in exact.outcomes:
        found = counted.pop(repr(sorted(outcome.items())), 0.0)
        assert found == pytest.approx(p, abs=4.5 * (p * (1 - p) / 400) ** 0.5), outcome
    assert not counted, "the engine came to an end that the chain does not know"


def walked(m: q.Match, answer: Any, p: float, ends: dict[tuple[Any, ...], float]) -> None:
    """Every end of an Assault by the engine itself: each roll once as the highest and once as the lowest."""
    for faces, lucky in (((6, 6), True), ((1, 1), False)):
        twin = m.clone()
        twin.dice = Loaded(faces)
        before = len(twin.events)
        twin.answer(m.ask.who[0], answer)
        new = twin.events[before:]
        roll = next(event for event in new if event.kind == "roll")
        chance = at_least(roll.data["need"] - sum(value for _, value in roll.modifiers))
        share = p * (chance if lucky else 1 - chance)
        if share == 0:
            continue
        if lucky:
            lost = sum(event.rule == "8.2-i" for event in twin.events)
            ends[roll.data["role"], lost] = ends.get((roll.data["role"], lost), 0.0) + share
        else:
            following = {"reroll": lambda t=twin: t.options(t.ask.who[0])[0]}.get(twin.ask.what, lambda: FIGHT)()
            walked(twin, following, share, ends)


class Loaded:
    """Dice that always show the same, once: every question after a roll must be met by a player."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.shown = faces

    def faces(self, counter: int, count: int) -> tuple[int, ...]:
        assert count == Dice(2).count
        return self.shown

    def plain(self) -> dict[str, Any]:
        raise NotImplementedError

    def public(self) -> dict[str, Any]:
        raise NotImplementedError


@pytest.mark.parametrize("units", [(A, D), (A, D, M), (A, D, N), (A, D, M, N), (A | {"stars": 1}, D, M, N)])
@pytest.mark.parametrize("state", ["aggressive", "impetuous"])
def test_the_chain_is_the_engine_s_own_tree(units, state):
    m = ready(*units, state=state)
    ends: dict[tuple[Any, ...], float] = {}
    walked(m, DONE, 1.0, ends)
    found: dict[tuple[Any, ...], float] = {}
    for outcome, p in q.odds(m, "spain", DONE).outcomes:
        key = (outcome["winner"], sum(outcome["marshals_lost"].values()))
        found[key] = found.get(key, 0.0) + p
    assert found == pytest.approx(ends)
