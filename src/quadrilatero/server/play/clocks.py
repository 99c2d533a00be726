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
    """The same clock read now. A clock that is stopped for a seat until some time runs for it from then on."""
    stopped = clock.get("stopped", {})

    def spent(seat: Seat) -> float:
        return max(0.0, now - max(clock["at"], stopped.get(seat, 0.0))) if seat in clock["running"] else 0.0

    return {**clock, "remaining": {seat: left - spent(seat) for seat, left in clock["remaining"].items()}, "at": now}


def stop(clock: Plain, seats: Iterable[Seat], until: float, now: float) -> Plain:
    """The clock stopped for these seats until some time; a time that has come lets it run again."""
    read = run(clock, now)
    kept = {seat: end for seat, end in clock.get("stopped", {}).items() if seat not in seats and end > now}
    new = dict.fromkeys(seats, until) if until > now else {}
    return {**read, "stopped": {**kept, **new}}


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
    """The clock as players see it: seconds left as of `at`, whose time runs, whose stands still, whose has run out."""
    if clock is None:
        return None
    read = run(clock, now)
    remaining = {seat: round(left, 3) for seat, left in read["remaining"].items()}
    stopped = {seat: until for seat, until in clock.get("stopped", {}).items() if until > now}
    return {**read, "remaining": remaining, "stopped": stopped, "out": out_of_time(clock, now)}
