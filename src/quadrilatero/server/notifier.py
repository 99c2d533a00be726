"""Telling players what happens while they are away. It works beside the games and never keeps an answer waiting."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import smtplib
from collections import defaultdict
from collections.abc import Iterable

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.kernel.plain import Plain
from quadrilatero.server import letters, webhooks
from quadrilatero.server.describe import title
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.rooms import Rooms
from quadrilatero.server.settings import DAY, Settings
from quadrilatero.server.storage import Player, Store, TableRecord, contacts, notices, players, tables
from quadrilatero.server.storage.contacts import Contact
from quadrilatero.server.storage.notices import CONFIRM, Notice

AT_ONCE = 50
OVERLAP = 15.0
KEPT = 30 * DAY
BACKOFF = (60.0, 300.0, 1800.0, 7200.0, 21_600.0)


class Notifier:
    """The task that looks for news, queues them in the database and sends what is due."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics, rooms: Rooms) -> None:
        self._settings, self._store, self._metrics, self._rooms = settings, store, metrics, rooms
        self._since = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def channels(self) -> tuple[str, ...]:
        """How this server can tell anybody anything."""
        return ("mail", "webhook") if self._settings.mail else ("webhook",)

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what was on its way is sent again after a start."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self.work()
            except (SQLAlchemyError, OSError) as error:
                LOG.warning("notices delayed", extra={"why": type(error).__name__})
            except Exception as error:  # noqa: BLE001 - letters may fail, games go on
                self._metrics.faults.inc()
                LOG.error("notices failed", exc_info=error)
            await asyncio.sleep(self._settings.notice_every)

    async def work(self) -> None:
        """Look once for news and send what is due."""
        now = self._settings.now()
        listening = await self._store(notices.listening)
        if not listening:
            return
        await self._store(notices.look, self._looking(listening), now)
        await self._store(notices.collect, self._since, now, self._settings.notice_after, self.channels)
        if not self._since:
            await self._store(notices.forget_old, now - KEPT)
        self._since = now - OVERLAP
        groups: dict[tuple[str, str | None, str, str], list[Notice]] = defaultdict(list)
        for notice in await self._store(notices.claim, now, AT_ONCE):
            groups[notice.player, notice.table_id, notice.channel, notice.target].append(notice)
        for group in groups.values():
            await self._deal_with(group)

    def _looking(self, listening: set[str]) -> list[tuple[str, str]]:
        """Who of these has which table before him, as far as this process knows."""
        return sorted(
            {
                (room.record.id, connection.player.id)
                for room in self._rooms.here()
                for connection in room.connections
                if connection.player is not None and connection.player.id in listening
            }
        )

    # -- one table, one player, one channel ------------------------------------------------------------------------

    async def _deal_with(self, group: list[Notice]) -> None:
        first, now = group[0], self._settings.now()
        contact = await self._store(contacts.find, first.player)
        player = await self._store(players.find, first.player)
        if contact is None or player is None or not self._wanted(contact, first):
            await self._settle(group, "moot")
            return
        if first.kind == CONFIRM or first.table_id is None:
            await self._send(group, contact, player, None)
            return
        record = await self._store(tables.find, first.table_id)
        looked = await self._store(notices.looked, first.table_id, first.player)
        if record is None or looked > now - self._settings.presence_life:
            await self._settle(group, "moot")
            return
        stale = [notice for notice in group if not _still(notice, record, contact)]
        await self._settle(stale, "moot")
        group = [notice for notice in group if notice not in stale]
        if not group:
            return
        if first.channel == "mail":
            last = await self._store(notices.last_letter, first.player, first.table_id)
            if last > now - self._settings.notice_gap:
                await self._settle(group, "waiting", due=last + self._settings.notice_gap)
                return
        await self._send(group, contact, player, record)

    def _wanted(self, contact: Contact, notice: Notice) -> bool:
        if notice.channel not in self.channels:
            return False
        if notice.kind == CONFIRM:
            return contact.address == notice.target and not contact.confirmed
        return contact.target(notice.channel) == notice.target

    async def _send(self, group: list[Notice], contact: Contact, player: Player, record: TableRecord | None) -> None:
        first = group[0]
        try:
            if first.channel == "mail":
                await self._write(group, contact, player, record)
            else:
                for notice in group:
                    await self._post(notice, contact, record)
        except webhooks.Refused:
            await self._drop(group, "refused address")
        except (OSError, TimeoutError, smtplib.SMTPException) as error:
            await self._fail(group, type(error).__name__)
        else:
            await self._settle(group, "sent")
            self._metrics.notices.labels(first.channel, "sent").inc()

    async def _fail(self, group: list[Notice], why: str) -> None:
        tries = max(notice.tries for notice in group) + 1
        if tries >= self._settings.notice_tries:
            await self._drop(group, why)
            return
        self._metrics.notices.labels(group[0].channel, "failed").inc()
        pause = BACKOFF[min(tries, len(BACKOFF)) - 1]
        await self._settle(group, "waiting", due=self._settings.now() + pause, tries=tries)

    async def _drop(self, group: list[Notice], why: str) -> None:
        self._metrics.notices.labels(group[0].channel, "dropped").inc()
        LOG.warning("notice dropped", extra={"channel": group[0].channel, "notices": len(group), "why": why})
        await self._settle(group, "dropped")

    async def _settle(self, group: Iterable[Notice], state: str, **values: float) -> None:
        ids = [notice.id for notice in group]
        if ids:
            await self._store(notices.settle, ids, state, self._settings.now(), values)

    # -- the two channels ------------------------------------------------------------------------------------------

    async def _write(self, group: list[Notice], contact: Contact, player: Player, record: TableRecord | None) -> None:
        mail, first, base = self._settings.mail, group[0], self._settings.public_url
        assert mail is not None
        leave = f"{base}/#/unsubscribe/{contact.unsubscribe}"
        if record is None:
            url = f"{base}/#/confirm/{first.data['token']}"
            subject, text = letters.confirmation(contact.language, player.name, url)
            message = letters.letter(mail, first.target, first.id, subject, text, None)
        else:
            kinds = [kind for kind in notices.KINDS if any(notice.kind == kind for notice in group)]
            subject, text = letters.about_table(
                kinds,
                contact.language,
                title=title(record.game, record.scenario)[contact.language],
                against=against(record, contact.player),
                url=f"{base}/#/table/{record.id}",
                unsubscribe=leave,
            )
            message = letters.letter(mail, first.target, first.id, subject, text, leave)
        await asyncio.to_thread(letters.send, mail, message)

    async def _post(self, notice: Notice, contact: Contact, record: TableRecord | None) -> None:
        assert record is not None
        id = hashlib.sha256(notice.id.encode()).hexdigest()[:32]
        body: Plain = {
            "id": id,
            "event": notice.kind,
            "table": record.id,
            "title": title(record.game, record.scenario),
            "against": against(record, contact.player),
            "url": f"{self._settings.public_url}/#/table/{record.id}" if self._settings.public_url else None,
        }
        status = await webhooks.post(
            notice.target,
            msgspec.json.encode(body),
            id=id,
            secret=contact.secret,
            at=int(self._settings.now()),
            private=self._settings.webhook_private,
        )
        if not 200 <= status < 300:
            raise OSError(f"HTTP {status}")


def against(record: TableRecord, player: str) -> str:
    """The others at a table, by name."""
    others = [holder for holder in record.seats.values() if holder.player is None or holder.player.id != player]
    names = [holder.player.name if holder.player else holder.bot or "" for holder in others]
    return ", ".join(filter(None, names))


def _still(notice: Notice, record: TableRecord, contact: Contact) -> bool:
    """Whether it is still worth telling."""
    if notice.kind not in contact.events:
        return False
    mine = record.held_by(contact.player)
    if not mine:
        return False
    if notice.kind == "turn":
        return record.status == "running" and any(seat in record.turn for seat in mine)
    return notice.kind != "offer" or record.status == "running"
