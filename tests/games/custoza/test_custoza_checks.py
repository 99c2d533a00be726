"""Chapter 13 in its finer points: who checks, what is added for whom, and what is told of it."""

from __future__ import annotations

import pytest

from quadrilatero.games.custoza.rules import cohesion, losses
from quadrilatero.games.custoza.rules.combat import Melee
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import Plain, austria, drive, italy, play, rolls, state

FAR = austria("D", "3030")


def told(s: State, kind: str) -> list[Plain]:
    return [event.data for event in s.sink if event.kind == kind]


@pytest.mark.rule("custoza:13.2-a", "custoza:13.2-c")
def test_who_has_left_the_map_checks_no_more_and_who_passes_loses_nothing() -> None:
    s = state(italy("A", "1004", cv=8, sv=2), italy("B", "1004", cv=8, sv=2), italy("C", "3010"), FAR)
    assert s.units["A"].hex == 0, "the first hex of the map is a hex as any other"
    s.remove(s.units["B"], "eliminated")
    found = drive(cohesion.check(s, s.of(["A", "B"]), "face"), 4, 4)
    assert found == {"A": (0, True)}
    assert told(s, "status") == []
    s.remove(s.units["C"], "eliminated")
    assert drive(cohesion.check(s, s.of(["C"]), "face")) == {}, "nobody is left to roll for"


@pytest.mark.rule("custoza:13.2-b", "custoza:chart.CCET-a")
def test_each_unit_of_a_force_adds_its_own_and_what_all_add_is_told_of_the_roll() -> None:
    weak, fresh = italy("A", "3010", cv=8, sv=2, sp=2, max=6), italy("B", "3010", cv=8, sv=2)
    s = state(weak, fresh, FAR)
    half = s.board.charts.check_drm("half_strength")
    found = drive(cohesion.check(s, s.of(["A", "B"]), "combat", [("10.4.8-a", 1), ("11.5.4-a", 0)], apply=False), 3, 4)
    assert (found["A"].passed, found["B"].passed) == (False, True)
    (roll,) = [event for event in s.sink if event.kind == "roll"]
    assert roll.modifiers == [("10.4.8-a", 1)], "common to both"
    assert roll.data["success"] is False, "not all have passed"
    one, other = roll.data["checks"]
    assert one["modifiers"] == [["10.4.8-a", 1], ["chart.CCMT-a", half]], "zeros left out"
    assert (other["modifiers"], other["total"], other["margin"], other["passed"]) == ([["10.4.8-a", 1]], 8, 0, True)
    assert (one["total"], one["margin"], one["passed"]) == (8 + half, half, False)
    assert [unit.status for unit in s.of(["A", "B"])] == [0, 0], "it was not to be applied"


@pytest.mark.rule("custoza:13.2-a")
def test_the_reckoning_of_a_check_is_kept_from_those_who_do_not_see_the_units() -> None:
    """Guns fire at infantry that lies face down; it turns in reaction and checks."""
    m = play(
        austria("g", "3013", "artillery", facing="N", sp=1),
        italy("A", "3010", facing="N"),
        active={"formation": "austria"},
        dice=[1, 2, 3, 4],
    )
    m.answer("austria", {"do": "fire", "units": ["g"], "hex": "3010"})
    m.answer("italy", {"do": "face", "units": ["A"], "facing": "S"})
    (own,) = rolls(m, "cohesion")
    (seen,) = [event for event in m.told("austria") if event.kind == "roll" and event.data["why"] == "cohesion"]
    assert "checks" in own.data
    assert {"checks", "total"}.isdisjoint(seen.data)
    assert (seen.dice, seen.modifiers, seen.data["reason"]) == ((3, 4), [], "face")


def fight(s: State, unit: str, why: str = "charge") -> list[tuple[str, int]]:
    """What K's attack on 3011 adds to the check of a unit."""
    rider, stack = s.units["K"], s.stack(s.board.hex("3011"))
    melee = Melee(why, (rider,), tuple(stack), rider.hex, s.board.hex("3011"), rider, stack[0])
    return [pair for pair in cohesion.of_combat(s, s.units[unit], melee) if pair[1]]


@pytest.mark.rule("custoza:13.2-e", "custoza:11.5.4-b", "custoza:7.8.3-a")
def test_what_a_combat_adds_to_a_check_of_each_class() -> None:
    rider = italy("K", "3010", "cavalry", facing="S")
    for square, rule in ((True, "11.5.4-b"), (False, "13.2-e")):
        units = (
            austria("I", "3011", facing="N", square=square, sv=2),
            austria("g", "3011", "artillery", facing="N", square=square),
        )
        s = state(rider, *units)
        assert [name for name, _ in fight(s, "I")] == [rule]
        assert fight(s, "g") == [], "guns check as ever"
        assert fight(s, "K") == [], "so does who charges"
        assert [name for name, _ in fight(s, "I", "assault")] == (["11.5.4-b"] if square else [])
    marching = state({**rider, "march": True}, austria("I", "3011", facing="N", march=True))
    assert [name for name, _ in fight(marching, "K")] == ["7.8.3-a"]
    assert [name for name, _ in fight(marching, "I", "assault")] == ["7.8.3-a"]


