"""Events that follow from one another: fire at those who move, guns left alone, rides over batteries, later rest."""

from __future__ import annotations

import pytest

from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    barred,
    begun,
    calm,
    flee,
    it,
    marker,
    now,
    roll,
    rolls,
    say,
    told,
    trigger,
    where,
)

A, D = it("A", "line", "3010", facing="S"), ah("D", "line", "3011", facing="N")
IDLE = it("S", "light", "1010")
MARK = (marker("3010", "3011"),)


@pytest.mark.rule("custoza:7.6-b", "custoza:7.8.2-b", "custoza:7.6-f")
@pytest.mark.parametrize(("march", "expected"), [(False, {}), (True, {"7.8.3-b": 1, "7.6-f": 2})])
def test_a_column_has_a_back_while_it_moves_and_others_have_none(march: bool, expected: dict[str, int]) -> None:
    """A steps SE from 2909 to 3010; E, in 2910, is then SW of it."""
    behind = ah("E", "line", "2910", facing="N")
    m = acting(A | {"hex": "2909", "facing": "SE", "march": march}, D, behind, markers=MARK, dice=(1, 1))
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    assert trigger(m, "E") == "within"
    say(m, AUSTRIA, "fire", units=["E"])
    assert dict(roll(m, "fire").modifiers) == expected


@pytest.mark.rule("custoza:9.3-a", "custoza:7.6-d")
def test_charging_cavalry_can_be_fired_at_from_behind() -> None:
    flank = ah("F", "line", "3109", facing="SW")  # NE of 3010, where the cavalry faces S
    m = acting(
        it("K", "cavalry", "3007", facing="S"), D, flank, markers=(marker("3010", "3011", "charge"),), dice=(1, 1, 1, 1)
    )
    say(m, ITALY, "charge", units=["K"], path=["3008", "3009", "3010"])
    say(m, AUSTRIA, "pass")
    say(m, AUSTRIA, "fire", units=["F"])
    assert dict(roll(m, "fire").modifiers) == {"7.6-f": 2}


@pytest.mark.rule("custoza:10.6.1-b", "custoza:11.5.5-a")
def test_guns_whose_infantry_falls_back_are_alone_but_it_may_still_cover_them() -> None:
    m = acting(A | {"hex": "3009"}, D, ah("G", "artillery", "3011", facing="N"), IDLE, markers=MARK, dice=(1, 1, 1, 1))
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    say(m, AUSTRIA, "pass")
    assert (asked(m), trigger(m, "D"), where(m, "A")) == (("react", AUSTRIA), "advance", "3011")
    say(m, AUSTRIA, "pass")
    calm(m)
    assert (where(m, "G"), rolls(m, "assault")) == ("eliminated", [])


@pytest.mark.rule("custoza:9.4-a", "custoza:10.6.1-a")
def test_cavalry_that_rides_down_a_battery_may_charge_on() -> None:
    guns, column = ah("D", "artillery", "3011", facing="N"), ah("E", "line", "3014", march=True)
    m = acting(
        it("K", "cavalry", "3007", facing="S"), guns, column, markers=(marker("3010", "3011", "charge"),), dice=()
    )
    say(m, ITALY, "charge", units=["K"], path=["3008", "3009", "3010"])
    calm(m)
    if asked(m) == ("break_off", ITALY):
        say(m, ITALY, "go_on")
    calm(m)
    assert (where(m, "D"), asked(m)) == ("eliminated", ("charge_on", ITALY))
    assert barred(m, ITALY, "charge", units=["K"], path=["3012", "3013"], target="3014") is None


@pytest.mark.rule("custoza:11.5.4.1-a", "custoza:10.4.10-b")
def test_a_square_that_must_retreat_is_no_square_any_more() -> None:
    m = acting(A | {"sp": 12}, D | {"square": True}, markers=MARK, dice=(5, 5))
    say(m, ITALY, "assault", units=["A"], path=[])
    while asked(m) == ("hit", AUSTRIA):
        say(m, AUSTRIA, "hit", unit="D")
    flee(m)
    assert now(m, "D")["square"] is False


