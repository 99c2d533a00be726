"""Chapters 19 and 20 and 14.8.1: collapse, lines of communication, Formations that are cut off, ammunition."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from quadrilatero.games.custoza.rules import communications
from tests.games.custoza.support import Plain, austria, events, hexes, italy, now, play, state

COLUMN = [f"30{row:02}" for row in range(10, 19)]
"""The commander stands in 3010, the source is 3018: eight hexes, the last among them."""


def board(line: str) -> Plain:
    """A corridor southwards from 3010 between impassable hexes; R is a road hex of it, . one off the road."""
    lake = {f"{column}{row:02}": "lake" for column in (29, 31) for row in range(8, 20)}
    lake |= {"3009": "lake", "3019": "lake"}
    roads = [COLUMN[n + 1] for n, kind in enumerate(line) if kind == "R"]
    pairs = [{"class": "minor", "path": [one, other]} for one, other in pairwise(roads)]
    lone = [{"class": "minor", "path": [hex, "3010"]} for hex in roads if hex == "3011"]
    return {"terrain": lake, "roads": [pair for pair in (*pairs, *lone) if adjacent(*pair["path"])]}


def adjacent(one: str, other: str) -> bool:
    return abs(int(one) - int(other)) == 1


def has_line(line: str, *units: Plain, **more: Any) -> bool:
    commander = italy("com", "3010", "commander", formation="d1")
    s = state(commander, *units, board=board(line), mode="advanced", supply={"italy": ["3018"]}, **more)
    assert hexes(s, s.board.roads) >= {COLUMN[n + 1] for n, kind in enumerate(line) if kind == "R"} - {"3010"}
    return communications.has_line(s, "italy", s.units["com"].hex)


@pytest.mark.rule("custoza:20.1-a", "custoza:20.1-c")
@pytest.mark.parametrize(
    ("line", "valid"),
    [(".....RRR", True), ("......RR", False), ("RR..RRRR", True), ("RRRRR.RR", False), ("RRRRRRRR", True)],
)
def test_only_the_first_five_hexes_may_lie_off_the_road(line: str, valid: bool) -> None:
    assert has_line(line) is valid


@pytest.mark.rule("custoza:20.1-a", "custoza:13.5-b")
def test_where_a_side_has_no_source_nobody_asks_for_a_line() -> None:
    commander = italy("com", "3010", "commander", formation="d1")
    for supply, valid in (({}, True), ({"italy": ["1010"]}, False), ({"austria": ["1010"]}, True)):
        s = state(commander, board=board("........"), mode="advanced", supply=supply)
        assert communications.has_line(s, "italy", s.units["com"].hex) is valid


@pytest.mark.rule("custoza:20.1-b")
def test_an_enemy_zone_bars_the_line_unless_a_friend_stands_there() -> None:
    watched: Plain = {"terrain": {}, "roads": [{"class": "minor", "path": COLUMN}]}
    watched["terrain"] = {f"{column}{row:02}": "lake" for column in (29, 31) for row in range(8, 20) if row != 14}
    enemy = austria("A", "3114")
    commander = italy("com", "3010", "commander", formation="d1")
    supply: Plain = {"italy": ["3018"]}

    def valid(*units: Plain) -> bool:
        s = state(commander, *units, board=watched, mode="advanced", supply=supply)
        return communications.has_line(s, "italy", s.units["com"].hex)

    assert valid()
    assert not valid(enemy)
    assert not valid(enemy, italy("I", "3014")), "3115 is watched too"
    assert valid(enemy, italy("I", "3014"), italy("J", "3015"))
    assert valid(austria("A", "3114", march=True)), "in March Movement there is no zone"
    assert not valid(austria("A", "3014", march=True)), "held by the enemy"


@pytest.mark.rule("custoza:20.1.1-a", "custoza:20.1.2-a", "custoza:14.2.2-a")
def test_the_line_is_looked_at_in_the_command_phase_and_marked() -> None:
    formations: list[Plain] = [{"id": "d1", "side": "italy"}, {"id": "a1", "side": "austria", "cut_off": True}]
    units = (
        italy("com.d1", "3010", "commander", formation="d1", up=True),
        italy("I", "3010", formation="d1"),
        austria("com.a1", "3030", "commander", formation="a1", up=True),
        austria("A", "3030", formation="a1"),
    )
    far = {"italy": ["1010"], "austria": ["3033"]}
    m = play(*units, mode="advanced", phase="command", gt=6, formations=formations, supply=far)
    while m.ask is not None and m.ask.what == "states":
        m.answer(m.ask.who[0], {"do": "done"})
    assert m.ask is not None
    assert m.ask.what == "activate"
    s = now(m)
    assert (s.formations["d1"].cut_off, s.formations["a1"].cut_off) == (True, False)
    assert [event.data["formation"] for event in events(m, "cut_off")] == ["d1"]
    assert [event.data["formation"] for event in events(m, "line_open")] == ["a1"]


@pytest.mark.rule("custoza:14.8.1-a", "custoza:20.1.1-a")
def test_who_is_cut_off_keeps_the_ammunition_markers() -> None:
    formations: list[Plain] = [{"id": "d1", "side": "italy", "cut_off": True}, {"id": "d2", "side": "italy"}]
    units = (
        italy("com.d1", "3010", "commander", formation="d1"),
        italy("com.d2", "4010", "commander", formation="d2"),
        italy("I", "3010", formation="d1", ammo="low"),
        italy("J", "4010", formation="d2", ammo="out"),
        italy("near.d1", "3011", "artillery", reserve=True, ammo="out", facing="S"),
        italy("near.d2", "4011", "artillery", reserve=True, ammo="low", facing="S"),
        austria("A", "3030", ammo="low"),
    )
    said: Plain = {"mode": "advanced", "phase": "end", "last": {"day": 1, "gt": 9}, "formations": formations}
    s = now(play(*units, **said, dice=[1, 2, 3, 4]))
    assert {id: s.units[id].ammo for id in ("I", "J", "near.d1", "near.d2", "A")} == {
        "I": "low",
        "J": "full",
        "near.d1": "out",
        "near.d2": "full",
        "A": "full",
    }


@pytest.mark.rule("custoza:19.1-a", "custoza:19.1-b", "custoza:19.4-a")
def test_it_is_told_when_a_formation_collapses_and_when_it_is_restored() -> None:
    """A Formation with a level of 2 loses its second SP; In Reserve one comes back, and it is no longer collapsed."""
    formations: list[Plain] = [
        {"id": "d1", "side": "italy", "state": "reserve", "collapse": 2},
        {"id": "a1", "side": "austria"},
    ]
    inside = {"id": "I", "side": "italy", "type": "line", "box": "formation", "sp": 4, "max": 6, "formation": "d1"}
    units = (italy("com.d1", "3010", "commander", formation="d1"), inside, austria("A", "5030", formation="a1"))
    said: Plain = {"mode": "advanced", "phase": "end", "gt": 1, "last": {"day": 1, "gt": 2}}
    m = play(*units, **said, formations=formations, dice=[1, 2, 3, 4])
    assert [event.data["formation"] for event in events(m, "collapse_over")] == ["d1"]
    guns = austria("G", "3013", "artillery", sp=9, cv=10, facing="N", formation="a1")
    target = italy("I", "3011", sp=6, formation="d1")
    fire: Plain = {"mode": "advanced", "gt": 8, "active": {"formation": "a1"}}
    formations[0]["state"], formations[0]["collapse"] = "engaged", 1
    m = play(target, guns, **fire, formations=formations, dice=[6, 6, 1, 1])
    m.answer("austria", {"do": "fire", "units": ["G"], "hex": "3011"})
    while m.ask is not None and m.ask.what == "react":
        m.answer("italy", {"do": "pass"})
    assert now(m).units["I"].lost >= 1
    assert [event.data["formation"] for event in events(m, "collapsed")] == ["d1"]
