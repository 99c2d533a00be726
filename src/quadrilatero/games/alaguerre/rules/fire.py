"""Chapter 8: the Fire phase: one target after another, answers, damage, losses and tests."""

from __future__ import annotations

from typing import Any, NamedTuple

from quadrilatero.games.alaguerre.answers import Done, Evade, Fire, FireEvade, Hold, Retreat, Stay
from quadrilatero.games.alaguerre.ground import Piece
from quadrilatero.games.alaguerre.records import Shot
from quadrilatero.games.alaguerre.rules import (
    artillery,
    cover,
    evasion,
    fire_modifiers,
    forced,
    generals,
    losses,
    morale,
    shots,
)
from quadrilatero.games.alaguerre.rules.command import seat_for_base
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.fire_modifiers import EXTREME, Aim, sides_of
from quadrilatero.games.alaguerre.rules.formations import Unit, again, attached, front_base, great_unit, single
from quadrilatero.games.alaguerre.said import BAGGAGE, ENEMY, HV_ART, LEVEL, ORDERED, ROUTED, SHAKEN
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.telling import as_said, ask, no, roll, tell
from quadrilatero.kernel import Refusal, Script
from quadrilatero.kernel.ask import Dice

A_LOSS = 3
"""8.2.1-a: so many damages are a loss."""
MOST_LOSSES = 2
"""8.2.1-b: no fire on one target costs more."""


# -- the phase (8) -----------------------------------------------------------------------------------------------------


def phase(s: State) -> Script:
    """8-a, 8-b, 8-c. The side that shoots names a shot or is done; then the other; fire on a target ends by itself."""
    found = possible(s, s.side)
    if not found and s.target is None and not possible_works(s, s.side):
        return next_side(s)
    answer = yield fire_question(s, found)
    if isinstance(answer, Done):
        if s.target is not None:
            yield from close(s)
        return next_side(s)
    if named(s, answer.target) in s.ground.pieces:
        yield from batter_works(s, shooter(s, answer.unit), s.ground.pieces[named(s, answer.target)])
        return False
    base, target = shooter(s, answer.unit), s.bases[named(s, answer.target)]
    side = side_named(s, base, answer)
    if s.target is not None and s.target != target.id:
        yield from close(s)
        if base.id not in s.bases or target.id not in s.bases:
            return False
        base, target = s.bases[base.id], s.bases[target.id]
        if refuse(s, base, target, side) is not None:
            return False
    yield from shoot(s, base, target, side)
    if s.target is not None and not is_open_to_fire(s):
        yield from close(s)
    return False


def is_open_to_fire(s: State) -> bool:
    """8-c. Whether anybody else could shoot at the target."""
    return bool(possible(s, s.side, s.target))


def next_side(s: State) -> bool:
    """8-a, 8.4.2-c. The other side shoots, or the phase is over; first fire is spent by whoever shot in it."""
    if s.side == s.initiative:
        s.side = ENEMY[s.side]
        return False
    for base in list(s.on_table()):
        if base.fired and base.first_fire:
            s.change(base, first_fire=False)
    return True


def possible(s: State, side: str, at: str | None = None) -> list[tuple[str, str, str]]:
    """8-b, 8.1.3-a, 2.7.1-c. Every shot that a side could declare, base by base: who, at whom, from which side.

    `at` names the only target that is asked for.
    """
    found = []
    targets = [enemy for enemy in s.enemies_of(side) if (at is None or enemy.id == at) and is_aimed_at(s, enemy)]
    for base in s.on_table(side):
        if shots.refuse_firer(s, base) is not None:
            continue
        fans = [(side, shots.sector_of(s, base, side)) for side in shots.sides(s, base)]
        for enemy in targets:
            for side, fan in fans:
                if not shots.is_beyond(s, fan, enemy) and shots.refuse_shot(s, base, enemy, side) is None:
                    found.append((base.id, enemy.id, side))
    return found


def is_aimed_at(s: State, enemy: Base) -> bool:
    """2.11.1-b. Whether a base is shot at by itself: of a great unit the front one is."""
    return enemy.great is None or front_base(great_unit(s, enemy.great)).id == enemy.id


