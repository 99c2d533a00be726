"""Opening saves again, and checking them: every entry is played once more and must come out as it was written."""

from __future__ import annotations

import hashlib
import os
import random
from pathlib import Path
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Illegal, Refusal
from quadrilatero.kernel.dice import CommittedDice, DiceSource, RecordedDice, dice_from, is_open, read_roll, salt_line
from quadrilatero.kernel.game import BadPosition, Game, find_game
from quadrilatero.kernel.log import Entry, Header, Ordered
from quadrilatero.kernel.match import Match, instructed_event
from quadrilatero.kernel.phrases import LANGUAGES
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.saves import FORMAT, KIND, KNOWN, BadSave, Save, SavedEntry, chain, pack, plain_entries, read
from quadrilatero.kernel.standing import before_last_answer, has_answered, last_answer
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import sample

BY_SEAT = ("answer", "instructed", "seal", "withdraw", "undo", "take_back", "resign", "salt", "forced")
BY_NOBODY = ("roll", "open", "draw")


class Report(msgspec.Struct, frozen=True):
    """What `verify` found. `dice_verified`: every face follows from a secret whose commitment was published before."""

    ok: bool
    game: str
    entries: int
    dice: int
    dice_verified: bool
    problems: list[str]

    def __bool__(self) -> bool:
        return self.ok


def load(path: str | os.PathLike[str]) -> Match:
    """The match of a save or an export, standing where it was left."""
    return open_save(read(path), Path(path).name)


def open_save(save: Save, name: str) -> Match:
    """The match of a save that was read already."""
    game = _game_of(save, name)
    if save.kind == KNOWN:
        return _open_known(save, name)
    if not _is_current(game, save):
        return _reopen(game, save, name)
    try:
        return _replay(game, save)
    except (Illegal, BadPosition, ValueError, RuntimeError) as error:
        raise BadSave(f"{name} cannot be played again: {error}", "unplayable") from None


