"""Chapters 11 and 12, played out: generals at risk, tests and their results, routs, surrender, demoralised brigades."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.battle import area, blue, events, play, red, refused, rolls, unit_of

Plain = dict[str, Any]
HERE = [30000, 20000]
FOE = blue("D", [60000, 40000])
UNARMED = {"class": "c-/-c", "weapon": "none"}


def test_of(unit: Plain, why: str, dice: list[int], *others: Plain, **more: Any) -> q.Match:
    """A test of A that is open."""
    pending = [{"test": "A", "why": why}]
    return play(unit, *(others or (FOE,)), phase="fire", stage="over", pending=pending, dice=dice, **more)


test_of.__test__ = False  # type: ignore[attr-defined]


def flight(unit: Plain, *others: Plain, dice: list[int], enemy: str | None = None, **more: Any) -> q.Match:
    """A rout of A that is open."""
    pending = [{"rout": unit["id"], **({} if enemy is None else {"enemy": enemy})}]
    return play(unit, *others, phase="fire", stage="over", pending=pending, dice=dice, **more)


def states(match: q.Match) -> list[tuple[str, str]]:
    return [(event.data["unit"], event.data["state"]) for event in events(match, "state")]


# -- 11: losses and generals ------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:11-a", "vivaorre:2-f")
def test_a_column_loses_its_rear_rank_first() -> None:
    column = blue("D", [30000, 21000], formation="assault", **UNARMED)
    match = play(red("A", HERE), column, phase="fire", dice=[5, 5, 5, 5, 1, 1, 1, 1, 6])
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    (loss,) = events(match, "losses")
    found = {key: loss.data[key] for key in ("unit", "hits", "removed", "carried", "figures", "files", "why")}
    assert found == {"unit": "D", "hits": 4, "removed": 2, "carried": 0, "figures": 6, "files": 4, "why": "fire"}


@pytest.mark.rule("vivaorre:11-b")
@pytest.mark.parametrize(("figures", "start", "gone"), [(4, 10, False), (3, 10, True), (3, 8, True), (4, 8, False)])
def test_dispersal_at_a_quarter(figures: int, start: int, gone: bool) -> None:
    target = blue("D", [30000, 21000], figures=figures, start=start, points=99, **UNARMED)
    match = play(red("A", HERE), target, phase="fire", dice=[5, 5, 1, 1, 1, 1, 1, 1, 6])
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    assert [(event.data["why"], event.data["points"]) for event in events(match, "eliminated")] == (
        [("dispersed", 99)] if gone else []
    )


def shot_at(*dice: int, general: Plain | None = None, figures: int = 8) -> q.Match:
    leader = {"id": "G", "side": "blue", "with": "D", "brigade": "b", **(general or {})}
    target = blue("D", [30000, 21000], brigade="b", figures=figures, start=8, **UNARMED)
    match = play(red("A", HERE), target, phase="fire", dice=[5, *[1] * 7, *dice], generals=[leader])
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    return match


def general_of(match: q.Match) -> Plain:
    found: Plain = match.view(None)["generals"][0]
    return found


@pytest.mark.rule("vivaorre:11-e", "vivaorre:11-f")
@pytest.mark.parametrize(
    ("dice", "what", "state"),
    [
        ([5, 1, 1], None, "well"),
        ([6, 2, 1, 1], "light", "well"),
        ([6, 3, 1, 1], "serious", "wounded"),
        ([6, 4, 1, 1], "serious", "wounded"),
        ([6, 5, 1, 1], "dead", "dead"),
    ],
)
def test_a_general_with_a_unit_under_fire(dice: list[int], what: str | None, state: str) -> None:
    match = shot_at(*dice, 1, 6)
    assert [event.data["what"] for event in events(match, "general")] == ([] if what is None else [what])
    assert general_of(match)["state"] == state
    assert rolls(match, "general")[0].data["need"] == 6


@pytest.mark.rule("vivaorre:11-e", "vivaorre:12-m4", "vivaorre:12-f")
def test_generals_dice_come_before_the_tests() -> None:
    match = shot_at(6, 6, 3, 1, 6, figures=6)
    order = [event.data["why"] for event in events(match, "roll")][:4]
    assert order == ["fire", "general", "wound", "morale"]
    assert rolls(match, "morale")[0].modifiers == [], "he no longer steadies it"


@pytest.mark.rule("vivaorre:5-ch5", "vivaorre:11-f")
@pytest.mark.parametrize(("face", "state"), [(3, "well"), (2, "dead")])
def test_an_invulnerabile_is_saved_with_a_three(face: int, state: str) -> None:
    match = shot_at(6, 6, face, 1, 1, 6, general={"characters": ["invulnerabile"]})
    assert rolls(match, "saved")[0].data["need"] == 3
    assert general_of(match)["state"] == state


@pytest.mark.rule("vivaorre:11-f", "vivaorre:11-e")
def test_in_a_melee_he_is_taken() -> None:
    leader = {"id": "G", "side": "blue", "with": "D"}
    dice = [5, *[1] * 7] + [1] * 8 + [6, 6] + [6, 6, 6]
    match = play(red("A", HERE, **UNARMED), blue("D", HERE, **UNARMED), phase="melee", dice=dice, generals=[leader])
    assert [event.data["what"] for event in events(match, "general")] == ["captured"]


@pytest.mark.rule("vivaorre:11-c")
def test_a_general_whose_unit_is_gone_is_taken_by_who_touches_him() -> None:
    leader = {"id": "G", "side": "blue", "with": "D"}
    dice = [5, 5, *[1] * 6] + [1] * 3
    target = blue("D", HERE, figures=3, start=8, **UNARMED)
    match = play(
        red("A", HERE, **UNARMED), target, blue("E", [60000, 40000]), phase="melee", dice=dice, generals=[leader]
    )
    assert [event.data["why"] for event in events(match, "eliminated")] == ["dispersed"]
    (taken,) = events(match, "general")
    assert (taken.rule, taken.data["what"]) == ("11-c", "captured")


# -- 12: tests --------------------------------------------------------------------------------------------------------

WORST: Plain = {"class": "d-c-c", "state": "shaken", "shaken_since": 1, "figures": 4, "start": 8}
LEADER = {"id": "G", "side": "red", "with": "A"}


@pytest.mark.rule("vivaorre:12-m1", "vivaorre:12-m2", "vivaorre:12-m4")
@pytest.mark.parametrize(("die", "passed"), [(5, False), (6, True)])
def test_all_modifiers_together(die: int, passed: bool) -> None:
    match = test_of(red("A", HERE, **WORST), "fire", [die, 6], generals=[LEADER])
    test = rolls(match, "morale")[0]
    assert sorted(test.modifiers) == [("12-m1", -1), ("12-m2", -1), ("12-m3", -1), ("12-m4", 1)]
    assert (test.data["need"], test.data["total"], test.data["success"]) == (4, die - 2, passed)
    assert test.data["result"] == ("passed" if passed else "routed")


@pytest.mark.rule("vivaorre:12-g", "vivaorre:1-j", "vivaorre:12-h")
def test_the_best_fail_with_a_one() -> None:
    match = test_of(red("A", HERE, **{"class": "a-c-c"}), "fire", [1], generals=[LEADER])
    (test,) = rolls(match, "morale")
    assert (test.data["total"], test.data["result"]) == (4, "shaken")
    assert states(match) == [("A", "shaken")]


@pytest.mark.rule("vivaorre:12-o", "vivaorre:12-m1", "vivaorre:12-m3")
@pytest.mark.parametrize(("letter", "passed"), [("c", False), ("b", True)])
def test_the_end_of_a_rout(letter: str, passed: bool) -> None:
    match = flight(red("A", HERE, **{"class": f"{letter}-c-c"}), FOE, dice=[5])
    (test,) = rolls(match, "morale")
    assert (test.data["occasion"], test.data["success"], test.data["total"]) == ("rout", passed, 4 if passed else 3)
    assert states(match) == ([("A", "routed"), ("A", "shaken")] if passed else [("A", "routed")])
    assert [event.data["why"] for event in events(match, "eliminated")] == ([] if passed else ["rout"])


@pytest.mark.rule("vivaorre:12-h", "vivaorre:12-a", "vivaorre:12-e")
@pytest.mark.parametrize(
    ("occasion", "result"), [("charge", "no_charge"), ("square", "no_square"), ("weather", "no_move")]
)
def test_a_failed_test_that_shakes_nobody(occasion: str, result: str) -> None:
    match = test_of(red("A", HERE), occasion, [2])
    assert rolls(match, "morale")[0].data["result"] == result
    assert states(match) == []


@pytest.mark.rule("vivaorre:12-b", "vivaorre:12-h", "vivaorre:8-f")
@pytest.mark.parametrize(("die", "result"), [(3, "normal_speed"), (1, "shaken"), (4, "passed")])
def test_a_forced_march_shakes_on_a_one_alone(die: int, result: str) -> None:
    match = play(red("A", HERE, formation="assault"), FOE, phase="movement", dice=[die])
    path = [{"go": "advance", "by": 7500}]
    match.answer("red", {"do": "move", "unit": "A", "path": path, "forced": True})
    assert rolls(match, "morale")[0].data["result"] == result
    assert unit_of(match, "A")["state"] == ("shaken" if die == 1 else "steady")
    assert unit_of(match, "A")["at"] == [30000, 27500 if die == 4 else 25000]


@pytest.mark.rule("vivaorre:12-i")
def test_the_shaken_do_not_approach() -> None:
    match = play(red("A", HERE, state="shaken"), blue("D", [30000, 40000]), phase="movement")
    ahead = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 1000}]}
    assert refused(match, "red", ahead) == "12-i"
    aside = {"do": "move", "unit": "A", "path": [{"go": "back", "by": 1000}]}
    assert match.refuse("red", aside) is None


@pytest.mark.rule("vivaorre:12-i", "vivaorre:7-d")
def test_the_shaken_do_not_charge() -> None:
    shaken, steady = red("A", HERE, state="shaken"), red("B", [40000, 20000])
    match = play(shaken, steady, blue("D", [30000, 22000]), blue("E", [40000, 22000]), phase="charges")
    assert refused(match, "red", {"do": "charge", "unit": "A", "target": "D"}) == "7-d"


# -- 12: routs --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:12-k", "vivaorre:8-d")
@pytest.mark.parametrize(("arm", "by"), [("infantry", 6000), ("cavalry", 12000)])
def test_routers_take_mass_and_run_for_their_edge(arm: str, by: int) -> None:
    match = flight(red("A", HERE, arm=arm, **UNARMED), FOE, dice=[6])
    (run,) = events(match, "moved")
    assert (run.rule, run.data["why"], run.data["distance"]) == ("12-k", "rout", by)
    assert (run.data["to"]["formation"], run.data["to"]["facing"]) == ("mass", 18000)
    depth, base = (625, 625) if arm == "infantry" else (1000, 1000)
    centre = HERE[1] - depth // 2
    assert abs(run.data["to"]["at"][1] - (centre - base - by)) <= 1
    assert states(match) == [("A", "routed"), ("A", "shaken")]


@pytest.mark.rule("vivaorre:12-k", "vivaorre:8-d")
def test_limbered_guns_rout_at_their_own_rate() -> None:
    match = flight(red("A", HERE, arm="artillery", formation="limbered", mount="horse"), FOE, dice=[6])
    assert events(match, "moved")[0].data["distance"] == 6000


@pytest.mark.rule("vivaorre:12-l")
@pytest.mark.parametrize(
    ("blocks", "bearing"),
    [([], 18000), ([(30000, 16000)], 16500), ([(30000, 16000), (32000, 14000)], 19500)],
)
def test_routers_go_round_where_two_inches_are_free(blocks: list[tuple[int, int]], bearing: int) -> None:
    friends = [red(f"F{n}", [x, y], formation="march", figures=2, start=2) for n, (x, y) in enumerate(blocks)]
    match = flight(red("A", HERE), FOE, *friends, dice=[6])
    (run,) = events(match, "moved")
    (x, y), (to_x, to_y) = run.data["from"]["at"], run.data["to"]["at"]
    assert (to_x > x, to_x < x) == (bearing < 18000, bearing > 18000)
    assert len(rolls(match, "morale")) == 1, "nobody is passed through"
    assert to_y < y


@pytest.mark.rule("vivaorre:12-c", "vivaorre:8-r", "vivaorre:12-l")
def test_friends_passed_through_test_as_they_are_met() -> None:
    far, near = red("F", [30000, 15000], figures=40, start=40), red("N", [30000, 18000], figures=40, start=40)
    match = flight(red("A", HERE), far, near, FOE, dice=[2, 6, 6])
    assert [(test.data["unit"], test.data["occasion"]) for test in rolls(match, "morale")] == [
        ("N", "routers"),
        ("F", "routers"),
        ("A", "rout"),
    ]
    assert states(match) == [("A", "routed"), ("N", "shaken"), ("A", "shaken")]


@pytest.mark.rule("vivaorre:12-c")
def test_skirmishers_frighten_nobody() -> None:
    friend = red("N", [30000, 18000], figures=40, start=40)
    match = flight(red("A", HERE, notes=["skirmish"], formation="skirmish"), friend, FOE, dice=[6])
    assert [test.data["unit"] for test in rolls(match, "morale")] == ["A"]


@pytest.mark.rule("vivaorre:12-c", "vivaorre:12-h")
def test_a_shaken_friend_that_fails_runs_as_well() -> None:
    friend = red("N", [30000, 18000], figures=40, start=40, state="shaken", shaken_since=1)
    match = flight(red("A", HERE), friend, FOE, dice=[3, 6, 6])
    assert states(match) == [("A", "routed"), ("N", "routed"), ("N", "shaken"), ("A", "shaken")]


@pytest.mark.rule("vivaorre:12-l")
def test_an_end_on_top_of_a_friend_goes_on() -> None:
    friends = [red(id, [30000, y], figures=40, start=40) for id, y in (("M", 18000), ("N", 14000))]
    match = flight(red("A", HERE), *friends, FOE, dice=[6, 6, 6])
    (run,) = events(match, "moved")
    assert run.data["distance"] > 6000
    assert unit_of(match, "A")["at"][1] < 14000 - 625


@pytest.mark.rule("vivaorre:12-n")
def test_routers_who_leave_the_table_are_gone() -> None:
    match = flight(red("A", [30000, 5000], points=40), FOE, dice=[])
    (gone,) = events(match, "eliminated")
    assert (gone.rule, gone.data["why"], gone.data["points"]) == ("12-n", "left", 40)
    assert rolls(match, "morale") == []


WALL = tuple(blue(f"W{n}", [x, 16000], facing=0, figures=40, start=40) for n, x in enumerate((15000, 30000, 45000)))


@pytest.mark.rule("vivaorre:12-m")
def test_routers_who_meet_europeans_surrender() -> None:
    match = flight(red("A", HERE, points=40), *WALL, dice=[])
    (gone,) = events(match, "eliminated")
    assert (gone.rule, gone.data["why"]) == ("12-m", "surrendered")


@pytest.mark.rule("vivaorre:12-m")
@pytest.mark.parametrize(("die", "through"), [(3, False), (4, True)])
@pytest.mark.parametrize("way", ["list", "option"])
def test_others_test_without_modifiers_and_break_through(die: int, through: bool, way: str) -> None:
    more: Plain = {"armies": {"blue": {"european": False}}} if way == "list" else {"options": {"prisoners": "test"}}
    match = flight(red("A", HERE, **{"class": "e-c-c"}), *WALL, dice=[die, 6], **more)
    test = rolls(match, "morale")[0]
    assert (test.data["occasion"], test.modifiers, test.data["success"]) == ("surrender", [], through)
    assert test.data["result"] == ("passed" if through else "surrendered")
    assert rolls(match, "melee") == []
    if through:
        assert unit_of(match, "A")["at"][1] < 15375, "behind their backs"
        assert rolls(match, "morale")[1].data["occasion"] == "rout"


@pytest.mark.rule("vivaorre:12-p", "vivaorre:12-k")
def test_a_rout_counts_at_once_and_the_brigade_stays_demoralised() -> None:
    units = [red("A", HERE, brigade="b"), red("B", [10000, 30000], brigade="b")]
    match = flight(units[0], units[1], FOE, dice=[6], last_turn=2)
    (told,) = events(match, "demoralised")
    assert told.data["brigade"] == "b"
    assert states(match) == [("A", "routed"), ("B", "shaken"), ("A", "shaken")]
    assert match.view(None)["brigades"]["b"]["demoralised"] is True


@pytest.mark.rule("vivaorre:12-j", "vivaorre:12-p")
def test_recovery_a_turn_later_but_not_of_the_demoralised() -> None:
    units = (
        red("A", HERE, state="shaken", shaken_since=2),
        red("B", [20000, 20000], state="shaken", shaken_since=3),
        red("C", [40000, 20000], state="shaken", shaken_since=1, brigade="b"),
    )
    brigades = {"b": {"side": "red", "strength": 2, "demoralised": True}}
    match = play(*units, FOE, phase="recovery", turn=3, last_turn=3, brigades=brigades, options={"victory": "points"})
    assert states(match) == [("A", "steady")]


# -- 13: weather and sight --------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:13-b", "vivaorre:12-h")
@pytest.mark.parametrize(("die", "moves"), [(3, False), (4, True)])
def test_in_very_bad_weather_every_move_wants_a_test(die: int, moves: bool) -> None:
    match = play(red("A", HERE, **{"class": "a-c-c"}), FOE, phase="movement", weather="bad", dice=[die])
    match.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 3000}]})
    (test,) = rolls(match, "morale")
    assert (test.rule, test.data["occasion"], test.modifiers) == ("13-b", "weather", [])
    assert unit_of(match, "A")["at"] == [30000, 23000 if moves else 20000]
    assert unit_of(match, "A")["state"] == "steady"


def sees(*terrain: Plain, far: int = 4000, others: tuple[Plain, ...] = (), **more: Any) -> str | None:
    """The rule that keeps A from firing at D, who is so far away; None if it may."""
    target = blue("D", [30000, 20000 + far], figures=2, start=2, **UNARMED)
    firer = red("A", HERE, figures=2, start=2, weapon="breech_rifle")
    other = (red("Z", [60000, 20000]), blue("Y", [60000, 21000], **UNARMED))
    match = play(firer, target, *others, *other, terrain=terrain, phase="fire", **more)
    refusal = match.refuse("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    return None if refusal is None else refusal.rule


@pytest.mark.rule("vivaorre:13-a")
def test_in_very_bad_weather_one_sees_two_inches() -> None:
    assert sees(far=2000, weather="bad") is None
    assert sees(far=2001, weather="bad") == "13-a"


@pytest.mark.rule("vivaorre:13-c")
def test_units_hedges_walls_houses_and_crests_stand_in_the_way() -> None:
    assert sees() is None
    assert sees(others=(red("B", [30000, 22000]),)) == "13-c"
    for kind in ("hedge", "wall"):
        assert sees({"id": "h", "type": kind, "line": [[20000, 22000], [40000, 22000]]}) == "13-c"
        lined: Plain = {"id": "h", "type": kind, "line": [[20000, 20500], [40000, 20500]]}
        assert sees(lined) is None, "who lines it looks over it"
    assert sees(area("b", "building", 20, 21, 40, 23)) == "13-c"
    hill = area("g", "gentle_hill", 20, 21, 40, 23)
    assert sees(hill) is None
    assert sees({**hill, "crest": [[20000, 22000], [40000, 22000]]}) == "13-c"


@pytest.mark.rule("vivaorre:13-d", "vivaorre:8-u")
def test_two_inches_of_wood_are_the_most_one_sees_through() -> None:
    assert sees(area("w", "open_wood", 20, 21, 40, 23)) is None
    assert sees(area("w", "dense_wood", 20, 21, 40, 23), {**area("v", "open_wood", 20, 23, 40, 24)}) == "13-d"


@pytest.mark.rule("vivaorre:13-e")
def test_from_higher_ground_over_units_hedges_and_walls_but_no_wood() -> None:
    hill = area("g", "gentle_hill", 20, 17, 40, 21)
    wall: Plain = {"id": "h", "type": "wall", "line": [[20000, 22000], [40000, 22000]]}
    assert sees(hill, wall) is None
    assert sees(hill, others=(red("B", [30000, 22500]),)) is None
    assert sees(hill, area("w", "open_wood", 20, 21, 40, 24)) == "13-d"
    assert sees(hill, area("b", "building", 20, 21, 40, 23)) == "13-c"
    assert sees(area("g", "gentle_hill", 20, 17, 40, 26), wall) == "13-c", "on the same hill nobody is higher"
