"""Standing instructions in A la Guerre...: what a player can have answered unasked; `obeying.py` answers."""

from __future__ import annotations

from quadrilatero.games.alaguerre.telling import side_of
from quadrilatero.kernel import Plain
from quadrilatero.kernel.instructions import Instruction, choice

INSTRUCTIONS = (
    Instruction(
        "react",
        {"en": "A unit of mine is charged", "it": "Una mia unità è caricata"},
        ("6.2-d", "6.4-a"),
        (
            choice("stand", "Stand", "Resta ferma"),
            choice("counter", "Counter-charge if it may, else stand", "Contro-carica se può, altrimenti resta ferma"),
            choice(
                "horse",
                "Counter-charge horse if it may, stand against others",
                "Contro-carica la cavalleria se può, resta ferma contro gli altri",
            ),
            choice("evade", "Evade if it may, else stand", "Evade se può, altrimenti resta ferma"),
            choice(
                "likely",
                "Counter-charge if that wins with at least … %, else stand",
                "Contro-carica se così vince con almeno il … %, altrimenti resta ferma",
                percent=True,
            ),
        ),
        pieces=True,
    ),
    Instruction(
        "face",
        {"en": "A unit of mine may turn to face its attacker", "it": "Una mia unità può girarsi verso chi l'attacca"},
        ("6.2-f", "7.2.2-a"),
        (choice("face", "Turn", "Si gira"), choice("stay", "Stay as it is", "Resta com'è")),
    ),
    Instruction(
        "charge_fire",
        {"en": "A unit of mine may shoot at contact", "it": "Una mia unità può tirare al contatto"},
        ("6.3-a",),
        (choice("fire", "Shoot", "Tira"), choice("hold", "Hold fire", "Non tira")),
    ),
    Instruction(
        "return_fire",
        {"en": "A unit of mine is shot at", "it": "Tirano contro una mia unità"},
        ("8.2.3-a", "5.6.5-h"),
        (
            choice("fire", "Answer if it can, else hold", "Risponde se può"),
            choice("hold", "Wait for its own turn to shoot", "Aspetta il suo turno di tiro"),
            choice("evade", "Evade if it may, else answer", "Evade se può, altrimenti risponde"),
        ),
        pieces=True,
    ),
    Instruction(
        "retreat",
        {"en": "A unit of mine has just been shaken by fire", "it": "Una mia unità è appena stata scossa dal tiro"},
        ("8.2.2-a",),
        (choice("retreat", "Retreat", "Ripiega"), choice("stay", "Stay", "Resta")),
        pieces=True,
    ),
    Instruction(
        "principal",
        {"en": "Several units of mine fight one enemy", "it": "Più mie unità combattono un nemico"},
        ("9.3.1-a",),
        (
            choice("strongest", "The one that adds most to its die", "Conta quella che somma di più al dado"),
            choice("freshest", "The one with the fewest losses", "Conta quella con meno perdite"),
        ),
    ),
    Instruction(
        "rally",
        {"en": "My generals may rally units", "it": "I miei generali possono riordinare unità"},
        ("10.4.1-c", "10.4.1-d"),
        (
            choice(
                "worst",
                "The most disordered first; who has rallied turns to the nearest enemy",
                "Prima la più disordinata; chi si è riordinato si gira verso il nemico più vicino",
            ),
        ),
    ),
    Instruction(
        "move",
        {
            "en": "After all divisions: generals and troops without orders",
            "it": "Dopo tutte le divisioni: generali e truppe senza ordini",
        },
        ("5.1-b", "5.1-e"),
        (choice("done", "Nothing is done with them", "Non si fa nulla"),),
    ),
)


def instructable(view: Plain, seat: str) -> dict[str, list[str]]:
    """Whose reaction, answer and retreat can be ordered singly: bases and great units of one's side."""
    own = [base for base in view["bases"] if base["side"] == side_of(seat)]
    ids = list(dict.fromkeys([*[base["id"] for base in own], *[base["great"] for base in own if base["great"]]]))
    return {"react": ids, "return_fire": ids, "retreat": ids}
