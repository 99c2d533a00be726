"""7.1: what each seat knows of the other side's counters, and by what names it is told of those it does not see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from quadrilatero.games.custoza.board import ARTILLERY, CLASSES, ENEMY
from quadrilatero.games.custoza.records import Counter
from quadrilatero.games.custoza.said import STATUSES
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import CLASS_OF, Formation, Unit
from quadrilatero.games.custoza.words import VOICE
from quadrilatero.hexes import FACINGS, HexSet
from quadrilatero.kernel import Plain, Script, Seat
from quadrilatero.kernel.ask import Reveal

FORBIDDEN_BOXES: Final = ("due", "formation", "pool")
"""Where a counter lies that the other side knows nothing of."""
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def is_open(s: State, unit: Unit) -> bool:
    """7.1-a, 7.1-c. Whether a counter lies face up: next to an enemy unit, or a commander who has been activated.

    What is routed or lost is set aside face up, and a General who is still to come is awaited by all (3.1-a tells it).
    Fortresses are printed on the map, and who works at a bridge or a ferry is seen (24.1.4).
    """
    if unit.hex < 0:
        return unit.box not in FORBIDDEN_BOXES or unit.type == "general"
    if unit.type == "scout":
        return False
    if s.options["fog"] == "open" or unit.type == "fortress":
        return True
    if unit.is_piece:
        return unit.up
    if unit.ferry or unit.building is not None:
        return True
    return s.board.grid.around[unit.hex].meets(s.held[ENEMY[unit.side]])


def knows(s: State, seat: Seat | None, unit: Unit) -> bool:
    """2.4.1-f. Whether a seat (None: a spectator) may know a counter whole: its own, and what lies face up."""
    return unit.side == seat or s.result is not None or is_open(s, unit)


def is_deployed(s: State, formation: Formation) -> bool:
    """14-a, 15.1-a. A Formation that is Engaged, be it at the map's edge, hides neither its state nor its attempts."""
    return formation.state == "engaged"


class Veil:
    """How a side's counters of one hex look to others: `seen` lie face up, `dark` face down.

    Of those in the dark: `deeds` are what everybody has seen them do, where they do not all look different, `names`
    stand by id, `alike` numbers them by what everybody knows of them, in the order of the names (nothing tells equals
    apart), and `written` is what views say, once they say it (`backs`).
    """

    __slots__ = ("alike", "dark", "deeds", "names", "seen", "written")

    def __init__(
        self,
        seen: tuple[Unit, ...],
        dark: tuple[Unit, ...],
        deeds: list[tuple[Any, ...]],
        names: dict[str, str],
        alike: dict[str, int],
    ) -> None:
        self.seen, self.dark, self.deeds, self.names, self.alike = seen, dark, deeds, names, alike
        self.written: list[Plain] = []


def veils(s: State, side: str) -> dict[int, Veil | None]:
    """How the counters of a side look, by hex; None where that is still to be worked out, or where none are left."""
    known: dict[int, Veil | None] | None = s.veils.get(side)
    if known is None:
        hexes = {unit.hex for unit in s.of(s.armies[side]) if unit.hex >= 0}
        known = s.veils[side] = dict.fromkeys(sorted(hexes, key=s.board.grid.numbers.__getitem__), None)
    return known


def veil(s: State, hex: int, side: str) -> Veil:
    """2.4.1-f, 7.1-b: how the counters of a side in a hex look; worked out anew only when something has changed."""
    by_hex = veils(s, side)
    known = by_hex.get(hex)
    if known is not None and (not known.deeds or known.deeds == [_deeds(s, unit) for unit in known.dark]):
        return known
    here = [unit for id in s.at.get(hex, ()) if (unit := s.units[id]).side == side]
    seen = tuple([unit for unit in here if is_open(s, unit)])
    dark = tuple([unit for unit in here if not is_open(s, unit)])
    number = s.board.grid.numbers[hex]
    deeds: list[tuple[Any, ...]] = []
    alike = {unit.id: 0 for unit in dark}
    names = {unit.id: f"?{number}{LETTERS[0]}" for unit in dark}
    if len(dark) > 1:
        traits = [_looks(unit) for unit in dark]
        if len(set(traits)) < len(traits):
            deeds = [_deeds(s, unit) for unit in dark]
            traits = [(looks, done) for looks, done in zip(traits, deeds, strict=True)]
        kinds = sorted(set(traits))
        alike = {unit.id: kinds.index(trait) for unit, trait in zip(dark, traits, strict=True)}
        ranked = sorted(alike, key=alike.__getitem__)
        names = {id: f"?{number}{letter}" for id, letter in zip(ranked, LETTERS, strict=False)}
    known = by_hex[hex] = Veil(seen, dark, deeds, names, alike)
    return known


def backs(s: State, stack: Veil) -> list[Plain]:
    """2.4.1-f, 7.1-b: what views write of counters that lie face down in a hex."""
    if stack.dark and not stack.written:
        number = s.board.grid.numbers[stack.dark[0].hex]
        stack.written.extend([_backside(s.units[id], name, number) for id, name in stack.names.items()])
    return stack.written


