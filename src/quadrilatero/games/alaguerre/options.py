"""Optional rules, and named readings where the book is unclear or a page is lost; the first value is the default."""

from __future__ import annotations

from quadrilatero.kernel import GameOption


def option(name: str, rules: str, en: str, it: str, **values: tuple[str, str]) -> GameOption:
    """An option with its values, each by what it is called in English and Italian."""
    labels = {value: {"en": english, "it": italian} for value, (english, italian) in values.items()}
    return GameOption(name, tuple(values), tuple(rules.split()), en, it, labels)


ON = {"on": ("used", "usata"), "off": ("not used", "non usata")}
COMMAND = (
    option(
        "orders",
        "3.5-a 3.5.1-a",
        "Whether orders are given openly or in secret.",
        "Se gli ordini si danno apertamente o in segreto.",
        open=("openly", "apertamente"),
        secret=("in secret, with dummies", "in segreto, con segnalini falsi"),
    ),
    option(
        "players",
        "3.4-a 3.4.2-a",
        "Players on a side.",
        "Giocatori per parte.",
        one=("one", "uno"),
        several=("generals may be players of their own", "i generali possono avere un giocatore proprio"),
    ),
    option(
        "measuring",
        "1.1.3-b 5.1-c",
        "When distances are measured.",
        "Quando si misurano le distanze.",
        after=("after declaring", "dopo la dichiarazione"),
        before=("at any time", "in ogni momento"),
    ),
    option(
        "cohesion_shown",
        "4.3-a",
        "Whose cohesion a player sees.",
        "Di chi un giocatore vede la coesione.",
        own=("his own", "la propria"),
        all=("everybody's", "quella di tutti"),
    ),
    option(
        "cohesion_rounding",
        "4.1-a",
        "How half the morale of an army is rounded.",
        "Come si arrotonda la metà del morale dell'esercito.",
        down=("down", "per difetto"),
        up=("up", "per eccesso"),
    ),
    option(
        "cic_attached",
        "3.3.4-a",
        "Orders of a CiC who is attached to a unit.",
        "Ordini di un CiC aggregato a un'unità.",
        minus_one=("one less to everybody else", "uno in meno a tutti gli altri"),
        off=("as ever", "come sempre"),
        no_orders=("none to anybody else", "nessuno ad altri"),
    ),
)
READINGS = (
    option(
        "charge_pass",
        "10.2.1-t3",
        "The score that passes a test to charge.",
        "Il punteggio che supera il test per caricare.",
        **{"4": ("4", "4"), "6": ("6", "6")},
    ),
    option(
        "secure_flanks",
        "10.2.2-m3",
        "What secure flanks add to a test.",
        "Quanto aggiungono al test i fianchi sicuri.",
        **{"2": ("+2", "+2"), "1": ("+1", "+1")},
    ),
    option("first_fire", "8.4-t3", "The bonus of the first fire.", "Il bonus del primo tiro.", **ON),
    option(
        "artillery_short",
        "8.4-t2",
        "What short range adds to artillery fire.",
        "Quanto aggiunge la corta gittata al tiro d'artiglieria.",
        **{"2": ("+2", "+2"), "1": ("+1", "+1")},
    ),
    option(
        "armour_fire",
        "8.4-t13",
        "What armour takes off fire.",
        "Quanto toglie l'armatura al tiro.",
        **{"1": ("-1", "-1"), "0": ("nothing", "nulla")},
    ),
    option(
        "higher_ground",
        "9.4-t12",
        "What an enemy on higher ground takes off in mêlée.",
        "Quanto toglie in mischia un nemico più in alto.",
        **{"1": ("-1", "-1"), "0": ("nothing", "nulla")},
    ),
    option(
        "charge_bonus_vs_works",
        "9.4.2-e",
        "The charge bonus against occupied works.",
        "Il bonus di carica contro opere occupate.",
        no=("no", "no"),
        yes=("yes", "sì"),
    ),
    option(
        "difficult_ground",
        "9.4-t17",
        "What difficult ground takes off in mêlée.",
        "Quanto toglie in mischia il terreno difficile.",
        **{"1_each": ("-1 for each kind", "-1 per ciascun tipo"), "2": ("-2 in all", "-2 in tutto")},
    ),
    option(
        "reiter_flanks",
        "8.1.3-d",
        "Which reiters shoot from their flanks.",
        "Quali raitri tirano dai fianchi.",
        all=("all", "tutti"),
        note=("those with the note", "quelli con la nota"),
    ),
    option(
        "pistol_short",
        "8.2-t1",
        "Short range of reiters' pistols.",
        "Corta gittata delle pistole dei raitri.",
        half=("half a um", "mezza um"),
        none=("none", "nessuna"),
    ),
    option(
        "covered_pikes",
        "8.3-b 8.4.1-a",
        "Cover that spares targets their own modifiers.",
        "Coperture che annullano i modificatori del bersaglio.",
        buildings=("buildings and closed works", "edifici e opere chiuse"),
        all_cover=("all cover", "ogni copertura"),
    ),
    option("chequer", "10.2.2-m4", "The bonus of pikes in chequer.", "Il bonus delle picche a scacchiera.", **ON),
    option(
        "open_flank",
        "10.2.2-b",
        "Where no enemy may be for a flank to be secure.",
        "Dove non dev'esserci nemico perché un fianco sia sicuro.",
        half_plane=("anywhere beyond that side", "ovunque oltre quel lato"),
        strip=("between the front and rear lines", "tra le linee del fronte e del retro"),
    ),
    option(
        "ford_search",
        "11.5-a",
        "Whether fords are searched for.",
        "Se si cercano guadi.",
        scenario=("where the battle says so", "dove lo dice la battaglia"),
        on=("yes", "sì"),
        off=("no", "no"),
    ),
    option(
        "squares",
        "2.10.3-a",
        "Who may form square.",
        "Chi può formare il quadrato.",
        note=("foot with the note", "la fanteria con la nota"),
        pikes=("pikes too", "anche le picche"),
    ),
    option(
        "heavy_guns",
        "5.2-t8",
        "Heavy guns before 1660.",
        "L'artiglieria pesante prima del 1660.",
        still=("cannot move", "non si muove"),
        limber=("may be limbered and move 1um", "si può attaccare all'avantreno e muove 1um"),
    ),
    option(
        "battery_size",
        "2.1-a",
        "Guns of a battery, for tables of a battle.",
        "Pezzi di una batteria, per le tabelle di una battaglia.",
        **{"6": ("6", "6"), "8": ("8", "8")},
    ),
    option(
        "figures",
        "1.1.4-c",
        "The figures that the tape is meant for.",
        "I modelli per cui vale il metro.",
        **{size: (f"{size} mm", f"{size} mm") for size in ("15", "2", "6", "10", "20", "25")},
    ),
)
OPTIONS = (*COMMAND, *READINGS)
UM_MM = {"15": 40, "2": 20, "6": 30, "10": 30, "20": 40, "25": 60}
"""1.1.4-c: how many millimetres a um is on a table with such figures."""
