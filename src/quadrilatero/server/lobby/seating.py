"""Setting tables up, finding them and sitting down."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import msgspec
from sqlalchemy import Connection

from quadrilatero.kernel import Match, Plain, Seat, find_game
from quadrilatero.kernel.checkpoints import passed
from quadrilatero.kernel.saves import plain_entries
from quadrilatero.kernel.start import start
from quadrilatero.server.computer.thinking import is_level
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker
from quadrilatero.server.http.forms import (
    BattleForm,
    BotOpponent,
    Invitation,
    JoinForm,
    Mine,
    OpenSeat,
    SameScreen,
    TableForm,
)
from quadrilatero.server.lobby import battles
from quadrilatero.server.logs import LOG
from quadrilatero.server.mail import vacation
from quadrilatero.server.play import acts, clocks
from quadrilatero.server.play.room import Room
from quadrilatero.server.play.sides import by_side
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, SeatHolder, TableRecord, tables
from quadrilatero.server.storage.records import Battle, Full


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
    title: dict[str, str] | None = None
    battle: Battle | None = None


async def create(services: Services, player: Player, asker: Asker, form: TableForm) -> TableRecord:
    """A table as the form says, with the dice of a secret of its own."""
    if form.battle is not None:
        return await _create_battle(services, player, asker, form, form.battle)
    if form.scenario is None:
        raise Problem("no_game")
    match = begun(form.game, form.scenario, form.options)
    holders = _holders(match.seats, player, form)
    return await put_up(services, _plan(form, holders), player, holders, match)


async def _create_battle(
    services: Services, player: Player, asker: Asker, form: TableForm, asked: BattleForm
) -> TableRecord:
    """A table at which armies meet that players bring."""
    game = battles.game_of(form, asked)
    holders = _holders(game.seats, player, form)
    battle, match = await battles.begun(services, asker, game, form.options, battles.planned(asked, holders, player))
    plan = msgspec.structs.replace(_plan(form, holders), title=battles.title(game, battle), battle=battle)
    return await put_up(services, plan, player, holders, match)


def _plan(form: TableForm, holders: dict[Seat, SeatHolder]) -> TablePlan:
    return TablePlan(
        form.game,
        form.scenario or "",
        form.options,
        form.opponent.kind if any(holder.free for holder in holders.values()) else _alone(holders),
        form.pace.model_dump(),
        form.assistance,
        form.public,
    )


def begun(game: str, scenario: str, options: dict[str, str]) -> Match:
    """A match at its first question; Problem where there is no such game, scenario or option."""
    try:
        if scenario not in (known.id for known in find_game(game).scenarios()):
            raise Problem("no_game")
        return start(game, scenario, options=options)
    except ValueError:
        raise Problem("no_game") from None


def _holders(seats: Sequence[Seat], player: Player, form: TableForm) -> dict[Seat, SeatHolder]:
    """Who sits where at a new table: the player where the form says, the others as it fills them."""
    unnamed = [seat for seat in seats if seat not in form.seats]
    mine = secrets.choice(unnamed or seats) if form.seat == "random" else form.seat
    if mine not in seats or not set(form.seats) <= set(seats):
        raise Problem("no_game")
    filling = {seat: form.seats.get(seat, form.opponent) for seat in seats} | {mine: Mine(kind="mine")}
    return {seat: _holder(form.game, player, kind) for seat, kind in filling.items()}


def _holder(game: str, player: Player, filling: BotOpponent | SameScreen | OpenSeat | Invitation | Mine) -> SeatHolder:
    if isinstance(filling, BotOpponent):
        if not is_level(game, filling.level):
            raise Problem("no_game")
        return SeatHolder(bot=filling.level)
    return SeatHolder(player) if isinstance(filling, SameScreen | Mine) else SeatHolder()


def _alone(holders: dict[Seat, SeatHolder]) -> str:
    """What stands for the opponent where nobody is awaited."""
    return "bot" if any(holder.bot for holder in holders.values()) else "same_screen"


@contextmanager
def _counted(services: Services) -> Iterator[None]:
    """A Problem where a player has as many tables, or studies, as anybody may have."""
    try:
        yield
    except Full as full:
        settings = services.settings
        most = {"too_many_tables": settings.tables_per_player, "too_many_studies": settings.studies_per_player}
        raise Problem(full.what, most=most[full.what]) from None


async def put_up(
    services: Services, plan: TablePlan, player: Player, holders: dict[Seat, SeatHolder], match: Match
) -> TableRecord:
    """Store a new table with its match and let its bots begin."""
    record = _laid(services, plan, player, holders, match)
    with _counted(services):
        await services.store(_creation(services, record, match))
    await _awake(services, record)
    return record


def _creation(services: Services, record: TableRecord, match: Match) -> Callable[[Connection], None]:
    """What stores a new table with its match, unless its creator has too many."""
    settings = services.settings
    most = settings.studies_per_player if record.study else settings.tables_per_player
    return partial(tables.create, record=record, entries=plain_entries(match.entries), passed=passed(match), most=most)


async def _awake(services: Services, record: TableRecord) -> None:
    LOG.info("table", extra={"table": record.id, "game": record.game, "opponent": record.opponent})
    if any(holder.bot for holder in record.seats.values()):
        await services.rooms.get(record.id)


def _laid(
    services: Services, plan: TablePlan, player: Player, holders: dict[Seat, SeatHolder], match: Match
) -> TableRecord:
    """A new table, not stored yet."""
    now = services.settings.now()
    running = not any(holder.free for holder in holders.values())
    turn = list(match.ask.who) if match.ask is not None and running else []
    ended = None if match.result is None else msgspec.to_builtins(match.result)
    return TableRecord(
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
        title=plan.title,
        battle=plan.battle,
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
        since={"asked": dict.fromkeys(turn, now)},
        previous=plan.previous,
        rematch=None,
        created=now,
        updated=now,
    )


def has_token(record: TableRecord, token: str | None) -> bool:
    """Whether that is the table's invitation."""
    return record.invitation is not None and hmac.compare_digest(record.invitation.encode(), (token or "").encode())


