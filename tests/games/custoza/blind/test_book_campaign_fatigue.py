"""Chapters 13.7 and 17 to 19 by the book: fatigue, morale, collapse, rest and routed units."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import campaign, com, corps, inside, lazily, own, unit
from tests.games.custoza.blind.situations import AUSTRIA, ITALY, ah, asked, now, roll, rolls, say, told, where

FAR = ah("Z", "line", "6030")
LATE = (6, 6, 6, 6)
"""Nobody tires: two dice for each side's Formation."""


def evening(*dice: int, units: Any = None, phase: str = "fatigue", gt: int = 6, **formation: Any) -> q.Match:
    """The Fatigue Phase of an Italian Formation; the Austrians of Z roll first."""
    mine = units or [com("d1", "3010"), unit("r1", "d1", "3010")]
    return campaign(*mine, FAR, formations=[corps("d1", **formation)], phase=phase, gt=gt, dice=dice or LATE, board={})


def rested(**formation: Any) -> int:
    off = formation.get("state") in ("march", "reserve")
    units = [com("d1", "3010"), inside("r1", "d1") if off else unit("r1", "d1", "3010")]
    m = evening(units=units, **formation)
    lazily(m)
    return int(own(m, "d1")["fatigue"])


# ---------------------------------------------------------------- 18.2 levels


@pytest.mark.rule("custoza:18.2-a", "custoza:18.2-b", "custoza:14.7.1-a")
@pytest.mark.parametrize(("markers", "level"), [(1, 7), (3, 7), (0, 6)])
def test_an_activated_formation_tires_by_two_with_markers_by_one_without(markers: int, level: int) -> None:
    assert rested(fatigue=5, this_turn="activated", markers_placed=markers) == level


@pytest.mark.rule("custoza:18.2-d", "custoza:18.2-e")
@pytest.mark.parametrize(("fought", "level"), [(False, 3), (True, 7)])
def test_who_was_not_activated_rests_by_two_unless_it_fought(fought: bool, level: int) -> None:
    assert rested(fatigue=5, fought=fought) == level


@pytest.mark.rule("custoza:18.2-d")
def test_a_formation_that_was_halted_was_not_activated() -> None:
    assert rested(fatigue=5, this_turn="halted") == 3


@pytest.mark.rule("custoza:18.2-f", "custoza:16.4-b")
@pytest.mark.parametrize(
    ("keys", "level"), [({"moved": True, "this_turn": "activated"}, 6), ({}, 3), ({"this_turn": "halted"}, 3)]
)
def test_on_the_march_who_moved_tires_by_one_who_stood_rests_by_two(keys: Any, level: int) -> None:
    assert rested(fatigue=5, state="march", objective="3020", **keys) == level


@pytest.mark.rule("custoza:18.2-f")
def test_who_marched_and_has_deployed_since_counts_as_having_moved() -> None:
    assert rested(fatigue=5, moved=True, changed=True, this_turn="activated") == 6


@pytest.mark.rule("custoza:18.2-g")
def test_a_formation_in_reserve_rests_by_three() -> None:
    assert rested(fatigue=5, state="reserve") == 2


@pytest.mark.rule("custoza:18.1-a")
@pytest.mark.parametrize(("keys", "before"), [({"state": "reserve"}, 2), ({}, 1), ({}, 0)])
def test_fatigue_never_drops_below_nothing(keys: Any, before: int) -> None:
    assert rested(fatigue=before, **keys) == 0


@pytest.mark.rule("custoza:18.2-c")
def test_an_activated_formation_tires_with_none_of_its_units_in_command() -> None:
    m = evening(units=[com("d1", "3010"), unit("r1", "d1", "5010", ooc=True)], fatigue=5, this_turn="activated")
    lazily(m)
    assert own(m, "d1")["fatigue"] == 6


# ---------------------------------------------------------------- 18.3 to 18.5 the check