def possible_works(s: State, side: str) -> list[tuple[str, str]]:
    """8.3.2-b. Every shot of heavy guns at an empty structure that a side could declare."""
    guns = [base for base in s.on_table(side) if base.type == HV_ART and not base.fired]
    if not guns:
        return []
    held = {base.inside for base in s.on_table()} | {base.occupies.piece for base in s.on_table() if base.occupies}
    empty = [piece for piece in s.ground.pieces.values() if piece.id not in held and piece.material != "earth"]
    return [(gun.id, piece.id) for gun in guns for piece in empty if refuse_works(s, gun, piece) is None]


def refuse(s: State, base: Base, target: Base, side: str) -> Refusal | None:
    """8.1.3-a: why a shot cannot be made."""
    return shots.refuse_firer(s, base) or shots.refuse_shot(s, base, target, side)


def fire_question(s: State, found: list[tuple[str, str, str]]) -> Any:
    """8-b, 8-c. Which shot, or that all is done."""

    def check(answer: Fire | Done) -> Refusal | None:
        if isinstance(answer, Done):
            return None
        if answer.unit is None or answer.target is None:
            return no("8-b", "say_who_and_whom")
        id, at = shooter_id(s, answer.unit), named(s, answer.target)
        if at in s.ground.pieces and id in s.bases and s.bases[id].side == s.side:
            return refuse_works(s, s.bases[id], s.ground.pieces[at])
        if id not in s.bases or s.bases[id].side != s.side or s.bases[id].at is None:
            return no("8-b", "not_yours_to_fire", unit=as_said(s, answer.unit, s.side))
        if at not in s.bases:
            return no("8.1.3-a", "no_target", name=as_said(s, answer.unit, s.side))
        base = s.bases[id]
        return refuse(s, base, s.bases[at], side_named(s, base, answer))

    def options() -> list[Any]:
        several = {id for id, _, side in found if side != "front"}
        works = [Fire(id, at) for id, at in possible_works(s, s.side)]
        return [*[Fire(id, at, spoken(side) if id in several else None) for id, at, side in found], *works, Done()]

    return ask(s, s.side, "fire", "8-b", (Fire, Done), options, check, certain=True, target=s.target, side=s.side)


def spoken(side: str) -> Any:
    """How an answer says a side: by its name, or its number."""
    return side if side in shots.NAMED else int(side)


def side_named(s: State, base: Base, answer: Fire) -> str:
    """8.1.3-b. The side that an answer names; the only one, or the first that serves, where it names none."""
    if answer.side is not None:
        return str(answer.side)
    able = shots.sides(s, base)
    target = s.bases.get(named(s, answer.target))
    if target is not None:
        for side in able:
            if shots.refuse_shot(s, base, target, side) is None:
                return side
    return able[0]


def shooter_id(s: State, id: str | None) -> str:
    """2.11.1-b. The base that shoots for what an answer names: of a great unit its front one."""
    if id is not None and id not in s.bases and any(base.great == id for base in s.on_table()):
        return front_base(great_unit(s, id)).id
    return id or ""


def shooter(s: State, id: str | None) -> Base:
    return s.bases[shooter_id(s, id)]


def named(s: State, id: str | None) -> str:
    """6-b, 2.11.1-b. The base that is shot at: a piece means who is in it, a great unit its front base."""
    if id in s.ground.pieces:
        for base in s.on_table(ENEMY[s.side]):
            if base.inside == id or (base.occupies is not None and base.occupies.piece == id):
                return base.id
        return id or ""
    aimed = s.bases.get(id or "")
    if aimed is not None and aimed.great is not None:
        return front_base(great_unit(s, aimed.great)).id
    return shooter_id(s, id)


# -- one shot (8.2) ----------------------------------------------------------------------------------------------------


def shoot(s: State, base: Base, target: Base, side: str) -> Script:
    """8.1.4-b, 5.6.5-h. A shot at a target, out of range or not, answered or not.

    From who evades before it the shot is kept for another target.
    """
    shot = shots.aim(s, base, target, side)
    if not shots.is_in_range(base, shot.distance):
        spend(s, base, side, target.id)
        s.change(s.bases[base.id], first_fire=False)
        tell(s, "out_of_range", "8.1.4-b", unit=base.id, target=target.id, distance=shot.distance)
        return
    answer = yield from answered(s, base, target)
    yield from deliver(s, shot, answer)


