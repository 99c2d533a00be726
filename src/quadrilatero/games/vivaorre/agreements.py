"""What two players agree on before a pick-up battle, as a lobby asks it; the first value is the usual one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quadrilatero.games.vivaorre.options import option

NOBODY = "nobody"
SIDES = {"red": ("Red", "Rosso"), "blue": ("Blue", "Blu")}

AGREEMENTS = (
    option(
        "kind",
        "3-e 3-f",
        "Type of battle",
        "Tipo di battaglia",
        encounter=("encounter", "incontro"),
        defensive=("defence: one side holds its ground", "difesa: una parte tiene la posizione"),
        ambush=("ambush: one side is hidden, the other marches", "imboscata: una parte è nascosta, l'altra marcia"),
        roll=("by the dice", "a sorte"),
    ),
    option("attacker", "3-e", "Who attacks or marches", "Chi attacca o marcia", **SIDES),
    option(
        "home",
        "3-h",
        "Who plays in his own country",
        "Chi gioca nel proprio paese",
        **{NOBODY: ("nobody", "nessuno")},
        **SIDES,
    ),
    option(
        "terrain",
        "3-h 3-j",
        "Terrain",
        "Terreno",
        generated=("laid at random, as the theatre has it", "disposto a caso, come nel teatro"),
        players=("placed by the players in turn", "piazzato dai giocatori a turno"),
    ),
    option(
        "deployment",
        "3-d",
        "Deployment",
        "Schieramento",
        players=("each player deploys his army", "ogni giocatore schiera il suo esercito"),
        automatic=("already deployed, soundly", "già fatto, in modo sensato"),
    ),
    option(
        "weather",
        "13-j",
        "Weather",
        "Tempo",
        clear=("clear", "sereno"),
        rain=("rain", "pioggia"),
        bad=("bad", "cattivo"),
    ),
    option(
        "table",
        "1-a",
        "Size of the table, in inches",
        "Misure del tavolo, in pollici",
        **{size: (size.replace("x", " × "), size.replace("x", " × ")) for size in ("72x48", "48x36", "96x48", "96x60")},
    ),
    option(
        "last_turn",
        "1-g",
        "How many turns at most",
        "Quanti turni al massimo",
        **{turns: (turns, turns) for turns in ("24", "12", "18", "36")},
    ),
)


def arranged(chosen: Mapping[str, str]) -> dict[str, Any]:
    """What was chosen, as a pick-up battle takes it."""
    size = [int(side) for side in chosen["table"].split("x")]
    home = None if chosen["home"] == NOBODY else chosen["home"]
    return {**chosen, "home": home, "table": size, "last_turn": int(chosen["last_turn"])}
