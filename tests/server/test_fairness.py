"""What takes a while is shared out: nobody waits for all that another has asked for, and nothing waits without end."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quadrilatero.kernel import replaying
from quadrilatero.kernel.saves import Save, _fingerprint
from quadrilatero.server.computer import thinking
from quadrilatero.server.computer.thinking import Thinking
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker, Bounds, FairQueue
from quadrilatero.server.http.limits import Limiter
from quadrilatero.server.play import takebacks
from quadrilatero.server.studies.films import Films
from tests.server.support import Player, Server, play, running, two_players

# -- the queue -----------------------------------------------------------------------------------------------------


def order(*asked: Asker, places: int = 1) -> list[str]:
    """In which order requests are served that all come while another is at work."""

    async def run() -> list[str]:
        queue = FairQueue(places)
        served: list[str] = []

        async def one(asker: Asker) -> None:
            async with queue.turn(asker):
                served.append(asker.player)

        async with queue.turn(Asker("first")):
            tasks = [asyncio.create_task(one(asker)) for asker in asked]
            await asyncio.sleep(0)
            assert len(queue) == len(asked)
        await asyncio.gather(*tasks)
        return served

    return asyncio.run(run())


def test_who_asks_much_waits_behind_who_asks_little():
    greedy, modest = Asker("greedy", "a"), Asker("modest", "b")
    served = order(*[greedy] * 6, modest, modest)
    assert served.index("modest") <= 1
    assert [n for n, who in enumerate(served) if who == "modest"][1] <= 3


def test_many_names_at_one_address_count_as_a_few():
    crowd = [Asker(f"name {n}", "a") for n in range(64)]
    served = order(*crowd, Asker("lone", "b"), Asker("lone", "b"), Asker("lone", "b"))
    assert [n for n, who in enumerate(served) if who == "lone"][2] < 32


def test_waiting_earns_nothing():
    """Who comes late does not come before all who were there, again and again."""
    assert order(Asker("a"), Asker("b"), Asker("a"), Asker("b"), Asker("c"), Asker("c")) == [
        "a",
        "b",
        "c",
        "a",
        "b",
        "c",
    ]


def test_who_was_silent_for_long_does_not_come_before_all():
    """What one has not asked for is not saved up: who comes late takes turns with who was there."""

    async def run() -> list[str]:
        queue, served = FairQueue(1), list[str]()
        go_on = asyncio.Semaphore(0)

        async def one(player: str) -> None:
            async with queue.turn(Asker(player)):
                served.append(player)
                await go_on.acquire()

        tasks = [asyncio.create_task(one("steady")) for _ in range(12)]
        for _ in range(6):
            go_on.release()
            await asyncio.sleep(0.001)
        tasks += [asyncio.create_task(one("late")) for _ in range(4)]
        await asyncio.sleep(0.001)
        for _ in range(10):
            go_on.release()
        await asyncio.gather(*tasks)
        return served

    served = asyncio.run(run())
    first, last = served.index("late"), len(served) - served[::-1].index("late")
    assert first >= 6
    assert served[first:last].count("steady") >= 3, served


def test_what_waits_has_an_end_and_who_leaves_makes_room():
    async def run() -> None:
        queue = FairQueue(1, Bounds(2, 3, 4))
        gate = asyncio.Event()

        async def wait(asker: Asker) -> None:
            async with queue.turn(asker):
                await gate.wait()

        def ask(player: str, address: str) -> asyncio.Task[None]:
            return asyncio.create_task(wait(Asker(player, address)))

        async def refused(player: str, address: str) -> str:
            task = ask(player, address)
            await asyncio.sleep(0)
            with pytest.raises(Problem) as problem:
                await asyncio.wait_for(task, 1)
            return problem.value.code

        tasks = [ask("a", "x"), ask("a", "x")]
        await asyncio.sleep(0)
        assert await refused("a", "y") == "too_fast"
        tasks.append(ask("b", "x"))
        await asyncio.sleep(0)
        assert await refused("c", "x") == "too_fast"
        tasks += [ask("c", "y"), ask("d", "z")]
        await asyncio.sleep(0)
        assert await refused("e", "w") == "unavailable"
        tasks[-1].cancel()
        await asyncio.sleep(0)
        last = ask("e", "w")
        await asyncio.sleep(0)
        gate.set()
        await asyncio.wait_for(asyncio.gather(*tasks[:-1], last), 5)
        assert (len(queue), queue._free, dict(queue._here)) == (0, 1, {})

    asyncio.run(run())


def test_a_turn_that_comes_as_one_leaves_is_not_lost():
    async def run() -> None:
        queue = FairQueue(1)
        async with queue.turn(Asker("a")):
            task = asyncio.create_task(_pass(queue))
            await asyncio.sleep(0)
        task.cancel()  # its turn has come, it has not begun
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.wait_for(_pass(queue), 1)

    asyncio.run(run())


async def _pass(queue: FairQueue) -> None:
    async with queue.turn(Asker("b")):
        pass


def test_limits_are_a_players_and_an_addresss_not_a_sockets():
    limiter = Limiter(0.0, 4)
    assert [limiter.lets(Asker("a", "x")) for _ in range(5)] == [True] * 4 + [False]
    assert not limiter.lets(Asker("a", "y"))
    crowd = Limiter(0.0, 4)
    assert sum(crowd.lets(Asker(f"name {n}", "x")) for n in range(100)) == 4 * 8
    assert sum(crowd.lets(Asker("", "z")) for n in range(100)) == 4


# -- bots and suggestions ------------------------------------------------------------------------------------------


def test_bots_do_not_wait_for_suggestions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """While somebody's suggestions take all the time there is, the computer answers at another table."""
    real, waiting = thinking.Thinking.consider, threading.Semaphore(0)

    async def slow(self: Thinking, asker: Asker, view: Any, level: str, within: float | None = None, **how: Any) -> Any:
        if level != "recluta":
            async with self._queue.turn(asker):
                waiting.release()
                await asyncio.sleep(60)
        return await real(self, asker, view, level, within, **how)

    monkeypatch.setattr(Thinking, "consider", slow)
    with (
        running(f"sqlite:///{tmp_path / 'b.db'}") as server,
        server.player("Greedy") as greedy,
        server.player("Anna") as anna,
    ):
        study = greedy.post("/api/studies", game="camposanto", scenario="learning")["id"]
        with greedy.sit(study, "spain") as spain:
            spain.until_state()
            for _ in range(4):
                spain.send(t="suggest", seat="spain")
            assert waiting.acquire(timeout=20)
            table = anna.table(opponent={"kind": "bot", "level": "recluta"})
            with anna.sit(table["id"]) as mine:
                state = mine.until_state()
                mine.answer(state["options"][0])
                mine.until_state(lambda now: now["table"]["turn"] == ["spain"] or now["version"] > state["version"] + 2)
            with greedy.sit(study, "austria") as again:
                again.until_state()
                assert again.ask(t="suggest", seat="austria")["code"] == "too_fast"


