"""20: an army as its file has it, made into units with their costs, and everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from quadrilatero.games.vivaorre.army import points
from quadrilatero.games.vivaorre.army.files import ArmyFile, BrigadeSpec, UnitSpec
from quadrilatero.games.vivaorre.army.limits import Army, Fault, Unit, faults
from quadrilatero.games.vivaorre.army.lists import Roll, Setting
from quadrilatero.games.vivaorre.datapack.contents import Issue

BRIGADES: dict[str, tuple[int, int]] = {"infantry": (2, 6), "cavalry": (2, 4)}


class Built(NamedTuple):
    """A unit of an army: who, with what, how many figures (sections), and what a figure costs."""

    id: str
    spec: UnitSpec
    entry: str
    issue: Issue
    figures: int
    price: int
    points: int


class Muster(NamedTuple):
    """An army made from its file, with the brigades by id and all faults that were found."""

    army: Army
    brigades: dict[str, list[Built]]
    faults: list[Fault]

    @property
    def units(self) -> list[Built]:
        """Every unit, brigade by brigade."""
        return [unit for units in self.brigades.values() for unit in units]


def muster(file: ArmyFile, roll: Roll) -> Muster:
    """An army and everything that is wrong with it, the faults of single units first."""
    setting = Setting(file.year, file.against, file.theatre)
    found = list(year_faults(file, roll))
    brigades: dict[str, list[Built]] = {}
    for n, brigade in enumerate(file.brigades, 1):
        units = brigades.setdefault(brigade.id or f"b{n}", [])
        for spec in brigade.units:
            id = f"{brigade.id or f'b{n}'}.{len(units) + 1}"
            if spec.entry not in roll.entries:
                found.append(
                    Fault("20-a", "unknown_entry", {"unit": id, "entry": spec.entry, "title": roll.content.title})
                )
                continue
            unit = build(id, spec, roll, file.year)
            found += unit_faults(unit, roll, setting)
            units.append(unit)
    army = Army(roll, setting, file.points, [counted(unit) for units in brigades.values() for unit in units])
    found += points_faults(army)
    found += engineer_faults(brigades, roll)
    found += division_faults(file, roll) if roll.content.divisions else brigade_faults(file.brigades, brigades, roll)
    found += faults(army)
    return Muster(army, brigades, found)


def build(id: str, spec: UnitSpec, roll: Roll, year: int) -> Built:
    """A unit with its cost; what the file leaves out is the list's usual weapon that year and the standard size."""
    issue = issue_of(spec, roll, year)
    price = roll.price(spec.entry, issue, spec.engineers)
    standard = roll.standard(spec.entry)
    guns = roll.entries[spec.entry].arm == "artillery"
    figures = (spec.sections if guns else spec.figures) or standard
    return Built(id, spec, spec.entry, issue, figures, price, points.of_unit(price, figures, standard, roll.options))


def issue_of(spec: UnitSpec, roll: Roll, year: int) -> Issue:
    """What a unit carries: what its file says, or the first that its list has that year and that fits."""
    first, last = roll.content.years
    issues = roll.issues(spec.entry, min(max(year, first), last))
    if spec.weapon is not None or spec.gun is not None:
        return Issue(weapon=spec.weapon, gun=spec.gun, mount=spec.mount)
    return next((issue for issue in issues if issue.mount == spec.mount), issues[0])


def counted(unit: Built) -> Unit:
    """A unit as the limits see it."""
    return Unit(unit.id, unit.entry, unit.figures, unit.points, unit.issue.weapon or unit.issue.gun or "none")


# -- faults ------------------------------------------------------------------------------------------------------------


def year_faults(file: ArmyFile, roll: Roll) -> Iterator[Fault]:
    """20-a. A list has its years."""
    first, last = roll.content.years
    if not first <= file.year <= last:
        yield Fault(
            "20-a", "year_outside", {"title": roll.content.title, "year": file.year, "first": first, "last": last}
        )