@pytest.mark.rule("custoza:18.3-a", "custoza:14.7.2-a")
@pytest.mark.parametrize(("dice", "tired"), [((3, 3), True), ((3, 4), False)])
def test_dice_and_command_value_up_to_the_level_tire(dice: tuple[int, int], tired: bool) -> None:
    """From 8 to 9; six and a command value of three are nine."""
    m = evening(6, 6, *dice, fatigue=8, this_turn="activated")
    lazily(m)
    assert own(m, "d1")["fatigued"] is tired
    assert roll(m, "fatigue").data["fatigued"] is tired
    assert roll(m, "fatigue").data["total"] == sum(dice) + 3
    assert roll(m, "fatigue").data["need"] == 9


@pytest.mark.rule("custoza:18.3-a", "custoza:18.2-g")
@pytest.mark.parametrize(("dice", "tired"), [((3, 3), True), ((3, 4), False)])
def test_a_formation_in_reserve_is_tried_too(dice: tuple[int, int], tired: bool) -> None:
    m = evening(6, 6, *dice, units=[com("d1", "3010"), inside("r1", "d1")], state="reserve", fatigue=12)
    lazily(m)
    assert own(m, "d1")["fatigued"] is tired
    assert roll(m, "fatigue").data["fatigued"] is tired


@pytest.mark.rule("custoza:18.3-a")
def test_a_better_commander_keeps_his_men_fresh() -> None:
    m = evening(6, 6, 3, 3, fatigue=8, this_turn="activated", command=4)
    lazily(m)
    assert own(m, "d1")["fatigued"] is False


@pytest.mark.rule("custoza:18.5-a")
@pytest.mark.parametrize(("dice", "tired"), [((6, 6), False), ((1, 1), True)])
def test_rest_ends_fatigue_but_the_same_turn_may_bring_it_back(dice: tuple[int, int], tired: bool) -> None:
    m = evening(6, 6, *dice, fatigue=9, fatigued=True)
    lazily(m)
    assert (own(m, "d1")["fatigue"], own(m, "d1")["fatigued"]) == (7, tired)


@pytest.mark.rule("custoza:18.5-a")
def test_who_tires_further_stays_fatigued_whatever_the_dice() -> None:
    m = evening(6, 6, 6, 6, fatigue=5, fatigued=True, this_turn="activated")
    lazily(m)
    assert own(m, "d1")["fatigued"] is True


@pytest.mark.rule("custoza:18.3-a")
def test_fatigue_is_rolled_for_by_the_side_with_the_initiative_last() -> None:
    m = evening(6, 6, 6, 6)
    lazily(m)
    assert [r.data["by"] for r in rolls(m, "fatigue")] == [AUSTRIA, ITALY]


@pytest.mark.rule("custoza:22.3.2-a", "custoza:22.3.3-c")
def test_a_fortress_does_not_tire_and_recovers_a_level() -> None:
    fort = {"id": "F", "side": ITALY, "type": "fortress", "hex": "4010", "formation": None, "status": "disordered"}
    m = evening(units=[com("d1", "3010"), unit("r1", "d1", "3010", status="disordered"), fort])
    lazily(m)
    assert len(rolls(m, "fatigue")) == 2
    assert now(m, "F")["status"] == "shaken"


# ---------------------------------------------------------------- 14.7.3, 14.8


@pytest.mark.rule("custoza:14.7.3-a", "custoza:5.2.1-c")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (-3, -2), (0, 0), (-1, 0)])
def test_morale_drifts_a_step_towards_nothing(before: int, after: int) -> None:
    m = evening(morale=before)
    lazily(m)
    assert own(m, "d1")["morale"] == after


@pytest.mark.rule("custoza:18.6-a", "custoza:14.8.2-a")
@pytest.mark.parametrize(("gt", "fresh"), [(1, True), (2, False), (20, False)])
def test_the_first_game_turn_of_a_day_takes_all_fatigue_away(gt: int, fresh: bool) -> None:
    m = evening(
        6, 6, 1, 1, units=[com("d1", "3010"), unit("r1", "d1", "3010", status="disorganised")], gt=gt, fatigue=12
    )
    lazily(m)
    mine = own(m, "d1")
    assert (mine["fatigue"] == 0) is fresh
    assert mine["fatigued"] is not fresh
    assert now(m, "r1")["status"] == ("good_order" if fresh else "disorganised")


