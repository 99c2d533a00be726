"""20: the troops of a list, and who may be used when, where and against whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from quadrilatero.games.vivaorre.army import points
from quadrilatero.games.vivaorre.datapack import DataPack, Entry, ListFile
from quadrilatero.games.vivaorre.datapack.contents import Bound, Carried, Ceiling, Issue, Share

Options = Mapping[str, str]
UNARMED = Issue(weapon="none")
SECTIONS = (1, 6)
SMALLEST = 4


class Setting(NamedTuple):
    """The war that an army is made for."""

    year: int
    against: str | None
    theatre: str


class Roll:
    """A list as it is used: its troops by their whole ids, and who is meant by arms, groups and entries."""

    def __init__(self, content: ListFile, data: DataPack, options: Options) -> None:
        self.content = content
        self.data = data
        self.options = options
        self.entries: dict[str, Entry] = {f"{content.id}.{entry.id}": entry for entry in content.entry}
        self._chosen: dict[tuple[str, ...], frozenset[str]] = {}

    def chosen(self, names: tuple[str, ...]) -> frozenset[str]:
        """The ids of the troops meant by names of arms, groups and entries."""
        if names not in self._chosen:
            self._chosen[names] = frozenset(
                id for id, entry in self.entries.items() if {entry.arm, entry.group, entry.id} & set(names)
            )
        return self._chosen[names]

    def is_ally(self, id: str) -> bool:
        """Whether these troops are allies of the army."""
        group = self.entries[id].group
        return group is not None and self.content.groups[group].ally

    def barred(self, id: str, setting: Setting) -> Bound | None:
        """What keeps troops out of an army then and there."""
        return barred(self, id, setting)

    def issues(self, id: str, year: int) -> list[Issue]:
        """What troops may carry that year, the usual weapon or gun first."""
        return issues(self, id, year)

    def arming_rule(self, id: str) -> str:
        """The rule that says what troops carry."""
        arms = self.entries[id].arms
        return self.content.armament[arms].rule if arms else "20-a"

    def notes(self, id: str) -> tuple[str, ...]:
        """What troops can do or wear."""
        return notes(self, id)

    def grade(self, id: str, issue: Issue) -> str:
        """Morale, fire and mêlée of troops with what they carry."""
        return grade(self, id, issue)

    def figure(self, id: str, issue: Issue, engineers: bool = False) -> points.Figure:
        """A figure of these troops with what it carries."""
        entry = self.entries[id]
        notes = (*self.notes(id), *(["engineers"] if engineers else []))
        return points.Figure(
            entry.arm, entry.training, entry.grade, notes, issue.weapon or "none", issue.gun, issue.mount
        )

    def price(self, id: str, issue: Issue, engineers: bool = False) -> int:
        """What a figure, or a section, costs."""
        return sum(part for _, part in points.cost(self.figure(id, issue, engineers), self.data))

    def standard(self, id: str) -> int:
        """The standard size of a unit of these troops."""
        entry = self.entries[id]
        return points.standard_size(entry.arm, entry.training)

    def sizes(self, id: str) -> tuple[int, int]:
        """The fewest and the most figures (sections) that a unit may have."""
        return sizes(self, id)

    def fires(self, id: str) -> bool:
        """Whether these troops have firearms or guns; a bow is none."""
        arms = self.entries[id].arms
        return arms is not None and any(
            issue.weapon not in ("bow", "none") for issue in self.content.armament[arms].issue
        )


def barred(roll: Roll, id: str, setting: Setting) -> Bound | None:
    """20.afg-b, 20.it-c, 20.uk-c, 20.rus-b, 20.chi-b, 20.pru-b, 20.boer-a. What keeps troops out of an army.

    It is the year, the theatre or the enemy.
    """
    return next((bound for bound in roll.content.bound if _bars(bound, roll, id, setting)), None)


def _bars(bound: Bound, roll: Roll, id: str, setting: Setting) -> bool:
    if id not in roll.chosen(bound.entries):
        return False
    if bound.years is not None and not bound.years[0] <= setting.year <= bound.years[1]:
        return True
    if bound.against is not None and setting.against not in bound.against:
        return True
    return bound.theatres is not None and setting.theatre not in bound.theatres


def issues(roll: Roll, id: str, year: int) -> list[Issue]:
    """20-e, 20-f, 20.uk-d, 20.uk-e, 20.afg-c, 20.ind-b, 20.sik-c, 20.boer-b, 20.chi-c, 20.chi-d, 20.egy-a. Arms.

    The weapons or guns that troops of this kind may carry that year, the usual one first.
    """
    arms = roll.entries[id].arms
    if arms is None:
        return [UNARMED]
    return [issue for issue in roll.content.armament[arms].issue if is_issued(issue, year, roll.options)]


def is_issued(issue: Issue, year: int, options: Options) -> bool:
    """20.pru-c, 20.pru-d, 20.rus-d, 20.aus-b, 20.fra-d, 20.it-d, 20.tur-b, 20.pie-c, 20.pap-c, 20.nap-b. By date.

    Some hang on a reading of the rules.
    """
    if issue.reading is not None:
        name, value = issue.reading.split("=")
        if options[name] != value:
            return False
    return (issue.first or year) <= year <= (issue.last or year)


def notes(roll: Roll, id: str) -> tuple[str, ...]:
    """20-d, 20.afg-d. What troops can do or wear; lancers have the lance and cuirassiers the cuirass by name."""
    entry = roll.entries[id]
    return (*entry.notes, *(entry.by_name if roll.options["lance"] == "by_name" else ()))


def grade(roll: Roll, id: str, issue: Issue) -> str:
    """20-a, 20.rus-c. Morale, fire and mêlée; without a firearm the fire value is none."""
    morale, fire, melee = roll.entries[id].grade.split("-")
    unarmed = issue.weapon == "none" and fire != "*"
    return f"{morale}-{'/' if unarmed else fire}-{melee}"


def sizes(roll: Roll, id: str) -> tuple[int, int]:
    """2-b, 20.zulu-d. The fewest and the most figures of a unit: the standard size, or as the list says.

    By another reading from four figures to twice the standard; an impi has 8 to 40 by either. Batteries have sections.
    """
    if roll.entries[id].arm == "artillery":
        return SECTIONS
    if roll.content.sizes is not None:
        least, most = roll.content.sizes
        return least, most
    standard = roll.standard(id)
    return (SMALLEST, 2 * standard) if roll.options["unit_sizes"] == "free" else (standard, standard)


def holds(limit: Share | Ceiling | Carried, setting: Setting) -> bool:
    """Whether a limit is of this year and theatre."""
    years, theatres = getattr(limit, "years", None), getattr(limit, "theatres", None)
    if years is not None and not years[0] <= setting.year <= years[1]:
        return False
    return theatres is None or setting.theatre in theatres


def rolls(data: DataPack, options: Options) -> dict[str, Roll]:
    """All lists by id."""
    return {id: Roll(content, data, options) for id, content in data.lists.items()}
