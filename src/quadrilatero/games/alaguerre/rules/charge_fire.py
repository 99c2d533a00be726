"""Chapter 6.3: charge fire, right after the charge has been run."""

from __future__ import annotations

from quadrilatero.games.alaguerre.answers import Fire, Hold
from quadrilatero.games.alaguerre.rules import fire, forced, losses, morale, shots
from quadrilatero.games.alaguerre.rules.command import seat_for_base
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.formations import Unit, again, front_base, great_unit, single
from quadrilatero.games.alaguerre.said import BATTERY, LEVEL, LN, REI, ROUTED
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.telling import ask
from quadrilatero.kernel import Script
from quadrilatero.table import half

FRONT = "front"


def can_shoot(s: State, base: Base, target: Base) -> bool:
    """6.3-a, 8.1.1-a, 8.1.2-a, 8.1.2-c. Who has a fire value and has not shot, at who is before it."""
    if base.fire is None or base.weapon == "none" or base.fired or base.silent or not base.is_steady:
        return False
    if base.is_guns and base.formation != BATTERY:
        return False
    return half(shots.sector_of(s, base, FRONT), target.pose) != 0


def opponents(unit: Unit, target: Unit) -> tuple[Base, Base]:
    """6.3-e, 2.11.1-b. The bases that shoot at each other: those in contact, else the front ones."""
    for mine in unit.bases:
        for theirs in target.bases:
            if touches(mine.pose, theirs.pose):
                return (front_base(unit) if unit.is_great else mine), (
                    front_base(target) if target.is_great else theirs
                )
    return front_base(unit), front_base(target)


def chooses(s: State, base: Base, target: Base) -> Script:
    """6.3-a. Whether a unit that can shoot does."""
    if not can_shoot(s, base, target):
        return False
    answer = yield ask(
        s,
        seat_for_base(s, base),
        "charge_fire",
        "6.3-a",
        (Fire, Hold),
        lambda: [{"do": "fire"}, {"do": "hold"}],
        lambda _: None,
        True,
        unit=base.id,
        target=target.id,
    )
    return isinstance(answer, Fire)


def at_contact(s: State, charger: Unit, target: Unit, *, halted: bool) -> Script:
    """6.3-a, 6.3-d, 6.3-e, 6.3.2-a, 6.3.2-b. Both may shoot, at once; then who was hit tests, the charged first."""
    mine, theirs = opponents(charger, target)
    first = yield from chooses(s, mine, theirs)
    second = yield from chooses(s, theirs, mine)
    short = halted and theirs.acts in (LN, REI)
    shot = shots.aim(s, mine, theirs, FRONT, charge=True) if first else None
    back = shots.aim(s, theirs, mine, FRONT, charge=True, short=short) if second else None
    done, suffered = 0, 0
    if shot is not None:
        done, suffered = yield from fire.exchange(s, shot, back, charge=True)
    elif back is not None:
        suffered, done = yield from fire.exchange(s, back, None, charge=True)
    for base, used, at in ((mine, first, theirs), (theirs, second, mine)):
        if used:
            fire.spend(s, base, FRONT, at.id)
    yield from suffer(s, theirs, done, mine)
    yield from suffer(s, mine, suffered, theirs)


def before_evading(s: State, unit: Unit, charger: Unit) -> Script:
    """5.6.5-f, 5.6.5-l. Shot and guns may shoot before they evade, at long range and alone."""
    mine, theirs = opponents(unit, charger)
    if not (yield from chooses(s, mine, theirs)):
        return
    shot = shots.aim(s, mine, theirs, FRONT, charge=True)
    done, _ = yield from fire.exchange(s, shot, None, charge=True)
    fire.spend(s, mine, FRONT, theirs.id)
    yield from suffer(s, theirs, done, mine)


def suffer(s: State, base: Base, damage: int, enemy: Base) -> Script:
    """6.3-c, 8.2.1-a, 10.2.1-d, 6.3.1-b. Any damage by charge fire brings a test at once; three of them a loss."""
    if not damage or base.id not in s.bases:
        return
    now = s.change(s.bases[base.id], damaged=True)
    unit = single(now) if now.great is None else great_unit(s, now.great)
    lost = fire.losses_of(damage)
    left = losses.take_loss(s, unit, lost, "fire", "8.2.1-a") if lost else again(s, unit)
    if left is None or left.level == LEVEL[ROUTED]:
        return
    for one in left.bases:
        s.change(s.bases[one.id], tested=True)
    left = again(s, left)
    assert left is not None
    foe = s.bases.get(enemy.id)
    cause = morale.Cause(losses=lost, enemy=None if foe is None else single(foe))
    yield from forced.face_test(s, left, morale.FIRE, cause)
