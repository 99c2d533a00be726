"""Chapter 9.1.4: horse that breaks off a mêlée with foot."""

from __future__ import annotations

from quadrilatero.games.alaguerre.rules import forced, morale
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.formations import Unit, again
from quadrilatero.games.alaguerre.rules.losses import disorder
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import no
from quadrilatero.kernel import Refusal, Script


def refuse_break_off(s: State, unit: Unit) -> Refusal | None:
    """9.1.4-a. Only horse that fights foot alone, and is at most shaken, may try to get away."""
    enemies = [enemy for base in unit.bases for enemy in enemies_touching(s, base)]
    if not enemies:
        return no("9.1.4-a", "not_in_melee", name=unit.name)
    if not all(base.is_horse for base in unit.bases) or not all(enemy.is_foot for enemy in enemies):
        return no("9.1.4-a", "cannot_break_off", name=unit.name)
    return None


def break_off(s: State, unit: Unit) -> Script:
    """9.1.4-a. It tests as in mêlée: passed it retreats, disordered at least; failed it suffers what the row says."""
    for base in unit.bases:
        s.change(s.bases[base.id], acted=True)
    enemies = forced.enemies_of(s, unit)
    cause = morale.Cause(enemy=enemies[0])
    fresh = again(s, unit)
    assert fresh is not None
    yield from forced.face_test(s, fresh, morale.MELEE, cause, from_melee=True)
    left = again(s, unit)
    if left is not None:
        disorder(s, left, "break_off", "9.1.4-a")
