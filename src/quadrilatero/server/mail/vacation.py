"""Vacation: the clocks of a player's correspondence games stand still for some days of a year."""

from __future__ import annotations

import math
import secrets

import msgspec

from quadrilatero.kernel import Match
from quadrilatero.kernel.plain import Plain
from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.play import clocks
from quadrilatero.server.play.clocks import DAY
from quadrilatero.server.play.room import Room
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Conflict, Player, TableRecord, vacations
from quadrilatero.server.storage.vacations import Vacation

YEAR = 365 * DAY


def days_of(vacation: Vacation) -> int:
    """What a vacation counts: every day begun is a day."""
    return max(1, math.ceil((vacation.ends - vacation.begins) / DAY - 1e-6))


async def shown(services: Services, player: Player) -> Plain:
    """A player's vacation and what is left of the year's days."""
    settings = services.settings
    now = settings.now()
    year = await services.store(vacations.ending_after, player.id, now - YEAR)
    left = max(0, settings.vacation_days - sum(map(days_of, year)))
    until = max((vacation.ends for vacation in year if vacation.ends > now), default=None)
    return {"until": until, "left": left, "a_year": settings.vacation_days, "at_once": settings.vacation_at_once}


async def begin(services: Services, player: Player, days: int) -> None:
    """From now for so many days."""
    now = services.settings.now()
    state = await shown(services, player)
    if state["until"] is not None:
        raise Problem("on_vacation")
    if days > min(state["left"], state["at_once"]):
        raise Problem("vacation_too_long", most=state["at_once"], left=state["left"])
    vacation = Vacation(secrets.token_urlsafe(12), player.id, now, now + days * DAY)
    try:
        await services.store(vacations.begin, vacation)
    except Conflict:
        raise Problem("on_vacation") from None
    await _tell_clocks(services, vacation)


async def end(services: Services, player: Player) -> None:
    """Back before the time."""
    now = services.settings.now()
    found = await services.store(vacations.current, [player.id], now)
    if not found:
        raise Problem("no_vacation")
    for vacation in found:
        await services.store(vacations.end, vacation.id, now)
        await _tell_clocks(services, msgspec.structs.replace(vacation, ends=now))


async def restore(services: Services) -> None:
    """After a start: where the server was stopped before every clock had been told, tell the others now."""
    for vacation in await services.store(vacations.all_current, services.settings.now()):
        await _tell_clocks(services, vacation)


async def hold(services: Services, room: Room) -> TableRecord:
    """A game that begins while one of its players is away stands still for him."""
    record = room.record
    if record.clock is not None and record.pace["kind"] == "days":
        players = [holder.player.id for holder in record.seats.values() if holder.player]
        for vacation in await services.store(vacations.current, players, services.settings.now()):
            await _tell(services, room, vacation)
    return room.record


async def _tell_clocks(services: Services, vacation: Vacation) -> None:
    for id in await services.store(vacations.tables_of, vacation.player):
        try:
            await _tell(services, await services.rooms.get(id), vacation)
        except Problem as problem:
            LOG.error("clock not stopped", extra={"table": id, "why": problem.code})


async def _tell(services: Services, room: Room, vacation: Vacation) -> None:
    record, now = room.record, services.settings.now()
    if record.clock is None or record.pace["kind"] != "days":
        return
    stopped = record.clock.get("stopped", {})
    until = vacation.ends if vacation.ends > now else None
    if any(stopped.get(seat) != until for seat in record.held_by(vacation.player)):
        await room.change(_stop, vacation, now)


def _stop(match: Match, record: TableRecord, vacation: Vacation, now: float) -> TableRecord:
    if record.clock is None:
        return record
    clock = clocks.stop(record.clock, record.held_by(vacation.player), vacation.ends, now)
    return msgspec.structs.replace(record, clock=clock)
