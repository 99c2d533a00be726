"""The folder of a run: its plan, a line for each finished game, and what is made of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Self

import msgspec

from quadrilatero.lab.plan import RunPlan
from quadrilatero.lab.play import Failed, Played
from quadrilatero.lab.words import Trouble, say

PLAN, GAMES, FAILURES = "plan.json", "games.jsonl", "failures.jsonl"
RESULTS, TABLE, REPORT = "results.json", "games.csv", "report.html"

_line = msgspec.json.Encoder().encode
_game = msgspec.json.Decoder(Played).decode


class OtherRun(Trouble):
    """The folder holds a run of another plan."""

    def __init__(self, folder: Path, differing: list[tuple[str, str, str]]) -> None:
        self.differing = differing
        super().__init__("folder_other", folder=folder, told=self._told("en"))

    def _told(self, language: str) -> str:
        return ", ".join(
            say("trouble.folder_differs", language, name=name, old=old, new=new) for name, old, new in self.differing
        )

    def text(self, language: str) -> str:
        return say("trouble.folder_other", language, folder=self.fields["folder"], told=self._told(language))


class RunFolder:
    """An open folder. Finished games are written at once, each a line; a line cut in half by a crash is dropped."""

    def __init__(self, folder: Path, plan: RunPlan) -> None:
        self.folder, self.plan = folder, plan
        self._file: BinaryIO | None = None

    @classmethod
    def open(cls, folder: Path, plan: RunPlan, resume: bool) -> Self:
        """Begin a run in a folder, or go on with the same one there."""
        held = folder / PLAN
        if held.exists():
            earlier = read_plan(folder)
            if not resume:
                raise Trouble("folder_taken", folder=folder)
            _same(folder, earlier, plan)
        else:
            if resume:
                raise Trouble("folder_empty", folder=folder)
            folder.mkdir(parents=True, exist_ok=True)
        write_whole(held, msgspec.json.format(msgspec.json.encode(plan), indent=1))
        mend(folder / GAMES)
        return cls(folder, plan)

    def add(self, played: Played | Failed) -> None:
        """Write a game down for good."""
        if isinstance(played, Failed):
            with (self.folder / FAILURES).open("ab") as file:
                file.write(_line(played) + b"\n")
            return
        if self._file is None:
            self._file = (self.folder / GAMES).open("ab")
        self._file.write(_line(played) + b"\n")
        self._file.flush()

    def games(self) -> Iterator[Played]:
        """The games written down, in the order in which they ended."""
        return read_games(self.folder)

    def __enter__(self) -> Self:
        (self.folder / FAILURES).unlink(missing_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def read_plan(folder: Path) -> RunPlan:
    """The plan of a run's folder."""
    try:
        return msgspec.json.decode((folder / PLAN).read_bytes(), type=RunPlan).completed()
    except FileNotFoundError:
        raise Trouble("folder_none", folder=folder, file=PLAN) from None
    except OSError as error:
        raise Trouble("file_damaged", file=folder / PLAN, error=error.strerror) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise Trouble("file_damaged", file=folder / PLAN, error=error) from None


def read_games(folder: Path) -> Iterator[Played]:
    """The finished games, one at a time: memory does not grow with them. A half-written last line is left out."""
    try:
        file = (folder / GAMES).open("rb")
    except FileNotFoundError:
        return
    with file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                yield _read_line(line, folder, number)


def _read_line(line: bytes, folder: Path, number: int) -> Played:
    try:
        return _game(line)
    except msgspec.DecodeError as error:
        raise Trouble("line_damaged", file=folder / GAMES, number=number, error=error) from None


def ordered_games(folder: Path) -> Iterator[Played]:
    """The finished games by their index; only their places in the file are kept in memory."""
    places: dict[int, int] = {}
    at = 0
    with (folder / GAMES).open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                places[_read_line(line, folder, number).index] = at
            at += len(line)
        for number, index in enumerate(sorted(places), 1):
            file.seek(places[index])
            yield _read_line(file.readline(), folder, number)


def read_failures(folder: Path) -> list[Failed]:
    """The games that failed in the last go."""
    try:
        lines = (folder / FAILURES).read_bytes().splitlines()
    except FileNotFoundError:
        return []
    return [msgspec.json.decode(line, type=Failed) for line in lines]


def mend(path: Path) -> int:
    """Cut off a last line that a crash left unfinished; how many bytes that were."""
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return 0
    with path.open("r+b") as file:
        end = size
        while end:
            begin = max(0, end - 65_536)
            file.seek(begin)
            found = file.read(end - begin).rfind(b"\n")
            if found >= 0:
                end = begin + found + 1
                break
            end = begin
        file.truncate(end)
    return size - end


def _same(folder: Path, earlier: RunPlan, plan: RunPlan) -> None:
    """More games of the same plan are welcome; anything else would mix two runs."""
    old, new = msgspec.to_builtins(earlier), msgspec.to_builtins(plan)
    differing = [name for name in old if name != "games" and old[name] != new[name]]
    if differing:
        raise OtherRun(folder, [(name, _short(old[name]), _short(new[name])) for name in differing])
    if plan.games < earlier.games:
        raise Trouble("folder_more", folder=folder, games=earlier.games)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def write_whole(path: Path, data: bytes | str) -> None:
    """Put a file in place so that it is either the old one or the new one, never half of it."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
