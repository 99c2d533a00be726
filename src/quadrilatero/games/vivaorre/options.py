"""Optional rules, and named readings where the book can be read in two ways; the first value is the default."""

from __future__ import annotations

from quadrilatero.kernel import GameOption


def option(name: str, rules: str, en: str, it: str, **values: tuple[str, str]) -> GameOption:
    """An option with its values, each by what it is called in English and Italian."""
    labels = {value: {"en": english, "it": italian} for value, (english, italian) in values.items()}
    return GameOption(name, tuple(values), tuple(rules.split()), en, it, labels)


def _optional(name: str, rules: str, en: str, it: str) -> GameOption:
    """A rule that the book leaves to the players."""
    return option(name, rules, en, it, off=("not used", "non usata"), on=("used", "usata"))


OPTIONAL_RULES = (
    _optional(
        "characters",
        "5-m 5-n",
        "Whether subordinate generals may have a character. Those that a list or a battle gives hold in any case.",
        "Se i generali in sottordine possono avere un carattere. Quelli dati da liste e battaglie valgono comunque.",
    ),
    _optional(
        "divisions",
        "5-h",
        "Whether brigades form divisions with generals of their own.",
        "Se le brigate formano divisioni con generali propri.",
    ),
    _optional(
        "initiative_modifiers",
        "6-d",
        "Whether the army's initiative is added to the roll.",
        "Se al tiro si somma l'iniziativa dell'esercito.",
    ),
    _optional("extreme_range", "9-l", "Fire up to twice long range.", "Tiro fino al doppio della lunga distanza."),
    _optional(
        "guns_left",
        "10-n",
        "Whether guns of routed batteries stay and may be captured.",
        "Se i pezzi delle batterie in rotta restano e si possono catturare.",
    ),
    _optional("events", "17-a 17-b", "Random events after three sixes.", "Eventi casuali dopo tre sei."),
    _optional(
        "unit_costs",
        "2-d",
        "Whether the cost of a figure stands for the whole unit.",
        "Se il costo di una figura vale per tutta l'unità.",
    ),
    _optional(
        "tournament_terrain",
        "19-a",
        "Whether only the elements of the theatre may be placed.",
        "Se si piazzano solo gli elementi del teatro.",
    ),
    _optional(
        "impassable_terrain",
        "3-k",
        "Whether the players have agreed on impassable ground.",
        "Se i giocatori si sono accordati sul terreno inattraversabile.",
    ),
)
READINGS = (
    option(
        "victory",
        "1-g",
        "How a battle is won.",
        "Come si vince una battaglia.",
        **{
            "break": ("an army breaks with half its brigades", "un esercito cede con metà delle sue brigate"),
            "points": ("points alone", "solo ai punti"),
        },
    ),
    option(
        "order",
        "6-b",
        "Who declares and moves first.",
        "Chi dichiara e muove per primo.",
        choice=("as the winner of the initiative chooses", "come sceglie chi vince l'iniziativa"),
        loser_first=("always the loser", "sempre chi la perde"),
    ),
    option(
        "prisoners",
        "12-m",
        "Who is known to treat prisoners well.",
        "Chi tratta bene i prigionieri.",
        european=("European and US armies one another", "europei e statunitensi tra loro"),
        well=("everybody", "tutti"),
        test=("nobody", "nessuno"),
    ),
    option(
        "disorder",
        "8-ae",
        "Whether disorder of the ground takes a turn to mend.",
        "Se il disordine del terreno chiede un turno di riordino.",
        ground_free=("it ends with the ground", "finisce con il terreno"),
        always_reorder=("it takes a turn", "chiede un turno"),
    ),
    option(
        "march_target",
        "9-m10",
        "Whether a march column is hit like an assault column.",
        "Se una colonna di marcia è colpita come una d'assalto.",
        column=("yes", "sì"),
        none=("no", "no"),
    ),
    option(
        "wound",
        "5-ch19 11-f",
        "Which radii a serious wound cuts to 10 inches.",
        "Quali raggi una ferita grave riduce a 10 pollici.",
        wide_radii=("those of 15 inches", "quelli di 15 pollici"),
        all_radii=("all, 10 inches in proportion", "tutti, i 10 pollici in proporzione"),
    ),
    option(
        "road_forced",
        "8-aa",
        "Road and forced march together.",
        "Marcia su strada e marcia forzata insieme.",
        add=("they add up", "si sommano"),
        larger=("only one counts", "ne conta una sola"),
    ),
    option(
        "figures",
        "1-a",
        "The figures that tape and tables are meant for.",
        "Le figure per cui valgono metro e tabelle.",
        **{"15": ("15 mm", "15 mm"), "25": ("25 mm", "25 mm")},
    ),
    option(
        "calibre",
        "9-f",
        "Where the dice of a gun come from.",
        "Da dove vengono i dadi di un pezzo.",
        table=("the table of points", "dalla tabella dei punti"),
        rule=("the rule of calibres", "dalla regola dei calibri"),
    ),
    option(
        "dreyse",
        "20.pru-d",
        "How long the Prussians carry the Dreyse.",
        "Fino a quando i Prussiani hanno il Dreyse.",
        to_1871=("to 1871", "fino al 1871"),
        always=("always", "sempre"),
    ),
    option(
        "lance",
        "20-d",
        "Who has lance and cuirass.",
        "Chi ha lancia e corazza.",
        by_name=("also who is named after them", "anche chi ne porta il nome"),
        printed=("only where it is printed", "solo dove è stampato"),
    ),
    option(
        "smokeless",
        "13-i 20.boer-c",
        "Who has smokeless powder from 1890.",
        "Chi ha la polvere senza fumo dal 1890.",
        boers=("the Boers", "i Boeri"),
        from_1890=("everybody", "tutti"),
    ),
    option(
        "shares",
        "20-b",
        "How near exact shares of an army must be met.",
        "Quanto da vicino vanno rispettate le quote esatte.",
        within_10=("within 10 percentage points", "con uno scarto di 10 punti percentuali"),
        exact=("to the whole per cent", "al punto percentuale"),
    ),
    option(
        "limits_3000",
        "20-c",
        "Whether limits for battles of 3,000 points bind.",
        "Se i limiti per battaglie da 3.000 punti obbligano.",
        binding=("they bind", "obbligano"),
        advice=("they are advice", "sono consigli"),
    ),
    option(
        "unit_sizes",
        "2-b",
        "The sizes that units may have.",
        "Le grandezze che le unità possono avere.",
        standard=("the standard ones", "quelle standard"),
        free=("from 4 figures to twice the standard", "da 4 figure al doppio dello standard"),
    ),
    option(
        "rosters",
        "3-d",
        "Whether each side knows the other's army.",
        "Se ogni parte conosce l'esercito dell'altra.",
        open=("yes", "sì"),
        secret=("no", "no"),
    ),
)
OPTIONS = (*OPTIONAL_RULES, *READINGS)
