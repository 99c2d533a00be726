"""Chapters 11 and 12: hits and figures, dispersal, tests and what changes them, demoralised brigades."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules import losses, morale
from quadrilatero.games.vivaorre.state import State
from tests.games.vivaorre.battle import blue, events, play, red, rolls, state, unit_of

HERE = [30000, 10000]
FOE = blue("D", [30000, 30000])


@pytest.mark.rule("vivaorre:11-a")
def test_every_two_hits_remove_a_figure_and_an_odd_one_is_carried() -> None:
    s = state(red("A", HERE))
    hurt = losses.take(s, s.units["A"], 3, "fire")
    assert hurt is not None
    assert (hurt.figures, hurt.hits) == (7, 1)
    again = losses.take(s, hurt, 1, "fire")
    assert again is not None
    assert (again.figures, again.hits) == (6, 0)


@pytest.mark.rule("vivaorre:11-b", "vivaorre:1-g")
def test_a_unit_disperses_at_a_quarter_which_is_never_rounded() -> None:
    s = state(red("A", HERE, figures=4, start=10, points=70))
    three = losses.take(s, s.units["A"], 2, "fire")
    assert three is not None, "three of ten are more than a quarter"
    assert losses.take(s, three, 2, "fire") is None
    assert "A" not in s.units
    assert s.score == {"red": 0, "blue": 70}


@pytest.mark.rule("vivaorre:12-p")
@pytest.mark.parametrize(("strength", "lost", "broken"), [(6, 2, False), (6, 3, True), (7, 3, False), (7, 4, True)])
def test_a_brigade_is_demoralised_at_half(strength: int, lost: int, broken: bool) -> None:
    units = [red(f"A{n}", [10000 + 4000 * n, 10000], brigade="b") for n in range(strength)]
    s = state(*units)
    for n in range(lost):
        losses.lose(s, s.units[f"A{n}"], "11-b", "dispersed")
    assert s.brigades["b"].demoralised is broken
    assert all(unit.state == ("shaken" if broken else "steady") for unit in s.units.values())


def modifiers(s: State) -> int:
    return sum(value for _, value in morale.modifiers(s, s.units["A"], "fire"))


@pytest.mark.rule("vivaorre:12-m1", "vivaorre:12-m2", "vivaorre:12-m3")
@pytest.mark.parametrize(
    ("more", "added"),
    [
        ({}, 0),
        ({"class": "a-c-c"}, 2),
        ({"class": "e-c-c"}, -2),
        ({"state": "shaken"}, -1),
        ({"figures": 4, "start": 8}, -1),
        ({"figures": 5, "start": 8}, 0),
    ],
)
def test_what_changes_a_morale_test(more: dict[str, Any], added: int) -> None:
    assert modifiers(state(red("A", HERE, **more))) == added


@pytest.mark.rule("vivaorre:12-m4", "vivaorre:5-l", "vivaorre:5-ch11")
@pytest.mark.parametrize(
    ("general", "added"),
    [({"with": "A"}, 1), ({"with": "A", "substitute": True}, 0), ({"with": "A", "characters": ["tirannico"]}, 0)],
)
def test_a_general_with_the_unit_steadies_it(general: dict[str, Any], added: int) -> None:
    assert modifiers(state(red("A", HERE), generals=[{"id": "G", "side": "red", **general}])) == added


@pytest.mark.rule("vivaorre:5-ch4")
def test_a_carismatico_steadies_all_he_commands_but_none_twice() -> None:
    def with_general(**more: Any) -> list[tuple[str, int]]:
        general = {"id": "G", "side": "red", "brigade": "b", "characters": ["carismatico"], **more}
        s = state(red("A", HERE, brigade="b"), generals=[general])
        return morale.modifiers(s, s.units["A"], "fire")

    assert with_general(at=[60000, 40000]) == [("5-ch4", 1)]
    assert with_general(**{"with": "A"}) == [("12-m4", 1)]


@pytest.mark.rule("vivaorre:1-j", "vivaorre:12-g")
@pytest.mark.parametrize(("face", "total", "passed"), [(1, 9, False), (6, 0, True), (3, 4, True), (5, 3, False)])
def test_a_natural_one_fails_and_a_natural_six_passes(face: int, total: int, passed: bool) -> None:
    assert morale.succeeds(face, total, 4) is passed


@pytest.mark.rule("vivaorre:12-d", "vivaorre:12-h")
def test_fire_brings_a_test_only_once_a_quarter_is_lost() -> None:
    firer = blue("D", [30000, 10500], weapon="musket", figures=8)
    match = play(
        red("A", HERE, figures=8, weapon="none", **{"class": "c-/-c"}),
        firer,
        phase="fire",
        dice=[5, 5, 1, 1, 1, 1, 1, 1],
    )
    match.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    assert unit_of(match, "A")["figures"] == 7
    assert rolls(match, "morale") == [], "one of eight is less than a quarter"
    dice = [5, 5, 5, 5, 1, 1, 1, 1, 2]
    match = play(red("A", HERE, figures=8, weapon="none", **{"class": "c-/-c"}), firer, phase="fire", dice=dice)
    match.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    (test,) = rolls(match, "morale")
    assert (test.data["occasion"], test.data["total"], test.data["result"]) == ("fire", 2, "shaken")
    assert [event.data["state"] for event in events(match, "state")] == ["shaken"]


@pytest.mark.rule("vivaorre:12-j")
def test_the_shaken_recover_in_the_turn_after() -> None:
    match = play(red("A", HERE, state="shaken"), FOE, phase="recovery")
    assert unit_of(match, "A")["state"] == "shaken", "it was shaken in this turn"
    match = play(red("A", HERE, state="shaken", shaken_since=1), FOE, phase="recovery", turn=2, last_turn=2)
    assert unit_of(match, "A")["state"] == "steady"


@pytest.mark.rule("vivaorre:12-p")
def test_a_demoralised_brigade_does_not_recover() -> None:
    brigades = {"b": {"side": "red", "strength": 2, "demoralised": True}}
    shaken = red("A", HERE, state="shaken", shaken_since=1, brigade="b")
    match = play(shaken, FOE, phase="recovery", turn=3, last_turn=3, brigades=brigades)
    assert unit_of(match, "A")["state"] == "shaken"