def deliver(s: State, shot: Aim, answer: Any) -> Script:
    """8.2.3-a, 8.2.3-b, 5.6.5-h. A shot in range, by what its target does about it."""
    base, target, side = shot.firer, shot.target, shot.side
    if isinstance(answer, Evade) and answer.formation is None:
        evasion.evade(s, victim_unit(s, target), evasion.EVADE)
        return
    back = None
    if isinstance(answer, Fire | FireEvade):
        back = shots.aim(s, target, base, shots.may_answer(s, target, base) or "front")
    done, suffered = yield from exchange(s, shot, back)
    spend(s, base, side, target.id)
    if back is not None:
        spend(s, target, back.side, base.id)
    s.target = target.id
    s.shots = (*s.shots, Shot(base.id, done, back is not None, suffered, shot.range == EXTREME))
    if isinstance(answer, Evade | FireEvade):
        how = evasion.EVADE if isinstance(answer, FireEvade) else evasion.EVADE_OPEN
        yield from evade_afterwards(s, target, how)


def evade_afterwards(s: State, target: Base, how: str) -> Script:
    """5.6.5-d, 5.6.5-h, 5.6.5-j, 5.6.5-k. After the shots, with all they bring, who still stands in hand evades."""
    yield from close(s)
    left = s.bases.get(target.id)
    if left is not None and left.is_steady and left.at == target.at:
        evasion.evade(s, victim_unit(s, left), how)


def victim_unit(s: State, base: Base) -> Unit:
    """8.2.1-a, 2.11.1-c. Whom fire concerns: the base that is hit, or its whole great unit."""
    return single(base) if base.great is None else great_unit(s, base.great)


def answered(s: State, base: Base, target: Base) -> Script:
    """8.2.3-a, 5.6.5-h, 5.6.5-j, 5.6.5-k. Whether the target answers, or evades; it says so as soon as it is named."""
    able: list[Any] = [Hold()]
    shoots = shots.may_answer(s, target, base) is not None
    how = evasion.may_evade_fire(s, victim_unit(s, target), base)
    if shoots:
        able.append(Fire())
    if how == evasion.EVADE:
        able += [Evade(), FireEvade()] if shoots else [Evade()]
    elif how == evasion.EVADE_OPEN:
        able.append(Evade(formation="skirmish"))
    if len(able) == 1:
        return None
    answer = yield ask(
        s,
        seat_for_base(s, target),
        "return_fire",
        "8.2.3-a",
        (Hold, Fire, Evade, FireEvade),
        lambda: able,
        lambda answer: None if answer in able else no("5.6.5-h", "cannot_do_so", name=target.name),
        certain=True,
        unit=target.id,
        target=base.id,
    )
    return answer


def exchange(s: State, shot: Aim, back: Aim | None, *, charge: bool = False) -> Script:
    """8.2-a, 1.1.2-a, 1.1.2-b, 1.1.2-c, 8.2.3-b. Two dice, read one way or both; the damage of shot and answer."""
    found = fire_modifiers.modifiers(s, shot)
    answer = [] if back is None else fire_modifiers.modifiers(s, back)
    one, other = yield Dice(2)
    damage = strike(s, shot, found, one, other, charge=charge, answer=False)
    suffered = 0 if back is None else strike(s, back, answer, other, one, charge=charge, answer=True)
    return damage, suffered


def strike(
    s: State, shot: Aim, found: list[tuple[str, int]], die: int, against: int, *, charge: bool, answer: bool
) -> int:
    """8.2-a, 8.2-b. The score of a shot against the other's natural die, and the damage: above it, double, triple."""
    value = shot.firer.fire or 0
    total = max(1, die + value + sum(more for _, more in found))
    damage = damage_of(total, against)
    roll(
        s,
        "8.2-a",
        "fire",
        shot.firer.side,
        (die, against),
        need=against + 1,
        total=total,
        success=damage > 0,
        unit=shot.firer.id,
        modifiers=found,
        value=value,
        target=shot.target.id,
        range=shot.range,
        distance=shot.distance,
        side=shot.side,
        damage=damage,
        charge=charge,
        answer=answer,
    )
    artillery.batter(s, shot.firer, shot.cover, damage)
    return damage


