"""10.2.2: support from behind, secure flanks, pikes in chequer, enemies beside and behind, one condition at a time."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.records import Occupation
from quadrilatero.games.alaguerre.rules import support
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.table import LEFT, RIGHT
from tests.games.alaguerre.battle import Plain, area, blue, line, red, state

AT = [20000, 20000]
A = red("A", AT, division="d")
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
GUNS = ("MdArt", "1/1/- -")
HV = ("Hv", "1/-/0 -")
TRAIN = ("baggage", "-/-/- -")
X: Plain = {"brigade": "x"}
D: Plain = {"division": "d"}


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


@pytest.mark.rule("alaguerre:10.2.2-m2")
@pytest.mark.parametrize(
    ("others", "terrain", "supporter"),
    [
        ((red("B", [20000, 18000]), blue("E", AT)), (), "B"),
        ((red("B", [20000, 18000]), blue("E", [21500, 19500], facing=27000)), (), "B"),
        ((red("B", [19500, 18000]), blue("E", [21800, 17500], facing=0)), (), "B"),
        ((red("B", [19500, 18000]), blue("E", [21800, 18001], facing=0)), (), None),
        ((red("B", [19500, 18000]), blue("E", [21800, 18000], facing=0)), (), "B"),
        ((red("B", [20000, 18900]),), (area("P", "pond", 19, 18.9, 21, 19),), None),
    ],
)
def test_nobody_and_nothing_may_bar_the_way_of_support(
    others: tuple[Plain, ...], terrain: tuple[Plain, ...], supporter: str | None
) -> None:
    s = state(A, *others, *FAR, terrain=terrain)
    found = support.rear_support(s, unit(s))
    assert (found and found.id) == supporter


HOUSE = area("V", "village", 18, 18, 26, 23, vdf=1)


@pytest.mark.rule("alaguerre:10.2.2-d")
def test_only_foot_that_holds_a_place_with_all_its_bases_has_fronts_all_round() -> None:
    pair = red("A", AT, **X), red("B", [22000, 20000], **X)
    s = state(*pair, red("H", [25000, 20000], *CAV), terrain=(HOUSE,))
    s.change(s.bases["H"], occupies=Occupation("V", "all"))
    assert not support.has_all_fronts(s, unit(s, "H"))
    assert not support.has_all_fronts(s, unit(s))
    s.change(s.bases["A"], occupies=Occupation("V", "all"))
    both = unit(s)
    assert (both.ids, support.has_all_fronts(s, both)) == (["A", "B"], False)
    s.change(s.bases["B"], occupies=Occupation("V", "all"))
    assert support.has_all_fronts(s, unit(s))


BROAD = line("W", "wall", (21.5, 16), (21.5, 24), width=400, vdf=1)
OTHER = line("V", "wall", (30, 16), (30, 24), width=400, vdf=1)
POND = area("P", "pond", 22.5, 19, 24, 22)
WOOD = area("F", "wood", 24, 30, 26, 33)
HOLDER = red("B", [21200, 22000], facing=9000, occupies="W")


@pytest.mark.rule("alaguerre:10.2.2-a", "alaguerre:10.2.2-c", "alaguerre:10.2.2-j")
@pytest.mark.parametrize(
    ("others", "terrain", "secure"),
    [
        ((red("B", [22500, 20000], *CAV),), (), True),
        ((red("B", [23500, 20000]), blue("E", [22100, 20500], facing=9000)), (), False),
        (
            (
                red("B", [23800, 19800]),
                blue("E", [21300, 20500], facing=27000),
                blue("F", [22900, 20900], facing=27000),
            ),
            (),
            False,
        ),
        ((red("B", [23800, 19800]), blue("F", [22900, 20900], facing=27000)), (), True),
        ((red("B", [23200, 19300]), blue("E", [23200, 19300])), (), False),
        ((red("B", [23200, 19400]), blue("E", [23200, 19700])), (), True),
        ((), (area("P", "pond", 22.989, 19, 24, 22),), True),
        ((), (WOOD, POND), True),
        ((blue("E", [21400, 20500], facing=27000),), (POND,), False),
        ((blue("E", [25500, 20500]),), (POND,), True),
        (
            (),
            (
                {
                    "id": "P",
                    "type": "pond",
                    "shapes": [
                        [[22500, 19000], [24000, 19000], [24000, 22000], [22500, 22000]],
                        [[30000, 30000], [32000, 30000], [32000, 32000], [30000, 32000]],
                    ],
                },
            ),
            True,
        ),
        ((HOLDER,), (BROAD,), True),
        ((), (BROAD,), False),
        (({**HOLDER, "state": "routed"},), (BROAD,), False),
        ((red("B", [29700, 22000], facing=9000, occupies="V"),), (BROAD, OTHER), False),
        ((blue("E", [21800, 22500], facing=27000, occupies="W"), HOLDER), (BROAD,), False),
    ],
)
def test_what_secures_the_right_flank(others: tuple[Plain, ...], terrain: tuple[Plain, ...], secure: bool) -> None:
    beyond = blue("N", [44000, 20500], facing=27000)
    s = state(A, *others, beyond, *FAR, terrain=terrain)
    assert support.is_flank_secure(s, unit(s), RIGHT, None) is secure


@pytest.mark.rule("alaguerre:10.2.2-b")
def test_a_side_with_enemies_beyond_it_is_open_even_if_others_are_not_there() -> None:
    s = state(A, blue("E", [20000, 25000]), blue("F", [5000, 20000]))
    assert [support.is_open_side(s, unit(s), side) for side in (LEFT, RIGHT)] == [False, True]
    strip = state(A, blue("E", [30000, 25000]), blue("F", [5000, 19500]), options={"open_flank": "strip"})
    assert [support.is_open_side(strip, unit(strip), side) for side in (LEFT, RIGHT)] == [False, True]


@pytest.mark.rule("alaguerre:10.2.2-m4")
@pytest.mark.parametrize(
    ("other", "more", "found"),
    [
        (red("B", [22500, 18500], **D), (), True),
        (red("B", [17500, 18500], **D), (), True),
        (red("B", [22500, 18500], *HV, **D), (), False),
        (red("B", [22500, 18500], division="e"), (), False),
        (red("B", [22500, 18500], state="disordered", **D), (), True),
        (red("B", [22500, 18500], state="shaken", **D), (), False),
        (red("B", [21500, 17000], **D), (), True),
        (red("B", [21500, 16999], **D), (), False),
        (red("B", [22500, 15000], **D), (), False),
        (red("B", [21000, 18500], **D), (), True),
        (red("B", [20999, 18500], **D), (), False),
        (red("B", [19000, 18500], **D), (), True),
        (red("B", [23500, 18500], **D), (), True),
        (red("B", [23999, 18990], **D), (), True),
        (red("B", [24000, 18990], **D), (), False),
        (red("B", [16001, 18990], **D), (), True),
        (red("B", [22500, 19010], **D), (), True),
        (red("B", [22500, 19011], **D), (), False),
        (red("B", [22500, 18500], **D), (red("C", [22200, 20000]),), False),
        (red("B", [22500, 18500], **D), (red("C", [17800, 20000]),), True),
        (red("B", [17500, 18500], **D), (red("C", [17800, 20000]),), False),
        (red("B", [17500, 18500], **D), (red("C", [22200, 20000]),), True),
        (red("B", [22500, 18500], **D), (blue("E", [21800, 21000]),), True),
        (red("B", [22500, 18500], **D), (blue("E", [21500, 19500], facing=27000),), False),
        (red("B", [20000, 18500], **D), (), False),
        (red("B", [23100, 19500], **D), (), False),
        (red("B", [22500, 21500], **D), (), False),
    ],
)
def test_pikes_of_a_division_in_chequer(other: Plain, more: tuple[Plain, ...], found: bool) -> None:
    s = state(A, other, *more, *FAR)
    assert support.is_chequered(s, unit(s)) is found


@pytest.mark.rule("alaguerre:10.2.2-m4")
def test_no_pikes_stand_in_chequer_with_themselves() -> None:
    s = state(A, *FAR)
    assert not support.is_chequered(s, unit(s))
    alone = state(red("A", AT, *HV, **D), red("B", [22500, 18500], **D), *FAR)
    assert not support.is_chequered(alone, unit(alone))


BEHIND: Plain = {"facing": 0}
ASIDE: Plain = {"facing": 27000}


@pytest.mark.rule("alaguerre:10.2.2-m10", "alaguerre:10.2.2-m11")
@pytest.mark.parametrize(
    ("enemies", "found"),
    [
        ((blue("E", [20000, 18500], *GUNS, **BEHIND),), (False, False)),
        ((blue("E", [20000, 18900], *TRAIN, **BEHIND),), (False, False)),
        ((blue("E", [20000, 18500], *CAV, **BEHIND),), (False, True)),
        ((blue("E", [20000, 18500], *GUNS, **BEHIND), blue("F", [20000, 16500], *CAV, **BEHIND)), (False, True)),
        ((blue("E", [30000, 18500], **ASIDE), blue("F", [20000, 16500], *CAV, **BEHIND)), (False, True)),
        ((blue("E", [20000, 16500], *CAV, **BEHIND), blue("F", [23000, 19000], *CAV, **ASIDE)), (True, True)),
        ((blue("E", [23000, 19000], *CAV, **ASIDE), blue("F", [20000, 22000], *CAV)), (True, False)),
        ((blue("E", [20000, 22000], *CAV),), (False, False)),
    ],
)
def test_every_enemy_that_can_charge_so_far_counts(enemies: tuple[Plain, ...], found: tuple[bool, bool]) -> None:
    s = state(A, *enemies, *FAR)
    assert support.threats(s, unit(s)) == found
