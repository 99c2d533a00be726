"""Chapter 7: approaches step by step, and chapter 6: the ways of attacks, their wheels and what bars them."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.answers import Approach, ChargeWheel
from quadrilatero.games.alaguerre.rules import approach, attack_ways
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, area, blue, line, play, red, state, tale

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LN = ("Ln", "1/1/1 -")
REI = ("Rei", "1/1/0 -")
LT = ("Lt", "1/1/0 - sk")
GUNS = ("MdArt", "1/1/- -")
C: Plain = {"brigade": "c"}
OPEN: Plain = {"formation": "skirmish"}
STAND, COUNTER, EVADE, GO, STAY = ({"do": do} for do in ("stand", "counter", "evade", "go_on", "stay"))
HOLD = {"do": "hold"}
WHEELED: Plain = {"wheel": {"side": "right", "angle": 1000}}


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str) -> Unit:
    return unit_of(s, s.bases[id])


A = red("A", AT, *LN)


@pytest.mark.rule("alaguerre:7-b", "alaguerre:7.1-a", "alaguerre:7.1-b")
@pytest.mark.parametrize(
    ("bases", "order", "terrain", "rule"),
    [
        ((A, blue("B", at(22500))), 5, (), None),
        ((A, blue("B", at(22500))), 4, (), "7.1-b"),
        ((red("A", AT, *LN, notes=["any_order"]), blue("B", at(22500))), 4, (), None),
        ((A, blue("B", at(22500))), None, (), None),
        ((A, red("D", at(22500))), 5, (), "7-a"),
        ((A, blue("B", at(22500, 26000))), 5, (), "7-b"),
        ((A, blue("B", at(23001))), 5, (), "7-b"),
        ((A, blue("B", at(23000))), 5, (), None),
        ((A, blue("B", at(21000))), 5, (), "7-a"),
        ((A, blue("B", at(21001))), 5, (), None),
        ((A, blue("B", at(22500))), 5, (area("H", "hill", 10, 20.4, 30, 22),), "7-b"),
        (
            (A, blue("B", at(22500), **C), blue("D", at(22500, 22000), **C)),
            5,
            (area("H", "hill", 19.5, 20.3, 40, 21.9),),
            None,
        ),
        ((red("A", AT, *LN, state="shaken"), blue("B", at(22500))), 5, (), "7.1-b"),
        ((red("A", AT), blue("B", at(22500))), 5, (), "7.1-a"),
        ((red("A", AT, *LT, notes=["short_range"], **OPEN), blue("B", at(22500))), 5, (), "7.1.1-a"),
        ((red("A", AT, *LT, notes=["short_range"], **OPEN), blue("B", at(22500), state="shaken")), 5, (), None),
        (
            (
                red("A", AT, *LN, **C, engaged="B"),
                red("E", at(20000, 22000), *LN, **C),
                blue("B", at(22500), engaged="A"),
            ),
            5,
            (),
            "7.2.1-a",
        ),
        ((A, red("F", at(21200)), blue("B", at(22900))), 5, (), "5.3-b"),
        ((A, blue("B", at(22900)), blue("D", at(21500))), 5, (), "7.2-a"),
    ],
)
def test_who_may_go_to_short_range_of_whom(
    bases: tuple[Plain, ...], order: int | None, terrain: tuple[Plain, ...], rule: str | None
) -> None:
    s = state(*bases, *FAR, terrain=terrain)
    target = "B" if "B" in s.bases else "D"
    refusal = approach.refuse_approach(s, unit(s, "A"), Approach(target), order=order)
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("alaguerre:7.2-g")
@pytest.mark.parametrize(
    ("x", "y", "left", "rule"),
    [(20000, 22500, 1500, None), (20000, 22500, 1499, "7-b"), (22500, 22000, 900, "7-b"), (22500, 22000, 2000, None)],
)
def test_whom_an_approach_can_still_go_to(x: int, y: int, left: int, rule: str | None) -> None:
    s = state(A, blue("B", [x, y]), *FAR)
    refusal = approach.can_turn_on(s, unit(s, "A"), Approach("B"), left)
    assert (refusal and refusal.rule) == rule
    assert approach.other_targets(s, unit(s, "A"), left) == ([] if rule else ["B"])


@pytest.mark.rule("alaguerre:7.2-a", "alaguerre:7.2-b", "alaguerre:7.2-f")
@pytest.mark.parametrize(
    ("bases", "more", "dice", "answers", "told"),
    [
        (
            (A, blue("B", at(22500))),
            {},
            (4, 4),
            [],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 5 passed",
                "moved approach A 500",
                "engaged A B",
                "A: at=20000,21500 engaged=B moved=1500 acted",
                "B: engaged=A",
            ],
        ),
        ((A, blue("B", at(22500))), {}, (2,), [], ["roll morale A charge 3 stands", "A: acted"]),
        (
            (A, blue("B", at(21500))),
            {},
            (4, 4),
            [],
            [
                "roll morale A charge 5 passed",
                "moved approach A 500",
                "roll morale B charged 5 passed",
                "engaged A B",
                "A: at=20000,20500 engaged=B moved=500 acted",
                "B: engaged=A late",
            ],
        ),
        (
            (A, blue("B", at(22500))),
            {},
            (4, 3),
            [],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 4 stands_disordered",
                "state charged B disordered",
                "moved approach A 500",
                "engaged A B",
                "A: at=20000,21500 engaged=B moved=1500 acted",
                "B: state=disordered engaged=A late",
            ],
        ),
        (
            (A, blue("B", at(22500))),
            {},
            (4, 2),
            [GO],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 1000",
                "moved approach A 1000",
                "A: at=20000,22000 moved=2000 acted",
                "B: at=20000,24500 state=disordered",
            ],
        ),
        (
            (A, blue("B", at(22500))),
            {},
            (4, 2),
            [{"do": "go_on", "by": 400}],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 1000",
                "moved approach A 400",
                "A: at=20000,21400 moved=1400 acted",
                "B: at=20000,24500 state=disordered",
            ],
        ),
        (
            (A, blue("B", at(22500))),
            {},
            (4, 2),
            [STAY],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 1000",
                "A: at=20000,21000 moved=1000 acted",
                "B: at=20000,24500 state=disordered",
            ],
        ),
        (
            (A, blue("B", at(22500), state="routed")),
            {},
            (4,),
            [GO],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "moved rout B 3000",
                "moved approach A 1000",
                "A: at=20000,22000 moved=2000 acted",
                "B: at=20000,26500 facing=0",
            ],
        ),
        (
            (A, blue("B", at(22500)), blue("D", at(22300, 22100))),
            {},
            (4, 2, 4),
            [{"do": "approach", "target": "D"}],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 1000",
                "moved approach A 400",
                "roll morale D charged 6 passed",
                "engaged A D",
                "A: at=20016,21352 facing=276 engaged=D moved=1400 acted",
                "B: at=20000,24500 state=disordered",
                "D: engaged=A late silent",
            ],
        ),
        (
            (A, blue("B", at(22500, 21500))),
            {},
            (4, 4),
            [],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 5 passed",
                "moved approach A 500",
                "engaged A B",
                "A: at=20000,21500 engaged=B moved=1500 acted",
                "B: engaged=A",
            ],
        ),
        (
            (A, blue("B", at(22500, 21000))),
            WHEELED,
            (4, 4),
            [],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1349",
                "roll morale B charged 5 passed",
                "moved approach A 287",
                "engaged A B",
                "A: at=20239,21442 facing=1000 engaged=B moved=1636 acted",
                "B: engaged=A",
            ],
        ),
        (
            (A, blue("B", at(22500), *CAV)),
            {},
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 5 passed",
                "moved approach A 500",
                "engaged A B",
                "A: at=20000,21500 engaged=B moved=1500 acted",
                "B: engaged=A",
            ],
        ),
        (
            (A, blue("B", at(22500), *CAV)),
            {},
            (4, 4, 3),
            [COUNTER, HOLD],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 5 passed",
                "moved counter B 1500",
                "contact B A front True 1500",
                "A: at=20000,21000 moved=1000 acted",
                "A fight: on=front began=blue",
                "B: at=20000,21000 moved=1500 acted",
                "B fight: charged on=front began=blue",
            ],
        ),
        (
            (A, blue("B", at(22500), *CAV)),
            {},
            (4, 3),
            [COUNTER],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 4 stands_disordered",
                "state charged B disordered",
                "moved approach A 500",
                "engaged A B",
                "A: at=20000,21500 engaged=B moved=1500 acted",
                "B: state=disordered engaged=A late",
            ],
        ),
        (
            (red("A", AT, *REI), blue("B", at(23500), *CAV)),
            {},
            (4, 5),
            [COUNTER, HOLD],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 6 passed",
                "moved charge A 1875",
                "moved counter B 625",
                "contact B A front True 2500",
                "A: at=20000,22875 moved=2875 acted",
                "A fight: on=front began=blue",
                "B: at=20000,22875 moved=625 acted",
                "B fight: charged on=front began=blue",
            ],
        ),
        (
            (A, blue("B", at(22500), *GUNS)),
            {},
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 5 passed",
                "moved approach A 500",
                "engaged A B",
                "A: at=20000,21500 engaged=B moved=1500 acted",
                "B: engaged=A",
            ],
        ),
        (
            (A, blue("B", at(22500), *GUNS)),
            {},
            (4, 4),
            [EVADE],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 5 passed",
                "state evade B disordered",
                "moved evade B 2000",
                "A: at=20000,21000 moved=1000 acted",
                "B: at=20000,24500 formation=limbered state=disordered moved=2000 evaded",
            ],
        ),
        (
            (A, blue("B", at(22500), *GUNS)),
            {},
            (4, 1),
            [EVADE, GO],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 2 two_levels_retreats",
                "state charged B shaken",
                "eliminated abandoned B",
                "moved approach A 1000",
                "A: at=20000,22000 moved=2000 acted",
                "B: gone",
                "divisions blue: side=blue tests",
                "eliminated: id=B side=blue division=blue stats=1/1/- - why=abandoned",
                "guns: id=B side=blue at=20000,22500 facing=18000 morale=1",
            ],
        ),
        (
            (A, blue("B", at(22500), *GUNS, evaded=True)),
            {},
            (4, 4),
            [],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "roll morale B charged 5 passed",
                "moved approach A 500",
                "engaged A B",
                "A: at=20000,21500 engaged=B moved=1500 acted",
                "B: engaged=A",
            ],
        ),
        (
            (red("A", AT, *LN, **C), red("E", at(20000, 22000), *LN, **C), blue("B", at(22500, 22000))),
            {},
            (4, 4),
            [],
            [
                "roll morale A charge 5 passed",
                "moved approach A 1000",
                "moved approach E 1000",
                "roll morale B charged 5 passed",
                "moved approach A 500",
                "moved approach E 500",
                "engaged A B",
                "A: at=20000,21500 engaged=B moved=1500 acted",
                "E: at=22000,21500 moved=1500 acted",
                "B: engaged=A",
            ],
        ),
        (
            (A, blue("B", at(22500, 21500), facing=9000)),
            {},
            (4, 6),
            [{"do": "face", "side": "right"}],
            [
                "roll morale A charge 5 passed",
                "moved approach A 500",
                "roll morale B charged 5 passed",
                "moved move B 554",
                "engaged A B",
                "A: at=20000,20500 engaged=B moved=500 acted",
                "B: at=21980,22377 facing=11866 engaged=A acted late",
            ],
        ),
    ],
)
def test_the_course_of_an_approach(
    bases: tuple[Plain, ...], more: Plain, dice: tuple[int, ...], answers: list[Plain], told: list[str]
) -> None:
    match = play(*bases, *FAR, phase="manoeuvre", orders={"red": 5}, dice=list(dice))
    assert tale(match, {"do": "approach", "unit": "A", "target": "B", **more}, *answers) == told


@pytest.mark.rule("alaguerre:7.2-f")
def test_how_far_an_approach_may_go_on() -> None:
    match = play(A, blue("B", at(22500)), *FAR, phase="manoeuvre", orders={"red": 5}, dice=[4, 2])
    match.answer("red", {"do": "approach", "unit": "A", "target": "B"})
    assert match.options("red") == [STAY, GO]
    refused = [match.refuse("red", {"do": "go_on", "by": by}) for by in (1000, 1001)]
    assert [refusal and refusal.rule for refusal in refused] == [None, "7.2-f"]


# -- the ways of attacks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:6.2-e")
@pytest.mark.parametrize(
    ("others", "turn"),
    [
        ((blue("B", at(22000)),), ("left", 0)),
        ((blue("B", at(22000, 22000)),), ("right", 20)),
        ((blue("B", at(21500, 22500)),), ("right", 1155)),
        ((blue("B", at(21500, 17500)),), ("left", 1155)),
        ((blue("B", at(21000, 23000)),), ("right", 2683)),
        ((blue("B", at(22000)), blue("D", at(21000, 21900))), ("left", 568)),
        ((blue("B", at(22500)), blue("D", at(21200, 20500))), None),
        ((blue("B", at(22500)), blue("D", at(21200))), None),
        ((blue("B", at(20500, 26000)),), None),
        ((blue("B", at(22500, 23300)), blue("D", at(20600, 17900))), ("right", 2054)),
    ],
)
def test_the_smallest_wheel_that_leads_to_the_target(others: tuple[Plain, ...], turn: tuple[str, int] | None) -> None:
    s = state(red("A", AT, *CAV), *others, *FAR)
    assert attack_ways.smallest_wheel(s, unit(s, "A"), unit(s, "B")) == turn


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:5.2.4-b")
@pytest.mark.parametrize(
    ("side", "angle", "others", "rule"),
    [
        ("right", 1000, (), None),
        ("right", 5730, (), None),
        ("right", 8593, (), "5.2.4-b"),
        ("left", 1000, (), None),
        ("left", 4000, (), "6.2-b"),
        ("left", 1000, (blue("D", at(20500, 17900)),), "6.2-b"),
        ("right", 2000, (blue("D", at(20300, 19000)),), "6.2-b"),
    ],
)
def test_why_a_wheel_does_not_serve(side: str, angle: int, others: tuple[Plain, ...], rule: str | None) -> None:
    s = state(red("A", AT, *CAV), blue("B", at(22500, 20500)), *others, *FAR)
    found = attack_ways.wheel_for(s, unit(s, "A"), unit(s, "B"), ChargeWheel(side, angle), "6.2-b")  # type: ignore[arg-type]
    assert (found.rule if isinstance(found, Refusal) else None) == rule
    assert rule is not None or found == (side, angle)


HEDGE = line("H", "hedge", (10, 20), (30, 20), vdf=1, obstacle=1)


@pytest.mark.rule("alaguerre:5.3-b", "alaguerre:11.2-g", "alaguerre:11.3.1-a")
@pytest.mark.parametrize(
    ("others", "terrain", "reason"),
    [
        ((), (), None),
        ((red("F", at(21200)),), (), "through_friend"),
        ((red("F", at(21200, 23000)),), (), None),
        ((red("F", at(21000, 20000), *LT, **OPEN),), (), None),
        ((red("F", at(21900, 20000), *LT, **OPEN),), (), "no_room_at_target"),
        ((red("F", at(21200, 23000)), red("K", at(21200))), (), "through_friend"),
        ((), (area("P", "pond", 15, 20.5, 25, 21),), "closed_ground"),
        ((), (area("P", "pond", 22, 20.5, 25, 21),), None),
        ((), (HEDGE,), None),
        ((), (line("H", "wall", (10, 20), (30, 20), vdf=2, obstacle=3),), None),
        ((), (line("H", "wall", (10, 22), (30, 22), vdf=2, obstacle=3),), None),
        ((), (line("H", "wall", (10, 19), (30, 19), vdf=2, obstacle=3),), None),
        ((), (line("H", "hedge", (10, 20.7), (30, 20.7), vdf=1, obstacle=1),), "stops_at_obstacle"),
        ((), (line("H", "hedge", (10, 22), (30, 22), vdf=1, obstacle=1),), None),
        ((), (line("H", "hedge", (10, 21.999), (30, 21.999), vdf=1, obstacle=1),), None),
        ((), (HEDGE, line("I", "hedge", (10, 20.7), (30, 20.7), vdf=1, obstacle=1)), "stops_at_obstacle"),
    ],
)
def test_what_bars_an_attack(others: tuple[Plain, ...], terrain: tuple[Plain, ...], reason: str | None) -> None:
    s = state(red("A", AT), blue("B", at(22000)), *others, *FAR, terrain=terrain)
    one = unit(s, "A")
    refusal = attack_ways.refuse_way(s, one, one.pose, 2000, unit(s, "B"))
    assert (refusal and refusal.reason) == reason


@pytest.mark.rule("alaguerre:11.4.1-a", "alaguerre:6-d")
@pytest.mark.parametrize(
    ("terrain", "speed"),
    [
        ((), 3000),
        ((area("M", "marsh", 15, 21, 25, 22),), 1000),
        ((area("M", "marsh", 15, 18, 25, 19.5),), 1000),
        ((area("M", "marsh", 15, 22.6, 25, 24),), 3000),
        ((area("V", "village", 15, 21, 25, 22, vdf=1),), 3000),
        ((area("H", "hill", 15, 20.5, 25, 24, slope="steep"),), 1500),
        ((area("H", "hill", 15, 20.5, 25, 24),), 3000),
    ],
)
def test_how_fast_an_attack_is(terrain: tuple[Plain, ...], speed: int) -> None:
    s = state(red("A", AT, *CAV), blue("B", at(22500)), *FAR, terrain=terrain)
    one = unit(s, "A")
    assert attack_ways.speed(s, one, one.pose, 2500) == speed


@pytest.mark.rule("alaguerre:5.3-e", "alaguerre:5.3-f")
def test_where_an_attacker_and_his_friends_make_room() -> None:
    s = state(red("A", at(5000)), red("F", at(10000)), red("K", at(9000, 21500)), blue("B", at(12000)), *FAR)
    s.change(s.bases["A"], at=(20000, 10600))
    assert attack_ways.clear_of_friends(s, unit(s, "A")) == (20000, 11000, 0, 2000, 1000)
    s.change(s.bases["A"], at=(20000, 12000))
    assert attack_ways.clear_of_friends(s, unit(s, "A")) is None
    s.change(s.bases["A"], at=(20000, 10900))
    attack_ways.make_room(s, unit(s, "A"))
    assert [s.bases[id].at for id in "FK"] == [(20000, 8000), (21500, 9000)]
    packed = state(red("A", at(5000)), red("F", at(10000)), red("K", at(9000)), blue("B", at(12000)), *FAR)
    packed.change(packed.bases["A"], at=(20000, 10900))
    assert attack_ways.room_for(packed, unit(packed, "A"), packed.bases["F"]) == (20000, 8000, 0, 2000, 1000)


@pytest.mark.rule("alaguerre:6-b", "alaguerre:7-a")
def test_whom_a_target_means() -> None:
    village = (area("V", "village", 15, 21, 25, 26, vdf=1),)
    theirs = (
        blue("B", at(23000), inside="V"),
        blue("D", at(21000, 20000), occupies={"piece": "V", "sides": [0]}),
        blue("G1", at(30000), great="T"),
        blue("G2", at(31000), great="T"),
    )
    s = state(A, *theirs, blue("N", None), *FAR, terrain=village)
    found = {id: [base.id for base in attack_ways.defenders(s, id, "red")] for id in "VBTNA"}
    assert found == {"V": ["B", "D"], "B": ["B"], "T": ["G1", "G2"], "N": [], "A": []}
    assert [base.id for base in attack_ways.defenders(s, "V", "blue")] == []
    assert attack_ways.target_unit(s, "Q", "red") is None
