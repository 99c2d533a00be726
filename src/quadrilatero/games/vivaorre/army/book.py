"""The army lists as programs and players use them: `quadrilatero.army("vivaorre")`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from quadrilatero.games.vivaorre.army import files, points, sheet
from quadrilatero.games.vivaorre.army.builder import Muster, arm_of, issue_of, muster, trenches
from quadrilatero.games.vivaorre.army.completion import completed
from quadrilatero.games.vivaorre.army.lists import Options, Roll, Setting, rolls
from quadrilatero.games.vivaorre.army.suggestion import suggested
from quadrilatero.games.vivaorre.army.telling import arm_name, error, in_both, limits_of, shares
from quadrilatero.games.vivaorre.datapack import DataPack
from quadrilatero.games.vivaorre.datapack.contents import Class, Issue, Mount
from quadrilatero.games.vivaorre.said import ArmName, GunName, NoteName, TrainingName, WeaponName
from quadrilatero.kernel import LANGUAGES, Plain
from quadrilatero.kernel.armies import ArmyBook, BadArmy


class CostSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be asked the cost of: troops of a list in a year, or anything that letters and weapons describe."""

    entry: str | None = None
    year: int | None = None
    arm: ArmName = "infantry"
    training: TrainingName = "regular"
    grade: Class = msgspec.field(default="c-c-c", name="class")
    notes: tuple[NoteName, ...] = ()
    weapon: WeaponName | None = None
    gun: GunName | None = None
    mount: Mount | None = None
    engineers: bool = False
    figures: files.Few | None = None
    sections: files.Few | None = None


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
                "initiative": roll.content.initiative,
                "european": roll.content.european,
                "rules": list(roll.content.rules),
            }
            for id, roll in self.rolls.items()
        }

    def theatres(self) -> dict[str, dict[str, str]]:
        return {id: msgspec.to_builtins(theatre.name) for id, theatre in self.data.theatres.items()}

    def entries(self, list: str, year: int, against: str | None = None, theatre: str = "europe") -> list[Plain]:
        roll, setting = self._roll(list), self._setting(year, against, theatre)
        return [self._entry(roll, id, setting) for id in roll.entries if roll.barred(id, setting) is None]

    def cost(self, spec: Plain) -> Plain:
        try:
            asked = msgspec.convert(spec, CostSpec)
        except msgspec.ValidationError as error:
            raise BadArmy(f"cost: {error}") from None
        if asked.entry is None:
            notes = (*asked.notes, *(["engineers"] if asked.engineers else []))
            figure = points.Figure(
                asked.arm, asked.training, asked.grade, notes, asked.weapon or "none", asked.gun, asked.mount
            )
        else:
            roll = self._roll(asked.entry.split(".")[0])
            if asked.entry not in roll.entries:
                raise BadArmy(f"cost: entry: {roll.content.id} has no {asked.entry}; see its entries")
            if asked.year is None:
                raise BadArmy("cost: year: it is missing; add the year, for weapons change")
            wanted = files.UnitSpec(asked.entry, weapon=asked.weapon, gun=asked.gun, mount=asked.mount)
            figure = roll.figure(asked.entry, issue_of(wanted, roll, asked.year), asked.engineers)
        parts = points.cost(figure, self.data)
        each = sum(part for _, part in parts)
        standard = points.standard_size(figure.arm, figure.training)
        figures = (asked.sections if figure.arm == "artillery" else asked.figures) or standard
        return {"figure": each, "unit": points.of_unit(each, figures, standard, self.options), "parts": parts}

    def check(self, army: Plain) -> Plain:
        built = self.muster(army)
        return {
            "points": sum(unit.points for unit in built.units),
            "units": [{"id": unit.id, "points": unit.points} for unit in built.units],
            "shares": shares(built.army),
            "trenches": trenches(built.army.roll, len(built.units)),
            "errors": [error(fault, self.data) for fault in built.faults],
        }

    def muster(self, army: Plain) -> Muster:
        """An army with its units and faults, for those who go on with it."""
        file = files.parse(army)
        roll = self._roll(file.list)
        self._setting(file.year, file.against, file.theatre)
        return muster(file, roll)

    def suggest(
        self,
        *,
        list: str,
        year: int,
        points: int,
        against: str | None = None,
        theatre: str = "europe",
        seed: int = 0,
        keep: Plain | None = None,
    ) -> Plain:
        roll, setting = self._roll(list), self._setting(year, against, theatre)
        if keep is None:
            return suggested(roll, setting, points, seed)
        fitted = self.fitted(keep, year=year, points=points, against=against, theatre=theatre)
        return completed(files.parse({**fitted, "list": list}), roll, seed)

    def fitted(
        self, army: Plain, *, year: int, points: int, against: str | None = None, theatre: str = "europe"
    ) -> Plain:
        files.parse(army)
        return {**army, "year": year, "points": points, "against": against, "theatre": theatre}

    def read(self, path: Path | str) -> Plain:
        return files.read(path)

    def write(self, army: Plain, path: Path | str) -> None:
        files.write(army, path)

    def sheet(self, army: Plain, language: str, html: bool = False) -> str:
        return sheet.printed(files.parse(army), self.muster(army), language, html)

    def schema(self) -> Plain:
        return files.schema()

    def _roll(self, list: str) -> Roll:
        if list not in self.rolls:
            raise BadArmy(f"list: there is no army list {list!r}; choose one of {', '.join(self.rolls)}")
        return self.rolls[list]

    def _setting(self, year: int, against: str | None, theatre: str) -> Setting:
        if against is not None and against not in self.rolls:
            raise BadArmy(f"against: there is no army list {against!r}; choose one of {', '.join(self.rolls)}")
        if theatre not in self.data.theatres:
            raise BadArmy(f"theatre: there is no {theatre!r}; choose one of {', '.join(self.data.theatres)}")
        return Setting(year, against, theatre)

    def _entry(self, roll: Roll, id: str, setting: Setting) -> Plain:
        entry, issues = roll.entries[id], roll.issues(id, setting.year)
        return {
            "id": id,
            "name": msgspec.to_builtins(entry.name),
            "group": entry.group,
            "group_name": msgspec.to_builtins(roll.content.groups[entry.group].name) if entry.group else None,
            "ally": roll.is_ally(id),
            "arm": entry.arm,
            "training": entry.training,
            "class": roll.grade(id, issues[0]) if issues else entry.grade,
            "notes": list(roll.notes(id)),
            "size": roll.standard(id),
            "sizes": list(roll.sizes(id)),
            "weapons": [issue.weapon for issue in issues if issue.weapon],
            "guns": [{"gun": issue.gun, "mount": issue.mount} for issue in issues if issue.gun],
            "cost": {arm_of(issue): roll.price(id, issue) for issue in issues},
            "arms": [self._arms(roll, id, issue) for issue in issues],
            "about": in_both([entry.training, *roll.notes(id)]),
            "limits": limits_of(roll, id, setting),
        }

    def _arms(self, roll: Roll, id: str, issue: Issue) -> Plain:
        """What troops may carry, with the price of a figure and of a unit of the usual size."""
        each, standard = roll.price(id, issue), roll.standard(id)
        return {
            "weapon": issue.weapon,
            "gun": issue.gun,
            "mount": issue.mount,
            "name": {language: arm_name(arm_of(issue), self.data, language) for language in LANGUAGES},
            "figure": each,
            "unit": points.of_unit(each, standard, standard, self.options),
        }
