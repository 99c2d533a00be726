"""What two players agree on before a pick-up battle, as a lobby asks it; the first value is the usual one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quadrilatero.games.alaguerre.options import option

NOBODY, BY_POINTS = "nobody", "points"
SIDES = {"red": ("Red", "Rosso"), "blue": ("Blue", "Blu")}

AGREEMENTS = (
    option(
        "kind",
        "12.1-b 12.2-m1",
        "Type of battle",
        "Tipo di battaglia",
        encounter=("encounter: equal armies", "incontro: eserciti uguali"),
        assault=("assault: one side is on the defensive", "assalto: una parte è sulla difensiva"),
    ),
    option("attacker", "12.2-m1", "Who attacks in an assault", "Chi attacca in un assalto", **SIDES),
    option(
        "home",
        "12.2-m2",
        "Who plays in his own country",
        "Chi gioca nel proprio paese",
        **{NOBODY: ("nobody", "nessuno")},
        **SIDES,
    ),
    option(
        "terrain",
        "12.1.2-b",
        "Terrain",
        "Terreno",
        generated=("laid at random", "disposto a caso"),
        open=("an open plain", "una piana aperta"),
    ),
    option(
        "deployment",
        "12.1.3-a",
        "Deployment",
        "Schieramento",
        players=("each player plans and deploys his army", "ogni giocatore pianifica e schiera il suo esercito"),
        automatic=("already deployed, soundly", "già fatto, in modo sensato"),
    ),
    option(
        "table",
        "12.1.2-a",
        "Size of the table, in sectors",
        "Misure del tavolo, in settori",
        **{size: (size.replace("x", " × "), size.replace("x", " × ")) for size in ("7x6", "5x4", "6x5", "9x6")},
    ),
    option(
        "last_turn",
        "4.1.3-c",
        "How many turns at most",
        "Quanti turni al massimo",
        **{BY_POINTS: ("by the points of the armies", "secondo i punti degli eserciti")},
        **{turns: (turns, turns) for turns in ("10", "15", "20", "30")},
    ),
)


def arranged(chosen: Mapping[str, str]) -> dict[str, Any]:
    """What was chosen, as a pick-up battle takes it."""
    size = [int(side) for side in chosen["table"].split("x")]
    turns = None if chosen["last_turn"] == BY_POINTS else int(chosen["last_turn"])
    attacker = chosen["attacker"] if chosen["kind"] == "assault" else None
    home = None if chosen["home"] == NOBODY else chosen["home"]
    return {**chosen, "attacker": attacker, "home": home, "table": size, "last_turn": turns}
