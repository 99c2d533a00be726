"""Positions: the documented JSON of a moment of the battle, read with every fault named, and written back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from quadrilatero.games.alaguerre.lineup import Lineup, Troops
from quadrilatero.games.alaguerre.position_checks import check_base, check_position
from quadrilatero.games.alaguerre.records import Division, Fight, SetUp
from quadrilatero.games.alaguerre.rules import activation, cohesion
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.said import (
    BATTERY,
    CAV,
    FOOT,
    GUNS,
    LC,
    LINE,
    MC,
    REI,
    SIDES,
    SKIRMISH,
    TRAIN,
    UM,
)
from quadrilatero.games.alaguerre.state import Base, General, State
from quadrilatero.kernel import BadPosition, Plain
from quadrilatero.kernel.position import As, Codec

HOME = {"red": "south", "blue": "north"}
HOME_FACING = {"red": 0, "blue": 18000}
USUAL_WEAPON = {REI: "Ps", MC: "Bw", CAV: "Aq", LC: "Aq"}
RADIUS = {-1: 6 * UM, 0: 8 * UM, 1: 8 * UM, 2: 10 * UM}
"""2.7.5-g: the radius of each level."""


def _base(said: Any, where: str) -> Plain:
    """What a position leaves to be understood of a base, by its type and its line of characteristics."""
    if said.stats is None and said.type not in TRAIN:
        raise BadPosition(f'position: {where}.stats: say its line, as in "1/0/2 a"', "2.6-a")
    if said.mounted and said.mounted_stats is None:
        raise BadPosition(f"position: {where}.mounted: say `mounted_stats` of troops able to mount", "2.9-b")
    stats = said.stats or "-/-/- -"
    now = said.mounted_stats if said.mounted else stats
    acts = (said.mounted_as or LC) if said.mounted else said.type
    return {
        "facing": HOME_FACING[said.side] if said.facing is None else said.facing,
        "stats": stats,
        "brigade": said.brigade or said.great or said.id,
        "formation": said.formation or _usual_formation(said.type, now),
        "weapon": said.weapon or _usual_weapon(said.type, acts, now),
        "depth": said.depth or UM,
        "name": said.name or said.id,
        "fight": said.fight,
    }


def _usual_formation(kind: str, stats: str) -> str:
    """2.8-a. Troops that only skirmish are in open order, guns in battery, all others in line."""
    if kind in GUNS:
        return BATTERY
    return SKIRMISH if stats.endswith(" sk") else LINE


def _usual_weapon(kind: str, acts: str, stats: str) -> str:
    """2.6.3-a. The arm of troops that have a fire value: guns their own, foot muskets, horse by its class."""
    if stats.split("/")[1] == "-":
        return "none"
    if kind in GUNS:
        return kind
    return "Mk" if acts in FOOT else USUAL_WEAPON[acts]


def _general(said: Any, where: str) -> Plain:
    """2.7.5-g. What a position leaves to be understood of a general; who is CiC is settled when all are known."""
    return {
        "radius": RADIUS[said.level] if said.radius is None else said.radius,
        "superior": said.superior,
        "cic": bool(said.cic),
        "name": said.name or said.id,
    }


CODEC = Codec(
    State,
    As("Position", "A moment of a battle at a boundary. Only `bases` is required. Lengths are thousandths of a um."),
    {Base: _base, General: _general},
)
write, write_apart = CODEC.write, CODEC.write_apart


def schema() -> Plain:
    """The JSON Schema of a position, for documents and editors."""
    return CODEC.schema(SIDES)


def read(plain: Plain, options: Mapping[str, str]) -> State:
    """The state of a position; BadPosition names the field at fault."""
    said = CODEC.parse(_with_divisions(plain))
    s = CODEC.read(said, options=options, sink=[], together=False)
    s.order = {id: number for number, id in enumerate(s.bases)}
    s.brigades = _brigades(s)
    s.greats = _greats(s)
    s.formed = {}
    s.lineup = Lineup(Troops(), Troops())
    s.edges = {side: said.edges.get(side, HOME[side]) for side in SIDES}
    for number, base in enumerate(s.bases.values()):
        check_base(base, f"position: bases[{number}]")
    _name_cics(s)
    s.divisions = _divisions(s)
    if s.phase == "setup" and s.setup is None:
        s.setup = SetUp()
    s.side = said.side or s.initiative
    check_position(s)
    silent = {base["id"] for base in plain["bases"] if "fight" not in base}
    for base in list(s.on_table()):
        if base.id in silent and enemies_touching(s, base):
            s.change(base, fight=Fight(began=s.initiative))
    s.cohesion = {**cohesion.at_start(s), **(said.cohesion or {})}
    if s.phase == "orders" and s.rolled is not None and not s.hand and s.stage is None:
        s.hand = activation.hands(s.rolled)
    s.activated = tuple(said.activated) if said.activated is not None else activation.activated_by(s, s.orders)
    return s


def _with_divisions(plain: Plain) -> Plain:
    """2.7.4-c. A base of which no division is said is in the one that has its side's name; null means under the CiC."""
    bases = plain.get("bases")
    if not isinstance(bases, list):
        return plain
    filled = [
        {**base, "division": base.get("side")} if isinstance(base, dict) and "division" not in base else base
        for base in bases
    ]
    return {**plain, "bases": filled}


def _name_cics(s: State) -> None:
    """2.7.5-b. A side whose generals say nothing of it has its first as CiC; he is everybody's superior by default."""
    for side in SIDES:
        own = [general for general in s.generals.values() if general.side == side]
        if own and not any(general.cic for general in own):
            s.lead(own[0], cic=True)
        if sum(general.cic for general in own) > 1:
            raise BadPosition(f"position: generals: {side} has more than one CiC", "2.7.5-b")
        cic = s.cic(side)
        for general in own:
            if cic is not None and general.id != cic.id and general.superior is None:
                s.lead(s.generals[general.id], superior=cic.id)


def _brigades(s: State) -> dict[str, tuple[str, ...]]:
    """2.7.2-b. Who is in which brigade, by side; that never changes."""
    found: dict[str, list[str]] = {}
    for base in s.bases.values():
        found.setdefault(f"{base.side} {base.brigade}", []).append(base.id)
    return {brigade: tuple(ids) for brigade, ids in found.items()}


def _greats(s: State) -> dict[str, tuple[str, ...]]:
    """2.11-b. The bases of each great unit; that never changes."""
    found: dict[str, list[str]] = {}
    for base in s.bases.values():
        if base.great is not None:
            found.setdefault(base.great, []).append(base.id)
    return {great: tuple(ids) for great, ids in found.items()}


def _divisions(s: State) -> dict[str, Division]:
    """2.7.3-a, 12.2.1-a. The divisions that bases and generals name, besides those of which more is said.

    A group without a turn is a reserve.
    """
    found = dict(s.divisions)
    for group in s.reinforcements:
        for division in group.divisions if group.turn is None else ():
            found[division] = replace(found.get(division) or Division(group.side), reserve=True)
    named = [(base.division, base.side) for base in s.bases.values()]
    named += [(general.division, general.side) for general in s.generals.values()]
    named += [(gone.division, gone.side) for gone in s.eliminated]
    for id, side in named:
        if id is not None and id not in found:
            found[id] = Division(side)
    return found
