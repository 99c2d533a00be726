"""Chapter 10.1: divisions that have lost a unit."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.alaguerre.rules import cover, forced, losses, rates, sight
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.formations import Unit, again, units
from quadrilatero.games.alaguerre.said import ENEMY, LEVEL, ROUTED, SHAKEN, UM
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.telling import Modifiers, roll, tell
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice
from quadrilatero.table import behind, distance, to_point

STEADY, WAVERS, SHAKES, ROUTS = "steady", "wavers", "shaken", "rout"
RESULTS = (ROUTS, SHAKES, SHAKES, WAVERS, WAVERS, STEADY)
"""10.1.1: what a score of 1 to 6 brings."""
LOST = ("losses", "routed_off", "shaken_off", "division")
CLOSE = UM
"""10.1.1-t3: units nearer to steady enemies than this retreat."""
GENERAL_LOST = -2


def units_of(s: State, division: str) -> list[Unit]:
    """2.7.3-a. The units of a division on the table."""
    side = s.divisions[division].side
    return [unit for unit in units(s, side) if unit.bases[0].division == division]


def take_test(s: State, division: str) -> Script:
    """10.1.1-a, 10.1.1-b, 10.1.1-t1, 10.1.1-t2, 10.1.1-t3, 10.1.1-t4. One die with all that speaks for and against."""
    found = modifiers(s, division)
    (die,) = yield Dice(1)
    total = max(1, die + sum(value for _, value in found))
    result = RESULTS[min(6, total) - 1]
    side = s.divisions[division].side
    data = {"division": division, "result": result}
    roll(
        s,
        "10.1.1-b",
        "division",
        side,
        (die,),
        need=6,
        total=total,
        success=result == STEADY,
        modifiers=found,
        **data,  # type: ignore[arg-type]  # the rest of a roll's data
    )
    if result == WAVERS:
        waver(s, division)
    elif result == SHAKES:
        yield from shake(s, division)
    elif result == ROUTS:
        yield from disperse(s, division)
    s.divisions = {**s.divisions, division: replace(s.divisions[division], tests=False)}


# -- modifiers (10.1.3) ------------------------------------------------------------------------------------------------


def modifiers(s: State, division: str) -> Modifiers:
    """10.1.3-m1, 10.1.3-m2, 10.1.3-m3, 10.1.3-m4, 10.1.3-m5, 10.1.3-m6, 10.1.3-m7, 10.1.3-m8, 10.1.3-m9. In order."""
    side = s.divisions[division].side
    own = units_of(s, division)
    general = s.commander(division)
    cic = s.cic(side)
    return [
        ("10.1.3-m1", 0 if general is None or not general.is_there else general.level),
        ("10.1.3-m2", sum(base.morale for unit in own for base in unit.bases if base.is_steady)),
        ("10.1.3-m3", sum(is_behind_defences(s, base) for unit in own for base in unit.bases)),
        ("10.1.3-m4", int(holds_objective(s, own))),
        ("10.1.3-m5", -lost_morale(s, division)),
        ("10.1.3-m6", -int(is_cut_off(s, side, own))),
        ("10.1.3-m7", -int(has_enemies_behind(s, own))),
        ("10.1.3-m8", GENERAL_LOST * (general is not None and not general.is_there)),
        ("10.1.3-m9", GENERAL_LOST * (cic is not None and cic is not general and not cic.is_there)),
    ]


def is_behind_defences(s: State, base: Base) -> bool:
    """10.1.3-m3. In buildings or works, with an enemy in charge distance who could reach it only through them."""
    if base.state in (SHAKEN, ROUTED) or cover.occupied(s, base) is None:
        return False
    return any(
        distance(enemy.pose, base.pose) <= rates.charge_distance(s, enemy) and cover.cover_of(s, base, enemy.pose)
        for enemy in units(s, ENEMY[base.side])
        if enemy.is_steady and (enemy.is_foot or enemy.is_horse)
    )


def holds_objective(s: State, own: list[Unit]) -> bool:
    """10.1.3-m4. Whether a unit at most disordered stands in or on an objective of the battle."""
    for objective in s.objectives:
        for unit in own:
            for base in unit.bases:
                if not base.is_steady:
                    continue
                if objective.piece is not None and base.inside == objective.piece:
                    return True
                if objective.at is not None and to_point(base.pose, objective.at[0], objective.at[1]) == 0:
                    return True
    return False


def lost_morale(s: State, division: str) -> int:
    """10.1.3-m5. The morale of units that are routed, eliminated, or gone from the table routed or shaken."""
    routed = [base for base in s.on_table() if base.division == division and base.state == ROUTED]
    gone = [gone for gone in s.eliminated if gone.division == division and gone.why in LOST]
    return sum(base.morale for base in routed) + sum(_morale(one.stats) for one in gone)


def _morale(stats: str) -> int:
    said = stats.split("/", 1)[0]
    return 0 if said == "-" else int(said)


def is_cut_off(s: State, side: str, own: list[Unit]) -> bool:
    """10.1.3-m6. An enemy stands on the army's line of communication, and the division sees him."""
    for at in s.communications.get(side, ()):
        for enemy in s.enemies_of(side):
            if to_point(enemy.pose, at[0], at[1]) == 0 and any(sight.sees(s, unit.pose, enemy.pose) for unit in own):
                return True
    return False


