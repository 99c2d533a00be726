"""Positions: the documented JSON of a moment of the battle, read with every fault named, and written back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quadrilatero.games.vivaorre.army.book import Book
from quadrilatero.games.vivaorre.army.lists import UNARMED
from quadrilatero.games.vivaorre.army.points import Figure, cost, of_unit
from quadrilatero.games.vivaorre.lineup import Lineup
from quadrilatero.games.vivaorre.position_checks import check_position
from quadrilatero.games.vivaorre.records import Army, Brigade
from quadrilatero.games.vivaorre.rules.command import is_commanded
from quadrilatero.games.vivaorre.rules.formations import (
    files_formed,
    standard_size,
    usual_formation,
)
from quadrilatero.games.vivaorre.said import ARTILLERY, CAVALRY, RED, SIDES, Name
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.kernel import BadPosition, Plain
from quadrilatero.kernel.phrases import LANGUAGES
from quadrilatero.kernel.position import As, Codec

HOME = {"red": "south", "blue": "north"}
HOME_FACING = {"red": 0, "blue": 18000}
USUAL_CLASS = {"infantry": "c-c-c", "cavalry": "c-/-c", "artillery": "c-c-e"}
BEFORE_INITIATIVE = ("setup", "command", "initiative")
IN_HALVES = ("charges", "movement")
UNPRICED = -1
"""The points of a unit of which a position says none, until they are worked out."""


def _unit(said: Any, where: str) -> Plain:
    """1-f, 2-b, 2-e, 2-j, 2-k. What a position leaves to be understood of a unit, by its arm and training."""
    arm = said.arm or "infantry"
    training = said.training or "regular"
    letters = getattr(said, "class") or USUAL_CLASS[arm]
    impi = letters[2] == "*"
    if said.gun is not None and arm != ARTILLERY:
        raise BadPosition(f"position: {where}.gun: {arm} has none", "1-f")
    if said.weapon not in (None, "none") and letters[2] in "/*":
        raise BadPosition(f"position: {where}.weapon: class {letters} has no firearm", "1-f")
    sections = said.sections or (1 if said.figures is None or arm != ARTILLERY else (said.figures + 1) // 2)
    figures = said.figures or standard_size(arm, training, sections)
    start = said.start or (2 * sections if arm == ARTILLERY else figures)
    if figures > start:
        raise BadPosition(f"position: {where}.figures: {figures} are more than the {start} at the start", "11-a")
    return {
        "facing": HOME_FACING[said.side] if said.facing is None else said.facing,
        "arm": arm,
        "training": training,
        "letters": letters,
        "notes": tuple(said.notes or ()),
        "weapon": said.weapon or ("musket" if arm == "infantry" and letters[2] not in "/*" else "none"),
        "gun": (said.gun or "smooth_9") if arm == ARTILLERY else None,
        "mount": said.mount,
        "sections": sections,
        "figures": figures,
        "start": start,
        "formation": said.formation or usual_formation(arm, training, impi, figures),
        "files": said.files or files_formed(start, impi),
        "mounted": arm == CAVALRY if said.mounted is None else said.mounted,
        "name": _name(said, where),
        "points": UNPRICED if said.points is None else said.points,
        "shaken_since": said.shaken_since,
        "out": bool(said.out),
    }


def _name(said: Any, where: str) -> Name:
    """A name of its own, the same in every language, or one in both; who has none goes by his id."""
    if isinstance(said.name, dict) and sorted(said.name) != sorted(LANGUAGES):
        raise BadPosition(f"position: {where}.name: expected one name, or one for each of {', '.join(LANGUAGES)}")
    name: Name = said.name or said.id
    return name


def _general(said: Any, where: str) -> Plain:
    """5-c, 5-e. What a position leaves to be understood of a general."""
    joined = getattr(said, "with")
    if said.at is not None and joined is not None:
        raise BadPosition(f"position: {where}: say either where {said.id!r} stands or with whom", "11-c")
    return {"name": _name(said, where), "with_unit": joined}


CODEC = Codec(
    State,
    As("Position", "A moment of a battle at a boundary. Only `units` is required. Lengths are thousandths of an inch."),
    {Unit: _unit, General: _general},
)
write, write_apart = CODEC.write, CODEC.write_apart


def schema() -> Plain:
    """The JSON Schema of a position, for documents and editors."""
    return CODEC.schema(SIDES)


def read(plain: Plain, options: Mapping[str, str], book: Book) -> State:
    """The state of a position; BadPosition names the field at fault."""
    said = CODEC.parse(from_lists(plain, book))
    s = CODEC.read(said, options=options, sink=[])
    s.order = {id: number for number, id in enumerate(s.units)}
    s.lineup = Lineup()
    s.edges = {side: said.edges.get(side, HOME[side]) for side in SIDES}
    s.armies = {side: s.armies.get(side, Army()) for side in SIDES}
    s.brigades = _brigades(s)
    s.first = said.first or (None if s.phase in BEFORE_INITIATIVE else RED)
    s.seat = _half(s, plain, said.seat)
    if s.phase not in ("setup", "command"):
        settle_command(s, said)
    for unit in list(s.units.values()):
        if unit.state == "shaken" and unit.shaken_since is None:
            s.change(unit, shaken_since=s.turn)
        if unit.points == UNPRICED:
            s.change(s.units[unit.id], points=price(unit, book))
    check_position(s)
    return s


def settle_command(s: State, said: Any) -> None:
    """5-c, 5-d. Who is out of command in this turn, where a position that begins later does not say it."""
    for one in said.units:
        unit = s.units[one.id]
        if one.out is None and not is_commanded(s, unit):
            s.change(unit, out=True)


def from_lists(plain: Plain, book: Book) -> Plain:
    """20-a, 6-d, 3-i. Units of an army list have the arm, training, class, notes and arms of their entry in that year.

    Armies have the initiative of their list and are European if it is. What is said besides wins.
    """
    armies = plain.get("armies")
    if isinstance(armies, dict):
        plain = {**plain, "armies": {side: _of_list(army, book) for side, army in armies.items()}}
    units = plain.get("units")
    if not isinstance(units, list) or not any(isinstance(unit, dict) and unit.get("entry") for unit in units):
        return plain
    year = plain.get("year", 1860)
    filled = [
        {
            "at": None,
            **_of_entry(unit, year, book, number),
            **{key: value for key, value in unit.items() if value is not None},
        }
        if isinstance(unit, dict) and unit.get("entry")
        else unit
        for number, unit in enumerate(units)
    ]
    return {**plain, "units": filled}


def _of_list(army: Any, book: Book) -> Any:
    """6-d, 3-i. What the list says of an army; an army of no list, or of none that is known, is as it is said to be."""
    roll = book.rolls.get(army["list"]) if isinstance(army, dict) and isinstance(army.get("list"), str) else None
    if roll is None:
        return army
    return {"initiative": roll.content.initiative, "european": roll.content.european, **army}


def _of_entry(unit: Plain, year: Any, book: Book, number: int) -> Plain:
    where = f"position: units[{number}]"
    roll = book.rolls.get(str(unit["entry"]).split(".")[0])
    if roll is None or unit["entry"] not in roll.entries:
        raise BadPosition(f"{where}.entry: no list has {unit['entry']!r}", "20-a")
    if not isinstance(year, int):
        raise BadPosition("position: year: expected a whole number")
    issues = roll.issues(unit["entry"], year)
    wanted = [
        issue for issue in issues if unit.get("weapon") in (None, issue.weapon) and unit.get("gun") in (None, issue.gun)
    ]
    issue = (wanted or issues or [UNARMED])[0]
    entry = roll.entries[unit["entry"]]
    found: Plain = {
        "arm": entry.arm,
        "training": entry.training,
        "class": roll.grade(unit["entry"], issue),
        "notes": list(roll.notes(unit["entry"])),
        "ally": roll.is_ally(unit["entry"]),
    }
    if entry.arm == ARTILLERY:
        found |= {"gun": issue.gun, "mount": issue.mount}
    else:
        found["weapon"] = issue.weapon or "none"
    return found


def price(unit: Unit, book: Book) -> int:
    """18-a, 2-d. What the whole unit costs, by the figures it began with; a battery by its sections."""
    kind = Figure(unit.arm, unit.training, unit.letters, unit.notes, unit.weapon, unit.gun, unit.mount)
    each = sum(part for _, part in cost(kind, book.data))
    size = unit.sections if unit.is_guns else unit.start
    standard = 1 if unit.is_guns else standard_size(unit.arm, unit.training, 1)
    return of_unit(each, size, standard, book.options)


def _half(s: State, plain: Plain, said: str | None) -> str | None:
    """7-a. Whose half of charges or movement it is; in charges null means that all are declared."""
    if s.phase not in IN_HALVES or ("seat" in plain and said is None and s.phase == "charges"):
        return None
    return said or s.first


def _brigades(s: State) -> dict[str, Brigade]:
    """12-p. The brigades that units name, as strong as they began; generals without units lead an empty one."""
    count: dict[str, list[str]] = {}
    members = [(unit.brigade, unit.side) for unit in s.units.values()]
    for brigade, side in members + [(gone.brigade, gone.side) for gone in s.eliminated]:
        if brigade is not None:
            count.setdefault(brigade, []).append(side)
    found = dict(s.brigades)
    for id, sides in count.items():
        if id not in found:
            found[id] = Brigade(sides[0], len(sides))
    return found
