"""Reports of folders: of a run or of a ladder, and the list of those that there are."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

from quadrilatero.lab.charts import Row, bars, table
from quadrilatero.lab.folder import REPORT, write_whole
from quadrilatero.lab.ladder import LADDER, Ranking, read_ladder
from quadrilatero.lab.play import MICRO
from quadrilatero.lab.report import Writer, page
from quadrilatero.lab.simulate import read_played
from quadrilatero.lab.words import Trouble, say


def make_report(folder: Path, language: str) -> str:
    """The page of one folder, a run's or a ladder's."""
    if (folder / LADDER).exists():
        return ladder_page(read_ladder(folder), language)
    return Writer(read_played(folder), language).whole()


def write_report(folder: Path, language: str) -> Path:
    """Leave report.html in a folder."""
    path = folder / REPORT
    write_whole(path, make_report(folder, language))
    return path


# -- a ladder ----------------------------------------------------------------------------------------------------------


def ladder_page(ranking: Ranking, language: str) -> str:
    """A ladder as a page."""
    contest = ranking.contest
    if not any(tally.games for tally in ranking.tallies):
        raise Trouble("no_games_yet", folder="")
    writer = Writer(ranking.tallies[0], language)
    found = ranking.ratings()
    least = min(elo.low for _, elo in found)
    span = max(1.0, max(elo.high for _, elo in found) - least)
    rows, lines = [], []
    for level, elo in sorted(found, key=lambda entry: -entry[1].value):
        times = ranking.times(level)
        ends = {"low": writer.signed(elo.low, 0), "high": writer.signed(elo.high, 0)}
        spread = "" if elo.low == elo.high else writer.say("bounds_of", **ends)
        whisker = ((elo.low - least) / span, (elo.high - least) / span)
        cell = f"{writer.signed(elo.value, 0)}\n{spread}"
        rows.append(Row(level, [cell], [((elo.value - least) / span, "plain")], whisker))
        if times.decisions:
            timed = map(writer.seconds, (times.quantile(0.5), times.quantile(0.95), times.longest / MICRO))
            lines.append([level, writer.count(times.decisions), *timed, writer.count(times.cut)])
    zero = next(level for level, elo in found if elo.low == elo.high)
    headers = [writer.say("level"), "Elo"]
    rated = _steps(ranking, writer) + bars(writer.say("elo_caption", level=zero), headers, rows)
    rated += writer.paragraph("elo_note", "soft")
    parts = [writer.section("ladder", rated), writer.section("cross", _cross(ranking, writer))]
    parts.append(writer.section("pairs", _pairs(ranking, writer)))
    if lines:
        heads = [writer.say(key) for key in ("level", "decisions", "median", "p95", "most", "cut")]
        parts.append(writer.section("time", table(writer.say("time_caption"), heads, lines)))
    levels = ", ".join(contest.levels)
    subtitle = writer.say("ladder_sub", levels=levels, games=contest.games, seed=contest.plans[0].seed)
    return page(writer.title, subtitle, "\n".join(parts), language)


def _steps(ranking: Ranking, writer: Writer) -> str:
    """Which levels are shown to beat the one named before them, and which are not."""
    stronger: list[str] = []
    open_still: list[str] = []
    for lower, level in pairwise(ranking.contest.levels):
        score = ranking.pair(level, lower)
        shown = score is not None and score.low > 0.5
        (stronger if shown else open_still).append(writer.say("above", level=level, lower=lower))
    told = writer.paragraph("steps_shown", "verdict", levels=", ".join(stronger)) if stronger else ""
    return told + (writer.paragraph("steps_open", "verdict", levels=", ".join(open_still)) if open_still else "")


def _cross(ranking: Ranking, writer: Writer) -> str:
    levels = ranking.contest.levels
    lines = []
    for level in levels:
        cells = []
        for other in levels:
            score = None if other == level else ranking.pair(level, other)
            spread = "" if score is None else f"{100 * score.value:.0f} ({100 * score.low:.0f}–{100 * score.high:.0f})"
            cells.append(spread or "·")
        lines.append([level, *cells])
    heads = [writer.say("level"), *(writer.say("against", level=level) for level in levels)]
    return table(writer.say("cross_caption"), heads, lines)


def _pairs(ranking: Ranking, writer: Writer) -> str:
    rows = []
    for tally, settled in zip(ranking.tallies, ranking.settled, strict=True):
        if not tally.games:
            continue
        score = tally.bot_score(0)
        name = writer.say("versus", first=tally.plan.bots[0], second=tally.plan.bots[1])
        key = "so_many" if settled is None and tally.games == ranking.contest.games else "unfinished"
        name += "\n" + writer.say("settled" if settled is not None else key, games=tally.games)
        record = tally.plain()["per_bot"][0]
        cells = [writer.scored(score), *(writer.count(record[k]) for k in ("wins", "draws", "losses"))]
        rows.append(Row(name, cells, [(score.value, "plain")], (score.low, score.high)))
    headers = [writer.say(key) for key in ("pair", "score", "won", "drawn", "lost")]
    note = writer.paragraph("early_note", "soft") if ranking.contest.early else ""
    return bars(writer.say("score_caption"), headers, rows, 0.5) + note


# -- a list of reports -------------------------------------------------------------------------------------------------


def list_page(found: Sequence[tuple[str, str, str, str]], language: str) -> str:
    """A page that leads to reports: the address, the title, the subtitle and the language of each."""
    items = "".join(
        f'<li lang="{spoken}"><a href="{escape(address)}" hreflang="{spoken}">{escape(title)}</a>'
        f'<p class="soft">{escape(about)}</p></li>'
        for address, title, about, spoken in found
    )
    listed = f'<ul class="list">{items}</ul>' if found else f"<p>{escape(say('report.list_none', language))}</p>"
    other, name = ("it", "Italiano") if language == "en" else ("en", "English")
    links = (
        f'<p><a href="/">{escape(say("report.list_back", language))}</a> · '
        f'<a href="/reports/?lang={other}" hreflang="{other}" lang="{other}">{name}</a></p>'
    )
    about = say("report.list_sub", language)
    return page(say("report.list_title", language), about, f"<section>{listed}</section>{links}", language)
