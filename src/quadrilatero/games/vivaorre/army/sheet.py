"""An army on paper: a sheet of text, or a page that a browser prints."""

from __future__ import annotations

from quadrilatero.games.vivaorre.army.builder import Built, Muster, arm_of, trenches
from quadrilatero.games.vivaorre.army.files import ArmyFile, General
from quadrilatero.games.vivaorre.army.telling import arm_name, error
from quadrilatero.games.vivaorre.words import BOOK
from quadrilatero.kernel.paper import Paper
from quadrilatero.kernel.phrases import number_of

COLUMNS = ("unit", "troops", "figures", "class", "arms", "points")


class Sheet:
    """What is printed of an army, in one language."""

    def __init__(self, file: ArmyFile, built: Muster, language: str) -> None:
        self.file = file
        self.built = built
        self.language = language
        self.content = built.army.roll.content

    def say(self, key: str, **data: object) -> str:
        """A sentence of the sheet."""
        return BOOK.say("sheet", key, self.language, data)

    def note(self, key: str) -> str:
        """A short word for what troops are or can do."""
        return BOOK.find("note", key, self.language, key)

    def title(self) -> str:
        """The army's name, or that of its list, with the year."""
        title = getattr(self.content.title, self.language)
        return self.say(
            "heading", title=f"{self.file.name} ({title})" if self.file.name else title, year=self.file.year
        )

    def facts(self) -> list[str]:
        """Points, units and initiative; who commands; trenches; special rules."""
        units = self.built.units
        total, roll = sum(unit.points for unit in units), self.built.army.roll
        initiative = f"{self.content.initiative:+d}" if self.content.initiative else "0"
        lines = [self.say("facts", points=total, limit=self.file.points, units=len(units), initiative=initiative)]
        if self.file.cic.name:
            lines.append(self.say("cic", name=self.file.cic.name))
        if count := trenches(roll, len(units)):
            lines.append(self.say("trenches", n=count))
        if self.content.rules:
            lines.append(self.say("rules", rules=", ".join(self.content.rules)))
        return lines

    def heading(self, n: int, id: str, general: General, name: str) -> str:
        """A brigade, or a division with its part, and its general."""
        if self.content.divisions:
            role = self.content.divisions[n] if n < len(self.content.divisions) else "?"
            heading = self.say("division", id=number_of(id), role=self.note(role))
        else:
            heading = self.say("brigade", id=number_of(id))
        heading = f"{heading}: {name}" if name else heading
        return self.say("general", brigade=heading, name=general.name) if general.name else heading

    def row(self, unit: Built) -> tuple[str, ...]:
        """A unit: id and name, troops, figures, class and notes, arms, points."""
        roll = self.built.army.roll
        entry = roll.entries[unit.entry]
        notes = [entry.training, *roll.figure(unit.entry, unit.issue, unit.spec.engineers).notes]
        figures = self.say("sections", n=unit.figures) if entry.arm == "artillery" else str(unit.figures)
        return (
            f"{number_of(unit.id)} {unit.spec.name}".strip(),
            getattr(entry.name, self.language),
            figures,
            f"{roll.grade(unit.entry, unit.issue).upper()} {', '.join(map(self.note, notes))}",
            arm_name(arm_of(unit.issue), roll.data, self.language),
            str(unit.points),
        )

    def faults(self) -> list[str]:
        """That the army is lawful, or what is wrong with it."""
        found = [error(fault, self.built.army.roll.data) for fault in self.built.faults]
        if not found:
            return [self.say("lawful")]
        return [self.say("faults"), *(f"{fault['text'][self.language]} [{fault['rule']}]" for fault in found)]


def printed(file: ArmyFile, built: Muster, language: str, html: bool) -> str:
    """An army to be printed, as text or as a page."""
    sheet = Sheet(file, built, language)
    parts = [
        (sheet.heading(n, id, spec.general, spec.name), [sheet.row(unit) for unit in units])
        for n, ((id, units), spec) in enumerate(zip(built.brigades.items(), file.brigades, strict=False))
    ]
    head = tuple(sheet.say(column) for column in COLUMNS)
    return Paper(sheet.title(), sheet.facts(), head, parts, sheet.faults()).printed(language, html)
