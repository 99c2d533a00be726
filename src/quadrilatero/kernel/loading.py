"""Opening saves again, from their last checkpoint or from the beginning, and checking them.

What is played once more must come out as it was written; to check a save is to play every entry of it again.
"""

from __future__ import annotations

import hashlib
import os
import random
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.checkpoints import Checkpoint, as_entry, past_of
from quadrilatero.kernel.dice import DiceSource, dice_from, is_open, read_roll, salt_line
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import BadPosition, Game, Result, find_game
from quadrilatero.kernel.history import Past, Tale, first_of, last_closed, stretches
from quadrilatero.kernel.log import Entry, Header, Ordered
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.phrases import LANGUAGES
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.records import Moment
from quadrilatero.kernel.replaying import begin_again, play_line, play_on, repeat, stood_at
from quadrilatero.kernel.saves import (
    KNOWN,
    BadSave,
    Save,
    SavedCheckpoint,
    SavedEntry,
    SavedEvent,
    chain,
    links,
    pack,
    plain_entries,
    read,
    sealed,
    uncollected,
)
from quadrilatero.kernel.standing import check_take_backs, direct, passes
from quadrilatero.kernel.start import boundary, read_ending
from quadrilatero.kernel.steps import instructed_event
from quadrilatero.kernel.worlds import sample

BY_SEAT = ("answer", "instructed", "seal", "withdraw", "undo", "take_back", "resign", "salt", "forced")
BY_NOBODY = ("roll", "open", "draw")
BY_ITSELF = ("roll", "forced", "open", "salt")
"""What no seat decides: somebody is to act where another entry comes next."""
UNPLAYABLE = (Illegal, BadPosition, ValueError, RuntimeError)


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
    with uncollected():
        return open_save(read(path), Path(path).name)


def open_save(save: Save, name: str) -> Match:
    """The match of a save that was read already."""
    game = game_of(save.header, name)
    if save.kind == KNOWN:
        return _open_known(game, save, name)
    if not is_current(game, save.header):
        return _reopen_save(game, save, name)
    try:
        _check_shape(game, save)
        live, earlier = dice_from(save.dice, save.rolled), _earlier(game, save)
        past = _stored_past(game, save, earlier)
        if past is not earlier:
            try:
                return _play(game, save.header, live, save.entries, past)
            except UNPLAYABLE:  # checkpoints save time; whether the match can be played again, its entries say
                pass
        return _play(game, save.header, live, save.entries, earlier)
    except UNPLAYABLE as error:
        raise BadSave(f"{name} cannot be played again: {error}", "unplayable") from None


