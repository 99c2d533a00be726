"""`quadrilatero simulate`: progress while it runs, a table at the end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from quadrilatero.cli.app import fail
from quadrilatero.cli.words import Words
from quadrilatero.kernel import find_game
from quadrilatero.kernel.rulebook import atoms
from quadrilatero.lab.plan import ANY, RunPlan, plan_run
from quadrilatero.lab.play import Failed
from quadrilatero.lab.simulate import Run
from quadrilatero.lab.simulate import simulate as simulate_plan
from quadrilatero.lab.words import Trouble, system_trouble
from quadrilatero.lab.workers import default_jobs

INTERRUPTED = 130


def run(
    game: str,
    scenario: str | None,
    bots: list[str],
    games: int,
    seed: int,
    jobs: int | None,
    budget: list[str],
    option: list[str],
    swap: bool | None,
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
        levels = [level.strip() for level in bots]
        plan = plan_run(game, scenario, levels, games, seed, read_options(option), read_budgets(budget), swap)
        done = _play(plan, jobs or default_jobs(), words, out, resume, cluster)
    if as_json:
        typer.echo(json.dumps(done.plain()))
    else:
        Console(highlight=False).print(_table(done, words))
    if out is not None and done.done:
        leave_report(out, words, quiet=as_json)
    return ending(done.failed, words, done.done, plan.games, out, stopped=done.stopped)


def leave_report(out: Path, words: Words, *, quiet: bool) -> None:
    """Put the page beside the games, and say where it is unless programs read along."""
    from quadrilatero.cli.report import write_report

    with troubles(words.language, out):
        page = write_report(out, words.language)
    if not quiet:
        typer.echo(words("simulate.report", file=page))


def ending(failed: list[Failed], words: Words, done: int, games: int, out: Path | None, *, stopped: bool) -> int:
    """Say what failed or was left, and the exit code for it."""
    for failure in failed:
        typer.echo(words("simulate.failed", index=failure.index, seed=failure.seed, error=failure.error), err=True)
    if stopped:
        typer.echo(words("simulate.stopped", done=done, games=games), err=True)
        if out is not None:
            typer.echo(words("simulate.resume"), err=True)
        return INTERRUPTED
    return 1 if failed else 0


def title(plan: RunPlan, words: Words) -> str:
    """What is played, and from which seed."""
    game = find_game(plan.game)
    scenario = next(entry for entry in game.scenarios() if entry.id == plan.scenario)
    names = {"game": game.title[words.language], "scenario": scenario.title[words.language]}
    return words("simulate.title", **names, seed=plan.seed)


@contextmanager
def troubles(language: str, out: Path | None = None) -> Iterator[None]:
    """Whatever the laboratory cannot do becomes one sentence and an exit code."""
    try:
        yield
    except Trouble as trouble:
        fail(trouble.text(language))
    except ValueError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or out}: {system_trouble(error, language)}")


def read_budgets(given: list[str]) -> dict[str, int]:
    """`40` for any bot, `maresciallo=40` for one level; several may stand in one text, with commas."""
    budgets: dict[str, int] = {}
    for text in (part.strip() for one in given for part in one.split(",")):
        name, equals, number = text.rpartition("=")
        if not number.isdecimal() or (equals and not name):
            raise Trouble("budget_unreadable", text=text)
        budgets[name or ANY] = int(number)
    return budgets


def read_options(given: list[str]) -> dict[str, str]:
    """`name=value`, several in one text with commas."""
    options: dict[str, str] = {}
    for text in (part.strip() for one in given for part in one.split(",")):
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise Trouble("option_unreadable", text=text)
        options[name] = value
    return options


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int, int], None]]:
    """A bar with the time still to go, where somebody is looking; call it with how much is done, and of how much."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _play(plan: RunPlan, jobs: int, words: Words, out: Path | None, resume: bool, cluster: str | None) -> Run:
    with progress_bar(words("simulate.playing"), plan.games) as show:
        return simulate_plan(plan, jobs, lambda done: show(done, plan.games), out, resume, cluster)


def _table(done: Run, words: Words) -> Table:
    plain, game, plan = done.plain(), find_game(done.tally.plan.game), done.tally.plan
    games = max(1, plain["games"])
    table = Table(title=title(plan, words), title_justify="left", show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_row(words("simulate.games"), str(plain["games"]), "")
    for seat, level in zip(game.seats, plain["bots"], strict=True):
        name = words.find("side", seat, seat)
        key = "simulate.wins_side" if plan.swap else "simulate.wins"
        table.add_row(words(key, seat=name, bot=level), *_share(plain["wins"][seat], games))
    table.add_row(words("simulate.draws"), *_share(plain["draws"], games))
    if plan.swap:
        table.add_section()
        for entry in plain["per_bot"]:
            score = entry["score"]
            spread = words("simulate.interval", low=f"{100 * score['low']:.0f}", high=f"{100 * score['high']:.0f}")
            shown = f"{100 * score['share']:.1f} %  {spread}"
            table.add_row(words("simulate.wins_bot", bot=entry["bot"]), str(entry["wins"]), shown)
    table.add_section()
    book = atoms(plan.game)
    for rule, count in plain["reasons"].items():
        name = f"{rule} {book[rule].title[words.language]}" if rule in book else rule
        table.add_row(name, *_share(count, games))
    table.add_section()
    decisions, timing = plain["decisions"], plain["timing"]
    spread = words("simulate.spread", least=decisions["min"], most=decisions["max"])
    table.add_row(words("simulate.decisions"), f"{decisions['mean']:.1f}", spread)
    for entry in timing["bots"]:
        told = words("simulate.thought", p95=_spelt(entry["p95"]), most=_spelt(entry["max"]))
        table.add_row(words("simulate.thinking", bot=entry["bot"]), _spelt(entry["median"]), told)
    speed = words("simulate.speed", seconds=f"{timing['seconds']:.1f}", jobs=timing["jobs"])
    table.add_row(words("simulate.rate"), f"{timing['games_per_minute']:.0f}", speed)
    return table


def _share(count: int, games: int) -> tuple[str, str]:
    return str(count), f"{100 * count / games:.1f} %"


def _spelt(seconds: float) -> str:
    """A time as people say it."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.1f} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"