@pytest.mark.rule("custoza:18.6-a")
def test_in_the_morning_units_in_march_and_of_a_collapsed_formation_are_in_good_order_too() -> None:
    units = [com("d1", "3010"), inside("r1", "d1", status="disordered", sp=1, max=6)]
    m = evening(units=units, gt=1, state="march", objective="3030", collapse=2)
    lazily(m)
    assert now(m, "r1")["status"] == "good_order"
    assert rolls(m, "cohesion") == []


@pytest.mark.rule("custoza:18.6-a")
def test_routed_units_stay_routed_in_the_morning() -> None:
    m = evening(units=[com("d1", "3010"), unit("r1", "d1", "3010"), inside("r2", "d1", box="routed")], gt=1)
    lazily(m)
    assert where(m, "r2") == "routed"


@pytest.mark.rule("custoza:17.4-a", "custoza:14.8.2-a")
@pytest.mark.parametrize(("sp", "after"), [(3, 4), (4, 5), (5, 5), (6, 6), (1, 2)])
def test_in_reserve_a_unit_recovers_a_point_but_never_the_first_it_lost(sp: int, after: int) -> None:
    units = [com("d1", "3010"), inside("r1", "d1", sp=sp, max=6)]
    m = evening(units=units, gt=1, state="reserve")
    lazily(m)
    assert now(m, "r1")["sp"] == after


@pytest.mark.rule("custoza:17.4-a")
@pytest.mark.parametrize(("gt", "state"), [(2, "reserve"), (1, "march"), (1, "engaged")])
def test_points_come_back_only_in_reserve_and_only_in_game_turn_1(gt: int, state: str) -> None:
    mine = unit("r1", "d1", "3010", sp=3, max=6) if state == "engaged" else inside("r1", "d1", sp=3, max=6)
    m = evening(units=[com("d1", "3010"), mine], gt=gt, state=state, objective="3030" if state == "march" else None)
    lazily(m)
    assert now(m, "r1")["sp"] == 3


@pytest.mark.rule("custoza:17.4-a")
def test_routed_units_of_the_reserve_recover_no_point() -> None:
    units = [com("d1", "3010"), inside("r1", "d1"), inside("r2", "d1", box="routed", sp=3, max=6)]
    m = evening(units=units, gt=1, state="reserve")
    lazily(m)
    assert now(m, "r2")["sp"] == 3


# ---------------------------------------------------------------- 17.1, 13.6 status in reserve


@pytest.mark.rule("custoza:17.1-c")
def test_units_in_reserve_recover_two_levels_like_units_that_do_not_move() -> None:
    units = [com("d1", "3010"), inside("r1", "d1", status="disorganised")]
    m = evening(*LATE, units=units, phase="non_activated", state="reserve")
    lazily(m)
    assert now(m, "r1")["status"] == "shaken"


@pytest.mark.rule("custoza:17.1-c", "custoza:13.6.3-a")
@pytest.mark.parametrize(("dice", "after"), [((2, 2), "good_order"), ((2, 3), "disordered")])
def test_in_reserve_units_of_a_collapsed_formation_check_out_of_sight(dice: tuple[int, int], after: str) -> None:
    units = [com("d1", "3010"), inside("r1", "d1", status="disordered", sp=4, max=6)]
    m = evening(*dice, *LATE, units=units, phase="non_activated", state="reserve", collapse=2)
    assert (now(m, "r1")["status"], len(rolls(m, "cohesion"))) == (after, 1)
    assert not [e for e in m.told(AUSTRIA) if e.kind in ("roll", "recovered")]


