"""12: the position of a battle between armies that players bring."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from quadrilatero.datapacks import Text
from quadrilatero.datapacks.explained import explained
from quadrilatero.games.alaguerre.army.book import Book
from quadrilatero.games.alaguerre.army.builder import Built, Muster, last_turn
from quadrilatero.games.alaguerre.army.files import CIC
from quadrilatero.games.alaguerre.rules.deployment import SECTOR
from quadrilatero.games.alaguerre.said import GUNS, HORSE, SIDES, UM
from quadrilatero.games.alaguerre.words import followed_by
from quadrilatero.kernel import BadPosition, Plain
from quadrilatero.kernel.armies import BadArmy

CHIEF, GENERAL = Text("Commander-in-chief", "Comandante in capo"), Text("General", "Generale")
PITCH = 2600
"""How far the centres of neighbours stand apart."""
RANK = 3600
"""How far one rank stands behind another."""
RANKS = (2, 3)
PLACES = ("village", "farm", "wood", "wood", "hill", "field")
"""What may lie between the armies."""


class Agreed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What players agree on before a pick-up battle."""

    armies: dict[str, Any]
    kind: Literal["encounter", "assault"] = "encounter"
    attacker: Literal["red", "blue"] | None = None
    home: Literal["red", "blue"] | None = None
    table: Annotated[tuple[Annotated[int, Meta(ge=4, le=14)], ...], Meta(min_length=2, max_length=2)] = (7, 6)
    terrain: Literal["generated", "open"] = "generated"
    deployment: Literal["players", "automatic"] = "players"
    last_turn: Annotated[int, Meta(ge=1, le=200)] | None = None
    theatre: str = "europe"
    seed: int = 0


class Spot(NamedTuple):
    """Where a base stands: how far from the middle of its army's front, and how far behind it."""

    across: int
    back: int


def pickup(book: Book, agreed: Mapping[str, Any]) -> Plain:
    """12.1-a, 12.1-b, 12.1.2-b, 12.3-a, 4.1.2-e, 4.1.3-d. Both armies on a table of sectors.

    Each has its line of communication in the middle of its edge. They are to be deployed by their players, or stand
    drawn up in the two rows of sectors at their edges, ready for the first turn.
    """
    try:
        said = msgspec.convert(dict(agreed), Agreed)
    except msgspec.ValidationError as error:
        raise BadPosition(explained(Agreed, dict(agreed), str(error), "pickup")) from None
    if set(said.armies) != set(SIDES):
        raise BadPosition("pickup: armies: give one for red and one for blue")
    built = {side: lawful(book, side, said.armies[side]) for side in SIDES}
    red, blue = (built[side].file.points for side in SIDES)
    if said.kind == "encounter" and red != blue:
        raise BadPosition(f"pickup: in an encounter both armies have the same points, not {red} and {blue}", "12.1-b")
    if said.kind == "assault" and said.attacker is None:
        raise BadPosition("pickup: attacker: say who attacks in an assault", "12.2-m1")
    wide, high = said.table[0] * SECTOR, said.table[1] * SECTOR
    middle = wide // 2
    position: Plain = {
        "table": {"size": [wide, high], "terrain": ground(said, wide, high)},
        "communications": {"red": [[middle, 0]], "blue": [[middle, high]]},
        "year": built["red"].file.year,
        "armies": {side: summary(built[side]) for side in SIDES},
        "bases": [base for side in SIDES for base in bases(built[side], side, wide, high)],
        "generals": [general for side in SIDES for general in generals(built[side], side, wide, high)],
        "players": [id for side in SIDES for id in players(built[side], side)],
        "objectives": [
            {"id": f"{side}.line", "at": [middle, 0 if side == "red" else high], "value": 8, "owner": side}
            for side in SIDES
        ],
        "last_turn": said.last_turn or last_turn(max(built[side].points for side in SIDES)),
    }
    return to_be_deployed(said, position) if said.deployment == "players" else position


