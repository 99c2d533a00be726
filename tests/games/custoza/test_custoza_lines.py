"""Chapter 20 in its finer points: the shortest line, who is marked, what is told of it, and who has ammunition."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from quadrilatero.games.custoza.rules import communications
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import Plain, austria, hexes, italy, state

ROAD = [f"30{row:02}" for row in range(16, 31)]
BOARD: Plain = {"roads": [{"class": "minor", "path": ROAD}]}
CHIEF = italy("com", "3016", "commander", formation="d1", up=True)
FAR = austria("Z", "6030")


def supplied(*units: Plain, entry: Plain | None = None, source: str = "3030", **more: Any) -> State:
    """The Formation d1, a road and a source of supply at its end."""
    said: Plain = {"id": "d1", "side": "italy", **(entry or {})}
    others: Plain = {
        "mode": "advanced",
        "board": BOARD,
        "supply": {"italy": [source]},
        "formations": [said, {"id": "austria", "side": "austria"}],
    }
    return state(*units, **{**others, **more})


@pytest.mark.rule("custoza:20.1-a", "custoza:20.1-c")
@pytest.mark.parametrize(
    ("start", "length"), [("3016", 15), ("3011", 20), ("3010", 21), ("3009", None), ("3030", 1), ("3029", 2)]
)
def test_the_shortest_line_has_five_hexes_off_the_road_at_most(start: str, length: int | None) -> None:
    s = supplied(CHIEF, italy("A", "3017", formation="d1"), FAR)
    here = s.board.hex(start)
    found = communications.line(s, "italy", here)
    assert communications.has_line(s, "italy", here) is (length is not None)
    if length is None:
        assert found is None
        return
    assert found is not None
    assert (found[0], found[-1], len(found)) == (here, s.board.hex("3030"), length)
    assert all(there in s.board.grid.adjacent[one] for one, there in pairwise(found))
    assert all(hex in s.board.roads for hex in found[6:])


@pytest.mark.rule("custoza:20.1-b", "custoza:20.1-a")
def test_a_line_goes_around_what_bars_it_and_to_the_nearest_source() -> None:
    s = supplied(CHIEF, austria("D", "3018", march=True), italy("A", "3017", formation="d1"))
    found = communications.line(s, "italy", s.board.hex("3016"))
    assert found is not None
    assert s.board.hex("3018") not in found
    assert len(found) == 16
    barred = supplied(CHIEF, austria("D", "3024"), italy("A", "3011", formation="d1"))
    assert communications.line(barred, "italy", barred.board.hex("3016")) is None
    friend = supplied(
        CHIEF, austria("D", "3124"), *(italy(f"A{row}", f"30{row}", formation="d1") for row in (23, 24, 25))
    )
    found = communications.line(friend, "italy", friend.board.hex("3016"))
    assert found is not None
    assert hexes(friend, found) == {f"30{row}" for row in range(16, 31)}
    two = supplied(CHIEF, FAR, supply={"italy": ["3030", "3019"]})
    found = communications.line(two, "italy", two.board.hex("3016"))
    assert found == [two.board.hex(f"30{row}") for row in range(16, 20)]


@pytest.mark.rule("custoza:20.1.1-a", "custoza:20.1.2-a", "custoza:14.2.2-a")
def test_every_commander_on_the_map_looks_for_his_line() -> None:
    entries: list[Plain] = [
        {"id": "d0", "side": "italy"},
        {"id": "d1", "side": "italy"},
        {"id": "d2", "side": "italy", "cut_off": True},
        {"id": "d3", "side": "italy", "cut_off": True},
        {"id": "austria", "side": "austria"},
    ]
    chiefs = [
        italy(f"c{n}", hex, "commander", formation=f"d{n}", up=True)
        for n, hex in ((1, "1004"), (2, "3020"), (3, "1010"))
    ]
    units = [italy(f"u{n}", hex, formation=f"d{n}") for n, hex in ((0, "3022"), (1, "1005"), (2, "3021"), (3, "1011"))]
    s = supplied(*chiefs, *units, FAR, formations=entries)
    assert [asked.event for asked in communications.trace_all(s)] == []
    assert {id: entry.cut_off for id, entry in s.formations.items()} == {
        "d0": False,
        "d1": True,
        "d2": False,
        "d3": True,
        "austria": False,
    }
    assert [(event.kind, event.rule, event.data["formation"]) for event in s.sink] == [
        ("cut_off", "20.1.1-a", "d1"),
        ("line_open", "20.1.2-a", "d2"),
    ]
    s.sink.clear()
    s.remove(s.units["c1"], "exited")
    list(communications.trace_all(s))
    assert s.sink == [], "nothing has changed for those who are there"


@pytest.mark.rule("custoza:20.1.1-a", "custoza:16.1-e", "custoza:20.1.2-a")
@pytest.mark.parametrize(
    ("state_", "up", "chief", "revealed", "heard"),
    [
        ("engaged", True, True, False, ["italy", "austria"]),
        ("engaged", False, True, True, ["italy", "austria"]),
        ("engaged", False, False, True, ["italy", "austria"]),
        ("march", False, True, False, ["italy"]),
        ("reserve", False, True, False, ["italy"]),
    ],
)
def test_of_whom_it_is_told_that_he_is_cut_off(
    state_: str, up: bool, chief: bool, revealed: bool, heard: list[str]
) -> None:
    units = [
        *([{**CHIEF, "up": up}] if chief else []),
        *([italy("A", "3017", formation="d1")] if state_ == "engaged" else []),
    ]
    for cut_off, kind, rule in ((True, "cut_off", "20.1.1-a"), (False, "line_open", "20.1.2-a")):
        s = supplied(*units, FAR, entry={"state": state_, "cut_off": cut_off})
        asked = [one.event for one in communications.mark(s, s.formations["d1"])]
        events = asked or list(s.sink)
        assert bool(asked) is revealed
        (event,) = events
        assert (event.kind, event.rule, event.data["formation"]) == (kind, rule, "d1")
        if not revealed:
            assert [side for side in ("italy", "austria") if event.told(side) is not None] == heard


@pytest.mark.rule("custoza:14.8.1-a", "custoza:20.1.1-a")
def test_who_has_ammunition_brought_up() -> None:
    entries: list[Plain] = [
        {"id": "d1", "side": "italy", "cut_off": True},
        {"id": "d2", "side": "italy"},
        {"id": "austria", "side": "austria"},
    ]
    units = (
        italy("c1", "3010", "commander", formation="d1"),
        italy("c2", "1004", "commander", formation="d2"),
        italy("A", "3011", formation="d1"),
        italy("B", "1006", formation="d2"),
        italy("near1", "3012", "artillery", reserve=True),
        italy("near2", "1008", "artillery", reserve=True),
        italy("F", "3014", "fortress"),
        {"id": "gone", "side": "italy", "type": "artillery", "reserve": True, "box": "routed"},
        austria("theirs", "3030", "artillery", reserve=True),
    )
    s = supplied(*units, FAR, formations=entries)
    got = {id: communications.is_supplied(s, s.units[id]) for id in ("A", "B", "near1", "near2", "F", "gone", "theirs")}
    assert got == {"A": False, "B": True, "near1": False, "near2": True, "F": True, "gone": True, "theirs": True}
    s.remove(s.units["c2"], "exited")
    assert not communications.is_supplied(s, s.units["near2"]), "the nearest is the other now"
    s.move(s.units["near1"], 0)
    assert not communications.is_supplied(s, s.units["near1"]), "in the corner of the map too"
