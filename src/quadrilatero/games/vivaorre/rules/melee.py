"""Chapter 10: mêlées, all dice at once, then each fight's outcome."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.vivaorre.answers import Melee
from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules import disorder, rout
from quadrilatero.games.vivaorre.rules.characters import has, throw
from quadrilatero.games.vivaorre.rules.contact import enemies_touching, touches
from quadrilatero.games.vivaorre.rules.fire_modifiers import lowest_face
from quadrilatero.games.vivaorre.rules.formations import base
from quadrilatero.games.vivaorre.rules.losses import shake, take
from quadrilatero.games.vivaorre.rules.melee_modifiers import in_works, modifiers
from quadrilatero.games.vivaorre.rules.morale import take_test
from quadrilatero.games.vivaorre.rules.rates import rate
from quadrilatero.games.vivaorre.said import ASSAULT, LINE, SHAKEN, SIDES, SKIRMISH
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import no, roll, tell_of
from quadrilatero.games.vivaorre.words import VOICE
from quadrilatero.kernel import Plain, Refusal, Script, Seat
from quadrilatero.table import TOUCH, bases, centre, distance, shift
from quadrilatero.table import bearing as bearing_to

# -- who fights -------------------------------------------------------------------------------------------------------


def fights(s: State) -> list[list[str]]:
    """10-a. Units joined by contact with enemies, each fight in order, the fights by their first unit."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for unit in s.on_table():
        if unit.id in seen or not enemies_touching(s, unit):
            continue
        joined, queue = {unit.id}, [unit]
        while queue:
            for enemy in enemies_touching(s, queue.pop()):
                if enemy.id not in joined:
                    joined.add(enemy.id)
                    queue.append(enemy)
        seen |= joined
        found.append(sorted(joined, key=s.order.__getitem__))
    return found


def fighters(s: State, unit: Unit, target: Unit) -> int:
    """10-b, 5-ch13. Figures that fight: all of regulars, the front rank of irregulars, skirmishers in contact."""
    if unit.is_skirmishing:
        count = in_contact(unit, target)
    elif unit.is_regular or unit.is_guns:
        count = unit.figures
    else:
        count = unit.first_rank
    return count + sum(has(general, "combattivo") for general in s.with_general(unit))


