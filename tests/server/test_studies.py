"""Replays in detail, and studies: begun from anywhere, private, and never with what their owner may not know."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quadrilatero.kernel import Match, Plain
from quadrilatero.kernel.branching import branch, branch_known
from quadrilatero.kernel.history import EVERY
from quadrilatero.kernel.loading import resume
from quadrilatero.kernel.replaying import take_back
from quadrilatero.kernel.saves import chain, pack
from quadrilatero.kernel.standing import has_answered
from quadrilatero.kernel.start import start
from quadrilatero.server.play import fetching
from quadrilatero.server.studies import importing
from quadrilatero.server.studies.films import Film
from quadrilatero.server.studies.importing import open_file
from tests.campaign import campaign_found, played
from tests.server.support import PATIENCE, Player, Server, play, running, two_players
from tests.server.test_secrets import worlds

__all__ = ["campaign_found"]
GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def golden(name: str) -> dict[str, Any]:
    save: dict[str, Any] = msgspec.json.decode((GOLDEN / f"{name}.json").read_bytes())
    return save


def study(player: Player, **begin: Any) -> dict[str, Any]:
    table: dict[str, Any] = player.post("/api/studies", **begin)
    assert table["study"]
    assert not table["public"]
    assert table["clock"] is None
    return table


# -- films -----------------------------------------------------------------------------------------


def wandered(seed: int, steps: int) -> tuple[Match, dict[int, Plain]]:
    """A match with undos and take-backs, and what was seen of it every time that it came to rest."""
    match, rng = start("camposanto", "learning", seed=seed), random.Random(seed)
    seen = {match.version: match.view("spain")}
    for number in range(steps):
        assert match.ask is not None
        seat = rng.choice(match.ask.who)
        if number % 7 == 6 and match.can_undo(seat):
            match.undo(seat)
        elif number % 23 == 22 and has_answered(match.entries, seat):
            take_back(match, seat)
        else:
            match.answer(seat, rng.choice(match.options(seat)))
        seen[match.version] = match.view("spain")
    return match, seen


def test_a_film_shows_every_moment_as_it_was_in_any_order():
    match, seen = wandered(3, 160)
    film = Film(match.clone())
    assert set(film.stops) == set(seen)
    stops = [*film.stops, *random.Random(3).sample(film.stops, 40)]
    assert [film.at(stop).view("spain") for stop in stops] == [seen[stop] for stop in stops]
    assert [film.frame(stop, "spain")["view"] for stop in film.stops] == [seen[stop] for stop in film.stops]


def test_a_film_plays_a_stretch_and_never_the_whole(campaign: object, monkeypatch: pytest.MonkeyPatch):
    film, given, answer = Film(played(2000)), list[str](), Match.answer

    def counted(self: Match, seat: str, plain: Any) -> None:
        given.append(seat)
        answer(self, seat, plain)

    monkeypatch.setattr(Match, "answer", counted)
    film.index("north")
    assert not given
    film.frame(film.stops[1500], "north")
    assert len(given) <= EVERY
    given.clear()
    film.reel(film.stops[700], 24, "north")
    assert len(given) <= EVERY + 24
    given.clear()
    film.reel(film.stops[724], 24, "north")
    assert len(given) <= 25, "it goes on from where the last reel ended"


def test_every_event_of_a_replay_is_new_at_the_frame_that_it_names():
    match = start("camposanto", "learning", seed=8)
    rng = random.Random(8)
    while match.result is None:
        assert match.ask is not None
        seat = rng.choice(match.ask.who)
        match.answer(seat, rng.choice(match.options(seat)))
    film = Film(match)
    index = film.index("spain")
    assert index["frames"] == match.version
    events = film.events(match.version, "spain", 0, 10_000)
    assert [event["n"] for event in events] == list(range(index["told"]))
    for event in events:
        frame = film.frame(event["frame"], "spain")
        assert {**event, "frame": None} in [{**new, "frame": None} for new in frame["events"]]
    assert {mark["level"] for mark in index["marks"]} == {0, 1, 2}
    assert [mark["frame"] for mark in index["marks"]] == sorted(mark["frame"] for mark in index["marks"])


def test_several_frames_at_once_are_those_one_by_one(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(2), 20)
        path = f"/api/tables/{table['id']}"
        stops = anna.get(f"{path}/replay")["stops"]
        reel = anna.get(f"{path}/frames?from={stops[3]}&count=6&seat=spain")["frames"]
        assert [frame["frame"] for frame in reel] == stops[3:9]
        assert reel == [anna.get(f"{path}/replay/{stop}?seat=spain") for stop in stops[3:9]]
        assert [f["frame"] for f in anna.get(f"{path}/frames?from=9999")["frames"]] == stops[-1:]
        anna.get(f"{path}/frames?count=0", 422)
        anna.get(f"{path}/frames?count=1000", 422)


def test_sealed_orders_are_in_the_replay_for_their_owner_alone_until_the_game_is_over(server: Server):
    with two_players(server, public=True) as (table, anna, bela), server.player() as stranger:
        path = f"/api/tables/{table['id']}"
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            orders = spain.state["options"][5]
            assert spain.answer(orders)["t"] == "ack"
        assert anna.get(f"{path}/replay/1")["sealed"] == {"spain": orders}
        assert bela.get(f"{path}/replay/1")["sealed"] == {}
        assert stranger.get(f"{path}/replay/1")["sealed"] == {}
        assert stranger.get(f"{path}/frames?from=1&count=1")["frames"][0]["sealed"] == {}
        bela.post(f"{path}/resign", seat="austria")
        assert stranger.get(f"{path}/replay/1")["sealed"] == {"spain": orders}
        assert stranger.get(f"{path}/replay/1?seat=austria")["sealed"] == {}


# -- branches -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 150])
def test_a_branch_holds_nothing_that_the_seat_may_not_know(steps: int):
    one, other = worlds(3, steps)
    for seat in ("austria", None):
        a, b = branch_known(one, seat, 1), branch_known(other, seat, 1)
        assert msgspec.json.encode(pack(a)) == msgspec.json.encode(pack(b))
        assert a.ask is not None
        assert one.ask is not None
        assert (a.ask.what, set(a.ask.who)) == (one.ask.what, {"spain", "austria"})
    assert branch_known(one, "spain", 1).sealed == ("spain",)
    assert branch(one, 1).view("spain") == one.view("spain")


def test_a_branch_rolls_other_dice_and_its_replay_those_that_were_rolled():
    match = start("camposanto", "battle", seed=5)
    rng = random.Random(5)
    while match.rolled < 6:
        assert match.ask is not None
        seat = rng.choice(match.ask.who)
        match.answer(seat, rng.choice(match.options(seat)))
    twin = branch(match, 99)
    assert twin.view("spain") == match.view("spain")
    assert twin.dice.faces(twin.rolled, 30) != match.dice.faces(match.rolled, 30)
    while twin.rolled < match.rolled + 4:
        assert twin.ask is not None
        seat = rng.choice(twin.ask.who)
        twin.answer(seat, rng.choice(twin.options(seat)))
    film = Film(twin)
    assert film.at(twin.version).view("austria") == twin.view("austria")
    assert film.at(match.version).view("spain") == match.view("spain")


def test_a_study_of_a_running_game_is_private_and_knows_nothing_hidden(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            orders = spain.state["options"][7]
            spain.answer(orders)
        made = study(bela, table=table["id"])
        assert made["mine"] == ["spain", "austria"]
        assert set(made["turn"]) == {"spain", "austria"}
        kept = bela.http.get(f"/api/tables/{made['id']}/export?seat=spain").content
        assert msgspec.json.encode(orders) not in kept
        assert anna.http.get(f"/api/tables/{made['id']}").json()["error"]["code"] == "not_found"
        assert study(anna, table=table["id"])["turn"] == ["austria"]
        assert bela.refused("/api/studies", table=table["id"], seat="spain") == "not_yours"
        assert made["previous"] == table["id"]
        secret = server.services.rooms._rooms[table["id"]].record.dice["secret"]
        assert secret.encode() not in kept


def test_a_study_is_played_on_and_taken_back_freely(server: Server):
    with server.player("Anna") as anna:
        made = study(anna, game="camposanto", scenario="learning")
        sockets = {seat: anna.sit(made["id"], seat) for seat in ("spain", "austria")}
        play(sockets, random.Random(1), 60)
        state = sockets["spain"].state
        rolls = [event for event in sockets["spain"].events if event["dice"]]
        assert rolls
        versions = len(anna.get(f"/api/tables/{made['id']}/replay")["stops"])
        after = {}
        for _ in range(12):
            after = anna.post(f"/api/tables/{made['id']}/takeback", seat="spain", offer=True)
            assert after["offers"]["takeback"] == []
        for socket in sockets.values():
            socket.follow(after["revision"])
        assert sockets["spain"].state["view"] != state["view"]
        play(sockets, random.Random(2), 10)
        for socket in sockets.values():
            socket.close()
        assert len(anna.get(f"/api/tables/{made['id']}/replay")["stops"]) > versions


def test_a_finished_game_is_studied_from_any_moment_through_any_eyes(server: Server):
    with two_players(server, public=True, assistance="tournament") as (table, anna, bela), server.player("Eva") as eva:
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(4), 30)
        assert anna.refused("/api/studies", table=table["id"]) == "no_study"
        bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
        index = eva.replay(table["id"])
        for frame in (0, 1, index["stops"][20]):
            for eyes in ({}, {"seat": "spain"}, {"seat": "austria"}):
                made = study(eva, table=table["id"], frame=frame, **eyes)
                again = eva.replay(made["id"])
                assert made["status"] == "running"
                assert again["events"] == index["events"][: len(again["events"])]
        assert study(eva, table=table["id"], frame=1)["turn"] != ["spain", "austria"]
        assert eva.refused("/api/studies", table=table["id"]) == "study_over"


def test_studies_are_few_and_can_be_discarded(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'a.db'}", studies_per_player=2, tables_per_player=1) as server:
        with server.player("Anna") as anna, server.player("Béla") as bela:
            first = study(anna, game="camposanto", scenario="learning")
            study(anna, game="camposanto", scenario="battle")
            assert anna.refused("/api/studies", game="camposanto", scenario="learning") == "too_many_studies"
            game = anna.table()
            assert bela.refused(f"/api/studies/{first['id']}/discard") == "not_found"
            assert anna.refused(f"/api/studies/{game['id']}/discard") == "not_found"
            with anna.sit(first["id"], "spain") as spain:
                spain.until_state()
                spain.answer(spain.state["options"][0])
            anna.post(f"/api/studies/{first['id']}/discard")
            assert anna.http.get(f"/api/tables/{first['id']}").json()["error"]["code"] == "not_found"
            assert first["id"] not in [t["id"] for t in anna.get("/api/tables?scope=mine")["tables"]]
            study(anna, game="camposanto", scenario="learning")


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["more_points", "resigned"])
def test_a_save_is_opened_replayed_and_branched(server: Server, name: str):
    with server.player("Anna") as anna:
        save = golden(name)
        made = study(anna, save=save)
        assert (made["status"], made["result"]) == ("over", save["result"])
        index = anna.replay(made["id"])
        assert len(index["events"]) == len(save["events"])
        made = study(anna, table=made["id"], frame=index["stops"][10])
        assert made["status"] == "running"


def test_an_export_comes_back_as_a_study(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(6), 25)
        save = anna.get(f"/api/tables/{table['id']}/export?seat=spain")
        made = study(anna, save=save)
        assert made["status"] == "running"
        assert anna.replay(made["id"])["events"] == anna.replay(table["id"])["events"]


def test_a_position_is_set_up(server: Server):
    position = {
        "map": {"cols": 15, "rows": 15},
        "units": [
            {"id": "G", "side": "spain", "wing": "centre", "type": "artillery", "hex": "0808", "fire": [1, 1, 0, 0]},
            {"id": "D", "side": "austria", "wing": "centre", "type": "infantry", "hex": "0806", "steps": 3, "max": 4},
        ],
        "active": {"side": "spain", "wing": "centre", "state": "aggressive", "step": "artillery"},
    }
    with server.player("Anna") as anna:
        made = study(anna, game="camposanto", position=position)
        assert made["turn"] == ["spain"]
        assert anna.get(f"/api/tables/{made['id']}/replay/0")["question"]["what"] == "fire"
        bad = anna.http.post("/api/studies", json={"game": "camposanto", "position": {"units": [{"id": "G"}]}})
        assert bad.json()["error"]["code"] == "bad_position"
        assert "units" in bad.json()["error"]["text"]["it"]


def fingerprinted(save: dict[str, Any]) -> dict[str, Any]:
    """A forger's work: other entries under hashes that fit."""
    from quadrilatero.kernel.saves import Save, _fingerprint

    made = msgspec.convert(save, Save)
    made = msgspec.structs.replace(made, chain=chain(made.header, made.entries))
    return msgspec.to_builtins(msgspec.structs.replace(made, hash=_fingerprint(made)))  # type: ignore[no-any-return]


