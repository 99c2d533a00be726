"""Chapters 12, 13 and 22: withdrawals, checks, recovery, rivers and fortresses."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import fortresses
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, state, where

ACTIVE = {"formation": "italy"}


def act(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """The Italians act."""
    return play(*units, dice=dice or [], active={**ACTIVE, **more.pop("active", {})}, **more)


def finish(m: q.Match) -> q.Match:
    """End the Italian activation."""
    while m.ask.what == "face":
        m.answer("italy", m.options("italy")[0])
    if m.ask.what == "act":
        m.answer("italy", {"do": "done"})
    return m


@pytest.mark.rule("custoza:13.6.1-a", "custoza:13.6.1-b")
@pytest.mark.parametrize(("path", "status"), [([], 1), (["3009", "3008"], 2), (["3009", "3008", "3007"], 3)])
def test_recovery_after_an_activation(path: list[str], status: int) -> None:
    m = act(italy("A", "3010", status="disorganised"), italy("B", "5010"))
    if path:
        m.answer("italy", {"do": "move", "units": ["A"], "path": path})
    assert finish(m).standing()[1].units["A"].status == status


@pytest.mark.rule("custoza:13.6.1-a")
def test_no_recovery_in_an_enemy_zone() -> None:
    closed = dict.fromkeys(("2909", "3009", "3109", "2910", "3110"), "lake")
    m = act(italy("A", "3010", status="shaken"), italy("B", "5010"), austria("D", "3011"), board={"terrain": closed})
    assert finish(m).standing()[1].units["A"].status == 1


@pytest.mark.rule("custoza:13.6.1-c", "custoza:9.7-a")
def test_status_or_exhaustion_but_not_both() -> None:
    m = act(italy("K", "3010", "cavalry", status="shaken", exhausted=True), italy("B", "5010"))
    finish(m)
    assert (m.ask.what, m.ask.data["unit"]) == ("recover", "K")
    m.answer("italy", {"do": "recover", "unit": "K", "of": "exhaustion"})
    unit = m.standing()[1].units["K"]
    assert (unit.status, unit.exhausted) == (1, False)


@pytest.mark.rule("custoza:3.3-b", "custoza:12.1-a", "custoza:13.6.2-a")
def test_who_was_not_activated_withdraws_out_of_zones_and_recovers_a_level() -> None:
    m = play(
        italy("A", "3010", status="disordered"),
        austria("D", "3011"),
        phase="non_activated",
        next="italy",
        initiative="italy",
    )
    assert (m.ask.what, m.ask.rule, m.ask.who) == ("fall_back", "3.3-b", ("italy",))
    assert refused(m, "italy", {"do": "fall_back", "units": ["A"], "path": ["3009", "3008"]}) == "12.1-a"
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009"]})
    assert not events(m, "roll")
    m.answer("italy", m.options("italy")[0])
    assert m.standing()[1].units["A"].status == 1


@pytest.mark.rule("custoza:12.3-a")
def test_who_must_withdraw_and_cannot_is_lost() -> None:
    closed = dict.fromkeys(("2909", "3009", "3109", "2910", "3110"), "lake")
    m = play(
        italy("A", "3010"),
        italy("B", "5010"),
        austria(
            "D",
            "3011",
        ),
        board={"terrain": closed},
        phase="non_activated",
        next="italy",
        initiative="italy",
        last={"day": 1, "gt": 9},
        dice=[1, 2, 1, 1],
    )
    lost = [(event.data["unit"], event.data["why"]) for event in events(m, "eliminated")]
    assert ("A", "no_withdrawal") in lost


@pytest.mark.rule("custoza:4.1.1-b", "custoza:3.4-c")
def test_who_is_out_of_command_gets_nearer_to_the_commander() -> None:
    m = play(
        italy("A", "3010", ooc=True),
        italy("com", "3020", "commander"),
        austria("D", "5011"),
        phase="ooc",
        next="italy",
        initiative="austria",
    )
    assert m.ask.what == "ooc"
    assert refused(m, "italy", {"do": "move", "units": ["A"], "path": ["3009"]}) == "4.1.1-b"
    m.answer("italy", {"do": "move", "units": ["A"], "path": ["3011"]})
    assert events(m, "moved")[0].data["to"] == "3011"


# -- 13 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:13.5-a", "custoza:13.3-a")
def test_four_levels_rout() -> None:
    m = play(
        italy("A", "3010", facing="S", sp=9),
        austria("D", "3011", facing="N", sp=4, status="disordered"),
        active={**ACTIVE, "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]},
        dice=[5, 5],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert m.standing()[1].units["D"].box == "routed"
    assert [event.data["unit"] for event in events(m, "routed")] == ["D"]


@pytest.mark.rule("custoza:13.2.1-a", "custoza:13.2-b")
def test_one_roll_for_a_force_each_unit_by_itself() -> None:
    units = italy("A", "3010", sv=2, cv=9), italy("B", "3010", sv=2, cv=7)
    m = act(*units, board={"terrain": {"3011": "woods"}}, dice=[4, 4])
    m.answer("italy", {"do": "move", "units": ["A", "B"], "path": ["3011"]})
    (roll,) = events(m, "roll")
    assert [check["passed"] for check in roll.data["checks"]] == [True, False]
    assert m.ask.data["units"] == ["B"]


# -- 22 ----------------------------------------------------------------------------------------------------------------

TIONE = {"terrain": {"3011": "tione"}}


@pytest.mark.rule("custoza:22.1-d")
def test_cavalry_in_the_tione_pays_three_and_loses_a_level_without_a_roll() -> None:
    m = act(italy("K", "3010", "cavalry"), italy("B", "5010"), board=TIONE)
    m.answer("italy", {"do": "move", "units": ["K"], "path": ["3011"]})
    s = m.standing()[1]
    assert (s.units["K"].status, s.active.acted["K"].mp, events(m, "roll")) == (1, 18, [])


@pytest.mark.rule("custoza:22.1-b", "custoza:22.1-c")
def test_infantry_in_the_tione_pays_two_and_checks() -> None:
    m = act(italy("A", "3010"), italy("B", "5010"), board=TIONE, dice=[5, 3])
    m.answer("italy", {"do": "move", "units": ["A"], "path": ["3011"]})
    s = m.standing()[1]
    assert events(m, "roll")[0].data["reason"] == "terrain"
    assert (s.units["A"].status, s.active.acted["A"].mp) == (0, 12)


@pytest.mark.rule("custoza:22.1-a", "custoza:22.2-a", "custoza:22.2-b")
def test_rivers_that_bar_the_way() -> None:
    board = {"terrain": {"3011": "tione", "3009": "mincio", "3110": "mincio"}, "bridges": ["3110"]}
    m = act(italy("g", "3010", "artillery", march=True), italy("A", "3010"), board=board)
    assert refused(m, "italy", {"do": "move", "units": ["g"], "path": ["3011"]}) == "22.1-a"
    assert refused(m, "italy", {"do": "move", "units": ["A"], "path": ["3009"]}) == "22.2-a"
    assert refused(m, "italy", {"do": "move", "units": ["A"], "path": ["3110"]}) == "22.2-b"


@pytest.mark.rule("custoza:22.1.1-a")
def test_nobody_recovers_from_disorganised_in_the_tione() -> None:
    m = act(italy("A", "3011", status="disorganised"), italy("S", "3012", status="disordered"), board=TIONE)
    s = finish(m).standing()[1]
    assert (s.units["A"].status, s.units["S"].status) == (3, 0)


@pytest.mark.rule("custoza:22.3.5-c")
def test_peschiera_is_attacked_from_three_hexes() -> None:
    s = state(austria("P", "1705", "fortress"), italy("A", "2005"))
    around = ["1704", "1706", "1605", "1606", "1805", "1806"]
    target = s.board.hex("1705")
    assert [n for n in around if fortresses.attackable_from(s, target, s.board.hex(n))] == ["1704", "1606", "1805"]


@pytest.mark.rule("custoza:22.3.3-a", "custoza:22.3.3-b")
def test_a_fortress_does_not_retreat_and_is_not_entered_until_it_falls() -> None:
    active = {**ACTIVE, "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]}
    m = play(
        italy("A", "3010", facing="S", sp=20), austria("P", "3011", "fortress", facing="N"), active=active, dice=[6, 6]
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    s = m.standing()[1]
    assert events(m, "combat")[0].data["winner"] == "attacker"
    assert not events(m, "advanced")
    assert s.board.grid.numbers[s.units["P"].hex] == "3011"
    weak = play(
        italy("A", "3010", facing="S", sp=20),
        austria("P", "3011", "fortress", facing="N", sp=1),
        active=active,
        dice=[6, 6],
    )
    weak.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert events(weak, "fortress_fell")
    assert events(weak, "advanced")[0].data["to"] == "3011"


@pytest.mark.rule("custoza:22.3.4-a")
def test_one_unit_fits_into_a_fortress() -> None:
    m = act(italy("P", "3011", "fortress"), italy("A", "3010", sv=1), italy("B", "3012", sv=1))
    m.answer("italy", {"do": "move", "units": ["A"], "path": ["3011"]})
    assert refused(m, "italy", {"do": "move", "units": ["B"], "path": ["3011"]}) == "22.3.4-a"


# -- 12, 13 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:12.2-a", "custoza:10.5.2-b")
def test_who_withdraws_through_a_crowd_goes_on_and_disturbs_it() -> None:
    closed = dict.fromkeys(("2909", "3109", "2910", "3110"), "lake")
    m = play(
        italy("A", "3010"),
        italy("f", "3009", sv=4),
        austria("D", "3011"),
        board={"terrain": closed},
        phase="non_activated",
        next="italy",
        initiative="italy",
    )
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009", "3008"]})
    (hurt,) = events(m, "status")
    assert (where(m, "A"), hurt.data["unit"], hurt.rule) == ("3008", "f", "10.5.2-b")


@pytest.mark.rule("custoza:13.5-b")
@pytest.mark.parametrize(("source", "box"), [("3006", "routed"), ("3020", "eliminated"), (None, "routed")])
def test_who_routs_without_a_way_to_supply_is_lost_for_good(source: str | None, box: str) -> None:
    wall = [italy(f"W{n}", f"{10 + n}16") for n in range(0, 61, 2)]
    m = play(
        italy("A", "3010", facing="S", sp=9),
        *wall,
        austria("D", "3011", facing="N", sp=4, status="disordered"),
        active={**ACTIVE, "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]},
        supply={"austria": [source]} if source else {},
        dice=[5, 5],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert where(m, "D") == box


@pytest.mark.rule("custoza:13.6.2-b", "custoza:9.7-a")
@pytest.mark.parametrize("used", [False, True])
def test_who_was_not_activated_rests_from_a_charge_unless_it_has_moved(used: bool) -> None:
    riders = italy("K", "3010", "cavalry", exhausted=True, used=used), italy("L", "4010", "cavalry", exhausted=True)
    m = play(
        riders[0],
        {**riders[1], "status": "shaken"},
        austria("far", "6010"),
        phase="non_activated",
        next="italy",
        initiative="italy",
        last={"day": 1, "gt": 9},
        dice=[6, 6, 1, 1],
    )
    assert (m.ask.what, m.ask.data["unit"]) == ("recover", "L")
    m.answer("italy", {"do": "recover", "unit": "L", "of": "status"})
    s = now(m)
    assert (s.units["L"].status, s.units["L"].exhausted) == (0, True)
    assert s.units["K"].exhausted is used


@pytest.mark.rule("custoza:13.6.1-b", "custoza:7.7-a")
def test_to_form_square_is_a_move_that_costs_nothing() -> None:
    m = act(italy("A", "3010", status="disordered"), italy("B", "5010"), austria("far", "6010"))
    m.answer("italy", {"do": "square", "units": ["A"]})
    assert finish(m).standing()[1].units["A"].status == 1


# -- 22 ----------------------------------------------------------------------------------------------------------------

MINCIO = {"terrain": {"3009": "mincio", "3109": "lake", "2909": "lake"}, "bridges": ["3009"]}


@pytest.mark.rule("custoza:22.2.1-a")
def test_nobody_recovers_from_disorganised_on_a_bridge_of_the_mincio() -> None:
    units = italy("A", "3009", march=True, status="disorganised"), italy("B", "5010", status="disorganised")
    m = act(*units, austria("far", "6010"), board=MINCIO)
    s = finish(m).standing()[1]
    assert (s.units["A"].status, s.units["B"].status) == (3, 1)
    shaken = act(italy("A", "3009", march=True, status="disordered"), austria("far", "6010"), board=MINCIO)
    assert finish(shaken).standing()[1].units["A"].status == 0


@pytest.mark.rule("custoza:22.2.2-a")
def test_a_retreat_crosses_a_bridge_of_the_mincio_at_a_level_and_never_ends_there() -> None:
    m = play(
        italy("A", "3010", facing="S"),
        austria("D", "3011", facing="N"),
        board=MINCIO,
        active={**ACTIVE, "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]},
        dice=[1, 2],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    if m.ask.what == "retreat":
        assert refused(m, "italy", {"do": "retreat", "units": ["A"], "path": ["3009"]}) == "10.5.2-a"
        m.answer("italy", m.options("italy")[0])
    path = events(m, "retreated")[0].data["path"]
    assert (path[0], len(path), path[1] in ("3008", "2908", "3108")) == ("3009", 2, True)
    assert m.standing()[1].units["A"].status == 3, "two by the combat, one by the bridge"


@pytest.mark.rule("custoza:22.3.2-b", "custoza:22.3.1-a", "custoza:11.3-a")
def test_a_fortress_only_reacts_its_garrison_and_its_guns_each_once() -> None:
    active = {"formation": "austria", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]}
    m = play(
        austria("a", "3009", facing="S"),
        italy("P", "3011", "fortress"),
        italy("rest", "5010"),
        active=active,
        dice=[1, 1, 1, 1, 1, 2],
    )
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    found = [(force["class"], force["units"], force["may"]) for force in m.ask.data["forces"]]
    assert found == [("infantry", ["P"], ["fire"]), ("artillery", ["P"], ["fire"])]
    m.answer("italy", {"do": "fire", "units": ["P"], "class": "artillery"})
    assert [force["class"] for force in m.ask.data["forces"]] == ["infantry"]
    assert refused(m, "italy", {"do": "fire", "units": ["P"], "class": "artillery"}) == "11.3-a"
    shots = [roll for roll in events(m, "roll") if roll.data["why"] == "ammo" or roll.data["why"] == "fire"]
    assert shots[0].data["sp"] == 1, "one SP of guns"
    own = play(
        italy("P", "3011", "fortress"), italy("rest", "5010"), austria("D", "3012"), active={"formation": "italy"}
    )
    assert own.ask.data["units"] == ["rest"]
    for answer in (
        {"do": "fire", "units": ["P"], "hex": "3012"},
        {"do": "assault", "units": ["P"], "path": []},
        {"do": "move", "units": ["P"], "path": ["3010"]},
    ):
        assert refused(own, "italy", answer) == "4.1-a"


@pytest.mark.rule("custoza:22.3.3-c")
def test_a_fortress_recovers_a_level_at_the_end_of_a_game_turn() -> None:
    m = play(
        austria("P", "3011", "fortress", status="disordered"),
        austria("far", "6010"),
        italy("A", "5010"),
        fixed_initiative=True,
        last={"day": 1, "gt": 9},
    )
    for seat in ("italy", "austria", "italy"):
        assert m.standing()[1].units["P"].status == 2
        m.answer(seat, {"do": "pass"})
    assert m.standing()[1].units["P"].status == 1
