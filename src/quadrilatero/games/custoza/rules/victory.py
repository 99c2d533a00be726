"""23: how a minor scenario is won."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.options import head_start
from quadrilatero.games.custoza.rules.concepts import controls
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import tell
from quadrilatero.kernel import Result

RULES: Final = {"3321": "23.1.4-a", "2915": "23.1.4-a", "3924": "23.2.4-a"}
"""The last hex of a scenario's list and its paragraph (23.1, what is learnt with, 23.2); any other is 23.3."""


def final_result(s: State) -> None:
    """23.1.4-a, 23.2.4-a, 23.3.4-a. At the end of the last game turn the side with more of the listed hexes has won."""
    if s.victory is None or s.victory["type"] != "majority":
        s.result = Result(None, "undecided", None, {})
    else:
        count = counted(s)
        rule = RULES.get((s.victory["hexes"] or [""])[-1], "23.3.4-a")
        best = [side for side in SIDES if count[side] == max(count.values())]
        winner = best[0] if len(best) == 1 else None
        s.result = Result(winner, "majority" if winner else "tied", rule, {"hexes": count})
    tell(s, "result", s.result.rule or "23-a", winner=s.result.winner or "nobody", reason=s.result.reason)


def counted(s: State) -> dict[str, int]:
    """23.1.4-a, 23.2.4-a, 23.3.4-a. The listed hexes that each side counts: those it controls, and its head start."""
    more = head_start(s.options)
    return {side: len(held(s, side)) + more[side] for side in SIDES}


def tell_held(s: State) -> None:
    """3.5-a: at the end of a game turn, how many of the listed hexes each side controls."""
    if s.victory is not None and s.victory["type"] == "majority":
        tell(s, "held", "3.5-a", gt=s.gt, italy=len(held(s, "italy")), austria=len(held(s, "austria")))


def held(s: State, side: str) -> list[str]:
    """2.2-a: the hexes of the victory list that a side controls."""
    wanted = (s.victory or {}).get("hexes", ())
    return [number for number in wanted if controls(s, side, s.board.grid.index(number))]