@pytest.mark.rule("custoza:2.7-b", "custoza:2.7-c")
@pytest.mark.parametrize(
    ("facing", "ground", "rules"), [("N", {}, []), ("S", {}, ["2.7-b"]), ("S", {"3011": "village"}, ["2.7-c"])]
)
def test_the_rear_and_walls_count_for_the_defender(facing: str, ground: Plain, rules: list[str]) -> None:
    board = {"terrain": ground}
    s = state(italy("K", "3010", facing="S"), austria("I", "3011", facing=facing), board=board)
    assert [name for name, _ in fight(s, "I", "assault")] == rules
    assert fight(s, "K", "assault") == []


@pytest.mark.rule("custoza:18.4-a", "custoza:19.3-a", "custoza:20.1.1-a")
def test_burdens_of_a_formation_count_in_the_advanced_game_alone() -> None:
    tired: Plain = {"id": "italy", "side": "italy", "fatigued": True, "cut_off": True}
    fort = {"id": "F", "side": "italy", "type": "fortress", "hex": "3012"}
    for mode, rules in (("advanced", ["18.4-a", "20.1.1-a"]), ("base", [])):
        s = state(italy("A", "3010"), fort, FAR, mode=mode, formations=[tired])
        assert [name for name, _ in cohesion.of_formation(s, s.units["A"])] == rules
        assert cohesion.of_formation(s, s.units["F"]) == [], "a fortress is of no Formation"


@pytest.mark.rule("custoza:13.3-a", "custoza:13.2-f")
def test_the_others_lose_their_levels_although_one_has_gone() -> None:
    s = state(italy("A", "3010", sv=2), italy("B", "3010", sv=2, status="shaken"), FAR)
    units = s.of(["A", "B"])
    s.remove(units[0], "eliminated")
    drive(cohesion.lose_levels(s, units, 1, "13.3-a"))
    assert [(row["unit"], row["from"], row["to"]) for row in told(s, "status")] == [("B", "shaken", "disordered")]


@pytest.mark.rule("custoza:13.5-b", "custoza:13.5-a")
def test_one_source_that_can_be_reached_is_enough_and_who_has_none_is_told_to_be_lost() -> None:
    around = ("3009", "3109", "3110", "3011", "2910", "2909")
    for ring, supply, box in ((False, ["1004", "3031"], "routed"), (True, ["1004"], "eliminated")):
        foes = [austria(f"d{n}", hex) for n, hex in enumerate(around)] if ring else []
        lakes = dict.fromkeys(("1005", "1104"), "lake")
        s = state(italy("A", "3010", status="disorganised"), *foes, board={"terrain": lakes}, supply={"italy": supply})
        drive(cohesion.lose_levels(s, [s.units["A"]], 1, "13.3-a"))
        assert s.units["A"].box == box
        assert [row["why"] for row in told(s, "eliminated")] == (["no_supply"] if ring else [])


@pytest.mark.rule("custoza:13.5-a", "custoza:7.1-a")
@pytest.mark.parametrize(("enemy", "shown"), [("3030", ["A"]), ("3011", [])])
def test_who_routs_out_of_sight_is_turned_up_first(enemy: str, shown: list[str]) -> None:
    """Routed units are set aside face up, so that what lay face down is known from then on."""
    s = state(italy("A", "3010", status="disorganised", sp=4, max=6), austria("D", enemy))
    found = [asked.event for asked in cohesion.lose_levels(s, [s.units["A"]], 1, "22.1-d")]
    assert [id for event in found for id in event.data["units"]] == shown
    assert [(event.rule, event.data["sp"]) for event in found] == [("13.5-a", [4])] * len(shown)
    assert s.units["A"].box == "routed"


@pytest.mark.rule("custoza:8.7-a", "custoza:7.1-a")
@pytest.mark.parametrize(("enemy", "shown"), [("3030", ["A"]), ("3011", [])])
def test_who_loses_its_last_strength_out_of_sight_is_turned_up_first(enemy: str, shown: list[str]) -> None:
    """What is lost is set aside face up: only a revealed fact may tell the enemy which counter it was."""
    s = state(italy("A", "3010", sp=1, max=6), austria("D", enemy))
    found = [asked.event for asked in losses.lose(s, s.units["A"], 1, "8.7-a")]
    assert [id for event in found for id in event.data["units"]] == shown
    assert [event.kind for event in s.sink] == ["hit", "eliminated"]
    assert s.units["A"].box == "eliminated"
