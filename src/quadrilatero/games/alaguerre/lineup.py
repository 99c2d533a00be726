"""What follows from where and how bases stand: kept from one question to the next, until a base is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quadrilatero.games.alaguerre.said import RED

if TYPE_CHECKING:
    from quadrilatero.games.alaguerre.state import Base, Pose


class Troops:
    """What follows from the bases of one side, worked out when it is first asked for.

    `here` are those on the table, `poses` where they stand, `joined` the unit of each, `units` all of them
    (`rules.formations`), `kept` what other rules have found.
    """

    __slots__ = ("here", "joined", "kept", "poses", "units")

    def __init__(self) -> None:
        self.here: list[Base] | None = None
        self.poses: list[Pose] | None = None
        self.joined: dict[str, Any] = {}
        self.units: list[Any] | None = None
        self.kept: dict[Any, Any] = {}


class Lineup:
    """What follows from all bases: `touching` are the enemies that each is in contact with (`rules.contact`).

    Any change of a base puts a new one in its place, with what is known of the other side. Copies of a state share it,
    so that nobody may change what it holds.
    """

    __slots__ = ("blue", "here", "kept", "red", "touching", "units")

    def __init__(self, red: Troops, blue: Troops) -> None:
        self.red = red
        self.blue = blue
        self.here: list[Base] | None = None
        self.touching: dict[str, list[Base]] | None = None
        self.units: list[Any] | None = None
        self.kept: dict[Any, Any] = {}

    def troops(self, side: str) -> Troops:
        return self.red if side == RED else self.blue

    def without(self, side: str) -> Lineup:
        """The same after a change of a side's bases."""
        return Lineup(Troops(), self.blue) if side == RED else Lineup(self.red, Troops())
