"""Chapter 8.1: who shoots and who does not, from which side, at whom, how far, and who stands in between."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.rules import shots
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from quadrilatero.table import LEFT, RIGHT
from tests.games.alaguerre.battle import Plain, area, blue, red, state

AT = [20000, 20000]
FAR = blue("Z", [45000, 39000], "LC", "0/-/0 -")
SH = ("Sh", "1/1/0 -")
LN = ("Ln", "1/1/1 -")
REI = ("Rei", "1/1/0 -")
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
GUNS = ("MdArt", "1/1/- -")
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}
COLUMN: Plain = {"formation": "column"}
RANKS: Plain = {**C, **COLUMN}
SQUARE: Plain = {"formation": "square", "notes": ["square"]}
VILLAGE = area("V", "village", 19, 19, 23, 22, vdf=1)


def at(x: int, y: int = 20000) -> list[int]:
    return [x, y]


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else f"{refusal.rule} {refusal.reason}"


A = red("A", AT, *SH)
E = blue("E", at(20000, 21500))


@pytest.mark.rule("alaguerre:8.1.1-a", "alaguerre:8.1.2-a", "alaguerre:8.1.2-c")
@pytest.mark.parametrize(
    ("bases", "told"),
    [
        ((A,), ["shoots"]),
        ((red("A", AT, *CAV),), ["8.1.1-a no_fire_value"]),
        ((red("A", AT, *SH, weapon="none"),), ["8.1.1-a no_fire_value"]),
        ((red("A", AT, *SH, state="disordered"),), ["shoots"]),
        ((red("A", AT, *SH, state="shaken"),), ["8.1.2-a too_disordered"]),
        ((red("A", AT, *SH, fired=True),), ["8-b has_fired"]),
        ((red("A", AT, *SH, **{**SQUARE, "fired": True}),), ["8-b has_fired"]),
        ((red("A", AT, *SH, silent=True),), ["7.2-g taken_unawares"]),
        ((red("A", AT, *GUNS),), ["shoots"]),
        ((red("A", AT, *GUNS, formation="limbered"),), ["8.1.2-c guns_not_ready"]),
        ((red("A", AT, *GUNS, acted=True),), ["8.1.2-c guns_not_ready"]),
        ((red("A", AT, *SH, acted=True),), ["shoots"]),
        ((A, blue("E", AT)), ["8.1.5-a in_melee"]),
        ((red("A", AT, *SH, **G), red("B", at(20000, 19000), *SH, **G)), ["shoots"]),
        ((red("B", AT, *SH, **G), red("A", at(20000, 19000), *SH, **G)), ["2.11.1-b not_in_front"]),
        ((red("B", AT, *SH, **RANKS), red("A", at(20000, 19000), *SH, **RANKS)), ["8.1.2-d not_in_front"]),
        (
            (
                red("B", AT, *SH, **RANKS),
                red("A", at(20000, 19000), *SH, **{**RANKS, "notes": ["rear_ranks_fire"]}),
            ),
            ["shoots"],
        ),
        (
            (red("B", AT, *SH, **G), red("A", at(20000, 19000), *SH, **G, notes=["rear_ranks_fire"])),
            ["2.11.1-b not_in_front"],
        ),
        ((red("A", AT, *SH, **C), red("B", at(22000), *SH, **C)), ["shoots"]),
        ((red("A", AT, *SH, moved=1000),), ["shoots"]),
        ((red("A", AT, *SH, moved=1001),), ["8.1.2-b moved_too_far"]),
        ((red("A", AT, *SH, moved=1001, pace=3000),), ["shoots"]),
        ((red("A", AT, *SH, moved=1501, pace=3000),), ["8.1.2-b moved_too_far"]),
        ((red("A", AT, *LN, moved=1501, engaged="E"), blue("E", at(20000, 21000), engaged="A")), ["shoots"]),
    ],
)
def test_who_shoots_at_all(bases: tuple[Plain, ...], told: list[str]) -> None:
    s = state(*bases, FAR)
    assert outcome(s) == told


def outcome(s: State) -> list[str]:
    return [said(shots.refuse_firer(s, s.bases["A"])) or "shoots"]


def shot(s: State, side: str) -> list[str]:
    """Why A cannot shoot at E; or the band, how far it is, whether it has moved, and from where E could answer."""
    refusal = shots.refuse_shot(s, s.bases["A"], s.bases["E"], side)
    if refusal is not None:
        return [f"{refusal.rule} {refusal.reason}"]
    aimed = shots.aim(s, s.bases["A"], s.bases["E"], side)
    answer = shots.may_answer(s, s.bases["E"], s.bases["A"])
    return [f"{aimed.range} {aimed.distance}{' moved' if aimed.moved else ''} {answer}"]


@pytest.mark.rule("alaguerre:8.1.3-a", "alaguerre:8.1.3-b", "alaguerre:8.1.6-c")
@pytest.mark.parametrize(
    ("bases", "side", "told"),
    [
        ((A, E), "front", ["long 1500 front"]),
        ((A, E), "left", ["8.1.3-b no_such_side"]),
        ((A, blue("E", at(20000, 24000))), "front", ["long 4000 None"]),
        ((A, blue("E", at(20000, 24001))), "front", ["8.1.3-a out_of_sector"]),
        ((A, blue("E", at(23000, 21500))), "front", ["long 1803 front"]),
        ((A, blue("E", at(22800, 21500))), "front", ["long 1700 front"]),
        ((A, blue("E", at(17200, 21500))), "front", ["long 1700 front"]),
        ((A, blue("E", at(17000, 21500))), "front", ["long 1803 front"]),
        ((A, blue("E", at(20000, 18000), facing=0)), "front", ["8.1.3-a out_of_sector"]),
        ((A, red("E", at(20000, 21500))), "front", ["8.1.3-a no_target"]),
        ((A, blue("E", at(20000, 21500), tested=True)), "front", ["8.2.1-d target_has_tested"]),
        ((red("A", AT, *SH, moved=500), E), "front", ["long 1500 moved front"]),
        (
            (red("A", AT, *LN, engaged="E"), blue("E", at(20000, 21000), *LN, engaged="A")),
            "front",
            ["short 1000 front"],
        ),
        (
            (red("A", AT, *LN, engaged="E"), blue("E", at(20000, 21000), *LN, engaged="A", late=True)),
            "front",
            ["short 1000 front"],
        ),
        (
            (red("A", AT, *LN, engaged="E", late=True), blue("E", at(20000, 21000), *LN, engaged="A")),
            "front",
            ["long 1000 front"],
        ),
        (
            (
                red("A", AT, *LN, engaged="D"),
                blue("E", at(21500, 21500)),
                blue("D", at(19000, 21000), *LN, engaged="A"),
            ),
            "front",
            ["8.1.6-c engaged_elsewhere"],
        ),
        ((red("A", AT, *GUNS), blue("E", at(20000, 21500))), "front", ["long 1500 front"]),
        ((red("A", AT, *GUNS), blue("E", at(20000, 26000))), "front", ["extreme 6000 None"]),
        ((red("A", AT, *GUNS), blue("E", at(20000, 30000))), "front", ["extreme 10000 None"]),
        ((red("A", AT, *GUNS), blue("E", at(20000, 35000))), "front", ["extreme 15000 None"]),
        ((red("A", AT, *GUNS), blue("E", at(21900, 21500))), "front", ["long 1552 front"]),
        ((red("A", AT, *GUNS), E, red("F", at(20000, 21500))), "front", ["8.1.5-b guns_into_melee"]),
        ((A, E, red("F", at(20000, 21500))), "front", ["8.1.3-c fire_blocked"]),
        ((A, E, red("F", at(21500, 21200))), "front", ["long 1500 front"]),
        ((A, E, red("F", at(18400, 21200)), red("H", at(21600, 21200))), "front", ["8.1.3-c fire_blocked"]),
        ((A, blue("E", at(21500, 22500)), blue("D", at(21500, 21200))), "front", ["8.1.3-c fire_blocked"]),
        ((A, blue("E", at(21500, 22500)), blue("D", at(19000, 21200))), "front", ["long 2500 None"]),
        ((A, blue("E", at(20000, 22500), **G), blue("D", at(20000, 23500), **G)), "front", ["long 2500 None"]),
        ((red("A", AT, *REI), blue("E", at(22500, 19500), facing=27000)), "right", ["long 1500 front"]),
        ((red("A", AT, *REI), blue("E", at(17500, 19500), facing=9000)), "left", ["long 1500 front"]),
        ((red("A", AT, *REI), blue("E", at(17500, 19500), facing=9000)), "rear", ["8.1.3-b no_such_side"]),
        ((red("A", AT, *SH, **SQUARE), blue("E", at(20000, 17500), facing=0)), "rear", ["long 1500 front"]),
        ((red("A", AT, *SH, **SQUARE), blue("E", at(17500, 19500), facing=9000)), "left", ["long 1500 front"]),
        (
            (
                red("A", at(21000, 21000), *SH, inside="V", occupies={"piece": "V", "sides": [2, 3]}),
                blue("E", at(20000, 23500)),
            ),
            "2",
            ["long 1500 None"],
        ),
        (
            (
                red("A", at(21000, 21000), *SH, inside="V", occupies={"piece": "V", "sides": [2, 3]}),
                blue("E", at(24500, 23500)),
            ),
            "2",
            ["long 1581 None"],
        ),
        (
            (
                red("A", at(21000, 21000), *SH, inside="V", occupies={"piece": "V", "sides": [2, 3]}),
                blue("E", at(17500, 21500), facing=9000),
            ),
            "3",
            ["long 1500 None"],
        ),
        (
            (
                red("A", at(21000, 21000), *SH, inside="V", occupies={"piece": "V", "sides": [1, 2]}),
                blue("E", at(24500, 21500), facing=27000),
            ),
            "1",
            ["long 1500 None"],
        ),
        (
            (
                red("A", at(21000, 21000), *SH, inside="V", occupies={"piece": "V", "sides": [2, 3]}),
                blue("E", at(20000, 17500), facing=0),
            ),
            "0",
            ["8.1.3-b no_such_side"],
        ),
        (
            (
                red("A", at(21000, 21000), *SH, inside="V", occupies={"piece": "V", "sides": "all"}),
                blue("E", at(20000, 17500), facing=0),
            ),
            "0",
            ["long 1500 None"],
        ),
    ],
)
def test_at_whom_one_shoots_from_which_side(bases: tuple[Plain, ...], side: str, told: list[str]) -> None:
    lie = (VILLAGE,) if any("inside" in base for base in bases) else ()
    s = state(*bases, FAR, terrain=lie)
    assert shot(s, side) == told


@pytest.mark.rule("alaguerre:8.1.3-d", "alaguerre:8.4.2-a", "alaguerre:5.5.3-a")
def test_from_which_sides_a_base_shoots() -> None:
    bases = (
        A,
        red("B", at(24000), *SH, **SQUARE),
        red("C", at(28000), *REI),
        red("D", at(32000), *REI, notes=["flank_fire"]),
        red("F", at(5000, 6000), *SH, inside="W", occupies={"piece": "W", "sides": [1, 2]}),
        red("H", at(5000, 5000), *SH, inside="W", occupies={"piece": "W", "sides": "all"}),
    )
    house = area("W", "village", 2, 3, 8, 9, vdf=1)
    found = {}
    s = state(*bases, FAR, terrain=(house,))
    for option in ("all", "note"):
        s = state(*bases, FAR, terrain=(house,), options={"reiter_flanks": option})
        found[option] = {base.id: shots.sides(s, base) for base in s.bases.values() if base.side == "red"}
    three = ["front", "left", "right"]
    rest = {"A": ["front"], "B": [*three, "rear"], "D": three, "F": ["1", "2"], "H": ["0", "1", "2", "3"]}
    assert found == {"all": {**rest, "C": three}, "note": {**rest, "C": ["front"]}}
    assert shots.edge(s, s.bases["A"], "front") == (20000, 20000, 0, 2000, 1)
    assert shots.edge(s, s.bases["A"], "right") == (21000, 19500, 9000, 1000, 1)
    assert shots.edge(s, s.bases["A"], "left") == (19000, 19500, 27000, 1000, 1)
    assert shots.edge(s, s.bases["A"], "rear") == (20000, 19000, 18000, 2000, 1)
    walls = [shots.edge(s, s.bases["H"], side) for side in "0123"]
    assert walls == [
        (5000, 3000, 18000, 6000, 1),
        (8000, 6000, 9000, 6000, 1),
        (5000, 9000, 0, 6000, 1),
        (2000, 6000, 27000, 6000, 1),
    ]
    assert [shots.inner_half(s, s.bases["F"], side) for side in "12"] == [LEFT, RIGHT]
    assert shots.inner_half(s, s.bases["H"], "1") is None
    assert shots.inner_half(s, s.bases["A"], "front") is None
    assert [shots.sector_of(s, s.bases["A"], "front").depth, shots.is_in_range(s.bases["A"], 2000)] == [2000, True]
    assert not shots.is_in_range(s.bases["A"], 2001)


@pytest.mark.rule("alaguerre:8.4.2-a", "alaguerre:8.4.2-d")
def test_shots_from_several_sides_are_at_several_targets() -> None:
    s = state(red("A", AT, *SH, **SQUARE), E, blue("D", at(17500, 19500), facing=9000), FAR)
    s.volleys = {"A": ("front:E",)}
    found = [said(shots.refuse_side(s, s.bases["A"], s.bases[id], side)) for id in "ED" for side in ("front", "left")]
    assert found == ["8.4.2-a side_has_fired", "8.4.2-d other_target", "8.4.2-a side_has_fired", None]


@pytest.mark.rule("alaguerre:1.1.3-b")
def test_where_nobody_may_measure_targets_seem_in_range_twice_as_far_off() -> None:
    for measuring, reach in (("before", 2000), ("after", 4000)):
        s = state(A, E, FAR, options={"measuring": measuring})
        assert shots.may_measure(s) is (measuring == "before")
        assert shots.reach_of(s, shots.sector_of(s, s.bases["A"], "front")) == reach
