"""Chapters 3 to 5 as far as the first activation: set-up, initiative, command, attempts."""

from __future__ import annotations

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.rules import formations
from tests.games.custoza.support import Plain, austria, events, italy, play, state

ROAD = {"roads": [{"class": "minor", "path": [f"30{row}" for row in range(10, 19)]}]}
AWAY = austria("D", "6010")


# -- 23: set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:23-c", "custoza:23-b")
def test_batteries_are_limbered_as_their_owners_like_the_italians_first() -> None:
    match = q.start("custoza", "vanguards", seed=1)
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("limber", ("italy",))
    assert [len(option["units"]) for option in match.options("italy")] == [2, 0, 4]
    refused = match.refuse("italy", {"do": "limber", "units": ["i66.d1.r29"]})
    assert refused is not None
    assert refused.rule == "23-c"
    match.answer("italy", {"do": "limber", "units": ["i66.d1.a1"]})
    assert match.ask.who == ("austria",)
    limbered = {
        unit["id"] for unit in match.view("italy")["units"] if unit.get("march") and "artillery" in unit["type"]
    }
    assert "i66.d1.a1" in limbered
    assert "i66.d1.a2" not in limbered


def test_the_first_question_of_a_game_turn() -> None:
    match = q.start("custoza", "vanguards", seed=1)
    for seat in ("italy", "austria"):
        match.answer(seat, match.options(seat)[0])
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("activate", ("austria",)), "the initiative is Austrian throughout"
    assert [event.kind for event in match.events] == ["march", "turn", "initiative", "phase", "ooc"]
    assert match.options("austria")[-1] == {"do": "pass"}


@pytest.mark.rule("custoza:4.1-b", "custoza:3.2.1-a")
@pytest.mark.parametrize("scenario", ["vanguards", "morning", "tail"])
def test_units_out_of_command_at_the_start_are_those_of_history(scenario: str) -> None:
    match = q.start("custoza", scenario, seed=1)
    for seat in ("italy", "austria"):
        match.answer(seat, match.options(seat)[0])
    strays = {id for event in events(match, "ooc") for id in event.data["units"]}
    assert strays == {place.unit for place in GAME.data.scenarios[scenario].place if place.out_of_command}


# -- 3.1: initiative ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:3.1-a", "custoza:3.1-b", "custoza:2.4.2.2-a")
def test_the_higher_total_has_the_initiative_and_ties_are_rolled_again() -> None:
    match = play(italy("A", "3010"), AWAY, austria("gen", "6011", "general", value=2), dice=[3, 4, 2, 3, 5, 4, 3, 3])
    rolls = [event for event in events(match, "roll") if event.data["why"] == "initiative"]
    assert [(event.data["seat"], event.data["total"]) for event in rolls] == [
        ("italy", 7),
        ("austria", 7),
        ("italy", 9),
        ("austria", 8),
    ]
    assert rolls[1].modifiers == [("2.4.2.2-a", 2)]
    assert events(match, "initiative")[0].data["seat"] == "italy"
    assert match.ask is not None
    assert match.ask.who == ("italy",)


def test_a_fixed_initiative_is_not_rolled_for() -> None:
    match = play(italy("A", "3010"), AWAY, initiative="austria", fixed_initiative=True)
    assert match.ask is not None
    assert match.ask.who == ("austria",)
    assert not events(match, "roll")


# -- 4: command --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:4.2-a", "custoza:4.2-b", "custoza:4.2-c")
def test_command_range_is_four_hexes_and_halves_along_roads() -> None:
    match = play(
        italy("com", "3010", "commander"),
        italy("road", "3018"),
        italy("far", "2610"),
        italy("near", "2611"),
        AWAY,
        board=ROAD,
        initiative="italy",
        fixed_initiative=True,
    )
    found = {
        unit["id"]: unit["ooc"] for unit in match.view("italy")["units"] if "ooc" in unit and unit["side"] == "italy"
    }
    assert found == {"road": False, "far": False, "near": False}
    beyond = play(italy("com", "3010", "commander"), italy("far", "2510"), AWAY, fixed_initiative=True)
    assert beyond.view("italy")["units"][1]["ooc"] is True


@pytest.mark.rule("custoza:4.2-d", "custoza:4.2-e")
def test_command_range_passes_neither_enemies_nor_their_zones_nor_the_mincio() -> None:
    def out(*others: Plain, board: Plain | None = None) -> bool:
        match = play(italy("com", "1010", "commander"), italy("U", "1013"), *others, board=board, fixed_initiative=True)
        units = match.view("italy")["units"]
        return bool(next(unit["ooc"] for unit in units if unit["id"] == "U"))

    blocked = [austria("D", "1011"), austria("E", "1110", "light"), austria("F", "1112")]
    assert not out()
    assert out(*blocked)
    water = {"terrain": dict.fromkeys(("1011", "1111", "1110", "1109"), "mincio")}
    assert out(board=water)


