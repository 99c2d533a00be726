"""Chapter 10: who fights, what is added, who gives way."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules import melee
from quadrilatero.games.vivaorre.rules.melee_modifiers import in_works, modifiers, strikes_rear
from tests.games.vivaorre.battle import area, blue, events, play, red, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]


def added(attacker: Plain, target: Plain, **more: Any) -> list[tuple[str, int]]:
    s = state(red("A", HERE, **attacker), blue("D", HERE, **target), phase="melee", **more)
    return sorted(modifiers(s, s.units["A"], s.units["D"]))


@pytest.mark.rule("vivaorre:10-m5", "vivaorre:10-m6", "vivaorre:10-m8")
def test_lancers_who_charge_foot_and_a_square() -> None:
    lancers = {"arm": "cavalry", "class": "b-/-b", "notes": ["lance"], "charged": "D"}
    foot: Plain = {"class": "c-c-c"}
    assert added(lancers, foot) == [("10-m4", 1), ("10-m5", 1), ("10-m6", 1), ("10-m8", 1)]
    assert added(lancers, {**foot, "formation": "square"}) == [("10-m4", 1), ("10-m5", 1), ("10-m6", 1)]


@pytest.mark.rule("vivaorre:10-m3", "vivaorre:10-m2")
def test_foot_against_horse() -> None:
    horse = {"arm": "cavalry", "notes": ["cuirass"]}
    assert added({}, horse) == [("10-m2", -1), ("10-m3", -1)]
    assert added({"formation": "square"}, horse) == [("10-m2", -1)]


@pytest.mark.rule("vivaorre:10-m1", "vivaorre:10-m5")
def test_works_cover_and_take_the_charge_away() -> None:
    works = area("f", "light_works", 25, 9, 35, 13)
    assert added({"charged": "D"}, {}, table={"terrain": [works]}) == [("10-m1", -1)]


@pytest.mark.rule("vivaorre:10-m7")
def test_a_blow_in_the_rear() -> None:
    s = state(red("A", HERE), blue("D", [30000, 10625], facing=0), phase="melee")
    assert modifiers(s, s.units["A"], s.units["D"]) == [("10-m7", 1)]


@pytest.mark.rule("vivaorre:10-m9", "vivaorre:2-c")
@pytest.mark.parametrize(
    ("more", "heavy"),
    [({}, True), ({"notes": ["lance"]}, False), ({"notes": ["dismount"]}, False), ({"class": "c-/-d"}, False)],
)
def test_heavy_horse_in_column(more: Plain, heavy: bool) -> None:
    found = added({"arm": "cavalry", "formation": "assault", **more}, {"arm": "cavalry"})
    assert (("10-m9", 1) in found) is heavy


@pytest.mark.rule("vivaorre:10-b", "vivaorre:5-ch13")
@pytest.mark.parametrize(
    ("more", "count"),
    [({}, 8), ({"formation": "assault"}, 8), ({"training": "irregular"}, 8), ({"arm": "artillery"}, 2)],
)
def test_who_fights(more: Plain, count: int) -> None:
    s = state(red("A", HERE, **more), blue("D", HERE), phase="melee")
    assert melee.fighters(s, s.units["A"], s.units["D"]) == count
    general = {"id": "G", "side": "red", "with": "A", "characters": ["combattivo"]}
    s = state(red("A", HERE, **more), blue("D", HERE), phase="melee", generals=[general])
    assert melee.fighters(s, s.units["A"], s.units["D"]) == count + 1


@pytest.mark.rule("vivaorre:10-b")
def test_only_skirmishers_who_touch_fight() -> None:
    skirmishers = red("A", HERE, notes=["skirmish"], formation="skirmish")
    s = state(skirmishers, blue("D", HERE, figures=4, start=4), phase="melee")
    assert melee.fighters(s, s.units["A"], s.units["D"]) == 2, "1.5 inches of front touch every second base of 3/8"


@pytest.mark.rule("vivaorre:10-d", "vivaorre:10-e")
def test_the_loser_tests_with_the_difference_and_gives_way() -> None:
    dice = [5, 5, 1, 1, 1, 1, 1, 1] + [1] * 8 + [5]
    match = play(red("A", HERE, **{"class": "c-/-c"}), blue("D", HERE, **{"class": "c-/-c"}), phase="melee", dice=dice)
    (test,) = rolls(match, "morale")
    assert (test.data["unit"], test.data["total"], test.modifiers) == ("D", 3, [("10-d", -2)])
    assert unit_of(match, "D")["state"] == "shaken"
    (back,) = events(match, "moved")
    assert (back.data["why"], back.data["distance"], back.data["to"]["at"]) == ("retreat", 1500, [30000, 11500])


@pytest.mark.rule("vivaorre:10-f")
def test_the_winner_tests_if_the_loser_stands() -> None:
    dice = [5, 5, 1, 1, 1, 1, 1, 1] + [1] * 8 + [6, 2]
    match = play(red("A", HERE, **{"class": "c-/-c"}), blue("D", HERE, **{"class": "c-/-c"}), phase="melee", dice=dice)
    loser, winner = rolls(match, "morale")
    assert (winner.data["unit"], winner.data["total"], winner.modifiers) == ("A", 4, [("10-f", 2)])
    assert [unit_of(match, id)["state"] for id in "AD"] == ["steady", "steady"], "it goes on"
    assert loser.data["success"] is True


@pytest.mark.rule("vivaorre:10-h")
def test_who_fails_against_horse_routs_at_once() -> None:
    horse = red("A", HERE, arm="cavalry", charged="D", **{"class": "c-/-c"})
    foot = blue("D", HERE, **{"class": "c-/-c"})
    dice = [5, 5, 1, 1, 1, 1] + [1] * 8 + [2, 6]
    match = play(horse, foot, phase="melee", dice=dice)
    match.answer("red", {"do": "stay"})
    assert [event.data["state"] for event in events(match, "state")] == ["routed", "shaken"]


@pytest.mark.rule("vivaorre:10-h")
@pytest.mark.parametrize(("formation", "state"), [("assault", "routed"), ("line", "shaken")])
def test_a_line_that_fails_against_a_column_routs(formation: str, state: str) -> None:
    winner = red("A", HERE, formation=formation, **{"class": "c-/-c"})
    dice = [5, 5, 1, 1, 1, 1, 1, 1] + [1] * 8 + [2, 6]
    match = play(winner, blue("D", HERE, **{"class": "c-/-c"}), phase="melee", dice=dice)
    if match.ask is not None:
        match.answer("red", {"do": "stay"})
    assert events(match, "state")[0].data["state"] == state


@pytest.mark.rule("vivaorre:10-g", "vivaorre:10-i")
def test_horse_that_moves_nobody_withdraws() -> None:
    horse = red("A", HERE, arm="cavalry", charged="D", **{"class": "c-/-c"})
    foot = blue("D", HERE, **{"class": "b-/-b"})
    dice = [5, 5, 1, 1, 1, 1, 5, 5, 1, 1, 1, 1, 1, 1, 3, 3]
    match = play(horse, foot, phase="melee", dice=dice)
    first, second = rolls(match, "morale")
    assert (first.data["unit"], first.data["total"]) == ("D", 4), "it received the charge halted"
    assert (second.data["unit"], second.data["total"]) == ("A", 3)
    assert unit_of(match, "A")["state"] == "shaken"
    assert unit_of(match, "A")["at"] == [30000, 4000], "a whole move back"


@pytest.mark.rule("vivaorre:8-ac", "vivaorre:2-j")
def test_who_has_fought_is_disordered() -> None:
    dice = [1] * 16 + [4, 6, 6]
    match = play(red("A", HERE, **{"class": "c-/-c"}), blue("D", HERE, **{"class": "c-/-c"}), phase="melee", dice=dice)
    assert [unit_of(match, id)["formation"] for id in "AD"] == ["mass", "mass"]
    assert [event.data["why"] for event in events(match, "disordered")] == ["fought", "fought"]


@pytest.mark.rule("vivaorre:10-m7")
@pytest.mark.parametrize(
    ("at", "facing", "figures", "rear"),
    [
        ([30000, 11000], 3000, 4, True),
        ([33000, 11375], 0, 16, True),
        ([34400, 11375], 0, 16, True),
        ([31500, 11000], 27000, 8, False),
        ([31500, 10000], 27000, 8, False),
        ([31500, 9500], 27000, 8, True),
        ([32150, 11700], 24000, 4, False),
    ],
    ids=["corner", "edge", "end of the edge", "flank", "end of the flank", "behind", "beside"],
)
def test_the_edge_that_is_touched_decides_and_at_a_corner_where_the_enemy_stands(
    at: list[int], facing: int, figures: int, rear: bool
) -> None:
    striker = red("A", at, facing=facing, figures=figures, start=figures)
    s = state(striker, blue("D", [30000, 12000], facing=0), phase="melee")
    assert strikes_rear(s.units["A"], s.units["D"]) is rear
    square = s.change(s.units["D"], formation="square")
    assert not strikes_rear(s.units["A"], square), "a square has no rear"


@pytest.mark.rule("vivaorre:10-m5", "vivaorre:14-b")
@pytest.mark.parametrize(
    ("kind", "south", "held"),
    [("light_works", 9, True), ("heavy_works", 9, True), ("building", 9, True), ("light_works", 11, False),
     ("rough", 9, False)],
)  # fmt: skip
def test_works_are_held_by_who_has_his_centre_in_them(kind: str, south: int, held: bool) -> None:
    s = state(blue("D", HERE), terrain=(area("f", kind, 25, south, 35, south + 3),))
    assert in_works(s, s.units["D"]) is held


@pytest.mark.rule("vivaorre:10-m6", "vivaorre:10-m9")
def test_lances_and_weight_are_of_who_is_in_the_saddle_and_formed_for_it() -> None:
    lance = {"arm": "cavalry", "notes": ["lance"]}
    assert ("10-m6", 1) in added({**lance, "charged": "D"}, {})
    assert ("10-m6", 1) not in added({**lance, "charged": "D", "formation": "assault"}, {})
    assert ("10-m6", 1) not in added({**lance, "pursued": True}, {}), "a pursuit is no charge"
    assert ("10-m5", 1) in added({**lance, "pursued": True}, {})
    assert ("10-m6", 1) not in added({"arm": "cavalry", "charged": "D"}, {})
    assert ("10-m6", 1) not in added({"notes": ["lance"], "charged": "D"}, {}), "foot has none"
    assert ("10-m9", 1) not in added({"arm": "cavalry"}, {"arm": "cavalry"}), "in line"
    assert ("10-m9", 1) not in added({"formation": "assault", "class": "c-/-a"}, {"arm": "cavalry"})


@pytest.mark.rule("vivaorre:10-m4")
@pytest.mark.parametrize(("letter", "value"), [("a", 2), ("b", 1), ("c", 0), ("d", -1), ("e", -2)])
def test_what_the_class_adds_to_blows(letter: str, value: int) -> None:
    assert added({"class": f"c-/-{letter}"}, {}) == ([("10-m4", value)] if value else [])