@pytest.mark.rule("custoza:17.1-c", "custoza:13.6.2-b")
def test_in_reserve_cavalry_recovers_its_order_and_then_its_breath() -> None:
    for status, left in (("shaken", ("good_order", True)), ("good_order", ("good_order", False))):
        units = [com("d1", "3010"), inside("r1", "d1", kind="cavalry", exhausted=True, status=status)]
        m = evening(*LATE, units=units, phase="non_activated", state="reserve")
        assert (now(m, "r1")["status"], now(m, "r1")["exhausted"]) == left


@pytest.mark.rule("custoza:17.1-c")
def test_on_the_march_nobody_recovers_his_order() -> None:
    units = [com("d1", "3010"), inside("r1", "d1", status="disordered")]
    m = evening(*LATE, units=units, phase="non_activated", state="march", objective="3030")
    lazily(m)
    assert now(m, "r1")["status"] == "disordered"


@pytest.mark.rule("custoza:13.6.3-a", "custoza:19.3-b")
@pytest.mark.parametrize(("dice", "after"), [((2, 2), "good_order"), ((2, 3), "disordered")])
def test_units_of_a_collapsed_formation_recover_by_a_check_only(dice: tuple[int, int], after: str) -> None:
    """Cohesion 8, disordered 6; collapse adds two to the dice."""
    units = [com("d1", "3010"), unit("r1", "d1", "3010", status="disordered", sp=4, max=6)]
    m = evening(*dice, *LATE, units=units, phase="non_activated", collapse=2)
    lazily(m)
    assert [r.data["reason"] for r in rolls(m, "cohesion")] == ["recover"]
    assert now(m, "r1")["status"] == after


@pytest.mark.rule("custoza:20.1.1-a", "custoza:13.6.3-a")
def test_units_of_a_formation_that_is_cut_off_recover_by_a_check_only() -> None:
    units = [com("d1", "3010"), unit("r1", "d1", "3010", status="shaken")]
    m = evening(6, 6, *LATE, units=units, phase="non_activated", cut_off=True)
    lazily(m)
    assert (len(rolls(m, "cohesion")), now(m, "r1")["status"]) == (1, "shaken")


# ---------------------------------------------------------------- 13.7 routed units


def rally(
    *dice: int, routed: Any = None, gt: int = 6, state: str = "reserve", units: Any = None, **more: Any
) -> q.Match:
    r2 = {"id": "r2", "side": ITALY, "formation": "d1", "type": "line", "box": "routed", **(routed or {})}
    mine = units or [com("d1", "3010"), inside("r1", "d1")]
    formation = corps("d1", state=state, objective="3030" if state == "march" else None, **more)
    m = campaign(
        *mine,
        r2,
        FAR,
        formations=[formation],
        phase="march",
        gt=gt,
        dice=(*(dice or LATE), 6, 6, 1, 1),
        board={},
        last={"day": 3, "gt": 1},
    )
    while m.ask is not None and m.ask.what == "march":
        say(m, m.ask.who[0], "pass")
    return m


def on_offer(m: q.Match) -> bool:
    return asked(m) == ("rally", ITALY) and {"do": "rally", "unit": "r2"} in m.options(ITALY)


@pytest.mark.rule("custoza:13.7-a", "custoza:13.7-b", "custoza:13.7-c")
def test_a_routed_unit_rallies_on_cohesion_less_four_and_comes_back_weaker() -> None:
    m = rally(2, 2, *LATE, routed={"sp": 4, "max": 6}, collapse=30)
    assert on_offer(m)
    say(m, ITALY, "rally", unit="r2")
    assert roll(m, "cohesion").data["checks"][0]["total"] == 8
    back = now(m, "r2")
    assert (back["box"], back["sp"], back["status"]) == ("formation", 3, "disorganised")


@pytest.mark.rule("custoza:13.7-b", "custoza:13.7-d")
def test_the_enemy_is_not_told_how_tired_a_formation_is_that_rallies() -> None:
    def seen(**formation: Any) -> Any:
        m = rally(1, 1, *LATE, collapse=30, **formation)
        say(m, ITALY, "rally", unit="r2")
        return [(e.kind, e.data, e.modifiers) for e in m.told(AUSTRIA)]

    assert seen(fatigued=True, fatigue=9) == seen()