def has_enemies_behind(s: State, own: list[Unit]) -> bool:
    """10.1.3-m7. Steady enemies in sight astride the rear line of the division's last base, or beyond it."""
    bases = [base for unit in own for base in unit.bases]
    if not bases:
        return False
    last = max(bases, key=lambda base: (_rearmost(s, base), -s.order[base.id]))
    return any(
        enemy.is_steady and behind(last.pose, enemy.pose) >= 0 and sight.sees(s, last.pose, enemy.pose)
        for enemy in s.enemies_of(last.side)
    )


def _rearmost(s: State, base: Base) -> int:
    """How near a base stands to its own edge; the nearest is the last of its division."""
    x, y = base.pose[0], base.pose[1]
    wide, high = s.ground.size
    return {"south": -y, "north": y - high, "east": x - wide, "west": -x}[s.edges[base.side]]


# -- what it brings (10.1.1, 10.1.2) -----------------------------------------------------------------------------------


def waver(s: State, division: str) -> None:
    """10.1.1-t2. For a turn nobody of the division goes nearer to steady enemies."""
    s.divisions = {**s.divisions, division: replace(s.divisions[division], wavers=s.turn + 1)}
    tell(s, "wavers", "10.1.1-t2", division=division, turn=s.turn + 1)


def shake(s: State, division: str) -> Script:
    """10.1.1-t3, 10.1.2-a. A level for every base, rout for the shaken; who is close to steady enemies retreats.

    Units in mêlée or engaged at short range do not retreat.
    """
    own = units_of(s, division)
    for unit in own:
        losses.add_levels(s, unit, 1, "division", "10.1.1-t3")
    for unit in own:
        left = again(s, unit)
        if left is None:
            continue
        if left.level == LEVEL[ROUTED]:
            yield from forced.rout(s, left)
        elif is_close(s, left) and not is_held_fast(s, left):
            yield from forced.retreat(s, left)


def is_close(s: State, unit: Unit) -> bool:
    """10.1.1-t3. Less than 1um from an enemy at most disordered."""
    return any(enemy.is_steady and distance(unit.pose, enemy.pose) < CLOSE for enemy in s.enemies_of(unit.side))


def is_held_fast(s: State, unit: Unit) -> bool:
    """10.1.2-a. In mêlée or engaged at short range."""
    return any(base.engaged is not None or enemies_touching(s, base) for base in unit.bases)


def disperse(s: State, division: str) -> Script:
    """10.1.1-t4. All units rout, run, and are eliminated."""
    own = units_of(s, division)
    for unit in own:
        left = again(s, unit)
        if left is not None:
            losses.set_state(s, left, ROUTED, "division", "10.1.1-t4")
    for unit in own:
        left = again(s, unit)
        if left is not None:
            yield from forced.rout(s, left)
    remove(s, division, "10.1.1-t4")


def remove(s: State, division: str, rule: str) -> None:
    """10.1.1-t4, 10.1.1-c. Nobody of a division is left on the table."""
    for base in [base for base in s.on_table() if base.division == division]:
        losses.eliminate(s, base, "division", rule)
    if division in s.divisions:
        s.divisions = {**s.divisions, division: replace(s.divisions[division], tests=False)}


def is_broken(s: State, division: str) -> bool:
    """10.1.1-c. All its units are routed or off the table, and it had more than one."""
    own = [base for base in s.bases.values() if base.division == division and base.at is not None]
    gone = sum(one.division == division for one in s.eliminated)
    return bool(own) and all(base.state == ROUTED for base in own) and len(own) + gone > 1
