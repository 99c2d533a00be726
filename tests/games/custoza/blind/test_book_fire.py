"""Chapter 8 by the book: who fires, how strongly, at what, and what may be seen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    barred,
    calm,
    it,
    marker,
    may,
    now,
    roll,
    rolls,
    say,
    told,
)

G = it("G", "artillery", "3010", facing="S")


def shot(*units: Any, to: str, by: tuple[str, ...] = ("G",), dice: tuple[int, ...] = (1, 1), **keys: Any) -> Any:
    at = keys.pop("at", None)
    m = acting(*units, dice=dice, **keys)
    say(m, ITALY, "fire", units=list(by), hex=to, **({"at": at} if at else {}))
    return m


def line(hex: str, **more: Any) -> Any:
    return ah("D", "line", hex, facing="N", **more)


@pytest.mark.rule("custoza:8.2-b", "custoza:8.6-c")
@pytest.mark.parametrize(
    ("sp", "hex", "power", "column"),
    [
        (4, "3011", 12, "11-14"),
        (4, "3012", 8, "8-10"),
        (4, "3013", 4, "4-5"),
        (4, "3014", 3, "3"),
        (4, "3015", 2, "2"),
        (3, "3014", 2, "2"),  # 2 1/4
        (2, "3014", 2, "2"),  # 1 1/2, halves up
        (1, "3014", 1, "1"),  # 3/4
        (1, "3015", 1, "1"),  # 1/2
        (6, "3011", 18, "15+"),
    ],
)
def test_power_of_guns_falls_with_the_range(sp: int, hex: str, power: int, column: str) -> None:
    board = {} if hex != "3011" else {"terrain": {"3010": "village"}}  # out of D's zone: no duty to leave
    m = shot(G | {"sp": sp}, line(hex), to=hex, board=board)
    assert (roll(m, "fire").data["power"], roll(m, "fire").data["column"]) == (power, column)


@pytest.mark.rule("custoza:8.1-c", "custoza:8.4-a")
def test_batteries_of_a_hex_fire_as_one_and_are_rounded_together() -> None:
    units = (G | {"sp": 1}, it("H", "horse_artillery", "3010", facing="S", sp=2), line("3015"))
    assert barred(acting(*units), ITALY, "fire", units=["G"], hex="3015") == "8.4"
    m = shot(*units, to="3015", by=("G", "H"))
    assert (roll(m, "fire").data["sp"], roll(m, "fire").data["power"]) == (3, 2)


@pytest.mark.rule("custoza:8.2-a", "custoza:8.1-d")
def test_range_and_arc_of_guns() -> None:
    m = acting(G, line("3016"), ah("E", "line", "3007"))
    assert barred(m, ITALY, "fire", units=["G"], hex="3016") == "8.2"
    assert barred(m, ITALY, "fire", units=["G"], hex="3007") == "8.1"
    assert barred(m, ITALY, "fire", units=["G"], hex="3007", facing="NW") is None


@pytest.mark.rule("custoza:8.2-c")
@pytest.mark.parametrize(
    ("facing", "paragraph"), [("N", None), ("NE", None), ("SE", None), ("S", None), ("SW", "8.1"), ("NW", "8.1")]
)
def test_a_line_through_a_corner_leaves_by_either_side(facing: str, paragraph: str | None) -> None:
    m = acting(G | {"facing": facing}, line("3210"))  # due east: between NE and SE
    assert barred(m, ITALY, "fire", units=["G"], hex="3210") == paragraph


SHIFTS: dict[str, tuple[Any, Any, str, dict[str, int]]] = {
    "open ground": (line("3013"), {}, "4-5", {}),
    "Square": (line("3013", square=True), {}, "8-10", {"11.5.4-b": 2}),
    "massed": (line("3013", sv=5), {}, "6-7", {"11.5.2-b": 1}),
    "not massed": (line("3013", sv=4), {}, "4-5", {}),
    "battery": (ah("D", "artillery", "3013", facing="N"), {}, "3", {"8.1-e": -1}),
    "limbered battery": (ah("D", "artillery", "3013", facing="N", march=True), {}, "4-5", {}),
    "vines": (line("3013"), {"terrain": {"3013": "heavy_cultivation"}}, "3", {"8.6-a": -1}),
    "wood": (line("3013"), {"terrain": {"3013": "woods"}}, "3", {"8.6-a": -1}),
    "village": (line("3013"), {"terrain": {"3013": "village"}}, "2", {"8.6-a": -2}),
    "fortress": (line("3013"), {"terrain": {"3013": "fortress"}}, "1", {"8.6-a": -3}),
    "massed Square": (line("3013", sv=5, square=True), {}, "11-14", {"11.5.4-b": 2, "11.5.2-b": 1}),
}


@pytest.mark.rule("custoza:chart.FMT-a", "custoza:8.6-a")
@pytest.mark.parametrize("case", SHIFTS)
def test_the_target_shifts_the_column(case: str) -> None:
    target, board, column, shifts = SHIFTS[case]
    fire = roll(shot(G, target, to="3013", board=board), "fire")
    assert (fire.data["column"], dict(fire.data["shifts"])) == (column, shifts)


@pytest.mark.rule("custoza:chart.FT-a")
def test_below_the_first_column_nothing_happens_and_no_die_is_rolled() -> None:
    m = shot(G | {"sp": 1}, line("3013"), to="3013", dice=(), board={"terrain": {"3013": "village"}})
    assert [r for r in rolls(m, "fire") if r.dice] == []
    assert now(m, "G")["ammo"] == "low"


DRMS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, int]]] = {
    "front": ({}, {"facing": "NW"}, {}, {}),
    "rear": ({}, {"facing": "SE"}, {}, {"7.6-f": 2}),
    "no rear in Square": ({}, {"facing": "S", "square": True}, {}, {}),
    "no rear in a village": ({}, {"facing": "S"}, {"terrain": {"3013": "village"}}, {}),
    "column": ({}, {"march": True}, {}, {"7.8.3-b": 1}),
    "column from behind": ({}, {"march": True, "facing": "S"}, {}, {"7.8.3-b": 1, "7.6-f": 2}),
    "uphill": ({}, {}, {"levels": {"3013": 1}}, {"8.9-c": -1}),
    "downhill": ({}, {}, {"levels": {"3010": 1}}, {}),
    "shaken gunners": ({"status": "shaken"}, {}, {}, {"8.6-b": -1}),
    "disordered good gunners": ({"cv": 10, "status": "disordered"}, {}, {}, {}),
    "crack gunners": ({"cv": 10}, {}, {}, {"8.6-b": 1}),
    "disorganised gunners": ({"status": "disorganised"}, {}, {}, {"8.6-b": -2}),
}


@pytest.mark.rule("custoza:8.6-b", "custoza:8.6-c", "custoza:chart.FCVM-a")
@pytest.mark.parametrize("case", DRMS)
def test_dice_of_a_shot_are_modified(case: str) -> None:
    gun, target, board, expected = DRMS[case]
    fire = roll(shot(G | gun, line("3013") | target, to="3013", board=board, dice=(3, 4)), "fire")
    assert dict(fire.modifiers) == expected
    assert fire.data["total"] == 7 + sum(expected.values())


@pytest.mark.rule("custoza:8.7-b", "custoza:8.7-c", "custoza:8.6-d")
def test_first_point_from_the_largest_then_as_the_owner_likes_then_levels_for_all() -> None:
    both = (line("3012", sp=5), ah("L", "light", "3012", facing="N"))
    m = shot(G | {"sp": 8}, *both, to="3012", dice=(5, 6))  # 16 points, 11: 2S2
    assert (roll(m, "fire").data["result"], asked(m), now(m, "D")["sp"]) == ("2S2", ("hit", AUSTRIA), 4)
    say(m, AUSTRIA, "hit", unit="L")
    assert [(now(m, x)["sp"], now(m, x)["status"]) for x in "DL"] == [(4, "disordered"), (1, "disordered")]


@pytest.mark.rule("custoza:8.7-b")
def test_among_equally_large_units_the_owner_chooses_the_first_too() -> None:
    both = (line("3012", sv=2), ah("L", "light", "3012", facing="N", sv=2))
    m = shot(G | {"sp": 4}, *both, to="3012", dice=(4, 4))  # 8 points, 8: 1S0
    assert (asked(m), set(m.ask.data["units"])) == (("hit", AUSTRIA), {"D", "L"})


@pytest.mark.rule("custoza:8.7-a", "custoza:8.1-e")
def test_only_the_force_aimed_at_is_hit_and_it_must_be_named() -> None:
    both = (line("3012"), ah("B", "artillery", "3012", facing="N"))
    assert barred(acting(G, *both), ITALY, "fire", units=["G"], hex="3012") is not None
    m = shot(G | {"sp": 8}, *both, to="3012", at="infantry", dice=(6, 3))
    assert roll(m, "fire").data["result"] == "1S2"
    assert (now(m, "D")["status"], now(m, "B")["status"]) == ("disordered", "good_order")


@pytest.mark.rule("custoza:8.8-a", "custoza:8.8-b")
def test_ammunition_is_rolled_for_unit_by_unit_before_the_second_shot() -> None:
    pair = (G | {"ammo": "low", "sp": 3}, it("H", "artillery", "3010", facing="S", ammo="low", sp=2))
    m = shot(*pair, line("3012"), to="3012", by=("G", "H"), dice=(2, 3, 1, 1))
    assert [(r.data["unit"], r.data["success"]) for r in rolls(m, "ammo")] == [("G", False), ("H", True)]
    assert (roll(m, "fire").data["sp"], now(m, "G")["ammo"], now(m, "H")["ammo"]) == (2, "out", "low")


@pytest.mark.rule("custoza:8.8-b", "custoza:6-a")
def test_a_battery_that_finds_no_ammunition_has_used_its_action() -> None:
    m = shot(G | {"ammo": "low"}, it("A", "line", "2510"), line("3012"), to="3012", dice=(1,))
    assert rolls(m, "fire") == []
    calm(m)
    assert barred(m, ITALY, "fire", units=["G"], hex="3012") is not None


@pytest.mark.rule("custoza:8.8-b", "custoza:8.8-d")
def test_without_ammunition_no_shot_and_the_others_fire_alone() -> None:
    pair = (G | {"ammo": "out"}, it("H", "artillery", "3010", facing="S"))
    assert barred(acting(G | {"ammo": "out"}, line("3012")), ITALY, "fire", units=["G"], hex="3012") == "8.8"
    m = acting(*pair, line("3012"), dice=(1, 1))
    say(m, ITALY, "fire", units=["H"], hex="3012")
    assert roll(m, "fire").data["sp"] == 4


@pytest.mark.rule("custoza:8.8-a", "custoza:8.1-b")
def test_reaction_fire_uses_ammunition_and_line_infantry_counts_half() -> None:
    stack = (line("3011", sp=5), ah("L", "light", "3011", facing="N", sp=2))
    m = acting(
        it("A", "line", "3009", facing="S"), *stack, markers=(marker("3010", "3011"),), dice=(1, 1, 6, 6, 1, 1, 1, 1)
    )
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    say(m, AUSTRIA, "fire", units=["D", "L"])
    assert (roll(m, "fire").data["power"], roll(m, "fire").data["column"]) == (5, "4-5")  # 2 1/2 and 2
    assert (now(m, "D")["ammo"], now(m, "L")["ammo"]) == ("low", "low")


@pytest.mark.rule("custoza:8.3-e", "custoza:8.4-a")
def test_line_infantry_and_cavalry_do_not_fire_as_an_action_and_add_nothing() -> None:
    stack = (
        it("A", "line", "3010", facing="S"),
        it("L", "light", "3010", facing="S"),
        it("K", "cavalry", "3010", facing="S", sv=1),
    )
    board = {"terrain": {"3010": "woods"}}
    m = acting(*stack, line("3011"), board=board, dice=(1, 1))
    assert barred(m, ITALY, "fire", units=["A"], hex="3011") == "8.3"
    assert barred(m, ITALY, "fire", units=["K"], hex="3011") == "8.3"
    assert barred(m, ITALY, "fire", units=["A", "L"], hex="3011") == "8.3"
    say(m, ITALY, "fire", units=["L"], hex="3011")
    assert (roll(m, "fire").data["sp"], roll(m, "fire").data["power"]) == (2, 2)


@pytest.mark.rule("custoza:8.3-c", "custoza:8.3-d", "custoza:10-b")
def test_light_infantry_moves_to_a_marker_and_fires_and_then_does_not_assault() -> None:
    light = it("L", "light", "3008", facing="S")
    m = acting(light, it("S", "light", "1010"), line("3011"), markers=(marker("3010", "3011"),), dice=(1, 1))
    assert barred(m, ITALY, "fire", units=["L"], path=["3009", "3010"], hex="3011") is None
    assert barred(acting(light, line("3011")), ITALY, "fire", units=["L"], path=["3009", "3010"], hex="3011") in {
        "8.3",
        "7.5",
    }
    say(m, ITALY, "fire", units=["L"], path=["3009", "3010"], hex="3011")
    calm(m)
    assert len(rolls(m, "fire")) == 1
    assert barred(m, ITALY, "assault", units=["L"], path=[]) == "6"


@pytest.mark.rule("custoza:8.3-c")
def test_light_infantry_beside_a_wood_needs_a_marker_to_move_and_fire_but_none_to_stay() -> None:
    """3010 is a wood: no zone reaches it, but moving there to fire needs the marker all the same."""
    board = {"terrain": {"3010": "woods"}}
    m = acting(it("L", "light", "3009", facing="S"), line("3011"), board=board)
    assert barred(m, ITALY, "fire", units=["L"], path=["3010"], hex="3011") == "8.3"
    m = acting(it("L", "light", "3010", facing="S"), line("3011"), board=board)
    assert barred(m, ITALY, "fire", units=["L"], hex="3011") is None


@pytest.mark.rule("custoza:8.3-b", "custoza:8.3-a")
def test_guns_turn_before_or_after_the_shot_but_do_not_move() -> None:
    m = acting(G, ah("D", "line", "3008", facing="S"), dice=(1, 1))
    assert barred(m, ITALY, "fire", units=["G"], path=["3011"], hex="3008", facing="N") in {"8.3", "7.9"}
    say(m, ITALY, "fire", units=["G"], hex="3008", facing="N")
    calm(m, "face")
    assert asked(m) == ("face", ITALY)
    say(m, ITALY, "face", units=["G"], facing="SW")
    assert now(m, "G")["facing"] == "SW"


@pytest.mark.rule("custoza:8.3-b", "custoza:7.6-a")
def test_guns_that_share_a_hex_turn_their_friends_along_after_the_shot() -> None:
    m = acting(G, it("A", "line", "3010", facing="S"), line("3013"), dice=(1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3013")
    calm(m, "face")
    say(m, ITALY, "face", units=["G"], facing="SW")
    assert (now(m, "G")["facing"], now(m, "A")["facing"]) == ("SW", "SW")


@pytest.mark.rule("custoza:7.9-a", "custoza:8.1-a")
def test_limbered_guns_neither_fire_nor_fire_back() -> None:
    m = acting(G | {"march": True}, line("3012"))
    assert barred(m, ITALY, "fire", units=["G"], hex="3012") in {"7.9", "8.3", "8.1"}
    m = shot(G, ah("B", "artillery", "3012", facing="N", march=True), to="3012")
    assert may(m, "B") <= {"unlimber", "leave_march"}


@pytest.mark.rule("custoza:8.5-a", "custoza:8.4-b")
def test_two_forces_fire_at_one_hex_one_after_the_other() -> None:
    m = acting(G, it("L", "artillery", "2910", facing="S"), line("3013"), dice=(1, 1, 2, 2))
    say(m, ITALY, "fire", units=["G"], hex="3013")
    calm(m)
    say(m, ITALY, "fire", units=["L"], hex="3013")
    assert [r.data["units"] for r in rolls(m, "fire")] == [["G"], ["L"]]
    assert len(told(m, "ammo")) == 2


# ---------------------------------------------------------------- line of sight

T = "3014"
SIGHT: dict[str, tuple[dict[str, Any], tuple[Any, ...], str, bool]] = {
    "open": ({}, (), T, True),
    "wood between": ({"terrain": {"3012": "woods"}}, (), T, False),
    "village between": ({"terrain": {"3012": "village"}}, (), T, False),
    "vines between": ({"terrain": {"3012": "heavy_cultivation"}}, (), T, True),
    "wood next to the gun": ({"terrain": {"3011": "woods"}}, (), T, False),
    "out of a wood into a wood": ({"terrain": {"3010": "woods", T: "woods"}}, (), T, True),
    "hill between": ({"levels": {"3012": 1}}, (), T, False),
    "hill no higher than the gun": ({"levels": {"3010": 1, "3012": 1}}, (), T, True),
    "hill no higher than the target": ({"levels": {T: 1, "3012": 1}}, (), T, True),
    "hill higher than both ends": ({"levels": {"3010": 1, T: 2, "3012": 3}}, (), T, False),
    "wood below one end": ({"levels": {"3010": 1}, "terrain": {"3012": "woods"}}, (), T, True),
    "wood level with the higher end": ({"levels": {"3010": 1, "3012": 1}, "terrain": {"3012": "woods"}}, (), T, True),
    "wood in a valley": ({"levels": {"3010": 1, T: 1}, "terrain": {"3012": "woods"}}, (), T, True),
    "wood on the plateau of both": (
        {"levels": {"3010": 1, T: 1, "3012": 1}, "terrain": {"3012": "woods"}},
        (),
        T,
        False,
    ),
    "friend between": ({}, (it("F", "line", "3012"),), T, False),
    "enemy between": ({}, (ah("F", "line", "3012"),), T, False),
    "commander between": ({}, (it("F", "commander", "3012"),), T, True),
    "friend below the gun's hill": ({"levels": {"3010": 1}}, (it("F", "line", "3012"),), T, True),
    "along a hexside, one wood": ({"terrain": {"3110": "woods"}}, (), "3210", True),
    "along a hexside, two woods": ({"terrain": {"3110": "woods", "3109": "woods"}}, (), "3210", False),
    "along a hexside, wood and friend": ({"terrain": {"3110": "woods"}}, (it("F", "line", "3109"),), "3210", False),
    "along a hexside, wood and hill": ({"terrain": {"3110": "woods"}, "levels": {"3109": 1}}, (), "3210", False),
}


@pytest.mark.rule("custoza:8.9-c", "custoza:8.9-d", "custoza:8.9-g")
@pytest.mark.parametrize("case", SIGHT)
def test_what_blocks_the_sight_of_guns(case: str) -> None:
    board, between, target, clear = SIGHT[case]
    m = acting(G | {"facing": "SE" if target == "3210" else "S"}, *between, line(target), board=board)
    assert barred(m, ITALY, "fire", units=["G"], hex=target) == (None if clear else "8.9")


@pytest.mark.rule("custoza:8.9-d")
def test_by_option_a_wood_level_with_the_higher_end_blocks() -> None:
    board = {"levels": {"3010": 1, "3012": 1}, "terrain": {"3012": "woods"}}
    m = acting(G, line(T), board=board, options={"sight": "higher_end"})
    assert barred(m, ITALY, "fire", units=["G"], hex=T) == "8.9"


@pytest.mark.rule("custoza:22.4-c")
@pytest.mark.parametrize("light", ["dawn", "dusk"])
def test_dawn_and_dusk_end_sight_at_three_hexes(light: str) -> None:
    assert barred(acting(G, line("3013"), light=light), ITALY, "fire", units=["G"], hex="3013") is None
    assert barred(acting(G, line("3014"), light=light), ITALY, "fire", units=["G"], hex="3014") == "22.4"


@pytest.mark.rule("custoza:22.4-a")
def test_no_fire_at_night() -> None:
    assert barred(acting(G, line("3013"), light="night"), ITALY, "fire", units=["G"], hex="3013") == "22.4"
