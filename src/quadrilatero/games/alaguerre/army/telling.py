"""What the builder says: limits and faults in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from quadrilatero.datapacks import Text
from quadrilatero.games.alaguerre.army.builder import Fault
from quadrilatero.games.alaguerre.datapack import Entry
from quadrilatero.games.alaguerre.words import BOOK
from quadrilatero.kernel import LANGUAGES, Plain


def said(section: str, key: str, data: Mapping[str, Any]) -> dict[str, str]:
    """A sentence of the builder in both languages; names stand in the language of the reader."""
    return {
        language: BOOK.say(
            section,
            key,
            language,
            {field: getattr(value, language) if isinstance(value, Text) else value for field, value in data.items()},
        )
        for language in LANGUAGES
    }


def error(fault: Fault) -> Plain:
    """A fault as programs and players read it."""
    return {
        "rule": fault.rule,
        "reason": fault.reason,
        "data": msgspec.to_builtins(fault.data),
        "text": said("army", fault.reason, fault.data),
    }


def about(entry: Entry) -> dict[str, str]:
    """What troops are and can do, in a few words of each language."""
    notes = [entry.type, *(entry.stats.split(" ")[2:]), *entry.notes, *(["great"] if entry.great else [])]
    return {language: ", ".join(BOOK.find("note", note, language, note) for note in notes) for language in LANGUAGES}


def limits_of(entry: Entry) -> list[Plain]:
    """How many bases of some troops there may be, with the rule."""
    if entry.least is None and entry.most is None:
        return []
    return [{"rule": "2.6.5-a", "text": said("limit", "bases", {"least": entry.least, "most": entry.most})}]
