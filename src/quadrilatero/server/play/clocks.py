"""Paces and clocks: pure functions on plain data. A clock runs for the seats that are to answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quadrilatero.kernel.plain import Plain, Seat

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
MOST_GAINS = 32
"""So many gains are remembered, to be taken back with the answers that earned them."""


def start(pace: Plain, seats: Iterable[Seat], running: Sequence[Seat], now: float) -> Plain | None:
    """The clock of a match that begins now; None without a pace."""
    if pace["kind"] == "none":
        return None
    full = pace["minutes"] * MINUTE if pace["kind"] == "minutes" else pace["days"] * DAY
    return {"remaining": dict.fromkeys(seats, full), "running": list(running), "at": now}


def run(clock: Plain, now: float) -> Plain:
    """The same clock read now. A clock that is stopped for a seat until some time runs for it from then on.

    Where the time of the machine was set back nobody loses any, neither now nor when it is put right.
    """
    stopped = clock.get("stopped", {})

    def spent(seat: Seat) -> float:
        return max(0.0, now - max(clock["at"], stopped.get(seat, 0.0))) if seat in clock["running"] else 0.0

    remaining = {seat: left - spent(seat) for seat, left in clock["remaining"].items()}
    return {**clock, "remaining": remaining, "at": max(clock["at"], now)}


def stop(clock: Plain, seats: Iterable[Seat], until: float, now: float) -> Plain:
    """The clock stopped for these seats until some time; a time that has come lets it run again."""
    read = run(clock, now)
    kept = {seat: end for seat, end in clock.get("stopped", {}).items() if seat not in seats and end > now}
    new = dict.fromkeys(seats, until) if until > now else {}
    return {**read, "stopped": {**kept, **new}}


def turn(clock: Plain | None, pace: Plain, running: Sequence[Seat], now: float, version: int = 0) -> Plain | None:
    """The clock after an act: who is to answer now, and what the seats that have just finished gain.

    `version` is that of the log before the act.
    """
    if clock is None:
        return None
    read = run(clock, now)
    if pace["kind"] == "days":
        gain, cap = pace["increment_hours"] * HOUR, pace["cap_days"] * DAY
        gains = list(clock.get("gains", ()))
        for seat in clock["running"]:
            left = read["remaining"][seat]
            if seat not in running and left < cap:
                read["remaining"][seat] = min(cap, left + gain)
                gains.append([version, seat, read["remaining"][seat] - left])
        read["gains"] = gains[-MOST_GAINS:]
    return {**read, "running": list(running)}


def turn_back(clock: Plain | None, running: Sequence[Seat], taken_back: int | None, now: float) -> Plain | None:
    """The clock after answers were undone: nobody gains, and what they had earned is gone.

    `taken_back`: everything since that version goes; otherwise the last answer of the seats that are asked again.
    """
    if clock is None:
        return None
    read, kept = run(clock, now), list(clock.get("gains", ()))
    again = {seat for seat in running if seat not in clock["running"]}
    for one in reversed(clock.get("gains", ())):
        version, seat, gain = one
        if version >= taken_back if taken_back is not None else seat in again:
            read["remaining"][seat] -= gain
            kept.remove(one)
            again.discard(seat)
    return {**read, "running": list(running), **({"gains": kept} if "gains" in clock else {})}


def fallen(clock: Plain | None, now: float) -> dict[Seat, float]:
    """The seats to answer whose time has run out, and when it did."""
    if clock is None:
        return {}
    stopped, now = clock.get("stopped", {}), max(clock["at"], now)
    ends = {
        seat: max(clock["at"], stopped.get(seat, 0.0)) + clock["remaining"][seat]
        for seat in clock["running"]
        if clock["remaining"][seat] > 0
    }
    late = {seat: clock["at"] + clock["remaining"][seat] for seat in clock["running"] if seat not in ends}
    return {seat: end for seat, end in (ends | late).items() if end <= now}


def out_of_time(clock: Plain | None, now: float) -> list[Seat]:
    """The seats to answer whose time has run out."""
    return list(fallen(clock, now))


def shown(clock: Plain | None, now: float) -> Plain | None:
    """The clock as players see it: seconds left as of `at`, whose time runs, whose stands still, whose has run out."""
    if clock is None:
        return None
    read = run(clock, now)
    return {
        "remaining": {seat: round(left, 3) for seat, left in read["remaining"].items()},
        "running": read["running"],
        "stopped": {seat: until for seat, until in clock.get("stopped", {}).items() if until > now},
        "at": read["at"],
        "out": out_of_time(clock, now),
    }
