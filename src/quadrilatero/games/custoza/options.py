"""Named readings of the rules where the book can be read in more than one way; the first value is the default."""

from __future__ import annotations

from collections.abc import Mapping

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.kernel import GameOption


def _option(name: str, rules: str, en: str, it: str, **values: tuple[str, str]) -> GameOption:
    labels = {value: {"en": english, "it": italian} for value, (english, italian) in values.items()}
    return GameOption(name, tuple(values), tuple(rules.split()), en, it, labels)


OPTIONS = (
    _option(
        "fog",
        "7.1-a",
        "Whether counters lie face down until they are in contact. Objectives and scouts stay hidden in any case.",
        "Se le pedine stanno a faccia in giù finché non sono in contatto. Obiettivi e scout restano comunque nascosti.",
        book=("face down, as in the book", "a faccia in giù, come da regolamento"),
        open=("all face up", "tutte a faccia in su"),
    ),
    _option(
        "charge_check",
        "13.2-e 13.2-g",
        "When infantry charged out of Square checks its cohesion.",
        "Quando la fanteria caricata fuori dal Quadrato controlla la coesione.",
        result=("when a result demands it", "quando lo chiede un risultato"),
        always=("also before the Charge is resolved", "anche prima di risolvere la Carica"),
    ),
    _option(
        "odds_below_one",
        "10.4.2-a",
        "How odds worse than 1-1 are rounded.",
        "Come si arrotondano i rapporti peggiori di 1-1.",
        ratio=("as numbers, to the nearest", "come numeri, al più vicino"),
        inverse=("as 1 to x", "come 1 a x"),
    ),
    _option(
        "uncertain",
        "10.4.9-a",
        "Whose status losses decide an uncertain combat.",
        "Quali perdite di Stato decidono un combattimento incerto.",
        worst_unit=("those of the worst unit of a side", "quelle dell'unità peggiore di una parte"),
        sum=("those of all units of a side together", "quelle di tutte le unità di una parte"),
    ),
    _option(
        "sight",
        "8.9-d",
        "Whether units and closed ground on the level of the higher end block a line of sight.",
        "Se unità e terreno chiuso al livello dell'estremo più alto bloccano la linea di vista.",
        literal=("no, only on the level of both ends", "no, solo al livello dei due estremi"),
        higher_end=("yes", "sì"),
    ),
    _option(
        "failed_check",
        "13.4-a",
        "Whether units that fail a check in their own action must stop and retreat.",
        "Se le unità che falliscono un controllo nella propria azione devono fermarsi e ritirarsi.",
        may_stop=("they may", "possono"),
        must_stop=("they must", "devono"),
    ),
    _option(
        "quiet_withdrawals",
        "11.1-g",
        "Which withdrawals outside an activation are reacted to.",
        "A quali ripiegamenti fuori da un'attivazione si reagisce.",
        entering=("those into another zone", "a quelli in un'altra zona"),
        none=("none", "a nessuno"),
    ),
    _option(
        "commanders",
        "7.10-c",
        "When commanders move.",
        "Quando muovono i comandanti.",
        activation=("in their Formation's activation only", "solo nell'attivazione della loro Formazione"),
        always=("without activation after it", "anche dopo, se non attivati"),
    ),
    _option(
        "ford_guns",
        "22.1-a",
        "Whether artillery may use the fords of the Tione.",
        "Se l'artiglieria può usare i guadi del Tione.",
        allowed=("yes, in March Movement", "sì, in Movimento di Marcia"),
        barred=("no", "no"),
    ),
    _option(
        "brigades",
        "24.1-c",
        "How many markers the Brigades Perin and Simbschen place.",
        "Quanti segnalini piazzano le Brigate Perin e Simbschen.",
        two=("two", "due"),
        six=("six, as Corps", "sei, come i Corpi"),
    ),
    _option(
        "valeggio",
        "24.2-h",
        "What the Austro-Hungarian bridgehead asks for at Valeggio.",
        "Che cosa chiede la testa di ponte austro-ungarica a Valeggio.",
        occupy=("units in both hexes", "unità in entrambi gli esagoni"),
        control=("control of both hexes", "il controllo dei due esagoni"),
    ),
    _option(
        "custoza_hexes",
        "26.2-f",
        "Which hexes are Custoza in the Austro-Hungarian objective of 1866.",
        "Quali esagoni sono Custoza nell'obiettivo austro-ungarico del 1866.",
        one=("3923", "3923"),
        both=("3923 and 3924", "3923 e 3924"),
    ),
    _option(
        "optional_reinforcements",
        "24.2-g",
        "Whether the optional Italian reinforcements of 1848 may come.",
        "Se possono arrivare i rinforzi italiani facoltativi del 1848.",
        by_objective=("with objective 2 or 3", "con l'obiettivo 2 o 3"),
        never=("never", "mai"),
    ),
    _option(
        "night_turns",
        "22.4-d",
        "How many game turns a day has.",
        "Quanti turni di gioco ha una giornata.",
        short=("20, the dead of night is passed over", "20, il cuore della notte si salta"),
        full=("24, the last four are night", "24, gli ultimi quattro sono notturni"),
    ),
    _option(
        "italian_reluctance",
        "26.1.3-a",
        "Whether Italian Formations are reluctant until their first fight in the historical scenario of 1866.",
        "Se le Formazioni italiane sono riluttanti fino al primo scontro nello scenario storico del 1866.",
        scenario=("as the scenario says", "come dice lo scenario"),
        never=("never", "mai"),
    ),
    _option(
        "head_start",
        "23.1.4-a 23.2.4-a 23.3.4-a",
        "A handicap that is not in the book: victory hexes that a side counts beside those it controls when a minor "
        "scenario ends, to even unequal sides or players.",
        "Un vantaggio che il regolamento non prevede: esagoni di vittoria che una parte conta oltre a quelli che "
        "controlla alla fine di uno scenario minore, per equilibrare parti o giocatori di forza diversa.",
        none=("none, as in the book", "nessuno, come da regolamento"),
        italy_1=("1 hex to the Italians", "1 esagono agli Italiani"),
        italy_2=("2 hexes to the Italians", "2 esagoni agli Italiani"),
        italy_3=("3 hexes to the Italians", "3 esagoni agli Italiani"),
        austria_1=("1 hex to the Austro-Hungarians", "1 esagono agli Austro-Ungarici"),
        austria_2=("2 hexes to the Austro-Hungarians", "2 esagoni agli Austro-Ungarici"),
        austria_3=("3 hexes to the Austro-Hungarians", "3 esagoni agli Austro-Ungarici"),
    ),
)


def head_start(options: Mapping[str, str]) -> dict[str, int]:
    """The victory hexes that each side counts beside those it controls; none unless a head start was agreed."""
    favoured, _, hexes = options["head_start"].partition("_")
    return {side: int(hexes) if side == favoured else 0 for side in SIDES}
