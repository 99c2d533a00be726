"""What is under way inside an action: deeds, and the triggers that let the other side react to them (11.4).

Both live in the state while a segment is open, so that views, odds and the page can tell of them. They are no part of a
position: a segment is replayed from its boundary, and there nothing is under way.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

DeedKind = Literal["move", "fire", "assault", "charge", "advance", "after_charge", "retreat", "fall_back", "ooc"]
TriggerKind = Literal["fire", "enters", "leaves", "within", "advance", "retreat"]


class Force(NamedTuple):
    """2.8-a: units of one class and side in one hex that act or react together, by their ids."""

    side: str
    kind: str
    hex: int
    ids: tuple[str, ...]


class Deed(msgspec.Struct, frozen=True, gc=False):
    """A Force that moves or attacks. `mp` are the sixths of movement points spent in the action so far.

    `path` are the hexes still to go, `heading` the direction of the last step (-1 before the first). `target` is the
    hex to be attacked, -1 where none is. `reaction` says that it answers a trigger; such deeds set off fewer reactions
    (11.5.3.1, 11.5.3-b). `stopped` once it may not go on: it has lost a combat, or chosen to stop (13.4). `excluded`
    are the units that do not react to a retreat (10.5.6), `riders` those that counter-charged and wait for their own
    move after it (9.8-b). `trail` are the hexes entered since its way was last told. `through` is the hex of a Square
    that a Charge has not beaten and rides through (11.5.4.2), -1 where there is none.
    """

    do: DeedKind
    side: str
    units: tuple[str, ...]
    mp: int = 0
    path: tuple[int, ...] = ()
    heading: int = -1
    target: int = -1
    marker: int = -1
    reaction: bool = False
    stopped: bool = False
    excluded: tuple[str, ...] = ()
    riders: tuple[str, ...] = ()
    trail: tuple[int, ...] = ()
    through: int = -1


class Trigger(msgspec.Struct, frozen=True, gc=False):
    """11.1: an event that Forces may react to. `by` is the side of the Force that set it off, `units` that Force.

    `hex` is where it stands, `to` (of `leaves`) where it is about to go, `came` where it came from. `forces` may react,
    each once; `used` are the units that have reacted, with the class they did it as.
    """

    kind: TriggerKind
    by: str
    units: tuple[str, ...]
    hex: int
    to: int = -1
    came: int = -1
    forces: tuple[Force, ...] = ()
    used: tuple[tuple[str, str], ...] = ()
