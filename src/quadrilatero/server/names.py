"""Names as they are kept: what can be seen, in one alphabet, and no other name in disguise."""

from __future__ import annotations

import re
import unicodedata

from quadrilatero.server.errors import Problem

PROGRAM = "(program) "
"""What the names of programs begin with, and no other name."""

INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as printable and show nothing."""
MOST_MARKS = 2
"""Accents on one letter."""
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
"""Alphabets whose letters look alike."""
ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοικνρυχα",
    "ABESIJKMHOPCTYXaesijopcyxhdqwABEZHIKMNOPTYXoiknpuxa",
)
LINK = re.compile(r"www\.|@|/|\w\.\w{2,}", re.IGNORECASE)


def proper_name(name: str, most: int) -> str:
    """A name as it is kept; a Problem where it is none."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= most or not name.isprintable():
        raise Problem("bad_name", most=most)
    if misleads(name):
        raise Problem("misleading_name")
    if likeness(name).startswith(PROGRAM.strip()):
        raise Problem("reserved_name")
    return name


def misleads(name: str) -> bool:
    """Whether a name has something invisible in it, heaps of accents, or letters of several alphabets in a word."""
    if not INVISIBLE.isdisjoint(name):
        return True
    if any(0xFE00 <= ord(character) <= 0xFE0F or 0xE0100 <= ord(character) <= 0xE01EF for character in name):
        return True
    marks = "".join("m" if unicodedata.category(character).startswith("M") else "-" for character in name)
    if "m" * (MOST_MARKS + 1) in marks or marks.startswith("m"):
        return True
    return any(len(alphabets(word)) > 1 for word in name.split())


def alphabets(word: str) -> set[str]:
    """Those of the alphabets that look alike which a word is written in."""
    names = (unicodedata.name(character, "") for character in word if character.isalpha())
    return {first for first in (name.partition(" ")[0] for name in names) if first in ALPHABETS}


def likeness(name: str) -> str:
    """What a name looks like: names that only differ in what nobody sees have the same."""
    return unicodedata.normalize("NFKC", name.translate(ALIKE)).casefold()


def in_letters(name: str) -> str | None:
    """A name for a letter to somebody who may not know us; None where it could be taken for a link."""
    return None if LINK.search(name) else name
