"""The words of positions: their names and numbers, and what they say otherwise than the state holds it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from quadrilatero.kernel.position import Key

RED, BLUE = "red", "blue"
SIDES = (RED, BLUE)
ENEMY = {RED: BLUE, BLUE: RED}

Name = str | dict[str, str]
"""One name in every language, or one in each."""

UM = 1000
"""1.1.4-a: the rules' measure, the depth of a standard base."""

PK, HV, WB, SH, LN, LT, DR = "Pk", "Hv", "Wb", "Sh", "Ln", "Lt", "Dr"
CAV, REI, MC, LC = "Cav", "Rei", "MC", "LC"
LT_ART, MD_ART, HV_ART, MD_HOW = "LtArt", "MdArt", "HvArt", "MdHow"
BAGGAGE, CAMP = "baggage", "camp"
FOOT = (PK, HV, WB, SH, LN, LT, DR)
HORSE = (CAV, REI, MC, LC)
GUNS = (LT_ART, MD_ART, HV_ART, MD_HOW)
TRAIN = (BAGGAGE, CAMP)

LINE, COLUMN, SQUARE, SKIRMISH = "line", "column", "square", "skirmish"
BATTERY, LIMBERED, GREAT = "battery", "limbered", "great"

ORDERED, DISORDERED, SHAKEN, ROUTED = "ordered", "disordered", "shaken", "routed"
STATES = (ORDERED, DISORDERED, SHAKEN, ROUTED)
LEVEL = {ORDERED: 0, DISORDERED: 1, SHAKEN: 2, ROUTED: 3}
"""2.6.7: the level of disorder of each state."""

SideName = Literal["red", "blue"]
EdgeName = Literal["south", "north", "east", "west"]
TypeName = Literal[
    "Pk",
    "Hv",
    "Wb",
    "Sh",
    "Ln",
    "Lt",
    "Dr",
    "Cav",
    "Rei",
    "MC",
    "LC",
    "LtArt",
    "MdArt",
    "HvArt",
    "MdHow",
    "baggage",
    "camp",
]
FormationName = Literal["line", "column", "square", "skirmish", "battery", "limbered"]
WeaponName = Literal["Mk", "Aq", "Ps", "Bw", "LBw", "XBw", "various", "LtArt", "MdArt", "HvArt", "MdHow", "none"]
NoteName = Literal[
    "halberds",
    "sword_shield",
    "long_spears",
    "cuirassiers",
    "salvo",
    "short_range",
    "square",
    "shields",
    "pavises",
    "stakes",
    "mixed",
    "flank_fire",
    "any_order",
    "rear_ranks_fire",
]
StateName = Literal["ordered", "disordered", "shaken", "routed"]
HealthName = Literal["well", "wounded", "dead", "captured"]
PhaseName = Literal["setup", "reinforcements", "activation", "orders", "manoeuvre", "rally", "fire", "melee"]
TerrainName = Literal[
    "hill",
    "marsh",
    "wood",
    "field",
    "town",
    "village",
    "farm",
    "fort",
    "redoubt",
    "orchard",
    "stream",
    "hedge",
    "wall",
    "trench",
    "rampart",
    "fence",
    "bank",
    "river",
    "pond",
    "impassable",
    "ford",
    "bridge",
    "road",
]
RowName = Literal["charge", "charged", "fire", "melee", "contagion", "rout"]
GoneName = Literal["losses", "routed_off", "shaken_off", "steady_off", "abandoned", "division"]

Side = Annotated[str, Key(type=SideName)]
Type = Annotated[str, Key(type=TypeName)]
FormationKind = Annotated[str, Key(type=FormationName)]
Weapon = Annotated[str, Key(type=WeaponName)]
Note = Annotated[str, Key(type=NoteName)]
Cohesion = Annotated[str, Key(type=StateName)]
Health = Annotated[str, Key(type=HealthName)]
Phase = Annotated[str, Key(type=PhaseName)]
Row = Annotated[str, Key(type=RowName)]
Why = Annotated[str, Key(type=GoneName)]

Stats = Annotated[str, Meta(pattern=r"^(-?\d|-)/(-?\d|-)/(-?\d|-) [a-]( sk(/ln)?)?$")]
"""2.6-a: morale, fire, mêlée, armour, speciality, as the lists print them."""
Mils = Annotated[int, Meta(ge=-131072, le=131072)]
Angle = Annotated[int, Meta(ge=0, le=35999)]
Year = Annotated[int, Meta(ge=1500, le=1720)]
Turn = Annotated[int, Meta(ge=1, le=200)]
Impulse = Annotated[int, Meta(ge=1, le=3)]
Level = Annotated[int, Meta(ge=-1, le=2)]
Depth = Annotated[int, Meta(ge=1000, le=1500)]
Count = Annotated[int, Meta(ge=0, le=131072)]
Losses = Annotated[int, Meta(ge=0, le=4)]
Strength = Annotated[int, Meta(ge=1, le=4)]
Priority = Annotated[int, Meta(ge=4, le=6)]
Face = Annotated[int, Meta(ge=1, le=6)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Place = Annotated[tuple[int, ...], Key(type=Annotated[list[Mils], Meta(min_length=2, max_length=2)])]
"""x and y in thousandths of a um, east and north."""
