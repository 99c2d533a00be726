"""7.1: what each seat knows of the other side's counters, and by what names it is told of those it does not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from quadrilatero.games.custoza.board import CLASSES, ENEMY, SIDES
from quadrilatero.games.custoza.said import STATUSES
from quadrilatero.games.custoza.state import CLASS_OF, Counter, State, Unit
from quadrilatero.games.custoza.words import VOICE
from quadrilatero.hexes import FACINGS, HexSet
from quadrilatero.kernel import Plain, Script, Seat
from quadrilatero.kernel.ask import Reveal

FORBIDDEN_BOXES = ("due", "formation", "pool")
"""Where a counter lies that the other side knows nothing of."""
MARKERS = ("status", "ammo", "march", "square", "exhausted", "ooc")
"""7.1-b: what lies on top of a unit, open to all."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def is_open(s: State, unit: Unit) -> bool:
    """7.1-a, 7.1-c. Whether a counter lies face up: next to an enemy unit, or a commander who has been activated.

    What is routed or lost is set aside face up, and fortresses are printed on the map.
    """
    if unit.hex < 0:
        return unit.box not in FORBIDDEN_BOXES
    if unit.type == "scout":
        return False
    if s.options["fog"] == "open" or unit.type == "fortress":
        return True
    if unit.is_piece:
        return unit.up
    return s.board.grid.around[unit.hex].meets(s.held[ENEMY[unit.side]])


def knows(s: State, seat: Seat | None, unit: Unit) -> bool:
    """2.4.1-f. Whether a seat (None: a spectator) may know a counter whole: its own, and what lies face up."""
    return unit.side == seat or s.result is not None or is_open(s, unit)


class Veil(NamedTuple):
    """What a side's counters of one hex that lie face down look like: `names` by id, and what views write of each."""

    units: tuple[Unit, ...]
    deeds: tuple[Any, ...]
    names: dict[str, str]
    written: list[Plain]


def veil(s: State, hex: int, side: str) -> Veil:
    """2.4.1-f, 7.1-b: the counters of a side in a hex that lie face down; written anew only when one has changed."""
    units = tuple(unit for id in s.at.get(hex, ()) if (unit := s.units[id]).side == side and not is_open(s, unit))
    deeds = tuple(_deeds(s, unit) for unit in units) if len(units) > 1 else ()
    known: Veil | None = s.veils.get((hex, side))
    if known is None or known.units != units or known.deeds != deeds:
        number = s.board.grid.numbers[hex]
        ranked = sorted(units, key=lambda unit: (_looks(unit), _deeds(s, unit))) if len(units) > 1 else units
        names = {unit.id: f"?{number}{letter}" for unit, letter in zip(ranked, LETTERS, strict=False)}
        written = [_backside(unit, names[unit.id], number) for unit in ranked]
        known = s.veils[hex, side] = Veil(units, deeds, names, written)
    return known


def alias(s: State, unit: Unit) -> str:
    """How those who do not see a counter are told of it: its hex, and a letter by what everybody sees of it."""
    return veil(s, unit.hex, unit.side).names[unit.id]


def _deeds(s: State, unit: Unit) -> tuple[Any, ...]:
    """What everybody has seen a counter do in this activation or phase, and whether it is about to turn."""
    acted = (s.active.acted if s.active is not None else s.acted).get(unit.id)
    turning = s.facing is not None and unit.id in s.facing.units
    return ("", 0, turning) if acted is None else (acted.did, acted.mp, turning)


def _looks(unit: Unit) -> tuple[Any, ...]:
    """What everybody sees of a counter that lies face down."""
    if unit.is_piece:
        return (len(CLASSES),)
    markers = tuple(getattr(unit, marker) for marker in MARKERS)
    return (CLASSES.index(unit.kind), unit.sv, unit.formation or "", *markers)


def as_they_look(units: Sequence[Unit]) -> list[Unit]:
    """Counters in an order that follows from what everybody sees: in which things befall them one after another."""
    return sorted(units, key=_looks) if len(units) > 1 else list(units)


def known_as(s: State, seat: Seat | None, unit: Unit) -> str:
    """The name by which a seat is told of a counter."""
    return unit.id if knows(s, seat, unit) or unit.hex < 0 else alias(s, unit)


def described(s: State, seat: Seat | None, unit: Unit) -> str:
    """What a counter is called in sentences; a word of the phrasebook where it is hidden."""
    return unit.name if knows(s, seat, unit) else f"hidden_{unit.kind}"


def _backside(unit: Unit, name: str, number: str) -> Plain:
    """2.4.1-f, 7.1-b. What a view says of a counter that lies face down."""
    plain: Plain = {"id": name, "side": unit.side, "type": unit.kind, "hex": number, "hidden": True}
    if unit.is_piece:
        return plain
    return plain | {
        "formation": unit.formation,
        "sv": unit.sv,
        "facing": FACINGS[unit.facing],
        "status": STATUSES[unit.status],
        **{marker: getattr(unit, marker) for marker in MARKERS if marker != "status"},
    }


