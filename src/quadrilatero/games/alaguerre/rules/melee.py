"""Chapter 9: the Mêlée phase: one mêlée after another, a round for each of its combats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from quadrilatero.games.alaguerre.answers import Join, Leader, Melee, Principal
from quadrilatero.games.alaguerre.rules import (
    cohesion,
    combats,
    forced,
    generals,
    losses,
    melee_modifiers,
    momentum,
    morale,
)
from quadrilatero.games.alaguerre.rules.combats import Combat, fight_of, in_contact
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.formations import Unit, again, attached, named, single, unit_of
from quadrilatero.games.alaguerre.said import BLUE, ENEMY, LEVEL, RED, ROUTED, SHAKEN, SIDES
from quadrilatero.games.alaguerre.state import General, State
from quadrilatero.games.alaguerre.telling import as_said, ask, called, no, roll, tell
from quadrilatero.kernel import Refusal, Script
from quadrilatero.kernel.ask import Dice

MOST = 3
"""9.1-b: the most damage of a round; so much is a loss."""


class Round:
    """How a round of a combat came out: damage that each side took, states before it, losses taken in it."""

    def __init__(self, combat: Combat, taken: dict[str, int]) -> None:
        self.combat = combat
        self.taken = taken
        self.before = {unit.id: unit.level for unit in combat.everybody}
        self.first = {unit.id: fight_of(unit.bases[0]).rounds == 0 for unit in combat.everybody}
        self.round = 1 + max(fight_of(unit.bases[0]).rounds for unit in combat.everybody)
        self.losses: dict[str, int] = {}
        self.fights: momentum.Fights = []

    @property
    def losers(self) -> list[str]:
        """9.1-c. Who took more damage; both where it is equal."""
        red, blue = self.taken[RED], self.taken[BLUE]
        return [RED, BLUE] if red == blue else [RED if red > blue else BLUE]


# -- the phase (9-b) ---------------------------------------------------------------------------------------------------


def phase(s: State) -> Script:
    """9-b, 9.1.3-a. The side with the initiative says which mêlée is next; each is fought to the end of its round."""
    found = combats.melees(s)
    if not found:
        leave_fights(s)
        return True
    answer = yield melee_question(s, found)
    unit = named(s, answer.unit)
    together = next(melee for melee in found if unit is not None and any(set(unit.ids) & set(one.ids) for one in melee))
    yield from fight(s, together)
    return False


def melee_question(s: State, found: list[list[Unit]]) -> Any:
    """9-b. Which mêlée is fought next."""

    def refuse(answer: Melee) -> Refusal | None:
        unit = named(s, answer.unit)
        known = unit is not None and any(set(unit.ids) & set(one.ids) for melee in found for one in melee)
        return None if known else no("9-b", "not_a_melee", unit=as_said(s, answer.unit))

    def options() -> list[Any]:
        return [Melee(melee[0].id) for melee in found]

    return ask(s, s.initiative, "melee", "9-b", (Melee,), options, refuse, certain=len(found) > 1)


def fight(s: State, together: list[Unit]) -> Script:
    """9.3-c. All combats of a mêlée are rolled, then their results come, then the moves, then who won goes on."""
    together = yield from break_helpless(s, together)
    choices = yield from choose_enemies(s, together)
    rounds: list[Round] = []
    for combat in combats.parted(s, together, choices):
        yield from name_principals(s, combat)
        rounds.append((yield from roll_round(s, combat)))
    note_round(s, rounds)
    for one in rounds:
        yield from apply(s, one)
    fights: momentum.Fights = []
    for one in rounds:
        fights += one.fights
        fights += yield from momentum.follow_up(s, one)
    leave_fights(s)
    for pair in fights:
        yield from fight_on(s, *pair)


def fight_on(s: State, winner: Unit, other: Unit) -> Script:
    """9.2.1-b, 9.2.1-c, 9.2.2-c. A mêlée that a winner comes into is fought at once; it disorders him."""
    mine, theirs = again(s, winner), again(s, other)
    if mine is not None and theirs is not None and forced.touches_unit(mine, theirs):
        yield from fight(s, [mine, theirs])
    left = again(s, winner)
    if left is not None:
        losses.disorder(s, left, "second_melee", "9.2.1-c")


def break_helpless(s: State, together: list[Unit]) -> Script:
    """9.1.5-a. Who has no mêlée value loses a point of strength and routs as soon as it is touched."""
    left = []
    for unit in together:
        if melee_modifiers.able(unit):
            left.append(unit)
            continue
        company = attached(s, unit)
        losses.set_state(s, unit, ROUTED, "melee", "9.1.5-a")
        still = losses.take_loss(s, unit, 1, "melee", "9.1.5-a")
        yield from generals.risk(s, unit, company, 0, routs=True, from_melee=True)
        if still is not None:
            yield from forced.rout(s, still)
    return [unit for unit in left if again(s, unit) is not None]


# -- choices (9.3) -----------------------------------------------------------------------------------------------------


def choose_enemies(s: State, units: list[Unit]) -> Script:
    """9.3-d. Where two enemies cover equal parts of a unit's front, the initiative chooses whom it fights."""
    choices: dict[str, str] = {}
    for unit, enemies in combats.undecided(s, units):
        ids = [enemy.id for enemy in enemies]

        def refuse(answer: Join, unit: Unit = unit, ids: list[str] = ids) -> Refusal | None:
            if answer.unit == unit.id and answer.enemy in ids:
                return None
            return no("9.3-d", "not_to_join", unit=as_said(s, answer.unit), enemy=as_said(s, answer.enemy))

        def options(unit: Unit = unit, ids: list[str] = ids) -> list[Any]:
            return [Join(unit.id, id) for id in ids]

        answer = yield ask(s, s.initiative, "join", "9.3-d", (Join,), options, refuse, unit=unit.id, enemies=ids)
        choices[unit.id] = answer.enemy
    return choices


