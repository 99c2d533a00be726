"""10.1: what counts for a division that tests, and what becomes of it, one condition at a time."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import divisions
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, line, red, state

AT = [20000, 20000]
D: Plain = {"division": "d"}
E: Plain = {"division": "e"}
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -", **E), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
DIVISIONS: Plain = {"d": {"side": "red"}, "e": {"side": "red"}}
HV = ("Hv", "1/-/0 -")
CAV = ("Cav", "1/-/2 a")
GUNS = ("MdArt", "1/1/- -")
TRENCH = line("T", "trench", (15, 20), (25, 20), vdf=1, own="red")
HOLDS: Plain = {**D, "occupies": "T"}


def field(*bases: Plain, **more: Any) -> State:
    return state(*bases, *FAR, divisions=DIVISIONS, **more)


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


@pytest.mark.rule("alaguerre:10.1.3-m3")
@pytest.mark.parametrize(
    ("base", "enemies", "counts"),
    [
        (red("A", AT, *HV, **HOLDS), (blue("B", [20000, 22000], *HV),), True),
        (red("A", AT, *HV, **D), (blue("B", [20000, 22000], *HV),), False),
        (red("A", AT, *HV, **HOLDS), (blue("B", [20000, 23001], *HV),), False),
        (red("A", AT, *HV, **HOLDS), (blue("B", [20000, 20500], *GUNS),), False),
        (red("A", AT, *HV, **HOLDS), (blue("B", [20000, 22000], *HV, state="shaken"),), False),
        (red("A", AT, *HV, **{**HOLDS, "state": "shaken"}), (blue("B", [20000, 22000], *HV),), False),
    ],
)
def test_who_is_behind_defences(base: Plain, enemies: tuple[Plain, ...], counts: bool) -> None:
    s = field(base, *enemies, terrain=(TRENCH,))
    assert divisions.is_behind_defences(s, s.bases["A"]) is counts


VILLAGE = area("V", "village", 25, 15, 31, 25, vdf=1)
OTHER = area("W", "village", 5, 15, 11, 25, vdf=1)


@pytest.mark.rule("alaguerre:10.1.3-m4")
@pytest.mark.parametrize(
    ("bases", "holds"),
    [
        ((red("A", [28000, 20000], inside="V", **D),), True),
        ((red("A", [28000, 20000], inside="V", state="shaken", **D),), False),
        ((red("A", [8000, 20000], inside="W", **D),), False),
        ((red("A", AT, state="shaken", **D), red("B", [28000, 20000], inside="V", **D)), True),
        ((red("A", AT, **D), red("B", [28000, 20000], inside="V", **D)), True),
        ((red("A", [40000, 10400], **D),), True),
        ((red("A", [40000, 12000], **D),), False),
    ],
)
def test_who_holds_an_objective(bases: tuple[Plain, ...], holds: bool) -> None:
    goals = [{"id": "v", "piece": "V"}, {"id": "p", "at": [40000, 10000]}]
    s = field(*bases, terrain=(VILLAGE, OTHER), objectives=goals)
    assert divisions.holds_objective(s, divisions.units_of(s, "d")) is holds


@pytest.mark.rule("alaguerre:10.1.3-m6", "alaguerre:10.1.3-m7")
def test_a_division_is_cut_off_if_one_of_its_units_sees_it() -> None:
    hill = area("H", "hill", 5, 12, 15, 16)
    bases = red("A", [10000, 20000], **D), red("B", [22000, 20000], **D), blue("C", [10000, 5000], facing=0)
    s = field(*bases, terrain=(hill,), communications={"red": [[10000, 4800]]})
    assert divisions.is_cut_off(s, "red", divisions.units_of(s, "d"))
    assert not divisions.is_cut_off(s, "red", [unit(s)])
    assert not divisions.is_cut_off(field(*bases), "red", divisions.units_of(s, "d"))


@pytest.mark.rule("alaguerre:10.1.3-m7")
@pytest.mark.parametrize(
    ("enemy", "behind"),
    [
        (blue("B", [23000, 19000], facing=27000), True),
        (blue("B", [20000, 17000], facing=0), True),
        (blue("B", [20000, 17000], facing=0, state="shaken"), False),
        (blue("B", [23000, 20100], facing=27000), False),
        (blue("B", [23000, 19980], facing=27000), True),
    ],
)
def test_enemies_astride_the_rear_line_are_behind(enemy: Plain, behind: bool) -> None:
    s = field(red("A", AT, **D), enemy)
    assert divisions.has_enemies_behind(s, divisions.units_of(s, "d")) is behind


@pytest.mark.rule("alaguerre:10.1.2-a", "alaguerre:10.1.1-t3")
def test_one_base_engaged_or_in_melee_holds_the_whole_unit() -> None:
    pair = red("A", AT, brigade="x", **D), red("B", [22000, 20000], brigade="x", **D)
    s = field(*pair, blue("C", [23900, 20000]), blue("F", [10000, 25000]))
    assert unit(s).ids == ["A", "B"]
    assert divisions.is_held_fast(s, unit(s))
    free = field(*pair, blue("C", [23900, 21500]))
    assert not divisions.is_held_fast(free, unit(free))
    free.change(free.bases["B"], engaged="C")
    assert divisions.is_held_fast(free, unit(free))


@pytest.mark.rule("alaguerre:10.1.1-t3", "alaguerre:10.1.1-t4")
def test_who_has_gone_does_not_keep_the_others_from_running() -> None:
    s = field(
        red("A", [20000, 800], "Pk", "1/0/2 a", state="shaken", losses=3, **D),
        red("B", [28000, 20000], state="shaken", **D),
    )
    drive(divisions.shake(s, "d"))
    assert course(s)[:2] == ["state division A routed", "cohesion rout red 8"]
    assert [line for line in course(s) if line.startswith("moved")] == ["moved rout B 3000"]
    s = field(red("A", AT, **D), red("B", [28000, 20000], **D), generals=[general("C", [5000, 3000], division="e")])
    drive(divisions.disperse(s, "d"))
    assert [base.id for base in s.on_table("red")] == ["Y"]
    assert not s.divisions["d"].tests


@pytest.mark.rule("alaguerre:10.1.1-c")
@pytest.mark.parametrize(
    ("bases", "broken"),
    [
        ((red("A", AT, state="routed", **D), red("B", [28000, 20000], state="routed", **D)), True),
        ((red("A", AT, state="routed", **D), red("B", [28000, 20000], **D)), False),
        ((red("A", AT, state="routed", **D),), False),
        ((red("A", AT, state="routed", **D), red("N", None, **D)), False),
        ((red("N", None, **D), red("M", None, **D)), False),
    ],
)
def test_a_division_of_which_all_have_routed_is_broken(bases: tuple[Plain, ...], broken: bool) -> None:
    assert divisions.is_broken(field(*bases), "d") is broken