def to_be_deployed(said: Agreed, position: Plain) -> Plain:
    """12.1.3-a. The same battle before anybody has deployed."""
    return {
        **position,
        "bases": [{**base, "at": None} for base in position["bases"]],
        "generals": [{**general, "at": None} for general in position["generals"]],
        "phase": "setup",
        "setup": {"kind": said.kind, "attacker": said.attacker, "home": said.home},
    }


def lawful(book: Book, side: str, army: Plain) -> Muster:
    """An army that breaks no limit; BadArmy tells the first that it breaks."""
    built = book.muster(army)
    errors = book.check(army)["errors"]
    if errors:
        raise BadArmy(f"armies.{side}: {errors[0]['text']['en']} [{errors[0]['rule']}]")
    return built


def summary(built: Muster) -> Plain:
    """What a position says of an army."""
    return {"list": built.file.list, "name": built.file.name or named(built.roll.content.title), "points": built.points}


def players(built: Muster, side: str) -> list[str]:
    """3.4-a. The generals whom other players lead."""
    found = []
    for n, division in enumerate(built.file.divisions, 1):
        general = division.general
        if general is not None and general != CIC and general.player:
            found.append(f"{side}.{division.id or f'd{n}'}")
    return found


# -- deployment (12.3) -------------------------------------------------------------------------------------------------


