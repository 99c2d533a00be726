"""Setting tables up, finding them and sitting down."""

from __future__ import annotations

import hmac
import secrets

import msgspec

from quadrilatero.kernel import Match, Plain, find_game
from quadrilatero.kernel.saves import plain_entries
from quadrilatero.kernel.start import start
from quadrilatero.server.computer.thinking import is_level
from quadrilatero.server.errors import Problem
from quadrilatero.server.http.forms import BotOpponent, TableForm
from quadrilatero.server.logs import LOG
from quadrilatero.server.mail import vacation
from quadrilatero.server.play import acts, clocks
from quadrilatero.server.play.room import Room
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, SeatHolder, TableRecord, tables


class TablePlan(msgspec.Struct, frozen=True):
    """What a new table is to be like."""

    game: str
    scenario: str
    options: dict[str, str]
    opponent: str
    pace: Plain
    assistance: str
    public: bool
    previous: str | None = None


async def create(services: Services, player: Player, form: TableForm) -> TableRecord:
    """A table as the form says, with the dice of a secret of its own."""
    await _refuse_surplus(services, player)
    level = form.opponent.level if isinstance(form.opponent, BotOpponent) else None
    try:
        game = find_game(form.game)
    except ValueError:
        raise Problem("no_game") from None
    if (
        form.scenario not in (scenario.id for scenario in game.scenarios())
        or (level is not None and not is_level(form.game, level))
        or form.seat not in ("random", *game.seats)
    ):
        raise Problem("no_game")
    mine = secrets.choice(game.seats) if form.seat == "random" else form.seat
    other = SeatHolder(player if form.opponent.kind == "same_screen" else None, level)
    holders = {seat: SeatHolder(player) if seat == mine else other for seat in game.seats}
    plan = TablePlan(
        form.game,
        form.scenario,
        form.options,
        form.opponent.kind,
        form.pace.model_dump(),
        form.assistance,
        form.public,
    )
    return await put_up(services, plan, player, holders)


async def _refuse_surplus(services: Services, player: Player) -> None:
    most = services.settings.tables_per_player
    if await services.store(tables.unfinished, player.id) >= most:
        raise Problem("too_many_tables", most=most)


async def put_up(
    services: Services, plan: TablePlan, player: Player, holders: dict[str, SeatHolder], match: Match | None = None
) -> TableRecord:
    """Store a new table with its match, begun already or at the first question, and let its bots begin."""
    now = services.settings.now()
    try:
        match = match or start(plan.game, plan.scenario, options=plan.options)
    except ValueError:
        raise Problem("no_game") from None
    running = not any(holder.free for holder in holders.values())
    turn = list(match.ask.who) if match.ask is not None and running else []
    ended = None if match.result is None else msgspec.to_builtins(match.result)
    record = TableRecord(
        id=secrets.token_urlsafe(12),
        creator=player.id,
        opponent=plan.opponent,
        game=plan.game,
        scenario=plan.scenario,
        options=match.header.options,
        pace=plan.pace,
        assistance=plan.assistance,
        public=plan.public,
        invitation=secrets.token_urlsafe(18) if plan.opponent == "invitation" else None,
        status="over" if ended else "running" if running else "open",
        seats=holders,
        header=match.header,
        dice=match.dice.plain(),
        version=match.version,
        revision=0,
        turn=turn,
        result=ended,
        clock=clocks.start(plan.pace, match.seats, turn, now) if running else None,
        offers=acts.NO_OFFERS,
        previous=plan.previous,
        rematch=None,
        created=now,
        updated=now,
    )
    await services.store(tables.create, record, plain_entries(match.entries))
    LOG.info("table", extra={"table": record.id, "game": record.game, "opponent": record.opponent})
    if any(holder.bot for holder in holders.values()):
        await services.rooms.get(record.id)
    return record


def has_token(record: TableRecord, token: str | None) -> bool:
    """Whether that is the table's invitation."""
    return record.invitation is not None and hmac.compare_digest(record.invitation.encode(), (token or "").encode())


async def join(services: Services, room: Room, player: Player, token: str | None) -> TableRecord:
    """Take a seat: at a table that is open to anybody, or with its invitation."""
    record = room.record
    if record.opponent != "open" and not has_token(record, token):
        raise Problem("wrong_token" if token and record.invitation else "not_found")
    record = await room.change(acts.join(player))
    if record.status == "running":
        room.notice("notice_joined", name=player.name)
    return await vacation.hold(services, room)


async def rematch(services: Services, room: Room, player: Player) -> TableRecord:
    """The same again with swapped seats. Against another player it begins when that one asks for it too."""
    record = room.record
    mine = record.held_by(player.id)
    if not mine or record.study:
        raise Problem("not_yours")
    if record.status != "over":
        raise Problem("not_over")
    if record.rematch is not None:
        following = await services.rooms.get(record.rematch)
        if following.record.held_by(player.id):
            return following.record
        return await following.change(acts.join(player))
    await _refuse_surplus(services, player)
    names = list(record.seats)
    swapped = dict(zip(names, [record.seats[name] for name in (*names[1:], names[0])], strict=True))
    holders = {
        seat: holder if holder.bot or holder.player == player else SeatHolder() for seat, holder in swapped.items()
    }
    free = any(holder.free for holder in holders.values())
    plan = TablePlan(
        record.game,
        record.scenario,
        record.options,
        "rematch" if free else record.opponent,
        record.pace,
        record.assistance,
        record.public,
        record.id,
    )
    new = await put_up(services, plan, player, holders)

    def link(_: Match, current: TableRecord) -> TableRecord:
        return current if current.rematch else msgspec.structs.replace(current, rematch=new.id)

    linked = await room.change(link)
    if linked.rematch != new.id and linked.rematch is not None:
        return await rematch(services, room, player)
    return new
