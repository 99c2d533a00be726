"""Tuning weights by self-play: simultaneous perturbation (SPSA), and a match of its own to see what it is worth.

At each step all weights are moved a little up or down at random, the moved weights play those moved the other way, from
both sides and with common dice, and the weights follow the winner. Everything follows from the seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from quadrilatero.kernel import Plain
from quadrilatero.lab.folder import write_whole
from quadrilatero.lab.plan import RunPlan, Weights, derive, find_player, known_game, plan_run
from quadrilatero.lab.play import Failed
from quadrilatero.lab.statistics import Interval
from quadrilatero.lab.tally import Tally, rounded
from quadrilatero.lab.words import Trouble
from quadrilatero.lab.workers import Task, Workers, workers

GAMES_A_STEP = 8
REACH, GAIN = 0.2, 0.3
"""How far weights are moved for a try, and how far they follow, as shares of each weight's own size."""
FADING_REACH, FADING_GAIN, CALM = 0.101, 0.602, 0.1
"""How both shrink from step to step: Spall's exponents, and his tenth of the steps that takes off the first haste."""

Progress = Callable[[int, int], None]


class Climb(msgspec.Struct, forbid_unknown_fields=True):
    """Where a tuning stands: the weights now, how many steps are done, and each step's score."""

    start: Weights
    weights: Weights
    steps: int
    seed: int
    scores: list[float] = []

    def scale(self, name: str) -> float:
        """The size by which a weight is moved: its own at the start, or a quarter of the usual one if it was small."""
        usual = sum(map(abs, self.start.values())) / max(1, len(self.start))
        return max(abs(self.start[name]), usual / 4) or 1.0

    def directions(self) -> dict[str, int]:
        """Up or down for each weight at this step."""
        rng = random.Random(derive(self.seed, "step", len(self.scores)))
        return {name: rng.choice((-1, 1)) for name in self.weights}

    def tries(self) -> tuple[Weights, Weights]:
        """The two sets of weights that are to play each other now."""
        reach = REACH / (len(self.scores) + 1) ** FADING_REACH
        moves = {name: reach * self.scale(name) * way for name, way in self.directions().items()}
        return (
            {name: weight + moves[name] for name, weight in self.weights.items()},
            {name: weight - moves[name] for name, weight in self.weights.items()},
        )

    def learn(self, score: float) -> None:
        """Follow the winner: the score is that of the first set, from 0 to 1."""
        done = len(self.scores)
        gain = GAIN * (1 + CALM * self.steps) ** FADING_GAIN / (done + 1 + CALM * self.steps) ** FADING_GAIN
        ways = self.directions()
        self.weights = {
            name: weight + gain * (2 * score - 1) * self.scale(name) * ways[name]
            for name, weight in self.weights.items()
        }
        self.scores.append(score)


class Tuned(msgspec.Struct, frozen=True):
    """What came of a tuning; `worth` is the new weights' score against those at the start, in games of their own."""

    climb: Climb
    worth: Interval | None
    games: int
    validation: int
    stopped: bool


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is tuned, and how."""

    plan: RunPlan
    games: int
    validation: int


def plan_tuning(
    game: str,
    level: str,
    scenario: str | None = None,
    games: int = 400,
    validation: int = 200,
    seed: int = 0,
    budgets: dict[str, int] | None = None,
) -> tuple[Job, Climb]:
    """A tuning with its defaults filled in, at its beginning."""
    known_game(game)
    player = find_player(game, level)
    start = {name: float(weight) for name, weight in getattr(player, "weights", {}).items()}
    if not start:
        raise Trouble("no_weights", level=level)
    plan = plan_run(game, scenario, (level, level), GAMES_A_STEP, seed, None, budgets, swap=True)
    if games < GAMES_A_STEP or validation < 0:
        raise Trouble("tune_games", least=GAMES_A_STEP, games=games, validation=validation)
    steps = games // GAMES_A_STEP
    return Job(plan, steps * GAMES_A_STEP, validation + validation % 2), Climb(start, start, steps, seed)


def tune(
    job: Job,
    climb: Climb,
    jobs: int = 1,
    progress: Progress = lambda done, of: None,
    keep: Callable[[Climb], None] = lambda climb: None,
) -> Tuned:
    """Take the steps that are left, then play the validation match. `keep` is called after every step."""
    worth, stopped, whole = None, False, job.games + job.validation
    with workers(jobs) as crew:
        try:
            while len(climb.scores) < climb.steps:
                seed = derive(climb.seed, "games", len(climb.scores))
                climb.learn(_score(crew, _match(job, climb.tries(), GAMES_A_STEP, seed)).value)
                keep(climb)
                progress(len(climb.scores) * GAMES_A_STEP, whole)
            if job.validation:
                sides = (climb.weights, climb.start)
                worth = _score(crew, _match(job, sides, job.validation, derive(climb.seed, "validation")))
                progress(whole, whole)
        except KeyboardInterrupt:
            stopped = True
    return Tuned(climb, worth, len(climb.scores) * GAMES_A_STEP, job.validation, stopped)


def _match(job: Job, sides: tuple[Weights, Weights], games: int, seed: int) -> RunPlan:
    return msgspec.structs.replace(job.plan, weights=sides, games=games, seed=seed)


def _score(crew: Workers, plan: RunPlan) -> Interval:
    """What the first set of weights makes against the second."""
    tally = Tally(plan)
    with closing(crew.play(Task(plan, index) for index in range(plan.games))) as outcomes:
        for _, played in outcomes:
            if isinstance(played, Failed):
                raise Trouble("tune_failed", index=played.index, seed=played.seed, error=played.error)
            tally.add(played)
    return tally.bot_score(0)


# -- keeping -----------------------------------------------------------------------------------------------------------


def state_file(out: Path) -> Path:
    """Where an unfinished tuning is kept beside its result."""
    return out.with_name(f"{out.name}.unfinished")


def keep_state(out: Path, job: Job, climb: Climb) -> None:
    """Write down how far a tuning has come."""
    write_whole(state_file(out), msgspec.json.encode((job, climb)))


def read_state(out: Path, job: Job) -> Climb:
    """Where an earlier tuning of the same plan stopped."""
    path = state_file(out)
    try:
        earlier, climb = msgspec.json.decode(path.read_bytes(), type=tuple[Job, Climb])
        earlier = msgspec.structs.replace(earlier, plan=earlier.plan.completed())
    except FileNotFoundError:
        raise Trouble("folder_empty", folder=out) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise Trouble("file_damaged", file=path, error=error) from None
    if earlier != job:
        raise Trouble("tune_other", file=path)
    return climb


def write_weights(out: Path, tuned: Tuned, record: Plain) -> None:
    """The file of weights, with the record of how they were made."""
    worth = {} if tuned.worth is None else {f"score_{key}": value for key, value in rounded(tuned.worth).items()}
    whole = {**record, "games": tuned.games, "validation_games": tuned.validation, **worth}
    lines = ["[weights]", *(f"{name} = {weight:.4f}" for name, weight in tuned.climb.weights.items())]
    lines += ["", "[record]", *(f"{name} = {_toml(value)}" for name, value in whole.items())]
    write_whole(out, "\n".join(lines) + "\n")
    state_file(out).unlink(missing_ok=True)


def _toml(value: object) -> str:
    if isinstance(value, int | float):
        return repr(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
