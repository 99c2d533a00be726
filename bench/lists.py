"""Every army list against every other, as a picture: `python -m bench.lists results.json lists.svg`.

Two armies that the book of lists suggests meet on generated ground in a year that both lists have, led by the same
level; each battle is fought twice, each list once from either side. Results are kept after every battle, and a run that
was stopped goes on where it was. The picture shows the share of points (a draw is half) of the row against the column.
"""

from __future__ import annotations

import argparse
import json
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any

import quadrilatero as q
from bench.pickups import GAME, fought
from quadrilatero.bots import Bot, bot
from quadrilatero.kernel import Plain

TURNS = 12
CELL, EDGE = 34, 70
Results = dict[str, list[float]]
"""By `first second`: what the first scored in each battle."""


def years(one: str, other: str) -> tuple[int, int] | None:
    """The years in which both lists can be used; None where there are none."""
    lists = q.army(GAME).lists()
    first = max(lists[one]["years"][0], lists[other]["years"][0])
    last = min(lists[one]["years"][1], lists[other]["years"][1])
    return (first, last) if first <= last else None


def theatre(one: str, other: str) -> str:
    """Europe for armies of Europe, otherwise the ground of those who are at home."""
    homes = {"afg": "afghanistan", "chi": "china", "ind": "india", "sik": "india", "boer": "south_africa"}
    homes |= {"zulu": "south_africa", "sud": "north_africa", "egy": "north_africa", "eth": "north_africa"}
    return next((homes[name] for name in (one, other) if name in homes), "europe")


def battle(one: str, other: str, number: int, points: int) -> Plain:
    """The battle of that number between two lists; in odd ones the second is red."""
    span = years(one, other)
    assert span is not None
    seed = number // 2
    year = span[0] + (span[1] - span[0]) * (2 * seed + 1) // (2 * seed + 2)
    place = theatre(one, other)

    def army(own: str, foe: str) -> Plain:
        return q.army(GAME).suggest(list=own, year=year, points=points, against=foe, theatre=place, seed=seed)

    armies = [army(one, other), army(other, one)][:: 1 if number % 2 == 0 else -1]
    return q.pickup(
        GAME,
        armies=dict(zip(("red", "blue"), armies, strict=True)),
        kind="encounter",
        theatre=place,
        deployment="automatic",
        last_turn=TURNS,
        seed=seed,
    )


def score(one: str, other: str, number: int, points: int, leader: Bot, budget: int) -> float:
    """What the first of two lists makes of a battle: 1, a half, or 0."""
    table = {"red": leader, "blue": leader}
    spent: dict[str, list[float]] = {"red": [], "blue": []}
    result = fought(GAME, battle(one, other, number, points), table, number, budget, spent).result
    assert result is not None
    if result.winner is None:
        return 0.5
    return float((result.winner == "red") == (number % 2 == 0))


def shares(results: Results) -> dict[tuple[str, str], float]:
    """The share of each list against each other, from both sides of the table."""
    found: dict[tuple[str, str], float] = {}
    for pair, scores in results.items():
        one, other = pair.split()
        found[one, other] = sum(scores) / len(scores)
        found[other, one] = 1 - found[one, other]
    return found


def colour(share: float) -> str:
    """From blue for who loses all over paper to red for who wins all."""
    ends = ((49, 88, 138), (246, 238, 218), (158, 42, 34))
    low, high = (ends[0], ends[1]) if share < 0.5 else (ends[1], ends[2])
    at = 2 * share if share < 0.5 else 2 * share - 1
    return "#" + "".join(f"{round(a + (b - a) * at):02x}" for a, b in zip(low, high, strict=True))


def picture(results: Results, names: list[str], title: str) -> str:
    """All lists against all: a square for each pair, with its share in hundredths."""
    found = shares(results)
    means = {one: [share for (own, _), share in found.items() if own == one] for one in names}
    order = sorted(names, key=lambda one: -sum(means[one]) / max(1, len(means[one])))
    wide, high = EDGE + CELL * (len(order) + 1) + 12, EDGE + CELL * len(order) + 12
    drawn = [f'<text x="{EDGE}" y="18" class="title">{escape(title)}</text>']
    for row, one in enumerate(order):
        y = EDGE + CELL * row
        drawn.append(f'<text x="{EDGE - 8}" y="{y + 22}" class="row">{one}</text>')
        drawn.append(f'<text x="{EDGE + CELL * row + CELL // 2}" y="{EDGE - 8}" class="head">{one}</text>')
        if means[one]:
            mean = 100 * sum(means[one]) / len(means[one])
            drawn.append(f'<text x="{EDGE + CELL * len(order) + 22}" y="{y + 22}" class="mean">{mean:.0f}</text>')
        for column, other in enumerate(order):
            share = found.get((one, other))
            if share is not None:
                x, ink = EDGE + CELL * column, "#fff" if abs(share - 0.5) > 0.34 else "#241a12"
                drawn.append(
                    f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}" fill="{colour(share)}"/>'
                    f'<text x="{x + CELL // 2}" y="{y + 22}" class="cell" fill="{ink}">{100 * share:.0f}</text>'
                )
    style = (
        "text{font:13px serif}.row{text-anchor:end}.head,.cell,.mean{text-anchor:middle}.title,.mean{font-weight:700}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(title)}">'
        f'<style>{style}</style><rect width="{wide}" height="{high}" fill="#f8f0dc"/>{"".join(drawn)}</svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--battles", type=int, default=2, help="of each pair (default 2)")
    parser.add_argument("--points", type=int, default=1500)
    parser.add_argument("--level", default="capitano")
    parser.add_argument("--budget", type=int, default=500)
    said = parser.parse_args()
    names = list(q.army(GAME).lists())
    known: dict[str, Any] = json.loads(said.results.read_text()) if said.results.exists() else {}
    leader = bot(GAME, said.level)
    for number in range(said.battles):
        for one, other in combinations(names, 2):
            scores = known.setdefault(f"{one} {other}", []) if years(one, other) else None
            if scores is None or len(scores) > number:
                continue
            try:
                scores.append(score(one, other, number, said.points, leader, said.budget))
            except q.NoSuchArmy:
                del known[f"{one} {other}"]
                continue
            said.results.write_text(json.dumps(known))
            fought_so_far = sum(map(len, known.values()))
            print(f"\r{fought_so_far} battles", end="", flush=True)
    done = {pair: scores for pair, scores in known.items() if scores}
    count = sum(map(len, done.values()))
    title = f"Row against column, per cent: {count} battles of {said.points} points, {said.level} on both sides"
    said.picture.write_text(picture(done, names, title))
    print(f"\n{count} battles; {said.picture}")


if __name__ == "__main__":
    main()