def test_what_takes_a_while_is_limited_for_a_player_at_all_his_sockets(server: Server):
    """However few wait at a time: who asks without end is asked to wait."""
    services = server.services
    services.asking = Limiter(0.0, 3)
    with server.player("Anna") as anna, server.player("Bela") as bela:
        limited = []
        for player, seats in ((anna, ("spain", "austria")), (bela, ("spain",))):
            study = player.post("/api/studies", game="camposanto", scenario="learning")["id"]
            for seat in seats:
                with player.sit(study, seat) as socket:
                    state = socket.until_state()
                    for _ in range(2):
                        reply = socket.ask(t="odds", seat=seat, answer=state["options"][0])
                        limited.append(reply.get("code") == "too_fast")
    assert limited == [False, False, False, True, False, False]


# -- replays -------------------------------------------------------------------------------------------------------


def test_replays_are_shown_in_turn_and_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One who asks for many waits behind one who asks for one; more than a few at once are refused."""
    gate, real = threading.Event(), Films._shown
    shown: list[str] = []

    def slow(self: Films, room: Any, match: Any, work: Callable[[Any], Any]) -> Any:
        shown.append(room.record.id)
        assert gate.wait(20)
        return real(self, room, match, work)

    monkeypatch.setattr(Films, "_shown", slow)
    with (
        running(f"sqlite:///{tmp_path / 'f.db'}") as server,
        server.player("Greedy") as greedy,
        server.player("Anna") as anna,
    ):
        mine = anna.post("/api/studies", game="camposanto", scenario="learning")["id"]
        theirs = greedy.post("/api/studies", game="camposanto", scenario="learning")["id"]
        codes: list[int] = []

        def look(player: Player, table: str) -> threading.Thread:
            def run() -> None:
                with Player(server.address) as one:
                    one.http.cookies = player.http.cookies
                    codes.append(one.http.get(f"/api/tables/{table}/replay").status_code)

            thread = threading.Thread(target=run)
            thread.start()
            return thread

        threads = [look(greedy, theirs) for _ in range(4)]
        end = time.monotonic() + 20
        while len(server.services.films._queue) < 3:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert greedy.http.get(f"/api/tables/{theirs}/replay").status_code == 429
        threads.append(look(anna, mine))
        while len(server.services.films._queue) < 4:
            assert time.monotonic() < end
            time.sleep(0.01)
        gate.set()
        for thread in threads:
            thread.join(30)
        assert codes == [200] * 5
        assert shown.index(mine) <= 2


# -- files ---------------------------------------------------------------------------------------------------------


def test_who_has_used_much_time_for_files_waits_before_the_next(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'i.db'}", import_seconds=0.1, import_share=0.0) as server:
        with server.player("Greedy") as greedy, server.player("Anna") as anna:
            codes = [greedy.refused("/api/studies", save={"kind": "x"}) for _ in range(4)]
            assert (codes[0], codes[-1]) == ("save_heavy", "imports_spent")
            assert anna.refused("/api/studies", save={"kind": "x"}) == "save_heavy"


# -- take-backs ----------------------------------------------------------------------------------------------------


def counted(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Grows by one with each entry that is played again."""
    played: list[None] = []
    real = replaying.repeat

    def repeat(match: Any, entry: Any) -> None:
        played.append(None)
        real(match, entry)

    monkeypatch.setattr(replaying, "repeat", repeat)
    return played


