"""20.zulu: what is peculiar to Zulu armies beside the chapters it changes; impis are in `formations` and `fire`."""

from __future__ import annotations

from quadrilatero.games.vivaorre.state import General, State
from quadrilatero.table import span

NEAR_THE_HEAD = 30000
HORNS = {"left": -1, "right": 1}
TO_THE_RIGHT = {"south": (1, 0), "north": (-1, 0), "west": (0, -1), "east": (0, 1)}
"""What is to the right for who looks at the table from that edge."""
AHEAD = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}


def has_divisions(s: State, side: str) -> bool:
    """20.zulu-b. Whether an army stands in the divisions of the buffalo: its generals have roles."""
    return any(general.side == side and general.role is not None for general in s.generals.values())


def keeps_the_buffalo(s: State, side: str) -> bool:
    """20.zulu-b. Horns left and right of the head, loins behind it, all within 30 inches of its general."""
    places = {
        general.role: s.place_of(general)
        for general in s.generals.values()
        if general.side == side and general.role is not None and general.is_there
    }
    head = places.get("head")
    if head is None:
        return False
    right, ahead = TO_THE_RIGHT[s.edges[side]], AHEAD[s.edges[side]]
    for role, place in places.items():
        if role == "head":
            continue
        if place is None or span(head[0], head[1], place[0], place[1]) > NEAR_THE_HEAD:
            return False
        dx, dy = place[0] - head[0], place[1] - head[1]
        if role == "loins" and dx * ahead[0] + dy * ahead[1] >= 0:
            return False
        if role in HORNS and (dx * right[0] + dy * right[1]) * HORNS[role] <= 0:
            return False
    return True


def turns_impetuous(s: State, general: General, told: str) -> bool:
    """20.zulu-c. The general of the loins is Cauto until he is ordered to attack, and Impetuoso from then on."""
    if general.role != "loins" or told != "advance" or "cauto" not in general.characters:
        return False
    kept = tuple([one for one in general.characters if one != "cauto"])
    s.lead(general, characters=(*kept, "impetuoso"))
    return True
