"""The socket of a table: everything a client sends is checked here, for who it is, which seat and what state."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.server.computer import coach
from quadrilatero.server.computer.thinking import TooSlow
from quadrilatero.server.errors import Problem, told, unstored
from quadrilatero.server.fairness import Asker
from quadrilatero.server.http.connections import AT_ONCE, HEARD
from quadrilatero.server.http.sessions import address_of, player_of, session_of
from quadrilatero.server.logs import LOG
from quadrilatero.server.play import acts, chatting, lookups, messages, presence, telling
from quadrilatero.server.play.backlog import Backlog
from quadrilatero.server.play.describe import may_see
from quadrilatero.server.play.requests import Request, own
from quadrilatero.server.play.room import Act, Connection, Letter, Room
from quadrilatero.server.play.sides import sides_of
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, chat, tables

CHAT_SHOWN = 200
POLICY, TOO_BIG, AGAIN, GONE = 1008, 1009, 1013, 4404
PASSING = ("too_fast", "try_again", "internal", "unavailable", "no_storage", "not_json", "waiting")
"""Problems that the same message may not meet again."""
router = APIRouter()


@router.websocket("/ws/tables/{id}")
async def table_socket(
    socket: WebSocket, id: str, seat: str | None = None, have: int | None = None, mark: str = ""
) -> None:
    """One table, as one seat or as a spectator; from the event on that it has come to, if that still stands."""
    services: Services = socket.app.state.services
    if not _same_origin(socket, services.settings.origins):
        await _turn_away(socket, POLICY)
        return
    address = address_of(socket)
    if not services.doors.enter(address):
        await _turn_away(socket, AGAIN)
        return
    try:
        try:
            player = await player_of(services, socket)
            room, shown = await _find(services, id, player, seat)
        except Problem as problem:
            await socket.accept()
            await socket.send_text(telling.encode(_error(None, problem)).decode())
            await socket.close(GONE)
            return
        await socket.accept()
        backlog = Backlog(services.backlogs, socket.scope.get("extensions", {}).get(AT_ONCE))
        connection = Connection(player, shown, backlog, session_of(socket))
        await _Talk(services, socket, room, connection, address).run(have, mark)
    finally:
        services.doors.leave(address)


async def _turn_away(socket: WebSocket, code: int) -> None:
    """Close a socket with a code, which it cannot be told before it is open."""
    await socket.accept()
    await socket.close(code)


def _same_origin(socket: WebSocket, others: tuple[str, ...]) -> bool:
    """Browsers say where a page comes from; only our own pages may talk for their visitor. Programs say nothing."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    try:
        return origin in others or urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False


async def _find(services: Services, id: str, player: Player | None, seat: str | None) -> tuple[Room, Seat | None]:
    room = await services.rooms.get(id)
    record = room.record
    if not may_see(record, player):
        raise Problem("not_found")
    mine = record.held_by(player.id if player else None)
    if seat is None:
        return room, next(iter([*(s for s in mine if s in record.turn), *mine]), None)
    if seat not in mine:
        raise Problem("not_yours")
    return room, seat


def _error(id: str | None, problem: Problem) -> Plain:
    return {"t": "error", "id": id, "code": problem.code, "rule": problem.rule, "text": problem.text}


