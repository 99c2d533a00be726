"""How large the game gets: bounds that the fuzz holds every random game to, for whoever plans space and time."""

from __future__ import annotations

MOST_OPTIONS = 1_000
"""The longest list of options. A unit with r movement points has 3r(r + 1) hexes around it and its turn on the spot;
the largest wing of the battle, Austria's left when Impetuous, comes so to 962. Orders are 9 x 8 x 7 = 504 at most."""

MOST_DECISIONS = 2_000
"""The decisions of a random game. The rules alone set no limit, because a declared Assault may be changed for ever; at
random the battle takes about 600, the longest seen, by a player who never ends a step of its own accord, 1,800."""
