"""The position that a scenario starts from, put together from its file and the order of battle."""

from __future__ import annotations

from collections.abc import Iterator

from quadrilatero.games.custoza.charts import Charts
from quadrilatero.games.custoza.datapack import (
    ArmiesFile,
    DataPack,
    FormationData,
    FortressPlaced,
    FreeSetUp,
    ScenarioData,
    UnitData,
)
from quadrilatero.kernel import Plain


def starting_position(data: DataPack, charts: Charts, name: str) -> Plain:
    """23-a, 23-b, 23.1.1-a, 23.1.5-a, 23.2.1-a, 23.2.5-a, 23.3.1-a, 23.3.5-a, 5.2.1-b, 26.1.1-a, 26.3-a. The start."""
    scenario = data.scenarios.get(name)
    if scenario is None:
        raise ValueError(f"custoza has no scenario {name!r}; it has {', '.join(data.scenarios)}")
    return Start(data, charts, scenario).position()


def terms_of(scenario: ScenarioData) -> Plain:
    """24.1.5-a, 24.1.5-b, 24.1.6-a, 25.1.6-a, 26.1.5-a, 26.1.6-a, 27.1.3-a, 27.1.6-a, 28.1.6-a. Its terms."""
    return {
        "day": scenario.first.day,
        "gt": scenario.first.gt,
        "last": {"day": scenario.last.day, "gt": scenario.last.gt},
        "supply": {side: list(scenario.supply.get(side, ())) for side in ("italy", "austria")},
        "reluctance": scenario.reluctance,
        "skip_command": scenario.skip_command.gt if scenario.skip_command else None,
    }


def command_of(formation: FormationData) -> Plain:
    """24.1-b, 24.1-c, 26.1.2-b, 26.1.2-c, 26.1.4-a. A Corps, a Division or a Brigade, and who commands and helps it."""
    return {
        "rank": formation.rank,
        "command": formation.commander.command,
        "no_general": formation.no_general,
        "corps": formation.corps or formation.id,
    }


def armies_of(data: DataPack, scenario: ScenarioData) -> ArmiesFile:
    """24.1-a, 24.1.3-a, 24.3-a, 25.3-b, 25.4-a, 27.3-a, 28.3-a. Who fights on which side that year."""
    return data.armies[scenario.year]


def strongholds(scenario: ScenarioData) -> tuple[FortressPlaced, ...]:
    """24.1.1-a, 24.1.2-a, 25.1-a, 27.1-a, 28.1-a, 28.1.2-a. The fortresses in play, and whose they are."""
    return scenario.fortress


def victory_of(scenario: ScenarioData) -> Plain:
    """25.2-a, 27.2-a, 28.2-a, 23-a. How the scenario is won: by a majority of hexes or by Strategic Objectives."""
    if scenario.victory.type == "majority":
        return {"type": "majority", "hexes": list(scenario.victory.hexes)}
    return {
        "type": "objectives",
        "objectives": [
            {
                "side": objective.side,
                "number": objective.number,
                "title": objective.title,
                "optional_reinforcements": objective.optional_reinforcements,
                "conditions": [
                    {
                        "kind": condition.kind,
                        "hexes": list(condition.hexes),
                        **({"from": condition.start, "to": condition.end} if condition.start else {}),
                    }
                    for condition in objective.conditions
                ],
            }
            for objective in scenario.objective
        ],
    }


