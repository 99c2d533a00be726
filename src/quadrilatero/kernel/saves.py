"""Saves: the truth of a match on disk, and an export of what one seat knows.

A save holds how the match began and every entry since; loading plays them again and compares. The last boundary and
the events are kept too, so that a save of older rules can still be opened there and go on.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from quadrilatero.kernel.ask import Plain, Seat
from quadrilatero.kernel.log import Entry, Header, plain_answer

if TYPE_CHECKING:
    from quadrilatero.kernel.match import Match

FORMAT = 1
KIND = "quadrilatero"


class BadSave(ValueError):
    """A file that is no save of ours, or not whole, or changed; the message says which and what to do."""


class SavedEntry(msgspec.Struct, frozen=True, array_like=True):
    """An entry of the log in plain data."""

    kind: str
    seat: str | None
    value: Any


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file holds. `seat` is None in the host's own save and names the seat of an export."""

    kind: str
    format: int
    seat: str | None
    header: Header
    dice: dict[str, Any]
    rolled: int
    entries: list[SavedEntry]
    chain: str
    checkpoint: Plain
    events: list[Plain]
    past: list[Plain] = []
    result: Plain | None
    hash: str = ""


def chain(header: Header, entries: list[SavedEntry]) -> str:
    """A hash over the beginning and every entry in turn: change one and all that follow differ."""
    link = hashlib.blake2b(msgspec.json.encode(header), digest_size=32).digest()
    for entry in entries:
        link = hashlib.blake2b(link + msgspec.json.encode(entry), digest_size=32).digest()
    return link.hex()


def _fingerprint(save: Save) -> str:
    bare = msgspec.structs.replace(save, hash="")
    return hashlib.blake2b(msgspec.json.encode(bare), digest_size=32).hexdigest()


def plain_entries(entries: list[Entry]) -> list[SavedEntry]:
    return [
        SavedEntry(e.kind, e.seat, plain_answer(e.value) if isinstance(e.value, msgspec.Struct) else _plain(e.value))
        for e in entries
    ]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


# -- writing ---------------------------------------------------------------------------------------------------------


def pack(match: Match, seat: Seat | None = None) -> Save:
    """The save of a match, whole or (for a seat) reduced to what that seat may know."""
    entries = plain_entries(match.entries if seat is None else _known_entries(match, seat))
    checkpoint = match.state()
    if seat is not None:
        sealed = [step for step in checkpoint["since"] if not _is_hidden(match, seat, step)]
        checkpoint["since"] = sealed
    save = Save(
        kind=KIND,
        format=FORMAT,
        seat=seat,
        header=match.header,
        dice=match.dice.plain() if seat is None or match.result is not None else match.dice.public(),
        rolled=match.rolled,
        entries=entries,
        chain=chain(match.header, entries),
        checkpoint=checkpoint,
        events=[event.plain() for event in match.events if seat is None or event.seen(seat)],
        past=match.earlier,
        result=None if match.result is None else msgspec.to_builtins(match.result),
    )
    return msgspec.structs.replace(save, hash=_fingerprint(save))


def _is_hidden(match: Match, seat: Seat, step: Plain) -> bool:
    return step.get("seat") in match.sealed and step["seat"] != seat


def _known_entries(match: Match, seat: Seat) -> list[Entry]:
    """The log without what others have sealed and with opened seals in the seats' order, not that of arrival."""
    hidden = {other for other in match.sealed if other != seat}
    known: list[Entry] = []
    for entry in reversed(match.entries):
        if entry.kind == "answer" and entry.seat in hidden:
            hidden.discard(entry.seat)
            continue
        known.append(entry)
    return known[::-1]


def write(save: Save, path: str | os.PathLike[str]) -> None:
    """Write a save so that the file is either the old one or the new one, never half of it."""
    target = Path(path)
    data = msgspec.json.format(msgspec.json.encode(save), indent=1)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


# -- reading ---------------------------------------------------------------------------------------------------------


def read(path: str | os.PathLike[str]) -> Save:
    """A file's save, its integrity checked; BadSave says what is wrong."""
    name = Path(path).name
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadSave(f"{name} cannot be read: {error.strerror}") from None
    try:
        loose = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadSave(f"{name} is not whole or not JSON ({error}); use an earlier copy") from None
    if not isinstance(loose, dict) or loose.get("kind") != KIND:
        raise BadSave(f"{name} is not a Quadrilatero save")
    if not isinstance(loose.get("format"), int) or loose["format"] > FORMAT:
        raise BadSave(
            f"{name} comes from a newer version (format {loose.get('format')!r}, known: {FORMAT}); upgrade to open it"
        )
    try:
        save = msgspec.convert(loose, Save)
    except msgspec.ValidationError as error:
        raise BadSave(f"{name} is damaged: {error}") from None
    if _fingerprint(save) != save.hash:
        raise BadSave(f"{name} was changed after it was written: its hash does not fit; use an earlier copy")
    return save