def placed(side: str, wide: int, high: int, spot: Spot) -> list[int]:
    """12.3-a. A spot on the table: the front of an army is 2um within its two rows of sectors."""
    front = 2 * SECTOR - 2 * UM - spot.back
    return [wide // 2 + spot.across, front] if side == "red" else [wide // 2 - spot.across, high - front]


def columns(built: Muster) -> dict[str, list[list[Built]]]:
    """2.7.3-a. The bases of each division in files of two, horse on the wings; great units are files of their own."""
    files: dict[str, list[list[Built]]] = {}
    for id, brigades in built.divisions.items():
        files[id] = []
        spec = next(d for n, d in enumerate(built.file.divisions, 1) if (d.id or f"d{n}") == id)
        for brigade, members in zip(spec.brigades, brigades, strict=True):
            if brigade.great:
                files[id].append(members)
            else:
                files[id] += [[base] for base in members]
    mounted = [id for id, found in files.items() if any(base.entry.type in HORSE for file in found for base in file)]
    left, right = mounted[::2], mounted[1::2]
    order = [*left, *[id for id in files if id not in mounted], *right]
    return {id: files[id] for id in order}


def spots(built: Muster, wide: int) -> dict[str, Spot]:
    """12.3-a. Where every base and general of an army stands: divisions side by side, in two ranks, or three."""
    for ranks in RANKS:
        found, across = drawn_up(built, ranks)
        if across + 2 * PITCH <= wide:
            return found
    raise BadPosition(
        f"pickup: the army of {built.points} points is too broad for this table: take a wider one", "12.3-a"
    )


def drawn_up(built: Muster, ranks: int) -> tuple[dict[str, Spot], int]:
    """12.3-a. The spots of an army in so many ranks, and how broad it then is; guns of the CiC stand before it."""
    found: dict[str, Spot] = {}
    at = 0
    for id, files in columns(built).items():
        broad = -(-len(files) // ranks)
        for n, file in enumerate(files):
            rank, place = divmod(n, broad)
            for depth, base in enumerate(file):
                found[base.id] = Spot(at + place * PITCH, rank * RANK + depth * UM)
        found[id] = Spot(at + (broad - 1) * PITCH // 2, ranks * RANK - UM // 2)
        at += broad * PITCH + UM
    half = (at - UM - PITCH) // 2
    moved = {id: Spot(spot.across - half, spot.back) for id, spot in found.items()}
    for n, gun in enumerate(built.guns):
        moved[gun.id] = Spot((2 * n + 1 - len(built.guns)) * PITCH // 2, -UM - UM // 2)
    moved[CIC] = Spot(PITCH // 2, ranks * RANK + UM // 2)
    return moved, max(at, len(built.guns) * PITCH)


def bases(built: Muster, side: str, wide: int, high: int) -> list[Plain]:
    """12.1.1-a. The bases of an army; batteries of the CiC have no division."""
    where = spots(built, wide)
    found: list[Plain] = []
    for id, brigades in built.divisions.items():
        spec = next(d for n, d in enumerate(built.file.divisions, 1) if (d.id or f"d{n}") == id)
        for n, members in enumerate(brigades, 1):
            brigade = f"{side}.{id}.{n}"
            great = brigade if spec.brigades[n - 1].great else None
            found += [
                {**base_of(base, side), "division": f"{side}.{id}", "brigade": brigade, "great": great}
                for base in members
            ]
    found += [{**base_of(gun, side), "division": None} for gun in built.guns]
    number(found)
    for base in found:
        base["at"] = placed(side, wide, high, where[base["id"].removeprefix(f"{side}.")])
    return found


def number(bases: list[Plain]) -> None:
    """Bases of one name are told apart by a number."""
    names = [str(base["name"]) for base in bases]
    seen: Counter[str] = Counter()
    for base, name in zip(bases, names, strict=True):
        seen[name] += 1
        if names.count(name) > 1:
            base["name"] = followed_by(base["name"], f" {seen[name]}")


def named(text: Text, number: str = "") -> Plain:
    """What a list calls its army or troops, in both languages, where a player has given no name."""
    return {"en": text.en + number, "it": text.it + number}


def base_of(base: Built, side: str) -> Plain:
    """A base as positions say it."""
    entry = base.entry
    said: Plain = {
        "id": f"{side}.{base.id}",
        "side": side,
        "name": base.spec.name or named(entry.name),
        "type": entry.type,
        "stats": entry.stats,
        "notes": list(entry.notes),
    }
    for key in ("weapon", "mounted_stats", "mounted_as"):
        if getattr(entry, key) is not None:
            said[key] = getattr(entry, key)
    if entry.type in GUNS:
        said.pop("weapon", None)
    return said


def generals(built: Muster, side: str, wide: int, high: int) -> list[Plain]:
    """2.7.5-b. The CiC, and the generals of divisions behind them."""
    where = spots(built, wide)
    chief: Plain = {
        "id": f"{side}.cic",
        "side": side,
        "cic": True,
        "level": built.file.cic.level,
        "name": built.file.cic.name or named(CHIEF),
        "at": placed(side, wide, high, where[CIC]),
    }
    found = [chief]
    for n, division in enumerate(built.file.divisions, 1):
        id, general = division.id or f"d{n}", division.general
        if general == CIC:
            chief["division"] = f"{side}.{id}"
        elif general is not None:
            found.append(
                {
                    "id": f"{side}.{id}",
                    "side": side,
                    "cic": False,
                    "level": general.level,
                    "name": general.name or named(GENERAL, f" {n}"),
                    "division": f"{side}.{id}",
                    "superior": f"{side}.{general.superior or CIC}",
                    "at": placed(side, wide, high, where[id]),
                }
            )
    return found


# -- ground ------------------------------------------------------------------------------------------------------------


def ground(said: Agreed, wide: int, high: int) -> list[Plain]:
    """12.1.2-a. Some pieces of ground between the armies, each in a sector; defence values are rolled in play."""
    if said.terrain == "open":
        return []
    rng = random.Random(f"ground {said.seed} {said.table}")
    rows = range(2, said.table[1] - 2) or range(said.table[1] // 2, said.table[1] // 2 + 1)
    sectors = [(column, row) for column in range(said.table[0]) for row in rows]
    found: list[Plain] = []
    for n, (column, row) in enumerate(rng.sample(sectors, min(len(sectors), 2 + said.table[0] // 2)), 1):
        kind = rng.choice(PLACES)
        half = UM + UM // 2 if kind in ("village", "farm") else rng.randrange(1500, 2800, 100)
        x, y = column * SECTOR + SECTOR // 2, row * SECTOR + SECTOR // 2
        corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
        found.append({"id": f"{kind}{n}", "type": kind, "shape": corners})
    return found
