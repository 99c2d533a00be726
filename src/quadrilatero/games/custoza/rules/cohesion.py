"""Chapter 13: cohesion checks, status levels and rout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from quadrilatero.games.custoza.board import CAVALRY, CLASSES, INFANTRY
from quadrilatero.games.custoza.fog import as_they_look, is_open, turned_up
from quadrilatero.games.custoza.rules import fortresses, losses, pontoon
from quadrilatero.games.custoza.rules.collapse import collapsed
from quadrilatero.games.custoza.rules.command import reach
from quadrilatero.games.custoza.rules.concepts import ROUT, ccv, comes_from_behind
from quadrilatero.games.custoza.said import STATUSES
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import Modifiers, roll, tell_of_one
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Script
from quadrilatero.kernel.ask import Dice

if TYPE_CHECKING:
    from quadrilatero.games.custoza.rules.combat import Melee

ANY_LENGTH: Final = 1000


class Check(NamedTuple):
    """What a check came to for one unit."""

    levels: int
    passed: bool


# -- 13.2 --------------------------------------------------------------------------------------------------------------


def check(
    s: State,
    units: Sequence[Unit],
    reason: str,
    drms: Modifiers = (),  # type: ignore[assignment]  # read only
    *,
    apply: bool = True,
    melee: Melee | None = None,
) -> Script:
    """13.2-a, 13.2.1-a, 13.2-g. One roll a Force, infantry first, then cavalry, then artillery; each unit by itself.

    Returns what it came to, by unit. Without `apply` nobody loses levels by it. A Bridge Train that fails stops work.
    """
    found: dict[str, Check] = {}
    ids = [unit.id for unit in units]
    for kind in CLASSES:
        force = [unit for unit in s.of(ids) if unit.kind == kind and (unit.hex >= 0 or unit.box == "formation")]
        if force:
            found |= yield from check_force(s, force, reason, list(drms), melee)
    for unit in s.of([id for id, result in found.items() if not result.passed]):
        if unit.building is not None:
            pontoon.stop_work(s, unit)
    if apply:
        for unit in as_they_look(s, s.of([id for id, result in found.items() if result.levels])):
            yield from lose_levels(s, [unit], found[unit.id].levels, "13.2-c")
    return found


def check_force(s: State, units: Sequence[Unit], reason: str, drms: Modifiers, melee: Melee | None) -> Script:
    """13.2-b, 13.2-c, chart.CCET-a. Two dice for a Force; each unit adds its own and compares with its own cohesion.

    Units off the map with their commander (17.1-c) check out of the enemy's sight.
    """
    unseen = units[0].hex < 0
    faces = yield Dice(2, seen_by=(units[0].side,)) if unseen else Dice(2)
    found: dict[str, Check] = {}
    told = []
    added = {unit.id: [*drms, *modifiers(s, unit, reason, melee)] for unit in units}
    for unit in units:
        own = [(rule, value) for rule, value in added[unit.id] if value]
        total = sum(faces) + sum(value for _, value in own)
        margin = total - ccv(s, unit)
        levels = s.board.charts.levels_lost(margin)
        found[unit.id] = Check(levels, margin <= 0)
        told.append(written(unit, own, total, ccv(s, unit), levels))
    common = [modifier for modifier in added[units[0].id] if all(modifier in added[unit.id] for unit in units)]
    roll(
        s,
        "13.2-a",
        "cohesion",
        units[0].side,
        units,
        faces,
        modifiers=common,
        success=all(result.passed for result in found.values()),
        total=sum(faces),
        private=("checks",),
        unseen=unseen,
        reason=reason,
        checks=told,
    )
    return found


def written(unit: Unit, modifiers: Modifiers, total: int, ccv: int, levels: int) -> Plain:
    """13.2-b: one unit's part in a check, as its roll tells of it."""
    return {
        "unit": unit.id,
        "modifiers": [list(modifier) for modifier in modifiers],
        "total": total,
        "ccv": ccv,
        "margin": total - ccv,
        "levels": levels,
        "passed": total <= ccv,
    }


