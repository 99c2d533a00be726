"""Named readings of the rules where the book is silent; the first value of each is the one played by default."""

from __future__ import annotations

from quadrilatero.kernel import GameOption

OPTIONS = (
    GameOption(
        "fatigue",
        ("none", "limits"),
        ("4.1-d",),
        "limits: a Fatigued wing cannot be Impetuous again in the same Turn; with the highest point it acts first, as "
        "Aggressive. none: the mark is kept and shown, without effect.",
        "limits: un'Ala Affaticata non può essere di nuovo Impetuosa nello stesso Turno; con il PO più alto agisce per "
        "prima, come Aggressiva. none: il segnale si tiene e si mostra, senza effetto.",
    ),
    GameOption(
        "wing_loss",
        ("counters", "combat_units", "regiments"),
        ("12.1-a",),
        "Which counters keep a wing in being: all of them with the Marshal, combat units only, or regiments only.",
        "Quali pedine tengono in vita un'Ala: tutte con il Maresciallo, solo le unità combattenti, solo i reggimenti.",
    ),
    GameOption(
        "flank",
        ("no_mixed_attacker", "each_defender"),
        ("7.2-h", "7.2-i"),
        "each_defender: with several attackers the Flank counts as soon as every defender has one of them there; the "
        "exception for Flank and Front together holds only for a single attacker.",
        "each_defender: con più attaccanti il Fianco vale non appena ogni difensore ne ha uno lì; l'eccezione per "
        "Fianco e Fronte insieme resta solo per l'attaccante singolo.",
    ),
    GameOption(
        "farmhouses",
        ("any", "all"),
        ("7.2-f", "7.2-g"),
        "all: farmhouses protect a side only if every one of its units in the Assault is in them.",
        "all: i Casolari proteggono una parte solo se vi stanno tutte le sue unità nell'Assalto.",
    ),
    GameOption(
        "advance",
        ("stacking", "single"),
        ("7.1-j",),
        "single: only one counter advances after a victory. stacking: as many as stacking allows.",
        "single: dopo una vittoria avanza una sola pedina. stacking: quante ne permette l'ammassamento.",
    ),
    GameOption(
        "marshal_stacking",
        ("alone", "shared"),
        ("6.2-c", "8.2-k"),
        "shared: a Marshal may end his move with friendly units; fire then strikes the unit, not him.",
        "shared: un Maresciallo può finire il movimento con unità amiche; il fuoco colpisce allora l'unità, non lui.",
    ),
    GameOption(
        "retreat",
        ("away", "fewest_fronts"),
        ("6.5-a", "6.5-c"),
        "fewest_fronts: among hexes equally far back a retreat avoids enemy Fronts before it looks at distance.",
        "fewest_fronts: a parità di arretramento la ritirata evita prima i Fronti nemici, poi conta la distanza.",
    ),
)
