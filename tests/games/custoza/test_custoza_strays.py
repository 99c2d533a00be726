"""3.3, 3.4 and chapter 12: those who withdraw without an order, and units out of command on their way home."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.answers import FallBack
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.records import Acted
from quadrilatero.games.custoza.rules import withdrawal
from quadrilatero.games.custoza.rules.retreat import Flight
from tests.games.custoza.support import Plain, austria, decline, events, hexes, italy, now, play, refused, state, where

AWAY = austria("away", "6020")


def phase(*units: Plain, name: str = "ooc", **more: Any) -> q.Match:
    """The Italians' part of the phase of those out of command."""
    return play(*units, AWAY, phase=name, next="italy", initiative="austria", **more)


def home(*more: Plain, **others: Any) -> q.Match:
    """A unit out of command in 3010; its commander is in 3020."""
    units = italy("o", "3010", ooc=True), italy("com", "3020", "commander"), italy("A", "3021")
    return phase(*units, *more, **others)


def go(id: str, *path: str, **more: Any) -> Plain:
    return {"do": "move", "units": [id], "path": list(path), **more}


# -- 3.4: units out of command -----------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:3.4-a", "custoza:3.4-c", "custoza:4.1.1-b")
def test_what_is_listed_for_strays_leads_home() -> None:
    m = home(italy("g", "3110", "artillery", ooc=True), italy("F", "3130", "fortress", ooc=True))
    assert (m.ask.what, m.ask.rule, m.ask.data) == ("ooc", "3.4-a", {"units": ["o", "g"], "must": []})
    listed = list(m.options("italy"))
    assert listed[-1] == {"do": "done"}
    assert all(m.refuse("italy", option) is None for option in listed)
    s = now(m)
    distance, to = s.board.grid.distance, s.board.hex("3020")
    for id, here in (("o", "3010"), ("g", "3110")):
        mine = [option for option in listed[:-1] if option["units"] == [id]]
        assert {option.get("march", False) for option in mine} == ({False, True} if id == "o" else {True})
        ends = {option["path"][-1] for option in mine}
        assert all(distance(s.board.hex(end), to) < distance(s.board.hex(here), to) for end in ends)
        around = s.board.grid.adjacent[s.board.hex(here)]
        nearer = {s.board.grid.numbers[hex] for hex in around if distance(hex, to) < distance(s.board.hex(here), to)}
        assert nearer <= ends


@pytest.mark.rule("custoza:4.1.1-b")
def test_what_leads_home_changes_with_the_commander_and_with_the_way() -> None:
    """Kept from one question to the next, but neither when he has ridden on nor when somebody bars the road."""
    s = now(home())
    first = {move["path"][-1] for part in withdrawal.moves(s, s.units["o"]) for move in part}
    assert {"3011"} <= first
    assert "3009" not in first
    s.move(s.units["com"], s.board.hex("3004"))
    second = {move["path"][-1] for part in withdrawal.moves(s, s.units["o"]) for move in part}
    assert {"3009"} <= second
    assert "3011" not in second
    s.move(s.units["away"], s.board.hex("3008"))
    third = {move["path"][-1] for part in withdrawal.moves(s, s.units["o"]) for move in part}
    assert not {"3008", "3009"} & third
    assert third


@pytest.mark.rule("custoza:3.4-a", "custoza:3.4-c", "custoza:4.1.1-b")
def test_what_is_refused_of_a_stray() -> None:
    m = home(italy("p", "3110", ooc=True))
    assert refused(m, "italy", {"do": "move", "units": ["o", "p"], "path": ["3011"]}) == "3.4-a"
    assert refused(m, "italy", {"do": "move", "units": [], "path": ["3011"]}) == "3.4-a"
    assert refused(m, "italy", go("A", "3022")) == "3.4-a"
    assert refused(m, "italy", go("o", "3012")) == "7.2-b"
    away = m.refuse("italy", go("o", "3011", "3010", "3009"))
    assert away is not None
    assert (away.rule, away.reason, away.data["hex"]) == ("4.1.1-b", "not_nearer", "3009")
    assert m.refuse("italy", go("o")) is None, "it may turn where it stands"
    m.answer("italy", go("o", "3011", march=True))
    assert (where(m, "o"), now(m).units["o"].march) == ("3011", True)
    assert (m.ask.what, m.ask.data["units"]) == ("face", ["o"])
    m.answer("italy", m.options("italy")[0])
    assert (m.ask.what, m.ask.data["units"]) == ("ooc", ["p"]), "each once"


