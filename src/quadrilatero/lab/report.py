"""The report of a run: one page without scripts or anything to fetch, in Italian or English."""

from __future__ import annotations

import shlex
from html import escape
from pathlib import Path

from quadrilatero.kernel import Seat
from quadrilatero.kernel.rulebook import atoms, told
from quadrilatero.lab.charts import Row, bars, columns, details, legend, table
from quadrilatero.lab.play import MICRO
from quadrilatero.lab.statistics import Interval, median, wilson
from quadrilatero.lab.tally import Tally
from quadrilatero.lab.words import say

STYLE = Path(__file__).with_name("report.css").read_text("utf-8")
KINDS = ("first", "second", "third", "fourth")
MOST_UNITS, MOST_RULES, BINS = 14, 15, 40
FINE = 40_000
"""Games that make a 95 % interval half a point in a hundred wide to each side: (1.96 / 2 / 0.005) squared, about."""


def page(title: str, subtitle: str, content: str, language: str) -> str:
    """A whole page around its sections."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(title)}</h1><p>{escape(subtitle)}</p></header>\n<main>\n{content}\n</main>\n"
        f"<footer><p>{escape(say('report.made', language))}</p></footer>\n</body>\n</html>\n"
    )


class Writer:
    """Puts a tally into words and charts, in one language."""

    def __init__(self, tally: Tally, language: str) -> None:
        self.tally, self.language = tally, language
        self.plan, self.game = tally.plan, tally.game
        self.seats = tally.seats
        self.games = max(1, tally.games)
        self.book = atoms(self.plan.game)

    def say(self, key: str, **fields: object) -> str:
        """A phrase of the report."""
        return say(f"report.{key}", self.language, **fields)

    def side(self, seat: Seat | None) -> str:
        """A side's name as a heading."""
        if seat is None:
            return self.say("drawn")
        name = self.game.book.word(seat, self.language)
        for article in ("the ", "gli ", "i "):
            name = name.removeprefix(article)
        return name[:1].upper() + name[1:]

    def number(self, value: float, places: int = 1) -> str:
        """A number as a reader of the language writes it."""
        written = f"{value:.{places}f}"
        return written.replace(".", ",") if self.language == "it" else written

    def percent(self, share: float) -> str:
        """A share as a percentage."""
        return f"{self.number(100 * share)} %"

    def bounds(self, interval: Interval) -> str:
        """The 95 % bounds in words."""
        return self.say("bounds_of", low=self.number(100 * interval.low), high=self.number(100 * interval.high))

    def rule(self, id: str) -> str:
        """A rule with its title."""
        return f"{id} {self.book[id].title[self.language]}" if id in self.book else id.replace("_", " ")

    def section(self, key: str, content: str) -> str:
        """A section under its heading."""
        return f'<section id="{key}"><h2>{escape(self.say(key))}</h2>{content}</section>'

    def paragraph(self, key: str, kind: str = "", **fields: object) -> str:
        """A sentence as a paragraph."""
        attribute = f' class="{kind}"' if kind else ""
        return f"<p{attribute}>{escape(self.say(key, **fields))}</p>"

    @property
    def bots(self) -> str:
        """Who played whom."""
        first, second, *_ = [*self.plan.bots, ""]
        return self.say("versus", first=first, second=second)

    @property
    def title(self) -> str:
        """Game and scenario."""
        scenario = next(entry for entry in self.game.scenarios() if entry.id == self.plan.scenario)
        return self.say("title", game=self.game.title[self.language], scenario=scenario.title[self.language])

    @property
    def stage(self) -> str:
        """What the game calls its turns."""
        return self.game.stage[self.language]

    # -- the sections --------------------------------------------------------------------------------------------------

    def whole(self) -> str:
        """The page."""
        subtitle = self.say("subtitle", games=self.tally.games, bots=self.bots, seed=self.plan.seed)
        parts = (
            self.who(),
            self.balance(),
            self.how(),
            self.long(),
            self.when(),
            self.lost(),
            self.luck(),
            self.fired(),
            self.time(),
            self.again(),
        )
        return page(self.title, subtitle, "\n".join(parts), self.language)

    def who(self) -> str:
        """The bots' scores, and each bot on each side."""
        headers = [self.say(key) for key in ("bot", "score", "bounds", "won", "drawn", "lost")]
        scores = [self.tally.bot_score(number) for number in range(len(self.plan.bots))]
        records = self.tally.plain()["per_bot"]
        rows = [
            Row(
                entry["bot"] if self.plan.swap else self.say("bot_as", bot=entry["bot"], side=self.side(seat)),
                [self.percent(score.value), self.bounds(score), *(str(entry[k]) for k in ("wins", "draws", "losses"))],
                [(score.value, "plain")],
                (score.low, score.high),
            )
            for entry, score, seat in zip(records, scores, self.seats, strict=True)
        ]
        content = bars(self.say("score_caption"), headers, rows, 0.5)
        content += self.paragraph("interval_note", "soft", games=self.tally.games)
        content += self.paragraph("swapped" if self.plan.swap else "not_swapped", "soft")
        if self.plan.swap:
            lines = [
                [self.say("bot_as", bot=entry["bot"], side=self.side(seat)), *(str(record[k]) for k in _RECORD)]
                for entry in records
                for seat, record in entry["seats"].items()
            ]
            heads = [self.say(key) for key in ("bot", "games", "won", "drawn", "lost")]
            content += table(self.say("seats_caption"), heads, lines)
        return self.section("who", content)

    def balance(self) -> str:
        """The sides' scores."""
        scores = {seat: self.tally.seat_score(seat) for seat in self.seats}
        best = max(self.seats, key=lambda seat: scores[seat].value)
        score = scores[best]
        told_how = "balance_uneven" if score.low > 0.5 else "balance_even"
        side = self.game.book.word(best, self.language)
        ends = {"low": self.number(100 * score.low), "high": self.number(100 * score.high)}
        content = self.paragraph(told_how, "verdict", side=side, share=self.percent(score.value), **ends)
        rows = [
            Row(
                self.side(seat),
                [self.percent(scores[seat].value), self.bounds(scores[seat]), str(self.tally.wins(seat))],
                [(scores[seat].value, kind)],
                (scores[seat].low, scores[seat].high),
            )
            for seat, kind in zip(self.seats, KINDS, strict=False)
        ]
        headers = [self.say(key) for key in ("side", "score", "bounds", "won")]
        content += bars(self.say("score_caption"), headers, rows, 0.5)
        return self.section("balance", content + self.paragraph("balance_more", "soft", games=FINE))

    def how(self) -> str:
        """By which rule games ended, and for whom."""
        rules: dict[str, dict[Seat | None, int]] = {}
        for (winner, rule), count in self.tally.ends.items():
            rules.setdefault(rule, {})[winner] = count
        fates: list[tuple[Seat | None, str]] = [*zip(self.seats, KINDS, strict=False), (None, "drawn")]
        rows = [
            Row(
                self.rule(rule),
                [str(by.get(seat, 0)) for seat, _ in fates] + [self.percent(sum(by.values()) / self.games)],
                [(by.get(seat, 0) / self.games, kind) for seat, kind in fates],
            )
            for rule, by in sorted(rules.items(), key=lambda item: (-sum(item[1].values()), item[0]))
        ]
        headers = [self.say("rule"), *(self.side(seat) for seat, _ in fates), self.say("share")]
        shown = bars(self.say("how_caption"), headers, rows)
        return self.section("how", shown + legend((kind, self.side(seat)) for seat, kind in fates))

    def long(self) -> str:
        """Stages and decisions."""
        counts, decisions = self.tally.stages, self.tally.decisions
        rows = [
            Row(
                f"{self.stage} {number}",
                [str(counts[number]), self.percent(counts[number] / self.games)],
                [(counts[number] / self.games, "plain")],
            )
            for number in range(1, max(counts, default=0) + 1)
        ]
        headers = [self.stage, self.say("games"), self.say("share")]
        content = bars(self.say("stages_caption", stage=self.stage), headers, rows)
        least, most = min(decisions, default=0), max(decisions, default=0)
        middle = self.number(median(decisions), 0)
        caption = self.say("decisions_caption", median=middle, least=least, most=most)
        width = max(1, -(-(most - least + 1) // BINS))
        heights = [0] * ((most - least) // width + 1)
        for value, count in decisions.items():
            heights[(value - least) // width] += count
        content += f"<p><em>{escape(caption)}</em></p>"
        content += columns(caption, heights, (str(least), self.say("decisions_median", median=middle), str(most)))
        binned = [[f"{least + n * width}–{least + (n + 1) * width - 1}", str(c)] for n, c in enumerate(heights) if c]
        content += details(self.say("decisions"), table(caption, [self.say("decisions"), self.say("games")], binned))
        return self.section("long", content)

    def when(self) -> str:
        """When games were decided, and what a lead was worth."""
        decided = self.tally.decided
        total = max(1, sum(decided.values()))
        rows = [
            Row(
                f"{self.stage} {number}",
                [str(decided[number]), self.percent(decided[number] / total)],
                [(decided[number] / total, "plain")],
            )
            for number in range(1, max(decided, default=0) + 1)
        ]
        headers = [self.stage, self.say("games"), self.say("share")]
        content = self.paragraph("when_note", "soft", stage=self.stage)
        content += bars(self.say("when_caption", stage=self.stage), headers, rows)
        fates = (("won", "leader_won"), ("lost", "leader_lost"), ("drawn", "leader_drew"), ("level", "nobody_led"))
        last = max((number for number, _ in self.tally.led), default=0)
        lines = [
            [f"{self.stage} {number}", *(str(self.tally.led[number, fate]) for fate, _ in fates)]
            for number in range(1, last + 1)
        ]
        heads = [self.stage, *(self.say(key) for _, key in fates)]
        content += table(self.say("led_caption", stage=self.stage), heads, lines)
        return self.section("when", content)

    def lost(self) -> str:
        """Losses by side and by counter."""
        losses = self.tally.details()["losses"]
        lines = [
            [self.side(seat), *(self.number(losses[seat][key]) for key in ("steps", "units", "formations"))]
            for seat in self.seats
        ]
        heads = [self.say(key) for key in ("side", "steps", "units", "formations")]
        content = table(self.say("losses_caption"), heads, lines)
        kinds = dict(zip(self.seats, KINDS, strict=False))
        units = sorted(
            self.tally.counters, key=lambda loss: (-self.tally.steps[loss.unit], -self.tally.gone[loss.unit], loss.unit)
        )
        top = max(1, max(self.tally.steps.values(), default=1))
        rows = [
            Row(
                f"{loss.name} ({loss.unit})",
                [
                    self.number(self.tally.steps[loss.unit] / self.games, 2),
                    self.percent(self.tally.gone[loss.unit] / self.games),
                ],
                [(self.tally.steps[loss.unit] / top, kinds[loss.seat])],
            )
            for loss in units
        ]
        headers = [self.say("unit"), self.say("steps"), self.say("eliminated")]
        content += bars(self.say("units_caption"), headers, rows[:MOST_UNITS])
        content += legend((kinds[seat], self.side(seat)) for seat in self.seats)
        if len(rows) > MOST_UNITS:
            content += details(self.say("all_units"), bars(self.say("units_caption"), headers, rows))
        return self.section("losses", content)

    def luck(self) -> str:
        """Expected against rolled, and whether the luckier side won."""
        won, decided = self.tally.luckier_won()
        share = wilson(won, decided)
        ends = {"low": self.number(100 * share.low), "high": self.number(100 * share.high)}
        content = self.paragraph("luckier", "verdict", share=self.percent(share.value), **ends) if decided else ""
        content += self.paragraph("luck_note", "soft")
        lines = []
        for seat in self.seats:
            luck = self.tally.luck[seat]
            surplus = f"{luck.surplus / MICRO:+.1f}".replace(".", "," if self.language == "it" else ".")
            expected = self.number(luck.expected / MICRO)
            lines.append([self.side(seat), str(luck.rolls), expected, str(luck.successes), surplus])
        heads = [self.say(key) for key in ("side", "rolls", "expected", "succeeded", "luck_of")]
        content += table(self.say("luck_caption"), heads, lines)
        if len(self.seats) == 2:
            first, second = self.seats
            rows = []
            for luck_of, games, wins, drawn in self.tally.fortune_thirds():
                other = games - wins - drawn
                mean = f"{luck_of:+.1f}".replace(".", "," if self.language == "it" else ".")
                rows.append(
                    Row(
                        self.say("third", luck=mean),
                        [self.percent(wins / games), self.percent(drawn / games), self.percent(other / games)],
                        [(wins / games, "first"), (drawn / games, "drawn"), (other / games, "second")],
                    )
                )
            headers = [self.say("luck_of"), self.side(first), self.say("drawn"), self.side(second)]
            content += bars(self.say("thirds_caption", side=self.side(first)), headers, rows, 0.5)
            content += legend(
                [("first", self.side(first)), ("drawn", self.say("drawn")), ("second", self.side(second))]
            )
        return self.section("luck", content)

    def fired(self) -> str:
        """Rules that fired, and those that did not, with the reason where it is known."""
        tally = self.tally
        seen = {rule for rule in (*tally.fired, *tally.asked) if rule in self.book}
        can = told(self.plan.game)
        never = [id for id in self.book if id not in seen and id in can]
        silent = [id for id, a in self.book.items() if id not in seen and id not in can and a.information is None]
        rest = [id for id, a in self.book.items() if id not in seen and id not in can and a.information is not None]
        content = self.paragraph("fired_sum", rules=len(self.book), fired=len(seen))
        order = sorted(seen, key=lambda id: (-tally.fired[id], -tally.asked[id], list(self.book).index(id)))
        top = max(1, max(tally.fired.values(), default=1))
        rows = [
            Row(
                self.rule(id),
                [
                    self.number(tally.fired[id] / self.games, 2),
                    self.percent(tally.fired_in[id] / self.games),
                    self.number(tally.asked[id] / self.games, 2),
                ],
                [(tally.fired[id] / top, "plain")],
            )
            for id in order
        ]
        headers = [self.say(key) for key in ("rule", "times_a_game", "in_games", "asked")]
        content += bars(self.say("fired_most"), headers, rows[:MOST_RULES])
        if len(rows) > MOST_RULES:
            content += details(self.say("fired_all"), bars(self.say("fired_all"), headers, rows))
        content += f"<h3>{escape(self.say('never', count=len(never)))}</h3>{self._rules(never)}"
        for key, ids in (("silent", silent), ("informative", rest)):
            content += details(self.say(key, count=len(ids)), self._rules(ids))
        return self.section("fired", content)

    def _rules(self, ids: list[str]) -> str:
        items = "".join(f"<li><b>{id}</b> {escape(self.book[id].title[self.language])}</li>" for id in ids)
        return f'<ul class="rules">{items}</ul>' if ids else "<p>–</p>"

    def time(self) -> str:
        """Decision times of each bot."""
        timed = self.tally.timing()
        if not timed:
            return self.section("time", self.paragraph("time_none", "soft"))
        lines = [
            [
                entry["bot"],
                str(entry["decisions"]),
                *(self.number(entry[key], 4) for key in ("median", "p95", "max")),
                str(entry["cut"]),
            ]
            for entry in timed
        ]
        heads = [self.say(key) for key in ("bot", "decisions", "median", "p95", "most", "cut")]
        return self.section("time", table(self.say("time_caption"), heads, lines))

    def again(self) -> str:
        """The command and what it rests on."""
        content = f"<p><code>{escape(command(self.tally))}</code></p>"
        return self.section(
            "again", content + self.paragraph("again_note", rules=self.plan.rules, data=self.plan.data[:12])
        )


_RECORD = ("games", "wins", "draws", "losses")


def command(tally: Tally) -> str:
    """The command that plays the same games."""
    plan = tally.plan
    words = ["quadrilatero", "simulate", plan.game, "--scenario", plan.scenario, "--bots", ",".join(plan.bots)]
    words += ["--games", str(plan.games), "--seed", str(plan.seed), "--swap" if plan.swap else "--no-swap"]
    for name, budget in plan.budgets.items():
        words += ["--budget", str(budget) if name == "*" else f"{name}={budget}"]
    defaults = tally.game.choose_options(None)
    for name, value in plan.options.items():
        if value != defaults[name]:
            words += ["--options", f"{name}={value}"]
    return shlex.join(words)