async def join(services: Services, room: Room, player: Player, asker: Asker, form: JoinForm) -> TableRecord:
    """Take a seat: at a table that is open to anybody, or with its invitation."""
    record, token = room.record, form.token
    if record.opponent != "open" and not has_token(record, token):
        raise Problem("wrong_token" if token and record.invitation else "not_found")
    if record.battle is not None and record.battle.awaits:
        return await _join_battle(services, room, player, asker, form)
    change = await room.change(acts.join, player, form.seat)
    if change.after.status == "running":
        room.notice("notice_joined", name=player.name)
    else:
        seat = next(seat for seat, holder in change.after.seats.items() if holder != change.before.seats[seat])
        room.notice("notice_seated", name=player.name, seat=room.named(seat))
    return await vacation.hold(services, room)


async def _join_battle(services: Services, room: Room, player: Player, asker: Asker, form: JoinForm) -> TableRecord:
    """Bring one's army: with it the battle is laid out again, and begins."""
    record = room.record
    acts.join(room.match, record, player, form.seat)  # whether he may, before his army is looked at
    assert record.battle is not None
    seat = form.seat or record.battle.awaits[0]
    if form.army is None:
        raise Problem("army_first")
    armies = {**record.battle.armies, seat: battles.chosen(form.army)}
    game = find_game(record.game)
    brought = msgspec.structs.replace(record.battle, armies=armies)
    battle, match = await battles.begun(services, asker, game, record.options, brought)

    def sit_down(match: Match, record: TableRecord) -> TableRecord:
        return msgspec.structs.replace(acts.join(match, record, player, seat), battle=battle)

    await room.begin_anew(match, sit_down)
    following = await services.rooms.get(record.id)
    following.notice("notice_joined", name=player.name)
    return await vacation.hold(services, following)


async def rematch(services: Services, room: Room, player: Player) -> TableRecord:
    """The same again with swapped sides. With other players it begins when all of them have asked for it too."""
    record = _finished(room, player)
    swapped = _swapped(record)
    if record.rematch is not None:
        following = await services.rooms.get(record.rematch)
        if following.record.held_by(player.id):
            return following.record
        kept = [seat for seat, holder in swapped.items() if _is(holder, player)]
        complete = (await following.change(acts.return_to, player, kept)).after.status == "running"
        await room.change(acts.link, following.record.id, None if complete else player)
        return await vacation.hold(services, following)
    holders = {seat: holder if holder.bot or _is(holder, player) else SeatHolder() for seat, holder in swapped.items()}
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
        record.title,
        record.battle,
    )
    match = _again(record)
    new = _laid(services, plan, player, holders, match)
    try:
        with _counted(services):
            link = partial(acts.link_first, following=new.id, by=player)
            await room.change_with(_creation(services, new, match), link)
    except acts.Linked:  # somebody was faster
        return await rematch(services, room, player)
    await _awake(services, new)
    return new


def _again(record: TableRecord) -> Match:
    """The same from its beginning: the scenario, or the position that armies were laid out in."""
    if record.battle is None:
        return begun(record.game, record.scenario, record.options)
    return start(record.game, position=record.header.position, options=record.options)


async def decline_rematch(services: Services, room: Room, player: Player) -> TableRecord:
    """Do not play again: the table that waits for it is cleared, and whoever asked is told."""
    record = _finished(room, player)
    if record.rematch is None:
        return record
    following = await services.rooms.get(record.rematch)
    if following.record.status != "open":
        raise Problem("too_late")
    await following.change(acts.call_off)
    for place in (following, room):
        place.notice("notice_rematch_declined", name=player.name)
    return (await room.change(acts.link, None, None)).after


def _finished(room: Room, player: Player) -> TableRecord:
    """The table of a game that is over, for one who has played it."""
    record = room.record
    if not record.held_by(player.id) or record.study:
        raise Problem("not_yours")
    if record.status != "over":
        raise Problem("not_over")
    return record


def _swapped(record: TableRecord) -> dict[Seat, SeatHolder]:
    """Who sits where in the next game: each side's players on the seats of the next one, if there are as many."""
    sides = list(by_side(record).values())
    if len({len(seats) for seats in sides}) > 1:
        return record.seats
    moves = {
        seat: record.seats[before]
        for seats, others in zip(sides, (*sides[1:], sides[0]), strict=True)
        for seat, before in zip(seats, others, strict=True)
    }
    return {seat: moves[seat] for seat in record.seats}


def _is(holder: SeatHolder, player: Player) -> bool:
    return holder.player is not None and holder.player.id == player.id