@pytest.mark.rule("custoza:4.4-c", "custoza:4.1.1-b")
def test_units_of_the_reserve_go_where_they_like_and_those_taken_along_not_at_all() -> None:
    reserve: Plain = {"reserve": True, "formation": None}
    m = home(italy("R", "3110", **reserve), italy("Q", "3112", used=True, **reserve))
    assert m.ask.data["units"] == ["o", "R"]
    assert m.refuse("italy", go("R", "3109")) is None
    assert refused(m, "italy", go("o", "3009")) == "4.1.1-b"
    s = state(italy("R", "3110", reserve=True), italy("com", "1004", "commander"), italy("o", "3112", ooc=True), AWAY)
    assert withdrawal.goal(s, s.units["R"]) == -1
    assert withdrawal.goal(s, s.units["o"]) == s.board.hex("1004") == 0
    assert not withdrawal.is_nearer(s, s.units["o"], s.board.hex("3113"))


@pytest.mark.rule("custoza:3.4-b", "custoza:4.1.1-a")
def test_strays_in_a_zone_withdraw_first() -> None:
    m = home(italy("p", "3110", ooc=True), austria("D", "3009", facing="S"))
    assert (m.ask.data["units"], m.ask.data["must"]) == (["o", "p"], ["o"])
    assert refused(m, "italy", {"do": "done"}) == "3.4-b"
    assert refused(m, "italy", go("o", "3011")) == "4.1.1-a"
    listed = list(m.options("italy"))
    assert {"do": "done"} not in listed
    assert {option["do"] for option in listed if option["units"] == ["o"]} == {"fall_back"}
    assert {option["do"] for option in listed if option["units"] == ["p"]} == {"move"}
    m.answer("italy", {"do": "fall_back", "units": ["o"], "path": ["3011"]})
    decline(m, "face")
    assert (m.ask.data["units"], m.ask.data["must"]) == (["p"], [])
    m.answer("italy", {"do": "done"})
    assert m.ask is None or m.ask.what != "ooc"


@pytest.mark.rule("custoza:12.3-a", "custoza:3.4-b")
def test_a_stray_that_cannot_get_away_is_lost() -> None:
    around = ("3009", "3109", "3110", "3011", "2910", "2909")
    m = home(*(austria(f"d{n}", hex) for n, hex in enumerate(around)))
    assert [(event.rule, event.data["unit"], event.data["why"]) for event in events(m, "eliminated")] == [
        ("12.3-a", "o", "no_withdrawal")
    ]


@pytest.mark.rule("custoza:3.4-a")
def test_a_stray_in_the_corner_of_the_map_moves_as_others_do() -> None:
    m = phase(italy("o", "1004", ooc=True), italy("com", "1010", "commander"), italy("A", "1011"))
    assert go("o", "1005") in list(m.options("italy")), "and no change of march is named where there is none"
    m.answer("italy", go("o", "1005"))
    assert where(m, "o") == "1005"


# -- chapter 12 --------------------------------------------------------------------------------------------------------


def idle(*units: Plain, **more: Any) -> q.Match:
    """D in 3011 makes the Italians in 3010 withdraw, whose Formation was not activated."""
    return phase(*units, austria("D", "3011", facing="N"), name="non_activated", dice=[1] * 8, **more)


@pytest.mark.rule("custoza:12.2-a", "custoza:10.5.2-b")
def test_who_finds_no_room_out_of_the_zone_goes_on_and_disturbs_his_friends() -> None:
    closed = {"terrain": {"2909": "lake", "3109": "lake"}}
    m = idle(italy("A", "3010", facing="S"), italy("F", "3009", sv=5), board=closed)
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009", "3008"]})
    assert (where(m, "A"), now(m).units["F"].status) == ("3008", 1)
    (told,) = events(m, "fell_back")
    assert (told.rule, told.data["path"], told.data["to"]) == ("12.1-a", ["3009", "3008"], "3008")


