"""What a seat is shown: the position as far as it may know it."""

from __future__ import annotations

from msgspec.json import encode

from quadrilatero.games.alaguerre.position import CODEC
from quadrilatero.games.alaguerre.rules.formations import units
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import side_of
from quadrilatero.kernel import Plain, Seat

write = CODEC.writer()
ADDED = ("footprints", "formations", "roster")
"""What views have beyond positions."""
TOLD = ("side", "type", "stats", "mounted_stats", "mounted_as", "weapon", "notes", "depth", "strength")
"""12.1.1-a: what is known of a base that the other side has not shown yet: the troops, not who leads them."""
TOLD_OF_GENERALS = ("side", "level", "radius")


def view(s: State, seat: Seat | None) -> Plain:
    """4.3-a, 11.1.1-b, 12.1.1-a. Everything on the table, but the enemy's cohesion and defence values rolled in secret.

    Of divisions that he has not shown yet it is told what troops they are in all.
    """
    side = None if seat is None else side_of(seat)
    plain = write(s)
    if s.result is None and s.options["cohesion_shown"] == "own":
        plain["cohesion"] = {army: value for army, value in plain["cohesion"].items() if is_own(s, side, army)}
    if any(piece.secret not in (None, side) for piece in s.ground.pieces.values()) and s.result is None:
        plain["table"] = {**plain["table"], "terrain": [_shown(piece, side) for piece in plain["table"]["terrain"]]}
    if s.result is None and (s.setup is not None or s.reinforcements):
        hide_divisions(s, side, plain)
    return with_footprints(s, plain)


# -- divisions that are not shown yet (12.1.1, 12.2.1) ----------------------------------------------------------------


def unseen_divisions(s: State, side: str | None) -> set[str]:
    """12.1.1-a, 12.2.1-a. The divisions of others that a side knows nothing of: not deployed, or hidden."""
    hidden = {id for group in s.reinforcements if group.hidden and group.side != side for id in group.divisions}
    if s.setup is None:
        return hidden
    shown = {base.division for base in s.on_table()}
    return hidden | {id for id, one in s.divisions.items() if one.side != side and id not in shown}


def hide_divisions(s: State, side: str | None, plain: Plain) -> None:
    """12.1.1-a, 12.1.3-a, 12.2.1-a. Leave out who is in divisions that were not shown yet, their plan and generals.

    The CiC and generals who are players are known, but not what they lead.
    """
    unseen = unseen_divisions(s, side)
    away = s.setup is not None
    bases = [
        base.id
        for base in s.bases.values()
        if base.at is None and base.side != side and (base.division in unseen or (away and base.division is None))
    ]
    staff = [
        general.id
        for general in s.generals.values()
        if general.division in unseen and not general.cic and general.id not in s.players
    ]
    if not (unseen or bases):
        return
    told = {
        "bases": [{key: base[key] for key in TOLD} for base in plain["bases"] if base["id"] in bases],
        "generals": [{key: one[key] for key in TOLD_OF_GENERALS} for one in plain["generals"] if one["id"] in staff],
    }
    plain["roster"] = {key: sorted(records, key=encode) for key, records in told.items()}
    plain["bases"] = [base for base in plain["bases"] if base["id"] not in bases]
    plain["generals"] = [_known(s, one, unseen, staff) for one in plain["generals"] if one["id"] not in staff]
    plain["divisions"] = {id: one for id, one in plain["divisions"].items() if id not in unseen}
    plain["reinforcements"] = [
        group for group in plain["reinforcements"] if not group["hidden"] or group["side"] == side
    ]
    if away:
        planned = {id: sector for id, sector in plain["setup"]["plan"].items() if id not in unseen}
        plain["setup"] = {**plain["setup"], "plan": planned}


def _known(s: State, general: Plain, unseen: set[str], staff: list[str]) -> Plain:
    """12.1.1-a. A general who is known, without the division and the superior who are not."""
    found = general
    if general["division"] in unseen:
        found = {**found, "division": None}
    if general["superior"] in staff:
        cic = s.cic(general["side"])
        found = {**found, "superior": None if cic is None else cic.id}
    return found


def disclosed(s: State) -> Plain:
    """The table as everybody sees it when the battle is over."""
    return with_footprints(s, write(s))


def with_footprints(s: State, plain: Plain) -> Plain:
    """What is shown, with width and depth of each base, and which bases stand together as one unit."""
    plain["footprints"] = {base.id: [base.pose[3], base.pose[4]] for base in s.on_table()}
    plain["formations"] = [
        {"unit": unit.id, "kind": unit.kind, "bases": list(unit.ids)} for unit in units(s) if len(unit.bases) > 1
    ]
    return plain


def is_own(s: State, side: str | None, army: str) -> bool:
    """4.2-a, 4.3-a. Whether an army is of that side; an allied one is named by its divisions."""
    if army == side:
        return True
    return any(division.army == army and division.side == side for division in s.divisions.values())


def _shown(piece: Plain, side: str | None) -> Plain:
    """11.1.1-b. A piece without its defence value, where another side alone knows it."""
    if piece.get("secret") in (None, side):
        return piece
    return {key: value for key, value in piece.items() if key != "vdf"}


def without_additions(plain: Plain) -> Plain:
    """A view as positions have it."""
    return {key: value for key, value in plain.items() if key not in ADDED}
