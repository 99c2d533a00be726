"""Standing instructions in Viva o' rre!: what a player can have answered without being asked; `obeying.py` answers."""

from __future__ import annotations

from quadrilatero.kernel import Plain
from quadrilatero.kernel.instructions import Instruction, choice

INSTRUCTIONS = (
    Instruction(
        "react",
        {"en": "A unit of mine is charged", "it": "Una mia unità è caricata"},
        ("7-m", "7-p"),
        (
            choice("stand", "Stand", "Resta ferma"),
            choice("evade", "Evade if it may, else stand", "Evade se può, altrimenti resta ferma"),
            choice(
                "square",
                "Square against horse if it may, else stand",
                "Quadrato contro la cavalleria se può, altrimenti resta ferma",
            ),
        ),
        pieces=True,
    ),
    Instruction(
        "charge",
        {"en": "The enemy has declared charges on my units", "it": "Il nemico ha dichiarato cariche sulle mie unità"},
        ("7-a", "7-h"),
        (
            choice(
                "counter",
                "Counter-charge where that would win with at least … %, then be done",
                "Contro-carica dove vincerebbe con almeno il … %, poi basta",
                percent=True,
            ),
            choice("receive", "Receive them halted", "Ricevile da fermi"),
        ),
    ),
    Instruction(
        "pursue",
        {"en": "A unit of mine may pursue", "it": "Una mia unità può inseguire"},
        ("10-k",),
        (
            choice("pursue", "Pursue", "Insegue"),
            choice("stay", "Stay", "Resta"),
            choice(
                "likely",
                "Pursue if the routers are then gone with at least … %, else stay",
                "Insegue se i fuggitivi sono così perduti con almeno il … %, altrimenti resta",
                percent=True,
            ),
        ),
        pieces=True,
    ),
    Instruction(
        "move",
        {"en": "Units of mine have to reorder", "it": "Mie unità devono riordinarsi"},
        ("8-ad",),
        (
            choice("spot", "On the spot, as they stand", "Sul posto, come sono"),
            choice("back", "One move back if there is room, else on the spot", "Una mossa indietro se c'è posto"),
        ),
    ),
    Instruction(
        "fire",
        {"en": "My units may fire and the enemy's cannot", "it": "Le mie unità possono tirare e quelle nemiche no"},
        ("9-a", "9-g"),
        (
            choice("short", "At the nearest, hold fire beyond short range", "Al più vicino, non oltre la corta"),
            choice("medium", "At the nearest, hold fire beyond medium range", "Al più vicino, non oltre la media"),
            choice("all", "At the nearest, at any range", "Al più vicino, a ogni distanza"),
            choice("hold", "Hold fire", "Non tirare"),
        ),
    ),
)


def instructable(view: Plain, seat: str) -> dict[str, list[str]]:
    """Whose reaction and pursuit can be ordered singly."""
    mine = [unit["id"] for unit in view["units"] if unit["side"] == seat]
    return {"react": mine, "pursue": mine}
