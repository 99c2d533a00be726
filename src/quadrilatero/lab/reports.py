"""Reports of folders: of a run, of a ladder, or of several runs side by side."""

from __future__ import annotations

from html import escape
from pathlib import Path

from quadrilatero.kernel import Plain
from quadrilatero.lab.charts import Row, bars, table
from quadrilatero.lab.ladder import LADDER, Standing, read_ladder
from quadrilatero.lab.report import Writer, page
from quadrilatero.lab.simulate import read_run
from quadrilatero.lab.statistics import difference
from quadrilatero.lab.store import REPORT, write_whole
from quadrilatero.lab.tally import Tally, rounded
from quadrilatero.lab.words import Trouble, say


def make_report(folder: Path, language: str) -> str:
    """The page of one folder, a run's or a ladder's."""
    if (folder / LADDER).exists():
        return ladder_page(read_ladder(folder), language)
    return Writer(_played(folder), language).whole()


def write_report(folder: Path, language: str) -> Path:
    """Leave report.html in a folder."""
    path = folder / REPORT
    write_whole(path, make_report(folder, language))
    return path


def _played(folder: Path) -> Tally:
    tally = read_run(folder)
    if not tally.games:
        raise Trouble("no_games_yet", folder=folder)
    return tally


# -- side by side ------------------------------------------------------------------------------------------------------


class Comparison:
    """Several runs of one game, each compared with the first."""

    def __init__(self, folders: list[Path]) -> None:
        self.names = [folder.name or str(folder) for folder in folders]
        self.tallies = [_played(folder) for folder in folders]
        first = self.tallies[0]
        for folder, tally in zip(folders, self.tallies, strict=True):
            if tally.plan.game != first.plan.game:
                raise Trouble("other_game", folder=folder, game=tally.plan.game, first=first.plan.game)
        self.seat = first.seats[0]

    def differs(self) -> dict[str, list[str]]:
        """What is not the same in all plans, by name, run by run."""
        plans = [_flat(tally) for tally in self.tallies]
        keys = [key for key in plans[0] if len({plan.get(key, "") for plan in plans}) > 1]
        return {key: [plan.get(key, "") for plan in plans] for key in keys}

    def plain(self) -> Plain:
        """The comparison as JSON values: the score of the first seat in each run, and its difference from the first."""
        base = self._score(self.tallies[0])
        return {
            "seat": self.seat,
            "differs": self.differs(),
            "runs": [
                {
                    "run": name,
                    "games": tally.games,
                    "score": rounded(tally.seat_score(self.seat)),
                    "difference": rounded(difference(base, self._score(tally))) if number else None,
                }
                for number, (name, tally) in enumerate(zip(self.names, self.tallies, strict=True))
            ],
        }

    def _score(self, tally: Tally) -> tuple[float, int]:
        return tally.wins(self.seat) + tally.wins(None) / 2, tally.games

    def page(self, language: str) -> str:
        """The comparison as a page."""
        first = Writer(self.tallies[0], language)
        base = self._score(self.tallies[0])
        rows = []
        for number, (name, tally) in enumerate(zip(self.names, self.tallies, strict=True)):
            score = tally.seat_score(self.seat)
            gap = difference(base, self._score(tally))
            told = (
                "–"
                if not number
                else f"{_signed(gap.value, first)} ({_signed(gap.low, first)} … {_signed(gap.high, first)})"
            )
            cells = [str(tally.games), first.percent(score.value), first.bounds(score), told]
            rows.append(Row(name, cells, [(score.value, "first")], (score.low, score.high)))
        headers = [first.say(key) for key in ("run", "games", "score", "bounds", "difference")]
        side = first.side(self.seat)
        nearest = min(range(len(self.tallies)), key=lambda n: abs(self.tallies[n].seat_score(self.seat).value - 0.5))
        near = self.tallies[nearest].seat_score(self.seat)
        within = first.say("within" if near.low <= 0.5 <= near.high else "without")
        content = first.paragraph("best", "verdict", run=self.names[nearest], within=within)
        content += bars(first.say("compare_caption", side=side), headers, rows, 0.5)
        content += first.paragraph("compare_note", "soft")
        differing = self.differs()
        if differing:
            lines = [[name, *(values[n] for values in differing.values())] for n, name in enumerate(self.names)]
            content += table(first.say("differs", what=", ".join(differing)), [first.say("run"), *differing], lines)
        sections = first.section("balance", content) + first.section("long", self._lengths(first))
        return page(first.say("side_by_side"), ", ".join(self.names), sections, language)

    def _lengths(self, first: Writer) -> str:
        lines = []
        for name, tally in zip(self.names, self.tallies, strict=True):
            found = tally.details()
            losses = (first.number(found["losses"][seat]["steps"]) for seat in tally.seats)
            lines.append([name, first.number(found["median_decisions"], 0), *losses])
        steps = first.say("steps")
        heads = [first.say("run"), first.say("decisions"), *(f"{steps}, {first.side(seat)}" for seat in first.seats)]
        return table(first.say("compare_long"), heads, lines)


