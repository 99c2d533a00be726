"""Playing one game of a plan, and what is written down about it."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from quadrilatero.bots import Bot, Sampler
from quadrilatero.kernel import Match, Plain, Seat
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import resample, sample
from quadrilatero.lab.plan import RunPlan, derive

MICRO = 1_000_000
PER_OCTAVE = 8
MOST_DECISIONS = 20_000
"""More than ten times the longest game ever seen: a bot that goes on for ever is stopped there."""


class Stopped(Exception):
    """The run was asked to stop in the middle of a game."""


class Luck(msgspec.Struct, array_like=True):
    """A side's rolls and successes, with the successes to be expected and their variance, both in millionths.

    Whole numbers, so that sums do not depend on the order in which games end.
    """

    rolls: int = 0
    successes: int = 0
    expected: int = 0
    variance: int = 0

    @property
    def surplus(self) -> int:
        """Successes beyond what was to be expected, in millionths."""
        return self.successes * MICRO - self.expected

    def add(self, other: Luck) -> None:
        """Take in the rolls of another game."""
        self.rolls += other.rolls
        self.successes += other.successes
        self.expected += other.expected
        self.variance += other.variance


class Times(msgspec.Struct, array_like=True):
    """How long a player thought: decisions, microseconds in all and at most, answers cut short, and a histogram."""

    decisions: int = 0
    total: int = 0
    longest: int = 0
    cut: int = 0
    buckets: dict[int, int] = {}

    def note(self, seconds: float, cut: bool) -> None:
        """Count one decision."""
        micro = max(1, round(seconds * MICRO))
        self.decisions += 1
        self.total += micro
        self.longest = max(self.longest, micro)
        self.cut += cut
        bucket = int(math.log2(micro) * PER_OCTAVE)
        self.buckets[bucket] = self.buckets.get(bucket, 0) + 1

    def add(self, other: Times) -> None:
        """Take in the decisions of another game."""
        self.decisions += other.decisions
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        self.cut += other.cut
        for bucket, count in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + count

    def quantile(self, share: float) -> float:
        """The time in seconds that so many of the decisions did not exceed, to a tenth or so."""
        seen = 0
        for bucket in sorted(self.buckets):
            seen += self.buckets[bucket]
            if seen >= share * self.decisions:
                return min(2 ** ((bucket + 0.5) / PER_OCTAVE), self.longest) / MICRO
        return 0.0


class Played(msgspec.Struct, frozen=True):
    """One game of a run: plain data, the same wherever it is played, but for `times`.

    `seats` are the bots' numbers in the order of the seats, `stages` how many were begun and `leaders` who led at the
    end of each, `steps` the steps that each counter lost, `fired` how often each rule stood in an event or modifier,
    `asked` in a question.
    """

    index: int
    seed: int
    seats: tuple[int, ...]
    winner: str | None
    reason: str
    rule: str | None
    decisions: int
    score: dict[str, Any]
    stages: int
    leaders: list[str | None]
    steps: dict[str, int]
    gone: list[str]
    fired: dict[str, int]
    asked: dict[str, int]
    luck: dict[str, Luck]
    times: dict[str, Times] = {}


class Failed(msgspec.Struct, frozen=True):
    """A game that could not be played to its end, and why; `seed` is enough to try it again."""

    index: int
    seed: int
    error: str


def attempt(plan: RunPlan, index: int, stopping: Callable[[], bool] = lambda: False) -> Played | Failed:
    """Play one game; what goes wrong in it is told, not raised."""
    try:
        return play(plan, index, stopping)
    except Stopped:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a bot does, the other games go on
        return Failed(index, plan.dice_seed(index), f"{type(error).__name__}: {error}")


def play(plan: RunPlan, index: int, stopping: Callable[[], bool] = lambda: False) -> Played:
    """Play one game of a plan to its end."""
    seed = plan.dice_seed(index)
    match = start(plan.game, scenario=plan.scenario, options=plan.options, seed=seed)
    before = match.state()
    seating = plan.seating(index)
    players = plan.players()
    table = {seat: players[number] for seat, number in zip(match.seats, seating, strict=True)}
    budgets = {seat: plan.budget(plan.bots[number]) for seat, number in zip(match.seats, seating, strict=True)}
    asked: Counter[str] = Counter()
    times = {seat: Times(buckets={}) for seat in match.seats if not table[seat].blind}
    decisions = _play_out(match, table, budgets, seed, asked, times, stopping)
    return _record(match, before, index, seed, seating, decisions, asked, times)


def _play_out(
    match: Match,
    table: dict[Seat, Bot],
    budgets: dict[Seat, int],
    seed: int,
    asked: Counter[str],
    times: dict[Seat, Times],
    stopping: Callable[[], bool],
) -> int:
    """Each player gets its view, the question put to it alone, and a sampler; never the match.

    One that looks at nothing but its options is spared the view: they are what the seat knows.
    """
    choose = {seat: random.Random(derive(seed, seat)).choice for seat, player in table.items() if player.blind}
    decisions = 0
    while (ask := match.ask) is not None:
        seat = ask.who[0]
        asked[ask.rule] += 1
        if decisions >= MOST_DECISIONS:
            raise RuntimeError(f"{MOST_DECISIONS} decisions and no end; the last question was {ask.what!r} to {seat}")
        if seat in choose:
            answer: Plain = choose[seat](match.options(seat))
        else:
            if stopping():
                raise Stopped
            question = {**ask.plain(), "who": [seat]}
            view = match.view(seat)
            begun = time.perf_counter()
            sampler = _sampler(match, seat, view)
            answer, cut = _decide(table[seat], view, question, sampler, budgets[seat], derive(seed, seat, decisions))
            times[seat].note(time.perf_counter() - begun, cut)
        match.answer(seat, answer)
        decisions += 1
    return decisions


def _sampler(match: Match, seat: Seat, view: Plain) -> Sampler:
    """A sampler that takes the short way from the match to the same sample where it is asked for the view it gave."""
    return lambda seen, rng: resample(match, seat, rng) if seen is view else sample(seen, rng)


def _decide(player: Bot, view: Plain, question: Plain, sampler: Sampler, budget: int, seed: int) -> tuple[Plain, bool]:
    """The answer, and whether the thinking was cut short."""
    consider = getattr(player, "consider", None)
    if consider is None:
        return player.choose(view, question, sampler, budget, seed), False
    choice = consider(view, question, sampler, budget, seed)
    return choice.answer, bool(choice.cut)


def _record(
    match: Match,
    before: Plain,
    index: int,
    seed: int,
    seating: tuple[int, ...],
    decisions: int,
    asked: Counter[str],
    times: dict[Seat, Times],
) -> Played:
    game, result = match.game, match.result
    assert result is not None
    fired: Counter[str] = Counter()
    luck = {seat: Luck() for seat in match.seats}
    leaders: list[str | None] = []
    since = 0
    for event in match.events:
        since += 1
        fired[event.rule] += 1
        for rule, _ in event.modifiers:
            fired[rule] += 1
        if stage := game.stage_end(event):
            leaders.append(stage.leader)
            since = 0
        elif roll := game.chance(event):
            one = Luck(1, int(roll.success), round(roll.chance * MICRO), round(roll.chance * (1 - roll.chance) * MICRO))
            luck[roll.seat].add(one)
    losses = game.losses(before, match.state())
    return Played(
        index,
        seed,
        seating,
        result.winner,
        result.reason,
        result.rule,
        decisions,
        result.score,
        len(leaders) + (since > 1),  # the result itself is told last
        leaders,
        {loss.unit: loss.steps for loss in losses if loss.steps},
        [loss.unit for loss in losses if loss.gone],
        dict(sorted(fired.items())),
        dict(sorted(asked.items())),
        luck,
        times,
    )
