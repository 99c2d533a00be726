"""What charges, approaches and mêlées promise: tests, fire at contact, the blows, and who gives way."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.mind.shooting import spread_of
from quadrilatero.games.alaguerre.mind.worth import (
    Blow,
    Body,
    Duel,
    Ends,
    after_fire,
    chance_of,
    cost,
    duel,
    left_of,
    results,
    suffering,
    weakness,
)
from quadrilatero.games.alaguerre.records import Fight
from quadrilatero.games.alaguerre.rules import (
    approach,
    attack_ways,
    charge,
    charge_fire,
    counter_charge,
    evasion,
    melee_modifiers,
    morale,
    support,
)
from quadrilatero.games.alaguerre.rules.combats import Combat, fight_of
from quadrilatero.games.alaguerre.rules.formations import Unit, again, put
from quadrilatero.games.alaguerre.said import BLUE, LEVEL, LN, RED, REI, ROUTED
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import Modifiers
from quadrilatero.kernel.trial import aside
from quadrilatero.table import arc_length, distance, shift

ROUNDS = 3
"""How many rounds of a mêlée are thought through."""
DISORDERED = 0.18
"""6-e: what it costs to end a charge disordered, for each base."""
EVADED = 0.25
"""5.6.5-a: what it costs to give ground disordered."""
OWN_CONDITION = ("9.4-t13", "9.4-t14")
"""Modifiers of blows that follow from disorder and losses."""
STANDING = ("passed", "stands_disordered")
GONE = LEVEL[ROUTED]
CAUGHT = 0.5
"""9.1.5-a: how much of who has routed already is lost when he is ridden down."""


class Prospect(NamedTuple):
    """What an attack promises: points taken less points lost; the chance to get there."""

    gain: float
    home: float


NONE = Prospect(0.0, 0.0)


# -- tests -------------------------------------------------------------------------------------------------------------


def added_to(s: State, unit: Unit, row: str, cause: morale.Cause) -> int:
    """10.2.2-k: all that is added to the die of a unit's test."""
    supporter = support.rear_support(s, morale.formation_of(s, unit))
    return unit.morale + total(morale.modifiers(s, unit, row, cause, supporter))


def total(found: Modifiers, but: tuple[str, ...] = ()) -> int:
    """The sum of modifiers, without some."""
    return sum([value for name, value in found if name not in but])


def passing(s: State, unit: Unit, cause: morale.Cause) -> tuple[float, float]:
    """6.2-a, 6.2.3-a: the chances that a charger passes its test, and that it earns an extra move."""
    added = added_to(s, unit, morale.CHARGE, cause)
    scores = [(die, max(1, die + added)) for die in range(1, 7)]
    passed = sum([morale.outcome(s, morale.CHARGE, *score) == morale.PASSED for score in scores])
    return passed / 6, sum([score > 6 for _, score in scores]) / 6


# -- blows -------------------------------------------------------------------------------------------------------------


def blow_of(s: State, combat: Combat, side: str) -> Blow:
    """9.4-t4, 9.4-t7: what a side adds to its die in this round and in later ones, without disorder and losses."""
    base = melee_modifiers.principal_base(s, combat, side)
    own = base.melee or 0
    first = own + total(melee_modifiers.modifiers(s, combat, side), OWN_CONDITION)
    if fight_of(base).rounds:
        return Blow(first, first)
    bonus = melee_modifiers.of_charge(s, base, melee_modifiers.principal_base(s, combat, other(side)))
    return Blow(first, first - bonus)


def other(side: str) -> str:
    return BLUE if side == RED else RED


def combat_of(unit: Unit, target: Unit) -> Combat:
    """9.3-a: two units against each other."""
    found = Combat([unit], [target]) if unit.side == RED else Combat([target], [unit])
    found.principal = {unit.side: unit, target.side: target}
    return found


def in_contact(s: State, unit: Unit, target: Unit, way: Way, on: str, countered: bool = False) -> State:
    """6.2-e, 9.4.2-a: the table when a charge has come to contact with who stands or counter-charges."""
    then = aside(s)
    pose = shift(way.start, way.start[2], max(0, way.by))
    moved = put(then, unit, pose, occupies=None, inside=None)
    struck = charge.struck_on(moved, target, on)
    for base in moved.bases:
        then.change(then.bases[base.id], fight=Fight(charged=True, on=struck, began=unit.side))
    for base in target.bases:
        if base.fight is None:
            then.change(then.bases[base.id], fight=Fight(charged=countered, began=unit.side))
    return then


class Way(NamedTuple):
    """How an attack gets to its target: after its wheel, so far straight on, with so much of a move."""

    start: Pose
    by: int
    spent: int
    speed: int

    @property
    def is_in_reach(self) -> bool:
        return self.spent + self.by <= self.speed


def way_of(s: State, unit: Unit, target: Unit) -> Way | None:
    """6.2-b: the smallest wheel and the straight way; None where there is none."""
    turn = attack_ways.smallest_wheel(s, unit, target)
    if turn is None:
        return None
    start = attack_ways.turned(unit.pose, turn)
    by = attack_ways.way_to(s, start, target)
    if by is None:
        return None
    return Way(start, by, arc_length(unit.pose[3], turn[1]), attack_ways.speed(s, unit, start, by))


