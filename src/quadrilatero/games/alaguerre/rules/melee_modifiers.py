"""Chapter 9.4: the table of mêlée."""

from __future__ import annotations

from quadrilatero.games.alaguerre.ground import Piece
from quadrilatero.games.alaguerre.rules import cover, terrain
from quadrilatero.games.alaguerre.rules.combats import Combat, fight_of, taking_part
from quadrilatero.games.alaguerre.rules.formations import Unit, front_base
from quadrilatero.games.alaguerre.said import CAV, ENEMY, LEVEL, PK, SHAKEN, WB
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.tables import MELEE
from quadrilatero.games.alaguerre.telling import Modifiers
from quadrilatero.table import TOUCH, shift, stands_in, to_line

LONG_ARMS = ("halberds", "long_spears")
DIFFICULT = ("marsh", "wood", "stream", "ford")
"""9.4.8-a: with steep slopes, the ground that costs closed order one."""
AT_ONCE = 2
"""9.4-t17: what the printed table takes for any such ground."""


def principal_base(s: State, combat: Combat, side: str) -> Base:
    """9.3-b, 2.11.1-b. The base whose values count: of a great unit the front one, else the first in contact."""
    unit = combat.principal[side]
    if unit.is_great:
        return front_base(unit)
    return taking_part(s, unit, combat.units[ENEMY[side]])[0]


def modifiers(s: State, combat: Combat, side: str) -> Modifiers:
    """Every modifier of one side, in the order of the table (9.4)."""
    own, enemy = principal_base(s, combat, side), principal_base(s, combat, ENEMY[side])
    found = [
        *against(s, combat, side, own, enemy),
        ("9.4-t4", of_charge(s, own, enemy)),
        ("9.4-t8", MELEE["9.4-t8"] * more_bases(s, combat, side)),
        ("9.4-t10", of_leader(s, combat, side)),
        *of_own(s, own),
        *of_protection(s, own, enemy),
    ]
    order = [*[f"9.4-t{n}" for n in range(1, 21)], "9.1.6-a"]
    return sorted(found, key=lambda row: order.index(row[0]))


def against(s: State, combat: Combat, side: str, own: Base, enemy: Base) -> Modifiers:
    """9.4-t1, 9.4-t2, 9.4-t3, 9.4-t5, 9.4-t6, 9.4-t7, 9.4-t18, 9.4-t19. Who the enemy is, and where he was struck."""
    on = fight_of(own).on
    pikes = enemy.acts == PK
    return [
        ("9.4-t1", MELEE["9.4-t1"] * is_exposed(s, combat, side, own, enemy)),
        ("9.4-t2", MELEE["9.4-t2"] * enemy.is_guns),
        ("9.4-t3", MELEE["9.4-t3"] * (on == "rear")),
        ("9.4-t5", MELEE["9.4-t5"] * (on == "flank")),
        ("9.4-t6", MELEE["9.4-t6"] * (own.is_horse and is_open_to_horse(enemy))),
        ("9.4-t7", MELEE["9.4-t7"] * (enemy.tactical and fight_of(enemy).rounds == 0)),
        ("9.4-t18", MELEE["9.4-t18"] * (pikes and own.is_foot and own.acts != PK)),
        ("9.4-t19", MELEE["9.4-t19"] * (pikes and own.is_horse)),
    ]


def is_exposed(s: State, combat: Combat, side: str, own: Base, enemy: Base) -> bool:
    """9.4-t1, 9.4.1-a, 9.4.1-b, 9.4.1-c. Whether closed order fights open order that nothing protects.

    Troops of either order count as open against those who know only closed order. They are not exposed to a shaken
    enemy, to one they struck on flank or rear, beside closed-order friends, or half in rough ground.
    """
    if not counts_as_open(enemy, own) or counts_as_open(own, enemy) or own.is_open:
        return False
    if own.level >= LEVEL[SHAKEN] or fight_of(enemy).on != "front" or terrain.in_rough(s, enemy.pose):
        return False
    friends = combat.units[ENEMY[side]]
    return not any(base.speciality == "" and not base.is_open for unit in friends for base in unit.bases)


def counts_as_open(base: Base, enemy: Base) -> bool:
    """9.4.1-a. In open order, or able to it against an enemy who is not."""
    return base.is_open or (base.speciality != "" and enemy.speciality == "")


def is_open_to_horse(base: Base) -> bool:
    """9.4.5-a. Foot without pikes, halberds or long spears."""
    return base.is_foot and base.acts != PK and not any(note in base.notes for note in LONG_ARMS)


def of_charge(s: State, own: Base, enemy: Base) -> int:
    """9.4-t4, 9.4.2-a. Two in the first round of who charged or counter-charged, if its troops have it."""
    fight = fight_of(own)
    return MELEE["9.4-t4"] if fight.charged and fight.rounds == 0 and has_impact(s, own, enemy) else 0


