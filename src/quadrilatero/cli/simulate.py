"""`quadrilatero simulate`: progress while it runs, a table at the end."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from quadrilatero.cli.app import fail
from quadrilatero.cli.words import Words
from quadrilatero.kernel import find_game
from quadrilatero.kernel.rulebook import atoms
from quadrilatero.lab.simulate import Plan, Run, default_jobs, plan_run
from quadrilatero.lab.simulate import simulate as simulate_plan

INTERRUPTED = 130


def run(
    game: str,
    scenario: str | None,
    bots: list[str],
    games: int,
    seed: int,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
    language: str,
) -> int:
    """Play, show, write; the exit code."""
    words = Words(language)
    try:
        plan = plan_run(game, scenario, [level.strip() for level in bots], games, seed)
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
    except ValueError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{out}: {error.strerror}")
    try:
        done = _play(plan, jobs or default_jobs(), words)
    except RuntimeError as error:
        fail(str(error), code=1)
    if as_json:
        typer.echo(json.dumps(done.plain()))
    else:
        Console(highlight=False).print(_table(done, words))
    if out is not None:
        try:
            done.write(out)
        except OSError as error:
            fail(f"{out}: {error.strerror}")
    if done.stopped:
        typer.echo(words("simulate.stopped", done=len(done.played), games=plan.games), err=True)
        return INTERRUPTED
    return 0


def _play(plan: Plan, jobs: int, words: Words) -> Run:
    """With a progress bar where somebody is looking."""
    if not sys.stderr.isatty():
        return simulate_plan(plan, jobs)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(words("simulate.playing")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=plan.games)
        return simulate_plan(plan, jobs, lambda done: bar.update(task, completed=done))


def _table(done: Run, words: Words) -> Table:
    plain, game = done.plain(), find_game(done.plan.game)
    games = max(1, plain["games"])
    scenario = next(entry for entry in game.scenarios() if entry.id == done.plan.scenario)
    table = Table(
        title=words(
            "simulate.title",
            game=game.title[words.language],
            scenario=scenario.title[words.language],
            seed=plain["seed"],
        ),
        title_justify="left",
        show_header=False,
        box=None,
        padding=(0, 2, 0, 0),
    )
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_row(words("simulate.games"), str(plain["games"]), "")
    for seat, level in zip(game.seats, plain["bots"], strict=True):
        name = words.find("side", seat, seat)
        table.add_row(words("simulate.wins", seat=name, bot=level), *_share(plain["wins"][seat], games))
    table.add_row(words("simulate.draws"), *_share(plain["draws"], games))
    table.add_section()
    book = atoms(done.plan.game)
    for rule, count in plain["reasons"].items():
        title = f"{rule} {book[rule].title[words.language]}" if rule in book else rule
        table.add_row(title, *_share(count, games))
    table.add_section()
    decisions, timing = plain["decisions"], plain["timing"]
    spread = words("simulate.spread", least=decisions["min"], most=decisions["max"])
    table.add_row(words("simulate.decisions"), f"{decisions['mean']:.1f}", spread)
    speed = words("simulate.speed", seconds=f"{timing['seconds']:.1f}", jobs=timing["jobs"])
    table.add_row(words("simulate.rate"), f"{timing['games_per_minute']:.0f}", speed)
    return table


def _share(count: int, games: int) -> tuple[str, str]:
    return str(count), f"{100 * count / games:.1f} %"
