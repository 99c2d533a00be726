"""Named readings of the rules where the book is silent, other estimates, and a handicap; the first value of each
is the default.
"""

from __future__ import annotations

from collections.abc import Mapping

from quadrilatero.games.camposanto.board import SIDES
from quadrilatero.kernel import GameOption


def _option(name: str, rules: tuple[str, ...], en: str, it: str, **values: tuple[str, str]) -> GameOption:
    labels = {value: {"en": english, "it": italian} for value, (english, italian) in values.items()}
    return GameOption(name, tuple(values), rules, en, it, labels)


OPTIONS = (
    _option(
        "fatigue",
        ("4.1-d",),
        "What Fatigue does to a wing: nothing beyond the mark, or it cannot be Impetuous again in the same Turn and "
        "with the highest point acts first as Aggressive.",
        "Che cosa comporta l'Affaticamento di un'Ala: nulla oltre al segnale, oppure non può essere di nuovo Impetuosa "
        "nello stesso Turno e con il PO più alto agisce per prima come Aggressiva.",
        none=("only the mark", "solo il segnale"),
        limits=("not Impetuous twice in a Turn", "mai Impetuosa due volte in un Turno"),
    ),
    _option(
        "wing_loss",
        ("12.1-a",),
        "Which counters keep a wing alive.",
        "Quali pedine tengono in vita un'Ala.",
        counters=("all of them, the Marshal too", "tutte, anche il Maresciallo"),
        combat_units=("combat units only", "solo le unità combattenti"),
        regiments=("regiments only", "solo i reggimenti"),
    ),
    _option(
        "flank",
        ("7.2-h", "7.2-i"),
        "When several attackers have the Flank: if none of them is at once on Flank and Front, or as soon as every "
        "defender has one of them on its Flank.",
        "Quando più attaccanti hanno il Fianco: se nessuno di loro sta insieme su Fianco e Fronte, o non appena ogni "
        "difensore ne ha uno sul Fianco.",
        no_mixed_attacker=("none on Flank and Front at once", "nessuno insieme su Fianco e Fronte"),
        each_defender=("every defender taken in the Flank", "ogni difensore preso sul Fianco"),
    ),
    _option(
        "farmhouses",
        ("7.2-f", "7.2-g"),
        "When farmhouses protect a side in an Assault.",
        "Quando i Casolari proteggono una parte in un Assalto.",
        any=("one unit in them is enough", "basta un'unità che vi stia"),
        all=("all its units must be in them", "devono starci tutte le sue unità"),
    ),
    _option(
        "advance",
        ("7.1-j",),
        "How many counters advance after a victory.",
        "Quante pedine avanzano dopo una vittoria.",
        stacking=("as many as stacking allows", "quante ne permette l'ammassamento"),
        single=("one", "una"),
    ),
    _option(
        "marshal_stacking",
        ("6.2-c", "8.2-k"),
        "Whether a Marshal may end his move with friendly units; fire then strikes the unit, not him.",
        "Se un Maresciallo può finire il movimento con unità amiche; il fuoco colpisce allora l'unità, non lui.",
        alone=("no, alone in his hex", "no, solo nel suo esagono"),
        shared=("yes", "sì"),
    ),
    _option(
        "retreat",
        ("6.5-a", "6.5-c"),
        "What a retreat looks at first among hexes equally far back.",
        "Che cosa guarda prima una ritirata tra esagoni ugualmente arretrati.",
        away=("distance from the enemy", "la distanza dal nemico"),
        fewest_fronts=("fewest enemy Fronts", "meno Fronti nemici"),
    ),
    _option(
        "reconstruction",
        ("2.1-b", "2.1-e"),
        "Which values the counters have where the printed ones are not public: those with which the battle is even "
        "between computer players, or our first guess, which favours the Spanish.",
        "Quali valori hanno le pedine dove quelli stampati non sono pubblici: quelli con cui la battaglia è in "
        "equilibrio tra giocatori artificiali, o la nostra prima ipotesi, che favorisce gli Spagnoli.",
        balanced=("balanced", "equilibrata"),
        first=("first guess", "prima ipotesi"),
    ),
    _option(
        "head_start",
        ("12.2-b",),
        "A handicap that is not in the book: victory points one side has from the start, to even unequal sides or "
        "players.",
        "Un vantaggio che il regolamento non prevede: Punti Vittoria che una parte ha fin dall'inizio, per equilibrare "
        "parti o giocatori di forza diversa.",
        none=("none, as in the book", "nessuno, come da regolamento"),
        austria_1=("1 VP to the Austro-Savoyards", "1 PV agli Austro-Sabaudi"),
        austria_2=("2 VPs to the Austro-Savoyards", "2 PV agli Austro-Sabaudi"),
        spain_1=("1 VP to the Spanish", "1 PV agli Spagnoli"),
        spain_2=("2 VPs to the Spanish", "2 PV agli Spagnoli"),
    ),
)


def head_start(options: Mapping[str, str]) -> dict[str, int]:
    """The victory points that each side has when a scenario begins; both none unless a head start was agreed."""
    favoured, _, points = options["head_start"].partition("_")
    return {side: int(points) if side == favoured else 0 for side in SIDES}
