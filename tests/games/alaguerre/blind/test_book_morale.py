"""Chapter 10: rows and modifiers of the morale test, division tests, generals and rallying."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    Plain,
    asked,
    barred,
    begun,
    blue,
    box,
    done,
    general,
    gone,
    modifiers,
    now,
    red,
    reply,
    roll,
    rolls,
    say,
    told,
    trial,
)

AROUND = (blue("W", 2000, 30000, "Hv"), blue("E", 44000, 30000, "Hv"))
"""Enemies far away beyond both sides: no flank is secure by open ground."""


def a(troops: str = "Hv", morale: int = 0, **more: Any) -> Plain:
    return red("A", 20000, 10000, troops, **{"stats": f"{morale}/-/2 -", **more})


ROWS = {
    "fire": {1: "rout", 2: "two_levels", 3: "two_levels", 4: "level", 5: "level", 6: "passed", 7: "passed"},
    "melee": {1: "rout_loss", 2: "rout", 3: "rout", 4: "passed", 5: "passed", 6: "passed"},
    "charged": {
        1: "rout",
        2: "two_levels_retreats",
        3: "level_retreats",
        4: "stands_disordered",
        5: "passed",
        6: "passed",
    },
    "contagion": {
        1: "rout",
        2: "shaken_retreats",
        3: "shaken_retreats",
        4: "stands_disordered",
        5: "stands_disordered",
        6: "passed",
        7: "passed",
    },
}
AFTER = {
    "rout": "routed",
    "rout_loss": "routed",
    "two_levels": "shaken",
    "two_levels_retreats": "shaken",
    "shaken_retreats": "shaken",
    "level": "disordered",
    "level_retreats": "disordered",
    "stands_disordered": "disordered",
    "passed": "ordered",
}


@pytest.mark.parametrize(
    ("row", "score", "result"), [(row, score, result) for row, cells in ROWS.items() for score, result in cells.items()]
)
@pytest.mark.rule("alaguerre:10.2.1-t1", "alaguerre:10.2.1-t4", "alaguerre:10.2.1-t5")
def test_every_cell_of_the_table(row: str, score: int, result: str) -> None:
    die, morale = (score, 0) if score < 6 else (4, score - 4)
    m = trial(a(morale=morale), *AROUND, row=row, dice=(die,))
    reply(m, "retreat", "stay")
    test = roll(m, "morale", unit="A")
    assert (test.data["total"], test.data["result"], modifiers(test)) == (score, result, {})
    assert now(m, "A")["state"] == AFTER[result]


@pytest.mark.parametrize("row", list(ROWS))
@pytest.mark.rule("alaguerre:10.2.1-b")
def test_a_natural_six_passes_every_row(row: str) -> None:
    m = trial(a(losses=3, state="disordered"), *AROUND, row=row, dice=(6,))
    assert (roll(m, "morale").data["total"], roll(m, "morale").data["result"]) == (2, "passed")


@pytest.mark.parametrize(
    ("state", "die", "after"),
    [("disordered", 5, "shaken"), ("disordered", 3, "routed"), ("shaken", 6, "shaken"), ("shaken", 5, "routed")],
)
@pytest.mark.rule("alaguerre:10.2.1-c")
def test_levels_are_added_to_what_there_is(state: str, die: int, after: str) -> None:
    m = trial(a(state=state), *AROUND, row="fire", dice=(die,))
    reply(m, "retreat", "stay")
    assert now(m, "A")["state"] == after


@pytest.mark.parametrize(("losses", "after"), [(0, 1), (1, 1)])
@pytest.mark.rule("alaguerre:10.2.1-e")
def test_a_rout_costs_a_loss_unless_one_was_taken(losses: int, after: int) -> None:
    m = trial(a(losses=losses), *AROUND, row="fire", dice=(1,), losses=losses)
    assert (now(m, "A")["state"], now(m, "A")["losses"]) == ("routed", after)


@pytest.mark.parametrize(("losses", "after"), [(0, 2), (1, 2)])
@pytest.mark.rule("alaguerre:10.2.1-f")
def test_rout_and_one_loss(losses: int, after: int) -> None:
    m = trial(a(losses=losses), *AROUND, row="melee", dice=(1,), losses=losses)
    assert (now(m, "A")["state"], now(m, "A")["losses"]) == ("routed", after)


def behind(gap: int, troops: str = "Hv", **more: Any) -> Plain:
    return red("S", 20000, 9000 - gap, troops, **{"brigade": "s", **more})


def east(gap: int, troops: str = "Hv", **more: Any) -> Plain:
    """A friend off the right flank."""
    x = 21000 + gap + (500 if troops.endswith("Art") else 1000)
    return red("R", x, 10000, troops, **{"brigade": "r", **more})


def west(gap: int, troops: str = "Hv", **more: Any) -> Plain:
    x = 19000 - gap - (500 if troops.endswith("Art") else 1000)
    return red("L", x, 10000, troops, **{"brigade": "l", **more})


def threat(x: int, y: int, facing: int, troops: str = "Hv", **more: Any) -> Plain:
    return blue("T", x, y, troops, facing=facing, **more)


CASES: list[tuple[str, str, list[Plain], dict[str, int]]] = [
    ("10.2.2-m2", "a friend behind", [a(), behind(1999)], {"10.2.2-m2": 2}),
    ("10.2.2-m2", "a friend two um behind", [a(), behind(2000)], {}),
    ("10.2.2-m2", "a friend who looks away", [a(), behind(1500, facing=18000)], {"10.2.2-m2": 2}),
    ("10.2.2-m2", "a disordered friend behind", [a(), behind(500, state="disordered")], {"10.2.2-m2": 2}),
    ("10.2.2-m2", "a shaken friend behind", [a(), behind(500, state="shaken")], {}),
    ("10.2.2-m2", "horse behind", [a(), behind(500, "Cav")], {"10.2.2-m2": 2}),
    ("10.2.2-m2", "open order behind", [a(), behind(500, "Lt")], {}),
    ("10.2.2-m2", "guns behind", [a(), behind(500, "LtArt")], {}),
    ("10.2.2-m3", "friends on both flanks", [a(), east(1999), west(1999)], {"10.2.2-m3": 2}),
    ("10.2.2-m3", "a friend on one flank", [a(), east(500)], {}),
    ("10.2.2-m3", "a friend two um off", [a(), east(2000), west(500)], {}),
    ("10.2.2-m3", "a battery on a flank", [a(), east(500, "LtArt"), west(500)], {"10.2.2-m3": 2}),
    ("10.2.2-m3", "a shaken friend on a flank", [a(), east(500, state="shaken"), west(500)], {}),
    ("10.2.2-m3", "a disordered friend on a flank", [a(), east(500, state="disordered"), west(500)], {"10.2.2-m3": 2}),
    (
        "10.2.2-e",
        "a great unit",
        [a("Pk", great="g", brigade="g"), behind(0, "Pk", great="g", brigade="g")],
        {"10.2.2-m3": 2},
    ),
    ("10.2.2-d", "a square", [a("Pk", stats="0/0/2 -", formation="square", notes=["square"])], {"10.2.2-m3": 2}),
    (
        "10.2.2-d",
        "a square has no support behind",
        [a("Pk", stats="0/0/2 -", formation="square", notes=["square"]), behind(500)],
        {"10.2.2-m3": 2},
    ),
    ("10.2.2-m7", "two losses", [a(losses=2)], {"10.2.2-m7": -2}),
    ("2.6.6-c", "strength missing from the start", [a(strength=2)], {}),
    ("2.6.6-c", "strength missing, and a loss", [a(strength=2, losses=1)], {"10.2.2-m7": -1}),
    ("10.2.2-m9", "disordered", [a(state="disordered")], {"10.2.2-m9": -1}),
    ("10.2.2-m9", "shaken", [a(state="shaken")], {"10.2.2-m9": -2}),
    ("10.2.2-m8", "damaged in the impulse", [a(damaged=True)], {"10.2.2-m8": -1}),
    ("10.2.2-m10", "foot on the flank in reach", [a(), threat(24000, 9000, 27000)], {"10.2.2-m10": -2}),
    ("10.2.2-m10", "foot on the flank out of reach", [a(), threat(24011, 9000, 27000)], {}),
    ("10.2.2-m10", "horse on the flank in reach", [a(), threat(26000, 9000, 27000, "Cav")], {"10.2.2-m10": -2}),
    ("10.2.2-m10", "horse on the flank out of reach", [a(), threat(26011, 9000, 27000, "Cav")], {}),
    ("10.2.2-m10", "shaken horse on the flank", [a(), threat(25000, 9000, 27000, "Cav", state="shaken")], {}),
    ("10.2.2-m10", "horse beside, ahead of the rear line", [a(), threat(24000, 10100, 27000, "Cav")], {}),
    ("10.2.2-m11", "foot behind in reach", [a(), threat(20000, 6000, 0)], {"10.2.2-m11": -2}),
    ("10.2.2-m11", "foot behind out of reach", [a(), threat(20000, 5989, 0)], {}),
    (
        "10.2.2-m11",
        "flank and rear",
        [a(), threat(24000, 9000, 27000), blue("U", 20000, 6000, "Hv", facing=0)],
        {"10.2.2-m10": -2, "10.2.2-m11": -2},
    ),
    ("10.2.2-m11", "guns behind", [a(), threat(20000, 6500, 0, "LtArt")], {}),
]


@pytest.mark.parametrize(
    ("bases", "expected"),
    [pytest.param(b, e, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, b, e in CASES],
)
def test_modifiers_of_a_test(bases: list[Plain], expected: dict[str, int]) -> None:
    m = trial(bases[0], *bases[1:], *AROUND, row="fire", dice=(5,))
    assert modifiers(roll(m, "morale", by="red")) == expected


@pytest.mark.parametrize(("losses", "damage", "expected"), [(0, 2, {"10.2.2-m8": -1}), (1, 3, {"10.2.2-m7": -1})])
@pytest.mark.rule("alaguerre:10.2.2-m8", "alaguerre:10.2.2-m7")
def test_damage_is_not_added_to_a_loss(losses: int, damage: int, expected: dict[str, int]) -> None:
    m = trial(a(losses=losses), *AROUND, row="fire", dice=(5,), losses=losses, damage=damage)
    assert modifiers(roll(m, "morale", unit="A")) == expected


@pytest.mark.parametrize("level", [-1, 1, 2])
@pytest.mark.rule("alaguerre:10.2.2-m1")
def test_an_attached_general_helps(level: int) -> None:
    chief = general("G", "red", 20000, 8500, level=level, division="red")
    m = trial(a(), *AROUND, row="fire", dice=(5,), generals=[chief])
    assert modifiers(roll(m, "morale", unit="A")) == {"10.2.2-m1": level}


@pytest.mark.parametrize(
    ("vdf", "expected"), [(0, {}), (1, {"10.2.2-m5": 1}), (2, {"10.2.2-m6": 2}), (3, {"10.2.2-m6": 2})]
)
@pytest.mark.rule("alaguerre:10.2.2-m5", "alaguerre:10.2.2-m6")
def test_cover_helps(vdf: int, expected: dict[str, int]) -> None:
    village = box("V", "village", 19000, 9000, 21000, 10000, vdf=vdf)
    m = trial(a(inside="V"), *AROUND, row="fire", dice=(5,), terrain=(village,))
    assert modifiers(roll(m, "morale", unit="A")) == expected


@pytest.mark.rule("alaguerre:10.2.2-m3")
def test_secure_flanks_are_worth_one_by_option() -> None:
    m = trial(a(), east(500), west(500), *AROUND, row="fire", dice=(5,), options={"secure_flanks": "1"})
    assert modifiers(roll(m, "morale", unit="A")) == {"10.2.2-m3": 1}


@pytest.mark.rule("alaguerre:10.2.2-b")
def test_a_side_with_no_enemy_beyond_it_is_secure() -> None:
    m = trial(a(), blue("T", 20000, 30000, "Hv"), row="fire", dice=(5,))
    assert modifiers(roll(m, "morale", unit="A")) == {"10.2.2-m3": 2}
    beside = trial(a(), blue("T", 22500, 30000, "Hv"), row="fire", dice=(5,))
    assert modifiers(roll(beside, "morale", unit="A")) == {}


@pytest.mark.rule("alaguerre:10.2.2-g", "alaguerre:10.2.2-h")
def test_rear_support_is_given_once_an_impulse() -> None:
    other = red("S", 20000, 8000, "Hv", brigade="s", supports="B")
    m = trial(a(), other, red("B", 30000, 10000, "Hv", brigade="b"), *AROUND, row="fire", dice=(5,))
    assert modifiers(roll(m, "morale", unit="A")) == {}


@pytest.mark.rule("alaguerre:10.2.2-g", "alaguerre:10.2.2-h")
def test_given_rear_support_is_booked() -> None:
    m = trial(a(), behind(500), *AROUND, row="fire", dice=(5,))
    assert now(m, "S")["supports"] == "A"


@pytest.mark.rule("alaguerre:1.1.1-b")
def test_a_score_is_never_below_one() -> None:
    m = trial(a(losses=3, state="shaken"), *AROUND, row="fire", dice=(2,))
    assert roll(m, "morale").data["total"] == 1


# --- divisions


DIVISION: list[tuple[str, int, str]] = [
    ("six or more", 6, "steady"),
    ("five", 5, "wavers"),
    ("four", 4, "wavers"),
    ("three", 3, "shaken"),
    ("two", 2, "shaken"),
    ("one", 1, "rout"),
]


def division(die: int, *more: Plain, bases: tuple[Plain, ...] | None = None, **keys: Any) -> Any:
    """Morale of the steady units 0, nothing lost but a unit of morale 0: the die as it is."""
    own = bases or (
        a(division="d", brigade="a"),
        red("B", 24000, 10000, "Hv", stats="0/-/2 -", division="d", brigade="b"),
    )
    lost = [{"id": "X", "side": "red", "division": "d", "stats": "0/-/2 -", "why": "losses"}]
    start = {"divisions": {"d": {"side": "red", "tests": True}}, "eliminated": lost, **keys}
    return begun("rally", *own, *more, *AROUND, dice=(die,), **start)


@pytest.mark.parametrize(("die", "result"), [each[1:] for each in DIVISION])
@pytest.mark.rule("alaguerre:10.1.1-t1", "alaguerre:10.1.1-t2", "alaguerre:10.1.1-t3")
def test_every_row_of_the_division_test(die: int, result: str) -> None:
    test = roll(division(die), "division")
    assert (test.data["total"], test.data["result"], modifiers(test)) == (die, result, {})


@pytest.mark.rule("alaguerre:10.1.1-t3")
def test_a_shaken_division_adds_a_level_everywhere() -> None:
    own = (
        a(division="d", brigade="a"),
        red("B", 24000, 10000, "Hv", stats="0/-/2 -", division="d", brigade="b", state="disordered", moved=100),
    )
    m = division(2, bases=own)
    assert now(m, "B")["state"] == "shaken"
    assert told(m, "state", unit="A")[0]["state"] == "disordered"


@pytest.mark.rule("alaguerre:10.1.1-t3")
@pytest.mark.parametrize(("gap", "retreats"), [(999, True), (1000, False)])
def test_units_of_a_shaken_division_near_the_enemy_retreat(gap: int, retreats: bool) -> None:
    m = division(2, blue("T", 20000, 10000 + gap, "Hv"))
    assert bool(told(m, "moved", unit="A", why="retreat")) == retreats


@pytest.mark.rule("alaguerre:10.1.1-t4", "alaguerre:4.1.1-a")
def test_a_routed_division_is_gone() -> None:
    m = division(1, cohesion={"red": 9, "blue": 9})
    assert gone(m, "A")
    assert gone(m, "B")


MODIFIERS: list[tuple[str, str, tuple[Plain, ...] | None, Plain, dict[str, int]]] = [
    (
        "10.1.3-m1",
        "the general's level",
        None,
        {"generals": [general("G", "red", 20000, 5000, level=2, division="d")]},
        {"10.1.3-m1": 2},
    ),
    (
        "10.1.3-m2",
        "morale of the steady",
        (
            a(morale=2, division="d", brigade="a"),
            red("B", 24000, 10000, "Hv", division="d", state="disordered", moved=1),
        ),
        {},
        {"10.1.3-m2": 3},
    ),
    (
        "10.1.3-m2",
        "not that of the shaken",
        (a(morale=2, division="d", brigade="a"), red("B", 24000, 10000, "Hv", division="d", state="shaken", moved=1)),
        {},
        {"10.1.3-m2": 2},
    ),
    (
        "10.1.3-m5",
        "morale of the lost",
        None,
        {"eliminated": [{"id": "X", "side": "red", "division": "d", "stats": "2/-/2 -", "why": "losses"}]},
        {"10.1.3-m5": -2},
    ),
    (
        "10.1.3-m5",
        "and of the routed",
        (a(division="d", brigade="a"), red("B", 24000, 10000, "Hv", division="d", state="routed", moved=1)),
        {},
        {"10.1.3-m5": -1},
    ),
    (
        "10.1.3-m8",
        "a lost general",
        None,
        {
            "generals": [
                general("C", "red", 5000, 5000),
                {"id": "G", "side": "red", "at": None, "division": "d", "state": "dead", "lost": 1},
            ]
        },
        {"10.1.3-m8": -2},
    ),
    (
        "10.1.3-m9",
        "a lost CiC",
        None,
        {
            "generals": [
                {"id": "C", "side": "red", "at": None, "state": "captured", "lost": 1},
                general("G", "red", 20000, 5000, division="d"),
            ]
        },
        {"10.1.3-m9": -2},
    ),
]


@pytest.mark.parametrize(
    ("bases", "keys", "expected"),
    [pytest.param(b, k, e, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, b, k, e in MODIFIERS],
)
def test_modifiers_of_a_division(bases: tuple[Plain, ...] | None, keys: Plain, expected: dict[str, int]) -> None:
    assert modifiers(roll(division(6, bases=bases, **keys), "division")) == expected


@pytest.mark.rule("alaguerre:10.1.1-c")
def test_a_division_all_routed_is_lost_without_a_die() -> None:
    own = (
        a(division="d", brigade="a", state="routed"),
        red("B", 24000, 10000, "Hv", division="d", brigade="b", state="routed"),
    )
    m = division(6, bases=own)
    assert (rolls(m, "division"), gone(m, "A"), gone(m, "B")) == ([], True, True)


@pytest.mark.rule("alaguerre:10.1.1-t2")
def test_a_wavering_division_does_not_go_nearer() -> None:
    m = begun(
        "manoeuvre",
        a(division="d"),
        blue("T", 20000, 20000, "Hv"),
        orders={"d": 5},
        divisions={"d": {"side": "red", "wavers": 1}},
    )
    assert barred(m, "red", "move", unit="A", path=[{"go": "advance", "by": 500}]) == "10.1.1"
    assert barred(m, "red", "move", unit="A", path=[{"go": "back", "by": 500}]) is None


# --- rally


RALLY: list[tuple[str, Plain, str]] = [
    ("disordered", {"state": "disordered"}, "ordered"),
    ("shaken", {"state": "shaken"}, "disordered"),
    ("who has moved", {"state": "disordered", "moved": 500}, "disordered"),
    ("who has changed formation", {"state": "disordered", "acted": True}, "disordered"),
    ("who tested for fire", {"state": "shaken", "tested": True}, "shaken"),
]


@pytest.mark.parametrize(("more", "after"), [pytest.param(m, s, id=name) for name, m, s in RALLY])
@pytest.mark.rule("alaguerre:10.4.1-a", "alaguerre:10.4.1-b", "alaguerre:10.4-a")
def test_who_rallies_by_itself(more: Plain, after: str) -> None:
    m = begun("rally", a(**more), *AROUND)
    done(m, "rally")
    assert now(m, "A")["state"] == after


@pytest.mark.rule("alaguerre:10.4.1-a")
def test_nobody_rallies_in_melee() -> None:
    m = begun(
        "rally", a(state="disordered"), blue("T", 20000, 10000, "Hv"), red("B", 30000, 10000, "Hv", state="disordered")
    )
    assert now(m, "A")["state"] == "disordered"


@pytest.mark.rule("alaguerre:10.4.1-d")
def test_a_general_takes_away_one_level_more() -> None:
    m = begun("rally", a(state="shaken"), *AROUND, generals=[general("G", "red", 20000, 8500, division="red")])
    assert asked(m) == ("rally", "red")
    say(m, "red", "rally", general="G", unit="A")
    assert now(m, "A")["state"] == "ordered"


@pytest.mark.rule("alaguerre:10.4.1-d")
def test_a_general_rallies_once_a_turn_and_only_whom_he_touches() -> None:
    bases = (
        a(state="shaken", brigade="a"),
        red("B", 22000, 10000, "Hv", state="shaken", brigade="b"),
        red("X", 30000, 10000, "Hv", state="shaken", brigade="x"),
    )
    m = begun("rally", *bases, *AROUND, generals=[general("G", "red", 21000, 8500, division="red")])
    assert barred(m, "red", "rally", general="G", unit="X") is not None
    say(m, "red", "rally", general="G", unit="A")
    assert barred(m, "red", "rally", general="G", unit="B") is not None
    assert (now(m, "A")["state"], now(m, "B")["state"]) == ("ordered", "disordered")


@pytest.mark.parametrize(
    ("die", "state", "losses"), [(4, "shaken", 0), (6, "shaken", 0), (3, "routed", 1), (1, "routed", 1)]
)
@pytest.mark.rule("alaguerre:10.4.2-a", "alaguerre:10.4.2-b", "alaguerre:10.2.1-t6")
def test_recovery_from_rout(die: int, state: str, losses: int) -> None:
    """Morale 3 less 3 for the rout: the die as it is; who recovers stays shaken in this phase."""
    m = begun("rally", a(morale=3, state="routed"), red("B", 30000, 10000, "Hv", brigade="b"), *AROUND, dice=(die,))
    done(m, "rally")
    test = roll(m, "morale", row="rout")
    assert (test.data["total"], modifiers(test)) == (die, {"10.2.2-m9": -3})
    assert (now(m, "A")["state"], now(m, "A")["losses"]) == (state, losses)


@pytest.mark.rule("alaguerre:4.1.1-b")
@pytest.mark.parametrize(("morale", "back"), [(1, 0), (2, 1), (3, 1)])
def test_recovery_gives_half_the_morale_back(morale: int, back: int) -> None:
    m = begun(
        "rally",
        a(morale=morale, state="routed"),
        red("B", 30000, 10000, "Hv", brigade="b"),
        *AROUND,
        dice=(6,),
        cohesion={"red": 9, "blue": 9},
    )
    assert m.view("red")["cohesion"]["red"] == 9 + back


@pytest.mark.rule("alaguerre:10.4.2-a", "alaguerre:10.4.1-c")
def test_who_rallies_may_turn() -> None:
    m = begun("rally", a(state="disordered"), *AROUND)
    say(m, "red", "turn", unit="A", facing=9000)
    assert now(m, "A")["facing"] == 9000


@pytest.mark.rule("alaguerre:10.4.2-b", "alaguerre:2.6.6-a")
def test_a_routed_unit_dies_of_its_fourth_loss() -> None:
    m = begun("rally", a(state="routed", losses=3), red("B", 30000, 10000, "Hv", brigade="b"), *AROUND, dice=(1,))
    assert gone(m, "A")
