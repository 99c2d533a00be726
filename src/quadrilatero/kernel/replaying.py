"""Playing a log again: to where a match stands or stood, from the nearest checkpoint and past what was taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Illegal, Refusal
from quadrilatero.kernel.checkpoints import as_entry
from quadrilatero.kernel.dice import CommittedDice, DiceSource, RecordedDice
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.history import Past, first_of
from quadrilatero.kernel.log import Entry, Header, Logged, Ordered, faces_of
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.saves import SavedEntry, plain_entry
from quadrilatero.kernel.standing import before, direct, has_answered, last_answer, passes
from quadrilatero.kernel.start import begin


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
        match.skip([Entry("salt", seat, salt)])


def play_on(match: Match, entries: Sequence[Logged], until: int) -> None:
    """Repeat entries, none of them taken back, until the log has so many; a ValueError says which cannot be."""
    first = match.first
    while (number := match.version - first) < until:
        try:
            repeat(match, plain_entry(entries[number]))
        except (Illegal, ValueError) as error:
            raise ValueError(f"entry {number}: {error}") from None
        if match.version - first == number:
            raise ValueError(f"entry {number} comes out differently")


def play_line(match: Match, entries: Sequence[Logged], until: int) -> None:
    """Go the direct way from where a match stands to where it stood after so many entries."""
    first = match.first
    for way in direct(entries, until):
        if (number := match.version - first) < way.start:
            match.skip([as_entry(entry) for entry in entries[number : way.start]])
        play_on(match, entries, way.stop)


def stood_at(match: Match, version: int) -> Match:
    """The match as it stood when its log had so many entries, with the dice that it rolled from there on."""
    entries, until = match.entries, version - match.first
    past = _last_on_the_way(match.past, match.first, direct(entries, until))
    twin = begin_again(match.game, match.header, match.dice, entries, past)
    play_line(twin, entries, until)
    return twin


def _last_on_the_way(past: Past | None, first: int, ways: list[range]) -> Past | None:
    """The last checkpoint that is passed on a way."""
    while past is not None and not past.closed:
        if passes(ways, past.entries - first, past.settled - first):
            return past
        past = past.before
    return past


def begin_again(
    game: Game[Any], header: Header, dice: DiceSource, entries: Sequence[Logged], past: Past | None
) -> Match:
    """A match at the end of its past, or at its beginning, with the recorded dice of its log coming."""
    if past is None:
        return begin(header, _recorded(entries, dice))
    if past.closed and not past.entries and not past.rolled:
        match = begin(header, _recorded(entries, dice))
        match.remember(list(past.tale.events))
        return match
    since = 0 if past.closed else past.entries - first_of(past)
    return Match.at(past, game, _recorded(entries[since:], dice, past.rolled), header)


def _recorded(entries: Sequence[Logged], then: DiceSource, first: int = 0) -> RecordedDice:
    return RecordedDice([face for entry in entries for face in faces_of(entry)], then, first)


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
    last = last_answer(entries, seat)
    if last is None:
        raise Illegal(Refusal(None, "nothing_to_undo", match.game.book, {"seat": seat}))
    kept = before(entries, last)
    twin = stood_at(match, match.first + kept)
    twin.skip([*entries[kept:], Entry("take_back", seat, kept)])
    match.become(twin)
    return entries[last].kind == "instructed"
