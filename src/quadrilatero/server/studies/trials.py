"""Trials of changed data: games with the data in use beside games with the change, the same dice for both.

A trial runs in two processes of its own, one at a time on a server; whoever waits is asked in turn (`fairness.py`).
Nothing of it is stored: it is forgotten when the server stops, or when many have come after it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from quadrilatero.datapacks.changing import NoSuchValue, change, contents, written
from quadrilatero.kernel import find_game
from quadrilatero.kernel.game import DataFolder
from quadrilatero.kernel.plain import Plain
from quadrilatero.lab.statistics import difference, wilson
from quadrilatero.lab.trial import Told, Trial
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker, Bounds, FairQueue
from quadrilatero.server.logs import LOG

ARMS = ("base", "changed")
KEPT = 50
WAITING = Bounds(1, 3, 20)
"""One trial a player, three from an address, twenty in all."""


def folder_of(game: str) -> DataFolder:
    """Where the data of a game are; a Problem where they cannot be replaced."""
    found = find_game(game).data_folder()
    if found is None:
        raise Problem("not_found")
    return found


def files_of(game: str) -> dict[str, Any]:
    """The data files in use, as plain data."""
    folder = folder_of(game)
    own = os.environ.get(folder.variable)
    return contents(folder.built_in, *([Path(own)] if own else []))


def changed_files(game: str, changes: list[tuple[str, list[str | int], Any]]) -> dict[str, str]:
    """The files that a change makes, as texts; a Problem where it changes nothing that there is."""
    files, touched = files_of(game), dict[str, Any]()
    for name, way, value in changes:
        if name not in files or not way:
            raise Problem("no_such_value", detail=name)
        try:
            change(files[name], way, value)
        except NoSuchValue as error:
            raise Problem("no_such_value", detail=f"{name}: {'.'.join(map(str, way))}: {error}") from None
        touched[name] = files[name]
    return {name: written(content) for name, content in touched.items()}


class Running:
    """A trial and what it has come to."""

    def __init__(self, player: str, trial: Trial) -> None:
        self.id, self.player, self.trial = secrets.token_urlsafe(9), player, trial
        self.state = "waiting"
        self.fault = ""
        self.played: dict[str, list[str | None]] = {arm: [] for arm in ARMS}
        self.task: asyncio.Task[None] | None = None

    def plain(self) -> Plain:
        """How far it is, and how the sides have fared in both arms."""
        sides = find_game(self.trial.game).sides
        points = {arm: [_points(winner, sides[0]) for winner in won] for arm, won in self.played.items()}
        both = min(map(len, points.values()))
        gap = difference(*((sum(points[arm][:both]), both) for arm in ARMS)) if both else None
        return {
            "id": self.id,
            "state": self.state,
            "fault": self.fault,
            "games": self.trial.games,
            "sides": list(sides),
            "arms": {arm: _arm(won, points[arm], sides) for arm, won in self.played.items()},
            "difference": None if gap is None else list(gap),
        }


def _points(winner: str | None, side: str) -> float:
    return 0.5 if winner is None else float(winner == side)


def _arm(won: list[str | None], points: list[float], sides: tuple[str, ...]) -> Plain:
    wins = {side: won.count(side) for side in sides}
    return {"played": len(won), "wins": wins, "draws": won.count(None), "share": list(wilson(sum(points), len(points)))}


class Trials:
    """The trials of one server."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._queue = FairQueue(1, WAITING)
        self._known: dict[str, Running] = {}

    def start(self, asker: Asker, player: str, trial: Trial, files: dict[str, str]) -> Running:
        """Begin a trial, or wait for its turn; a Problem where the player has one already."""
        if any(known.player == player and known.state in ("waiting", "running") for known in self._known.values()):
            raise Problem("trial_running")
        running = Running(player, trial)
        self._known[running.id] = running
        for old in [known.id for known in self._known.values() if known.task and known.task.done()][: -KEPT or None]:
            del self._known[old]
        running.task = asyncio.create_task(self._run(asker, running, files))
        return running

    def of(self, player: str, id: str) -> Running:
        """A trial of one's own."""
        found = self._known.get(id)
        if found is None or found.player != player:
            raise Problem("not_found")
        return found

    async def stop(self, running: Running) -> None:
        """End a trial; what was played stays to be read."""
        if running.task is not None and not running.task.done():
            running.task.cancel()
            with suppress(asyncio.CancelledError):
                await running.task

    async def close(self) -> None:
        """End all trials."""
        for running in list(self._known.values()):
            await self.stop(running)

    async def _run(self, asker: Asker, running: Running, files: dict[str, str]) -> None:
        try:
            async with self._queue.turn(asker):
                running.state = "running"
                with tempfile.TemporaryDirectory(prefix="quadrilatero-trial-") as place:
                    for name, text in files.items():
                        path = Path(place) / name
                        path.parent.mkdir(exist_ok=True)
                        path.write_text(text, encoding="utf-8")
                    folder = folder_of(running.trial.game)
                    own = {folder.variable: place} if files else {}
                    arms = [self._play(running, arm, own if arm == "changed" else {}) for arm in ARMS]
                    await asyncio.wait_for(asyncio.gather(*arms), self._seconds)
            running.state = "failed" if running.fault else "done"
        except asyncio.CancelledError:
            running.state = "stopped"
            raise
        except TimeoutError:
            running.state = "stopped"
        except Problem:
            running.state = "failed"
            raise
        except Exception as error:  # noqa: BLE001 - the server goes on, and the log has it
            LOG.error("trial failed", exc_info=error)
            running.state, running.fault = "failed", type(error).__name__

    async def _play(self, running: Running, arm: str, environment: dict[str, str]) -> None:
        """One arm: a process that tells each game as it ends, ended with the trial."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "quadrilatero.lab.trial",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, **environment},
        )
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(running.trial))
            process.stdin.close()
            async for line in process.stdout:
                told = msgspec.json.decode(line, type=Told)
                if told.fault:
                    running.fault = told.fault[:500]
                    return
                running.played[arm].append(told.winner)
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
