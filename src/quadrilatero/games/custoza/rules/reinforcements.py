"""Chapter 21: Formations and units that come in at the edge of the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from quadrilatero.games.custoza.answers import Claim, Done, Shift
from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.records import CLAIMED, DECLINED, OPTIONAL, Group, Task
from quadrilatero.games.custoza.rules import columns, deployment
from quadrilatero.games.custoza.rules.concepts import zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, reveal, tell_own
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.kernel import Plain, Refusal, Script

SHIFTED: Final = 5
"""21.5-b: so many hexes of a shifted entry cost a game turn."""

# -- 21.1: who is due --------------------------------------------------------------------------------------------------


def groups_due(s: State, side: str) -> list[Group]:
    """14.2.1-a, 21.6-a. The groups of a side whose game turn has come and that have not entered; they may wait."""
    return [group for group in s.reinforcements if group.side == side and has_come(s, group) and is_waiting(s, group)]


def is_waiting(s: State, group: Group) -> bool:
    """21.6-a: whether a group, or a part of it, has still to enter."""
    return any((unit := s.units.get(id)) is not None and unit.box == "due" for id in group.units)


def group_of(s: State, formation: str) -> Group | None:
    """21.1-a: the group with which the commander of a Formation comes."""
    return next((group for group in s.reinforcements if s.leaders.get(formation) in group.units), None)


def has_arrived(s: State, formation: str) -> bool:
    """14.2.1-a, 21.6-a. Whether a Formation that is due may enter now; one that no group names waits at the edge."""
    return has_come(s, group_of(s, formation))


def has_come(s: State, group: Group | None) -> bool:
    """14.2.1-a, 24.2-g: whether the time of a group has come; optional ones have to be asked for."""
    return group is None or ((group.day, group.gt) <= (s.day, s.gt) and group.condition in (None, CLAIMED))


def is_lone_group(group: Group) -> bool:
    """21.4-a: whether a group is of units alone, without a Formation that leads it."""
    return group.formation is None


def group_with(s: State, unit: Unit) -> Group | None:
    """21.1-a: the group that brings a unit."""
    return next((group for group in s.reinforcements if unit.id in group.units), None)


def may_come(s: State, unit: Unit) -> bool:
    """14.2.1-a, 21.6-a. Whether a unit that is due may enter now."""
    return has_come(s, group_with(s, unit))


def enters_alone(s: State, unit: Unit) -> bool:
    """21.4-a, 3.4-a. Who is out of command, of the Reserve, or comes with another group than his commander's."""
    if unit.ooc or unit.reserve or unit.formation is None:
        return True
    leader = s.leaders.get(unit.formation)
    group = group_with(s, unit)
    return leader is not None and group is not None and leader not in group.units


def company(s: State, formation: str) -> list[Unit]:
    """21.3-a: the units that come in with the commander of a Formation."""
    return [unit for unit in s.of_formation(formation) if unit.box == "due" and not enters_alone(s, unit)]


def entries_of(s: State, unit: Unit) -> list[int]:
    """21.1-a, 21.5-a: the free hexes by which a unit or a commander may enter."""
    group = group_with(s, unit)
    hexes = (group.entry,) if group is not None else s.formations[unit.formation].entry if unit.formation else ()
    return [hex for hex in hexes if not is_barred(s, unit.side, hex)]


def entry_of(s: State, formation: str) -> int:
    """21.1-a, 21.5-a. The hex where a Formation enters: that of its group, or one of its own; -1 where it is barred."""
    group = group_of(s, formation)
    hexes = (group.entry,) if group is not None else s.formations[formation].entry
    side = s.formations[formation].side
    return next((hex for hex in hexes if not is_barred(s, side, hex)), -1)


def is_barred(s: State, side: str, hex: int) -> bool:
    """21.5-a. Enemy units bar an entry hex, and their zones where no friend stands."""
    enemy = ENEMY[side]
    return hex in s.held[enemy] or hex in zone(s, enemy) - s.held[side]


def entry_cost(s: State, hex: int, kind: str, *, march: bool) -> int:
    """21.1-a. What the entry hex costs: as along its road in March Movement, otherwise its ground."""
    if march and hex in s.board.roads:
        links = [s.board.by_road(kind, near, hex) for near in s.board.grid.adjacent[hex]]
        return min((cost for cost in links if cost is not None), default=MP)
    over = [s.board.off_road(kind, near, hex) for near in s.board.grid.adjacent[hex]]
    return min((cost for cost in over if cost is not None), default=MP)


# -- 21.5: blocked entries ---------------------------------------------------------------------------------------------


def barred_groups(s: State, side: str) -> list[Group]:
    """21.5-a: the groups that are due and find their entry hex barred."""
    return [group for group in groups_due(s, side) if is_barred(s, side, group.entry)]


def look_at_entries(s: State) -> Script:
    """14.2.1-a, 21.5-a, 24.2-g. Barred groups may wait or be led elsewhere; optional ones are asked for, once."""
    found = barred_groups(s, s.next)
    for group in found:
        yield reveal("entry_barred", "21.5-a", side=group.side, hex=s.board.grid.numbers[group.entry])
    if found or offered(s, s.next):
        s.tasks = (*s.tasks, Task("entry_barred", s.next))


