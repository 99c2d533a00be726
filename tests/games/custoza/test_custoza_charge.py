"""Chapter 9: Charges."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, where

ACTIVE = {"formation": "italy", "markers": [{"type": "charge", "hex": "3010", "target": "3011"}]}
RIDE = {"do": "charge", "units": ["K"], "path": ["3009", "3010"]}


def ready(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """Cavalry in 3008 with a Charge marker before it in 3010, aimed at 3011."""
    rider = italy("K", more.pop("start", "3008"), "cavalry", **{"facing": "S", "sp": 6, **more.pop("rider", {})})
    return play(rider, *units, dice=dice or [], active=ACTIVE, **more)


def charge(*units: Plain, dice: list[int], **more: Any) -> q.Match:
    """The Charge, with every reaction declined, up to the question whether to break off."""
    m = ready(*units, dice=dice, **more)
    m.answer("italy", RIDE)
    while m.ask.what == "react":
        m.answer("austria", {"do": "pass"})
    return m


def foe(id: str = "D", hex: str = "3011", kind: str = "line", **more: Any) -> Plain:
    """An Austrian counter that faces the Charge."""
    return austria(id, hex, kind, facing="N", **more)


@pytest.mark.rule("custoza:9-a")
def test_exhausted_cavalry_does_not_charge() -> None:
    assert refused(ready(foe(), rider={"exhausted": True}), "italy", RIDE) == "9-a"


@pytest.mark.rule("custoza:9.1-c")
def test_a_charge_needs_a_run_up() -> None:
    m = ready(foe(), start="3010")
    assert refused(m, "italy", {"do": "charge", "units": ["K"], "path": []}) == "9.1-c"


@pytest.mark.rule("custoza:9.1-b")
def test_the_target_must_be_within_the_allowance() -> None:
    assert refused(ready(foe(), rider={"ma": 2}), "italy", RIDE) == "9.1-b"


@pytest.mark.rule("custoza:9.2-a")
def test_a_charge_does_not_go_through_woods() -> None:
    assert refused(ready(foe(), board={"terrain": {"3009": "woods"}}), "italy", RIDE) == "9.2-a"


@pytest.mark.rule("custoza:9.3-a")
def test_a_charge_does_not_turn() -> None:
    assert refused(ready(foe(), rider={"facing": "N"}), "italy", RIDE) == "9.3-a"


@pytest.mark.rule("custoza:9.3-b", "custoza:9.5-a")
def test_the_defender_reacts_before_the_attacker_may_break_off() -> None:
    m = ready(foe())
    m.answer("italy", RIDE)
    assert (m.ask.what, m.ask.data["hex"], m.ask.data["action"]) == ("react", "3010", "charge")
    m.answer("austria", {"do": "pass"})
    assert (m.ask.what, m.ask.who, m.ask.data["target"]) == ("break_off", ("italy",), "3011")


@pytest.mark.rule("custoza:9.5-a", "custoza:9.6-a")
def test_who_breaks_off_does_not_fight_and_is_exhausted() -> None:
    m = charge(foe(), dice=[4, 4])
    m.answer("italy", {"do": "break_off"})
    assert not events(m, "combat")
    assert m.standing()[1].units["K"].exhausted
    assert m.ask.what == "after_charge"


@pytest.mark.rule("custoza:9.5-b", "custoza:13.2-c", "custoza:chart.CCET-a")
def test_who_fails_to_break_off_loses_status_and_fights() -> None:
    m = charge(foe(), dice=[6, 6, 1, 1])
    m.answer("italy", {"do": "break_off"})
    check = events(m, "roll")[0]
    assert (check.data["checks"][0]["margin"], check.data["checks"][0]["levels"]) == (4, 2)
    assert events(m, "combat")[0].data["why"] == "charge"


@pytest.mark.rule("custoza:9.6-c", "custoza:9.6-b")
def test_the_move_after_a_charge_ends_outside_enemy_zones() -> None:
    m = charge(foe(), dice=[4, 4])
    m.answer("italy", {"do": "break_off"})
    assert {"do": "stop"} not in m.options("italy")
    assert refused(m, "italy", {"do": "stop"}) == "9.6-c"
    assert refused(m, "italy", {"do": "move", "units": ["K"], "path": ["2910"]}) == "9.6-c"
    m.answer("italy", {"do": "move", "units": ["K"], "path": ["3009"]})
    assert (m.ask.what, m.ask.rule) == ("react", "11.1-c"), "this move, too, may set off reactions"
    m.answer("austria", {"do": "pass"})
    assert events(m, "moved")[-1].data["to"] == "3009"


@pytest.mark.rule("custoza:13.2-e")
def test_charged_infantry_checks_with_two_more() -> None:
    m = charge(foe(cv=9, status="disordered"), dice=[4, 2, 5, 4, 1, 1], rider={"cv": 7})
    m.answer("italy", {"do": "go_on"})
    check = next(event for event in events(m, "roll") if event.data["why"] == "cohesion")
    assert ["13.2-e", 2] in check.data["checks"][0]["modifiers"]


@pytest.mark.rule("custoza:9.4-a")
def test_a_victorious_charge_in_good_order_may_go_on() -> None:
    m = charge(foe(), foe("E", "3014"), dice=[6, 6])
    m.answer("italy", {"do": "go_on"})
    while m.ask.what in ("retreat", "face", "react") and m.ask.who == ("austria",):
        m.answer("austria", {"do": "pass"} if m.ask.what == "react" else m.options("austria")[0])
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("charge_on", ("italy",), ["K"])
    assert m.ask.data["left"] == "5", "eight, less two on the way and one for the hex that was charged"


@pytest.mark.rule("custoza:9.4-a", "custoza:9.4.1-a", "custoza:10.4.10-d")
def test_after_a_draw_only_a_square_is_ridden_through() -> None:
    dice = [6, 5, 1, 1, 1, 1]
    m = charge(foe(square=True), foe("E", "3014"), dice=dice)
    m.answer("italy", {"do": "go_on"})
    assert events(m, "combat")[0].data["winner"] == "draw"
    assert m.ask.what == "charge_on"
    open_order = charge(foe(cv=9), foe("E", "3014"), dice=[3, 4, 1, 1, 1, 1])
    open_order.answer("italy", {"do": "go_on"})
    assert events(open_order, "combat")[0].data["winner"] == "draw"
    assert open_order.ask.what == "after_charge"


@pytest.mark.rule("custoza:9.8-b", "custoza:11.5.3-e")
def test_after_charge_and_counter_charge_both_are_exhausted_the_charger_moves_first() -> None:
    m = ready(foe("C", "3011", "cavalry"), dice=[1, 1, 4, 4, 1, 1, 1, 1, 4, 4, 1, 1, 1, 1])
    m.answer("italy", RIDE)
    m.answer("austria", {"do": "charge", "units": ["C"]})
    while m.ask.what not in ("after_charge", "break_off"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    if m.ask.what == "break_off":
        m.answer("italy", {"do": "go_on"})
    asked = []
    while m.ask is not None and m.ask.what in ("after_charge", "retreat", "face", "charge_on", "react"):
        if m.ask.what == "after_charge":
            asked.append(m.ask.who[0])
        answers = m.options(m.ask.who[0])
        m.answer(m.ask.who[0], next((a for a in answers if a["do"] in ("stop", "pass")), answers[0]))
    assert asked == ["italy", "austria"]
    s = m.standing()[1]
    assert s.units["K"].exhausted
    assert s.units["C"].exhausted


# -- 9.1, 9.2: markers, roads and bridges ------------------------------------------------------------------------------


@pytest.mark.rule("custoza:9.1-a")
def test_a_charge_goes_by_a_charge_marker_and_no_other() -> None:
    marks = [{"type": "assault", "hex": "3010", "target": "3011"}]
    m = play(italy("K", "3008", "cavalry", facing="S"), foe(), active={"formation": "italy", "markers": marks})
    assert refused(m, "italy", RIDE) == "9.1-a"
    assert m.refuse("italy", {**RIDE, "do": "assault"}) is None, "it may assault instead"


@pytest.mark.rule("custoza:9-b", "custoza:9.2-b", "custoza:7.8.3-a")
@pytest.mark.parametrize("ground", [{"3009": "woods"}, {"3009": "tione"}, {"3010": "village"}])
def test_in_march_movement_a_charge_goes_by_road_through_anything_and_over_bridges(ground: Plain) -> None:
    board: Plain = {"terrain": ground, "roads": [{"class": "minor", "path": ["3008", "3009", "3010", "3011"]}]}
    if "tione" in ground.values():
        board["bridges"] = ["3009"]
    assert refused(ready(foe(), board=board), "italy", RIDE) == "9.2-a"
    m = charge(foe(), board=board, rider={"march": True}, dice=[1, 1])
    m.answer("italy", {"do": "go_on"})
    assert ("7.8.3-a", -2) in rolls(m, "charge")[0].modifiers
    assert not rolls(m, "cohesion"), "the road takes the place of the ground"


# -- 9.4: another target -----------------------------------------------------------------------------------------------


def won(*units: Plain, dice: list[int], **more: Any) -> q.Match:
    """A Charge that has beaten the Force in 3011 and may go on."""
    m = charge(foe(), *units, dice=dice, **more)
    m.answer("italy", {"do": "go_on"})
    return decline(m, "retreat", "face")


@pytest.mark.rule("custoza:9.4-b", "custoza:9.4.1-a")
def test_a_new_target_needs_no_declared_marker_but_front_hexes_and_points() -> None:
    units = foe("E", "3014"), foe("B", "3107"), foe("far", "3018")
    m = won(*units, dice=[6, 6, 1, 1])
    assert m.ask.what == "charge_on"
    on = {"do": "charge", "units": ["K"], "path": ["3012", "3013"], "target": "3014"}
    assert refused(m, "italy", {**on, "path": ["3010"], "target": "3107"}) in ("9.3-a", "7.2-b")
    assert refused(m, "italy", {**on, "path": ["3012"], "target": "3012"}) == "9.4-b"
    m.answer("italy", on)
    decline(m)
    assert (m.ask.what, m.ask.data["target"], where(m, "K")) == ("break_off", "3014", "3013")
    m.answer("italy", {"do": "go_on"})
    assert [event.data["target"] for event in events(m, "combat")] == ["3011", "3014"]
    assert len(now(m).active.markers) == 1, "the new marker is free"
    tired = won(foe("E", "3014"), dice=[6, 6], rider={"ma": 5})
    assert tired.ask.what != "charge_on" or refused(tired, "italy", on) in ("9.1-b", "7.2-d")


@pytest.mark.rule("custoza:11.5.4.2-a", "custoza:10.4.10-d")
def test_after_a_draw_cavalry_rides_through_the_square_and_may_be_fired_at() -> None:
    m = charge(foe(square=True), foe("E", "3014"), dice=[6, 5, 1, 1, 1, 1, 1, 1, 1, 1])
    m.answer("italy", {"do": "go_on"})
    assert m.ask.what == "charge_on"
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3012", "3013"], "target": "3014"})
    met = []
    while m.ask.what == "react":
        met.append((m.ask.data["hex"], [force["units"] for force in m.ask.data["forces"]]))
        m.answer("austria", {"do": "pass"})
    assert ("3012", [["D"]]) in met, "it comes out of the Square's hex into the Square's zone"
    assert (m.ask.what, where(m, "K"), where(m, "D")) == ("break_off", "3013", "3011")


# -- 9.7, 9.8: counter-charges -----------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:9.8-a", "custoza:11.5.3-d", "custoza:11.5.3-e")
def test_a_counter_charge_keeps_to_the_rules_of_charges() -> None:
    def may(*units: Plain, **more: Any) -> list[str]:
        m = ready(*units, **more)
        m.answer("italy", RIDE)
        return next(force["may"] for force in m.ask.data["forces"] if force["units"] == [units[0]["id"]])

    assert "charge" in may(foe("C", kind="cavalry"))
    assert "charge" not in may(foe("C", kind="cavalry", exhausted=True))
    assert "charge" not in may(austria("C", "3011", "cavalry", facing="S")), "what it charges must lie before it"
    assert "charge" not in may(foe("D")), "infantry does not charge"
    assert not {"charge", "assault"} & set(may(foe("g", kind="artillery"), foe("D")))


@pytest.mark.rule("custoza:11.5.3.1-a", "custoza:11.5.3.1-b", "custoza:9.7-a")
def test_a_counter_charge_ends_in_its_target_hex_and_nobody_reacts_to_it() -> None:
    marks = [{"type": "assault", "hex": "3010", "target": "3011"}]
    m = play(
        italy("A", "3009", facing="S", sp=2),
        italy("B", "3008", facing="S"),
        italy("rest", "5010"),
        foe("C", "3011", "cavalry", sp=9),
        active={"formation": "italy", "markers": marks},
        dice=[1, 1, 6, 6, 1],
        last={"day": 1, "gt": 9},
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": ["3010"]})
    m.answer("austria", {"do": "charge", "units": ["C"]})
    asked = []
    while m.ask.what not in ("act", "activate"):
        asked.append((m.ask.what, m.ask.who[0]))
        seat = m.ask.who[0]
        answers = m.options(seat)
        away = [a for a in answers if a["do"] == "move" and a["path"][-1] == "3012"]
        m.answer(seat, away[0] if away else answers[0])
    assert ("after_charge", "austria") in asked
    assert not {what for what, _ in asked} & {"charge_on", "react"}
    assert events(m, "advanced")[0].data["to"] == "3010"
    assert (where(m, "C"), now(m).units["C"].exhausted) == ("3012", True)
    m.answer("italy", {"do": "done"})
    m.answer("austria", {"do": "activate", "formation": "austria"})
    m.answer("austria", {"do": "done"})
    assert now(m).units["C"].exhausted, "it has not rested for a whole game turn"


# -- option charge_check -----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:13.2-g", "custoza:13.2-e")
def test_being_charged_demands_no_check_but_by_option() -> None:
    m = charge(foe(cv=9), dice=[1, 1])
    m.answer("italy", {"do": "go_on"})
    assert not rolls(m, "cohesion")
    m = charge(foe(cv=9), dice=[6, 6, 1, 1], options={"charge_check": "always"})
    m.answer("italy", {"do": "go_on"})
    (check,) = rolls(m, "cohesion")
    one = check.data["checks"][0]
    assert (check.data["reason"], one["modifiers"], one["margin"]) == ("charged", [["13.2-e", 2]], 5)
    assert now(m).units["D"].status == 2
    gone = charge(foe(cv=8, status="disordered"), dice=[6, 6], options={"charge_check": "always"})
    gone.answer("italy", {"do": "go_on"})
    assert (where(gone, "D"), where(gone, "K")) == ("routed", "3011")


@pytest.mark.rule("custoza:9.2-a", "custoza:9.3-b")
@pytest.mark.parametrize(
    ("ground", "rule"), [("light_cultivation", None), ("heavy_cultivation", None), ("village", "9.2-a")]
)
def test_a_charge_goes_over_clear_and_cultivated_ground(ground: str, rule: str | None) -> None:
    refusal = ready(foe(), board={"terrain": {"3009": ground}}).refuse("italy", RIDE)
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("custoza:9.3-b")
def test_a_charge_is_fought_like_an_assault_and_adds_its_own_weight() -> None:
    m = charge(foe(sp=6), dice=[1, 2])
    m.answer("italy", {"do": "go_on"})
    roll = rolls(m, "charge")[0]
    assert (roll.data["odds"], dict(roll.modifiers)["9.3-b"]) == ("6:6", 1)
