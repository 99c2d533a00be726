"""`quadrilatero position`: positions checked, written in full, and drawn."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import typer

from quadrilatero.cli.app import fail
from quadrilatero.kernel import BadPosition, Game, Plain, find_game
from quadrilatero.kernel.start import start


def run(
    game: str, file: str | None, scenario: str | None, as_json: bool, schema: bool, board: bool, language: str
) -> int:
    """Print a position, its fault, or the schema of all of them."""
    try:
        found = find_game(game)
    except ValueError as error:
        fail(str(error))
    if schema:
        _print(importlib.import_module(f"quadrilatero.games.{game}.position").schema(), as_json)
        return 0
    if file is not None and scenario is not None:
        fail("give a file or a scenario, not both")
    try:
        whole = _scenario(found, scenario) if file is None else _normalised(found, _read(file))
    except BadPosition as error:
        if as_json:
            typer.echo(json.dumps({"error": str(error), "rule": error.rule}))
        fail(str(error))
    except ValueError as error:
        fail(str(error))
    if board:
        from quadrilatero.cli.board_text import print_board

        print_board(whole, language)
    else:
        _print(whole, as_json)
    return 0


def _print(plain: Plain, as_json: bool) -> None:
    typer.echo(json.dumps(plain, ensure_ascii=False, indent=None if as_json else 1))


def _scenario(game: Game[Any], scenario: str | None) -> Plain:
    return start(game.name, scenario=scenario, seed=0).state()


def _read(file: str) -> Any:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        fail(f"{file} is not a text in UTF-8")
    try:
        return json.loads(text)
    except RecursionError:
        fail(f"{file} is nested too deeply to be a position")
    except json.JSONDecodeError as error:
        name = "standard input" if file == "-" else file
        fail(f"{name} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}")


def _normalised(game: Game[Any], position: Any) -> Plain:
    """The position with every field written out; it must also be possible to play on from it."""
    start(game.name, position=position, seed=0)
    whole = game.position(game.read(position, game.choose_options(None)))
    if position.get("since"):
        whole["since"] = position["since"]
    return whole
