"""What an enemy could do next turn or now: charge (7-c, 7-d, 7-g) or fire (9), asked by movement and by players."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules import charge_moves, charges, fire
from quadrilatero.games.vivaorre.rules.contact import is_within
from quadrilatero.games.vivaorre.state import State, Unit


def can_charge(s: State, unit: Unit, target: Unit) -> bool:
    """8-n, 8-g. Whether a unit may charge another that it has in its charge sector and within its reach."""
    far = charge_moves.reach(unit)
    if not is_within(unit.pose, target.pose, far + unit.pose[3]):  # no wheel of 45 degrees carries a front farther
        return False
    if charges.refuse_charger(s, unit) is not None or charges.refuse_pair(s, unit, target) is not None:
        return False
    return charge_moves.way_to(s, unit, target, far) is not None


def can_fire_at(s: State, unit: Unit, target: Unit) -> bool:
    """8-g. Whether a unit could fire at another as both stand."""
    return fire.could_fire_at(s, unit, target)
