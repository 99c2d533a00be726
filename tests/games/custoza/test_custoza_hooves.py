"""Chapter 9 once more: how far a Charge reaches, what it spends, and what becomes of those who rode."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import charge as charges
from tests.games.custoza.support import (
    Plain,
    austria,
    decline,
    events,
    hexes,
    italy,
    now,
    play,
    refused,
    rolls,
    state,
    where,
)

ACTIVE = {"formation": "italy", "markers": [{"type": "charge", "hex": "3010", "target": "3011"}]}
RIDE = {"do": "charge", "units": ["K"], "path": ["3009", "3010"]}
REST = italy("rest", "5010")


def foe(id: str = "D", hex: str = "3011", kind: str = "line", **more: Any) -> Plain:
    return austria(id, hex, kind, **{"facing": "N", **more})


def rider(id: str = "K", **more: Any) -> Plain:
    return italy(id, "3008", "cavalry", **{"facing": "S", "sp": 6, **more})


def ridden(*units: Plain, dice: list[int], answer: Plain | None = None, **more: Any) -> q.Match:
    """K charges D in 3011 from 3008, by way of 3010; nobody reacts."""
    m = play(*units, REST, dice=dice, active=ACTIVE, **more)
    m.answer("italy", answer or RIDE)
    return decline(m)


def home(*units: Plain, dice: list[int], **more: Any) -> q.Match:
    """The same, with the combat, and the beaten gone back."""
    m = ridden(*units, dice=dice, **more)
    m.answer("italy", {"do": "go_on"})
    while m.ask is not None and m.ask.who == ("austria",):
        m.answer("austria", {"do": "pass"} if m.ask.what == "react" else m.options("austria")[0])
    return m


# -- 9.1, 9.2, 9.3: where a Charge can go ------------------------------------------------------------------------------


def cone(board: Plain | None = None, *others: Plain, ma: int = 3, march: bool = False) -> dict[str, tuple[str, ...]]:
    """Where cavalry in 3008 that faces south can charge to, and how."""
    s = state(
        italy("K", "3008", "cavalry", facing="S", ma=ma, march=march), *others, austria("far", "6010"), board=board
    )
    unit = s.units["K"]
    found = charges.ways(s, [unit], ma * 6, march)
    for hex, path in found.items():
        assert path == () or path[-1] == hex
    return {s.board.grid.numbers[hex]: tuple(s.board.numbers(path)) for hex, path in found.items()}


@pytest.mark.rule("custoza:9.3-a", "custoza:9.1-b")
def test_over_open_ground_a_charge_reaches_all_that_lies_ahead_within_its_points() -> None:
    found = cone()
    assert len(found) == 1 + 3 + 5 + 7
    assert found["3008"] == ()
    assert found["3011"] == ("3009", "3010", "3011")
    assert "3012" not in found
    assert "3007" not in found


@pytest.mark.rule("custoza:9.2-a", "custoza:9.3-a")
def test_a_charge_goes_around_woods_crowds_and_enemies_if_it_has_the_points() -> None:
    for board, others in (
        ({"terrain": {"3009": "woods"}}, ()),
        (None, (italy("F", "3009", sv=5),)),
        (None, (austria("D", "3009"),)),
    ):
        found = cone(board, *others)
        assert "3009" not in found
        assert found["3010"] in (("3108", "3109", "3010"), ("2908", "2909", "3010"))
        assert "3011" not in found, "the way around takes the points"
        assert found["3108"] == ("3108",)
        assert found["2908"] == ("2908",)


@pytest.mark.rule("custoza:9.2-b", "custoza:9-b")
def test_in_march_a_road_leads_through_woods_and_beside_it_nothing_does() -> None:
    board: Plain = {
        "terrain": {"3009": "woods", "3108": "woods"},
        "roads": [{"class": "minor", "path": ["3008", "3009", "3010"]}],
    }
    assert not {"3009", "3108"} & cone(board).keys()
    assert {"3009", "3108"} & cone(board, march=True).keys() == {"3009"}


@pytest.mark.rule("custoza:9-a")
def test_one_exhausted_unit_keeps_its_force_from_charging() -> None:
    two = rider(sv=2), rider("L", sv=2, exhausted=True)
    m = play(*two, REST, foe(), active=ACTIVE)
    assert refused(m, "italy", {**RIDE, "units": ["K", "L"]}) == "9-a"
    assert m.refuse("italy", RIDE) is None, "alone it may"


@pytest.mark.rule("custoza:9.3-a", "custoza:2.9-b")
def test_a_charge_does_not_ride_through_a_hex_without_room() -> None:
    m = play(rider(), REST, italy("F", "3009", sv=5), foe(), active=ACTIVE)
    assert refused(m, "italy", RIDE) == "2.9-b"


@pytest.mark.rule("custoza:9.2-a")
def test_a_target_in_the_woods_is_not_charged() -> None:
    m = play(rider(), REST, foe(), active=ACTIVE, board={"terrain": {"3011": "woods"}})
    refusal = m.refuse("italy", RIDE)
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.data["hex"]) == ("9.2-a", "charge_ground", "3011")


# -- 9.3 to 9.5: the Charge --------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.4-a", "custoza:6-a")
def test_a_charge_serves_its_marker_and_is_the_action_of_its_force() -> None:
    m = home(rider(), foe(), foe("E", "3030"), dice=[6, 6])
    assert now(m).acting().markers[0].spent
    if m.ask.what == "charge_on":
        m.answer("italy", {"do": "stop"})
    m.answer("italy", next(option for option in m.options("italy") if option["do"] in ("stop", "move")))
    decline(m, "face")
    assert m.state()["active"]["acted"]["K"] == {"did": "charge", "mp": "2"}
    assert now(m).units["K"].exhausted
    assert now(m).units["K"].used


@pytest.mark.rule("custoza:7.8-b", "custoza:9-b")
def test_a_column_may_leave_march_movement_to_charge() -> None:
    m = ridden(rider(march=True), foe(), dice=[1, 1], answer={**RIDE, "march": False})
    assert not now(m).units["K"].march
    assert [event.rule for event in events(m, "left_march")] == ["7.8-b"]


@pytest.mark.rule("custoza:9.5-b", "custoza:13.5-a")
def test_who_routs_as_he_tries_to_break_off_does_not_fight() -> None:
    m = ridden(rider(status="disorganised"), foe(), dice=[6, 6])
    m.answer("italy", {"do": "break_off"})
    assert events(m, "routed")
    assert not events(m, "combat")
    assert not events(m, "exhausted"), "he has gone"
    assert m.ask.what == "act"


@pytest.mark.rule("custoza:6.5-a", "custoza:9.2-a")
@pytest.mark.parametrize(("ground", "home"), [("clear", True), ("woods", False)])
def test_a_charge_whose_marker_was_turned_goes_home_over_fit_ground_only(ground: str, home: bool) -> None:
    board = {"terrain": {"2910": ground}} if ground != "clear" else None
    m = play(rider(), REST, foe("D", "3011", "light"), foe("E", "2910"), dice=[1] * 6, active=ACTIVE, board=board)
    m.answer("italy", RIDE)
    m.answer("austria", {"do": "fall_back", "units": ["D"], "path": ["3012"]})
    decline(m)
    assert (m.ask.what, m.ask.data["targets"]) == ("turn_marker", ["2910"])
    m.answer("italy", {"do": "turn", "hex": "3010", "target": "2910"})
    decline(m)
    assert m.ask.what == ("break_off" if home else "after_charge")


@pytest.mark.rule("custoza:9.4-a", "custoza:9.4-b")
@pytest.mark.parametrize(("square", "dice"), [(False, [6, 6]), (True, [6, 5])])
def test_what_a_charge_that_goes_on_has_spent(square: bool, dice: list[int]) -> None:
    m = home(rider(), foe(square=square), foe("E", "3014"), dice=[*dice, *[1] * 12])
    assert (m.ask.what, m.ask.data["left"]) == ("charge_on", "5")
    targets = [option["target"] for option in m.options("italy") if option["do"] == "charge"]
    assert len(targets) == len(set(targets))
    assert "3014" in targets
    assert "3011" not in targets, "who was charged is not charged again"
    missing = m.refuse("italy", {"do": "charge", "units": ["K"], "path": ["3012", "3013"]})
    assert missing is not None
    assert (missing.rule, missing.reason, missing.data["hex"]) == ("9.4-b", "choose_target", "3011")
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3012", "3013"], "target": "3014"})
    decline(m)
    assert (m.ask.what, now(m).deed.mp) == ("break_off", 5 * 6), "two to the charge hex, one through, two more"
    m.answer("italy", {"do": "break_off"})
    assert m.ask.what == "after_charge"


@pytest.mark.rule("custoza:9.4-a", "custoza:9.6-b")
def test_who_is_not_in_good_order_stays_behind_and_each_rides_off_by_himself() -> None:
    two = rider(sv=2), rider("L", sv=2, status="shaken")
    m = home(*two, foe(), foe("E", "3014"), dice=[6, 6, *[1] * 12], answer={**RIDE, "units": ["K", "L"]})
    while m.ask.what in ("lead", "hit", "face", "retreat"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    assert (m.ask.what, m.ask.data["units"]) == ("charge_on", ["K"])
    on = {"do": "charge", "path": ["3012", "3013"], "target": "3014"}
    assert refused(m, "italy", {**on, "units": ["K", "L"]}) == "9.4-a"
    m.answer("italy", {**on, "units": ["K"]})
    decline(m)
    m.answer("italy", {"do": "break_off"})
    asked = []
    while m.ask.what in ("after_charge", "react", "face"):
        asked += [m.ask.data["units"]] if m.ask.what == "after_charge" else []
        seat = m.ask.who[0]
        m.answer(seat, {"do": "pass"} if m.ask.what == "react" else m.options(seat)[0])
    assert sorted(asked) == [["K"], ["L"]]
    assert all(now(m).units[id].exhausted for id in "KL")


@pytest.mark.rule("custoza:9.4-a", "custoza:11.1-e")
def test_who_is_thrown_back_from_the_hex_he_has_won_does_not_ride_on() -> None:
    m = ridden(rider(), foe(), foe("E", "3111", sp=20), dice=[6, 6, 1, 1, 6, 6, *[1] * 12])
    m.answer("italy", {"do": "go_on"})
    while m.ask.what in ("retreat", "face", "hit") and m.ask.who == ("austria",):
        m.answer("austria", m.options("austria")[0])
    assert (m.ask.what, m.ask.rule, where(m, "K")) == ("react", "11.1-e", "3011")
    m.answer("austria", {"do": "assault", "units": ["E"]})
    while m.ask.what in ("retreat", "hit", "face", "react"):
        seat = m.ask.who[0]
        m.answer(seat, {"do": "pass"} if m.ask.what == "react" else m.options(seat)[0])
    assert where(m, "K") != "3011"
    assert m.ask.what == "after_charge"


# -- 9.6, 9.8: after it ------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:9.8-b", "custoza:11.5.3.1-b", "custoza:9.7-a")
def test_a_counter_charger_is_spent_and_rides_off_without_choosing_a_facing() -> None:
    units = austria("a", "3009", facing="S"), italy("k", "3011", "cavalry", facing="N", sp=12), REST
    m = play(
        *units,
        active={"formation": "austria", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]},
        dice=[1, 1, 6, 6, *[1] * 8],
    )
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    m.answer("italy", {"do": "charge", "units": ["k"]})
    asked = []
    while m.ask.what in ("retreat", "hit", "face", "react", "after_charge"):
        seat = m.ask.who[0]
        asked += [m.ask.what] if seat == "italy" else []
        answers = list(m.options(seat))
        m.answer(seat, next((a for a in answers if a["do"] in ("stop", "pass")), answers[-1]))
    assert asked.count("after_charge") == 1
    assert "face" not in asked
    assert [event.data["units"] for event in events(m, "exhausted")] == [["k"]]
    assert (now(m).units["k"].exhausted, now(m).units["k"].used) == (True, True)


@pytest.mark.rule("custoza:9.6-b", "custoza:7.6-b")
def test_who_has_ridden_off_chooses_his_facing() -> None:
    m = ridden(rider(), foe(), dice=[1, 1] * 4)
    m.answer("italy", {"do": "break_off"})
    m.answer("italy", {"do": "move", "units": ["K"], "path": ["3009", "3008"]})
    decline(m)
    assert (m.ask.what, m.ask.rule, m.ask.data["units"], where(m, "K")) == ("face", "7.6-b", ["K"], "3008")
    assert {option["facing"] for option in m.options("italy")} == {"N", "NE", "SE", "S", "SW", "NW"}
    assert hexes(now(m), [now(m).units["K"].hex]) == {"3008"}
    assert not rolls(m, "charge")


@pytest.mark.rule("custoza:9.1-b", "custoza:7.2-b")
def test_of_two_ways_a_charge_takes_the_cheaper_though_it_was_found_later() -> None:
    for dear, by in (("3009", "3108"), ("3108", "3009")):
        found = cone({"terrain": {dear: "heavy_cultivation"}}, ma=2)
        assert found["3109"] == (by, "3109")


@pytest.mark.rule("custoza:9.4.1-a", "custoza:10.4.10-d")
def test_who_stops_before_a_square_is_done_and_his_marker_is_served() -> None:
    m = home(rider(), foe(square=True), foe("E", "3014"), dice=[6, 5, *[1] * 6])
    assert m.ask.what == "charge_on"
    assert now(m).acting().markers[0].spent
    m.answer("italy", {"do": "stop"})
    assert m.ask.what == "after_charge"
    assert len(rolls(m, "charge")) == 1


@pytest.mark.rule("custoza:9.6-b", "custoza:7.8.2-c")
def test_a_column_that_has_ridden_off_faces_where_it_went() -> None:
    m = ridden(
        rider(march=True), foe(), dice=[1, 1] * 4, answer={"do": "charge", "units": ["K"], "path": ["3009", "3010"]}
    )
    m.answer("italy", {"do": "break_off"})
    m.answer("italy", {"do": "move", "units": ["K"], "path": ["3009", "3008"]})
    decline(m)
    assert (m.ask.what, where(m, "K")) == ("face", "3008")
    assert {option["facing"] for option in m.options("italy")} == {"N", "NE", "NW"}


@pytest.mark.rule("custoza:9.6-c", "custoza:7.2-d")
def test_what_ends_in_a_zone_after_a_charge_is_the_last_hex_of_the_way() -> None:
    m = ridden(rider(), foe(), dice=[1, 1] * 4)
    m.answer("italy", {"do": "break_off"})
    refusal = m.refuse("italy", {"do": "move", "units": ["K"], "path": ["3009", "3109", "3110"]})
    assert refusal is not None
    assert (refusal.rule, refusal.data["hex"]) == ("9.6-c", "3110")
    assert m.refuse("italy", {"do": "move", "units": ["K"], "path": ["3110", "3109"]}) is None


@pytest.mark.rule("custoza:9.8-b", "custoza:11.5.3.1-b", "custoza:7.6-b")
def test_a_counter_charger_who_rides_off_does_not_choose_a_facing_and_the_charger_does() -> None:
    m = play(
        rider(),
        REST,
        foe("C", "3011", "cavalry"),
        dice=[1, 1, 4, 4, *[1] * 12],
        active={"formation": "italy", "markers": [{"type": "charge", "hex": "3010", "target": "3011"}]},
    )
    m.answer("italy", {"do": "charge", "units": ["K"], "path": ["3009", "3010"]})
    m.answer("austria", {"do": "charge", "units": ["C"]})
    asked = []
    while m.ask.what != "act":
        seat = m.ask.who[0]
        asked += [(seat, m.ask.what)] if m.ask.what in ("after_charge", "face") else []
        answers = list(m.options(seat))
        m.answer(seat, next((a for a in answers if a["do"] in ("pass", "go_on")), answers[-1]))
    assert ("austria", "after_charge") in asked
    assert ("austria", "face") not in asked
