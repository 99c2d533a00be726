"""`quadrilatero position`: positions checked, written in full, and drawn."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import typer

from quadrilatero.cli.app import fail
from quadrilatero.cli.screen import Screen
from quadrilatero.cli.simulate import troubles
from quadrilatero.cli.words import Words
from quadrilatero.kernel import BadPosition, Game, Plain
from quadrilatero.kernel.start import start
from quadrilatero.lab.plan import known_game, known_scenario


def run(
    game: str, file: str | None, scenario: str | None, as_json: bool, schema: bool, board: bool, language: str
) -> int:
    """Print a position, its fault, or the schema of all of them."""
    words = Words(language)
    with troubles(language):
        found = known_game(game)
        scenario = scenario and known_scenario(found, scenario)
    if schema:
        known = found.schema()
        if known is None:
            fail(words("position.no_schema", game=game))
        _print(known, as_json)
        return 0
    if file is not None and scenario is not None:
        fail(words("position.one_of_two"))
    try:
        whole = _scenario(found, scenario) if file is None else _normalised(found, _read(file, words))
    except BadPosition as error:
        if as_json:
            typer.echo(json.dumps({"error": str(error), "rule": error.rule}))
        fail(error.text(language))
    except ValueError as error:
        fail(str(error))
    if board:
        _print_board(found, whole, words)
    else:
        _print(whole, as_json)
    return 0


def _print(plain: Plain, as_json: bool) -> None:
    typer.echo(json.dumps(plain, ensure_ascii=False, indent=None if as_json else 1))


def _scenario(game: Game[Any], scenario: str | None) -> Plain:
    return start(game.name, scenario=scenario, seed=0).state()


def _print_board(game: Game[Any], position: Plain, words: Words) -> None:
    speaker = game.speaker(start(game.name, position=position, seed=0).view(None), words.language)
    screen = Screen(words)
    screen.show(speaker.status(screen.console.width), wrap=False)
    screen.show(speaker.board(screen.window(whole=True)), wrap=False)


def _read(file: str, words: Words) -> Any:
    name = words("position.standard_input") if file == "-" else file
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except OSError as error:
        fail(words("position.unreadable", file=name, why=error.strerror))
    except UnicodeDecodeError:
        fail(words("position.not_text", file=name))
    try:
        return json.loads(text)
    except RecursionError:
        fail(words("position.too_deep", file=name))
    except json.JSONDecodeError as error:
        fail(words("position.not_json", file=name, line=error.lineno, column=error.colno, why=error.msg))


def _normalised(game: Game[Any], position: Any) -> Plain:
    """The position with every field written out; it must also be possible to play on from it."""
    start(game.name, position=position, seed=0)
    whole = game.position(game.read(position, game.choose_options(None)))
    if position.get("since"):
        whole["since"] = position["since"]
    return whole