def name_principals(s: State, combat: Combat) -> Script:
    """9.3.1-a, 9.3.1-b, 9.4-t10. Each side names the unit whose values count, and the general who leads."""
    for side in SIDES:
        units = eligible(combat.units[side])
        kept = [unit for unit in units if any(fight_of(base).principal for base in unit.bases)]
        if kept or len(units) == 1:
            combat.principal[side] = (kept or units)[0]
        else:
            answer = yield principal_question(s, side, units)
            combat.principal[side] = next(unit for unit in units if unit.is_called(answer.unit))
        found = [general for unit in combat.units[side] for general in attached(s, unit)]
        if len(found) > 1:
            answer = yield leader_question(s, side, found)
            combat.leader[side] = answer.general
        elif found:
            combat.leader[side] = found[0].id


def eligible(units: list[Unit]) -> list[Unit]:
    """9.3.1-c. Troops able to open order are not principal beside friends who fight in closed order only."""
    closed = [unit for unit in units if all(base.speciality == "" for base in unit.bases)]
    return closed or units


def principal_question(s: State, side: str, units: list[Unit]) -> Any:
    """9.3.1-a. Which unit is the principal one."""
    ids = [unit.id for unit in units]

    def refuse(answer: Principal) -> Refusal | None:
        if any(unit.is_called(answer.unit) for unit in units):
            return None
        return no("9.3.1-c", "no_principal", unit=as_said(s, answer.unit), units=[called(s, id) for id in ids])

    return ask(s, side, "principal", "9.3.1-a", (Principal,), lambda: [Principal(id) for id in ids], refuse, units=ids)


def leader_question(s: State, side: str, found: Sequence[General]) -> Any:
    """9.4-t10. Which of several generals leads."""
    ids = [general.id for general in found]

    def refuse(answer: Leader) -> Refusal | None:
        return (
            None
            if answer.general in ids
            else no(
                "9.4-t10", "no_leader", general=as_said(s, answer.general, side), generals=[called(s, id) for id in ids]
            )
        )

    return ask(s, side, "leader", "9.4-t10", (Leader,), lambda: [Leader(id) for id in ids], refuse, generals=ids)


