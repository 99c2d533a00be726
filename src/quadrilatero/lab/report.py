"""The report of a run: one page without scripts or anything to fetch, in Italian or English."""

from __future__ import annotations

import shlex
from html import escape
from pathlib import Path
from typing import Any

from quadrilatero.kernel import Game, Seat
from quadrilatero.kernel.rulebook import atoms, named
from quadrilatero.lab.charts import Row, bars, columns, details, legend, table
from quadrilatero.lab.play import MICRO
from quadrilatero.lab.statistics import Interval, games_to_show, median, wilson
from quadrilatero.lab.tally import Tally
from quadrilatero.lab.words import say

STYLE = Path(__file__).with_name("report.css").read_text("utf-8")
KINDS = ("first", "second", "third", "fourth")
MOST_UNITS, MOST_RULES, BINS = 14, 15, 40
COMPARE = "quadrilatero report DIR1 DIR2 --out FILE"
MOST_GAMES = 100_000
"""Nobody is told to play more games than these."""


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
        return f"{self.number(100 * share)}\N{NO-BREAK SPACE}%"

    def count(self, value: int) -> str:
        """A whole number with its thousands set apart."""
        return f"{value:,}".replace(",", "." if self.language == "it" else ",")

    def signed(self, value: float, places: int = 1) -> str:
        """A number with its sign; one that rounds to zero has none."""
        written = self.number(abs(value), places)
        sign = "" if float(written.replace(",", ".")) == 0 else "+" if value > 0 else "−"
        return sign + written

    def seconds(self, value: float) -> str:
        """A time as people say it."""
        if value >= 1:
            return f"{self.number(value)} s"
        return f"{self.number(1000 * value, 1 if value < 0.01 else 0)} ms"

    def bounds(self, interval: Interval) -> str:
        """The 95 % bounds in words."""
        return self.say("bounds_of", low=self.number(100 * interval.low), high=self.number(100 * interval.high))

    def scored(self, interval: Interval) -> str:
        """A score, and its 95 % interval beneath it."""
        return f"{self.percent(interval.value)}\n{self.bounds(interval)}"

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
        return self.say("title", game=self.game.title[self.language], scenario=self.scenario)

    @property
    def scenario(self) -> str:
        """The scenario's title."""
        return next(entry for entry in self.game.scenarios() if entry.id == self.plan.scenario).title[self.language]

    def options(self) -> list[str]:
        """The options that were not played at their defaults, in words."""
        defaults = self.game.choose_options(None)
        chosen = ((name, value) for name, value in self.plan.options.items() if value != defaults[name])
        return [option_told(self.game, name, value, self.language) for name, value in chosen]

    @property
    def stage(self) -> str:
        """What the game calls its turns."""
        return self.game.stage[self.language]

    # -- the sections --------------------------------------------------------------------------------------------------

    def whole(self) -> str:
        """The page."""
        key = "subtitle" if self.tally.games >= self.plan.games else "subtitle_part"
        counts = {"games": self.count(self.tally.games), "planned": self.count(self.plan.games)}
        subtitle = self.say(key, **counts, bots=self.bots, seed=self.plan.seed)
        subtitle = "; ".join([subtitle, *self.options()])
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
        headers = [self.say(key) for key in ("bot", "score", "won", "drawn", "lost")]
        scores = [self.tally.bot_score(number) for number in range(len(self.plan.bots))]
        records = self.tally.plain()["per_bot"]
        rows = [
            Row(
                entry["bot"] if self.plan.swap else self.say("bot_as", bot=entry["bot"], side=self.side(seat)),
                [self.scored(score), *(self.count(entry[k]) for k in ("wins", "draws", "losses"))],
                [(score.value, "plain")],
                (score.low, score.high),
            )
            for entry, score, seat in zip(records, scores, self.seats, strict=True)
        ]
        content = self._stronger(scores) + bars(self.say("score_caption"), headers, rows, 0.5)
        content += self.paragraph("interval_note", "soft", games=self.count(self.tally.games))
        same = len(set(self.plan.bots)) == 1
        content += self.paragraph("swapped" if self.plan.swap else "same_bots" if same else "not_swapped", "soft")
        if self.plan.swap:
            lines = [
                [self.say("bot_as", bot=entry["bot"], side=self.side(seat)), *(str(record[k]) for k in _RECORD)]
                for entry in records
                for seat, record in entry["seats"].items()
            ]
            heads = [self.say(key) for key in ("bot", "games", "won", "drawn", "lost")]
            content += table(self.say("seats_caption"), heads, lines)
        return self.section("who", content)

    def _stronger(self, scores: list[Interval]) -> str:
        """Whether one of several bots is shown to be stronger; where it kept its side only who scored more."""
        if len(set(self.plan.bots)) == 1:
            return ""
        best = max(range(len(scores)), key=lambda number: scores[number].value)
        score = scores[best]
        shown = "stronger" if self.plan.swap else "ahead"
        fields = {"bot": self.plan.bots[best], "share": self.percent(score.value), "bounds": self.bounds(score)}
        return self.paragraph(shown if score.low > 0.5 else f"not_{shown}", "verdict", **fields)

    def balance(self) -> str:
        """The sides' scores."""
        scores = {seat: self.tally.seat_score(seat) for seat in self.seats}
        content = self._verdict(scores)
        rows = [
            Row(
                self.side(seat),
                [self.scored(scores[seat]), self.count(self.tally.wins(seat))],
                [(scores[seat].value, kind)],
                (scores[seat].low, scores[seat].high),
            )
            for seat, kind in zip(self.seats, KINDS, strict=False)
        ]
        headers = [self.say(key) for key in ("side", "score", "won")]
        content += bars(self.say("score_caption"), headers, rows, 0.5)
        content += self.paragraph("balance_more", "soft") + f"<p><code>{COMPARE}</code></p>"
        return self.section("balance", content)

    def _verdict(self, scores: dict[Seat, Interval]) -> str:
        """Whether the scenario is shown to favour a side, or that these games do not show it, and how many would."""
        best = max(self.seats, key=lambda seat: scores[seat].value)
        score = scores[best]
        mixed = len(set(self.plan.bots)) > 1 and not self.plan.swap
        key = "balance_mixed" if mixed else "balance_uneven" if score.low > 0.5 else "balance_even"
        side = self.game.book.word(best, self.language)
        ends = {"low": self.number(100 * score.low), "high": self.number(100 * score.high)}
        told = self.paragraph(key, "verdict", side=side, share=self.percent(score.value), **ends)
        needed = games_to_show(score.value)
        if key == "balance_even" and needed is not None and self.games < needed <= MOST_GAMES:
            told += self.paragraph("balance_need", games=self.count(needed))
        return told

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
        mark = (median(decisions) - least + 0.5) / (width * len(heights))
        content += f"<p><em>{escape(caption)}</em></p>"
        words = (str(least), self.say("decisions_median", median=middle), str(most))
        content += columns(caption, heights, words, mark)
        binned = [[f"{least + n * width}–{least + (n + 1) * width - 1}", str(c)] for n, c in enumerate(heights) if c]
        content += details(
            self.say("decisions_table"), table(caption, [self.say("decisions"), self.say("games")], binned)
        )
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
            counts = (luck.rolls, round(luck.expected / MICRO), luck.successes)
            surplus = self.signed(luck.surplus / MICRO / self.games, 2)
            lines.append([self.side(seat), *map(self.count, counts), surplus])
        heads = [self.say(key) for key in ("side", "rolls", "expected", "succeeded", "luck_a_game")]
        content += table(self.say("luck_caption"), heads, lines)
        if len(self.seats) == 2:
            first, second = self.seats
            rows = []
            for luck_of, games, wins, drawn in self.tally.fortune_thirds():
                other = games - wins - drawn
                rows.append(
                    Row(
                        self.say("third", luck=self.signed(luck_of)),
                        [self.percent(wins / games), self.percent(drawn / games), self.percent(other / games)],
                        [(wins / games, "first"), (drawn / games, "drawn"), (other / games, "second")],
                    )
                )
            headers = [self.say("luck_of"), self.side(first), self.say("drawn"), self.side(second)]
            ahead = self.game.book.word(first, self.language)
            content += bars(self.say("thirds_caption", side=ahead), headers, rows, 0.5)
            content += legend(
                [("first", self.side(first)), ("drawn", self.say("drawn")), ("second", self.side(second))]
            )
        return self.section("luck", content)

    def fired(self) -> str:
        """Rules that fired, and those that did not, with the reason where it is known."""
        tally = self.tally
        seen = {rule for rule in (*tally.fired, *tally.asked) if rule in self.book}
        names = named(self.plan.game)
        unseen = {id: atom for id, atom in self.book.items() if id not in seen}
        never = [id for id in unseen if id in names.told]
        forbidding = [id for id in unseen if id in names.only_refused]
        unnamed = [atom for id, atom in unseen.items() if id not in names.told | names.only_refused]
        silent = [atom.id for atom in unnamed if atom.information is None]
        rest = [atom.id for atom in unnamed if atom.information is not None]
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
        for key, ids in (("forbidding", forbidding), ("silent", silent), ("informative", rest)):
            content += details(self.say(key, count=len(ids)), self._rules(ids))
        return self.section("fired", content)

    def _rules(self, ids: list[str]) -> str:
        items = "".join(f"<li><b>{id}</b> {escape(self.book[id].title[self.language])}</li>" for id in ids)
        return f'<ul class="rules">{items}</ul>' if ids else "<p>–</p>"

    def time(self) -> str:
        """Decision times of each bot."""
        timed = self.tally.timing()
        thinkers = [seat for seat, times in zip(self.seats, self.tally.times, strict=True) if times.decisions]
        if not timed:
            return self.section("time", self.paragraph("time_none", "soft"))
        lines = [
            [
                entry["bot"] if self.plan.swap else self.say("bot_as", bot=entry["bot"], side=self.side(seat)),
                self.count(entry["decisions"]),
                *(self.seconds(entry[key]) for key in ("median", "p95", "max")),
                self.count(entry["cut"]),
            ]
            for entry, seat in zip(timed, thinkers, strict=True)
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


def option_told(game: Game[Any], name: str, value: str, language: str) -> str:
    """A setting of a run and its value, in words where the game has any."""
    option = next((option for option in game.options if option.name == name), None)
    label = option.labels.get(value) if option else None
    return f"{name}={value} ({label[language]})" if label else f"{name}={value or '–'}"


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
