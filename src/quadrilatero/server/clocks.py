"""Paces and clocks: pure functions on plain data. A clock runs for the seats that are to answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quadrilatero.kernel.plain import Plain, Seat

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0


def start(pace: Plain, seats: Iterable[Seat], running: Sequence[Seat], now: float) -> Plain | None:
    """The clock of a match that begins now; None without a pace."""
    if pace["kind"] == "none":
        return None
    full = pace["minutes"] * MINUTE if pace["kind"] == "minutes" else pace["days"] * DAY
    return {"remaining": dict.fromkeys(seats, full), "running": list(running), "at": now}


def run(clock: Plain, now: float) -> Plain:
    """The same clock read now."""
    spent = max(0.0, now - clock["at"])
    remaining = {seat: left - spent if seat in clock["running"] else left for seat, left in clock["remaining"].items()}
    return {**clock, "remaining": remaining, "at": now}


def turn(clock: Plain | None, pace: Plain, running: Sequence[Seat], now: float) -> Plain | None:
    """The clock after an act: who is to answer now, and what the seats that have just finished gain."""
    if clock is None:
        return None
    read = run(clock, now)
    if pace["kind"] == "days":
        gain, cap = pace["increment_hours"] * HOUR, pace["cap_days"] * DAY
        for seat in clock["running"]:
            left = read["remaining"][seat]
            if seat not in running and left < cap:
                read["remaining"][seat] = min(cap, left + gain)
    return {**read, "running": list(running)}


def out_of_time(clock: Plain | None, now: float) -> list[Seat]:
    """The seats to answer whose time has run out."""
    if clock is None:
        return []
    read = run(clock, now)
    return [seat for seat in read["running"] if read["remaining"][seat] <= 0]


def shown(clock: Plain | None, now: float) -> Plain | None:
    """The clock as players see it: seconds left as of `at`, whose time runs, whose has run out."""
    if clock is None:
        return None
    read = run(clock, now)
    remaining = {seat: round(left, 3) for seat, left in read["remaining"].items()}
    return {**read, "remaining": remaining, "out": out_of_time(clock, now)}
