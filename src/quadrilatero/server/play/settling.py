"""The record that goes with where a match stands after an act: whose turn it is, clocks, since when things wait."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quadrilatero.kernel import Match
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.standing import ANSWERS
from quadrilatero.server.play import clocks
from quadrilatero.server.storage import StoredEntry, TableRecord

GOING_BACK = ("take_back", "undo", "withdraw")


def settled(
    match: Match,
    before: TableRecord,
    after: TableRecord,
    new: Sequence[StoredEntry],
    turns: Sequence[Sequence[Seat]],
    now: float,
) -> TableRecord:
    """The record after an act that added those entries; `turns` are the seats that were to answer one after the other,
    where instructions answered at once."""
    over = match.result is not None
    status = "over" if over else after.status
    steps = [list(turn) if status == "running" else [] for turn in turns]
    turn = list(match.ask.who) if match.ask is not None and status == "running" else []
    return msgspec.structs.replace(
        after,
        status=status,
        turn=turn,
        clock=_clock(match, before, after, new, [*steps, turn], now),
        result=msgspec.to_builtins(match.result) if over else None,
        version=before.version + len(new),
        revision=before.revision + 1,
        updated=now,
        since={"asked": _asked(before, new, turn, now)},
    )


def _clock(
    match: Match,
    before: TableRecord,
    after: TableRecord,
    new: Sequence[StoredEntry],
    turns: Sequence[Sequence[Seat]],
    now: float,
) -> Plain | None:
    """The clock as if each answer had been given by hand: standing instructions do not show in it."""
    first, *rest = turns
    back = [entry for entry in new if entry.kind in GOING_BACK]
    if before.status == "open" and after.status == "running":
        clock = clocks.start(after.pace, match.seats, first, now)
    elif back:
        taken = [match.first + entry.value for entry in back if entry.kind == "take_back"]
        clock = clocks.turn_back(after.clock, first, min(taken, default=None), now)
    else:
        clock = clocks.turn(after.clock, after.pace, first, now, before.version)
    for turn in rest:
        clock = clocks.turn(clock, after.pace, turn, now, before.version)
    return clock


def _asked(before: TableRecord, new: Sequence[StoredEntry], turn: Sequence[Seat], now: float) -> dict[Seat, float]:
    """Since when each seat is asked.

    Only an answer that stands moves the time: neither an offer nor a seal that is withdrawn makes anybody present.
    """
    asked: dict[Seat, float] = dict(before.since.get("asked", {}))
    back = any(entry.kind in GOING_BACK for entry in new)
    answered = {entry.seat for entry in new if entry.kind in ANSWERS}
    for seat in turn:
        if seat not in asked or (not back and (seat not in before.turn or seat in answered)):
            asked[seat] = now
    return asked
