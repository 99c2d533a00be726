"""Chapter 5.2: ways, manoeuvre by manoeuvre: where they lead, what they pass, why they are refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quadrilatero.games.alaguerre.answers import Move
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.rules.movement import Walk
from tests.games.alaguerre.battle import Plain, area, blue, general, line, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
LC = ("LC", "1/0/0 - sk/ln")
GUNS = ("MdArt", "1/1/- -")
LIGHT_GUNS = ("LtArt", "1/1/- -")
HEAVY = ("HvArt", "1/1/- -")
OPEN: Plain = {"formation": "skirmish"}
LIMBERED: Plain = {"formation": "limbered"}
G: Plain = {"great": "T"}


def at(x: int, y: int = 20000) -> list[int]:
    return [x, y]


def adv(by: int) -> Plain:
    return {"go": "advance", "by": by}


def back(by: int) -> Plain:
    return {"go": "back", "by": by}


def to(x: int, y: int) -> Plain:
    return {"go": "to", "at": [x, y]}


def turn(side: str, angle: int, **more: bool) -> Plain:
    return {"go": "wheel", "side": side, "angle": angle, **more}


def aslant(side: str, angle: int, by: int) -> Plain:
    return {"go": "oblique", "side": side, "angle": angle, "by": by}


def aside(side: str, by: int) -> Plain:
    return {"go": "sideways", "side": side, "by": by}


def enter(piece: str) -> Plain:
    return {"go": "enter", "piece": piece}


def leave(piece: str, side: int) -> Plain:
    return {"go": "leave", "piece": piece, "side": side}


def form(formation: str, **more: int) -> Plain:
    return {"go": "form", "formation": formation, **more}


def walked(bases: tuple[Plain, ...], path: list[Plain], terrain: tuple[Plain, ...], **more: Any) -> list[str]:
    """Why A may not go so; or where it comes to stand, and what it has met on its way."""
    s = state(*bases, *FAR, terrain=terrain, **more)
    walk = Walk(s, unit_of(s, s.bases["A"]))
    refusal = walk.take(msgspec.convert({"do": "move", "unit": "A", "path": path}, Move).path)
    if refusal is not None:
        what = [refusal.data[key] for key in ("at", "left", "piece", "target") if key in refusal.data]
        return [" ".join(map(str, (refusal.rule, refusal.reason, *what)))]
    met: list[tuple[str, object]] = [
        ("slow", [piece.id for piece in walk.slow_pieces()]),
        ("through", [base.id for base in walk.crossed]),
        ("aside", [f"{base.id} {pose[0]},{pose[1]}" for base, pose in walk.shifted]),
        ("over", walk.obstacle and walk.obstacle.id),
        ("before", walk.at_obstacle and walk.at_obstacle.id),
        ("generals", [one.id for one in walk.generals]),
        ("inside", walk.inside),
        ("as", walk.change and walk.change.formation),
        ("way", "" if walk.way == "move" else walk.way),
    ]
    x, y, facing = walk.pose[:3]
    return [f"{x},{y} {facing}", f"{walk.gone} of {walk.limit()}", *[f"{key} {one}" for key, one in met if one]]


A = red("A", AT)
LEFT, RIGHT = "left", "right"


@pytest.mark.rule("alaguerre:5.2-a", "alaguerre:5.2.3-a", "alaguerre:5.2.5-a")
@pytest.mark.parametrize(
    ("bases", "path", "told"),
    [
        ((A,), [adv(2000)], ["20000,22000 0", "2000 of 2000"]),
        ((A,), [adv(2001)], ["5.2-a too_far 0 2000"]),
        ((A,), [adv(1500), adv(501)], ["5.2-a too_far 1 2000"]),
        ((A,), [turn(LEFT, 1000), adv(1000)], ["19811,21159 35000", "1349 of 2000"]),
        ((A,), [turn(RIGHT, 1000, back=True), adv(1000)], ["19841,20811 35000", "1349 of 2000"]),
        ((A,), [turn(RIGHT, 3000)], ["5.2.4-b too_far 0 1000"]),
        ((A,), [aslant(LEFT, 4500, 1000)], ["19293,20707 0", "1000 of 2000"]),
        ((A,), [aslant(RIGHT, 3000, 1000)], ["20500,20866 0", "1000 of 2000"]),
        ((A,), [aslant(RIGHT, 4501, 1000)], ["5.2.3-a too_oblique 0"]),
        ((A,), [aslant(RIGHT, 3000, 1001)], ["5.2.3-a too_far 0 1000"]),
        ((A,), [aslant(RIGHT, 3000, 600), aslant(LEFT, 3000, 401)], ["5.2.3-a too_far 1 1000"]),
        ((A,), [back(1000)], ["20000,19000 0", "1000 of 2000"]),
        ((A,), [back(1001)], ["5.2.5-a too_far 0 1000"]),
        ((A,), [back(500), back(501)], ["5.2.5-a too_far 1 1000"]),
        ((A,), [aside(LEFT, 1000)], ["19000,20000 0", "1000 of 2000"]),
        ((A,), [aside(RIGHT, 1000)], ["21000,20000 0", "1000 of 2000"]),
        ((A,), [aside(RIGHT, 1001)], ["5.2.6-a too_far 0 1000"]),
        ((A,), [adv(100), aside(RIGHT, 500)], ["5.2.6-a whole_impulse 1"]),
        ((A,), [to(20000, 21000)], ["5.2.2-a only_limbered 0"]),
        ((red("A", AT, *LT, **OPEN),), [aslant(LEFT, 4500, 3000)], ["17879,22121 0", "3000 of 3000"]),
        ((red("A", AT, *LT, **OPEN),), [back(3000)], ["20000,17000 0", "3000 of 3000"]),
        ((red("A", AT, *LT, **OPEN),), [aside(LEFT, 900)], ["19100,20000 0", "900 of 3000"]),
        ((red("A", AT, *LT, **OPEN),), [back(3001)], ["5.2.5-a too_far 0 3000"]),
        ((red("A", AT, **G), red("B", at(20000, 19000), **G)), [back(1000)], ["20000,19000 0", "1000 of 1000"]),
        ((red("A", AT, **G), red("B", at(20000, 19000), **G)), [back(1001)], ["5.2.5-a too_far 0 1000"]),
        ((red("A", AT, **G), red("B", at(22000), **G)), [aside(LEFT, 500)], ["5.2.6-a no_sideways 0"]),
        ((red("A", AT, *GUNS),), [adv(100)], ["5.2.2-b guns_stay 0"]),
        ((red("A", AT, *GUNS),), [turn(LEFT, 3000)], ["5.2.4-b too_far 0 500"]),
        ((red("A", AT, *LIGHT_GUNS),), [adv(500)], ["20000,20500 0", "500 of 1000"]),
        ((red("A", AT, *LIGHT_GUNS),), [turn(LEFT, 2000), adv(500)], ["19799,20641 34000", "849 of 1000"]),
        ((red("A", AT, *LIGHT_GUNS),), [aslant(LEFT, 2000, 500)], ["5.2.3-b no_oblique 0"]),
        ((red("A", AT, *LIGHT_GUNS),), [aside(LEFT, 500)], ["5.2.6-a no_sideways 0"]),
        ((red("A", AT, *LIGHT_GUNS),), [back(500)], ["5.2.5-b no_way_back 0"]),
        ((red("A", AT, *HEAVY),), [adv(100)], ["5.2.2-b guns_stay 0"]),
        ((red("A", AT, *GUNS, **LIMBERED),), [adv(100)], ["5.2.2-a limbered_goes_to 0"]),
        ((red("A", AT, *GUNS, **LIMBERED),), [turn(LEFT, 100)], ["5.2.4-b limbered_needs_none 0"]),
        ((red("A", AT, *GUNS, **LIMBERED),), [to(21000, 20000), to(21000, 21000)], ["21000,21000 0", "2000 of 2000"]),
        ((red("A", AT, *GUNS, **LIMBERED),), [to(20000, 20000)], ["20000,20000 0", "0 of 2000"]),
        ((red("A", AT, *GUNS, **LIMBERED),), [to(24001, 20000)], ["5.2-a too_far 0 2000"]),
        ((red("A", AT, "baggage", "-/-/- -"),), [aslant(LEFT, 2000, 500)], ["5.2.3-b no_oblique 0"]),
        ((red("A", AT, "baggage", "-/-/- -"),), [aside(LEFT, 500)], ["5.2.6-a no_sideways 0"]),
        ((red("A", AT, "baggage", "-/-/- -"),), [adv(500)], ["20000,20500 0", "500 of 1000"]),
        ((red("A", at(20000, 39500)),), [adv(400)], ["20000,39900 0", "400 of 2000"]),
        ((red("A", at(20000, 39500)),), [adv(501)], ["20000,40001 0", "501 of 2000"]),
        ((red("A", at(1200)),), [aside(LEFT, 201)], ["999,20000 0", "201 of 2000"]),
        ((red("A", at(1200)),), [turn(RIGHT, 500)], ["1204,20087 500", "175 of 2000"]),
    ],
)
def test_how_far_each_goes(bases: tuple[Plain, ...], path: list[Plain], told: list[str]) -> None:
    assert walked(bases, path, ()) == told


SK = ("Sh", "1/1/0 - sk")


@pytest.mark.rule("alaguerre:5.1-h", "alaguerre:5.3-b", "alaguerre:5.4-b")
@pytest.mark.parametrize(
    ("others", "path", "told"),
    [
        ((blue("E", at(20000, 21500)),), [adv(1400)], ["20000,21400 0", "1400 of 2000"]),
        ((blue("E", at(20000, 21500)),), [adv(1500)], ["5.1-h touches_enemy 0"]),
        ((blue("E", at(20000, 21500)),), [adv(1495)], ["5.1-h touches_enemy 0"]),
        ((blue("E", at(20800, 21500)),), [adv(1000)], ["20000,21000 0", "1000 of 2000"]),
        ((blue("E", at(20800, 20900)),), [adv(500)], ["20000,20500 0", "500 of 2000"]),
        ((blue("E", at(20800, 20900)),), [aslant(LEFT, 3000, 500)], ["5.4-b zone_of_control 0 E"]),
        ((blue("E", at(20800, 20900)),), [back(500)], ["20000,19500 0", "500 of 2000"]),
        ((blue("E", at(20800, 20900)),), [aside(LEFT, 500)], ["5.4-b zone_of_control 0 E"]),
        ((blue("E", at(20800, 20900)),), [turn(RIGHT, 300)], ["20001,20052 300", "105 of 2000"]),
        ((blue("E", at(20800, 20900)),), [turn(LEFT, 300)], ["19999,20052 35700", "105 of 2000"]),
        ((blue("E", at(20000, 20300)),), [turn(LEFT, 2000)], ["5.1-h touches_enemy 0"]),
        ((blue("E", at(20000, 17000), facing=0),), [back(1000)], ["20000,19000 0", "1000 of 2000"]),
        ((blue("E", at(20000, 18500), facing=0),), [back(1000)], ["5.1-h touches_enemy 0"]),
        ((blue("E", at(23000, 21500)), blue("D", at(20000, 20300))), [turn(LEFT, 2000)], ["5.1-h touches_enemy 0"]),
        ((red("F", at(20000, 21500)),), [adv(400)], ["20000,20400 0", "400 of 2000"]),
        ((red("F", at(20000, 21500)),), [adv(1000)], ["5.3-b through_friend 0 F"]),
        (
            (red("F", at(20000, 21200), *SK, **OPEN),),
            [adv(1000)],
            ["20000,21000 0", "1000 of 2000", "through ['F']", "aside ['F 20000,22010']"],
        ),
        (
            (red("F", at(20000, 21200), *SK, **OPEN),),
            [adv(2000)],
            ["20000,22000 0", "2000 of 2000", "through ['F']", "aside ['F 20000,20990']"],
        ),
        (
            (red("F", at(20000, 21200), *SK, **OPEN),),
            [aslant(LEFT, 3000, 900)],
            ["19550,20779 0", "900 of 2000", "through ['F']", "aside ['F 20000,21810']"],
        ),
        (
            (red("F", at(20000, 21200), *SK, **OPEN), red("H", at(20000, 18900))),
            [adv(1000)],
            ["20000,21000 0", "1000 of 2000", "through ['F']", "aside ['F 20000,22010']"],
        ),
        (
            (red("F", at(20000, 21200), *SK, **OPEN), red("H", at(20000, 22200))),
            [adv(1000)],
            ["20000,21000 0", "1000 of 2000", "through ['F']", "aside ['F 20000,19990']"],
        ),
        (
            (red("F", at(20000, 21200), *SK, **OPEN), blue("E", at(20000, 23000))),
            [adv(1000)],
            ["20000,21000 0", "1000 of 2000", "through ['F']", "aside ['F 20000,22010']"],
        ),
        ((red("F", at(20000, 21200), *LC, **OPEN),), [adv(1000)], ["5.3-b through_friend 0 F"]),
        ((red("F", at(20000, 18500)),), [back(600)], ["5.3-b through_friend 0 F"]),
        ((red("F", at(22050)),), [aside(RIGHT, 100)], ["5.3-b through_friend 0 F"]),
        ((red("F", at(22050)),), [aslant(RIGHT, 4500, 500)], ["5.3-b through_friend 0 F"]),
        ((red("F", at(22050)),), [turn(LEFT, 1000)], ["5.3-e ends_on_friend 0 F"]),
    ],
)
def test_who_is_in_the_way(others: tuple[Plain, ...], path: list[Plain], told: list[str]) -> None:
    assert walked((A, *others), path, ()) == told


HORSE = red("A", AT, *CAV)
WIDE = (10, 20, 30)


@pytest.mark.rule("alaguerre:11.4.1-a", "alaguerre:11.3.1-a", "alaguerre:11.2-g")
@pytest.mark.parametrize(
    ("base", "path", "terrain", "told"),
    [
        (A, [adv(1000)], (area("M", "marsh", 15, 20.5, 25, 22),), ["20000,21000 0", "1000 of 1000", "slow ['M']"]),
        (A, [adv(1001)], (area("M", "marsh", 15, 20.5, 25, 22),), ["11.4.1-a too_far 0 1000"]),
        (A, [adv(1000)], (area("M", "marsh", 15, 18, 25, 19.5),), ["20000,21000 0", "1000 of 2000"]),
        (A, [adv(2000)], (area("M", "marsh", 15, 18, 25, 19.5),), ["20000,22000 0", "2000 of 2000"]),
        (
            A,
            [turn(LEFT, 1000), adv(100)],
            (area("M", "marsh", 20.5, 20, 25, 22),),
            ["19968,20272 35000", "449 of 1000", "slow ['M']"],
        ),
        (A, [turn(LEFT, 1000)], (area("P", "pond", 20.5, 20.2, 25, 22),), ["11.2-g closed_ground 0 type_pond"]),
        (A, [adv(1000)], (area("P", "pond", 20.5, 20.5, 25, 22),), ["11.2-g closed_ground 0 500 type_pond"]),
        (
            A,
            [turn(LEFT, 1000)],
            (area("W", "wood", 20.5, 20.2, 25, 22),),
            ["19985,20174 35000", "349 of 1000", "slow ['W']"],
        ),
        (
            HORSE,
            [turn(LEFT, 1000)],
            (area("W", "wood", 20.5, 20.2, 25, 22),),
            ["19985,20174 35000", "349 of 1000", "slow ['W']"],
        ),
        (HORSE, [adv(1000)], (area("W", "wood", 20.5, 20.2, 25, 22),), ["20000,21000 0", "1000 of 1000", "slow ['W']"]),
        (
            A,
            [adv(1000)],
            (line("H", "hedge", (10, 20.5), (30, 20.5), vdf=1, obstacle=1),),
            ["11.3.1-a stops_at_obstacle 0 499 type_hedge"],
        ),
        (
            A,
            [adv(500)],
            (line("H", "hedge", (10, 20.5), (30, 20.5), vdf=1, obstacle=1),),
            ["20000,20500 0", "500 of 2000", "before H"],
        ),
        (
            A,
            [adv(501)],
            (line("H", "hedge", (10, 20.5), (30, 20.5), vdf=1, obstacle=1),),
            ["11.3.1-a stops_at_obstacle 0 499 type_hedge"],
        ),
        (
            A,
            [adv(500), adv(100)],
            (line("H", "hedge", (10, 20.5), (30, 20.5), vdf=1, obstacle=1),),
            ["11.3.1-a stops_at_obstacle 1 type_hedge"],
        ),
        (
            A,
            [adv(1000)],
            (line("H", "hedge", (10, 20), (30, 20), vdf=1, obstacle=1),),
            ["20000,21000 0", "1000 of 2000", "over H"],
        ),
        (
            A,
            [adv(500), adv(500)],
            (line("H", "hedge", (10, 20), (30, 20), vdf=1, obstacle=1),),
            ["20000,21000 0", "1000 of 2000", "over H"],
        ),
        (
            A,
            [turn(LEFT, 100), adv(500)],
            (line("H", "hedge", (10, 20), (30, 20), vdf=1, obstacle=1),),
            ["11.3.1-a stops_at_obstacle 1 type_hedge"],
        ),
        (
            A,
            [back(500), adv(1000)],
            (line("H", "hedge", (10, 20), (30, 20), vdf=1, obstacle=1),),
            ["11.3.1-a stops_at_obstacle 1 499 type_hedge"],
        ),
        (
            A,
            [adv(1000)],
            (
                line("H", "hedge", (10, 20), (30, 20), vdf=1, obstacle=1),
                line("I", "hedge", (10, 20.7), (30, 20.7), vdf=1, obstacle=1),
            ),
            ["11.3.1-a stops_at_obstacle 0 699 type_hedge"],
        ),
        (
            A,
            [adv(1000)],
            (line("H", "wall", (10, 20), (30, 20), vdf=2, obstacle=3),),
            ["20000,21000 0", "1000 of 2000", "over H"],
        ),
        (
            HORSE,
            [adv(1000)],
            (line("H", "wall", (10, 20), (30, 20), vdf=2, obstacle=3),),
            ["20000,21000 0", "1000 of 3000", "over H"],
        ),
        (
            red("A", AT, *GUNS, **LIMBERED),
            [to(20000, 21000)],
            (line("H", "wall", (10, 20), (30, 20), vdf=2, obstacle=2),),
            ["11.3.1-g cannot_cross 0 type_wall"],
        ),
        (
            A,
            [adv(1000)],
            (line("S", "stream", (20.5, 15), (20.5, 30)),),
            ["20000,21000 0", "1000 of 1000", "slow ['S']"],
        ),
        (A, [aside(LEFT, 500)], (line("S", "stream", (19, 15), (19, 30)),), ["19500,20000 0", "500 of 2000", "over S"]),
        (A, [adv(1000)], (line("S", "stream", (10, 20), (30, 20)),), ["20000,21000 0", "1000 of 2000", "over S"]),
        (
            A,
            [adv(800)],
            (line("R", "river", (10, 21), (30, 21), width=1000), line("F", "ford", (20, 20), (20, 22), width=3000)),
            ["20000,20800 0", "800 of 2000", "slow ['F']"],
        ),
        (A, [adv(1500)], (area("V", "village", 15, 21, 25, 24, vdf=1),), ["5.5.1-a enter_it 0 type_village"]),
        (
            red("A", at(20000, 21000)),
            [enter("V")],
            (area("V", "village", 15, 21, 25, 24, vdf=1),),
            ["20000,22000 0", "2000 of 2000", "inside V", "way enter"],
        ),
        (
            red("A", at(20000, 21000)),
            [enter("V"), adv(100)],
            (area("V", "village", 15, 21, 25, 24, vdf=1),),
            ["5.5.1-a entering_is_last 0"],
        ),
        (
            A,
            [adv(1000), enter("V")],
            (area("V", "village", 15, 21, 25, 24, vdf=1),),
            ["20000,22000 0", "2000 of 2000", "inside V", "way enter"],
        ),
        (
            A,
            [adv(2000), enter("V")],
            (area("V", "village", 15, 22, 25, 24, vdf=1),),
            ["5.5.1-a nothing_left 1 type_village"],
        ),
        (
            red("A", at(20000, 22000), inside="V"),
            [adv(100)],
            (area("V", "village", 15, 21, 25, 24, vdf=1),),
            ["5.5.1-c leave_first 0 V"],
        ),
        (
            red("A", at(20000, 22000), inside="V"),
            [leave("V", 2)],
            (area("V", "village", 15, 21, 25, 24, vdf=1),),
            ["20000,25000 0", "1000 of 2000"],
        ),
        (
            red("A", at(20000, 22000), inside="V"),
            [leave("V", 2), adv(1000)],
            (area("V", "village", 15, 21, 25, 24, vdf=1),),
            ["20000,26000 0", "2000 of 2000"],
        ),
        (
            red("A", at(20000, 22000), inside="V"),
            [leave("V", 2), adv(1001)],
            (area("V", "village", 15, 21, 25, 24, vdf=1),),
            ["5.2-a too_far 1 2000"],
        ),
        (
            red("A", at(20000, 22000), inside="V"),
            [adv(100), leave("V", 2)],
            (area("V", "village", 15, 21, 25, 24, vdf=1),),
            ["5.5.1-c leave_first 0 V"],
        ),
        (A, [adv(100), leave("V", 2)], (area("V", "village", 15, 21, 25, 24, vdf=1),), ["5.5.1-c leaving_is_first 1"]),
        (
            red("A", at(20000, 21000)),
            [enter("R")],
            (area("R", "redoubt", 15, 21, 25, 24, vdf=1, obstacle=2),),
            ["20000,22000 0", "2000 of 2000", "over R", "inside R", "way enter"],
        ),
        (
            red("A", at(20000, 21000)),
            [back(100), enter("R")],
            (area("R", "redoubt", 15, 21, 25, 24, vdf=1, obstacle=2),),
            ["5.5.1-a not_at_its_edge 1 type_redoubt"],
        ),
        (
            red("A", at(20000, 21000)),
            [enter("R")],
            (area("R", "redoubt", 15, 21, 25, 24, vdf=1, obstacle=0),),
            ["20000,22000 0", "2000 of 2000", "inside R", "way enter"],
        ),
        (A, [form("column")], (), ["20000,20000 0", "0 of 2000", "as column"]),
        (A, [adv(100), form("column")], (), ["5.2.9-a whole_impulse 1"]),
        (A, [{"go": "about"}], (), ["20000,19000 18000", "0 of 2000", "as line"]),
    ],
)
def test_ground_in_the_way(base: Plain, path: list[Plain], terrain: tuple[Plain, ...], told: list[str]) -> None:
    assert walked((base,), path, terrain) == told


INSIDE = red("A", at(20000, 22000), inside="V")
VILLAGE = (area("V", "village", 15, 21, 25, 24, vdf=1),)


@pytest.mark.rule("alaguerre:5.5.1-c", "alaguerre:5.1-h", "alaguerre:10.3.2-a")
@pytest.mark.parametrize(
    ("bases", "path", "terrain", "told"),
    [
        ((INSIDE, blue("E", at(20000, 25100))), [leave("V", 2)], VILLAGE, ["20000,25000 0", "1000 of 2000"]),
        ((INSIDE, blue("E", at(20000, 25005))), [leave("V", 2)], VILLAGE, ["5.1-h touches_enemy 0"]),
        ((INSIDE, blue("E", at(20000, 24500))), [leave("V", 2)], VILLAGE, ["5.1-h touches_enemy 0"]),
        ((INSIDE,), [leave("V", 0)], VILLAGE, ["20000,20000 18000", "1000 of 2000"]),
        ((INSIDE,), [leave("V", 5)], VILLAGE, ["5.5.1-c no_such_side 0 type_village"]),
        (
            (INSIDE,),
            [leave("V", 2), adv(500)],
            (*VILLAGE, area("M", "marsh", 15, 24.2, 25, 27)),
            ["11.4.1-a too_far 1 1000"],
        ),
        (
            (INSIDE,),
            [leave("V", 2), adv(900)],
            (*VILLAGE, area("M", "marsh", 15, 24.2, 25, 24.9)),
            ["11.4.1-a too_far 1 1000"],
        ),
        ((A,), [adv(600)], (), ["20000,20600 0", "600 of 2000", "generals ['G']"]),
        ((A,), [adv(300), adv(1500)], (), ["20000,21800 0", "1800 of 2000", "generals ['G', 'H']"]),
    ],
)
def test_ways_out_of_houses_and_past_generals(
    bases: tuple[Plain, ...], path: list[Plain], terrain: tuple[Plain, ...], told: list[str]
) -> None:
    generals = [
        general("C", at(20000, 20600)),
        general("G", at(20000, 20200), side="blue"),
        general("H", at(20500, 21200), side="blue", division="blue"),
    ]
    assert walked(bases, path, terrain, generals=generals) == told


HEDGE = line("H", "hedge", (10, 20), (30, 20), vdf=1, obstacle=1)
AHEAD = line("H", "hedge", (10, 20.5), (30, 20.5), vdf=1, obstacle=1)
ELSEWHERE = line("I", "hedge", (1, 30), (5, 30), vdf=1, obstacle=1)
RIVER = line("R", "river", (10, 21), (30, 21), width=1000)


@pytest.mark.rule("alaguerre:5.2-a", "alaguerre:11.3.1-a", "alaguerre:11.4.1-a")
@pytest.mark.parametrize(
    ("bases", "path", "terrain", "told"),
    [
        ((red("A", at(20000, 39500)),), [adv(1001)], (), ["5.2-a off_the_table 0"]),
        ((red("A", at(20000, 39500)),), [adv(1000)], (), ["20000,40500 0", "1000 of 2000"]),
        ((red("A", at(1200)),), [aslant(LEFT, 4500, 1000), adv(900)], (), ["493,21607 0", "1900 of 2000"]),
        ((A,), [adv(500)], (ELSEWHERE, HEDGE), ["20000,20500 0", "500 of 2000", "over H"]),
        ((A,), [adv(500), turn(LEFT, 100)], (AHEAD,), ["11.3.1-a stops_at_obstacle 1 type_hedge"]),
        ((A,), [adv(2000)], (area("M", "marsh", 15, 20.5, 25, 23),), ["11.4.1-a too_far 0 1000"]),
        ((A,), [turn(LEFT, 100)], (area("M", "marsh", 30, 20.5, 35, 23),), ["20000,20017 35900", "35 of 2000"]),
        ((A,), [adv(2000)], (line("S", "stream", (20.5, 15), (20.5, 20.3)),), ["20000,22000 0", "2000 of 2000"]),
        (
            (A,),
            [adv(1000)],
            (RIVER, line("F", "ford", (5, 20), (5, 22), width=3000)),
            ["11.2-g closed_ground 0 500 type_river"],
        ),
        (
            (A,),
            [adv(2000)],
            (RIVER, line("F", "bridge", (20, 20), (20, 22), width=3000)),
            ["11.2-g closed_ground 0 500 type_river"],
        ),
        (
            (A,),
            [adv(400)],
            (RIVER, line("F", "ford", (20, 21), (20, 22), width=3000)),
            ["20000,20400 0", "400 of 2000"],
        ),
        (
            (A,),
            [adv(400), adv(200)],
            (RIVER, line("F", "ford", (20, 20), (20, 22), width=3000)),
            ["20000,20600 0", "600 of 2000", "slow ['F']"],
        ),
        ((A, red("F", at(30000)), red("H", at(20000, 21500))), [adv(1000)], (), ["5.3-b through_friend 0 H"]),
        ((A, red("F", at(22600, 20900)), red("H", at(20000, 21500))), [adv(1000)], (), ["5.3-b through_friend 0 H"]),
        (
            (A, red("F", at(20000, 21200), *LT, **OPEN), red("H", at(20000, 22400))),
            [adv(500), adv(500)],
            (),
            ["20000,21000 0", "1000 of 2000", "through ['F']", "aside ['F 20000,19990']"],
        ),
        (
            (A, red("F", at(20000, 21200), *LT, **OPEN), red("H", at(20000, 22400))),
            [adv(500), adv(1000)],
            (),
            ["5.3-b through_friend 1 H"],
        ),
        ((A, red("H", at(22300))), [adv(100), aslant(RIGHT, 4500, 600)], (), ["5.3-b through_friend 1 H"]),
        (
            (A, blue("E", at(21300, 20900)), blue("D", at(18500, 20900))),
            [adv(300)],
            (),
            ["20000,20300 0", "300 of 2000"],
        ),
        (
            (A, blue("E", at(21300, 20900), facing=22000), blue("D", at(18500, 20900))),
            [aslant(LEFT, 1000, 300)],
            (),
            ["5.4-b zone_of_control 0 E"],
        ),
        (
            (A, blue("E", at(21300, 20900)), blue("D", at(18000, 18500), facing=9000)),
            [back(600)],
            (),
            ["20000,19400 0", "600 of 2000"],
        ),
        (
            (red("A", AT, *LT, **OPEN), blue("E", at(20000, 17500), "baggage", "-/-/- -")),
            [back(3000)],
            (),
            ["5.1-h touches_enemy 0"],
        ),
        (
            (red("A", AT, *LT, **OPEN), blue("D", at(30000)), blue("E", at(20000, 17500), "baggage", "-/-/- -")),
            [back(3000)],
            (),
            ["5.1-h touches_enemy 0"],
        ),
        ((red("A", AT, formation="square"),), [back(1000)], (), ["20000,19000 0", "1000 of 1000"]),
        ((red("A", AT, formation="square"),), [aside(LEFT, 700)], (), ["19300,20000 0", "700 of 1000"]),
        (
            (red("A", AT, brigade="c"), red("B", at(22000), brigade="c")),
            [form("column")],
            (),
            ["21000,20000 0", "0 of 2000", "as column"],
        ),
        (
            (red("A", AT, brigade="c"), red("B", at(22000), brigade="c"), red("F", at(20000, 18900))),
            [form("column")],
            (),
            ["5.3-e ends_on_friend 0 F"],
        ),
        (
            (red("A", at(20000, 21000), *CAV),),
            [enter("R")],
            (area("R", "redoubt", 15, 21, 25, 24, vdf=1, obstacle=3),),
            ["20000,22000 0", "3000 of 3000", "over R", "inside R", "way enter"],
        ),
        (
            (red("A", at(20000, 21000)),),
            [turn(LEFT, 10), enter("R")],
            (area("R", "redoubt", 15, 21, 25, 24, vdf=1, obstacle=1),),
            ["11.3.1-a stops_at_obstacle 1 type_redoubt"],
        ),
        ((red("A", AT, *GUNS), blue("E", at(19000, 20200))), [turn(LEFT, 1000)], (), ["19992,20087 35000", "0 of 0"]),
        (
            (red("A", AT, *GUNS), blue("D", at(30000)), blue("E", at(19000, 20200))),
            [turn(LEFT, 1000)],
            (),
            ["19992,20087 35000", "0 of 0"],
        ),
        ((red("A", AT, *GUNS),), [turn(LEFT, 1000)], (), ["19992,20087 35000", "0 of 0"]),
        ((red("A", AT, facing=27000),), [back(1000)], (), ["21000,20000 27000", "1000 of 2000"]),
        ((red("A", AT, facing=27000),), [aside(RIGHT, 1000)], (), ["20000,21000 27000", "1000 of 2000"]),
        ((red("A", AT, facing=4500),), [aslant(LEFT, 4500, 1000)], (), ["20000,21000 4500", "1000 of 2000"]),
    ],
)
def test_ways_one_manoeuvre_after_another(
    bases: tuple[Plain, ...], path: list[Plain], terrain: tuple[Plain, ...], told: list[str]
) -> None:
    assert walked(bases, path, terrain) == told
