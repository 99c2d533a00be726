"""Chapter 4.2: allied armies, one of which may rout before the other."""

from __future__ import annotations

from quadrilatero.games.alaguerre.rules import cohesion, losses, objectives
from quadrilatero.games.alaguerre.said import SIDES
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import tell


def leave(s: State) -> None:
    """4.2-c. An allied army that has routed leaves the table, and with it go the objectives that it has taken."""
    for side in SIDES:
        own = cohesion.armies_of(s, side)
        beaten = [army for army in own if s.cohesion[army] <= 0]
        if not beaten or len(beaten) == len(own):
            continue
        for army in beaten:
            troops = [base for base in s.on_table(side) if cohesion.army_of(s, base) == army]
            if troops:
                tell(s, "army_routs", "4.2-c", army=army, side=side)
            for base in troops:
                losses.eliminate(s, base, "division", "4.2-c")
            for objective in [one for one in s.objectives if one.owner == side and one.army == army]:
                objectives.hand_over(s, objective, None)