# -- the round (9.1) ---------------------------------------------------------------------------------------------------


def roll_round(s: State, combat: Combat) -> Script:
    """9.1-a, 9.1-b. Two dice, each score against the other's natural one; damage is the difference, at most three."""
    found = {side: melee_modifiers.modifiers(s, combat, side) for side in SIDES}
    own = {side: melee_modifiers.principal_base(s, combat, side) for side in SIDES}
    first = began(s, combat)
    one, other = yield Dice(2)
    dice = {first: one, ENEMY[first]: other}
    taken = {}
    count = melee_modifiers.bases(s, combat)
    for side in (first, ENEMY[first]):
        value = own[side].melee or 0
        total = max(1, dice[side] + value + sum(more for _, more in found[side]))
        against = dice[ENEMY[side]]
        damage = min(MOST, max(0, total - against))
        taken[ENEMY[side]] = damage
        roll(
            s,
            "9.1-a",
            "melee",
            side,
            (dice[side], against),
            need=against + 1,
            total=total,
            success=damage > 0,
            unit=combat.principal[side].id,
            units=[id for unit in combat.units[side] for id in unit.ids],
            modifiers=found[side],
            value=value,
            enemies=[id for unit in combat.units[ENEMY[side]] for id in unit.ids],
            bases=[count[side], count[ENEMY[side]]],
            round=fight_of(own[side]).rounds + 1,
            damage=damage,
        )
    return Round(combat, taken)


def began(s: State, combat: Combat) -> str:
    """9.1-a. Whose die comes first: of the side that charged into the combat first, else of the initiative."""
    sides = [fight_of(base).began for unit in combat.everybody for base in unit.bases]
    return next((side for side in sides if side is not None), s.initiative)


def note_round(s: State, rounds: list[Round]) -> None:
    """9.1.3-a, 9.3.1-b. Everybody in the mêlée has fought a round, and principals stay what they are."""
    for one in rounds:
        for side in SIDES:
            for unit in one.combat.units[side]:
                leads = unit.id == one.combat.principal[side].id
                for base in unit.bases:
                    now = s.bases[base.id]
                    fight = fight_of(now)
                    s.change(now, fight=replace(fight, rounds=fight.rounds + 1, principal=leads))
                s.fought = (*s.fought, *unit.ids)


def apply(s: State, one: Round) -> Script:
    """9.1-c, 9.1.1-a, 9.1.2-a, 9.1.2-b, 9.3.1-d, 9.3.1-e. Losses, levels, tests of the shaken, then moves."""
    combat = one.combat
    cohesion.together(s)
    for side in SIDES:
        strike(s, one, side)
    for side in one.losers:
        for unit in combat.units[side]:
            left = again(s, unit)
            if left is not None:
                losses.add_levels(s, left, 1, "melee", "9.1-c")
    cohesion.judge_both(s)
    winner = None if len(one.losers) > 1 else ENEMY[one.losers[0]]
    damage = [one.taken[RED], one.taken[BLUE]]
    ids = {side: [id for unit in combat.units[side] for id in unit.ids] for side in SIDES}
    leads = [combat.principal[side].id for side in SIDES]
    fought = {"round": one.round, "winner": winner, "damage": damage}
    told = {"fighters": [called(s, id) for id in leads], "outcome": f"fought_{winner or 'draw'}"}
    tell(s, "combat", "9.1-c", **ids, principal=leads, **fought, **told)
    moves: list[tuple[Unit, str | None]] = []
    for side in SIDES:
        for unit in combat.units[side]:
            follows = yield from face_result(s, one, unit)
            moves.append((unit, follows))
    yield from move(s, one, moves)


def strike(s: State, one: Round, side: str) -> None:
    """9.1-b, 9.3.1-e, 10.2.2-m8. The damage a side took falls on its principal unit; three are a loss."""
    unit = one.combat.principal[side]
    taken = one.taken[side]
    base = melee_modifiers.principal_base(s, one.combat, side)
    one.losses[unit.id] = taken // MOST
    if taken:
        for member in unit.bases:
            s.change(s.bases[member.id], damaged=True)
    if one.losses[unit.id]:
        target = unit if unit.is_great else single(s.bases[base.id])
        losses.take_loss(s, target, 1, "melee", "9.1-b")


