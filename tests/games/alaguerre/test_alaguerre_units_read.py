"""Chapters 2.7 to 2.11: which bases are a unit, what it is worth, where its bases stand when it is put somewhere."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.rules import formations
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, blue, general, red, state

AT = [20000, 20000]
FAR = blue("Z", [45000, 39000], "LC", "0/-/0 -")
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
LC = ("LC", "1/0/0 - sk/ln")
GUNS = ("MdArt", "1/1/- -")
TRAIN = ("baggage", "-/-/- -")
OPEN: Plain = {"formation": "skirmish"}
COLUMN: Plain = {"formation": "column"}
SQUARE: Plain = {"formation": "square", "notes": ["square"]}
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}


def at(x: int, y: int = 20000) -> list[int]:
    return [x, y]


def pike(id: str, x: int, y: int = 20000, **more: object) -> Plain:
    return red(id, [x, y], **{**C, **more})


def outcome(bases: tuple[Plain, ...]) -> list[str]:
    """The units of these bases: kind, members, rectangle."""
    s = state(*bases, FAR)
    return [f"{one.kind} {''.join(one.ids)} {','.join(map(str, one.pose))}" for one in formations.units(s, "red")]


@pytest.mark.rule("alaguerre:2.7.1-a", "alaguerre:2.10.1-a", "alaguerre:2.10.2-a")
@pytest.mark.parametrize(
    ("bases", "told"),
    [
        ((pike("A", 20000),), ["line A 20000,20000,0,2000,1000"]),
        ((pike("A", 20000), pike("B", 22000)), ["line AB 21000,20000,0,4000,1000"]),
        ((pike("A", 20000), pike("B", 22000), pike("D", 24000)), ["line ABD 22000,20000,0,6000,1000"]),
        (
            (pike("A", 20000), pike("B", 22000), pike("D", 26100)),
            ["line AB 21000,20000,0,4000,1000", "line D 26100,20000,0,2000,1000"],
        ),
        ((pike("A", 20000), pike("B", 22200)), ["line A 20000,20000,0,2000,1000", "line B 22200,20000,0,2000,1000"]),
        (
            (pike("A", 20000), pike("B", 22000, 20300)),
            ["line A 20000,20000,0,2000,1000", "line B 22000,20300,0,2000,1000"],
        ),
        (
            (pike("A", 20000), pike("B", 22000, brigade="e")),
            ["line A 20000,20000,0,2000,1000", "line B 22000,20000,0,2000,1000"],
        ),
        (
            (pike("A", 20000), pike("B", 22000, facing=9000)),
            ["line A 20000,20000,0,2000,1000", "line B 22000,20000,9000,2000,1000"],
        ),
        (
            (pike("A", 20000), pike("B", 22000, 19000, facing=18000)),
            ["line A 20000,20000,0,2000,1000", "line B 22000,19000,18000,2000,1000"],
        ),
        ((pike("A", 20000), pike("B", 20000, 19000)), ["column AB 20000,20000,0,2000,2000"]),
        ((pike("A", 20000, **COLUMN), pike("B", 20000, 19000, **COLUMN)), ["column AB 20000,20000,0,2000,2000"]),
        ((pike("A", 20000, **COLUMN), pike("B", 20000, 19000)), ["column AB 20000,20000,0,2000,2000"]),
        (
            (pike("A", 20000, **COLUMN), pike("B", 22000, **COLUMN)),
            ["column A 20000,20000,0,2000,1000", "column B 22000,20000,0,2000,1000"],
        ),
        (
            (pike("A", 20000, **COLUMN), pike("B", 20000, 19000, **COLUMN), pike("D", 20000, 18000, **COLUMN)),
            ["column ABD 20000,20000,0,2000,3000"],
        ),
        (
            (pike("A", 20000), pike("B", 22000), pike("D", 20000, 19000)),
            ["line AB 21000,20000,0,4000,1000", "line D 20000,19000,0,2000,1000"],
        ),
        (
            (pike("A", 20000, **SQUARE), pike("B", 20000, 18000, facing=18000, **SQUARE)),
            ["square AB 20000,20000,0,2000,2000"],
        ),
        ((pike("A", 20000, **SQUARE),), ["square A 20000,20000,0,2000,1000"]),
        ((pike("A", 20000), pike("B", 22000, state="disordered")), ["line AB 21000,20000,0,4000,1000"]),
        (
            (pike("A", 20000), pike("B", 22000, state="shaken")),
            ["line A 20000,20000,0,2000,1000", "line B 22000,20000,0,2000,1000"],
        ),
        (
            (pike("A", 20000), red("B", at(22000), "Hv", "1/-/2 a", **C)),
            ["line A 20000,20000,0,2000,1000", "line B 22000,20000,0,2000,1000"],
        ),
        (
            (pike("A", 20000, notes=["mixed"]), red("B", at(22000), "Hv", "1/-/2 a", notes=["mixed"], **C)),
            ["line AB 21000,20000,0,4000,1000"],
        ),
        (
            (red("A", AT, *LT, **{**OPEN, **C}), red("B", at(22000), *LT, **{**OPEN, **C})),
            ["skirmish A 20000,20000,0,2000,1000", "skirmish B 22000,20000,0,2000,1000"],
        ),
        (
            (red("A", AT, *LC, **C), red("B", at(22000), *LC, **{**OPEN, **C})),
            ["line A 20000,20000,0,2000,1000", "skirmish B 22000,20000,0,2000,1000"],
        ),
        (
            (red("A", AT, *GUNS, **C), red("B", at(21000), *GUNS, **C)),
            ["battery A 20000,20000,0,1000,1000", "battery B 21000,20000,0,1000,1000"],
        ),
        (
            (red("A", AT, *TRAIN, **C), red("B", at(22000), *TRAIN, **C)),
            ["line A 20000,20000,0,2000,1000", "line B 22000,20000,0,2000,1000"],
        ),
        ((red("A", AT, **G), red("B", at(22000), **G)), ["great AB 21000,20000,0,4000,1000"]),
        ((red("A", AT, **G), red("B", at(20000, 19000), **G)), ["great AB 20000,20000,0,2000,2000"]),
        ((red("A", AT, **G),), ["great A 20000,20000,0,2000,1000"]),
        ((pike("A", 20000), red("B", None, **C)), ["line A 20000,20000,0,2000,1000"]),
    ],
)
def test_which_bases_are_a_unit(bases: tuple[Plain, ...], told: list[str]) -> None:
    assert outcome(bases) == told


LINE = (red("A", AT, **C), red("B", at(22000), "Pk", "2/0/1 a", **C))
DEEP = (red("A", AT, "Pk", "1/0/2 a", **G), red("B", at(20000, 19000), "Pk", "2/0/1 a", **G))


@pytest.mark.rule("alaguerre:2.7.1-b", "alaguerre:2.11.1-a", "alaguerre:2.11.1-b")
def test_what_a_unit_is_worth_and_who_acts_for_it() -> None:
    s = state(*LINE, *[{**one, "id": one["id"] + "2", "at": [one["at"][0] + 9000, one["at"][1]]} for one in DEEP], FAR)
    line, great = unit_of(s, s.bases["A"]), unit_of(s, s.bases["A2"])
    assert (line.morale, great.morale) == (1, 1)
    assert [formations.front_base(one).id for one in (line, great)] == ["B", "A2"]
    assert [formations.rear_base(one).id for one in (line, great)] == ["A", "B2"]
    assert [formations.is_column(one) for one in (line, great)] == [False, True]
    assert [one.is_great_foot for one in (line, great)] == [False, True]
    assert [great.is_called(id) for id in ("T", "A2", "B2", "A", None)] == [True, True, True, False, False]
    assert [line.is_called(id) for id in ("A", "B", "T")] == [True, True, False]
    horse = state(red("A", AT, *CAV, **G), red("B", at(22000), *CAV, **G), FAR)
    assert not unit_of(horse, horse.bases["A"]).is_great_foot
    assert not formations.is_column(unit_of(horse, horse.bases["A"]))


@pytest.mark.rule("alaguerre:2.11.1-b", "alaguerre:2.7.1-e")
def test_what_is_left_of_a_great_unit() -> None:
    s = state(*DEEP, FAR)
    before = unit_of(s, s.bases["A"])
    s.remove(s.bases["A"])
    left = unit_of(s, s.bases["B"])
    assert (left.ids, left.kind, left.morale, formations.is_column(left)) == (["B"], "great", 2, True)
    same = formations.again(s, before)
    assert same is not None
    assert (same.ids, same.kind) == (["B"], "great")
    assert [named and named.ids for named in (formations.named(s, "T"), formations.named(s, "A"))] == [["B"], None]
    s.change(s.bases["B"], at=None)
    assert formations.again(s, before) is None
    assert formations.great_unit(s, "T").ids == ["B"]
    line = state(*LINE, FAR)
    pair = unit_of(line, line.bases["A"])
    line.remove(line.bases["A"])
    alone = formations.again(line, pair)
    assert alone is not None
    assert (alone.kind, alone.ids) == ("line", ["B"])
    assert formations.unit_of(line, line.bases["B"], alone=True).ids == ["B"]


def placed(s: State, id: str, pose: tuple[int, int, int, int, int]) -> list[str]:
    found = formations.laid_out(unit_of(s, s.bases[id]), pose)
    return [f"{id} {','.join(map(str, there[:3]))}" for id, there in sorted(found.items())]


@pytest.mark.rule("alaguerre:2.10.1-a", "alaguerre:2.10.2-a", "alaguerre:5.1.2-a")
@pytest.mark.parametrize(
    ("bases", "pose", "told"),
    [
        ((pike("A", 20000),), (30000, 30000, 9000, 2000, 1000), ["A 30000,30000,9000"]),
        ((pike("A", 20000), pike("B", 22000)), (30000, 30000, 0, 4000, 1000), ["A 29000,30000,0", "B 31000,30000,0"]),
        (
            (pike("A", 20000), pike("B", 22000)),
            (30000, 30000, 9000, 4000, 1000),
            ["A 30000,31000,9000", "B 30000,29000,9000"],
        ),
        ((pike("A", 20000), pike("B", 22000)), (30000, 30000, 0, 2000, 2000), ["A 30000,30000,0", "B 30000,29000,0"]),
        (
            (pike("A", 20000), pike("B", 22000, 20040)),
            (30000, 30000, 0, 4000, 1000),
            ["A 29000,30000,0", "B 31000,30000,0"],
        ),
        (
            (pike("B", 22000), pike("A", 20000), pike("D", 24000)),
            (30000, 30000, 18000, 6000, 1000),
            ["A 32000,30000,18000", "B 30000,30000,18000", "D 28000,30000,18000"],
        ),
        (
            (pike("A", 20000, **COLUMN), pike("B", 20000, 19000, **COLUMN)),
            (30000, 30000, 0, 2000, 2000),
            ["A 30000,30000,0", "B 30000,29000,0"],
        ),
        (
            (pike("A", 20000, **COLUMN), pike("B", 20000, 19000, **COLUMN)),
            (30000, 30000, 9000, 2000, 2000),
            ["A 30000,30000,9000", "B 29000,30000,9000"],
        ),
        (
            (pike("A", 20000, **SQUARE), pike("B", 20000, 18000, facing=18000, **SQUARE)),
            (30000, 30000, 9000, 2000, 2000),
            ["A 30000,30000,9000", "B 28000,30000,27000"],
        ),
        (
            (
                red("A", AT, **G),
                red("B", at(22000), **G),
                red("D", at(20000, 19000), **G),
                red("E", at(22000, 19000), **G),
            ),
            (30000, 30000, 0, 4000, 2000),
            ["A 29000,30000,0", "B 31000,30000,0", "D 29000,29000,0", "E 31000,29000,0"],
        ),
    ],
)
def test_where_the_bases_of_a_unit_stand(
    bases: tuple[Plain, ...], pose: tuple[int, int, int, int, int], told: list[str]
) -> None:
    s = state(*bases, FAR)
    assert placed(s, "A", pose) == told


@pytest.mark.rule("alaguerre:2.7.5-c", "alaguerre:2.7.5-d")
def test_with_which_unit_a_general_is() -> None:
    """Of his division, of one below him, of none; nobody else's."""
    bases = (
        red("A", AT, division="d"),
        red("B", at(24000), division="e"),
        red("K", at(28000), *GUNS),
        red("L", at(32000), division="f"),
    )
    people = [
        general("C", [1000, 1000], division="q"),
        general("G", [19000, 20500], division="d", superior="C"),
        general("H", [34000, 34000], division="e", superior="G"),
        general("I", [40000, 34000], division="f", superior="C"),
    ]
    s = state(*bases, FAR, generals=people)
    for place, unit in (((18500, 20000), "A"), ((22500, 20000), "B"), ((27000, 20000), None), ((30500, 20000), None)):
        s.lead(s.generals["G"], at=place)
        found = formations.unit_with(s, s.generals["G"])
        assert (found and found.id) == unit, place
    s.lead(s.generals["G"], at=(18500, 20000))
    s.lead(s.generals["H"], at=(18500, 19000))
    assert [one.id for one in formations.attached(s, unit_of(s, s.bases["A"]))] == ["G", "H"]
    s.lead(s.generals["G"], at=None)
    assert formations.unit_with(s, s.generals["G"]) is None
