"""Chapter 3 in its finer points: what a game turn forgets, and how the next one begins."""

from __future__ import annotations

import pytest

from quadrilatero.games.custoza.answers import Limber
from quadrilatero.games.custoza.records import Acted, Moment
from quadrilatero.games.custoza.rules import sequence
from tests.games.custoza.support import Plain, austria, drive, events, italy, now, play, rolls, state

PAIR = italy("A", "3010"), austria("D", "3030")


@pytest.mark.rule("custoza:5.1.1-b")
def test_what_counts_for_one_game_turn_is_forgotten_with_it() -> None:
    s = state(italy("A", "3010", used=True), italy("B", "3012", ooc=True), austria("D", "3030"))
    changes: Plain = {"attempts": 2, "this_turn": "activated", "markers_placed": 3}
    s.change_formation("italy", fought=True, moved=True, changed=True, **changes)
    s.acted, s.in_reach = {"A": Acted("move", 6)}, {"A": ("italy",)}
    sequence.forget_turn(s)
    formation = s.formations["italy"]
    assert (formation.attempts, formation.this_turn, formation.markers_placed) == (0, None, 0)
    assert (formation.fought, formation.moved, formation.changed) == (False, False, False)
    assert (s.units["A"].used, s.units["B"].ooc) == (False, False)
    assert (s.active, s.acted, s.in_reach) == (None, {}, {})


@pytest.mark.rule("custoza:3.5-b")
def test_after_the_last_game_turn_of_a_day_comes_the_first_of_the_next() -> None:
    s = state(*PAIR)
    boxes = s.board.charts.turns_per_day(full=s.options["night_turns"] == "full")
    for gt, after in ((1, (1, 2)), (boxes - 1, (1, boxes)), (boxes, (2, 1))):
        s.day, s.gt, s.phase = 1, gt, "end"
        sequence.next_turn(s)
        assert ((s.day, s.gt), s.phase) == (after, "initiative")
        assert s.light == s.board.charts.light(s.year, s.gt)


@pytest.mark.rule("custoza:3.5-a", "custoza:8.8-d")
def test_ammunition_markers_come_off() -> None:
    s = state(italy("A", "3010", ammo="low"), italy("B", "3012", ammo="out"), italy("C", "3014"), austria("D", "3030"))
    sequence.remove_ammunition_markers(s)
    assert {unit.ammo for unit in s.units.values() if not unit.is_piece} == {"full"}


@pytest.mark.rule("custoza:3.5-a", "custoza:14.8.1-a")
@pytest.mark.parametrize(("mode", "after"), [("base", "full"), ("advanced", "low")])
def test_only_the_advanced_game_asks_for_communications(mode: str, after: str) -> None:
    s = state(italy("A", "3010", ammo="low"), austria("D", "3030"), mode=mode)
    s.change_formation("italy", cut_off=True)
    sequence.remove_ammunition_markers(s)
    assert s.units["A"].ammo == after


@pytest.mark.rule("custoza:3.1-a", "custoza:3.1-b", "custoza:2.4.2.2-a")
def test_a_tie_for_the_initiative_is_rolled_again_and_generals_count() -> None:
    generals = italy("gi", "3011", "general", value=1), austria("ga", "3031", "general", value=3)
    m = play(*PAIR, *generals, phase="initiative", dice=[4, 4, 3, 3, 4, 5, 3, 3])
    told = [(roll.data["seat"], sum(roll.dice), roll.modifiers) for roll in rolls(m, "initiative")]
    first = [("italy", 8, [("2.4.2.2-a", 1)]), ("austria", 6, [("2.4.2.2-a", 3)])]
    second = [("italy", 9, [("2.4.2.2-a", 1)]), ("austria", 6, [("2.4.2.2-a", 3)])]
    assert told == [*first, *second]
    assert [(event.rule, event.data["seat"]) for event in events(m, "initiative")] == [("3.1-a", "italy")]
    assert [(event.rule, event.data["phase"]) for event in events(m, "phase")] == [("3.2.2-a", "action")]
    assert (now(m).initiative, now(m).next, now(m).phase) == ("italy", "italy", "action")


@pytest.mark.rule("custoza:3.3-c", "custoza:3.4-d")
@pytest.mark.parametrize("initiative", ["italy", "austria"])
def test_the_side_with_the_initiative_comes_last_in_the_phases_after_the_activations(initiative: str) -> None:
    s = state(*PAIR, initiative=initiative, phase="action")
    s.acted = {"A": Acted("move", 0)}
    other = "austria" if initiative == "italy" else "italy"
    sequence.enter_phase(s, "non_activated")
    assert (s.phase, s.next, s.acted, s.passes) == ("non_activated", other, {}, 0)
    sequence.next_side(s, "ooc")
    assert (s.phase, s.next) == ("non_activated", initiative)
    sequence.next_side(s, "ooc")
    assert (s.phase, s.next) == ("ooc", other)
    assert [(event.rule, event.data["phase"]) for event in s.sink if event.kind == "phase"] == [
        ("3.3-c", "non_activated"),
        ("3.3-c", "ooc"),
    ]


