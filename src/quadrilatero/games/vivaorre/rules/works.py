"""Chapter 14: improvised cover. What works give to those who are in them is asked of `ground`."""

from __future__ import annotations

from quadrilatero.games.vivaorre.ground import piece_of, said_piece
from quadrilatero.games.vivaorre.rules.characters import throw
from quadrilatero.games.vivaorre.rules.morale import succeeds
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import Modifiers, no, roll, tell_of
from quadrilatero.kernel import Refusal, Script
from quadrilatero.table import corners

NEED = 5
BOERS = "boer"


def refuse_dig(unit: Unit) -> Refusal | None:
    """14-c. Horse in the saddle never digs in; who has charged or touches an enemy does not get so far (7-c, 8-g)."""
    return no("14-c", "mounted_works") if unit.is_horse else None


def is_handy(s: State, unit: Unit) -> bool:
    """16-a, 20.boer-d. Engineers, and all Boers where works are concerned."""
    return "engineers" in unit.notes or s.armies[unit.side].list == BOERS


def raise_works(s: State) -> Script:
    """14-d, 16-a. At the end of the turn a 5 or more makes cover enough for the unit; engineers add 2."""
    for id in [unit.id for unit in s.units.values() if unit.digging]:
        unit = s.units[id]
        if unit.fired or unit.fought:
            continue
        faces = yield from throw(s, 1, unit.side, [unit], "works")
        added: Modifiers = [("16-a", 2)] if is_handy(s, unit) else []
        total = faces[0] + sum(value for _, value in added)
        built = succeeds(faces[0], total, NEED)
        roll(s, "14-d", "works", unit.side, faces, need=NEED, total=total, success=built, unit=unit, modifiers=added)
        if built:
            build(s, unit)
        tell_of(s, "works", "14-d", unit, built=built, why="built" if built else "failed")


def build(s: State, unit: Unit) -> None:
    """14-a, 14-d. Light works where the unit stands."""
    q = corners(unit.pose)
    number = sum(piece.type == "light_works" for piece in s.ground.pieces.values()) + 1
    while f"works{number}" in s.ground.pieces:
        number += 1
    shape = [[q[i], q[i + 1]] for i in (0, 2, 4, 6)]
    piece = said_piece({"id": f"works{number}", "type": "light_works", "shape": shape, "material": "wood"})
    s.ground = s.ground.with_piece(piece_of(piece, "works"))