def _signed(share: float, writer: Writer) -> str:
    sign = "+" if share >= 0 else "−"
    return f"{sign}{writer.number(abs(100 * share))}"


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


# -- a ladder ----------------------------------------------------------------------------------------------------------


def ladder_page(standing: Standing, language: str) -> str:
    """A ladder as a page."""
    contest = standing.contest
    if not any(tally.games for tally in standing.tallies):
        raise Trouble("no_games_yet", folder="")
    writer = Writer(standing.tallies[0], language)
    found = standing.ratings()
    least = min(elo.low for _, elo in found)
    span = max(1.0, max(elo.high for _, elo in found) - least)
    rows, lines = [], []
    for level, elo in sorted(found, key=lambda entry: -entry[1].value):
        times = standing.times(level)
        spread = "–" if elo.low == elo.high else f"{elo.low:+.0f} … {elo.high:+.0f}"
        whisker = ((elo.low - least) / span, (elo.high - least) / span)
        rows.append(Row(level, [f"{elo.value:+.0f}", spread], [((elo.value - least) / span, "plain")], whisker))
        if times.decisions:
            timed = (writer.number(times.quantile(share), 4) for share in (0.5, 0.95))
            lines.append([level, str(times.decisions), *timed, writer.number(times.longest / 1e6, 4), str(times.cut)])
    zero = next(level for level, elo in found if elo.low == elo.high)
    headers = [writer.say("level"), "Elo", writer.say("bounds")]
    rated = bars(writer.say("elo_caption", level=zero), headers, rows) + writer.paragraph("elo_note", "soft")
    parts = [writer.section("ladder", rated), writer.section("cross", _cross(standing, writer))]
    parts.append(writer.section("pairs", _pairs(standing, writer)))
    if lines:
        heads = [writer.say(key) for key in ("level", "decisions", "median", "p95", "most", "cut")]
        parts.append(writer.section("time", table(writer.say("time_caption"), heads, lines)))
    levels = ", ".join(contest.levels)
    subtitle = writer.say("ladder_sub", levels=levels, games=contest.games, seed=contest.plans[0].seed)
    return page(writer.title, subtitle, "\n".join(parts), language)


def _cross(standing: Standing, writer: Writer) -> str:
    levels = standing.contest.levels
    lines = []
    for level in levels:
        cells = []
        for other in levels:
            score = None if other == level else standing.pair(level, other)
            spread = "" if score is None else f"{100 * score.value:.0f} ({100 * score.low:.0f}–{100 * score.high:.0f})"
            cells.append(spread or "·")
        lines.append([level, *cells])
    heads = [writer.say("level"), *(writer.say("against", level=level) for level in levels)]
    return table(writer.say("cross_caption"), heads, lines)


def _pairs(standing: Standing, writer: Writer) -> str:
    rows = []
    for tally, settled in zip(standing.tallies, standing.settled, strict=True):
        if not tally.games:
            continue
        score = tally.bot_score(0)
        name = writer.say("versus", first=tally.plan.bots[0], second=tally.plan.bots[1])
        name += f" ({writer.say('settled', games=settled)})" if settled is not None else ""
        record = tally.plain()["per_bot"][0]
        cells = [
            writer.percent(score.value),
            writer.bounds(score),
            *(str(record[k]) for k in ("wins", "draws", "losses")),
        ]
        rows.append(Row(name, cells, [(score.value, "plain")], (score.low, score.high)))
    headers = [writer.say(key) for key in ("pair", "score", "bounds", "won", "drawn", "lost")]
    note = writer.paragraph("early_note", "soft") if standing.contest.early else ""
    return bars(writer.say("score_caption"), headers, rows, 0.5) + note


# -- a list of reports -------------------------------------------------------------------------------------------------


def list_page(found: list[tuple[str, str]], language: str) -> str:
    """A page that leads to reports: their addresses and titles."""
    items = "".join(f'<li><a href="{escape(address)}">{escape(title)}</a></li>' for address, title in found)
    listed = f'<ul class="list">{items}</ul>' if found else f"<p>{escape(say('report.list_none', language))}</p>"
    other, name = ("it", "Italiano") if language == "en" else ("en", "English")
    links = (
        f'<p><a href="/">{escape(say("report.list_back", language))}</a> · '
        f'<a href="/reports/?lang={other}" hreflang="{other}" lang="{other}">{name}</a></p>'
    )
    return page(say("report.list_title", language), "", f"<section>{listed}</section>{links}", language)
