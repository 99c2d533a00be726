"""What a battle must satisfy beyond its types; what no position may say is found when it is set up."""

from __future__ import annotations

from quadrilatero.datapacks import Document, Way, repeated
from quadrilatero.games.vivaorre.datapack.battles import BattleData
from quadrilatero.games.vivaorre.datapack.contents import ListFile
from quadrilatero.games.vivaorre.said import SIDES


def check_battle(doc: Document[BattleData], lists: dict[str, ListFile]) -> None:
    """All that a battle must satisfy."""
    check_heading(doc, lists)
    check_ids(doc)
    check_places(doc)
    check_troops(doc, lists)
    check_objectives(doc)


def check_heading(doc: Document[BattleData], lists: dict[str, ListFile]) -> None:
    """A battle is named like its file, and its armies are of lists that there are."""
    name = doc.name.removeprefix("scenarios/").removesuffix(".toml")
    if doc.content.id != name:
        raise doc.bad(("id",), f'the file is called "{name}"', "give both the same name")
    for side in SIDES:
        army = getattr(doc.content.armies, side)
        if army.list not in lists:
            raise doc.bad(("armies", side, "list"), f"there is no list {army.list!r}", "name one that there is")
        first, last = lists[army.list].years
        if not first <= doc.content.year <= last:
            raise doc.bad(("year",), f"the list {army.list} is of {first} to {last}", "correct one of them")


def check_ids(doc: Document[BattleData]) -> None:
    """Units, generals and pieces of ground each with an id of its own."""
    content = doc.content
    ids: list[tuple[Way, str]] = [(("unit", n, "id"), unit.id) for n, unit in enumerate(content.unit)]
    ids += [(("general", n, "id"), general.id) for n, general in enumerate(content.general)]
    pieces: list[tuple[Way, str]] = [(("terrain", n, "id"), piece.id) for n, piece in enumerate(content.terrain)]
    for named in (ids, pieces):
        if twice := repeated(named):
            raise doc.bad(twice.way, f"the id is already used on line {doc.line(twice.earlier)}", "give each its own")


def check_places(doc: Document[BattleData]) -> None:
    """Everybody stands on the table, or comes while the battle lasts."""
    wide, high = doc.content.table
    for n, unit in enumerate(doc.content.unit):
        if unit.at is not None and not (unit.at[0] <= wide and unit.at[1] <= high):
            raise doc.bad(("unit", n, "at"), "this place is not on the table", "move the unit")
        if unit.arrives > doc.content.last_turn:
            raise doc.bad(("unit", n, "arrives"), "this turn is not played", "let it come earlier")
        if unit.at is not None and unit.waits is not None:
            raise doc.bad(("unit", n, "waits"), "who stands on the table waits for nothing", "leave out one of them")
        if unit.at is None and unit.fixed:
            raise doc.bad(("unit", n, "fixed"), "who is not on the table could never come", "leave out one of them")
    for n, general in enumerate(doc.content.general):
        if not (general.at[0] <= wide and general.at[1] <= high):
            raise doc.bad(("general", n, "at"), "this place is not on the table", "move the general")


def check_troops(doc: Document[BattleData], lists: dict[str, ListFile]) -> None:
    """20-a: every unit is an entry of the list of its army, or of its allies."""
    for n, unit in enumerate(doc.content.unit):
        list, _, entry = unit.entry.partition(".")
        if list not in lists or entry not in {one.id for one in lists[list].entry}:
            raise doc.bad(("unit", n, "entry"), f"no list has {unit.entry!r}", "name an entry that there is")
    brigades = {unit.brigade: unit.side for unit in doc.content.unit}
    for n, general in enumerate(doc.content.general):
        if general.brigade is not None and brigades.get(general.brigade) != general.side:
            raise doc.bad(("general", n, "brigade"), f"{general.brigade} has no units of his", "correct the brigade")


def check_objectives(doc: Document[BattleData]) -> None:
    """1-g: ground to be held has an outline, units to be destroyed are the enemy's."""
    sides = {unit.id: unit.side for unit in doc.content.unit}
    for n, objective in enumerate(doc.content.objective):
        if (objective.kind == "hold") != (objective.shape is not None) or (objective.kind == "destroy") != bool(
            objective.units
        ):
            raise doc.bad(("objective", n), "to hold wants a shape, to destroy wants units", "give what it wants")
        for at, id in enumerate(objective.units):
            if sides.get(id) in (None, objective.side):
                raise doc.bad(("objective", n, "units", at), f"{id!r} is no unit of the enemy", "correct the id")