def done_by(s: State, side: str) -> tuple[Any, ...]:
    """What counters of a side have done in this activation or phase, and those of them that are about to turn."""
    acted = s.active.acted if s.active is not None else s.acted
    done = [(id, deed) for id, deed in acted.items() if s.units[id].side == side]
    turning = [id for id in s.facing.units if s.units[id].side == side] if s.facing is not None else []
    return done, turning


def alias(s: State, unit: Unit) -> str:
    """How those who do not see a counter are told of it: its hex, and a letter by what everybody sees of it."""
    return veil(s, unit.hex, unit.side).names[unit.id]


def _deeds(s: State, unit: Unit) -> tuple[Any, ...]:
    """What everybody has seen a counter do in this activation or phase, and whether it is about to turn."""
    acted = (s.active.acted if s.active is not None else s.acted).get(unit.id)
    turning = s.facing is not None and unit.id in s.facing.units
    if acted is None:
        return "", 0, turning
    return acted.did, 0 if unit.kind == ARTILLERY else acted.mp, turning


def unmeasured(told: Plain) -> Plain:
    """7.9-b: without the points spent. Horse artillery unlimbers for nothing: they tell which guns hidden ones are."""
    return {key: value for key, value in told.items() if key != "mp"}


def _looks(unit: Unit) -> tuple[Any, ...]:
    """7.1-b: what everybody sees of a counter that lies face down, and what lies on top of it."""
    if unit.is_piece:
        return (len(CLASSES),)
    markers = unit.status, unit.ammo, unit.march, unit.square, unit.exhausted, unit.ooc
    return (CLASSES.index(unit.kind), unit.sv, unit.formation or "", *markers)


def as_they_look(s: State, units: Sequence[Unit]) -> list[Unit]:
    """Counters in an order that follows from what everybody sees: in which things befall them one after another."""
    return sorted(units, key=lambda unit: (unit.hex, _looks(unit), _deeds(s, unit))) if len(units) > 1 else list(units)


def called(s: State, seat: Seat | None, units: Sequence[Unit]) -> dict[str, str]:
    """The names by which a seat is told of counters in one breath, by id.

    Of several in a hex that nothing tells apart it hears of the first: that it is another would tell it which cards
    they are.
    """
    names: dict[str, str] = {}
    dark: dict[tuple[int, str], set[str]] = {}
    for unit in units:
        if unit.side == seat or unit.hex < 0 or knows(s, seat, unit):
            names[unit.id] = unit.id
        elif s.at.get(unit.hex) == (unit.id,):
            names[unit.id] = f"?{s.board.grid.numbers[unit.hex]}{LETTERS[0]}"
        else:
            dark.setdefault((unit.hex, unit.side), set()).add(unit.id)
    for (hex, side), spoken in dark.items():
        known = veil(s, hex, side)
        if len(known.names) == 1:
            names |= known.names
            continue
        ranked = sorted(known.names, key=lambda id: (known.alike[id], id not in spoken))
        names |= {id: name for id, name in zip(ranked, known.names.values(), strict=True) if id in spoken}
    return names


def described(s: State, seat: Seat | None, unit: Unit) -> str:
    """What a counter is called in sentences; a word of the phrasebook where it is hidden."""
    return unit.name if knows(s, seat, unit) else f"hidden_{unit.kind}"


def _backside(unit: Unit, name: str, number: str) -> Plain:
    """2.4.1-f, 7.1-b. What a view says of a counter that lies face down."""
    plain: Plain = {"id": name, "side": unit.side, "type": unit.kind, "hex": number, "hidden": True}
    if unit.is_piece:
        return plain
    plain["formation"] = unit.formation
    plain["sv"] = unit.sv
    plain["facing"] = FACINGS[unit.facing]
    plain["status"] = STATUSES[unit.status]
    plain["ammo"] = unit.ammo
    plain["march"] = unit.march
    plain["square"] = unit.square
    plain["exhausted"] = unit.exhausted
    plain["ooc"] = unit.ooc
    return plain


def listed(ids: Iterable[str], names: dict[str, str], rank: Mapping[str, int]) -> list[str]:
    """Counters that a seat is told of by these names, in an order that tells it nothing.

    Those it knows come first, by the roster, then the rest by their aliases.
    """
    return sorted(ids, key=lambda id: (0, rank[id]) if names[id] == id else (1, names[id]))


def retold(s: State, seat: Seat | None, told: Any) -> Any:
    """What another seat gives or is told, with the names of counters as this seat knows them."""
    return retold_of(s, seat, told, spoken(s, told))


def retold_of(s: State, seat: Seat | None, told: Any, units: Sequence[Unit]) -> Any:
    """The same where it is known which counters it is of."""
    if not units:
        return told
    return renamed_for(told, called(s, seat, units), s.rank, {unit.id for unit in units if unit.side == seat})


def spoken(s: State, told: Any) -> list[Unit]:
    """The counters that plain data name."""
    found: dict[str, Unit] = {}
    _find_spoken(s.units, told, found)
    return list(found.values())


