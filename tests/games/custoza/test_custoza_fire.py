"""Chapter 8: fire, ammunition and lines of sight."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import sight
from tests.games.custoza.support import Plain, austria, events, italy, play, refused, state

ACTIVE = {"formation": "italy"}


def shot(*units: Plain, dice: list[int], answer: Plain | None = None, **more: Any) -> q.Match:
    """A shot of the battery g in 3010 at whoever stands in 3012."""
    m = play(italy("g", "3010", "artillery", facing="S"), *units, dice=dice, active=ACTIVE, **more)
    m.answer("italy", answer or {"do": "fire", "units": ["g"], "hex": "3012"})
    return m


def fired(m: q.Match) -> q.Event:
    """The roll of the last shot."""
    return [event for event in events(m, "roll") if event.data["why"] == "fire"][-1]


@pytest.mark.rule("custoza:8.1-a", "custoza:8.2-b", "custoza:8.6-c")
def test_a_battery_fires_with_its_strength_by_range() -> None:
    roll = fired(shot(austria("D", "3012", facing="N"), dice=[5, 4]))
    assert (roll.data["range"], roll.data["sp"], roll.data["power"], roll.data["column"]) == (2, 4, 8, "8-10")
    assert roll.data["result"] == "1S1"


@pytest.mark.rule("custoza:8.6-d", "custoza:8.7-b", "custoza:8.7-c")
def test_sp_are_lost_first_by_the_largest_then_as_the_owner_says_and_all_lose_levels() -> None:
    target = austria("r", "3012", facing="N"), austria("b", "3012", "light", facing="N", status="shaken")
    guns = austria("h", "3012", "artillery", facing="N")
    m = shot(*target, guns, dice=[6, 6], answer={"do": "fire", "units": ["g"], "hex": "3012", "at": "infantry"})
    assert fired(m).data["result"] == "2S2", "a full hex is a massed target"
    assert (m.ask.what, m.ask.data["units"], m.ask.data["left"]) == ("hit", ["r", "b"], 1)
    m.answer("austria", {"do": "hit", "unit": "b"})
    s = m.standing()[1]
    assert [s.units[id].sp for id in "rbh"] == [5, 1, 4]
    assert [s.units[id].status for id in "rbh"] == [2, 3, 0]


@pytest.mark.rule("custoza:8.7-a", "custoza:8.1-e")
def test_the_target_force_must_be_named_where_there_are_two() -> None:
    two = austria("D", "3012"), austria("h", "3012", "artillery")
    m = play(italy("g", "3010", "artillery", facing="S"), *two, active=ACTIVE)
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3012"}) == "8.1-e"
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3012", "at": "cavalry"}) == "8.1-e"
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3013"}) == "8.1-e"


@pytest.mark.rule("custoza:8.2-a", "custoza:8.1-d", "custoza:8.3-a")
def test_range_and_arc() -> None:
    far, behind = austria("F", "3016"), austria("B", "3007")
    m = play(italy("g", "3010", "artillery", facing="S"), far, behind, dice=[1, 1], active=ACTIVE)
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3016"}) == "8.2-a"
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3007"}) == "8.1-d"
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3007", "facing": "N"})
    assert fired(m).data["hex"] == "3007"


@pytest.mark.rule("custoza:8.3-e", "custoza:7.9-a", "custoza:8.8-b")
def test_who_cannot_fire() -> None:
    units = italy("L", "3010"), italy("c", "3020", "cavalry"), italy("g", "2510", "artillery", march=True)
    out, foes = (
        italy("h", "2010", "artillery", ammo="out"),
        [austria(n, h) for n, h in (("D", "3012"), ("E", "3022"), ("F", "2512"), ("G", "2012"))],
    )
    m = play(*units, out, *foes, active=ACTIVE)
    found = [
        refused(m, "italy", {"do": "fire", "units": [id], "hex": hex})
        for id, hex in (("L", "3012"), ("c", "3022"), ("g", "2512"), ("h", "2012"))
    ]
    assert found == ["8.3-e", "8.3-e", "7.9-a", "8.8-b"]


@pytest.mark.rule("custoza:8.8-a")
def test_the_first_shot_leaves_low_ammunition() -> None:
    m = shot(austria("D", "3012", facing="N"), dice=[1, 1])
    assert m.standing()[1].units["g"].ammo == "low"


@pytest.mark.rule("custoza:8.8-b", "custoza:8.4-a")
def test_each_unit_with_low_ammunition_rolls_before_it_fires() -> None:
    units = [italy(id, "3010", "artillery", facing="S", ammo="low", sv=1) for id in ("g", "h")]
    m = play(*units, austria("D", "3012", facing="N"), dice=[2, 3, 1, 1], active=ACTIVE)
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3012"}) == "8.4-a"
    m.answer("italy", {"do": "fire", "units": ["g", "h"], "hex": "3012"})
    rolls = [(event.data["unit"], event.data["success"]) for event in events(m, "roll") if event.data["why"] == "ammo"]
    assert rolls == [("g", False), ("h", True)]
    assert fired(m).data["sp"] == 4, "only the battery that kept ammunition"
    assert m.standing()[1].units["g"].ammo == "out"


@pytest.mark.rule("custoza:7.6-f", "custoza:8.9-c")
def test_a_shot_from_behind_and_uphill() -> None:
    board = {"levels": {"3012": 1}}
    roll = fired(shot(austria("D", "3012", facing="S"), dice=[1, 1], board=board))
    assert roll.modifiers == [("7.6-f", 2), ("8.9-c", -1)]


@pytest.mark.rule("custoza:8.6-a", "custoza:11.5.2-b", "custoza:11.5.4-b")
def test_square_crowd_and_ground_shift_the_column() -> None:
    board = {"terrain": {"3012": "village"}}
    crowd = austria("D", "3012", square=True), austria("E", "3012", sv=2, square=True)
    roll = fired(shot(*crowd, dice=[1, 1], board=board))
    assert roll.data["shifts"] == [["11.5.4-b", 2], ["11.5.2-b", 1], ["8.6-a", -2]]


@pytest.mark.rule("custoza:8.6-b")
def test_cohesion_of_the_firer_counts() -> None:
    m = play(
        italy("g", "3010", "artillery", facing="S", status="shaken"),
        austria("D", "3012", facing="N"),
        dice=[3, 3],
        active=ACTIVE,
    )
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3012"})
    assert fired(m).modifiers == [("8.6-b", -1)]


@pytest.mark.rule("custoza:8.2.2-a", "custoza:11.1-a", "custoza:11.5.2-a")
def test_guns_that_were_fired_at_fire_back() -> None:
    m = shot(austria("h", "3012", "artillery", facing="N"), dice=[1, 1, 1, 2])
    assert (m.ask.what, m.ask.rule, m.ask.who) == ("react", "11.1-a", ("austria",))
    assert "fire" in m.ask.data["forces"][0]["may"]
    m.answer("austria", {"do": "fire", "units": ["h"]})
    assert (fired(m).data["by"], fired(m).data["hex"]) == ("austria", "3010")


@pytest.mark.rule("custoza:8.3-c", "custoza:8.3-d", "custoza:7.5-d")
def test_light_infantry_moves_to_a_marker_and_fires_which_serves_it() -> None:
    marker = {"type": "assault", "hex": "3010", "target": "3011"}
    m = play(
        italy("b", "3008", "light", facing="S"),
        austria("D", "3011", facing="N"),
        dice=[1, 1],
        active={**ACTIVE, "markers": [marker]},
    )
    assert refused(m, "italy", {"do": "fire", "units": ["b"], "hex": "3011", "path": ["3009"]}) == "8.3-c"
    m.answer("italy", {"do": "fire", "units": ["b"], "hex": "3011", "path": ["3009", "3010"]})
    assert m.ask.what == "react"
    assert m.ask.data["forces"][0]["trigger"] == "enters"
    m.answer("austria", {"do": "pass"})
    assert m.standing()[1].active.markers[0].spent
    assert m.ask.what == "react"
    assert m.ask.rule == "11.1-a"
    m.answer("austria", {"do": "pass"})
    while m.ask.what == "face":
        m.answer("italy", m.options("italy")[0])
    assert m.standing()[1].active is None or refused(m, "italy", {"do": "assault", "units": ["b"], "path": []}) == "6-a"


@pytest.mark.rule("custoza:22.4-a")
def test_nobody_fires_at_night() -> None:
    m = play(italy("g", "3010", "artillery", facing="S"), austria("D", "3012"), active=ACTIVE, light="night")
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3012"}) == "22.4-a"


CASES = [
    ({"terrain": {"3012": "woods"}}, None, False),
    ({}, "3012", False),
    ({"terrain": {"3012": "woods"}, "levels": {"3010": 1}}, None, True),
    ({"terrain": {"3012": "woods"}, "levels": {"3010": 1, "3014": 1}}, None, True),
    ({"levels": {"3012": 1}}, None, False),
    ({"levels": {"3012": 1, "3014": 1}}, None, True),
    ({"terrain": {"3014": "woods"}}, None, True),
]


@pytest.mark.rule("custoza:8.9-d", "custoza:8.9-e", "custoza:8.9-f")
@pytest.mark.parametrize(("board", "between", "clear"), CASES)
def test_lines_of_sight(board: Plain, between: str | None, clear: bool) -> None:
    units = [italy("g", "3010", "artillery"), austria("D", "3014")]
    s = state(*units, *([austria("B", between)] if between else []), board=board)
    assert sight.sees(s, s.board.hex("3010"), s.board.hex("3014")) is clear


@pytest.mark.rule("custoza:22.4-c")
def test_dusk_cuts_sight_at_three() -> None:
    m = play(italy("g", "3010", "artillery", facing="S"), austria("D", "3014"), active=ACTIVE, light="dusk")
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3014"}) == "22.4-c"