@pytest.mark.rule("custoza:13.7-b", "custoza:13.7-d")
def test_a_failed_rally_has_no_effect() -> None:
    m = rally(2, 3, *LATE, routed={"sp": 4, "max": 6}, collapse=30)
    say(m, ITALY, "rally", unit="r2")
    left = now(m, "r2")
    assert (left["box"], left["sp"]) == ("routed", 4)
    assert not on_offer(m)


@pytest.mark.rule("custoza:13.7-a", "custoza:13.7-c")
@pytest.mark.parametrize("routed", [{"type": "artillery"}, {"type": "horse_artillery"}, {"sp": 1, "max": 6}])
def test_guns_and_a_last_point_never_come_back(routed: Any) -> None:
    assert not on_offer(rally(routed=routed, collapse=30))
    assert on_offer(rally(routed={"sp": 2, "max": 6}, collapse=30))


@pytest.mark.rule("custoza:13.7-a")
def test_cavalry_rallies_like_infantry() -> None:
    m = rally(1, 1, *LATE, routed={"type": "cavalry"})
    say(m, ITALY, "rally", unit="r2")
    assert where(m, "r2") == "formation"


@pytest.mark.rule("custoza:13.7-a", "custoza:14.6-d")
@pytest.mark.parametrize("state", ["march", "engaged"])
def test_by_day_only_a_formation_in_reserve_rallies(state: str) -> None:
    units = [com("d1", "3010"), unit("r1", "d1", "3010")] if state == "engaged" else None
    assert not on_offer(rally(state=state, units=units))


@pytest.mark.rule("custoza:13.7-b")
def test_half_the_strength_lost_makes_rallying_harder() -> None:
    m = rally(2, 2, *LATE, routed={"sp": 3, "max": 6}, collapse=30)
    say(m, ITALY, "rally", unit="r2")
    assert where(m, "r2") == "routed"


@pytest.mark.rule("custoza:17.3-a", "custoza:13.7-e")
def test_at_night_a_formation_on_the_map_rallies_within_four_hexes_of_its_commander() -> None:
    m = rally(1, 1, *LATE, gt=20, state="engaged", units=[com("d1", "3010"), unit("r1", "d1", "3010")])
    assert asked(m) == ("rally", ITALY)
    say(m, ITALY, "rally", unit="r2")
    assert asked(m) == ("place", ITALY)
    assert m.refuse(ITALY, {"do": "place", "unit": "r2", "hex": "3015"}) is not None
    say(m, ITALY, "place", unit="r2", hex="3014")
    assert (where(m, "r2"), now(m, "r2")["status"]) == ("3014", "disorganised")


@pytest.mark.rule("custoza:13.7-e")
def test_nobody_rallies_into_an_enemy_zone() -> None:
    foe = ah("Y", "line", "3014")
    units = [com("d1", "3010"), unit("r1", "d1", "3010"), foe]
    m = rally(1, 1, *LATE, gt=1, state="engaged", units=units)
    say(m, ITALY, "rally", unit="r2")
    assert m.refuse(ITALY, {"do": "place", "unit": "r2", "hex": "3013"}) is not None


@pytest.mark.rule("custoza:17.3-a")
def test_at_night_a_unit_in_an_enemy_zone_keeps_its_formation_from_resting() -> None:
    units = [com("d1", "3010"), unit("r1", "d1", "3010"), ah("Y", "line", "3011")]
    m = rally(gt=1, state="engaged", units=units)
    assert asked(m) != ("rally", ITALY)


@pytest.mark.rule("custoza:17.3-a")
def test_at_night_an_activated_formation_does_not_count_as_in_reserve() -> None:
    units = [com("d1", "3010"), unit("r1", "d1", "3010")]
    assert asked(rally(gt=1, state="engaged", units=units, this_turn="activated")) != ("rally", ITALY)