def damage_of(total: int, against: int) -> int:
    """8.2-b. One damage above the die, two from its double, three from its triple."""
    return 0 if total <= against else min(3, total // against)


def spend(s: State, base: Base, side: str, target: str) -> None:
    """8-b, 8.4.2-c. The shot of an impulse is spent; who shoots on several sides notes which, and keeps first fire."""
    base = s.bases[base.id]
    if sides_of(base) > 1:
        s.volleys = {**s.volleys, base.id: (*s.volleys.get(base.id, ()), f"{side}:{target}")}
        s.change(base, fired=True)
    else:
        s.change(base, fired=True, first_fire=False)


# -- empty works (8.3.2) -----------------------------------------------------------------------------------------------


def stand_in(s: State, base: Base, piece: Piece) -> Base:
    """8.3.2-b. A structure as a target: nobody of the other side, as large as the piece."""
    west, south, east, north = piece.box
    target = Base(piece.id, ENEMY[base.side], ((west + east) // 2, north), BAGGAGE, 0, "-/-/- -", name=piece.id)
    target.pose = ((west + east) // 2, north, 0, max(1, east - west), max(1, north - south))
    return target


def refuse_works(s: State, base: Base, piece: Piece) -> Refusal | None:
    """8.3.2-a, 8.3.2-b. Heavy guns alone shoot at empty structures; not at earth, nor at what gives no cover."""
    if base.type != HV_ART or piece.material == "earth" or not cover.vdf_of(piece):
        return no("8.3.2-b", "nothing_to_batter", name=base.name, piece=piece.called)
    return refuse(s, base, stand_in(s, base, piece), "front")


def batter_works(s: State, base: Base, piece: Piece) -> Script:
    """8.3.2-b. A shot at an empty structure: the other side rolls too, and the vdf counts as if somebody were in it."""
    shot = shots.aim(s, base, stand_in(s, base, piece), "front")._replace(cover=piece)
    spend(s, base, "front", piece.id)
    if not shots.is_in_range(base, shot.distance):
        tell(s, "out_of_range", "8.1.4-b", unit=base.id, target=piece.id, distance=shot.distance)
        return
    yield from exchange(s, shot, None)


# -- what the fire on a target brings (8.2.1 to 8.2.3) -----------------------------------------------------------------


class Victim(NamedTuple):
    """Who was hit: how much, with how many losses, and by whom."""

    unit: Unit
    damage: int
    losses: int
    enemy: str
    state: str


def close(s: State) -> Script:
    """8-c, 8.2.1-c, 8.2.3-c. Fire on a target is over: losses and disorder, tests together, generals, forced moves."""
    victims = hit_by(s)
    s.target, s.shots = None, ()
    testing = [victim for victim in victims if yield_to(s, victim)]
    results = []
    for victim in testing:
        unit = again(s, victim.unit)
        if unit is None:
            continue
        cause = morale.Cause(losses=victim.losses, enemy=enemy_of(s, victim))
        for base in unit.bases:
            s.change(s.bases[base.id], tested=True)
        tested = yield from morale.take_test(s, again(s, unit) or unit, morale.FIRE, cause)
        results.append((victim, tested, cause))
    yield from settle(s, spared(s, results))
    for victim in victims:
        if victim.state == ROUTED:
            yield from run_on(s, victim)


def hit_by(s: State) -> list[Victim]:
    """8.2.1-a, 8.2.1-b, 8.3.3-a. The target and those it answered, with damage and losses; extreme range costs none."""
    found = []
    target = s.bases.get(s.target or "")
    if target is not None:
        damage = sum(shot.damage for shot in s.shots)
        lost = losses_of(sum(shot.damage for shot in s.shots if not shot.extreme))
        found.append(victim_of(s, target, damage, lost, s.shots[0].unit if s.shots else ""))
    for shot in s.shots:
        firer = s.bases.get(shot.unit)
        if shot.suffered and firer is not None and target is not None:
            found.append(victim_of(s, firer, shot.suffered, losses_of(shot.suffered), target.id))
    return [victim for victim in found if victim.damage]


def losses_of(damage: int) -> int:
    """8.2.1-a, 8.2.1-b. A loss for three damages, two for six or more."""
    return min(MOST_LOSSES, damage // A_LOSS)


def victim_of(s: State, base: Base, damage: int, lost: int, enemy: str) -> Victim:
    """8.2.1-a, 2.11.1-c. Fire concerns the base that is hit, or its whole great unit."""
    return Victim(victim_unit(s, base), damage, lost, enemy, base.state)


def yield_to(s: State, victim: Victim) -> bool:
    """8.2.1-c, 8.2.1-e, 8.2.1-f, 10.2-a. Losses, or disorder for an ordered unit; whether it has to test."""
    unit = victim.unit
    if victim.state == ROUTED:
        losses.take_loss(s, unit, 1, "fire", "8.2.1-f")
        return False
    for base in unit.bases:
        s.change(s.bases[base.id], damaged=True)
    if victim.losses:
        return losses.take_loss(s, again(s, unit) or unit, victim.losses, "fire", "8.2.1-c") is not None
    if victim.state == ORDERED:
        losses.disorder(s, again(s, unit) or unit, "fire", "8.2.1-e")
        return False
    return True


def enemy_of(s: State, victim: Victim) -> Unit | None:
    """The enemy who hit a unit, if it is still there."""
    base = s.bases.get(victim.enemy)
    return None if base is None else single(base)


Results = list[tuple[Victim, morale.Tested, morale.Cause]]


def spared(s: State, results: Results) -> Results:
    """8.2.3-c. Where fire and answer would rout both, the side with the initiative is shaken instead."""
    routed = [victim.unit.side for victim, tested, _ in results if would_rout(s, victim, tested)]
    if len(set(routed)) < 2:
        return results
    return [
        (victim, tested._replace(result="shaken") if victim.unit.side == s.initiative else tested, cause)
        for victim, tested, cause in results
    ]


def would_rout(s: State, victim: Victim, tested: morale.Tested) -> bool:
    """10.2.1-c. Whether a result takes a unit into rout from the state it is in."""
    unit = again(s, victim.unit)
    level = 0 if unit is None else unit.level
    return tested.result in morale.ROUTS or level + morale.LEVELS.get(tested.result, 0) >= LEVEL[ROUTED]


def settle(s: State, results: Results) -> Script:
    """8.2.1-c, 8.2.2-a. What the tests bring: states, generals at risk, then the moves, the target's first."""
    moves = []
    for victim, tested, cause in results:
        unit = again(s, victim.unit)
        if unit is None:
            continue
        company, before = attached(s, unit), unit.level
        if tested.result == "shaken":
            losses.at_least(s, unit, SHAKEN, "fire", "8.2.3-c")
            move = None
        else:
            move = morale.suffer(s, unit, morale.FIRE, tested, cause)
        routs = forced.is_routed(s, unit)
        yield from generals.risk(s, unit, company, cause.losses, routs=routs, from_melee=False)
        moves.append((unit, move, before))
    for unit, move, before in moves:
        left = again(s, unit)
        chosen = None
        if left is not None and move is None and may_retreat(s, left, before):
            chosen = yield from chooses_retreat(s, left)
        yield from forced.obey(s, unit, move or chosen)


def may_retreat(s: State, unit: Unit, before: int) -> bool:
    """8.2.2-a, 8.1.5-c. Who has just been shaken by fire may retreat, but for units in mêlée: they fight first."""
    shaken = before < LEVEL[SHAKEN] <= unit.level < LEVEL[ROUTED]
    return shaken and not any(enemies_touching(s, base) for base in unit.bases)


def chooses_retreat(s: State, unit: Unit) -> Script:
    """8.2.2-a. Its owner says at once whether it retreats."""
    answer = yield ask(
        s,
        seat_for_base(s, unit.bases[0]),
        "retreat",
        "8.2.2-a",
        (Retreat, Stay),
        lambda: [Retreat(), Stay()],
        lambda answer: None,
        certain=True,
        unit=unit.id,
    )
    return morale.RETREAT if isinstance(answer, Retreat) else None


def run_on(s: State, victim: Victim) -> Script:
    """8.2.1-f, 2.6.7-e. A routed unit that is hit runs at once."""
    unit = again(s, victim.unit)
    if unit is not None:
        yield from forced.rout(s, unit)
