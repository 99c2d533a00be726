"""12.1: an army as its file has it, made into bases with their costs, and everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from quadrilatero.games.alaguerre.army import points
from quadrilatero.games.alaguerre.army.files import CIC, ArmyFile, BaseSpec, BrigadeSpec, DivisionSpec
from quadrilatero.games.alaguerre.army.lists import Roll
from quadrilatero.games.alaguerre.datapack import Entry
from quadrilatero.games.alaguerre.said import FOOT, GUNS, HORSE

GREAT_BASES = 2
"""2.11-c: how many bases a great unit has, one behind the other."""
FEWEST_UNITS = 2
LASTS = ((500, 30), (400, 25), (300, 20), (0, 15))


class Built(NamedTuple):
    """A base of an army: its id in it, who it is and what it costs."""

    id: str
    spec: BaseSpec
    entry: Entry
    points: int

    @property
    def morale(self) -> int:
        """2.6.2-a: the first of its characteristics."""
        said = self.entry.stats.split("/")[0]
        return 0 if said == "-" else int(said)


class Fault(NamedTuple):
    """What is wrong with an army: its rule, why, and what with."""

    rule: str
    reason: str
    data: dict[str, Any]


class Muster(NamedTuple):
    """An army made from its file: bases of each brigade by division, guns of the CiC, costs of generals, faults."""

    file: ArmyFile
    roll: Roll
    divisions: dict[str, list[list[Built]]]
    guns: list[Built]
    generals: dict[str, int]
    faults: list[Fault]

    @property
    def bases(self) -> list[Built]:
        """Every base, division by division, then the guns of the CiC."""
        return [*(base for brigades in self.divisions.values() for bases in brigades for base in bases), *self.guns]

    @property
    def points(self) -> int:
        """12.1-a. What all bases and generals cost."""
        return sum(base.points for base in self.bases) + sum(self.generals.values())


def muster(file: ArmyFile, roll: Roll) -> Muster:
    """2.7.4-a, 2.7.4-b, list.france-b. An army and everything that is wrong with it, single bases first."""
    found = list(year_faults(file, roll))
    divisions: dict[str, list[list[Built]]] = {}
    generals: dict[str, int] = {
        CIC: sum(part for _, part in points.of_general(file.cic.level, roll.data.tables, cic=True))
    }
    for n, division in enumerate(file.divisions, 1):
        id = division.id or f"d{n}"
        brigades = divisions.setdefault(id, [])
        for spec in division.brigades:
            brigades.append(list(_built(f"{id}.{len(brigades) + 1}", spec.bases, roll, found)))
            found += brigade_faults(f"{id}.{len(brigades)}", spec, brigades[-1])
        if division.general is not None and division.general != CIC:
            general = division.general
            parts = points.of_general(general.level, roll.data.tables, player=general.player)
            generals[id] = sum(part for _, part in parts)
    guns = list(_built("guns", file.guns, roll, found))
    built = Muster(file, roll, divisions, guns, generals, found)
    found += [
        *number_faults(built),
        *gun_faults(guns),
        *division_faults(built),
        *chain_faults(file),
        *points_faults(built),
    ]
    return built


def _built(place: str, specs: tuple[BaseSpec, ...], roll: Roll, found: list[Fault]) -> Iterator[Built]:
    """The bases of a brigade; whom the list does not have is a fault and is left out."""
    for n, spec in enumerate(specs, 1):
        entry = roll.entry_of(spec)
        if entry is None:
            said = spec.entry or f"{spec.type} {spec.stats}"
            found.append(
                Fault("2.6.5-d", "unknown_entry", {"unit": f"{place}.{n}", "entry": said, "title": roll.content.title})
            )
        else:
            yield Built(f"{place}.{n}", spec, entry, roll.cost_of(spec, entry))


# -- faults ------------------------------------------------------------------------------------------------------------


def year_faults(file: ArmyFile, roll: Roll) -> Iterator[Fault]:
    """2.6.5-d. A list has its years."""
    first, last = roll.content.years
    if not first <= file.year <= last:
        said = {"title": roll.content.title, "year": file.year, "first": first, "last": last}
        yield Fault("2.6.5-d", "year_outside", said)


def number_faults(built: Muster) -> Iterator[Fault]:
    """2.6.5-a. Of each entry at least and at most so many bases as the list says."""
    count = Counter(base.spec.entry for base in built.bases)
    for id, entry in built.roll.entries.items():
        said = {"entry": id, "who": entry.name, "bases": count[id], "least": entry.least, "most": entry.most}
        if entry.least is not None and count[id] < entry.least:
            yield Fault("2.6.5-a", "too_few", said)
        if entry.most is not None and count[id] > entry.most:
            yield Fault("2.6.5-a", "too_many", said)


def brigade_faults(id: str, spec: BrigadeSpec, bases: list[Built]) -> Iterator[Fault]:
    """2.2-a, 2.7.2-a, 2.10-b, 2.11-a, 2.11-c. A brigade has bases of one type, a great unit two, pikes or horse."""
    if not spec.bases:
        yield Fault("2.7.2-a", "brigade_empty", {"brigade": id})
    mixed = all("mixed" in base.entry.notes for base in bases)
    if len({base.entry.type for base in bases}) > 1 and not mixed:
        yield Fault("2.10-b", "brigade_mixed", {"brigade": id})
    if spec.great:
        if any(not base.entry.great or base.entry.type not in ("Pk", *HORSE) for base in bases):
            yield Fault("2.11-a", "great_who", {"brigade": id})
        if len(spec.bases) != GREAT_BASES:
            yield Fault("2.11-c", "great_bases", {"brigade": id, "bases": len(spec.bases), "wanted": GREAT_BASES})


def gun_faults(guns: list[Built]) -> Iterator[Fault]:
    """2.7.4-c. Directly under the CiC there are batteries and nothing else."""
    for base in guns:
        if base.entry.type not in GUNS:
            yield Fault("2.7.4-c", "guns_only", {"unit": base.id, "who": base.entry.name})


def division_faults(built: Muster) -> Iterator[Fault]:
    """2.7.3-a, 2.7.3-d. A division has a general of its own and at least two units; an army has a division."""
    specs = built.file.divisions
    if not specs:
        yield Fault("2.7.3-a", "no_divisions", {})
    if len(specs) != len(built.divisions):
        yield Fault("2.7.3-a", "division_twice", {})
    for n, spec in enumerate(specs, 1):
        id = spec.id or f"d{n}"
        if spec.general is None:
            yield Fault("2.7.3-a", "no_general", {"division": id})
        if (units := _units(spec)) < FEWEST_UNITS:
            yield Fault("2.7.3-d", "one_unit", {"division": id, "units": units})


def _units(spec: DivisionSpec) -> int:
    """How many units a division can have: every base by itself, a great unit as one."""
    return sum(1 if brigade.great else len(brigade.bases) for brigade in spec.brigades)


def chain_faults(file: ArmyFile) -> Iterator[Fault]:
    """2.7.3-b, 2.7.5-b, 3.4.2-d. The CiC leads one division at most; every general has one above him up to the CiC.

    The CiC's player is the side's own, so that he is no player besides.
    """
    ids = [division.id or f"d{n}" for n, division in enumerate(file.divisions, 1)]
    if sum(division.general == CIC for division in file.divisions) > 1:
        yield Fault("2.7.3-b", "cic_twice", {})
    if file.cic.player:
        yield Fault("3.4.2-d", "cic_player", {})
    above: dict[str, str] = {}
    for id, division in zip(ids, file.divisions, strict=True):
        general = division.general
        if general is None or general == CIC:
            continue
        superior = general.superior
        if superior is not None and superior not in ids:
            yield Fault("2.7.5-b", "superior_unknown", {"division": id, "superior": superior})
        elif superior is not None:
            above[id] = superior
    for id, superior in above.items():
        seen, at = {id}, superior
        while at in above and at not in seen:
            seen.add(at)
            at = above[at]
        if at in seen:
            yield Fault("2.7.5-b", "superior_circle", {"division": id})


def points_faults(built: Muster) -> Iterator[Fault]:
    """12.1-a. An army costs no more than was agreed."""
    if built.points > built.file.points:
        yield Fault("12.1-a", "points_over", {"points": built.points, "most": built.file.points})


# -- what follows from an order of battle ------------------------------------------------------------------------------


def dice(built: Muster) -> int:
    """12.1.1-b. The dice of activation: divisions not of guns alone, and the level of the CiC."""
    counted = sum(
        any(base.entry.type not in GUNS for bases in brigades for base in bases)
        for brigades in built.divisions.values()
    )
    return max(0, counted + built.file.cic.level)


def cohesion(built: Muster) -> int:
    """12.1.1-b. Half the morale of all foot and horse, and the level of the CiC."""
    morale = sum(base.morale for base in built.bases if base.entry.type in (*FOOT, *HORSE))
    up = built.roll.options.get("cohesion_rounding") == "up"
    return (morale + up) // 2 + built.file.cic.level


def last_turn(points: int) -> int:
    """4.1.3-c. How many turns a battle lasts, by the points of the larger army."""
    return next(turns for least, turns in LASTS if points >= least)
