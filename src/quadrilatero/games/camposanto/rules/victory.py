"""Chapter 12: how the game is won."""

from __future__ import annotations

from quadrilatero.games.camposanto.board import ENEMY, SIDES
from quadrilatero.games.camposanto.rules.components import is_combat, is_regiment, regiment_of
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import tell
from quadrilatero.kernel import Ended, Result

WINNING_POINTS = 4


def check_wing(s: State, side: str, wing: str) -> None:
    """12.1-a. An army that has lost every counter of a wing, its Marshal too, loses at once."""
    if f"{side}.{wing}" in s.wings and not any(keeps_wing(s, unit) for unit in s.of_wing(side, wing)):
        finish(s, ENEMY[side], "wing_lost", "12.1-a")
        raise Ended


def keeps_wing(s: State, unit: Unit) -> bool:
    """12.1-a: which counters count is an option of the game."""
    if s.options["wing_loss"] == "combat_units":
        return is_combat(unit)
    return is_regiment(unit) if s.options["wing_loss"] == "regiments" else True


def count_step(s: State, unit: Unit, steps: int) -> int:
    """12.2-a, 12.2-g. Each step a regiment really loses is recorded for the enemy; light foot, guns, Marshals never."""
    counted = steps if is_regiment(unit) else 0
    if counted:
        by = ENEMY[unit.side]
        s.inflicted = {**s.inflicted, by: s.inflicted[by] + counted}
    return counted


def score_phase(s: State) -> None:
    """12.2-b. Who inflicted more HITs in the Phase has one victory point; nobody on a tie."""
    spain, austria = s.inflicted["spain"], s.inflicted["austria"]
    scorer = None if spain == austria else "spain" if spain > austria else "austria"
    if scorer:
        s.vp = {**s.vp, scorer: s.vp[scorer] + 1}
    tell(
        s,
        "vp",
        "12.2-b",
        side=scorer,
        scorer=scorer or "nobody",
        inflicted=s.inflicted,
        vp=s.vp,
        spain=spain,
        austria=austria,
        spain_vp=s.vp["spain"],
        austria_vp=s.vp["austria"],
    )
    reset_losses(s)


def reset_losses(s: State) -> None:
    """12.2-c. The losses track starts every Phase at zero."""
    s.inflicted = dict.fromkeys(SIDES, 0)


def check_points(s: State) -> None:
    """12.2-d. Four victory points win at once."""
    for side in SIDES:
        if s.vp[side] >= WINNING_POINTS:
            finish(s, side, "four_points", "12.2-d")
            raise Ended


def final_result(s: State) -> None:
    """12.2-e. After the last Turn the side with more victory points wins."""
    spain, austria = s.vp["spain"], s.vp["austria"]
    if spain == austria:
        break_tie(s)
    else:
        finish(s, "spain" if spain > austria else "austria", "more_points", "12.2-e")


def break_tie(s: State) -> None:
    """12.2-f. With equal points the side that lost fewer whole regiments wins; otherwise the game is drawn."""
    lost = {side: regiments_lost(s, side) for side in SIDES}
    if lost["spain"] == lost["austria"]:
        finish(s, None, "drawn", "12.2-f")
    else:
        finish(s, min(SIDES, key=lambda side: lost[side]), "fewer_regiments_lost", "12.2-f")


def regiments_lost(s: State, side: str) -> int:
    """12.2-f: a regiment is lost when all its counters are gone; light infantry, guns and Marshals never count."""
    gone = {regiment_of(unit) for unit in s.eliminated if unit.side == side and is_regiment(unit)}
    if gone:
        gone -= {regiment_of(unit) for unit in s.of_side(side) if is_regiment(unit)}
    return len(gone)


def finish(s: State, winner: str | None, reason: str, rule: str) -> None:
    """Write the result down."""
    score = {"vp": dict(s.vp), "regiments_lost": {side: regiments_lost(s, side) for side in SIDES}}
    s.result = Result(winner, reason, rule, score)
    tell(s, "result", rule, winner=winner, victor=winner or "nobody", why=reason, score=score)
