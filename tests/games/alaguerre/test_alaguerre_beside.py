"""Support, flanks, mêlées and their parts; turns and their phases; what belongs to neither moves nor fights alone."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Move, To
from quadrilatero.games.alaguerre.records import SetUp, Task
from quadrilatero.games.alaguerre.rules import (
    combats,
    command,
    counter_charge,
    defence,
    fords,
    general_moves,
    intelligence,
    manoeuvre,
    pending,
    reactions,
    sequence,
    support,
    tactical,
)
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from quadrilatero.kernel.ask import Ended
from quadrilatero.table import LEFT
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, line, red, state, told_by

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
SH = ("Sh", "1/1/0 -")
GUNS = ("MdArt", "1/1/- -")
TRAIN = ("baggage", "-/-/- -")
OPEN: Plain = {"formation": "skirmish"}
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}
A = red("A", AT)


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else f"{refusal.rule} {refusal.reason}"


# -- support and flanks (10.2.2) ---------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.2.2-m2", "alaguerre:10.2.2-g", "alaguerre:10.2.2-i")
@pytest.mark.parametrize(
    ("others", "terrain", "supporter"),
    [
        ((red("B", at(18000)),), (), "B"),
        ((red("B", at(17001)),), (), "B"),
        ((red("B", at(17000)),), (), None),
        ((red("B", at(18000, 21900)),), (), "B"),
        ((red("B", at(18000, 22100)),), (), None),
        ((red("B", at(18000), state="shaken"),), (), None),
        ((red("B", at(18000), supports="A"),), (), "B"),
        ((red("B", at(18000), supports="Q"),), (), None),
        ((red("B", at(18000), *LT, **OPEN),), (), None),
        ((red("B", at(18000), *GUNS),), (), None),
        ((red("B", at(18000), *CAV),), (), "B"),
        ((red("B", at(17500)), red("D", at(18800, 21900))), (), "D"),
        ((red("B", at(18500, 18900)), red("D", at(18500, 21100))), (), "B"),
        ((red("B", at(17500, 19000)), blue("E", at(17800, 21900), facing=0)), (), None),
        ((red("B", at(18900)), blue("E", at(16900, 21900), facing=0)), (), "B"),
        ((red("B", at(17500)),), (area("P", "pond", 19, 18, 21, 18.5),), None),
        ((red("B", at(19000)),), (area("P", "pond", 19, 17, 21, 17.5),), "B"),
    ],
)
def test_who_supports_from_behind(others: tuple[Plain, ...], terrain: tuple[Plain, ...], supporter: str | None) -> None:
    s = state(A, *others, *FAR, terrain=terrain)
    found = support.rear_support(s, unit(s))
    assert (found and found.id) == supporter
    if found is not None:
        support.book(s, found, unit(s))
        assert s.bases[found.id].supports == "A"


HOUSE = area("V", "village", 21.5, 19, 24, 22, vdf=1)


@pytest.mark.rule("alaguerre:10.2.2-a", "alaguerre:10.2.2-b", "alaguerre:10.2.2-j")
@pytest.mark.parametrize(
    ("others", "terrain", "secure"),
    [
        ((), (), False),
        ((red("B", at(20000, 22500)),), (), True),
        ((red("B", at(20000, 23999)),), (), True),
        ((red("B", at(20000, 24000)),), (), False),
        ((red("B", at(20000, 22500), state="shaken"),), (), False),
        ((red("B", at(20000, 22500), *GUNS),), (), True),
        ((red("B", at(20000, 22500), *GUNS, formation="limbered"),), (), False),
        ((red("B", at(20000, 22500), *GUNS, state="routed"),), (), False),
        ((red("B", at(20000, 22500), *TRAIN),), (), False),
        ((red("B", at(20000, 22500)), blue("E", at(20000, 22500))), (), False),
        ((red("B", at(20000, 23500)), blue("E", at(20500, 22100), facing=9000)), (), False),
        ((red("B", at(20000, 23500)),), (area("P", "pond", 21.2, 19, 22, 22),), True),
        ((), (area("P", "pond", 22.9, 19, 24, 22),), True),
        ((), (area("P", "pond", 23.1, 19, 24, 22),), False),
        ((), (HOUSE,), False),
        ((red("B", at(21000, 22700), inside="V"),), (HOUSE,), True),
        ((red("B", at(21000, 22700), inside="V", state="routed"),), (HOUSE,), False),
        ((blue("E", at(21000, 22700), inside="V"),), (HOUSE,), False),
    ],
)
def test_what_secures_a_flank(others: tuple[Plain, ...], terrain: tuple[Plain, ...], secure: bool) -> None:
    """The right one; enemies are far beyond both, and a friend covers the left."""
    beyond = blue("X", at(20000, 40000), facing=27000), blue("W", at(20000, 2000), facing=9000)
    s = state(A, red("L", at(20000, 17500)), *others, *beyond, *FAR, terrain=terrain)
    assert support.has_secure_flanks(s, unit(s), None) is secure
    assert support.is_flank_secure(s, unit(s), LEFT, None)


@pytest.mark.rule("alaguerre:10.2.2-m10", "alaguerre:10.2.2-m11", "alaguerre:10.2.2-d")
@pytest.mark.parametrize(
    ("enemy", "found"),
    [
        (blue("E", at(21500)), (False, False)),
        (blue("E", at(19000, 23000), facing=27000), (True, False)),
        (blue("E", at(17000), facing=0), (False, True)),
        (blue("E", at(16000), facing=0), (False, True)),
        (blue("E", at(15999), facing=0), (False, False)),
        (blue("E", at(15999), "Lt", "1/1/0 - sk", facing=0, formation="skirmish"), (False, True)),
        (blue("E", at(14000), facing=0), (False, False)),
        (blue("E", at(17000), *CAV, facing=0), (False, True)),
        (blue("E", at(17000), *CAV, facing=0, state="shaken"), (False, False)),
        (blue("E", at(17000), *GUNS, facing=0), (False, False)),
    ],
)
def test_enemies_beside_and_behind(enemy: Plain, found: tuple[bool, bool]) -> None:
    s = state(A, enemy, *FAR)
    assert support.threats(s, unit(s)) == found
    ring = state({**A, "formation": "square", "notes": ["square"]}, enemy, *FAR)
    assert support.threats(ring, unit(ring)) == (False, False)


# -- mêlées and combats (9.3) ------------------------------------------------------------------------------------------


def outcome(s: State) -> list[str]:
    """The mêlées of a position, each parted into combats, with the bases that count and who has to choose."""
    lines = []
    for melee in combats.melees(s):
        for combat in combats.parted(s, melee, {}):
            sides = [
                "".join(base.id for one in units for base in combats.taking_part(s, one, foes))
                for units, foes in (
                    (combat.units["red"], combat.units["blue"]),
                    (combat.units["blue"], combat.units["red"]),
                )
            ]
            lines.append("-".join(sides))
        lines += [f"{one.id}: {''.join(foe.id for foe in foes)}" for one, foes in combats.undecided(s, melee)]
    return lines


COLUMN: Plain = {"formation": "column", "brigade": "c"}


@pytest.mark.rule("alaguerre:9.3-a", "alaguerre:9.3-d", "alaguerre:2.10.1-f")
@pytest.mark.parametrize(
    ("bases", "told"),
    [
        ((A,), []),
        ((A, blue("E", AT)), ["A-E"]),
        ((A, blue("E", at(20011))), []),
        ((A, blue("E", AT, state="routed")), []),
        ((A, blue("E", AT, *TRAIN)), []),
        ((A, red("B", at(20000, 30000)), blue("E", AT), blue("F", at(20000, 30000))), ["A-E", "B-F"]),
        ((A, red("B", at(20000, 22000)), blue("E", at(20000, 20800))), ["AB-E"]),
        ((A, red("B", at(20000, 22000)), blue("E", at(20000, 21000))), ["AB-E"]),
        ((A, red("B", at(20000, 22000)), blue("E", at(20000, 20800)), blue("F", at(20000, 22800))), ["A-E", "B-F"]),
        ((A, red("B", at(20000, 22000)), blue("E", at(20000, 21000)), blue("F", at(20000, 23000))), ["A-E", "B-F"]),
        ((red("A", AT, **C), red("B", at(20000, 22000), **C), blue("E", AT)), ["AB-E"]),
        ((red("A", AT, **C), red("B", at(20000, 22000), **C), blue("E", at(20000, 19000))), ["A-E"]),
        ((red("A", AT, **COLUMN), red("B", at(19000), **COLUMN), blue("E", AT)), ["A-E"]),
        ((red("A", AT, fight={"rounds": 1}, **COLUMN), red("B", at(19000), **COLUMN), blue("E", AT)), ["AB-E"]),
        (
            (
                red("A", AT, fight={"rounds": 1}, **COLUMN),
                red("B", at(19000), **COLUMN),
                blue("E", at(19500, 21000), facing=27000),
            ),
            ["AB-E"],
        ),
        ((red("A", AT, **G), red("B", at(19000), **G), blue("E", AT)), ["AB-E"]),
        ((A, blue("E", at(20000, 18900)), blue("F", at(20000, 20900))), ["A-EF"]),
        ((A, blue("E", at(19500, 21000), facing=27000), blue("F", at(20000, 19000))), ["A-EF"]),
    ],
)
def test_how_melees_are_parted(bases: tuple[Plain, ...], told: list[str]) -> None:
    assert outcome(state(*bases, *FAR)) == told


@pytest.mark.rule("alaguerre:9-a")
def test_to_touch_an_area_is_to_touch_the_enemies_in_it() -> None:
    village = (area("V", "village", 15, 20, 25, 24, vdf=1),)
    s = state(A, blue("E", at(22500), inside="V"), *FAR, terrain=village)
    assert combats.in_contact(s, s.bases["A"], s.bases["E"])
    assert combats.in_contact(s, s.bases["E"], s.bases["A"])
    away = state(red("A", at(19900)), blue("E", at(22500), inside="V"), *FAR, terrain=village)
    assert not combats.in_contact(away, away.bases["A"], away.bases["E"])
    same = state(red("A", at(21000), inside="V"), blue("E", at(23000), inside="V"), *FAR, terrain=village)
    assert not combats.in_contact(same, same.bases["A"], same.bases["E"])


# -- reactions (6.2, 7.2.2) --------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2.1-b", "alaguerre:6.1-b", "alaguerre:5.6.5-e")
@pytest.mark.parametrize(
    ("target", "on", "able"),
    [
        (blue("E", at(22000)), "front", ["stand", "counter"]),
        (blue("E", at(22000)), "flank", ["stand"]),
        (blue("E", at(22000), state="routed"), "front", ["stand"]),
        (blue("E", at(22000), state="shaken"), "front", ["stand"]),
        (blue("E", at(22000), *SH), "front", ["evade"]),
        (blue("E", at(22000), "Rei", "1/1/0 -"), "front", ["stand", "counter", "evade"]),
        (blue("E", at(22000), "LC", "1/0/0 - sk/ln"), "front", ["stand", "counter", "evade_open"]),
        (blue("E", at(22000), "Hv", "1/-/2 a"), "front", ["stand"]),
        (blue("E", at(22000), *GUNS), "front", ["evade"]),
        (blue("E", at(22000), *TRAIN), "front", ["stand"]),
    ],
)
def test_what_the_target_of_a_charge_may_declare(target: Plain, on: str, able: list[str]) -> None:
    s = state(red("A", AT, *CAV), target, *FAR)
    assert reactions.choices(s, unit(s), unit(s, "E"), on) == able


@pytest.mark.rule("alaguerre:6.2-f", "alaguerre:6.2.2-b")
@pytest.mark.parametrize(
    ("facing", "others", "turns"),
    [
        (18000, (), (None, None)),
        (17000, (), (None, 18000)),
        (19000, (), (18000, None)),
        (9000, (), (None, 11866)),
    ],
)
def test_how_a_target_turns_to_face(
    facing: int, others: tuple[Plain, ...], turns: tuple[int | None, int | None]
) -> None:
    s = state(red("A", AT, *CAV), blue("E", at(22500), facing=facing), *others, *FAR)
    found = [reactions.pivoted(s, unit(s, "E"), s.bases["A"].pose, side) for side in ("left", "right")]
    assert tuple(None if pose is None else pose[2] for pose in found) == turns


@pytest.mark.rule("alaguerre:6.2.1-a", "alaguerre:5.3-a")
def test_how_far_a_counter_charger_comes_on() -> None:
    s = state(red("A", AT, *CAV), blue("E", at(23000), *CAV), red("F", at(21500, 21500)), *FAR)
    assert counter_charge.free_way(s, unit(s, "E"), unit(s), 1000) == 1000
    assert counter_charge.free_way(s, unit(s, "E"), unit(s), 2000) == 1480
    assert counter_charge.turned_to(s, unit(s, "E"), unit(s)) == s.bases["E"].pose
    aslant = state(red("A", at(20000, 18000), *CAV), blue("E", at(23000), *CAV), *FAR)
    assert counter_charge.turned_to(aslant, unit(aslant, "E"), unit(aslant))[2] == 20657
    charger, target, left = counter_charge.both_move(aslant, unit(aslant), unit(aslant, "E"), 3000)
    assert (charger.pose[:3], target.pose[:3], left) == ((18000, 21721, 0), (19088, 21677, 20657), 1279)


# -- generals on their way (5.2.1, 5.3.1) ------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.2.1-a", "alaguerre:5.3.1-b", "alaguerre:2.7.5-d")
@pytest.mark.parametrize(
    ("path", "why"),
    [
        ([(25000, 15000)], None),
        ([(20000, 5000)], None),
        ([(20000, 4999)], "5.2-t9 too_far"),
        ([(25000, 15000), (20000, 15000)], None),
        ([(25000, 15000), (19999, 15000)], "5.2-t9 too_far"),
        ([(20000, 19000)], "5.3.1-b ends_on_friend"),
        ([(20000, 18490)], None),
        ([(22500, 20000)], "2.7.5-d not_his_command"),
        ([(20000, 15000)], None),
        ([(26000, 15000)], "5.1-h touches_enemy"),
        ([(24000, 15000)], None),
        ([(21000, 13000)], "5.3.1-b ends_on_friend"),
    ],
)
def test_where_a_general_rides(path: list[tuple[int, int]], why: str | None) -> None:
    people = [
        general("C", [5000, 5000]),
        general("G", [20000, 15000], division="d"),
        general("H", [21500, 13000], division="e"),
    ]
    bases = red("A", AT, division="d"), red("B", at(20000, 24000), division="e"), blue("E", at(15000, 26600), facing=0)
    s = state(*bases, *FAR, generals=people)
    answer = Move("G", [To([x, y]) for x, y in path])
    refusal = general_moves.refuse_move(s, s.generals["G"], answer)
    assert said(refusal) == why
    if refusal is None:
        general_moves.move(s, s.generals["G"], answer)
        assert s.generals["G"].at == path[-1]
        assert s.generals["G"].moved == max(1, sum(10000 if len(path) == 1 else 5000 for _ in path)) or len(path) == 1
        refusal = general_moves.refuse_general(s, s.generals["G"])
        assert said(refusal) == "5.2-a has_moved"


@pytest.mark.rule("alaguerre:10.3.1-d")
@pytest.mark.parametrize(("until", "stays"), [([1, 1], True), ([1, 2], True), ([2, 1], True), ([1, 0], False)])
def test_a_wounded_general_stays_with_his_unit(until: list[int], stays: bool) -> None:
    people = [general("C", [5000, 5000]), general("G", [18500, 20000], division="red", state="wounded")]
    s = state(A, *FAR, generals=people)
    hurt = s.lead(s.generals["G"], until=(until[0], until[1]))
    assert (said(general_moves.refuse_general(s, hurt)) == "10.3.1-d wounded_stays") is stays


# -- turns (3.1, 5.1) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.1-a", "alaguerre:5.1-b", "alaguerre:5.1.1-b")
@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"orders": {"d": 5, "e": 6, "b": 6}}, ("red", ["e"])),
        ({"orders": {"d": 5, "e": 6, "b": 6}, "done": ["e"]}, ("blue", ["b"])),
        ({"orders": {"d": 5, "e": 5}}, ("red", ["d", "e"])),
        ({"orders": {"d": 5, "b": 6}, "initiative": "blue"}, ("blue", ["b"])),
        ({"orders": {"d": 4, "b": 4}, "done": ["d"]}, ("red", ["light"])),
        ({"orders": {"d": 4, "b": 4}, "done": ["d", "light.red"]}, ("blue", ["b"])),
        ({"orders": {"d": 4, "b": 4}, "done": ["d"], "impulse": 2}, ("blue", ["b"])),
        ({"orders": {"d": 4, "b": 4}, "done": ["d", "b", "light.red"]}, ("red", ["others"])),
        ({"orders": {"d": 4, "b": 4}, "done": ["d", "b", "light.red", "others.red"]}, None),
    ],
)
def test_which_division_is_next(more: Plain, found: tuple[str, list[str]] | None) -> None:
    bases = (
        red("A", AT, division="d"),
        red("B", at(10000), division="e"),
        red("L", at(5000), *LT, **OPEN, division="l"),
        blue("E", at(39000), division="b"),
    )
    people = [general("C", [5000, 5000], division="q")]
    s = state(*bases, generals=people, **{"phase": "manoeuvre", **more})
    assert manoeuvre.next_choice(s) == found


def turned(s: State) -> list[str]:
    """What is told as the phase ends, and where the battle stands then."""
    sequence.next_phase(s)
    told = [f"{event.kind} {event.data.get('phase', '')}".strip() for event in s.sink]
    return [*told, f"{s.phase} {s.turn}.{s.impulse} {s.orders} {''.join(s.activated)}"]


@pytest.mark.rule("alaguerre:3.1-b", "alaguerre:3.1-c", "alaguerre:3.1-d")
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"phase": "manoeuvre", "orders": {"d": 5, "e": 6}}, ["deactivated", "phase fire", "fire 2.1 {'e': 6} BK"]),
        ({"phase": "manoeuvre", "orders": {"d": 5, "b": 5}}, ["deactivated", "phase rally", "rally 2.1 {} "]),
        ({"phase": "manoeuvre", "orders": {}}, ["phase rally", "rally 2.1 {} "]),
        ({"phase": "rally", "orders": {}}, ["phase fire", "fire 2.1 {} "]),
        ({"phase": "fire", "orders": {"d": 5}}, ["phase melee", "melee 2.1 {'d': 5} ABKE"]),
        ({"phase": "melee", "orders": {"d": 5}}, ["impulse", "phase manoeuvre", "manoeuvre 2.2 {'d': 5} ABKE"]),
        ({"phase": "melee", "orders": {}}, ["turn", "phase reinforcements", "reinforcements 3.1 {} "]),
        ({"phase": "melee", "orders": {}, "last_turn": 2}, ["result", "melee 2.1 {} "]),
        ({"phase": "reinforcements"}, ["phase activation", "activation 2.1 {} "]),
        ({"phase": "activation"}, ["phase orders", "orders 2.1 {} "]),
        ({"phase": "orders"}, ["phase manoeuvre", "manoeuvre 2.1 {} "]),
    ],
)
def test_what_comes_after_each_phase(more: Plain, told: list[str]) -> None:
    bases = (
        red("A", AT, division="d", moved=5, acted=True, fired=True),
        red("B", at(10000), division="e", supports="A"),
        red("K", at(5000), *GUNS, division=None),
        blue("E", at(39000), division="b", late=True),
    )
    people = [general("C", [5000, 5000], division="q", moved=9)]
    activated = {"activated": ["A", "B", "K", "E"]} if more.get("orders") else {}
    s = state(*bases, generals=people, **{"turn": 2, "last_turn": 9, **activated, **more})
    try:
        assert turned(s) == told
    except Ended:
        assert told == ["over"]


@pytest.mark.rule("alaguerre:3.1-b", "alaguerre:3.1-e")
def test_a_new_impulse_forgets_what_everybody_did() -> None:
    spent: Plain = {
        "moved": 5,
        "acted": True,
        "fired": True,
        "damaged": True,
        "tested": True,
        "evaded": True,
        "lost": 1,
    }
    s = state(
        red("A", AT, late=True, silent=True, **spent),
        red("B", at(10000), supports="A"),
        *FAR,
        generals=[general("C", [5000, 5000], moved=9)],
    )
    assert [sequence.is_fresh(s.bases[id]) for id in "ABY"] == [False, False, True]
    s.change(s.bases["Y"], crossed=("A",))
    assert not sequence.is_fresh(s.bases["Y"])
    for key in ("moved", "acted", "fired", "damaged", "tested", "evaded", "lost", "late", "silent"):
        one = state(red("A", AT, **{key: {**spent, "late": True, "silent": True}[key]}), *FAR)
        assert not sequence.is_fresh(one.bases["A"]), key
    sequence.clear_impulse(s)
    assert all(sequence.is_fresh(base) for base in s.bases.values())
    assert s.generals["C"].moved == 0


# -- before the battle (12.2) ------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:12.2-b", "alaguerre:12.2-d", "alaguerre:12.2-e")
@pytest.mark.parametrize(
    ("difference", "turns", "reserves"),
    [
        (6, "bbbrr", "red"),
        (5, "bbrbr", "red"),
        (4, "bbrbr", "red"),
        (3, "brbrb", ""),
        (2, "brbrb", ""),
        (1, "rbrbb", "red,blue"),
        (0, "rbrbb", "red,blue"),
    ],
)
def test_who_deploys_when(difference: int, turns: str, reserves: str) -> None:
    found = intelligence.order_of_deployment(difference, "red", {"red": 2, "blue": 3})
    assert ("".join(side[0] for side in found[0]), ",".join(found[1])) == (turns, reserves)


@pytest.mark.rule("alaguerre:12.2-m1", "alaguerre:12.2-m4", "alaguerre:12.2-m5")
def test_what_counts_for_the_patrols() -> None:
    bases = red("A", AT, "LC", "1/0/0 - sk"), red("B", at(10000), "Dr", "1/0/-1 - sk"), blue("E", at(30000), *SH)
    s = state(
        *bases, generals=[general("C", [5000, 5000], level=2), general("D", [5000, 35000], side="blue", level=-1)]
    )
    setup = SetUp(kind="assault", attacker="blue", home="red")
    found = {side: [value for _, value in intelligence.modifiers_of(s, setup, side)] for side in ("red", "blue")}
    assert found == {"red": [-1, 2, 1, 1, 2, 0], "blue": [0, -1, 0, 0, 0, 1]}
    drive(intelligence.patrol(s, setup, {"red": 1, "blue": 1}), (3, 3))
    assert [event.data["total"] for event in s.sink] == [8, 3]
    assert s.setup is not None
    assert (s.setup.turns, s.setup.reserves) == (("blue", "red"), ("red",))
    even = state(red("A", AT), blue("E", at(30000)))
    drive(intelligence.patrol(even, SetUp(), {"red": 1, "blue": 1}), (3, 3), (4,))
    assert even.setup is not None
    assert even.setup.turns == ("blue", "red")
    assert [drive(intelligence.better_prepared(even, {"red": r, "blue": b})) for r, b in ((1, 0), (0, 1))] == [
        "red",
        "blue",
    ]


# -- defence values, fords, tactical moves, chains (11.1, 11.5, 5.2.8, 3.3.3) ------------------------------------------


@pytest.mark.rule("alaguerre:11.1.1-a", "alaguerre:11.1.1-b")
def test_what_works_are_worth_is_rolled_when_somebody_comes() -> None:
    pieces = (
        area("V", "village", 15, 20, 25, 24),
        line("T", "trench", (15, 20), (25, 20)),
        area("M", "marsh", 15, 20, 25, 24),
        line("H", "hedge", (1, 30), (9, 30)),
    )
    s = state(A, *FAR, terrain=pieces)
    drive(defence.find_values(s, [s.bases["A"].pose]), (5,), (6,))
    assert [s.ground.pieces[id].vdf for id in "VTMH"] == [2, 3, None, None]
    drive(defence.find_values(s, [s.bases["A"].pose]))
    hidden = state(A, blue("E", at(30000, 5000)), *FAR, terrain=pieces)
    drive(defence.find_secret_values(hidden), (1,), (1,), (4,))
    assert [(hidden.ground.pieces[id].vdf, hidden.ground.pieces[id].secret) for id in "VTMH"] == [
        (0, "red"),
        (1, "red"),
        (None, None),
        (1, "blue"),
    ]
    drive(defence.show_values(hidden, "red", [(5000, 30000, 0, 2000, 1000)]), None)
    assert [hidden.ground.pieces[id].secret for id in "VTH"] == ["red", "red", None]
    drive(defence.show_values(hidden, "red", [hidden.bases["A"].pose]))


@pytest.mark.rule("alaguerre:11.5-a", "alaguerre:11.5-b")
@pytest.mark.parametrize(("die", "wide"), [(4, 0), (5, 1000), (6, 2000)])
def test_fords_are_found_with_a_five_or_six(die: int, wide: int) -> None:
    river = line("R", "river", (10, 20.5), (30, 20.5), width=1000)
    s = state(A, *FAR, terrain=(river, line("H", "hedge", (1, 30), (9, 30))), options={"ford_search": "on"})
    assert [
        said(fords.refuse_search(s, unit(s, one), piece)) for one, piece in (("A", "R"), ("A", "H"), ("Y", "R"))
    ] == [
        *(None, "11.5-a no_river"),
        "11.5-a not_at_it",
    ]
    drive(fords.search(s, unit(s), "R"), (die,))
    found = [piece for piece in s.ground.pieces.values() if piece.type == "ford"]
    assert [(piece.wide, piece.line) for piece in found] == ([(wide, ((20000, 19000), (20000, 22000)))] if wide else [])
    assert s.bases["A"].acted


@pytest.mark.rule("alaguerre:5.2.8-a", "alaguerre:5.2.8-b")
@pytest.mark.parametrize(
    ("base", "enemy", "why"),
    [
        (red("A", AT, formation="column"), blue("E", at(30000)), None),
        (A, blue("E", at(30000)), "5.2.8-a no_tactical_move"),
        (red("A", AT, *LT, **OPEN), blue("E", at(30000)), None),
        (red("A", AT, *GUNS, formation="limbered"), blue("E", at(30000)), "5.2.8-a no_tactical_move"),
        (red("A", AT, *TRAIN, formation="column"), blue("E", at(30000)), "5.2.8-a no_tactical_move"),
        (red("A", AT, *LT, **OPEN, state="shaken"), blue("E", at(30000)), "5.2.8-a not_in_this_state"),
        (red("A", AT, formation="column"), blue("E", at(23000)), "5.2.8-b enemy_near"),
        (red("A", AT, formation="column"), blue("E", at(23001)), None),
        (red("A", AT, formation="column"), blue("E", at(23000), state="shaken"), None),
        (red("A", AT, formation="column"), blue("E", at(21000), *TRAIN), None),
        (red("A", AT, formation="column"), blue("E", at(28000), *GUNS), "5.2.8-b enemy_near"),
    ],
)
def test_who_may_use_the_tactical_move(base: Plain, enemy: Plain, why: str | None) -> None:
    s = state(base, enemy, *FAR)
    assert said(tactical.refuse(s, unit(s))) == why


@pytest.mark.rule("alaguerre:3.3.3-a", "alaguerre:3.4-a", "alaguerre:2.7.5-e")
def test_chains_of_command_and_who_decides() -> None:
    people = [
        general("C", [5000, 5000], division="c"),
        general("D", [9000, 5000], division="d", superior="C"),
        general("E", [20000, 5000], division="e", superior="D"),
        general("F", [30000, 5000], division="f", superior="E"),
    ]
    s = state(red("A", AT, division="f"), *FAR, generals=people, players=["D"], options={"players": "several"})
    assert [one.id for one in command.chain(s, s.generals["F"])] == ["F", "E", "D", "C"]
    assert command.seats(s) == ("red", "blue", "red.D")
    assert command.seat_for_base(s, s.bases["A"]) == "red.D"
    assert command.seat_for_division(s, "c", "red") == "red"
    assert command.seat_for_division(s, None, "blue") == "blue"
    s.lead(s.generals["E"], at=None, state="dead")
    assert [one.id for one in command.chain(s, s.generals["F"])] == ["F", "D", "C"]
    general_c = s.generals["C"]
    reach = general_c.radius
    assert command.is_in_radius(general_c, (5000, 5500 + reach + 1000, 0, 1000, 1000))
    assert not command.is_in_radius(general_c, (5000, 5500 + reach + 1001, 0, 1000, 1000))
    alone = state(red("A", AT, division="f"), *FAR, generals=people, players=["D"])
    assert command.seats(alone) == ("red", "blue")
    assert command.seat_for_base(alone, alone.bases["A"]) == "red"


# -- work that a position leaves open ----------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.2.1-c", "alaguerre:10.2.1-a", "alaguerre:10.2.2-m8")
@pytest.mark.parametrize(
    ("task", "sent", "told"),
    [
        (
            Task(test="A"),
            [(4,)],
            ["roll morale A fire 5 level", "state fire A disordered", "A: state=disordered", "pending="],
        ),
        (
            Task(test="A", row="melee", losses=1, damage=1, enemy="Z"),
            [(1,), (5,)],
            [
                "roll morale A melee 2 rout",
                "state melee A routed",
                "cohesion rout red 8",
                "roll general G 4",
                "moved rout A 3000",
                "A: at=20000,16000 facing=18000 state=routed damaged",
                "G: at=18500,16000",
                "divisions red: side=red tests",
                "cohesion red: 8",
                "pending=",
            ],
        ),
        (Task(test="Q"), [], ["pending="]),
        (
            Task(retreat="A"),
            [None],
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000", "G: at=18500,18000", "pending="],
        ),
        (
            Task(rout="A"),
            [None],
            ["moved rout A 3000", "A: at=20000,16000 facing=18000", "G: at=18500,16000", "pending="],
        ),
        (Task(recoil="A"), [None], ["moved recoil A 500", "A: at=20000,19500", "G: at=18500,19500", "pending="]),
        (
            Task(general="G"),
            [(1,), (2,)],
            ["roll general G 1", "roll fate G 2 light", "general G light", "G: state=wounded until=2,1", "pending="],
        ),
        (
            Task(general="G", test="capture"),
            [(1,), (4,)],
            ["roll general G 1", "roll fate G 4 escapes", "general G escapes", "G: at=1000,500", "pending="],
        ),
        (Task(division="red"), [(6,)], ["roll division 7 steady", "pending="]),
    ],
)
def test_work_that_is_open(task: Task, sent: list[Any], told: list[str]) -> None:
    people = [general("C", [5000, 5000]), general("G", [18500, 20000], division="red")]
    s = state(A, *FAR, generals=people, turn=1, last_turn=9)
    s.pending = (task,)
    assert told_by(s, pending.work(s), *sent) == told
    assert course(s) is not None
