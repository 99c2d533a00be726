"""Chapter 10: mêlées, all dice at once, then each fight's outcome."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.vivaorre.answers import Melee
from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules import discovery, disorder, rout
from quadrilatero.games.vivaorre.rules.characters import has, throw
from quadrilatero.games.vivaorre.rules.contact import enemies_touching, touches
from quadrilatero.games.vivaorre.rules.event_dice import trigger
from quadrilatero.games.vivaorre.rules.fire_modifiers import lowest_face
from quadrilatero.games.vivaorre.rules.formations import base
from quadrilatero.games.vivaorre.rules.losses import shake, take
from quadrilatero.games.vivaorre.rules.melee_modifiers import in_works, modifiers
from quadrilatero.games.vivaorre.rules.morale import take_test
from quadrilatero.games.vivaorre.rules.rates import rate
from quadrilatero.games.vivaorre.said import ASSAULT, LINE, MARCH, ROUTED, SHAKEN, SIDES, SKIRMISH
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import no, roll, tell_moved
from quadrilatero.games.vivaorre.words import VOICE
from quadrilatero.kernel import Plain, Refusal, Script, Seat
from quadrilatero.table import TOUCH, bases, distance, shift

COLUMNS = (ASSAULT, MARCH)
"""10-h, 8-a: what is a column of foot."""

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
    """10-b, 20.zulu-g. The skirmishers who physically touch the enemy; where the unit does, one of them at least.

    A shaken impi is counted by the files in which it stands.
    """
    if unit.formation == SKIRMISH:
        files, ranks, gap = -(-unit.figures // unit.ranks), unit.ranks, 1
    else:
        width, depth = base(unit.arm, unit.mounted)
        files, ranks, gap = unit.pose[3] // width, unit.pose[4] // depth, 0
    near = [pose for pose in bases(unit.pose, files, ranks, gap) if distance(pose, target.pose) <= TOUCH]
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
    s.stage = "outcomes"
    at_risk = suffer(s, found, taken)
    s.pending = (*s.pending, *at_risk, *(outcome_of(fight, taken, given) for fight in found))
    return False


def suffer(s: State, found: list[list[str]], taken: dict[str, int]) -> list[Task]:
    """6-c, 11-a, 11-e. All losses at once; the generals whose units were hit are then at risk."""
    everybody = [id for fight in found for id in fight]
    leaders = [general.id for id in everybody if taken.get(id) for general in s.with_general(s.units[id])]
    for id in everybody:
        s.change(s.units[id], fought=True)
    for id in everybody:
        if taken.get(id):
            take(s, s.units[id], taken[id], "melee")
    taken_alone = {task.general for task in s.pending}
    return [Task(general=id, why="melee") for id in leaders if id not in taken_alone]


def outcome_of(fight: list[str], taken: dict[str, int], given: dict[str, int]) -> Task:
    """10-d. The outcome of a fight that is still open; between two units what one took the other gave."""
    hits = {id: taken.get(id, 0) for id in fight}
    blows = {} if len(fight) == 2 else {id: given.get(id, 0) for id in fight}
    return Task(outcome=tuple(fight), taken=hits, given=blows)


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
    yield from trigger(s, faces, unit, target, "melee")
    return hits


# -- outcomes ---------------------------------------------------------------------------------------------------------


class Course:
    """10-d: a fight while its outcome is settled: by how much each took more than he gave, who touched whom."""

    def __init__(self, s: State, task: Task) -> None:
        assert task.outcome is not None
        self.ids = [id for id in task.outcome if id in s.units]
        self.foes = {id: self._opponents(s, s.units[id]) for id in self.ids}
        self.behind = {id: task.taken.get(id, 0) - self._given(task, id) for id in self.ids}
        self.beaten: set[str] = set()
        self.routed: set[str] = set()

    def _opponents(self, s: State, unit: Unit) -> list[str]:
        """10-a. The enemies in a unit's fight whom it touches, or all of them."""
        foes = [s.units[id] for id in self.ids if s.units[id].side != unit.side]
        return [foe.id for foe in foes if touches(unit.pose, foe.pose)] or [foe.id for foe in foes]

    def _given(self, task: Task, id: str) -> int:
        """10-d. The hits that a unit gave."""
        return task.given.get(id, 0) if task.given else sum(task.taken.get(foe, 0) for foe in self.foes[id])

    def opponents(self, s: State, id: str) -> list[Unit]:
        """The enemies of a unit in this fight who are still there."""
        return [s.units[foe] for foe in self.foes[id] if foe in s.units]


