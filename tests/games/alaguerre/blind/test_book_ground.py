"""Chapter 11: ground that slows, bars and disorders, obstacles and fords."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    Plain,
    begun,
    blue,
    box,
    go,
    move,
    move_barred,
    now,
    red,
    roll,
    say,
)

OPEN = {"formation": "skirmish"}
FOE = blue("Z", 40000, 38000, "Hv")


def moving(*bases: Plain, **keys: Any) -> Any:
    return begun("manoeuvre", *bases, FOE, **keys)


def a(troops: str = "Hv", **more: Any) -> Plain:
    return red("A", 20000, 10000, troops, **more)


GROUND: list[tuple[str, str, str, Plain, Plain, int]] = [
    ("11-t1", "a gentle slope", "hill", {}, a(), 2000),
    ("11-t2", "foot on a steep slope", "hill", {"slope": "steep"}, a(), 1000),
    ("11-t2", "horse on a steep slope", "hill", {"slope": "steep"}, a("Rei"), 2000),
    ("11-t3", "foot in a marsh", "marsh", {}, a(), 1000),
    ("11-t3", "horse in a marsh", "marsh", {}, a("Rei"), 1000),
    ("11-t3", "open order in a marsh", "marsh", {}, a("Lt"), 1500),
    ("11-t4", "foot in a wood", "wood", {"vdf": 1}, a(), 1000),
    ("11-t4", "horse in a wood", "wood", {"vdf": 1}, a("Cav"), 1000),
    ("11-t4", "open order in a wood", "wood", {"vdf": 1}, a("Lt"), 1500),
    ("11-t4", "light horse in open order in a wood", "wood", {"vdf": 1}, a("LC", **OPEN), 3000),
    ("11-t7", "foot in fields", "field", {}, a(), 1000),
    ("11-t7", "horse in fields", "field", {}, a("Cav"), 1500),
    ("11-t7", "open order in fields", "field", {}, a("Lt"), 3000),
]


@pytest.mark.parametrize(
    ("kind", "said", "base", "most"),
    [
        pytest.param(k, s, b, n, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}"))
        for rule, name, k, s, b, n in GROUND
    ],
)
def test_slow_ground(kind: str, said: Plain, base: Plain, most: int) -> None:
    """All of the way lies in it."""
    m = moving(base, terrain=(box("M", kind, 10000, 5000, 30000, 25000, **said),))
    assert move_barred(m, "A", go("advance", by=most)) is None
    assert move_barred(m, "A", go("advance", by=most + 1)) is not None


@pytest.mark.parametrize(
    ("kind", "said"), [("hill", {"slope": "steep"}), ("marsh", {}), ("field", {}), ("impassable", {}), ("pond", {})]
)
@pytest.mark.rule("alaguerre:11-t2", "alaguerre:11-t3", "alaguerre:11-t7")
def test_ground_closed_to_guns(kind: str, said: Plain) -> None:
    m = moving(a("LtArt", formation="limbered"), terrain=(box("M", kind, 15000, 10400, 25000, 15000, **said),))
    assert move_barred(m, "A", go("to", at=[20000, 12000])) is not None


@pytest.mark.rule("alaguerre:11.4.1-a")
def test_full_speed_up_to_the_edge_of_slow_ground() -> None:
    """1um of wood cannot be reached at half speed: two um up to its edge are free."""
    wood = box("M", "wood", 10000, 12000, 30000, 25000, vdf=1)
    m = moving(a(), terrain=(wood,))
    assert move_barred(m, "A", go("advance", by=1990)) is None
    near = moving(red("A", 20000, 11500, "Hv"), terrain=(wood,))
    assert move_barred(near, "A", go("advance", by=1000)) is None
    assert move_barred(near, "A", go("advance", by=1001)) is not None


@pytest.mark.rule("alaguerre:11.4.1-b")
def test_full_speed_out_of_slow_ground() -> None:
    wood = box("M", "wood", 10000, 5000, 30000, 10500, vdf=1)
    m = moving(a(), terrain=(wood,))
    assert move_barred(m, "A", go("advance", by=2000)) is None
    deeper = moving(red("A", 20000, 9000, "Hv"), terrain=(wood,))
    assert move_barred(deeper, "A", go("advance", by=2000)) is not None


@pytest.mark.parametrize(
    ("kind", "said", "base", "state"),
    [
        ("hill", {"slope": "steep"}, a(), "disordered"),
        ("hill", {"slope": "steep"}, a("Lt"), "ordered"),
        ("hill", {}, a(), "ordered"),
        ("field", {}, a(), "ordered"),
        ("wood", {"vdf": 1}, a(), "ordered"),
    ],
)
@pytest.mark.rule("alaguerre:11-t2", "alaguerre:11.4.2-a")
def test_ground_that_disorders(kind: str, said: Plain, base: Plain, state: str) -> None:
    m = moving(base, terrain=(box("M", kind, 10000, 5000, 30000, 25000, **said),))
    move(m, "A", go("advance", by=500))
    assert now(m, "A")["state"] == state


# --- obstacles


OBSTACLES: list[tuple[str, Plain, int, int, str]] = [
    ("foot, level 1, above", a(), 1, 4, "crosses"),
    ("foot, level 1, equal", a(), 1, 3, "crosses_disordered"),
    ("foot, level 1, below", a(), 1, 2, "stays"),
    ("foot, level 2, equal", a(), 2, 4, "crosses_disordered"),
    ("foot, level 3, above", a(), 3, 6, "crosses"),
    ("foot, level 3, below", a(), 3, 4, "stays"),
    ("open order, level 1, above", a("Lt"), 1, 3, "crosses"),
    ("open order, level 1, equal", a("Lt"), 1, 2, "crosses_disordered"),
    ("open order, level 3, equal", a("Lt"), 3, 4, "crosses_disordered"),
    ("horse, level 1, above", a("Cav"), 1, 5, "crosses"),
    ("horse, level 1, equal", a("Cav"), 1, 4, "crosses_disordered"),
    ("horse, level 3, equal", a("Cav"), 3, 6, "crosses_disordered"),
    ("horse, level 3, below", a("Cav"), 3, 5, "stays"),
]


@pytest.mark.parametrize(
    ("base", "level", "die", "result"), [pytest.param(b, n, d, r, id=name) for name, b, n, d, r in OBSTACLES]
)
@pytest.mark.rule("alaguerre:11.3.1-b", "alaguerre:11.3.1-t1")
def test_crossing_an_obstacle(base: Plain, level: int, die: int, result: str) -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[10000, 10000], [30000, 10000]], "vdf": 1, "obstacle": level}
    m = moving(base, terrain=(hedge,), dice=(die,))
    move(m, "A", go("advance", by=1500))
    assert roll(m, "obstacle").data["result"] == result
    found = now(m, "A")
    assert found["at"] == [20000, 10000 if result == "stays" else 11500]
    assert found["state"] == ("disordered" if result == "crosses_disordered" else "ordered")


@pytest.mark.rule("alaguerre:11.3.1-c")
def test_who_failed_crosses_next_time_in_disorder() -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[10000, 10000], [30000, 10000]], "vdf": 1, "obstacle": 3}
    m = moving(a(crossing="H"), terrain=(hedge,))
    move(m, "A", go("advance", by=1500))
    assert (now(m, "A")["at"], now(m, "A")["state"]) == ([20000, 11500], "disordered")


@pytest.mark.rule("alaguerre:11.3.1-a")
def test_an_obstacle_stops_who_meets_it() -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[10000, 11000], [30000, 11000]], "vdf": 1, "obstacle": 0}
    m = moving(a(), terrain=(hedge,))
    assert move_barred(m, "A", go("advance", by=1500)) is not None
    assert move_barred(m, "A", go("advance", by=1000)) is None


@pytest.mark.parametrize(("troops", "level", "lawful"), [("LtArt", 1, True), ("LtArt", 2, False), ("MdArt", 1, False)])
@pytest.mark.rule("alaguerre:11.3.1-g", "alaguerre:11.3.1-t1")
def test_guns_at_obstacles(troops: str, level: int, lawful: bool) -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[10000, 10000], [30000, 10000]], "vdf": 1, "obstacle": level}
    m = moving(a(troops, formation="limbered"), terrain=(hedge,))
    assert (move_barred(m, "A", go("to", at=[20000, 11500])) is None) == lawful


@pytest.mark.parametrize(("die", "wide"), [(6, 2000), (5, 1000), (4, 0), (1, 0)])
@pytest.mark.rule("alaguerre:11.5-a")
def test_searching_a_ford(die: int, wide: int) -> None:
    river = {"id": "R", "type": "river", "line": [[0, 10500], [46667, 10500]], "width": 1000}
    m = moving(a(), terrain=(river,), dice=(die,), options={"ford_search": "on"})
    say(m, "red", "search", unit="A", piece="R")
    assert roll(m, "ford").data["wide"] == wide
    assert len([each for each in m.view("red")["table"]["terrain"] if each["type"] == "ford"]) == (wide > 0)
