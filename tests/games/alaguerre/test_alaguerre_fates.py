"""Chapter 10: what rolls of generals and divisions say of themselves, wounds that heal, heirs, names of units."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Successor
from quadrilatero.games.alaguerre.rules import divisions, formations, generals, shots
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, red, state

AT = [20000, 20000]
FAR = blue("Z", [45000, 39000], "LC", "0/-/0 -")
D: Plain = {"division": "d"}
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}
A = red("A", AT, **D)
CAV = ("Cav", "1/-/2 a")
SH = ("Sh", "1/1/0 -")


def people(level: int = 1, **more: Any) -> list[Plain]:
    return [general("C", [5000, 5000], level=1), {**general("G", [21500, 20000], division="d", level=level), **more}]


def rolled(s: State) -> list[tuple[Any, ...]]:
    keys = ("why", "test", "need", "total", "success", "at_risk", "result")
    return [
        (event.rule, *[event.data.get(key) for key in keys], event.modifiers)
        for event in s.sink
        if event.kind == "roll"
    ]


@pytest.mark.rule("alaguerre:10.3.1-a", "alaguerre:10.3.1-b", "alaguerre:10.3.2-b")
@pytest.mark.parametrize(
    ("test", "routs", "dice", "told"),
    [
        ("wound", False, (3,), [("10.3.1-a", "general", "wound", 2, 2, True, False, None, [("10.3.1-a", -1)])]),
        (
            "wound",
            True,
            (3, 4),
            [
                ("10.3.1-a", "general", "wound", 2, 1, False, True, None, [("10.3.1-a", -1), ("10.3.1-b", -1)]),
                ("10.3.1-c", "fate", "wound", 4, 4, True, None, "unharmed", []),
            ],
        ),
        (
            "capture",
            True,
            (2, 3),
            [
                ("10.3.2-b", "general", "capture", 2, 1, False, True, None, [("10.3.1-b", -1)]),
                ("10.3.2-c", "fate", "capture", 4, 3, False, None, "escapes_wounded", []),
            ],
        ),
    ],
)
def test_what_the_trials_of_generals_say(
    test: str, routs: bool, dice: tuple[int, ...], told: list[tuple[Any, ...]]
) -> None:
    s = state(A, red("F", [30000, 20000], **D), FAR, generals=people())
    drive(generals.try_general(s, s.generals["G"], test, unit_of(s, s.bases["A"]), routs), *[(die,) for die in dice])
    assert rolled(s) == told


@pytest.mark.rule("alaguerre:10.3.2-a")
@pytest.mark.parametrize(("at", "more", "tried"), [([25000, 20000], {}, True), ([21500, 20000], {}, False)])
def test_whom_a_moving_enemy_may_capture(at: list[int], more: Plain, tried: bool) -> None:
    s = state(A, FAR, generals=people(at=at, **more))
    drive(generals.meet_enemy(s, s.generals["G"]), *([(3,)] if tried else []))
    assert [one[4] for one in rolled(s)] == ([3] if tried else [])
    dead = state(A, FAR, generals=people(at=None, state="dead", lost=1))
    drive(generals.meet_enemy(dead, dead.generals["G"]))
    assert rolled(dead) == []


@pytest.mark.rule("alaguerre:10.3.1-d")
def test_light_wounds_heal_with_their_impulse() -> None:
    for until, heals in (((1, 1), True), ((1, 2), False), ((2, 1), False)):
        s = state(A, FAR, generals=people())
        s.lead(s.generals["G"], state="wounded", until=until)
        generals.heal(s)
        healed = s.generals["G"]
        assert (healed.state, healed.until) == (("well", None) if heals else ("wounded", until))
    s = state(A, FAR, generals=people(at=None, state="dead", lost=1))
    generals.heal(s)
    assert s.generals["G"].state == "dead"
    s.orders, s.phase = {"d": 5, "e": 4}, "manoeuvre"
    assert generals.next_impulse(s) == (1, 2)
    s.orders = {"d": 5, "e": 5}
    assert generals.next_impulse(s) == (2, 1)
    s.phase = "fire"
    assert generals.next_impulse(s) == (1, 2)


@pytest.mark.rule("alaguerre:10.3.3-a", "alaguerre:10.3.3-b", "alaguerre:10.3.3-d")
def test_the_heir_of_a_chief_and_those_below_him() -> None:
    staff = [
        {**general("C", AT, level=1), "at": None, "state": "dead", "lost": 1},
        general("G", [21500, 20000], level=2, division="d"),
        general("H", [30000, 5000], level=0, division="e"),
        general("I", [35000, 5000], division="f", superior="H"),
    ]
    s = state(A, FAR, generals=staff, turn=3, last_turn=9)
    ask = generals.successor_question(s, s.generals["C"], [s.generals["G"], s.generals["H"]])
    assert ask.certain
    assert [ask.refuse("red", Successor(id)) is None for id in "GHI"] == [True, True, False]
    assert not generals.successor_question(s, s.generals["C"], [s.generals["G"]]).certain
    drive(generals.successions(s), Successor("G"))
    made = s.generals["G_2"]
    assert (s.generals["G"].cic, s.generals["G"].level, s.generals["G"].superior) == (True, 1, None)
    assert (made.at, made.level, made.superior, made.division, made.cic) == ((22500, 20000), -1, "G", "d", False)
    assert str(made.name).endswith(" II") or "II" in str(made.name)
    assert [s.generals[id].superior for id in "HI"] == ["G", "H"]
    generals.anonymous(s, s.generals["G"], "q")
    assert s.generals["G_3"].at == (22500, 20000)


@pytest.mark.rule("alaguerre:10.3.3-b", "alaguerre:10.3.2-c")
def test_where_a_substitute_and_an_escaped_general_stand() -> None:
    s = state(
        red("B", [9000, 9000], division="e"),
        A,
        FAR,
        generals=people(at=None, state="dead", lost=1),
        turn=3,
        last_turn=9,
    )
    generals.replace_general(s, s.generals["G"])
    assert s.generals["G"].at == (20000, 18500)
    assert generals.behind(s.bases["Z"]) == (45000, 40500)
    s.change(s.bases["A"], facing=27000)
    assert generals.behind(s.bases["A"]) == (21500, 20000)


# -- divisions ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.1.1-b", "alaguerre:10.1.1-t2")
def test_what_the_test_of_a_division_says() -> None:
    s = state(A, FAR, turn=3, last_turn=9)
    for die, success in ((6, True), (3, False)):
        s.sink.clear()
        drive(divisions.take_test(s, "d"), (die,))
        assert rolled(s)[0][:6] == ("10.1.1-b", "division", None, 6, die + 1, success)
    assert s.divisions["d"].wavers == 4
    assert [event.data["turn"] for event in s.sink if event.kind == "wavers"] == [4]


@pytest.mark.rule("alaguerre:10.1.3-m7", "alaguerre:10.1.1-t4")
def test_who_is_the_last_of_a_division_hangs_on_its_edge() -> None:
    bases = red("A", [20000, 20000], **D), red("B", [24000, 25000], **D)
    s = state(*bases, FAR)
    found = {}
    for edge in ("south", "north", "west", "east"):
        other = {"south": "north", "north": "south", "west": "east", "east": "west"}[edge]
        s = state(*bases, FAR, edges={"red": edge, "blue": other})
        ranks = {id: divisions._rearmost(s, s.bases[id]) for id in "AB"}
        found[edge] = ranks
    assert found == {
        "south": {"A": -20000, "B": -25000},
        "north": {"A": -20000, "B": -15000},
        "west": {"A": -20000, "B": -24000},
        "east": {"A": -26667, "B": -22667},
    }
    assert not divisions.has_enemies_behind(s, [])
    assert divisions._morale("-/0/1 a") == 0
    lost = state(A, red("R", [1000, 2000]), FAR)
    divisions.remove(lost, "d", "10.1.1-t4")
    assert course(lost) == ["eliminated division A", "cohesion division red 8"]


@pytest.mark.rule("alaguerre:10.1.3-m3")
@pytest.mark.parametrize(
    ("y", "kind", "stats", "counts"),
    [
        (22000, "Pk", "1/0/2 a", 1),
        (22000, *CAV, 1),
        (22000, "MdArt", "1/1/- -", 0),
        (23000, "Pk", "1/0/2 a", 1),
        (23001, "Pk", "1/0/2 a", 0),
    ],
)
def test_who_is_behind_defences(y: int, kind: str, stats: str, counts: int) -> None:
    village = area("V", "village", 15, 15, 25, 20.4, vdf=1)
    held = red("A", AT, inside="V", occupies={"piece": "V", "sides": "all"}, **D)
    s = state(held, blue("E", [20000, y], kind, stats), FAR, terrain=(village,))
    assert divisions.is_behind_defences(s, s.bases["A"]) == bool(counts)


# -- names and members of units, what stands in the line of fire -------------------------------------------------------


@pytest.mark.rule("alaguerre:2.7.1-a", "alaguerre:2.11-b")
def test_what_units_are_called_and_who_is_with_them() -> None:
    great = red("A", AT, name="Tercio 1", **G), red("B", [20000, 19000], name="Tercio 2", **G)
    line = red("L", [30000, 20000], name="Guardia 1", **C), red("M", [32000, 20000], name="Guardia 2", **C)
    s = state(*great, *line, FAR, generals=[general("G", [31000, 18500])])
    assert [unit_of(s, s.bases[id]).name for id in "BM"] == ["Tercio", "Guardia 1"]
    assert [one.id for one in formations.attached(s, unit_of(s, s.bases["M"]))] == ["G"]
    assert formations.named(s, "M", alone=True).ids == ["M"]
    assert formations.named(s, "M").ids == ["L", "M"]
    assert formations.single(s.bases["M"]).pose == s.bases["M"].pose
    s.change(s.bases["B"], at=None)
    assert unit_of(s, s.bases["A"]).ids == ["A"]


@pytest.mark.rule("alaguerre:8.1.3-c", "alaguerre:8.1.3-a")
@pytest.mark.parametrize(
    ("others", "blocked"),
    [
        ((red("F", [20000, 21200]),), "F"),
        ((red("F", [20000, 24600]),), None),
        ((red("F", [20000, 19000]),), None),
        ((blue("E2", [20000, 23500], great="T"),), None),
        ((red("F", [30000, 21200]), red("H", [20000, 21200])), "H"),
    ],
)
def test_who_closes_the_line_of_fire(others: tuple[Plain, ...], blocked: str | None) -> None:
    own: Plain = {} if blocked else {"great": "T"}
    s = state(
        red("A", AT, *SH),
        blue("E", [20000, 22500], **(own if any("great" in one for one in others) else {})),
        *others,
        FAR,
    )
    fan = shots.sector_of(s, s.bases["A"], "front")
    for half in shots.HALVES:
        found = shots.blocker(s, s.bases["A"], s.bases["E"], fan, half, 2500)
        assert (found and found.id) == blocked


@pytest.mark.rule("alaguerre:6.3-b", "alaguerre:6.3.2-a", "alaguerre:8.1.3-c")
def test_charge_fire_is_at_long_range_but_for_who_waits_and_hills_hide() -> None:
    s = state(red("A", AT, *SH, acted=True), blue("E", [20000, 21500]), FAR)
    bands = [
        shots.aim(s, s.bases["A"], s.bases["E"], "front", charge=True).range,
        shots.aim(s, s.bases["A"], s.bases["E"], "front", charge=True, short=True).range,
    ]
    assert bands == ["long", "short"]
    assert shots.aim(s, s.bases["A"], s.bases["E"], "front").moved
    hill = area("H", "hill", 10, 20.4, 30, 21)
    hidden = state(red("A", AT, *SH), blue("E", [20000, 21500]), FAR, terrain=(hill,))
    refusal = shots.refuse_shot(hidden, hidden.bases["A"], hidden.bases["E"], "front")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("8.1.3-c", "out_of_sight")
    away = state(red("A", AT, *SH), blue("E", None), FAR)
    assert shots.refuse_shot(away, away.bases["A"], away.bases["E"], "front") is not None