def settle(s: State, task: Task) -> Script:
    """10-d, 10-f, 10-g, 8-ac. Who took more than he gave tests; if all pass, who gave more; the rest as drawn."""
    course = Course(s, task)
    if len({s.units[id].side for id in course.ids}) == 2:
        losers = [id for id in course.ids if course.behind[id] > 0]
        winners = [id for id in course.ids if course.behind[id] < 0]
        level = [id for id in course.ids if course.behind[id] == 0]
        yield from test_all(s, losers, course)
        if not course.beaten:
            yield from test_all(s, winners, course)
        if not course.beaten and level:
            yield from drawn(s, level, course)
        yield from horse_withdraws(s, course)
    assert task.outcome is not None
    for id in task.outcome:
        if id in s.units:
            disorder.disorder(s, s.units[id], "fought")


def test_all(s: State, ids: list[str], course: Course) -> Script:
    """10-d, 10-e, 10-f. Each tests with the difference of hits."""
    for id in ids:
        if id in s.units and course.opponents(s, id):
            yield from test_one(s, s.units[id], -course.behind[id], course)


def test_one(s: State, unit: Unit, by: int, course: Course) -> Script:
    """10-d, 10-e, 10-h. Failed, it is shaken and gives way half a move, or it routs: already shaken, or by 10-h."""
    foes = course.opponents(s, unit.id)
    at_once = routs_at_once(s, unit, foes)
    fails_as = ROUTED if at_once or unit.state == SHAKEN else SHAKEN
    tested = yield from take_test(s, unit, "melee", by, fails_as)
    if tested.passed:
        return
    course.beaten.add(unit.id)
    unit = s.units[unit.id]
    if fails_as == ROUTED:
        course.routed.add(unit.id)
        yield from rout.rout(s, unit, [foe.id for foe in foes], "10-h" if at_once else "10-e")
        return
    shaken = shake(s, unit, "10-e", "melee")
    if not must_withdraw(shaken, course):
        yield from fall_back(s, shaken, rate(shaken) // 2, "10-e")


def routs_at_once(s: State, unit: Unit, foes: list[Unit]) -> bool:
    """10-h. Against horse, guns against anybody, foot in line against foot in column; never in works."""
    if in_works(s, unit):
        return False
    if unit.is_guns or any(foe.is_horse for foe in foes):
        return True
    return unit.is_foot and unit.formation == LINE and any(foe.is_foot and foe.formation in COLUMNS for foe in foes)


def drawn(s: State, ids: list[str], course: Course) -> Script:
    """10-g. Equal hits: who received the charge halted, or had retreated the turn before, tests first; else by lot.

    If all of these pass the others test.
    """
    units = [s.units[id] for id in ids if id in s.units]
    everybody = [s.units[id] for id in course.ids if id in s.units]
    first = [unit for unit in units if unit.charged is None and any(foe.charged == unit.id for foe in everybody)]
    first = first or [unit for unit in units if unit.retreated is not None and unit.retreated == s.turn - 1]
    if not first and len({unit.side for unit in units}) == 2:
        faces = yield from throw(s, 1, None, units, "lot")
        seat = "red" if faces[0] <= 3 else "blue"
        roll(s, "10-g", "lot", None, faces, need=1, total=faces[0], success=True, seat=seat)
        first = [unit for unit in units if unit.side == seat]
    for group in (first, [unit for unit in units if unit not in first]):
        yield from test_all(s, [unit.id for unit in group], course)
        if course.beaten:
            return


def must_withdraw(unit: Unit, course: Course) -> bool:
    """10-i. Horse none of whose enemies has given way goes back a whole move, also if it failed itself."""
    return unit.is_horse and not any(foe in course.beaten for foe in course.foes[unit.id])


def horse_withdraws(s: State, course: Course) -> Script:
    """10-i. Horse that has moved nobody goes back a whole move; two units of horse both do."""
    for id in course.ids:
        if id in s.units and id not in course.routed and course.opponents(s, id):
            unit = s.units[id]
            if must_withdraw(unit, course):
                yield from fall_back(s, unit, rate(unit), "10-i")


def fall_back(s: State, unit: Unit, most: int, rule: str) -> Script:
    """10-e, 10-i, 7-k, 13-g. Straight back, facing as before, as far as the way is free."""
    back = (unit.facing + 18000) % 36000
    by = rout.free_way(s, unit, back, most)
    while (yield from discovery.come_upon(s, discovery.strides(unit, back, by))):
        by = rout.free_way(s, unit, back, most)
    pose = shift(unit.pose, back, by)
    moved = s.change(unit, at=(pose[0], pose[1]), retreated=unit.retreated if rule == "7-k" else s.turn)
    tell_moved(s, rule, unit, moved, "withdraw" if rule == "10-i" else "retreat", by)
