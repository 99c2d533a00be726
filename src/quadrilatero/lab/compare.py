"""Several runs of one game side by side: what each change does to the balance, and which comes nearest to even."""

from __future__ import annotations

from pathlib import Path

from quadrilatero.kernel import Plain, Seat
from quadrilatero.lab.charts import Row, bars, legend, table
from quadrilatero.lab.report import KINDS, Writer, option_told, page
from quadrilatero.lab.simulate import read_played
from quadrilatero.lab.statistics import Interval, difference
from quadrilatero.lab.tally import Tally, rounded
from quadrilatero.lab.words import Trouble

Score = tuple[float, int]
"""Points of a side in so many games."""


class Comparison:
    """Several runs of one game, each compared with the first."""

    def __init__(self, folders: list[Path]) -> None:
        self.names = _names(folders)
        self.tallies = [read_played(folder) for folder in folders]
        first = self.tallies[0]
        for folder, tally in zip(folders, self.tallies, strict=True):
            if tally.plan.game != first.plan.game:
                raise Trouble("other_game", folder=folder, game=tally.plan.game, first=first.plan.game)
        self.sides = first.sides
        self.even = first.even
        self.side = first.sides[0]

    # -- what the runs show --------------------------------------------------------------------------------------------

    def differs(self) -> dict[str, list[str]]:
        """What is not the same in all plans, by name, run by run."""
        plans = [_flat(tally) for tally in self.tallies]
        keys = [key for key in plans[0] if len({plan[key] for plan in plans}) > 1]
        return {key: [plan[key] for plan in plans] for key in keys}

    def gap(self, run: int) -> Interval:
        """How much more the first side scores in a run than in the first."""
        return difference(self._score(0), self._score(run))

    def nearest(self) -> int:
        """The run in which the side that it favours scores least; of several the first."""
        return min(range(len(self.tallies)), key=self._leading)

    def as_near(self) -> list[int]:
        """The other runs that these games cannot tell to be further from even than the nearest one.

        Where one run favours one side and the other run the other, the score of one is looked at from the other side.
        """
        best = self.nearest()
        return [
            run
            for run in range(len(self.tallies))
            if run != best and _contains(difference(self._leaning(best), self._leaning(run)), 0)
        ]

    def _score(self, run: int) -> Score:
        tally = self.tallies[run]
        return tally.side_points(self.side), tally.games

    def _leaning(self, run: int) -> Score:
        """The score of whichever side a run favours."""
        tally = self.tallies[run]
        return max(map(tally.side_points, self.sides)), tally.games

    def _leading(self, run: int) -> float:
        points, games = self._leaning(run)
        return points / games

    # -- as JSON and as a page -----------------------------------------------------------------------------------------

    def plain(self) -> Plain:
        """The comparison as JSON values. `score` and `difference` are the first side's."""
        best = self.nearest()
        return {
            "seat": self.side,
            "differs": self.differs(),
            "runs": [
                {
                    "run": name,
                    "games": tally.games,
                    "score": rounded(tally.side_score(self.side)),
                    "scores": {side: rounded(tally.side_score(side)) for side in self.sides},
                    "difference": rounded(self.gap(number)) if number else None,
                }
                for number, (name, tally) in enumerate(zip(self.names, self.tallies, strict=True))
            ],
            "nearest": {
                "run": self.names[best],
                "even": _contains(_favoured(self.tallies[best], self.sides)[1], self.even),
                "as_near": [self.names[run] for run in self.as_near()],
            },
        }

    def page(self, language: str) -> str:
        """The comparison as a page."""
        writer = Writer(self.tallies[0], language)
        content = self._verdict(writer) + self._scores(writer) + writer.paragraph("compare_note", "soft")
        sections = writer.section("evening", content) + writer.section("long", self._lengths(writer))
        runs = writer.say("compare_sub", runs=", ".join(self.names))
        subtitle = runs if "scenario" in self.differs() else f"{writer.scenario}; {runs}"
        title = writer.say("side_by_side", game=writer.game.title[language])
        return page(title, subtitle, sections, language)

    def _verdict(self, writer: Writer) -> str:
        """Whether the first run is even, which run comes nearest, and which others may be as near."""
        best = self.nearest()
        told = self._told("first", 0, writer) + self._told("nearest", best, writer) if best else ""
        told = told or self._told("nearest_first", 0, writer)
        rivals = ", ".join(writer.say("quoted", name=self.names[run]) for run in self.as_near())
        return told + (writer.paragraph("nearest_among", runs=rivals) if rivals else writer.paragraph("nearest_alone"))

    def _told(self, key: str, run: int, writer: Writer) -> str:
        """How a run stands: whom it favours, or that it is not shown to favour anybody."""
        side, score = _favoured(self.tallies[run], self.sides)
        shown = "even" if _contains(score, self.even) else "uneven"
        return writer.paragraph(
            f"{key}_{shown}",
            "verdict",
            run=writer.say("quoted", name=self.names[run]),
            side=writer.game.book.word(side, writer.language),
            share=writer.percent(score.value),
            bounds=writer.bounds(score),
            even=writer.even,
        )

    def _scores(self, writer: Writer) -> str:
        """Each run: what sets it apart, each side's score and interval, and the difference from the first run."""
        rows = []
        for run, tally in enumerate(self.tallies):
            scores = [tally.side_score(side) for side in self.sides]
            parts = [(score.value, kind) for score, kind in zip(scores, KINDS, strict=False)]
            cells = [writer.scored(score) for score in scores]
            cells.append(_apart(self.gap(run), writer) if run else "–")
            rows.append(Row(self._label(run, writer), cells, parts, (scores[0].low, scores[0].high)))
        headers = [writer.say("run"), *(writer.side(side) for side in self.sides), writer.say("difference")]
        caption = writer.say("compare_caption", side=writer.side(self.side), even=writer.even)
        shown = bars(caption, headers, rows, self.even)
        return shown + legend((kind, writer.side(side)) for side, kind in zip(self.sides, KINDS, strict=False))

    def _label(self, run: int, writer: Writer) -> str:
        """A run's name, and beneath it how many games and what sets it apart."""
        apart = (
            option_told(writer.game, name, values[run], writer.language) for name, values in self.differs().items()
        )
        games = writer.say("so_many", games=writer.count(self.tallies[run].games))
        return f"{self.names[run]}\n{'; '.join([games, *apart])}"

    def _lengths(self, writer: Writer) -> str:
        lines = []
        for name, tally in zip(self.names, self.tallies, strict=True):
            found = tally.details()
            losses = (writer.number(found["losses"][side]["steps"]) for side in tally.sides)
            lines.append([name, writer.number(found["median_decisions"], 0), *losses])
        steps = (writer.say("steps_of", side=writer.side(side)) for side in self.sides)
        return table(writer.say("compare_long"), [writer.say("run"), writer.say("decisions"), *steps], lines)


def _names(folders: list[Path]) -> list[str]:
    """The folders' own names, or their whole paths where two have the same."""
    short = [folder.resolve().name or str(folder) for folder in folders]
    return short if len(set(short)) == len(short) else [str(folder) for folder in folders]


def _favoured(tally: Tally, sides: tuple[Seat, ...]) -> tuple[Seat, Interval]:
    scores = {side: tally.side_score(side) for side in sides}
    best = max(sides, key=lambda side: scores[side].value)
    return best, scores[best]


def _contains(interval: Interval, value: float) -> bool:
    return interval.low <= value <= interval.high


def _apart(gap: Interval, writer: Writer) -> str:
    value, low, high = (writer.signed(100 * share) for share in gap)
    return f"{value}\n{writer.say('bounds_of', low=low, high=high)}"


def _flat(tally: Tally) -> dict[str, str]:
    plan = tally.plan
    return {
        "scenario": plan.scenario,
        "bots": ",".join(plan.bots),
        "seed": str(plan.seed),
        "budgets": ",".join(f"{name}={budget}" for name, budget in plan.budgets.items()),
        "swap": str(plan.swap).lower(),
        "rules": str(plan.rules),
        **plan.options,
    }