def in_contact(unit: Unit, target: Unit) -> int:
    """10-b. The skirmishers who physically touch the enemy; where the unit does, one of them at least."""
    if unit.formation != SKIRMISH:
        width, _ = base(unit.arm, unit.mounted)
        return max(1, min(unit.figures, unit.pose[3] // width))
    files = -(-unit.figures // unit.ranks)
    near = [pose for pose in bases(unit.pose, files, unit.ranks, 1) if distance(pose, target.pose) <= TOUCH]
    return max(1, min(unit.figures, len(near)))


# -- the phase --------------------------------------------------------------------------------------------------------


def phase(s: State) -> Script:
    """4-a, 6-c, 10-a. Targets sealed, all dice, all losses; the outcomes follow one by one."""
    if s.stage == "outcomes":
        return True
    found = fights(s)
    if not found:
        return True
    targets = yield from choose_targets(s)
    taken: dict[str, int] = {}
    given: dict[str, int] = {}
    for fight in found:
        for id in fight:
            hits = yield from blows(s, s.units[id], s.units[targets[id]])
            taken[targets[id]] = taken.get(targets[id], 0) + hits
            given[id] = hits
    for id in [id for fight in found for id in fight]:
        s.change(s.units[id], fought=True)
    for fight in found:
        for id in fight:
            if taken.get(id):
                take(s, s.units[id], taken[id], "melee")
    hurt = [id for fight in found for id in fight if taken.get(id) and id in s.units]
    s.stage = "outcomes"
    s.pending = tuple(
        [Task(general=id, why="melee") for id in hurt]
        + [
            Task(outcome=tuple(fight), taken={id: taken.get(id, 0) - given.get(id, 0) for id in fight})
            for fight in found
        ]
    )
    return False


def choose_targets(s: State) -> Script:
    """10-a. Each unit strikes at one enemy that it touches; who touches several chooses, sealed."""
    touching = {unit.id: enemies_touching(s, unit) for unit in s.on_table()}
    several = {id: foes for id, foes in touching.items() if len(foes) > 1}
    seats = tuple([seat for seat in SIDES if any(s.units[id].side == seat for id in several)])
    chosen = {id: foes[0].id for id, foes in touching.items() if foes}
    if seats:
        answers = yield _question(s, seats, several)
        for seat in seats:
            answer = answers[seat] if len(seats) > 1 else answers
            chosen |= answer.targets
    return chosen


def _question(s: State, seats: tuple[Seat, ...], several: dict[str, list[Unit]]) -> Any:
    def own(seat: Seat) -> dict[str, list[str]]:
        return {id: [foe.id for foe in foes] for id, foes in several.items() if s.units[id].side == seat}

    def options(seat: Seat) -> list[Plain]:
        plans: list[dict[str, str]] = [{}]
        for id, foes in own(seat).items():
            plans = [{**plan, id: foe} for plan in plans for foe in foes][:256]
        return [{"do": "melee", "targets": plan} for plan in plans]

    def refuse(seat: Seat, answer: Melee) -> Refusal | None:
        mine = own(seat)
        for id, foe in answer.targets.items():
            if id not in mine or foe not in mine[id]:
                return no("10-a", "not_in_contact", unit=id, target=foe)
        missing = [id for id in mine if id not in answer.targets]
        return no("10-a", "targets_missing", units=missing) if missing else None

    return VOICE.ask_all(seats, "melee", "10-a", (Melee,), options, refuse)


def blows(s: State, unit: Unit, target: Unit, *, caught: bool = False) -> Script:
    """10-a, 10-c. One die for each figure that fights; a 5 or more after modifiers is a hit. Returns the hits."""
    count = fighters(s, unit, target)
    added = modifiers(s, unit, target)
    need = lowest_face(added)
    faces = yield from throw(s, count, unit.side, [unit, target], "melee")
    hits = sum(face >= need for face in faces)
    roll(
        s,
        "10-c",
        "melee",
        unit.side,
        faces,
        need=need,
        total=hits,
        success=hits > 0,
        unit=unit,
        modifiers=added,
        target=target.id,
        figures=count,
        count=count,
        hits=hits,
        caught=caught,
    )
    return hits


# -- outcomes ---------------------------------------------------------------------------------------------------------


def settle(s: State, task: Task) -> Script:
    """10-d to 10-i. Who took more than he gave tests; if all of them pass, who gave more; drawn ones as 10-g says.

    `taken` is by how much each has taken more hits than given.
    """
    assert task.outcome is not None
    ids = [id for id in task.outcome if id in s.units]
    if len({s.units[id].side for id in ids}) == 2:
        losers = [id for id in ids if task.taken[id] > 0]
        winners = [id for id in ids if task.taken[id] < 0]
        if losers or winners:
            failed = yield from test_all(s, losers, task)
            if not failed:
                yield from test_all(s, winners, task)
        else:
            yield from drawn(s, ids, task)
        horse_withdraws(s, ids)
    for id in task.outcome:
        if id in s.units and s.units[id].state != "routed":
            disorder.disorder(s, s.units[id], "fought")


def test_all(s: State, ids: list[str], task: Task) -> Script:
    """10-d, 10-e, 10-f. Each tests with the difference of hits; whether one of them failed."""
    failed = False
    for id in ids:
        if id not in s.units:
            continue
        unit = s.units[id]
        foes = opponents(s, unit, task)
        at_once = routs_at_once(s, unit, foes)
        fails_as = "routed" if at_once or unit.state == SHAKEN else "shaken"
        tested = yield from take_test(s, unit, "melee", -task.taken[id], fails_as)
        if tested.passed:
            continue
        failed = True
        unit = s.units[id]
        foe = foes[0].id if foes else None
        if fails_as == "routed":
            yield from rout.rout(s, unit, foe, "10-h" if at_once else "10-e")
        else:
            shaken = shake(s, unit, "10-e", "melee")
            if not unit.is_horse or not all(touches(unit.pose, foe.pose) for foe in foes):
                fall_back(s, shaken, rate(unit) // 2, "10-e")
    return failed


def opponents(s: State, unit: Unit, task: Task) -> list[Unit]:
    """10-a. The enemies in a unit's fight whom it touches, or all of them."""
    assert task.outcome is not None
    foes = [s.units[id] for id in task.outcome if id in s.units and s.units[id].side != unit.side]
    return [foe for foe in foes if touches(unit.pose, foe.pose)] or foes


def routs_at_once(s: State, unit: Unit, foes: list[Unit]) -> bool:
    """10-h. Against horse, guns against anybody, foot in line against foot in column; never in works."""
    if in_works(s, unit):
        return False
    if unit.is_guns or any(foe.is_horse for foe in foes):
        return True
    return unit.is_foot and unit.formation == LINE and any(foe.is_foot and foe.formation == ASSAULT for foe in foes)


def drawn(s: State, ids: list[str], task: Task) -> Script:
    """10-g. Equal hits: who received the charge halted, or had retreated the turn before, tests first; else by lot."""
    units = [s.units[id] for id in ids]
    first = [unit for unit in units if unit.charged is None and any(foe.charged == unit.id for foe in units)]
    first = first or [unit for unit in units if unit.retreated is not None and unit.retreated == s.turn - 1]
    if not first:
        faces = yield from throw(s, 1, None, units, "lot")
        seat = "red" if faces[0] <= 3 else "blue"
        roll(s, "10-g", "lot", None, faces, need=1, total=faces[0], success=True, seat=seat)
        first = [unit for unit in units if unit.side == seat]
    order = [unit.id for unit in first] + [unit.id for unit in units if unit not in first]
    for id in order:
        failed = yield from test_all(s, [id], task)
        if failed:
            return


def horse_withdraws(s: State, ids: list[str]) -> None:
    """10-i. Horse that has moved nobody goes back a whole move, also if it failed itself; two units both do."""
    for id in ids:
        if id not in s.units:
            continue
        unit = s.units[id]
        foes = [s.units[foe] for foe in ids if foe in s.units and s.units[foe].side != unit.side]
        if unit.is_horse and unit.retreated != s.turn and any(touches(unit.pose, foe.pose) for foe in foes):
            fall_back(s, unit, rate(unit), "10-i")


def fall_back(s: State, unit: Unit, by: int, rule: str) -> Unit:
    """10-e, 10-i, 7-k. Straight back, facing as before, as far as the way is free."""
    back = (unit.facing + 18000) % 36000
    if rule == "10-i":
        foes = enemies_touching(s, unit)
        if foes:
            x, y = centre(foes[0].pose)
            here = centre(unit.pose)
            back = bearing_to(x, y, here[0], here[1])
    by = rout.free_way(s, unit, unit.pose, back, by, through=False)
    before = {"at": list(unit.pose[:2]), "facing": unit.facing, "formation": unit.formation}
    pose = shift(unit.pose, back, by)
    moved = s.change(unit, at=(pose[0], pose[1]), retreated=s.turn)
    now = {"at": list(moved.pose[:2]), "facing": moved.facing, "formation": moved.formation}
    why = "withdraw" if rule == "10-i" else "retreat"
    tell_of(s, "moved", rule, moved, why=why, distance=by, **{"from": before, "to": now})
    return moved
