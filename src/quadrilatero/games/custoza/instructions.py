"""Standing instructions in Custoza: what a player can have answered without being asked; `obeying.py` answers."""

from __future__ import annotations

from quadrilatero.kernel import Plain
from quadrilatero.kernel.instructions import Instruction, choice

INSTRUCTIONS = (
    Instruction(
        "react",
        {"en": "A Force of mine may react", "it": "Una mia Forza può reagire"},
        ("11.1-a", "11.5-a"),
        (
            choice("fire", "Always fire where it can, else let it be", "Fuoco se può, altrimenti lascia correre"),
            choice(
                "square",
                "Square against cavalry that attacks it, else fire",
                "Quadrato contro la cavalleria che l'attacca, altrimenti fuoco",
            ),
            choice(
                "fall_back",
                "Fall back if the attack on it would win with at least … %, else fire",
                "Ripiega se l'attacco vincerebbe con almeno il … %, altrimenti fuoco",
                percent=True,
            ),
            choice("pass", "Let it be", "Lascia correre"),
        ),
        pieces=True,
    ),
    Instruction(
        "hit",
        {"en": "One of several units loses a strength point", "it": "Il Punto Forza perso tocca a una di più unità"},
        ("8.7-b", "10.4.8-b"),
        (choice("strongest", "The one with most strength left", "A quella con più Forza"),),
    ),
    Instruction(
        "leave_march",
        {"en": "After a combat in March Movement", "it": "Dopo un combattimento in Movimento di Marcia"},
        ("10.4.12-a",),
        (choice("leave", "Leave it", "Escine"), choice("stay", "Stay in it", "Restaci")),
    ),
    Instruction(
        "advance",
        {"en": "My commander could advance along", "it": "Il mio comandante può avanzare insieme"},
        ("2.4.2.3-c",),
        (choice("go", "He goes along", "Avanza"), choice("stay", "He stays", "Resta")),
    ),
    Instruction(
        "recover",
        {"en": "Cavalry recovers status or from exhaustion", "it": "Cavalleria: recupero di Stato o Esaurimento"},
        ("13.6.1-c",),
        (choice("status", "Status", "Stato"), choice("exhaustion", "Exhaustion", "Esaurimento")),
    ),
    Instruction(
        "march",
        {"en": "The March Phase: who tries to march", "it": "Fase di Marcia: chi tenta di marciare"},
        ("14.6-a",),
        (
            choice("all", "Whoever has not reached his objective", "Chi non ha raggiunto l'obiettivo"),
            choice("rested", "The same, but nobody who is Fatigued", "Gli stessi, ma nessuno che sia Affaticato"),
            choice("none", "Nobody", "Nessuno"),
        ),
    ),
    Instruction(
        "march_move",
        {"en": "A Formation In March moves", "it": "Una Formazione In Marcia muove"},
        ("16.1-a",),
        (choice("on", "As near to its objective as it can", "Il più vicino possibile all'obiettivo"),),
    ),
    Instruction(
        "scout_move",
        {"en": "A scout could ride along", "it": "Uno scout può cavalcare"},
        ("16.7-b",),
        (choice("stay", "It stays", "Resta"),),
    ),
    Instruction(
        "objectives",
        {"en": "Objectives could be changed", "it": "Si possono cambiare gli obiettivi"},
        ("16.2-a",),
        (choice("keep", "Keep them", "Restano quelli"),),
    ),
    Instruction(
        "states",
        {"en": "Formations could change their state", "it": "Le Formazioni possono cambiare stato"},
        ("14.2.2-a",),
        (choice("keep", "Nobody changes", "Nessuna cambia"),),
    ),
    Instruction(
        "rally",
        {"en": "Routed units could be rallied", "it": "Si possono riordinare unità in rotta"},
        ("14.6-d",),
        (choice("all", "Try with each of them", "Si tenta con tutte"),),
    ),
)


def instructable(view: Plain, seat: str) -> dict[str, list[str]]:
    """Whose reaction can be ordered singly."""
    mine = [unit for unit in view["units"] if unit["side"] == seat and "sv" in unit]
    return {"react": [unit["id"] for unit in mine]}
