"""A room: one match in memory, those who watch it, and the one way to change it.

Every change is made under the room's lock: the kernel judges it, the database commits it, and only then is it
acknowledged and told. If the database fails, the room is given up and loaded again from what was committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection as SqlConnection
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.kernel import Match
from quadrilatero.kernel.checkpoints import checkpoint, passed
from quadrilatero.kernel.phrases import LANGUAGES
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.saves import plain_entries
from quadrilatero.server.errors import Problem, sentence
from quadrilatero.server.http.frames import Message
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play import changing, obeying, telling
from quadrilatero.server.play.backlog import Backlog
from quadrilatero.server.play.describe import may_see
from quadrilatero.server.play.described import Described
from quadrilatero.server.play.fetching import Fetched, fetch, follow
from quadrilatero.server.play.replies import Replies
from quadrilatero.server.play.requests import refuse_stale
from quadrilatero.server.play.settling import settled
from quadrilatero.server.play.sides import sides_of
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import Conflict, Player, Store, TableRecord, checkpoints, signals, tables
from quadrilatero.server.storage.commits import Also, Change
from quadrilatero.server.storage.records import Receipt

P = ParamSpec("P")
T = TypeVar("T")
Act = Callable[[Match, TableRecord], TableRecord]
"""What is done to a match and its record: it judges whether it may be done, and gives the record after it."""


class Connection:
    """One open socket: who is there (and by which session), which seat it shows, what waits to be sent, and whether it
    is to be closed."""

    def __init__(self, player: Player | None, seat: Seat | None, backlog: Backlog, session: str | None = None) -> None:
        self.player, self.session = player, session
        self.seat = seat
        self.backlog = backlog
        self.closing = backlog.full
        """Set when it is to be closed; a client that does not read is cut off."""

    def send(self, *messages: Message) -> None:
        """Let messages be sent, together if they can go off at once."""
        self.backlog.put(*messages)


class Letter(msgspec.Struct, frozen=True):
    """A message that asks for an act: whose it is, for which seat, its id, and where the acknowledgement goes."""

    player: Player
    seat: Seat
    id: str
    connection: Connection


class Room:
    """One match, loaded."""

    def __init__(
        self,
        fetched: Fetched,
        store: Store,
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        self.record = fetched.record
        self.match = fetched.match
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.given_up = False
        self.elsewhere: dict[str, float | None] = {}
        """What other processes have said of who is there (presence.py)."""
        self.instructions = fetched.instructions
        self.wake: Callable[[Room], None] = lambda room: None
        self.store, self._settings, self.metrics = store, settings, metrics
        self._replies = Replies(fetched.receipts)
        self._kept = set(fetched.kept)
        self._reopened = fetched.reopened
        self._changed = False
        self._told = self.match.version
        self._lasting = telling.Lasting()
        self._described = Described(settings.absent_after)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._turns: list[Sequence[Seat]] = []

    # -- changing -----------------------------------------------------------------------------------------

    async def change(
        self, act: Callable[Concatenate[Match, TableRecord, P], TableRecord], *args: P.args, **kwargs: P.kwargs
    ) -> Change:
        """Do an act, commit it and tell everybody. It runs to its end even if whoever asked for it goes away."""
        return await self._finish(changing.change(self, lambda match, record: act(match, record, *args, **kwargs)))

    async def change_beside(
        self, act: Callable[Concatenate[Match, TableRecord, P], TableRecord], *args: P.args, **kwargs: P.kwargs
    ) -> Change:
        """The same for an act that may take as long as the match is: in a thread, the other rooms go on meanwhile."""
        work = changing.change(self, lambda match, record: act(match, record, *args, **kwargs), long=True)
        return await self._finish(work)

    async def change_with(self, also: Also, act: Act) -> Change:
        """Do an act, and write something else in the same transaction: both, or neither."""
        return await self._finish(changing.change(self, act, also=also))

    def answer(self, letter: Letter, act: Act) -> Awaitable[Change]:
        """Do what a message asks for in the same way, once, and acknowledge it.

        For every answer a task of its own would cost too much: whoever asks must see to it that this comes to its end.
        """
        return changing.change(self, act, letter)

    async def obey_late(self, seat: Seat, version: int) -> Change:
        """Let instructions answer that had to wait; Problem where the match has moved on, or they say nothing now."""
        return await self.change(self._late, seat, version)

    def _late(self, match: Match, record: TableRecord, seat: Seat, version: int) -> TableRecord:
        refuse_stale(match, seat, version)
        if not obeying.obey(match, record, self.instructions, self._turns, delayed=True):
            raise Problem("stale")
        return record

    async def reopen(self) -> None:
        """Store that the match goes on under other rules or data than it was played with, if it still goes on."""
        if self._reopened and self.record.status != "over":
            await self.change(_begin_anew)

    async def begin_anew(self, match: Match, act: Act) -> TableRecord:
        """Put another match into the place of this one, which nobody has played at, with what an act does to the table.

        Everybody is sent to a fresh room.
        """
        return await self._finish(self._begin_anew(match, act))

    async def _begin_anew(self, match: Match, act: Act) -> TableRecord:
        async with self.lock:
            before = self.record
            if self.given_up or before.status != "open":
                raise Problem("try_again")
            after = msgspec.structs.replace(act(match, before), header=match.header, dice=match.dice.plain())
            entries = plain_entries(match.entries)
            blank = msgspec.structs.replace(before, version=0)
            after = settled(match, blank, after, entries, [], self._settings.now())
            try:
                await self.store(tables.begin_anew, before, after, entries, passed(match))
            except Conflict:
                raise Problem("try_again") from None
            finally:
                self.give_up()
        return after

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        return await asyncio.shield(self._start(work))

    def answered(self, letter: Letter) -> bool:
        """Answer a message that was done before, here or by another process, as it was answered then, if it was."""
        reply = self.reply_to(letter.player.id, letter.id)
        if reply is not None:
            letter.connection.send(telling.encode(reply))
        return reply is not None

    def do(self, act: Act, letter: Letter | None) -> Change:
        """Do an act in memory; what is to be committed of it."""
        before, match = self.record, self.match
        version = match.version
        self._turns = []
        after = act(match, before)
        obeying.obey(match, after, self.instructions, self._turns)
        since = version if after.header is before.header else before.version
        new = plain_entries(match.entries_since(since))
        after = settled(match, before, after, new, self._turns, self._settings.now())
        receipt = None
        if letter is not None:
            receipt = Receipt(letter.player.id, letter.id, telling.acknowledgement(match, letter.seat, letter.id))
        return Change(before, after, new, receipt, passed(match, self._kept) if before.status != "over" else [])

    def done(self, change: Change, letter: Letter | None) -> None:
        """A change is committed: acknowledge it and tell everybody."""
        self.record = change.after
        self._changed = True
        if change.passed:
            self._kept.update([point.entries for point in change.passed])
        if letter is None or change.receipt is None:
            self.tell()
        else:
            self.remember(change.receipt.player, change.receipt.message, change.receipt.reply)
            self.tell(letter.connection, telling.encode(change.receipt.reply))

    # -- other processes -------------------------------------------------------------------------------------------

    async def catch_up(self, revision: int) -> None:
        """Show what other processes have made of the table, unless that is known."""
        async with self.lock:
            if self.given_up or self.record.revision >= revision:
                return
            await self._adopt(follow(self.store, self.record, self.match))
        self.wake(self)

    async def read_again(self) -> None:
        """Go on from what is stored, whatever it is."""
        await self._adopt(fetch(self.store, self.record.id))

    async def _adopt(self, fetching: Awaitable[Fetched]) -> None:
        """Go on from what is stored."""
        try:
            fetched = await fetching
        except BaseException:
            self.give_up()
            raise
        self.record, self.match, self.instructions = fetched.record, fetched.match, fetched.instructions
        self._kept = set(fetched.kept)
        for receipt in fetched.receipts:
            self.remember(receipt.player, receipt.message, receipt.reply)
        self.tell()

    def give_up(self) -> None:
        """What is in memory may not be what is stored: send everybody to a fresh room."""
        self.given_up = True
        for connection in self.connections:
            connection.closing.set()

    # -- messages seen before -----------------------------------------------------------------------------------------

    def reply_to(self, player: str, message: str) -> Any:
        """What that player's message was answered with, or None if it is new."""
        return self._replies.find(player, message)

    def remember(self, player: str, message: str, reply: Any) -> None:
        """Keep an answer for the same message coming again."""
        self._replies.keep(player, message, reply)

    # -- telling -----------------------------------------------------------------------------------------

    def tell(self, by: Connection | None = None, reply: bytes = b"") -> None:
        """Show everybody where the match stands, and what is new to them; whoever did it gets the reply first."""
        now = self._settings.now()
        teller, last, self._told = self._teller(now), self._told, self.match.version
        made: dict[tuple[Seat | None, str | None], Message] = {}
        if by is not None and by not in self.connections:
            by.send(reply)
        for connection in self.connections:
            seat, viewer = connection.seat, connection.player
            before: tuple[Message, ...] = (reply,) if connection is by else ()
            if not self._may_stay(connection):
                connection.send(*before)
                connection.closing.set()
                continue
            key = seat, viewer.id if viewer else None
            if key not in made:
                made[key] = teller.state(seat, self._personal(viewer, now), self.match.told_by(seat, last))
            connection.send(*before, made[key])

    def _may_stay(self, connection: Connection) -> bool:
        """Whether a connection may still see what it shows: tables become private, seats change hands."""
        viewer, seat = connection.player, connection.seat
        if connection.closing.is_set() or not may_see(self.record, viewer):
            return False
        return seat is None or (viewer is not None and self.record.holds(viewer.id, seat))

    def show(self, connection: Connection, have: int | None = None, mark: str = "") -> None:
        """Show one connection where the match stands: with the events since the place it has come to, or the last."""
        seat = connection.seat
        fits = have is not None and telling.still_stands(self.match, seat, have, mark)
        now = self._settings.now()
        connection.send(self._teller(now).state(seat, self._personal(connection.player, now), have if fits else None))
        if self._reopened:
            connection.send(telling.encode({"t": "notice", "text": sentence("notice_reopened")}))

    def show_again(self, connection: Connection) -> None:
        """Show one connection once more where the match stands; it has been told all that happened."""
        told, now = self.match.told_count(connection.seat), self._settings.now()
        connection.send(self._teller(now).state(connection.seat, self._personal(connection.player, now), told))

    def _teller(self, now: float) -> telling.Teller:
        table = self._described.common(self.record, now)
        return telling.Teller(self.match, self.record.status == "running", table, self._lasting)

    def _personal(self, viewer: Player | None, now: float) -> bytes:
        return self._described.personal(self.record, viewer, now)

    def say(self, message: Plain) -> None:
        """Send everybody the same message, in every process."""
        self.pass_on(message)
        self.tell_others(message)

    def tell_others(self, message: Plain) -> None:
        """Let the other processes send everybody a message."""
        if self.store.kind == "postgresql":
            self._start(self.store(signals.send, table=self.record.id, said=message))

    def keep(self, write: Callable[Concatenate[SqlConnection, P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Store something without waiting for it; the server does not stop before it is done."""
        self._start(self.store(write, *args, **kwargs))

    def pass_on(self, message: Plain, side: Seat | None = None) -> None:
        """Send everybody here the same message; with a side, only those who play for it."""
        data = telling.encode(message)
        for connection in self.connections:
            player = connection.player.id if connection.player else None
            if side is None or side in sides_of(self.record, player):
                connection.send(data)

    def named(self, seat: Seat) -> dict[str, str]:
        """What the game calls a seat, in every language."""
        game = self.match.game
        known = game.seat_names(self.match.header).get(seat)
        return known or {language: game.book.word(seat, language) for language in LANGUAGES}

    def notice(self, code: str, **fields: Any) -> None:
        """Send everybody a sentence."""
        self.say({"t": "notice", "text": sentence(code, **fields)})

    async def settle(self) -> None:
        """Wait for the acts under way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self.lock:  # whoever does not act in a task of the room has the lock, or waits for it
            pass

    async def keep_boundary(self) -> None:
        """Store where the open segment began, so that the match can go on there under rules that are yet to come."""
        if not self._changed or self.given_up or self.record.status == "over":
            return
        self._changed = False
        match = self.match
        point = checkpoint(match.until_boundary(), match.game, match.seats)
        try:
            await self.store(checkpoints.write_boundary, self.record.id, point)
        except SQLAlchemyError as error:
            LOG.error("boundary not kept", extra={"table": self.record.id, "why": type(error).__name__})


def _begin_anew(match: Match, record: TableRecord) -> TableRecord:
    """The table of a match that was reopened."""
    return msgspec.structs.replace(record, header=match.header, dice=match.dice.plain())
