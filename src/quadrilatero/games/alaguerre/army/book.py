"""The army lists as programs and players use them: `quadrilatero.army("alaguerre")`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from quadrilatero.games.alaguerre.army import files, points, sheet
from quadrilatero.games.alaguerre.army.builder import Muster, cohesion, dice, last_turn, muster
from quadrilatero.games.alaguerre.army.lists import Options, Roll, rolls
from quadrilatero.games.alaguerre.army.suggestion import suggested
from quadrilatero.games.alaguerre.army.telling import about, error, limits_of
from quadrilatero.games.alaguerre.datapack import DataPack
from quadrilatero.games.alaguerre.datapack.contents import Line
from quadrilatero.games.alaguerre.said import GUNS, HORSE, NoteName, TypeName
from quadrilatero.kernel import Plain
from quadrilatero.kernel.armies import ArmyBook, BadArmy

EUROPE = {"en": "Europe", "it": "Europa"}


class CostSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be asked the cost of: an entry of a list, any base, or a general."""

    entry: str | None = None
    year: int | None = None
    type: TypeName | None = None
    stats: Line | None = None
    notes: tuple[NoteName, ...] = ()
    general: files.LevelOf | None = None
    cic: bool = False
    player: bool = False


class Book(ArmyBook):
    """All lists, by one choice of readings."""

    def __init__(self, data: DataPack, options: Options) -> None:
        self.data = data
        self.options = options
        self.rolls = rolls(data, options)

    def lists(self) -> dict[str, Plain]:
        return {
            id: {
                "title": msgspec.to_builtins(roll.content.title),
                "years": list(roll.content.years),
                "complete": roll.content.complete,
                "rules": list(roll.content.rules),
            }
            for id, roll in self.rolls.items()
        }

    def theatres(self) -> dict[str, dict[str, str]]:
        return {"europe": EUROPE}

    def entries(self, list: str, year: int, against: str | None = None, theatre: str = "") -> list[Plain]:
        roll = self._roll(list)
        self._against(against)
        first, last = roll.content.years
        return [self._entry(roll, id) for id in roll.entries if first <= year <= last]

    def cost(self, spec: Plain) -> Plain:
        unknown = [name for name in spec if name not in CostSpec.__struct_fields__]
        if unknown:
            known = ", ".join(CostSpec.__struct_fields__)
            raise BadArmy(f"cost: bases of A la Guerre have no {unknown[0]}; their cost hangs on {known}")
        try:
            asked = msgspec.convert(spec, CostSpec)
        except msgspec.ValidationError as error:
            raise BadArmy(f"cost: {error}") from None
        parts = self._parts(asked)
        return {"unit": sum(part for _, part in parts), "parts": parts}

    def _parts(self, asked: CostSpec) -> list[points.Part]:
        tables = self.data.tables
        if asked.general is not None:
            return points.of_general(asked.general, tables, cic=asked.cic, player=asked.player)
        if asked.entry is not None:
            roll = self._roll(asked.entry.split(".")[0])
            if asked.entry not in roll.entries:
                raise BadArmy(f"cost: entry: {roll.content.id} has no {asked.entry}; see its entries")
            first, last = roll.content.years
            if asked.year is not None and not first <= asked.year <= last:
                raise BadArmy(f"cost: year: {roll.content.id} is a list of {first} to {last}")
            return points.of_entry(roll.content.id, roll.entries[asked.entry], tables)
        if asked.type is None or asked.stats is None:
            raise BadArmy("cost: name an entry, a general's level, or type and stats of a base")
        if all(row.type != asked.type for row in tables.points):
            raise BadArmy(f"cost: type: {asked.type} is not bought; scenarios give it")
        return points.of_base(points.Kind(asked.type, asked.stats, asked.notes), tables)

    def check(self, army: Plain) -> Plain:
        built = self.muster(army)
        generals = [{"id": id, "points": cost} for id, cost in built.generals.items()]
        return {
            "points": built.points,
            "units": [*generals, *({"id": base.id, "points": base.points} for base in built.bases)],
            "dice": dice(built),
            "cohesion": cohesion(built),
            "last_turn": last_turn(built.points),
            "errors": [error(fault) for fault in built.faults],
        }

    def muster(self, army: Plain) -> Muster:
        """An army with its bases and faults, for those who go on with it."""
        file = files.parse(army)
        return muster(file, self._roll(file.list))

    def suggest(
        self,
        *,
        list: str,
        year: int,
        points: int,
        against: str | None = None,
        theatre: str = "",
        seed: int = 0,
        keep: Plain | None = None,
    ) -> Plain:
        roll = self._roll(list)
        self._against(against)
        if keep is None:
            return suggested(roll, year, points, seed)
        fitted = self.fitted(keep, year=year, points=points)
        return suggested(roll, year, points, seed, files.parse({**fitted, "list": list}))

    def fitted(self, army: Plain, *, year: int, points: int, against: str | None = None, theatre: str = "") -> Plain:
        files.parse(army)
        self._against(against)
        return {**army, "year": year, "points": points}

    def read(self, path: Path | str) -> Plain:
        return files.read(path)

    def write(self, army: Plain, path: Path | str) -> None:
        files.write(army, path)

    def sheet(self, army: Plain, language: str, html: bool = False) -> str:
        return sheet.printed(self.muster(army), language, html)

    def schema(self) -> Plain:
        return files.schema()

    def _roll(self, list: str) -> Roll:
        if list not in self.rolls:
            raise BadArmy(f"list: there is no army list {list!r}; choose one of {', '.join(self.rolls)}")
        return self.rolls[list]

    def _against(self, against: str | None) -> None:
        if against is not None:
            self._roll(against)

    def _entry(self, roll: Roll, id: str) -> Plain:
        entry = roll.entries[id]
        arm = "artillery" if entry.type in GUNS else "cavalry" if entry.type in HORSE else "infantry"
        return {
            "id": id,
            "name": msgspec.to_builtins(entry.name),
            "arm": arm,
            "type": entry.type,
            "stats": entry.stats,
            "mounted_stats": entry.mounted_stats,
            "mounted_as": entry.mounted_as,
            "weapon": entry.weapon,
            "notes": [*entry.notes],
            "great": entry.great,
            "least": entry.least,
            "most": entry.most,
            "cost": roll.price(id),
            "about": about(entry),
            "limits": limits_of(entry),
        }