def other_entries(s: State, group: Group) -> dict[int, int]:
    """21.5-a, 21.5-b, 21.5-c. Road hexes at the edge towards the army's rear, with the game turns each costs."""
    grid, found = s.board.grid, dict[int, int]()
    column = grid.place(group.entry)[0]
    for hex in s.board.roads & s.board.open:
        beyond = any(near < 0 for near in grid.neighbours[hex])
        there = grid.place(hex)[0]
        towards_rear = there > column if group.side == "austria" else there < column
        if beyond and towards_rear and not is_barred(s, group.side, hex):
            found[hex] = -(-grid.distance(group.entry, hex) // SHIFTED)
    return found


# -- 24.2-g: optional reinforcements -----------------------------------------------------------------------------------


def offered(s: State, side: str) -> list[Group]:
    """24.2-g. Optional groups whose game turn has come; whoever has them is asked, so that it tells nothing."""
    now = s.day, s.gt
    if s.options["optional_reinforcements"] == "never":
        return []
    optional = [group for group in s.reinforcements if group.side == side and group.condition == OPTIONAL]
    return [group for group in optional if (group.day, group.gt) <= now]


def is_entitled(s: State, side: str) -> bool:
    """24.2-g. With some Strategic Objectives a side may have its optional reinforcements."""
    said: list[Plain] = (s.victory or {}).get("objectives") or []
    mine = [each for each in said if (each["side"], each["number"]) == (side, s.strategy[side])]
    keys = ("optional_reinforcements", "allows_optional_reinforcements")
    return any(each.get(key) for each in mine for key in keys)


def settle_group(s: State, group: Group, condition: str) -> None:
    """24.2-g: what the owner of an optional group has said."""
    said = replace(group, condition=condition)
    s.reinforcements = tuple(said if other.id == group.id else other for other in s.reinforcements)


def barred_step(s: State, task: Task) -> Script:
    """21.5-a, 21.6-a, 24.2-g. A barred group is shifted, an optional one called for. Returns whether to ask on."""
    groups, optional = barred_groups(s, task.side), offered(s, task.side)
    if not groups and not optional:
        return False
    others = {group.id: other_entries(s, group) for group in groups}
    claims = [group.id for group in optional] if is_entitled(s, task.side) else []

    def options() -> list[Plain]:
        shifts = [(id, hex) for id, hexes in others.items() for hex in hexes]
        return [
            {"do": "done"},
            *({"do": "claim", "group": id} for id in claims),
            *({"do": "shift", "group": id, "hex": s.board.grid.numbers[hex]} for id, hex in shifts),
        ]

    def refuse(answer: Shift | Claim | Done) -> Refusal | None:
        if isinstance(answer, Done):
            return None
        if isinstance(answer, Claim):
            return None if answer.group in claims else no("24.2-g", "no_such_group", group=answer.group)
        hexes = others.get(answer.group)
        if hexes is None or s.board.hex(answer.hex) not in hexes:
            return no("21.5-c" if hexes is not None else "21.5-a", "no_such_entry", hex=answer.hex)
        return None

    answer = yield ask(
        s,
        task.side,
        "reinforcements",
        "21.5-a" if groups else "24.2-g",
        (Shift, Claim, Done),
        options,
        refuse,
        certain=True,
        secret=True,
        groups=[*others, *claims],
    )
    if isinstance(answer, Shift):
        group = next(group for group in groups if group.id == answer.group)
        hex = s.board.hex(answer.hex)
        yield from shift(s, group, hex, others[group.id][hex])
    elif isinstance(answer, Claim):
        settle_group(s, next(group for group in optional if group.id == answer.group), CLAIMED)
        yield reveal("called_up", "24.2-g", seat=task.side, group=answer.group)
    else:
        for group in optional:
            settle_group(s, group, DECLINED)
        yield reveal("orders_given", "21.6-a", seat=task.side)
    return not isinstance(answer, Done)


def shift(s: State, group: Group, hex: int, delay: int) -> Script:
    """21.5-a, 21.5-b. The group comes in elsewhere, a game turn later for every five hexes.

    Of units that come alone everybody learns it, of a Formation its owner.
    """
    day, gt, last = s.day, s.gt + delay, turns_per_day(s)
    while gt > last:
        day, gt = day + 1, gt - last
    moved = replace(group, entry=hex, day=day, gt=gt)
    s.reinforcements = tuple(moved if other.id == group.id else other for other in s.reinforcements)
    number = s.board.grid.numbers[hex]
    if is_lone_group(group):
        yield reveal("shifted", "21.5-a", group=group.id, hex=number, day=day, gt=gt)
    else:
        tell_own(s, group.side, "shifted", "21.5-a", group=group.id, hex=number, day=day, gt=gt)


def turns_per_day(s: State) -> int:
    """22.4-d: the game turns of a day."""
    return s.board.charts.turns_per_day(full=s.options["night_turns"] == "full")


# -- 21.1 to 21.3: a Formation comes in --------------------------------------------------------------------------------


def come_in(s: State, formation: Formation, path: Sequence[int]) -> Script:
    """21.1-a, 21.2-a, 21.3-a, 16.3-a. A Formation enters In March: its commander, its units inside him, and a scout.

    The General of its group comes along. Where the enemy is near it deploys as any other (16.8).
    """
    for unit in company(s, formation.id):
        s.change(unit, box="formation")
    commander = s.commander(formation.id)
    assert commander is not None
    yield from columns.ride(s, commander, path, "21.1-a")
    hex = s.units[commander.id].hex
    yield from bring_general(s, formation.id, hex)
    waiting = [unit for unit in s.of(s.armies[formation.side]) if unit.type == "scout" and unit.box == "pool"]
    if waiting:
        yield from deployment.put_piece(s, waiting[0], hex, "16.3-a")


def bring_general(s: State, formation: str, hex: int) -> Script:
    """21.1-a. The General of a group comes with the commander of its Formation."""
    group = group_of(s, formation)
    for id in group.units if group is not None else ():
        if s.units[id].type == "general" and s.units[id].hex < 0:
            yield from deployment.put_piece(s, s.units[id], hex, "21.1-a")
