"""6.2, 5.3, 11.3: the ways of attacks towards any side of the table, their wheels, what bars them, who makes room."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.answers import ChargeWheel
from quadrilatero.games.alaguerre.rules import attack_ways
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, area, blue, course, line, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
SH = ("Sh", "1/1/0 -")
GUNS = ("MdArt", "1/1/- -")
OPEN: Plain = {"formation": "skirmish"}
LIMBERED: Plain = {"formation": "limbered"}
G: Plain = {"great": "T"}
X: Plain = {"brigade": "x"}
EAST: Plain = {"facing": 9000}
WEST: Plain = {"facing": 27000}


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def parts(id: str, *shapes: tuple[int, int, int, int]) -> Plain:
    corners = [[[w, s], [e, s], [e, n], [w, n]] for w, s, e, n in shapes]
    return {"id": id, "type": "village", "shapes": corners, "vdf": 1}


# -- whom, and how far -------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6-b", "alaguerre:7-a")
def test_a_target_is_never_ones_own_and_only_who_is_there() -> None:
    village, trench = area("V", "village", 15, 21, 25, 26, vdf=1), line("T", "wall", (30, 30), (40, 30), vdf=1)
    s = state(
        red("A", AT),
        red("F", [10000, 10000], **G),
        red("H", [10000, 9000], **G),
        blue("B", [20000, 23000], inside="V"),
        blue("C", [35000, 30000], occupies="T"),
        *FAR,
        terrain=(village, trench),
    )
    found = {id: [base.id for base in attack_ways.defenders(s, id, "red")] for id in "VTAF"}
    assert found == {"V": ["B"], "T": ["C"], "A": [], "F": []}
    own = state(red("F", [10000, 10000], **G), red("H", [10000, 9000], **G), *FAR)
    assert [attack_ways.defenders(own, "T", side) for side in ("red",)] == [[]]
    assert [base.id for base in attack_ways.defenders(own, "T", "blue")] == ["F", "H"]


@pytest.mark.rule("alaguerre:6.2-e", "alaguerre:9-a")
@pytest.mark.parametrize("ids", ["EF", "FE"])
def test_the_nearest_base_of_a_target_counts(ids: str) -> None:
    s = state(red("A", AT), blue("E", [19500, 23000]), blue("F", [21600, 22600]), *FAR)
    both = Unit("E", "line", tuple(s.bases[id] for id in ids))
    assert attack_ways.way_to(s, s.bases["A"].pose, both) == 2600
    aside = state(red("A", AT), blue("E", [19500, 23000], **G), blue("F", [19500, 24000], **G), *FAR)
    assert attack_ways.way_to(aside, aside.bases["A"].pose, unit(aside, "E")) == 3000
    missed = state(red("A", AT), blue("E", [23000, 23000]), *FAR)
    assert attack_ways.way_to(missed, missed.bases["A"].pose, unit(missed, "E")) is None


@pytest.mark.rule("alaguerre:6.2-e", "alaguerre:9-a", "alaguerre:6-b")
@pytest.mark.parametrize(
    ("shapes", "by"),
    [
        (((18000, 22000, 20500, 26000), (20500, 22700, 23000, 26000)), 2000),
        (((20500, 22700, 23000, 26000), (18000, 22000, 20500, 26000)), 2000),
        (((30000, 22000, 33000, 26000), (18000, 22000, 20500, 26000)), 2000),
        (((30000, 22000, 33000, 26000), (36000, 22000, 38000, 26000)), None),
    ],
)
def test_the_nearest_part_of_the_place_a_target_is_in_counts(
    shapes: tuple[tuple[int, int, int, int], ...], by: int | None
) -> None:
    s = state(red("A", AT), blue("E", [20500, 24000], inside="V"), *FAR, terrain=(parts("V", *shapes),))
    assert attack_ways.way_to(s, s.bases["A"].pose, unit(s, "E")) == by


@pytest.mark.rule("alaguerre:6.2-e", "alaguerre:9-a")
def test_who_stands_out_of_the_place_he_is_in_does_not_bar_the_way_to_it() -> None:
    village = area("V", "village", 15, 22, 25, 26, vdf=1)
    s = state(red("A", AT), blue("E", [20000, 21500], inside="V"), *FAR, terrain=(village,))
    assert attack_ways.straight_to(s, s.bases["A"].pose, unit(s, "E")) == 2000
    mixed = state(
        red("A", AT),
        blue("E", [19100, 23000], inside="V", **X),
        blue("F", [21100, 23000], **X),
        *FAR,
        terrain=(area("V", "village", 15, 22.5, 20, 26, vdf=1),),
    )
    assert unit(mixed, "E").ids == ["E", "F"]
    assert attack_ways.way_to(mixed, mixed.bases["A"].pose, unit(mixed, "E")) == 2500
    mixed.change(mixed.bases["F"], at=(21100, 22400))
    both = Unit("E", "line", (mixed.bases["E"], mixed.bases["F"]))
    assert attack_ways.way_to(mixed, mixed.bases["A"].pose, both) == 2400


# -- wheels ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:5.2.4-b")
@pytest.mark.parametrize(
    ("x", "turn"),
    [(20000, ("left", 3141)), (20100, ("left", 2925)), (19900, ("right", 2925))],
)
def test_of_two_wheels_that_serve_the_smaller_is_taken(x: int, turn: tuple[str, int]) -> None:
    """Past guns on either side of them, to the long line behind."""
    behind = [blue(id, [18000 + 2000 * n, 24100], **X) for n, id in enumerate("BCE")]
    s = state(red("A", AT, *CAV), *behind, blue("D", [x, 23000], *GUNS), *FAR)
    assert attack_ways.smallest_wheel(s, unit(s), unit(s, "B")) == turn


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:5.2.4-b")
def test_a_wheel_ends_where_it_meets_an_enemy() -> None:
    s = state(red("A", AT, *CAV), blue("B", [22500, 22500]), *FAR)
    assert attack_ways.smallest_wheel(s, unit(s), unit(s, "B")) == ("right", 831)
    barred = state(red("A", AT, *CAV), blue("B", [22500, 22500]), blue("D", [18600, 20200]), *FAR)
    assert attack_ways.smallest_wheel(barred, unit(barred), unit(barred, "B")) is None
    hair = state(red("A", AT, *CAV), blue("B", [21990, 22500]), *FAR)
    assert attack_ways.smallest_wheel(hair, unit(hair), unit(hair, "B")) == ("right", 1)


@pytest.mark.rule("alaguerre:5.2.4-a")
@pytest.mark.parametrize(("arc", "angle"), [(0, 0), (1, 1), (1000, 955), (100_000, 17999)])
def test_the_widest_wheel(arc: int, angle: int) -> None:
    assert attack_ways.widest((0, 0, 0, 6000, 1000), arc) == angle


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:5.2.4-b")
@pytest.mark.parametrize(
    ("side", "angle", "others", "reason"),
    [
        ("right", 1000, (), None),
        ("right", 5729, (), None),
        ("right", 5732, (), "wheel_too_far"),
        ("right", 2000, (blue("D", [18600, 20500]),), "contact_while_wheeling"),
        ("right", 2000, (blue("D", [30000, 20500]),), None),
        ("left", 2000, (), "no_way_to_target"),
    ],
)
def test_a_wheel_that_is_said_must_serve(side: str, angle: int, others: tuple[Plain, ...], reason: str | None) -> None:
    s = state(*others, red("A", AT, *CAV), blue("B", [22000, 22500]), *FAR)
    wanted = ChargeWheel(side, angle)  # type: ignore[arg-type]
    found = attack_ways.wheel_for(s, unit(s), unit(s, "B"), wanted, "6.2-b")
    assert (found.reason if isinstance(found, Refusal) else None) == reason


# -- what bars an attack -----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.3-b", "alaguerre:11.2-g", "alaguerre:11.3.1-g")
@pytest.mark.parametrize(
    ("charger", "others", "terrain", "reason"),
    [
        (CAV, (), (), None),
        (CAV, (), (area("P", "pond", 20.8, 19, 21.2, 21),), "closed_ground"),
        (CAV, (), (area("P", "pond", 20.5, 21.1, 21, 23),), None),
        (CAV, (red("F", [21300, 20000], **EAST),), (), "through_friend"),
        (CAV, (red("F", [21500, 22200], *LT, **OPEN),), (), None),
        (CAV, (red("F", [20900, 22500], **EAST),), (), None),
        (CAV, (), (line("H", "hedge", (21, 10), (21, 30), vdf=1, obstacle=1),), "stops_at_obstacle"),
        (CAV, (), (line("H", "hedge", (22, 10), (22, 30), vdf=1, obstacle=1),), None),
        (CAV, (), (line("H", "hedge", (21.998, 10), (21.998, 20.5), vdf=1, obstacle=1),), None),
        (CAV, (), (line("H", "hedge", (20, 10), (20, 30), vdf=1, obstacle=1),), None),
        (GUNS, (), (line("H", "wall", (20, 10), (20, 30), vdf=1, obstacle=3),), "cannot_cross"),
        (GUNS, (), (line("H", "wall", (19, 10), (19, 30), vdf=1, obstacle=3),), None),
        (GUNS, (), (line("H", "wall", (10, 20.5), (30, 20.5), vdf=1, obstacle=3),), None),
        (GUNS, (), (line("H", "wall", (21, 10), (21, 30), vdf=1, obstacle=3),), "stops_at_obstacle"),
    ],
)
def test_what_bars_an_attack_to_the_east(
    charger: tuple[str, str], others: tuple[Plain, ...], terrain: tuple[Plain, ...], reason: str | None
) -> None:
    more: Plain = EAST | LIMBERED if charger is GUNS else EAST
    s = state(red("A", AT, *charger, **more), blue("B", [22000, 20000], **WEST), *others, *FAR, terrain=terrain)
    refusal = attack_ways.refuse_way(s, unit(s), s.bases["A"].pose, 2000, unit(s, "B"))
    assert (refusal and refusal.reason) == reason
    if reason == "cannot_cross":
        assert refusal is not None
        assert refusal.rule == "11.3.1-g"


@pytest.mark.rule("alaguerre:5.3-b", "alaguerre:11.3.1-g", "alaguerre:11.3.1-a")
def test_what_bars_an_attack_to_the_west_or_from_afar() -> None:
    for x, reason in ((20.0, "cannot_cross"), (19.985, "stops_at_obstacle")):
        wall = line("H", "wall", (x, 10), (x, 30), vdf=1, obstacle=3)
        guns = red("A", AT, *GUNS, **(WEST | LIMBERED))
        s = state(guns, blue("B", [18000, 20000], **EAST), *FAR, terrain=(wall,))
        refusal = attack_ways.refuse_way(s, unit(s), s.bases["A"].pose, 2000, unit(s, "B"))
        assert refusal is not None
        assert refusal.reason == reason
    friend = red("F", [27000, 20000], **EAST)
    far = state(red("A", AT, *CAV, **EAST), friend, blue("B", [29000, 20000], **WEST), *FAR)
    refusal = attack_ways.refuse_way(far, unit(far), far.bases["A"].pose, 9000, unit(far, "B"))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("5.3-b", "through_friend")


@pytest.mark.rule("alaguerre:11.3.1-a", "alaguerre:11.3.1-e", "alaguerre:11.3.1-g")
def test_works_that_the_target_lines_are_no_obstacle_of_their_own() -> None:
    """One base of two at the hedge is enough; guns that stand at a wall themselves may attack who lines it too."""
    pair = blue("B", [22000, 20000], **WEST, **X), blue("C", [22000, 22000], **WEST, **X)
    short = line("H", "hedge", (21.99, 21.2), (21.99, 30), vdf=1, obstacle=1)
    s = state(red("A", [20000, 21000], *CAV, **EAST), *pair, *FAR, terrain=(short,))
    assert unit(s, "B").ids == ["B", "C"]
    assert attack_ways.refuse_way(s, unit(s), s.bases["A"].pose, 2000, unit(s, "B")) is None
    assert attack_ways.refuse_way(s, unit(s), s.bases["A"].pose, 2100, unit(s, "B")) is None
    wall = line("H", "wall", (20.005, 10), (20.005, 30), vdf=1, obstacle=3)
    both = state(red("A", AT, *GUNS, **(EAST | LIMBERED)), blue("B", [20010, 20000], **WEST), *FAR, terrain=(wall,))
    assert attack_ways.refuse_way(both, unit(both), both.bases["A"].pose, 10, unit(both, "B")) is None


@pytest.mark.rule("alaguerre:11.3.1-a", "alaguerre:11.3.1-e")
@pytest.mark.parametrize(("x", "reason"), [(21.98, None), (21.97, "stops_at_obstacle")])
def test_an_obstacle_just_before_the_target_is_no_stop(x: float, reason: str | None) -> None:
    hedge = line("H", "hedge", (x, 10), (x, 19.4), vdf=1, obstacle=1)
    s = state(red("A", AT, *CAV, **EAST), blue("B", [22000, 20500], **WEST), *FAR, terrain=(hedge,))
    by = round(1000 * x) - 20000 + (1 if reason is None else 2)
    refusal = attack_ways.refuse_way(s, unit(s), s.bases["A"].pose, by, unit(s, "B"))
    assert (refusal and refusal.reason) == reason


@pytest.mark.rule("alaguerre:11.4.1-a")
def test_ground_counts_where_an_attack_starts_and_on_its_way() -> None:
    ground = (area("M", "marsh", 18, 20.6, 19.9, 23), area("F", "field", 20.5, 19, 21, 21))
    far = area("W", "wood", 20, 21.5, 22, 24)
    s = state(red("A", AT, *CAV, **EAST), blue("B", [22000, 20000], **WEST), *FAR, terrain=(*ground, far))
    there = (20000, 19300, 9000, 2000, 1000)
    assert [piece.id for piece in attack_ways.ground_between(s, unit(s), there, 2000)] == ["M", "F"]


# -- room (5.3-e, 5.3-f) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.3-e")
def test_who_ends_among_friends_goes_on_or_else_back() -> None:
    """To the west; friends stand 4um deep, and an enemy beyond them."""
    ranks = [red(id, [10000 + 1000 * n, 20000], **WEST, brigade=id) for n, id in enumerate("FHIJ")]
    s = state(red("A", [30000, 30000], **WEST), *ranks, *FAR)
    s.change(s.bases["A"], at=(13500, 20000))
    on = attack_ways.clear_of_friends(s, unit(s))
    assert on == (9000, 20000, 27000, 2000, 1000)
    blocked = state(red("A", [30000, 30000], **WEST), *ranks, blue("B", [9500, 20000], **EAST), *FAR)
    blocked.change(blocked.bases["A"], at=(10100, 20000))
    assert attack_ways.clear_of_friends(blocked, unit(blocked)) == (14000, 20000, 27000, 2000, 1000)
    north = state(red("A", [30000, 30000]), *[red(id, [20000, 10000 + 1000 * n]) for n, id in enumerate("FHIJ")], *FAR)
    north.change(north.bases["A"], at=(20000, 9500))
    assert attack_ways.clear_of_friends(north, unit(north)) == (20000, 14000, 0, 2000, 1000)


@pytest.mark.rule("alaguerre:5.3-f")
def test_friends_go_back_behind_who_meets_the_enemy() -> None:
    s = state(
        red("A", [30000, 30000], **WEST), red("F", [10000, 20000], **WEST), blue("B", [9400, 20000], **EAST), *FAR
    )
    s.change(s.bases["A"], at=(9400, 20000))
    attack_ways.make_room(s, unit(s))
    assert s.bases["F"].at == (10400, 20000)
    assert course(s) == ["moved push F 400"]
    ranks = [red(id, [10000 + 1000 * n, 20000], **WEST, brigade=id) for n, id in enumerate("FHIJK")]
    deep = state(red("A", [30000, 30000], **WEST), *ranks, *FAR)
    deep.change(deep.bases["A"], at=(9500, 20000))
    assert attack_ways.room_for(deep, unit(deep), deep.bases["F"]) == (15000, 20000, 27000, 2000, 1000)
