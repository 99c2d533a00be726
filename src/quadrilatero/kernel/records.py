"""What a match notes at every answer: records that cost little to make and nothing to the garbage collector."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec

from quadrilatero.kernel.ask import Dice
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.plain import Plain, Seat

NOBODY: Mapping[Seat | None, int] = MappingProxyType({})

Tellings: TypeAlias = Mapping[Seat, Mapping[Seat | None, Plain | None]]
"""What the others are told of each seat's answer, where that is not all."""

NOTHING_VEILED: Tellings = MappingProxyType({})


class Step(msgspec.Struct, frozen=True, gc=False):
    """What was fed to the script: by a seat, by the kernel because it was forced, or (seat None) by chance.

    Without a seat it is a roll (`dice` is what was asked for), the answers of several seats that were opened, or a
    reveal (no value). `note` is there where a standing instruction answered: the event that tells it to its own seat.
    `told` has, for each seat whose answer was opened, what others are told of it where they are not told all.
    """

    seat: Seat | None
    value: Any
    forced: bool = False
    note: Event | None = None
    dice: Dice | None = None
    told: Any = NOTHING_VEILED


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A rest of the match: how many entries its log had, and how many of the events that stand had happened.

    `untold` counts the entries that seats may not know of.
    """

    version: int
    told: int
    untold: Any = NOBODY

    def version_for(self, seat: Seat | None) -> int:
        """The version that a seat was shown then."""
        return self.version - int(self.untold.get(seat, 0))


class Mark(msgspec.Struct, gc=False):
    """A boundary: the state as a segment opened, and how many entries, dice and events there were; then the steps."""

    state: Any
    entries: int
    rolled: int
    told: int
    untold: Any
    line: list[Step] = []

    def after(self, line: list[Step]) -> Mark:
        """The same boundary with other steps taken since."""
        return Mark(self.state, self.entries, self.rolled, self.told, self.untold, line)


class Here(msgspec.Struct, frozen=True, gc=False):
    """Where a match stood before an answer: with so many marks, the last of which had so many steps.

    Marks are only ever added to the list, or the match goes on with another one.
    """

    log: int
    rolled: int
    marks: list[Mark]
    count: int
    line: int
    sealed: Any
    untold: Any
