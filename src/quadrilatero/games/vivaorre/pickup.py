"""Pick-up battles: two armies, a table and what is agreed on become the position that a battle starts from."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from quadrilatero.datapacks import Text
from quadrilatero.games.vivaorre import laying, position
from quadrilatero.games.vivaorre.army import files
from quadrilatero.games.vivaorre.army.book import Book
from quadrilatero.games.vivaorre.army.builder import Built
from quadrilatero.games.vivaorre.army.lists import Roll
from quadrilatero.games.vivaorre.records import SetUp
from quadrilatero.games.vivaorre.rules.deployment import deployers, enter_from_edge
from quadrilatero.games.vivaorre.rules.setup import settle
from quadrilatero.games.vivaorre.said import SIDES
from quadrilatero.kernel import BadPosition, Plain
from quadrilatero.kernel.armies import BadArmy

KINDS = ("encounter", "defensive", "ambush", "roll")
THEATRES = ("europe", "south_africa", "north_africa", "afghanistan", "china", "india")
WEATHERS = ("clear", "rain", "bad")
GARIBALDI, ZULU = "gar", "zulu"
ROLES = ("head", "left", "right", "loins")
BRIGADIER = Text("Brigadier", "Brigadiere")
CHIEF = Text("Commander-in-chief", "Comandante in capo")


class Agreed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two players agree on before a battle; lengths of the table are inches on the table."""

    armies: dict[str, Any]
    kind: str = "encounter"
    attacker: str = "red"
    home: str | None = None
    table: Sequence[int] = (72, 48)
    theatre: str = "europe"
    terrain: Any = "generated"
    deployment: str = "players"
    weather: str = "clear"
    last_turn: int | None = 24
    figures: str = "15"
    seed: int = 0


def pickup(said: Mapping[str, Any], book: Book) -> Plain:
    """1-a, 3-a. The position of a pick-up battle; BadPosition or BadArmy say what is wrong with what was asked."""
    try:
        agreed = msgspec.convert(dict(said), Agreed)
    except msgspec.ValidationError as error:
        raise BadPosition(f"pickup: {error}") from None
    check(agreed)
    rng = random.Random(agreed.seed)
    plain = bare_position(agreed, book)
    setup = SetUp(
        agreed.kind,
        agreed.attacker,
        home=agreed.home,
        terrain="players" if agreed.terrain == "players" else "done",
        deployment="players" if agreed.deployment == "players" else "automatic",
        types=book.data.theatres[agreed.theatre].terrain,
        seed=rng.getrandbits(62),
    )
    s = position.read({**plain, "phase": "setup", "setup": msgspec.to_builtins(setup)}, book.options, book)
    if agreed.terrain == "generated":
        laying.generate(s, setup.types, agreed.kind, agreed.attacker, rng)
    if agreed.deployment == "automatic" and agreed.kind != "roll" and agreed.terrain != "players":
        for seat in SIDES:
            if seat in deployers(setup):
                settle(s, setup, seat, laying.automatic(s, setup, seat))
            else:
                enter_from_edge(s, seat)
        s.setup = msgspec.structs.replace(setup, deployment="done")
    return position.write_apart(s)


def check(agreed: Agreed) -> None:
    """Say what is not known of what was asked for."""
    for name, value, known in (
        ("kind", agreed.kind, KINDS),
        ("attacker", agreed.attacker, SIDES),
        ("home", agreed.home, (None, *SIDES)),
        ("theatre", agreed.theatre, THEATRES),
        ("deployment", agreed.deployment, ("players", "automatic")),
        ("weather", agreed.weather, WEATHERS),
        ("figures", agreed.figures, ("15", "25")),
    ):
        if value not in known:
            raise BadPosition(f"pickup: {name}: expected one of {', '.join(map(str, known))}, got {value!r}", "3-a")
    if agreed.terrain not in ("generated", "players") and not isinstance(agreed.terrain, list):
        raise BadPosition("pickup: terrain: expected generated, players or a list of pieces", "3-j")
    if sorted(agreed.armies) != sorted(SIDES):
        raise BadArmy("pickup: armies: expected one of red and one of blue")
    if len(agreed.table) != 2:
        raise BadPosition("pickup: table: expected its width and its depth in inches")


