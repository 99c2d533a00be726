"""Chapter 5, the optional rule: which generals have a character, and which (5-m, 5-n, 5-ch20)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules.characters import TABLE
from quadrilatero.games.vivaorre.state import General, State
from quadrilatero.games.vivaorre.telling import roll, tell
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice

HAS_ONE = 5
CAOTICO = 20


def roll_characters(s: State) -> Script:
    """5-m. Before the game a die for each subordinate general; those whom a list gives a character have theirs."""
    if s.options["characters"] == "off":
        return
    for general in list(s.generals.values()):
        if general.rank == "cic" or general.characters:
            continue
        faces: tuple[int, ...] = yield Dice(1)
        has_one = faces[0] >= HAS_ONE
        roll(
            s,
            "5-m",
            "character",
            general.side,
            faces,
            need=HAS_ONE,
            total=faces[0],
            success=has_one,
            general=general.id,
            name=general.name,
        )
        if has_one:
            yield from roll_character(s, general)


def roll_character(s: State, general: General) -> Script:
    """5-n, 5-ch20. The table of twenty; who is Caotico has two others, a second 20 or the same is rolled again."""
    first = yield from _face(s, general)
    found = [first]
    while first == CAOTICO and len(found) < 3:
        face = yield from _face(s, general)
        if face not in found:
            found.append(face)
    names = tuple([TABLE[face - 1] for face in found])
    s.lead(s.generals[general.id], characters=names)
    tell(s, "general_character", "5-n", general=general.id, name=general.name, characters=list(names))


def _face(s: State, general: General) -> Script:
    faces: tuple[int, ...] = yield Dice(1, 20)
    roll(
        s,
        "5-n",
        "which_character",
        general.side,
        faces,
        need=1,
        total=faces[0],
        success=True,
        general=general.id,
        name=general.name,
        sides=20,
    )
    return faces[0]
