"""What is listed for the active Formation: all that its units may do, anew where anything has come between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from quadrilatero.games.custoza.answers import Move
from quadrilatero.games.custoza.records import Acted
from quadrilatero.games.custoza.rules import listing
from quadrilatero.games.custoza.state import State
from tests.games.custoza.invariants import forgetful
from tests.games.custoza.support import Plain, austria, italy, play, refused, state

FAR = austria("far", "6010")
IDLE = italy("idle", "5010")


def active(*units: Plain, **more: Any) -> State:
    """The Italians are active."""
    said = {"formation": "italy", **more.pop("active", {})}
    return state(*units, active=said, **more)


def of(s: State, *ids: str, do: str = "") -> list[Plain]:
    """What is listed for just these units."""
    return [plain for plain in listing.acts(s) if plain.get("units") == list(ids) and do in ("", plain["do"])]


# -- what is listed ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:5.2-b", "custoza:12.1-b")
@pytest.mark.parametrize(("conduct", "hex", "ways"), [("halt", "3010", 3), ("halt", "3009", 0), ("free", "3010", 0)])
def test_ways_to_withdraw_are_listed_where_the_conduct_wants_them(conduct: str, hex: str, ways: int) -> None:
    s = active(italy("A", hex), IDLE, austria("D", "3011"), active={"conduct": conduct})
    found = of(s, "A", do="fall_back")
    assert [option.keys() for option in found] == [{"do", "units", "path"}] * ways
    assert {tuple(option["path"]) for option in found} == ({("2909",), ("3009",), ("3109",)} if ways else set())


SAID: list[Plain] = [
    {"side": "austria", "number": 3, "conditions": [{"kind": "corps_exited"}]},
    {"side": "italy", "number": 1, "conditions": [{"kind": "control_all", "hexes": ["3010"]}]},
]


@pytest.mark.rule("custoza:24.2-j", "custoza:7.9-b")
def test_who_stands_at_the_edge_may_leave_the_map_one_by_one() -> None:
    units = (
        austria("A", "3933", formation="a1", sv=1),
        austria("B", "3933", formation="a1", sv=1),
        austria("C", "3930", formation="a1", sv=1),
        austria("g", "3833", "artillery", formation="a1", ma=2),
        austria("h", "4034", "artillery", formation="a1", ma=3),
        austria("com", "3933", "commander", formation="a1"),
    )
    s = state(
        *units,
        italy("I", "6010"),
        mode="advanced",
        year=1848,
        victory={"type": "objectives", "objectives": SAID},
        strategy={"italy": 1, "austria": 1},
        active={"formation": "a1"},
        formations=[{"id": "a1", "side": "austria", "rank": "corps"}],
    )
    leaving = [plain["units"] for plain in listing.acts(s) if plain.get("path") == ["exit"]]
    assert leaving == [["A"], ["B"], ["h"], ["com"]], "to limber and to leave takes three points"
    s.change_active(acted={"A": Acted("move", 0)})
    assert [plain["units"] for plain in listing.acts(s) if plain.get("path") == ["exit"]] == [["B"], ["h"], ["com"]]


@pytest.mark.rule("custoza:7.10-a", "custoza:7.10-c")
def test_a_commander_in_the_corner_of_the_map_has_ways_out_of_it() -> None:
    s = active(italy("com", "1004", "commander"), IDLE, FAR)
    ends = {plain["path"][-1] for plain in of(s, "com", do="move")}
    assert {"1005", "1006", "1104"} <= ends
    assert "1004" not in ends


@pytest.mark.rule("custoza:7.2-d")
def test_moves_are_read_one_by_one_as_they_are_written() -> None:
    s = active(italy("A", "3010", ma=2), IDLE, FAR)
    (on_foot, *_) = list(listing.moves(s, s.of(["A"]), ["A"]))
    unread = [on_foot[place] for place in range(len(on_foot))]
    assert unread == list(on_foot) == [on_foot[place] for place in range(len(on_foot))]
    assert on_foot[1:3] == unread[1:3]
    assert {tuple(plain["path"]) for plain in unread} >= {("3011",), ("3011", "3012")}


@pytest.mark.rule("custoza:7.6-b", "custoza:7.8-b", "custoza:7.9-b")
@pytest.mark.parametrize(
    ("kind", "march", "more"),
    [
        ("line", False, []),
        ("cavalry", True, [{"march": False}]),
        ("artillery", False, [{"march": True}]),
        ("horse_artillery", True, [{"unlimber": True}]),
    ],
)
def test_what_is_done_on_the_spot(kind: str, march: bool, more: list[Plain]) -> None:
    s = active(italy("A", "3010", kind, march=march), IDLE, FAR)
    like: Plain = {"do": "move", "units": ["A"], "path": []}
    found = list(listing.on_the_spot(s.of(["A"]), ["A"]))
    assert [plain for plain, _ in found] == [like, *(like | one for one in more)]
    for plain, answer in found:
        assert answer == msgspec.convert(plain, Move)
        assert plain in of(s, "A")


@pytest.mark.rule("custoza:22.1-a", "custoza:7.9-b")
def test_on_a_bridge_of_the_tione_guns_are_not_offered_to_unlimber() -> None:
    board: Plain = {
        "terrain": {"3010": "tione"},
        "bridges": ["3010"],
        "roads": [{"class": "major", "path": ["3009", "3010", "3011"]}],
    }
    s = active(italy("g", "3010", "artillery", march=True), IDLE, FAR, board=board)
    assert not [plain for plain in of(s, "g") if plain["path"] == [] and "unlimber" in plain]
    assert [plain["path"] for plain in of(s, "g") if plain.get("unlimber") and len(plain["path"]) == 1]
    m = play(italy("g", "3010", "artillery", march=True), IDLE, FAR, board=board, active={"formation": "italy"})
    away = {"do": "move", "units": ["g"], "path": ["3011"], "unlimber": True}
    assert m.refuse("italy", away) is None, "beyond it they may"
    for wish in ({"unlimber": True}, {"march": False}):
        assert refused(m, "italy", {"do": "move", "units": ["g"], "path": [], **wish}) == "22.1-a"
    m.answer("italy", {"do": "move", "units": ["g"], "path": []})


@pytest.mark.rule("custoza:7.2-d", "custoza:7.8-c", "custoza:7.9-b")
@pytest.mark.parametrize(
    ("kind", "allowance", "march", "wishes"),
    [
        ("line", 5, False, [{}, {"march": True}]),
        ("line", 5, True, [{"march": False}, {}]),
        ("artillery", 6, False, [{}, {"unlimber": True}]),
        ("artillery", 6, True, [{}, {"unlimber": True}]),
        ("artillery", 2, False, []),
        ("artillery", 3, False, [{}, {"unlimber": True}]),
    ],
)
def test_which_kinds_of_moves_are_listed_and_how_far_they_lead(
    kind: str, allowance: int, march: bool, wishes: list[Plain]
) -> None:
    s = active(italy("A", "3010", kind, ma=allowance, march=march), IDLE, FAR)
    found = list(listing.moves(s, s.of(["A"]), ["A"]))
    assert [moves.more for moves in found] == wishes
    for moves in found:
        spent = 2 * (kind == "artillery") * ((not march) + ("unlimber" in moves.more))
        longest = max((len(plain["path"]) for plain in moves), default=0)
        assert longest == max(0, allowance - spent)


@pytest.mark.rule("custoza:7.8-c", "custoza:2.8-b")
def test_only_one_by_one_do_units_march() -> None:
    s = active(
        italy("A", "3010", sv=1),
        italy("B", "3010", sv=1),
        italy("C", "3020", sv=1, march=True),
        italy("D", "3020", sv=1, march=True),
        FAR,
    )
    assert [moves.more for moves in listing.moves(s, s.of(["A", "B"]), ["A", "B"])] == [{}]
    assert [moves.more for moves in listing.moves(s, s.of(["C", "D"]), ["C", "D"])] == [{"march": False}]


@pytest.mark.rule("custoza:22.1-a", "custoza:7.9-b")
def test_guns_are_not_listed_to_unlimber_in_the_tione() -> None:
    board: Plain = {
        "terrain": {"3011": "tione"},
        "bridges": ["3011"],
        "roads": [{"class": "major", "path": ["3010", "3011", "3012"]}],
    }
    s = active(italy("g", "3010", "artillery", march=True, ma=4), IDLE, FAR, board=board)
    ends = [{plain["path"][-1] for plain in moves} for moves in listing.moves(s, s.of(["g"]), ["g"])]
    assert [("3011" in found, "3012" in found, "3009" in found) for found in ends] == [
        (True, True, True),
        (False, True, True),
    ]


# -- 6.4, 8.3: markers -------------------------------------------------------------------------------------------------

MARK = {"type": "assault", "hex": "3010", "target": "3011"}
FOE = austria("D", "3011", facing="N")


def ways(unit: Plain, *more: Plain, markers: list[Plain] | None = None) -> list[tuple[str, bool, list[str], bool]]:
    """The ways of a unit and its companions to markers: where to, in march, how, and whether only to fire."""
    s = active(unit, *more, IDLE, FOE, active={"markers": markers or [MARK]})
    units = [one for one in s.units.values() if one.hex == s.units[unit["id"]].hex]
    return [
        (s.board.grid.numbers[way.marker.hex], way.march, s.board.numbers(way.path), way.to_fire)
        for way in listing.ways_to_markers(s, units)
    ]


@pytest.mark.rule("custoza:6.4-a", "custoza:8.3-c", "custoza:7.8-c")
def test_the_ways_to_a_marker() -> None:
    there, on_foot, in_march = ["3009", "3010"], ("3010", False), ("3010", True)
    assert sorted(ways(italy("A", "3008"))) == [(*on_foot, there, False), (*in_march, there, False)]
    assert sorted(ways(italy("A", "3008", march=True))) == [(*on_foot, there, False), (*in_march, there, False)]
    pair = [italy(id, "3008", sv=1) for id in "AB"]
    assert ways(*pair) == [(*on_foot, there, False)]
    columns = [italy(id, "3008", sv=1, march=True) for id in "AB"]
    assert min(ways(*columns)) == (*on_foot, there, False)
    assert sorted(ways(italy("l", "3008", "light"))) == [
        (*on_foot, there, False),
        (*on_foot, there, True),
        (*in_march, there, False),
    ]
    assert (*in_march, there, True) in ways(italy("l", "3008", "light", march=True))
    assert ways(italy("g", "3008", "artillery")) == []
    assert (*on_foot, [], False) in ways(italy("A", "3010"))
    assert ways(italy("A", "3030")) == []


@pytest.mark.rule("custoza:10.1-b", "custoza:8.3-c", "custoza:9.1-b")
def test_an_attack_needs_points_for_the_target_and_a_shot_does_not() -> None:
    there = ["3009", "3010"]
    assert {way[3] for way in ways(italy("l", "3008", "light", ma=2))} == {True}
    assert {way[3] for way in ways(italy("l", "3008", "light", ma=3))} == {True, False}
    charge = [{"type": "charge", "hex": "3010", "target": "3011"}]
    assert ("3010", False, there, False) in ways(italy("K", "3008", "cavalry", facing="S"), markers=charge)
    assert ways(italy("K", "3008", "cavalry", facing="N"), markers=charge) == []
    assert ways(italy("K", "3008", "cavalry", facing="S", exhausted=True), markers=charge) == []
    assert ways(italy("A", "3008"), markers=charge) == []


@pytest.mark.rule("custoza:6.4-a", "custoza:7.8-b", "custoza:6.2-d")
def test_attacks_name_the_target_where_there_are_two_and_the_march_where_it_changes() -> None:
    two = [MARK, {"type": "assault", "hex": "3010", "target": "3110"}]
    other = austria("E", "3110", facing="N")

    def attacks(*units: Plain, markers: list[Plain]) -> list[Plain]:
        s = active(*units, IDLE, FOE, active={"markers": markers})
        return [
            {key: value for key, value in plain.items() if key not in ("do", "units")}
            for plain in of(s, "A", do="assault")
        ]

    path = {"path": ["3009", "3010"]}
    assert attacks(italy("A", "3008"), markers=[MARK]) == [path, {**path, "march": True}]
    columns = attacks(italy("A", "3008", march=True), markers=[MARK])
    assert [one.get("march") for one in columns] == [False, None]
    found = attacks(italy("A", "3008"), other, markers=two)
    assert sorted((one["target"], one.get("march", False)) for one in found) == [
        ("3011", False),
        ("3011", True),
        ("3110", False),
        ("3110", True),
    ]
    assert all(one["path"] == path["path"] for one in found)


@pytest.mark.rule("custoza:8.3-c", "custoza:8.4-a", "custoza:8.1-e")
def test_light_infantry_is_listed_to_fire_from_where_it_stands_and_from_each_marker() -> None:
    s = active(
        italy("l", "3009", "light", facing="S"),
        IDLE,
        FOE,
        austria("E", "2909", facing="N"),
        active={"markers": [MARK, {"type": "assault", "hex": "3009", "target": "2909"}]},
    )
    found = [(plain["hex"], plain["at"], plain.get("path"), plain.get("facing")) for plain in of(s, "l", do="fire")]
    assert found == [
        ("2909", "infantry", None, None),
        ("2909", "infantry", ["3010"], None),
        ("3011", "infantry", ["3010"], None),
    ]


@pytest.mark.rule("custoza:8.4-a", "custoza:8.3-e")
def test_only_all_of_a_class_together_are_listed_to_fire() -> None:
    units = italy("l", "3010", "light", facing="S", sv=1), italy("m", "3010", "light", facing="S", sv=1)
    s = active(*units, IDLE, FOE, active={"markers": [MARK]})
    assert [plain["units"] for plain in listing.acts(s) if plain["do"] == "fire"] == [["l", "m"]]


@pytest.mark.rule("custoza:7.7-a", "custoza:11.5.4.1-b")
def test_squares_are_formed_and_left_by_all_infantry_of_a_hex() -> None:
    def listed(*units: Plain) -> list[tuple[str, list[str]]]:
        s = active(*units, IDLE, FAR)
        return [
            (plain["do"], plain["units"])
            for plain in listing.acts(s)
            if plain["do"] in ("square", "leave_square") and plain["units"] != ["idle"]
        ]

    assert listed(italy("A", "3010")) == [("square", ["A"])]
    assert listed(italy("A", "3010", sv=1), italy("B", "3010", sv=1)) == [("square", ["A", "B"])]
    assert listed(italy("A", "3010", sv=1), italy("g", "3010", "artillery")) == [("square", ["A"])]
    assert listed(italy("A", "3010", square=True)) == [("leave_square", ["A"])]
    assert listed(italy("K", "3010", "cavalry")) == []


# -- anew --------------------------------------------------------------------------------------------------------------

MARKERS = [
    {"type": "assault", "hex": "3010", "target": "3011"},
    {"type": "charge", "hex": "3311", "target": "3212"},
]
FIELD = (
    italy("A", "3008", sv=1),
    italy("l", "2909", "light"),
    italy("g", "3208", "artillery", facing="S"),
    italy("k", "3307", "cavalry", facing="S"),
    italy("f", "3507", sv=4),
    italy("q", "3707", sv=2),
    austria("D", "3011", facing="N"),
    austria("E", "3212", facing="N"),
)


def stand(id: str, hex: str) -> Callable[[State], object]:
    return lambda s: s.move(s.units[id], s.board.hex(hex))


def become(id: str, **more: Any) -> Callable[[State], object]:
    return lambda s: s.change(s.units[id], **more)


CHANGES: dict[str, Callable[[State], object]] = {
    "a friend fills the way": stand("f", "3009"),
    "a friend leaves no room at the marker": stand("f", "3010"),
    "a friend crowds the road": stand("q", "3009"),
    "a friend stands in the line of fire": stand("f", "3210"),
    "an enemy stands in the line of fire": stand("D", "3210"),
    "the enemy has come nearer": stand("E", "3211"),
    "the target has gone": stand("D", "3013"),
    "it gets dark": lambda s: setattr(s, "light", "dusk"),
    "the guns are limbered": become("g", march=True),
    "the guns have no more ammunition": become("g", ammo="out"),
    "the horse is tired": become("k", exhausted=True),
    "the horse faces elsewhere": lambda s: s.turn_to(s.units["k"].hex, 0),
    "infantry in Square": become("A", square=True),
    "infantry on the march": become("A", march=True),
    "somebody has acted": lambda s: s.change_active(acted={"A": Acted("move", 0)}),
    "the marker is served": lambda s: s.change_active(markers=()),
    "the conduct": lambda s: s.change_active(conduct="halt"),
}


@pytest.mark.rule("custoza:3.2.2b-b", "custoza:7.2-d")
@pytest.mark.parametrize("what", CHANGES)
def test_what_has_come_between_is_heeded(what: str) -> None:
    """The list is what it would be if nothing had been listed before; so again when the change is taken back."""
    road = {"class": "major", "path": ["3008", "3009", "3010"]}
    s = active(*FIELD, board={"roads": [road], "terrain": {"3009": "heavy_cultivation"}}, active={"markers": MARKERS})
    before = list(listing.acts(s))
    assert before == list(listing.acts(forgetful(s)))
    changed = s.copy()
    CHANGES[what](changed)
    listing.acts(changed)
    found = list(listing.acts(changed))
    assert found == list(listing.acts(forgetful(changed)))
    assert found != before
    assert list(listing.acts(s)) == before
