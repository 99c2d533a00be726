"""Chapter 3.2: reinforcements."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace

from quadrilatero.games.alaguerre import laying
from quadrilatero.games.alaguerre.answers import Appear, EnterTable, Wait
from quadrilatero.games.alaguerre.records import Arrival
from quadrilatero.games.alaguerre.rules import cohesion, defence, reserve
from quadrilatero.games.alaguerre.rules.command import seat_for_division
from quadrilatero.games.alaguerre.rules.deployment import INWARD
from quadrilatero.games.alaguerre.said import COLUMN, GUNS, LIMBERED, LINE, SIDES, UM
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import ask_all, no, reveal, side_of, tell
from quadrilatero.kernel import Ask, Plain, Refusal, Script, Seat
from quadrilatero.table import centre, overlaps_any, shift

DEPLOYED = "deployed"
RESERVE = "reserve"
"""What others are told instead of the id of a hidden group."""
GAP = UM // 2
ASIDE = 8 * UM


def phase(s: State) -> Script:
    """3.2-a, 12.2.1-a. Groups whose turn has come enter the table, red's first, or wait for another turn."""
    due = next_due(s)
    if due is None:
        return True
    answer = yield question(s, due)
    if isinstance(answer, Wait):
        hold_back(s, due)
    else:
        before = cohesion.at_start(s)
        if isinstance(answer, Appear):
            yield from reserve.appear(s, due, answer)
            yield from defence.find_values(s, [s.bases[id].pose for id in answer.bases])
        else:
            yield from come_in(s, due, answer.formation)
        s.reinforcements = tuple([one for one in s.reinforcements if one.id != due.id])
        gain(s, due, before)
    return next_due(s) is None


def next_due(s: State) -> Arrival | None:
    """3.2-a, 12.2.1-a. The next group that may come in this turn; a reserve may in any."""
    for side in SIDES:
        for arrival in s.reinforcements:
            if arrival.side == side and (arrival.turn is None or arrival.turn <= s.turn):
                return arrival
    return None


def question(s: State, group: Arrival) -> Ask:
    """3.2-a, 3.2-b, 12.2.1-a. Whether a group comes in: in column, deployed and an impulse later, or unseen."""
    seat = seat_for_division(s, group.divisions[0] if group.divisions else None, group.side)

    def refuse(_: Seat, answer: EnterTable | Appear | Wait) -> Refusal | None:
        if isinstance(answer, Wait):
            return None
        if answer.group != group.id:
            return no("3.2-a", "not_due", group=answer.group)
        return reserve.refuse_appear(s, group, answer) if isinstance(answer, Appear) else None

    def options(_: Seat) -> list[Plain]:
        listed: list[Plain] = [
            {"do": "enter", "group": group.id},
            {"do": "enter", "group": group.id, "formation": DEPLOYED},
        ]
        unseen = laying.appearances(s, group) if group.hidden else []
        return [*listed, *unseen, {"do": "wait"}]

    def shown(other: Seat | None) -> Plain:
        known = not group.hidden or (other is not None and side_of(other) == group.side)
        return {"open": group.hidden, "group": group.id if known else RESERVE}

    return ask_all(
        (seat,),
        "reinforce",
        "3.2-a",
        (EnterTable, Appear, Wait),
        options,
        refuse,
        True,
        open=group.hidden,
        tell=shown,
        retell=lambda other, answer: None if group.hidden and isinstance(answer, Wait) else to_builtins(answer),
    )


def hold_back(s: State, group: Arrival) -> None:
    """3.2-a. A group waits for the next turn."""
    s.reinforcements = tuple([replace(one, turn=s.turn + 1) if one.id == group.id else one for one in s.reinforcements])


def come_in(s: State, group: Arrival, formation: str) -> Script:
    """3.2-a, 3.2-b, 3.2-c, 12.2.1-a. A group stands at its entry point; all see then what was hidden.

    Deployed it comes a whole impulse later: it does nothing in the first one.
    """
    bases = [base for base in s.bases.values() if base.division in group.divisions and base.at is None]
    facing = INWARD[s.edges[group.side]]
    late = formation == DEPLOYED
    for base in bases:
        shape = formation_of(base, late)
        place = free_place(s, base, group, facing)
        s.change(base, at=place[:2], facing=facing, formation=shape, acted=late)
    for general in list(s.generals.values()):
        if general.division in group.divisions and general.at is None and general.state == "well":
            s.lead(general, at=free_square(s, group, facing))
    told: Plain = {"group": group.id, "side": group.side, "bases": [base.id for base in bases]}
    if group.hidden:
        yield reveal(s, "reinforced", "3.2-a", **told)
    else:
        tell(s, "reinforced", "3.2-a", **told)


def gain(s: State, group: Arrival, before: dict[str, int]) -> None:
    """4.3-c. An army's cohesion grows by what a group brings."""
    after = cohesion.at_start(s)
    for army in cohesion.armies_of(s, group.side):
        cohesion.change(s, army, after[army] - before[army], "reinforcements", "4.3-c")


def formation_of(base: Base, deployed: bool) -> str:
    """3.2-a, 3.2-b. Columns and limbered guns, unless the group comes in deployed."""
    if base.type in GUNS:
        return base.formation if deployed else LIMBERED
    return COLUMN if not deployed and base.formation == LINE else base.formation


def free_place(s: State, base: Base, group: Arrival, facing: int) -> Pose:
    """3.2-a. The free place nearest to the entry point, along the edge and then behind one another."""
    width = UM if base.type in GUNS else 2 * UM
    return _free(s, group, facing, width, base.depth)


def free_square(s: State, group: Arrival, facing: int) -> tuple[int, int]:
    """3.2-a. A place for a general beside his troops: the middle of the square."""
    return centre(_free(s, group, facing, UM, UM))


def _free(s: State, group: Arrival, facing: int, width: int, depth: int) -> Pose:
    at = reserve.entry(s, group.side) if group.at is None else group.at
    others = [base.pose for base in s.on_table()] + [general.pose for general in s.present()]
    start = shift((at[0], at[1], facing, width, depth), facing, depth)
    for ahead in range(0, 40 * UM, depth + GAP):
        for aside in range(0, ASIDE, GAP):
            for hand in (9000, 27000):
                there = shift(shift(start, facing, ahead), (facing + hand) % 36000, aside)
                wide, high = s.ground.size
                if 0 <= there[0] <= wide and 0 <= there[1] <= high and overlaps_any(there, others) < 0:
                    return there
    return start
