"""Where a game in the terminal is shown and typed: a terminal, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quadrilatero.cli.words import Words
from quadrilatero.kernel.speaker import Line, Sheet, Window

PIPED_WIDTH, PIPED_HEIGHT = 140, 60
BELOW = 22  # lines kept for what stands below the board
INTERRUPTED = 130


class Leave(Exception):
    """The player wants to stop."""

    def __init__(self, code: int = 0, offer: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.offer = offer


class Screen:
    """Where to write and read: a terminal, or a pipe."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)
        self.read_any = False
        if self.live:
            with suppress(ImportError):
                import readline  # noqa: F401 - gives input() its line editing and history

    def say(self, text: object = "", wrap: bool = True) -> None:
        self.console.print(text, markup=False, soft_wrap=not wrap)

    def show(self, lines: Sequence[Line], wrap: bool = True) -> None:
        """Lines that a speaker has put together."""
        for line in lines:
            self.say(Text.assemble(*line), wrap)

    def tabulate(self, sheet: Sheet) -> None:
        """A speaker's table."""
        table = Table(*sheet.headers, box=None, padding=(0, 2, 0, 0), header_style="bold")
        for row in sheet.rows:
            table.add_row(*(Text(text, style) for text, style in row))
        self.say(table)

    def window(self, *, whole: bool = False) -> Window:
        """How much of the screen a board may take."""
        return Window(self.console.width, self.console.height - BELOW if self.live else PIPED_HEIGHT, whole)

    def clear(self) -> None:
        if self.live:
            self.console.clear()

    def read(self, prompt: str) -> str:
        """A line; Leave at the end of the input."""
        try:
            line = input(prompt) if self.live else self._piped(prompt)
        except EOFError:
            if not self.live and not self.read_any:
                print(f"quadrilatero: {self.words('play.no_input')}", file=sys.stderr)
                raise Leave(2) from None
            self.say()
            self.say(self.words("play.end_of_input"))
            raise Leave from None
        except KeyboardInterrupt:
            self.say()
            raise Leave(INTERRUPTED, offer=True) from None
        self.read_any = True
        return line.strip()

    def _piped(self, prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(prompt + line.rstrip("\n"))
        return line

    def pick(self, question: str, count: int, usual: int = 0) -> int:
        """A number from 1 to count, Enter for the usual one; counted from 0."""
        while True:
            typed = self.read(f"{question} [{usual + 1}] ") or str(usual + 1)
            if typed.isdigit() and 1 <= int(typed) <= count:
                return int(typed) - 1
            self.say(self.words("play.number_please", count=count))
