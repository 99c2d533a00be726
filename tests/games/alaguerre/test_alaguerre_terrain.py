"""Chapters 5.5 and 11: areas and works, speeds in them, obstacles, bridges and fords, defence values."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.rules.terrain import closed_to, in_rough, slowed
from tests.games.alaguerre.battle import (
    Plain,
    area,
    base_of,
    blue,
    events,
    general,
    line,
    play,
    red,
    refused,
    rolls,
    state,
)

FAR = blue("Z", [45000, 39000])
SH = ("Sh", "1/1/0 - sk")
CAV = ("Cav", "1/-/2 a")


def match(*bases: Plain, terrain: tuple[Plain, ...], dice: list[int] | None = None, **more: Any) -> q.Match:
    mine = [{"division": "a", **base} for base in bases]
    start: Plain = {"phase": "manoeuvre", "orders": {"a": 5}, **more}
    return play(*mine, FAR, terrain=terrain, dice=dice, **start)


def move(unit: str, *path: Plain) -> Plain:
    return {"do": "move", "unit": unit, "path": list(path)}


def advance(by: int) -> Plain:
    return {"go": "advance", "by": by}


# -- speed (11.4) -----------------------------------------------------------------------------------------------------

FIELD = area("F", "field", 10, 20, 30, 21.8)


@pytest.mark.rule("alaguerre:11.4.1-a", "alaguerre:11-t7")
def test_example_of_1141_entering_a_field() -> None:
    """The field lies between 20 and 21.8; fronts at 19.3 (base B) and 17.8 (base A)."""
    slow = match(red("B", [20000, 19300]), terrain=(FIELD,))
    assert refused(slow, "red", move("B", advance(1001))) == "11.4.1-a"
    assert slow.refuse("red", move("B", advance(1000))) is None
    quick = match(red("A", [20000, 17800]), terrain=(FIELD,))
    assert quick.refuse("red", move("A", advance(2000))) is None
    up_to_it = match(red("A", [20000, 18500]), terrain=(FIELD,))
    assert up_to_it.refuse("red", move("A", advance(1500))) is None
    assert refused(up_to_it, "red", move("A", advance(1600))) == "11.4.1-a"


@pytest.mark.rule("alaguerre:11.4.1-b")
def test_example_of_1141_leaving_a_field() -> None:
    inside = match(red("A", [20000, 20800]), terrain=(FIELD,))
    assert inside.refuse("red", move("A", advance(2000))) is None, "with it the whole base is out"
    deep = match(red("A", [20000, 20500]), terrain=(FIELD,))
    assert refused(deep, "red", move("A", advance(1500))) == "11.4.1-a"
    deep.answer("red", move("A", advance(1000)))
    assert base_of(deep, "A")["pace"] == 1000


@pytest.mark.rule("alaguerre:11.4.3-a", "alaguerre:11-t2", "alaguerre:11-t4")
@pytest.mark.parametrize(
    ("kinds", "troops", "reach"),
    [
        (("wood", "steep"), ("Pk", "1/0/2 a"), 500),
        (("wood",), ("Pk", "1/0/2 a"), 1000),
        (("wood",), SH, 1500),
        (("marsh",), CAV, 1000),
        (("marsh",), SH, 1500),
        (("field",), SH, 3000),
        (("field",), CAV, 1500),
        (("steep",), CAV, 1500),
        (("slope",), CAV, 3000),
    ],
)
def test_example_of_1143_several_kinds_of_ground(kinds: tuple[str, ...], troops: tuple[str, str], reach: int) -> None:
    pieces = {
        "wood": area("W", "wood", 10, 10, 30, 30, vdf=1),
        "marsh": area("M", "marsh", 10, 10, 30, 30),
        "field": area("F", "field", 10, 10, 30, 30),
        "steep": area("H", "hill", 10, 10, 30, 30, slope="steep"),
        "slope": area("H", "hill", 10, 10, 30, 30),
    }
    found = match(red("U", [20000, 20000], *troops), terrain=tuple(pieces[kind] for kind in kinds))
    assert found.refuse("red", move("U", advance(reach))) is None
    assert found.refuse("red", move("U", advance(reach + 1))) is not None
    s = state(red("U", [20000, 20000], *troops), FAR, terrain=tuple(pieces[kind] for kind in kinds))
    unit = unit_of(s, s.bases["U"])
    assert slowed({"Pk": 2000, "Sh": 3000, "Cav": 3000}[troops[0]], unit, s.ground.areas) == reach


@pytest.mark.rule("alaguerre:11-t2", "alaguerre:11-t3", "alaguerre:11-t7")
def test_ground_that_is_closed_to_some() -> None:
    steep = area("H", "hill", 10, 10, 30, 30, slope="steep")
    s = state(
        red("P", [5000, 5000], great="T"),
        red("L", [5000, 9000], "LtArt", "1/1/- -", formation="limbered"),
        red("B", [5000, 12000], "baggage", "-/-/- -"),
        FAR,
        terrain=(steep, area("M", "marsh", 31, 10, 40, 30), area("F", "field", 10, 31, 30, 39)),
    )
    barred = {
        piece.id: [base.id for base in s.on_table("red") if closed_to(unit_of(s, base), piece)]
        for piece in s.ground.areas
    }
    assert barred == {"H": ["L", "B"], "M": ["P", "L", "B"], "F": ["L"]}


@pytest.mark.rule("alaguerre:11.4.2-a", "alaguerre:11.4-a")
def test_a_steep_slope_disorders_who_moves_on_it() -> None:
    steep = area("H", "hill", 10, 20, 30, 30, slope="steep")
    for troops, after in ((("Pk", "1/0/2 a"), "disordered"), (SH, "ordered")):
        found = match(red("U", [20000, 19500], *troops), terrain=(steep,))
        found.answer("red", move("U", advance(1000)))
        assert base_of(found, "U")["state"] == after


@pytest.mark.rule("alaguerre:5.6.5-i", "alaguerre:6.1.1-a")
@pytest.mark.parametrize(("west", "half"), [(20.0, True), (20.02, False)])
def test_half_a_base_in_a_wood(west: float, half: bool) -> None:
    s = state(red("U", [20000, 20000]), FAR, terrain=(area("W", "wood", west, 10, 30, 30),))
    assert in_rough(s, s.bases["U"].pose) is half


# -- rivers (11.2) ----------------------------------------------------------------------------------------------------

RIVER = line("R", "river", (0, 22), (40, 22), width=1000)


@pytest.mark.rule("alaguerre:11.2-g", "alaguerre:11.2-e", "alaguerre:11.2-f")
@pytest.mark.parametrize(
    ("way", "formation", "open_to"),
    [
        (None, "column", False),
        ({"type": "bridge"}, "column", True),
        ({"type": "bridge"}, "line", False),
        ({"type": "ford"}, "column", True),
        ({"type": "ford"}, "line", False),
        ({"type": "ford", "width": 2000, "wide": 2000}, "line", True),
    ],
)
def test_rivers_are_crossed_by_bridges_and_fords(way: Plain | None, formation: str, open_to: bool) -> None:
    pieces = [RIVER] if way is None else [RIVER, {**line("B", way["type"], (20, 21), (20, 23)), **way}]
    found = match(red("U", [20000, 21200], *CAV, formation=formation), terrain=tuple(pieces))
    refusal = found.refuse("red", move("U", advance(2500)))
    assert (refusal is None) is open_to
    if refusal is not None:
        assert refusal.rule == "11.2-g"


@pytest.mark.rule("alaguerre:11-t9")
def test_a_ford_disorders() -> None:
    found = match(
        red("U", [20000, 21200], *CAV, formation="column"), terrain=(RIVER, line("B", "ford", (20, 21), (20, 23)))
    )
    found.answer("red", move("U", advance(3000)))
    assert base_of(found, "U")["state"] == "disordered"


# -- obstacles (11.3) -------------------------------------------------------------------------------------------------


def hedge(level: int | None = 1, **more: Any) -> Plain:
    said = {} if level is None else {"obstacle": level}
    return line("H", "hedge", (10, 21.2), (30, 21.2), vdf=1, **said, **more)


@pytest.mark.rule("alaguerre:11.3.1-a")
def test_example_of_1131_an_obstacle_ends_the_move() -> None:
    found = match(red("U", [20000, 20000]), terrain=(hedge(),))
    assert refused(found, "red", move("U", advance(1300))) == "11.3.1-a"
    assert refused(found, "red", move("U", advance(1200), advance(100))) == "11.3.1-a"
    found.answer("red", move("U", advance(1200)))
    assert base_of(found, "U")["at"] == [20000, 21200]


@pytest.mark.rule("alaguerre:11.3.1-b", "alaguerre:11.3.1-t1", "alaguerre:11.3.1-f", "alaguerre:11.3.1-a")
@pytest.mark.parametrize(
    ("troops", "level", "general_level", "dice", "state", "goes"),
    [
        (("Pk", "1/0/2 a"), 1, None, [4], "ordered", True),
        (("Pk", "1/0/2 a"), 1, None, [3], "disordered", True),
        (("Pk", "1/0/2 a"), 2, 0, [3], "ordered", False),
        (("Pk", "1/0/2 a"), 0, None, [], "ordered", True),
        (CAV, 3, 1, [5], "disordered", True),
        (CAV, 3, 2, [5], "ordered", True),
        (SH, 3, None, [5], "ordered", True),
    ],
)
def test_coming_over_obstacles(
    troops: tuple[str, str], level: int, general_level: int | None, dice: list[int], state: str, goes: bool
) -> None:
    """E56 and D25: who begins at an obstacle rolls to come over it."""
    led = [] if general_level is None else [general("G", [20000, 19700], level=general_level, division="a")]
    found = match(red("U", [20000, 21200], *troops), terrain=(hedge(level),), dice=dice, generals=led, activated=["U"])
    found.answer("red", move("U", advance(2000)))
    base = base_of(found, "U")
    assert (base["state"], base["at"][1] == 23200) == (state, goes)
    assert len(rolls(found, "obstacle")) == len(dice)


@pytest.mark.rule("alaguerre:11.3.1-c")
def test_who_failed_comes_over_in_the_next_impulse_disordered() -> None:
    found = match(red("U", [20000, 21200]), terrain=(hedge(2),), dice=[3])
    found.answer("red", move("U", advance(2000)))
    base = base_of(found, "U")
    assert (base["crossing"], base["acted"], base["at"][1]) == ("H", True, 21200)
    again = match(red("U", [20000, 21200], crossing="H"), terrain=(hedge(2),))
    again.answer("red", move("U", advance(2000)))
    assert (base_of(again, "U")["state"], base_of(again, "U")["at"][1]) == ("disordered", 23200)
    assert rolls(again, "obstacle") == []


@pytest.mark.rule("alaguerre:11.3.1-g", "alaguerre:11.2-h")
@pytest.mark.parametrize(
    ("kind", "level", "open_to"), [("LtArt", 1, True), ("LtArt", 2, False), ("MdArt", 1, False), ("MdArt", 0, True)]
)
def test_guns_at_obstacles(kind: str, level: int, open_to: bool) -> None:
    gun = red("U", [20000, 21200], kind, "1/1/- -", formation="limbered")
    refusal = match(gun, terrain=(hedge(level),)).refuse("red", move("U", {"go": "to", "at": [20000, 23000]}))
    assert (refusal is None) is open_to
    assert refusal is None or refusal.rule == "11.3.1-g"


@pytest.mark.rule("alaguerre:11.3.1-d")
def test_a_column_passes_by_an_opening_without_a_roll() -> None:
    gap = [[[19000, 21200], [21000, 21200]]]
    found = match(red("U", [20000, 21200], formation="column"), terrain=(hedge(3, gaps=gap),))
    found.answer("red", move("U", advance(2000)))
    assert base_of(found, "U")["at"][1] == 23200
    beside = match(red("U", [26000, 21200], formation="column"), terrain=(hedge(3, gaps=gap),), dice=[1])
    beside.answer("red", move("U", advance(2000)))
    assert len(rolls(beside, "obstacle")) == 1


@pytest.mark.rule("alaguerre:11.3.3-a")
@pytest.mark.parametrize(("face", "level"), [(1, 0), (3, 1), (5, 2), (6, 3)])
def test_an_unknown_level_is_rolled_when_a_unit_comes_to_it(face: int, level: int) -> None:
    found = match(red("U", [20000, 20000]), terrain=(hedge(None),), dice=[face])
    found.answer("red", move("U", advance(1200)))
    assert found.state()["table"]["terrain"][0]["obstacle"] == level


# -- areas and works (5.5) --------------------------------------------------------------------------------------------

VILLAGE = area("V", "village", 18.5, 20, 21.5, 23, vdf=1)


@pytest.mark.rule("alaguerre:5.5.1-a", "alaguerre:11-t5")
def test_example_of_551_going_into_a_village() -> None:
    found = match(red("U", [20000, 18700]), terrain=(VILLAGE,))
    into = {"go": "enter", "piece": "V"}
    assert refused(found, "red", move("U", into)) == "5.5.1-a"
    assert refused(found, "red", move("U", advance(1400))) == "5.5.1-a"
    found.answer("red", move("U", advance(1300), into))
    base = base_of(found, "U")
    assert (base["inside"], base["at"], base["moved"]) == ("V", [20000, 21000], 2000)


@pytest.mark.rule("alaguerre:5.5.1-c", "alaguerre:5.5.1-d")
def test_example_of_551_leaving_it_by_any_side() -> None:
    def leave(side: int) -> Plain:
        return {"go": "leave", "piece": "V", "side": side}

    found = match(red("U", [20000, 21500], inside="V"), terrain=(VILLAGE,))
    assert refused(found, "red", move("U", advance(500))) == "5.5.1-c"
    assert refused(found, "red", move("U", leave(2), advance(1001))) == "5.2-a"
    found.answer("red", move("U", leave(2), advance(1000)))
    base = base_of(found, "U")
    assert (base["at"], base["facing"], base["inside"]) == ([20000, 25000], 0, None)
    east = match(red("U", [20000, 21500], inside="V"), terrain=(VILLAGE,))
    east.answer("red", move("U", leave(1)))
    assert (base_of(east, "U")["at"], base_of(east, "U")["facing"]) == ([22500, 21500], 9000)


@pytest.mark.rule("alaguerre:5.5-d", "alaguerre:5.5.1-b", "alaguerre:5.5-c")
def test_what_cannot_be_entered() -> None:
    into = {"go": "enter", "piece": "V"}
    full = match(red("U", [20000, 20000]), red("I", [20000, 22500], inside="V"), terrain=(VILLAGE,))
    assert refused(full, "red", move("U", into)) == "5.5-d"
    work = match(red("U", [20000, 21200]), terrain=(hedge(),))
    assert refused(work, "red", move("U", {"go": "enter", "piece": "H"})) == "5.5.1-b"
    wood = match(red("U", [20000, 20000]), terrain=(area("W", "wood", 18, 20, 22, 23),))
    assert refused(wood, "red", move("U", {"go": "enter", "piece": "W"})) == "5.5-c"


@pytest.mark.rule("alaguerre:5.5.2-b", "alaguerre:5.5.2-d", "alaguerre:5.5.2-a")
def test_occupying_a_hedge() -> None:
    askew = red("U", [20000, 21150], facing=300)
    found = match(askew, terrain=(hedge(),))
    found.answer("red", {"do": "occupy", "unit": "U", "piece": "H"})
    base = base_of(found, "U")
    assert (base["facing"], base["at"][1], base["acted"]) == (0, 21200, True)
    assert base["occupies"] == {"piece": "H", "sides": None}
    away = match(red("U", [20000, 20000]), terrain=(hedge(),))
    assert refused(away, "red", {"do": "occupy", "unit": "U", "piece": "H"}) == "5.5.2-b"
    horse = match(red("U", [20000, 21200], *CAV), terrain=(hedge(),))
    assert refused(horse, "red", {"do": "occupy", "unit": "U", "piece": "H"}) == "5.5.2-a"


@pytest.mark.rule("alaguerre:5.5.2-f", "alaguerre:5.5.2-c", "alaguerre:5.5.2-b")
def test_example_of_552_occupying_a_village() -> None:
    def occupy(sides: Any) -> Plain:
        return {"do": "occupy", "unit": "U", "piece": "V", "sides": sides}

    found = match(red("U", [20000, 22000], inside="V"), terrain=(VILLAGE,))
    assert refused(found, "red", occupy([0, 2])) == "5.5.2-f"
    found.answer("red", occupy([2, 3]))
    base = base_of(found, "U")
    assert (base["facing"], base["occupies"]["sides"]) == (31500, [2, 3]), "north and west: towards their corner"
    gun = red("U", [20000, 22000], "LtArt", "1/1/- -", inside="V", formation="limbered")
    guns = match(gun, terrain=(VILLAGE,))
    assert refused(guns, "red", occupy([2, 3])) == "5.5.2-f"
    guns.answer("red", occupy([3]))
    assert (base_of(guns, "U")["facing"], base_of(guns, "U")["formation"]) == (27000, "battery")


@pytest.mark.rule("alaguerre:5.5.2-e")
def test_war_works_are_used_from_their_own_side() -> None:
    trench = line("H", "trench", (10, 21.2), (30, 21.2), vdf=2, obstacle=1)
    enemy = match(red("U", [20000, 21200]), terrain=({**trench, "own": "blue"},))
    assert refused(enemy, "red", {"do": "occupy", "unit": "U", "piece": "H"}) == "5.5.2-e"
    free = match(red("U", [20000, 21200]), terrain=(trench,))
    free.answer("red", {"do": "occupy", "unit": "U", "piece": "H"})
    assert free.state()["table"]["terrain"][0]["own"] == "red"


@pytest.mark.rule("alaguerre:11.1.1-a", "alaguerre:11.1.1-b")
@pytest.mark.parametrize(
    ("kind", "face", "value"), [("village", 2, 0), ("village", 6, 2), ("redoubt", 1, 1), ("redoubt", 5, 3)]
)
def test_an_unknown_defence_value_is_rolled_when_a_unit_comes_to_it(kind: str, face: int, value: int) -> None:
    found = match(red("U", [20000, 18700]), terrain=(area("V", kind, 18.5, 20, 21.5, 23),), dice=[face])
    found.answer("red", move("U", advance(1300)))
    assert found.state()["table"]["terrain"][0]["vdf"] == value
    assert [event.data["vdf"] for event in events(found, "works")] == [value]


@pytest.mark.rule("alaguerre:11.2-g", "alaguerre:11.2-e")
def test_a_ford_elsewhere_does_not_let_a_flank_into_the_river() -> None:
    river = line("r", "river", (0, 20), (40, 20), width=1000)
    ford = line("f", "ford", (5, 19), (5, 21), width=2000, wide=2000)
    match = play(
        red("A", [20000, 18600], facing=4500, brigade="b"),
        blue("D", [20000, 30000]),
        terrain=(river, ford),
        phase="manoeuvre",
        orders={"red": 4},
    )
    go = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 1000}]}
    assert refused(match, "red", go) == "11.2-g"