@pytest.mark.rule("custoza:17.3-a", "custoza:18.2-g")
@pytest.mark.parametrize(("keys", "level"), [({}, 2), ({"this_turn": "activated"}, 6)])
def test_at_night_who_was_not_activated_rests_by_three(keys: Any, level: int) -> None:
    m = evening(gt=20, fatigue=5, **keys)
    lazily(m)
    assert own(m, "d1")["fatigue"] == level


@pytest.mark.rule("custoza:17.3-a")
def test_at_night_a_formation_in_an_enemy_zone_rests_by_two_only() -> None:
    units = [com("d1", "3010"), unit("r1", "d1", "3010"), ah("Y", "line", "3011")]
    m = evening(units=units, gt=20, fatigue=5)
    lazily(m)
    assert own(m, "d1")["fatigue"] == 3


# ---------------------------------------------------------------- 19 collapse


def collapsed(*units: Any, **formation: Any) -> bool:
    m = campaign(
        com("d1", "3010"), unit("r1", "d1", "3010"), *units, FAR, formations=[corps("d1", **formation)], phase="action"
    )
    return bool(own(m, "d1")["collapsed"])


@pytest.mark.rule("custoza:19.1-a")
@pytest.mark.parametrize(("sp", "down"), [(4, False), (3, True), (2, True)])
def test_losses_up_to_the_level_collapse_a_formation(sp: int, down: bool) -> None:
    assert collapsed(unit("r2", "d1", "3011", sp=sp, max=6), collapse=3) is down


@pytest.mark.rule("custoza:19.2-a")
@pytest.mark.parametrize("box", ["routed", "eliminated"])
def test_routed_and_eliminated_units_count_with_all_their_points(box: str) -> None:
    assert collapsed(inside("r2", "d1", box=box, sp=4, max=6), collapse=6)
    assert not collapsed(inside("r2", "d1", box=box, sp=4, max=6), collapse=7)


@pytest.mark.rule("custoza:19.1-b")
def test_losses_are_open_to_both() -> None:
    m = campaign(
        com("d1", "3010"), unit("r1", "d1", "3010", sp=4, max=6), FAR, formations=[corps("d1")], phase="action"
    )
    for seat in (ITALY, AUSTRIA):
        seen = next(f for f in m.view(seat)["formations"] if f["id"] == "d1")
        assert seen["losses"] == 2


@pytest.mark.rule("custoza:19.1-b")
def test_losses_are_shown_when_the_game_is_over_too() -> None:
    m = evening(units=[com("d1", "3010"), unit("r1", "d1", "3010", sp=4, max=6)], collapse=2)
    assert m.result is not None
    for seat in (ITALY, AUSTRIA, None):
        seen = next(f for f in m.view(seat)["formations"] if f["id"] == "d1")
        assert (seen["losses"], seen["collapsed"]) == (2, True)


@pytest.mark.rule("custoza:19.1-a")
def test_the_level_follows_from_strength_and_cohesion() -> None:
    """Six points of cohesion 8 and six of 9 make 102, a twenty-fifth of which is 4."""
    m = campaign(
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        unit("r2", "d1", "3011", cv=9),
        FAR,
        formations=[corps("d1")],
        phase="action",
    )
    assert own(m, "d1")["collapse"] == 4


@pytest.mark.rule("custoza:19.4-a")
@pytest.mark.parametrize(("level", "down"), [(4, False), (3, True)])
def test_a_rallied_unit_may_end_the_collapse(level: int, down: bool) -> None:
    """Four points routed are lost; three of them come back, and three were lost before: from six losses to three."""
    m = rally(1, 1, *LATE, routed={"sp": 4, "max": 6}, collapse=level)
    assert own(m, "d1")["collapsed"] is True
    say(m, ITALY, "rally", unit="r2")
    assert own(m, "d1")["collapsed"] is down
    assert told(m, "rallied") != []
