"""What lower levels overlook: brigades, each for a whole impulse. They stand idle; nobody moves them or has them fire.

To overlook single answers would weaken nobody, because a unit whose good move is overlooked is looked at again in the
next question. The eye turns elsewhere with every impulse, by the dice that were rolled for the turn.
"""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.rules.formations import named
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Seat
from quadrilatero.kernel.mind import Eye

IDLE = ("done", "hold", "stand")
"""What is answered for who is overlooked."""
ASKED = ("fire", "return_fire", "charge_fire", "react")
"""Questions whose answers are about brigades, beside those for moves."""


def overlook(scene: Scene, attention: float) -> None:
    """Leave out of a question those whom the eye does not fall on in this impulse."""
    sees = seen_by(scene.s, eye_of(scene.s, scene.seat, attention))
    if scene.what == "move" and scene.data.get("unit") is None:
        scene.data = {**scene.data, "units": [id for id in scene.data["units"] if sees(id)]}
    if scene.what in ASKED:
        asked = scene.data.get("unit", "")
        seen = [one for one in scene.options if one["do"] in IDLE or sees(one.get("unit", asked))]
        scene.options = seen or scene.options


def eye_of(s: State, seat: Seat, attention: float) -> Eye:
    """3.3.1: what a seat's eye falls on in this impulse."""
    return Eye(attention, seat, s.turn, s.impulse, s.rolled)


def seen_by(s: State, eye: Eye) -> Callable[[str], bool]:
    """Whether a unit is of a brigade that an eye falls on; generals always are."""

    def sees(id: str) -> bool:
        unit = None if id in s.generals else named(s, id)
        return unit is None or eye.falls_on(unit.bases[0].brigade)

    return sees