@pytest.mark.rule("custoza:7.3-b", "custoza:10.3-a")
def test_who_advances_into_a_wood_is_tested() -> None:
    m = acting(
        A | {"sp": 9}, D | {"sp": 1}, IDLE, markers=MARK, board={"terrain": {"3011": "woods"}}, dice=(6, 5, 1, 1)
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    assert (where(m, "A"), [r.data["reason"] for r in rolls(m, "cohesion")]) == ("3011", ["terrain"])


@pytest.mark.rule("custoza:7.3-b", "custoza:10.5-c")
def test_who_retreats_into_a_wood_is_tested() -> None:
    walls = {"3111": "lake", "2911": "lake", "3012": "woods"}
    m = acting(A, D, markers=MARK, board={"terrain": walls}, dice=(6, 6, 1, 1))
    say(m, ITALY, "assault", units=["A"], path=[])
    flee(m)
    assert [(r.data["reason"], r.data["units"]) for r in rolls(m, "cohesion")] == [("terrain", ["D"])]


@pytest.mark.rule("custoza:2.6-a", "custoza:22.3.2-b")
def test_a_fortress_has_a_zone_and_cannot_be_charged() -> None:
    fort = ah("F", "fortress", "3012")
    m = acting(A, it("K", "cavalry", "3007", facing="S"), fort, markers=(marker("3011", "3012", "charge"),))
    assert barred(m, ITALY, "move", units=["A"], path=["3011"]) == "7.5"
    assert barred(m, ITALY, "charge", units=["K"], path=["3008", "3009", "3109", "3110", "3011"]) in {"9.2", "9.3"}


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_a_general_who_is_ridden_over_joins_the_nearest_unit_of_any_formation() -> None:
    m = acting(
        A, ah("G", "general", "3011"), ah("X", "line", "3014", formation="x"), ah("Y", "line", "3020", formation="y")
    )
    say(m, ITALY, "move", units=["A"], path=["3011"])
    assert where(m, "G") == "3014"


@pytest.mark.rule("custoza:7.2-c", "custoza:7.10-a")
def test_a_commander_does_not_enter_an_enemy_held_hex() -> None:
    m = acting(it("C", "commander", "3010"), IDLE, D | {"march": True})
    assert barred(m, ITALY, "move", units=["C"], path=["3011"]) == "7.2"


@pytest.mark.rule("custoza:9.7-a", "custoza:11.5.5-a")
def test_exhausted_cavalry_that_falls_back_has_moved_and_does_not_rest() -> None:
    horse = ah("D", "cavalry", "3011", facing="N", exhausted=True)
    formations = [{"id": AUSTRIA, "side": AUSTRIA, "command": 5}]
    m = acting(
        A | {"hex": "3009"}, horse, ah("S2", "light", "5030"), markers=MARK, formations=formations, dice=(1, 1, 1)
    )
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    calm(m)
    if asked(m) == ("go_on", ITALY):
        say(m, ITALY, "stop")
    calm(m)
    if asked(m) == ("act", ITALY):
        say(m, ITALY, "done")
    say(m, AUSTRIA, "activate", formation=AUSTRIA)
    say(m, AUSTRIA, "done")
    assert now(m, "D")["exhausted"] is True


@pytest.mark.rule("custoza:13.6.1-a", "custoza:11.5.2-a")
def test_who_fired_as_a_reaction_has_done_no_action_and_recovers() -> None:
    formations = [{"id": AUSTRIA, "side": AUSTRIA, "command": 5}]
    guns = ah("B", "artillery", "3012", facing="N", status="disordered")
    m = acting(it("G", "artillery", "3009", facing="S"), guns, formations=formations, dice=(1, 1, 1, 1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3012")
    say(m, AUSTRIA, "fire", units=["B"])
    calm(m)
    if asked(m) == ("act", ITALY):
        say(m, ITALY, "done")
    say(m, AUSTRIA, "activate", formation=AUSTRIA)
    say(m, AUSTRIA, "done")
    assert (now(m, "B")["status"], now(m, "B")["ammo"]) == ("good_order", "low")


@pytest.mark.rule("custoza:3.5-b", "custoza:8.8-d", "custoza:5.1-b")
def test_a_new_turn_wipes_what_belongs_to_the_old_one() -> None:
    formations = [{"id": ITALY, "side": ITALY, "this_turn": "activated", "attempts": 2, "markers_placed": 3}]
    reserve = it("R", "line", "2010", formation=None, reserve=True, used=True, ammo="low")
    m = begun(
        A,
        reserve,
        ah("Z", "line", "5030"),
        formations=formations,
        phase="end",
        gt=17,
        last={"day": 1, "gt": 19},
        fixed_initiative=True,
    )
    italy = next(f for f in m.view(None)["formations"] if f["id"] == ITALY)
    assert (italy["this_turn"], italy["attempts"], italy["markers_placed"]) == (None, 0, 0)
    assert (now(m, "R")["used"], now(m, "R")["ammo"]) == (False, "full")
    assert (m.view(None)["gt"], m.view(None)["light"], told(m, "turn")[-1]["gt"]) == (18, "dusk", 18)


@pytest.mark.rule("custoza:10.5.4-a", "custoza:2.4.2.3-c")
def test_a_commander_of_a_stack_that_parts_goes_with_whom_he_likes() -> None:
    m = acting(
        A | {"sp": 9}, D, ah("L", "light", "3011", facing="N"), ah("C", "commander", "3011"), markers=MARK, dice=(6, 6)
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    while asked(m) == ("hit", AUSTRIA):
        say(m, AUSTRIA, "hit", unit="D")
    m.answer(AUSTRIA, {"do": "retreat", "units": ["L"], "path": ["2911", "2812"], "with": ["C"]})
    calm(m)
    m.answer(AUSTRIA, {"do": "retreat", "units": ["D"], "path": ["3111", "3212"]})
    assert (where(m, "C"), where(m, "D")) == ("2812", "3212")


@pytest.mark.rule("custoza:6-a", "custoza:10.4.11-c")
def test_a_winner_has_used_its_action() -> None:
    m = acting(A, IDLE, D, markers=MARK, dice=(6, 6))
    say(m, ITALY, "assault", units=["A"], path=[])
    flee(m)
    calm(m)
    assert barred(m, ITALY, "move", units=["A"], path=["3010"]) == "6"


@pytest.mark.rule("custoza:2.8-c", "custoza:10.5.4-a")
def test_infantry_and_cavalry_of_a_beaten_stack_go_back_as_two_forces() -> None:
    m = acting(A | {"sp": 18}, D, ah("K", "cavalry", "3011", facing="N", sv=2, sp=3), markers=MARK, dice=(6, 6))
    say(m, ITALY, "assault", units=["A"], path=[])
    while asked(m) == ("hit", AUSTRIA):
        say(m, AUSTRIA, "hit", unit="D")
    assert asked(m) == ("retreat", AUSTRIA)
    assert barred(m, AUSTRIA, "retreat", units=["D", "K"], path=["3012", "3013"]) is not None
    say(m, AUSTRIA, "retreat", units=["K"], path=["3012", "3013"])
    calm(m)
    say(m, AUSTRIA, "retreat", units=["D"], path=["3012", "3013"])
    assert (where(m, "K"), where(m, "D"), now(m, "K")["status"]) == ("3013", "3013", now(m, "D")["status"])


@pytest.mark.rule("custoza:10.4.11-b", "custoza:9.3-a")
def test_after_a_charge_won_the_cavalry_keeps_its_front() -> None:
    m = acting(
        it("K", "cavalry", "3007", facing="SW"), D | {"sp": 4}, markers=(marker("3010", "3011", "charge"),), dice=(6, 5)
    )
    say(m, ITALY, "charge", units=["K"], path=["3008", "3009", "3010"])
    calm(m)
    say(m, ITALY, "go_on")
    flee(m)
    calm(m, "face", "after_charge", "charge_on")
    while m.ask is not None and m.ask.what == "face" and m.ask.who == (AUSTRIA,):
        m.answer(AUSTRIA, m.options(AUSTRIA)[0])
    assert (where(m, "K"), now(m, "K")["facing"]) == ("3011", "SW")


@pytest.mark.rule("custoza:7.6-a", "custoza:10.2-a")
def test_who_assaults_faces_the_target_and_his_hex_with_him() -> None:
    guns = it("G", "artillery", "3010", facing="N")
    m = acting(A | {"facing": "N"}, guns, D, IDLE, markers=MARK, dice=(1, 2))
    say(m, ITALY, "assault", units=["A"], path=[])
    assert {tuple(o["path"]) for o in m.options(ITALY)} == {("3009",), ("3109",), ("2909",)}
    assert now(m, "G")["facing"] == "S"
