"""Chapter 9 in its finer points: riding on, breaking off and riding away."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import charge as charges
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