def face_result(s: State, one: Round, unit: Unit) -> Script:
    """9.1.2-a, 9.1.2-b, 9.1.2-c, 6.3.1-b. Routed by the round, or shaken: then it tests; the move that follows."""
    left = again(s, unit)
    if left is None:
        return None
    company, lost = attached(s, left), one.losses.get(unit.id, 0)
    if left.level == LEVEL[ROUTED]:
        morale.lose_for_rout(s, left, morale.ROUT, morale.Cause(losses=lost))
        yield from generals.risk(s, left, company, lost, routs=True, from_melee=True)
        return morale.ROUT
    if left.level < LEVEL[SHAKEN]:
        yield from generals.risk(s, left, company, lost, routs=False, from_melee=True)
        return None
    enemies = [enemy for enemy in one.combat.units[ENEMY[unit.side]] if again(s, enemy) is not None]
    cause = morale.Cause(losses=lost, enemy=enemies[0] if enemies else None)
    tested = yield from morale.take_test(s, left, morale.MELEE, cause)
    forced_move = morale.suffer(s, left, morale.MELEE, tested, cause)
    yield from generals.risk(s, left, company, lost, routs=forced.is_routed(s, left), from_melee=True)
    return forced_move


def move(s: State, one: Round, moves: list[tuple[Unit, str | None]]) -> Script:
    """9.1.1-a, 9.1.1-b, 9.3.1-e. Recoils first and who follows them, then retreats, then routs."""
    for unit, forced_move in moves:
        if forced_move is None and recoils(s, one, unit):
            yield from recoil(s, one, again(s, unit) or unit)
    for kind in (morale.RETREAT, morale.ROUT):
        for unit, forced_move in moves:
            if forced_move == kind:
                enemies = [again(s, enemy) or enemy for enemy in one.combat.units[ENEMY[unit.side]]]
                yield from forced.obey(s, unit, kind, enemies)


def recoils(s: State, one: Round, unit: Unit) -> bool:
    """9.1.1-a. A loser with a loss that does not occupy an area or a work; no winner can have one."""
    left = again(s, unit)
    return one.losses.get(unit.id, 0) > 0 and left is not None and all(base.occupies is None for base in left.bases)


def recoil(s: State, one: Round, unit: Unit) -> Script:
    """5.6.1-a, 9.1.1-b, 9.1.1-c, 9.3.1-e. Half a um back; the enemy follows where it was all he fought."""
    yield from forced.recoil(s, unit)
    left = again(s, unit)
    if left is None or len(one.combat.units[unit.side]) > 1:
        return
    for enemy in one.combat.units[ENEMY[unit.side]]:
        winner = again(s, enemy)
        if winner is not None and winner.level < LEVEL[ROUTED]:
            before = momentum.in_zones(s, winner)
            forced.follow(s, winner, left)
            after = again(s, winner)
            if after is not None:
                entered = [
                    base for base in momentum.in_zones(s, after) if base not in before and base.id not in left.ids
                ]
                one.fights += yield from momentum.challenge(s, after, entered, still_fighting=True)


# -- the end -----------------------------------------------------------------------------------------------------------


def leave_fights(s: State) -> None:
    """9.1.3-a. Who is in contact with nobody any more, and supports nobody, is in no mêlée."""
    for base in list(s.on_table()):
        if base.fight is None:
            continue
        unit = unit_of(s, base)
        if not any(in_contact(s, one, enemy) for one in unit.bases for enemy in s.enemies_of(base.side)):
            s.change(s.bases[base.id], fight=None)


def destroy_train(s: State) -> None:
    """9.1.5-b. Baggage and camps that an enemy touches are removed at the end of the impulse."""
    for base in [base for base in s.on_table() if base.is_train]:
        if any(touches(base.pose, enemy.pose) for enemy in s.enemies_of(base.side)):
            losses.eliminate(s, base, "losses", "9.1.5-b")