def test_take_backs_do_not_play_each_other_again(server: Server, monkeypatch: pytest.MonkeyPatch):
    """Forty of them in a row: each costs no more than the way from the last checkpoint, none what went before."""
    with server.player("Anna") as anna:
        study = anna.post("/api/studies", game="camposanto", scenario="learning")["id"]
        with anna.sit(study, "spain") as spain, anna.sit(study, "austria") as austria:
            play({"spain": spain, "austria": austria}, random.Random(3), 60)
        played = counted(monkeypatch)
        costs = []
        for _ in range(40):
            before = len(played)
            anna.post(f"/api/tables/{study}/takeback", seat="spain", offer=True)
            costs.append(len(played) - before)
            assert costs[-1] <= 200, costs
        before = len(played)
        server.services.rooms._rooms.clear()
        anna.get(f"/api/tables/{study}")
        assert len(played) - before <= 400


def test_a_save_with_many_take_backs_is_opened_like_any_other(server: Server, monkeypatch: pytest.MonkeyPatch):
    with server.player("Anna") as anna:
        study = anna.post("/api/studies", game="camposanto", scenario="learning")["id"]
        with anna.sit(study, "spain") as spain, anna.sit(study, "austria") as austria:
            for number in range(30):
                play({"spain": spain, "austria": austria}, random.Random(number), 2)
                revision = anna.post(f"/api/tables/{study}/takeback", seat="spain", offer=True)["revision"]
                spain.follow(revision)
                austria.follow(revision)
        save = anna.get(f"/api/tables/{study}/export?seat=spain")
        assert sum(entry[0] in ("take_back", "undo", "withdraw") for entry in save["entries"]) >= 15
        anna.post("/api/studies", save=save)


# -- tournaments ---------------------------------------------------------------------------------------------------


def test_a_tournament_game_is_not_studied_from_its_own_file(server: Server):
    with two_players(server, assistance="tournament", scenario="battle") as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        early = anna.get(f"{path}/export?seat=spain")
        assert anna.refused("/api/studies", save=early) == "no_study", "without a roll its dice are known by their mark"
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            rng = random.Random(2)
            room = server.services.rooms._rooms[table["id"]]
            while room.match.rolled < 8:
                assert play({"spain": spain, "austria": austria}, rng, 5) == 5
        save = anna.get(f"{path}/export?seat=spain")
        assert anna.refused("/api/studies", save=save) == "no_study"
        other = msgspec.convert(save, Save)
        other = msgspec.structs.replace(other, dice={**other.dice, "commitment": "0" * 64})
        other = msgspec.structs.replace(other, hash=_fingerprint(other))
        assert anna.refused("/api/studies", save=msgspec.to_builtins(other)) == "no_study"
        with server.player("Carla") as carla:
            carla.post("/api/studies", save=save)
        anna.post(f"{path}/resign", seat="spain")
        anna.post("/api/studies", save=save)


def test_take_backs_are_worked_out_beside_the_event_loop(server: Server, monkeypatch: pytest.MonkeyPatch):
    """They take as long as the log is; the other tables go on meanwhile."""
    real = replaying.take_back
    threads: list[str] = []

    def noted(match: Any, seat: str) -> None:
        threads.append(threading.current_thread().name)
        real(match, seat)

    monkeypatch.setattr(takebacks, "take_back", noted)
    with server.player("Anna") as anna:
        study = anna.post("/api/studies", game="camposanto", scenario="learning")["id"]
        with anna.sit(study, "spain") as spain, anna.sit(study, "austria") as austria:
            play({"spain": spain, "austria": austria}, random.Random(3), 4)
        anna.post(f"/api/tables/{study}/takeback", seat="spain", offer=True)
    assert threads
    assert all(name.startswith("replaying") for name in threads)