def _open_known(game: Game[Any], save: Save, name: str) -> Match:
    """What a seat knew of a game that hides facts, the rest made up; the same file always opens in the same way."""
    try:
        _check_seat(game, save)
        match = sample(save.checkpoint, random.Random(save.hash))
        since = len(match.told(save.seat))
    except (BadPosition, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise BadSave(f"{name} cannot be opened: {error}", "unplayable") from None
    match.remember(_told(game, save.events[: len(save.events) - since]))
    match.notice = "opened from what one seat knew; what others hide is made up"
    return match


def game_of(header: Header, name: str) -> Game[Any]:
    """The game of a match; BadSave where it is not known here, or only an older version of it."""
    try:
        game = find_game(header.game)
        game.choose_options(header.options)
    except ValueError as error:
        raise BadSave(f"{name}: {error}", "unplayable") from None
    if header.rules_version > game.rules_version:
        raise BadSave(
            f"{name} was played under newer rules (version {header.rules_version}, known: {game.rules_version}); "
            "upgrade to open it",
            "newer",
        )
    return game


def is_current(game: Game[Any], header: Header) -> bool:
    """Whether a match is played under the rules and with the data in use."""
    return header.rules_version == game.rules_version and header.data == game.digest()


def _earlier(game: Game[Any], save: Save) -> Past | None:
    """What happened before the save was reopened under the rules and data it goes on with."""
    rolled = save.rolled - _rolls(save.entries)
    if not save.past and not rolled:
        return None
    return _closed(game, save.past, save.header.position or {}, save.header.options, rolled)


def _closed(game: Game[Any], events: list[SavedEvent], position: Plain, options: dict[str, str], rolled: int) -> Past:
    tale = Tale(_told(game, events), [Moment(0, len(events))])
    state = boundary(game, position, options)
    return Past(None, [], tale, lambda: state, entries=0, settled=0, rolled=rolled, told=len(events), closed=True)


def _told(game: Game[Any], events: list[SavedEvent]) -> list[Event]:
    return [Event.stored(msgspec.to_builtins(event), game.book) for event in events]


def _stored_past(game: Game[Any], save: Save, past: Past | None) -> Past | None:
    """The past that the checkpoints of a save give, as far as they belong to it and lie on its line of play."""
    if not save.checkpoints:
        return past
    ways = direct(save.entries)
    chained = list(links(save.header, save.entries))
    told = 0 if past is None else past.told
    for point in save.checkpoints:
        since = 0 if past is None else past.entries
        fits = since < point.entries < len(chained) and point == sealed(point, chained[point.entries])
        if not fits or point.told > len(save.events) or not passes(ways, point.entries, point.settled):
            continue
        events = save.events[0 if past is None else past.told - told : point.told]
        past = Past(
            past,
            [as_entry(entry) for entry in save.entries[since : point.entries]],
            partial(_tale, game, events, point.entries, told + point.told),
            partial(boundary, game, point.position, save.header.options),
            entries=point.entries,
            settled=point.settled,
            rolled=point.rolled,
            told=told + point.told,
            untold={seat or None: count for seat, count in point.untold.items()},
        )
    return past


def _tale(game: Game[Any], events: list[SavedEvent], entries: int, told: int) -> Tale:
    """What a save tells of a stretch; not when."""
    return Tale(_told(game, events), [Moment(entries, told)])


def resume(header: Header, dice: Plain, entries: list[SavedEntry], past: Past | None = None) -> Match:
    """The match of a log that a host keeps elsewhere than in a file; BadSave where it cannot be played again.

    `dice` are those it began with; the salts that players have added since are in the log. With the `past` that was
    kept beside the log, only what came after it is played again.
    """
    game = game_of(header, "the log")
    if not is_current(game, header):
        raise BadSave("the log was played under other rules or data", "outdated")
    try:
        _check_entries(game, header, entries, 0 if past is None else past.entries - first_of(past))
        return _play(game, header, _live(dice, entries, past), entries, past)
    except UNPLAYABLE as error:
        raise BadSave(f"the log cannot be played again: {error}") from None


def _live(dice: Plain, entries: list[SavedEntry], past: Past | None) -> DiceSource:
    """The dice that a match goes on with, salted by its log."""
    salts = [salt_line(str(entry.seat), entry.value) for entry in entries if entry.kind == "salt"]
    salted = {**dice, "salts": [*dice.get("salts", ()), *salts]} if salts else dice
    return dice_from(salted, _rolls(entries) + _rolled_before(past))


def _rolled_before(past: Past | None) -> int:
    """How many dice were rolled before the log that can be played again."""
    closed = last_closed(past)
    return 0 if closed is None else closed.rolled


# -- playing the entries again -----------------------------------------------------------------------------------------


def _play(game: Game[Any], header: Header, live: DiceSource, entries: list[SavedEntry], past: Past | None) -> Match:
    """Play the entries since a past again, but for those taken back; the rest must come out as they were written."""
    match = begin_again(game, header, live, entries, past)
    since = match.version - match.first
    play_line(match, entries, len(entries))
    _compare_entries(entries[since:], plain_entries(match.entries_since(match.first + since)), since)
    if match.rolled != _rolls(entries) + _rolled_before(past):
        raise ValueError("the dice are counted differently")
    match.roll_with(live)
    return match


def _play_all(game: Game[Any], header: Header, live: DiceSource, entries: list[SavedEntry], past: Past | None) -> Match:
    """Play every entry again, those that were taken back too."""
    match = begin_again(game, header, live, entries, past)
    wanted = {entry.value for entry in entries if entry.kind == "take_back"}
    stood = {0: match.clone()}
    for number, entry in enumerate(entries):
        if number in wanted and match.version - match.first == number:
            stood[number] = match.clone()
        if entry.kind == "take_back":
            if entry.value not in stood or match.version - match.first != number:
                raise ValueError(f"entry {number} comes out differently")
            match = stood[entry.value].clone()
            match.skip([as_entry(skipped) for skipped in entries[entry.value : number + 1]])
            continue
        try:
            repeat(match, entry)
        except (Illegal, ValueError) as error:
            raise ValueError(f"entry {number}: {error}") from None
    _compare_entries(entries, plain_entries(match.entries))
    match.roll_with(live)
    return match


def _check_shape(game: Game[Any], save: Save) -> None:
    """Whether entries, dice and counter can be those of a match at all; a ValueError says what cannot."""
    if (save.header.scenario is None) == (save.header.position is None):
        raise ValueError("it must begin with a scenario or with a position")
    _check_seat(game, save)
    _check_entries(game, save.header, save.entries)
    if save.rolled < _rolls(save.entries):
        raise ValueError(f"{save.rolled} dice are counted, but {_rolls(save.entries)} are in its entries")
    salts = [salt_line(str(e.seat), e.value) for e in save.entries if e.kind == "salt"]
    kept = save.dice.get("salts", salts)
    if not isinstance(kept, list) or salts != kept[-len(salts) or None :]:
        raise ValueError("the salts of the dice are not those of the entries")


def _check_seat(game: Game[Any], save: Save) -> None:
    """A ValueError where it is the save of a seat that there is not."""
    if save.seat is not None and save.seat not in (save.header.seats or game.seats):
        raise ValueError(f"there is no seat {save.seat!r}")


def _check_entries(game: Game[Any], header: Header, entries: list[SavedEntry], since: int = 0) -> None:
    """Whether entries can be those of a match, from one on; a ValueError says what cannot."""
    for number, entry in enumerate(entries[since:], since):
        if fault := _fault(game, header.seats or game.seats, entry):
            raise ValueError(f"entry {number}: {fault}")
    check_take_backs(entries)


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
        event = instructed_event(game.book, "", seat, msgspec.convert(value, Ordered))
        return all(event.text(language) for language in LANGUAGES)
    except (msgspec.ValidationError, KeyError, ValueError):
        return False


def _rolls(entries: list[SavedEntry]) -> int:
    rolls = (read_roll(entry.value) for entry in entries if entry.kind == "roll")
    return sum(len(roll[0]) for roll in rolls if roll is not None)


def _compare_entries(written: list[SavedEntry], again: list[SavedEntry], since: int = 0) -> None:
    if written != again:
        pairs = zip(written, again, strict=False)
        first = next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(written), len(again)))
        raise ValueError(f"entry {since + first} comes out differently")


