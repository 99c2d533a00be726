"""The same games on a real Dask scheduler with real workers, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import msgspec
import pytest

from quadrilatero.lab.folder import ordered_games
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.simulate import simulate
from quadrilatero.lab.words import Trouble
from tests.lab.test_simulate import OWN

DASK = [sys.executable, "-c", "from distributed.cli import dask_{0}; dask_{0}.main()"]


def start(kind, *args):
    """A part of the cluster as a process of its own."""
    command = [*DASK[:2], DASK[2].format(kind), *args]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def cluster(tmp_path):
    """A scheduler and two workers: the address, and the workers' processes."""
    place = tmp_path / "scheduler.json"
    scratch = ["--local-directory", str(tmp_path / "scratch")]
    scheduler = start("scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(place))
    parts = [scheduler]
    try:
        for _ in range(300):
            if place.exists() and place.stat().st_size:
                break
            time.sleep(0.1)
        workers = [
            start("worker", "--scheduler-file", str(place), "--nthreads", "1", "--no-nanny", "--no-dashboard", *scratch)
            for _ in range(2)
        ]
        parts += workers
        yield json.loads(place.read_text())["address"], workers
    finally:
        for part in reversed(parts):
            part.kill()
            part.wait()


@pytest.mark.filterwarnings("ignore")  # Dask's own, as workers come and go
def test_a_killed_worker_costs_no_game_and_the_results_are_the_same(cluster, tmp_path):
    from distributed import Client

    address, workers = cluster
    with Client(address) as client:
        client.wait_for_workers(2, timeout=60)
    plan = plan_run("camposanto", "learning", [OWN + "Seeing", "recluta"], games=14, seed=3)

    def kill(done):
        if done == 3:
            workers[0].kill()

    spread = simulate(plan, progress=kill, folder=tmp_path / "spread", cluster=address)
    alone = simulate(plan, folder=tmp_path / "alone")
    assert workers[0].wait(timeout=10) != 0
    assert (spread.done, spread.failed) == (14, [])
    assert spread.tally.details() == alone.tally.details()
    assert spread.tally.plain() == alone.tally.plain()
    games = [
        [msgspec.structs.replace(game, times={}) for game in ordered_games(tmp_path / name)]
        for name in ("spread", "alone")
    ]
    assert games[0] == games[1]


def test_without_dask_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Trouble, match="extra `cluster`") as caught:
        simulate(plan_run("camposanto", "learning", games=1), cluster="local")
    assert "installa" in caught.value.text("it")
