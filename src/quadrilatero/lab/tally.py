"""What many games add up to. Games are taken in one at a time and not kept; in any order the sums are the same."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from quadrilatero.kernel import Plain, Seat, find_game
from quadrilatero.kernel.measures import Loss
from quadrilatero.kernel.start import start
from quadrilatero.lab.plan import RunPlan
from quadrilatero.lab.play import MICRO, Luck, Played, Times
from quadrilatero.lab.statistics import Interval, median, paired, wilson

LUCK_GRAIN = MICRO // 4
"""Luck is counted in quarters of a success, which is fine enough to part the games in three."""


class Tally:
    """The sums over the games of one plan."""

    def __init__(self, plan: RunPlan) -> None:
        self.plan = plan
        self.game = find_game(plan.game)
        self.seats = self.game.seats
        self.games = 0
        self.ends: Counter[tuple[Seat | None, str]] = Counter()
        self.by_bot: Counter[tuple[int, Seat, Seat | None]] = Counter()
        self.pairs: Counter[float] = Counter()
        self._halves: dict[int, list[float]] = {}
        self.decisions: Counter[int] = Counter()
        self.stages: Counter[int] = Counter()
        self.decided: Counter[int] = Counter()
        self.led: Counter[tuple[int, str]] = Counter()
        self.steps: Counter[str] = Counter()
        self.gone: Counter[str] = Counter()
        self.side_steps: dict[Seat, Counter[int]] = {seat: Counter() for seat in self.seats}
        self.side_units: dict[Seat, Counter[int]] = {seat: Counter() for seat in self.seats}
        self.side_formations: dict[Seat, Counter[int]] = {seat: Counter() for seat in self.seats}
        self.fired: Counter[str] = Counter()
        self.fired_in: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.luck = {seat: Luck() for seat in self.seats}
        self.fortune: Counter[tuple[int, Seat | None]] = Counter()
        self.times = [Times(buckets={}) for _ in plan.bots]

    # -- taking in -----------------------------------------------------------------------------------------------------

    def add(self, game: Played) -> None:
        """Take in one game."""
        self.games += 1
        self.ends[game.winner, game.rule or game.reason] += 1
        for seat, bot in zip(self.seats, game.seats, strict=True):
            self.by_bot[bot, seat, game.winner] += 1
            if seat in game.times:
                self.times[bot].add(game.times[seat])
        self._pair(game)
        self.decisions[game.decisions] += 1
        self._stages(game)
        self._losses(game)
        self.fired.update(game.fired)
        self.fired_in.update(game.fired.keys())
        self.asked.update(game.asked)
        for seat, luck in game.luck.items():
            self.luck[seat].add(luck)
        if len(self.seats) == 2:
            first, second = (game.luck[seat].surplus for seat in self.seats)
            self.fortune[(first - second) // LUCK_GRAIN, game.winner] += 1

    def _pair(self, game: Played) -> None:
        """The first bot's points in games that share their dice."""
        if not self.plan.swap:
            return
        number = game.index // len(self.plan.bots)
        points = self._halves.setdefault(number, [])
        points.append(_points(game, self.seats, 0))
        if len(points) == len(self.plan.bots):
            self.pairs[sum(self._halves.pop(number))] += 1

    def _stages(self, game: Played) -> None:
        """How many stages were begun, and from which on the winner led unbroken (or won outright)."""
        self.stages[game.stages] += 1
        for number, leader in enumerate(game.leaders, 1):
            fate = "level" if leader is None else "won" if leader == game.winner else "lost" if game.winner else "drawn"
            self.led[number, fate] += 1
        if game.winner is None:
            return
        decided = game.stages
        for number in range(len(game.leaders), 0, -1):
            if game.leaders[number - 1] != game.winner:
                break
            decided = number
        self.decided[decided] += 1

    def _losses(self, game: Played) -> None:
        self.steps.update(game.steps)
        self.gone.update(game.gone)
        gone = set(game.gone)
        for seat in self.seats:
            units = [loss for loss in self.counters if loss.seat == seat]
            self.side_steps[seat][sum(game.steps.get(loss.unit, 0) for loss in units)] += 1
            self.side_units[seat][sum(loss.unit in gone for loss in units)] += 1
            standing = {loss.formation for loss in units if loss.unit not in gone}
            beaten = {loss.formation for loss in units if loss.unit in gone and loss.formation}
            self.side_formations[seat][len(beaten - standing)] += 1

    @cached_property
    def counters(self) -> list[Loss]:
        """Every counter of the scenario, unhurt."""
        begin = start(self.plan.game, self.plan.scenario, options=self.plan.options, seed=0).state()
        return self.game.losses(begin, begin)

    # -- asking --------------------------------------------------------------------------------------------------------

    def wins(self, seat: Seat | None) -> int:
        """Games won by a seat; None: drawn."""
        return sum(count for (winner, _), count in self.ends.items() if winner == seat)

    def seat_share(self, seat: Seat) -> Interval:
        """A seat's share of the games won, draws counted against it."""
        return wilson(self.wins(seat), self.games)

    def seat_score(self, seat: Seat) -> Interval:
        """A seat's points a game, a draw being half a point."""
        return wilson(self.wins(seat) + self.wins(None) / 2, self.games)

    def bot_points(self, bot: int) -> float:
        """A bot's points in all, a draw being half a point."""
        return sum(
            count if winner == seat else count / 2 if winner is None else 0
            for (number, seat, winner), count in self.by_bot.items()
            if number == bot
        )

    def bot_score(self, bot: int) -> Interval:
        """A bot's points a game. Where sides are swapped, pairs of games with common dice are the unit."""
        if self.plan.swap and len(self.plan.bots) == 2 and self.pairs:
            found = paired(self.pairs)
            exact = self.bot_points(bot) / max(1, self.games)
            low, high = (found.low, found.high) if bot == 0 else (1 - found.high, 1 - found.low)
            return Interval(exact, min(exact, low), max(exact, high))
        return wilson(self.bot_points(bot), self.games)

    def fortune_thirds(self) -> list[tuple[float, int, int, int]]:
        """The games parted in three by luck, the first seat's worst first.

        For each third: the mean difference in luck (successes beyond the expected, first seat less second), games,
        games won by the first seat, games drawn.
        """
        grains = sorted({grain for grain, _ in self.fortune})
        thirds: list[list[int]] = [[0, 0, 0, 0] for _ in range(3)]
        seen = 0
        for grain in grains:
            here = {winner: self.fortune[grain, winner] for winner in (*self.seats, None)}
            count = sum(here.values())
            third = thirds[min(2, (seen + count // 2) * 3 // max(1, self.games))]
            seen += count
            for place, more in enumerate((grain * count, count, here[self.seats[0]], here[None])):
                third[place] += more
        grain_size = LUCK_GRAIN / MICRO
        return [((total / count + 0.5) * grain_size, count, won, drawn) for total, count, won, drawn in thirds if count]

    def luckier_won(self) -> tuple[int, int]:
        """Decided games won by the side with more luck, out of those where one had more."""
        won = decided = 0
        for (grain, winner), count in self.fortune.items():
            if winner is None or grain in (0, -1):
                continue
            decided += count
            won += count * ((grain > 0) == (winner == self.seats[0]))
        return won, decided

    def plain(self) -> Plain:
        """The summary as JSON values: the same for any number of processes."""
        reasons: Counter[str] = Counter()
        for (_, rule), count in self.ends.items():
            reasons[rule] += count
        total = sum(number * count for number, count in self.decisions.items())
        return {
            "game": self.plan.game,
            "scenario": self.plan.scenario,
            "seed": self.plan.seed,
            "games": self.games,
            "bots": list(self.plan.bots),
            "wins": {seat: self.wins(seat) for seat in self.seats},
            "draws": self.wins(None),
            "reasons": dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
            "decisions": {
                "total": total,
                "mean": round(total / self.games, 2) if self.games else 0.0,
                "min": min(self.decisions, default=0),
                "max": max(self.decisions, default=0),
            },
            "options": self.plan.options,
            "budgets": self.plan.budgets,
            "swap": self.plan.swap,
            "per_bot": [self._bot(number) for number in range(len(self.plan.bots))],
        }

    def _bot(self, bot: int) -> Plain:
        """One bot's record, whole and seat by seat."""
        seats = {}
        for seat in self.seats:
            mine = {winner: self.by_bot[bot, seat, winner] for winner in (*self.seats, None)}
            seats[seat] = {
                "games": sum(mine.values()),
                "wins": mine[seat],
                "draws": mine[None],
                "losses": sum(count for winner, count in mine.items() if winner not in (seat, None)),
            }
        score = self.bot_score(bot)
        return {
            "bot": self.plan.bots[bot],
            **{key: sum(entry[key] for entry in seats.values()) for key in ("games", "wins", "draws", "losses")},
            "score": rounded(score),
            "seats": seats,
        }

    def details(self) -> Plain:
        """All the rest that a report shows, as JSON values."""
        return {
            "ends": [
                {"winner": winner, "rule": rule, "games": count}
                for (winner, rule), count in sorted(self.ends.items(), key=lambda item: (-item[1], str(item[0])))
            ],
            "balance": {seat: rounded(self.seat_score(seat)) for seat in self.seats},
            "stages": _counts(self.stages),
            "decided": _counts(self.decided),
            "median_decisions": median(self.decisions),
            "losses": {
                seat: {
                    "steps": _mean(self.side_steps[seat]),
                    "units": _mean(self.side_units[seat]),
                    "formations": _mean(self.side_formations[seat]),
                }
                for seat in self.seats
            },
            "units": {
                loss.unit: {
                    "seat": loss.seat,
                    "name": loss.name,
                    "steps": self.steps[loss.unit],
                    "eliminated": self.gone[loss.unit],
                }
                for loss in self.counters
            },
            "rules": {"fired": dict(sorted(self.fired.items())), "asked": dict(sorted(self.asked.items()))},
            "luck": {
                seat: {
                    "rolls": luck.rolls,
                    "successes": luck.successes,
                    "expected": round(luck.expected / MICRO, 2),
                }
                for seat, luck in self.luck.items()
            },
            "luckier_won": dict(zip(("games", "of"), self.luckier_won(), strict=True)),
            "luck_thirds": [
                {"luck": round(luck, 2), "games": games, "won": won, "drawn": drawn}
                for luck, games, won, drawn in self.fortune_thirds()
            ],
        }

    def timing(self) -> list[Plain]:
        """How long each bot thought about a decision, in seconds; bots that do not look are not timed."""
        return [
            {
                "bot": level,
                "decisions": times.decisions,
                "median": round(times.quantile(0.5), 6),
                "p95": round(times.quantile(0.95), 6),
                "max": round(times.longest / MICRO, 6),
                "cut": times.cut,
            }
            for level, times in zip(self.plan.bots, self.times, strict=True)
            if times.decisions
        ]


def _points(game: Played, seats: tuple[Seat, ...], bot: int) -> float:
    if game.winner is None:
        return 0.5
    return float(game.seats[seats.index(game.winner)] == bot)


def _counts(counter: Counter[int]) -> Plain:
    return {str(number): counter[number] for number in sorted(counter)}


def _mean(counter: Counter[int]) -> float:
    games = sum(counter.values())
    return round(sum(number * count for number, count in counter.items()) / games, 2) if games else 0.0


def rounded(interval: Interval) -> Plain:
    """A share with its interval, for JSON."""
    return {"share": round(interval.value, 4), "low": round(interval.low, 4), "high": round(interval.high, 4)}
