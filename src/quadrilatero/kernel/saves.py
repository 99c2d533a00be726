"""Saves: the truth of a match on disk, and an export of what one seat knows.

A save holds how the match began and every entry since; loading plays them again and compares. The last boundary and
the events are kept too, so that a save of older rules can still be opened there and go on.

While a game that hides facts goes on, what a seat knows cannot be played again: its export is a file of another kind,
with the seat's view and the events it was told, and no entries. Once the game is over nothing is hidden any more.
"""

from __future__ import annotations

import gc
import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from quadrilatero.kernel.events import SPECTATOR, Event
from quadrilatero.kernel.history import Past, stretches
from quadrilatero.kernel.log import Entry, Header, Logged
from quadrilatero.kernel.packing import packed, unpacked
from quadrilatero.kernel.plain import Plain, Seat

if TYPE_CHECKING:
    from quadrilatero.kernel.match import Match

FORMAT = 1
KIND = "quadrilatero"
MOST_CHECKPOINTS = 16
KNOWN = "quadrilatero-known"
LISTS = ("events", "past", "checkpoints")
LARGE = 1_000_000
"""A list that takes more bytes of JSON than this is packed in the file: what a campaign tells is the bulk of it."""


class BadSave(ValueError):
    """A file that is no save of ours, or not whole, or changed; the message says which and what to do.

    `code` is one word for it: foreign, newer, damaged, changed, unplayable.
    """

    def __init__(self, message: str, code: str = "damaged") -> None:
        super().__init__(message)
        self.code = code


class SavedEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event in plain data."""

    kind: str
    rule: str
    data: Plain
    dice: list[int]
    modifiers: list[tuple[str, int]]
    seen_by: list[str] | None
    tellings: dict[str, Plain] | None = None


class SavedEntry(msgspec.Struct, frozen=True, array_like=True):
    """An entry of the log in plain data."""

    kind: str
    seat: str | None
    value: Any


class SavedCheckpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A boundary on the way: after how many entries, dice and events, and its position. `hash` binds it to the log.

    Nothing before it could be undone once the log had `settled` entries; `untold` counts those seats may not know of.
    """

    entries: Annotated[int, msgspec.Meta(ge=0)]
    settled: Annotated[int, msgspec.Meta(ge=0)]
    rolled: Annotated[int, msgspec.Meta(ge=0)]
    told: Annotated[int, msgspec.Meta(ge=0)]
    position: Plain
    untold: dict[str, int] = {}
    hash: str = ""


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file holds. `seat` is None in the host's own save and names the seat of an export.

    `hash` covers everything but the checkpoints, which save time and prove nothing; they have hashes of their own.
    """

    kind: str
    format: int
    seat: str | None
    header: Header
    dice: dict[str, Any]
    rolled: Annotated[int, msgspec.Meta(ge=0)]
    entries: list[SavedEntry]
    chain: str
    checkpoint: Plain
    events: list[SavedEvent]
    past: list[SavedEvent] = []
    result: Plain | None
    hash: str = ""
    checkpoints: list[SavedCheckpoint] | msgspec.UnsetType = msgspec.UNSET


def chain(header: Header, entries: list[SavedEntry]) -> str:
    """A hash over the beginning and every entry in turn: change one and all that follow differ."""
    *_, last = links(header, entries)
    return last.hex()


def links(header: Header, entries: Iterable[Logged]) -> Iterator[bytes]:
    """The chain of hashes, from the beginning's to the last entry's."""
    link = _digest(msgspec.json.encode(header))
    yield link
    for entry in entries:
        link = _digest(link + msgspec.json.encode(entry))
        yield link


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=32).digest()


def _fingerprint(save: Save) -> str:
    bare = msgspec.structs.replace(save, hash="", checkpoints=msgspec.UNSET)
    return _digest(msgspec.json.encode(bare)).hex()


def sealed(point: SavedCheckpoint, link: bytes) -> SavedCheckpoint:
    """A checkpoint with the hash that binds it to the log, whose chain has come to that link."""
    bare = msgspec.structs.replace(point, hash="")
    return msgspec.structs.replace(point, hash=_digest(link + msgspec.json.encode(bare)).hex())


def _checkpoints(match: Match, entries: list[SavedEntry]) -> list[SavedCheckpoint] | msgspec.UnsetType:
    """A few checkpoints of a long match, evenly spread, with the last one."""
    closed, own = stretches(match.past)
    first, told = (closed[-1].entries, closed[-1].told) if closed else (0, 0)
    if not own:
        return msgspec.UNSET
    step = -(-len(own) // MOST_CHECKPOINTS)
    chosen = {past.entries - first: past for past in own[::-1][::step]}
    return [
        sealed(_checkpoint(match, past, first, told), link)
        for number, link in enumerate(links(match.header, entries))
        if (past := chosen.get(number)) is not None
    ]


def _checkpoint(match: Match, past: Past, first: int, told: int) -> SavedCheckpoint:
    return SavedCheckpoint(
        entries=past.entries - first,
        settled=past.settled - first,
        rolled=past.rolled,
        told=past.told - told,
        position=match.game.position(past.boundary()),
        untold={seat or SPECTATOR: count for seat, count in past.untold.items()},
    )


def plain_entries(entries: Sequence[Logged]) -> list[SavedEntry]:
    """The log in plain data."""
    return [plain_entry(entry) for entry in entries]


def plain_entry(entry: Logged) -> SavedEntry:
    """An entry in plain data."""
    return SavedEntry(entry.kind, entry.seat, _plain(entry.value))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else msgspec.to_builtins(value)


# -- writing ---------------------------------------------------------------------------------------------------------


def pack(match: Match, seat: Seat | None = None) -> Save:
    """The save of a match, whole or (for a seat) reduced to what that seat may know."""
    hiding, over = not match.game.all_open, match.result is not None
    if seat is not None and hiding and not over:
        return _pack_known(match, seat)
    whole = seat is None or hiding
    entries = plain_entries(match.entries if whole else known_entries(match.entries, seat))
    save = Save(
        kind=KIND,
        format=FORMAT,
        seat=seat,
        header=match.header,
        dice=match.dice.plain() if whole or over else match.dice.public(),
        rolled=match.rolled,
        entries=entries,
        chain=chain(match.header, entries),
        checkpoint=match.state() if seat is None or whole else _known_state(match, seat),
        events=[_saved(event) for event in match.events if whole or event.told(seat) is not None],
        past=[_saved(event) for event in match.earlier if whole or event.told(seat) is not None],
        result=None if match.result is None else msgspec.to_builtins(match.result),
        checkpoints=_checkpoints(match, entries) if whole else msgspec.UNSET,
    )
    return msgspec.structs.replace(save, hash=_fingerprint(save))


def _pack_known(match: Match, seat: Seat) -> Save:
    """What a seat knows of a game that hides facts and goes on."""
    told = [event.told(seat) for event in (*match.earlier, *match.events)]
    save = Save(
        kind=KNOWN,
        format=FORMAT,
        seat=seat,
        header=msgspec.structs.replace(match.header, position=None),
        dice=match.dice.public(),
        rolled=0,
        entries=[],
        chain="",
        checkpoint=match.view(seat),
        events=[_saved(event) for event in told if event is not None],
        result=None,
    )
    return msgspec.structs.replace(save, hash=_fingerprint(save))


def _saved(event: Event) -> SavedEvent:
    return msgspec.convert(event.plain(), SavedEvent)


def _known_state(match: Match, seat: Seat) -> Plain:
    """The position at the last boundary and the answers since, as far as that seat's view has them."""
    view = match.view(seat)
    del view["ask"]
    since = view.pop("since", {"before": None, "answers": []})
    return {**(since["before"] or view), "since": since["answers"]}


