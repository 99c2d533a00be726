"""`quadrilatero report`: the page of a run from its stored games, or several runs side by side."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from quadrilatero.cli.simulate import troubles
from quadrilatero.cli.words import Words
from quadrilatero.lab import reports
from quadrilatero.lab.compare import Comparison
from quadrilatero.lab.folder import write_whole
from quadrilatero.lab.ladder import LADDER, read_ladder
from quadrilatero.lab.simulate import read_run
from quadrilatero.lab.words import Trouble


def write_report(folder: Path, language: str) -> Path:
    """Leave report.html in the folder of a run or a ladder."""
    return reports.write_report(folder, language)


def run(folders: list[Path], out: Path | None, as_json: bool, language: str) -> int:
    """Write the page, or print what it would show as JSON."""
    words = Words(language)
    with troubles(language, out):
        if as_json:
            typer.echo(json.dumps(_plain(folders)))
            return 0
        if len(folders) > 1:
            if out is None:
                raise Trouble("where")
            _write(out, Comparison(folders).page(language))
        elif out is None:
            out = write_report(folders[0], language)
        else:
            _write(out, reports.make_report(folders[0], language))
    typer.echo(words("simulate.report", file=out))
    return 0


def _write(out: Path, page: str) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, page)


def _plain(folders: list[Path]) -> dict[str, object]:
    if len(folders) > 1:
        return Comparison(folders).plain()
    if (folders[0] / LADDER).exists():
        return read_ladder(folders[0]).plain()
    tally = read_run(folders[0])
    return {**tally.plain(), "details": tally.details(), "timing": {"bots": tally.timing()}}
