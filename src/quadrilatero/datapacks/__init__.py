"""The data of a game: maps, counters, charts and scenarios, read from a folder of TOML files.

What is printed on maps and counters is often not public, so values carry their provenance (rulebook, history or
estimate), and a player who owns the game can correct them: a folder of one's own, named by an environment variable of
the game, replaces the built-in files one by one. Whatever is wrong in such a folder is reported as `BadData` with file,
line, fault and remedy. What a file may hold is said by the types of its contents; what a key wants is told from them.
"""

from quadrilatero.datapacks.document import BadData, Document, repeated
from quadrilatero.datapacks.lines import Way
from quadrilatero.datapacks.pack import Files, Pack
from quadrilatero.datapacks.values import (
    PROVENANCE,
    Hex,
    Hexes,
    Label,
    LabelSource,
    Provenance,
    Record,
    Size,
    SourceNote,
    Text,
    Words,
)

__all__ = [
    "PROVENANCE",
    "BadData",
    "Document",
    "Files",
    "Hex",
    "Hexes",
    "Label",
    "LabelSource",
    "Pack",
    "Provenance",
    "Record",
    "Size",
    "SourceNote",
    "Text",
    "Way",
    "Words",
    "repeated",
]