# -- charges -----------------------------------------------------------------------------------------------------------


def of_charge(scene: Scene, unit: Unit, target: Unit, reaction: str | None = None) -> Prospect:
    """6: what a charge promises: the charger's test, the reaction, the target's test, fire, and the mêlée."""
    s = scene.s
    way = way_of(s, unit, target)
    if way is None:
        return NONE
    on = attack_ways.charged_on(unit.pose, target, s)
    cause = morale.Cause(enemy=target, on=on, melee=charge.is_in_melee(s, target))
    passed, extra = passing(s, unit, cause)
    home = passed if way.is_in_reach else extra
    short = passed - home
    found = received(scene, unit, target, way, on, reaction)
    lost = scene.worth(unit.side) * DISORDERED * len(unit.bases)
    return Prospect(home * found - short * lost, home)


def received(scene: Scene, unit: Unit, target: Unit, way: Way, on: str, reaction: str | None) -> float:
    """6.2-c, 6.4-a, 6.2.1-a: what comes of a charge that gets there, by what its target declares; None: what it must.

    Counted for the charger, in points taken less points lost.
    """
    s = scene.s
    if reaction is None:
        reaction = evasion.EVADE if evasion.must_evade(s, target, unit) else evasion.STAND
    disordered = scene.worth(unit.side) * DISORDERED * len(unit.bases)
    evades = reaction in (evasion.EVADE, evasion.EVADE_OPEN)
    body = scene.body(target)
    if target.level == GONE:
        return scene.worth(target.side) * left_of(body) * CAUGHT
    bases = len(target.bases)
    value = 0.0
    stands: list[tuple[Body, float, bool]] = []
    added = added_to(s, target, morale.CHARGED, morale.Cause(enemy=unit, on=on))
    for result, chance in results(morale.CHARGED, added):
        end = suffering(body, result, 0)
        if result in STANDING and evades:
            value += chance * (evaded(scene, target) - disordered)
        elif result in STANDING:
            stands.append((end, chance, result == morale.PASSED))
        else:
            value += chance * (scene.worth(target.side) * bases * (left_of(body) - left_of(end)) - disordered)
    if stands:
        then = in_contact(s, unit, target, way, on, reaction == evasion.COUNTER)
        for end, chance, passed in stands:
            value += chance * fought(scene, then, unit, target, end, passed and reaction != evasion.COUNTER)
    return value


def evaded(scene: Scene, target: Unit) -> float:
    """5.6.5-a, 5.6.5-m, 4.1.1-c: what evaders lose: ground and order; guns that are left behind are gone."""
    body = scene.body(target)
    if target.is_guns and target.bases[0].is_battery:
        return scene.worth(target.side) * left_of(body)
    return scene.worth(target.side) * EVADED * len(target.bases)


def fought(scene: Scene, then: State, unit: Unit, target: Unit, defender: Body, halted: bool) -> float:
    """6.3, 9.1: fire at contact, then the mêlée of those who are left; points taken less points lost."""
    me, they = again(then, unit), again(then, target)
    assert me is not None
    assert they is not None
    body = scene.body(unit)
    mine, theirs = charge_fire.opponents(me, they)
    fire_in: Ends = ((body, 1.0),)
    fire_out: Ends = ((defender, 1.0),)
    if charge_fire.can_shoot(then, theirs, mine):
        short = halted and theirs.acts in (LN, REI)
        fire_in = after_fire(body, spread_of(then, theirs, mine, "front", charge=True, short=short), True)
    if charge_fire.can_shoot(then, mine, theirs):
        fire_out = after_fire(defender, spread_of(then, mine, theirs, "front", charge=True), True)
    own, foe = blows_between(then, me, they)
    value = 0.0
    for i, p in fire_in:
        for he, r in fire_out:
            found = settled(i, own, he, foe)
            gain = scene.worth(target.side) * len(target.bases) * (left_of(scene.body(target)) - found.theirs)
            value += p * r * (gain - scene.worth(unit.side) * len(unit.bases) * (left_of(body) - found.mine))
    return value


def settled(i: Body, own: Blow, he: Body, foe: Blow) -> Duel:
    """A mêlée of who is still there after the fire at contact."""
    if i.is_gone or he.is_gone or GONE in (i.level, he.level):
        return Duel(left_of(i), left_of(he), float(i.is_gone), float(he.is_gone))
    return duel(i, own, he, foe, ROUNDS)


def blows_between(s: State, me: Unit, they: Unit) -> tuple[Blow, Blow]:
    """9.4: what each adds to its die against the other; who cannot fight is as good as beaten."""
    if not melee_modifiers.able(they):
        return Blow(6, 6), Blow(-6, -6)
    combat = combat_of(me, they)
    return blow_of(s, combat, me.side), blow_of(s, combat, they.side)


