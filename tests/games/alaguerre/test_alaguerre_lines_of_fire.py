"""8.1 and 5.5.3: from which line each shoots, over whose heads, and who stands in the way of a shot."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.records import Occupation
from quadrilatero.games.alaguerre.rules import shots
from quadrilatero.games.alaguerre.state import Pose
from quadrilatero.kernel import Refusal
from quadrilatero.table import LEFT, RIGHT
from tests.games.alaguerre.battle import Plain, area, blue, line, red, state

AT = [20000, 20000]
FAR = blue("Z", [45000, 39000], "LC", "0/-/0 -")
SH = ("Sh", "1/1/0 -")
LN = ("Ln", "1/1/1 -")
GUNS = ("MdArt", "1/1/- -")
G: Plain = {"great": "T"}
X: Plain = {"brigade": "x"}
SQUARE: Plain = {"formation": "square", "notes": ["square"]}
E = blue("E", [20000, 21500])


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else refusal.reason


@pytest.mark.rule("alaguerre:8.1.1-a", "alaguerre:8-b", "alaguerre:2.11.1-b")
@pytest.mark.parametrize(
    ("bases", "volleys", "reason"),
    [
        ((red("A", AT, "Hv", "1/-/0 -", weapon="Ps"),), {}, "no_fire_value"),
        ((red("A", AT, *SH, fired=True),), {"A": ("front:E",)}, "has_fired"),
        ((red("A", AT, *SH, fired=True, **SQUARE),), {"A": ("front:E",)}, None),
        ((red("A", AT, *SH, fired=True, **SQUARE),), {}, "has_fired"),
        ((red("A", AT, *SH, **G), red("B", [22000, 20000], *SH, **G)), {}, "not_in_front"),
        ((red("B", [18000, 20000], *SH, **G), red("A", AT, *SH, **G)), {}, None),
    ],
)
def test_who_is_ready_to_shoot(
    bases: tuple[Plain, ...], volleys: dict[str, tuple[str, ...]], reason: str | None
) -> None:
    s = state(*bases, E, FAR)
    s.volleys = volleys
    assert said(shots.refuse_firer(s, s.bases["A"])) == reason


@pytest.mark.rule("alaguerre:8.1.2-d", "alaguerre:8.1.3-c")
def test_rear_ranks_that_may_shoot_do_so_past_those_before_them() -> None:
    ranks: Plain = {"formation": "column", "notes": ["rear_ranks_fire"], **X}
    s = state(red("A", AT, *LN, **ranks), red("B", [20000, 19000], *LN, **ranks), blue("E", [20000, 20900]), FAR)
    assert said(shots.refuse_firer(s, s.bases["B"])) is None
    assert said(shots.refuse_shot(s, s.bases["B"], s.bases["E"], "front")) is None
    ring: Plain = {**SQUARE, **X}
    square = state(
        red("A", AT, *SH, **ring), red("B", [20000, 18000], *SH, facing=18000, **ring), blue("E", [20000, 20900]), FAR
    )
    assert said(shots.refuse_shot(square, square.bases["B"], square.bases["E"], "rear")) == "fire_blocked"


@pytest.mark.rule("alaguerre:8.1.3-b", "alaguerre:5.5.3-a")
def test_the_sides_of_who_lines_a_work() -> None:
    trench = line("T", "trench", (15, 20), (25, 20), vdf=1, own="red")
    s = state(red("A", AT, *SH, occupies="T"), FAR, terrain=(trench,))
    assert shots.sides(s, s.bases["A"]) == ["front"]
    s.change(s.bases["A"], occupies=Occupation("T", "all"))
    assert shots.sides(s, s.bases["A"]) == []


@pytest.mark.rule("alaguerre:8.1.4-a", "alaguerre:5.5.3-a")
@pytest.mark.parametrize(
    ("side", "edge"),
    [
        ("front", (20000, 20000, 27000, 2000, 1)),
        ("right", (20750, 21000, 0, 1500, 1)),
        ("rear", (21500, 20000, 9000, 2000, 1)),
        ("left", (20750, 19000, 18000, 1500, 1)),
    ],
)
def test_the_lines_that_a_base_shoots_from(side: str, edge: Pose) -> None:
    s = state(red("A", AT, "Wb", "1/1/2 -", facing=27000, depth=1500), FAR)
    assert shots.edge(s, s.bases["A"], side) == edge


CORNERS = [[16000, 17000], [23000, 17000], [24000, 22000], [16000, 24000]]
OUTWARD = [
    (19500, 17000, 18000, 7000),
    (23500, 19500, 10131, 5099),
    (20000, 23000, 1404, 8246),
    (16000, 20500, 27000, 7000),
]


@pytest.mark.rule("alaguerre:5.5.3-a")
@pytest.mark.parametrize("turned", [False, True])
def test_walls_look_outward_however_the_place_was_drawn(turned: bool) -> None:
    corners = [CORNERS[0], *reversed(CORNERS[1:])] if turned else CORNERS
    village = {"id": "V", "type": "village", "shape": corners, "vdf": 1}
    held: Plain = {"inside": "V", "occupies": {"piece": "V", "sides": "all"}}
    s = state(red("A", AT, *SH, **held), FAR, terrain=(village,))
    found = [shots.edge(s, s.bases["A"], str(number)) for number in range(4)]
    order = [3, 2, 1, 0] if turned else [0, 1, 2, 3]
    assert [pose[:4] for pose in found] == [OUTWARD[n] for n in order]


@pytest.mark.rule("alaguerre:5.5.3-a")
@pytest.mark.parametrize(
    ("occupied", "halves"),
    [
        (None, {"front": None}),
        ({"piece": "V", "sides": [1]}, {"1": None, "front": None}),
        ({"piece": "V", "sides": [0, 1]}, {"0": LEFT, "1": RIGHT, "front": None}),
        ({"piece": "V", "sides": [1, 2]}, {"1": LEFT, "2": RIGHT, "left": None}),
        ({"piece": "V", "sides": [3, 0]}, {"3": LEFT, "0": RIGHT}),
        ({"piece": "V", "sides": "all"}, {"1": None, "2": None}),
    ],
)
def test_the_half_towards_the_other_side(occupied: Plain | None, halves: dict[str, int | None]) -> None:
    village = area("V", "village", 18.5, 18.5, 21.5, 21.5, vdf=1)
    held: Plain = {"inside": "V", "occupies": occupied} if occupied else {}
    s = state(red("A", AT, *SH, **held), FAR, terrain=(village,))
    assert {side: shots.inner_half(s, s.bases["A"], side) for side in halves} == halves


@pytest.mark.rule("alaguerre:8.1.3-a")
def test_nobody_shoots_at_friends_or_at_who_is_not_there() -> None:
    s = state(red("A", AT, *SH), red("B", [17000, 21500]), blue("N", None), E | {"at": [22000, 21500]}, FAR)
    found = [said(shots.refuse_shot(s, s.bases["A"], s.bases[id], "front")) for id in "BNE"]
    assert found == ["no_target", "no_target", None]


def closing(*others: Plain, target: Plain = E, firer: Plain | None = None, far: int = 1500) -> list[str | None]:
    """Who closes the left half of A's sector, and the right one."""
    s = state(*others, firer or red("A", AT, *SH), target, FAR)
    fan = shots.sector_of(s, s.bases["A"], "front")
    found = [shots.blocker(s, s.bases["A"], s.bases["E"], fan, half, far) for half in (LEFT, RIGHT)]
    return [None if one is None else one.id for one in found]


