"""`quadrilatero verify` and `quadrilatero replay`: saved games checked, and told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import msgspec
import typer

from quadrilatero.cli.app import fail
from quadrilatero.cli.words import Words
from quadrilatero.kernel import Event, Illegal, Match, Result
from quadrilatero.kernel.loading import load, verify
from quadrilatero.kernel.saves import BadSave


def _need(file: Path, words: Words) -> None:
    if not file.is_file():
        fail(words("files.missing", file=file))


def run_verify(file: Path, as_json: bool, language: str) -> int:
    """Check a save; 1 where it does not hold."""
    words = Words(language)
    _need(file, words)
    try:
        report = verify(file)
    except BadSave as error:
        _broken(error, as_json)
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    elif report.ok:
        typer.echo(words("files.sound", file=file, game=report.game, entries=report.entries, dice=report.dice))
        typer.echo(words("files.dice_checked" if report.dice_verified else "files.dice_unknown"))
    else:
        for problem in report.problems:
            typer.echo(f"{file}: {problem}", err=True)
    return 0 if report.ok else 1


def _broken(error: BadSave, as_json: bool) -> NoReturn:
    if as_json:
        typer.echo(json.dumps({"ok": False, "problems": [str(error)]}))
    fail(str(error), code=1)


def run_replay(file: Path, language: str, seat: str | None, as_json: bool) -> int:
    """Tell the events of a save as sentences, or what one seat knew of them."""
    words = Words(language)
    _need(file, words)
    try:
        match = load(file)
    except BadSave as error:
        fail(str(error))
    if seat is not None and seat not in match.seats:
        fail(words("files.no_seat", seat=seat, seats=", ".join(match.seats)))
    try:
        told = _told(match, seat)
    except Illegal as error:
        fail(error.text(language))
    if as_json:
        events = [{**event.plain(), "text": event.text(language, match.called)} for event in told]
        result = None if match.result is None else msgspec.to_builtins(match.result)
        typer.echo(json.dumps({"game": match.game.name, "seat": seat, "events": events, "result": result}))
        return 0
    if match.notice:
        typer.echo(match.notice, err=True)
    _tell(match, told, seat, words)
    return 0


def _told(match: Match, seat: str | None) -> list[Event]:
    if seat is None:
        return [*match.earlier, *match.events]
    return list(match.told(seat))


def _tell(match: Match, told: list[Event], seat: str | None, words: Words) -> None:
    scenario = next((entry for entry in match.game.scenarios() if entry.id == match.header.scenario), None)
    where = scenario.title[words.language] if scenario else words("files.position")
    typer.echo(f"{match.game.title[words.language]}: {where}")
    chapters = match.game.landmarks[:1]
    if chapters and told and told[0].kind not in chapters:
        typer.echo(f"\n== {words('files.beginning')} ==")
    for event in told:
        text = event.text(words.language, match.called)
        if event.kind in chapters:
            typer.echo(f"\n== {text} ==")
        elif event.kind in match.game.landmarks:
            typer.echo(f"\n{text}")
        else:
            typer.echo(f"  {text}")
    if match.result is not None:
        _tell_end(match, match.result, told, words)
    elif (asked := match.asked(seat) if seat else match.ask) is not None:
        typer.echo(f"\n{words('files.waiting', question=asked.text(words.language))}")


def _tell_end(match: Match, result: Result, told: list[Event], words: Words) -> None:
    """Who has won and why, unless the last thing told is the rule that ended the game."""
    if told and result.rule is not None and told[-1].rule == result.rule:
        return
    book, language = match.game.book, words.language
    winner, reason = book.side(result.winner, language), book.reason(result.reason, language)
    typer.echo(f"\n{words('files.ended', reason=reason, winner=winner)}")
