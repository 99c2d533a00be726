"""Clocks that nobody can cheat, and that tell nothing of standing instructions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from quadrilatero.server.play import clocks, obeying, settling
from quadrilatero.server.storage import Player, SeatHolder
from quadrilatero.server.storage.instructions import Instructions
from tests.server import support
from tests.server.support import Clock, Server, Socket, two_players

HOUR, DAY = 3600.0, 86_400.0
MINUTES = {"kind": "minutes", "minutes": 30}
DAYS = {"kind": "days", "days": 1, "increment_hours": 24, "cap_days": 10}


def test_sealing_and_undoing_earns_nothing(timed: Server, clock: Clock):
    with two_players(timed, pace=DAYS) as (table, anna, _), anna.sit(table["id"]) as spain:
        spain.until_state()
        for _ in range(3):
            reply = spain.answer(spain.state["options"][0])
            assert reply["t"] == "ack"
            spain.catch_up(reply["version"])
            assert spain.state["table"]["clock"]["remaining"] == {"spain": 2 * DAY, "austria": DAY}
            reply = spain.ask(t="undo", seat="spain", version=spain.state["version"])
            assert reply["t"] == "ack", reply
            spain.until_state(lambda state: state["can_undo"] is False)
            assert spain.state["table"]["clock"]["remaining"] == {"spain": DAY, "austria": DAY}
        clock.at += HOUR
        assert anna.get(f"/api/tables/{table['id']}")["clock"]["remaining"]["spain"] == DAY - HOUR


def test_undoing_takes_back_what_the_answer_earned_and_gives_nobody_anything():
    clock = clocks.start(DAYS, ("a", "b"), ["a"], 0.0)
    passed = clocks.turn(clock, DAYS, ["b"], HOUR, 5)
    assert passed is not None
    assert passed["remaining"] == {"a": 2 * DAY - HOUR, "b": DAY}
    back = clocks.turn_back(passed, ["a"], None, 2 * HOUR)
    assert back is not None
    assert back["remaining"] == {"a": DAY - HOUR, "b": DAY - HOUR}
    assert back["running"] == ["a"]
    capped = clocks.turn({**passed, "remaining": {"a": DAY, "b": 9.5 * DAY}}, DAYS, ["a"], HOUR, 6)
    assert capped is not None
    assert capped["remaining"]["b"] == 10 * DAY
    early = clocks.turn_back(capped, ["a"], 5, HOUR)
    assert early is not None
    assert early["remaining"] == {"a": 0.0, "b": 9.5 * DAY}
    late = clocks.turn_back(capped, ["b"], 6, HOUR)
    assert late is not None
    assert late["remaining"] == {"a": DAY, "b": 9.5 * DAY}
    assert clocks.turn_back(None, ["a"], None, 0.0) is None


def test_nobody_is_shown_what_was_earned():
    shown = clocks.shown(clocks.turn(clocks.start(DAYS, ("a", "b"), ["a"], 0.0), DAYS, ["b"], HOUR, 1), HOUR)
    assert set(shown or {}) == {"remaining", "running", "stopped", "at", "out"}


def test_a_clock_set_back_costs_nobody_time():
    clock = clocks.start(MINUTES, ("a", "b"), ["a"], 10 * HOUR)
    clock = clocks.turn(clock, MINUTES, ["b"], 9 * HOUR)
    clock = clocks.turn(clock, MINUTES, ["a"], 9 * HOUR + 60)
    clock = clocks.turn(clock, MINUTES, ["b"], 10 * HOUR + 60)
    assert clock is not None
    assert clock["remaining"] == {"a": 1740.0, "b": 1800.0}


def test_whose_time_ran_out_first_loses_whoever_claims(timed: Server, clock: Clock):
    with two_players(timed, pace=MINUTES) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            spain.until_state()
            austria.until_state()
            clock.at += 60
            spain.catch_up(spain.answer(spain.state["options"][0])["version"])
            clock.at += 60
            austria.catch_up(austria.answer(austria.state["options"][0])["version"])
            while set(anna.get(path)["turn"]) != {"spain", "austria"}:
                _one_answer(anna.get(path)["turn"][0], spain, austria)
        clock.at += 3600
        shown = bela.get(path)
        assert set(shown["clock"]["out"]) == {"spain", "austria"}
        assert (shown["may_claim"], anna.get(path)["may_claim"]) == ([], ["spain"])
        assert bela.refused(f"{path}/claim", seat="austria") == "not_yet"
        assert anna.post(f"{path}/claim", seat="spain")["result"]["winner"] == "spain"


def _one_answer(seat: str, *sockets: Socket) -> None:
    revision = max(socket.state["table"]["revision"] for socket in sockets)
    for socket in sockets:
        socket.follow(revision)
    mover = next(socket for socket in sockets if socket.state["seat"] == seat)
    assert mover.answer(mover.state["options"][0])["t"] == "ack"
    for socket in sockets:
        socket.until_state()


def test_time_that_ran_out_for_both_in_the_same_moment_is_a_draw(timed: Server, clock: Clock):
    with two_players(timed, pace=MINUTES) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        clock.at += 1801
        assert (anna.get(path)["may_claim"], bela.get(path)["may_claim"]) == (["spain"], ["austria"])
        over = bela.post(f"{path}/claim", seat="austria")
        assert (over["result"]["winner"], over["result"]["reason"]) == (None, "time")


# -- standing instructions -----------------------------------------------------------------------------------------


class Reaction:
    """As much of a match as instructions and clocks look at: a asks b something, then goes on himself."""

    def __init__(self) -> None:
        self.ask: Any = SimpleNamespace(who=["b"], seats=["b"])
        self.first, self.seats, self.version = 0, ("a", "b"), 7

    def obey(self, seat: str, _: Any) -> None:
        assert seat == "b"
        self.ask = SimpleNamespace(who=["a"], seats=["a"])


@pytest.mark.usefixtures("plain")
def test_an_instructed_answer_leaves_the_clock_as_one_by_hand(monkeypatch: pytest.MonkeyPatch):
    """In the same moment: what both earn, and who runs, is the same; nobody can tell by the clock."""
    monkeypatch.setattr(obeying, "ordered", lambda match, seat, orders: "fight" if seat == "b" else None)
    clock = clocks.start(DAYS, ("a", "b"), ["a"], 0.0)
    bela = SeatHolder(Player("b", "B"))
    record: Any = SimpleNamespace(
        status="running",
        clock=clock,
        pace=DAYS,
        version=7,
        seats={"a": SeatHolder(), "b": bela},
        offers={"draw": []},
        since={},
    )
    match: Any = Reaction()
    turns: list[Any] = []
    assert obeying.obey(match, record, {"b": Instructions("b", {})}, turns)
    instructed = settling._clock(match, record, record, [], [*turns, ["a"]], HOUR)
    by_hand = clocks.turn(clocks.turn(clock, DAYS, ["b"], HOUR, 7), DAYS, ["a"], HOUR, 7)
    assert instructed == by_hand
    assert instructed is not None
    assert instructed["remaining"] == {"a": 2 * DAY - HOUR, "b": 2 * DAY}


def test_a_room_tells_its_clock_of_every_turn(timed: Server, monkeypatch: pytest.MonkeyPatch):
    """Who was to answer in between, as instructions note it, comes to the clock that is stored."""

    def obey(match: Any, record: Any, given: Any, turns: list[Any], **_: Any) -> bool:
        turns.append([])
        return True

    with two_players(timed, pace=DAYS) as (table, anna, _):
        monkeypatch.setattr(obeying, "obey", obey)
        first_answer(anna, table["id"])
        shown = anna.get(f"/api/tables/{table['id']}")["clock"]
        assert shown["remaining"] == {"spain": 2 * DAY, "austria": 2 * DAY}


# -- absence -------------------------------------------------------------------------------------------------------


def first_answer(player: support.Player, table: str) -> None:
    with player.sit(table) as socket:
        socket.until_state()
        assert socket.answer(socket.state["options"][0])["t"] == "ack"


def test_offering_a_draw_or_a_seal_withdrawn_makes_nobody_present(timed: Server, clock: Clock):
    with two_players(timed) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        first_answer(anna, table["id"])
        clock.at += 5 * DAY
        bela.post(f"{path}/draw", seat="austria", offer=True)
        bela.post(f"{path}/draw", seat="austria", offer=False)
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            assert spain.ask(t="undo", seat="spain", version=spain.state["version"])["t"] == "ack"
            spain.until_state(lambda state: state["options"])
            assert spain.answer(spain.state["options"][0])["t"] == "ack"
        assert anna.get(path)["may_replace"] == []
        clock.at += 2.5 * DAY
        assert anna.get(path)["may_replace"] == ["austria"]
        assert anna.post(f"{path}/replace", seat="austria", level="recluta")["seats"]["austria"]["bot"] == "recluta"


def test_who_takes_a_seal_back_has_not_been_there(timed: Server, clock: Clock):
    with two_players(timed) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        first_answer(anna, table["id"])
        clock.at += 5 * DAY
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            assert spain.ask(t="undo", seat="spain", version=spain.state["version"])["t"] == "ack"
        clock.at += 2.5 * DAY
        assert bela.get(path)["may_replace"] == ["spain"]


# -- offers --------------------------------------------------------------------------------------------------------


def test_an_offer_to_draw_lapses_when_the_other_plays_on(timed: Server):
    with two_players(timed) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        anna.post(f"{path}/draw", seat="spain", offer=True)
        first_answer(anna, table["id"])
        assert bela.get(path)["offers"]["draw"] == ["spain"]
        first_answer(bela, table["id"])
        assert bela.get(path)["offers"]["draw"] == []
        assert bela.refused(f"{path}/draw", seat="austria", offer=True, accept=True) == "offer_gone"


def test_an_offer_goes_with_the_seat(timed: Server):
    with two_players(timed) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        anna.post(f"{path}/draw", seat="spain", offer=True)
        anna.post(f"{path}/replace", seat="spain", level="recluta")
        assert bela.get(path)["offers"]["draw"] == []
        assert bela.post(f"{path}/draw", seat="austria", offer=True)["status"] == "running"


def test_consent_that_comes_late_is_no_request_of_ones_own(timed: Server):
    with two_players(timed) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        first_answer(anna, table["id"])
        first_answer(bela, table["id"])
        anna.post(f"{path}/takeback", seat="spain", offer=True)
        anna.post(f"{path}/takeback", seat="spain", offer=False)
        assert bela.refused(f"{path}/takeback", seat="austria", offer=True, accept=True) == "offer_gone"
        assert bela.get(path)["offers"]["takeback"] == []
        anna.post(f"{path}/takeback", seat="spain", offer=True)
        assert bela.post(f"{path}/takeback", seat="austria", offer=True, accept=True)["offers"]["takeback"] == []