@pytest.mark.rule("alaguerre:8.1.3-a", "alaguerre:8.1.3-c", "alaguerre:2.11-b")
def test_who_closes_which_half_of_a_sector() -> None:
    assert closing() == [None, None]
    assert closing(red("B", [18800, 21200])) == ["B", None]
    assert closing(red("B", [21200, 21200])) == [None, "B"]
    assert closing(red("B", [20000, 21200]), red("D", [24000, 20000])) == ["B", "B"]
    assert closing(red("D", [24000, 20000]), red("B", [18000, 21499], facing=18000)) == ["B", None]
    assert closing(red("B", [18000, 21500], facing=18000)) == [None, None], "not nearer"
    assert closing(red("B", [22000, 20000]), red("D", [18000, 20000])) == [None, None], "beside him"
    assert closing(blue("F", [18000, 21000])) == ["F", None], "enemies too"


@pytest.mark.rule("alaguerre:2.11-b", "alaguerre:8.1.3-c", "alaguerre:2.11.1-b")
def test_great_units_are_not_in_their_own_way() -> None:
    own = red("B", [20000, 19000], *SH, **G)
    assert closing(own, firer=red("A", AT, *SH, **G)) == [None, None]
    ahead = red("B", [20000, 21000], *SH, **G)
    assert closing(ahead, firer=red("A", AT, *SH, **G)) == [None, None]
    alike = blue("F", [20000, 21300], great="U"), blue("H", [18000, 21300], great="U")
    assert closing(*alike, target=blue("E", [20000, 22500]), far=2500) == ["F", "F"]
    theirs = blue("E", [20000, 22300], great="U")
    assert closing(blue("F", [20000, 21300], great="U"), target=theirs, far=2300) == [None, None]
    other = blue("F", [22100, 21300], great="V"), blue("H", [22100, 22300], great="V")
    assert closing(*other, target=theirs | {"great": None}, far=2300) == [None, "F"]
    assert closing(*other, target=theirs, far=2300) == [None, "F"]


@pytest.mark.rule("alaguerre:8.1.3-c")
@pytest.mark.parametrize(
    ("pose", "inner"),
    [
        ((20000, 20000, 0, 2000, 1000), (20000, 19990, 0, 1980, 980)),
        ((20000, 20000, 27000, 2000, 1500), (20010, 20000, 27000, 1980, 1480)),
    ],
)
def test_a_rim_does_not_count(pose: Pose, inner: Pose) -> None:
    assert shots.within(pose) == inner


@pytest.mark.rule("alaguerre:8.1.6-b", "alaguerre:8.1.4-c", "alaguerre:7.2.3-d")
@pytest.mark.parametrize(
    ("base", "more", "band"),
    [
        (red("A", AT, *LN, engaged="E"), {}, "short"),
        (red("A", AT, *LN, engaged="E", late=True), {}, "long"),
        (red("A", AT, *LN, engaged="Q"), {}, "long"),
        (red("A", AT, *LN), {}, "long"),
        (red("A", AT, *LN, engaged="U"), {"great": "U"}, "short"),
        (red("A", AT, "Rei", "1/1/0 -", weapon="Ps", engaged="E"), {}, "short"),
        (red("A", AT, "LC", "1/1/0 -", weapon="Ps", engaged="E"), {}, "long"),
    ],
)
def test_the_band_of_small_arms(base: Plain, more: Plain, band: str) -> None:
    s = state(base, blue("E", [20000, 20500], **more), FAR)
    assert shots.range_of(s, s.bases["A"], s.bases["E"], 500) == band
