"""Chapter 9 in its finer points: riding on, breaking off and riding away."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import quadrilatero as q
from quadrilatero.games.custoza.answers import Charge, Move, Stop
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.rules import charge as charges
from quadrilatero.games.custoza.rules import routes
from tests.games.custoza.support import Plain, austria, decline, events, italy, now, play, refused, rolls, state, where

ACTIVE = {"formation": "italy", "markers": [{"type": "charge", "hex": "3010", "target": "3011"}]}
RIDE = {"do": "charge", "units": ["K"], "path": ["3009", "3010"]}


def foe(id: str = "D", hex: str = "3011", kind: str = "line", **more: Any) -> Plain:
    return austria(id, hex, kind, **{"facing": "N", **more})


def ridden(*units: Plain, dice: list[int], **more: Any) -> q.Match:
    """K charges D in 3011 from 3008; nobody reacts, the beaten go back."""
    rider = italy("K", "3008", "cavalry", facing="S", sp=6, **more.pop("rider", {}))
    m = play(rider, *units, dice=dice, active=ACTIVE, **more)
    m.answer("italy", RIDE)
    decline(m)
    return m


def home(*units: Plain, dice: list[int], **more: Any) -> q.Match:
    m = ridden(*units, dice=dice, **more)
    m.answer("italy", {"do": "go_on"})
    while m.ask is not None and m.ask.who == ("austria",):
        m.answer("austria", {"do": "pass"} if m.ask.what == "react" else m.options("austria")[0])
    return m


@pytest.mark.rule("custoza:9.4-a", "custoza:10.4.10-d")
@pytest.mark.parametrize(
    ("winner", "square", "on"),
    [
        ("attacker", False, True),
        ("attacker", True, True),
        ("draw", True, True),
        ("draw", False, False),
        ("defender", True, False),
        ("defender", False, False),
    ],
)
def test_after_which_result_a_charge_goes_on(winner: str, square: bool, on: bool) -> None:
    assert charges.goes_on(state(italy("K", "3008", "cavalry")), winner, square=square) is on


@pytest.mark.rule("custoza:9.4-a", "custoza:9.4-b")
def test_what_is_refused_of_a_charge_that_goes_on() -> None:
    m = home(foe(), foe("E", "3014"), foe("F", "3113"), dice=[6, 6, 1, 1])
    assert (m.ask.what, m.ask.rule, m.ask.data) == ("charge_on", "9.4-a", {"units": ["K"], "left": "5"})
    on: Plain = {"do": "charge", "units": ["K"], "path": ["3012", "3013"], "target": "3014"}
    assert refused(m, "italy", {**on, "units": []}) == "9.4-a"
    assert refused(m, "italy", {**on, "units": ["Z"]}) == "9.4-a"
    assert refused(m, "italy", {key: on[key] for key in ("do", "units", "path")}) == "9.4-b"
    assert refused(m, "italy", {**on, "target": "3016"}) == "9.4-b"
    offers = m.options("italy")
    assert offers[-1] == {"do": "stop"}
    assert {option["target"] for option in offers[:-1]} == {"3014", "3113", where(m, "D")}
    assert all(m.refuse("italy", option) is None for option in offers)
    stops = m.clone()
    stops.answer("italy", {"do": "stop"})
    assert stops.ask.what == "after_charge"
    assert len(rolls(stops, "charge")) == 1
    m.answer("italy", on)
    assert where(m, "K") in ("3012", "3013")
    decline(m)
    assert (m.ask.what, m.ask.data["target"]) == ("break_off", "3014")


@pytest.mark.rule("custoza:9.4-b")
def test_a_new_target_next_to_the_charged_hex_needs_no_way() -> None:
    m = home(foe(), foe("F", "3111", facing="NW"), dice=[6, 6, 1, 1])
    on = {"do": "charge", "units": ["K"], "path": [], "target": "3111"}
    assert on in m.options("italy")
    m.answer("italy", on)
    decline(m)
    assert (m.ask.what, m.ask.data["target"], where(m, "K")) == ("break_off", "3111", "3011")


@pytest.mark.rule("custoza:11.5.4.2-a", "custoza:9.4-b")
def test_in_a_square_that_was_not_beaten_nobody_stops() -> None:
    m = home(foe(square=True), foe("F", "3111", facing="NW"), foe("E", "3014"), dice=[6, 5, *[1] * 12])
    assert (events(m, "combat")[0].data["winner"], m.ask.what) == ("draw", "charge_on")
    assert refused(m, "italy", {"do": "charge", "units": ["K"], "path": [], "target": "3111"}) == "9.4-b"
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3012", "3013"], "target": "3014"})
    decline(m)
    assert where(m, "K") == "3013"


@pytest.mark.rule("custoza:9.4-a")
def test_only_good_order_rides_on() -> None:
    s = state(
        italy("K", "3008", "cavalry", sv=2),
        italy("L", "3008", "cavalry", sv=2, status="shaken"),
        italy("M", "1004", "cavalry"),
    )
    assert [unit.id for unit in charges.fit_to_go_on(s, ["K", "L", "M"])] == ["K", "M"]
    s.remove(s.units["K"], "eliminated")
    assert [unit.id for unit in charges.fit_to_go_on(s, ["K", "L", "M"])] == ["M"]


@pytest.mark.rule("custoza:9.5-a", "custoza:9.5-b")
def test_to_break_off_takes_a_check_that_all_pass() -> None:
    m = ridden(foe(), dice=[1, 1])
    assert (m.ask.what, m.ask.rule, m.ask.data) == ("break_off", "9.5-a", {"units": ["K"], "target": "3011"})
    assert m.options("italy") == [{"do": "go_on"}, {"do": "break_off"}]
    m.answer("italy", {"do": "break_off"})
    (check,) = rolls(m, "cohesion")
    assert check.data["reason"] == "break_off"
    assert not rolls(m, "charge")
    assert now(m).units["K"].exhausted


@pytest.mark.rule("custoza:9.6-b", "custoza:9.6-c")
def test_what_is_refused_of_the_move_after_a_charge() -> None:
    m = ridden(foe(), dice=[1, 1] * 4)
    m.answer("italy", {"do": "break_off"})
    assert (m.ask.what, m.ask.rule, m.ask.data) == ("after_charge", "9.6-b", {"units": ["K"], "left": "8"})
    away: Plain = {"do": "move", "units": ["K"], "path": ["3009"]}
    assert refused(m, "italy", {"do": "stop"}) == "9.6-c"
    assert refused(m, "italy", {**away, "path": []}) == "9.6-b"
    assert refused(m, "italy", {**away, "units": ["Z"]}) == "9.6-b"
    assert refused(m, "italy", {**away, "march": True}) == "9.6-b"
    assert refused(m, "italy", {**away, "march": False}) == "9.6-b"
    assert refused(m, "italy", {**away, "unlimber": True}) == "9.6-b"
    assert refused(m, "italy", {**away, "path": ["3110"]}) == "9.6-c"
    assert refused(
        m, "italy", {**away, "path": ["3009", "3008", "3007", "3006", "3005", "3004", "3104", "3204", "3304"]}
    )
    ends = {option["path"][-1] for option in m.options("italy")}
    assert "3009" in ends
    assert not {"3110", "2910"} & ends
    assert {"do": "stop"} not in m.options("italy")
    m.answer("italy", away)
    decline(m)
    assert where(m, "K") == "3009"
    assert (m.ask.what, m.ask.data["units"]) == ("face", ["K"])


@pytest.mark.rule("custoza:9.6-c")
def test_who_stands_in_no_zone_may_stay_and_then_faces() -> None:
    m = home(foe(sp=1, max=6), foe("E", "3020"), dice=[6, 6])
    if m.ask.what == "charge_on":
        m.answer("italy", {"do": "stop"})
    assert m.ask.what == "after_charge"
    assert {"do": "stop"} in m.options("italy")
    m.answer("italy", {"do": "stop"})
    assert (m.ask.what, m.ask.data["units"], where(m, "K")) == ("face", ["K"], "3011")
    assert events(m, "exhausted")[0].data["units"] == ["K"]


# -- chapter 9 rule by rule --------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:9.4-a")
def test_a_part_of_the_force_may_ride_on() -> None:
    pair = italy("K", "3011", "cavalry", facing="S", sv=2), italy("L", "3011", "cavalry", facing="S", sv=2)
    s = state(*pair, foe("E", "3014"), active=ACTIVE)
    s.begin(Deed("charge", "italy", ("K", "L"), mp=3 * MP))
    charged = s.board.hex("3011")
    question = next(charges.charge_on(s, ["K", "L"], charged, 0))
    on = Charge(["K"], ["3012", "3013"], "3014")
    assert question.refuse("italy", on) is None
    for wrong in (["L", "K"], ["K", "K"], []):
        assert question.refuse("italy", replace(on, units=wrong)).rule == "9.4-a"
    s.change_deed(stopped=True)
    assert next(charges.charge_on(s, ["K", "L"], charged, 0), None) is None, "who has been thrown back rides no farther"


@pytest.mark.rule("custoza:9.6-a", "custoza:9.7-a")
def test_who_is_left_of_a_charge_is_exhausted() -> None:
    units = italy("K", "1004", "cavalry"), italy("L", "3012", "cavalry"), italy("A", "3014")
    s = state(*units, foe("far", "6010"))
    s.remove(s.units["L"], "routed")
    charges.tire(s, ["K", "L"])
    charges.tire(s, ["L"])
    assert [(unit.exhausted, unit.used) for unit in s.of(["K", "L"])] == [(True, True), (False, False)]
    assert [(event.kind, event.rule, event.data["units"]) for event in s.sink] == [("exhausted", "9.6-a", ["K"])]


@pytest.mark.rule("custoza:9.6-b", "custoza:9.6-c")
def test_the_force_rides_off_from_every_hex_where_it_stands() -> None:
    units = italy("K", "1004", "cavalry"), italy("L", "3012", "cavalry"), italy("M", "3020", "cavalry")
    s = state(*units, foe("D", "3013"), active={"formation": "italy"})
    s.remove(s.units["M"], "routed")
    script = charges.ride_off(s, ["K", "L", "M"], reaction=True)
    first = next(script)
    assert (first.what, first.rule, first.data["units"]) == ("after_charge", "9.6-b", ["K"])
    assert {"do": "stop"} in first.options("italy")
    second = script.send(Stop())
    assert second.data["units"] == ["L"]
    assert {"do": "stop"} not in second.options("italy"), "it stands in an enemy zone"
    assert second.refuse("italy", Stop()).rule == "9.6-c"
    assert second.refuse("italy", Move(["L"], ["3112"])).rule == "9.6-c", "that is one too"
    assert second.refuse("italy", Move(["L"], ["3011"])) is None
    for wrong in (Move(["K"], ["3011"]), Move(["L"], []), Move(["L"], ["3011"], march=True)):
        assert second.refuse("italy", wrong).rule == "9.6-b"


@pytest.mark.rule("custoza:9.6-c")
def test_who_can_reach_no_hex_without_zones_may_stay() -> None:
    lakes = {"terrain": dict.fromkeys(("3011", "3111", "2911"), "lake")}
    s = state(italy("L", "3012", "cavalry"), foe("D", "3013"), board=lakes)
    ring = dict.fromkeys(("3011", "3111", "2911", "3112", "2912"), "lake")
    shut = state(italy("L", "3012", "cavalry"), foe("D", "3013"), board={"terrain": ring})
    free = state(italy("L", "3012", "cavalry"), foe("D", "3030"))
    assert [charges.must_leave(one, one.of(["L"])) for one in (s, shut, free)] == [True, False, False]


@pytest.mark.rule("custoza:9.1-b")
def test_what_it_costs_to_enter_the_charged_hex() -> None:
    s = state(italy("K", "1004", "cavalry"), foe("D", "3013"), board={"terrain": {"1005": "light_cultivation"}})
    here, there = s.board.hex("1004"), s.board.hex("1005")
    cost = charges.entry(s, s.of(["K"]), here, there)
    assert cost == routes.costs(s, s.of(["K"]), False, here, there)
    assert cost > 0
    s.remove(s.units["K"], "routed")
    assert charges.entry(s, s.of(["K"]), here, there) == 0, "nobody is left to pay"