def has_impact(s: State, own: Base, enemy: Base) -> bool:
    """9.4.2-b, 9.4.2-c, 9.4.2-d, 9.4.2-e. Cav on all but pikes, Pk and Wb on foot, Wb not on pikes, all on guns."""
    if enemy.occupies is not None and s.options["charge_bonus_vs_works"] == "no":
        return False
    if enemy.is_guns:
        return True
    if own.acts == CAV:
        return enemy.acts != PK
    if own.acts == PK:
        return enemy.is_foot
    return own.acts == WB and enemy.is_foot and enemy.acts != PK


def more_bases(s: State, combat: Combat, side: str) -> int:
    """9.4-t8, 9.3.1-a. How many more bases than the enemy's take part."""
    counts = bases(s, combat)
    return max(0, counts[side] - counts[ENEMY[side]])


def bases(s: State, combat: Combat) -> dict[str, int]:
    """9.3-b. How many bases each side has in a combat."""
    return {
        side: sum(len(taking_part(s, unit, combat.units[ENEMY[side]])) for unit in own)
        for side, own in combat.units.items()
    }


def of_leader(s: State, combat: Combat, side: str) -> int:
    """9.4-t10. The level of the one general who leads, for better or worse."""
    leader = combat.leader[side]
    return 0 if leader is None else s.generals[leader].level


def of_own(s: State, own: Base) -> Modifiers:
    """9.4-t9, 9.4-t13, 9.4-t14, 9.4-t17, 9.4-t20, 9.1.6-a, 9.4.9-a. Ground, disorder, losses, halberds."""
    fight = fight_of(own)
    hewers = own.acts == PK and ("halberds" in own.notes or "sword_shield" in own.notes)
    return [
        ("9.4-t9", MELEE["9.4-t9"] * (own.is_open and terrain.in_rough(s, own.pose))),
        ("9.4-t13", MELEE["9.4-t13"] * own.level),
        ("9.4-t14", MELEE["9.4-t14"] * own.all_losses),
        ("9.4-t17", of_ground(s, own)),
        ("9.4-t20", MELEE["9.4-t20"] * (own.tactical and fight.rounds == 0)),
        ("9.1.6-a", MELEE["9.1.6-a"] * (hewers and fight.rounds > 0)),
    ]


def of_ground(s: State, own: Base) -> int:
    """9.4-t17, 9.4.8-a, 11-t8, 11.4.3-a. One for each kind of difficult ground closed order is in; or two in all."""
    if own.is_open:
        return 0
    kinds = {piece.type for piece in s.ground.pieces.values() if piece.areas and terrain.lies_on(own.pose, piece)}
    kinds |= {piece.type for piece in s.ground.obstacles if is_astride(own.pose, piece)}
    steep = any(piece.steep and terrain.lies_on(own.pose, piece) for piece in s.ground.areas if piece.type == "hill")
    count = len(kinds & set(DIFFICULT)) + steep
    return -AT_ONCE * bool(count) if s.options["difficult_ground"] == "2" else MELEE["9.4-t17"] * count


def is_astride(pose: Pose, piece: Piece) -> bool:
    """11-t8. Whether a base stands in a line, not only at it."""
    x, y, facing, width, depth = shift(pose, pose[2], -2 * TOUCH)
    return to_line((x, y, facing, width - 4 * TOUCH, depth - 4 * TOUCH), piece.line) <= piece.width // 2


def of_protection(s: State, own: Base, enemy: Base) -> Modifiers:
    """9.4-t11, 9.4-t12, 9.4-t15, 9.4-t16, 9.4.7-a. What the enemy occupies, higher ground, shields and armour."""
    behind = fight_of(own).on != "front"
    return [
        ("9.4-t11", -cover.vdf_of(cover.occupied(s, enemy))),
        ("9.4-t12", MELEE["9.4-t12"] * int(s.options["higher_ground"]) * is_higher(s, enemy, own)),
        ("9.4-t15", MELEE["9.4-t15"] * is_shielded(own, enemy, behind)),
        ("9.4-t16", MELEE["9.4-t16"] * (enemy.armour and not (behind and enemy.acts == PK))),
    ]


def is_higher(s: State, one: Base, other: Base) -> bool:
    """9.4-t12. Whether a base stands on a hill and the other does not."""
    hills = [piece for piece in s.ground.areas if piece.type == "hill"]
    return any(
        any(stands_in(one.pose, area) for area in hill.areas)
        and not any(stands_in(other.pose, area) for area in hill.areas)
        for hill in hills
    )


def is_shielded(own: Base, enemy: Base, behind: bool) -> bool:
    """9.4.6-a, 9.4.6-b. Shields, and in front pavises and stakes; pikes, halberds and long spears do not mind them."""
    if own.acts == PK or any(note in own.notes for note in LONG_ARMS):
        return False
    return "shields" in enemy.notes or (not behind and ("pavises" in enemy.notes or "stakes" in enemy.notes))


def able(unit: Unit) -> bool:
    """2.6.4-a. Whether a unit has a mêlée value."""
    return all(base.melee is not None for base in unit.bases)
