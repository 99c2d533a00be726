"""What a scenario must satisfy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from quadrilatero.datapacks import Document, Way, repeated
from quadrilatero.games.custoza.datapack.checks_armies import units_of
from quadrilatero.games.custoza.datapack.checks_map import grid_of
from quadrilatero.games.custoza.datapack.contents import ArmiesFile, MapFile, ScenarioData

STACKING = 5


def check_scenario(doc: Document[ScenarioData], field: MapFile, armies: Mapping[int, ArmiesFile]) -> None:
    """All that a scenario must satisfy."""
    check_heading(doc)
    check_turns(doc)
    check_units(doc, armies[doc.content.year])
    check_places(doc, field, armies[doc.content.year])
    check_stacks(doc, armies[doc.content.year])
    check_victory(doc)


def check_heading(doc: Document[ScenarioData]) -> None:
    """A scenario is named like its file."""
    name = doc.name.removeprefix("scenarios/").removesuffix(".toml")
    if doc.content.id != name:
        raise doc.bad(("id",), f'the file is called "{name}"', "give both the same name")


def check_turns(doc: Document[ScenarioData]) -> None:
    """3.5-b. The last turn does not come before the first, and reinforcements come between them."""
    first, last = ((moment.day, moment.gt) for moment in (doc.content.first, doc.content.last))
    if last < first:
        raise doc.bad(("last",), "the game ends before it begins", "correct one of the two turns")
    for n, group in enumerate(doc.content.reinforcement):
        if not first <= (group.when.day, group.when.gt) <= last:
            raise doc.bad(("reinforcement", n, "when"), "this turn is not played", "name one between first and last")


def check_units(doc: Document[ScenarioData], armies: ArmiesFile) -> None:
    """2.4.1-g. Every unit and Formation named is in the order of battle of the year, and placed once."""
    formations = {formation.id for formation in armies.formation}
    counters = {unit.id for _, unit in units_of(armies)}
    pieces = {formation.commander.id for formation in armies.formation} | {general.id for general in armies.general}
    named: list[tuple[Way, str]] = [(("place", n, "unit"), place.unit) for n, place in enumerate(doc.content.place)]
    groups = doc.content.reinforcement
    units: list[tuple[Way, str]] = [
        (("reinforcement", n, "units", at), unit)
        for n, group in enumerate(groups)
        for at, unit in enumerate(group.units)
    ]
    for way, name in (*named, *units):
        if name not in counters | pieces:
            raise doc.bad(way, f'"{name}" is not in the order of battle of {armies.year}', "correct the id")
    if twice := repeated((*named, *units)):
        raise doc.bad(twice.way, f"the unit is already placed on line {doc.line(twice.earlier)}", "keep one of them")
    of_formations: list[tuple[Way, str]] = [
        (("formation", n, "id"), entry.id) for n, entry in enumerate(doc.content.formation)
    ]
    of_formations += [
        (("reinforcement", n, "formation"), group.formation) for n, group in enumerate(groups) if group.formation
    ]
    for way, name in of_formations:
        if name not in formations:
            raise doc.bad(way, f'"{name}" is no Formation of {armies.year}', "correct the id")


def check_places(doc: Document[ScenarioData], field: MapFile, armies: ArmiesFile) -> None:
    """7.4-a, 22.1-a, 22.2-a. Units stand in the area, on ground that they can enter; combat units face a side."""
    first, last = doc.content.area
    terrain = {entry.hex: entry.terrain for entry in field.hex}
    bridges = {crossing.hex for crossing in field.crossing}
    if doc.content.pontoon:
        bridges.add(doc.content.pontoon.hex)
    types = {unit.id: unit.type for _, unit in units_of(armies)}
    for n, place in enumerate(doc.content.place):
        way, number = ("place", n, "hex"), place.hex
        if number not in terrain or not first <= int(number[:2]) <= last:
            raise doc.bad(way, f'hex "{number}" is outside the area of columns {first} to {last}', "move the unit")
        if terrain[number] == "lake" or (terrain[number] == "mincio" and number not in bridges):
            raise doc.bad(way, f'nobody can stand in hex "{number}"', "move the unit")
        if types.get(place.unit) in ("artillery", "horse_artillery", "train") and terrain[number] == "tione":
            raise doc.bad(way, f'artillery cannot start in the river at "{number}"', "move the unit")
        if place.unit in types and place.facing is None:
            raise doc.bad(("place", n), "a combat unit faces a side of its hex", "add its facing")
    hexes: list[tuple[Way, str]] = [
        (("control", n, "hexes", at), number)
        for n, control in enumerate(doc.content.control)
        for at, number in enumerate(control.hexes)
    ]
    if twice := repeated(hexes):
        raise doc.bad(twice.way, f"the hex is already controlled on line {doc.line(twice.earlier)}", "keep one of them")
    for n, fortress in enumerate(doc.content.fortress):
        if fortress.hex not in terrain or not grid_of(field.grid).index(fortress.hex) >= 0:
            raise doc.bad(("fortress", n, "hex"), f'hex "{fortress.hex}" is not on the map', "correct the number")


def check_stacks(doc: Document[ScenarioData], armies: ArmiesFile) -> None:
    """2.9-b, 7.2-c. At most five stacking points in a hex, and one side."""
    value = {unit.id: unit.sv for _, unit in units_of(armies)}
    side = {unit.id: formation.side for formation in armies.formation for unit in formation.units}
    side |= {formation.commander.id: formation.side for formation in armies.formation}
    side |= {general.id: general.side for general in armies.general}
    side |= {unit.id: unit.side for unit in armies.reserve}
    points: Counter[str] = Counter()
    held = {fortress.hex: fortress.side for fortress in doc.content.fortress}
    for n, place in enumerate(doc.content.place):
        points[place.hex] += value.get(place.unit, 0)
        if points[place.hex] > STACKING:
            fault = f"{points[place.hex]} stacking points in {place.hex}, at most {STACKING} are allowed"
            raise doc.bad(("place", n, "hex"), fault, "move a unit")
        if held.setdefault(place.hex, side[place.unit]) != side[place.unit]:
            raise doc.bad(("place", n, "hex"), f"the other side stands in {place.hex}", "move a unit")


def check_victory(doc: Document[ScenarioData]) -> None:
    """23-a, 24.2-a. A majority is one of hexes; Strategic Objectives are three for each side."""
    victory, objectives = doc.content.victory, doc.content.objective
    if victory.type == "majority" and not victory.hexes:
        raise doc.bad(("victory", "hexes"), "a majority needs hexes to count", "list them")
    wanted = Counter(dict.fromkeys(("italy", "austria"), 3) if victory.type == "objectives" else {})
    if Counter(objective.side for objective in objectives) != wanted:
        raise doc.bad(("victory", "type"), "each side has three objectives, or none", "correct the objectives")