class Start:
    """A scenario and all that its position is made of."""

    def __init__(self, data: DataPack, charts: Charts, scenario: ScenarioData) -> None:
        self.data = data
        self.charts = charts
        self.scenario = scenario
        self.armies = armies_of(data, scenario)
        self.places = {place.unit: place for place in scenario.place}
        self.states = {entry.id: entry for entry in scenario.formation}
        for free in scenario.free:
            if free.like is not None:
                self._begin_like(data.scenarios[free.like], free.side)
        self.marching = {name for free in scenario.free if not free.entry for name in free.formations}
        self.due = self._due()

    def _begin_like(self, other: ScenarioData, side: str) -> None:
        """25.3-a, 25.3-b: one side begins with the counters of another scenario, where they stand there."""
        mine = {formation.id for formation in self.armies.formation if formation.side == side}
        counters = {unit.id for formation in self.armies.formation if formation.id in mine for unit in formation.units}
        counters |= {formation.commander.id for formation in self.armies.formation if formation.id in mine}
        self.places |= {place.unit: place for place in other.place if place.unit in counters}
        self.states |= {entry.id: entry for entry in other.formation if entry.id in mine}

    def position(self) -> Plain:
        """The whole position."""
        scenario = self.scenario
        return {
            "mode": scenario.mode,
            "year": scenario.year,
            **terms_of(scenario),
            "area": list(scenario.area),
            "phase": "setup",
            "initiative": scenario.initiative or "italy",
            "fixed_initiative": scenario.initiative is not None,
            "next": "italy",
            "units": list(self._units()),
            "formations": [self._formation(formation) for formation in self._formations()],
            "control": {side: self._controlled(side) for side in ("italy", "austria")},
            "victory": victory_of(scenario),
            "strategy": dict(scenario.strategy),
            "reinforcements": [
                {
                    "id": group.id,
                    "side": group.side,
                    "formation": group.formation,
                    "units": self.due[group.id],
                    "day": group.when.day,
                    "gt": self._first_gt(group.formation) or group.when.gt,
                    "entry": group.entry,
                    "condition": group.condition,
                }
                for group in scenario.reinforcement
            ],
            "pontoon": scenario.pontoon.hex if scenario.pontoon else None,
            "free": list(self._zones()),
        }

    # -- free set-up ------------------------------------------------------------------------------------------------

    def _zones(self) -> Iterator[Plain]:
        """25.3-a, 27.3-a: the counters that each player places, and the hexes that the scenario leaves him."""
        for free in self.scenario.free:
            leaders = [f.commander.id for f in self.armies.formation if f.id in free.formations]
            if free.entry:
                if len(free.entry) > 1:
                    yield {"side": free.side, "units": leaders, "hexes": list(free.entry), "enters": True}
                continue
            yield {"side": free.side, "units": leaders or self._placed(free.side), "hexes": self._hexes_of(free)}

    def _placed(self, side: str) -> list[str]:
        """25.3-a: the counters of a side that stand on the map."""
        mine = [f for f in self.armies.formation if f.side == side]
        ids = [id for f in mine for id in (f.commander.id, *(unit.id for unit in f.units))]
        return [id for id in ids if id in self.places]

    def _hexes_of(self, free: FreeSetUp) -> list[str]:
        """The hexes of a zone: those listed, and those of its columns, rows and bank; roads alone where it says so."""
        roads = {hex for road in self.data.field.road for hex in road.hexes}
        found = []
        for entry in self.data.field.hex:
            column, row = int(entry.hex[:2]), int(entry.hex[2:])
            fits = entry.bank == free.bank if free.bank else True
            fits = fits and (free.max_column is None or column <= free.max_column)
            fits = fits and (not free.columns or free.columns[0] <= column <= free.columns[-1])
            fits = fits and (not free.rows or free.rows[0] <= row <= free.rows[-1])
            stands = entry.bank not in ("river", "lake") or entry.hex in roads
            if stands and (entry.hex in free.hexes or fits) and (not free.road_only or entry.hex in roads):
                found.append(entry.hex)
        return found

    def _first_gt(self, formation: str | None) -> int | None:
        """27.3-a: from when on a Formation of a free set-up may enter."""
        return next((free.first_gt for free in self.scenario.free if formation in free.formations and free.entry), None)

    # -- who is in play ---------------------------------------------------------------------------------------------

    def _due(self) -> dict[str, list[str]]:
        """21: the counters of each group; a Formation without a list brings all that is placed nowhere else."""
        named = {unit for group in self.scenario.reinforcement for unit in group.units}
        groups: dict[str, list[str]] = {}
        for group in self.scenario.reinforcement:
            units = list(group.units)
            formation = next((f for f in self.armies.formation if f.id == group.formation), None)
            if formation is not None:
                if not units:
                    units = [u.id for u in formation.units if u.id not in self.places and u.id not in named]
                if formation.commander.id not in self.places:
                    units.insert(0, formation.commander.id)
            if group.general is not None:
                units.append(group.general)
            groups[group.id] = units
        return groups

    def _coming(self) -> set[str]:
        return {unit for units in self.due.values() for unit in units}

    def _formations(self) -> Iterator[FormationData]:
        """The Formations that have a counter on the map or on its way."""
        coming = self._coming()
        for formation in self.armies.formation:
            counters = {formation.commander.id, *(unit.id for unit in formation.units)}
            if formation.id in self.states or counters & (coming | self.places.keys()) or self._enters(formation):
                yield formation

    def _enters(self, formation: FormationData) -> list[str]:
        """27.3: the edge hexes by which a Formation of a free set-up comes in."""
        return [hex for free in self.scenario.free if formation.id in free.formations for hex in free.entry]

    # -- counters ---------------------------------------------------------------------------------------------------

    def _units(self) -> Iterator[Plain]:
        for formation in self._formations():
            state = self.states.get(formation.id)
            commander = formation.commander
            owner = {"side": formation.side, "formation": formation.id}
            yield {
                "id": commander.id,
                **owner,
                "type": "commander",
                "name": commander.name,
                **self._where(commander.id, "due"),
            }
            hidden = formation.id in self.marching or (state is not None and state.state != "engaged")
            inside = "formation" if hidden else "due"
            for unit in formation.units:
                if unit.id in self.places or self._in_play(unit, formation):
                    yield owner | self._counter(unit, inside)
            if self._hides(formation):
                scout = {"id": f"scout.{formation.id}", "side": formation.side, "type": "scout"}
                yield {**scout, **self._where(commander.id, "pool")}
        for reserve in self.armies.reserve:
            if reserve.id in self.places or reserve.id in self._coming():
                yield {"side": reserve.side, "reserve": True} | self._counter(reserve, "due")
        for general in self.armies.general:
            if general.id in self.places or general.id in self._coming():
                printed = {"id": general.id, "side": general.side, "type": "general", "name": general.name}
                yield {**printed, "value": general.value, **self._where(general.id, "due")}
        yield from self._fortresses()

    def _hides(self, formation: FormationData) -> bool:
        """16.3-a, 2.4.2-b: whether a Formation begins, or comes in, behind a scout: In March or In Reserve."""
        return bool(self._formation(formation)["state"] != "engaged")

    def _in_play(self, unit: UnitData, formation: FormationData) -> bool:
        """Whether a counter that is not placed takes part: inside its commander, or on its way."""
        state = self.states.get(formation.id)
        marching = state is not None and state.state != "engaged"
        marching = marching or formation.id in self.marching
        return unit.id in self._coming() or marching or bool(self._enters(formation))

    def _counter(self, unit: UnitData, inside: str) -> Plain:
        place = self.places.get(unit.id)
        plain: Plain = {
            "id": unit.id,
            "type": unit.type,
            "name": unit.name.it,
            "sp": unit.sp,
            "cv": unit.cv,
            "ma": unit.ma,
            "sv": unit.sv,
            **self._where(unit.id, "due" if unit.id in self._coming() else inside),
        }
        if place is not None:
            plain["facing"] = place.facing
            plain["march"] = place.march
        return plain

    def _where(self, id: str, box: str) -> Plain:
        place = self.places.get(id)
        return {"box": box} if place is None else {"hex": place.hex}

    def _fortresses(self) -> Iterator[Plain]:
        """22.3.1-a: the fortresses in play; Peschiera is attacked from three hexes (22.3.5)."""
        known = {fortress.hex: fortress for fortress in self.data.field.fortress}
        for placed in strongholds(self.scenario):
            fortress = known.get(placed.hex)
            yield {
                "id": f"fort.{placed.hex}",
                "side": placed.side,
                "type": "fortress",
                "name": placed.name or (fortress.name if fortress else placed.hex),
                "hex": placed.hex,
                "sp": placed.sp,
                "cv": placed.cv,
                "guns": placed.guns,
                "attack_from": list(fortress.attack_from) if fortress and fortress.attack_from else None,
            }

    # -- Formations, control and victory ----------------------------------------------------------------------------

    def _formation(self, formation: FormationData) -> Plain:
        state = self.states.get(formation.id)
        group = next((group for group in self.scenario.reinforcement if group.formation == formation.id), None)
        entry = self._enters(formation) or ([group.entry] if group else [])
        return {
            "id": formation.id,
            "side": formation.side,
            "name": formation.name.it,
            **command_of(formation),
            "state": state.state if state else (group and group.state) or self._otherwise(formation),
            "objective": (state and state.objective) or (group and group.objective),
            "collapse": self.charts.collapse_level((unit.sp, unit.cv) for unit in formation.units),
            "entry": entry or None,
        }

    def _otherwise(self, formation: FormationData) -> str:
        """27.3-a: Formations that are placed freely by their commanders begin In March."""
        return "march" if formation.id in self.marching else "engaged"

    def _controlled(self, side: str) -> list[str]:
        return [hex for control in self.scenario.control if control.side == side for hex in control.hexes]