@pytest.mark.rule("custoza:12.2-a", "custoza:10.5.2-b")
def test_who_goes_on_because_of_a_zone_disturbs_nobody() -> None:
    closed = {"terrain": dict.fromkeys(("2909", "3109", "2910", "3110"), "lake")}
    units = italy("A", "3010", facing="S"), italy("F", "3009", sv=1), austria("E", "3108")
    m = idle(*units, board=closed)
    ways = [option["path"] for option in m.options("italy") if option["units"] == ["A"]]
    assert ways
    assert all(len(path) > 1 and path[0] == "3009" for path in ways)
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ways[0]})
    decline(m)
    assert now(m).units["F"].status == 0


@pytest.mark.rule("custoza:12.1-a", "custoza:9.7-a")
def test_what_a_withdrawal_leaves_behind() -> None:
    m = idle(italy("k", "3010", "cavalry", facing="S"), italy("far", "5010"))
    m.answer("italy", {"do": "fall_back", "units": ["k"], "path": ["3009"]})
    assert now(m).units["k"].used, "cavalry that withdrew has not rested"
    assert (m.ask.what, m.ask.rule, m.ask.data["units"]) == ("face", "12.1-a", ["k"])
    m.answer("italy", m.options("italy")[0])
    assert where(m, "k") == "3009"
    s = state(italy("k", "3010", "cavalry", facing="S"), austria("D", "3011", facing="N"), options={"fog": "open"})
    flight = Flight(s.board.hex("3011"), 1, rule="11.5.5-a")
    assert list(withdrawal.fall_back(s, s.of(["k"]), (s.board.hex("3009"),), flight)) == []
    assert s.units["k"].used, "nor has who fell back in reaction"
    assert (hexes(s, [s.units["k"].hex]), s.units["k"].facing) == ({"3009"}, 3)


@pytest.mark.rule("custoza:12.1-a", "custoza:7.9-a")
def test_guns_limber_to_withdraw_and_limbered_ones_are_not_told_again() -> None:
    m = idle(italy("g", "3010", "artillery", facing="S"))
    m.answer("italy", {"do": "fall_back", "units": ["g"], "path": ["3009"]})
    assert now(m).units["g"].march
    assert [(event.rule, event.data["units"]) for event in events(m, "march")] == [("12.1-a", ["g"])]
    ready = idle(italy("g", "3010", "artillery", facing="S", march=True))
    ready.answer("italy", {"do": "fall_back", "units": ["g"], "path": ["3009"]})
    assert not events(ready, "march")


@pytest.mark.rule("custoza:11.5.5-c", "custoza:10.5.2-b")
def test_who_falls_back_through_a_crowd_keeps_the_facing_he_had() -> None:
    closed = {"terrain": {"2911": "lake", "3111": "lake"}}
    marks = [{"type": "assault", "hex": "3010", "target": "3011"}]
    units = italy("i", "3011", facing="N"), italy("f", "3012", sv=4, facing="SE"), italy("rest", "5010")
    m = play(
        austria("a", "3009", facing="S"),
        *units,
        board=closed,
        dice=[1] * 8,
        active={"formation": "austria", "markers": marks},
    )
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012", "3013"]})
    assert (where(m, "i"), now(m).units["i"].facing, now(m).units["f"].facing) == ("3013", 0, 2)


@pytest.mark.rule("custoza:3.3-b")
def test_who_is_due_to_withdraw_in_the_phase_of_the_idle() -> None:
    units = (
        italy("A", "3010"),
        italy("o", "3110", ooc=True),
        italy("R", "3109", reserve=True),
        italy("N", "2909", formation=None, reserve=True),
        italy("F", "2910", "fortress"),
        austria("D", "3009"),
        austria("E", "3011"),
    )
    s = state(*units)
    assert [unit.id for unit in withdrawal.must_withdraw(s, withdrawal.due_in_phase(s, "italy"))] == ["A"]
    m = idle(italy("A", "3010"), italy("B", "2910"))
    listed = {tuple(option["units"]) for option in m.options("italy")}
    assert listed == {("A",), ("B",)}
    assert (
        refused(m, "italy", {"do": "fall_back", "units": ["A"], "path": ["3009"], "paths": {"A": ["3009"]}}) == "12.1-a"
    )
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009"]})
    decline(m, "face")
    assert m.ask.data["units"] == ["B"]


