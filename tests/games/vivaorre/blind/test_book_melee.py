"""Chapter 10 by the book: who strikes, modifiers, who tests, retreats, routs, withdrawals, pursuits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.blind.situations import (
    asked,
    barred,
    begun,
    blue,
    box,
    general,
    gone,
    modifiers,
    now,
    red,
    roll,
    rolls,
    say,
    told,
)

HORSE = {"arm": "cavalry"}


def fight(a: Any = None, d: Any = None, *more: Any, dice: tuple[int, ...] = (), **keys: Any) -> Any:
    """A, that has come from the south, touches D."""
    ours = red("A", 30000, 10000, **(a or {}))
    return begun("melee", ours, blue("D", 30000, 10000, **(d or {})), *more, dice=dice, **keys)


CHARGED = {"charged": "D"}


@pytest.mark.rule("vivaorre:10-a", "vivaorre:10-b")
@pytest.mark.parametrize(
    ("fighter", "count"),
    [
        ({}, 8),
        ({"formation": "assault"}, 8),
        ({"formation": "march"}, 8),
        ({"formation": "square"}, 8),
        ({"training": "irregular"}, 8),
        ({"training": "irregular", "figures": 13, "start": 16}, 7),
        ({"arm": "artillery", "sections": 2}, 4),
        (HORSE, 6),
        (HORSE | {"training": "irregular"}, 6),
    ],
)
def test_regulars_fight_with_all_ranks_irregulars_with_one(fighter: Any, count: int) -> None:
    assert roll(fight(fighter), "melee", unit="A").data["count"] == count


@pytest.mark.rule("vivaorre:10-b")
def test_skirmishers_fight_with_the_figures_that_touch() -> None:
    """A march column fills just the gap between the two figures in the middle of a rank of eight, and touches both."""
    m = fight({"notes": ["skirmish"], "formation": "skirmish"}, {"formation": "march"})
    assert roll(m, "melee", unit="A").data["count"] == 2
    m = fight({"notes": ["skirmish"], "formation": "skirmish", "ranks": 2}, {})
    assert roll(m, "melee", unit="A").data["count"] == 4


BLOWS: dict[str, tuple[Any, Any, dict[str, int]]] = {
    "charged": (CHARGED, {}, {"10-m5": 1}),
    "stood": ({}, CHARGED | {"charged": "A"}, {}),
    "foot against horse": ({}, HORSE, {"10-m3": -1}),
    "square against horse": ({"formation": "square"}, HORSE, {}),
    "horse against foot": (HORSE, {}, {"10-m8": 1, "10-m9": 0}),
    "horse against square": (HORSE | CHARGED, {"formation": "square"}, {"10-m5": 1}),
    "horse against horse": (HORSE, HORSE, {}),
    "horse against guns": (HORSE, {"arm": "artillery"}, {}),
    "heavy horse in column": (HORSE | {"formation": "assault"}, HORSE, {"10-m9": 1}),
    "light horse in column": (HORSE | {"formation": "assault", "class": "c-/-d"}, HORSE, {"10-m4": -1}),
    "horse that dismounts in column": (HORSE | {"formation": "assault", "notes": ["dismount"]}, HORSE, {}),
    "lancers in column": (HORSE | CHARGED | {"formation": "assault", "notes": ["lance"]}, HORSE, {"10-m5": 1}),
    "lancers in line": (HORSE | CHARGED | {"notes": ["lance"]}, HORSE, {"10-m5": 1, "10-m6": 1}),
    "lancers that stood": (HORSE | {"notes": ["lance"]}, HORSE, {}),
    "cuirass": ({}, HORSE | {"notes": ["cuirass"]}, {"10-m2": -1, "10-m3": -1}),
    "dismounted cuirass is no horse": (HORSE, HORSE | {"notes": ["dismount"], "mounted": False}, {"10-m8": 1}),
    "class A": ({"class": "c-c-a"}, {}, {"10-m4": 2}),
    "class E": ({"class": "c-c-e"}, {}, {"10-m4": -2}),
}


@pytest.mark.rule("vivaorre:10-m3", "vivaorre:10-m8", "vivaorre:10-m9")
@pytest.mark.parametrize("name", BLOWS)
def test_modifiers_of_blows(name: str) -> None:
    ours, theirs, expected = BLOWS[name]
    expected = {rule: value for rule, value in expected.items() if value}
    struck = roll(fight(ours, theirs), "melee", unit="A")
    assert modifiers(struck) == expected
    assert struck.data["need"] == min(6, max(2, 5 - sum(expected.values())))


@pytest.mark.rule("vivaorre:10-m7", "vivaorre:9-m12")
@pytest.mark.parametrize(("formation", "expected"), [("line", {"10-m7": 1}), ("square", {})])
def test_blows_from_behind_count_but_a_square_has_no_rear(formation: str, expected: dict[str, int]) -> None:
    deep = 625 if formation == "line" else 1250
    m = begun("melee", red("A", 30000, 10000), blue("D", 30000, 10000 + deep, facing=0, formation=formation))
    assert modifiers(roll(m, "melee", unit="A")) == expected


@pytest.mark.rule("vivaorre:10-m1", "vivaorre:10-m5", "vivaorre:14-b")
def test_works_cover_and_break_the_impetus() -> None:
    works = box("w", "light_works", 27000, 10000, 33000, 12000)
    m = fight(CHARGED, {}, terrain=(works,))
    assert modifiers(roll(m, "melee", unit="A")) == {"10-m1": -1}
    wood = box("w", "open_wood", 27000, 10000, 33000, 12000)
    m = fight(CHARGED, {}, terrain=(wood,))
    assert modifiers(roll(m, "melee", unit="A")) == {"10-m1": -1, "10-m5": 1}


def hits(ours: int, theirs: int, we: int = 8, they: int = 8) -> tuple[int, ...]:
    return (6,) * ours + (2,) * (we - ours) + (6,) * theirs + (2,) * (they - theirs)


@pytest.mark.rule("vivaorre:10-d", "vivaorre:10-e")
def test_the_loser_tests_with_what_it_lost_by_and_falls_back_half_a_move() -> None:
    m = fight(CHARGED, {}, dice=(*hits(2, 1), 4))
    [test] = rolls(m, "morale")
    assert (test.data["unit"], test.data["total"], modifiers(test)) == ("D", 3, {"10-d": -1})
    [back] = told(m, "moved", unit="D", why="retreat")
    assert back["distance"] == 1500
    assert (now(m, "D")["state"], now(m, "D")["at"][1]) == ("shaken", 11500)


@pytest.mark.rule("vivaorre:10-f", "vivaorre:8-ac")
def test_when_the_loser_holds_the_winner_tests_with_what_it_won_by() -> None:
    m = fight(CHARGED, {}, dice=(*hits(2, 1), 5, 3))
    tests = rolls(m, "morale")
    assert [(e.data["unit"], modifiers(e), e.data["success"]) for e in tests] == [
        ("D", {"10-d": -1}, True),
        ("A", {"10-f": 1}, True),
    ]
    assert now(m, "A")["at"] == now(m, "D")["at"] == [30000, 10000]
    assert {now(m, "A")["disorder"], now(m, "D")["disorder"]} == {"reorder"}


@pytest.mark.rule("vivaorre:10-f", "vivaorre:10-e")
def test_a_winner_that_fails_falls_back_as_a_loser_would() -> None:
    m = fight(CHARGED, {}, dice=(*hits(1, 0), 6, 1))
    [back] = told(m, "moved", why="retreat")
    assert (back["unit"], back["distance"], now(m, "A")["state"]) == ("A", 1500, "shaken")


@pytest.mark.rule("vivaorre:10-g")
def test_in_a_drawn_fight_who_stood_tests_first() -> None:
    m = fight(CHARGED, {}, dice=(*hits(1, 1), 5, 5))
    assert [e.data["unit"] for e in rolls(m, "morale")] == ["D", "A"]
    m = fight({}, {"charged": "A"}, dice=(*hits(1, 1), 5, 5))
    assert [e.data["unit"] for e in rolls(m, "morale")] == ["A", "D"]


@pytest.mark.rule("vivaorre:10-g")
@pytest.mark.parametrize(("lot", "order"), [(3, ["A", "D"]), (4, ["D", "A"])])
def test_where_both_charged_a_lot_says_who_tests_first(lot: int, order: list[str]) -> None:
    m = fight(CHARGED, {"charged": "A"}, dice=(*hits(1, 1), lot, 5, 5))
    assert [e.data["unit"] for e in rolls(m, "morale")] == order


ROUTS: dict[str, tuple[Any, Any, bool]] = {
    "line before horse": (HORSE | CHARGED, {}, True),
    "column before horse": (HORSE | CHARGED, {"formation": "assault"}, True),
    "horse before horse": (HORSE | CHARGED, HORSE, True),
    "line before a column": (CHARGED | {"formation": "assault"}, {}, True),
    "line before a line": (CHARGED, {}, False),
    "column before a column": (CHARGED | {"formation": "assault"}, {"formation": "assault"}, False),
    "column before a line": (CHARGED, {"formation": "assault"}, False),
    "horse before foot": (CHARGED, HORSE, False),
    "line before a mass": (CHARGED | {"training": "irregular"}, {}, False),
    "shaken line before a line": (CHARGED, {"state": "shaken"}, True),
}


@pytest.mark.rule("vivaorre:10-h", "vivaorre:10-e")
@pytest.mark.parametrize("name", ROUTS)
def test_who_routs_at_once(name: str) -> None:
    ours, theirs, routs = ROUTS[name]
    we = 6 if ours.get("arm") else 8
    they = 6 if theirs.get("arm") else 8
    m = fight(ours, theirs, dice=(*hits(2, 0, we, they), 1))
    assert bool(told(m, "state", unit="D", state="routed")) is routs


@pytest.mark.rule("vivaorre:10-h")
def test_nobody_in_works_routs_at_once() -> None:
    works = box("w", "light_works", 27000, 10000, 33000, 12000)
    m = fight(CHARGED | {"formation": "assault"}, {}, dice=(*hits(2, 0), 1), terrain=(works,))
    assert not told(m, "state", unit="D", state="routed")
    assert now(m, "D")["state"] == "shaken"


@pytest.mark.rule("vivaorre:10-m", "vivaorre:10-h")
def test_a_battery_that_fails_is_gone() -> None:
    m = fight(CHARGED, {"arm": "artillery", "sections": 2}, dice=(*hits(1, 0, 8, 4), 2))
    assert gone(m, "D")
    assert told(m, "eliminated", unit="D")[0]["why"] == "battery"


@pytest.mark.rule("vivaorre:10-i")
def test_horse_that_moves_nobody_goes_back_a_move() -> None:
    m = fight(HORSE | CHARGED, {}, dice=(*hits(0, 0, 6, 8), 5, 5))
    [back] = told(m, "moved", unit="A", why="withdraw")
    assert (back["distance"], now(m, "A")["state"]) == (6000, "steady")


@pytest.mark.rule("vivaorre:10-i")
def test_two_units_of_horse_both_go_back() -> None:
    m = fight(HORSE | CHARGED, HORSE, dice=(*hits(0, 0, 6, 6), 5, 5))
    assert {each["unit"]: each["distance"] for each in told(m, "moved", why="withdraw")} == {"A": 6000, "D": 6000}


@pytest.mark.rule("vivaorre:10-i")
def test_horse_that_fails_goes_back_the_whole_move_shaken() -> None:
    m = fight(HORSE | CHARGED, {}, dice=(*hits(0, 1, 6, 8), 3))
    [back] = told(m, "moved", unit="A")
    assert (back["distance"], now(m, "A")["state"]) == (6000, "shaken")


@pytest.mark.rule("vivaorre:10-k", "vivaorre:10-l")
def test_regulars_choose_to_pursue_and_the_caught_are_gone() -> None:
    """Foot run six inches; horse in line pursue nine."""
    m = fight(HORSE | CHARGED, {}, dice=(*hits(2, 0, 6, 8), 1))
    assert asked(m) == ("pursue", "red")
    say(m, "red", "pursue")
    assert gone(m, "D")
    assert told(m, "eliminated", unit="D")[0]["why"] == "pursued"
    assert not rolls(m, "morale", unit="D", occasion="rout")


@pytest.mark.rule("vivaorre:10-k", "vivaorre:12-o")
@pytest.mark.parametrize(("die", "survives"), [(6, True), (5, False)])
def test_who_is_not_pursued_tests_at_minus_two(die: int, survives: bool) -> None:
    m = fight(HORSE | CHARGED, {}, dice=(*hits(2, 0, 6, 8), 1, die))
    say(m, "red", "stay")
    test = roll(m, "morale", unit="D", occasion="rout")
    assert modifiers(test) == {"12-m1": -2}
    assert gone(m, "D") is not survives
    if survives:
        assert (now(m, "D")["state"], now(m, "D")["formation"]) == ("shaken", "mass")


@pytest.mark.rule("vivaorre:10-j")
def test_irregulars_pursue_unless_they_stood_in_cover() -> None:
    m = fight({"training": "irregular", **CHARGED}, {"state": "shaken"}, dice=(*hits(2, 0), 1))
    assert told(m, "moved", unit="A", why="pursuit")
    wood = box("w", "open_wood", 26000, 8000, 34000, 10000)
    m = fight({"training": "irregular"}, {"state": "shaken", "charged": "A"}, dice=(*hits(2, 0), 1), terrain=(wood,))
    assert asked(m) == ("pursue", "red")


@pytest.mark.rule("vivaorre:10-l", "vivaorre:8-ac")
def test_pursuers_that_catch_nobody_are_disordered() -> None:
    """Foot in line pursue three inches, foot run six."""
    m = fight(CHARGED, {"state": "shaken"}, dice=(*hits(2, 0), 1, 6))
    say(m, "red", "pursue")
    assert told(m, "moved", unit="A", why="pursuit")[0]["distance"] == 3000
    assert now(m, "A")["disorder"] == "reorder"
    assert now(m, "D")["state"] == "shaken"


@pytest.mark.rule("vivaorre:11-f", "vivaorre:11-e")
def test_a_general_struck_down_in_a_fight_is_captured() -> None:
    m = fight(
        CHARGED,
        {"brigade": "b"},
        generals=[general("G", "blue", brigade="b", **{"with": "D"})],
        dice=(*hits(1, 0), 6, 5, 6, 6),
    )
    assert next(each for each in m.view("blue")["generals"] if each["id"] == "G")["state"] == "captured"


@pytest.mark.rule("vivaorre:5-ch13", "vivaorre:12-m4")
def test_a_combattivo_strikes_too_and_steadies_his_unit() -> None:
    m = fight(
        CHARGED | {"brigade": "b"},
        {},
        generals=[general("G", "red", brigade="b", characters=["combattivo"], **{"with": "A"})],
        dice=(*hits(0, 1, 9), 1, 5),
    )
    assert roll(m, "melee", unit="A").data["count"] == 9
    assert modifiers(roll(m, "morale", unit="A")) == {"10-d": -1, "12-m4": 1}


@pytest.mark.rule("vivaorre:10-a")
def test_who_touches_two_enemies_says_whom_it_strikes() -> None:
    m = begun("melee", red("A", 30000, 10000), blue("D", 28000, 10000), blue("E", 32000, 10000))
    assert asked(m) == ("melee", "red")
    assert barred(m, "red", "melee", targets={"A": "E"}) is None
    say(m, "red", "melee", targets={"A": "E"})
    assert [e.data["target"] for e in rolls(m, "melee", unit="A")] == ["E"]
    assert {e.data["unit"] for e in rolls(m, "melee", target="A")} == {"D", "E"}


@pytest.mark.rule("vivaorre:10-n")
def test_guns_left_behind_can_be_taken() -> None:
    m = fight(
        CHARGED, {"arm": "artillery", "gun": "smooth_12"}, dice=(*hits(1, 0, 8, 2), 2), options={"guns_left": "on"}
    )
    assert gone(m, "D")
    [gun] = m.view("red")["guns"]
    assert (gun["gun"], gun["sections"], gun["at"]) == ("smooth_12", 1, [30000, 10000])
