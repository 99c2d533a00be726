"""`quadrilatero army`: lists, costs, and armies checked, suggested and printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from quadrilatero.cli.app import fail
from quadrilatero.cli.simulate import read_options, troubles
from quadrilatero.cli.words import Words
from quadrilatero.kernel import Plain
from quadrilatero.kernel.armies import ArmyBook, army, with_armies


class Armies:
    """The army book of a game, and how it answers: in which language, or as JSON."""

    def __init__(
        self, game: str | None, options: list[str], language: str, as_json: bool, about: str | Path | None = None
    ) -> None:
        self.words = Words(language)
        self.language = language
        self.as_json = as_json
        with troubles(language):
            self.book: ArmyBook = army(game or self._game_of(about), read_options(options))

    def _game_of(self, about: str | Path | None) -> str:
        """The game that has the list, of an entry or a file too; the only one with armies, or one must be named."""
        names = with_armies()
        list = _list_in(about) if isinstance(about, Path) else (about or "").partition(".")[0]
        fitting = [name for name in names if list in army(name).lists()] or names
        if len(fitting) > 1 and about is None:
            fail(self.words("army.which_game", games=", ".join(names)))
        return fitting[0]

    def lists(self) -> int:
        """All lists, with years and initiative."""
        lists = self.book.lists()
        if not self._printed(lists):
            led = all("initiative" in found for found in lists.values())
            rows = [
                [id, found["title"][self.language], _years(found["years"])]
                + ([_signed(found["initiative"])] if led else [])
                for id, found in lists.items()
            ]
            self._table(["list", "title", "years", *(["initiative"] if led else [])], rows)
        return 0

    def entries(self, list: str, year: int, against: str | None, theatre: str | None) -> int:
        """The troops of a list, and what they cost."""
        with troubles(self.language):
            entries = self.book.entries(list, year, **_given(against=against, theatre=theatre))
        if not self._printed(entries):
            sized = all("size" in entry for entry in entries)
            rows = [
                [entry["id"], entry["name"][self.language], str(entry.get("class") or entry["type"]).upper()]
                + ([str(entry["size"])] if sized else [])
                + [_price(entry["cost"])]
                for entry in entries
            ]
            self._table(["entry", "troops", "class", *(["size"] if sized else []), "price"], rows)
            limits = {limit["text"][self.language]: limit["rule"] for entry in entries for limit in entry["limits"]}
            for text, rule in limits.items():
                typer.echo(f"{text} [{rule}]")
        return 0

    def cost(self, spec: Plain) -> int:
        """What troops cost, and of what the cost is made."""
        with troubles(self.language):
            cost = self.book.cost(spec)
        if not self._printed(cost):
            told = "army.cost" if "figure" in cost else "army.cost_of_base"
            typer.echo(self.words(told, figure=cost.get("figure", 0), unit=cost["unit"]))
            for rule, points in cost["parts"]:
                typer.echo(f"  {_signed(points):>5}  [{rule}]")
        return 0

    def check(self, file: Path) -> int:
        """Whether an army keeps to its list; 1 where it does not."""
        with troubles(self.language):
            found = self.book.check(self.book.read(file))
        if not self._printed(found):
            typer.echo(self.words("army.points", points=found["points"], units=len(found["units"])))
            for error in found["errors"]:
                typer.echo(f"{error['text'][self.language]} [{error['rule']}]", err=True)
            if not found["errors"]:
                typer.echo(self.words("army.lawful"))
        return 1 if found["errors"] else 0

    def suggest(self, asked: Plain, out: Path | None) -> int:
        """A lawful army, to a file or on the screen."""
        with troubles(self.language, out):
            made = self.book.suggest(**asked)
            if out is not None:
                self.book.write(made, out)
        if not self._printed(made):
            typer.echo(self.book.sheet(made, self.language), nl=False)
            if out is not None:
                typer.echo(self.words("army.written", file=out))
        return 0

    def sheet(self, file: Path, html: bool) -> int:
        """An army for the printer."""
        with troubles(self.language):
            made = self.book.read(file)
            text = self.book.sheet(made, self.language, html)
        if not self._printed({"army": made, "check": self.book.check(made)} if self.as_json else {}):
            typer.echo(text, nl=False)
        return 0

    def schema(self) -> int:
        """The JSON Schema of army files."""
        typer.echo(json.dumps(self.book.schema(), ensure_ascii=False, indent=None if self.as_json else 1))
        return 0

    def _printed(self, plain: Any) -> bool:
        """Whether it was printed as JSON, for that is what was asked for."""
        if self.as_json:
            typer.echo(json.dumps(plain, ensure_ascii=False))
        return self.as_json

    def _table(self, columns: list[str], rows: list[list[str]]) -> None:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        for column in columns:
            table.add_column(self.words(f"army.{column}"), overflow="fold")
        for row in rows:
            table.add_row(*map(escape, row))
        Console(highlight=False).print(table)


def _list_in(file: Path) -> str:
    """The list that an army file names, if it can be read at all: what is wrong with it is told by who reads it."""
    try:
        said = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return ""
    return str(said.get("list", "")) if isinstance(said, dict) else ""


def _price(cost: Any) -> str:
    """What troops cost: one price, or one for each way to arm them."""
    return ", ".join(f"{arms} {price}" for arms, price in cost.items()) if isinstance(cost, dict) else str(cost)


def _given(**options: str | None) -> dict[str, str]:
    """The options that were given; the book knows what else to take."""
    return {name: value for name, value in options.items() if value is not None}


def _years(years: list[int]) -> str:
    return str(years[0]) if years[0] == years[1] else f"{years[0]}-{years[1]}"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
