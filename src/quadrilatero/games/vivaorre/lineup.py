"""What follows from where the units stand: kept from one question to the next, until one of them changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quadrilatero.games.vivaorre.state import Pose, Unit


class Lineup:
    """What follows from all units, worked out when it is first asked for.

    `here` are those on the table, of a side (`None`: of both); `known` the enemies whom a side sees, and their poses;
    `friends` the poses of the others of a unit's side; `touching` the enemies whom each is in contact with, by its id
    (`rules.contact`); `ways` those of charges, by where charger and target stand (`rules.charge_moves`). Any change of
    a unit puts an empty one in its place. Copies of a state share it, so that nobody may change what it holds.
    """

    __slots__ = ("friends", "here", "known", "touching", "ways")

    def __init__(self) -> None:
        self.here: dict[str | None, list[Unit]] = {}
        self.known: dict[str, tuple[list[Unit], list[Pose]]] = {}
        self.friends: dict[tuple[str, str], list[Pose]] = {}
        self.touching: dict[str, list[Unit]] | None = None
        self.ways: dict[Any, Any] = {}