@pytest.mark.rule("custoza:23-c", "custoza:22.1-a")
def test_which_batteries_may_and_must_begin_limbered() -> None:
    board: Plain = {
        "terrain": {"3010": "tione"},
        "bridges": ["3010"],
        "roads": [{"class": "major", "path": ["3009", "3010", "3011"]}],
    }
    guns = (
        italy("g", "3010", "artillery", march=True),
        italy("h", "3020", "artillery"),
        italy("k", "3022", "artillery", march=True),
    )
    s = state(*guns, austria("D", "3030"), board=board)
    script = sequence.limber(s, "italy", [s.units[id] for id in "ghk"])
    question = next(script)
    assert (question.what, question.rule, question.data["units"]) == ("limber", "23-c", ["g", "h", "k"])
    assert [option["units"] for option in question.options("italy")] == [["g", "k"], ["g"], ["g", "h", "k"]]
    for units, rule, reason in (
        (["D"], "23-c", "not_your_guns"),
        (["g", "g"], "23-c", "named_twice"),
        (["h"], "22.1-a", "limbered_on_crossing"),
    ):
        refusal = question.refuse("italy", Limber(units))
        assert (refusal.rule, refusal.reason) == (rule, reason)
    assert question.refuse("italy", Limber(["g"])) is None
    with pytest.raises(StopIteration):
        script.send(Limber(["g", "h"]))
    assert {id for id in "ghk" if s.units[id].march} == {"g", "h"}
    assert [(event.rule, event.data["units"], event.data["march"]) for event in s.sink] == [("23-c", ["g", "h"], True)]


@pytest.mark.rule("custoza:23-a", "custoza:24-a")
def test_a_minor_scenario_is_won_by_hexes_and_a_campaign_by_objectives() -> None:
    s = state(*PAIR, victory={"type": "majority", "hexes": ["3010"]})
    sequence.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason) == ("italy", "majority")
    none = {"type": "objectives", "objectives": []}
    s = state(*PAIR, victory=none, strategy={"italy": 1, "austria": 1}, mode="advanced")
    sequence.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason) == (None, "no_objective")


@pytest.mark.rule("custoza:3.5-a", "custoza:3.5-b", "custoza:22.3.3-c")
def test_at_the_end_of_a_game_turn_fortresses_recover_and_the_last_one_ends_the_game() -> None:
    fort = {"id": "F", "side": "austria", "type": "fortress", "hex": "3012", "status": "disordered"}
    victory = {"type": "majority", "hexes": ["3010", "3030"]}
    for last, over in ((3, True), (4, False)):
        s = state(italy("A", "3010", ammo="low", used=True), fort, austria("D", "3030"), victory=victory)
        s.gt, s.last, s.phase = 3, Moment(1, last), "end"
        assert list(sequence.end_phase(s)) == []
        assert (s.units["A"].ammo, s.units["F"].status) == ("full", 1)
        assert (s.result is not None, s.gt, s.units["A"].used) == ((True, 3, True) if over else (False, 4, False))
        held = next(event for event in s.sink if event.kind == "held")
        assert (held.data["gt"], held.data["italy"], held.data["austria"]) == (3, 1, 1)


@pytest.mark.rule("custoza:3.2.2-d", "custoza:3.2.2-c")
@pytest.mark.parametrize(("passes", "phase"), [(2, "action"), (3, "non_activated")])
def test_three_passes_in_a_row_end_the_action_phase(passes: int, phase: str) -> None:
    s = state(*PAIR, phase="action", initiative="italy")
    s.passes = passes
    asked = next(sequence.action_phase(s), None)
    assert (s.phase, asked is None) == (phase, passes == 3)
    assert s.passes == (0 if passes == 3 else 2)


@pytest.mark.rule("custoza:3.2.1-a", "custoza:3.2.2-a")
def test_the_action_phase_begins_with_command_and_the_initiative() -> None:
    far = italy("com", "3010", "commander"), italy("A", "3020")
    s = state(*far, austria("D", "3030"), initiative="austria", phase="initiative", next="italy")
    s.passes = 2
    asked = list(sequence.begin_action_phase(s))
    assert (s.phase, s.next, s.passes, s.units["A"].ooc) == ("action", "austria", 0, True)
    assert [reveal.event.rule for reveal in asked] == ["4.1-b"]


@pytest.mark.rule("custoza:2.4.2.2-a", "custoza:3.1-a")
def test_without_a_general_nothing_is_added_to_the_initiative() -> None:
    s = state(*PAIR, italy("gen", "3012", "general", value=2))
    for side, total, added in (("italy", 9, [("2.4.2.2-a", 2)]), ("austria", 7, [])):
        assert drive(sequence.initiative_roll(s, side), 3, 4) == total
        roll = s.sink[-1]
        assert (roll.rule, roll.data["seat"], roll.data["why"], roll.modifiers) == ("3.1-a", side, "initiative", added)