def _open_known(save: Save, name: str) -> Match:
    """What a seat knew of a game that hides facts, the rest made up; the same file always opens in the same way."""
    try:
        match = sample(save.checkpoint, random.Random(save.hash))
        since = len(match.told(save.seat))
    except (BadPosition, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise BadSave(f"{name} cannot be opened: {error}", "unplayable") from None
    match.earlier = [msgspec.to_builtins(event) for event in save.events[: len(save.events) - since]]
    match.notice = "opened from what one seat knew; what others hide is made up"
    return match


def _game_of(save: Save, name: str) -> Game[Any]:
    try:
        game = find_game(save.header.game)
        game.choose_options(save.header.options)
    except ValueError as error:
        raise BadSave(f"{name}: {error}", "unplayable") from None
    if save.header.rules_version > game.rules_version:
        raise BadSave(
            f"{name} was played under newer rules (version {save.header.rules_version}, known: {game.rules_version}); "
            "upgrade to open it",
            "newer",
        )
    return game


def _is_current(game: Game[Any], save: Save) -> bool:
    return save.header.rules_version == game.rules_version and save.header.data == game.digest()


def resume(header: Header, dice: Plain, entries: list[SavedEntry]) -> Match:
    """The match of a log that a host keeps elsewhere than in a file; BadSave where it cannot be played again.

    `dice` are those it began with; the salts that players have added since are in the log.
    """
    salts = [salt_line(str(entry.seat), entry.value) for entry in entries if entry.kind == "salt"]
    save = Save(
        kind=KIND,
        format=FORMAT,
        seat=None,
        header=header,
        dice={**dice, "salts": [*dice.get("salts", ()), *salts]} if salts else dice,
        rolled=_rolls(entries),
        entries=entries,
        chain="",
        checkpoint={},
        events=[],
        result=None,
    )
    game = _game_of(save, "the log")
    if not _is_current(game, save):
        raise BadSave("the log was played under other rules or data")
    try:
        return _replay(game, save)
    except (Illegal, BadPosition, ValueError, RuntimeError) as error:
        raise BadSave(f"the log cannot be played again: {error}") from None


# -- playing the entries again -----------------------------------------------------------------------------------------


def _replay(game: Game[Any], save: Save) -> Match:
    """Play every entry again; what the kernel adds by itself must come out as it was written."""
    _check_shape(game, save)
    live = dice_from(save.dice, save.rolled)
    match = _begin(save.header, RecordedDice(_record(save.entries), live))
    for number, entry in enumerate(save.entries):
        try:
            repeat(match, entry)
        except (Illegal, ValueError) as error:
            raise ValueError(f"entry {number}: {error}") from None
    _compare_entries(save.entries, plain_entries(match.entries))
    match.dice, match.rolled = live, save.rolled
    match.earlier = [msgspec.to_builtins(event) for event in save.past]
    return match


def _record(entries: list[SavedEntry]) -> list[int]:
    """Every face that a log has rolled; ValueError where a roll is none."""
    faces: list[int] = []
    for number, entry in enumerate(entries):
        if entry.kind == "roll":
            roll = read_roll(entry.value)
            if roll is None:
                raise ValueError(f"entry {number}: {entry.value!r} is no roll of dice")
            faces += roll[0]
    return faces


def _begin(header: Header, dice: DiceSource) -> Match:
    match = start(header.game, header.scenario, header.position, header.options, dice=dice)
    match.header = header
    return match


def repeat(match: Match, entry: SavedEntry) -> None:
    """Do again what an entry says; rolls, forced answers and opened seals come by themselves."""
    seat = entry.seat
    if entry.kind == "draw":
        match.agree_draw()
    elif entry.kind == "adjudicate":
        match.adjudicate(seat, entry.value)
    elif seat is None:
        return
    elif entry.kind in ("answer", "seal"):
        match.answer(seat, entry.value)
    elif entry.kind == "instructed":
        match.obey(seat, msgspec.convert(entry.value, Ordered))
    elif entry.kind in ("undo", "withdraw"):
        match.go_back(seat)
    elif entry.kind == "take_back":
        _stand_before_last_answer(match, seat)
    elif entry.kind == "resign":
        match.resign(seat)
    elif entry.kind == "salt":
        _repeat_salt(match, seat, entry.value)


def _repeat_salt(match: Match, seat: str, salt: str) -> None:
    """Recorded faces have the salt in them already; dice that are still to be rolled take it in."""
    if match.rolled:
        raise ValueError("salt after the first die")
    if isinstance(match.dice, CommittedDice):
        match.add_salt(seat, salt)
    else:
        match.log.append(Entry("salt", seat, salt))


def take_back(match: Match, seat: Seat) -> None:
    """Take back that seat's last answer although dice, opened seals or other answers came since: by consent of all.

    The log goes on and the counter of the dice with it, so that nothing is rolled twice. Sealed answers fall together;
    answers of the seat's standing instructions, which would be given again at once, fall with the one before them.
    """
    if match.result is not None:
        raise Illegal(Refusal(None, "over", match.game.book))
    if match.can_undo(seat):
        match.undo(seat)
        return
    if not has_answered(match.entries, seat):
        raise Illegal(Refusal(None, "nothing_to_undo", match.game.book, {"seat": seat}))
    while _stand_before_last_answer(match, seat):
        pass


def _stand_before_last_answer(match: Match, seat: Seat) -> bool:
    """One answer goes; whether a standing instruction had given it."""
    entries = match.entries
    last, kept = last_answer(entries, seat), before_last_answer(entries, seat)
    if last is None or kept is None:
        raise Illegal(Refusal(None, "nothing_to_undo", match.game.book, {"seat": seat}))
    again = plain_entries(entries[:kept])
    twin = _begin(match.header, RecordedDice(_record(again), match.dice))
    for entry in again:
        repeat(twin, entry)
    match.stand_like(twin, Entry("take_back", seat, kept))
    return entries[last].kind == "instructed"


def _check_shape(game: Game[Any], save: Save) -> None:
    """Whether entries, dice and counter can be those of a match at all; a ValueError says what cannot."""
    if (save.header.scenario is None) == (save.header.position is None):
        raise ValueError("it must begin with a scenario or with a position")
    for number, entry in enumerate(save.entries):
        if fault := _fault(game, save.header.seats or game.seats, entry):
            raise ValueError(f"entry {number}: {fault}")
    if save.rolled < _rolls(save.entries):
        raise ValueError(f"{save.rolled} dice are counted, but {_rolls(save.entries)} are in its entries")
    salts = [salt_line(str(e.seat), e.value) for e in save.entries if e.kind == "salt"]
    if salts != list(save.dice.get("salts", salts))[-len(salts) or None :]:
        raise ValueError("the salts of the dice are not those of the entries")


def _fault(game: Game[Any], seats: tuple[Seat, ...], entry: SavedEntry) -> str | None:
    """What is wrong with the form of an entry."""
    kind, seat, value = entry.kind, entry.seat, entry.value
    if kind not in (*BY_SEAT, *BY_NOBODY, "adjudicate"):
        return f"unknown kind {kind!r}"
    if (kind in BY_SEAT and seat is None) or (kind in BY_NOBODY and seat is not None):
        return f"{kind!r} by {seat!r}"
    if seat is not None and seat not in (map(game.side_of, seats) if kind == "adjudicate" else seats):
        return f"there is no seat {seat!r}"
    if kind == "roll" and read_roll(value) is None:
        return f"{value!r} is no roll of dice"
    if kind == "instructed" and not _is_instruction(game, str(seat), value):
        return f"{value!r} is no answer of a standing instruction"
    if kind == "take_back" and type(value) is not int:
        return f"{value!r} is no number of entries"
    if kind in ("salt", "adjudicate", "resign", "draw") and not isinstance(value, str):
        return f"{kind!r} needs a text, not {value!r}"
    return None


def _is_instruction(game: Game[Any], seat: Seat, value: object) -> bool:
    """Whether it has the form, and a sentence that can be told."""
    try:
        event = instructed_event(game, "", seat, msgspec.convert(value, Ordered))
        return all(event.text(language) for language in LANGUAGES)
    except (msgspec.ValidationError, KeyError, ValueError):
        return False


def _rolls(entries: list[SavedEntry]) -> int:
    rolls = (read_roll(entry.value) for entry in entries if entry.kind == "roll")
    return sum(len(roll[0]) for roll in rolls if roll is not None)


def _compare_entries(written: list[SavedEntry], again: list[SavedEntry]) -> None:
    if written != again:
        pairs = zip(written, again, strict=False)
        first = next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(written), len(again)))
        raise ValueError(f"entry {first} comes out differently")


