"""Values that the data of every game are made of."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Provenance = Literal["rulebook", "history", "estimate"]
PROVENANCE = '"rulebook", "history" or "estimate"'
Words = Annotated[str, Meta(pattern=r"\S", description="a text in quotes, not empty")]
Size = Annotated[int, Meta(ge=1, le=99)]
Hex = Annotated[str, Meta(pattern=r"^[0-9]{4}\Z", description='a hex number of four digits in quotes, such as "0716"')]
Hexes = Annotated[tuple[Hex, ...], Meta(description="a list of hex numbers in quotes")]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a data file. Where there are many of them in a file, the first key is what messages name one by."""


class Text(Record, frozen=True):
    """The same words in English and Italian."""

    en: Words
    it: Words


class SourceNote(Record, frozen=True):
    """Where a group of values comes from, in one word and in a sentence."""

    source: Provenance
    note: Words


class LabelSource(Record, frozen=True):
    """Provenance of a label's text and of its hex."""

    text: Provenance
    hex: Provenance


class Label(Record, frozen=True):
    """Lettering on a map; no rule looks at it."""

    text: Words
    hex: Hex
    kind: Literal["place", "river", "road"]
    source: LabelSource
