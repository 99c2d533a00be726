"""Chapter 17, reinforcements (17-ev15): a battalion of the army's line foot that was not there before."""

from __future__ import annotations

from quadrilatero.games.vivaorre import position
from quadrilatero.games.vivaorre.army.book import Book
from quadrilatero.games.vivaorre.army.lists import UNARMED
from quadrilatero.games.vivaorre.datapack import PACK
from quadrilatero.games.vivaorre.rules.formations import standard_size, usual_formation
from quadrilatero.games.vivaorre.said import INFANTRY
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import tell_of

LINE_FOOT = "linea"
INWARD = {"south": 0, "north": 18000, "west": 9000, "east": 27000}


def call_up(s: State, side: str) -> Unit:
    """17-ev15. The list's line foot, or plain foot with muskets: of standard size, in no brigade, there next turn."""
    book = Book(PACK.chosen(), s.options)
    roll = book.rolls.get(s.armies[side].list or "")
    entry = next((id for id in roll.entries if id.split(".")[-2:] == ["inf", LINE_FOOT]), None) if roll else None
    training, letters, weapon = "regular", "c-c-c", "musket"
    notes: tuple[str, ...] = ()
    if roll is not None and entry is not None:
        issue = (*roll.issues(entry, s.year), UNARMED)[0]
        training, letters = roll.entries[entry].training, roll.grade(entry, issue)
        weapon, notes = issue.weapon or "none", tuple(roll.notes(entry))
    size = standard_size(INFANTRY, training, 1)
    number = 1
    while f"{side}.reserve{number}" in s.order:
        number += 1
    id = f"{side}.reserve{number}"
    unit = Unit(
        id=id,
        side=side,
        at=None,
        facing=INWARD[s.edges[side]],
        arm=INFANTRY,
        training=training,
        letters=letters,
        notes=notes,
        weapon=weapon,
        gun=None,
        mount=None,
        sections=1,
        figures=size,
        start=size,
        formation=usual_formation(INFANTRY, training, False, size),
        files=(size + 1) // 2,
        mounted=False,
        name=id,
        points=0,
        entry=entry,
        arrives=s.turn + 1,
    )
    unit.points = position.price(unit, book)
    s.put(unit)
    s.order = {**s.order, id: len(s.order)}
    tell_of(s, "called_up", "17-ev15", unit, turn=unit.arrives)
    return unit
