"""The words of positions: their names and numbers, and what they say otherwise than the state holds it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from quadrilatero.kernel.position import Key

RED: Final = "red"
BLUE: Final = "blue"
SIDES = (RED, BLUE)
ENEMY = {RED: BLUE, BLUE: RED}

INFANTRY: Final = "infantry"
CAVALRY: Final = "cavalry"
ARTILLERY: Final = "artillery"

REGULAR: Final = "regular"
IRREGULAR: Final = "irregular"

LINE: Final = "line"
ASSAULT: Final = "assault"
MASS: Final = "mass"
MARCH: Final = "march"
SKIRMISH: Final = "skirmish"
SQUARE: Final = "square"

BATTERY: Final = "battery"
LIMBERED: Final = "limbered"

STEADY: Final = "steady"
SHAKEN: Final = "shaken"
ROUTED: Final = "routed"

Name = str | dict[str, str]
"""One name in every language, or one in each."""
SideName = Literal["red", "blue"]
EdgeName = Literal["south", "north", "east", "west"]
ArmName = Literal["infantry", "cavalry", "artillery"]
TrainingName = Literal["regular", "irregular"]
NoteName = Literal["skirmish", "dismount", "lance", "cuirass", "engineers", "climb"]
FormationName = Literal["line", "assault", "mass", "march", "skirmish", "square", "battery", "limbered"]
WeaponName = Literal[
    "musket",
    "rifled_musket",
    "breech_rifle",
    "smooth_carbine",
    "rifled_carbine",
    "breech_carbine",
    "bow",
    "dreyse_rifle",
    "dreyse_carbine",
    "none",
]
GunName = Literal[
    "smooth_4",
    "smooth_6",
    "smooth_8",
    "smooth_9",
    "smooth_12",
    "smooth_16",
    "smooth_18",
    "smooth_24",
    "rifled_4",
    "rifled_6",
    "rifled_8",
    "rifled_9",
    "rifled_12",
    "parrott",
    "breech_12",
    "breech_15",
    "long_tom",
    "rapid_4",
    "rapid_6",
    "pom_pom",
    "russian_4",
    "russian_6",
    "howitzer_6",
    "howitzer_8",
    "mg_old",
    "mg_modern",
]
TheatreName = Literal["europe", "south_africa", "north_africa", "afghanistan", "china", "india"]
PhaseName = Literal["setup", "command", "initiative", "charges", "movement", "fire", "melee", "recovery"]
CharacterName = Literal[
    "impetuoso",
    "cauto",
    "testardo",
    "carismatico",
    "invulnerabile",
    "osservatore",
    "intuitivo",
    "rapido",
    "duro",
    "metodico",
    "tirannico",
    "vigliacco",
    "combattivo",
    "imprevedibile",
    "ottuso",
    "temerario",
    "stupido",
    "intraprendente",
    "incapace",
    "caotico",
]
TerrainName = Literal[
    "open",
    "open_wood",
    "dense_wood",
    "rough",
    "bushes",
    "marsh",
    "sand",
    "steep_hill",
    "gentle_hill",
    "building",
    "light_works",
    "heavy_works",
    "hedge",
    "wall",
    "stream",
    "gully",
    "road",
    "bridge",
    "ford",
    "impassable",
]
MaterialName = Literal["wood", "stone", "fortified", "river", "cliff", "crest", "jungle"]
OccasionName = Literal[
    "charge",
    "forced_march",
    "routers",
    "fire",
    "guns",
    "melee",
    "rout",
    "square",
    "weather",
    "surrender",
    "event",
]

Side = Annotated[str, Key(type=SideName)]
Arm = Annotated[str, Key(type=ArmName)]
Training = Annotated[str, Key(type=TrainingName)]
Note = Annotated[str, Key(type=NoteName)]
FormationKind = Annotated[str, Key(type=FormationName)]
Weapon = Annotated[str, Key(type=WeaponName)]
Gun = Annotated[str, Key(type=GunName)]
Mount = Annotated[str, Key(type=Literal["horse", "mountain"])]
Morale = Annotated[str, Key(type=Literal["steady", "shaken", "routed"])]
Disorder = Annotated[str, Key(type=Literal["ground", "reorder"])]
Theatre = Annotated[str, Key(type=TheatreName)]
Weather = Annotated[str, Key(type=Literal["clear", "rain", "bad"])]
Phase = Annotated[str, Key(type=PhaseName)]
Rank = Annotated[str, Key(type=Literal["brigade", "division", "cic"])]
Role = Annotated[str, Key(type=Literal["head", "left", "right", "loins"])]
Health = Annotated[str, Key(type=Literal["well", "wounded", "dead", "captured"])]
Character = Annotated[str, Key(type=CharacterName)]
Half = Annotated[str, Key(type=Literal["first", "second"])]
Occasion = Annotated[str, Key(type=OccasionName)]
Told = Annotated[str, Key(type=Literal["advance", "hold"])]
Does = Annotated[str, Key(type=Literal["advance", "hold", "charge", "free"])]
Hand = Annotated[str, Key(type=Literal["left", "right"])]

Letters = Annotated[str, Meta(pattern=r"^[a-e]-[a-e/*]-[a-e]$")]
Mils = Annotated[int, Meta(ge=-131072, le=131072)]
Angle = Annotated[int, Meta(ge=0, le=35999)]
Year = Annotated[int, Meta(ge=1820, le=1900)]
Turn = Annotated[int, Meta(ge=1, le=200)]
Count = Annotated[int, Meta(ge=0, le=999)]
Figures = Annotated[int, Meta(ge=1, le=80)]
Sections = Annotated[int, Meta(ge=1, le=12)]
Hits = Annotated[int, Meta(ge=0, le=1)]
Points = Annotated[int, Meta(ge=0, le=99999)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Place = Annotated[tuple[int, ...], Key(type=Annotated[list[Mils], Meta(min_length=2, max_length=2)])]
"""x and y in mils: thousandths of an inch of the rules, east and north."""
