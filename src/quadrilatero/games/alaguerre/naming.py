"""What player-generals are called: by name, division and side."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quadrilatero.games.alaguerre.telling import side_of
from quadrilatero.games.alaguerre.words import BOOK
from quadrilatero.kernel import LANGUAGES, Plain, Seat

NUMBERED = re.compile(r"d(\d+)")


def seat_names(generals: Sequence[Plain], seats: Sequence[Seat]) -> dict[Seat, dict[str, str]]:
    """3.4-a: the seats of those who lead for a CiC, by the general, his division and his side."""
    known = {general["id"]: general for general in generals}
    return {seat: named(known.get(seat.partition(".")[2], {}), seat) for seat in seats if side_of(seat) != seat}


def named(general: Plain, seat: Seat) -> dict[str, str]:
    """One of them; a division that has no name but its general's goes without."""
    told = general.get("name") or seat.rpartition(".")[2]
    place = str(general.get("division") or "").rpartition(".")[2]
    number = NUMBERED.fullmatch(place)
    key = "numbered" if number else place if place in BOOK.sections["leads"] else "own"
    data = {"general": told, "number": number[1] if number else "", "side": f"side_{side_of(seat)}"}
    return {language: BOOK.say("leads", key, language, data) for language in LANGUAGES}
