"""Opening saves again, and checking them: every entry is played once more and must come out as it was written."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.dice import RecordedDice, dice_from
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import BadPosition, Game, find_game
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.saves import BadSave, Save, SavedEntry, chain, plain_entries, read
from quadrilatero.kernel.start import start


class Report(msgspec.Struct, frozen=True):
    """What `verify` found."""

    ok: bool
    game: str
    entries: int
    dice: int
    dice_verified: bool
    problems: list[str]


def load(path: str | os.PathLike[str]) -> Match:
    """The match of a save or an export, standing where it was left."""
    save = read(path)
    name = Path(path).name
    game = _game_of(save, name)
    if save.header.rules_version != game.rules_version or save.header.data != game.digest():
        return _reopen(game, save, name)
    try:
        return _replay(game, save)
    except (Illegal, BadPosition, ValueError, KeyError, RuntimeError) as error:
        raise BadSave(f"{name} cannot be played again: {error}") from None


def _game_of(save: Save, name: str) -> Game:
    try:
        game = find_game(save.header.game)
    except ValueError as error:
        raise BadSave(f"{name}: {error}") from None
    if save.header.rules_version > game.rules_version:
        raise BadSave(
            f"{name} was played under newer rules (version {save.header.rules_version}, known: {game.rules_version}); "
            "upgrade to open it"
        )
    return game


def _replay(game: Game, save: Save) -> Match:
    """Play every entry again; what the kernel adds by itself must come out as it was written."""
    header = save.header
    if header.position is not None:
        match = start(header.game, position=header.position, options=header.options, seed=0)
        match.header = header
    else:
        assert header.scenario is not None
        match = Match(game, game.set_up(header.scenario, header.options), dice_from({}), header).begin()
    record = [face for entry in save.entries if entry.kind == "roll" for face in entry.value]
    match.dice = RecordedDice(record, dice_from(save.dice))
    for entry in save.entries:
        _repeat(match, entry)
    written = [(e.kind, e.seat, e.value) for e in save.entries]
    again = [(e.kind, e.seat, e.value) for e in plain_entries(match.entries)]
    if written != again:
        first = next((n for n, pair in enumerate(zip(written, again, strict=False)) if pair[0] != pair[1]), len(again))
        raise ValueError(f"entry {first} comes out differently")
    match.dice = dice_from(save.dice)
    match.earlier = save.past
    return match


def _repeat(match: Match, entry: SavedEntry) -> None:
    seat = entry.seat
    if entry.kind == "answer":
        assert seat is not None
        match.answer(seat, entry.value)
    elif entry.kind in ("undo", "withdraw"):
        assert seat is not None
        match.undo(seat)
    elif entry.kind == "resign":
        assert seat is not None
        match.resign(seat)
    elif entry.kind == "draw":
        match.agree_draw()
    elif entry.kind == "adjudicate":
        match.adjudicate(seat, str(entry.value))
    elif entry.kind not in ("roll", "forced"):
        raise ValueError(f"unknown entry {entry.kind!r}")


def _reopen(game: Game, save: Save, name: str) -> Match:
    """A save of older rules or other data opens at its last boundary and goes on under the rules of today."""
    position = {**save.checkpoint, "since": []}
    try:
        match = start(game.name, position=position, options=save.header.options, dice=dice_from(save.dice))
    except (BadPosition, ValueError) as error:
        raise BadSave(
            f"{name} was played under other rules or data and its last position does not fit: {error}"
        ) from None
    match.rolled = save.rolled
    match.earlier = [*save.past, *save.events]
    was = save.header.rules_version
    if was != game.rules_version:
        match.notice = f"played under rules version {was} until here, goes on under version {game.rules_version}"
    else:
        match.notice = "played with other map or unit data until here, goes on with those in use now"
    return match


def past_events(match: Match) -> list[Event]:
    """The events of a match before it was reopened under newer rules."""
    return [Event.stored(plain, match.game.book) for plain in match.earlier]


def verify(path: str | os.PathLike[str]) -> Report:
    """Play a save again and check its hashes and every die; raises BadSave only where the file cannot be read."""
    save = read(path)
    problems: list[str] = []
    game = _game_of(save, Path(path).name)
    if chain(save.header, save.entries) != save.chain:
        problems.append("the chain of entries is broken")
    source = dice_from(save.dice)
    known = "seed" in save.dice or "secret" in save.dice or "script" in save.dice
    counter = 0
    for number, entry in enumerate(save.entries):
        if entry.kind != "roll":
            continue
        if known and list(source.faces(counter, len(entry.value))) != list(entry.value):
            problems.append(f"entry {number}: the dice {entry.value} are not those of the seed")
        counter += len(entry.value)
    if save.dice.get("commitment") and known:
        secret = bytes.fromhex(save.dice["secret"])
        if hashlib.sha256(secret).hexdigest() != save.dice["commitment"]:
            problems.append("the secret does not fit its published commitment")
    if save.header.rules_version == game.rules_version and save.header.data == game.digest():
        problems += _compare(game, save)
    else:
        problems.append("played under other rules or data: only hashes and dice were checked")
    return Report(not problems, game.name, len(save.entries), counter, known and not problems, problems)


def _compare(game: Game, save: Save) -> list[str]:
    try:
        match = _replay(game, save)
    except (Illegal, BadPosition, ValueError, KeyError, RuntimeError) as error:
        return [f"cannot be played again: {error}"]
    problems = []
    if save.seat is None and match.state() != save.checkpoint:
        problems.append("the stored position is not the one the entries lead to")
    if [event.plain() for event in match.events if save.seat is None or event.seen(save.seat)] != save.events:
        problems.append("the stored events are not those of the entries")
    result = None if match.result is None else msgspec.to_builtins(match.result)
    if result != save.result:
        problems.append("the stored result is not the one the entries lead to")
    return problems
