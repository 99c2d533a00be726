"""The server as a process: killed with -9 it loses nothing acknowledged; asked to stop, it stops in order."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from quadrilatero.server.storage import open_store, tables
from quadrilatero.server.storage.migrations import NEWEST
from tests.server.support import Player, Socket, play


@contextlib.contextmanager
def process(database: str, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`quadrilatero serve` in a process of its own, and its address."""
    command = [sys.executable, "-m", "quadrilatero", "serve", "--port", "0", "--db", database, "--lang", "en"]
    command += options
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    served = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert served.stdout is not None
    assert served.stderr is not None
    logs: list[str] = []
    reader = threading.Thread(target=lambda: logs.extend(served.stderr or ()), daemon=True)
    reader.start()
    try:
        line = served.stdout.readline()
        address = re.search(r"http://([\d.:]+)/", line)
        assert address, line + "".join(logs)
        yield served, address[1]
    finally:
        if served.poll() is None:
            served.kill()
        served.wait()
        reader.join(10)
        assert not reader.is_alive(), "a worker has outlived its server"
        served.stdout.close()
        served.stderr.close()


def hammer(socket: Socket, acknowledged: list[int], stop: threading.Event, seed: int) -> None:
    """Answer whatever is asked until the connection breaks; note what was acknowledged."""
    rng = random.Random(seed)
    with contextlib.suppress(ConnectionClosed, EOFError):
        while not stop.is_set():
            message = socket.next()
            if message["t"] == "ack":
                acknowledged.append(message["version"])
            elif message["t"] == "state":
                if message["table"]["status"] == "over":
                    return
                if message["options"]:
                    socket.send(
                        t="answer",
                        version=message["version"],
                        seat=message["seat"],
                        answer=rng.choice(message["options"]),
                    )


def test_kill_9_loses_nothing_acknowledged(database: str):
    with process(database) as (served, address), Player(address) as anna, Player(address) as bela:
        anna.post("/api/session", name="Anna")
        bela.post("/api/session", name="Béla")
        table = anna.table(scenario="battle")["id"]
        bela.post(f"/api/tables/{table}/join")
        sockets = [anna.sit(table), bela.sit(table)]
        acknowledged: list[int] = []
        stop = threading.Event()
        threads = [
            threading.Thread(target=hammer, args=(socket, acknowledged, stop, seed))
            for seed, socket in enumerate(sockets)
        ]
        for thread in threads:
            thread.start()
        while len(acknowledged) < 60 and any(thread.is_alive() for thread in threads):
            threads[0].join(0.01)
        served.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
        for socket in sockets:
            with contextlib.suppress(Exception):
                socket.close()
        cookies = anna.http.cookies, bela.http.cookies
    assert len(acknowledged) >= 60
    with process(database) as (served, address), Player(address) as anna, Player(address) as bela:
        anna.http.cookies, bela.http.cookies = cookies
        shown = anna.get(f"/api/tables/{table}")
        with anna.sit(table) as spain, bela.sit(table) as austria:
            last = spain.until_state()
            assert last["table"]["revision"] == shown["revision"]
            assert last["version"] >= max(acknowledged)
            assert play({"spain": spain, "austria": austria}, random.Random(9), 20) == 20
        served.send_signal(signal.SIGTERM)
        assert served.wait(15) == 0
    store = open_store(database)
    entries = store.at_once(tables.entries, table)
    assert len(entries) >= last["version"] + 20
    store.close()


def test_a_bot_goes_on_after_a_restart(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'bot.db'}"
    with process(database) as (served, address), Player(address) as anna:
        anna.post("/api/session", name="Anna")
        table = anna.table(opponent={"kind": "bot", "level": "recluta"})["id"]
        served.kill()
        cookies = anna.http.cookies
    with process(database) as (served, address), Player(address) as anna:
        anna.http.cookies = cookies
        with anna.sit(table) as spain:
            spain.until_state()
            assert play({"spain": spain}, random.Random(1), 3) == 3
            served.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed):
                spain.until(lambda _: False)
        assert served.wait(15) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--db", "mysql://x"], "not supported"),
        (["--db", "nonsense"], "no database URL"),
    ],
)
def test_serve_says_what_is_wrong(arguments: list[str], said: str):
    command = [sys.executable, "-m", "quadrilatero", "serve", *arguments]
    done: Any = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_serve_says_that_the_port_is_taken(tmp_path: Path):
    with process(f"sqlite:///{tmp_path / 'a.db'}") as (_, address):
        port = address.split(":")[1]
        command = [
            sys.executable,
            "-m",
            "quadrilatero",
            "serve",
            "--port",
            port,
            "--db",
            f"sqlite:///{tmp_path / 'b.db'}",
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, "choose another" in done.stderr) == (1, True)


def test_the_database_commands(tmp_path: Path):
    def run(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "quadrilatero", "db", *arguments, "--lang", "en"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return done.returncode, done.stdout + done.stderr

    one, two = (f"sqlite:///{tmp_path / name}" for name in ("one.db", "two.db"))
    file = str(tmp_path / "b.gz")
    assert run("upgrade", "--db", one) == (0, f"The database was upgraded from schema version 0 to {NEWEST}.\n")
    assert run("upgrade", "--db", one) == (0, f"The database is current: schema version {NEWEST}.\n")
    assert run("backup", file, "--db", one) == (0, f"0 rows were written to {file}.\n")
    assert run("restore", file, "--db", two) == (0, f"0 rows were restored from {file}.\n")
    code, said = run("restore", str(tmp_path / "missing.gz"), "--db", two)
    assert code == 1
    assert "cannot be read" in said
