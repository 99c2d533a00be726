"""Armies that are lawful and use their points, drawn at random from what a list allows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from quadrilatero.games.alaguerre.army import points
from quadrilatero.games.alaguerre.army.builder import FEWEST_UNITS, Muster, muster
from quadrilatero.games.alaguerre.army.files import ArmyFile, parse
from quadrilatero.games.alaguerre.army.lists import Roll
from quadrilatero.games.alaguerre.said import FOOT, GUNS
from quadrilatero.kernel import Plain
from quadrilatero.kernel.armies import NoSuchArmy

ENOUGH = 97
"""The part of the points, in per cent, at which the search is content."""
TRIES = 80
BRIGADE = 3
"""How many bases a brigade has at most."""
A_DIVISION = 95
"""How many points there are to a division, roughly."""
A_BATTERY = 110
"""For how many points there is a battery at most: a list may allow more, but guns alone hold no ground."""


class Staff(NamedTuple):
    """Who commands: the level of the CiC, whether he leads a division himself, and the levels of the other generals."""

    cic: int
    leads: bool
    levels: tuple[int, ...]


def suggested(roll: Roll, year: int, most: int, seed: int, keep: ArmyFile | None = None) -> Plain:
    """A lawful army of at most so many points, with everything of the one that is to be kept; NoSuchArmy."""
    first, last = roll.content.years
    if not first <= year <= last:
        raise NoSuchArmy(f"the list {roll.content.id} is for the years {first} to {last}, not {year}")
    rng = random.Random(f"{roll.content.id} {year} {most} {seed}")
    best: Plain | None = None
    used = 0
    for _ in range(TRIES):
        army = _drawn(roll, year, most, rng, keep)
        built = muster(parse(army), roll)
        if not built.faults and built.points > used:
            best, used = army, built.points
            if 100 * used >= ENOUGH * most:
                break
    if best is None:
        remedy = "let go of some of its bases" if keep is not None and keep.divisions else "try more points"
        raise NoSuchArmy(
            f"no lawful army of the list {roll.content.id} was found for {most} points in {year}: {remedy}"
        )
    return best


def _drawn(roll: Roll, year: int, most: int, rng: random.Random, keep: ArmyFile | None) -> Plain:
    """One army, lawful or not."""
    kept = None if keep is None else muster(keep, roll)
    staff = _staff(most, rng, keep)
    left = most - (0 if kept is None else kept.points) - _pay(staff, roll, paid=keep is not None)
    chosen = _bases(roll, left, rng, kept, most)
    army: Plain = {
        "kind": "quadrilatero-army",
        "format": 1,
        "game": "alaguerre",
        "list": roll.content.id,
        "year": year,
        "points": most,
        "name": "" if keep is None else keep.name,
        "cic": {"name": "", "level": staff.cic} if keep is None else msgspec.to_builtins(keep.cic),
    }
    before: Plain = {} if keep is None else msgspec.json.decode(msgspec.json.encode(keep))
    old, guns = before.get("divisions", []), before.get("guns", [])
    troops = [id for id in chosen if roll.entries[id].type not in GUNS]
    return {
        **army,
        "divisions": [*old, *_divisions(roll, troops, staff, len(old))],
        "guns": [*guns, *({"entry": id} for id in chosen if roll.entries[id].type in GUNS)],
    }


def _staff(most: int, rng: random.Random, keep: ArmyFile | None) -> Staff:
    """Generals for an army of that size; where one is kept its CiC stays, and leads what he led."""
    have = 0 if keep is None else len(keep.divisions)
    divisions = min(5, max(1 if have else 2, round(most / A_DIVISION) + rng.choice((-1, 0, 0)) - have))
    leads = not have and rng.random() < 0.3
    levels = tuple(rng.choice((0, 0, 0, 1, 1, 2, -1)) for _ in range(divisions - leads))
    return Staff(keep.cic.level if keep is not None else rng.choice((0, 1, 1, 2)), leads, levels)


def _pay(staff: Staff, roll: Roll, *, paid: bool) -> int:
    """What generals cost; `paid`: but for the CiC."""
    tables = roll.data.tables
    each = [points.of_general(level, tables) for level in staff.levels]
    each += [] if paid else [points.of_general(staff.cic, tables, cic=True)]
    return sum(part for parts in each for _, part in parts)


def _bases(roll: Roll, left: int, rng: random.Random, kept: Muster | None, most: int) -> list[str]:
    """Entries to take: what the list demands, then others as liked, as long as points and numbers allow."""
    count = Counter(base.spec.entry for base in kept.bases) if kept is not None else Counter[str | None]()
    chosen: list[str] = []
    for id, entry in roll.entries.items():
        for _ in range(max(0, (entry.least or 0) - count[id])):
            chosen.append(id)
            left -= roll.price(id)
    count.update(chosen)
    batteries = sum(base.entry.type in GUNS for base in kept.bases) if kept is not None else 0
    batteries += sum(roll.entries[id].type in GUNS for id in chosen)
    liked = {id: rng.random() + 0.1 for id in roll.entries}
    while can := [
        id
        for id, entry in roll.entries.items()
        if roll.price(id) <= left
        and (entry.most is None or count[id] < entry.most)
        and (entry.type not in GUNS or A_BATTERY * (batteries + 1) <= most)
    ]:
        id = rng.choices(can, [liked[id] for id in can])[0]
        chosen.append(id)
        count[id] += 1
        batteries += roll.entries[id].type in GUNS
        left -= roll.price(id)
    return chosen


def _divisions(roll: Roll, troops: Sequence[str], staff: Staff, before: int) -> list[Plain]:
    """2.7.2-a, 2.7.3-d: foot and horse apart, as many divisions as there are generals, brigades of one entry."""
    order = list(roll.entries)
    ranked = sorted(troops, key=order.index)
    foot = [id for id in ranked if roll.entries[id].type in FOOT]
    horse = [id for id in ranked if id not in foot]
    generals: list[Plain | str] = ["cic"] if staff.leads else []
    generals += [{"name": "", "level": level} for level in staff.levels]
    wings = min(len(generals) - 1, round(len(generals) * len(horse) / max(1, len(troops)))) if foot else len(generals)
    if wings == 0 or len(horse) < FEWEST_UNITS * wings:
        parts = _parted([*foot, *horse], len(generals))
    else:
        parts = [*_parted(foot, len(generals) - wings), *_parted(horse, wings)]
    return [
        {
            "id": f"d{n}",
            "general": general,
            "brigades": [{"bases": [{"entry": id} for id in ids]} for ids in _brigades(part)],
        }
        for n, (general, part) in enumerate(zip(generals, parts, strict=True), before + 1)
    ]


def _parted(ids: Sequence[str], parts: int) -> list[Sequence[str]]:
    """Neighbours together, in parts as equal as can be."""
    bounds = [len(ids) * n // parts for n in range(parts + 1)] if parts else [0]
    return [ids[start:end] for start, end in pairwise(bounds)]


def _brigades(ids: Sequence[str]) -> list[list[str]]:
    """Bases of one entry together, at most so many."""
    brigades: list[list[str]] = []
    for id in ids:
        if not brigades or brigades[-1][0] != id or len(brigades[-1]) == BRIGADE:
            brigades.append([])
        brigades[-1].append(id)
    return brigades
