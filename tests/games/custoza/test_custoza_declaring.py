"""6.1 to 6.3: which markers an activated Formation may declare, and how many."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.records import Acted, Marker
from quadrilatero.games.custoza.rules import declarations
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import Plain, austria, events, italy, now, play, state

REST = italy("rest", "5030")


def declaring(*units: Plain, markers: tuple[Plain, ...] = (), conduct: str = "free", **more: Any) -> q.Match:
    """The Italians declare Assaults and Charges."""
    active = {"formation": "italy", "step": "declare", "markers": list(markers), "conduct": conduct}
    return play(*units, REST, active=active, **more)


def at(hex: str, target: str, kind: str = "assault") -> Plain:
    return {"do": "declare", "type": kind, "hex": hex, "target": target}


def laid(hex: str, target: str, kind: str = "assault") -> Plain:
    return {"type": kind, "hex": hex, "target": target}


def why(m: q.Match, answer: Plain) -> tuple[str | None, str] | None:
    refusal = m.refuse("italy", answer)
    return None if refusal is None else (refusal.rule, refusal.reason)


# -- 6.1, 6.2: the question --------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.1-a", "custoza:6.1-b", "custoza:6.2-b")
def test_markers_are_declared_one_by_one_until_there_are_enough() -> None:
    m = declaring(italy("A", "3008"), italy("B", "3108"), austria("D", "3011"))
    assert (m.ask.what, m.ask.rule) == ("declare", "6.1-a")
    assert m.ask.data == {"formation": "italy", "conduct": "free", "left": 4, "least": 0, "markers": []}
    assert list(m.options("italy"))[-1] == {"do": "done"}
    m.answer("italy", at("3010", "3011"))
    assert [(event.rule, event.data) for event in events(m, "declared")] == [("6.1-b", laid("3010", "3011"))]
    assert now(m).formations["italy"].markers_placed == 1
    assert (m.ask.what, m.ask.data["left"], m.ask.data["markers"]) == ("declare", 3, [laid("3010", "3011")])
    m.answer("italy", {"do": "done"})
    assert (m.ask.what, now(m).acting().step) == ("act", "act")


@pytest.mark.rule("custoza:6.1-a")
def test_where_nobody_could_attack_nobody_is_asked() -> None:
    m = declaring(italy("A", "3008"), austria("D", "4030"))
    assert (m.ask.what, now(m).acting().step) == ("act", "act")


@pytest.mark.rule("custoza:6.2-a", "custoza:6.2-b", "custoza:6.2-c")
@pytest.mark.parametrize(
    ("rank", "option", "most"),
    [("corps", "two", 6), ("division", "two", 4), ("brigade", "two", 2), ("brigade", "six", 6), ("division", "six", 4)],
)
def test_how_many_markers_by_rank(rank: str, option: str, most: int) -> None:
    formations = [{"id": "italy", "side": "italy", "rank": rank}]
    active = {"formation": "italy", "step": "declare"}
    s = state(
        italy("A", "3010"), austria("D", "3030"), formations=formations, active=active, options={"brigades": option}
    )
    assert declarations.marker_limits(s) == (most, 0)


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
@pytest.mark.parametrize(
    ("conduct", "limits"), [("cautious", (2, 0)), ("own_judgement", (4, 0)), ("bold", (4, 2)), ("rash", (4, 4))]
)
def test_how_many_markers_by_conduct(conduct: str, limits: tuple[int, int]) -> None:
    m = declaring(italy("A", "3008"), italy("B", "3108"), austria("D", "3011"), conduct=conduct)
    assert (m.ask.data["left"], m.ask.data["least"]) == limits
    must = limits[1] > 0
    assert ({"do": "done"} in list(m.options("italy"))) is not must
    assert why(m, {"do": "done"}) == (("5.2-b", "conduct") if must else None)
    m.answer("italy", at("3010", "3011"))
    assert (m.ask.data["left"], m.ask.data["least"]) == (limits[0] - 1, max(0, limits[1] - 1))


@pytest.mark.rule("custoza:5.2-b", "custoza:6.3-b")
def test_a_bold_commander_ends_when_there_is_nothing_left_to_declare() -> None:
    m = declaring(
        italy("A", "3008"),
        italy("B", "3108"),
        austria("D", "3011"),
        conduct="rash",
        markers=(laid("3010", "3011"), laid("3110", "3011")),
    )
    assert m.ask.what == "act" or {"do": "done"} in list(m.options("italy"))


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.1-a", "custoza:6.1-b", "custoza:6.2-d")
def test_by_which_rule_a_marker_cannot_be_laid() -> None:
    units = italy("A", "3009"), italy("k", "3008", "cavalry", facing="S"), austria("D", "3011"), austria("E", "3110")
    m = declaring(*units, markers=(laid("3010", "3011"),))
    assert why(m, at("3010", "3012")) == ("6.1-a", "not_adjacent")
    assert why(m, at("9999", "3011")) == ("6.1-a", "not_adjacent")
    assert why(m, at("3010", "9999")) == ("6.1-a", "not_adjacent")
    assert why(m, at("3010", "3009")) == ("6.1-a", "no_target")
    assert why(m, at("3110", "3011")) == ("6.1-a", "no_target"), "the enemy stands there himself"
    assert why(m, at("3010", "3011")) == ("6.1-b", "declared_twice")
    assert why(m, at("3010", "3110", "charge")) == ("6.2-d", "two_kinds")
    assert why(m, at("3010", "3110")) is None


@pytest.mark.rule("custoza:6.1-a")
def test_markers_lie_and_point_in_the_corner_of_the_map_too() -> None:
    there = declaring(italy("A", "1006"), austria("D", "1004"))
    assert why(there, at("1005", "1004")) is None
    here = declaring(italy("A", "1004"), austria("D", "1005"))
    assert why(here, at("1004", "1005")) is None


@pytest.mark.rule("custoza:6.2-a", "custoza:5.2-b")
def test_by_which_rule_there_are_too_many() -> None:
    foes = tuple(austria(f"D{n}", hex) for n, hex in enumerate(("3012", "3212")))
    s = stated(
        italy("A", "3009"),
        italy("B", "3209"),
        *foes,
        markers=(laid("3011", "3012"), laid("3211", "3212")),
        conduct="cautious",
    )
    refusal = declarations.refuse_marker(s, Marker("assault", s.board.hex("3112"), s.board.hex("3012")))
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.data["most"]) == ("5.2-b", "too_many_markers", 2)
    free = stated(
        italy("A", "3009"),
        italy("B", "3209"),
        *foes,
        rank="brigade",
        markers=(laid("3011", "3012"), laid("3211", "3212")),
    )
    refusal = declarations.refuse_marker(free, Marker("assault", free.board.hex("3112"), free.board.hex("3012")))
    assert refusal is not None
    assert (refusal.rule, refusal.data["most"]) == ("6.2-a", 2)


@pytest.mark.rule("custoza:22.4-a")
def test_at_night_nothing_is_declared() -> None:
    s = stated(italy("A", "3009"), austria("D", "3011"), light="night")
    assert not declarations.is_conceivable(s)
    assert not list(declarations.possible_markers(s))
    m = declaring(italy("A", "3009"), austria("D", "3011"), light="night")
    assert m.ask.what == "act"


def stated(
    *units: Plain, markers: tuple[Plain, ...] = (), conduct: str = "free", rank: str = "division", **more: Any
) -> State:
    """The state while the Italians declare."""
    active = {"formation": "italy", "step": "declare", "markers": list(markers), "conduct": conduct}
    formations = [{"id": "italy", "side": "italy", "rank": rank}]
    return state(*units, REST, active=active, formations=formations, **more)


# -- 6.3: a Force for every marker -------------------------------------------------------------------------------------


def serves(s: State, id: str, hex: str, target: str, kind: str = "assault") -> bool:
    return declarations.can_serve(s, s.units[id], Marker(kind, s.board.hex(hex), s.board.hex(target)))


@pytest.mark.rule("custoza:6.3-a", "custoza:10.1-b")
def test_who_can_serve_a_marker() -> None:
    foe = austria("D", "3015")
    s = stated(italy("A", "3010", ma=5), italy("g", "3013", "artillery", sv=1), foe)
    riders = stated(italy("k", "3009", "cavalry", facing="S", ma=6), foe)
    assert serves(s, "A", "3014", "3015"), "four hexes to go, and one more to attack"
    assert not serves(s, "g", "3014", "3015")
    assert not serves(s, "A", "3014", "3015", "charge")
    assert serves(riders, "k", "3014", "3015", "charge")
    assert not serves(stated(italy("A", "3009", ma=5), foe), "A", "3014", "3015")
    full = stated(italy("A", "3010", ma=5), italy("F", "3014", sv=5), foe)
    assert not serves(full, "A", "3014", "3015"), "there is no room"
    assert serves(full, "F", "3014", "3015"), "who is there already always can"


@pytest.mark.rule("custoza:6.3-a", "custoza:7.8-a")
def test_by_road_a_marker_far_away_can_be_served() -> None:
    road = {"class": "major", "path": [f"30{row:02}" for row in range(4, 23)]}
    s = stated(italy("A", "3008", ma=4), austria("D", "3020"), board={"roads": [road]})
    assert s.board.grid.distance(s.board.hex("3008"), s.board.hex("3019")) == 11
    assert serves(s, "A", "3019", "3020"), "a third of a point a hex, the target's too"
    assert not serves(stated(italy("A", "3008", ma=4), austria("D", "3020")), "A", "3019", "3020")


@pytest.mark.rule("custoza:6.3-a", "custoza:6.3-b")
def test_each_marker_needs_a_force_of_its_own() -> None:
    units = italy("A", "3010", ma=5), italy("B", "3108", ma=4), austria("D", "3012"), austria("E", "3113")
    s = stated(*units)
    near, far = (
        Marker("assault", s.board.hex("3011"), s.board.hex("3012")),
        Marker("assault", s.board.hex("3112"), s.board.hex("3113")),
    )
    assert declarations.servers(s, near) == ["A", "B"]
    assert declarations.servers(s, far) == ["A"]
    assert declarations.can_all_be_served(s, [near, far]), "B takes the near one, wherever A was put first"
    assert declarations.can_all_be_served(s, [far, near])
    assert not declarations.can_all_be_served(s, [far, far])
    assert not declarations.can_all_be_served(s, [near, near, far])
    assert not declarations.can_all_be_served(s, [Marker("charge", far.hex, far.target)])


@pytest.mark.rule("custoza:6.3-a", "custoza:6.3-b")
def test_nobody_at_all_and_nobody_left_are_told_apart() -> None:
    m = declaring(
        italy("A", "3010", ma=5),
        italy("h", "5025", ma=1),
        austria("D", "3012"),
        austria("E", "3113"),
        markers=(laid("3011", "3012"),),
    )
    assert why(m, at("3112", "3113")) == ("6.3-b", "no_force_left")
    assert why(m, at("3114", "3113")) == ("6.3-a", "no_force_left")


@pytest.mark.rule("custoza:6.1-a", "custoza:6.3-a")
def test_all_that_is_listed_can_be_declared_and_nothing_else() -> None:
    units = italy("A", "3010", ma=5), italy("k", "3008", "cavalry", facing="S"), italy("g", "3009", "artillery")
    m = declaring(*units, austria("D", "3012"), austria("E", "2913"))
    listed = [option for option in m.options("italy") if option["do"] == "declare"]
    assert listed
    s = now(m)
    found = set()
    for foe in ("3012", "2913"):
        for hex in s.board.grid.adjacent[s.board.hex(foe)]:
            for kind in ("assault", "charge"):
                answer = at(s.board.grid.numbers[hex], foe, kind)
                if m.refuse("italy", answer) is None:
                    found.add((answer["hex"], foe, kind))
    assert {(option["hex"], option["target"], option["type"]) for option in listed} == found
    assert {kind for _, _, kind in found} == {"assault", "charge"}


@pytest.mark.rule("custoza:6.3-a", "custoza:7.8-a")
def test_markers_that_only_a_march_or_only_a_charge_comes_to_are_listed_too() -> None:
    road = {"class": "major", "path": [f"30{row:02}" for row in range(4, 23)]}
    s = stated(italy("A", "3008", ma=4), austria("D", "3020"), board={"roads": [road]})
    marker = Marker("assault", s.board.hex("3019"), s.board.hex("3020"))
    assert marker in list(declarations.possible_markers(s))
    assert declarations.is_conceivable(s)
    riders = stated(italy("k", "3009", "cavalry", facing="S", ma=6), austria("D", "3015"))
    listed = {(mark.type, riders.board.grid.numbers[mark.hex]) for mark in declarations.possible_markers(riders)}
    assert ("charge", "3014") in listed


@pytest.mark.rule("custoza:6.1-a", "custoza:6.3-b")
def test_a_marker_is_conceivable_only_for_a_unit_that_has_none_yet() -> None:
    units = italy("A", "3009"), austria("D", "3011")
    active = {"formation": "italy", "step": "declare", "markers": []}
    s = state(*units, active=active)
    assert declarations.is_conceivable(s)
    s = state(*units, active={**active, "markers": [laid("3010", "3011")]})
    assert not declarations.is_conceivable(s)
    guns = state(italy("g", "3009", "artillery"), austria("D", "3011"), active=active)
    assert not declarations.is_conceivable(guns)
    far = state(italy("A", "3009"), austria("D", "4030"), active=active)
    assert not declarations.is_conceivable(far)


@pytest.mark.rule("custoza:6.3-a")
def test_who_could_serve_is_asked_anew_when_somebody_has_acted_or_tired() -> None:
    units = italy("k", "3008", "cavalry", facing="S"), italy("A", "3109"), austria("D", "3011")
    s = stated(*units)
    ride, walk = (Marker(kind, s.board.hex("3010"), s.board.hex("3011")) for kind in ("charge", "assault"))
    assert list(declarations.possible_markers(s))
    assert (declarations.servers(s, ride), declarations.servers(s, walk)) == (["k"], ["k", "A"])
    s.change(s.units["k"], exhausted=True)
    assert declarations.servers(s, ride) == []
    s.change(s.units["k"], exhausted=False)
    s.change_active(step="act", markers=(ride, walk))
    assert (declarations.servers(s, ride), declarations.servers(s, walk)) == (["k"], ["k", "A"])
    s.change_active(acted={"k": Acted("move", 3)})
    assert (declarations.servers(s, ride), declarations.servers(s, walk)) == ([], ["A"])