def listed(s: State, seat: Seat | None, units: Sequence[Unit]) -> list[Unit]:
    """Counters in the order in which a seat is told of them, so that the order tells it nothing: its own as they are.

    Of others those it knows come first, by the roster, then the rest by their aliases.
    """
    if len(units) < 2 or all(unit.side == seat for unit in units):
        return list(units)
    known = [unit for unit in units if knows(s, seat, unit) or unit.hex < 0]
    dark = [unit for unit in units if unit not in known]
    return sorted(known, key=lambda unit: s.rank[unit.id]) + sorted(dark, key=lambda unit: alias(s, unit))


def retold(s: State, seat: Seat | None, told: Any) -> Any:
    """What another seat gives or is told, with the names of counters as this seat knows them."""
    units = s.units
    if isinstance(told, str):
        return known_as(s, seat, units[told]) if told in units else told
    if isinstance(told, Mapping):
        keys: list[Any] = list(told)
        if keys and all(key in units for key in keys):
            keys = [unit.id for unit in listed(s, seat, [units[key] for key in keys])]
        return {retold(s, seat, key): retold(s, seat, told[key]) for key in keys}
    if isinstance(told, (list, tuple)):
        if told and all(isinstance(item, str) and item in units for item in told):
            return [known_as(s, seat, unit) for unit in listed(s, seat, [units[item] for item in told])]
        return [retold(s, seat, item) for item in told]
    return told


def recalled(s: State, seat: Seat | None, told: Any) -> Any:
    """The answer of which a seat was told this: names instead of aliases, counters in the order of the position."""
    return _in_order(s, renamed(told, names_back(s, seat)))


def _in_order(s: State, told: Any) -> Any:
    if isinstance(told, dict):
        return {key: _in_order(s, value) for key, value in told.items()}
    if isinstance(told, list) and told and all(isinstance(item, str) and item in s.units for item in told):
        return sorted(told, key=s.order.__getitem__)
    return told


# -- what may be concluded --------------------------------------------------------------------------------------------


def lookalikes(s: State, unit: Unit) -> list[Counter]:
    """2.4.1-e, 2.4.1-f: what a counter may be for all that the enemy knows: itself, or any card with the same back."""
    if is_open(s, unit):
        return [card for card in _cards(s, unit) if card.id == unit.id]
    return [card for card in _cards(s, unit) if (CLASS_OF.get(card.type), card.sv) == (unit.kind, unit.sv)]


def _cards(s: State, unit: Unit) -> Sequence[Counter]:
    return s.roster.get(unit.formation or f"{unit.side}.reserve", ())


def greatest_allowance(s: State, unit: Unit) -> int:
    """2.4.1.4-a: how far a counter might go for all that the enemy knows."""
    return max((card.ma for card in lookalikes(s, unit)), default=unit.ma)


def names_back(s: State, seat: Seat | None) -> dict[str, str]:
    """The counters that a seat knows by an alias: from the alias to the id."""
    hidden = (u for u in s.units.values() if u.hex >= 0 and not knows(s, seat, u))
    return {alias(s, unit): unit.id for unit in hidden}


def renamed(told: Any, names: Mapping[str, str]) -> Any:
    """Plain data with some names replaced by others."""
    if isinstance(told, str):
        return names.get(told, told)
    if isinstance(told, dict):
        return {names.get(key, key): renamed(value, names) for key, value in told.items()}
    if isinstance(told, list):
        return [renamed(item, names) for item in told]
    return told


# -- counters that are turned up --------------------------------------------------------------------------------------


class Contact(NamedTuple):
    """7.1-a: the hexes of each side next to the other's units, and where all counters were then."""

    hexes: dict[str, int]
    units: dict[str, Unit]


def face_up(s: State) -> Contact:
    """7.1-a: which combat units lie face up on the map because they are in contact."""
    return Contact(_touching(s), s.units.copy())


def _touching(s: State) -> dict[str, int]:
    around, found = s.board.grid.around, {}
    for side in SIDES:
        near = 0
        for hex in s.held[ENEMY[side]]:
            near |= around[hex].mask
        found[side] = near & s.held[side].mask
    return found


def reveal(s: State, before: Contact) -> Script:
    """7.1-a. Units that have come into contact are turned up: a fact that becomes known, so nothing before is undone.

    `before` is what `face_up` said before the units moved.
    """
    if s.options["fog"] == "open":
        return
    fresh: list[Unit] = []
    for side, touching in _touching(s).items():
        for hex in HexSet(touching):
            fresh += [unit for unit in s.stack(hex, side) if not _lay_face_up(before, unit)]
    if fresh:
        yield turned_up(s, sorted(fresh, key=lambda unit: s.rank[unit.id]), "7.1-a")


def _lay_face_up(before: Contact, unit: Unit) -> bool:
    """7.1-a: whether a unit was in contact already; off the map nobody is."""
    was = before.units[unit.id].hex
    return was >= 0 and before.hexes[unit.side] >> was & 1 == 1


def turned_up(s: State, units: list[Unit], rule: str) -> Reveal:
    """The event that turns counters up."""
    numbers = s.board.numbers(dict.fromkeys(unit.hex for unit in units))
    ids, names = [unit.id for unit in units], [unit.name for unit in units]
    places = s.board.numbers(unit.hex for unit in units)
    return VOICE.reveal("revealed", rule, units=ids, names=names, hex=numbers[0], hexes=numbers, places=places)
