"""Chapter 10 by the book: odds, modifiers, cohesion, colours, losses."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    calm,
    formation,
    it,
    marker,
    now,
    roll,
    rolls,
    say,
    told,
    where,
)

SLOPE, STEEP, STREAM = (["3010", "3011", kind] for kind in ("slope", "steep_slope", "stream"))
PLENTY = (1,) * 24


def assault(*dice: int, a: Any = None, d: Any = None, others: Any = (), board: Any = None, **keys: Any) -> Any:
    """A at 3010 assaults D, south of it."""
    attacker = it("A", **({"kind": "line", "hex": "3010", "sp": 6, "facing": "S"} | (a or {})))
    defender = ah("D", **({"kind": "line", "hex": "3011", "sp": 6, "facing": "N"} | (d or {})))
    m = acting(attacker, defender, *others, markers=(marker("3010", "3011"),), dice=dice, board=board, **keys)
    say(m, ITALY, "assault", units=["A"], path=[])
    return m


def modifiers(event: Any) -> dict[str, int]:
    total: Counter[str] = Counter()
    for rule, value in event.modifiers:
        total[rule] += value
    return {rule: value for rule, value in total.items() if value}


@pytest.mark.rule("custoza:10.4.2-a", "custoza:chart.ODDS-a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "row", "drm"),
    [
        (11, 5, "2-1", 2),
        (5, 7, "1-1.5", -1),
        (5, 4, "1-1", 0),
        (7, 4, "1.5-1", 1),
        (5, 2, "2-1", 2),
        (7, 2, "3-1", 3),
        (8, 2, "4-1", 4),
        (20, 1, "4-1", 4),
        (5, 6, "1-1.5", -1),
        (6, 7, "1-1", 0),
        (7, 12, "1-2", -2),
        (3, 5, "1-1.5", -1),
        (5, 12, "1-3", -3),
        (3, 7, "1-2", -2),
        (1, 9, "1-3", -3),
    ],
)
def test_ratio_is_rounded_to_the_nearest_row_and_a_middle_to_the_defender(
    attackers: int, defenders: int, row: str, drm: int
) -> None:
    m = assault(3, 4, *PLENTY, a={"sp": attackers}, d={"sp": defenders})
    fight = roll(m, "assault")
    assert (fight.data["odds"], fight.data["row"], fight.data["total"]) == (f"{attackers}:{defenders}", row, 7 + drm)
    assert modifiers(fight) == ({"10.4.2-a": drm} if drm else {})


CAVALRY = {"kind": "cavalry", "sp": 6}
CONDITIONS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, int]]] = {
    "front by one hexside": ({}, {"facing": "NE"}, {}, {}),
    "rear by one hexside": ({}, {"facing": "SE"}, {}, {"2.7-b": 2}),
    "rear": ({}, {"facing": "S"}, {}, {"2.7-b": 2}),
    "no rear in a village": ({}, {"facing": "S"}, {"terrain": {"3011": "village"}}, {"10.4.3-a": -2}),
    "no rear in a fortress": ({}, {"facing": "S"}, {"terrain": {"3011": "fortress"}}, {"10.4.3-a": -3}),
    "a wood has a rear": ({}, {"facing": "S"}, {"terrain": {"3011": "woods"}}, {"2.7-b": 2, "10.4.3-a": -1}),
    "Square": ({}, {"facing": "S", "square": True}, {}, {"11.5.4-b": 2}),
    "cavalry assaults a Square": (CAVALRY, {"square": True}, {}, {"9.4-a": -4}),
    "defender marches": ({}, {"march": True}, {}, {"7.8.3-b": 2}),
    "column taken from behind": ({}, {"march": True, "facing": "S"}, {}, {"7.8.3-b": 2, "2.7-b": 2}),
    "attacker marches": ({"march": True}, {}, {}, {"7.8.3-a": -2}),
    "exhausted defender": ({}, {"exhausted": True, **CAVALRY}, {}, {"9.6-a": 1}),
    "attacker without ammunition": ({"ammo": "out"}, {}, {}, {"8.8-c": -1}),
    "defender without ammunition": ({}, {"ammo": "out"}, {}, {"8.8-c": 1}),
    "both without ammunition": ({"ammo": "out"}, {"ammo": "out"}, {}, {}),
    "low ammunition": ({"ammo": "low"}, {"ammo": "low"}, {}, {}),
    "cavalry assaults a village": (CAVALRY, {}, {"terrain": {"3011": "village"}}, {"10.4.3-a": -4}),
    "cavalry assaults a wood": (CAVALRY, {}, {"terrain": {"3011": "woods"}}, {"10.4.3-a": -3}),
    "cavalry assaults vines": (CAVALRY, {}, {"terrain": {"3011": "heavy_cultivation"}}, {"10.4.3-a": -1}),
    "infantry assaults vines": ({}, {}, {"terrain": {"3011": "heavy_cultivation"}}, {}),
    "into the Tione": ({}, {}, {"terrain": {"3011": "tione"}}, {"10.4.3-a": 1}),
    "out of the Tione": ({}, {}, {"terrain": {"3010": "tione"}}, {"10.4.3-a": -2}),
    "along the Tione": ({}, {}, {"terrain": {"3010": "tione", "3011": "tione"}}, {"10.4.3-a": -1}),
    "over a stream": ({}, {}, {"hexsides": [STREAM]}, {"10.4.3-a": -1}),
    "up a slope": ({}, {}, {"hexsides": [SLOPE], "levels": {"3011": 1}}, {"10.4.3-a": -1}),
    "down a slope": ({}, {}, {"hexsides": [["3011", "3010", "slope"]], "levels": {"3010": 1}}, {}),
    "up a steep slope": ({}, {}, {"hexsides": [STEEP], "levels": {"3011": 1}}, {"10.4.3-a": -2}),
    "down a steep slope": ({}, {}, {"hexsides": [["3011", "3010", "steep_slope"]], "levels": {"3010": 1}}, {}),
    "higher ground without a slope": ({}, {}, {"levels": {"3011": 1}}, {"10.4.3-a": -1}),
    "lower ground without a slope": ({}, {}, {"levels": {"3010": 1}}, {}),
    "stream below a slope": ({}, {}, {"hexsides": [STREAM, SLOPE], "levels": {"3011": 1}}, {"10.4.3-a": -2}),
    "village on a hill": (
        {},
        {},
        {"hexsides": [SLOPE], "levels": {"3011": 1}, "terrain": {"3011": "village"}},
        {"10.4.3-a": -3},
    ),
    "off a bridge of the Mincio": (
        {"march": True},
        {},
        {"terrain": {"3010": "mincio"}, "bridges": ["3010"]},
        {"7.8.3-a": -2, "10.4.3-a": -2},
    ),
}


@pytest.mark.rule("custoza:10.4.3-a", "custoza:chart.OAM-a")
@pytest.mark.parametrize("case", CONDITIONS)
def test_every_condition_has_its_modifier(case: str) -> None:
    a, d, board, expected = CONDITIONS[case]
    m = assault(3, 4, *PLENTY, a=a, d=d, board=board)
    fight = roll(m, "assault")
    assert modifiers(fight) == expected
    assert fight.data["total"] == 7 + sum(expected.values())


@pytest.mark.rule("custoza:10.4.4-a", "custoza:13.2-d")
@pytest.mark.parametrize(
    ("a", "d", "column"),
    [
        ({"cv": 9, "status": "shaken"}, {"status": "disordered"}, 2),
        ({"cv": 10}, {"status": "disorganised"}, 4),
        ({"cv": 6, "status": "disordered"}, {"cv": 10}, -4),
        ({"status": "disorganised"}, {"status": "disorganised"}, 0),
    ],
)
def test_column_is_the_difference_of_current_cohesion(a: dict[str, Any], d: dict[str, Any], column: int) -> None:
    m = assault(3, 4, *PLENTY, a=a, d=d)
    assert roll(m, "assault").data["column"] == column


@pytest.mark.rule("custoza:10.4.4-b", "custoza:10.4.1-b")
def test_guns_count_neither_for_the_odds_nor_for_the_column() -> None:
    guns = ah("G", "artillery", "3011", facing="N", sp=8, sv=2, cv=10)
    m = assault(3, 4, *PLENTY, d={"kind": "light", "sp": 6, "cv": 7}, others=(guns,))
    assert (roll(m, "assault").data["odds"], roll(m, "assault").data["column"]) == ("6:6", 1)


@pytest.mark.rule("custoza:10.4.4-b")
def test_the_largest_unit_of_a_stack_gives_its_cohesion() -> None:
    light = ah("L", "light", "3011", facing="N", cv=10)
    m = assault(3, 4, *PLENTY, d={"cv": 7}, others=(light,))
    assert (roll(m, "assault").data["odds"], roll(m, "assault").data["column"]) == ("6:8", 1)


@pytest.mark.rule("custoza:10.4.4-b")
def test_between_equally_large_units_the_owner_chooses() -> None:
    m = assault(3, 4, *PLENTY, d={"cv": 7, "sv": 2}, others=(ah("E", "line", "3011", facing="N", cv=9, sv=2),))
    assert asked(m) == ("lead", AUSTRIA)
    say(m, AUSTRIA, "lead", unit="E")
    assert roll(m, "assault").data["column"] == -1


@pytest.mark.rule("custoza:10.4.9-a", "custoza:10.4.7-b", "custoza:10.4.8-a")
@pytest.mark.parametrize(
    ("dice", "defender", "attacker", "winner"),
    [
        ((2, 3, 3, 4), "good_order", "good_order", "draw"),  # 8 and 8 against 8: both stand
        ((3, 3, 4, 4), "shaken", "shaken", "draw"),  # 9 and 9: a level each
        ((6, 6, 4, 4), "disorganised", "shaken", "attacker"),  # 15 is seven too many
        ((4, 4, 6, 6), "shaken", "disordered", "defender"),  # 11 is three too many, 13 five
        ((4, 5, 5, 6), "disordered", "disordered", "draw"),  # 12 four, 12 four
    ],
)
def test_uncertain_result_goes_to_who_lost_fewer_levels(
    dice: tuple[int, ...], defender: str, attacker: str, winner: str
) -> None:
    m = assault(3, 4, *dice)
    assert roll(m, "assault").data["result"] == "white cc1/cc3"
    assert [r.data["by"] for r in rolls(m, "cohesion")] == [AUSTRIA, ITALY]
    assert (now(m, "D")["status"], now(m, "A")["status"]) == (defender, attacker)
    assert told(m, "combat")[-1]["winner"] == winner


@pytest.mark.rule("custoza:10.4.10-c", "custoza:10.4.11-a")
def test_after_a_draw_both_stay_and_morale_stands() -> None:
    m = assault(3, 4, 2, 3, 3, 4)
    calm(m, "activate")
    assert (where(m, "A"), where(m, "D")) == ("3010", "3011")
    assert (formation(m, ITALY)["morale"], formation(m, AUSTRIA)["morale"]) == (0, 0)


@pytest.mark.rule("custoza:10.4.9-a", "custoza:10.4.11-c")
def test_a_side_that_is_gone_loses_even_against_heavier_losses() -> None:
    m = assault(3, 4, 1, 2, 6, 6, d={"status": "disorganised"})  # 6 against 5 routs; 13 against 8 costs two levels
    assert (where(m, "D"), now(m, "A")["status"]) == ("routed", "disordered")
    assert told(m, "combat")[-1]["winner"] == "attacker"
    assert where(m, "A") == "3011"


@pytest.mark.rule("custoza:10.4.9-a", "custoza:5.2.1-a")
def test_where_both_sides_are_gone_nobody_has_won() -> None:
    m = assault(3, 4, 1, 2, 6, 6, a={"status": "disorganised", "cv": 9}, d={"status": "disorganised", "cv": 9})
    assert roll(m, "assault").data["result"] == "white cc1/cc3"
    assert (where(m, "D"), where(m, "A")) == ("3011", "routed")  # 6 against 6 stands
    m = assault(3, 4, 2, 2, 6, 6, a={"status": "disorganised", "cv": 9}, d={"status": "disorganised", "cv": 9})
    assert (where(m, "D"), where(m, "A")) == ("routed", "routed")
    assert told(m, "combat")[-1]["winner"] == "draw"
    assert (formation(m, ITALY)["morale"], formation(m, AUSTRIA)["morale"]) == (0, 0)


@pytest.mark.rule("custoza:10.4.9-a", "custoza:13.2.1-a")
def test_the_worst_unit_of_a_stack_decides_and_one_roll_serves_all() -> None:
    m = assault(3, 4, 2, 3, 3, 4, others=(ah("L", "light", "3011", facing="N", cv=6),))
    fight = roll(m, "assault")
    assert (fight.data["row"], fight.data["total"], fight.data["result"]) == ("1-1.5", 6, "white cc2/cc3")
    check = rolls(m, "cohesion")[0]
    assert [(c["unit"], c["total"], c["levels"]) for c in check.data["checks"]] == [("D", 8, 0), ("L", 8, 1)]
    assert told(m, "combat")[-1]["winner"] == "draw"  # 7 + 2 costs the attacker a level too


@pytest.mark.rule("custoza:10.4.9-a")
@pytest.mark.parametrize(("option", "winner"), [("worst_unit", "draw"), ("sum", "attacker")])
def test_levels_of_a_stack_are_added_up_by_option_only(option: str, winner: str) -> None:
    light = ah("L", "light", "3011", facing="N")
    m = assault(
        3, 4, 3, 3, 4, 4, others=(light,), d={"sp": 4}, options={"uncertain": option}
    )  # a level each for D, L and A
    assert [now(m, x)["status"] for x in "DLA"] == ["shaken"] * 3
    assert told(m, "combat")[-1]["winner"] == winner


@pytest.mark.rule("custoza:10.6-a", "custoza:13.2.1-a")
def test_guns_check_for_themselves_after_the_infantry_and_decide_nothing() -> None:
    guns = ah("G", "artillery", "3011", facing="N")
    m = assault(3, 4, 1, 2, 6, 6, 3, 3, others=(guns,))
    assert [r.data["units"] for r in rolls(m, "cohesion")] == [["D"], ["G"], ["A"]]
    assert (now(m, "D")["status"], now(m, "G")["status"]) == ("good_order", "disorganised")
    assert told(m, "combat")[-1]["winner"] == "draw"


CHECKS: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    "plain": ({}, {}, 0),
    "half its strength lost": ({"max": 12}, {}, 1),
    "nearly half lost": ({"max": 11}, {}, 0),
    "more than half lost": ({"sp": 6, "max": 13}, {}, 1),
    "marching": ({"march": True}, {}, 1),
    "from behind": ({"facing": "S"}, {}, 1),
    "in a village": ({"facing": "S"}, {"terrain": {"3011": "village"}}, -1),
    "in a Square": ({"facing": "S", "square": True}, {}, 0),
}


@pytest.mark.rule("custoza:chart.CCMT-a", "custoza:13.2-a")
@pytest.mark.parametrize("case", CHECKS)
def test_the_defender_checks_with_the_burdens_of_his_state(case: str) -> None:
    d, board, burden = CHECKS[case]
    m = assault(3, 3, *PLENTY, a={"sp": 12 if board else 6}, d=d, board=board)
    fight = roll(m, "assault")
    cc = int(fight.data["defender"].removeprefix("cc"))
    check = rolls(m, "cohesion")[0]
    assert check.data["checks"][0]["total"] == 2 + cc + burden


@pytest.mark.rule("custoza:10.4.8-b", "custoza:10.4.8-c")
def test_the_first_point_comes_from_the_largest_the_second_from_whom_the_owner_likes() -> None:
    light = ah("L", "light", "3011", facing="N", sp=2)
    m = assault(5, 4, a={"sp": 16}, d={"sp": 2}, others=(light,))
    assert roll(m, "assault").data["result"] == "blue -/2S2"
    assert asked(m) == ("hit", AUSTRIA)
    assert now(m, "D")["sp"] == 1
    say(m, AUSTRIA, "hit", unit="L")
    assert (now(m, "D")["sp"], now(m, "L")["sp"]) == (1, 1)
    assert (now(m, "D")["status"], now(m, "L")["status"]) == ("disordered", "disordered")
    assert asked(m) == ("retreat", AUSTRIA)


@pytest.mark.rule("custoza:2.4.1.1-a", "custoza:10.4.11-c")
def test_a_unit_without_points_is_destroyed_and_the_winner_takes_its_hex() -> None:
    m = assault(5, 4, a={"sp": 8}, d={"sp": 1})
    assert where(m, "D") == "eliminated"
    assert told(m, "eliminated")[-1]["why"] == "strength"
    assert where(m, "A") == "3011"


@pytest.mark.rule("custoza:10.4.7-a", "custoza:10.4.10-a", "custoza:5.2.1-a")
def test_red_sends_the_attacker_back_one_hex() -> None:
    m = assault(1, 2)
    assert roll(m, "assault").data["result"] == "red 1S2/-"
    assert (now(m, "A")["sp"], now(m, "A")["status"]) == (5, "disordered")
    assert asked(m) == ("retreat", ITALY)
    assert {tuple(o["path"]) for o in m.options(ITALY)} == {("3009",), ("3109",), ("2909",)}
    assert (formation(m, ITALY)["morale"], formation(m, AUSTRIA)["morale"]) == (-1, 1)


@pytest.mark.rule("custoza:5.2.1-a", "custoza:chart.MORALE-a")
def test_morale_stops_at_three_and_every_formation_of_the_stack_is_touched() -> None:
    other = ah("E", "light", "3011", facing="N", formation="IX")
    formations = [
        {"id": ITALY, "side": ITALY, "morale": 3},
        {"id": AUSTRIA, "side": AUSTRIA, "morale": -2},
        {"id": "IX", "side": AUSTRIA, "morale": 1},
    ]
    m = assault(6, 5, a={"sp": 20}, others=(other,), formations=formations)
    say(m, AUSTRIA, "hit", unit="D")
    assert [formation(m, f)["morale"] for f in (ITALY, AUSTRIA, "IX")] == [3, -3, 0]


@pytest.mark.rule("custoza:10.3-a", "custoza:11.1-e", "custoza:10.4.11-b")
def test_the_winner_advances_into_the_zone_of_another_enemy_who_reacts_then_he_turns() -> None:
    m = assault(6, 6, 1, 1, others=(ah("E", "line", "3012", facing="N"),))
    say(m, AUSTRIA, "retreat", units=["D"], path=m.options(AUSTRIA)[0]["path"])
    calm(m, "react")
    assert asked(m) == ("react", AUSTRIA)
    assert m.ask.data["forces"][0]["trigger"] == "advance"
    assert where(m, "A") == "3011"
    say(m, AUSTRIA, "fire", units=["E"])
    assert roll(m, "fire").data["targets"] == ["A"]
    assert asked(m) == ("face", ITALY)


@pytest.mark.rule("custoza:10.4.12-a")
def test_after_a_combat_both_sides_may_leave_the_march_the_defender_first() -> None:
    m = assault(3, 4, 1, 1, 1, 1, a={"march": True}, d={"march": True})
    assert asked(m) == ("leave_march", AUSTRIA)
    say(m, AUSTRIA, "leave_march", units=["D"])
    assert asked(m) == ("leave_march", ITALY)
    say(m, ITALY, "pass")
    assert (now(m, "D")["march"], now(m, "A")["march"]) == (False, True)
