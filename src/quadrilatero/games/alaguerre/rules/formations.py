"""Chapter 2.7 to 2.11: units as they are read off the table: lines, columns, squares, great units, single bases."""

from __future__ import annotations

from quadrilatero.games.alaguerre.rules.contact import generals_touching, touches
from quadrilatero.games.alaguerre.said import (
    COLUMN,
    GREAT,
    LINE,
    SKIRMISH,
    SQUARE,
    STATES,
    Name,
)
from quadrilatero.games.alaguerre.state import NOWHERE, Base, General, Pose, State
from quadrilatero.games.alaguerre.words import unnumbered
from quadrilatero.table import LEVEL as ALIKE
from quadrilatero.table import apart, around, bases, carried, follows, join, offset, parts

MIXED = "mixed"


class Unit:
    """2.7.1-a. Bases that act together, as they stand now: take it anew after anything has changed.

    `kind` is the formation: a line, column or square of several bases or one, a great unit, open order, a battery or
    limbered guns. `pose` is the rectangle of all its bases.
    """

    def __init__(self, id: str, kind: str, bases: tuple[Base, ...]) -> None:
        self.id = id
        self.kind = kind
        self.bases = bases
        self.ids: list[str] = [base.id for base in bases]
        self.pose: Pose = rectangle(bases)

    @property
    def side(self) -> str:
        return self.bases[0].side

    @property
    def name(self) -> Name:
        """What sentences call it: as its first base is called, of a great unit without the number at the end."""
        return unnumbered(self.bases[0].name) if self.kind == GREAT else self.bases[0].name

    @property
    def acts(self) -> str:
        """2.9-a. The class whose rules it follows."""
        return self.bases[0].acts

    @property
    def morale(self) -> int:
        """2.7.1-b. That of its worst base; of a great unit that of the base which acts for it (2.11.1-b)."""
        return front_base(self).morale if self.kind == GREAT else min(base.morale for base in self.bases)

    @property
    def level(self) -> int:
        """2.7.1-f. One disordered base makes the whole unit count as disordered."""
        return max(base.level for base in self.bases)

    @property
    def state(self) -> str:
        return STATES[self.level]

    @property
    def is_steady(self) -> bool:
        """2.6.7: at most disordered."""
        return self.level <= 1

    @property
    def is_open(self) -> bool:
        """2.8-a. In open order."""
        return self.kind == SKIRMISH

    @property
    def is_foot(self) -> bool:
        return self.bases[0].is_foot

    @property
    def is_horse(self) -> bool:
        return any(base.is_horse for base in self.bases)

    @property
    def is_guns(self) -> bool:
        return self.bases[0].is_guns

    @property
    def is_train(self) -> bool:
        return self.bases[0].is_train

    @property
    def is_great(self) -> bool:
        return self.kind == GREAT

    @property
    def is_great_foot(self) -> bool:
        """5.2-t1, 10.2.2-e: a great unit of infantry."""
        return self.kind == GREAT and self.bases[0].is_foot

    def is_called(self, id: str | None) -> bool:
        """Whether an id means this unit: its own, or that of one of its bases."""
        return id == self.id or any(base.id == id for base in self.bases)

    def has(self, note: str) -> bool:
        """2.6.5-d. Whether all its bases have a note of the lists."""
        return all(note in base.notes for base in self.bases)


def rectangle(bases: tuple[Base, ...]) -> Pose:
    """The rectangle that bases in formation make up; of a square the one around all of them."""
    if len(bases) == 1:
        return bases[0].pose
    if any(base.at is None for base in bases):
        return NOWHERE
    poses = [base.pose for base in bases]
    whole = join(poses)
    if whole is None:
        return around(poses)
    width, depth = poses[0][3:]
    if whole[4] < 2 * depth:
        x, y = sum(pose[0] for pose in poses), sum(pose[1] for pose in poses)
        count = len(poses)
        return (2 * x + count) // (2 * count), (2 * y + count) // (2 * count), whole[2], count * width, depth
    return whole


# -- which bases are a unit (2.7.1, 2.10) -----------------------------------------------------------------------------


def unit_of(s: State, base: Base, alone: bool = False) -> Unit:
    """2.7.1-a, 2.7.1-d, 2.10-a, 2.11-b. The unit a base belongs to; or the base alone, if it may act so."""
    if base.great is not None:
        return great_unit(s, base.great)
    if alone or base.at is None or not may_join(base) or s.bases.get(base.id) is not base:
        return single(base)
    joined = s.lineup.troops(base.side).joined
    found: Unit | None = joined.get(base.id)
    if found is None:
        found = joined[base.id] = formation_of(s, base)
    return found


