"""An army that is begun, completed: its units and brigades stay, others are added until its points are used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

import msgspec

from quadrilatero.games.vivaorre.army.builder import counted, is_brigade, muster
from quadrilatero.games.vivaorre.army.files import ArmyFile, parse
from quadrilatero.games.vivaorre.army.lists import Roll, Setting
from quadrilatero.games.vivaorre.army.suggestion import Choice, brigaded, found, written
from quadrilatero.kernel import Plain
from quadrilatero.kernel.armies import NoSuchArmy


def completed(file: ArmyFile, roll: Roll, seed: int) -> Plain:
    """A lawful army with all units of the file; NoSuchArmy where they cannot stay as they are.

    Its brigades stay too, if lawful ones can be made by adding to them; otherwise all units are put into new ones.
    """
    kept = _kept(file, roll)
    setting = Setting(file.year, file.against, file.theatre)
    new = found(roll, setting, file.points, seed, [choice for brigade in kept for choice in brigade])
    named = {"against": file.against, "theatre": file.theatre, "name": file.name, "cic": {"name": file.cic.name}}
    plain: Plain = {**msgspec.to_builtins(file), **named}
    for brigades in (_reinforced(file, kept, new, roll), _regrouped(kept, new, roll)):
        army = {**plain, "brigades": brigades}
        if not muster(parse(army), roll).faults:
            return army
    raise NoSuchArmy("the units that are to stay break a limit by themselves: see what is wrong with them first")


def _kept(file: ArmyFile, roll: Roll) -> list[list[Choice]]:
    """The units of the file, brigade by brigade."""
    mustered = muster(file, roll)
    if len(mustered.units) < sum(len(brigade.units) for brigade in file.brigades):
        raise NoSuchArmy(f"there are units that the list {roll.content.id} does not have: let go of them first")
    return [
        [
            Choice(counted(unit), unit.issue, roll.entries[unit.entry].arm, msgspec.to_builtins(unit.spec))
            for unit in units
        ]
        for units in mustered.brigades.values()
    ]


def _regrouped(kept: list[list[Choice]], new: Sequence[Choice], roll: Roll) -> list[Plain]:
    together = [*(choice for brigade in kept for choice in brigade), *new]
    return [_brigade(f"b{n}", units) for n, units in enumerate(brigaded(together, roll), 1)]


def _reinforced(file: ArmyFile, kept: list[list[Choice]], new: Sequence[Choice], roll: Roll) -> list[Plain]:
    """The brigades of the file with those new units that they can take, and new ones of the others."""
    brigades = [list(units) for units in kept]
    apart: list[Choice] = []
    for choice in sorted(new, key=lambda choice: choice.arm == "artillery"):
        can = [units for units in brigades if roll.content.divisions or _takes(units, choice)]
        if can:
            min(can, key=len).append(choice)
        else:
            apart.append(choice)
    old = [
        {**msgspec.to_builtins(spec), "units": [written(choice) for choice in units]}
        for spec, units in zip(file.brigades, brigades, strict=False)
    ]
    return [*old, *_more(apart, {brigade.get("id") for brigade in old}, len(old), roll)]


def _takes(units: Sequence[Choice], choice: Choice) -> bool:
    """5-b: whether a brigade is a better one with this unit."""
    arms = Counter(one.arm for one in units)
    if choice.arm == "artillery":
        return is_brigade(arms)
    grown = arms + Counter([choice.arm])
    return is_brigade(grown) or (not is_brigade(arms) and arms[choice.arm] == 1)


def _more(apart: list[Choice], taken: set[str | None], before: int, roll: Roll) -> list[Plain]:
    if not any(sum(choice.arm == arm for choice in apart) > 1 for arm in ("infantry", "cavalry")):
        return [_brigade(f"b{before + 1}", apart)] if apart else []
    ids = (id for n in count(before + 1) if (id := f"b{n}") not in taken)
    return [_brigade(id, units) for id, units in zip(ids, brigaded(apart, roll), strict=False)]


def _brigade(id: str, units: Sequence[Choice]) -> Plain:
    return {"id": id, "general": {"name": ""}, "units": [written(choice) for choice in units]}
