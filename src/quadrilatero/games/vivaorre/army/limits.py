"""20: the limits of a list, and how an army breaks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from quadrilatero.games.vivaorre.army.lists import Roll, Setting, holds
from quadrilatero.games.vivaorre.datapack.contents import Carried, Ceiling, EachKind, Equal, OneOf, Share

WITHIN = {"within_10": Fraction(10), "exact": Fraction(1, 2)}


class Unit(NamedTuple):
    """A unit as the limits see it; `figures` are sections for artillery, `carries` its weapon or gun."""

    id: str
    entry: str
    figures: int
    points: int
    carries: str


class Army(NamedTuple):
    """What the limits of a list look at; `points` is the size of the battle."""

    roll: Roll
    setting: Setting
    points: int
    units: Sequence[Unit]

    def of(self, names: tuple[str, ...]) -> list[Unit]:
        """The units of some arms, groups and entries."""
        chosen = self.roll.chosen(names)
        return [unit for unit in self.units if unit.entry in chosen]


class Fault(NamedTuple):
    """A limit that is broken: its rule, why, what with, and how far it is from being kept."""

    rule: str
    reason: str
    data: dict[str, Any]
    off: Fraction = Fraction(1)


def faults(army: Army) -> Iterator[Fault]:
    """20.mex-a, 20.usa-a. Every limit of its list that an army breaks."""
    content = army.roll.content
    for share in content.share:
        yield from share_faults(army, share)
    for ceiling in content.ceiling:
        yield from ceiling_faults(army, ceiling)
    for equal in content.equal:
        yield from equal_faults(army, equal)
    for carried in content.carried:
        yield from carried_faults(army, carried)
    for choice in content.one_of:
        yield from one_of_faults(army, choice)
    for kinds in content.each_kind:
        yield from each_kind_faults(army, kinds)


def share_faults(army: Army, share: Share) -> Iterator[Fault]:
    """20-b, 20.uk-a, 20.afg-a, 20.ind-a, 20.sik-a, 20.eth-a, 20.sud-a, 20.zulu-a, 20.chi-a, 20.egy-a. Shares of points.

    They are shares of the number of units where the list says so, and of a part of the army where it names one.
    """
    if not holds(share, army.setting):
        return
    chosen = army.roll.chosen(share.entries)
    for contingent in contingents(army):
        among = contingent if share.among is None else [unit for unit in contingent if unit in army.of(share.among)]
        weights = [unit.points if share.by == "points" else 1 for unit in among]
        mine = sum(weight for unit, weight in zip(among, weights, strict=True) if unit.entry in chosen)
        if among and (mine or not share.if_used):
            yield from bound_faults(army, share, Fraction(100 * mine, sum(weights)))


def bound_faults(army: Army, share: Share, part: Fraction) -> Iterator[Fault]:
    """20.boer-a, 20.pru-a, 20.rus-a, 20.aus-a, 20.fra-a, 20.fra-c, 20.it-a, 20.pie-a, 20.nap-a, 20.gar-a. Its bounds.

    An exact share is met within ten percentage points; by another reading to the whole per cent.
    """
    most = share.with_allies if share.with_allies is not None and has_allies(army) else share.most
    said = {"who": share.who, "share": _percent(part)}
    if most is not None and part > most:
        yield Fault(share.rule, "share_over", {**said, "most": most}, part - most)
    if share.least is not None and part < share.least:
        yield Fault(share.rule, "share_under", {**said, "least": share.least}, share.least - part)
    within = WITHIN[army.roll.options["shares"]]
    if share.about is not None and (off := abs(part - share.about)) > within:
        yield Fault(share.rule, "share_about", {**said, "about": share.about, "within": int(within)}, off - within)


def contingents(army: Army) -> list[list[Unit]]:
    """20.chi-b. The parts of an army that have proportions of their own: mostly it is one."""
    apart = tuple(id for id, group in army.roll.content.groups.items() if group.contingent)
    if not apart:
        return [list(army.units)]
    theirs = army.of(apart)
    return [[unit for unit in army.units if unit not in theirs], theirs]


def has_allies(army: Army) -> bool:
    """Whether an army has allied units."""
    return any(army.roll.is_ally(unit.entry) for unit in army.units)


def ceiling_faults(army: Army, ceiling: Ceiling) -> Iterator[Fault]:
    """20-c, 20.uk-b, 20.sik-b, 20.fra-b, 20.it-b, 20.pie-b, 20.pap-a, 20.mex-b, 20.tur-a. Only so many units of a kind.

    Limits for battles of 3,000 points grow with each 3,000 more and are never less; others stay what they are.
    """
    if not holds(ceiling, army.setting):
        return
    most = ceiling.most
    if ceiling.at is not None:
        if army.roll.options["limits_3000"] == "advice":
            return
        most *= max(1, army.points // ceiling.at)
    units = army.of(ceiling.entries)
    if ceiling.gun is None:
        count, reason = len(units), "units_over"
    else:
        count, reason = sum(unit.figures for unit in units if unit.carries == ceiling.gun), "sections_over"
    if count > most:
        yield Fault(
            ceiling.rule, reason, {"who": ceiling.who, "units": count, "most": most}, Fraction(10 * (count - most))
        )


def equal_faults(army: Army, equal: Equal) -> Iterator[Fault]:
    """20.pap-b. As many units of the one kind as of the other."""
    count, other = len(army.of(equal.entries)), len(army.of(equal.others))
    if count != other:
        said = {"who": equal.who, "units": count, "others": other}
        yield Fault(equal.rule, "unequal", said, Fraction(10 * abs(count - other)))


def carried_faults(army: Army, carried: Carried) -> Iterator[Fault]:
    """20-g, 20.eth-b, 20.eth-c, 20.gar-b, 20.sud-b, 20.usa-b. Shares of weapons, in figures or sections.

    They are met as near as whole units allow. A ceiling is never exceeded.
    """
    if not holds(carried, army.setting):
        return
    units = army.of(carried.entries)
    armed = [unit for unit in units if unit.carries != "none"]
    if carried.most is not None:
        part = _part(sum(unit.figures for unit in armed), sum(unit.figures for unit in units))
        if part > carried.most:
            said = {"who": carried.who, "share": _percent(part), "most": carried.most}
            yield Fault(carried.rule, "carried_over", said, part - carried.most)
    if carried.about is not None and armed:
        sizes = [unit.figures for unit in armed]
        have = sum(unit.figures for unit in armed if unit.carries in carried.weapons)
        off = abs(100 * have - carried.about * sum(sizes)) - nearest(sizes, carried.about)
        if off > 0:
            share = _percent(_part(have, sum(sizes)))
            said = {"who": carried.who, "share": share, "about": carried.about}
            yield Fault(carried.rule, "carried_about", said, Fraction(off, sum(sizes)))


def nearest(sizes: Sequence[int], percent: int) -> int:
    """20-g. How near whole units of these sizes can come to a share of their figures, in hundredths of a figure."""
    sums = 1
    for size in sizes:
        sums |= sums << size
    aim = percent * sum(sizes)
    below = next(figures for figures in range(aim // 100, -1, -1) if sums >> figures & 1)
    above = next((figures for figures in range(aim // 100, sum(sizes) + 1) if sums >> figures & 1), below)
    return min(aim - 100 * below, abs(100 * above - aim))


def one_of_faults(army: Army, choice: OneOf) -> Iterator[Fault]:
    """20.uk-c, 20.rus-b. Allies of one nation only."""
    used = [group for group in choice.groups if army.of((group,))]
    if len(used) > 1:
        names = [army.roll.content.groups[group].name for group in used]
        yield Fault(choice.rule, "one_of", {"groups": names}, Fraction(20 * (len(used) - 1)))


def each_kind_faults(army: Army, kinds: EachKind) -> Iterator[Fault]:
    """20.chi-b. Who takes Boxers takes a unit of each kind if there are points for it; those with firearms go first."""
    used = {unit.entry for unit in army.of(kinds.entries)}
    if not used:
        return
    roll = army.roll
    for id in roll.entries:
        if id in used or id not in roll.chosen(kinds.entries):
            continue
        said = {"entry": id, "who": roll.entries[id].name}
        if not roll.fires(id) and any(map(roll.fires, used)):
            yield Fault(kinds.rule, "kind_before_firearms", said, Fraction(10))
        elif _there_is_room(army, id):
            yield Fault(kinds.rule, "kind_missing", said, Fraction(10))


def _there_is_room(army: Army, id: str) -> bool:
    """Whether a unit of this kind could be added: the points are there, and no share would be exceeded."""
    roll = army.roll
    issue = min(roll.issues(id, army.setting.year), key=lambda issue: roll.price(id, issue))
    figures = roll.standard(id)
    more = Unit("", id, figures, figures * roll.price(id, issue), issue.weapon or issue.gun or "none")
    if sum(unit.points for unit in (*army.units, more)) > army.points:
        return False
    grown = army._replace(units=[*army.units, more])
    return not any(list(share_faults(grown, share)) for share in roll.content.share)


def _part(some: int, whole: int) -> Fraction:
    return Fraction(100 * some, whole) if whole else Fraction(0)


def _percent(part: Fraction) -> float:
    """A share as people read it, with one decimal."""
    return round(float(part), 1)