def _find_spoken(units: dict[str, Unit], told: Any, found: dict[str, Unit]) -> None:
    if isinstance(told, str):
        if told in units:
            found[told] = units[told]
    elif isinstance(told, dict):
        for key, value in told.items():
            if key in units:
                found[key] = units[key]
            _find_spoken(units, value, found)
    elif isinstance(told, (list, tuple)):
        for item in told:
            _find_spoken(units, item, found)


def named(told: Any) -> set[str]:
    """All names in plain data, its keys among them."""
    found: set[str] = set()
    waiting = [told]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            found.update(each)
            each = list(each.values())
        elif isinstance(each, str):
            each = [each]
        elif not isinstance(each, (list, tuple)):
            continue
        for item in each:
            if isinstance(item, str):
                found.add(item)
            elif isinstance(item, (dict, list, tuple)):
                waiting.append(item)
    return found


def renamed_for(told: Any, names: dict[str, str], rank: Mapping[str, int], own: set[str]) -> Any:
    """Plain data with these names of counters, of which some are the listener's own."""
    if isinstance(told, str):
        return names.get(told, told)
    if isinstance(told, dict):
        keys = reordered(list(told), names, rank, own)
        return {names.get(key, key): renamed_for(told[key], names, rank, own) for key in keys}
    if isinstance(told, (list, tuple)):
        return [
            names.get(item, item) if isinstance(item, str) else renamed_for(item, names, rank, own)
            for item in reordered(told, names, rank, own)
        ]
    return told


def reordered(told: Sequence[Any], names: dict[str, str], rank: Mapping[str, int], own: set[str]) -> Sequence[Any]:
    """Names of counters in an order that tells nothing, the listener's own as they are; anything else as it is."""
    if len(told) < 2 or not isinstance(told[0], str) or told[0] not in names:
        return told
    if not all(isinstance(item, str) and item in names for item in told):
        return told
    return told if all(item in own for item in told) else listed(told, names, rank)


def recalled(s: State, seat: Seat | None, by: Seat, told: Any, choose: Callable[[list[str]], str]) -> Any:
    """An answer of another seat, of which this one was told so: names for aliases, counters in the position's order.

    An alias may mean any of those that nothing tells apart: `choose` says which.
    """
    meant, names = _meant(s, seat, by), dict[str, str]()
    for name in sorted(named(told) & meant.keys()):
        names[name] = choose([id for id in meant[name] if id not in names.values()])
    return _in_order(s, renamed(told, names))


def _meant(s: State, seat: Seat | None, side: str) -> dict[str, list[str]]:
    """The counters of a side that each alias may mean to a seat; in one hex both sides may have some for a moment."""
    dark = {unit.hex for unit in s.of(s.armies[side]) if unit.hex >= 0 and not knows(s, seat, unit)}
    stacks = [veil(s, hex, side) for hex in dark]
    return {
        name: [other for other in known.names if known.alike[other] == known.alike[id]]
        for known in stacks
        for id, name in known.names.items()
    }


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
    """7.1-a: the hexes that each side held before counters moved, and where these counters stood."""

    held: dict[str, HexSet]
    places: dict[str, int]


def face_up(s: State, moving: Sequence[Unit]) -> Contact:
    """7.1-a: what tells, once these units have moved, who lay face up before because he was in contact."""
    return Contact(s.held.copy(), {unit.id: unit.hex for unit in moving})


def reveal(s: State, before: Contact) -> Script:
    """7.1-a. Units that have come into contact are turned up: a fact that becomes known, so nothing before is undone.

    `before` is what `face_up` said before the units moved.
    """
    if s.options["fog"] == "open":
        return
    around, fresh = s.board.grid.around, []
    for hex in {hex for id in before.places if (hex := s.units[id].hex) >= 0}:
        side = s.units[next(iter(before.places))].side
        near = around[hex] & s.held[ENEMY[side]]
        if near:
            met = [*s.stack(hex, side), *(unit for other in near for unit in s.stack(other, ENEMY[side]))]
            fresh += [unit for unit in met if not _lay_face_up(s, before, unit)]
    if fresh:
        yield turned_up(s, sorted(fresh, key=lambda unit: s.rank[unit.id]), "7.1-a")


def _lay_face_up(s: State, before: Contact, unit: Unit) -> bool:
    """7.1-a: whether a unit was in contact already; off the map nobody is."""
    was = before.places.get(unit.id, unit.hex)
    return was >= 0 and s.board.grid.around[was].meets(before.held[ENEMY[unit.side]])


def turned_up(s: State, units: list[Unit], rule: str) -> Reveal:
    """The event that turns counters up: who they are, where they lie, and with what strength."""
    numbers = s.board.numbers(dict.fromkeys(unit.hex for unit in units))
    return VOICE.reveal(
        "revealed",
        rule,
        units=[unit.id for unit in units],
        names=[unit.name for unit in units],
        sp=[unit.sp for unit in units],
        hex=numbers[0],
        hexes=numbers,
        places=s.board.numbers(unit.hex for unit in units),
    )
