"""What is easily played wrong: situations where two rules meet, or where one is taken for another."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import charge, command
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, state, where

AWAY = austria("far", "6010")
REST = italy("rest", "5010")
FIXED: Plain = {"fixed_initiative": True, "last": {"day": 1, "gt": 9}}
ACTIVATE = {"do": "activate", "formation": "italy"}


def act(*units: Plain, dice: list[int] | None = None, markers: tuple[Plain, ...] = (), **more: Any) -> q.Match:
    """The Italians act."""
    return play(*units, REST, active={"formation": "italy", "markers": list(markers)}, dice=dice or [], **more)


def marker(hex: str, target: str, kind: str = "assault") -> Plain:
    """A marker that aims at a hex."""
    return {"type": kind, "hex": hex, "target": target}


def move(unit: str, *path: str, **more: Any) -> Plain:
    """A move of one unit."""
    return {"do": "move", "units": [unit], "path": list(path), **more}


@pytest.mark.rule("custoza:22.4-b")
def test_at_night_a_six_activates_and_nothing_moves() -> None:
    m = play(italy("com", "3010", "commander"), italy("A", "3010"), AWAY, **FIXED, light="night", gt=1, dice=[6])
    m.answer("italy", ACTIVATE)
    assert rolls(m, "activation")[0].data["outcome"] == "night"
    assert now(m).formations["italy"].this_turn == "activated"
    assert (m.ask.what, m.ask.who) == ("activate", ("austria",)), "no action, no loose cannon"
    assert not rolls(m, "loose_cannon")


@pytest.mark.rule("custoza:3.2.1-a", "custoza:4.1-a")
def test_command_is_looked_at_once_before_the_first_activation() -> None:
    units = italy("com", "3010", "commander"), italy("near", "3013"), italy("stray", "3016"), AWAY
    m = play(*units, **FIXED, dice=[1])
    m.answer("italy", ACTIVATE)
    m.answer("italy", move("com", *(f"30{row:02d}" for row in range(11, 19))))
    assert where(m, "com") == "3018", "now one is out of range and the other within"
    assert m.ask.data["units"] == ["near"]
    assert m.refuse("italy", move("near", "3012")) is None
    assert refused(m, "italy", move("stray", "3017")) == "4.1-a"


@pytest.mark.rule("custoza:4.2-d")
def test_an_enemy_zone_bars_command_unless_a_friend_holds_it_or_the_unit_itself() -> None:
    def commands(*others: Plain) -> bool:
        water = {"terrain": dict.fromkeys(("2910", "2911", "2912", "3110", "3111", "3112"), "mincio")}
        s = state(italy("com", "3010", "commander"), italy("U", "3013"), *others, board=water)
        return command.in_range(s, s.board.hex("3010"), "italy", s.board.hex("3013"))

    enemy = austria("D", "3014")
    assert commands(enemy), "the unit's own hex counts as held"
    assert not commands(austria("E", "3011", march=True)), "a hex that the enemy holds bars it, marching or not"
    wide = state(italy("com", "3010", "commander"), italy("U", "3014"), austria("D", "2912"), austria("E", "3212"))
    start, goal = wide.board.hex("3010"), wide.board.hex("3014")
    assert not command.in_range(wide, start, "italy", goal)
    held = state(
        italy("com", "3010", "commander"),
        italy("U", "3014"),
        italy("V", "3012"),
        italy("W", "3013"),
        austria("D", "2912"),
        austria("E", "3212"),
    )
    assert command.in_range(held, start, "italy", goal)


@pytest.mark.rule("custoza:7.8.1-b", "custoza:7.3-a")
def test_over_three_points_the_road_is_lost_and_the_ground_is_paid_and_tries() -> None:
    road = [{"class": "major", "path": ["3010", "3011", "3012"]}]
    m = act(
        italy("A", "3010", march=True),
        italy("B", "3011", "light"),
        AWAY,
        board={"roads": road, "terrain": {"3011": "woods"}},
        dice=[1, 1],
    )
    m.answer("italy", move("A", "3011"))
    assert rolls(m, "cohesion")[0].data["reason"] == "terrain"
    assert events(m, "moved")[0].data["mp"] == "2"
    guns = act(
        italy("g", "3010", "artillery", march=True),
        italy("B", "3011"),
        AWAY,
        board={"roads": road, "terrain": {"3011": "woods"}},
    )
    assert refused(guns, "italy", move("g", "3011")) == "7.8.1-b", "guns enter a wood by road or not at all"


@pytest.mark.rule("custoza:8.4-a", "custoza:8.3-e")
def test_line_infantry_adds_nothing_to_fire_as_an_action_but_does_in_reaction() -> None:
    stack = italy("L", "3011", facing="N", sp=6), italy("b", "3011", "light", facing="N", sp=2)
    foe = austria("M", "3010", facing="S", march=True)
    m = act(*stack, foe, dice=[1, 1])
    assert refused(m, "italy", {"do": "fire", "units": ["L", "b"], "hex": "3010"}) == "8.3-e"
    m.answer("italy", {"do": "fire", "units": ["b"], "hex": "3010"})
    assert rolls(m, "fire")[0].data["sp"] == 2
    marks = [marker("3010", "3011")]
    back = play(
        austria("a", "3009", facing="S"),
        *stack,
        active={"formation": "austria", "markers": marks},
        dice=[1, 1, 1, 2],
    )
    back.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    back.answer("italy", {"do": "fire", "units": ["L", "b"]})
    assert rolls(back, "fire")[0].data["sp"] == 8


@pytest.mark.rule("custoza:9.4-a")
def test_only_cavalry_in_good_order_rides_on_the_others_stay_behind() -> None:
    s = state(italy("K", "3011", "cavalry", sv=2), italy("L", "3011", "cavalry", sv=2, status="shaken"))
    assert [unit.id for unit in charge.fit_to_go_on(s, ["K", "L"])] == ["K"]


@pytest.mark.rule("custoza:10.4.7-b")
def test_the_defender_carries_out_his_whole_result_first() -> None:
    units = italy("A", "3010", facing="S"), austria("D", "3011", facing="N"), austria("g", "3011", "artillery")
    foes = [{**unit, "facing": "N"} for unit in units[1:]]
    m = act(units[0], *foes, dice=[4, 3, 1, 1, 1, 1, 1, 1], markers=(marker("3010", "3011"),))
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert [(roll.data["by"], roll.data["units"]) for roll in rolls(m, "cohesion")] == [
        ("austria", ["D"]),
        ("austria", ["g"]),
        ("italy", ["A"]),
    ]


@pytest.mark.rule("custoza:10.4.9-a", "custoza:10.6-a")
def test_an_uncertain_combat_compares_the_worst_loss_and_not_that_of_guns() -> None:
    foes = austria("D", "3011", facing="N", cv=9), austria("g", "3011", "artillery", facing="N", cv=6)
    m = act(
        italy("A", "3010", facing="S", cv=9), *foes, dice=[4, 3, 1, 1, 6, 6, 1, 1], markers=(marker("3010", "3011"),)
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert now(m).units["g"].status > 0
    assert events(m, "combat")[0].data["winner"] == "draw"


@pytest.mark.rule("custoza:10.6.2-a")
def test_guns_whose_companions_rout_go_back_limbered_with_half_their_strength() -> None:
    foes = (
        austria("D", "3011", facing="N", sp=4, status="disordered"),
        austria("g", "3011", "artillery", facing="N", sp=4),
    )
    m = act(italy("A", "3010", facing="S", sp=9), *foes, dice=[5, 5], markers=(marker("3010", "3011"),))
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    decline(m, "retreat", "face", "hit")
    assert where(m, "D") == "routed"
    gun = now(m).units["g"]
    assert (gun.sp, gun.march) == (2, True)
    assert where(m, "g") not in ("3011", "eliminated")
    assert where(m, "A") == "3011"


@pytest.mark.rule("custoza:22.4-a", "custoza:11.1-g")
def test_withdrawals_of_the_night_lead_through_zones_and_meet_no_reaction() -> None:
    m = play(
        austria("a", "3011", facing="N"),
        italy("i", "3010", facing="S"),
        italy("z", "3112", facing="NW"),
        board={"terrain": dict.fromkeys(("2910", "2911", "3111", "3110"), "lake")},
        phase="non_activated",
        next="austria",
        initiative="italy",
        light="night",
    )
    decline(m, "fall_back")
    assert m.ask.what == "face"
    assert events(m, "fell_back")[0].data["path"][0] == "3012"


@pytest.mark.rule("custoza:13.6.1-b", "custoza:7.8-a")
@pytest.mark.parametrize(("hexes", "status"), [(7, 1), (8, 2)])
def test_half_the_allowance_is_counted_in_points_by_road_too(hexes: int, status: int) -> None:
    path = [f"30{row:02d}" for row in range(10, 19)]
    m = act(
        italy("A", "3010", march=True, status="disordered"),
        AWAY,
        board={"roads": [{"class": "major", "path": path}]},
    )
    m.answer("italy", move("A", *path[1 : hexes + 1]))
    decline(m, "face")
    m.answer("italy", {"do": "done"})
    assert now(m).units["A"].status == status


@pytest.mark.rule("custoza:11.4-a", "custoza:13.5-a")
def test_what_is_left_of_a_force_goes_on_when_its_first_unit_routs_under_way() -> None:
    stack = (
        italy("A", "3011", facing="N", sp=4, sv=2, cv=7, status="disorganised"),
        italy("B", "3011", facing="N", sp=4, sv=2, cv=9),
    )
    m = act(*stack, austria("D", "3010", facing="S", sp=9, cv=9), dice=[1, 1, 6, 2, 5, 4, 1, 1], markers=())
    m.answer("italy", {"do": "move", "units": ["A", "B"], "path": ["3012", "3013"]})
    m.answer("austria", {"do": "assault", "units": ["D"], "path": []})
    decline(m, "lead", "hit")
    assert events(m, "combat")[0].data["winner"] == "draw"
    assert (where(m, "A"), where(m, "B")) == ("routed", "3013")


@pytest.mark.rule("custoza:11.5.4-b", "custoza:8.7-a")
def test_guns_whose_square_is_shot_away_are_in_none() -> None:
    square = austria("D", "3012", "light", facing="N", sp=1, square=True)
    guns = austria("h", "3012", "artillery", facing="N", square=True)
    m = act(italy("g", "3010", "artillery", facing="S"), square, guns, dice=[6, 6])
    m.answer("italy", {"do": "fire", "units": ["g"], "hex": "3012", "at": "infantry"})
    assert (where(m, "D"), where(m, "h")) == ("eliminated", "3012")
    assert not now(m).units["h"].square
    assert [(event.rule, event.data["units"]) for event in events(m, "left_square")] == [("11.5.4-b", ["h"])]


@pytest.mark.rule("custoza:11.5.4-b", "custoza:13.5-a", "custoza:10.4.8-c")
def test_guns_whose_square_routs_beside_them_lose_a_level_and_are_in_no_square() -> None:
    square = austria("D", "3011", facing="N", status="disorganised", square=True)
    guns = austria("h", "3011", "artillery", facing="N", square=True)
    attacker = italy("A", "3010", facing="S", cv=7, status="disorganised")
    m = act(attacker, square, guns, markers=(marker("3010", "3011"),), dice=[6, 3, 6, 6])
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    decline(m)
    assert (where(m, "D"), where(m, "A"), where(m, "h")) == ("routed", "routed", "3011")
    h = now(m).units["h"]
    assert (h.status, h.square) == (1, False)
    assert len(events(m, "left_square")) == 1
