"""Chapter 21: Formations and units that come in at the edge of the map."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from quadrilatero.games.custoza.answers import Done, Shift
from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.records import Group, Task
from quadrilatero.games.custoza.rules import columns, deployment
from quadrilatero.games.custoza.rules.concepts import zone
from quadrilatero.games.custoza.state import Formation, State
from quadrilatero.games.custoza.telling import ask, no, reveal, tell_own
from quadrilatero.kernel import Plain, Refusal, Script

SHIFTED = 5
"""21.5-b: so many hexes of a shifted entry cost a game turn."""

# -- 21.1: who is due --------------------------------------------------------------------------------------------------


def groups_due(s: State, side: str) -> list[Group]:
    """14.2.1-a, 21.6-a. The groups of a side whose game turn has come and that have not entered; they may wait."""
    now = (s.day, s.gt)
    return [
        group
        for group in s.reinforcements
        if group.side == side and (group.day, group.gt) <= now and any(s.units[id].box == "due" for id in group.units)
    ]


def group_of(s: State, formation: str) -> Group | None:
    """21.1-a: the group with which the commander of a Formation comes."""
    return next((group for group in s.reinforcements if s.leaders.get(formation) in group.units), None)


def has_arrived(s: State, formation: str) -> bool:
    """14.2.1-a, 21.6-a. Whether a Formation that is due may enter now; one that no group names waits at the edge."""
    group = group_of(s, formation)
    return group is None or (group.day, group.gt) <= (s.day, s.gt)


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
    """14.2.1-a, 21.5-a. A side whose entries are barred may wait, or lead its groups elsewhere."""
    found = barred_groups(s, s.next)
    for group in found:
        yield reveal("entry_barred", "21.5-a", side=group.side, hex=s.board.grid.numbers[group.entry])
    if found:
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


def barred_step(s: State, task: Task) -> Script:
    """21.5-a, 21.6-a. The owner shifts a group that cannot come in, or lets it wait. Returns whether to ask on."""
    groups = barred_groups(s, task.side)
    if not groups:
        return False
    others = {group.id: other_entries(s, group) for group in groups}

    def options() -> list[Plain]:
        shifts = [(id, hex) for id, hexes in others.items() for hex in hexes]
        return [
            {"do": "done"},
            *({"do": "shift", "group": id, "hex": s.board.grid.numbers[hex]} for id, hex in shifts),
        ]

    def refuse(answer: Shift | Done) -> Refusal | None:
        if isinstance(answer, Done):
            return None
        hexes = others.get(answer.group)
        if hexes is None or s.board.hex(answer.hex) not in hexes:
            return no("21.5-c" if hexes is not None else "21.5-a", "no_such_entry", hex=answer.hex)
        return None

    answer = yield ask(
        s,
        task.side,
        "reinforcements",
        "21.5-a",
        (Shift, Done),
        options,
        refuse,
        certain=True,
        secret=True,
        groups=list(others),
    )
    if isinstance(answer, Shift):
        group = next(group for group in groups if group.id == answer.group)
        hex = s.board.hex(answer.hex)
        shift(s, group, hex, others[group.id][hex])
    else:
        yield reveal("orders_given", "21.6-a", seat=task.side)
    return isinstance(answer, Shift)


def shift(s: State, group: Group, hex: int, delay: int) -> None:
    """21.5-a, 21.5-b. The group comes in elsewhere, a game turn later for every five hexes."""
    day, gt, last = s.day, s.gt + delay, turns_per_day(s)
    while gt > last:
        day, gt = day + 1, gt - last
    moved = replace(group, entry=hex, day=day, gt=gt)
    s.reinforcements = tuple(moved if other.id == group.id else other for other in s.reinforcements)
    tell_own(s, group.side, "shifted", "21.5-a", group=group.id, hex=s.board.grid.numbers[hex], day=day, gt=gt)


def turns_per_day(s: State) -> int:
    """22.4-d: the game turns of a day."""
    return s.board.charts.turns_per_day(full=s.options["night_turns"] == "full")


# -- 21.1 to 21.3: a Formation comes in --------------------------------------------------------------------------------


def come_in(s: State, formation: Formation, path: Sequence[int]) -> Script:
    """21.1-a, 21.2-a, 21.3-a, 16.3-a. A Formation enters In March: its commander, its units inside him, and a scout.

    The General of its group comes along. Where the enemy is near it deploys as any other (16.8).
    """
    group = group_of(s, formation.id)
    for unit in s.of_formation(formation.id):
        if unit.box == "due":
            s.change(unit, box="formation")
    commander = s.commander(formation.id)
    assert commander is not None
    yield from columns.ride(s, commander, path, "21.1-a")
    hex = s.units[commander.id].hex
    for id in group.units if group is not None else ():
        if s.units[id].type == "general" and s.units[id].hex < 0:
            yield from deployment.put_piece(s, s.units[id], hex, "21.1-a")
    waiting = [unit for unit in s.of(s.armies[formation.side]) if unit.type == "scout" and unit.box == "pool"]
    if waiting:
        yield from deployment.put_piece(s, waiting[0], hex, "16.3-a")