# -- chapter 12 rule by rule -------------------------------------------------------------------------------------------


def of(refusal: Any) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


@pytest.mark.rule("custoza:12.1-a", "custoza:12.2-a")
def test_by_which_rule_a_withdrawal_may_not_go_that_way() -> None:
    s = state(italy("A", "3010", facing="S"), austria("D", "3011", facing="N"))

    def why(*path: str) -> tuple[str | None, str] | None:
        return of(withdrawal.refuse_way(s, s.of(["A"]), [s.board.hex(number) for number in path]))

    assert why("3009") is None
    assert why() == why("3009", "3008") == ("12.1-a", "not_shortest")
    assert why("3008") == why("9999") == ("12.1-a", "not_adjacent")
    assert why("3110") == ("12.2-a", "retreat_priority"), "it lies in the enemy's zone"
    for hex, named in ((-1, "?"), (s.board.hex("3008"), "3008"), (s.board.hex("1004"), "1004")):
        off = withdrawal.refuse_way(s, s.of(["A"]), [hex])
        assert off is not None
        assert off.data["hex"] == named
    assert hexes(s, [path[-1] for path in withdrawal.ways(s, s.of(["A"]))]) == {"3009", "2909", "3109"}


@pytest.mark.rule("custoza:12.1-a")
def test_who_is_shut_in_has_no_way_at_all() -> None:
    lakes = {"terrain": dict.fromkeys(("3009", "3109", "2910", "2909", "3209", "3210", "3211", "3111"), "lake")}
    s = state(italy("A", "3010", facing="S"), austria("D", "3011", facing="N"), board=lakes)
    assert withdrawal.ways(s, s.of(["A"])) == []
    assert of(withdrawal.refuse_way(s, s.of(["A"]), [])) == ("12.1-a", "not_shortest")
    assert of(withdrawal.refuse_way(s, s.of(["A"]), [s.board.hex("3110")])) == ("12.1-a", "ends_in_zone")


@pytest.mark.rule("custoza:12.1-a", "custoza:11.5.5-a", "custoza:10.5.2-a")
def test_where_a_withdrawal_is_over() -> None:
    units = italy("A", "3010"), italy("F", "3008", sv=5), italy("G", "3011", sv=5), austria("D", "3012")
    s = state(*units)
    flight = Flight(s.board.hex("3020"), 1)
    for hex, out, room, crowded in (
        ("3009", True, True, (False, False)),
        ("3008", False, False, (True, True)),
        ("3111", False, True, (False, False)),
        ("3011", False, False, (False, True)),
    ):
        s.move(s.units["A"], s.board.hex(hex))
        now_there = s.of(["A"])
        assert withdrawal.has_come(s, now_there, None) is out
        assert withdrawal.has_come(s, now_there, flight) is room
        found = withdrawal.found_no_room(s, now_there, None), withdrawal.found_no_room(s, now_there, flight)
        assert found == crowded


@pytest.mark.rule("custoza:12.2-a", "custoza:10.5.4-a")
def test_who_withdraws_with_the_last_of_a_hex() -> None:
    units = italy("A", "3010", sv=1), italy("k", "3010", "cavalry", sv=1), italy("com", "3010", "commander")
    s = state(*units, austria("D", "3011"))
    assert withdrawal.followers(s, s.of(["A"])) == []
    s.move(s.units["k"], s.board.hex("3008"))
    assert withdrawal.followers(s, s.of(["A"])) == ["com"]


@pytest.mark.rule("custoza:12.2-a")
def test_a_withdrawal_that_finds_its_way_barred_is_chosen_anew_among_what_is_left() -> None:
    s = state(italy("A", "3010", facing="S"), austria("D", "3011", facing="N"), options={"fog": "open"})
    s.begin(Deed("fall_back", "italy", ("A",)))
    script = withdrawal.choose_anew(s, s.of(["A"]), None, ())
    question = next(script)
    assert (question.what, question.rule, question.data["units"]) == ("fall_back", "12.2-a", ["A"])
    assert {option["path"][-1] for option in question.options("italy")} == {"2909", "3009", "3109"}
    for wrong in (FallBack(["B"], ["3009"]), FallBack(["A"], ["3110"]), FallBack(["A"])):
        assert of(question.refuse("italy", wrong)) == ("12.2-a", "not_listed")
    assert question.refuse("italy", FallBack(["A"], ["3009"])) is None
    with pytest.raises(StopIteration) as over:
        script.send(FallBack(["A"], ["3009"]))
    assert (over.value.value, hexes(s, s.deed.path)) == (True, {"3009"})