# -- 3.2 and 5: attempts -----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:5.1.1-a", "custoza:5.1.1-b", "custoza:3.2.2-a")
def test_failed_attempts_help_the_next() -> None:
    match = play(
        italy("A", "3010"),
        AWAY,
        formations=[{"id": "italy", "side": "italy", "command": 2}],
        fixed_initiative=True,
        dice=[5, 5, 5],
    )
    for _ in range(3):
        match.answer("italy", {"do": "activate", "formation": "italy"})
        match.answer("austria", {"do": "pass"})
    rolls = [event for event in events(match, "roll") if event.data["why"] == "activation"]
    assert [(event.data["total"], event.data["outcome"]) for event in rolls] == [
        (5, "failed"),
        (4, "failed"),
        (3, "failed"),
    ]
    assert rolls[2].modifiers == [("5.1.1-b", -2)]
    assert match.view("italy")["formations"][0]["attempts"] == 3


@pytest.mark.rule("custoza:5.1.3-a", "custoza:2.4.2.2-b")
def test_a_general_nearby_helps() -> None:
    units = [italy("com", "3010", "commander"), italy("A", "3010"), italy("gen", "3012", "general", value=2), AWAY]
    s = state(*units, fixed_initiative=True)
    assert formations.activation_modifiers(s, s.formations["italy"]) == [("5.1.1-b", 0), ("5.1.3-a", -1)]
    s = state(*units[:2], italy("gen", "3012", "general", value=1), AWAY)
    assert formations.activation_modifiers(s, s.formations["italy"])[1] == ("5.1.3-a", 0)


@pytest.mark.rule("custoza:5.2-a", "custoza:22.4-b", "custoza:26.1.3-a")
def test_the_natural_die_comes_first() -> None:
    s = state(italy("A", "3010"), AWAY, formations=[{"id": "italy", "side": "italy", "attempts": 3}])
    outcome = formations.activation_outcome
    italian = s.formations["italy"]
    modifiers = formations.activation_modifiers(s, italian)
    assert [outcome(s, italian, face, modifiers) for face in (6, 5)] == ["loose_cannon", "activated"]
    s.light = "night"
    assert outcome(s, italian, 6, modifiers) == "night"
    s.light, s.mode, s.reluctance = "day", "advanced", True
    assert [outcome(s, italian, face, modifiers) for face in (4, 5, 6)] == ["activated", "reluctant", "reluctant"]
    s.change_formation("italy", blooded=True)
    assert outcome(s, s.formations["italy"], 5, modifiers) == "activated"


@pytest.mark.rule("custoza:3.2.2-b", "custoza:3.2.2-c")
def test_any_attempt_starts_the_count_of_passes_again() -> None:
    match = play(italy("A", "3010"), AWAY, fixed_initiative=True, dice=[5])
    match.answer("italy", {"do": "pass"})
    match.answer("austria", {"do": "activate", "formation": "austria"})
    match.answer("italy", {"do": "pass"})
    match.answer("austria", {"do": "pass"})
    assert match.view(None)["passes"] == 2
    assert [event.data["passes"] for event in events(match, "passed")] == [1, 1, 2]


@pytest.mark.rule("custoza:5.1-b", "custoza:5.1-a")
def test_who_may_not_be_tried() -> None:
    match = play(
        italy("A", "3010"),
        italy("B", "4010", formation="b"),
        AWAY,
        formations=[{"id": "b", "side": "italy", "this_turn": "activated"}],
        fixed_initiative=True,
    )
    again = match.refuse("italy", {"do": "activate", "formation": "b"})
    theirs = match.refuse("italy", {"do": "activate", "formation": "austria"})
    assert again is not None
    assert again.rule == "5.1-b"
    assert theirs is not None
    assert theirs.rule == "5.1-a"
    assert match.options("italy") == [{"do": "activate", "formation": "italy"}, {"do": "pass"}]


@pytest.mark.rule("custoza:5.2.1-a", "custoza:chart.MORALE-a")
def test_morale_goes_with_combats_and_stays_on_its_track() -> None:
    s = state(italy("A", "3010"), AWAY)
    for _ in range(4):
        formations.change_morale(s, ["italy", None, "italy"], 1)
    assert s.formations["italy"].morale == 3
    assert [event.data["morale"] for event in s.sink] == [1, 2, 3]


@pytest.mark.rule("custoza:22.4-b", "custoza:5.2-a")
def test_a_six_at_night_activates_a_formation_that_does_nothing() -> None:
    match = play(italy("A", "3010"), AWAY, light="night", fixed_initiative=True, dice=[6])
    match.answer("italy", {"do": "activate", "formation": "italy"})
    (told,) = events(match, "activated")
    assert (told.rule, told.data["formation"], told.data["conduct"]) == ("22.4-b", "italy", "night")
    assert [event.data["success"] for event in events(match, "roll")] == [True], "it counts as activated"
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("activate", ("austria",))
    again = match.refuse("austria", {"do": "activate", "formation": "italy"})
    assert again is not None


@pytest.mark.rule("custoza:5.2-a", "custoza:5.2-b")
def test_a_loose_cannon_acts_whatever_the_die_shows() -> None:
    match = play(italy("A", "3010"), AWAY, fixed_initiative=True, dice=[6, 1])
    match.answer("italy", {"do": "activate", "formation": "italy"})
    (roll,) = [event for event in events(match, "roll") if event.data["why"] == "loose_cannon"]
    (told,) = events(match, "activated")
    assert (roll.rule, roll.data["success"], roll.data["outcome"]) == ("5.2-b", True, told.data["conduct"])
