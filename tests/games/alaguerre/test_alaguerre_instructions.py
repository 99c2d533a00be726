"""Standing instructions: what is answered for a player who is away, and what is left to him."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.kernel.instructions import ordered, read
from tests.games.alaguerre.battle import blue, general, play, red

Plain = dict[str, Any]
HERE = [20000, 10000]
HORSE = {"kind": "Cav", "stats": "1/-/2 -"}


def told(match: q.Match, seat: str, **orders: Any) -> Plain | None:
    """What these instructions answer; a bare word is the order for all."""
    plain = {name: {"all": {"do": value}} if isinstance(value, str) else value for name, value in orders.items()}
    known = read(GAME, plain, GAME.instructable(match.view(seat), seat))
    found = ordered(match, seat, known)
    if found is None:
        return None
    assert match.refuse(seat, found.answer) is None
    for language in ("en", "it"):
        assert GAME.book.say("event", f"instructed_{found.why}", language, found.data)
    answer: Plain = found.answer
    return answer


def charged(kind: str, stats: str, by: Plain = HORSE, **more: Any) -> q.Match:
    """A match at the reaction of a unit that is charged."""
    bases = red("A", HERE, **by), blue("D", [20000, 12500], kind, stats, **more)
    match = play(*bases, phase="manoeuvre", orders={"red": 5}, dice=[6])
    match.answer("red", {"do": "charge", "unit": "A", "target": "D"})
    assert match.ask is not None
    assert match.ask.what == "react"
    return match


@pytest.mark.rule("alaguerre:6.2-d", "alaguerre:6.4-a")
@pytest.mark.parametrize(
    ("order", "done"), [("stand", "stand"), ("counter", "counter"), ("horse", "counter"), ("evade", "stand")]
)
def test_reactions_of_horse(order: str, done: str) -> None:
    match = charged("Cav", "1/-/2 -")
    assert told(match, "blue", react=order) == {"do": done}
    assert told(match, "blue") is None
    single = {"all": {"do": "stand"}, "pieces": {"D": {"do": "ask"}}}
    assert told(match, "blue", react=single) is None


@pytest.mark.rule("alaguerre:5.6.5-g")
def test_reiters_evade_and_counter_foot_only_if_told() -> None:
    match = charged("Rei", "1/1/1 -")
    assert told(match, "blue", react="evade") == {"do": "evade"}
    foot = charged("Cav", "1/-/2 -", {"kind": "Pk", "stats": "1/-/2 -"})
    assert told(foot, "blue", react="horse") == {"do": "stand"}


@pytest.mark.parametrize(("percent", "done"), [(0, "counter"), (100, "stand")])
def test_counter_charges_by_their_odds(percent: int, done: str) -> None:
    assert told(charged("Cav", "1/-/2 -"), "blue", react={"all": {"do": "likely", "percent": percent}}) == {"do": done}


@pytest.mark.rule("alaguerre:8.2.3-a", "alaguerre:5.6.5-h")
def test_answers_to_fire() -> None:
    bases = red("A", HERE, "Sh", "1/1/0 -"), blue("D", [20000, 11900], "Rei", "1/1/1 -", weapon="Mk")
    match = play(*bases, phase="fire")
    match.answer("red", {"do": "fire", "unit": "A", "target": "D"})
    assert match.ask is not None
    assert match.ask.what == "return_fire"
    for order, done in (("fire", "fire"), ("hold", "hold"), ("evade", "evade")):
        answer = told(match, "blue", return_fire=order)
        assert answer is not None
        assert answer["do"] == done


@pytest.mark.rule("alaguerre:8.2.2-a")
def test_who_is_shaken_retreats_if_told() -> None:
    bases = red("A", HERE, "Sh", "1/1/0 -"), blue("D", [20000, 11900], "Pk", "1/-/2 -", state="disordered")
    match = play(*bases, phase="fire", dice=[4, 3, 3])
    match.answer("red", {"do": "fire", "unit": "A", "target": "D"})
    assert match.ask is not None
    assert match.ask.what == "retreat"
    assert told(match, "blue", retreat="retreat") == {"do": "retreat"}
    assert told(match, "blue", retreat="stay") == {"do": "stay"}


@pytest.mark.rule("alaguerre:9.3.1-a")
def test_the_principal_is_the_strongest_or_the_freshest() -> None:
    match = play(
        red("A", [19000, 10000], "Pk", "1/-/0 -"),
        red("B", [21000, 10000], "Pk", "1/-/3 -", losses=1, brigade="b"),
        blue("D", HERE, "Pk", "1/-/2 -"),
        phase="melee",
    )
    assert match.ask is not None
    assert match.ask.what == "principal"
    assert told(match, "red", principal="strongest") == {"do": "principal", "unit": "B"}
    assert told(match, "red", principal="freshest") == {"do": "principal", "unit": "A"}


@pytest.mark.rule("alaguerre:10.4.1-d")
def test_generals_rally_the_worst_first() -> None:
    bases = (
        red("A", [20000, 10000], division="d", state="disordered", brigade="x"),
        red("B", [23500, 10000], division="d", state="shaken", brigade="y"),
        blue("D", [20000, 30000]),
    )
    leaders = [general("G", [21750, 9500], division="d"), general("H", [20000, 32000], "blue", division="blue")]
    match = play(*bases, phase="rally", generals=leaders)
    seen = []
    while match.ask is not None and match.ask.what == "rally" and match.ask.who[0] == "red":
        answer = told(match, "red", rally="worst")
        assert answer is not None
        seen.append(answer["do"])
        match.answer("red", answer)
    assert seen
    assert seen[-1] in ("done", "turn")


@pytest.mark.rule("alaguerre:5.1-b")
def test_nothing_is_done_with_those_without_orders_but_divisions_are_asked() -> None:
    bases = red("A", HERE, division="d"), blue("D", [20000, 30000])
    leaders = [general("G", [20000, 5000], division="d")]
    idle = play(*bases, phase="manoeuvre", orders={}, generals=leaders)
    assert told(idle, "red", move="done") == {"do": "done"}
    busy = play(*bases, phase="manoeuvre", orders={"d": 5}, generals=leaders)
    assert told(busy, "red", move="done") is None


@pytest.mark.rule("alaguerre:6.3-a")
def test_fire_at_contact() -> None:
    bases = red("A", HERE, "Pk", "3/1/2 -"), blue("D", [20000, 11500], "Pk", "3/1/2 -")
    match = play(*bases, phase="manoeuvre", orders={"red": 5}, dice=[6, 6])
    match.answer("red", {"do": "charge", "unit": "A", "target": "D"})
    match.answer("blue", {"do": "stand"})
    assert match.ask is not None
    assert match.ask.what == "charge_fire"
    assert told(match, "red", charge_fire="hold") == {"do": "hold"}
    assert told(match, "red", charge_fire="fire") == {"do": "fire"}
