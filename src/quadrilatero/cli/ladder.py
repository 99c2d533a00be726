"""`quadrilatero ladder`: levels against one another, a cross table and ratings."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from quadrilatero.cli.simulate import (
    ending,
    leave_report,
    progress_bar,
    read_budgets,
    read_options,
    title,
    troubles,
)
from quadrilatero.cli.words import Words
from quadrilatero.lab.ladder import Ranking, climb, plan_ladder
from quadrilatero.lab.words import Trouble
from quadrilatero.lab.workers import default_jobs


def run(
    game: str,
    levels: list[str],
    scenario: str | None,
    games: int,
    seed: int,
    jobs: int | None,
    budget: list[str],
    option: list[str],
    early: bool,
    out: Path | None,
    resume: bool,
    cluster: str | None,
    as_json: bool,
    language: str,
) -> int:
    """Play, show, write; the exit code."""
    words = Words(language)
    with troubles(language, out):
        if resume and out is None:
            raise Trouble("resume_without_folder")
        names = [level.strip() for level in levels]
        contest = plan_ladder(game, names, scenario, games, seed, read_options(option), read_budgets(budget), early)
        with progress_bar(words("simulate.playing"), contest.games * len(contest.plans)) as show:
            ranking = climb(contest, jobs or default_jobs(), show, out, resume, cluster)
    if as_json:
        typer.echo(json.dumps(ranking.plain()))
    else:
        _show(ranking, words)
    if out is not None:
        leave_report(out, words, quiet=as_json)
    done = sum(tally.games for tally in ranking.tallies)
    return ending(ranking.failed, words, done, contest.games * len(contest.plans), out, stopped=ranking.stopped)


def _show(ranking: Ranking, words: Words) -> None:
    console = Console(highlight=False)
    contest = ranking.contest
    name = title(contest.plans[0], words)
    table = Table(title=name, title_justify="left", box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(words("ladder.level"))
    for column in ("elo", "interval", "thinks"):
        table.add_column(words(f"ladder.{column}"), justify="right")
    for level in contest.levels:
        table.add_column(words("ladder.against", level=level), justify="right")
    for level, elo in ranking.ratings():
        times = ranking.times(level)
        median = f"{1000 * times.quantile(0.5):.1f} ms" if times.decisions else "–"
        spread = "" if elo.low == elo.high else f"{elo.low:+.0f} … {elo.high:+.0f}"
        table.add_row(level, f"{elo.value:+.0f}", spread, median, *(_cell(ranking, level, o) for o in contest.levels))
    console.print(table)
    console.print(words("ladder.legend", games=contest.games), style="dim")
    settled = sum(entry is not None for entry in ranking.settled)
    if settled:
        console.print(words("ladder.settled", pairs=settled), style="dim")


def _cell(ranking: Ranking, level: str, other: str) -> str:
    score = None if level == other else ranking.pair(level, other)
    return "·" if score is None else f"{100 * score.value:.0f} ({100 * score.low:.0f}–{100 * score.high:.0f})"
