"""The ways to look something up between decisions, from what a seat knows. Worker processes load this, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from quadrilatero.kernel import Match
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.inspection import inspect, propose, reach, snap
from quadrilatero.kernel.plain import Seat


def _propose(match: Match, seat: Seat, query: Any) -> Any:
    if not isinstance(query, dict) or not isinstance(query.get("unit"), str):
        raise BadQuery('expected {"unit": "…"}')
    return propose(match, seat, query["unit"])


LOOKS: Mapping[str, Callable[[Match, Any, Any], Any]] = {
    "inspect": inspect,
    "snap": snap,
    "reach": reach,
    "propose": _propose,
}


def look_up(what: str, match: Match, seat: Seat | None, query: Any) -> Any:
    """What is found; raises BadQuery. Nothing changes in the match."""
    return LOOKS[what](match, seat, query)
