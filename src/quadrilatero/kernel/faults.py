"""What is wrong with a position, fault by fault: for whoever sets one up by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.game import BadPosition
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.phrases import LANGUAGES
from quadrilatero.kernel.plain import Plain
from quadrilatero.kernel.start import start

MOST = 30
"""So many faults are told at once."""
_PLACED = re.compile(r"position: (?P<where>[\w-]+(?:\[\d+\]|\.[\w-]+)*): (?P<text>.*)", re.DOTALL)
_TYPED = re.compile(r"position: (?P<text>.*) - at `\$\.?(?P<where>[^`]*)`", re.DOTALL)
_RECORD = re.compile(r"(\w+)\[(\d+)\]")


class Fault(msgspec.Struct, frozen=True):
    """One fault: the field it is in (`units[3].hex`, empty where it is in none), what it is, and the rule it breaks.

    What msgspec finds wrong with the form of a position is in English for all.
    """

    where: str
    text: Mapping[str, str]
    rule: str | None = None


def examined(game: str, position: Plain, options: Mapping[str, str] | None = None) -> tuple[Match | None, list[Fault]]:
    """A match from a position, or all that keeps it from being set up.

    A game tells the first fault it meets. Where that lies in a record of a list, the others are looked at without that
    record, so that a player reads of all of them at once.
    """
    found: list[Fault] = []
    left = {key: list(enumerate(value)) for key, value in position.items() if isinstance(value, list)}
    while len(found) < MOST:
        tried = {**position, **{key: [record for _, record in records] for key, records in left.items()}}
        try:
            match = start(game, position=tried, options=options, seed=0)
        except (Illegal, ValueError, RuntimeError) as error:
            fault, place = _located(error, left)
            found.append(fault)
            if place is None:
                break
            key, index = place
            del left[key][index]
        else:
            return (None if found else match), found
    return None, found


def _located(error: Exception, left: dict[str, list[tuple[int, Any]]]) -> tuple[Fault, tuple[str, int] | None]:
    """A fault with the numbers that the records have in the position, and which of those left it is in."""
    rule, said = (error.rule, error.said) if isinstance(error, BadPosition) else (None, None)
    message = str(error).removesuffix(f" [{rule}]")
    placed = _TYPED.fullmatch(message) or _PLACED.fullmatch(message)
    if placed is None:
        return Fault("", said or dict.fromkeys(LANGUAGES, message.removeprefix("position: ")), rule), None
    where, text = placed["where"], said or dict.fromkeys(LANGUAGES, placed["text"])
    record = _RECORD.match(where)
    if record is None or int(record[2]) >= len(left.get(record[1], ())):
        return Fault(where, text, rule), None
    key, index = record[1], int(record[2])
    return Fault(f"{key}[{left[key][index][0]}]{where[record.end() :]}", text, rule), (key, index)