def forged_roll() -> dict[str, Any]:
    save = golden("more_points")
    roll = next(entry for entry in save["entries"] if entry[0] == "roll")
    roll[2] = [7 - face for face in roll[2]]
    return fingerprinted(save)


def forged_answer() -> dict[str, Any]:
    save = golden("more_points")
    next(entry for entry in save["entries"] if entry[0] == "seal")[2]["left"] = 99
    return fingerprinted(save)


BAD: dict[str, tuple[Any, str]] = {
    "foreign": ({"kind": "chess"}, "save_foreign"),
    "no object": ([1], "save_foreign"),
    "newer": ({**golden("more_points"), "format": 99}, "save_newer"),
    "newer rules": (
        fingerprinted({**golden("resigned"), "header": {**golden("resigned")["header"], "rules_version": 99}}),
        "save_newer",
    ),
    "other game": (
        fingerprinted({**golden("resigned"), "header": {**golden("resigned")["header"], "game": "chess"}}),
        "save_unplayable",
    ),
    "changed": ({**golden("more_points"), "rolled": 3}, "save_changed"),
    "damaged": ({**golden("more_points"), "entries": 5}, "save_damaged"),
    "forged roll": (forged_roll(), "save_unplayable"),
    "forged answer": (forged_answer(), "save_unplayable"),
    "odd salts": (
        fingerprinted({**golden("resigned"), "dice": {**golden("resigned")["dice"], "salts": 1.5}}),
        "save_unplayable",
    ),
    "no such seat": (fingerprinted({**golden("resigned"), "seat": "nobody"}), "save_unplayable"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_saves_are_refused_with_the_reason(name: str):
    save, code = BAD[name]
    assert msgspec.json.decode(open_file(msgspec.json.encode(save), 1))["code"] == code


def test_a_file_that_nobody_thought_of_harms_no_other(monkeypatch: pytest.MonkeyPatch):
    """A fault of ours while a file is opened is an answer: the process that opens files goes on."""

    def fails(*_: Any) -> Any:
        raise KeyError("thought of by nobody")

    monkeypatch.setattr(importing, "examined", fails)
    told = msgspec.json.decode(open_file(msgspec.json.encode(golden("resigned")), 1))
    assert (told["code"], told["fault"]) == ("save_damaged", True)


def test_others_go_on_while_a_long_game_is_loaded(server: Server, monkeypatch: pytest.MonkeyPatch):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        long, other = study(anna, save=golden("more_points")), bela.table()
        bela.get(f"/api/tables/{other['id']}")
        loading, go_on = threading.Event(), threading.Event()

        def slowly(*how: Any) -> Match:
            loading.set()
            assert go_on.wait(PATIENCE / 2)
            return resume(*how)

        monkeypatch.setattr(fetching, "resume", slowly)
        with ThreadPoolExecutor(1) as anna_waits:
            shown = anna_waits.submit(anna.replay, long["id"])
            assert loading.wait(PATIENCE / 2)
            assert bela.get(f"/api/tables/{other['id']}")["id"] == other["id"]
            assert bela.get("/api/health")["status"] == "ok"
            assert not shown.done()
            go_on.set()
            assert shown.result()["frames"] == len(golden("more_points")["entries"])


def test_what_is_no_study_is_refused(server: Server):
    with server.player("Anna") as anna, server.player() as nobody:
        assert nobody.refused("/api/studies", game="camposanto", scenario="learning") == "name_first"
        for body in (
            {},
            {"table": "x", "scenario": "learning"},
            {"scenario": "learning"},
            {"game": "camposanto"},
            {"game": "camposanto", "scenario": "learning", "more": 1},
            {"table": 5},
        ):
            assert anna.refused("/api/studies", **body) == "bad_study"
        assert anna.refused("/api/studies", table="nowhere") == "not_found"
        assert anna.refused("/api/studies", game="chess", scenario="x") == "no_game"
        assert anna.refused("/api/studies", game="camposanto", scenario="x") == "no_game"
        assert anna.refused("/api/studies", game="camposanto", position={}, options={"no": "such"}) == "no_game"
        assert anna.refused("/api/studies", save={"kind": "chess"}) == "save_foreign"
        deep = b'{"save":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
        assert anna.http.post("/api/studies", content=deep).json()["error"]["code"] in ("bad_study", "save_damaged")


def test_only_studies_may_be_large_and_not_too_large(server: Server):
    with server.player("Anna") as anna:
        large = {"kind": "quadrilatero", "x": "y" * 200_000}
        assert anna.refused("/api/tables", x="y" * 200_000) == "too_large"
        assert anna.refused("/api/studies", save=large) == "save_damaged"
        most = server.services.settings.study_bytes
        assert anna.refused("/api/studies", save={"x": "y" * most}) == "too_large"


def test_few_files_wait_to_be_opened(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'a.db'}", imports_waiting=0) as server, server.player("Anna") as anna:
        assert anna.refused("/api/studies", save=golden("more_points")) == "unavailable"


def test_a_save_that_takes_too_long_is_given_up(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'a.db'}", import_seconds=0.001) as server, server.player("Anna") as anna:
        assert anna.refused("/api/studies", save=golden("more_points")) == "save_heavy"
        anna.table()
