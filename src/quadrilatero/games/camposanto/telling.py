"""Short ways for the rules to ask, tell and refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.kernel import Phrasebook
from quadrilatero.kernel.voice import Voice

BOOK = Phrasebook(Path(__file__).with_name("phrases.toml"))
VOICE = Voice(BOOK)
ask, ask_all, no, tell = VOICE.ask, VOICE.ask_all, VOICE.no, VOICE.tell


def roll(
    s: State,
    rule: str,
    units: list[Unit],
    faces: tuple[int, ...],
    modifiers: list[tuple[str, int]],
    need: int,
    **data: Any,
) -> bool:
    """The roll of these units of one side, with their names; whether it succeeded."""
    side = units[0].side
    names = [unit.name for unit in units]
    whose = {"by": side, "against": ENEMY[side], "units": [unit.id for unit in units], "names": names}
    return VOICE.roll(s, rule, whose, faces, modifiers, need, **data)
