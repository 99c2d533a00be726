"""Chapters 11 and 12 by the book: what moves a test, routs and what they meet, recovery, brigades that give way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.blind.situations import (
    begun,
    blue,
    general,
    gone,
    modifiers,
    now,
    red,
    roll,
    rolls,
    told,
    volley,
)

SHOT = [{"unit": "A", "target": "D"}]


def shaken_by(*faces: int, d: Any = None, more: tuple[Any, ...] = (), generals: Any = (), **keys: Any) -> Any:
    """A hits D once; then these dice."""
    unit = blue("D", 30000, 31000, **({"figures": 6, "start": 8} | (d or {})))
    return volley(
        red("A", 30000, 30000), unit, *more, shots=SHOT, dice=(6, *(2,) * 7, *faces), generals=list(generals), **keys
    )


@pytest.mark.rule("vivaorre:12-g", "vivaorre:12-m2", "vivaorre:12-m1")
@pytest.mark.parametrize(
    ("unit", "joined", "expected"),
    [
        ({}, False, {}),
        ({"class": "b-c-c"}, False, {"12-m3": 1}),
        ({"figures": 4}, False, {"12-m2": -1}),
        ({"figures": 5}, False, {}),
        ({"figures": 5, "hits": 1}, False, {"12-m2": -1}),
        ({"state": "shaken"}, False, {"12-m1": -1}),
        (
            {"state": "shaken", "figures": 4, "class": "d-c-c"},
            True,
            {"12-m1": -1, "12-m2": -1, "12-m3": -1, "12-m4": 1},
        ),
    ],
)
def test_what_moves_a_test(unit: Any, joined: bool, expected: dict[str, int]) -> None:
    """A general with the unit that was hit has a die of his own first."""
    generals = [general("G", "blue", brigade="b", **{"with": "D"})] if joined else []
    faces = (2, 6) if joined else (6,)
    m = shaken_by(*faces, d=unit | ({"brigade": "b"} if joined else {}), generals=generals)
    test = roll(m, "morale", unit="D")
    assert modifiers(test) == expected
    assert (test.data["need"], test.data["total"], test.data["success"]) == (4, 6 + sum(expected.values()), True)


@pytest.mark.rule("vivaorre:12-h")
def test_a_failure_shakes_the_steady_and_routs_the_shaken() -> None:
    m = shaken_by(3)
    assert now(m, "D")["state"] == "shaken"
    m = shaken_by(3, 6, d={"state": "shaken"})
    assert told(m, "state", unit="D", state="routed")
    assert now(m, "D")["state"] == "shaken"


@pytest.mark.rule("vivaorre:12-k", "vivaorre:12-o", "vivaorre:8-d")
def test_a_rout_is_a_run_home_and_a_test_at_once() -> None:
    """The line's middle is kept as it turns about and crowds into a mass; then it runs six inches to the north edge."""
    m = shaken_by(2, 6, d={"state": "shaken"})
    [run] = told(m, "moved", unit="D", why="rout")
    assert run["distance"] == 6000
    found = now(m, "D")
    assert (found["formation"], found["facing"]) == ("mass", 0)
    middle = found["at"][1] - 625
    assert abs(middle - (31312 + 6000)) <= 1
    assert modifiers(roll(m, "morale", unit="D", occasion="rout")) == {"12-m1": -2}


@pytest.mark.rule("vivaorre:12-n")
def test_who_runs_off_the_table_is_gone() -> None:
    m = volley(
        red("A", 30000, 43000),
        blue("D", 30000, 44000, figures=6, start=8, state="shaken"),
        shots=SHOT,
        dice=(6, *(2,) * 7, 2),
    )
    assert gone(m, "D")
    assert told(m, "eliminated", unit="D")[0]["why"] == "left"


@pytest.mark.rule("vivaorre:12-c", "vivaorre:12-l", "vivaorre:8-r")
def test_routers_run_through_friends_where_there_is_no_way_round_and_shake_them() -> None:
    wall = [blue(f"W{n}", 12000 + 3000 * n, 34000) for n in range(13)]
    m = shaken_by(2, *(3,) * 6, d={"state": "shaken"}, more=tuple(wall))
    met = rolls(m, "morale", occasion="routers")
    assert met
    assert all(now(m, e.data["unit"])["state"] == "shaken" for e in met)


