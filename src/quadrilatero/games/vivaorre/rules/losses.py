"""Chapter 11: hits and figures, dispersal, units that are lost; and what a battle is scored by (1-g)."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.vivaorre.records import Gone, Task
from quadrilatero.games.vivaorre.rules.contact import GENERALS_BASE
from quadrilatero.games.vivaorre.said import ENEMY, ROUTED, SHAKEN
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.games.vivaorre.telling import tell, tell_of
from quadrilatero.table import TOUCH, to_point


def take(s: State, unit: Unit, hits: int, why: str) -> Unit | None:
    """11-a. Every two hits remove a figure, an odd one is carried on; the unit as it is then, None if it is gone."""
    removed, carried = divmod(unit.hits + hits, 2)
    figures = unit.figures - removed
    if figures <= 0:
        _tell_losses(s, unit, hits, unit.figures, 0, 0, 0, why)
        lose(s, unit, "11-b", "dispersed")
        return None
    hurt = s.change(unit, figures=figures, hits=carried)
    _tell_losses(s, hurt, hits, removed, carried, figures, hurt.files, why)
    if is_dispersed(hurt):
        lose(s, hurt, "11-b", "dispersed")
        return None
    return hurt


def _tell_losses(
    s: State, unit: Unit, hits: int, removed: int, carried: int, figures: int, files: int, why: str
) -> None:
    tell_of(
        s,
        "losses",
        "11-a",
        unit,
        hits=hits,
        removed=removed,
        carried=carried,
        figures=figures,
        files=files,
        why=why,
    )


def is_dispersed(unit: Unit) -> bool:
    """11-b. Down to a quarter of the figures it began with, the quarter not rounded."""
    return 4 * unit.figures <= unit.start


def has_lost(unit: Unit, quarters: int) -> bool:
    """12-d, 12-m2. Whether a unit has lost so many quarters of the figures it began with."""
    return 4 * (unit.start - unit.figures) >= quarters * unit.start


def lose(s: State, unit: Unit, rule: str, why: str) -> None:
    """1-g, 12-p. A unit is gone: its points are the enemy's, its generals stand alone, its brigade counts it."""
    tell(s, "eliminated", rule, unit=unit.id, name=unit.name, points=unit.points, why=why)
    for general in s.with_general(unit):
        leave_alone(s, general, unit)
    s.remove(unit)
    forget_charges(s, unit.id)
    s.eliminated = (*s.eliminated, Gone(unit.id, unit.side, unit.brigade, unit.points))
    enemy = ENEMY[unit.side]
    s.score = {**s.score, enemy: s.score[enemy] + unit.points}
    demoralise(s, unit.brigade)


def forget_charges(s: State, id: str) -> None:
    """7-a. Charges by or on a unit that is no longer what it was are none any more."""
    s.charges = tuple([one for one in s.charges if id != one.unit and id != one.target])


def leave_alone(s: State, general: General, unit: Unit) -> None:
    """11-c. A general whose unit is gone stands alone where it stood; if an enemy touches him there he is taken."""
    s.lead(general, with_unit=None, at=unit.at)
    if unit.at is not None and any(
        to_point(enemy.pose, unit.at[0], unit.at[1]) <= GENERALS_BASE + TOUCH for enemy in s.enemies_of(unit.side)
    ):
        s.pending = (*s.pending, Task(general=general.id, why="contact"))


def demoralise(s: State, brigade: str | None) -> None:
    """12-p. A brigade half of whose units are routed or lost is demoralised: all its units are shaken for good."""
    if brigade is None or s.brigades[brigade].demoralised:
        return
    lost = sum(gone.brigade == brigade for gone in s.eliminated)
    fled = sum(unit.brigade == brigade and unit.state == ROUTED for unit in s.units.values())
    if 2 * (lost + fled) < s.brigades[brigade].strength:
        return
    s.brigades = {**s.brigades, brigade: replace(s.brigades[brigade], demoralised=True)}
    tell(s, "demoralised", "12-p", brigade=brigade, side=s.brigades[brigade].side)
    for unit in [one for one in s.units.values() if one.brigade == brigade and one.state != ROUTED]:
        shake(s, unit, "12-p", "demoralised")


def shake(s: State, unit: Unit, rule: str, why: str) -> Unit:
    """12-h. A unit becomes shaken, or is so once more from this turn on (12-j)."""
    shaken = s.change(unit, state=SHAKEN, shaken_since=s.turn)
    if unit.state != SHAKEN:
        tell_of(s, "state", rule, shaken, state=SHAKEN, why=why)
    return shaken


def is_demoralised(s: State, unit: Unit) -> bool:
    """12-p. Whether a unit belongs to a demoralised brigade and so cannot recover."""
    return unit.brigade is not None and s.brigades[unit.brigade].demoralised
