"""Chapter 2.7 to 2.11: units are read off the table as it is now, whoever has moved, gone or is not there yet."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import formations
from quadrilatero.games.alaguerre.rules.formations import again, laid_out, unit_of, unit_with
from quadrilatero.games.alaguerre.state import NOWHERE, State
from tests.games.alaguerre.battle import Plain, blue, general, red, state

FAR = blue("Z", [45000, 39000])
L: Plain = {"brigade": "l"}
G: Plain = {"great": "T", "brigade": "l"}


def line(*more: Plain, **others: Any) -> State:
    """Three bases of a brigade side by side."""
    bases = [red(id, [20000 + 2000 * n, 20000], **L) for n, id in enumerate("ABC")]
    return state(*bases, *more, FAR, **others)


def ids(s: State, id: str = "A") -> list[str]:
    return unit_of(s, s.bases[id]).ids


@pytest.mark.rule("alaguerre:2.7.1-a", "alaguerre:2.10-a")
def test_a_line_is_read_anew_when_one_of_it_goes() -> None:
    s = line()
    assert ids(s) == ["A", "B", "C"]
    s.remove(s.bases["C"])
    assert (ids(s), unit_of(s, s.bases["A"]).pose) == (["A", "B"], (21000, 20000, 0, 4000, 1000))
    s.change(s.bases["B"], at=(30000, 20000))
    assert (ids(s), ids(s, "B")) == (["A"], ["B"])
    s.change(s.bases["B"], at=(22000, 20000))
    assert ids(s, "B") == ["A", "B"]


@pytest.mark.rule("alaguerre:2.7.1-a", "alaguerre:2.7.1-d")
def test_a_base_as_it_was_is_a_unit_by_itself_and_leaves_the_others_as_they_are() -> None:
    s = line()
    before = s.bases["A"]
    s.change(before, moved=5)
    stale = unit_of(s, before)
    assert (stale.ids, stale.bases[0].moved) == (["A"], 0)
    assert (ids(s), unit_of(s, s.bases["A"]).bases[0].moved) == (["A", "B", "C"], 5)
    assert unit_of(s, s.bases["B"], alone=True).ids == ["B"]


@pytest.mark.rule("alaguerre:2.10-a", "alaguerre:2.11-b")
def test_who_is_not_there_or_of_a_great_unit_is_in_no_line() -> None:
    away = state(red("A", None, **L), red("B", None, **L), FAR)
    assert (ids(away, "A"), ids(away, "B")) == (["A"], ["B"])
    great = line(red("T1", [26000, 20000], **G), red("T2", [28000, 20000], **G))
    assert (ids(great), ids(great, "T1")) == (["A", "B", "C"], ["T1", "T2"])
    waits = state(red("T1", None, **G), red("T2", None, **G), FAR)
    assert unit_of(waits, waits.bases["T1"]).pose == NOWHERE


@pytest.mark.rule("alaguerre:2.10.2-a", "alaguerre:2.10.3-b")
@pytest.mark.parametrize(
    ("bases", "units"),
    [
        (([20000, 20000, 0], [20000, 19000, 0]), ["square A", "square B"]),
        (([20000, 20000, 0], [20000, 18000, 18000]), ["square AB"]),
        (([20000, 20000, 0], [22000, 20000, 0]), ["square A", "square B"]),
    ],
)
def test_only_back_to_back_bases_are_a_square(bases: tuple[list[int], ...], units: list[str]) -> None:
    marked: Plain = {**L, "formation": "square"}
    troops = [red(id, at[:2], facing=at[2], **marked) for id, at in zip("AB", bases, strict=True)]
    found = formations.units(state(*troops, FAR), "red")
    assert [f"{one.kind} {''.join(one.ids)}" for one in found] == units


@pytest.mark.rule("alaguerre:2.7.1-b", "alaguerre:2.11.1-b")
def test_a_great_unit_has_the_morale_of_its_front_and_the_name_of_all() -> None:
    troops = (
        red("T1", [20000, 20000], stats="2/0/2 a", name="Spinola 1", **G),
        red("T2", [20000, 19000], name="Spinola 2", **G),
    )
    s = state(*troops, FAR)
    great = unit_of(s, s.bases["T1"])
    assert (great.morale, great.name, great.pose) == (2, "Spinola", (20000, 20000, 0, 2000, 2000))
    rear = state(troops[1], troops[0], FAR)
    assert unit_of(rear, rear.bases["T1"]).morale == 2
    plain = state(red("A", [20000, 20000], name="Guardie 1", **L), FAR)
    assert unit_of(plain, plain.bases["A"]).name == "Guardie 1"


@pytest.mark.rule("alaguerre:2.7.1-a", "alaguerre:2.11.1-b")
def test_what_is_left_of_a_unit_is_of_its_own_formation() -> None:
    marked = [red(id, [20000, 20000 - 1000 * n], formation="column", **L) for n, id in enumerate("AB")]
    s = state(*marked, FAR)
    column = unit_of(s, s.bases["A"])
    assert (column.kind, column.ids) == ("column", ["A", "B"])
    same = again(s, column)
    assert same is not None
    assert (same.kind, same.ids) == ("column", ["A", "B"])
    plain = line()
    whole = unit_of(plain, plain.bases["A"])
    plain.change(plain.bases["B"], formation="square")
    plain.remove(plain.bases["A"])
    plain.remove(plain.bases["C"])
    left = again(plain, whole)
    assert left is not None
    assert (left.kind, left.ids, left.id) == ("square", ["B"], "A")


@pytest.mark.rule("alaguerre:2.7.5-c", "alaguerre:2.7.5-d")
def test_with_whom_a_general_is() -> None:
    people = [
        general("C", [5000, 5000]),
        general("G", [20000, 21500], division="d"),
        general("H", [20000, 21500], division="e", superior="G"),
    ]
    guns = red("K", [20000, 23000], "MdArt", "1/1/- -", division=None)
    s = state(red("A", [20000, 20000], division="e"), guns, FAR, generals=people[:2])
    assert not formations.is_under(s, s.bases["A"], s.generals["G"])
    assert formations.is_under(s, s.bases["A"], s.generals["C"])
    assert formations.is_under(s, s.bases["K"], s.generals["G"]), "the guns of the CiC are anybody's"
    found = unit_with(s, s.generals["G"])
    assert found is not None
    assert found.ids == ["K"]
    below = state(red("A", [9000, 9000], division="e"), FAR, generals=[*people[:2], {**people[2], "at": [30000, 3000]}])
    assert formations.is_under(below, below.bases["A"], below.generals["G"])
    near = state(red("A", [1000, 1000], division="d"), FAR, generals=people[:2])
    near.lead(near.generals["G"], at=None, state="dead", lost=1)
    assert unit_with(near, near.generals["G"]) is None


@pytest.mark.rule("alaguerre:2.10.1-a", "alaguerre:5.1.2-a")
def test_a_row_is_laid_out_from_the_left_and_from_the_front() -> None:
    s = line()
    s.change(s.bases["B"], at=(22000, 20049))
    unit = unit_of(s, s.bases["A"])
    assert unit.ids == ["A", "B", "C"]
    there = laid_out(unit, (30000, 30000, 0, 6000, 1000))
    assert {id: pose[:2] for id, pose in there.items()} == {
        "A": (28000, 30000),
        "B": (30000, 30000),
        "C": (32000, 30000),
    }
    aslant = laid_out(unit, (30000, 30000, 9000, 6000, 1000))
    assert {id: pose[:3] for id, pose in aslant.items()} == {
        "A": (30000, 32000, 9000),
        "B": (30000, 30000, 9000),
        "C": (30000, 28000, 9000),
    }
