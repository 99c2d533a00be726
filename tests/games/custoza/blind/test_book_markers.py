"""Chapter 6 by the book: how many markers, where, for whom, and the duty to serve them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    barred,
    calm,
    flee,
    it,
    marker,
    now,
    roll,
    rolls,
    say,
    told,
    where,
)

D = ah("D", "line", "3011", facing="N")
AROUND = [
    ("3009", "3010"),
    ("2909", "2910"),
    ("3109", "3110"),
    ("2811", "2911"),
    ("3211", "3111"),
]  # where one stands, where the marker lies
SKIRMISHERS = tuple(it(f"L{n}", "light", start) for n, (start, _) in enumerate(AROUND))


def declaring(*units: Any, rank: str = "division", **keys: Any) -> Any:
    formations = [{"id": ITALY, "side": ITALY, "rank": rank}]
    return acting(*units, formations=formations, active={"step": "declare"}, **keys)


def declare(m: Any, hex: str, target: str = "3011", kind: str = "assault") -> str | None:
    return barred(m, ITALY, "declare", type=kind, hex=hex, target=target)


@pytest.mark.rule("custoza:6.2-a", "custoza:6.2-b", "custoza:6.2-c")
@pytest.mark.parametrize(("rank", "most"), [("brigade", 2), ("division", 4), ("corps", 6)])
def test_markers_of_a_formation(rank: str, most: int) -> None:
    m = declaring(*SKIRMISHERS, it("L5", "light", "3013"), D, rank=rank)
    hexes = [hex for _, hex in AROUND] + ["3012"]
    for hex in hexes[:most]:
        say(m, ITALY, "declare", type="assault", hex=hex, target="3011")
    assert m.ask.what == "act"  # no more can be laid
    assert len(m.ask.data["markers"]) == most


@pytest.mark.rule("custoza:6.2-d", "custoza:6.2-e")
def test_assault_and_charge_share_a_target_but_not_a_hex() -> None:
    m = declaring(
        it("A", "line", "3009"), it("K", "cavalry", "3007", facing="S"), it("J", "cavalry", "3107", facing="S"), D
    )
    say(m, ITALY, "declare", type="charge", hex="3010", target="3011")
    assert declare(m, "3010") == "6.2"
    assert declare(m, "3110") is None


@pytest.mark.rule("custoza:6.1-a", "custoza:6.1-b")
def test_a_marker_lies_next_to_an_enemy() -> None:
    m = declaring(it("A", "line", "3008"), D)
    assert declare(m, "3009") == "6.1"  # not adjacent
    assert declare(m, "3010", "3110") == "6.1"  # nobody there
    assert declare(m, "3010") is None


@pytest.mark.rule("custoza:6.3-a", "custoza:10.1-b")
@pytest.mark.parametrize(
    ("start", "ground", "paragraph"),
    [("3006", "clear", None), ("3005", "clear", "6.3"), ("3006", "village", "6.3"), ("3007", "village", None)],
)
def test_somebody_must_be_able_to_reach_the_target_through_the_marker(
    start: str, ground: str, paragraph: str | None
) -> None:
    m = declaring(it("A", "line", start), D, board={"terrain": {"3011": ground}})
    if m.ask.what == "declare":
        assert declare(m, "3010") == paragraph
    else:
        assert paragraph == "6.3"  # nothing can be declared


@pytest.mark.rule("custoza:6.3-a", "custoza:10.1-b")
def test_who_stands_in_the_hex_always_qualifies() -> None:
    board = {"hexsides": [["3010", "3011", "steep_slope"]], "levels": {"3011": 1}, "terrain": {"3011": "village"}}
    assert declare(declaring(it("A", "line", "3010", ma=2), D, board=board), "3010") is None


@pytest.mark.rule("custoza:6.3-a")
@pytest.mark.parametrize(
    "unit", [it("A", "artillery", "3009"), it("A", "line", "3009", ooc=True), it("A", "commander", "3009")]
)
def test_guns_commanders_and_those_out_of_command_serve_no_marker(unit: Any) -> None:
    m = declaring(unit, it("B", "line", "1010"), D)
    assert m.ask.what == "act" or declare(m, "3010") == "6.3"


@pytest.mark.rule("custoza:6.3-a", "custoza:9-a")
def test_exhausted_cavalry_serves_an_assault_marker_only() -> None:
    m = declaring(it("K", "cavalry", "3008", facing="S", exhausted=True), D)
    assert declare(m, "3010") is None
    assert declare(m, "3010", kind="charge") in {"6.3", "9"}


@pytest.mark.rule("custoza:6.3-a", "custoza:9.1-c", "custoza:9.3-a")
@pytest.mark.parametrize("unit", [it("K", "cavalry", "3010", facing="S"), it("K", "cavalry", "3007", facing="N")])
def test_a_charge_marker_needs_cavalry_with_a_run_up_and_the_target_before_it(unit: Any) -> None:
    assert declare(declaring(unit, D), "3010", kind="charge") in {"6.3", "9.1", "9.3"}


@pytest.mark.rule("custoza:6.3-b")
def test_one_force_does_not_serve_two_markers_but_two_units_of_a_stack_do() -> None:
    m = declaring(it("A", "line", "3009"), D)
    say(m, ITALY, "declare", type="assault", hex="3010", target="3011")
    assert m.ask.what == "act" or declare(m, "3110") == "6.3"
    m = declaring(it("A", "line", "3009"), it("L", "light", "3009"), D)
    say(m, ITALY, "declare", type="assault", hex="3010", target="3011")
    assert declare(m, "3110") is None


@pytest.mark.rule("custoza:6.3-b")
def test_markers_are_shared_out_anew_when_another_is_declared() -> None:
    """L reaches both hexes, A only 3010: whoever was thought of for the first marker, both can be served."""
    m = declaring(it("L", "light", "3009"), it("A", "line", "3006"), D)
    say(m, ITALY, "declare", type="assault", hex="3010", target="3011")
    assert declare(m, "3110") is None


@pytest.mark.rule("custoza:6.4-a")
def test_a_declared_attack_must_be_made_as_far_as_possible() -> None:
    m = acting(it("A", "line", "3009"), it("S", "line", "1010"), D, markers=(marker("3010", "3011"),), dice=(6, 6))
    assert barred(m, ITALY, "done") == "6.4"
    say(m, ITALY, "move", units=["S"], path=["1011"])
    calm(m)
    assert barred(m, ITALY, "done") == "6.4"
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    calm(m)
    flee(m)
    calm(m)
    assert asked(m) == ("activate", AUSTRIA)  # all have acted, nothing is owed


@pytest.mark.rule("custoza:6.4-a")
def test_a_marker_that_nobody_can_serve_any_more_binds_nobody() -> None:
    m = acting(it("A", "line", "3009"), it("S", "line", "1010"), D, markers=(marker("3010", "3011"),))
    assert barred(m, ITALY, "done") == "6.4"
    say(m, ITALY, "move", units=["A"], path=["3008"])
    calm(m)
    assert barred(m, ITALY, "done") is None


@pytest.mark.rule("custoza:7.5-d", "custoza:6.4-a")
def test_fire_of_light_infantry_serves_the_marker_and_others_may_still_assault_by_it() -> None:
    m = acting(
        it("L", "light", "3009"), it("A", "line", "3008"), D, markers=(marker("3010", "3011"),), dice=(1, 1, 6, 6)
    )
    say(m, ITALY, "fire", units=["L"], path=["3010"], hex="3011")
    calm(m)
    assert barred(m, ITALY, "done") is None
    assert barred(m, ITALY, "assault", units=["A"], path=["3009", "3010"]) is None


@pytest.mark.rule("custoza:6.5-b", "custoza:6.5-a")
def test_after_a_success_another_marker_may_turn_to_a_neighbour() -> None:
    pair = (it("A", "line", "3010", facing="S"), it("B", "line", "3110", facing="SW"))
    other = ah("E", "line", "3111", march=True)  # S of 3110: one hexside from SW
    m = acting(*pair, D, other, markers=(marker("3010", "3011"), marker("3110", "3011")), dice=(6, 6))
    say(m, ITALY, "assault", units=["A"], path=[])
    flee(m)
    calm(m, "turn_marker")
    assert (asked(m), m.ask.data["hex"], m.ask.data["targets"]) == (("turn_marker", ITALY), "3110", ["3111"])
    say(m, ITALY, "turn", hex="3110", target="3111")
    assert told(m, "marker_turned")[-1] | {"names": None} == {
        "type": "assault",
        "hex": "3110",
        "target": "3111",
        "names": None,
    }


@pytest.mark.rule("custoza:6.6-a", "custoza:8.4-b")
def test_two_forces_at_one_target_attack_one_after_the_other() -> None:
    pair = (it("A", "line", "3010", facing="S"), it("B", "line", "3110", facing="SW"))
    m = acting(*pair, D, markers=(marker("3010", "3011"), marker("3110", "3011")), dice=(3, 4, 1, 1, 1, 1, 6, 6))
    say(m, ITALY, "assault", units=["A"], path=[])
    calm(m)
    say(m, ITALY, "assault", units=["B"], path=[])
    assert [r.data["odds"] for r in rolls(m, "assault")] == ["6:6", "6:6"]
    assert roll(m, "assault").data["hex"] == "3110"


@pytest.mark.rule("custoza:6.6-a", "custoza:2.8-b")
def test_infantry_and_cavalry_of_one_hex_do_not_assault_together() -> None:
    m = acting(
        it("A", "line", "3010", facing="S"),
        it("K", "cavalry", "3010", facing="S", sv=2),
        D,
        markers=(marker("3010", "3011"),),
    )
    assert barred(m, ITALY, "assault", units=["A", "K"], path=[]) is not None


@pytest.mark.rule("custoza:6-a", "custoza:3.2.2b-a")
def test_one_action_for_each_force() -> None:
    m = acting(it("A", "line", "2010"), it("S", "line", "1010"), D)
    say(m, ITALY, "move", units=["A"], path=["2011"])
    calm(m)
    assert barred(m, ITALY, "move", units=["A"], path=["2012"]) == "6"
    assert barred(m, ITALY, "square", units=["A"]) == "6"


@pytest.mark.rule("custoza:3.2.2c-b")
def test_markers_are_taken_up_at_the_end_of_the_activation() -> None:
    m = acting(it("A", "line", "3010", facing="S"), D, markers=(marker("3010", "3011"),), dice=(3, 4, 1, 1, 1, 1, 6))
    say(m, ITALY, "assault", units=["A"], path=[])
    calm(m)
    assert asked(m) == ("activate", AUSTRIA)
    assert m.view(None).get("active") is None


@pytest.mark.rule("custoza:22.4-a")
def test_nothing_is_declared_at_night_and_no_zone_entered() -> None:
    m = declaring(it("A", "line", "3009"), D, light="night")
    assert m.ask.what == "act"
    assert barred(m, ITALY, "move", units=["A"], path=["3010"]) in {"22.4", "7.5"}


@pytest.mark.rule("custoza:10.4.11-c", "custoza:6.4-a")
def test_a_force_reached_by_two_markers_of_a_hex_names_its_target() -> None:
    other = ah("E", "line", "3110", facing="N")
    m = acting(
        it("A", "line", "3010", facing="S"),
        it("B", "line", "3009"),
        D,
        other,
        markers=(marker("3010", "3011"), marker("3010", "3110")),
    )
    assert barred(m, ITALY, "assault", units=["A"], path=[]) is not None
    assert barred(m, ITALY, "assault", units=["A"], path=[], target="3110") is None
    assert where(m, "A") == "3010"
    assert now(m, "A")["facing"] == "S"