# -- saves of other rules or data --------------------------------------------------------------------------------------


def _reopen(game: Game[Any], save: Save, name: str) -> Match:
    """A save of older rules or other data opens at its last boundary and goes on under the rules of today."""
    position = {key: value for key, value in save.checkpoint.items() if key != "since"}
    try:
        live = dice_from(save.dice, save.rolled)
        match = start(game.name, position=position, options=save.header.options, dice=_From(live, save.rolled))
    except (BadPosition, ValueError, RuntimeError) as error:
        raise BadSave(
            f"{name} was played under other rules or data and its last position does not fit: {error}",
            "unplayable",
        ) from None
    match.dice, match.rolled = live, match.rolled + save.rolled
    match.earlier = [msgspec.to_builtins(event) for event in (*save.past, *save.events)]
    was = save.header.rules_version
    if was != game.rules_version:
        match.notice = f"played under rules version {was} until here, goes on under version {game.rules_version}"
    else:
        match.notice = "played with other map or unit data until here, goes on with those in use now"
    return match


class _From:
    """Dice whose first faces have been rolled already."""

    def __init__(self, source: DiceSource, rolled: int) -> None:
        self.source, self.rolled = source, rolled
        self.plain, self.public = source.plain, source.public

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[Seat, ...] | None = None
    ) -> tuple[int, ...]:
        return self.source.faces(self.rolled + counter, count, sides, seen_by)


# -- checking ----------------------------------------------------------------------------------------------------------


def verify(path: str | os.PathLike[str]) -> Report:
    """Play a save again and check its hashes and every die; raises BadSave only where the file cannot be read."""
    return examine(read(path), Path(path).name)


def examine(save: Save, name: str) -> Report:
    """The same for a save that was read already."""
    game = _game_of(save, name)
    problems: list[str] = []
    if save.kind == KNOWN:
        return Report(True, game.name, 0, 0, False, problems)
    if chain(save.header, save.entries) != save.chain:
        problems.append("the chain of entries is broken")
    try:
        _check_shape(game, save)
    except ValueError as error:
        return Report(False, game.name, len(save.entries), 0, False, [*problems, str(error)])
    verified = _check_dice(save, problems)
    if _is_current(game, save):
        problems += _compare(game, save)
    else:
        problems.append("played under other rules or data: only hashes and dice were checked")
    return Report(not problems, game.name, len(save.entries), _rolls(save.entries), verified and not problems, problems)


def _check_dice(save: Save, problems: list[str]) -> bool:
    """Compare every face with what the secret gives, if it is known; whether all stand under a commitment."""
    try:
        if not is_open(save.dice):
            return False
        source = dice_from(save.dice)
    except ValueError as error:
        problems.append(str(error))
        return False
    counter = save.rolled - _rolls(save.entries)
    first = save.dice.get("first", 0)
    whole: bool = counter >= first
    for number, entry in enumerate(save.entries):
        if entry.kind == "roll" and (roll := read_roll(entry.value)) is not None:
            faces, sides = roll
            if counter >= first and _differs(source, counter, faces, sides):
                problems.append(f"entry {number}: the dice {faces} are not those of the seed")
            counter += len(faces)
    if save.dice["kind"] != "committed":
        return False
    if hashlib.sha256(bytes.fromhex(save.dice["secret"])).hexdigest() != save.dice.get("commitment"):
        problems.append("the secret does not fit its published commitment")
    return whole


def _differs(source: DiceSource, counter: int, faces: list[int], sides: int) -> bool:
    try:
        return list(source.faces(counter, len(faces), sides)) != faces
    except (RuntimeError, ValueError):
        return True


def _compare(game: Game[Any], save: Save) -> list[str]:
    try:
        match = _replay(game, save)
    except (Illegal, BadPosition, ValueError, RuntimeError) as error:
        return [f"cannot be played again: {error}"]
    again = pack(match, save.seat)
    stored = {"position": "checkpoint", "events": "events", "result": "result"}
    return [
        f"stored {what}: not what the entries lead to"
        for what, field in stored.items()
        if msgspec.json.encode(getattr(save, field)) != msgspec.json.encode(getattr(again, field))
    ]
