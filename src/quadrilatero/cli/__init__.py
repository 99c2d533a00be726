"""The command line. `main` is the console script; what a command needs is imported when it runs."""

from __future__ import annotations


def main() -> None:
    """Run the command `quadrilatero`."""
    from quadrilatero.cli.app import app

    app(prog_name="quadrilatero")


__all__ = ["main"]