def formation_of(s: State, base: Base) -> Unit:
    """2.10-a. The formation of its brigade that a base stands in, or the base by itself."""
    brigade = f"{base.side} {base.brigade}"
    if len(s.brigades[brigade]) > 1:
        for unit in units_of_brigade(s, brigade):
            for one in unit.bases:
                if one is base:
                    return unit
    return single(base)


def units_of_brigade(s: State, brigade: str) -> list[Unit]:
    """2.10-a. The formations of several bases in a brigade; read again only when one of its bases has changed."""
    now = [s.bases[id] for id in s.brigades[brigade] if id in s.bases]
    kept: tuple[list[Base], list[Unit]] | None = s.formed.get(brigade)
    if kept is not None and _is_same(kept[0], now):
        return kept[1]
    found: list[Unit] = []
    able = [base for base in now if base.at is not None and base.great is None and may_join(base)]
    for kind in dict.fromkeys(_sort(base) for base in able):
        found += read_off([base for base in able if _sort(base) == kind])
    s.formed[brigade] = (now, found)
    return found


def _is_same(then: list[Base], now: list[Base]) -> bool:
    """Whether these are the very same bases, none of them changed."""
    return len(then) == len(now) and all(then[i] is now[i] for i in range(len(now)))


def may_join(base: Base) -> bool:
    """2.8-b, 2.10-a. Foot and horse at most disordered and in closed order; nobody in open order is in a formation."""
    return base.is_steady and not (base.is_guns or base.is_train) and base.formation != SKIRMISH


def _sort(base: Base) -> str:
    """2.10-b. Bases of one type stand together, or those of mixed types where the lists allow it."""
    return MIXED if MIXED in base.notes else base.acts


def read_off(among: list[Base]) -> list[Unit]:
    """2.10.1-a, 2.10.1-b, 2.10.2-a, 2.10.3-b. Squares by their marker, lines, and of those in no line columns."""
    squares = _formed([base for base in among if base.formation == SQUARE], SQUARE)
    lines = _formed([base for base in among if base.formation == LINE], LINE)
    in_line = {base.id for line in lines for base in line.bases}
    rest = [base for base in among if base.formation in (LINE, COLUMN) and base.id not in in_line]
    return [*squares, *lines, *_formed(rest, COLUMN)]


def _formed(among: list[Base], kind: str) -> list[Unit]:
    """The parts of these that are formations of that kind."""
    if len(among) < 2:
        return []
    poses = [base.pose for base in among]
    return [
        Unit(among[part[0]].id, kind, tuple([among[i] for i in part]))
        for part in parts(poses)
        if len(part) > 1 and _kind(poses, part) == kind
    ]


def _kind(poses: list[Pose], part: tuple[int, ...]) -> str:
    """Whether a part is a line, a column or a square."""
    one = poses[part[0]]
    others = [poses[i] for i in part[1:]]
    if any(follows(one, other) or follows(other, one) for other in others):
        return COLUMN
    return LINE if all(apart(other[2], one[2]) <= ALIKE[0] for other in others) else SQUARE


def single(base: Base) -> Unit:
    """2.10.1-e, 2.10.2-a. A base that is a unit by itself counts as in line unless a marker says otherwise."""
    return Unit(base.id, base.formation, (base,))


def great_unit(s: State, id: str) -> Unit:
    """2.11-b. All the bases of a great unit that are left; one that is left alone is still one (2.11.1-b)."""
    now = [s.bases[one] for one in s.greats[id] if one in s.bases]
    kept: tuple[list[Base], Unit] | None = s.formed.get(f"{GREAT} {id}")
    if kept is not None and _is_same(kept[0], now):
        return kept[1]
    unit = Unit(id, GREAT, tuple([base for base in now if base.at is not None] or now))
    s.formed[f"{GREAT} {id}"] = (now, unit)
    return unit


def units(s: State, side: str | None = None) -> list[Unit]:
    """2.7.1-a. Every unit on the table, of a side or of both, in the order of the position."""
    place = s.lineup if side is None else s.lineup.troops(side)
    if place.units is None:
        found: list[Unit] = []
        seen: set[str] = set()
        for base in s.on_table(side):
            if base.id not in seen:
                unit = unit_of(s, base)
                seen.update(unit.ids)
                found.append(unit)
        place.units = found
    return place.units


