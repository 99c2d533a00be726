"""Armies that are lawful and use their points: a search among the units a list allows, judged by its own limits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from quadrilatero.games.vivaorre.army import points as cost
from quadrilatero.games.vivaorre.army.builder import arm_of
from quadrilatero.games.vivaorre.army.limits import Army, Unit, faults
from quadrilatero.games.vivaorre.army.lists import Roll, Setting
from quadrilatero.games.vivaorre.datapack.contents import ARMS, Issue
from quadrilatero.kernel import Plain
from quadrilatero.kernel.armies import NoSuchArmy

ENOUGH = 97
"""The part of the points, in per cent, at which the search is content."""
TRIES = 12
STEPS = 400
MANY = 200
BATTERIES = (1, 2, 3)


class Choice(NamedTuple):
    """A unit that could be taken; `spec` is how a file has it already."""

    unit: Unit
    issue: Issue
    arm: str
    spec: Plain | None = None


def suggested(roll: Roll, setting: Setting, points: int, seed: int) -> Plain:
    """A lawful army of at most so many points; NoSuchArmy where none is found."""
    best = found(roll, setting, points, seed)
    return {
        "kind": "quadrilatero-army",
        "format": 1,
        "game": "vivaorre",
        "list": roll.content.id,
        "year": setting.year,
        "points": points,
        "against": setting.against,
        "theatre": setting.theatre,
        "name": "",
        "cic": {"name": ""},
        "brigades": [
            {"id": f"b{n}", "general": {"name": ""}, "units": [written(choice) for choice in brigade]}
            for n, brigade in enumerate(brigaded(best, roll), 1)
        ],
    }


def found(roll: Roll, setting: Setting, points: int, seed: int, kept: Sequence[Choice] = ()) -> list[Choice]:
    """The units that make a lawful army of so many points together with those that are kept; NoSuchArmy."""
    content = roll.content
    first, last = content.years
    if not first <= setting.year <= last:
        raise NoSuchArmy(f"the list {content.id} is for the years {first} to {last}, not {setting.year}")
    choices = [choice for choice in _choices(roll, setting) if choice.unit.points <= points]
    best: list[Choice] | None = None
    rng = random.Random(f"{content.id} {setting} {points} {seed}")
    for _ in range(TRIES):
        more = _Search(roll, setting, points, choices, rng, kept).run() if choices else None
        best = max((army for army in (best, more) if army is not None), key=_points, default=None)
        if best is not None and 100 * (_points(kept) + _points(best)) >= ENOUGH * points:
            break
    if best is None:
        raise NoSuchArmy(
            f"no lawful army of the list {content.id} was found for {points} points in {setting.year}: "
            + ("let go of some of its units" if kept else "try more points")
        )
    return best


def _choices(roll: Roll, setting: Setting) -> list[Choice]:
    """Every unit that the list allows then and there, by weapon and size."""
    found = []
    for id, entry in roll.entries.items():
        if roll.barred(id, setting) is not None:
            continue
        standard = roll.standard(id)
        sizes: Sequence[int] = BATTERIES if entry.arm == "artillery" else (standard,)
        if roll.content.sizes is not None:
            sizes = range(roll.content.sizes[0], roll.content.sizes[1] + 1, 4)
        for issue in roll.issues(id, setting.year):
            price = roll.price(id, issue)
            for size in sizes:
                whole = cost.of_unit(price, size, standard, roll.options)
                found.append(Choice(Unit("", id, size, whole, issue.weapon or issue.gun or "none"), issue, entry.arm))
    return found


class _Search:
    """One search: units are added, dropped and exchanged as long as the army gets no worse."""

    def __init__(
        self,
        roll: Roll,
        setting: Setting,
        points: int,
        choices: Sequence[Choice],
        rng: random.Random,
        kept: Sequence[Choice],
    ) -> None:
        self.kept = kept
        self.army = Army(roll, setting, points, ())
        self.choices = choices
        self.rng = rng
        liked = {id: rng.random() + 0.1 for id in roll.entries}
        among = {id: sum(choice.unit.entry == id for choice in choices) for id in roll.entries}
        self.weights = [liked[choice.unit.entry] / among[choice.unit.entry] for choice in choices]

    def run(self) -> list[Choice] | None:
        """What made the best lawful army that was met; None where none was."""
        taken = self.with_more([], MANY)
        badness = self.badness(taken)
        best: list[Choice] | None = [] if self.kept and self.is_lawful([]) else None
        for _ in range(STEPS):
            tried = self.changed(taken)
            worse = self.badness(tried)
            if worse <= badness:
                taken, badness = tried, worse
            if worse < 100 and _points(tried) > _points(best or ()) and self.is_lawful(tried):
                best = tried
                if 100 * (_points(self.kept) + _points(best)) >= ENOUGH * self.army.points:
                    break
        return best

    def changed(self, taken: list[Choice]) -> list[Choice]:
        """The same army without some of its units, and with some others."""
        drop, more = self.rng.randint(0, 2), self.rng.randint(0, 3)
        return self.with_more(self.rng.sample(taken, len(taken))[drop:], more)

    def with_more(self, taken: list[Choice], more: int) -> list[Choice]:
        """The same army with so many more units, as far as its points go."""
        left = self.army.points - _points(self.kept) - _points(taken)
        for new in self.rng.choices(self.choices, self.weights, k=more):
            if new.unit.points <= left:
                taken, left = [*taken, new], left - new.unit.points
        return taken

    def badness(self, taken: list[Choice]) -> float:
        """How far an army is from being lawful, and from using its points."""
        broken = sum(float(fault.off) for fault in faults(self._army(taken)))
        unused = max(0.0, ENOUGH - 100 * (_points(self.kept) + _points(taken)) / self.army.points)
        return 3 * broken + unused + 20 * (not _can_be_led([*self.kept, *taken], self.army.roll))

    def is_lawful(self, taken: list[Choice]) -> bool:
        """Whether no limit is broken and brigades can be made."""
        led = _can_be_led([*self.kept, *taken], self.army.roll)
        return led and not any(True for _ in faults(self._army(taken)))

    def _army(self, taken: list[Choice]) -> Army:
        return self.army._replace(units=[choice.unit for choice in (*self.kept, *taken)])


def _points(taken: Sequence[Choice]) -> int:
    return sum(choice.unit.points for choice in taken)


def _can_be_led(taken: Sequence[Choice], roll: Roll) -> bool:
    """5-b: whether the units can be put into brigades, or into the divisions of the list."""
    if roll.content.divisions:
        return len(taken) >= len(roll.content.divisions)
    foot, horse = (sum(choice.arm == arm for choice in taken) for arm in ("infantry", "cavalry"))
    return max(foot, horse) >= 2


def brigaded(taken: Sequence[Choice], roll: Roll) -> list[list[Choice]]:
    """5-b: brigades of like troops; a single unit of the other arm goes with the first, guns with each in turn."""
    order = list(roll.entries)
    taken = sorted(taken, key=lambda choice: (order.index(choice.unit.entry), arm_of(choice.issue)))
    if roll.content.divisions:
        return _dealt(taken, len(roll.content.divisions))
    foot, horse, guns = ([choice for choice in taken if choice.arm == arm] for arm in ARMS)
    brigades = _split(foot, -(-len(foot) // 5)) if len(foot) > 1 else []
    brigades += _split(horse, -(-len(horse) // 4)) if len(horse) > 1 else []
    for alone in (foot, horse):
        if len(alone) == 1:
            brigades[0] += alone
    for n, gun in enumerate(guns):
        brigades[n % len(brigades)].append(gun)
    return brigades


def _split(units: Sequence[Choice], parts: int) -> list[list[Choice]]:
    """Neighbours together, in parts as equal as can be."""
    bounds = [len(units) * n // parts for n in range(parts + 1)]
    return [list(units[start:end]) for start, end in pairwise(bounds)]


def _dealt(units: Sequence[Choice], parts: int) -> list[list[Choice]]:
    """One after another in turn, so that each part has something of everything."""
    return [list(units[n::parts]) for n in range(parts)]


def written(choice: Choice) -> Plain:
    """A unit as the file has it, with everything that decides its cost."""
    unit, issue = choice.unit, choice.issue
    if choice.spec is not None:
        return choice.spec
    if choice.arm == "artillery":
        mount = {"mount": issue.mount} if issue.mount else {}
        return {"entry": unit.entry, "sections": unit.figures, "gun": issue.gun, **mount}
    return {"entry": unit.entry, "figures": unit.figures, "weapon": issue.weapon}
