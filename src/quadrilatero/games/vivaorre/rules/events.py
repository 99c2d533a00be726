"""Chapter 17: the twenty random events, each in a function of its own, in the order of the table."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from quadrilatero.games.vivaorre import proposals
from quadrilatero.games.vivaorre.answers import Fire, Melee, Move, Pass, Shot
from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules import fire, hidden, melee, moving, reserves, rout, tempers
from quadrilatero.games.vivaorre.rules.contact import enemies_touching
from quadrilatero.games.vivaorre.rules.event_dice import one_of
from quadrilatero.games.vivaorre.rules.losses import forget_charges, take
from quadrilatero.games.vivaorre.rules.weapons import GUNS
from quadrilatero.games.vivaorre.said import ENEMY
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import ask, no, tell, tell_of
from quadrilatero.kernel import Ask, Plain, Refusal, Script, Seat
from quadrilatero.table import distance, overlaps_any, shift

LETTERS = "abcde"
MORALE, FIRE, MELEE = 0, 1, 2
STEP_BACK = 500


def happen(s: State, task: Task) -> Script:
    """17-b. What an event does to the unit that rolled it, or to others; nothing where that unit is gone."""
    unit = s.units.get(task.unit or "")
    if unit is None or task.event is None:
        return
    tell_of(s, "event", f"17-ev{task.event}", unit, number=task.event, what=EVENTS[task.event][0])
    yield from EVENTS[task.event][1](s, unit, task)


def come_next(s: State, *tasks: Task) -> None:
    """17-b. What follows from an event is done right after it, before all else that is open."""
    s.pending = (*s.pending[:1], *tasks, *s.pending[1:])


def change_letter(s: State, unit: Unit, which: int, by: int) -> None:
    """17-ev3, 17-ev4, 17-ev9, 17-ev10, 17-ev14, 17-ev17, 17-ev18. A class one level up or down, not beyond A and E."""
    letters = unit.letters.split("-")
    if letters[which] in LETTERS:
        place = LETTERS.index(letters[which]) - by
        letters[which] = LETTERS[min(max(place, 0), len(LETTERS) - 1)]
        s.change(unit, letters="-".join(letters))


def letter(which: int, by: int) -> Callable[[State, Unit, Task], Script]:
    """17-ev3, 17-ev4, 17-ev9, 17-ev10, 17-ev17, 17-ev18: the event that changes a class of the unit."""

    def event(s: State, unit: Unit, task: Task) -> Script:
        change_letter(s, unit, which, by)
        yield from ()

    return event


def storm(s: State, unit: Unit, task: Task) -> Script:
    """17-ev1. Rain, until a die ends it; worse weather stays."""
    if s.weather == "clear":
        s.weather, s.weather_rolls = "rain", True
        tell(s, "weather", "17-ev1", weather=s.weather)
    yield from ()


def out_of_ammunition(s: State, unit: Unit, task: Task) -> Script:
    """17-ev2. The unit fires no more in this battle."""
    s.change(unit, ammunition=False)
    yield from ()


def raw_recruits(s: State, unit: Unit, task: Task) -> Script:
    """17-ev5. The unit routs at once."""
    yield from rout.rout(s, unit, tuple([enemy.id for enemy in enemies_touching(s, unit)]), "17-ev5")


def poor_visibility(s: State, unit: Unit, task: Task) -> Script:
    """17-ev6. Very bad weather, until a die ends it."""
    if s.weather != "bad":
        s.weather, s.weather_rolls = "bad", True
        tell(s, "weather", "17-ev6", weather=s.weather)
    yield from ()


def glint_of_arms(s: State, unit: Unit, task: Task) -> Script:
    """17-ev7. A hidden unit of the enemy, drawn by lot, is revealed."""
    lurking = [enemy.id for enemy in s.enemies_of(unit.side) if enemy.hidden]
    if lurking:
        id = yield from one_of(s, lurking, unit)
        yield from hidden.come_to_light(s, s.units[id], "event", "17-ev7")


def treason(s: State, unit: Unit, task: Task) -> Script:
    """17-ev8. A unit of the roller's allies, drawn by lot, goes over to the enemy; it is in no brigade any more."""
    allies = [ally.id for ally in s.on_table(unit.side) if ally.ally]
    if not allies:
        return
    id = yield from one_of(s, allies, unit)
    traitor = s.units[id]
    for general in s.with_general(traitor):
        s.lead(general, with_unit=None, at=traitor.at)
    forget_charges(s, id)
    s.change(traitor, side=ENEMY[traitor.side], brigade=None, ally=False, charged=None, hidden=False, out=False)