class _Talk:
    """One connection, from the first state to the end."""

    def __init__(self, services: Services, socket: WebSocket, room: Room, connection: Connection, address: str) -> None:
        self.services, self.socket, self.room, self.connection = services, socket, room, connection
        self.asker = Asker(connection.player.id if connection.player else "", address)
        self.hear = socket.scope.get("extensions", {}).get(HEARD, socket.receive)
        self.asking: set[asyncio.Task[None]] = set()
        self.acting = False
        """Whether an act is under way, which runs to its end even if the client goes away."""

    async def run(self, have: int | None, mark: str) -> None:
        """Talk until either side ends it; the client has come so far in its stream of events already."""
        room, connection = self.room, self.connection
        sides = sides_of(room.record, connection.player.id if connection.player else None)
        lines = await self.services.store(chat.lines, room.record.id, sorted(sides), CHAT_SHOWN)
        async with room.lock:
            room.show(connection, have, mark)
            room.connections.add(connection)
        self.services.metrics.sockets.inc()
        tasks: list[asyncio.Task[Any]] = []
        try:
            await presence.arrive(self.services.store, room, connection)
            await self._look_again()
            for line in lines:
                connection.send(telling.encode(line.message()))
            works = self._receive(), self._send(), connection.closing.wait()
            tasks += [asyncio.create_task(work) for work in works]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.connections.discard(connection)
            presence.leave(self.services.settings, room, connection)
            again = connection.closing.is_set()
            connection.backlog.give_up()
            self.services.metrics.sockets.dec()
            for task in (*tasks[1 if self.acting else 0 :], *self.asking):
                task.cancel()
            await _ended(tasks)
            if self.socket.application_state is WebSocketState.CONNECTED:
                with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                    await self.socket.close(AGAIN if again else POLICY)

    async def _look_again(self) -> None:
        """What was so when the socket was opened may not be any more, and whoever changed it did not know this one."""
        try:
            there = await player_of(self.services, self.socket)
        except Problem:
            there = None
        known = self.connection.player
        if self.room.given_up or (known is not None and (there is None or there.id != known.id)):
            self.connection.closing.set()

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self.socket.send_text((await self.connection.backlog.get()).decode())

    async def _receive(self) -> None:
        backlog, closing = self.connection.backlog, self.connection.closing
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                if not backlog.is_calm():  # the answer to one who does not read would only wait here too
                    await backlog.calm()
                if closing.is_set():
                    return
                event = await self.hear()
                if event["type"] != "websocket.receive" or closing.is_set():
                    return
                data = event.get("bytes") or (event.get("text") or "").encode("utf-8", "surrogatepass")
                if len(data) > self.services.settings.message_bytes:
                    return
                await self._hear(data)

    async def _hear(self, data: bytes) -> None:
        """Answer one message."""
        started = time.perf_counter()
        kind, outcome, id = "unknown", "ok", None
        try:
            if not self.services.messages.lets(self.asker):
                id = _id_of(data)
                raise Problem("too_fast")
            message = self._read(data)
            kind, id = str(message.__struct_config__.tag), getattr(message, "id", None)
            if isinstance(message, messages.Act):  # first, because most are
                await self._act(message)
            elif not self._answered_before(id):
                await self._obey(message)
        except Problem as problem:
            outcome = problem.code
            if problem.code == "stale" and await self._was_done(id):
                outcome = "ok"
            else:
                self._refuse(id if id is not None else _id_of(data), problem)
            if problem.code == "stale":
                async with self.room.lock:
                    self.room.show_again(self.connection)
        except Illegal as error:
            outcome = "illegal"
            self._refuse(id, Problem.of(error.refusal))
        except Exception as error:  # noqa: BLE001 - whatever it is, the client learns no more than that it happened
            failed = self._failed(error, kind)
            outcome = failed.code
            self._refuse(id, failed)
        self.services.metrics.messages.count(kind, outcome)
        self.services.metrics.answering.observe(time.perf_counter() - started)

    def _failed(self, error: Exception, kind: str) -> Problem:
        """What the client is told of an error that is not its own."""
        problem = unstored(error)
        if problem is None:
            self.services.metrics.faults.inc()
            LOG.error("fault", extra={"table": self.room.record.id, "kind": kind}, exc_info=error)
        return problem or Problem("internal")

    def _read(self, data: bytes) -> messages.Incoming:
        try:
            message: messages.Incoming = messages.DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Problem("not_json") from None
        return message

    def _answered_before(self, id: str | None) -> bool:
        if id is None or self.connection.player is None:
            return False
        reply = self.room.reply_to(self.connection.player.id, id)
        if reply is None:
            return False
        self.connection.send(telling.encode(reply))
        return True

    async def _was_done(self, id: str | None) -> bool:
        """Whether a message that comes too late came before, longer ago than is remembered here, and was done."""
        player = self.connection.player
        if id is None or player is None:
            return False
        reply = await self.services.store(tables.reply, self.room.record.id, player.id, id)
        if reply is not None:
            self.connection.send(telling.encode(reply))
        return reply is not None

    def _refuse(self, id: str | None, problem: Problem) -> None:
        """Say why not. What would be refused again is remembered; what may go better next time is not."""
        reply = _error(id, problem)
        passing = problem.code in PASSING
        player = self.connection.player
        if id is not None and player is not None and not passing and self.room.record.held_by(player.id):
            self.room.remember(player.id, id, reply)
        self.connection.send(telling.encode(reply))

    async def _obey(self, message: messages.Other) -> None:
        if isinstance(message, messages.Ping):
            self.connection.send(b'{"t":"pong"}')
        elif isinstance(message, messages.Chat):
            await chatting.say(self.services, self.room, self.connection, message)
        elif isinstance(message, messages.Why):
            await self._why(message)
        elif isinstance(message, messages.Odds):
            self._refuse_odds(message.seat)
            self._later(message.id, partial(self._odds, message))
        elif isinstance(message, messages.Compare):
            self._refuse_odds(message.seat)
            self._later(message.id, partial(self._compare, message))
        elif isinstance(message, messages.Suggest):
            coach.refuse_advice(self.room, self.connection.player, message.seat)
            self._later(message.id, partial(self._suggest, message))
        elif isinstance(message, messages.Look):
            await self._look_up(message)
        else:
            await self._earlier(message)

    async def _act(self, message: messages.Act) -> None:
        player = self.connection.player
        if player is None:
            raise Problem("not_yours")
        self.acting = True
        try:
            await self.room.answer(Letter(player, message.seat, message.id, self.connection), _act_of(message, player))
        finally:
            self.acting = False

    async def _why(self, message: messages.Why) -> None:
        async with self.room.lock:
            own(self.room.record, self.connection.player, message.seat)
            refusal = self.room.match.refuse(message.seat, message.answer)
        plain = None if refusal is None else {"rule": refusal.rule, "text": told(refusal)}
        self.connection.send(telling.encode({"t": "why", "id": message.id, "refusal": plain}))

    async def _look_up(self, message: messages.Look) -> None:
        if not isinstance(message, messages.Inspect):
            own(self.room.record, self.connection.player, message.seat)
        if lookups.is_quick(self.room):
            self.connection.send(telling.encode(await self._found(message)))
        else:
            self._later(message.id, partial(self._found, message))

    async def _found(self, message: messages.Look) -> Plain:
        seat = self.connection.seat if isinstance(message, messages.Inspect) else message.seat
        what = type(message).__name__.lower()
        found = await lookups.look_up(self.services.advice, self.asker, self.room, what, seat, message.query)
        return {"t": what, "id": message.id, "found": found}

    async def _earlier(self, message: messages.Events) -> None:
        async with self.room.lock:
            match, seat = self.room.match, self.connection.seat
            until = min(message.before, match.told_count(seat))
            since = max(0, until - message.count)
            found = telling.events(match, seat, since, until)
        self.connection.send(telling.encode({"t": "events", "id": message.id, "from": since, "events": found}))

    def _later(self, id: str, work: Callable[[], Coroutine[Any, Any, Plain]]) -> None:
        """What takes a while keeps no other message waiting, and one asks for few at a time."""
        if not self.services.asking.lets(self.asker) or len(self.asking) >= self.services.settings.asked_by_one:
            raise Problem("too_fast")
        task = asyncio.create_task(self._reply_later(id, work))
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)

    async def _reply_later(self, id: str, work: Callable[[], Coroutine[Any, Any, Plain]]) -> None:
        try:
            reply = await work()
        except Problem as problem:
            reply = _error(id, problem)
        except TooSlow:
            reply = _error(id, Problem("unavailable"))
        except Exception as error:  # noqa: BLE001 - as for every message
            reply = _error(id, self._failed(error, "later"))
        self.connection.send(telling.encode(reply))

    def _refuse_odds(self, seat: Seat) -> None:
        own(self.room.record, self.connection.player, seat)
        if self.room.record.assistance == "tournament":
            raise Problem("no_odds")

    async def _odds(self, message: messages.Odds) -> Plain:
        odds = await lookups.weigh(self.services.advice, self.asker, self.room, message.seat, message.answer)
        return {"t": "odds", "id": message.id, "odds": odds}

    async def _compare(self, message: messages.Compare) -> Plain:
        odds = await lookups.compare(self.services.advice, self.asker, self.room, message.seat, message.answers)
        return {"t": "compare", "id": message.id, "odds": odds}

    async def _suggest(self, message: messages.Suggest) -> Plain:
        found = await coach.advise(self.services.advice, self.asker, self.room, message.seat)
        return {"t": "suggest", "id": message.id, "suggestion": found}


def _act_of(message: messages.Act, player: Player) -> Act:
    """What a message asks to be done."""
    if isinstance(message, messages.Salt):
        return lambda match, record: acts.salt(match, record, player, message.seat, message.salt)
    request = Request(player, message.seat, message.version)
    if isinstance(message, messages.Undo):
        return lambda match, record: acts.undo(match, record, request)
    return lambda match, record: acts.answer(match, record, request, message.answer)


async def _ended(tasks: list[asyncio.Task[Any]]) -> None:
    """Wait for tasks to end, without cancelling them if this is; what they raise is of no use any more."""
    if tasks:
        for task in (await asyncio.wait(tasks))[0]:
            _ = task.cancelled() or task.exception()


def _id_of(data: bytes) -> str | None:
    """The id of a message that is otherwise not understood."""
    try:
        loose = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    id = loose.get("id") if isinstance(loose, dict) else None
    return id if isinstance(id, str) and len(id) <= 64 else None
