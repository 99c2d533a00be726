"""Chapter 8: fire, ammunition and lines of sight."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import combat, sight
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, state

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


@pytest.mark.rule("custoza:8.6-b", "custoza:chart.FCVM-a")
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


# -- who fires, and how far --------------------------------------------------------------------------------------------


def answered(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """Austrian cavalry comes to 3010 by its Assault marker; the Italians may react."""
    active = {"formation": "austria", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]}
    m = play(austria("a", "3009", facing="S"), *units, active=active, dice=dice or [], **more)
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    return m


@pytest.mark.rule("custoza:8.1-b", "custoza:8.3-e")
def test_in_reaction_line_infantry_fires_too_but_never_cavalry() -> None:
    m = answered(
        italy("L", "3011", facing="N"),
        italy("K", "2910", "cavalry", facing="NE"),
        italy("b", "3110", "light", facing="NW"),
        italy("g", "3011", "artillery", facing="N"),
        dice=[1, 1],
    )
    may = {force["units"][0]: "fire" in force["may"] for force in m.ask.data["forces"]}
    assert may == {"L": True, "K": False, "b": True, "g": True}
    m.answer("italy", {"do": "fire", "units": ["L"]})
    assert fired(m).data["units"] == ["L"]


@pytest.mark.rule("custoza:8.1-c", "custoza:8.4-a")
def test_batteries_of_a_hex_add_up_their_strength() -> None:
    guns = [italy(id, "3010", "artillery", facing="S", sp=3) for id in ("g", "h")]
    m = play(*guns, austria("D", "3012", facing="N"), active=ACTIVE, dice=[1, 1])
    m.answer("italy", {"do": "fire", "units": ["g", "h"], "hex": "3012"})
    assert (fired(m).data["sp"], fired(m).data["power"]) == (6, 12)


@pytest.mark.rule("custoza:8.2-c", "custoza:8.1-d")
def test_a_line_through_the_corner_of_front_and_rear_is_in_the_arc() -> None:
    def shoots(target: str) -> bool:
        m = play(italy("g", "3010", "artillery", facing="N"), austria("D", target), active=ACTIVE)
        return m.refuse("italy", {"do": "fire", "units": ["g"], "hex": target}) is None

    assert {target: shoots(target) for target in ("3007", "3209", "3210", "3211", "3013")} == {
        "3007": True,
        "3209": True,
        "3210": True,
        "3211": False,
        "3013": False,
    }


@pytest.mark.rule("custoza:8.2.1-a")
def test_infantry_fires_one_hex_far_and_forward() -> None:
    m = play(italy("b", "3010", "light", facing="S"), austria("D", "3012"), active=ACTIVE)
    assert refused(m, "italy", {"do": "fire", "units": ["b"], "hex": "3012"}) == "8.2-a"
    turned = answered(italy("L", "3011", facing="S"))
    assert "fire" not in turned.ask.data["forces"][0]["may"]
    far = play(
        austria("h", "3008", "artillery", facing="S"),
        italy("L", "3010", facing="N"),
        active={"formation": "austria"},
        dice=[1, 1],
    )
    far.answer("austria", {"do": "fire", "units": ["h"], "hex": "3010"})
    assert "fire" not in far.ask.data["forces"][0]["may"], "two hexes are too far for muskets"


@pytest.mark.rule("custoza:8.4-b", "custoza:8.5-a")
def test_each_force_fires_by_itself_and_a_hex_may_be_fired_at_again_and_again() -> None:
    units = (
        italy("g", "3010", "artillery", facing="S"),
        italy("h", "2910", "artillery", facing="S"),
        italy("b", "3010", "light", facing="S"),
        austria("D", "3012", facing="N"),
        austria("M", "3011", march=True),
    )
    m = play(*units, active=ACTIVE, dice=[1, 1] * 3, board={"levels": {"3010": 1, "2910": 1}})
    with pytest.raises(q.Illegal):
        m.answer("italy", {"do": "fire", "units": ["g", "h"], "hex": "3012"})
    for id, hex in (("g", "3012"), ("h", "3012"), ("b", "3011")):
        m.answer("italy", {"do": "fire", "units": [id], "hex": hex})
        decline(m)
        m.answer("italy", {"do": "face", "units": [id], "facing": "S"})
    shots = [(roll.data["units"], roll.data["hex"], roll.data["sp"]) for roll in rolls(m, "fire")]
    assert shots == [(["g"], "3012", 4), (["h"], "3012", 4), (["b"], "3011", 2)]


@pytest.mark.rule("custoza:8.8-c", "custoza:chart.OAM-a")
@pytest.mark.parametrize(("ours", "theirs", "drm"), [("out", "full", -1), ("full", "out", 1), ("low", "low", 0)])
def test_who_is_out_of_ammunition_fights_the_worse(ours: str, theirs: str, drm: int) -> None:
    s = state(italy("A", "3010", facing="S", ammo=ours), austria("D", "3011", facing="N", ammo=theirs))
    ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), "assault")
    assert ahead is not None
    assert sum(value for rule, value in ahead.modifiers if rule == "8.8-c") == drm == ahead.drm


@pytest.mark.rule("custoza:8.9-a", "custoza:8.9-b")
def test_sight_is_needed_from_two_hexes_on() -> None:
    wood = {"terrain": {"3011": "woods"}}
    guns = italy("g", "3010", "artillery", facing="S")
    m = play(guns, austria("D", "3012"), active=ACTIVE, board=wood)
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3012"}) == "8.9-a"
    s = now(m)
    assert s.board.numbers(sight.barrier(s, s.board.hex("3010"), s.board.hex("3012"))) == ["3011"]
    assert not sight.sees(s, s.board.hex("3010"), s.board.hex("3012"))
    near = play(guns, austria("D", "3011", march=True), active=ACTIVE, board=wood, dice=[1, 1])
    near.answer("italy", {"do": "fire", "units": ["g"], "hex": "3011"})
    assert fired(near).data["range"] == 1


# -- who may fire as an action, at whom --------------------------------------------------------------------------------


@pytest.mark.rule("custoza:8.1-a", "custoza:8.3-b", "custoza:8.3-e")
def test_light_infantry_and_guns_fire_as_an_action_and_guns_do_not_move_before() -> None:
    units = italy("A", "2910"), italy("b", "3110", "light", facing="SW"), italy("g", "3009", "artillery", facing="S")
    m = play(*units, austria("D", "3011", facing="N", march=True), active=ACTIVE)
    shot = {"do": "fire", "hex": "3011"}
    assert refused(m, "italy", {**shot, "units": ["A"]}) == "8.3-e"
    assert refused(m, "italy", {**shot, "units": ["g"], "path": ["3010"]}) == "8.3-b"
    assert all(m.refuse("italy", {**shot, "units": [id]}) is None for id in "bg")


@pytest.mark.rule("custoza:8.1-e")
@pytest.mark.parametrize(("at", "shifts"), [("artillery", [["8.1-e", -1]]), ("infantry", [])])
def test_guns_are_a_smaller_target_than_the_rest_of_their_hex(at: str, shifts: list[Any]) -> None:
    two = austria("D", "3012", facing="N"), austria("h", "3012", "artillery", facing="N")
    m = shot(*two, dice=[1, 1], answer={"do": "fire", "units": ["g"], "hex": "3012", "at": at})
    assert (fired(m).data["targets"], fired(m).data["shifts"]) == (["h" if at == "artillery" else "D"], shifts)


@pytest.mark.rule("custoza:8.9-c", "custoza:8.9-f", "custoza:8.9-g")
@pytest.mark.parametrize(
    ("to", "levels", "blocked_by"),
    [
        ("3014", {"3012": 1}, ["3012"]),
        ("3014", {"3010": 2, "3014": 2, "3012": 1}, []),
        ("3210", {"3109": 1, "3110": 1}, ["3109", "3110"]),
        ("3210", {"3110": 1}, []),
    ],
)
def test_what_blocks_a_line_is_named(to: str, levels: dict[str, int], blocked_by: list[str]) -> None:
    s = state(italy("g", "3010", "artillery"), austria("D", to), board={"levels": levels})
    here, there = s.board.hex("3010"), s.board.hex(to)
    assert s.board.numbers(sight.barrier(s, here, there)) == blocked_by
    assert sight.sees(s, here, there) is (blocked_by == [])
