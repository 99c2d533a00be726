"""Random ground, and the book's searches done twice: by the game and by a second hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.oracles import Ground, distance, neighbours
from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    barred,
    begun,
    calm,
    it,
    marker,
    now,
    say,
    where,
)

SEEDS = range(12)
SIZES = {"line": 3, "light": 1, "cavalry": 3, "artillery": 1}
MA = {"line": 5, "light": 6, "cavalry": 8, "artillery": 6}


def disc(centre: str, radius: int) -> list[str]:
    return sorted(h for c in range(20, 41) for r in range(5, 31) if distance(centre, h := f"{c}{r:02}") <= radius)


def ground(
    rng: Random, centre: str, radius: int, kinds: dict[str, int], roads: int = 0, slopes: float = 0.1
) -> dict[str, Any]:
    hexes = disc(centre, radius)
    board: dict[str, Any] = {"terrain": {}, "levels": {}, "hexsides": [], "roads": []}
    for hex in hexes:
        board["terrain"][hex] = rng.choices(list(kinds), list(kinds.values()))[0]
        board["levels"][hex] = rng.choice((0, 0, 0, 1))
    for hex in hexes:
        for other in neighbours(hex):
            low, high = sorted((hex, other), key=lambda h: (board["levels"].get(h, 0), h))
            differ = board["levels"].get(low, 0) < board["levels"].get(high, 0)
            if hex < other and other in board["levels"] and rng.random() < slopes:
                board["hexsides"].append([low, high, rng.choice(("slope", "steep_slope")) if differ else "stream"])
    land = [h for h in hexes if board["terrain"][h] not in ("lake", "mincio", "tione")]
    for _ in range(roads):
        path = [rng.choice(land)]
        while len(path) < 12 and (onward := [h for h in neighbours(path[-1]) if h in land and h not in path]):
            path.append(rng.choice(onward))
        board["roads"].append({"class": rng.choice(("major", "minor")), "path": path})
    return board


def unit(side: Any, id: str, kind: str, hex: str, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = side(id, kind, hex, **({"sv": SIZES[kind], "ma": MA[kind], "facing": "N"} | more))
    return made


def crowd(rng: Random, side: Any, hexes: list[str], count: int, **more: Any) -> list[dict[str, Any]]:
    return [
        unit(side, f"{side.__name__}{n}", rng.choice(list(SIZES)), hex, **more)
        for n, hex in enumerate(rng.sample(hexes, count))
    ]


OPEN = {"clear": 8, "light_cultivation": 2, "heavy_cultivation": 3, "woods": 2, "village": 1, "tione": 1, "lake": 1}


def dry(board: dict[str, Any], hexes: list[str]) -> list[str]:
    """Where anybody can stand."""
    return [h for h in hexes if board["terrain"].get(h, "clear") not in ("lake", "tione", "mincio", "woods")]


@pytest.mark.rule("custoza:7.2-b", "custoza:7.4-a", "custoza:7.5-b")
@pytest.mark.parametrize("seed", SEEDS)
def test_reach_and_its_cost(seed: int) -> None:
    rng = Random(seed)
    board = ground(rng, "3015", 9, OPEN, roads=6)
    board["terrain"]["3015"] = "clear"
    kind = rng.choice(list(SIZES))
    mover = unit(it, "A", kind, "3015", march=kind == "artillery")
    elsewhere = [h for h in dry(board, disc("3015", 9)) if distance(h, "3015") > 1]
    places = rng.sample(elsewhere, 12)
    friends = [u | {"formation": "x"} for u in crowd(rng, it, places[:8], 8)]
    enemies = crowd(rng, ah, places[8:], 4, march=rng.random() < 0.3)
    m = acting(mover, *friends, *enemies, board=board)
    paper = Ground(board, [mover, *friends, *enemies])
    reach = q.inspect(m, ITALY, {"what": "reach", "units": ["A"]})
    zones = q.inspect(m, ITALY, {"what": "zones"})["zones"]
    assert (set(zones[ITALY]), set(zones[AUSTRIA])) == (paper.zones(ITALY), paper.zones(AUSTRIA))
    assert {h: Fraction(c) for h, c in reach["march"].items()} == paper.reach(mover, AUSTRIA, march=True)
    if kind != "artillery":
        assert {h: Fraction(c) for h, c in reach["ground"].items()} == paper.reach(mover, AUSTRIA, march=False)


@pytest.mark.rule("custoza:4.2-c", "custoza:4.2-d", "custoza:4.2-e")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_in_command(seed: int) -> None:
    rng = Random(1000 + seed)
    board = ground(rng, "3015", 8, OPEN | {"mincio": 3, "lake": 0}, roads=6)
    board["terrain"]["3015"] = "clear"
    places = rng.sample([h for h in dry(board, disc("3015", 8)) if h != "3015"], 40)
    friends = crowd(rng, it, places[:34], 34)
    enemies = crowd(rng, ah, places[34:], 6)
    m = begun(it("C", "commander", "3015"), *friends, *enemies, board=board, fixed_initiative=True)
    commanded = Ground(board, [*friends, *enemies]).command("3015", ITALY, AUSTRIA)
    assert {u["id"] for u in friends if not now(m, u["id"])["ooc"]} == {
        u["id"] for u in friends if u["hex"] in commanded
    }


@pytest.mark.rule("custoza:8.9-b", "custoza:8.9-d", "custoza:8.9-g")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_sees_whom(seed: int) -> None:
    rng = Random(2000 + seed)
    board = ground(rng, "3015", 6, {"clear": 6, "woods": 2, "village": 1, "heavy_cultivation": 2}, slopes=0)
    places = rng.sample([h for h in disc("3015", 6) if h != "3015"], 16)
    friends, enemies = crowd(rng, it, places[:8], 8), crowd(rng, ah, places[8:], 8)
    paper = Ground(board, [*friends, *enemies])
    m = acting(*friends, *enemies, board=board)
    seen = {
        h: q.inspect(m, ITALY, {"what": "sight", "from": "3015", "to": h})["clear"]
        for h in rng.sample(disc("3015", 5), 40)
        if h != "3015"
    }
    assert seen == {h: distance(h, "3015") == 1 or paper.sight("3015", h) for h in seen}


@pytest.mark.rule("custoza:10.5-b", "custoza:10.5-c", "custoza:10.5.3-a")
@pytest.mark.parametrize("seed", range(24))
def test_ways_of_a_beaten_defender(seed: int) -> None:
    rng = Random(3000 + seed)
    kinds = {"clear": 6, "light_cultivation": 2, "heavy_cultivation": 3, "lake": 2}
    board = ground(rng, "3014", 5, kinds, slopes=0.2)
    board["terrain"] |= {"3010": "clear", "3011": "clear"}
    board["hexsides"] = [s for s in board["hexsides"] if {"3010", "3011"} != set(s[:2])]
    beaten = unit(ah, "D", rng.choice(("line", "cavalry")), "3011", sp=6, cv=8)
    around = [h for h in dry(board, disc("3014", 4)) if distance(h, "3010") > 1]
    places = rng.sample(around, 7)
    friends = [u | {"sv": rng.choice((3, 5)), "type": "line", "ma": 5} for u in crowd(rng, ah, places[:4], 4)]
    enemies = [u | {"ooc": True} for u in crowd(rng, it, places[4:], 3)]
    winner = unit(it, "A", "line", "3010", facing="S", sp=24)
    m = acting(
        winner, beaten, *friends, *enemies, markers=(marker("3010", "3011"),), board=board, dice=(6, 5, *(1,) * 20)
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    while asked(m) == ("hit", AUSTRIA):
        say(m, AUSTRIA, "hit", unit="D")
    ways = Ground(board, [winner, beaten, *friends, *enemies]).retreats(beaten, "3010", ITALY)
    if not ways:
        assert where(m, "D") == "eliminated"
    elif asked(m) == ("retreat", AUSTRIA):
        tried = {tuple(o["path"]) for o in m.options(AUSTRIA)} | ways
        tried |= {(a, b) for a in neighbours("3011") for b in neighbours(a)}
        assert {w for w in tried if barred(m, AUSTRIA, "retreat", units=["D"], path=list(w)) is None} == ways
    else:
        assert len(ways) == 1


@pytest.mark.rule("custoza:11.1-b", "custoza:11.1-c", "custoza:11.1-d")
@pytest.mark.parametrize("seed", range(16))
def test_who_may_react_on_a_ride_through_many_zones(seed: int) -> None:
    """Cavalry breaks off before D and rides away, some hexes at random, through whatever watches them."""
    rng = Random(4000 + seed)
    board = {"terrain": {h: rng.choice(("clear", "clear", "village", "light_cultivation")) for h in disc("3010", 5)}}
    board["terrain"] |= dict.fromkeys(("3007", "3008", "3009", "3010", "3011"), "clear")
    rider = unit(it, "K", "cavalry", "3007", facing="S", ma=12)
    places = rng.sample([h for h in disc("3010", 4) if h not in ("3007", "3008", "3009", "3010", "3011")], 6)
    enemies = [unit(ah, "D", "line", "3011"), *crowd(rng, ah, places, 6)]
    for enemy in enemies[1:]:
        enemy["march"] = rng.random() < 0.2
    m = acting(
        rider, it("S", "light", "1010"), *enemies, markers=(marker("3010", "3011", "charge"),), board=board, dice=(1, 1)
    )
    say(m, ITALY, "charge", units=["K"], path=["3008", "3009", "3010"])
    calm(m)
    say(m, ITALY, "break_off")
    calm(m, "after_charge")
    paper = Ground(board, [rider, *enemies])
    path = next(w for w in iter(lambda: walk(rng, paper), None) if w[-1] not in paper.zones(AUSTRIA))
    expected: list[Any] = []
    for here, there in pairwise(path):
        before, after = watchers(paper, here), watchers(paper, there)
        expected += [("leaves", here, sorted(before - after))] if before - after else []
        met = {**dict.fromkeys(after - before, "enters"), **dict.fromkeys(after & before, "within")}
        expected += [(met[id], there, id) for id in sorted(met)]
    seen: list[Any] = []
    say(m, ITALY, "move", units=["K"], path=path[1:])
    while asked(m) == ("react", AUSTRIA):
        forces = sorted((f["units"][0], f["trigger"]) for f in m.ask.data["forces"])
        if forces[0][1] == "leaves":
            seen.append(("leaves", m.ask.data["hex"], [id for id, _ in forces]))
        else:
            seen += [(kind, m.ask.data["hex"], id) for id, kind in forces]
        say(m, AUSTRIA, "pass")
    assert seen == expected


def walk(rng: Random, paper: Ground) -> list[str]:
    """Somewhere from 3010, for twelve points at the most."""
    path, left = ["3010"], 12
    while (onward := [h for h in neighbours(path[-1]) if not paper.held(h, AUSTRIA)]) and len(path) < 9:
        step = rng.choice(onward)
        left -= paper.entry(path[-1], step, "cavalry") or 99
        if left < 0:
            break
        path.append(step)
    return path


def watchers(paper: Ground, hex: str) -> set[str]:
    """Those whose zone the hex is in."""
    return {u["id"] for u in paper.units if u["side"] == AUSTRIA and hex in Ground(paper.board, [u]).zones(AUSTRIA)}
