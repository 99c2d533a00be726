"""Chapter 5: how far and in what ways each kind of troops moves, through whom, and past whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    Plain,
    asked,
    barred,
    begun,
    blue,
    box,
    done,
    general,
    go,
    move,
    move_barred,
    now,
    red,
)

FOE = blue("Z", 40000, 38000, "Hv")


def moving(*bases: Plain, **keys: Any) -> Any:
    return begun("manoeuvre", *bases, FOE, **keys)


def a(troops: str = "Hv", **more: Any) -> Plain:
    return red("A", 20000, 10000, troops, **more)


OPEN = {"formation": "skirmish"}
MOUNTED = {"mounted": True, "mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC"}

MOVES: list[tuple[str, str, Plain, int, Plain]] = [
    ("5.2-t2", "Pk", a("Pk"), 2000, {}),
    ("5.2-t2", "Hv", a("Hv"), 2000, {}),
    ("5.2-t2", "Wb", a("Wb"), 2000, {}),
    ("5.2-t2", "Sh", a("Sh"), 2000, {}),
    ("5.2-t2", "Ln", a("Ln"), 2000, {}),
    ("5.2-t2", "Lt in open order", a("Lt"), 3000, {}),
    ("5.2-t2", "Sh in open order", a("Sh", stats="1/1/0 - sk/ln", **OPEN), 3000, {}),
    ("5.2-t2", "dismounted dragoons", a("Dr"), 3000, {}),
    ("5.2-t4", "mounted dragoons", a("Dr", **MOUNTED), 5000, {}),
    ("5.2-t3", "Cav", a("Cav"), 3000, {}),
    ("5.2-t3", "Rei", a("Rei"), 4000, {}),
    ("5.2-t3", "MC", a("MC"), 4000, {}),
    ("5.2-t4", "LC in line", a("LC"), 5000, {}),
    ("5.2-t4", "LC in open order", a("LC", **OPEN), 6000, {}),
    ("5.2-t6", "light guns in battery", a("LtArt"), 1000, {}),
    ("5.2-t6", "light guns in battery from 1660", a("LtArt"), 2000, {"year": 1660}),
    ("5.2-t7", "medium guns in battery from 1660", a("MdArt"), 1000, {"year": 1660}),
    ("5.2-t7", "medium guns in battery", a("MdArt"), 0, {}),
    ("5.2-t7", "heavy guns in battery", a("HvArt"), 0, {}),
    ("5.2-t7", "heavy guns in battery from 1660", a("HvArt"), 0, {"year": 1660}),
    ("5.2-t2", "disordered foot", a("Hv", state="disordered"), 2000, {}),
    ("2.6.7-c", "shaken foot", a("Hv", state="shaken"), 2000, {}),
    ("2.10.3-c", "a square", a("Pk", notes=["square"], formation="square"), 1000, {}),
]


@pytest.mark.parametrize(
    ("base", "most", "keys"),
    [pytest.param(b, n, k, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, b, n, k in MOVES],
)
def test_how_far_each_advances(base: Plain, most: int, keys: Plain) -> None:
    m = moving(base, **keys)
    if most:
        assert move_barred(m, "A", go("advance", by=most)) is None
    assert move_barred(m, "A", go("advance", by=most + 1)) is not None


@pytest.mark.parametrize(
    ("troops", "most", "year"),
    [("LtArt", 3000, 1640), ("MdArt", 2000, 1640), ("HvArt", 0, 1640), ("HvArt", 1000, 1660), ("LtArt", 3000, 1660)],
)
@pytest.mark.rule("alaguerre:5.2-t8", "alaguerre:5.2.2-a")
def test_limbered_guns_go_any_way(troops: str, most: int, year: int) -> None:
    m = moving(a(troops, formation="limbered"), year=year)
    if most:
        assert move_barred(m, "A", go("to", at=[20000 - most, 10000])) is None
        assert move_barred(m, "A", go("to", at=[20000, 10000 - most])) is None
    assert move_barred(m, "A", go("to", at=[20001 + most, 10000])) is not None


@pytest.mark.rule("alaguerre:5.2-t1", "alaguerre:5.2.5-b")
def test_a_great_unit_of_foot() -> None:
    m = moving(a("Pk", great="g", brigade="g"), red("B", 20000, 9000, "Pk", great="g", brigade="g"))
    assert move_barred(m, "A", go("advance", by=1000)) is None
    assert move_barred(m, "A", go("advance", by=1001)) is not None
    assert move_barred(m, "A", go("back", by=1000)) is None
    assert move_barred(m, "A", go("back", by=1001)) is not None
    move(m, "A", go("advance", by=500), alone=True)
    assert (now(m, "A")["at"], now(m, "B")["at"]) == ([20000, 10500], [20000, 9500]), "it does not come apart"


@pytest.mark.rule("alaguerre:5.2-t9", "alaguerre:5.2.1-a")
def test_generals_ride_ten() -> None:
    m = moving(a(), generals=[general("G", "red", 20000, 5000, division="red")])
    assert move_barred(m, "G", go("to", at=[30000, 5000])) is None
    assert move_barred(m, "G", go("to", at=[30001, 5000])) is not None


WAYS: list[tuple[str, str, Plain, Plain, bool]] = [
    ("5.2.3-a", "half the move obliquely", a(), go("oblique", side="left", angle=4500, by=1000), True),
    ("5.2.3-a", "more than half obliquely", a(), go("oblique", side="left", angle=4500, by=1001), False),
    ("5.2.3-a", "more than forty-five degrees", a(), go("oblique", side="left", angle=4501, by=500), False),
    ("5.2.3-a", "open order obliquely", a("Lt"), go("oblique", side="right", angle=4500, by=3000), True),
    ("5.2.3-a", "horse obliquely", a("Cav"), go("oblique", side="right", angle=3000, by=1500), True),
    ("5.2.3-a", "horse too far obliquely", a("Cav"), go("oblique", side="right", angle=3000, by=1501), False),
    ("5.2.3-b", "a battery obliquely", a("LtArt"), go("oblique", side="right", angle=1000, by=100), False),
    ("5.2.5-a", "half the move back", a(), go("back", by=1000), True),
    ("5.2.5-a", "more than half back", a(), go("back", by=1001), False),
    ("5.2.5-a", "open order back", a("Lt"), go("back", by=3000), True),
    ("5.2.5-a", "open order too far back", a("Lt"), go("back", by=3001), False),
    ("5.2.5-a", "horse back", a("Rei"), go("back", by=2000), True),
    ("5.2.5-b", "a battery back", a("LtArt"), go("back", by=100), False),
    ("5.2.6-a", "a um aside", a(), go("sideways", side="left", by=1000), True),
    ("5.2.6-a", "more than a um aside", a(), go("sideways", side="left", by=1001), False),
    ("5.2.6-a", "open order aside", a("LC", **OPEN), go("sideways", side="right", by=1001), False),
    ("5.2.6-a", "a column aside", a(formation="column"), go("sideways", side="right", by=500), False),
    ("5.2.6-a", "a battery aside", a("LtArt"), go("sideways", side="right", by=500), False),
    ("5.2.7-a", "foot about", a(), go("about"), True),
    ("5.2.7-a", "a battery about", a("LtArt"), go("about"), False),
    ("5.2.4-b", "a wheel of foot of a um", a(), go("wheel", side="left", angle=2864), True),
    ("5.2.4-b", "a wheel of foot beyond a um", a(), go("wheel", side="left", angle=2870), False),
    ("5.2.4-b", "a wheel of horse of two um", a("Cav"), go("wheel", side="left", angle=5729), True),
    ("5.2.4-b", "a wheel of horse beyond two um", a("Cav"), go("wheel", side="left", angle=5735), False),
    ("5.2.4-b", "a wheel of open order of three um", a("Lt"), go("wheel", side="left", angle=8590), True),
    ("5.2.4-b", "a wheel of open order beyond three um", a("Lt"), go("wheel", side="left", angle=8600), False),
    ("5.2.4-b", "a wheel of a heavy gun of half a um", a("HvArt"), go("wheel", side="right", angle=2864), True),
    ("5.2.4-b", "a wheel of a heavy gun beyond half a um", a("HvArt"), go("wheel", side="right", angle=2870), False),
    ("5.2.8-a", "tactical in line", a(), go("tactical", by=[[20000, 10000]], facing=0), False),
    ("5.2.8-c", "tactical in column", a(formation="column"), go("tactical", by=[[20000, 13400]], facing=9000), True),
    ("5.2.8-c", "tactical too far", a(formation="column"), go("tactical", by=[[20000, 13600]], facing=9000), False),
    (
        "5.2.8-a",
        "tactical shaken",
        a(formation="column", state="shaken"),
        go("tactical", by=[[20000, 12000]], facing=0),
        False,
    ),
    ("5.2.8-a", "tactical of open order", a("Lt"), go("tactical", by=[[20000, 15400]], facing=9000), True),
    (
        "5.2.8-a",
        "tactical of guns",
        a("LtArt", formation="limbered"),
        go("tactical", by=[[20000, 10600]], facing=0),
        False,
    ),
    ("2.6.7-d", "a routed unit", a(state="routed"), go("advance", by=100), False),
]


@pytest.mark.parametrize(
    ("base", "manoeuvre", "lawful"),
    [pytest.param(b, g, ok, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, b, g, ok in WAYS],
)
def test_ways_of_moving(base: Plain, manoeuvre: Plain, lawful: bool) -> None:
    m = moving(base, red("Y", 5000, 5000, "Hv", brigade="y"))
    assert (move_barred(m, "A", manoeuvre) is None) == lawful


@pytest.mark.rule("alaguerre:5.2.4-a")
def test_a_wheel_comes_out_of_the_move() -> None:
    """28.64 degrees of a front of two um are one um; one is left."""
    m = moving(a())
    wheel = go("wheel", side="left", angle=2864)
    assert move_barred(m, "A", wheel, go("advance", by=1000)) is None
    assert move_barred(m, "A", wheel, go("advance", by=1005)) is not None


@pytest.mark.rule("alaguerre:5.2.4-a", "alaguerre:2.10.1-a")
def test_a_line_wheels_by_its_whole_width() -> None:
    line = (a(brigade="b"), red("B", 22000, 10000, "Hv", brigade="b"))
    m = moving(*line)
    assert move_barred(m, "A", go("wheel", side="left", angle=1432)) is None
    assert move_barred(m, "A", go("wheel", side="left", angle=1440)) is not None


@pytest.mark.rule("alaguerre:5.2.8-d")
def test_the_tactical_move_disorders() -> None:
    m = moving(a(formation="column"))
    move(m, "A", go("tactical", by=[[20000, 12000]], facing=9000))
    assert (now(m, "A")["state"], now(m, "A")["tactical"], now(m, "A")["facing"]) == ("disordered", True, 9000)


@pytest.mark.rule("alaguerre:5.2.8-b")
@pytest.mark.parametrize(("y", "lawful"), [(12900, False), (13300, True)])
def test_no_tactical_move_in_reach_of_the_enemy(y: int, lawful: bool) -> None:
    """Foot charges three um."""
    m = begun("manoeuvre", a(formation="column"), blue("T", 20000, y, "Hv"))
    assert (move_barred(m, "A", go("tactical", by=[[20000, 9000]], facing=0)) is None) == lawful


@pytest.mark.rule("alaguerre:2.7.1-b")
def test_a_mixed_line_goes_as_fast_as_its_slowest() -> None:
    line = (
        red("A", 20000, 10000, "Cav", brigade="b", notes=["mixed"]),
        red("B", 22000, 10000, "Rei", brigade="b", notes=["mixed"]),
    )
    m = moving(*line)
    assert move_barred(m, "A", go("advance", by=3000)) is None
    assert move_barred(m, "A", go("advance", by=3001)) is not None


# --- changes of formation


CHANGES: list[tuple[str, str, Plain, Plain, bool]] = [
    ("5.2.9-b", "to open order", a("Sh", stats="1/1/0 - sk/ln"), go("form", formation="skirmish"), True),
    ("2.5-a", "to open order, untrained", a("Sh"), go("form", formation="skirmish"), False),
    ("2.5-a", "to a line of open-order troops", a("Lt"), go("form", formation="line"), False),
    ("5.2.9-b", "back to a line", a("Sh", stats="1/1/0 - sk/ln", **OPEN), go("form", formation="line"), True),
    ("2.10.3-a", "a square with the note", a("Pk", notes=["square"]), go("form", formation="square"), True),
    ("2.10.3-a", "a square without it", a("Pk"), go("form", formation="square"), False),
    ("5.2.11-a", "limbering", a("LtArt"), go("form", formation="limbered"), True),
    ("5.2.11-b", "unlimbering", a("LtArt", formation="limbered"), go("form", formation="battery", facing=9000), True),
    (
        "5.2.10-a",
        "mounting",
        a("Dr", **{**MOUNTED, "mounted": False}),
        go("form", formation="line", mounted=True),
        True,
    ),
    ("5.2-t8", "limbering heavy guns before 1660", a("HvArt"), go("form", formation="limbered"), False),
]


@pytest.mark.parametrize(
    ("base", "manoeuvre", "lawful"),
    [pytest.param(b, g, ok, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, b, g, ok in CHANGES],
)
def test_changes_of_formation(base: Plain, manoeuvre: Plain, lawful: bool) -> None:
    m = moving(base, red("Y", 5000, 5000, "Hv", brigade="y"))
    assert (move_barred(m, "A", manoeuvre) is None) == lawful
    if lawful:
        assert move_barred(m, "A", manoeuvre, go("advance", by=100)) is not None, "it takes the whole impulse"


@pytest.mark.rule("alaguerre:5.2.11-a", "alaguerre:8.1.2-c")
def test_guns_do_not_shoot_in_the_impulse_they_unlimber() -> None:
    m = begun(
        "manoeuvre",
        a("LtArt", formation="limbered"),
        blue("T", 20000, 12500, "Hv"),
        red("Y", 5000, 5000, "Sh", brigade="y"),
        blue("X", 5000, 6500, "Hv"),
    )
    move(m, "A", go("form", formation="battery", facing=0))
    done(m, "move")
    assert asked(m) == ("fire", "red")
    assert barred(m, "red", "fire", unit="A", target="T") == "8.1.2"


@pytest.mark.rule("alaguerre:5.4-c")
@pytest.mark.parametrize(("gap", "lawful"), [(900, False), (1100, True)])
def test_guns_do_not_limber_in_an_enemy_zone(gap: int, lawful: bool) -> None:
    m = begun("manoeuvre", a("LtArt"), blue("T", 20000, 10000 + gap, "Hv"))
    assert (move_barred(m, "A", go("form", formation="limbered")) is None) == lawful


# --- interpenetration


TABLE = {
    "Pk": {"Pk": "N", "Hv": "N", "Wb": "N", "Sh": "N", "Cav": "N", "Rei": "N", "MC": "N", "LC": "N", "LC.sk": "N"},
    "Hv": {"Pk": "N", "Hv": "C", "Wb": "C", "Sh": "C", "Cav": "N", "Rei": "N", "MC": "N", "LC": "N", "LC.sk": "Y"},
    "Ln": {"Pk": "N", "Hv": "C", "Sh": "C", "Cav": "N", "LC": "N", "LC.sk": "Y"},
    "Sh": {"Pk": "C", "Hv": "C", "Sh": "C", "Cav": "N", "Rei": "N", "MC": "C", "LC": "C", "LC.sk": "Y"},
    "Cav": {"Pk": "N", "Hv": "C", "Sh": "C", "Cav": "C", "Rei": "C", "MC": "C", "LC": "C", "LC.sk": "Y"},
    "MC": {"Pk": "N", "Hv": "C", "Sh": "C", "Cav": "C", "MC": "C", "LC": "C", "LC.sk": "Y"},
    "LC.sk": {"Pk": "N", "MC": "Y", "LC": "Y", "LC.sk": "Y", "Hv": "C", "Cav": "C"},
}


def troop(id: str, y: int, kind: str, **more: Any) -> Plain:
    troops, _, loose = kind.partition(".")
    return red(id, 20000, y, troops, brigade=id, **(OPEN if loose else {}), **more)


@pytest.mark.parametrize(
    ("crossing", "crossed", "cell"),
    [(row, column, cell) for row, cells in TABLE.items() for column, cell in cells.items()],
)
@pytest.mark.rule("alaguerre:5.3-b", "alaguerre:5.3-t2", "alaguerre:5.3-t4")
def test_who_passes_through_whom(crossing: str, crossed: str, cell: str) -> None:
    """The friend is still: two um take the unit just beyond him."""
    m = moving(troop("A", 10000, crossing), troop("B", 11000, crossed))
    found = move_barred(m, "A", go("advance", by=2000))
    assert (found is None) == (cell != "N"), found
    if found is None:
        move(m, "A", go("advance", by=2000))
        assert (now(m, "A")["state"], now(m, "B")["state"]) == ("ordered", "ordered")


@pytest.mark.rule("alaguerre:5.3-b")
def test_both_are_disordered_if_the_crossed_moves_later() -> None:
    m = moving(troop("A", 10000, "Hv"), troop("B", 11000, "Hv"))
    move(m, "A", go("advance", by=2000))
    move(m, "B", go("back", by=500))
    assert (now(m, "A")["state"], now(m, "B")["state"]) == ("disordered", "disordered")


@pytest.mark.rule("alaguerre:5.3-b")
def test_both_are_disordered_if_the_crossed_has_moved() -> None:
    m = moving(troop("A", 10000, "Hv"), troop("B", 11500, "Hv"))
    move(m, "B", go("back", by=500))
    move(m, "A", go("advance", by=2000))
    assert (now(m, "A")["state"], now(m, "B")["state"]) == ("disordered", "disordered")


@pytest.mark.rule("alaguerre:5.3-e")
def test_one_must_get_all_the_way_through() -> None:
    m = moving(troop("A", 10000, "Hv"), troop("B", 11500, "Hv"))
    assert move_barred(m, "A", go("advance", by=2000)) is not None
    assert move_barred(m, "A", go("advance", by=500)) is None


@pytest.mark.rule("alaguerre:5.3.2-b")
def test_closed_order_crossed_by_open_order_is_disordered_if_it_moves() -> None:
    m = moving(troop("A", 10000, "Lt"), troop("B", 11000, "Hv"))
    move(m, "A", go("advance", by=2000))
    move(m, "B", go("back", by=500))
    assert (now(m, "A")["state"], now(m, "B")["state"]) == ("ordered", "disordered")


@pytest.mark.rule("alaguerre:5.3-a")
def test_nobody_passes_through_enemies_or_touches_them() -> None:
    m = begun("manoeuvre", a(), blue("T", 20000, 11500, "Hv"))
    assert move_barred(m, "A", go("advance", by=1400)) is None
    assert move_barred(m, "A", go("advance", by=1500)) is not None


@pytest.mark.rule("alaguerre:5.3.3-a")
def test_guns_in_battery_are_crossed() -> None:
    m = moving(troop("A", 10000, "Pk"), red("B", 20000, 11000, "LtArt", brigade="b"))
    assert move_barred(m, "A", go("advance", by=2000)) is None


# --- zones of control


@pytest.mark.parametrize(
    ("manoeuvre", "lawful"),
    [
        (go("advance", by=300), True),
        (go("back", by=500), True),
        (go("sideways", side="left", by=500), False),
        (go("oblique", side="left", angle=4500, by=500), False),
        (go("wheel", side="left", angle=2800), False),
    ],
)
@pytest.mark.rule("alaguerre:5.4-a", "alaguerre:5.4-b")
def test_inside_a_zone_of_control(manoeuvre: Plain, lawful: bool) -> None:
    """The enemy stands half a um ahead, a um to the right; wheeling left one turns the march away from him."""
    m = begun("manoeuvre", a(), blue("T", 21000, 10500, "Hv"))
    assert (move_barred(m, "A", manoeuvre) is None) == lawful


@pytest.mark.parametrize(("y", "lawful"), [(9500, False), (10500, True)])
@pytest.mark.rule("alaguerre:5.4-b")
def test_nobody_crosses_a_zone_sideways(y: int, lawful: bool) -> None:
    """A column rides along the front of the enemy at a distance of half a um and more than one."""
    mover = red("A", 16000, y - 1000, "Cav", facing=9000)
    m = begun("manoeuvre", mover, blue("T", 19000, 10000 if y == 9500 else 11600, "Hv"))
    assert (move_barred(m, "A", go("advance", by=3000)) is None) == lawful


@pytest.mark.parametrize("more", [{"state": "routed"}, {"type": "LtArt", "stats": "1/1/- -", "formation": "limbered"}])
@pytest.mark.rule("alaguerre:5.4-a")
def test_the_routed_and_limbered_have_no_zone(more: Plain) -> None:
    m = begun("manoeuvre", a(), {**blue("T", 21000, 10500, "Hv"), **more})
    assert move_barred(m, "A", go("sideways", side="left", by=500)) is None


# --- engaged


@pytest.mark.parametrize(
    ("manoeuvre", "lawful"),
    [
        (go("back", by=1000), True),
        (go("advance", by=200), False),
        (go("wheel", side="left", angle=500), False),
        (go("sideways", side="left", by=500), False),
    ],
)
@pytest.mark.rule("alaguerre:7.2.1-a")
def test_the_engaged_only_go_back(manoeuvre: Plain, lawful: bool) -> None:
    m = begun("manoeuvre", a("Ln", engaged="T"), blue("T", 20000, 11000, "Hv", engaged="A"))
    assert (move_barred(m, "A", manoeuvre) is None) == lawful


# --- areas


VILLAGE = box("V", "village", 18000, 11000, 22000, 13000, vdf=1)


@pytest.mark.rule("alaguerre:5.5.1-a")
def test_entering_an_area() -> None:
    m = moving(a(), terrain=(VILLAGE,))
    move(m, "A", go("advance", by=1000), go("enter", piece="V"))
    assert now(m, "A")["inside"] == "V"


@pytest.mark.rule("alaguerre:5.5.1-a")
def test_entering_needs_movement_left() -> None:
    m = moving(red("A", 20000, 9000, "Hv"), terrain=(VILLAGE,))
    assert move_barred(m, "A", go("advance", by=2000), go("enter", piece="V")) is not None


@pytest.mark.rule("alaguerre:5.5.1-c")
@pytest.mark.parametrize(
    ("side", "at", "facing"), [(0, [20000, 10000], 18000), (2, [20000, 14000], 0), (1, [23000, 12000], 9000)]
)
def test_leaving_by_any_side(side: int, at: list[int], facing: int) -> None:
    m = moving(red("A", 20000, 12500, "Hv", inside="V"), terrain=(VILLAGE,))
    move(m, "A", go("leave", piece="V", side=side))
    assert (now(m, "A")["inside"], now(m, "A")["facing"]) == (None, facing)
    assert now(m, "A")["at"] == at


@pytest.mark.rule("alaguerre:5.5.1-c")
def test_leaving_costs_a_um() -> None:
    m = moving(red("A", 20000, 12500, "Hv", inside="V"), terrain=(VILLAGE,))
    assert move_barred(m, "A", go("leave", piece="V", side=2), go("advance", by=1000)) is None
    assert move_barred(m, "A", go("leave", piece="V", side=2), go("advance", by=1001)) is not None


@pytest.mark.rule("alaguerre:5.5.2-a")
@pytest.mark.parametrize(("troops", "lawful"), [("Hv", True), ("Sh", True), ("Cav", False), ("LC", False)])
def test_only_foot_and_guns_occupy(troops: str, lawful: bool) -> None:
    m = moving(red("A", 20000, 12500, troops, inside="V"), terrain=(VILLAGE,))
    assert (barred(m, "red", "occupy", unit="A", piece="V", sides=[2, 3]) is None) == lawful


@pytest.mark.rule("alaguerre:5.5.2-f")
@pytest.mark.parametrize(
    ("sides", "lawful"), [([0, 1], True), ([3, 0], True), ([0, 2], False), ("all", True), ([0, 1, 2], False)]
)
def test_two_sides_that_meet_or_all(sides: Any, lawful: bool) -> None:
    m = moving(red("A", 20000, 12500, "Hv", inside="V"), terrain=(VILLAGE,))
    assert (barred(m, "red", "occupy", unit="A", piece="V", sides=sides) is None) == lawful


@pytest.mark.rule("alaguerre:5.5-c", "alaguerre:5.5.1-b")
def test_woods_are_not_occupied_and_hedges_not_entered() -> None:
    wood = box("V", "wood", 18000, 10500, 22000, 13000, vdf=1)
    m = moving(red("A", 20000, 12000, "Hv"), terrain=(wood,))
    assert barred(m, "red", "occupy", unit="A", piece="V") is not None
    hedge = {"id": "H", "type": "hedge", "line": [[18000, 10000], [22000, 10000]], "vdf": 1, "obstacle": 1}
    m = moving(a(), terrain=(hedge,))
    assert move_barred(m, "A", go("enter", piece="H")) is not None
    assert barred(m, "red", "occupy", unit="A", piece="H") is None
