"""Chapter 9: Charges."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.support import Plain, austria, events, italy, play, refused

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


@pytest.mark.rule("custoza:9.5-b", "custoza:13.2-c")
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
