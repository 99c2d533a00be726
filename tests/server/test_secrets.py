"""Two worlds that a seat cannot tell apart look the same to it, byte for byte, on every way out of the server."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from quadrilatero.kernel import Match
from quadrilatero.kernel.saves import pack
from quadrilatero.kernel.start import start
from quadrilatero.server.studies.films import Film
from tests.server.support import Server, play, two_players
from tests.server.tellings import state_told


def worlds(seed: int, steps: int) -> tuple[Match, Match]:
    """Two matches of the same past, in which Spain has sealed other orders."""
    match = start("camposanto", "battle")
    rng = random.Random(seed)
    while steps > 0 or match.ask is None or match.ask.what != "orders" or len(match.ask.who) < 2:
        assert match.ask is not None
        seat = rng.choice(match.ask.who)
        match.answer(seat, rng.choice(match.options(seat)))
        steps -= 1
    one, other = match.clone(), match.clone()
    first, second = rng.sample(match.options("spain"), 2)
    one.answer("spain", first)
    other.answer("spain", second)
    return one, other


def export_file(match: Match, seat: str | None) -> bytes:
    return b"" if seat is None else msgspec.json.encode(pack(match, seat))


def film_frames(match: Match, seat: str | None) -> bytes:
    from quadrilatero.kernel.saves import plain_entries

    film = Film(match.header, match.dice.plain(), plain_entries(match.entries))
    last = [film.frame(number, seat) for number in range(max(0, match.version - 3), match.version + 1)]
    return msgspec.json.encode([film.index(seat), last])


def refusals(match: Match, seat: str | None) -> bytes:
    if seat is None:
        return b""
    tried: list[Any] = [{"do": "orders", "left": 1, "centre": 1, "right": 1}, {"do": "done"}, None]
    told = [refusal.text("it") for answer in tried if (refusal := match.refuse(seat, answer))]
    return msgspec.json.encode([told, match.can_undo(seat)])


WAYS: list[Callable[[Match, str | None], bytes]] = [state_told, export_file, film_frames, refusals]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("steps", [0, 150])
def test_sealed_orders_change_no_byte_for_others(way: Callable[[Match, str | None], bytes], steps: int):
    one, other = worlds(3, steps)
    for seat in ("austria", None):
        assert way(one, seat) == way(other, seat)
    if way is not refusals:
        assert way(one, "spain") != way(other, "spain")


def test_neither_dice_nor_invitation_nor_chain_leave_the_server(server: Server):
    with two_players(server, public=True) as (table, anna, bela), server.player() as stranger:
        secret = server.services.rooms._rooms[table["id"]].record.dice["secret"]
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria, stranger.sit(table["id"]) as third:
            play({"spain": spain, "austria": austria}, random.Random(1), 15)
            third.catch_up(spain.state["version"])
            heard = b"".join(spain.heard + austria.heard + third.heard)
        path = f"/api/tables/{table['id']}"
        for player in (anna, bela):
            seat = player.get(path)["mine"][0]
            for way in (path, f"{path}/export", f"{path}/replay?seat={seat}", f"{path}/replay/9?seat={seat}"):
                heard += player.http.get(way).content
        assert secret.encode() not in heard
        assert table["dice"]["commitment"].encode() in heard


def test_while_it_runs_nobody_looks_through_other_eyes(server: Server):
    with two_players(server, public=True) as (table, anna, bela), server.player() as stranger:
        path = f"/api/tables/{table['id']}"
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            spain.until_state()
            spain.answer(spain.state["options"][5])
            austria.until_state()
        for way in ("export", "replay", "replay/1"):
            for player, seat in ((bela, "spain"), (stranger, "spain"), (stranger, "austria"), (anna, "nobody")):
                response = player.http.get(f"{path}/{way}?seat={seat}")
                assert response.json()["error"]["code"] == "not_yours"
        assert stranger.http.get(f"{path}/export").json()["error"]["code"] == "not_yours"
        for way in ("replay", "replay/0", "replay/1"):
            assert b'"answers":[{' not in stranger.http.get(f"{path}/{way}").content
        assert b'"answers":[{' in anna.http.get(f"{path}/replay/1?seat=spain").content
        bela.post(f"{path}/resign", seat="austria")
        for player in (anna, bela, stranger):
            for seat in ("spain", "austria"):
                player.get(f"{path}/replay/1?seat={seat}")
            assert player.get(f"{path}/export")["dice"]["secret"]


def test_a_replay_shows_every_moment_as_it_was_seen(server: Server):
    with two_players(server) as (table, anna, bela):
        seen: dict[int, Any] = {}
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            spain.until_state()
            for number in range(25):
                seen[spain.state["version"]] = (spain.state["view"], len(spain.events))
                play({"spain": spain, "austria": austria}, random.Random(number), 1)
            events, version = spain.events, spain.state["version"]
        path = f"/api/tables/{table['id']}/replay"
        index = anna.get(f"{path}?seat=spain")
        assert index["frames"] == version
        assert [{k: v for k, v in event.items() if k != "frame"} for event in index["events"]] == events
        assert seen.keys() <= set(index["stops"])
        for version, (view, told) in seen.items():
            frame = anna.get(f"{path}/{version}?seat=spain")
            assert (frame["frame"], frame["view"]) == (version, view)
            assert frame["from"] + len(frame["events"]) == told
            assert frame["events"] == events[frame["from"] : told]
        assert anna.get(f"{path}/999999?seat=spain")["frame"] == index["frames"]
        assert anna.get(f"{path}/-5?seat=spain")["frame"] == 0
        anna.get(f"{path}/x", 422)


def test_a_failed_commit_is_not_acknowledged_and_not_kept(server: Server, monkeypatch: pytest.MonkeyPatch):
    from sqlalchemy.exc import SQLAlchemyError

    from quadrilatero.server.storage import commits

    with two_players(server) as (table, anna, _):
        with anna.sit(table["id"]) as spain:
            state = spain.until_state()

            def fails(*_: object) -> None:
                raise SQLAlchemyError

            with monkeypatch.context() as patch:
                patch.setattr(commits, "write", fails)
                spain.send(t="answer", version=state["version"], seat="spain", answer=state["options"][0])
                with pytest.raises(ConnectionClosed) as closed:
                    spain.until(lambda message: message["t"] == "ack")
                assert closed.value.rcvd.code == 1013
        with anna.sit(table["id"]) as spain:
            again = spain.until_state()
            assert (again["version"], again["view"]) == (state["version"], state["view"])
            assert spain.answer(state["options"][0])["t"] == "ack"