def known_entries(entries: list[Entry], seat: Seat | None) -> list[Entry]:
    """The log without what others have sealed or withdrawn, and without telling which of their answers standing
    instructions gave; opened seals stand in the seats' order, not of arrival.
    """
    return known_log(entries, seat)[0]


def known_log(entries: list[Entry], seat: Seat | None) -> tuple[list[Entry], list[int]]:
    """The same, and how many of them there were after every number of entries of the log itself."""
    known: list[Entry] = []
    sealed: dict[Seat, Entry] = {}
    known_by: list[int] = []
    for entry in entries:
        known_by.append(len(known))
        if entry.kind == "seal" and entry.seat is not None:
            sealed[entry.seat] = entry
        elif entry.kind == "withdraw" and entry.seat is not None:
            del sealed[entry.seat]
        elif entry.kind == "open":
            known += [*(sealed[other] for other in entry.value), entry]
            sealed = {}
        elif entry.kind == "take_back" and entry.seat is not None:
            known.append(Entry(entry.kind, entry.seat, known_by[entry.value]))
            sealed = {}
        elif entry.kind == "instructed" and entry.seat != seat:
            known.append(Entry("answer", entry.seat, entry.value.answer))
        else:
            known.append(entry)
    if seat in sealed:
        known.append(sealed[seat])
    return known, [*known_by, len(known)]


def encode(save: Save) -> bytes:
    """The bytes of a file: compact JSON, its large lists packed."""
    fields: dict[str, Any] = {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in _fields(save)}
    for name in LISTS:
        if name in fields and len(fields[name]) > LARGE:
            fields[name] = packed(bytes(fields[name]))
    return msgspec.json.encode(fields)


def _fields(save: Save) -> Iterator[tuple[str, Any]]:
    for name in save.__struct_fields__:
        if (value := getattr(save, name)) is not msgspec.UNSET:
            yield name, value


def write(save: Save, path: str | os.PathLike[str]) -> None:
    """Write a save so that the file is either the old one or the new one, never half of it."""
    target = Path(path)
    data = encode(save)
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
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the renaming last through a power cut, where the system lets folders be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# -- reading ---------------------------------------------------------------------------------------------------------


def read(path: str | os.PathLike[str]) -> Save:
    """A file's save, its integrity checked; BadSave says what is wrong."""
    name = Path(path).name
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadSave(f"{name} cannot be read: {error.strerror}") from None
    return decode(data, name)


@contextmanager
def uncollected() -> Iterator[None]:
    """Reading a save makes much and drops little: the garbage collector would look through it all again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def decode(data: bytes, name: str) -> Save:
    """The save in a file's bytes, its integrity checked; BadSave says what is wrong."""
    with uncollected():
        return _decode(data, name)


def _decode(data: bytes, name: str) -> Save:
    try:
        loose = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSave(f"{name} is not whole or not JSON ({error}); use an earlier copy") from None
    if not isinstance(loose, dict) or loose.get("kind") not in (KIND, KNOWN):
        raise BadSave(f"{name} is not a Quadrilatero save", "foreign")
    version = loose.get("format")
    if type(version) is not int or version < 1:
        raise BadSave(f"{name} is damaged: its format is {version!r}")
    if version > FORMAT:
        raise BadSave(
            f"{name} comes from a newer version (format {version}, known: {FORMAT}); upgrade to open it", "newer"
        )
    try:
        letters = {field: loose[field] for field in LISTS if isinstance(loose.get(field), str)}
        opened = {field: msgspec.json.decode(unpacked(text)) for field, text in letters.items()}
        save = msgspec.convert(loose | opened, Save)
    except (ValueError, RecursionError) as error:  # what msgspec finds wrong is a ValueError too
        raise BadSave(f"{name} is damaged: {error}") from None
    if _fingerprint(save) != save.hash:
        raise BadSave(f"{name} was changed after it was written: its hash does not fit; use an earlier copy", "changed")
    return save
