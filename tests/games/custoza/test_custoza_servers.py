"""6.1 and 6.3 where something hangs on what others see, or has come between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Declare
from quadrilatero.games.custoza.records import Acted, Marker
from quadrilatero.games.custoza.rules import declarations
from quadrilatero.games.custoza.state import State
from tests.games.custoza.invariants import forgetful
from tests.games.custoza.support import Plain, austria, italy, state


def declaring(*units: Plain, **more: Any) -> State:
    """The Italians declare Assaults and Charges."""
    return state(*units, active={"formation": "italy", "step": "declare", **more.pop("active", {})}, **more)


@pytest.mark.rule("custoza:6.1-a")
@pytest.mark.parametrize(("hex", "target"), [("3010", "9999"), ("9999", "3011"), ("9999", "7033"), ("3009", "3011")])
def test_a_marker_lies_in_a_hex_of_the_map_and_points_at_its_neighbour(hex: str, target: str) -> None:
    s = declaring(italy("A", "3009"), austria("D", "3011"))
    refusal = declarations.refuse_declare(s, Declare("assault", hex, target))
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.data["hex"]) == ("6.1-a", "not_adjacent", target)


@pytest.mark.rule("custoza:6.1-a", "custoza:7.1-a")
@pytest.mark.parametrize(
    ("units", "fog", "conceivable"),
    [
        ((italy("A", "3006", ma=1), italy("B", "5010", ma=9, ooc=True)), "book", True),
        ((italy("A", "3006", ma=1), italy("B", "5010", ma=9, ooc=True)), "open", False),
        ((italy("A", "3006", ma=1), italy("B", "5010", ma=1, ooc=True)), "book", False),
        ((italy("A", "3006", ma=9),), "open", True),
        ((italy("A", "3009"),), "open", True),
        ((italy("g", "3009", "artillery"),), "book", False),
    ],
)
def test_the_question_tells_the_enemy_no_more_than_he_sees(
    units: tuple[Plain, ...], fog: str, conceivable: bool
) -> None:
    s = declaring(*units, austria("D", "3011"), options={"fog": fog})
    assert declarations.is_conceivable(s) is conceivable


@pytest.mark.rule("custoza:6.3-a", "custoza:7.1-a", "custoza:7.4-a")
def test_who_is_shut_in_by_lakes_threatens_nobody_hidden_or_not() -> None:
    shut = dict.fromkeys(("2905", "3005", "3105", "2906", "3106", "3007"), "lake")
    crowd = [italy(f"f{hex}", hex, sv=5, ooc=True) for hex in shut]
    for more, conceivable in (((), True), (crowd, False)):
        s = declaring(italy("A", "3006", ma=9), *more, austria("D", "3011"))
        assert declarations.is_conceivable(s) is conceivable
    s = declaring(italy("A", "3006", ma=9), austria("D", "3011"), board={"terrain": shut})
    assert not declarations.is_conceivable(s)


@pytest.mark.rule("custoza:9.1-b", "custoza:9.3-b", "custoza:6.3-a")
def test_a_charge_may_be_declared_where_only_a_charge_comes_through_zones() -> None:
    units = (
        italy("K", "3007", "cavalry", facing="S"),
        austria("D", "3013", facing="N"),
        austria("E", "2810", facing="N"),
    )
    s = declaring(*units, austria("F", "3210", facing="N"))
    marker = Marker("charge", s.board.hex("3012"), s.board.hex("3013"))
    assert declarations.servers(s, marker) == ["K"]
    assert marker in declarations.all_servers(s)
    assert declarations.all_servers(s)[marker] == ["K"]


@pytest.mark.rule("custoza:10.1-b", "custoza:22.2-b")
def test_nobody_serves_a_marker_whose_target_he_cannot_enter() -> None:
    units = italy("A", "3008"), italy("B", "3008", march=True, sv=1), austria("D", "3011", march=True)
    for path, able in ((["3010", "3011", "3012"], ["A", "B"]), (["3011", "3012", "3013"], [])):
        board = {"terrain": {"3011": "mincio"}, "bridges": ["3011"], "roads": [{"class": "minor", "path": path}]}
        s = declaring(*units, board=board)
        assert declarations.servers(s, Marker("assault", s.board.hex("3010"), s.board.hex("3011"))) == able


CHANGES: dict[str, Callable[[State], object]] = {
    "the enemy stands elsewhere": lambda s: s.move(s.units["D"], s.board.hex("3111")),
    "the horse faces elsewhere": lambda s: s.turn_to(s.units["k"].hex, 0),
    "the horse is tired": lambda s: s.change(s.units["k"], exhausted=True),
    "one has acted": lambda s: s.change_active(acted={"A": Acted("move", 0)}),
    "a friend is in the way": lambda s: s.move(s.units["f"], s.board.hex("3010")),
}


@pytest.mark.rule("custoza:6.3-a", "custoza:6.1-a")
@pytest.mark.parametrize("what", CHANGES)
def test_who_can_serve_which_marker_is_looked_at_anew(what: str) -> None:
    s = declaring(
        italy("A", "3009"),
        italy("k", "3007", "cavalry", facing="S"),
        italy("f", "4010", sv=5, ooc=True),
        austria("D", "3011"),
    )
    before = declarations.all_servers(s)
    marker = Marker("charge", s.board.hex("3010"), s.board.hex("3011"))
    assert declarations.servers(s, marker) == before[marker] == ["k"]
    CHANGES[what](s)
    found = declarations.all_servers(s)
    assert found == declarations.all_servers(forgetful(s))
    assert found != before
    assert all(declarations.servers(s, one) == ids for one, ids in found.items())
