"""Armies and pick-up battles for tests."""

from __future__ import annotations

from typing import Any

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.games.vivaorre.state import State

Plain = dict[str, Any]


def army(list: str, year: int, *units: Plain | str, **more: Any) -> Plain:
    """An army of one brigade; units by their entry without the list."""
    said = [{"entry": unit} if isinstance(unit, str) else unit for unit in units]
    return {
        "kind": "quadrilatero-army",
        "format": 1,
        "game": "vivaorre",
        "list": list,
        "year": year,
        "points": 3000,
        "brigades": [{"units": [{**unit, "entry": f"{list}.{unit['entry']}"} for unit in said]}],
        **more,
    }


ITALY = army("it", 1896, "nazionali.inf.linea", "nazionali.inf.linea")
ETHIOPIA = army("eth", 1896, "inf.fanteria_spear", "inf.fanteria_spear")
NAPLES = army("nap", 1860, "inf.linea", "inf.linea", {"entry": "art.artiglieria", "sections": 1})
GARIBALDI = army("gar", 1860, "inf.veterani", "inf.reclute", cic={"name": "Garibaldi"})
HORSE = army("nap", 1860, "cav.ussari", "cav.ussari")
BOERS = army("boer", 1881, *["cav.kommandos"] * 6)


def battle(red: Plain = GARIBALDI, blue: Plain = NAPLES, **more: Any) -> Plain:
    """The position of a pick-up battle on bare ground, unless said otherwise."""
    return q.pickup("vivaorre", armies={"red": red, "blue": blue}, **{"terrain": [], **more})


def fight(
    red: Plain = GARIBALDI,
    blue: Plain = NAPLES,
    *,
    dice: list[int] | None = None,
    options: dict[str, str] | None = None,
    **more: Any,
) -> q.Match:
    """A match of such a battle with scripted dice."""
    return q.start("vivaorre", position=battle(red, blue, **more), dice=dice or [6, 1] * 20, options=options)


def state(position: Plain, **options: str) -> State:
    """The state of a position."""
    return GAME.read(position, GAME.choose_options(options))


def places(match: q.Match, seat: str) -> Plain:
    """A lawful deployment that can be changed."""
    found = match.options(seat)[0]
    return {**found, "units": {id: dict(at) for id, at in found["units"].items()}, "generals": {}}