def reactions_worth(scene: Scene, unit: Unit, target: Unit, on: str) -> list[str]:
    """6.2-d: what a target might declare, for who thinks of the reply."""
    s = scene.s
    if evasion.must_evade(s, target, unit):
        return [evasion.EVADE]
    found = [evasion.STAND]
    if scene.looks_ahead and counter_charge.may_counter(s, target, unit, on):
        found.append(evasion.COUNTER)
    return found + (evasion.may_evade(s, target, unit) if scene.looks_ahead else [])


def worst_charge(scene: Scene, unit: Unit, target: Unit) -> Prospect:
    """6.2-d: a charge against the reply that suits the target best."""
    on = attack_ways.charged_on(unit.pose, target, scene.s)
    found = [of_charge(scene, unit, target, reaction) for reaction in reactions_worth(scene, unit, target, on)]
    return min(found, key=lambda one: one.gain)


# -- approaches --------------------------------------------------------------------------------------------------------


def of_approach(scene: Scene, unit: Unit, target: Unit) -> Prospect:
    """7.2: what going to short range promises: both tests, then fire at short range, answered or not."""
    s = scene.s
    on = attack_ways.charged_on(unit.pose, target, s)
    cause = morale.Cause(enemy=target, on=on, approach=True)
    passed, _ = passing(s, unit, cause)
    body, own = scene.body(target), scene.body(unit)
    added = added_to(s, target, morale.CHARGED, morale.Cause(enemy=unit, on=on, approach=True))
    mine = min(unit.bases, key=lambda base: approach.apart(base.pose, target))
    theirs = min(target.bases, key=lambda base: distance(base.pose, mine.pose))
    shot = spread_of(s, mine, theirs, "front", charge=True, short=True)
    back: tuple[float, ...] = (1.0,)
    if charge_fire.can_shoot(s, theirs, mine):
        back = spread_of(s, theirs, mine, "front", charge=True, short=True)
    value = 0.0
    for result, chance in results(morale.CHARGED, added):
        end = suffering(body, result, 0)
        taken = left_of(body) - left_of(end)
        lost = 0.0
        if result in STANDING:
            taken += cost(end, after_fire(end, shot))
            lost = cost(own, after_fire(own, back))
        value += chance * (scene.worth(target.side) * taken - scene.worth(unit.side) * lost)
    return Prospect(passed * value, passed)


# -- at a glance -------------------------------------------------------------------------------------------------------


class Glances:
    """What charges would come to if two met as they are, without a look at the way: for threats and chances."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._found: dict[tuple[str, str, str], float] = {}

    def charge(self, unit: Unit, target: Unit, on: str) -> float:
        """Points that a charge of one unit on another takes less those it costs."""
        key = unit.id, target.id, on
        if key not in self._found:
            self._found[key] = self._charge(unit, target, on)
        return self._found[key]

    def _charge(self, unit: Unit, target: Unit, on: str) -> float:
        scene, s = self.scene, self.scene.s
        if not melee_modifiers.able(unit) or not unit.is_steady:
            return 0.0
        me, they = scene.body(unit), scene.body(target)
        cause = morale.Cause(enemy=target, on=on)
        sure = chance_of(
            morale.CHARGE, me.heart + weakness(me) + total(morale.of_charge(s, unit, cause)), (morale.PASSED,)
        )
        if target.level == GONE:
            return sure * scene.worth(target.side) * left_of(they) * CAUGHT
        evades = evasion.must_evade(s, target, unit)
        value = 0.0
        added = they.heart + weakness(they) + total(morale.of_charged(target, cause._replace(enemy=unit)))
        mine, theirs = glance(s, unit, target, on), glance(s, target, unit, "front", charged=False)
        for result, chance in results(morale.CHARGED, added):
            end = suffering(they, result, 0)
            taken, lost = left_of(they) - left_of(end), DISORDERED
            if result in STANDING and evades:
                taken = left_of(they) if target.is_guns else EVADED
            elif result in STANDING:
                found = duel(me, mine, end, theirs, ROUNDS)
                taken, lost = left_of(they) - found.theirs, left_of(me) - found.mine
            value += chance * (scene.worth(target.side) * taken - scene.worth(unit.side) * lost)
        return sure * value


def glance(s: State, unit: Unit, target: Unit, on: str, *, charged: bool = True) -> Blow:
    """9.4: what one unit would add to its die against another, base against base."""
    if not melee_modifiers.able(unit):
        return Blow(-6, -6)
    own, enemy = striking(unit, on, charged), target.bases[0]
    found = [
        *melee_modifiers.against(s, combat_of(unit, target), unit.side, own, enemy),
        *melee_modifiers.of_protection(s, own, enemy),
    ]
    later = (own.melee or 0) + total(found)
    return Blow(later + melee_modifiers.of_charge(s, own, enemy), later)


def striking(unit: Unit, on: str, charged: bool) -> Base:
    """A unit's base as it would be in contact."""
    base = unit.bases[0].copy()
    base.fight = Fight(charged=charged, on=on)
    return base
