"""8.6: the odds of a shot, in an action or a reaction."""

from __future__ import annotations

from quadrilatero.games.custoza.answers import Fire
from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.branches import NONE, branches, cost
from quadrilatero.games.custoza.odds_policy import Policy
from quadrilatero.games.custoza.rules import fire, reactions
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.words import BOOK
from quadrilatero.kernel import Event, Plain, Script
from quadrilatero.kernel.odds import Details, Losses, Mean, Odds


def of_shot(s: State, answer: Fire, policy: Policy) -> Odds:
    """8.5-a, 8.8-b, 11.5.2-a: ammunition and the shot; who is to go to a marker first may be fired at on the way."""
    reacting = bool(s.triggers) and answer.hex is None

    def rule(copy: State) -> Script:
        units = copy.of(answer.units)
        return reactions.fire_back(copy, units, answer.kind) if reacting else fire.action(copy, units, answer)

    side = s.units[answer.units[0]].side
    found = branches(s, rule, policy.tries[0] if answer.path else NONE)
    chances: dict[tuple[int, int], float] = {}
    theirs, ours = Losses(0.0, 0, 0.0), Losses(0.0, 0, 0.0)
    for chance, after in found:
        hurt, own = cost(s, after, ENEMY[side]), cost(s, after, side)
        chances[hurt.sp, hurt.levels] = chances.get((hurt.sp, hurt.levels), 0.0) + chance
        theirs, ours = (
            Losses(had.expected + chance * lost.sp, max(had.worst, lost.sp), had.gone + chance * bool(lost.gone))
            for had, lost in ((theirs, hurt), (ours, own))
        )
    outcomes: list[tuple[Plain, float]] = [({"sp": sp, "levels": levels}, p) for (sp, levels), p in chances.items()]
    success = sum(p for (sp, levels), p in chances.items() if sp or levels)
    levels = sum(p * levels for (_, levels), p in chances.items())
    said, blows = _told(found[0][1].sink, s, answer, success, theirs.expected, levels)
    details = Details(said, blows, {ENEMY[side]: theirs, side: ours})
    return Odds(outcomes, True, 0.0, policy.plain(), success, BOOK, lambda: details)


def _told(
    told: list[Event], s: State, answer: Fire, success: float, sp: float, levels: float
) -> tuple[list[tuple[str, Plain]], list[Plain]]:
    """Column, shifts and modifiers of the shot, as the rules tell of it."""
    names = [s.units[id].name for id in answer.units]
    hex = answer.hex or s.board.grid.numbers[s.triggers[-1].hex]
    roll = next((event for event in told if event.kind == "roll" and event.data["why"] == "fire"), None)
    if roll is None:
        return [("fire_weak", {"names": names, "hex": hex})], []
    keys = ("range", "sp", "power", "shifts", "column")
    shot = {key: roll.data[key] for key in keys} | {"why": "fire", "modifiers": list(roll.modifiers), "chance": success}
    means = {"sp": Mean(sp), "levels": Mean(levels)}
    lines: list[tuple[str, Plain]] = [("fire", {"names": names, "hex": hex, **shot, **means})]
    if shot["shifts"]:
        lines.append(("shifts", {"modifiers": [(rule, value) for rule, value in shot["shifts"]]}))
    return lines, [shot]