def modifiers(s: State, unit: Unit, reason: str, melee: Melee | None) -> Modifiers:
    """13.2-a, chart.CCMT-a. What the Cohesion Check Modifiers add for one unit; those of a combat only in one."""
    drm = s.board.charts.check_drm
    found: Modifiers = [
        ("chart.CCMT-a", drm("half_strength") if 2 * unit.lost >= unit.max else 0),
        ("7.3-a", drm("light_infantry_terrain") if reason == "terrain" and unit.type == "light" else 0),
        *of_formation(s, unit),
    ]
    if melee is not None:
        found += of_combat(s, unit, melee)
    return [(rule, value) for rule, value in found if value]


def of_combat(s: State, unit: Unit, melee: Melee) -> Modifiers:
    """13.2-e, 11.5.4-b, 7.8.3-a, 2.7-b, 2.7-c. Charged, in Square or not; in march; from the rear; walls."""
    drm = s.board.charts.check_drm
    found = [("7.8.3-a", drm("in_march") if unit.march else 0)]
    if unit.side == melee.lead.side:
        return found
    if unit.kind == INFANTRY and unit.square and melee.lead.kind == CAVALRY:
        found.append(("11.5.4-b", drm("charged_in_square")))
    elif unit.kind == INFANTRY and melee.why == "charge":
        found.append(("13.2-e", drm("charged_not_in_square")))
    if melee.target in s.board.walls:
        found.append(("2.7-c", drm("behind_walls")))
    elif comes_from_behind(s, melee.defenders, melee.hex):
        found.append(("2.7-b", drm("attacked_in_rear")))
    return found


def of_formation(s: State, unit: Unit) -> Modifiers:
    """18.4-a, 19.3-a, 20.1.1-a, 20.1.1-b. In the Advanced Game: Fatigued; Collapsed or Cut off, once even if both."""
    formation = s.formations.get(unit.formation or "")
    if formation is None or s.mode != "advanced":
        return []
    drm = s.board.charts.check_drm
    found = [("18.4-a", drm("fatigued"))] if formation.fatigued else []
    if collapsed(s, formation.id):
        found.append(("19.3-a", drm("collapsed_or_cut_off")))
    elif formation.cut_off:
        found.append(("20.1.1-a", drm("collapsed_or_cut_off")))
    return found


# -- 13.3, 13.5 --------------------------------------------------------------------------------------------------------


def lose_levels(s: State, units: Sequence[Unit], levels: int, rule: str) -> Script:
    """13.3-a, 2.4.1.3-a, 13.2-f. The status of each unit gets worse by so many levels; at four in all it routs."""
    for looked in as_they_look(s, s.of([unit.id for unit in units])):
        unit = s.units[looked.id]
        if unit.hex < 0:
            continue
        status = unit.status + levels
        if status >= ROUT:
            yield from rout(s, unit, rule)
            continue
        changed = s.change(unit, status=status)
        tell_of_one(s, "status", rule, changed, **{"from": STATUSES[unit.status], "to": STATUSES[status]})


def rout(s: State, unit: Unit, rule: str) -> Script:
    """13.5-a, 13.5-b, 2.4.1.3-c. A routed unit leaves the map; without a way to a supply source it is lost for good.

    It is set aside face up: what it is and how strong becomes a fact revealed where it lay face down.
    """
    if unit.type == "fortress":
        yield from fortresses.lose(s, unit)
        return
    if not is_open(s, unit):
        yield turned_up(s, [unit], "13.5-a")
    if has_way_home(s, unit):
        tell_of_one(s, "routed", "13.5-a", unit)
        losses.take_off(s, unit, "routed")
    else:
        tell_of_one(s, "eliminated", "13.5-b", unit, why="no_supply")
        losses.take_off(s, unit, "eliminated")


def has_way_home(s: State, unit: Unit) -> bool:
    """13.5-b. A way of any length to a source of supply, as command is traced; where none is named nobody asks."""
    sources = s.supply[unit.side]
    if not sources:
        return True
    within = reach(s, unit.hex, unit.side, ANY_LENGTH)
    return any(source in within for source in sources)
