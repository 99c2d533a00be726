"""10.5 and chapter 12 in their finer points: which ways back are open, and by which rule the others are not."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Face, Retreat
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.rules import retreat, withdrawal
from quadrilatero.games.custoza.rules.retreat import Flight
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import (
    Plain,
    austria,
    drive,
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

MARKER = {"type": "assault", "hex": "3010", "target": "3011"}
ACTIVE = {"formation": "italy", "markers": [MARKER]}


def beaten(*units: Plain, **more: Any) -> State:
    """D in 3011, beaten from 3010."""
    return state(austria("D", "3011", facing="N"), italy("A", "3010", facing="S"), *units, active=ACTIVE, **more)


def why_not(s: State, *path: str, hexes: int = 2, origin: str = "3010") -> tuple[str | None, str] | None:
    flight = Flight(s.board.hex(origin), hexes)
    refusal = retreat.refuse_way(s, [s.units["D"]], flight, [s.board.hex(number) for number in path])
    return None if refusal is None else (refusal.rule, refusal.reason)


@pytest.mark.rule("custoza:10.5-b", "custoza:10.5-c", "custoza:10.5.1-b")
def test_by_which_rule_a_way_back_is_refused() -> None:
    s = beaten()
    assert why_not(s, "3012", "3013") is None
    assert why_not(s, "3012") == ("10.5-b", "retreat_length")
    assert why_not(s) == ("10.5-b", "retreat_length")
    assert why_not(s, "3012", "3013", "3014") == ("10.5-b", "retreat_length")
    assert why_not(s, "3013", "3014") == ("10.5-c", "not_adjacent")
    assert why_not(s, "9999", "3014") == ("10.5-c", "not_adjacent")
    assert why_not(s, "3012", "3011") == ("10.5.1-b", "retreat_barred")
    assert why_not(s, "3010", "3009") == ("10.5.1-a", "retreat_barred")
    assert why_not(s, "2910", "2909") == ("10.5-b", "retreat_away")


@pytest.mark.rule("custoza:10.5-c", "custoza:10.5.1-a")
def test_zones_crowds_and_costs_go_before_one_another() -> None:
    def to(*units: Plain, **more: Any) -> set[str]:
        s = beaten(*units, **more)
        return hexes(s, retreat.steps(s, [s.units["D"]], s.board.hex("3011"), (), Flight(s.board.hex("3010"), 2)))

    assert to() == {"2911", "3012", "3111"}
    watched = italy("B", "2812", facing="N")
    assert to(watched) == {"3012", "3111"}
    assert to(austria("F", "3012", sv=5)) == {"2911", "3111"}
    assert to(board={"terrain": {"3012": "woods"}}) == {"2911", "3111"}
    assert to(watched, austria("F", "3012", sv=5), board={"terrain": {"3111": "woods"}}) == {"3111"}
    assert to(board={"terrain": {"2911": "lake", "3111": "lake", "3012": "woods"}}) == {"3012"}


@pytest.mark.rule("custoza:10.5.1-a")
def test_markers_enemies_and_lakes_bar_the_way() -> None:
    other = {"type": "assault", "hex": "3012", "target": "3013"}
    s = state(
        austria("D", "3011"),
        austria("E", "3013"),
        italy("A", "3010"),
        italy("B", "3111"),
        active={"formation": "italy", "markers": [MARKER, other]},
        board={"terrain": {"2911": "lake"}},
    )
    here = s.board.hex("3011")
    found = {n: retreat.is_passable(s, [s.units["D"]], here, s.board.hex(n)) for n in ("3012", "3111", "2911", "3110")}
    assert found == {"3012": False, "3111": False, "2911": False, "3110": True}
    s.active = None
    assert retreat.is_passable(s, [s.units["D"]], here, s.board.hex("3012"))


@pytest.mark.rule("custoza:10.5.3-a", "custoza:10.5.4-a")
def test_what_is_refused_of_a_beaten_stack() -> None:
    foes = austria("D", "3011", facing="N", sv=2), austria("E", "3011", "cavalry", facing="N", sv=2)
    m = play(italy("A", "3010", facing="S", sp=12), *foes, active=ACTIVE, dice=[6, 6, *[1] * 8])
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    while m.ask.what in ("lead", "hit"):
        m.answer("austria", m.options("austria")[0])
    assert (m.ask.what, m.ask.data["units"], m.ask.data["hexes"], m.ask.data["marker"]) == (
        "retreat",
        ["D", "E"],
        2,
        "3010",
    )
    back: Plain = {"do": "retreat", "path": ["3012", "3013"]}
    assert refused(m, "austria", {**back, "units": []}) == "10.5-c"
    assert refused(m, "austria", {**back, "units": ["A"]}) == "10.5-c"
    assert refused(m, "austria", {**back, "units": ["D", "D"]}) == "10.5-c"
    assert refused(m, "austria", {**back, "units": ["D", "E"]}) == "2.8-b"
    assert refused(m, "austria", {**back, "units": ["D"], "with": ["A"]}) == "10.5.4-a"
    m.answer("austria", {**back, "units": ["D"]})
    while m.ask.what in ("face", "react"):
        seat = m.ask.who[0]
        m.answer(seat, {"do": "pass"} if m.ask.what == "react" else m.options(seat)[0])
    assert (m.ask.what, m.ask.data["units"]) == ("retreat", ["E"])
    assert events(m, "retreated")[0].data["to"] == "3013"


@pytest.mark.rule("custoza:10.5.4-a")
def test_the_parts_of_a_stack_are_each_class_and_each_unit() -> None:
    s = state(*(italy(id, "3010", kind, sv=1) for id, kind in (("A", "line"), ("l", "light"), ("k", "cavalry"))))
    found = [[unit.id for unit in group] for group in retreat.groups(list(s.units.values()))]
    assert found == [["A", "l"], ["A"], ["l"], ["k"]]


@pytest.mark.rule("custoza:10.5-c", "custoza:22.2.2-a")
def test_a_column_goes_back_by_road_and_others_where_there_is_no_other_way() -> None:
    board = {
        "terrain": {"3012": "woods", "2911": "mincio", "3111": "lake"},
        "bridges": ["2911"],
        "roads": [{"class": "major", "path": ["3011", "3012", "3013"]}, {"class": "major", "path": ["3011", "2911"]}],
    }
    s = state(austria("D", "3011"), austria("M", "3030", march=True), italy("A", "3010"), board=board)
    here, wood, lake = (s.board.hex(n) for n in ("3011", "3012", "3111"))
    foot, column = s.units["D"], s.units["M"]
    assert retreat.cost(s, [column], here, wood) < retreat.cost(s, [foot], here, wood)
    assert retreat.cost(s, [foot, column], here, wood) == retreat.cost(s, [foot], here, wood)
    assert retreat.cost(s, [foot], here, lake) == retreat.FAR


# -- chapter 12 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:12.1-a", "custoza:12.2-a", "custoza:3.3-b")
def test_what_is_refused_of_a_withdrawal() -> None:
    m = play(
        italy("A", "3010", facing="S", sv=2),
        italy("k", "3010", "cavalry", facing="S", sv=2),
        austria("D", "3011", facing="N"),
        phase="non_activated",
        next="italy",
        fixed_initiative=True,
        dice=[1] * 8,
    )
    assert (m.ask.what, m.ask.rule, m.ask.data["units"]) == ("fall_back", "3.3-b", ["A", "k"])
    back: Plain = {"do": "fall_back", "units": ["A"], "path": ["3009"]}
    assert m.refuse("italy", back) is None
    assert refused(m, "italy", {**back, "units": []}) == "12.1-a"
    assert refused(m, "italy", {**back, "units": ["D"]}) == "12.1-a"
    assert refused(m, "italy", {"do": "fall_back", "units": ["A"]}) == "12.1-a"
    assert refused(m, "italy", {"do": "fall_back", "units": ["A"], "paths": {"A": ["3009"]}}) == "12.1-a"
    assert refused(m, "italy", {**back, "units": ["A", "k"]}) == "2.8-b"
    assert refused(m, "italy", {**back, "path": []}) == "12.1-a"
    assert refused(m, "italy", {**back, "path": ["3009", "3008"]}) == "12.1-a"
    assert refused(m, "italy", {**back, "path": ["3008"]}) == "12.1-a"
    assert refused(m, "italy", {**back, "path": ["9999"]}) == "12.1-a"
    assert refused(m, "italy", {**back, "path": ["3110"]}) == "12.2-a"
    listed = {(tuple(option["units"]), option["path"][-1]) for option in m.options("italy")}
    assert listed == {((id,), hex) for id in "Ak" for hex in ("2909", "3009", "3109")}
    m.answer("italy", back)
    assert (m.ask.what, m.ask.data["units"], where(m, "A")) == ("face", ["A"], "3009")
    m.answer("italy", m.options("italy")[0])
    assert (m.ask.what, m.ask.data["units"]) == ("fall_back", ["k"])
    m.answer("italy", {**back, "units": ["k"], "path": ["3109"]})
    assert now(m).units["k"].used
    assert not now(m).units["A"].used
    assert [event.data["to"] for event in events(m, "fell_back")] == ["3009", "3109"]
    assert not rolls(m, "cohesion")


@pytest.mark.rule("custoza:12.3-a")
def test_who_must_withdraw_and_cannot_is_lost() -> None:
    around = ("3009", "3109", "3110", "3011", "2910", "2909")
    s = state(italy("A", "3010"), italy("B", "3020"), *(austria(f"d{n}", hex) for n, hex in enumerate(around)))
    assert not list(withdrawal.lose_the_trapped(s, withdrawal.must_withdraw(s, [s.units["A"], s.units["B"]])))
    assert (s.units["A"].box, s.units["B"].hex >= 0) == ("eliminated", True)
    assert [(event.kind, event.rule, event.data["why"]) for event in s.sink] == [
        ("eliminated", "12.3-a", "no_withdrawal")
    ]


@pytest.mark.rule("custoza:3.3-b", "custoza:3.4-a")
def test_who_is_due_in_which_phase() -> None:
    units = (
        italy("A", "3010"),
        italy("o", "3012", ooc=True),
        italy("F", "3014", "fortress"),
        italy("G", "3016", "commander"),
        austria("D", "3030"),
    )
    s = state(*units)
    assert [unit.id for unit in withdrawal.due_in_phase(s, "italy") if not unit.is_piece] == ["A"]
    assert [unit.id for unit in withdrawal.strays(s, "italy")] == ["o"]
    s.change_formation("italy", this_turn="activated")
    assert [unit.id for unit in withdrawal.due_in_phase(s, "italy") if not unit.is_piece] == []


@pytest.mark.rule("custoza:4.1.1-b", "custoza:3.4-c")
def test_a_stray_ends_nearer_to_its_commander() -> None:
    s = state(italy("o", "3012", ooc=True), italy("G", "3016", "commander"), austria("D", "3030"))
    unit = s.units["o"]
    assert withdrawal.goal(s, unit) == s.board.hex("3016")
    near = {number: withdrawal.is_nearer(s, unit, s.board.hex(number)) for number in ("3011", "3012", "3013")}
    assert near == {"3011": False, "3012": False, "3013": True}
    alone = state(italy("o", "3012", ooc=True), austria("D", "3030"))
    assert withdrawal.goal(alone, alone.units["o"]) == -1
    assert withdrawal.is_nearer(alone, alone.units["o"], alone.board.hex("3011"))


@pytest.mark.rule("custoza:10.5-a", "custoza:10.5-b")
def test_away_from_a_hex_from_the_corner_or_from_where_one_was_going() -> None:
    s = state(austria("D", "3010"), austria("C", "1005"), italy("A", "3030"))
    here = s.board.hex("3010")
    around = s.board.grid.adjacent[here]
    back = {number for number in around if retreat.leads_away(s, here, number, Flight(-1, 1, heading=0))}
    assert hexes(s, back) == {"2910", "3011", "3110"}
    assert all(retreat.leads_away(s, here, number, None) for number in around)
    corner, beside = s.board.hex("1004"), s.board.hex("1005")
    assert corner == 0
    flight = Flight(corner, 1)
    found = {hex for hex in s.board.grid.adjacent[beside] if retreat.leads_away(s, beside, hex, flight)}
    assert found == {hex for hex in s.board.grid.adjacent[beside] if s.board.grid.distance(hex, corner) == 2}


@pytest.mark.rule("custoza:10.5.1-b")
def test_nobody_comes_back_to_a_hex_he_has_left() -> None:
    s = state(austria("D", "3010"), italy("A", "3030"))
    here, barred = s.board.hex("3010"), s.board.hex("3011")
    assert barred in retreat.steps(s, [s.units["D"]], here)
    assert barred not in retreat.steps(s, [s.units["D"]], here, (barred,))
    ways = retreat.ways(s, [s.units["D"]], Flight(s.board.hex("3009"), 2), (s.board.hex("3011"),))
    assert all(barred not in way for way in ways)
    assert all(len(way) == 2 for way in ways)


@pytest.mark.rule("custoza:10.5.1-b", "custoza:10.5-c")
def test_a_way_back_does_not_cross_itself_and_the_refusal_names_the_hex() -> None:
    s = beaten()
    assert why_not(s, "3012", "3013", "3012", hexes=3) == ("10.5.1-b", "retreat_barred")
    for number, named in (("1004", "1004"), ("9999", "?")):
        refusal = retreat.refuse_way(s, [s.units["D"]], Flight(s.board.hex("3010"), 2), [s.board.hex(number)])
        assert refusal is not None
        assert (refusal.rule, refusal.data["hex"]) == ("10.5-c", named)


@pytest.mark.rule("custoza:10.5-a")
@pytest.mark.parametrize(("origin", "named"), [("3010", "3010"), ("1004", "1004"), (None, None)])
def test_the_question_names_the_hex_that_a_retreat_leads_away_from(origin: str | None, named: str | None) -> None:
    s = beaten()
    flight = Flight(-1 if origin is None else s.board.hex(origin), 1, heading=0)
    question = next(retreat.choose_way(s, [s.units["D"]], flight))
    assert (question.rule, question.data["marker"], question.data["hexes"]) == ("10.5-c", named, 1)


LAKES = {"terrain": dict.fromkeys(("2910", "3110", "2911", "3111"), "lake")}


@pytest.mark.rule("custoza:10.5.2-b")
@pytest.mark.parametrize(("hexes_back", "status"), [(2, 0), (1, 1)])
def test_only_where_a_retreat_would_have_ended_are_friends_disturbed(hexes_back: int, status: int) -> None:
    s = beaten(austria("F", "3012", sv=5), board=LAKES)
    path = tuple(map(s.board.hex, ("3012", "3013")))
    flight = Flight(s.board.hex("3010"), hexes_back)
    question = next(retreat.go_back(s, [s.units["D"]], path, flight, [], []))
    assert (question.what, question.rule) == ("face", "10.5.5-a")
    assert (hexes(s, [s.units["D"].hex]), s.units["F"].status) == ({"3013"}, status)


@pytest.mark.rule("custoza:12.1-a", "custoza:11.5.5-a")
def test_who_cannot_set_out_in_reaction_stays_and_nothing_is_told() -> None:
    s = beaten(board={"terrain": dict.fromkeys(("2910", "3110", "2911", "3111", "3012"), "lake")})
    drive(withdrawal.fall_back(s, [s.units["D"]], (), Flight(s.board.hex("3010"), 1)))
    assert (hexes(s, [s.units["D"].hex]), s.units["D"].box, s.sink) == ({"3011"}, None, [])


@pytest.mark.rule("custoza:10.5.4-a", "custoza:2.4.2.3-c")
@pytest.mark.parametrize("along", [[], ["bar"]])
def test_a_commander_goes_with_whom_his_owner_says_and_at_last_with_the_last(along: list[str]) -> None:
    foes = austria("D", "3011", facing="N", sv=2), austria("E", "3011", "cavalry", facing="N", sv=2)
    pieces = austria("bar", "3011", "commander"), austria("sc", "3011", "scout")
    s = beaten(foes[1], *pieces, mode="advanced")
    s.change(s.units["D"], sv=2)
    script = retreat.retreat(s, s.of(["D", "E"]), Flight(s.board.hex("3010"), 1))
    question = next(script)
    assert question.data["units"] == ["D", "E"]
    for wrong in (["sc"], ["D"], ["bar", "A"]):
        assert question.refuse("austria", Retreat(["D"], ["3012"], wrong)).rule == "10.5.4-a"
    answer = Retreat(["D"], ["3012"], along)
    assert question.refuse("austria", answer) is None
    assert script.send(answer).what == "face"
    question = script.send(Face(["D"], "N"))
    assert (question.what, question.data["units"]) == ("retreat", ["E"])
    assert hexes(s, [s.units["bar"].hex]) == {"3012" if along else "3011"}
    if not along:
        assert question.refuse("austria", Retreat(["E"], ["2911"], ["bar"])).rule == "10.5.4-a", "he goes in any case"
    script.send(Retreat(["E"], ["2911"]))
    assert hexes(s, [s.units["bar"].hex]) == {"3012" if along else "2911"}
    assert hexes(s, [s.units["sc"].hex]) == {"3011"}


@pytest.mark.rule("custoza:10.5-c")
def test_only_the_beaten_retreat() -> None:
    s = beaten(austria("X", "3020"))
    question = next(retreat.choose_way(s, [s.units["D"]], Flight(s.board.hex("3010"), 1)))
    refusal = question.refuse("austria", Retreat(["X"], ["3021"]))
    assert (refusal.rule, refusal.reason) == ("10.5-c", "not_listed")


@pytest.mark.rule("custoza:10.5-c", "custoza:22.2.2-a")
def test_over_a_bridge_a_column_pays_for_the_road() -> None:
    board = {
        "terrain": {"3012": "mincio"},
        "bridges": ["3012"],
        "roads": [{"class": "major", "path": ["3011", "3012", "3013"]}],
    }
    s = state(austria("D", "3011"), austria("M", "3030", march=True), italy("A", "3010"), board=board)
    here, bridge = s.board.hex("3011"), s.board.hex("3012")
    for id in "DM":
        assert retreat.cost(s, [s.units[id]], here, bridge) == s.board.by_road("infantry", here, bridge)
    assert not retreat.may_end(s, [s.units["D"]], bridge), "but nobody stops there"
    assert retreat.may_end(s, [s.units["D"]], s.board.hex("3013"))


@pytest.mark.rule("custoza:10.5.5-a", "custoza:7.6-e")
@pytest.mark.parametrize("ground", ["clear", "village"])
def test_who_is_thrown_back_ends_what_he_was_about_and_turns_where_there_is_a_front(ground: str) -> None:
    s = beaten(board={"terrain": {**LAKES["terrain"], "3012": ground}})
    s.begin(Deed("move", "austria", ("D",)))
    s.begin(Deed("move", "italy", ("A",)))
    path = (s.board.hex("3012"),)
    asked = next(retreat.go_back(s, [s.units["D"]], path, Flight(s.board.hex("3010"), 1), [], []), None)
    assert [deed.stopped for deed in s.deeds] == [True, False]
    assert (asked is not None) is (ground == "clear")


@pytest.mark.rule("custoza:22.2.2-a")
@pytest.mark.parametrize(("status", "there"), [(0, "3013"), (3, "routed")])
def test_a_retreat_over_the_mincio_costs_a_level_and_may_end_on_the_bridge(status: int, there: str) -> None:
    s = beaten(board={"terrain": {**LAKES["terrain"], "3012": "mincio"}, "bridges": ["3012"]}, options={"fog": "open"})
    s.change(s.units["D"], status=status)
    path = tuple(map(s.board.hex, ("3012", "3013")))
    asked = next(retreat.go_back(s, [s.units["D"]], path, Flight(s.board.hex("3010"), 2), [], []), None)
    unit = s.units["D"]
    if there == "routed":
        assert (unit.box, asked) == (there, None)
    else:
        assert (s.board.grid.numbers[unit.hex], unit.status, asked.what) == (there, 1, "face")


@pytest.mark.rule("custoza:10.5-b")
def test_a_retreat_may_end_in_the_corner_of_the_map() -> None:
    s = state(austria("D", "1005", facing="S"), italy("A", "1006", facing="N"))
    flight = Flight(s.board.hex("1006"), 1)
    assert s.board.hex("1004") in retreat.steps(s, [s.units["D"]], s.board.hex("1005"), (), flight)
    question = next(retreat.go_back(s, [s.units["D"]], (s.board.hex("1004"),), flight, [], []))
    assert (question.what, s.units["D"].hex) == ("face", 0)
    assert [event.data["to"] for event in s.sink if event.kind == "retreated"] == ["1004"]