@pytest.mark.rule("vivaorre:12-c")
def test_skirmishers_that_rout_shake_nobody() -> None:
    wall = [blue(f"W{n}", 12000 + 3000 * n, 34000) for n in range(13)]
    light = {"state": "shaken", "notes": ["skirmish"], "formation": "skirmish", "ranks": 2}
    m = shaken_by(2, 6, d=light, more=tuple(wall))
    assert told(m, "state", unit="D", state="routed")
    assert not rolls(m, "morale", occasion="routers")


@pytest.mark.rule("vivaorre:12-l")
def test_routers_go_round_a_friend_where_there_is_room() -> None:
    m = shaken_by(2, 6, d={"state": "shaken"}, more=(blue("F", 30000, 34000, formation="assault"),))
    assert not rolls(m, "morale", occasion="routers")
    assert now(m, "D")["at"][0] != 30000


@pytest.mark.rule("vivaorre:12-m")
@pytest.mark.parametrize(("european", "dice", "left"), [(True, (), False), (False, (3,), False), (False, (4, 6), True)])
def test_routers_that_run_into_enemies(european: bool, dice: tuple[int, ...], left: bool) -> None:
    wall = [red(f"W{n}", 9000 + 3000 * n, 34000, weapon="none") for n in range(15)]
    armies = {"red": {"european": european}, "blue": {"european": True}}
    m = shaken_by(2, *dice, d={"state": "shaken"}, more=tuple(wall), armies=armies)
    assert gone(m, "D") is not left
    assert len(rolls(m, "morale", occasion="surrender")) == (0 if european else 1)
    assert all(not modifiers(e) for e in rolls(m, "morale", occasion="surrender"))


@pytest.mark.rule("vivaorre:12-j")
def test_the_shaken_recover_in_the_next_turn_s_recovery() -> None:
    m = begun("recovery", blue("D", 30000, 31000, state="shaken", shaken_since=1), red("A", 30000, 10000), turn=1)
    assert now(m, "D")["state"] == "shaken"
    m = begun(
        "recovery", blue("D", 30000, 31000, state="shaken", shaken_since=1), red("A", 30000, 10000), turn=2, last_turn=2
    )
    assert now(m, "D")["state"] == "steady"


@pytest.mark.rule("vivaorre:12-p")
@pytest.mark.parametrize(("units", "lost", "gives_way"), [(6, 3, True), (6, 2, False), (7, 4, True), (7, 3, False)])
def test_a_brigade_gives_way_when_half_of_it_is_gone(units: int, lost: int, gives_way: bool) -> None:
    """The last one lost is D, that disperses now."""
    before = [{"id": f"X{n}", "side": "blue", "brigade": "b"} for n in range(lost - 1)]
    rest = [blue(f"F{n}", 50000, 30000 + 2000 * n, brigade="b", weapon="none") for n in range(units - lost)]
    m = volley(
        red("A", 30000, 30000),
        blue("D", 30000, 31000, figures=3, start=8, hits=1, brigade="b"),
        *rest,
        eliminated=before,
        shots=SHOT,
        dice=(6, *(2,) * 7),
    )
    assert gone(m, "D")
    assert bool(told(m, "demoralised", brigade="b")) is gives_way
    assert {now(m, unit["id"])["state"] for unit in rest} == {"shaken" if gives_way else "steady"}


@pytest.mark.rule("vivaorre:12-p", "vivaorre:12-j")
def test_a_brigade_that_gave_way_does_not_recover() -> None:
    m = begun(
        "recovery",
        blue("D", 30000, 31000, state="shaken", shaken_since=1, brigade="b"),
        red("A", 30000, 10000),
        brigades={"b": {"side": "blue", "strength": 2, "demoralised": True}},
        turn=3,
        last_turn=3,
    )
    assert now(m, "D")["state"] == "shaken"


@pytest.mark.rule("vivaorre:5-ch4", "vivaorre:12-m4", "vivaorre:5-l")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"characters": ["carismatico"], "at": [33000, 33000]}, {"5-ch4": 1}),
        ({"at": [33000, 33000]}, {}),
        ({"with": "D"}, {"12-m4": 1}),
        ({"with": "D", "characters": ["carismatico"]}, {"12-m4": 1}),
        ({"with": "D", "characters": ["tirannico"]}, {}),
        ({"with": "D", "substitute": True}, {}),
    ],
)
def test_what_a_general_lends_to_a_test(said: Any, expected: dict[str, int]) -> None:
    faces = (2, 5) if "with" in said else (5,)
    m = shaken_by(*faces, d={"brigade": "b"}, generals=[general("G", "blue", brigade="b", **said)])
    assert modifiers(roll(m, "morale", unit="D")) == expected
