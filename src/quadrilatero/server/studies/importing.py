"""Opening files that players bring: in a process of their own, which is ended when it takes too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import msgspec

from quadrilatero.kernel import Header, Illegal, Match, SeededDice, faults
from quadrilatero.kernel.checkpoints import Checkpoint, passed
from quadrilatero.kernel.loading import examined, game_of, is_current, open_save
from quadrilatero.kernel.plain import Plain
from quadrilatero.kernel.saves import KIND, BadSave, SavedEntry, decode, plain_entries
from quadrilatero.kernel.start import start
from quadrilatero.server.computer.thinking import Thinking, TooSlow
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker, Bounds
from quadrilatero.server.http.limits import Limiter
from quadrilatero.server.logs import LOG
from quadrilatero.server.settings import Settings

Found = TypeVar("Found")
MOST_ENTRIES = 100_000
FROM_ONE_ADDRESS = 3
"""Files that may wait or be opened from one address."""


class Begun(msgspec.Struct, frozen=True, tag=True):
    """A match as it can be stored and played again: how it began, its log and the checkpoints beside it.

    `commitment` is that of the dice it was played with before, where the file tells it.
    """

    header: Header
    dice: Plain
    entries: list[SavedEntry]
    checkpoints: list[Checkpoint]
    commitment: str = ""


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Why a file was not opened."""

    code: str
    detail: str = ""
    fault: bool = False
    """Whether that should not have happened."""


class Looked(msgspec.Struct, frozen=True, tag=True):
    """A position looked over: its faults; where it has none, what is asked first, and all that it leaves unsaid."""

    faults: list[Plain]
    asked: Plain | None
    position: Plain | None


Opened: TypeAlias = Begun | Looked | Refused


# -- in the worker -----------------------------------------------------------------------------------------


def open_file(data: bytes, seed: int) -> bytes:
    """A save file as a match with dice of its own, checked as strictly as the kernel can."""
    try:
        save = decode(data, "the file")
        if len(save.entries) > MOST_ENTRIES:
            return _packed(Refused("save_heavy"))
        if save.kind == KIND and is_current(game_of(save.header, "the file"), save.header):
            report, match = examined(save, "the file")
            if match is None or not report.ok:
                return _packed(Refused("save_unplayable", "; ".join(report.problems[:3])))
        else:
            match = open_save(save, "the file")
    except BadSave as error:
        return _packed(Refused(f"save_{error.code}", str(error)))
    except Exception as error:  # noqa: BLE001 - a file nobody thought of harms nobody else, and its bringer is told
        return _packed(Refused("save_damaged", f"{type(error).__name__}: {error}", fault=True))
    commitment = save.dice.get("commitment")
    begun = _begun(match, seed)
    return _packed(msgspec.structs.replace(begun, commitment=commitment if isinstance(commitment, str) else ""))


def set_up(game: str, data: bytes, options: dict[str, str], seed: int) -> bytes:
    """A position as a match."""
    try:
        match = start(game, position=msgspec.json.decode(data), options=options, seed=seed)
    except (Illegal, ValueError, RuntimeError) as error:
        return _packed(Refused("bad_position", str(error)))
    except Exception as error:  # noqa: BLE001 - as above
        return _packed(Refused("bad_position", f"{type(error).__name__}: {error}", fault=True))
    return _packed(_begun(match, seed))


def look_over(game: str, data: bytes, options: dict[str, str]) -> bytes:
    """All that is wrong with a position, or what would be asked first in it."""
    try:
        match, found = faults.examined(game, msgspec.json.decode(data), options)
    except Exception as error:  # noqa: BLE001 - as above
        return _packed(Refused("bad_position", f"{type(error).__name__}: {error}", fault=True))
    ask = match.ask if match is not None else None
    asked = None if ask is None else {"what": ask.what, "who": list(ask.who)}
    whole = None if match is None else match.state()
    return _packed(Looked([msgspec.to_builtins(fault) for fault in found], asked, whole))


def _begun(match: Match, seed: int) -> Begun:
    dice = SeededDice(seed, match.rolled).plain()
    return Begun(match.header, dice, plain_entries(match.entries), passed(match))


def _packed(opened: Opened) -> bytes:
    return msgspec.json.encode(opened)


# -- in the server -----------------------------------------------------------------------------------------


class Importing:
    """The one process that opens files, apart from those that think. Who has taken much of its time gets little."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._budget = Limiter(settings.import_share, 2 * settings.import_seconds)
        bounds = Bounds(1, FROM_ONE_ADDRESS, settings.imports_waiting)
        self._process = Thinking(settings, 1, bounds, self._budget.spend)

    async def save(self, asker: Asker, data: bytes, seed: int) -> Begun:
        """The match of a player's save file; a Problem says what is wrong with it."""
        return await self._open(asker, Begun, open_file, data, seed)

    async def position(self, asker: Asker, game: str, data: bytes, options: dict[str, str], seed: int) -> Begun:
        """The match of a position; a Problem says what is wrong with it."""
        return await self._open(asker, Begun, set_up, game, data, options, seed)

    async def look_over(self, asker: Asker, game: str, data: bytes, options: dict[str, str]) -> Looked:
        """All that is wrong with a position; a Problem where that cannot be said."""
        return await self._open(asker, Looked, look_over, game, data, options)

    async def _open(self, asker: Asker, kind: type[Found], work: Callable[..., bytes], *args: Any) -> Found:
        """Open a file when its turn comes; nobody has more than one waiting, nor takes all the time there is."""
        if not self._budget.has_left(asker):
            raise Problem("imports_spent")
        try:
            found = await self._process.run(asker, self._settings.import_seconds, work, *args)
        except TooSlow:
            raise Problem("save_heavy") from None
        opened: Opened = msgspec.json.decode(found, type=Opened)
        if isinstance(opened, Refused):
            if opened.fault:
                LOG.error("file not understood", extra={"why": opened.detail[:500]})
            raise Problem(opened.code, detail=opened.detail[:500])
        assert isinstance(opened, kind)
        return opened

    def close(self) -> None:
        """End the process."""
        self._process.close()
