"""`quadrilatero tune`: better weights by self-play, with a record of how they were made."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import typer

from quadrilatero.cli.simulate import INTERRUPTED, progress_bar, read_budgets, troubles
from quadrilatero.cli.words import Words
from quadrilatero.lab.tally import rounded
from quadrilatero.lab.tune import Tuned, keep_state, plan_tuning, read_state, state_file, tune, write_weights
from quadrilatero.lab.words import Trouble
from quadrilatero.lab.workers import default_jobs


def run(
    game: str,
    level: str,
    scenario: str | None,
    games: int,
    validate: int,
    seed: int,
    jobs: int | None,
    budget: list[str],
    out: Path,
    resume: bool,
    date: str | None,
    as_json: bool,
    language: str,
) -> int:
    """Tune, validate, write; the exit code."""
    words = Words(language)
    with troubles(language, out):
        if out.exists():
            raise Trouble("file_taken", file=out)
        if state_file(out).exists() and not resume:
            raise Trouble("folder_taken", folder=state_file(out))
        job, climb = plan_tuning(game, level, scenario, games, validate, seed, read_budgets(budget))
        if resume:
            climb = read_state(out, job)
        with progress_bar(words("tune.tuning"), job.games + job.validation) as show:
            tuned = tune(job, climb, jobs or default_jobs(), show, lambda now: keep_state(out, job, now))
        if tuned.stopped:
            typer.echo(words("tune.stopped", done=len(climb.scores), steps=climb.steps), err=True)
            return INTERRUPTED
        command = ["quadrilatero", "tune", game, "--level", level, "--scenario", job.plan.scenario]
        command += ["--games", str(games), "--validate", str(validate), "--seed", str(seed)]
        command += [word for text in budget for word in ("--budget", text)]
        record = {"command": shlex.join(command), "method": "SPSA", "seed": seed, **({"date": date} if date else {})}
        write_weights(out, tuned, record)
    _show(tuned, out, words, as_json)
    return 0


def _show(tuned: Tuned, out: Path, words: Words, as_json: bool) -> None:
    climb = tuned.climb
    if as_json:
        worth = None if tuned.worth is None else rounded(tuned.worth)
        told = {"games": tuned.games, "validation": tuned.validation, "score": worth}
        typer.echo(json.dumps({**told, "start": climb.start, "weights": climb.weights, "scores": climb.scores}))
        return
    for name, weight in climb.weights.items():
        typer.echo(f"{name:<24}{climb.start[name]:>10.3f} → {weight:.3f}")
    if tuned.worth is not None:
        low, high = f"{100 * tuned.worth.low:.0f}", f"{100 * tuned.worth.high:.0f}"
        share = f"{100 * tuned.worth.value:.1f}"
        typer.echo(words("tune.worth", share=share, low=low, high=high, games=tuned.validation))
    typer.echo(words("tune.written", file=out))
