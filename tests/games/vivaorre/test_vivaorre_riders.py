"""Generals: where they ride and what it takes (5-g), and what becomes of them in fire, in fights and alone (11)."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.answers import Advance, Move, To
from quadrilatero.games.vivaorre.rules import generals
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel import Refusal
from quadrilatero.table import TOUCH
from tests.games.vivaorre.battle import area, blue, events, line, play, red, rolls, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])


def led(*others: Plain, terrain: tuple[Plain, ...] = (), units: tuple[Plain, ...] = (), **more: Any) -> State:
    general = {"id": "G", "side": "red", "brigade": "b", "at": HERE, **more}
    if "with" in more:
        general.pop("at")
    return state(red("A", [10000, 5000], brigade="b"), *units, FAR, generals=[general, *others], terrain=terrain)


def ride(s: State, *at: int, join: str | None = None) -> Refusal | None:
    """Why the general may not ride there."""
    path: list[Any] = [To(at=[at[0], at[1]])] if at else []
    return generals.refuse_move(s, s.generals["G"], Move(unit="G", path=path, join=join))


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


# -- rides ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:5-g", "vivaorre:8-s")
@pytest.mark.parametrize(
    ("terrain", "most"),
    [
        ((), 12000),
        ((area("m", "marsh", 0, 14, 72, 48),), 8000),
        ((area("m", "marsh", 0, 14, 72, 16),), 9999),
        ((line("h", "hedge", (0, 12), (72, 12)),), 9000),
        ((line("s", "stream", (0, 12), (72, 12)),), 6000),
        ((line("s", "stream", (0, 12), (72, 12)), line("f", "ford", (30, 11), (30, 13))), 6000),
        ((line("s", "stream", (0, 12), (72, 12)), line("b", "bridge", (30, 11), (30, 13))), 12000),
        ((area("v", "building", 20, 12, 40, 14),), 9999),
    ],
)
def test_twelve_inches_are_a_ride_and_ground_takes_its_share(terrain: tuple[Plain, ...], most: int) -> None:
    s = led(terrain=terrain)
    assert ride(s, 30000, 10000 + most) is None
    refusal = ride(s, 30000, 10001 + most)
    assert why(refusal) == ("5-g", "too_far")
    assert refusal is not None
    assert most - 2 <= refusal.data["left"] <= most


@pytest.mark.rule("vivaorre:5-g", "vivaorre:8-aa", "vivaorre:8-ab")
def test_a_bridge_leads_over_a_broad_river_and_a_ford_does_not() -> None:
    river = area("r", "impassable", 0, 12, 72, 14, material="river")
    bridge, ford = line("b", "bridge", (30, 11), (30, 15)), line("f", "ford", (30, 11), (30, 15))
    assert why(ride(led(terrain=(river,)), 30000, 16000)) == ("8-ab", "closed_to_general")
    assert ride(led(terrain=(river, bridge)), 30000, 16000) is None
    assert why(ride(led(terrain=(river, bridge)), 33000, 16000)) == ("8-ab", "closed_to_general"), "beside it"
    assert why(ride(led(terrain=(river, ford)), 30000, 16000)) == ("8-ab", "closed_to_general")
    jungle = area("j", "impassable", 0, 12, 72, 14, material="jungle")
    assert why(ride(led(terrain=(jungle, bridge)), 30000, 16000)) == ("8-ab", "closed_to_general")


@pytest.mark.rule("vivaorre:5-g", "vivaorre:8-u")
def test_dense_woods_are_closed_to_riders_where_they_ride() -> None:
    wood = area("w", "dense_wood", 20, 12, 40, 14)
    refusal = ride(led(terrain=(wood,)), 30000, 16000)
    assert why(refusal) == ("8-u", "closed_to_general")
    assert refusal is not None
    assert (refusal.data["piece"], refusal.data["type"]) == ("w", "dense_wood")
    assert ride(led(terrain=(wood,)), 30000, 11900) is None
    assert ride(led(terrain=(wood,)), 41000, 12000) is None
    assert ride(led(terrain=(area("w", "open_wood", 20, 12, 40, 14),)), 30000, 16000) is None


@pytest.mark.rule("vivaorre:12-n", "vivaorre:5-g")
def test_generals_stay_on_the_table() -> None:
    s = led(at=[5000, 5000])
    assert ride(s, 0, 0) is None
    assert why(ride(s, -1, 0)) == ("12-n", "leaves_table")
    assert why(ride(s, 0, -1)) == ("12-n", "leaves_table")
    s = led(at=[68000, 44000])
    assert ride(s, 72000, 48000) is None
    assert why(ride(s, 72001, 48000)) == ("12-n", "leaves_table")
    assert why(ride(s, 72000, 48001)) == ("12-n", "leaves_table")


@pytest.mark.rule("vivaorre:11-c", "vivaorre:13-g")
def test_generals_do_not_ride_into_enemies_they_see() -> None:
    near = 15000 - 500 - TOUCH
    s = led(units=(blue("E", [30000, 15000]),))
    assert why(ride(s, 30000, near)) == ("11-c", "general_into_enemy")
    assert ride(s, 30000, near - 1) is None
    wood = area("w", "open_wood", 20, 14, 40, 18)
    hidden = led(units=(blue("E", [30000, 15000], hidden=True),), terrain=(wood,))
    assert ride(hidden, 30000, near) is None


@pytest.mark.rule("vivaorre:5-g")
def test_generals_join_units_of_theirs_that_they_come_to() -> None:
    s = led(units=(red("B", [30000, 15000]), red("L", None)))
    assert ride(s, 30000, 15000 + 500 + TOUCH, join="B") is None
    assert why(ride(s, 30000, 15001 + 500 + TOUCH, join="B")) == ("5-g", "too_far_to_join")
    assert why(ride(s, 30000, 15000, join="L")) == ("5-g", "not_yours")
    assert why(ride(s, 30000, 15000, join="D")) == ("5-g", "not_yours")
    assert why(ride(s, join="B")) == ("5-g", "too_far_to_join"), "from where he is"


@pytest.mark.rule("vivaorre:5-g", "vivaorre:5-e", "vivaorre:5-k")
@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, None),
        ({"state": "dead"}, ("5-k", "general_gone")),
        ({"moved": True}, ("5-g", "has_moved")),
        ({"may_move": False}, ("5-e", "general_out_of_command")),
        ({"may_move": True}, None),
    ],
)
def test_which_generals_have_something_to_do(more: Plain, found: tuple[str, str] | None) -> None:
    s = led({"id": "H", "side": "blue", "at": [50000, 40000]}, **more)
    assert why(generals.refuse_general(s.generals["G"])) == found
    assert [general.id for general in generals.movers(s, "red")] == ([] if found else ["G"])
    assert why(ride(s, 30000, 11000)) == found
    assert why(ride(s)) == found


@pytest.mark.rule("vivaorre:5-g")
def test_generals_have_no_other_manoeuvres() -> None:
    s = led()
    two = Move(unit="G", path=[To(at=[30000, 11000]), To(at=[30000, 12000])])
    assert why(generals.refuse_move(s, s.generals["G"], two)) == ("5-g", "generals_go_to")
    advance = Move(unit="G", path=[Advance(by=1000)])
    assert why(generals.refuse_move(s, s.generals["G"], advance)) == ("5-g", "generals_go_to")
    outside: Plain = {"with": "L"}
    away = led(units=(red("L", None),), **outside)
    assert why(ride(away, 30000, 11000)) == ("5-g", "general_nowhere"), "with a unit that has not come yet"
    assert [general.id for general in generals.movers(away, "red")] == []


@pytest.mark.rule("vivaorre:5-g")
@pytest.mark.parametrize(
    ("begins", "to", "join", "told", "ends"),
    [
        (None, [30000, 11000], None, [], (None, (30000, 11000))),
        (None, [30000, 15000], "B", ["joined"], ("B", None)),
        ("C", [30000, 11000], None, ["left"], (None, (30000, 11000))),
        ("C", [30000, 15000], "B", ["left", "joined"], ("B", None)),
        ("C", [30000, 10000], "C", [], ("C", None)),
        ("C", None, None, [], ("C", None)),
        (None, None, None, [], (None, (30000, 10000))),
    ],
)
def test_generals_leave_one_unit_and_join_another(
    begins: str | None, to: list[int] | None, join: str | None, told: list[str], ends: tuple[Any, Any]
) -> None:
    units = red("B", [30000, 15000]), red("C", HERE)
    place: Plain = {} if begins is None else {"with": begins}
    s = led(units=units, **place)
    generals.move(s, s.generals["G"], Move(unit="G", path=[] if to is None else [To(at=to)], join=join))
    after = s.generals["G"]
    assert (after.with_unit, None if after.at is None else tuple(after.at)) == ends
    assert after.moved
    assert [(event.rule, event.data["what"], event.data["general"]) for event in s.sink] == [
        ("5-g", what, "G") for what in told
    ]


# -- hit and taken ----------------------------------------------------------------------------------------------------


def hit(why: str, dice: list[int], **more: Any) -> q.Match:
    """The general with A is at risk."""
    general = {"id": "G", "side": "red", "with": "A", **more}
    pending = [{"general": "G", "why": why}]
    return play(red("A", HERE), FAR, phase="fire", stage="over", generals=[general], pending=pending, dice=dice)


def of_general(match: q.Match) -> Plain:
    found: Plain = match.view(None)["generals"][0]
    return found


@pytest.mark.rule("vivaorre:11-e", "vivaorre:11-f")
@pytest.mark.parametrize(
    ("dice", "why", "what", "state", "rule"),
    [
        ([5], "fire", [], "well", None),
        ([6, 2], "fire", ["light"], "well", "11-f"),
        ([6, 3], "fire", ["serious"], "wounded", "11-f"),
        ([6, 4], "melee", ["serious"], "wounded", "11-f"),
        ([6, 5], "fire", ["dead"], "dead", "11-f"),
        ([6, 5], "melee", ["captured"], "captured", "11-f"),
    ],
)
def test_what_happens_to_a_general_whose_unit_is_hit(
    dice: list[int], why: str, what: list[str], state: str, rule: str | None
) -> None:
    match = hit(why, dice)
    told = events(match, "general")
    assert [event.data["what"] for event in told] == what
    assert all(event.rule == rule for event in told)
    assert of_general(match)["state"] == state
    (risk,) = rolls(match, "general")
    assert (risk.rule, risk.data["need"], risk.data["success"], risk.data["unit"]) == ("11-e", 6, dice[0] == 6, "A")
    if len(dice) > 1:
        (wound,) = rolls(match, "wound")
        assert (wound.rule, wound.data["need"], wound.data["success"]) == ("11-f", 5, dice[1] >= 5)
    if state in ("dead", "captured"):
        assert (of_general(match)["returns"], of_general(match)["with"]) == (3, None), "after a turn without him"


@pytest.mark.rule("vivaorre:5-ch5", "vivaorre:11-c")
@pytest.mark.parametrize(("die", "what", "rule"), [(2, "captured", "11-c"), (3, "saved", "5-ch5")])
def test_an_invulnerabile_gets_away_from_the_enemy_too(die: int, what: str, rule: str) -> None:
    match = hit("contact", [die], characters=["invulnerabile"])
    (told,) = events(match, "general")
    assert (told.rule, told.data["what"]) == (rule, what)
    (saved,) = rolls(match, "saved")
    assert (saved.rule, saved.data["need"], saved.data["success"]) == ("5-ch5", 3, die >= 3)


@pytest.mark.rule("vivaorre:11-c")
def test_who_is_gone_is_at_no_risk() -> None:
    general = {"id": "G", "side": "red", "state": "dead"}
    s = state(red("A", HERE), FAR, generals=[general])
    assert list(generals.at_risk(s, s.generals["G"], "contact")) == []
    assert s.sink == []


@pytest.mark.rule("vivaorre:11-c")
@pytest.mark.parametrize(
    ("general", "taken"),
    [
        ({"at": [30000, 10500 + TOUCH]}, True),
        ({"at": [30000, 10501 + TOUCH]}, False),
        ({"with": "E"}, False),
        ({"state": "dead"}, False),
        ({"at": [30000, 10200], "side": "red"}, False),
    ],
)
def test_a_unit_takes_enemy_generals_who_are_alone(general: Plain, taken: bool) -> None:
    others = {"id": "X", "side": "blue", "at": [60000, 30000]}, {"id": "G", "side": "blue", **general}
    s = state(red("A", HERE), blue("E", [30000, 10100]), FAR, generals=list(others))
    list(generals.capture_alone(s, s.units["A"]))
    assert (s.generals["G"].state == "captured") is taken
    assert s.generals["X"].state == "well"
    assert [(event.rule, event.data["what"]) for event in s.sink] == ([("11-c", "captured")] if taken else [])