def stragglers(s: State, unit: Unit, task: Task) -> Script:
    """17-ev11, 1-k. Half of the figures lost come back, rounded up; the carried hit stays. They need room to stand."""
    others = [other.pose for other in s.on_table() if other.id != unit.id]
    for back in range((unit.start - unit.figures + 1) // 2, 0, -1):
        for by in range(0, 7 * STEP_BACK, STEP_BACK):
            grown = unit.copy()
            pose = shift(unit.pose, (unit.facing + 18000) % 36000, by) if by else unit.pose
            grown.figures, grown.at = unit.figures + back, (pose[0], pose[1])
            grown.settle()
            if overlaps_any(grown.pose, others) < 0:
                s.change(unit, figures=grown.figures, at=grown.at)
                return
    yield from ()


def true_personality(s: State, unit: Unit, task: Task) -> Script:
    """17-ev13. The brigadier rolls on the table of characters."""
    general = s.brigadier(unit.brigade)
    if general is not None and general.is_there:
        yield from tempers.roll_character(s, general)


def colours_or_commander(s: State, unit: Unit, task: Task) -> Script:
    """17-ev14. The enemy's morale class drops a level."""
    enemy = s.units.get(task.enemy or "")
    if enemy is not None:
        change_letter(s, enemy, MORALE, -1)
    yield from ()


def reinforcements(s: State, unit: Unit, task: Task) -> Script:
    """17-ev15. A battalion of line foot enters from the roller's own edge next turn."""
    reserves.call_up(s, unit.side)
    yield from ()


def berserk(s: State, unit: Unit, task: Task) -> Script:
    """17-ev16. The unit has to charge the nearest enemy in the next charge phase."""
    s.change(unit, berserk=True)
    yield from ()


def friendly_fire(s: State, unit: Unit, task: Task) -> Script:
    """17-ev19. The unit fires at once at the nearest friends, with all its dice, if they are in its reach."""
    friends = [one for one in s.on_table(unit.side) if one.id != unit.id]
    if not friends or fire.refuse_firer(s, unit) is not None:
        return
    friend = min(friends, key=lambda one: (distance(unit.pose, one.pose), s.order[one.id]))
    if fire.band_of(s, unit, distance(unit.pose, friend.pose)) is None:
        return
    hits: dict[str, int] = {}
    ammo: Any = "shell" if unit.gun is not None and not GUNS[unit.gun].machine else None
    yield from fire.shoot(s, unit.side, Shot(unit.id, friend.id, ammo=ammo), hits, [])
    come_next(s, *fire.suffer(s, hits, []))


def beloved_officer(s: State, unit: Unit, task: Task) -> Script:
    """17-ev20. The unit takes a morale test at once."""
    come_next(s, Task(test=unit.id, why="event"))
    yield from ()


# -- 17-ev12 ----------------------------------------------------------------------------------------------------------


def stroke_of_genius(s: State, unit: Unit, task: Task) -> Script:
    """17-ev12. The unit may at once move, fire or strike once more."""
    answer = yield extra_question(s, unit)
    if isinstance(answer, Move):
        yield from moving.move(s, s.units[unit.id], answer)
    elif isinstance(answer, Fire):
        hits: dict[str, int] = {}
        for shot in answer.shots:
            yield from fire.shoot(s, unit.side, shot, hits, [])
        come_next(s, *fire.suffer(s, hits, []))
    elif isinstance(answer, Melee):
        target = s.units[answer.targets[unit.id]]
        struck = yield from melee.blows(s, unit, target)
        if struck and take(s, target, struck, "melee") is not None:
            come_next(s, Task(outcome=(unit.id, target.id), taken={target.id: struck}))


def extra_question(s: State, unit: Unit) -> Ask:
    """17-ev12. A move, a shot, a blow of that unit, or nothing."""

    def refuse(answer: Any) -> Refusal | None:
        if isinstance(answer, Pass):
            return None
        if isinstance(answer, Move):
            if answer.unit != unit.id or enemies_touching(s, unit):
                return no("17-ev12", "not_yours", unit=answer.unit)
            return moving.refuse_move(s, unit, answer)
        if isinstance(answer, Fire):
            if not answer.shots or any(shot.unit != unit.id for shot in answer.shots):
                return no("17-ev12", "not_yours", unit=unit.id)
            return fire.refuse_plan(s, unit.side, answer)
        target = answer.targets.get(unit.id)
        if len(answer.targets) != 1 or target not in [enemy.id for enemy in enemies_touching(s, unit)]:
            return no("17-ev12", "not_in_contact", unit=unit.id, target=target or "-")
        return None

    def options() -> list[Plain]:
        found: list[Plain] = [{"do": "pass"}]
        found += [{"do": "melee", "targets": {unit.id: enemy.id}} for enemy in enemies_touching(s, unit)]
        if fire.refuse_firer(s, unit) is None:
            found += [{"do": "fire", "shots": [shot]} for shot in fire.shots_of(s, unit.side, unit)[:6]]
        if not enemies_touching(s, unit) and unit.disorder != "reorder":
            found += [plain for plain in proposals.candidates(s, unit.id) if plain["do"] == "move"]
        return found[:24]

    def sample(_: Seat, rng: random.Random) -> Plain:
        return rng.choice(options())

    return ask(
        s,
        unit.side,
        "extra",
        "17-ev12",
        (Move, Fire, Melee, Pass),
        options,
        refuse,
        True,
        open=True,
        sample=sample,
        unit=unit.id,
        name=unit.name,
    )


EVENTS: dict[int, tuple[str, Callable[[State, Unit, Task], Script]]] = {
    1: ("storm", storm),
    2: ("ammunition", out_of_ammunition),
    3: ("faulty_arms", letter(FIRE, -1)),
    4: ("heroic_officer", letter(MORALE, 1)),
    5: ("raw_recruits", raw_recruits),
    6: ("visibility", poor_visibility),
    7: ("glint", glint_of_arms),
    8: ("treason", treason),
    9: ("tough_sergeant", letter(MELEE, 1)),
    10: ("dejection", letter(MORALE, -1)),
    11: ("stragglers", stragglers),
    12: ("genius", stroke_of_genius),
    13: ("personality", true_personality),
    14: ("colours", colours_or_commander),
    15: ("reinforcements", reinforcements),
    16: ("berserk", berserk),
    17: ("best_fighter", letter(MELEE, -1)),
    18: ("drill", letter(FIRE, 1)),
    19: ("friendly_fire", friendly_fire),
    20: ("beloved_officer", beloved_officer),
}
"""17-b: the table."""