@pytest.mark.rule("custoza:3.3-b", "custoza:12.1-b")
def test_what_is_listed_and_noted_of_those_who_withdraw() -> None:
    units = (
        italy("A", "3010", facing="S", sv=1),
        italy("B", "3010", facing="S", sv=1),
        italy("C", "5010", facing="S"),
        austria("D", "3011", facing="N"),
        austria("E", "5011", facing="N"),
    )
    s = state(*units, options={"fog": "open"})
    waiting = withdrawal.must_withdraw(s, withdrawal.due_in_phase(s, "italy"))
    listed = {tuple(option["units"]) for option in withdrawal.listed(s, waiting)}
    assert listed == {("A", "B"), ("A",), ("B",), ("C",)}
    assert list(withdrawal.withdraw(s, FallBack(["A", "B"], ["3009"]))) == []
    assert s.acted == {"A": Acted("fall_back", 0), "B": Acted("fall_back", 0)}
    assert s.facing is not None
    assert (s.facing.units, s.facing.rule) == (("A", "B"), "12.1-a")
    assert [unit.id for unit in withdrawal.must_withdraw(s, s.of(["A", "B", "C"]))] == ["C"]
    s.acted = {**s.acted, "C": Acted("fall_back", 0)}
    assert withdrawal.must_withdraw(s, s.of(["A", "B", "C"])) == [], "nobody withdraws twice"


@pytest.mark.rule("custoza:3.4-a", "custoza:4.4-c")
def test_who_is_a_stray() -> None:
    reserve: Plain = {"formation": None, "reserve": True}
    s = state(
        italy("A", "3010"),
        italy("o", "3012", ooc=True),
        italy("R", "3014", **reserve),
        italy("used", "3016", **reserve),
        italy("F", "3018", "fortress"),
        AWAY,
    )
    s.change(s.units["used"], used=True)
    s.change(s.units["F"], ooc=True)
    assert [unit.id for unit in withdrawal.strays(s, "italy")] == ["o", "R"]
    assert [unit.id for unit in withdrawal.due_in_phase(s, "italy")] == ["A"]
    assert withdrawal.goal(s, s.units["R"]) == -1


@pytest.mark.rule("custoza:3.4-a", "custoza:3.4-d", "custoza:7.10-c")
@pytest.mark.parametrize(("mode", "asked", "phase_after"), [("base", ["gen"], "end"), ("advanced", [], "march")])
def test_after_the_strays_the_general_rides_in_the_base_game(mode: str, asked: list[str], phase_after: str) -> None:
    s = state(italy("A", "3010"), italy("gen", "3010", "general"), AWAY, mode=mode, initiative="italy", phase="ooc")
    s.next = "italy"
    found = [question.data["unit"] for question in withdrawal.end_of_strays(s, "italy")]
    assert (found, s.phase) == (asked, phase_after)


@pytest.mark.rule("custoza:3.4-c", "custoza:7.9-a")
def test_guns_out_of_command_are_listed_limbered_alone() -> None:
    units = italy("g", "3010", "artillery", ooc=True), italy("com", "3020", "commander"), italy("A", "3021")
    s = state(*units, AWAY)
    parts = list(withdrawal.moves(s, s.units["g"]))
    assert len(parts) == 1
    assert all(option["march"] is True for part in parts for option in part)
    foot = state(italy("o", "3010", ooc=True), *units[1:], AWAY)
    plain, marched = (list(part) for part in withdrawal.moves(foot, foot.units["o"]))
    assert not any("march" in option for option in plain)
    assert all(option["march"] is True for option in marched)


@pytest.mark.rule("custoza:3.4-a", "custoza:6-a")
def test_what_is_noted_of_a_stray_that_has_moved() -> None:
    m = home()
    m.answer("italy", go("o", "3011", "3012"))
    noted = now(m).acted["o"]
    assert (noted.did, noted.mp > 0) == ("move", True)
    assert (m.ask.what, m.ask.data["units"]) == ("face", ["o"])