def unit_faults(unit: Built, roll: Roll, setting: Setting) -> Iterator[Fault]:
    """20.afg-b, 20.nap-b, 20.mex-c. Troops that may be used then and there, with weapons that they had."""
    said = {"unit": unit.id, "entry": unit.entry, "who": roll.entries[unit.entry].name}
    if bound := roll.barred(unit.entry, setting):
        when = {"year": setting.year, "against": setting.against, "theatre": setting.theatre}
        yield Fault(bound.rule, "not_allowed", {**said, **when})
    carries = (unit.issue.weapon, unit.issue.gun, unit.issue.mount)
    allowed = roll.issues(unit.entry, setting.year)
    if allowed and carries not in [(issue.weapon, issue.gun, issue.mount) for issue in allowed]:
        names = [arm_of(issue) for issue in allowed]
        yield Fault(
            roll.arming_rule(unit.entry),
            "not_carried",
            {**said, "year": setting.year, "arms": arm_of(unit.issue), "carried": names},
        )
    yield from size_faults(unit, roll)


def arm_of(issue: Issue) -> str:
    """A weapon or gun by its id, with the mount where a gun has one."""
    return "/".join(filter(None, (issue.weapon or issue.gun, issue.mount)))


def size_faults(unit: Built, roll: Roll) -> Iterator[Fault]:
    """2-b, 20.zulu-d. Units have the size that they may have; batteries are counted in sections, others in figures."""
    least, most = roll.sizes(unit.entry)
    said = {"unit": unit.id, "entry": unit.entry, "who": roll.entries[unit.entry].name, "least": least, "most": most}
    guns = roll.entries[unit.entry].arm == "artillery"
    if (unit.spec.figures if guns else unit.spec.sections) is not None:
        yield Fault("2-b", "sections_wanted" if guns else "figures_wanted", said)
    if not least <= unit.figures <= most:
        rule = "20.zulu-d" if roll.content.sizes and not guns else "2-b"
        yield Fault(rule, "size", {**said, "figures": unit.figures})


def points_faults(army: Army) -> Iterator[Fault]:
    """18-m. An army costs no more than the battle has points."""
    total = sum(unit.points for unit in army.units)
    if total > army.points:
        yield Fault("18-m", "points_over", {"points": total, "most": army.points})


def engineer_faults(brigades: dict[str, list[Built]], roll: Roll) -> Iterator[Fault]:
    """16-e. One unit of an army may be engineers, and it is regular infantry."""
    units = [unit for units in brigades.values() for unit in units if unit.spec.engineers]
    for unit in units:
        entry = roll.entries[unit.entry]
        if (entry.arm, entry.training) != ("infantry", "regular"):
            yield Fault("16-e", "engineers_who", {"unit": unit.id, "entry": unit.entry, "who": entry.name})
    if len(units) > 1:
        yield Fault("16-e", "engineers_twice", {"units": [unit.id for unit in units]})


def brigade_faults(specs: tuple[BrigadeSpec, ...], brigades: dict[str, list[Built]], roll: Roll) -> Iterator[Fault]:
    """5-b. Two to six battalions, or two to four regiments, make a brigade; guns go with either.

    A single unit of the other arm may be attached too: lists that allow one regiment could not use it otherwise.
    """
    if not brigades:
        yield Fault("5-b", "no_brigades", {})
    if len(specs) != len(brigades):
        yield Fault("5-b", "brigade_twice", {})
    for id, units in brigades.items():
        arms: Counter[str] = Counter(roll.entries[unit.entry].arm for unit in units)
        if not is_brigade(arms):
            yield Fault("5-b", "brigade", {"brigade": id, "infantry": arms["infantry"], "cavalry": arms["cavalry"]})


def is_brigade(arms: Mapping[str, int]) -> bool:
    """5-b: whether so many units of each arm make a brigade."""
    return any(
        least <= arms[arm] <= most and arms[other] <= 1
        for arm, other in (("infantry", "cavalry"), ("cavalry", "infantry"))
        for least, most in [BRIGADES[arm]]
    )


def division_faults(file: ArmyFile, roll: Roll) -> Iterator[Fault]:
    """20.zulu-b. The army has four divisions: head, left and right horn, loins, in this order."""
    filled = [brigade for brigade in file.brigades if brigade.units]
    if len(filled) != len(roll.content.divisions):
        yield Fault("20.zulu-b", "divisions", {"brigades": len(filled), "wanted": len(roll.content.divisions)})


def trenches(roll: Roll, units: int) -> int:
    """20.boer-d. A trench for every three whole units of an army that digs."""
    return units // roll.content.trenches_each if roll.content.trenches_each else 0
