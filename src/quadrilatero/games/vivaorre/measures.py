"""What the game can tell about itself for statistics: how likely rolls were, who led at the end of a turn, losses."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.vivaorre.branches import spread
from quadrilatero.games.vivaorre.rules.morale import succeeds
from quadrilatero.games.vivaorre.said import BLUE, RED
from quadrilatero.games.vivaorre.words import BOOK
from quadrilatero.kernel import Event, Plain
from quadrilatero.kernel.chances import sum_at_least
from quadrilatero.kernel.measures import Chance, Loss, Stage


def chance(event: Event) -> Chance | None:
    """For a roll on which its side hopes to succeed: how likely that was before the dice fell."""
    reckon = RECKONED.get(event.data["why"]) if event.kind == "roll" else None
    if reckon is None or event.data["by"] is None:
        return None
    return Chance(event.data["by"], reckon(event), event.data["success"])


def _hits(event: Event) -> float:
    """9-m, 10-c: at least one hit."""
    return 1 - spread(event.data["count"], event.data["need"])[0]


def _tested(event: Event) -> float:
    """1-j, 12-g, 14-d: one die with all that is added; a 1 always fails and a 6 always succeeds."""
    added = sum(value for _, value in event.modifiers)
    return sum(succeeds(face, face + added, event.data["need"]) for face in range(1, 7)) / 6


def _reached(event: Event) -> float:
    """5-e, 5-ch5: one die that has to reach a number."""
    return sum_at_least(event.data["need"], 1)


RECKONED: dict[str, Callable[[Event], float]] = {
    "fire": _hits,
    "melee": _hits,
    "morale": _tested,
    "works": _tested,
    "command": _reached,
    "saved": _reached,
}
"""Rolls that their side wants to succeed; nobody wants what befalls generals, or their moods, and they are left out."""


def stage_end(event: Event) -> Stage | None:
    """1-g: A turn ends: who has the higher score then."""
    if event.kind != "score":
        return None
    red, blue = event.data[RED], event.data[BLUE]
    return Stage(None if red == blue else RED if red > blue else BLUE)


def losses(before: Plain, after: Plain) -> list[Loss]:
    """11-a: what each unit of the first position has lost by the second, in figures; its formation is its brigade."""
    now = {unit["id"]: unit["figures"] for unit in after["units"]}
    return [
        Loss(
            unit["side"],
            unit["id"],
            BOOK.word(unit.get("name") or unit["id"], "en"),
            unit["figures"] - now.get(unit["id"], 0),
            unit["id"] not in now,
            unit.get("brigade"),
        )
        for unit in before["units"]
    ]
