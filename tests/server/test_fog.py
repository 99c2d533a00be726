"""A game that hides facts, played on a real server: each seat is told and judged by what it may know alone."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support import Player, Server, Socket, play, running

pytestmark = pytest.mark.usefixtures("toys")

SEATS = ("ann", "bob", "cid")
TABLE = {"game": "veiled", "scenario": "line", "seat": "ann", "public": True}


@contextlib.contextmanager
def seated(server: Server, table: str | None = None) -> Iterator[tuple[str, dict[str, Socket], Socket]]:
    """A table at which three people sit, their sockets, and that of somebody who watches."""
    with contextlib.ExitStack() as stack:
        people: list[Player] = [stack.enter_context(server.player(name)) for name in ("Anna", "Béla", "Carla", "Dora")]
        table = people[0].table(**TABLE)["id"]
        for player in people[1:3]:
            player.post(f"/api/tables/{table}/join")
        sockets = [stack.enter_context(player.sit(table)) for player in people]
        yield table, dict(zip(SEATS, sockets, strict=False)), sockets[3]


def test_three_people_play_in_the_fog_to_the_end(server: Server):
    with seated(server) as (table, sockets, watching):
        assert play(sockets, random.Random(4)) > 20
        watching.follow(sockets["ann"].state["table"]["revision"])
        match = server.services.rooms._rooms[table].match
        for seat, socket in (*sockets.items(), (None, watching)):
            assert socket.state["view"] == match.view(seat)
            assert socket.state["version"] == match.version_for(seat)
            assert [event["data"] for event in socket.events] == [event.data for event in match.told(seat)]


def test_each_seat_counts_for_itself_and_what_it_has_not_seen_is_stale(server: Server):
    with seated(server) as (table, sockets, watching):
        ann, bob, cid = sockets.values()
        first = {seat: socket.until_state()["version"] for seat, socket in sockets.items()}
        for seat, socket in sockets.items():  # what the others seal meanwhile makes nothing stale
            assert socket.answer(socket.state["options"][0], version=first[seat])["t"] == "ack"
        ann.until_state(lambda state: state["options"])
        planned = bob.until_state(lambda state: state["question"]["what"] == "move")["version"]
        searched = ann.answer({"do": "search", "unit": "ann-1"})
        match = server.services.rooms._rooms[table].match
        assert searched["version"] == match.version  # the answer and the die that ann alone is told of
        for socket in (bob, cid, watching):
            seen = socket.until_state(lambda state: state["view"]["active"] == "bob")
            assert seen["version"] == match.version_for(seen["seat"]) == match.version - 1
        move = bob.state["options"][-1]
        for wrong in (planned, match.version, -1):
            assert bob.answer(move, version=wrong)["code"] == "stale"
        assert bob.answer(move)["version"] == match.version_for("bob")


def test_a_table_in_the_fog_is_loaded_again_as_each_seat_knew_it(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'fog.db'}"
    with running(database) as server, seated(server) as (table, sockets, watching):
        play(sockets, random.Random(7), 12)
        watching.follow(sockets["ann"].state["table"]["revision"])
        told = {seat: (socket.state, socket.events) for seat, socket in (*sockets.items(), (None, watching))}
    with running(database) as server, server.player() as stranger, stranger.sit(table) as watching:
        state = watching.until_state()
        match = server.services.rooms._rooms[table].match
        assert (state["view"], state["version"], watching.events) == (
            told[None][0]["view"],
            told[None][0]["version"],
            told[None][1],
        )
        for seat in SEATS:
            assert (match.view(seat), match.version_for(seat)) == (told[seat][0]["view"], told[seat][0]["version"])


def test_words_of_the_chat_are_acknowledged_without_telling_how_much_is_hidden(server: Server):
    with seated(server) as (_, sockets, watching):
        play(sockets, random.Random(9), 15)
        watching.follow(sockets["ann"].state["table"]["revision"])
        for socket in sockets.values():
            assert socket.ask(t="chat", text="Well?")["version"] == socket.state["version"]


def test_no_message_names_a_unit_that_its_reader_has_not_seen(server: Server):
    with seated(server) as (_, sockets, watching):
        play(sockets, random.Random(11), 15)
        everybody: list[tuple[str | None, Socket]] = [*sockets.items(), (None, watching)]
        for seat, socket in everybody:
            socket.follow(sockets["ann"].state["table"]["revision"])
            view = socket.state["view"]
            seen = {unit["id"] for unit in view["units"]} | set(view["gone"])
            hidden = [
                f"{other}-{n}" for other in SEATS for n in (1, 2, 3) if other != seat and f"{other}-{n}" not in seen
            ]
            assert hidden
            for unit in hidden:
                assert f'"{unit}"'.encode() not in b"".join(socket.heard), (seat, unit)


def test_what_is_looked_up_in_the_fog_says_how_far_it_is_to_be_trusted(server: Server):
    with seated(server) as (_, sockets, watching):
        play(sockets, random.Random(3), 3)
        ann = sockets["ann"]
        assert ann.ask(t="inspect", query={"what": "length"})["found"] == {
            "cells": 12,
            "certainty": "known",
            "share": 1.0,
            "others": [],
        }
        own = ann.ask(t="inspect", query={"what": "cell", "cell": 1})["found"]
        assert (own["units"], own["certainty"]) == (["ann-1"], "likely")
        watching.until_state()
        assert watching.ask(t="inspect", query={"what": "cell", "cell": 1})["found"]["certainty"] != "known"
        assert ann.ask(t="inspect", query={"what": "plans"})["code"] == "invalid"


def test_answers_without_end_are_drawn_by_hand_and_proposed(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        table = anna.table(game="tabletop", scenario="race", seat="red", public=True)["id"]
        bela.post(f"/api/tables/{table}/join")
        with anna.sit(table) as red, bela.sit(table) as blue:
            asked, _ = red.until_state(), blue.until_state()
            assert asked["question"]["data"]["open"] is True
            x, y = asked["view"]["runners"]["red"]
            found = red.ask(t="snap", seat="red", query={"to": [x + 40, y]})["found"]
            assert found["answer"] == {"do": "run", "to": [x + 40, y]}
            assert red.ask(t="reach", seat="red", query={})["found"]["regions"]
            assert red.ask(t="propose", seat="red", query={"unit": "red"})["found"]
            assert red.ask(t="propose", seat="red", query={})["code"] == "invalid"
            assert red.ask(t="snap", seat="red", query={"to": "there"})["code"] == "invalid"
            assert blue.ask(t="snap", seat="red", query={"to": [0, 0]})["code"] == "not_yours"
            assert red.answer(found["answer"])["t"] == "ack"