def bare_position(agreed: Agreed, book: Book) -> Plain:
    """1-a. Both armies beside a table of rule inches: with figures of 25 mm two thirds of the inches on the table."""
    size = [side * 1000 if agreed.figures == "15" else side * 2000 // 3 for side in agreed.table]
    armies = {seat: files.parse(agreed.armies[seat]) for seat in SIDES}
    units: list[Plain] = []
    generals: list[Plain] = []
    for seat, file in armies.items():
        built = book.muster(agreed.armies[seat])
        leads = [general_of(seat, file, id, number) for number, id in enumerate(built.brigades)]
        generals += [*cic_of(seat, file), *leads]
        units += [
            unit_of(seat, id, unit, built.army.roll) for id, members in built.brigades.items() for unit in members
        ]
    if not all(any(unit["side"] == seat for unit in units) for seat in SIDES):
        raise BadArmy("pickup: armies: both need units")
    return {
        "table": {"size": size, "terrain": agreed.terrain if isinstance(agreed.terrain, list) else []},
        "year": max(file.year for file in armies.values()),
        "theatre": agreed.theatre,
        "weather": agreed.weather,
        "armies": {seat: army_of(file, book.rolls[file.list]) for seat, file in armies.items()},
        "units": units,
        "generals": generals,
        "last_turn": agreed.last_turn,
    }


def army_of(file: files.ArmyFile, roll: Roll) -> Plain:
    """An army as positions say it."""
    of = roll.content
    return {"list": of.id, "name": file.name or named(of.title), "initiative": of.initiative, "european": of.european}


def named(text: Text, number: str = "") -> Plain:
    """What a list calls its army or troops, in both languages, where a player has given no name."""
    return {"en": text.en + number, "it": text.it + number}


def unit_of(seat: str, brigade: str, unit: Built, roll: Roll) -> Plain:
    """20-a. A unit of an army file with all that its list says of it; it is not on the table yet."""
    entry = roll.entries[unit.entry]
    plain: Plain = {
        "id": f"{seat}.{unit.id}",
        "side": seat,
        "at": None,
        "arm": entry.arm,
        "training": entry.training,
        "class": roll.grade(unit.entry, unit.issue),
        "notes": [*roll.notes(unit.entry), *(["engineers"] if unit.spec.engineers else [])],
        "ally": roll.is_ally(unit.entry),
        "entry": unit.entry,
        "points": unit.points,
        "name": unit.spec.name or named(entry.name, f" {unit.id}"),
        "brigade": f"{seat}.{brigade}",
    }
    if entry.arm == "artillery":
        return {**plain, "gun": unit.issue.gun, "mount": unit.issue.mount, "sections": unit.figures}
    return {**plain, "weapon": unit.issue.weapon or "none", "figures": unit.figures}


def general_of(seat: str, file: files.ArmyFile, brigade: str, number: int) -> Plain:
    """5-c, 20.zulu-b, 20.zulu-c. The general of a brigade; of the Zulu all are Impetuoso, that of the loins Cauto."""
    said = file.brigades[number].general
    name = said.name or named(BRIGADIER, f" {brigade}")
    id = f"{seat}.{brigade}"
    plain: Plain = {"id": id, "side": seat, "rank": "brigade", "brigade": id, "name": name}
    if file.list == ZULU and number < len(ROLES):
        role = ROLES[number]
        plain |= {"role": role, "characters": ["cauto" if role == "loins" else "impetuoso"]}
    return plain


def cic_of(seat: str, file: files.ArmyFile) -> list[Plain]:
    """5-e, 20.gar-c. The commander in chief; Garibaldi is a Carismatico. The Zulu have their buffalo instead."""
    if file.list == ZULU:
        return []
    plain: Plain = {"id": f"{seat}.cic", "side": seat, "rank": "cic", "name": file.cic.name or named(CHIEF)}
    if file.list == GARIBALDI and "garibaldi" in file.cic.name.lower():
        plain["characters"] = ["carismatico"]
    return [plain]