def named(s: State, id: str, alone: bool = False) -> Unit | None:
    """The unit that an answer names: by a base of it, or a great unit by its own id."""
    base = s.bases.get(id)
    if base is not None:
        return unit_of(s, base, alone)
    return great_unit(s, id) if any(one in s.bases for one in s.greats.get(id, ())) else None


def again(s: State, unit: Unit) -> Unit | None:
    """The same bases as they stand now, as far as they are on the table; None where none is left."""
    bases = [s.bases[id] for id in unit.ids if id in s.bases and s.bases[id].at is not None]
    return (
        Unit(unit.id, bases[0].formation if len(bases) == 1 and unit.kind != GREAT else unit.kind, tuple(bases))
        if bases
        else None
    )


# -- who acts for it, who is with it ----------------------------------------------------------------------------------


def front_base(unit: Unit) -> Base:
    """2.11.1-b, 2.10.2-a. Who acts for a great unit or heads a column: the front base, of a line the rightmost."""
    return max(unit.bases, key=lambda base: _place(unit, base))


def rear_base(unit: Unit) -> Base:
    """2.11.1-a. The base of a great unit that takes its losses: the rear one, of a line the leftmost."""
    return min(unit.bases, key=lambda base: _place(unit, base))


def _place(unit: Unit, base: Base) -> tuple[int, int]:
    """How far ahead and how far to the right a base stands in its unit."""
    across, ahead = offset(unit.bases[0].pose, base.pose[0], base.pose[1])
    return ahead, across


def is_column(unit: Unit) -> bool:
    """2.10.2-a, 5.2.8-f. In column: by its bases or by a marker; a great unit one behind the other counts as one."""
    if unit.kind == GREAT:
        return len(unit.bases) == 1 or len({_place(unit, base)[0] for base in unit.bases}) > 1
    return unit.kind == COLUMN


def attached(s: State, unit: Unit) -> list[General]:
    """2.7.5-c. The generals who touch a base of the unit."""
    found: list[General] = []
    for base in unit.bases:
        found += [general for general in generals_touching(s, base) if general not in found]
    return found


def unit_with(s: State, general: General) -> Unit | None:
    """2.7.5-c, 2.7.5-d. The unit a general is attached to: the first of his command that he touches."""
    if general.at is None:
        return None
    for base in s.on_table(general.side):
        if touches(general.pose, base.pose) and is_under(s, base, general):
            return unit_of(s, base)
    return None


def is_under(s: State, base: Base, general: General) -> bool:
    """2.7.5-d. Whether a base is under a general: of his division, of one below him, or of the CiC's own guns."""
    if general.cic or base.division is None:
        return True
    commander = s.commander(base.division)
    while commander is not None:
        if commander.id == general.id:
            return True
        commander = None if commander.superior is None else s.generals.get(commander.superior)
    return False


def put(s: State, unit: Unit, pose: Pose, **values: object) -> Unit:
    """5.1.2-a. The unit as one block where its rectangle comes to stand, with what else has changed of its bases."""
    places = laid_out(unit, pose)
    changed = []
    for base in unit.bases:
        there = places[base.id]
        changed.append(s.change(s.bases[base.id], at=(there[0], there[1]), facing=there[2], **values))
    return Unit(unit.id, unit.kind, tuple(changed))


def laid_out(unit: Unit, pose: Pose) -> dict[str, Pose]:
    """2.10.1-a, 2.10.2-a. Where the bases of a unit stand in its rectangle; a row of them is laid out anew."""
    width, depth = unit.bases[0].pose[3:]
    count = len(unit.bases)
    across, along = pose[3] // width, pose[4] // depth
    if count > 1 and unit.kind != SQUARE and 1 in (across, along) and across * along == count:
        in_order = sorted(unit.bases, key=lambda base: _rank(unit, base))
        return {base.id: place for base, place in zip(in_order, bases(pose, across, along), strict=True)}
    return {base.id: carried(base.pose, unit.pose, pose) for base in unit.bases}


def _rank(unit: Unit, base: Base) -> tuple[int, int]:
    """From front to rear, and from left to right."""
    across, ahead = offset(unit.pose, base.pose[0], base.pose[1])
    return -((ahead + 50) // 100), across
