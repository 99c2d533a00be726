"""What the game can tell about itself for statistics: how likely rolls were, and losses."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.alaguerre.branches import FACES, added
from quadrilatero.games.alaguerre.rules import fire
from quadrilatero.games.alaguerre.rules.morale import PASSED, RECOVERS, cell
from quadrilatero.kernel import Event, Plain
from quadrilatero.kernel.chances import sum_at_least
from quadrilatero.kernel.measures import Chance, Loss


def chance(event: Event) -> Chance | None:
    """For a roll on which its side hopes to succeed: how likely that was before the dice fell."""
    reckon = RECKONED.get(event.data["why"]) if event.kind == "roll" else None
    if reckon is None or event.data["by"] is None:
        return None
    return Chance(event.data["by"], reckon(event), event.data["success"])


def _tested(event: Event) -> float:
    """10.2.1-b: a test that is passed, or after which a routed unit recovers; by the score that it needed."""
    row: str = event.data["row"]
    need: int = event.data["need"]
    good = 0
    for die in FACES:
        total = max(1, die + added(event))
        good += cell(row, die, total) in (PASSED, RECOVERS) and (die == max(FACES) or total >= need)
    return good / 6


def _damages(event: Event) -> float:
    """8.2-b: any damage of a shot."""
    pairs = [(one, other) for one in FACES for other in FACES]
    return sum(fire.damage_of(max(1, one + added(event)), other) > 0 for one, other in pairs) / 36


def _strikes(event: Event) -> float:
    """9.1-b: any damage of a blow."""
    return sum(max(1, one + added(event)) > other for one in FACES for other in FACES) / 36


def _ordered(event: Event) -> float:
    """3.3-b: at least one order from all dice."""
    return 1 - (1 - sum_at_least(event.data["need"], 1)) ** len(event.dice)


RECKONED: dict[str, Callable[[Event], float]] = {
    "morale": _tested,
    "fire": _damages,
    "melee": _strikes,
    "activation": _ordered,
}
"""Rolls that their side wants to succeed; what befalls generals and divisions is left out."""


def losses(before: Plain, after: Plain) -> list[Loss]:
    """2.6.6-a: what each base of the first position has lost by the second, in points of strength; by its division."""
    now = {base["id"]: 4 - base["strength"] + base["losses"] for base in after["bases"]}
    return [
        Loss(
            base["side"],
            base["id"],
            base["name"],
            now.get(base["id"], 4) - (4 - base["strength"] + base["losses"]),
            base["id"] not in now,
            base["division"],
        )
        for base in before["bases"]
    ]
