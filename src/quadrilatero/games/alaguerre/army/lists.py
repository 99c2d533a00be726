"""2.6.5: a list as it is used: its troops by id, what they cost, what they may form."""

from __future__ import annotations

from collections.abc import Mapping

from quadrilatero.games.alaguerre.army import points
from quadrilatero.games.alaguerre.army.files import BaseSpec
from quadrilatero.games.alaguerre.datapack import DataPack, Entry, ListFile

Options = Mapping[str, str]
ANY = "any"
"""The entry that a base of a free army is when it names none."""


class Roll:
    """A list with its entries by full id, such as france.pk.line."""

    def __init__(self, content: ListFile, data: DataPack, options: Options) -> None:
        self.content = content
        self.data = data
        self.options = options
        self.entries: dict[str, Entry] = {f"{content.id}.{entry.id}": entry for entry in content.entry}

    def price(self, id: str) -> int:
        """What a base of an entry costs."""
        parts = points.of_entry(self.content.id, self.entries[id], self.data.tables)
        return sum(part for _, part in parts)

    def entry_of(self, spec: BaseSpec) -> Entry | None:
        """2.6.5-d, 2.9-b, list.bavaria-b, list.denmark-b. The troops that a base is of; None where there are none."""
        if spec.entry is not None:
            return self.entries.get(spec.entry)
        if not self.content.anything or spec.type is None or spec.stats is None:
            return None
        if all(row.type != spec.type for row in self.data.tables.points):
            return None
        title = self.content.title
        return Entry(
            ANY,
            title,
            spec.type,
            spec.stats,
            weapon=spec.weapon,
            notes=spec.notes,
            mounted_stats=spec.mounted_stats,
            mounted_as=spec.mounted_as or ("LC" if spec.mounted_stats else None),
            great=True,
        )

    def cost_of(self, spec: BaseSpec, entry: Entry) -> int:
        """What a base of an army costs."""
        if spec.entry is not None:
            return self.price(spec.entry)
        parts = points.of_base(points.Kind(entry.type, entry.stats, entry.notes), self.data.tables)
        return sum(part for _, part in parts)


def rolls(data: DataPack, options: Options) -> dict[str, Roll]:
    """All lists by id."""
    return {id: Roll(content, data, options) for id, content in data.lists.items()}