# -- saves of other rules or data --------------------------------------------------------------------------------------


def _reopen_save(game: Game[Any], save: Save, name: str) -> Match:
    """A save of older rules or other data opens at its last boundary and goes on under the rules of today."""
    try:
        live = dice_from(save.dice, save.rolled)
        earlier = _closed(game, [*save.past, *save.events], save.checkpoint, save.header.options, save.rolled)
        return reopen(game, save.header, live, earlier, save.checkpoint)
    except UNPLAYABLE as error:
        raise BadSave(
            f"{name} was played under other rules or data and its last position does not fit: {error}",
            "unplayable",
        ) from None


def reopen(game: Game[Any], header: Header, dice: DiceSource, earlier: Past, position: Plain) -> Match:
    """A match of other rules or data goes on from a boundary under those of today, with its past to be told."""
    position = {key: value for key, value in position.items() if key != "since"}
    ended = read_ending(position.get("ended"))
    match = Match.at(earlier, game, dice, _of_today(game, header, position))
    if ended is not None:
        match.stop(ended)
    was = header.rules_version
    if was != game.rules_version:
        match.notice = f"played under rules version {was} until here, goes on under version {game.rules_version}"
    else:
        match.notice = "played with other map or unit data until here, goes on with those in use now"
    return match


def _of_today(game: Game[Any], header: Header, position: Plain | None = None) -> Header:
    """The header under the rules and with the data in use, of a match that goes on from a position if there is one."""
    now = msgspec.structs.replace(header, rules_version=game.rules_version, data=game.digest())
    if position is None:
        return now
    return msgspec.structs.replace(now, scenario=None, position=position, options=game.choose_options(header.options))


def reopen_log(
    header: Header,
    dice: Plain,
    entries: list[SavedEntry],
    kept: list[Checkpoint],
    last: Checkpoint | None,
    ended: Result | None,
) -> Match:
    """The match of a log of other rules or data, at its last boundary under those of today; BadSave where it cannot be.

    `kept` are the checkpoints beside the log and `last` is the boundary that was kept when nobody played any more. If
    somebody has played since, what came after the last checkpoint is played again under the rules of today, if it can
    be; otherwise the match goes on from that checkpoint. `ended` is the result of a match that is over.
    """
    game = game_of(header, "the log")
    try:
        past = past_of(kept, entries, game, header.options, outdated=True)
        version, live = first_of(past) + len(entries), _live(dice, entries, past)
        fits = last is not None and last.settled == version
        there = past_of(kept, entries, game, header.options, last, outdated=True) if fits else None
        there = there or _replayed_boundary(game, header, live, entries, past)
        closed = _closing(game, there, version, _rolls(entries) + _rolled_before(past))
        match = reopen(game, header, live, closed, game.position(closed.boundary()))
        if ended is not None and match.result is None:
            match.stop(ended)
        return match
    except UNPLAYABLE as error:
        raise BadSave(f"the log cannot go on under other rules or data: {error}", "unplayable") from None


def _replayed_boundary(
    game: Game[Any], header: Header, live: DiceSource, entries: list[SavedEntry], past: Past | None
) -> Past:
    """The last boundary of a log, if the rules of today lead there from its past; otherwise where that ends."""
    now = _of_today(game, header)
    try:
        return _play(game, now, live, entries, past).until_boundary()
    except UNPLAYABLE:
        return begin_again(game, now, live, entries, past).until_boundary()


def _closing(game: Game[Any], past: Past, version: int, rolled: int) -> Past:
    """The past with an entry that closes it, because other rules or data apply from there on."""
    told = Event("reopened", "", {}, game.book)
    entry = Entry("reopen", None, {"rules_version": game.rules_version, "data": game.digest()})
    return Past(
        past.before,
        [entry],
        Tale([*past.tale.events, told], [*past.tale.moments, Moment(version + 1, past.told + 1)]),
        past.boundary,
        entries=version + 1,
        settled=version + 1,
        rolled=rolled,
        told=past.told + 1,
        untold=past.untold,
        closed=True,
    )


# -- checking ----------------------------------------------------------------------------------------------------------


def verify(path: str | os.PathLike[str]) -> Report:
    """Play a save again and check its hashes and every die; raises BadSave only where the file cannot be read."""
    return examine(read(path), Path(path).name)


def examine(save: Save, name: str) -> Report:
    """The same for a save that was read already."""
    return examined(save, name)[0]


def examined(save: Save, name: str) -> tuple[Report, Match | None]:
    """The same, and the match that came of it; None where it could not be played again from its beginning."""
    game = game_of(save.header, name)
    problems: list[str] = []
    if save.kind == KNOWN:
        return Report(True, game.name, 0, 0, False, problems), None
    if chain(save.header, save.entries) != save.chain:
        problems.append("the chain of entries is broken")
    try:
        _check_shape(game, save)
    except ValueError as error:
        return Report(False, game.name, len(save.entries), 0, False, [*problems, str(error)]), None
    verified = _check_dice(save, problems)
    match = None
    if is_current(game, save.header):
        wrong, match = _compare(game, save)
        problems += wrong
    else:
        problems.append("played under other rules or data: only hashes and dice were checked")
    dice, verified = _rolls(save.entries), verified and not problems
    return Report(not problems, game.name, len(save.entries), dice, verified, problems), match


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


def _compare(game: Game[Any], save: Save) -> tuple[list[str], Match | None]:
    try:
        match = _play_all(game, save.header, dice_from(save.dice, save.rolled), save.entries, _earlier(game, save))
    except UNPLAYABLE as error:
        return [f"cannot be played again: {error}"], None
    again = pack(match, save.seat)
    stored = {"position": "checkpoint", "events": "events", "result": "result"}
    wrong = [
        f"stored {what}"
        for what, field in stored.items()
        if msgspec.json.encode(getattr(save, field)) != msgspec.json.encode(getattr(again, field))
    ]
    wrong += [f"checkpoint after {point.entries} entries" for point in _wrong_checkpoints(game, save, match)]
    return [f"{what}: not what the entries lead to" for what in wrong], match


def _wrong_checkpoints(game: Game[Any], save: Save, match: Match) -> list[SavedCheckpoint]:
    """The checkpoints from which the match does not go on as it did."""
    _, stored = stretches(_stored_past(game, save, _earlier(game, save)))
    right = {past.entries for past in stored if _leads_on(past, match)}
    return [point for point in save.checkpoints or [] if point.entries not in right]


def _leads_on(past: Past, match: Match) -> bool:
    """Whether a match from there stands where that match stood when somebody was next to act."""
    entries = match.entries
    acts = (n for n in range(past.entries, len(entries)) if entries[n].kind not in BY_ITSELF)
    number = next(acts, len(entries))
    try:
        twin = begin_again(match.game, match.header, match.dice, entries, past)
        play_on(twin, entries, number)
    except UNPLAYABLE:
        return False
    true = stood_at(match, number)
    return (twin.state(), twin.rolled, len(twin.events)) == (true.state(), true.rolled, len(true.events))
